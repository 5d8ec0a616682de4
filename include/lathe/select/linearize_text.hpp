// Problems of the linear order: from any type with three members, and as text.
//
//   linear
//   item 3
//   item 1 after 0
//
// One line per item, numbered from 0: its rank, and the items that it depends on, which may come later in the text.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <lathe/select/linearize.hpp>
#include <lathe/support/text.hpp>
#include <lathe/support/told.hpp>

namespace lathe::dag {

template <class P>
concept HasItemCount = requires(const P& input) {
  { input.size() } -> std::convertible_to<std::uint32_t>;
};
template <class P>
concept HasItemsBefore = requires(const P& input) {
  { *input.before(std::uint32_t{}).begin() } -> std::convertible_to<std::uint32_t>;
  { input.before(std::uint32_t{}).end() };
};
template <class P>
concept HasItemRank = requires(const P& input) {
  { input.rank(std::uint32_t{}) } -> std::convertible_to<std::uint64_t>;
};
/// Anything whose items can be put into a linear order.
template <class P>
concept LinearInput = HasItemCount<P> && HasItemsBefore<P> && HasItemRank<P>;

/// One error per missing member, each with the signature to write.
template <class P>
consteval bool explain_linear_input() {
  static_assert(told(HasItemCount<P>),
                "dag::LinearInput wants  uint32_t size() const;                       // items 0 ..");
  static_assert(told(HasItemsBefore<P>),
                "dag::LinearInput wants  range<uint32_t> before(uint32_t item) const;  // what it depends on");
  static_assert(
      told(HasItemRank<P>),
      "dag::LinearInput wants  uint64_t rank(uint32_t item) const;           // its wished place, small first");
  return true;
}

/// The problem of any input. O(items + dependences).
template <class P>
LinearProblem ingest(const P& input) {
  static_assert(explain_linear_input<P>());
  LinearProblem problem;
  const std::uint32_t size = input.size();
  for (std::uint32_t item = 0; item < size; ++item) {
    auto&& range = input.before(item);
    const auto end = range.end();
    for (auto it = range.begin(); it != end; ++it) problem.edges.push_back(*it);
    problem.close(input.rank(item));
  }
  return problem;
}

/// The text form. Precondition: the problem's arrays fit together.
inline std::string print(const LinearProblem& problem) {
  std::string out = "linear\n";
  for (std::uint32_t item = 0; item < problem.size(); ++item) {
    out += "item " + std::to_string(problem.rank[item]);
    if (!problem.before(item).empty()) out += " after";
    for (const std::uint32_t earlier : problem.before(item)) out += " " + std::to_string(earlier);
    out += "\n";
  }
  return out;
}

/// Reads what `print` writes; nothing and "NAME:LINE:COLUMN: ..." in `error` for anything else. Ranks are below 2^63.
inline std::optional<LinearProblem> read_linear(std::string_view text, const std::string& name, std::string& error) {
  TextReader in(text, name);
  LinearProblem problem;
  if (!in.next_line() || in.word() != "linear") in.fail("expected 'linear', the first word of a problem");
  while (!in.failed() && in.next_line()) {
    if (in.word() != "item") in.fail("expected 'item RANK [after ITEMS]'");
    if (in.failed()) break;
    const auto rank = in.number("a rank", 0);
    if (rank && !in.at_end_of_line() && in.word() != "after") in.fail("expected 'after' and the items before it");
    while (!in.failed() && !in.at_end_of_line())
      if (const auto item = in.number("an item", 0, 0xfffffffe))
        problem.edges.push_back(static_cast<std::uint32_t>(*item));
    if (!in.failed()) problem.close(static_cast<std::uint64_t>(*rank));
  }
  for (const std::uint32_t item : problem.edges)
    if (!in.failed() && item >= problem.size())
      in.fail("a dependence on item " + std::to_string(item) + ", but there are " + std::to_string(problem.size()));
  if (!in.failed()) return problem;
  error = in.error();
  return std::nullopt;
}

}  // namespace lathe::dag
