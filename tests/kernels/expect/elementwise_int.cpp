// Expected results of elementwise_int: in 128-bit integers, cut to the type at the end.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

__extension__ using Wide = __int128;

/// Widths below 64 never overflow in Wide. The unsigned shift wants the value, which is what Wide holds; a product
/// that C++ wraps differs from the one here by a multiple of 2^width.
template <class T>
T expected(T x, T y) {
  const Wide a = x, b = y;
  auto r = static_cast<T>(((3 * a + b) ^ (a & b)) - ((a | b) >> 1));
  if (y != 0) r = static_cast<T>(r + static_cast<T>(a / b) + static_cast<T>(a % b));
  return r;
}

template <class T>
void map(check::Case& t, const std::string& kernel, T low, T high) {
  const std::vector<T> edges = {low, static_cast<T>(low + 1), T(0), T(1), T(2), T(3), static_cast<T>(high - 1), high};
  std::vector<T> a, b;
  for (const T x : edges)
    for (const T y : edges) {
      a.push_back(x);
      b.push_back(y);
    }
  const auto pick = [&] {
    const T raw = t.random_bits<T>(1)[0];
    return raw < low || raw > high ? static_cast<T>(raw / 8) : raw;
  };
  for (int k = 0; k < 333; ++k) {
    a.push_back(pick());
    b.push_back(k % 3 == 0 ? static_cast<T>(pick() % 16) : pick());
  }
  if constexpr (std::is_signed_v<T>)
    for (std::size_t i = 0; i < a.size(); ++i)  // the one quotient that does not fit is not allowed
      if (b[i] == -1 && a[i] == std::numeric_limits<T>::min()) b[i] = 1;
  std::vector<T> want(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) want[i] = expected(a[i], b[i]);
  const auto out = t.out<T>(a.size());
  t.launch(kernel, {covering(a.size(), 128)}, {128}, t.in(a), t.in(b), out, static_cast<int>(a.size()));
  t.equal(kernel, t.get(out), want);
}

}  // namespace

// Signed 32 and 64 bits: operands small enough that no step overflows, which C++ leaves undefined.
KERNEL_CHECK(elementwise_int) {
  map<signed char>(t, "map_i8", -128, 127);
  map<unsigned char>(t, "map_u8", 0, 255);
  map<short>(t, "map_i16", -32768, 32767);
  map<unsigned short>(t, "map_u16", 0, 65535);
  map<int>(t, "map_i32", -(1 << 28), (1 << 28) - 1);
  map<unsigned>(t, "map_u32", 0, ~0U);
  map<long long>(t, "map_i64", -(1LL << 60), (1LL << 60) - 1);
  map<unsigned long long>(t, "map_u64", 0, ~0ULL);
}
