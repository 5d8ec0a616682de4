// Expected results of struct_params: whole numbers and quarters, exact.
#include <numeric>

#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

struct Config {
  std::int8_t flag = 0;
  std::int16_t offset[3] = {};
  float weights[16] = {};
  double gain = 0;
  std::int32_t nested_a = 0;
  std::int64_t nested_b = 0;
};
static_assert(sizeof(Config) == 96);

struct Rows {
  check::Address row[4] = {};
  std::int32_t n = 0;
};
static_assert(sizeof(Rows) == 40);

Config config(check::Case& t, std::int8_t flag, double gain) {
  Config c;
  c.flag = flag;
  const auto offsets = t.random_bits<std::int16_t>(3);
  std::copy(offsets.begin(), offsets.end(), c.offset);
  for (float& w : c.weights) w = static_cast<float>(t.random<int>(1, -9999, 9999)[0]);
  c.gain = gain;
  c.nested_a = t.random_bits<std::int32_t>(1)[0];
  c.nested_b = t.random_bits<std::int64_t>(1)[0] >> 2;
  return c;
}

void run(check::Case& t, const Config& c, std::size_t n) {
  std::vector<double> used;
  std::vector<float> sums;
  for (std::size_t i = 0; i < n; ++i) {
    used.push_back(c.gain * double{c.weights[i % 16]} + c.offset[i % 3] + (c.flag != 0 ? 1 : 0));
    sums.push_back(std::accumulate(c.weights, c.weights + 16, 100.0F - c.weights[i % 16]));
  }
  const auto out = t.out<double>(n);
  t.launch("use_config", {covering(n, 64)}, {64}, c, out, static_cast<int>(n));
  t.near("use_config", t.get(out), used, 0);
  const auto sum = t.out<float>(n);
  t.launch("modify_config", {covering(n, 64)}, {64}, c, sum, static_cast<int>(n));
  t.near("modify_config", t.get(sum), sums, 0);
}

void pick(check::Case& t, std::size_t n) {
  Rows rows;
  rows.n = static_cast<std::int32_t>(n);
  std::vector<float> want(n);
  for (std::size_t r = 0; r < 4; ++r) {
    const auto row = t.random<float>(n, -1, 1);
    rows.row[r] = t.in(row).address;
    for (std::size_t i = r; i < n; i += 4) want[i] = row[i];
  }
  const auto out = t.out<float>(want.size() + 1);
  t.launch("pick_pointer", {covering(n, 64)}, {64}, rows, out);
  want.push_back(0);
  t.equal("pick_pointer", t.get(out), want);
}

}  // namespace

KERNEL_CHECK(struct_params) {
  run(t, config(t, 0, 1.25), 1);
  run(t, config(t, 1, -3.75), 64);
  run(t, config(t, -128, 1024.5), 150);
  for (const std::size_t n : {1U, 64U, 131U}) pick(t, n);
}
