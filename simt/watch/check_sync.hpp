// Which accesses of threads are ordered: barriers, fences, releases and acquires of a launch as clocks.
// Private to simt; the rules and their sources are in check_sync.cpp.
#pragma once

#include <array>
#include <memory>
#include <unordered_map>

#include "simt/watch/check_clock.hpp"
#include "simt/watch/check_places.hpp"
#include "simt/watch/check_shadow.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

/// What a release, or a fence before a strong write, hands on.
struct Snapshot {
  ClockRef known;
  std::uint32_t time = 0;  ///< of the thread itself; 0: it has none
  bool there() const { return time != 0 || known; }
};

/// An asynchronous copy into shared memory that its thread has not waited for.
struct PendingCopy {
  std::uint64_t address = 0;  ///< offset in the block's shared memory
  std::uint32_t bytes = 0, place = 0, group = 0;
};

struct ThreadClock {
  ClockRef known;
  std::array<ClockRef, 2> seen;  ///< by relaxed reads: of the own block, of others; a fence or barrier makes it known
  std::array<ClockRef, 2>
      taken;  ///< the last clock that went into `seen` or `known`, and into `known`: spinning is cheap
  std::array<Snapshot, 3> fenced;   ///< by Scope of the fence
  std::uint32_t now = 1;            ///< time of its accesses
  std::uint32_t floor = 0;          ///< all accesses of the own block up to here are known
  std::uint32_t groups = 0;         ///< of asynchronous copies, committed
  std::vector<PendingCopy> copies;  ///< in order
};

/// Clocks that were released to a location, by the scope of the release.
struct Location {
  struct Released {
    ClockRef clock;
    std::uint64_t block = 0;    ///< that released
    std::uint64_t cluster = 0;  ///< of that block
    bool mixed = false;         ///< several blocks did
  };
  std::array<Released, 3> of;
};

struct BlockClock {
  const Block* block = nullptr;
  std::uint64_t linear = 0, cluster = 0;
  std::vector<ThreadClock> threads;
  Shadow shared;
  std::unordered_map<std::uint64_t, Location> locations;  ///< by offset in shared memory
  std::array<ClockRef, 16> arrived;                       ///< of arrivals that do not wait, by barrier
  std::uint32_t floor = 0;                                ///< time of the last barrier of all threads
  std::array<std::uint32_t, 16> waits{};                  ///< place of the last barrier of all threads, by barrier
};

/// One lane, as the clocks see it.
struct Actor {
  BlockClock* block = nullptr;
  std::uint32_t warp = 0;
  unsigned lane = 0;
  ThreadClock& clock() const { return block->threads[warp * lane_count + lane]; }
};

class Synchronization {
 public:
  void begin_launch(const Grid& grid);
  void begin_block(const Block& block);
  void end_block(const Block& block);
  BlockClock& of(const Block& block);

  void barrier(const Block& block, std::uint32_t number, std::span<const std::uint32_t> threads);
  void warp_barrier(const Warp& warp, Mask mask);
  /// Another instruction of a warp whose lanes have one program counter: those before are done for all its lanes.
  void step(const Warp& warp);
  void arrive(const Warp& warp, std::uint32_t number, unsigned lane);
  void cluster_arrive(const Warp& warp, Mask mask, bool relaxed);
  void cluster_passed(const Cluster& cluster);
  void cluster_wait(const Warp& warp, Mask mask);
  void fence(const Warp& warp, Mask mask, Scope scope);

  /// A strong read of the location; then, when it is one, a strong write.
  void read(const Actor& actor, const Location& location, const Place& place) {
    take(actor, location, place.record->memory.scope, place.record->memory.acquires);
  }
  void write(const Actor& actor, Location& location, const Place& place, bool keep) {
    give(actor, location, place.record->memory.scope, place.record->memory.releases, keep);
  }
  void take(const Actor& actor, const Location& location, Scope scope, bool acquire);
  void give(const Actor& actor, Location& location, Scope scope, bool release, bool keep);

  /// Whether all that the entry stands for happened before the actor's access. If not, `other` is a lane of it.
  bool ordered(const History& entry, const Actor& actor, bool strong, unsigned& other) const;

  std::uint32_t warps() const { return warps_; }  ///< of a block

 private:
  struct ClusterClock {
    ClockRef arriving, passed;
  };
  std::uint32_t tick() { return now_ == ~0U ? now_ : ++now_; }
  ClockRef join(const ClockRef& a, const ClockRef& b);
  ClockRef gather(ThreadClock& thread);
  void hand_fences_on(const Block& block, std::span<const Mask> here, std::span<const std::uint32_t> threads);
  ClockRef snapshot(const Actor& actor, const ClockRef& known, std::uint32_t time) const;
  void know(BlockClock& block, ThreadClock& thread, const ClockRef& clock) const;
  void put(Location::Released& to, const Actor& actor, const ClockRef& clock, bool keep);
  bool same_cluster(const Actor& a, std::uint64_t cluster) const { return a.block->cluster == cluster; }
  bool lane_known(const History& entry, const ClockRef& clock, std::uint64_t block, std::uint32_t warp,
                  unsigned lane) const;

  std::unordered_map<const Block*, std::unique_ptr<BlockClock>> blocks_;
  std::unordered_map<const Cluster*, ClusterClock> clusters_;
  const Block* last_ = nullptr;
  BlockClock* last_clock_ = nullptr;
  std::uint32_t now_ = 1, warps_ = 1;
  bool lockstep_ = false;            // Way::masked
  ClockRef memo_a_, memo_b_, memo_;  // the last join: lanes do the same one after another
};

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
