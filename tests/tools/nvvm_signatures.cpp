// Prints every llvm.nvvm intrinsic that the LLVM this is built against knows, one per line:
//   name <tab> result <tab> arguments <tab> immediate arguments
// Types: i32 f16 bf16 f32 f64 v4f32 p3 metadata {f32,i1}; overloaded ones: anyint#0 anyfloat#0 anyptr#1 match#0
// (the number is the overload slot). Immediate arguments: "2" or, with the range the attributes give, "2:0:4".
// Source: LLVM's own intrinsic tables, through its public interface. Used by tests/suites/intrinsics.py.
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/LLVMContext.h>

#include <cstdio>
#include <string>
#include <vector>

namespace {

using Descriptor = llvm::Intrinsic::IITDescriptor;
using Table = llvm::ArrayRef<Descriptor>;

/// Takes the descriptors of one type off the front of the table and spells the type.
std::string spell(Table& table) {
  const Descriptor d = table.front();
  table = table.drop_front();
  switch (d.Kind) {
    case Descriptor::Void:
      return "void";
    case Descriptor::VarArg:
      return "...";
    case Descriptor::Metadata:
      return "metadata";
    case Descriptor::Half:
      return "f16";
    case Descriptor::BFloat:
      return "bf16";
    case Descriptor::Float:
      return "f32";
    case Descriptor::Double:
      return "f64";
    case Descriptor::Integer:
      return "i" + std::to_string(d.Integer_Width);
    case Descriptor::Pointer:
      return "p" + std::to_string(d.Pointer_AddressSpace);
    case Descriptor::Vector: {
      const unsigned lanes = d.Vector_Width.getKnownMinValue();
      return "v" + std::to_string(lanes) + spell(table);
    }
    case Descriptor::Struct: {
      std::string text = "{";
      for (unsigned i = 0; i < d.Struct_NumElements; ++i) text += (i == 0 ? "" : ",") + spell(table);
      return text + "}";
    }
    case Descriptor::Argument: {
      const std::string slot = "#" + std::to_string(d.getArgumentNumber());
      switch (d.getArgumentKind()) {
        case Descriptor::AK_Any:
          return "any" + slot;
        case Descriptor::AK_AnyInteger:
          return "anyint" + slot;
        case Descriptor::AK_AnyFloat:
          return "anyfloat" + slot;
        case Descriptor::AK_AnyVector:
          return "anyvec" + slot;
        case Descriptor::AK_AnyPointer:
          return "anyptr" + slot;
        case Descriptor::AK_MatchType:
          return "match" + slot;
        default:
          return "?";
      }
    }
    default:
      return "?";
  }
}

}  // namespace

int main() {
  llvm::LLVMContext context;
  for (unsigned id = 1; id < llvm::Intrinsic::num_intrinsics; ++id) {
    const auto intrinsic = static_cast<llvm::Intrinsic::ID>(id);
    const llvm::StringRef name = llvm::Intrinsic::getBaseName(intrinsic);
    if (!name.starts_with("llvm.nvvm.")) continue;
    llvm::SmallVector<Descriptor, 16> descriptors;
    llvm::Intrinsic::getIntrinsicInfoTableEntries(intrinsic, descriptors);
    Table table = descriptors;
    const std::string result = spell(table);
    std::vector<std::string> arguments;
    while (!table.empty()) arguments.push_back(spell(table));
    std::string immediates, text;
    // The attributes do not depend on the types of overloaded slots, but ranges want the integer width: i32 serves.
    std::vector<llvm::Type*> types;
    for (const std::string& a : arguments) {
      const bool integer = a[0] == 'i';
      types.push_back(llvm::IntegerType::get(context, integer ? std::stoul(a.substr(1)) : 32));
      text += (text.empty() ? "" : " ") + a;
    }
    auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), types, false);
    const llvm::AttributeList attributes = llvm::Intrinsic::getAttributes(context, intrinsic, type);
    for (unsigned i = 0; i < arguments.size(); ++i) {
      if (!attributes.hasParamAttr(i, llvm::Attribute::ImmArg)) continue;
      immediates += (immediates.empty() ? "" : " ") + std::to_string(i);
      const llvm::Attribute range = attributes.getParamAttr(i, llvm::Attribute::Range);
      if (!range.isValid()) continue;
      immediates += ":" + std::to_string(range.getRange().getLower().getSExtValue());
      immediates += ":" + std::to_string(range.getRange().getUpper().getSExtValue());
    }
    std::printf("%s\t%s\t%s\t%s\n", name.str().c_str(), result.c_str(), text.c_str(), immediates.c_str());
  }
  return 0;
}
