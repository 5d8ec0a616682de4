// Expected results of spmv: the matrix written out with its zeros. Whole numbers, so that any order is exact.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

struct Entry {
  int column, value;
};
using Matrix = std::vector<std::vector<Entry>>;  ///< entries of each row

template <class T>
std::vector<T> product(const Matrix& m, const std::vector<int>& x) {
  std::vector<T> y;
  for (const auto& row : m) {
    std::vector<int> dense(x.size());
    for (const Entry& e : row) dense[static_cast<std::size_t>(e.column)] += e.value;
    T sum = 0;
    for (std::size_t c = 0; c < x.size(); ++c) sum += static_cast<T>(dense[c] * x[c]);
    y.push_back(sum);
  }
  return y;
}

template <class T>
std::vector<T> as(const std::vector<int>& v) {
  return {v.begin(), v.end()};
}

void run(check::Case& t, std::size_t rows, std::size_t columns, int longest) {
  Matrix m(rows);
  const auto x = t.random<int>(columns, -50, 50);
  std::vector<int> start{0}, column, value;
  std::size_t width = 0;
  for (std::size_t r = 0; r < rows; ++r) {
    // Some rows have nothing, one is the longest.
    const int length = r == rows / 2 ? longest : r % 5 == 0 ? 0 : t.random<int>(1, 1, longest)[0];
    for (int k = 0; k < length; ++k)
      m[r].push_back({t.random<int>(1, 0, static_cast<int>(columns) - 1)[0], t.random<int>(1, -20, 20)[0]});
    for (const Entry& e : m[r]) column.push_back(e.column), value.push_back(e.value);
    start.push_back(static_cast<int>(column.size()));
    width = std::max(width, m[r].size());
  }
  const auto size = static_cast<int>(rows);
  const auto starts = t.in(start), cols = t.in(column);
  const auto y = t.out<double>(rows);
  t.launch("spmv_csr", {covering(rows, 128)}, {128}, starts, cols, t.in(as<double>(value)), t.in(as<double>(x)), y,
           size);
  t.near("spmv_csr", t.get(y), product<double>(m, x), 0);

  const auto floats = t.in(as<float>(x)), z = t.out<float>(rows);
  t.launch("spmv_csr_warp", {covering(rows, 4)}, {128}, starts, cols, t.in(as<float>(value)), floats, z, size);
  t.near("spmv_csr_warp", t.get(z), product<float>(m, x), 0);

  std::vector<int> ell_column(width * rows, -1);
  std::vector<float> ell_value(width * rows, 1e30F);  // what has no column must not count
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t k = 0; k < m[r].size(); ++k) {
      ell_column[k * rows + r] = m[r][k].column;
      ell_value[k * rows + r] = static_cast<float>(m[r][k].value);
    }
  t.put(z, std::vector<float>(rows, -1));
  t.launch("spmv_ell", {covering(rows, 128)}, {128}, t.in(ell_column), t.in(ell_value), floats, z, size,
           static_cast<int>(width));
  t.near("spmv_ell", t.get(z), product<float>(m, x), 0);
}

}  // namespace

KERNEL_CHECK(spmv) {
  run(t, 1, 1, 1);
  run(t, 130, 40, 9);
  run(t, 50, 200, 100);
}
