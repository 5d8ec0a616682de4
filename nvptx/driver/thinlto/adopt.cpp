// A plan into LLVM's index: what a thin link leaves there for the backends. The decisions are the plan's; here they are
// only written in LLVM's words. And LLVM's own decisions, to compare with.
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

#include "nvptx/driver/thinlto/program_impl.hpp"
#include "nvptx/thinlto/plan.hpp"

namespace lathe::nvptx {
namespace {

using llvm::GlobalValue;

GlobalValue::LinkageTypes kept_linkage(GlobalValue::LinkageTypes linkage) {
  switch (linkage) {
    case GlobalValue::LinkOnceAnyLinkage:
      return GlobalValue::WeakAnyLinkage;
    case GlobalValue::LinkOnceODRLinkage:
      return GlobalValue::WeakODRLinkage;
    default:
      return linkage;
  }
}

class Adoption {
 public:
  Adoption(ThinProgram::Impl& program, const thinlto::Plan& plan, const thinlto::Options& options)
      : program_(program), p_(program.problem), plan_(plan), o_(options) {}

  void run() {
    attributes();
    program_.promoted.assign(p_.modules.size(), 0);
    program_.internalized.assign(p_.modules.size(), 0);
    find_visible();
    for (std::uint32_t s = 0; s < p_.summaries.size(); ++s) linkage(s);
    program_.index.setWithInternalizeAndPromote();
    std::size_t count = 0;
    for (const thinlto::ModulePlan& module : plan_.modules) count += module.imports.size();
    program_.imports.reserve(count);
    program_.first_import.reserve(p_.modules.size() + 1);
    for (const thinlto::ModulePlan& module : plan_.modules) {
      program_.first_import.push_back(static_cast<std::uint32_t>(program_.imports.size()));
      for (const thinlto::Import import : module.imports)
        program_.imports.push_back(import.summary * 2 + (import.declaration ? 1 : 0));
    }
    program_.first_import.push_back(static_cast<std::uint32_t>(program_.imports.size()));
  }

 private:
  void attributes() {
    for (std::uint32_t s = 0; s < p_.summaries.size(); ++s) {
      llvm::GlobalValueSummary* summary = program_.summaries[s];
      summary->setLive(plan_.analysis.live[p_.summaries[s].value]);
      const std::uint32_t bits = plan_.analysis.attributes[s];
      if (auto* variable = llvm::dyn_cast<llvm::GlobalVarSummary>(summary)) {
        variable->setReadOnly((bits & thinlto::flag::read_only) != 0);
        variable->setWriteOnly((bits & thinlto::flag::write_only) != 0);
      } else if (auto* function = llvm::dyn_cast<llvm::FunctionSummary>(summary)) {
        if ((bits & thinlto::flag::no_recurse) != 0) function->setNoRecurse();
        if ((bits & thinlto::flag::no_unwind) != 0) function->setNoUnwind();
      }
    }
    program_.index.setWithGlobalValueDeadStripping();
    if (o_.propagate_attrs) program_.index.setWithAttributePropagation();
  }

  /// What must be seen outside its module: exports of the plan, what the host sees, and what another module's own code
  /// refers to, imported or not.
  void find_visible() {
    visible_.assign(p_.summaries.size(), false);
    // Of each value the module that refers to it, or that several do: a template has a copy in nearly every module.
    constexpr std::uint32_t several = thinlto::none - 1;
    std::vector<std::uint32_t> referrer(p_.values.size(), thinlto::none);
    const auto show = [&](std::uint32_t value, std::uint32_t from) {
      std::uint32_t& known = referrer[value];
      known = known == thinlto::none || known == from ? from : several;
    };
    for (const std::uint32_t v : p_.roots) show(v, several);
    for (std::uint32_t s = 0; s < p_.summaries.size(); ++s) {
      if (!plan_.analysis.live[p_.summaries[s].value]) continue;
      for (const std::uint32_t v : p_.calls_of(s)) show(v, p_.summaries[s].module);
      for (const std::uint32_t v : p_.refs_of(s)) show(v, p_.summaries[s].module);
    }
    for (std::uint32_t s = 0; s < p_.summaries.size(); ++s) {
      const std::uint32_t from = referrer[p_.summaries[s].value];
      visible_[s] =
          from != thinlto::none && from != p_.summaries[s].module && !thinlto::is_local(p_.summaries[s].linkage);
    }
    for (const thinlto::Export& e : plan_.exports) visible_[e.summary] = true;
    // An alias is worth nothing without what it names.
    for (std::uint32_t s = 0; s < p_.summaries.size(); ++s)
      if (p_.summaries[s].kind == thinlto::Kind::alias) aliased_.push_back(p_.summaries[s].aliasee);
    std::sort(aliased_.begin(), aliased_.end());
  }

  void linkage(std::uint32_t s) {
    llvm::GlobalValueSummary& summary = *program_.summaries[s];
    const std::uint32_t module = p_.summaries[s].module;
    const GlobalValue::LinkageTypes own = summary.linkage();
    if (GlobalValue::isLocalLinkage(own)) {
      if (!visible_[s]) return;
      summary.setLinkage(GlobalValue::ExternalLinkage);
      ++program_.promoted[module];
      return;
    }
    if (GlobalValue::isAvailableExternallyLinkage(own) || GlobalValue::isAppendingLinkage(own)) return;
    if (!program_.facts.prevailing.contains(&summary)) {
      // Another module's copy is kept: this one may still be inlined. Aliases must name a definition.
      const bool alias =
          p_.summaries[s].kind == thinlto::Kind::alias || std::binary_search(aliased_.begin(), aliased_.end(), s);
      if (!alias) summary.setLinkage(GlobalValue::AvailableExternallyLinkage);
      return;
    }
    if (!visible_[s]) {
      summary.setLinkage(GlobalValue::InternalLinkage);
      ++program_.internalized[module];
    } else if (o_.interposable == thinlto::Interposable::prevailing &&
               thinlto::is_interposable(p_.summaries[s].linkage)) {
      summary.setLinkage(GlobalValue::ExternalLinkage);  // nothing can take its place any more
    } else {
      summary.setLinkage(kept_linkage(own));
    }
  }

  ThinProgram::Impl& program_;
  const thinlto::Problem& p_;
  const thinlto::Plan& plan_;
  const thinlto::Options& o_;
  std::vector<bool> visible_;
  std::vector<std::uint32_t> aliased_;
};

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

}  // namespace

llvm::GVSummaryMapTy ThinProgram::Impl::defined_in(std::uint32_t module) const {
  const thinlto::Module& m = problem.modules[module];
  llvm::GVSummaryMapTy out(m.count);
  for (std::uint32_t s = m.first; s < m.first + m.count; ++s) out[guids[s]] = summaries[s];
  return out;
}

std::uint32_t ThinProgram::Impl::module_of_summary(std::uint32_t summary) const {
  // Modules without summaries begin where the next one does.
  const auto after = std::upper_bound(problem.modules.begin(), problem.modules.end(), summary,
                                      [](std::uint32_t s, const thinlto::Module& m) { return s < m.first; });
  return static_cast<std::uint32_t>(after - problem.modules.begin() - 1);
}

void ThinProgram::Impl::add_imports(std::uint32_t module, llvm::FunctionImporter::ImportMapTy& list) const {
  for (std::uint32_t i = first_import[module]; i < first_import[module + 1]; ++i) {
    const std::uint32_t s = imports[i] / 2;
    if ((imports[i] & 1U) != 0)
      list.maybeAddDeclaration(paths[module_of_summary(s)], guids[s]);
    else
      list.addDefinition(paths[module_of_summary(s)], guids[s]);
  }
}

thinlto::Plan ThinProgram::llvm_plan(const thinlto::Options& options, bool* same) {
  Impl& program = *impl_;
  const thinlto::Problem& p = program.problem;
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

  set_options(options);
  if (options.compute_dead && !program.index.withGlobalValueDeadStripping())
    llvm::computeDeadSymbolsWithConstProp(
        program.index, program.facts.preserved, [](llvm::GlobalValue::GUID) { return llvm::PrevailingType::Unknown; },
        true);
  llvm::DenseMap<llvm::StringRef, llvm::GVSummaryMapTy> defined;
  program.index.collectDefinedGVSummariesPerModule(defined);
  llvm::FunctionImporter::ImportListsTy imports(defined.size());
  llvm::DenseMap<llvm::StringRef, llvm::FunctionImporter::ExportSetTy> exports;
  llvm::ComputeCrossModuleImport(
      program.index, defined,
      [&](llvm::GlobalValue::GUID, const llvm::GlobalValueSummary* s) { return program.facts.prevailing.contains(s); },
      imports, exports);

  llvm::DenseMap<const llvm::GlobalValueSummary*, std::uint32_t> numbers;
  for (std::uint32_t s = 0; s < p.summaries.size(); ++s) numbers.try_emplace(program.summaries[s], s);
  *same = true;
  for (std::uint32_t m = 0; m < p.modules.size(); ++m) {
    std::vector<thinlto::Import> theirs;
    for (const auto& [source, guid, kind] : imports.lookup(p.modules[m].name)) {
      const auto at = numbers.find(program.index.findSummaryInModule(guid, source));
      if (at == numbers.end()) continue;
      theirs.push_back({at->second, 0, thinlto::Pass::direct, kind == llvm::GlobalValueSummary::Declaration,
                        thinlto::Hotness::unknown});
    }
    std::sort(theirs.begin(), theirs.end(), [](const auto& a, const auto& b) { return a.summary < b.summary; });
    if (same_imports(theirs, plan.modules[m])) continue;
    *same = false;
    plan.modules[m] = {};
    plan.modules[m].imports.assign(theirs);
  }
  return plan;
}

void note_import_sources() { set_option("enable-import-metadata", "true"); }

void ThinProgram::adopt(const thinlto::Plan& plan, const thinlto::Options& options) {
  note_import_sources();
  Adoption(*impl_, plan, options).run();
}

void ThinProgram::keep_for_backends() {
  Impl& program = *impl_;
  std::vector<thinlto::Module> modules = std::move(program.problem.modules);
  program.problem = {};
  program.problem.modules = std::move(modules);
  program.facts = {};
}

namespace {

/// The summaries that one module's backend asks for.
class Needed {
 public:
  Needed(const ThinProgram::Impl& program, std::uint32_t module) {
    llvm::FunctionImporter::ImportIDTable ids;
    llvm::FunctionImporter::ImportMapTy list(ids);
    program.add_imports(module, list);
    llvm::DenseMap<llvm::StringRef, llvm::GVSummaryMapTy> defined;
    defined.try_emplace(program.paths[module], program.defined_in(module));
    for (std::uint32_t i = program.first_import[module]; i < program.first_import[module + 1]; ++i) {
      const std::uint32_t from = program.module_of_summary(program.imports[i] / 2);
      if (!defined.contains(program.paths[from])) defined.try_emplace(program.paths[from], program.defined_in(from));
    }
    llvm::gatherImportedSummariesForModule(program.paths[module], defined, list, summaries, declarations);
  }

  llvm::ModuleToSummariesForIndexTy summaries;
  llvm::GVSummaryPtrSet declarations;
};

}  // namespace

std::string ThinProgram::index_file(std::uint32_t module) const {
  Needed needed(*impl_, module);
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  llvm::writeIndexToFile(impl_->index, stream, &needed.summaries, &needed.declarations);
  return bytes;
}

std::string ThinProgram::imports_file(std::uint32_t module) const {
  const Needed needed(*impl_, module);
  std::string text;
  llvm::processImportsFiles(impl_->paths[module], needed.summaries,
                            [&](const std::string& from) { text += from + "\n"; });
  return text;
}

}  // namespace lathe::nvptx
