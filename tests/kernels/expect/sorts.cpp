// Expected results of sorts: rows sorted by the standard library.
#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

using Row = std::vector<int>;

std::vector<Row> rows_of(check::Case& t, std::size_t length, std::size_t count) {
  std::vector<Row> rows(count);
  for (std::size_t r = 0; r < count; ++r) {
    rows[r] = r % 3 == 0 ? t.random<int>(length, 0, 3) : t.random_bits<int>(length);
    if (r % 7 == 1) std::sort(rows[r].begin(), rows[r].end());
    if (r % 7 == 2) std::sort(rows[r].rbegin(), rows[r].rend());
  }
  return rows;
}

Row flat(const std::vector<Row>& rows) {
  Row v;
  for (const Row& row : rows) v.insert(v.end(), row.begin(), row.end());
  return v;
}

void run(check::Case& t, const std::string& kernel, std::size_t length, std::size_t count) {
  auto rows = rows_of(t, length, count + 1);
  const auto data = t.in(flat(rows));
  for (Row& row : rows)
    if (&row != &rows.back()) std::sort(row.begin(), row.end());  // the last one is behind the end
  t.launch(kernel, {covering(count, 64)}, {64}, data, static_cast<int>(length), static_cast<int>(count));
  t.equal(kernel + " of " + std::to_string(length), t.get(data), flat(rows));
}

}  // namespace

KERNEL_CHECK(sorts) {
  const struct {
    std::size_t length, count;
  } shapes[] = {{1, 3}, {2, 20}, {7, 64}, {8, 10}, {9, 10}, {33, 70}, {64, 30}, {63, 5}};
  for (const auto& [length, count] : shapes)
    for (const char* kernel : {"quick_sort", "heap_sort", "merge_sort"}) run(t, kernel, length, count);
  run(t, "quick_sort", 300, 15);
  run(t, "heap_sort", 300, 15);
}
