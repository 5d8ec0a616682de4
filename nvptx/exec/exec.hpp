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
// Needs: nvptx/mir, simt. Knows nothing of LLVM. Threads: one Machine belongs to one thread; launches use several.
// Determinism: results, messages and printf output do not depend on `threads` where the kernel's own do not.
// Source: PTX ISA 9.0; reconvergence in layout order: Diamos et al., SIMD re-convergence at thread frontiers, 2011.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "nvptx/exec/simt.hpp"
#include "simt/state/fault.hpp"
#include "simt/state/options.hpp"
#include "simt/texture/desc.hpp"

namespace lathe::nvptx::exec {

using simt::Fault;  // not the library's

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
  std::vector<std::uint32_t>
      alignments{};  ///< of the arguments' types; a backend that knows the parameters' own needs none

  /// Appends one argument: its bytes as they lie in memory.
  template <class T>
  Launch& add(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    const auto* p = reinterpret_cast<const std::byte*>(&value);
    arguments.emplace_back(p, p + sizeof(T));
    alignments.push_back(alignof(T));
    return *this;
  }
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

/// A tensor map: what cuTensorMapEncodeTiled (`pixels` = 0) and cuTensorMapEncodeIm2col take, in their order:
/// dimension 0 is the innermost, and lies contiguous.
struct TensorMapDesc {
  enum class Type : std::uint8_t {  // CUtensorMapDataType
    u8,
    u16,
    u32,
    s32,
    u64,
    s64,
    f16,
    f32,
    f64,
    bf16,
    f32_ftz,
    tf32,
    tf32_ftz,
    u4_align8,
    u4_align16,
    u6_align16,
  } type = Type::f32;
  enum class Interleave : std::uint8_t { none, bytes_16, bytes_32 } interleave = Interleave::none;
  enum class Swizzle : std::uint8_t {  // CUtensorMapSwizzle
    none,
    bytes_32,
    bytes_64,
    bytes_128,
    bytes_128_atom_32,
    bytes_128_atom_32_flip_8,
    bytes_128_atom_64,
  } swizzle = Swizzle::none;
  bool nan_fill = false;                             ///< what lies outside is NaN, else 0
  std::uint8_t rank = 1;                             ///< 1 to 5
  std::array<std::uint64_t, 5> size{1, 1, 1, 1, 1};  ///< in elements
  std::array<std::uint64_t, 4> stride{};             ///< of dimensions 1 to 4 in bytes; 0: tightly packed
  std::array<std::uint32_t, 5> box{1, 1, 1, 1, 1};   ///< tiled: elements that a copy traverses
  std::array<std::uint32_t, 5> step{1, 1, 1, 1, 1};  ///< element strides
  std::array<std::int32_t, 3> lower{}, upper{};      ///< im2col: corners of the box of pixels, W H D
  std::uint32_t channels = 0, pixels = 0;            ///< im2col: per pixel, per column
  Address data = 0;
};
inline constexpr std::size_t tensor_map_bytes = 128;
using TensorMap = std::array<std::byte, tensor_map_bytes>;  ///< a kernel's argument, or memory aligned to 64

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
  /// What a .texref or .surfref variable of the module stands for, by its name in the instructions and where its handle is
  /// taken, until the next load. A fault when there is no such variable, or the object is none, or of the other kind.
  virtual std::optional<Fault> bind(std::string_view name, std::uint64_t object) = 0;
  /// A multimem address of `bytes` bytes that stand for those of all these buffers; 0 when it cannot be made.
  virtual Address make_multicast(const std::vector<Address>& buffers, std::uint64_t bytes) = 0;
  /// The 128 bytes of a tensor map, which mean something to this backend only. A fault says what is wrong with it.
  virtual std::optional<Fault> make_tensor_map(const TensorMapDesc& desc, TensorMap& map) = 0;
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
  std::optional<Fault> bind(std::string_view name, std::uint64_t object) override;
  Address make_multicast(const std::vector<Address>& buffers, std::uint64_t bytes) override;
  std::optional<Fault> make_tensor_map(const TensorMapDesc& desc, TensorMap& map) override;
  std::string take_output() override;
  /// Of the last launch.
  const LaunchStats& stats() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lathe::nvptx::exec
