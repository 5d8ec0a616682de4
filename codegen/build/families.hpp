// What becomes of LLVM's instructions, by families: their doors, and what they lend each other. A family's own
// functions stand in its file.
//
// A door says what the instruction's result is (Context::set) or reports why there is none.
#pragma once

#include <optional>
#include <span>

#include "codegen/build/context.hpp"

namespace lathe::codegen::build {

// ---- constants (constants.cpp)
/// The leaves of a constant, appended; of a scalar or vector one.
void constant_leaves(Context& c, const llvm::Constant* known, ValueList& list);
Value constant(Context& c, const llvm::Constant* known);  ///< Of a scalar or vector one.
/// Its lanes as a build_vector; `type` may have other lanes than the constant's, such as i1.
Value constant_vector(Context& c, const llvm::Constant* known, Vt type);
Value zero(Context& c, Vt type);  ///< zero of a scalar or vector type, floating-point ones included

// ---- instructions that compute, aggregates, vectors, and terminators (instructions.cpp)
/// Any instruction but phis and terminators.
void visit(Context& c, const llvm::Instruction& instruction);
/// The root of the block, behind `chain`.
Value terminator(Context& c, const llvm::Instruction& instruction, Value chain);
/// Poison-generating and fast-math flags as node flags.
std::uint16_t flags_of(const llvm::Operator& operation);
/// A cast instruction, by LLVM's opcode.
Value cast(Context& c, unsigned opcode, Value operand, const llvm::Type* from, const llvm::Type* to,
           std::uint16_t flags);
/// Base and offsets of a getelementptr.
Value address_of(Context& c, const llvm::GEPOperator& gep);

// ---- memory (memory.cpp)
/// Appends its result, in pieces where its type or alignment wants it; orders it where it is volatile or atomic.
void load(Context& c, const llvm::LoadInst& instruction);
/// The same of a store: it comes after all loads that wait.
void store(Context& c, const llvm::StoreInst& instruction);
/// An alloca of variable size.
void dynamic_alloca(Context& c, const llvm::AllocaInst& instruction);
/// Its result is the pair of the old value and whether it was stored.
void cmpxchg(Context& c, const llvm::AtomicCmpXchgInst& instruction);
void atomic_rmw(Context& c, const llvm::AtomicRMWInst& instruction);  ///< Its result is the old value.
void fence(Context& c, const llvm::FenceInst& instruction);           ///< By its ordering and scope.
/// Space, alignment and volatility of an access.
MemInfo access(Context& c, const llvm::Value* pointer, std::uint64_t align, bool is_volatile);
/// i1: does a generic pointer point into the space? By the windows of the facts, for intrinsics that ask; empty where an
/// instruction casts, for then the target's own instruction has to tell. O(spaces) nodes.
std::optional<Value> points_into(Context& c, Value pointer, Space space);
/// One load; ordered when the access is volatile or atomic, else only after earlier stores.
Value load_value(Context& c, Vt type, Value address, MemInfo info);
/// A load or store of a whole leaf, in pieces when its type or alignment wants it.
Value load_leaf(Context& c, Vt type, Value address, MemInfo info);
void store_leaf(Context& c, Value v, Value address, MemInfo info);  ///< The counterpart of load_leaf.

// ---- calls (calls.cpp)
/// Any call: of a function, an intrinsic, or inline assembly.
void call(Context& c, const llvm::CallBase& call);
/// Reads the leaves of a parameter from the space of parameters, whose first byte is aligned to `base_align`.
void load_parameter(Context& c, const llvm::Argument& parameter, std::uint32_t base_align);
/// Writes the result where the convention has it; gives the chain behind. Without a result: the chain as it is.
Value return_value(Context& c, const llvm::ReturnInst& instruction, Value chain);

// ---- intrinsics (intrinsics.cpp)
void intrinsic(Context& c, const llvm::IntrinsicInst& call);  ///< One of LLVM's own; the target's are the Client's.

// ---- values in pieces (context.cpp)
/// Takes a value apart as append_pieces says, and puts it together again. `join` takes its pieces from the front of
/// `pieces`.
void split(Context& c, Value v, std::uint64_t offset, std::uint32_t base_align, ValueList& list);
/// The counterpart of split: one value of the type, from the front of `pieces`.
Value join(Context& c, Vt type, std::uint64_t offset, std::uint32_t base_align, std::span<const Value>& pieces);

}  // namespace lathe::codegen::build
