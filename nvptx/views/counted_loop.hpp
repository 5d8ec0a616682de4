// Counted loops of one block in NVPTX machine IR: which blocks are one, and how often they run.
//
// A block that ends with a branch to itself under a predicate, `@p bra L` (then on, or `bra OUT`) or `@p bra OUT; bra
// L`. The predicate is written last by a setp of an integer that moves by one constant, or by a register that the
// loop does not write, each iteration, against a bound that the loop does not write. The body runs at least once: the
// test is at its end.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "nvptx/mir/facts.hpp"
#include "nvptx/mir/ir.hpp"

namespace lathe::nvptx {

enum class LoopRefusal : std::uint8_t {
  none,
  branch,     ///< not one way back and one way out
  test,       ///< the branch's predicate is not written by a plain setp of integers
  counter,    ///< what is tested does not move by one step
  bound,      ///< it is tested against something that the loop writes, or that moves, too
  direction,  ///< it moves away from the bound, or past the end of its range: the count is not that of a counted loop
  carry,      ///< the carry flag
  in_place,   ///< an operand that is read and written
  clock,      ///< reads a clock
  type        ///< a register of a type that is not copied: 8 bits, opaque
};
inline const char* to_string(LoopRefusal why) {
  static constexpr const char* texts[] = {"none",
                                          "not one branch back and one way out",
                                          "the branch is not by a setp of integers",
                                          "the tested value does not move by one step",
                                          "the bound changes in the loop",
                                          "the tested value does not run up to its bound",
                                          "the carry flag",
                                          "an operand that is read and written",
                                          "reads a clock",
                                          "a register of a type that is not copied"};
  return texts[static_cast<int>(why)];
}

/// How the loop goes on: while `counter` at the iteration's start, plus the offsets, compares so with the bound.
struct CountedLoop {
  enum class Compare : std::uint8_t { eq, ne, lt, le, gt, ge };
  LoopRefusal refusal = LoopRefusal::none;
  std::uint32_t line = 0;  ///< of the instruction that is refused, or the branch's
  mir::BlockId block = 0, exit = 0;
  std::uint32_t size = 0;      ///< instructions in front of the branches
  std::uint32_t test = 0;      ///< the setp
  bool test_is_needed = true;  ///< its predicate is read by more than the branch
  unsigned bits = 32;          ///< of the counter: 16, 32, 64
  mir::Reg counter = 0;
  std::int64_t offset = 0, step = 0;
  mir::Reg offset_register = mir::none;
  mir::Reg step_register = mir::none;  ///< the step where `step` is 0; upwards only
  bool is_signed = false;
  Compare compare = Compare::ne;
  mir::Operand bound;  ///< reg or imm
};

namespace detail {

class LoopCounter {
 public:
  LoopCounter(const mir::Module& m, const mir::Function& f, mir::BlockId block) : m_(m), f_(f) { out_.block = block; }

  CountedLoop run(std::span<const mir::Reg> behind) {
    if (branches() && copyable() && walk() && bound() && direction()) {
      out_.refusal = LoopRefusal::none;
      out_.test_is_needed = written_[predicate_] > 1 || read_by_others(predicate_);
      for (const mir::Reg r : behind) out_.test_is_needed |= r == predicate_;
    }
    return out_;
  }

 private:
  using Compare = CountedLoop::Compare;
  using Kind = mir::Operand::Kind;
  struct Moved {  // what a register holds: another at the iteration's start, and what was added
    mir::Reg base = mir::none;
    std::uint64_t offset = 0;
    mir::Reg more = mir::none;  // a register that the loop does not write, added as well
  };
  const std::vector<mir::Inst>& insts() const { return f_.blocks[out_.block].insts; }
  const mir::OpDesc& desc(const mir::Inst& i) const { return m_.op(i.op); }
  bool refuse(LoopRefusal why, const mir::Inst& at) {
    out_.refusal = why;
    if (at.line != 0) out_.line = at.line;
    return false;
  }

  bool branches() {
    while (out_.size < insts().size() && desc(insts()[out_.size]).op != mir::Op::bra) ++out_.size;
    const std::size_t count = insts().size() - out_.size;
    if (count == 0) return refuse(LoopRefusal::branch, insts().back());
    const mir::Inst& first = insts()[out_.size];
    out_.line = first.line;
    const auto target = [&](const mir::Inst& i) {
      const auto slots = f_.operands_of(i);
      return desc(i).op == mir::Op::bra && slots.size() == 1 && slots[0].kind == Kind::block ? slots[0].a : mir::none;
    };
    const mir::BlockId to = target(first);
    mir::BlockId other = out_.block + 1;
    if (count == 2) other = insts().back().guard == mir::none ? target(insts().back()) : mir::none;
    if (count > 2 || first.guard == mir::none || to == mir::none || other >= f_.blocks.size() || to == other ||
        (to != out_.block && other != out_.block))
      return refuse(LoopRefusal::branch, first);
    back_ = to == out_.block;
    out_.exit = back_ ? other : to;
    predicate_ = first.guard;
    stays_ = back_ != first.guard_negated;  // the value of the predicate with which it stays
    return true;
  }

  bool copyable() {
    for (std::uint32_t i = 0; i < out_.size; ++i) {
      const mir::Inst& inst = insts()[i];
      const mir::OpDesc& d = desc(inst);
      if (mir::reads_carry(d) || mir::writes_carry(d)) return refuse(LoopRefusal::carry, inst);
      if (d.modifies) return refuse(LoopRefusal::in_place, inst);
      if (mir::effects_of(m_, f_, inst).has(lathe::program::Effect::fresh)) return refuse(LoopRefusal::clock, inst);
      bool good = true;
      mir::for_each_reg(m_, f_, inst, [&](mir::Reg r, bool def) {
        const unsigned bits = mir::bits_of(f_.regs[r].type);
        if (def) ++written_[r];
        if (def) good &= bits == 1 || bits == 16 || bits == 32 || bits == 64 || bits == 128;
      });
      if (!good) return refuse(LoopRefusal::type, inst);
    }
    return true;
  }

  static bool integer(mir::Type t) {
    using enum mir::Type;
    return t == s16 || t == u16 || t == s32 || t == u32 || t == s64 || t == u64;
  }
  static bool bits_type(mir::Type t) { return t == mir::Type::b16 || t == mir::Type::b32 || t == mir::Type::b64; }
  Moved value(mir::Reg r) const {
    const auto at = now_.find(r);
    return at == now_.end() ? Moved{r, 0, mir::none} : at->second;
  }
  /// A register that the loop does not write.
  bool fixed(const mir::Operand& o) const { return o.kind == Kind::reg && written_.count(o.a) == 0; }
  /// What an instruction with one result gives, if it is a register that was moved.
  Moved result(const mir::Inst& inst) const {
    const mir::OpDesc& d = desc(inst);
    const auto slots = f_.operands_of(inst);
    if (inst.guard != mir::none || d.modifiers.size() != 1) return {};
    for (const mir::Operand& o : slots)
      if ((o.kind != Kind::reg && o.kind != Kind::imm) || o.negated) return {};
    const auto same = [&](const mir::Operand& o) {
      return o.kind == Kind::reg && mir::bits_of(f_.regs[o.a].type) == mir::bits_of(d.type);
    };
    if (d.op == mir::Op::mov && slots.size() == 2 && (integer(d.type) || bits_type(d.type)) && same(slots[0]) &&
        same(slots[1]))
      return value(slots[1].a);
    if ((d.op != mir::Op::add && d.op != mir::Op::sub) || slots.size() != 3 || !integer(d.type) || !same(slots[0]))
      return {};
    const bool swapped = d.op == mir::Op::add && (slots[1].kind == Kind::imm || (fixed(slots[1]) && !fixed(slots[2])));
    const mir::Operand &a = slots[swapped ? 2 : 1], &b = slots[swapped ? 1 : 2];
    if (!same(a)) return {};
    Moved out = value(a.a);
    if (d.op == mir::Op::add && fixed(b) && same(b) && out.more == mir::none) {
      out.more = b.a;
      return out;
    }
    if (b.kind != Kind::imm) return {};
    const auto by = static_cast<std::uint64_t>(b.value);
    out.offset += d.op == mir::Op::add ? by : 0 - by;
    return out;
  }

  /// Follows the values through the body, up to the test and on to the end.
  bool walk() {
    std::uint32_t test = mir::none;
    for (std::uint32_t i = 0; i < out_.size; ++i) {
      const mir::Inst& inst = insts()[i];
      const Moved moved = result(inst);
      bool tests = false;
      if (desc(inst).op == mir::Op::setp && inst.guard == mir::none) {
        tests = !f_.operands_of(inst).empty() && f_.operands_of(inst)[0].kind == Kind::reg &&
                f_.operands_of(inst)[0].a == predicate_;
        if (tests) at_test_ = now_;
      }
      mir::for_each_reg(m_, f_, inst, [&](mir::Reg r, bool def) {
        if (!def) return;
        now_[r] = moved;
        if (r == predicate_) test = tests ? i : mir::none;
      });
    }
    if (test == mir::none) return refuse(LoopRefusal::test, insts()[out_.size]);
    out_.test = test;
    return true;
  }

  bool bound() {
    const mir::Inst& inst = insts()[out_.test];
    const mir::OpDesc& d = desc(inst);
    const auto slots = f_.operands_of(inst);
    if (d.modifiers.size() != 2 || slots.size() != 3 || !comparison(d)) return refuse(LoopRefusal::test, inst);
    out_.bits = mir::bits_of(d.type);
    std::swap(now_, at_test_);  // value() now tells of the test
    for (const int k : {1, 2}) {
      const mir::Operand &tested = slots[static_cast<std::size_t>(k)], &other = slots[static_cast<std::size_t>(3 - k)];
      if (tested.kind != Kind::reg || tested.negated || other.negated) continue;
      const Moved v = value(tested.a);
      if (v.base == mir::none || mir::bits_of(f_.regs[v.base].type) != out_.bits) continue;
      const auto end = at_test_.find(v.base);
      if (end == at_test_.end() || end->second.base != v.base) continue;
      const bool constant = end->second.more == mir::none;
      if ((narrow(end->second.offset) == 0) == constant) continue;
      out_.counter = v.base;
      out_.offset = narrow(v.offset);
      out_.step = narrow(end->second.offset);
      out_.offset_register = v.more;
      out_.step_register = end->second.more;
      if (k == 2) mirror();
      if (!stays_) negate();
      if (other.kind == Kind::imm) {
        out_.bound = mir::Operand::make_imm(
            out_.is_signed ? narrow(static_cast<std::uint64_t>(other.value))
                           : static_cast<std::int64_t>(mask() & static_cast<std::uint64_t>(other.value)));
        return true;
      }
      if (other.kind != Kind::reg) return refuse(LoopRefusal::bound, inst);
      const Moved b = value(other.a);
      if (b.base == mir::none || b.more != mir::none || narrow(b.offset) != 0 || at_test_.count(b.base) != 0 ||
          mir::bits_of(f_.regs[b.base].type) != out_.bits)
        return refuse(LoopRefusal::bound, inst);
      out_.bound = mir::Operand::make_reg(b.base);
      return true;
    }
    return refuse(LoopRefusal::counter, inst);
  }

  bool comparison(const mir::OpDesc& d) {
    using enum CountedLoop::Compare;
    static constexpr std::pair<std::string_view, Compare> names[] = {{"eq", eq}, {"ne", ne}, {"lt", lt}, {"le", le},
                                                                     {"gt", gt}, {"ge", ge}, {"lo", lt}, {"ls", le},
                                                                     {"hi", gt}, {"hs", ge}};
    out_.is_signed = d.type == mir::Type::s16 || d.type == mir::Type::s32 || d.type == mir::Type::s64;
    for (const auto& [text, compare] : names)
      if (d.modifiers[0] == text) {
        out_.compare = compare;
        return integer(d.type) || (bits_type(d.type) && compare <= ne);
      }
    return false;
  }
  void mirror() {
    using enum CountedLoop::Compare;
    static constexpr Compare to[] = {eq, ne, gt, ge, lt, le};
    out_.compare = to[static_cast<int>(out_.compare)];
  }
  void negate() {
    using enum CountedLoop::Compare;
    static constexpr Compare to[] = {ne, eq, ge, gt, le, lt};
    out_.compare = to[static_cast<int>(out_.compare)];
  }
  std::uint64_t mask() const { return out_.bits == 64 ? UINT64_MAX : (std::uint64_t{1} << out_.bits) - 1; }
  std::int64_t narrow(std::uint64_t v) const {
    const unsigned shift = 64 - out_.bits;
    return static_cast<std::int64_t>(v << shift) >> shift;
  }

  bool direction() {
    using enum CountedLoop::Compare;
    const bool up = out_.compare == lt || out_.compare == le, down = out_.compare == gt || out_.compare == ge;
    if (out_.compare == eq || (out_.step_register != mir::none && !up) || (up && out_.step < 0) ||
        (down && out_.step > 0))
      return refuse(LoopRefusal::direction, insts()[out_.test]);
    return true;
  }
  bool read_by_others(mir::Reg p) const {
    bool read = false;
    for (std::uint32_t i = 0; i < out_.size; ++i)
      mir::for_each_reg(m_, f_, insts()[i], [&](mir::Reg r, bool def) { read |= !def && r == p; });
    return read;
  }

  const mir::Module& m_;
  const mir::Function& f_;
  CountedLoop out_;
  mir::Reg predicate_ = 0;
  bool back_ = false, stays_ = false;
  std::unordered_map<mir::Reg, Moved> now_, at_test_;  // looked up only
  std::unordered_map<mir::Reg, std::uint32_t> written_;
};

}  // namespace detail

/// Preconditions: MirLoop::is_loop(m, f, block); `behind`: what is read behind it. O(instructions of the block).
inline CountedLoop find_counted_loop(const mir::Module& m, const mir::Function& f, mir::BlockId block,
                                     std::span<const mir::Reg> behind) {
  return detail::LoopCounter(m, f, block).run(behind);
}

}  // namespace lathe::nvptx
