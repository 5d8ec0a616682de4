// What the hardware knows, votes, values of other lanes, fences, traps, calls.
#include "simt/machine/common.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>

#include "simt/lanes/lane_tools.hpp"
#include "simt/machine/control.hpp"
#include "simt/state/observer.hpp"
#include "simt/state/program.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {
namespace {

using u32 = std::uint32_t;

u32 axis(const Dim3& d, u32 number) { return number == 0 ? d.x : number == 1 ? d.y : d.z; }

Flow enter(Warp& w, const Code& code, const FunctionCode& callee, Mask lanes, Mask mask) {
  const Code& seen = w.function->codes[w.pc];  // `code` may be a part of it
  serve_lanes(w, lanes, mask);
  const Frame* frame = w.enter(seen, callee, lanes, w.pc + 1);
  if (frame == nullptr) return Flow::stop;
  if (code.d != no_slot) std::fill_n(w.out<u32>(code.d), lane_count, frame->local_base);
  return Flow::split;
}

}  // namespace

Flow run_known(Warp& w, const Code& code, Mask mask) {
  const Grid& grid = *w.block->grid;
  const Dim3* const dims[] = {&grid.block, &w.block->id, &grid.grid};
  const auto known = static_cast<Known>(code.y);
  auto* to = w.out<u32>(code.d);
  if (known < Known::lane) {
    put_lanes(to, w.tid[code.y].data(), mask);
  } else if (known == Known::lane) {
    for_lanes(mask, [&](unsigned l) { to[l] = l; });
  } else {
    const u32 one = known == Known::steps ? static_cast<u32>(w.steps) : axis(*dims[(code.y - 4) / 3], (code.y - 4) % 3);
    for_lanes(mask, [&](unsigned l) { to[l] = one; });
  }
  return Flow::next;
}

Flow run_ballot(Warp& w, const Code& code, Mask mask) {
  const Mask value = code.a == no_slot ? mask : w.pred(code.a) & mask;
  auto* to = w.out<u32>(code.d);
  for_lanes(mask, [&](unsigned l) { to[l] = static_cast<u32>(value); });
  return Flow::next;
}

void read_lane_sources(const Warp& w, const Code& code, std::uint32_t* lanes) {
  const auto* wanted = w.in<u32>(code.b);
  for (unsigned l = 0; l < lane_count; ++l) {
    const u32 from = wanted[l] % lane_count;
    lanes[l] = (w.active & lane_bit(from)) != 0 ? from : l;
  }
}

Flow run_read_lane(Warp& w, const Code& code, Mask mask) {
  u32 values[lane_count], lanes[lane_count];
  std::memcpy(values, w.in<u32>(code.a), sizeof values);
  read_lane_sources(w, code, lanes);
  auto* to = w.out<u32>(code.d);
  for_lanes(mask, [&](unsigned l) { to[l] = values[lanes[l]]; });
  return Flow::next;
}

Flow run_fence(Warp& w, const Code& code, Mask mask) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (Observer* observer = w.block->grid->observer) observer->fence(w, code, mask);
  return Flow::next;
}

Flow run_trap(Warp& w, const Code& code, Mask mask) {
  return w.fault(code, static_cast<unsigned>(std::countr_zero(mask)), "trap");
}

Flow run_call(Warp& w, const Code& code, Mask mask) {
  return enter(w, code, w.block->grid->program->function(code.imm), mask, mask);
}

Flow run_call_address(Warp& w, const Code& code, Mask mask) {
  const auto* to = w.in<std::uint64_t>(code.a);
  const auto first = static_cast<unsigned>(std::countr_zero(mask));
  const std::uint64_t address = to[first];
  Mask lanes = 0;
  for_lanes(mask, [&](unsigned l) { lanes |= to[l] == address ? lane_bit(l) : 0; });
  const FunctionCode* callee = w.block->grid->program->function_at(address);
  if (callee == nullptr || callee->kernel || !callee->defined)
    return w.fault(code, first, "call of address " + std::to_string(address) + ", where no function is");
  return enter(w, code, *callee, lanes, mask);
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
