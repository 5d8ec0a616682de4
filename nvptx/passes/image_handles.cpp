// See image_handles.hpp.
#include "nvptx/passes/image_handles.hpp"

#include <utility>

#include <lathe/passes/origins.hpp>

#include "nvptx/passes/machine_addresses.hpp"
#include "nvptx/passes/reach.hpp"

namespace lathe::nvptx {

using mir::GroupKind, mir::NameId, mir::Op, mir::Operand, mir::Space, mir::Type;
using Kind = Operand::Kind;

namespace {

/// What a variable is the name of.
Type object_kind(const mir::Variable& v) {
  if (mir::is_object(v.type)) return v.type;
  return v.space == Space::tex ? Type::texref : Type::none;
}
bool leaf(const Operand& o) {
  return o.kind == Kind::reg || o.kind == Kind::mem_reg || o.kind == Kind::symbol || o.kind == Kind::mem_sym ||
         o.kind == Kind::text;
}
// What samplers have, and textures.
bool of_samplers(const mir::OpDesc& d) {
  return d.has("filter_mode") || d.has("addr_mode_0") || d.has("addr_mode_1") || d.has("addr_mode_2") ||
         d.has("normalized_coords") || d.has("force_unnormalized_coords");
}
// Can somebody call it whom the module does not show?
bool callable_outside(const mir::Function& f) { return f.kernel || f.declaration || !f.linkage.empty(); }

}  // namespace

std::uint32_t ImageObjects::add(const ImageObject& object) {
  const auto [at, added] = numbers_.try_emplace(object, static_cast<std::uint32_t>(all_.size()));
  if (added) all_.push_back(object);
  return at->second;
}

std::vector<ImageSlot> image_slots(const mir::OpDesc& d, std::span<const Operand> slots) {
  Type wanted = Type::none;
  switch (d.op) {
    case Op::tex:
    case Op::tld4:
    case Op::txq:
      wanted = Type::texref;
      break;
    case Op::suld:
    case Op::sust:
    case Op::sured:
    case Op::suq:
      wanted = Type::surfref;
      break;
    case Op::istypep:
      if (slots.size() == 2 && leaf(slots[1])) return {{1, Type::none, false}};
      return {};
    default:
      return {};
  }
  std::vector<ImageSlot> out;
  for (std::uint32_t at = 0; at < slots.size(); at += mir::slots_of(slots, at)) {
    const Operand& o = slots[at];
    if (o.kind == Kind::mem_reg || o.kind == Kind::mem_sym) return {{at, wanted, d.op == Op::txq && of_samplers(d)}};
    if (o.kind != Kind::group || static_cast<GroupKind>(o.a) != GroupKind::bracket) continue;
    const std::uint32_t end = at + mir::slots_of(slots, at);
    std::vector<std::uint32_t> parts;
    for (std::uint32_t k = at + 1; k < end; k += mir::slots_of(slots, k)) parts.push_back(k);
    if (parts.empty() || !leaf(slots[parts[0]])) return {};
    out.push_back({parts[0], wanted, d.op == Op::txq && of_samplers(d)});
    if (parts.size() == 3 && wanted == Type::texref && leaf(slots[parts[1]]))
      out.push_back({parts[1], Type::samplerref, false});
    return out;
  }
  return out;
}

// ---- within a function

std::optional<std::uint32_t> ImageOrigins::named(NameId name) const {
  const std::string& text = code_.module().name(name);
  const mir::Function& f = code_.function();
  for (const mir::Variable& v : f.variables)
    if (v.name == text) return {};
  for (const mir::Variable& v : f.params)
    if (v.name == text) {
      const Type kind = object_kind(v);
      return kind == Type::none ? std::nullopt : std::optional(objects_.add({kind, name, true}));
    }
  for (const mir::Variable& v : code_.module().variables)
    if (v.name == text) {
      const Type kind = object_kind(v);
      return kind == Type::none ? std::nullopt : std::optional(objects_.add({kind, name, false}));
    }
  return {};
}
bool ImageOrigins::parameter(NameId name, std::vector<std::uint32_t>& own) const {
  const mir::Function& f = code_.function();
  const std::string& text = code_.module().name(name);
  for (const mir::Variable& v : f.variables)
    if (v.name == text) return false;
  for (std::size_t k = 0; k < f.params.size(); ++k) {
    const mir::Variable& v = f.params[k];
    if (v.name != text || v.space != Space::param) continue;
    if (const Type kind = object_kind(v); kind != Type::none)
      return own.push_back(objects_.add({kind, name, true})), true;
    if (v.ptr && v.ptr_object != Type::none) return own.push_back(objects_.add({v.ptr_object, mir::none, false})), true;
    const auto* given = arguments_ != nullptr ? arguments_->of(f.name, k) : nullptr;
    if (given == nullptr) return false;
    for (const ImageObject& o : *given) own.push_back(objects_.add(o));
    return true;
  }
  return false;
}
bool ImageOrigins::read(MirId i, std::vector<std::uint32_t>& own, std::vector<mir::Reg>& from) const {
  const mir::OpDesc& d = code_.op(i);
  const auto slots = code_.slots(i);
  if (slots.empty() || slots[0].kind != Kind::reg || mir::bits_of(d.type) != 64) return false;
  const auto of_register = [&](const Operand& o) {
    if (o.kind != Kind::reg || o.negated) return false;
    from.push_back(o.a);
    return true;
  };
  if (d.op == Op::mov && slots.size() == 2 && d.modifiers.size() == 1) {
    const bool name = slots[1].kind == Kind::symbol || slots[1].kind == Kind::text;  // intrinsics write names as text
    if (!name || slots[1].value != 0) return of_register(slots[1]);
    const auto object = named(slots[1].a);
    if (object) own.push_back(*object);
    return object.has_value();
  }
  if (d.op == Op::selp && slots.size() == 4) return of_register(slots[1]) && of_register(slots[2]);
  if (d.op == Op::ld && d.space == Space::param && d.vector == 1 && slots.size() == 2 && !d.is_volatile)
    return slots[1].kind == Kind::mem_sym && slots[1].value == 0 && parameter(slots[1].a, own);
  return false;
}

// ---- between functions

namespace {

/// Functions whose address goes somewhere: what is named where no call calls it.
std::set<std::string> taken(const mir::Module& m) {
  std::set<std::string> out;
  for (const mir::Variable& v : m.variables) {
    for (const mir::Variable::Reloc& r : v.relocs) out.insert(r.symbol);
    if (!v.initializer_text.empty())
      for (const mir::Function& f : m.functions)
        if (v.initializer_text.find(f.name) != std::string::npos) out.insert(f.name);
  }
  for (const mir::Item& item : m.items)
    if (item.kind == mir::Item::Kind::alias || item.kind == mir::Item::Kind::directive)
      for (const mir::Function& f : m.functions)
        if (item.text.find(f.name) != std::string::npos) out.insert(f.name);
  for (const mir::Function& f : m.functions)
    for (const mir::Block& block : f.blocks)
      for (const mir::Inst& inst : block.insts) {
        const mir::OpDesc& d = m.op(inst.op);
        const NameId callee = d.op == Op::call ? call_names(m, f, inst).callee : mir::none;
        std::uint32_t names = 0;
        for (const Operand& o : f.operands_of(inst)) {
          if (o.kind == Kind::symbol && (o.a != callee || ++names > 1)) out.insert(m.name(o.a));
          if (o.kind == Kind::text || d.op == Op::p_asm)
            for (const mir::Function& g : m.functions) {
              const std::string& text =
                  d.op == Op::p_asm ? f.asms[static_cast<std::size_t>(f.operands_of(inst)[0].value)].text : m.name(o.a);
              if (text.find(g.name) != std::string::npos) out.insert(g.name);
            }
        }
      }
  return out;
}

}  // namespace

const std::vector<ImageObject>* ImageArguments::of(std::string_view function, std::size_t parameter) const {
  const auto found = known_.find(function);
  if (found == known_.end() || parameter >= found->second.size() || !found->second[parameter]) return nullptr;
  return &*found->second[parameter];
}

void ImageArguments::read(mir::Module& module) {
  given_.clear();
  known_.clear();
  const std::set<std::string> gone = taken(module);
  for (const mir::Function& f : module.functions)
    if (!callable_outside(f) && gone.count(f.name) == 0) given_[f.name].resize(f.params.size());
  if (given_.empty()) return;
  const auto publish = [&] {
    known_.clear();
    for (const auto& [name, all] : given_) {
      auto& to = known_[name];
      for (const Given& g : all)
        to.push_back(g.anything ? std::nullopt
                                : std::optional(std::vector<ImageObject>(g.objects.begin(), g.objects.end())));
    }
  };
  // Sets only grow, and one that is large is anything: a few rounds, as many as handles are handed on.
  for (bool more = true; more;) {
    publish();
    more = false;
    for (mir::Function& f : module.functions)
      if (!f.declaration && !f.blocks.empty()) more |= look(module, f);
  }
  publish();
  // What nobody calls is not known.
  for (auto& [name, all] : known_)
    for (auto& one : all)
      if (one && one->empty()) one.reset();
}

// What the function hands on; true: somebody is given more than was known.
bool ImageArguments::look(mir::Module& module, mir::Function& function) {
  bool calls = false;
  for (const mir::Block& block : function.blocks)
    for (const mir::Inst& inst : block.insts)
      if (module.op(inst.op).op == Op::call) {
        const NameId callee = call_names(module, function, inst).callee;
        calls |= callee != mir::none && given_.count(module.name(callee)) != 0;
      }
  if (!calls) return false;
  MirCode code(module, function);
  ImageObjects objects;
  const ImageOrigins client(code, objects, this);
  const lathe::passes::Origins<MirCode> origins(code, client);
  bool grown = false;
  const auto anything = [&](Given& to) { grown |= !std::exchange(to.anything, true); };
  for (const mir::BlockId b : code.blocks()) {
    std::map<NameId, mir::Reg> stored;  // into .param variables since the last call
    for (const MirId i : code.instructions(b)) {
      const mir::OpDesc& d = code.op(i);
      const auto slots = std::as_const(code).slots(i);
      if (d.op == Op::st && d.space == Space::param && slots.size() == 2 && slots[0].kind == Kind::mem_sym) {
        const bool whole = slots[0].value == 0 && d.vector == 1 && mir::bits_of(d.type) == 64 &&
                           slots[1].kind == Kind::reg && code.inst(i).guard == mir::none &&
                           stored.count(slots[0].a) == 0;
        stored[slots[0].a] = whole ? slots[1].a : mir::none;
      }
      if (d.op != Op::call) continue;
      const CallNames call = call_names(module, function, code.inst(i));
      const auto to = call.callee == mir::none ? given_.end() : given_.find(module.name(call.callee));
      for (std::size_t k = 0; to != given_.end() && k < to->second.size(); ++k) {
        Given& given = to->second[k];
        const auto value = k < call.arguments.size() ? stored.find(call.arguments[k]) : stored.end();
        if (value == stored.end() || value->second == mir::none || origins.anything(value->second)) {
          anything(given);
          continue;
        }
        for (const std::uint32_t o : origins.of(value->second)) {
          ImageObject object = objects[o];
          if (object.parameter) object = {object.kind, mir::none, false};
          grown |= given.objects.insert(object).second;
        }
        if (given.objects.size() > 8) anything(given);
      }
      stored.clear();
    }
  }
  return grown;
}

}  // namespace lathe::nvptx
