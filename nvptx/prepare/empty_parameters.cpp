// Parameters without bytes: empty structures, arrays of no elements, by value or as a byval copy. PTX has no parameter
// that holds nothing, and nothing is passed for them: they are taken off functions, kernels and calls, on both sides by
// the same rule, so that callers through pointers fit, too. The reference crashes on them or writes what ptxas refuses.
//
// The others keep their order. What follows the fixed parameters of a variadic call stays: its place in memory says
// something. Cost: linear in functions, calls and arguments.
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include "nvptx/prepare/empty_parameters.hpp"
#include "nvptx/prepare/steps.hpp"

namespace lathe::nvptx {
namespace {

using llvm::AttributeList;
using llvm::Function;
using llvm::FunctionType;
using llvm::Type;

class EmptyParameters {
 public:
  explicit EmptyParameters(llvm::Module& module) : module_(module), layout_(module.getDataLayout()) {}

  void run() {
    llvm::SmallVector<Function*, 16> functions;
    for (Function& f : module_) {
      for (llvm::Instruction& instruction : llvm::instructions(f))
        if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction); call != nullptr && has_empty(*call))
          calls_.push_back(call);
      if (!f.isIntrinsic() && !kept(f.getFunctionType(), f.getAttributes()) && !numbered(f)) functions.push_back(&f);
    }
    for (llvm::CallInst* call : calls_) rewrite(*call);
    for (Function* f : functions) rewrite(*f);
  }

 private:
  bool empty(const Type* type) const {
    return type->isSized() && !type->isScalableTy() && layout_.getTypeAllocSize(const_cast<Type*>(type)).isZero();
  }
  bool empty(const FunctionType* type, const AttributeList& attributes, unsigned i) const {
    const Type* copied = attributes.getParamByValType(i);
    return empty(copied != nullptr ? copied : type->getParamType(i));
  }
  /// True when all parameters stay.
  bool kept(const FunctionType* type, const AttributeList& attributes) const {
    for (unsigned i = 0; i < type->getNumParams(); ++i)
      if (empty(type, attributes, i)) return false;
    return true;
  }
  // Textures and samplers of old are named by the number of their parameter; such a kernel is left, and refused.
  bool numbered(const Function& f) const {
    const llvm::NamedMDNode* list = module_.getNamedMetadata("nvvm.annotations");
    if (list == nullptr) return false;
    for (const llvm::MDNode* node : list->operands())
      if (node->getNumOperands() != 0 && llvm::mdconst::dyn_extract_or_null<Function>(node->getOperand(0)) == &f)
        for (const llvm::MDOperand& key : llvm::drop_begin(node->operands()))
          if (const auto* text = llvm::dyn_cast_or_null<llvm::MDString>(key.get());
              text != nullptr && (text->getString().ends_with("image") || text->getString() == "sampler"))
            return true;
    return false;
  }
  bool has_empty(const llvm::CallInst& call) const {
    const Function* callee = call.getCalledFunction();
    return !call.isInlineAsm() && (callee == nullptr || !callee->isIntrinsic()) &&
           !kept(call.getFunctionType(), call.getAttributes());
  }

  struct Reduced {
    FunctionType* type = nullptr;
    llvm::SmallVector<unsigned, 8> from;  ///< the old place of each fixed parameter
    AttributeList attributes;
  };
  Reduced reduce(const FunctionType* type, const AttributeList& attributes, unsigned all) const {
    Reduced out;
    llvm::SmallVector<Type*, 8> types;
    llvm::SmallVector<llvm::AttributeSet, 8> sets;
    for (unsigned i = 0; i < all; ++i) {
      if (i < type->getNumParams()) {
        if (empty(type, attributes, i)) continue;
        types.push_back(type->getParamType(i));
      }
      out.from.push_back(i);
      sets.push_back(attributes.getParamAttrs(i));
    }
    out.type = FunctionType::get(type->getReturnType(), types, type->isVarArg());
    out.attributes = AttributeList::get(module_.getContext(), attributes.getFnAttrs(), attributes.getRetAttrs(), sets);
    return out;
  }

  void rewrite(llvm::CallInst& call) {
    const Reduced reduced = reduce(call.getFunctionType(), call.getAttributes(), call.arg_size());
    llvm::SmallVector<llvm::Value*, 8> arguments;
    for (const unsigned i : reduced.from) arguments.push_back(call.getArgOperand(i));
    llvm::SmallVector<llvm::OperandBundleDef, 1> bundles;
    call.getOperandBundlesAsDefs(bundles);
    auto* made =
        llvm::CallInst::Create(reduced.type, call.getCalledOperand(), arguments, bundles, "", call.getIterator());
    made->setCallingConv(call.getCallingConv());
    made->setAttributes(reduced.attributes);
    made->setTailCallKind(call.getTailCallKind());
    made->copyMetadata(call);
    if (llvm::isa<llvm::FPMathOperator>(made)) made->copyFastMathFlags(&call);
    made->takeName(&call);
    call.replaceAllUsesWith(made);
    call.eraseFromParent();
  }

  void rewrite(Function& f) {
    const Reduced reduced = reduce(f.getFunctionType(), f.getAttributes(), f.arg_size());
    Function* made = Function::Create(reduced.type, f.getLinkage(), f.getAddressSpace());
    module_.getFunctionList().insert(f.getIterator(), made);
    made->copyAttributesFrom(&f);
    made->setAttributes(reduced.attributes);
    made->setComdat(f.getComdat());
    made->copyMetadata(&f, 0);
    made->takeName(&f);
    made->splice(made->begin(), &f);
    for (unsigned i = 0; i < reduced.from.size(); ++i) {
      llvm::Argument* old = f.getArg(reduced.from[i]);
      made->getArg(i)->takeName(old);
      old->replaceAllUsesWith(made->getArg(i));
    }
    for (llvm::Argument& gone : f.args())
      if (!gone.use_empty()) gone.replaceAllUsesWith(stand_in(gone, *made));
    f.replaceAllUsesWith(made);
    f.eraseFromParent();
  }
  /// Of a value without bytes, any one; of a copy, an address that nothing else has.
  llvm::Value* stand_in(const llvm::Argument& gone, Function& made) const {
    if (!gone.hasByValAttr()) return llvm::PoisonValue::get(gone.getType());
    const auto at = made.getEntryBlock().getFirstInsertionPt();
    llvm::Value* place =
        new llvm::AllocaInst(Type::getInt8Ty(module_.getContext()), layout_.getAllocaAddrSpace(), "", at);
    if (place->getType() != gone.getType()) place = new llvm::AddrSpaceCastInst(place, gone.getType(), "", at);
    return place;
  }

  llvm::Module& module_;
  const llvm::DataLayout& layout_;
  llvm::SmallVector<llvm::CallInst*, 16> calls_;
};

}  // namespace

void drop_empty_parameters(StepContext& context) { EmptyParameters(context.module).run(); }

}  // namespace lathe::nvptx
