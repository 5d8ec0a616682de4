// The way of one block through the rooms that know no target: combine, legalize types, combine, legalize operations,
// combine. In: the graph that `build` made. Out: one that the target's selection takes.
//
// A client makes one for each thread and keeps it: what it holds between blocks are options alone.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/combine/combine.hpp"
#include "codegen/dag/dag.hpp"
#include "codegen/legalize/facts.hpp"
#include "codegen/support/diag.hpp"

namespace lathe::codegen {

/// Stages of the way, in order.
enum class BlockStage : std::uint8_t { build, combine_1, legalize_types, combine_2, legalize, combine_3 };
/// Their names, as --stop-after takes them.
inline constexpr std::string_view block_stage_names[] = {"build",     "combine-1", "legalize-types",
                                                         "combine-2", "legalize",  "combine-3"};

struct BlockWayOptions {
  bool combines = true;      ///< false at -O0
  CombineOptions combine{};  ///< of all runs of the combiner
  bool verify = false;       ///< the graph is judged after each stage, both legalizations on a copy besides
  bool stops = false;        ///< after `last`; the graph's text is kept then
  BlockStage last = BlockStage::combine_3;  ///< the stage to stop behind
  /// What the target has to say of a graph at this stage, a text per fault; with `verify`. May be empty.
  std::function<void(const Dag& dag, BlockStage stage, std::vector<std::string>& faults)> judge{};
};
/// Counters of all blocks that went the way.
struct BlockWayStats {
  std::uint64_t nodes = 0;                              ///< of graphs as they were built
  std::uint64_t combined = 0;                           ///< rewrites
  std::uint64_t combine_nodes = 0, combine_visits = 0;  ///< of all runs of the combiner
  KnownBitsStats known_bits{};                          ///< of all runs of the combiner
  std::string trace;  ///< with CombineOptions::trace: a line "; function NAME, block N, combine-R" before each run's
  BlockWayStats& operator+=(const BlockWayStats& other);
};

/// The stages that a block's graph goes through: combined, legalized, combined again.
class BlockWay {
 public:
  /// `facts` are referred to. Threads need one each.
  BlockWay(const TargetFacts& facts, BlockWayOptions options) : facts_(facts), options_(std::move(options)) {}

  BlockWayOptions& options() { return options_; }  ///< may be changed between blocks
  /// Takes the graph of block `block` of `function` all the way. True: it is legal (legalize/legalize.hpp) and to be
  /// selected from; false: after an error, which is in `diag`, or where it was asked to stop, and then the graph's text
  /// is appended to `text`. Faults that `verify` finds are errors too, but do not stop it.
  bool run(Dag& dag, const FloatModes& modes, const std::string& function, std::uint32_t block, Diag& diag,
           BlockWayStats& stats, std::string& text);

 private:
  struct Run;
  const TargetFacts& facts_;
  BlockWayOptions options_;
  CombineMemory memory_;
};

}  // namespace lathe::codegen
