// PTX executed on the CPU: load modules, fill buffers, launch kernels, read results back.
//
//   Machine machine({.threads = 2});
//   if (auto fault = machine.load({{"k.ptx", text}})) ...
//   const Address out = machine.allocate(1024);
//   Launch launch{.kernel = "k", .grid = {4}, .block = {64}};
//   launch.add(out);
//   if (auto fault = machine.launch(launch)) ...
//   machine.read(out, bytes);
//
// A warp is the unit of execution: instructions are decoded once and run over 32 lanes in plain loops. Threads of
// a warp that part meet again as early as the layout of the code allows; a thread that spins does not starve the
// others of its warp, its block or its grid, so locks, flags and grid barriers work whatever the number of threads.
// Needs: nvptx/mir. Knows nothing of LLVM. Threads: one Machine belongs to one thread; launches use several.
// Determinism: results, messages and printf output do not depend on `threads` where the kernel's own do not.
// Source: PTX ISA 9.0; reconvergence in layout order: Diamos et al., SIMD re-convergence at thread frontiers, 2011.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "nvptx/exec/fault.hpp"

namespace lathe::nvptx::exec {

using Address = std::uint64_t;  ///< generic device address; 0 is never valid

class Observer;  // observer.hpp

struct MachineOptions {
  unsigned threads = 1;                      ///< CPU threads of a launch; observers force 1
  std::uint64_t max_steps = 1ULL << 36;      ///< instructions of one warp of a launch, then a fault
  std::uint64_t memory_limit = 16ULL << 30;  ///< bytes of all buffers together
  std::uint32_t local_limit = 1U << 20;      ///< bytes of local memory of a thread, stack included
  std::uint32_t heap_limit = 64U << 20;      ///< bytes that device malloc hands out
  bool baseline = false;                     ///< do not use the code for newer processors, to compare
  Observer* observer = nullptr;              ///< sees every instruction and access; not owned
};

struct Source {
  std::string name;  ///< for messages
  std::string text;  ///< PTX
};

/// A kernel launch. Arguments in the order of the kernel's parameters.
struct Launch {
  std::string kernel{};
  Dim3 grid{}, block{};
  Dim3 cluster{0, 0, 0};  ///< 0: what the kernel's .reqnctapercluster says, else 1
  std::uint32_t dynamic_shared = 0;
  bool cooperative = false;
  std::vector<std::vector<std::byte>> arguments{};

  /// Appends one argument: its bytes as they lie in memory.
  template <class T>
  Launch& add(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    const auto* p = reinterpret_cast<const std::byte*>(&value);
    arguments.emplace_back(p, p + sizeof(T));
    return *this;
  }
};

struct LaunchStats {
  std::uint64_t warp_instructions = 0;    ///< issued by warps, at least one lane active
  std::uint64_t thread_instructions = 0;  ///< summed over active lanes
  std::uint64_t blocks = 0;
};

struct ParamInfo {
  std::string name;
  std::uint64_t bytes = 0;
  std::uint32_t align = 1;
  std::string type;      ///< "u64", "f32", "b8[24]"
  bool pointer = false;  ///< has .ptr
};
struct KernelInfo {
  std::string name;
  std::vector<ParamInfo> params;
  std::uint32_t static_shared = 0;                                              ///< bytes
  std::uint32_t local = 0;                                                      ///< bytes of its own frame
  Dim3 required_block{0, 0, 0}, max_block{0, 0, 0}, required_cluster{0, 0, 0};  ///< 0: not stated
};

/// A texture or surface object over plain memory. Dimensions in texels; 0 = dimension not there.
struct TextureDesc {
  enum class Kind : std::uint8_t { buffer, array_1d, array_2d, array_3d } kind = Kind::buffer;
  enum class Texel : std::uint8_t { u8, s8, u16, s16, u32, s32, f16, f32 } texel = Texel::f32;
  std::uint8_t channels = 1;  ///< 1, 2, 4
  std::uint32_t width = 0, height = 0, depth = 0, layers = 0;
  bool normalized_coords = false, linear_filter = false, normalized_read = false;
  enum class Wrap : std::uint8_t { repeat, clamp, mirror, border } wrap = Wrap::clamp;
  Address data = 0;  ///< rows of width * channels * texel size bytes, tightly packed
};

/// Where kernels run: the CPU (Machine) or a GPU through the CUDA driver (cuda_driver.hpp). Every function that
/// returns an optional Fault returns nothing when all went well.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual std::string name() const = 0;
  /// Reads, links and decodes modules; replaces what was loaded before. Buffers stay.
  virtual std::optional<Fault> load(const std::vector<Source>& sources) = 0;
  virtual std::vector<KernelInfo> kernels() const = 0;
  /// New memory, aligned to 256 bytes, contents 0 (uninitialized for --check=uninit). 0 when the limit is passed.
  virtual Address allocate(std::uint64_t bytes) = 0;
  virtual std::optional<Fault> release(Address address) = 0;
  virtual std::optional<Fault> write(Address to, std::span<const std::byte> bytes) = 0;
  virtual std::optional<Fault> read(Address from, std::span<std::byte> bytes) = 0;
  /// A module variable (.global or .const): address and size; nothing when there is none of that name.
  virtual std::optional<std::pair<Address, std::uint64_t>> symbol(std::string_view name) = 0;
  virtual std::optional<Fault> launch(const Launch& launch) = 0;
  /// Handle to pass as a 64-bit argument; 0 when it cannot be made. Surfaces write through to `data` at launch end.
  virtual std::uint64_t make_texture(const TextureDesc& desc) = 0;
  virtual std::uint64_t make_surface(const TextureDesc& desc) = 0;
  /// What printf wrote since the last call, blocks in ascending order within a launch.
  virtual std::string take_output() = 0;
};

class Machine final : public Backend {
 public:
  explicit Machine(const MachineOptions& options = {});
  ~Machine() override;
  std::string name() const override { return "cpu"; }
  std::optional<Fault> load(const std::vector<Source>& sources) override;
  std::vector<KernelInfo> kernels() const override;
  Address allocate(std::uint64_t bytes) override;
  std::optional<Fault> release(Address address) override;
  std::optional<Fault> write(Address to, std::span<const std::byte> bytes) override;
  std::optional<Fault> read(Address from, std::span<std::byte> bytes) override;
  std::optional<std::pair<Address, std::uint64_t>> symbol(std::string_view name) override;
  std::optional<Fault> launch(const Launch& launch) override;
  std::uint64_t make_texture(const TextureDesc& desc) override;
  std::uint64_t make_surface(const TextureDesc& desc) override;
  std::string take_output() override;
  /// Of the last launch.
  const LaunchStats& stats() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lathe::nvptx::exec
