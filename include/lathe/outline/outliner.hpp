// The outliner: from a problem, or a user's program, to a plan.
//
// Instructions become symbols, repeats of the string become groups of sites that are equal up to names of values, and
// of the groups those are chosen that save most by the target's costs. Reruns work on the problem that the round before
// leaves. They need not look at everything: a sequence of instructions that were there before has no more sites than
// it had, so a block in which nothing was worth it, and in which nothing changed, cannot have anything new.
#pragma once

#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <lathe/outline/choose.hpp>
#include <lathe/outline/ingest.hpp>
#include <lathe/outline/remarks.hpp>
#include <lathe/outline/rewrite.hpp>
#include <lathe/outline/suffix_tree.hpp>
#include <lathe/support/maybe_remarks.hpp>

namespace lathe::outline {

/// The default cost model: the problem's own table.
struct TableCosts {
  CostTable table;
  /// Bytes of a call with these parameters and results, wherever it stands.
  std::uint32_t call_bytes(const Interface& i, const Site&) const {
    return table.call + table.parameter * static_cast<std::uint32_t>(i.parameters.size()) +
           table.result * static_cast<std::uint32_t>(i.results.size());
  }
  std::uint32_t frame_bytes(const Interface&) const { return table.frame; }  ///< bytes of the function beside its body
  std::uint32_t least_call_bytes() const { return table.call; }              ///< no call is smaller than this
};

namespace detail {

template <class C, class Sink>
class Outliner {
 public:
  Outliner(const Problem& p, C& costs, const Options& options, Sink& sink)
      : given_(p), costs_(costs), options_(options), sink_(sink) {}

  Plan run() {
    if (options_.min_length == 0) {
      plan_.refusal = Refusal::bad_options;
      return std::move(plan_);
    }
    if (const auto faults = check_problem(given_); !faults.empty()) {
      plan_.refusal = faults.has(ProblemFault::too_long) ? Refusal::too_large : Refusal::broken_problem;
      return std::move(plan_);
    }
    Stats& stats = plan_.stats;
    stats.instructions = given_.insts.size();
    std::vector<std::uint64_t> copies(given_.functions.size(), 1);
    for (std::size_t f = 0; given_.images != 0 && f < copies.size(); ++f) copies[f] = given_.functions[f].images.size();
    for (const Problem::Block& b : given_.blocks)
      for (std::uint32_t i = b.first; i < b.first + b.count; ++i)
        stats.bytes_before += given_.placed_bytes(i) * copies[b.function];
    symbols_.resize(given_.insts.size());
    for (std::uint32_t i = 0; i < given_.insts.size(); ++i) symbols_[i] = symbolizer_.symbol(given_, i);
    active_.assign(given_.blocks.size(), true);
    const Problem* problem = &given_;
    Rewritten next;
    for (round_ = 0; round_ <= options_.reruns && stats.functions < options_.fuel; ++round_) {
      if constexpr (requires { costs_.round(round_); }) costs_.round(round_);
      if (!one_round(*problem) || round_ == options_.reruns) break;
      next = rewrite(*problem, plan_.rounds.back(), options_.calls_are_legal);
      carry_over(next);
      problem = &next.problem;
    }
    if constexpr (requires { costs_.round(0U); }) costs_.round(0U);
    stats.rounds = plan_.rounds.size();
    stats.symbolized = symbolizer_.looked_at();
    stats.structures = symbolizer_.structures();
    stats.symbols = symbolizer_.symbols();
    return std::move(plan_);
  }

 private:
  // Which blocks take part in this round.
  std::vector<bool> wanted(const Problem& p) {
    std::vector<bool> out(p.blocks.size());
    std::uint64_t hot = 0;
    for (std::uint32_t b = 0; b < p.blocks.size(); ++b) {
      const Problem::Block& block = p.blocks[b];
      const Problem::Function& function = p.functions[block.function];
      const bool is_hot = options_.hot_weight != 0 && block.weight >= options_.hot_weight;
      hot += is_hot;
      out[b] = active_[b] && block.count > 1 && !block.no_outline && may_outline_from(function, options_) && !is_hot;
    }
    if (round_ == 0) plan_.stats.hot_blocks = hot;
    return out;
  }

  bool one_round(const Problem& p) {
    Stats& stats = plan_.stats;
    const SymbolString string = make_string(p, symbols_, wanted(p), symbolizer_.symbols());
    stats.string_length += string.symbols.size();
    std::vector<RefusedSites> refused;
    bool tell = false;
    if constexpr (wants_remarks<Sink>) tell = listens(sink_);
    GroupFinder<C> finder(p, string, costs_, options_, stats, tell ? &refused : nullptr);
    {
      RenumberedText text = renumber(string.symbols);
      const RepeatOptions wanted{options_.min_length, options_.leaf_descendants};
      const auto add = [&](const Repeat& repeat) { finder.add(repeat); };
      if (options_.engine == Engine::array)
        for_each_repeat(suffix_array(std::move(text), options_.min_length), wanted, add);
      else
        for_each_repeat(suffix_tree(text), wanted, add);
    }
    Groups groups = finder.take();
    sort_groups(groups);
    if constexpr (wants_remarks<Sink>)
      if (options_.first_round + round_ == 0) tell_refused(p, refused);
    const std::vector<std::uint32_t> worth = worth_it(p, groups);
    std::vector<Chosen> chosen = choose(p, groups, worth, costs_, options_, stats);
    const std::uint64_t left = options_.fuel - stats.functions;
    if (chosen.size() > left) {
      chosen.resize(left);
      stats.out_of_fuel = 1;
    }
    if (chosen.empty()) return false;
    add_round(p, groups, chosen);
    return true;
  }

  // The engines report repeats in orders of their own: ties between groups must not depend on them.
  static void sort_groups(Groups& groups) {
    std::sort(groups.groups.begin(), groups.groups.end(), [&](const Group& a, const Group& b) {
      if (a.length != b.length) return a.length > b.length;
      if (a.sites != b.sites) return a.sites > b.sites;
      for (std::uint32_t s = 0; s < a.sites; ++s) {
        const std::uint32_t x = groups.sites[a.first_site + s].first, y = groups.sites[b.first_site + s].first;
        if (x != y) return x < y;
      }
      return false;
    });
  }

  std::vector<std::uint32_t> worth_it(const Problem& p, const Groups& groups) {
    Weigher<C> weigher(p, groups, costs_, options_);
    const Taken nothing(static_cast<std::uint32_t>(p.insts.size()));
    std::vector<std::uint32_t> out;
    active_.assign(p.blocks.size(), false);
    Evaluation e;
    for (std::uint32_t g = 0; g < groups.groups.size(); ++g) {
      const Group& group = groups.groups[g];
      ++plan_.stats.evaluations;
      if (weigher.weigh(group, nothing, e)) {
        out.push_back(g);
        for (std::uint32_t s = 0; s < group.sites; ++s) active_[groups.sites[group.first_site + s].block] = true;
      } else {
        ++plan_.stats.not_cheaper;
        if constexpr (wants_remarks<Sink>)
          if (listens(sink_) && e.chosen.size() >= 2) not_cheaper(p, groups, e);
      }
    }
    plan_.stats.candidates += out.size();
    return out;
  }

  void add_round(const Problem& p, const Groups& groups, const std::vector<Chosen>& chosen) {
    const std::vector<bool> live = live_after(p);
    SiteReader reader(p, live);
    SiteValues values;
    Round& round = plan_.rounds.emplace_back();
    const std::uint32_t turn = options_.first_round + round_;
    const std::string number = turn > 0 ? std::to_string(turn + 1) + "_" : "";
    // A program that was outlined before has such names already.
    std::vector<std::string_view> names;
    names.reserve(p.functions.size());
    for (const Problem::Function& f : p.functions) names.push_back(f.name);
    std::sort(names.begin(), names.end());
    std::uint32_t next = 0;
    for (std::uint32_t f = 0; f < chosen.size(); ++f) {
      const Evaluation& e = chosen[f].evaluation;
      std::string name;
      do name = "OUTLINED_FUNCTION_" + number + std::to_string(next++);
      while (std::binary_search(names.begin(), names.end(), name));
      round.functions.push_back({std::move(name), e.interface, e.frame_bytes, e.saved(), false});
      for (std::size_t k = 0; k < e.chosen.size(); ++k) {
        PlannedSite site{f, groups.sites[e.chosen[k]], e.call_bytes[k], {}, {}};
        reader.read(site.site.first, e.interface.length, values);
        std::size_t d = 0;
        for (const SiteValues::Value& v : values.values) {
          if (v.parameter) site.arguments.push_back(v.value);
          if (v.defined && (e.results[d / 64] >> (d % 64) & 1) != 0) site.results.push_back(v.value);
          d += v.defined;
        }
        round.sites.push_back(std::move(site));
      }
      plan_.stats.sites += e.chosen.size();
      plan_.stats.bytes_saved += static_cast<std::uint64_t>(e.saved());
      if constexpr (wants_remarks<Sink>)
        if (listens(sink_)) outlined(p, groups, e, round.functions.back().name);
    }
    plan_.stats.functions += chosen.size();
    std::sort(round.sites.begin(), round.sites.end(),
              [](const PlannedSite& a, const PlannedSite& b) { return a.site.first < b.site.first; });
  }

  // Symbols do not depend on names of values, so only calls are new to the symbolizer.
  void carry_over(const Rewritten& next) {
    std::vector<std::uint32_t> symbols(next.problem.insts.size());
    for (std::uint32_t i = 0; i < symbols.size(); ++i)
      symbols[i] =
          next.origin[i] != Rewritten::no_origin ? symbols_[next.origin[i]] : symbolizer_.symbol(next.problem, i);
    symbols_.swap(symbols);
    active_.resize(next.problem.blocks.size());
    for (std::uint32_t b = 0; b < active_.size(); ++b) active_[b] = active_[b] || next.changed[b];
  }

  // ---- remarks
  static std::vector<std::string> places(const Problem& p, const Groups& groups, const Evaluation& e) {
    std::vector<std::string> out;
    out.reserve(e.chosen.size());
    for (const std::uint32_t s : e.chosen) out.push_back(p.place(groups.sites[s].first));
    return out;
  }
  // The first instruction of the first site, where that is one that the user knows.
  std::uint32_t subject(const Problem& p, const Groups& groups, const Evaluation& e) const {
    return &p == &given_ && !e.chosen.empty() ? groups.sites[e.chosen[0]].first : Remark::no_subject;
  }
  void outlined(const Problem& p, const Groups& groups, const Evaluation& e, const std::string& name) {
    sink_(outlined_remark(name, e.saved(), e.interface.length, places(p, groups, e), subject(p, groups, e)));
  }
  void not_cheaper(const Problem& p, const Groups& groups, const Evaluation& e) {
    sink_(not_cheaper_remark(p.functions[p.blocks[groups.sites[e.chosen[0]].block].function].name, e.interface.length,
                             e.chosen.size(), e.outlined, e.inlined, places(p, groups, e), subject(p, groups, e)));
  }

  // The engines find repeats in orders of their own.
  void tell_refused(const Problem& p, std::vector<RefusedSites>& refused) {
    std::sort(refused.begin(), refused.end(), [](const RefusedSites& a, const RefusedSites& b) {
      const auto place = [](const RefusedSites& r) {
        return std::tuple(r.sites[0].first, r.length, r.sites.size(), r.why, r.cls);
      };
      return place(a) < place(b);
    });
    for (const RefusedSites& r : refused) {
      Remark remark{Remark::Kind::missed, "machine-outliner", "DidNotOutline", {}, {}, {}};
      const std::string cls = r.why == SiteRefusal::target ? "" : "'" + p.classes[r.cls].name + "'";
      const std::string why =
          r.why == SiteRefusal::parameter ? "a value of class " + cls + " that they read cannot be passed"
          : r.why == SiteRefusal::result  ? "a value of class " + cls + " that they write cannot be given back"
                                          : "the target keeps them where they are";
      std::vector<std::string> found;
      found.reserve(r.sites.size());
      for (const Site& site : r.sites) found.push_back(p.place(site.first));
      remark.place = p.functions[p.blocks[r.sites[0].block].function].name;
      remark.text = "Did not outline " + std::to_string(r.length) + " instructions from " +
                    std::to_string(found.size()) + " locations: " + why + " (Found at: " + joined(found, 0) + ")";
      remark.arguments = {
          {"Length", std::to_string(r.length)}, {"NumOccurrences", std::to_string(found.size())}, {"Reason", why}};
      for (std::size_t i = 0; i < found.size(); ++i)
        remark.arguments.push_back({"StartLoc" + std::to_string(i), found[i]});
      remark.subject = &p == &given_ ? r.sites[0].first : Remark::no_subject;
      sink_(remark);
    }
  }

  const Problem& given_;
  C& costs_;
  const Options& options_;
  Sink& sink_;
  Plan plan_;
  Symbolizer symbolizer_;
  std::vector<std::uint32_t> symbols_;  // per instruction of the round's problem
  std::vector<bool> active_;            // per block
  std::uint32_t round_ = 0;
};

}  // namespace detail

/// Plans the outlining of a problem by a target's costs. O(n log n) for n instructions whose repeats are as code has
/// them; looking at sites is bounded by Options::work, and what is left out is counted. The plan is the same for either
/// engine. Deterministic.
template <class C, class Sink = NoRemarks>
  requires(!std::same_as<C, Options>)
Plan plan_problem(const Problem& problem, C& costs, const Options& options = {}, Sink&& sink = {}) {
  static_assert(explain_costs<C>());
  return detail::Outliner<C, std::remove_reference_t<Sink>>(problem, costs, options, sink).run();
}
/// The same by the problem's own cost table.
template <class = void>
inline Plan plan_problem(const Problem& problem, const Options& options = {}) {
  TableCosts costs{problem.costs};
  return plan_problem(problem, costs, options);
}

/// Plans the outlining of a program that was taken in: `in.insts`, `in.values` and so on are what the plan's numbers
/// are.
template <class P, class Sink = NoRemarks>
Plan plan(P& program, const Ingested<P>& in, const Options& options = {}, Sink&& sink = {}) {
  CostsOf<P> costs(program, in);
  return plan_problem(in.problem, costs, options, sink);
}
/// Ingests the program and plans for it. Costs: the heads of the steps' files.
template <class P, class Sink = NoRemarks>
Plan plan(P& program, const Options& options = {}, Sink&& sink = {}) {
#include <lathe/outline/outlinable.def>
  if constexpr (Outlinable<P>) return plan(program, ingest(program), options, sink);
  return {};
}

}  // namespace lathe::outline
