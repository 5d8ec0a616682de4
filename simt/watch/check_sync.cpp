// Which accesses of threads are ordered. An access happens before another one by
// - the order of the instructions of one thread; launches come one after another;
// - barriers of a block: from all that arrived (without waiting too) to all that waited, and threads that have exited
//   count as arrived; those of a warp among its lanes (shuffles and votes do not order memory); those of a cluster from
//   arrive to wait;
// - a release that an acquire of the same location saw. A release is an access with .release or .acq_rel, or a fence
//   and then a strong write; an acquire is one with .acquire or .acq_rel, or a strong read and then a fence. Scopes
//   must reach the other thread. An atomic operation goes on with the release of the location that it changes;
// - one program counter of a warp (Way::masked): its instructions one after another, for all lanes;
// - mbarrier: from arrivals to waits. An arrival of a later phase counts too: a race may be missed, none is invented.
// Milder than the model, because much code relies on it: after a strong read a barrier is as good as a fence; a strong
// read needs no fence after the strong read of a flag (volatile data after a volatile flag); a fence of each thread and
// then a barrier is as good as a fence of the thread that does the strong write behind it (__threadfence,
// __syncthreads, atomicAdd by thread 0: the last block).
//
// Cost: a barrier O(threads), the others O(items of a clock). Time has 32 bits: past 4 billion synchronizations races
// are missed. Source: PTX ISA 9.0, chapter 8 (memory consistency model) and 9.7.13.
#include "simt/watch/check_sync.hpp"

#include "simt/lanes/lane_tools.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

void Synchronization::begin_launch(const Grid& grid) {
  blocks_.clear();
  clusters_.clear();
  last_ = nullptr;
  now_ = 1;
  memo_a_ = memo_b_ = memo_ = nullptr;
  lockstep_ = grid.way == Way::masked;
  warps_ = static_cast<std::uint32_t>((grid.block.count() + lane_count - 1) / lane_count);
}

void Synchronization::begin_block(const Block& block) {
  auto state = std::make_unique<BlockClock>();
  state->block = &block;
  state->linear = block.linear;
  // The rank 0 block names the cluster.
  const Dim3 &c = block.grid->cluster, &g = block.grid->grid;
  const std::uint64_t wide = g.x / c.x, high = g.y / c.y;
  state->cluster = block.id.x / c.x + wide * (block.id.y / c.y + high * (block.id.z / c.z));
  state->threads.resize(std::size_t{warps_} * lane_count);
  for (ThreadClock& t : state->threads) t.now = now_;
  blocks_[&block] = std::move(state);
  last_ = nullptr;
}

void Synchronization::end_block(const Block& block) {
  blocks_.erase(&block);
  clusters_.erase(block.cluster);
  last_ = nullptr;
}

BlockClock& Synchronization::of(const Block& block) {
  if (&block != last_) {
    last_ = &block;
    last_clock_ = blocks_.at(&block).get();
  }
  return *last_clock_;
}

ClockRef Synchronization::join(const ClockRef& a, const ClockRef& b) {
  if (!b || a == b) return a;
  if (!a) return b;
  if (a == memo_a_ && b == memo_b_) return memo_;
  memo_ = Clock::join(a, b);
  memo_a_ = a;
  memo_b_ = b;
  return memo_;
}

// What the thread knows, and what it has only seen.
ClockRef Synchronization::gather(ThreadClock& t) {
  ClockRef all = join(join(t.known, t.seen[0]), t.seen[1]);
  t.seen = {};
  return all;
}

void Synchronization::know(BlockClock& block, ThreadClock& thread, const ClockRef& clock) const {
  if (thread.known == clock) return;
  thread.known = clock;
  thread.floor = clock ? clock->find(Clock::block_key(block.linear)) : 0;
}

ClockRef Synchronization::snapshot(const Actor& a, const ClockRef& known, std::uint32_t time) const {
  const Clock::Item self[] = {{Clock::lane_key(a.block->linear, a.warp, a.lane), time}};
  return Clock::with(known, self);
}

// What each thread has fenced is fenced for all that were at the barrier.
void Synchronization::hand_fences_on(const Block& block, std::span<const Mask> here,
                                     std::span<const std::uint32_t> threads) {
  BlockClock& b = of(block);
  for (unsigned s = 0; s < 3; ++s) {
    ClockRef known;
    std::vector<Clock::Item> items;
    for (std::uint32_t w = 0; w < warps_; ++w) {
      const ThreadClock* lanes = b.threads.data() + std::size_t{w} * lane_count;
      bool alike = here[w] == all_lanes;
      std::uint32_t time = 0;
      for_lanes(here[w], [&](unsigned lane) {
        const Snapshot& f = lanes[lane].fenced[s];
        known = join(known, f.known);
        alike = alike && f.time != 0 && (time == 0 || f.time == time);
        time = f.time;
      });
      if (alike) items.push_back({Clock::warp_key(b.linear, w), time});
      if (!alike)
        for_lanes(here[w], [&](unsigned lane) {
          const std::uint32_t own = lanes[lane].fenced[s].time;
          if (own != 0) items.push_back({Clock::lane_key(b.linear, w, lane), own});
        });
    }
    if (!known && items.empty()) continue;
    known = Clock::with(known, items);
    for (const std::uint32_t t : threads) b.threads[t].fenced[s].known = known;
  }
}

void Synchronization::barrier(const Block& block, std::uint32_t number, std::span<const std::uint32_t> threads) {
  BlockClock& b = of(block);
  ClockRef all = b.arrived[number];
  const bool whole = threads.size() >= block.live_threads && !all;
  b.arrived[number] = nullptr;
  std::vector<Mask> here(warps_, 0);
  for (const std::uint32_t t : threads) {
    all = join(all, gather(b.threads[t]));
    here[t / lane_count] |= lane_bit(t % lane_count);
  }
  hand_fences_on(block, here, threads);
  std::vector<Clock::Item> items;
  if (whole) {
    items.push_back({Clock::block_key(b.linear), now_});
    b.floor = now_;
  } else {
    for (std::uint32_t w = 0; w < warps_; ++w) {
      if ((here[w] | block.warps[w].exited) == all_lanes && here[w] != 0)
        items.push_back({Clock::warp_key(b.linear, w), now_});
      else
        for_lanes(here[w], [&](unsigned lane) { items.push_back({Clock::lane_key(b.linear, w, lane), now_}); });
    }
  }
  const ClockRef known = Clock::with(all, items);
  const std::uint32_t next = tick();
  for (const std::uint32_t t : threads) {
    know(b, b.threads[t], known);
    b.threads[t].now = next;
  }
}

void Synchronization::warp_barrier(const Warp& warp, Mask mask) {
  BlockClock& b = of(*warp.block);
  ThreadClock* threads = b.threads.data() + std::size_t{warp.index} * lane_count;
  ClockRef all;
  std::vector<Clock::Item> items;
  const bool whole = (mask | warp.exited) == all_lanes;
  if (whole) items.push_back({Clock::warp_key(b.linear, warp.index), now_});
  for_lanes(mask, [&](unsigned lane) {
    all = join(all, gather(threads[lane]));
    if (!whole) items.push_back({Clock::lane_key(b.linear, warp.index, lane), now_});
  });
  const ClockRef known = Clock::with(all, items);
  const std::uint32_t next = tick();
  for_lanes(mask, [&](unsigned lane) {
    know(b, threads[lane], known);
    threads[lane].now = next;
  });
}

void Synchronization::step(const Warp& warp) {
  if (!lockstep_) return;
  ThreadClock* threads = of(*warp.block).threads.data() + std::size_t{warp.index} * lane_count;
  const std::uint32_t next = tick();
  for (unsigned lane = 0; lane < lane_count; ++lane) threads[lane].now = next;
}

void Synchronization::arrive(const Warp& warp, std::uint32_t number, unsigned lane) {
  BlockClock& b = of(*warp.block);
  if (number >= b.arrived.size()) return;
  const Actor a{&b, warp.index, lane};
  ThreadClock& t = a.clock();
  b.arrived[number] = Clock::join(b.arrived[number], snapshot(a, t.known, t.now));
  t.now = tick();
}

void Synchronization::cluster_arrive(const Warp& warp, Mask mask, bool relaxed) {
  BlockClock& b = of(*warp.block);
  ClusterClock& c = clusters_[warp.block->cluster];
  const bool whole = !relaxed && (mask | warp.exited) == all_lanes;
  const std::uint32_t time = now_, next = tick();
  for_lanes(mask, [&](unsigned lane) {
    const Actor a{&b, warp.index, lane};
    ThreadClock& t = a.clock();
    if (relaxed) {
      for (const Snapshot& s : t.fenced)
        if (s.there()) c.arriving = Clock::join(c.arriving, s.time != 0 ? snapshot(a, s.known, s.time) : s.known);
      return;
    }
    c.arriving = Clock::join(c.arriving, whole ? t.known : snapshot(a, t.known, t.now));
    t.now = next;
  });
  const Clock::Item warp_item[] = {{Clock::warp_key(b.linear, warp.index), time}};
  if (whole) c.arriving = Clock::with(c.arriving, warp_item);
}

void Synchronization::cluster_passed(const Cluster& cluster) {
  ClusterClock& c = clusters_[&cluster];
  c.passed = std::move(c.arriving);
  c.arriving = nullptr;
}

void Synchronization::cluster_wait(const Warp& warp, Mask mask) {
  BlockClock& b = of(*warp.block);
  const ClockRef passed = clusters_[warp.block->cluster].passed;
  for_lanes(mask, [&](unsigned lane) {
    ThreadClock& t = b.threads[warp.index * lane_count + lane];
    know(b, t, join(gather(t), passed));
  });
}

void Synchronization::fence(const Warp& warp, Mask mask, Scope scope) {
  BlockClock& b = of(*warp.block);
  const std::uint32_t next = tick();
  for_lanes(mask, [&](unsigned lane) {
    ThreadClock& t = b.threads[warp.index * lane_count + lane];
    ClockRef known = join(t.known, t.seen[0]);
    t.seen[0] = nullptr;
    if (scope != Scope::block) {
      known = join(known, t.seen[1]);
      t.seen[1] = nullptr;
    }
    know(b, t, known);
    t.fenced[static_cast<unsigned>(scope)] = {t.known, t.now};
    t.now = next;
  });
}

void Synchronization::take(const Actor& a, const Location& location, Scope scope, bool acquire) {
  ThreadClock& t = a.clock();
  for (unsigned s = 0; s < location.of.size(); ++s) {
    const Location::Released& r = location.of[s];
    if (!r.clock) continue;
    const bool own_block = r.block == a.block->linear && !r.mixed;
    if (s == 0 && !own_block) continue;
    if (s == 1 && !same_cluster(a, r.cluster)) continue;
    if (scope == Scope::block && !own_block) continue;
    if (t.taken[acquire ? 1 : 0] == r.clock) continue;
    t.taken[acquire ? 1 : 0] = r.clock;
    if (acquire) {
      know(*a.block, t, join(t.known, r.clock));
    } else {
      ClockRef& seen = t.seen[own_block ? 0 : 1];
      seen = join(seen, r.clock);
    }
  }
}

void Synchronization::put(Location::Released& to, const Actor& a, const ClockRef& clock, bool keep) {
  if (keep && to.clock) {
    to.mixed |= to.block != a.block->linear;
    to.clock = join(to.clock, clock);
  } else {
    to.clock = clock;
    to.mixed = false;
  }
  to.block = a.block->linear;
  to.cluster = a.block->cluster;
}

void Synchronization::give(const Actor& a, Location& location, Scope scope, bool release, bool keep) {
  ThreadClock& t = a.clock();
  if (!keep)
    for (Location::Released& r : location.of) r = {};
  for (unsigned s = 0; s < t.fenced.size(); ++s) {
    const Snapshot& f = t.fenced[s];
    if (!f.there()) continue;
    Location::Released& to = location.of[std::min(s, static_cast<unsigned>(scope))];
    put(to, a, f.time != 0 ? snapshot(a, f.known, f.time) : f.known, true);
  }
  if (!release) return;
  put(location.of[static_cast<unsigned>(scope)], a, snapshot(a, t.known, t.now), true);
  t.now = tick();
}

bool Synchronization::lane_known(const History& e, const ClockRef& clock, std::uint64_t block, std::uint32_t warp,
                                 unsigned lane) const {
  return clock &&
         (clock->find(Clock::block_key(block)) >= e.time || clock->find(Clock::warp_key(block, warp)) >= e.time ||
          clock->find(Clock::lane_key(block, warp, lane)) >= e.time);
}

bool Synchronization::ordered(const History& e, const Actor& a, bool strong, unsigned& other) const {
  const std::uint64_t block = e.warp / warps_;
  const std::uint32_t warp = e.warp % warps_;
  const ThreadClock& t = a.clock();
  const bool own = block == a.block->linear;
  if (own && e.time <= t.floor) return true;
  if (lockstep_ && own && warp == a.warp && e.time < t.now) return true;
  Mask lanes = e.lanes;
  if (own && warp == a.warp) lanes &= ~(lane_bit(a.lane));
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    if (lane_known(e, t.known, block, warp, lane)) continue;
    if (strong && (lane_known(e, t.seen[0], block, warp, lane) || lane_known(e, t.seen[1], block, warp, lane)))
      continue;
    other = lane;
    return false;
  }
  return true;
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
