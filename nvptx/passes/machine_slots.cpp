// Slots that share bytes: passes::color_slots on PTX. What moves is accessed by the name of its variable in .local space, whatever
// register it was accessed by; debug information says of the frame nothing, then.
#include <string>

#include <lathe/passes/color_slots.hpp>

#include "nvptx/passes/machine.hpp"
#include "nvptx/passes/slots.hpp"

namespace lathe::nvptx::machine {
namespace {

class Frame : public MirSlots {
 public:
  explicit Frame(MirCode& code) : MirSlots(code, false) {}

  std::uint64_t slot_align(std::uint32_t symbol) const { return mir::extent_of(m_, f_, m_.name(symbol - 1)).align; }
  MirId make_placed(MirId access, std::uint32_t symbol, std::int64_t offset) {
    const MirId made = code_.clone(access);
    for (mir::Operand& o : code_.slots(made)) {
      if (o.kind != mir::Operand::Kind::mem_reg && o.kind != mir::Operand::Kind::mem_sym) continue;
      o.kind = mir::Operand::Kind::mem_sym;
      o.a = symbol - 1;
      o.value = offset;
    }
    const mir::OpDesc& d = code_.op(access);
    if (d.space != mir::Space::generic) return made;
    // Local space takes no hints about L1 and L2.
    std::string text = d.op == mir::Op::ld ? "ld" : "st";
    if (d.has("weak")) text += ".weak";
    text += ".local";
    for (const std::string& modifier : d.modifiers)
      if (modifier != "weak" && !modifier.starts_with("L1::") && !modifier.starts_with("L2::")) text += "." + modifier;
    mir::Inst changed = code_.inst(made);
    changed.op = m_.intern(text);
    if (d.has("L2::cache_hint")) --changed.count;  // the policy
    return code_.make(changed);                    // it has the operands of the copy, which stands nowhere and stays
  }
  void resize_slot(std::uint32_t symbol, std::uint64_t bytes) {
    for (mir::Variable& v : f_.variables) {
      if (bytes == 0 || v.space != mir::Space::local || m_.name(v.name) != symbol - 1) continue;
      v.align = mir::extent_of(m_, f_, v.name).align;
      v.type = mir::Type::b8;
      v.vector = 1;
      v.dims = {bytes};
    }
  }
};

}  // namespace

void color_slots(MachineChain& on, const MachinePassContext& context) {
  Frame frame(on.code());
  if (!frame.any()) return;
  lathe::passes::ColorSlotsOptions options;
  options.fuel = context.fuel;
  const auto result = lathe::passes::color_slots(on, frame, options, context.sink());
  if (result.changes != 0) {
    on.code().function().frame_moved = true;
    frame.drop_unused();
    on.forget();
  }
  context.count(result);
}

}  // namespace lathe::nvptx::machine
