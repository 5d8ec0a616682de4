// Tail duplication: a short block that several blocks jump to is copied behind them, and the jumps go.
//
// A block is copied into each block that ends with a jump to it. Phis become what they take there; results that are read
// in the block alone, or by phis right behind it, get new values, and these phis take them. For a value that is read
// elsewhere phis are made, in SSA form (`keep_ssa`), where the copies meet again (ssa_update.hpp); not so if its reads are
// more than `reach` blocks behind it, or the Editor can make no phis: then the block stays as it is. Out of SSA form the
// copies write the same register. Convergent instructions, calls and markers are never copied, nor is the header of a
// loop (copies of it could make a cycle with two entries), nor a block that is its own successor.
//
// Early (in SSA form, before registers are assigned): only where all blocks in front can take a copy, so that the block
// itself goes, and no returns; a block that ends with a table may be longer. Late: where any can.
//
// Needs: an Editor; of two equal Views with and without Fact::branches the one without knows jumps alone. Hook: make_phi
// of ssa_update.hpp, for values that are read elsewhere.
// Cost: O(code + copies) and the followers', and for each value that is read elsewhere O(reach).
// Source: the rules and limits are those of LLVM's TailDuplicator.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/chain.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/passes/ssa_update.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct TailDuplicationOptions {
  std::uint64_t fuel =
      ~std::uint64_t{0};             ///< a change is one copy; all copies of a block early, or where phis are made
  bool early = false;                ///< all or nothing, no returns
  bool keep_ssa = true;              ///< the code is in SSA form and is to stay so
  std::uint32_t size = 2;            ///< instructions of a block that is copied, but for phis and markers
  std::uint32_t indirect_size = 20;  ///< the same, early, where a table ends it
  std::uint32_t growth = 50;         ///< percent that the code may grow; a floor of 100 instructions
  std::uint32_t reach = 256;         ///< blocks between a value and its reads; 0: no phis are made
  bool explain = false;
};
enum class TailDuplicationReason : std::uint8_t {
  size,        ///< too long
  convergent,  ///< something in it may not be copied
  header,      ///< of a loop
  escapes,     ///< a value of it is read elsewhere, is to stay in SSA form, and no phis can be made for it
  far,         ///< the same: its reads are too far away
  incomplete,  ///< early: a block in front ends otherwise than with a jump
};
inline constexpr const char* tail_duplication_reason_names[] = {"too long",
                                                                "not to be copied",
                                                                "header of a loop",
                                                                "a value is read elsewhere",
                                                                "a value is read far away",
                                                                "not all blocks in front jump to it"};
struct TailDuplicationStats {
  std::uint64_t copies = 0, copied_insts = 0, gone = 0, phis = 0;
  std::uint64_t visits = 0;  ///< blocks walked between values and their reads
  static constexpr auto fields() {
    using S = TailDuplicationStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"copies of blocks", &S::copies}, F{"instructions copied", &S::copied_insts},
                      F{"blocks that went", &S::gone}, F{"phis made", &S::phis}, F{"blocks walked", &S::visits}};
  }
};
template <View P>
using TailDuplicationResult = PassResult<P, TailDuplicationStats, TailDuplicationReason>;

namespace detail {

template <Editor P, class Sink, class... Observers>
class TailDuplication {
  using Block = block_t<P>;
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  using End = BlockEnd<P>;
  using Kind = typename End::Kind;

 public:
  TailDuplication(Chain<P>& on, const TailDuplicationOptions& options, Sink& sink, Observers&... observers)
      : on_(on.start()),
        code_(on.code()),
        options_(options),
        jumps_(code_),
        single_(code_, on_.known(), on_.uses(), on_.live_out(), on_.flow()),
        editing_(code_, on_, observers...),
        update_(editing_, on_),
        changes_(options.early ? "early-tailduplication" : "tailduplication", options.fuel, sink, observers...) {}

  TailDuplicationResult<P> run() {
    const flow::Cfg cfg = flow::cfg_of(on_.flow());
    const flow::Order order = flow::reverse_post_order(cfg);
    header_.assign(on_.flow().block_count(), false);  // of a cycle of any kind; none comes to be
    for (const std::uint32_t b : order.blocks)
      for (const std::uint32_t s : on_.flow().successors(b))
        if (order.position[s] <= order.position[b]) header_[s] = true;
    budget_ = std::max<std::uint64_t>(100, std::uint64_t{on_.known().insts.size()} * options_.growth / 100);
    for (bool any = true; any && changes_.any();) {
      any = false;
      // From behind: a copy ends with what its block ended with then, and may be copied into in its turn.
      for (std::size_t k = order.blocks.size(); k-- > 0 && changes_.any();)
        if (const std::uint32_t b = order.blocks[k]; b != 0 && on_.flow().contains(b)) any |= duplicate(b);
    }
    changes_.close(result_);
    return std::move(result_);
  }

 private:
  const Block& block(std::uint32_t b) const { return on_.known().blocks[b]; }
  End end_of(std::uint32_t b) const { return block_end(std::as_const(code_), block(b), jumps_.like()); }
  bool keep(std::uint32_t b, TailDuplicationReason why) {
    if (!options_.explain) return false;
    for (auto&& i : code_.instructions(block(b))) {
      result_.kept.push_back({why, i});
      break;
    }
    return false;
  }

  bool duplicate(std::uint32_t b) {
    const std::vector<std::uint32_t> before = jumping_to(b);
    const auto all = static_cast<std::uint32_t>(on_.flow().predecessors(b).size());
    if (before.empty() || all < 2) return false;  // of one, branch folding joins them
    if (header_[b]) return keep(b, TailDuplicationReason::header);
    std::uint64_t insts = 0;
    escaping_.clear();
    if (const auto why = refusal(b, insts)) return keep(b, *why);
    if (options_.early && before.size() != all) return keep(b, TailDuplicationReason::incomplete);
    const bool together = options_.early || !escaping_.empty();
    bool any = false;
    for (const std::uint32_t p : before) {
      if (insts > budget_) break;
      if (together && p == before[0] && insts * before.size() > budget_) break;
      if (!(together && any) && !changes_.next("TailDuplicate")) break;
      budget_ -= insts;
      changes_.remark(Remark::Kind::passed, "TailDuplicate", code_, InBlock{block(b)},
                      [&] { return std::to_string(insts) + " instructions copied"; });
      copy(b, p);
      any = true;
    }
    if (any && on_.flow().predecessors(b).empty()) {
      for (const std::uint32_t s : std::vector(on_.flow().successors(b).begin(), on_.flow().successors(b).end()))
        forget_in_phis<P>(editing_, block(s), block(b));
      editing_.erase_block(block(b));
      ++result_.stats.gone;
    }
    if (any) make_phis(b);
    return any;
  }
  void make_phis(std::uint32_t b) {
    if constexpr (MakesPhis<P>) {
      const std::uint64_t before = update_.walked();
      for (Escaping& e : escaping_) {
        if (on_.flow().contains(b)) e.standins.push_back({b, e.value});
        update_.run(e.value, e.standins);
        for (const Value& phi : update_.made()) note(phi, Fresh::named);
        result_.stats.phis += update_.made().size();
      }
      result_.stats.visits += update_.walked() - before;
    }
  }
  std::vector<std::uint32_t> jumping_to(std::uint32_t b) const {
    std::vector<std::uint32_t> out;
    for (const std::uint32_t p : on_.flow().predecessors(b)) {
      const End end = end_of(p);
      if (p != b && end.kind == Kind::jump && end.plain) out.push_back(p);
    }
    std::sort(out.begin(), out.end());
    return out;
  }

  // Why not; how many instructions it has; and `escaping_`.
  std::optional<TailDuplicationReason> refusal(std::uint32_t b, std::uint64_t& insts) {
    const End end = end_of(b);
    for (const std::uint32_t s : on_.flow().successors(b))
      if (s == b) return TailDuplicationReason::header;
    // What is not known to be a jump or a condition is a table, or leaves.
    const bool leaves = end.ways.empty(), table = !leaves && end.ways.size() > 2;
    if (options_.early && leaves) return TailDuplicationReason::convergent;
    const std::uint32_t most = options_.early && table ? options_.indirect_size : options_.size;
    std::vector<Inst> phis = phis_of(std::as_const(code_), block(b));
    for (auto&& i : code_.instructions(block(b))) {
      const program::Effects e = code_.effects(i);
      if (e.has(Effect::phi)) continue;
      if (e.has(Effect::convergent | Effect::fixed | Effect::call | Effect::marker))
        return TailDuplicationReason::convergent;
      if (++insts > most) return TailDuplicationReason::size;
    }
    if (end.terminators.empty()) return TailDuplicationReason::convergent;  // control runs off
    bool fine = true, far = false;
    for (const Inst& phi : phis)  // what stands in no register cannot be named by the copies
      for (const auto& [from, v] : incoming_of(std::as_const(code_), phi))
        if (!nameable(std::as_const(code_), v)) return TailDuplicationReason::escapes;
    for (auto&& i : code_.instructions(block(b))) {
      const bool phi = code_.effects(i).has(Effect::phi);
      code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
        if (!o.is_def()) return;
        const bool once = on_.uses().defs(o.value) == 1 && !pinned(code_, o.value);
        if (!named(o.value))
          fine &= !phi && !once;
        else if (!stays_inside(o.value, b))
          escapes(o.value, b, fine, far);
      });
    }
    // Out of SSA form a register is written by all copies.
    if (!fine && (options_.keep_ssa || !phis.empty()))
      return far ? TailDuplicationReason::far : TailDuplicationReason::escapes;
    if (!fine) escaping_.clear();
    return {};
  }
  // Fine, where phis can be made for it.
  void escapes(const Value& v, std::uint32_t b, bool& fine, bool& far) {
    bool can = false;
    if constexpr (MakesPhis<P>)
      if (fine && options_.keep_ssa && options_.reach != 0) {
        const std::uint64_t before = update_.walked();
        can = update_.between(v, b, options_.reach).has_value();
        result_.stats.visits += update_.walked() - before;
        far |= !can;
      }
    if (can)
      escaping_.push_back({v, {}});
    else
      fine = false;
  }
  // A value in SSA form.
  bool named(const Value& v) const {
    const std::uint32_t n = on_.known().values.find(v);
    return n < fresh_.size() && fresh_[n] != Fresh::unknown ? fresh_[n] == Fresh::named : single_.has(n);
  }
  enum class Fresh : std::uint8_t { unknown, named, written_again };
  void note(const Value& v, Fresh what) {
    const std::uint32_t n = on_.known().values.add(v);
    if (n >= fresh_.size()) fresh_.resize(n + 1, Fresh::unknown);
    fresh_[n] = what;
  }
  // Is it read by the block alone, and by phis right behind it as what comes from there?
  bool stays_inside(const Value& v, std::uint32_t b) const {
    bool fine = true;
    on_.uses().for_each_use(v, [&](const Inst& i, std::uint32_t) {
      const auto at = code_.where(i);
      if (!at.block) return void(fine = false);
      if (code_.effects(i).has(Effect::phi)) {
        for (const auto& [from, taken] : incoming_of(std::as_const(code_), i))
          fine &= !(taken == v) || from == block(b);
        return;
      }
      fine &= *at.block == block(b);
    });
    return fine;
  }

  // Behind p, in place of its jump.
  void copy(std::uint32_t b, std::uint32_t p) {
    std::vector<std::pair<Value, Value>> renamed;
    const auto now = [&](const Value& v) {
      for (const auto& [from, to] : renamed)
        if (from == v) return to;
      return v;
    };
    const Inst jump = end_of(p).terminators[0];
    std::vector<Inst> insts;
    for (auto&& i : code_.instructions(block(b))) insts.push_back(i);
    std::vector<Inst> made;
    for (const Inst& i : insts) {
      if (code_.effects(i).has(Effect::phi)) {
        std::optional<Value> result, taken;
        code_.for_each_operand(i, [&](const auto& o) { result = o.value; });
        for (const auto& [from, v] : incoming_of(std::as_const(code_), i))
          if (from == block(p)) taken = v;
        if (result && taken) renamed.emplace_back(*result, *taken);
        continue;
      }
      made.push_back(clone(i, b, renamed, now));
    }
    for (Escaping& e : escaping_) e.standins.push_back({p, now(e.value)});
    const std::vector<std::uint32_t> behind(on_.flow().successors(b).begin(), on_.flow().successors(b).end());
    for (const Inst& i : made)
      if (code_.effects(i).has(Effect::terminator))
        editing_.append(i, block(p));
      else
        editing_.insert_before(i, jump);
    editing_.erase(jump);
    for (const std::uint32_t s : behind)
      change_phis<P>(editing_, block(s), [&](auto& in) {
        const std::size_t had = in.size();
        for (std::size_t k = 0; k < had; ++k)
          if (in[k].first == block(b)) in.emplace_back(block(p), now(in[k].second));
      });
    forget_in_phis<P>(editing_, block(b), block(p));
    ++result_.stats.copies;
    result_.stats.copied_insts += made.size();
  }
  template <class Now>
  Inst clone(const Inst& i, std::uint32_t b, std::vector<std::pair<Value, Value>>& renamed, Now&& now) {
    const Inst made = code_.clone(i);
    std::vector<program::Operand<Value>> operands;
    code_.for_each_operand(i, [&](const auto& o) { operands.push_back(o); });
    for (std::uint32_t k = 0; k < operands.size(); ++k)
      if (!operands[k].is_def())
        if (const Value to = now(operands[k].value); !(to == operands[k].value)) code_.set_operand(made, k, to);
    for (std::uint32_t k = 0; k < operands.size(); ++k) {
      if (!operands[k].is_def() || !named(operands[k].value)) continue;
      if (!stays_inside(operands[k].value, b) && !escaping(operands[k].value)) {  // the copies write the same register
        note(operands[k].value, Fresh::written_again);
        continue;
      }
      const Value to = editing_.new_value(operands[k].value);
      note(to, Fresh::named);
      renamed.emplace_back(operands[k].value, to);
      code_.set_operand(made, k, to);
    }
    return made;
  }

  struct Escaping {  // a value that is read elsewhere, and what stands for it where the block is copied to
    Value value;
    std::vector<Standin<P>> standins;
  };
  bool escaping(const Value& v) const {
    return std::any_of(escaping_.begin(), escaping_.end(), [&](const Escaping& e) { return e.value == v; });
  }
  using Edits = ChainEditing<P, Observers...>;
  Chain<P>& on_;
  P& code_;
  const TailDuplicationOptions& options_;
  JumpMaker<P> jumps_;
  SingleValues<P> single_;
  Edits editing_;
  SsaUpdate<P, Edits> update_;
  Changes<Sink, Observers...> changes_;
  TailDuplicationResult<P> result_;
  std::vector<Escaping> escaping_;  // of the block that is looked at
  std::vector<bool> header_;
  std::vector<Fresh> fresh_;  // by number, what is other than at the start
  std::uint64_t budget_ = 0;
};

}  // namespace detail

/// Copies until nothing is left to copy, or the code has grown as much as it may.
template <Editor P, class Sink = NoRemarks, class... Observers>
TailDuplicationResult<P> duplicate_tails(Chain<P>& on, const TailDuplicationOptions& options = {}, Sink&& sink = {},
                                         Observers&... observers) {
  if (on.code().blocks().begin() == on.code().blocks().end()) return {};
  return detail::TailDuplication<P, std::remove_reference_t<Sink>, Observers...>(on, options, sink, observers...).run();
}
/// On a chain of its own.
template <Editor P, class Sink = NoRemarks, class... Observers>
TailDuplicationResult<P> duplicate_tails(P& code, const TailDuplicationOptions& options = {}, Sink&& sink = {},
                                         Observers&... observers) {
  Chain<P> on(code);
  return duplicate_tails(on, options, sink, observers...);
}

}  // namespace lathe::passes
