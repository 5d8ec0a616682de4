// lathe-clang.so: an unmodified clang-22 generates its NVPTX code by liblathe, in its own process.
//
//   clang++-22 -x cuda a.cu --offload-arch=sm_90 -fpass-plugin=build/release/lathe-clang.so ...
//
// LLVM's own extension point is used: before a back end runs, a plugin may write the output in its place. The module goes over as
// bitcode, for the LLVM of the host and that of the library are two. Other targets (the host's half of a CUDA program) and
// object files are left to LLVM. What Lathe refuses goes to LLVM with a warning; with LATHE_ONLY=1 in the environment, or
// `-mllvm -lathe-only` where the plugin is loaded before options are read (-Xclang -load), it is an error.
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Plugins/PassPlugin.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "lathe-c/lathe.h"

namespace {

llvm::cl::opt<bool> only("lathe-only",
                         llvm::cl::desc("fail where Lathe refuses a module, instead of going on with LLVM"));
llvm::cl::list<std::string> more("lathe-option",
                                 llvm::cl::desc("an option of `lathe compile`, for Lathe's code generator"));

/// The value of one of the back end's own options as text. Which type an option has is not asked of LLVM but known: its
/// enumerations are as wide as unsigned.
struct BackendOption {
  const char* name;
  enum Kind { boolean, number, text } kind;
};
constexpr BackendOption backend_options[] = {
    {"disable-nvptx-ir-peephole", BackendOption::boolean},
    {"disable-nvptx-load-store-vectorizer", BackendOption::boolean},
    {"disable-nvptx-require-structured-cfg", BackendOption::boolean},
    {"nvptx-approx-log2f32", BackendOption::boolean},
    {"nvptx-early-byval-copy", BackendOption::boolean},
    {"nvptx-emit-init-fini-kernel", BackendOption::boolean},
    {"nvptx-fma-level", BackendOption::number},
    {"nvptx-force-min-byval-param-align", BackendOption::boolean},
    {"nvptx-lower-global-ctor-dtor", BackendOption::boolean},
    {"nvptx-lower-global-ctor-dtor-id", BackendOption::text},
    {"nvptx-mad-wide-opt", BackendOption::boolean},
    {"nvptx-no-f16-math", BackendOption::boolean},
    {"nvptx-no-f32x2", BackendOption::boolean},
    {"nvptx-prec-divf32", BackendOption::number},
    {"nvptx-prec-sqrtf32", BackendOption::boolean},
    {"nvptx-rsqrt-approx-opt", BackendOption::boolean},
    {"nvptx-sched4reg", BackendOption::boolean},
    {"nvptx-short-ptr", BackendOption::boolean},
    {"nvptx-traverse-address-aliasing-limit", BackendOption::number},
};

std::string value_of(const llvm::cl::Option& option, BackendOption::Kind kind) {
  switch (kind) {
    case BackendOption::boolean:
      return static_cast<const llvm::cl::opt<bool>&>(option).getValue() ? "true" : "false";
    case BackendOption::number:
      return std::to_string(static_cast<const llvm::cl::opt<unsigned>&>(option).getValue());
    case BackendOption::text:
      return static_cast<const llvm::cl::opt<std::string>&>(option).getValue();
  }
  return {};
}

/// `-mllvm -nvptx-...` as it was given to the host: the library takes it or says why not, and then LLVM generates code.
void add_backend_options(std::vector<std::string>& words) {
  const auto& registered = llvm::cl::getRegisteredOptions();
  for (const BackendOption& known : backend_options) {
    const auto at = registered.find(known.name);
    if (at == registered.end() || at->second->getNumOccurrences() == 0) continue;
    words.push_back(std::string("--") + known.name + "=" + value_of(*at->second, known.kind));
  }
}

/// What the host was asked for, in the words of `lathe compile`.
std::vector<std::string> options_of(const llvm::TargetMachine& machine) {
  std::vector<std::string> words;
  if (!machine.getTargetCPU().empty()) words.push_back("--mcpu=" + machine.getTargetCPU().str());
  if (!machine.getTargetFeatureString().empty()) words.push_back("--mattr=" + machine.getTargetFeatureString().str());
  words.push_back("-O" + std::to_string(static_cast<int>(machine.getOptLevel())));
  switch (machine.Options.AllowFPOpFusion) {
    case llvm::FPOpFusion::Fast:
      words.emplace_back("--fp-contract=fast");
      break;
    case llvm::FPOpFusion::Standard:
      words.emplace_back("--fp-contract=on");
      break;
    case llvm::FPOpFusion::Strict:
      words.emplace_back("--fp-contract=off");
      break;
  }
  add_backend_options(words);
  const auto has = [&](llvm::StringRef start) {
    return llvm::any_of(words, [&](const std::string& word) { return llvm::StringRef(word).starts_with(start); });
  };
  // LLVM's level decides alone.
  if (has("--nvptx-fma-level"))
    llvm::erase_if(words, [](const std::string& word) { return llvm::StringRef(word).starts_with("--fp-contract"); });
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// Each line of a log as a message of the host's. An error of ours is one of the host's where there is no way on.
void tell(llvm::LLVMContext& context, llvm::StringRef log, bool failed, bool fails) {
  // A warning: clang shows notes behind other messages alone.
  if (failed && !fails)
    context.diagnose(llvm::DiagnosticInfoGeneric("lathe: LLVM generates this module; why, follows", llvm::DS_Warning));
  llvm::SmallVector<llvm::StringRef, 4> lines;
  log.split(lines, '\n', -1, false);
  for (const llvm::StringRef line : lines) {
    const bool error = line.contains("error: ");
    const llvm::DiagnosticSeverity severity = error && fails               ? llvm::DS_Error
                                              : line.contains("warning: ") ? llvm::DS_Warning
                                                                           : llvm::DS_Note;
    context.diagnose(llvm::DiagnosticInfoGeneric("lathe: " + line, severity));
  }
}

bool generate(llvm::Module& module, llvm::TargetMachine& machine, llvm::CodeGenFileType type,
              llvm::raw_pwrite_stream& out) {
  if (machine.getTargetTriple().getArch() != llvm::Triple::nvptx64 || type != llvm::CodeGenFileType::AssemblyFile)
    return false;
  llvm::SmallVector<char, 0> bitcode;
  llvm::raw_svector_ostream stream(bitcode);
  llvm::WriteBitcodeToFile(module, stream);
  const std::string& name = module.getModuleIdentifier();
  const lathe_buffer input{name.c_str(), bitcode.data(), bitcode.size(), 0};
  const std::vector<std::string> words = options_of(machine);
  std::vector<const char*> list;
  list.reserve(words.size());
  for (const std::string& word : words) list.push_back(word.c_str());
  lathe_result* made = nullptr;
  const lathe_status status = lathe_compile(&input, 1, list.data(), list.size(), &made);
  const std::unique_ptr<lathe_result, void (*)(lathe_result*)> owner(made, lathe_free);
  const char* const wanted = std::getenv("LATHE_ONLY");
  const bool failed = status != LATHE_OK;
  const bool fails = failed && (only || (wanted != nullptr && std::string(wanted) == "1"));
  tell(module.getContext(), lathe_log(made, nullptr), failed, fails);
  if (failed) return fails;  // the host stops at the error
  std::size_t size = 0;
  const char* const ptx = lathe_output(made, &size);
  out.write(ptx, size);
  return true;
}

}  // namespace

extern "C" LLVM_ATTRIBUTE_WEAK LATHE_API ::llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "lathe-clang", LATHE_VERSION, nullptr, generate};
}
