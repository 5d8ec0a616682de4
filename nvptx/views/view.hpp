// A function of NVPTX machine IR as a program::View: what nvptx/mir/facts.hpp says, with blocks and branches.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lathe/dense/map.hpp>
#include <lathe/program/ranges.hpp>
#include <lathe/program/view.hpp>

#include "nvptx/mir/facts.hpp"
#include "nvptx/mir/ir.hpp"
#include "nvptx/mir/targets.hpp"

namespace lathe::nvptx {

/// Preconditions: branches stand at the ends of blocks, as mir::verify wants; module and function outlive it.
class MirView {
 public:
  using Value = mir::Reg;
  using Fact = lathe::program::Fact;
  static constexpr lathe::program::Facts facts =
      Fact::incoming | Fact::branches | Fact::access | Fact::latency | Fact::units | Fact::live_out | Fact::bytes |
      Fact::classes | Fact::names | Fact::location | Fact::parameters | Fact::literals | Fact::issue;

  MirView(const mir::Module& module, const mir::Function& function)
      : m_(module), f_(function), targets_(module, function), results_(mir::register_results(function)) {}
  const mir::Module& module() const { return m_; }
  const mir::Function& function() const { return f_; }

  lathe::program::Numbers blocks() const { return lathe::program::Numbers(f_.blocks.size()); }
  auto instructions(mir::BlockId b) const { return lathe::program::Addresses(f_.blocks[b].insts); }
  template <class F>
  void for_each_successor(mir::BlockId b, F&& f) const {
    targets_.for_each_successor(b, f);
  }
  template <class F>
  void for_each_operand(const mir::Inst* i, F&& f) const {
    mir::for_each_mention(m_, f_, *i, results_, f);
  }
  lathe::program::Effects effects(const mir::Inst* i) const { return mir::effects_of(m_, f_, *i); }
  std::string key(const mir::Inst* i) const { return mir::key_of(m_, f_, *i, false); }

  template <class F>
  void for_each_literal(const mir::Inst* i, F&& f) const {
    mir::for_each_literal(m_, f_, *i, f);
  }
  template <class F>
  void for_each_incoming(const mir::Inst* i, F&& f) const {
    mir::for_each_incoming(m_, f_, *i, [&](mir::Reg value, mir::BlockId from) { f(from, value); });
  }
  /// Guarded branches and exits in order, then where the block goes on. A jump table names no way: nothing for it.
  template <class F>
  void for_each_branch(mir::BlockId b, F&& f) const {
    for (const mir::Inst& inst : f_.blocks[b].insts) {
      if (!m_.op(inst.op).terminator) continue;
      lathe::program::Branch<mir::BlockId, const mir::Inst*, mir::Reg> way;
      if (!branch_of(inst, way)) return;
      way.at = &inst;
      f(way);
      if (!way.conditional) return;
    }
    if (b + 1 >= f_.blocks.size()) return;
    lathe::program::Branch<mir::BlockId, const mir::Inst*, mir::Reg> next;
    next.target = b + 1;
    f(next);
  }
  /// What a branch or exit decides, but for `at`; false where a table does.
  template <class Branch>
  bool branch_of(const mir::Inst& inst, Branch& way) const {
    const mir::Op op = m_.op(inst.op).op;
    way.conditional = inst.guard != mir::none;
    way.condition = inst.guard;
    way.negated = inst.guard_negated;
    way.leaves = op != mir::Op::bra;
    if (!way.leaves) targets_.for_each(inst, [&](mir::BlockId to) { way.target = to; });
    return op == mir::Op::bra || op == mir::Op::ret || op == mir::Op::exit;
  }
  const mir::Targets& targets() const { return targets_; }
  /// Loads and stores by ld and st; what else touches memory names no place.
  template <class F>
  void for_each_access(const mir::Inst* i, F&& f) const {
    const mir::Operand* address = mir::address_of(m_, f_, *i);
    if (address == nullptr) return;
    const mir::OpDesc& d = m_.op(i->op);
    lathe::program::Access<mir::Reg> out;
    out.has_base = address->kind == mir::Operand::Kind::mem_reg;
    if (out.has_base) out.base = address->a;
    out.offset = address->value;
    out.bytes = mir::access_bytes(d);
    out.space = d.space == mir::Space::generic ? 0 : static_cast<std::uint32_t>(d.space);
    if (address->kind == mir::Operand::Kind::mem_sym) {
      out.symbol = address->a + 1;
      const auto [size, added] = sizes_.try_emplace(address->a, 0);
      if (added) *size = mir::extent_of(m_, f_, m_.name(address->a)).bytes;
      out.inside = out.offset >= 0 && static_cast<std::uint64_t>(out.offset) + out.bytes <= *size;
    }
    f(out);
  }
  /// One warp issues an instruction a cycle.
  std::uint32_t issue_width() const { return 1; }
  std::uint32_t issue(const mir::Inst*) const { return 1; }
  std::uint32_t latency(const mir::Inst* i) const { return m_.op(i->op).latency; }
  std::vector<lathe::program::Unit> units() const {
    std::vector<lathe::program::Unit> out;
    for (const mir::UnitRow& row : mir::unit_table) out.push_back({row.name, 1});
    return out;
  }
  template <class F>
  void for_each_hold(const mir::Inst* i, F&& f) const {
    const auto unit = static_cast<std::uint32_t>(mir::unit_of(m_.op(i->op)));
    if (unit < mir::unit_table.size()) f(lathe::program::Hold{unit, 0, mir::unit_table[unit].cycles});
  }
  /// Where control runs off the function's end its results are read.
  template <class F>
  void for_each_live_out(mir::BlockId b, F&& f) const {
    if (b + 1 == f_.blocks.size() && targets_.falls_through(b))
      for (const mir::Reg r : results_) f(r);
  }
  /// Instructions of SASS from sm_70 on.
  std::uint32_t bytes(const mir::Inst* i) const { return m_.op(i->op).pseudo ? 0 : 16; }
  /// mir::Type, as a number; of the carry flag Type::none.
  std::uint32_t register_class(mir::Reg r) const {
    return r < f_.regs.size() ? static_cast<std::uint32_t>(f_.regs[r].type) : 0;
  }
  std::string class_name(std::uint32_t cls) const {
    return cls == 0 ? "carry" : std::string(mir::to_string(static_cast<mir::Type>(cls)));
  }

  const std::string& name() const { return f_.name; }
  std::string block_name(mir::BlockId b) const {
    return f_.blocks[b].label.empty() ? "block" + std::to_string(b) : f_.blocks[b].label;
  }
  /// By .loc, else the line of the PTX that was parsed.
  lathe::SourcePlace location(const mir::Inst* i) const { return mir::source_place(m_, f_, *i); }
  const std::string& inst_name(const mir::Inst* i) const { return m_.op(i->op).text; }
  std::string value_name(mir::Reg r) const {
    if (r >= f_.regs.size()) return "carry";
    const std::string& name = f_.regs[r].name;
    return name.empty() ? "reg" + std::to_string(r) : name.substr(name[0] == '%' ? 1 : 0);
  }
  /// Registers that are parameters, of functions that have such.
  template <class F>
  void for_each_parameter(F&& f) const {
    for (const mir::Variable& v : f_.params)
      for (mir::Reg r = 0; v.space == mir::Space::reg && r < f_.regs.size(); ++r)
        if (f_.regs[r].name == v.name) f(r);
  }

 private:
  const mir::Module& m_;
  const mir::Function& f_;
  mir::Targets targets_;
  std::vector<mir::Reg> results_;
  mutable dense::DenseMap<mir::NameId, std::uint64_t> sizes_;  // of variables that were asked for; looked up only
};
static_assert(lathe::program::is_view<MirView>());
using WithMirView = lathe::program::WithView<MirView>;

}  // namespace lathe::nvptx
