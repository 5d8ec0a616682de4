// Expected results of locks_fences: what mutual exclusion must give.
#include <numeric>

#include "kernels/expect/check.hpp"

KERNEL_CHECK(locks_fences) {
  for (const std::uint32_t blocks : {1U, 3U}) {
    const auto lock = t.out<int>(1), value = t.out<int>(1);
    t.launch("spin_lock", {blocks}, {64}, lock, value);
    t.equal("spin_lock value", t.get(value), {static_cast<int>(64 * blocks)});
    t.equal("spin_lock lock", t.get(lock), {0});

    const auto next = t.out<unsigned>(1), serving = t.out<unsigned>(1);
    const auto counted = t.out<int>(1);
    t.launch("ticket_lock", {blocks}, {64}, next, serving, counted);
    t.equal("ticket_lock value", t.get(counted), {static_cast<int>(2 * blocks)});
    t.equal("ticket_lock next", t.get(next), {2 * blocks});
    t.equal("ticket_lock serving", t.get(serving), {2 * blocks});
  }
  for (const std::uint32_t blocks : {1U, 3U, 11U}) {
    const auto in = t.random<int>(128 * blocks, -1'000'000, 1'000'000);
    std::vector<int> sums;
    for (std::size_t b = 0; b < blocks; ++b) sums.push_back(std::accumulate(&in[128 * b], &in[128 * b] + 128, 0));
    const auto partial = t.out<int>(blocks), total = t.out<int>(1);
    const auto arrived = t.out<unsigned>(1);
    t.launch("last_block_sum", {blocks}, {128}, t.in(in), partial, arrived, total);
    t.equal("last_block_sum partial", t.get(partial), sums);
    t.equal("last_block_sum total", t.get(total), {std::accumulate(sums.begin(), sums.end(), 0)});
    t.equal("last_block_sum arrived", t.get(arrived), {0U});  // the counter wraps after the last block
  }

  const auto in = t.random<int>(64, -1'000'000, 1'000'000);
  std::vector<int> want;
  for (std::size_t k = 0; k < 64; ++k) want.push_back(in[(k + 32) % 64] + 1);
  const auto out = t.out<int>(64);
  t.launch("volatile_mail", {1}, {64}, t.in(in), out);
  t.equal("volatile_mail", t.get(out), want);
}
