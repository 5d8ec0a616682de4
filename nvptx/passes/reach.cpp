// See reach.hpp and machine_addresses.hpp.
#include "nvptx/passes/reach.hpp"

#include <algorithm>
#include <unordered_map>

#include <lathe/passes/rewrite.hpp>

#include "nvptx/passes/machine_addresses.hpp"

namespace lathe::nvptx {

using mir::Op, mir::Space, mir::Type;
using Kind = mir::Operand::Kind;

CallNames call_names(const mir::Module& module, const mir::Function& function, const mir::Inst& call) {
  CallNames out;
  const auto slots = function.operands_of(call);
  std::uint32_t at = mir::def_slots(module.op(call.op), function, call);
  if (at >= slots.size() || slots[at].kind != Kind::symbol) return out;
  out.callee = slots[at].a;
  if (++at >= slots.size() || slots[at].kind != Kind::group) return out;
  const std::uint32_t end = at + mir::slots_of(slots, at);
  while (++at < end) out.arguments.push_back(slots[at].kind == Kind::symbol ? slots[at].a : mir::none);
  return out;
}

namespace machine {

std::optional<lathe::passes::SlotAddress<mir::Reg>> address_made(const MirCode& code, MirId i) {
  using Address = lathe::passes::SlotAddress<mir::Reg>;
  const mir::OpDesc& d = code.op(i);
  const auto slots = code.slots(i);
  if (code.inst(i).guard != mir::none || slots.size() < 2 || slots[0].kind != Kind::reg) return {};
  if (mir::bits_of(d.type) != code.module().address_size) return {};
  const mir::Operand& from = slots[1];
  if (from.negated) return {};
  const bool moves = (d.op == Op::mov && d.modifiers.size() == 1) || (d.op == Op::cvta && d.has("local"));
  if (moves && slots.size() == 2) {
    if (from.kind == Kind::symbol) return Address{from.a + 1, {}, from.value};
    if (from.kind == Kind::reg) return Address{0, from.a, 0};
    return {};
  }
  const bool adds = d.op == Op::add, subtracts = d.op == Op::sub;
  if ((!adds && !subtracts) || d.modifiers.size() != 1 || slots.size() != 3) return {};
  const mir::Operand& by = slots[2];
  const auto near = [](const mir::Operand& o) {
    return o.kind == Kind::imm && o.value > -(std::int64_t{1} << 40) && o.value < std::int64_t{1} << 40;
  };
  if (from.kind == Kind::reg && near(by)) return Address{0, from.a, adds ? by.value : -by.value};
  if (adds && by.kind == Kind::reg && !by.negated && near(from)) return Address{0, by.a, from.value};
  return {};
}

std::optional<std::pair<mir::NameId, std::size_t>> handed_to(const MirCode& code, MirId store, mir::Reg pointer) {
  const mir::OpDesc& d = code.op(store);
  const auto slots = code.slots(store);
  if (d.op != Op::st || d.space != Space::param || slots.size() != 2 || d.vector != 1) return {};
  if (slots[0].kind != Kind::mem_sym || slots[0].value != 0 || code.inst(store).guard != mir::none) return {};
  if (slots[1].kind != Kind::reg || slots[1].a != pointer || mir::bits_of(d.type) != 64) return {};
  for (auto at = code.where(store).before; at; at = code.where(*at).before) {
    if (code.op(*at).op != Op::call) continue;
    const CallNames call = call_names(code.module(), code.function(), code.inst(*at));
    const auto found = std::find(call.arguments.begin(), call.arguments.end(), slots[0].a);
    if (call.callee == mir::none || found == call.arguments.end()) return {};
    return std::pair(call.callee, static_cast<std::size_t>(found - call.arguments.begin()));
  }
  return {};
}

}  // namespace machine

namespace {

constexpr std::size_t most_ranges = 64;

/// What becomes of one function's pointers.
class Follow {
 public:
  Follow(MirCode& code, const PointerReach& known)
      : code_(code), known_(known), names_(code), uses_(code, names_), live_out_(code) {}

  std::optional<PointerReach::Ranges> of(const mir::Variable& parameter) {
    if (parameter.space != Space::param || mir::bits_of(parameter.type) != 64 || !parameter.dims.empty()) return {};
    ranges_.clear();
    std::vector<std::pair<mir::Reg, std::int64_t>> pointers;
    const mir::NameId name = code_.module().name(parameter.name);
    for (const mir::BlockId b : code_.blocks())
      for (const MirId i : code_.instructions(b))
        if (!loads(i, name, parameter.name, pointers)) return {};
    for (std::size_t k = 0; k < pointers.size(); ++k) {
      const auto [pointer, offset] = pointers[k];
      if (!renamable(code_, uses_, live_out_, pointer)) return {};
      bool fine = true;
      uses_.for_each_use(pointer, [&](const MirId& i, std::uint32_t) {
        fine = fine && (derives(i, pointer, offset, pointers) || touches(i, pointer, offset) || compares(i) ||
                        hands_on(i, pointer, offset));
      });
      if (!fine || ranges_.size() > most_ranges) return {};
      std::sort(ranges_.begin(), ranges_.end());
      ranges_.erase(std::unique(ranges_.begin(), ranges_.end()), ranges_.end());
    }
    return ranges_;
  }

 private:
  // An instruction that names the parameter loads all of it, or the parameter's pointer goes nobody knows where.
  bool loads(MirId i, mir::NameId name, const std::string& text,
             std::vector<std::pair<mir::Reg, std::int64_t>>& pointers) const {
    const mir::OpDesc& d = code_.op(i);
    if (d.op == Op::p_asm) {
      const std::string& lines = code_.function().asms[static_cast<std::size_t>(code_.slots(i)[0].value)].text;
      return lines.find(text) == std::string::npos;
    }
    const auto slots = std::as_const(code_).slots(i);
    for (const mir::Operand& o : slots) {
      if (o.kind == Kind::text && code_.module().name(o.a).find(text) != std::string::npos) return false;
      if ((o.kind != Kind::symbol && o.kind != Kind::mem_sym) || o.a != name) continue;
      const bool all = d.op == Op::ld && o.kind == Kind::mem_sym && o.value == 0 && d.vector == 1 &&
                       mir::bits_of(d.type) == 64 && slots[0].kind == Kind::reg && d.space == Space::param;
      if (!all) return false;
      pointers.emplace_back(slots[0].a, 0);
    }
    return true;
  }
  std::uint32_t mentions(MirId i, mir::Reg v) const {
    std::uint32_t n = 0;
    code_.for_each_operand(i, [&](const auto& o) { n += o.value == v; });
    return n;
  }
  bool derives(MirId i, mir::Reg pointer, std::int64_t offset,
               std::vector<std::pair<mir::Reg, std::int64_t>>& pointers) const {
    const auto made = mentions(i, pointer) == 1 ? machine::address_made(code_, i) : std::nullopt;
    if (!made || made->from != pointer) return false;
    pointers.emplace_back(std::as_const(code_).slots(i)[0].a, offset + made->offset);
    return true;
  }
  bool touches(MirId i, mir::Reg pointer, std::int64_t offset) {
    if (mentions(i, pointer) != 1) return false;
    bool fine = false;
    code_.for_each_access(i, [&](const lathe::program::Access<mir::Reg>& a) {
      fine = a.has_base && a.base == pointer && a.bytes != 0;
      if (fine) ranges_.push_back({offset + a.offset, a.bytes});
    });
    return fine;
  }
  bool compares(MirId i) const { return code_.op(i).op == Op::setp; }
  bool hands_on(MirId i, mir::Reg pointer, std::int64_t offset) {
    const auto to = mentions(i, pointer) == 1 ? machine::handed_to(code_, i, pointer) : std::nullopt;
    const auto* far = to ? known_.of(code_.module().name(to->first), to->second) : nullptr;
    if (far == nullptr) return false;
    for (const PointerReach::Range& r : *far) ranges_.push_back({offset + r.offset, r.bytes});
    return true;
  }

  MirCode& code_;
  const PointerReach& known_;
  lathe::program::Known<MirCode> names_;
  lathe::program::UseDef<MirCode> uses_;
  lathe::passes::LiveOut<MirCode> live_out_;
  PointerReach::Ranges ranges_;
};

}  // namespace

void PointerReach::add(mir::Module& module, mir::Function& function) {
  // Of a weak function another module may have the text that counts.
  if (function.linkage == "weak" || function.declaration || function.kernel || function.blocks.empty() ||
      function.params.empty())
    return;
  MirCode code(module, function);
  Follow follow(code, *this);
  std::vector<std::optional<Ranges>> all;
  for (const mir::Variable& parameter : function.params) all.push_back(follow.of(parameter));
  known_[function.name] = std::move(all);
}
const PointerReach::Ranges* PointerReach::of(std::string_view function, std::size_t parameter) const {
  const auto at = known_.find(function);
  if (at == known_.end() || parameter >= at->second.size() || !at->second[parameter]) return nullptr;
  return &*at->second[parameter];
}

std::vector<std::uint32_t> callees_first(const mir::Module& module) {
  const auto count = static_cast<std::uint32_t>(module.functions.size());
  std::unordered_map<std::string_view, std::uint32_t> by_name;
  for (std::uint32_t k = 0; k < count; ++k)
    if (!module.functions[k].declaration) by_name.emplace(module.functions[k].name, k);
  std::vector<std::vector<std::uint32_t>> calls(count);
  for (std::uint32_t k = 0; k < count; ++k)
    for (const mir::Block& block : module.functions[k].blocks)
      for (const mir::Inst& inst : block.insts) {
        if (module.op(inst.op).op != Op::call) continue;
        const CallNames call = call_names(module, module.functions[k], inst);
        if (call.callee == mir::none) continue;
        if (const auto at = by_name.find(module.name(call.callee)); at != by_name.end()) calls[k].push_back(at->second);
      }
  // Depth first, by hand: chains of calls may be long.
  std::vector<std::uint32_t> out, next(count, 0), stack;
  std::vector<bool> seen(count, false);
  for (std::uint32_t root = 0; root < count; ++root) {
    if (!seen[root]) stack.push_back(root);
    seen[root] = true;
    while (!stack.empty()) {
      const std::uint32_t k = stack.back();
      if (next[k] == calls[k].size()) {
        out.push_back(k);
        stack.pop_back();
      } else if (const std::uint32_t to = calls[k][next[k]++]; !seen[to]) {
        seen[to] = true;
        stack.push_back(to);
      }
    }
  }
  return out;
}

}  // namespace lathe::nvptx
