// Trace metrics that follow edits: through each block a trace (trace.hpp), when its instructions can issue at the
// earliest, how long the trace takes behind them, and what units and issue slots it fills. For questions as "does the
// critical path become longer if": of if-conversion, machine combiners, sinking.
//
//   FollowTrace trace(code, graph, loops);           // an observer behind the two that it asks
//   trace.depth(i), trace.slack(i), trace.length(b), trace.bound(b)
//   trace.with(spot's block, in front of what, added, removed).longer()
//
// Depth: the earliest cycle in which an instruction can issue, counted from the trace's head, where only what it reads
// keeps it waiting; what nothing in the trace writes is there from the first cycle on. Height: cycles from its issue to
// the end of the trace by those who read its results. Registers alone make dependences: memory does not, as in LLVM. A
// value is one whole: lanes are not told apart, and what is written in part is read as well. Phis take no time, and
// what one takes along the trace is what it waits for. Markers (Effect::marker) and phis do not count as instructions,
// nor does what issues in 0 slots.
//
// From the View: latency (without that fact every instruction takes 1 cycle), units and holds (of a unit that is not
// among units(): no hold), issue width and slots, weight (for traces by frequency; not to change while it is followed).
// One member may come from the user instead:
//   uint32_t latency(Inst) const                     // of the second argument, Own
//
// An edit forgets, and nothing is found again before somebody asks: the code of the blocks that it changes is read
// again; where a block's number of instructions or cycles held changed, what other blocks picked by it, directly or
// not; depths behind it and heights in front of it on the traces that lead through it. After a change of control flow
// the candidates are made anew, O(edges * loop depth), beside the loops. Asked, a block costs O(edges) for each one
// that is on the way to it and not known; then O(code) per block of the trace for depths, where a value from elsewhere
// costs O(blocks that write it * log blocks) or O(blocks between) if that is less, and O(code + values that cross) for
// heights and for a length.
// Source: trace.hpp; the deltas are ours.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/follow.hpp>
#include <lathe/flow/of_view.hpp>
#include <lathe/flow/trace.hpp>
#include <lathe/flow/trace_code.hpp>

namespace lathe::flow {

namespace detail {
template <class Own, class V>
concept HasTraceLatency = requires(const Own& own, const program::inst_t<V>& inst) {
  { own.latency(inst) } -> std::convertible_to<std::uint32_t>;
};
}  // namespace detail

template <class P, class Own = Nothing>
class FollowTrace : public program::Nothing {
  using program::Nothing::Nothing;
};
/// Trace metrics as an observer of an Editing, or of code that nobody edits.
template <program::Agreed P, class Own>
class FollowTrace<P, Own> {
  using Inst = program::inst_t<P>;
  using BlockHandle = program::block_t<P>;
  using Value = program::value_t<P>;
  using Change = program::Edit<P>;
  using Cycles = TraceCode::Cycles;
  static constexpr program::Facts facts = P::facts;
  static constexpr bool phis = facts.has(program::Fact::incoming), has_units = facts.has(program::Fact::units),
                        has_issue = facts.has(program::Fact::issue), own_latency = detail::HasTraceLatency<Own, P>;
  static_assert(told(own_latency || std::same_as<Own, Nothing>),
                "flow::FollowTrace wants of its second argument  uint32_t latency(Inst) const;");

 public:
  /// `p`, `flow` and `loops` outlive it, and hear of edits before it does. Nothing is computed before somebody asks.
  FollowTrace(const P& p, program::ControlFlow<P>& flow, const FollowLoops<P>& loops, TraceOptions options = {},
              Own own = {})
      : p_(p), flow_(flow), loops_(loops), known_(flow.known()), options_(options), own_(std::move(own)) {
    if constexpr (has_units)
      for (const program::Unit& u : p.units()) copies_.push_back(std::max(u.copies, 1U));
    grow(flow.block_count());
    for (auto&& b : p.blocks()) mark(known_.blocks.find(b));
  }

  // ---- traces. Preconditions of all that follows: blocks and instructions stand in the layout.

  /// From the head to the tail.
  std::vector<BlockHandle> trace(const BlockHandle& b) const {
    std::vector<BlockHandle> out;
    const Block at = number(b);
    pick(at);
    for (Block up = at; up != no_block; up = up_.picked(up)) out.push_back(known_.blocks[up]);
    std::reverse(out.begin(), out.end());
    for (Block down = down_.picked(at); down != no_block; down = down_.picked(down)) out.push_back(known_.blocks[down]);
    return out;
  }
  /// The block in front of it in its trace; nothing: it is the head.
  std::optional<BlockHandle> previous(const BlockHandle& b) const { return picked(up_, number(b)); }
  /// The block behind it in its trace; nothing: it is the tail.
  std::optional<BlockHandle> next(const BlockHandle& b) const { return picked(down_, number(b)); }
  /// The first block of the trace.
  BlockHandle head(const BlockHandle& b) const {
    const Block at = number(b);
    pick(at);
    return known_.blocks[up_.root(at)];
  }
  /// The last block of the trace.
  BlockHandle tail(const BlockHandle& b) const {
    const Block at = number(b);
    pick(at);
    return known_.blocks[down_.root(at)];
  }
  /// In front of the block, in it, and behind it.
  std::uint64_t instructions_above(const BlockHandle& b) const {
    pick(number(b));
    return up_.beyond(number(b));
  }
  /// In the block, free ones not counted.
  std::uint64_t instructions_in(const BlockHandle& b) const {
    settle();
    return codes_[number(b)].count;
  }
  /// In the trace behind the block.
  std::uint64_t instructions_below(const BlockHandle& b) const {
    pick(number(b));
    return down_.beyond(number(b));
  }

  // ---- cycles

  /// The first cycle in which it can issue, counted from the head of its block's trace, units left out.
  Cycles depth(const Inst& i) const {
    const auto [b, at] = place(i);
    find_depths(b);
    return codes_[b].depth[at];
  }
  /// Cycles from its issue to the end of the trace at least, units left out.
  Cycles height(const Inst& i) const {
    const auto [b, at] = place(i);
    find_heights(b);
    return codes_[b].height[at];
  }
  /// The cycle in which a value can be read at the block's top; 0: nothing of the trace in front writes it.
  Cycles ready_in(const BlockHandle& b, const Value& v) const {
    find_depths(number(b));
    return up_.picked(number(b)) == no_block ? 0 : ready(up_.picked(number(b)), known_.values.find(v));
  }
  /// By how many cycles it could issue later and the trace through its block would not become longer.
  Cycles slack(const Inst& i) const {
    const auto [b, at] = place(i);
    return length_of(b) - codes_[b].depth[at] - codes_[b].height[at];
  }
  /// The longest path in the trace through the block.
  Cycles length(const BlockHandle& b) const { return length_of(number(b)); }
  /// The cycle in which a phi has what it takes from a block, in that block's trace; for choosing between ways, as an
  /// if-conversion does. The latest where it takes several; 0 where it takes nothing from there.
  Cycles phi_depth(const Inst& phi, const BlockHandle& from) const {
    const auto [b, at] = place(phi);
    const Block way = known_.blocks.find(from);
    find_depths(way);
    Cycles when = 0;
    for (const TraceCode::Taken& t : codes_[b].taken)
      if (t.at == at && t.from == way) when = std::max(when, ready(way, t.value));
    return when;
  }

  // ---- units. `unit`: its number in the View's units().

  /// Cycles for which the unit is held in front of the block, in its trace.
  std::uint64_t held_above(const BlockHandle& b, std::uint32_t unit) const {
    pick(number(b));
    return above_[number(b)][unit];
  }
  /// Cycles for which the unit is held in the block.
  std::uint64_t held_in(const BlockHandle& b, std::uint32_t unit) const {
    settle();
    return codes_[number(b)].held[unit];
  }
  /// Cycles for which the unit is held behind the block, in its trace.
  std::uint64_t held_below(const BlockHandle& b, std::uint32_t unit) const {
    pick(number(b));
    return below_[number(b)][unit];
  }
  /// Cycles that the busiest unit, or issue, needs for the trace in front of the block, and from the block on.
  Cycles resource_depth(const BlockHandle& b) const {
    pick(number(b));
    return bound_of({&above_[number(b)]});
  }
  /// Of the block and what is behind it in its trace.
  Cycles resource_height(const BlockHandle& b) const {
    pick(number(b));
    return bound_of({&codes_[number(b)].held, &below_[number(b)]});
  }
  /// And for all of it.
  Cycles bound(const BlockHandle& b) const {
    pick(number(b));
    return bound_of({&above_[number(b)], &codes_[number(b)].held, &below_[number(b)]});
  }

  // ---- what if

  /// The trace through a block, if `added` stood in it, in this order, in front of one of its instructions (nothing: at
  /// its end), and `removed`, of that block, did not. No answer changes, but what is added, with its values, gets
  /// numbers of Known, which stay. Exact where blocks go on to pick as they do now. What is added stands nowhere, or
  /// elsewhere: then the places where it stands do not change. O(code of the block, what is added and removed, and the
  /// values that cross to what is behind), where the trace is known.
  TraceOutcome with(const BlockHandle& b, const std::optional<Inst>& before, std::span<const Inst> added,
                    std::span<const Inst> removed = {}) const;

  /// Everything, in the order of the layout. O(size).
  TraceReport report() const {
    TraceReport out;
    for (auto&& handle : p_.blocks()) {
      const Block b = number(handle);
      TraceReport::OfBlock& of = out.blocks.emplace_back();
      of.length = length_of(b);
      of.previous = up_.picked(b);
      of.next = down_.picked(b);
      of.above = up_.beyond(b);
      of.below = down_.beyond(b);
      of.held_above = above_[b];
      of.held_below = below_[b];
      of.bound = bound(handle);
      for (std::size_t k = 0; k < codes_[b].insts.size(); ++k)
        out.insts.push_back({codes_[b].depth[k], codes_[b].height[k]});
    }
    std::vector<Block> place(codes_.size(), no_block);
    Block next = 0;
    for (auto&& handle : p_.blocks()) place[number(handle)] = next++;
    for (TraceReport::OfBlock& of : out.blocks) {
      if (of.previous != no_block) of.previous = place[of.previous];
      if (of.next != no_block) of.next = place[of.next];
    }
    return out;
  }
  /// What was computed and how often; for who measures.
  const TraceStatistics& statistics() const { return statistics_; }
  /// Entries in the lists of blocks that write each value: no more than 4, or twice as many as did when the list was
  /// last gone through. For who measures. O(values).
  std::uint64_t writer_entries() const {
    std::uint64_t n = 0;
    for (const Writers& w : writers_) n += w.blocks.size();
    return n;
  }
  const TraceOptions& options() const { return options_; }  ///< as it was made with

  // ---- an observer

  void before(const P&, const Change&) {}
  void after(const P& p, const Change& e) {
    using Kind = typename Change::Kind;
    if (e.kind == Kind::put && e.from) mark(known_.blocks.add(*e.from.block));
    if (e.kind == Kind::put && e.to) mark(known_.blocks.add(*e.to.block));
    if (e.kind == Kind::operand || e.kind == Kind::incoming)
      if (const auto at = p.where(*e.inst); at.block) mark(known_.blocks.add(*at.block));
    if (e.kind == Kind::block) mark(known_.blocks.add(*e.block));
  }
  void verify(const P& p, program::FollowFaults& faults) const {
    program::Known<P> again(p);
    program::ControlFlow<P> flow(p, again);
    const FollowLoops<P> loops(flow);
    const FollowTrace full(p, flow, loops, options_, own_);
    if (!(full.report() == report())) faults.add(program::FollowFault::trace, 0, difference(full.report(), report()));
  }

 private:
  struct Place {
    Block block;
    std::uint32_t at;
  };
  struct State {
    bool marked = false, depths = false, heights = false, length = false;
  };

  Block number(const BlockHandle& b) const { return known_.blocks.find(b); }
  Place place(const Inst& i) const {
    settle();
    return places_[known_.insts.find(i)];
  }
  std::optional<BlockHandle> picked(const TraceForest& forest, Block b) const {
    pick(b);
    const Block other = forest.picked(b);
    return other == no_block ? std::nullopt : std::optional<BlockHandle>(known_.blocks[other]);
  }

  // ---- what is forgotten

  void grow(std::uint32_t blocks) const {
    if (blocks <= states_.size()) return;
    states_.resize(blocks);
    TraceCode none;
    none.held.resize(copies_.size() + 1);
    codes_.resize(blocks, none);
    above_.resize(blocks, std::vector<std::uint64_t>(copies_.size() + 1));
    below_.resize(blocks, std::vector<std::uint64_t>(copies_.size() + 1));
    lengths_.resize(blocks);
    up_.grow(blocks);
    down_.grow(blocks);
  }
  void mark(Block b) const {
    grow(b + 1);
    if (!std::exchange(states_[b].marked, true)) marked_.push_back(b);
  }
  // Depths behind it, or heights in front: whose are known, those of the block that they hang on are known.
  void forget(const TraceForest& forest, bool State::* what, Block b) const {
    std::vector<Block> work{b};
    while (!work.empty()) {
      const Block now = work.back();
      work.pop_back();
      states_[now].length = false;
      if (!std::exchange(states_[now].*what, false)) continue;
      for (const Block d : forest.dependents(now))
        if (forest.known(d) && forest.picked(d) == now) work.push_back(d);
    }
  }
  void forget_picks(TraceForest& forest, bool State::* what, Block b) const {
    forest.forget(b, [&](Block now) { states_[now].*what = states_[now].length = false; });
  }
  void settle() const {
    for (const Block b : std::exchange(marked_, {})) {
      states_[b].marked = false;
      read_again(b);
    }
    if (made_ && version_ == flow_.version()) return;
    const Cfg cfg = cfg_of(flow_);
    TraceCandidates rows = trace_candidates(cfg, loops_.loops(), reverse_post_order(cfg), options_.strategy);
    grow(cfg.block_count());
    up_.set_candidates(std::move(rows.above), [&](Block b) { states_[b].depths = states_[b].length = false; });
    down_.set_candidates(std::move(rows.below), [&](Block b) { states_[b].heights = states_[b].length = false; });
    version_ = flow_.version();
    made_ = true;
  }
  void read_again(Block b) const {
    ++statistics_.read;
    std::vector<Inst> insts;
    if (flow_.contains(b))
      for (auto&& i : p_.instructions(known_.blocks[b])) insts.push_back(i);
    TraceCode code = read(insts);
    for (std::uint32_t k = 0; k < code.insts.size(); ++k) {
      if (code.insts[k] >= places_.size()) places_.resize(known_.insts.size());
      places_[code.insts[k]] = {b, k};
    }
    if (writers_.size() < known_.values.size()) writers_.resize(known_.values.size());
    for (const TraceCode::Mention& w : code.writes)
      if (codes_[b].write_of(w.value) == nullptr) {
        if (writers_[w.value].blocks.size() >= writers_[w.value].most) tidy(w.value);
        writers_[w.value].blocks.push_back(b);
      }
    // What others see of it when they pick.
    if (code.count != codes_[b].count || code.held != codes_[b].held)
      for (TraceForest* const forest : {&up_, &down_})
        for (const Block d : std::vector<Block>(forest->dependents(b)))
          forget_picks(*forest, forest == &up_ ? &State::depths : &State::heights, d);
    forget(up_, &State::depths, b);
    forget(down_, &State::heights, b);
    codes_[b] = std::move(code);
  }

  // Leaves the blocks that do write the value, each once.
  void tidy(std::uint32_t v) const {
    if (seen_.size() < codes_.size()) seen_.resize(codes_.size());
    ++time_;
    std::erase_if(writers_[v].blocks,
                  [&](Block d) { return codes_[d].write_of(v) == nullptr || std::exchange(seen_[d], time_) == time_; });
    writers_[v].most = std::max<std::size_t>(4, 2 * writers_[v].blocks.size());
  }

  // ---- what is found

  TraceCode read(const std::vector<Inst>& insts) const {
    TraceCode out;
    out.held.resize(copies_.size() + 1);
    const std::uint32_t time = ++time_;
    std::vector<std::uint32_t> written;
    const auto last = [&](std::uint32_t v) -> Local& {
      if (v >= locals_.size()) locals_.resize(known_.values.size());
      return locals_[v];
    };
    for (std::uint32_t at = 0; at < insts.size(); ++at) {
      const Inst& i = insts[at];
      out.insts.push_back(known_.insts.add(i));
      p_.for_each_operand(i, [&](const program::Operand<Value>& o) {
        if (o.is_def()) return;
        const std::uint32_t v = known_.values.add(o.value);
        if (last(v).time == time)
          out.edges.push_back({last(v).at, at});
        else
          out.reads.push_back({v, at});
      });
      p_.for_each_operand(i, [&](const program::Operand<Value>& o) {
        if (!o.is_def()) return;
        const std::uint32_t v = known_.values.add(o.value);
        if (last(v).time != time) written.push_back(v);
        last(v) = {time, at};
      });
      if constexpr (phis)
        p_.for_each_incoming(i, [&](const BlockHandle& from, const Value& v) {
          out.taken.push_back({known_.blocks.add(from), known_.values.add(v), at});
        });
      weigh(i, out);
    }
    std::sort(written.begin(), written.end());
    for (const std::uint32_t v : written) out.writes.push_back({v, last(v).at});
    std::sort(out.reads.begin(), out.reads.end());
    return out;
  }
  void weigh(const Inst& i, TraceCode& out) const {
    const program::Effects e = p_.effects(i);
    const bool nothing = e.has(program::Effect::phi) || e.has(program::Effect::marker);
    std::uint32_t slots = nothing ? 0 : 1, latency = nothing ? 0 : 1;
    if constexpr (has_issue)
      if (!nothing) slots = p_.issue(i);
    if constexpr (own_latency) {
      if (!nothing) latency = own_.latency(i);
    } else if constexpr (facts.has(program::Fact::latency)) {
      if (!nothing) latency = p_.latency(i);
    }
    out.latency.push_back(latency);
    out.count += slots != 0;
    out.held.back() += slots;
    if constexpr (has_units)
      if (!nothing)
        p_.for_each_hold(i, [&](const program::Hold& h) {
          if (h.unit < copies_.size()) out.held[h.unit] += h.cycles;
        });
  }

  void pick(Block b) const {
    settle();
    pick(up_, above_, b);
    pick(down_, below_, b);
  }
  void pick(TraceForest& forest, std::vector<std::vector<std::uint64_t>>& sums, Block b) const {
    const auto weight = [&]([[maybe_unused]] Block c) -> std::uint64_t {
      if constexpr (facts.has(program::Fact::weight))
        if (options_.strategy == TraceStrategy::frequency) return p_.weight(known_.blocks[c]);
      return 0;
    };
    forest.pick(
        b, [&](Block c) { return codes_[c].count; }, weight,
        [&](Block made) {
          ++statistics_.picked;
          const Block by = forest.picked(made);
          if (by == no_block) return sums[made].assign(copies_.size() + 1, 0);
          sums[made] = sums[by];
          for (std::size_t u = 0; u < sums[made].size(); ++u) sums[made][u] += codes_[by].held[u];
        });
  }
  // Blocks from the one asked to the first that is known, or to the root.
  std::vector<Block> unknown(const TraceForest& forest, bool State::* what, Block b) const {
    std::vector<Block> out;
    for (Block at = b; at != no_block && !(states_[at].*what); at = forest.picked(at)) out.push_back(at);
    return out;
  }
  void find_depths(Block b) const {
    pick(b);
    const std::vector<Block> way = unknown(up_, &State::depths, b);
    for (std::size_t k = way.size(); k-- > 0;) {
      find_depths(codes_[way[k]], up_.picked(way[k]));
      states_[way[k]].depths = true;
      ++statistics_.depths;
    }
  }
  void find_depths(TraceCode& code, Block previous) const {
    const auto when = [&](std::uint32_t v) { return previous == no_block ? 0 : ready(previous, v); };
    code.find_depths(
        previous == no_block ? 0 : codes_[previous].ends, options_.results, when,
        [&](const TraceCode::Taken& t) { return t.from == previous && previous != no_block ? when(t.value) : 0; });
  }
  void find_heights(Block b) const {
    pick(b);
    const std::vector<Block> way = unknown(down_, &State::heights, b);
    for (std::size_t k = way.size(); k-- > 0;) {
      find_heights(codes_[way[k]], way[k], behind(way[k]));
      states_[way[k]].heights = true;
      ++statistics_.heights;
    }
  }
  void find_heights(TraceCode& code, Block b, const std::vector<TraceCode::Demand>& behind) const {
    const Block next = down_.picked(b);
    code.find_heights(next == no_block ? 0 : codes_[next].begins, options_.results, behind);
  }
  // What the trace behind a block asks of what comes from it.
  std::vector<TraceCode::Demand> behind(Block b) const {
    const Block next = down_.picked(b);
    if (next == no_block) return {};
    std::vector<TraceCode::Demand> out = codes_[next].demands;
    bool any = false;
    for (const TraceCode::Taken& t : codes_[next].taken)
      if (t.from == b) out.push_back({t.value, codes_[next].height[t.at]}), any = true;
    if (any) TraceCode::settle(out);
    statistics_.crossed += out.size();
    return out;
  }
  Cycles length_of(Block b) const {
    find_depths(b);
    find_heights(b);
    if (!std::exchange(states_[b].length, true)) {
      ++statistics_.lengths;
      lengths_[b] = length_with(codes_[b], b, behind(b));
    }
    return lengths_[b];
  }
  // With that code in the block: paths in front of it, behind it, through it, and from in front to behind.
  Cycles length_with(const TraceCode& code, Block b, const std::vector<TraceCode::Demand>& behind) const {
    const Block previous = up_.picked(b), next = down_.picked(b);
    Cycles most = std::max(code.ends, code.begins);
    most = std::max(most, code.through());
    if (previous == no_block || next == no_block) return most;
    for (const TraceCode::Demand& d : behind)
      if (code.write_of(d.value) == nullptr)
        if (const std::optional<Cycles> when = ready_at(previous, d.value)) most = std::max(most, *when + d.cycles);
    return most;
  }
  Cycles ready(Block b, std::uint32_t v) const { return ready_at(b, v).value_or(0); }
  // At the end of a block whose depths are known: from the nearest one on the way up that writes the value.
  std::optional<Cycles> ready_at(Block b, std::uint32_t v) const {
    if (v >= writers_.size() || writers_[v].blocks.empty()) return std::nullopt;
    std::size_t steps = writers_[v].blocks.size();
    for (Block at = b; at != no_block; at = up_.picked(at), --steps) {
      if (const TraceCode::Mention* const w = codes_[at].write_of(v); w != nullptr) return codes_[at].ready(*w);
      if (steps == 0) break;
      if (up_.picked(at) == no_block) return std::nullopt;
    }
    Block best = no_block;
    tidy(v);
    for (const Block d : writers_[v].blocks)
      if (up_.on_way(b, d) && (best == no_block || up_.level(d) > up_.level(best))) best = d;
    if (best == no_block) return std::nullopt;
    return codes_[best].ready(*codes_[best].write_of(v));
  }
  Cycles bound_of(std::initializer_list<const std::vector<std::uint64_t>*> parts) const {
    Cycles most = 0;
    for (std::size_t u = 0; u <= copies_.size(); ++u) {
      std::uint64_t sum = 0, side_by_side = 0;
      for (const auto* const part : parts) sum += (*part)[u];
      if (u < copies_.size()) side_by_side = copies_[u];
      if constexpr (has_issue)
        if (u == copies_.size()) side_by_side = p_.issue_width();
      if (side_by_side != 0) most = std::max(most, (sum + side_by_side - 1) / side_by_side);
    }
    return most;
  }
  static std::string difference(const TraceReport& full, const TraceReport& mine) {
    if (full.blocks.size() != mine.blocks.size() || full.insts.size() != mine.insts.size()) return "another size";
    for (std::size_t b = 0; b < full.blocks.size(); ++b)
      if (!(full.blocks[b] == mine.blocks[b])) return "block " + std::to_string(b) + " has another trace";
    for (std::size_t i = 0; i < full.insts.size(); ++i)
      if (!(full.insts[i] == mine.insts[i]))
        return "instruction " + std::to_string(i) + " has depth " + std::to_string(mine.insts[i].depth) + ", not " +
               std::to_string(full.insts[i].depth) + "; height " + std::to_string(mine.insts[i].height) + ", not " +
               std::to_string(full.insts[i].height);
    return "nothing";
  }

  struct Local {
    std::uint32_t time = 0, at = 0;
  };
  struct Writers {
    std::vector<Block> blocks;  // that write it, and some that did
    std::size_t most = 4;       // then those that did are taken out
  };
  const P& p_;
  const program::ControlFlow<P>& flow_;
  const FollowLoops<P>& loops_;
  program::Known<P>& known_;
  TraceOptions options_;
  Own own_;
  std::vector<std::uint32_t> copies_;  // per unit
  mutable TraceForest up_, down_;
  mutable std::vector<TraceCode> codes_;  // per block, as all that follow
  mutable std::vector<State> states_;
  mutable std::vector<std::vector<std::uint64_t>> above_, below_;  // held, without the block's own
  mutable std::vector<Cycles> lengths_;
  mutable std::vector<std::uint32_t> seen_;
  mutable std::vector<Block> marked_;
  mutable std::vector<Place> places_;        // per instruction
  mutable std::vector<Writers> writers_;     // per value
  mutable std::vector<Local> locals_;        // per value
  mutable std::vector<std::uint32_t> gone_;  // per instruction: when `with` took it out
  mutable TraceStatistics statistics_;
  mutable std::uint64_t version_ = 0;
  mutable std::uint32_t time_ = 0;
  mutable bool made_ = false;
};
template <class P>
FollowTrace(const P&, program::ControlFlow<P>&, const FollowLoops<P>&, TraceOptions = {}) -> FollowTrace<P>;
template <class P, class Own>
FollowTrace(const P&, program::ControlFlow<P>&, const FollowLoops<P>&, TraceOptions, Own) -> FollowTrace<P, Own>;

template <program::Agreed P, class Own>
TraceOutcome FollowTrace<P, Own>::with(const BlockHandle& b, const std::optional<Inst>& before,
                                       std::span<const Inst> added, std::span<const Inst> removed) const {
  const Block at = number(b);
  TraceOutcome out;
  out.length_before = length_of(at);
  out.bound_before = bound(b);
  std::vector<Inst> insts;
  if (gone_.size() < known_.insts.size()) gone_.resize(known_.insts.size());
  const std::uint32_t time = ++time_;
  for (const Inst& i : removed)
    if (const std::uint32_t n = known_.insts.find(i); n < gone_.size()) gone_[n] = time;
  for (auto&& i : p_.instructions(b)) {
    if (before && i == *before) insts.insert(insts.end(), added.begin(), added.end());
    if (gone_[known_.insts.find(i)] != time) insts.push_back(i);
  }
  if (!before) insts.insert(insts.end(), added.begin(), added.end());
  TraceCode code = read(insts);
  find_depths(code, up_.picked(at));
  const std::vector<TraceCode::Demand> demands = behind(at);
  find_heights(code, at, demands);
  out.length_after = length_with(code, at, demands);
  out.bound_after = bound_of({&above_[at], &code.held, &below_[at]});
  return out;
}

}  // namespace lathe::flow
