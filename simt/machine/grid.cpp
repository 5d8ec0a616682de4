// Blocks in turn: each CPU thread holds some clusters of blocks and gives each a slice.
//
// Blocks start in ascending order. One that has used its slice is put back and the next one starts, so blocks that
// wait for each other make progress even on one CPU thread. After a fault no later block starts and no later fault
// counts, so the fault that is reported does not depend on the threads.
#include "simt/machine/grid.hpp"
#include "simt/state/counted.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <deque>
#include <exception>
#include <limits>
#include <map>
#include <mutex>
#include <thread>

#include "simt/state/observer.hpp"
#include "simt/state/program.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {
namespace {

constexpr std::uint64_t warp_slice = 1U << 14;
constexpr unsigned rounds_alone = 64, rounds_cooperative = 2;  // of all warps, before another block's turn
constexpr std::size_t resident_limit = 512;                    // clusters in progress on one CPU thread

enum class Progress { done, more, stuck };

void begin_block(Block& b, Grid& grid, Cluster& cluster, std::uint32_t rank, Dim3 id) {
  b.grid = &grid;
  b.cluster = &cluster;
  b.rank = rank;
  b.id = id;
  b.linear = id.x + std::uint64_t{grid.grid.x} * (id.y + std::uint64_t{grid.grid.y} * id.z);
  b.threads = static_cast<std::uint32_t>(grid.block.count());
  b.live_threads = b.threads;
  b.shared_bytes = grid.shared_bytes;
  b.shared.assign(b.shared_bytes + 256, std::byte{0});
  const auto at = reinterpret_cast<std::uintptr_t>(b.shared.data());
  b.shared_base = b.shared.data() + ((at + 255) / 256 * 256 - at);
  b.barriers.fill({});
  b.output.clear();
  b.fault.reset();
  b.async.reset();
  b.done = false;
  b.next_warp = 0;
  b.warps.resize((b.threads + lane_count - 1) / lane_count);
  for (std::uint32_t i = 0; i < b.warps.size(); ++i) {
    Warp& w = b.warps[i];
    w.block = &b;
    w.index = i;
    for (unsigned l = 0; l < lane_count; ++l) {
      const std::uint32_t t = i * lane_count + l;
      w.tid[0][l] = t % grid.block.x;
      w.tid[1][l] = t / grid.block.x % grid.block.y;
      w.tid[2][l] = t / grid.block.x / grid.block.y;
    }
    const std::uint32_t left = b.threads - i * lane_count;
    w.begin(*grid.kernel, left >= lane_count ? all_lanes : lane_bit(left) - 1);
  }
}

// What the threads of a block that cannot go on wait for.
Fault stuck_fault(Block& b) {
  for (Warp& w : b.warps)
    for (std::size_t i = 0; i < w.fragments.size(); ++i) {
      const Fragment f = w.fragments[i];
      const bool barrier = f.state == Fragment::State::barrier;
      w.load_current(i);
      const Code& code = w.function->codes[barrier ? f.note : f.pc];
      const auto lane = static_cast<unsigned>(std::countr_zero(f.mask));
      std::string text;
      if (barrier) {
        const Barrier& bar = b.barriers[f.barrier];
        const std::uint32_t wanted = bar.whole ? b.live_threads : bar.expected;
        text = "barrier " + std::to_string(f.barrier) + " can never be met: " + std::to_string(bar.arrived) + " of " +
               std::to_string(wanted) + " threads have arrived, no other thread can run";
      } else if (f.state == Fragment::State::cluster) {
        text = "barrier.cluster.wait can never be met: no other thread of the cluster can run";
      } else {
        char mask[24];
        std::snprintf(mask, sizeof mask, "0x%0*llx", static_cast<int>(lane_count / 4),
                      static_cast<unsigned long long>(f.note));
        text = "lanes of the member mask " + std::string(mask) + " never come here: no other lane can run";
      }
      w.fault(code, lane, std::move(text));
      return *b.fault;
    }
  return {};
}

Progress run_block(Block& b, unsigned rounds) {
  for (unsigned r = 0; r < rounds; ++r) {
    bool ran = false, live = false;
    for (Warp& w : b.warps) {
      if (w.fragments.empty()) continue;
      const std::uint64_t before = w.steps;
      const auto turn = w.run(warp_slice);
      if (turn == Warp::Turn::fault) return Progress::done;
      ran |= w.steps != before && turn != Warp::Turn::blocked;
      ran |= turn == Warp::Turn::finished;
      live |= turn != Warp::Turn::finished;
      // A barrier that was met by this warp wakes others of this block, and of the cluster.
      ran |= turn == Warp::Turn::blocked && w.steps != before;
    }
    if (!live) {
      b.done = true;
      return Progress::done;
    }
    if (!ran) return r == 0 ? Progress::stuck : Progress::more;
  }
  return Progress::more;
}

Progress run_cluster(Cluster& c, unsigned rounds) {
  bool more = false, done = true, stuck = false;
  for (auto& b : c.blocks) {
    if (b->done) continue;
    const Progress p = run_block(*b, rounds);
    if (b->fault) {
      c.done = true;
      return Progress::done;
    }
    more |= p != Progress::stuck;
    stuck |= p == Progress::stuck;
    done &= p == Progress::done;
  }
  if (done) {
    c.done = true;
    return Progress::done;
  }
  if (more || !stuck) return Progress::more;
  // Nobody ran: is there anyone who can?
  for (auto& b : c.blocks)
    if (!b->done) {
      stuck_fault(*b);
      c.done = true;
      return Progress::done;
    }
  return Progress::done;
}

class Scheduler {
 public:
  Scheduler(Grid& grid, bool cooperative) : grid_(grid), cooperative_(cooperative) {
    const Dim3 c = grid.cluster;
    clusters_ = {grid.grid.x / c.x, grid.grid.y / c.y, grid.grid.z / c.z};
  }

  void work() {
    std::deque<std::unique_ptr<Cluster>> resident;
    std::vector<std::unique_ptr<Cluster>> spare;
    const unsigned rounds = cooperative_ ? rounds_cooperative : rounds_alone;
    while (!given_up_.load(std::memory_order_relaxed)) {
      if (resident.empty() && !start(resident, spare)) return;
      std::unique_ptr<Cluster> c = std::move(resident.front());
      resident.pop_front();
      if (number(*c) > stop_.load(std::memory_order_relaxed)) continue;  // a block before it has failed
      const std::uint64_t before = counted_ != nullptr ? steps(*c) : 0;
      const bool done = run_cluster(*c, rounds) == Progress::done;
      // Long blocks take turns and end together, so that blocks alone would say nothing until then.
      if (counted_ != nullptr) count_steps(counted_, steps(*c) - before);
      if (done) {
        finish(*c);
        spare.push_back(std::move(c));
      } else {
        resident.push_back(std::move(c));
        if (cooperative_ || resident.size() < resident_limit) {
          if (start(resident, spare)) {
            resident.push_front(std::move(resident.back()));
            resident.pop_back();
          }
        }
      }
    }
  }

  /// As work; what it throws is kept for result(), and the other threads end, which may wait for this one's blocks.
  void work_of_thread() {
    try {
      work();
    } catch (...) {
      given_up_ = true;
      const std::lock_guard lock(mutex_);
      if (!thrown_) thrown_ = std::current_exception();
    }
  }

  GridResult result() {
    if (thrown_) std::rethrow_exception(thrown_);

    GridResult r;
    if (!faults_.empty()) r.fault = faults_.begin()->second;
    const std::uint64_t last = faults_.empty() ? std::numeric_limits<std::uint64_t>::max() : faults_.begin()->first;
    for (auto& [block, text] : outputs_)
      if (block <= last) r.output += text;
    r.stats = stats_;
    return r;
  }

 private:
  static std::uint64_t steps(const Cluster& c) {
    std::uint64_t n = 0;
    for (const auto& b : c.blocks)
      for (const Warp& w : b->warps) n += w.steps;
    return n;
  }
  // In the order in which blocks start.
  std::uint64_t number(const Cluster& c) const {
    return c.id.x + std::uint64_t{clusters_.x} * (c.id.y + std::uint64_t{clusters_.y} * c.id.z);
  }

  bool start(std::deque<std::unique_ptr<Cluster>>& resident, std::vector<std::unique_ptr<Cluster>>& spare) {
    const std::uint64_t n = next_.fetch_add(1, std::memory_order_relaxed);
    if (n >= clusters_.count() || n > stop_.load(std::memory_order_relaxed)) {
      next_.fetch_sub(1, std::memory_order_relaxed);
      return false;
    }
    std::unique_ptr<Cluster> c;
    if (spare.empty()) {
      c = std::make_unique<Cluster>();
    } else {
      c = std::move(spare.back());
      spare.pop_back();
    }
    const Dim3 size = grid_.cluster;
    c->grid = &grid_;
    c->arrived = 0;
    c->phase = 0;
    c->done = false;
    c->id = {static_cast<std::uint32_t>(n % clusters_.x), static_cast<std::uint32_t>(n / clusters_.x % clusters_.y),
             static_cast<std::uint32_t>(n / clusters_.x / clusters_.y)};
    c->blocks.resize(size.count());
    std::uint32_t rank = 0;
    for (std::uint32_t z = 0; z < size.z; ++z)
      for (std::uint32_t y = 0; y < size.y; ++y)
        for (std::uint32_t x = 0; x < size.x; ++x, ++rank) {
          auto& b = c->blocks[rank];
          if (!b) b = std::make_unique<Block>();
          begin_block(*b, grid_, *c, rank, {c->id.x * size.x + x, c->id.y * size.y + y, c->id.z * size.z + z});
          if (grid_.observer != nullptr) grid_.observer->begin_block(*b);
        }
    resident.push_back(std::move(c));
    return true;
  }

  void finish(Cluster& c) {
    const std::lock_guard lock(mutex_);
    for (auto& b : c.blocks) {
      if (grid_.observer != nullptr) grid_.observer->end_block(*b);
      if (!b->output.empty()) outputs_.emplace(b->linear, std::move(b->output));
      for (const Warp& w : b->warps) {
        stats_.warp_instructions += w.steps;
        stats_.thread_instructions += w.thread_steps;
      }
      ++stats_.blocks;
      count_done(counted_);
      if (!b->fault) continue;
      faults_.emplace(b->linear, *b->fault);
      std::uint64_t old = stop_.load();
      while (old > number(c) && !stop_.compare_exchange_weak(old, number(c))) {
      }
    }
  }

  Grid& grid_;
  bool cooperative_;
  Dim3 clusters_;
  ProgressCount* const counted_ = CountedLaunches::current();  // of the thread that launches
  std::atomic<std::uint64_t> next_{0};
  std::atomic<std::uint64_t> stop_{std::numeric_limits<std::uint64_t>::max()};
  std::atomic<bool> given_up_{false};
  std::mutex mutex_;  // guards what follows
  std::exception_ptr thrown_;
  std::map<std::uint64_t, std::string> outputs_;
  std::map<std::uint64_t, Fault> faults_;
  LaunchStats stats_;
};

}  // namespace

GridResult run_grid(Grid& grid, unsigned threads, bool cooperative) {
  Scheduler scheduler(grid, cooperative);
  if (grid.observer != nullptr) {
    threads = 1;
    grid.observer->begin_launch(grid);
  }
  std::vector<std::thread> others;
  const std::uint64_t blocks = grid.grid.count();
  try {
    for (unsigned i = 1; i < threads && i < blocks; ++i) others.emplace_back([&] { scheduler.work_of_thread(); });
  } catch (const std::exception&) {
    // No more threads to be had: those that are there do the work.
  }
  scheduler.work_of_thread();
  for (std::thread& t : others) t.join();
  if (grid.observer != nullptr) grid.observer->end_launch(grid);
  return scheduler.result();
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
