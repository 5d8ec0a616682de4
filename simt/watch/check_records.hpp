// Records of the instructions that run, found fast. Cost: O(1) for a look-up. Private to simt.
#pragma once

#include "simt/state/program.hpp"
#include "simt/state/record.hpp"
#include "simt/state/warp.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

class RecordTable {
 public:
  void begin_launch(const Grid& grid) {
    program_ = grid.program;
    last_ = nullptr;
  }
  const Description& description(const FunctionCode& function) {
    if (&function != last_) {
      last_ = &function;
      last_description_ = &program_->description(function);
    }
    return *last_description_;
  }
  /// nullptr for Codes that belong to no instruction.
  const Record* of(const FunctionCode& function, std::uint32_t inst) {
    const auto& records = description(function).records;
    return inst < records.size() && records[inst].present ? &records[inst] : nullptr;
  }

 private:
  const Program* program_ = nullptr;
  const FunctionCode* last_ = nullptr;
  const Description* last_description_ = nullptr;
};

using Registers = std::vector<RegisterInfo>;

/// Bits of one lane of a register that has a slot, the lowest 64.
inline std::uint64_t lane_value(const Warp& warp, const RegisterInfo& reg, unsigned lane) {
  const unsigned bits = reg.width();
  return bits == 1    ? std::uint64_t{warp.pred(reg.slot) >> lane & 1U}
         : bits <= 16 ? warp.in<std::uint16_t>(reg.slot)[lane]
         : bits == 32 ? warp.in<std::uint32_t>(reg.slot)[lane]
                      : warp.in<std::uint64_t>(reg.slot)[lane];
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
