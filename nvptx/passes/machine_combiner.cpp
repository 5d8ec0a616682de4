// The machine combiner on PTX: which operations are associative and commutative there. Integers wrap, so all of theirs but
// what saturates or has a carry are; floating point only where the caller allows other roundings. And which products and sums
// are one instruction, where the caller wants that.
#include <lathe/passes/fuse_products.hpp>
#include <lathe/passes/machine_combiner.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include "nvptx/passes/machine.hpp"
#include "nvptx/views/registers.hpp"

namespace lathe::nvptx::machine {
namespace {

using mir::Op, mir::Type;

struct Algebra {
  const MirCode& code;
  bool floats;
  // By mnemonic; of sums and low products, which are the same for both signs, by size.
  std::optional<std::uint32_t> regroups(MirId i) const {
    const mir::OpDesc& d = code.op(i);
    if (d.vector > 1 || d.has("sat") || d.has("cc")) return {};
    const std::uint32_t mnemonic = code.inst(i).op << 8;
    switch (d.op) {
      case Op::and_:
      case Op::or_:
      case Op::xor_:
        return mnemonic;
      case Op::add:
      case Op::mul:
      case Op::min:
      case Op::max:
        break;
      default:
        return {};
    }
    const bool packed = d.type == Type::u16x2 || d.type == Type::s16x2;
    const bool whole = packed || d.type == Type::s16 || d.type == Type::u16 || d.type == Type::s32 ||
                       d.type == Type::u32 || d.type == Type::s64 || d.type == Type::u64;
    if (!whole) {
      // Rounding towards a side is another one where signs turn; .relu and .xorsign look at each operand.
      const bool plain = !d.has("rm") && !d.has("rp") && !d.has("rz") && !d.has("xorsign") && !d.has("relu");
      return floats && plain && d.type != Type::none ? std::optional(mnemonic) : std::nullopt;
    }
    const std::size_t words = d.op == Op::mul ? 2 : 1;  // mul.lo.s32, add.s32
    if (d.modifiers.size() != words || (d.op == Op::mul && !d.has("lo"))) return {};
    if (d.op == Op::min || d.op == Op::max || packed) return mnemonic;
    return (d.op == Op::mul ? 128U : 1U) + mir::bits_of(d.type);
  }
};

// mad and fma. PTX lets a product and a sum without a rounding mode be contracted; .ftz and .sat are theirs.
class Fusing {
 public:
  explicit Fusing(MirCode& code) : code_(code) {}
  std::optional<std::uint32_t> fuses(MirId sum, MirId product, mir::Reg between) const {
    const std::string text = fused(sum, product, between);
    if (text.empty()) return {};
    return code_.module().op(code_.module().intern(text)).latency;
  }
  MirId make_fused(MirId sum, MirId product, mir::Reg between) {
    const auto s = slots(sum), p = slots(product);
    const mir::Operand all[] = {s[0], p[1], p[2], s[1].kind == Kind::reg && s[1].a == between ? s[2] : s[1]};
    mir::Inst made = code_.function().make(code_.module().intern(fused(sum, product, between)), all);
    made.loc = code_.inst(sum).loc;
    made.line = code_.inst(sum).line;
    return code_.make(made);
  }

 private:
  using Kind = mir::Operand::Kind;
  std::span<const mir::Operand> slots(MirId i) const { return std::as_const(code_).slots(i); }
  bool plain(MirId i, std::size_t modifiers) const {
    const auto s = slots(i);
    if (s.size() != 3 || code_.op(i).modifiers.size() != modifiers || code_.inst(i).guard != mir::none) return false;
    return std::none_of(s.begin(), s.end(), [](const mir::Operand& o) { return o.negated || o.kind == Kind::group; }) &&
           s[0].kind == Kind::reg;
  }
  // The text of the operation; empty: there is none.
  std::string fused(MirId sum, MirId product, mir::Reg between) const {
    const mir::OpDesc &add = code_.op(sum), &mul = code_.op(product);
    if (add.op != Op::add || mul.op != Op::mul) return {};
    const auto s = slots(sum), p = slots(product);
    const bool real = add.type == Type::f32 || add.type == Type::f64;
    const bool ftz = add.has("ftz");
    if (!plain(sum, ftz ? 2 : 1) || !plain(product, real ? (ftz ? 2 : 1) : 2)) return {};
    const auto is_between = [&](const mir::Operand& o) { return o.kind == Kind::reg && o.a == between; };
    if (is_between(s[1]) == is_between(s[2])) return {};
    if (std::none_of(p.begin() + 1, p.end(), [](const mir::Operand& o) { return o.kind == Kind::reg; })) return {};
    const std::string type(mir::to_string(add.type));
    if (real)
      return mul.type == add.type && mul.has("ftz") == ftz ? "fma.rn" + std::string(ftz ? ".ftz." : ".") + type : "";
    const auto whole = [](Type t) { return t == Type::s32 || t == Type::u32 || t == Type::s64 || t == Type::u64; };
    if (!whole(add.type) || !whole(mul.type)) return {};
    if (mul.has("lo") && mir::bits_of(mul.type) == mir::bits_of(add.type)) return "mad.lo." + type;
    if (mul.has("wide") && mir::bits_of(mul.type) == 32 && mir::bits_of(add.type) == 64)
      return "mad.wide." + std::string(mir::to_string(mul.type));
    return {};
  }

  MirCode& code_;
};

}  // namespace

void combine(MachineChain& on, const MachinePassContext& context) {
  MirCode& code = on.code();
  const PassKnobs& knobs = context.options.knobs;
  const MirRegisters registers(code.module(), code.function());
  lathe::passes::MachineCombinerOptions options;
  options.inc_threshold = natural(knobs.machine_combiner_inc_threshold);
  options.fuel = context.fuel;
  const auto regrouped =
      lathe::passes::combine(on, Algebra{code, knobs.machine_combiner_float}, registers, options, context.sink());
  context.count(regrouped);
  if (!knobs.machine_combiner_fuse) return;
  lathe::passes::FuseProductsOptions fusing;
  fusing.fuel = context.fuel - regrouped.changes;
  Fusing forms(code);
  context.count(lathe::passes::fuse_products(on, forms, registers, fusing, context.sink()));
}

}  // namespace lathe::nvptx::machine
