// Small random problems of register pressure, random edits, a slow twin, and what must hold of all of them.
#pragma once

#include <random>
#include <string>

#include <lathe/pressure.hpp>
#include <lathe/pressure/edit.hpp>

namespace pressure_test {

using namespace lathe::pressure;

/// Any choices at all: `pick(n)` gives numbers below n. Overlapping registers, empty blocks, unreachable ones, loops.
template <class Pick>
Problem random_problem(Pick&& pick, std::uint32_t blocks, std::uint32_t size) {
  Problem p;
  p.name = "random";
  p.sets = {{"a", 3 + pick(9), {4, 6, 9}}, {"b", none, {}}, {"c", pick(4), {2}}};
  p.classes = {{"x", {{0, 1}}}, {"y", {{0, 2}, {1, 1}}}, {"z", {{2, 1}}}, {"free", {}}};
  const auto plain = [&](std::uint32_t cls, std::uint32_t lanes) {
    p.registers.push_back({"r" + std::to_string(p.registers.size()), cls,
                           static_cast<std::uint32_t>(p.register_units.size()), lanes, pick(12) == 0});
    for (std::uint32_t k = 0; k < lanes; ++k) {
      p.register_units.push_back(p.register_unit_count());
      p.unit_class.push_back(cls);
    }
  };
  for (std::uint32_t k = 4 + pick(8); k > 0; --k) {
    const std::uint32_t lanes = pick(3) == 0 ? 1 + pick(4) : 1;
    plain(pick(4), lanes);
  }
  for (std::uint32_t k = pick(4); k > 0; --k) {  // those that overlap
    Problem::Register reg{"o" + std::to_string(k), none, static_cast<std::uint32_t>(p.register_units.size()), 0, false};
    for (std::uint32_t u = pick(p.register_unit_count()), n = 1 + pick(3); n > 0 && u < p.register_unit_count();
         --n, ++reg.count, u += 1 + pick(2))
      p.register_units.push_back(u);
    p.registers.push_back(reg);
  }
  p.ops = {"op", "other"};
  const auto count = static_cast<std::uint32_t>(p.registers.size());
  const auto lanes_of = [&](std::uint32_t reg) {
    const std::uint64_t some = (pick(16) + 1) & p.all_lanes(reg);
    return pick(2) == 0 && some != 0 ? some : p.all_lanes(reg);
  };
  for (std::uint32_t b = 0; b < blocks; ++b) {
    Problem::Block block;
    block.name = "b" + std::to_string(b);
    block.first = static_cast<std::uint32_t>(p.insts.size());
    block.first_live = static_cast<std::uint32_t>(p.live.size());
    block.first_successor = static_cast<std::uint32_t>(p.successors.size());
    for (std::uint32_t k = pick(4); k > 0; --k) p.successors.push_back(pick(3) == 0 ? (b + 1) % blocks : pick(blocks));
    if (pick(5) == 0) {
      const std::uint32_t reg = pick(count);
      p.live.push_back({reg, lanes_of(reg)});
    }
    for (std::uint32_t k = pick(5) == 0 ? 0 : pick(2 * size / blocks + 1); k > 0; --k) {
      Problem::Inst inst;
      inst.op = pick(2);
      inst.flags = pick(6) == 0 ? static_cast<Flags>(1U << pick(5)) : Flags{0};
      inst.first = static_cast<std::uint32_t>(p.operands.size());
      for (std::uint32_t n = pick(4); n > 0; --n) {
        const std::uint32_t reg = pick(count), how = pick(5);
        p.operands.push_back({reg, how >= 2, how <= 2, lanes_of(reg)});
      }
      inst.count = static_cast<std::uint32_t>(p.operands.size()) - inst.first;
      p.insts.push_back(inst);
    }
    block.successor_count = static_cast<std::uint32_t>(p.successors.size()) - block.first_successor;
    block.live_count = static_cast<std::uint32_t>(p.live.size()) - block.first_live;
    block.count = static_cast<std::uint32_t>(p.insts.size()) - block.first;
    p.blocks.push_back(block);
  }
  return p;
}

/// An edit that is probably possible. Instructions die out and come back.
template <class Pick>
Edit random_edit(Pick&& pick, const Tracker& t, std::uint32_t target_size) {
  const Problem& p = t.problem();
  const auto blocks = static_cast<std::uint32_t>(p.blocks.size());
  const auto registers = static_cast<std::uint32_t>(p.registers.size());
  const std::uint32_t ids = t.last_inserted() + 1;
  const auto some_inst = [&] {
    for (std::uint32_t tries = 0; tries < 20 && ids > 0; ++tries)
      if (const std::uint32_t i = ids - 1 - pick(std::min(ids, 4 * target_size + 8)); t.contains(i)) return i;
    for (std::uint32_t b = 0; b < blocks; ++b)
      if (t.size(b) > 0) return t.first(b);
    return none;
  };
  const auto some_place = [&] {
    if (pick(4) == 0) return Place{pick(blocks), none};
    const std::uint32_t i = some_inst();
    return i == none ? Place{pick(blocks), none} : Place{t.block_of(i), i};
  };
  std::uint32_t live = 0;
  for (std::uint32_t b = 0; b < blocks; ++b) live += t.size(b);
  const std::uint32_t what = pick(10);
  if (live == 0 || (what == 0 && live < 2 * target_size) || live < target_size / 2) {
    std::vector<Operand> operands;
    for (std::uint32_t n = pick(4); n > 0; --n) {
      const std::uint32_t reg = pick(registers), how = pick(5);
      const std::uint64_t some = (pick(16) + 1) & p.all_lanes(reg);
      operands.push_back({reg, how >= 2, how <= 2, some != 0 && pick(2) == 0 ? some : p.all_lanes(reg)});
    }
    return Edit::insert(some_place(), pick(50) == 0 ? "new" + std::to_string(pick(3)) : "op", operands);
  }
  const std::uint32_t inst = some_inst();
  if (what == 1) return Edit::erase(inst);
  if (what <= 4) {
    const auto operands = t.operands(inst);
    if (!operands.empty()) {
      const std::uint32_t from = operands[pick(static_cast<std::uint32_t>(operands.size()))].reg;
      for (std::uint32_t tries = 0; tries < 8; ++tries)
        if (const std::uint32_t to = pick(registers); p.registers[to].count == p.registers[from].count)
          return Edit::rename(inst, from, to);
    }
  }
  return Edit::move(inst, some_place());
}

/// The slow twin: a unit is live at a point exactly when some path from there reads it before any instruction writes
/// it. Every point and unit by itself. Empty, or the first difference.
inline std::string against_paths(const Problem& p, const Report& r) {
  const auto mentions = [&](std::uint32_t inst, std::uint32_t unit, bool write) {
    for (const Operand& o : p.operands_of(p.insts[inst]))
      for (std::uint32_t k = 0; k < p.units_of(o.reg).size(); ++k)
        if ((o.lanes >> k & 1U) != 0 && p.units_of(o.reg)[k] == unit && (write ? o.writes : o.reads)) return true;
    return false;
  };
  const auto live_at = [&](std::uint32_t block, std::uint32_t place, std::uint32_t unit) {
    std::vector<bool> seen(p.blocks.size(), false);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> todo{{block, place}};
    while (!todo.empty()) {
      auto [b, k] = todo.back();
      todo.pop_back();
      bool written = false;
      for (; k < p.blocks[b].count && !written; ++k) {
        if (mentions(p.blocks[b].first + k, unit, false)) return true;
        written = mentions(p.blocks[b].first + k, unit, true);
      }
      if (written) continue;
      for (const Live& l : p.live_at_end(b))
        for (std::uint32_t lane = 0; lane < p.units_of(l.reg).size(); ++lane)
          if ((l.lanes >> lane & 1U) != 0 && p.units_of(l.reg)[lane] == unit) return true;
      for (const std::uint32_t s : p.successors_of(b)) {
        if (seen[s]) continue;
        seen[s] = true;
        todo.push_back({s, 0});
      }
    }
    return false;
  };
  for (std::uint32_t b = 0; b < p.blocks.size(); ++b)
    for (std::uint32_t k = 0; k <= p.blocks[b].count; ++k) {
      std::vector<std::uint32_t> sums(p.sets.size(), 0);
      for (std::uint32_t u = 0; u < p.register_unit_count(); ++u)
        if (live_at(b, k, u) || (k > 0 && mentions(p.blocks[b].first + k - 1, u, true)))
          for (const Feed& feed : p.feeds(u)) sums[feed.set] += feed.weight;
      for (std::uint32_t s = 0; s < p.sets.size(); ++s)
        if (r.at(b, k, s) != sums[s]) return "block " + std::to_string(b) + " place " + std::to_string(k);
    }
  return "";
}

}  // namespace pressure_test
