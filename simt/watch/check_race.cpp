// The race checker: every access to global and shared memory against those that came before it to the same bytes.
//
// Two accesses race when one writes, they are of two threads, nothing orders them (check_sync.cpp says what does), and
// not both are strong with scopes that reach each other. An atomic operation is ordered before what follows a later one
// that saw its result (the model's observation order): who took the last ticket may reset the counter by a plain store.
// Weak stores of the same value do not race with each other: much code sets a flag so. Kept for a place are the last
// weak write and what came after it, in shared memory one entry for each warp and time since the last barrier, in
// global memory the last 8: where more warps than that read a place, a race may be missed. None is invented.
//
// Asynchronous copies: cp.async writes when its thread waits for it (cp.async.wait_group, wait_all, or the arrival of
// cp.async.mbarrier.arrive), and every access between races with it. Bulk copies and st.async write at once and release
// to their mbarrier; that a source is overwritten before a bulk group was read is not found. Accesses through the
// texture units are reads and writes like others.
//
// A barrier of all threads of a block that some have left by exiting waits for the others, as PTX says of exit; CUDA
// says nothing of the kind of __syncthreads, so it is told as a note.
//
// Cost: some 20 to 50 ns for an access of a lane.
#include <algorithm>
#include <bit>
#include <cstring>

#include "simt/lanes/lane_tools.hpp"
#include "simt/state/program.hpp"
#include "simt/watch/check_sync.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {
namespace {

using Level = BarrierRecord::Level;

constexpr Address offset_mask = (Address{1} << cluster_shift) - 1;

/// An access of one lane, or a read of several lanes of one place.
struct Now {
  const Warp* warp = nullptr;
  const Code* code = nullptr;
  const Access* access = nullptr;
  Actor actor;
  BlockClock* home = nullptr;  ///< whose shared memory it is; null: global
  std::uint64_t address = 0;   ///< offset in shared memory, or generic
  std::uint32_t bytes = 0;
  std::uint32_t place = 0;
  bool writes = false, strong = false, pending = false;
  bool completes = false;  ///< it is the end of an asynchronous copy
};

class RaceChecker final : public CheckObserver {
 public:
  explicit RaceChecker(const CheckOptions& options) : findings_(options.limit) {}
  const std::vector<CheckFinding>& findings() const override { return findings_.list(); }

  void begin_launch(const Grid& grid) override {
    grid_ = &grid;
    places_.begin_launch(grid);
    sync_.begin_launch(grid);
    global_.clear();
    locations_.clear();
    reported_.clear();
  }
  void begin_block(const Block& block) override { sync_.begin_block(block); }
  void end_block(const Block& block) override { sync_.end_block(block); }
  void barrier(const Block& block, std::uint32_t number, std::span<const std::uint32_t> threads) override {
    left_by_exit(block, number, threads);
    sync_.barrier(block, number, threads);
  }
  void converge(const Warp& warp, Mask mask, bool ordered) override {
    if (ordered) sync_.warp_barrier(warp, mask);
  }
  void cluster_barrier(const Cluster& cluster) override { sync_.cluster_passed(cluster); }
  void fence(const Warp& warp, const Code& code, Mask mask) override {
    sync_.fence(warp, mask, places_[places_.id(*warp.function, code.inst)].record->memory.scope);
  }

  void before(const Warp& warp, const Code& code, Mask, Mask mask) override {
    current_ = places_.id(*warp.function, code.inst);
    const BarrierRecord& b = places_[current_].record->barrier;
    if (mask == 0 || b.level == Level::none) return;
    if (b.level != Level::cluster && code.branch) at_barrier(warp, code, mask);
    if (!b.arrives) return;
    if (b.level == Level::cluster) {
      sync_.cluster_arrive(warp, mask, b.relaxed);
    } else if (code.branch) {  // the Code of the barrier itself
      for_lanes(mask, [&](unsigned lane) { sync_.arrive(warp, warp.in<std::uint32_t>(code.a)[lane], lane); });
    }
  }

  void after(const Warp& warp, const Code& code, Mask mask) override {
    const Record& r = *places_[current_].record;  // a call or return has changed the function
    if (r.barrier.waits && code.branch)
      sync_.cluster_wait(warp, mask);
    else if (r.copy.kind != CopyRecord::Kind::none)
      after_copy(warp, r.copy, mask);
  }

  void access(const Warp& warp, const Code& code, const Access& access) override;

 private:
  void one_access(Now& now);
  void histories(const Now& now);
  void strong_access(const Now& now);
  void signal_access(const Now& now);
  void async_release(const Now& now);
  void after_copy(const Warp& warp, const CopyRecord& copy, Mask mask);
  void complete_copies(const Warp& warp, unsigned lane, std::uint32_t until);
  void at_barrier(const Warp& warp, const Code& code, Mask mask);
  void left_by_exit(const Block& block, std::uint32_t number, std::span<const std::uint32_t> threads);
  void check(const Now& now, const Cell& cell, const History& entry, std::uint64_t address, std::uint64_t bytes);
  bool observed(const Cell& cell, const History& entry, unsigned other, const Now& now) const;
  void report(const Now& now, const History& entry, unsigned other, std::uint64_t address, std::uint64_t bytes);
  bool compare_succeeds(const Now& now) const;
  Scope scope_of(const Now& now) const {
    const bool signal = now.access != nullptr && now.access->kind == AccessKind::sync;
    return signal ? Scope::cluster : places_[now.place].record->memory.scope;
  }
  bool same_value(const Now& now, const History& entry, unsigned other, std::uint64_t address, std::uint64_t bytes);
  const std::byte* host(const Now& now, std::uint64_t address) const;
  bool reach_each_other(const History& entry, const Now& now, Scope scope) const;
  Location& location_of(const Now& now, std::uint64_t address) {
    return now.home != nullptr ? now.home->locations[address] : locations_[address];
  }

  const Grid* grid_ = nullptr;
  Places places_;
  Synchronization sync_;
  Shadow global_;
  std::unordered_map<std::uint64_t, Location> locations_;  // global
  std::unordered_set<std::uint64_t> reported_;             // pairs of places of this launch
  Findings findings_;
  std::uint32_t current_ = 0;  // place of the instruction that runs
  Mask done_ = 0;              // lanes of the running access that were looked at
};

void RaceChecker::access(const Warp& warp, const Code& code, const Access& access) {
  if (access.space != Space::global && access.space != Space::shared) return;
  Now now;
  now.warp = &warp;
  now.code = &code;
  now.access = &access;
  now.place = places_.id(*warp.function, code.inst);
  now.bytes = access.bytes;
  now.actor = {&sync_.of(*warp.block), warp.index, 0};
  sync_.step(warp);
  done_ = 0;
  for (Mask left = access.mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    now.actor.lane = lane;
    now.address = access.address[lane];
    now.home = nullptr;
    if (access.space == Space::shared) {
      const std::uint64_t offset = now.address - shared_window, rank = offset >> cluster_shift;
      now.home = rank == 0 ? now.actor.block : &sync_.of(*warp.block->cluster->blocks[rank - 1]);
      now.address = offset & offset_mask;
    }
    one_access(now);
    done_ |= lane_bit(lane);
  }
}

void RaceChecker::one_access(Now& now) {
  const Place& p = places_[now.place];
  const AccessKind kind = now.access->kind;
  now.strong = p.record->memory.strong || kind == AccessKind::atomic || kind == AccessKind::sync;
  now.writes = kind != AccessKind::read;
  now.pending = false;
  if (kind == AccessKind::sync) return signal_access(now);
  if (now.strong) return strong_access(now);
  if (p.copies() && now.writes && p.record->copy.kind != CopyRecord::Kind::bulk && now.home != nullptr) {
    now.pending = true;
    ThreadClock& t = now.actor.clock();
    t.copies.push_back({now.address, now.bytes, now.place, t.groups});
  }
  histories(now);
  if (now.writes && p.record->signal.told != nullptr) async_release(now);
}

// Copies and stores that tell a signal when they are done release to it.
void RaceChecker::async_release(const Now& now) {
  const SignalRecord::Told told = places_[now.place].record->signal.told(*now.warp, *now.code);
  if (told.address == no_slot) return;
  Address at = now.warp->in<Address>(told.address)[now.actor.lane];
  if (at >= shared_window) at -= shared_window;
  const std::uint64_t rank = at >> cluster_shift;
  BlockClock* home = now.actor.block;
  if (told.blocks != no_slot && now.home != nullptr)
    home = now.home;
  else if (rank != 0 && rank <= now.warp->block->cluster->blocks.size())
    home = &sync_.of(*now.warp->block->cluster->blocks[rank - 1]);
  sync_.give(now.actor, home->locations[at & offset_mask], Scope::cluster, true, true);
}

// Making and ending one are plain writes; arrivals release, waits acquire.
void RaceChecker::signal_access(const Now& given) {
  Now now = given;
  const Place& p = places_[now.place];
  const SignalRecord::Kind kind = p.record->signal.kind;
  const bool arrival_of_copies = p.copies();
  if (!arrival_of_copies && kind == SignalRecord::Kind::make) {
    now.strong = false;
    return histories(now);
  }
  if (arrival_of_copies) complete_copies(*now.warp, now.actor.lane, ~0U);
  histories(now);
  Location& location = location_of(now, now.address);
  if (kind == SignalRecord::Kind::wait)
    sync_.take(now.actor, location, Scope::cluster, true);
  else
    sync_.give(now.actor, location, Scope::cluster, true, true);
}

void RaceChecker::strong_access(const Now& now) {
  const Place& p = places_[now.place];
  const bool atomic = now.access->kind == AccessKind::atomic;
  // Before it acquires: that it happens to come after a weak write, and to see so, does not order the two.
  histories(now);
  // Wide accesses are of several words, each of which may be a location of its own.
  const std::uint64_t step = now.bytes > 4 && now.bytes % 4 == 0 ? 4 : now.bytes;
  if (!now.writes || atomic) {
    auto& table = now.home != nullptr ? now.home->locations : locations_;
    if (!table.empty())
      for (std::uint64_t i = 0; i < now.bytes; i += step)
        if (const auto it = table.find(now.address + i); it != table.end()) sync_.read(now.actor, it->second, p);
  }
  if (!now.writes || (p.record->memory.compares && !compare_succeeds(now))) return;
  const ThreadClock& t = now.actor.clock();
  const bool gives =
      p.record->memory.releases || std::any_of(t.fenced.begin(), t.fenced.end(), [](auto& f) { return f.time != 0; });
  if (atomic && !gives) return;
  auto& table = now.home != nullptr ? now.home->locations : locations_;
  for (std::uint64_t i = 0; i < now.bytes; i += step) {
    if (!gives) {
      table.erase(now.address + i);  // an ordinary strong store ends what was released before
      continue;
    }
    sync_.write(now.actor, table[now.address + i], p, atomic);
  }
}

// Of several lanes that compare and swap one place the first that succeeds is taken; the others see what it wrote.
bool RaceChecker::compare_succeeds(const Now& now) const {
  const unsigned bits = now.bytes * 8;
  const Code& c = *now.code;
  if ((bits != 32 && bits != 64) || c.extra_count != 0 || c.b == no_slot) return true;
  const auto value = [&](Slot slot, unsigned lane) {
    return bits == 32 ? now.warp->in<std::uint32_t>(slot)[lane] : now.warp->in<std::uint64_t>(slot)[lane];
  };
  const std::byte* at = host(now, now.address);
  if (at == nullptr) return true;
  std::uint64_t old = 0;
  std::memcpy(&old, at, now.bytes);
  for_lanes(done_, [&](unsigned lane) {
    if (now.access->address[lane] == now.access->address[now.actor.lane] && value(c.b, lane) == old)
      old = value(c.c, lane);
  });
  return old == value(c.b, now.actor.lane);
}

const std::byte* RaceChecker::host(const Now& now, std::uint64_t address) const {
  if (now.home != nullptr) return now.home->block->shared_base + address;
  const Region* region = grid_->memory->find(address);
  return region != nullptr && region->host != nullptr ? region->host + (address - region->base) : nullptr;
}

// ---- asynchronous copies

void RaceChecker::after_copy(const Warp& warp, const CopyRecord& copy, Mask mask) {
  using Kind = CopyRecord::Kind;
  BlockClock& b = sync_.of(*warp.block);
  const bool all = copy.kind == Kind::wait_all;
  if (!all && copy.kind != Kind::commit && copy.kind != Kind::wait) return;
  for_lanes(mask, [&](unsigned lane) {
    ThreadClock& t = b.threads[warp.index * lane_count + lane];
    if (all || copy.kind == Kind::commit) ++t.groups;
    if (all)
      complete_copies(warp, lane, t.groups);
    else if (copy.kind == Kind::wait)
      complete_copies(warp, lane, t.groups - std::min(copy.open, t.groups));
  });
}

// Copies of groups below `until` write now.
void RaceChecker::complete_copies(const Warp& warp, unsigned lane, std::uint32_t until) {
  Now now;
  now.warp = &warp;
  now.actor = {&sync_.of(*warp.block), warp.index, lane};
  now.home = now.actor.block;
  now.writes = now.completes = true;
  ThreadClock& t = now.actor.clock();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < t.copies.size(); ++i) {
    const PendingCopy copy = t.copies[i];
    if (copy.group >= until) {
      t.copies[kept++] = copy;
      continue;
    }
    now.address = copy.address;
    now.bytes = copy.bytes;
    now.place = copy.place;
    histories(now);
  }
  t.copies.resize(kept);
}

// ---- histories

void RaceChecker::histories(const Now& now) {
  const Place& p = places_[now.place];
  History mine;
  const ThreadClock& t = now.actor.clock();
  mine.warp = static_cast<std::uint32_t>(now.actor.block->linear * sync_.warps() + now.actor.warp);
  mine.lanes = lane_bit(now.actor.lane);
  mine.time = t.now;
  mine.place = now.place & 0xffffff;
  mine.writes = now.writes ? 1 : 0;
  mine.strong = now.strong ? 1 : 0;
  mine.scope = static_cast<std::uint32_t>(scope_of(now)) & 3U;
  mine.pending = now.pending ? 1 : 0;
  mine.plain_store = now.writes && p.stores() && !now.strong ? 1 : 0;
  const bool alone = grid_->cluster.count() == 1;
  const std::size_t most = now.home != nullptr ? 40 : 8;
  const std::uint32_t until = now.home != nullptr && alone ? now.home->floor : 0;
  Shadow& shadow = now.home != nullptr ? now.home->shared : global_;
  shadow.each(now.address, now.bytes, [&](Cell& cell, std::uint64_t address, std::uint64_t bytes) {
    cell.each([&](const History& old) {
      if (old.writes == 0 && mine.writes == 0) return;
      // The usual case of atomic operations.
      constexpr auto widest = static_cast<std::uint32_t>(Scope::device);
      if (old.strong != 0 && mine.strong != 0 && old.scope == widest && mine.scope == widest && old.pending == 0)
        return;
      check(now, cell, old, address, bytes);
    });
    if (now.completes)
      cell.drop(
          [&](const History& old) { return old.pending != 0 && old.warp == mine.warp && old.lanes == mine.lanes; });
    if (now.writes && !now.strong && !now.pending)
      cell.set(mine);
    else
      cell.add(mine, most, until);
  });
}

bool RaceChecker::reach_each_other(const History& entry, const Now& now, Scope scope) const {
  const std::uint64_t block = entry.warp / sync_.warps();
  if (block == now.actor.block->linear) return true;
  const Scope least = std::min(scope, static_cast<Scope>(entry.scope));
  if (least == Scope::device) return true;
  if (least == Scope::block) return false;
  // The clock of the other block is gone when it has ended, but then so is its cluster.
  const Dim3 &c = grid_->cluster, &g = grid_->grid;
  const Dim3 id = block_id(*grid_, block);
  const std::uint64_t cluster =
      id.x / c.x + std::uint64_t{g.x / c.x} * (id.y / c.y + std::uint64_t{g.y / c.y} * (id.z / c.z));
  return cluster == now.actor.block->cluster;
}

// The place of a barrier of all threads, by its number.
void RaceChecker::at_barrier(const Warp& warp, const Code& code, Mask mask) {
  const std::uint32_t number = warp.in<std::uint32_t>(code.a)[std::countr_zero(mask)];
  BlockClock& b = sync_.of(*warp.block);
  if (number < b.waits.size()) b.waits[number] = code.b == no_slot ? current_ : Places::none;
}

void RaceChecker::left_by_exit(const Block& block, std::uint32_t number, std::span<const std::uint32_t> threads) {
  const std::uint32_t place = sync_.of(block).waits[number];
  if (place == Places::none || block.live_threads == block.threads || threads.empty()) return;
  const Place& p = places_[place];
  if (!findings_.is_new(p, p, 1)) return;
  CheckFinding f;
  f.check = Check::race;
  f.note = true;
  f.first = make_check_place(*grid_, p, grid_->program->mnemonic(*p.function, p.inst) + " of all threads", block.linear,
                             threads[0]);
  f.text = "race: note: " + to_string(f.first) + ": " + std::to_string(block.threads - block.live_threads) +
           " of the block's " + std::to_string(block.threads) +
           " threads have exited, the barrier does not wait for them";
  findings_.add(std::move(f));
}

// Whether an atomic operation of the lane was seen, through atomic operations alone, by one that comes before the
// access.
bool RaceChecker::observed(const Cell& cell, const History& old, unsigned other, const Now& now) const {
  const auto atomic = [&](const History& h) { return h.strong != 0 && h.writes != 0 && places_[h.place].atomic(); };
  if (!atomic(old)) return false;
  const auto self = static_cast<std::uint32_t>(now.actor.block->linear * sync_.warps() + now.actor.warp);
  const auto own = [&](const History& h) { return h.warp == self && (h.lanes >> now.actor.lane & 1U) != 0; };
  bool later = false, broken = false, seen = false;
  cell.each([&](const History& h) {
    if (&h == &old) {
      later = true;
      seen = own(h) && other < now.actor.lane;  // lanes of one instruction go in turn
      return;
    }
    if (!later || broken || seen) return;
    broken = h.strong != 0 && h.writes != 0 && !atomic(h);
    unsigned unknown = 0;
    seen =
        atomic(h) && reach_each_other(h, now, Scope::device) && (own(h) || sync_.ordered(h, now.actor, false, unknown));
  });
  return seen;
}

void RaceChecker::check(const Now& now, const Cell& cell, const History& old, std::uint64_t address,
                        std::uint64_t bytes) {
  unsigned other = 0;
  const bool mine =
      old.warp == now.actor.block->linear * sync_.warps() + now.actor.warp && old.lanes == lane_bit(now.actor.lane);
  if (old.pending != 0 && !(mine && now.completes)) {
    other = static_cast<unsigned>(std::countr_zero(old.lanes));
    return report(now, old, other, address, bytes);
  }
  if (mine && !now.pending) return;
  const Place& p = places_[now.place];
  const Scope scope = scope_of(now);
  const bool both_strong = old.strong != 0 && now.strong && reach_each_other(old, now, scope);
  if (both_strong) return;
  History left = old;  // lanes whose accesses nothing orders before this one
  while (!sync_.ordered(left, now.actor, now.strong, other) && observed(cell, old, other, now))
    left.lanes &= ~(lane_bit(other));
  if (sync_.ordered(left, now.actor, now.strong, other)) return;
  const std::uint64_t pair = std::uint64_t{old.place} << 32 | now.place;
  if (reported_.contains(pair)) return;
  if (old.plain_store != 0 && now.writes && p.stores() && !now.strong && same_value(now, old, other, address, bytes))
    return;
  report(now, old, other, address, bytes);
}

// Both stores leave the same bytes: what the earlier one wrote is in memory, or in the registers when it is another
// lane of this very instruction.
bool RaceChecker::same_value(const Now& now, const History& old, unsigned other, std::uint64_t address,
                             std::uint64_t bytes) {
  const Place& p = places_[now.place];
  const Access& a = *now.access;
  const std::uint8_t value_bits = p.record->memory.value_bits;
  if (value_bits == 0 || a.values == nullptr || a.value_count == 0) return false;
  const std::uint32_t element = a.bytes / a.value_count, stride = value_bits / 8;
  if (element == 0 || element > stride) return false;
  const auto value = [&](unsigned lane, std::uint64_t at) {
    const Slot slot = a.values[at / element];
    const std::byte* row = now.warp->in<std::byte>(slot);
    return row[((slot & constant_bit) != 0 ? 0 : std::uint64_t{lane} * stride) + at % element];
  };
  const bool together = old.place == now.place && old.time == now.actor.clock().now && (done_ >> other & 1U) != 0 &&
                        old.warp % sync_.warps() == now.actor.warp;
  const std::byte* memory = host(now, address);
  for (std::uint64_t i = 0; i < bytes; ++i) {
    if (address + i < now.address || address + i >= now.address + now.bytes) continue;
    const std::uint64_t at = address + i - now.address;
    std::uint64_t theirs = at;
    if (together) {
      const Address base =
          a.space == Space::shared ? (a.address[other] - shared_window) & offset_mask : a.address[other];
      theirs = address + i - base;
      if (theirs >= now.bytes) return false;
    }
    if (value(now.actor.lane, at) != (together ? value(other, theirs) : memory[i])) return false;
  }
  return true;
}

// ---- findings

std::string what(const Place& p, bool writes, bool strong, std::uint64_t bytes) {
  const bool atomic = p.atomic();
  std::string text = p.copies() ? (writes ? "asynchronous write" : "asynchronous read")
                     : atomic   ? "atomic operation"
                     : writes   ? "write"
                                : "read";
  if (strong && !atomic) text = "strong " + text;
  if (!p.record->signal.name.empty()) return p.record->signal.name;
  return text + (atomic ? " on " : " of ") + std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

// Bytes of an access, as its mnemonic says; of one whose size is an operand, those that are at hand.
std::uint64_t access_bytes(const Place& p, std::uint64_t otherwise) {
  return p.copies() || p.record->memory.bytes == 0 ? otherwise : p.record->memory.bytes;
}

void RaceChecker::report(const Now& now, const History& old, unsigned other, std::uint64_t address,
                         std::uint64_t bytes) {
  const std::uint64_t pair = std::uint64_t{old.place} << 32 | now.place;
  if (!reported_.insert(pair).second) return;
  const Place &first = places_[old.place], &second = places_[now.place];
  if (!findings_.is_new(first, second, 0)) return;
  const std::uint64_t block = old.warp / sync_.warps();
  CheckFinding f;
  f.check = Check::race;
  f.first = make_check_place(*grid_, first, what(first, old.writes != 0, old.strong != 0, access_bytes(first, bytes)),
                             block, old.warp % sync_.warps() * lane_count + other);
  f.second = make_check_place(*grid_, second, what(second, now.writes, now.strong, now.bytes), now.actor.block->linear,
                              now.actor.warp * lane_count + now.actor.lane);
  const std::uint64_t at = std::max(address, now.address);
  f.address = now.home != nullptr ? shared_window + at : at;
  f.object = object_name(*grid_, now.home != nullptr ? Space::shared : Space::global, f.address);
  const bool same_block = block == now.actor.block->linear;
  std::string why = same_block ? "no barrier between them" : "of two blocks, and nothing orders them";
  if (same_block && old.warp % sync_.warps() == now.actor.warp)
    why = grid_->way == Way::masked ? "of two lanes in one instruction" : "of one warp, no bar.warp.sync between them";
  if (old.pending != 0) why = "no wait for the copy between them";
  if (old.strong != 0 && now.strong) why = "the scope of one does not reach the block of the other";
  f.text = "race: " + to_string(f.first) + " and " + to_string(f.second) + ": " + f.object + ", " + why;
  findings_.add(std::move(f));
}

}  // namespace

std::unique_ptr<CheckObserver> make_race_checker(CheckOptions options) {
  return std::make_unique<RaceChecker>(options);
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
