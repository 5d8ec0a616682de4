// Instructions back to PTX text. nvptx/print does the same for whole functions and numbers what has no name; the
// executor runs parsed PTX, where everything has one. Cost: linear in the operands.
#include "nvptx/exec/decode/inst_text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <span>

#include "nvptx/mir/selector.hpp"

namespace lathe::nvptx::exec {
namespace {

using mir::Operand;

class InstWriter {
 public:
  InstWriter(const mir::Module& module, const mir::Function& function, std::string& out)
      : m_(module), f_(function), out_(out) {}

  void run(const mir::Inst& inst) {
    if (inst.guard != mir::none) {
      out_ += inst.guard_negated ? "@!" : "@";
      out_ += register_name(f_, inst.guard);
      out_ += ' ';
    }
    out_ += m_.op(inst.op).text;
    if (std::size_t{inst.begin} + inst.count <= f_.operands.size()) {
      const auto slots = f_.operands_of(inst);
      for (std::size_t i = 0; i < slots.size();) {
        out_ += i == 0 ? " " : ", ";
        i = operand(slots, i);
      }
    }
    out_ += ';';
  }

 private:
  void offset(std::int64_t value) {
    if (value != 0) out_ += "+" + std::to_string(value);
  }
  void hex(const char* prefix, std::uint64_t value, int digits) {
    std::array<char, 24> text{};
    std::snprintf(text.data(), text.size(), "%s%0*llX", prefix, digits, static_cast<unsigned long long>(value));
    out_ += text.data();
  }

  // Writes the operand that begins at slots[i]; the index after it.
  std::size_t operand(std::span<const Operand> slots, std::size_t i) {
    const Operand& o = slots[i];
    if (o.kind == Operand::Kind::group) return group(slots, i);
    const bool pred = o.kind != Operand::Kind::reg || o.a >= f_.regs.size() || f_.regs[o.a].type == mir::Type::pred;
    if (o.negated) out_ += pred ? '!' : '-';
    leaf(o);
    return i + 1;
  }

  void leaf(const Operand& o) {
    switch (o.kind) {
      case Operand::Kind::reg:
        out_ += register_name(f_, o.a);
        mir::decode_selector(o.reserved, [&](char c) { out_ += c; });
        break;
      case Operand::Kind::imm:
        out_ += std::to_string(o.value);
        break;
      case Operand::Kind::f32:
        hex("0f", static_cast<std::uint32_t>(o.value), 8);
        break;
      case Operand::Kind::f64:
        hex("0d", static_cast<std::uint64_t>(o.value), 16);
        break;
      case Operand::Kind::symbol:
        out_ += m_.name(o.a);
        offset(o.value);
        break;
      case Operand::Kind::special:
      case Operand::Kind::text:
        out_ += m_.name(o.a);
        break;
      case Operand::Kind::block:
        out_ += o.a < f_.blocks.size() && !f_.blocks[o.a].label.empty() ? f_.blocks[o.a].label
                                                                        : "$block" + std::to_string(o.a);
        break;
      case Operand::Kind::mem_reg:
        out_ += "[" + register_name(f_, o.a);
        offset(o.value);
        out_ += ']';
        break;
      case Operand::Kind::mem_sym:
        out_ += "[" + m_.name(o.a);
        offset(o.value);
        out_ += ']';
        break;
      case Operand::Kind::mem_imm:
        out_ += "[" + std::to_string(o.value) + "]";
        break;
      case Operand::Kind::sink:
        out_ += '_';
        break;
      case Operand::Kind::group:
        break;
    }
  }

  std::size_t group(std::span<const Operand> slots, std::size_t i) {
    constexpr std::array<const char*, 4> open = {"{", "(", "[", ""}, close = {"}", ")", "]", ""};
    const auto kind = std::min<std::size_t>(slots[i].a, 3);
    const std::size_t end = std::min(slots.size(), i + 1 + static_cast<std::size_t>(slots[i].value));
    out_ += open[kind];
    for (std::size_t k = i + 1; k < end;) {
      if (k != i + 1) out_ += kind == 3 ? "|" : ", ";
      k = operand(slots, k);
    }
    out_ += close[kind];
    return end;
  }

  const mir::Module& m_;
  const mir::Function& f_;
  std::string& out_;
};

}  // namespace

std::string inst_text(const mir::Module& module, const mir::Function& function, const mir::Inst& inst) {
  std::string out;
  InstWriter(module, function, out).run(inst);
  return out;
}

std::string register_name(const mir::Function& function, mir::Reg reg) {
  if (reg < function.regs.size() && !function.regs[reg].name.empty()) return function.regs[reg].name;
  return "%reg" + std::to_string(reg);
}

}  // namespace lathe::nvptx::exec
