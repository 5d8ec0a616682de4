// Structural checker of machine IR. Shares nothing with the passes.
//
// Right means: operand slots, registers, labels and side tables are in range; groups are well formed; branches
// stand at the end of their block; guards are predicates; phis stand first, name each predecessor once, and give
// one register that nothing else defines. (Other registers may have several definitions: tied operands of inline
// assembly, parsed PTX.)
// Cost: O(instructions + operands).
#include <algorithm>
#include <unordered_set>

#include "nvptx/mir/text.hpp"

namespace lathe::nvptx::mir {
namespace {

class Verifier {
 public:
  Verifier(const Module& m, const Function& f, std::vector<std::string>& faults) : m_(m), f_(f), faults_(faults) {}

  void run() {
    if (f_.declaration) {
      if (!f_.blocks.empty()) fault("a declaration has blocks");
      return;
    }
    if (f_.module != nullptr && f_.module != &m_) fault("belongs to another module");
    defs_.assign(f_.regs.size(), 0);
    for (b_ = 0; b_ < f_.blocks.size(); ++b_) block(f_.blocks[b_]);
    for (const Table& t : f_.tables)
      for (const BlockId b : t.targets)
        if (b >= f_.blocks.size())
          fault("table " + t.name + " names block " + std::to_string(b) + ", which is not there");
    if (has_phi_) {
      phis();
    }
  }

 private:
  void fault(const std::string& what) { faults_.push_back("function " + f_.name + ": " + what); }
  void fault_here(const Inst& inst, const std::string& what) {
    const std::string op = inst.op == none ? "?" : m_.op(inst.op).text;
    fault("block " + std::to_string(b_) + ": " + op + ": " + what);
  }
  std::string reg_name(Reg r) const {
    return f_.regs[r].name.empty() ? "#" + std::to_string(r) : f_.regs[r].name.get();
  }

  void block(const Block& block) {
    bool terminated = false, past_phis = false;
    for (const Inst& inst : block.insts) {
      if (inst.op == none) {
        fault("block " + std::to_string(b_) + ": an instruction without operation");
        continue;
      }
      const OpDesc& d = m_.op(inst.op);
      const bool branch = d.op == Op::bra || d.op == Op::brx;
      if (terminated && !d.terminator) {
        fault_here(inst, "stands after a branch");
        terminated = false;
      }
      terminated |= branch || (d.terminator && inst.guard == none);
      if (d.op == Op::phi) {
        has_phi_ = true;
        if (past_phis) fault_here(inst, "stands after an instruction that is no phi");
      } else {
        past_phis = true;
      }
      if (slots_fit(inst)) operands(inst, d);
    }
  }

  bool slots_fit(const Inst& inst) {
    if (std::uint64_t{inst.begin} + inst.count > f_.operands.size()) {
      fault_here(inst, "operands out of range");
      return false;
    }
    if (inst.loc >= f_.locations.size() && inst.loc != 0) fault_here(inst, "location out of range");
    const auto slots = f_.operands_of(inst);
    for (std::size_t i = 0; i < slots.size(); ++i)
      if (slots[i].kind == Operand::Kind::group &&
          (slots[i].value < 0 || static_cast<std::uint64_t>(slots[i].value) > slots.size() - i - 1)) {
        fault_here(inst, "group of " + std::to_string(slots[i].value) + " slots is too long");
        return false;
      }
    return true;
  }

  void operands(const Inst& inst, const OpDesc& d) {
    if (inst.guard != none) {
      if (inst.guard >= f_.regs.size())
        fault_here(inst, "guard is not declared");
      else if (f_.regs[inst.guard].type != Type::pred)
        fault_here(inst, "guard " + reg_name(inst.guard) + " is no predicate");
    }
    const auto slots = f_.operands_of(inst);
    if (!tables_fit(inst, d, slots)) return;
    const std::uint32_t defs = def_slots(d, f_, inst);
    if (defs > slots.size()) fault_here(inst, "too few operands");
    for (std::uint32_t i = 0; i < slots.size(); ++i) {
      const Operand& o = slots[i];
      switch (o.kind) {
        case Operand::Kind::reg:
        case Operand::Kind::mem_reg:
          if (o.a >= f_.regs.size()) {
            fault_here(inst, "register " + std::to_string(o.a) + " is not declared");
          } else if (o.kind == Operand::Kind::reg && i < defs) {
            ++defs_[o.a];
          } else if (o.kind == Operand::Kind::mem_reg && f_.regs[o.a].type == Type::pred) {
            fault_here(inst, "a predicate cannot be an address");
          }
          break;
        case Operand::Kind::block:
          if (o.a >= f_.blocks.size()) fault_here(inst, "block " + std::to_string(o.a) + " is not there");
          break;
        default:
          break;
      }
    }
    types(inst, d, slots);
  }

  bool tables_fit(const Inst& inst, const OpDesc& d, std::span<const Operand> slots) {
    std::size_t limit = 0;
    switch (d.op) {
      case Op::p_decl:
        limit = f_.variables.size();
        break;
      case Op::p_proto:
        limit = f_.prototypes.size();
        break;
      case Op::p_targets:
        limit = f_.tables.size();
        break;
      case Op::p_asm:
        limit = f_.asms.size();
        break;
      default:
        return true;
    }
    const std::int64_t index = slots.empty() ? -1 : d.op == Op::p_asm ? slots[0].value : slots.back().value;
    if (index >= 0 && static_cast<std::uint64_t>(index) < limit) return true;
    fault_here(inst, "index " + std::to_string(index) + " is out of range");
    return false;
  }

  // Widths that every PTX assembler insists on: plain moves and two-operand arithmetic.
  void types(const Inst& inst, const OpDesc& d, std::span<const Operand> slots) {
    switch (d.op) {
      case Op::add:
      case Op::sub:
      case Op::and_:
      case Op::or_:
      case Op::xor_:
      case Op::min:
      case Op::max:
      case Op::mov:
        break;
      default:
        return;
    }
    if (d.type == Type::none || bits_of(d.type) == 0 || d.modifiers.size() != 1) return;
    const bool whole = std::none_of(slots.begin(), slots.end(), [](auto& o) { return o.kind == Operand::Kind::group; });
    if (!whole) return;  // mov packs and unpacks
    // Packed halves in the place of a predicate: odd, but ptxas takes it, and other people's PTX is not to be blamed.
    const auto taken = [&](Type type) { return d.type == Type::pred && type == Type::f16x2; };
    for (const Operand& o : slots)
      if (o.kind == Operand::Kind::reg && o.a < f_.regs.size() && bits_of(f_.regs[o.a].type) != bits_of(d.type) &&
          !taken(f_.regs[o.a].type))
        fault_here(inst, "register " + reg_name(o.a) + " is ." + std::string(to_string(f_.regs[o.a].type)));
  }

  // Each phi names exactly the predecessors.
  void phis() {
    std::vector<std::vector<BlockId>> predecessors(f_.blocks.size());
    for (BlockId b = 0; b < f_.blocks.size(); ++b) {
      const auto& insts = f_.blocks[b].insts;
      const auto add = [&](BlockId to) {
        if (to < f_.blocks.size()) predecessors[to].push_back(b);
      };
      for (const Inst& inst : insts) {
        if (inst.op == none || !m_.op(inst.op).terminator) continue;
        for (const Operand& o : f_.operands_of(inst)) {
          if (o.kind == Operand::Kind::block) add(o.a);
          if (o.kind == Operand::Kind::symbol)
            for (const Table& t : f_.tables)
              if (t.name == m_.name(o.a)) std::for_each(t.targets.begin(), t.targets.end(), add);
        }
      }
      const bool falls = insts.empty() || insts.back().guard != none || !m_.op(insts.back().op).terminator;
      if (falls && b + 1 < f_.blocks.size()) add(b + 1);
    }
    for (b_ = 0; b_ < f_.blocks.size(); ++b_) {
      auto& expected = predecessors[b_];
      std::sort(expected.begin(), expected.end());
      expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
      for (const Inst& inst : f_.blocks[b_].insts) {
        if (inst.op == none || m_.op(inst.op).op != Op::phi) break;
        phi(inst, expected);
      }
    }
  }
  void phi(const Inst& inst, const std::vector<BlockId>& expected) {
    const auto slots = f_.operands_of(inst);
    if (slots.empty() || slots[0].kind != Operand::Kind::reg) return fault_here(inst, "no result register");
    if (slots[0].a < defs_.size() && defs_[slots[0].a] > 1)
      fault_here(inst, "its result " + reg_name(slots[0].a) + " has other definitions");
    std::vector<BlockId> found;
    for (std::uint32_t i = 1; i < slots.size(); i += slots_of(slots, i)) {
      if (slots[i].kind != Operand::Kind::group || slots[i].value != 2 || i + 2 >= slots.size() ||
          slots[i + 2].kind != Operand::Kind::block)
        return fault_here(inst, "operands must be {value, label}");
      found.push_back(slots[i + 2].a);
      const Operand& v = slots[i + 1];
      if (v.kind == Operand::Kind::reg && v.a < f_.regs.size() && slots[0].a < f_.regs.size() &&
          bits_of(f_.regs[v.a].type) != bits_of(f_.regs[slots[0].a].type))
        fault_here(inst, "operand " + reg_name(v.a) + " has another width than the result");
    }
    std::sort(found.begin(), found.end());
    if (std::adjacent_find(found.begin(), found.end()) != found.end()) fault_here(inst, "names a predecessor twice");
    found.erase(std::unique(found.begin(), found.end()), found.end());
    if (found != expected) fault_here(inst, "its labels are not the block's predecessors");
  }

  const Module& m_;
  const Function& f_;
  std::vector<std::string>& faults_;
  std::vector<std::uint32_t> defs_;
  BlockId b_ = 0;
  bool has_phi_ = false;
};

}  // namespace

void verify(const Module& module, const Function& function, std::vector<std::string>& faults) {
  Verifier(module, function, faults).run();
}

void verify(const Module& module, std::vector<std::string>& faults) {
  std::unordered_set<std::string_view> names;
  for (const Item& item : module.items) {
    if (item.kind == Item::Kind::variable && item.index >= module.variables.size())
      faults.push_back("module: item names variable " + std::to_string(item.index) + ", which is not there");
    if (item.kind == Item::Kind::function && item.index >= module.functions.size())
      faults.push_back("module: item names function " + std::to_string(item.index) + ", which is not there");
  }
  for (const Variable& v : module.variables)
    if (v.linkage != "extern" && !names.insert(v.name).second)
      faults.push_back("module: variable " + v.name + " is defined twice");
  for (const Function& f : module.functions) {
    if (!f.declaration && !names.insert(f.name).second) faults.push_back("module: " + f.name + " is defined twice");
    verify(module, f, faults);
  }
}

}  // namespace lathe::nvptx::mir
