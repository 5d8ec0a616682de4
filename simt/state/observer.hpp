// What a launch tells those who watch: traces, profiles, race, memory and initialization checkers.
//
// An observer sees the launch from one thread, instruction by instruction. It may stop the launch with a Fault.
// Private to simt, and its clients, except for the makers in watch/observers.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "simt/state/values.hpp"
#include "simt/state/warp.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

/// One access of a warp: lanes of `mask`, each `bytes` at address[lane] (generic address; by-lane window resolved).
struct Access {
  Space space = Space::global;  ///< global, shared, local, constant, param: never generic
  AccessKind kind = AccessKind::read;
  Mask mask = 0;
  std::uint32_t bytes = 0;
  const Address* address = nullptr;  ///< [32], generic
  const Slot* values = nullptr;      ///< `value_count` registers read (write) or written (read); may be null
  std::uint32_t value_count = 0;
};

class Observer {
 public:
  virtual ~Observer() = default;
  virtual void begin_launch(const Grid&) {}
  virtual void begin_block(const Block&) {}
  virtual void end_block(const Block&) {}
  virtual void end_launch(const Grid&) {}
  /// Before and after an instruction runs for `mask`; `active` are the lanes that reached it (guard not applied).
  virtual void before(const Warp&, const Code&, Mask /*active*/, Mask /*mask*/) {}
  virtual void after(const Warp&, const Code&, Mask /*mask*/) {}
  /// Before the bytes are read or written.
  virtual void access(const Warp&, const Code&, const Access&) {}
  /// All threads that took part in a barrier of the block go on (number, threads as linear indices in the block).
  virtual void barrier(const Block&, std::uint32_t /*number*/, std::span<const std::uint32_t> /*threads*/) {}
  /// Lanes of a warp synchronized (by a barrier of the warp, or an operation that needs all of them): memory is
  /// ordered among them by the barrier alone (`ordered`).
  virtual void converge(const Warp&, Mask /*mask*/, bool /*ordered*/) {}
  /// All threads of a cluster passed its barrier.
  virtual void cluster_barrier(const Cluster&) {}
  /// A fence of these lanes.
  virtual void fence(const Warp&, const Code&, Mask /*mask*/) {}
  /// Between launches: the host wrote these bytes of a buffer or a variable.
  virtual void host_write(Address, std::uint64_t /*bytes*/) {}
  /// Asked after each instruction: a fault to stop with.
  virtual std::optional<Fault> fault() { return std::nullopt; }
};

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
