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
#include "nvptx/exec/simt.hpp"
#include "nvptx/exec/state/function.hpp"
#include "nvptx/mir/ir.hpp"
#include "simt/state/code.hpp"
#include "simt/state/memory.hpp"
#include "simt/state/program.hpp"
#include "simt/state/record.hpp"
#include "simt/state/warp.hpp"

namespace lathe::nvptx::exec {

class PtxProgram final : public Program {
 public:
  std::vector<std::unique_ptr<mir::Module>> modules;
  std::vector<std::string> files;  ///< of the modules
  std::deque<PtxFunction> functions;
  std::unordered_map<std::string, Symbol> symbols;                ///< visible, by name
  std::vector<std::unordered_map<std::string, Symbol>> internal;  ///< by module: everything it declares or defines
  std::deque<mir::Inst> returns;                                  ///< of functions whose text does not end in one
  std::uint32_t static_shared = 0;                                ///< bytes; dynamic shared memory begins here, aligned
  std::uint32_t dynamic_shared_align = 16;

  /// As the module with this number sees the name; nullptr when unknown.
  const Symbol* find(std::size_t module, std::string_view name) const;

  std::size_t function_count() const override { return functions.size(); }
  const PtxFunction& function(std::size_t index) const override { return functions[index]; }
  const Description& description(const FunctionCode& function) const override;
  void for_each_symbol(const std::function<void(const std::string&, const Symbol&)>& put) const override;
  const Symbol* symbol(const FunctionCode& function, std::uint64_t id, std::string& name) const override;
  std::string text(const FunctionCode& function, std::uint32_t inst) const override;
  std::string mnemonic(const FunctionCode& function, std::uint32_t inst) const override;
  std::string register_name(const FunctionCode& function, Register reg) const override;

 private:
  mutable std::unordered_map<const FunctionCode*, Description> descriptions_;
};

class Multicasts;  // operate/multimem.hpp

/// What PTX has of a launch beyond the machine's.
struct PtxGrid : Grid {
  Address workspace = 0;  ///< of cooperative launches: { u32 size, u32 barrier }, as CUDA's cooperative groups want it
  const Multicasts* multicasts = nullptr;
};
inline const PtxGrid& grid_of(const Warp& warp) { return static_cast<const PtxGrid&>(*warp.block->grid); }
inline const PtxProgram& program_of(const Warp& warp) {
  return static_cast<const PtxProgram&>(*warp.block->grid->program);
}

/// Reads, links and decodes. On a fault nothing is changed but `fault`.
std::unique_ptr<PtxProgram> load_program(const std::vector<Source>& sources, Memory& memory, Fault& fault);

}  // namespace lathe::nvptx::exec
