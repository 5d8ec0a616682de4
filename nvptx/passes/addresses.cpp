// Address modes: additions of constants and addresses of variables move into [reg+imm] and [symbol+imm].
//
// An addition is folded only when all its uses are addresses (directly, or through further such additions), so
// that it goes away and no register lives longer beside it. Only proper SSA registers take part.
// Cost: linear.
#include <algorithm>
#include <optional>

#include "nvptx/passes/pass_list.hpp"
#include "nvptx/passes/ssa.hpp"

namespace lathe::nvptx {

bool takes_offsets(const OpDesc& d) {
  switch (d.op) {
    case Op::ld:
    case Op::ldu:
    case Op::st:
    case Op::atom:
    case Op::red:
    case Op::prefetch:
    case Op::ldmatrix:
    case Op::stmatrix:
    case Op::wmma:
    case Op::mbarrier:
      return true;
    case Op::cp:
      return !d.has("bulk");
    default:
      return false;
  }
}

namespace {

class AddressFolding {
 public:
  AddressFolding(Module& m, Function& f, const SsaFacts& ssa) : m_(m), f_(f), ssa_(ssa) {}

  void run() {
    if (!find_sources()) return;
    count_other_uses();
    for (mir::Block& block : f_.blocks)
      for (Inst& inst : block.insts) {
        if (!takes_offsets(m_.op(inst.op))) continue;
        for (Operand& o : f_.operands_of(inst))
          if (o.kind == Operand::Kind::mem_reg) fold(o, m_.op(inst.op));
      }
  }

 private:
  struct Source {  // r = base + offset, or r = symbol + offset
    enum class Kind : std::uint8_t { no, add, symbol } kind = Kind::no;
    std::uint32_t base = mir::none;
    std::int64_t offset = 0;
  };

  // The address of a device function's parameter is one of local memory; [parameter] is one of .param space.
  bool lies_elsewhere(mir::NameId symbol) const {
    return !f_.kernel && std::any_of(f_.params.begin(), f_.params.end(),
                                     [&](const mir::Variable& p) { return p.name == m_.name(symbol); });
  }

  Source source_of(const Inst& inst) const {
    const auto s = f_.operands_of(inst);
    if (inst.guard != mir::none || s.empty() || s[0].kind != Operand::Kind::reg || !ssa_.proper(s[0].a)) return {};
    const OpDesc& d = m_.op(inst.op);
    if (mir::bits_of(f_.regs[s[0].a].type) != 64) return {};
    if (d.op == Op::mov && s.size() == 2 && s[1].kind == Operand::Kind::symbol && !lies_elsewhere(s[1].a))
      return {Source::Kind::symbol, s[1].a, s[1].value};
    if ((d.op != Op::add && d.op != Op::sub) || s.size() != 3 || d.modifiers.size() != 1 ||
        mir::bits_of(d.type) != 64 || d.type == mir::Type::f64)
      return {};
    if (s[1].kind != Operand::Kind::reg || s[1].negated || !ssa_.proper(s[1].a) || s[2].kind != Operand::Kind::imm)
      return {};
    if (s[2].value < INT32_MIN || s[2].value > INT32_MAX) return {};
    return {Source::Kind::add, s[1].a, d.op == Op::add ? s[2].value : -s[2].value};
  }

  bool find_sources() {
    source_.assign(f_.regs.size(), {});
    bool any = false;
    for (const mir::Block& block : f_.blocks)
      for (const Inst& inst : block.insts) {
        const Source s = source_of(inst);
        if (s.kind == Source::Kind::no) continue;
        source_[f_.operands_of(inst)[0].a] = s;
        any = true;
      }
    return any;
  }

  // Uses that keep a register alive: all but addresses and additions that go away themselves.
  void count_other_uses() {
    kept_.assign(f_.regs.size(), false);
    std::vector<Reg> work;
    const auto keep = [&](Reg r) {
      if (kept_[r]) return;
      kept_[r] = true;
      work.push_back(r);
    };
    for (const mir::Block& block : f_.blocks)
      for (const Inst& inst : block.insts) {
        if (m_.op(inst.op).op == Op::p_raw) continue;  // says where a variable is, and uses nothing
        if (inst.guard != mir::none) keep(inst.guard);
        const auto slots = f_.operands_of(inst);
        const bool offsets = takes_offsets(m_.op(inst.op));
        const bool foldable = !slots.empty() && slots[0].kind == Operand::Kind::reg &&
                              source_[slots[0].a].kind == Source::Kind::add && ssa_.definition(slots[0].a) == &inst;
        const std::uint32_t defs = mir::def_slots(m_.op(inst.op), f_, inst);
        for (std::uint32_t i = 0; i < slots.size(); ++i) {
          const bool address = slots[i].kind == Operand::Kind::mem_reg;
          if (address ? !offsets : slots[i].kind == Operand::Kind::reg && i >= defs && !foldable) keep(slots[i].a);
        }
      }
    while (!work.empty()) {
      const Reg r = work.back();
      work.pop_back();
      if (source_[r].kind == Source::Kind::add) keep(source_[r].base);
    }
  }

  void fold(Operand& o, const OpDesc& d) {
    Reg r = o.a;
    std::int64_t offset = o.value;
    for (std::size_t steps = 0; steps < f_.regs.size(); ++steps) {
      const Source& s = source_[r];
      if (s.kind == Source::Kind::no) return;
      const std::int64_t sum = offset + s.offset;
      if (sum < INT32_MIN || sum > INT32_MAX) return;
      if (s.kind == Source::Kind::symbol) {
        // mov gives the address in the variable's own space: good for an access that names its space.
        if (d.space == mir::Space::generic || d.space == mir::Space::none) return;
        o = Operand::make_mem_sym(s.base, sum);
        return;
      }
      if (kept_[r]) return;
      offset = sum;
      r = s.base;
      o.a = r;
      o.value = offset;
    }
  }

  Module& m_;
  Function& f_;
  const SsaFacts& ssa_;
  std::vector<Source> source_;
  std::vector<bool> kept_;
};

}  // namespace

void fold_addresses(Module& module, Function& function, const SsaFacts& ssa) {
  AddressFolding(module, function, ssa).run();
}

}  // namespace lathe::nvptx
