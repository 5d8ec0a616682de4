// A function's head. See signatures.hpp. Directives come from function attributes (nvvm.maxntid, ...); which ones
// a target knows is checked here.
#include "nvptx/build/signatures.hpp"

#include <llvm/IR/Function.h>

#include "nvptx/build/abi.hpp"

namespace lathe::nvptx::build {
namespace {

std::vector<std::uint64_t> numbers(const llvm::Function& function, const char* name, bool& bad) {
  std::vector<std::uint64_t> out;
  const llvm::Attribute attribute = function.getFnAttribute(name);
  if (!attribute.isValid()) return out;
  llvm::StringRef rest = attribute.getValueAsString();
  while (!rest.empty()) {
    const auto [item, tail] = rest.split(',');
    std::uint64_t value = 0;
    if (item.trim().getAsInteger(0, value)) bad = true;
    out.push_back(value);
    rest = tail;
  }
  if (out.size() > 3) bad = true;
  return out;
}

bool kernel_directives(const llvm::Function& function, const Features& features, mir::Function& out, std::string& why) {
  bool bad = false;
  const auto add = [&](const char* name, std::vector<std::uint64_t> values) {
    out.directives.push_back({name, std::move(values), {}});
  };
  const auto copy = [&](const char* attribute, const char* directive) {
    std::vector<std::uint64_t> values = numbers(function, attribute, bad);
    if (!values.empty()) add(directive, std::move(values));
  };
  const bool exact = function.hasFnAttribute("nvvm.reqntid");
  copy("nvvm.reqntid", "reqntid");
  if (!exact) copy("nvvm.maxntid", "maxntid");  // ptxas takes one of the two; the exact one says more
  copy("nvvm.minctasm", "minnctapersm");
  copy("nvvm.maxnreg", "maxnreg");
  if (features.has_clusters()) {
    const std::vector<std::uint64_t> cluster = numbers(function, "nvvm.cluster_dim", bad);
    const bool blocks = function.hasFnAttribute("nvvm.blocksareclusters");
    if (!cluster.empty()) {
      if (!blocks) add("explicitcluster", {});
      if (cluster[0] != 0) add("reqnctapercluster", cluster);
    }
    if (blocks) {
      if (cluster.empty() || !exact)
        why = "nvvm.blocksareclusters needs nvvm.reqntid and nvvm.cluster_dim";
      else if (features.ptx < 90)
        why = "nvvm.blocksareclusters needs PTX 9.0";
      else
        add("blocksareclusters", {});
    }
    copy("nvvm.maxclusterrank", "maxclusterrank");
  }
  if (bad) why = "a launch bound is not a list of one to three numbers";
  return why.empty();
}

}  // namespace

bool make_signature(const llvm::Function& function, const View& view, const TypeFacts& facts, const Features& features,
                    mir::Function& out, std::string& why) {
  const auto refuse = [&](const llvm::Type* type) {
    why = "type " + spell(type) + " in the signature has no PTX form";
    return false;
  };
  out.kernel = function.hasKernelCallingConv();
  out.for_size = function.hasOptSize() || features.size_level > 0;
  out.min_size = function.hasMinSize() || features.size_level > 1;
  out.no_outline = function.hasFnAttribute("nooutline");
  if (out.kernel && !function.getReturnType()->isVoidTy()) {
    why = "a kernel cannot return a value";
    return false;
  }
  if (!function.getReturnType()->isVoidTy()) {
    const llvm::Type* refused = nullptr;
    const auto result = param_layout(function.getReturnType(), Carried::result, declared_align(function, -1, view),
                                     facts, view, refused);
    if (!result) return refuse(refused);
    if (result->bytes != 0) out.results.push_back(param_variable(*result, "func_retval0"));
  }
  if (function.isVarArg() && !function.isDeclaration()) {
    why = "variadic functions must be expanded before";
    return false;
  }
  for (const llvm::Argument& argument : function.args()) {
    const std::string name = out.name + "_param_" + std::to_string(argument.getArgNo());
    const llvm::Type* pointee = argument.getParamByValType();
    const llvm::Type* refused = nullptr;
    const auto value =
        pointee != nullptr
            ? codegen::build::by_value_layout(
                  pointee, std::max<std::uint64_t>(codegen::build::by_value_align(argument), own_align(function, view)),
                  any_align, view)
            : param_layout(argument.getType(), Carried::argument,
                           declared_align(function, static_cast<int>(argument.getArgNo()), view), facts, view, refused);
    if (!value) return refuse(refused);
    if (value->bytes == 0) {
      why = "parameter " + std::to_string(argument.getArgNo()) + " has no bytes; PTX has no empty parameters";
      return false;
    }
    out.params.push_back(out.kernel ? kernel_variable(argument, name, view) : param_variable(*value, name));
  }
  if (out.kernel) return kernel_directives(function, features, out, why);
  if (function.doesNotReturn() && out.results.empty() && features.ptx >= 64)
    out.directives.push_back({"noreturn", {}, {}});
  return true;
}

}  // namespace lathe::nvptx::build
