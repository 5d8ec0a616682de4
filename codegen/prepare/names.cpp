// Every symbol gets a name that the target's output takes (PrepareHooks::valid_name); a number is appended when that
// name is taken. Linear in the names.
#include <llvm/IR/GlobalValue.h>

#include "codegen/prepare/steps.hpp"

namespace lathe::codegen {
namespace {

class Renamer {
 public:
  explicit Renamer(const StepContext& context) : module_(context.module), valid_name_(context.facts.hooks.valid_name) {}

  void visit(llvm::GlobalValue& value) {
    const std::string wanted = value.hasName() ? valid(value.getName()) : "__unnamed_" + std::to_string(++unnamed_);
    if (value.getName() == wanted) return;
    std::string name = wanted;
    for (unsigned i = 1; module_.getNamedValue(name) != nullptr; ++i) name = wanted + "_$_" + std::to_string(i);
    value.setName(name);
  }

 private:
  std::string valid(llvm::StringRef name) const {
    // A leading \1 asks the assembler printer to leave the name alone; it is not part of it.
    if (!name.empty() && name.front() == '\1') name = name.drop_front();
    return valid_name_ == nullptr ? name.str() : valid_name_(name);
  }

  llvm::Module& module_;
  std::string (*valid_name_)(std::string_view);
  unsigned unnamed_ = 0;
};

}  // namespace

void valid_names(StepContext& context) {
  Renamer renamer(context);
  for (llvm::GlobalVariable& v : context.module.globals())
    if (!v.getName().starts_with("llvm.")) renamer.visit(v);
  for (llvm::Function& f : context.module)
    if (!f.isIntrinsic() && !f.getName().starts_with("llvm.")) renamer.visit(f);
  for (llvm::GlobalAlias& alias : context.module.aliases()) renamer.visit(alias);
}

}  // namespace lathe::codegen
