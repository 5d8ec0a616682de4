// A loaded program: decoded functions and placed variables of all its modules. Private to nvptx/exec.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "nvptx/exec/exec.hpp"
#include "nvptx/exec/state/code.hpp"
#include "nvptx/exec/state/memory.hpp"
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
};

/// Reads, links and decodes. On a fault nothing is changed but `fault`.
std::unique_ptr<Program> load_program(const std::vector<Source>& sources, Memory& memory, Fault& fault);

}  // namespace lathe::nvptx::exec
