// From what is said to be divergent to all that follows from it. See uniformity.hpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <lathe/flow/uniformity_spread.hpp>

namespace lathe::flow::uniformity {

namespace detail {

/// Events in the order in which they are found; what follows from each is looked at once.
template <class = void>
class BasicAnalysis {
 public:
  explicit BasicAnalysis(const Problem& p) : p_(p), code_(p), spread_(code_) {
    const std::uint32_t blocks = p.block_count(), cycles = code_.cycles.size();
    r_.value_event.assign(code_.names.names.size(), none);
    r_.use_event.assign(code_.uses.size(), none);
    r_.branch.assign(blocks, false);
    r_.join.assign(blocks, false);
    r_.apart.assign(cycles, none);
    r_.mixed.assign(cycles, none);
  }

  Result run() {
    begin();
    for (std::uint32_t e = 0; e < r_.events.size(); ++e) follow(e, r_.events[e]);
    find_diverged();
    find_divergent();
    r_.names = std::move(code_.names);
    r_.cycles = std::move(code_.cycles);
    return std::move(r_);
  }

 private:
  using Kind = Event::Kind;
  using Reason = Event::Reason;

  void begin() {
    std::vector<std::uint32_t> said(p_.variables, 0);
    for (const Problem::Parameter& v : p_.parameters)
      if (!v.uniform) said[v.variable] = 1;
    for (std::uint32_t v = 0; v < p_.variables; ++v)
      if (said[v] != 0 && code_.names.at_entry[v] != none) value(code_.names.at_entry[v], Reason::parameter, none, v);
    for (Block b = 0; b < p_.block_count(); ++b) {
      if (!code_.order.reachable(b)) continue;
      for (std::uint32_t i = p_.first[b]; i < p_.first[b + 1]; ++i)
        if (p_.insts[i].source == Source::divergent) results(i, Reason::source, none, i);
      if (p_.ways[b].divergent) branch(b, Reason::source, none, none);
    }
  }

  // ---- finds, each once
  void value(std::uint32_t name, Reason reason, std::uint32_t cause, std::uint32_t at) {
    if (name == none || r_.value_event[name] != none) return;
    r_.value_event[name] = add({Kind::value, reason, name, cause, at});
  }
  void use(std::uint32_t place, std::uint32_t cause) {
    if (r_.use_event[place] != none || r_.value_event[code_.uses[place].name] != none) return;
    r_.use_event[place] = add({Kind::use, Reason::turn, place, cause, none});
  }
  void branch(Block b, Reason reason, std::uint32_t cause, std::uint32_t at) {
    if (r_.branch[b] || code_.cfg.successors(b).size() < 2) return;
    r_.branch[b] = true;
    add({Kind::branch, reason, b, cause, at});
  }
  void apart(std::uint32_t cycle, std::uint32_t cause) {
    if (r_.apart[cycle] == none) r_.apart[cycle] = add({Kind::apart, Reason::turn, cycle, cause, none});
  }
  void mixed(std::uint32_t cycle, std::uint32_t cause) {
    if (r_.mixed[cycle] == none) r_.mixed[cycle] = add({Kind::mixed, Reason::turn, cycle, cause, none});
  }
  std::uint32_t add(const Event& e) {
    r_.events.push_back(e);
    return static_cast<std::uint32_t>(r_.events.size() - 1);
  }
  void results(std::uint32_t inst, Reason reason, std::uint32_t cause, std::uint32_t at) {
    for (std::uint32_t k = 0; k < p_.mentions[inst].size(); ++k)
      if (p_.mentions[inst][k].role == Role::def) value(code_.mention_name(inst, k), reason, cause, at);
  }

  // ---- what follows
  void follow(std::uint32_t e, Event event) {
    switch (event.kind) {
      case Kind::value:
        for (const std::uint32_t place : code_.uses_of[event.subject]) touch(place, e);
        break;
      case Kind::use:
        touch(event.subject, e);
        break;
      case Kind::branch:
        part(e, event.subject);
        break;
      case Kind::apart:
        for (const std::uint32_t place : code_.crossing[event.subject]) use(place, e);
        part_behind(e, event.subject);
        break;
      case Kind::mixed:
        mix(e, event.subject);
    }
  }
  // What is read at a place is divergent.
  void touch(std::uint32_t place, std::uint32_t e) {
    const auto& [name, owner, block] = code_.uses[place];
    if (code_.is_argument(place)) return value(code_.phis[owner].name, Reason::operand, e, place);
    if (code_.is_decider(place)) return branch(owner, Reason::operand, e, place);
    if (p_.insts[owner].source != Source::operands) return;
    if (code_.mention(owner, place).role != Role::guard) return results(owner, Reason::operand, e, place);
    const auto mentions = p_.mentions[owner];
    for (std::uint32_t k = 0; k < mentions.size(); ++k)
      if (mentions[k].role == Role::def && !keeps_undefined(owner, mentions[k].variable))
        value(code_.mention_name(owner, k), Reason::guard, e, place);
  }
  // Where the guard fails its old value stays: one that nothing defines may be taken for the new one.
  bool keeps_undefined(std::uint32_t inst, std::uint32_t variable) const {
    const auto mentions = p_.mentions[inst];
    for (std::uint32_t k = 0; k < mentions.size(); ++k)
      if (mentions[k].role == Role::old && mentions[k].variable == variable) {
        const std::uint32_t name = code_.mention_name(inst, k);
        return name != none && code_.undefined[name];
      }
    return false;
  }

  void part(std::uint32_t e, Block b) {
    ways_.clear();
    for (const Block s : code_.cfg.successors(b)) ways_.emplace_back(b, s);
    spread(e, code_.cycles.innermost(b), b);
  }
  void part_behind(std::uint32_t e, std::uint32_t cycle) {
    ways_.assign(code_.exits[cycle].begin(), code_.exits[cycle].end());
    spread(e, code_.cycles[cycle].parent, code_.cycles[cycle].header);
  }
  void spread(std::uint32_t e, std::uint32_t level, Block at) {
    if (ways_.size() < 2 || (level != no_cycle && r_.mixed[level] != none)) return;
    const auto found = spread_.run(level, at, ways_, [&](Block b) { meet(e, b); });
    for (const std::uint32_t c : found.inner) mixed(c, e);
    if (found.mixed) mixed(level, e);
    if (found.apart) apart(level, e);
  }
  // Threads come to b under several labels: a phi is divergent where they bring it several values.
  void meet(std::uint32_t e, Block b) {
    r_.join[b] = true;
    for (const std::uint32_t k : code_.phis_of[b]) {
      const auto& phi = code_.phis[k];
      if (r_.value_event[phi.name] == none && several(phi, [&](Block from) { return arrives(from, b); }, none))
        value(phi.name, Reason::meet, e, none);
    }
  }
  // Does a label come from this predecessor of b, or from the region before b that has it? What b dominates is behind
  // b, but where b is the header of all.
  bool arrives(Block from, Block b) const {
    const auto& tree = code_.dominators;
    bool found = false;
    spread_.for_each_arrival(b, [&](Block at, bool region) {
      found |= at == from || (region && from != no_block && tree.dominates(at, from) &&
                              (tree.dominates(b, at) || !tree.dominates(b, from)));
    });
    return found;
  }
  // Does it take several defined values, but for `without`, from the blocks that `wanted` names?
  template <class F>
  bool several(const Code::Phi& phi, F&& wanted, std::uint32_t without) const {
    std::uint32_t one = none;
    bool out = false;
    for (std::uint32_t a = phi.begin; a < phi.begin + phi.count; ++a) {
      const auto& [from, name] = code_.arguments[a];
      if (name == none || name == without || code_.undefined[name] || !wanted(from)) continue;
      out |= one != none && one != name;
      one = name;
    }
    return out;
  }

  // An irreducible cycle in which threads are anywhere: what its turns may change is divergent, and they leave it when
  // they like. What is uniform by word is so for those who make it together: where it is made.
  void mix(std::uint32_t e, std::uint32_t cycle) {
    const std::uint32_t depth = code_.cycles[cycle].depth;
    for (const Block b : code_.cycles.blocks(cycle)) {
      r_.join[b] = true;
      for (const std::uint32_t k : code_.phis_of[b]) {
        const auto& phi = code_.phis[k];
        if (several(phi, [](Block) { return true; }, phi.name)) value(phi.name, Reason::turn, e, none);
      }
      for (std::uint32_t i = p_.first[b]; i < p_.first[b + 1]; ++i)
        for (std::uint32_t k = 0; !p_.insts[i].phi && k < p_.mentions[i].size(); ++k)
          if (const std::uint32_t name = code_.mention_name(i, k);
              p_.mentions[i][k].role == Role::def && name != none && code_.varies[name] >= depth)
            mixed_result(e, b, i, name);
    }
    apart(cycle, e);
  }
  void mixed_result(std::uint32_t e, Block b, std::uint32_t i, std::uint32_t name) {
    if (p_.insts[i].source == Source::operands) return value(name, Reason::turn, e, none);
    for (const std::uint32_t place : code_.uses_of[name])
      if (code_.uses[place].block != b || code_.is_argument(place)) use(place, e);
  }

  // ---- at the end
  // Blocks on the ways from a divergent branch to its post-dominator, and from what follows from each: blocks whose
  // control depends on one that is marked. Each block is marked once; `above` leads past those that are. Where threads
  // come to a header in parts they are in different turns, so all of the loop is marked; so is an irreducible cycle
  // with a divergent branch.
  void find_diverged() {
    const std::uint32_t blocks = p_.block_count();
    r_.diverged.assign(blocks, false);
    r_.until.assign(blocks, no_block);
    std::vector<Block> above(blocks + 2), work;
    for (Block b = 0; b < above.size(); ++b) above[b] = b;
    const auto find = [&](Block b) {
      while (above[b] != b) b = above[b] = above[above[b]];
      return b;
    };
    const Block root = blocks + 1;
    const auto parent = [&](Block b) {
      const Block up = b == root ? no_block : code_.post_dominators.immediate(b);
      return up == no_block ? root : up;
    };
    const auto mark = [&](Block b) {
      if (above[b] != b) return;
      above[b] = parent(b);
      if (b == blocks) return;
      r_.diverged[b] = true;
      work.push_back(b);
    };
    for (Block b = 0; b < blocks; ++b)
      if (r_.branch[b]) {
        work.push_back(b);
        const Block end = code_.post_dominators.immediate(b);
        r_.until[b] = end == blocks ? no_block : end;
      }
    for (std::uint32_t c = 0; c < code_.cycles.size(); ++c) {
      bool all = r_.mixed[c] != none;
      for (const Block b : code_.cycles.blocks(c)) all |= code_.cycles[c].irreducible && r_.branch[b];
      for (const Block b : code_.cycles.blocks(c))
        if (all) mark(b);
    }
    while (!work.empty()) {
      const Block b = work.back(), end = parent(b);
      work.pop_back();
      if (const std::uint32_t c = code_.cycles.innermost(b);
          r_.diverged[b] && c != no_cycle && code_.cycles[c].header == b && !code_.cycles[c].irreducible)
        for (const Block x : code_.cycles.blocks(c)) mark(x);
      // On the tree's path from a successor up to, and without, the post-dominator.
      for (const Block s : code_.cfg.successors(b))
        for (Block x = find(s); x != root && strictly_below(x, end); x = find(x)) mark(x);
    }
  }
  bool strictly_below(Block x, Block end) const {
    return end == p_.block_count() + 1 || (x != end && code_.post_dominators.post_dominates(end, x));
  }

  void find_divergent() {
    Stats& s = r_.stats;
    r_.divergent.assign(code_.places.count, false);
    for (std::uint32_t u = 0; u < code_.uses.size(); ++u) {
      const std::uint32_t name = code_.uses[u].name;
      if (name == none) continue;
      r_.divergent[u] = r_.value_event[name] != none || r_.use_event[u] != none;
      ++s.uses;
      s.divergent_uses += r_.divergent[u];
      s.temporal += r_.value_event[name] == none && r_.use_event[u] != none;
    }
    for (std::uint32_t i = 0; i < p_.inst_count(); ++i)
      for (std::uint32_t k = 0; k < p_.mentions[i].size(); ++k)
        if (const std::uint32_t name = code_.mention_name(i, k); p_.mentions[i][k].role == Role::def && name != none)
          r_.divergent[code_.places.mention(i) + k] = r_.value_event[name] != none;
    s.values = code_.names.names.size();
    for (const std::uint32_t e : r_.value_event) s.divergent_values += e != none;
    s.blocks = p_.block_count();
    for (Block b = 0; b < p_.block_count(); ++b) {
      s.branches += code_.cfg.successors(b).size() > 1 && code_.order.reachable(b);
      s.divergent_branches += r_.branch[b];
      s.joins += r_.join[b];
      s.diverged += r_.diverged[b];
    }
    s.cycles = code_.cycles.size();
    for (std::uint32_t c = 0; c < code_.cycles.size(); ++c) {
      s.irreducible += code_.cycles[c].irreducible;
      s.left_apart += r_.apart[c] != none;
      s.mixed += r_.mixed[c] != none;
    }
    s.steps = spread_.steps();
  }

  const Problem& p_;
  Code code_;
  Spread spread_;
  Result r_;
  std::vector<std::pair<Block, Block>> ways_;
};

}  // namespace detail

/// The answer to a problem. A broken one is refused. Near linear, see uniformity.hpp.
template <class = void>
Result analyse(const Problem& p) {
  if (!check_problem(p).empty()) {
    Result out;
    out.refusal = Refusal::bad_problem;
    return out;
  }
  return detail::BasicAnalysis<>(p).run();
}

}  // namespace lathe::flow::uniformity
