// A round of the outliner written into NVPTX machine IR.
//
// An outlined function is a `.func` (a `.weak` one where several modules share it) in front of the function of its
// first site. What it reads comes in `.reg` parameters; one result goes back in a `.reg` result; several in a `.param`
// variable of 16 bytes for each pair of values, because ptxas gives up its calling convention for functions of several
// results. Kernels stay kernels, and nothing makes an outlined function one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <lathe/outline.hpp>

#include "nvptx/views/outline.hpp"

namespace lathe::nvptx {

class MirEditor {
 public:
  using Site = outline::site_of_t<MirProgram>;
  explicit MirEditor(mir::Module& module) : m_(module) {}

  /// Its number in the module.
  std::uint32_t create(const outline::OutlinedFunction& planned, const Site& first) {
    mir::Function& f = m_.functions.emplace_back();
    const mir::Function& from = m_.functions[first.block.function];
    f.module = &m_;
    f.name = planned.name;
    f.for_size = f.min_size = true;
    if (planned.shared) f.linkage = "weak";  // every module has one, the linker keeps one
    f.locations.resize(1);
    f.blocks.resize(1);
    std::unordered_map<mir::Reg, mir::Reg> renamed;
    const auto declare = [&](mir::Type type, const std::string& name) {
      f.regs.push_back({type, name});
      mir::Variable v;
      v.name = name;
      v.space = mir::Space::reg;
      v.type = type;
      return v;
    };
    for (const mir::Reg r : first.arguments) {
      renamed[r] = static_cast<mir::Reg>(f.regs.size());
      f.params.push_back(declare(from.regs[r].type, "%in" + std::to_string(f.params.size())));
    }
    const auto& insts = from.blocks[first.block.handle].insts;
    for (std::uint32_t i = first.at; i < first.at + first.length; ++i) copy(from, insts[i], f, renamed);
    give_back(from, first.results, f, renamed, declare);
    f.blocks[0].insts.push_back(f.make(m_.intern("ret"), {}));
    const auto number = static_cast<std::uint32_t>(m_.functions.size() - 1);
    m_.items.insert(item_of(first.block.function), {mir::Item::Kind::function, number, {}});
    return number;
  }

  void replace(const Site& site, std::uint32_t callee) {
    place_before(callee, site.block.function);
    mir::Function& f = m_.functions[site.block.function];
    std::vector<mir::Inst> call = make_call(f, site.arguments, site.results, m_.name(m_.functions[callee].name));
    auto& insts = f.blocks[site.block.handle].insts;
    const auto begin = insts.begin() + site.at;
    for (mir::Inst& inst : call) inst.loc = begin->loc;
    const auto rest = insts.erase(begin, begin + site.length);
    insts.insert(rest, call.begin(), call.end());
  }

 private:
  static constexpr std::uint32_t field = 8;  // bytes of a value among several results; more for wider ones
  static constexpr const char* returned = "outlined_results";

  static void copy(const mir::Function& from, const mir::Inst& inst, mir::Function& f,
                   std::unordered_map<mir::Reg, mir::Reg>& renamed) {
    const auto rename = [&](mir::Reg r) {
      const auto [to, added] = renamed.emplace(r, static_cast<mir::Reg>(f.regs.size()));
      if (added) f.regs.push_back({from.regs[r].type, {}});
      return to->second;
    };
    const auto old = from.operands_of(inst);
    std::vector<mir::Operand> slots(old.begin(), old.end());
    for (mir::Operand& o : slots)
      if (o.kind == mir::Operand::Kind::reg || o.kind == mir::Operand::Kind::mem_reg) o.a = rename(o.a);
    const mir::Reg guard = inst.guard == mir::none ? mir::none : rename(inst.guard);
    f.blocks[0].insts.push_back(f.make(inst.op, slots, guard, inst.guard_negated));
  }

  mir::OpId access(const char* what, mir::Type type) {
    return m_.intern(what + ("b" + std::to_string(mir::bits_of(type))));
  }
  // Offsets of several results, and the bytes of all.
  static std::vector<std::uint32_t> layout(const mir::Function& f, const std::vector<mir::Reg>& values,
                                           std::uint32_t& bytes) {
    std::vector<std::uint32_t> out;
    bytes = 0;
    for (const mir::Reg r : values) {
      const std::uint32_t size = std::max(field, mir::bits_of(f.regs[r].type) / 8);
      bytes = (bytes + size - 1) / size * size;
      out.push_back(bytes);
      bytes += size;
    }
    return out;
  }
  static mir::Variable aggregate(const char* name, std::uint32_t bytes) {
    mir::Variable v;
    v.name = name;
    v.space = mir::Space::param;
    v.type = mir::Type::b8;
    v.align = 16;
    v.dims = {bytes};
    return v;
  }
  template <class Declare>
  void give_back(const mir::Function& from, const std::vector<mir::Reg>& results, mir::Function& f,
                 const std::unordered_map<mir::Reg, mir::Reg>& renamed, Declare&& declare) {
    auto& insts = f.blocks[0].insts;
    if (results.size() == 1) {
      const mir::Reg value = renamed.at(results[0]);
      const auto to = static_cast<mir::Reg>(f.regs.size());
      const mir::Type type = from.regs[results[0]].type;
      f.results.push_back(declare(type, "%out0"));
      const mir::Operand slots[] = {mir::Operand::make_reg(to), mir::Operand::make_reg(value)};
      insts.push_back(f.make(access("mov.", type), slots));
    } else if (!results.empty()) {
      std::uint32_t bytes = 0;
      const auto offsets = layout(from, results, bytes);
      f.results.push_back(aggregate("out", bytes));
      for (std::size_t k = 0; k < results.size(); ++k) {
        const mir::Operand slots[] = {mir::Operand::make_mem_sym(m_.name("out"), offsets[k]),
                                      mir::Operand::make_reg(renamed.at(results[k]))};
        insts.push_back(f.make(access("st.param.", from.regs[results[k]].type), slots));
      }
    }
  }

  std::vector<mir::Inst> make_call(mir::Function& f, const std::vector<mir::Reg>& arguments,
                                   const std::vector<mir::Reg>& results, mir::NameId callee) {
    std::vector<mir::Inst> out;
    std::vector<mir::Operand> slots;
    const bool several = results.size() > 1;
    std::uint32_t bytes = 0;
    const auto offsets = several ? layout(f, results, bytes) : std::vector<std::uint32_t>{};
    const mir::NameId variable = m_.name(returned);
    if (several) {
      out.push_back(f.make(m_.intern(mir::pseudo::open), {}));
      const auto index = static_cast<std::int64_t>(f.variables.size());
      f.variables.push_back(aggregate(returned, bytes));
      f.placed.resize(f.variables.size(), false);
      f.placed.back() = true;
      const mir::Operand declared[] = {mir::Operand::make_symbol(variable), mir::Operand::make_imm(index)};
      out.push_back(f.make(m_.intern(mir::pseudo::decl), declared));
    }
    if (!results.empty()) {
      slots.push_back(mir::make_group(mir::GroupKind::paren, 1));
      slots.push_back(several ? mir::Operand::make_symbol(variable) : mir::Operand::make_reg(results[0]));
    }
    slots.push_back(mir::Operand::make_symbol(callee));
    if (!arguments.empty()) {
      slots.push_back(mir::make_group(mir::GroupKind::paren, static_cast<unsigned>(arguments.size())));
      for (const mir::Reg r : arguments) slots.push_back(mir::Operand::make_reg(r));
    }
    out.push_back(f.make(m_.intern("call"), slots));
    for (std::size_t k = 0; several && k < results.size(); ++k) {
      const mir::Operand load[] = {mir::Operand::make_reg(results[k]),
                                   mir::Operand::make_mem_sym(variable, offsets[k])};
      out.push_back(f.make(access("ld.param.", f.regs[results[k]].type), load));
    }
    if (several) out.push_back(f.make(m_.intern(mir::pseudo::close), {}));
    return out;
  }

  std::vector<mir::Item>::iterator item_of(std::uint32_t function) {
    return std::find_if(m_.items.begin(), m_.items.end(), [&](const mir::Item& item) {
      return item.kind == mir::Item::Kind::function && item.index == function;
    });
  }
  // A function stands in front of all that call it: those outlined in earlier rounds stand anywhere.
  void place_before(std::uint32_t function, std::uint32_t caller) {
    const auto old = item_of(function), to = item_of(caller);
    if (old < to) return;
    std::rotate(to, old, old + 1);
  }

  mir::Module& m_;
};

static_assert(outline::explain_editor<MirEditor, MirProgram>());

}  // namespace lathe::nvptx
