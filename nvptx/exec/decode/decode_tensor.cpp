// cp.async.bulk.tensor, cp.reduce.async.bulk.tensor, cp.async.bulk.prefetch.tensor and tensormap.* into codes.
// Source: PTX ISA 9.0, 9.7.9.27 and 9.7.9.28.
#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "nvptx/exec/decode/decode_async.hpp"
#include "nvptx/exec/operate/async.hpp"

namespace lathe::nvptx::exec::async_decode {
namespace {

using mir::GroupKind;
using mir::Operand;
using Kind = Operand::Kind;
using Slots = std::array<Slot, tensor_slots>;

bool is_group(const Operand& o, GroupKind kind) { return o.kind == Kind::group && static_cast<GroupKind>(o.a) == kind; }

unsigned rank_of(const Instruction& i) {
  static constexpr std::string_view names[] = {"1d", "2d", "3d", "4d", "5d"};
  for (unsigned r = 0; r < 5; ++r)
    if (i.has(names[r])) return r + 1;
  return 0;
}

/// How rows are chosen; nothing after refuse().
std::optional<TensorMode> mode_of(Decoder& d, const Instruction& i, bool load) {
  for (const std::string_view m : {"im2col::w", "im2col::w::128"})
    if (i.has(m)) {
      d.refuse("." + std::string(m) + " is not supported: the manual shows where its halo lies in figures only");
      return std::nullopt;
    }
  if (i.has(load ? "tile::gather4" : "tile::scatter4")) return TensorMode::gather4;
  return i.has(load ? "im2col" : "im2col_no_offs") ? TensorMode::im2col : TensorMode::tile;
}

/// [map, {coordinates}]: the map's slot; coordinates into `slots`.
Slot place(Decoder& d, const Instruction& i, std::size_t index, unsigned count, Slots& slots, bool& fine) {
  const auto fail = [&] {
    fine = d.refuse("the tensor map and coordinates are not [map, {" + std::to_string(count) + " coordinates}]");
    return d.temp(64);
  };
  if (index >= i.count() || !is_group(i.operand(index), GroupKind::bracket)) return fail();
  const std::uint32_t begin = i.tops[index] + 1, end = begin + static_cast<std::uint32_t>(i.operand(index).value);
  std::vector<std::uint32_t> parts;
  for (std::uint32_t at = begin; at < end && at < i.slots.size(); at += mir::slots_of(i.slots, at)) parts.push_back(at);
  if (parts.size() != 2) return fail();
  std::vector<Operand> coordinates;
  for (std::uint32_t at = parts[1]; at < end && at < i.slots.size(); ++at)
    if (i.slots[at].kind != Kind::group) coordinates.push_back(i.slots[at]);
  if (coordinates.size() != count) return fail();
  for (unsigned k = 0; k < count; ++k) slots[2 + k] = d.read(coordinates[k], 32);
  Operand map = i.slots[parts[0]];
  if (map.kind == Kind::reg) map = Operand::make_mem_reg(map.a);
  if (map.kind == Kind::symbol) map = Operand::make_mem_sym(map.a, map.value);
  return address(d, map, Space::generic, fine);
}

bool offsets(Decoder& d, const Instruction& i, std::size_t index, unsigned count, Slots& slots) {
  if (index >= i.count()) return d.refuse("im2col needs its offsets");
  const auto parts = i.elements(index);
  if (parts.size() != count) return d.refuse(std::to_string(parts.size()) + " im2col offsets");
  for (unsigned k = 0; k < count; ++k) slots[7 + k] = d.read(parts[k], 16);
  return true;
}

void finish(Decoder& d, Handler run, Slot memory, Slot map, const Slots& slots, std::uint32_t x, AsyncOperation y) {
  Code& code = d.emit(run, no_slot, memory, map);
  code.x = x;
  code.y = static_cast<std::uint32_t>(y);
  code.extra = d.extra(slots);
  code.extra_count = tensor_slots;
}

bool load(Decoder& d, const Instruction& i, unsigned rank, TensorMode mode) {
  const bool multicast = i.has("multicast::cluster"), cluster = i.has("shared::cluster");
  if (cluster == i.has("shared::cta") || (multicast && !cluster)) return d.refuse("these state spaces");
  if (multicast && i.has("cta_group::2")) return d.refuse("a multicast with .cta_group::2 is not supported");
  const bool pixels = mode == TensorMode::im2col;
  const std::size_t count = 3 + std::size_t{pixels} + std::size_t{multicast} + std::size_t{i.has("L2::cache_hint")};
  if (!operands(d, i, count, count)) return false;
  Slots slots;
  slots.fill(no_slot);
  bool fine = true;
  const Slot to = address(d, i, 0, Space::shared, fine);
  const Slot map = place(d, i, 1, mode == TensorMode::gather4 ? 5 : rank, slots, fine);
  slots[0] = address(d, i, 2, Space::shared, fine);
  std::size_t at = 3;
  if (pixels && !offsets(d, i, at++, rank - 2, slots)) return false;
  if (multicast) slots[1] = d.read(i.operand(at++), 16);
  if (at < count) d.read(i.operand(at), 64);
  if (!fine) return false;
  finish(d, run_tensor_load, to, map, slots,
         static_cast<std::uint32_t>(mode) | rank << tensor_rank_shift | (cluster ? tensor_to_cluster : 0U),
         AsyncOperation::store);
  return true;
}

bool store(Decoder& d, const Instruction& i, unsigned rank, TensorMode mode) {
  const auto operation = operation_of(i);
  if (operation.has_value() != (i.desc.modifiers[0] == "reduce")) return d.refuse("an unknown operation");
  if (mode == TensorMode::gather4 && operation) return d.refuse("a reduction of scattered rows");
  const std::size_t count = 2 + std::size_t{i.has("L2::cache_hint")};
  if (!i.has("shared::cta") || !operands(d, i, count, count)) return d.refuse("this form");
  Slots slots;
  slots.fill(no_slot);
  bool fine = true;
  const Slot map = place(d, i, 0, mode == TensorMode::gather4 ? 5 : rank, slots, fine);
  const Slot from = address(d, i, 1, Space::shared, fine);
  if (count == 3) d.read(i.operand(2), 64);
  if (!fine) return false;
  finish(d, run_tensor_store, from, map, slots, static_cast<std::uint32_t>(mode) | rank << tensor_rank_shift,
         operation.value_or(AsyncOperation::store));
  return true;
}

}  // namespace

bool tensor_copy(Decoder& d, const Instruction& i) {
  if (!only(d, i,
            {"async",
             "bulk",
             "reduce",
             "prefetch",
             "tensor",
             "1d",
             "2d",
             "3d",
             "4d",
             "5d",
             "global",
             "shared::cta",
             "shared::cluster",
             "tile",
             "tile::gather4",
             "tile::scatter4",
             "im2col",
             "im2col::w",
             "im2col::w::128",
             "im2col_no_offs",
             "mbarrier::complete_tx::bytes",
             "bulk_group",
             "multicast::cluster",
             "cta_group::1",
             "cta_group::2",
             "L2",
             "L2::cache_hint",
             "add",
             "inc",
             "dec",
             "min",
             "max",
             "and",
             "or",
             "xor"}))
    return false;
  const unsigned rank = rank_of(i);
  const bool prefetch = i.has("prefetch"), loads = i.has("mbarrier::complete_tx::bytes");
  if (rank == 0 || !i.has("bulk") || !i.has("global") || int{prefetch} + int{loads} + int{i.has("bulk_group")} != 1)
    return d.refuse("is no tensor copy that is known");
  const auto mode = mode_of(d, i, prefetch || loads);
  if (!mode) return false;
  if (*mode == TensorMode::gather4 && rank != 2) return d.refuse("four rows are of .2d tensors");
  if (*mode == TensorMode::im2col && rank < 3) return d.refuse("im2col has .3d, .4d and .5d");
  if (loads) return load(d, i, rank, *mode);
  if (!prefetch) return store(d, i, rank, *mode);
  const std::size_t count = 1 + std::size_t{*mode == TensorMode::im2col} + std::size_t{i.has("L2::cache_hint")};
  if (!operands(d, i, count, count)) return false;
  Slots slots;
  slots.fill(no_slot);
  bool fine = true;
  place(d, i, 0, *mode == TensorMode::gather4 ? 5 : rank, slots, fine);
  if (!fine || (*mode == TensorMode::im2col && !offsets(d, i, 1, rank - 2, slots))) return false;
  d.emit(run_nothing);
  return true;
}

bool tensor_map(Decoder& d, const Instruction& i) {
  if (i.has("cp_fenceproxy")) {
    if (!only(d, i,
              {"cp_fenceproxy", "global", "shared::cta", "tensormap::generic", "release", "cta", "cluster", "gpu",
               "sys", "sync", "aligned"}) ||
        !operands(d, i, 3, 3))
      return false;
    std::int64_t bytes = 0;
    if (!d.constant(i.operand(2), bytes) || bytes != 128) return d.refuse("the size is not 128");
    bool fine = true;
    const Slot to = address(d, i, 0, Space::global, fine), from = address(d, i, 1, Space::shared, fine);
    if (fine) d.emit(run_tensor_map_copy, no_slot, to, from);
    return fine;
  }
  if (!only(d, i,
            {"replace", "tile", "global_address", "rank", "box_dim", "global_dim", "global_stride", "element_stride",
             "elemtype", "interleave_layout", "swizzle_mode", "swizzle_atomicity", "fill_mode", "global", "shared::cta",
             "b1024", "b32", "b64"}))
    return false;
  constexpr std::pair<std::string_view, TensorField> fields[] = {{"global_address", TensorField::global_address},
                                                                 {"rank", TensorField::rank},
                                                                 {"box_dim", TensorField::box_dim},
                                                                 {"global_dim", TensorField::global_dim},
                                                                 {"global_stride", TensorField::global_stride},
                                                                 {"element_stride", TensorField::element_stride},
                                                                 {"elemtype", TensorField::elemtype},
                                                                 {"interleave_layout", TensorField::interleave_layout},
                                                                 {"swizzle_mode", TensorField::swizzle_mode},
                                                                 {"swizzle_atomicity", TensorField::swizzle_atomicity},
                                                                 {"fill_mode", TensorField::fill_mode}};
  const auto* field = std::find_if(std::begin(fields), std::end(fields), [&](const auto& f) { return i.has(f.first); });
  if (field == std::end(fields) || !i.has("replace") || !i.has("b1024")) return d.refuse("this form");
  const TensorField what = field->second;
  const bool ordered = what >= TensorField::box_dim && what <= TensorField::element_stride;
  if (!operands(d, i, ordered ? 3 : 2, ordered ? 3 : 2)) return false;
  std::int64_t ordinal = 0;
  if (ordered && (!d.constant(i.operand(1), ordinal) || ordinal < 0 || ordinal > 4))
    return d.refuse("the ordinal is no constant in 0 to 4");
  bool fine = true;
  const Space space = i.has("shared::cta") ? Space::shared : i.has("global") ? Space::global : Space::generic;
  const Slot at = address(d, i, 0, space, fine);
  const unsigned bits = i.has("b64") ? 64 : 32;
  Slot value = d.read(i.operand(ordered ? 2 : 1), bits);
  if (bits == 32) value = d.resize(value, 32, 64, false);
  if (!fine) return false;
  Code& code = d.emit(run_tensor_map_replace, no_slot, at, value);
  code.x = static_cast<std::uint32_t>(what);
  code.y = static_cast<std::uint32_t>(ordinal);
  code.imm = static_cast<std::uint64_t>(space);
  return true;
}

}  // namespace lathe::nvptx::exec::async_decode
