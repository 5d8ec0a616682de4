// The loader: every target, both kinds of files, and what is wrong with broken input.
#include <llvm/CodeGen/MIRPrinter.h>
#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/MachineRegisterInfo.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include "unit/adapters/llvm_mir/targets.hpp"

using namespace lathe::llvm_mir;
using namespace lathe::llvm_mir::test;

namespace {

std::string print(const llvm::MachineFunction& f) {
  std::string text;
  llvm::raw_string_ostream out(text);
  f.print(out);
  return text;
}

}  // namespace

TEST_CASE("LLVM IR becomes machine functions of each target, stopped where it was said") {
  for (const Target& target : targets) {
    CAPTURE(std::string(target.triple));
    const auto selected = compile("loops.ll", target, after("finalize-isel"));
    REQUIRE(selected->functions().size() == 7);
    CHECK(selected->target().getTargetTriple().str() == target.triple);
    for (const llvm::MachineFunction* f : selected->functions()) {
      CHECK(f->getProperties().hasIsSSA());
      CHECK(f->getSubtarget().getCPU() == target.cpu);
    }
    CHECK(print(*selected->function("dot")).find("= PHI ") != std::string::npos);
    const bool virtual_only = std::string(target.triple).starts_with("nvptx");
    const auto done = compile("loops.ll", target, {});
    REQUIRE(done->functions().size() == 7);
    for (const llvm::MachineFunction* f : done->functions()) {
      CHECK(print(*f).find("= PHI ") == std::string::npos);
      CHECK(f->getProperties().hasNoVRegs() != virtual_only);
    }
    CHECK(done->function("nobody") == nullptr);
  }
}

TEST_CASE("a second load does not see the places of the first") {
  const auto first = compile("loops.ll", targets[0], after("finalize-isel"));
  const auto second = compile("loops.ll", targets[0], {});
  CHECK(first->function("dot")->getProperties().hasIsSSA());
  CHECK_FALSE(second->function("dot")->getProperties().hasIsSSA());
  CHECK(print(*compile("loops.ll", targets[0], {})->function("dot")) == print(*second->function("dot")));
}

TEST_CASE("labels of landing pads live as long as the program that names them") {
  const char* const text = R"(declare i32 @__gxx_personality_v0(...)
declare void @f(i32)
define i32 @g(i32 %a) uwtable personality ptr @__gxx_personality_v0 {
  invoke void @f(i32 %a) to label %good unwind label %bad
good:
  ret i32 0
bad:
  %e = landingpad { ptr, i32 } cleanup
  call void @f(i32 1)
  resume { ptr, i32 } %e
}
)";
  for (const Target& target : {targets[0], targets[1]}) {
    CAPTURE(std::string(target.triple));
    LoadOptions options;
    options.triple = target.triple;
    std::string error;
    const auto program = load_text(text, "invoke.ll", options, error);
    REQUIRE_MESSAGE(program != nullptr, error);
    CHECK(print(*program->function("g")).find("EH_LABEL <mcsymbol") != std::string::npos);
  }
}

TEST_CASE("a .mir file is read as it stands") {
  std::string error;
  for (const Target& target : targets) {
    CAPTURE(std::string(target.triple));
    const auto program = compile("loops.ll", target, before("phi-node-elimination"));
    std::string text;
    llvm::raw_string_ostream out(text);
    llvm::printMIR(out, program->module());
    for (const llvm::MachineFunction* f : program->functions()) llvm::printMIR(out, program->info(), *f);
    const auto again =
        load_text(text, "again.mir",
                  {.triple = {}, .cpu = target.cpu, .features = {}, .stop_before = {}, .stop_after = {}}, error);
    REQUIRE_MESSAGE(again != nullptr, error);
    REQUIRE(again->functions().size() == program->functions().size());
    for (std::size_t i = 0; i < again->functions().size(); ++i) {
      CHECK(again->functions()[i]->size() == program->functions()[i]->size());
      CHECK(again->functions()[i]->getInstructionCount() == program->functions()[i]->getInstructionCount());
    }
  }
}

TEST_CASE("broken input is told, and nothing ends") {
  std::string error;
  LoadOptions options;
  options.triple = targets[0].triple;
  CHECK(load("tests/unit/adapters/llvm_mir/nothing.ll", options, error) == nullptr);
  CHECK(error.find("nothing.ll: cannot be read") != std::string::npos);
  CHECK(load_text("define void @f( {", "a.ll", options, error) == nullptr);
  CHECK(error.find("a.ll:1:") != std::string::npos);
  CHECK(load_text("---\nname: f\nbody: |\n  bb.0:\n    NOSUCH\n...\n", "a.mir", options, error) == nullptr);
  CHECK(error.find("NOSUCH") != std::string::npos);
  CHECK(load_text("nonsense", "a.mir", options, error) == nullptr);
  CHECK(!error.empty());
  options.stop_before = "no-such-pass";
  CHECK(load_text("define void @f() { ret void }", "a.ll", options, error) == nullptr);
  CHECK(error == "a.ll: LLVM has no pass 'no-such-pass' to stop at");
  options.triple = "nowhere";
  CHECK(load_text("define void @f() { ret void }", "a.ll", options, error) == nullptr);
  CHECK(error.find("no target for 'nowhere") != std::string::npos);
}
