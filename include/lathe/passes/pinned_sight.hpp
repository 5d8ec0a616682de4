// Behind assignment most loops write their registers again and again: could anything of pinned registers go out of its
// innermost loop (hoist.hpp, `pinned`)? Asked in front of numbers, lists and places, which cost most of what hoisting does:
// until something has gone, nothing goes else. "Yes" may be wrong, "no" never is.
// Cost: O(operands * loop depth); where the counts of writes leave candidates, liveness of their results alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <lathe/flow/liveness.hpp>
#include <lathe/passes/chain.hpp>
#include <lathe/passes/rewrite.hpp>

namespace lathe::passes::detail {

/// What may be computed elsewhere, as far as effects say.
inline bool may_leave_loops(program::Effects e) {
  return e.reusable() && !e.has(Effect::terminator) && !e.has(Effect::marker);
}

/// Liveness of some values: asked(value) is a number below `variables`, or none. O(operands), each looked at once, and
/// what flow::liveness takes.
template <View P, class Asked>
flow::Liveness lives_of(const P& p, const flow::Cfg& cfg, std::uint32_t variables, Asked&& asked) {
  flow::LivenessProblem problem;
  problem.variables = variables;
  std::vector<std::uint32_t> defined(variables, program::none), written;
  std::uint32_t b = 0;
  for (auto&& block : p.blocks()) {
    for (auto&& i : p.instructions(block)) {
      written.clear();
      p.for_each_operand(i, [&](const program::Operand<value_t<P>>& o) {
        const std::uint32_t v = asked(o.value);
        if (v == program::none) return;
        if (o.is_def())
          written.push_back(v);
        else if (defined[v] != b)
          problem.uses.emplace_back(v, b);
      });
      for (const std::uint32_t v : written)
        if (std::exchange(defined[v], b) != b) problem.defs.emplace_back(v, b);
    }
    if constexpr (Facts(P::facts).has(Fact::live_out))
      p.for_each_live_out(block, [&](const value_t<P>& v) {
        if (const std::uint32_t n = asked(v); n != program::none) problem.edge_uses.emplace_back(n, b);
      });
    ++b;
  }
  return flow::liveness(cfg, problem);
}

/// Is there something to hoist of pinned registers?
template <Editor P>
class PinnedAtFirstSight {
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  struct Writes {
    std::uint32_t loop = none, count = 0;
    std::optional<Inst> last;  // who is named twice writes once
  };
  struct Candidate {
    Inst inst;
    std::uint32_t loop, from;            // `from`: the block in front of the loop; none: it need not be there
    std::vector<std::uint32_t> results;  // numbers of pinned ones
  };

 public:
  explicit PinnedAtFirstSight(Chain<P>& on) : on_(on), code_(on.code()), shape_(on.shape()) {}

  bool any() {
    const flow::Loops& loops = shape_.loops;
    inside_.resize(loops.loops.size());
    for (std::uint32_t b = 0; b < loops.innermost.size(); ++b)
      for (std::uint32_t l = loops.innermost[b]; l != flow::no_loop; l = loops.loops[l].parent) inside_[l].push_back(b);
    for (std::uint32_t l = 0; l < inside_.size(); ++l) {
      count_writes(l);
      for (const std::uint32_t b : inside_[l])
        if (loops.innermost[b] == l)
          for (auto&& i : code_.instructions(on_.blocks()[b])) look(i, b, l);
    }
    return !candidates_.empty() && some_is_free();
  }

 private:
  void count_writes(std::uint32_t l) {
    for (const std::uint32_t b : inside_[l])
      for (auto&& i : code_.instructions(on_.blocks()[b]))
        code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
          if (!o.is_def() || !pinned(code_, o.value)) return;
          Writes& w = of(o.value);
          if (w.loop != l) w = {l, 0, {}};
          w.count += !w.last || !(*w.last == i);
          w.last = i;
        });
  }
  // Is what it reads written nowhere in the loop, and what it writes by it alone, and not what the caller wants kept?
  void look(const Inst& i, std::uint32_t b, std::uint32_t l) {
    bool fine = true, results = false;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      if (!fine || scratched(code_, o)) return;
      results |= o.is_def();
      fine = !o.old && o.role != Role::guard;
      if (!fine || !pinned(code_, o.value)) return;
      const Writes& w = of(o.value);
      fine = (w.loop == l ? w.count : 0) == (o.is_def() ? 1U : 0U) && !(o.is_def() && on_.live_out().has(o.value));
    });
    if (!fine || !results) return;
    const program::Effects e = code_.effects(i);
    if (!may_leave_loops(e)) return;
    Candidate made{i, l, none, {}};
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      if (o.is_def() && !scratched(code_, o) && pinned(code_, o.value)) made.results.push_back(values_.find(o.value));
    });
    if (!made.results.empty() && (made.from = entered_from(l)) == none) return;
    if (e.has(Effect::traps) && !in_each_turn(b, l)) return;
    candidates_.push_back(std::move(made));
  }
  // The only block from where it is entered, if that goes nowhere else.
  std::uint32_t entered_from(std::uint32_t l) const {
    const std::uint32_t header = shape_.loops.loops[l].header;
    std::uint32_t from = none, entries = 0;
    for (const std::uint32_t q : shape_.cfg.predecessors(header))
      if (shape_.dominators.reachable(q) && !shape_.loops.contains(l, q)) from = q, ++entries;
    return header != 0 && entries == 1 && shape_.cfg.successors(from).size() == 1 ? from : none;
  }
  // Does the block dominate the ways out of the loop, and back?
  bool in_each_turn(std::uint32_t b, std::uint32_t l) const {
    const std::uint32_t header = shape_.loops.loops[l].header;
    return std::all_of(inside_[l].begin(), inside_[l].end(), [&](std::uint32_t x) {
      const auto next = shape_.cfg.successors(x);
      return shape_.dominators.dominates(b, x) || std::all_of(next.begin(), next.end(), [&](std::uint32_t s) {
               return s != header && shape_.loops.contains(l, s);
             });
    });
  }
  // Are the results of one of them live neither into its loop nor out of it, and may it stand in front?
  bool some_is_free() const {
    std::vector<std::uint32_t> asked(values_.size(), none), wanted;
    for (const Candidate& c : candidates_)
      for (const std::uint32_t v : c.results)
        if (asked[v] == none) asked[v] = static_cast<std::uint32_t>(wanted.size()), wanted.push_back(v);
    const auto lives =
        lives_of(std::as_const(code_), shape_.cfg, static_cast<std::uint32_t>(wanted.size()), [&](const Value& v) {
          const std::uint32_t n = values_.find(v);
          return n < asked.size() ? asked[n] : none;
        });
    const auto into = [&](std::uint32_t b, std::uint32_t v) {
      const auto in = lives.live_in[b];
      return std::binary_search(in.begin(), in.end(), asked[v]);
    };
    return std::any_of(candidates_.begin(), candidates_.end(), [&](const Candidate& c) {
      return std::none_of(c.results.begin(), c.results.end(),
                          [&](std::uint32_t v) {
                            return into(shape_.loops.loops[c.loop].header, v) ||
                                   std::any_of(inside_[c.loop].begin(), inside_[c.loop].end(), [&](std::uint32_t b) {
                                     const auto next = shape_.cfg.successors(b);
                                     return std::any_of(next.begin(), next.end(), [&](std::uint32_t s) {
                                       return !shape_.loops.contains(c.loop, s) && into(s, v);
                                     });
                                   });
                          }) &&
             may_go(c);
    });
  }
  // In front of what ends the block, which mentions no result?
  bool may_go(const Candidate& c) const {
    if (c.from == none) return true;
    program::spot_t<P> spot{on_.blocks()[c.from], {}};
    bool fine = true;
    for (auto&& i : code_.instructions(on_.blocks()[c.from])) {
      if (!code_.effects(i).has(Effect::terminator)) continue;
      if (!spot.before) spot.before = i;
      code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
        fine &= std::find(c.results.begin(), c.results.end(), values_.find(o.value)) == c.results.end();
      });
    }
    return fine && may_stand(std::as_const(code_), c.inst, spot);
  }
  Writes& of(const Value& v) {
    const std::uint32_t n = values_.add(v);
    if (n >= writes_.size()) writes_.resize(n + 1);
    return writes_[n];
  }

  Chain<P>& on_;
  P& code_;
  const Shape<P>& shape_;
  std::vector<std::vector<std::uint32_t>> inside_;  // per loop: its blocks, those of inner ones too
  program::Handles<Value> values_;
  std::vector<Writes> writes_;  // per value: by the loop that was looked at last
  std::vector<Candidate> candidates_;
};

}  // namespace lathe::passes::detail
