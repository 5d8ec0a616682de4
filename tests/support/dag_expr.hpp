// Short expressions for DAG tests: "add(add(a, 3), 4)" in, "add(a, 7)" out.
//
// Inputs: a b g i32, p q i64, h k i16, e i8, c d i1, x y z f32, u w f64, v r v2i32, undef. An operation may carry a
// type, a condition or a number after dots (zext.i64(a), setcc.slt(a, 1), sext_inreg.8(a)) and flags after !
// (add!nsw(a, 1)). A constant takes the type of its first typed neighbour, shift amounts of the shifted value (i32 once
// legal), or the one after a colon (7:i64). Results after the first: #1 behind the operation.
#pragma once

#include <bit>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/combine/combine.hpp"
#include "codegen/dag/text_names.hpp"
#include "nvptx/support/codegen.hpp"

namespace lathe::nvptx::test {

class ExprReader {
 public:
  ExprReader(Dag& dag, bool legal) : dag_(dag), legal_(legal) {}
  Value read(std::string_view text) {
    rest_ = text;
    const Item item = expression();
    if (!rest_.empty()) throw std::runtime_error("left over: " + std::string(rest_));
    return item.value;
  }

 private:
  struct Item {
    Value value;
    std::string number;  // an untyped constant
  };
  static bool word_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }
  bool take(char c) {
    while (rest_.starts_with(' ')) rest_.remove_prefix(1);
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    while (rest_.starts_with(' ')) rest_.remove_prefix(1);
    return true;
  }
  std::string word() {
    std::string out;
    while (!rest_.empty() && word_char(rest_[0])) out += rest_[0], rest_.remove_prefix(1);
    return out;
  }
  Item expression() {
    if (!rest_.empty() && (rest_[0] == '-' || (rest_[0] >= '0' && rest_[0] <= '9'))) return number();
    const std::string name = word();
    if (!rest_.starts_with('(') && !rest_.starts_with('.') && !rest_.starts_with('!')) return {input(name), {}};
    return {operation(name), {}};
  }
  Item number() {
    std::string out;
    while (!rest_.empty() && (word_char(rest_[0]) || rest_[0] == '-' || rest_[0] == '.'))
      out += rest_[0], rest_.remove_prefix(1);
    if (take(':')) return {constant(out, parse_vt(word())), {}};
    return {{}, out};
  }
  Value constant(const std::string& text, Vt type) {
    if (!type.is_float()) return dag_.constant(static_cast<std::uint64_t>(std::stoll(text, nullptr, 0)), type);
    const double v = std::stod(text);
    return dag_.constant_fp_bits(
        type.bits() == 64 ? std::bit_cast<std::uint64_t>(v) : std::bit_cast<std::uint32_t>(static_cast<float>(v)),
        type);
  }
  Value input(const std::string& name) {
    static constexpr std::pair<std::string_view, Vt> inputs[] = {{"a", vt::i32},
                                                                 {"b", vt::i32},
                                                                 {"g", vt::i32},
                                                                 {"p", vt::i64},
                                                                 {"q", vt::i64},
                                                                 {"h", vt::i16},
                                                                 {"k", vt::i16},
                                                                 {"e", vt::i8},
                                                                 {"c", vt::i1},
                                                                 {"d", vt::i1},
                                                                 {"x", vt::f32},
                                                                 {"y", vt::f32},
                                                                 {"z", vt::f32},
                                                                 {"u", vt::f64},
                                                                 {"w", vt::f64},
                                                                 {"v", Vt{VtKind::integer, 32, 2}},
                                                                 {"r", Vt{VtKind::integer, 32, 2}}};
    for (const auto& [known, type] : inputs)
      if (known == name) return dag_.get(Isd::copy_from_reg, type, {}, {.aux = static_cast<std::uint32_t>(name[0])});
    if (name == "undef") return dag_.undef(vt::i32);
    if (name == "tid") return special("%tid.x");
    throw std::runtime_error("no input " + name);
  }
  Value special(const char* name) {
    Recipe recipe;
    recipe.mnemonic = "mov.u32";
    recipe.operands.push_back({RecipeOperand::Kind::result, 0, 0, {}});
    recipe.operands.push_back({RecipeOperand::Kind::literal, 0, 0, name});
    recipe.result_types = {vt::i32};
    return dag_.get(Isd::target, vt::i32, {}, {.aux = dag_.recipe_index(recipe)});
  }
  Value operation(const std::string& name) {
    Isd op = parse_isd(name);
    if (op == Isd::count) throw std::runtime_error("no operation " + name);
    Vt type;
    DagPayload payload;
    std::uint16_t flags = 0;
    std::uint32_t result = 0;
    while (take('.')) {
      const std::string mod = word();
      bool is_cond = false;
      const Cond cond = parse_cond(mod, is_cond);
      if (const Vt t = parse_vt(mod); t != Vt{})
        type = t;
      else if (is_cond)
        payload.imm = static_cast<std::uint64_t>(cond);
      else if (op == Isd::addrspace_cast && payload.imm != 0)
        payload.aux = static_cast<std::uint32_t>(std::stoul(mod));
      else
        payload.imm = std::stoull(mod);
    }
    while (take('!')) {
      const std::string flag = word();
      for (std::size_t i = 0; i < std::size(text::flags); ++i)
        if (text::flags[i] == flag) flags = static_cast<std::uint16_t>(flags | 1U << i);
    }
    std::vector<Item> items;
    if (take('(') && !take(')')) {
      do items.push_back(expression());
      while (take(','));
      if (!take(')')) throw std::runtime_error("no ) before " + std::string(rest_));
    }
    if (take('#')) result = static_cast<std::uint32_t>(std::stoul(word()));
    const std::vector<Value> operands = typed(op, items, type);
    if (type == Vt{})
      type = op == Isd::setcc ? Vt{VtKind::integer, 1, dag_.type(operands[0]).lanes()}
                              : dag_.type(operands[op == Isd::select ? 1 : 0]);
    std::vector<Vt> types{type};
    if (name.ends_with("_o")) types.push_back(vt::i1);
    return {dag_.add(op, types, operands, payload, flags), result};
  }
  std::vector<Value> typed(Isd op, std::vector<Item>& items, Vt type) {
    Vt common = type;
    const bool converts = op == Isd::build_vector;
    for (std::size_t i = op == Isd::select ? 1 : 0; i < items.size(); ++i)
      if (items[i].value) {
        common = dag_.type(items[i].value);
        break;
      }
    if (converts && type != Vt{}) common = type.element();
    std::vector<Value> out;
    for (std::size_t i = 0; i < items.size(); ++i) {
      Vt t = common;
      const bool amount =
          i == 1 && (op == Isd::shl || op == Isd::srl || op == Isd::sra || op == Isd::rotl || op == Isd::rotr);
      if (legal_ && (amount || (i == 2 && (op == Isd::fshl || op == Isd::fshr)))) t = vt::i32;
      if ((op == Isd::extract_element && i == 1) || (op == Isd::insert_element && i == 2)) t = vt::i32;
      if (op == Isd::select && i == 0) t = vt::i1;
      out.push_back(items[i].value ? items[i].value : constant(items[i].number, t));
    }
    return out;
  }

  Dag& dag_;
  bool legal_;
  std::string_view rest_;
};

/// The expression that a value is, in the same form, flags only where asked for.
inline std::string to_expr(const Dag& dag, Value v, bool flags = false) {
  const Isd op = dag.op(v);
  const Vt type = dag.type(v);
  const DagPayload& p = dag.payload(v.node);
  if (op == Isd::copy_from_reg) return std::string(1, static_cast<char>(p.aux));
  if (op == Isd::target) return "tid";
  if (op == Isd::undef) return "undef";
  if (op == Isd::constant) {
    if (type.bits() == 1) return std::to_string(p.imm);
    const unsigned unused = 64 - type.bits();
    return std::to_string(static_cast<std::int64_t>(p.imm << unused) >> unused);
  }
  if (op == Isd::constant_fp) {
    char text[40];
    std::snprintf(text, sizeof text, "%.9g",
                  type.bits() == 64 ? std::bit_cast<double>(p.imm)
                                    : static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(p.imm))));
    return text;
  }
  std::string out(to_string(op));
  const bool converts = op == Isd::zext || op == Isd::sext || op == Isd::anyext || op == Isd::trunc ||
                        op == Isd::bitcast || op == Isd::fp_ext || op == Isd::fp_trunc || op == Isd::si_to_fp ||
                        op == Isd::ui_to_fp;
  if (converts) out += "." + to_string(type);
  if (op == Isd::setcc)
    out += "." + std::string(to_string(static_cast<Cond>(p.imm)));
  else if (p.imm != 0)
    out += "." + std::to_string(p.imm);
  for (std::size_t i = 0; flags && i < std::size(text::flags); ++i)
    if ((dag.flags(v.node) >> i & 1) != 0) out += "!" + std::string(text::flags[i]);
  out += '(';
  for (std::uint32_t i = 0; i < dag.operand_count(v.node); ++i)
    out += (i != 0 ? ", " : "") + to_expr(dag, dag.operand(v, i), flags);
  out += ')';
  return v.result != 0 ? out + "#" + std::to_string(v.result) : out;
}

}  // namespace lathe::nvptx::test
