// What the decoders of memory instructions share. Private to decode_memory*.cpp.
#pragma once

#include <initializer_list>
#include <string_view>

#include "nvptx/exec/decode/decode.hpp"
#include "nvptx/exec/simt.hpp"
#include "simt/state/memory_key.hpp"

namespace lathe::nvptx::exec {

/// False after a refusal that names the first modifier that is neither a type, a state space, a scope, a cache
/// operation, an eviction or prefetch hint, nor one of `more`.
bool known_modifiers(Decoder& d, const Instruction& i, std::initializer_list<std::string_view> more);

/// The optional cache-policy operand at `index`; nothing may come behind it.
bool cache_policy(Decoder& d, const Instruction& i, std::size_t index);

/// An address operand: where it is found fast, and the base register that a handler reads.
struct Place {
  bool valid = false;
  Where where = Where::regions;
  bool broadcast = false;  ///< a kernel parameter at a constant offset
  unsigned base_bits = 64;
  Slot base = no_slot;
  std::uint64_t offset = 0;
  AccessRequest request;  ///< space, cluster, frame and function_param are set
};
Place place_of(Decoder& d, const Instruction& i, std::size_t operand);

// decode_memory_atomic.cpp and decode_memory_address.cpp
bool decode_atomic(Decoder& d, const Instruction& i);
bool decode_cvta(Decoder& d, const Instruction& i);
bool decode_isspacep(Decoder& d, const Instruction& i);
bool decode_hint(Decoder& d, const Instruction& i);   ///< prefetch, prefetchu, applypriority, discard, createpolicy
bool decode_stack(Decoder& d, const Instruction& i);  ///< alloca, stacksave, stackrestore

}  // namespace lathe::nvptx::exec
