// The base of a selector: what every target's rules share. Graph -> machine code of one block: covering by opcode (what
// folds into what), then linear order by source position, then instructions (lathe/select.hpp).
//
// A rule is a plain function, written once and run twice. While covering, `reg_of(v)` asks for a value and nothing is
// written; while emitting, the same rule text writes the instruction. So what a rule wants in registers and what it
// then reads cannot differ. A rule must decide by the graph and by `wanted` alone, never by registers. One that returns
// false refuses the node; `refuse` says why.
//
// A target derives its context from this one, with seven functions. Chains, copies between blocks, constants and casts
// without an instruction are rules of the base.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lathe/select.hpp>

#include "codegen/dag/dag.hpp"
#include "codegen/support/diag.hpp"

namespace lathe::codegen::selecting {

/// A register of the function that is made, by the target's number.
using Reg = std::uint32_t;
inline constexpr Reg no_reg = 0xffffffffU;  ///< no register of its own

struct Stats {
  std::uint64_t nodes = 0;   ///< reachable from the roots
  std::uint64_t folded = 0;  ///< of these, those that became part of others
};

/// The base of a selector: derive, and say the target's rules, constants, moves and registers.
class Context {
 public:
  Context() = default;
  virtual ~Context() = default;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// Selects a block: the target writes its instructions. False after an error, which names the operation, its type and
  /// why. Needs legal operations. O(n log n) in the nodes of the block.
  bool run(Dag& block, const std::string& function, Diag& diag);
  const Stats& stats() const { return stats_; }
  /// Where a value of the block that was selected last is; no_reg when it has no register of its own.
  Reg register_of(Value value) const { return slot(value) < regs.size() ? regs[slot(value)] : no_reg; }

  // ---- the block and the node at hand
  Dag* dag = nullptr;           ///< the graph of the block at hand
  NodeId node = dag::no_node;   ///< that a rule is asked about
  std::vector<Reg> regs{};      ///< by value slot: the register that holds it, or will
  std::vector<bool> written{};  ///< by node: emitted together with another
  std::string why{};            ///< the reason for a refusal

  // ---- reading the graph
  /// True in the first run of a rule, which asks; false in the second, which writes.
  bool covering() const { return asking_ != nullptr; }
  Isd op(Value v) const { return dag->op(v); }     ///< of its node
  Isd op(NodeId n) const { return dag->op(n); }    ///< the operation
  Vt type(Value v) const { return dag->type(v); }  ///< of the value
  /// Of the node's first result.
  Vt result_type(NodeId n) const { return dag->type(Value{n, 0}); }
  /// The i-th operand. Precondition: there are more than i.
  Value operand(NodeId n, std::uint32_t i) const { return dag->operand(n, i); }
  /// The two words of a node's payload.
  std::uint64_t imm(NodeId n) const { return dag->payload(n).imm; }
  std::uint32_t aux(NodeId n) const { return dag->payload(n).aux; }  ///< the second word
  /// True when somebody reads this result. Final: all users are covered before.
  bool wanted(Value v) const { return selector_.demand().wanted(v); }
  /// Bits of a value known here: constants, undef (zero), vectors of them, casts of these. O(lanes).
  std::optional<std::uint64_t> constant_bits(Value v) const {
    const Isd o = op(v);
    if (o == Isd::constant || o == Isd::constant_fp) return imm(v.node);
    const bool hides_one = o == Isd::undef || o == Isd::bitcast || o == Isd::freeze || o == Isd::build_vector;
    return hides_one ? hidden_constant(v, 0) : std::nullopt;
  }
  /// True for a cast that changes no bits and no register file.
  bool is_alias(NodeId n) const {
    const Isd o = op(n);
    return o == Isd::freeze || (o == Isd::bitcast && same_registers(result_type(n), type(operand(n, 0))));
  }
  /// The value behind such casts.
  Value strip_alias(Value v) const {
    while (is_alias(v.node)) v = operand(v.node, 0);
    return v;
  }
  /// The condition of which `v`, an i1, is the negation or the negation's negation ...; `negated` is flipped for each.
  Value strip_not(Value v, bool& negated) const;
  /// Index into `regs`.
  std::size_t slot(Value v) const { return dag->node(v.node).type_begin + v.result; }

  // ---- registers: each asks for the value while covering, and gives no_reg then
  /// The register that holds the value. no_reg while covering, and after an error.
  Reg reg_of(Value v) {
    if (covering()) {
      (*asking_)(v);
      return no_reg;
    }
    const Reg r = regs[slot(v)];
    if (r == no_reg) why = "internal error: an operand has no register";
    return r;
  }
  /// The register that a result goes to.
  Reg def_of(Value v) {
    if (covering()) return no_reg;
    Reg& r = regs[slot(v)];
    if (r == no_reg) r = new_register(type(v));
    return r;
  }
  /// Chain and other values that must come before, without a register.
  void after(Value v) {
    if (covering()) (*asking_)(v);
  }
  /// The first operand's register is the result's, too.
  bool alias(NodeId n);
  /// Refuses the node with a reason: false.
  bool refuse(std::string reason) {
    why = std::move(reason);
    return false;
  }

  // ---- for the generic selector (lathe/select.hpp)
  bool cover(NodeId n, dag::Demand& demand);  ///< The target's rule, asking.
  bool emit(NodeId n);                        ///< The target's rule, writing.
  std::uint64_t rank(NodeId n) const;  ///< By which nodes that are free of each other are put in order: the source's.

 protected:
  // ---- what the target says
  /// Takes a node that the base has no rule for.
  virtual bool rule(NodeId n) = 0;
  /// Writes a constant, or what is as good as one, into its register.
  virtual bool constant(NodeId n) = 0;
  /// Writes the value, a number or in its register, to another register.
  virtual void move(Reg to, Value from) = 0;
  virtual Reg new_register(Vt type) = 0;  ///< A new register for values of the type.
  /// Are there registers for both types, and the same ones?
  virtual bool same_registers(Vt a, Vt b) const = 0;
  virtual Reg register_count() const = 0;  ///< how many registers the function has by now, given ones included
  /// Does this register, which there is, hold such values?
  virtual bool holds(Reg reg, Vt type) const = 0;

 private:
  std::optional<std::uint64_t> hidden_constant(Value v, unsigned depth) const;
  bool visit(NodeId n);
  bool join(NodeId n);
  bool frozen(NodeId n);
  bool copy_from_reg(NodeId n);
  bool copy_to_reg(NodeId n);
  std::string refusal(const dag::SelectResult& result) const;

  dag::Selector<Dag> selector_;
  dag::Demand* asking_ = nullptr;  ///< set while covering
  Stats stats_;
};

}  // namespace lathe::codegen::selecting
