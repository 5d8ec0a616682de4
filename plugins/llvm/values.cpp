// Passes that look at values: dead code, copies.
#include <lathe/opt/of_view.hpp>
#include <lathe/program/editing.hpp>

#include "adapters/llvm_mir/editor.hpp"
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

}  // namespace lathe::llvm_plugin
