// Text forms of the problem of grouping and of its plan; problem.hpp and plan.hpp show them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/group/plan.hpp>
#include <lathe/group/problem.hpp>
#include <lathe/support/text.hpp>

namespace lathe::group {

inline std::string print(const Problem& p) {
  std::string out = "group" + (p.name.empty() ? "" : " " + p.name) + "\n";
  for (const Kind& k : p.kinds)
    out += "kind " + k.name + " gap " + std::to_string(k.gap) + " least " + std::to_string(k.least) + " most " +
           std::to_string(k.most) + (k.powers ? " powers" : "") + (k.aligned ? " aligned" : "") +
           (k.place == Kind::Place::early ? " early" : " late") + (k.carry ? " carry" : "") +
           (k.suffix.empty() ? "" : " suffix " + k.suffix) + "\n";
  for (const Block& b : p.blocks) out += "block " + std::to_string(b.count) + "\n";
  for (const Candidate& c : p.candidates)
    out += "candidate " + std::to_string(c.inst) + " kind " + std::to_string(c.kind) + " key " +
           std::to_string(static_cast<std::int64_t>(c.key)) + " order " + std::to_string(c.order) + " size " +
           std::to_string(c.size) + " align " + std::to_string(c.align) + "\n";
  for (const std::uint32_t i : p.movable) out += "movable " + std::to_string(i) + "\n";
  for (const Edge& e : p.edges) out += "edge " + std::to_string(e.from) + " " + std::to_string(e.to) + "\n";
  return out;
}

namespace detail {

/// Reads a problem line by line; ranges of single numbers are told here, the rest by check_problem.
class ProblemReader {
 public:
  ProblemReader(std::string_view text, std::string name) : in_(text, std::move(name)) {}

  Problem read(std::string& error) {
    Problem p;
    if (!in_.next_line() || in_.word() != "group") in_.fail("expected 'group NAME', the head of a problem");
    if (!in_.failed()) p.name = in_.word();
    end();
    while (!in_.failed() && in_.next_line()) {
      const std::string_view word = in_.word();
      if (word == "kind")
        kind(p);
      else if (word == "block")
        block(p);
      else if (word == "candidate")
        candidate(p);
      else if (word == "edge")
        edge(p);
      else if (word == "movable")
        movable(p);
      else
        in_.fail("found '" + std::string(word) + "', expected kind, block, candidate, movable or edge");
    }
    if (!in_.failed()) {
      const auto faults = check_problem(p);
      if (!faults.empty())
        in_.fail("the problem is not well formed: " + faults.begin()->text + " (at " +
                 std::to_string(faults.begin()->place) + ")");
    }
    error = in_.error();
    return p;
  }

 private:
  void end() {
    if (in_.failed() || in_.at_end_of_line()) return;
    const std::string_view word = in_.word();
    in_.fail("found '" + std::string(word) + "', expected the end of the line");
  }
  void label(std::string_view wanted) {
    if (in_.failed()) return;
    const std::string_view word = in_.word();
    if (word != wanted) in_.fail("found '" + std::string(word) + "', expected '" + std::string(wanted) + "'");
  }
  template <class T>
  void number(T& to, const char* what, std::int64_t low, std::int64_t high) {
    if (in_.failed()) return;
    if (const auto value = in_.number(what, low, high)) to = static_cast<T>(*value);
  }
  void kind(Problem& p) {
    Kind k;
    k.name = in_.word();
    if (k.name.empty()) in_.fail("expected the name of the kind");
    label("gap"), number(k.gap, "a gap", 0, Limits::order);
    label("least"), number(k.least, "a number of members", 2, Limits::most);
    label("most"), number(k.most, "a number of members", 2, Limits::most);
    while (!in_.failed() && !in_.at_end_of_line()) {
      const std::string_view word = in_.word();
      if (word == "powers")
        k.powers = true;
      else if (word == "aligned")
        k.aligned = true;
      else if (word == "carry")
        k.carry = true;
      else if (word == "early" || word == "late")
        k.place = word == "early" ? Kind::Place::early : Kind::Place::late;
      else if (word == "suffix" && !in_.at_end_of_line())
        k.suffix = in_.word();
      else if (word == "suffix")
        in_.fail("expected the suffix");
      else
        in_.fail("found '" + std::string(word) + "', expected powers, aligned, early, late, carry or suffix");
    }
    p.kinds.push_back(std::move(k));
  }
  void block(Problem& p) {
    Block b{p.insts(), 0};
    number(b.count, "a number of instructions", 0, Limits::insts - b.first);
    end();
    p.blocks.push_back(b);
  }
  void candidate(Problem& p) {
    Candidate c;
    number(c.inst, "an instruction", 0, Limits::insts - 1);
    label("kind"), number(c.kind, "a kind", 0, Limits::kinds - 1);
    label("key"), number(c.key, "a key", INT64_MIN, INT64_MAX);
    label("order"), number(c.order, "an order number", -Limits::order, Limits::order);
    label("size"), number(c.size, "a size", 1, Limits::size);
    if (!in_.failed() && !in_.at_end_of_line()) {
      label("align"), number(c.align, "an alignment", 1, std::int64_t{1} << 31);
      if (!in_.failed() && (c.align & (c.align - 1)) != 0) in_.fail("expected an alignment, a power of two");
    }
    end();
    p.candidates.push_back(c);
  }
  void movable(Problem& p) {
    std::uint32_t inst = 0;
    number(inst, "an instruction", 0, Limits::insts - 1);
    end();
    p.movable.push_back(inst);
  }
  void edge(Problem& p) {
    Edge e;
    number(e.from, "an instruction", 0, Limits::insts - 1);
    number(e.to, "an instruction", 0, Limits::insts - 1);
    end();
    p.edges.push_back(e);
  }

  TextReader in_;
};

}  // namespace detail

/// A problem from its text; `error` is "NAME:LINE:COLUMN: what is wrong, what was expected", empty when all is well.
inline Problem read_problem(std::string_view text, std::string name, std::string& error) {
  return detail::ProblemReader(text, std::move(name)).read(error);
}

inline std::string print(const Problem& problem, const Plan& plan) {
  std::string out = "plan\n";
  for (std::uint32_t g = 0; g < plan.groups.size(); ++g) {
    const Group& group = plan.groups[g];
    out += "group " + std::to_string(group.kind) + " place " + std::to_string(group.place);
    if (!group.carried.empty()) out += " carried " + std::to_string(group.carried.size());
    for (const std::uint32_t m : group.carried) out += " " + std::to_string(m);
    out += " members";
    for (const std::uint32_t m : group.members) out += " " + std::to_string(m);
    if (group.kind < problem.kinds.size()) out += "  # " + group_name(problem, plan, g);
    out += "\n";
  }
  for (std::size_t c = 0; c < plan.refusals.size() && c < problem.candidates.size(); ++c)
    if (plan.refusals[c] != Refusal::none)
      out += "left " + std::to_string(problem.candidates[c].inst) + " " +
             std::string(refusal_names[static_cast<std::size_t>(plan.refusals[c])]) + "\n";
  return out;
}

/// A plan from its text, for the checker; statistics are not part of it. Errors as for read_problem.
inline Plan read_plan(std::string_view text, std::string name, const Problem& problem, std::string& error) {
  TextReader in(text, std::move(name));
  Plan plan;
  plan.refusals.assign(problem.candidates.size(), Refusal::none);
  const auto expect = [&](std::string_view wanted) {
    const std::string_view word = in.word();
    if (word != wanted) in.fail("found '" + std::string(word) + "', expected '" + std::string(wanted) + "'");
    return !in.failed();
  };
  const auto number = [&](const char* what) {
    return static_cast<std::uint32_t>(in.number(what, 0, Limits::insts).value_or(0));
  };
  if (!in.next_line() || in.word() != "plan") in.fail("expected 'plan', the head of a plan");
  while (!in.failed() && in.next_line()) {
    const std::string_view word = in.word();
    if (word == "group") {
      Group group;
      group.kind = number("a kind");
      if (in.failed() || !expect("place")) break;
      group.place = number("an instruction");
      if (in.failed()) break;
      std::string_view next = in.word();
      if (next == "carried") {
        for (std::uint32_t left = number("how many are carried"); left > 0 && !in.failed(); --left)
          group.carried.push_back(number("an instruction"));
        next = in.word();
      }
      if (!in.failed() && next != "members")
        in.fail("found '" + std::string(next) + "', expected 'members', or 'carried' and how many");
      if (in.failed()) break;
      while (!in.failed() && !in.at_end_of_line()) group.members.push_back(number("an instruction"));
      plan.groups.push_back(std::move(group));
    } else if (word == "left") {
      const std::uint32_t inst = number("an instruction");
      if (in.failed()) break;
      const std::string_view why = in.word();
      const auto r = static_cast<std::size_t>(std::find(refusal_names.begin() + 1, refusal_names.end(), why) -
                                              refusal_names.begin());
      const auto c = static_cast<std::size_t>(
          std::lower_bound(problem.candidates.begin(), problem.candidates.end(), inst,
                           [](const Candidate& candidate, std::uint32_t wanted) { return candidate.inst < wanted; }) -
          problem.candidates.begin());
      if (r == refusal_names.size())
        in.fail("found '" + std::string(why) + "', expected a reason");
      else if (c == problem.candidates.size() || problem.candidates[c].inst != inst)
        in.fail("instruction " + std::to_string(inst) + " is no candidate");
      else
        plan.refusals[c] = static_cast<Refusal>(r);
    } else {
      in.fail("found '" + std::string(word) + "', expected group or left");
    }
  }
  error = in.error();
  return plan;
}

}  // namespace lathe::group
