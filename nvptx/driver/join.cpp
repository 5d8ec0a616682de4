// See join.hpp.
#include "nvptx/driver/join.hpp"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/CallingConv.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/IPO/Internalize.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <memory>
#include <set>

#include "codegen/support/kept.hpp"
#include "nvptx/driver/module_target.hpp"
#include "nvptx/prepare/prepare.hpp"

namespace lathe::nvptx {
namespace {

class Joiner {
 public:
  Joiner(std::span<const JoinInput> inputs, const JoinOptions& options, Diag& diag)
      : inputs_(inputs), options_(options), diag_(diag) {}

  std::string run() {
    for (const bool lazy : {false, true})
      for (const JoinInput& input : inputs_)
        if (input.lazy == lazy && !add(input)) return {};
    if (!whole_) {
      diag_.error({}, "there is no module but libraries, of which nothing is needed");
      return {};
    }
    if (options_.internal_only) hide();
    if (options_.only_lines) llvm::stripNonLineTableDebugInfo(*whole_);
    // What libraries ask of reflection is the whole program's answer.
    if (options_.features.ftz_f32 && !whole_->getModuleFlag("nvvm-reflect-ftz"))
      whole_->addModuleFlag(llvm::Module::Override, "nvvm-reflect-ftz", 1);
    if (options_.optimize) {
      Features features = options_.features;
      features.short_pointers = has_short_pointers(*whole_);
      if (options_.module_target && !take_module_target(*whole_, inputs_[0].name, features, diag_)) return {};
      if (!prepare_step(*whole_, "reflect", features, {}, diag_)) return {};
      own_copies();
      optimize(*whole_, features);
    }
    std::string bitcode;
    llvm::raw_string_ostream stream(bitcode);
    llvm::WriteBitcodeToFile(*whole_, stream);
    return bitcode;
  }

 private:
  bool add(const JoinInput& input) {
    // Of a library's bitcode the linker reads the bodies that it takes.
    const BodyReader none{[](llvm::Module&) { return llvm::Error::success(); }, {}};
    std::unique_ptr<llvm::Module> module =
        read_module(input.bytes, input.name, context_, diag_, {options_.triple, options_.short_pointers},
                    input.lazy ? none : BodyReader());
    if (!module) return false;
    if (!whole_ && !input.lazy) {
      whole_ = std::move(module);
      linker_ = std::make_unique<llvm::Linker>(*whole_);
      return true;
    }
    if (!whole_) return true;  // nothing needs it
    if (input.lazy)
      module->setDataLayout(whole_->getDataLayout());
    else if (has_short_pointers(*module) != has_short_pointers(*whole_)) {
      diag_.error_at(input.name, 0, pointers_differ(inputs_[0].name, has_short_pointers(*whole_)));
      return false;
    }
    // LLVM's linker tells of two definitions through the context, whose handler is that of the module read last.
    const unsigned flags = input.lazy ? llvm::Linker::Flags::LinkOnlyNeeded : llvm::Linker::Flags::None;
    const auto hide_linked = [](llvm::Module& into, const llvm::StringSet<>& names) {
      llvm::internalizeModule(
          into, [&](const llvm::GlobalValue& value) { return !value.hasName() || !names.contains(value.getName()); });
    };
    const bool failed = input.lazy ? linker_->linkInModule(std::move(module), flags, hide_linked)
                                   : linker_->linkInModule(std::move(module), flags);
    if (failed && !diag_.failed()) diag_.error_at(input.name, 0, "LLVM cannot link this module to those before it");
    return !failed && !diag_.failed();
  }

  /// Functions that each module has a copy of are this one's: so that the inliner sees which is called but once.
  void own_copies() {
    for (llvm::Function& f : *whole_)
      if (f.hasLinkOnceODRLinkage() && !f.isDeclaration()) {
        f.setComdat(nullptr);
        f.setLinkage(llvm::GlobalValue::InternalLinkage);
      }
  }

  void hide() {
    std::set<llvm::GlobalValue*> used;
    llvm::SmallVector<llvm::GlobalValue*, 8> listed;
    llvm::collectUsedGlobalVariables(*whole_, listed, false);
    used.insert(listed.begin(), listed.end());
    llvm::internalizeModule(*whole_, [&](const llvm::GlobalValue& value) {
      const auto* f = llvm::dyn_cast<llvm::Function>(&value);
      // Variables may be the host's, by name.
      return f == nullptr || f->getCallingConv() == llvm::CallingConv::PTX_Kernel ||
             used.contains(const_cast<llvm::GlobalValue*>(&value));
    });
  }

  std::span<const JoinInput> inputs_;
  const JoinOptions& options_;
  Diag& diag_;
  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> whole_;
  std::unique_ptr<llvm::Linker> linker_;
};

}  // namespace

std::string join(std::span<const JoinInput> inputs, const JoinOptions& options, Diag& diag) {
  const codegen::Kept joiner(std::make_unique<Joiner>(inputs, options, diag));
  return joiner->run();
}

void check_module(std::string_view ir, const std::string& name, const JoinOptions& options, Diag& diag) {
  const codegen::Kept context(std::make_unique<llvm::LLVMContext>());
  (void)read_module(ir, name, *context, diag, {options.triple, options.short_pointers});
}

}  // namespace lathe::nvptx
