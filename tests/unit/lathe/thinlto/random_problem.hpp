// Random indexes and options for tests and the fuzz target, a shuffler, and the slow twin: all states that paths of
// calls can reach, without pruning.
#pragma once

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <lathe/thinlto.hpp>
#include <lathe/thinlto/check.hpp>
#include <lathe/thinlto/compare_text.hpp>
#include <lathe/thinlto/plan_text.hpp>
#include <lathe/thinlto/text.hpp>

namespace thinlto_test {

using namespace lathe::thinlto;

/// pick(n): a number below n.
template <class Pick>
Summary random_summary(Pick&& pick, Kind kind) {
  static constexpr std::uint32_t sizes[] = {0,  1,  3,  9,  24, 33,  34,  35,  48,   49,
                                            50, 69, 70, 71, 99, 100, 101, 700, 1000, 1001};
  Summary s;
  s.kind = kind;
  static constexpr Linkage common_ones[] = {Linkage::external, Linkage::internal, Linkage::linkonce_odr,
                                            Linkage::weak_odr, Linkage::available_externally};
  s.linkage = pick(6) == 0 ? static_cast<Linkage>(pick(11)) : pick(2) == 0 ? Linkage::external : common_ones[pick(5)];
  if (kind == Kind::function) {
    s.instructions = pick(30) == 0 ? 0xffffffffU - pick(3) : sizes[pick(20)];
    if (pick(12) == 0) s.priority = static_cast<std::uint8_t>(pick(4));
    static constexpr std::uint32_t rare[] = {
        flag::not_eligible, flag::no_inline,    flag::always_inline, flag::kernel,    flag::address_space_25,
        flag::may_throw,    flag::unknown_call, flag::no_recurse,    flag::no_unwind, flag::live};
    if (pick(5) == 0) s.flags |= rare[pick(10)];
    if (pick(20) == 0) s.flags |= rare[pick(10)];
  } else {
    if (kind == Kind::variable) {
      const std::uint32_t access = pick(4);
      s.flags |= (access < 2 ? flag::read_only : 0U) | (access == 1 || access == 2 ? flag::write_only : 0U);
      if (pick(3) == 0) s.flags |= flag::constant;
    }
    if (pick(10) == 0) s.flags |= flag::not_eligible;
  }
  return s;
}

template <class Pick>
Problem random_problem(Pick&& pick, std::uint32_t functions) {
  Problem p;
  const std::uint32_t modules = 1 + pick(6), values = functions + 2;
  for (std::uint32_t v = 0; v < values; ++v) {
    const std::string name = pick(9) == 0 ? std::string() : pick(12) == 0 ? "same" : "v" + std::to_string(v);
    p.add_value(name.empty() || name == "same" || pick(7) == 0 ? 1000 + v : guid_of(name), name);
  }
  // A value is a function in all modules, or a variable, but for a few.
  std::vector<bool> variable(values), prevails(values);
  for (std::uint32_t v = 0; v < values; ++v) variable[v] = pick(5) == 0;
  for (std::uint32_t m = 0; m < modules; ++m) {
    Module module{(m % 2 != 0 ? "b" : "a") + std::to_string(9 - m) + ".bc",
                  static_cast<std::uint32_t>(p.summaries.size()), 0};
    std::vector<std::uint32_t> bodies;
    for (std::uint32_t v = 0; v < values; ++v) {
      if (pick(modules) != 0 && pick(5) != 0) continue;
      Kind kind = variable[v] != (pick(25) == 0) ? Kind::variable : Kind::function;
      if (!bodies.empty() && pick(9) == 0) kind = Kind::alias;
      Summary s = random_summary(pick, kind);
      s.value = v;
      s.module = m;
      s.first_call = static_cast<std::uint32_t>(p.callees.size());
      s.first_ref = static_cast<std::uint32_t>(p.refs.size());
      if (kind == Kind::alias) s.aliasee = bodies[pick(static_cast<std::uint32_t>(bodies.size()))];
      if (!prevails[v] && pick(8) == 0) {
        prevails[v] = true;
        s.flags |= flag::prevailing;
      }
      bodies.push_back(static_cast<std::uint32_t>(p.summaries.size()));
      if (kind == Kind::function)
        for (std::uint32_t calls = pick(5); calls-- > 0;) {
          const bool last = pick(7) == 0, middle = pick(7) == 0;
          const auto hotness = static_cast<Hotness>(pick(3) == 0 ? pick(5) : 0);
          p.add_call(pick(values), CallInfo(hotness, middle, last));
        }
      if (kind != Kind::alias)
        for (std::uint32_t refs = pick(3); refs-- > 0;) {
          const auto access = static_cast<Access>(pick(3));
          p.add_ref(pick(values), access);
        }
      if (pick(25) == 0)
        p.own_names.push_back({static_cast<std::uint32_t>(p.summaries.size()), pick(2) == 0 ? "other" : "v1"});
      p.summaries.push_back(s);
    }
    module.count = static_cast<std::uint32_t>(p.summaries.size()) - module.first;
    p.modules.push_back(module);
  }
  for (std::uint32_t roots = pick(6); roots-- > 0;) p.roots.push_back(pick(values));
  for (std::uint32_t v = 0; v < values; ++v)
    if (!prevails[v] && pick(20) == 0) p.defined_outside.push_back(v);
  for (std::uint32_t w = pick(12) == 0 ? 1 + pick(3) : 0; w-- > 0;) {
    Workload workload{pick(values), {}};
    for (std::uint32_t n = pick(5); n-- > 0;) workload.functions.push_back(pick(values));
    p.workloads.push_back(workload);
  }
  p.liveness_known = pick(30) == 0;
  p.attributes_known = pick(30) == 0;
  return p;
}

template <class Pick>
Options random_options(Pick&& pick) {
  Options o;
  o.print_import_failures = pick(4) != 0;
  static constexpr std::uint32_t limits[] = {0, 1, 30, 70, 1000, 0xfffffffeU};
  static constexpr float factors[] = {0, 0.1F, 0.5F, 0.9F, 0.99F, 1}, multipliers[] = {0, 0.3F, 1, 2.5F, 10, 1e30F};
  if (pick(4) == 0) o.import_instr_limit = limits[pick(6)];
  if (pick(4) == 0) o.import_cutoff = pick(8);
  if (pick(4) == 0) o.import_instr_evolution_factor = factors[pick(6)];
  if (pick(4) == 0) o.import_hot_evolution_factor = factors[pick(6)];
  if (pick(6) == 0) o.import_hot_multiplier = multipliers[pick(6)];
  if (pick(6) == 0) o.import_cold_multiplier = multipliers[pick(6)];
  if (pick(6) == 0) o.import_critical_multiplier = multipliers[pick(6)];
  if (pick(6) == 0) o.default_multiplier = multipliers[pick(6)];
  if (pick(6) == 0) o.low_priority_factor = factors[pick(6)];
  o.compute_dead = pick(6) != 0;
  o.propagate_attrs = pick(6) != 0;
  o.disable_thinlto_funcattrs = pick(8) == 0;
  o.import_constants_with_refs = pick(4) != 0;
  o.force_import_all = pick(10) == 0;
  o.import_all_index = pick(10) == 0;
  o.import_declaration = pick(5) == 0;
  o.force_priority = static_cast<std::uint8_t>(pick(8) == 0 ? pick(4) : 0);
  o.profile_gate = pick(8) == 0;
  o.import_address_taken = pick(6) == 0;
  if (pick(5) == 0) o.interposable = Interposable::prevailing;
  if (pick(10) == 0) o.fuel = pick(10);
  return o;
}

/// The same modules in another order: of modules, of what is in them, of calls, references and values.
inline Problem shuffled(const Problem& p, std::uint32_t seed) {
  std::mt19937 engine(seed);
  const auto order = [&](std::size_t size) {
    std::vector<std::uint32_t> out(size);
    std::iota(out.begin(), out.end(), 0U);
    std::shuffle(out.begin(), out.end(), engine);
    return out;
  };
  Problem q;
  q.liveness_known = p.liveness_known;
  q.attributes_known = p.attributes_known;
  std::vector<std::uint32_t> value(p.values.size()), summary(p.summaries.size());
  for (const std::uint32_t v : order(p.values.size())) value[v] = q.add_value(p.values[v].guid, p.name(v));
  std::vector<std::pair<std::uint32_t, std::string>> names;
  for (const std::uint32_t m : order(p.modules.size())) {
    q.modules.push_back({p.modules[m].name, static_cast<std::uint32_t>(q.summaries.size()), p.modules[m].count});
    for (const std::uint32_t i : order(p.modules[m].count)) {
      const std::uint32_t s = p.modules[m].first + i;
      summary[s] = static_cast<std::uint32_t>(q.summaries.size());
      for (const auto& [named, name] : p.own_names)
        if (named == s) q.own_names.push_back({summary[s], name});
      Summary x = p.summaries[s];
      x.value = value[x.value];
      x.module = static_cast<std::uint32_t>(q.modules.size() - 1);
      x.first_call = static_cast<std::uint32_t>(q.callees.size());
      x.first_ref = static_cast<std::uint32_t>(q.refs.size());
      for (const std::uint32_t c : order(p.calls_of(s).size()))
        q.add_call(value[p.calls_of(s)[c]], p.call_infos_of(s)[c]);
      for (const std::uint32_t r : order(p.refs_of(s).size())) q.add_ref(value[p.refs_of(s)[r]], p.accesses_of(s)[r]);
      q.summaries.push_back(x);
    }
  }
  for (Summary& x : q.summaries)
    if (x.aliasee != none) x.aliasee = summary[x.aliasee];
  for (const std::uint32_t i : order(p.roots.size())) q.roots.push_back(value[p.roots[i]]);
  for (const std::uint32_t i : order(p.defined_outside.size()))
    q.defined_outside.push_back(value[p.defined_outside[i]]);
  for (const std::uint32_t i : order(p.workloads.size())) {
    Workload w{value[p.workloads[i].root], {}};
    for (const std::uint32_t k : order(p.workloads[i].functions.size()))
      w.functions.push_back(value[p.workloads[i].functions[k]]);
    q.workloads.push_back(w);
  }
  return q;
}

/// Functions that a module imports, with the largest offer: by walking every pair of body and threshold that some path
/// of calls reaches. Knows flags, linkages and factors, not priorities, gates, budgets and workloads. Precondition:
/// copies of a function differ in size.
inline std::map<std::uint32_t, std::uint32_t> brute_force(const Problem& p, std::uint32_t module, const Options& o,
                                                          const std::vector<bool>& live) {
  const auto own = [&](std::uint32_t v) {
    for (std::uint32_t s = p.modules[module].first; s < p.modules[module].first + p.modules[module].count; ++s)
      if (p.summaries[s].value == v) return true;
    return false;
  };
  const auto legal = [&](std::uint32_t s, std::uint32_t from, std::size_t copies) {
    const Summary &x = p.summaries[s], &body = p.summaries[p.base(s)];
    return live[x.value] && body.kind == Kind::function && !is_interposable(x.linkage) &&
           !(is_local(body.linkage) && copies > 1 && x.module != from) && body.priority != 0 &&
           !body.has(flag::kernel | flag::not_eligible | flag::address_space_25 | flag::no_inline) &&
           !x.has(flag::address_space_25);
  };
  std::set<std::pair<std::uint32_t, std::uint32_t>> states;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> open;
  std::map<std::uint32_t, std::uint32_t> out;
  for (std::uint32_t s = p.modules[module].first; s < p.modules[module].first + p.modules[module].count; ++s)
    if (p.summaries[s].kind == Kind::function && live[p.summaries[s].value] &&
        !p.summaries[s].has(flag::address_space_25))
      open.push_back({s, o.import_instr_limit});
  while (!open.empty()) {
    const auto [from, threshold] = open.back();
    open.pop_back();
    for (std::size_t i = 0; i < p.calls_of(from).size(); ++i) {
      const std::uint32_t v = p.calls_of(from)[i];
      const Hotness h = p.call_infos_of(from)[i].hotness();
      const float by = h == Hotness::hot        ? o.import_hot_multiplier
                       : h == Hotness::cold     ? o.import_cold_multiplier
                       : h == Hotness::critical ? o.import_critical_multiplier
                                                : 1.0F;
      const auto offer = static_cast<std::uint32_t>(static_cast<float>(threshold) * by);
      const auto next = static_cast<std::uint32_t>(
          static_cast<float>(threshold) *
          (h == Hotness::hot ? o.import_hot_evolution_factor : o.import_instr_evolution_factor));
      if (own(v)) continue;
      std::vector<std::uint32_t> all;
      for (std::uint32_t s = 0; s < p.summaries.size(); ++s)
        if (p.summaries[s].value == v) all.push_back(s);
      // The smallest legal copy; there are no equals.
      std::uint32_t copy = none;
      const auto size = [&](std::uint32_t s) {
        const Summary& body = p.summaries[p.base(s)];
        return std::pair(body.has(flag::always_inline) ? 0 : body.instructions, body.instructions);
      };
      for (const std::uint32_t s : all)
        if (legal(s, p.summaries[from].module, all.size()) && (copy == none || size(s) < size(copy))) copy = s;
      if (copy == none) continue;
      const Summary& body = p.summaries[p.base(copy)];
      if (!body.has(flag::always_inline) && offer < body.instructions) continue;
      std::uint32_t& most = out.try_emplace(copy, 0).first->second;
      most = std::max(most, std::min(offer, largest_told));
      if (states.insert({p.base(copy), next}).second) open.push_back({p.base(copy), next});
    }
  }
  return out;
}

/// Empty when all is well, otherwise what went wrong: plan against checker, text forms, order of input.
inline std::string check_everything(const Problem& p, const Options& options, std::uint32_t seed = 1) {
  std::string out, error;
  const std::string text = print(p);
  const auto again = read_problem(text, "again", error);
  if (!again)
    out += "the problem's text is not read: " + error + "\n";
  else if (print(*again) != text || again->summaries != p.summaries || again->callees != p.callees)
    out += "the problem's text does not come back\n";
  const Plan plan = plan_problem(p, options);
  if (plan.refusal != Refusal::none) return out + "refused: " + to_string(plan.refusal) + "\n";
  for (const auto& fault : check_plan(p, plan, options)) out += fault.text + "\n";
  const std::string plan_text = print(p, plan);
  const auto read = read_plan(p, plan_text, "plan", error);
  if (!read)
    out += "the plan's text is not read: " + error + "\n";
  else if (read->modules != plan.modules || read->exports != plan.exports || !(read->analysis == plan.analysis))
    out += "the plan's text does not come back\n";
  if (options.rule == Rule::best) {
    const Problem other = shuffled(p, seed);
    if (print(other, plan_problem(other, options)) != plan_text) out += "the plan depends on the order of input\n";
    if (plan.stats.revisits != 0) out += "a function was visited twice\n";
  }
  return out;
}

}  // namespace thinlto_test
