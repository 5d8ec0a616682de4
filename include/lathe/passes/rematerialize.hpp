// Rematerialisation by blocks: values that live out of blocks in which more registers live than there are leave them, and
// are made again where they are read, by the instructions that made them.
//
// In rounds, until no block is above its limit: the largest pressure; for each block above it the values that live out of it
// and can be pulled in (they and what they are made of can be made again where they are read); where these are too few, a
// second chance for others whose operands do not live there, as long as the operands that live on for them are fewer than
// they; the cost of each; the cheapest are taken until the block is low enough. At last definitions go that nobody reads any
// more. Each round is judged by the registers above the limits, counted afresh, and taken back where they are no fewer.
//
// A value is cut at all crowded places at once and comes again into the register that it had (cuts.hpp), so a value may have
// several definitions, as long as one of them is what made it on all ways; one with a single definition always is.
//
// Needs: code that is not in SSA form (with phis: refused). The client's `Own`, any object:
//   range<program::RegisterSet> sets() const;                    // with their limits
//   program::RegisterClass register_class(Value) const;          // what it counts as
//   bool may_make_again(Inst) const; uint32_t make_cost(Inst) const;  // optional: any that may be; 1
//   bool is_special(Inst) const;                                 // optional: reads what the machine says of itself
// Cost: each round O(size), the data flow of again.hpp, and for each candidate the blocks in which it lives, again where what
// was cut since may have changed how it would be cut (cut_plans.hpp); `steps` bounds the last.
// Source: the reference's block rematerialisation (phases, costs, knobs); Briggs, Cooper, Torczon, "Rematerialization" (PLDI
// 1992) for what may be made again.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/changes.hpp>
#include <lathe/passes/cut_plans.hpp>
#include <lathe/passes/cuts.hpp>
#include <lathe/passes/dead_definitions.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct RematerializeOptions {
  /// What may be pulled in, or-ed together.
  enum Mode : std::uint32_t {
    within_blocks = 1,  ///< what lives within a block alone, too; functions of one block
    single = 2,         ///< values made by one instruction of what lives where they are read
    chains = 4,         ///< values whose operands are made again first
    second_chance = 8   ///< values whose operands have to live on
  };
  std::uint64_t fuel = ~std::uint64_t{0};
  const char* name = "rematerialize";                     ///< of the pass, in remarks and journals
  std::uint32_t modes = single | chains | second_chance;  ///< which ones: Mode bits, or-ed
  std::uint32_t max_times = 10;                           ///< rounds
  std::uint32_t single_cost = 10;                         ///< a value is pulled in that costs so much in all, or less
  std::uint32_t map_size = 6;    ///< instructions that make it and its operands, at one place, at most
  std::uint32_t max_cost = 100;  ///< of all that is pulled into a block, for each register that it saves there
  std::uint32_t live_out_percentage =
      70;  ///< of the blocks: what lives out of more may cost max_cost instead of single_cost
  std::uint32_t loop_cost_factor = 20;  ///< of an instruction in a loop
  std::uint32_t load_cost = 10;  ///< of a load; another instruction costs 1 (or make_cost), twice for wide results
  std::uint32_t special_threshold = 20;  ///< is_special instructions are made again where a limit is this or less
  std::uint32_t depth = 50;              ///< operands of operands that are looked at
  bool internal_live = false;            ///< blocks are above the limit anywhere, not at their ends alone
  bool loads = true;                     ///< of what nothing writes
  bool named_spaces = false;             ///< only loads whose address space is known
  bool erase_dead = true;                ///< definitions that nobody reads any more
  std::uint64_t steps = 50'000'000;      ///< mentions and blocks that are looked at
  std::vector<std::string> skipped{};    ///< functions that are left alone, by name
  bool dump = false;                     ///< fill RematerializeResult::dump
  bool explain = false;                  ///< fill RematerializeResult::kept
};
enum class RematerializeReason : std::uint8_t {
  phis,           ///< the code has phis: nothing is done
  one_block,      ///< it has one block: nothing is done without within_blocks
  skipped,        ///< it is one of RematerializeOptions::skipped
  not_pullable,   ///< it or what it is made of cannot be made again where it is read
  several,        ///< it has several definitions that make different things
  no_gain,        ///< that would save no register in the block
  too_dear,       ///< it costs more than single_cost
  too_dear_block  ///< with what is pulled into the block already it costs more than max_cost
};
inline constexpr const char* rematerialize_reason_names[] = {
    "code with phis",      "one block",         "left alone by name", "cannot be made again",
    "several definitions", "saves no register", "too dear",           "too dear for the block"};
struct RematerializeStats {
  std::uint64_t rounds = 0, taken_back = 0, blocks = 0, pullable = 0, second = 0, values = 0, made = 0, loads = 0,
                erased = 0;
  std::uint64_t excess_before = 0, excess_after = 0;  ///< registers beyond the limits, summed over places
  static constexpr auto fields() {
    using F = std::pair<const char*, std::uint64_t RematerializeStats::*>;
    return std::array{F{"rounds", &RematerializeStats::rounds},
                      F{"rounds taken back", &RematerializeStats::taken_back},
                      F{"blocks above a limit", &RematerializeStats::blocks},
                      F{"pullable", &RematerializeStats::pullable},
                      F{"by a second chance", &RematerializeStats::second},
                      F{"values pulled in", &RematerializeStats::values},
                      F{"made again", &RematerializeStats::made},
                      F{"loads among them", &RematerializeStats::loads},
                      F{"definitions erased", &RematerializeStats::erased},
                      F{"excess before", &RematerializeStats::excess_before},
                      F{"excess behind", &RematerializeStats::excess_after}};
  }
};
/// What the pass did, or why it left the function alone.
template <View P>
struct RematerializeResult : PassResult<P, RematerializeStats, RematerializeReason> {
  std::optional<RematerializeReason> refused;  ///< nothing: the pass ran
  std::string dump;  ///< what each round found, a line each, where RematerializeOptions::dump is set
};

namespace detail {

template <Editor P, class Own, class Sink, class... Observers>
class Rematerialize {
  using Inst = inst_t<P>;
  using Value = value_t<P>;

  // The client's, for again.hpp: what may be made again here. Nothing is held in memory.
  class Made {
   public:
    Made(const P& code, const Own& own, const RematerializeOptions& options)
        : code_(code), own_(own), options_(options) {
      least_ = none;
      for (const program::RegisterSet& s : own.sets())
        if (s.limit != 0) least_ = std::min(least_, s.limit);
    }
    decltype(auto) sets() const { return own_.sets(); }
    decltype(auto) register_class(const Value& v) const { return own_.register_class(v); }
    bool may_make_again(const Inst& i) const {
      if constexpr (requires { bool(own_.may_make_again(i)); })
        if (!own_.may_make_again(i)) return false;
      if constexpr (requires { bool(own_.is_special(i)); })
        if (own_.is_special(i) && least_ > options_.special_threshold) return false;
      return !code_.effects(i).touches_memory() || may_load(i);
    }

   private:
    bool may_load(const Inst& i) const {
      if (!options_.loads) return false;
      bool named = true;
      if constexpr (Facts(P::facts).has(Fact::access)) {
        if (options_.named_spaces)
          code_.for_each_access(i, [&](const program::Access<Value>& a) { named &= a.space != 0; });
      } else {
        named = !options_.named_spaces;
      }
      return named;
    }
    const P& code_;
    const Own& own_;
    const RematerializeOptions& options_;
    std::uint32_t least_;
  };
  using Round = Cuts<P, Made>;
  struct Candidate {
    std::uint32_t value;
    std::uint64_t cost;
  };

 public:
  Rematerialize(P& code, const Own& own, const RematerializeOptions& options, Sink& sink, Observers&... observers)
      : code_(code),
        own_(own),
        options_(options),
        made_(code, own, options),
        steps_(options.steps),
        editing_(code, observers...),
        changes_(options.name, options.fuel, sink, observers...) {}

  RematerializeResult<P> run() {
    if (!refused()) rounds();
    changes_.close(result_);
    return std::move(result_);
  }

 private:
  bool refused() {
    std::uint32_t blocks = 0;
    bool phis = false;
    for (auto&& b : code_.blocks()) {
      ++blocks;
      for (auto&& i : code_.instructions(b)) phis |= code_.effects(i).has(Effect::phi);
    }
    const std::string name = function_name(code_);
    if (phis)
      result_.refused = RematerializeReason::phis;
    else if (blocks <= 1 && !has(RematerializeOptions::within_blocks))
      result_.refused = RematerializeReason::one_block;
    else if (std::find(options_.skipped.begin(), options_.skipped.end(), name) != options_.skipped.end())
      result_.refused = RematerializeReason::skipped;
    if (result_.refused == RematerializeReason::skipped)
      say([&] { return "Skip machine-instruction rematerialization on " + name; });
    return result_.refused.has_value();
  }
  bool has(std::uint32_t mode) const { return (options_.modes & mode) != 0; }
  template <class Text>
  void say(Text&& text) {
    if (options_.dump) result_.dump += text() + "\n";
  }

  std::unique_ptr<Round> look() const {
    HowAgain how;
    how.make = has(RematerializeOptions::single | RematerializeOptions::chains);
    how.memory = false;
    how.extend = has(RematerializeOptions::second_chance);
    how.least_makers = has(RematerializeOptions::single) ? 1 : 2;
    how.most_makers = has(RematerializeOptions::chains) ? std::max(options_.map_size, 1U) : 1;
    how.depth = has(RematerializeOptions::chains) ? std::max(options_.depth, 1U) : 1;
    return std::make_unique<Round>(code_, made_, how, 0);
  }
  void rounds() {
    std::unique_ptr<Round> now = look();
    result_.stats.excess_before = result_.stats.excess_after = now->crowded.excess();
    while (result_.stats.rounds < options_.max_times && changes_.any()) {
      say([&] {
        return "Max-Live-Function(" + std::to_string(now->numbers.blocks()) + ") = " + std::to_string(max_live(*now));
      });
      if (!any_above(*now)) break;
      ++result_.stats.rounds;
      if (!now->ready()) now->find_sources();
      std::vector<std::uint32_t> short_of;  // blocks for which there is not enough
      bool changed = one_round(now, [&] { pull_in_all(*now, short_of); });
      if (!short_of.empty() && has(RematerializeOptions::second_chance) && changes_.any()) {
        if (!now->ready()) now->find_sources();
        changed |= one_round(now, [&] { promote_all(*now, short_of); });
      }
      if (!changed) break;
    }
    if (options_.erase_dead && result_.stats.values != 0) erase_dead();
  }
  // Does what it says, and takes it back where the registers above the limits are no fewer. `now` is what is then there.
  template <class Do>
  bool one_round(std::unique_ptr<Round>& now, Do&& act) {
    const std::uint64_t excess = now->crowded.excess_as_built();
    const std::uint64_t values = result_.stats.values;
    const RematerializeStats stats = result_.stats;
    fixed_.assign(now->numbers.values(), 0);
    eased_.clear();
    count_live_outs(*now);
    editing_.begin();
    act();
    if (result_.stats.values == values) {
      editing_.commit();
      return false;
    }
    std::unique_ptr<Round> then = look();
    if (then->crowded.excess() < excess) {
      editing_.commit();
      now = std::move(then);
      result_.stats.excess_after = now->crowded.excess();
      return true;
    }
    editing_.rollback();
    result_.stats = stats;
    ++result_.stats.taken_back;
    now = look();
    return false;
  }

  // ---- which blocks are above a limit

  bool above(const Round& r, std::uint32_t block) const {
    const std::uint32_t begin = r.numbers.first(block), end = r.numbers.first(block + 1);
    for (std::uint32_t s = 0; s < r.crowded.sets() && begin != end; ++s)
      if (options_.internal_live ? r.crowded.above_in(block, s) : r.crowded.above(end - 1, end, s)) return true;
    return false;
  }
  bool any_above(const Round& r) const {
    for (std::uint32_t b = 0; b < r.numbers.blocks(); ++b)
      if (above(r, b)) return true;
    return false;
  }
  std::uint32_t max_live(const Round& r) const {
    std::uint32_t most = 0;
    for (std::uint32_t b = 0; b < r.numbers.blocks(); ++b)
      for (std::uint32_t s = 0; s < r.crowded.sets(); ++s)
        if (r.crowded.limit(s) != none)
          most = std::max(most, options_.internal_live ? r.crowded.peak(b, s) : r.crowded.at_end(b, s));
    return most;
  }
  void count_live_outs(const Round& r) {
    live_outs_.assign(r.numbers.values(), 0);
    for (std::uint32_t b = 0; b < r.numbers.blocks(); ++b)
      for (const std::uint32_t v : r.crowded.live_out(b)) ++live_outs_[v];
  }

  // ---- what pulling a value in costs and saves

  std::uint64_t cost(const Round& r, const Return& back) const {
    std::uint64_t sum = 0;
    r.for_each_maker(back, [&](std::uint32_t i) {
      const Inst& inst = r.numbers.inst(i);
      std::uint64_t one = 1;
      if (code_.effects(inst).touches_memory()) {
        one = options_.load_cost;
      } else if constexpr (requires { std::uint32_t(own_.make_cost(inst)); }) {
        one = own_.make_cost(inst);
      }
      sum += one * (r.crowded.units(r.numbers.value_number(result_of(code_, inst))) > 1 ? 2 : 1);
    });
    return sum * (r.crowded.loops().depth(back.block) > 0 ? std::max(options_.loop_cost_factor, 1U) : 1);
  }
  // As Cuts::plan has it, by block.
  bool saves(const Round& r, const Cut& cut, std::uint32_t block) const {
    const std::uint32_t end = r.numbers.first(block + 1);
    auto s = std::partition_point(cut.relieved.begin(), cut.relieved.end(),
                                  [&](const CrowdedMap::Span& span) { return span.block < block; });
    for (; s != cut.relieved.end() && s->block == block; ++s)
      if ((options_.internal_live || s->end == end) &&
          r.crowded.crowded(cut.value, options_.internal_live ? s->begin : end - 1, s->end))
        return true;
    return false;
  }
  std::uint64_t most(const Round& r, std::uint32_t v) const {
    const std::uint64_t all = std::uint64_t{options_.live_out_percentage} * r.numbers.blocks();
    return 100 * std::uint64_t{live_outs_[v]} > all ? options_.max_cost : options_.single_cost;
  }
  std::vector<std::uint32_t> candidates(const Round& r, std::uint32_t block) const {
    std::vector<std::uint32_t> out(r.crowded.live_out(block).begin(), r.crowded.live_out(block).end());
    if (has(RematerializeOptions::within_blocks))
      for (std::uint32_t i = r.numbers.first(block); i < r.numbers.first(block + 1); ++i)
        code_.for_each_operand(r.numbers.inst(i), [&](const program::Operand<Value>& o) {
          out.push_back(r.numbers.value_number(o.value));
        });
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    std::erase_if(out, [&](std::uint32_t v) { return !r.cuttable(v) || fixed_[v] != 0; });
    return out;
  }
  std::optional<Inst> writer_of(const Round& r, std::uint32_t v) const {
    std::optional<Inst> first;
    r.crowded.for_each_write(v, [&](std::uint32_t i) {
      if (!first) first = r.numbers.inst(i);
    });
    return first;
  }
  void keep(const Round& r, std::uint32_t v, RematerializeReason why) {
    if (!options_.explain) return;
    if (const auto i = writer_of(r, v)) result_.kept.push_back({why, *i});
  }
  void why_not(Round& r, std::uint32_t v) {
    if (!options_.explain) return;
    std::uint32_t writes = 0;
    r.crowded.for_each_write(v, [&](std::uint32_t) { ++writes; });
    keep(r, v,
         !r.would_help(v) ? RematerializeReason::no_gain
         : writes > 1     ? RematerializeReason::several
                          : RematerializeReason::not_pullable);
  }

  // ---- the rounds

  struct Costs {
    const Rematerialize& of;
    const Round& r;
    std::uint64_t operator()(const Return& back) const { return of.cost(r, back); }
  };
  using Plans = CutPlans<Round, Costs>;

  void pull_in_all(Round& r, std::vector<std::uint32_t>& short_of) {
    const Costs costs{*this, r};
    Plans plans(r, AsLast::nothing, steps_, costs, eased_);
    for (std::uint32_t b = 0; b < r.numbers.blocks() && changes_.any(); ++b) {
      if (!above(r, b)) continue;
      ++result_.stats.blocks;
      std::vector<Candidate> pullable;
      for (const std::uint32_t v : candidates(r, b)) {
        if (const Cut& cut = plans.first(v); cut.gain != 0 && saves(r, cut, b))
          pullable.push_back({v, cut.cost});
        else
          why_not(r, v);
      }
      result_.stats.pullable += pullable.size();
      say([&] { return "Pullable: " + std::to_string(pullable.size()); });
      say([&] { return "Total Pullable before considering cost: " + std::to_string(pullable.size()); });
      take(r, b, pullable, plans);
      if (above(r, b)) short_of.push_back(b);
    }
  }
  // The cheapest first, until the block is low enough.
  void take(Round& r, std::uint32_t block, std::vector<Candidate>& from, Plans& plans) {
    std::sort(from.begin(), from.end(), [](const Candidate& a, const Candidate& b) {
      return a.cost != b.cost ? a.cost < b.cost : a.value < b.value;
    });
    Pulled in;
    for (const Candidate& c : from) {
      if (!above(r, block)) break;
      // Others are made of it, or it is too dear whatever was cut since.
      if (fixed_[c.value] != 0 || !saves(r, plans.at_most(c.value), block)) continue;
      if (!options_.explain && !affordable(r, c.value, plans.least_cost(c.value), in)) continue;
      const std::shared_ptr<const Cut> cut = plans.now(c.value);
      if (saves(r, *cut, block) && worth(r, *cut, in) && !pull_in(r, *cut, in)) break;
    }
    tell(in);
  }
  struct Pulled {
    std::uint64_t cost = 0, registers = 0, values = 0;
  };
  bool affordable(const Round& r, std::uint32_t v, std::uint64_t cost, const Pulled& in) const {
    return cost <= most(r, v) && in.cost + cost <= options_.max_cost * (in.registers + r.crowded.units(v));
  }
  bool worth(const Round& r, const Cut& cut, const Pulled& in) {
    if (affordable(r, cut.value, cut.cost, in)) return true;
    const bool alone = cut.cost <= most(r, cut.value);
    keep(r, cut.value, alone ? RematerializeReason::too_dear_block : RematerializeReason::too_dear);
    return false;
  }
  // False: there is no fuel left.
  bool pull_in(Round& r, const Cut& cut, Pulled& in) {
    if (clashes(r, cut)) return true;
    if (!changes_.next("ValuePulledIn")) return false;
    apply(r, cut);
    in.cost += cut.cost;
    in.registers += r.crowded.units(cut.value);
    ++in.values;
    return true;
  }
  void tell(const Pulled& in) {
    say([&] { return "Really Final Pull-in: " + std::to_string(in.values) + " (" + std::to_string(in.cost) + ")"; });
  }
  // Is it made of what left in this round?
  bool clashes(const Round& r, const Cut& cut) const {
    bool found = false;
    for (const Return& back : cut.returns)
      r.for_each_part(back, [&](std::uint32_t part) { found |= fixed_[part] == 2; });
    return found;
  }
  void apply(Round& r, const Cut& cut) {
    const Value v = r.numbers.value(cut.value);
    changes_.remark(Remark::Kind::passed, "ValuePulledIn", code_, Sought{[&] { return writer_of(r, cut.value); }}, [&] {
      return value_name(code_, v) + " is made again at " + std::to_string(cut.returns.size()) + " places";
    });
    ++result_.stats.values;
    fixed_[cut.value] = 2;
    for (const Return& back : cut.returns) {
      r.for_each_part(back, [&](std::uint32_t part) { fixed_[part] = std::max<std::uint8_t>(fixed_[part], 1); });
      r.for_each_maker(
          back, [&](std::uint32_t i) { result_.stats.loads += code_.effects(r.numbers.inst(i)).touches_memory(); });
      result_.stats.made += r.make(editing_, back);
    }
    r.crowded.relieve(cut.value, cut.relieved, [&](const CrowdedMap::Span& s) { eased_.push_back(s); });
  }

  // ---- second chance

  struct Rejected {
    std::shared_ptr<const Cut> cut;
    std::vector<std::uint32_t> lacking;  // operands that would have to live on, and do not for others, ascending
    std::uint32_t visits = 0;
  };
  // Those of a block, by what they lack.
  class ByLack {
   public:
    explicit ByLack(std::vector<Rejected>& all) : all_(all) {
      for (std::size_t k = 0; k < all.size(); ++k) {
        put(k);
        for (const std::uint32_t u : all[k].lacking) by_any_[u].push_back(k);
      }
    }
    // All that lack nothing but what is in `these`, in their order; without those of which gone(value) says so.
    template <class Gone>
    std::vector<std::size_t> within(const std::vector<std::uint32_t>& these, Gone&& gone) {
      std::vector<std::size_t> out;
      const auto add = [&](std::uint32_t first) {
        const auto row = by_first_.find(first);
        if (row == by_first_.end()) return;
        std::erase_if(row->second, [&](std::size_t k) { return gone(all_[k].cut->value); });
        for (const std::size_t k : row->second) {
          const auto& theirs = all_[k].lacking;
          if (std::includes(these.begin(), these.end(), theirs.begin(), theirs.end())) out.push_back(k);
        }
      };
      add(none);
      for (const std::uint32_t u : these) add(u);
      std::sort(out.begin(), out.end());
      return out;
    }
    // They live on.
    void have(const std::vector<std::uint32_t>& these) {
      for (const std::uint32_t u : these)
        for (const std::size_t k : by_any_[u]) {
          std::erase(by_first_[all_[k].lacking.front()], k);
          std::erase(all_[k].lacking, u);
          put(k);
        }
    }

   private:
    void put(std::size_t k) { by_first_[all_[k].lacking.empty() ? none : all_[k].lacking.front()].push_back(k); }
    std::vector<Rejected>& all_;
    std::map<std::uint32_t, std::vector<std::size_t>> by_first_, by_any_;  // none: those that lack nothing
  };
  void promote_all(Round& r, const std::vector<std::uint32_t>& blocks) {
    const Costs costs{*this, r};
    Plans strict(r, AsLast::nothing, steps_, costs, eased_), relaxed(r, AsLast::extend, steps_, costs, eased_);
    for (const std::uint32_t b : blocks)
      if (above(r, b)) promote(r, b, rejected(r, b, strict, relaxed));
  }
  // Values that can be made again of operands that have to live on for it: where those that need no others are more
  // registers than these, all of them leave.
  void promote(Round& r, std::uint32_t block, std::vector<Rejected> all) {
    ByLack by_lack(all);
    std::set<std::vector<std::uint32_t>> too_few;  // what was looked at since something changed
    Pulled in;
    // Each is looked at twice at most: what lives on for others may be enough the second time.
    for (bool again = true; again;) {
      again = false;
      for (std::size_t k = 0; k < all.size() && above(r, block); ++k) {
        if (all[k].visits == 2) continue;
        ++all[k].visits;
        if (fixed_[all[k].cut->value] != 0 || too_few.count(all[k].lacking) != 0) continue;
        const std::vector<std::uint32_t> more = all[k].lacking;
        const auto group = by_lack.within(more, [&](std::uint32_t v) { return fixed_[v] != 0; });
        std::uint64_t units = 0, price = 0;
        for (const std::size_t j : group) units += r.crowded.units(all[j].cut->value);
        for (const std::uint32_t v : more) price += r.crowded.units(v);
        if (units <= price) {
          too_few.insert(more);
          continue;
        }
        result_.stats.second += group.size();
        say([&] { return "ADD " + std::to_string(group.size()) + " candidates from second-chance"; });
        for (const std::size_t j : group)
          if (worth(r, *all[j].cut, in) && !pull_in(r, *all[j].cut, in)) return;
        by_lack.have(more);
        too_few.clear();
        again = true;
      }
    }
    tell(in);
  }
  std::vector<Rejected> rejected(Round& r, std::uint32_t block, Plans& strict, Plans& relaxed) {
    std::vector<Rejected> out;
    for (const std::uint32_t v : candidates(r, block)) {
      if (saves(r, strict.at_most(v), block) &&
          ((options_.internal_live && strict.surely_in(v, block)) || saves(r, *strict.now(v), block)))
        continue;
      if (!saves(r, relaxed.at_most(v), block)) continue;
      const std::shared_ptr<const Cut> cut = relaxed.now(v);
      if (saves(r, *cut, block)) out.push_back({cut, relaxed.needs(v)});
    }
    return out;
  }

  void erase_dead() {
    result_.stats.erased += erase_dead_definitions(editing_, code_, [&](const Inst& i) {
      if (!changes_.next("DefinitionDead")) return false;
      changes_.remark(Remark::Kind::passed, "DefinitionDead", code_, i,
                      [&] { return inst_name(code_, i) + ": nobody reads what it makes"; });
      return true;
    });
  }

  P& code_;
  const Own& own_;
  const RematerializeOptions& options_;
  Made made_;
  std::uint64_t steps_;
  program::Editing<P, Observers...> editing_;
  Changes<Sink, Observers...> changes_;
  std::vector<std::uint32_t> live_outs_;  // per value: blocks that it lives out of
  std::vector<std::uint8_t> fixed_;       // per value: 1 what others are made of, 2 what was cut, in this round
  std::vector<CrowdedMap::Span> eased_;   // what was crowded and is not any more, in this round
  RematerializeResult<P> result_;
};

}  // namespace detail

/// See the head of the file.
template <Editor P, class Own, class Sink = NoRemarks, class... Observers>
RematerializeResult<P> rematerialize(P& code, const Own& own, const RematerializeOptions& options = {},
                                     Sink&& sink = {}, Observers&... observers) {
  return detail::Rematerialize<P, Own, std::remove_reference_t<Sink>, Observers...>(code, own, options, sink,
                                                                                    observers...)
      .run();
}

}  // namespace lathe::passes
