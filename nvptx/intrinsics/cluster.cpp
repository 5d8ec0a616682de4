// Clusters of blocks: barriers, addresses in other blocks, launch control, dependent grids, register budgets.
//
// Source: PTX ISA, "barrier.cluster", "mapa", "getctarank", "griddepcontrol", "clusterlaunchcontrol", "setmaxnreg".
#include <array>
#include <string>

#include "nvptx/intrinsics/writer.hpp"

namespace lathe::nvptx::intrinsics {
namespace {

bool barrier_family(Name& name, Writer& w) {
  if (!name.take("cluster")) return false;
  const std::string action(name.take_one_of({"arrive", "wait"}));
  const bool relaxed = name.take("relaxed"), aligned = name.take("aligned");
  if (action.empty() || !name.done() || !w.need(90, relaxed ? 80 : 78)) return false;
  w.op("barrier.cluster." + action + (relaxed ? ".relaxed" : "") + (aligned ? ".aligned" : ""));
  return w.convergent().finish();
}

/// mapa / getctarank, generic or of shared::cluster addresses, which may be short.
template <const char* base>
bool address_family(Name& name, Writer& w) {
  const bool shared = name.take({"shared", "cluster"});
  if (!name.done() || !w.need(90, 78)) return false;
  const bool narrow = shared && w.type_of(0) == vt::i32;
  return w.simple(std::string(base) + (narrow ? ".shared::cluster.u32" : shared ? ".shared::cluster.u64" : ".u64"));
}

bool griddepcontrol_family(Name& name, Writer& w) {
  const bool wait = name.take("wait");
  if ((!wait && !name.take({"launch", "dependents"})) || !name.done() || !w.need(90, 78)) return false;
  return w.op(wait ? "griddepcontrol.wait" : "griddepcontrol.launch_dependents").chained().finish();
}

bool try_cancel(Name& name, Writer& w) {
  if (!name.take("async")) return false;
  const bool multicast = name.take("multicast");
  if (!name.take("shared") || !name.done()) return false;
  if (multicast ? !w.need_one_of({{100, true}, {101, true}, {120, true}}, 86) : !w.need(100, 86)) return false;
  w.op(std::string("clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes") +
       (multicast ? ".multicast::cluster::all" : "") + ".b128");
  return w.address(0).address(1).chained().finish();
}

/// The handle is 128 bits: two 64-bit inputs, joined in a register that only this text sees.
bool query_cancel(Name& name, Writer& w) {
  std::string query;
  if (name.take("is_canceled")) {
    query = "is_canceled.pred.b128";
  } else if (name.take("get_first_ctaid")) {
    const std::string component(name.take_one_of({"x", "y", "z"}));
    if (component.empty()) return false;
    query = "get_first_ctaid::" + component + ".b32.b128";
  } else {
    return false;
  }
  if (!name.done() || !w.need(100, 86)) return false;
  return w
      .text(".reg .b128 handle;\nmov.b128 handle, {$1, $2};\nclusterlaunchcontrol.query_cancel." + query +
            " $0, handle;")
      .input_only(0, vt::i64, 0)
      .input_only(0, vt::i64, 1)
      .finish();
}

bool launch_control_family(Name& name, Writer& w) {
  if (name.take("try_cancel")) return try_cancel(name, w);
  return name.take("query_cancel") && query_cancel(name, w);
}

bool setmaxnreg_family(Name& name, Writer& w) {
  const std::string direction(name.take_one_of({"inc", "dec"}));
  if (direction.empty() || !name.take({"sync", "aligned", "u32"}) || !name.done()) return false;
  const unsigned ptx = w.features().sm == 90 ? 80 : 86;
  if (!w.need_one_of({{90}, {100, true}, {101, true}, {120, true}}, ptx)) return false;
  const std::int64_t count = w.immediate(0);
  if (count < 24 || count > 256 || count % 8 != 0) return w.refuse("wants a multiple of 8 from 24 to 256");
  return w.op("setmaxnreg." + direction + ".sync.aligned.u32").imm(count).convergent().finish();
}

constexpr char mapa[] = "mapa", getctarank[] = "getctarank";

constexpr std::array entries = {
    FamilyEntry{"barrier", barrier_family},
    FamilyEntry{"mapa", address_family<mapa>},
    FamilyEntry{"getctarank", address_family<getctarank>},
    FamilyEntry{"griddepcontrol", griddepcontrol_family},
    FamilyEntry{"clusterlaunchcontrol", launch_control_family},
    FamilyEntry{"setmaxnreg", setmaxnreg_family},
};

}  // namespace

std::span<const FamilyEntry> cluster_families() { return entries; }

}  // namespace lathe::nvptx::intrinsics
