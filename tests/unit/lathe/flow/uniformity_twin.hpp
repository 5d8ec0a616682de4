// The slow twin of uniformity: all rules again and again until nothing changes. Where threads meet is asked by taking
// each single block away: no block, and no way, is passed by all who come there.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include <lathe/flow/uniformity_core.hpp>

namespace uniformity_test {

using lathe::flow::Block, lathe::flow::no_block, lathe::flow::no_cycle, lathe::flow::Cfg, lathe::flow::Order,
    lathe::flow::reverse_post_order;
using namespace lathe::flow::uniformity;

class Twin {
 public:
  /// Takes names and cycles from an answer; everything else is found anew.
  Twin(const Problem& p, const Result& r) : p_(p), r_(r), places_(p, r.names), order_(reverse_post_order(cfg())) {}

  /// Is what a place reads divergent?
  bool reads_divergent(std::uint32_t place) const {
    for (const Read& read : reads_)
      if (read.place == place) return divergent(place, read.name);
    return false;
  }
  std::set<std::uint32_t> names, uses, branches, apart, mixed;  ///< what is divergent

  void run() {
    collect();
    for (std::size_t before = ~std::size_t{0}; before != total();) {
      before = total();
      for (Block b = 0; b < p_.block_count(); ++b)
        if (order_.reachable(b)) block(b);
      for (const std::uint32_t b : std::set<std::uint32_t>(branches)) part(b, r_.cycles.innermost(b), {b});
      for (const std::uint32_t c : std::set<std::uint32_t>(apart))
        part(r_.cycles[c].header, r_.cycles[c].parent,
             std::vector<Block>(r_.cycles.blocks(c).begin(), r_.cycles.blocks(c).end()));
      for (std::uint32_t c = 0; c < r_.cycles.size(); ++c) cycle(c);
    }
  }

 private:
  static constexpr std::uint32_t nothing = lathe::ids::none;
  struct Read {
    std::uint32_t place, name;
    Block block;
    std::uint32_t phi;  // the name of the phi that reads it
  };
  std::size_t total() const { return names.size() + uses.size() + branches.size() + apart.size() + mixed.size(); }
  Cfg cfg() const {
    std::vector<std::pair<Block, Block>> edges;
    for (Block b = 0; b < p_.block_count(); ++b)
      for (const Block s : p_.successors[b]) edges.emplace_back(b, s);
    return Cfg(p_.block_count(), edges);
  }
  bool undefined(std::uint32_t name) const {
    for (const std::uint32_t u : r_.names.undefined)
      if (u == name) return true;
    return false;
  }
  bool divergent(std::uint32_t place, std::uint32_t name) const {
    return name != nothing && (names.count(name) != 0 || uses.count(place) != 0);
  }

  void collect() {
    def_block_.assign(r_.names.names.size(), no_block);
    def_inst_.assign(r_.names.names.size(), nothing);
    for (Block b = 0; b < p_.block_count(); ++b) {
      if (!order_.reachable(b)) continue;
      for (std::uint32_t i = p_.first[b]; i < p_.first[b + 1]; ++i)
        for (std::uint32_t k = 0; k < p_.mentions[i].size(); ++k) {
          const std::uint32_t name = r_.names.mentions[i][k];
          if (p_.mentions[i][k].role == Role::def)
            def_block_[name] = b, def_inst_[name] = i;
          else
            reads_.push_back({places_.mention(i) + k, name, b, nothing});
        }
      for (std::uint32_t k = 0; k < p_.deciders[b].size(); ++k)
        reads_.push_back({places_.decider(b) + k, r_.names.live_out[b + 1][k], b, nothing});
      for (std::uint32_t i = p_.first[b]; i < p_.first[b + 1] && p_.insts[i].phi; ++i)
        for (std::uint32_t k = 0; k < p_.incoming[i].size(); ++k)
          if (order_.reachable(p_.incoming[i][k].from))
            argument(places_.incoming_of(i) + k, b, p_.incoming[i][k].from, r_.names.incoming[i][k],
                     r_.names.mentions[i][0]);
    }
    for (const auto& phi : r_.names.phis) {
      def_block_[phi.name] = phi.block - 1;
      for (std::uint32_t k = phi.begin; k < phi.begin + phi.count; ++k)
        if (const auto& a = r_.names.arguments[k]; a.name != nothing)
          argument(places_.arguments + k, phi.block - 1, a.from == 0 ? no_block : a.from - 1, a.name, phi.name);
    }
  }
  void argument(std::uint32_t place, Block b, Block from, std::uint32_t name, std::uint32_t phi) {
    reads_.push_back({place, name, b, phi});
    arguments_.push_back({phi, b, from, name});
  }

  void block(Block b) {
    for (std::uint32_t i = p_.first[b]; i < p_.first[b + 1]; ++i) {
      if (p_.insts[i].phi) continue;
      for (std::uint32_t d = 0; d < p_.mentions[i].size(); ++d) {
        if (p_.mentions[i][d].role != Role::def) continue;
        bool is = p_.insts[i].source == Source::divergent;
        for (std::uint32_t k = 0; p_.insts[i].source == Source::operands && k < p_.mentions[i].size(); ++k) {
          const Role role = p_.mentions[i][k].role;
          if (role == Role::def || !divergent(places_.mention(i) + k, r_.names.mentions[i][k])) continue;
          is |= role != Role::guard || !drops(i, p_.mentions[i][d].variable);
        }
        if (is) names.insert(r_.names.mentions[i][d]);
      }
    }
    for (const auto& v : p_.parameters)
      if (!v.uniform && r_.names.at_entry[v.variable] != nothing) names.insert(r_.names.at_entry[v.variable]);
    for (const Read& read : reads_)
      if (read.phi != nothing && divergent(read.place, read.name)) names.insert(read.phi);
    const std::size_t ways = p_.successors[b].size();
    bool is = p_.ways[b].divergent;
    for (std::uint32_t k = 0; k < p_.deciders[b].size(); ++k)
      is |= divergent(places_.decider(b) + k, r_.names.live_out[b + 1][k]);
    if (is && ways + (p_.ways[b].leaves && ways != 0 ? 1 : 0) > 1) branches.insert(b);
  }
  bool drops(std::uint32_t i, std::uint32_t variable) const {
    for (std::uint32_t k = 0; k < p_.mentions[i].size(); ++k)
      if (p_.mentions[i][k].role == Role::old && p_.mentions[i][k].variable == variable)
        return undefined(r_.names.mentions[i][k]);
    return false;
  }

  // ---- where threads meet
  // Nodes are blocks; an irreducible cycle in the body is its header's.
  Block node(std::uint32_t level, Block b) const {
    Block out = b;
    for (std::uint32_t c = r_.cycles.innermost(b); c != level && c != no_cycle; c = r_.cycles[c].parent)
      if (r_.cycles[c].parent == level && r_.cycles[c].irreducible) out = r_.cycles[c].header;
    return out;
  }
  std::uint32_t position(std::uint32_t level, Block b) const {
    Block out = b;
    for (std::uint32_t c = r_.cycles.innermost(b); c != level && c != no_cycle; c = r_.cycles[c].parent)
      out = r_.cycles[c].header;
    return order_.position[out];
  }
  bool same_inner(std::uint32_t level, Block a, Block b) const {
    for (std::uint32_t c = r_.cycles.innermost(a); c != level && c != no_cycle; c = r_.cycles[c].parent)
      if (r_.cycles.contains(c, b)) return true;
    return false;
  }
  struct Reached {
    std::set<Block> nodes;
    bool header = false, out = false;
  };
  // What the ways lead to, without the w-th of them and without a block.
  Reached reach(std::uint32_t level, Block at, const std::vector<std::pair<Block, Block>>& ways, std::size_t w,
                Block without) const {
    const bool irreducible = level != no_cycle && r_.cycles[level].irreducible;
    const Block header = level == no_cycle || irreducible ? no_block : r_.cycles[level].header;
    Reached out;
    std::vector<Block> work;
    const auto go = [&](Block from, Block to, bool inner) {
      if (to == header)
        out.header = true;
      else if (level != no_cycle && !r_.cycles.contains(level, to))
        out.out = true;
      else if (irreducible && !inner && position(level, to) <= position(level, from))
        out.out = true;
      else if (node(level, to) != without && out.nodes.insert(node(level, to)).second)
        work.push_back(node(level, to));
    };
    for (std::size_t k = 0; k < ways.size(); ++k)
      if (k != w) go(at, ways[k].second, false);
    while (!work.empty()) {
      const Block x = work.back();
      work.pop_back();
      for (Block b = 0; b < p_.block_count(); ++b)
        if (order_.reachable(b) && node(level, b) == x && (level == no_cycle || r_.cycles.contains(level, b)))
          for (const Block s : p_.successors[b])
            if (node(level, s) != x || s == b) go(b, s, same_inner(level, b, s));
    }
    return out;
  }
  void part(Block at, std::uint32_t level, const std::vector<Block>& from) {
    if (level != no_cycle && mixed.count(level) != 0) return;
    std::vector<std::pair<Block, Block>> ways;
    for (const Block b : from)
      for (const Block s : p_.successors[b])
        if (from.size() == 1 && from[0] == at && branches.count(at) != 0 && r_.cycles.innermost(at) == level)
          ways.emplace_back(b, s);
        else if (std::find(from.begin(), from.end(), s) == from.end())
          ways.emplace_back(b, s);
    if (ways.size() < 2) return;
    const Reached all = reach(level, at, ways, ways.size(), no_block);
    std::set<Block> meet = all.nodes;
    bool header = all.header, out = all.out, both = all.out;
    const auto without = [&](const Reached& left) {
      for (const Block b : all.nodes)
        if (left.nodes.count(b) == 0) meet.erase(b);
      header &= left.header;
      out &= left.out;
      both &= left.out || left.header;
    };
    for (std::size_t w = 0; w < ways.size(); ++w) without(reach(level, at, ways, w, no_block));
    for (const Block b : all.nodes) {
      Reached left = reach(level, at, ways, ways.size(), b);
      left.nodes.insert(b);
      without(left);
    }
    if (level != no_cycle && r_.cycles[level].irreducible) {
      if (out) mixed.insert(level);
    } else if (level != no_cycle && both) {
      apart.insert(level);
    }
    for (const Block b : meet) {
      const std::uint32_t c = r_.cycles.innermost(b);
      if (node(level, b) == b && c != level && inner_irreducible(level, b) != no_cycle)
        mixed.insert(inner_irreducible(level, b));
      else
        phis(level, b, ways, all);
    }
    if (header) phis(level, r_.cycles[level].header, ways, all);
  }
  std::uint32_t inner_irreducible(std::uint32_t level, Block b) const {
    for (std::uint32_t c = r_.cycles.innermost(b); c != level && c != no_cycle; c = r_.cycles[c].parent)
      if (r_.cycles[c].parent == level && r_.cycles[c].irreducible) return c;
    return no_cycle;
  }
  void phis(std::uint32_t level, Block b, const std::vector<std::pair<Block, Block>>& ways, const Reached& all) {
    const std::uint32_t loop = r_.cycles.innermost(b);
    std::map<std::uint32_t, std::set<std::uint32_t>> taken;
    for (const auto& a : arguments_) {
      if (a.block != b || a.from == no_block || undefined(a.name)) continue;
      bool comes = (level == no_cycle || r_.cycles.contains(level, a.from)) &&
                   all.nodes.count(node(level, a.from)) != 0 &&
                   (loop == level || r_.cycles[loop].header != b || !r_.cycles.contains(loop, a.from));
      for (const auto& [from, to] : ways) comes |= from == a.from && to == b;
      if (comes) taken[a.phi].insert(a.name);
    }
    for (const auto& [phi, values] : taken)
      if (values.size() > 1) names.insert(phi);
  }

  // ---- what turns change
  bool steady(std::uint32_t cycle, std::uint32_t name, int depth = 0) const {
    if (def_block_[name] == no_block || !r_.cycles.contains(cycle, def_block_[name])) return true;
    const std::uint32_t i = def_inst_[name];
    if (i == nothing || p_.insts[i].phi || p_.insts[i].changing || depth > 60) return false;
    for (std::uint32_t k = 0; k < p_.mentions[i].size(); ++k) {
      if (p_.mentions[i][k].role == Role::def) continue;
      if (p_.insts[i].source == Source::uniform || !steady(cycle, r_.names.mentions[i][k], depth + 1)) return false;
    }
    return true;
  }
  void cycle(std::uint32_t c) {
    const bool is_mixed = mixed.count(c) != 0;
    if (is_mixed) apart.insert(c);
    if (apart.count(c) == 0) return;
    for (const Read& read : reads_) {
      if (read.name == nothing || names.count(read.name) != 0 || steady(c, read.name)) continue;
      const std::uint32_t i = def_inst_[read.name];
      const bool word = i != nothing && p_.insts[i].source == Source::uniform;
      if (!r_.cycles.contains(c, read.block) ||
          (is_mixed && word && (read.block != def_block_[read.name] || read.phi != nothing)))
        uses.insert(read.place);
    }
    for (std::uint32_t n = 0; is_mixed && n < def_block_.size(); ++n) {
      if (def_block_[n] == no_block || !r_.cycles.contains(c, def_block_[n])) continue;
      const std::uint32_t i = def_inst_[n];
      if (i != nothing && !p_.insts[i].phi) {
        if (p_.insts[i].source == Source::operands && !steady(c, n)) names.insert(n);
        continue;
      }
      std::set<std::uint32_t> taken;
      for (const auto& a : arguments_)
        if (a.phi == n && a.name != n && !undefined(a.name)) taken.insert(a.name);
      if (taken.size() > 1) names.insert(n);
    }
  }

  struct Argument {
    std::uint32_t phi;
    Block block, from;
    std::uint32_t name;
  };
  const Problem& p_;
  const Result& r_;
  Places places_;
  Order order_;
  std::vector<Read> reads_;
  std::vector<Argument> arguments_;
  std::vector<Block> def_block_;
  std::vector<std::uint32_t> def_inst_;
};

}  // namespace uniformity_test
