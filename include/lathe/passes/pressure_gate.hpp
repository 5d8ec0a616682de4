// What a change really costs in registers, before it is made: a pressure tracker beside the code, on which a pass does
// what it would do, reads what that changed, and keeps it or takes it back.
//
// It is no observer. FollowPressure, which is one, has what phis take as live at the ends of blocks, and is made anew
// where that changes: O(size) for each result that a phi takes. Here what a phi takes is read by an instruction of its
// own at the end of the block that it comes from, so renaming it costs what renaming any read costs.
// The registers come from an Own, as in pressure/of_view.hpp. With no sets, or none that has a limit or a step, there is
// no tracker and nothing is too dear. The Own may say of more registers that instructions write, a call those that it need not
// keep; they count behind it beside what lives on, so that no more values are live across it than find room in the others:
//   template <class F> void for_each_clobber(const Inst&, F f) const;   // f(program::RegisterShare): so many of a set
// What a tracker begins with, live sets, can grow with the square of a function. Where they would have more places than the
// options say, values are left out, those that live longest first: what touches one of these is too dear, and so is what
// raises a block's peak of the others, for nobody knows how far below a limit it is. Such an answer is a guess: a place
// where many of them are live is not known for the peak.
// Cost: O(size), and of the live sets so many, to make; an edit what the tracker says.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lathe/flow/loops.hpp>
#include <lathe/passes/chain.hpp>
#include <lathe/pressure/tracker.hpp>
#include <lathe/program/region.hpp>

namespace lathe::passes {

struct PressureGateOptions {
  bool aware = true;                        ///< false: nothing is asked
  std::uint64_t ignored_sets = 0;           ///< bit k: the Own's k-th set may get worse
  bool clobbers = true;                     ///< for_each_clobber is asked
  pressure::Options tracker;                ///< incremental or not, verified or not
  std::uint64_t walks_per_instruction = 2;  ///< blocks that the tracker may walk, and 100,000
  std::uint64_t live = 200'000;             ///< places in live sets that the tracker begins with,
  std::uint64_t live_per_instruction = 8;   ///< and so many for each instruction
};

/// A tracker of the code as it is, and the tracker's numbers: what gates of passes on one chain hand on.
template <View P>
struct TrackedCode {
  explicit TrackedCode(Chain<P>&) {}              ///< Of a chain's code; there is no tracker yet.
  std::unique_ptr<pressure::Tracker> tracker;     ///< null: nobody has asked
  std::vector<std::uint32_t> ids;                 ///< per instruction: the tracker's number
  std::vector<std::vector<std::uint32_t>> takes;  // per phi, in the order of what it takes
  /// Of the instructions that read for phis at the ends of blocks: the tracker's numbers.
  std::vector<std::uint32_t> phi_operands;
  std::vector<bool> for_phi;                     ///< per instruction of the tracker: it reads for a phi
  std::vector<std::uint32_t> numbers;            ///< per value, where it is not its own number: the tracker's register
  std::vector<bool> far;                         ///< per value: the tracker was not told of it
  std::uint64_t instructions = 0, left_out = 0;  ///< that the tracker has; values that it was not told of
  // For whom it was made, and of which code: of what the chain has heard so much.
  const void* own = nullptr;  ///< the client that it was made for; null: none
  std::vector<program::RegisterSet> sets;
  pressure::Options options;
  /// Places in live sets, see PressureGateOptions; edits that the chain had heard of.
  std::uint64_t live = 0, live_per_instruction = 0, edits = 0;
  bool clobbers = false;  ///< for_each_clobber was asked
};

/// What an Own of PressureGate may say of instructions.
template <class Own, class P>
concept HasClobbers =
    requires(const Own& own, const inst_t<P>& i, void (*f)(program::RegisterShare)) { own.for_each_clobber(i, f); };

/// Tries a change on a pressure tracker before it is made, and says whether its registers are allowed.
template <View P, class Own>
class PressureGate {
  using Inst = inst_t<P>;
  using Value = value_t<P>;

 public:
  /// All of them outlive it.
  /// `hands_on`: all edits of the pass are told here as well, so that the tracker is right for the next pass.
  PressureGate(Chain<P>& on, const Own& own, const PressureGateOptions& options, bool hands_on = true)
      : p_(on.code()), on_(on), own_(own), options_(options), hands_on_(hands_on) {}
  PressureGate(const PressureGate&) = delete;
  ~PressureGate() {
    if (tracked_ == nullptr) return;
    tracked_->edits = on_.edits();
    if (!hands_on_) tracked_->tracker.reset();
  }

  /// Is anything too dear? The tracker itself is made where a pass first begins a change, of the code as it is then.
  bool asks() const {
    if (!asks_) asks_ = find_asks();
    return *asks_;
  }
  /// Was more walked than may be? Then passes ask no more about changes that reach beyond a block.
  bool spent() const { return spent_ > budget_; }
  /// Null before the first begin.
  const pressure::Tracker* tracker() const { return tracked_ == nullptr ? nullptr : tracked_->tracker.get(); }
  /// Blocks that it walked, and values that it was not told of.
  std::uint64_t walked() const { return tracker() == nullptr ? 0 : walks(); }
  /// Values that it was not told of.
  std::uint64_t left_out() const { return tracked_ == nullptr ? 0 : tracked_->left_out; }

  // ---- between begin and keep or back; nothing where nobody asks

  void begin() {
    if (!asks()) return;
    make();
    erased_ = 0;
    walked_ = walks();
    unknown_ = false;
    tracked_->tracker->begin();
    tracked_->tracker->hold();
  }
  /// What was done since begin stays.
  void keep() {
    if (!asks()) return;
    tracked_->tracker->commit();
    spent_ += walks() - walked_;
  }
  void back() {
    if (!asks()) return;
    tracked_->tracker->rollback();
    tracked_->instructions += erased_;
    spent_ += walks() - walked_;
  }
  /// All reads of one value become another's.
  void replace(const Value& from, const Value& to) {
    if (!asks()) return;
    unknown_ |= far(to);
    rename_reads(from, number(to));
  }
  /// The instruction reads and writes `to` in place of `from`.
  void rename(const Inst& i, const Value& from, const Value& to) {
    if (!asks()) return;
    unknown_ |= far(from) || far(to);
    tracked_->tracker->rename(tracked_->ids[on_.known().insts.find(i)], number(from), number(to));
  }
  /// Of a phi, what it takes is read by nobody then.
  void erase(const Inst& i) {
    if (!asks()) return;
    const std::uint32_t n = on_.known().insts.find(i);
    erase_one(tracked_->ids[n]);
    if (n < tracked_->takes.size())
      for (const std::uint32_t take : tracked_->takes[n]) erase_one(take);
  }
  /// In front of an instruction, or at the end of a block, before what phis take there.
  void move(const Inst& i, std::uint32_t block, const std::optional<Inst>& before) {
    if (!asks()) return;
    if (tracked_->left_out != 0) p_.for_each_operand(i, [&](const auto& o) { unknown_ |= far(o.value); });
    tracked_->tracker->move(tracked_->ids[on_.known().insts.find(i)], {block, in_front_of(block, before)});
  }
  // ---- what is to be inserted: drafts, between begin and keep; then they are told which instruction and value they are

  /// An instruction that is going to be made.
  struct Draft {
    std::uint32_t result = none, inst = none;  ///< the tracker's register of the result; its number of the instruction
    std::vector<std::uint32_t> takes;          ///< of a phi: the tracker's numbers of what reads for it
  };
  /// A copy of an instruction with one result, which is a new value; in front of another, or at the end of a block.
  Draft insert_copy(const Inst& like, std::uint32_t block, const std::optional<Inst>& before) {
    Draft out;
    if (!asks()) return out;
    std::vector<pressure::Operand> operands;
    p_.for_each_operand(like, [&](const program::Operand<Value>& o) {
      const bool result = o.is_def() && !scratched(p_, o);
      unknown_ |= far(o.value);
      if (result) out.result = like_register(o.value);
      operands.push_back({result ? out.result : number(o.value), !o.is_def(), o.is_def(), 1});
    });
    out.inst = put(block, in_front_of(block, before), operands);
    return out;
  }
  /// A phi at the head of a block, of the class of `like`; from blocks it takes values, or the result of a draft.
  Draft insert_phi(const Value& like, std::uint32_t block, const std::vector<std::pair<std::uint32_t, Value>>& values,
                   std::uint32_t from, const Draft& draft) {
    Draft out;
    if (!asks()) return out;
    out.result = like_register(like);
    out.inst = put(block, tracked_->tracker->first(block), {{out.result, false, true, 1}});
    for (const auto& [way, v] : values) {
      unknown_ |= far(v);
      out.takes.push_back(take(way, number(v)));
    }
    out.takes.push_back(take(from, draft.result));
    return out;
  }
  /// All reads of a value become those of a draft's result.
  void replace(const Value& from, const Draft& to) {
    if (asks()) rename_reads(from, to.result);
  }
  /// It stands now. Of a phi, takes come in the order of insert_phi.
  void made(const Draft& draft, const Inst& i, const Value& result) {
    if (!asks()) return;
    TrackedCode<P>& t = *tracked_;
    const std::uint32_t n = on_.known().insts.add(i), v = on_.known().values.add(result);
    if (n >= t.ids.size()) t.ids.resize(n + 1, none);
    t.ids[n] = draft.inst;
    while (t.numbers.size() <= v) t.numbers.push_back(static_cast<std::uint32_t>(t.numbers.size()));
    t.numbers[v] = draft.result;
    if (draft.takes.empty()) return;
    if (n >= t.takes.size()) t.takes.resize(n + 1);
    if (n >= t.phi_operands.size()) t.phi_operands.resize(n + 1, 0);
    t.takes[n] = draft.takes;
    t.phi_operands[n] = 1;
  }

  // ---- the same in the tracker's own registers, for changes that are put together of several new instructions

  /// Between begin and keep; none where nobody asks.
  std::uint32_t register_of(const Value& v) {
    if (!asks()) return none;
    unknown_ |= far(v);
    return number(v);
  }
  /// A register of the kind that the value has; none where nobody asks.
  std::uint32_t new_register(const Value& like) { return asks() ? like_register(like) : none; }
  /// An instruction that reads registers and writes one, in front of another or at the end of a block.
  Draft insert(std::uint32_t result, std::span<const std::uint32_t> reads, std::uint32_t block,
               const std::optional<Inst>& before) {
    Draft out;
    if (!asks()) return out;
    std::vector<pressure::Operand> operands;
    for (const std::uint32_t r : reads) operands.push_back({r, true, false, 1});
    operands.push_back({out.result = result, false, true, 1});
    out.inst = put(block, in_front_of(block, before), std::move(operands));
    return out;
  }
  /// A phi at the head of a block, and what it takes, by blocks.
  Draft insert_phi(std::uint32_t result, std::uint32_t block,
                   std::span<const std::pair<std::uint32_t, std::uint32_t>> takes) {
    Draft out;
    if (!asks()) return out;
    out.inst = put(block, tracked_->tracker->first(block), {{out.result = result, false, true, 1}});
    for (const auto& [way, r] : takes) out.takes.push_back(take(way, r));
    return out;
  }
  /// All reads of a value, or those of one instruction, become those of a register.
  void replace_by(const Value& from, std::uint32_t to) {
    if (asks()) rename_reads(from, to);
  }
  /// Of one instruction the reads of a value become those of a register.
  void rename_by(const Inst& i, const Value& from, std::uint32_t to) {
    if (!asks()) return;
    unknown_ |= far(from);
    tracked_->tracker->rename(tracked_->ids[on_.known().insts.find(i)], number(from), to);
  }
  /// Another instruction stands for one that has gone, and mentions what that came to mention.
  void becomes(const Inst& was, const Inst& is) {
    if (!asks()) return;
    const std::uint32_t n = on_.known().insts.add(is), id = tracked_->ids[on_.known().insts.find(was)];
    if (n >= tracked_->ids.size()) tracked_->ids.resize(n + 1, none);
    tracked_->ids[n] = id;
  }

  /// Has it become worse since begin: more above a limit, or a step crossed?
  bool worse() const {
    if (!asks()) return false;
    // In front of release: what was left out is written nowhere, so the tracker would walk its life up to the entry.
    if (unknown_) return true;
    tracked_->tracker->release();
    if (tracked_->left_out != 0) return raises();
    const pressure::Delta d = tracked_->tracker->delta();
    for (std::size_t s = 0; s < d.sets.size(); ++s)
      if ((options_.ignored_sets >> s & 1) == 0 &&
          (d.sets[s].excess_after > d.sets[s].excess_before || d.sets[s].level_after > d.sets[s].level_before))
        return true;
    return false;
  }
  /// Has it become better since begin, and nowhere worse?
  bool better() const {
    if (!asks() || worse()) return false;
    const pressure::Delta d = tracked_->tracker->delta();
    return std::any_of(d.sets.begin(), d.sets.end(), [](const pressure::Delta::Set& s) {
      return s.excess_after < s.excess_before || s.level_after < s.level_before;
    });
  }
  /// Is some peak of a block higher than at begin?
  bool raises() const {
    if (!asks()) return false;
    tracked_->tracker->release();
    const pressure::Delta d = tracked_->tracker->delta();
    return std::any_of(d.peaks.begin(), d.peaks.end(), [](const auto& peak) { return peak.after > peak.before; });
  }
  /// Is a set above its limit somewhere in the block?
  bool above_limit(std::uint32_t block) {
    if (!asks()) return false;
    make();
    for (std::uint32_t s = 0; s < tracked_->tracker->problem().sets.size(); ++s)
      if (tracked_->tracker->peak(block, s) > tracked_->tracker->problem().sets[s].limit) return true;
    return false;
  }
  /// Is some set above its limit, anywhere in the function?
  bool above_limit() {
    if (!asks()) return false;
    make();
    for (std::uint32_t s = 0; s < tracked_->tracker->problem().sets.size(); ++s)
      if (tracked_->tracker->total_excess(s) != 0) return true;
    return false;
  }

 private:
  std::uint64_t walks() const { return tracked_->tracker->stats().block_changes + tracked_->tracker->stats().searched; }
  bool far(const Value& v) const {
    return tracked_ != nullptr && tracked_->left_out != 0 && is_far(on_.known().values.find(v));
  }
  bool is_far(std::uint32_t value) const { return value < tracked_->far.size() && tracked_->far[value]; }
  // Which values are left out: a value lives at most in the blocks from its first mention to its last in reverse
  // post-order, and to the end of loops around a mention that its definition is not in.
  void leave_out() {
    const std::uint64_t most = options_.live + options_.live_per_instruction * on_.known().insts.size();
    if (std::uint64_t{on_.flow().block_count()} * on_.known().values.size() <= most) return;
    const flow::Cfg cfg = flow::cfg_of(on_.flow());
    const flow::Order order = flow::reverse_post_order(cfg);
    const flow::Loops loops = flow::find_loops(cfg, flow::Dominators(cfg), order);
    std::vector<std::uint32_t> ends(loops.loops.size(), 0);
    for (const std::uint32_t b : order.blocks)
      for (std::uint32_t l = loops.innermost[b]; l != flow::no_loop; l = loops.loops[l].parent)
        ends[l] = order.position[b];
    struct Range {
      std::uint32_t first = none, last = 0, home = none;
    };
    std::vector<Range> ranges(on_.known().values.size());
    const auto meet = [&](std::uint32_t n, std::uint32_t b) {
      if (n >= ranges.size()) ranges.resize(n + 1);
      Range& r = ranges[n];
      if (r.first == none || order.position[b] < r.first) r.first = order.position[b], r.home = b;
      r.last = std::max(r.last, order.position[b]);
      for (std::uint32_t l = loops.innermost[b]; l != flow::no_loop && !loops.contains(l, r.home);
           l = loops.loops[l].parent)
        r.last = std::max(r.last, ends[l]);
    };
    const Places<P>& places = on_.places();
    for (const std::uint32_t b : order.blocks)
      places.for_each_in(b, [&](std::uint32_t n) {
        std::uint32_t own = none, k = 0;  // what a phi takes is behind its operands
        if (places.effects(n).has(Effect::phi)) {
          own = 0;
          p_.for_each_operand(on_.known().insts[n], [&](const auto&) { ++own; });
        }
        on_.uses().for_each_mention_of(n, [&](std::uint32_t value, bool) {
          if (k++ < own) meet(value, b);
        });
        if constexpr (Facts(P::facts).has(Fact::incoming))
          if (own != none)
            p_.for_each_incoming(on_.known().insts[n], [&](const block_t<P>& from, const Value& v) {
              if (const std::uint32_t f = on_.known().blocks.find(from); order.reachable(f))
                meet(on_.known().values.add(v), f);
            });
      });
    std::vector<std::pair<std::uint32_t, std::uint32_t>> by_length;
    std::uint64_t all = 0;
    for (std::uint32_t v = 0; v < ranges.size(); ++v)
      if (ranges[v].first != none && ranges[v].last != ranges[v].first) {
        by_length.emplace_back(ranges[v].last - ranges[v].first, v);
        all += by_length.back().first;
      }
    if (all <= most) return;
    std::sort(by_length.begin(), by_length.end());
    tracked_->far.assign(ranges.size(), false);
    for (; all > most; by_length.pop_back()) {
      all -= by_length.back().first;
      tracked_->far[by_length.back().second] = true;
      ++tracked_->left_out;
    }
  }
  // The tracker's register; those that came later have other numbers than Known's.
  std::uint32_t number(const Value& v) const {
    const std::uint32_t n = on_.known().values.find(v);
    return n < tracked_->numbers.size() ? tracked_->numbers[n] : n;
  }
  std::uint32_t like_register(const Value& v) {
    const std::uint32_t cls = tracked_->tracker->problem().registers[number(v)].cls;
    return tracked_->tracker->new_register("new", cls).second;
  }
  std::uint32_t put(std::uint32_t block, std::uint32_t before, std::vector<pressure::Operand> operands) {
    tracked_->tracker->insert({block, before}, "op", std::move(operands));
    const std::uint32_t id = tracked_->tracker->last_inserted();
    if (id < tracked_->for_phi.size()) tracked_->for_phi[id] = false;  // it was somebody's that is taken back
    return id;
  }
  std::uint32_t take(std::uint32_t block, std::uint32_t reg) {
    const std::uint32_t id = put(block, none, {{reg, true, false, 1}});
    note_take(id);
    return id;
  }
  void note_take(std::uint32_t id) {
    if (id >= tracked_->for_phi.size()) tracked_->for_phi.resize(id + 1, false);
    tracked_->for_phi[id] = true;
  }
  // The tracker's number of what stands there; at a block's end the first that reads for phis. O(1 + what phis take there).
  std::uint32_t in_front_of(std::uint32_t block, const std::optional<Inst>& before) const {
    if (before) return tracked_->ids[on_.known().insts.find(*before)];
    std::uint32_t at = none, last = tracked_->tracker->last(block);
    for (; last < tracked_->for_phi.size() && tracked_->for_phi[last]; last = tracked_->tracker->previous(last))
      at = last;
    return at;
  }
  void erase_one(std::uint32_t id) {
    if (!tracked_->tracker->contains(id)) return;
    tracked_->tracker->erase(id);
    --tracked_->instructions;
    ++erased_;
  }
  void rename_reads(const Value& from, std::uint32_t t) {
    unknown_ |= far(from);
    const std::uint32_t f = number(from);
    std::vector<std::uint32_t> all;
    on_.uses().for_each_use(from, [&](const Inst& i, std::uint32_t k) { all.push_back(id(i, k)); });
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    for (const std::uint32_t inst : all)
      if (tracked_->tracker->contains(inst)) tracked_->tracker->rename(inst, f, t);
  }
  bool find_asks() const {
    if (!options_.aware) return false;
    bool any = false;
    std::uint32_t sets = 0;
    for (const program::RegisterSet& set : own_.sets()) {
      any |= set.limit != 0 || !set.steps.empty();
      ++sets;
    }
    return any && sets <= pressure::max_sets;
  }
  void make() {
    if (tracked_ != nullptr) return;
    auto& t = on_.template get<TrackedCode<P>>();
    tracked_ = &t;
    std::vector<program::RegisterSet> sets;
    for (const program::RegisterSet& set : own_.sets()) sets.push_back(set);
    const bool there = t.tracker != nullptr && t.own == &kind && t.sets == sets && t.options == options_.tracker &&
                       t.live == options_.live && t.live_per_instruction == options_.live_per_instruction &&
                       t.clobbers == options_.clobbers && t.edits == on_.edits();
    if (!there) make(sets);
    budget_ = 100'000 + options_.walks_per_instruction * t.instructions;
  }
  void make(const std::vector<program::RegisterSet>& sets) {
    TrackedCode<P>& t = *tracked_;
    t = TrackedCode<P>(on_);
    t.own = &kind;
    t.sets = sets;
    t.options = options_.tracker;
    t.live = options_.live;
    t.live_per_instruction = options_.live_per_instruction;
    t.clobbers = options_.clobbers;
    leave_out();
    pressure::Problem problem;
    for (const program::RegisterSet& set : sets) {
      problem.sets.push_back({set.name, set.limit == 0 ? none : set.limit, {}});
      for (const program::Step& step : set.steps) problem.sets.back().steps.push_back(step.registers);
    }
    fill(problem);
    t.instructions = problem.insts.size();
    t.tracker = std::make_unique<pressure::Tracker>(std::move(problem), options_.tracker);
  }
  // The tracker's instruction in which the k-th mention of an instruction is read.
  std::uint32_t id(const Inst& i, std::uint32_t k) const {
    const std::uint32_t n = on_.known().insts.find(i);
    if (n >= tracked_->takes.size() || tracked_->takes[n].empty()) return tracked_->ids[n];
    const std::uint32_t operands = tracked_->phi_operands[n];
    return k < operands ? tracked_->ids[n] : tracked_->takes[n][k - operands];
  }
  // Who gives references to classes gives one for a class: then it is looked at once. `last`: what was asked before.
  std::uint32_t class_of(const Value& v, pressure::Problem& problem,
                         std::pair<const void*, std::uint32_t>& last) const {
    if constexpr (std::is_lvalue_reference_v<decltype(own_.register_class(v))>) {
      const void* const c = nameable(p_, v) ? &own_.register_class(v) : nullptr;
      if (c == nullptr || c != last.first) last = {c, find_class(v, problem)};
      return last.second;
    } else {
      return find_class(v, problem);
    }
  }
  std::uint32_t find_class(const Value& v, pressure::Problem& problem) const {
    std::vector<pressure::Feed> feeds;
    if (nameable(p_, v))
      for (const program::RegisterShare& share : own_.register_class(v).shares)
        feeds.push_back({share.set, share.factor});
    return find_class(std::move(feeds), problem);
  }
  static std::uint32_t find_class(std::vector<pressure::Feed> feeds, pressure::Problem& problem) {
    for (std::uint32_t c = 0; c < problem.classes.size(); ++c)
      if (problem.classes[c].feeds == feeds) return c;
    problem.classes.push_back({"class" + std::to_string(problem.classes.size()), std::move(feeds)});
    return static_cast<std::uint32_t>(problem.classes.size() - 1);
  }
  // Only what the tracker's checks print.
  std::string name(const char* what, std::uint32_t n) const {
    return options_.tracker.print_verify ? what + std::to_string(n) : std::string();
  }
  void fill(pressure::Problem& problem) {
    problem.ops = {"op"};
    struct Take {
      std::uint32_t phi, index, value;
    };
    std::vector<std::vector<Take>> takes(on_.flow().block_count());
    const Places<P>& places = on_.places();
    const program::UseDef<P>& uses = on_.uses();
    if constexpr (Facts(P::facts).has(Fact::incoming))
      for (std::uint32_t b = 0; b < on_.flow().block_count(); ++b)
        places.for_each_in(b, [&](std::uint32_t n) {
          if (!places.effects(n).has(Effect::phi)) return;
          std::uint32_t index = 0, mentions = 0;
          p_.for_each_incoming(on_.known().insts[n], [&](const block_t<P>& from, const Value& v) {
            const std::uint32_t value = on_.known().values.add(v);
            if (!is_far(value)) takes[on_.known().blocks.find(from)].push_back({n, index, value});
            ++index;
          });
          if (index == 0) return;
          if (n >= tracked_->takes.size()) tracked_->takes.resize(n + 1), tracked_->phi_operands.resize(n + 1, 0);
          tracked_->takes[n].assign(index, none);
          uses.for_each_mention_of(n, [&](std::uint32_t, bool) { ++mentions; });
          tracked_->phi_operands[n] = mentions - index;
        });
    tracked_->ids.assign(on_.known().insts.size(), none);
    problem.insts.reserve(on_.known().insts.size());
    problem.operands.reserve(uses.mention_room());
    problem.registers.reserve(on_.known().values.size());
    problem.register_units.reserve(on_.known().values.size());
    problem.unit_class.reserve(on_.known().values.size());
    problem.blocks.reserve(on_.flow().block_count());
    for (std::uint32_t b = 0; b < on_.flow().block_count(); ++b) {
      pressure::Problem::Block block{name("b", b),
                                     static_cast<std::uint32_t>(problem.insts.size()),
                                     0,
                                     0,
                                     0,
                                     static_cast<std::uint32_t>(problem.live.size()),
                                     0};
      if (on_.flow().contains(b)) {
        places.for_each_in(b, [&](std::uint32_t n) { add(problem, n); });
        if constexpr (Facts(P::facts).has(Fact::live_out))
          p_.for_each_live_out(on_.known().blocks[b], [&](const Value& v) {
            if (const std::uint32_t value = on_.known().values.add(v); !is_far(value))
              problem.live.push_back({value, 1});
          });
      }
      for (const Take& t : takes[b]) {
        tracked_->takes[t.phi][t.index] = static_cast<std::uint32_t>(problem.insts.size());
        note_take(tracked_->takes[t.phi][t.index]);
        problem.insts.push_back({0, static_cast<std::uint32_t>(problem.operands.size()), 1, 0});
        problem.operands.push_back({t.value, true, false, 1});
      }
      block.count = static_cast<std::uint32_t>(problem.insts.size()) - block.first;
      block.live_count = static_cast<std::uint32_t>(problem.live.size()) - block.first_live;
      block.first_successor = static_cast<std::uint32_t>(problem.successors.size());
      for (const std::uint32_t s : on_.flow().successors(b)) problem.successors.push_back(s);
      block.successor_count = static_cast<std::uint32_t>(problem.successors.size()) - block.first_successor;
      problem.blocks.push_back(std::move(block));
    }
    std::pair<const void*, std::uint32_t> last{nullptr, 0};
    for (std::uint32_t v = 0; v < on_.known().values.size(); ++v)
      add_register(problem, name("v", v), class_of(on_.known().values[v], problem, last));
    // What is clobbered: a register for each kind, which nobody reads.
    const auto first = static_cast<std::uint32_t>(problem.registers.size());
    for (std::uint32_t k = 0; k < clobbered_.size(); ++k)
      add_register(problem, name("clobbered", k), find_class(clobbered_[k], problem));
    for (const auto& [operand, k] : clobbers_) problem.operands[operand].reg = first + k;
    clobbered_.clear();
    clobbers_.clear();
  }
  static void add_register(pressure::Problem& problem, std::string name, std::uint32_t cls) {
    const auto n = static_cast<std::uint32_t>(problem.registers.size());
    problem.registers.push_back({std::move(name), cls, n, 1, false});
    problem.register_units.push_back(n);
    problem.unit_class.push_back(cls);
  }
  // Written as one register, whose number is not known yet.
  void add_clobbers(pressure::Problem& problem, const Inst& i) {
    if constexpr (HasClobbers<Own, P>) {
      if (!options_.clobbers) return;
      std::vector<pressure::Feed> feeds;
      own_.for_each_clobber(i, [&](const program::RegisterShare& s) {
        if (s.factor != 0) feeds.push_back({s.set, s.factor});
      });
      if (feeds.empty()) return;
      auto at = std::find(clobbered_.begin(), clobbered_.end(), feeds);
      if (at == clobbered_.end()) at = clobbered_.insert(at, std::move(feeds));
      clobbers_.emplace_back(problem.operands.size(), static_cast<std::uint32_t>(at - clobbered_.begin()));
      problem.operands.push_back({0, false, true, 1});
    }
  }
  // Who is pinned is never renamed: where no set counts it, the tracker need not know where it lives.
  bool follows(std::uint32_t value) const {
    const Value& v = on_.known().values[value];
    return !pinned(p_, v) || (nameable(p_, v) && !own_.register_class(v).shares.empty());
  }
  // An instruction with its own operands; what a phi takes is read elsewhere.
  void add(pressure::Problem& problem, std::uint32_t n) {
    tracked_->ids[n] = static_cast<std::uint32_t>(problem.insts.size());
    const auto first = static_cast<std::uint32_t>(problem.operands.size());
    const bool phi = n < tracked_->takes.size() && !tracked_->takes[n].empty();
    std::uint32_t own = phi ? tracked_->phi_operands[n] : none;
    on_.uses().for_each_mention_of(n, [&](std::uint32_t value, bool def) {
      if (own == 0) return;
      --own;
      if (!is_far(value) && follows(value)) problem.operands.push_back({value, !def, def, 1});
    });
    add_clobbers(problem, on_.known().insts[n]);
    problem.insts.push_back({0, first, static_cast<std::uint32_t>(problem.operands.size()) - first, 0});
  }

  const P& p_;
  Chain<P>& on_;
  const Own& own_;
  PressureGateOptions options_;
  static inline const char kind = 0;  // one for each type of Own
  mutable std::optional<bool> asks_;
  const bool hands_on_;
  TrackedCode<P>* tracked_ = nullptr;  // the chain's, once it is of this code
  std::uint64_t erased_ = 0;           // by the change that is looked at
  std::uint64_t walked_ = 0, spent_ = 0, budget_ = 0;
  bool unknown_ = false;                                // something touched a value that was left out since begin
  std::vector<std::vector<pressure::Feed>> clobbered_;  // while the tracker's problem is made
  std::vector<std::pair<std::size_t, std::uint32_t>> clobbers_;  // operands of it, and which of these
};

}  // namespace lathe::passes
