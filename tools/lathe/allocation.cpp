// operator new and delete of the program, in place of the standard library's, which ask malloc. A compilation makes and
// frees some millions of small blocks, most of them at once again; each pair costs malloc a hundred instructions, and
// these some thirty.
//
// Blocks of up to 512 bytes come in sizes that are multiples of 16, from spans of 32 KB that have blocks of one size and
// of one thread: a block has no head, as its span has one. A span of which all blocks are free again is for any size and
// thread, so what one phase of a compilation frees the next one has; of more than some such, the system gets the memory
// back, for what is large. A block that another thread frees is made again by that thread; what a thread that ends had is
// the next one's. Larger blocks and those with a wish for alignment are malloc's.
//
// Only for the program: a library must not replace these for the process that it is in. Sanitizers have their own, and
// valgrind's tools replace these as they do malloc.
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>

#if defined(__linux__) && defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define LATHE_OWN_BLOCKS 1
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#undef LATHE_OWN_BLOCKS
#endif
#endif

#ifdef LATHE_OWN_BLOCKS
#include <pthread.h>
#include <sys/mman.h>

namespace {

constexpr std::size_t step = 16, largest = 512, sizes = largest / step + 1;  // of size 0: blocks of 16 bytes
constexpr std::size_t span_bytes = std::size_t{32} << 10, region_bytes = std::size_t{1} << 20;
constexpr std::size_t page_bytes = std::size_t{4} << 10;
constexpr unsigned most_kept = 64;  // empty spans that keep their memory
// Where the regions lie, so that a block says by its address whose it is. Nothing else is put there unless it is asked
// for by name; what is there already is stepped over.
constexpr std::uintptr_t first_region = std::uintptr_t{7} << 40, all_regions = std::uintptr_t{1} << 40;

struct Free {
  Free* next;
};
static_assert(sizeof(Free) <= step);

struct Owner;

/// What a span begins with.
struct alignas(64) Span {
  Free* free = nullptr;    // blocks that were given back
  std::uint32_t used = 0;  // blocks that are out, and those that other threads gave back
  std::uint32_t told = 0;  // at how many used ones `seldom` has to look
  std::uint32_t size = 0;
  bool listed = false;  // among the owner's `open` spans
  Owner* owner = nullptr;
  char* rest = nullptr;  // blocks that were never given out
  Span* before = nullptr;
  Span* next = nullptr;
};

/// What a thread has, and the next one after it has ended.
struct Owner {
  Span* current[sizes];    // never null: what has no span stands at `nothing`
  Span* open[sizes]{};     // others with free blocks
  Free* foreign[sizes]{};  // blocks of other owners' spans that this thread gave back
  Owner* next = nullptr;
};

constinit Span nothing{};

struct Common {
  std::mutex mutex;
  Owner* left = nullptr;           // of threads that ended
  Span* empty = nullptr;           // spans for any size
  Span* bare = nullptr;            // the same, of which the system has all pages but the first
  unsigned kept = 0;               // of `empty`
  std::uintptr_t at = 0, end = 0;  // of the region that spans are cut from
  std::uintptr_t next = first_region;
  bool ended = false;  // no region could be had
  bool has_key = false;
  pthread_key_t key{};
};
constinit Common common{};

constexpr Owner nobody_owns() {
  Owner owner{};
  for (Span*& span : owner.current) span = &nothing;
  return owner;
}
/// Whose every request is a seldom one: that of a thread which has asked for nothing yet.
constinit Owner nobody = nobody_owns();
thread_local constinit Owner* mine = &nobody;

std::uint32_t bytes_of(std::size_t size) { return static_cast<std::uint32_t>(size == 0 ? step : size * step); }
bool has_rest(const Span& span) {
  return span.rest + bytes_of(span.size) <= reinterpret_cast<const char*>(&span) + span_bytes;
}

/// The thread ends.
void leave(void* owner) {
  const std::scoped_lock lock(common.mutex);
  mine = &nobody;
  static_cast<Owner*>(owner)->next = common.left;
  common.left = static_cast<Owner*>(owner);
}

/// Another region, or false. Whoever calls holds the mutex.
bool next_region() {
  while (!common.ended && common.next < first_region + all_regions) {
    void* const wanted = reinterpret_cast<void*>(common.next);
    void* const got =
        ::mmap(wanted, region_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    common.next += region_bytes;
    if (got == wanted) {
      common.at = common.next - region_bytes;
      common.end = common.next;
      return true;
    }
    if (got == MAP_FAILED && errno == EEXIST) continue;
    if (got != MAP_FAILED) ::munmap(got, region_bytes);  // a kernel that does not know MAP_FIXED_NOREPLACE
    common.ended = true;
  }
  return false;
}

/// Memory for a span, or null. Whoever calls holds the mutex.
void* place_of_span() {
  if (Span* const span = common.empty) {
    common.empty = span->next;
    --common.kept;
    return span;
  }
  if (Span* const span = common.bare) {
    common.bare = span->next;
    return span;
  }
  if (common.at == common.end && !next_region()) return nullptr;
  common.at += span_bytes;
  return reinterpret_cast<void*>(common.at - span_bytes);
}

/// For a span of which no block is out.
void retire(Span& span) {
  const std::scoped_lock lock(common.mutex);
  const bool keep = common.kept < most_kept;
  if (keep) ++common.kept;
  if (!keep) ::madvise(reinterpret_cast<char*>(&span) + page_bytes, span_bytes - page_bytes, MADV_DONTNEED);
  Span*& list = keep ? common.empty : common.bare;
  span.next = list;
  list = &span;
}

/// Gives the thread an owner; false where there is no memory.
bool become_owner() {
  const std::scoped_lock lock(common.mutex);
  if (!common.has_key) common.has_key = ::pthread_key_create(&common.key, leave) == 0;
  Owner* owner = common.left;
  if (owner != nullptr) {
    common.left = owner->next;
  } else {
    static_assert(sizeof(Owner) <= span_bytes);
    void* const place = place_of_span();
    if (place == nullptr) return false;
    owner = new (place) Owner(nobody_owns());
  }
  mine = owner;
  if (common.has_key) ::pthread_setspecific(common.key, owner);
  return true;
}

void list(Owner& owner, Span& span) {
  span.listed = true;
  span.before = nullptr;
  span.next = owner.open[span.size];
  if (span.next != nullptr) span.next->before = &span;
  owner.open[span.size] = &span;
}
void take_out(Owner& owner, Span& span) {
  span.listed = false;
  (span.before != nullptr ? span.before->next : owner.open[span.size]) = span.next;
  if (span.next != nullptr) span.next->before = span.before;
}

/// A span with free blocks becomes the current one; false where there is none to be had.
bool next_span(Owner& owner, std::size_t size) {
  // What has none left is looked at again when one of its blocks comes back.
  if (Span& full = *owner.current[size]; &full != &nothing) full.told = full.used - 1;
  Span* span = owner.open[size];
  if (span != nullptr) {
    take_out(owner, *span);
  } else {
    const std::scoped_lock lock(common.mutex);
    void* const place = place_of_span();
    if (place == nullptr) {
      owner.current[size] = &nothing;
      return false;
    }
    span = new (place) Span;
    span->size = static_cast<std::uint32_t>(size);
    span->owner = &owner;
    span->rest = static_cast<char*>(place) + sizeof(Span);
  }
  owner.current[size] = span;
  return true;
}

/// Null where there is no memory.
[[gnu::noinline]] void* from_malloc(std::size_t bytes, std::size_t alignment) noexcept {
  if (bytes == 0) bytes = 1;
  if (alignment <= alignof(std::max_align_t)) return std::malloc(bytes);
  return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

/// A block where the current span has none that was given back; null where there is no memory.
[[gnu::noinline]] void* cut(std::size_t bytes, std::size_t size) noexcept {
  if (mine == &nobody && !become_owner()) return from_malloc(bytes, step);
  Owner& owner = *mine;
  for (;;) {
    Span& span = *owner.current[size];
    if (&span != &nothing) {
      if (Free* const block = span.free) {
        span.free = block->next;
        ++span.used;
        return block;
      }
      if (has_rest(span)) {
        char* const block = span.rest;
        span.rest = block + bytes_of(size);
        ++span.used;
        return block;
      }
    }
    if (Free* const block = owner.foreign[size]) {
      owner.foreign[size] = block->next;
      return block;
    }
    if (!next_span(owner, size)) return from_malloc(bytes, step);
  }
}

inline void* get(std::size_t bytes) noexcept {
  if (bytes > largest) [[unlikely]]
    return from_malloc(bytes, step);
  const std::size_t size = (bytes + step - 1) / step;
  Span& span = *mine->current[size];
  Free* const block = span.free;
  if (block == nullptr) [[unlikely]]
    return cut(bytes, size);
  span.free = block->next;
  ++span.used;
  return block;
}

/// A block came back: to another thread, to a span that had none left, or as the last one of its span.
[[gnu::noinline]] void seldom(Span& span, Free* block) noexcept {
  if (mine == &nobody && !become_owner()) return;  // lost, and so is all else
  Owner& owner = *mine;
  if (span.owner != &owner) {
    block->next = owner.foreign[span.size];
    owner.foreign[span.size] = block;
    return;
  }
  block->next = span.free;
  span.free = block;
  --span.used;
  span.told = 0;
  if (&span == owner.current[span.size]) return;
  if (span.used != 0) {
    if (!span.listed) list(owner, span);
    return;
  }
  if (span.listed) take_out(owner, span);
  retire(span);
}

inline void give(void* at) noexcept {
  const auto place = reinterpret_cast<std::uintptr_t>(at);
  if (place - first_region >= all_regions) return std::free(at);
  auto* const block = static_cast<Free*>(at);
  Span& span = *reinterpret_cast<Span*>(place & ~(span_bytes - 1));
  if (span.owner != mine || span.used - 1 == span.told) [[unlikely]]
    return seldom(span, block);
  --span.used;
  block->next = span.free;
  span.free = block;
}

/// The handler is asked until there is memory, as the standard has it.
template <class Get>
[[gnu::noinline]] void* insist(const Get& again) {
  for (;;) {
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
    if (void* const block = again()) return block;
  }
}
template <class Get>
[[gnu::noinline]] void* insist_or_null(const Get& again) noexcept {
  try {
    return insist(again);
  } catch (...) {
    return nullptr;
  }
}

}  // namespace

void* operator new(std::size_t bytes) {
  if (void* const block = get(bytes)) [[likely]]
    return block;
  return insist([bytes] { return get(bytes); });
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  if (void* const block = get(bytes)) [[likely]]
    return block;
  return insist_or_null([bytes] { return get(bytes); });
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  const auto wanted = [=] {
    return static_cast<std::size_t>(alignment) <= step ? get(bytes)
                                                       : from_malloc(bytes, static_cast<std::size_t>(alignment));
  };
  if (void* const block = wanted()) [[likely]]
    return block;
  return insist(wanted);
}
void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  const auto wanted = [=] {
    return static_cast<std::size_t>(alignment) <= step ? get(bytes)
                                                       : from_malloc(bytes, static_cast<std::size_t>(alignment));
  };
  if (void* const block = wanted()) [[likely]]
    return block;
  return insist_or_null(wanted);
}
void* operator new[](std::size_t bytes) { return operator new(bytes); }
void* operator new[](std::size_t bytes, const std::nothrow_t& tag) noexcept { return operator new(bytes, tag); }
void* operator new[](std::size_t bytes, std::align_val_t alignment) { return operator new(bytes, alignment); }
void* operator new[](std::size_t bytes, std::align_val_t alignment, const std::nothrow_t& tag) noexcept {
  return operator new(bytes, alignment, tag);
}

void operator delete(void* at) noexcept { give(at); }
void operator delete(void* at, std::size_t) noexcept { give(at); }
void operator delete(void* at, const std::nothrow_t&) noexcept { give(at); }
void operator delete(void* at, std::align_val_t) noexcept { give(at); }
void operator delete(void* at, std::size_t, std::align_val_t) noexcept { give(at); }
void operator delete(void* at, std::align_val_t, const std::nothrow_t&) noexcept { give(at); }
void operator delete[](void* at) noexcept { give(at); }
void operator delete[](void* at, std::size_t) noexcept { give(at); }
void operator delete[](void* at, const std::nothrow_t&) noexcept { give(at); }
void operator delete[](void* at, std::align_val_t) noexcept { give(at); }
void operator delete[](void* at, std::size_t, std::align_val_t) noexcept { give(at); }
void operator delete[](void* at, std::align_val_t, const std::nothrow_t&) noexcept { give(at); }
#endif
