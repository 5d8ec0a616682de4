// Rematerialisation by blocks, with the reference's knobs: passes::rematerialize on PTX, of which few_registers.hpp says what
// it asks.
#include <algorithm>
#include <sstream>
#include <string>

#include <lathe/passes/rematerialize.hpp>

#include "nvptx/passes/few_registers.hpp"

namespace lathe::nvptx::machine {
namespace {

// An instruction costs 1 here, wide results and loads are the algorithm's; what a unit takes long for is dear.
class RematRegisters : public FewRegisters {
 public:
  RematRegisters(MirCode& code, const MirRegisterOptions& options, bool parameters)
      : FewRegisters(code, options), of_(code), parameters_(parameters) {}
  bool may_make_again(MirId i) const {
    const mir::OpDesc& d = of_.op(i);
    const bool parameter = d.op == mir::Op::ld && d.space == mir::Space::param;
    return (parameters_ || !parameter) && FewRegisters::may_make_again(i);
  }
  std::uint32_t make_cost(MirId i) const { return is_slow(i) ? 8 : 1; }

 private:
  const MirCode& of_;
  bool parameters_;
};

std::uint32_t limit_of(const MachinePassContext& context, const mir::Module& module, const mir::Function& function) {
  const PassKnobs& knobs = context.options.knobs;
  if (knobs.maxreg != 0) return static_cast<std::uint32_t>(std::clamp(knobs.maxreg, 1, 255));
  const auto usual = static_cast<std::uint32_t>(std::clamp(knobs.nv_remat_default_max_reg, 1, 255));
  return knobs.max_reg_kind == 0
             ? usual
             : std::min(usual, register_limit(machine_of(module, context.features.sm), launch_of(function)));
}

}  // namespace

void rematerialize(MachineChain& on, const MachinePassContext& context) {
  MirCode& code = on.code();
  const PassKnobs& knobs = context.options.knobs;
  MirRegisterOptions registers = context.registers(code);
  registers.max_registers = limit_of(context, code.module(), code.function());
  const RematRegisters own(code, registers, knobs.remat_load_param);
  lathe::passes::RematerializeOptions options;
  options.name = "nvptx-remat-block";
  options.fuel = context.fuel;
  options.modes = natural(knobs.nv_remat_block);
  options.max_times = natural(knobs.nv_remat_max_times);
  options.single_cost = natural(knobs.nv_remat_block_single_cost);
  options.map_size = natural(knobs.nv_remat_block_map_size_limit);
  options.max_cost = natural(knobs.nv_remat_block_max_cost);
  options.live_out_percentage = natural(knobs.nv_remat_block_liveout_min_percentage);
  options.loop_cost_factor = natural(knobs.nv_remat_block_loop_cost_factor);
  options.load_cost = natural(knobs.nv_remat_block_load_cost);
  options.special_threshold = natural(knobs.nv_remat_threshold_for_spec_reg);
  options.internal_live = knobs.nv_remat_check_internal_live;
  options.loads = knobs.load_remat;
  options.named_spaces = knobs.vasp_fix1;
  options.dump = knobs.nv_dump_remat_block;
  std::istringstream names(knobs.no_mi_remat);
  for (std::string name; std::getline(names, name, ',');) options.skipped.push_back(name);
  const auto result = lathe::passes::rematerialize(code, own, options, context.sink());
  if (context.printed != nullptr) *context.printed += result.dump;
  context.count(result);
  on.forget();
}

}  // namespace lathe::nvptx::machine
