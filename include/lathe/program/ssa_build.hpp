// The names of values and the phis of a problem. See ssa.hpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <lathe/dense/map.hpp>
#include <lathe/program/ssa_data.hpp>

namespace lathe::program::ssa {

namespace detail {

/// A name while the plan is made: a phi has a block and, in the end, operands.
struct Draft {
  std::uint32_t variable = 0, phi_in = no_name;
  std::uint32_t begin = 0;  ///< into the operands: one for each predecessor that is reached
};

/// The blocks that the entry reaches, each before its successors but for edges back.
class Order {
 public:
  explicit Order(const Graph& graph) : reached_(graph.blocks(), false) {
    if (graph.blocks() == 0) return;
    std::vector<std::pair<std::uint32_t, std::size_t>> path{{0, 0}};
    reached_[0] = true;
    while (!path.empty()) {
      const auto next = graph.successors(path.back().first);
      if (path.back().second == next.size()) {
        blocks_.push_back(path.back().first);
        path.pop_back();
      } else if (const std::uint32_t to = next[path.back().second++]; !reached_[to]) {
        reached_[to] = true;
        path.emplace_back(to, 0);
      }
    }
    std::reverse(blocks_.begin(), blocks_.end());
  }
  const std::vector<std::uint32_t>& blocks() const { return blocks_; }
  bool reachable(std::uint32_t b) const { return reached_[b]; }

 private:
  std::vector<std::uint32_t> blocks_;
  std::vector<bool> reached_;
};

/// Finds phis that stand for one other value: a strongly connected set of phis whose operands from outside are one
/// value. Sets are looked at with what they read before them; within a set that reads several values from outside,
/// those phis that read none may form such sets again. Braun et al., algorithm 5.
class RedundantPhis {
 public:
  RedundantPhis(const std::vector<Draft>& names, const std::vector<std::uint32_t>& operands,
                const std::vector<std::uint32_t>& counts)
      : names_(names),
        operands_(operands),
        counts_(counts),
        same_as_(names.size()),
        number_(names.size(), no_name),
        low_(names.size(), no_name),
        set_(names.size(), no_name),
        on_stack_(names.size(), false) {
    for (std::uint32_t n = 0; n < names.size(); ++n) same_as_[n] = n;
  }

  void run() {
    std::vector<std::uint32_t> all;
    for (std::uint32_t n = 0; n < names_.size(); ++n)
      if (names_[n].phi_in != no_name) all.push_back(n);
    struct Level {
      std::vector<std::vector<std::uint32_t>> sets;
      std::size_t next = 0;
    };
    std::vector<Level> levels;
    levels.push_back({components(all)});
    std::vector<std::uint32_t> inner;
    while (!levels.empty()) {
      Level& top = levels.back();
      if (top.next == top.sets.size()) {
        levels.pop_back();
        continue;
      }
      const std::vector<std::uint32_t> set = std::move(top.sets[top.next++]);
      if (look_at(set, inner) && !inner.empty()) levels.push_back({components(inner)});
    }
  }
  /// The name that stands for this one.
  std::uint32_t find(std::uint32_t n) {
    while (same_as_[n] != n) n = same_as_[n] = same_as_[same_as_[n]];
    return n;
  }

 private:
  std::span<const std::uint32_t> operands(std::uint32_t n) const {
    return {operands_.data() + names_[n].begin, counts_[names_[n].phi_in]};
  }

  // True where several values come from outside: `inner` are the phis that read none of them.
  bool look_at(const std::vector<std::uint32_t>& set, std::vector<std::uint32_t>& inner) {
    const std::uint32_t mark = ++sets_;
    for (const std::uint32_t n : set) set_[n] = mark;
    std::uint32_t outside = no_name;
    bool several = false;
    inner.clear();
    for (const std::uint32_t n : set) {
      bool reads_outside = false;
      for (const std::uint32_t operand : operands(n)) {
        const std::uint32_t o = find(operand);
        if (set_[o] == mark) continue;
        reads_outside = true;
        several |= outside != no_name && outside != o;
        outside = o;
      }
      if (!reads_outside) inner.push_back(n);
    }
    if (several || outside == no_name) return several;
    for (const std::uint32_t n : set) same_as_[n] = outside;
    return false;
  }

  // Strongly connected sets of these phis, what a set reads in front of it (Tarjan 1972, without recursion).
  std::vector<std::vector<std::uint32_t>> components(const std::vector<std::uint32_t>& among) {
    std::vector<std::vector<std::uint32_t>> out;
    const std::uint32_t mark = ++sets_;
    for (const std::uint32_t n : among) {
      set_[n] = mark;
      number_[n] = no_name;
    }
    std::uint32_t count = 0;
    std::vector<std::uint32_t> stack;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> path;  // a phi, and which operand is next
    const auto enter = [&](std::uint32_t n) {
      number_[n] = low_[n] = count++;
      stack.push_back(n);
      on_stack_[n] = true;
      path.emplace_back(n, 0);
    };
    for (const std::uint32_t start : among) {
      if (number_[start] != no_name) continue;
      enter(start);
      while (!path.empty()) {
        const std::uint32_t n = path.back().first;
        const auto reads = operands(n);
        if (path.back().second < reads.size()) {
          const std::uint32_t o = find(reads[path.back().second++]);
          if (set_[o] != mark) continue;
          if (number_[o] == no_name)
            enter(o);
          else if (on_stack_[o])
            low_[n] = std::min(low_[n], number_[o]);
          continue;
        }
        path.pop_back();
        if (!path.empty()) low_[path.back().first] = std::min(low_[path.back().first], low_[n]);
        if (low_[n] != number_[n]) continue;
        out.emplace_back();
        std::uint32_t member = no_name;
        do {
          member = stack.back();
          stack.pop_back();
          on_stack_[member] = false;
          out.back().push_back(member);
        } while (member != n);
      }
    }
    return out;
  }

  const std::vector<Draft>& names_;
  const std::vector<std::uint32_t>&operands_, &counts_;
  std::vector<std::uint32_t> same_as_, number_, low_, set_;
  std::vector<bool> on_stack_;
  std::uint32_t sets_ = 0;
};

class Builder {
 public:
  Builder(const Problem& p, const Options& options)
      : p_(p), order_(p.graph), taken_(p.variables), counts_(p.blocks(), 0) {
    std::uint32_t fuel = options.fuel;
    for (std::uint32_t v = 0; v < p.variables; ++v) {
      taken_[v] = (p.kept.empty() || !p.kept[v]) && fuel > 0;
      if (taken_[v]) --fuel;
      ++(taken_[v] ? stats_.variables : stats_.kept);
    }
    for (const std::uint32_t b : order_.blocks())
      for (const std::uint32_t from : p.graph.predecessors(b)) counts_[b] += order_.reachable(from);
    // The value at the entry comes along as one more.
    if (p.blocks() != 0 && counts_[0] != 0) ++counts_[0];
  }

  Plan run() {
    at_entry_.assign(p_.variables, no_name);
    last_.assign(p_.variables, no_name);
    last_in_.assign(p_.variables, no_name);
    for (const std::uint32_t b : order_.blocks()) look_at(b);
    look_at_edges();
    for (std::size_t k = 0; k < phis_.size(); ++k) fill(phis_[k]);  // which may make more
    RedundantPhis same(names_, operands_, counts_);
    same.run();
    return number(same);
  }

 private:
  using Row = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

  std::uint32_t new_name(std::uint32_t v, std::uint32_t phi_in) {
    names_.push_back({v, phi_in, 0});
    return static_cast<std::uint32_t>(names_.size() - 1);
  }
  static std::uint64_t at(std::uint32_t v, std::uint32_t b) { return (std::uint64_t{v} << 32) | b; }

  // Uses and definitions within a block; what it leaves goes to the table.
  void look_at(std::uint32_t b) {
    written_.clear();
    for (std::uint32_t i = p_.first[b]; i < p_.first[b + 1]; ++i) {
      const auto mentions = p_.mentions[i];
      row_.assign(mentions.size(), no_name);
      for (std::size_t k = 0; k < mentions.size(); ++k) {
        const std::uint32_t v = mentions[k].variable;
        if (mentions[k].is_def || !taken_[v]) continue;
        ++stats_.uses;
        row_[k] = last_in_[v] == b ? last_[v] : at_head(v, b);
      }
      for (std::size_t k = 0; k < mentions.size(); ++k) {
        const std::uint32_t v = mentions[k].variable;
        if (!mentions[k].is_def || !taken_[v]) continue;
        ++stats_.definitions;
        row_[k] = last_[v] = new_name(v, no_name);
        if (last_in_[v] != b) written_.push_back(v);
        last_in_[v] = b;
      }
      for (const std::uint32_t name : row_) mentioned_.emplace_back(i, name);
    }
    for (const std::uint32_t v : written_) at_end_[at(v, b)] = last_[v];
  }

  // The value of v at the head of block b: of the one block before it, or a phi.
  std::uint32_t at_head(std::uint32_t v, std::uint32_t b) {
    path_.clear();
    std::uint32_t name = no_name;
    for (;;) {
      ++stats_.steps;
      const std::uint32_t known = heads_.lookup(at(v, b), no_name);
      if (known != no_name) {
        name = known;
        break;
      }
      path_.push_back(b);
      if (counts_[b] != 1) {
        name = b == 0 && counts_[b] == 0 ? entry_value(v) : new_name(v, b);
        if (names_[name].phi_in != no_name) phis_.push_back(name);
        break;
      }
      for (const std::uint32_t from : p_.graph.predecessors(b))
        if (order_.reachable(from)) {
          b = from;
          break;
        }
      const std::uint32_t left = at_end_.lookup(at(v, b), no_name);
      if (left != no_name) {
        name = left;
        break;
      }
    }
    for (const std::uint32_t on : path_) heads_[at(v, on)] = name;
    return name;
  }
  std::uint32_t entry_value(std::uint32_t v) {
    if (at_entry_[v] == no_name) at_entry_[v] = new_name(v, no_name);
    return at_entry_[v];
  }
  std::uint32_t at_end(std::uint32_t v, std::uint32_t b) {
    const std::uint32_t left = at_end_.lookup(at(v, b), no_name);
    return left != no_name ? left : at_head(v, b);
  }

  // The operands of a phi: every block is known by now.
  void fill(std::uint32_t phi) {
    const std::uint32_t v = names_[phi].variable, b = names_[phi].phi_in;
    found_.clear();
    if (b == 0) found_.push_back(entry_value(v));
    for (const std::uint32_t from : p_.graph.predecessors(b))
      if (order_.reachable(from)) found_.push_back(at_end(v, from));
    names_[phi].begin = static_cast<std::uint32_t>(operands_.size());
    operands_.insert(operands_.end(), found_.begin(), found_.end());
  }

  void look_at_edges() {
    const auto read = [&](std::uint32_t v, std::uint32_t b) {
      if (!taken_[v] || !order_.reachable(b)) return no_name;
      ++stats_.uses;
      return at_end(v, b);
    };
    for (std::uint32_t b = 0; b < p_.blocks(); ++b) {
      for (const std::uint32_t v : p_.live_out[b]) left_.emplace_back(b, read(v, b));
      for (std::uint32_t i = p_.first[b]; i < p_.first[b + 1]; ++i)
        for (const Problem::Incoming& in : p_.incoming[i])
          incoming_.emplace_back(i, order_.reachable(b) ? read(in.variable, in.from) : no_name);
    }
  }

  // By instruction; those of one keep their order. (std::stable_sort warns in clang on libstdc++ 12.)
  void sort_mentions() {
    std::vector<std::uint32_t> in_order(mentioned_.size());
    std::iota(in_order.begin(), in_order.end(), 0U);
    std::sort(in_order.begin(), in_order.end(), [&](std::uint32_t x, std::uint32_t y) {
      return mentioned_[x].first != mentioned_[y].first ? mentioned_[x].first < mentioned_[y].first : x < y;
    });
    Row sorted;
    sorted.reserve(mentioned_.size());
    for (const std::uint32_t k : in_order) sorted.push_back(mentioned_[k]);
    mentioned_.swap(sorted);
  }

  // Names that are left, in the order of the program: at the entry, then phis and mentions block by block.
  Plan number(RedundantPhis& same) {
    Plan out;
    std::vector<std::uint32_t> number_of(names_.size(), no_name), versions(p_.variables, 0);
    const auto give = [&](std::uint32_t draft) {
      number_of[draft] = static_cast<std::uint32_t>(out.names.size());
      out.names.push_back({names_[draft].variable, versions[names_[draft].variable]++});
    };
    std::vector<std::vector<std::uint32_t>> of_block(p_.blocks());
    for (const std::uint32_t phi : phis_)
      if (same.find(phi) == phi) of_block[names_[phi].phi_in].push_back(phi);
    stats_.made = phis_.size();
    out.at_entry.assign(p_.variables, no_name);
    for (std::uint32_t v = 0; v < p_.variables; ++v)
      if (at_entry_[v] != no_name) {
        give(at_entry_[v]);
        out.at_entry[v] = number_of[at_entry_[v]];
      }
    sort_mentions();
    std::size_t next = 0;
    for (std::uint32_t b = 0; b < p_.blocks(); ++b) {
      auto& phis = of_block[b];
      std::sort(phis.begin(), phis.end(),
                [&](std::uint32_t x, std::uint32_t y) { return names_[x].variable < names_[y].variable; });
      for (const std::uint32_t phi : phis) give(phi);
      for (; next < mentioned_.size() && mentioned_[next].first < p_.first[b + 1]; ++next) {
        const std::uint32_t draft = mentioned_[next].second;
        if (draft != no_name && names_[draft].phi_in == no_name && number_of[draft] == no_name) give(draft);
      }
    }
    const auto settle = [&](Row& row) {
      for (auto& [at, name] : row)
        if (name != no_name) name = number_of[same.find(name)];
    };
    // Where the entry does not reach, nothing was looked at: mentions have no names.
    add_unreached();
    settle(mentioned_);
    settle(incoming_);
    settle(left_);
    out.mentions = Csr<std::uint32_t>(p_.insts(), mentioned_);
    out.incoming = Csr<std::uint32_t>(p_.insts(), incoming_);
    out.live_out = Csr<std::uint32_t>(p_.blocks(), left_);
    place_phis(out, of_block, number_of, same);
    std::vector<bool> parameter(p_.variables, false);
    for (const std::uint32_t v : p_.parameters) parameter[v] = true;
    for (std::uint32_t v = 0; v < p_.variables; ++v)
      if (out.at_entry[v] != no_name && !parameter[v]) out.undefined.push_back(out.at_entry[v]);
    stats_.phis = out.phis.size();
    stats_.redundant = stats_.made - stats_.phis;
    stats_.undefined = out.undefined.size();
    out.stats = stats_;
    return out;
  }
  void add_unreached() {
    for (std::uint32_t b = 0; b < p_.blocks(); ++b)
      for (std::uint32_t i = p_.first[b]; !order_.reachable(b) && i < p_.first[b + 1]; ++i)
        for (std::size_t k = 0; k < p_.mentions[i].size(); ++k) mentioned_.emplace_back(i, no_name);
  }
  void place_phis(Plan& out, const std::vector<std::vector<std::uint32_t>>& of_block,
                  const std::vector<std::uint32_t>& number_of, RedundantPhis& same) const {
    if (!of_block.empty() && !of_block[0].empty()) out.refusal = Refusal::entry_phi;
    for (std::uint32_t b = 0; b < p_.blocks(); ++b)
      for (const std::uint32_t phi : of_block[b]) {
        out.phis.push_back({b, number_of[phi], static_cast<std::uint32_t>(out.arguments.size()), 0});
        std::uint32_t operand = names_[phi].begin + (b == 0 ? 1 : 0);
        for (const std::uint32_t from : p_.graph.predecessors(b))
          out.arguments.push_back(
              {from, order_.reachable(from) ? number_of[same.find(operands_[operand++])] : no_name});
        out.phis.back().count = static_cast<std::uint32_t>(out.arguments.size()) - out.phis.back().begin;
      }
  }

  const Problem& p_;
  Order order_;
  std::vector<bool> taken_;            // per variable
  std::vector<std::uint32_t> counts_;  // per block: values that a phi there has
  std::vector<Draft> names_;
  std::vector<std::uint32_t> operands_, phis_;
  std::vector<std::uint32_t> at_entry_, last_, last_in_;
  dense::DenseMap<std::uint64_t, std::uint32_t> at_end_, heads_;  // looked up only
  Row mentioned_, incoming_, left_;
  std::vector<std::uint32_t> written_, path_, found_, row_;
  Stats stats_;
};

}  // namespace detail

/// Values and phis of the problem; a refusal where check_problem finds fault, or where the entry would need a phi.
inline Plan construct(const Problem& problem, const Options& options = {}) {
  if (!check_problem(problem).empty()) {
    Plan refused;
    refused.refusal = Refusal::bad_problem;
    return refused;
  }
  return detail::Builder(problem, options).run();
}

}  // namespace lathe::program::ssa
