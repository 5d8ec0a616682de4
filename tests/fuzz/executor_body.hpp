// What the fuzzer of the executor checks of any PTX: loading and launching end, without a crash, in a result or a
// fault of one line, and do so in the same way when they are done again.
#pragma once

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "nvptx/exec/exec.hpp"

namespace lathe_fuzz {

/// What a module did: each kernel's fault or the sum of its buffer's bytes, in words.
inline std::string outcome(std::string_view text, bool baseline) {
  using namespace lathe::nvptx::exec;
  MachineOptions options;
  options.max_steps = 3000;
  options.memory_limit = 64U << 20;
  options.local_limit = 1U << 16;
  options.heap_limit = 1U << 20;
  options.baseline = baseline;
  Machine machine(options);
  if (const auto fault = machine.load({{"input", std::string(text)}})) return "load: " + fault->to_string();
  const Address buffer = machine.allocate(1U << 16);
  if (buffer == 0) return "no memory";
  std::string out;
  const std::vector<KernelInfo> kernels = machine.kernels();
  for (std::size_t k = 0; k < kernels.size() && k < 4; ++k) {
    Launch launch;
    launch.kernel = kernels[k].name;
    launch.grid = {2};
    launch.block = kernels[k].required_block.x != 0 ? kernels[k].required_block : Dim3{40, 1, 1};
    launch.cluster = {0, 0, 0};
    launch.dynamic_shared = 1024;
    for (std::size_t p = 0; p < kernels[k].params.size(); ++p) {
      // Pointers get the buffer, numbers small ones.
      std::vector<std::byte> bytes(kernels[k].params[p].bytes);
      const std::uint64_t value = bytes.size() == 8 ? buffer + 256 * p : 40 + p;
      std::memcpy(bytes.data(), &value, std::min<std::size_t>(bytes.size(), 8));
      launch.arguments.push_back(std::move(bytes));
    }
    const auto fault = machine.launch(launch);
    std::vector<std::byte> data(1U << 16);
    if (machine.read(buffer, data)) return "the buffer cannot be read";
    std::uint64_t sum = 14695981039346656037ULL;
    for (const std::byte b : data) sum = (sum ^ static_cast<std::uint64_t>(b)) * 1099511628211ULL;
    out += kernels[k].name + ": " + (fault ? fault->to_string() : "ok") + " " + std::to_string(sum) + " " +
           machine.take_output() + "\n";
  }
  return out;
}

/// Empty, or what went wrong.
inline std::string check_execution(std::string_view text) {
  const std::string first = outcome(text, false);
  if (first.find('\0') != std::string::npos && text.find('\0') == std::string_view::npos)
    return "a message with a zero byte";
  const std::string again = outcome(text, true);
  return first == again ? "" : "not the same twice:\n" + first + again;
}

// ---- mutation of PTX by lines and words

inline std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

/// Mnemonics of every family, to put in place of others.
inline const std::vector<std::string>& mnemonics() {
  static const std::vector<std::string> all = {"add.s32",
                                               "add.cc.u32",
                                               "addc.u32",
                                               "sub.sat.s32",
                                               "mul.hi.s64",
                                               "mad.lo.u16",
                                               "mad.wide.s32",
                                               "mul24.hi.u32",
                                               "sad.s32",
                                               "div.s32",
                                               "div.u64",
                                               "rem.s64",
                                               "rem.u16",
                                               "abs.s64",
                                               "neg.s16",
                                               "min.u64",
                                               "max.s32",
                                               "popc.b64",
                                               "clz.b32",
                                               "bfind.shiftamt.u64",
                                               "brev.b64",
                                               "bfe.s64",
                                               "bfi.b64",
                                               "szext.clamp.s32",
                                               "bmsk.wrap.b32",
                                               "dp4a.s32.u32",
                                               "dp2a.lo.u32.s32",
                                               "and.b64",
                                               "or.pred",
                                               "xor.b16",
                                               "not.pred",
                                               "cnot.b32",
                                               "lop3.b32",
                                               "shf.l.clamp.b32",
                                               "shf.r.wrap.b32",
                                               "shl.b64",
                                               "shr.s16",
                                               "prmt.b32.f4e",
                                               "vadd.s32.u32.s32.sat",
                                               "vadd4.u32.u32.u32",
                                               "add.rn.f32",
                                               "add.rm.ftz.f32",
                                               "fma.rp.f64",
                                               "fma.rn.bf16x2",
                                               "mul.rz.sat.f32",
                                               "div.full.f32",
                                               "div.rn.f64",
                                               "rcp.approx.ftz.f32",
                                               "sqrt.rz.f64",
                                               "rsqrt.approx.f64",
                                               "sin.approx.f32",
                                               "ex2.approx.ftz.f16x2",
                                               "lg2.approx.f32",
                                               "tanh.approx.bf16",
                                               "min.xorsign.abs.f32",
                                               "max.NaN.f16x2",
                                               "copysign.f64",
                                               "testp.subnormal.f32",
                                               "set.gtu.u32.f32",
                                               "setp.lt.and.s32",
                                               "setp.num.f64",
                                               "setp.eq.f16x2",
                                               "selp.b64",
                                               "slct.s32.s32",
                                               "mov.b64",
                                               "mov.pred",
                                               "cvt.rni.s8.f64",
                                               "cvt.rn.satfinite.e4m3x2.f32",
                                               "cvt.rz.u64.f32",
                                               "cvt.sat.u8.s64",
                                               "cvt.rna.tf32.f32",
                                               "cvta.to.shared.u64",
                                               "cvta.local.u64",
                                               "isspacep.shared",
                                               "ld.global.v4.u32",
                                               "ld.local.s8",
                                               "ld.shared.u64",
                                               "ld.param.b16",
                                               "ld.const.f32",
                                               "ld.acquire.gpu.b32",
                                               "st.global.b128",
                                               "st.shared.v2.f64",
                                               "st.volatile.u8",
                                               "atom.global.add.f64",
                                               "atom.shared.cas.b32",
                                               "atom.exch.b64",
                                               "red.global.inc.u32",
                                               "alloca.u64",
                                               "stacksave.u64",
                                               "bra",
                                               "brx.idx",
                                               "call",
                                               "ret",
                                               "exit",
                                               "trap",
                                               "bar.sync",
                                               "bar.arrive",
                                               "bar.red.and.pred",
                                               "barrier.cluster.arrive",
                                               "barrier.cluster.wait",
                                               "membar.gl",
                                               "fence.sc.cta",
                                               "shfl.sync.bfly.b32",
                                               "vote.sync.ballot.b32",
                                               "match.all.sync.b64",
                                               "redux.sync.add.s32",
                                               "activemask.b32",
                                               "elect.sync",
                                               "bar.warp.sync",
                                               "mbarrier.init.shared.b64",
                                               "mbarrier.arrive.shared.b64",
                                               "mbarrier.try_wait.shared.b64",
                                               "cp.async.ca.shared.global",
                                               "cp.async.wait_all",
                                               "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
                                               "ldmatrix.sync.aligned.m8n8.x4.shared.b16",
                                               "wmma.load.a.sync.aligned.row.m16n16k16.f16",
                                               "tex.2d.v4.f32.f32",
                                               "suld.b.1d.b32.trap",
                                               "nanosleep.u32",
                                               "mapa.u64",
                                               "getctarank.u32",
                                               "isspacep.global",
                                               "createpolicy.fractional.L2::evict_first.b64",
                                               "griddepcontrol.wait"};
  return all;
}

/// One edit of a PTX text; `rng` decides which.
inline void edit(std::vector<std::string>& lines, std::mt19937& rng) {
  static const char* const numbers[] = {"0",
                                        "1",
                                        "-1",
                                        "31",
                                        "32",
                                        "33",
                                        "255",
                                        "64",
                                        "16",
                                        "4294967295",
                                        "2147483648",
                                        "0x7fffffff",
                                        "1099511627776",
                                        "3",
                                        "7",
                                        "0f7FC00000",
                                        "0f00000001",
                                        "0d7FF0000000000000"};
  if (lines.empty()) lines.emplace_back();
  std::string& line = lines[rng() % lines.size()];
  const std::size_t first = line.find_first_not_of(" \t");
  switch (rng() % 8) {
    case 0:  // another mnemonic
      if (first != std::string::npos) {
        const std::size_t end = std::min(line.find_first_of(" \t;", first), line.size());
        line.replace(first, end - first, mnemonics()[rng() % mnemonics().size()]);
      }
      break;
    case 1:  // a line again, elsewhere
    case 2: {
      const std::string copy = lines[rng() % lines.size()];
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(rng() % lines.size()), copy);
      break;
    }
    case 3:
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(rng() % lines.size()));
      break;
    case 4: {  // another number
      std::size_t at = line.find_first_of("0123456789", line.empty() ? 0 : rng() % line.size());
      if (at == std::string::npos) break;
      const std::size_t end = std::min(line.find_first_not_of("0123456789xabcdefABCDEF", at), line.size());
      line.replace(at, end - at, numbers[rng() % std::size(numbers)]);
      break;
    }
    case 5: {  // a word of another line
      const std::string& other = lines[rng() % lines.size()];
      const std::size_t from = other.find('%'), to = line.find('%', line.empty() ? 0 : rng() % line.size());
      if (from == std::string::npos || to == std::string::npos) break;
      const auto word_end = [](const std::string& s, std::size_t at) {
        return std::min(s.find_first_of(" ,;]})|+", at), s.size());
      };
      const std::string word = other.substr(from, word_end(other, from) - from);
      line.replace(to, word_end(line, to) - to, word);
      break;
    }
    case 6:  // a modifier gone
      if (const std::size_t dot = line.find('.');
          dot != std::string::npos && first != std::string::npos && dot > first) {
        const std::size_t end = std::min(line.find_first_of(". \t;", dot + 1), line.size());
        line.erase(dot, end - dot);
      }
      break;
    default:  // an operand gone
      if (const std::size_t comma = line.find(','); comma != std::string::npos) {
        const std::size_t end = std::min(line.find_first_of(",;", comma + 1), line.size());
        line.erase(comma, end - comma);
      }
      break;
  }
}

inline std::string mutated(std::string_view text, unsigned seed) {
  std::mt19937 rng(seed);
  std::vector<std::string> lines = lines_of(text);
  for (unsigned n = 1 + rng() % 4; n > 0; --n) edit(lines, rng);
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) out += (i == 0 ? "" : "\n") + lines[i];
  return out;
}

}  // namespace lathe_fuzz
