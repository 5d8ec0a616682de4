// Branches, returns and exits of fragments; the end of a masked warp.
#include "simt/machine/control.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

void part(Warp& w, Mask lanes, Mask others, std::uint32_t pc) {
  if (others != 0) {
    Fragment rest;
    rest.mask = others;
    rest.pc = pc;
    rest.frame = w.frame;
    w.fragments.push_back(rest);
  }
  w.active = lanes;
}

Flow run_branch(Warp& w, const Code& code, Mask mask) {
  const Mask rest = w.active & ~mask;
  if (rest != 0) part(w, mask, rest, w.pc + 1);
  w.pc = static_cast<std::uint32_t>(code.imm);
  return rest == 0 ? Flow::jump : Flow::split;
}

void serve_lanes(Warp& w, Mask lanes, Mask mask) {
  const Mask outside = w.active & ~mask;
  const Mask later = mask & ~lanes;
  const std::uint32_t pc = w.pc;
  part(w, w.active & ~outside, outside, pc + 1);
  part(w, lanes, later, pc);
}

Flow run_return(Warp& w, const Code&, Mask mask) {
  part(w, mask, w.active & ~mask, w.pc + 1);
  w.leave(mask);
  return Flow::split;
}

Flow run_exit(Warp& w, const Code&, Mask mask) {
  part(w, mask, w.active & ~mask, w.pc + 1);
  w.exit_lanes(mask);
  return Flow::split;
}

Flow run_jump(Warp& w, const Code& code, Mask) {
  w.pc = static_cast<std::uint32_t>(code.imm);
  return Flow::jump;
}

Flow run_end(Warp& w, const Code&, Mask) {
  w.exit_lanes(~w.exited);
  return Flow::split;
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
