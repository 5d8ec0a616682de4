// One module of the program after the plan: promotion and internalization, bodies moved in from the modules it imports
// from, then inlining and simplification. LLVM moves the bodies; what to move is the plan's.
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/FunctionImportUtils.h>

#include <chrono>
#include <set>

#include "nvptx/driver/module_target.hpp"
#include "nvptx/driver/thinlto/pipeline.hpp"
#include "nvptx/driver/thinlto/program_impl.hpp"
#include "nvptx/prepare/prepare.hpp"
#include "nvptx/prepare/steps.hpp"

namespace lathe::nvptx {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

class Backend {
 public:
  Backend(const ThinJob& job, const ThinBackend& options, Diag& diag, ThinStats& stats)
      : job_(job), path_(job.path), o_(options), diag_(diag), stats_(stats) {}

  std::string run(ThinForm form) {
    auto start = Clock::now();
    {
      std::string error;
      const auto bytes = job_.source(path_, error);
      if (!bytes) diag_.error_at(path_, 0, error);
      if (bytes)
        module_ = nvptx::read_module(bytes->getBuffer(), path_, context_, diag_, {job_.triple, job_.short_pointers});
    }
    if (!module_) return {};
    module_->setModuleIdentifier(path_);
    own_cuda_ = job_.atomic_order == AtomicOrder::by_module && comes_from_cuda(*module_);
    const llvm::GVSummaryMapTy& defined = job_.defined;
    llvm::renameModuleForThinLTO(*module_, job_.index, /*ClearDSOLocalOnDeclarations=*/false);
    drop_dead(defined);
    llvm::thinLTOFinalizeInModule(*module_, defined, /*PropagateAttrs=*/true);
    if (!defined.empty()) llvm::thinLTOInternalizeModule(*module_, defined);
    if (!import()) return {};
    relax_atomics();
    count_imported();
    stats_.import_ms = milliseconds_since(start);
    if (job_.target != nullptr && !take_module_target(*module_, path_, *job_.target, diag_)) return {};
    forget_targets();
    if (!verified("the import")) return {};
    start = Clock::now();
    run_thin_pipeline(*module_, o_, stats_);
    stats_.optimize_ms = milliseconds_since(start);
    if (!verified("inlining")) return {};
    if (!o_.keep_imported)
      for (llvm::Function& f : *module_)
        for (const char* name : {"thinlto_src_module", "thinlto_src_file"}) f.setMetadata(name, nullptr);
    count_left();
    return written(form);
  }

 private:
  bool verified(const char* what) {
    if (!o_.verify) return true;
    std::string text;
    llvm::raw_string_ostream stream(text);
    if (!llvm::verifyModule(*module_, &stream)) return true;
    diag_.error_at(path_, 0,
                   std::string("internal fault: invalid IR after ") + what + ": " + text.substr(0, text.find('\n')));
    return false;
  }

  void drop_dead(const llvm::GVSummaryMapTy& defined) {
    std::vector<llvm::GlobalValue*> dead;
    for (llvm::GlobalValue& value : module_->global_values()) {
      const llvm::GlobalValueSummary* summary = defined.lookup(value.getGUID());
      if (summary && !job_.index.isGlobalValueLive(summary)) dead.push_back(&value);
    }
    stats_.dropped += dead.size();
    std::vector<std::string> names;
    for (llvm::GlobalValue* value : dead) {
      names.push_back(value->getName().str());
      if (!llvm::convertToDeclaration(*value)) value->eraseFromParent();  // an alias, which another value replaces
    }
    for (const std::string& name : names)
      if (llvm::GlobalValue* value = module_->getNamedValue(name)) {
        value->removeDeadConstantUsers();
        if (value->use_empty()) value->eraseFromParent();
      }
  }

  using Wanted = llvm::DenseSet<llvm::GlobalValue::GUID>;

  bool import() {
    llvm::DenseMap<llvm::StringRef, Wanted> wanted;  // of each module, definitions
    for (const auto& [from, guid, kind] : job_.imports)
      if (kind == llvm::GlobalValueSummary::Definition) wanted[from].insert(guid);
    const auto load = [&](llvm::StringRef path) -> llvm::Expected<std::unique_ptr<llvm::Module>> {
      std::string error;
      auto bytes = job_.source(path.str(), error);
      if (!bytes) return llvm::createStringError(error);
      const llvm::ParserCallbacks layout(
          [&](llvm::StringRef, llvm::StringRef) { return nvptx_data_layout(has_short_pointers(*module_)); });
      auto module = llvm::getOwningLazyBitcodeModule(std::move(bytes), context_, /*ShouldLazyLoadMetadata=*/true,
                                                     /*IsImporting=*/true, layout);
      if (module) {
        (*module)->setTargetTriple(module_->getTargetTriple());
        keep_weak_of(**module);
        if (llvm::Error wrong = read_wanted(**module, wanted[path])) return wrong;
      }
      return module;
    };
    llvm::FunctionImporter importer(job_.index, load, /*ClearDSOLocalOnDeclarations=*/false);
    const std::set<std::string> before = definitions();
    auto done = importer.importFunctions(*module_, job_.imports);
    if (!done) {
      diag_.error_at(path_, 0, "cannot move code here: " + llvm::toString(done.takeError()));
      return false;
    }
    find_imported(before);
    return !diag_.failed();
  }

  /// The bodies that are wanted, verified: a module is read whole by its own backend alone, and LLVM moves what it gets.
  static llvm::Error read_wanted(llvm::Module& source, const Wanted& wanted) {
    if (llvm::Error error = source.materializeMetadata()) return error;
    for (const llvm::GlobalValue& value : source.global_values()) {
      if (value.isDeclaration() || !wanted.contains(value.getGUID())) continue;
      auto* const f = llvm::dyn_cast_or_null<llvm::Function>(const_cast<llvm::GlobalObject*>(value.getAliaseeObject()));
      if (f == nullptr || f->isDeclaration()) continue;
      if (llvm::Error error = f->materialize()) return error;
      std::string text;
      llvm::raw_string_ostream stream(text);
      if (llvm::verifyFunction(*f, &stream))
        return llvm::createStringError(source.getModuleIdentifier() +
                                       ": invalid IR: " + text.substr(0, text.find('\n')));
    }
    return llvm::Error::success();
  }

  /// Is there anything that CUDA means otherwise than the IR says?
  static bool has_ordered(const llvm::Function& f) {
    return llvm::any_of(llvm::instructions(f), [](const llvm::Instruction& inst) { return inst.isAtomic(); });
  }
  bool is_cuda(const std::string& source) const {
    if (job_.atomic_order != AtomicOrder::by_module) return job_.atomic_order == AtomicOrder::cuda;
    return source == path_ ? own_cuda_ : job_.cuda(source);
  }
  /// Each function by the module that it comes from; then nothing is left to decide when this one is compiled.
  void relax_atomics() {
    for (llvm::Function& f : *module_) {
      std::string source = path_;
      if (const llvm::MDNode* node = f.getMetadata("thinlto_src_module"))
        source = llvm::cast<llvm::MDString>(node->getOperand(0))->getString().str();
      if (has_ordered(f) && is_cuda(source)) stats_.relaxed += relax_cuda_atomics(f);
    }
    if (stats_.relaxed > 0 && job_.atomic_order == AtomicOrder::by_module)
      diag_.add({Message::Level::note, path_, 0, {}, relaxed_note(stats_.relaxed), 0});
  }

  /// Where the plan takes the copies that the linker keeps, their linkage must not keep them from being inlined.
  void keep_weak_of(llvm::Module& source) const {
    for (llvm::GlobalValue& value : source.global_values()) {
      if (!value.isInterposable() || value.isDeclaration()) continue;
      const llvm::GlobalValueSummary* summary =
          job_.index.findSummaryInModule(value.getGUID(), source.getModuleIdentifier());
      if (summary && summary->linkage() == llvm::GlobalValue::ExternalLinkage)
        value.setLinkage(llvm::GlobalValue::ExternalLinkage);
    }
  }

  /// The command line's target is that of all modules; what each was compiled for must not keep calls from being
  /// inlined.
  void forget_targets() {
    for (llvm::Function& f : *module_)
      for (const char* name : {"target-cpu", "target-features", "tune-cpu"}) f.removeFnAttr(name);
  }

  std::set<std::string> definitions() const {
    std::set<std::string> out;
    for (const llvm::GlobalValue& value : module_->global_values())
      if (!value.isDeclaration()) out.insert(value.getName().str());
    return out;
  }

  void find_imported(const std::set<std::string>& before) {
    for (llvm::GlobalVariable& variable : module_->globals())
      if (!variable.isDeclaration() && !before.contains(variable.getName().str())) ++stats_.imported_variables;
    for (llvm::Function& f : *module_)
      if (!f.isDeclaration() && !before.contains(f.getName().str())) imported_.push_back(f.getName().str());
    stats_.imported_functions = imported_.size();
    stats_.imported = imported_;
  }
  void count_imported() {
    for (const std::string& name : imported_)
      if (const llvm::Function* f = module_->getFunction(name))
        for (const llvm::User* user : f->users()) stats_.imported_calls += llvm::isa<llvm::CallBase>(user);
  }
  void count_left() {
    for (const std::string& name : imported_) {
      const llvm::Function* f = module_->getFunction(name);
      stats_.inlined_everywhere += !f || f->use_empty();
    }
    for (const llvm::Function& f : *module_)
      for (const llvm::Instruction& inst : llvm::instructions(f))
        if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&inst))
          if (const llvm::Function* callee = call->getCalledFunction())
            stats_.calls_left += callee->isDeclaration() && !callee->isIntrinsic();
  }

  std::string written(ThinForm form) const {
    std::string out;
    llvm::raw_string_ostream stream(out);
    if (form == ThinForm::text)
      module_->print(stream, nullptr);
    else
      llvm::WriteBitcodeToFile(*module_, stream);
    return out;
  }

  const ThinJob& job_;
  const std::string& path_;
  const ThinBackend& o_;
  Diag& diag_;
  ThinStats& stats_;
  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
  std::vector<std::string> imported_;
  bool own_cuda_ = false;  // the module's own atomics are CUDA's
};

}  // namespace

std::string ThinProgram::backend(std::uint32_t module, const ThinBackend& options, ThinForm form, Diag& diag,
                                 ThinStats* stats) const {
  ThinStats local;
  const Impl& program = *impl_;
  ThinStats& counted = stats ? *stats : local;
  counted.promoted = program.promoted[module];
  counted.internalized = program.internalized[module];
  ThinSlice slice(program, module);
  const auto number = [&](const std::string& name) { return program.module_of.lookup(name); };
  const ThinJob job{program.problem.modules[module].name,
                    program.triple,
                    program.short_pointers,
                    slice.part.index(),
                    slice.defined,
                    slice.imports,
                    [&](const std::string& name, std::string& error) { return program.bitcode(number(name), error); },
                    program.atomic_order,
                    [&](const std::string& name) { return program.cuda(number(name)); }};
  return run_thin_job(job, options, form, diag, counted);
}

std::string run_thin_job(const ThinJob& job, const ThinBackend& options, ThinForm form, Diag& diag, ThinStats& stats) {
  return Backend(job, options, diag, stats).run(form);
}

}  // namespace lathe::nvptx
