// IR text in; the module's skeleton as PTX, each block's DAG as text, and messages out.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace build_test {

struct Built {
  bool parsed = false;                                     ///< LLVM took the text
  std::string skeleton;                                    ///< print() of the module before bodies are built
  std::map<std::string, std::vector<std::string>> blocks;  ///< DAG text by function
  std::map<std::string, std::string> functions;            ///< print() of the function after finish(): phis, depot
  std::vector<std::string> errors;                         ///< "function: text"
  std::vector<std::string> faults;                         ///< of the graph's own verifier

  /// DAG of a block of the only function.
  const std::string& dag(std::size_t block = 0) const { return blocks.begin()->second.at(block); }
};

/// `mattr` like "+ptx85"; the data layout and triple of nvptx64 are added.
Built build(std::string_view ir, std::string_view cpu = "sm_90", std::string_view mattr = "+ptx83");

/// Times that `part` occurs in `text`.
unsigned count(std::string_view text, std::string_view part);
inline bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// The node numbers made regular: "%7 = add i32 %5, %6" gives "add i32" for each line; for facts about operations only.
std::vector<std::string> operations(std::string_view dag);

}  // namespace build_test
