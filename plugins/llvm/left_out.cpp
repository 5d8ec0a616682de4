// LLVM's passes left out where they can find nothing: the function is asked in less time than the pass takes to look.
//
// A context's OptPassGate, LLVM's own way to bisect, is asked by name before a pass runs on a function. Ours stands in front
// of the one that is there for as long as a module's code is made.
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <llvm/ADT/StringRef.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/OptBisect.h>

#include "adapters/llvm_ir/sums.hpp"
#include "plugins/llvm/passes.hpp"

namespace lathe::llvm_plugin {

namespace {

class Gate final : public llvm::OptPassGate {
 public:
  explicit Gate(llvm::Module& m) : module_(m), before_(m.getContext().getOptPassGate()) {
    m.getContext().setOptPassGate(*this);
  }
  ~Gate() override { module_.getContext().setOptPassGate(before_); }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;
  bool isEnabled() const override { return true; }
  bool shouldRunPass(llvm::StringRef pass, llvm::StringRef on) const override {
    if (before_.isEnabled() && !before_.shouldRunPass(pass, on)) return false;
    if (pass != "nary-reassociate" || !on.consume_front("function (") || !on.consume_back(")")) return true;
    const llvm::Function* const f = module_.getFunction(on);
    if (f == nullptr || llvm_ir::Regroupable(*f).found() != nullptr) return true;
    llvm::OptimizationRemarkEmitter(f).emit([&] {
      return llvm::OptimizationRemarkAnalysis("nary-reassociate", "LeftOut", f->getSubprogram(), &f->getEntryBlock())
             << "left out: no sum or product could be made of another one";
    });
    return false;
  }

 private:
  llvm::Module& module_;
  llvm::OptPassGate& before_;
};

// Modules of other threads are of other contexts. Never destroyed: a host that ends in the middle of a module leaves its gate.
struct Gates {
  std::mutex mutex;
  std::map<const llvm::Module*, std::unique_ptr<Gate>> of;
  std::vector<std::unique_ptr<Gate>> dropped;  // of modules that a host has dropped half done, and of their contexts
};
Gates& gates() {
  static Gates& all = *new Gates;
  return all;
}

}  // namespace

void leave_out(llvm::Module& m) {
  Gates& all = gates();
  const std::lock_guard lock(all.mutex);
  auto& gate = all.of[&m];
  if (gate != nullptr && &m.getContext().getOptPassGate() == gate.get()) return;
  if (gate != nullptr) all.dropped.push_back(std::move(gate));
  gate = std::make_unique<Gate>(m);
}
void leave_out_no_more(llvm::Module& m) {
  Gates& all = gates();
  const std::lock_guard lock(all.mutex);
  all.of.erase(&m);
}

}  // namespace lathe::llvm_plugin
