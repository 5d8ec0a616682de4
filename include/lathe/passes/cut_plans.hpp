// Plans of cuts that are asked for again and again while others are carried out: what Cuts::plan says, kept as long as it is
// still what it would say.
//
// Within a round places only become less crowded. So a value only comes again at fewer places than it was planned to, lives
// through no fewer, and costs no more; a plan that relieves nothing any more will never again. A place at which it comes
// stays one as long as the way between it and the mention in front of it in the same block is crowded: it is firm. What the
// firm places cost is the least that a plan made anew could cost, and one of which all are firm is what that would be.
//
// Cost: a plan what Cuts::plan costs, made again where a place that is not firm may have changed; an answer
// O(log blocks in which the value lives) for each span that was eased since the last one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <lathe/passes/cuts.hpp>

namespace lathe::passes::detail {

/// `Round` is a Cuts; cost(Return) as in Cuts::plan. All of them outlive it.
template <class Round, class Cost>
class CutPlans {
  struct Plan {
    std::shared_ptr<const Cut> first, now;
    std::vector<std::uint64_t> costs;  // per place at which it comes
    std::vector<bool> firm;            // the same
    std::vector<std::uint32_t> needs;  // operands that have to live on, ascending
    std::uint64_t firm_cost = 0;
    std::size_t firm_count = 0, seen = 0;  // of what was eased
    bool stale = false;
  };

 public:
  CutPlans(Round& round, AsLast last, std::uint64_t& steps, const Cost& cost,
           const std::vector<CrowdedMap::Span>& eased)
      : r_(round), last_(last), steps_(steps), cost_(cost), eased_(eased), plans_(round.numbers.values()) {}

  /// As it was when it was first asked for.
  const Cut& first(std::uint32_t v) { return *plan(v).first; }
  /// A plan that relieves all that one made now would, and more perhaps.
  const Cut& at_most(std::uint32_t v) { return *plan(v).now; }
  /// At most what a plan made now would cost.
  std::uint64_t least_cost(std::uint32_t v) { return plan(v).firm_cost; }
  /// Would it come in the block, now as well, and because of what is crowded there?
  bool surely_in(std::uint32_t v, std::uint32_t block) {
    const Plan& p = plan(v);
    const auto& all = p.now->returns;
    const auto from = std::partition_point(all.begin(), all.end(), [&](const Return& b) { return b.block < block; });
    for (auto at = from; at != all.end() && at->block == block; ++at)
      if (p.firm[static_cast<std::size_t>(at - all.begin())]) return true;
    return false;
  }
  /// What a plan made now is.
  std::shared_ptr<const Cut> now(std::uint32_t v) {
    Plan& p = plan(v);
    if (p.stale && p.firm_count != p.firm.size()) make(v, p);
    return p.now;
  }
  /// What has to live on for it. Of now(v).
  const std::vector<std::uint32_t>& needs(std::uint32_t v) { return plan(v).needs; }

 private:
  Plan& plan(std::uint32_t v) {
    std::unique_ptr<Plan>& p = plans_[v];
    if (p == nullptr) {
      p = std::make_unique<Plan>();
      make(v, *p);
      p->first = p->now;
    }
    for (; p->seen < eased_.size(); ++p->seen) {
      const CrowdedMap::Span& s = eased_[p->seen];
      const auto homes = r_.crowded.homes(v);
      if (std::binary_search(homes.begin(), homes.end(), s.block)) ease(v, *p, s);
    }
    return *p;
  }
  void make(std::uint32_t v, Plan& p) {
    p.costs.clear();
    auto cut = std::make_shared<Cut>(r_.plan(v, last_, steps_, [&](const Return& back) {
      p.costs.push_back(cost_(back));
      return p.costs.back();
    }));
    p.firm.assign(cut->returns.size(), false);
    p.firm_cost = p.firm_count = 0;
    p.needs.clear();
    for (std::size_t k = 0; k < cut->returns.size(); ++k) {
      const Return& back = cut->returns[k];
      const auto& more = r_.way(back.way).extended;
      p.needs.insert(p.needs.end(), more.begin(), more.end());
      p.firm[k] = r_.crowded.crowded(v, gap(v, back), place(back));
      p.firm_cost += p.firm[k] ? p.costs[k] : 0;
      p.firm_count += p.firm[k];
    }
    std::sort(p.needs.begin(), p.needs.end());
    p.needs.erase(std::unique(p.needs.begin(), p.needs.end()), p.needs.end());
    p.stale = false;
    p.seen = eased_.size();
    p.now = std::move(cut);
  }
  std::uint32_t place(const Return& back) const {
    return back.inst == program::none ? r_.numbers.first(back.block + 1) : back.inst;
  }
  std::uint32_t gap(std::uint32_t v, const Return& back) const {
    return r_.crowded.gap_begin(v, r_.numbers.first(back.block), place(back));
  }
  void ease(std::uint32_t v, Plan& p, const CrowdedMap::Span& s) {
    const std::uint32_t first = r_.numbers.first(s.block), end = r_.numbers.first(s.block + 1);
    const bool mentioned = r_.crowded.gap_begin(v, first, end) != first;
    if (!mentioned && r_.crowded.crowded_in(v, s.block)) return;
    p.stale = true;
    const auto& all = p.now->returns;
    const auto behind = std::partition_point(all.begin(), all.end(), [&](const Return& back) {
      return back.block < s.block || (back.block == s.block && place(back) <= s.begin);
    });
    for (auto at = behind; at != all.end() && at->block == s.block; ++at) {
      const std::uint32_t begin = gap(v, *at);
      if (begin >= s.end) break;
      const auto k = static_cast<std::size_t>(at - all.begin());
      if (!p.firm[k] || r_.crowded.crowded(v, begin, place(*at))) continue;
      p.firm[k] = false;
      p.firm_cost -= p.costs[k];
      --p.firm_count;
    }
  }

  Round& r_;
  AsLast last_;
  std::uint64_t& steps_;
  const Cost& cost_;
  const std::vector<CrowdedMap::Span>& eased_;
  std::vector<std::unique_ptr<Plan>> plans_;  // per value
};

}  // namespace lathe::passes::detail
