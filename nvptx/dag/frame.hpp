// Where frame objects lie: one .local variable per function holds them all, in order of their numbers. The one
// rule that `build` (which declares the variable in FunctionBuilder::finish) and `select` (which writes
// [__local_depot+offset]) share. Objects may be added at the end at any time; earlier offsets stay.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include "nvptx/dag/dag.hpp"

namespace lathe::nvptx {

/// Name of the variable. It is declared in the function's body, so every function can use the same.
inline constexpr std::string_view depot_name = "__local_depot";

struct FrameEnd {
  std::uint64_t bytes = 0;
  std::uint32_t align = 1;
};

/// Byte offset of the object that comes after `end`; `end` moves past it. O(1).
inline std::uint64_t place_frame_object(const FrameObject& object, FrameEnd& end) {
  const std::uint64_t align = std::max<std::uint64_t>(1, object.align);
  const std::uint64_t offset = (end.bytes + align - 1) / align * align;
  end.bytes = offset + object.bytes;
  end.align = std::max(end.align, object.align);
  return offset;
}

/// Size and alignment of the whole variable: `.local .align A .b8 __local_depot[bytes]`. O(objects).
inline FrameEnd frame_size(std::span<const FrameObject> objects) {
  FrameEnd end;
  for (const FrameObject& object : objects) place_frame_object(object, end);
  return end;
}

}  // namespace lathe::nvptx
