// Text form of a selection; plan.hpp shows it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lathe/dag/value_text.hpp>
#include <lathe/select/plan.hpp>
#include <lathe/support/text.hpp>

namespace lathe::dag {

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

}  // namespace lathe::dag
