// bar, barrier, barrier.cluster: threads are counted, fragments wait, the last to arrive lets all go.
//
// A count in the instruction is in threads; a warp whose live lanes arrive together counts as a whole one, as the
// hardware counts. Without a count all threads of the block that have not exited are waited for.
// Source: PTX ISA 9.0, chapter 9.7.13.
#include "nvptx/exec/decode/barrier.hpp"

#include <bit>
#include <string>
#include <vector>

#include "nvptx/exec/lanes/lane_tools.hpp"
#include "nvptx/exec/state/observer.hpp"

namespace lathe::nvptx::exec {
namespace {

using mir::Operand;

enum Mode : std::uint32_t { sync, arrive, red_popc, red_and, red_or };

std::uint32_t vote_value(const Barrier& b, std::uint32_t mode) {
  if (mode == red_popc) return b.votes;
  return (mode == red_and ? b.votes == b.voters : b.votes != 0) ? all_lanes : 0;
}

// Into the frame of a fragment that waited, or of the running one.
void write_vote(const Barrier& b, const Code& code, std::byte* regs, Mask mask) {
  if (code.x < red_popc) return;
  auto* d = reinterpret_cast<std::uint32_t*>(regs + code.d);
  const std::uint32_t value = vote_value(b, code.x);
  if (code.x == red_popc)
    for_lanes(mask, [&](unsigned l) { d[l] = value; });
  else
    *d = (*d & ~mask) | (value & mask);
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

Flow run_barrier(Warp& w, const Code& code, Mask mask) {
  // The number may differ by lane: those of the first lane's go now.
  const auto* numbers = w.in<std::uint32_t>(code.a);
  const std::uint32_t number = numbers[std::countr_zero(mask)];
  Mask lanes = 0;
  for_lanes(mask, [&](unsigned l) { lanes |= numbers[l] == number ? 1U << l : 0; });
  if (number >= 16) return bad_barrier(w, code, lanes, "barrier " + std::to_string(number) + ": there are 0 to 15");
  const bool whole = code.b == no_slot;
  const std::uint32_t count = whole ? 0 : w.in<std::uint32_t>(code.b)[std::countr_zero(lanes)];
  if (!whole && (count == 0 || count % lane_count != 0))
    return bad_barrier(w, code, lanes,
                       "barrier count " + std::to_string(count) + " is not a multiple of the warp size, 32");
  Block& block = *w.block;
  Barrier& b = block.barriers[number];
  if (b.arrived != 0 && (b.whole != whole || b.expected != count))
    return bad_barrier(w, code, lanes,
                       "barrier " + std::to_string(number) + " is waited at for " +
                           (b.whole ? "all threads" : std::to_string(b.expected) + " threads") + " and for " +
                           (whole ? "all threads" : std::to_string(count) + " threads") + " at once");
  const std::uint32_t here = w.pc;
  const bool parted = lanes != w.active;
  b.whole = whole;
  b.expected = count;
  b.arrived += weight(w, lanes, whole);
  if (!whole && b.arrived > count)
    return bad_barrier(w, code, lanes,
                       "more than the " + std::to_string(count) + " threads that barrier " + std::to_string(number) +
                           " counts arrive at it");
  if (code.x >= red_popc) {
    b.voters += static_cast<std::uint32_t>(std::popcount(lanes));
    b.votes += static_cast<std::uint32_t>(std::popcount(lanes & w.pred(code.c)));
  }
  if (parted) serve_lanes(w, lanes, mask);
  if (complete(block, b)) {
    write_vote(b, code, w.banks[0], lanes);
    release(block, number, code.x == arrive ? nullptr : &w, lanes);
  } else if (code.x != arrive) {
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
    done |= cluster.phase >= w.cluster_phase[l] ? 1U << l : 0;
    never |= w.cluster_phase[l] == 0 ? 1U << l : 0;
  });
  if (never != 0) return bad_barrier(w, code, never, "barrier.cluster.wait without barrier.cluster.arrive before it");
  if (done == mask) return Flow::next;
  // All lanes of the mask wait for the phase; lanes outside it go on.
  if (w.active != mask) serve_lanes(w, mask, mask);
  w.fragments[w.current].state = Fragment::State::cluster;
  return Flow::wait;
}

bool decode_cluster(Decoder& d, const Instruction& i) {
  if (i.count() != 0) return d.refuse("barrier.cluster has no operands");
  if (i.has("arrive")) {
    d.emit(run_cluster_arrive);
    return true;
  }
  if (!i.has("wait")) return d.refuse("barrier.cluster is .arrive or .wait");
  d.emit(run_cluster_wait).branch = true;
  return true;
}

}  // namespace

void barriers_after_exit(Block& block) {
  for (std::uint32_t n = 0; n < block.barriers.size(); ++n) {
    const Barrier& b = block.barriers[n];
    if (b.arrived != 0 && b.whole && block.live_threads != 0 && b.arrived >= block.live_threads)
      release(block, n, nullptr, 0);
  }
  if (block.cluster != nullptr) next_phase(*block.cluster);
}

bool decode_barrier(Decoder& d, const Instruction& i) {
  if (i.has("cluster")) return decode_cluster(d, i);
  const bool red = i.has("red");
  std::size_t at = red ? 1 : 0;
  const std::size_t left = i.count() - std::min(i.count(), at) - (red && i.count() > 1 ? 1 : 0);
  if (left < 1 || left > 2) return d.refuse("a barrier number and at most a thread count are needed");
  Slot result = no_slot;
  std::uint32_t mode = i.has("arrive") ? arrive : sync;
  if (red) {
    mode = i.has("popc") ? red_popc : i.has("and") ? red_and : red_or;
    if (mode == red_or && !i.has("or")) return d.refuse("bar.red is .popc, .and or .or");
    result = mode == red_popc ? d.write(i.operand(0), 32) : d.write_pred(i.operand(0));
  }
  const Slot number = d.read(i.operand(at++), 32);
  const Slot count = left == 2 ? d.read(i.operand(at++), 32) : no_slot;
  if (mode == arrive && count == no_slot) return d.refuse("bar.arrive needs a thread count");
  const Slot vote = red ? d.read_pred(i.operand(at)) : no_slot;
  Code& code = d.emit(run_barrier, result, number, count, vote);
  code.x = mode;
  code.branch = true;
  return true;
}

}  // namespace lathe::nvptx::exec
