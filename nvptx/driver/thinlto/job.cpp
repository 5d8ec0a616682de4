// One module of a program that this process does not have: what a slice of the combined index says of it and of the modules
// that it imports from, which are read when they are asked for.
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/NameAnonGlobals.h>

#include <algorithm>
#include <map>
#include <string>

#include "nvptx/driver/thinlto/module_facts.hpp"
#include "nvptx/driver/thinlto/program_impl.hpp"
#include "nvptx/prepare/prepare.hpp"
#include "nvptx/prepare/steps.hpp"

namespace lathe::nvptx {
namespace {

class Slice {
 public:
  Slice(const ThinFile& module, const ThinFile& slice, const ThinReader& read, const ThinReading& reading, Diag& diag)
      : module_(module), slice_(slice), bytes_(module.bytes), read_(read), reading_(reading), diag_(diag) {}

  std::string run(const ThinBackend& options, ThinForm form, Features* target) {
    if (!read_slice() || !as_bitcode(module_.path, bytes_) || !slice_agrees()) return {};
    ThinStats stats;
    note_import_sources();
    const ThinJob job{module_.path,
                      reading_.triple,
                      reading_.short_pointers,
                      index_,
                      defined_,
                      imports_,
                      [&](const std::string& path, std::string& error) { return buffer(path, error); },
                      reading_.atomic_order,
                      [&](const std::string& path) { return cuda(path); },
                      target};
    return run_thin_job(job, options, form, diag_, stats);
  }

 private:
  bool fail(const std::string& text) {
    diag_.error_at(slice_.path, 0, text);
    return false;
  }

  bool read_slice() {
    if (slice_.bytes.empty()) return true;  // nothing was planned for the module
    if (!is_bitcode(slice_.bytes)) return fail("not an index; name a .thinlto.bc that a thin link has written");
    const SummaryRecovery recovery;
    if (!read_summary(buffer_of(slice_), index_, diag_)) return false;
    const auto own = index_.modulePaths().find(module_.path);
    if (own == index_.modulePaths().end()) return fail(stranger());
    llvm::DenseMap<llvm::StringRef, llvm::GVSummaryMapTy> defined;
    index_.collectDefinedGVSummariesPerModule(defined);
    defined_ = defined.lookup(own->getKey());
    for (const auto& entry : index_)
      for (const auto& summary : entry.second.getSummaryList())
        if (summary->modulePath() != own->getKey())
          imports_.addGUID(summary->modulePath(), entry.first, summary->importType());
    return true;
  }
  std::string stranger() const {
    std::string known;
    for (const auto& entry : index_.modulePaths()) known += (known.empty() ? "" : ", ") + entry.getKey().str();
    return "says nothing of " + module_.path + ", but of " + (known.empty() ? "no module" : known) +
           "; name the module as it was named to the thin link";
  }

  /// A module as `ThinProgram::read` leaves it: text is bitcode, and all values have names. False after an error.
  bool as_bitcode(const std::string& path, std::string& bytes) {
    llvm::LLVMContext context;
    if (is_bitcode(bytes)) {
      auto lazy = llvm::getLazyBitcodeModule({bytes, path}, context, /*ShouldLazyLoadMetadata=*/true);
      if (lazy && !has_nameless(**lazy)) return true;
      llvm::consumeError(lazy.takeError());  // told by the reader below
    }
    const auto module = nvptx::read_module(bytes, path, context, diag_, {reading_.triple, reading_.short_pointers});
    if (!module) return false;
    llvm::ModuleAnalysisManager none;
    llvm::NameAnonGlobalPass().run(*module, none);
    bytes.clear();
    llvm::raw_string_ostream stream(bytes);
    llvm::WriteBitcodeToFile(*module, stream);
    return true;
  }

  /// LLVM looks for a summary of each value of the module, and does not ask whether there is one.
  bool slice_agrees() {
    if (slice_.bytes.empty()) return true;
    llvm::LLVMContext context;
    auto lazy = llvm::getLazyBitcodeModule({bytes_, module_.path}, context, /*ShouldLazyLoadMetadata=*/true);
    if (!lazy) return fail(text_of(llvm::toString(lazy.takeError())));
    for (const llvm::GlobalValue& value : (*lazy)->global_values())
      if (!value.isDeclaration() && !value.getName().starts_with("llvm.") && !llvm::isa<llvm::GlobalIFunc>(value) &&
          !defined_.contains(value.getGUID()))
        return fail("says nothing of '" + value.getName().str() + "' in " + module_.path +
                    "; it is not this module's, or of an older one: make it again");
    return true;
  }

  std::unique_ptr<llvm::MemoryBuffer> buffer(const std::string& path, std::string& error) {
    const llvm::StringRef bytes = source(path, error);
    if (bytes.empty()) return nullptr;
    return llvm::MemoryBuffer::getMemBuffer(bytes, path, /*RequiresNullTerminator=*/false);
  }
  /// Bytes of another module, read once; empty, and why.
  llvm::StringRef source(const std::string& path, std::string& error) {
    if (path == module_.path) return bytes_;
    const auto [at, fresh] = sources_.try_emplace(path);
    if (!fresh) return at->second;
    if (!read_(path, at->second, error)) {
      error = text_of(error);
      at->second.clear();
    } else if (!as_bitcode(path, at->second)) {
      error = path + " is no module";
      at->second.clear();
    }
    return at->second;
  }
  /// What another module's front end means by its atomics; the module is read whole for it.
  bool cuda(const std::string& path) {
    const auto [at, fresh] = cuda_.try_emplace(path, false);
    if (!fresh) return at->second;
    llvm::LLVMContext context;
    Diag ignored;
    std::string error;
    const llvm::StringRef bytes = source(path, error);
    const auto module =
        bytes.empty() ? nullptr
                      : nvptx::read_module(bytes, path, context, ignored, {reading_.triple, reading_.short_pointers});
    return at->second = module && comes_from_cuda(*module);
  }

  const ThinFile &module_, &slice_;
  std::string bytes_;  // the module as bitcode
  const ThinReader& read_;
  const ThinReading& reading_;
  Diag& diag_;
  llvm::ModuleSummaryIndex index_{/*HaveGVs=*/false};
  llvm::GVSummaryMapTy defined_;
  llvm::FunctionImporter::ImportIDTable ids_;
  llvm::FunctionImporter::ImportMapTy imports_{ids_};
  std::map<std::string, std::string> sources_;
  std::map<std::string, bool> cuda_;
};

}  // namespace

std::string thin_backend_job(const ThinFile& module, const ThinFile& slice, const ThinReader& read,
                             const ThinReading& reading, const ThinBackend& options, ThinForm form, Diag& diag,
                             Features* target) {
  return Slice(module, slice, read, reading, diag).run(options, form, target);
}

}  // namespace lathe::nvptx
