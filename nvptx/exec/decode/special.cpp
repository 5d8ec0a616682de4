// Special registers: what each of the launch, the block, the warp and the lane answers.
//
// clock counts the warp's instructions, %globaltimer the same in units of 1 ns: no time of this machine reaches the
// results. %smid is 0 of 1 multiprocessor. Source: PTX ISA 9.0, chapter 10.
#include "nvptx/exec/decode/special.hpp"

#include <bit>
#include <string>

#include "nvptx/exec/state/program.hpp"
#include "simt/lanes/lane_tools.hpp"
#include "simt/state/warp.hpp"

namespace lathe::nvptx::exec {
namespace {

enum Special : std::uint32_t {
  tid_x,
  tid_y,
  tid_z,
  ntid_x,
  ntid_y,
  ntid_z,
  ctaid_x,
  ctaid_y,
  ctaid_z,
  nctaid_x,
  nctaid_y,
  nctaid_z,
  laneid,
  warpid,
  nwarpid,
  smid,
  nsmid,
  gridid,
  lanemask_eq,
  lanemask_le,
  lanemask_lt,
  lanemask_ge,
  lanemask_gt,
  clock,
  clock_hi,
  clock64,
  globaltimer,
  globaltimer_lo,
  globaltimer_hi,
  clusterid_x,
  clusterid_y,
  clusterid_z,
  nclusterid_x,
  nclusterid_y,
  nclusterid_z,
  cluster_ctaid_x,
  cluster_ctaid_y,
  cluster_ctaid_z,
  cluster_nctaid_x,
  cluster_nctaid_y,
  cluster_nctaid_z,
  cluster_ctarank,
  cluster_nctarank,
  is_explicit_cluster,
  dynamic_smem_size,
  total_smem_size,
  aggr_smem_size,
  zero,
  envreg1,
  envreg2,
  warp_size,
  unknown
};

struct Row {
  std::string_view name;
  Special id;
  unsigned bits;
};
constexpr Row rows[] = {
    {"%tid.x", tid_x, 32},
    {"%tid.y", tid_y, 32},
    {"%tid.z", tid_z, 32},
    {"%ntid.x", ntid_x, 32},
    {"%ntid.y", ntid_y, 32},
    {"%ntid.z", ntid_z, 32},
    {"%ctaid.x", ctaid_x, 32},
    {"%ctaid.y", ctaid_y, 32},
    {"%ctaid.z", ctaid_z, 32},
    {"%nctaid.x", nctaid_x, 32},
    {"%nctaid.y", nctaid_y, 32},
    {"%nctaid.z", nctaid_z, 32},
    {"%laneid", laneid, 32},
    {"%warpid", warpid, 32},
    {"%nwarpid", nwarpid, 32},
    {"%smid", smid, 32},
    {"%nsmid", nsmid, 32},
    {"%gridid", gridid, 64},
    {"%lanemask_eq", lanemask_eq, 32},
    {"%lanemask_le", lanemask_le, 32},
    {"%lanemask_lt", lanemask_lt, 32},
    {"%lanemask_ge", lanemask_ge, 32},
    {"%lanemask_gt", lanemask_gt, 32},
    {"%clock", clock, 32},
    {"%clock_hi", clock_hi, 32},
    {"%clock64", clock64, 64},
    {"%globaltimer", globaltimer, 64},
    {"%globaltimer_lo", globaltimer_lo, 32},
    {"%globaltimer_hi", globaltimer_hi, 32},
    {"%clusterid.x", clusterid_x, 32},
    {"%clusterid.y", clusterid_y, 32},
    {"%clusterid.z", clusterid_z, 32},
    {"%nclusterid.x", nclusterid_x, 32},
    {"%nclusterid.y", nclusterid_y, 32},
    {"%nclusterid.z", nclusterid_z, 32},
    {"%cluster_ctaid.x", cluster_ctaid_x, 32},
    {"%cluster_ctaid.y", cluster_ctaid_y, 32},
    {"%cluster_ctaid.z", cluster_ctaid_z, 32},
    {"%cluster_nctaid.x", cluster_nctaid_x, 32},
    {"%cluster_nctaid.y", cluster_nctaid_y, 32},
    {"%cluster_nctaid.z", cluster_nctaid_z, 32},
    {"%cluster_ctarank", cluster_ctarank, 32},
    {"%cluster_nctarank", cluster_nctarank, 32},
    {"%dynamic_smem_size", dynamic_smem_size, 32},
    {"%total_smem_size", total_smem_size, 32},
    {"%aggr_smem_size", aggr_smem_size, 32},
    {"%current_graph_exec", zero, 64},
    {"WARP_SZ", warp_size, 32},
};

Row find(std::string_view name) {
  for (const Row& r : rows)
    if (r.name == name) return r;
  // Performance counters and environment registers are there and read 0.
  const auto starts = [&](std::string_view head) { return name.substr(0, head.size()) == head; };
  if (starts("%pm")) return {name, zero, name.find("_64") != std::string_view::npos ? 64U : 32U};
  // Of a cooperative launch: the high and the low half of the address of the grid's workspace.
  if (name == "%envreg1") return {name, envreg1, 32};
  if (name == "%envreg2") return {name, envreg2, 32};
  if (starts("%envreg") || starts("%reserved_smem_offset")) return {name, zero, 32};
  return {name, unknown, 32};
}

std::uint64_t uniform(const Warp& w, Special id) {
  const Block& b = *w.block;
  const Grid& g = *b.grid;
  const Dim3 c = g.cluster;
  const std::uint64_t ticks = w.steps;
  switch (id) {
    case ntid_x:
      return g.block.x;
    case ntid_y:
      return g.block.y;
    case ntid_z:
      return g.block.z;
    case ctaid_x:
      return b.id.x;
    case ctaid_y:
      return b.id.y;
    case ctaid_z:
      return b.id.z;
    case nctaid_x:
      return g.grid.x;
    case nctaid_y:
      return g.grid.y;
    case nctaid_z:
      return g.grid.z;
    case warpid:
      return w.index;
    case nwarpid:
      return (1024 + lane_count - 1) / lane_count;
    case nsmid:
      return 1;
    case gridid:
      return g.id;
    case clock:
      return ticks & 0xffffffffU;
    case clock_hi:
      return ticks >> 32;
    case clock64:
    case globaltimer:
      return ticks;
    case globaltimer_lo:
      return ticks & 0xffffffffU;
    case globaltimer_hi:
      return ticks >> 32;
    case clusterid_x:
      return b.id.x / c.x;
    case clusterid_y:
      return b.id.y / c.y;
    case clusterid_z:
      return b.id.z / c.z;
    case nclusterid_x:
      return g.grid.x / c.x;
    case nclusterid_y:
      return g.grid.y / c.y;
    case nclusterid_z:
      return g.grid.z / c.z;
    case cluster_ctaid_x:
      return b.id.x % c.x;
    case cluster_ctaid_y:
      return b.id.y % c.y;
    case cluster_ctaid_z:
      return b.id.z % c.z;
    case cluster_nctaid_x:
      return c.x;
    case cluster_nctaid_y:
      return c.y;
    case cluster_nctaid_z:
      return c.z;
    case cluster_ctarank:
      return b.rank;
    case cluster_nctarank:
      return c.count();
    case is_explicit_cluster:
      return c.count() > 1 ? 1 : 0;
    case dynamic_smem_size:
      return g.dynamic_shared;
    case total_smem_size:
    case aggr_smem_size:
      return b.shared_bytes;
    case envreg1:
      return grid_of(w).workspace >> 32;
    case envreg2:
      return grid_of(w).workspace & 0xffffffffU;
    case warp_size:
      return lane_count;
    default:
      return 0;
  }
}

std::uint32_t by_lane(Special id, unsigned lane) {
  const std::uint32_t bit = 1U << lane;
  switch (id) {
    case laneid:
      return lane;
    case lanemask_eq:
      return bit;
    case lanemask_lt:
      return bit - 1;
    case lanemask_le:
      return bit | (bit - 1);
    case lanemask_gt:
      return ~(bit | (bit - 1));
    default:
      return ~(bit - 1);
  }
}

Flow run_special(Warp& w, const Code& code, Mask mask) {
  const auto id = static_cast<Special>(code.x);
  std::uint32_t t[lane_count];
  if (id <= tid_z) {
    std::memcpy(t, w.tid[id].data(), sizeof t);
  } else if (id == laneid || (id >= lanemask_eq && id <= lanemask_gt)) {
    for (unsigned l = 0; l < lane_count; ++l) t[l] = by_lane(id, l);
  } else {
    const std::uint64_t value = uniform(w, id);
    if (code.y == 64) {
      std::uint64_t v[lane_count];
      std::fill(v, v + lane_count, value);
      put_lanes(w.out<std::uint64_t>(code.d), v, mask);
      return Flow::next;
    }
    std::fill(t, t + lane_count, static_cast<std::uint32_t>(value));
  }
  put_lanes(w.out<std::uint32_t>(code.d), t, mask);
  return Flow::next;
}

Flow run_explicit_cluster(Warp& w, const Code& code, Mask mask) {
  w.set_pred(code.d, uniform(w, is_explicit_cluster) != 0 ? all_lanes : 0, mask);
  return Flow::next;
}

}  // namespace

Slot read_special(Decoder& d, std::string_view name, unsigned bits) {
  if (name == "%is_explicit_cluster") {
    const Slot p = d.temp(1);
    if (bits != 1) d.refuse("%is_explicit_cluster is a predicate");
    d.emit(run_explicit_cluster, p);
    return p;
  }
  const Row row = find(name);
  if (row.id == unknown) {
    d.refuse("the special register " + std::string(name) + " is not known");
    return d.temp(bits);
  }
  const Slot slot = d.temp(row.bits);
  Code& code = d.emit(run_special, slot);
  code.x = row.id;
  code.y = row.bits;
  return row.bits == bits ? slot : d.resize(slot, row.bits, bits, false);
}

}  // namespace lathe::nvptx::exec
