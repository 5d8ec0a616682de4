// The families of the selector's rules: their doors, and what they lend each other.
//
// A door takes a node of its family and is true when the node was taken. A family's own rules stand in its file.
#pragma once

#include <span>
#include <string_view>

#include "nvptx/select/context.hpp"

namespace lathe::nvptx::selecting {

// ---- doors
/// select.cpp: constant, constant_fp, undef, and what is as good as one.
bool constant(Context& c, NodeId n);
bool alu(Context& c, NodeId n);         ///< alu.cpp: add to extract_limb
bool setcc(Context& c, NodeId n);       ///< alu.cpp
bool select(Context& c, NodeId n);      ///< alu.cpp
bool floating(Context& c, NodeId n);    ///< float.cpp: fadd to is_fpclass
bool conversion(Context& c, NodeId n);  ///< convert.cpp: trunc to addrspace_cast
bool vector(Context& c, NodeId n);      ///< vectors.cpp: build_vector to reduce
bool memory(Context& c, NodeId n);      ///< memory.cpp: loads, stores, the stack, prefetch, addresses of variables
bool atomic(Context& c, NodeId n);      ///< atomics.cpp: atomic_rmw, atomic_cmpxchg, fence
bool control(Context& c, NodeId n);     ///< control.cpp: what ends a block, and trap
bool call(Context& c, NodeId n);        ///< control.cpp
bool inline_asm(Context& c, NodeId n);  ///< asm.cpp
/// intrinsics.cpp: target, and target_chain where `chained`.
bool target_instruction(Context& c, NodeId n, bool chained);

// ---- types that instructions have
inline bool is_word(Vt t) { return t == vt::i16 || t == vt::i32 || t == vt::i64; }
inline bool is_wide(Vt t) { return t == vt::i32 || t == vt::i64; }

// ---- shapes of instructions (alu.cpp): `mnemonic` and `suffix` are written as they are
bool unary(Context& c, NodeId n, std::string_view mnemonic, std::string_view suffix);
bool binary(Context& c, NodeId n, std::string_view mnemonic, std::string_view suffix, bool is_signed = true);
/// popc, clz, and clz of the reversed bits (cttz) of `input` for the node n. The machine's answer has 32 bits;
/// `narrow`: so has `result`.
bool count_bits(Context& c, NodeId n, Value result, Value input, bool narrow);

// ---- floating point (float.cpp)
/// ".ftz" where the node flushes subnormal numbers of this type, else "".
std::string_view ftz(const Context& c, NodeId n, Vt type);
/// True when the target computes in this type.
bool has_arithmetic(const Context& c, Vt type);
/// f32 and f64 constants are immediates; halves and pairs have no form of them.
Operand float_src(Context& c, Value v);

// ---- pairs and limbs (convert.cpp)
bool build_pair(Context& c, NodeId n);
bool extract_limb(Context& c, NodeId n);
/// The half of n's operand that a node of this kind takes at `index`, when somebody wants it too; else an empty value.
Value sibling(const Context& c, NodeId n, Isd kind, std::uint64_t index);
/// One half of a two-part register; `other`, the other half, is written with it when it is there.
bool split_pair(Context& c, NodeId n, bool high, Value other);

// ---- memory (memory.cpp)
/// Memory operand [symbol+n], [register+n], [n].
Operand address(Context& c, Value v);
/// Appends ".global" and the like; refuses spaces that have no name.
bool space_suffix(Context& c, Space space, Mnemonic& out);
std::string_view scope_suffix(const Context& c, Scope scope);
/// What one access writes, whose registers must be of one type: appends to c.operands.
void store_sources(Context& c, std::span<const Value> values, Vt in_memory);

// ---- order among threads (atomics.cpp)
void write_fence(Context& c, Ordering ordering, Scope scope);
/// Before the memory model (sm_70, PTX 6.0) accesses carry no order: bars around them stand for it.
void bar_before(Context& c, const MemInfo& m);
void bar_after(Context& c, const MemInfo& m);

}  // namespace lathe::nvptx::selecting
