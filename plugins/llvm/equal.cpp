// -lathe-equal: what each row makes of a function is held against what it was, by the equivalence checker, and told.
#include <memory>

#include <llvm/Support/CommandLine.h>
#include <llvm/Support/raw_ostream.h>

#include "adapters/llvm_mir/judge.hpp"
#include "plugins/llvm/passes.hpp"

namespace lathe::llvm_plugin {

namespace {

llvm::cl::opt<bool> wanted(
    "lathe-equal", llvm::cl::Hidden,
    llvm::cl::desc("tell of each function that a pass of Lathe changes whether it still does the same"));

}  // namespace

struct Kept::Parts {
  llvm_mir::Judge judge;
};

Kept::Kept(const Job& job) {
  if (wanted) parts_ = std::make_unique<Parts>(Parts{llvm_mir::Judge(job.function)});
}
Kept::~Kept() = default;

void Kept::tell(const Job& job, const char* row) {
  using Verdict = llvm_mir::Judge::Verdict;
  if (!parts_) return;
  const auto answer = parts_->judge.behind(job.function, job.alias);
  llvm::raw_ostream& out = llvm::errs();
  out << "lathe-equal: " << row << " " << job.function.getName() << ": ";
  switch (answer.verdict) {
    case Verdict::equal:
      out << "equal";
      break;
    case Verdict::by_alias:
      out << "equal, " << answer.swapped << " pairs of accesses apart by alias analysis";
      break;
    case Verdict::unknown:
      out << "not judged: " << answer.where;
      break;
    case Verdict::unlike:
      out << "unlike: " << answer.where;
      break;
  }
  out << "\n";
}

}  // namespace lathe::llvm_plugin
