// LLVM's own decisions on the same modules, to compare with. Its index of the whole program is made here, and nowhere else.
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/Support/CommandLine.h>

#include <algorithm>

#include "nvptx/driver/thinlto/module_facts.hpp"
#include "nvptx/driver/thinlto/program_impl.hpp"
#include "nvptx/thinlto/plan.hpp"

namespace lathe::nvptx {
namespace {

/// Sets one of LLVM's options as its command line would.
void set_option(llvm::StringRef name, const std::string& value) {
  auto& known = llvm::cl::getRegisteredOptions();
  const auto at = known.find(name);
  if (at == known.end()) return;
  at->second->reset();
  at->second->addOccurrence(0, name, value);
}

void set_options(const thinlto::Options& o) {
  const auto truth = [](bool x) { return std::string(x ? "true" : "false"); };
  set_option("import-instr-limit", std::to_string(o.import_instr_limit));
  set_option("import-cutoff", std::to_string(o.import_cutoff));
  set_option("import-instr-evolution-factor", std::to_string(o.import_instr_evolution_factor));
  set_option("import-hot-evolution-factor", std::to_string(o.import_hot_evolution_factor));
  set_option("import-hot-multiplier", std::to_string(o.import_hot_multiplier));
  set_option("import-critical-multiplier", std::to_string(o.import_critical_multiplier));
  set_option("import-cold-multiplier", std::to_string(o.import_cold_multiplier));
  set_option("import-constants-with-refs", truth(o.import_constants_with_refs));
  set_option("force-import-all", truth(o.force_import_all));
  set_option("import-declaration", truth(o.import_declaration));
  set_option("compute-dead", truth(o.compute_dead));
  set_option("propagate-attrs", truth(o.propagate_attrs));
}

bool same_imports(const std::vector<thinlto::Import>& a, const thinlto::ModulePlan& b) {
  return std::equal(a.begin(), a.end(), b.imports.begin(), b.imports.end(),
                    [](const thinlto::Import& x, const thinlto::Import& y) {
                      return x.summary == y.summary && x.declaration == y.declaration;
                    });
}

/// LLVM's imports of all modules.
class Theirs {
 public:
  explicit Theirs(const ThinProgram::Impl& program) : p_(program.problem) {
    const SummaryRecovery recovery;
    Diag none;  // they have been read before
    for (const auto& held : program.held) read_summary({held.bytes, held.path}, index_, none);
  }

  void run(const thinlto::Options& options) {
    set_options(options);
    if (options.compute_dead && !index_.withGlobalValueDeadStripping()) {
      llvm::DenseSet<llvm::GlobalValue::GUID> roots;
      for (const std::uint32_t v : p_.roots) roots.insert(p_.values[v].guid);
      llvm::computeDeadSymbolsWithConstProp(
          index_, roots, [](llvm::GlobalValue::GUID) { return llvm::PrevailingType::Unknown; }, true);
    }
    llvm::DenseMap<llvm::StringRef, llvm::GVSummaryMapTy> defined;
    index_.collectDefinedGVSummariesPerModule(defined);
    for (std::uint32_t s = 0; s < p_.summaries.size(); ++s)
      numbers_.try_emplace(
          defined[p_.modules[p_.summaries[s].module].name].lookup(p_.values[p_.summaries[s].value].guid), s);
    llvm::DenseMap<llvm::StringRef, llvm::FunctionImporter::ExportSetTy> exports;
    llvm::ComputeCrossModuleImport(
        index_, defined,
        [&](llvm::GlobalValue::GUID, const llvm::GlobalValueSummary* s) {
          const auto at = numbers_.find(s);
          return at != numbers_.end() && p_.summaries[at->second].has(thinlto::flag::prevailing);
        },
        imports_, exports);
  }

  std::vector<thinlto::Import> of(const std::string& module) const {
    std::vector<thinlto::Import> out;
    for (const auto& [source, guid, kind] : imports_.lookup(module)) {
      const auto at = numbers_.find(index_.findSummaryInModule(guid, source));
      if (at == numbers_.end()) continue;
      out.push_back({at->second, 0, thinlto::Pass::direct, kind == llvm::GlobalValueSummary::Declaration,
                     thinlto::Hotness::unknown});
    }
    std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.summary < b.summary; });
    return out;
  }

 private:
  const thinlto::Problem& p_;
  llvm::ModuleSummaryIndex index_{/*HaveGVs=*/false};
  llvm::FunctionImporter::ImportListsTy imports_;
  llvm::DenseMap<const llvm::GlobalValueSummary*, std::uint32_t> numbers_;
};

}  // namespace

thinlto::Plan ThinProgram::llvm_plan(const thinlto::Options& options, bool* same) {
  const thinlto::Problem& p = impl_->problem;
  thinlto::Options first = options;
  first.rule = thinlto::Rule::first_found;
  first.print_import_failures = true;
  // What LLVM has no option for.
  const thinlto::Options plain;
  first.default_multiplier = plain.default_multiplier;
  first.force_priority = plain.force_priority;
  first.profile_gate = plain.profile_gate;
  first.import_address_taken = plain.import_address_taken;
  first.import_all_index = plain.import_all_index;
  first.interposable = plain.interposable;
  first.fuel = plain.fuel;
  thinlto::Plan plan = plan_imports(p, first, nullptr);
  Theirs theirs(*impl_);
  theirs.run(options);
  *same = true;
  for (std::uint32_t m = 0; m < p.modules.size(); ++m) {
    const std::vector<thinlto::Import> imports = theirs.of(p.modules[m].name);
    if (same_imports(imports, plan.modules[m])) continue;
    *same = false;
    plan.modules[m] = {};
    plan.modules[m].imports.assign(imports);
  }
  return plan;
}

void note_import_sources() { set_option("enable-import-metadata", "true"); }

}  // namespace lathe::nvptx
