// All analyses of a function at once: what `lathe flow` prints.
//
// Gives: a report with its counters, or a typed refusal where the problem is not well formed; its text; its faults by
// all checkers; remarks about code that nobody reaches, that never ends, and cycles without a header.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/check.hpp>
#include <lathe/flow/check_values.hpp>
#include <lathe/flow/frequency.hpp>
#include <lathe/flow/intervals.hpp>
#include <lathe/flow/post_dominators.hpp>
#include <lathe/flow/probability.hpp>
#include <lathe/support/remark.hpp>
#include <lathe/support/stats.hpp>
#include <lathe/support/text.hpp>

namespace lathe::flow {

enum class Refusal : std::uint8_t {
  none,
  bad_problem  ///< check_problem says what is wrong
};

struct Stats {
  std::uint64_t blocks = 0, edges = 0, reachable = 0, exits = 0, endless = 0, loops = 0, deepest = 0, irreducible = 0,
                variables = 0, live_in = 0, live_out = 0, segments = 0, capped = 0, sweeps = 0;
  bool operator==(const Stats&) const = default;
  static constexpr auto fields() {
    return std::array<std::pair<const char*, std::uint64_t Stats::*>, 14>{{
        {"blocks", &Stats::blocks},
        {"edges", &Stats::edges},
        {"reachable blocks", &Stats::reachable},
        {"exits", &Stats::exits},
        {"exits of endless code", &Stats::endless},
        {"loops", &Stats::loops},
        {"deepest loop", &Stats::deepest},
        {"functions with irreducible cycles", &Stats::irreducible},
        {"variables", &Stats::variables},
        {"live into blocks", &Stats::live_in},
        {"live out of blocks", &Stats::live_out},
        {"segments of live intervals", &Stats::segments},
        {"loops that count as most trips", &Stats::capped},
        {"sweeps for frequencies", &Stats::sweeps},
    }};
  }
};

struct ReportOptions {
  ProbabilityOptions probability;  ///< of edges without weights
  FrequencyOptions frequency;      ///< of blocks
};

/// All analyses of one function, with what checkers found where they were asked.
struct Report {
  Refusal refusal = Refusal::none;
  Cfg cfg;
  Order order;
  Dominators dominators{cfg};
  PostDominators post_dominators{cfg, order};
  Loops loops;
  std::vector<double> probability;  ///< per edge by number
  Frequencies frequency;            ///< how often blocks run, the entry once
  LivenessProblem liveness_problem;
  Liveness live;            ///< what is live at blocks' ends
  LiveIntervals intervals;  ///< where each variable lives
  Stats stats;
};

namespace detail {

inline Stats count(const Report& r) {
  Stats s;
  s.blocks = r.cfg.block_count();
  s.edges = r.cfg.edge_count();
  s.reachable = r.order.blocks.size();
  s.exits = r.post_dominators.exits().size();
  for (const Block b : r.post_dominators.exits()) s.endless += !r.cfg.successors(b).empty();
  s.loops = r.loops.loops.size();
  for (const Loops::Loop& loop : r.loops.loops) s.deepest = std::max<std::uint64_t>(s.deepest, loop.depth);
  s.irreducible = r.loops.irreducible;
  s.variables = r.liveness_problem.variables;
  s.live_in = r.live.live_in.size();
  s.live_out = r.live.live_out.size();
  s.segments = r.intervals.segments.size();
  s.capped = r.frequency.capped.size();
  s.sweeps = r.frequency.sweeps;
  return s;
}

template <class Sink>
void make_remarks(const Problem& p, const Report& r, Sink& sink) {
  const auto say = [&](Remark::Kind kind, const char* name, const std::string& text, std::size_t number) {
    sink(Remark{kind, "flow", name, p.name, text, {{"Count", std::to_string(number)}}});
  };
  using enum Remark::Kind;
  const std::size_t unreached = r.cfg.block_count() - r.order.blocks.size();
  if (unreached != 0) say(analysis, "Unreachable", "blocks that the entry does not reach", unreached);
  if (r.stats.endless != 0) say(analysis, "Endless", "sets of blocks that are never left", r.stats.endless);
  if (r.loops.irreducible) say(missed, "Irreducible", "cycles that no header dominates: they make no loop", 1);
  if (r.stats.capped != 0)
    say(analysis, "Capped", "loops that are left too seldom to say how often they turn", r.stats.capped);
  if (!r.frequency.converged) say(missed, "NotConverged", "frequencies are not exact after all sweeps", r.stats.sweeps);
}

inline std::string number_text(double x) {
  std::array<char, 32> out{};
  std::snprintf(out.data(), out.size(), "%.6g", x);
  return out.data();
}

}  // namespace detail

/// Remarks go to `sink`. Cost: that of the analyses.
template <class Sink = NoRemarks>
Report analyse(const Problem& p, const ReportOptions& options = {}, Sink&& sink = {}) {
  Report r;
  if (!check_problem(p).empty()) {
    r.refusal = Refusal::bad_problem;
    return r;
  }
  r.cfg = make_cfg(p);
  r.order = reverse_post_order(r.cfg);
  r.dominators = Dominators(r.cfg);
  r.post_dominators = PostDominators(r.cfg, r.order);
  r.loops = find_loops(r.cfg, r.dominators, r.order);
  const auto is_cold = [&](Block b) { return p.blocks[b].cold; };
  r.probability = edge_probabilities(r.cfg, r.loops, r.order, edge_weights(p, r.cfg), is_cold, options.probability);
  r.frequency = frequencies(r.cfg, r.loops, r.order, r.probability, options.frequency);
  r.liveness_problem = liveness_problem(p);
  r.live = liveness(r.cfg, r.liveness_problem);
  r.intervals = live_intervals(p, r.live);
  r.stats = detail::count(r);
  if constexpr (wants_remarks<Sink>) detail::make_remarks(p, r, sink);
  return r;
}

/// Every fault of every analysis, a line each; empty: all are right.
inline std::vector<std::string> check_report(const Problem& p, const Report& r, const ReportOptions& options = {}) {
  std::vector<std::string> out;
  const auto take = [&](const char* what, const auto& faults) {
    for (const auto& fault : faults)
      out.push_back(std::string(what) + ": " + fault.text + " (at " + std::to_string(fault.place) + ")");
  };
  take("order", check_order(r.cfg, r.order));
  take("dominators", check_dominators(r.cfg, r.dominators));
  take("post-dominators", check_post_dominators(r.cfg, r.post_dominators));
  take("loops", check_loops(r.cfg, r.dominators, r.loops));
  take("probabilities", check_probabilities(r.cfg, r.probability));
  if (out.empty())
    take("frequencies", check_frequencies(r.cfg, r.loops, r.order, r.probability, r.frequency, options.frequency));
  take("liveness", check_liveness(r.cfg, r.liveness_problem, r.live));
  take("intervals", check_intervals(p, r.cfg, r.intervals));
  if (!(r.stats == detail::count(r))) out.push_back("counters: not those of the report");
  return out;
}

/// A line per block that is reached, in reverse post-order; then loops, and the intervals if `with_intervals`.
inline std::string print(const Problem& p, const Report& r, bool with_intervals = false) {
  const auto block = [](Block b) { return b == no_block ? std::string("-") : std::to_string(b); };
  std::string out = "function " + escaped(p.name) + "\n";
  for (const Block b : r.order.blocks) {
    out += "block " + block(b) + " dominator " + block(r.dominators.immediate(b)) + " post-dominator " +
           block(r.post_dominators.immediate(b)) + " depth " + std::to_string(r.loops.depth(b)) + " frequency " +
           detail::number_text(r.frequency.block[b]) + " in";
    for (const std::uint32_t v : r.live.live_in[b]) out += " " + std::to_string(v);
    out += " out";
    for (const std::uint32_t v : r.live.live_out[b]) out += " " + std::to_string(v);
    out += "\n";
  }
  out += "exits";
  for (const Block b : r.post_dominators.exits()) out += " " + block(b);
  out += "\n";
  for (std::uint32_t l = 0; l < r.loops.loops.size(); ++l) {
    const Loops::Loop& loop = r.loops.loops[l];
    out += "loop " + std::to_string(l) + " header " + block(loop.header) + " parent " + block(loop.parent) + " depth " +
           std::to_string(loop.depth) + " blocks";
    for (const Block b : r.order.blocks)
      if (r.loops.contains(l, b)) out += " " + block(b);
    out += "\n";
  }
  if (r.loops.irreducible) out += "irreducible\n";
  if (!with_intervals) return out;
  static constexpr const char* parts[] = {"b", "e", "w", "d"};
  for (std::uint32_t v = 0; v < p.variables; ++v) {
    if (r.intervals.segments[v].empty()) continue;
    out += "live " + std::to_string(v);
    for (const Segment& s : r.intervals.segments[v])
      out += " " + std::to_string(s.begin.entry) + parts[static_cast<int>(s.begin.part)] + ".." +
             std::to_string(s.end.entry) + parts[static_cast<int>(s.end.part)];
    out += "\n";
  }
  return out;
}

}  // namespace lathe::flow
