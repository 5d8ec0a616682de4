// Is an answer of uniformity right? Shares nothing with uniformity_core.hpp, uniformity_spread.hpp,
// uniformity_code.hpp.
//
// Right means two things. Nothing is missing: what is claimed uniform satisfies the inequalities of the definition, in
// any order. Nothing is too much: each event follows from an earlier one by one rule. Together these are the least
// fixpoint. Where threads that part may meet is asked of dominators: of the graph in which the parting block is the
// root and each of its ways has a block of its own, two ways lead to a block without meeting before it exactly where
// its immediate dominator is the root. Headers, exits and what goes back within an irreducible cycle are sinks there.
// Cycles are checked by check_cycles.hpp, names by program/ssa_check.hpp; post-dominators are those of
// post_dominators.hpp, which has a checker of its own.
//
// Cost: O(divergent branches and cycles * edges * log blocks), O(cycles * size).
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/check_cycles.hpp>
#include <lathe/flow/post_dominators.hpp>
#include <lathe/flow/uniformity_data.hpp>
#include <lathe/program/ssa_check.hpp>

namespace lathe::flow::uniformity {

enum class ResultFault : std::uint8_t {
  bad_size,       ///< a list is not of its length, or a number names nothing
  bad_names,      ///< the names are not those of SSA form
  bad_cycles,     ///< a cycle is none, or one is missing
  missing_value,  ///< a value, use or branch must be divergent and is claimed uniform
  missing_join,   ///< threads may meet where none are said to
  missing_cycle,  ///< threads may leave a cycle in different turns, or walk an irreducible one apart
  unfounded,      ///< an event does not follow from its cause
  bad_diverged,   ///< blocks that a part of the warp reaches, or where all meet again
  bad_list        ///< the flags and the events do not agree
};

namespace detail {

class ResultChecker {
 public:
  ResultChecker(const Problem& problem, const Result& result)
      : p_(problem), r_(result), cfg_(edges()), order_(reverse_post_order(cfg_)), places_(problem, result.names) {}

  FaultList<ResultFault> run() {
    if (!sizes()) return std::move(faults_);
    if (const auto wrong = program::ssa::check(ssa_problem(p_), r_.names); !wrong.empty()) {
      add(ResultFault::bad_names, 0, "the names are not right: " + wrong.begin()->text);
      return std::move(faults_);
    }
    flatten();
    if (const auto wrong = check_cycles(cfg_, order_, r_.cycles); !wrong.empty()) {
      add(ResultFault::bad_cycles, wrong.begin()->place, wrong.begin()->text);
      return std::move(faults_);
    }
    lists();
    for (std::uint32_t e = 0; e < r_.events.size(); ++e) parts(e);
    for (std::uint32_t e = 0; e < r_.events.size(); ++e) founded(e);
    complete();
    diverged();
    return std::move(faults_);
  }

 private:
  using Kind = Event::Kind;
  using Reason = Event::Reason;
  struct Use {
    std::uint32_t name = none, inst = none, phi = none;  // the name of the phi that reads it
    Block block = no_block, from = no_block, decides = no_block;
  };
  struct Phi {
    std::uint32_t name = none;
    Block block = 0;
    std::vector<std::pair<Block, std::uint32_t>> arguments;
  };
  // What follows from threads that part: found once for each event that parts them.
  struct Parting {
    std::set<Block> joins;
    std::set<std::uint32_t> phis;  // names
    std::set<std::uint32_t> inner;
    bool apart = false, mixed = false;
  };

  void add(ResultFault kind, std::uint32_t place, std::string text) { faults_.add(kind, place, std::move(text)); }
  Cfg edges() const {
    std::vector<std::pair<Block, Block>> out;
    for (Block b = 0; b < p_.block_count(); ++b) {
      for (const Block s : p_.successors[b]) out.emplace_back(b, s);
      if (p_.ways[b].leaves && !p_.successors[b].empty()) out.emplace_back(b, p_.block_count());
    }
    return Cfg(p_.block_count() + 1, out);
  }
  std::uint32_t blocks() const { return p_.block_count(); }

  bool sizes() {
    const std::size_t names = r_.names.names.size(), cycles = r_.cycles.size();
    bool good = r_.divergent.size() == places_.count && r_.branch.size() == blocks() && r_.join.size() == blocks() &&
                r_.diverged.size() == blocks() && r_.until.size() == blocks() && r_.apart.size() == cycles &&
                r_.mixed.size() == cycles && r_.value_event.size() == names && r_.use_event.size() == places_.count;
    for (const auto* list : {&r_.apart, &r_.mixed, &r_.value_event, &r_.use_event})
      for (const std::uint32_t e : *list) good &= e == none || e < r_.events.size();
    for (std::uint32_t k = 0; k < r_.events.size(); ++k) {
      const Event& e = r_.events[k];
      const std::size_t most = e.kind == Kind::value    ? names
                               : e.kind == Kind::use    ? places_.count
                               : e.kind == Kind::branch ? blocks()
                                                        : cycles;
      good &= e.subject < most && (e.cause == none || e.cause < k);
      if (e.reason == Reason::operand || e.reason == Reason::guard) good &= e.at < places_.count && e.cause != none;
      if (e.reason == Reason::meet || e.reason == Reason::turn) good &= e.cause != none;
      if (e.reason == Reason::source && e.kind == Kind::value) good &= e.at < p_.inst_count();
    }
    if (!good) add(ResultFault::bad_size, 0, "a list is not of its length, or a number names nothing");
    return good;
  }

  // Places and phis with their names.
  void flatten() {
    const std::size_t names = r_.names.names.size();
    uses_.resize(places_.count);
    def_block_.assign(names, no_block);
    def_inst_.assign(names, none);
    undefined_.assign(names, false);
    for (const std::uint32_t n : r_.names.undefined) undefined_[n] = true;
    for (Block b = 0; b < blocks(); ++b) {
      if (!order_.reachable(b)) continue;
      for (std::uint32_t i = p_.first[b]; i < p_.first[b + 1]; ++i) {
        for (std::uint32_t k = 0; k < p_.mentions[i].size(); ++k) {
          const std::uint32_t name = r_.names.mentions[i][k];
          if (p_.mentions[i][k].role != Role::def)
            uses_[places_.mention(i) + k] = {name, i, none, b, no_block, no_block};
          else if (name != none)
            def_block_[name] = b, def_inst_[name] = i;
        }
        if (!p_.insts[i].phi) continue;
        phis_.push_back({r_.names.mentions[i][0], b, {}});
        for (std::uint32_t k = 0; k < p_.incoming[i].size(); ++k)
          argument(places_.incoming_of(i) + k, p_.incoming[i][k].from, r_.names.incoming[i][k]);
      }
      for (std::uint32_t k = 0; k < p_.deciders[b].size(); ++k)
        uses_[places_.decider(b) + k] = {r_.names.live_out[b + 1][k], none, none, b, no_block, b};
    }
    for (const auto& phi : r_.names.phis) {
      phis_.push_back({phi.name, phi.block - 1, {}});
      def_block_[phi.name] = phi.block - 1;
      for (std::uint32_t k = phi.begin; k < phi.begin + phi.count; ++k)
        argument(places_.arguments + k, r_.names.arguments[k].from == 0 ? no_block : r_.names.arguments[k].from - 1,
                 r_.names.arguments[k].name);
    }
  }
  void argument(std::uint32_t place, Block from, std::uint32_t name) {
    Phi& phi = phis_.back();
    if (name == none || (from != no_block && !order_.reachable(from))) return;
    phi.arguments.emplace_back(from, name);
    uses_[place] = {name, none, phi.name, phi.block, from, no_block};
  }

  // ---- cycles
  // The cycle directly inside `level` that has the block; no_cycle: none.
  std::uint32_t inside(std::uint32_t level, Block b) const {
    std::uint32_t found = no_cycle;
    for (std::uint32_t c = b < blocks() ? r_.cycles.innermost(b) : no_cycle; c != level && c != no_cycle;
         c = r_.cycles[c].parent)
      found = c;
    return found;
  }
  bool in(std::uint32_t cycle, Block b) const {
    return cycle == no_cycle || (b < blocks() && r_.cycles.contains(cycle, b));
  }
  // Can the turns of the cycle change the value? By descent from what reads nothing that they change.
  const std::vector<bool>& steady_in(std::uint32_t cycle) {
    if (steady_.empty()) steady_.resize(r_.cycles.size());
    std::vector<bool>& steady = steady_[cycle];
    if (!steady.empty()) return steady;
    steady.assign(r_.names.names.size(), false);
    for (std::uint32_t n = 0; n < steady.size(); ++n)
      steady[n] = def_block_[n] == no_block || !in(cycle, def_block_[n]);
    for (bool more = true; more;) {
      more = false;
      for (const Block b : order_.blocks)
        for (std::uint32_t i = b < blocks() ? p_.first[b] : 0; b < blocks() && i < p_.first[b + 1]; ++i) {
          bool good = !p_.insts[i].changing && !p_.insts[i].phi;
          for (std::uint32_t k = 0; k < p_.mentions[i].size(); ++k)
            if (p_.mentions[i][k].role != Role::def)
              good &= p_.insts[i].source != Source::uniform &&
                      (r_.names.mentions[i][k] == none || steady[r_.names.mentions[i][k]]);
          for (std::uint32_t k = 0; good && k < p_.mentions[i].size(); ++k)
            if (const std::uint32_t n = r_.names.mentions[i][k];
                p_.mentions[i][k].role == Role::def && n != none && !steady[n])
              steady[n] = more = true;
        }
    }
    return steady;
  }

  // ---- partings
  bool parts_threads(const Event& e) const { return e.kind == Kind::branch || e.kind == Kind::apart; }
  void parts(std::uint32_t event) {
    partings_.emplace_back();
    const Event& e = r_.events[event];
    if (!parts_threads(e)) return;
    std::vector<std::pair<Block, Block>> ways;
    std::uint32_t level = no_cycle;
    if (e.kind == Kind::branch) {
      for (const Block s : cfg_.successors(e.subject)) ways.emplace_back(e.subject, s);
      level = r_.cycles.innermost(e.subject);
    } else {
      for (const Block b : r_.cycles.blocks(e.subject))
        for (const Block s : cfg_.successors(b))
          if (!in(e.subject, s)) ways.emplace_back(b, s);
      level = r_.cycles[e.subject].parent;
    }
    const Block at = e.kind == Kind::branch ? e.subject : r_.cycles[e.subject].header;
    if (ways.size() > 1 && (level == no_cycle || r_.mixed[level] == none || r_.mixed[level] >= event))
      partings_.back() = spread(level, at, ways);
  }
  // The graph: root, a block per way, the blocks of the level (an irreducible cycle inside as one), header, out, both.
  Parting spread(std::uint32_t level, Block at, const std::vector<std::pair<Block, Block>>& ways) {
    const auto count = static_cast<std::uint32_t>(ways.size());
    const bool irreducible = level != no_cycle && r_.cycles[level].irreducible;
    const Block header = level == no_cycle || irreducible ? no_block : r_.cycles[level].header;
    const std::uint32_t first = 1 + count, head = first + blocks(), out = head + 1, both = out + 1;
    const auto node = [&](Block b) {
      const std::uint32_t c = inside(level, b);
      return first + (c != no_cycle && r_.cycles[c].irreducible ? r_.cycles[c].header : b);
    };
    const auto contracted = [&](Block b) {
      const std::uint32_t c = inside(level, b);
      return order_.position[c == no_cycle ? b : r_.cycles[c].header];
    };
    const auto target = [&](std::uint32_t from, Block to, bool within) {
      if (to == blocks()) return both + 1;  // out of the function: nobody is met there
      if (to == header) return head;
      if (!in(level, to)) return out;
      return irreducible && !within && contracted(to) <= from ? out : node(to);
    };
    std::vector<std::pair<Block, Block>> edges{{head, both}, {out, both}};
    for (std::uint32_t w = 0; w < count; ++w) {
      edges.emplace_back(0, 1 + w);
      edges.emplace_back(1 + w, target(order_.position[at], ways[w].second, false));
    }
    for (const Block b : order_.blocks) {
      if (b == blocks() || !in(level, b) || b == header) continue;
      for (const Block s : cfg_.successors(b)) {
        const std::uint32_t c = inside(level, b);
        const std::uint32_t to = target(contracted(b), s, c != no_cycle && in(c, s));
        if (to != node(b)) edges.emplace_back(node(b), to);
      }
    }
    const Cfg graph(both + 2, edges);
    const Dominators tree(graph);
    Parting found;
    const bool meets = tree.immediate(both) == 0 && tree.reachable(out);
    found.mixed = irreducible && tree.immediate(out) == 0;
    found.apart = level != no_cycle && !irreducible && meets;
    for (Block b = 0; b < blocks(); ++b) {
      const std::uint32_t n = b == header ? head : first + b, c = b == header ? no_cycle : inside(level, b);
      if (!order_.reachable(b) || !in(level, b) || tree.immediate(n) != 0) continue;
      if (c != no_cycle && r_.cycles[c].irreducible) {
        if (r_.cycles[c].header == b) found.inner.insert(c);
        continue;
      }
      join(
          b, c, ways, [&](Block from) { return from != header && in(level, from) && tree.reachable(node(from)); },
          found);
    }
    return found;
  }
  // Threads meet at the head of b: which phis take different values from the blocks that they come from?
  template <class Reached>
  void join(Block b, std::uint32_t loop, const std::vector<std::pair<Block, Block>>& ways, Reached&& reached,
            Parting& found) const {
    found.joins.insert(b);
    for (const Phi& phi : phis_) {
      if (phi.block != b) continue;
      std::set<std::uint32_t> taken;
      for (const auto& [from, name] : phi.arguments) {
        bool comes = from != no_block && reached(from) && (loop == no_cycle || !in(loop, from));
        for (const auto& [at, to] : ways) comes |= at == from && to == b;
        if (comes && !undefined_[name]) taken.insert(name);
      }
      if (taken.size() > 1) found.phis.insert(phi.name);
    }
  }

  // ---- the answer's lists say what its events say
  void lists() {
    std::vector<bool> branch(blocks(), false);
    std::size_t named = 0;
    for (std::uint32_t k = 0; k < r_.events.size(); ++k) {
      const Event& e = r_.events[k];
      bool good = true;
      if (e.kind == Kind::value) good = r_.value_event[e.subject] == k;
      if (e.kind == Kind::use) good = r_.use_event[e.subject] == k && uses_[e.subject].name != none;
      if (e.kind == Kind::apart) good = r_.apart[e.subject] == k;
      if (e.kind == Kind::mixed) good = r_.mixed[e.subject] == k && r_.cycles[e.subject].irreducible;
      if (e.kind == Kind::branch) good = !branch[e.subject];
      if (e.kind == Kind::branch) branch[e.subject] = true;
      named += e.kind != Kind::branch;
      if (!good) add(ResultFault::bad_list, k, "an event is not in its list, or twice");
    }
    std::size_t listed = 0;
    for (const auto* list : {&r_.apart, &r_.mixed, &r_.value_event, &r_.use_event})
      for (const std::uint32_t e : *list) listed += e != none;
    if (listed != named || branch != r_.branch) add(ResultFault::bad_list, 0, "a list names events that are not there");
    for (std::uint32_t u = 0; u < places_.count; ++u) {
      bool is = uses_[u].name != none && divergent_use(u, none);
      if (u < places_.incoming && uses_[u].name == none) is = r_.divergent[u] && defines_divergent(u);
      if (is != r_.divergent[u]) add(ResultFault::bad_list, u, "a place is not what its name is");
    }
  }
  bool defines_divergent(std::uint32_t place) const {
    for (std::uint32_t n = 0; n < def_inst_.size(); ++n)
      if (const std::uint32_t i = def_inst_[n]; i != none && places_.mention(i) <= place &&
                                                place < places_.mention(i + 1) &&
                                                r_.names.mentions[i][place - places_.mention(i)] == n)
        return r_.value_event[n] != none;
    return false;
  }
  // By events before `before`.
  bool divergent_use(std::uint32_t place, std::uint32_t before) const {
    const std::uint32_t value = r_.value_event[uses_[place].name], use = r_.use_event[place];
    return (value != none && value < before) || (use != none && use < before);
  }

  // ---- nothing is too much
  void founded(std::uint32_t k) {
    const Event& e = r_.events[k];
    if (e.kind == Kind::value ? !value_founded(e) : !other_founded(e))
      add(ResultFault::unfounded, k, "event " + std::to_string(k) + " does not follow from its cause");
  }
  bool reads_divergent(const Event& e) const {
    const Event& cause = r_.events[e.cause];
    return (cause.kind == Kind::value && uses_[e.at].name == cause.subject) ||
           (cause.kind == Kind::use && e.at == cause.subject);
  }
  bool value_founded(const Event& e) {
    const std::uint32_t inst = def_inst_[e.subject];
    const bool open = inst != none && p_.insts[inst].source == Source::operands && !p_.insts[inst].phi;
    switch (e.reason) {
      case Reason::source:
        return inst == e.at && inst != none && p_.insts[inst].source == Source::divergent;
      case Reason::parameter:
        for (const auto& v : p_.parameters)
          if (!v.uniform && r_.names.at_entry[v.variable] == e.subject) return true;
        return false;
      case Reason::operand:
        if (!reads_divergent(e)) return false;
        if (uses_[e.at].phi != none) return uses_[e.at].phi == e.subject;
        return open && uses_[e.at].inst == inst && role(e.at) != Role::guard;
      case Reason::guard:
        return open && reads_divergent(e) && uses_[e.at].inst == inst && role(e.at) == Role::guard &&
               !keeps_undefined(inst, e.subject);
      case Reason::meet:
        return partings_[e.cause].phis.count(e.subject) != 0;
      default: {
        const Event& cause = r_.events[e.cause];
        if (cause.kind != Kind::mixed || def_block_[e.subject] == no_block || !in(cause.subject, def_block_[e.subject]))
          return false;
        return open ? !steady_in(cause.subject)[e.subject] : takes_several(e.subject);
      }
    }
  }
  bool other_founded(const Event& e) {
    if (e.reason == Reason::source) return e.kind == Kind::branch && p_.ways[e.subject].divergent;
    const Event& cause = r_.events[e.cause];
    switch (e.kind) {
      case Kind::branch:
        return e.reason == Reason::operand && reads_divergent(e) && uses_[e.at].decides == e.subject;
      case Kind::use: {
        if (cause.kind == Kind::apart) return read_behind(e.subject, cause.subject);
        return cause.kind == Kind::mixed && elsewhere(e.subject, cause.subject);
      }
      case Kind::apart:
        if (cause.kind == Kind::mixed) return cause.subject == e.subject;
        return parts_level(cause) == e.subject && partings_[e.cause].apart;
      case Kind::mixed:
        return partings_[e.cause].inner.count(e.subject) != 0 ||
               (parts_level(cause) == e.subject && partings_[e.cause].mixed);
      default:
        return false;
    }
  }
  std::uint32_t parts_level(const Event& e) const {
    if (!parts_threads(e)) return none;
    return e.kind == Kind::branch ? r_.cycles.innermost(e.subject) : r_.cycles[e.subject].parent;
  }
  Role role(std::uint32_t place) const {
    const std::uint32_t i = uses_[place].inst;
    return p_.mentions[i][place - places_.mention(i)].role;
  }
  bool keeps_undefined(std::uint32_t inst, std::uint32_t name) const {
    const std::uint32_t variable = r_.names.names[name].variable;
    for (std::uint32_t k = 0; k < p_.mentions[inst].size(); ++k)
      if (p_.mentions[inst][k].role == Role::old && p_.mentions[inst][k].variable == variable)
        return undefined_[r_.names.mentions[inst][k]];
    return false;
  }
  bool takes_several(std::uint32_t name) const {
    std::set<std::uint32_t> taken;
    for (const Phi& phi : phis_)
      for (const auto& [from, argument] : phi.arguments)
        if (phi.name == name && argument != name && !undefined_[argument]) taken.insert(argument);
    return taken.size() > 1;
  }
  // A value that changes with the cycle's turns, read outside.
  bool read_behind(std::uint32_t place, std::uint32_t cycle) {
    const Use& u = uses_[place];
    return def_block_[u.name] != no_block && in(cycle, def_block_[u.name]) && !in(cycle, u.block) &&
           !steady_in(cycle)[u.name];
  }
  // One that is uniform by word, read in another block than it was made.
  bool elsewhere(std::uint32_t place, std::uint32_t cycle) {
    const Use& u = uses_[place];
    const std::uint32_t inst = def_inst_[u.name];
    return inst != none && p_.insts[inst].source == Source::uniform && in(cycle, def_block_[u.name]) &&
           (u.block != def_block_[u.name] || u.phi != none) && !steady_in(cycle)[u.name];
  }

  // ---- nothing is missing
  bool divergent(std::uint32_t name) const { return name == none || r_.value_event[name] != none; }
  void want(bool holds, ResultFault kind, std::uint32_t place, const char* text) {
    if (!holds) add(kind, place, text);
  }
  void complete() {
    for (const auto& v : p_.parameters)
      if (!v.uniform && r_.names.at_entry[v.variable] != none)
        want(divergent(r_.names.at_entry[v.variable]), ResultFault::missing_value, v.variable, "a divergent parameter");
    for (const Block b : order_.blocks)
      if (b != blocks()) {
        for (std::uint32_t i = p_.first[b]; i < p_.first[b + 1]; ++i) complete_inst(i);
        complete_branch(b);
      }
    for (std::uint32_t u = 0; u < places_.count; ++u)
      if (uses_[u].name != none && uses_[u].phi != none && r_.divergent[u])
        want(divergent(uses_[u].phi), ResultFault::missing_value, u, "a phi of a divergent value");
    for (std::uint32_t k = 0; k < r_.events.size(); ++k) complete_parting(k);
    for (std::uint32_t c = 0; c < r_.cycles.size(); ++c) complete_cycle(c);
    std::vector<bool> joins(blocks(), false);
    for (const Parting& parting : partings_)
      for (const Block b : parting.joins) joins[b] = true;
    for (std::uint32_t c = 0; c < r_.cycles.size(); ++c)
      for (const Block b : r_.cycles.blocks(c))
        if (r_.mixed[c] != none) joins[b] = true;
    for (Block b = 0; b < blocks(); ++b)
      want(!joins[b] || r_.join[b] || !order_.reachable(b), ResultFault::missing_join, b,
           "threads that parted meet here");
  }
  void complete_inst(std::uint32_t i) {
    for (std::uint32_t k = 0; k < p_.mentions[i].size(); ++k) {
      const std::uint32_t name = r_.names.mentions[i][k];
      if (p_.mentions[i][k].role != Role::def || name == none || p_.insts[i].phi) continue;
      bool must = p_.insts[i].source == Source::divergent;
      for (std::uint32_t j = 0; p_.insts[i].source == Source::operands && j < p_.mentions[i].size(); ++j) {
        const std::uint32_t place = places_.mention(i) + j;
        if (p_.mentions[i][j].role == Role::def || !r_.divergent[place]) continue;
        must |= p_.mentions[i][j].role != Role::guard || !keeps_undefined(i, name);
      }
      want(!must || divergent(name), ResultFault::missing_value, i, "a result of divergent operands");
    }
  }
  void complete_branch(Block b) {
    bool must = p_.ways[b].divergent;
    for (std::uint32_t k = 0; k < p_.deciders[b].size(); ++k) must |= r_.divergent[places_.decider(b) + k];
    want(!must || r_.branch[b] || cfg_.successors(b).size() < 2, ResultFault::missing_value, b, "a divergent branch");
  }
  void complete_parting(std::uint32_t k) {
    const Parting& parting = partings_[k];
    const std::uint32_t level = parts_level(r_.events[k]);
    for (const std::uint32_t name : parting.phis)
      want(divergent(name), ResultFault::missing_value, k, "a phi where threads meet");
    for (const std::uint32_t c : parting.inner)
      want(r_.mixed[c] != none, ResultFault::missing_cycle, c, "an irreducible cycle that threads enter apart");
    if (parting.apart)
      want(r_.apart[level] != none, ResultFault::missing_cycle, level, "a cycle left in different turns");
    if (parting.mixed)
      want(r_.mixed[level] != none, ResultFault::missing_cycle, level, "an irreducible cycle walked apart");
  }
  void complete_cycle(std::uint32_t c) {
    if (r_.mixed[c] != none) {
      want(r_.apart[c] != none, ResultFault::missing_cycle, c, "a cycle walked apart is left in different turns");
      for (std::uint32_t n = 0; n < def_block_.size(); ++n) {
        if (def_block_[n] == no_block || !in(c, def_block_[n])) continue;
        const bool made = def_inst_[n] != none && !p_.insts[def_inst_[n]].phi;
        if (made ? p_.insts[def_inst_[n]].source == Source::operands && !steady_in(c)[n] : takes_several(n))
          want(divergent(n), ResultFault::missing_value, n, "a value of a cycle that threads walk apart");
      }
    }
    for (std::uint32_t u = 0; u < places_.count && r_.apart[c] != none; ++u)
      if (uses_[u].name != none && (read_behind(u, c) || (r_.mixed[c] != none && elsewhere(u, c))))
        want(r_.divergent[u], ResultFault::missing_value, u, "a use in another turn than it was made");
  }

  // ---- blocks that a part of the warp reaches: by search from each divergent branch
  void diverged() {
    const PostDominators tree(cfg_, order_);
    std::vector<bool> marked(blocks(), false);
    const auto mark = [&](std::uint32_t c) {
      bool more = false;
      for (const Block b : r_.cycles.blocks(c)) {
        more |= !marked[b];
        marked[b] = true;
      }
      return more;
    };
    std::vector<Block> from;
    for (Block b = 0; b < blocks(); ++b)
      if (r_.branch[b]) {
        from.push_back(b);
        const Block end = tree.immediate(b) == blocks() ? no_block : tree.immediate(b);
        want(r_.until[b] == end, ResultFault::bad_diverged, b, "all threads meet again elsewhere");
      }
    for (std::uint32_t c = 0; c < r_.cycles.size(); ++c) {
      bool all = r_.mixed[c] != none;
      for (const Block b : r_.cycles.blocks(c)) all |= r_.cycles[c].irreducible && r_.branch[b];
      if (all) mark(c);
    }
    for (bool more = true; more;) {
      more = false;
      for (const Block b : order_.blocks)
        if (b != blocks() && (marked[b] || r_.branch[b])) more |= region(b, tree.immediate(b), marked);
      for (std::uint32_t c = 0; c < r_.cycles.size(); ++c)
        if (!r_.cycles[c].irreducible && marked[r_.cycles[c].header]) more |= mark(c);
    }
    for (Block b = 0; b < blocks(); ++b)
      want(r_.diverged[b] == marked[b], ResultFault::bad_diverged, b, "a part of the warp reaches it, or none alone");
  }
  bool region(Block b, Block end, std::vector<bool>& marked) const {
    std::vector<Block> work(cfg_.successors(b).begin(), cfg_.successors(b).end());
    std::vector<bool> seen(blocks() + 1, false);
    bool more = false;
    while (!work.empty()) {
      const Block x = work.back();
      work.pop_back();
      if (x == end || x == blocks() || seen[x]) continue;
      seen[x] = true;
      more |= !marked[x];
      marked[x] = true;
      work.insert(work.end(), cfg_.successors(x).begin(), cfg_.successors(x).end());
    }
    return more;
  }

  const Problem& p_;
  const Result& r_;
  Cfg cfg_;
  Order order_;
  Places places_;
  std::vector<Use> uses_;  // per place; name none: it reads nothing
  std::vector<Phi> phis_;
  std::vector<Block> def_block_;
  std::vector<std::uint32_t> def_inst_;
  std::vector<bool> undefined_;
  std::vector<std::vector<bool>> steady_;
  std::vector<Parting> partings_;
  FaultList<ResultFault> faults_;
};

}  // namespace detail

/// Every fault of an answer that was not refused. Precondition: the problem has no faults.
template <class = void>
FaultList<ResultFault> check(const Problem& p, const Result& r) {
  return detail::ResultChecker(p, r).run();
}

}  // namespace lathe::flow::uniformity
