// Key traits that lack one member each, and keys and policies that cannot serve. Compiled with -DMISSING=n; n = 0 lacks
// nothing.
#include <string>

#include <lathe/dense.hpp>

struct Id {
#if MISSING != 1
  static std::uint32_t id(int key) { return static_cast<std::uint32_t>(key); }
#endif
#if MISSING != 2
  static int from_id(std::uint32_t id) { return static_cast<int>(id); }
#endif
};
struct Word {
#if MISSING != 3
  static std::uint64_t word(long key) { return static_cast<std::uint64_t>(key); }
#endif
#if MISSING != 4
  static long from_word(std::uint64_t word) { return static_cast<long>(word); }
#endif
};
struct Point {
  int x, y;
#if MISSING != 5
  bool operator==(const Point&) const = default;
#endif
#if MISSING == 6
  std::string name;
#endif
};
struct Value {
#if MISSING != 7
  static Point empty() { return {}; }
#endif
#if MISSING != 8
  static std::uint64_t bits(const Point& key) { return static_cast<std::uint64_t>(key.x) * 31U + key.y; }
#endif
};
struct Hash {
#if MISSING != 9
  static std::uint64_t hash(const std::string& key) { return key.size(); }
#endif
#if MISSING != 10
  static bool equal(const std::string& a, const std::string& b) { return a == b; }
#endif
};
struct Policy {
#if MISSING != 11
  static std::uint64_t mix(std::uint64_t bits) { return bits; }
#endif
};
struct Jumpy {
  Jumpy() = default;
#if MISSING != 12
  Jumpy(Jumpy&&) noexcept {}
#else
  Jumpy(Jumpy&&) {}
#endif
};

static_assert(lathe::dense::explain_key_traits<Id, int>());
static_assert(lathe::dense::explain_key_traits<Word, long>());
static_assert(lathe::dense::explain_key_traits<Value, Point>());
static_assert(lathe::dense::explain_key_traits<Hash, std::string>());
lathe::dense::DenseMap<int, int, Id> ids;
lathe::dense::DenseMap<long, int, Word, Policy> words;
lathe::dense::DenseMap<long, Jumpy, Word> jumpy;
