// Parts of instructions: scalar results, addresses of two registers.
#include "simt/machine/parts.hpp"

#include <algorithm>
#include <bit>

namespace lathe::simt::inline LATHE_SIMT_WIDTH {
namespace {
unsigned first_of(Mask mask) { return static_cast<unsigned>(std::countr_zero(mask)); }
}  // namespace

Flow run_parts(Warp& w, const Code& code, Mask mask) {
  const Code* part = w.function->parts.data() + static_cast<std::uint32_t>(code.imm);
  for (std::uint64_t left = code.imm >> 32; left != 0; --left, ++part)
    if (const Flow flow = part->run(w, *part, mask); flow != Flow::next) return flow;
  return Flow::next;
}

Flow run_together(Warp& w, const Code& code, Mask mask) {
  if (mask == static_cast<Mask>(~w.exited)) return Flow::next;
  return w.fault(code, first_of(mask),
                 "lanes are apart: a scalar instruction wants all lanes of the warp that have not exited");
}

Flow run_alike(Warp& w, const Code& code, Mask mask) {
  const Mask value = w.pred(code.a) & mask;
  if (value == 0 || value == mask) return Flow::next;
  return w.fault(code, first_of(mask), "a predicate is not the same in all lanes, which a scalar instruction reads");
}

Flow run_spread(Warp& w, const Code& code, Mask mask) {
  auto* to = w.out<std::uint32_t>(code.d);
  std::fill_n(to, lane_count, std::uint32_t{to[first_of(mask)]});
  return Flow::next;
}

Flow run_pair(Warp& w, const Code& code, Mask) {
  const auto *low = w.in<std::uint32_t>(code.a), *high = w.in<std::uint32_t>(code.b);
  auto* to = w.out<std::uint64_t>(code.d);
  for (unsigned l = 0; l < lane_count; ++l) to[l] = std::uint64_t{high[l]} << 32 | low[l];
  return Flow::next;
}

Flow run_window(Warp& w, const Code& code, Mask) {
  const auto* low = w.in<std::uint32_t>(code.a);
  auto* to = w.out<std::uint64_t>(code.d);
  for (unsigned l = 0; l < lane_count; ++l) to[l] = std::uint64_t{code.y} << 32 | (low[l] + code.x);
  return Flow::next;
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
