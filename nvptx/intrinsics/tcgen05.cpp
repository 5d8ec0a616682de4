// Tensor memory and the fifth generation's tensor cores: tcgen05.*.
//
// Pointers to tensor memory (address space 6) are 32 bits wide. Source: PTX ISA, "TensorCore 5th Generation Family
// Instructions". The last arguments of the products are flags: kind, CTA group, what the collector keeps.
#include <array>
#include <string>

#include "nvptx/intrinsics/writer.hpp"

namespace lathe::nvptx::intrinsics {
namespace {

bool need_tensor_memory(Writer& w) { return w.need_one_of({{100, true}, {101, true}}, 86); }

/// [tensor memory]: the address is a register of 32 bits.
Writer& tensor_address(Writer& w, unsigned arg) { return w.open_bracket().in_as(arg, vt::i32).close_bracket(); }

/// ".cta_group::1" from a final cg1, "" when there is none.
std::string group_suffix(Name& name) {
  if (name.take("cg1")) return ".cta_group::1";
  return name.take("cg2") ? ".cta_group::2" : "";
}

bool alloc(Name& name, Writer& w) {
  const bool shared = name.take("shared");
  const std::string group = group_suffix(name);
  if (group.empty() || !name.done()) return false;
  w.op("tcgen05.alloc" + group + ".sync.aligned" + (shared ? ".shared::cta" : "") + ".b32").address(0).in(1);
  return w.convergent().finish();
}

bool dealloc(Name& name, Writer& w) {
  const std::string group = group_suffix(name);
  if (group.empty() || !name.done()) return false;
  return w.op("tcgen05.dealloc" + group + ".sync.aligned.b32").in_as(0, vt::i32).in(1).convergent().finish();
}

bool commit(Name& name, Writer& w) {
  const bool multicast = name.take("mc");
  name.take("shared");  // the operation is on shared::cluster either way; generic addresses point there too
  const std::string group = group_suffix(name);
  if (group.empty() || !name.done()) return false;
  w.op("tcgen05.commit" + group + ".mbarrier::arrive::one.shared::cluster" +
       (multicast ? ".multicast::cluster.b64" : ".b64"));
  w.address(0);
  if (multicast) w.in(1);
  return w.convergent().finish();
}

/// cp.SHAPE[_warpx..][.b6x16_p32].cgN(address, descriptor)
bool copy(Name& name, Writer& w) {
  std::string shape(name.next());
  if (const std::size_t at = shape.find("_warpx"); at != std::string::npos) {
    shape[at] = '.';
    if (const std::size_t pairs = shape.find('_', at); pairs != std::string::npos) shape.replace(pairs, 1, "::");
  }
  const std::string format(name.take_one_of({"b6x16_p32", "b4x16_p64"}));
  const std::string group = group_suffix(name);
  if (group.empty() || !name.done()) return false;
  w.op("tcgen05.cp" + group + "." + shape + (format.empty() ? "" : ".b8x16." + format));
  return tensor_address(w, 0).in(1).convergent().finish();
}

/// ld/st.SHAPE.xN: with 16x32bx2 an immediate offset to the second half; the last flag packs or unpacks 16-bit values.
bool load_store(Name& name, Writer& w, bool store) {
  const std::string shape(name.next()), times(name.next());
  if (times.empty() || times.front() != 'x' || !name.done() || w.arguments() < 2) return false;
  const bool split = shape == "16x32bx2";
  const auto flag = static_cast<unsigned>(w.arguments()) - 1;
  const bool packed = w.immediate(flag) != 0;
  const std::string tail = "." + shape + "." + times + (!packed ? "" : store ? ".unpack::16b" : ".pack::16b") + ".b32";
  w.op((store ? "tcgen05.st.sync.aligned" : "tcgen05.ld.sync.aligned") + tail);
  if (!store) w.results_tuple();
  tensor_address(w, 0);
  if (split) w.imm_arg(1);
  if (store) w.in_elements(split ? 2 : 1);
  return w.convergent().finish();
}

// ---- products

/// The choices that a product's name makes; the flags are the last arguments of the call.
struct Product {
  bool ws = false, sparse = false, tensor = false, scale_d = false, disable = false, ashift = false, mask = false;
  std::string kind, block, group;  ///< group: from the name where lanes are disabled
};

bool read_product(Name& name, Product& p) {
  p.ws = name.take("ws");
  p.sparse = name.take("sp");
  const std::string_view a = name.take_one_of({"shared", "tensor"});
  if (a.empty()) return false;
  p.tensor = a == "tensor";
  p.scale_d = name.take("scale_d");
  p.disable = name.take("disable_output_lane");
  if (p.disable) p.group = group_suffix(name);
  p.kind = name.take_one_of({"mxf8f6f4", "mxf4nvf4", "mxf4"});
  if (!p.kind.empty()) {
    if (!name.take("block_scale")) return false;
    p.block = name.take_one_of({"block16", "block32"});
  }
  p.mask = name.take("zero_col_mask");
  p.ashift = name.take("ashift");
  return name.done() && !(p.disable && p.group.empty());
}

constexpr std::array<std::string_view, 4> kinds = {"f16", "tf32", "f8f6f4", "i8"};
constexpr std::array<std::string_view, 4> collector_uses = {"discard", "lastuse", "fill", "use"};

/// Reads a flag argument that picks one of `count`.
std::size_t pick(Writer& w, unsigned arg, std::size_t count) {
  const std::int64_t value = w.immediate(arg);
  if (value >= 0 && static_cast<std::size_t>(value) < count) return static_cast<std::size_t>(value);
  w.refuse("has a flag that is out of range");
  return 0;
}

/// How many elements share a scale. PTX 8.8 gave the sizes names; before that, and still, they are counts per row.
std::string block_suffix(const Product& p, const Features& features) {
  if (features.ptx >= 88) return p.block.empty() ? "" : "." + p.block;
  if (p.kind == "mxf8f6f4") return ".scale_vec::1X";
  return p.block == "block16" ? ".scale_vec::4X" : ".scale_vec::2X";
}

/// Mnemonic of a product whose flags start at argument `flags`.
std::string product_mnemonic(const Product& p, Writer& w, unsigned flags) {
  std::string text = "tcgen05.mma";
  if (p.ws) text += ".ws";
  if (p.sparse) text += ".sp";
  std::string kind = p.kind, group = p.group;
  if (kind.empty()) kind = kinds[pick(w, flags++, p.scale_d ? 2 : 4)];
  if (p.ws)
    group = ".cta_group::1";
  else if (group.empty())
    group = pick(w, flags++, 3) == 2 ? ".cta_group::2" : ".cta_group::1";
  text += group + ".kind::" + kind;
  if (!p.kind.empty()) text += ".block_scale" + block_suffix(p, w.features());
  if (p.ashift) text += ".ashift";
  const std::string buffer = p.ws ? "b" + std::to_string(pick(w, flags++, 4)) : "a";
  text += ".collector::" + buffer + "::" + std::string(collector_uses[pick(w, flags, 4)]);
  return text;
}

/// (d, a, b, idesc, enable [, metadata] [, scale] [, scale a, scale b] [, lanes] [, mask], flags...)
bool product(Name& name, Writer& w) {
  Product p;
  if (!read_product(name, p)) return false;
  unsigned next = 5;
  const unsigned metadata = next;
  next += p.sparse ? 1 : 0;
  const unsigned scale = next;
  next += p.scale_d ? 1 : 0;
  const unsigned scales = next;
  next += p.kind.empty() ? 0 : 2;
  const unsigned lanes = next;
  next += p.disable ? 1 : 0;
  const unsigned mask = next;
  next += p.mask ? 1 : 0;
  w.op(product_mnemonic(p, w, next));
  const bool i8 = p.kind.empty() && w.immediate(next) == 3;
  if (i8 && !w.need_one_of({{100}, {101}, {110}}, 86)) return false;
  if (p.sparse && p.kind.starts_with("mxf4") && !w.need_one_of({{100}, {101}, {103}, {110}}, 86)) return false;
  if (p.kind == "mxf4nvf4" && !w.need(100, 87)) return false;
  tensor_address(w, 0);
  if (p.tensor)
    tensor_address(w, 1);
  else
    w.in(1);
  w.in(2);
  if (p.sparse) tensor_address(w, metadata);
  w.in(3);
  if (!p.kind.empty()) {
    tensor_address(w, scales);
    tensor_address(w, scales + 1);
  }
  if (p.disable) w.in_elements(lanes);
  w.in(4);
  if (p.scale_d) w.imm_arg(scale);
  if (p.mask) w.in(mask);
  // Issued by one thread; LLVM does not call it convergent, PTX does not ask for the whole warp.
  return w.chained().finish();
}

bool tcgen05_family(Name& name, Writer& w) {
  if (!need_tensor_memory(w)) return false;
  if (name.take("alloc")) return alloc(name, w);
  if (name.take("dealloc")) return dealloc(name, w);
  if (name.take("commit")) return commit(name, w);
  if (name.take("cp")) return copy(name, w);
  if (name.take("ld")) return load_store(name, w, false);
  if (name.take("st")) return load_store(name, w, true);
  if (name.take("mma")) return product(name, w);
  if (name.take("fence")) {
    const std::string when(name.take_one_of({"before", "after"}));
    return !when.empty() && name.take({"thread", "sync"}) && name.done() &&
           w.op("tcgen05.fence::" + when + "_thread_sync").chained().finish();
  }
  if (name.take("wait")) {
    const std::string what(name.take_one_of({"ld", "st"}));
    return !what.empty() && name.done() && w.op("tcgen05.wait::" + what + ".sync.aligned").convergent().finish();
  }
  if (name.take({"relinq", "alloc", "permit"})) {
    const std::string group = group_suffix(name);
    return !group.empty() && name.done() &&
           w.op("tcgen05.relinquish_alloc_permit" + group + ".sync.aligned").convergent().finish();
  }
  if (name.take({"shift", "down"})) {
    const std::string group = group_suffix(name);
    if (group.empty() || !name.done() || !w.need_one_of({{100}, {101}, {103}, {110}}, 86)) return false;
    return tensor_address(w.op("tcgen05.shift" + group + ".down"), 0).convergent().finish();
  }
  return false;
}

constexpr std::array entries = {FamilyEntry{"tcgen05", tcgen05_family}};

}  // namespace

std::span<const FamilyEntry> tcgen05_families() { return entries; }

}  // namespace lathe::nvptx::intrinsics
