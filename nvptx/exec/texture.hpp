// Texture and surface objects of a Machine, and their texels: what a fetch reads and a surface store writes.
//
// A handle is a number that no other value of a program is likely to be. Fetches follow the texture appendix of the
// CUDA programming guide: T[i] by point sampling; linear filtering with weights of 8 fractional bits.
// Cost: O(1) for a handle. Source: CUDA C++ programming guide 13.0, "Texture fetching"; PTX ISA 9.0, 9.7.10, 9.7.11.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "nvptx/exec/exec.hpp"

namespace lathe::nvptx::exec {

/// Bytes of one texel, all channels.
std::uint32_t texel_bytes(const TextureDesc& desc);
/// Whether such an object can be made: channels, the dimensions its kind needs, no surfaces over buffers.
bool makes_sense(const TextureDesc& desc, bool surface);
/// Bytes of memory that it describes.
std::uint64_t bytes_of(const TextureDesc& desc);

/// Read by the threads of a launch, written between launches only.
class TextureTable {
 public:
  /// The handle; 0 when the description makes no sense.
  std::uint64_t add(const TextureDesc& desc, bool surface);
  /// nullptr when it is no handle of this table.
  const TextureDesc* find(std::uint64_t handle) const;
  static bool is_surface(std::uint64_t handle) { return (handle & 1U) != 0; }

 private:
  std::vector<TextureDesc> descs_;
};

}  // namespace lathe::nvptx::exec
