// NVPTX machine IR for lathe::group, three clients of one grouper:
//   ld, st   accesses to neighbouring places off one base become one of .v2 or .v4, where the alignment is known
//   tex      fetches from one texture and sampler, and what computes their coordinates, come to stand together (the
//            reference's texture group merge); PTX has no wider fetch: a name that ends in `.Tgm` is all that is made
//
// An address is a symbol, or a register as its last definition in the block left it. Alignments are known from
// variables, from `.ptr .align` of kernel parameters, and through moves, cvta, additions and multiplications. What is
// volatile, ordered, guarded by a predicate or not understood is a fence, or no candidate.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lathe/group.hpp>
#include <lathe/group/of_view.hpp>

#include "nvptx/views/view.hpp"

namespace lathe::nvptx {

struct MirGroupOptions {
  bool loads = true, stores = true, textures = true;
  std::uint32_t widest = 16;            ///< bytes of one access
  std::uint32_t texture_reach = 64;     ///< instructions between one fetch of a group and the next
  std::string texture_suffix = ".Tgm";  ///< of the names of texture groups; the reference's
};

/// What is a candidate, what makes one instruction, and how it is written.
class MirMerge {
 public:
  using Region = lathe::program::Region<MirView>;

  MirMerge(mir::Module& module, MirGroupOptions options) : m_(&module), options_(std::move(options)) {}
  void add(mir::Function& f) {
    functions_.push_back(&f);
    find_single_definitions(f);
  }

  std::vector<group::Kind> kinds() const {
    using Place = group::Kind::Place;
    return {{"ld", 0, 2, 4, true, true, Place::early},
            {"st", 0, 2, 4, true, true, Place::late},
            {"tex", options_.texture_reach, 2, 16, false, false, Place::early, options_.texture_suffix, true}};
  }
  std::optional<group::Identified> identify(const Region& block, std::uint32_t at) {
    const mir::Inst& i = *block.inst(at);
    const mir::OpDesc& d = m_->op(i.op);
    if (d.op == mir::Op::ld || d.op == mir::Op::st) return access(block, at, i, d);
    if (d.op == mir::Op::tex && i.guard == mir::none && options_.textures) return texture(block, at, i, d);
    return std::nullopt;
  }
  std::uint32_t form(std::span<const group::Candidate> run) const {
    if (run[0].kind != tex) run = run.first(group::within(run, options_.widest));
    return run.empty() ? 0 : group::TableForm(kinds_).form(run);
  }
  void merge(const group::BlockGroups<MirView>& groups) {
    mir::Function& f = *functions_[groups.program];
    std::vector<mir::Inst> out;
    groups.for_each([&](const mir::Inst* kept) { out.push_back(*kept); },
                    [&](const auto& group) {
                      std::vector<mir::Inst> members;
                      for (const std::uint32_t m : group.members) members.push_back(*groups.block.inst(m));
                      if (group.kind != tex) members = {wider(f, members, group.kind == ld)};
                      out.insert(out.end(), members.begin(), members.end());
                    });
    f.blocks[groups.handle].insts = std::move(out);
  }

 private:
  enum Kind : std::uint32_t { ld, st, tex };

  // One load or store of all of them.
  mir::Inst wider(mir::Function& f, const std::vector<mir::Inst>& members, bool load) {
    const mir::Inst& first = members[0];
    std::string text = m_->op(first.op).text;
    text.insert(text.rfind('.'), ".v" + std::to_string(members.size()));
    std::vector<mir::Operand> slots{mir::make_group(mir::GroupKind::tuple, static_cast<unsigned>(members.size()))};
    for (const mir::Inst& member : members) slots.push_back(f.operands_of(member)[load ? 0 : 1]);
    const mir::Operand address = f.operands_of(first)[load ? 1 : 0];
    slots.insert(load ? slots.end() : slots.begin(), address);
    mir::Inst merged = f.make(m_->intern(text), slots);
    merged.line = first.line;
    merged.loc = first.loc;
    return merged;
  }
  static bool known_space(mir::Space s) {
    using enum mir::Space;
    return s == global || s == shared || s == local || s == constant || s == generic;
  }
  // Equal names, equal numbers; 0 is none.
  std::uint64_t number(const std::string& name) { return names_.try_emplace(name, names_.size() + 1).first->second; }

  std::optional<group::Identified> access(const Region& code, std::uint32_t at, const mir::Inst& i,
                                          const mir::OpDesc& d) {
    using enum mir::Operand::Kind;
    const mir::Function& f = code.view().function();
    const auto slots = f.operands_of(i);
    const bool load = d.op == mir::Op::ld;
    // One address; a cache hint would be a further operand.
    const auto is_memory = [](const mir::Operand& o) { return o.kind == mem_reg || o.kind == mem_sym; };
    if (std::count_if(slots.begin(), slots.end(), is_memory) != 1) return std::nullopt;
    const mir::Operand address = *std::find_if(slots.begin(), slots.end(), is_memory);
    if (address.value < -(std::int64_t{1} << 40) || address.value > std::int64_t{1} << 40) return std::nullopt;
    const std::uint32_t bytes = mir::access_bytes(d);
    const std::uint64_t key =
        address.kind == mem_reg
            ? number("r" + std::to_string(address.a) + "." + std::to_string(code.places(at)[0].version))
            : number("s" + m_->name(address.a));
    const mir::Operand* const value = slots.size() == 2 ? &slots[load ? 0 : 1] : nullptr;
    const bool wanted = load ? options_.loads : options_.stores;
    if (!wanted || value == nullptr || value->kind != reg || value->negated || value->reserved != 0 ||
        i.guard != mir::none || d.vector != 1 || d.is_volatile || bytes == 0 || bytes > 8 || !known_space(d.space))
      return std::nullopt;
    const std::uint32_t align =
        address.kind == mem_reg ? align_of(f, address.a, 0) : mir::extent_of(*m_, f, m_->name(address.a)).align;
    return group::Identified{number("k" + d.text + " " + std::to_string(key)), address.value, bytes, load ? ld : st,
                             align};
  }
  std::optional<group::Identified> texture(const Region& code, std::uint32_t at, const mir::Inst& i,
                                           const mir::OpDesc& d) {
    using enum mir::Operand::Kind;
    std::string key = "t" + d.text;
    bool inside = false;
    for (const mir::Operand& o : code.view().function().operands_of(i)) {
      if (o.kind == mir::Operand::Kind::group) {
        if (inside) break;  // the coordinates
        inside = o.a == static_cast<std::uint32_t>(mir::GroupKind::bracket);
      } else if (inside && o.kind == symbol) {
        key += " s" + m_->name(o.a);
      } else if (inside && o.kind == reg) {
        key += " r" + std::to_string(o.a) + ".";
        for (const auto& use : code.operands(at))
          if (code.value(use.value) == o.a && !use.is_def) {
            key += std::to_string(use.version);  // as its last definition in the block left it
            break;
          }
      }
    }
    if (!inside) return std::nullopt;
    return group::Identified{number(key), at, 1, tex, 1};
  }

  // ---- what is known of alignments

  void find_single_definitions(const mir::Function& f) {
    std::vector<const mir::Inst*>& defs = definitions_[&f];
    std::vector<bool> several(f.regs.size());
    defs.assign(f.regs.size(), nullptr);
    for (const mir::Block& block : f.blocks)
      for (const mir::Inst& i : block.insts)
        mir::for_each_reg(*m_, f, i, [&](mir::Reg r, bool def) {
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
  std::uint32_t align_of(const mir::Function& f, const mir::Operand& o, unsigned depth) const {
    using enum mir::Operand::Kind;
    if (o.negated || o.reserved != 0) return 1;
    if (o.kind == imm) return low_bit(o.value);
    if (o.kind == symbol) return std::min(mir::extent_of(*m_, f, m_->name(o.a)).align, low_bit(o.value));
    return o.kind == reg ? align_of(f, static_cast<mir::Reg>(o.a), depth + 1) : 1;
  }
  std::uint32_t align_of(const mir::Function& f, mir::Reg r, unsigned depth) const {
    const mir::Inst* const i = definitions_.at(&f)[r];
    if (i == nullptr || depth > 8) return 1;
    const mir::OpDesc& d = m_->op(i->op);
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
        if (p.name == m_->name(slots[1].a) && p.ptr && p.ptr_align != 0 && (p.ptr_align & (p.ptr_align - 1)) == 0)
          return std::min(p.ptr_align, 4096U);
    return 1;
  }

  mir::Module* m_;
  MirGroupOptions options_;
  std::vector<mir::Function*> functions_;
  std::vector<group::Kind> kinds_ = kinds();
  std::map<std::string, std::uint64_t> names_;
  std::map<const mir::Function*, std::vector<const mir::Inst*>> definitions_;  // looked up only
};

/// Functions of a module. What else a block does is the View's to say: what is not understood is a fence.
class MirGrouper : public group::OfView<MirView, MirMerge> {
 public:
  explicit MirGrouper(mir::Module& module, MirGroupOptions options = {})
      : OfView(MirMerge(module, std::move(options))) {
    for (mir::Function& f : module.functions) take(module, f);
  }
  /// One function; of the others nothing is looked at.
  MirGrouper(mir::Module& module, mir::Function& function, MirGroupOptions options = {})
      : OfView(MirMerge(module, std::move(options))) {
    take(module, function);
  }

 private:
  void take(const mir::Module& module, mir::Function& f) {
    own().add(f);
    add(MirView(module, f));
  }
};
static_assert(group::explain_grouper<MirGrouper>());

}  // namespace lathe::nvptx
