// Modules of generated programs, and their bitcode with summaries.
#pragma once

#include <doctest/doctest.h>
#include <llvm/Analysis/ModuleSummaryAnalysis.h>
#include <llvm/Analysis/ProfileSummaryInfo.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace thinlto_llvm {

// Module `m` of a program: functions f, each in one module, linkonce_odr ones g in several, local ones, variables, an
// alias. Sizes lie around the thresholds.
inline std::string module_text(std::uint32_t seed, std::uint32_t m, std::uint32_t modules) {
  std::mt19937 engine(seed * 131 + m);
  const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; };
  constexpr std::uint32_t functions = 10, shared = 6, variables = 4;
  std::string text = "source_filename = \"s" + std::to_string(m) + ".c\"\n";
  std::set<std::string> defined, used, used_variables;
  const auto body = [&](const std::string& head, const std::string& self, std::uint32_t size) {
    defined.insert(self);
    text += head + " {\n";
    for (std::uint32_t i = 0; i < size; ++i)
      text += "  %a" + std::to_string(i) + " = add i32 " + (i == 0 ? "%x" : "%a" + std::to_string(i - 1)) + ", 3\n";
    for (std::uint32_t n = pick(5); n > 0; --n) {
      std::string callee = pick(3) == 0 ? "g" + std::to_string(pick(shared))
                                        : "f" + std::to_string(pick(modules)) + "_" + std::to_string(pick(functions));
      if (pick(12) == 0) callee = "printf_like";
      used.insert(callee);
      text += "  call i32 @" + callee + "(i32 1)" + (pick(9) == 0 ? " cold\n" : "\n");
    }
    for (std::uint32_t n = pick(3); n > 0; --n) {
      const std::string v = "v" + std::to_string(pick(modules)) + "_" + std::to_string(pick(variables));
      used_variables.insert(v);
      text += pick(3) != 0 ? "  %l" + std::to_string(n) + " = load i32, ptr @" + v + "\n"
                           : "  store i32 1, ptr @" + v + "\n";
    }
    text += "  ret i32 0\n}\n";
  };
  static constexpr std::uint32_t sizes[] = {1, 5, 20, 30, 45, 65, 90, 130};
  for (std::uint32_t f = 0; f < functions; ++f) {
    const std::string name = "f" + std::to_string(m) + "_" + std::to_string(f);
    const char* attributes = pick(10) == 0 ? " noinline" : pick(15) == 0 ? " alwaysinline" : "";
    body("define i32 @" + name + "(i32 %x)" + attributes, name, sizes[pick(8)]);
  }
  for (std::uint32_t g = 0; g < shared; ++g) {
    const bool here = pick(2) == 0;
    engine.seed(seed * 977 + g);  // one definition rule: the same body everywhere
    const std::uint32_t size = sizes[pick(8)];
    if (here) body("define linkonce_odr i32 @g" + std::to_string(g) + "(i32 %x)", "g" + std::to_string(g), size);
  }
  text += "@alias" + std::to_string(m) + " = alias i32 (i32), ptr @f" + std::to_string(m) + "_0\n";
  for (std::uint32_t v = 0; v < variables; ++v) {
    const std::string name = "v" + std::to_string(m) + "_" + std::to_string(v);
    defined.insert(name);
    text += "@" + name + (pick(3) == 0 ? " = constant i32 7\n" : " = global i32 0\n");
  }
  for (const std::string& name : used)
    if (!defined.contains(name)) text += "declare i32 @" + name + "(i32)\n";
  for (const std::string& name : used_variables)
    if (!defined.contains(name)) text += "@" + name + " = external global i32\n";
  return text;
}

inline void add_bitcode(const std::string& text, const std::string& name, llvm::ModuleSummaryIndex& combined,
                        std::vector<std::unique_ptr<std::string>>& buffers) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  auto module = llvm::parseAssemblyString(text, error, context);
  REQUIRE_MESSAGE(module, error.getMessage().str() << error.getLineContents().str());
  llvm::ProfileSummaryInfo profile(*module);
  const auto summary = llvm::buildModuleSummaryIndex(*module, nullptr, &profile);
  std::string bytes;
  llvm::raw_string_ostream out(bytes);
  llvm::WriteBitcodeToFile(*module, out, false, &summary);
  buffers.push_back(std::make_unique<std::string>(std::move(bytes)));
  REQUIRE(!llvm::readModuleSummaryIndex(llvm::MemoryBufferRef(*buffers.back(), name), combined));
}

}  // namespace thinlto_llvm
