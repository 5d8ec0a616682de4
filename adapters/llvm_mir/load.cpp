#include "adapters/llvm_mir/load.hpp"

#include <fstream>
#include <optional>
#include <sstream>

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/CodeGen/CodeGenTargetMachineImpl.h>
#include <llvm/CodeGen/MIRParser/MIRParser.h>
#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/MachineModuleInfo.h>
#include <llvm/CodeGen/TargetPassConfig.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/InitializePasses.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/PassRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetLoweringObjectFile.h>
#include <llvm/Target/TargetMachine.h>

namespace lathe::llvm_mir {

struct Analyses {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  explicit Analyses(llvm::TargetMachine* target) {
    llvm::PassBuilder builder(target);
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
  }
};

// Members are destroyed from the last to the first: machine functions go before the module, the module before the
// context.
struct Program::State {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> target;
  std::unique_ptr<llvm::Module> module;
  std::unique_ptr<llvm::MachineModuleInfo> own_info;  // of a .mir file
  std::unique_ptr<llvm::legacy::PassManager> passes;  // of LLVM IR: owns the machine functions
  llvm::MachineModuleInfo* info = nullptr;
  std::unique_ptr<Analyses> analyses;

  template <class Analysis>
  typename Analysis::Result* analysis(const llvm::MachineFunction& function);
};

Program::Program() : state_(std::make_unique<State>()) {}
Program::~Program() = default;

llvm::Module& Program::module() const { return *state_->module; }
const llvm::MachineModuleInfo& Program::info() const { return *state_->info; }
const llvm::TargetMachine& Program::target() const { return *state_->target; }

llvm::MachineFunction* Program::function(std::string_view name) const {
  for (llvm::MachineFunction* f : functions_)
    if (std::string_view(f->getName()) == name) return f;
  return nullptr;
}

template <class Analysis>
typename Analysis::Result* Program::State::analysis(const llvm::MachineFunction& function) {
  llvm::Function* const ir = module->getFunction(function.getName());
  if (ir == nullptr || ir->isDeclaration()) return nullptr;
  if (!analyses) analyses = std::make_unique<Analyses>(target.get());
  return &analyses->functions.getResult<Analysis>(*ir);
}
llvm::AAResults* Program::alias(const llvm::MachineFunction& function) {
  return state_->analysis<llvm::AAManager>(function);
}
llvm::LoopInfo* Program::loops(const llvm::MachineFunction& function) {
  return state_->analysis<llvm::LoopAnalysis>(function);
}
llvm::ScalarEvolution* Program::evolution(const llvm::MachineFunction& function) {
  return state_->analysis<llvm::ScalarEvolutionAnalysis>(function);
}

namespace {

// Errors of LLVM's passes as text; remarks and warnings are dropped.
struct Errors final : llvm::DiagnosticHandler {
  explicit Errors(std::string& text) : text(text) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (info.getSeverity() != llvm::DS_Error) return true;
    llvm::raw_string_ostream out(text);
    if (!text.empty()) out << '\n';
    llvm::DiagnosticPrinterRawOStream printer(out);
    info.print(printer);
    return true;
  }
  std::string& text;
};

void initialize() {
  static const bool once = [] {
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargets();
    llvm::InitializeAllTargetMCs();
    llvm::InitializeAllAsmPrinters();
    llvm::PassRegistry& registry = *llvm::PassRegistry::getPassRegistry();
    llvm::initializeCore(registry);
    llvm::initializeCodeGen(registry);
    llvm::initializeTransformUtils(registry);
    llvm::initializeScalarOpts(registry);
    llvm::initializeAnalysis(registry);
    llvm::initializeTarget(registry);
    return true;
  }();
  (void)once;
}

// Keeps what the instructions name (labels of landing pads) until it goes itself, not until the passes have run.
struct KeptInfo final : llvm::MachineModuleInfoWrapperPass {
  using MachineModuleInfoWrapperPass::MachineModuleInfoWrapperPass;
  bool doFinalization(llvm::Module&) override { return false; }
};

// Sets options of LLVM's command line and sets them back.
class GlobalOptions {
 public:
  ~GlobalOptions() {
    for (llvm::cl::Option* option : set_) option->reset();
  }
  bool set(const char* name, const std::string& value) {
    auto& all = llvm::cl::getRegisteredOptions();
    const auto at = all.find(name);
    if (at == all.end()) return false;
    at->second->reset();
    set_.push_back(at->second);
    return !at->second->addOccurrence(1, name, value);
  }

 private:
  std::vector<llvm::cl::Option*> set_;
};

}  // namespace

class Loader {
 public:
  Loader(const LoadOptions& options, std::string& error) : options_(options), error_(error) { initialize(); }

  std::unique_ptr<Program> run(std::string_view text, const std::string& name) {
    auto program = std::make_unique<Program>();
    state_ = program->state_.get();
    std::string said;
    state_->context.setDiagnosticHandler(std::make_unique<Errors>(said));
    auto buffer = llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(text.data(), text.size()), name);
    const bool done = name.ends_with(".mir") ? read_mir(std::move(buffer), name) : compile(*buffer, name);
    if (!said.empty()) error_ += (error_.empty() ? name + ": " : "\n") + said;
    state_->context.setDiagnosticHandler(std::make_unique<llvm::DiagnosticHandler>());
    if (!done || !said.empty()) return nullptr;
    for (const llvm::Function& f : *state_->module)
      if (llvm::MachineFunction* machine = state_->info->getMachineFunction(f); machine != nullptr && !machine->empty())
        program->functions_.push_back(machine);
    return program;
  }

 private:
  bool fail(const std::string& text) {
    error_ = text;
    return false;
  }
  bool fail(const llvm::SMDiagnostic& diagnostic) {
    llvm::raw_string_ostream out(error_);
    diagnostic.print(nullptr, out, false);
    return false;
  }

  bool make_target(const std::string& of_module, const std::string& name) {
    const llvm::Triple triple(options_.triple.empty() ? of_module : options_.triple);
    std::string said;
    const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, said);
    if (target == nullptr) return fail(name + ": no target for '" + triple.str() + "': " + said);
    static constexpr llvm::CodeGenOptLevel levels[] = {llvm::CodeGenOptLevel::None, llvm::CodeGenOptLevel::Less,
                                                       llvm::CodeGenOptLevel::Default,
                                                       llvm::CodeGenOptLevel::Aggressive};
    state_->target.reset(target->createTargetMachine(triple, options_.cpu, options_.features, llvm::TargetOptions(),
                                                     llvm::Reloc::PIC_, std::nullopt,
                                                     levels[std::min(options_.level, 3U)]));
    if (!state_->target) return fail(name + ": LLVM makes no code for '" + triple.str() + "'");
    return true;
  }

  bool read_mir(std::unique_ptr<llvm::MemoryBuffer> buffer, const std::string& name) {
    const auto parser = llvm::createMIRParser(std::move(buffer), state_->context);
    if (!parser) return fail(name + ": not machine IR");
    bool good = true;
    state_->module = parser->parseIRModule([&](llvm::StringRef triple, llvm::StringRef) -> std::optional<std::string> {
      good = make_target(triple.str(), name);
      if (!good) return std::nullopt;
      return state_->target->createDataLayout().getStringRepresentation();
    });
    if (!state_->module || !good) return false;
    state_->module->setTargetTriple(state_->target->getTargetTriple());
    state_->own_info = std::make_unique<llvm::MachineModuleInfo>(state_->target.get());
    state_->info = state_->own_info.get();
    return !parser->parseMachineFunctions(*state_->module, *state_->info);
  }

  bool known_pass(const std::string& pass, const std::string& name) {
    const std::string plain = pass.substr(0, pass.find(','));
    if (plain.empty() || llvm::PassRegistry::getPassRegistry()->getPassInfo(plain) != nullptr) return true;
    return fail(name + ": LLVM has no pass '" + plain + "' to stop at");
  }

  bool compile(const llvm::MemoryBuffer& buffer, const std::string& name) {
    llvm::SMDiagnostic diagnostic;
    state_->module = llvm::parseIR(buffer.getMemBufferRef(), diagnostic, state_->context);
    if (!state_->module) return fail(diagnostic);
    llvm::Module& m = *state_->module;
    if (!make_target(m.getTargetTriple().str(), name)) return false;
    m.setTargetTriple(state_->target->getTargetTriple());
    m.setDataLayout(state_->target->createDataLayout());
    if (!known_pass(options_.stop_before, name) || !known_pass(options_.stop_after, name)) return false;

    GlobalOptions global;
    if (!options_.stop_before.empty() && !global.set("stop-before", options_.stop_before))
      return fail(name + ": cannot stop before '" + options_.stop_before + "'");
    if (!options_.stop_after.empty() && !global.set("stop-after", options_.stop_after))
      return fail(name + ": cannot stop after '" + options_.stop_after + "'");
    if (!global.set("enable-machine-outliner", options_.outline ? "always" : "never"))
      return fail(name + ": no outliner in this LLVM");

    state_->passes = std::make_unique<llvm::legacy::PassManager>();
    // Owned by the pass manager, as the next one.
    auto* const info = new KeptInfo(state_->target.get());
    auto* const config =
        static_cast<llvm::CodeGenTargetMachineImpl&>(*state_->target).createPassConfig(*state_->passes);
    config->setDisableVerify(true);
    state_->passes->add(config);
    state_->passes->add(info);
    // Names of symbols, which some targets ask for while they select.
    state_->target->getObjFileLowering()->Initialize(info->getMMI().getContext(), *state_->target);
    if (config->addISelPasses()) return fail(name + ": the target selects no instructions");
    config->addMachinePasses();
    config->setInitialized();
    state_->passes->run(m);
    state_->info = &info->getMMI();
    return true;
  }

  const LoadOptions& options_;
  std::string& error_;
  Program::State* state_ = nullptr;
};

std::unique_ptr<Program> load_text(std::string_view text, const std::string& name, const LoadOptions& options,
                                   std::string& error) {
  error.clear();
  auto program = Loader(options, error).run(text, name);
  if (!program && error.empty()) error = name + ": LLVM does not read it";
  return program;
}

std::unique_ptr<Program> load(const std::string& path, const LoadOptions& options, std::string& error) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    error = path + ": cannot be read";
    return nullptr;
  }
  std::stringstream text;
  text << file.rdbuf();
  return load_text(text.str(), path, options, error);
}

}  // namespace lathe::llvm_mir
