// Asking for a recipe in a line of a test: the call is spelled as text, the answer is PTX with $r and $i registers.
#pragma once

#include <cstdlib>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "nvptx/intrinsics/recipe.hpp"
#include "nvptx/target/features.hpp"

namespace recipe_test {

using namespace lathe::nvptx;

inline Vt type(std::string_view text) {
  if (text == "p6") return vt::i32;
  if (text[0] == 'p') return vt::i64;
  if (text[0] == 'v') {
    std::size_t at = 1;
    unsigned lanes = 0;
    while (text[at] >= '0' && text[at] <= '9') lanes = lanes * 10 + static_cast<unsigned>(text[at++] - '0');
    return type(text.substr(at)).with_lanes(lanes);
  }
  if (text == "bf16") return vt::bf16;
  const auto bits = static_cast<unsigned>(std::atoi(std::string(text.substr(1)).c_str()));
  return {text[0] == 'f' ? VtKind::ieee : VtKind::integer, bits};
}

/// "i32", "p3", "i1=1", "i64=@tex0"
inline IntrinsicCall::Argument argument(std::string_view text) {
  IntrinsicCall::Argument a;
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  a.type = type(name);
  if (name[0] == 'p') a.pointer_space = std::atoi(std::string(name.substr(1)).c_str());
  if (equals != std::string_view::npos) {
    if (text[equals + 1] == '@')
      a.symbol = text.substr(equals + 2);
    else
      a.is_constant = true, a.value = std::atoll(std::string(text.substr(equals + 1)).c_str());
  }
  return a;
}

inline std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> found;
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    if (space != 0) found.push_back(text.substr(0, space));
    text = space == std::string_view::npos ? std::string_view{} : text.substr(space + 1);
  }
  return found;
}

/// The operands as PTX text. iN is the call's argument N (with .E for its element E), rN is result N.
inline std::string text_of(const Recipe& recipe) {
  using Kind = RecipeOperand::Kind;
  if (recipe.plain != PlainIntrinsic::none) return "plain " + std::to_string(static_cast<int>(recipe.plain));
  if (!recipe.text.empty()) return recipe.text;
  const auto input = [&](std::uint16_t index) {
    std::string text = "i" + std::to_string(recipe.input_args[index]);
    if (recipe.input_elements[index] >= 0) text += "." + std::to_string(recipe.input_elements[index]);
    return text;
  };
  std::string out = recipe.mnemonic;
  bool fresh = true;
  for (const RecipeOperand& o : recipe.operands) {
    if (o.kind == Kind::close_tuple || o.kind == Kind::close_bracket || o.kind == Kind::pipe) {
      out += o.kind == Kind::close_tuple ? "}" : o.kind == Kind::close_bracket ? "]" : "|";
      fresh = o.kind == Kind::pipe;
      continue;
    }
    if (&o == recipe.operands.data())
      out += " ";
    else if (!fresh)
      out += ", ";
    fresh = false;
    switch (o.kind) {
      case Kind::result:
        out += "r" + std::to_string(o.index);
        break;
      case Kind::input:
        out += input(o.index);
        break;
      case Kind::immediate:
        out += std::to_string(o.value);
        break;
      case Kind::address:
        out += "[" + input(o.index) + (o.value != 0 ? "+" + std::to_string(o.value) : "") + "]";
        break;
      case Kind::literal:
        out += o.text;
        break;
      case Kind::open_tuple:
        out += "{", fresh = true;
        break;
      case Kind::open_bracket:
        out += "[", fresh = true;
        break;
      default:
        out += "?";
        break;
    }
  }
  return out;
}

/// The recipes of a call; `why` receives the reason of a refusal.
inline std::vector<Recipe> ask(std::string_view name, std::string_view results, std::string_view arguments,
                               std::string_view cpu, unsigned ptx, std::string& why) {
  const std::string full = "llvm.nvvm." + std::string(name);
  IntrinsicCall call;
  call.name = full;
  for (const auto word : words(results)) call.results.push_back(type(word));
  for (const auto word : words(arguments)) call.arguments.push_back(argument(word));
  Features features = *parse_cpu(cpu);
  if (ptx != 0) features.ptx = ptx;
  return recipes(call, features, why);
}

/// One line: the instruction, or "refused: <reason>".
inline std::string ptx(std::string_view name, std::string_view results, std::string_view arguments,
                       std::string_view cpu = "sm_90", unsigned version = 0) {
  std::string why;
  const auto made = ask(name, results, arguments, cpu, version, why);
  return made.empty() ? "refused: " + why : text_of(made.front());
}

}  // namespace recipe_test
