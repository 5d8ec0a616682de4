// Out of SSA form: which variables share a location, and which moves remain.
//
// Each phi  a0 = phi(a1 from B1, ..)  is first made safe in thought: at the end of each Bi a parallel copy
// ai' = ai, at the top of its block a0 = a0', and a0', a1', .. are one location. That is always right (no lost
// copy, no swap problem, critical edges need no splitting). Then variables are merged along the copies, most
// frequent first, unless two members are alive at one point with different values. Copies whose ends became one
// location vanish; the rest is put in sequence.
//
// Needs:  a CFG whose blocks are all reachable from block 0, variables in strict SSA form, points as below.
// Gives:  a location per variable and moves per block.
// Cost:   near linear in occurrences and in the blocks that variables live through; a small class is added to a large
//         one by its own members and those right below.
// Source: Boissinot, Darte, Rastello, Dupont de Dinechin, Guillon, "Revisiting out-of-SSA translation for
//         correctness, code quality and efficiency" (CGO 2009), section 4: value-based interference of classes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <lathe/flow/dominators.hpp>
#include <lathe/flow/liveness.hpp>
#include <lathe/opt/parallel_copy.hpp>
#include <lathe/opt/phi_problem.hpp>
#include <lathe/support/remark.hpp>

namespace lathe::opt {

namespace detail {

/// Members of a class by rank; with many, there is room before the first, and an insertion moves the shorter side.
template <class = void>
class BasicRankedList {
 public:
  BasicRankedList() = default;
  explicit BasicRankedList(std::vector<std::uint32_t> members) : slots_(std::move(members)) {}
  std::span<const std::uint32_t> view() const { return std::span(slots_).subspan(first_); }
  void assign(std::span<const std::uint32_t> members) {
    slots_.assign(members.begin(), members.end());
    first_ = 0;
  }
  void insert(std::size_t at, std::uint32_t member) {
    const std::size_t size = slots_.size() - first_;
    if (2 * at >= size || (first_ == 0 && size < many)) {
      slots_.insert(slots_.begin() + static_cast<std::ptrdiff_t>(first_ + at), member);
      return;
    }
    if (first_ == 0) {
      first_ = size / 2 + 1;
      slots_.insert(slots_.begin(), first_, 0);
    }
    const auto begin = slots_.begin() + static_cast<std::ptrdiff_t>(first_--);
    std::move(begin, begin + static_cast<std::ptrdiff_t>(at), begin - 1);
    slots_[first_ + at] = member;
  }

 private:
  static constexpr std::size_t many = 32;
  std::vector<std::uint32_t> slots_;
  std::size_t first_ = 0;
};
using RankedList = BasicRankedList<>;

template <class = void>
class BasicPhiEliminator {
 public:
  BasicPhiEliminator(const flow::Cfg& cfg, const flow::Dominators& dominators, const PhiProblem& problem,
                     const PhiOptions& options)
      : cfg_(cfg),
        dom_(dominators),
        p_(problem),
        options_(options),
        n_(static_cast<std::uint32_t>(problem.defs.size())) {}

  template <class Sink>
  PhiPlan run(Sink& sink) {
    make_nodes();
    find_liveness();
    form_classes();
    // Heaviest first, then in the order of the program.
    for (std::uint32_t i = 0; i < affinities_.size(); ++i) affinities_[i].order = i;
    std::sort(affinities_.begin(), affinities_.end(), [](const Affine& a, const Affine& b) {
      return std::tie(b.weight, a.order) < std::tie(a.weight, b.order);
    });

    PhiPlan plan;
    for (const Affine& a : affinities_) {
      if (plan.stats.tried == options_.fuel || options_.join == PhiJoin::none) break;
      ++plan.stats.tried;
      const bool merged = merge(find(a.to), find(a.from));
      plan.merged += merged;
      if constexpr (wants_remarks<Sink>)
        if (!merged) note_conflict(a, sink);
    }
    name_locations(plan);
    place_copies(plan);
    count(plan);
    return plan;
  }

 private:
  static constexpr std::uint32_t none = 0xffffffffU;
  struct Affine {
    std::uint32_t to, from, weight, order = 0;
  };
  struct Copy {  // one copy of a parallel copy
    flow::Block block;
    bool at_end;
    std::uint32_t to, from;  // nodes; from is a constant when is_constant
    bool is_constant;
  };

  template <class Sink>
  void note_conflict(const Affine& a, Sink& sink) const {
    const auto name = [&](std::uint32_t v) { return v < n_ ? std::to_string(v) : std::string("of a phi"); };
    sink(Remark{Remark::Kind::missed,
                "phi",
                "CopyRemains",
                {},
                "two locations are alive at once, or of different kinds",
                {{"To", name(a.to)}, {"From", name(a.from)}, {"Weight", std::to_string(a.weight)}}});
  }
  void count(PhiPlan& plan) const {
    plan.stats.phis = p_.phis.size();
    plan.stats.arguments = p_.arguments.size();
    plan.stats.copies = p_.copies.size();
    plan.stats.merged = plan.merged;
    for (const PhiPlan::Step& s : plan.steps) ++(s.is_constant ? plan.stats.constants : plan.stats.moves);
    plan.stats.looked_at = looked_at_;
    plan.stats.temporaries = plan.fresh_like.size();
  }

  // Nodes: the variables, then one per phi result (a0') and per phi argument (ai').
  void make_nodes() {
    place_ = p_.defs;
    kind_ = p_.kind;
    value_.resize(n_);
    for (std::uint32_t v = 0; v < n_; ++v) value_[v] = v;
    // A copy has its source's value; sources are defined before, but may be listed after: follow chains.
    for (const auto& c : p_.copies)
      if (c.same && defined(c.to) && defined(c.from) && options_.join == PhiJoin::values) value_[c.to] = c.from;
    for (const auto& phi : p_.phis) {
      place_[phi.result] = {phi.block, point::entry_write};
      value_[phi.result] = phi.result;
    }
    for (std::uint32_t v = 0; v < n_; ++v) value_[v] = root_value(v);
    for (const auto& c : p_.copies)
      if (defined(c.to) && defined(c.from)) affinities_.push_back({c.to, c.from, weight(c.block)});
    for (const auto& phi : p_.phis) {
      const std::uint32_t result = new_node({phi.block, point::phi}, p_.kind[phi.result], phi.result);
      first_of_phi_.push_back(result);
      copies_.push_back({phi.block, false, phi.result, result, false});
      affinities_.push_back({phi.result, result, weight(phi.block)});
      for (std::uint32_t i = phi.begin; i < phi.begin + phi.count; ++i) {
        const auto& a = p_.arguments[i];
        const bool variable = !a.is_constant;
        if (variable && !defined(a.value)) continue;  // undefined: nothing to copy
        const flow::Block b = a.from;
        const std::uint32_t node = new_node({b, point::exit_write(p_.exit[b])}, p_.kind[phi.result],
                                            variable ? value_[a.value] : constant_value(a.value));
        copies_.push_back({b, true, node, a.value, a.is_constant});
        if (variable) affinities_.push_back({node, a.value, weight(b)});
      }
      last_of_phi_.push_back(static_cast<std::uint32_t>(place_.size()));
    }
  }

  bool defined(std::uint32_t v) const { return place_[v].block != flow::no_block; }
  std::uint32_t new_node(PhiProblem::Place place, std::uint32_t kind, std::uint32_t value) {
    const auto node = static_cast<std::uint32_t>(place_.size());
    place_.push_back(place);
    kind_.push_back(kind);
    value_.push_back(options_.join == PhiJoin::values ? value : node);
    return node;
  }
  std::uint32_t root_value(std::uint32_t v) {
    std::uint32_t root = v;
    for (std::uint32_t steps = 0; value_[root] != root && steps <= n_; ++steps) root = value_[root];
    while (value_[v] != root && value_[v] != v) v = std::exchange(value_[v], root);
    return root;
  }
  // Above all variables: equal constants are equal values.
  static std::uint32_t constant_value(std::uint32_t constant) { return 0x80000000U | constant; }
  std::uint32_t weight(flow::Block b) const { return b < p_.frequency.size() ? p_.frequency[b] : 1; }

  void find_liveness() {
    flow::LivenessProblem lp;
    lp.variables = n_;
    std::vector<std::tuple<std::uint32_t, flow::Block, std::uint32_t>> last;
    const auto use = [&](std::uint32_t v, flow::Block b, std::uint32_t at) {
      last.emplace_back(v, b, at);
      if (place_[v].block != b) lp.uses.emplace_back(v, b);
    };
    for (std::uint32_t v = 0; v < n_; ++v)
      if (defined(v)) lp.defs.emplace_back(v, place_[v].block);
    for (const auto& u : p_.uses)
      if (defined(u.variable)) use(u.variable, u.place.block, u.place.at);
    for (const Copy& c : copies_)
      if (c.at_end && !c.is_constant) use(c.from, c.block, point::exit_read(p_.exit[c.block]));
    live_ = flow::liveness(cfg_, lp);
    // Last read of a variable in a block.
    std::sort(last.begin(), last.end());
    std::vector<std::pair<std::uint32_t, std::pair<flow::Block, std::uint32_t>>> rows;
    for (std::size_t i = 0; i < last.size(); ++i) {
      const auto& [v, b, at] = last[i];
      if (i + 1 < last.size() && std::get<0>(last[i + 1]) == v && std::get<1>(last[i + 1]) == b) continue;
      rows.push_back({v, {b, at}});
    }
    last_read_ = Csr<std::pair<flow::Block, std::uint32_t>>(n_, rows);
  }

  // Rank: preorder of definitions in the dominator tree. Classes: each variable alone, the nodes of a phi together.
  void form_classes() {
    const auto nodes = static_cast<std::uint32_t>(place_.size());
    std::vector<std::pair<std::uint64_t, std::uint32_t>> keys(nodes);
    for (std::uint32_t v = 0; v < nodes; ++v)
      keys[v] = {defined(v) ? (std::uint64_t{dom_.preorder(place_[v].block)} << 32) | place_[v].at : 0, v};
    std::sort(keys.begin(), keys.end());
    rank_.resize(nodes);
    for (std::uint32_t i = 0; i < nodes; ++i) rank_[keys[i].second] = i;
    leader_.resize(nodes);
    for (std::uint32_t v = 0; v < nodes; ++v) leader_[v] = v;
    alone_ = leader_;
    list_of_.assign(nodes, none);
    equal_in_.assign(nodes, none);
    equal_out_.assign(nodes, none);
    up_.assign(nodes, none);
    for (std::size_t i = 0; i < p_.phis.size(); ++i) {
      std::vector<std::uint32_t> list;
      for (std::uint32_t v = first_of_phi_[i]; v < last_of_phi_[i]; ++v) {
        leader_[v] = first_of_phi_[i];
        list.push_back(v);
      }
      std::sort(list.begin(), list.end(), [&](std::uint32_t a, std::uint32_t b) { return rank_[a] < rank_[b]; });
      stack_.clear();
      for (const std::uint32_t v : list) up_[v] = push_dominated(v);
      list_of_[first_of_phi_[i]] = static_cast<std::uint32_t>(lists_.size());
      lists_.push_back(RankedList(std::move(list)));
    }
  }

  std::uint32_t find(std::uint32_t v) {
    while (leader_[v] != v) v = leader_[v] = leader_[leader_[v]];
    return v;
  }
  // Members of a class by rank.
  std::span<const std::uint32_t> members(std::uint32_t leader) const {
    if (list_of_[leader] == none) return {&alone_[leader], 1};
    return lists_[list_of_[leader]].view();
  }
  // Pops what does not dominate v, pushes v; the nearest dominating node or none.
  std::uint32_t push_dominated(std::uint32_t v) {
    while (!stack_.empty() && !dominates(stack_.back(), v)) stack_.pop_back();
    const std::uint32_t above = stack_.empty() ? none : stack_.back();
    stack_.push_back(v);
    return above;
  }
  bool dominates(std::uint32_t a, std::uint32_t b) const {
    if (place_[a].block == place_[b].block) return place_[a].at <= place_[b].at;
    return dom_.dominates(place_[a].block, place_[b].block);
  }

  // True when `above`, whose definition dominates that of `v`, still holds a needed value just after v is written.
  bool alive_at(std::uint32_t above, std::uint32_t v) const {
    const flow::Block b = place_[v].block;
    const std::uint32_t at = place_[v].at;
    if (place_[above].block == b && place_[above].at == at) return true;  // written at once
    if (above >= n_) {  // a0' is read right away, ai' at the end of its block
      if (place_[above].block != b) return false;
      return place_[above].at != point::phi || at < point::entry_read;
    }
    const auto out = live_.live_out[b];
    if (std::binary_search(out.begin(), out.end(), above)) return true;
    const auto reads = last_read_[above];
    const auto it = std::lower_bound(reads.begin(), reads.end(), std::make_pair(b, std::uint32_t{0}));
    return it != reads.end() && it->first == b && it->second > at;
  }

  // Whether v conflicts with what lives at its definition, given its nearest dominating node `above` in the union
  // of two classes and whether that is of v's own class. Notes the nearest equal node of the other class that lives.
  [[gnu::always_inline]] bool conflicts(std::uint32_t v, std::uint32_t above, bool same_class) {
    equal_out_[v] = none;
    if (same_class) above = equal_out_[above];
    return above != none && conflicts_with(v, above);  // of its own class: most have no equal one there
  }
  bool conflicts_with(std::uint32_t v, std::uint32_t above) {
    std::uint32_t a = above;
    while (a != none && !alive_at(a, v)) a = equal_in_[a];
    if (value_[v] != value_[above]) return a != none;
    equal_out_[v] = a;
    return false;
  }
  // After a merge: the nearer one of the equal nodes in both classes.
  void keep_equal(std::uint32_t v) {
    const std::uint32_t in = equal_in_[v], out = equal_out_[v];
    if (in == none || (out != none && rank_[in] < rank_[out])) equal_in_[v] = out;
  }

  bool merge(std::uint32_t left, std::uint32_t right) {
    if (left == right) return true;
    if (kind_[left] != kind_[right]) return false;
    std::size_t large = members(left).size(), small = members(right).size();
    if (list_of_[left] == none || large < small) {
      std::swap(left, right);
      std::swap(large, small);
    }
    if (list_of_[left] != none && large >= options_.large_class &&
        large >= std::min<std::size_t>(options_.large_class, 8) * small)
      return merge_small(left, right);
    looked_at_ += large + small;
    return list_of_[right] == none ? merge_one(left, right) : merge_lists(left, right);
  }

  // Adds a small class to a large one. Only these are looked at: members of the small class with the nearest one above
  // them; members of the large class that come to stand right below one of the small class; and, where one of those
  // shares a value with it, those below it in turn. All others keep what is above them.
  bool merge_small(std::uint32_t left, std::uint32_t right) {
    const auto large = members(left), small = members(right);
    above_.clear();
    merged_.clear();  // pairs: a member of the large class, and what is now above it
    equal_.clear();
    for (std::size_t i = 0; i < small.size(); ++i) {
      const std::uint32_t x = small[i];
      ++looked_at_;
      const std::uint32_t of_large = nearest_above(large, x), of_small = up_[x];
      const bool same = of_large == none || (of_small != none && rank_[of_small] > rank_[of_large]);
      above_.push_back(same ? of_small : of_large);
      equal_out_[x] = none;
      if (above_[i] != none && conflicts(x, above_[i], same)) return false;
      const std::size_t before = equal_.size();
      if (!settle_below(large, small, x, x)) return false;
      for (std::size_t k = before; k < equal_.size(); ++k)
        if (!settle_below(large, small, x, equal_[k])) return false;
    }
    for (const std::uint32_t v : equal_) keep_equal(v);
    for (std::size_t i = 0; i < small.size(); ++i) {
      up_[small[i]] = above_[i];
      keep_equal(small[i]);
    }
    for (std::size_t i = 0; i < merged_.size(); i += 2) up_[merged_[i]] = merged_[i + 1];
    const std::uint32_t list = list_of_[left];
    if (list_of_[right] == none) {
      lists_[list].insert(place_in(large, right), right);
    } else {
      RankedList moved = std::exchange(lists_[list_of_[right]], {});
      for (const std::uint32_t x : moved.view()) lists_[list].insert(place_in(lists_[list].view(), x), x);
    }
    join(left, right, list);
    return true;
  }
  // The members of the large class right below `top`, which is x of the small class or stands below it with none of the
  // small class between. False where one conflicts; those that share a value with what lives go to equal_.
  bool settle_below(std::span<const std::uint32_t> large, std::span<const std::uint32_t> small, std::uint32_t x,
                    std::uint32_t top) {
    std::size_t k = place_in(large, top);
    if (top != x) ++k;
    while (k < large.size() && dominates(top, large[k])) {
      const std::uint32_t v = large[k];
      ++looked_at_;
      const std::uint32_t nearest = nearest_above(small, v);
      if (nearest == x) {
        if (conflicts(v, top, top != x)) return false;
        if (equal_out_[v] != none) equal_.push_back(v);
        if (top == x) {
          merged_.push_back(v);
          merged_.push_back(x);
        }
      }
      k = behind(large, k, nearest == x ? v : nearest);
    }
    return true;
  }

  // Where a node stands, or would stand, in a list by rank; the nearest of the list that dominates it, or none.
  std::size_t place_in(std::span<const std::uint32_t> list, std::uint32_t v) const {
    const auto by_rank = [&](std::uint32_t a, std::uint32_t b) { return rank_[a] < rank_[b]; };
    return static_cast<std::size_t>(std::lower_bound(list.begin(), list.end(), v, by_rank) - list.begin());
  }
  std::uint32_t nearest_above(std::span<const std::uint32_t> list, std::uint32_t v) const {
    const std::size_t at = place_in(list, v);
    std::uint32_t above = at == 0 ? none : list[at - 1];
    while (above != none && !dominates(above, v)) above = up_[above];
    return above;
  }
  // The first place from k on whose member `top` does not dominate: those that it does stand together.
  std::size_t behind(std::span<const std::uint32_t> list, std::size_t k, std::uint32_t top) const {
    std::size_t step = 1;
    while (k + step < list.size() && dominates(top, list[k + step])) step *= 2;
    const auto end = list.begin() + static_cast<std::ptrdiff_t>(std::min(list.size(), k + step));
    const auto found = std::partition_point(list.begin() + static_cast<std::ptrdiff_t>(k), end,
                                            [&](std::uint32_t v) { return dominates(top, v); });
    return static_cast<std::size_t>(found - list.begin());
  }

  // Adds the single node x to a class: looks at what dominates x and at what x dominates.
  bool merge_one(std::uint32_t left, std::uint32_t x) {
    const auto list = members(left);
    const std::size_t at = place_in(list, x);
    const std::uint32_t above = nearest_above(list, x);
    equal_out_[x] = none;
    if (above != none && conflicts(x, above, false)) return false;
    std::size_t end = at;
    for (; end < list.size() && dominates(x, list[end]); ++end) {
      const std::uint32_t v = list[end];
      const bool direct = up_[v] == above;
      if (conflicts(v, direct ? x : up_[v], !direct)) return false;
    }
    up_[x] = above;
    keep_equal(x);
    for (std::size_t i = at; i < end; ++i) {
      if (up_[list[i]] == above) up_[list[i]] = x;
      keep_equal(list[i]);
    }
    if (list_of_[left] != none) {
      lists_[list_of_[left]].insert(at, x);
      join(left, x, list_of_[left]);
    } else {
      lists_.push_back(RankedList({at == 0 ? x : left, at == 0 ? left : x}));
      join(left, x, static_cast<std::uint32_t>(lists_.size() - 1));
    }
    return true;
  }

  bool merge_lists(std::uint32_t left, std::uint32_t right) {
    const auto a = members(left), b = members(right);
    stack_.clear();
    const std::size_t size = a.size() + b.size();
    if (merged_.size() < size) merged_.resize(size);
    if (above_.size() < size) above_.resize(size);
    for (std::size_t i = 0, k = 0; i + k < size;) {
      const bool from_a = k == b.size() || (i < a.size() && rank_[a[i]] < rank_[b[k]]);
      const std::uint32_t v = from_a ? a[i++] : b[k++];
      const std::uint32_t above = push_dominated(v);
      equal_out_[v] = none;
      if (above != none && conflicts(v, above, (find(above) == left) == from_a)) return false;
      merged_[i + k - 1] = v;
      above_[i + k - 1] = above;
    }
    for (std::size_t i = 0; i < size; ++i) {
      up_[merged_[i]] = above_[i];
      keep_equal(merged_[i]);
    }
    const std::uint32_t list = list_of_[left];
    lists_[list_of_[right]] = {};
    lists_[list].assign(std::span(merged_).first(size));
    join(left, right, list);
    return true;
  }

  // The smaller number leads, so that a variable of the program gives the name.
  void join(std::uint32_t left, std::uint32_t right, std::uint32_t list) {
    const std::uint32_t leader = std::min(left, right), other = std::max(left, right);
    leader_[other] = leader;
    list_of_[other] = none;
    list_of_[leader] = list;
  }

  void name_locations(PhiPlan& plan) {
    name_.assign(place_.size(), none);
    plan.location.resize(n_);
    for (std::uint32_t v = 0; v < n_; ++v) {
      const std::uint32_t l = find(v);  // below n_: the smallest number leads
      name_[v] = plan.location[v] = l;
    }
    for (std::size_t i = 0; i < p_.phis.size(); ++i)
      for (std::uint32_t v = first_of_phi_[i]; v < last_of_phi_[i]; ++v) {
        const std::uint32_t l = find(v);
        if (l >= n_ && name_[l] == none) {
          name_[l] = n_ + static_cast<std::uint32_t>(plan.fresh_like.size());
          plan.fresh_like.push_back(p_.phis[i].result);
        }
        name_[v] = name_[l];
      }
  }

  void place_copies(PhiPlan& plan) {
    std::sort(copies_.begin(), copies_.end(), [](const Copy& a, const Copy& b) {
      return std::tie(a.block, a.at_end, a.to) < std::tie(b.block, b.at_end, b.to);  // no node is written twice
    });
    ParallelCopy sequencer;
    std::vector<Move> moves;
    std::vector<PhiPlan::Step> constants;
    for (std::size_t i = 0; i < copies_.size();) {
      const flow::Block block = copies_[i].block;
      const bool at_end = copies_[i].at_end;
      moves.clear();
      constants.clear();
      for (; i < copies_.size() && copies_[i].block == block && copies_[i].at_end == at_end; ++i) {
        const Copy& c = copies_[i];
        const std::uint32_t to = name_[c.to];
        if (c.is_constant)
          constants.push_back({block, at_end, to, c.from, true});
        else if (to != name_[c.from])
          moves.push_back({to, name_[c.from]});
      }
      // Equal values may share a location: one copy is enough.
      std::sort(moves.begin(), moves.end(),
                [](const Move& a, const Move& b) { return std::tie(a.to, a.from) < std::tie(b.to, b.from); });
      moves.erase(std::unique(moves.begin(), moves.end(), [](const Move& a, const Move& b) { return a.to == b.to; }),
                  moves.end());
      sequencer.sequence(
          moves, [&](std::uint32_t to, std::uint32_t from) { plan.steps.push_back({block, at_end, to, from, false}); },
          [&](std::uint32_t like) {
            const std::uint32_t variable = like < n_ ? like : plan.fresh_like[like - n_];
            plan.fresh_like.push_back(variable);
            return n_ + static_cast<std::uint32_t>(plan.fresh_like.size() - 1);
          });
      // Constants read nothing: after all moves.
      std::sort(constants.begin(), constants.end(), [](const auto& a, const auto& b) { return a.to < b.to; });
      constants.erase(
          std::unique(constants.begin(), constants.end(), [](const auto& a, const auto& b) { return a.to == b.to; }),
          constants.end());
      plan.steps.insert(plan.steps.end(), constants.begin(), constants.end());
    }
  }

  const flow::Cfg& cfg_;
  const flow::Dominators& dom_;
  const PhiProblem& p_;
  const PhiOptions& options_;
  std::uint32_t n_;
  std::vector<PhiProblem::Place> place_;  // per node
  std::vector<std::uint32_t> kind_, value_;
  std::vector<std::uint32_t> first_of_phi_, last_of_phi_;
  std::vector<Copy> copies_;
  std::vector<Affine> affinities_;
  flow::Liveness live_;
  Csr<std::pair<flow::Block, std::uint32_t>> last_read_;
  std::uint64_t looked_at_ = 0;
  std::vector<std::uint32_t> rank_, leader_, alone_, up_, equal_in_, equal_out_;
  std::vector<std::uint32_t> list_of_;  // per leader: into lists_; none when it is alone
  std::vector<RankedList> lists_;
  std::vector<std::uint32_t> stack_, merged_, above_, equal_, name_;
};
using PhiEliminator = BasicPhiEliminator<>;

}  // namespace detail

/// The plan for all phis of the problem; a refusal where check_phi_problem finds fault. A remark goes to `sink` for
/// each copy that cannot vanish.
template <class Sink = NoRemarks>
PhiPlan eliminate_phis(const flow::Cfg& cfg, const flow::Dominators& dominators, const PhiProblem& problem,
                       const PhiOptions& options = {}, Sink&& sink = {}) {
  if (!check_phi_problem(cfg, problem).empty()) {
    PhiPlan none;
    none.refusal = PhiRefusal::bad_problem;
    return none;
  }
  return detail::PhiEliminator(cfg, dominators, problem, options).run(sink);
}

}  // namespace lathe::opt
