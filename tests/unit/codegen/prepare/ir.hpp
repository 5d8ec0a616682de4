// Helpers of the tests of codegen/prepare: IR text in, steps of the table by name, IR text out.
#pragma once

#include <doctest/doctest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <memory>
#include <string>
#include <string_view>

#include "codegen/prepare/table.hpp"

namespace lathe::codegen::test {

/// A module for some target, and what was said about it.
struct Ir {
  const PrepareFacts& facts;
  StepOptions options;
  unsigned level = 3;
  llvm::LLVMContext context;
  Diag diag;
  std::unique_ptr<llvm::Module> module;

  Ir(const PrepareFacts& of, std::string_view layout, std::string_view text) : facts(of) {
    llvm::SMDiagnostic error;
    module = llvm::parseAssemblyString("target datalayout = \"" + std::string(layout) + "\"\n" + std::string(text),
                                       error, context);
    const std::string said = error.getMessage().str() + " in " + std::string(text);
    INFO(said);
    REQUIRE(module);
  }

  /// Runs one step, then LLVM's verifier, then the step again: the text must not change any more.
  std::string step(std::string_view name) {
    run(name);
    const std::string once = print();
    if (!diag.failed()) {
      run(name);
      CHECK(print() == once);
    }
    return once;
  }
  /// All of codegen's steps, LLVM's verifier after each.
  std::string all() {
    options.verify_each = true;
    StepContext step_context = made();
    for (const Step* one : wanted_steps(neutral_steps(), step_context, true))
      if (!run_on_module(*one, step_context)) return print();
    FunctionSteps(step_context, wanted_steps(neutral_steps(), step_context, false)).run_on_all();
    check();
    return print();
  }
  void run(std::string_view name) {
    const Step* one = find_step(neutral_steps(), name);
    REQUIRE(one != nullptr);
    StepContext step_context = made();
    if (one->module != nullptr)
      run_on_module(*one, step_context);
    else
      FunctionSteps(step_context, {one}).run_on_all();
    check();
  }
  StepContext made() {
    StepContext out{*module, facts, options, diag, level};
    out.shared_is_wide = shared_beyond_block(*module, facts);
    return out;
  }
  void check() {
    std::string text;
    llvm::raw_string_ostream stream(text);
    const bool broken = llvm::verifyModule(*module, &stream);
    INFO(text);
    CHECK_FALSE(broken);
  }
  std::string print() const {
    std::string text;
    llvm::raw_string_ostream stream(text);
    module->print(stream, nullptr);
    return text;
  }
  std::string message() const { return diag.messages().empty() ? std::string() : diag.messages().front().text; }
};

inline std::size_t count(const std::string& text, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++n;
  return n;
}
inline bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace lathe::codegen::test
