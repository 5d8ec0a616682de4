// Four numbers that are added and compared at once.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lathe::pressure::detail {

inline constexpr std::uint32_t at_once = 4;

#if defined(__GNUC__)
// Written as loops over arrays, g++ 12 takes them together at -O2 and one by one at -O3, where it unrolls them first.
using Four [[gnu::vector_size(16)]] = std::int32_t;
inline Four larger(Four a, Four b) { return a > b ? a : b; }
#else
struct Four {
  std::int32_t at[at_once];
  std::int32_t& operator[](std::size_t k) { return at[k]; }
  std::int32_t operator[](std::size_t k) const { return at[k]; }
  template <class F>
  static Four each(F&& f) {
    return {{f(0), f(1), f(2), f(3)}};
  }
  friend Four operator+(const Four& a, const Four& b) {
    return each([&](int k) { return a.at[k] + b.at[k]; });
  }
  friend Four operator^(const Four& a, const Four& b) {
    return each([&](int k) { return a.at[k] ^ b.at[k]; });
  }
  friend Four operator|(const Four& a, const Four& b) {
    return each([&](int k) { return a.at[k] | b.at[k]; });
  }
};
inline Four larger(const Four& a, const Four& b) {
  return Four::each([&](int k) { return a.at[k] > b.at[k] ? a.at[k] : b.at[k]; });
}
#endif
inline bool any(const Four& a) { return (a[0] | a[1] | a[2] | a[3]) != 0; }

}  // namespace lathe::pressure::detail
