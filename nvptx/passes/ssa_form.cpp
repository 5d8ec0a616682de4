// Into SSA form, for code that is not: PTX of other compilers, inline assembly. The passes behind it see registers that
// are written once; phi elimination makes locations of them again, with those that are tied as one where it can.
// Needs: terminators at block ends. Cost: lathe/program/ssa.hpp.
#include <lathe/program/ssa_check.hpp>

#include "nvptx/passes/machine.hpp"
#include "nvptx/passes/pass_list.hpp"
#include "nvptx/views/ssa.hpp"

namespace lathe::nvptx {

void construct_ssa(Module& module, Function& function, const MachinePassContext& context) {
  namespace ssa = lathe::program::ssa;
  drop_unreachable(module, function);
  const auto move = [&](Reg to, Reg from) {
    const Operand slots[] = {Operand::make_reg(to), Operand::make_reg(from)};
    return function.make(move_for(module, function.regs[to].type), slots);
  };
  const auto check = [&](const ssa::Problem& problem, const ssa::Plan& plan) {
    if (!context.options.verify_each) return;
    for (const auto& fault : ssa::check(problem, plan)) context.faults.push_back(fault.text);
  };
  const MirSsaResult done = into_ssa(module, function, move, check);
  if (done.refusal != ssa::Refusal::none && context.options.verify_each)
    context.faults.push_back(std::string("no plan: ") + ssa::to_string(done.refusal));
}

}  // namespace lathe::nvptx
