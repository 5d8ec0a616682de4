// Tensor maps of the CPU: their 128 bytes, what may be in one, and the units in which copies move elements.
//
// NVIDIA does not say how a map is encoded, so ours is our own: it holds the description as it is, behind a mark that
// tells it from other memory. Source: CUDA driver API 13.0, cuTensorMapEncodeTiled, cuTensorMapEncodeIm2col;
// PTX ISA 9.0, 5.5 and 9.7.9.28 (tensormap.replace). Private to nvptx/exec.
#pragma once

#include <optional>
#include <string>

#include "nvptx/exec/exec.hpp"

namespace lathe::nvptx::exec {

/// The map, or the description in it; nothing when the bytes are none of ours.
TensorMap encode_tensor_map(const TensorMapDesc& desc);
std::optional<TensorMapDesc> decode_tensor_map(const std::byte* map);

/// What is wrong with a description, by the driver's rules; empty when nothing is. Strides must be filled in.
std::string tensor_map_fault(const TensorMapDesc& desc);
/// Strides that are 0 become those of a tightly packed tensor.
void fill_strides(TensorMapDesc& desc);

/// Elements move in units: one element, but several of less than a byte. `memory` bytes of global memory are
/// `shared` bytes of shared memory, of which the first `memory` hold data.
struct TensorUnit {
  std::uint32_t elements = 1, memory = 4, shared = 4;
};
TensorUnit tensor_unit(TensorMapDesc::Type type);

/// Sets element `ordinal` of a field as tensormap.replace does; what is wrong with the value, or empty.
std::string replace_in_tensor_map(TensorMapDesc& desc, unsigned field, unsigned ordinal, std::uint64_t value);

}  // namespace lathe::nvptx::exec
