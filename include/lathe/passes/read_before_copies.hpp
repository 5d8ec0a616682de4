// Other readers go in front of a copy, so that what is copied ends there: then both may have one register, and the copy
// is nothing.
//
// Where an instruction must write over what it reads (two-address code), and others read that behind it, a copy stays
// that no coalescer can take away: the two live beside each other. Readers that depend on nothing between change places
// with the copy. Nothing moves across what it may not (Effects may_swap, operands); what writes a pinned name that
// somebody reads stays, so that no register of a call is held for longer. What is moved has at most one result, so
// nowhere live more registers than before: between the two places the copied value has gone.
// Needs: an Editor, not in SSA form. Cost: O(size) for liveness, and for each copy of a value that at most `readers` read
// behind it `window` instructions, times readers where they move.
// Source: the copies' side of LLVM's instruction scheduler, which looks at physical registers only; the idea as in
// register preferences of Chaitin's coalescing, applied to the order.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/regions.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/passes/rewrite.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct ReadBeforeCopiesOptions {
  std::uint64_t fuel = ~std::uint64_t{0};
  std::uint32_t window = 64;  ///< instructions behind a copy that are looked at
  std::uint32_t readers = 4;  ///< that move for one copy
  bool explain = false;       ///< fill ReadBeforeCopiesResult::kept
};
enum class ReadBeforeReason : std::uint8_t {
  lives,    ///< it is read behind the block, or too far away, or by too many
  copied,   ///< a later copy of it will do
  depends,  ///< a reader depends on something between
};
inline constexpr const char* read_before_reason_names[] = {"lives on", "copied again", "a reader depends on more"};
struct ReadBeforeCopiesStats {
  std::uint64_t copies = 0, freed = 0, moved = 0;
  static constexpr auto fields() {
    using S = ReadBeforeCopiesStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"copies of what lives on", &S::copies}, F{"copies at an end now", &S::freed},
                      F{"readers moved", &S::moved}};
  }
};
template <View P>
using ReadBeforeCopiesResult = PassResult<P, ReadBeforeCopiesStats, ReadBeforeReason>;

namespace detail {

template <Editor P, class Change, class... Observers>
class ReadBeforeCopies {
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  using Operand = program::Operand<Value>;
  struct Copy {
    Value to, from;
  };
  // Of a value, behind a place: how often it is read in the block before it is written, and is it live at its end so?
  struct Ahead {
    std::uint32_t reads = 0;
    bool lives = false;
  };

 public:
  ReadBeforeCopies(P& code, const ReadBeforeCopiesOptions& options, Change& changes, ReadBeforeCopiesResult<P>& result,
                   Observers&... observers)
      : code_(code), options_(options), changes_(changes), result_(result), editing_(code, observers...) {}

  void run() {
    std::vector<block_t<P>> blocks;
    for (auto&& b : code_.blocks())
      for (auto&& i : code_.instructions(b))
        if (copy(i)) {
          blocks.push_back(b);
          break;
        }
    if (blocks.empty()) return;
    const flow::ViewLiveness<P> lives(code_);
    const auto number = [&](const Value& v) { return lives.numbering().value_number(v); };
    std::vector<Ahead> ahead(lives.numbering().values());
    for (const block_t<P>& b : blocks) {
      std::vector<Inst> insts;
      for (auto&& i : code_.instructions(b)) insts.push_back(i);
      const auto behind = lives.live().live_out[lives.numbering().block_number(b)];
      std::vector<std::uint32_t> met;
      for (const std::uint32_t v : behind) ahead[v].lives = true;
      // From the last: what moved for a later copy is in nobody's way any more.
      for (std::size_t k = insts.size(); k-- > 0;) {
        if (!changes_.any()) return;
        const Inst i = insts[k];
        if (const auto c = copy(i)) look(b, insts, k, *c, ahead[number(c->from)]);
        code_.for_each_operand(i, [&](const Operand& o) {
          if (o.is_def()) ahead[number(o.value)] = {};
        });
        code_.for_each_operand(i, [&](const Operand& o) {
          if (!o.is_def()) ++ahead[number(o.value)].reads, met.push_back(number(o.value));
        });
      }
      for (const std::uint32_t v : behind) ahead[v] = {};
      for (const std::uint32_t v : met) ahead[v] = {};
    }
  }

 private:
  std::optional<Copy> copy(const Inst& i) const {
    if (!code_.effects(i).has(Effect::copy)) return {};
    std::optional<Value> to, from;
    bool fine = true;
    code_.for_each_operand(i, [&](const Operand& o) {
      fine &= o.role != Role::guard && !o.old && !pinned(code_, o.value) && !(o.is_def() ? to : from);
      (o.is_def() ? to : from) = o.value;
    });
    if (!fine || !to || !from || *to == *from) return {};
    return Copy{*to, *from};
  }
  // Readers of what the k-th instruction copies.
  void look(const block_t<P>& block, std::vector<Inst>& insts, std::size_t k, const Copy& c, const Ahead& ahead) {
    if (ahead.reads == 0) return;
    ++result_.stats.copies;
    if (ahead.lives || ahead.reads > options_.readers) return keep(insts[k], ReadBeforeReason::lives);
    std::vector<std::size_t> readers;
    const std::size_t end = std::min<std::size_t>(insts.size(), k + 1 + options_.window);
    std::uint32_t reads = 0;
    for (std::size_t n = k + 1; n < end && reads < ahead.reads; ++n) {
      bool here = false, writes = false;
      code_.for_each_operand(insts[n], [&](const Operand& o) {
        if (!(o.value == c.from)) return;
        writes |= o.is_def();
        if (!o.is_def()) here = true, ++reads;
      });
      if (here && writes) return keep(insts[k], ReadBeforeReason::lives);
      if (here && code_.effects(insts[n]).has(Effect::copy)) return keep(insts[k], ReadBeforeReason::copied);
      if (here) readers.push_back(n);
    }
    if (reads < ahead.reads) return keep(insts[k], ReadBeforeReason::lives);
    for (std::size_t r = 0; r < readers.size(); ++r)
      if (!goes(insts, k, readers, r)) return keep(insts[k], ReadBeforeReason::depends);
    if (!changes_.next("ReadBeforeCopy")) return;
    for (const std::size_t n : readers) {
      editing_.move(insts[n], {block, insts[k]});
      std::rotate(insts.begin() + static_cast<std::ptrdiff_t>(k), insts.begin() + static_cast<std::ptrdiff_t>(n),
                  insts.begin() + static_cast<std::ptrdiff_t>(n) + 1);
      ++k;
      ++result_.stats.moved;
    }
    ++result_.stats.freed;
    changes_.remark(Remark::Kind::passed, "ReadBeforeCopy", code_, insts[k],
                    [&] { return value_name(code_, c.from) + " ends where it is copied"; });
  }
  // May the r-th reader go in front of the k-th instruction, where those before it go, too?
  bool goes(const std::vector<Inst>& insts, std::size_t k, const std::vector<std::size_t>& readers,
            std::size_t r) const {
    const Inst& i = insts[readers[r]];
    if (code_.effects(i).bounds_region() || code_.effects(i).has(Effect::marker)) return false;
    std::uint32_t results = 0;
    bool fine = true;
    code_.for_each_operand(i, [&](const Operand& o) {
      if (!o.is_def() || (o.dead && pinned(code_, o.value))) return;
      ++results;
      fine &= !pinned(code_, o.value) && !o.more;
    });
    if (!fine || results > 1) return false;
    std::size_t next = 0;
    for (std::size_t n = k; n < readers[r]; ++n) {
      while (next < r && readers[next] < n) ++next;
      if (next < r && readers[next] == n) continue;
      if (!may_swap(code_.effects(insts[n]), code_.effects(i)) || meet(insts[n], i)) return false;
    }
    return true;
  }
  // Does one write what the other names, but for what both write and nobody reads?
  bool meet(const Inst& a, const Inst& b) const {
    bool found = false;
    code_.for_each_operand(a, [&](const Operand& x) {
      if (found) return;
      code_.for_each_operand(b, [&](const Operand& y) {
        found |= x.value == y.value && (x.is_def() || y.is_def()) && !(x.dead && y.dead);
      });
    });
    return found;
  }
  void keep(const Inst& i, ReadBeforeReason reason) {
    if (options_.explain) result_.kept.push_back({reason, i});
    changes_.remark(Remark::Kind::missed, "CopyKept", code_, i,
                    [&] { return inst_name(code_, i) + ": " + read_before_reason_names[static_cast<int>(reason)]; });
  }

  P& code_;
  const ReadBeforeCopiesOptions& options_;
  Change& changes_;
  ReadBeforeCopiesResult<P>& result_;
  program::Editing<P, Observers...> editing_;
};

}  // namespace detail

/// Moves readers of what is copied in front of the copy.
template <Editor P, class Sink = NoRemarks, class... Observers>
ReadBeforeCopiesResult<P> read_before_copies(P& code, const ReadBeforeCopiesOptions& options = {}, Sink&& sink = {},
                                             Observers&... observers) {
  using Change = Changes<std::remove_reference_t<Sink>, Observers...>;
  ReadBeforeCopiesResult<P> result;
  Change changes("read-before-copies", options.fuel, sink, observers...);
  detail::ReadBeforeCopies<P, Change, Observers...>(code, options, changes, result, observers...).run();
  changes.close(result);
  return result;
}

}  // namespace lathe::passes
