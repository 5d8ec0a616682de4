// See intrinsic_version.hpp. The grammar is asked, version by version, so that it alone says what needs which.
#include "nvptx/driver/intrinsic_version.hpp"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include "codegen/build/types.hpp"
#include "nvptx/build/told_argument.hpp"

namespace lathe::nvptx {
namespace {

constexpr unsigned versions[] = {64, 65, 70, 71, 72, 73, 74, 75, 76, 77, 78, 80,
                                 81, 82, 83, 84, 85, 86, 87, 88, 90, 91, 92, 93};

}  // namespace

unsigned needed_version(const llvm::CallBase& call, const Features& features) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) return 0;
  const llvm::DataLayout& layout = call.getFunction()->getDataLayout();
  const auto type_of = [&](const llvm::Type* type) {
    return codegen::build::vt_of(type, [&](unsigned space) { return layout.getPointerSizeInBits(space); });
  };
  const llvm::StringRef name = callee->getName();
  IntrinsicCall asked{{name.data(), name.size()}, {}, {}};
  for (const llvm::Value* argument : call.args())
    asked.arguments.push_back(build::told_argument(*argument, type_of(argument->getType())));
  // Of an intrinsic: one value, or a struct of them.
  if (const auto* members = llvm::dyn_cast<llvm::StructType>(call.getType()))
    for (const llvm::Type* member : members->elements()) asked.results.push_back(type_of(member));
  else if (!call.getType()->isVoidTy())
    asked.results.push_back(type_of(call.getType()));
  std::string why;
  if (!recipes(asked, features, why).empty()) return 0;
  Features raised = features;
  for (const unsigned version : versions) {
    raised.ptx = version;
    if (version > features.ptx && !recipes(asked, raised, why).empty()) return version;
  }
  return 0;
}

}  // namespace lathe::nvptx
