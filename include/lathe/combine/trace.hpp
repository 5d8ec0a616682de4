// What the combiner did, rewrite by rewrite: data, its text form, and the COVERED / INCLUDED lines.
//
//   combine-trace
//   rewrite fold-add at 12 becomes 15:0 covered 12 9 included 15 16
//
// One line per rewrite: the rule, the node, one value per result (`-`: the result stays), the nodes that were there
// before and are gone after (the node itself, what only it used, what became equal to another node), and the nodes that
// the rewrite added and that stayed. check.hpp replays it.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/dag/value.hpp>
#include <lathe/support/text.hpp>

namespace lathe::dag {

/// One rewrite: `rule` fired at `node`, whose results became the trace's `results` values from `first` on. Its covered
/// and included nodes begin at these places and end where those of the next step begin.
struct CombineStep {
  std::uint32_t rule = 0;      ///< its number in the rule set
  NodeId node = no_node;       ///< the node that was replaced; it may be gone by now
  std::uint32_t first = 0;     ///< into CombineTrace::values
  std::uint32_t results = 0;   ///< how many results the node has
  std::uint32_t covered = 0;   ///< into CombineTrace::covered_nodes
  std::uint32_t included = 0;  ///< into CombineTrace::included_nodes
  bool operator==(const CombineStep&) const = default;
};
/// What a combiner did, step by step: enough to do it again on a copy of the graph.
struct CombineTrace {
  std::vector<CombineStep> steps;
  std::vector<Value> values;
  /// Nodes that went, and that came, of all steps one after the other.
  std::vector<NodeId> covered_nodes, included_nodes;

  /// What stands for the results of the step's node.
  std::span<const Value> after(const CombineStep& step) const { return {values.data() + step.first, step.results}; }
  /// Nodes that step `i` took away, in the order in which they went.
  std::span<const NodeId> covered(std::size_t i) const { return part(covered_nodes, i, &CombineStep::covered); }
  /// Nodes that step `i` added.
  std::span<const NodeId> included(std::size_t i) const { return part(included_nodes, i, &CombineStep::included); }
  /// Keeps the first `count` steps.
  void truncate(std::size_t count) {
    if (count >= steps.size()) return;
    values.resize(steps[count].first);
    covered_nodes.resize(steps[count].covered);
    included_nodes.resize(steps[count].included);
    steps.resize(count);
  }
  bool operator==(const CombineTrace&) const = default;

 private:
  std::span<const NodeId> part(const std::vector<NodeId>& nodes, std::size_t i,
                               std::uint32_t CombineStep::* begin) const {
    const std::size_t from = steps[i].*begin;
    const std::size_t to = i + 1 < steps.size() ? steps[i + 1].*begin : nodes.size();
    return {nodes.data() + from, to - from};
  }
};

namespace detail {

inline void append_nodes(std::string& out, std::string_view what, std::span<const NodeId> nodes) {
  if (nodes.empty()) return;
  out += what;
  for (const NodeId id : nodes) out += " " + std::to_string(id);
}

template <class Names>
class TraceReader {
 public:
  TraceReader(std::string_view text, std::string name, const Names& names, unsigned first_line)
      : in_(text, std::move(name), first_line), names_(names) {}

  std::optional<CombineTrace> run(std::string& error) {
    if (!in_.next_line() || in_.word() != "combine-trace")
      in_.fail("expected 'combine-trace', the first word of a trace");
    while (!in_.failed() && in_.next_line()) step();
    if (!in_.failed()) return std::move(trace_);
    error = in_.error();
    return std::nullopt;
  }

 private:
  static constexpr std::int64_t last = no_node - 1;
  static std::uint32_t narrow(std::size_t n) { return static_cast<std::uint32_t>(n); }

  void expect(std::string_view wanted) {
    if (!in_.failed() && in_.word() != wanted) in_.fail("expected '" + std::string(wanted) + "'");
  }
  void step() {
    expect("rewrite");
    CombineStep s;
    s.first = narrow(trace_.values.size());
    s.covered = narrow(trace_.covered_nodes.size());
    s.included = narrow(trace_.included_nodes.size());
    if (in_.failed()) return;
    const std::string_view rule = in_.word();
    while (s.rule < names_.count() && std::string_view(names_.name(s.rule)) != rule) ++s.rule;
    if (s.rule == names_.count()) in_.fail("expected the name of a rule, found '" + std::string(rule) + "'");
    expect("at");
    if (in_.failed()) return;
    const auto node = in_.number("a node", 0, last);
    expect("becomes");
    if (in_.failed()) return;
    s.node = static_cast<NodeId>(*node);
    for (std::vector<NodeId>* list = nullptr; !in_.failed() && !in_.at_end_of_line();) {
      const std::string_view word = in_.word();
      if (word == "covered" && list == nullptr)
        list = &trace_.covered_nodes;
      else if (word == "included" && list != &trace_.included_nodes)
        list = &trace_.included_nodes;
      else if (list == nullptr)
        value(word);
      else if (const auto id = number(word))
        list->push_back(*id);
    }
    s.results = narrow(trace_.values.size()) - s.first;
    if (s.results == 0) in_.fail("expected the values that the results become, NODE:RESULT or -");
    trace_.steps.push_back(s);
  }
  std::optional<std::uint32_t> number(std::string_view word) {
    std::uint32_t value = 0;
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (code == std::errc{} && end == word.data() + word.size() && value != no_node) return value;
    in_.fail("expected a number from 0 to " + std::to_string(last) + ", found '" + std::string(word) + "'");
    return std::nullopt;
  }
  void value(std::string_view word) {
    if (word == "-") {
      trace_.values.push_back({});
      return;
    }
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos) {
      in_.fail("expected a value, NODE:RESULT or -, found '" + std::string(word) + "'");
      return;
    }
    const auto node = number(word.substr(0, colon));
    const auto result = node ? number(word.substr(colon + 1)) : std::nullopt;
    if (result) trace_.values.push_back({*node, *result});
  }

  TextReader in_;
  const Names& names_;
  CombineTrace trace_;
};

}  // namespace detail

/// The text form. `names` has count() and name(rule): a rule set, or a RuleTable. Names must be words. Rules that share
/// a name are read as the first of them; the checker takes the one that fires.
template <class Names>
std::string print(const CombineTrace& trace, const Names& names) {
  std::string out = "combine-trace\n";
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const CombineStep& step = trace.steps[i];
    out += "rewrite " + std::string(names.name(step.rule)) + " at " + std::to_string(step.node) + " becomes";
    for (const Value v : trace.after(step))
      out += v ? " " + std::to_string(v.node) + ":" + std::to_string(v.result) : std::string(" -");
    detail::append_nodes(out, " covered", trace.covered(i));
    detail::append_nodes(out, " included", trace.included(i));
    out += "\n";
  }
  return out;
}
/// Reads what `print` writes; nothing and "NAME:LINE:COLUMN: ..." in `error` for anything else. `first_line`: the
/// number of the text's first line, where it is a part of a file. O(text * rules).
template <class Names>
std::optional<CombineTrace> read_trace(std::string_view text, const std::string& name, const Names& names,
                                       std::string& error, unsigned first_line = 1) {
  return detail::TraceReader<Names>(text, name, names, first_line).run(error);
}

/// Two lines per rewrite: "COVERED: RULE NODES", what the rule's pattern took away, and "INCLUDED: RULE NODES", what
/// it put there.
template <class Names>
std::string print_coverage(const CombineTrace& trace, const Names& names) {
  std::string out;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const std::string rule(names.name(trace.steps[i].rule));
    detail::append_nodes(out += "COVERED: " + rule, "", trace.covered(i));
    detail::append_nodes(out += "\nINCLUDED: " + rule, "", trace.included(i));
    out += "\n";
  }
  return out;
}

}  // namespace lathe::dag
