// What a selection came to, as data: which nodes were emitted, in which order, and what each asked for. With its text
// form, and the judge that the checker (select_check.hpp) may ask.
//
//   selection
//   emit 0
//   emit 3 wants 0:0 1:0
//
// One line per emitted node, in order: the node, and the values that its pattern asked for, in the order of asking.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lathe/dag/value_text.hpp>
#include <lathe/support/text.hpp>

namespace lathe::dag {

struct Selection {
  std::vector<NodeId> nodes;        ///< emitted, in order
  std::vector<std::uint32_t> ends;  ///< per emitted node: where its values end; they begin where the last ended
  std::vector<Value> values;

  std::span<const Value> wants(std::size_t i) const {
    const std::uint32_t begin = i == 0 ? 0 : ends[i - 1];
    return {values.data() + begin, ends[i] - begin};
  }
  void add(NodeId node, std::span<const Value> wanted) {
    nodes.push_back(node);
    values.insert(values.end(), wanted.begin(), wanted.end());
    ends.push_back(static_cast<std::uint32_t>(values.size()));
  }
  bool operator==(const Selection&) const = default;
};

/// The text form.
inline std::string print(const Selection& selection) {
  std::string out = "selection\n";
  for (std::size_t i = 0; i < selection.nodes.size(); ++i) {
    out += "emit " + std::to_string(selection.nodes[i]);
    if (!selection.wants(i).empty()) out += " wants";
    for (const Value v : selection.wants(i)) out += " " + value_text(v);
    out += "\n";
  }
  return out;
}

/// Reads what `print` writes; nothing and "NAME:LINE:COLUMN: ..." in `error` for anything else. O(text).
inline std::optional<Selection> read_selection(std::string_view text, const std::string& name, std::string& error) {
  TextReader in(text, name);
  Selection selection;
  std::vector<Value> wanted;
  if (!in.next_line() || in.word() != "selection") in.fail("expected 'selection', the first word");
  while (!in.failed() && in.next_line()) {
    if (in.word() != "emit") in.fail("expected 'emit NODE [wants VALUES]'");
    if (in.failed()) break;
    const auto node = in.number("a node", 0, no_node - 1);
    wanted.clear();
    if (node && !in.at_end_of_line() && in.word() != "wants") in.fail("expected 'wants' and values, NODE:RESULT");
    while (!in.failed() && !in.at_end_of_line())
      if (const auto v = value_from_text(in.word()))
        wanted.push_back(*v);
      else
        in.fail("expected a value, NODE:RESULT");
    if (!in.failed()) selection.add(static_cast<NodeId>(*node), wanted);
  }
  if (!in.failed()) return selection;
  error = in.error();
  return std::nullopt;
}

template <class J>
concept HasMayFold = requires(const J& judge) {
  { judge.may_fold(NodeId{}, Value{}) } -> std::convertible_to<bool>;
};
template <class J>
concept HasOnce = requires(const J& judge) {
  { judge.once(NodeId{}) } -> std::convertible_to<bool>;
};
/// What the checker may ask of a target's author, apart from the target: `may_fold(user, operand)`: may the pattern of
/// `user` take in the node of this value, which is an operand of `user` or of a node that it took in; `once(node)`:
/// must this node be computed exactly once (a store, a call)?
template <class J>
concept SelectJudge = HasMayFold<J> && HasOnce<J>;

/// One error per missing member, each with the signature to write.
template <class J>
consteval bool explain_select_judge() {
  static_assert(HasMayFold<J>, "dag::SelectJudge wants  bool may_fold(NodeId user, Value operand) const;");
  static_assert(HasOnce<J>, "dag::SelectJudge wants  bool once(NodeId node) const;   // a store, a call");
  return true;
}

/// Lets every pattern take in everything, and every node be computed again.
struct AnySelection {
  bool may_fold(NodeId, Value) const { return true; }
  bool once(NodeId) const { return false; }
};

}  // namespace lathe::dag
