// Generic addresses (cvta, isspacep), the stack of local memory (alloca, stacksave, stackrestore), and hints to the
// caches, which have no effect. Source: PTX ISA 9.0, 9.7.9.14 to 9.7.9.22, 9.7.17.
#include <algorithm>
#include <bit>
#include <string>

#include "nvptx/exec/decode/decode_memory.hpp"
#include "simt/lanes/lane_tools.hpp"
#include "simt/state/access.hpp"

namespace lathe::nvptx::exec {
namespace {

using mir::Op;
using mir::Type;

// ---- isspacep: Code::x is the space, Code::y whether shared memory of other blocks counts

bool is_in(const Warp& w, Space space, bool cluster, Address address) {
  const Space there = space_of(address);
  switch (space) {
    case Space::global:  // the window of the kernel's parameters is part of it
      return there == Space::global || there == Space::param;
    case Space::shared: {
      const std::uint64_t rank = (address - shared_window) >> cluster_shift;
      return there == Space::shared && (cluster || rank == 0 || rank == w.block->rank + 1U);
    }
    default:
      return there == space;
  }
}

Flow run_isspacep(Warp& w, const Code& c, Mask mask) {
  const auto* a = w.in<std::uint64_t>(c.a);
  Mask result = 0;
  for_lanes(mask, [&](unsigned l) {
    if (is_in(w, static_cast<Space>(c.x), c.y != 0, a[l])) result |= 1U << l;
  });
  w.set_pred(c.d, result, mask);
  return Flow::next;
}

// Addresses of constants are generic ones here; what was kept in 32 bits has lost the upper half.
Flow run_to_constants(Warp& w, const Code& c, Mask mask) {
  const auto* a = w.in<std::uint64_t>(c.a);
  auto* to = w.out<std::uint64_t>(c.d);
  for_lanes(mask, [&](unsigned l) { to[l] = a[l] >> 32 == 0 ? a[l] + const_base : a[l]; });
  return Flow::next;
}

// ---- hints

Flow run_hint(Warp&, const Code&, Mask) { return Flow::next; }

// The bytes become undefined: what they are already is as good as anything. The address has to be right.
template <class Base>
Flow run_discard(Warp& w, const Code& c, Mask mask) {
  const AccessRequest request = AccessRequest::unpack(c.x);
  const auto* a = w.in<Base>(c.a);
  Address address[lane_count] = {};
  for_lanes(mask, [&](unsigned l) { address[l] = static_cast<Base>(a[l] + static_cast<Base>(c.imm)); });
  std::byte* host[lane_count];
  return locate_lanes(w, c, mask, request, address, host) ? Flow::next : Flow::stop;
}

// ---- the stack

template <class T>
Flow run_alloca(Warp& w, const Code& c, Mask mask) {
  const T* size = w.in<T>(c.a);
  const std::uint64_t align = c.imm;
  constexpr std::uint64_t most = 0xffffffffU;
  std::uint64_t base[lane_count] = {}, top[lane_count] = {}, highest = 0;
  for_lanes(mask, [&](unsigned l) {
    base[l] = (w.stack_top[l] + align - 1) & ~(align - 1);
    top[l] = base[l] + std::min<std::uint64_t>(size[l], most);
    highest = std::max(highest, top[l]);
  });
  if (!w.reserve_local(c, static_cast<std::uint32_t>(std::min(highest, most)))) return Flow::stop;
  T* d = w.out<T>(c.d);
  for_lanes(mask, [&](unsigned l) {
    d[l] = static_cast<T>(base[l]);
    w.stack_top[l] = static_cast<std::uint32_t>(top[l]);
  });
  return Flow::next;
}

template <class T>
Flow run_stacksave(Warp& w, const Code& c, Mask mask) {
  T* d = w.out<T>(c.d);
  for_lanes(mask, [&](unsigned l) { d[l] = w.stack_top[l]; });
  return Flow::next;
}

template <class T>
Flow run_stackrestore(Warp& w, const Code& c, Mask mask) {
  const T* a = w.in<T>(c.a);
  const std::uint64_t least = std::uint64_t{w.frame->local_base} + w.function->local_bytes;
  for (Mask left = mask; left != 0; left &= left - 1) {
    const auto l = static_cast<unsigned>(std::countr_zero(left));
    if (a[l] < least || a[l] > w.stack_top[l])
      return w.fault(c, l,
                     "stackrestore to " + std::to_string(a[l]) +
                         ", which no stacksave of this function gave: the stack " + "is between " +
                         std::to_string(least) + " and " + std::to_string(w.stack_top[l]));
  }
  for_lanes(mask, [&](unsigned l) { w.stack_top[l] = static_cast<std::uint32_t>(a[l]); });
  return Flow::next;
}

bool want_operands(Decoder& d, const Instruction& i, std::size_t least, std::size_t most) {
  if (i.count() >= least && i.count() <= most) return true;
  return d.refuse(std::to_string(least) + (least == most ? "" : " to " + std::to_string(most)) +
                  " operands are needed");
}

}  // namespace

bool decode_cvta(Decoder& d, const Instruction& i) {
  if (!known_modifiers(d, i, {"to"}) || !want_operands(d, i, 2, 2)) return false;
  if (i.desc.type != Type::u64) return d.refuse("generic addresses have 64 bits: .u64 is needed");
  std::uint64_t window = 0;
  bool constant = false;
  switch (memory_space(i.desc.space)) {
    case Space::global:
      break;
    case Space::constant:
      constant = !i.has("to");
      break;
    case Space::shared:
      window = shared_window;
      break;
    case Space::local:
      window = local_window;
      break;
    case Space::param:
      // The parameters of a device function lie in its frame.
      window = d.code.kernel || i.has("param::entry") ? param_window : local_window;
      break;
    default:
      return d.refuse("a state space is needed");
  }
  const Slot a = d.read(i.operand(1), 64);
  if (constant) {
    d.emit(run_to_constants, d.write(i.operand(0), 64), a);
    return true;
  }
  d.emit(pick_add_constant({}), d.write(i.operand(0), 64), a).imm = i.has("to") ? 0 - window : window;
  return true;
}

bool decode_isspacep(Decoder& d, const Instruction& i) {
  if (!known_modifiers(d, i, {}) || !want_operands(d, i, 2, 2)) return false;
  const Space space = memory_space(i.desc.space);
  if (space != Space::global && space != Space::constant && space != Space::shared && space != Space::local &&
      space != Space::param)
    return d.refuse("a state space is needed");
  const Slot a = d.read(i.operand(1), 64);
  Code& code = d.emit(run_isspacep, d.write_pred(i.operand(0)), a);
  code.x = static_cast<std::uint32_t>(space);
  code.y = i.has("shared::cluster") ? 1 : 0;
  return true;
}

bool decode_hint(Decoder& d, const Instruction& i) {
  if (!known_modifiers(d, i, {"L1", "L2", "tensormap", "fractional", "range", "cvt", "L2::evict_unchanged"}))
    return false;
  if (i.desc.op == Op::createpolicy) {
    // Policies mean nothing here; whatever reads one only hands it on.
    if (!want_operands(d, i, 1, 4)) return false;
    if (i.desc.type != Type::b64) return d.refuse("a policy has 64 bits: .b64 is needed");
    d.emit(pick_add_constant({}), d.write(i.operand(0), 64), d.spread(0, 64));
    return true;
  }
  const bool sized = i.desc.op == Op::applypriority || i.desc.op == Op::discard;
  if (!want_operands(d, i, sized ? 2 : 1, sized ? 2 : 1)) return false;
  std::int64_t bytes = 128;
  if (sized && (!d.constant(i.operand(1), bytes) || bytes != 128)) return d.refuse("the size has to be 128");
  Place place = place_of(d, i, 0);
  if (!place.valid) return false;
  if (i.desc.op != Op::discard) {
    d.emit(run_hint);
    return true;
  }
  if (place.where != Where::regions) return d.refuse("discard is for global memory");
  place.request.kind = AccessKind::write;
  place.request.bytes = place.request.align = 128;
  const bool wide = place.base_bits == 64;
  Code& code = d.emit(wide ? run_discard<std::uint64_t> : run_discard<std::uint32_t>, no_slot, place.base);
  code.imm = place.offset;
  code.x = place.request.pack();
  return true;
}

bool decode_stack(Decoder& d, const Instruction& i) {
  const Type type = i.desc.type;
  if (type != Type::u64 && type != Type::u32) return d.refuse("type .u32 or .u64 is needed");
  const unsigned bits = bits_of(type);
  const bool wide = bits == 64, allocates = i.desc.op == Op::alloca;
  if (!want_operands(d, i, allocates ? 2 : 1, allocates ? 3 : 1)) return false;
  if (i.desc.op == Op::stacksave) {
    d.emit(wide ? run_stacksave<std::uint64_t> : run_stacksave<std::uint32_t>, d.write(i.operand(0), bits));
    return true;
  }
  if (i.desc.op == Op::stackrestore) {
    d.emit(wide ? run_stackrestore<std::uint64_t> : run_stackrestore<std::uint32_t>, no_slot,
           d.read(i.operand(0), bits));
    return true;
  }
  std::int64_t align = 8;
  if (i.count() == 3 && (!d.constant(i.operand(2), align) || align <= 0 || align > (1 << 23) ||
                         !std::has_single_bit(static_cast<std::uint64_t>(align))))
    return d.refuse("the alignment has to be a power of two");
  const Slot size = d.read(i.operand(1), bits);
  d.emit(wide ? run_alloca<std::uint64_t> : run_alloca<std::uint32_t>, d.write(i.operand(0), bits), size).imm =
      static_cast<std::uint64_t>(align);
  return true;
}

}  // namespace lathe::nvptx::exec
