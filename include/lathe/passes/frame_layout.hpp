// The layout of a frame: where its objects stand, by category and alignment, and how large it is.
//
// Categories come in their order: what stands at a fixed place of the frame, registers that are saved, then arrays, the
// large before the small (what runs over the end of one meets arrays first), then variables whose address is taken, then
// the rest. Within a category those with the largest alignment come first, so that least is lost between them; of
// equals, and where `by_alignment` is off, the order is that of the caller.
// Where the stack grows down an offset is negative: how far below the frame's begin the object begins.
//
// Cost: O(objects log objects).
// Source: the layout of LLVM's PrologEpilogInserter (its categories are those of its stack protector).
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace lathe::passes {

/// What an object of the frame is for; they are laid out in this order.
enum class FrameCategory : std::uint8_t { fixed, saved, large_array, small_array, address_taken, other };

/// An object of the frame: its size, its alignment, its category.
struct FrameObject {
  std::uint64_t bytes = 0, align = 1;  ///< align: a power of two
  FrameCategory category = FrameCategory::other;
  bool dead = false;  ///< gets no place
};
struct FrameLayoutOptions {
  std::uint64_t start = 0;                      ///< bytes of the frame that are taken already
  bool grows_down = false;                      ///< offsets are negative
  bool by_alignment = true;                     ///< largest alignment first, within a category
  std::uint64_t most = std::uint64_t{1} << 32;  ///< bytes that a frame may have
};
/// Where each object lies.
struct FrameLayout {
  std::vector<std::int64_t> offsets;  ///< per object; of dead ones 0
  std::uint64_t bytes = 0;            ///< up to the end of the last one
  std::uint64_t align = 1;            ///< that the frame's begin must have
};

/// Nothing where the frame would have more than `most` bytes. Precondition: alignments are powers of two.
template <class = void>
std::optional<FrameLayout> lay_out(std::span<const FrameObject> objects, const FrameLayoutOptions& options = {}) {
  std::vector<std::uint32_t> order(objects.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const FrameObject &x = objects[a], &y = objects[b];
    if (x.category != y.category) return x.category < y.category;
    return options.by_alignment && x.align > y.align;
  });
  FrameLayout out;
  out.offsets.assign(objects.size(), 0);
  out.bytes = options.start;
  for (const std::uint32_t k : order) {
    const FrameObject& o = objects[k];
    if (o.dead) continue;
    if (o.bytes > options.most || out.bytes > options.most || o.align > options.most) return {};
    const auto up = [&](std::uint64_t at) { return (at + o.align - 1) / o.align * o.align; };
    out.align = std::max(out.align, o.align);
    if (options.grows_down) {
      out.bytes = up(out.bytes + o.bytes);
      out.offsets[k] = -static_cast<std::int64_t>(out.bytes);
    } else {
      const std::uint64_t at = up(out.bytes);
      out.offsets[k] = static_cast<std::int64_t>(at);
      out.bytes = at + o.bytes;
    }
  }
  if (out.bytes > options.most) return {};
  return out;
}

/// What is wrong with a layout, or nothing: an object that is not aligned, two that meet, one outside of the frame or in
/// front of one of an earlier category. O(objects log objects).
template <class = void>
std::string check_layout(std::span<const FrameObject> objects, const FrameLayout& layout,
                         const FrameLayoutOptions& options = {}) {
  std::vector<std::tuple<std::uint64_t, std::uint64_t, std::uint32_t>> taken;  // how far from the begin, both ends
  for (std::uint32_t k = 0; k < objects.size(); ++k) {
    if (objects[k].dead || objects[k].bytes == 0) continue;
    const std::int64_t at = layout.offsets[k];
    if (at % static_cast<std::int64_t>(objects[k].align) != 0) return "object " + std::to_string(k) + " is not aligned";
    if (objects[k].align > layout.align) return "the frame is aligned less than object " + std::to_string(k);
    if (options.grows_down == (at >= 0)) return "object " + std::to_string(k) + " lies on the wrong side";
    const std::uint64_t near =
        options.grows_down ? static_cast<std::uint64_t>(-at) - objects[k].bytes : static_cast<std::uint64_t>(at);
    if (near < options.start || near + objects[k].bytes > layout.bytes)
      return "object " + std::to_string(k) + " lies outside";
    taken.emplace_back(near, near + objects[k].bytes, k);
  }
  std::sort(taken.begin(), taken.end());
  for (std::size_t k = 1; k < taken.size(); ++k) {
    const auto& [begin, end, one] = taken[k];
    const auto& [last_begin, last_end, before] = taken[k - 1];
    if (begin < last_end) return "objects " + std::to_string(before) + " and " + std::to_string(one) + " meet";
    if (objects[one].category < objects[before].category)
      return "object " + std::to_string(one) + " stands behind a later category";
  }
  return {};
}

}  // namespace lathe::passes
