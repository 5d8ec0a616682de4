// Expected results of reduce: sums of the standard library; the double sums in the order that the .cu names.
#include <numeric>

#include "kernels/expect/check.hpp"

namespace {

constexpr std::size_t width = 256;

/// What thread `thread` of `threads` sees of v.
template <class T>
std::vector<T> stride_of(const std::vector<T>& v, std::size_t thread, std::size_t threads) {
  std::vector<T> part;
  for (std::size_t i = thread; i < v.size(); i += threads) part.push_back(v[i]);
  return part;
}

/// Lanes i and i + size / 2 first, then the half of them.
double halving(const std::vector<double>& v) {
  if (v.size() == 1) return v[0];
  std::vector<double> half;
  for (std::size_t i = 0; i < v.size() / 2; ++i) half.push_back(v[i] + v[i + v.size() / 2]);
  return halving(half);
}

void sums(check::Case& t, std::uint32_t blocks, std::size_t n) {
  const auto size = static_cast<int>(n);
  const auto a = t.random_bits<std::uint32_t>(n);
  const auto total = t.in(std::vector<std::uint32_t>{17});
  t.launch("reduce_sum_i32", {blocks}, {width}, t.in(a), total, size);
  t.equal("reduce_sum_i32", t.get(total), {std::accumulate(a.begin(), a.end(), 17U)});

  const auto d = t.random<double>(n, -1e3, 1e3);
  std::vector<double> want;
  for (std::size_t b = 0; b < blocks; ++b) {
    std::vector<double> lanes;
    for (std::size_t i = 0; i < width; ++i) {
      const auto part = stride_of(d, b * width + i, blocks * width);
      lanes.push_back(std::accumulate(part.begin(), part.end(), 0.0));
    }
    want.push_back(halving(lanes));
  }
  const auto out = t.out<double>(blocks);
  t.launch("reduce_sum_f64", {blocks}, {width}, t.in(d), out, size);
  t.equal("reduce_sum_f64", t.get(out), want);
}

void maxima(check::Case& t, std::uint32_t blocks, const std::vector<float>& a) {
  std::vector<float> want(blocks, -std::numeric_limits<float>::infinity());
  for (std::size_t i = 0; i < a.size(); ++i) {
    float& best = want[i / width % blocks];
    if (a[i] > best) best = a[i];  // false for NaN
  }
  const auto out = t.out<float>(blocks);
  t.launch("reduce_max_f32", {blocks}, {width}, t.in(a), out, static_cast<int>(a.size()));
  t.equal("reduce_max_f32", t.get(out), want);
}

}  // namespace

KERNEL_CHECK(reduce) {
  const struct {
    std::uint32_t blocks;
    std::size_t n;
  } shapes[] = {{1, 1}, {1, 256}, {3, 5000}, {4, 300}, {2, 0}};
  for (const auto& [blocks, n] : shapes) {
    sums(t, blocks, n);
    maxima(t, blocks, t.random<float>(n, -1e6F, 1e6F));
    auto negative = t.random<float>(n, -2, -1);
    for (std::size_t i = 0; i < n; i += 3) negative[i] = std::numeric_limits<float>::quiet_NaN();
    maxima(t, blocks, negative);
  }
  for (std::size_t i = 0; i < width; ++i) {  // the maximum at each place of a block
    if (i % 11 != 0 && i < width - 1) continue;
    std::vector<float> one(width, -1e30F);
    one[i] = -1;
    maxima(t, 1, one);
  }
}
