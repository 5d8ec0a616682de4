// Helpers of the tests of `prepare`: IR text in, IR text out.
#pragma once

#include <doctest/doctest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <memory>
#include <string>
#include <string_view>

#include "nvptx/prepare/prepare.hpp"

namespace lathe::nvptx::test {

inline Features target(const char* cpu = "sm_90", unsigned level = 3) {
  Features features = *parse_cpu(cpu);
  features.opt_level = level;
  return features;
}

/// A module and what was said about it.
struct Ir {
  llvm::LLVMContext context;
  Diag diag;
  std::unique_ptr<llvm::Module> module;

  explicit Ir(std::string_view text) { module = read_module(text, "test.ll", context, diag); }

  /// Runs one step, then LLVM's verifier, then the step again: the text must not change any more.
  std::string step(std::string_view name, const Features& features = target(), PrepareOptions options = {}) {
    REQUIRE(module);
    prepare_step(*module, name, features, options, diag);
    check();
    const std::string once = print();
    if (!diag.failed()) {
      prepare_step(*module, name, features, options, diag);
      check();
      CHECK(print() == once);
    }
    return once;
  }
  /// All steps, LLVM's verifier after each.
  std::string all(const Features& features = target(), PrepareOptions options = {}) {
    REQUIRE(module);
    options.verify_each = true;
    prepare(*module, features, options, diag);
    check();
    return print();
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

inline bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }
inline std::size_t count(const std::string& text, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++n;
  return n;
}

}  // namespace lathe::nvptx::test
