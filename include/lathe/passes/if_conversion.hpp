// If-conversion: code behind a branch is done in front of it, and the branch goes.
//
//   triangle:  head -> side -> join, head -> join         diamond:  head -> two sides -> join
//
// What a side computes is done always where it may be (speculatable, results read as those of one definition); anything
// else is done under a guard, by the client's hook; where values meet in phis of the join, a select takes their place.
// Convergent code, calls and what keeps its place are never converted, and a side is entered from the head alone. What writes
// names on the way that nobody reads (flags; rewrite.hpp, SaysWhere) goes up in front of what the branch reads of them, where
// the Editor says that it may stand.
//
// Whether it pays (unless `always`): by trace metrics, as in LLVM's EarlyIfConverter. The selects wait for both sides and
// for the condition: the critical path may become longer by half of what a branch costs (`penalty`), and so may the time
// that units and issue need, counting both sides. Where threads diverge both sides are run anyway, and the branch
// besides: `divergent_penalty` is added to the price of branches that the client says are divergent.
//
// Needs: an Editor with Fact::branches. Optional hooks of the client, with Branch = program::Branch<Block, Inst, Value>:
//   optional<Inst> make_select(Value result, Branch way, Value taken, Value other)   stands nowhere: result = taken where
//                                                 the branch would be taken, otherwise other; nothing: there is none
//   optional<Inst> make_guarded(Inst, Branch way, bool taken)   a copy that stands nowhere and is done only where the branch
//                                                 would be taken (or would not); nothing: there is none
//   bool is_divergent(Branch way) const
// Without the hook, what needs it is refused.
// Cost: O(code that is moved) and the followers', flow/follow_trace.hpp among them.
// Source: Allen, Kennedy, Porterfield, Warren, "Conversion of control dependence to data dependence", POPL 1983; the
// rule and limit by traces are LLVM's.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/follow_trace.hpp>
#include <lathe/passes/blocks.hpp>
#include <lathe/passes/chain.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct IfConversionOptions {
  std::uint64_t fuel = ~std::uint64_t{0};
  std::uint32_t limit = 30;             ///< instructions of a side
  std::uint32_t guarded_limit = 4;      ///< instructions of both sides that get a guard
  std::uint32_t penalty = 10;           ///< cycles that a branch which is told wrong costs
  std::uint32_t divergent_penalty = 0;  ///< cycles more, of a branch that the client says is divergent
  bool always = false;                  ///< whether it pays or not
  bool explain = false;
};
enum class IfConversionReason : std::uint8_t {
  shape,     ///< neither a triangle nor a diamond
  size,      ///< a side has more than the limit
  effects,   ///< something in it may not be done always, and there is no guard for it
  select,    ///< the client has no select for a value
  path,      ///< the critical path would become too long
  resources  ///< units or issue would need too long
};
inline constexpr const char* if_conversion_reason_names[] = {
    "neither a triangle nor a diamond", "too long",           "not to be done always", "no select for a value",
    "critical path too long",           "units busy too long"};
struct IfConversionStats {
  std::uint64_t triangles = 0, diamonds = 0, speculated = 0, guarded = 0, selects = 0;
  static constexpr auto fields() {
    using S = IfConversionStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"triangles", &S::triangles}, F{"diamonds", &S::diamonds},
                      F{"instructions done always", &S::speculated}, F{"instructions guarded", &S::guarded},
                      F{"selects", &S::selects}};
  }
};
template <View P>
using IfConversionResult = PassResult<P, IfConversionStats, IfConversionReason>;

namespace detail {

template <Editor P, class Sink, class... Observers>
class IfConversion {
  using Block = block_t<P>;
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  using End = BlockEnd<P>;
  using Kind = typename End::Kind;
  using Way = program::Branch<Block, Inst, Value>;
  using Why = IfConversionReason;

 public:
  IfConversion(Chain<P>& on, const IfConversionOptions& options, Sink& sink, Observers&... observers)
      : on_(on.start()),
        code_(on.code()),
        options_(options),
        jumps_(code_),
        trace_(code_, on_.flow(), on_.template get<flow::FollowLoops<P>>()),
        single_(code_, on_.known(), on_.uses(), on_.live_out(), on_.flow()),
        editing_(code_, on_, trace_, observers...),
        changes_("early-ifcvt", options.fuel, sink, observers...) {}

  IfConversionResult<P> run() {
    // In rounds: all are judged by one state of the analyses, for each change of control flow makes these anew. What a
    // round leaves may be a side in its turn.
    for (bool any = true; any && changes_.any();) {
      any = false;
      std::vector<std::uint32_t> pays;
      result_.kept.clear();
      for (const std::uint32_t b : flow::reverse_post_order(flow::cfg_of(on_.flow())).blocks)
        if (examine(b)) pays.push_back(b);
      for (std::size_t k = pays.size(); k-- > 0 && changes_.any();)
        if (on_.flow().contains(pays[k])) any |= convert(pays[k]);
    }
    changes_.close(result_);
    return std::move(result_);
  }

 private:
  // An if: sides[0] where the branch is taken, sides[1] where it is not; nothing: that way leads to the join at once.
  struct If {
    std::uint32_t head = 0;
    End end;
    Way way;
    std::array<std::optional<Block>, 2> sides;
    std::optional<Block> join;
    std::array<std::vector<Inst>, 2> insts;  // without the jumps
    std::vector<bool> guarded;               // of the first side, then of the second
    Block from(int side) const { return sides[static_cast<std::size_t>(side)].value_or(*way_block); }
    std::optional<Block> way_block;  // the head
    std::optional<Inst> before;      // in front of which sides go, where they write on the way what the branch reads
  };
  const Block& block(std::uint32_t b) const { return on_.known().blocks[b]; }
  bool keep(const If& c, Why why) {
    if (options_.explain) result_.kept.push_back({why, c.end.terminators[0]});
    changes_.remark(Remark::Kind::missed, "NotConverted", code_, c.end.terminators[0],
                    [&] { return std::string(if_conversion_reason_names[static_cast<int>(why)]); });
    return false;
  }

  std::optional<If> find(std::uint32_t head, bool price) {
    If c;
    c.head = head;
    c.way_block = block(head);
    c.end = block_end(std::as_const(code_), block(head), jumps_.like());
    if (c.end.kind != Kind::two_way || !c.end.plain) return {};
    bool first = true;
    code_.for_each_branch(block(head), [&](const auto& way) {
      if (std::exchange(first, false)) c.way = way;
    });
    std::optional<Why> why;
    if (!find_shape(c)) why = Why::shape;
    if (!why) why = find_code(c);
    if (!why && price && !options_.always) why = too_dear(c);
    if (!why) return c;
    keep(c, *why);
    return {};
  }
  bool examine(std::uint32_t head) { return find(head, true).has_value(); }
  bool convert(std::uint32_t head) {
    std::optional<If> found = find(head, false);  // as it is now
    if (!found) return false;
    If& c = *found;
    std::vector<Select> selects;
    if (!make_selects(c, selects)) return keep(c, Why::select);
    changes_.next(c.sides[0] && c.sides[1] ? "Diamond" : "Triangle");  // there is fuel: run() has asked
    changes_.remark(Remark::Kind::passed, "Converted", code_, c.end.terminators[0], [&] {
      return std::to_string(c.insts[0].size() + c.insts[1].size()) + " instructions, " +
             std::to_string(selects.size()) + " selects";
    });
    apply(c, selects);
    return true;
  }

  // ---- shape

  bool find_shape(If& c) const {
    if (!c.way.conditional) return false;
    std::array<std::optional<Block>, 2> to;  // where a side goes on, if it may be one
    for (std::size_t k = 0; k < 2; ++k) {
      const Block& b = c.end.ways[k];
      if (on_.flow().predecessors(on_.known().blocks.find(b)).size() != 1) continue;
      const End end = block_end(std::as_const(code_), b, jumps_.like());
      if (end.kind == Kind::jump && end.plain && phis_of(std::as_const(code_), b).empty()) to[k] = end.ways[0];
    }
    if (to[0] && to[1] && *to[0] == *to[1])
      c.join = to[0], c.sides = {c.end.ways[0], c.end.ways[1]};
    else if (to[0] && *to[0] == c.end.ways[1])
      c.join = to[0], c.sides[0] = c.end.ways[0];
    else if (to[1] && *to[1] == c.end.ways[0])
      c.join = to[1], c.sides[1] = c.end.ways[1];
    return c.join && !(*c.join == block(c.head));
  }

  // ---- code

  std::optional<Why> find_code(If& c) {
    std::uint32_t guards = 0;
    bool on_the_way = false;
    for (std::size_t k = 0; k < 2; ++k) {
      if (!c.sides[k]) continue;
      for (auto&& i : code_.instructions(*c.sides[k]))
        if (!code_.effects(i).has(Effect::terminator)) c.insts[k].push_back(i);
      if (c.insts[k].size() > options_.limit) return Why::size;
      for (const Inst& i : c.insts[k]) {
        const program::Effects e = code_.effects(i);
        if (e.has(Effect::convergent | Effect::fixed | Effect::call | Effect::marker | Effect::side_effect) ||
            touches_condition(i, c, on_the_way))
          return Why::effects;
        const bool guarded = !e.speculatable() || !named_results(i);
        if (guarded && !may_guard(i)) return Why::effects;
        guards += guarded;
        c.guarded.push_back(guarded);
      }
    }
    if (guards > options_.guarded_limit) return Why::size;
    if (on_the_way && (guards != 0 || !find_spot(c))) return Why::effects;
    return {};
  }
  // Does it write what the branches read, and guards would? `on_the_way` is set where it does, but nobody reads that.
  bool touches_condition(const Inst& i, const If& c, bool& on_the_way) const {
    bool touches = false;
    code_.for_each_operand(i, [&](const auto& d) {
      if (!d.is_def()) return;
      bool read = false;
      for (const Inst& t : c.end.terminators)
        code_.for_each_operand(t, [&](const auto& u) { read |= u.value == d.value; });
      (scratched(std::as_const(code_), d) ? on_the_way : touches) |= read;
    });
    return touches;
  }
  // The last instruction of the head in front of which all sides may go, none of which writes what these read.
  bool find_spot(If& c) const {
    std::vector<Inst> moved, insts;
    std::vector<Value> read;
    for (const auto& side : c.insts) moved.insert(moved.end(), side.begin(), side.end());
    for (const Inst& i : moved)
      code_.for_each_operand(i, [&](const auto& o) {
        if (!o.is_def()) read.push_back(o.value);
      });
    for (auto&& i : code_.instructions(block(c.head))) {
      if (i == c.end.terminators[0]) break;
      insts.push_back(i);
    }
    for (std::size_t k = insts.size(); k-- > 0;) {
      bool bound = code_.effects(insts[k]).has(Effect::phi);
      code_.for_each_operand(insts[k], [&](const auto& o) {
        bound |= o.is_def() && std::find(read.begin(), read.end(), o.value) != read.end();
      });
      if (bound) return false;
      if (std::all_of(moved.begin(), moved.end(),
                      [&](const Inst& i) { return may_stand(std::as_const(code_), i, {block(c.head), insts[k]}); }))
        return c.before = insts[k], true;
    }
    return false;
  }
  bool named_results(const Inst& i) const {
    bool fine = true;
    code_.for_each_operand(i, [&](const auto& o) {
      fine &= o.role != Role::guard &&
              (!o.is_def() || scratched(std::as_const(code_), o) || single_.has(on_.known().values.find(o.value)));
    });
    return fine;
  }
  // Under a guard its results are read as they were: one of a single definition would have two.
  bool may_guard(const Inst& i) const {
    if constexpr (!requires(const Way& w) { code_.make_guarded(i, w, true); }) return false;
    bool fine = true;
    code_.for_each_operand(i, [&](const auto& o) {
      fine &= o.role != Role::guard && (!o.is_def() || (on_.uses().defs(o.value) > 1 && !pinned(code_, o.value)));
    });
    return fine;
  }

  // ---- price

  std::optional<Why> too_dear(const If& c) {
    std::uint64_t price = options_.penalty;
    if constexpr (requires { code_.is_divergent(c.way); })
      if (code_.is_divergent(c.way)) price += options_.divergent_penalty;
    const std::uint64_t limit = price / 2;
    const Block one = c.from(0), other = c.from(1);
    const std::uint64_t least = std::min(trace_.length(one), trace_.length(other));
    // All of one side beside the trace of the other.
    std::uint64_t busy = 0;
    for (std::size_t k = 0; k < 2; ++k)
      if (c.sides[k]) busy = std::max(busy, trace_.bound(*c.sides[k]) + issue_cycles(c.insts[1 - k]));
    if (busy > std::max(least, std::min(trace_.bound(one), trace_.bound(other))) + limit) return Why::resources;
    const std::uint64_t decided = trace_.depth(c.end.terminators[0]);
    for (const Inst& phi : phis_of(std::as_const(code_), *c.join)) {
      const std::uint64_t latest = trace_.slack(phi) + trace_.depth(phi);
      const std::uint64_t when =
          std::max({decided, trace_.phi_depth(phi, one), trace_.phi_depth(phi, other)}) + 1;  // the select
      if (when > latest + limit) return Why::path;
    }
    return {};
  }
  std::uint64_t issue_cycles(const std::vector<Inst>& insts) const {
    if constexpr (Facts(P::facts).has(Fact::issue)) {
      const std::uint64_t width = std::max<std::uint64_t>(1, code_.issue_width());
      std::uint64_t slots = 0;
      for (const Inst& i : insts) slots += code_.issue(i);
      return (slots + width - 1) / width;
    }
    return insts.size();
  }

  // ---- selects

  struct Select {
    Inst phi;
    std::optional<Inst> made;     // none: both ways bring one value
    std::optional<Value> result;  // what the phi takes from the head; none: the select is the phi
  };
  bool make_selects(const If& c, std::vector<Select>& out) {
    const bool only = on_.flow().predecessors(on_.known().blocks.find(*c.join)).size() == 2;
    bool fine = true;
    for (const Inst& phi : phis_of(std::as_const(code_), *c.join)) {
      std::array<std::optional<Value>, 2> v;
      for (const auto& [from, value] : incoming_of(std::as_const(code_), phi))
        for (int k = 0; k < 2; ++k)
          if (from == c.from(k)) v[static_cast<std::size_t>(k)] = value;
      if (!v[0] || !v[1]) {
        fine = false;
        break;
      }
      if (*v[0] == *v[1]) {
        out.push_back({phi, {}, v[0]});
        continue;
      }
      if constexpr (requires { code_.make_select(*v[0], c.way, *v[0], *v[1]); }) {
        std::optional<Value> result;
        code_.for_each_operand(phi, [&](const auto& o) { result = o.value; });
        const std::optional<Value> made = only ? std::nullopt : std::optional(editing_.new_value(*result));
        std::optional<Inst> select = code_.make_select(made.value_or(*result), c.way, *v[0], *v[1]);
        fine &= select.has_value();
        if (fine) out.push_back({phi, select, made});
      } else {
        fine = false;
      }
      if (!fine) break;
    }
    if (fine) return true;
    for (const Select& s : out)
      if (s.made) code_.drop(*s.made);
    out.clear();
    return false;
  }

  // ---- what is done

  void apply(If& c, const std::vector<Select>& selects) {
    const Inst before = c.end.terminators[0];
    std::size_t at = 0;
    for (std::size_t k = 0; k < 2; ++k)
      for (const Inst& i : c.insts[k]) {
        if (!c.guarded[at++]) {
          editing_.move(i, {block(c.head), c.before.value_or(before)});
          ++result_.stats.speculated;
        } else if constexpr (requires { code_.make_guarded(i, c.way, true); }) {
          editing_.insert_before(*code_.make_guarded(i, c.way, k == 0), before);
          editing_.erase(i);
          ++result_.stats.guarded;
        }
      }
    for (const Select& s : selects) {
      if (s.made && !s.result) editing_.erase(s.phi);
      if (s.made) editing_.insert_before(*s.made, before), ++result_.stats.selects;
    }
    jump_instead<P>(editing_, jumps_, block(c.head), c.end.terminators, *c.join);
    if constexpr (Facts(P::facts).has(Fact::incoming))
      for (const Select& s : selects) {
        if (!s.result) continue;
        std::vector<program::incoming_t<P>> in = incoming_of(std::as_const(code_), s.phi);
        std::erase_if(in, [&](const auto& one) { return one.first == c.from(0) || one.first == c.from(1); });
        in.emplace_back(block(c.head), *s.result);
        editing_.set_incoming(s.phi, in);
      }
    for (const auto& side : c.sides)
      if (side) editing_.erase_block(*side);
    ++(c.sides[0] && c.sides[1] ? result_.stats.diamonds : result_.stats.triangles);
  }

  Chain<P>& on_;
  P& code_;
  const IfConversionOptions& options_;
  JumpMaker<P> jumps_;
  flow::FollowTrace<P> trace_;
  SingleValues<P> single_;
  ChainEditing<P, flow::FollowTrace<P>, Observers...> editing_;
  Changes<Sink, Observers...> changes_;
  IfConversionResult<P> result_;
};

}  // namespace detail

/// Converts ifs, inner ones first. The code stays in SSA form where it was. Blocks that nothing reaches are left alone.
template <Editor P, class Sink = NoRemarks, class... Observers>
  requires(Facts(P::facts).has(Fact::branches))
IfConversionResult<P> convert_ifs(Chain<P>& on, const IfConversionOptions& options = {}, Sink&& sink = {},
                                  Observers&... observers) {
  if (on.code().blocks().begin() == on.code().blocks().end()) return {};
  return detail::IfConversion<P, std::remove_reference_t<Sink>, Observers...>(on, options, sink, observers...).run();
}
/// On a chain of its own.
template <Editor P, class Sink = NoRemarks, class... Observers>
  requires(Facts(P::facts).has(Fact::branches))
IfConversionResult<P> convert_ifs(P& code, const IfConversionOptions& options = {}, Sink&& sink = {},
                                  Observers&... observers) {
  Chain<P> on(code);
  return convert_ifs(on, options, sink, observers...);
}

}  // namespace lathe::passes
