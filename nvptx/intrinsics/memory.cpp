// Loads, cache hints and questions about addresses: ldu, prefetch, discard, applypriority, st.bulk, isspacep.
//
// Source: PTX ISA, "Data Movement and Conversion Instructions".
#include <array>
#include <string>

#include "nvptx/intrinsics/writer.hpp"

namespace lathe::nvptx::intrinsics {
namespace {

/// ldu.global.{i,f,p}(address, alignment): a load that is the same for all threads of a warp.
bool ldu_family(Name& name, Writer& w) {
  if (!name.take("global") || name.take_one_of({"i", "f", "p"}).empty()) return false;
  name.skip_overload();
  const Vt type = w.result_type();
  std::string mnemonic = "ldu.global";
  if (type.is_vector() && register_type(type) == Vt{}) {
    if (type.lanes() != 2 && type.lanes() != 4) return w.refuse("has a PTX instruction for 2 and 4 elements only");
    mnemonic += ".v" + std::to_string(type.lanes());
    mnemonic += ".b" + std::to_string(type.bits());
  } else {
    mnemonic += ".b" + std::to_string(type.total_bits());
  }
  if (type.bits() * (type.lanes() == 0 ? 1 : type.lanes()) > 128)
    return w.refuse("has no PTX instruction for this width");
  return w.op(mnemonic).results().address(0).chained().finish();
}

/// prefetch[.space].{L1,L2}, prefetch.global.L2.evict.X, prefetch.tensormap
bool prefetch_family(Name& name, Writer& w) {
  if (name.take("tensormap")) {
    if (!name.done() || !w.need(90, 80)) return false;
    const int space = w.space_of(0);
    if (space != 0 && space != 4 && space != 101) return w.refuse("wants a generic, const or param address");
    return w.op("prefetch" + std::string(space_suffix(space)) + ".tensormap").address(0).chained().finish();
  }
  const std::string space(name.take_one_of({"global", "local"}));
  const std::string level(name.take_one_of({"L1", "L2"}));
  if (level.empty()) return false;
  std::string mnemonic = "prefetch" + (space.empty() ? "" : "." + space) + "." + level;
  if (name.take("evict")) {
    const std::string policy(name.take_one_of({"last", "normal"}));
    if (policy.empty() || !w.need(80, 74)) return false;
    mnemonic += "::evict_" + policy;
  }
  return name.done() && w.op(mnemonic).address(0).chained().finish();
}

bool prefetchu_family(Name& name, Writer& w) {
  return name.take("L1") && name.done() && w.op("prefetchu.L1").address(0).chained().finish();
}

/// applypriority[.global].L2.evict.normal(address, 128)
bool applypriority_family(Name& name, Writer& w) {
  const bool global = name.take("global");
  if (!name.take({"L2", "evict", "normal"}) || !name.done() || !w.need(80, 74)) return false;
  w.op(std::string("applypriority") + (global ? ".global" : "") + ".L2::evict_normal");
  return w.address(0).imm_arg(1).chained().finish();
}

bool discard_family(Name& name, Writer& w) {
  const bool global = name.take("global");
  if (!name.take("L2") || !name.done() || !w.need(80, 74)) return false;
  return w.op(std::string("discard") + (global ? ".global" : "") + ".L2").address(0).imm_arg(1).chained().finish();
}

/// st.bulk[.shared.cta](address, bytes, 0)
bool st_family(Name& name, Writer& w) {
  if (!name.take("bulk")) return false;
  const bool shared = name.take({"shared", "cta"});
  if (!name.done() || !w.need(100, 86)) return false;
  return w.op(shared ? "st.bulk.shared::cta" : "st.bulk").address(0).in(1).imm_arg(2).chained().finish();
}

bool isspacep_family(Name& name, Writer& w) {
  std::string space(name.take_one_of({"const", "global", "local", "param", "shared"}));
  if (space.empty()) return false;
  if (space == "shared" && name.take("cluster")) {
    if (!w.need(90, 78)) return false;
    space += "::cluster";
  }
  if (!name.done()) return false;
  if (space == "param" && !w.need(70, 77)) return false;
  return w.simple("isspacep." + space);
}

/// Only a marker for optimisers: the same address.
bool internal_family(Name& name, Writer& w) {
  return name.take({"addrspace", "wrap"}) && w.plain(PlainIntrinsic::copy).finish();
}

constexpr std::array entries = {
    FamilyEntry{"ldu", ldu_family},
    FamilyEntry{"prefetch", prefetch_family},
    FamilyEntry{"prefetchu", prefetchu_family},
    FamilyEntry{"applypriority", applypriority_family},
    FamilyEntry{"discard", discard_family},
    FamilyEntry{"st", st_family},
    FamilyEntry{"isspacep", isspacep_family},
    FamilyEntry{"internal", internal_family},
};

}  // namespace

std::span<const FamilyEntry> memory_families() { return entries; }

}  // namespace lathe::nvptx::intrinsics
