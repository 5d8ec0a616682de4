// Textures, surfaces and samplers: which object each handle is of. `nvptx-replace-image-handles` is passes::name_handles
// on PTX, the other way with --force-texture-handle and its like; `nvptx-image-optimizer` answers istypep where the kind
// is known (passes::fold_conditions), and tells of instructions whose object is of another kind than they work on.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/fold_conditions.hpp>
#include <lathe/passes/name_handles.hpp>

#include "nvptx/passes/image_handles.hpp"
#include "nvptx/passes/machine.hpp"

namespace lathe::nvptx::machine {
namespace {

using mir::Op, mir::Operand, mir::Type;
using Kind = Operand::Kind;

bool in_register(const Operand& o) { return o.kind == Kind::reg || (o.kind == Kind::mem_reg && o.value == 0); }
bool by_name(const Operand& o) {
  return (o.kind == Kind::symbol || o.kind == Kind::mem_sym || o.kind == Kind::text) && o.value == 0;
}
bool fits(const ImageSlot& slot, Type kind) {
  return slot.wanted == Type::none || kind == slot.wanted || (slot.sampler_too && kind == Type::samplerref);
}

class Handles : public ImageOrigins {
 public:
  Handles(MirCode& code, ImageObjects& objects, const MachinePassContext& context)
      : ImageOrigins(code, objects, context.options.images), code_(code), objects_(objects), context_(context) {}

  // istypep takes registers alone.
  template <class F>
  void for_each_handle(MirId i, F&& f) const {
    if (code_.op(i).op == Op::istypep) return;
    const auto slots = std::as_const(code_).slots(i);
    for (const ImageSlot& slot : image_slots(code_.op(i), slots))
      if (in_register(slots[slot.slot])) f(slot.slot, mir::Reg{slots[slot.slot].a});
  }
  std::optional<MirId> make_named(MirId i, std::uint32_t place, std::uint32_t object) {
    const ImageObject& o = objects_[object];
    if (o.name == mir::none || forced(o.kind)) return {};
    for (const ImageSlot& slot : image_slots(code_.op(i), std::as_const(code_).slots(i)))
      if (slot.slot == place && !fits(slot, o.kind)) return {};
    const MirId made = code_.clone(i);
    Operand& to = code_.slots(made)[place];
    to = to.kind == Kind::reg ? Operand::make_symbol(o.name) : Operand::make_mem_sym(o.name);
    return made;
  }
  template <class F>
  void for_each_name(MirId i, F&& f) const {
    const auto slots = std::as_const(code_).slots(i);
    for (const ImageSlot& slot : image_slots(code_.op(i), slots)) {
      const auto object = by_name(slots[slot.slot]) ? named(slots[slot.slot].a) : std::nullopt;
      if (object && forced(objects_[*object].kind)) f(slot.slot);
    }
  }
  std::optional<std::pair<MirId, MirId>> make_handle(MirId i, std::uint32_t place) {
    if (context_.features.sm < 30) return {};
    const mir::NameId name = std::as_const(code_).slots(i)[place].a;
    mir::Function& f = code_.function();
    const mir::Reg handle = f.new_reg(Type::b64);
    const Operand slots[] = {Operand::make_reg(handle), Operand::make_symbol(name)};
    mir::Inst move = f.make(code_.module().intern("mov.u64"), slots);
    move.line = code_.inst(i).line;
    move.loc = code_.inst(i).loc;
    const MirId moved = code_.make(move), made = code_.clone(i);
    Operand& to = code_.slots(made)[place];
    to = to.kind == Kind::mem_sym ? Operand::make_mem_reg(handle) : Operand::make_reg(handle);
    return std::pair(moved, made);
  }
  bool forced(Type kind) const {
    const PassKnobs& knobs = context_.options.knobs;
    return kind == Type::texref    ? knobs.force_texture_handle
           : kind == Type::surfref ? knobs.force_surface_handle
                                   : knobs.force_sampler_handle;
  }

 private:
  MirCode& code_;
  ImageObjects& objects_;
  const MachinePassContext& context_;
};

std::string_view thing(Type kind) {
  return kind == Type::texref ? "texture" : kind == Type::surfref ? "surface" : "sampler";
}

class Questions : public ImageOrigins {
 public:
  Questions(MirCode& code, ImageObjects& objects, const MachinePassContext& context)
      : ImageOrigins(code, objects, context.options.images), code_(code), objects_(objects), origins_(code, *this) {}

  // The kind that an object in a slot has, whichever it is.
  std::optional<Type> kind_of(const Operand& o) const {
    if (by_name(o)) {
      const auto object = named(o.a);
      return object ? std::optional(objects_[*object].kind) : std::nullopt;
    }
    if (!in_register(o) || origins_.anything(o.a)) return {};
    std::optional<Type> out;
    for (const std::uint32_t object : origins_.of(o.a)) {
      const Type kind = objects_[object].kind;
      if (out && *out != kind) return {};
      out = kind;
    }
    return out;
  }
  std::optional<bool> condition(MirId i) const {
    const mir::OpDesc& d = code_.op(i);
    const auto slots = std::as_const(code_).slots(i);
    if (d.op != Op::istypep || slots.size() != 2 || d.modifiers.size() != 1) return {};
    const auto kind = kind_of(slots[1]);
    if (!kind || !mir::is_object(mir::parse_type(d.modifiers[0]))) return {};
    return *kind == mir::parse_type(d.modifiers[0]);
  }
  std::optional<MirId> make_condition(MirId i, bool word) {
    mir::Inst like = code_.inst(i);
    const Operand slots[] = {std::as_const(code_).slots(i)[0], Operand::make_imm(word ? 1 : 0)};
    mir::Inst made = code_.function().make(code_.module().intern("mov.pred"), slots, like.guard, like.guard_negated);
    made.line = like.line;
    made.loc = like.loc;
    return code_.make(made);
  }
  std::optional<MirId> make_unguarded(MirId i) {
    if (code_.op(i).pseudo) return {};
    const MirId copy = code_.clone(i);
    mir::Inst made = code_.inst(copy);
    made.guard = mir::none;
    made.guard_negated = false;
    code_.drop(copy);  // it has no old value any more
    return code_.make(made);
  }

 private:
  MirCode& code_;
  ImageObjects& objects_;
  lathe::passes::Origins<MirCode> origins_;
};

// The reference's words for an instruction whose object is of the wrong kind.
const char* complaint(Op op) {
  switch (op) {
    case Op::tex:
    case Op::tld4:
      return "Invalid image type in .tex";
    case Op::suld:
      return "Invalid image type in .suld";
    case Op::sust:
    case Op::sured:
      return "Invalid image type in .sust";
    default:
      return "Invalid image type in suq.";
  }
}

std::uint64_t tell_wrong_kinds(MirCode& code, const Questions& questions, const MachinePassContext& context) {
  std::uint64_t found = 0;
  for (const mir::BlockId b : code.blocks())
    for (const MirId i : code.instructions(b)) {
      const auto slots = std::as_const(code).slots(i);
      for (const ImageSlot& slot : image_slots(code.op(i), slots)) {
        const Operand& o = slots[slot.slot];
        const auto kind = questions.kind_of(o);
        if (!kind || fits(slot, *kind)) continue;
        const std::string what = by_name(o) ? "'" + code.module().name(o.a) + "'" : "what its handle is of";
        context.error(code, i,
                      std::string(complaint(code.op(i).op)) + ": " + code.op(i).text + " works on a " +
                          std::string(thing(slot.wanted)) + ", but " + what + " is a " + std::string(thing(*kind)) +
                          "; give it a " + std::string(thing(slot.wanted)));
        ++found;
      }
    }
  return found;
}

bool any_image(const MirCode& code) {
  for (const mir::BlockId b : code.blocks())
    for (const MirId i : code.instructions(b))
      if (!image_slots(code.op(i), code.slots(i)).empty()) return true;
  return false;
}

}  // namespace

void replace_image_handles(MachineChain& on, const MachinePassContext& context) {
  MirCode& code = on.code();
  if (!any_image(code)) return;
  ImageObjects objects;
  Handles handles(code, objects, context);
  lathe::passes::NameHandlesOptions options;
  options.name = "nvptx-replace-image-handles";
  options.fuel = context.fuel;
  context.count(lathe::passes::name_handles(code, handles, options, context.sink(), on));
  if (context.features.sm >= 30) return;
  // There PTX has names alone.
  for (const mir::BlockId b : code.blocks())
    for (const MirId i : code.instructions(b)) {
      bool left = false;
      handles.for_each_handle(i, [&](std::uint32_t, mir::Reg) { left = true; });
      if (left)
        context.error(code, i,
                      code.op(i).text + ": handles in registers need sm_30, and the object of this one is not " +
                          "known; name it there, or take a newer .target");
    }
}

void optimize_images(MachineChain& on, const MachinePassContext& context) {
  MirCode& code = on.code();
  if (!any_image(code)) return;
  ImageObjects objects;
  Questions questions(code, objects, context);
  lathe::passes::FoldConditionsOptions options;
  options.name = "nvptx-image-optimizer";
  options.fuel = context.fuel;
  const auto result = lathe::passes::fold_conditions(on, questions, options, context.sink());
  context.count(result);
  const std::uint64_t wrong = tell_wrong_kinds(code, questions, context);
  if (context.row != nullptr) context.row->counters.emplace_back("images of a wrong kind", wrong);
}

}  // namespace lathe::nvptx::machine
