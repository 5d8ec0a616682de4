// What malloc is told. See heap.hpp.
#include "tools/lathe/heap.hpp"

#include <malloc.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>

#include "nvptx/support/big_stack.hpp"

namespace lathe::nvptx::cli {
namespace {

// Sanitizers have a heap of their own, and look for what nobody gives back.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool heap_is_glibcs = false;
#else
constexpr bool heap_is_glibcs = true;
#endif

/// glibc keeps a thread's heap in a region of this size and alignment, of which it makes no more usable than it hands out.
constexpr std::size_t region_bytes = std::size_t{64} << 20;
/// What it notes at the beginning takes less than this.
constexpr std::size_t most_notes = std::size_t{1} << 16;
/// Blocks from this size on are pages of their own: they grow without a copy (`Growing`), and leave no holes. Told nothing,
/// the system takes ever larger ones for ordinary blocks once one was given back.
constexpr int mapped_bytes = 1 << 20;
constexpr std::size_t huge_bytes = std::size_t{2} << 20, usable_bytes = std::size_t{14} << 20, least_block = 64;

/// Whether nobody asked about this region before: threads inherit the regions of those that have ended.
bool is_new(std::uintptr_t region) {
  static std::array<std::atomic<std::uintptr_t>, 256> known{};
  for (std::atomic<std::uintptr_t>& one : known) {
    std::uintptr_t none = 0;
    if (one.compare_exchange_strong(none, region)) return true;
    if (none == region) return false;
  }
  return false;
}

}  // namespace

void prepare_heap() {
  ::mallopt(M_MMAP_THRESHOLD, mapped_bytes);
  if (address_space_limit() != 0) {
    // A second region would reserve its address space before the first byte of it is used.
    ::mallopt(M_ARENA_MAX, 1);
    return;
  }
  // Else the region of a thread grows by single pages, a call of the system for each. No more than this: so much stays with
  // the program, too, when what is free at a region's end is given back.
  ::mallopt(M_TOP_PAD, static_cast<int>(huge_bytes + usable_bytes));
}

void prepare_heap_of_thread() {
  if (!heap_is_glibcs || address_space_limit() != 0) return;
  void* const block = std::malloc(least_block);
  const auto at = reinterpret_cast<std::uintptr_t>(block);
  // The first block of a region is at its beginning, behind what malloc notes; of the program's own heap it is anywhere.
  const std::uintptr_t offset = at % region_bytes;
  char* const region = static_cast<char*>(block) - offset;
  std::free(block);
  if (block == nullptr || offset > most_notes || !is_new(at - offset)) return;
  if (::madvise(region, region_bytes, MADV_HUGEPAGE) != 0) return;
  void* volatile left = nullptr;  // compilers leave out blocks that nobody keeps
  // Of the first huge page a small one has been touched, so it can be none any more. It is left, but for its beginning.
  for (std::size_t skipped = offset; skipped < huge_bytes;) {
    const std::size_t some = std::min<std::size_t>(huge_bytes - skipped, mapped_bytes / 2);
    left = std::malloc(some);
    if (left == nullptr) return;
    skipped += some;
  }
}

}  // namespace lathe::nvptx::cli
