// Text form of phi elimination's problem, graph included, and the text of its plan.
//
//   phi NAME
//   block exit 2 frequency 8 to 1 2         # blocks are numbered from 0; exit: index of the first terminator
//   variable kind 0 in 1 at 9               # variables likewise; without `in` it is never defined
//   use 3 in 1 at 8
//   copy 4 from 3 in 1
//   copy 5 from 3 in 1 tied                 # 5 changes in its place later: not one value, but gladly one location
//   phi 2 in 1 from 0 0 from 1 constant 5   # result and block; from a block a variable, or a constant
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/opt/phi_problem.hpp>
#include <lathe/support/text.hpp>

namespace lathe::opt {

/// A problem with its graph, as the text form has it.
struct PhiFunction {
  std::string name;
  flow::Cfg cfg;
  PhiProblem problem;
};

/// read_phi_function(print(f)) prints the same.
inline std::string print(const PhiFunction& f) {
  const auto n = [](std::uint32_t number) { return " " + std::to_string(number); };
  const PhiProblem& p = f.problem;
  std::string out = "phi " + escaped(f.name) + "\n";
  for (flow::Block b = 0; b < f.cfg.block_count(); ++b) {
    out += "block exit" + n(p.exit[b]) + " frequency" + n(b < p.frequency.size() ? p.frequency[b] : 1) + " to";
    for (const flow::Block s : f.cfg.successors(b)) out += n(s);
    out += "\n";
  }
  for (std::uint32_t v = 0; v < p.defs.size(); ++v) {
    out += "variable kind" + n(p.kind[v]);
    if (p.defs[v].block != flow::no_block) out += " in" + n(p.defs[v].block) + " at" + n(p.defs[v].at);
    out += "\n";
  }
  for (const PhiProblem::Use& u : p.uses)
    out += "use" + n(u.variable) + " in" + n(u.place.block) + " at" + n(u.place.at) + "\n";
  for (const PhiProblem::Affinity& c : p.copies)
    out += "copy" + n(c.to) + " from" + n(c.from) + " in" + n(c.block) + (c.same ? "\n" : " tied\n");
  for (const PhiProblem::Phi& phi : p.phis) {
    out += "phi" + n(phi.result) + " in" + n(phi.block);
    for (std::uint32_t i = phi.begin; i < phi.begin + phi.count; ++i) {
      const PhiProblem::Argument& a = p.arguments[i];
      out += " from" + n(a.from) + (a.is_constant ? " constant" : "") + n(a.value);
    }
    out += "\n";
  }
  return out;
}
inline std::string print(const PhiPlan& plan) {
  std::string out = "plan\n";
  for (std::uint32_t v = 0; v < plan.location.size(); ++v)
    out += "variable " + std::to_string(v) + " in " + std::to_string(plan.location[v]) + "\n";
  for (const std::uint32_t v : plan.fresh_like) out += "new like " + std::to_string(v) + "\n";
  for (const PhiPlan::Step& s : plan.steps)
    out += "block " + std::to_string(s.block) + (s.at_end ? " end " : " top ") + std::to_string(s.to) +
           (s.is_constant ? " constant " : " from ") + std::to_string(s.from) + "\n";
  return out;
}

namespace detail {

class PhiFunctionReader {
 public:
  PhiFunctionReader(std::string_view text, std::string name) : in_(text, std::move(name)) {}

  std::optional<PhiFunction> run(std::string& error) {
    if (!in_.next_line() || in_.word() != "phi") in_.fail("expected 'phi NAME', the head of a problem");
    if (!in_.failed()) out_.name = unescaped(in_.word());
    while (!in_.failed() && in_.next_line()) {
      line(std::string(in_.word()));
      if (!in_.failed() && !in_.at_end_of_line())
        in_.fail("expected the end of the line, found '" + std::string(in_.word()) + "'");
    }
    if (!in_.failed()) {
      out_.cfg = flow::Cfg(blocks_, edges_);
      for (const auto& [from, to] : edges_)
        if (to >= blocks_) in_.fail("block " + std::to_string(from) + " goes to a block that is not there");
      for (const auto& fault : check_phi_problem(out_.cfg, out_.problem))
        in_.fail(fault.text + " (at " + std::to_string(fault.place) + ")");
    }
    error = in_.error();
    if (in_.failed()) return std::nullopt;
    return std::move(out_);
  }

 private:
  void expect(const char* word) {
    if (in_.failed()) return;
    const std::string found(in_.word());
    if (found != word) in_.fail(std::string("expected ") + word + ", found '" + found + "'");
  }
  std::uint32_t number(const char* what) {
    return in_.failed() ? 0 : static_cast<std::uint32_t>(in_.number(what, 0, 0x7fffffff).value_or(0));
  }
  std::uint32_t number(const char* before, const char* what) {
    expect(before);
    return number(what);
  }
  void line(const std::string& word) {
    PhiProblem& p = out_.problem;
    if (word == "block") {
      p.exit.push_back(number("exit", "an instruction"));
      p.frequency.push_back(number("frequency", "a frequency"));
      expect("to");
      while (!in_.failed() && !in_.at_end_of_line()) edges_.emplace_back(blocks_, number("a block"));
      ++blocks_;
    } else if (word == "variable") {
      p.kind.push_back(number("kind", "a kind"));
      p.defs.emplace_back();
      if (in_.failed() || in_.at_end_of_line()) return;
      p.defs.back() = {number("in", "a block"), number("at", "a point")};
    } else if (word == "use") {
      const std::uint32_t v = number("a variable"), b = number("in", "a block");
      p.uses.push_back({v, {b, number("at", "a point")}});
    } else if (word == "copy") {
      const std::uint32_t to = number("a variable"), from = number("from", "a variable");
      p.copies.push_back({to, from, number("in", "a block")});
      if (in_.failed() || in_.at_end_of_line()) return;
      expect("tied");
      p.copies.back().same = false;
    } else if (word == "phi") {
      const std::uint32_t result = number("a variable"), b = number("in", "a block");
      PhiProblem::Phi phi{result, b, static_cast<std::uint32_t>(p.arguments.size()), 0};
      for (; !in_.failed() && !in_.at_end_of_line(); ++phi.count) {
        PhiProblem::Argument a{number("from", "a block"), 0, false};
        TextReader ahead = in_;
        if (ahead.word() == "constant") {
          in_ = ahead;
          a.is_constant = true;
        }
        a.value = number(a.is_constant ? "a constant" : "a variable");
        p.arguments.push_back(a);
      }
      p.phis.push_back(phi);
    } else {
      in_.fail("expected block, variable, use, copy or phi, found '" + word + "'");
    }
  }

  TextReader in_;
  PhiFunction out_;
  std::uint32_t blocks_ = 0;
  std::vector<std::pair<flow::Block, flow::Block>> edges_;
};

}  // namespace detail

/// Reads print's form. Nothing, and what is wrong in `error`, when it is broken; what it gives has no faults.
inline std::optional<PhiFunction> read_phi_function(std::string_view text, const std::string& name,
                                                    std::string& error) {
  return detail::PhiFunctionReader(text, name).run(error);
}

}  // namespace lathe::opt
