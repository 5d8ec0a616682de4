// Variables without an address space live in global memory, or in constant memory where the front-end said so.
// Their uses, in code and in other initial values, become casts of the new variable.
//
// Address-space inference then makes the accesses specific. Constant expressions with such a cast inside become
// instructions, since inference looks at instructions. Linear in the uses.
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/Transforms/Utils/Local.h>

#include "codegen/prepare/steps.hpp"

namespace lathe::codegen {
namespace {

/// The variable again, in `as`. Its uses become a cast of the new one, and it is removed.
void move(llvm::GlobalVariable& old, unsigned as) {
  auto* fresh = new llvm::GlobalVariable(*old.getParent(), old.getValueType(), old.isConstant(), old.getLinkage(),
                                         old.hasInitializer() ? old.getInitializer() : nullptr, "", &old,
                                         llvm::GlobalValue::NotThreadLocal, as, old.isExternallyInitialized());
  fresh->copyAttributesFrom(&old);
  fresh->copyMetadata(&old, 0);
  fresh->setComdat(old.getComdat());
  fresh->takeName(&old);
  old.replaceAllUsesWith(llvm::ConstantExpr::getAddrSpaceCast(fresh, old.getType()));
  old.eraseFromParent();
}

}  // namespace

void place_globals(StepContext& context) {
  const unsigned global = context.facts.number_of(Space::global);
  llvm::SmallVector<llvm::GlobalVariable*, 16> generic;
  for (llvm::GlobalVariable& v : context.module.globals())
    if (context.facts.has_role(v.getAddressSpace(), Space::generic) && !v.getName().starts_with("llvm."))
      generic.push_back(&v);
  for (llvm::GlobalVariable* v : generic) move(*v, global);

  // A landing pad names variables, and takes no instruction before it. None is reached.
  for (llvm::Function& f : context.module)
    if (f.hasPersonalityFn() && lower_invokes(f)) llvm::removeUnreachableBlocks(f);

  // Casts that sit in constant expressions become instructions in front of their users.
  llvm::SmallVector<llvm::Constant*, 16> variables;
  for (llvm::GlobalVariable& v : context.module.globals())
    if (!v.getName().starts_with("llvm.")) variables.push_back(&v);
  llvm::convertUsersOfConstantsToInstructions(variables, nullptr, false, false);
}

}  // namespace lathe::codegen
