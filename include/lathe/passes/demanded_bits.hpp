// Machine code without what changes no bit that anybody looks at: masks and extensions whose bits are known or are not
// asked for, results whose demanded bits are a constant.
//
// `and r, a, 0xffff` goes where a's upper bits are zeros, and where all readers of r look at its low half; so does the
// extension of a part that was cut off. What is known and what is demanded is found across blocks and copies
// (machine_bits.hpp); clients as for peephole.hpp.
// Needs: an Editor; right in SSA form and with several definitions, of which nothing is known then. Code that is
// changed has other bits where nobody looks: program::equal tells it from what was there, running it does not.
// Cost: near linear: each instruction asks at most Options::limits.max_expansion values, in at most `rounds` rounds.
// Source: LLVM's SimplifyDemandedBits and BDCE, and the reference's nvptx-trunc-opts for one mask of 16 bits.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <lathe/passes/changes.hpp>
#include <lathe/passes/machine_bits.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct DemandedBitsOptions {
  std::uint64_t fuel = ~std::uint64_t{0};
  std::uint32_t rounds = 2;  ///< over the code, at most
  bits::Options limits;      ///< of one question
  bool explain = false;      ///< fill DemandedBitsResult::kept
};
enum class DemandedBitsReason : std::uint8_t {
  no_move,  ///< the value cannot stand there, and there is no copy or move for it
};
inline constexpr const char* demanded_bits_reason_names[] = {"no move for it"};
struct DemandedBitsStats {
  std::uint64_t looked_at = 0, operands = 0, constants = 0, extensions = 0, erased = 0;
  static constexpr auto fields() {
    using S = DemandedBitsStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"operations looked at", &S::looked_at}, F{"results that an operand stands for", &S::operands},
                      F{"results that a constant stands for", &S::constants},
                      F{"extensions of what was cut off", &S::extensions}, F{"instructions erased", &S::erased}};
  }
};
template <View P>
using DemandedBitsResult = PassResult<P, DemandedBitsStats, DemandedBitsReason>;

namespace detail {

template <Editor P, class M, class Change, class... Observers>
class DropUndemanded {
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  using Ops = Operations<P, M>;
  using Bits = MachineBits<P, M>;
  using Seen = typename Ops::Seen;
  using Operation = typename Ops::Operation;
  using Known = bits::KnownBits<>;

 public:
  DropUndemanded(Chain<P>& on, M& machine, const DemandedBitsOptions& options, Change& changes,
                 DemandedBitsResult<P>& result, Observers&... observers)
      : options_(options),
        changes_(changes),
        result_(result),
        ops_(on, machine),
        source_(ops_),
        known_(source_, options.limits),
        demanded_(source_, known_, options.limits),
        editing_(on.code(), on, ops_, observers...) {
    static_assert(bits::explain_demand_source<Bits>());
  }

  void run() {
    bool changed = true;
    for (std::uint32_t round = 0; changed && round < options_.rounds; ++round) {
      changed = false;
      // From the ends: what goes asks for fewer bits of what it reads.
      for (auto b = ops_.places.order.blocks.rbegin(); b != ops_.places.order.blocks.rend(); ++b) {
        std::vector<Inst> all;
        for (auto&& i : ops_.code().instructions(ops_.known.blocks[*b])) all.push_back(i);
        for (std::size_t k = all.size(); k-- > 0;) {
          if (stopped_) return;
          if (!std::as_const(editing_).program().where(all[k])) continue;
          changed |= look(all[k]);
        }
      }
    }
  }

 private:
  bool look(const Inst& i) {
    const Operation* const read = ops_.read(i);
    if (read == nullptr || ops_.uses.defs(result_of(ops_.code(), i)) != 1) return false;
    const Operation op = *read;
    const auto named = source_.named(op);
    if (!named) return false;
    ++result_.stats.looked_at;
    const Value result = result_of(ops_.code(), i);
    if (source_.width(result) != named->width || ops_.uses.uses(result) == 0) return false;
    const std::uint64_t wanted = demanded_.demanded(result);
    const Standing at = ops_.places.of(i);
    std::array<Known, Bits::most_operands> x;
    for (std::size_t k = 0; k < op.operands.size(); ++k) x[k] = known(op.operands[k], at);
    const auto found =
        bits::simplify(*named, wanted, std::span<const Known>(x.data(), op.operands.size()), known_.known(result));
    using Kind = bits::Simplification<>::Kind;
    if (found.kind == Kind::constant) return constant(i, found.value);
    if (found.kind == Kind::operand && !op.operands[found.index].literal)
      return value(i, ops_.see(op.operands[found.index], at), result_.stats.operands, "OperandStandsForResult");
    return cut_off(i, op, *named, wanted, at);
  }
  // An extension of a part of a value of the same width, of which nobody looks at more than the part.
  bool cut_off(const Inst& i, const Operation& op, const bits::Operation<>& named, std::uint64_t wanted, Standing at) {
    if ((named.op != bits::Op::zext && named.op != bits::Op::sext) || op.operands[0].literal) return false;
    const Seen part = ops_.see(op.operands[0], at);
    const Operation* const inner = part.def != none ? ops_.read(part.def) : nullptr;
    if (inner == nullptr) return false;
    const auto cut = source_.named(*inner);
    if (!cut || cut->op != bits::Op::trunc || inner->operands[0].literal || inner->operands[0].type != op.type)
      return false;
    const Seen whole = ops_.see(inner->operands[0], ops_.places.of(part.def));
    const std::uint64_t kept = Bits::low(cut->width);
    const bool same = (wanted & ~kept) == 0 || (named.op == bits::Op::zext && whole.is_value && whole.settled &&
                                                (wanted & ~kept & ~known_.known(whole.value).zero) == 0);
    return same && whole.is_value && value(i, whole, result_.stats.extensions, "ExtensionNotNeeded");
  }
  Known known(const typename Ops::Operand& o, Standing at) {
    const unsigned w = ops_.machine().width(o.type);
    if (o.literal) return Known::constant(o.bits & Bits::low(w), w);
    const Seen s = ops_.see(o, at);
    if (s.literal) return Known::constant(s.bits & Bits::low(w), w);
    if (!s.settled || source_.width(s.value) != w) return Known::unknown(w);
    const Known k = known_.known(s.value);
    return k.width == w ? k : Known::unknown(w);
  }
  bool value(const Inst& i, const Seen& x, std::uint64_t& count, const char* why) {
    return change(i, why, count,
                  [&](auto&& may) { return ops_.replace_by_value(editing_, i, x, may, [](std::uint32_t) {}); });
  }
  bool constant(const Inst& i, std::uint64_t bits) {
    return change(i, "ResultIsConstant", result_.stats.constants,
                  [&](auto&& may) { return ops_.replace_by_literal(editing_, i, bits, may, [](std::uint32_t) {}); });
  }
  template <class Do>
  bool change(const Inst& i, const char* why, std::uint64_t& count, Do&& act) {
    std::vector<Value> read;
    ops_.code().for_each_operand(i, [&](const program::Operand<Value>& o) {
      if (!o.is_def()) read.push_back(o.value);
    });
    bool fuel = true;
    const bool done = act([&] {
      fuel = changes_.next(why);
      stopped_ |= !fuel;
      if (fuel)
        changes_.remark(Remark::Kind::passed, why, ops_.code(), i,
                        [&] { return inst_name(ops_.code(), i) + ": changes no bit that is looked at"; });
      return fuel;
    });
    if (!done) {
      if (fuel && options_.explain) result_.kept.push_back({DemandedBitsReason::no_move, i});
      return false;
    }
    ++count;
    ++result_.stats.erased;
    ops_.drop_dead(editing_, read, [&](std::uint32_t) { ++result_.stats.erased; }, [](const Value&) {});
    known_.forget_all();  // bits that nobody looks at are others now
    demanded_.forget_all();
    return true;
  }

  const DemandedBitsOptions& options_;
  Change& changes_;
  DemandedBitsResult<P>& result_;
  Ops ops_;
  Bits source_;
  bits::Analysis<Bits> known_;
  bits::DemandedBits<Bits> demanded_;
  ChainEditing<P, Ops, Observers...> editing_;
  bool stopped_ = false;  // there was one more, and no fuel
};

}  // namespace detail

/// Drops what changes no demanded bit. `pass`: its name in remarks.
template <Editor P, Machine<P> M, class Sink = NoRemarks, class... Observers>
DemandedBitsResult<P> drop_undemanded(Chain<P>& on, M& machine, const DemandedBitsOptions& options = {},
                                      Sink&& sink = {}, const char* pass = "demanded-bits", Observers&... observers) {
  using Change = Changes<std::remove_reference_t<Sink>, Observers...>;
  DemandedBitsResult<P> result;
  Change changes(pass, options.fuel, sink, observers...);
  detail::DropUndemanded<P, M, Change, Observers...>(on, machine, options, changes, result, observers...).run();
  changes.close(result);
  return result;
}
/// On a chain of its own.
template <Editor P, Machine<P> M, class Sink = NoRemarks, class... Observers>
DemandedBitsResult<P> drop_undemanded(P& code, M& machine, const DemandedBitsOptions& options = {}, Sink&& sink = {},
                                      const char* pass = "demanded-bits", Observers&... observers) {
  Chain<P> on(code);
  return drop_undemanded(on, machine, options, sink, pass, observers...);
}

}  // namespace lathe::passes
