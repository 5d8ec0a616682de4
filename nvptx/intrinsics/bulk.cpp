// Bulk asynchronous copies (cp.async.bulk), tensor copies by descriptor (TMA), and edits of descriptors.
//
// The names give direction, load mode and dimension; trailing flags of the call choose multicast, cache hint and CTA
// group, each a modifier and perhaps an operand. Source: PTX ISA, "cp.async.bulk", "cp.async.bulk.tensor",
// "cp.reduce.async.bulk.tensor", "tensormap.replace".
#include <array>
#include <string>

#include "nvptx/intrinsics/writer.hpp"

namespace lathe::nvptx::intrinsics {
namespace {

constexpr std::string_view bytes_done = ".mbarrier::complete_tx::bytes";
constexpr std::string_view hinted = ".L2::cache_hint";

// ---- plain bulk copies

/// (to, mbarrier, from, bytes, [multicast mask,] hint, [use mask,] use hint)
bool global_to_shared(Name& name, Writer& w) {
  const bool cluster = name.take("cluster");
  if ((!cluster && !name.take("cta")) || !name.done()) return false;
  if (!w.need(90, cluster ? 80 : 86)) return false;
  const bool multicast = cluster && w.immediate(6) != 0;
  const bool hint = w.immediate(cluster ? 7 : 5) != 0;
  std::string mnemonic = "cp.async.bulk.shared::" + std::string(cluster ? "cluster" : "cta") + ".global";
  mnemonic += bytes_done;
  if (multicast) mnemonic += ".multicast::cluster";
  if (hint) mnemonic += hinted;
  w.op(mnemonic).address(0).address(2).in(3).address(1);
  if (multicast) w.in(4);
  if (hint) w.in(cluster ? 5 : 4);
  return w.convergent().finish();
}

/// (to, from, bytes, hint, use hint [, byte mask])
bool shared_to_global(Name& name, Writer& w) {
  const bool masked = name.take("bytemask");
  if (!name.done() || !(masked ? w.need(100, 86) : w.need(90, 80))) return false;
  const bool hint = w.immediate(4) != 0;
  std::string mnemonic = "cp.async.bulk.global.shared::cta.bulk_group";
  if (hint) mnemonic += hinted;
  if (masked) mnemonic += ".cp_mask";
  w.op(mnemonic).address(0).address(1).in(2);
  if (hint) w.in(3);
  if (masked) w.in(5);
  return w.convergent().finish();
}

bool shared_to_cluster(Name& name, Writer& w) {
  if (!name.done() || !w.need(90, 80)) return false;
  w.op("cp.async.bulk.shared::cluster.shared::cta" + std::string(bytes_done));
  return w.address(0).address(2).in(3).address(1).convergent().finish();
}

bool bulk_prefetch(Name& name, Writer& w) {
  if (!name.take("L2") || !name.done() || !w.need(90, 80)) return false;
  const bool hint = w.immediate(3) != 0;
  w.op("cp.async.bulk.prefetch.L2.global" + std::string(hint ? hinted : "")).address(0).in(1);
  if (hint) w.in(2);
  return w.convergent().finish();
}

bool bulk_group(Name& name, Writer& w, bool commit) {
  if (!name.take("group")) return false;
  const bool read = !commit && name.take("read");
  if (!name.done() || !w.need(90, 80)) return false;
  w.op(commit ? "cp.async.bulk.commit_group" : read ? "cp.async.bulk.wait_group.read" : "cp.async.bulk.wait_group");
  if (!commit) w.imm_arg(0);
  return w.chained().finish();
}

// ---- tensor copies

/// Load mode and shape, from the end of a tensor copy's name.
struct Tensor {
  std::string mode;          ///< "tile", "tile::gather4", "im2col::w::128", ...
  std::string dimension;     ///< "3d"
  unsigned coordinates = 0;  ///< of the tensor
  unsigned offsets = 0;      ///< of im2col
  bool recent = false;       ///< modes that came with sm_100
  bool ok = false;
};

Tensor read_tensor(Name& name) {
  Tensor t;
  if (name.take("tile")) {
    t.mode = "tile";
    if (const std::string_view four = name.take_one_of({"gather4", "scatter4"}); !four.empty()) {
      t.mode += "::" + std::string(four);
      t.recent = true;
    }
  } else if (name.take("im2col")) {
    t.mode = "im2col";
    if (name.take("w")) {
      t.mode += "::w";
      t.recent = true;
      if (name.take("128")) t.mode += "::128";
    }
  } else {
    return t;
  }
  t.dimension = name.take_one_of({"1d", "2d", "3d", "4d", "5d"});
  if (t.dimension.empty() || !name.done()) return t;
  const unsigned rank = static_cast<unsigned>(t.dimension.front() - '0');
  t.coordinates = t.mode.ends_with("4") ? 5 : rank;
  if (t.mode.starts_with("im2col")) {
    if (rank < 3) return t;
    t.offsets = t.recent ? 2 : rank - 2;
  }
  t.ok = true;
  return t;
}

bool need_tensor(Writer& w, const Tensor& t, bool to_cta) {
  if (t.recent) {
    // The newest modes belong to the families of sm_100 and sm_101; some of them, into one block, to every later chip.
    if (to_cta && t.mode != "im2col::w::128") return w.need(100, 86);
    return w.need_one_of({{100, true}, {101, true}}, 86);
  }
  return w.need(90, to_cta ? 86 : 80);
}

/// [map, {coordinates}] from arguments `map` and on.
Writer& tensor_address(Writer& w, unsigned map, unsigned first, unsigned count) {
  return w.open_bracket().in(map).in_tuple(first, count).close_bracket();
}

/// (to, mbarrier, map, coordinates..., offsets..., [multicast mask,] hint, [use mask,] use hint, [CTA group])
bool tensor_to_shared(Name& name, Writer& w) {
  const bool cta = name.take("cta");
  const Tensor t = read_tensor(name);
  if (!t.ok || !need_tensor(w, t, cta)) return false;
  unsigned next = 3 + t.coordinates + t.offsets;
  const unsigned mask = next, hint = cta ? next : next + 1;
  next = hint + 1;
  const bool multicast = !cta && w.immediate(next) != 0;
  const bool use_hint = w.immediate(cta ? next : next + 1) != 0;
  const std::int64_t group = cta ? 0 : w.immediate(next + 2);
  if (group < 0 || group > 2) return w.refuse("wants a CTA group of 0, 1 or 2");
  if (group != 0 && !w.need_one_of({{100, true}, {101, true}}, 86)) return false;
  std::string mnemonic =
      "cp.async.bulk.tensor." + t.dimension + ".shared::" + (cta ? "cta" : "cluster") + ".global." + t.mode;
  mnemonic += bytes_done;
  if (multicast) mnemonic += ".multicast::cluster";
  if (group != 0) mnemonic += ".cta_group::" + std::to_string(group);
  if (use_hint) mnemonic += hinted;
  w.op(mnemonic).address(0);
  tensor_address(w, 2, 3, t.coordinates).address(1);
  if (t.offsets != 0) w.in_tuple(3 + t.coordinates, t.offsets);
  if (multicast) w.in(mask);
  if (use_hint) w.in(hint);
  return w.convergent().finish();
}

/// (from, map, coordinates..., hint, use hint): a store, or a reduction into memory.
bool tensor_from_shared(Name& name, Writer& w, const std::string& reduction) {
  Tensor t = read_tensor(name);
  if (!t.ok || !need_tensor(w, t, false)) return false;
  if (t.mode == "im2col") t.mode = "im2col_no_offs";
  const unsigned hint = 2 + t.coordinates;
  const bool use_hint = w.immediate(hint + 1) != 0;
  std::string mnemonic = reduction.empty() ? "cp.async.bulk.tensor." : "cp.reduce.async.bulk.tensor.";
  mnemonic +=
      t.dimension + ".global.shared::cta." + (reduction.empty() ? "" : reduction + ".") + t.mode + ".bulk_group";
  if (use_hint) mnemonic += hinted;
  w.op(mnemonic);
  tensor_address(w, 1, 2, t.coordinates).address(0);
  if (use_hint) w.in(hint);
  return w.convergent().finish();
}

/// (map, coordinates..., offsets..., hint, use hint)
bool tensor_prefetch(Name& name, Writer& w) {
  const Tensor t = read_tensor(name);
  if (!t.ok || !need_tensor(w, t, false)) return false;
  const unsigned hint = 1 + t.coordinates + t.offsets;
  const bool use_hint = w.immediate(hint + 1) != 0;
  w.op("cp.async.bulk.prefetch.tensor." + t.dimension + ".L2.global." + t.mode + std::string(use_hint ? hinted : ""));
  tensor_address(w, 0, 1, t.coordinates);
  if (t.offsets != 0) w.in_tuple(1 + t.coordinates, t.offsets);
  if (use_hint) w.in(hint);
  return w.convergent().finish();
}

bool tensor_copy(Name& name, Writer& w) {
  if (name.take("g2s")) return tensor_to_shared(name, w);
  if (name.take("s2g")) return tensor_from_shared(name, w, "");
  if (name.take("prefetch")) return tensor_prefetch(name, w);
  if (!name.take("reduce")) return false;
  const std::string op(name.take_one_of({"add", "min", "max", "inc", "dec", "and", "or", "xor"}));
  return !op.empty() && tensor_from_shared(name, w, op);
}

bool cp_family(Name& name, Writer& w) {
  if (!name.take({"async", "bulk"})) return false;
  if (name.take("tensor")) return tensor_copy(name, w);
  if (name.take("commit")) return bulk_group(name, w, true);
  if (name.take("wait")) return bulk_group(name, w, false);
  if (name.take("prefetch")) return bulk_prefetch(name, w);
  if (name.take({"global", "to", "shared"})) return global_to_shared(name, w);
  if (name.take({"shared", "cta", "to", "global"})) return shared_to_global(name, w);
  return name.take({"shared", "cta", "to", "cluster"}) && shared_to_cluster(name, w);
}

// ---- descriptors in memory

/// tensormap.replace.<field>(map [, ordinal], value): the value of the last six fields is an immediate.
bool tensormap_family(Name& name, Writer& w) {
  if (!name.take("replace")) return false;
  const std::string field = join(name, name.left(), '_');
  const bool ordinal =
      field == "box_dim" || field == "global_dim" || field == "global_stride" || field == "element_stride";
  const bool immediate = field == "elemtype" || field == "fill_mode" || field == "interleave_layout" ||
                         field == "swizzle_mode" || field == "swizzle_atomicity";
  if (!ordinal && !immediate && field != "global_address" && field != "rank") return false;
  if (w.features().sm == 90 ? !w.need_one_of({{90}}, 83)
                            : !w.need_one_of({{90}, {100, true}, {101, true}, {120, true}}, 86))
    return false;
  const int space = w.space_of(0);
  if (space != 0 && space != 1 && space != 3) return w.refuse("wants a generic, global or shared address");
  if (field == "swizzle_mode" && w.immediate(1) == 4 && !w.need_one_of({{103}}, 88)) return false;
  if (field == "swizzle_atomicity" && !w.need_one_of({{100, true}, {101, true}, {120, true}}, 86)) return false;
  if (field == "elemtype" && w.immediate(1) >= 13 && !w.need_one_of({{100, true}, {101, true}, {120, true}}, 87))
    return false;  // the types of 4 and 6 bits
  const bool wide = field == "global_address" || field == "global_stride";
  w.op("tensormap.replace.tile." + field +
       (space == 3   ? ".shared::cta"
        : space == 1 ? ".global"
                     : "") +
       ".b1024" + (wide ? ".b64" : ".b32"));
  w.address(0);
  if (ordinal)
    w.imm_arg(1).in(2);
  else if (immediate)
    w.imm_arg(1);
  else
    w.in(1);
  return w.chained().finish();
}

constexpr std::array entries = {
    FamilyEntry{"cp", cp_family},
    FamilyEntry{"tensormap", tensormap_family},
};

}  // namespace

std::span<const FamilyEntry> bulk_families() { return entries; }

}  // namespace lathe::nvptx::intrinsics
