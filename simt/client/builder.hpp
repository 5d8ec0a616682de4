// Instructions into Codes for the machine and Records for the watchers, both from one list of operands.
//
// Every instruction becomes one Code, so that a branch's target is the number of an instruction; what takes several steps (addresses of
// two registers, scalar results) is made of parts. Registers have 32 bits, or one bit a lane.
#pragma once

#include <unordered_map>

#include "simt/client/module.hpp"
#include "simt/client/operation.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

/// What an instruction reads: a register; or a constant; or a constant that is the place of a symbol; or a slot that nobody watches.
struct Source {
  Register reg = no_register;
  std::uint32_t value = 0;
  std::uint64_t symbol = ~std::uint64_t{0};  ///< Module::id_of
  Slot slot = no_slot;
};

struct Instruction {
  std::vector<Register> results{};
  std::vector<Source> sources{};  ///< in the order of the set; of memory those that are no address
  Source address{};               ///< operations on memory, and others of Operation::address_bits 64: the low word
  Register address_high = no_register;
  std::uint64_t imm = 0;  ///< what is added to the address; or a branch's target, or a called function
  Register guard = no_register;
  bool scalar = false;           ///< executed once: the results are the same in all lanes
  Register alike = no_register;  ///< scalar: a predicate that must be the same in all lanes
  std::uint32_t line = 0;        ///< of the client's text
  std::string text{};
};

class FunctionBuilder {
 public:
  /// Registers with their slots, all of the set; the frame gets as many bytes as those that are used need. `scratch`: 8 bytes a lane of
  /// the frame, below them.
  FunctionBuilder(Module& module, std::size_t function, std::vector<RegisterInfo> registers, Slot scratch);
  /// The next instruction. Three sources go to Code::a, b and c, a fourth to x; the first result to d; several registers of memory to
  /// Code::extra.
  void add(const Operation& operation, const Instruction& instruction);
  /// Once, behind all instructions.
  void finish();

 private:
  Slot constant(std::uint32_t value);
  Slot slot_of(Register reg);
  Slot slot_of(const Source& source);
  void address(const Operation& operation, const Instruction& instruction, Code& code, std::vector<Code>& parts);
  Record record(const Operation& operation, const Instruction& instruction, const std::vector<Source>& sources) const;

  Module::Entry& entry_;
  std::vector<RegisterInfo> registers_;
  Slot scratch_;
  std::unordered_map<std::uint32_t, Slot> constants_;
};

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
