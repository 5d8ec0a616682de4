// What goes into a legalizer and what comes out: options, refusal, counters, and the trace of what was done, with its
// text form and its remarks.
//
//   legalize-trace
//   rewrite split at 12 made 20 23 becomes 20:0 21:0 / 23:0
//   keep custom at 7
//
// One line per node that a rule saw, in order: the word for what was done, the node, the ids of the nodes that the rule
// made (first and last; left out when there are none), and the values that hold each result, `/` between results, `-`
// for a result that nothing holds. legalize/check.hpp judges a trace against the graphs before and after.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/dag/value_text.hpp>
#include <lathe/legalize/action_table.hpp>
#include <lathe/support/remark.hpp>
#include <lathe/support/stats.hpp>
#include <lathe/support/text.hpp>

namespace lathe::dag {

/// Why a legalizer gave up.
enum class RefusalReason : std::uint8_t {
  none,
  no_rule,         ///< the client has no rule for the node
  cyclic_rule,     ///< what replaces the node depends on it
  missing_result,  ///< a rule left out a result that is used, or the last one of a root
  still_used,      ///< a result of a legal type was given values of another type, and its users go on with it
  bad_value,       ///< a rule gave a value that is not there
  wrong_count,     ///< operations: not one value per result
  wrong_type,      ///< operations: a value of another type than the result
  cyclic_graph,    ///< the graph had a cycle before
  out_of_fuel,     ///< more rewrites than LegalizeOptions::fuel
  too_many_nodes,  ///< more ids than LegalizeOptions::max_nodes
};
constexpr std::string_view to_string(RefusalReason why) {
  constexpr std::string_view names[] = {"legalized",
                                        "there is no rule for the node",
                                        "the rule makes the node of itself",
                                        "the rule left out a result that is used",
                                        "the rule gave a legal result another type, and it is still used",
                                        "the rule gave a value that is not there",
                                        "the rule gave another number of values than the node has results",
                                        "the rule gave a value of another type",
                                        "the graph has a cycle",
                                        "out of fuel",
                                        "the graph grew too large"};
  return names[static_cast<std::size_t>(why)];
}

/// What could not be made legal, and why.
struct Refusal {
  RefusalReason why = RefusalReason::none;  ///< `none`: nothing is wrong
  NodeId node = no_node;                    ///< the one whose turn it was
  Value value{};                            ///< types: the first illegal result, else the first illegal operand, if any
  Action action = Action::legal;            ///< operations: what was to be done
  explicit operator bool() const { return why != RefusalReason::none; }
};

/// One node that a rule saw. Its results' values are found by LegalizeTrace::after.
struct LegalizeStep {
  NodeId node = no_node;                            ///< the id that it had; it may be gone
  std::uint32_t how = 0;                            ///< index into LegalizeTrace::hows
  NodeId first_made = no_node, end_made = no_node;  ///< ids of the nodes that the rule made, the end not included
  std::uint32_t first = 0, results = 0;             ///< in LegalizeTrace::ends; no results: the node was kept
  bool kept() const { return results == 0; }        ///< the rule looked at it, and it stays as it is
  bool operator==(const LegalizeStep&) const = default;
};
/// The steps of a legalizer as data, for its checker and for people.
struct LegalizeTrace {
  std::vector<std::string> hows;  ///< what was done, in words; each once
  std::vector<LegalizeStep> steps;
  std::vector<std::uint32_t> ends;  ///< per result of a step: where its values end; they begin where the last ended
  std::vector<Value> values;

  /// The values that hold result `result` of a step, one level down; none when nothing holds it.
  std::span<const Value> after(const LegalizeStep& step, std::uint32_t result) const {
    const std::uint32_t at = step.first + result, begin = at == 0 ? 0 : ends[at - 1];
    return {values.data() + begin, ends[at] - begin};
  }
  /// The place of the word in `hows`, added where it is new. O(words).
  std::uint32_t how_index(std::string_view how) {
    const auto it = std::find(hows.begin(), hows.end(), how);
    const auto index = static_cast<std::uint32_t>(it - hows.begin());
    if (it == hows.end()) hows.emplace_back(how);
    return index;
  }
  bool operator==(const LegalizeTrace&) const = default;
};

struct LegalizeOptions {
  std::uint64_t fuel = ~0ULL;            ///< rules tried, for bisection
  std::uint32_t max_nodes = 16U << 20U;  ///< ids the graph may hold
  LegalizeTrace* trace = nullptr;        ///< what is done is appended here
};

struct LegalizeStats {
  std::uint64_t visited = 0;    ///< nodes looked at, new ones included
  std::uint64_t rewritten = 0;  ///< nodes replaced by others
  std::uint64_t kept = 0;       ///< nodes that a rule left as they are
  std::uint64_t created = 0;    ///< nodes made
  std::uint64_t updated = 0;    ///< operands set to what stands for a value that was replaced before

  static constexpr auto fields() {
    using F = std::pair<const char*, std::uint64_t LegalizeStats::*>;
    return std::array{F{"visited", &LegalizeStats::visited}, F{"rewritten", &LegalizeStats::rewritten},
                      F{"kept", &LegalizeStats::kept}, F{"created", &LegalizeStats::created},
                      F{"updated", &LegalizeStats::updated}};
  }
};

// ---- text

namespace legalize_detail {

inline std::string values_text(const LegalizeTrace& trace, const LegalizeStep& step) {
  std::string out;
  for (std::uint32_t r = 0; r < step.results; ++r) {
    if (r != 0) out += " /";
    for (const Value v : trace.after(step, r)) out += " " + value_text(v);
    if (trace.after(step, r).empty()) out += " -";
  }
  return out;
}
class TraceReader {
 public:
  TraceReader(std::string_view text, std::string name) : in_(text, std::move(name)) {}
  std::optional<LegalizeTrace> run(std::string& error) {
    if (!in_.next_line() || in_.word() != "legalize-trace")
      in_.fail("expected 'legalize-trace', the first word of a trace");
    while (!in_.failed() && in_.next_line()) step();
    if (!in_.failed()) return std::move(trace_);
    error = in_.error();
    return std::nullopt;
  }

 private:
  void step() {
    const std::string_view verb = in_.word();
    if (verb != "rewrite" && verb != "keep")
      in_.fail("expected 'rewrite' or 'keep', found '" + std::string(verb) + "'");
    if (in_.at_end_of_line()) in_.fail("expected the word for what was done");
    if (in_.failed()) return;
    LegalizeStep s;
    s.how = trace_.how_index(unescaped(in_.word()));
    s.first = static_cast<std::uint32_t>(trace_.ends.size());
    if (in_.word() != "at") in_.fail("expected 'at' and a node");
    if (in_.failed() || !number(s.node)) return;
    std::string_view word = in_.word();
    if (word == "made") {
      NodeId last = 0;
      if (!number(s.first_made) || !number(last)) return;
      if (last < s.first_made) in_.fail("the last node made comes before the first");
      s.end_made = last + 1;
      word = in_.word();
    }
    if (verb == "rewrite" && word != "becomes") in_.fail("expected 'becomes' and the values");
    if (verb == "keep" && !word.empty()) in_.fail("expected the end of the line");
    if (verb == "rewrite") results(s);
    if (!in_.failed()) trace_.steps.push_back(s);
  }
  bool number(NodeId& to) {
    const auto n = in_.number("a node", 0, no_node - 1);
    if (n) to = static_cast<NodeId>(*n);
    return n.has_value();
  }
  void results(LegalizeStep& s) {
    bool none = false;
    const auto close = [&] {
      const auto begin = trace_.ends.empty() ? 0 : trace_.ends.back();
      if (none == (trace_.values.size() != begin)) in_.fail("expected values NODE:RESULT, or - alone, for each result");
      trace_.ends.push_back(static_cast<std::uint32_t>(trace_.values.size()));
      ++s.results;
      none = false;
    };
    while (!in_.failed() && !in_.at_end_of_line()) {
      const std::string_view word = in_.word();
      if (word == "/")
        close();
      else if (word == "-" && !none)
        none = true;
      else if (const auto v = value_from_text(word))
        trace_.values.push_back(*v);
      else
        in_.fail("expected a value, NODE:RESULT, found '" + std::string(word) + "'");
    }
    if (!in_.failed()) close();
  }

  TextReader in_;
  LegalizeTrace trace_;
};

}  // namespace legalize_detail

/// The text form.
inline std::string print(const LegalizeTrace& trace) {
  std::string out = "legalize-trace\n";
  for (const LegalizeStep& step : trace.steps) {
    out += (step.kept() ? "keep " : "rewrite ") + escaped(trace.hows[step.how]) + " at " + std::to_string(step.node);
    if (step.first_made != step.end_made)
      out += " made " + std::to_string(step.first_made) + " " + std::to_string(step.end_made - 1);
    if (!step.kept()) out += " becomes" + legalize_detail::values_text(trace, step);
    out += "\n";
  }
  return out;
}
/// Reads what `print` writes; nothing and "NAME:LINE:COLUMN: ..." in `error` for anything else. O(text).
inline std::optional<LegalizeTrace> read_legalize_trace(std::string_view text, const std::string& name,
                                                        std::string& error) {
  return legalize_detail::TraceReader(text, name).run(error);
}

/// One remark per step from `first_step` on, named by what was done, and one for a refusal.
template <class Sink>
void remark_steps(const LegalizeTrace& trace, std::size_t first_step, const Refusal& refusal, const char* family,
                  Sink&& sink) {
  for (std::size_t i = first_step; i < trace.steps.size(); ++i) {
    const LegalizeStep& step = trace.steps[i];
    Remark remark{
        step.kept() ? Remark::Kind::analysis : Remark::Kind::passed, family, trace.hows[step.how], {}, {}, {}};
    const std::string node = "node " + std::to_string(step.node);
    remark.text = step.kept() ? node + " stays" : node + " became" + legalize_detail::values_text(trace, step);
    remark.arguments = {{"Node", std::to_string(step.node)}, {"Made", std::to_string(step.end_made - step.first_made)}};
    sink(remark);
  }
  if (!refusal) return;
  Remark remark{Remark::Kind::missed, family, "NotLegalized", {}, std::string(to_string(refusal.why)), {}};
  remark.arguments = {{"Node", std::to_string(refusal.node)}};
  if (refusal.value) remark.arguments.emplace_back("Value", value_text(refusal.value));
  if (refusal.action != Action::legal) remark.arguments.emplace_back("Action", to_string(refusal.action));
  sink(remark);
}

}  // namespace lathe::dag
