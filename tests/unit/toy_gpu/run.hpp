// A kernel in toy GPU assembly, run on words: the shortest way from a text to what it gives.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "examples/toy_gpu/machine.hpp"
#include "simt/watch/observers.hpp"

namespace toy_test {

using Words = std::vector<std::uint32_t>;

/// What a text does: one buffer for input and one for output, whose addresses are the first 16 bytes of the argument block; `more` are the
/// words behind them.
struct Work {
  std::string text;
  Words in{};
  std::size_t out = 32;  ///< words
  std::uint32_t threads = 32, blocks = 1, dynamic_shared = 0;
  Words more{};
  std::string kernel = "k";
  lathe::simt::MachineOptions options{};
};
struct Outcome {
  Words out, in;      ///< the buffers behind it
  std::string fault;  ///< "" when all went well
  lathe::simt::LaunchStats stats;
};

inline Outcome run(const Work& work) {
  Outcome o;
  toy_gpu::Program program;
  if (!toy_gpu::assemble(work.text, "t", program, o.fault)) return o;
  toy_gpu::Device device(work.options);
  if (const auto fault = device.load(program, "t")) return {{}, {}, fault->to_string(), {}};
  const auto in = device.allocate(4 * work.in.size()), out = device.allocate(4 * work.out);
  if (!work.in.empty()) (void)device.write(in, std::as_bytes(std::span(work.in)));
  toy_gpu::Launch launch{work.kernel, {work.blocks}, {work.threads}, work.dynamic_shared, {}};
  launch.arguments.resize(16 + 4 * work.more.size());
  std::memcpy(launch.arguments.data(), &in, 8);
  std::memcpy(launch.arguments.data() + 8, &out, 8);
  if (!work.more.empty()) std::memcpy(launch.arguments.data() + 16, work.more.data(), 4 * work.more.size());
  if (const auto fault = device.launch(launch)) o.fault = fault->to_string();
  o.stats = device.stats();
  o.out.resize(work.out);
  o.in.resize(work.in.size());
  (void)device.read(out, std::as_writable_bytes(std::span(o.out)));
  (void)device.read(in, std::as_writable_bytes(std::span(o.in)));
  return o;
}

/// v60:v61 and v62:v63 the addresses of this thread's word of the input and of the output, v59 the thread's number in the launch, v58 four
/// times it.
inline const std::string head =
    "kernel k args 16 local 0\nL0:\n"
    "  tid.x v59\n  ntid.x v57\n  ctaid.x v56\n  mul v57, v57, v56\n  add v59, v59, v57\n  shl v58, v59, 2\n"
    "  ld.arg.x4 v60, v61, v62, v63, [0]\n"
    "  add.c v60, v60, v58\n  add.x v61, v61, 0\n  add.c v62, v62, v58\n  add.x v63, v63, 0\n";

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
/// "" where the part is in the text; else the text, to be shown.
inline std::string missing(const std::string& part, const std::string& text) {
  return has(text, part) ? "" : "not '" + part + "', but '" + text + "'";
}

}  // namespace toy_test
