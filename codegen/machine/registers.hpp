// What registers a target has, as data: whatever this room must know of it beside its table of operations.
//
// A file is a class of registers of one size; classes are numbers of files. A condition code is a file of one register
// that cannot be stored (slot_bytes 0). Of a target with one register per warp beside those per thread, the uniform file
// names the file of the threads as its `twin`: `banks.hpp` decides which values may be there. How a copy, a swap, a spill
// and a reload are written is the target's printing of the neutral operations (function.hpp), by the class of their
// registers.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "codegen/machine/function.hpp"

namespace lathe::codegen::machine {

/// A register file: registers that are alike.
struct File {
  std::string name;    ///< "vector"
  std::string prefix;  ///< "v": registers are v0, v1, ...; of a file of one register, its whole name
  std::uint32_t count = 0;
  std::uint32_t slot_bytes = 4;  ///< of a register in the frame, for one thread; 0: there is no way to store one
  std::uint32_t slot_align = 4;  ///< bytes, a power of two
  bool swap = true;              ///< two of it can be exchanged without a third
  bool lost_at_calls = true;     ///< an instruction with Effect::call leaves nothing in it
  std::uint32_t twin = none;     ///< of a uniform file: the file of the same registers per thread
  std::vector<std::uint32_t> reserved = {};  ///< registers that no value gets

  bool uniform() const { return twin != none; }  ///< one for all threads of a warp
  /// As it is printed; k is below `count`.
  std::string register_name(std::uint32_t k) const { return count == 1 ? prefix : prefix + std::to_string(k); }
};

/// The register files of a target, and which registers operands may be in.
struct Registers {
  std::vector<File> files;  ///< the class of a value is a number in it

  /// The registers of its class in which the k-th operand may be, none: any. Optional.
  std::function<std::vector<std::uint32_t>(const Function&, InstId, std::uint32_t k)> allowed;
  /// May the k-th operand, a use of an instruction that is done per thread, be a register of the uniform twin of its
  /// class? Optional: all may.
  std::function<bool(const Function&, InstId, std::uint32_t k)> takes_uniform;

  /// The uniform file of a class; none: there is none.
  std::uint32_t uniform_of(std::uint32_t cls) const {
    for (std::uint32_t c = 0; c < files.size(); ++c)
      if (files[c].twin == cls) return c;
    return none;
  }
};

/// What is wrong with a description, by the names of its files; empty: nothing. O(registers log registers).
std::string fault_of(const Registers& registers);

}  // namespace lathe::codegen::machine
