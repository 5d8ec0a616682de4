// Expected results of kmeans: integer distances and sums.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

std::vector<float> floats(const std::vector<int>& v) { return {v.begin(), v.end()}; }

void step(check::Case& t, std::size_t n, std::size_t k) {
  const auto points = t.random<int>(3 * n, -50, 50);
  auto centres = t.random<int>(3 * k, -50, 50);
  if (k > 3) {
    std::copy_n(centres.begin(), 3, centres.begin() + 6);  // a tie: the first wins, the third gets nothing
    centres[9] = 10000;                                    // far away: an empty cluster
  }
  std::vector<int> label(n), sums(3 * k), counts(k);
  for (std::size_t i = 0; i < n; ++i) {
    long best = -1;
    for (std::size_t j = 0; j < k; ++j) {
      long distance = 0;
      for (std::size_t d = 0; d < 3; ++d) {
        const long along = points[3 * i + d] - centres[3 * j + d];
        distance += along * along;
      }
      if (best < 0 || distance < best) best = distance, label[i] = static_cast<int>(j);
    }
    const auto c = static_cast<std::size_t>(label[i]);
    for (std::size_t d = 0; d < 3; ++d) sums[3 * c + d] += points[3 * i + d];
    ++counts[c];
  }
  auto moved = floats(centres);
  for (std::size_t j = 0; j < 3 * k; ++j)
    if (counts[j / 3] > 0) moved[j] = static_cast<float>(static_cast<double>(sums[j]) / counts[j / 3]);

  const auto p = t.in(floats(points)), c = t.in(floats(centres)), s = t.out<float>(3 * k);
  const auto l = t.out<int>(n), m = t.out<int>(k);
  const auto size = static_cast<int>(n);
  t.launch("assign_points", {covering(n, 128)}, {128}, p, c, l, size, static_cast<int>(k));
  t.equal("assign_points", t.get(l), label);
  t.launch("sum_clusters", {covering(n, 128)}, {128}, p, l, s, m, size);
  t.near("sum_clusters sums", t.get(s), floats(sums), 0);
  t.equal("sum_clusters counts", t.get(m), counts);
  t.launch("move_centers", {1}, {static_cast<std::uint32_t>(k)}, s, m, c);
  t.near("move_centers", t.get(c), moved, 0);
}

}  // namespace

KERNEL_CHECK(kmeans) {
  step(t, 500, 32);
  step(t, 129, 7);
  step(t, 1, 1);
}
