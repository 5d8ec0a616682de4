// Fused forms: a sum that reads a product which nobody else reads becomes one instruction that does both, where the critical path
// allows. The second half of the machine combiner; the first is machine_combiner.hpp.
//
//   t = a * b; s = t + c       ->       s = fma a, b, c
//
// One instruction is saved, and t's register. When the result is there changes: the fused form waits for all three, so that a
// late c no longer has the product done beside it where fusing takes longer than a sum. By the trace's metrics
// (flow/follow_trace.hpp) it is fused where the result is there no later, or later by no more than the slack that it has. Of two
// products under one sum that one goes in whose form is ready sooner; the first of equals.
//
// The client says what may be one instruction, so contraction is its matter (which rounding flags allow it):
//   optional<uint32_t> fuses(Inst sum, Inst product, Value between) const;   // its latency; nothing: it may not
//   Inst make_fused(Inst sum, Inst product, Value between);                  // stands nowhere; writes what the sum writes
// Both stand in one block and in SSA form: what the product reads is settled. a and b live on to the sum, t is gone: a change that
// takes a set further above its limit is refused.
// Cost: O(size) and what the trace and the tracker ask for each change. Source: LLVM's MachineCombiner for the question.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lathe/flow/follow_trace.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/passes/pressure_gate.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct FuseProductsOptions {
  std::uint64_t fuel = ~std::uint64_t{0};
  PressureGateOptions pressure;  ///< what a change may cost in registers
  bool explain = false;          ///< fill result.kept
};
enum class FuseReason : std::uint8_t { readers, depth, pressure };
inline constexpr const char* fuse_reason_names[] = {"somebody else reads the product, or it stands elsewhere",
                                                    "the critical path would be longer",
                                                    "pressure would cross a limit or step"};
struct FuseProductsStats {
  std::uint64_t pairs = 0, fused = 0, sooner = 0, depth = 0, pressure = 0;
  static constexpr auto fields() {
    using S = FuseProductsStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"sums of products", &S::pairs}, F{"fused", &S::fused}, F{"of them sooner", &S::sooner},
                      F{"left for the critical path", &S::depth}, F{"left for pressure", &S::pressure}};
  }
};
template <View P>
using FuseProductsResult = PassResult<P, FuseProductsStats, FuseReason>;

/// Who knows the machine's fused instructions: `fuses(sum, product, v)`, the latency of one instruction in place of a
/// product that writes v and of the sum that reads it, nothing where there is none; `make_fused` writes it in their stead.
template <class C, class P>
concept FusesProducts = requires(C& c, const inst_t<P>& i, const value_t<P>& v) {
  { c.fuses(i, i, v) } -> std::convertible_to<std::optional<std::uint32_t>>;
  { c.make_fused(i, i, v) } -> std::convertible_to<inst_t<P>>;
};

namespace detail {

template <Editor P, class Client, class Own, class Change, class... Observers>
class FuseProducts {
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  using Cycles = std::uint64_t;
  using Why = FuseReason;
  struct Way {
    Inst product;
    Value between;
    Cycles ready;
  };

 public:
  FuseProducts(Chain<P>& on, Client& client, const Own& own, const FuseProductsOptions& options, Change& changes,
               FuseProductsResult<P>& result, Observers&... observers)
      : on_(on.start()),
        code_(on.code()),
        client_(client),
        options_(options),
        changes_(changes),
        result_(result),
        trace_(code_, on_.flow(), on_.template get<flow::FollowLoops<P>>()),
        gate_(on, own, options.pressure, false),
        editing_(code_, on_, trace_, observers...) {}

  void run() {
    for (const std::uint32_t b : on_.shape().order.blocks)
      for (const std::uint32_t n : on_.places().instructions(b))
        if (!ended_) look(on_.known().insts[n], b);
  }

 private:
  void look(const Inst sum, std::uint32_t b) {  // a copy: handles move when there are more
    std::vector<Value> reads;
    code_.for_each_operand(sum, [&](const program::Operand<Value>& o) {
      if (!o.is_def() && std::find(reads.begin(), reads.end(), o.value) == reads.end()) reads.push_back(o.value);
    });
    std::optional<Way> best;
    for (const Value& v : reads) {
      const auto by = on_.uses().only_def(v);
      if (!by || code_.effects(*by).has(Effect::phi)) continue;
      const auto latency = client_.fuses(sum, *by, v);
      if (!latency) continue;
      ++result_.stats.pairs;
      if (!alone(*by, v, sum, b)) {
        keep(sum, Why::readers);
        continue;
      }
      Cycles depth = trace_.depth(*by);
      for (const Value& other : reads)
        if (!(other == v)) depth = std::max(depth, ready(other, b));
      if (!best || depth + *latency < best->ready) best = Way{*by, v, depth + *latency};
    }
    if (best) fuse(sum, *best, b);
  }
  bool alone(const Inst& product, const Value& v, const Inst& sum, std::uint32_t b) const {
    return on_.uses().uses(v) == 1 && on_.places().of(product).block == b && !pinned(code_, v) &&
           !on_.live_out().has(v) && on_.places().reads_settled(product, on_.places().of(product)) &&
           on_.places().of(product) < on_.places().of(sum);
  }
  Cycles latency(const Inst& i) const {
    const program::Effects e = code_.effects(i);
    if (e.has(Effect::phi) || e.has(Effect::marker)) return 0;
    if constexpr (Facts(P::facts).has(Fact::latency))
      return code_.latency(i);
    else
      return 1;
  }
  // When it can be read in the block.
  Cycles ready(const Value& v, std::uint32_t b) const {
    if (const auto by = on_.uses().only_def(v))
      if (on_.places().of(*by).block == b) return trace_.depth(*by) + latency(*by);
    return trace_.ready_in(on_.known().blocks[b], v);
  }
  void fuse(const Inst& sum, const Way& way, std::uint32_t b) {
    const Cycles was = trace_.depth(sum) + latency(sum);
    if (way.ready > was && way.ready - was > trace_.slack(sum)) return ++result_.stats.depth, keep(sum, Why::depth);
    if (gate_.spent()) return keep(sum, Why::pressure);
    gate_.begin();
    try_it(sum, way, b);
    const bool worse = gate_.worse();
    if (worse || !changes_.next("Fused")) {
      gate_.back();
      ended_ = !worse;
      if (worse) ++result_.stats.pressure, keep(sum, Why::pressure);
      return;
    }
    gate_.keep();
    changes_.remark(Remark::Kind::passed, "Fused", code_, sum, [&] {
      return inst_name(code_, way.product) + " and " + inst_name(code_, sum) + ": " + std::to_string(way.ready) +
             " cycles instead of " + std::to_string(was);
    });
    ++result_.stats.fused;
    result_.stats.sooner += way.ready < was;
    const Inst made = client_.make_fused(sum, way.product, way.between);
    editing_.insert_before(made, sum);
    editing_.erase(sum);
    editing_.erase(way.product);
  }
  // On the tracker, which nobody asks for the fused form again, and which ends with the pass.
  void try_it(const Inst& sum, const Way& way, std::uint32_t b) {
    if (!gate_.asks()) return;
    std::vector<std::uint32_t> reads;
    std::uint32_t to = none;
    for (const Inst& i : {sum, way.product})
      code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
        if (!o.is_def() && !(o.value == way.between)) reads.push_back(gate_.register_of(o.value));
        if (o.is_def() && i == sum) to = gate_.register_of(o.value);
      });
    gate_.insert(to, reads, b, sum);
    gate_.erase(sum);
    gate_.erase(way.product);
  }
  void keep(const Inst& i, Why why) {
    if (options_.explain) result_.kept.push_back({why, i});
    changes_.remark(Remark::Kind::missed, "NotFused", code_, i,
                    [&] { return inst_name(code_, i) + ": " + fuse_reason_names[static_cast<int>(why)]; });
  }

  Chain<P>& on_;
  P& code_;
  Client& client_;
  const FuseProductsOptions& options_;
  Change& changes_;
  FuseProductsResult<P>& result_;
  flow::FollowTrace<P> trace_;
  PressureGate<P, Own> gate_;
  ChainEditing<P, flow::FollowTrace<P>, Observers...> editing_;
  bool ended_ = false;  // there is no fuel
};

}  // namespace detail

/// Makes sums of products one instruction each, as the head of this file says.
template <Editor P, class Client, class Own, class Sink = NoRemarks, class... Observers>
  requires(FusesProducts<Client, P> && program::RegionOwn<P, Own>)
FuseProductsResult<P> fuse_products(Chain<P>& on, Client& client, const Own& own,
                                    const FuseProductsOptions& options = {}, Sink&& sink = {},
                                    Observers&... observers) {
  using Change = Changes<std::remove_reference_t<Sink>, Observers...>;
  FuseProductsResult<P> result;
  if (on.code().blocks().begin() == on.code().blocks().end()) return result;
  Change changes("machine-combiner", options.fuel, sink, observers...);
  detail::FuseProducts<P, Client, Own, Change, Observers...>(on, client, own, options, changes, result, observers...)
      .run();
  changes.close(result);
  return result;
}
/// On a chain of its own.
template <Editor P, class Client, class Own, class Sink = NoRemarks, class... Observers>
  requires(FusesProducts<Client, P> && program::RegionOwn<P, Own>)
FuseProductsResult<P> fuse_products(P& code, Client& client, const Own& own, const FuseProductsOptions& options = {},
                                    Sink&& sink = {}, Observers&... observers) {
  Chain<P> on(code);
  return fuse_products(on, client, own, options, sink, observers...);
}

}  // namespace lathe::passes
