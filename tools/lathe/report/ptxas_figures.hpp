// What ptxas makes of PTX: registers, spills, bytes of machine code, and its text where a disassembler is there.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tools/lathe/report/kernels.hpp"

namespace lathe::nvptx::cli {

/// One run of ptxas -v.
struct Assembled {
  std::map<std::string, PtxasFigures> functions;
  std::string command;       ///< as typed, with the names IN.ptx and OUT.cubin
  std::string cubin;         ///< bytes
  bool relocatable = false;  ///< -c: the module calls what another has
};

/// `words` go to ptxas, too. Nothing and an error text where there is no ptxas, or where it refuses the PTX.
std::optional<Assembled> assemble_figures(const std::string& ptx, const std::string& target,
                                          const std::vector<std::string>& words, std::string& error);
/// Bytes of the sections .text.NAME of a cubin, by NAME; empty where it is no ELF file of 64 bits.
std::map<std::string, std::uint64_t> text_sections(const std::string& cubin);
/// The figures in what ptxas -v printed.
std::map<std::string, PtxasFigures> read_ptxas(const std::string& text);
/// Text of the machine code with its lines, by nvdisasm or cuobjdump of the CUDA toolkit, and which; nothing without one.
std::optional<std::string> disassemble(const std::string& cubin, std::string& command);

}  // namespace lathe::nvptx::cli
