// From where to where the registers of copies live, and which value they hold there: what coalescing asks. In SSA
// form or not.
//
// A value is what one definition made, or what a register has at the begin of a block where its definitions meet. A
// copy has its source's value, a constant that of equal constants, and a meeting of one value that value. Where two
// registers hold one value at one place, they hold one word: on the first way to a definition nothing has its value
// before, so no register has a value's older word under the value's name.
//
// Slots count up through the code: each instruction has four, as flow/slots.hpp names them; one that writes a register
// before it has read all others writes at the second, reads at the third, others write at the fourth. A part of a
// life is [begin, end) in one value; parts of a register do not overlap. (flow::live_intervals has all registers of a
// function and no values; flow::FollowIntervals scans a block for each of its registers.)
//
// What lives is a unit: a register, or on request lanes of one that the code tells apart (lane_units.hpp). Each unit has
// values of its own; lanes that a definition in part names as `old` go on, and what it leaves out is undefined behind
// it: nothing that anybody made.
//
// Cost: O(operands + size of the lives + rounds of meetings), nearly linear.
// Source: intervals with value numbers as LLVM's LiveIntervals have; values by congruence of copies as in Boissinot et
// al. (CGO 2009), here for registers with several definitions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include <lathe/flow/liveness.hpp>
#include <lathe/passes/expressions.hpp>
#include <lathe/passes/lane_units.hpp>
#include <lathe/passes/life.hpp>
#include <lathe/passes/places.hpp>
#include <lathe/support/csr.hpp>

namespace lathe::passes {

/// Why a register must keep to itself.
enum class LoneReason : std::uint8_t {
  none,
  pinned,  ///< the View says that it keeps its name
  group,   ///< it is read or written with others as one operand
  bound    ///< a phi, or something that does not stand in the text, mentions it
};

/// Where each register lives, by the values that it has, also with several definitions.
template <View P>
class Lives {
  using Inst = inst_t<P>;
  using Value = value_t<P>;

 public:
  /// A copy of one register to another, or of lanes of them.
  struct Copy {
    Inst inst;
    std::uint32_t to, from;                                            ///< registers of this object
    std::uint64_t to_lanes = ~std::uint64_t{0};                        ///< of `to`; all ones: the whole register
    std::uint64_t from_lanes = ~std::uint64_t{0};                      ///< the same of `from`
    bool whole() const { return ~to_lanes == 0 && ~from_lanes == 0; }  ///< no lanes are named
  };
  /// A writer: of parameters, and of what is read though nothing wrote it.
  static constexpr std::uint32_t at_entry = program::none - 1;

  /// `places` speaks of the code as it stands, and all outlive it. `lanes`: copies of lanes are copies, too, and units
  /// are lanes, where the program can name them.
  Lives(const P& p, program::Known<P>& known, const Places<P>& places, bool lanes = false)
      : p_(p), known_(known), places_(places), expressions_(known), in_lanes_(lanes && NamesLanes<P>) {
    find_copies();
    if (copies_.empty()) return;
    find_lone();
    if (in_lanes_)
      units_.make(p, regs_, copies_, std::move(named_));
    else
      units_.make(registers());
    lives_.resize(units_.size());
    at_.assign(units_.size(), none);
    scan();
    for (std::uint32_t u = 0; u < units_.size(); ++u) build(u);
    settle();
  }

  std::uint32_t registers() const { return regs_.size(); }         ///< those that copies name; numbers are below it
  const LaneUnits<P>& units() const { return units_; }             ///< of the registers; none where there are no copies
  const Value& handle(std::uint32_t r) const { return regs_[r]; }  ///< as the View names it
  std::uint32_t register_of(const Value& v) const { return reg(v); }  ///< none: no copy names it
  /// In the order of the code.
  const std::vector<Copy>& copies() const { return copies_; }
  LoneReason lone(std::uint32_t r) const { return lone_[r]; }             ///< `none`: it may share its name
  bool parameter(std::uint32_t r) const { return parameter_[r]; }         ///< is it a parameter of the function?
  std::uint32_t mentions(std::uint32_t r) const { return mentions_[r]; }  ///< how often the code mentions it
  /// Of a unit. Nothing for registers that are alone.
  Life& life(std::uint32_t unit) { return lives_[unit]; }
  /// How many units an instruction writes, those that it takes away without need among them.
  std::uint32_t written(std::uint32_t inst) const { return inst < written_.size() ? written_[inst] : 0; }
  /// The same is to be said of one that came later.
  void set_written(std::uint32_t inst, std::uint32_t units) {
    if (inst >= written_.size()) written_.resize(inst + 1, 0);
    written_[inst] = units;
  }
  /// Instructions that write a register of several units in part, in the order of the code.
  const std::vector<std::uint32_t>& partial() const { return partial_; }

  // ---- values

  /// The one that stands for all that are equal.
  std::uint32_t value(std::uint32_t v) {
    while (same_[v] != v) v = same_[v] = same_[same_[v]];
    return v;
  }
  /// From now on `v` and all that are equal to it are `with`.
  void unite(std::uint32_t v, std::uint32_t with) { same_[value(v)] = value(with); }
  /// An instruction without uses that makes the value; none: there is none.
  std::uint32_t constant(std::uint32_t v) { return constant_[value(v)]; }
  /// A value that nothing else has.
  std::uint32_t new_value(std::uint32_t constant = none) {
    same_.push_back(static_cast<std::uint32_t>(same_.size()));
    constant_.push_back(constant);
    return same_.back();
  }
  /// Says which instruction makes the value; none: nobody does.
  void set_constant(std::uint32_t v, std::uint32_t inst) { constant_[value(v)] = inst; }

  // ---- slots

  /// Where the instruction reads; slots rise in the order of the code.
  std::uint32_t reads_at(std::uint32_t inst) const { return base(inst) + 2; }
  std::uint32_t writes_at(std::uint32_t inst) const { return base(inst) + 3; }  ///< where it writes: behind its reads

 private:
  struct Event {
    std::uint32_t block, slot, value, writer;  // no value: it is read
  };
  struct Source {  // the value of a copy is what a register has at a slot
    std::uint32_t value, from, slot;
  };
  struct Meeting {
    std::uint32_t value, block, begin, count;  // into met_: what comes from its predecessors, in their order
  };
  struct Mention {  // of one unit by one instruction
    std::uint32_t unit;
    bool read = false, written = false, early = false, stays = false, gone = false, lost = false;
  };

  // ---- registers

  void find_copies() {
    for (auto&& b : p_.blocks())
      for (auto&& i : p_.instructions(b))
        if (const auto copy = part_copy(p_, i); copy && nameable(p_, copy->to) && nameable(p_, copy->from)) {
          const bool whole = ~copy->to_lanes == 0 && ~copy->from_lanes == 0;
          if (!whole && !in_lanes_) continue;
          const std::uint32_t to = regs_.add(copy->to), from = regs_.add(copy->from);
          copies_.push_back({i, to, from, copy->to_lanes, copy->from_lanes});
        }
    of_.assign(known_.values.size(), none);
    for (std::uint32_t r = 0; r < regs_.size(); ++r) of_[known_.values.find(regs_[r])] = r;
    lone_.assign(regs_.size(), LoneReason::none);
    parameter_.assign(regs_.size(), false);
    mentions_.assign(regs_.size(), 0);
  }
  std::uint32_t reg(const Value& v) const {
    const std::uint32_t n = known_.values.find(v);
    return n < of_.size() ? of_[n] : none;
  }
  void find_lone() {
    const auto alone = [&](const Value& v, LoneReason why) {
      if (const std::uint32_t r = reg(v); r != none && lone_[r] == LoneReason::none) lone_[r] = why;
    };
    for (std::uint32_t r = 0; r < regs_.size(); ++r)
      if (pinned(p_, regs_[r])) lone_[r] = LoneReason::pinned;
    for (auto&& b : p_.blocks()) {
      for (auto&& i : p_.instructions(b)) {
        const bool phi = p_.effects(i).has(Effect::phi);
        bool behind_more = false;
        p_.for_each_operand(i, [&](const program::Operand<Value>& o) {
          if (const std::uint32_t r = reg(o.value); r != none) {
            ++mentions_[r];
            if (in_lanes_ && ~o.lanes != 0) named_.push_back({r, o.lanes});
          }
          if (o.more || behind_more) alone(o.value, LoneReason::group);
          behind_more = o.more;
          if (phi || (o.implicit && !o.old)) alone(o.value, LoneReason::bound);
        });
        if constexpr (Facts(P::facts).has(Fact::incoming))
          p_.for_each_incoming(i, [&](const auto&, const Value& v) { alone(v, LoneReason::bound); });
      }
      if constexpr (Facts(P::facts).has(Fact::live_out))
        p_.for_each_live_out(b, [&](const Value& v) { alone(v, LoneReason::bound); });
    }
    if constexpr (Facts(P::facts).has(Fact::parameters))
      p_.for_each_parameter([&](const Value& v) {
        if (const std::uint32_t r = reg(v); r != none) parameter_[r] = true;
      });
  }
  // Its life is told here.
  std::uint32_t told(const Value& v) const {
    const std::uint32_t r = reg(v);
    return r != none && lone_[r] == LoneReason::none ? r : none;
  }

  // ---- events

  std::uint32_t base(std::uint32_t inst) const { return 4 * (inst + block_of_[inst] + 1); }
  std::uint32_t block_begin(std::uint32_t b) const { return 4 * (first_[b] + b); }
  // Blocks and instructions are in the order of their numbers in Known.
  void scan() {
    std::vector<std::pair<std::uint32_t, Event>> events;
    flow::LivenessProblem live;
    live.variables = units_.size();
    std::vector<std::uint32_t> defined(units_.size(), none);  // in this block
    std::vector<Mention> of_inst;
    std::uint32_t next = 0;
    for (auto&& block : p_.blocks()) {
      const std::uint32_t b = known_.blocks.find(block);
      first_.push_back(next);
      for (auto&& i : p_.instructions(block)) {
        const std::uint32_t inst = next++;
        block_of_.push_back(b);
        collect(i, of_inst);
        for (const Mention& m : of_inst)
          if (m.read && defined[m.unit] != b) live.uses.emplace_back(m.unit, b);
        for (const Mention& m : of_inst)
          if ((m.written || m.gone) && std::exchange(defined[m.unit], b) != b) live.defs.emplace_back(m.unit, b);
        tell(i, inst, b, of_inst, events);
      }
    }
    first_.push_back(next);
    events_ = Csr<Event>(units_.size(), events);
    const flow::Liveness found = flow::liveness(places_.cfg, live);
    live_in_ = by_register(found.live_in);
    live_out_ = by_register(found.live_out);
    const std::size_t blocks = first_.size() - 1;
    last_.assign(blocks, none), last_of_.assign(blocks, none), in_.assign(blocks, none), in_of_.assign(blocks, none);
    met_of_.assign(blocks, none);
  }
  Csr<std::uint32_t> by_register(const Csr<std::uint32_t>& by_block) const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    pairs.reserve(by_block.size());
    for (std::uint32_t b = 0; b < by_block.rows(); ++b)
      for (const std::uint32_t r : by_block[b]) pairs.emplace_back(r, b);
    return Csr<std::uint32_t>(units_.size(), pairs);
  }
  void collect(const Inst& i, std::vector<Mention>& out) {
    out.clear();
    parts_.clear();
    const bool marker = p_.effects(i).has(Effect::marker);
    p_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      const std::uint32_t r = told(o.value);
      if (r == none || (marker && !o.is_def())) return;
      if (o.is_def() && ~o.lanes != 0 && units_.end(r) - units_.begin(r) > 1) parts_.push_back({r, o.lanes});
      for (std::uint32_t u = units_.begin(r); u < units_.end(r); ++u) {
        if ((units_.mask(u) & o.lanes) == 0) continue;
        if (at_[u] == none) at_[u] = static_cast<std::uint32_t>(out.size()), out.push_back({u});
        Mention& m = out[at_[u]];
        (o.is_def() ? m.written : o.old ? m.stays : m.read) = true;
        m.early |= o.is_def() && o.early;
      }
    });
    for (const auto& part : parts_) rest(part.reg, part.lanes, out);
    for (Mention& m : out) {
      at_[m.unit] = none;
      m.read |= m.stays && (m.written || !in_parts(units_.owner(m.unit)));
    }
  }
  // What is neither written nor stays behind a definition in part is gone.
  void rest(std::uint32_t r, std::uint64_t lanes, std::vector<Mention>& out) {
    std::uint64_t lost = 0;
    if constexpr (requires(const Value& v, std::uint64_t l) { p_.lanes_lost(v, l); })
      lost = p_.lanes_lost(regs_[r], lanes);
    for (std::uint32_t u = units_.begin(r); u < units_.end(r); ++u) {
      if (at_[u] != none && (out[at_[u]].written || out[at_[u]].stays)) continue;
      if (at_[u] == none) at_[u] = static_cast<std::uint32_t>(out.size()), out.push_back({u});
      out[at_[u]].gone = true;
      out[at_[u]].lost |= (units_.mask(u) & lost) != 0;
    }
  }
  bool in_parts(std::uint32_t r) const {
    return std::any_of(parts_.begin(), parts_.end(), [&](const auto& part) { return part.reg == r; });
  }
  // What is read and written early was read first of all.
  void tell(const Inst& i, std::uint32_t inst, std::uint32_t b, const std::vector<Mention>& of_inst,
            std::vector<std::pair<std::uint32_t, Event>>& events) {
    if (next_copy_ < copies_.size() && copies_[next_copy_].inst == i) carry(copies_[next_copy_++], inst);
    if (!parts_.empty()) partial_.push_back(inst);
    written_.push_back(0);
    for (const Mention& m : of_inst) {
      const std::uint32_t early = m.written && m.early ? 2 : 0;
      if (m.read) events.push_back({m.unit, {b, base(inst) + 2 - early, none, none}});
      if (m.written) events.push_back({m.unit, {b, base(inst) + 3 - early, value_of(i, inst, m.unit), inst}});
      if (m.gone) events.push_back({m.unit, {b, base(inst) + 3, new_value(), m.lost ? inst : none}});
      written_.back() += m.written || m.lost;
    }
    carried_.clear();
  }
  // Values of what a copy writes.
  void carry(const Copy& copy, std::uint32_t inst) {
    if (told(regs_[copy.to]) == none) return;
    const bool fine =
        units_.for_each_pair(copy, [&](std::uint32_t to, std::uint32_t from) { carried_.emplace_back(to, from); });
    if (!fine) return carried_.clear();
    for (auto& [unit, value] : carried_) {
      const std::uint32_t from = std::exchange(value, new_value());
      if (lone_[copy.from] == LoneReason::none) sources_.push_back({value, from, base(inst) + 2});
    }
  }
  std::uint32_t value_of(const Inst& i, std::uint32_t inst, std::uint32_t unit) {
    for (const auto& [to, value] : carried_)
      if (to == unit) return value;
    if (!is_constant(i)) return new_value();
    const std::uint32_t n = expressions_.number(p_, i, [](const Value& v) { return v; });
    const std::uint32_t r = units_.owner(unit);
    const std::uint64_t lanes = units_.end(r) - units_.begin(r) == 1 ? ~std::uint64_t{0} : units_.mask(unit);
    const auto [at, added] = constants_.try_emplace(std::pair(n, lanes), none);
    if (added) at->second = new_value(p_.effects(i).rematerialisable() ? inst : none);
    return at->second;
  }
  // One result, of nothing but what stands in its text, always the same.
  bool is_constant(const Inst& i) const {
    if (!p_.effects(i).speculatable()) return false;
    std::uint32_t mentions = 0;
    bool fine = true;
    p_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      ++mentions;
      fine &= o.is_def() && !o.early && !o.implicit && !o.more && o.lanes == ~std::uint64_t{0};
    });
    return fine && mentions == 1;
  }

  // ---- lives

  void build(std::uint32_t r) {  // a unit
    if (lone_[units_.owner(r)] != LoneReason::none) return;
    const auto events = events_[r];
    for (const Event& e : events)
      if (e.value != none) last_[e.block] = e.value, last_of_[e.block] = r;
    solve(r);
    const auto in = live_in_[r], out = live_out_[r];
    std::size_t e = 0, i = 0, o = 0;
    if (parameter_[units_.owner(r)] && (in.empty() || in[0] != 0)) add(r, {0, 1, new_value(), at_entry});  // unread
    while (e < events.size() || i < in.size()) {
      const std::uint32_t b = std::min(e < events.size() ? events[e].block : none, i < in.size() ? in[i] : none);
      const bool enters = i < in.size() && in[i] == b;
      while (o < out.size() && out[o] < b) ++o;
      const bool leaves = o < out.size() && out[o] == b;
      LifePart now{block_begin(b), block_begin(b), enters ? in_[b] : none, b == 0 ? at_entry : none};
      for (; e < events.size() && events[e].block == b; ++e) {
        const Event& at = events[e];
        if (at.value == none) {
          now.end = at.slot + 1;
          continue;
        }
        if (now.value != none) add(r, now);
        now = {at.slot, at.writer == none ? at.slot : base(at.writer) + 4, at.value, at.writer};
      }
      if (leaves) now.end = block_begin(b + 1);
      if (now.value != none) add(r, now);
      i += enters;
    }
  }
  void add(std::uint32_t r, const LifePart& part) {
    if (part.end > part.begin) lives_[r].append(part);
  }
  // What a register has at the begin of each block that it is live into.
  void solve(std::uint32_t r) {
    const auto in = live_in_[r];
    if (in.empty()) return;
    for (const std::uint32_t b : in) in_[b] = none, in_of_[b] = r;
    work_.assign(in.begin(), in.end());
    const auto rank = [&](std::uint32_t b) { return places_.order.position[b]; };
    std::sort(work_.begin(), work_.end(), [&](std::uint32_t a, std::uint32_t b) { return rank(a) < rank(b); });
    const std::uint32_t begin = in[0] == 0 ? new_value() : none;  // what it has at the function's
    constexpr std::uint32_t patience = 8;                         // then what changes is a meeting
    for (std::uint32_t round = 0, changed = 1; changed != 0; ++round) {
      changed = 0;
      for (const std::uint32_t b : work_) {
        if (met_of_[b] == r) continue;
        std::uint32_t one = b == 0 ? begin : none;
        bool many = !places_.reachable(b) || (round > patience && in_[b] != none);
        for_each_met(r, b, [&](std::uint32_t v) {
          many |= one != none && one != v;
          one = v;
        });
        if (!many && one == in_[b]) continue;
        in_[b] = many ? new_value() : one;
        if (many) met_of_[b] = r;
        ++changed;
      }
    }
    for (const std::uint32_t b : work_) {
      if (in_[b] == none) in_[b] = new_value();
      if (met_of_[b] != r || !places_.reachable(b)) continue;
      meetings_.push_back({in_[b], b, static_cast<std::uint32_t>(met_.size()), 0});
      if (b == 0) met_.push_back(begin);
      for_each_met(r, b, [&](std::uint32_t v) { met_.push_back(v); });
      meetings_.back().count = static_cast<std::uint32_t>(met_.size()) - meetings_.back().begin;
    }
  }
  template <class F>
  void for_each_met(std::uint32_t r, std::uint32_t b, F&& f) const {
    for (const std::uint32_t q : places_.flow().predecessors(b)) {
      if (!places_.reachable(q)) continue;
      const std::uint32_t v = last_of_[q] == r ? last_[q] : in_of_[q] == r ? in_[q] : none;
      if (v != none) f(v);
    }
  }
  // Copies have the value of what they copy; meetings of one value are that, and two of the same values at one block
  // one.
  void settle() {
    for (const Source& s : sources_)
      if (const LifePart* part = lives_[s.from].covering(s.slot)) unite(s.value, part->value);
    constexpr int rounds = 4;
    bool any = true;
    for (int round = 0; any && round < rounds; ++round) {
      any = false;
      Sequences sequences;
      std::vector<std::uint32_t> first;  // of a sequence: a meeting's value
      for (const Meeting& m : meetings_) {
        const std::uint32_t own = value(m.value);
        std::vector<std::uint64_t> met{m.block};
        std::uint32_t one = none;
        bool many = false;
        for (std::uint32_t k = m.begin; k < m.begin + m.count; ++k) {
          const std::uint32_t v = value(met_[k]);
          met.push_back(v == own ? none : v);
          if (v == own) continue;
          many |= one != none && one != v;
          one = v;
        }
        if (one == none) continue;
        if (many) {
          const std::uint32_t n = sequences.add(met);
          if (n == first.size()) first.push_back(own);
          one = value(first[n]);
        }
        if (one == own) continue;
        unite(own, one);
        any = true;
      }
    }
  }

  const P& p_;
  program::Known<P>& known_;
  const Places<P>& places_;
  Expressions<P> expressions_;
  program::Handles<Value> regs_;
  std::vector<std::uint32_t> of_;  // per value of Known
  std::vector<Copy> copies_;
  const bool in_lanes_;
  LaneUnits<P> units_;
  std::vector<typename LaneUnits<P>::Named> named_, parts_;  // of the function; what one instruction writes in part
  std::vector<std::pair<std::uint32_t, std::uint32_t>> carried_;  // of one copy: unit, and its value
  std::vector<std::uint32_t> at_, written_, partial_;             // per unit: its Mention; per instruction
  std::uint32_t next_copy_ = 0;
  std::vector<LoneReason> lone_;  // these per register
  std::vector<bool> parameter_;
  std::vector<std::uint32_t> mentions_;
  std::vector<Life> lives_;
  Csr<Event> events_;
  Csr<std::uint32_t> live_in_, live_out_;
  std::vector<std::uint32_t> block_of_, first_;  // per instruction, per block
  std::vector<std::uint32_t> same_, constant_;   // per value
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t>
      constants_;  // looked up only: number of an expression
  std::vector<Source> sources_;
  std::vector<Meeting> meetings_;
  std::vector<std::uint32_t> met_;
  std::vector<std::uint32_t> last_, last_of_, in_, in_of_, met_of_;  // per block, of the register that it is said of
  std::vector<std::uint32_t> work_;
};

}  // namespace lathe::passes
