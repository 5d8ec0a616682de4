// Files -> modules with summaries -> one combined index, and what the summaries do not say: kernels, what the host can
// see, which copy of a symbol is kept.
#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/xxhash.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <map>
#include <memory_resource>
#include <mutex>
#include <set>
#include <string_view>

#include "nvptx/driver/thinlto/module_facts.hpp"
#include "nvptx/driver/thinlto/program_impl.hpp"
#include "nvptx/prepare/prepare.hpp"
#include "nvptx/support/big_stack.hpp"

namespace lathe::nvptx {
namespace {

using llvm::GlobalValue;

/// Who defines or declares a symbol, for messages.
struct Symbol {
  std::uint32_t strong = thinlto::none;  ///< module of its strong definition
  std::uint32_t module = 0;              ///< first that names it
  bool function = false;
};

/// A module that was read and waits for those before it.
struct Read {
  ThinFile file;
  ModuleFacts facts;
};

class Reader {
 public:
  Reader(ThinProgram::Impl& out, std::vector<ThinFile> files, const ThinReading& reading, Diag& diag)
      : out_(out), files_(std::move(files)), reading_(reading), diag_(diag) {}

  bool run() {
    const SummaryRecovery recovery;
    std::set<std::string_view> seen;
    for (const ThinFile& file : files_)
      if (!seen.insert(file.path).second) return fail(file.path, "named twice; name each module once");
    seen.clear();
    out_.held.resize(files_.size());
    read_all();
    if (stopped_) return false;
    if (combined_) return read_combined();
    return finish();
  }

 private:
  static constexpr const char* alone = "a combined index stands for all its modules; name no other file beside it";

  bool fail(const std::string& path, std::string text) {
    diag_.error_at(path, 0, std::move(text));
    return false;
  }

  /// Each module by itself, in a context of its own, then joined with those before it, in the order of the files: what
  /// comes of it does not depend on the threads. Who waits to be joined takes memory, so nobody reads far ahead.
  void read_all() {
    std::atomic<std::size_t> next = 0;
    const unsigned wanted = std::max(1U, reading_.threads);
    const auto threads = static_cast<unsigned>(std::min<std::size_t>(wanted, files_.size()));
    const std::size_t ahead = std::size_t{8} * threads;
    const auto work = [&](unsigned) {
      for (std::size_t m = next++; m < files_.size(); m = next++) {
        {
          std::unique_lock lock(mutex_);
          joined_more_.wait(lock, [&] { return stopped_ || m < joined_ + ahead; });
          if (stopped_) return;
        }
        try {
          auto one = std::make_unique<Read>();
          read_one(m, *one);
          const std::lock_guard lock(mutex_);
          waiting_.emplace(m, std::move(one));
          for (; !stopped_ && !waiting_.empty() && waiting_.begin()->first == joined_; ++joined_) {
            stopped_ = !join(static_cast<std::uint32_t>(joined_), *waiting_.begin()->second);
            waiting_.erase(waiting_.begin());
          }
        } catch (...) {
          const std::lock_guard lock(mutex_);
          stopped_ = true;
          joined_more_.notify_all();
          throw;
        }
        joined_more_.notify_all();
      }
    };
    if (threads <= 1)
      work(0);
    else
      run_on_big_stacks(threads, work);
  }

  void read_one(std::size_t m, Read& one) {
    one.file = std::move(files_[m]);
    Held& held = out_.held[m];
    held.path = one.file.path;
    const bool again = one.file.bytes.empty() && reading_.reader;
    std::string error;
    if (again && !reading_.reader(held.path, one.file.bytes, error)) {
      if (error.starts_with(held.path + ": ")) error.erase(0, held.path.size() + 2);
      return one.facts.diag.error_at(held.path, 0, text_of(error));
    }
    held.size = one.file.bytes.size();
    if (again) held.check = llvm::xxh3_64bits(llvm::StringRef(one.file.bytes));
    read_module_facts(one.file, reading_, one.facts);
    if (!one.facts.good) return;
    if (again && !one.facts.rewritten) {
      held.where = Held::Where::file;
    } else if (reading_.spill != nullptr) {
      held.where = Held::Where::disk;
      if (!reading_.spill->put(one.file.bytes, held.spilled, error)) {
        one.facts.good = false;
        one.facts.diag.error_at(held.path, 0, text_of(error));
      }
    }
  }

  /// The module's summary and facts beside those of the modules before it.
  bool join(std::uint32_t m, Read& one) {
    const ModuleFacts& facts = one.facts;
    const std::string& path = one.file.path;
    for (const Message& message : facts.diag.messages()) diag_.add(message);
    if (facts.combined) {
      if (files_.size() > 1) return fail(path, alone);
      combined_ = true;
      if (reading_.require_modules) return fail(path, "a combined index has no code; name the modules themselves");
      return read_summary(one.file, out_.index, diag_);
    }
    if (!facts.good || !same_triple(facts.triple, path) || !take_target(facts, path)) return false;
    out_.held[m].cuda = facts.cuda;
    out_.summaries_made += facts.summary_made;
    out_.facts.modules.push_back(path);
    if (!read_summary(one.file, out_.index, diag_)) return false;
    keep_names(facts);
    // Local names become global ones with the module's hash behind them; without one they would meet.
    if (facts.hash != llvm::ModuleHash{})
      if (const auto at = out_.index.modulePaths().find(path); at != out_.index.modulePaths().end())
        at->second = facts.hash;
    if (out_.held[m].where == Held::Where::memory) out_.held[m].bytes = std::move(one.file.bytes);
    return take(facts, m);
  }

  /// LLVM's index has names where they stand in the bitcode, which goes.
  void keep_names(const ModuleFacts& facts) {
    for (const auto guid : facts.values) {
      const auto [at, fresh] = names_.try_emplace(guid);
      if (fresh)
        if (const auto info = out_.index.getValueInfo(guid)) at->second = kept(info.name());
      out_.index.getOrInsertValueInfo(guid, at->second);
    }
  }
  llvm::StringRef kept(llvm::StringRef name) {
    if (name.empty()) return {};
    char* const to = static_cast<char*>(letters_.allocate(name.size(), 1));
    std::memcpy(to, name.data(), name.size());
    return {to, name.size()};
  }
  /// They are the problem's from then on.
  void forget_names() {
    for (const auto& [guid, name] : names_) out_.index.getOrInsertValueInfo(guid, llvm::StringRef());
    names_ = decltype(names_)();
    letters_.release();
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

  /// False after a conflict with another module. The module's name is facts.modules[m] by then.
  bool take(const ModuleFacts& facts, std::uint32_t m) {
    const std::string& path = out_.facts.modules[m];
    for (const ModuleFacts::Symbol& symbol : facts.symbols)
      if (!take(symbol, m)) return false;
    out_.facts.kernels.insert(facts.kernels.begin(), facts.kernels.end());
    out_.facts.preserved.insert(facts.preserved.begin(), facts.preserved.end());
    for (const auto guid : facts.address_space_25)
      if (const auto* summary = out_.index.findSummaryInModule(guid, path)) out_.facts.address_space_25.insert(summary);
    for (const auto& [guid, level] : facts.priorities)
      if (const auto* summary = out_.index.findSummaryInModule(guid, path)) out_.facts.priorities[summary] = level;
    return true;
  }
  bool take(const ModuleFacts::Symbol& x, std::uint32_t m) {
    const auto guid = GlobalValue::getGUIDAssumingExternalLinkage(x.name);
    Symbol& known = symbols_.try_emplace(guid, Symbol{thinlto::none, m, x.function}).first->second;
    if (known.function != x.function)
      return fail(out_.facts.modules[m], "'" + x.name + "' is a " + word(x.function) + " here and a " +
                                             word(!x.function) + " in " + out_.facts.modules[known.module] +
                                             "; rename one of them");
    if (!x.strong) return true;
    if (known.strong != thinlto::none)
      return fail(out_.facts.modules[m], "'" + x.name + "' is defined here and in " + out_.facts.modules[known.strong] +
                                             "; rename one of them, or make it static, inline or weak");
    known.strong = m;
    return true;
  }
  static const char* word(bool function) { return function ? "function" : "variable"; }

  bool read_combined() {
    for (const auto& entry : out_.index)
      for (const auto& summary : entry.second.getSummaryList())
        if (!is_whole(*summary))
          return fail(out_.held[0].path,
                      "an alias has no aliasee, as in the index of one backend; name the combined "
                      "index of the whole program, or its modules");
    out_.facts.modules = out_.order_of_copies();
    for (std::uint32_t m = 0; m < out_.facts.modules.size(); ++m) {
      const std::string& path = out_.facts.modules[m];
      auto file = llvm::MemoryBuffer::getFile(path);
      Diag ignored;
      llvm::LLVMContext context;
      const auto module =
          file ? nvptx::read_module((*file)->getBuffer(), path, context, ignored, reading_.triple) : nullptr;
      if (module) {
        ModuleFacts facts;
        if (!look_at(*module, path, facts) || !take(facts, m)) {
          for (const Message& message : facts.diag.messages()) diag_.add(message);
          return false;
        }
        tell_names(*module);
      } else
        diag_.add({Message::Level::warning,
                   out_.held[0].path,
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

  bool finish() {
    for (const std::string& name : reading_.exported) {
      const auto guid = GlobalValue::getGUIDAssumingExternalLinkage(name);
      const auto info = out_.index.getValueInfo(guid);
      if (!info || info.getSummaryList().empty())
        return fail(out_.held[0].path, "no module defines '" + name + "', which --exported-symbol names");
      out_.facts.preserved.insert(guid);
    }
    // Modules without a kernel are a library: whoever links it may call what it shows. So are those not seen.
    if (out_.facts.kernels.empty() || !all_known_)
      for (const auto& entry : out_.index)
        for (const auto& summary : entry.second.getSummaryList())
          if (!GlobalValue::isLocalLinkage(summary->linkage())) out_.facts.preserved.insert(entry.first);
    out_.find_prevailing();
    symbols_ = decltype(symbols_)();
    out_.number_all();
    forget_names();
    if (const auto faults = thinlto::check_problem(out_.problem); !faults.empty())
      return fail(out_.held[0].path, "the summaries do not agree: " + text_of(faults.str()));
    return true;
  }

  using Held = ThinProgram::Impl::Held;

  ThinProgram::Impl& out_;
  std::vector<ThinFile> files_;
  const ThinReading& reading_;
  Diag& diag_;
  llvm::DenseMap<GlobalValue::GUID, Symbol> symbols_;
  llvm::DenseMap<GlobalValue::GUID, llvm::StringRef> names_;
  std::pmr::monotonic_buffer_resource letters_;  // of the names
  std::string triple_of_;
  bool all_known_ = true, combined_ = false;
  // Of the threads that read.
  std::mutex mutex_;
  std::condition_variable joined_more_;
  std::map<std::size_t, std::unique_ptr<Read>> waiting_;
  std::size_t joined_ = 0;  // modules; those before it are in the index
  bool stopped_ = false;    // by an error, which is told
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

void ThinProgram::Impl::number_all() {
  problem = llvm_ir::ingest(index, facts, &summaries);
  facts.modules = {};
  guids.reserve(summaries.size());
  for (const thinlto::Summary& s : problem.summaries) guids.push_back(problem.values[s.value].guid);
  for (const thinlto::Module& m : problem.modules) {
    const auto at = index.modulePaths().find(m.name);
    paths.push_back(at != index.modulePaths().end() ? at->getKey() : index.saveString(m.name));
    module_of.try_emplace(paths.back(), static_cast<std::uint32_t>(paths.size() - 1));
  }
}

namespace {

/// Bytes with their owner.
class StringBuffer final : public llvm::MemoryBuffer {
 public:
  StringBuffer(std::string bytes, llvm::StringRef path) : bytes_(std::move(bytes)), path_(path) {
    init(bytes_.data(), bytes_.data() + bytes_.size(), /*RequiresNullTerminator=*/true);
  }
  BufferKind getBufferKind() const override { return MemoryBuffer_Malloc; }
  llvm::StringRef getBufferIdentifier() const override { return path_; }

 private:
  std::string bytes_;
  llvm::StringRef path_;
};

}  // namespace

std::unique_ptr<llvm::MemoryBuffer> ThinProgram::Impl::bitcode(std::uint32_t module, std::string& error) const {
  const Held& from = held[module];
  std::string bytes;
  switch (from.where) {
    case Held::Where::memory:
      return llvm::MemoryBuffer::getMemBuffer(from.bytes, from.path, /*RequiresNullTerminator=*/false);
    case Held::Where::disk:
      if (!spill->get(from.spilled, bytes, error)) return nullptr;
      break;
    case Held::Where::file:
      if (!reader(from.path, bytes, error)) return nullptr;
      if (bytes.size() != from.size || llvm::xxh3_64bits(llvm::StringRef(bytes)) != from.check) {
        error = from.path + " was changed after its summary had been read; run again";
        return nullptr;
      }
      break;
  }
  return std::make_unique<StringBuffer>(std::move(bytes), from.path);
}

ThinProgram::ThinProgram(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ThinProgram::~ThinProgram() = default;

std::unique_ptr<ThinProgram> ThinProgram::read(std::vector<ThinFile> files, const ThinReading& reading, Diag& diag) {
  auto impl = std::make_unique<Impl>();
  impl->atomic_order = reading.atomic_order;
  impl->reader = reading.reader;
  impl->spill = reading.spill;
  if (files.empty() || !Reader(*impl, std::move(files), reading, diag).run()) return nullptr;
  return std::unique_ptr<ThinProgram>(new ThinProgram(std::move(impl)));
}

thinlto::Problem& ThinProgram::problem() { return impl_->problem; }
std::optional<Features> ThinProgram::target() const {
  return impl_->has_target ? std::optional(impl_->target) : std::nullopt;
}
std::size_t ThinProgram::kernels() const { return impl_->facts.kernels.size(); }
std::size_t ThinProgram::summaries_made() const { return impl_->summaries_made; }

}  // namespace lathe::nvptx
