// Special registers: llvm.nvvm.read.ptx.sreg.<name> is a move from %<name>.
//
// Those that change while a kernel runs (clocks, timers, performance counters) are chained; the others are pure.
// Source: PTX ISA, "Special Registers".
#include <algorithm>
#include <array>
#include <string>

#include "nvptx/intrinsics/writer.hpp"

namespace lathe::nvptx::intrinsics {
namespace {

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_numbered(std::string_view text, std::string_view stem) {
  return text.starts_with(stem) && is_number(text.substr(stem.size()));
}

bool is_component(std::string_view text) { return text == "x" || text == "y" || text == "z" || text == "w"; }

/// Reads %tid.x and its relatives: register name and component.
bool vector_register(const std::string& stem, Name& name, Writer& w, unsigned sm, unsigned ptx) {
  const std::string_view component = name.next();
  if (!is_component(component) || !name.done()) return false;
  if (!w.need(sm, ptx)) return false;
  return w.op("mov.u32").results().literal("%" + stem + "." + std::string(component)).finish();
}

bool scalar_register(const std::string& text, Writer& w, unsigned sm, unsigned ptx, bool changes) {
  if (!w.need(sm, ptx)) return false;
  w.op(w.result_type() == vt::i64 ? "mov.u64" : "mov.u32").results().literal(text);
  if (changes) w.chained();
  return w.finish();
}

bool sreg_family(Name& name, Writer& w) {
  if (!name.take({"ptx", "sreg"})) return false;
  const std::string stem(name.next());
  if (stem == "tid" || stem == "ntid" || stem == "ctaid" || stem == "nctaid")
    return vector_register(stem, name, w, 0, 0);
  if (stem == "clusterid" || stem == "nclusterid") return vector_register(stem, name, w, 90, 78);
  if (stem == "cluster") {
    const std::string inner(name.next());
    if (inner == "ctaid" || inner == "nctaid") return vector_register("cluster_" + inner, name, w, 90, 78);
    if ((inner != "ctarank" && inner != "nctarank") || !name.done()) return false;
    return scalar_register("%cluster_" + inner, w, 90, 78, false);
  }
  if (stem == "lanemask") {
    const std::string which(name.take_one_of({"eq", "le", "lt", "ge", "gt"}));
    return !which.empty() && name.done() && scalar_register("%lanemask_" + which, w, 20, 20, false);
  }
  if (stem == "globaltimer") {
    const std::string_view half = name.take_one_of({"lo", "hi"});
    const std::string text = "%globaltimer" + (half.empty() ? "" : "_" + std::string(half));
    return name.done() && scalar_register(text, w, 30, 31, true);
  }
  if (!name.done()) return false;
  if (stem == "warpsize") return scalar_register("WARP_SZ", w, 0, 0, false);
  if (stem == "laneid" || stem == "warpid" || stem == "nwarpid" || stem == "smid" || stem == "nsmid" ||
      stem == "gridid")
    return scalar_register("%" + stem, w, 20, 20, false);
  if (is_numbered(stem, "envreg")) return scalar_register("%" + stem, w, 0, 21, false);
  if (stem == "clock" || stem == "clock64" || is_numbered(stem, "pm"))
    return scalar_register("%" + stem, w, 20, 30, true);
  if (stem == "total_smem_size" || stem == "dynamic_smem_size") return scalar_register("%" + stem, w, 20, 41, false);
  if (stem == "aggr_smem_size") return scalar_register("%" + stem, w, 90, 81, false);
  return false;
}

bool explicit_cluster_family(Name& name, Writer& w) {
  if (!name.done() || !w.need(90, 78)) return false;
  return w.op("mov.pred").results().literal("%is_explicit_cluster").finish();
}

constexpr std::array entries = {
    FamilyEntry{"read", sreg_family},
    FamilyEntry{"is_explicit_cluster", explicit_cluster_family},
};

}  // namespace

std::span<const FamilyEntry> register_families() { return entries; }

}  // namespace lathe::nvptx::intrinsics
