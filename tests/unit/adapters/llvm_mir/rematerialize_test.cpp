// Values made again on machine functions of LLVM where registers are short.
#include <string>

#include <lathe/passes/rematerialize.hpp>

#include "adapters/llvm_mir/editor.hpp"
#include "adapters/llvm_mir/registers.hpp"
#include "unit/adapters/llvm_mir/clients.hpp"

using namespace lathe;
using namespace lathe::llvm_mir;
using namespace lathe::llvm_mir::test;

namespace {

// More values than there are registers live through a block that needs them too; each can be made again of one of them.
std::string crowd() {
  constexpr int values = 40, others = 24;
  const auto n = [](int k) { return std::to_string(k); };
  std::string out = "define void @crowd(i64 %a, ptr %p, ptr %q, i64 %n) {\nentry:\n";
  for (int k = 0; k < values; ++k) {
    out += "  %v" + n(k) + " = add i64 %a, " + n(k * 3 + 5) + "\n  %p" + n(k) + " = getelementptr i64, ptr %p, i64 " +
           n(k);
    out += "\n  store volatile i64 %v" + n(k) + ", ptr %p" + n(k) + "\n";
  }
  out += "  br label %loop\nloop:\n  %i = phi i64 [ 0, %entry ], [ %j, %loop ]\n";
  for (int k = 0; k < others; ++k)
    out += "  %q" + n(k) + " = getelementptr i64, ptr %q, i64 " + n(k) + "\n  %l" + n(k) +
           " = load volatile i64, ptr %q" + n(k) + "\n";
  for (int k = others; k-- > 0;) out += "  store volatile i64 %l" + n(k) + ", ptr %q" + n(k) + "\n";
  out += "  %j = add i64 %i, 1\n  %c = icmp slt i64 %j, %n\n  br i1 %c, label %loop, label %end\nend:\n";
  for (int k = 0; k < values; ++k) out += "  store volatile i64 %v" + n(k) + ", ptr %p" + n(k) + "\n";
  return out + "  ret void\n}\n";
}

}  // namespace

TEST_CASE("values made again where registers are short: LLVM takes it, it does the same, and fewer are short") {
  for (const Target& t : {arm, riscv}) {
    CAPTURE(std::string(t.triple));
    LoadOptions options = before("rename-independent-subregs");
    options.triple = t.triple;
    options.cpu = t.cpu;
    std::string error;
    const auto program = load_text(crowd(), "crowd.ll", options, error);
    REQUIRE_MESSAGE(program != nullptr, error);
    llvm::MachineFunction& f = *program->functions()[0];
    Judge judge(f);
    {
      Code code(f, Ways::fixed, nullptr, Masks::left_out);
      const CodeRegisters registers(code);
      passes::RematerializeOptions remat;
      remat.internal_live = true;
      const auto result = passes::rematerialize(code, registers, remat);
      CHECK(result.stats.made > 0);
      CHECK(result.stats.excess_after < result.stats.excess_before);
    }
    CHECK(faults_of(f) == "");
    const Judge::Answer answer = judge.behind(f, program->alias(f));
    CHECK_MESSAGE(answer.verdict <= Judge::Verdict::by_alias, answer.where);
  }
}
