// Memory of the device: buffers, module variables, the heap of device malloc, and the map of generic addresses.
//
// Generic address space:
//   local_window  + offset            the thread's own local memory (the same address in two threads is two places)
//   shared_window + offset            the block's own shared memory; + (rank + 1) << 24 that of block `rank` of the
//                                     cluster
//   code_window   + 16 * index        functions
//   param_window  + offset            the kernel's parameters, read only
//   const_base ...                    constants, read only; const addresses are generic addresses
//   global_base ...                   global variables, buffers, heap; global addresses are generic addresses
// Shared, local and kernel-param state-space addresses are the offsets alone (32 or 64 bits wide).
// Every allocation is a Region of its own with a gap after it, so an index out of bounds is found. Look-up is
// O(log regions), O(1) for the region of the last access. Private to simt.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "simt/state/options.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

inline constexpr Address local_window = 0x0000'6000'0000'0000ULL;
inline constexpr Address shared_window = 0x0000'6100'0000'0000ULL;
inline constexpr Address code_window = 0x0000'6200'0000'0000ULL;
inline constexpr Address param_window = 0x0000'6300'0000'0000ULL;
inline constexpr Address const_base = 0x0000'6400'0000'0000ULL;
inline constexpr Address global_base = 0x0000'7000'0000'0000ULL;
inline constexpr std::uint64_t window_bytes = 1ULL << 32;
inline constexpr unsigned cluster_shift = 24;  ///< of the rank + 1 in a shared address

enum class RegionKind : std::uint8_t { buffer, variable, constant, heap };

struct Region {
  Address base = 0;
  std::uint64_t bytes = 0;
  std::byte* host = nullptr;  ///< zeroed at first, aligned to 256
  RegionKind kind = RegionKind::buffer;
  bool freed = false;  ///< kept so that use after free is named
  std::string name;    ///< variable name; empty for buffers
};

class Memory {
 public:
  explicit Memory(std::uint64_t limit);
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  /// New zeroed region, base aligned to `align` (a power of two, at least 256 is used). nullptr past the limit.
  /// Safe to call from several threads; a Region never moves. `kind_limit` bounds the bytes of this kind together.
  const Region* add(std::uint64_t bytes, std::uint64_t align, RegionKind kind, std::string name = {},
                    std::uint64_t kind_limit = ~std::uint64_t{0});
  /// Frees a region that `add` gave of this kind by its base. False when there is none, or it is freed already.
  bool release(Address base, RegionKind kind);
  /// Drops all regions of this kind (variables and heap of a program that is replaced).
  void drop(RegionKind kind);
  /// The region that holds `address`, freed ones too; nullptr when none does. Thread-safe, O(log regions).
  const Region* find(Address address) const;
  /// The nearest region below the address, for messages. nullptr when there is none.
  const Region* below(Address address) const;
  /// The nearest region that begins above the address, for messages. nullptr when there is none.
  const Region* above(Address address) const;
  /// The region that begins at `address`, freed ones and those of no bytes too; nullptr when none does.
  const Region* at(Address address) const;
  std::uint64_t used() const;                 ///< bytes not freed
  std::uint64_t used(RegionKind kind) const;  ///< of this kind

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
