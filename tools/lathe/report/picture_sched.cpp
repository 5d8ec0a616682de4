// A region of the list scheduler: what holds which unit, when, and what both orders wait for.
#include <numeric>

#include <lathe/sched/evaluate.hpp>
#include <lathe/sched/graph.hpp>

#include "tools/lathe/report/pictures.hpp"

namespace lathe::nvptx::cli {
namespace {

// One chain as long as the longest path: at each step the first successor that keeps the length.
std::vector<std::uint32_t> critical_path(const sched::Graph& g) {
  std::vector<std::uint32_t> out;
  const std::uint32_t n = g.problem().size();
  std::uint32_t at = 0;
  while (at < n && g.earliest[at] + g.depth[at] != g.critical) ++at;
  for (std::uint32_t i = 0; i < at; ++i)
    if (g.earliest[i] == 0 && g.depth[i] == g.critical) at = i;
  while (at < n) {
    out.push_back(at);
    std::uint32_t next = n;
    for (const sched::Arc& a : g.successors[at])
      if (g.depth[a.inst] + a.latency == g.depth[at] && a.inst < next) next = a.inst;
    at = next;
  }
  return out;
}

}  // namespace

Json picture_of(const sched::Problem& p, bool with_names) {
  const sched::Graph graph(p);
  std::vector<std::uint32_t> source(p.size());
  std::iota(source.begin(), source.end(), 0U);
  std::vector<std::string> units, names;
  for (const sched::Unit& unit : p.units) units.push_back(unit.name);
  std::vector<std::int64_t> copies, latency, holds;
  for (const sched::Unit& unit : p.units) copies.push_back(unit.copies);
  for (const sched::Inst& inst : p.insts) latency.push_back(inst.latency), names.push_back(inst.name);
  for (const sched::Reservation& h : p.reservations) {
    holds.push_back(h.inst);
    holds.push_back(h.unit);
    holds.push_back(h.first);
    holds.push_back(h.cycles);
  }
  Json out;
  out.add("region", p.name).names("units", units).numbers("copies", copies);
  if (with_names) out.names("names", names);
  out.numbers("latency", latency).numbers("holds", holds).add("longest_path", graph.critical);
  out.numbers_of("critical", critical_path(graph)).numbers_of("before", sched::issue_cycles(graph, source));
  return out;
}

}  // namespace lathe::nvptx::cli
