// Kernel expansion: from a modulo schedule to the code of the overlapped loop, as data (expand/data.hpp).
//
// Right for every trip count from 0. check_expansion (expand/check.hpp) runs an expansion and says whether it is;
// apply_expansion (expand/apply.hpp) writes it into the user's IR.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <lathe/expand/builder.hpp>
#include <lathe/expand/data.hpp>
#include <lathe/expand/mve.hpp>
#include <lathe/expand/order.hpp>
#include <lathe/expand/peel.hpp>
#include <lathe/support/remark.hpp>

namespace lathe::modulo {
namespace detail {

template <class = void>
class BasicExpander {
 public:
  BasicExpander(const Problem& p, const Schedule& s, const ExpandOptions& options)
      : p_(p),
        s_(s),
        options_(options),
        limit_(std::min<std::uint64_t>(options.max_instances, 1U << 30U)),
        order_(p, s, limit_) {}

  Expansion run() {
    if (options_.fuel == 0) return refused(ExpandRefusal::out_of_fuel, "no fuel");
    if (order_.refusal != ExpandRefusal::none) return refused(order_.refusal, order_.why);
    if (options_.method == Method::annotate) return annotate();
    if (options_.method == Method::peel) return peel();
    Expansion a = mve();
    if (options_.method == Method::mve) return a;
    Expansion b = peel();
    if (b.refusal != ExpandRefusal::none) return a;
    if (a.refusal != ExpandRefusal::none) return b;
    return a.stats.growth * 100 <= b.stats.growth * options_.automatic_factor ? a : b;
  }

 private:
  static Expansion refused(ExpandRefusal refusal, std::string why) {
    Expansion e;
    e.refusal = refusal;
    e.why = std::move(why);
    return e;
  }
  /// Whether `passes` copies of the body and `copies` more are within the limit, and their operands countable.
  bool fits(std::uint64_t passes, std::uint64_t copies) const {
    const std::uint64_t row = p_.insts.size() + p_.values.size() + p_.edges.size();
    return passes <= limit_ && copies <= limit_ && passes * p_.insts.size() + copies <= limit_ &&
           row <= 0xffffffffU / (passes + 1);
  }
  std::uint64_t sum(const std::vector<std::uint32_t>& counts) const {
    std::uint64_t out = 0;
    for (const std::uint32_t c : counts) out += c;
    return out;
  }
  Expansion mve() const {
    const ExpandRefusal too_large = ExpandRefusal::too_large;
    Rotation r = rotation(p_, order_, options_, limit_);
    if (!fits(order_.stages - 1 + std::min(r.unroll, limit_ + 1), sum(r.names) + 2 * sum(order_.homes)))
      return refused(too_large, "the unrolled kernel is too large");
    return accept(MveExpander(p_, s_, order_, options_, std::move(r)).run());
  }
  Expansion peel() const {
    const Ages a = ages(p_, order_, options_);
    const std::uint64_t each = sum(a.oldest) + 2 * sum(order_.homes);
    if (each > limit_ || !fits(order_.stages, 0) || !fits(order_.stages, each * order_.stages))
      return refused(ExpandRefusal::too_large, "the prologue is too large");
    return accept(PeelExpander(p_, s_, order_, a).run());
  }
  /// The loop as it is. Its instances say order, stage and cycle: they are not to be run once more.
  Expansion annotate() const {
    if (!fits(1, sum(order_.homes))) return refused(ExpandRefusal::too_large, "the body is too large");
    ExpansionBuilder b(p_, s_, order_);
    b.out.method = Method::annotate;
    b.add_homes();
    for (const std::uint32_t inst : order_.iteration_order) b.begin_instance(inst, 0);
    b.end({.role = Role::original, .next = 1});
    b.end({.role = Role::done, .next = 1});
    Expansion e = b.take();
    e.stats.growth = 100;
    return e;
  }
  Expansion accept(Expansion e) const {
    if (options_.max_growth != 0 && e.stats.growth > options_.max_growth)
      return refused(ExpandRefusal::code_growth, "code of " + std::to_string(e.stats.growth) + " % of the body");
    for (std::size_t c = 0; options_.respect_limits && c < p_.sets.size(); ++c)
      if (p_.sets[c].limit != 0 && e.registers[c] > p_.sets[c].limit)
        return refused(ExpandRefusal::register_limit, std::to_string(e.registers[c]) + " registers of class '" +
                                                          p_.sets[c].name + "', which has " +
                                                          std::to_string(p_.sets[c].limit));
    return e;
  }

  const Problem& p_;
  const Schedule& s_;
  const ExpandOptions& options_;
  std::uint64_t limit_;
  PassOrder order_;
};
using Expander = BasicExpander<>;

}  // namespace detail

/// Expands a schedule. Nothing is required of the arguments: what is wrong with them is a refusal.
/// O((stages + unroll) * (instructions + edges)) and the ordering, n log n; no more than options.max_instances allows.
template <class Sink = NoRemarks>
Expansion expand(const Problem& problem, const Schedule& schedule, const ExpandOptions& options = {},
                 Sink&& sink = {}) {
  Expansion e = detail::Expander(problem, schedule, options).run();
  if constexpr (wants_remarks<Sink>) {
    const bool good = e.refusal == ExpandRefusal::none;
    Remark remark{good ? Remark::Kind::passed : Remark::Kind::missed,
                  "modulo",
                  good ? "Expanded" : "NotExpanded",
                  problem.name,
                  e.why,
                  {}};
    if (good) {
      remark.text = std::string(method_names[static_cast<int>(e.method)]) + ": " + std::to_string(e.stages) +
                    " stages, kernel unrolled " + std::to_string(e.unroll) + " times";
      remark.arguments = {{"Method", method_names[static_cast<int>(e.method)]},
                          {"InitiationInterval", std::to_string(e.ii)},
                          {"Stages", std::to_string(e.stages)},
                          {"Unroll", std::to_string(e.unroll)},
                          {"Growth", std::to_string(e.stats.growth)}};
    } else {
      remark.arguments = {{"Reason", to_string(e.refusal)}};
    }
    sink(remark);
  }
  return e;
}

}  // namespace lathe::modulo
