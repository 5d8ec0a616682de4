// Strength reduction on PTX: which instructions are sums, what they cost as SASS, and which accesses take offsets.
//
// Costs are instructions of ptxas' code: 64-bit sums are two; a product of 32 bits that one 64-bit sum reads goes into it
// (IMAD.WIDE), and so does a shift (LEA).
#include <lathe/passes/reuse_sums.hpp>
#include <lathe/passes/strength_reduction.hpp>

#include <optional>

#include "nvptx/passes/machine.hpp"
#include "nvptx/passes/pass_list.hpp"
#include "nvptx/views/registers.hpp"

namespace lathe::nvptx::machine {
namespace {

using mir::Op, mir::Operand, mir::Type;
using Kind = Operand::Kind;
using Step = lathe::passes::LinearStep<mir::Reg>;

class PtxSums {
 public:
  explicit PtxSums(MachineChain& on) : on_(on), code_(on.code()) {}

  std::optional<std::uint64_t> constant_of(mir::Reg v) const {
    const Operand* const o = code_.constant_operand(v);
    if (o == nullptr || o->kind != Kind::imm) return {};
    return static_cast<std::uint64_t>(o->value);
  }
  std::optional<Step> linear(MirId i) const {
    const mir::OpDesc& d = code_.op(i);
    const auto s = slots(i);
    if (code_.inst(i).guard != mir::none || s.size() < 2 || s[0].kind != Kind::reg || d.has("sat") || d.has("cc"))
      return {};
    const unsigned bits = mir::bits_of(code_.function().regs[s[0].a].type);
    if (bits != 32 && bits != 64) return {};
    Step out;
    out.bits = bits;
    if (!fill(out, d, s)) return {};
    return out;
  }
  std::uint32_t cost(MirId i) const {
    const mir::OpDesc& d = code_.op(i);
    const auto s = slots(i);
    const bool wide = mir::bits_of(code_.function().regs[s[0].a].type) == 64;
    switch (d.op) {
      case Op::mov:
        return 0;
      case Op::mul:
        return d.has("wide") ? (into_sum(s[0].a) ? 0 : 1) : wide ? 4 : 1;
      case Op::mad:
        return d.has("wide") || !wide ? 1 : 4;
      case Op::shl:
        return into_sum(s[0].a) ? 0 : wide ? 2 : 1;
      case Op::add:
        if (wide)
          for (const Operand& o : s.subspan(1))
            if (o.kind == Kind::reg && is_product(o.a)) return 1;
        return wide ? 2 : 1;
      default:
        return wide ? 2 : 1;
    }
  }
  std::uint32_t sum_cost(mir::Reg like) const { return mir::bits_of(code_.function().regs[like].type) == 64 ? 2 : 1; }

  MirId make_sum(mir::Reg to, mir::Reg a, mir::Reg b) {
    return make("add.s", "", to, Operand::make_reg(a), Operand::make_reg(b));
  }
  MirId make_sum(mir::Reg to, mir::Reg a, std::uint64_t n) {
    return make("add.s", "", to, Operand::make_reg(a), immediate(to, n));
  }
  MirId make_product(mir::Reg to, mir::Reg a, mir::Reg b) {
    return make("mul.lo.s", "", to, Operand::make_reg(a), Operand::make_reg(b));
  }
  MirId make_constant(mir::Reg to, std::uint64_t n) {
    const Operand slots[] = {Operand::make_reg(to), immediate(to, n)};
    return code_.make(code_.function().make(code_.module().intern(width(to) == 64 ? "mov.b64" : "mov.b32"), slots));
  }
  bool reaches(MirId i, mir::Reg v, std::int64_t n) const {
    if (!takes_offsets(code_.op(i)) || code_.inst(i).guard == v) return false;
    bool fine = true;
    for (const Operand& o : slots(i)) {
      fine &= o.kind != Kind::reg || o.a != v;
      if (o.kind == Kind::mem_reg && o.a == v) {
        // ptxas' accesses take 24 bits.
        constexpr std::int64_t reach = (1 << 23) - 1;
        fine &= n >= -reach && n <= reach && o.value >= -reach && o.value <= reach && o.value + n >= -reach &&
                o.value + n <= reach;
      }
    }
    return fine;
  }
  MirId displaced(MirId i, mir::Reg v, mir::Reg by, std::int64_t n) {
    const MirId made = code_.clone(i);
    for (Operand& o : code_.slots(made))
      if (o.kind == Kind::mem_reg && o.a == v) o.a = by, o.value += n;
    return made;
  }

 private:
  using Slots = std::span<const Operand>;
  Slots slots(MirId i) const { return std::as_const(code_).slots(i); }
  unsigned width(mir::Reg r) const { return mir::bits_of(code_.function().regs[r].type); }
  Operand immediate(mir::Reg to, std::uint64_t n) const {
    return Operand::make_imm(width(to) == 64 ? static_cast<std::int64_t>(n) : static_cast<std::int32_t>(n));
  }
  MirId make(const std::string& op, const char* end, mir::Reg to, const Operand& a, const Operand& b) {
    const Operand slots[] = {Operand::make_reg(to), a, b};
    return code_.make(code_.function().make(code_.module().intern(op + std::to_string(width(to)) + end), slots));
  }
  bool is_reg(const Operand& o, unsigned bits) const { return o.kind == Kind::reg && !o.negated && width(o.a) == bits; }
  // factor * operand; a constant joins the constant.
  bool add(Step& out, const Operand& o, std::uint64_t factor) const {
    if (o.kind == Kind::imm) return out.constant += factor * static_cast<std::uint64_t>(o.value), true;
    if (!is_reg(o, out.bits)) return false;
    out.add({o.a, factor});
    return true;
  }
  bool product(Step& out, const mir::OpDesc& d, const Operand& a, const Operand& b) const {
    const Operand& number = a.kind == Kind::imm ? a : b;
    const Operand& other = a.kind == Kind::imm ? b : a;
    const auto n = static_cast<std::uint64_t>(number.value);
    if (d.has("wide")) {
      if (out.bits != 64 || mir::bits_of(d.type) != 32 || number.kind != Kind::imm || !is_reg(other, 32)) return false;
      const bool sign = mir::is_signed(d.type);
      const std::uint64_t factor =
          sign ? static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(n))) : n & 0xffffffffU;
      out.add({other.a, factor, {}, 32, sign});
      return true;
    }
    if (!d.has("lo") || mir::bits_of(d.type) != out.bits) return false;
    if (number.kind == Kind::imm) return add(out, other, n);
    if (!is_reg(a, out.bits) || !is_reg(b, out.bits)) return false;
    out.add({a.a, 1, b.a});
    return true;
  }
  static bool is_integer(Type t) { return t == Type::s32 || t == Type::u32 || t == Type::s64 || t == Type::u64; }
  bool fill(Step& out, const mir::OpDesc& d, Slots s) const {
    switch (d.op) {
      case Op::mov:
        return s.size() == 2 && d.modifiers.size() == 1 && mir::bits_of(d.type) == out.bits && add(out, s[1], 1);
      case Op::add:
      case Op::sub:
        return s.size() == 3 && d.modifiers.size() == 1 && is_integer(d.type) && mir::bits_of(d.type) == out.bits &&
               add(out, s[1], 1) && add(out, s[2], d.op == Op::add ? 1 : ~std::uint64_t{0});
      case Op::shl:
        return s.size() == 3 && s[2].kind == Kind::imm && s[2].value >= 0 && s[2].value < out.bits &&
               mir::bits_of(d.type) == out.bits && add(out, s[1], std::uint64_t{1} << s[2].value);
      case Op::mul:
        return s.size() == 3 && d.modifiers.size() == 2 && is_integer(d.type) && product(out, d, s[1], s[2]);
      case Op::mad:
        return s.size() == 4 && d.modifiers.size() == 2 && is_integer(d.type) && product(out, d, s[1], s[2]) &&
               add(out, s[3], 1);
      case Op::cvt:
        if (s.size() != 2 || d.modifiers.size() != 2 || !is_integer(d.type) || !is_integer(d.dst_type) ||
            mir::bits_of(d.type) != 32 || out.bits != 64 || mir::bits_of(d.dst_type) != 64 || !is_reg(s[1], 32))
          return false;
        out.add({s[1].a, 1, {}, 32, mir::is_signed(d.type)});
        return true;
      default:
        return false;
    }
  }
  // Does one 64-bit sum read it, and nobody else?
  bool into_sum(mir::Reg r) const {
    if (on_.uses().uses(r) != 1) return false;
    bool out = false;
    on_.uses().for_each_use(
        r, [&](MirId u, std::uint32_t) { out = code_.op(u).op == Op::add && width(slots(u)[0].a) == width(r); });
    return out;
  }
  bool is_product(mir::Reg r) const {
    const auto by = on_.uses().only_def(r);
    return by && code_.op(*by).op == Op::mul && code_.op(*by).has("wide") && on_.uses().uses(r) == 1;
  }

  MachineChain& on_;
  MirCode& code_;
};

}  // namespace

void reduce_strength(MachineChain& on, const MachinePassContext& context) {
  MirCode& code = on.code();
  const MirRegisters registers(code.module(), code.function(), context.registers(code));
  const PassKnobs& knobs = context.options.knobs;
  PtxSums sums(on);
  std::uint64_t fuel = context.fuel;
  if (knobs.strength_reduction_loops) {
    lathe::passes::StrengthReductionOptions options;
    options.fuel = fuel;
    options.chain = natural(knobs.strength_reduction_chain);
    const auto result = lathe::passes::reduce_strength(on, sums, registers, options, context.sink());
    context.count(result);
    fuel -= result.changes;
  }
  if (!knobs.strength_reduction_sums) return;
  lathe::passes::ReuseSumsOptions options;
  options.fuel = fuel;
  context.count(lathe::passes::reuse_sums(on, sums, registers, options, context.sink()));
}

}  // namespace lathe::nvptx::machine
