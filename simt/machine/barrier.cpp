// Barriers of blocks and clusters: threads are counted, fragments wait, the last to arrive lets all go.
//
// A count in the instruction is in threads; a warp whose live lanes arrive together counts as a whole one, as the
// hardware counts. Without a count all threads of the block that have not exited are waited for.
// Source: PTX ISA 9.0, chapter 9.7.13.
#include "simt/machine/barrier.hpp"

#include <bit>
#include <string>
#include <vector>

#include "simt/lanes/lane_tools.hpp"
#include "simt/machine/control.hpp"
#include "simt/state/observer.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {
namespace {

bool vote_value(const Barrier& b, std::uint32_t mode) {
  return mode == barrier_all ? b.votes == b.voters : b.votes != 0;
}

// Into the frame of a fragment that waited, or of the running one.
void write_vote(const Barrier& b, const Code& code, std::byte* regs, Mask mask) {
  if (code.x < barrier_count) return;
  if (code.x == barrier_count) {
    auto* d = reinterpret_cast<std::uint32_t*>(regs + code.d);
    for_lanes(mask, [&](unsigned l) { d[l] = b.votes; });
  } else {
    auto* d = reinterpret_cast<Mask*>(regs + code.d);
    *d = (*d & ~mask) | (vote_value(b, code.x) ? mask : 0);
  }
}

void release(Block& block, std::uint32_t number, const Warp* running, Mask running_mask) {
  Barrier& b = block.barriers[number];
  std::vector<std::uint32_t> threads;
  const bool watched = block.grid->observer != nullptr;
  const auto note = [&](const Warp& w, Mask mask) {
    if (watched) for_lanes(mask, [&](unsigned l) { threads.push_back(w.thread_of(l)); });
  };
  for (Warp& w : block.warps) {
    if (&w == running) note(w, running_mask);
    for (Fragment& f : w.fragments) {
      if (f.state != Fragment::State::barrier || f.barrier != number) continue;
      write_vote(b, f.frame->function->codes[f.note], f.frame->base, f.mask);
      f.state = Fragment::State::ready;
      note(w, f.mask);
    }
    w.wake();
  }
  b = {};
  if (watched) block.grid->observer->barrier(block, number, threads);
}

bool complete(const Block& block, const Barrier& b) {
  return b.whole ? b.arrived >= block.live_threads : b.arrived >= b.expected;
}

// Lanes as the count sees them.
std::uint32_t weight(const Warp& w, Mask mask, bool whole) {
  const bool warp_together = (mask | w.exited) == all_lanes;
  return !whole && warp_together ? lane_count : static_cast<std::uint32_t>(std::popcount(mask));
}

Flow bad_barrier(Warp& w, const Code& code, Mask mask, std::string text) {
  return w.fault(code, static_cast<unsigned>(std::countr_zero(mask)), std::move(text));
}

}  // namespace

Flow run_barrier(Warp& w, const Code& code, Mask mask) {
  // The number may differ by lane: those of the first lane's go now.
  const auto* numbers = w.in<std::uint32_t>(code.a);
  const std::uint32_t number = numbers[std::countr_zero(mask)];
  Mask lanes = 0;
  for_lanes(mask, [&](unsigned l) { lanes |= numbers[l] == number ? lane_bit(l) : 0; });
  if (number >= 16) return bad_barrier(w, code, lanes, "barrier " + std::to_string(number) + ": there are 0 to 15");
  const bool whole = code.b == no_slot;
  const std::uint32_t count = whole ? 0 : w.in<std::uint32_t>(code.b)[std::countr_zero(lanes)];
  if (!whole && (count == 0 || count % lane_count != 0))
    return bad_barrier(w, code, lanes,
                       "barrier count " + std::to_string(count) + " is not a multiple of the warp size, " +
                           std::to_string(lane_count));
  Block& block = *w.block;
  Barrier& b = block.barriers[number];
  if (b.arrived != 0 && (b.whole != whole || b.expected != count))
    return bad_barrier(w, code, lanes,
                       "barrier " + std::to_string(number) + " is waited at for " +
                           (b.whole ? "all threads" : std::to_string(b.expected) + " threads") + " and for " +
                           (whole ? "all threads" : std::to_string(count) + " threads") + " at once");
  const std::uint32_t here = w.pc;
  const bool parted = w.block->grid->way == Way::frontiers && lanes != w.active;
  b.whole = whole;
  b.expected = count;
  b.arrived += weight(w, lanes, whole);
  if (!whole && b.arrived > count)
    return bad_barrier(w, code, lanes,
                       "more than the " + std::to_string(count) + " threads that barrier " + std::to_string(number) +
                           " counts arrive at it");
  if (code.x >= barrier_count) {
    b.voters += static_cast<std::uint32_t>(std::popcount(lanes));
    b.votes += static_cast<std::uint32_t>(std::popcount(lanes & w.pred(code.c)));
  }
  if (parted) serve_lanes(w, lanes, mask);
  if (complete(block, b)) {
    write_vote(b, code, w.banks[0], lanes);
    release(block, number, code.x == barrier_arrive ? nullptr : &w, lanes);
  } else if (code.x != barrier_arrive) {
    Fragment& f = w.fragments[w.current];
    f.state = Fragment::State::barrier;
    f.barrier = number;
    f.note = here;
    ++w.pc;
    return Flow::wait;
  }
  ++w.pc;
  return parted ? Flow::split : Flow::jump;
}

namespace {

void next_phase(Cluster& cluster) {
  std::uint32_t live = 0;
  for (const auto& b : cluster.blocks) live += b->live_threads;
  if (cluster.arrived == 0 || cluster.arrived < live) return;
  cluster.arrived = 0;
  ++cluster.phase;
  for (const auto& b : cluster.blocks)
    for (Warp& w : b->warps) {
      for (Fragment& f : w.fragments)
        if (f.state == Fragment::State::cluster) f.state = Fragment::State::ready;
      w.wake();
    }
  if (cluster.grid->observer != nullptr) cluster.grid->observer->cluster_barrier(cluster);
}

}  // namespace

Flow run_cluster_arrive(Warp& w, const Code&, Mask mask) {
  Cluster& cluster = *w.block->cluster;
  for_lanes(mask, [&](unsigned l) { w.cluster_phase[l] = cluster.phase + 1; });
  cluster.arrived += static_cast<std::uint32_t>(std::popcount(mask));
  next_phase(cluster);
  return Flow::next;
}

Flow run_cluster_wait(Warp& w, const Code& code, Mask mask) {
  const Cluster& cluster = *w.block->cluster;
  Mask done = 0, never = 0;
  for_lanes(mask, [&](unsigned l) {
    done |= cluster.phase >= w.cluster_phase[l] ? lane_bit(l) : 0;
    never |= w.cluster_phase[l] == 0 ? lane_bit(l) : 0;
  });
  if (never != 0) return bad_barrier(w, code, never, "barrier.cluster.wait without barrier.cluster.arrive before it");
  if (done == mask) return Flow::next;
  // All lanes of the mask wait for the phase; lanes outside it go on.
  if (w.active != mask) serve_lanes(w, mask, mask);
  w.fragments[w.current].state = Fragment::State::cluster;
  return Flow::wait;
}

void barriers_after_exit(Block& block) {
  for (std::uint32_t n = 0; n < block.barriers.size(); ++n) {
    const Barrier& b = block.barriers[n];
    if (b.arrived != 0 && b.whole && block.live_threads != 0 && b.arrived >= block.live_threads)
      release(block, n, nullptr, 0);
  }
  if (block.cluster != nullptr) next_phase(*block.cluster);
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
