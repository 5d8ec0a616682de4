// Expected results of cp_async.cu.
#include "kernels/expect/reference_grid.hpp"

namespace {

constexpr std::size_t blocks = 3;

void check_sum(check::Case& t, std::size_t steps) {
  std::vector<float> in, want(blocks * 128);
  for (const int v : t.random<int>(blocks * steps * 128, -100000, 100000)) in.push_back(static_cast<float>(v));
  for (std::size_t i = 0; i < in.size(); ++i) want[i / (128 * steps) * 128 + 127 - i % 128] += in[i];  // exact integers
  auto out = t.out<float>(want.size());
  t.launch("pipelined_sum", {blocks}, {128}, t.in(in), out, static_cast<int>(steps));
  t.equal("pipelined_sum of " + std::to_string(steps), t.get(out), want);
}

void check_scale(check::Case& t, std::size_t steps) {
  auto values = t.random(4 * blocks * steps * 128, -1e30F, 1e30F);
  auto in = t.in(values);
  auto out = t.out<float>(values.size() + 16);  // what lies behind stays 0
  t.launch("pipelined_scale", {blocks}, {128}, in, out, static_cast<int>(steps));
  for (float& v : values) v += v;
  values.resize(values.size() + 16);
  t.equal("pipelined_scale of " + std::to_string(steps), t.get(out), values);
}

}  // namespace

KERNEL_CHECK(cp_async) {
  for (const std::size_t steps : {1U, 2U, 5U, 7U, 8U}) check_sum(t, steps);
  for (const std::size_t steps : {1U, 2U, 3U, 4U, 9U, 11U}) check_scale(t, steps);
}
