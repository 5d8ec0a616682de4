// Files -> modules with summaries -> one combined index, and what the summaries do not say: kernels, what the host can
// see, which copy of a symbol is kept.
#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/ModuleSummaryAnalysis.h>
#include <llvm/Analysis/ProfileSummaryInfo.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/CrashRecoveryContext.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SHA1.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>
#include <llvm/Transforms/Utils/NameAnonGlobals.h>

#include <algorithm>
#include <set>

#include "nvptx/driver/module_target.hpp"
#include "nvptx/driver/thinlto/program_impl.hpp"
#include "nvptx/prepare/prepare.hpp"
#include "nvptx/prepare/steps.hpp"

namespace lathe::nvptx {
namespace {

using llvm::GlobalValue;

constexpr const char* thin_priority = "lathe-import-priority";

llvm::MemoryBufferRef buffer_of(const ThinFile& file) { return {file.bytes, file.path}; }

bool is_bitcode(const std::string& bytes) {
  const auto* begin = reinterpret_cast<const unsigned char*>(bytes.data());
  return llvm::isBitcode(begin, begin + bytes.size());
}

/// Who defines or declares a symbol, for messages.
struct Symbol {
  std::string strong;  ///< path of its strong definition
  std::string path;    ///< first that names it
  bool function = false;
};

class Reader {
 public:
  Reader(ThinProgram::Impl& out, const ThinReading& reading, Diag& diag) : out_(out), reading_(reading), diag_(diag) {}

  bool run() {
    std::set<std::string> seen;
    for (const ThinFile& file : out_.files)
      if (!seen.insert(file.path).second) return fail(file.path, "named twice; name each module once");
    for (const ThinFile& file : out_.files) {
      const int combined = is_combined(file);
      if (combined < 0) return false;
      if (combined > 0) return out_.files.size() == 1 ? read_combined() : fail(file.path, alone);
    }
    for (ThinFile& file : out_.files)
      if (!read_module_file(file)) return false;
    hash_modules();
    return finish();
  }

 private:
  static constexpr const char* alone = "a combined index stands for all its modules; name no other file beside it";

  bool fail(const std::string& path, std::string text) {
    diag_.error_at(path, 0, std::move(text));
    return false;
  }

  /// 1: summaries of other modules; 0: not; -1: broken, which is told.
  int is_combined(const ThinFile& file) {
    if (!is_bitcode(file.bytes)) return 0;
    auto info = llvm::getBitcodeLTOInfo(buffer_of(file));
    if (!info) {
      fail(file.path, "broken bitcode: " + text_of(llvm::toString(info.takeError())) + advice);
      return -1;
    }
    if (!info->HasSummary) return 0;
    llvm::ModuleSummaryIndex index(/*HaveGVs=*/false);
    if (!read_summary(file, index)) return -1;
    const auto& paths = index.modulePaths();
    return paths.size() == 1 && paths.begin()->getKey() == file.path ? 0 : 1;
  }
  static constexpr const char* advice = "; write the file again with clang -emit-llvm or opt";
  /// LLVM checks modules that it reads, but trusts summaries: from a broken one it follows numbers to anywhere.
  bool read_summary(const ThinFile& file, llvm::ModuleSummaryIndex& index) {
    std::string wrong;
    llvm::CrashRecoveryContext::Enable();
    const bool ended = llvm::CrashRecoveryContext().RunSafely([&] {
      if (llvm::Error error = llvm::readModuleSummaryIndex(buffer_of(file), index)) wrong = text_of(std::move(error));
    });
    llvm::CrashRecoveryContext::Disable();
    if (!ended) wrong = "LLVM's reader of summaries fails on it";
    return wrong.empty() || fail(file.path, "broken summary: " + wrong + advice);
  }
  static std::string text_of(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
  }
  static std::string text_of(llvm::Error error) { return text_of(llvm::toString(std::move(error))); }

  bool read_combined() {
    if (reading_.require_modules)
      return fail(out_.files[0].path, "a combined index has no code; name the modules themselves");
    if (!read_summary(out_.files[0], out_.index)) return false;
    for (const auto& entry : out_.index)
      for (const auto& summary : entry.second.getSummaryList())
        if (!whole(*summary))
          return fail(out_.files[0].path,
                      "an alias has no aliasee, as in the index of one backend; name the combined "
                      "index of the whole program, or its modules");
    out_.facts.modules = out_.order_of_copies();
    for (const std::string& path : out_.facts.modules) {
      auto file = llvm::MemoryBuffer::getFile(path);
      Diag ignored;
      llvm::LLVMContext context;
      const auto module =
          file ? nvptx::read_module((*file)->getBuffer(), path, context, ignored, reading_.triple) : nullptr;
      if (module) {
        look_at(*module, path);
        tell_names(*module);
      } else
        diag_.add({Message::Level::warning,
                   out_.files[0].path,
                   0,
                   {},
                   "cannot read its module " + path + ": kernels and host-visible variables of it are not known",
                   0});
      all_known_ &= module != nullptr;
    }
    return finish();
  }

  /// A combined index has guids only.
  void tell_names(const llvm::Module& module) {
    for (const GlobalValue& value : module.global_values())
      if (out_.index.getValueInfo(value.getGUID()))
        out_.index.getOrInsertValueInfo(value.getGUID(), out_.index.saveString(value.getName()));
  }

  bool read_module_file(ThinFile& file) {
    llvm::LLVMContext context;
    const auto module = nvptx::read_module(file.bytes, file.path, context, diag_, reading_.triple);
    if (!module || !same_triple(*module, file.path)) return false;
    module->setModuleIdentifier(file.path);
    if (reading_.atomic_order == AtomicOrder::cuda ||
        (reading_.atomic_order == AtomicOrder::by_module && comes_from_cuda(*module)))
      out_.cuda.insert(file.path);
    if (!take_target(*module, file.path)) return false;
    if (!has_summary(file) || !module->getModuleInlineAsm().empty()) add_summary(*module, file);
    if (!summary_agrees(*module, file)) return false;
    out_.facts.modules.push_back(file.path);
    out_.file_of.emplace(file.path, static_cast<std::size_t>(&file - out_.files.data()));
    if (!read_summary(file, out_.index)) return false;
    return look_at(*module, file.path);
  }

  /// All modules are compiled for the highest target of any.
  bool take_target(const llvm::Module& module, const std::string& path) {
    Features own;
    std::string error;
    const std::string unasked = own.name();
    if (!take_module_target(module, path, own, diag_)) return false;
    if (own.name() == unasked) return true;
    if (!out_.has_target) {
      out_.target = own;
      return out_.has_target = true;
    }
    out_.target.ptx = std::max(out_.target.ptx, own.ptx);
    return apply_attribute(out_.target, "+" + own.name(), error) || fail(path, "attribute target-cpu: " + error);
  }

  bool same_triple(const llvm::Module& module, const std::string& path) {
    const std::string triple = module.getTargetTriple().str();
    if (out_.triple.empty()) {
      out_.triple = triple;
      triple_of_ = path;
    }
    if (triple == out_.triple) return true;
    return fail(path, "target triple '" + triple + "', but " + triple_of_ + " has '" + out_.triple +
                          "'; compile them for one, or say --mtriple=nvptx64-nvidia-cuda");
  }

  static bool has_summary(const ThinFile& file) {
    if (!is_bitcode(file.bytes)) return false;
    auto info = llvm::getBitcodeLTOInfo(buffer_of(file));
    if (info) return info->HasSummary;
    llvm::consumeError(info.takeError());
    return false;
  }

  /// LLVM trusts summaries; one that is not of this code would lead it to what is not there.
  bool summary_agrees(const llvm::Module& module, const ThinFile& file) {
    llvm::ModuleSummaryIndex index(/*HaveGVs=*/false);
    if (!read_summary(file, index)) return false;
    std::set<GlobalValue::GUID> known;
    for (const GlobalValue& value : module.global_values()) {
      known.insert(value.getGUID());
      if (value.isDeclaration() || value.getName().starts_with("llvm.") || llvm::isa<llvm::GlobalIFunc>(value))
        continue;
      const llvm::GlobalValueSummary* summary = index.findSummaryInModule(value.getGUID(), file.path);
      if (!summary || summary->linkage() != value.getLinkage() || !same_kind(value, *summary))
        return fail(file.path, "its summary does not describe '" + value.getName().str() + "' as it is" + advice);
    }
    for (const auto& entry : index)
      for (const auto& summary : entry.second.getSummaryList())
        if (!known.contains(entry.first) || !whole(*summary))
          return fail(file.path, std::string("its summary speaks of what is not there") + advice);
    return true;
  }
  static bool same_kind(const GlobalValue& value, const llvm::GlobalValueSummary& summary) {
    if (llvm::isa<llvm::Function>(value)) return llvm::isa<llvm::FunctionSummary>(summary);
    if (llvm::isa<llvm::GlobalVariable>(value)) return llvm::isa<llvm::GlobalVarSummary>(summary);
    return llvm::isa<llvm::AliasSummary>(summary);
  }
  static bool whole(const llvm::GlobalValueSummary& summary) {
    if (const auto* alias = llvm::dyn_cast<llvm::AliasSummary>(&summary)) return alias->hasAliasee();
    if (const auto* function = llvm::dyn_cast<llvm::FunctionSummary>(&summary))
      for (const auto& call : function->calls())
        if (!call.first) return false;
    for (const llvm::ValueInfo& ref : summary.refs())
      if (!ref) return false;
    return true;
  }

  /// Values whose names stand in a text of PTX may be read, written and called from there: they live and keep their
  /// names, so local ones stay in their module, and what refers to those.
  static void keep_named(llvm::Module& module, llvm::StringRef assembly) {
    const auto part_of_name = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; };
    std::set<llvm::GlobalValue*> named;
    while (!(assembly = assembly.drop_until(part_of_name)).empty()) {
      const llvm::StringRef word = assembly.take_while(part_of_name);
      if (llvm::GlobalValue* value = module.getNamedValue(word)) named.insert(value);
      assembly = assembly.drop_front(word.size());
    }
    std::vector<llvm::GlobalValue*> in_order;
    for (llvm::GlobalValue& value : module.global_values())
      if (named.contains(&value)) in_order.push_back(&value);
    if (!in_order.empty()) llvm::appendToCompilerUsed(module, in_order);
  }

  /// The file as bitcode with a summary: that of its text where it has one, else one made from the code.
  void add_summary(llvm::Module& module, ThinFile& file) {
    std::string bytes;
    llvm::raw_string_ostream stream(bytes);
    // What the module's assembly names is kept as it is: LLVM learns it from a parser of assembly, which PTX has none of.
    const std::string assembly = module.getModuleInlineAsm();
    keep_named(module, assembly);
    module.setModuleInlineAsm("");
    if (assembly.empty() && !is_bitcode(file.bytes) && file.bytes.find("\n^0 = ") != std::string::npos) {
      llvm::LLVMContext context;
      llvm::SMDiagnostic error;
      auto both = llvm::parseAssemblyWithIndex(buffer_of(file), error, context);
      if (both.Mod && both.Index) {
        both.Mod->setDataLayout(module.getDataLayout());
        both.Mod->setTargetTriple(module.getTargetTriple());
        llvm::WriteBitcodeToFile(*both.Mod, stream, false, both.Index.get(), /*GenerateHash=*/true);
        file.bytes = std::move(bytes);
        return;
      }
    }
    ++out_.summaries_made;
    llvm::ModuleAnalysisManager none;
    llvm::NameAnonGlobalPass().run(module, none);  // a summary cannot speak of what has no name
    llvm::ProfileSummaryInfo profile(module);
    const auto index = llvm::buildModuleSummaryIndex(module, nullptr, &profile);
    module.setModuleInlineAsm(assembly);
    llvm::WriteBitcodeToFile(module, stream, false, &index, /*GenerateHash=*/true);
    file.bytes = std::move(bytes);
  }

  /// Local names become global ones with the module's hash behind them; without one they would meet.
  void hash_modules() {
    for (auto& entry : out_.index.modulePaths()) {
      llvm::ModuleHash& hash = entry.second;
      if (std::any_of(hash.begin(), hash.end(), [](std::uint32_t word) { return word != 0; })) continue;
      const auto at = out_.file_of.find(entry.getKey().str());
      if (at == out_.file_of.end()) continue;
      const auto digest = llvm::SHA1::hash(llvm::arrayRefFromStringRef(out_.files[at->second].bytes));
      for (std::size_t i = 0; i < hash.size(); ++i)
        hash[i] = std::uint32_t{digest[4 * i]} << 24 | std::uint32_t{digest[4 * i + 1]} << 16 |
                  std::uint32_t{digest[4 * i + 2]} << 8 | digest[4 * i + 3];
    }
  }

  /// What the module's code says beside its summary. False after a conflict with another module.
  bool look_at(const llvm::Module& module, const std::string& path) {
    for (const GlobalValue& value : module.global_values()) {
      if (value.hasLocalLinkage() || value.getName().starts_with("llvm.")) continue;
      if (!look_at(value, path)) return false;
      if (!value.isDeclaration() && visible_outside(value)) out_.facts.preserved.insert(value.getGUID());
    }
    for (const llvm::Function& f : module) {
      if (f.isDeclaration()) continue;
      if (!look_at(f, path)) return false;
      if (!f.hasKernelCallingConv()) continue;
      out_.facts.kernels.insert(f.getGUID());
      out_.facts.preserved.insert(f.getGUID());
    }
    // What llvm.used names is live by its summary; it must keep its name too.
    llvm::SmallVector<GlobalValue*, 8> used;
    llvm::collectUsedGlobalVariables(module, used, /*CompilerUsed=*/false);
    llvm::collectUsedGlobalVariables(module, used, /*CompilerUsed=*/true);
    for (const GlobalValue* value : used)
      if (!value->hasLocalLinkage()) out_.facts.preserved.insert(value->getGUID());
    return true;
  }
  bool look_at(const GlobalValue& value, const std::string& path) {
    const std::string name = value.getName().str();
    const bool function = llvm::isa<llvm::FunctionType>(value.getValueType());
    const auto [at, fresh] = symbols_.try_emplace(name, Symbol{{}, path, function});
    if (at->second.function != function)
      return fail(path, "'" + name + "' is a " + word(function) + " here and a " + word(!function) + " in " +
                            at->second.path + "; rename one of them");
    const bool strong = !value.isDeclaration() && value.hasExternalLinkage();
    if (!strong) return true;
    if (!at->second.strong.empty())
      return fail(path, "'" + name + "' is defined here and in " + at->second.strong +
                            "; rename one of them, or make it static, inline or weak");
    at->second.strong = path;
    return true;
  }
  /// What the code asks for its import: the attribute "lathe-import-priority", or metadata of that name.
  bool look_at(const llvm::Function& f, const std::string& path) {
    const llvm::GlobalValueSummary* summary = out_.index.findSummaryInModule(f.getGUID(), path);
    if (!summary) return true;
    if (f.getAddressSpace() == 25) out_.facts.address_space_25.insert(summary);
    std::uint64_t level = thinlto::standard_priority;
    bool known = true;
    if (f.hasFnAttribute(thin_priority)) {
      known = !f.getFnAttribute(thin_priority).getValueAsString().getAsInteger(10, level);
    } else if (const llvm::MDNode* node = f.getMetadata(thin_priority)) {
      const auto* number =
          node->getNumOperands() == 1 ? llvm::mdconst::dyn_extract<llvm::ConstantInt>(node->getOperand(0)) : nullptr;
      known = number != nullptr;
      if (known) level = number->getValue().getLimitedValue();
    }
    if (!known || level > thinlto::forced_priority)
      return fail(path, "'" + f.getName().str() + "' has no import priority of 0 to 3 in " + thin_priority +
                            ": 0 never, 1 seldom, 2 as others, 3 whatever its size");
    if (level != thinlto::standard_priority) out_.facts.priorities[summary] = static_cast<std::uint8_t>(level);
    return true;
  }
  static const char* word(bool function) { return function ? "function" : "variable"; }

  /// The host can read and write it: it keeps its name, and its initializer is not all that it ever holds.
  static bool visible_outside(const GlobalValue& value) {
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value);
    if (!variable || variable->hasAvailableExternallyLinkage()) return false;
    return variable->isExternallyInitialized() ||
           (!variable->isConstant() && variable->getAddressSpace() != space::shared);
  }

  bool finish() {
    for (const std::string& name : reading_.exported) {
      const auto guid = GlobalValue::getGUIDAssumingExternalLinkage(name);
      const auto info = out_.index.getValueInfo(guid);
      if (!info || info.getSummaryList().empty())
        return fail(out_.files[0].path, "no module defines '" + name + "', which --exported-symbol names");
      out_.facts.preserved.insert(guid);
    }
    // Modules without a kernel are a library: whoever links it may call what it shows. So are those not seen.
    if (out_.facts.kernels.empty() || !all_known_)
      for (const auto& entry : out_.index)
        for (const auto& summary : entry.second.getSummaryList())
          if (!GlobalValue::isLocalLinkage(summary->linkage())) out_.facts.preserved.insert(entry.first);
    out_.find_prevailing();
    out_.problem = llvm_ir::ingest(out_.index, out_.facts);
    if (const auto faults = thinlto::check_problem(out_.problem); !faults.empty())
      return fail(out_.files[0].path, "the summaries do not agree: " + text_of(faults.str()));
    return true;
  }

  ThinProgram::Impl& out_;
  const ThinReading& reading_;
  Diag& diag_;
  std::map<std::string, Symbol> symbols_;
  std::string triple_of_;
  bool all_known_ = true;
};

}  // namespace

std::vector<std::string> ThinProgram::Impl::order_of_copies() const {
  // Repeatedly the first module, by name, that no remaining one must precede.
  std::map<std::string, std::set<std::string>> after;
  std::map<std::string, std::size_t> waiting;
  for (const auto& entry : index.modulePaths()) waiting.emplace(entry.getKey().str(), 0);
  for (const auto& entry : index) {
    std::string last;
    for (const auto& copy : entry.second.getSummaryList()) {
      std::string path = copy->modulePath().str();
      if (!last.empty() && last != path && after[last].insert(path).second) ++waiting[path];
      last = std::move(path);
    }
  }
  std::set<std::string> ready;
  for (const auto& [path, count] : waiting)
    if (count == 0) ready.insert(path);
  std::vector<std::string> out;
  while (!ready.empty()) {
    const std::string path = *ready.begin();
    ready.erase(ready.begin());
    waiting.erase(path);
    out.push_back(path);
    for (const std::string& next : after[path])
      if (const auto at = waiting.find(next); at != waiting.end() && --at->second == 0) ready.insert(next);
  }
  for (const auto& [path, count] : waiting) out.push_back(path);  // lists that contradict each other
  return out;
}

// The linker's choice where everything is linked statically: the strong definition, else the first weak one.
void ThinProgram::Impl::find_prevailing() {
  for (const auto& entry : index) {
    const llvm::GlobalValueSummary* kept = nullptr;
    for (const auto& copy : entry.second.getSummaryList()) {
      const auto linkage = copy->linkage();
      if (GlobalValue::isAvailableExternallyLinkage(linkage) || GlobalValue::isLocalLinkage(linkage)) continue;
      if (!kept || (GlobalValue::isExternalLinkage(linkage) && !GlobalValue::isExternalLinkage(kept->linkage())))
        kept = copy.get();
    }
    if (kept) facts.prevailing.insert(kept);
  }
}

ThinProgram::ThinProgram(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ThinProgram::~ThinProgram() = default;

std::unique_ptr<ThinProgram> ThinProgram::read(std::vector<ThinFile> files, const ThinReading& reading, Diag& diag) {
  auto impl = std::make_unique<Impl>();
  impl->files = std::move(files);
  impl->atomic_order = reading.atomic_order;
  if (impl->files.empty() || !Reader(*impl, reading, diag).run()) return nullptr;
  return std::unique_ptr<ThinProgram>(new ThinProgram(std::move(impl)));
}

thinlto::Problem& ThinProgram::problem() { return impl_->problem; }
std::optional<Features> ThinProgram::target() const {
  return impl_->has_target ? std::optional(impl_->target) : std::nullopt;
}
std::size_t ThinProgram::kernels() const { return impl_->facts.kernels.size(); }
std::size_t ThinProgram::summaries_made() const { return impl_->summaries_made; }

}  // namespace lathe::nvptx
