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

#include "codegen/build/build.hpp"
#include "codegen/build/types.hpp"
#include "codegen/build/view.hpp"

namespace lathe::codegen::build {

using ValueList = llvm::SmallVector<Value, 4>;  ///< leaves of a value, in order

inline constexpr std::uint32_t no_reg = 0xffffffffU;  ///< the value has no register

/// A value of LLVM that the function computes or is given.
struct Local {
  std::uint32_t slot = 0, count = 0;  ///< its leaves, in Context::slots
  bool rebuilt = false;               ///< an address that every block makes anew
  bool exported = false;              ///< it has registers
};
/// One leaf of it.
struct Slot {
  Value now;                   ///< valid when epoch is the block's
  std::uint32_t epoch = 0;     ///< Context::epoch of the block in which `now` was made
  std::uint32_t reg = no_reg;  ///< first register of the leaf's parts
  Vt type;                     ///< of the leaf, before it is legalized
};

/// Values that live across blocks (function.cpp).
struct CrossingState {
  /// A phi of LLVM.
  struct Phi {
    const llvm::PHINode* source = nullptr;
    std::vector<std::uint32_t> parts;  ///< the client's numbers of its phis
    std::uint32_t given = 0;           ///< inputs that have registers
    std::uint32_t preds = 0;           ///< inputs that it has in all
  };
  /// An input of a phi by the block that it comes from.
  struct Edge {
    /// Into `phis`; which input of LLVM's phi; which of the client's inputs.
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

/// What builds a function: the graph at hand, and where values of LLVM are. The Client writes through it, too.
struct Context {
  /// All but the modes are referred to.
  Context(const Source& source_in, const View& view_in, const FunctionModes& modes_in, const TargetFacts& facts_in,
          Client& client_in, Dag& dag_in, Diag& diag_in);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  // ---- the function, and what is made of it
  const llvm::Function& source;
  const llvm::ArrayRef<llvm::Argument> arguments;  ///< of the function
  const View& view;                                ///< sizes and words of the module, this thread's own
  const FunctionModes modes;  ///< what the function's attributes say of floating point and optimization
  const TargetFacts& facts;   ///< of the target
  Client& client;             ///< of the target
  const bool kernel;          ///< it is an entry point, whose arguments somebody else wrote
  Dag& dag;                   ///< the graph of the block at hand
  Diag& diag;                 ///< errors of all functions
  bool failed = false;        ///< error() was called

  /// Reports one fault of this function; the builder goes on, so that later faults are found too.
  void error(std::string text);
  /// That `what` cannot be said for the target.
  void no_form(const std::string& what) { error(what + " has no " + facts.name + " form"); }

  // ---- values of LLVM
  /// Appends the leaves of a value in the block that is built.
  void values(const llvm::Value* value, ValueList& list);
  /// The only leaf of a value.
  Value value(const llvm::Value* value);
  /// Says what an instruction's result is: one leaf, or several.
  void set(const llvm::Value* value, Value only) { set(value, std::span<const Value>(&only, 1)); }
  /// Says what an instruction's result is, leaf by leaf.
  void set(const llvm::Value* value, std::span<const Value> results);
  /// The leaves of a type; an error where the target cannot hold it.
  const std::vector<Leaf>& leaves(const llvm::Type* type);
  /// The value type; an error and i32 when the target cannot hold it.
  Vt type_of(const llvm::Type* type);
  Vt type_of(const llvm::Value* value) { return type_of(value->getType()); }  ///< of its type
  /// The number of a block.
  std::uint32_t index_of(const llvm::BasicBlock* of) const { return block_index[of->getNumber()]; }

  // ---- node shorthands
  /// A node of one result, or an equal one that is there.
  Value node(Isd op, Vt type, std::initializer_list<Value> operands, const DagPayload& payload = {},
             std::uint16_t flags = 0) {
    return dag.get(op, type, operands, payload, flags);
  }
  /// Of any integer type, or a splat; cut to its width.
  Value integer(std::uint64_t number, Vt type) { return dag.constant(number, type); }
  /// Of as many lanes as the type has.
  Value vector(Vt type, const ValueList& lanes) {
    return dag.get(Isd::build_vector, type, std::span<const Value>(lanes.data(), lanes.size()));
  }
  /// Extends (zext, sext, anyext) or truncates an integer, or vector of them, to this type's width.
  Value resize(Value v, Vt to, Isd extend);
  /// The same bits as another type of the same width.
  Value bitcast(Value v, Vt to) { return dag.type(v) == to ? v : node(Isd::bitcast, to, {v}); }
  /// Brings a value to a register type of the same or another width: bitcast, extend as told, truncate. Empty when
  /// the two do not fit.
  Value fit(Value v, Vt to, Isd extend);
  Value lane(Value of, std::uint32_t index);  ///< Takes one lane of a vector. Precondition: it has more than `index`.
  /// The role of an address space by LLVM's number; generic after an error.
  Space role_of(unsigned number);
  /// An address in another address space.
  Value cast_space(Value v, Space from, Space to);
  Value add_offset(Value address, std::int64_t offset);  ///< The address so many bytes further on; itself for 0.
  /// Of a parameter that lies in memory, in the space of parameters.
  Value parameter_address(std::uint32_t number) {
    return node(Isd::param_address, facts.address(Space::param), {}, {0, number});
  }
  /// All bits of a value as one integer, and back.
  Value to_integer(Value v);
  Value from_integer(Value v, Vt to);  ///< Back: the value whose bits are the integer's.

  // ---- chains
  /// The chain that comes after everything so far; pending loads are joined in.
  Value ordered_chain();
  void set_chain(Value last) { chain = last; }  ///< what the next ordered node comes after

  // ---- the block that is built
  std::uint32_t block = 0, epoch = 0;  ///< the block at hand, and a number that is another for each block
  std::uint32_t order = 0;             ///< of the instruction at hand, in the source
  Value entry, chain;                  ///< the block's first chain, and the last one so far
  std::vector<Value> pending_loads;    ///< chains of loads that the next store has to come after

  // ---- values and blocks of the function
  /// What the function computes or is given: where its leaves are in `slots`.
  llvm::DenseMap<const llvm::Value*, Local> locals;
  std::vector<Slot> slots;
  llvm::DenseMap<const llvm::AllocaInst*, std::uint32_t> frame;  ///< allocas of the entry block: their frame objects
  std::vector<const llvm::BasicBlock*> blocks;                   ///< of the function, in order
  std::vector<Vt> parts;                                         ///< scratch: the registers of one leaf
  std::vector<std::uint32_t> block_index;                        ///< by LLVM's block number

  // ---- what belongs to one family
  CrossingState crossing;  ///< values that live across blocks
  KeptLoops kept_loops;
  GlobalNames global_names;
  InvariantBases invariant_bases;

 private:
  llvm::DenseMap<const llvm::Type*, const std::vector<Leaf>*> leaf_index_;
  std::deque<std::vector<Leaf>> leaf_store_;
};

}  // namespace lathe::codegen::build
