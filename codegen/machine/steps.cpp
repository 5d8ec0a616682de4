#include "codegen/machine/steps.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <lathe/flow/cycles.hpp>
#include <lathe/program/numbering.hpp>

#include "codegen/machine/meeting.hpp"
#include "codegen/passes/copies.hpp"
#include "codegen/passes/dead_code.hpp"

namespace lathe::codegen::machine {

using program::Effect;
using Operand = program::Operand<ValueId>;

namespace {

bool is_phi(const Function& f, InstId i) { return f.effects(i).has(Effect::phi); }

std::vector<BlockId> layout(const Function& f) { return {f.blocks().begin(), f.blocks().end()}; }

std::vector<InstId> insts(const Function& f, BlockId b) { return {f.instructions(b).begin(), f.instructions(b).end()}; }

void erase(Function& f, InstId i) {
  f.put(i, {});
  f.drop(i);
}

/// Each once, in the order in which they are named.
std::vector<BlockId> ways(const Function& f, BlockId b) {
  std::vector<BlockId> out;
  f.for_each_successor(b, [&](BlockId to) {
    if (std::find(out.begin(), out.end(), to) == out.end()) out.push_back(to);
  });
  return out;
}

/// All ways of b to `from` go to `to`.
void retarget(Function& f, BlockId b, BlockId from, BlockId to) {
  std::vector<std::uint32_t> change;
  std::uint32_t k = 0;
  f.for_each_successor(b, [&](BlockId t) {
    if (t == from) change.push_back(k);
    ++k;
  });
  for (const std::uint32_t way : change) f.set_successor(b, way, to);
}

std::map<BlockId, std::uint32_t> predecessor_counts(const Function& f, const std::vector<BlockId>& all) {
  std::map<BlockId, std::uint32_t> out;
  for (const BlockId b : all)
    for (const BlockId to : ways(f, b)) ++out[to];
  return out;
}

/// What phis of b take, changed: `change` may change a block, or give false where nothing comes from it.
template <class F>
void change_incoming(Function& f, BlockId b, F&& change) {
  for (const InstId i : insts(f, b)) {
    if (!is_phi(f, i)) return;
    std::vector<std::pair<BlockId, ValueId>> in;
    f.for_each_incoming(i, [&](BlockId from, ValueId v) {
      if (change(from)) in.emplace_back(from, v);
    });
    f.set_incoming(i, in);
  }
}

}  // namespace

std::uint32_t drop_unreachable(Function& f) { return passes::drop_unreachable(f); }

std::uint32_t split_critical_edges(Function& f) {
  const std::vector<BlockId> all = layout(f);
  std::map<BlockId, std::uint32_t> predecessors = predecessor_counts(f, all);
  std::uint32_t made = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const BlockId b = all[k];
    const std::vector<BlockId> out = ways(f, b);
    for (const BlockId to : out) {
      if (out.size() < 2 || predecessors[to] < 2) continue;
      const BlockId middle = f.make_block(to);
      f.put_block(middle, true, k + 1 < all.size() ? std::optional<BlockId>(all[k + 1]) : std::nullopt);
      retarget(f, b, to, middle);
      change_incoming(f, to, [&](BlockId& from) {
        if (from == b) from = middle;
        return true;
      });
      ++made;
    }
  }
  return made;
}

std::uint32_t split_exits(Function& f) {
  const std::vector<BlockId> all = layout(f);
  std::map<BlockId, std::uint32_t> predecessors = predecessor_counts(f, all);
  std::uint32_t made = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const std::vector<BlockId> out = ways(f, all[k]);
    for (const BlockId to : out) {
      const std::vector<InstId> in = insts(f, to);
      const bool leaves = in.size() == 1 && f.effects(in[0]).has(Effect::terminator) && f.targets(in[0]).empty();
      if (out.size() < 2 || predecessors[to] < 2 || !leaves) continue;
      const BlockId own = f.make_block();
      f.put(f.clone(in[0]), {own, {}});
      f.put_block(own, true, k + 1 < all.size() ? std::optional<BlockId>(all[k + 1]) : std::nullopt);
      retarget(f, all[k], to, own);
      --predecessors[to];
      ++made;
    }
  }
  return made;
}

// ---- the order of blocks

namespace {

class Layout {
 public:
  explicit Layout(const Function& f) : f_(f), n_(f) {
    std::vector<std::pair<flow::Block, flow::Block>> edges;
    for (std::uint32_t b = 0; b < n_.blocks(); ++b)
      f.for_each_successor(n_.block(b), [&](BlockId to) { edges.emplace_back(b, n_.block_number(to)); });
    cfg_ = flow::Cfg(n_.blocks(), edges);
    cycles_ = flow::Cycles(cfg_, flow::Dominators(cfg_), flow::reverse_post_order(cfg_));
  }
  /// It goes where the one block goes that it is reached from, right behind that.
  bool follows(flow::Block b) const {
    const auto before = cfg_.predecessors(b);
    return cfg_.successors(b).empty() && before.size() == 1 && cfg_.successors(before[0]).size() > 1 &&
           !waits(f_, n_.block(b));
  }
  std::vector<BlockId> run() {
    level(flow::no_cycle);
    return std::move(out_);
  }

 private:
  // Nodes of a level: its blocks, and cycles right within it as blocks() + c.
  std::uint32_t node(std::uint32_t level, flow::Block b) const {
    std::uint32_t c = cycles_.innermost(b), below = flow::no_cycle;
    for (; c != level && c != flow::no_cycle; c = cycles_[c].parent) below = c;
    return below == flow::no_cycle ? b : n_.blocks() + below;
  }
  std::vector<std::uint32_t> next(std::uint32_t level, std::uint32_t from) const {
    std::vector<std::uint32_t> out;
    const flow::Block header = level == flow::no_cycle ? flow::no_block : cycles_[level].header;
    const auto add = [&](flow::Block b) {
      for (const flow::Block to : cfg_.successors(b))
        if (to != header && !follows(to) && cycles_.within(cycles_.innermost(to), level) && node(level, to) != from)
          out.push_back(node(level, to));
    };
    if (from < n_.blocks())
      add(from);
    else
      for (const flow::Block b : cycles_.blocks(from - n_.blocks())) add(b);
    return out;
  }
  void level(std::uint32_t level) {
    struct Frame {
      std::uint32_t node;
      std::vector<std::uint32_t> next;
    };
    const std::uint32_t start = node(level, level == flow::no_cycle ? 0 : cycles_[level].header);
    std::set<std::uint32_t> seen{start};
    std::vector<Frame> stack;
    stack.push_back({start, next(level, start)});
    std::vector<std::uint32_t> done;
    while (!stack.empty()) {
      if (stack.back().next.empty()) {
        done.push_back(stack.back().node);
        stack.pop_back();
        continue;
      }
      // The last first, so that the first comes right behind where it can.
      const std::uint32_t to = stack.back().next.back();
      stack.back().next.pop_back();
      if (seen.insert(to).second) stack.push_back({to, next(level, to)});
    }
    for (std::size_t k = done.size(); k-- > 0;) {
      if (done[k] >= n_.blocks()) {
        this->level(done[k] - n_.blocks());
        continue;
      }
      out_.push_back(n_.block(done[k]));
      for (const flow::Block to : cfg_.successors(done[k]))
        if (follows(to)) out_.push_back(n_.block(to));
    }
  }

  const Function& f_;
  program::Numbering<Function> n_;
  flow::Cfg cfg_;
  flow::Cycles cycles_;
  std::vector<BlockId> out_;
};

}  // namespace

void order_blocks(Function& f) {
  for (const BlockId b : Layout(f).run()) f.put_block(b, true);
}

// ---- SSA form

std::uint64_t simplify(Function& f) {
  drop_unreachable(f);
  std::uint64_t gone = 0;
  for (bool more = true; more;) {
    // A phi of two values may be one of a single value then.
    more = passes::propagate_copies(f, passes::SsaValues<Function>(f)) != 0;
    const std::uint32_t dead = passes::dead_code(f);
    gone += dead;
    more = more && dead != 0;
  }
  return gone;
}

// ---- clean-up

namespace {

class Tidy {
 public:
  Tidy(Function& f, bool meetings) : f_(f), meetings_(meetings) {}
  TidyStats run() {
    drop_copies();
    for (bool more = true; more;) {
      more = thread();
      const std::uint32_t gone = drop_unreachable(f_);
      s_.blocks += gone;
      more = merge() || more || gone != 0;
    }
    return s_;
  }

 private:
  void drop_copies() {
    for (const BlockId b : layout(f_))
      for (const InstId i : insts(f_, b)) {
        if (f_.payload(i).operation != &operation::copy) continue;
        std::set<ValueId> values;
        f_.for_each_operand(i, [&](const Operand& o) { values.insert(o.value); });
        if (values.size() > 1) continue;
        erase(f_, i);
        ++s_.copies;
      }
  }
  struct Graph {
    std::vector<BlockId> all;
    std::map<BlockId, std::size_t> place;
    std::map<BlockId, std::vector<BlockId>> before;
  };
  Graph graph() const {
    Graph g;
    g.all = layout(f_);
    for (std::size_t k = 0; k < g.all.size(); ++k) {
      g.place[g.all[k]] = k;
      for (const BlockId to : ways(f_, g.all[k])) g.before[to].push_back(g.all[k]);
    }
    return g;
  }
  bool thread() {
    Graph g = graph();
    bool changed = false;
    for (std::size_t k = 1; k < g.all.size(); ++k) {
      const BlockId b = g.all[k];
      const std::vector<InstId> in = insts(f_, b);
      if (in.size() != 1 || f_.payload(in[0]).operation != &operation::jump) continue;
      const BlockId to = f_.targets(in[0])[0];
      std::vector<BlockId>& before = g.before[b];
      const bool alone = before.size() == 1 && ways(f_, before[0]).size() == 1;
      if (to == b || before.empty() || (meetings_ && g.place[to] <= k && !alone)) continue;
      for (const BlockId from : before) {
        retarget(f_, from, b, to);
        ++s_.threaded;
        auto& next = g.before[to];
        if (std::find(next.begin(), next.end(), from) == next.end()) next.push_back(from);
      }
      before.clear();
      std::erase(g.before[to], b);
      changed = true;
    }
    return changed;
  }
  bool merge() {
    Graph g = graph();
    bool changed = false;
    for (std::size_t k = g.all.size(); k-- > 1;) {
      const BlockId b = g.all[k], from = g.all[k - 1];
      const std::vector<BlockId>& before = g.before[b];
      if (before.size() != 1 || before[0] != from || ways(f_, from).size() != 1) continue;
      const std::vector<InstId> head = insts(f_, from);
      if (head.empty() || f_.payload(head.back()).operation != &operation::jump) continue;
      const bool only = head.size() < 2 || !f_.effects(head[head.size() - 2]).has(Effect::terminator);
      if (!only) continue;  // a branch to the same block is left to who made it
      erase(f_, head.back());
      for (const InstId i : insts(f_, b)) f_.put(i, {from, {}});
      f_.put_block(b, false);
      ++s_.merged;
      changed = true;
    }
    return changed;
  }

  Function& f_;
  bool meetings_;
  TidyStats s_;
};

}  // namespace

TidyStats tidy(Function& function, bool meetings) { return Tidy(function, meetings).run(); }

std::uint64_t drop_jumps(Function& f) {
  const std::vector<BlockId> all = layout(f);
  std::uint64_t gone = 0;
  for (std::size_t k = 0; k + 1 < all.size(); ++k) {
    const std::vector<InstId> in = insts(f, all[k]);
    if (in.empty() || f.payload(in.back()).operation != &operation::jump) continue;
    if (f.targets(in.back())[0] != all[k + 1]) continue;
    erase(f, in.back());
    ++gone;
  }
  return gone;
}

}  // namespace lathe::codegen::machine
