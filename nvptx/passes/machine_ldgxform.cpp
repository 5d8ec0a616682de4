// Loads through the read-only data cache: passes::unwritten_loads on the kernels of PTX, whose memory nobody else may write
// while they run unless they wait for it. A load that is wider than such loads may be is split.
//
// Pointers are what parameters and variables give. Arithmetic carries them but for products and shifts to the left,
// which are indices times sizes where nothing was shifted to the right before; and what has 32 bits is no pointer. That two parameters do not lead to common memory says --nvptx-kernel-params-restrict, or the compiler that
// made the function (mir::Variable::noalias).
#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/unwritten_loads.hpp>

#include "nvptx/passes/machine.hpp"

namespace lathe::nvptx::machine {
namespace {

using mir::Op, mir::Operand, mir::Space, mir::Type;
using Kind = Operand::Kind;

class GlobalLoads {
  // Pointers are numbers: of parameters, and from here on of symbols.
  static constexpr std::uint32_t first_symbol = 1U << 20;

 public:
  GlobalLoads(MachineChain& on, const MachinePassContext& context)
      : code_(on.code()), uses_(on.uses()), features_(context.features), knobs_(context.options.knobs) {
    for (const mir::Variable& v : code_.function().params) marked_ |= v.ptr;
  }

  bool candidate(MirId i) const {
    const mir::OpDesc& d = code_.op(i);
    if (d.op != Op::ld || d.space != Space::global || d.is_volatile || d.has("nc")) return false;
    return std::all_of(d.modifiers.begin(), d.modifiers.end(), [](const std::string& m) {
      return m == "weak" || m == "global" || m == "ca" || m == "cg" || m == "cs" || m == "v2" || m == "v4" ||
             m == "v8" || m.starts_with("L1::") || m.starts_with("L2::") || mir::parse_type(m) != Type::none;
    });
  }
  std::uint32_t object(std::uint32_t symbol) const { return first_symbol + symbol; }
  bool apart(std::uint32_t a, std::uint32_t b) const {
    if (a == b) return false;
    const bool x = a >= first_symbol, y = b >= first_symbol;
    if (x && y) return true;
    if (!x && !y) return alone(a) || alone(b);
    return alone(x ? b : a) || !in_module(x ? a : b);  // what is the function's own nobody hands it
  }
  template <class Own, class From>
  bool origins(MirId i, mir::Reg result, Own&& own, From&& from) const {
    const mir::OpDesc& d = code_.op(i);
    if (result >= code_.function().regs.size()) return true;  // the carry flag
    if (mir::bits_of(code_.function().regs[result].type) < code_.module().address_size) return true;
    const auto slots = std::as_const(code_).slots(i);
    const std::uint32_t defs = mir::def_slots(d, code_.function(), code_.inst(i));
    switch (d.op) {
      case Op::ld:
        return d.space == Space::param && of_parameter(i, own);
      case Op::rem:
        return true;
      case Op::mul:
      case Op::shl:
        if (is_no_pointer(d, slots)) return true;
        break;
      case Op::mad:
        if (slots.size() != 4) return false;
        if (is_no_pointer(d, slots)) return part(slots[3], own, from);
        break;
      case Op::div:
      case Op::mov:
      case Op::cvta:
      case Op::add:
      case Op::sub:
      case Op::and_:
      case Op::or_:
      case Op::xor_:
      case Op::not_:
      case Op::shr:
      case Op::min:
      case Op::max:
      case Op::selp:
      case Op::cvt:
        break;
      default:
        return false;
    }
    for (std::uint32_t k = defs; k < slots.size(); ++k)
      if (!part(slots[k], own, from)) return false;
    return true;
  }
  // It only lets threads of the same block go on, or is of memory that is no candidate's.
  bool quiet(MirId i) const {
    const mir::OpDesc& d = code_.op(i);
    switch (d.op) {
      case Op::bar:
        return true;
      case Op::barrier:
        return !d.has("cluster");
      case Op::vote:
      case Op::match:
      case Op::activemask:
      case Op::redux:
      case Op::shfl:
      case Op::elect:
      case Op::nanosleep:
      case Op::pmevent:
      case Op::brkpt:
      case Op::trap:
      case Op::ret:
      case Op::exit:
      case Op::bra:
      case Op::brx:
      case Op::mma:
      case Op::wmma:
      case Op::ldmatrix:
      case Op::prefetch:
      case Op::prefetchu:
      case Op::p_open:
      case Op::p_close:
      case Op::p_decl:
      case Op::p_proto:
      case Op::p_targets:
      case Op::p_raw:
        return d.op != Op::wmma || !d.has("store") || d.space == Space::shared;
      case Op::atom:
      case Op::red:
      case Op::ld:
      case Op::st:
        return d.is_volatile && (d.space == Space::shared || d.space == Space::local) && !d.has("acquire") &&
               !d.has("release") && !d.has("acq_rel") && !d.has("mbarrier") && !d.has("async");
      case Op::mov:
        return true;  // clocks
      default:
        return false;
    }
  }
  std::vector<MirId> make_unwritten(MirId load) {
    const mir::OpDesc& d = code_.op(load);
    const unsigned element = mir::bits_of(d.type) / 8;
    const auto slots = std::as_const(code_).slots(load);
    const std::uint32_t count = mir::slots_of(slots, 0), words = d.vector;
    if (element == 0 || count != (words == 1 ? 1 : words + 1)) return {};
    const unsigned wide = element * words, most = widest();
    if (wide <= most) return {make(load, d.vector, 0)};
    if (element > most || wide % most != 0 || writes_base(load)) return {};
    std::vector<MirId> out;
    for (std::uint32_t at = 0; at < words; at += most / element) out.push_back(make(load, most / element, at));
    return out;
  }

 private:
  /// Of a product, or of the one in a sum: an index times a size, and no pointer whose low bits were shifted out before.
  bool is_no_pointer(const mir::OpDesc& d, std::span<const Operand> slots) const {
    if (d.has("hi") || slots.size() < 3 || slots[1].kind != Kind::reg) return false;
    if (slots[2].kind != Kind::imm) return d.op != Op::shl;
    const std::int64_t by = slots[2].value;
    if (d.op == Op::shl)
      return by > 0 && by < static_cast<std::int64_t>(mir::bits_of(d.type)) && !maybe_aligned(slots[1].a);
    const bool power = by > 0 && (by & (by - 1)) == 0;
    return by != 1 && (!power || !maybe_aligned(slots[1].a));
  }
  /// May it be a pointer without its low bits, which a shift to the left makes one again? Not where all that it is made of
  /// is loads of parameters, sums, products and the like. O(definitions on the way), a few dozen at most.
  bool maybe_aligned(mir::Reg shifted) const {
    std::vector<mir::Reg> seen{shifted};
    for (std::size_t at = 0; at < seen.size(); ++at) {
      if (seen.size() > 32) return true;
      bool strange = uses_.defs(seen[at]) == 0;
      uses_.for_each_def(seen[at], [&](const MirId& i, std::uint32_t) { strange |= !plain_index(i, seen); });
      if (strange) return true;
    }
    return false;
  }
  /// No shift to the right, and nothing that could be one; what it reads joins `seen`.
  bool plain_index(MirId i, std::vector<mir::Reg>& seen) const {
    const mir::OpDesc& d = code_.op(i);
    const auto slots = std::as_const(code_).slots(i);
    const bool param = d.op == Op::ld && d.space == Space::param;
    if (!param && d.op != Op::mov && d.op != Op::add && d.op != Op::sub && d.op != Op::mul && d.op != Op::mad &&
        d.op != Op::shl && d.op != Op::cvt && d.op != Op::selp && d.op != Op::phi)
      return false;
    if (d.has("hi")) return false;
    for (std::uint32_t k = mir::def_slots(d, code_.function(), code_.inst(i)); !param && k < slots.size(); ++k) {
      if (slots[k].kind == Kind::group && d.op != Op::phi) return false;
      if (slots[k].kind != Kind::reg) continue;
      const unsigned bits = mir::bits_of(code_.function().regs[slots[k].a].type);
      if (bits != 1 && std::find(seen.begin(), seen.end(), slots[k].a) == seen.end()) seen.push_back(slots[k].a);
    }
    return true;
  }
  bool alone(std::uint32_t parameter) const {
    const mir::Variable& v = code_.function().params[parameter];
    return knobs_.nvptx_kernel_params_restrict || v.noalias;
  }
  bool in_module(std::uint32_t object) const {
    const std::string& name = code_.module().name(object - first_symbol - 1);
    for (const mir::Variable& v : code_.function().variables)
      if (v.name == name) return false;
    for (const mir::Variable& v : code_.module().variables)
      if (v.name == name) return v.space != Space::shared && v.space != Space::local;
    return true;
  }
  unsigned widest() const {
    // What the code says of itself may be newer than what the target needs.
    const std::string& version = code_.module().version;
    const bool known = version.size() > 3 || version >= "8.8" || features_.ptx >= 88;
    const bool wide = features_.sm >= 100 && known && knobs_.enable_256_bit_load_store;
    return wide ? 32 : 16;
  }
  template <class Own, class From>
  bool part(const Operand& o, Own&& own, From&& from) const {
    switch (o.kind) {
      case Kind::reg:
        // Halves of 32 bits that become 64 may have been a pointer.
        if (mir::bits_of(code_.function().regs[o.a].type) >= code_.module().address_size) from(mir::Reg{o.a});
        return true;
      case Kind::symbol:
        own(object(o.a + 1));
        return true;
      case Kind::imm:
      case Kind::special:
        return true;
      default:
        return false;  // a group: packed
    }
  }
  template <class Own>
  bool of_parameter(MirId i, Own&& own) const {
    const Operand* const address = mir::address_of(code_.module(), code_.function(), code_.inst(i));
    if (address == nullptr || address->kind != Kind::mem_sym) return false;
    const std::string& name = code_.module().name(address->a);
    for (const mir::Variable& v : code_.function().variables)
      if (v.name == name) return false;
    const auto& params = code_.function().params;
    for (std::uint32_t k = 0; k < params.size(); ++k) {
      if (params[k].name != name) continue;
      // Where pointers are marked, others are none; a structure has any.
      if (!params[k].dims.empty()) return false;
      if (params[k].ptr || !marked_) own(k);
      return true;
    }
    return false;
  }
  // A part would spoil the address of the next.
  bool writes_base(MirId load) const {
    const Operand* const address = mir::address_of(code_.module(), code_.function(), code_.inst(load));
    if (address == nullptr || address->kind != Kind::mem_reg) return false;
    const auto slots = std::as_const(code_).slots(load);
    for (std::uint32_t k = 0; k < mir::slots_of(slots, 0); ++k)
      if (slots[k].kind == Kind::reg && slots[k].a == address->a) return true;
    return false;
  }
  // ld.global{.cop}.nc{.level::..}{.vN}.type, of `count` words from the `at`-th on.
  MirId make(MirId load, std::uint32_t count, std::uint32_t at) {
    const mir::OpDesc& d = code_.op(load);
    std::string text = "ld.global", cache, levels, type;
    for (const std::string& m : d.modifiers) {
      if (m == "ca" || m == "cg" || m == "cs") cache = "." + m;
      if (m.starts_with("L1::") || m.starts_with("L2::")) levels += "." + m;
      if (mir::parse_type(m) != Type::none) type = "." + m;
    }
    text += cache + ".nc" + levels + (count > 1 ? ".v" + std::to_string(count) : std::string()) + type;
    const auto slots = std::as_const(code_).slots(load);
    const std::uint32_t written = mir::slots_of(slots, 0);
    std::vector<Operand> all;
    if (count > 1) all.push_back(mir::make_group(mir::GroupKind::tuple, count));
    for (std::uint32_t k = 0; k < count; ++k) all.push_back(slots[written == 1 ? 0 : 1 + at + k]);
    all.insert(all.end(), slots.begin() + written, slots.end());
    const std::int64_t behind = std::int64_t{at} * mir::bits_of(d.type) / 8;
    for (Operand& o : all)
      if (o.kind == Kind::mem_reg || o.kind == Kind::mem_sym || o.kind == Kind::mem_imm) o.value += behind;
    const mir::Inst& old = code_.inst(load);
    mir::Inst made = code_.function().make(code_.module().intern(text), all, old.guard, old.guard_negated);
    made.line = old.line;
    made.loc = old.loc;
    return code_.make(made);
  }

  MirCode& code_;
  const program::UseDef<MirCode>& uses_;
  const Features& features_;
  const PassKnobs& knobs_;
  bool marked_ = false;  // some parameter says that it is a pointer
};

}  // namespace

void load_through_read_only_cache(MachineChain& on, const MachinePassContext& context) {
  MirCode& code = on.code();
  if (!code.function().kernel || !context.features.has_nc() || !context.options.knobs.ldg) return;
  GlobalLoads loads(on.start(), context);
  lathe::passes::UnwrittenLoadsOptions options;
  options.name = "ldgxform";
  options.fuel = context.fuel;
  context.count(lathe::passes::unwritten_loads(code, loads, options, context.sink(), on));
}

}  // namespace lathe::nvptx::machine
