// Live intervals that follow edits: from where to where each value is live, per value and block.
//
// An observer of a program::Editing, behind the FollowLiveness that it asks. Segments end at instructions, not at
// numbers, so an edit concerns the values that it mentions and those whose liveness it changes, and no others: a new
// use extends an interval, an erased one shrinks it, operands set to another value split one and merge it with the
// other's. What is concerned is made anew when it is asked next, from the blocks that mention it; blocks that it only
// passes are not looked at. Places within a block are numbered anew when asked after its code changed, O(block).
//
// Cost: O(1) per value concerned; a question O(segments), and after an edit O(instructions of the blocks that mention
// the value) more.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/follow_liveness.hpp>
#include <lathe/flow/intervals.hpp>

namespace lathe::flow {

template <class P>
class FollowIntervals : public program::Nothing {
  using program::Nothing::Nothing;
};
/// Live intervals as an observer of an Editing.
template <program::Agreed P>
class FollowIntervals<P> {
  using Inst = program::inst_t<P>;
  using Value = program::value_t<P>;

 public:
  /// From where an instruction writes, or (none) the block's begin, up to where one reads, or (none) the block's end.
  struct Part {
    Block block = no_block;
    std::uint32_t begin = program::none, end = program::none;  ///< instructions, by numbers of Known
    bool dead = false;                                         ///< written at `begin`, and never read
    bool operator==(const Part&) const = default;
  };

  /// All three outlive it. Parts of a value are made when somebody asks for them.
  FollowIntervals(const P& p, program::ControlFlow<P>& flow, const FollowLiveness<P>& live)
      : p_(p), known_(flow.known()), live_(live) {}

  /// By block, and within one in order. Until the next edit.
  std::span<const Part> parts(const Value& v) const { return parts_of(known_.values.find(v)); }
  /// Live where the instruction reads: read by it, or live behind it and not only from there.
  bool live_at(const Value& v, const Inst& i) const { return covers(v, i, 0); }
  /// Live right behind the instruction.
  bool live_behind(const Value& v, const Inst& i) const { return covers(v, i, 3); }
  /// Are both live somewhere at once? O(parts of both).
  bool overlap(const Value& a, const Value& b) const {
    const auto left = parts(a), right = parts(b);
    for (std::size_t i = 0, k = 0; i < left.size() && k < right.size();) {
      const auto& [x, y] = std::pair(left[i], right[k]);
      if (x.block != y.block)
        ++(x.block < y.block ? i : k);
      else if (begin(x) >= end(y))
        ++k;
      else if (begin(y) >= end(x))
        ++i;
      else
        return true;
    }
    return false;
  }
  /// Intervals that were made anew since the beginning.
  std::uint64_t made() const { return made_; }

  // ---- an observer

  void before(const P&, const program::Edit<P>&) {}
  void after(const P&, const program::Edit<P>& e) {
    for (const std::uint32_t v : live_.concerned())
      if (v < known_now_.size()) known_now_[v] = false;
    if (e.from) forget(known_.blocks.find(*e.from.block));
    if (e.to) forget(known_.blocks.find(*e.to.block));
    if (e.kind == program::Edit<P>::Kind::block) forget(known_.blocks.find(*e.block));
  }
  void verify(const P& p, program::FollowFaults& faults) const {
    const program::Numbering<P> n(p);
    const Problem all = ingest(program::FlowOf<P>(p, n));
    const LiveIntervals full = live_intervals(all, liveness(make_cfg(all), liveness_problem(all)));
    for (std::uint32_t v = 0; v < n.values(); ++v)
      if (as_segments(n, full.slots, n.value(v)) !=
          std::vector<Segment>(full.segments[v].begin(), full.segments[v].end()))
        return faults.add(program::FollowFault::intervals, known_.values.find(n.value(v)),
                          "a value has other intervals");
    for (std::uint32_t v = 0; v < known_.values.size(); ++v)
      if (n.value_number(known_.values[v]) == program::none && !parts_of(v).empty())
        return faults.add(program::FollowFault::intervals, v, "an interval of a value that nothing mentions");
  }

 private:
  static constexpr std::uint32_t at_end = std::numeric_limits<std::uint32_t>::max();

  void forget(Block b) {
    if (b < numbered_.size()) numbered_[b] = false;
  }
  /// Four places an instruction, behind four of the block's begin; it reads and writes at the third.
  std::uint32_t place(Block b, std::uint32_t inst) const {
    if (b >= numbered_.size()) numbered_.resize(known_.blocks.size(), false);
    if (!numbered_[b]) {
      std::uint32_t at = 1;
      for (auto&& i : p_.instructions(known_.blocks[b])) {
        const std::uint32_t k = known_.insts.add(i);
        if (k >= places_.size()) places_.resize(known_.insts.size());
        places_[k] = 4 * at++;
      }
      numbered_[b] = true;
    }
    return places_[inst];
  }
  std::uint32_t begin(const Part& s) const { return s.begin == program::none ? 0 : place(s.block, s.begin) + 2; }
  std::uint32_t end(const Part& s) const {
    return s.end == program::none ? at_end : place(s.block, s.end) + (s.dead ? 3 : 2);
  }
  bool covers(const Value& v, const Inst& i, std::uint32_t part) const {
    const auto spot = p_.where(i);
    if (!spot.block) return false;
    const Block b = known_.blocks.find(*spot.block);
    const std::uint32_t at = place(b, known_.insts.add(i)) + part;
    for (const Part& s : parts(v))
      if (s.block == b && begin(s) <= at && at < end(s)) return true;
    return false;
  }

  std::span<const Part> parts_of(std::uint32_t v) const {
    if (v == program::none) return {};
    if (v >= parts_.size()) {
      parts_.resize(known_.values.size());
      known_now_.resize(known_.values.size(), false);
    }
    if (!known_now_[v]) {
      ++made_;
      parts_[v].clear();
      for (const Block b : live_.blocks_of(v)) add(v, b);
      known_now_[v] = true;
    }
    return parts_[v];
  }
  void add(std::uint32_t v, Block b) const {
    bool open = live_.out(b, v);
    if (!live_.mentions(b, v)) {
      if (open) parts_[v].push_back({b, program::none, program::none, false});
      return;
    }
    const Value& value = known_.values[v];
    std::vector<Part> found;  // from the end to the begin
    Part now{b, program::none, program::none, false};
    std::vector<Inst> insts;
    for (auto&& i : p_.instructions(known_.blocks[b])) insts.push_back(i);
    for (std::size_t k = insts.size(); k-- > 0;) {
      const std::uint32_t inst = known_.insts.add(insts[k]);
      bool reads = false, writes = false;
      p_.for_each_operand(insts[k], [&](const program::Operand<Value>& o) {
        if (o.value == value) (o.is_def() ? writes : reads) = true;
      });
      if (writes) {
        found.push_back(open ? Part{b, inst, now.end, false} : Part{b, inst, inst, true});
        open = false;
      }
      if (reads && !open) {
        open = true;
        now.end = inst;
      }
    }
    if (open) found.push_back({b, program::none, now.end, false});
    parts_[v].insert(parts_[v].end(), found.rbegin(), found.rend());
  }

  // The parts of a value as flow::live_intervals has them: joined where one ends at the place of the next one's begin.
  std::vector<Segment> as_segments(const program::Numbering<P>& n, const SlotIndexes& slots, const Value& v) const {
    std::vector<Segment> out;
    const auto entry = [&](std::uint32_t inst) {
      const std::uint32_t i = n.inst_number(known_.insts[inst]), b = n.block_of(i);
      return slots.inst_entry(b, i - n.first(b));
    };
    const auto stands = [&](std::uint32_t inst) {
      return inst == program::none || n.inst_number(known_.insts[inst]) != program::none;
    };
    for (const Part& s : parts(v)) {
      const std::uint32_t b = n.block_number(known_.blocks[s.block]);
      if (b == program::none || !stands(s.begin) || !stands(s.end)) return {Segment{}};  // which none has
      using Where = Slot::Part;
      out.push_back(
          {s.begin == program::none ? slots.block_begin(b) : Slot{entry(s.begin), Where::write},
           s.end == program::none ? slots.block_end(b) : Slot{entry(s.end), s.dead ? Where::dead : Where::write}});
    }
    std::sort(out.begin(), out.end(),
              [&](const Segment& x, const Segment& y) { return slots.before(x.begin, y.begin); });
    std::vector<Segment> joined;
    for (const Segment& s : out)
      if (!joined.empty() && joined.back().end == s.begin)
        joined.back().end = s.end;
      else
        joined.push_back(s);
    return joined;
  }

  const P& p_;
  program::Known<P>& known_;
  const FollowLiveness<P>& live_;
  mutable std::vector<std::vector<Part>> parts_;  // per value
  mutable std::vector<bool> known_now_;           // per value: its parts are right
  mutable std::vector<bool> numbered_;            // per block: its places are right
  mutable std::vector<std::uint32_t> places_;     // per instruction
  mutable std::uint64_t made_ = 0;
};
template <class P>
FollowIntervals(const P&, program::ControlFlow<P>&, const FollowLiveness<P>&) -> FollowIntervals<P>;

}  // namespace lathe::flow
