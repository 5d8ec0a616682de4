// Is a plan of SSA construction right? Shares nothing with ssa_build.hpp.
//
// Right means: each name has one definition and the variable of what it stands for; every use has the name that the
// variable holds there on all paths from the entry, so the definition dominates it; phis have an argument for each
// predecessor, the name that the variable holds at its end. Whether there are phis to spare is not judged.
// Cost: O((size + blocks in which a name is needed from before) log size).
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <lathe/program/ssa_data.hpp>

namespace lathe::program::ssa {

enum class PlanFault : std::uint8_t {
  bad_size,          ///< a list is not of its length
  bad_name,          ///< a name that is not there, or none where there must be one, or one where there is none
  wrong_variable,    ///< a name stands for another variable
  bad_version,       ///< versions of a variable are not 0, 1, ..
  many_definitions,  ///< a name is defined twice
  no_definition,     ///< a name is never defined
  bad_phi,           ///< arguments are not the predecessors
  wrong_value        ///< on some path the variable holds another name there
};

namespace detail {

class PlanChecker {
 public:
  PlanChecker(const Problem& problem, const Plan& plan, const Options& options)
      : p_(problem), plan_(plan), reached_(problem.blocks(), false) {
    std::vector<std::uint32_t> work;
    if (p_.blocks() != 0) work.push_back(0);
    while (!work.empty()) {
      const std::uint32_t b = work.back();
      work.pop_back();
      if (!reached_[b]) work.insert(work.end(), p_.graph.successors(b).begin(), p_.graph.successors(b).end());
      reached_[b] = true;
    }
    std::uint32_t so_far = 0;
    for (std::uint32_t v = 0; v < p_.variables; ++v) {
      taken_.push_back((p_.kept.empty() || !p_.kept[v]) && so_far < options.fuel);
      so_far += taken_.back();
    }
  }

  FaultList<PlanFault> run() {
    if (!sizes()) return std::move(faults_);
    define();
    if (!faults_.empty()) return std::move(faults_);
    for (std::uint32_t b = 0; b < p_.blocks(); ++b) walk(b);
    for (const Plan::Phi& phi : plan_.phis) arguments(phi);
    for (const auto& [block, name] : at_ends_) end(block, name);
    while (!needs_.empty()) {
      const auto [block, name] = needs_.back();
      needs_.pop_back();
      before(block, name);
    }
    undefined();
    return std::move(faults_);
  }

 private:
  void fault(PlanFault kind, std::uint32_t place, std::string text) { faults_.add(kind, place, std::move(text)); }
  std::string name(std::uint32_t n) const { return "name " + std::to_string(n); }

  bool sizes() {
    bool good = plan_.mentions.rows() == p_.insts() && plan_.incoming.rows() == p_.insts() &&
                plan_.live_out.rows() == p_.blocks() && plan_.at_entry.size() == p_.variables;
    for (std::uint32_t i = 0; good && i < p_.insts(); ++i)
      good = plan_.mentions[i].size() == p_.mentions[i].size() && plan_.incoming[i].size() == p_.incoming[i].size();
    for (std::uint32_t b = 0; good && b < p_.blocks(); ++b) good = plan_.live_out[b].size() == p_.live_out[b].size();
    for (const Plan::Phi& phi : plan_.phis)
      good &= phi.begin <= plan_.arguments.size() && phi.count <= plan_.arguments.size() - phi.begin &&
              phi.block < p_.blocks();
    if (!good) fault(PlanFault::bad_size, 0, "lists of names are not of the problem's lengths");
    return good;
  }

  // Is `n` a name of the variable; none only where that may be?
  bool names(std::uint32_t n, std::uint32_t variable, std::uint32_t place, bool may_lack) {
    if (n == no_name) {
      if (!may_lack) fault(PlanFault::bad_name, place, "a mention without a name");
      return false;
    }
    if (n >= plan_.names.size()) {
      fault(PlanFault::bad_name, place, name(n) + " is not there");
      return false;
    }
    if (plan_.names[n].variable != variable) {
      fault(PlanFault::wrong_variable, place, name(n) + " is not of variable " + std::to_string(variable));
      return false;
    }
    return true;
  }
  bool reached(std::uint32_t b) const { return reached_[b]; }
  bool left_alone(std::uint32_t variable) const { return !taken_[variable]; }

  void define(std::uint32_t n, std::uint32_t variable, std::uint32_t where) {
    if (!names(n, variable, where, false)) return;
    if (defined_[n]) fault(PlanFault::many_definitions, n, name(n) + " is defined twice");
    defined_[n] = true;
  }
  void define() {
    std::vector<std::vector<std::uint32_t>> versions(p_.variables);
    for (std::uint32_t n = 0; n < plan_.names.size(); ++n) {
      const auto& [variable, version] = plan_.names[n];
      if (variable >= p_.variables) {
        fault(PlanFault::wrong_variable, n, name(n) + " is of no variable");
        return;
      }
      if (left_alone(variable)) fault(PlanFault::bad_name, n, name(n) + " is of a variable that is kept");
      versions[variable].push_back(version);
    }
    for (std::uint32_t v = 0; v < p_.variables; ++v) {
      std::sort(versions[v].begin(), versions[v].end());
      for (std::uint32_t k = 0; k < versions[v].size(); ++k)
        if (versions[v][k] != k) {
          fault(PlanFault::bad_version, v, "versions of variable " + std::to_string(v) + " have a gap");
          break;
        }
    }
    defined_.assign(plan_.names.size(), false);
    for (std::uint32_t v = 0; v < p_.variables; ++v)
      if (plan_.at_entry[v] != no_name) define(plan_.at_entry[v], v, v);
    for (const Plan::Phi& phi : plan_.phis) {
      if (phi.name >= plan_.names.size()) {
        fault(PlanFault::bad_name, phi.block, name(phi.name) + " is not there");
        continue;
      }
      const std::uint32_t v = plan_.names[phi.name].variable;
      define(phi.name, v, phi.block);
      if (phi.block == 0) fault(PlanFault::bad_phi, 0, "a phi at the entry");
      if (!phi_of_.emplace(std::pair(phi.block, v), phi.name).second)
        fault(PlanFault::many_definitions, phi.name, "two phis of one variable in a block");
    }
    for (std::uint32_t b = 0; b < p_.blocks(); ++b)
      for (std::uint32_t i = p_.first[b]; reached(b) && i < p_.first[b + 1]; ++i)
        for (std::size_t k = 0; k < p_.mentions[i].size(); ++k)
          if (const auto& m = p_.mentions[i][k]; m.is_def && !left_alone(m.variable))
            define(plan_.mentions[i][k], m.variable, i);
    for (std::uint32_t n = 0; n < defined_.size(); ++n)
      if (!defined_[n]) fault(PlanFault::no_definition, n, name(n) + " is never defined");
  }

  // What the variables hold, instruction by instruction.
  void walk(std::uint32_t b) {
    const bool here = reached(b);
    std::map<std::uint32_t, std::uint32_t> holds;
    for (std::uint32_t i = p_.first[b]; i < p_.first[b + 1]; ++i) {
      for (const bool defs : {false, true})
        for (std::size_t k = 0; k < p_.mentions[i].size(); ++k) {
          const auto& m = p_.mentions[i][k];
          const std::uint32_t n = plan_.mentions[i][k];
          if (m.is_def != defs) continue;
          if (!here || left_alone(m.variable)) {
            if (n != no_name) fault(PlanFault::bad_name, i, "a name where no_name may be");
            continue;
          }
          if (!defs)
            use(n, m.variable, b, i, holds);
          else
            holds[m.variable] = n;
        }
      for (std::size_t k = 0; k < p_.incoming[i].size(); ++k) {
        const auto& in = p_.incoming[i][k];
        edge_use(plan_.incoming[i][k], in.variable, here ? in.from : no_name, i);
      }
    }
    if (here)
      for (const auto& [variable, n] : holds) ends_[{b, variable}] = n;
    for (std::size_t k = 0; k < p_.live_out[b].size(); ++k) edge_use(plan_.live_out[b][k], p_.live_out[b][k], b, b);
  }
  void use(std::uint32_t n, std::uint32_t variable, std::uint32_t b, std::uint32_t i,
           const std::map<std::uint32_t, std::uint32_t>& holds) {
    if (!names(n, variable, i, false)) return;
    const auto held = holds.find(variable);
    if (held == holds.end())
      need(b, n);
    else if (held->second != n)
      fault(PlanFault::wrong_value, i, name(n) + " is used where the variable holds " + name(held->second));
  }
  // Read at the end of block `from`, whose own definitions may not be known yet.
  void edge_use(std::uint32_t n, std::uint32_t variable, std::uint32_t from, std::uint32_t place) {
    const bool lacks = from == no_name || !reached(from) || left_alone(variable);
    if (lacks && n != no_name) fault(PlanFault::bad_name, place, "a name where no_name may be");
    if (lacks || !names(n, variable, place, false)) return;
    at_ends_.push_back({from, n});
  }
  void arguments(const Plan::Phi& phi) {
    const auto before = p_.graph.predecessors(phi.block);
    const std::uint32_t variable = plan_.names[phi.name].variable;
    if (!reached(phi.block)) fault(PlanFault::bad_phi, phi.block, "a phi where the entry does not reach");
    bool same = before.size() == phi.count;
    for (std::uint32_t k = 0; same && k < phi.count; ++k) same = plan_.arguments[phi.begin + k].from == before[k];
    if (!same) return fault(PlanFault::bad_phi, phi.block, "the arguments are not from the predecessors");
    for (std::uint32_t k = phi.begin; k < phi.begin + phi.count; ++k)
      edge_use(plan_.arguments[k].name, variable, plan_.arguments[k].from, phi.block);
  }

  // The variable must hold name n at the end, or at the head, of a block.
  void end(std::uint32_t b, std::uint32_t n) {
    const auto held = ends_.find({b, plan_.names[n].variable});
    if (held == ends_.end()) return need(b, n);
    if (held->second != n)
      fault(PlanFault::wrong_value, b, "the variable holds " + name(held->second) + " at the end, not " + name(n));
  }
  void need(std::uint32_t b, std::uint32_t n) {
    const auto [at, made] = heads_.emplace(std::pair(b, plan_.names[n].variable), n);
    if (made)
      needs_.emplace_back(b, n);
    else if (at->second != n)
      fault(PlanFault::wrong_value, b, name(n) + " and " + name(at->second) + " of one variable at the head");
  }
  void before(std::uint32_t b, std::uint32_t n) {
    const std::uint32_t variable = plan_.names[n].variable;
    if (const auto phi = phi_of_.find({b, variable}); phi != phi_of_.end()) {
      if (phi->second != n) fault(PlanFault::wrong_value, b, "the phi gives " + name(phi->second) + ", not " + name(n));
      return;
    }
    if (b == 0 && plan_.at_entry[variable] != n)
      fault(PlanFault::wrong_value, b, name(n) + " is not the entry's value");
    for (const std::uint32_t from : p_.graph.predecessors(b))
      if (reached(from)) end(from, n);
  }
  void undefined() {
    std::vector<std::uint32_t> expected;
    for (std::uint32_t v = 0; v < p_.variables; ++v)
      if (plan_.at_entry[v] != no_name &&
          std::find(p_.parameters.begin(), p_.parameters.end(), v) == p_.parameters.end())
        expected.push_back(plan_.at_entry[v]);
    if (expected != plan_.undefined) fault(PlanFault::bad_name, 0, "the undefined names are others");
  }

  const Problem& p_;
  const Plan& plan_;
  std::vector<bool> reached_;  // per block
  FaultList<PlanFault> faults_;
  std::vector<bool> defined_;                           // per name
  std::vector<bool> taken_;                             // per variable: neither kept nor behind the fuel
  using Key = std::pair<std::uint32_t, std::uint32_t>;  // block and variable
  std::map<Key, std::uint32_t> phi_of_, ends_, heads_;
  std::vector<Key> needs_, at_ends_;  // block and name
};

}  // namespace detail

/// Everything that is wrong with a plan; nothing where it was refused.
inline FaultList<PlanFault> check(const Problem& problem, const Plan& plan, const Options& options = {}) {
  if (plan.refusal != Refusal::none) return {};
  return detail::PlanChecker(problem, plan, options).run();
}

}  // namespace lathe::program::ssa
