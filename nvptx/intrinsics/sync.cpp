// Barriers of a block and of a warp, fences, and other instructions that only order or end something.
//
// Source: PTX ISA, "Parallel Synchronization and Communication Instructions" and "Miscellaneous Instructions".
#include <array>
#include <string>

#include "nvptx/intrinsics/writer.hpp"

namespace lathe::nvptx::intrinsics {
namespace {

bool chained_op(Writer& w, std::string mnemonic) { return w.op(std::move(mnemonic)).chained().finish(); }

/// barrier.cta.{sync,arrive,red.OP}[.aligned].{all,count}: `bar` is the aligned form of `barrier`.
bool cta_barrier(Name& name, Writer& w) {
  const std::string action(name.take_one_of({"sync", "arrive", "red"}));
  if (action.empty()) return false;
  std::string reduction;
  if (action == "red") {
    reduction = name.take_one_of({"and", "or", "popc"});
    if (reduction.empty()) return false;
  }
  const bool aligned = name.take("aligned");
  if (name.take_one_of({"all", "count"}).empty() || !name.done()) return false;
  if (!aligned && !w.need(30, 60)) return false;
  std::string mnemonic = (aligned ? "bar." : "barrier.") + action;
  if (!reduction.empty()) mnemonic += "." + reduction + (reduction == "popc" ? ".u32" : ".pred");
  w.convergent();
  return w.simple(mnemonic);
}

bool barrier_family(Name& name, Writer& w) { return name.take("cta") && cta_barrier(name, w); }

bool bar_family(Name& name, Writer& w) {
  if (!name.take({"warp", "sync"}) || !name.done() || !w.need(30, 60)) return false;
  w.convergent();
  return w.simple("bar.warp.sync");
}

bool membar_family(Name& name, Writer& w) {
  const std::string scope(name.take_one_of({"cta", "gl", "sys"}));
  return !scope.empty() && name.done() && chained_op(w, "membar." + scope);
}

/// sync_restrict.space.X.scope.Y, after the semantics.
bool restricted_fence(std::string mnemonic, Name& name, Writer& w) {
  if (!name.take({"sync_restrict", "space"})) return false;
  const std::string space(name.take_one_of({"cta", "cluster"}));
  if (space.empty() || !name.take("scope")) return false;
  const std::string scope(name.next());
  if (!name.done() || !w.need(90, 86)) return false;
  return chained_op(w, mnemonic + ".sync_restrict::shared::" + space + "." + scope);
}

bool proxy_fence(Name& name, Writer& w) {
  if (name.take("alias")) return name.done() && w.need(70, 75) && chained_op(w, "fence.proxy.alias");
  if (name.take("async")) {
    const std::string_view space = name.take_one_of({"global", "shared_cta", "shared_cluster"});
    if (!name.done() || !w.need(90, 80)) return false;
    const std::string suffix = space == "global"           ? ".global"
                               : space == "shared_cta"     ? ".shared::cta"
                               : space == "shared_cluster" ? ".shared::cluster"
                                                           : "";
    return chained_op(w, "fence.proxy.async" + suffix);
  }
  if (name.take("async_generic")) {
    const std::string semantics(name.take_one_of({"acquire", "release"}));
    return !semantics.empty() && restricted_fence("fence.proxy.async::generic." + semantics, name, w);
  }
  if (!name.take("tensormap_generic")) return false;
  const std::string semantics(name.take_one_of({"acquire", "release"}));
  const std::string scope(name.take_one_of({"cta", "cluster", "gpu", "sys"}));
  if (semantics.empty() || scope.empty() || !name.done() || !w.need(90, 83)) return false;
  w.op("fence.proxy.tensormap::generic." + semantics + "." + scope).chained();
  if (semantics == "acquire") w.address(0).imm_arg(1);
  return w.finish();
}

bool fence_family(Name& name, Writer& w) {
  if (name.take("proxy")) return proxy_fence(name, w);
  if (name.take({"sc", "cluster"})) return name.done() && w.need(90, 78) && chained_op(w, "fence.sc.cluster");
  if (name.take({"mbarrier_init", "release", "cluster"}))
    return name.done() && w.need(90, 80) && chained_op(w, "fence.mbarrier_init.release.cluster");
  const std::string semantics(name.take_one_of({"acquire", "release"}));
  return !semantics.empty() && restricted_fence("fence." + semantics, name, w);
}

bool nanosleep_family(Name& name, Writer& w) {
  if (!name.done() || !w.need(70, 63)) return false;
  w.chained();
  return w.simple("nanosleep.u32");
}

bool pm_family(Name& name, Writer& w) {
  if (!name.take({"event", "mask"}) || !name.done()) return false;
  return w.op("pmevent.mask").imm_arg(0).convergent().finish();
}

bool exit_family(Name& name, Writer& w) { return name.done() && w.convergent().plain(PlainIntrinsic::exit).finish(); }

/// Messages that other compilers print; nothing is left of them in the code.
bool compiler_family(Name& name, Writer& w) {
  return !name.take_one_of({"error", "warn"}).empty() && w.plain(PlainIntrinsic::nothing).finish();
}

constexpr std::array entries = {
    FamilyEntry{"barrier", barrier_family},
    FamilyEntry{"bar", bar_family},
    FamilyEntry{"membar", membar_family},
    FamilyEntry{"fence", fence_family},
    FamilyEntry{"pm", pm_family},
    FamilyEntry{"exit", exit_family},
    FamilyEntry{"nanosleep", nanosleep_family},
    FamilyEntry{"compiler", compiler_family},
};

}  // namespace

std::span<const FamilyEntry> sync_families() { return entries; }

}  // namespace lathe::nvptx::intrinsics
