// Where are there more registers live than a set has, and what would it do to cut a value's life?
//
// A map of one function as it stands: pressure at each instruction, mentions of each value, and the walk that finds where
// a value has to come again when it leaves at every crowded place that does not mention it. No program is looked at
// behind build(): everything is by the numbers of program::Numbering.
//
// An instruction is crowded where what lives into it, or what lives out of it with what it writes, is more than the limit
// of a set. A value can be cut there where it lives through and is not mentioned.
// Cost: build O(size), and what lives at the ends of blocks; cut and gain O(instructions / 64 of the blocks in which the
// value lives, and its mentions), cut times the times that a block is looked at again (twice, as a rule).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <lathe/flow/cfg.hpp>
#include <lathe/flow/dominators.hpp>
#include <lathe/flow/liveness.hpp>
#include <lathe/flow/loops.hpp>
#include <lathe/flow/of_view.hpp>
#include <lathe/flow/order.hpp>
#include <lathe/flow/problem.hpp>
#include <lathe/program/numbering.hpp>
#include <lathe/program/resources.hpp>
#include <lathe/support/csr.hpp>
#include <lathe/support/none.hpp>

namespace lathe::passes::detail {

using namespace ids;

class CrowdedMap {
 public:
  struct Mention {
    std::uint32_t inst = 0;
    bool reads = false, writes = false;
  };
  /// A value comes again in front of an instruction, or (none) at the end of a block.
  struct Come {
    std::uint32_t inst = none, block = none, source = none;
  };
  /// Instructions [begin, end) of a block, through which a value lives no more.
  struct Span {
    std::uint32_t block = 0, begin = 0, end = 0;
  };

  /// `limits` by set, none: no limit; `class_of(value)` is its program::RegisterClass.
  template <class P, class ClassOf>
  void build(const P& p, const program::Numbering<P>& n, const std::vector<std::uint32_t>& limits, ClassOf&& class_of) {
    limits_ = limits;
    cfg_ = flow::make_cfg(program::FlowOf<P>(p, n));
    order_ = flow::reverse_post_order(cfg_);
    loops_ = flow::find_loops(cfg_, flow::Dominators(cfg_), order_);
    for (std::uint32_t b = 0; b <= n.blocks(); ++b) first_.push_back(n.first(b));
    for (std::uint32_t v = 0; v < n.values(); ++v) {
      const program::RegisterClass& c = class_of(n.value(v));
      shares_.push_back(c.shares);
    }
    const flow::Problem all = flow::ingest(program::FlowOf<P>(p, n));
    live_ = flow::liveness(cfg_, flow::liveness_problem(all));
    std::vector<std::pair<std::uint32_t, Mention>> rows;
    partial_.assign(n.values(), 0);
    for (std::uint32_t i = 0; i < n.insts(); ++i) {
      const std::size_t begin = rows.size();
      p.for_each_operand(n.inst(i), [&](const program::Operand<program::value_t<P>>& o) {
        const std::uint32_t v = n.value_number(o.value);
        if (o.lanes != ~std::uint64_t{0} || o.more) partial_[v] = 1;
        auto row = std::find_if(rows.begin() + static_cast<std::ptrdiff_t>(begin), rows.end(),
                                [&](const auto& x) { return x.first == v; });
        if (row == rows.end()) row = rows.insert(rows.end(), {v, {i, false, false}});
        (o.is_def() ? row->second.writes : row->second.reads) = true;
      });
    }
    sort_mentions(n.values(), rows);
    scan();
    built_ = excess_;
  }

  const flow::Cfg& cfg() const { return cfg_; }
  const flow::Order& order() const { return order_; }
  const flow::Loops& loops() const { return loops_; }
  /// Registers beyond the limits, summed over instructions.
  std::uint64_t excess() const { return excess_; }
  /// The same, before anything was relieved.
  std::uint64_t excess_as_built() const { return built_; }
  std::uint32_t sets() const { return static_cast<std::uint32_t>(limits_.size()); }
  /// none: it has no limit.
  std::uint32_t limit(std::uint32_t set) const { return limits_[set]; }
  /// What lives into the instruction, or out of it with what it writes, whichever is more.
  std::uint32_t pressure(std::uint32_t inst, std::uint32_t set) const { return pressure_[inst * limits_.size() + set]; }
  /// The largest of a block, or that of its last instruction. 0 where there is none. O(instructions) and O(1).
  std::uint32_t peak(std::uint32_t block, std::uint32_t set) const {
    std::uint32_t most = 0;
    for (std::uint32_t i = first_[block]; i < first_[block + 1]; ++i) most = std::max(most, pressure(i, set));
    return most;
  }
  std::uint32_t at_end(std::uint32_t block, std::uint32_t set) const {
    return first_[block] == first_[block + 1] ? 0 : pressure(first_[block + 1] - 1, set);
  }
  /// Values that live into a block and out of it, ascending.
  std::span<const std::uint32_t> live_in(std::uint32_t block) const { return live_.live_in[block]; }
  std::span<const std::uint32_t> live_out(std::uint32_t block) const { return live_.live_out[block]; }
  /// How many registers of a set the value counts as.
  std::uint32_t share(std::uint32_t v, std::uint32_t set) const {
    for (const program::RegisterShare& s : shares_[v])
      if (s.set == set) return s.factor;
    return 0;
  }
  /// Values that live through a crowded place of a set that they count in, ascending.
  const std::vector<std::uint32_t>& candidates() const { return candidates_; }
  std::uint32_t mention_count() const { return static_cast<std::uint32_t>(mentions_.size()); }
  /// Mentions of value v: [first_mention(v), first_mention(v + 1)), by instruction.
  std::uint32_t first_mention(std::uint32_t v) const { return first_mention_[v]; }
  const Mention& mention(std::uint32_t k) const { return mentions_[k]; }
  /// Registers that a value counts as, over all sets.
  std::uint32_t units(std::uint32_t v) const {
    std::uint32_t sum = 0;
    for (const program::RegisterShare& s : shares_[v]) sum += s.factor;
    return std::max(sum, 1U);
  }
  template <class F>
  void for_each_write(std::uint32_t v, F&& f) const {
    for (std::uint32_t k = first_mention_[v]; k < first_mention_[v + 1]; ++k)
      if (mentions_[k].writes) f(mentions_[k].inst);
  }
  /// Is it live in front of the instruction? O(log mentions + log live).
  bool lives_at(std::uint32_t v, std::uint32_t inst) const {
    const auto from = mentions_.begin() + first_mention_[v], to = mentions_.begin() + first_mention_[v + 1];
    const auto next = std::lower_bound(from, to, inst, [](const Mention& m, std::uint32_t i) { return m.inst < i; });
    const std::uint32_t block = block_of(inst);
    if (next != to && next->inst < first_[block + 1]) return next->reads;
    return contains(live_.live_out[block], v);
  }

  /// Is the set above its limit somewhere in [begin, end)? O((end - begin) / 64).
  bool above(std::uint32_t begin, std::uint32_t end, std::uint32_t set) const {
    return limits_[set] != none && above_[set].any(begin, end);
  }
  /// Somewhere in the block? O(1).
  bool above_in(std::uint32_t block, std::uint32_t set) const { return places_[block * limits_.size() + set] != 0; }
  /// Is there a place in [begin, end) where it counts in a set that is above its limit?
  bool crowded(std::uint32_t v, std::uint32_t begin, std::uint32_t end) const {
    for (const program::RegisterShare& s : shares_[v])
      if (above(begin, end, s.set)) return true;
    return false;
  }
  /// The same for the whole block. O(1).
  bool crowded_in(std::uint32_t v, std::uint32_t block) const {
    for (const program::RegisterShare& s : shares_[v])
      if (above_in(block, s.set)) return true;
    return false;
  }
  /// Blocks in which the value lives or is mentioned, ascending.
  std::span<const std::uint32_t> homes(std::uint32_t v) const {
    return std::span(homes_).subspan(first_home_[v], first_home_[v + 1] - first_home_[v]);
  }
  /// The value's last mention in front of the instruction, within [first, inst): the instruction behind it, or `first`.
  std::uint32_t gap_begin(std::uint32_t v, std::uint32_t first, std::uint32_t inst) const {
    const auto from = mentions_.begin() + first_mention_[v], to = mentions_.begin() + first_mention_[v + 1];
    const auto next = std::lower_bound(from, to, inst, [](const Mention& m, std::uint32_t i) { return m.inst < i; });
    return next == from || std::prev(next)->inst < first ? first : std::prev(next)->inst + 1;
  }

  /// Where value v comes again: come(Come) for each place. `source_of(mention)` and `source_at_end(block)` say how it can
  /// be had there, none: not at all. `relieved` takes where it does not live any more. Returns the steps taken.
  template <class SourceOf, class SourceAtEnd, class F>
  std::uint64_t cut(std::uint32_t v, SourceOf&& source_of, SourceAtEnd&& source_at_end, F&& come,
                    std::vector<Span>& relieved) {
    if (partial_[v] != 0) return 1;
    collect(v);
    spread([&](Here& h) { forward(v, h, source_of, source_at_end); }, true);
    spread([&](Here& h) { backward(h); }, false);
    for (std::uint32_t k = 0; k < used_; ++k) {
      const Here& h = here_[k];
      for (const Come& c : h.comes) come(c);
      for (const Span& s : h.old) for_each_difference(s, h.fresh, [&](const Span& d) { relieved.push_back(d); });
    }
    const std::uint64_t steps = steps_;
    forget();
    return steps;
  }
  /// Crowded instructions of these spans, by the registers that the value counts as there.
  std::uint64_t gain(std::uint32_t v, const std::vector<Span>& spans) const {
    std::uint64_t sum = 0;
    for (const Span& s : spans) {
      if (!crowded(v, s.begin, s.end)) continue;
      for (std::uint32_t i = s.begin; i < s.end; ++i)
        for (const program::RegisterShare& share : shares_[v]) sum += std::min(over(i, share.set), share.factor);
    }
    return sum;
  }
  /// It lives there no more. eased(Span) for each of the spans with a place that is above a limit no more.
  template <class F>
  void relieve(std::uint32_t v, const std::vector<Span>& spans, F&& eased) {
    for (const Span& s : spans) {
      bool any = false;
      for (std::uint32_t i = s.begin; i < s.end; ++i)
        for (const program::RegisterShare& share : shares_[v]) any |= change(s.block, i, share.set, 0U - share.factor);
      if (any) eased(s);
    }
  }
  void relieve(std::uint32_t v, const std::vector<Span>& spans) {
    relieve(v, spans, [](const Span&) {});
  }
  /// As if that had not been.
  void restore(std::uint32_t v, const std::vector<Span>& spans) {
    for (const Span& s : spans)
      for (std::uint32_t i = s.begin; i < s.end; ++i)
        for (const program::RegisterShare& share : shares_[v]) change(s.block, i, share.set, share.factor);
  }

 private:
  // A bit for each instruction.
  struct Bits {
    std::vector<std::uint64_t> words;
    void set(std::uint32_t i, bool is) {
      const std::uint64_t bit = std::uint64_t{1} << i % 64;
      words[i / 64] = is ? words[i / 64] | bit : words[i / 64] & ~bit;
    }
    bool any(std::uint32_t begin, std::uint32_t end) const {
      if (begin >= end) return false;
      const std::uint32_t first = begin / 64, last = (end - 1) / 64;
      const std::uint64_t low = ~std::uint64_t{0} << begin % 64, high = ~std::uint64_t{0} >> (63 - (end - 1) % 64);
      if (first == last) return (words[first] & low & high) != 0;
      if ((words[first] & low) != 0 || (words[last] & high) != 0) return true;
      for (std::uint32_t w = first + 1; w < last; ++w)
        if (words[w] != 0) return true;
      return false;
    }
  };
  // What happens to the value that is looked at in one block.
  struct Here {
    std::uint32_t block = 0, from = 0, to = 0;  // its mentions
    bool live_in = false, live_out = false;
    bool crossed_in = false, crossed_out = false;  // lies a crowded place between here and the last mention?
    bool wanted_in = false, wanted_out = false;    // behind the cut
    bool listed = false;
    std::vector<Come> comes;
    std::vector<Span> old, fresh;  // where it lived through, and does
  };

  std::uint32_t block_of(std::uint32_t inst) const {
    return static_cast<std::uint32_t>(std::upper_bound(first_.begin(), first_.end(), inst) - first_.begin() - 1);
  }
  static bool contains(std::span<const std::uint32_t> row, std::uint32_t v) {
    return std::binary_search(row.begin(), row.end(), v);
  }
  std::uint32_t over(std::uint32_t i, std::uint32_t set) const {
    if (limits_[set] == none) return 0;
    const std::uint32_t p = pressure(i, set);
    return p > limits_[set] ? p - limits_[set] : 0;
  }
  // Pressure at one place. Is the set above its limit there no more?
  bool change(std::uint32_t block, std::uint32_t i, std::uint32_t set, std::uint32_t by) {
    const std::uint32_t was = over(i, set);
    pressure_[i * limits_.size() + set] += by;
    const std::uint32_t is = over(i, set);
    excess_ = excess_ + is - was;
    if ((was != 0) == (is != 0)) return false;
    mark(block, i, set, is != 0);
    return is == 0;
  }
  void mark(std::uint32_t block, std::uint32_t i, std::uint32_t set, bool is) {
    above_[set].set(i, is);
    places_[block * limits_.size() + set] += is ? 1U : 0U - 1U;
  }

  void sort_mentions(std::uint32_t values, std::vector<std::pair<std::uint32_t, Mention>>& rows) {
    first_mention_.assign(values + 1, 0);
    for (const auto& row : rows) ++first_mention_[row.first + 1];
    for (std::uint32_t v = 0; v < values; ++v) first_mention_[v + 1] += first_mention_[v];
    mentions_.resize(rows.size());
    std::vector<std::uint32_t> next(first_mention_.begin(), first_mention_.end() - 1);
    for (const auto& row : rows) mentions_[next[row.first]++] = row.second;
    by_inst_.resize(first_.back() + 1, 0);
    for (const auto& row : rows) ++by_inst_[row.second.inst + 1];
    for (std::uint32_t i = 0; i < first_.back(); ++i) by_inst_[i + 1] += by_inst_[i];
    for (const auto& row : rows) operands_.emplace_back(row.first, row.second);
  }

  // Pressure of all instructions, from the ends of blocks; and who lives through where it is too much.
  void scan() {
    const std::size_t sets = limits_.size();
    pressure_.assign(std::size_t{first_.back()} * sets, 0);
    places_.assign((first_.size() - 1) * sets, 0);
    above_.assign(sets, Bits{std::vector<std::uint64_t>(first_.back() / 64 + 1, 0)});
    std::vector<std::uint8_t> live(shares_.size(), 0);
    std::vector<std::uint32_t> now(sets), list, written;
    const auto set_live = [&](std::uint32_t v, bool is) {
      if (live[v] == static_cast<std::uint8_t>(is)) return;
      live[v] = static_cast<std::uint8_t>(is);
      for (const program::RegisterShare& s : shares_[v]) now[s.set] += is ? s.factor : 0U - s.factor;
    };
    std::vector<std::uint32_t> most;
    for (std::uint32_t b = 0; b + 1 < first_.size(); ++b) {
      if (!order_.reachable(b)) continue;
      for (const std::uint32_t v : live_.live_out[b]) set_live(v, true);
      for (std::uint32_t i = first_[b + 1]; i-- > first_[b];) {
        const auto ops = std::span(operands_).subspan(by_inst_[i], by_inst_[i + 1] - by_inst_[i]);
        for (const auto& [v, m] : ops)
          if (m.writes) set_live(v, true);
        most.assign(now.begin(), now.end());
        for (const auto& [v, m] : ops)
          if (m.writes && !m.reads) set_live(v, false);
        for (const auto& [v, m] : ops)
          if (m.reads) set_live(v, true);
        for (std::size_t s = 0; s < sets; ++s) {
          const auto set = static_cast<std::uint32_t>(s);
          pressure_[i * sets + s] = std::max(most[s], now[s]);
          excess_ += over(i, set);
          if (over(i, set) != 0) mark(b, i, set, true);
        }
      }
      for (const std::uint32_t v : live_.live_in[b]) set_live(v, false);
      for (std::uint32_t i = first_[b]; i < first_[b + 1]; ++i)
        for (std::uint32_t k = by_inst_[i]; k < by_inst_[i + 1]; ++k) set_live(operands_[k].first, false);
    }
    crowded_block_.assign(first_.size() - 1, 0);
    for (std::uint32_t b = 0; b + 1 < first_.size(); ++b)
      for (std::uint32_t set = 0; set < sets; ++set) crowded_block_[b] |= above_in(b, set);
    find_homes();
    here_of_.assign(first_.size() - 1, none);
    find_crowded_loops();
  }
  // Blocks in which each value lives, and who lives in a crowded one.
  void find_homes() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> rows;  // value, block in which it lives
    std::vector<std::uint8_t> found(shares_.size(), 0);
    const auto add = [&](std::uint32_t v, std::uint32_t b) {
      rows.emplace_back(v, b);
      found[v] |= crowded_block_[b];
    };
    for (std::uint32_t b = 0; b + 1 < first_.size(); ++b) {
      if (!order_.reachable(b)) continue;
      for (const auto& row : {live_.live_in[b], live_.live_out[b]})
        for (const std::uint32_t v : row) add(v, b);
      for (std::uint32_t k = by_inst_[first_[b]]; k < by_inst_[first_[b + 1]]; ++k) add(operands_[k].first, b);
    }
    const Csr<std::uint32_t> all(static_cast<std::uint32_t>(shares_.size()), rows);  // ascending: blocks came so
    first_home_.assign(1, 0);
    for (std::uint32_t v = 0; v < shares_.size(); ++v) {
      std::uint32_t last = none;
      for (const std::uint32_t b : all[v])
        if (b != last) homes_.push_back(last = b);
      first_home_.push_back(static_cast<std::uint32_t>(homes_.size()));
    }
    for (std::uint32_t v = 0; v < found.size(); ++v)
      if (found[v] != 0 && !shares_[v].empty()) candidates_.push_back(v);
  }
  void find_crowded_loops() {
    crowded_loop_.assign(loops_.loops.size(), 0);
    read_in_.assign(loops_.loops.size(), none);
    for (std::uint32_t b = 0; b < crowded_block_.size(); ++b)
      if (crowded_block_[b] != 0)
        for (std::uint32_t l = loops_.innermost[b]; l != flow::no_loop; l = loops_.loops[l].parent)
          crowded_loop_[l] = 1;
  }

  // ---- one value

  void collect(std::uint32_t v) {
    steps_ = 0;
    used_ = 0;
    std::uint32_t at = first_mention_[v];
    for (const std::uint32_t block : homes(v)) {
      if (used_ == here_.size()) here_.emplace_back();
      Here& h = here_[used_];
      h.block = block;
      while (at < first_mention_[v + 1] && mentions_[at].inst < first_[block]) ++at;
      h.from = at;
      bool reads = false;
      while (at < first_mention_[v + 1] && mentions_[at].inst < first_[block + 1]) reads |= mentions_[at++].reads;
      h.to = at;
      h.live_in = contains(live_.live_in[block], v);
      h.live_out = contains(live_.live_out[block], v);
      h.crossed_in = h.crossed_out = h.wanted_in = h.wanted_out = false;
      here_of_[block] = used_++;
      if (!reads) continue;
      for (std::uint32_t l = loops_.innermost[block]; l != flow::no_loop && read_in_[l] != v;
           l = loops_.loops[l].parent)
        read_in_[l] = v;
    }
  }
  void forget() {
    for (std::uint32_t k = 0; k < used_; ++k) here_of_[here_[k].block] = none;
    for (std::uint32_t k = 0; k < used_; ++k)
      for (std::uint32_t l = loops_.innermost[here_[k].block]; l != flow::no_loop && read_in_[l] != none;
           l = loops_.loops[l].parent)
        read_in_[l] = none;
  }
  // Until nothing changes: forwards along edges, or backwards.
  template <class Step>
  void spread(Step&& step, bool forwards) {
    work_.clear();
    for (std::uint32_t k = used_; k-- > 0;) {
      work_.push_back(k);
      here_[k].listed = true;
    }
    while (!work_.empty()) {
      Here& h = here_[work_.back()];
      work_.pop_back();
      h.listed = false;
      const bool was = forwards ? h.crossed_out : h.wanted_in;
      step(h);
      steps_ += 1 + h.to - h.from;
      if ((forwards ? h.crossed_out : h.wanted_in) == was) continue;
      for (const flow::Block next : forwards ? cfg_.successors(h.block) : cfg_.predecessors(h.block)) {
        const std::uint32_t k = here_of_[next];
        if (k == none || here_[k].listed) continue;
        here_[k].listed = true;
        work_.push_back(k);
      }
    }
  }
  template <class SourceOf, class SourceAtEnd>
  void forward(std::uint32_t v, Here& h, SourceOf& source_of, SourceAtEnd& source_at_end) {
    if (h.live_in)
      for (const flow::Block from : cfg_.predecessors(h.block))
        if (const std::uint32_t k = here_of_[from]; k != none) h.crossed_in |= here_[k].crossed_out;
    h.comes.clear();
    bool crossed = h.crossed_in, lives = h.live_in;
    std::uint32_t at = first_[h.block];
    for (std::uint32_t k = h.from; k < h.to; ++k) {
      const Mention& m = mentions_[k];
      if (lives && !crossed) crossed = crowded(v, at, m.inst);
      if (m.reads && crossed)
        if (const std::uint32_t s = source_of(k); s != none) h.comes.push_back({m.inst, h.block, s});
      crossed = false;
      lives = true;
      at = m.inst + 1;
    }
    if (h.live_out && !crossed) crossed = crowded(v, at, first_[h.block + 1]);
    if (crossed && h.live_out && enters_roomy_loop(h.block))
      if (const std::uint32_t s = source_at_end(h.block); s != none) {
        h.comes.push_back({none, h.block, s});
        crossed = false;
      }
    h.crossed_out = crossed && h.live_out;
  }
  // Does the block lead nowhere but into a loop without a crowded place, that mentions the value?
  bool enters_roomy_loop(std::uint32_t block) const {
    if (cfg_.successors(block).size() != 1) return false;
    const flow::Block header = cfg_.successors(block)[0];
    const std::uint32_t loop = loops_.innermost[header];
    return loop != flow::no_loop && loops_.loops[loop].header == header && !loops_.contains(loop, block) &&
           crowded_loop_[loop] == 0 && read_in_[loop] != none;
  }
  void backward(Here& h) {
    for (const flow::Block next : cfg_.successors(h.block))
      if (const std::uint32_t k = here_of_[next]; k != none) h.wanted_out |= here_[k].wanted_in;
    if (h.live_out && !h.wanted_out)  // read behind the block by nobody in the graph
      h.wanted_out =
          std::none_of(cfg_.successors(h.block).begin(), cfg_.successors(h.block).end(),
                       [&](flow::Block next) { return here_of_[next] != none && here_[here_of_[next]].live_in; });
    std::size_t comes = h.comes.size();
    bool old = h.live_out, fresh = h.wanted_out;
    h.old.clear();
    h.fresh.clear();
    if (comes != 0 && h.comes[comes - 1].inst == none) {
      --comes;
      fresh = false;
    }
    std::uint32_t end = first_[h.block + 1];
    const auto through = [&](std::uint32_t begin) {
      if (begin == end) return;
      if (old) h.old.push_back({h.block, begin, end});
      if (fresh) h.fresh.push_back({h.block, begin, end});
    };
    for (std::uint32_t k = h.to; k-- > h.from;) {
      const Mention& m = mentions_[k];
      through(m.inst + 1);
      if (m.writes && !m.reads) old = fresh = false;
      if (m.reads) old = fresh = true;
      if (comes != 0 && h.comes[comes - 1].inst == m.inst) {
        --comes;
        fresh = false;
      }
      end = m.inst;
    }
    through(first_[h.block]);
    h.wanted_in = fresh;
  }
  template <class F>
  static void for_each_difference(const Span& s, const std::vector<Span>& fresh, F&& f) {
    // Both lists have the spans between mentions: one is in the other whole, or not at all.
    for (const Span& t : fresh)
      if (t.begin == s.begin && t.end == s.end) return;
    f(s);
  }

  std::vector<std::uint32_t> limits_, first_;
  flow::Cfg cfg_;
  flow::Order order_;
  flow::Loops loops_;
  flow::Liveness live_;
  std::vector<std::vector<program::RegisterShare>> shares_;  // per value
  std::vector<std::uint8_t> partial_;                        // per value: named in lanes
  std::vector<Mention> mentions_;
  std::vector<std::uint32_t> first_mention_, by_inst_;
  std::vector<std::pair<std::uint32_t, Mention>> operands_;  // by instruction
  std::vector<std::uint32_t> pressure_;                      // per instruction and set
  std::vector<std::uint8_t> crowded_block_, crowded_loop_;
  std::vector<std::uint32_t> candidates_, first_home_, homes_, here_of_;
  std::vector<Bits> above_;             // per set: instructions at which it is above its limit
  std::vector<std::uint32_t> places_;   // per block and set: how many they are
  std::vector<Here> here_;              // the first used_, of one value; others are kept for their room
  std::vector<std::uint32_t> read_in_;  // per loop: that value, if the loop reads it
  std::vector<std::uint32_t> work_;
  std::uint32_t used_ = 0;
  std::uint64_t excess_ = 0, built_ = 0, steps_ = 0;
};

}  // namespace lathe::passes::detail
