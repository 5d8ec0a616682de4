// Multimem addresses: one address for the same bytes of several buffers, and the instructions that may use it.
//
// Any other instruction faults on such an address. Replicas are taken in the order in which they were given, so sums
// of floats are formed in it; PTX leaves the order open. Source: PTX ISA 9.0, 9.7.9.14. Private to nvptx/exec.
#pragma once

#include <cstdint>
#include <vector>

#include "nvptx/exec/simt.hpp"
#include "simt/state/memory.hpp"
#include "simt/state/warp.hpp"

namespace lathe::nvptx::exec {

/// Read by the threads of a launch, written between launches only.
class Multicasts {
 public:
  struct Entry {
    Address base = 0;
    std::uint64_t bytes = 0;
    std::vector<Address> buffers;
  };
  /// 0 when there is no buffer or one is shorter than `bytes`.
  Address add(const Memory& memory, const std::vector<Address>& buffers, std::uint64_t bytes);
  /// nullptr when it is no multimem address.
  const Entry* find(Address address) const;

 private:
  std::vector<Entry> entries_;
};

/// a: address; x: elements, elements in a register << 8, accumulate in f32 << 16; y: operation, and type << 8.
/// extra: the registers.
Flow run_multimem_load(Warp&, const Code&, Mask);
Flow run_multimem_store(Warp&, const Code&, Mask);  ///< and red

}  // namespace lathe::nvptx::exec
