// Files -> modules with summaries -> one combined index, and what the summaries do not say: kernels, what the host can
// see, which copy of a symbol is kept.
#include <llvm/ADT/ArrayRef.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SHA1.h>

#include <algorithm>
#include <atomic>
#include <set>

#include "nvptx/driver/thinlto/module_facts.hpp"
#include "nvptx/driver/thinlto/program_impl.hpp"
#include "nvptx/prepare/prepare.hpp"
#include "nvptx/support/big_stack.hpp"

namespace lathe::nvptx {
namespace {

using llvm::GlobalValue;

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
    const SummaryRecovery recovery;
    std::set<std::string> seen;
    for (const ThinFile& file : out_.files)
      if (!seen.insert(file.path).second) return fail(file.path, "named twice; name each module once");
    for (const ThinFile& file : out_.files) {
      const int combined = is_combined(file);
      if (combined < 0) return false;
      if (combined > 0) return out_.files.size() == 1 ? read_combined() : fail(file.path, alone);
    }
    const std::vector<ModuleFacts> facts = read_all();
    for (std::size_t m = 0; m < facts.size(); ++m)
      if (!join(out_.files[m], facts[m])) return false;
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
      fail(file.path, "broken bitcode: " + text_of(llvm::toString(info.takeError())) + write_again);
      return -1;
    }
    if (!info->HasSummary) return 0;
    llvm::ModuleSummaryIndex index(/*HaveGVs=*/false);
    if (!read_summary(file, index, diag_)) return -1;
    const auto& paths = index.modulePaths();
    return paths.size() == 1 && paths.begin()->getKey() == file.path ? 0 : 1;
  }

  /// Each module by itself, in a context of its own; what it gives does not depend on the threads.
  std::vector<ModuleFacts> read_all() {
    std::vector<ModuleFacts> facts(out_.files.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&](unsigned) {
      for (std::size_t m = next++; m < facts.size(); m = next++) read_module_facts(out_.files[m], reading_, facts[m]);
    };
    const auto threads = static_cast<unsigned>(std::min<std::size_t>(std::max(1U, reading_.threads), facts.size()));
    if (threads <= 1)
      work(0);
    else
      run_on_big_stacks(threads, work);
    return facts;
  }

  /// The module's summary and facts beside those of the modules before it.
  bool join(const ThinFile& file, const ModuleFacts& facts) {
    for (const Message& message : facts.diag.messages()) diag_.add(message);
    if (!facts.good || !same_triple(facts.triple, file.path) || !take_target(facts, file.path)) return false;
    if (facts.cuda) out_.cuda.insert(file.path);
    out_.summaries_made += facts.summary_made;
    out_.facts.modules.push_back(file.path);
    out_.file_of.emplace(file.path, static_cast<std::size_t>(&file - out_.files.data()));
    return read_summary(file, out_.index, diag_) && take(facts, file.path);
  }

  /// All modules are compiled for the highest target of any.
  bool take_target(const ModuleFacts& facts, const std::string& path) {
    if (!facts.has_target) return true;
    if (!out_.has_target) {
      out_.target = facts.target;
      return out_.has_target = true;
    }
    std::string error;
    out_.target.ptx = std::max(out_.target.ptx, facts.target.ptx);
    return apply_attribute(out_.target, "+" + facts.target.name(), error) ||
           fail(path, "attribute target-cpu: " + error);
  }

  bool same_triple(const std::string& triple, const std::string& path) {
    if (out_.triple.empty()) {
      out_.triple = triple;
      triple_of_ = path;
    }
    if (triple == out_.triple) return true;
    return fail(path, "target triple '" + triple + "', but " + triple_of_ + " has '" + out_.triple +
                          "'; compile them for one, or say --mtriple=nvptx64-nvidia-cuda");
  }

  /// False after a conflict with another module.
  bool take(const ModuleFacts& facts, const std::string& path) {
    for (const ModuleFacts::Symbol& symbol : facts.symbols)
      if (!take(symbol, path)) return false;
    out_.facts.kernels.insert(facts.kernels.begin(), facts.kernels.end());
    out_.facts.preserved.insert(facts.preserved.begin(), facts.preserved.end());
    for (const auto guid : facts.address_space_25)
      if (const auto* summary = out_.index.findSummaryInModule(guid, path)) out_.facts.address_space_25.insert(summary);
    for (const auto& [guid, level] : facts.priorities)
      if (const auto* summary = out_.index.findSummaryInModule(guid, path)) out_.facts.priorities[summary] = level;
    return true;
  }
  bool take(const ModuleFacts::Symbol& x, const std::string& path) {
    const auto [at, fresh] = symbols_.try_emplace(x.name, Symbol{{}, path, x.function});
    if (at->second.function != x.function)
      return fail(path, "'" + x.name + "' is a " + word(x.function) + " here and a " + word(!x.function) + " in " +
                            at->second.path + "; rename one of them");
    if (!x.strong) return true;
    if (!at->second.strong.empty())
      return fail(path, "'" + x.name + "' is defined here and in " + at->second.strong +
                            "; rename one of them, or make it static, inline or weak");
    at->second.strong = path;
    return true;
  }
  static const char* word(bool function) { return function ? "function" : "variable"; }

  bool read_combined() {
    if (reading_.require_modules)
      return fail(out_.files[0].path, "a combined index has no code; name the modules themselves");
    if (!read_summary(out_.files[0], out_.index, diag_)) return false;
    for (const auto& entry : out_.index)
      for (const auto& summary : entry.second.getSummaryList())
        if (!is_whole(*summary))
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
        ModuleFacts facts;
        if (!look_at(*module, path, facts) || !take(facts, path)) {
          for (const Message& message : facts.diag.messages()) diag_.add(message);
          return false;
        }
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
