// cp.async, cp.async.bulk, cp.reduce.async.bulk, st.async and red.async into codes.
// Source: PTX ISA 9.0, 9.7.9.12, 9.7.9.25, 9.7.13.8.
#include <array>
#include <optional>
#include <string>

#include "nvptx/exec/decode/decode_async.hpp"
#include "nvptx/exec/operate/async.hpp"

namespace lathe::nvptx::exec::async_decode {

std::optional<AsyncOperation> operation_of(const Instruction& i) {
  constexpr std::pair<std::string_view, AsyncOperation> names[] = {
      {"add", AsyncOperation::add},   {"inc", AsyncOperation::inc},    {"dec", AsyncOperation::dec},
      {"min", AsyncOperation::min},   {"max", AsyncOperation::max},    {"and", AsyncOperation::bit_and},
      {"or", AsyncOperation::bit_or}, {"xor", AsyncOperation::bit_xor}};
  for (const auto& [name, operation] : names)
    if (i.has(name)) return operation;
  return std::nullopt;
}

namespace {

using mir::Operand;
using mir::Type;

bool is_shared(std::string_view m) { return m == "shared" || m == "shared::cta"; }

// The state spaces that the mnemonic names, in order.
std::vector<std::string> spaces_of(const Instruction& i) {
  std::vector<std::string> out;
  for (const std::string& m : i.desc.modifiers)
    if (m == "global" || is_shared(m) || m == "shared::cluster") out.push_back(m);
  return out;
}

bool has_type(AsyncOperation operation, Type type, bool floats) {
  const bool small = type == Type::f16 || type == Type::bf16;
  const bool integer = type == Type::u32 || type == Type::s32 || type == Type::u64 || type == Type::s64;
  switch (operation) {
    case AsyncOperation::store:
      return false;
    case AsyncOperation::add:
      return integer || (floats && (small || type == Type::f32 || type == Type::f64));
    case AsyncOperation::inc:
    case AsyncOperation::dec:
      return type == Type::u32;
    case AsyncOperation::min:
    case AsyncOperation::max:
      return integer || (floats && small);
    default:
      return type == Type::b32 || type == Type::b64;
  }
}

std::uint32_t pack(AsyncOperation operation, Type type) {
  return static_cast<std::uint32_t>(operation) | static_cast<std::uint32_t>(type) << 8;
}

bool nothing(Decoder& d) {
  d.emit(run_nothing);
  return true;
}

// commit_group, wait_group N, wait_all.
bool group(Decoder& d, const Instruction& i) {
  if (!only(d, i, {"async", "bulk", "commit_group", "wait_group", "wait_all", "read"})) return false;
  const bool counted = i.has("wait_group");
  if (!operands(d, i, counted ? 1 : 0, counted ? 1 : 0)) return false;
  std::int64_t count = 0;
  if (counted && (!d.constant(i.operand(0), count) || count < 0))
    return d.refuse("the number of groups is no constant");
  return nothing(d);
}

bool arrive(Decoder& d, const Instruction& i) {
  if (!only(d, i, {"async", "mbarrier", "arrive", "noinc", "shared", "shared::cta", "b64"}) || !operands(d, i, 1, 1))
    return false;
  bool fine = true;
  const AccessRequest request = mbarrier_access(i);
  const Slot at = address(d, i, 0, request.space, fine);
  if (!fine) return false;
  Code& code = d.emit(run_copy_arrive, no_slot, at);
  code.x = request.pack();
  code.y = i.has("noinc") ? 1 : 0;
  return true;
}

// cp.async.ca.shared.global [to], [from], bytes {, source bytes or ignore-src} {, cache policy}
bool small_copy(Decoder& d, const Instruction& i) {
  if (!only(d, i,
            {"async", "ca", "cg", "shared", "shared::cta", "global", "L2::cache_hint", "L2::64B", "L2::128B",
             "L2::256B"}))
    return false;
  const auto spaces = spaces_of(i);
  if (spaces.size() != 2 || !is_shared(spaces[0]) || spaces[1] != "global" || i.has("ca") == i.has("cg"))
    return d.refuse("is not cp.async.ca or .cg from global to shared memory");
  const std::size_t hints = i.has("L2::cache_hint") ? 1 : 0;
  if (!operands(d, i, 3 + hints, 4 + hints)) return false;
  std::int64_t bytes = 0;
  if (!d.constant(i.operand(2), bytes) || (bytes != 4 && bytes != 8 && bytes != 16) || (i.has("cg") && bytes != 16))
    return d.refuse("the number of bytes has to be 4, 8 or 16 (.cg: 16)");
  bool fine = true;
  const Slot to = address(d, i, 0, Space::shared, fine), from = address(d, i, 1, Space::global, fine);
  Slot size = no_slot, ignore = no_slot;
  if (i.count() == 4 + hints) {
    const Operand& o = i.operand(3);
    if (d.register_bits(o) == 1)
      ignore = d.read_pred(o);
    else
      size = d.read(o, 32);
  }
  if (hints != 0) d.read(i.operand(i.count() - 1), 64);
  if (!fine) return false;
  Code& code = d.emit(run_copy, no_slot, to, from, size);
  code.y = static_cast<std::uint32_t>(bytes);
  code.extra = d.extra(std::array{ignore});
  code.extra_count = 1;
  return true;
}

bool prefetch(Decoder& d, const Instruction& i) {
  if (!only(d, i, {"async", "bulk", "prefetch", "L2", "global", "L2::cache_hint"})) return false;
  const std::size_t hints = i.has("L2::cache_hint") ? 1 : 0;
  if (!operands(d, i, 2 + hints, 2 + hints)) return false;
  bool fine = true;
  address(d, i, 0, Space::global, fine);
  d.read(i.operand(1), 32);
  return fine && nothing(d);
}

// The spaces and how completion is told; Code::x, or nothing after refuse().
std::optional<std::uint32_t> bulk_spaces(Decoder& d, const Instruction& i, bool reduce) {
  const auto spaces = spaces_of(i);
  const bool by_barrier = i.has("mbarrier::complete_tx::bytes"), by_group = i.has("bulk_group");
  std::optional<std::uint32_t> x;
  if (spaces.size() == 2 && by_barrier != by_group) {
    const std::string &to = spaces[0], &from = spaces[1];
    if (to == "global" && is_shared(from) && by_group) x = bulk_to_global;
    if (to == "shared::cluster" && from == "global" && by_barrier && !reduce) x = bulk_from_global | bulk_to_cluster;
    if (is_shared(to) && from == "global" && by_barrier && !reduce) x = bulk_from_global;
    if (to == "shared::cluster" && is_shared(from) && by_barrier) x = bulk_to_cluster;
  }
  if (!x) d.refuse("these state spaces with this completion mechanism");
  return x;
}

// [to], [from], bytes {, [mbarrier]} {, block mask} {, cache policy} {, byte mask}
bool bulk(Decoder& d, const Instruction& i, bool reduce) {
  if (!only(d, i,
            {"async",
             "bulk",
             "reduce",
             "global",
             "shared",
             "shared::cta",
             "shared::cluster",
             "bulk_group",
             "mbarrier::complete_tx::bytes",
             "multicast::cluster",
             "L2::cache_hint",
             "cp_mask",
             "add",
             "inc",
             "dec",
             "min",
             "max",
             "and",
             "or",
             "xor",
             "noftz",
             "f16",
             "bf16",
             "f32",
             "f64",
             "u32",
             "s32",
             "u64",
             "s64",
             "b32",
             "b64"}))
    return false;
  const auto x = bulk_spaces(d, i, reduce);
  if (!x) return false;
  const bool barrier = i.has("mbarrier::complete_tx::bytes"), multicast = i.has("multicast::cluster"),
             hint = i.has("L2::cache_hint"), masked = i.has("cp_mask");
  if (multicast && (reduce || *x != (bulk_from_global | bulk_to_cluster)))
    return d.refuse("a multicast other than from global to .shared::cluster");
  if (masked && (reduce || *x != bulk_to_global)) return d.refuse(".cp_mask other than from shared to global");
  const std::size_t count = 3 + std::size_t{barrier} + std::size_t{multicast} + std::size_t{hint} + std::size_t{masked};
  if (!operands(d, i, count, count)) return false;
  const auto operation = operation_of(i);
  const bool to_global = (*x & bulk_to_global) != 0;
  if (reduce != operation.has_value()) return d.refuse(reduce ? "an unknown operation" : "a copy with an operation");
  if (reduce && !has_type(*operation, i.desc.type, to_global)) return d.refuse("this operation on this type");
  const bool small = i.desc.type == Type::f16 || i.desc.type == Type::bf16;
  if (reduce && i.has("noftz") != (small && *operation == AsyncOperation::add))
    return d.refuse(".noftz belongs to .add.f16 and .add.bf16, and they need it");

  bool fine = true;
  const Slot to = address(d, i, 0, to_global ? Space::global : Space::shared, fine);
  const Slot from = address(d, i, 1, (*x & bulk_from_global) != 0 ? Space::global : Space::shared, fine);
  const Slot bytes = d.read(i.operand(2), 32);
  std::size_t at = 3;
  std::array<Slot, 3> extra{no_slot, no_slot, no_slot};
  if (barrier) extra[0] = address(d, i, at++, Space::shared, fine);
  if (multicast) extra[1] = d.read(i.operand(at++), 16);
  if (hint) d.read(i.operand(at++), 64);
  if (masked) extra[2] = d.read(i.operand(at++), 16);
  if (!fine) return false;
  Code& code = d.emit(reduce ? run_bulk_reduce : run_bulk_copy, no_slot, to, from, bytes);
  code.x = *x;
  code.y = reduce ? pack(*operation, i.desc.type) : 0;
  code.extra = d.extra(extra);
  code.extra_count = 3;
  return true;
}

}  // namespace

bool copy(Decoder& d, const Instruction& i) {
  if (i.has("tensor")) return tensor_copy(d, i);
  const std::string& first = i.desc.modifiers[0];
  if (first == "reduce" && i.has("async") && i.has("bulk")) return bulk(d, i, true);
  if (first != "async") return d.refuse("not cp.async or cp.reduce.async");
  if (i.has("commit_group") || i.has("wait_group") || i.has("wait_all")) return group(d, i);
  if (i.has("mbarrier")) return arrive(d, i);
  if (!i.has("bulk")) return small_copy(d, i);
  return i.has("prefetch") ? prefetch(d, i) : bulk(d, i, false);
}

bool async_store(Decoder& d, const Instruction& i) {
  if (!only(d, i,
            {"async",
             "weak",
             "relaxed",
             "release",
             "mmio",
             "cluster",
             "gpu",
             "sys",
             "cta",
             "global",
             "shared::cluster",
             "mbarrier::complete_tx::bytes",
             "v2",
             "v4",
             "add",
             "inc",
             "dec",
             "min",
             "max",
             "and",
             "or",
             "xor",
             "b8",
             "b16",
             "b32",
             "b64",
             "u8",
             "u16",
             "u32",
             "u64",
             "s8",
             "s16",
             "s32",
             "s64",
             "f32",
             "f64"}))
    return false;
  // With an mbarrier to shared memory of the cluster; without one a release to global memory.
  const bool barrier = i.has("mbarrier::complete_tx::bytes");
  if (barrier == i.has("release") || barrier == i.has("global"))
    return d.refuse("is neither a signalled store to the cluster nor a release to global memory");
  const bool reduce = i.desc.op == mir::Op::red;
  const auto operation = reduce ? operation_of(i) : AsyncOperation::store;
  const unsigned bits = mir::bits_of(i.desc.type);
  if (!operation || (reduce && (!has_type(*operation, i.desc.type, false) || i.desc.vector != 1)))
    return d.refuse("this operation on this type");
  if (!reduce && operation_of(i)) return d.refuse("a store with an operation");
  if (bits < (barrier || reduce ? 32U : 8U)) return d.refuse("this type");
  if (!operands(d, i, barrier ? 3 : 2, barrier ? 3 : 2)) return false;
  const auto elements = i.elements(1);
  if (elements.size() != i.desc.vector || bits * elements.size() > 128) return d.refuse("this number of values");
  bool fine = true;
  const Space space = barrier ? (i.has("shared::cluster") ? Space::shared : Space::generic) : Space::global;
  const Slot to = address(d, i, 0, space, fine);
  const Slot signal = barrier ? address(d, i, 2, space, fine) : no_slot;
  std::vector<Slot> values;
  for (const Operand& o : elements) values.push_back(d.read(o, bits));
  if (!fine) return false;
  AccessRequest request;
  request.space = space;
  request.kind = reduce ? AccessKind::atomic : AccessKind::write;
  request.bytes = request.align = bits / 8;
  request.cluster = barrier;
  Code& code = d.emit(run_async_store, no_slot, to, signal);
  code.x = request.pack();
  code.y = pack(*operation, i.desc.type);
  code.extra = d.extra(values);
  code.extra_count = static_cast<std::uint16_t>(values.size());
  return true;
}

}  // namespace lathe::nvptx::exec::async_decode
