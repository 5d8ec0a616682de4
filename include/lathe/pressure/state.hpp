// What the tracker knows at a moment: the program, the order with its sums, the web of mentions, peaks of blocks and a
// tree of them. All of it is a function of the program alone, so undoing an edit gives it back bit for bit.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include <lathe/pressure/analysis.hpp>
#include <lathe/pressure/order.hpp>
#include <lathe/pressure/problem.hpp>
#include <lathe/pressure/report.hpp>
#include <lathe/pressure/web.hpp>

namespace lathe::pressure::detail {

/// A peak that was another before.
struct PeakChange {
  std::uint32_t block, set, before;
};

template <class = void>
struct BasicState {
  Problem shape;  ///< without instructions and operands; ranges of blocks mean nothing
  flow::Cfg cfg;
  Order order;
  Web web;
  std::vector<Operand> operands;
  std::vector<std::uint32_t> peaks;    ///< block * sets + set
  std::vector<std::uint64_t> excess;   ///< per set
  std::vector<std::uint32_t> highest;  ///< node * sets + set: the largest peak under it; leaves are blocks
  std::uint32_t leaves = 1;

  std::uint32_t sets() const { return static_cast<std::uint32_t>(shape.sets.size()); }

  explicit BasicState(Problem p) : shape(std::move(p)), cfg(cfg_of(shape)), operands(shape.operands) {
    const auto blocks = static_cast<std::uint32_t>(shape.blocks.size());
    order = Order(blocks, sets(), static_cast<std::uint32_t>(shape.insts.size()));
    std::size_t lanes = 0;
    for (const Operand& o : operands) lanes += lanes_of(o);
    web.mentions.resize(lanes);
    std::uint32_t mentioned = 0;
    std::vector<std::uint32_t> ids;
    ids.reserve(shape.insts.size());
    for (std::uint32_t b = 0; b < blocks; ++b)
      for (std::uint32_t k = 0; k < shape.blocks[b].count; ++k) {
        const Problem::Inst& i = shape.insts[shape.blocks[b].first + k];
        const std::uint32_t id = enter(i.op, i.flags, i.first, i.count, b, mentioned);
        for (std::uint32_t o = i.first; o < i.first + i.count; ++o) mentioned += lanes_of(operands[o]);
        order.append(id, b, k == 0 ? nil : id - 1);
        ids.push_back(id);
      }
    leaves = std::bit_ceil(std::max(blocks, 1U));
    compute(shape, ids);
    shape.insts = {};
    shape.operands = {};
  }

  /// A new instruction with these operands of `operands`; not in the order yet.
  std::uint32_t add_inst(std::uint32_t op, Flags flags, std::uint32_t first, std::uint32_t count, std::uint32_t block) {
    const auto begin = static_cast<std::uint32_t>(web.mentions.size());
    std::size_t lanes = 0;
    for (std::uint32_t k = first; k < first + count; ++k) lanes += lanes_of(operands[k]);
    web.mentions.resize(begin + lanes);
    return enter(op, flags, first, count, block, begin);
  }
  /// The units of an instruction's operands, each once, ascending. Renaming changes no number of lanes, so they fit.
  void mention(std::uint32_t inst) {
    Node& node = order.nodes[inst];
    Mention* const begin = web.mentions.data() + node.first_mention;
    Mention* end = begin;
    for (std::uint32_t k = node.first_operand; k < node.first_operand + node.operand_count; ++k)
      for_each_unit(shape, operands[k].reg, operands[k].lanes,
                    [&](std::uint32_t u) { *end++ = {{}, u, inst, operands[k].reads, operands[k].writes, false}; });
    constexpr std::ptrdiff_t few = 8;  // are sorted as they come
    if (end - begin > few) std::sort(begin, end, [](const Mention& a, const Mention& b) { return a.unit < b.unit; });
    for (Mention* m = begin; end - begin <= few && m != end; ++m)
      for (Mention* at = m; at != begin && at->unit < at[-1].unit; --at) std::swap(*at, at[-1]);
    Mention* out = begin;
    for (Mention* m = begin; m != end; ++m) {
      if (out != begin && out[-1].unit == m->unit) {
        out[-1].reads |= m->reads;
        out[-1].writes |= m->writes;
      } else {
        *out++ = *m;
      }
    }
    node.mention_count = static_cast<std::uint32_t>(out - begin);
  }
  std::span<const Mention> mentions_of(std::uint32_t inst) const {
    return {web.mentions.data() + order.nodes[inst].first_mention, order.nodes[inst].mention_count};
  }

  /// Everything afresh from the order of the instructions. O(size).
  void compute() {
    std::vector<std::uint32_t> ids;
    compute(snapshot(&ids), ids);
  }
  /// Brings sums and peaks up to date after an edit; peaks that change are appended to `changes`, if there.
  void refresh(Stats& stats, std::vector<PeakChange>* changes) {
    for (const std::uint32_t inst : web.dirty) {
      order.nodes[inst].dirty = false;
      if (order.nodes[inst].block == none) continue;
      ++stats.refreshed;
      if (count(inst)) order.refresh(inst);
      if (web.touched.empty() || web.touched.back() != order.nodes[inst].block)
        web.touched.push_back(order.nodes[inst].block);
    }
    web.dirty.clear();
    for (const std::uint32_t b : web.touched) {
      order.settle_sums(b);
      if (order.changed(b)) refresh_block<false>(b, changes);
    }
    order.no_sums_put_off();
    for (const std::uint32_t b : web.entered) refresh_block<true>(b, changes);
    web.touched.clear();
    web.entered.clear();
  }
  std::uint32_t maximum(std::uint32_t set) const { return highest[sets() + set]; }
  /// The first block that has the maximum.
  std::uint32_t maximum_block(std::uint32_t set) const {
    std::uint32_t node = 1;
    while (node < leaves) node = 2 * node + (highest[std::size_t{2} * node * sets() + set] != maximum(set));
    return node - leaves;
  }

  /// The program as it is now; `ids`, if there, takes the tracker's id of each instruction.
  Problem snapshot(std::vector<std::uint32_t>* ids = nullptr) const {
    Problem p = shape;
    if (ids != nullptr) ids->clear();
    for (std::uint32_t b = 0; b < p.blocks.size(); ++b) {
      p.blocks[b].first = static_cast<std::uint32_t>(p.insts.size());
      for (std::uint32_t i = order.first(b); i != nil; i = order.next(i)) {
        const Node& node = order.nodes[i];
        p.insts.push_back({node.op, static_cast<std::uint32_t>(p.operands.size()), node.operand_count, node.flags});
        p.operands.insert(p.operands.end(), operands.begin() + node.first_operand,
                          operands.begin() + node.first_operand + node.operand_count);
        if (ids != nullptr) ids->push_back(i);
      }
      p.blocks[b].count = static_cast<std::uint32_t>(p.insts.size()) - p.blocks[b].first;
    }
    return p;
  }
  /// What is known, in the form of the full analysis. O(size).
  Report report() const {
    Report r;
    r.sets = sets();
    const auto blocks = static_cast<std::uint32_t>(shape.blocks.size());
    r.live_in.resize(blocks);
    r.live_out.resize(blocks);
    std::uint32_t first = 0;
    std::vector<std::uint32_t> now(r.sets);
    for (std::uint32_t b = 0; b < blocks; ++b) {
      for (const auto& [unit, at] : web.blocks[b]) {
        if (at.in) r.live_in[b].push_back(unit);
        if (at.out) r.live_out[b].push_back(unit);
      }
      std::sort(r.live_in[b].begin(), r.live_in[b].end());
      std::sort(r.live_out[b].begin(), r.live_out[b].end());
      r.first.push_back(first);
      first += order.size(b) + 1;
      const std::uint32_t* const entry = web.entry.data() + std::size_t{b} * r.sets;
      std::copy(entry, entry + r.sets, now.begin());
      r.pressure.insert(r.pressure.end(), now.begin(), now.end());
      for (std::uint32_t i = order.first(b); i != nil; i = order.next(i))
        for (std::uint32_t s = 0; s < r.sets; ++s) {
          now[s] += static_cast<std::uint32_t>(order.delta(i, s));
          r.pressure.push_back(now[s] + static_cast<std::uint32_t>(order.extra(i, s)));
        }
      for (std::uint32_t s = 0; s < r.sets; ++s)
        r.peaks.push_back({peaks[std::size_t{b} * r.sets + s], order.peak_place(b, s)});
    }
    for (std::uint32_t s = 0; s < r.sets; ++s)
      r.maxima.push_back({blocks == 0 ? 0 : maximum(s), blocks == 0 ? 0 : maximum_block(s), excess[s]});
    return r;
  }
  /// Every word of the state in a fixed order: equal states have equal words.
  std::vector<std::uint64_t> words() const {
    std::vector<std::uint64_t> out{order.nodes.size(), operands.size(), web.mentions.size(), shape.registers.size(),
                                   shape.ops.size()};
    const auto both = [&](std::uint64_t a, std::uint64_t b) { out.push_back(a << 32 | (b & 0xffffffffU)); };
    for (std::uint32_t b = 0; b < shape.blocks.size(); ++b) {
      both(order.roots[b], order.size(b));
      for (std::uint32_t i = order.first(b); i != nil; i = order.next(i)) words_of(i, out);
      std::vector<std::pair<std::uint32_t, Presence>> sorted;
      for (const auto& [unit, at] : web.blocks[b]) sorted.emplace_back(unit, at);
      std::sort(sorted.begin(), sorted.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
      for (const auto& [unit, at] : sorted) {
        both(unit, at.root);
        out.push_back(static_cast<std::uint64_t>(at.in) | static_cast<std::uint64_t>(at.out) << 1 |
                      static_cast<std::uint64_t>(at.pinned) << 2);
      }
    }
    out.insert(out.end(), web.entry.begin(), web.entry.end());
    out.insert(out.end(), peaks.begin(), peaks.end());
    out.insert(out.end(), excess.begin(), excess.end());
    out.insert(out.end(), highest.begin(), highest.end());
    return out;
  }

 private:
  void words_of(std::uint32_t i, std::vector<std::uint64_t>& out) const {
    const auto both = [&](std::uint64_t a, std::uint64_t b) { out.push_back(a << 32 | (b & 0xffffffffU)); };
    const Node& node = order.nodes[i];
    both(i, node.op);
    both(node.link.left, node.link.right);
    both(node.link.parent, node.size);
    both(node.block, node.flags);
    for (std::uint32_t s = 0; s < sets(); ++s) {
      both(static_cast<std::uint32_t>(order.delta(i, s)), static_cast<std::uint32_t>(order.extra(i, s)));
      both(static_cast<std::uint32_t>(order.sum(i, s)), static_cast<std::uint32_t>(order.peak_under(i, s)));
    }
    for (std::uint32_t k = node.first_operand; k < node.first_operand + node.operand_count; ++k) {
      both(operands[k].reg, static_cast<std::uint64_t>(operands[k].reads) | (operands[k].writes ? 2U : 0U));
      out.push_back(operands[k].lanes);
    }
    for (const Mention& m : mentions_of(i)) {
      both(m.unit, static_cast<std::uint64_t>(m.reads) | (m.writes ? 2U : 0U) | (m.live ? 4U : 0U));
      both(m.link.left, m.link.right);
      both(m.link.parent, m.inst);
    }
  }
  static std::uint32_t lanes_of(const Operand& o) {
    return o.lanes == 1 ? 1 : static_cast<std::uint32_t>(std::popcount(o.lanes));
  }
  // Its mentions have room from `first_mention` on.
  std::uint32_t enter(std::uint32_t op, Flags flags, std::uint32_t first, std::uint32_t count, std::uint32_t block,
                      std::uint32_t first_mention) {
    Node node;
    node.block = block;
    node.op = op;
    node.flags = flags;
    node.first_operand = first;
    node.operand_count = count;
    node.first_mention = first_mention;
    const std::uint32_t id = order.add(node);
    mention(id);
    return id;
  }
  void compute(const Problem& p, const std::vector<std::uint32_t>& ids) {
    web.build(p, cfg, order, ids);
    for (const std::uint32_t inst : ids) count(inst);
    for (std::uint32_t b = 0; b < p.blocks.size(); ++b) order.compute_block(b);
    peaks.assign(p.blocks.size() * sets(), 0);
    excess.assign(sets(), 0);
    highest.assign(std::size_t{2} * leaves * sets(), 0);
    above_entry_.assign(p.blocks.size() * order.groups(), Four{});
    for (std::uint32_t b = 0; b < p.blocks.size(); ++b) refresh_block<true>(b, nullptr);
  }
  // What an instruction does to the pressure. Is it another thing than before?
  bool count(std::uint32_t inst) {
    return order.count_again(inst, [&](auto&& add) {
      for (const Mention& m : mentions_of(inst)) {
        const int change = static_cast<int>(m.live) - static_cast<int>(m.reads);
        const bool dead = m.writes && !m.live;
        if (change == 0 && !dead) continue;
        for (const Feed& feed : shape.feeds(m.unit)) {
          const auto weight = static_cast<std::int32_t>(feed.weight);
          add(feed.set, change * weight, dead ? weight : 0);
        }
      }
    });
  }
  // Peaks of a block; `all`: those of sets, too, whose peak above the entry is what it was, as the entry may be another.
  template <bool all>
  void refresh_block(std::uint32_t b, std::vector<PeakChange>* changes) {
    const std::uint32_t groups = order.groups();
    for (std::uint32_t g = 0; g < groups; ++g) {
      Four& looked_at = above_entry_[std::size_t{b} * groups + g];
      const Four now = order.peaks(b, g);
      if (!all && !any(now ^ looked_at)) continue;
      looked_at = now;
      for (std::uint32_t s = g * at_once; s < std::min(sets(), (g + 1) * at_once); ++s)
        set_peak(b, s, now[s % at_once], changes);
    }
  }
  void set_peak(std::uint32_t b, std::uint32_t s, std::int32_t above_entry, std::vector<PeakChange>* changes) {
    const std::size_t at = std::size_t{b} * sets() + s;
    const std::uint32_t now = web.entry[at] + static_cast<std::uint32_t>(std::max(above_entry, 0));
    const std::uint32_t before = peaks[at], limit = shape.sets[s].limit;
    if (now == before) return;
    if (changes != nullptr) changes->push_back({b, s, before});
    peaks[at] = now;
    excess[s] += (now > limit ? now - limit : 0);
    excess[s] -= (before > limit ? before - limit : 0);
    std::size_t node = leaves + b;
    for (std::uint32_t largest = now;;) {
      highest[node * sets() + s] = largest;
      if (node == 1) break;
      largest = std::max(largest, highest[(node ^ 1) * sets() + s]);
      node /= 2;
      if (highest[node * sets() + s] == largest) break;
    }
  }

  std::vector<Four> above_entry_;  // block * groups of sets: peaks when they were looked at last
};
using State = BasicState<>;

}  // namespace lathe::pressure::detail
