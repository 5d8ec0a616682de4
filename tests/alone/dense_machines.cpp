// Prints what maps of groups do, as a digest: walks, sizes and bytes through long runs of insertions and erasures, of
// words, ids, pairs and names. Every machine and every way to look at a group must print the same. Looks at groups
// beside their definition first. With LATHE_BARE it needs no C library: so it runs on machines of which there is none here.
#include <lathe/dense/map.hpp>

#include <cstdint>
#include <cstring>

#if defined(LATHE_BARE)
namespace {
alignas(64) unsigned char memory[std::size_t{32} << 20];
std::size_t used = 0;

long system_call(long number, long a, long b, long c) {
#if defined(__aarch64__)
  register long x8 asm("x8") = number;
  register long x0 asm("x0") = a;
  register long x1 asm("x1") = b;
  register long x2 asm("x2") = c;
  asm volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
  return x0;
#elif defined(__s390x__)
  register long r1 asm("r1") = number;
  register long r2 asm("r2") = a;
  register long r3 asm("r3") = b;
  register long r4 asm("r4") = c;
  asm volatile("svc 0" : "+r"(r2) : "r"(r1), "r"(r3), "r"(r4) : "memory");
  return r2;
#else
#error "no system calls of this machine are known here"
#endif
}
#if defined(__aarch64__)
constexpr long write_call = 64, exit_call = 93;
#else
constexpr long write_call = 4, exit_call = 1;
#endif
[[noreturn]] void leave(int status) {
  for (;;) system_call(exit_call, status, 0, 0);
}
void print(const char* text, std::size_t size) {
  system_call(write_call, 1, reinterpret_cast<long>(text), static_cast<long>(size));
}
}  // namespace

extern "C" {
void* memcpy(void* to, const void* from, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    static_cast<volatile unsigned char*>(to)[i] = static_cast<const unsigned char*>(from)[i];
  return to;
}
void* memset(void* to, int value, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    static_cast<volatile unsigned char*>(to)[i] = static_cast<unsigned char>(value);
  return to;
}
void* memmove(void* to, const void* from, std::size_t count) {
  auto* const a = static_cast<volatile unsigned char*>(to);
  const auto* const b = static_cast<const unsigned char*>(from);
  if (static_cast<unsigned char*>(to) < b)
    for (std::size_t i = 0; i < count; ++i) a[i] = b[i];
  else
    for (std::size_t i = count; i-- != 0;) a[i] = b[i];
  return to;
}
int memcmp(const void* a, const void* b, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    if (const int by = static_cast<const volatile unsigned char*>(a)[i] - static_cast<const unsigned char*>(b)[i];
        by != 0)
      return by;
  return 0;
}
void abort() noexcept { leave(3); }
}
// Nothing is given back: what is asked for in all fits.
void* operator new(std::size_t size) {
  used = (used + 63) / 64 * 64;
  if (size > sizeof memory - used) abort();
  void* const out = memory + used;
  used += size;
  return out;
}
void* operator new(std::size_t size, std::align_val_t) { return operator new(size); }
void operator delete(void*) noexcept {}
void operator delete(void*, std::size_t) noexcept {}
void operator delete(void*, std::align_val_t) noexcept {}
void operator delete(void*, std::size_t, std::align_val_t) noexcept {}
#else
#include <cstdio>
namespace {
void print(const char* text, std::size_t size) { std::fwrite(text, 1, size, stdout); }
}  // namespace
#endif

namespace {

using namespace lathe::dense;

std::uint64_t digest = 1469598103934665603ULL, state = 88172645463325252ULL;
void tell(std::uint64_t word) { digest = (digest ^ word) * 1099511628211ULL; }
std::uint64_t random_word() {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}
std::uint64_t number(std::uint64_t key) { return key; }
std::uint64_t number(const std::pair<std::uint64_t, std::uint32_t>& key) { return key.first * 31 + key.second; }
std::uint64_t number(std::string_view key) { return key.size() * 257 + static_cast<unsigned char>(key.back()); }

/// Bit by bit, as group.hpp says it.
template <class G>
bool looks_right() {
  alignas(16) std::byte tags[16] = {}, copy[16];
  for (unsigned round = 0; round < 3000; ++round) {
    const unsigned few = round % 3 == 0 ? 3 : round % 3 == 1 ? 256 : 130;
    for (auto& tag : tags) tag = static_cast<std::byte>(random_word() % few);
    const auto wanted = static_cast<std::uint32_t>(random_word() % few),
               at = static_cast<std::uint32_t>(random_word() % 15);
    const unsigned stored = wanted == 0 ? 1 : wanted;
    std::uint32_t match = 0, filled = 0;
    for (unsigned i = 0; i < 15; ++i) {
      match |= (std::to_integer<unsigned>(tags[i]) == stored ? 1U : 0U) << i;
      filled |= (tags[i] != std::byte{0} ? 1U : 0U) << i;
    }
    const bool over = (std::to_integer<unsigned>(tags[15]) >> wanted % 8 & 1U) != 0;
    for (const G& look : {G(tags), G::changing(tags)})
      if (look.match(wanted) != match || look.filled() != filled || look.overflowed(wanted) != over) return false;
    if (detail::overflowed(tags, wanted) != over) return false;
    std::uint32_t free = 0;
    while (filled >> free & 1U) ++free;
    if (detail::first_free(tags) != free) return false;
    std::memcpy(copy, tags, sizeof tags);
    detail::clear_tag(tags, at);
    copy[at] = std::byte{0};
    if (std::memcmp(copy, tags, sizeof tags) != 0) return false;
    detail::set_tag(tags, at, wanted);
    copy[at] = static_cast<std::byte>(stored);
    if (std::memcmp(copy, tags, sizeof tags) != 0) return false;
  }
  return true;
}

template <class Map, class KeyOf>
void run(KeyOf key_of) {
  Map map;
  for (unsigned step = 0; step < 6000; ++step) {
    const auto key = key_of(random_word());
    const bool erases = random_word() % 100 < (step / 1500 % 2 == 0 ? 20U : 60U);
    tell(erases ? map.erase(key) : map.try_emplace(key, step).second);
    if (step % 1000 == 999)
      for (const auto& entry : map) tell(number(entry.key) + entry.value);
  }
  tell(map.size());
  tell(map.bytes());
}

constexpr char letters[] = "the quick brown fox jumps over the lazy dog and 0123456789 other things that stand here";

}  // namespace

int main() {
  const bool right = looks_right<detail::WordGroup>() && looks_right<detail::Group>();
  using Word = std::uint64_t;
  run<DenseMap<Word, std::uint32_t>>([](Word r) { return r % 2000 * 64; });
  run<DenseMap<Word, std::uint32_t, WithEngine<Engine::portable_groups, Word>>>([](Word r) { return r % 2000 << 40; });
  run<DenseMap<std::uint32_t, std::uint32_t>>(
      [](Word r) { return static_cast<std::uint32_t>(r % 1000 * 0x9E3779B9U); });
  run<DenseMap<std::pair<Word, std::uint32_t>, std::uint32_t>>(
      [](Word r) { return std::pair{r % 40, static_cast<std::uint32_t>(r >> 32) % 40}; });
  run<DenseMap<std::string_view, std::uint32_t>>(
      [](Word r) { return std::string_view(letters + r % 40, 1 + (r >> 32) % 40); });
  char text[] = "groups differ from their definition, 0000000000000000\n";
  for (std::size_t i = 0; i < 16; ++i) text[sizeof text - 3 - i] = "0123456789abcdef"[digest >> (4 * i) & 15];
  const std::size_t skipped = right ? sizeof "groups differ from their definition," : 0;
  print(text + skipped, sizeof text - 1 - skipped);
  return right ? 0 : 1;
}

#if defined(LATHE_BARE)
extern "C" [[noreturn]] void start_here() { leave(main()); }
#if defined(__s390x__)
asm(".globl _start\n_start: brasl %r14, start_here\n");
#else
asm(".globl _start\n_start: bl start_here\n");
#endif
#endif
