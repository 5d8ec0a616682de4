// Programs of the toy GPU executed on the CPU: load, fill buffers, launch kernels, read results back.
//
//   toy_gpu::Device device;
//   if (auto fault = device.load(program, "scale.toy")) ...
//   const Address out = device.allocate(1024);
//   if (auto fault = device.launch({.kernel = "scale", .grid = {4}, .block = {64}, .arguments = bytes})) ...
//   device.read(out, bytes);
//
// A client of `simt`: an instruction is one Code, most of them run by its handlers. Warps have 32 lanes; lanes that part are fragments, of
// which the one that stands first runs, so that they meet again wherever they can. No fairness among them: a lane that waits in a loop for
// another one of its own warp never ends. Warps and blocks take turns.
// At a return v registers and cc of the caller's lanes get a fixed pattern: they hold nothing there by the rules of isa.def.
// `clock` counts up to the last time that the warp was given its turn. A barrier waits for the threads that have not exited.
// Determinism: results and messages do not depend on MachineOptions::threads where the kernel's own do not.
#pragma once

#include <memory>

#include "examples/toy_gpu/isa.hpp"
#include "simt/client/device.hpp"
#include "simt/client/module.hpp"

namespace toy_gpu {

using lathe::simt::Address, lathe::simt::Dim3, lathe::simt::Fault;

struct Launch {
  std::string kernel;
  Dim3 grid, block;
  std::uint32_t dynamic_shared = 0;  ///< bytes behind the shared variables
  std::vector<std::byte> arguments;  ///< the whole argument block, as many bytes as the kernel says
};

class Device : public lathe::simt::Device {
 public:
  using lathe::simt::Device::Device;
  /// Takes the program's place in memory and decodes it; what was loaded before is gone, buffers stay. A program that breaks the rules of
  /// isa.def is refused. `name` stands in messages. O(program).
  std::optional<Fault> load(const Program& program, const std::string& name);
  /// Where a variable in global or const memory lies, as a 64-bit address, and its bytes; nothing when there is none.
  std::optional<std::pair<Address, std::uint64_t>> symbol(const std::string& name) const;
  /// Runs to the end or to the first fault, whose text ends in the instruction.
  std::optional<Fault> launch(const Launch& launch);

 private:
  std::unique_ptr<lathe::simt::Module> module_;
};

}  // namespace toy_gpu
