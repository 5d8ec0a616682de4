// Throughput: how long code takes that several threads of one issuer execute, relative to other code. A model of time
// by issue slots, units and latencies; what is measured nowhere is said below.
//
//   auto p = throughput::ingest(view, numbering, {.threads = 16});
//   const throughput::Result r = throughput::analyse(p);
//   r.cycles, r.bound                      // by thread for one run of the function, and what takes them
//   r.blocks[b].cycles, r.blocks[b].share  // the same of a block, each time that it runs
//
// The model. A thread issues its instructions in order. One that reads what is not there yet, or wants a unit that is
// held, waits; its issuer takes another of its `threads` meanwhile. Of each block three figures are found:
//   issue    its issue slots, by width;
//   busiest  cycles for which it holds the unit that it holds longest, by copy;
//   alone    cycles that one thread takes alone, in flight what it brings from the block that it mostly comes from. In
//            loops that is what the turn before left: turns are walked until nothing changes, or the mean of some.
// Of the function they are the sums over the blocks by how often each runs. With W threads it takes, by thread,
//   cycles   = max(issue, busiest, alone / W)                  threads at unlike places: the least
//   together = sum of each block's max(issue, busiest, alone / W)   all in one block at a time: the most
// and the truth, where the model's facts are true, is between the two or near (the tests run random programs thread by
// thread and cycle by cycle beside it).
//
// Known limits. Latencies and holds are what the View says: not what memory takes under load, no cache, no bandwidth
// beyond a unit's cycles. Nothing is known of how often a block runs but what `runs` says (from the shape of the code:
// a guess). Threads that wait for each other (barriers) are as if they did not. Start and end of a launch, and threads
// that are done while others run, count nothing. What an assembler does to the code besides is not in it. So compare
// like with like: two builds of one function, not two functions.
//
// Text form throughput_text.hpp, checker check_throughput.hpp. Cost: O(n (log n + units)) for orders and O(n) for each
// of up to 32 passes over the blocks whose entry changes. Sources: Hong, Kim, "An analytical model for a GPU
// architecture with memory-level and thread-level parallelism awareness" (ISCA 2009), for threads that hide each
// other's waiting; Williams, Waterman, Patterson, "Roofline" (CACM 2009), for bounds in place of a simulation.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/frequency.hpp>
#include <lathe/flow/probability.hpp>
#include <lathe/flow/throughput_order.hpp>
#include <lathe/program/numbering.hpp>
#include <lathe/support/remark.hpp>

namespace lathe::flow::throughput {

namespace detail {

/// A walk in the given order, for one thread alone.
template <class = void>
class BasicWalker {
 public:
  explicit BasicWalker(const Problem& p) : p_(p), ready_(p.variables, 0), seen_(p.variables, 0), units_(p.units) {}
  /// Slots from its head to its end, for a thread that comes from `entered`; `flight` becomes that at its end.
  std::int64_t run(std::span<const std::uint32_t> order, Block entered, Flight& flight) {
    ++now_;
    touched_.clear();
    units_.start(flight);
    for (const auto& [v, cycles] : flight.values) write(v, cycles);
    const std::int64_t begin = flight.slots;
    std::int64_t slots = begin;
    phis(order, entered);
    for (const std::uint32_t i : order)
      if (!p_.insts[i].phi) step(i, slots);
    leave(slots, flight);
    return slots - begin;
  }

 private:
  std::int64_t ready(std::uint32_t v) const { return seen_[v] == now_ ? ready_[v] : 0; }
  void write(std::uint32_t v, std::int64_t cycle) {
    if (seen_[v] != now_) touched_.push_back(v);
    seen_[v] = now_;
    ready_[v] = cycle;
  }
  // All at once: each takes what was there before the first.
  void phis(std::span<const std::uint32_t> order, Block entered) {
    std::vector<std::pair<std::uint32_t, std::int64_t>> taken;
    for (const std::uint32_t i : order) {
      if (!p_.insts[i].phi) break;
      std::int64_t cycle = 0;
      for (const Problem::Incoming& in : p_.incoming[i])
        if (in.from == entered) cycle = std::max(cycle, ready(in.variable));
      taken.emplace_back(p_.mentions[i][0].variable, cycle);
    }
    for (const auto& [v, cycle] : taken) write(v, cycle);
  }
  void step(std::uint32_t i, std::int64_t& slots) {
    std::int64_t cycle = slots / p_.width;
    for (const Problem::Mention& m : p_.mentions[i])
      if (!m.is_def) cycle = std::max(cycle, ready(m.variable));
    cycle = units_.issue(p_.holds[i], cycle);
    units_.take(p_.holds[i], cycle);
    slots = std::max(slots, cycle * p_.width) + p_.insts[i].issue;
    for (const Problem::Mention& m : p_.mentions[i])
      if (m.is_def) write(m.variable, cycle + p_.insts[i].latency);
  }
  void leave(std::int64_t slots, Flight& flight) {
    const std::int64_t cycle = slots / p_.width;
    flight.values.clear();
    units_.leave(cycle, flight);
    flight.slots = static_cast<std::uint32_t>(slots % p_.width);
    std::sort(touched_.begin(), touched_.end());
    for (const std::uint32_t v : touched_)
      if (ready_[v] > cycle) flight.values.emplace_back(v, ready_[v] - cycle);
  }

  const Problem& p_;
  std::vector<std::int64_t> ready_;
  std::vector<std::uint64_t> seen_;  // of which walk ready_ is
  std::vector<std::uint32_t> touched_;
  UnitCopies units_;
  std::uint64_t now_ = 0;
};

/// From where control comes most often to each block; no_block where that is outside.
template <class = void>
std::vector<Block> mostly_from(const Problem& p) {
  std::vector<Block> out(p.block_count(), no_block);
  std::vector<std::uint64_t> most(p.block_count(), 0), in(p.block_count(), 0);
  for (Block b = 0; b < p.block_count(); ++b)
    for (const Problem::Way& way : p.ways[b]) {
      in[way.to] += way.taken;
      if (way.taken > most[way.to]) most[way.to] = way.taken, out[way.to] = b;
    }
  if (p.block_count() != 0 && p.runs[0] > in[0] && p.runs[0] - in[0] >= most[0]) out[0] = no_block;
  return out;
}

template <class = void>
class BasicEstimate {
 public:
  explicit BasicEstimate(const Problem& p) : p_(p), walker_(p), orderer_(p) {}
  Result run() {
    const std::uint32_t blocks = p_.block_count();
    out_.blocks.resize(blocks);
    out_.stats.blocks = blocks;
    out_.stats.insts = p_.inst_count();
    from_ = mostly_from(p_);
    orders_.resize(blocks);
    leaves_.resize(blocks);
    entered_.resize(blocks);
    slots_.assign(blocks, 0);
    sums_.assign(blocks, 0);
    find_sequence();
    bool changed = true;
    for (std::uint32_t pass = 0; pass < passes && changed; ++pass) {
      changed = false;
      ++out_.stats.passes;
      for (const Block b : sequence_) changed |= walk(b, pass);
      counted_ = pass + 1;
    }
    total();
    return std::move(out_);
  }

 private:
  static constexpr std::uint32_t passes = 32, settles = 16;  // those before `settles` are not in the mean

  // Each block behind the one that it is entered from, where these make no cycle.
  void find_sequence() {
    std::vector<std::uint8_t> seen(p_.block_count(), 0);
    std::vector<Block> chain;
    for (Block b = 0; b < p_.block_count(); ++b) {
      for (Block at = b; at != no_block && seen[at] == 0; at = from_[at]) seen[at] = 1, chain.push_back(at);
      for (; !chain.empty(); chain.pop_back()) sequence_.push_back(chain.back());
    }
  }
  // Orders are found in the first pass and, with what is in flight then, once more in the second.
  bool walk(Block b, std::uint32_t pass) {
    const Flight flight = from_[b] == no_block ? Flight() : leaves_[from_[b]];
    const bool same = pass > 1 && flight == entered_[b];
    if (!same) {
      ++out_.stats.walked;
      entered_[b] = flight;
      if (p_.keeps_order) {
        if (pass == 0)
          for (std::uint32_t i = p_.first[b]; i < p_.first[b + 1]; ++i) orders_[b].push_back(i);
      } else if (pass < 2) {
        orders_[b].clear();
        orderer_.run(b, flight, orders_[b]);
      }
      leaves_[b] = flight;
      slots_[b] = walker_.run(orders_[b], from_[b], leaves_[b]);
    }
    if (pass >= settles) sums_[b] += slots_[b];
    return !same;
  }
  void total() {
    out_.units.assign(p_.units.size(), 0);
    std::vector<double> held(p_.units.size(), 0);
    const double entry = p_.entries();
    for (Block b = 0; b < p_.block_count(); ++b) {
      Result::OfBlock& of = out_.blocks[b];
      of.entered = from_[b];
      const double turns = counted_ > settles ? counted_ - settles : 1;
      of.alone = static_cast<double>(counted_ > settles ? sums_[b] : slots_[b]) / turns / p_.width;
      std::fill(held.begin(), held.end(), 0);
      std::uint64_t slots = 0;
      for (std::uint32_t i = p_.first[b]; i < p_.first[b + 1]; ++i) {
        slots += p_.insts[i].phi ? 0 : p_.insts[i].issue;
        for (const program::Hold& h : p_.holds[i])
          held[h.unit] += static_cast<double>(h.cycles) / p_.units[h.unit].copies;
      }
      of.issue = static_cast<double>(slots) / p_.width;
      for (std::uint32_t u = 0; u < held.size(); ++u)
        if (held[u] > of.busiest) of.busiest = held[u], of.unit = u;
      settle(of.issue, of.busiest, of.alone, of.cycles, of.bound);
      const double runs = static_cast<double>(p_.runs[b]) / entry;
      out_.issue += runs * of.issue;
      out_.alone += runs * of.alone;
      out_.together += runs * of.cycles;
      for (std::uint32_t u = 0; u < held.size(); ++u) out_.units[u] += runs * held[u];
      out_.order.insert(out_.order.end(), orders_[b].begin(), orders_[b].end());
    }
    double busiest = 0;
    for (std::uint32_t u = 0; u < held.size(); ++u)
      if (out_.units[u] > busiest) busiest = out_.units[u], out_.unit = u;
    settle(out_.issue, busiest, out_.alone, out_.cycles, out_.bound);
    for (Block b = 0; b < p_.block_count(); ++b)
      if (out_.together > 0)
        out_.blocks[b].share = static_cast<double>(p_.runs[b]) / entry * out_.blocks[b].cycles / out_.together;
    for (Block b = 0; b < p_.block_count(); ++b)
      out_.stats.settled += (from_[b] == no_block ? Flight() : leaves_[from_[b]]) == entered_[b];
  }
  void settle(double issue, double busiest, double alone, double& cycles, Bound& bound) const {
    const double waits = alone / p_.threads;
    cycles = std::max({issue, busiest, waits});
    bound = cycles == 0         ? Bound::nothing
            : cycles == issue   ? Bound::issue
            : cycles == busiest ? Bound::unit
                                : Bound::latency;
  }

  const Problem& p_;
  BasicWalker<> walker_;
  BasicOrderer<> orderer_;
  Result out_;
  std::vector<Block> from_, sequence_;
  std::vector<std::vector<std::uint32_t>> orders_;
  std::vector<Flight> leaves_, entered_;
  std::vector<std::int64_t> slots_, sums_;
  std::uint32_t counted_ = 0;
};

}  // namespace detail

/// The model's answer to a problem; a broken one is refused. The same for the same problem, bit for bit.
template <class = void>
Result analyse(const Problem& p) {
  if (!check_problem(p).empty()) {
    Result out;
    out.refusal = Refusal::bad_problem;
    return out;
  }
  return detail::BasicEstimate<>(p).run();
}

/// What a View does not say.
struct IngestOptions {
  std::uint32_t threads = 1;        ///< that share an issuer
  bool keeps_order = false;         ///< see Problem
  FrequencyOptions frequency = {};  ///< of blocks, where `runs` is empty
  /// How often each block runs, by number, in any unit; empty: by the shape of the code. Ways are taken as often as
  /// the blocks that they lead to, shared alike by the shape's probabilities.
  std::vector<std::uint64_t> runs = {};
};

namespace detail {

/// Blocks' runs and ways' from the shape of the code, or the ways' from the runs.
template <class = void>
void find_runs(const Cfg& cfg, const IngestOptions& o, Problem& p) {
  constexpr double unit = 1 << 20, most = static_cast<double>(std::uint64_t{1} << 47);
  const Order order = reverse_post_order(cfg);
  const Dominators dominators(cfg);
  const Loops loops = find_loops(cfg, dominators, order);
  const std::vector<double> likely = edge_probabilities(cfg, loops, order);
  p.runs = o.runs;
  if (o.runs.empty()) {
    const Frequencies found = frequencies(cfg, loops, order, likely, o.frequency);
    for (const double f : found.block) p.runs.push_back(static_cast<std::uint64_t>(std::min(f * unit, most)));
  }
  std::vector<std::pair<Block, Problem::Way>> ways;
  for (Block b = 0; b < cfg.block_count(); ++b)
    for (std::uint32_t k = 0; k < cfg.successors(b).size(); ++k) {
      const double share = likely[cfg.first_edge(b) + k] * static_cast<double>(p.runs[b]);
      const Block to = cfg.successors(b)[k];
      ways.push_back({b, {to, std::min(static_cast<std::uint64_t>(share), p.runs[to])}});
    }
  p.ways = Csr<Problem::Way>(cfg.block_count(), ways);
}

/// A View block by block and instruction by instruction.
template <program::View P>
class Ingest {
 public:
  Ingest(const P& view, const program::Numbering<P>& numbers) : v_(view), n_(numbers) {}
  Problem run(const IngestOptions& o) {
    if constexpr (facts.has(program::Fact::names)) p_.name = std::string(v_.name());
    p_.variables = n_.values();
    p_.threads = o.threads;
    p_.keeps_order = o.keeps_order;
    if constexpr (facts.has(program::Fact::issue)) p_.width = v_.issue_width();
    if constexpr (facts.has(program::Fact::units))
      for (const program::Unit& u : v_.units()) p_.units.push_back(u);
    for (Block b = 0; b < n_.blocks(); ++b) {
      p_.first.push_back(p_.inst_count());
      for (std::uint32_t i = n_.first(b); i < n_.first(b + 1); ++i) inst(i);
    }
    if (n_.blocks() != 0) p_.first.push_back(p_.inst_count());
    p_.mentions = Csr<Problem::Mention>(n_.insts(), mentions_);
    p_.incoming = Csr<Problem::Incoming>(n_.insts(), incoming_);
    p_.holds = Csr<program::Hold>(n_.insts(), holds_);
    const program::FlowOf<P> flow(v_, n_);
    find_runs(make_cfg(flow), o, p_);
    return std::move(p_);
  }

 private:
  static constexpr program::Facts facts = P::facts;
  void inst(std::uint32_t i) {
    const program::inst_t<P>& handle = n_.inst(i);
    const program::Effects e = v_.effects(handle);
    Problem::Inst out;
    out.phi = e.has(program::Effect::phi);
    out.ends = e.has(program::Effect::terminator);
    if constexpr (facts.has(program::Fact::latency)) out.latency = v_.latency(handle);
    if constexpr (facts.has(program::Fact::issue)) out.issue = v_.issue(handle);
    out.memory = e.bounds_region() && !out.phi && !out.ends ? program::MemoryRole::fence : e.role();
    if (out.phi) out.memory = program::MemoryRole::none, out.latency = out.issue = 0;
    if constexpr (facts.has(program::Fact::access)) {
      std::uint32_t accesses = 0;  // of unlike spaces: it may be any
      v_.for_each_access(handle, [&](const auto& access) {
        out.space = accesses++ == 0 || out.space == access.space ? access.space : 0;
      });
    }
    if (e.has(program::Effect::marker)) out.issue = 0;
    v_.for_each_operand(handle, [&](const program::Operand<program::value_t<P>>& o) {
      if (o.is_def() || !out.phi) mentions_.push_back({i, {n_.value_number(o.value), o.is_def()}});
    });
    if constexpr (facts.has(program::Fact::incoming))
      if (out.phi)
        v_.for_each_incoming(handle, [&](const program::block_t<P>& from, const program::value_t<P>& v) {
          incoming_.push_back({i, {n_.block_number(from), n_.value_number(v)}});
        });
    if constexpr (facts.has(program::Fact::units))
      if (!out.phi) v_.for_each_hold(handle, [&](const program::Hold& h) { holds_.push_back({i, h}); });
    p_.insts.push_back(out);
  }

  const P& v_;
  const program::Numbering<P>& n_;
  Problem p_;
  std::vector<std::pair<std::uint32_t, Problem::Mention>> mentions_;
  std::vector<std::pair<std::uint32_t, Problem::Incoming>> incoming_;
  std::vector<std::pair<std::uint32_t, program::Hold>> holds_;
};

}  // namespace detail

/// A View as data. Values, blocks and instructions are numbered as `numbers` has them; where it does not name latencies,
/// units or issue, each instruction takes one cycle, no unit and one slot. Precondition: `runs` is empty or has an entry
/// for each block. O(size).
template <program::View P>
Problem ingest(const P& view, const program::Numbering<P>& numbers, const IngestOptions& options = {}) {
  return detail::Ingest<P>(view, numbers).run(options);
}

/// The answer to a problem; a remark for the function, and one, of which it is the subject, for each block that takes a
/// twentieth of its cycles or more.
template <class Sink>
Result analyse(const Problem& p, Sink&& sink) {
  Result out = analyse(p);
  if constexpr (wants_remarks<Sink>) {
    const auto tell = [&](const std::string& text, std::uint32_t subject = Remark::no_subject) {
      sink(Remark{Remark::Kind::analysis, "throughput", "Throughput", p.name, text, {}, {}, subject});
    };
    if (out.refusal == Refusal::none)
      tell(hundredths(out.cycles) + " to " + hundredths(out.together) + " cycles by thread, bound by " +
           bound_text(p, out.bound, out.unit));
    for (Block b = 0; b < out.blocks.size(); ++b)
      if (const Result::OfBlock& of = out.blocks[b]; of.share >= 0.05)
        tell("block " + std::to_string(b) + " takes " + hundredths(100 * of.share) + "% of it, bound by " +
                 bound_text(p, of.bound, of.unit) + ": issue " + hundredths(of.issue) + ", busiest unit " +
                 hundredths(of.busiest) + ", alone " + hundredths(of.alone) + " cycles",
             b);
  }
  return out;
}

}  // namespace lathe::flow::throughput
