// Liveness that follows edits: which values are live into and out of which blocks, per value.
//
// An observer of a program::Editing, behind the ControlFlow that it asks. An edit concerns the values that it mentions
// and, where an edge goes, those that were live along it: these are made anew, each by one backward walk over the
// blocks in which it is live; where an edge comes, what is live behind it walks on. Others are not looked at.
//
// Cost: per instruction that comes, goes or moves to another place, O(its operands + the operands of its block *
// log its operands) and the walks; the same for an operand that is set, of which two values are concerned.
// Source: the walk by use of liveness.hpp (Boissinot et al.); the deltas are ours.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

// First, and here: the fewer files between, the shorter is what a wrong View is told.
#include <lathe/program/editing.hpp>
#include <lathe/program/numbering.hpp>
#include <lathe/program/observe.hpp>

#include <lathe/dense/set.hpp>
#include <lathe/flow/problem.hpp>
#include <lathe/program/control_flow.hpp>

namespace lathe::flow {

template <class P>
class FollowLiveness : public program::Nothing {
  using program::Nothing::Nothing;
};
/// Liveness as an observer of an Editing.
template <program::Agreed P>
class FollowLiveness<P> {
  using Inst = program::inst_t<P>;
  using BlockHandle = program::block_t<P>;
  using Value = program::value_t<P>;
  using Change = program::Edit<P>;
  static constexpr bool phis = program::Facts(P::facts).has(program::Fact::incoming);
  static constexpr bool outs = program::Facts(P::facts).has(program::Fact::live_out);

 public:
  /// Solves for the code as it is; `flow` outlives it, and hears of edits before it does. `p` is read here alone.
  FollowLiveness(const P& p, program::ControlFlow<P>& flow) : flow_(flow), known_(flow.known()) {
    for (auto&& b : p.blocks()) block(p, b, true);
    settle(p);
  }

  /// Is the value read at or behind the block's begin, before anything writes it?
  bool live_into(const BlockHandle& b, const Value& v) const {
    return in(known_.blocks.find(b), known_.values.find(v));
  }
  /// Is the value read behind the block's end, before anything writes it? What phis take counts at the end.
  bool live_from(const BlockHandle& b, const Value& v) const {
    return out(known_.blocks.find(b), known_.values.find(v));
  }
  /// By numbers of Known.
  bool in(Block b, std::uint32_t v) const { return b < in_.size() && v != program::none && in_[b].contains(v); }
  /// The same of the block's end.
  bool out(Block b, std::uint32_t v) const { return b < out_.size() && v != program::none && out_[b].contains(v); }
  /// Ascending.
  std::vector<std::uint32_t> live_in(Block b) const { return b < in_.size() ? sorted(in_[b]) : Numbers(); }
  /// The same of the block's end.
  std::vector<std::uint32_t> live_out(Block b) const { return b < out_.size() ? sorted(out_[b]) : Numbers(); }
  /// Blocks that mention a value or that it is live into or out of, ascending. By numbers.
  std::vector<Block> blocks_of(std::uint32_t v) const {
    std::vector<Block> out;
    if (v >= says_.size()) return out;
    out = live_[v];
    for (const Summary& s : says_[v]) out.push_back(s.block);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }
  /// Does the block write the value, or read it before it does?
  bool mentions(Block b, std::uint32_t v) const {
    const Summary* const s = says(v, b);
    return s != nullptr && (s->exposed || s->defined);
  }
  /// Values that the last edit mentions, or whose liveness it changed; some twice.
  std::span<const std::uint32_t> concerned() const { return concerned_; }
  /// Values that were made anew since the beginning.
  std::uint64_t walked() const { return walked_; }

  // ---- an observer

  void before(const P& p, const Change& e) {
    using Kind = typename Change::Kind;
    if (e.kind == Kind::put && e.from) inst(p, *e.inst, *e.from.block, e.erases() ? -1 : 0);
    if (e.kind == Kind::incoming && stands(p, *e.inst)) incoming(p, *e.inst, -1);
    if (e.kind == Kind::block && e.was_in && !e.is_in) block(p, *e.block, false);
  }
  void after(const P& p, const Change& e) {
    using Kind = typename Change::Kind;
    if (e.kind == Kind::put && e.to) inst(p, *e.inst, *e.to.block, e.inserts() ? 1 : 0);
    if (e.kind == Kind::operand) operand(p, e);
    if (e.kind == Kind::incoming && stands(p, *e.inst)) incoming(p, *e.inst, 1);
    if (e.kind == Kind::block && !e.was_in && e.is_in) block(p, *e.block, true);
    settle(p);
  }
  void verify(const P& p, program::FollowFaults& faults) const {
    const program::Numbering<P> n(p);
    const Problem all = ingest(program::FlowOf<P>(p, n));
    const Liveness full = liveness(make_cfg(all), liveness_problem(all));
    const auto same = [&](std::uint32_t b, const Csr<std::uint32_t>& rows, const std::vector<std::uint32_t>& mine) {
      Numbers theirs;
      for (const std::uint32_t v : rows[b]) theirs.push_back(known_.values.find(n.value(v)));
      std::sort(theirs.begin(), theirs.end());
      return theirs == mine;
    };
    for (std::uint32_t b = 0; b < n.blocks(); ++b) {
      const std::uint32_t mine = known_.blocks.find(n.block(b));
      const char* const what = !same(b, full.live_in, live_in(mine))     ? " has other values live in"
                               : !same(b, full.live_out, live_out(mine)) ? " has other values live out"
                                                                         : nullptr;
      if (what != nullptr)
        return faults.add(program::FollowFault::liveness, mine, "block " + std::to_string(mine) + what);
    }
  }

 private:
  using Numbers = std::vector<std::uint32_t>;
  /// What a block says of a value.
  struct Summary {
    Block block;
    bool exposed = false, defined = false, out = false;
    std::uint32_t edges = 0;  // phis that take it from the block
    bool nothing() const { return !exposed && !defined && !out && edges == 0; }
  };

  static Numbers sorted(const dense::DenseSet<std::uint32_t>& set) {
    Numbers out;
    for (const std::uint32_t v : set) out.push_back(v);
    std::sort(out.begin(), out.end());
    return out;
  }

  // ---- what may have changed

  bool stands(const P& p, const Inst& i) const {
    const auto at = p.where(i);
    return at.block && flow_.contains(known_.blocks.find(*at.block));
  }
  // What the other operands name stays as it is.
  void operand(const P& p, const Change& e) {
    if (!stands(p, *e.inst)) return;
    const Block b = known_.blocks.find(*p.where(*e.inst).block);
    for (const auto& value : {e.old_value, e.new_value})
      if (value) touch(b, known_.values.add(*value));
    if constexpr (outs) outs_of_.push_back(b);
  }
  void touch(Block b, std::uint32_t v) { touched_.push_back({b, v}); }
  void inst(const P& p, const Inst& i, const BlockHandle& at, int edges) {
    const Block b = known_.blocks.add(at);
    p.for_each_operand(i, [&](const program::Operand<Value>& o) { touch(b, known_.values.add(o.value)); });
    if (edges != 0) incoming(p, i, edges);
    if constexpr (outs) outs_of_.push_back(b);
  }
  void incoming(const P& p, const Inst& i, int edges) {
    if constexpr (phis)
      p.for_each_incoming(i, [&](const BlockHandle& from, const Value& value) {
        const std::uint32_t v = known_.values.add(value);
        Summary& s = summary(v, known_.blocks.add(from));
        s.edges += static_cast<std::uint32_t>(edges);
        tidy(v, s);
        dirty(v);
      });
  }
  void block(const P& p, const BlockHandle& b, bool enters) {
    for (auto&& i : p.instructions(b)) inst(p, i, b, enters ? 1 : -1);
    if constexpr (outs) outs_of_.push_back(known_.blocks.add(b));
  }
  void dirty(std::uint32_t v) {
    if (v >= is_dirty_.size()) is_dirty_.resize(v + 1, false);
    if (is_dirty_[v]) return;
    is_dirty_[v] = true;
    dirty_.push_back(v);
  }

  Summary& summary(std::uint32_t v, Block b) {
    if (v >= says_.size()) {
      says_.resize(v + 1);
      live_.resize(v + 1);
    }
    const auto at = std::lower_bound(says_[v].begin(), says_[v].end(), b,
                                     [](const Summary& s, Block block) { return s.block < block; });
    if (at != says_[v].end() && at->block == b) return *at;
    return *says_[v].insert(at, Summary{b});
  }
  void tidy(std::uint32_t v, const Summary& s) {
    if (s.nothing()) says_[v].erase(says_[v].begin() + (&s - says_[v].data()));
  }
  const Summary* says(std::uint32_t v, Block b) const {
    if (v >= says_.size()) return nullptr;
    const auto at = std::lower_bound(says_[v].begin(), says_[v].end(), b,
                                     [](const Summary& s, Block block) { return s.block < block; });
    return at != says_[v].end() && at->block == b ? &*at : nullptr;
  }
  bool defined(std::uint32_t v, Block b) const {
    const Summary* const s = says(v, b);
    return s != nullptr && s->defined;
  }

  // ---- what has changed

  // What the blocks say of the values that were touched, and the walks that follow from it.
  void settle(const P& p) {
    if (in_.size() < known_.blocks.size()) {
      in_.resize(known_.blocks.size());
      out_.resize(known_.blocks.size());
    }
    concerned_.clear();
    for (const auto& [b, v] : touched_) concerned_.push_back(v);
    std::sort(touched_.begin(), touched_.end());
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
    for (std::size_t k = 0; k < touched_.size();) {
      std::size_t end = k;
      while (end < touched_.size() && touched_[end].first == touched_[k].first) ++end;
      look(p, touched_[k].first, k, end);
      k = end;
    }
    touched_.clear();
    if constexpr (outs) look_out(p);
    for (const auto& c : flow_.changes())
      if (!c.inserted)
        for (const std::uint32_t v : in_[c.to])
          if (out_[c.from].contains(v)) dirty(v);
    for (const std::uint32_t v : dirty_) {
      is_dirty_[v] = false;
      concerned_.push_back(v);
      walk(v);
    }
    dirty_.clear();
    for (const auto& c : flow_.changes())
      if (c.inserted)
        for (const std::uint32_t v : live_in(c.to)) {
          concerned_.push_back(v);
          from(v, c.from);
          run(v);
        }
  }
  // One scan of a block for the values that were touched in it, which are ascending.
  void look(const P& p, Block b, std::size_t begin, std::size_t end) {
    struct Seen {
      bool exposed = false, defined = false;
    };
    std::vector<Seen> seen(end - begin);
    const auto find = [&](const Value& value) -> Seen* {
      const std::pair<Block, std::uint32_t> key{b, known_.values.find(value)};
      const auto first = touched_.begin() + static_cast<std::ptrdiff_t>(begin),
                 last = touched_.begin() + static_cast<std::ptrdiff_t>(end);
      const auto at = std::lower_bound(first, last, key);
      return at != last && *at == key ? &seen[static_cast<std::size_t>(at - first)] : nullptr;
    };
    if (flow_.contains(b))
      for (auto&& i : p.instructions(known_.blocks[b])) {
        p.for_each_operand(i, [&](const program::Operand<Value>& o) {
          if (Seen* const s = o.is_def() ? nullptr : find(o.value); s != nullptr) s->exposed |= !s->defined;
        });
        p.for_each_operand(i, [&](const program::Operand<Value>& o) {
          if (Seen* const s = o.is_def() ? find(o.value) : nullptr; s != nullptr) s->defined = true;
        });
      }
    for (std::size_t k = begin; k < end; ++k) {
      const std::uint32_t v = touched_[k].second;
      Summary& s = summary(v, b);
      const Seen now = seen[k - begin];
      if (s.exposed != now.exposed || s.defined != now.defined) dirty(v);
      s.exposed = now.exposed;
      s.defined = now.defined;
      tidy(v, s);
    }
  }
  void look_out(const P& p) {
    if (says_out_.size() < flow_.block_count()) says_out_.resize(flow_.block_count());
    for (const Block b : outs_of_) {
      for (const std::uint32_t v : std::exchange(says_out_[b], {})) {
        Summary& s = summary(v, b);
        s.out = false;
        tidy(v, s);
        dirty(v);
      }
      if constexpr (outs)
        if (flow_.contains(b))
          p.for_each_live_out(known_.blocks[b], [&](const Value& value) {
            const std::uint32_t v = known_.values.add(value);
            summary(v, b).out = true;
            says_out_[b].push_back(v);
            dirty(v);
          });
    }
    outs_of_.clear();
  }

  void walk(std::uint32_t v) {
    ++walked_;
    for (const Block b : live_[v]) {
      in_[b].erase(v);
      out_[b].erase(v);
    }
    live_[v].clear();
    for (const Summary& s : says_[v]) {
      if (s.exposed) into(v, s.block);
      if (s.out || s.edges != 0) from(v, s.block);
    }
    run(v);
  }
  void run(std::uint32_t v) {
    while (!work_.empty()) {
      const Block b = work_.back();
      work_.pop_back();
      if (flow_.contains(b))
        for (const Block p : flow_.predecessors(b)) from(v, p);
    }
  }
  void into(std::uint32_t v, Block b) {
    if (in_[b].contains(v)) return;
    if (!out_[b].contains(v)) live_[v].push_back(b);
    in_[b].insert(v);
    work_.push_back(b);
  }
  void from(std::uint32_t v, Block b) {
    if (out_[b].contains(v)) return;
    if (!in_[b].contains(v)) live_[v].push_back(b);
    out_[b].insert(v);
    if (!defined(v, b)) into(v, b);
  }

  program::ControlFlow<P>& flow_;
  program::Known<P>& known_;
  std::vector<std::vector<Summary>> says_;  // per value, by block
  std::vector<Numbers> live_;               // per value: the blocks that it is live in or out of
  std::vector<dense::DenseSet<std::uint32_t>> in_, out_;
  std::vector<Numbers> says_out_;  // per block: what the View says is live out
  std::vector<std::pair<Block, std::uint32_t>> touched_;
  std::vector<Block> outs_of_, work_;
  Numbers dirty_, concerned_;
  std::vector<bool> is_dirty_;
  std::uint64_t walked_ = 0;
};
template <class P>
FollowLiveness(const P&, program::ControlFlow<P>&) -> FollowLiveness<P>;

}  // namespace lathe::flow
