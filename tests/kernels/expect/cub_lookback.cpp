// Expected results of cub_lookback.cu.
#include "kernels/expect/reference_grid.hpp"

KERNEL_CHECK(cub_lookback) {
  // 40: more than one window of 32 states. A cooperative launch runs the tiles side by side where it can, so that they
  // also find states with a partial sum.
  for (const std::uint32_t tiles : {1U, 3U, 40U}) {
    const auto in = t.random_bits<unsigned>(512 * tiles);
    auto state = t.out<std::uint64_t>(tiles + 32);
    auto out = t.out<unsigned>(in.size());
    t.launch("lookback_init", check::cover(tiles, 128), {128}, state, static_cast<int>(tiles));
    t.launch("lookback_scan", {.grid = {tiles}, .block = {128}, .cooperative = tiles == 40}, t.in(in), out, state,
             static_cast<int>(tiles));
    std::vector<unsigned> want(in.size());
    std::inclusive_scan(in.begin(), in.end(), want.begin());
    t.equal("lookback_scan of " + std::to_string(tiles) + " tiles", t.get(out), want);
  }
}
