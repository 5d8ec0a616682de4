// Reads calls of intrinsics on standard input and prints what their recipes make of them, for
// tests/suites/intrinsics.py.
//
// A line in: name <tab> result types, space between <tab> arguments, space between: i32, i1=1, p3, metadata.
// A call is tried on the targets of the command line ("sm_80:70"), in order, and printed for the first that takes it:
//   #ok TARGET flags          and (with a comment that says which argument each input is) the body of a PTX kernel that
//   loads the inputs and stores the results #plain TARGET what #refused why              (the reason of the last
//   target)
// With --constants the inputs outside of tuples and brackets that `select` may write as immediates are written as such.
#include <cctype>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "nvptx/intrinsics/recipe.hpp"
#include "nvptx/target/features.hpp"

using namespace lathe::nvptx;

namespace {

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::string part;
  std::istringstream stream(text);
  while (std::getline(stream, part, at)) {
    if (!part.empty()) parts.push_back(part);
  }
  return parts;
}

bool short_pointers = false;  ///< to shared, constant and local memory

/// i32, f16, bf16, v4f32; pointers are i64, those to tensor memory i32.
Vt parse_type(const std::string& text) {
  if (text == "p6") return vt::i32;  // tensor memory
  if (short_pointers && (text == "p3" || text == "p4" || text == "p5" || text == "p7")) return vt::i32;
  if (text[0] == 'p') return vt::i64;
  if (text[0] == 'v') {
    std::size_t at = 1;
    unsigned lanes = 0;
    while (std::isdigit(static_cast<unsigned char>(text[at])) != 0) lanes = lanes * 10 + unsigned(text[at++] - '0');
    return parse_type(text.substr(at)).with_lanes(lanes);
  }
  if (text == "bf16") return vt::bf16;
  const auto bits = static_cast<unsigned>(std::stoul(text.substr(1)));
  return {text[0] == 'f' ? VtKind::ieee : VtKind::integer, bits};
}

IntrinsicCall::Argument parse_argument(const std::string& text) {
  IntrinsicCall::Argument argument;
  if (text == "metadata") {
    argument.symbol = "surf0";
    return argument;
  }
  const std::size_t equals = text.find('=');
  const std::string type = text.substr(0, equals);
  argument.type = parse_type(type);
  if (type[0] == 'p') argument.pointer_space = std::stoi(type.substr(1));
  if (equals != std::string::npos) {
    if (text[equals + 1] == '@') {
      argument.symbol = text.substr(equals + 2);
    } else {
      argument.is_constant = true;
      argument.value = std::stoll(text.substr(equals + 1));
    }
  }
  return argument;
}

/// How a register of the type is declared and moved.
struct Class {
  const char* declare;
  const char* move;
};
Class class_of(Vt type) {
  if (type == vt::i1) return {".pred", "u8"};
  if (type == vt::f32) return {".f32", "f32"};
  if (type == vt::f64) return {".f64", "f64"};
  switch (type.total_bits()) {
    case 16:
      return {".b16", "b16"};
    case 32:
      return {".b32", "b32"};
    case 64:
      return {".b64", "b64"};
    default:
      return {".bad", "bad"};
  }
}

bool constants = false;  ///< --constants
int tuples = 0;          ///< braces and brackets that are open

/// A constant of the type, as PTX writes it; "" where constants go through a register.
std::string constant_text(Vt type, unsigned index) {
  // The first is often an id of at most 15, the others counts in multiples of 16 or 32.
  if (type == vt::i32 || type == vt::i64) return index == 0 ? "1" : "32";
  if (type == vt::f32) return "0f3F800000";
  return type == vt::f64 ? "0d3FF0000000000000" : "";
}

std::string operand_text(const Recipe& recipe, std::size_t& at) {
  const RecipeOperand& o = recipe.operands[at++];
  using Kind = RecipeOperand::Kind;
  const auto group = [&](Kind end, const char* open, const char* close) {
    std::string text = open;
    bool first = true;
    while (at < recipe.operands.size() && recipe.operands[at].kind != end) {
      text += (first ? "" : ", ") + operand_text(recipe, at);
      first = false;
    }
    ++at;
    return text + close;
  };
  std::string text;
  switch (o.kind) {
    case Kind::result:
      text = "%o" + std::to_string(o.index);
      break;
    case Kind::input:
      if (constants && tuples == 0 && o.value == 0) text = constant_text(recipe.input_types[o.index], o.index);
      if (text.empty()) text = "%i" + std::to_string(o.index);
      break;
    case Kind::immediate:
      text = std::to_string(o.value);
      break;
    case Kind::address:
      text = "[%i" + std::to_string(o.index) + (o.value != 0 ? "+" + std::to_string(o.value) : "") + "]";
      break;
    case Kind::literal:
      text = o.text;
      break;
    case Kind::open_tuple:
      ++tuples;
      text = group(Kind::close_tuple, "{", "}");
      --tuples;
      break;
    case Kind::open_bracket:
      ++tuples;
      text = group(Kind::close_bracket, "[", "]");
      --tuples;
      break;
    case Kind::negate:
      return "!" + operand_text(recipe, at);
    default:
      text = "?";
      break;
  }
  if (at < recipe.operands.size() && recipe.operands[at].kind == Kind::pipe) {
    ++at;
    text += "|" + operand_text(recipe, at);
  }
  return text;
}

std::string instruction(const Recipe& recipe) {
  if (!recipe.text.empty()) {
    std::string text = "{\n";
    for (std::size_t i = 0; i < recipe.text.size(); ++i) {
      if (recipe.text[i] != '$') {
        text += recipe.text[i];
        continue;
      }
      std::size_t number = 0;
      while (i + 1 < recipe.text.size() && std::isdigit(static_cast<unsigned char>(recipe.text[i + 1])) != 0)
        number = number * 10 + std::size_t(recipe.text[++i] - '0');
      const std::size_t results = recipe.result_types.size();
      text += number < results ? "%o" + std::to_string(number) : "%i" + std::to_string(number - results);
    }
    return text + "\n}\n";
  }
  std::string text = recipe.mnemonic;
  std::size_t at = 0;
  bool first = true;
  while (at < recipe.operands.size()) {
    text += (first ? " " : ", ") + operand_text(recipe, at);
    first = false;
  }
  return text + ";\n";
}

void print(const Recipe& recipe) {
  std::string head = ".reg .b64 %m;\n.reg .b16 %t;\n", loads = "ld.param.u64 %m, [memory];\n", stores;
  for (std::size_t i = 0; i < recipe.input_types.size(); ++i) {
    const Class c = class_of(recipe.input_types[i]);
    const std::string reg = "%i" + std::to_string(i), place = ", [%m+" + std::to_string(i * 8) + "];\n";
    head += ".reg " + std::string(c.declare) + " " + reg + ";\n";
    if (recipe.input_types[i] == vt::i1)
      loads += "ld.u8 %t" + place + "setp.ne.u16 " + reg + ", %t, 0;\n";
    else
      loads += "ld." + std::string(c.move) + " " + reg + place;
  }
  for (std::size_t i = 0; i < recipe.result_types.size(); ++i) {
    const Class c = class_of(recipe.result_types[i]);
    const std::string reg = "%o" + std::to_string(i), place = " [%m+" + std::to_string(4096 + i * 8) + "], ";
    head += ".reg " + std::string(c.declare) + " " + reg + ";\n";
    if (recipe.result_types[i] == vt::i1)
      stores += "selp.u16 %t, 1, 0, " + reg + ";\nst.u8" + place + "%t;\n";
    else
      stores += "st." + std::string(c.move) + place + reg + ";\n";
  }
  std::string places;
  for (std::size_t i = 0; i < recipe.input_args.size(); ++i) {
    places += " " + std::to_string(recipe.input_args[i]);
    if (recipe.input_elements[i] >= 0) places += "." + std::to_string(recipe.input_elements[i]);
  }
  std::cout << head << loads << "// inputs" << places << "\n// recipe\n" << instruction(recipe) << "// end\n" << stores;
}

const char* plain_name(PlainIntrinsic what) {
  switch (what) {
    case PlainIntrinsic::copy:
      return "copy";
    case PlainIntrinsic::low_half:
      return "low_half";
    case PlainIntrinsic::high_half:
      return "high_half";
    case PlainIntrinsic::join:
      return "join";
    case PlainIntrinsic::zero:
      return "zero";
    case PlainIntrinsic::nothing:
      return "nothing";
    case PlainIntrinsic::exit:
      return "exit";
    default:
      return "none";
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<Features> targets;
  std::vector<std::string> names;
  for (int i = 1; i < argc; ++i) {
    const std::string text = argv[i];
    if (text == "--constants") {
      constants = true;
      continue;
    }
    if (text == "--short-pointers") {
      short_pointers = true;
      continue;
    }
    const std::size_t colon = text.find(':');
    auto features = parse_cpu(text.substr(0, colon));
    if (!features) return std::fprintf(stderr, "unknown target %s\n", argv[i]), 2;
    if (colon != std::string::npos) features->ptx = static_cast<unsigned>(std::stoul(text.substr(colon + 1)));
    targets.push_back(*features);
    names.push_back(text);
  }
  std::string line;
  while (std::getline(std::cin, line)) {
    std::vector<std::string> fields;
    std::size_t from = 0;
    for (int i = 0; i < 3; ++i) {
      const std::size_t tab = line.find('\t', from);
      fields.push_back(line.substr(from, tab == std::string::npos ? tab : tab - from));
      from = tab == std::string::npos ? line.size() : tab + 1;
    }
    IntrinsicCall call;
    call.name = fields[0];
    for (const std::string& type : split(fields[1], ' ')) call.results.push_back(parse_type(type));
    for (const std::string& text : split(fields[2], ' ')) call.arguments.push_back(parse_argument(text));
    std::string why;
    bool found = false;
    for (std::size_t i = 0; i < targets.size() && !found; ++i) {
      const std::vector<Recipe> made = recipes(call, targets[i], why);
      if (made.empty()) continue;
      found = true;
      const Recipe& recipe = made.front();
      if (recipe.plain != PlainIntrinsic::none) {
        std::cout << "#plain " << names[i] << ' ' << plain_name(recipe.plain) << '\n';
        continue;
      }
      std::cout << "#ok " << names[i]
                << (recipe.convergent ? " convergent"
                    : recipe.chained  ? " chained"
                                      : " pure")
                << '\n';
      print(recipe);
    }
    if (!found) std::cout << "#refused " << why << '\n';
  }
  return 0;
}
