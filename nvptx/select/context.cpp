// Text ids, operands, and the writing of instructions.
//
// Cost per instruction: one hash look-up.
#include "nvptx/select/context.hpp"

#include <algorithm>
#include <cstring>

namespace lathe::nvptx::selecting {

// ---- texts -------------------------------------------------------------------------------------------

std::uint64_t TextIds::hash(std::string_view text) {
  std::uint64_t h = text.size();
  std::size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    std::uint64_t word;
    std::memcpy(&word, text.data() + i, 8);
    h = (h ^ word) * 0x9E3779B97F4A7C15ULL;
    h ^= h >> 32;
  }
  std::uint64_t word = 0;
  std::memcpy(&word, text.data() + i, text.size() - i);
  h = (h ^ word) * 0x9E3779B97F4A7C15ULL;
  return h ^ (h >> 29);
}

void TextIds::insert(std::uint64_t hash, std::uint32_t id) {
  if ((used_ + 1) * 2 > slots_.size()) {
    const std::vector<Slot> old = std::move(slots_);
    slots_.assign(std::max<std::size_t>(128, old.size() * 2), Slot{});
    used_ = 0;
    for (const Slot& s : old)
      if (s.id != mir::none) insert(s.hash, s.id);
  }
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash & mask;
  while (slots_[at].id != mir::none) at = (at + 1) & mask;
  slots_[at] = {hash, id};
  ++used_;
}

namespace {

mir::OpId intern(Context& c, std::string_view mnemonic) {
  const std::uint64_t hash = TextIds::hash(mnemonic);
  std::uint32_t id = c.op_ids.find(hash, [&](std::uint32_t i) { return c.module.op(i).text == mnemonic; });
  if (id == mir::none) c.op_ids.insert(hash, id = c.module.intern(mnemonic));
  return id;
}

}  // namespace

mir::NameId Context::name(std::string_view text) {
  const std::uint64_t hash = TextIds::hash(text);
  std::uint32_t id = name_ids.find(hash, [&](std::uint32_t i) { return module.name(i) == text; });
  if (id == mir::none) name_ids.insert(hash, id = module.name(text));
  return id;
}

// ---- operands ----------------------------------------------------------------------------------------

Operand Context::immediate(std::uint64_t bits, Vt t, bool is_signed) const {
  if (t == vt::f32) return Operand::make_f32(static_cast<std::uint32_t>(bits));
  if (t == vt::f64) return Operand::make_f64(bits);
  const std::uint32_t width = t.total_bits();
  if (width >= 64 || width == 0) return number(static_cast<std::int64_t>(bits));
  const std::uint64_t kept = bits & ((1ULL << width) - 1);
  // Halves of floats read better as numbers without a sign.
  if (!is_signed || !t.is_integer() || width == 1) return number(static_cast<std::int64_t>(kept));
  const std::uint64_t sign = 1ULL << (width - 1);
  return number(static_cast<std::int64_t>((kept ^ sign) - sign));
}

Operand Context::src(Value v) {
  if (type(v) != vt::i1)
    if (const auto bits = constant_bits(v)) return immediate(*bits, type(v), true);
  return reg(v);
}

Operand Context::usrc(Value v) {
  if (type(v) != vt::i1)
    if (const auto bits = constant_bits(v)) return immediate(*bits, type(v), false);
  return reg(v);
}

Operand Context::symbol(std::string_view text, std::int64_t offset) {
  return covering() ? Operand{} : Operand::make_symbol(name(text), offset);
}

Operand Context::memory_symbol(std::string_view text, std::int64_t offset) {
  return covering() ? Operand{} : Operand::make_mem_sym(name(text), offset);
}

// ---- writing -----------------------------------------------------------------------------------------

void Context::move(Reg to, Value from) {
  const auto bits = constant_bits(from);
  write(Mnemonic("mov", move_suffix(type(from))),
        {Operand::make_reg(to), bits ? immediate(*bits, type(from), true) : Operand::make_reg(reg_of(from))});
}

void Context::write_span(std::string_view mnemonic, std::span<const Operand> list, Reg guard, bool negated) {
  if (covering()) return;
  mir::Inst inst = function.make(intern(*this, mnemonic), list, guard, negated);
  inst.loc = dag->node(node).location;
  inst.line = std::min(dag->node(node).order, mir::Inst::most_line) & mir::Inst::most_line;
  function.blocks[block].insts.push_back(inst);
}

}  // namespace lathe::nvptx::selecting
