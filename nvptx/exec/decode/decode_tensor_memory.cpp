// tcgen05 into codes: .cta_group::1, dense products. The rest is refused by name.
// Source: PTX ISA 9.0, 9.7.16.
#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "nvptx/exec/decode/decode_async.hpp"
#include "nvptx/exec/operate/async.hpp"
#include "nvptx/exec/operate/tensor_memory.hpp"

namespace lathe::nvptx::exec {
namespace {

using async_decode::address;
using async_decode::only;
using async_decode::operands;

bool single_group(Decoder& d, const Instruction& i) {
  return i.has("cta_group::1") || d.refuse(".cta_group::2 is not supported");
}

/// "x8" -> 8.
unsigned times_of(const Instruction& i) {
  for (const std::string& m : i.desc.modifiers)
    if (m.size() > 1 && m.size() < 5 && m[0] == 'x' && m[1] >= '0' && m[1] <= '9')
      return static_cast<unsigned>(std::stoul(m.substr(1)));
  return 0;
}

bool allocation(Decoder& d, const Instruction& i) {
  bool fine = true;
  const std::string& what = i.desc.modifiers[0];
  if (!only(d, i,
            {"alloc", "dealloc", "relinquish_alloc_permit", "cta_group::1", "cta_group::2", "sync", "aligned",
             "shared::cta", "b32"}) ||
      !single_group(d, i))
    return false;
  if (what == "relinquish_alloc_permit") {
    if (!operands(d, i, 0, 0)) return false;
    d.emit(run_tmem_relinquish);
    return true;
  }
  if (!operands(d, i, 2, 2)) return false;
  if (what == "alloc") {
    if (!i.has("shared::cta")) return d.refuse("without .shared::cta");
    const Slot at = address(d, i, 0, Space::shared, fine);
    if (fine) d.emit(run_tmem_alloc, no_slot, at, d.read(i.operand(1), 32));
    return fine;
  }
  d.emit(run_tmem_dealloc, no_slot, d.resize(d.read(i.operand(0), 32), 32, 64, false), d.read(i.operand(1), 32));
  return true;
}

bool load_store(Decoder& d, const Instruction& i, bool load) {
  constexpr std::pair<std::string_view, TensorShape> shapes[] = {{"32x32b", TensorShape::s32x32b},
                                                                 {"16x64b", TensorShape::s16x64b},
                                                                 {"16x128b", TensorShape::s16x128b},
                                                                 {"16x256b", TensorShape::s16x256b}};
  if (i.has("red")) return d.refuse("tcgen05.ld.red is not supported");
  const auto* shape = std::find_if(std::begin(shapes), std::end(shapes), [&](const auto& s) { return i.has(s.first); });
  if (shape == std::end(shapes))
    return d.refuse("this shape is not supported: the manual shows in figures only where its registers lie");
  const unsigned times = times_of(i);
  const unsigned each = shape->second == TensorShape::s16x256b ? 4 : shape->second == TensorShape::s16x128b ? 2 : 1;
  if (!operands(d, i, 2, 2)) return false;
  bool fine = true;
  const auto parts = i.elements(load ? 0 : 1);
  if (times == 0 || parts.size() != std::size_t{times} * each)
    return d.refuse(std::to_string(parts.size()) + " registers, " + std::to_string(times * each) + " are meant");
  const Slot at = address(d, i, load ? 1 : 0, Space::generic, fine);
  std::vector<Slot> slots;
  for (const mir::Operand& o : parts) slots.push_back(load ? d.write(o, 32) : d.read(o, 32));
  if (!fine) return false;
  Code& code = d.emit(load ? run_tmem_load : run_tmem_store, no_slot, at);
  code.x = static_cast<std::uint32_t>(shape->second) | (i.has("pack::16b") || i.has("unpack::16b") ? 1U << 8 : 0U);
  code.extra = d.extra(slots);
  code.extra_count = static_cast<std::uint16_t>(slots.size());
  return true;
}

std::optional<TensorKind> kind_of(Decoder& d, const Instruction& i) {
  constexpr std::pair<std::string_view, TensorKind> kinds[] = {
      {"kind::f16", TensorKind::f16},           {"kind::tf32", TensorKind::tf32},
      {"kind::f8f6f4", TensorKind::f8f6f4},     {"kind::i8", TensorKind::i8},
      {"kind::mxf8f6f4", TensorKind::mxf8f6f4}, {"kind::mxf4", TensorKind::mxf4},
      {"kind::mxf4nvf4", TensorKind::mxf4}};
  for (const auto& [name, kind] : kinds)
    if (i.has(name)) return kind;
  d.refuse("this kind");
  return std::nullopt;
}

/// Scales of a row of A; 0 after refuse().
unsigned scales_of(Decoder& d, const Instruction& i) {
  const bool wide = i.has("kind::mxf8f6f4"), any = i.has("kind::mxf4nvf4");
  unsigned scales = 0;
  if (i.has("scale_vec::1X") || (i.has("block32") && wide)) scales = 1;
  if (i.has("scale_vec::2X") || (i.has("block32") && !wide)) scales = 2;
  if (i.has("scale_vec::4X") || i.has("block16")) scales = 4;
  if (scales == 0 && !any) scales = wide ? 1 : 2;
  const bool fits = wide ? scales == 1 : any ? scales == 2 || scales == 4 : scales == 2;
  if (i.has("block_scale") && fits) return scales;
  d.refuse("this number of scales");
  return 0;
}

// [d], a-desc or [a], b-desc, idesc {, {masks}}, p {, scale}
bool product(Decoder& d, const Instruction& i) {
  for (const std::string_view m : {"ws", "sp", "ashift"})
    if (i.has(m)) return d.refuse("." + std::string(m) + " is not supported");
  if (!single_group(d, i)) return false;
  const auto kind = kind_of(d, i);
  if (!kind) return false;
  const bool scaled = *kind >= TensorKind::mxf8f6f4;
  const unsigned scales = scaled ? scales_of(d, i) : 0;
  if (scaled && scales == 0) return false;
  if (!only(
          d, i,
          {"kind::mxf8f6f4", "kind::mxf4", "kind::mxf4nvf4", "block_scale", "scale_vec::1X", "scale_vec::2X",
           "scale_vec::4X", "block16", "block32", "mma", "cta_group::1", "kind::f16", "kind::tf32", "kind::f8f6f4",
           "kind::i8", "collector::a::discard", "collector::a::lastuse", "collector::a::fill", "collector::a::use"}) ||
      !operands(d, i, 5, 7))
    return false;
  bool fine = true;
  const Slot to = address(d, i, 0, Space::generic, fine);
  using Kind = mir::Operand::Kind;
  const Kind a = i.operand(1).kind;
  const bool in_tensor = a == Kind::mem_reg || a == Kind::mem_imm || a == Kind::mem_sym;
  const Slot from = in_tensor ? address(d, i, 1, Space::generic, fine) : d.read(i.operand(1), 64);
  const Slot right = d.read(i.operand(2), 64);
  std::array<Slot, 8> extra;
  extra.fill(no_slot);
  extra[0] = d.read(i.operand(3), 32);
  std::size_t at = 4;
  if (scaled && i.count() == 7) {
    extra[6] = address(d, i, at++, Space::generic, fine);
    extra[7] = address(d, i, at++, Space::generic, fine);
  } else if (scaled) {
    return d.refuse("the scales in tensor memory are missing");
  } else if (i.is_group(at)) {
    const auto masks = i.elements(at++);
    if (masks.size() != 4) return d.refuse("the mask of lanes has four words");
    for (std::size_t k = 0; k < 4; ++k) extra[2 + k] = d.read(masks[k], 32);
  }
  if (at >= i.count()) return d.refuse("a predicate is missing");
  extra[1] = d.read_pred(i.operand(at++));
  std::int64_t scale = 0;
  if (at < i.count() && (!d.constant(i.operand(at++), scale) || scale < 0 || scale > 15 ||
                         (*kind != TensorKind::f16 && *kind != TensorKind::tf32)))
    return d.refuse("the scale of D is no constant in 0 to 15, or not of these types");
  if (at != i.count() || !fine) return d.refuse("does not take " + std::to_string(i.count()) + " operands");
  Code& code = d.emit(run_tmem_mma, no_slot, to, from, right);
  code.x = static_cast<std::uint32_t>(*kind) | (in_tensor ? 1U << 8 : 0U);
  code.y = static_cast<std::uint32_t>(scale) | scales << 8;
  code.extra = d.extra(extra);
  code.extra_count = static_cast<std::uint16_t>(extra.size());
  return true;
}

bool copy(Decoder& d, const Instruction& i) {
  if (i.has("b8x16")) return d.refuse("a copy that widens elements is not supported");
  if (i.has("4x256b")) return d.refuse("the shape 4x256b is not supported: the manual shows it in a figure only");
  if (!only(d, i,
            {"cp", "cta_group::1", "cta_group::2", "128x256b", "128x128b", "64x128b", "32x128b", "warpx2::02_13",
             "warpx2::01_23", "warpx4"}) ||
      !single_group(d, i) || !operands(d, i, 2, 2))
    return false;
  std::optional<TensorCopyShape> shape;
  if (i.has("128x256b")) shape = TensorCopyShape::s128x256b;
  if (i.has("128x128b")) shape = TensorCopyShape::s128x128b;
  if (i.has("64x128b") && i.has("warpx2::02_13")) shape = TensorCopyShape::s64x128b_02_13;
  if (i.has("64x128b") && i.has("warpx2::01_23")) shape = TensorCopyShape::s64x128b_01_23;
  if (i.has("32x128b") && i.has("warpx4")) shape = TensorCopyShape::s32x128b;
  if (!shape) return d.refuse("this shape");
  bool fine = true;
  const Slot to = address(d, i, 0, Space::generic, fine);
  if (fine) d.emit(run_tmem_copy, no_slot, to, d.read(i.operand(1), 64)).x = static_cast<std::uint32_t>(*shape);
  return fine;
}

bool commit(Decoder& d, const Instruction& i) {
  const bool multicast = i.has("multicast::cluster");
  if (!only(d, i,
            {"commit", "cta_group::1", "cta_group::2", "mbarrier::arrive::one", "shared::cluster", "multicast::cluster",
             "b64"}) ||
      !single_group(d, i) || !operands(d, i, multicast ? 2 : 1, multicast ? 2 : 1))
    return false;
  bool fine = true;
  const Slot at = address(d, i, 0, i.has("shared::cluster") ? Space::shared : Space::generic, fine);
  if (!fine) return false;
  if (multicast) {
    d.emit(run_tmem_commit, no_slot, at, d.read(i.operand(1), 16));
    return true;
  }
  AccessRequest request;
  request.space = i.has("shared::cluster") ? Space::shared : Space::generic;
  request.kind = AccessKind::sync;
  request.bytes = request.align = 8;
  request.cluster = true;
  Code& code = d.emit(run_mbarrier_arrive, no_slot, at, d.spread(1, 32));
  code.x = request.pack();
  code.y = 0;
  return true;
}

}  // namespace

bool decode_tensor_memory(Decoder& d, const Instruction& i) {
  if (i.desc.modifiers.empty()) return d.refuse("needs modifiers");
  const std::string& what = i.desc.modifiers[0];
  if (what == "alloc" || what == "dealloc" || what == "relinquish_alloc_permit") return allocation(d, i);
  if (what == "ld" || what == "st") return load_store(d, i, what == "ld");
  if (what == "mma") return product(d, i);
  if (what == "cp") return copy(d, i);
  if (what == "commit") return commit(d, i);
  if (what == "wait::ld" || what == "wait::st") {
    d.emit(run_tmem_wait);
    return operands(d, i, 0, 0);
  }
  if (what == "fence::before_thread_sync" || what == "fence::after_thread_sync") {
    d.emit(run_nothing);
    return operands(d, i, 0, 0);
  }
  return d.refuse("." + what + " is not supported");
}

}  // namespace lathe::nvptx::exec
