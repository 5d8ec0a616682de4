// Expected results of atomic_builtins.cu: a counter's tickets, and messages through release and acquire.
#include <algorithm>

#include "kernels/expect/reference_grid.hpp"

KERNEL_CHECK(atomic_builtins) {
  for (const int n : {1, 1000}) {
    const auto a = t.random_bits<unsigned>(static_cast<std::size_t>(n));
    auto counters = t.out<unsigned>(2);
    auto ticket = t.out<unsigned>(a.size());
    t.launch("ordered_counter", check::cover(a.size(), 128), {128}, t.in(a), counters, ticket, n);
    t.equal("ordered_counter, c", t.get(counters), {static_cast<unsigned>(n), std::accumulate(a.begin(), a.end(), 0U)});
    auto tickets = t.get(ticket);
    std::sort(tickets.begin(), tickets.end());
    std::vector<unsigned> want(a.size());
    std::iota(want.begin(), want.end(), 0U);
    t.equal("ordered_counter, sorted tickets", tickets, want);
  }
  auto data = t.out<int>(32), flag = t.out<int>(32), out = t.out<int>(32);
  t.launch("message_flags", {2}, {32}, data, flag, out);
  std::vector<int> want(32);
  for (int i = 0; i < 32; ++i) want[static_cast<std::size_t>(i)] = 3 * i;
  t.equal("message_flags, data", t.get(data), want);
  t.equal("message_flags, flag", t.get(flag), std::vector<int>(32, 1));
  t.equal("message_flags, out", t.get(out), want);
}
