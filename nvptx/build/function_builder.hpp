// The translator of one function, shared by the files of this room: function.cpp (blocks, values across blocks,
// phis), constants.cpp, instructions.cpp, memory.cpp, calls.cpp, intrinsics.cpp, inline_asm.cpp.
//
// A value of LLVM is a run of leaves (one for a scalar or vector). Each leaf has a slot; the slot holds the DAG
// value in the block that is built now, and the first virtual register when the value is used in other blocks.
//
// Cost: O(1) expected per instruction and operand; a block's tables are reset by a counter, not by clearing.
#pragma once

#include <cstdint>
#include <deque>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "nvptx/build/abi.hpp"
#include "nvptx/build/build.hpp"
#include "nvptx/build/types.hpp"
#include "nvptx/build/view.hpp"
#include "nvptx/intrinsics/recipe.hpp"
#include "nvptx/legalize/type_rules.hpp"

namespace lathe::nvptx {

using ValueList = llvm::SmallVector<Value, 4>;

/// Poison-generating and fast-math flags as node flags.
std::uint16_t flags_of(const llvm::Operator& operation);

struct FunctionBuilder::Impl {
  Impl(const Body& body, const build::View& view_in, const Features& base, mir::Module& module_in,
       mir::Function& out_in, Dag& dag_in, Diag& diag_in);

  // ---- function.cpp: blocks and values ---------------------------------------------------------

  bool build_block(std::uint32_t block);
  void leave_source();
  bool finish();
  void say_values(std::uint32_t block, const std::function<mir::Reg(Value)>& register_of);

  /// The leaves of a value in the block that is built.
  void values(const llvm::Value* value, ValueList& out);
  /// The only leaf of a value.
  Value value(const llvm::Value* value);
  /// Says what an instruction's result is.
  void set(const llvm::Value* value, Value only) { set(value, std::span<const Value>(&only, 1)); }
  void set(const llvm::Value* value, std::span<const Value> leaves);
  const std::vector<build::Leaf>& leaves(const llvm::Type* type);
  /// The value type; an error and i32 when PTX cannot hold it.
  Vt type_of(const llvm::Type* type);
  Vt type_of(const llvm::Value* value) { return type_of(value->getType()); }

  /// Reports one fault of this function; the builder goes on, so that later faults are found too.
  void error(std::string text);

  // ---- node shorthands -------------------------------------------------------------------------

  Value node(Isd op, Vt type, std::initializer_list<Value> operands, const DagPayload& payload = {},
             std::uint16_t flags = 0) {
    return dag.get(op, type, operands, payload, flags);
  }
  Value integer(std::uint64_t number, Vt type) { return dag.constant(number, type); }
  /// Zero- or sign-extends or truncates an integer (or vector of them) to this type's width.
  Value resize(Value v, Vt to, Isd extend);
  Value bitcast(Value v, Vt to) { return dag.type(v) == to ? v : node(Isd::bitcast, to, {v}); }
  Value lane(Value vector, std::uint32_t index);
  Value cast_space(Value v, unsigned from, unsigned to);
  Value add_offset(Value address, std::int64_t offset);
  /// All bits of a value as one integer, and back.
  Value to_integer(Value v);
  Value from_integer(Value v, Vt to);
  /// Takes a value apart as build::append_pieces says, and puts it together again. `join` takes its pieces from the
  /// front of `pieces`.
  void split(Value v, std::uint64_t offset, std::uint32_t base_align, ValueList& out);
  Value join(Vt type, std::uint64_t offset, std::uint32_t base_align, std::span<const Value>& pieces);

  // ---- chains ----------------------------------------------------------------------------------

  /// The chain that comes after everything so far; pending loads are joined in.
  Value ordered_chain();
  void set_chain(Value chain) { chain_ = chain; }

  // ---- constants.cpp ---------------------------------------------------------------------------

  void constant_leaves(const llvm::Constant* constant, ValueList& out);
  Value constant(const llvm::Constant* constant);
  Value constant_expression(const llvm::ConstantExpr* expression);
  Value constant_vector(const llvm::Constant* constant, Vt type);
  Value data_element(const llvm::ConstantDataSequential& data, unsigned index, Vt element);
  Value zero(Vt type);
  Value integer_constant(const llvm::APInt& value, Vt type);
  Value global_address(const llvm::GlobalValue* global, std::int64_t offset);

  // ---- instructions.cpp ------------------------------------------------------------------------

  void visit(const llvm::Instruction& instruction);
  Value cast(unsigned opcode, Value operand, const llvm::Type* from, const llvm::Type* to, std::uint16_t flags);
  void compare(const llvm::CmpInst& instruction);
  void select(const llvm::SelectInst& instruction);
  Value address_of(const llvm::GEPOperator& gep);
  void extract_value(const llvm::ExtractValueInst& instruction);
  void insert_value(const llvm::InsertValueInst& instruction);
  void vector_element(const llvm::Instruction& instruction);
  void shuffle(const llvm::ShuffleVectorInst& instruction);
  Value terminator(const llvm::Instruction& instruction, Value chain);
  Value branch_table(const llvm::SwitchInst& instruction, Value chain);
  unsigned leaf_index(const llvm::Type* type, llvm::ArrayRef<unsigned> indices);

  // ---- memory.cpp ------------------------------------------------------------------------------

  void load(const llvm::LoadInst& instruction);
  void store(const llvm::StoreInst& instruction);
  void cmpxchg(const llvm::AtomicCmpXchgInst& instruction);
  void atomic_rmw(const llvm::AtomicRMWInst& instruction);
  void fence(const llvm::FenceInst& instruction);
  void dynamic_alloca(const llvm::AllocaInst& instruction);
  /// One load; ordered when the access is volatile or atomic, else only after earlier stores.
  Value load_value(Vt type, Value address, MemInfo info);
  void store_value(Value v, Value address, MemInfo info);
  /// A load or store of a whole leaf, in pieces when its type or alignment wants it.
  Value load_leaf(Vt type, Value address, MemInfo info);
  void store_leaf(Value v, Value address, MemInfo info);
  MemInfo access(const llvm::Value* pointer, std::uint64_t align, bool is_volatile);
  Scope scope_of(llvm::SyncScope::ID id);
  static Ordering ordering_of(llvm::AtomicOrdering ordering);
  bool is_invariant(const llvm::LoadInst& instruction);

  // ---- calls.cpp -------------------------------------------------------------------------------

  void call(const llvm::CallBase& call);
  void argument(const llvm::Argument& argument);
  Value return_value(const llvm::ReturnInst& instruction, Value chain);
  std::optional<Value> own_parameter(const llvm::Value* pointer, Space& space);
  bool refused_callee(const llvm::CallBase& call, const llvm::Value* callee);
  void known_callees(const llvm::CallBase& call, CallInfo& info);
  void byval_argument(const llvm::CallBase& call, unsigned index, CallInfo& info, ValueList& operands);
  void plain_argument(const llvm::CallBase& call, unsigned index, CallInfo& info, ValueList& operands);
  void value_pieces(const llvm::Type* type, std::span<const Value> leaves, const ParamLayout& layout, Isd extend,
                    ValueList& out);
  void value_from_pieces(const llvm::Type* type, std::span<const Value> pieces, const ParamLayout& layout,
                         ValueList& out);

  // ---- intrinsics.cpp, target_intrinsics.cpp ---------------------------------------------------

  void intrinsic(const llvm::IntrinsicInst& call);
  bool plain_operation(const llvm::IntrinsicInst& call);
  Value exponent_i32(Value exponent);
  bool overflow_operation(const llvm::IntrinsicInst& call);
  bool float_intrinsic(const llvm::IntrinsicInst& call);
  bool vector_intrinsic(const llvm::IntrinsicInst& call);
  bool marker_intrinsic(const llvm::IntrinsicInst& call);
  bool masked_access(const llvm::IntrinsicInst& call);
  bool effect_intrinsic(const llvm::IntrinsicInst& call);
  void three_way(const llvm::IntrinsicInst& call, bool is_signed);
  /// An intrinsic of the target by its name and arguments, through recipes.
  std::vector<Recipe> known_recipes(const llvm::CallBase& call, IntrinsicCall&& asked, std::string& why);
  void target_intrinsic(const llvm::CallBase& call, llvm::StringRef name);
  bool wrong_opaque(const llvm::CallBase& call, llvm::StringRef intrinsic);
  bool recipe_results(const llvm::CallBase& call, std::span<const Value> results, ValueList& out);
  void plain_recipe(const llvm::CallBase& call, const Recipe& recipe);
  bool recipe_input(const llvm::CallBase& call, const Recipe& recipe, std::size_t index, Value& out);
  /// Brings a value to a register type of the same or another width: bitcast, extend (0 any, 1 zero, 2 sign), truncate.
  /// Empty when the two do not fit.
  Value fit(Value v, Vt to, unsigned extend);

  // ---- inline_asm.cpp --------------------------------------------------------------------------

  struct AsmState;
  void inline_asm(const llvm::CallBase& call);
  void asm_output(AsmState& state, const llvm::InlineAsm::ConstraintInfo& constraint);
  void asm_address(AsmState& state, const llvm::InlineAsm::ConstraintInfo& constraint, const llvm::Value* argument);
  void asm_input(AsmState& state, const llvm::InlineAsm::ConstraintInfo& constraint, const llvm::Value* argument);
  void asm_halves(AsmState& state);
  void finish_asm(AsmState& state);

  // ---- data ------------------------------------------------------------------------------------

  const llvm::Function& source;
  const llvm::ArrayRef<llvm::Argument> arguments;
  Features features;
  mir::Module& module;
  mir::Function& out;
  Dag& dag;
  Diag& diag;
  const build::View& view;
  debug::FunctionNotes notes;
  bool kernel = false;

 private:
  static constexpr std::uint32_t no_reg = 0xffffffffU;

  struct Local {
    std::uint32_t slot = 0, count = 0;
    bool rebuilt = false;  ///< an address that every block makes anew
    bool exported = false;
  };
  struct Slot {
    Value now;  ///< valid when epoch is the block's
    std::uint32_t epoch = 0;
    std::uint32_t reg = no_reg;  ///< first register of the leaf's parts
    Vt type;
  };
  struct Phi {
    const llvm::PHINode* source = nullptr;
    std::vector<std::uint32_t> operand_begin;  ///< of the instruction of each part
    std::uint32_t preds = 0;
  };
  struct Edge {
    std::uint32_t phi = 0, incoming = 0, group = 0;
  };

  void number_values();
  void number(const llvm::Value* value, bool rebuilt);
  bool is_rebuilt(const llvm::Value* value) const;
  bool leaves_block(const llvm::Instruction& instruction) const;
  void give_registers(const llvm::Value* value);
  std::uint32_t new_registers(Vt type);
  void make_phis();
  void find_kept_loops();  ///< heads of loops that are not to be unrolled
  void mark_kept_loops();  ///< .pragma "nounroll" there
  void local_values(const llvm::Value* value, const Local& local);
  void rebuild(const llvm::Value* value, const Local& local);
  Value export_values(const llvm::BasicBlock& block, Value chain);
  void export_phi_inputs(const llvm::BasicBlock& block, ValueList& chains);

  // ---- debug.cpp -------------------------------------------------------------------------------

  std::uint32_t location_of(const llvm::Instruction& instruction);
  std::uint32_t location_at(std::uint32_t place);
  void start_debug();
  /// What is said of variables before an instruction: followed through the DAG, or noted where it is fixed.
  void note_variables(const llvm::Instruction& instruction);
  /// Variables that lie in memory all the time; after the last block.
  void place_objects();
  struct Watch {
    Value value;                                ///< of the block's DAG, or empty
    mir::Reg reg = mir::none;                   ///< or a register that is known
    std::uint32_t order = 0;                    ///< in the source
    std::uint32_t number = 0;                   ///< into notes.values
    const llvm::Argument* parameter = nullptr;  ///< that was not read yet
  };
  void watch_value(const llvm::Value* of, debug::DebugValue& value, Watch& watch);

  llvm::DenseMap<const llvm::Value*, Local> locals_;
  std::vector<Slot> slots_;
  std::uint32_t epoch_ = 0, current_block_ = 0;
  llvm::DenseMap<const llvm::Type*, const std::vector<build::Leaf>*> leaf_index_;
  std::deque<std::vector<build::Leaf>> leaf_store_;
  llvm::DenseMap<const llvm::AllocaInst*, std::uint32_t> frame_;
  std::vector<const llvm::BasicBlock*> blocks_;
  std::vector<std::uint32_t> block_index_;  ///< by LLVM's block number
  std::vector<Phi> phis_;
  std::optional<std::vector<std::uint32_t>> kept_loops_;  ///< blocks, as often as edges go back to them
  std::vector<std::vector<Edge>> edges_;                  ///< by predecessor
  std::vector<const llvm::Value*> exported_;              ///< in block order; arguments belong to the entry block
  std::vector<std::uint32_t> exported_end_;               ///< by block, into exported_
  Value entry_, chain_;
  std::vector<Value> pending_loads_;
  std::uint32_t order_ = 0;
  bool failed_ = false;
  llvm::DenseMap<const llvm::GlobalValue*, std::uint32_t> global_names_;
  llvm::DenseMap<std::uint32_t, std::uint32_t> locations_;  ///< by number in the plan
  std::vector<std::pair<const llvm::Value*, debug::DebugValue>> objects_;
  std::vector<Watch> watches_;
  llvm::DenseMap<const llvm::Value*, bool> invariant_base_;
  /// By intrinsic: the last forms of its calls, and their recipes.
  llvm::DenseMap<const llvm::Value*, std::vector<std::pair<std::vector<IntrinsicCall::Argument>, std::vector<Recipe>>>>
      recipe_forms_;
  std::vector<Vt> part_scratch_;

  std::uint32_t index_of(const llvm::BasicBlock* block) const { return block_index_[block->getNumber()]; }
};

}  // namespace lathe::nvptx
