// A toy target for the toy DAG: a machine with two-operand instructions and multiply-add, to show dag::Selector.
//
// One rule per operation, run twice: while covering it asks for values, while emitting it writes text.
#pragma once

#include <string>
#include <vector>

#include <lathe/select.hpp>
#include <lathe/select/check.hpp>

#include "adapters/toy/dag.hpp"

namespace toy {

/// "add r3, r1, 5"; constants are immediates, and a product that only one sum reads becomes its `mad`.
class Target {
 public:
  explicit Target(const Graph& graph) : graph_(graph) {}
  bool cover(NodeId node, lathe::dag::Demand& demand) {
    demand_ = &demand;
    const bool ok = rule(node);
    demand_ = nullptr;
    return ok;
  }
  bool emit(NodeId node) { return rule(node); }
  std::vector<std::string> lines;

 private:
  bool rule(NodeId n) {
    const Value a = graph_.operand_count(n) > 0 ? graph_.operand(n, 0) : Value{};
    const Value b = graph_.operand_count(n) > 1 ? graph_.operand(n, 1) : Value{};
    switch (graph_.op(n)) {
      case Op::argument:
        return write(n, "arg", {"#" + std::to_string(graph_.payload(n))});
      case Op::constant:
        return write(n, "li", {number({n, 0})});
      case Op::add:
        if (graph_.op(a) == Op::mul && graph_.one_use(a))
          return write(n, "mad", {reg(graph_.operand(a, 0)), source(graph_.operand(a, 1)), source(b)});
        return write(n, "add", {reg(a), source(b)});
      case Op::mul:
        return write(n, "mul", {reg(a), source(b)});
      case Op::sub:
        return write(n, "sub", {reg(a), source(b)});
      case Op::neg:
        return write(n, "neg", {reg(a)});
      case Op::result:
        return write(n, "out", {source(a)});
      default:
        return false;  // this machine cannot shift
    }
  }
  std::string number(Value v) const { return std::to_string(graph_.payload(v.node)); }
  std::string reg(Value v) {
    if (demand_ != nullptr) (*demand_)(v);
    return "r" + std::to_string(v.node);
  }
  std::string source(Value v) { return graph_.op(v) == Op::constant ? number(v) : reg(v); }
  bool write(NodeId n, std::string line, const std::vector<std::string>& operands) {
    if (demand_ != nullptr) return true;
    if (graph_.op(n) != Op::result) line += " r" + std::to_string(n) + ",";
    for (std::size_t i = 0; i < operands.size(); ++i) line += (i == 0 ? " " : ", ") + operands[i];
    lines.push_back(std::move(line));
    return true;
  }
  const Graph& graph_;
  lathe::dag::Demand* demand_ = nullptr;
};
static_assert(lathe::dag::explain_select_target<Target>());

/// What the checker must know of this machine: what its patterns may take in, and what has an effect.
struct TargetJudge {
  const Graph& graph;
  bool may_fold(NodeId user, Value operand) const {
    if (graph.op(operand) == Op::constant) return true;
    return graph.op(operand) == Op::mul && graph.op(user) == Op::add && graph.operand(user, 0) == operand &&
           graph.one_use(operand);
  }
  bool once(NodeId node) const { return graph.op(node) == Op::result; }
};
static_assert(lathe::dag::explain_select_judge<TargetJudge>());

}  // namespace toy
