// The slots of a function of PTX for passes on them (include/lathe/passes/slot_accesses.hpp): the .local variables of the
// function itself. Private to nvptx/passes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include <lathe/passes/slot_accesses.hpp>

#include "nvptx/passes/machine_addresses.hpp"
#include "nvptx/views/editor.hpp"

namespace lathe::nvptx {

class MirSlots {
 protected:
  using Op = mir::Op;
  using Kind = mir::Operand::Kind;

 public:
  using Address = lathe::passes::SlotAddress<mir::Reg>;

  /// `scoped`: those that are declared in a scope, too.
  explicit MirSlots(MirCode& code, bool scoped = true) : code_(code), m_(code.module()), f_(code.function()) {
    std::map<std::string, int> named;
    for (const mir::Variable& v : f_.variables) ++named[v.name];
    for (const mir::Variable& v : m_.variables) ++named[v.name];
    // A name that stands for two variables, by scopes, says too little.
    for (std::size_t k = 0; k < f_.variables.size(); ++k) {
      const mir::Variable& v = f_.variables[k];
      const bool placed = k < f_.placed.size() && f_.placed[k];
      if (v.space == mir::Space::local && named[v.name] == 1 && (scoped || !placed))
        sizes_.emplace(m_.name(v.name) + 1, mir::extent_of(m_, f_, v.name).bytes);
    }
  }
  bool any() const { return !sizes_.empty(); }

  bool is_slot(std::uint32_t symbol) const { return sizes_.count(symbol) != 0; }
  std::uint64_t slot_bytes(std::uint32_t symbol) const { return sizes_.at(symbol); }
  template <class F>
  void for_each_symbol(MirId i, F&& f) const {
    const mir::OpDesc& d = code_.op(i);
    if (d.op == Op::p_decl) return;
    for (const mir::Operand& o : code_.slots(i)) {
      if (o.kind == Kind::symbol || o.kind == Kind::mem_sym) f(o.a + 1);
      if (o.kind == Kind::text) in_text(m_.name(o.a), f);
    }
    if (d.op == Op::p_asm) in_text(f_.asms[static_cast<std::size_t>(code_.slots(i)[0].value)].text, f);
  }
  std::optional<Address> slot_address(MirId i) const { return machine::address_made(code_, i); }
  std::uint32_t slot_parts(MirId i) const {
    const mir::OpDesc& d = code_.op(i);
    if ((d.op != Op::ld && d.op != Op::st) || (d.space != mir::Space::generic && d.space != mir::Space::local))
      return 0;
    const unsigned bits = mir::bits_of(d.type);
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64) return 0;
    const auto words = values(i);
    if (words.size() != d.vector) return 0;
    for (const mir::Operand& o : words)
      if (!fits(o, d, bits)) return 0;
    return static_cast<std::uint32_t>(words.size());
  }

  /// Variables at the function's top that nothing mentions any more; ptxas makes room for those, too.
  void drop_unused() {
    std::set<std::uint32_t> used;
    for (const mir::BlockId b : code_.blocks())
      for (const MirId i : code_.instructions(b))
        for_each_symbol(i, [&](std::uint32_t symbol) { used.insert(symbol); });
    for (std::size_t k = f_.variables.size(); k-- > 0;) {
      const std::uint32_t symbol = m_.name(f_.variables[k].name) + 1;
      const bool placed = k < f_.placed.size() && f_.placed[k];
      if (f_.variables[k].space != mir::Space::local || placed || !is_slot(symbol) || used.count(symbol) != 0) continue;
      f_.variables.erase(f_.variables.begin() + static_cast<std::ptrdiff_t>(k));
      if (k < f_.placed.size()) f_.placed.erase(f_.placed.begin() + static_cast<std::ptrdiff_t>(k));
      for (const mir::BlockId b : code_.blocks())
        for (const MirId i : code_.instructions(b))
          if (code_.op(i).op == Op::p_decl && code_.slots(i).back().value > static_cast<std::int64_t>(k))
            --code_.slots(i).back().value;
    }
  }

 protected:
  template <class F>
  void in_text(const std::string& text, F&& f) const {
    for (const auto& [symbol, bytes] : sizes_)
      if (text.find(m_.name(symbol - 1)) != std::string::npos) f(symbol);
  }
  // The operands that are loaded or stored.
  std::span<const mir::Operand> values(MirId i) const {
    const auto slots = std::as_const(code_).slots(i);
    const bool store = code_.op(i).op == Op::st;
    const std::uint32_t at = store ? mir::slots_of(slots, 0) : 0;
    if (at >= slots.size()) return {};
    const std::uint32_t count = mir::slots_of(slots, at);
    return count == 1 ? slots.subspan(at, 1) : slots.subspan(at + 1, count - 1);
  }
  bool fits(const mir::Operand& o, const mir::OpDesc& d, unsigned bits) const {
    if (o.negated) return false;
    if (o.kind == Kind::reg) {
      const mir::Type held = f_.regs[o.a].type;
      const unsigned has = mir::bits_of(held);
      return has >= 16 && has <= 64 &&
             (has == bits || (has > bits && !mir::is_float_word(d.type) && !mir::is_float_word(held)));
    }
    if (d.op != Op::st) return false;
    if (o.kind == Kind::imm) return !mir::is_float_word(d.type);
    return (o.kind == Kind::f32 && d.type == mir::Type::f32) || (o.kind == Kind::f64 && mir::is_float_word(d.type));
  }
  MirCode& code_;
  mir::Module& m_;
  mir::Function& f_;
  std::map<std::uint32_t, std::uint64_t> sizes_;  // by symbol, as accesses name it
};

}  // namespace lathe::nvptx
