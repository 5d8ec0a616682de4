// The toy GPU's text: printing. Cost: O(text).
#include <algorithm>
#include <array>

#include "examples/toy_gpu/isa.hpp"

namespace toy_gpu {
namespace {

using Kind = Operand::Kind;
constexpr std::array<const char*, 3> spaces{"global", "const", "shared"};

std::string str(std::int64_t n) { return std::to_string(n); }
std::string plus(std::int64_t n) { return n == 0 ? "" : (n > 0 ? "+" : "") + str(n); }
std::string reg(Register r) { return is_scalar(r) ? "s" + str(r) : "v" + str(r - scalar_registers); }

std::string print(const Operand& o) {
  static constexpr std::array<const char*, 10> before{"", "", "lo(", "hi(", "at(", "[", "[frame", "[top", "L", ""};
  const std::string first = before.at(static_cast<std::size_t>(o.kind));
  if (o.kind == Kind::reg) return reg(o.reg);
  if (o.kind == Kind::number || o.kind == Kind::block) return first + str(o.value);
  if (o.kind == Kind::function) return o.name;
  if (o.kind == Kind::frame || o.kind == Kind::top) return first + plus(o.value) + "]";
  if (o.kind != Kind::address) return first + o.name + plus(o.value) + ")";
  if (!o.name.empty()) return "[at(" + o.name + plus(o.value) + ")]";
  if (o.reg == no_register) return "[" + str(o.value) + "]";
  return "[" + reg(o.reg) + (o.high == no_register ? "" : ":" + reg(o.high)) + plus(o.value) + "]";
}

}  // namespace

std::string print(const Inst& inst) {
  std::string out(inst.op < Op::count ? row(inst.op).name : "?");
  for (std::size_t i = 0; i < inst.operands.size(); ++i) out += (i == 0 ? " " : ", ") + print(inst.operands[i]);
  return out;
}

std::string print(const Program& program) {
  constexpr std::size_t step = 32;
  std::string out;
  for (const Variable& v : program.variables) {
    out += spaces.at(static_cast<std::size_t>(v.space)) + (" " + v.name) + " bytes " + std::to_string(v.bytes) +
           " align " + str(v.align) + "\n";
    for (std::size_t at = 0; at < v.data.size(); at += step) {
      std::size_t end = std::min(at + step, v.data.size());
      while (end > at && v.data[end - 1] == 0) --end;
      if (end > at) out += "  data " + std::to_string(at) + " ";
      for (std::size_t i = at; i < end; ++i)
        for (const unsigned shift : {4U, 0U}) out += "0123456789abcdef"[v.data[i] >> shift & 15U];
      if (end > at) out += "\n";
    }
    for (const Variable::Word& w : v.words) out += "  word " + std::to_string(w.offset) + " " + print(w.half) + "\n";
  }
  for (const Function& f : program.functions) {
    out += (f.kernel ? "kernel " : "func ") + f.name + (f.kernel ? " args " : " in ") + str(f.args) + " local " +
           str(f.local) + "\n";
    for (std::size_t b = 0; b < f.blocks.size(); ++b) {
      out += "L" + std::to_string(b) + ":\n";
      for (const Inst& i : f.blocks[b]) out += "  " + print(i) + "\n";
    }
  }
  return out;
}

}  // namespace toy_gpu
