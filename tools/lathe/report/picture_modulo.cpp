// A loop of the modulo scheduler: units, edges, and the blocks of its expansion.
#include <lathe/expand/data.hpp>
#include <lathe/modulo/schedule.hpp>

#include "nvptx/passes/plans.hpp"
#include "tools/lathe/report/pictures.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr std::size_t most_instances = 20000;  // of all blocks of an expansion

Json expansion_of(const modulo::Problem& p, const modulo::Schedule& s, const modulo::ExpandOptions& options) {
  const modulo::Expansion e = expand_loop(p, s, options);
  Json out;
  if (e.refusal != modulo::ExpandRefusal::none)
    return std::move(out.add("refused", std::string(modulo::to_string(e.refusal))));
  out.add("method", std::string(modulo::method_names[static_cast<int>(e.method)]));
  out.add("unroll", std::uint64_t{e.unroll}).add("instances", std::uint64_t{e.instances.size()});
  out.add("growth", e.stats.growth).numbers_of("registers", e.registers);
  std::vector<Json> blocks;
  std::size_t drawn = 0;
  for (const modulo::Block& block : e.blocks) {
    Json one;
    one.add("role", std::string(modulo::role_names[static_cast<int>(block.role)]));
    one.add("starts", std::uint64_t{block.starts}).add("copies", std::uint64_t{block.copies});
    std::vector<std::int64_t> instances;  // instruction, offset of its iteration, cycle
    for (const modulo::Instance& i : e.instances_of(block)) {
      if (++drawn > most_instances) break;
      instances.push_back(i.inst);
      instances.push_back(i.offset);
      instances.push_back(i.cycle);
    }
    blocks.push_back(std::move(one.add("count", std::uint64_t{block.instances}).numbers("instances", instances)));
  }
  return std::move(out.add("blocks", std::move(blocks)));
}

}  // namespace

Json picture_of(const modulo::Problem& p, const modulo::Result& r, const modulo::ExpandOptions& options) {
  std::vector<std::string> names, units;
  std::vector<std::int64_t> copies, latency, holds, edges;
  for (const modulo::Inst& inst : p.insts) names.push_back(inst.name), latency.push_back(inst.latency);
  for (const modulo::Unit& unit : p.units) units.push_back(unit.name), copies.push_back(unit.copies);
  for (const modulo::Reservation& h : p.reservations) {
    holds.push_back(h.inst);
    holds.push_back(h.unit);
    holds.push_back(h.first);
    holds.push_back(h.cycles);
  }
  for (const modulo::Edge& e : p.edges) {
    edges.push_back(e.from);
    edges.push_back(e.to);
    edges.push_back(e.latency);
    edges.push_back(e.distance);
    edges.push_back(static_cast<std::int64_t>(e.kind));
  }
  Json out;
  out.add("loop", p.name).names("names", names).numbers("latency", latency).names("units", units);
  out.numbers("unit_copies", copies).add("issue_width", std::uint64_t{p.issue_width});
  out.numbers("holds", holds).numbers("edges", edges);
  if (r.schedule() != nullptr) out.add("expansion", expansion_of(p, *r.schedule(), options));
  return out;
}

}  // namespace lathe::nvptx::cli
