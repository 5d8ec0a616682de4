// What the selector's rules share: the graph at hand, questions about it, operands, and the writing of instructions.
//
// A rule is a plain function, written once and run twice. While covering, `reg(v)` asks for a value and nothing is
// written; while emitting, the same rule text writes the instruction. So what a rule wants in registers and what it
// then reads cannot differ. A rule must decide by the graph and by `wanted` alone, never by registers. One that returns
// false refuses the node; `refuse` says why.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/select.hpp>

#include "nvptx/facts/facts.hpp"
#include "nvptx/select/mnemonic.hpp"
#include "nvptx/select/select.hpp"
#include "nvptx/select/text_ids.hpp"

namespace lathe::nvptx::selecting {

using Operand = mir::Operand;
using Reg = mir::Reg;

/// An operand that is a number.
inline Operand number(std::int64_t value) { return Operand::make_imm(value); }
/// The head of {a, b}: the two operands behind it are its parts, low first.
inline Operand pair() { return mir::make_group(mir::GroupKind::tuple, 2); }

/// What the calls of one function have in common (control.cpp).
struct CallState {
  /// A variable that a call declared: the next call's `param0` is mostly the same one.
  struct Declared {
    mir::NameId name;
    mir::Type type;
    std::uint32_t align;
    std::uint64_t bytes;
    auto operator<=>(const Declared&) const = default;
  };
  std::map<Declared, std::uint32_t> declared;  ///< into function.variables
  std::uint32_t target_lists = 0;              ///< .calltargets so far
  std::vector<std::string> names;              ///< scratch: the parameters of the call at hand
  std::vector<Operand> operands;               ///< scratch: of its `call`
};

/// Scratch of inline assembly (asm.cpp).
struct AsmState {
  std::vector<std::uint32_t> numbers;  ///< by operand: its number in the instruction
  std::vector<Operand> taken_apart;    ///< four operands of a mov.b128 for each output of 128 bits
};

/// Scratch of recipes (intrinsics.cpp).
struct RecipeState {
  std::vector<std::size_t> open_groups;  ///< where they begin in Context::operands
};

struct Context {
  mir::Module& module;
  mir::Function& function;
  const Features& features;
  const dag::Demand& demand;  ///< the generic selector's: which values covered nodes asked for

  // ---- the block and the node at hand; set by select.cpp
  Dag* dag = nullptr;
  mir::BlockId block = 0;
  NodeId node = dag::no_node;
  dag::Demand* asking = nullptr;    ///< set while covering
  std::vector<Reg> regs{};          ///< by value slot: the register that holds it, or will
  std::vector<bool> written{};      ///< by node: emitted together with another
  std::string why{};                ///< the reason for a refusal
  std::uint64_t jumps_settled = 0;  ///< branches that became jumps; their edges are gone, and phis still name them

  // ---- what belongs to one family
  CallState calls{};
  AsmState assembly{};
  RecipeState recipe{};
  /// Scratch of one access, call or instruction with a list of operands.
  std::vector<Operand> operands{};
  std::vector<Value> values{};

  // ---- reading the graph
  /// True in the first run of a rule, which asks; false in the second, which writes.
  bool covering() const { return asking != nullptr; }
  Isd op(Value v) const { return dag->op(v); }
  Isd op(NodeId n) const { return dag->op(n); }
  Vt type(Value v) const { return dag->type(v); }
  /// Of the node's first result.
  Vt result_type(NodeId n) const { return dag->type(Value{n, 0}); }
  Value operand(NodeId n, std::uint32_t i) const { return dag->operand(n, i); }
  /// The two words of a node's payload.
  std::uint64_t imm(NodeId n) const { return dag->payload(n).imm; }
  std::uint32_t aux(NodeId n) const { return dag->payload(n).aux; }
  /// True when somebody reads this result. Final: all users are covered before.
  bool wanted(Value v) const { return demand.wanted(v); }
  /// Bits of a value known here: constants, undef (zero), vectors of them, casts of these. O(lanes).
  std::optional<std::uint64_t> constant_bits(Value v, unsigned depth = 0) const;
  /// True for a cast that changes no bits and no register file.
  bool is_alias(NodeId n) const;
  /// Index into `regs`.
  std::size_t slot(Value v) const { return dag->node(v.node).type_begin + v.result; }

  // ---- operands: each asks for the value while covering, and is empty then
  /// In a register.
  Operand reg(Value v);
  /// A register, or an immediate when the value is a constant; integers as signed numbers.
  Operand src(Value v);
  /// Likewise, integers as unsigned numbers.
  Operand usrc(Value v);
  /// The register that the result goes to.
  Operand def(Value v);
  /// A new register.
  Operand temp(mir::Type type) { return covering() ? Operand{} : Operand::make_reg(function.new_reg(type)); }
  /// Chain and other values that must come before, without a register.
  void after(Value v) {
    if (covering()) (*asking)(v);
  }
  /// A number of this type by its bits.
  Operand immediate(std::uint64_t bits, Vt type, bool is_signed) const;
  /// The address of a variable, or of a place in it.
  Operand symbol(std::string_view text, std::int64_t offset = 0);
  /// Memory operand [text+offset].
  Operand memory_symbol(std::string_view text, std::int64_t offset);

  // ---- writing: nothing happens while covering
  void write(std::string_view mnemonic, std::initializer_list<Operand> list) {
    if (!covering()) write_span(mnemonic, {list.begin(), list.size()});
  }
  void write_span(std::string_view mnemonic, std::span<const Operand> list, Reg guard = mir::none,
                  bool negated = false);
  void move(Operand to, Operand from, Vt type) { write(Mnemonic("mov", move_suffix(type)), {to, from}); }
  /// The module's number of a name; its lock is taken once per text and function.
  mir::NameId name(std::string_view text);
  /// Refuses the node with a reason: false.
  bool refuse(std::string reason) {
    why = std::move(reason);
    return false;
  }

  TextIds op_ids{}, name_ids{};
};

}  // namespace lathe::nvptx::selecting
