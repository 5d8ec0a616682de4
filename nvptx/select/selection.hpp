// The NVPTX target of the generic selector: one rule per DAG operation, written once and run twice.
//
// While covering, `reg(v)` asks for a value and nothing is written; while emitting, the same rule text writes the
// instruction. So what a rule wants in registers and what it then reads cannot differ. A rule must decide by
// the graph and by `wanted` alone, never by registers.
//
// Families: alu.cpp, float.cpp, convert.cpp, vectors.cpp, memory.cpp, atomics.cpp, control.cpp, calls.cpp,
// asm.cpp, intrinsics.cpp. A rule that returns false refuses the node; `why_` may say more.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lathe/select.hpp>

#include "nvptx/legalize/type_rules.hpp"
#include "nvptx/select/mnemonic.hpp"
#include "nvptx/select/select.hpp"

namespace lathe::nvptx {

struct BlockSelector::Impl {
  using Operand = mir::Operand;
  using Reg = mir::Reg;

  Impl(mir::Module& module, mir::Function& function, const Features& features, Diag& diag)
      : module_(module), function_(function), features_(features), diag_(diag) {}

  // ---- the face towards the generic selector (core.cpp)
  bool run(Dag& dag, mir::BlockId block);
  bool cover(NodeId node, dag::Demand& demand);
  bool emit(NodeId node);
  std::uint64_t rank(NodeId node) const;
  BlockSelectStats stats;
  Reg register_of(Value value) const { return slot(value) < regs_.size() ? regs_[slot(value)] : mir::none; }

 private:
  // ---- reading the graph
  bool covering() const { return demand_ != nullptr; }
  Isd op(Value v) const { return dag_->op(v); }
  Vt type(Value v) const { return dag_->type(v); }
  Vt result_type(NodeId n) const { return dag_->type(Value{n, 0}); }
  Value operand(NodeId n, std::uint32_t i) const { return dag_->operand(n, i); }
  std::uint64_t imm(NodeId n) const { return dag_->payload(n).imm; }
  std::uint32_t aux(NodeId n) const { return dag_->payload(n).aux; }
  /// True when somebody reads this result. Final: all users are covered before.
  bool wanted(Value v) const { return selector_.demand().wanted(v); }
  /// Bits of a value known here: constants, undef (zero), vectors of them, casts of these. O(lanes).
  std::optional<std::uint64_t> constant_bits(Value v, unsigned depth = 0) const;
  /// Looks through casts that change no bits and no register file.
  Value strip_alias(Value v) const;
  bool is_alias(NodeId n) const;

  // ---- operands: each asks for the value while covering
  /// In a register.
  Operand reg(Value v);
  /// A register, or an immediate when the value is a constant; integers as signed numbers.
  Operand src(Value v);
  /// Likewise, integers as unsigned numbers.
  Operand usrc(Value v);
  /// The register that the result goes to.
  Operand def(Value v);
  Operand temp(mir::Type type) { return covering() ? Operand{} : Operand::make_reg(function_.new_reg(type)); }
  static Operand number(std::int64_t value) { return Operand::make_imm(value); }
  /// Memory operand [symbol+n], [register+n], [n].
  Operand address(Value v);
  /// Chain and other values that must come before, without a register.
  void after(Value v) {
    if (covering()) (*demand_)(v);
  }
  Operand immediate(std::uint64_t bits, Vt type, bool is_signed) const;
  Operand symbol(std::string_view name, std::int64_t offset = 0);
  Operand memory_symbol(std::string_view name, std::int64_t offset);

  // ---- writing
  void write(std::string_view mnemonic, std::initializer_list<Operand> operands) {
    if (!covering()) write_span(mnemonic, {operands.begin(), operands.size()});
  }
  void write_span(std::string_view mnemonic, std::span<const Operand> operands, Reg guard = mir::none,
                  bool negated = false);
  void move(Operand to, Operand from, Vt type) { write(Mnemonic("mov", move_suffix(type)), {to, from}); }
  mir::OpId intern(std::string_view mnemonic);
  mir::NameId name(std::string_view text);
  /// Refuses the node with a reason.
  bool refuse(std::string why) {
    why_ = std::move(why);
    return false;
  }

  // ---- rules
  bool rule(NodeId n);
  bool constant(NodeId n);
  bool copy_from_reg(NodeId n);
  bool copy_to_reg(NodeId n);
  bool alias(NodeId n);

  bool alu(NodeId n);
  bool shift_or_bits(NodeId n);
  bool binary(NodeId n, std::string_view name, std::string_view suffix, bool is_signed = true);
  bool unary(NodeId n, std::string_view name, std::string_view suffix);
  bool ternary(NodeId n, std::string_view name, std::string_view suffix, bool is_signed = true);
  bool subtract(NodeId n);
  bool bitwise(NodeId n, std::string_view name);
  bool shift(NodeId n, std::string_view name, std::string_view suffix);
  bool funnel(NodeId n, Value high, Value low, Value amount, bool left);
  bool byte_swap(NodeId n);
  bool count_bits(NodeId n, Value result, Value input, bool narrow);
  bool limbs(NodeId n, std::string_view name);
  bool setcc(NodeId n);
  bool setcc_predicates(NodeId n, Cond cond);
  bool select(NodeId n);

  bool floating(NodeId n);
  bool float_arithmetic(NodeId n, std::string_view name);
  bool float_divide(NodeId n);
  bool float_min_max(NodeId n, std::string_view name, bool nan);
  bool float_unary(NodeId n, std::string_view name);
  bool float_round(NodeId n, std::string_view mode);
  bool float_approx(NodeId n, std::string_view name);
  bool float_canonicalize(NodeId n);
  std::string_view ftz(NodeId n, Vt type) const;
  bool may_contract(NodeId n) const;
  bool has_arithmetic(Vt type) const;
  Operand float_src(Value v);

  bool conversion(NodeId n);
  bool extend(NodeId n, bool is_signed);
  bool truncate(NodeId n);
  bool sign_extend_inreg(NodeId n);
  bool float_to_float(NodeId n);
  bool float_to_int(NodeId n, bool is_signed, std::string_view rounding, bool saturate);
  bool int_to_float(NodeId n, bool is_signed);
  bool bitcast(NodeId n);
  bool address_cast(NodeId n);
  bool build_pair(NodeId n);
  bool extract_limb(NodeId n);
  bool split_pair(NodeId n, bool high, Value other);

  bool vector(NodeId n);
  bool build_vector(NodeId n);
  bool extract_element(NodeId n);
  bool insert_element(NodeId n);
  bool shuffle(NodeId n);
  Value sibling(NodeId n, Isd op, std::uint64_t index) const;

  bool memory(NodeId n);
  bool load(NodeId n);
  bool load_vector(NodeId n);
  bool store(NodeId n);
  bool store_vector(NodeId n);
  bool load_like(NodeId n, std::span<const Value> results, const MemInfo& m, Value where);
  bool store_like(std::span<const Value> values, const MemInfo& m, Value where);
  bool stack(NodeId n);
  bool prefetch(NodeId n);
  bool space_suffix(Space space, Mnemonic& out);
  bool access_order(const MemInfo& m, bool is_store, Mnemonic& out);
  Operand store_source(Value v, Vt in_memory);
  Value untruncated(Value v, Vt in_memory) const;
  void store_sources(std::span<const Value> values, Vt in_memory);
  std::string_view scope_suffix(Scope scope) const;

  bool atomic(NodeId n);
  bool exchange(NodeId n, const MemInfo& m);
  bool compare_exchange(NodeId n);
  bool fence(NodeId n);
  void write_fence(Ordering ordering, Scope scope);
  void bar_before(const MemInfo& m);
  void bar_after(const MemInfo& m);
  bool atomic_order(std::string_view order, const MemInfo& m, Mnemonic& out);
  struct AtomicOp {
    std::string_view name, suffix;
    bool negate = false, reducible = true, is_float = false;
  };
  bool atomic_op(RmwOp rmw, Vt type, AtomicOp& out);

  bool control(NodeId n);
  bool branch_if(NodeId n);
  bool branch_table(NodeId n);
  bool give_back(NodeId n);
  bool unreachable(NodeId n);
  void jump(std::uint64_t block);

  bool call(NodeId n);
  bool store_pieces(std::string_view symbol, const ParamLayout& layout, std::span<const Value> values);
  bool load_pieces(std::string_view symbol, const ParamLayout& layout, NodeId n, std::uint32_t first);
  mir::Variable param_variable(std::string name, const ParamLayout& layout) const;
  std::uint32_t declare(mir::Variable variable);
  std::string_view prototype(const CallInfo& call);
  std::string call_targets(const CallInfo& call);

  bool inline_asm(NodeId n);
  bool asm_operand(NodeId n, const AsmInfo& info, std::size_t i, Operand& slot, std::string& prefix);
  bool wide_asm_operand(NodeId n, const AsmOperand& o, std::uint32_t at, Operand& slot);
  void tie(const AsmInfo& info, std::size_t i, std::string_view suffix, std::string& prefix);

  bool ptx(NodeId n, bool chained);
  bool recipe_line(NodeId n, const Recipe& recipe, std::string_view mnemonic, std::uint32_t& at, bool chained);

  mir::Module& module_;
  mir::Function& function_;
  const Features& features_;
  Diag& diag_;

  Dag* dag_ = nullptr;
  dag::Demand* demand_ = nullptr;  // set while covering
  mir::BlockId block_ = 0;
  NodeId node_ = dag::no_node;  // the node at hand
  std::string why_;
  std::vector<Reg> regs_;      // by value slot: the register that holds it, or will
  std::vector<bool> written_;  // by node: emitted together with another
  dag::Selector<Dag> selector_;

  std::size_t slot(Value v) const { return dag_->node(v.node).type_begin + v.result; }

  // Mnemonics and names by text, so that the module's lock is taken once per text and function.
  class Cache {
   public:
    /// Id of an entry with this hash for which same(id) holds, or none.
    template <class Same>
    std::uint32_t find(std::uint64_t hash, Same&& same) const {
      if (slots_.empty()) return mir::none;
      const std::size_t mask = slots_.size() - 1;
      for (std::size_t at = hash & mask; slots_[at].id != mir::none; at = (at + 1) & mask)
        if (slots_[at].hash == hash && same(slots_[at].id)) return slots_[at].id;
      return mir::none;
    }
    void insert(std::uint64_t hash, std::uint32_t id);

   private:
    struct Slot {
      std::uint64_t hash = 0;
      std::uint32_t id = mir::none;
    };
    std::vector<Slot> slots_;
    std::size_t used_ = 0;
  };
  Cache op_cache_, name_cache_;
  // Scratch of the longer rules.
  std::vector<Operand> operands_, more_operands_;
  std::vector<Value> values_;
  std::vector<std::string> param_names_;
  /// Variables that calls declared, by name, type and size: the next call's `param0` is mostly the same one.
  struct Declared {
    mir::NameId name;
    mir::Type type;
    std::uint32_t align;
    std::uint64_t bytes;
    auto operator<=>(const Declared&) const = default;
  };
  std::map<Declared, std::uint32_t> declared_;
  std::uint32_t call_target_lists_ = 0;  ///< so far
  std::vector<std::size_t> open_groups_;
  std::vector<std::uint32_t> asm_numbers_;
};

}  // namespace lathe::nvptx
