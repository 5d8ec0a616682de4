// Expected results of lu_cholesky: the factors multiplied again, their shape, and the pivots' rule; Cholesky by
// elimination in double.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

constexpr std::size_t order = 32;

/// P A = L U, |L| <= 1, pivots not above their step, and each multiplier's row no larger than the pivot's: which is
/// what partial pivoting means.
void judge(check::Case& t, const double* a, const double* lu, const int* pivot) {
  std::vector<std::size_t> row(order);
  for (std::size_t r = 0; r < order; ++r) row[r] = r;
  for (std::size_t k = 0; k < order; ++k) {
    if (pivot[k] < static_cast<int>(k) || pivot[k] >= static_cast<int>(order)) return t.fail("lu_32: pivot is no row");
    std::swap(row[k], row[static_cast<std::size_t>(pivot[k])]);
  }
  for (std::size_t i = 0; i < order; ++i)
    for (std::size_t j = 0; j < order; ++j) {
      long double sum = i <= j ? lu[order * i + j] : 0.0L;
      for (std::size_t k = 0; k < std::min(i, j + 1); ++k)
        sum += static_cast<long double>(lu[order * i + k]) * lu[order * k + j];
      if (!(std::abs(static_cast<double>(sum) - a[order * row[i] + j]) < 1e-12)) return t.fail("lu_32: L U is not P A");
      if (j < i && !(std::abs(lu[order * i + j]) <= 1)) return t.fail("lu_32: a multiplier above 1");
    }
}

/// The plain algorithm in long double, for the pivots of matrices without ties.
std::vector<int> pivots(const double* in) {
  std::vector<long double> a(in, in + order * order);
  std::vector<int> chosen;
  for (std::size_t k = 0; k < order; ++k) {
    std::size_t best = k;
    for (std::size_t r = k; r < order; ++r)
      if (std::abs(a[order * r + k]) > std::abs(a[order * best + k])) best = r;
    chosen.push_back(static_cast<int>(best));
    for (std::size_t c = 0; c < order; ++c) std::swap(a[order * k + c], a[order * best + c]);
    if (a[order * k + k] == 0) continue;
    for (std::size_t r = k + 1; r < order; ++r) {
      const long double f = a[order * r + k] / a[order * k + k];
      for (std::size_t c = k; c < order; ++c) a[order * r + c] -= f * a[order * k + c];
    }
  }
  return chosen;
}

void lu(check::Case& t) {
  constexpr std::size_t matrices = 4, size = order * order;
  auto a = t.random<double>(matrices * size, -1, 1);
  std::fill_n(a.begin() + 2 * size, size, 0.0);  // nothing to divide by
  for (std::size_t r = 0; r < order; ++r)        // a permutation: exact, every pivot elsewhere
    for (std::size_t c = 0; c < order; ++c) a[3 * size + order * r + c] = (5 * r + 3) % order == c ? 2.0 : 0.0;
  const auto data = t.in(a);
  const auto pivot = t.out<int>(order * matrices);
  t.launch("lu_32", {matrices}, {32}, data, pivot);
  const auto got = t.get(data);
  const auto chosen = t.get(pivot);
  std::vector<int> want;
  for (std::size_t m = 0; m < matrices; ++m) {
    judge(t, &a[size * m], &got[size * m], &chosen[order * m]);
    const auto p = pivots(&a[size * m]);
    want.insert(want.end(), p.begin(), p.end());
  }
  t.equal("lu_32 pivots", chosen, want);
}

void cholesky(check::Case& t, std::size_t n) {
  std::vector<float> in, want;
  for (std::size_t m = 0; m < n; ++m) {
    const auto b = t.random<double>(36, -1, 1);
    double a[6][6], l[6][6] = {};
    for (std::size_t i = 0; i < 6; ++i)
      for (std::size_t j = 0; j < 6; ++j) {
        double sum = i == j ? 1 : 0;
        for (std::size_t k = 0; k < 6; ++k) sum += b[6 * i + k] * b[6 * j + k];
        in.push_back(static_cast<float>(sum));
        a[i][j] = in.back();
      }
    for (std::size_t k = 0; k < 6; ++k) {  // column by column, the rest reduced at once
      for (std::size_t i = k; i < 6; ++i) l[i][k] = a[i][k] / std::sqrt(a[k][k]);
      for (std::size_t i = k + 1; i < 6; ++i)
        for (std::size_t j = k + 1; j < 6; ++j) a[i][j] -= l[i][k] * l[j][k];
    }
    for (const auto& r : l)
      for (const double x : r) want.push_back(static_cast<float>(x));
  }
  const auto out = t.out<float>(36 * n);
  t.launch("cholesky_6", {covering(n, 64)}, {64}, t.in(in), out, static_cast<int>(n));
  const auto got = t.get(out);
  t.near("cholesky_6", got, want, 1e-4);
  for (std::size_t i = 0; i < got.size(); ++i)
    if (i % 6 > i / 6 % 6 && got[i] != 0) return t.fail("cholesky_6: not zero above the diagonal");
}

}  // namespace

KERNEL_CHECK(lu_cholesky) {
  lu(t);
  cholesky(t, 1);
  cholesky(t, 100);
}
