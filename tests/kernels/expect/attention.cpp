// Expected results of attention.cu: softmax(Q K^T / sqrt(d)) V in double, row by row.
#include <algorithm>

#include "kernels/expect/reference_grid.hpp"

namespace {

constexpr std::size_t width = 32;
using Floats = std::vector<float>;

Floats attend(const Floats& q, const Floats& k, const Floats& v, std::size_t n, bool causal) {
  Floats out(n * width);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t keys = causal ? i + 1 : n;
    std::vector<double> score(keys);
    for (std::size_t j = 0; j < keys; ++j) {
      for (std::size_t c = 0; c < width; ++c) score[j] += double{q[i * width + c]} * k[j * width + c];
      score[j] /= std::sqrt(double{width});
    }
    const double top = *std::max_element(score.begin(), score.end());
    double sum = 0;
    for (double& s : score) sum += s = std::exp(s - top);
    for (std::size_t c = 0; c < width; ++c) {
      double value = 0;
      for (std::size_t j = 0; j < keys; ++j) value += score[j] / sum * v[j * width + c];
      out[i * width + c] = static_cast<float>(value);
    }
  }
  return out;
}

}  // namespace

KERNEL_CHECK(attention) {
  struct Run {
    int n;
    bool causal;
  };
  for (const Run run : {Run{64, false}, Run{128, true}}) {
    const auto n = static_cast<std::size_t>(run.n);
    const Floats q = t.random(n * width, -2.0F, 2.0F), k = t.random(n * width, -2.0F, 2.0F),
                 v = t.random(n * width, -1.0F, 1.0F);
    auto out = t.out<float>(n * width);
    t.launch("attend", check::cover(n, 64), {64}, t.in(q), t.in(k), t.in(v), out, run.n, run.causal);
    t.near(run.causal ? "attend, causal" : "attend", t.get(out), attend(q, k, v, n, run.causal), 1e-4);
  }
}
