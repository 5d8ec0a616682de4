// A function of NVPTX machine IR for lathe::pressure: 32-bit registers and predicates, with the limits and the steps
// of occupancy that the function's directives and the machine give.
//
// PTX has no sub-registers: a value of 64 bits weighs two, one of 16 bits takes a register of its own, as ptxas does
// for most. The carry flag is a register that weighs nothing.
#pragma once

#include <cstdint>
#include <vector>

#include <lathe/pressure/of_view.hpp>

#include "nvptx/views/launch.hpp"
#include "nvptx/views/view.hpp"

namespace lathe::nvptx {

struct MirPressureOptions {
  std::uint32_t max_registers = 0;  ///< limit of 32-bit registers; 0: by the directives, 255 without any
  std::uint32_t predicates = 7;
  std::uint32_t sm = 0;  ///< whose registers and warps; 0: the module's target
};

/// What registers of PTX weigh.
class MirRegisterSets {
 public:
  MirRegisterSets(const mir::Module& module, const mir::Function& function, MirPressureOptions options)
      : m_(module), f_(function), options_(options) {}

  std::vector<pressure::Problem::Set> sets() const {
    const Multiprocessor& machine = machine_of(m_, options_.sm);
    const std::uint32_t all = options_.max_registers;
    pressure::Problem::Set words{"r32", all != 0 ? all : register_limit(machine, launch_of(f_)), {}};
    for (const RegisterStep& step : steps_within(machine, launch_of(f_), machine.thread_registers))
      words.steps.push_back(step.registers);
    if (!words.steps.empty()) words.steps.pop_back();  // there is nothing beyond the last
    return {words, {"pred", options_.predicates, {}}};
  }
  std::vector<pressure::Feed> feeds(mir::Reg r) const {
    if (r == mir::carry_of(f_)) return {};
    const mir::Type type = f_.regs[r].type;
    if (type == mir::Type::pred) return {{1, 1}};
    return {{0, (mir::bits_of(type) + 31) / 32}};
  }

 private:
  const mir::Module& m_;
  const mir::Function& f_;
  MirPressureOptions options_;
};

namespace detail {
struct MirPressureParts {
  MirView view;
  MirRegisterSets sets;
};
}  // namespace detail

class MirPressure : detail::MirPressureParts, public pressure::OfView<MirView, MirRegisterSets> {
 public:
  MirPressure(const mir::Module& module, const mir::Function& function, MirPressureOptions options = {})
      : MirPressureParts{{module, function}, {module, function, options}}, OfView(view, sets) {}
  MirPressure(const MirPressure&) = delete;
};
static_assert(pressure::explain<MirPressure>());

}  // namespace lathe::nvptx
