// Kernels over matrices in memory, for the tests: their text, their run, elements of any width in bytes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "simt/state/observer.hpp"
#include "unit/nvptx/exec/matrix_reference.hpp"
#include "unit/nvptx/exec/run_op.hpp"

namespace lathe::nvptx::test::matrices {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using Bytes = std::vector<std::byte>;

struct Ran {
  std::string fault;
  std::vector<Bytes> buffers;  ///< as they are afterwards
};

/// Runs kernel `k` with one block and a pointer to each buffer.
inline Ran run(const std::string& ptx, std::vector<Bytes> buffers, unsigned threads = 32,
               exec::Observer* observer = nullptr) {
  exec::MachineOptions options;
  options.observer = observer;
  exec::Machine machine(options);
  Ran ran;
  const auto failed = [&](const std::optional<exec::Fault>& f) {
    if (f && ran.fault.empty()) ran.fault = f->to_string();
    return f.has_value();
  };
  test::run_op_detail::dump(ptx, "sm_90a");
  if (failed(machine.load({{"k.ptx", ptx}}))) return ran;
  exec::Launch launch;
  launch.kernel = "k";
  launch.block = {threads};
  std::vector<exec::Address> at;
  for (const Bytes& b : buffers) {
    at.push_back(machine.allocate(b.size()));
    launch.add(at.back());
    if (failed(machine.write(at.back(), b))) return ran;
  }
  if (failed(machine.launch(launch))) return ran;
  for (std::size_t i = 0; i < at.size(); ++i) failed(machine.read(at[i], buffers[i]));
  ran.buffers = std::move(buffers);
  return ran;
}

/// Kernel k with pointers %p0 ... of its parameters and the thread's number in %t.
inline std::string kernel(unsigned pointers, const std::string& declarations, const std::string& body) {
  std::string params, loads;
  for (unsigned i = 0; i < pointers; ++i) {
    const std::string n = std::to_string(i);
    params += (i != 0 ? ", .param .u64 a" : ".param .u64 a") + n;
    loads += "  ld.param.u64 %p" + n + ", [a" + n + "];\n  cvta.to.global.u64 %p" + n + ", %p" + n + ";\n";
  }
  return ".version 8.6\n.target sm_90a\n.address_size 64\n.visible .entry k(" + params + ")\n{\n  .reg .b64 %p<" +
         std::to_string(pointers + 1) + ">, %at, %base;\n  .reg .b32 %t, %i, %x, %s;\n" + "  .reg .pred %q;\n" +
         declarations + "\n  mov.u32 %t, %tid.x;\n" + loads + body + "  ret;\n}\n";
}

/// Copies `bytes` from %pN to shared memory `name`, or back.
inline std::string copy(unsigned pointer, const std::string& name, std::size_t bytes, unsigned threads,
                        bool back = false) {
  const std::string label = (back ? "BACK" : "IN") + std::to_string(pointer), n = std::to_string(pointer);
  return "  mov.u32 %s, " + name + ";\n  shl.b32 %i, %t, 2;\n" + label +
         ":\n  cvt.u64.u32 %at, %i;\n  add.s64 %at, %p" + n + ", %at;\n  add.u32 %s, %i, 0;\n  mov.u32 %x, " + name +
         ";\n  add.u32 %s, %s, %x;\n" +
         (back ? "  ld.shared.b32 %x, [%s];\n  st.global.b32 [%at], %x;\n"
               : "  ld.global.b32 %x, [%at];\n  st.shared.b32 [%s], %x;\n") +
         "  add.u32 %i, %i, " + std::to_string(4 * threads) + ";\n  setp.lt.u32 %q, %i, " + std::to_string(bytes) +
         ";\n  @%q bra " + label + ";\n";
}

inline std::string registers(const std::string& prefix, std::size_t count) {
  std::string text = "{";
  for (std::size_t i = 0; i < count; ++i) text += (i != 0 ? ", " : "") + prefix + std::to_string(i);
  return text + "}";
}

/// Element (line, position) of a matrix in memory, of any width.
inline void put(Bytes& memory, std::size_t element, unsigned bits, u64 value) {
  for (unsigned i = 0; i < bits; ++i) {
    const std::size_t bit = element * bits + i;
    const auto mask = static_cast<std::byte>(1U << bit % 8);
    memory[bit / 8] = (value >> i & 1) != 0 ? memory[bit / 8] | mask : memory[bit / 8] & ~mask;
  }
}
inline u64 take(const Bytes& memory, std::size_t element, unsigned bits) {
  u64 value = 0;
  for (unsigned i = 0; i < bits; ++i) {
    const std::size_t bit = element * bits + i;
    value |= static_cast<u64>(static_cast<unsigned>(memory[bit / 8]) >> bit % 8 & 1) << i;
  }
  return value;
}

}  // namespace lathe::nvptx::test::matrices
