// What the machine and the watchers ask of a loaded program: the client's side of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "simt/state/code.hpp"
#include "simt/state/memory.hpp"
#include "simt/state/record.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

class Program {
 public:
  virtual ~Program() = default;

  virtual std::size_t function_count() const = 0;
  virtual const FunctionCode& function(std::size_t index) const = 0;
  /// The function whose address it is; nullptr when there is none.
  const FunctionCode* function_at(Address address) const {
    const std::uint64_t at = address - code_window;
    return address >= code_window && at % 16 == 0 && at / 16 < function_count() ? &function(at / 16) : nullptr;
  }

  // ---- asked by watchers alone
  /// Registers and records of a function; the same ones each time, and unchanged while the program is loaded.
  virtual const Description& description(const FunctionCode& function) const = 0;
  /// Every named place in memory, in any order, one place maybe by several names.
  virtual void for_each_symbol(const std::function<void(const std::string&, const Symbol&)>& put) const = 0;
  /// What a RecordOperand of kind symbol names; nullptr when it is not a place.
  virtual const Symbol* symbol(const FunctionCode& function, std::uint64_t id, std::string& name) const = 0;
  /// An instruction as text, and its operation alone; "" for Codes that belong to none.
  virtual std::string text(const FunctionCode& function, std::uint32_t inst) const = 0;
  virtual std::string mnemonic(const FunctionCode& function, std::uint32_t inst) const = 0;
  virtual std::string register_name(const FunctionCode& function, Register reg) const = 0;
};

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
