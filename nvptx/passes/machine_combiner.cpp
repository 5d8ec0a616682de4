// The machine combiner on PTX: which operations are associative and commutative there. Integers wrap, so all of theirs but
// what saturates or has a carry are; floating point only where the caller allows other roundings.
#include <lathe/passes/machine_combiner.hpp>

#include <algorithm>

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

}  // namespace

void combine(MachineChain& on, const MachinePassContext& context) {
  MirCode& code = on.code();
  const PassKnobs& knobs = context.options.knobs;
  const MirRegisters registers(code.module(), code.function());
  lathe::passes::MachineCombinerOptions options;
  options.inc_threshold = natural(knobs.machine_combiner_inc_threshold);
  options.fuel = context.fuel;
  context.count(
      lathe::passes::combine(on, Algebra{code, knobs.machine_combiner_float}, registers, options, context.sink()));
}

}  // namespace lathe::nvptx::machine
