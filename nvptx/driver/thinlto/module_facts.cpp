// See module_facts.hpp.
#include "nvptx/driver/thinlto/module_facts.hpp"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/ModuleSummaryAnalysis.h>
#include <llvm/Analysis/ProfileSummaryInfo.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/AutoUpgrade.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/CrashRecoveryContext.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/xxhash.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>
#include <llvm/Transforms/Utils/NameAnonGlobals.h>

#include <algorithm>
#include <set>

#include "nvptx/driver/module_target.hpp"
#include "nvptx/prepare/prepare.hpp"
#include "nvptx/prepare/steps.hpp"

namespace lathe::nvptx {
namespace {

using llvm::GlobalValue;

constexpr const char* thin_priority = "lathe-import-priority";

class Look {
 public:
  Look(const std::string& path, ModuleFacts& facts) : path_(path), facts_(facts) {}

  bool fail(std::string text) {
    facts_.diag.error_at(path_, 0, std::move(text));
    return false;
  }

  /// `index`, where it is given, must describe the module: LLVM trusts summaries, and one that is not of this code would
  /// lead it to what is not there.
  bool run(const llvm::Module& module, const llvm::ModuleSummaryIndex* index) {
    llvm::DenseSet<GlobalValue::GUID> known;
    for (const GlobalValue& value : module.global_values()) {
      const auto guid = value.getGUID();
      const llvm::StringRef name = value.getName();
      if (index != nullptr) {
        known.insert(guid);
        if (!has_its_summary(value, guid, *index))
          return fail("its summary does not describe '" + name.str() + "' as it is" + write_again);
      }
      if (value.hasLocalLinkage() || name.starts_with("llvm.")) continue;
      facts_.symbols.push_back({guid, name.str(), llvm::isa<llvm::FunctionType>(value.getValueType()),
                                !value.isDeclaration() && value.hasExternalLinkage()});
      if (!value.isDeclaration() && visible_outside(value)) facts_.preserved.push_back(guid);
    }
    if (index != nullptr)
      for (const auto& entry : *index)
        for (const auto& summary : entry.second.getSummaryList())
          if (!known.contains(entry.first) || !is_whole(*summary))
            return fail(std::string("its summary speaks of what is not there") + write_again);
    for (const llvm::Function& f : module) {
      if (f.isDeclaration()) continue;
      if (f.getAddressSpace() == 25) facts_.address_space_25.insert(f.getGUID());
      if (!priority(f)) return false;
      if (!f.hasKernelCallingConv()) continue;
      facts_.kernels.push_back(f.getGUID());
      facts_.preserved.push_back(f.getGUID());
    }
    // What llvm.used names is live by its summary; it must keep its name too.
    llvm::SmallVector<GlobalValue*, 8> used;
    llvm::collectUsedGlobalVariables(module, used, /*CompilerUsed=*/false);
    llvm::collectUsedGlobalVariables(module, used, /*CompilerUsed=*/true);
    for (const GlobalValue* value : used)
      if (!value->hasLocalLinkage()) facts_.preserved.push_back(value->getGUID());
    return true;
  }

  /// The file as bitcode with a summary: that of its text where it has one, else one made from the code.
  void add_summary(llvm::Module& module, ThinFile& file) {
    std::string bytes;
    llvm::raw_string_ostream stream(bytes);
    // What the module's assembly names is kept as it is: LLVM learns it from a parser of assembly, which PTX has none of.
    const std::string assembly = module.getModuleInlineAsm();
    keep_named(module, assembly);
    module.setModuleInlineAsm("");
    if (assembly.empty() && !has_nameless(module) && !is_bitcode(file.bytes) &&
        file.bytes.find("\n^0 = ") != std::string::npos) {
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
    facts_.summary_made = true;
    llvm::ModuleAnalysisManager none;
    llvm::NameAnonGlobalPass().run(module, none);  // a summary cannot speak of what has no name
    llvm::ProfileSummaryInfo profile(module);
    const auto index = llvm::buildModuleSummaryIndex(module, nullptr, &profile);
    module.setModuleInlineAsm(assembly);
    llvm::WriteBitcodeToFile(module, stream, false, &index, /*GenerateHash=*/true);
    file.bytes = std::move(bytes);
  }

 private:
  bool has_its_summary(const GlobalValue& value, GlobalValue::GUID guid, const llvm::ModuleSummaryIndex& index) const {
    if (value.isDeclaration() || value.getName().starts_with("llvm.") || llvm::isa<llvm::GlobalIFunc>(value))
      return true;
    const llvm::GlobalValueSummary* summary = index.findSummaryInModule(guid, path_);
    return summary && summary->linkage() == value.getLinkage() && same_kind(value, *summary);
  }
  static bool same_kind(const GlobalValue& value, const llvm::GlobalValueSummary& summary) {
    if (llvm::isa<llvm::Function>(value)) return llvm::isa<llvm::FunctionSummary>(summary);
    if (llvm::isa<llvm::GlobalVariable>(value)) return llvm::isa<llvm::GlobalVarSummary>(summary);
    return llvm::isa<llvm::AliasSummary>(summary);
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

  /// What the code asks for its import: the attribute "lathe-import-priority", or metadata of that name.
  bool priority(const llvm::Function& f) {
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
      return fail("'" + f.getName().str() + "' has no import priority of 0 to 3 in " + thin_priority +
                  ": 0 never, 1 seldom, 2 as others, 3 whatever its size");
    if (level != thinlto::standard_priority) facts_.priorities.emplace(f.getGUID(), static_cast<std::uint8_t>(level));
    return true;
  }

  /// The host can read and write it: it keeps its name, and its initializer is not all that it ever holds.
  static bool visible_outside(const GlobalValue& value) {
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&value);
    if (!variable || variable->hasAvailableExternallyLinkage()) return false;
    return variable->isExternallyInitialized() ||
           (!variable->isConstant() && variable->getAddressSpace() != space::shared);
  }

  const std::string& path_;
  ModuleFacts& facts_;
};

bool has_hash(const llvm::ModuleSummaryIndex& index) {
  for (const auto& module : index.modulePaths())
    if (llvm::any_of(module.second, [](std::uint32_t word) { return word != 0; })) return true;
  return false;
}

/// The file's own summaries, where it is bitcode that has some. False after an error.
bool read_own_summary(const ThinFile& file, std::unique_ptr<llvm::ModuleSummaryIndex>& index, ModuleFacts& facts) {
  if (!is_bitcode(file.bytes)) return true;
  index = std::make_unique<llvm::ModuleSummaryIndex>(/*HaveGVs=*/false);
  if (!read_summary(buffer_of(file), *index, facts.diag)) return false;
  const auto& paths = index->modulePaths();
  if (paths.empty())
    index.reset();  // it has none, or is of a module without any value
  else
    facts.combined = paths.size() != 1 || paths.begin()->getKey() != file.path;
  return true;
}

/// A module in a context of its own.
struct Code {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
};

/// With all bodies, or with none.
std::unique_ptr<Code> read_code(const ThinFile& file, const ThinReading& reading, bool whole, Diag& diag) {
  // LLVM's reader tells kernels of older bitcode from metadata when it has read all bodies.
  const BodyReader none{[](llvm::Module& module) {
                          llvm::UpgradeNVVMAnnotations(module);
                          return llvm::Error::success();
                        },
                        {}};
  auto code = std::make_unique<Code>();
  code->module = nvptx::read_module(file.bytes, file.path, code->context, diag,
                                    {reading.triple, reading.short_pointers}, whole ? BodyReader() : none);
  return code->module ? std::move(code) : nullptr;
}

/// Is there anything to find in bodies? Metadata of functions stands there.
bool wants_bodies(const Code& code) {
  llvm::SmallVector<llvm::StringRef, 64> kinds;
  code.context.getMDKindNames(kinds);
  return !code.module->getModuleInlineAsm().empty() || has_nameless(*code.module) ||
         llvm::is_contained(kinds, thin_priority);
}

}  // namespace

void read_module_facts(ThinFile& file, const ThinReading& reading, ModuleFacts& facts) {
  std::unique_ptr<llvm::ModuleSummaryIndex>& index = facts.index;
  if (!read_own_summary(file, index, facts) || facts.combined) return;
  auto code = read_code(file, reading, /*whole=*/!index, facts.diag);
  if (code && index && wants_bodies(*code)) code = read_code(file, reading, /*whole=*/true, facts.diag);
  if (!code) return;
  llvm::Module& module = *code->module;
  facts.triple = module.getTargetTriple().str();
  facts.short_pointers = has_short_pointers(module);
  module.setModuleIdentifier(file.path);
  const std::string unasked = facts.target.name();
  if (!take_module_target(module, file.path, facts.target, facts.diag)) return;
  facts.has_target = facts.target.name() != unasked;
  Look look(file.path, facts);
  if (!index || !module.getModuleInlineAsm().empty() || has_nameless(module)) {
    look.add_summary(module, file);
    facts.rewritten = true;
    index = std::make_unique<llvm::ModuleSummaryIndex>(/*HaveGVs=*/false);
    if (!read_summary(buffer_of(file), *index, facts.diag)) return;
  }
  if (!has_hash(*index)) facts.hash = hash_of(file);
  facts.good = look.run(module, index.get());
}

llvm::ModuleHash hash_of(const ThinFile& file) {
  const llvm::XXH128_hash_t bits =
      llvm::xxh3_128bits(llvm::ArrayRef(reinterpret_cast<const std::uint8_t*>(file.bytes.data()), file.bytes.size()));
  return {static_cast<std::uint32_t>(bits.high64 >> 32), static_cast<std::uint32_t>(bits.high64),
          static_cast<std::uint32_t>(bits.low64 >> 32), static_cast<std::uint32_t>(bits.low64), 0};
}

bool look_at(const llvm::Module& module, const std::string& path, ModuleFacts& facts) {
  return Look(path, facts).run(module, nullptr);
}

namespace {

bool has_summary(llvm::MemoryBufferRef file) {
  auto info = llvm::getBitcodeLTOInfo(file);
  const bool has = info && info->HasSummary;
  if (!info) llvm::consumeError(info.takeError());
  return has;
}

}  // namespace

SummaryRecovery::SummaryRecovery() { llvm::CrashRecoveryContext::Enable(); }
SummaryRecovery::~SummaryRecovery() { llvm::CrashRecoveryContext::Disable(); }

bool read_summary(llvm::MemoryBufferRef file, llvm::ModuleSummaryIndex& index, Diag& diag) {
  std::string wrong;
  const bool ended = llvm::CrashRecoveryContext().RunSafely([&] {
    if (llvm::Error error = llvm::readModuleSummaryIndex(file, index))
      wrong = text_of(llvm::toString(std::move(error)));
  });
  if (!ended) wrong = "LLVM's reader of summaries fails on it";
  if (!wrong.empty())
    diag.error_at(file.getBufferIdentifier().str(), 0,
                  (has_summary(file) ? "broken summary: " : "broken bitcode: ") + wrong + write_again);
  return wrong.empty();
}

bool is_whole(const llvm::GlobalValueSummary& summary) {
  if (const auto* alias = llvm::dyn_cast<llvm::AliasSummary>(&summary)) return alias->hasAliasee();
  if (const auto* function = llvm::dyn_cast<llvm::FunctionSummary>(&summary))
    for (const auto& call : function->calls())
      if (!call.first) return false;
  for (const llvm::ValueInfo& ref : summary.refs())
    if (!ref) return false;
  return true;
}

bool has_nameless(const llvm::Module& module) {
  return llvm::any_of(module.global_values(), [](const GlobalValue& value) { return !value.hasName(); });
}

bool is_bitcode(const std::string& bytes) {
  const auto* begin = reinterpret_cast<const unsigned char*>(bytes.data());
  return llvm::isBitcode(begin, begin + bytes.size());
}
llvm::MemoryBufferRef buffer_of(const ThinFile& file) { return {file.bytes, file.path}; }
std::string text_of(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace lathe::nvptx
