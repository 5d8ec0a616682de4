// What a host does with a machine: memory, launches within a GPU's limits, figures. A client's own device has one of these.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "simt/machine/grid.hpp"
#include "simt/state/memory.hpp"
#include "simt/state/options.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

/// A fault with this text and no place.
Fault plain(std::string text);

/// One device belongs to one thread. Functions that return a Fault return nothing when all went well.
class Device {
 public:
  /// `options.observer` sees all launches (watch/observers.hpp), and lives as long.
  explicit Device(const MachineOptions& options = {}) : options_(options), memory_(options.memory_limit) {}

  /// New memory, aligned to 256 bytes, contents 0 (never written, to the checker of that). 0 past MachineOptions::memory_limit.
  Address allocate(std::uint64_t bytes);
  std::optional<Fault> release(Address address);
  /// Bytes of one buffer or variable.
  std::optional<Fault> write(Address to, std::span<const std::byte> bytes);
  std::optional<Fault> read(Address from, std::span<std::byte> bytes) const;
  const LaunchStats& stats() const { return stats_; }  ///< of the last launch

 protected:
  // ---- for the client's launches
  /// Blocks and threads within CUDA's limits. `who` begins the text.
  static std::optional<Fault> check_shape(const std::string& who, const Dim3& grid, const Dim3& block);
  /// A launch's shared memory against `most`.
  static std::optional<Fault> check_shared(const std::string& who, std::uint32_t dynamic, std::uint32_t most);
  /// The kernel's local memory against MachineOptions::local_limit.
  std::optional<Fault> check_local(const std::string& who, const FunctionCode& kernel) const;
  /// Runs it to its end or its first fault. The grid has its program, kernel, dimensions, arguments and shared bytes; memory, observer, options
  /// and number are the device's.
  GridResult run(Grid& grid, bool cooperative = false);

  MachineOptions options_;
  Memory memory_;

 private:
  LaunchStats stats_;
  std::uint64_t launches_ = 0;
};

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
