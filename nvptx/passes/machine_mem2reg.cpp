// Depot slots to registers: passes::promote_slots on PTX. Slots are the .local variables of the function itself; a word of
// 1, 2, 4 or 8 bytes becomes a register of 16, 16, 32 or 64 bits, of which a load takes the low bits as it took them of
// memory.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/promote_slots.hpp>

#include "nvptx/passes/machine.hpp"
#include "nvptx/passes/machine_addresses.hpp"
#include "nvptx/passes/slots.hpp"

namespace lathe::nvptx::machine {
namespace {

using mir::Op, mir::Space, mir::Type;
using Kind = mir::Operand::Kind;

std::string bits_text(unsigned bits) { return std::to_string(bits); }

class Promotion : public MirSlots {
 public:
  Promotion(MirCode& code, const PointerReach* reach) : MirSlots(code), reach_(reach) {}

  std::optional<std::vector<lathe::passes::SlotReach>> slot_reach(MirId i, mir::Reg pointer) const {
    const auto to = reach_ != nullptr ? handed_to(code_, i, pointer) : std::nullopt;
    const auto* far = to ? reach_->of(m_.name(to->first), to->second) : nullptr;
    if (far == nullptr) return {};
    std::vector<lathe::passes::SlotReach> out;
    for (const PointerReach::Range& r : *far) out.push_back({r.offset, r.bytes});
    return out;
  }
  std::optional<mir::Reg> make_slot(std::uint32_t bytes) {
    if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) return {};
    return f_.new_reg(bytes <= 2 ? Type::b16 : bytes == 4 ? Type::b32 : Type::b64);
  }
  MirId make_stored(MirId store, std::uint32_t part, mir::Reg to) {
    const mir::OpDesc& d = code_.op(store);
    const unsigned bits = mir::bits_of(d.type), held = std::max(16U, bits);
    mir::Operand value = values(store)[part];
    std::string text = "mov.b" + bits_text(held);
    if (value.kind == Kind::reg) {
      const unsigned has = mir::bits_of(f_.regs[value.a].type);
      if (has != held) text = "cvt.u" + bits_text(held) + ".u" + bits_text(has);
    } else if (value.kind == Kind::imm) {
      if (bits < 32) value.value &= (std::int64_t{1} << bits) - 1;
    } else {
      text = "mov." + std::string(mir::to_string(d.type));
    }
    return make(store, text, mir::Operand::make_reg(to), value);
  }
  MirId make_loaded(MirId load, std::uint32_t part, mir::Reg from) {
    const Type type = code_.op(load).type;
    const mir::Operand value = values(load)[part];
    const unsigned bits = mir::bits_of(type), wanted = mir::bits_of(f_.regs[value.a].type);
    const std::string sign = is_signed(type) ? "s" : "u";
    const std::string text =
        bits == wanted ? "mov.b" + bits_text(bits) : "cvt." + sign + bits_text(wanted) + "." + sign + bits_text(bits);
    return make(load, text, value, mir::Operand::make_reg(from));
  }
  /// 64 bits in 32 or 16, 32 bits in 16: what mov packs and unpacks, of registers as wide as the word and of numbers.
  bool can_cut(MirId i, std::uint32_t pieces) const {
    const mir::OpDesc& d = code_.op(i);
    const unsigned bits = mir::bits_of(d.type);
    if ((pieces != 2 && pieces != 4) || bits < 16 * pieces || is_signed(d.type)) return false;
    for (const mir::Operand& o : values(i))
      if (o.kind != Kind::reg || mir::bits_of(f_.regs[o.a].type) != bits) return false;
    return true;
  }
  MirId make_cut(MirId store, std::uint32_t part, std::span<const mir::Reg> to) {
    std::vector<mir::Operand> all = tuple(to);
    all.push_back(values(store)[part]);
    return make(store, "mov.b" + bits_text(mir::bits_of(code_.op(store).type)), all);
  }
  MirId make_joined(MirId load, std::uint32_t part, std::span<const mir::Reg> from) {
    std::vector<mir::Operand> all = tuple(from);
    all.insert(all.begin(), values(load)[part]);
    return make(load, "mov.b" + bits_text(mir::bits_of(code_.op(load).type)), all);
  }
  MirId make_phi(mir::Reg to) { return code_.make_phi(to); }

 private:
  static std::vector<mir::Operand> tuple(std::span<const mir::Reg> of) {
    std::vector<mir::Operand> out{mir::make_group(mir::GroupKind::tuple, static_cast<unsigned>(of.size()))};
    for (const mir::Reg r : of) out.push_back(mir::Operand::make_reg(r));
    return out;
  }
  MirId make(MirId like, const std::string& text, const mir::Operand& to, const mir::Operand& from) {
    const mir::Operand slots[] = {to, from};
    return make(like, text, slots);
  }
  MirId make(MirId like, const std::string& text, std::span<const mir::Operand> slots) {
    const mir::Inst& old = code_.inst(like);
    mir::Inst made = f_.make(m_.intern(text), slots, old.guard, old.guard_negated);
    made.line = old.line;
    made.loc = old.loc;
    return code_.make(made);
  }

  const PointerReach* reach_;  // null: nothing is known of callees
};

}  // namespace

void promote_depot(MachineChain& on, const MachinePassContext& context) {
  Promotion slots(on.code(), context.options.reach);
  if (!slots.any()) return;
  lathe::passes::PromoteSlotsOptions options;
  options.fuel = context.fuel;
  const auto result = lathe::passes::promote_slots(on, slots, options, context.sink());
  if (result.stats.words != 0) {
    on.code().function().frame_moved = true;
    slots.drop_unused();
    on.forget();
  }
  context.count(result);
}

}  // namespace lathe::nvptx::machine
