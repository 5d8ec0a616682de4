// Expected results of launch_bounds: weighted gathers with a step of 37 around a ring.
#include "kernels/expect/check.hpp"

namespace {

/// Element i starts at i, or at the mirrored place.
std::vector<int> gathers(const std::vector<int>& a, bool mirrored) {
  std::vector<int> out;
  const std::size_t n = a.size();
  for (std::size_t i = 0; i < n; ++i) {
    std::uint64_t sum = 0;
    std::size_t at = mirrored ? n - 1 - i : i;
    for (std::uint64_t weight = 1; weight <= 24; ++weight) {
      sum += weight * static_cast<std::uint64_t>(static_cast<std::int64_t>(a[at]));
      at = (at + 37) % n;
    }
    out.push_back(static_cast<int>(static_cast<std::uint32_t>(sum)));
  }
  return out;
}

}  // namespace

KERNEL_CHECK(launch_bounds) {
  for (const std::uint32_t n : {256U, 1024U}) {
    // Small enough that the signed sum of the source does not overflow.
    const auto a = t.random<int>(n, -5'000'000, 5'000'000);
    const auto in = t.in(a);
    const auto size = static_cast<int>(n);
    const auto b256 = t.out<int>(n), b64 = t.out<int>(n), b128 = t.out<int>(n);
    t.launch("bounded_256", {n / 256}, {256}, in, b256, size);
    t.launch("bounded_64x8", {n / 64}, {64}, in, b64, size);
    t.launch("bounded_maxreg", {n / 128}, {128}, in, b128, size);
    t.equal("bounded_256", t.get(b256), gathers(a, false));
    t.equal("bounded_64x8", t.get(b64), gathers(a, false));
    t.equal("bounded_maxreg", t.get(b128), gathers(a, true));
  }
}
