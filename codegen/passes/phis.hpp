// Phi elimination with coalescing: lathe::opt::eliminate_phis on the values that phis and copies connect.
//
// Values that are not proper SSA values (several definitions, a guarded one, a use that the definition does not dominate)
// take part as plain sources only. Where results are written before all operands are read (`early`), they never share a
// location with them. Behind SSA construction a value may be written in place, in part, in the block that makes it: its
// copy then is a wish for one location, not two names of one value (`Phis::tied`).
//
// Needs: terminators at block ends, every block reachable; a code.hpp client with the members of copies.hpp, and
//   auto make_move(Value to, const Source& from);        stands nowhere; what the client's cursor inserts
//   Value make_value(Value like);
//   void for_each_argument(Inst phi, f) const            f(Block from, Source) -> for_each_incoming
//   bool writes_early(Inst) const                        -> Operand::early of a definition
//   bool writes_in_part(Inst) const                      what was there is in the result -> may_not_write
// Gives: a function without phis. Cost: near linear.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <lathe/flow/loops.hpp>
#include <lathe/opt/phi_elimination.hpp>

#include "codegen/passes/copies.hpp"
#include "codegen/passes/flow.hpp"

namespace lathe::codegen::passes {

/// Whether phis and what is tied are taken out of SSA form alike.
enum class Phis : std::uint8_t {
  plain,
  tied  ///< a copy stands in front of what is written in part, see program/ssa.hpp; it vanishes where it can
};

namespace detail {

template <View P>
class PhiElimination {
 public:
  PhiElimination(P& code, Phis form, const opt::PhiOptions& options)
      : code_(code), options_(options), tied_(form == Phis::tied), values_(code), layout_(code) {}

  opt::PhiStats run() {
    if (!collect()) return {};
    const flow::Cfg cfg = make_cfg(code_, layout_);
    const flow::Dominators dominators(cfg);
    find_definitions(dominators);
    ingest(cfg, dominators);
    const opt::PhiPlan plan = opt::eliminate_phis(cfg, dominators, problem_, options_);
    apply(plan);
    return plan.stats;
  }

 private:
  using Value = value_t<P>;
  using Inst = inst_t<P>;
  using Source = source_t<P>;
  using Operand = program::Operand<Value>;

  // d = s, both values of one class, as variables; none: it is no copy.
  struct Pair {
    Value to{}, from{};
    bool found = false;
  };
  Pair copy_of(const Inst& i) const {
    const auto copy = copied(code_, i);
    if (!copy || !copy->whole || !is_value(code_, copy->from)) return {};
    const Value from = value_of(code_, copy->from);
    return {copy->to, from, class_of(code_, copy->to) == class_of(code_, from)};
  }
  bool writes_in_part(const Inst& i) const {
    if constexpr (requires { code_.writes_in_part(i); })
      return code_.writes_in_part(i);
    else
      return may_not_write(code_, i);
  }
  bool writes_early(const Inst& i) const {
    if constexpr (requires { code_.writes_early(i); }) {
      return code_.writes_early(i);
    } else {
      bool found = false;
      code_.for_each_operand(i, [&](const Operand& o) { found |= o.is_def() && o.early; });
      return found;
    }
  }
  template <class F>
  void for_each_argument(const Inst& phi, F&& f) const {
    if constexpr (requires { code_.for_each_argument(phi, f); })
      code_.for_each_argument(phi, f);
    else
      passes::for_each_incoming(code_, phi,
                                [&](const block_t<P>& from, const Value& v) { f(from, source_of(code_, v)); });
  }
  // Of a phi: its result, which it has one of.
  bool result_of(const Inst& phi, Value& out) const {
    bool found = false;
    passes::for_each_value(code_, phi, [&](const Value& v, bool def) {
      if (def) out = v, found = true;
    });
    return found;
  }

  std::uint32_t variable_of(const Value& v) const {
    const std::uint32_t n = values_.number(v);
    return n < variable_of_.size() ? variable_of_[n] : none;
  }
  std::uint32_t variable(const Value& v) {
    std::uint32_t& out = variable_of_[values_.number(v)];
    if (out == none) {
      out = static_cast<std::uint32_t>(regs_.size());
      regs_.push_back(v);
    }
    return out;
  }

  // f(block, index without phis, instruction, is it a phi)
  template <class F>
  void for_each(F&& f) const {
    for (std::uint32_t b = 0; b < layout_.count(); ++b) {
      std::uint32_t i = 0;
      for (auto&& inst : code_.instructions(layout_[b])) {
        const bool phi = is_phi(code_, inst);
        f(b, i, inst, phi);
        i += !phi;
      }
    }
  }

  // The values that phis and copies connect; false when there is nothing to do.
  bool collect() {
    variable_of_.assign(values_.count(), none);
    bool any = false;
    // The first in a location names it, and a parameter stays what it is.
    if constexpr (Facts(P::facts).has(Fact::parameters)) code_.for_each_parameter([&](const Value& r) { variable(r); });
    for_each([&](std::uint32_t, std::uint32_t, const Inst& inst, bool phi) {
      if (phi) {
        any = true;
        if (Value to; result_of(inst, to)) variable(to);
        for_each_argument(inst, [&](const block_t<P>&, const Source& s) {
          if (is_value(code_, s)) variable(value_of(code_, s));
        });
      } else if (const Pair copy = copy_of(inst); copy.found) {
        any |= tied_;
        variable(copy.to);
        variable(copy.from);
      }
    });
    return any;
  }

  // Where each variable is defined; place.block stays none for what is not a proper SSA value.
  void find_definitions(const flow::Dominators& dominators) {
    proper_.assign(regs_.size(), true);
    changed_.assign(regs_.size(), 0);
    problem_.defs.assign(regs_.size(), {});
    if constexpr (Facts(P::facts).has(Fact::parameters))
      code_.for_each_parameter([&](const Value& r) {
        if (const std::uint32_t v = variable_of(r); v != none) problem_.defs[v] = {0, opt::point::entry_write};
      });
    for_each([&](std::uint32_t b, std::uint32_t i, const Inst& inst, bool phi) {
      passes::for_each_value(code_, inst, [&](const Value& r, bool def) {
        if (!def) return;
        if (const std::uint32_t v = variable_of(r); v != none) define(v, b, i, inst, phi);
      });
    });
    const auto check = [&](const Value& r, std::uint32_t b, std::uint32_t at) {
      const std::uint32_t v = variable_of(r);
      if (v == none) return;
      const auto& place = problem_.defs[v];
      if (place.block == none) return;
      const bool fine = place.block == b ? place.at <= at : dominators.dominates(place.block, b);
      if (!fine) proper_[v] = false;
    };
    for_each([&](std::uint32_t b, std::uint32_t i, const Inst& inst, bool phi) {
      if (phi)
        for_each_argument(inst, [&](const block_t<P>& from, const Source& s) {
          if (is_value(code_, s)) check(value_of(code_, s), layout_.number(from), none);
        });
      else if (!says_only(code_, inst))
        passes::for_each_value(code_, inst, [&](const Value& r, bool def) {
          if (!def) check(r, b, opt::point::read(i));
        });
    });
  }
  void define(std::uint32_t v, std::uint32_t b, std::uint32_t i, const Inst& inst, bool phi) {
    auto& place = problem_.defs[v];
    // A second, partial write of a value that was made in the same block: it stays one value, of one location.
    if (tied_ && place.block == b && writes_in_part(inst)) {
      changed_[v] = i + 1;
      return;
    }
    if (place.block != none || may_not_write(code_, inst)) proper_[v] = false;
    place = {b, phi ? opt::point::entry_write : writes_early(inst) ? opt::point::early_write(i) : opt::point::write(i)};
  }
  void ingest(const flow::Cfg& cfg, const flow::Dominators& dominators) {
    problem_.kind.resize(regs_.size());
    for (std::size_t v = 0; v < regs_.size(); ++v) problem_.kind[v] = class_of(code_, regs_[v]);
    weigh_blocks(cfg, dominators);
    for_each([&](std::uint32_t b, std::uint32_t i, const Inst& inst, bool phi) {
      if (phi) return add_phi(b, inst, cfg);
      if (says_only(code_, inst)) return;
      passes::for_each_value(code_, inst, [&](const Value& r, bool def) {
        const std::uint32_t v = variable_of(r);
        if (v == none || !proper_[v]) return;
        if (!def) problem_.uses.push_back({v, {b, opt::point::read(i)}});
        // It is needed to the end of a write in place, used or not: nothing else may be there.
        if (def && changed_[v] != 0 && problem_.defs[v].at != opt::point::write(i))
          problem_.uses.push_back({v, {b, opt::point::write(i) + 1}});
      });
      if (const Pair copy = copy_of(inst); copy.found) add_copy(copy, b, i);
    });
    for (std::uint32_t b = 0; b < layout_.count(); ++b) add_live_out(b);
    for (std::size_t v = 0; v < regs_.size(); ++v)
      if (!proper_[v]) problem_.defs[v] = {};
  }
  void weigh_blocks(const flow::Cfg& cfg, const flow::Dominators& dominators) {
    const flow::Loops loops = flow::find_loops(cfg, dominators, flow::reverse_post_order(cfg));
    problem_.exit.assign(layout_.count(), 0);
    problem_.frequency.resize(layout_.count());
    for (std::uint32_t b = 0; b < layout_.count(); ++b) {
      std::uint32_t frequency = 1;
      for (std::uint32_t d = std::min(loops.depth(b), 6U); d > 0; --d) frequency *= 10;
      problem_.frequency[b] = frequency;
      std::uint32_t phis = 0;
      for (auto&& inst : code_.instructions(layout_[b])) {
        if (!is_phi(code_, inst)) break;  // they stand in front
        ++phis;
      }
      problem_.exit[b] = first_terminator(b) - phis;
    }
  }
  // The index of the first of the terminators at the end of the block.
  std::uint32_t first_terminator(std::uint32_t b) const {
    const auto& insts = code_.instructions(layout_[b]);
    if constexpr (requires { insts[insts.size()]; }) {
      auto first = static_cast<std::uint32_t>(insts.size());
      while (first > 0 && terminates(code_, insts[first - 1])) --first;
      return first;
    } else {
      std::uint32_t at = 0, first = 0;
      for (auto&& inst : insts) {
        ++at;
        if (!terminates(code_, inst)) first = at;
      }
      return first;
    }
  }
  void add_copy(const Pair& copy, std::uint32_t b, std::uint32_t i) {
    const std::uint32_t to = variable_of(copy.to), from = variable_of(copy.from);
    const bool later = changed_[from] > i && problem_.defs[from].block == b;
    if (proper_[to] && proper_[from] && to != from)
      problem_.copies.push_back({to, from, b, changed_[to] == 0 && !later});
  }
  void add_live_out(std::uint32_t b) {
    if constexpr (Facts(P::facts).has(Fact::live_out))
      code_.for_each_live_out(layout_[b], [&](const Value& r) {
        if (const std::uint32_t v = variable_of(r); v != none && proper_[v])
          problem_.uses.push_back({v, {b, opt::point::read(problem_.exit[b])}});
      });
  }

  void add_phi(std::uint32_t b, const Inst& inst, const flow::Cfg& cfg) {
    Value to;
    if (!result_of(inst, to)) return;
    std::uint32_t result = variable_of(to);
    if (!proper_[result]) {
      // Other definitions write it too: merge into a value of its own, and copy.
      const Value fresh = code_.make_value(to);
      late_copies_.push_back({b, to, fresh});
      result = static_cast<std::uint32_t>(regs_.size());
      const std::uint32_t number = values_.add(fresh);
      if (number >= variable_of_.size()) variable_of_.resize(number + 1, none);
      variable_of_[number] = result;
      regs_.push_back(fresh);
      proper_.push_back(true);
      changed_.push_back(0);
      problem_.defs.push_back({b, opt::point::entry_write});
      problem_.kind.push_back(class_of(code_, fresh));
      problem_.uses.push_back({result, {b, opt::point::read(0)}});
    }
    opt::PhiProblem::Phi phi{result, b, static_cast<std::uint32_t>(problem_.arguments.size()), 0};
    const auto predecessors = cfg.predecessors(b);
    for_each_argument(inst, [&](const block_t<P>& block, const Source& s) {
      const std::uint32_t from = layout_.number(block);
      if (!std::binary_search(predecessors.begin(), predecessors.end(), from)) return;
      const std::uint32_t v = is_value(code_, s) ? variable_of(value_of(code_, s)) : none;
      const bool variable = v != none && proper_[v];
      problem_.arguments.push_back({from, variable ? v : constant(s), !variable});
    });
    phi.count = static_cast<std::uint32_t>(problem_.arguments.size()) - phi.begin;
    problem_.phis.push_back(phi);
  }
  std::uint32_t constant(const Source& s) {
    constants_.push_back(s);
    return static_cast<std::uint32_t>(constants_.size() - 1);
  }

  void apply(const opt::PhiPlan& plan) {
    const auto variables = static_cast<std::uint32_t>(problem_.defs.size());
    std::vector<Value> location(variables + plan.fresh_like.size());
    for (std::uint32_t v = 0; v < variables; ++v) location[v] = regs_[plan.location[v]];
    for (std::size_t i = 0; i < plan.fresh_like.size(); ++i)
      location[variables + i] = code_.make_value(regs_[plan.fresh_like[i]]);
    const auto renamed = [&](const Value& r) {
      const std::uint32_t v = variable_of(r);
      return v == none ? r : location[v];
    };
    std::size_t step = 0, late = 0;
    for (std::uint32_t b = 0; b < layout_.count(); ++b) {
      const block_t<P> block = layout_[b];
      // Most blocks stay as they are but for names.
      bool stays = (step == plan.steps.size() || plan.steps[step].block != b) &&
                   (late == late_copies_.size() || late_copies_[late].block != b);
      for (auto&& inst : code_.instructions(block)) {
        if (is_phi(code_, inst)) {
          stays = false;
          continue;
        }
        rename(code_, inst, renamed);
        if (const Pair copy = copy_of(inst); copy.found && copy.to == copy.from) stays = false;
      }
      if (stays) continue;
      const std::uint32_t exit = first_terminator(b);
      auto at = cursor(code_, block);
      const auto insert = [&](bool at_end) {
        for (; step < plan.steps.size() && plan.steps[step].block == b && plan.steps[step].at_end == at_end; ++step)
          at.insert(move(location, plan.steps[step]));
      };
      std::uint32_t i = 0;
      for (; at.more() && is_phi(code_, at.inst()); ++i) at.erase();
      insert(false);
      for (; late < late_copies_.size() && late_copies_[late].block == b; ++late)  // they stand in the order of blocks
        at.insert(move(late_copies_[late].to, renamed(late_copies_[late].from)));
      for (; at.more(); ++i) {
        if (i == exit) insert(true);
        const Pair copy = copy_of(at.inst());
        (copy.found && copy.to == copy.from) || is_phi(code_, at.inst()) ? at.erase() : at.keep();
      }
      insert(true);
      at.finish();
    }
  }
  auto move(const Value& to, const Value& from) { return code_.make_move(to, source_of(code_, from)); }
  auto move(const std::vector<Value>& location, const opt::PhiPlan::Step& s) {
    return code_.make_move(location[s.to], s.is_constant ? constants_[s.from] : source_of(code_, location[s.from]));
  }

  struct LateCopy {
    std::uint32_t block;
    Value to, from;
  };
  P& code_;
  const opt::PhiOptions& options_;
  bool tied_;
  Values<P> values_;
  Layout<P> layout_;
  std::vector<std::uint32_t> variable_of_;  // per value
  std::vector<Value> regs_;                 // per variable
  std::vector<bool> proper_;                // per variable: an SSA value
  std::vector<std::uint32_t> changed_;      // per variable: behind its last write in place; 0: there is none
  std::vector<Source> constants_;
  std::vector<LateCopy> late_copies_;
  opt::PhiProblem problem_;
};

}  // namespace detail

/// Drops what the entry does not reach, and takes the function out of SSA form. What the plan came to.
template <View P>
opt::PhiStats eliminate_phis(P& code, Phis form = Phis::plain, const opt::PhiOptions& options = {}) {
  drop_unreachable(code);
  return detail::PhiElimination<P>(code, form, options).run();
}

}  // namespace lathe::codegen::passes
