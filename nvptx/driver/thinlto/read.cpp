// Files -> modules with summaries -> one combined index, and what the summaries do not say: kernels, what the host can
// see, which copy of a symbol is kept.
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/xxhash.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <string_view>

#include "nvptx/driver/thinlto/module_facts.hpp"
#include "nvptx/driver/thinlto/program_impl.hpp"
#include "nvptx/prepare/prepare.hpp"
#include "nvptx/prepare/steps.hpp"
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

/// The order of modules in which every list of copies is, whatever order the index was written in.
std::vector<std::string> order_of_copies(const llvm::ModuleSummaryIndex& index) {
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

/// The linker's choice where everything is linked statically: the strong definition, else the first weak one.
void find_prevailing(thinlto::Problem& p) {
  using enum thinlto::Linkage;
  std::vector<std::uint32_t> kept(p.values.size(), thinlto::none);
  for (std::uint32_t s = 0; s < p.summaries.size(); ++s) {
    const thinlto::Linkage linkage = p.summaries[s].linkage;
    if (linkage == available_externally || thinlto::is_local(linkage)) continue;
    std::uint32_t& known = kept[p.summaries[s].value];
    if (known == thinlto::none || (linkage == external && p.summaries[known].linkage != external)) known = s;
  }
  for (const std::uint32_t s : kept)
    if (s != thinlto::none) p.summaries[s].flags |= thinlto::flag::prevailing;
}

class Reader {
 public:
  Reader(ThinProgram::Impl& out, std::vector<ThinFile> files, const ThinReading& reading, Diag& diag)
      : out_(out), files_(std::move(files)), reading_(reading), diag_(diag), ingest_(&out.rest) {}

  bool run() {
    const SummaryRecovery recovery;
    std::set<std::string_view> seen;
    for (const ThinFile& file : files_)
      if (!seen.insert(file.path).second) return fail(file.path, "named twice; name each module once");
    seen.clear();
    out_.held = std::vector<Held>(files_.size());
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
      out_.held[m].bytes = std::move(one.file.bytes);
      return true;
    }
    if (!facts.good || !same_triple(facts.triple, path) || !same_pointers(facts.short_pointers, path) ||
        !take_target(facts, path))
      return false;
    out_.summaries_made += facts.summary_made;
    paths_.push_back(path);
    for (const ModuleFacts::Symbol& symbol : facts.symbols)
      if (!take(symbol, m)) return false;
    take(facts);
    add(path, *facts.index, llvm_ir::ModulesOfIndex(*facts.index, path).of(0), facts);
    if (out_.held[m].where == Held::Where::memory) out_.held[m].bytes = std::move(one.file.bytes);
    return true;
  }

  /// A module's summaries into the problem.
  void add(const std::string& path, const llvm::ModuleSummaryIndex& index, llvm::ArrayRef<llvm_ir::Defined> defined,
           const ModuleFacts& facts) {
    if (!combined_) ingest_.add_values(index);
    // Local names become global ones with the module's hash behind them; without one they would meet.
    llvm::ModuleHash hash = facts.hash;
    if (const auto at = index.modulePaths().find(path); hash == llvm::ModuleHash{} && at != index.modulePaths().end())
      hash = at->second;
    ingest_.add_module(path, hash, defined, [&](auto guid, const auto&, thinlto::Summary& s) {
      if (s.kind != thinlto::Kind::function) return;
      if (facts.address_space_25.contains(guid)) s.flags |= thinlto::flag::address_space_25;
      if (const auto at = facts.priorities.find(guid); at != facts.priorities.end()) s.priority = at->second;
    });
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

  bool same_pointers(bool is_short, const std::string& path) {
    if (!out_.short_pointers) {
      out_.short_pointers = is_short;
      pointers_of_ = path;
    }
    return is_short == *out_.short_pointers || fail(path, pointers_differ(pointers_of_, *out_.short_pointers));
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

  void take(const ModuleFacts& facts) {
    kernels_.insert(facts.kernels.begin(), facts.kernels.end());
    preserved_.insert(facts.preserved.begin(), facts.preserved.end());
  }
  /// False after a conflict with another module.
  bool take(const ModuleFacts::Symbol& x, std::uint32_t m) {
    Symbol& known = symbols_.try_emplace(x.guid, Symbol{thinlto::none, m, x.function}).first->second;
    if (known.function != x.function)
      return fail(paths_[m], "'" + x.name + "' is a " + word(x.function) + " here and a " + word(!x.function) + " in " +
                                 paths_[known.module] + "; rename one of them");
    if (!x.strong) return true;
    if (known.strong != thinlto::none)
      return fail(paths_[m], "'" + x.name + "' is defined here and in " + paths_[known.strong] +
                                 "; rename one of them, or make it static, inline or weak");
    known.strong = m;
    return true;
  }
  static const char* word(bool function) { return function ? "function" : "variable"; }

  bool read_combined() {
    llvm::ModuleSummaryIndex index(/*HaveGVs=*/false);
    const Held& file = out_.held[0];
    if (!read_summary({file.bytes, file.path}, index, diag_)) return false;
    for (const auto& entry : index)
      for (const auto& summary : entry.second.getSummaryList())
        if (!is_whole(*summary))
          return fail(file.path,
                      "an alias has no aliasee, as in the index of one backend; name the combined "
                      "index of the whole program, or its modules");
    paths_ = order_of_copies(index);
    ingest_.reserve(index);
    ingest_.add_values(index);
    const llvm_ir::ModulesOfIndex defined(index, paths_);
    for (std::uint32_t m = 0; m < paths_.size(); ++m) {
      ModuleFacts facts;
      if (!look_at_module(m, facts)) return false;
      add(paths_[m], index, defined.of(m), facts);
    }
    return finish();
  }

  /// What a module of a combined index says beside its summary, where it can be read. False after an error.
  bool look_at_module(std::uint32_t m, ModuleFacts& facts) {
    const std::string& path = paths_[m];
    auto file = llvm::MemoryBuffer::getFile(path);
    Diag ignored;
    llvm::LLVMContext context;
    const auto module = file ? nvptx::read_module((*file)->getBuffer(), path, context, ignored,
                                                  {reading_.triple, reading_.short_pointers})
                             : nullptr;
    if (!module) {
      diag_.add({Message::Level::warning,
                 out_.held[0].path,
                 0,
                 {},
                 "cannot read its module " + path + ": kernels and host-visible variables of it are not known",
                 0});
      all_known_ = false;
      return true;
    }
    bool good = look_at(*module, path, facts);
    for (std::size_t i = 0; good && i < facts.symbols.size(); ++i) good = take(facts.symbols[i], m);
    for (const Message& message : facts.diag.messages()) diag_.add(message);
    if (!good) return false;
    take(facts);
    for (const GlobalValue& value : module->global_values()) ingest_.name(value.getGUID(), value.getName());
    return true;
  }

  bool finish() {
    symbols_ = decltype(symbols_)();
    out_.problem = ingest_.finish();
    thinlto::Problem& p = out_.problem;
    std::vector<bool> defined(p.values.size(), false), shown(p.values.size(), false);
    for (const thinlto::Summary& s : p.summaries) {
      defined[s.value] = true;
      if (!thinlto::is_local(s.linkage)) shown[s.value] = true;
    }
    for (const std::string& name : reading_.exported) {
      const auto guid = GlobalValue::getGUIDAssumingExternalLinkage(name);
      const auto at = std::lower_bound(p.values.begin(), p.values.end(), guid,
                                       [](const thinlto::Value& value, std::uint64_t x) { return value.guid < x; });
      if (at == p.values.end() || at->guid != guid || !defined[static_cast<std::size_t>(at - p.values.begin())])
        return fail(out_.held[0].path, "no module defines '" + name + "', which --exported-symbol names");
      preserved_.insert(guid);
    }
    // Modules without a kernel are a library: whoever links it may call what it shows. So are those not seen.
    const bool library = kernels_.empty() || !all_known_;
    for (std::uint32_t v = 0; v < p.values.size(); ++v)
      if (preserved_.contains(p.values[v].guid) || (library && shown[v])) p.roots.push_back(v);
    for (thinlto::Summary& s : p.summaries)
      if (s.kind == thinlto::Kind::function && kernels_.contains(p.values[s.value].guid))
        s.flags |= thinlto::flag::kernel;
    out_.kernels = kernels_.size();
    find_prevailing(p);
    for (std::uint32_t m = 0; m < p.modules.size(); ++m) out_.module_of.try_emplace(p.modules[m].name, m);
    if (const auto faults = thinlto::check_problem(p); !faults.empty())
      return fail(out_.held[0].path, "the summaries do not agree: " + text_of(faults.str()));
    return true;
  }

  using Held = ThinProgram::Impl::Held;

  ThinProgram::Impl& out_;
  std::vector<ThinFile> files_;
  const ThinReading& reading_;
  Diag& diag_;
  llvm_ir::ModulesIngest ingest_;
  std::vector<std::string> paths_;  // of the modules, in their order
  llvm::DenseMap<GlobalValue::GUID, Symbol> symbols_;
  llvm::DenseSet<GlobalValue::GUID> kernels_, preserved_;
  std::string triple_of_, pointers_of_;
  bool all_known_ = true, combined_ = false;
  // Of the threads that read.
  std::mutex mutex_;
  std::condition_variable joined_more_;
  std::map<std::size_t, std::unique_ptr<Read>> waiting_;
  std::size_t joined_ = 0;  // modules; those before it are in the index
  bool stopped_ = false;    // by an error, which is told
};

}  // namespace

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

bool ThinProgram::Impl::cuda(std::uint32_t module) const {
  using Cuda = Held::Cuda;
  Cuda known = held[module].cuda;
  if (known == Cuda::unknown) {
    std::string error;
    Diag ignored;
    llvm::LLVMContext context;
    const auto bytes = bitcode(module, error);
    const auto code =
        bytes ? nvptx::read_module(bytes->getBuffer(), held[module].path, context, ignored, {triple, short_pointers})
              : nullptr;
    known = code && comes_from_cuda(*code) ? Cuda::yes : Cuda::no;
    held[module].cuda = known;
  }
  return known == Cuda::yes;
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
std::size_t ThinProgram::kernels() const { return impl_->kernels; }
std::size_t ThinProgram::summaries_made() const { return impl_->summaries_made; }

}  // namespace lathe::nvptx
