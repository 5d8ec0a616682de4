// What runs: warps with their fragments and frames, blocks, clusters, the launch. Private to simt.
//
// A fragment is a set of lanes at one place of one frame. A frame is one activation of a function by the lanes that
// entered it together. Fragments at the same place of the same frame are one. The interpreter runs the deepest
// fragment, of several in one frame the one that stands first in layout order, so that the others catch up.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simt/state/code.hpp"
#include "simt/state/fault.hpp"
#include "simt/state/memory.hpp"
#include "simt/state/values.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

class Block;
struct Cluster;
struct Grid;

struct Frame {
  Frame* parent = nullptr;
  const FunctionCode* function = nullptr;
  const Code* call = nullptr;    ///< the call in the parent; null in the kernel
  std::uint32_t return_pc = 0;   ///< in the parent
  Mask live = 0;                 ///< lanes that have not returned
  std::uint32_t local_base = 0;  ///< of its variables in local memory, the same in all its lanes
  std::uint32_t depth = 0;
  std::uint32_t capacity = 0;                         ///< bytes of regs
  std::array<std::uint32_t, lane_count> saved_top{};  ///< Warp::stack_top when the frame was entered
  std::unique_ptr<std::byte[]> regs;                  ///< aligned to 64 by `base`
  std::byte* base = nullptr;
};

struct Fragment {
  enum class State : std::uint8_t { ready, barrier, sync, cluster } state = State::ready;
  Mask mask = 0;
  std::uint32_t pc = 0;
  Frame* frame = nullptr;
  std::uint32_t barrier = 0;  ///< number of the barrier waited at
  std::uint64_t note = 0;     ///< of the handler that parked it
  std::uint64_t stamp = 0;    ///< when it last had its turn
};

/// How the lanes of a warp go different ways.
enum class Way : std::uint8_t {
  frontiers,  ///< fragments, each with a program counter; the one that stands first runs, so that they meet again
  masked,     ///< one program counter; the code itself says which lanes are active, and scalar Codes run for none
};

/// How an access is meant; for bounds, alignment and the checkers.
enum class AccessKind : std::uint8_t { read, write, atomic, sync };

class Warp {
 public:
  // ---- registers of the running fragment
  std::byte* banks[2] = {nullptr, nullptr};  ///< [0] the frame, [1] the function's constants
  template <class T>
  const T* in(Slot slot) const {
    return reinterpret_cast<const T*>(banks[slot >> 31] + (slot & ~constant_bit));
  }
  template <class T>
  T* out(Slot slot) {
    return reinterpret_cast<T*>(banks[0] + slot);
  }
  Mask pred(Slot slot) const { return *in<Mask>(slot); }
  void set_pred(Slot slot, Mask value, Mask mask) {
    Mask* p = out<Mask>(slot);
    *p = (*p & ~mask) | (value & mask);
  }

  // ---- the running fragment
  std::uint32_t pc = 0;
  Mask active = 0;  ///< Way::masked: handlers write it
  Frame* frame = nullptr;
  const FunctionCode* function = nullptr;
  const Slot* extra(const Code& code) const { return function->extra.data() + code.extra; }

  // ---- place
  Block* block = nullptr;
  std::uint32_t index = 0;  ///< in the block
  Mask exited = 0;          ///< lanes gone (and those past the end of the block)
  std::uint64_t steps = 0, thread_steps = 0;
  std::uint32_t thread_of(unsigned lane) const { return index * lane_count + lane; }  ///< linear, in the block
  Dim3 thread_index(unsigned lane) const { return {tid[0][lane], tid[1][lane], tid[2][lane]}; }
  std::array<std::array<std::uint32_t, lane_count>, 3> tid{};  ///< x, y, z in the block
  std::array<std::uint64_t, lane_count> cluster_phase{};       ///< Cluster::phase when the lane arrived

  // ---- carry flags: one bit for each lane
  Mask carry = 0;

  // ---- memory
  /// Host bytes of [address, address + bytes) as `lane` sees them in `space` (generic: by window). nullptr after
  /// `fault` when out of bounds, misaligned (to `bytes`, if a power of two up to 16), freed, or a write to
  /// read-only memory. Spaces: generic, global, constant, shared, local, param (the kernel's).
  std::byte* resolve(const Code& code, unsigned lane, Space space, Address address, std::uint32_t bytes,
                     AccessKind kind);
  /// Bytes of the frame's own local memory at `offset` of this lane, no check.
  std::byte* local_bytes(unsigned lane, std::uint32_t offset) { return local_.data() + lane * local_stride_ + offset; }
  /// Makes room for `bytes` of local memory for each lane; false after `fault` past MachineOptions::local_limit.
  bool reserve_local(const Code& code, std::uint32_t bytes);
  std::uint32_t local_stride() const { return local_stride_; }
  std::array<std::uint32_t, lane_count> stack_top{};  ///< first free byte of local memory, for each lane

  // ---- calls of system functions: arguments and result lie in the caller's variables
  /// Argument `index`, zero-extended to 64 bits; 0 when there is no such argument.
  std::uint64_t argument(const Code& call, unsigned lane, unsigned index);
  void set_result(const Code& call, unsigned lane, std::uint64_t value);

  /// Records what went wrong at this instruction for a lane; keeps the first. Returns Flow::stop.
  Flow fault(const Code& code, unsigned lane, std::string text);

  /// For operations over `members` (which may differ by lane: members[lane]): true when every lane named by
  /// the active lanes that has not exited is here, active at this instruction; the handler then runs. Otherwise the
  /// fragment waits for the missing lanes and the handler returns Flow::again.
  bool gathered(const Code& code, Mask mask, Mask members);

  // ---- the interpreter's own (interpret.cpp)
  /// Runs until all fragments wait or have ended, or `budget` instructions are done, or a fault.
  enum class Turn : std::uint8_t { finished, blocked, slice, fault };
  Turn run(std::uint64_t budget);
  /// Lanes of the mask enter `callee` from the running fragment; they return to `return_pc`. nullptr after a fault.
  Frame* enter(const Code& code, const FunctionCode& callee, Mask mask, std::uint32_t return_pc);
  /// Lanes of the mask leave their frame: back to the caller, or out of the kernel.
  void leave(Mask mask);
  void exit_lanes(Mask mask);
  void begin(const FunctionCode& kernel, Mask mask);
  void wake() { retry_ = true; }  ///< something happened that a waiting fragment may wait for
  void store_current();           ///< pc and active of the running fragment into fragments[current]
  void load_current(std::size_t fragment);
  std::vector<Fragment> fragments;  ///< the running one is fragments[current]
  std::size_t current = 0;
  std::vector<std::unique_ptr<Frame>> frames;
  std::vector<std::unique_ptr<Frame>> spare_frames;

  friend class Block;
  // Small cache: regions of recent accesses, indexed by Code::inst.
  std::array<const Region*, 64> regions{};

 private:
  template <bool Observed>
  Turn run_loop(std::uint64_t budget);
  template <bool Observed>
  Turn run_masked(std::uint64_t budget);
  bool choose();
  void merge();
  bool rendezvous();
  void rebind();
  void grow_local(std::uint32_t stride);
  std::unique_ptr<Frame> new_frame(const FunctionCode& function);
  std::uint32_t limit_pc_ = 0;  // the running fragment stops here so that another can join it
  bool fair_turn_ = false;      // it is another fragment's turn although the order says otherwise
  bool retry_ = false;          // waiting fragments may find their partners now
  bool alone_ = false;          // no other fragment is ready
  std::uint64_t stamp_ = 0;
  std::vector<std::byte> local_;  ///< lane after lane
  std::uint32_t local_stride_ = 0;
};

struct Barrier {
  std::uint32_t arrived = 0;   ///< threads
  std::uint32_t expected = 0;  ///< 0: nobody waits yet; all threads of the block: `whole`
  bool whole = false;
  std::uint32_t votes = 0, voters = 0;  ///< of a barrier that counts: true predicates, and threads
};

class Block {
 public:
  Grid* grid = nullptr;
  Cluster* cluster = nullptr;
  std::uint32_t rank = 0;  ///< in the cluster
  Dim3 id{0, 0, 0};        ///< in the grid
  std::uint64_t linear = 0;
  std::uint32_t threads = 0;
  std::vector<std::byte> shared;  ///< static, then dynamic; aligned use through `shared_base`
  std::byte* shared_base = nullptr;
  std::uint32_t shared_bytes = 0;
  std::array<Barrier, 16> barriers{};
  std::vector<Warp> warps;
  std::uint32_t live_threads = 0;
  std::uint32_t next_warp = 0;
  std::string output;  ///< of printf
  std::optional<Fault> fault;
  bool done = false;
  /// Asynchronous copies and other per-thread state of families that need some, made on demand.
  struct AsyncState {
    virtual ~AsyncState() = default;
  };
  std::unique_ptr<AsyncState> async;
};

/// Blocks that are scheduled together; one block where there are no clusters.
struct Cluster {
  Grid* grid = nullptr;
  Dim3 id{0, 0, 0};
  std::vector<std::unique_ptr<Block>> blocks;
  std::uint32_t arrived = 0;  ///< threads at the cluster's barrier in this phase
  std::uint64_t phase = 0;
  bool done = false;
};

class Program;       // program.hpp
class TextureTable;  // texture/texture.hpp

/// One launch. A client that has more to say of it derives from it.
struct Grid {
  const Program* program = nullptr;
  const FunctionCode* kernel = nullptr;
  Way way = Way::frontiers;
  bool fair =
      true;  ///< fragments that others keep waiting for long have a turn; false: lanes that part always meet where they can
  Dim3 grid, block, cluster;
  std::uint32_t dynamic_shared = 0;
  std::uint32_t shared_bytes = 0;  ///< static and dynamic
  std::vector<std::byte> params;
  Memory* memory = nullptr;
  Observer* observer = nullptr;
  const MachineOptions* options = nullptr;
  const TextureTable* textures = nullptr;
  std::uint64_t id = 0;
  std::atomic<std::uint64_t> heap_used{0};
};

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
