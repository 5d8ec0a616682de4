// NVPTX machine IR for lathe::group, three clients of one grouper:
//   ld, st   accesses to neighbouring places off one base become one of .v2 or .v4, where the alignment is known
//   tex      fetches from one texture and sampler come to stand together, as the reference's texture group merge wants
//            them; PTX has no wider fetch, so the group's name, which ends in `.Tgm`, is all that is made of it
//
// An address is a symbol, or a register as its last definition in the block left it. Alignments are known from
// variables, from `.ptr .align` of kernel parameters, and through moves, cvta, additions and multiplications. What is
// volatile, ordered, guarded by a predicate, convergent or not understood is a fence, or no candidate.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/group.hpp>

#include "nvptx/mir/facts.hpp"
#include "nvptx/mir/ir.hpp"

namespace lathe::nvptx {

struct MirGroupOptions {
  bool loads = true, stores = true, textures = true;
  std::uint32_t widest = 16;            ///< bytes of one access
  std::uint32_t texture_reach = 64;     ///< instructions between one fetch of a group and the next
  std::string texture_suffix = ".Tgm";  ///< of the names of texture groups; the reference's
};

class MirGrouper {
 public:
  struct BlockRef {
    std::uint32_t function = 0, block = 0;
  };
  struct InstRef {
    std::uint32_t function = 0, block = 0, index = 0;
  };
  struct OperandRef {
    mir::Reg value = 0;
    bool is_def = false;
  };

  /// All functions of the module.
  explicit MirGrouper(mir::Module& module, MirGroupOptions options = {}) : m_(module), options_(options) {
    for (mir::Function& f : module.functions) add(f);
  }
  /// One function; of the others nothing is looked at.
  MirGrouper(mir::Module& module, mir::Function& function, MirGroupOptions options = {})
      : m_(module), options_(options) {
    add(function);
  }

  std::vector<group::Kind> kinds() const {
    using Place = group::Kind::Place;
    return {{"ld", 0, 2, 4, true, true, Place::early},
            {"st", 0, 2, 4, true, true, Place::late},
            {"tex", options_.texture_reach, 2, 16, false, false, Place::early, options_.texture_suffix}};
  }
  std::vector<BlockRef> blocks() const {
    std::vector<BlockRef> out;
    for (std::uint32_t f = 0; f < functions_.size(); ++f)
      for (std::uint32_t b = 0; b < functions_[f]->blocks.size(); ++b) out.push_back({f, b});
    return out;
  }
  std::vector<InstRef> insts(BlockRef at) const {
    std::vector<InstRef> out;
    const auto count = static_cast<std::uint32_t>(functions_[at.function]->blocks[at.block].insts.size());
    for (std::uint32_t i = 0; i < count; ++i) out.push_back({at.function, at.block, i});
    return out;
  }
  std::vector<OperandRef> operands(InstRef at) const {
    std::vector<OperandRef> out;
    mir::for_each_mention(m_, *functions_[at.function], inst(at), {},
                          [&](const lathe::program::Operand<mir::Reg>& o) { out.push_back({o.value, o.is_def()}); });
    return out;
  }
  flow::Sequence::Memory memory(InstRef at) const {
    using Memory = flow::Sequence::Memory;
    const lathe::program::Effects e = mir::effects_of(m_, *functions_[at.function], inst(at));
    if (e.bounds_region() || e.has(lathe::program::Effect::convergent) || e.role() == lathe::program::MemoryRole::fence)
      return Memory::fence;
    return e.role() == lathe::program::MemoryRole::writes  ? Memory::writes
           : e.role() == lathe::program::MemoryRole::reads ? Memory::reads
                                                           : Memory::none;
  }
  bool may_meet(InstRef a, InstRef b) const {
    const mir::Space x = m_.op(inst(a).op).space, y = m_.op(inst(b).op).space;
    if (x != y) return !(own_space(x) && own_space(y));
    const Access &p = access(a), &q = access(b);
    if (p.bytes == 0 || q.bytes == 0 || p.address == 0 || q.address == 0) return true;
    if (p.address == q.address) return p.offset < q.offset + q.bytes && q.offset < p.offset + p.bytes;
    return !(p.symbol && q.symbol && own_space(x) && p.inside && q.inside);
  }

  /// Callback 1.
  std::optional<group::Identified> identify(InstRef at) const {
    const Access& a = access(at);
    if (a.kind == none) return std::nullopt;
    return group::Identified{a.key, a.offset, a.kind == tex ? 1 : a.bytes, a.kind, a.align};
  }
  /// Callback 2.
  std::uint32_t form(std::span<const group::Candidate> run) const {
    if (run[0].kind != tex) {
      std::uint32_t count = 0;
      for (std::uint32_t bytes = 0; count < run.size() && bytes + run[count].size <= options_.widest; ++count)
        bytes += run[count].size;
      run = run.first(count);
    }
    return run.empty() ? 0 : group::TableForm(kinds_).form(run);
  }
  /// Callback 3.
  void merge(const group::Merging<BlockRef, InstRef>& group) {
    mir::Function& f = *functions_[group.block.function];
    Changes& changes = changes_[group.block.function][group.block.block];
    const auto size = static_cast<std::uint32_t>(f.blocks[group.block.block].insts.size());
    const std::uint32_t place = group.before ? group.before->index : size;
    for (const InstRef member : group.members) changes.gone[member.index] = true;
    if (group.kind == tex) {
      for (const InstRef member : group.members) changes.placed.emplace(place, inst(member));
      return;
    }
    const mir::Inst first = inst(group.members[0]);
    std::string text = m_.op(first.op).text;
    text.insert(text.rfind('.'), ".v" + std::to_string(group.members.size()));
    const bool load = group.kind == ld;
    std::vector<mir::Operand> slots{
        mir::make_group(mir::GroupKind::tuple, static_cast<unsigned>(group.members.size()))};
    for (const InstRef member : group.members) slots.push_back(f.operands_of(inst(member))[load ? 0 : 1]);
    const mir::Operand address = f.operands_of(first)[load ? 1 : 0];
    slots.insert(load ? slots.end() : slots.begin(), address);
    mir::Inst merged = f.make(m_.intern(text), slots);
    merged.line = first.line;
    merged.loc = first.loc;
    changes.placed.emplace(place, merged);
  }
  /// Callback 4.
  void clean_up() {
    for (std::uint32_t f = 0; f < changes_.size(); ++f)
      for (std::uint32_t b = 0; b < changes_[f].size(); ++b) {
        auto& [placed, gone] = changes_[f][b];
        if (placed.empty()) continue;
        auto& insts = functions_[f]->blocks[b].insts;
        std::vector<mir::Inst> out;
        for (std::uint32_t i = 0; i <= insts.size(); ++i) {
          for (auto [k, end] = placed.equal_range(i); k != end; ++k) out.push_back(k->second);
          if (i < insts.size() && !gone.contains(i)) out.push_back(insts[i]);
        }
        insts = std::move(out);
        placed.clear();
      }
  }

 private:
  enum Kind : std::uint32_t { ld, st, tex, none = 0xffffffffU };
  struct Access {
    std::uint32_t kind = none;
    std::uint64_t key = 0, address = 0;  ///< numbers of names; address 0: not known
    std::int64_t offset = 0;
    std::uint32_t bytes = 0;  ///< 0: not known
    std::uint32_t align = 1;
    bool symbol = false, inside = false;  ///< of a variable whose size is known, and within it
  };
  struct Changes {
    std::multimap<std::uint32_t, mir::Inst> placed;  // by place; equal ones stay in the order of insertion
    std::map<std::uint32_t, bool> gone;
  };

  const mir::Inst& inst(InstRef at) const { return functions_[at.function]->blocks[at.block].insts[at.index]; }
  const Access& access(InstRef at) const { return accesses_[at.function][at.block][at.index]; }
  static bool own_space(mir::Space s) {
    using enum mir::Space;
    return s == global || s == shared || s == local || s == constant;
  }
  // Equal names, equal numbers; 0 is none.
  std::uint64_t number(const std::string& name) { return names_.try_emplace(name, names_.size() + 1).first->second; }

  void add(mir::Function& function) {
    const auto f = static_cast<std::uint32_t>(functions_.size());
    functions_.push_back(&function);
    find_single_definitions(function);
    accesses_.emplace_back();
    changes_.emplace_back(function.blocks.size());
    for (std::uint32_t b = 0; b < function.blocks.size(); ++b) accesses_[f].push_back(look_at(f, b));
  }

  std::vector<Access> look_at(std::uint32_t function, std::uint32_t block) {
    const mir::Function& f = *functions_[function];
    std::vector<Access> out;
    std::map<mir::Reg, std::uint32_t> version;
    std::uint32_t index = 0;
    for (const mir::Inst& i : f.blocks[block].insts) {
      const mir::OpDesc& d = m_.op(i.op);
      const auto slots = f.operands_of(i);
      Access a;
      if (d.op == mir::Op::ld || d.op == mir::Op::st)
        look_at_access(f, i, d, slots, version, a);
      else if (d.op == mir::Op::tex && i.guard == mir::none && options_.textures)
        look_at_texture(d, slots, version, index, a);
      out.push_back(a);
      ++index;
      mir::for_each_reg(m_, f, i, [&](mir::Reg r, bool def) {
        if (def) version[r] = index;
      });
    }
    return out;
  }
  template <class Versions>
  void look_at_access(const mir::Function& f, const mir::Inst& i, const mir::OpDesc& d,
                      std::span<const mir::Operand> slots, Versions& version, Access& a) {
    using enum mir::Operand::Kind;
    const bool load = d.op == mir::Op::ld;
    // One address; a cache hint would be a further operand.
    const auto is_memory = [](const mir::Operand& o) { return o.kind == mem_reg || o.kind == mem_sym; };
    if (std::count_if(slots.begin(), slots.end(), is_memory) != 1) return;
    const mir::Operand address = *std::find_if(slots.begin(), slots.end(), is_memory);
    if (address.value < -(std::int64_t{1} << 40) || address.value > std::int64_t{1} << 40) return;
    a.bytes = mir::bits_of(d.type) / 8 * d.vector;
    a.offset = address.value;
    if (address.kind == mem_reg) {
      a.address = number("r" + std::to_string(address.a) + "." + std::to_string(version[address.a]));
      a.align = align_of(f, address.a, 0);
    } else {
      a.address = number("s" + m_.name(address.a));
      a.symbol = true;
      const auto [align, size] = variable(f, m_.name(address.a));
      a.align = align;
      a.inside = a.offset >= 0 && static_cast<std::uint64_t>(a.offset) + a.bytes <= size;
    }
    const mir::Operand* const value = slots.size() == 2 ? &slots[load ? 0 : 1] : nullptr;
    const bool wanted = load ? options_.loads : options_.stores;
    if (!wanted || value == nullptr || value->kind != reg || value->negated || value->reserved != 0 ||
        i.guard != mir::none || d.vector != 1 || d.is_volatile || a.bytes == 0 || a.bytes > 8 ||
        !(own_space(d.space) || d.space == mir::Space::generic))
      return;
    a.kind = load ? ld : st;
    a.key = number("k" + d.text + " " + std::to_string(a.address));
  }
  template <class Versions>
  void look_at_texture(const mir::OpDesc& d, std::span<const mir::Operand> slots, Versions& version,
                       std::uint32_t index, Access& a) {
    using enum mir::Operand::Kind;
    std::string key = "t" + d.text;
    bool inside = false;
    for (const mir::Operand& o : slots) {
      if (o.kind == mir::Operand::Kind::group) {
        if (inside) break;  // the coordinates
        inside = o.a == static_cast<std::uint32_t>(mir::GroupKind::bracket);
      } else if (inside && o.kind == symbol) {
        key += " s" + m_.name(o.a);
      } else if (inside && o.kind == reg) {
        key += " r" + std::to_string(o.a) + "." + std::to_string(version[o.a]);
      }
    }
    if (!inside) return;
    a.kind = tex;
    a.key = number(key);
    a.offset = index;
  }

  // ---- what is known of alignments

  void find_single_definitions(const mir::Function& f) {
    std::vector<const mir::Inst*>& defs = definitions_[&f];
    std::vector<bool> several(f.regs.size());
    defs.assign(f.regs.size(), nullptr);
    for (const mir::Block& block : f.blocks)
      for (const mir::Inst& i : block.insts)
        mir::for_each_reg(m_, f, i, [&](mir::Reg r, bool def) {
          if (!def) return;
          if (defs[r] != nullptr || several[r] || i.guard != mir::none)
            defs[r] = nullptr, several[r] = true;
          else
            defs[r] = &i;
        });
  }
  static std::uint32_t low_bit(std::int64_t number) {
    const auto bits = static_cast<std::uint64_t>(number) & (~static_cast<std::uint64_t>(number) + 1);
    return bits == 0 || bits > 4096 ? 4096 : static_cast<std::uint32_t>(bits);
  }
  static std::uint32_t times(std::uint32_t a, std::uint32_t b) { return std::min(a * b, 4096U); }
  /// Alignment and bytes of a variable; {1, 0} when it is not known.
  std::pair<std::uint32_t, std::uint64_t> variable(const mir::Function& f, std::string_view name) const {
    const auto facts = [](const mir::Variable& v) {
      std::uint64_t size = mir::bits_of(v.type) / 8 * v.vector;
      const auto natural = static_cast<std::uint32_t>(size);
      for (const std::uint64_t n : v.dims)
        size = n > (std::uint64_t{1} << 32) || size > (std::uint64_t{1} << 31) ? 0 : size * n;
      const std::uint32_t align = v.align != 0 ? v.align : natural;
      return std::pair{align != 0 && (align & (align - 1)) == 0 ? std::min(align, 4096U) : 1U, size};
    };
    for (const mir::Variable& v : f.variables)
      if (v.name == name) return facts(v);
    for (const mir::Variable& v : m_.variables)
      if (v.name == name) return facts(v);
    return {1, 0};
  }
  std::uint32_t align_of(const mir::Function& f, const mir::Operand& o, unsigned depth) const {
    using enum mir::Operand::Kind;
    if (o.negated || o.reserved != 0) return 1;
    if (o.kind == imm) return low_bit(o.value);
    if (o.kind == symbol) return std::min(variable(f, m_.name(o.a)).first, low_bit(o.value));
    return o.kind == reg ? align_of(f, static_cast<mir::Reg>(o.a), depth + 1) : 1;
  }
  std::uint32_t align_of(const mir::Function& f, mir::Reg r, unsigned depth) const {
    const mir::Inst* const i = definitions_.at(&f)[r];
    if (i == nullptr || depth > 8) return 1;
    const mir::OpDesc& d = m_.op(i->op);
    const auto slots = f.operands_of(*i);
    const auto of = [&](std::size_t k) { return align_of(f, slots[k], depth); };
    using enum mir::Op;
    if (d.has("hi") || d.vector != 1) return 1;
    if ((d.op == mov || d.op == cvta) && slots.size() == 2) return of(1);
    if (d.op == add && slots.size() == 3) return std::min(of(1), of(2));
    if (d.op == shl && slots.size() == 3 && slots[2].kind == mir::Operand::Kind::imm && slots[2].value >= 0)
      return times(of(1), slots[2].value >= 12 ? 4096U : 1U << slots[2].value);
    if (d.op == mul && slots.size() == 3) return times(of(1), of(2));
    if (d.op == mad && slots.size() == 4) return std::min(times(of(1), of(2)), of(3));
    if (d.op == mir::Op::ld && d.space == mir::Space::param && f.kernel && slots.size() == 2 &&
        slots[1].kind == mir::Operand::Kind::mem_sym && slots[1].value == 0)
      for (const mir::Variable& p : f.params)
        if (p.name == m_.name(slots[1].a) && p.ptr && p.ptr_align != 0 && (p.ptr_align & (p.ptr_align - 1)) == 0)
          return std::min(p.ptr_align, 4096U);
    return 1;
  }

  mir::Module& m_;
  MirGroupOptions options_;
  std::vector<mir::Function*> functions_;
  std::vector<group::Kind> kinds_ = kinds();
  std::map<std::string, std::uint64_t> names_;
  std::map<const mir::Function*, std::vector<const mir::Inst*>> definitions_;  // looked up only
  std::vector<std::vector<std::vector<Access>>> accesses_;                     // by function, block, instruction
  std::vector<std::vector<Changes>> changes_;                                  // by function, block
};
static_assert(group::explain_grouper<MirGrouper>());

}  // namespace lathe::nvptx
