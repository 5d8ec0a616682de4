// Passes that look at values: dead code, copies, common subexpressions, what goes out of loops and down to its readers.
#include <lathe/opt/of_view.hpp>
#include <lathe/passes/common_subexpressions.hpp>
#include <lathe/passes/hoist.hpp>
#include <lathe/passes/sink.hpp>
#include <lathe/program/editing.hpp>

#include "adapters/llvm_mir/editor.hpp"
#include "adapters/llvm_mir/registers.hpp"
#include "codegen/passes/copies.hpp"
#include "plugins/llvm/passes.hpp"

namespace lathe::llvm_plugin {

namespace {

struct Eraser {
  llvm_mir::Code& code;
  void erase(llvm_mir::Code::Block, const std::vector<llvm_mir::Code::Inst>& dead) {
    for (const llvm_mir::Code::Inst i : dead) {
      code.put(i, {});
      code.drop(i);
    }
  }
};

}  // namespace

bool remove_dead_code(const Job& job) {
  llvm_mir::Code code(job.function);
  Eraser eraser{code};
  return opt::delete_dead_code(code, eraser) != 0;
}

bool propagate_copies(const Job& job) {
  if (!job.function.getProperties().hasIsSSA()) return false;
  llvm_mir::Code code(job.function);
  const codegen::passes::SsaValues<llvm_mir::Code> ssa(code);
  return codegen::passes::propagate_copies(code, ssa) != 0;
}

bool merge_subexpressions(const Job& job) {
  llvm_mir::Code code(job.function, llvm_mir::Ways::fixed, job.frequencies, llvm_mir::Masks::left_out);
  passes::CommonSubexpressionsOptions options;
  options.rounds = 1;  // as LLVM's
  return passes::common_subexpressions(code, llvm_mir::CodeRegisters(code, *job.limits), options).changes != 0;
}

bool hoist_invariants(const Job& job) {
  llvm_mir::Code code(job.function, llvm_mir::Ways::fixed, job.frequencies, llvm_mir::Masks::left_out);
  passes::HoistOptions options;
  options.split_edges = false;
  return passes::hoist(code, llvm_mir::CodeRegisters(code, *job.limits), options).changes != 0;
}

bool sink_to_readers(const Job& job) {
  llvm_mir::Code code(job.function, llvm_mir::Ways::fixed, job.frequencies, llvm_mir::Masks::left_out);
  return passes::sink(code, llvm_mir::CodeRegisters(code, *job.limits)).changes != 0;
}

}  // namespace lathe::llvm_plugin
