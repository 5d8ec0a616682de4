// One PTX instruction (or a few) run over columns of inputs: the harness of the executor's unit tests.
//
//   OpCall call{"add.u32", {"u32"}, cross({{"u32", edges("u32")}, {"u32", edges("u32")}})};
//   CHECK(check_op(call, [](Row in) -> Row { return {(in[0] + in[1]) & 0xffffffff}; }) == "");
//
// It makes the text of a kernel whose thread i loads row i, executes the instruction, and stores its results; the
// text comes back too, so that a GPU can run the same. Unless told not to, the kernel executes the instruction
// twice: for all threads, and for every second thread with the registers of the others set to a pattern, which
// they have to keep. Backends other than the CPU: run_op(backend, call).
// With the environment variable LATHE_OP_PTX=FOLDER each text is also written there (for ptxas).
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nvptx/exec/exec.hpp"

namespace lathe::nvptx::test {

/// Bits of one value for each column, zero-extended; a b128 takes two, low half first; a predicate is 0 or 1.
using Row = std::vector<std::uint64_t>;

/// A column of inputs: PTX type (pred, b8..b128, u8..s64, f16.., packed ones) and one value for each row.
struct OpInput {
  std::string type;
  std::vector<std::uint64_t> values;
};

struct OpCall {
  /// A mnemonic ("add.u32": operands are the outputs, then the inputs), or instructions with $d0, $d1.. for outputs
  /// and $0, $1.. for inputs ("add.cc.u32 $d0, $0, $1; addc.u32 $d1, $2, $3;"). A single instruction may be
  /// guarded, several may not hold `ret` or labels of the names in use here (MASKED, DONE).
  std::string code;
  std::vector<std::string> outputs;  ///< types
  std::vector<OpInput> inputs;       ///< all with the same number of rows
  std::string before{};              ///< PTX lines before the instructions: declarations, set-up
  std::string module{};              ///< PTX lines before the kernel
  bool masked = true;                ///< also for every second thread; off for what looks at other threads
  std::string target = "sm_90a";
  std::string version = "9.0";
  unsigned block = 96;  ///< threads; the last block is not full
};

struct OpResult {
  std::string ptx;
  std::string fault;                                ///< empty: it ran and masked threads kept their registers
  std::vector<std::vector<std::uint64_t>> outputs;  ///< by output, then row (b128: two values a row)
};

namespace run_op_detail {

inline unsigned bytes_of(std::string_view type) {
  if (type == "pred") return 1;
  if (type == "f16" || type == "bf16") return 2;
  if (type == "f16x2" || type == "bf16x2" || type == "u16x2" || type == "s16x2" || type == "tf32") return 4;
  if (type == "f32x2") return 8;
  if (type == "u8x4" || type == "s8x4") return 4;
  return static_cast<unsigned>(std::strtoul(std::string(type.substr(1)).c_str(), nullptr, 10)) / 8;
}
inline std::string register_type(const std::string& type) {
  if (type == "pred") return type;
  const bool plain =
      type.find('x') == std::string::npos && type != "f16" && type != "bf16" && type != "tf32" && type[0] != 'b';
  return plain ? type : "b" + std::to_string(8 * bytes_of(type));
}
inline std::string replace_all(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}
inline bool single(const std::string& code) {
  const std::size_t end = code.find(';');
  return end == std::string::npos || code.find_first_not_of(" \n\t", end + 1) == std::string::npos;
}
// The instructions with registers for the placeholders; `d` is the prefix of the outputs.
inline std::string instantiate(const OpCall& call, const std::string& d) {
  std::string code = call.code;
  if (code.find(' ') == std::string::npos && code.find(';') == std::string::npos) {
    std::string operands;
    for (std::size_t i = 0; i < call.outputs.size(); ++i) operands += ", $d" + std::to_string(i);
    for (std::size_t i = 0; i < call.inputs.size(); ++i) operands += ", $" + std::to_string(i);
    code += operands.empty() ? ";" : operands.substr(1) + ";";
  }
  for (std::size_t i = call.outputs.size(); i-- > 0;)
    code = replace_all(code, "$d" + std::to_string(i), d + std::to_string(i));
  for (std::size_t i = call.inputs.size(); i-- > 0;)
    code = replace_all(code, "$" + std::to_string(i), "%in" + std::to_string(i));
  return code;
}
inline std::string address(const std::string& param, unsigned bytes) {
  return "  ld.param.u64 %at, [" + param + "];\n  mul.wide.u32 %off, %row, " + std::to_string(bytes) +
         ";\n  add.s64 %at, %at, %off;\n";
}
inline std::string load(const std::string& reg, const std::string& param, const std::string& type) {
  const unsigned bytes = bytes_of(type);
  std::string out = address(param, bytes);
  if (type == "pred") return out + "  ld.global.u8 %half, [%at];\n  setp.ne.u16 " + reg + ", %half, 0;\n";
  if (bytes == 16) return out + "  ld.global.v2.b64 {%lo, %hi}, [%at];\n  mov.b128 " + reg + ", {%lo, %hi};\n";
  return out + "  ld.global.b" + std::to_string(8 * bytes) + " " + reg + ", [%at];\n";
}
inline std::string store(const std::string& reg, const std::string& param, const std::string& type) {
  const unsigned bytes = bytes_of(type);
  std::string out = address(param, bytes);
  if (type == "pred") return out + "  selp.u16 %half, 1, 0, " + reg + ";\n  st.global.u8 [%at], %half;\n";
  if (bytes == 16) return out + "  mov.b128 {%lo, %hi}, " + reg + ";\n  st.global.v2.b64 [%at], {%lo, %hi};\n";
  return out + "  st.global.b" + std::to_string(8 * bytes) + " [%at], " + reg + ";\n";
}
constexpr std::uint64_t pattern = 0xa5a5a5a5a5a5a5a5ULL;
inline std::uint64_t pattern_of(std::string_view type) {
  if (type == "pred") return 1;
  const unsigned bytes = bytes_of(type);
  return bytes >= 8 ? pattern : pattern & ((1ULL << (8 * bytes)) - 1);
}
// Sets an output register of the masked run to the pattern.
inline std::string preset(const std::string& reg, const std::string& type) {
  const std::string value = std::to_string(pattern_of(type));
  const unsigned bytes = bytes_of(type);
  if (type == "pred") return "  setp.eq.u32 " + reg + ", 0, 0;\n";
  if (bytes == 16) return "  mov.b64 %lo, " + value + ";\n  mov.b128 " + reg + ", {%lo, %lo};\n";
  if (bytes == 1) return "  mov.b16 %half, " + value + ";\n  cvt.u8.u16 " + reg + ", %half;\n";
  const std::string t = register_type(type);
  if (t == "f32") return "  mov.b32 " + reg + ", " + value + ";\n";
  if (t == "f64") return "  mov.b64 " + reg + ", " + value + ";\n";
  return "  mov." + t + " " + reg + ", " + value + ";\n";
}

}  // namespace run_op_detail

/// The kernel's text: parameters are the number of rows, the inputs, the outputs, and the outputs of the masked run.
inline std::string op_ptx(const OpCall& call) {
  using namespace run_op_detail;
  std::string params = ".param .u32 rows", body;
  std::string regs =
      "  .reg .pred %past, %even;\n  .reg .b32 %row, %t;\n  .reg .b64 %at, %off, %lo, %hi;\n  .reg .b16 %half;\n";
  const auto declare = [&](const std::string& prefix, std::size_t i, const std::string& type) {
    regs += "  .reg ." + register_type(type) + " %" + prefix + std::to_string(i) + ";\n";
    params += ", .param .u64 " + prefix + std::to_string(i);
  };
  for (std::size_t i = 0; i < call.inputs.size(); ++i) {
    declare("in", i, call.inputs[i].type);
    body += load("%in" + std::to_string(i), "in" + std::to_string(i), call.inputs[i].type);
  }
  body += call.before + "\n  " + instantiate(call, "%out") + "\n";
  for (std::size_t i = 0; i < call.outputs.size(); ++i) declare("out", i, call.outputs[i]);
  if (call.masked) {
    for (std::size_t i = 0; i < call.outputs.size(); ++i) {
      declare("kept", i, call.outputs[i]);
      body += preset("%kept" + std::to_string(i), call.outputs[i]);
    }
    body += "  and.b32 %t, %row, 1;\n  setp.eq.u32 %even, %t, 0;\n";
    const std::string code = instantiate(call, "%kept");
    if (single(code))
      body += "  @!%even " + code + "\n";
    else
      body += "  @%even bra MASKED;\n  " + code + "\nMASKED:\n";
  }
  for (std::size_t i = 0; i < call.outputs.size(); ++i) {
    const std::string n = std::to_string(i);
    body += store("%out" + n, "out" + n, call.outputs[i]);
    if (call.masked) body += store("%kept" + n, "kept" + n, call.outputs[i]);
  }
  return ".version " + call.version + "\n.target " + call.target + "\n.address_size 64\n" + call.module +
         "\n.visible .entry op(" + params + ")\n{\n" + regs +
         "  mov.u32 %row, %ctaid.x;\n  mov.u32 %t, %ntid.x;\n  mul.lo.u32 %row, %row, %t;\n  mov.u32 %t, %tid.x;\n"
         "  add.u32 %row, %row, %t;\n  ld.param.u32 %t, [rows];\n  setp.ge.u32 %past, %row, %t;\n"
         "  @%past bra DONE;\n" +
         body + "DONE:\n  ret;\n}\n";
}

namespace run_op_detail {

inline void dump(const std::string& ptx, const std::string& target) {
  const char* folder = std::getenv("LATHE_OP_PTX");
  if (folder == nullptr) return;
  const std::string name = target + "_" + std::to_string(std::hash<std::string>{}(ptx));
  std::ofstream(std::string(folder) + "/" + name + ".ptx") << ptx;
}
inline std::size_t rows_of(const OpCall& call) {
  if (call.inputs.empty()) return 2 * call.block;
  return call.inputs[0].values.size() / (bytes_of(call.inputs[0].type) == 16 ? 2 : 1);
}
// Every value in a row's worth of bytes; 16-byte types are two values of 8.
inline std::vector<std::byte> pack(const OpInput& in) {
  const unsigned bytes = std::min(bytes_of(in.type), 8U);
  std::vector<std::byte> out(in.values.size() * bytes);
  for (std::size_t i = 0; i < in.values.size(); ++i) std::memcpy(out.data() + i * bytes, &in.values[i], bytes);
  return out;
}
inline std::vector<std::uint64_t> unpack(const std::vector<std::byte>& data, std::string_view type) {
  const unsigned bytes = std::min(bytes_of(type), 8U);
  std::vector<std::uint64_t> out(data.size() / bytes);
  for (std::size_t i = 0; i < out.size(); ++i) std::memcpy(&out[i], data.data() + i * bytes, bytes);
  return out;
}
// Threads of even rows keep the pattern, the others have what the full run gave.
inline std::string check_masked(const OpResult& result, const std::vector<std::vector<std::uint64_t>>& kept,
                                const OpCall& call) {
  for (std::size_t o = 0; o < kept.size(); ++o) {
    const std::size_t parts = bytes_of(call.outputs[o]) == 16 ? 2 : 1;
    for (std::size_t i = 0; i < kept[o].size(); ++i) {
      const bool even = i / parts % 2 == 0;
      const std::uint64_t want = even ? pattern_of(call.outputs[o]) : result.outputs[o][i];
      if (kept[o][i] == want) continue;
      return "output " + std::to_string(o) + " of row " + std::to_string(i / parts) +
             (even ? ": a thread that was masked off changed its register"
                   : ": the masked run differs from the full run");
    }
  }
  return {};
}

}  // namespace run_op_detail

/// Runs the call on a backend. What it loaded there before is replaced.
inline OpResult run_op(exec::Backend& backend, const OpCall& call) {
  using namespace run_op_detail;
  OpResult result;
  result.ptx = op_ptx(call);
  dump(result.ptx, call.target);
  const auto failed = [&](const std::optional<exec::Fault>& fault) {
    if (fault && result.fault.empty()) result.fault = fault->to_string();
    return !result.fault.empty();
  };
  if (failed(backend.load({{"op.ptx", result.ptx}}))) return result;
  const std::size_t rows = rows_of(call);
  exec::Launch launch;
  launch.kernel = "op";
  launch.block = {call.block};
  launch.grid = {static_cast<std::uint32_t>((rows + call.block - 1) / call.block)};
  launch.add(static_cast<std::uint32_t>(rows));
  std::vector<exec::Address> buffers;
  const auto buffer = [&](std::size_t bytes) {
    buffers.push_back(backend.allocate(bytes));
    launch.add(buffers.back());
    return buffers.back();
  };
  for (const OpInput& in : call.inputs) {
    const std::vector<std::byte> data = pack(in);
    if (data.size() != rows * bytes_of(in.type)) {
      result.fault = "columns of unlike lengths";
      return result;
    }
    if (failed(backend.write(buffer(data.size()), data))) return result;
  }
  const std::size_t first = buffers.size(), runs = call.masked ? 2 : 1;
  // In the order of op_ptx: all outputs, then all of the masked run.
  for (std::size_t k = 0; k < runs * call.outputs.size(); ++k)
    buffer(rows * bytes_of(call.outputs[k % call.outputs.size()]));
  if (failed(backend.launch(launch))) return result;
  std::vector<std::vector<std::uint64_t>> read;
  for (std::size_t k = 0; k < runs * call.outputs.size(); ++k) {
    const std::string& type = call.outputs[k % call.outputs.size()];
    std::vector<std::byte> data(rows * bytes_of(type));
    if (failed(backend.read(buffers[first + k], data))) return result;
    read.push_back(unpack(data, type));
  }
  const auto middle = read.begin() + static_cast<std::ptrdiff_t>(call.outputs.size());
  result.outputs.assign(read.begin(), middle);
  result.fault = check_masked(result, {middle, read.end()}, call);
  for (const exec::Address b : buffers) failed(backend.release(b));
  return result;
}
inline OpResult run_op(const OpCall& call, const exec::MachineOptions& options = {}) {
  exec::Machine machine(options);
  return run_op(machine, call);
}

/// Results of one row from its inputs: one value for each output (two for a b128).
using Expect = std::function<Row(const Row&)>;
/// Whether an output's value will do; without one the bits have to be equal.
using Same = std::function<bool(std::size_t output, std::uint64_t got, std::uint64_t expected)>;

/// Runs the call and compares every row: "" or the fault or the first differences.
inline std::string check_op(const OpCall& call, const Expect& expect, const Same& same = {},
                            const exec::MachineOptions& options = {}) {
  using namespace run_op_detail;
  const OpResult result = run_op(call, options);
  if (!result.fault.empty()) return call.code + ": " + result.fault;
  std::string out;
  unsigned wrong = 0;
  const auto hex = [](std::uint64_t v) {
    char text[24];
    std::snprintf(text, sizeof text, " %llx", static_cast<unsigned long long>(v));
    return std::string(text);
  };
  for (std::size_t r = 0, rows = rows_of(call); r < rows; ++r) {
    Row in, got;
    for (const OpInput& column : call.inputs)
      for (std::size_t p = 0, parts = bytes_of(column.type) == 16 ? 2 : 1; p < parts; ++p)
        in.push_back(column.values[parts * r + p]);
    for (std::size_t o = 0; o < call.outputs.size(); ++o)
      for (std::size_t p = 0, parts = bytes_of(call.outputs[o]) == 16 ? 2 : 1; p < parts; ++p)
        got.push_back(result.outputs[o][parts * r + p]);
    const Row want = expect(in);
    if (want.size() != got.size()) return call.code + ": the expectation has another number of values";
    bool fine = true;
    for (std::size_t o = 0; o < want.size(); ++o) fine &= same ? same(o, got[o], want[o]) : got[o] == want[o];
    if (fine || ++wrong > 4) continue;
    out += "\n  row " + std::to_string(r) + ": in";
    for (const auto v : in) out += hex(v);
    out += ", got";
    for (const auto v : got) out += hex(v);
    out += ", not";
    for (const auto v : want) out += hex(v);
  }
  return wrong == 0 ? "" : call.code + ": " + std::to_string(wrong) + " rows are wrong" + out;
}

/// A small deterministic generator (Vigna, splitmix64, 2015).
struct Random {
  std::uint64_t state = 1;
  std::uint64_t operator()() {
    std::uint64_t z = state += 0x9e3779b97f4a7c15ULL;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
    return z ^ z >> 31;
  }
};

/// Integers of `bits` at which things go wrong: near 0, the ends, sign and half-width boundaries, single bits.
inline std::vector<std::uint64_t> edges(unsigned bits) {
  const std::uint64_t mask = bits == 64 ? ~0ULL : (1ULL << bits) - 1, top = 1ULL << (bits - 1);
  std::vector<std::uint64_t> out{0, 1, 2, 3, 5, 7, mask, mask - 1, mask - 2, top, top + 1, top - 1, top - 2};
  for (const std::uint64_t v :
       {0x55ULL, 0x7fULL, 0x80ULL, 0xffULL, 0x100ULL, 0x5555555555555555ULL, 0x0123456789abcdefULL,
        0xfedcba9876543210ULL, 1ULL << (bits / 2), (1ULL << (bits / 2)) - 1, 0xdeadbeefcafebabeULL})
    out.push_back(v & mask);
  Random random{bits};
  for (unsigned i = 0; i < 4; ++i) out.push_back(random() & mask);
  return out;
}
inline std::vector<std::uint64_t> edges(std::string_view type) { return edges(8 * run_op_detail::bytes_of(type)); }

/// Columns with every combination of the values; where there are more than `limit`, a fixed choice of that many.
/// Not for b128.
inline std::vector<OpInput> cross(std::vector<OpInput> columns, std::size_t limit = 4000) {
  std::size_t total = 1;
  for (const OpInput& c : columns) total *= c.values.size();
  std::vector<OpInput> out;
  for (const OpInput& c : columns) out.push_back({c.type, {}});
  Random random{total};
  for (std::size_t i = 0, count = std::min(total, limit); i < count; ++i) {
    std::uint64_t at = total <= limit ? i : random() % total;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      out[c].values.push_back(columns[c].values[at % columns[c].values.size()]);
      at /= columns[c].values.size();
    }
  }
  return out;
}

}  // namespace lathe::nvptx::test
