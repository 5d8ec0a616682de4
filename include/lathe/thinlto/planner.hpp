// The import planner: from a problem, or a user's modules, to a plan.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <lathe/support/maybe_remarks.hpp>
#include <lathe/thinlto/exports.hpp>
#include <lathe/thinlto/first_found.hpp>
#include <lathe/thinlto/importer.hpp>
#include <lathe/thinlto/ingest.hpp>

namespace lathe::thinlto {

namespace detail {

template <class Sink>
class Planner {
 public:
  Planner(const Problem& p, const Options& options, Sink& sink) : p_(p), o_(options), sink_(sink) {}

  Plan run() {
    plan_.options = o_;
    if (!valid(o_)) return refused(Refusal::bad_options);
    if (const auto faults = check_problem(p_); !faults.empty())
      return refused(faults.has(ProblemFault::too_long) ? Refusal::too_large : Refusal::broken_problem);
    const Copies copies(p_);
    std::vector<bool> outside(p_.values.size());
    for (const std::uint32_t v : p_.defined_outside) outside[v] = true;
    plan_.analysis = Analyzer(p_, copies, outside, o_).run();
    count_analysis();
    // Remarks tell refusals too.
    Options wanted = o_;
    wanted.print_import_failures |= listens(sink_);
    const Candidates candidates(p_, copies, outside, plan_.analysis, wanted);
    const std::vector<std::vector<std::uint32_t>> workloads = workload_lists(copies);
    plan_.modules.resize(p_.modules.size());
    if (o_.rule == Rule::first_found)
      first_found(candidates, wanted, workloads);
    else
      best(candidates, wanted, workloads);
    plan_.exports = exports_of(p_, copies, plan_.analysis, plan_.modules);
    plan_.stats.exports = plan_.exports.size();
    return std::move(plan_);
  }

 private:
  Plan refused(Refusal refusal) {
    plan_.refusal = refusal;
    return std::move(plan_);
  }
  void best(const Candidates& candidates, const Options& wanted,
            const std::vector<std::vector<std::uint32_t>>& workloads) {
    Importer importer(p_, candidates, plan_.analysis, wanted);
    std::uint64_t fuel = o_.fuel;
    for (const std::uint32_t m : by_name(candidates)) {
      const std::uint64_t before = plan_.stats.functions;
      if (!workloads.empty() && !workloads[m].empty()) {
        ++plan_.stats.workload_modules;
        plan_.modules[m] = importer.run_workload(m, workloads[m], plan_.stats);
      } else {
        const std::uint64_t cutoff = o_.import_cutoff < 0 ? UINT64_MAX : static_cast<std::uint64_t>(o_.import_cutoff);
        bool left_out = false;
        plan_.modules[m] = importer.run(m, std::min(cutoff, fuel), left_out, plan_.stats);
        if (left_out && fuel < cutoff) plan_.stats.out_of_fuel = 1;
      }
      fuel -= std::min(fuel, plan_.stats.functions - before);
      finish(m);
    }
  }
  void first_found(const Candidates& candidates, const Options& wanted,
                   const std::vector<std::vector<std::uint32_t>>& workloads) {
    FirstFound rule(p_, candidates, plan_.analysis, wanted);
    Importer importer(p_, candidates, plan_.analysis, wanted);
    for (std::uint32_t m = 0; m < p_.modules.size(); ++m) {
      const bool by_list = !workloads.empty() && !workloads[m].empty();
      plan_.stats.workload_modules += by_list;
      plan_.modules[m] = by_list ? importer.run_workload(m, workloads[m], plan_.stats) : rule.run(m, plan_.stats);
      finish(m);
    }
  }
  std::vector<std::uint32_t> by_name(const Candidates& candidates) const {
    std::vector<std::uint32_t> out(p_.modules.size());
    for (std::uint32_t m = 0; m < p_.modules.size(); ++m) out[candidates.rank(m)] = m;
    return out;
  }
  // Per module the functions that its workloads want; empty when there are no workloads.
  std::vector<std::vector<std::uint32_t>> workload_lists(const Copies& copies) {
    std::vector<std::vector<std::uint32_t>> out;
    if (p_.workloads.empty()) return out;
    out.resize(p_.modules.size());
    for (const Workload& w : p_.workloads) {
      // A root with several copies does not say which module is meant.
      if (copies[w.root].size() != 1) {
        ++plan_.stats.workloads_ignored;
        continue;
      }
      auto& list = out[p_.summaries[copies[w.root][0]].module];
      list.insert(list.end(), w.functions.begin(), w.functions.end());
    }
    for (auto& list : out) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    return out;
  }

  void count_analysis() {
    Stats& stats = plan_.stats;
    stats.modules = p_.modules.size();
    stats.values = p_.values.size();
    stats.summaries = p_.summaries.size();
    stats.calls = p_.callees.size();
    stats.refs = p_.refs.size();
    for (const bool live : plan_.analysis.live) ++(live ? stats.live_values : stats.dead_values);
    for (const std::uint32_t bits : plan_.analysis.attributes) {
      stats.read_only += (bits & flag::read_only) != 0;
      stats.write_only += (bits & flag::write_only) != 0;
      stats.no_recurse += (bits & flag::no_recurse) != 0;
      stats.no_unwind += (bits & flag::no_unwind) != 0;
    }
  }

  // ---- remarks
  void finish(std::uint32_t m) {
    if constexpr (wants_remarks<Sink>) {
      if (!listens(sink_)) return;
      for (const Import import : plan_.modules[m].imports) imported(m, import);
      for (const Refused& refusal : plan_.modules[m].refused) not_imported(m, refusal);
      if (!o_.print_import_failures) plan_.modules[m].refused = {};
    }
  }
  void imported(std::uint32_t m, const Import& import) {
    const Summary& x = p_.summaries[import.summary];
    const std::string& source = p_.modules[x.module].name;
    Remark remark{Remark::Kind::passed,
                  "function-import",
                  import.declaration ? "Declared" : "Imported",
                  p_.label(x.value),
                  {},
                  {}};
    remark.text = (import.declaration ? "declared from " : "imported from ") + source + " into " + p_.modules[m].name;
    remark.arguments = {{"Module", p_.modules[m].name}, {"thinlto_src_module", source}};
    if (p_.summaries[p_.base(import.summary)].kind == Kind::function) {
      const std::string cost = std::to_string(p_.summaries[p_.base(import.summary)].instructions);
      remark.text += ", cost " + cost + ", threshold " + std::to_string(import.threshold);
      remark.arguments.push_back({"Cost", cost});
      remark.arguments.push_back({"Threshold", std::to_string(import.threshold)});
      remark.arguments.push_back({"Pass", pass_names[static_cast<std::size_t>(import.pass)]});
    }
    sink_(remark);
  }
  void not_imported(std::uint32_t m, const Refused& refusal) {
    const std::string reason = reason_names[static_cast<std::size_t>(refusal.reason)];
    Remark remark{Remark::Kind::missed, "function-import", "NotImported", p_.label(refusal.value), {}, {}};
    remark.text =
        "not imported into " + p_.modules[m].name + ": " + reason + ", threshold " + std::to_string(refusal.threshold);
    remark.arguments = {{"Module", p_.modules[m].name},
                        {"Reason", reason},
                        {"Threshold", std::to_string(refusal.threshold)},
                        {"MaxHotness", hotness_names[static_cast<std::size_t>(refusal.hotness)]},
                        {"Attempts", std::to_string(refusal.attempts)}};
    sink_(remark);
  }

  const Problem& p_;
  const Options& o_;
  Sink& sink_;
  Plan plan_;
};

}  // namespace detail

/// Plans the imports of every module. O(n log n) for the index; then for each module what it looks at, see
/// importer.hpp. By the rule `best` the plan does not depend on the order of modules, functions and calls.
/// Deterministic.
template <class Sink = NoRemarks>
Plan plan_problem(const Problem& problem, const Options& options = {}, Sink&& sink = {}) {
  return detail::Planner<std::remove_reference_t<Sink>>(problem, options, sink).run();
}

/// Plans the imports of a user's modules; the plan's summaries are numbered as ingest says.
template <class S, class Sink = NoRemarks>
  requires(!std::same_as<std::remove_cvref_t<S>, Problem>)
Plan plan(S& summaries, const Options& options = {}, Sink&& sink = {}) {
#include <lathe/thinlto/summaries.def>
  if constexpr (Summaries<S>) return plan_problem(ingest(summaries), options, sink);
  return {};
}

}  // namespace lathe::thinlto
