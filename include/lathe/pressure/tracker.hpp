// The incremental tracker: a function whose instructions are moved, erased, inserted and renamed, with liveness and
// pressure up to date after each edit, speculation with exact rollback, and what an edit would change.
//
// Needs: a problem without faults (check_problem). Gives: the numbers that analyse() gives for the program as it is.
// Cost of an edit, with k mentions, S sets, n instructions in its block: O(k * (log n + S log n)) expected, whatever
// the distance moved, the length of live ranges and the size of the function; plus what web.hpp says per block whose
// liveness changes, and O(S log blocks) where a block's peak changes. Rolling back costs what the edits cost.
// Source: the idea of maintaining pressure by deltas is that of MRPA (instruction-scheduling reference); the prefix
// sums over a treap and the web of mentions are ours. The control flow is fixed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <lathe/pressure/options.hpp>
#include <lathe/pressure/place.hpp>
#include <lathe/pressure/state.hpp>

namespace lathe::pressure {

/// What has changed: per set for the function, and the blocks whose peaks are others, in order.
struct Delta {
  /// What has changed of a set, over the function.
  struct Set {
    std::uint32_t before = 0, after = 0;                ///< maximum over the function
    std::uint64_t excess_before = 0, excess_after = 0;  ///< pressure above the limit, summed over blocks' peaks
    std::uint32_t level_before = 0, level_after = 0;    ///< among the set's steps
    bool operator==(const Set&) const = default;
  };
  /// A block whose peak of a set is another.
  struct Peak {
    std::uint32_t block = 0, set = 0, before = 0, after = 0;  ///< numbers of the block and of the set; the peak
    bool operator==(const Peak&) const = default;
  };
  std::vector<Set> sets;
  std::vector<Peak> peaks;
  bool operator==(const Delta&) const = default;

  /// Does the maximum of some set come to another of its steps?
  bool crosses_step() const {
    return std::any_of(sets.begin(), sets.end(), [](const Set& s) { return s.level_before != s.level_after; });
  }
  /// Some maximum, excess or peak of a block is higher than before.
  bool worsens() const {
    return std::any_of(sets.begin(), sets.end(),
                       [](const Set& s) { return s.after > s.before || s.excess_after > s.excess_before; }) ||
           std::any_of(peaks.begin(), peaks.end(), [](const Peak& p) { return p.after > p.before; });
  }
};

/// One line for each set and peak that changed.
template <class = void>
inline std::string print(const Problem& p, const Delta& d) {
  std::string out;
  for (std::uint32_t s = 0; s < d.sets.size(); ++s) {
    const Delta::Set& set = d.sets[s];
    if (set.before != set.after || set.excess_before != set.excess_after)
      out += "  set " + p.sets[s].name + " max " + std::to_string(set.before) + " -> " + std::to_string(set.after) +
             " total excess " + std::to_string(set.excess_before) + " -> " + std::to_string(set.excess_after) +
             (set.level_before != set.level_after ? " crosses a step" : "") + "\n";
  }
  for (const Delta::Peak& peak : d.peaks)
    out += "  block " + p.blocks[peak.block].name + " " + p.sets[peak.set].name + " " + std::to_string(peak.before) +
           " -> " + std::to_string(peak.after) + "\n";
  return out.empty() ? "  no change\n" : out;
}

/// Pressures of a function that follow edits, with speculation and exact rollback.
template <class = void>
class BasicTracker {
 public:
  /// O(size). Precondition: check_problem(p) finds nothing.
  explicit BasicTracker(Problem p, Options options = {}) : options_(options), state_(std::move(p)) {
    const std::vector<std::string>& ops = state_.shape.ops;
    for (std::uint32_t o = 0; o < ops.size(); ++o) op_ids_.emplace(ops[o], o);
  }

  // ---- edits

  /// One edit of any kind. Everything else here that edits is this.
  Refusal apply(const Edit& edit) {
    const Refusal refusal = run(edit);
    if (refusal != Refusal::none && refusal != Refusal::mismatch)
      ++stats_.refused;
    else if (record_ != nullptr)
      record_->push_back(edit);
    return refusal;
  }
  /// The instruction goes to `to`, in this block or another.
  Refusal move(std::uint32_t inst, Place to) { return apply(Edit::move(inst, to)); }
  Refusal erase(std::uint32_t inst) { return apply(Edit::erase(inst)); }
  /// Every mention of `from` in the instruction becomes one of `to`, lane by lane.
  Refusal rename(std::uint32_t inst, std::uint32_t from, std::uint32_t to) {
    return apply(Edit::rename(inst, from, to));
  }
  /// The new instruction is `last_inserted()`.
  Refusal insert(Place place, std::string op, std::vector<Operand> operands, Flags flags = 0) {
    return apply(Edit::insert(place, std::move(op), std::move(operands), flags));
  }
  /// Number of the newest instruction.
  std::uint32_t last_inserted() const { return static_cast<std::uint32_t>(state_.order.nodes.size() - 1); }
  /// A plain register for instructions to come; {no_such_register, ...} when there is no such class.
  std::pair<Refusal, std::uint32_t> new_register(std::string name, std::uint32_t cls, std::uint32_t lanes = 1) {
    Problem& p = state_.shape;
    if (cls >= p.classes.size() || lanes == 0 || lanes > max_lanes) return {Refusal::no_such_register, none};
    std::vector<std::uint64_t> weights = weights_of_units();
    for (const Feed& feed : p.classes[cls].feeds)
      if ((weights[feed.set] += std::uint64_t{feed.weight} * lanes) > max_weight) return {Refusal::too_large, none};
    weights_ = std::move(weights);
    const auto id = static_cast<std::uint32_t>(p.registers.size());
    p.registers.push_back({std::move(name), cls, static_cast<std::uint32_t>(p.register_units.size()), lanes, false});
    for (std::uint32_t k = 0; k < lanes; ++k) {
      p.register_units.push_back(p.register_unit_count());
      p.unit_class.push_back(cls);
    }
    if (!frames_.empty()) journal_.push_back({Undo::Kind::new_register, id, {}, 0});
    return {Refusal::none, id};
  }

  /// What is edited from here on is settled together, by `release` or where a speculation begins or is kept: a change of
  /// many instructions costs less so. No question is asked in between. What is rolled back unsettled walks no live ranges.
  void hold() {
    held_ = true;
    if (options_.incremental_update_mcse) state_.order.put_off_sums();
  }
  /// Settles what was held, if anything is.
  Refusal release() { return std::exchange(held_, false) ? finish() : Refusal::none; }

  // ---- speculation: begin, edit, then commit or rollback; nests

  Refusal begin() { return apply(Edit::mark(Edit::Kind::begin)); }
  /// What was edited since the begin stays; a begin around it can still take it back.
  Refusal commit() { return apply(Edit::mark(Edit::Kind::commit)); }
  /// Everything is as it was at the begin, bit for bit (`words`).
  Refusal rollback() { return apply(Edit::mark(Edit::Kind::rollback)); }
  /// Speculations that are open, one within the other.
  std::uint32_t depth() const { return static_cast<std::uint32_t>(frames_.size()); }
  /// What has changed since the innermost begin. Precondition: depth() > 0. O(sets + changes log changes).
  Delta delta() const {
    const Frame& frame = frames_.back();
    Delta d;
    for (std::uint32_t s = 0; s < state_.sets(); ++s) {
      const Problem::Set& set = state_.shape.sets[s];
      const auto& [maximum, excess] = totals_[frame.totals + s];
      d.sets.push_back({maximum, this->maximum(s), excess, total_excess(s), level_of(set, maximum),
                        level_of(set, this->maximum(s))});
    }
    std::vector<std::pair<std::uint64_t, std::size_t>> order;  // block and set, then by time
    for (std::size_t k = frame.changes; k < changes_.size(); ++k)
      order.emplace_back(std::uint64_t{changes_[k].block} << 32 | changes_[k].set, k);
    std::sort(order.begin(), order.end());
    for (std::size_t k = 0; k < order.size(); ++k) {
      if (k > 0 && order[k].first == order[k - 1].first) continue;
      const detail::PeakChange& first = changes_[order[k].second];
      const std::uint32_t now = peak(first.block, first.set);
      if (now != first.before) d.peaks.push_back({first.block, first.set, first.before, now});
    }
    return d;
  }
  /// Does the edits, asks `accept(delta)`, and keeps them or takes them back. A refused edit takes all back.
  template <class Edits, class Accept>
  std::pair<Refusal, Delta> speculate(const Edits& edits, Accept&& accept) {
    Refusal refusal = begin();
    for (const Edit& edit : edits)
      if (refusal == Refusal::none) refusal = apply(edit);
    Delta d = delta();
    if (refusal == Refusal::none && accept(std::as_const(d)))
      refusal = commit();
    else if (const Refusal undone = rollback(); refusal == Refusal::none)
      refusal = undone;
    return {refusal, std::move(d)};
  }
  /// What an edit would change; the tracker is as it was. Costs the edit and its undoing.
  std::pair<Refusal, Delta> what_if(const Edit& edit) {
    auto* const record = std::exchange(record_, nullptr);
    const std::uint64_t spent = spent_;
    auto out = speculate(std::span(&edit, 1), [](const Delta&) { return false; });
    spent_ = spent;
    record_ = record;
    return out;
  }

  // ---- questions; sets, blocks, units and registers as in problem()

  /// The model and the blocks; without instructions, see snapshot().
  const Problem& problem() const { return state_.shape; }
  /// Largest pressure of the set in the block. O(1).
  std::uint32_t peak(std::uint32_t block, std::uint32_t set) const {
    return state_.peaks[std::size_t{block} * state_.sets() + set];
  }
  /// First place of the peak: 0 for the block's entry, k for its k-th instruction. O(log n).
  std::uint32_t peak_place(std::uint32_t block, std::uint32_t set) const { return state_.order.peak_place(block, set); }
  /// Largest peak of the function. O(1). Its first block: O(log blocks).
  std::uint32_t maximum(std::uint32_t set) const { return state_.maximum(set); }
  /// The first block with that peak. O(log blocks).
  std::uint32_t maximum_block(std::uint32_t set) const { return state_.maximum_block(set); }
  /// Pressure above the limit, summed over blocks' peaks; 0 where there is no limit.
  std::uint64_t total_excess(std::uint32_t set) const { return state_.excess[set]; }
  /// Pressure in front of, at (with what it writes in vain), and behind an instruction. O(log n).
  std::uint32_t pressure_before(std::uint32_t inst, std::uint32_t set) const {
    return pressure_after(inst, set) - static_cast<std::uint32_t>(state_.order.delta(inst, set));
  }
  /// At the instruction. O(log n).
  std::uint32_t pressure_at(std::uint32_t inst, std::uint32_t set) const {
    return pressure_after(inst, set) + static_cast<std::uint32_t>(state_.order.extra(inst, set));
  }
  /// Behind the instruction. O(log n).
  std::uint32_t pressure_after(std::uint32_t inst, std::uint32_t set) const {
    return state_.web.entry[std::size_t{block_of(inst)} * state_.sets() + set] +
           static_cast<std::uint32_t>(state_.order.prefix(inst, set));
  }
  bool contains(std::uint32_t inst) const {
    return inst < state_.order.nodes.size() && state_.order.nodes[inst].block != none;
  }
  /// Number of the block; none: it is erased.
  std::uint32_t block_of(std::uint32_t inst) const { return state_.order.nodes[inst].block; }
  /// Number of the instruction in its block, from 0. O(log n).
  std::uint32_t position(std::uint32_t inst) const { return state_.order.rank(inst) - 1; }
  std::uint32_t size(std::uint32_t block) const { return state_.order.size(block); }
  /// Neighbours in the block; none at its ends.
  std::uint32_t first(std::uint32_t block) const { return state_.order.first(block); }
  /// The last instruction; none: the block is empty.
  std::uint32_t last(std::uint32_t block) const { return state_.order.last(block); }
  /// Behind it in its block; none: it is the last.
  std::uint32_t next(std::uint32_t inst) const { return state_.order.next(inst); }
  /// In front of it in its block; none: it is the first.
  std::uint32_t previous(std::uint32_t inst) const { return state_.order.previous(inst); }
  /// What it does beside its operands.
  Flags flags(std::uint32_t inst) const { return state_.order.nodes[inst].flags; }
  /// What it mentions, in order; ends with the next edit.
  std::span<const Operand> operands(std::uint32_t inst) const {
    const detail::Node& node = state_.order.nodes[inst];
    return {state_.operands.data() + node.first_operand, node.operand_count};
  }
  /// Lanes of a register that are live into and out of a block.
  std::uint64_t live_in(std::uint32_t block, std::uint32_t reg) const {
    return lanes(reg, [&](std::uint32_t u) { return unit_live_in(block, u); });
  }
  /// Is the unit live into the block?
  bool unit_live_in(std::uint32_t block, std::uint32_t unit) const {
    const auto* at = state_.web.find(block, unit);
    return at != nullptr && at->in;
  }
  /// Lanes that are live out of the block.
  std::uint64_t live_out(std::uint32_t block, std::uint32_t reg) const {
    return lanes(reg, [&](std::uint32_t u) {
      const auto* at = state_.web.find(block, u);
      return at != nullptr && at->out;
    });
  }
  /// Lanes of a register that are live behind an instruction. O(lanes * log n).
  std::uint64_t live_after(std::uint32_t inst, std::uint32_t reg) const {
    return lanes(reg, [&](std::uint32_t u) {
      const auto* at = state_.web.find(block_of(inst), u);
      return at != nullptr && live_behind(*at, state_.web.around(state_.order, at->root, inst).first);
    });
  }
  /// Lanes that are live or mentioned somewhere from in front of `first` to behind `last`, whatever overlapping
  /// registers name them. Precondition: both stand in one block, in this order. O(lanes * log n).
  std::uint64_t live_between(std::uint32_t first, std::uint32_t last, std::uint32_t reg) const {
    return lanes(reg, [&](std::uint32_t u) {
      const auto* at = state_.web.find(block_of(first), u);
      if (at == nullptr) return false;
      const std::uint32_t before = state_.web.around(state_.order, at->root, last).first;
      return live_behind(*at, before) ||
             (before != detail::nil && !state_.order.stands_before(state_.web.mentions[before].inst, first));
    });
  }
  const flow::Cfg& cfg() const { return state_.cfg; }
  const Stats& stats() const { return stats_; }

  // ---- the whole

  /// The program as it is now; `ids`, if there, takes the tracker's id of each of its instructions. O(size).
  Problem snapshot(std::vector<std::uint32_t>* ids = nullptr) const { return state_.snapshot(ids); }
  /// What the tracker knows in the form of analyse(); check_report(snapshot(), report()) looks at it. O(size).
  Report report() const { return state_.report(); }
  /// Every word of the state: equal exactly when the states are.
  std::vector<std::uint64_t> words() const { return state_.words(); }
  /// Is everything what the full analysis says? Otherwise error() tells. O(size).
  bool verify() {
    ++stats_.verified;
    const Problem p = snapshot();
    const Report mine = report(), full = analyse(p);
    if (mine == full) return true;
    ++stats_.mismatches;
    error_ = std::string(mismatch_message) + "\n" + (options_.print_verify ? differences(p, mine, full) : "");
    return false;
  }
  /// Empty, or mismatch_message and, with print_verify, where the difference is.
  const std::string& error() const { return error_; }
  /// Appends every edit that is done to a list of the caller's; null ends that. New registers are no edits: who replays
  /// makes them first.
  void record(std::vector<Edit>* to) { record_ = to; }
  /// The place that a script's line means.
  Place resolve(Place place, bool after) const {
    if (place.before != none) {
      if (!contains(place.before)) return place;
      place.block = block_of(place.before);
      if (after) place.before = next(place.before);
    } else if (after && place.block < state_.shape.blocks.size()) {
      place.before = first(place.block);
    }
    return place;
  }

 private:
  friend struct TrackerCorruptor;  // the tests break a tracker to see that verification finds it
  struct Undo {
    enum class Kind : std::uint8_t { move, erase, insert, rename, new_register } kind;
    std::uint32_t inst;
    Place place;
    std::uint32_t extra;  // rename: into renamed_; insert: the number of ops before
  };
  struct Frame {
    std::size_t journal, changes, totals;  // where its part of each list begins
  };

  Refusal run(const Edit& e) {
    using enum Edit::Kind;
    if (e.kind == rollback) return do_rollback();
    if (e.kind == begin || e.kind == commit) {
      const Refusal held = release();
      const Refusal refusal = e.kind == begin ? do_begin() : do_commit();
      return refusal != Refusal::none ? refusal : held;
    }
    if (e.kind != insert && !contains(e.inst)) return Refusal::no_such_inst;
    Place place = e.place;
    if (e.kind == move || e.kind == insert)
      if (const Refusal refusal = check_place(place); refusal != Refusal::none) return refusal;
    if (e.kind == rename)
      if (const Refusal refusal = check_rename(e); refusal != Refusal::none) return refusal;
    if (e.kind == insert)
      if (const Refusal refusal = check_operands(e.operands); refusal != Refusal::none) return refusal;
    if (spent_ >= options_.fuel) return Refusal::out_of_fuel;
    ++spent_;
    if (e.kind == move)
      do_move(e.inst, place);
    else if (e.kind == erase)
      do_erase(e.inst);
    else if (e.kind == insert)
      do_insert(e, place);
    else
      do_rename(e);
    return finish();
  }
  Refusal check_place(Place& place) const {
    if (place.before != none) {
      if (!contains(place.before)) return Refusal::bad_place;
      if (place.block == none) place.block = block_of(place.before);
    }
    if (place.block >= state_.shape.blocks.size()) return Refusal::no_such_block;
    return place.before != none && block_of(place.before) != place.block ? Refusal::bad_place : Refusal::none;
  }
  Refusal check_rename(const Edit& e) const {
    const auto& registers = state_.shape.registers;
    if (e.from >= registers.size() || e.to >= registers.size()) return Refusal::no_such_register;
    return registers[e.from].count != registers[e.to].count ? Refusal::other_lanes : Refusal::none;
  }
  Refusal check_operands(const std::vector<Operand>& operands) const {
    std::uint64_t lanes = state_.web.mentions.size();
    for (const Operand& o : operands) {
      if (o.reg >= state_.shape.registers.size()) return Refusal::no_such_register;
      if (o.lanes == 0 || (o.lanes & ~state_.shape.all_lanes(o.reg)) != 0 || !(o.reads || o.writes))
        return Refusal::bad_operands;
      lanes += static_cast<std::uint64_t>(std::popcount(o.lanes));
    }
    const std::uint64_t most = std::max(
        {lanes, std::uint64_t{state_.order.nodes.size()}, std::uint64_t{state_.operands.size() + operands.size()}});
    return most >= 0xfffffff0U ? Refusal::too_large : Refusal::none;
  }

  // Mentions out of and into the web; nothing where everything is computed afresh in the end.
  void unlink(std::uint32_t inst) {
    if (options_.incremental_update_mcse)
      state_.web.unlink(state_.order, inst, block_of(inst), state_.order.nodes, stats_);
  }
  void link(std::uint32_t inst) {
    if (options_.incremental_update_mcse) state_.web.link(state_.order, inst, state_.order.nodes, stats_);
  }
  Place place_of(std::uint32_t inst) const { return {block_of(inst), next(inst)}; }
  void note(Undo undo) {
    if (!frames_.empty()) journal_.push_back(undo);
  }

  void do_move(std::uint32_t inst, Place to) {
    ++stats_.moves;
    const Place from = place_of(inst);
    note({Undo::Kind::move, inst, from, 0});
    if (to.before != inst && to != from) shift(inst, to);
  }
  void shift(std::uint32_t inst, Place to) {
    const bool within = options_.incremental_update_mcse && to.block == block_of(inst);
    if (within)
      state_.web.unlink_crossed(state_.order, inst, to.before, state_.order.nodes, stats_);
    else
      unlink(inst);
    state_.order.unlink(inst);
    state_.order.link_before(inst, to.block, to.before);
    if (within)
      state_.web.link_moved(state_.order, inst, state_.order.nodes);
    else
      link(inst);
  }
  void do_erase(std::uint32_t inst) {
    ++stats_.erasures;
    note({Undo::Kind::erase, inst, place_of(inst), 0});
    unlink(inst);
    state_.order.unlink(inst);
  }
  void do_insert(const Edit& e, Place place) {
    ++stats_.insertions;
    const auto ops = static_cast<std::uint32_t>(state_.shape.ops.size());
    const auto [op, added] = op_ids_.try_emplace(e.op, ops);
    if (added) state_.shape.ops.push_back(e.op);
    const auto first = static_cast<std::uint32_t>(state_.operands.size());
    state_.operands.insert(state_.operands.end(), e.operands.begin(), e.operands.end());
    const auto count = static_cast<std::uint32_t>(e.operands.size());
    const std::uint32_t inst = state_.add_inst(op->second, e.flags, first, count, none);
    note({Undo::Kind::insert, inst, {}, ops});
    state_.order.link_before(inst, place.block, place.before);
    link(inst);
  }
  void do_rename(const Edit& e) {
    ++stats_.renames;
    note({Undo::Kind::rename, e.inst, {}, static_cast<std::uint32_t>(renamed_.size())});
    unlink(e.inst);
    const detail::Node& node = state_.order.nodes[e.inst];
    for (std::uint32_t k = node.first_operand; k < node.first_operand + node.operand_count; ++k) {
      if (state_.operands[k].reg != e.from) continue;
      if (!frames_.empty()) renamed_.push_back({k, e.from});
      state_.operands[k].reg = e.to;
    }
    state_.mention(e.inst);
    link(e.inst);
  }
  // Settles liveness, sums and peaks.
  void settle() {
    if (options_.incremental_update_mcse) {
      state_.web.settle(state_.shape, state_.cfg, state_.order.nodes, stats_);
      state_.refresh(stats_, frames_.empty() ? nullptr : &changes_);
      return;
    }
    const std::vector<std::uint32_t> before = frames_.empty() ? std::vector<std::uint32_t>() : state_.peaks;
    state_.compute();
    for (std::uint32_t k = 0; k < before.size(); ++k)
      if (before[k] != state_.peaks[k]) changes_.push_back({k / state_.sets(), k % state_.sets(), before[k]});
  }
  Refusal finish() {
    if (held_) return Refusal::none;
    settle();
    const bool wanted = options_.verify_update_mcse && options_.incremental_update_mcse;
    return wanted && !verify() ? Refusal::mismatch : Refusal::none;
  }

  Refusal do_begin() {
    ++stats_.begun;
    frames_.push_back({journal_.size(), changes_.size(), totals_.size()});
    for (std::uint32_t s = 0; s < state_.sets(); ++s) totals_.emplace_back(maximum(s), total_excess(s));
    return Refusal::none;
  }
  Refusal do_commit() {
    if (frames_.empty()) return Refusal::nothing_begun;
    ++stats_.committed;
    end_frame();
    if (frames_.empty()) {
      journal_.clear();
      changes_.clear();
      renamed_.clear();
    }
    return Refusal::none;
  }
  void end_frame() {
    totals_.resize(frames_.back().totals);
    frames_.pop_back();
  }
  Refusal do_rollback() {
    if (frames_.empty()) return Refusal::nothing_begun;
    ++stats_.rolled_back;
    held_ = false;  // what was held was edited behind the begin: it goes again before anything is settled
    if (options_.incremental_update_mcse) state_.order.put_off_sums();
    while (journal_.size() > frames_.back().journal) {
      undo(journal_.back());
      journal_.pop_back();
      ++stats_.undone;
    }
    settle();
    changes_.resize(frames_.back().changes);
    end_frame();
    const bool wanted = options_.verify_update_mcse && options_.incremental_update_mcse;
    return wanted && !verify() ? Refusal::mismatch : Refusal::none;
  }
  void undo(const Undo& u) {
    switch (u.kind) {
      case Undo::Kind::move:
        if (place_of(u.inst) != u.place) shift(u.inst, u.place);
        break;
      case Undo::Kind::erase:
        state_.order.link_before(u.inst, u.place.block, u.place.before);
        link(u.inst);
        break;
      case Undo::Kind::insert:
        undo_insert(u);
        break;
      case Undo::Kind::rename:
        unlink(u.inst);
        for (; renamed_.size() > u.extra; renamed_.pop_back())
          state_.operands[renamed_.back().first].reg = renamed_.back().second;
        state_.mention(u.inst);
        link(u.inst);
        break;
      case Undo::Kind::new_register:
        settle();  // while its units mean something
        undo_register();
        break;
    }
  }
  void undo_insert(const Undo& u) {
    unlink(u.inst);
    state_.order.unlink(u.inst);
    settle();  // while its id means something
    const detail::Node node = state_.order.nodes[u.inst];
    state_.operands.resize(node.first_operand);
    state_.web.mentions.resize(node.first_mention);
    state_.order.drop_last();
    if (state_.shape.ops.size() > u.extra) {
      op_ids_.erase(state_.shape.ops.back());
      state_.shape.ops.pop_back();
    }
  }
  void undo_register() {
    Problem& p = state_.shape;
    const Problem::Register reg = p.registers.back();
    for (const Feed& feed : p.classes[reg.cls].feeds) weights_[feed.set] -= std::uint64_t{feed.weight} * reg.count;
    p.registers.pop_back();
    p.register_units.resize(reg.first);
    p.unit_class.resize(p.unit_class.size() - reg.count);
  }
  const std::vector<std::uint64_t>& weights_of_units() {
    if (weights_.empty()) {  // counted when it is first asked for
      weights_.assign(state_.sets(), 0);
      for (std::uint32_t u = 0; u < state_.shape.register_unit_count(); ++u)
        for (const Feed& feed : state_.shape.feeds(u)) weights_[feed.set] += feed.weight;
    }
    return weights_;
  }
  template <class F>
  std::uint64_t lanes(std::uint32_t reg, F&& f) const {
    std::uint64_t out = 0;
    const auto units = state_.shape.units_of(reg);
    for (std::uint32_t k = 0; k < units.size(); ++k) out |= static_cast<std::uint64_t>(f(units[k])) << k;
    return out;
  }
  bool live_behind(const detail::Presence& at, std::uint32_t mention) const {
    return mention != detail::nil ? state_.web.mentions[mention].live : at.in;
  }
  static std::string differences(const Problem& p, const Report& mine, const Report& full) {
    std::string out;
    for (std::uint32_t b = 0; b < p.blocks.size(); ++b) {
      const std::string block = "  block " + p.blocks[b].name + ": ";
      if (mine.live_in[b] != full.live_in[b]) out += block + "other units live in\n";
      if (mine.live_out[b] != full.live_out[b]) out += block + "other units live out\n";
      for (std::uint32_t s = 0; s < mine.sets; ++s)
        for (std::uint32_t k = 0; k <= p.blocks[b].count; ++k)
          if (mine.at(b, k, s) != full.at(b, k, s)) {
            out += block + p.sets[s].name + " at " + std::to_string(k) + " is " + std::to_string(full.at(b, k, s)) +
                   ", tracked as " + std::to_string(mine.at(b, k, s)) + "\n";
            break;
          }
      for (std::uint32_t s = 0; s < mine.sets; ++s) {
        const Report::Peak &x = mine.peaks[std::size_t{b} * mine.sets + s],
                           &y = full.peaks[std::size_t{b} * mine.sets + s];
        if (x != y)
          out += block + "peak of " + p.sets[s].name + " is " + std::to_string(y.pressure) + ", tracked as " +
                 std::to_string(x.pressure) + "\n";
      }
    }
    return out + (mine.maxima != full.maxima ? "  other maxima\n" : "");
  }

  Options options_;
  detail::State state_;
  Stats stats_;
  std::vector<Undo> journal_;
  std::vector<Frame> frames_;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> totals_;  // per frame and set: maximum, excess when it began
  std::vector<detail::PeakChange> changes_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> renamed_;  // operand, its register before
  std::vector<std::uint64_t> weights_;                            // per set, of all units; empty: not counted yet
  std::unordered_map<std::string, std::uint32_t> op_ids_;         // looked up only
  std::vector<Edit>* record_ = nullptr;
  std::string error_;
  std::uint64_t spent_ = 0;
  bool held_ = false;
};
using Tracker = BasicTracker<>;

}  // namespace lathe::pressure
