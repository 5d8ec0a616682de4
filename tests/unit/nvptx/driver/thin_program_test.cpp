// What a thin link finds in bitcode with a summary, whose bodies it does not read: kernels as older front ends marked them,
// priorities that stand in bodies, a summary that is not the code's, and bodies that are broken.
#include <doctest/doctest.h>
#include <llvm/Analysis/ModuleSummaryAnalysis.h>
#include <llvm/Analysis/ProfileSummaryInfo.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <functional>
#include <string>

#include "nvptx/driver/thinlto/thin_program.hpp"
#include "nvptx/thinlto/plan.hpp"

namespace {

using lathe::codegen::Diag;
using namespace lathe::nvptx;

using Change = std::function<void(llvm::Module&)>;

/// Bitcode of the text with its summary; `before` and `after` change the module, behind its summary or not.
std::string bitcode(const std::string& text, const Change& before = {}, const Change& after = {}) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  auto module = llvm::parseAssemblyString("target triple = \"nvptx64-nvidia-cuda\"\n" + text, error, context);
  REQUIRE_MESSAGE(module, error.getMessage().str());
  if (before) before(*module);
  llvm::ProfileSummaryInfo profile(*module);
  const auto index = llvm::buildModuleSummaryIndex(*module, nullptr, &profile);
  if (after) after(*module);
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  llvm::WriteBitcodeToFile(*module, stream, false, &index);
  return bytes;
}

constexpr const char* caller = R"(declare i32 @callee(i32)
define ptx_kernel void @k(ptr addrspace(1) %p) {
  %a = call i32 @callee(i32 1)
  store i32 %a, ptr addrspace(1) %p
  ret void
}
)";
constexpr const char* callee = "define i32 @callee(i32 %x) {\n  %r = add i32 %x, 1\n  ret i32 %r\n}\n";

std::unique_ptr<ThinProgram> read(std::vector<ThinFile> files, Diag& diag) {
  return ThinProgram::read(std::move(files), ThinReading(), diag);
}

TEST_CASE("kernels that metadata marks, as front ends did before they had a calling convention") {
  Diag diag;
  const auto old = [](llvm::Module& module) {
    llvm::Function* const k = module.getFunction("k");
    k->setCallingConv(llvm::CallingConv::C);
    llvm::LLVMContext& context = module.getContext();
    llvm::Metadata* const words[] = {
        llvm::ValueAsMetadata::get(k), llvm::MDString::get(context, "kernel"),
        llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), 1))};
    module.getOrInsertNamedMetadata("nvvm.annotations")->addOperand(llvm::MDNode::get(context, words));
  };
  const auto program = read({{"k.bc", bitcode(caller, old)}, {"f.bc", bitcode(callee)}}, diag);
  REQUIRE(program);
  CHECK(program->kernels() == 1);
  CHECK(program->summaries_made() == 0);
}

TEST_CASE("a priority in metadata, which stands with the body") {
  for (const bool there : {false, true}) {
    Diag diag;
    const std::string text =
        there ? "define i32 @callee(i32 %x) !lathe-import-priority !0 {\n  ret i32 %x\n}\n!0 = !{i32 0}\n" : callee;
    const auto program = read({{"k.bc", bitcode(caller)}, {"f.bc", bitcode(text)}}, diag);
    REQUIRE(program);
    CHECK(plan_imports(program->problem(), {}, nullptr).modules[0].imports.size() == (there ? 0 : 1));
  }
}

TEST_CASE("a summary of other code is told") {
  Diag diag;
  const auto hide = [](llvm::Module& module) {
    module.getFunction("callee")->setLinkage(llvm::GlobalValue::WeakAnyLinkage);
  };
  CHECK_FALSE(read({{"k.bc", bitcode(caller)}, {"f.bc", bitcode(callee, {}, hide)}}, diag));
  REQUIRE(diag.failed());
  CHECK(diag.messages().back().text.find("'callee'") != std::string::npos);
}

TEST_CASE("a body that is no IR is not moved: its own module's backend and that of who wants it tell") {
  Diag diag;
  const auto spoil = [](llvm::Module& module) {
    auto& entry = module.getFunction("callee")->getEntryBlock();
    entry.front().setOperand(0, &entry.front());  // it reads itself
  };
  const auto program = read({{"k.bc", bitcode(caller)}, {"f.bc", bitcode(callee, {}, spoil)}}, diag);
  REQUIRE(program);
  const lathe::thinlto::Options options;
  program->adopt(plan_imports(program->problem(), options, nullptr), options);
  for (std::uint32_t m = 0; m < 2; ++m) {
    Diag told;
    CHECK(program->backend(m, ThinBackend(), ThinForm::text, told).empty());
    REQUIRE(told.failed());
    CHECK(told.messages().back().text.find("invalid IR") != std::string::npos);
  }
}

}  // namespace
