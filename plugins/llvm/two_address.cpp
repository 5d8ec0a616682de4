// Ties made true, and what machine code in SSA form has besides that registers have not.
#include <lathe/passes/two_address.hpp>

#include "adapters/llvm_mir/two_address.hpp"
#include "plugins/llvm/passes.hpp"

namespace lathe::llvm_plugin {

bool make_ties_true(const Job& job) {
  if (llvm_mir::begin_two_address(job.function)) {
    llvm_mir::TiedCode code(job.function);
    passes::TwoAddressOptions options;
    options.commute = options.convert = !job.least;
    passes::two_address(code, options);
  }
  llvm_mir::end_two_address(job.function);
  return true;
}

}  // namespace lathe::llvm_plugin
