// LLVM's alias answers, kept: the same ones, each asked for once.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "adapters/llvm_mir/kept_answers.hpp"
#include "adapters/llvm_mir/load.hpp"
#include "unit/adapters/llvm_mir/targets.hpp"

using namespace lathe;
using namespace lathe::llvm_mir;
using namespace lathe::llvm_mir::test;

namespace {

// Sums of the same and of other pointers, one of a loop; tags by type.
const char* const pointers = R"(
define void @f(ptr noalias %a, ptr %b, i64 %i, i64 %j) {
entry:
  %own = alloca [4 x i32]
  %a1 = getelementptr i32, ptr %a, i64 1
  %ai = getelementptr i32, ptr %a, i64 %i
  %ai1 = getelementptr i32, ptr %ai, i64 1
  %bj = getelementptr i32, ptr %b, i64 %j
  %bj3 = getelementptr i8, ptr %bj, i64 3
  store i32 0, ptr %own, !tbaa !1
  store i32 1, ptr %a1, !tbaa !1
  store i32 2, ptr %ai, !tbaa !1
  store i32 3, ptr %ai1, !tbaa !1
  store float 4.0, ptr %bj, !tbaa !2
  store i32 5, ptr %bj3
  br label %loop
loop:
  %p = phi ptr [ %b, %entry ], [ %q, %loop ]
  %q = getelementptr i32, ptr %p, i64 1
  store i32 6, ptr %p, !tbaa !1
  store float 7.0, ptr %q, !tbaa !2
  %more = icmp ult ptr %q, %bj
  br i1 %more, label %loop, label %end
end:
  ret void
}
!0 = !{!"root"}
!1 = !{!3, !3, i64 0}
!2 = !{!4, !4, i64 0}
!3 = !{!"int", !0}
!4 = !{!"float", !0}
)";
std::vector<llvm::MemoryLocation> places(const llvm::Function& f) {
  std::vector<llvm::MemoryLocation> out;
  for (const llvm::Instruction& i : llvm::instructions(f))
    if (i.mayWriteToMemory()) {
      out.push_back(llvm::MemoryLocation::get(&i));
      out.push_back(llvm::MemoryLocation::getBeforeOrAfter(out.back().Ptr));
    }
  return out;
}
std::vector<int> asked(llvm::AAResults& answers, const std::vector<llvm::MemoryLocation>& of, bool loops) {
  llvm::BatchAAResults batch(answers);
  if (loops) batch.enableCrossIterationMode();
  std::vector<int> out;
  for (const auto& a : of)
    for (const auto& b : of) out.push_back(static_cast<int>(static_cast<llvm::AliasResult::Kind>(batch.alias(a, b))));
  return out;
}

}  // namespace

TEST_CASE("alias answers are kept as they are, each asked for once, but where more is asked") {
  LoadOptions options;
  options.triple = "x86_64-linux-gnu";
  options.stop_after = "finalize-isel";
  std::string error;
  const auto program = load_text(pointers, "pointers.ll", options, error);
  REQUIRE_MESSAGE(program != nullptr, error);
  llvm::AAResults& answers = *program->alias(*program->functions()[0]);
  const auto of = places(*program->module().getFunction("f"));
  const auto once = asked(answers, of, false), loops = asked(answers, of, true);
  // All answers are there, and some depend on the iteration.
  for (const auto kind : {llvm::AliasResult::NoAlias, llvm::AliasResult::MayAlias, llvm::AliasResult::MustAlias})
    CHECK(std::find(once.begin(), once.end(), static_cast<int>(kind)) != once.end());
  CHECK(once != loops);
  KeptAnswers kept;
  kept.stand_in(answers);
  CHECK(asked(answers, of, false) == once);
  const std::uint64_t questions = kept.questions(),
                      partial = static_cast<std::uint64_t>(
                          std::count(once.begin(), once.end(), int{llvm::AliasResult::PartialAlias}));
  CHECK(questions >= of.size());
  CHECK(questions <= of.size() * (of.size() + 1) / 2 + partial);
  CHECK(asked(answers, of, true) == loops);
  CHECK(kept.questions() == questions);
  CHECK(asked(answers, of, false) == once);
  CHECK(kept.questions() <= questions + partial);
}
