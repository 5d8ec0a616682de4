// A function of machine IR for the passes of codegen: blocks stay vectors and are changed in bulk, registers and blocks
// are their own numbers. Facts about PTX are nvptx/mir/facts.hpp's. Private to nvptx/passes.
//
// Edits as codegen/passes/code.hpp says them, without an Editor: to take a function out into linked nodes and write it
// back costs more than most of the passes do (docs/decisions.md).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "codegen/passes/block_order.hpp"
#include "codegen/passes/copies.hpp"
#include "nvptx/passes/flow.hpp"
#include "nvptx/views/view.hpp"

namespace lathe::nvptx {

/// Instructions of a block, to be changed where they stand.
class Instructions {
 public:
  struct Iterator {
    Inst* at = nullptr;
    Inst* operator*() const { return at; }
    Iterator& operator++() { return ++at, *this; }
    bool operator==(const Iterator&) const = default;
  };
  explicit Instructions(std::vector<Inst>& all) : data_(all.data()), size_(all.size()) {}
  Iterator begin() const { return {data_}; }
  Iterator end() const { return {data_ + size_}; }
  std::size_t size() const { return size_; }
  Inst* operator[](std::size_t n) const { return data_ + n; }

 private:
  Inst* data_;
  std::size_t size_;
};

/// Makes a block anew behind a walk through it.
class BlockCursor {
 public:
  explicit BlockCursor(std::vector<Inst>& block) : block_(block) { made_.reserve(block.size() + 4); }
  bool more() const { return at_ < block_.size(); }
  Inst* inst() const { return &block_[at_]; }
  void keep() { made_.push_back(block_[at_++]); }
  void erase() { ++at_; }
  void insert(const Inst& made) { made_.push_back(made); }
  void finish() { block_ = std::move(made_); }

 private:
  std::vector<Inst>& block_;
  std::vector<Inst> made_;
  std::size_t at_ = 0;
};

class Code : public MirView {
 public:
  Code(Module& module, Function& function)
      : MirView(module, function), m_(module), f_(function), results_(mir::register_results(function)) {}
  Module& module() const { return m_; }
  Function& function() const { return f_; }

  Instructions instructions(BlockId b) const { return Instructions(f_.blocks[b].insts); }
  template <class F>
  void for_each_successor(BlockId b, F&& f) const {
    const mir::Block& block = f_.blocks[b];
    for (std::uint32_t i = first_terminator(m_, block); i < block.insts.size(); ++i)
      targets().for_each(block.insts[i], f);
    if (targets().falls_through(b) && b + 1 < f_.blocks.size()) f(b + 1);
  }
  /// Registers, and behind them the carry flag.
  std::uint32_t value_count() const { return mir::carry_of(f_) + 1; }
  bool is_phi(const Inst* i) const { return op(i).op == Op::phi; }
  bool terminates(const Inst* i) const { return is_terminator(m_, *i); }
  bool removable(const Inst* i) const { return mir::removable(m_, f_, *i); }
  /// A `$raw` says where a variable is (nvptx/debug): its register is renamed, and not used.
  bool says_only(const Inst* i) const { return op(i).op == Op::p_raw; }
  bool may_not_write(const Inst* i) const { return i->guard != mir::none; }
  template <class F>
  void for_each_value(const Inst* i, F&& f) const {
    mir::for_each_reg(m_, f_, *i, f);
  }
  /// With the carry flag, and what a ret hands over.
  template <class F>
  void for_each_mention(const Inst* i, F&& f) const {
    mir::for_each_reg(m_, f_, *i, f);
    const OpDesc& d = op(i);
    if (mir::reads_carry(d)) f(mir::carry_of(f_), false);
    if (mir::writes_carry(d)) {
      if (i->guard != mir::none) f(mir::carry_of(f_), false);
      f(mir::carry_of(f_), true);
    }
    if (d.op == Op::ret)
      for (const Reg r : results_) f(r, false);
  }

  // ---- edits

  template <class Gone>
  void remove_if(BlockId b, Gone&& gone) {
    std::erase_if(f_.blocks[b].insts, [&](Inst& i) { return gone(&i); });
  }
  template <class F>
  void rename(Inst* i, F&& f) {
    if (i->guard != mir::none) i->guard = f(i->guard);
    for (Operand& o : f_.operands_of(*i))
      if (o.kind == Operand::Kind::reg || o.kind == Operand::Kind::mem_reg) o.a = f(o.a);
  }
  BlockCursor cursor(BlockId b) { return BlockCursor(f_.blocks[b].insts); }
  void arrange(const std::vector<BlockId>& order) { rearrange_blocks(f_, order); }
  template <class Keep>
  void keep_incoming(Inst* phi, Keep&& keep) {
    const auto slots = f_.operands_of(*phi);
    std::size_t kept = 0;
    for (std::uint32_t i = 0; i < slots.size();) {
      const std::uint32_t n = mir::slots_of(slots, i);
      const bool names = n == 3 && i + 2 < slots.size() && slots[i + 2].kind == Operand::Kind::block;
      const std::size_t end = std::min<std::size_t>(slots.size(), i + n);
      if (names && !keep(BlockId{slots[i + 2].a}))
        i = static_cast<std::uint32_t>(end);
      else
        while (i < end) slots[kept++] = slots[i++];
    }
    phi->count = static_cast<std::uint32_t>(kept);
  }
  Reg make_value(Reg like) { return f_.new_reg(f_.regs[like].type); }

  // ---- copies

  using Source = Operand;
  static bool is_value(const Source& s) { return s.kind == Operand::Kind::reg; }
  static Reg value_of(const Source& s) { return s.a; }
  static Source source_of(Reg r) { return Operand::make_reg(r); }
  std::optional<codegen::passes::Copy<Reg, Source>> copied(const Inst* i) const {
    using enum Operand::Kind;
    if (i->count != 2 || op(i).op != Op::mov) return {};
    const Operand* const s = &f_.operands[i->begin];
    if (s[0].kind != reg || s[1].negated) return {};
    if (s[1].kind != reg && s[1].kind != imm && s[1].kind != f32 && s[1].kind != f64) return {};
    return codegen::passes::Copy<Reg, Source>{s[0].a, s[1], i->guard == mir::none};
  }
  bool keeps_bits(Reg to, Reg from) const {
    const mir::Type a = f_.regs[to].type, b = f_.regs[from].type;
    return a == b || (mir::bits_of(a) != 0 && mir::bits_of(a) == mir::bits_of(b));
  }
  std::array<std::uint64_t, 2> constant_key(const codegen::passes::Copy<Reg, Source>& copy) const {
    const mir::Type type = f_.regs[copy.to].type;
    const unsigned bits = mir::bits_of(type);
    auto value = static_cast<std::uint64_t>(copy.from.value);
    if (bits >= 8 && bits < 64) value &= (std::uint64_t{1} << bits) - 1;
    return {static_cast<std::uint64_t>(copy.from.kind) << 16 |
                static_cast<std::uint64_t>(type == mir::Type::pred) << 8 | bits,
            value};
  }
  Inst make_move(Reg to, const Source& from) {
    const Operand slots[] = {Operand::make_reg(to), from};
    return f_.make(move_for(m_, f_.regs[to].type), slots);
  }
  template <class F>
  void for_each_argument(const Inst* phi, F&& f) const {
    mir::for_each_argument(m_, f_, *phi, [&](const Operand& o, BlockId from) { f(from, o); });
  }
  bool writes_in_part(const Inst* i) const { return i->guard != mir::none || op(i).modifies; }
  /// Text of inline assembly may write a result before it has read its operands.
  bool writes_early(const Inst* i) const { return mir::writes_early(op(i)); }

 protected:
  const OpDesc& op(const Inst* i) const { return m_.op(i->op); }

  Module& m_;
  Function& f_;
  std::vector<Reg> results_;
};
static_assert(lathe::program::is_view<Code>());

}  // namespace lathe::nvptx
