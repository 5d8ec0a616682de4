// The peephole passes on PTX: passes::peephole with the rules of peephole.rules, passes::drop_undemanded, and the two
// foldings that are no rewriting of values: negations into guards, and address spaces into accesses.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
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

/// May an access whose text is `d` stand with a space between its orders and the rest of its words, as ptxas has it?
/// Without one it may go anywhere; some words are for global memory alone, orders for what other threads see.
bool takes_space(const mir::OpDesc& d, std::string_view space) {
  if (d.op != Op::ld && d.op != Op::st && d.op != Op::atom && d.op != Op::red) return false;
  if (d.text.find(".async") != std::string::npos) return false;
  if (space == "global") return true;
  const bool seen_by_others = space == "shared";
  const auto one_of = [](std::string_view word, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  for (const std::string_view word : d.modifiers) {
    if (word.find("::") != std::string_view::npos || word == "mmio") return false;
    const bool atomic = d.op == Op::atom || d.op == Op::red;
    if (atomic && one_of(word, {"v2", "v4", "v8"})) return false;
    if (!seen_by_others && one_of(word, {"volatile", "relaxed", "acquire", "release"})) return false;
  }
  if (space == "const") return d.op == Op::ld;
  return seen_by_others || d.op == Op::ld || d.op == Op::st;
}
/// The text with the space behind what orders it among threads.
std::string in_space(const mir::OpDesc& d, std::string_view space) {
  static constexpr std::string_view orders[] = {"weak",    "volatile", "mmio",    "relaxed", "acquire", "release",
                                                "acq_rel", "cta",      "cluster", "gpu",     "sys"};
  std::size_t at = d.text.find('.');
  while (at != std::string::npos) {
    const std::size_t end = d.text.find('.', at + 1);
    const std::string_view word =
        std::string_view(d.text).substr(at + 1, end == std::string::npos ? end : end - at - 1);
    if (std::find(std::begin(orders), std::end(orders), word) == std::end(orders)) break;
    at = end;
  }
  return d.text.substr(0, at) + "." + std::string(space) + d.text.substr(at);
}

/// `not.pred q, p; @q ...` becomes `@!p ...`; `cvta.local g, l; ld.u32 r, [g+4]` becomes `ld.local.u32 r, [l+4]`.
class Folding {
 public:
  Folding(MachineChain& on, PtxMachine& machine, lathe::passes::Changes<MaybeRemarks>& changes, FoldResult& result)
      : code_(on.code()), changes_(changes), result_(result), ops_(on, machine), editing_(code_, on, ops_) {}

  void guards() {
    each([this](MirId i) { guard(i); });
  }
  void accesses() {
    each([this](MirId i) { access(i); });
  }

 private:
  template <class F>
  void each(F&& f) {
    for (const std::uint32_t b : ops_.places.order.blocks) {
      std::vector<MirId> all;
      for (const MirId i : code_.instructions(ops_.known.blocks[b])) all.push_back(i);
      for (const MirId i : all) {
        if (!changes_.any()) return;
        f(i);
      }
    }
  }
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

  // Loads, stores and atomic operations of generic addresses.
  void access(MirId i) {
    const mir::OpDesc& d = code_.op(i);
    if (d.space != Space::generic || !takes_space(d, "global")) return;
    const auto slots = std::as_const(code_).slots(i);
    const auto address =
        std::find_if(slots.begin(), slots.end(), [](const mir::Operand& o) { return o.kind == Kind::mem_reg; });
    if (address == slots.end()) return;
    const auto slot = static_cast<std::size_t>(address - slots.begin());
    std::int64_t offset = address->value;
    const mir::Reg was = address->a;
    const auto base = specific(was, i, offset);
    if (!base || offset < -(std::int64_t{1} << 31) || offset >= std::int64_t{1} << 31) return;
    if (!takes_space(d, base->second) || !changes_.next("AccessInSpace")) return;
    const std::string text = in_space(d, base->second);
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
        static constexpr const char* names[] = {"global", "shared", "local", "const"};
        if (o.attribute < 100 || o.attribute > 103) return {};
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

void fold(MachineChain& on, const MachinePassContext& context, const char* name, std::uint64_t& fuel,
          void (Folding::*what)()) {
  MaybeRemarks sink = context.sink();
  FoldResult result;
  lathe::passes::Changes<MaybeRemarks> changes(name, fuel, sink);
  PtxMachine machine(on.code());
  Folding folding(on, machine, changes, result);
  (folding.*what)();
  changes.close(result);
  context.count(result);
  fuel -= result.changes;
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
  // Accesses first: of an address that goes to generic and back the rules leave the one that tells no space.
  fold(on, context, "nvptx-peephole", fuel, &Folding::accesses);
  run_rules(on, context, peephole::rules_of(peephole::Set::machine, false, false), "nvptx-peephole", fuel);
  fold(on, context, "nvptx-peephole", fuel, &Folding::guards);
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
