// Passes that look at values: dead code, copies, common subexpressions, what goes out of loops and down to its readers.
#include <optional>
#include <utility>

#include <lathe/opt/of_view.hpp>
#include <lathe/passes/coalesce.hpp>
#include <lathe/passes/common_subexpressions.hpp>
#include <lathe/passes/hoist.hpp>
#include <lathe/passes/sink.hpp>
#include <lathe/program/editing.hpp>

#include "adapters/llvm_mir/editor.hpp"
#include "adapters/llvm_mir/parts.hpp"
#include "adapters/llvm_mir/registers.hpp"
#include "plugins/llvm/passes.hpp"

namespace lathe::llvm_plugin {

struct Shared::Parts {
  explicit Parts(const Job& job)
      : code(job.function, llvm_mir::Ways::fixed, job.frequencies, llvm_mir::Masks::left_out),
        chain(code),
        registers(code) {}
  llvm_mir::Code code;
  passes::Chain<llvm_mir::Code> chain;
  llvm_mir::CodeRegisters registers;
};
Shared::Shared() = default;
Shared::~Shared() = default;
void Shared::forget() { parts_.reset(); }
Shared::Parts& Shared::of(const Job& job) {
  if (!parts_) parts_ = std::make_unique<Parts>(job);
  return *parts_;
}

namespace {

// A pass on what is shared; behind it the function is LLVM's again.
template <class Pass>
bool on_shared(const Job& job, Pass&& pass) {
  Shared::Parts& parts = job.shared->of(job);
  const bool changed = pass(parts.chain, std::as_const(parts.registers)).changes != 0;
  if (parts.code.settle()) job.shared->forget();
  return changed;
}

}  // namespace

bool remove_dead_code(const Job& job) {
  llvm_mir::Code code(job.function, llvm_mir::Ways::fixed, nullptr, llvm_mir::Masks::left_out);
  const std::vector<llvm_mir::Code::Inst> dead = opt::dead_by_readers(code);
  for (const llvm_mir::Code::Inst i : dead) {
    code.put(i, {});
    code.drop(i);
  }
  return !dead.empty();
}

bool join_registers(const Job& job) {
  if (job.function.getProperties().hasIsSSA()) return false;
  llvm_mir::PartsCode code(job.function, llvm_mir::Ways::fixed, job.frequencies, llvm_mir::Masks::left_out);
  return passes::coalesce(code).changes != 0;
}

bool merge_subexpressions(const Job& job) {
  passes::CommonSubexpressionsOptions options;
  options.rounds = 1;  // as LLVM's
  // AMD GPU calls cheap what becomes three instructions (a symbol's address), and registers are many there.
  options.cheap_across = job.function.getTarget().getTargetTriple().isAMDGCN();
  return on_shared(job, [&](auto& chain, const auto& registers) {
    return passes::common_subexpressions(chain, registers, options);
  });
}

bool hoist_invariants(const Job& job) {
  passes::HoistOptions options;
  options.split_edges = false;
  // On AMD GPUs a constant takes a register wherever it is read, so it may as well be made in front of the loop. Reuse
  // changes nothing elsewhere, where CSE behind it finds the same, and takes half as long again.
  options.reuse = options.cheap_raises = job.function.getTarget().getTargetTriple().isAMDGCN();
  return on_shared(job, [&](auto& chain, const auto& registers) { return passes::hoist(chain, registers, options); });
}

// Behind allocation: registers have names, and what calls write is named, too.
bool hoist_allocated(const Job& job) {
  llvm_mir::Code code(job.function, llvm_mir::Ways::fixed, job.frequencies);
  passes::HoistOptions options;
  options.split_edges = false;
  options.pinned = true;
  return passes::hoist(code, options).changes != 0;
}

bool sink_to_readers(const Job& job) {
  return on_shared(job, [&](auto& chain, const auto& registers) { return passes::sink(chain, registers); });
}

}  // namespace lathe::llvm_plugin
