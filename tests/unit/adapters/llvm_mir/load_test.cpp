// The loader: every target, both kinds of files, and what is wrong with broken input.
#include <llvm/CodeGen/MIRPrinter.h>
#include <llvm/CodeGen/MachineFunction.h>
#include <llvm/CodeGen/MachineRegisterInfo.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <lathe/program/source_places.hpp>

#include "adapters/llvm_mir/view.hpp"
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

TEST_CASE("a View knows where its instructions stand in the source") {
  const char* const text = R"(define i32 @g(i32 %a) !dbg !4 {
  %b = mul i32 %a, %a, !dbg !7
  %c = sdiv i32 %b, 7, !dbg !8
  ret i32 %c, !dbg !8
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "dir/g.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "g", file: !1, line: 1, type: !5, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 2, column: 9, scope: !4)
!8 = !DILocation(line: 3, column: 5, scope: !4)
)";
  LoadOptions options;
  options.triple = targets[0].triple;
  options.stop_after = "finalize-isel";
  std::string error;
  const auto program = load_text(text, "places.ll", options, error);
  REQUIRE_MESSAGE(program != nullptr, error);
  const View view(*program->function("g"));
  std::vector<lathe::SourcePlace> found;
  for (const auto b : view.blocks())
    for (const auto i : view.instructions(b))
      if (view.location(i)) found.push_back(view.location(i));
  CHECK(std::find(found.begin(), found.end(), lathe::SourcePlace{"dir/g.c", 2, 9}) != found.end());
  CHECK(std::find(found.begin(), found.end(), lathe::SourcePlace{"dir/g.c", 3, 5}) != found.end());
  CHECK(lathe::program::source_place_in(view, *view.blocks().begin()) == found[0]);
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
