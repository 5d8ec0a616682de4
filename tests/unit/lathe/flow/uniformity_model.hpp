// Random problems of uniformity, and threads that run them: every definition is an uninterpreted function of what it
// reads, so two threads have equal values only where they must.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/uniformity_core.hpp>

namespace uniformity_test {

using lathe::flow::Block, lathe::flow::no_block, lathe::flow::no_cycle;
using namespace lathe::flow::uniformity;

/// How a random problem looks.
struct Shape {
  std::uint32_t blocks = 8, variables = 6, insts = 3;
  bool structured = false;  ///< edges forward and to blocks that dominate; otherwise anywhere
  bool guards = true, phis = true;
};

class RandomProblem {
 public:
  RandomProblem(std::mt19937& engine, const Shape& shape) : engine_(engine), s_(shape) {}
  Problem run() {
    p_.name = "random";
    p_.variables = s_.variables;
    for (std::uint32_t v = 0; v < s_.variables; ++v)
      if (one_in(2)) p_.parameters.push_back({v, !one_in(3)});
    make_edges();
    std::vector<std::vector<Block>> before(s_.blocks);
    for (const auto& [from, to] : edges_) before[to].push_back(from);
    for (Block b = 0; b < s_.blocks; ++b) {
      p_.first.push_back(p_.inst_count());
      for (std::uint32_t k = s_.phis && one_in(3) && before[b].size() > 1 ? 1 + below(2) : 0; k > 0; --k)
        phi(before[b]);
      for (std::uint32_t k = below(s_.insts + 1); k > 0; --k) inst();
    }
    p_.first.push_back(p_.inst_count());
    p_.mentions = lathe::Csr<Problem::Mention>(p_.inst_count(), mentions_);
    p_.incoming = lathe::Csr<Problem::Incoming>(p_.inst_count(), incoming_);
    p_.successors = lathe::Csr<Block>(s_.blocks, edges_);
    p_.deciders = lathe::Csr<std::uint32_t>(s_.blocks, deciders_);
    return std::move(p_);
  }

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(engine_()) % n; }
  bool one_in(std::uint32_t n) { return below(n) == 0; }
  std::uint32_t variable() { return below(s_.variables); }

  void make_edges() {
    p_.ways.resize(s_.blocks);
    for (Block b = 0; b < s_.blocks; ++b) {
      std::set<Block> to;
      const bool last = b + 1 == s_.blocks;
      if (!last && (s_.structured || !one_in(5))) to.insert(b + 1);
      const std::uint32_t more = last ? below(2) : below(3);
      for (std::uint32_t k = 0; k < more; ++k) {
        const bool back = one_in(3);
        if (s_.structured)
          to.insert(back ? b - below(std::min(b, 3U) + 1) : std::min(s_.blocks - 1, b + 1 + below(4)));
        else
          to.insert(below(s_.blocks));
      }
      if (last && s_.structured) to.clear();
      for (const Block t : to) edges_.emplace_back(b, t);
      p_.ways[b].leaves = !to.empty() && one_in(12);
      p_.ways[b].divergent = one_in(40);
      if (to.size() > 1 || p_.ways[b].leaves)
        for (std::uint32_t k = 1 + below(4) / 3; k > 0; --k) deciders_.emplace_back(b, variable());
    }
  }
  void mention(Role role, std::uint32_t v) { mentions_.push_back({p_.inst_count() - 1, {v, role}}); }
  void phi(const std::vector<Block>& before) {
    p_.insts.push_back({Source::operands, false, true});
    for (const Block from : before)
      for (std::uint32_t k = one_in(10) ? below(3) : 1; k > 0; --k)
        incoming_.push_back({p_.inst_count() - 1, {from, variable()}});
    mention(Role::def, variable());
  }
  void inst() {
    p_.insts.emplace_back();
    Problem::Inst& inst = p_.insts.back();
    if (one_in(10)) inst.source = one_in(2) ? Source::uniform : Source::divergent;
    inst.changing = one_in(4);
    const bool guarded = s_.guards && one_in(4);
    if (guarded) mention(Role::guard, variable());
    for (std::uint32_t k = below(3); k > 0; --k) mention(Role::use, variable());
    for (std::uint32_t k = one_in(6) ? 2 : 1; k > 0; --k) {
      const std::uint32_t v = variable();
      bool twice = false;
      for (const auto& [i, m] : mentions_) twice |= i + 1 == p_.inst_count() && m.role == Role::def && m.variable == v;
      if (twice) continue;
      if (guarded && !one_in(8)) mention(Role::old, v);
      mention(Role::def, v);
    }
  }

  std::mt19937& engine_;
  Shape s_;
  Problem p_;
  std::vector<std::pair<Block, Block>> edges_;
  std::vector<std::pair<Block, std::uint32_t>> deciders_;
  std::vector<std::pair<std::uint32_t, Problem::Mention>> mentions_;
  std::vector<std::pair<std::uint32_t, Problem::Incoming>> incoming_;
};

/// Runs threads of a warp and compares what they have in the same turn of every cycle: the claims of an answer.
class Warp {
 public:
  Warp(const Problem& p, const Result& r)
      : p_(p), r_(r), places_(p, r.names), parted_(r.cycles.size(), std::vector<bool>(p.block_count(), false)) {
    def_inst_.assign(r.names.names.size(), lathe::ids::none);
    for (std::uint32_t i = 0; i < p.inst_count(); ++i)
      for (std::uint32_t k = 0; k < p.mentions[i].size(); ++k)
        if (p.mentions[i][k].role == Role::def && r.names.mentions[i][k] != lathe::ids::none)
          def_inst_[r.names.mentions[i][k]] = i;
    for (std::uint32_t c = 0; c < r.cycles.size(); ++c)
      if (r.cycles[c].irreducible && r.mixed[c] == lathe::ids::none) mark_parted(c);
  }
  /// The first claim that is wrong; empty: none is.
  std::string run(std::uint32_t threads, std::uint32_t seed, std::uint32_t fuel) {
    seen_.clear();
    walks_.clear();
    std::vector<Thread> all;
    for (std::uint32_t t = 0; t < threads; ++t) {
      all.emplace_back();
      run_thread(all.back(), t, seed, fuel);
      if (!wrong_.empty()) return wrong_;
    }
    for (Block b = 0; b < p_.block_count(); ++b) {
      if (r_.diverged[b]) continue;
      const Thread* first = nullptr;
      for (const Thread& t : all)
        if (t.ended) {
          if (first != nullptr && first->visits[b] != t.visits[b])
            return "block " + std::to_string(b) + " is not reached by all";
          first = &t;
        }
    }
    return {};
  }
  std::uint64_t compared = 0;  ///< values of two threads

 private:
  struct Value {
    std::uint64_t bits = 0;
    bool poison = true;
  };
  using Key = std::vector<std::uint32_t>;
  struct Thread {
    std::vector<Value> values;
    std::vector<std::uint32_t> turns;  // per cycle
    std::vector<std::set<Key>> visits;
    std::uint64_t history = 0, id = 0, steps = 0;
    bool ended = false, stopped = false;  // by itself; by fuel or for what is undefined
  };

  static std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    a = (a ^ b) * 0x9e3779b97f4a7c15ULL;
    a = (a ^ (a >> 29)) * 0xbf58476d1ce4e5b9ULL;
    return a ^ (a >> 32);
  }
  // Blocks of irreducible cycle c that threads which stay in it may walk apart: from each divergent branch, or exit of
  // a loop that is left in different turns, to the block that all ways back pass.
  void mark_parted(std::uint32_t c) {
    for (const Block b : r_.cycles.blocks(c)) {
      std::uint32_t loop = c;
      for (std::uint32_t l = r_.cycles.innermost(b); l != c; l = r_.cycles[l].parent)
        if (r_.apart[l] != lathe::ids::none) loop = l;
      if (loop != c) {
        parted_[c][b] = true;
        if (b == r_.cycles[loop].header) mark_region(c, loop_exits(c, loop), b);
      } else if (r_.branch[b]) {
        mark_region(c, std::set<Block>(p_.successors[b].begin(), p_.successors[b].end()), b);
      }
    }
  }
  std::set<Block> loop_exits(std::uint32_t c, std::uint32_t loop) const {
    std::set<Block> out;
    for (const Block b : r_.cycles.blocks(loop))
      for (const Block s : p_.successors[b])
        if (!r_.cycles.contains(loop, s) && r_.cycles.contains(c, s)) out.insert(s);
    return out;
  }
  void mark_region(std::uint32_t c, const std::set<Block>& from, Block back) {
    std::set<Block> best(r_.cycles.blocks(c).begin(), r_.cycles.blocks(c).end());
    for (const Block join : r_.cycles.blocks(c)) {
      std::set<Block> seen;
      std::vector<Block> work(from.begin(), from.end());
      while (!work.empty()) {
        const Block x = work.back();
        work.pop_back();
        if (x == join || !r_.cycles.contains(c, x) || !seen.insert(x).second) continue;
        work.insert(work.end(), p_.successors[x].begin(), p_.successors[x].end());
      }
      if (seen.count(back) == 0 && seen.size() < best.size()) best = seen;
    }
    for (const Block x : best) parted_[c][x] = true;
  }

  void run_thread(Thread& t, std::uint32_t id, std::uint32_t seed, std::uint32_t fuel) {
    t.id = id;
    t.values.resize(p_.variables);
    t.turns.assign(r_.cycles.size(), 0);
    t.visits.resize(p_.block_count());
    for (const Problem::Parameter& v : p_.parameters)
      t.values[v.variable] = {mix(mix(seed, v.variable), v.uniform ? 0 : id + 1), false};
    Block from = no_block, at = 0;
    while (wrong_.empty() && t.steps++ < fuel) {
      enter(t, from, at);
      const Block next = block(t, from, at);
      if (t.stopped || t.ended) return;
      from = at;
      at = next;
    }
  }
  // Does a step to `at` count in an irreducible cycle: a block of it, or the entry of a loop in it, that none walks
  // apart?
  bool steps_in(std::uint32_t c, Block from, Block at) const {
    std::uint32_t in = r_.cycles.innermost(at);
    if (in == no_cycle || !r_.cycles.contains(c, at) || parted_[c][at]) return false;
    if (in != c && (r_.cycles[in].header != at || r_.cycles[in].parent != c)) return false;
    return in == c || from == no_block || !r_.cycles.contains(in, from);
  }
  // Turns of cycles: of a natural loop, how often its header came since it was entered; of an irreducible one in which
  // threads are anywhere, nothing; of another, how many blocks came that threads do not walk apart.
  void enter(Thread& t, Block from, Block at) {
    t.history = mix(t.history, at + 1);
    for (std::uint32_t c = 0; c < r_.cycles.size(); ++c) {
      if (!r_.cycles.contains(c, at)) continue;
      if (from == no_block || !r_.cycles.contains(c, from)) t.turns[c] = 0;
      if (!r_.cycles[c].irreducible)
        t.turns[c] += at == r_.cycles[c].header;
      else if (r_.mixed[c] == lathe::ids::none)
        t.turns[c] += steps_in(c, from, at);
    }
    for (std::uint32_t c = 0; c < r_.cycles.size(); ++c) {  // they walk it together
      if (!r_.cycles[c].irreducible || r_.mixed[c] != lathe::ids::none || !steps_in(c, from, at)) continue;
      Key where;
      for (std::uint32_t around = c; around != no_cycle; around = r_.cycles[around].parent)
        where.push_back(t.turns[around]);
      where.push_back(c);
      if (!walks_.emplace(where, at).second && walks_[where] != at)
        wrong_ = "cycle " + std::to_string(c) + " is not walked together";
    }
    t.visits[at].insert(key(t, at));
  }
  Key key(const Thread& t, Block b) const {
    Key out;
    for (std::uint32_t c = r_.cycles.innermost(b); c != no_cycle; c = r_.cycles[c].parent) out.push_back(t.turns[c]);
    return out;
  }
  bool in_mixed(Block b) const {
    for (std::uint32_t c = r_.cycles.innermost(b); c != no_cycle; c = r_.cycles[c].parent)
      if (r_.mixed[c] != lathe::ids::none) return true;
    return false;
  }
  // What those who come together here share, and at no other time.
  std::uint64_t moment(const Thread& t, Block b) const {
    std::uint64_t out = in_mixed(b) ? t.history : 1;
    for (const std::uint32_t turn : key(t, b)) out = mix(out, turn);
    return mix(out, b);
  }

  // Compares a value with that of another thread in the same turn, where it is claimed to be the same.
  void see(const Thread& t, Block b, std::uint32_t place, std::uint32_t name, const Value& v) {
    if (r_.divergent[place] || v.poison || name == lathe::ids::none) return;
    Key where = key(t, b);
    where.push_back(place);
    // Uniform by word, in a cycle that is walked apart: for those who make it together.
    if (in_mixed(b) && def_inst_[name] != lathe::ids::none && p_.insts[def_inst_[name]].source == Source::uniform &&
        p_.first[b] <= def_inst_[name] && def_inst_[name] < p_.first[b + 1]) {
      where.push_back(static_cast<std::uint32_t>(t.history));
      where.push_back(static_cast<std::uint32_t>(t.history >> 32));
    }
    const auto [found, added] = seen_.emplace(where, v.bits);
    compared += !added;
    if (found->second != v.bits)
      wrong_ = "place " + std::to_string(place) + " of block " + std::to_string(b) + " is not uniform";
  }

  Block block(Thread& t, Block from, Block b) {
    std::vector<std::pair<std::uint32_t, Value>> phis;
    std::uint32_t i = p_.first[b];
    for (; i < p_.first[b + 1] && p_.insts[i].phi; ++i) phi(t, from, b, i, phis);
    for (const auto& [v, value] : phis) t.values[v] = value;
    for (; i < p_.first[b + 1]; ++i) inst(t, b, i);
    return way(t, b);
  }
  void phi(Thread& t, Block from, Block b, std::uint32_t i, std::vector<std::pair<std::uint32_t, Value>>& out) {
    std::vector<Value> values;
    for (std::uint32_t k = 0; k < p_.incoming[i].size(); ++k)
      if (p_.incoming[i][k].from == from) {
        values.push_back(t.values[p_.incoming[i][k].variable]);
        see(t, b, places_.incoming_of(i) + k, r_.names.incoming[i][k], values.back());
      }
    const Value taken = values.empty() ? Value() : values[mix(from, i) % values.size()];
    for (std::uint32_t k = 0; k < p_.mentions[i].size(); ++k)
      if (p_.mentions[i][k].role == Role::def) {
        see(t, b, places_.mention(i) + k, r_.names.mentions[i][k], taken);
        out.emplace_back(p_.mentions[i][k].variable, taken);
      }
  }
  void inst(Thread& t, Block b, std::uint32_t i) {
    const auto mentions = p_.mentions[i];
    Value all{mix(0, i), false};
    bool holds = true;
    for (std::uint32_t k = 0; k < mentions.size(); ++k) {
      const Problem::Mention& m = mentions[k];
      if (m.role == Role::def) continue;
      const Value& v = t.values[m.variable];
      see(t, b, places_.mention(i) + k, r_.names.mentions[i][k], v);
      if (m.role == Role::guard) holds &= (v.bits & 1) != 0;
      if (m.role == Role::use) all.bits = mix(all.bits, v.bits);
      all.poison |= v.poison && m.role != Role::old;
    }
    if (p_.insts[i].changing) all.bits = mix(all.bits, moment(t, b));
    bool reads = p_.insts[i].changing;
    for (const Problem::Mention& m : mentions) reads |= m.role != Role::def;
    if (p_.insts[i].source == Source::uniform) all = {reads ? moment(t, b) : mix(1, i), false};
    if (p_.insts[i].source == Source::divergent) all = {mix(t.history, t.id), false};
    const bool said = p_.insts[i].source != Source::operands;
    for (std::uint32_t k = 0; k < mentions.size(); ++k) {
      if (mentions[k].role != Role::def) continue;
      Value& v = t.values[mentions[k].variable];
      bool old = said;  // nothing is kept of what is said
      for (const Problem::Mention& m : mentions) old |= m.role == Role::old && m.variable == mentions[k].variable;
      if (holds || said || all.poison)
        v = {mix(all.bits, k), all.poison};
      else if (!old)
        v = {};  // whatever the register had
      see(t, b, places_.mention(i) + k, r_.names.mentions[i][k], v);
    }
  }
  Block way(Thread& t, Block b) {
    const auto to = p_.successors[b];
    const std::size_t ways = to.size() + (p_.ways[b].leaves && !to.empty() ? 1 : 0);
    std::uint64_t choice = mix(3, b);
    for (std::uint32_t k = 0; k < p_.deciders[b].size(); ++k) {
      const Value& v = t.values[p_.deciders[b][k]];
      see(t, b, places_.decider(b) + k, r_.names.live_out[b + 1][k], v);
      if (v.poison && ways > 1) {
        t.stopped = true;
        return 0;
      }
      choice = mix(choice, v.bits);
    }
    if (p_.ways[b].divergent) choice = mix(choice, t.history + t.id);
    t.ended = ways == 0 || choice % ways == to.size();
    const Block next = t.ended ? no_block : to[choice % ways];
    if (!r_.branch[b] && ways > 1 && !decided_by_word(b)) {
      Key where = key(t, b);
      where.push_back(places_.count + b);
      if (!seen_.emplace(where, next).second && seen_[where] != next)
        wrong_ = "the branch of block " + std::to_string(b) + " is not uniform";
    }
    return next;
  }
  // By what is uniform for those who make it together alone, where threads are anywhere.
  bool decided_by_word(Block b) const {
    if (!in_mixed(b)) return false;
    for (const std::uint32_t name : r_.names.live_out[b + 1])
      if (name != lathe::ids::none && def_inst_[name] != lathe::ids::none &&
          p_.insts[def_inst_[name]].source == Source::uniform)
        return true;
    return false;
  }

  const Problem& p_;
  const Result& r_;
  Places places_;
  std::vector<std::vector<bool>> parted_;  // per cycle and block: by a branch in the cycle
  std::vector<std::uint32_t> def_inst_;
  std::map<Key, std::uint64_t> seen_;
  std::map<Key, Block> walks_;
  std::string wrong_;
};

}  // namespace uniformity_test
