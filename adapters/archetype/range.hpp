// A sequence that can only be walked from begin to end: what an archetype gives where a concept wants a range.
#pragma once

#include <cstdint>

namespace archetype {

/// T{from} .. T{to - 1}.
template <class T>
struct Range {
  struct End {};
  struct Iterator {
    std::uint32_t at = 0, end = 0;
    T operator*() const { return T{at}; }
    Iterator& operator++() {
      ++at;
      return *this;
    }
    bool operator!=(End) const { return at != end; }
  };
  std::uint32_t from = 0, to = 0;

  Range() = default;
  explicit(false) Range(std::uint32_t size) : to(size) {}
  Range(std::uint32_t first, std::uint32_t end) : from(first), to(end) {}
  Iterator begin() const { return {from, to}; }
  End end() const { return {}; }
};

}  // namespace archetype
