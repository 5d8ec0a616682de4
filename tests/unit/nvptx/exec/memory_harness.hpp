// A kernel of a few lines over some buffers: what the tests of memory, atomics and system calls run.
//
// Parameter i is buffer i, its address is in %rd<i>; %r0 is %tid.x, %rd10 is 8 * %tid.x. Other registers are free:
// %p %b (8 bits) %h (16) %r %rd %f %fd %q (128), numbered from 20.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "nvptx/exec/exec.hpp"

namespace lathe::nvptx::test {

using Bytes = std::vector<std::byte>;

struct KernelRun {
  std::string body;
  std::vector<Bytes> buffers;  ///< written before, read back after
  std::string module{};        ///< PTX before the kernel
  exec::Dim3 grid{}, block{32, 1, 1};
  exec::MachineOptions options{};
  std::uint32_t dynamic_shared = 0;
  exec::Dim3 cluster{0, 0, 0};
  std::string params{};         ///< more parameters: ", .param ..."
  std::vector<Bytes> values{};  ///< and their values
};

struct KernelResult {
  std::string fault;  ///< the text alone
  unsigned line = 0;
  exec::Dim3 thread{0, 0, 0};
  std::vector<Bytes> buffers;
  std::vector<exec::Address> addresses;
  std::string output;
};

inline std::string kernel_text(const KernelRun& run) {
  std::string params, loads;
  for (std::size_t i = 0; i < run.buffers.size(); ++i) {
    const std::string n = std::to_string(i);
    params += (i == 0 ? "" : ", ") + (".param .u64 p" + n);
    loads += "ld.param.u64 %rd" + n + ", [p" + n + "];\n";
  }
  return ".version 9.0\n.target sm_100a\n.address_size 64\n" + run.module + "\n.visible .entry k(" + params +
         run.params +
         ")\n{\n.reg .pred %p<60>;\n.reg .b8 %b<60>;\n.reg .b16 %h<60>;\n.reg .b32 %r<60>;\n.reg .b64 %rd<60>;\n"
         ".reg .f32 %f<60>;\n.reg .f64 %fd<60>;\n.reg .b128 %q<60>;\n" +
         loads + "mov.u32 %r0, %tid.x;\nmul.wide.u32 %rd10, %r0, 8;\n" + run.body + "\nret;\n}\n";
}

inline KernelResult run_kernel(const KernelRun& run) {
  KernelResult result;
  exec::Machine machine(run.options);
  const auto failed = [&](const std::optional<exec::Fault>& fault) {
    if (fault && result.fault.empty()) {
      result.fault = fault->text;
      result.line = fault->line;
      result.thread = fault->thread;
    }
    return fault.has_value();
  };
  if (failed(machine.load({{"k.ptx", kernel_text(run)}}))) return result;
  exec::Launch launch;
  launch.kernel = "k";
  launch.grid = run.grid;
  launch.block = run.block;
  launch.cluster = run.cluster;
  launch.dynamic_shared = run.dynamic_shared;
  for (const Bytes& b : run.buffers) {
    result.addresses.push_back(machine.allocate(b.size()));
    if (failed(machine.write(result.addresses.back(), b))) return result;
    launch.add(result.addresses.back());
  }
  for (const Bytes& v : run.values) launch.arguments.push_back(v);
  failed(machine.launch(launch));
  for (std::size_t i = 0; i < run.buffers.size(); ++i) {
    result.buffers.push_back(run.buffers[i]);
    failed(machine.read(result.addresses[i], result.buffers.back()));
  }
  result.output = machine.take_output();
  return result;
}

/// Bytes that look like nothing in particular, the same every time.
inline Bytes noise(std::size_t bytes, std::uint64_t seed) {
  Bytes out(bytes);
  std::uint64_t x = seed * 0x9e3779b97f4a7c15ULL + 1;
  for (std::byte& b : out) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    b = static_cast<std::byte>(x >> 32);
  }
  return out;
}

template <class T>
T at(const Bytes& bytes, std::size_t index) {
  T value{};
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}
template <class T>
Bytes bytes_of_values(const std::vector<T>& values) {
  Bytes out(values.size() * sizeof(T));
  std::memcpy(out.data(), values.data(), out.size());
  return out;
}

}  // namespace lathe::nvptx::test
