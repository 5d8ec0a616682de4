#include "harness.hpp"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include "nvptx/build/build.hpp"
#include "nvptx/build/view.hpp"
#include "nvptx/debug/plan.hpp"
#include "nvptx/facts/facts.hpp"
#include "nvptx/print/print.hpp"

namespace build_test {

using namespace lathe::nvptx;

Built build(std::string_view ir, std::string_view cpu, std::string_view mattr) {
  Built out;
  llvm::LLVMContext context;
  llvm::SMDiagnostic message;
  std::string text =
      "target datalayout = \"e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64\"\n"
      "target triple = \"nvptx64-nvidia-cuda\"\n";
  text += ir;
  const auto module = llvm::parseAssemblyString(text, message, context);
  if (module == nullptr) {
    out.errors.push_back("parse: " + message.getMessage().str());
    return out;
  }
  std::string broken;
  llvm::raw_string_ostream stream(broken);
  if (llvm::verifyModule(*module, &stream)) {
    out.errors.push_back("verify: " + broken);
    return out;
  }
  out.parsed = true;
  Features features = *parse_cpu(cpu);
  std::string error;
  apply_attribute(features, mattr, error);
  mir::Module made;
  std::vector<Body> bodies;
  Diag diag;
  const auto plan = debug::Plan::make(*module, features.ptx, made.files);
  if (build_module(*module, features, made, bodies, diag)) out.skeleton = mir::print(made);
  const lathe::nvptx::build::View view(*module, plan);
  const TargetFacts facts = target_facts(features);
  for (const Body& body : bodies) {
    mir::Function& function = made.functions[body.index];
    Dag dag;
    FunctionBuilder builder(body, view, features, facts, made, function, dag, diag);
    for (std::uint32_t block = 0; block < builder.block_count(); ++block) {
      builder.build_block(block);
      dag.verify([&](NodeId node, const char* what) {
        out.faults.push_back(function.name + ": %" + std::to_string(node) + ": " + what);
      });
      out.blocks[function.name].push_back(print(dag));
    }
    builder.finish();
    if (!diag.failed()) out.functions[function.name] = mir::print(made, function);
  }
  for (const Message& m : diag.messages())
    out.errors.push_back(m.function.empty() ? m.text : m.function + ": " + m.text);
  return out;
}

unsigned count(std::string_view text, std::string_view part) {
  unsigned found = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

std::vector<std::string> operations(std::string_view dag) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < dag.size();) {
    const std::size_t end = std::min(dag.find('\n', at), dag.size());
    const std::string_view line = dag.substr(at, end - at);
    at = end + 1;
    const std::size_t equals = line.find(" = ");
    if (line.empty() || line.front() != '%' || equals == std::string_view::npos) continue;
    const std::string_view rest = line.substr(equals + 3);
    out.emplace_back(rest.substr(0, rest.find(' ')));
  }
  return out;
}

}  // namespace build_test
