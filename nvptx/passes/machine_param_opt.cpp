// Loads of parameters: passes::redundant_loads on PTX, of ld.param alone. The function's own parameters stay what they
// are; those of a call frame are written by st.param and by the call, across which nothing is known.
#include <algorithm>
#include <optional>
#include <string>

#include <lathe/passes/redundant_loads.hpp>

#include "nvptx/passes/machine.hpp"

namespace lathe::nvptx::machine {
namespace {

using mir::Op, mir::Operand, mir::Space, mir::Type;
using Kind = Operand::Kind;

class ParameterLoads {
 public:
  explicit ParameterLoads(MirCode& code) : code_(code) {}

  template <class F>
  void for_each_word(MirId i, F&& f) const {
    const mir::OpDesc& d = code_.op(i);
    const auto slots = std::as_const(code_).slots(i);
    if (d.op != Op::ld || d.space != Space::param || d.is_volatile || slots.empty()) return;
    const unsigned bits = mir::bits_of(d.type);
    const std::uint32_t count = mir::slots_of(slots, 0);
    const auto words = count == 1 ? slots.subspan(0, 1) : slots.subspan(1, count - 1);
    if (bits < 8 || words.size() != d.vector) return;
    for (const Operand& o : words)
      if (o.kind != Kind::reg || o.negated || mir::bits_of(code_.function().regs[o.a].type) < std::max(16U, bits))
        return;
    for (std::uint32_t k = 0; k < words.size(); ++k) {
      const unsigned held = mir::bits_of(code_.function().regs[words[k].a].type);
      // What is wider than the word has its extension, and is the same in registers of that width alone.
      const std::uint32_t how = held == bits ? 0 : held * 2 + mir::is_signed(d.type);
      f(k * bits / 8, bits / 8, how, mir::Reg{words[k].a});
    }
  }
  std::optional<MirId> make_copy(MirId load, mir::Reg to, mir::Reg from) {
    mir::Function& f = code_.function();
    const Type type = f.regs[to].type;
    if (type == Type::pred || mir::bits_of(type) != mir::bits_of(f.regs[from].type)) return {};
    const Operand slots[] = {Operand::make_reg(to), Operand::make_reg(from)};
    mir::Inst made = f.make(code_.module().intern(mir::move_text(type)), slots);
    made.line = code_.inst(load).line;
    made.loc = code_.inst(load).loc;
    return code_.make(made);
  }
  // A parameter of the function itself, at a place that is known.
  bool stays(MirId i) const {
    bool any = false;
    for_each_word(i, [&](std::uint32_t, std::uint32_t, std::uint32_t, mir::Reg) { any = true; });
    const auto effects = code_.effects(i);
    const Operand* const address = any ? mir::address_of(code_.module(), code_.function(), code_.inst(i)) : nullptr;
    return address != nullptr && address->kind == Kind::mem_sym && code_.inst(i).guard == mir::none &&
           effects.has(lathe::program::Effect::constant) && !effects.has(lathe::program::Effect::reads);
  }

 private:
  MirCode& code_;
};

}  // namespace

void optimize_parameter_loads(MachineChain& on, const MachinePassContext& context) {
  MirCode& code = on.code();
  const PassKnobs& knobs = context.options.knobs;
  ParameterLoads loads(code);
  lathe::passes::RedundantLoadsOptions options;
  options.name = "param-opt";
  options.fuel = context.fuel;
  options.hoist = knobs.hoist_load_param;
  options.sink = knobs.sink_ld_param;
  context.count(lathe::passes::redundant_loads(on, loads, options, context.sink()));
}

}  // namespace lathe::nvptx::machine
