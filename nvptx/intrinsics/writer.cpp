// Names as tokens, and the writer of recipes.
//
// Every refusal is one line that says what is missing and what the target is.
#include "nvptx/intrinsics/writer.hpp"

#include <algorithm>

namespace lathe::nvptx::intrinsics {
namespace {

bool is_pointer_suffix(std::string_view token) {
  return token.size() > 1 && token.front() == 'p' &&
         std::all_of(token.begin() + 1, token.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string version(unsigned ptx) { return std::to_string(ptx / 10) + "." + std::to_string(ptx % 10); }

}  // namespace

Name::Name(std::string_view name) {
  tokens_.reserve(12);
  while (!name.empty()) {
    const std::size_t dot = name.find('.');
    tokens_.push_back(name.substr(0, dot));
    name = dot == std::string_view::npos ? std::string_view{} : name.substr(dot + 1);
  }
  while (tokens_.size() > 1 && is_pointer_suffix(tokens_.back())) tokens_.pop_back();
}

bool Name::take(std::initializer_list<std::string_view> tokens) {
  std::size_t ahead = 0;
  for (const std::string_view token : tokens) {
    if (peek(ahead++) != token) return false;
  }
  at_ += tokens.size();
  return true;
}

std::string_view Name::take_one_of(std::initializer_list<std::string_view> choices) {
  for (const std::string_view choice : choices) {
    if (take(choice)) return choice;
  }
  return {};
}

std::string_view space_suffix(int llvm_address_space) {
  switch (llvm_address_space) {
    case 1:
      return ".global";
    case 3:
      return ".shared";
    case 4:
      return ".const";
    case 5:
      return ".local";
    case 7:
      return ".shared::cluster";
    case 101:
      return ".param";
    default:
      return "";
  }
}

Vt register_type(Vt type) {
  if (type.is_scalar()) {
    if (type.is_float()) return type == vt::f128 ? Vt{} : type;
    switch (type.bits()) {
      case 1:
        return vt::i1;
      case 8:
        return vt::i16;
      case 16:
        return vt::i16;
      case 32:
        return vt::i32;
      case 64:
        return vt::i64;
      default:
        return Vt{};
    }
  }
  if (type == vt::v2f16 || type == vt::v2bf16) return type;
  if (type == vt::v2i16 || type == vt::v4i8) return vt::i32;
  return Vt{};
}

std::string type_suffix(Vt type, char letter) {
  std::string text;
  if (type.kind() == VtKind::bfloat)
    text = "bf";
  else if (type.is_float())
    text = "f";
  else
    text = letter;
  text += std::to_string(type.bits());
  if (type.is_vector()) text += "x" + std::to_string(type.lanes());
  return text;
}

std::string join(const Name& from, std::size_t count, char with) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    if (i != 0) text += with;
    text += from.peek(i);
  }
  return text;
}

// ---- what the target must be

bool Writer::need(unsigned sm, unsigned ptx) {
  if (features_.has(sm, ptx)) return true;
  if (!failed_) {
    why_ = std::string(call_.name) + " needs sm_" + std::to_string(sm) + " and PTX " + version(ptx) +
           "; the target is " + features_.name() + " with PTX " + version(features_.ptx);
  }
  failed_ = true;
  return false;
}

bool Writer::need_one_of(std::initializer_list<Specific> targets, unsigned ptx) {
  std::string names;
  bool found = false;
  for (const Specific& target : targets) {
    found |= features_.arch_specific(target.sm, target.family);
    names += (names.empty() ? "sm_" : ", sm_") + std::to_string(target.sm) + (target.family ? "f" : "a");
  }
  if (found && features_.ptx >= ptx) return true;
  if (!failed_) {
    why_ = std::string(call_.name) + " needs " + (targets.size() > 1 ? "one of " : "") + names + " and PTX " +
           version(ptx) + "; the target is " + features_.name() + " with PTX " + version(features_.ptx);
  }
  failed_ = true;
  return false;
}

bool Writer::refuse(std::string_view reason) {
  if (!failed_) why_ = std::string(call_.name) + " " + std::string(reason);
  failed_ = true;
  return false;
}

bool Writer::unknown() {
  if (!failed_) why_ = "unknown intrinsic " + std::string(call_.name);
  failed_ = true;
  return false;
}

// ---- the instruction

Writer& Writer::op(std::string mnemonic) {
  recipe_.mnemonic = std::move(mnemonic);
  return *this;
}

void Writer::take_results() {
  if (!recipe_.result_types.empty()) return;
  for (const Vt type : call_.results) {
    const Vt held = register_type(type);
    if (held != Vt{}) {
      recipe_.result_types.push_back(held);
    } else if (type.is_vector() && register_type(type.element()) != Vt{}) {
      recipe_.result_types.insert(recipe_.result_types.end(), type.lanes(), register_type(type.element()));
    } else {
      refuse("has a result type that no register holds");
    }
  }
}

Writer& Writer::result(unsigned index) {
  take_results();
  if (index >= recipe_.result_types.size()) refuse("has too few results");
  recipe_.operands.push_back({RecipeOperand::Kind::result, static_cast<std::uint16_t>(index), 0, {}});
  return *this;
}

Writer& Writer::results() {
  take_results();
  if (recipe_.result_types.size() == 1) return result(0);
  return results_tuple();
}

Writer& Writer::results_tuple() {
  take_results();
  open();
  for (unsigned i = 0; i < recipe_.result_types.size(); ++i) result(i);
  return close();
}

unsigned Writer::new_input(unsigned arg, Vt type, std::uint8_t extend, std::int16_t element) {
  if (arg >= arguments()) {
    refuse("has too few arguments");
  } else if (type == Vt{}) {
    refuse("has an argument type that no register holds");
  }
  recipe_.input_args.push_back(static_cast<std::uint16_t>(arg));
  recipe_.input_types.push_back(type);
  recipe_.input_extend.push_back(extend);
  recipe_.input_elements.push_back(element);
  return static_cast<unsigned>(recipe_.input_args.size() - 1);
}

Writer& Writer::in(unsigned arg, std::uint8_t extend) { return in_as(arg, register_type(type_of(arg)), extend); }

Writer& Writer::in_as(unsigned arg, Vt type, std::uint8_t extend) {
  const unsigned input = new_input(arg, type, extend);
  recipe_.operands.push_back({RecipeOperand::Kind::input, static_cast<std::uint16_t>(input), 0, {}});
  return *this;
}

Writer& Writer::in_register(unsigned arg) {
  in(arg);
  recipe_.operands.back().value = 1;
  return *this;
}

Writer& Writer::in_range(unsigned first, unsigned count) {
  for (unsigned i = 0; i < count; ++i) in(first + i);
  return *this;
}

Writer& Writer::in_tuple(unsigned first, unsigned count) { return open().in_range(first, count).close(); }

Writer& Writer::in_elements(unsigned arg) {
  const Vt type = type_of(arg);
  open();
  if (!type.is_vector()) {
    in(arg);
  } else {
    for (unsigned i = 0; i < type.lanes(); ++i) {
      const unsigned input = new_input(arg, register_type(type.element()), 0, static_cast<std::int16_t>(i));
      recipe_.operands.push_back({RecipeOperand::Kind::input, static_cast<std::uint16_t>(input), 0, {}});
    }
  }
  return close();
}

Writer& Writer::address(unsigned arg, std::int64_t offset) {
  const unsigned input = new_input(arg, type_of(arg) == vt::i32 ? vt::i32 : vt::i64, 0);
  recipe_.operands.push_back({RecipeOperand::Kind::address, static_cast<std::uint16_t>(input), offset, {}});
  return *this;
}

Writer& Writer::imm(std::int64_t value) {
  recipe_.operands.push_back({RecipeOperand::Kind::immediate, 0, value, {}});
  return *this;
}

Writer& Writer::literal(std::string text) {
  recipe_.operands.push_back({RecipeOperand::Kind::literal, 0, 0, std::move(text)});
  return *this;
}

Writer& Writer::imm_arg(unsigned arg) { return imm(immediate(arg)); }

Writer& Writer::mark(RecipeOperand::Kind kind) {
  recipe_.operands.push_back({kind, 0, 0, {}});
  return *this;
}

Writer& Writer::input_only(unsigned arg, Vt type, std::int16_t element) {
  new_input(arg, type, 0, element);
  return *this;
}

Writer& Writer::chained(bool convergent) {
  recipe_.chained = true;
  recipe_.convergent = convergent;
  return *this;
}

Writer& Writer::plain(PlainIntrinsic what) {
  recipe_.plain = what;
  take_results();
  return *this;
}

Writer& Writer::text(std::string text) {
  recipe_.text = std::move(text);
  take_results();
  return *this;
}

bool Writer::simple(std::string mnemonic) {
  op(std::move(mnemonic));
  if (!call_.results.empty()) results();
  in_range(0, static_cast<unsigned>(arguments()));
  return finish();
}

// ---- the call

Vt Writer::type_of(unsigned arg) const { return arg < arguments() ? call_.arguments[arg].type : Vt{}; }

int Writer::space_of(unsigned arg) const { return arg < arguments() ? call_.arguments[arg].pointer_space : -1; }

std::int64_t Writer::immediate(unsigned arg) {
  if (arg < arguments() && call_.arguments[arg].is_constant) return call_.arguments[arg].value;
  refuse("needs a constant as its argument " + std::to_string(arg + 1));
  return 0;
}

Vt Writer::result_type(unsigned index) const { return index < call_.results.size() ? call_.results[index] : Vt{}; }

bool Writer::finish() {
  take_results();
  return !failed_;
}

}  // namespace lathe::nvptx::intrinsics
