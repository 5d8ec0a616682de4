// Expected results of control_flow.cu: a state machine, a formula, tables and early returns in place of the jumps.
#include <map>

#include "kernels/expect/reference_grid.hpp"

namespace {

using Unsigneds = std::vector<unsigned>;

unsigned maze(unsigned x) {
  unsigned steps = 0;
  bool odd = x % 2 != 0;
  while (++steps <= 200) {
    if (odd) {
      x = 3 * x + 1;
      if (x / 4 % 2 != 0) {
        odd = false;
      } else if (x % 7 == 0) {
        break;
      }
    } else {
      x = x / 2 + 7;
      odd = x % 3 == 0 || (x % 5 != 0 && x % 2 == 0);
      if (x % 3 != 0 && x % 5 == 0) break;
    }
  }
  return x ^ steps << 24;
}

void check_maze(check::Case& t) {
  auto a = t.random_bits<unsigned>(300);
  a[0] = 0, a[1] = 1, a[2] = ~0U, a[3] = 12;  // 12 goes to 13 for ever
  auto out = t.out<unsigned>(a.size());
  t.launch("goto_maze", check::cover(a.size(), 128), {128}, t.in(a), out, 300);
  Unsigneds want;
  for (const unsigned x : a) want.push_back(maze(x));
  t.equal("goto_maze", t.get(out), want);
}

void check_duff(check::Case& t) {
  const int n = 150, stride = 40;
  const auto in = t.random<int>(n * stride, -1000, 1000);
  auto count = t.random<int>(n, -3, stride);
  count[0] = 0, count[1] = 1, count[2] = 4, count[3] = stride;
  auto out = t.out<int>(in.size());
  t.launch("duff_copy", check::cover(n, 128), {128}, t.in(in), out, t.in(count), stride, n);
  std::vector<int> want(in.size());
  for (int id = 0; id < n; ++id)
    for (int k = 0; k < count[static_cast<std::size_t>(id)]; ++k) {
      const auto at = static_cast<std::size_t>(id * stride + k);
      want[at] = in[at] + 4 - (count[static_cast<std::size_t>(id)] - 1 - k) % 4;  // the last gets 4
    }
  t.equal("duff_copy", t.get(out), want);
}

int switched(const std::vector<int>& a, std::int64_t b, std::size_t i) {
  const int v = a[i];
  const int dense[10] = {
      v + 11, v * 3, v ^ 0x55,        (v - a[(i + 1) % a.size()]) * 4, v * 4, v * v + a[(i + 2) % a.size()], -v - 1,
      0,      v / 3, v % 4 + a[i / 2]};
  if (v == 7) return -7;
  int r = v < 0 || v > 9 ? 1000 : dense[v];
  const std::map<std::int64_t, int> sparse{
      {-5000000000, 1}, {17, 2}, {100000, 3}, {1099511627776, 4}, {4611686018427387907, 5}};
  if (const auto found = sparse.find(b); found != sparse.end()) r += found->second;
  const std::map<int, int> by_byte{{10, 170}, {11, 23}, {12, 999}, {13, 4}, {14, 75}};
  const auto byte = static_cast<int>(static_cast<std::uint64_t>(b) % 256);
  if (const auto found = by_byte.find(byte); found != by_byte.end()) r += found->second;
  return byte >= 200 && byte <= 220 ? r - 3 : r;
}

void check_switches(check::Case& t) {
  const std::size_t n = 500;
  const auto a = t.random<int>(n, -2, 12);
  auto b = t.random<std::int64_t>(n, 0, 255);
  const std::int64_t sparse[] = {-5000000000,         17, 100000,     1099511627776,
                                 4611686018427387907, -1, 5000000000, 4294967313};
  for (std::size_t i = 0; i < n; i += 3) b[i] = sparse[i / 3 % 8];
  for (std::size_t i = 1; i < n; i += 3)
    b[i] = t.random<std::int64_t>(1, 8, 15)[0] + (t.rng() % 2 != 0 ? 1LL << 40 : 0);
  std::vector<int> want;
  for (std::size_t i = 0; i < n; ++i) want.push_back(switched(a, b[i], i));
  auto out = t.out<int>(n);
  t.launch("switches", check::cover(n, 128), {128}, t.in(a), t.in(b), out, static_cast<int>(n));
  t.equal("switches", t.get(out), want);
}

struct Nest {
  const Unsigneds& a;
  std::size_t i;
  unsigned sum = 0;
  enum class Row { complete, left, full };

  /// Adds the values of one p; `left` by the jump to the next one, `full` where the sum has passed the limit.
  Row row(unsigned p) {
    for (unsigned q = p; q < 10; ++q) {
      const unsigned v = a[(i + p * q) % a.size()];
      if (v % 11 == 0) continue;
      if (v % 13 == 0) return Row::complete;
      for (unsigned r = v % 8; r != 0; r -= r & -r) {
        if (sum > 5000) return Row::full;
        sum += v % 17 + r;
      }
      if (v % 19 == 0) return Row::left;
    }
    return Row::complete;
  }
  unsigned result() {
    for (unsigned p = 0; p < 10; ++p) {
      const Row how = row(p);
      if (how == Row::full) return sum;
      if (how == Row::complete) sum ^= p;
    }
    return sum;
  }
};

void check_nested(check::Case& t, std::size_t n) {
  auto a = t.random_bits<unsigned>(n);
  for (std::size_t i = 0; i < n; ++i)
    if (i % 5 == 0) a[i] = 17U * 8 * 3 + 7;  // large steps
  Unsigneds want;
  for (std::size_t i = 0; i < n; ++i) want.push_back(Nest{a, i}.result());
  auto out = t.out<unsigned>(n);
  t.launch("nested_breaks", check::cover(n, 128), {128}, t.in(a), out, static_cast<int>(n));
  t.equal("nested_breaks", t.get(out), want);
}

}  // namespace

KERNEL_CHECK(control_flow) {
  check_maze(t);
  check_duff(t);
  check_switches(t);
  check_nested(t, 300);
  check_nested(t, 1);
}
