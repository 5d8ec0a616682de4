// The translation of one function: what the families of instructions share (families.hpp).
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
#include <utility>
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
#include "nvptx/facts/facts.hpp"
#include "nvptx/intrinsics/recipe.hpp"

namespace lathe::nvptx::build {

using ValueList = llvm::SmallVector<Value, 4>;

inline constexpr std::uint32_t no_reg = 0xffffffffU;

/// A value of LLVM that the function computes or is given.
struct Local {
  std::uint32_t slot = 0, count = 0;  ///< its leaves, in Context::slots
  bool rebuilt = false;               ///< an address that every block makes anew
  bool exported = false;              ///< it has registers
};
/// One leaf of it.
struct Slot {
  Value now;  ///< valid when epoch is the block's
  std::uint32_t epoch = 0;
  std::uint32_t reg = no_reg;  ///< first register of the leaf's parts
  Vt type;
};

/// Values that live across blocks (function.cpp).
struct CrossingState {
  struct Phi {
    const llvm::PHINode* source = nullptr;
    std::vector<std::uint32_t> operand_begin;  ///< of the instruction of each part
    std::uint32_t preds = 0;
  };
  struct Edge {
    std::uint32_t phi = 0, incoming = 0, group = 0;
  };
  std::vector<Phi> phis;
  std::vector<std::vector<Edge>> edges;      ///< by predecessor
  std::vector<const llvm::Value*> exported;  ///< in block order; arguments belong to the entry block
  std::vector<std::uint32_t> exported_end;   ///< by block, into `exported`
};
/// Heads of loops that are not to be unrolled, as often as edges go back to them (function.cpp).
using KeptLoops = std::optional<std::vector<std::uint32_t>>;
/// Names of variables and functions in the DAG (constants.cpp).
using GlobalNames = llvm::DenseMap<const llvm::GlobalValue*, std::uint32_t>;
/// Whether loads from what a pointer is derived from read memory that nothing writes (memory.cpp).
using InvariantBases = llvm::DenseMap<const llvm::Value*, bool>;
/// By intrinsic: the last forms of its calls, and their recipes (target_intrinsics.cpp).
using RecipeForms = llvm::DenseMap<const llvm::Value*,
                                   std::vector<std::pair<std::vector<IntrinsicCall::Argument>, std::vector<Recipe>>>>;
/// Where variables of the source are (debug.cpp).
struct DebugState {
  /// What is asked for when the block was selected.
  struct Watch {
    Value value;                                ///< of the block's DAG, or empty
    mir::Reg reg = mir::none;                   ///< or a register that is known
    std::uint32_t order = 0;                    ///< in the source
    std::uint32_t number = 0;                   ///< into notes.values
    const llvm::Argument* parameter = nullptr;  ///< that was not read yet
  };
  llvm::DenseMap<std::uint32_t, std::uint32_t> locations;  ///< by number in the plan
  std::vector<std::pair<const llvm::Value*, debug::DebugValue>> objects;
  std::vector<Watch> watches;
  debug::FunctionNotes notes;
};

struct Context {
  Context(const Body& body, const View& view_in, const Features& base, const TargetFacts& facts_in,
          mir::Module& module_in, mir::Function& out_in, Dag& dag_in, Diag& diag_in);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  // ---- the function, and what is made of it
  const llvm::Function& source;
  const llvm::ArrayRef<llvm::Argument> arguments;
  const View& view;
  Features features;  ///< the function's own
  const TargetFacts& facts;
  bool kernel = false;
  mir::Module& module;
  mir::Function& out;
  Dag& dag;
  Diag& diag;
  bool failed = false;

  /// Reports one fault of this function; the builder goes on, so that later faults are found too.
  void error(std::string text);

  // ---- values of LLVM
  /// Appends the leaves of a value in the block that is built.
  void values(const llvm::Value* value, ValueList& list);
  /// The only leaf of a value.
  Value value(const llvm::Value* value);
  /// Says what an instruction's result is: one leaf, or several.
  void set(const llvm::Value* value, Value only) { set(value, std::span<const Value>(&only, 1)); }
  void set(const llvm::Value* value, std::span<const Value> results);
  /// The leaves of a type; an error where PTX cannot hold it.
  const std::vector<Leaf>& leaves(const llvm::Type* type);
  /// The value type; an error and i32 when PTX cannot hold it.
  Vt type_of(const llvm::Type* type);
  Vt type_of(const llvm::Value* value) { return type_of(value->getType()); }
  /// The number of a block in `out`.
  std::uint32_t index_of(const llvm::BasicBlock* of) const { return block_index[of->getNumber()]; }

  // ---- node shorthands
  Value node(Isd op, Vt type, std::initializer_list<Value> operands, const DagPayload& payload = {},
             std::uint16_t flags = 0) {
    return dag.get(op, type, operands, payload, flags);
  }
  Value integer(std::uint64_t number, Vt type) { return dag.constant(number, type); }
  Value vector(Vt type, const ValueList& lanes) {
    return dag.get(Isd::build_vector, type, std::span<const Value>(lanes.data(), lanes.size()));
  }
  /// Extends (zext, sext, anyext) or truncates an integer, or vector of them, to this type's width.
  Value resize(Value v, Vt to, Isd extend);
  Value bitcast(Value v, Vt to) { return dag.type(v) == to ? v : node(Isd::bitcast, to, {v}); }
  /// Brings a value to a register type of the same or another width: bitcast, extend as told, truncate. Empty when
  /// the two do not fit.
  Value fit(Value v, Vt to, Isd extend);
  Value lane(Value of, std::uint32_t index);
  /// An address in another address space, by LLVM's numbers.
  Value cast_space(Value v, unsigned from, unsigned to);
  Value add_offset(Value address, std::int64_t offset);
  /// All bits of a value as one integer, and back.
  Value to_integer(Value v);
  Value from_integer(Value v, Vt to);

  // ---- chains
  /// The chain that comes after everything so far; pending loads are joined in.
  Value ordered_chain();
  void set_chain(Value last) { chain = last; }

  // ---- the block that is built
  std::uint32_t block = 0, epoch = 0;
  std::uint32_t order = 0;  ///< of the instruction at hand, in the source
  Value entry, chain;
  std::vector<Value> pending_loads;

  // ---- values and blocks of the function
  llvm::DenseMap<const llvm::Value*, Local> locals;
  std::vector<Slot> slots;
  llvm::DenseMap<const llvm::AllocaInst*, std::uint32_t> frame;
  std::vector<const llvm::BasicBlock*> blocks;
  std::vector<Vt> parts;                   ///< scratch: the registers of one leaf
  std::vector<std::uint32_t> block_index;  ///< by LLVM's block number

  // ---- what belongs to one family
  CrossingState crossing;
  KeptLoops kept_loops;
  GlobalNames global_names;
  InvariantBases invariant_bases;
  RecipeForms recipe_forms;
  DebugState debug;

 private:
  llvm::DenseMap<const llvm::Type*, const std::vector<Leaf>*> leaf_index_;
  std::deque<std::vector<Leaf>> leaf_store_;
};

}  // namespace lathe::nvptx::build
