// Is a plan right? An independent checker: nothing here is shared with the planner but the data types.
//
// A round is right when
//  - every site is a range of instructions inside one block, no two sites share an instruction, and none is in a
//    function or block that is to be left alone;
//  - none of its instructions must stay where it is, and the target does not refuse the site;
//  - a function's sites are equal under a renaming of values that is one to one, and the renaming takes the arguments
//    and results of one to those of the other;
//  - the arguments are the values that a site reads before it writes them, in the order of the first reads; the
//    results are values that it writes, all those among them that are read later; all are of classes that can be
//    passed;
//  - sizes and costs are those of the problem and the target, and the function is worth it by the rule of the options.
// The next round is checked on what the round leaves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <lathe/outline/concepts.hpp>
#include <lathe/outline/options.hpp>
#include <lathe/outline/plan.hpp>
#include <lathe/outline/problem.hpp>
#include <lathe/support/fault.hpp>

namespace lathe::outline {

enum class PlanFault {
  bad_place,       ///< not a range inside the block
  overlap,         ///< two sites share an instruction, or are not in order
  forbidden,       ///< the block or function is to be left alone
  illegal_inside,  ///< an instruction that must stay where it is
  refused,         ///< may_outline says no
  not_equal,       ///< differs from the function's first site
  bad_arguments,
  bad_results,
  unpassable,  ///< a parameter or result of a class that cannot be passed
  bad_cost,    ///< length, bytes, call, frame or saving are not what they should be
  not_worth,   ///< fewer than two sites, or the benefit is below the threshold
  bad_name     ///< empty, or there already
};
inline constexpr int plan_fault_kinds = 12;

namespace detail {

// The problem as the checker sees it: blocks of instructions that own their operands.
struct CheckedBlock {
  bool forbidden = false;
  std::vector<std::uint32_t> images;
  std::vector<Problem::Inst> insts;
  std::vector<std::vector<Operand>> operands;
  std::set<std::uint32_t> live;
};

template <class C>
class PlanChecker {
 public:
  PlanChecker(const Problem& p, C& costs, const Options& options) : p_(p), costs_(costs), options_(options) {
    for (std::uint32_t b = 0; b < p.blocks.size(); ++b) {
      const Problem::Block& from = p.blocks[b];
      const Problem::Function& f = p.functions[from.function];
      CheckedBlock block;
      block.images = f.images;
      block.forbidden = from.no_outline || f.no_outline || f.unsafe || (f.linkonce && !options.outline_linkonce) ||
                        (f.unwanted && !options.outline_unwanted) ||
                        (options.hot_weight > 0 && from.weight >= options.hot_weight);
      for (std::uint32_t i = from.first; i < from.first + from.count; ++i) {
        block.insts.push_back(p.insts[i]);
        block.operands.emplace_back();
        for (std::uint32_t k = 0; k < p.insts[i].count; ++k)
          block.operands.back().push_back(p.operands[p.insts[i].first + k]);
      }
      for (std::uint32_t k = 0; k < from.live_count; ++k) block.live.insert(p.live[from.first_live + k]);
      blocks_.push_back(std::move(block));
    }
    for (const Problem::Function& f : p.functions) names_.insert(f.name);
  }

  FaultList<PlanFault> run(const Plan& plan) {
    std::uint32_t number = 0;
    for (const Round& round : plan.rounds) {
      if constexpr (requires { costs_.round(number); }) costs_.round(number);
      ++number;
      check_round(round);
      if (!faults_.empty()) break;  // what follows has no meaning
      apply(round);
    }
    if constexpr (requires { costs_.round(0U); }) costs_.round(0U);
    return std::move(faults_);
  }

 private:
  using Bag = std::vector<std::uint32_t>;

  void fault(PlanFault kind, std::size_t place, std::string text) {
    faults_.add(kind, static_cast<std::uint32_t>(place), std::move(text));
  }

  void check_round(const Round& round) {
    std::vector<Bag> sites(round.functions.size());
    std::vector<std::uint32_t> begins(blocks_.size() + 1, 0);
    for (std::size_t b = 0; b < blocks_.size(); ++b)
      begins[b + 1] = begins[b] + static_cast<std::uint32_t>(blocks_[b].insts.size());
    std::uint64_t free_from = 0;
    for (std::size_t s = 0; s < round.sites.size(); ++s) {
      const PlannedSite& site = round.sites[s];
      if (site.function >= round.functions.size() || site.site.block >= blocks_.size()) {
        fault(PlanFault::bad_place, s, "a site of no function or in no block");
        return;
      }
      const std::uint64_t end = std::uint64_t{site.site.first} + round.functions[site.function].interface.length;
      if (site.site.first < begins[site.site.block] || end > begins[site.site.block + 1] || end == site.site.first) {
        fault(PlanFault::bad_place, s, "a site that is not a range inside its block");
        return;
      }
      if (site.site.first < free_from) fault(PlanFault::overlap, s, "a site overlaps the one before it");
      free_from = end;
      sites[site.function].push_back(static_cast<std::uint32_t>(s));
      check_site(round, s, site.site.first - begins[site.site.block]);
    }
    for (std::size_t f = 0; f < sites.size(); ++f) check_function(round, f, sites[f], begins);
  }

  void check_site(const Round& round, std::size_t s, std::uint32_t at) {
    const PlannedSite& site = round.sites[s];
    const Interface& interface = round.functions[site.function].interface;
    const CheckedBlock& block = blocks_[site.site.block];
    if (block.forbidden) fault(PlanFault::forbidden, s, "a site in a block that is to be left alone");
    Bag arguments;
    std::set<std::uint32_t> written, mentioned;
    std::map<std::uint32_t, std::uint16_t> classes;
    for (std::uint32_t i = at; i < at + interface.length; ++i) {
      if (!block.insts[i].legal) fault(PlanFault::illegal_inside, s, "a site with an instruction that must stay");
      for (const Operand& o : block.operands[i]) {
        if (o.is_def) continue;
        classes.emplace(o.value, o.cls);
        if (mentioned.insert(o.value).second && written.count(o.value) == 0) arguments.push_back(o.value);
      }
      for (const Operand& o : block.operands[i])
        if (o.is_def) {
          classes.emplace(o.value, o.cls);
          mentioned.insert(o.value);
          written.insert(o.value);
        }
    }
    if (arguments != site.arguments) fault(PlanFault::bad_arguments, s, "arguments are not what the site reads");
    check_results(s, site, block, at + interface.length, written);
    check_classes(s, site.arguments, interface.parameters, classes, PlanFault::bad_arguments);
    check_classes(s, site.results, interface.results, classes, PlanFault::bad_results);
    if (site.call_bytes != costs_.call_bytes(interface, site.site))
      fault(PlanFault::bad_cost, s, "the bytes of the call are wrong");
    if constexpr (requires { costs_.may_outline(interface, site.site); })
      if (!costs_.may_outline(interface, site.site)) fault(PlanFault::refused, s, "a site that the target refuses");
  }

  void check_results(std::size_t s, const PlannedSite& site, const CheckedBlock& block, std::uint32_t end,
                     const std::set<std::uint32_t>& written) {
    const std::set<std::uint32_t> results(site.results.begin(), site.results.end());
    if (results.size() != site.results.size()) fault(PlanFault::bad_results, s, "a result is named twice");
    for (const std::uint32_t v : results)
      if (written.count(v) == 0) fault(PlanFault::bad_results, s, "a result that the site does not write");
    for (const std::uint32_t v : written)
      if (results.count(v) == 0 && read_later(block, end, v))
        fault(PlanFault::bad_results, s, "a value that is read later is not a result");
  }
  static bool read_later(const CheckedBlock& block, std::size_t from, std::uint32_t value) {
    for (std::size_t i = from; i < block.insts.size(); ++i) {
      bool reads = false, writes = false;
      for (const Operand& o : block.operands[i])
        if (o.value == value) (o.is_def ? writes : reads) = true;
      if (reads) return true;
      if (writes) return false;
    }
    return block.live.count(value) != 0;
  }
  void check_classes(std::size_t s, const Bag& values, const std::vector<std::uint16_t>& wanted,
                     const std::map<std::uint32_t, std::uint16_t>& classes, PlanFault kind) {
    if (values.size() != wanted.size()) return fault(kind, s, "a site and its function differ in what is passed");
    for (std::size_t k = 0; k < values.size(); ++k) {
      const auto at = classes.find(values[k]);
      if (at == classes.end()) continue;  // told as a wrong argument or result
      if (at->second != wanted[k]) fault(kind, s, "a value of another class than the function's");
      if (!p_.classes[at->second].passable) fault(PlanFault::unpassable, s, "a value that cannot be passed");
    }
  }

  void check_function(const Round& round, std::size_t f, const Bag& sites, const std::vector<std::uint32_t>& begins) {
    const OutlinedFunction& function = round.functions[f];
    if (function.name.empty() || !names_.insert(function.name).second)
      fault(PlanFault::bad_name, f, "a name that is empty or there already");
    if (sites.size() < (function.shared ? 1U : 2U))
      return fault(PlanFault::not_worth, f, "a function with too few sites");
    // A function of several modules is told by what its instructions are, another by the most that they take at a site.
    std::int64_t body = 0;
    for (const std::uint32_t s : sites)
      body = std::max(body, static_cast<std::int64_t>(bytes_at(round, s, begins, !function.shared)));
    if (static_cast<std::int64_t>(function.interface.bytes) != body)
      fault(PlanFault::bad_cost, f, "the bytes of the sequence are wrong");
    std::int64_t calls = 0, inlined = 0;
    std::set<std::uint32_t> images;
    for (const std::uint32_t s : sites) {
      const CheckedBlock& block = blocks_[round.sites[s].site.block];
      const std::int64_t copies = p_.images == 0 ? 1 : static_cast<std::int64_t>(block.images.size());
      calls += copies * round.sites[s].call_bytes;
      inlined += copies * static_cast<std::int64_t>(bytes_at(round, s, begins, true));
      images.insert(block.images.begin(), block.images.end());
      if (s != sites[0] && !equal(round, sites[0], s, begins))
        fault(PlanFault::not_equal, s, "a site differs from its function's first one");
    }
    if (function.frame_bytes != costs_.frame_bytes(function.interface))
      fault(PlanFault::bad_cost, f, "the bytes of the frame are wrong");
    const std::int64_t copies = p_.images == 0 ? 1 : static_cast<std::int64_t>(images.size());
    const std::int64_t outlined = calls + copies * (body + function.frame_bytes);
    if (function.shared) return;  // its worth is that of all modules
    if (function.saved != inlined - outlined) fault(PlanFault::bad_cost, f, "the bytes saved are wrong");
    const std::int64_t benefit = inlined - outlined + (options_.benefit == Benefit::reference ? body : 0);
    if (benefit < static_cast<std::int64_t>(options_.benefit_threshold) ||
        benefit * 100 < (outlined - copies * body) * static_cast<std::int64_t>(options_.benefit_margin))
      fault(PlanFault::not_worth, f, "a function that saves less than the threshold");
  }
  std::uint64_t bytes_at(const Round& round, std::uint32_t s, const std::vector<std::uint32_t>& begins,
                         bool placed) const {
    const PlannedSite& site = round.sites[s];
    std::uint64_t out = 0;
    for (std::uint32_t i = 0; i < round.functions[site.function].interface.length; ++i) {
      const Problem::Inst& inst = blocks_[site.site.block].insts[site.site.first - begins[site.site.block] + i];
      out += inst.bytes - (placed ? inst.fused : 0);
    }
    return out;
  }

  bool equal(const Round& round, std::uint32_t s, std::uint32_t t, const std::vector<std::uint32_t>& begins) const {
    const PlannedSite &a = round.sites[s], &b = round.sites[t];
    const CheckedBlock &x = blocks_[a.site.block], &y = blocks_[b.site.block];
    const std::uint32_t i = a.site.first - begins[a.site.block], j = b.site.first - begins[b.site.block];
    std::map<std::uint32_t, std::uint32_t> there, back;
    const auto same = [&](std::uint32_t v, std::uint32_t w) {
      return there.emplace(v, w).first->second == w && back.emplace(w, v).first->second == v;
    };
    for (std::uint32_t k = 0; k < round.functions[a.function].interface.length; ++k) {
      const Problem::Inst &p = x.insts[i + k], &q = y.insts[j + k];
      if (p.key != q.key || p.bytes != q.bytes || x.operands[i + k].size() != y.operands[j + k].size()) return false;
      for (std::size_t o = 0; o < x.operands[i + k].size(); ++o) {
        const Operand &u = x.operands[i + k][o], &v = y.operands[j + k][o];
        if (u.is_def != v.is_def || u.cls != v.cls || !same(u.value, v.value)) return false;
      }
    }
    if (a.arguments.size() != b.arguments.size() || a.results.size() != b.results.size()) return false;
    for (std::size_t k = 0; k < a.arguments.size(); ++k)
      if (!same(a.arguments[k], b.arguments[k])) return false;
    for (std::size_t k = 0; k < a.results.size(); ++k)
      if (!same(a.results[k], b.results[k])) return false;
    return true;
  }

  // Sites become calls; bodies become blocks behind all others.
  void apply(const Round& round) {
    std::vector<CheckedBlock> bodies(round.functions.size());
    std::vector<std::set<std::uint32_t>> images(round.functions.size());
    std::vector<bool> made(round.functions.size(), false);
    std::size_t next = 0;
    std::uint32_t begin = 0;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      CheckedBlock old;
      std::swap(old, blocks_[b]);
      CheckedBlock& fresh = blocks_[b];
      fresh.forbidden = old.forbidden;
      fresh.images = old.images;
      fresh.live = old.live;
      for (std::uint32_t i = 0; i < old.insts.size();) {
        if (next == round.sites.size() || round.sites[next].site.first != begin + i) {
          fresh.insts.push_back(old.insts[i]);
          fresh.operands.push_back(old.operands[i]);
          ++i;
          continue;
        }
        const PlannedSite& site = round.sites[next++];
        const Interface& interface = round.functions[site.function].interface;
        images[site.function].insert(old.images.begin(), old.images.end());
        if (!made[site.function]) {
          made[site.function] = true;
          CheckedBlock& body = bodies[site.function];
          body.insts.assign(old.insts.begin() + i, old.insts.begin() + i + interface.length);
          body.operands.assign(old.operands.begin() + i, old.operands.begin() + i + interface.length);
          body.live.insert(site.results.begin(), site.results.end());
        }
        Problem::Inst call;
        call.key = 0x80000000U + calls_ + site.function;  // equal for calls of one function, else like nothing
        call.bytes = site.call_bytes;
        call.legal = options_.calls_are_legal;
        std::vector<Operand> operands;
        operands.reserve(site.arguments.size() + site.results.size());
        for (std::size_t k = 0; k < site.arguments.size(); ++k)
          operands.push_back({site.arguments[k], interface.parameters[k], false});
        for (std::size_t k = 0; k < site.results.size(); ++k)
          operands.push_back({site.results[k], interface.results[k], true});
        fresh.insts.push_back(call);
        fresh.operands.push_back(operands);
        i += interface.length;
      }
      begin += static_cast<std::uint32_t>(old.insts.size());
    }
    calls_ += static_cast<std::uint32_t>(round.functions.size());
    for (std::size_t f = 0; f < bodies.size(); ++f) {
      bodies[f].images.assign(images[f].begin(), images[f].end());
      blocks_.push_back(std::move(bodies[f]));
    }
  }

  const Problem& p_;
  C& costs_;
  const Options& options_;
  std::vector<CheckedBlock> blocks_;
  std::set<std::string> names_;
  std::uint32_t calls_ = 0;
  FaultList<PlanFault> faults_;
};

}  // namespace detail

/// Every fault of the first round that has one. Precondition: check_problem(p) finds nothing. O(n log n) per round, and
/// O(block) for each value that a site writes.
template <class C>
FaultList<PlanFault> check_plan(const Problem& p, const Plan& plan, C& costs, const Options& options = {}) {
  return detail::PlanChecker<C>(p, costs, options).run(plan);
}

}  // namespace lathe::outline
