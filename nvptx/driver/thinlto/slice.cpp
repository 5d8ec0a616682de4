// What one module's backend needs of the program's summaries: made for each from the problem and the plan, so that LLVM's
// index of the whole program is never there.
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

#include "nvptx/driver/thinlto/program_impl.hpp"

namespace lathe::nvptx {

ThinSlice::ThinSlice(const ThinProgram::Impl& program, std::uint32_t module)
    : part(program.problem, program.rest, program.fates) {
  const thinlto::Problem& p = program.problem;
  const thinlto::Module& own = p.modules[module];
  std::vector<std::uint32_t> wanted;
  for (std::uint32_t s = own.first; s < own.first + own.count; ++s) wanted.push_back(s);
  const auto begin = program.imports.begin() + program.first_import[module],
             end = program.imports.begin() + program.first_import[module + 1];
  for (auto i = begin; i != end; ++i) wanted.push_back(*i / 2);
  part.path(module);  // also where it defines nothing
  part.add(wanted, program.edges);
  const auto guid = [&](std::uint32_t s) { return p.values[p.summaries[s].value].guid; };
  defined = llvm::GVSummaryMapTy(own.count);
  for (std::uint32_t s = own.first; s < own.first + own.count; ++s) defined[guid(s)] = part.summary_of(s);
  for (auto i = begin; i != end; ++i) {
    const llvm::StringRef from = part.path(program.module_of_summary(*i / 2));
    if ((*i & 1U) != 0)
      imports.maybeAddDeclaration(from, guid(*i / 2));
    else
      imports.addDefinition(from, guid(*i / 2));
  }
}

std::string ThinProgram::index_file(std::uint32_t module) const {
  ThinSlice slice(*impl_, module);
  const thinlto::Problem& p = impl_->problem;
  llvm::DenseMap<llvm::StringRef, llvm::GVSummaryMapTy> defined;
  defined.try_emplace(slice.part.path(module), slice.defined);
  for (std::uint32_t i = impl_->first_import[module]; i < impl_->first_import[module + 1]; ++i) {
    const std::uint32_t s = impl_->imports[i] / 2;
    defined[slice.part.path(p.summaries[s].module)][p.values[p.summaries[s].value].guid] = slice.part.summary_of(s);
  }
  llvm::ModuleToSummariesForIndexTy summaries;
  llvm::GVSummaryPtrSet declarations;
  llvm::gatherImportedSummariesForModule(slice.part.path(module), defined, slice.imports, summaries, declarations);
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  llvm::writeIndexToFile(slice.part.index(), stream, &summaries, &declarations);
  return bytes;
}

std::vector<std::uint32_t> ThinProgram::sources(std::uint32_t module) const {
  const Impl& program = *impl_;
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    return program.problem.modules[a].name < program.problem.modules[b].name;
  };
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = program.first_import[module]; i < program.first_import[module + 1]; ++i)
    out.push_back(program.module_of_summary(program.imports[i] / 2));
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  std::sort(out.begin(), out.end(), before);
  return out;
}

std::string ThinProgram::imports_file(std::uint32_t module) const {
  std::string text;
  for (const std::uint32_t from : sources(module)) text += impl_->problem.modules[from].name + "\n";
  return text;
}

}  // namespace lathe::nvptx
