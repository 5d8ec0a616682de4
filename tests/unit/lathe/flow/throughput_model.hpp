// Random problems of throughput with the way that threads take through them, and threads that take it: several on one
// issuer, instruction by instruction and cycle by cycle.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/throughput_data.hpp>

namespace throughput_test {

using lathe::flow::Block, lathe::flow::no_block;
using namespace lathe::flow::throughput;

/// A program of loops in a row and within each other, and the blocks that a thread passes.
struct Program {
  Problem problem;
  std::vector<Block> way;
};

class RandomProgram {
 public:
  explicit RandomProgram(std::mt19937& engine) : engine_(engine) {}
  Program run() {
    Problem& p = out_.problem;
    p.name = "random";
    p.variables = 4 + below(12);
    p.width = one_in(4) ? 2 : 1;
    const std::uint32_t counts[] = {1, 2, 4, 8, 16};
    p.threads = counts[below(5)];
    p.keeps_order = one_in(3);
    for (std::uint32_t u = 1 + below(3); u > 0; --u) p.units.push_back({"u" + std::to_string(u), 1 + below(2)});
    part(0);
    for (std::uint32_t more = below(3); more > 0; --more) part(0);
    p.first.push_back(p.inst_count());
    const auto blocks = p.block_count();
    p.runs.assign(blocks, 0);
    std::vector<std::vector<std::uint64_t>> taken(blocks, std::vector<std::uint64_t>(blocks, 0));
    for (std::size_t k = 0; k < out_.way.size(); ++k) {
      ++p.runs[out_.way[k]];
      if (k != 0) ++taken[out_.way[k - 1]][out_.way[k]];
    }
    std::vector<std::pair<Block, Problem::Way>> ways;
    for (Block a = 0; a < blocks; ++a)
      for (Block b = 0; b < blocks; ++b)
        if (taken[a][b] != 0) ways.push_back({a, {b, taken[a][b]}});
    p.ways = lathe::Csr<Problem::Way>(blocks, ways);
    p.mentions = lathe::Csr<Problem::Mention>(p.inst_count(), mentions_);
    p.holds = lathe::Csr<lathe::program::Hold>(p.inst_count(), holds_);
    p.incoming =
        lathe::Csr<Problem::Incoming>(p.inst_count(), std::vector<std::pair<std::uint32_t, Problem::Incoming>>());
    return std::move(out_);
  }

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(engine_() % n); }
  bool one_in(std::uint32_t n) { return below(n) == 0; }

  // A block, or a loop of parts; the way through it is put behind what is there.
  void part(std::uint32_t depth) {
    if (depth == 2 || one_in(2)) {
      out_.way.push_back(block());
      return;
    }
    const std::size_t from = out_.way.size();
    part(depth + 1);
    if (one_in(2)) part(depth + 1);
    const std::vector<Block> turn(out_.way.begin() + static_cast<std::ptrdiff_t>(from), out_.way.end());
    const std::uint32_t turns = depth == 0 ? 40 + below(40) : 12 + below(12);
    for (std::uint32_t k = 1; k < turns; ++k) out_.way.insert(out_.way.end(), turn.begin(), turn.end());
  }
  Block block() {
    Problem& p = out_.problem;
    p.first.push_back(p.inst_count());
    const std::uint32_t insts = 1 + below(12);
    for (std::uint32_t k = 0; k < insts; ++k) inst(false);
    if (one_in(2)) inst(true);
    return static_cast<Block>(p.first.size() - 1);
  }
  void inst(bool ends) {
    using Role = lathe::program::MemoryRole;
    Problem& p = out_.problem;
    const std::uint32_t i = p.inst_count();
    Problem::Inst inst;
    const std::uint32_t latencies[] = {1, 4, 4, 4, 30};
    inst.latency = latencies[below(5)];
    inst.ends = ends;
    if (!ends && one_in(5)) inst.memory = one_in(2) ? Role::reads : one_in(4) ? Role::fence : Role::writes;
    inst.space = below(3);
    for (std::uint32_t k = below(3); k > 0; --k) mentions_.push_back({i, {below(p.variables), false}});
    if (!ends && !one_in(6)) mentions_.push_back({i, {below(p.variables), true}});
    if (one_in(2)) {
      const std::uint32_t unit = below(static_cast<std::uint32_t>(p.units.size()));
      holds_.push_back({i, {unit, one_in(4) ? 1U : 0U, 1 + below(4)}});
    }
    p.insts.push_back(inst);
  }

  std::mt19937& engine_;
  Program out_;
  std::vector<std::pair<std::uint32_t, Problem::Mention>> mentions_;
  std::vector<std::pair<std::uint32_t, lathe::program::Hold>> holds_;
};

/// Cycles until all threads of the problem are through, by thread. In each cycle the issuer asks the threads in turn,
/// from the one behind that which issued last.
inline double cycles_of_threads(const Program& program, const std::vector<std::uint32_t>& order) {
  const Problem& p = program.problem;
  struct Thread {
    std::size_t block = 0;
    std::uint32_t inst = 0;
    std::vector<std::int64_t> ready;
  };
  std::vector<Thread> threads(p.threads);
  for (Thread& t : threads) t.ready.assign(p.variables, 0);
  std::vector<std::vector<std::int64_t>> free;
  for (const auto& unit : p.units) free.emplace_back(unit.copies, 0);
  std::uint32_t left = p.threads, next = 0;
  std::int64_t cycle = 0;
  for (std::uint32_t slots = 0; left > 0;) {
    bool issued = false;
    for (std::uint32_t k = 0; k < p.threads && !issued; ++k) {
      Thread& t = threads[(next + k) % p.threads];
      while (t.block < program.way.size() &&
             p.first[program.way[t.block]] + t.inst == p.first[program.way[t.block] + 1])
        if (t.inst = 0; ++t.block == program.way.size()) --left;
      if (t.block >= program.way.size()) continue;
      const std::uint32_t i = order[p.first[program.way[t.block]] + t.inst];
      bool may = true;
      for (const auto& m : p.mentions[i]) may &= m.is_def || t.ready[m.variable] <= cycle;
      for (const auto& h : p.holds[i])
        may &= h.cycles == 0 || *std::min_element(free[h.unit].begin(), free[h.unit].end()) <= cycle + h.first;
      if (!may) continue;
      for (const auto& h : p.holds[i]) {
        std::int64_t& copy = *std::min_element(free[h.unit].begin(), free[h.unit].end());
        copy = std::max(copy, cycle + h.first + h.cycles);
      }
      for (const auto& m : p.mentions[i])
        if (m.is_def) t.ready[m.variable] = cycle + p.insts[i].latency;
      ++t.inst;
      issued = true;
      slots += p.insts[i].issue;
      next = (next + k + 1) % p.threads;
    }
    if (!issued || slots >= p.width) ++cycle, slots = issued && slots > p.width ? slots - p.width : 0;
  }
  return static_cast<double>(cycle) / p.threads;
}

}  // namespace throughput_test
