// What the tests against LLVM share: LLVM's own import lists, as sets of (module, source module, guid, definition).
#pragma once

#include <llvm/Transforms/IPO/FunctionImport.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

#include <lathe/thinlto.hpp>

#include "adapters/llvm_ir/thinlto.hpp"

namespace thinlto_llvm {

using ImportSet = std::set<std::tuple<std::string, std::string, std::uint64_t, bool>>;

/// LLVM's answer for an index whose dead values are marked.
inline ImportSet llvm_imports(const llvm::ModuleSummaryIndex& index, const lathe::llvm_ir::IndexFacts& facts) {
  llvm::DenseMap<llvm::StringRef, llvm::GVSummaryMapTy> defined;
  index.collectDefinedGVSummariesPerModule(defined);
  llvm::FunctionImporter::ImportListsTy imports(defined.size());
  llvm::DenseMap<llvm::StringRef, llvm::FunctionImporter::ExportSetTy> exports;
  const auto prevailing = [&](llvm::GlobalValue::GUID, const llvm::GlobalValueSummary* s) {
    return facts.prevailing.contains(s);
  };
  llvm::ComputeCrossModuleImport(index, defined, prevailing, imports, exports);
  ImportSet out;
  for (const auto& [module, list] : imports)
    for (const auto& [source, guid, kind] : list)
      out.insert({module.str(), source.str(), guid, kind == llvm::GlobalValueSummary::Definition});
  return out;
}
inline ImportSet our_imports(const lathe::thinlto::Problem& p, const lathe::thinlto::Plan& plan) {
  ImportSet out;
  for (std::uint32_t m = 0; m < p.modules.size(); ++m)
    for (const auto& import : plan.modules[m].imports) {
      const auto& s = p.summaries[import.summary];
      out.insert({p.modules[m].name, p.modules[s.module].name, p.values[s.value].guid, !import.declaration});
    }
  return out;
}
/// One line for each that is in the first set only.
inline std::string missing(const ImportSet& all, const ImportSet& from) {
  std::string out;
  for (const auto& [module, source, guid, definition] : all)
    if (!from.contains({module, source, guid, definition}))
      out += module + " <- " + source + " " + std::to_string(guid) + (definition ? "\n" : " declaration\n");
  return out;
}

}  // namespace thinlto_llvm
