// A loaded program: decoded functions and placed variables of all its modules. Private to nvptx/exec.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "nvptx/exec/exec.hpp"
#include "nvptx/exec/state/code.hpp"
#include "nvptx/exec/state/memory.hpp"
#include "nvptx/exec/state/record.hpp"
#include "nvptx/mir/ir.hpp"

namespace lathe::nvptx::exec {

struct Program {
  std::vector<std::unique_ptr<mir::Module>> modules;
  std::vector<std::string> files;  ///< of the modules
  std::deque<FunctionCode> functions;
  std::unordered_map<std::string, Symbol> symbols;                ///< visible, by name
  std::vector<std::unordered_map<std::string, Symbol>> internal;  ///< by module: everything it declares or defines
  std::deque<mir::Inst> returns;                                  ///< of functions whose text does not end in one
  std::uint32_t static_shared = 0;                                ///< bytes; dynamic shared memory begins here, aligned
  std::uint32_t dynamic_shared_align = 16;

  /// As the module with this number sees the name; nullptr when unknown.
  const Symbol* find(std::size_t module, std::string_view name) const;
  const FunctionCode* function_at(Address address) const {
    const std::uint64_t index = (address - code_window) / 16;
    return address >= code_window && (address - code_window) % 16 == 0 && index < functions.size() ? &functions[index]
                                                                                                   : nullptr;
  }

  // ---- what watchers ask
  /// Registers and records of a function, made when they are first asked for.
  const Description& description(const FunctionCode& function) const;
  std::size_t function_count() const { return functions.size(); }
  const FunctionCode& function(std::size_t index) const { return functions[index]; }
  /// Every named place in memory, in any order, the same one maybe by several names.
  void for_each_symbol(const std::function<void(const std::string&, const Symbol&)>& put) const;
  /// What a RecordOperand of kind symbol names; nullptr when it is not a place.
  const Symbol* symbol(const FunctionCode& function, std::uint64_t id, std::string& name) const;
  /// An instruction as text, and its operation alone; "" for Codes that belong to none.
  std::string text(const FunctionCode& function, std::uint32_t inst) const;
  std::string mnemonic(const FunctionCode& function, std::uint32_t inst) const;
  std::string register_name(const FunctionCode& function, Register reg) const;

 private:
  mutable std::unordered_map<const FunctionCode*, Description> descriptions_;
};

/// Reads, links and decodes. On a fault nothing is changed but `fault`.
std::unique_ptr<Program> load_program(const std::vector<Source>& sources, Memory& memory, Fault& fault);

}  // namespace lathe::nvptx::exec
