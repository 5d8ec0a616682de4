// Loops of one block of NVPTX machine IR as loops for lathe::modulo. Read only: it gives problems and schedules.
//
// A loop is a block that branches to itself. The branch stays where it is; blocks with calls, barriers, warp-wide
// operations, scopes or inline assembly are left out. Registers are counted in 32-bit words, predicates apart.
// Effects, latencies and units are those of nvptx/mir/facts.hpp: one warp, which issues one instruction a cycle and
// holds a unit for 32 lanes over the lanes of a sub-partition; the limit of registers is the function's own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <lathe/modulo/concepts.hpp>

#include "adapters/nvptx_mir/liveness.hpp"
#include "adapters/nvptx_mir/sched.hpp"
#include "nvptx/mir/facts.hpp"
#include "nvptx/mir/ir.hpp"

namespace lathe::nvptx {

class MirLoop {
 public:
  struct OperandRef {
    std::uint32_t value = 0;
    bool is_def = false;
  };
  struct UseRef {
    std::uint32_t unit = 0, first = 0, cycles = 1;
  };
  using Memory = flow::Sequence::Memory;

  /// Can the block be looked at as a loop?
  static bool is_loop(const mir::Module& m, const mir::Function& f, mir::BlockId block) {
    bool back = false, seen = false;
    for (const mir::Inst& inst : f.blocks[block].insts) {
      const mir::OpDesc& d = m.op(inst.op);
      if (d.op == mir::Op::bra) {
        seen = true;
        for (const mir::Operand& o : f.operands_of(inst)) back |= o.kind == mir::Operand::Kind::block && o.a == block;
        continue;
      }
      // An exit in the middle would have to be taken in an iteration that has begun already.
      if (seen || d.convergent || d.effects.bounds_region()) return false;
    }
    return back && f.blocks[block].insts.size() > 1 && m.op(f.blocks[block].insts[0].op).op != mir::Op::bra;
  }

  /// Preconditions: is_loop; `liveness` is that of the function.
  MirLoop(const mir::Module& m, const mir::Function& f, mir::BlockId block, const MirLiveness& liveness)
      : m_(m), f_(f), block_(block) {
    carry_ = mir::carry_of(f);
    limit_ = register_limit(machine_of(m), launch_of(f));
    def_.assign(f.regs.size() + 1, never);
    const auto& insts = f.blocks[block].insts;
    while (size_ < insts.size() && m.op(insts[size_].op).op != mir::Op::bra) ++size_;
    for (std::uint32_t i = 0; i < size_; ++i)
      for (const OperandRef& o : operands(i))
        if (o.is_def) def_[o.value] = def_[o.value] == never ? i : many;
    const auto leaves = [&](mir::Reg r) {
      if (def_[r] != never) live_out_.push_back(r);
    };
    for (const mir::BlockId to : liveness.cfg().successors(block))
      if (to != block)
        for (const mir::Reg r : liveness.live_in(to)) leaves(r);
    if (liveness.runs_off(block))
      for (const mir::Reg r : liveness.results()) leaves(r);
    std::sort(live_out_.begin(), live_out_.end());
    live_out_.erase(std::unique(live_out_.begin(), live_out_.end()), live_out_.end());
  }

  std::vector<std::uint32_t> insts() const {
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = 0; i < size_; ++i) out.push_back(i);
    return out;
  }
  std::vector<OperandRef> operands(std::uint32_t i) const {
    std::vector<OperandRef> out;
    mir::for_each_mention(m_, f_, inst(i), {},
                          [&](const lathe::program::Operand<mir::Reg>& o) { out.push_back({o.value, o.is_def()}); });
    return out;
  }
  std::uint32_t latency(std::uint32_t i) const { return desc(i).latency; }
  std::vector<UseRef> units(std::uint32_t i) const {
    const auto unit = static_cast<std::uint32_t>(mir::unit_of(desc(i)));
    if (unit >= mir::unit_table.size()) return {};
    return {{unit, 0, mir::unit_table[unit].cycles}};
  }

  std::uint32_t issue_width() const { return 1; }
  std::string unit_name(std::uint32_t unit) const { return mir::unit_table[unit].name; }
  std::string name() const { return f_.name + ":" + std::to_string(block_); }
  std::string name(std::uint32_t i) const { return desc(i).text; }
  std::uint32_t class_of(std::uint32_t r) const { return r != carry_ && f_.regs[r].type == mir::Type::pred ? 1 : 0; }
  std::string class_name(std::uint32_t cls) const { return cls == 0 ? "r" : "p"; }
  std::uint32_t class_limit(std::uint32_t cls) const { return cls == 0 ? limit_ : 7; }
  std::uint32_t weight(std::uint32_t r) const {
    return r == carry_ ? 1 : std::max(1U, (mir::bits_of(f_.regs[r].type) + 31) / 32);
  }
  /// Registers that the loop writes and that are read behind it.
  const std::vector<std::uint32_t>& live_out() const { return live_out_; }

  Memory memory(std::uint32_t i) const {
    switch (mir::effects_of(m_, f_, inst(i)).role()) {
      case lathe::program::MemoryRole::fence:
        return Memory::fence;
      case lathe::program::MemoryRole::writes:
        return Memory::writes;
      case lathe::program::MemoryRole::reads:
        return Memory::reads;
      default:
        return Memory::none;
    }
  }
  /// Apart when their spaces are, or when their addresses are known: an offset from a register that the loop leaves
  /// alone, or moves by one constant.
  flow::MemoryRelation memory_relation(std::uint32_t a, std::uint32_t b) const {
    using mir::Space;
    const Space x = desc(a).space, y = desc(b).space;
    const auto window = [](Space s) { return s == Space::global || s == Space::shared || s == Space::local; };
    if (x != y && window(x) && window(y)) return {false, 0, 0};
    const auto p = place(a), q = place(b);
    if (x != y || !p || !q || p->base != q->base || p->step != q->step) return {};
    const auto meet = [&](std::int64_t d) {  // of iteration i and of iteration i + d
      const std::int64_t apart = p->offset - q->offset - d * p->step;
      return apart > -p->bytes && apart < q->bytes;
    };
    const auto least = [&](int sign) -> std::uint32_t {
      for (std::uint32_t d = 1; d <= 64; ++d)
        if (meet(sign * static_cast<std::int64_t>(d))) return d;
      return p->step == 0 ? 0 : 65;  // further away than was looked
    };
    return {meet(0), least(1), least(-1)};
  }

 private:
  static constexpr std::uint32_t never = 0xffffffffU, many = 0xfffffffeU;
  struct Place {
    std::uint32_t base = 0;
    std::int64_t offset = 0, bytes = 1, step = 0;
  };
  const mir::Inst& inst(std::uint32_t i) const { return f_.blocks[block_].insts[i]; }
  const mir::OpDesc& desc(std::uint32_t i) const { return m_.op(inst(i).op); }

  /// The address as base + offset, moved by `step` each iteration; offsets count from the base at the iteration's
  /// start.
  std::optional<Place> place(std::uint32_t i) const {
    const mir::Operand* address = nullptr;
    for (const mir::Operand& o : f_.operands_of(inst(i)))
      if (o.kind == mir::Operand::Kind::mem_reg) {
        if (address != nullptr) return std::nullopt;
        address = &o;
      }
    const mir::OpDesc& d = desc(i);
    if (address == nullptr || (d.op != mir::Op::ld && d.op != mir::Op::st)) return std::nullopt;
    if (address->value > INT32_MAX || address->value < INT32_MIN) return std::nullopt;
    Place p{address->a, address->value, std::int64_t{d.vector} * ((mir::bits_of(d.type) + 7) / 8), 0};
    if (p.bytes == 0) return std::nullopt;
    const std::uint32_t def = def_[p.base];
    if (def == never) return p;
    if (def == many || inst(def).guard != mir::none || desc(def).op != mir::Op::add || desc(def).has("cc"))
      return std::nullopt;
    const auto slots = f_.operands_of(inst(def));
    using enum mir::Operand::Kind;
    if (slots.size() != 3 || slots[1].kind != reg || slots[1].a != p.base || slots[2].kind != imm ||
        slots[2].value > INT32_MAX || slots[2].value < INT32_MIN)
      return std::nullopt;
    p.step = slots[2].value;
    if (i > def) p.offset += p.step;
    return p;
  }

  const mir::Module& m_;
  const mir::Function& f_;
  mir::BlockId block_;
  std::uint32_t size_ = 0, carry_ = 0, limit_ = 255;
  std::vector<std::uint32_t> def_;  // per register: the instruction that writes it, never or many
  std::vector<std::uint32_t> live_out_;
};

static_assert(modulo::explain_loop<MirLoop>());

}  // namespace lathe::nvptx
