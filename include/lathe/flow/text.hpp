// Text form of a function as the analyses of this folder see it; problem.hpp shows it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/flow/problem.hpp>
#include <lathe/support/text.hpp>

namespace lathe::flow {

/// read_problem(print(p)) == p for a problem without faults.
inline std::string print(const Problem& p) {
  std::string out = "flow " + escaped(p.name) + " variables " + std::to_string(p.variables) + "\n";
  for (const Problem::BlockData& block : p.blocks) {
    out += block.cold ? "block cold\n" : "block\n";
    for (const auto& inst : block.insts) {
      out += "inst";
      for (std::size_t i = 0; i < inst.size(); ++i) {
        if (i == 0 || inst[i].is_def != inst[i - 1].is_def) out += inst[i].is_def ? " def" : " use";
        out += " " + std::to_string(inst[i].variable);
      }
      out += "\n";
    }
    for (const Problem::Edge& e : block.successors)
      out += "to " + std::to_string(e.to) + (e.weight ? " weight " + std::to_string(*e.weight) : "") + "\n";
    if (!block.edge_uses.empty()) {
      out += "edge use";
      for (const std::uint32_t v : block.edge_uses) out += " " + std::to_string(v);
      out += "\n";
    }
  }
  return out;
}

namespace detail {

class ProblemReader {
 public:
  ProblemReader(std::string_view text, std::string name) : in_(text, std::move(name)) {}

  std::optional<Problem> run(std::string& error) {
    if (!in_.next_line() || in_.word() != "flow") in_.fail("expected 'flow NAME variables N', the head of a problem");
    if (!in_.failed()) out_.name = unescaped(in_.word());
    if (!in_.failed() && in_.word() != "variables") in_.fail("expected 'variables' and their number");
    if (!in_.failed()) out_.variables = number("variables", 1U << 26);
    while (!in_.failed() && in_.next_line()) {
      line(std::string(in_.word()));
      if (!in_.failed() && !in_.at_end_of_line())
        in_.fail("expected the end of the line, found '" + std::string(in_.word()) + "'");
    }
    if (!in_.failed())
      for (const auto& fault : check_problem(out_))
        in_.fail("block " + std::to_string(fault.place) + ": " + fault.text);
    error = in_.error();
    if (in_.failed()) return std::nullopt;
    return std::move(out_);
  }

 private:
  std::uint32_t number(const char* what, std::uint32_t high) {
    return static_cast<std::uint32_t>(in_.number(what, 0, high).value_or(0));
  }
  std::uint32_t variable() {
    if (out_.variables == 0) {
      in_.fail("the problem has no variables");
      return 0;
    }
    return number("a variable", out_.variables - 1);
  }
  void line(const std::string& word) {
    if (word == "block") {
      out_.blocks.emplace_back();
      if (in_.at_end_of_line()) return;
      if (in_.word() != "cold") in_.fail("expected 'cold' or the end of the line");
      out_.blocks.back().cold = true;
      return;
    }
    if (word != "inst" && word != "to" && word != "edge")
      return in_.fail("expected block, inst, to or edge, found '" + word + "'");
    if (out_.blocks.empty()) return in_.fail("expected 'block' before '" + word + "'");
    Problem::BlockData& block = out_.blocks.back();
    if (word == "to") {
      block.successors.push_back({number("a block", no_block - 1), std::nullopt});
      if (in_.failed() || in_.at_end_of_line()) return;
      if (in_.word() != "weight") return in_.fail("expected 'weight' or the end of the line");
      block.successors.back().weight = number("a weight", ~std::uint32_t{0});
    } else if (word == "edge") {
      if (in_.word() != "use") return in_.fail("expected 'use' and variables");
      while (!in_.failed() && !in_.at_end_of_line()) block.edge_uses.push_back(variable());
    } else {
      inst(block.insts.emplace_back());
    }
  }
  void inst(std::vector<Problem::Operand>& operands) {
    bool is_def = false, known = false;
    while (!in_.failed() && !in_.at_end_of_line()) {
      TextReader ahead = in_;
      const std::string_view word = ahead.word();
      if (word == "def" || word == "use") {
        is_def = word == "def";
        known = true;
        in_.word();
      } else if (!known) {
        in_.word();
        in_.fail("expected 'use' or 'def' before a variable");
      } else {
        operands.push_back({variable(), is_def});
      }
    }
  }

  TextReader in_;
  Problem out_;
};

}  // namespace detail

/// Reads print's form. Nothing, and what is wrong in `error`, when it is broken; what it gives has no faults.
inline std::optional<Problem> read_problem(std::string_view text, const std::string& name, std::string& error) {
  return detail::ProblemReader(text, name).run(error);
}

}  // namespace lathe::flow
