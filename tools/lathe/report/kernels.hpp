// The front table of a report: what each function of a module takes, and what there is to be gained.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "nvptx/target/resources.hpp"
#include "tools/lathe/json.hpp"
#include "tools/lathe/throughput_answer.hpp"

namespace lathe::nvptx::mir {
class Module;
struct Function;
}  // namespace lathe::nvptx::mir

namespace lathe::nvptx::cli {

/// What ptxas said of one function, and its text in the cubin.
struct PtxasFigures {
  std::optional<std::uint64_t> registers, barriers, shared, constant;  ///< of kernels alone
  std::optional<std::uint64_t> stack, spill_stores, spill_loads;       ///< bytes
  std::optional<std::uint64_t> sass_bytes;                             ///< of its section .text.NAME
};

/// How a launch looks where the function's directives do not say it.
struct LaunchGuess {
  std::uint32_t threads = 256;  ///< of a block
  std::uint32_t shared = 0;     ///< dynamic shared memory of a block, bytes
};

/// What the model of time says of a kernel (lathe/flow/throughput.hpp), as `lathe flow --throughput --json` has it.
struct ModelTime {
  Json answer;                   ///< blocks run as the code's shape suggests
  std::optional<Json> profiled;  ///< as often as in the launch of --profile
};

/// A line of the table. Registers of 32 bits, memory in bytes.
struct KernelRow {
  std::string function;
  bool kernel = false;
  std::uint64_t instructions = 0;                    ///< of PTX
  std::uint64_t registers = 0, predicates = 0;       ///< live at once, as `lathe pressure` counts them
  std::uint64_t shared = 0, local = 0;               ///< of the variables that PTX declares and the function reaches
  std::optional<PtxasFigures> ptxas;                 ///< with --cubin
  std::uint32_t threads = 0, dynamic_shared = 0;     ///< of a block
  std::string threads_by;                            ///< "reqntid", "maxntid" or "--block"
  Occupancy occupancy;                               ///< of kernels
  std::optional<RegisterStep> next;                  ///< fewer registers with which more warps reside
  std::optional<std::uint64_t> slack;                ///< registers more until fewer warps reside
  std::optional<ModelTime> time;                     ///< of kernels of which a block fits
  std::map<std::string, std::optional<double>> was;  ///< with --against: the same members of the other build

  /// ptxas's count where there is one, else what is live at once.
  std::uint64_t registers_taken() const { return ptxas && ptxas->registers ? *ptxas->registers : registers; }
  /// Bytes that are spilled, stores and loads; nothing without ptxas.
  std::optional<std::uint64_t> spilled() const {
    return ptxas && ptxas->spill_stores ? std::optional(*ptxas->spill_stores + ptxas->spill_loads.value_or(0))
                                        : std::nullopt;
  }
};

/// The function's own part, without ptxas and occupancy. O(instructions).
KernelRow row_of(const mir::Module& module, const mir::Function& function, const LaunchGuess& guess);
/// Occupancy, the next step and the slack, by what the row says of registers and shared memory.
void settle_occupancy(const Multiprocessor& machine, KernelRow& row);
/// The model's time, by the occupancy that the row has. `profiled`: null without a profile.
void settle_time(const Multiprocessor& machine, const mir::Module& module, const mir::Function& function,
                 const Profiled* profiled, KernelRow& row);
/// Spills first, then by warps that a step would win for the registers that it asks for, then by size.
void sort_by_gain(std::vector<KernelRow>& rows);
/// Flat; what is not known is null.
Json to_json(const Multiprocessor& machine, const KernelRow& row);
/// The table's numbers by their names, as `to_json` has them.
std::map<std::string, std::optional<double>> figures_of(const Multiprocessor& machine, const KernelRow& row);

}  // namespace lathe::nvptx::cli
