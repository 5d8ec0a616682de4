// The peephole passes on PTX: passes::peephole with the rules of peephole.rules, passes::drop_undemanded, and the two
// foldings that are no rewriting of values: negations into guards, and address spaces into accesses.
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/demanded_bits.hpp>
#include <lathe/passes/peephole.hpp>

#include "nvptx/passes/machine.hpp"
#include "nvptx/passes/peephole_words.hpp"

namespace lathe::nvptx::machine {
namespace {

using lathe::passes::Operations;
using mir::Op, mir::Space;
using peephole::PtxMachine, peephole::Word;
using Kind = mir::Operand::Kind;
using Ops = Operations<MirCode, PtxMachine>;

void run_rules(MachineChain& on, const MachinePassContext& context, const rules::Compiled& list, const char* name,
               std::uint64_t& fuel) {
  PtxMachine machine(on.code());
  lathe::passes::PeepholeOptions options;
  options.fuel = fuel;
  auto result = lathe::passes::peephole(on, machine, list, options, context.sink(), name);
  context.count(result);
  if (context.row != nullptr)
    for (std::uint32_t r = 0; r < list.list.size(); ++r)
      if (result.fired[r] != 0) context.row->counters.emplace_back("rule " + list.list[r].name, result.fired[r]);
  fuel -= result.changes;
}

struct FoldStats {
  std::uint64_t guards = 0, accesses = 0;
  static constexpr auto fields() {
    using F = std::pair<const char*, std::uint64_t FoldStats::*>;
    return std::array{F{"negations folded into guards", &FoldStats::guards},
                      F{"accesses in the space of their address", &FoldStats::accesses}};
  }
};
enum class FoldReason : std::uint8_t {};
using FoldResult = lathe::passes::PassResult<MirCode, FoldStats, FoldReason>;

/// `not.pred q, p; @q ...` becomes `@!p ...`; `cvta.local g, l; ld.u32 r, [g+4]` becomes `ld.local.u32 r, [l+4]`.
class Folding {
 public:
  Folding(MachineChain& on, PtxMachine& machine, lathe::passes::Changes<MaybeRemarks>& changes, FoldResult& result)
      : code_(on.code()), changes_(changes), result_(result), ops_(on, machine), editing_(code_, on, ops_) {}

  void run() {
    for (const std::uint32_t b : ops_.places.order.blocks) {
      std::vector<MirId> all;
      for (const MirId i : code_.instructions(ops_.known.blocks[b])) all.push_back(i);
      for (const MirId i : all) {
        if (!changes_.any()) return;
        guard(i);
      }
      all.clear();
      for (const MirId i : code_.instructions(ops_.known.blocks[b])) all.push_back(i);
      for (const MirId i : all) {
        if (!changes_.any()) return;
        access(i);
      }
    }
  }

 private:
  void guard(MirId i) {
    const mir::Reg guard = code_.inst(i).guard;
    if (guard == mir::none) return;
    const Ops::Seen seen = ops_.see({guard, false, false, 0, peephole::i1}, ops_.places.of(i));
    const Ops::Operation* const o = seen.def != lathe::passes::none ? ops_.read(seen.def) : nullptr;
    if (o == nullptr || static_cast<Word>(o->operation) != Word::xor_ || !o->operands[1].literal) return;
    if (o->operands[1].bits != 1 || o->operands[0].literal || !changes_.next("NegationFolded")) return;
    const mir::Reg positive = o->operands[0].value;
    const MirId made = code_.make_inverted(i);
    std::uint32_t k = 0, at = 0;
    code_.for_each_operand(made, [&](const lathe::program::Operand<mir::Reg>& operand) {
      if (operand.role == lathe::program::Role::guard) at = k;
      ++k;
    });
    code_.set_operand(made, at, positive);
    editing_.insert_before(made, i);
    editing_.erase(i);
    ops_.drop_dead(editing_, {guard}, [](std::uint32_t) {}, [](mir::Reg) {});
    ++result_.stats.guards;
  }

  // Plain loads and stores of generic addresses: nothing between their name and their type but a vector's length.
  void access(MirId i) {
    const mir::OpDesc& d = code_.op(i);
    if ((d.op != Op::ld && d.op != Op::st) || d.space != Space::generic) return;
    if (d.modifiers.size() != (d.vector > 1 ? 2U : 1U)) return;
    const mir::Operand* const address = mir::address_of(code_.module(), code_.function(), code_.inst(i));
    if (address == nullptr || address->kind != Kind::mem_reg) return;
    const auto slot = static_cast<std::uint32_t>(address - std::as_const(code_).slots(i).data());
    std::int64_t offset = address->value;
    const mir::Reg was = address->a;
    const auto base = specific(was, i, offset);
    if (!base || offset < -(std::int64_t{1} << 31) || offset >= std::int64_t{1} << 31) return;
    if (!changes_.next("AccessInSpace")) return;
    const std::string text = std::string(d.op == Op::ld ? "ld." : "st.") + base->second + d.text.substr(2);
    const MirId made = code_.clone(i);
    code_.slots(made)[slot] = mir::Operand::make_mem_reg(base->first, offset);
    const MirId renamed = rename(made, text);
    editing_.insert_before(renamed, i);
    editing_.erase(i);
    ops_.drop_dead(editing_, {was}, [](std::uint32_t) {}, [](mir::Reg) {});
    ++result_.stats.accesses;
  }
  MirId rename(MirId i, const std::string& text) {
    mir::Inst inst = code_.inst(i);
    inst.op = code_.module().intern(text);
    const MirId made = code_.make(inst);
    code_.drop(i);
    return made;
  }
  /// The register and the space that a generic address is made from, through sums with constants.
  std::optional<std::pair<mir::Reg, const char*>> specific(mir::Reg r, MirId reader, std::int64_t& offset) {
    Ops::Seen seen = ops_.see({r, false, false, 0, code_.module().address_size}, ops_.places.of(reader));
    for (int depth = 0; depth < 8 && seen.def != lathe::passes::none; ++depth) {
      const Ops::Operation& o = *ops_.read(seen.def);
      const Standing there = ops_.places.of(seen.def);
      if (static_cast<Word>(o.operation) == Word::cvta && !o.operands[0].literal) {
        static constexpr const char* names[] = {"global", "shared", "local"};
        if (o.attribute < 100 || o.attribute > 102) return {};
        const Ops::Seen inner = ops_.see(o.operands[0], there);
        if (!inner.is_value || !inner.settled) return {};
        return std::pair(inner.value, names[o.attribute - 100]);
      }
      if (static_cast<Word>(o.operation) != Word::add || !o.operands[1].literal || o.operands[0].literal) return {};
      offset += static_cast<std::int64_t>(o.operands[1].bits);
      seen = ops_.see(o.operands[0], there);
    }
    return {};
  }
  using Standing = lathe::passes::Standing;

  MirCode& code_;
  lathe::passes::Changes<MaybeRemarks>& changes_;
  FoldResult& result_;
  Ops ops_;
  lathe::passes::ChainEditing<MirCode, Ops> editing_;
};

void fold(MachineChain& on, const MachinePassContext& context, const char* name, std::uint64_t fuel) {
  MaybeRemarks sink = context.sink();
  FoldResult result;
  lathe::passes::Changes<MaybeRemarks> changes(name, fuel, sink);
  PtxMachine machine(on.code());
  Folding(on, machine, changes, result).run();
  changes.close(result);
  context.count(result);
}

}  // namespace

void peephole_rules(MachineChain& on, const MachinePassContext& context) {
  const PassKnobs& knobs = context.options.knobs;
  std::uint64_t fuel = context.fuel;
  run_rules(on, context, peephole::rules_of(peephole::Set::usual, knobs.nvptx_peephole_forms, knobs.nvptx_peephole_fma),
            "peephole-opt", fuel);
}
void nvptx_peephole(MachineChain& on, const MachinePassContext& context) {
  std::uint64_t fuel = context.fuel;
  run_rules(on, context, peephole::rules_of(peephole::Set::machine, false, false), "nvptx-peephole", fuel);
  fold(on, context, "nvptx-peephole", fuel);
}
void erase_proxy_registers(MachineChain& on, const MachinePassContext& context) {
  std::uint64_t fuel = context.fuel;
  run_rules(on, context, peephole::rules_of(peephole::Set::local, false, false), "nvptx-proxy-reg-erasure", fuel);
}
void drop_truncations(MachineChain& on, const MachinePassContext& context) {
  PtxMachine machine(on.code());
  lathe::passes::DemandedBitsOptions options;
  options.fuel = context.fuel;
  context.count(lathe::passes::drop_undemanded(on, machine, options, context.sink(), "nvptx-trunc-opts"));
}

}  // namespace lathe::nvptx::machine
