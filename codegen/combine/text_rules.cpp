// See text_rules.hpp.
#include "codegen/combine/text_rules.hpp"

#include <initializer_list>
#include <utility>

#include <lathe/combine/rules_measure.hpp>
#include <lathe/combine/rules_text.hpp>

#include "codegen/combine/fold_value.hpp"
#include "codegen/combine/rules.hpp"
#include "codegen/dag/text_names.hpp"

namespace lathe::codegen {

namespace {

using rules::Typing;

Vt vt_of(std::uint32_t type) {
  Vt out;
  out.raw = type;
  return out;
}

void add_operations(rules::Vocabulary& words, std::initializer_list<Isd> list, std::uint32_t operands,
                    Typing typing = Typing::same, bool attributed = false) {
  for (const Isd op : list)
    words.operations.push_back({std::string(to_string(op)), static_cast<std::uint32_t>(op), operands,
                                info(op).commutative, typing, attributed});
}

void add_operations(rules::Vocabulary& words) {
  add_operations(words, {Isd::undef}, 0);
  add_operations(words, {Isd::add,      Isd::sub,      Isd::mul,         Isd::mulhs,      Isd::mulhu,    Isd::sdiv,
                         Isd::udiv,     Isd::srem,     Isd::urem,        Isd::and_,       Isd::or_,      Isd::xor_,
                         Isd::shl,      Isd::srl,      Isd::sra,         Isd::rotl,       Isd::rotr,     Isd::smin,
                         Isd::smax,     Isd::umin,     Isd::umax,        Isd::sadd_sat,   Isd::uadd_sat, Isd::ssub_sat,
                         Isd::usub_sat, Isd::sshl_sat, Isd::ushl_sat,    Isd::fadd,       Isd::fsub,     Isd::fmul,
                         Isd::fdiv,     Isd::frem,     Isd::fcopysign,   Isd::fminnum,    Isd::fmaxnum,  Isd::fminimum,
                         Isd::fmaximum, Isd::fldexp,   Isd::fminimumnum, Isd::fmaximumnum},
                 2);
  add_operations(words, {Isd::mul_wide_s, Isd::mul_wide_u, Isd::build_pair}, 2, Typing::converts);
  add_operations(words, {Isd::fshl, Isd::fshr, Isd::mad, Isd::fma, Isd::prmt, Isd::bfe_u, Isd::bfe_s}, 3);
  add_operations(words, {Isd::mad_wide_s, Isd::mad_wide_u}, 3, Typing::converts);
  add_operations(
      words,
      {Isd::freeze, Isd::bswap, Isd::bitreverse, Isd::ctlz, Isd::cttz, Isd::ctpop, Isd::abs, Isd::fneg, Isd::fabs,
       Isd::fsqrt, Isd::ffloor, Isd::fceil, Isd::ftrunc, Isd::frint, Isd::fnearbyint, Isd::fround, Isd::froundeven},
      1);
  add_operations(words, {Isd::sext_inreg}, 1, Typing::same, true);
  add_operations(words,
                 {Isd::trunc, Isd::zext, Isd::sext, Isd::anyext, Isd::fp_trunc, Isd::fp_ext, Isd::fp_to_si,
                  Isd::fp_to_ui, Isd::si_to_fp, Isd::ui_to_fp, Isd::bitcast},
                 1, Typing::converts);
  add_operations(words, {Isd::extract_limb}, 1, Typing::converts, true);
  add_operations(words, {Isd::setcc}, 2, Typing::compares, true);
  add_operations(words, {Isd::select}, 3, Typing::selects);
}

rules::Vocabulary make_vocabulary() {
  rules::Vocabulary words;
  add_operations(words);
  for (unsigned code = 0; code < 64; ++code) {
    const auto cond = static_cast<Cond>(code);
    const std::string name(to_string(cond));
    if (name == "?") continue;
    words.words.push_back({name, code, std::string(to_string(inverse(cond))), std::string(to_string(swapped(cond)))});
  }
  for (std::uint32_t bit = 0; bit < std::size(text::flags); ++bit)
    words.flags.emplace_back(std::string(text::flags[bit]), 1U << bit);
  for (const char* const name :
       {"i1",   "i8",    "i16",   "i32",   "i64",   "i128",  "f16",    "bf16",  "f32",   "f64",
        "v4i8", "v2i16", "v2i32", "v4i32", "v2i64", "v2f16", "v2bf16", "v2f32", "v4f32", "v2f64"}) {
    const Vt t = parse_vt(name);
    words.types.push_back({name, t.raw, t.bits() <= 64 ? t.bits() : 0});
  }
  words.condition = vt::i1.raw;
  words.real = [](double value, std::uint32_t type) -> std::optional<std::uint64_t> {
    const Vt t = vt_of(type);
    return t.is_float() ? combining::from_double(value, t.element()) : std::nullopt;
  };
  return words;
}

}  // namespace

const rules::Vocabulary& dag_vocabulary() {
  static const rules::Vocabulary words = make_vocabulary();
  return words;
}

std::optional<rules::Compiled> read_text_rules(const std::string& text, const std::string& name, bool unproved,
                                               std::string* measure, std::string& error) {
  const rules::Vocabulary& words = dag_vocabulary();
  rules::RuleList list;
  if (!rules::read_rules(text, name, words, list, error)) return std::nullopt;
  const rules::Measure found = rules::find_measure(list, words);
  if (measure != nullptr) *measure = rules::print(found, list, words);
  if (!found.complete() && !unproved) {
    error = name + ": no proof that these rules come to an end:";
    for (const std::uint32_t r : found.refused)
      error += " " + list[r].name + " (line " + std::to_string(list[r].line) + ")";
    error += "; make each result lighter than its match, or take them with --unproved";
    return std::nullopt;
  }
  return rules::Compiled(std::move(list), words);
}

std::uint32_t DagClient::operation(Value v) const {
  return dag_.result_count(v.node) == 1 ? static_cast<std::uint32_t>(dag_.op(v)) : rules::none;
}
std::optional<std::uint64_t> DagClient::literal(Value v) const {
  std::uint64_t bits = 0;
  if (dag_.is_constant(v, bits) || dag_.is_constant_fp(v, bits)) return bits;
  return std::nullopt;
}
std::uint32_t DagClient::width(std::uint32_t type) {
  const Vt t = vt_of(type);
  return t.is_chain() ? 0 : t.bits();
}
KnownBits64 DagClient::known(Value v) {
  const Vt t = dag_.type(v);
  return t.is_integer() && t.bits() <= 64 ? known_bits(dag_, v, limits_, &stats_) : KnownBits64{};
}
unsigned DagClient::sign_bits(Value v) {
  const Vt t = dag_.type(v);
  return t.is_integer() && t.bits() <= 64 ? codegen::sign_bits(dag_, v, limits_, &stats_) : 1;
}
bool DagClient::never_poison(Value v) const { return combining::never_poison(dag_, v); }

Value DagClient::make(std::uint32_t operation, std::uint32_t type, std::span<const Value> operands,
                      std::optional<std::uint64_t> attribute, std::uint32_t flags) {
  const auto op = static_cast<Isd>(operation);
  if (op == Isd::undef) return dag_.undef(vt_of(type));
  return dag_.get(op, vt_of(type), operands, DagPayload{attribute.value_or(0), 0}, static_cast<std::uint16_t>(flags));
}
Value DagClient::literal(std::uint64_t bits, std::uint32_t type) {
  const Vt t = vt_of(type);
  if (t.bits() > 64 || t.is_chain()) return {};
  return t.is_float() ? dag_.constant_fp_bits(bits, t) : dag_.constant(bits, t);
}
void DagClient::replaced(NodeId node, std::span<const Value> out) {
  if (dag_.root && dag_.root.node == node && out[dag_.root.result]) dag_.root = out[dag_.root.result];
}

}  // namespace lathe::codegen
