// Every symbol gets a name that PTX takes: [a-zA-Z][a-zA-Z0-9_$]* or [_$][a-zA-Z0-9_$]+.
//
// Other characters become "_$_", as LLVM and cicc write them for '.' and '@'; a number is appended when that name is
// taken. Linear in the names.
#include <llvm/IR/GlobalValue.h>

#include "nvptx/prepare/steps.hpp"

namespace lathe::nvptx {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string valid_name(llvm::StringRef name) {
  // A leading \1 asks the assembler printer to leave the name alone; it is not part of it.
  if (!name.empty() && name.front() == '\1') name = name.drop_front();
  std::string out;
  for (const char c : name) {
    if (is_letter(c) || is_digit(c) || c == '_' || c == '$')
      out += c;
    else
      out += "_$_";
  }
  if (!out.empty() && is_digit(out.front())) out.insert(0, "_$_");
  if (out == "_" || out == "$") out += "$_";
  if (out == "WARP_SZ") out += "_$_";  // the one predefined identifier without a per cent sign
  return out;
}

class Renamer {
 public:
  explicit Renamer(llvm::Module& module) : module_(module) {}

  void visit(llvm::GlobalValue& value) {
    const std::string wanted =
        value.hasName() ? valid_name(value.getName()) : "__unnamed_" + std::to_string(++unnamed_);
    if (value.getName() == wanted) return;
    std::string name = wanted;
    for (unsigned i = 1; module_.getNamedValue(name) != nullptr; ++i) name = wanted + "_$_" + std::to_string(i);
    value.setName(name);
  }

 private:
  llvm::Module& module_;
  unsigned unnamed_ = 0;
};

}  // namespace

void valid_names(StepContext& context) {
  Renamer renamer(context.module);
  for (llvm::GlobalVariable& v : context.module.globals())
    if (!v.getName().starts_with("llvm.")) renamer.visit(v);
  for (llvm::Function& f : context.module)
    if (!f.isIntrinsic() && !f.getName().starts_with("llvm.")) renamer.visit(f);
  for (llvm::GlobalAlias& alias : context.module.aliases()) renamer.visit(alias);
}

}  // namespace lathe::nvptx
