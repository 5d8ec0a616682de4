// Where values are while they are in no register: made again where they are wanted, or in a slot of the frame, which is
// written once behind the definition or wherever they leave their register, whatever costs less.
//
// Phis that are in no register have slots too, which the edges write; a value that is read from its slot on such an
// edge gladly has the same one, and nothing is to do. Slots are shared by what is never there at once, judged by first
// and last place in the order of the blocks.
//
// Cost: that of liveness for the spilled values, O(n log n) to share slots; joining a value to a phi looks at the
// blocks of both, at most `most_joined`.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include <lathe/regalloc/spill.hpp>

namespace lathe::regalloc::detail {

enum class Home : std::uint8_t {
  none,        ///< it never leaves its registers
  leaving,     ///< stored where it leaves them
  definition,  ///< stored behind its definition
  edges,       ///< a phi that is stored on the edges
  made         ///< made again
};

template <class = void>
class BasicHomes {
 public:
  static constexpr std::size_t most_joined = 4096;
  std::vector<Home> home;           ///< per value
  std::vector<std::uint32_t> slot;  ///< per value
  std::vector<Slot> slots;
  std::uint64_t fuel;
  std::uint64_t decisions = 0;

  BasicHomes(const Problem& p, const Options& options, const Ground& ground, const Residence& where)
      : home(p.values.size(), Home::none),
        slot(p.values.size(), none),
        fuel(options.fuel),
        p_(p),
        options_(options),
        ground_(ground),
        where_(where),
        mark_(p.values.size(), 0) {
    find_definitions();
    weigh();
    decide();
    find_life();
    join_phis();
    share();
  }

  bool spend() {
    if (fuel == 0) return false;
    --fuel;
    ++decisions;
    return true;
  }
  bool has_slot(std::uint32_t v) const {
    return home[v] == Home::leaving || home[v] == Home::definition || home[v] == Home::edges;
  }
  /// Is it in its slot where stored_exit has it or not?
  bool in_slot(std::uint32_t v, bool stored) const { return has_slot(v) && (stored || home[v] == Home::definition); }
  bool is_join(Block b) const { return detail::is_join(p_, b, first_phi_[b] != first_phi_[b + 1]); }
  std::span<const Problem::Phi> phis(Block b) const {
    return std::span(p_.phis).subspan(first_phi_[b], first_phi_[b + 1] - first_phi_[b]);
  }
  std::uint32_t first_phi(Block b) const { return first_phi_[b]; }
  /// Does nobody read the phi of this number?
  bool is_dead(std::uint32_t phi) const { return where_.dead[p_.operands.size() + p_.parameters.size() + phi] != 0; }
  std::uint64_t weight(Block from, Block to) const { return std::min(p_.weight[from], p_.weight[to]); }

  /// What a phi takes from a predecessor that the entry reaches. O(log predecessors).
  std::uint32_t argument(std::uint32_t phi, Block from) const {
    const auto begin = arguments_.begin() + p_.phis[phi].begin;
    return std::lower_bound(begin, begin + p_.phis[phi].count, from,
                            [](const Problem::Argument& a, Block b) { return a.from < b; })
        ->value;
  }

  /// What has to happen on an edge into a join beside moves: load(value), for the register that it has in `to`;
  /// store(value), from the register that it has in `from`; phi(number, argument, the argument is in a register of
  /// `from`, it is stored there).
  template <class Load, class Store, class Phi>
  void couple(Block from, Block to, Load&& load, Store&& store, Phi&& phi) {
    // Bits of mark_, above them the turn.
    turn_ += 8;
    const auto set = [&](std::uint32_t v, std::uint32_t bit) {
      if (mark_[v] / 8 != turn_ / 8) mark_[v] = turn_;
      mark_[v] |= bit;
    };
    const auto has = [&](std::uint32_t v, std::uint32_t bit) {
      return mark_[v] / 8 == turn_ / 8 && (mark_[v] & bit) != 0;
    };
    for (const std::uint32_t v : where_.exit[from]) set(v, 1);
    for (const std::uint32_t v : where_.stored_exit[from]) set(v, 2);
    for (std::uint32_t k = first_phi_[to]; k < first_phi_[to + 1]; ++k) {
      const std::uint32_t v = argument(k, from);
      phi(k, v, has(v, 1), has(v, 2));
      set(p_.phis[k].result, 4);
    }
    for (const std::uint32_t v : where_.entry[to])
      if (!has(v, 4) && !has(v, 1)) load(v);
    for (const std::uint32_t v : where_.stored_entry[to])
      if (!has(v, 4) && has(v, 1) && !has(v, 2) && p_.can_store(v)) store(v);
  }

 private:
  struct Span {
    std::uint64_t low, high;
    auto operator<=>(const Span&) const = default;
  };
  struct Definition {
    Block block = flow::no_block;
    std::uint32_t inst = none;  // none: a parameter or phi
    bool phi = false;
  };

  void find_definitions() {
    first_phi_.assign(p_.block_count() + 1, 0);
    for (const Problem::Phi& phi : p_.phis) ++first_phi_[phi.block + 1];
    for (Block b = 0; b < p_.block_count(); ++b) first_phi_[b + 1] += first_phi_[b];
    arguments_ = p_.arguments;
    for (const Problem::Phi& phi : p_.phis) {
      const auto begin = arguments_.begin() + phi.begin;
      std::sort(begin, begin + phi.count,
                [](const Problem::Argument& a, const Problem::Argument& b) { return a.from < b.from; });
    }
    def_.resize(p_.values.size());
    for (const Operand& o : p_.parameters) def_[o.value] = {0, none, false};
    for (const Problem::Phi& phi : p_.phis)
      if (ground_.order.reachable(phi.block)) def_[phi.result] = {phi.block, none, true};
    for (const Block b : ground_.order.blocks)
      for (std::uint32_t i = p_.first[b]; i < p_.first[b + 1]; ++i)
        for (const Operand& o : p_.operands[i])
          if (o.is_def) def_[o.value] = {b, i, false};
    base_.assign(p_.block_count(), 0);
    std::uint64_t at = 0;
    for (const Block b : ground_.order.blocks) {
      base_[b] = at;
      at += p_.first[b + 1] - p_.first[b] + 2;
    }
  }

  void weigh() {
    loads_.assign(p_.values.size(), 0);
    stores_.assign(p_.values.size(), 0);
    std::vector<std::uint8_t> in(p_.values.size(), 0);
    for (const Block b : ground_.order.blocks) {
      for (std::uint32_t i = p_.first[b]; i < p_.first[b + 1]; ++i)
        for (const Residence::Event& e : where_.before(i)) {
          if (e.kind == Residence::Event::Kind::load) loads_[e.value] += p_.weight[b];
          if (e.store) stores_[e.value] += p_.weight[b];
          in[e.value] = 1;
        }
      if (!is_join(b)) continue;
      for (std::uint32_t k = first_phi_[b]; k < first_phi_[b + 1]; ++k)
        if (!is_dead(k)) home[p_.phis[k].result] = Home::edges;
      for (const std::uint32_t v : where_.entry[b])
        if (def_[v].phi && def_[v].block == b) home[v] = Home::none;
      for (const Block from : p_.cfg.predecessors(b)) {
        if (!ground_.order.reachable(from)) continue;
        const std::uint64_t w = weight(from, b);
        couple(
            from, b,
            [&](std::uint32_t v) {
              loads_[v] += w;
              in[v] = 1;
            },
            [&](std::uint32_t v) {
              stores_[v] += w;
              in[v] = 1;
            },
            [&](std::uint32_t k, std::uint32_t v, bool there, bool) {
              if (there || is_dead(k)) return;
              loads_[v] += w;
              in[v] = 1;
            });
      }
    }
    for (std::uint32_t v = 0; v < in.size(); ++v)
      if (in[v] != 0 && home[v] == Home::none) home[v] = Home::leaving;
  }

  void decide() {
    for (std::uint32_t v = 0; v < home.size(); ++v) {
      if (home[v] != Home::leaving) continue;
      const Definition& d = def_[v];
      const bool terminator = d.inst != none && p_.insts[d.inst].terminator;
      const std::uint64_t once = p_.weight[d.block];
      const std::uint64_t store = terminator ? stores_[v] : std::min(stores_[v], once);
      const std::uint64_t slot_cost = loads_[v] * options_.load_cost + store * options_.store_cost;
      if (!p_.can_store(v))
        home[v] = Home::made;
      else if (options_.rematerialise && p_.values[v].remat != none && loads_[v] * p_.values[v].remat <= slot_cost &&
               spend())
        home[v] = Home::made;
      else if (!terminator && once <= stores_[v] && spend())
        home[v] = Home::definition;
    }
  }

  // ---- from where to where is a value in its slot

  std::uint64_t place(Block b, std::uint32_t inst) const { return base_[b] + 1 + inst - p_.first[b]; }
  std::uint64_t end(Block b) const { return base_[b] + 1 + p_.first[b + 1] - p_.first[b]; }

  void find_life() {
    number_.assign(home.size(), none);
    for (std::uint32_t v = 0; v < home.size(); ++v)
      if (has_slot(v)) {
        number_[v] = static_cast<std::uint32_t>(spilled_.size());
        spilled_.push_back(v);
      }
    flow::LivenessProblem lp;
    lp.variables = static_cast<std::uint32_t>(spilled_.size());
    spans_.resize(spilled_.size());
    for (std::uint32_t n = 0; n < spilled_.size(); ++n) lp.defs.emplace_back(n, def_[spilled_[n]].block);
    std::vector<Block> stored(spilled_.size(), flow::no_block), read(spilled_.size(), flow::no_block);
    std::vector<std::pair<std::uint32_t, Span>> found;  // within a block
    const auto note = [&](std::uint32_t n, std::uint64_t low, std::uint64_t high) {
      found.push_back({n, {low, high}});
    };
    for (const Block b : ground_.order.blocks) {
      for (std::uint32_t i = p_.first[b]; i < p_.first[b + 1]; ++i)
        for (const Residence::Event& e : where_.before(i)) {
          const std::uint32_t n = number_[e.value];
          if (n == none) continue;
          if (e.store && home[e.value] == Home::leaving) {
            lp.defs.emplace_back(n, b);
            stored[n] = b;
            note(n, place(b, i), place(b, i));
          }
          if (e.kind != Residence::Event::Kind::load) continue;
          note(n, place(b, i), place(b, i));
          if (stored[n] != b && def_[e.value].block != b && read[n] != b) {
            read[n] = b;
            lp.uses.emplace_back(n, b);
          }
        }
      if (!is_join(b)) continue;
      for (const Block from : p_.cfg.predecessors(b)) {
        if (!ground_.order.reachable(from)) continue;
        const auto at_end = [&](std::uint32_t v) {
          if (number_[v] == none) return;
          lp.edge_uses.emplace_back(number_[v], from);
        };
        couple(
            from, b, at_end, [](std::uint32_t) {},
            [&](std::uint32_t k, std::uint32_t v, bool there, bool stored_there) {
              if (is_dead(k)) return;
              if (!there || (home[p_.phis[k].result] == Home::edges && in_slot(v, stored_there))) at_end(v);
            });
      }
    }
    for (std::uint32_t n = 0; n < spilled_.size(); ++n) {
      const std::uint32_t v = spilled_[n];
      const Definition& d = def_[v];
      if (home[v] != Home::leaving) {
        const std::uint64_t at = d.inst == none ? base_[d.block] : place(d.block, d.inst) + 1;
        note(n, at, at);
      }
    }
    const flow::Liveness live = flow::liveness(p_.cfg, lp);
    for (const Block b : ground_.order.blocks) {
      for (const std::uint32_t n : live.live_in[b]) note(n, base_[b], base_[b]);
      for (const std::uint32_t n : live.live_out[b]) note(n, end(b), end(b));
    }
    gather(found);
  }
  // One span per value and block: notes are points of it.
  void gather(std::vector<std::pair<std::uint32_t, Span>>& found) {
    std::sort(found.begin(), found.end());
    std::size_t order = 0;
    std::uint32_t of = none;
    for (const auto& [n, s] : found) {
      if (of != n) order = 0, of = n;
      const auto& blocks = ground_.order.blocks;
      if (!spans_[n].empty()) {
        while (order + 1 < blocks.size() && base_[blocks[order + 1]] <= spans_[n].back().high) {
          // Blocks are many and values few: leap.
          const auto it =
              std::upper_bound(blocks.begin() + static_cast<std::ptrdiff_t>(order) + 1, blocks.end(),
                               spans_[n].back().high, [&](std::uint64_t at, Block b) { return at < base_[b]; });
          order = static_cast<std::size_t>(it - blocks.begin()) - 1;
        }
        const std::uint64_t next = order + 1 < blocks.size() ? base_[blocks[order + 1]] : ~std::uint64_t{0};
        if (s.low < next) {
          spans_[n].back().high = s.high;
          continue;
        }
      }
      spans_[n].push_back(s);
    }
  }

  // ---- slots

  static bool meet(const std::vector<Span>& a, const std::vector<Span>& b) {
    for (std::size_t i = 0, k = 0; i < a.size() && k < b.size();) {
      if (a[i].high < b[k].low)
        ++i;
      else if (b[k].high < a[i].low)
        ++k;
      else
        return true;
    }
    return false;
  }
  std::uint32_t find(std::uint32_t n) {
    while (leader_[n] != n) n = leader_[n] = leader_[leader_[n]];
    return n;
  }
  void join_phis() {
    leader_.resize(spilled_.size());
    for (std::uint32_t n = 0; n < leader_.size(); ++n) leader_[n] = n;
    for (const Problem::Phi& phi : p_.phis) {
      if (home[phi.result] != Home::edges || !ground_.order.reachable(phi.block)) continue;
      for (const Problem::Argument& a : p_.incoming(phi)) {
        if (!ground_.order.reachable(a.from) || number_[a.value] == none) continue;
        const std::uint32_t x = find(number_[phi.result]), y = find(number_[a.value]);
        if (x == y || spans_[x].size() + spans_[y].size() > most_joined || meet(spans_[x], spans_[y]) || !spend())
          continue;
        std::vector<Span> both;
        both.reserve(spans_[x].size() + spans_[y].size());
        std::merge(spans_[x].begin(), spans_[x].end(), spans_[y].begin(), spans_[y].end(), std::back_inserter(both));
        leader_[std::max(x, y)] = std::min(x, y);
        spans_[std::max(x, y)].clear();
        spans_[std::min(x, y)] = std::move(both);
      }
    }
  }
  void share() {
    struct Web {
      std::uint64_t low, high;
      std::uint32_t leader;
      auto operator<=>(const Web&) const = default;
    };
    std::vector<Web> webs;
    for (std::uint32_t n = 0; n < leader_.size(); ++n)
      if (leader_[n] == n && !spans_[n].empty()) webs.push_back({spans_[n].front().low, spans_[n].back().high, n});
    std::sort(webs.begin(), webs.end());
    struct Free {
      std::uint64_t from;
      std::uint32_t slot;
      auto operator<=>(const Free&) const = default;
    };
    std::vector<std::uint32_t> of(leader_.size(), none);
    std::vector<std::pair<Slot, std::vector<Free>>> kinds;  // heaps: the one that was free first is taken
    const auto later = [](const Free& a, const Free& b) { return a > b; };
    for (const Web& w : webs) {
      const Class& c = p_.classes[p_.values[spilled_[w.leader]].cls];
      const Slot want{c.slot_bytes, c.slot_align};
      auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const auto& k) { return k.first == want; });
      if (kind == kinds.end()) kind = kinds.insert(kinds.end(), {want, {}});
      auto& heap = kind->second;
      if (!heap.empty() && heap.front().from < w.low && spend()) {
        std::pop_heap(heap.begin(), heap.end(), later);
        of[w.leader] = heap.back().slot;
        heap.back().from = w.high;
      } else {
        of[w.leader] = static_cast<std::uint32_t>(slots.size());
        slots.push_back(want);
        heap.push_back({w.high, of[w.leader]});
      }
      std::push_heap(heap.begin(), heap.end(), later);
    }
    for (std::uint32_t n = 0; n < spilled_.size(); ++n) slot[spilled_[n]] = of[find(n)];
  }

  const Problem& p_;
  const Options& options_;
  const Ground& ground_;
  const Residence& where_;
  std::vector<std::uint64_t> mark_;
  std::uint64_t turn_ = 0;
  std::vector<std::uint32_t> first_phi_;
  std::vector<Problem::Argument> arguments_;  // those of each phi ascending by `from`
  std::vector<Definition> def_;
  std::vector<std::uint64_t> base_, loads_, stores_;
  std::vector<std::uint32_t> number_, spilled_, leader_;
  std::vector<std::vector<Span>> spans_;
};
using Homes = BasicHomes<>;

}  // namespace lathe::regalloc::detail
