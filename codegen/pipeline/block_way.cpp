// See block_way.hpp.
#include "codegen/pipeline/block_way.hpp"

#include "codegen/legalize/check.hpp"
#include "codegen/legalize/legalize.hpp"

namespace lathe::codegen {

/// One block on its way.
struct BlockWay::Run {
  const TargetFacts& facts;
  const BlockWayOptions& options;
  CombineMemory& memory;
  Dag& dag;
  const FloatModes& modes;
  const std::string& function;
  std::uint32_t block;
  Diag& diag;
  BlockWayStats& stats;
  std::string& text;

  void report(const std::vector<std::string>& faults, std::string_view stage) const {
    for (const std::string& fault : faults)
      diag.error(function, "internal fault after " + std::string(stage) + ": " + fault);
  }

  /// Judges what the stage left. False when it is the last one.
  bool goes_on(BlockStage stage) const {
    if (options.verify) {
      std::vector<std::string> faults;
      dag.verify(
          [&](dag::NodeId node, const char* what) { faults.push_back("%" + std::to_string(node) + ": " + what); });
      check_shapes(dag, faults);
      if (stage >= BlockStage::legalize_types) check_types(dag, facts, faults);
      if (stage >= BlockStage::legalize) check_operations(dag, facts, faults);
      if (options.judge) options.judge(dag, stage, faults);
      report(faults, block_stage_names[static_cast<std::size_t>(stage)]);
    }
    if (!options.stops || stage != options.last) return true;
    text += "; function " + function + ", block " + std::to_string(block) + "\n" + print(dag) + "\n";
    return false;
  }

  bool combined(CombineLevel level, BlockStage stage) const {
    if (options.combines) {
      const CombineStats run = combine(dag, level, facts, modes, options.combine, &memory);
      stats.combined += run.rewrites;
      stats.combine_nodes += run.nodes;
      stats.combine_visits += run.visits;
      stats.known_bits += run.known_bits;
      if (options.combine.trace)
        stats.trace += "; function " + function + ", block " + std::to_string(block) + ", combine-" +
                       std::to_string(static_cast<unsigned>(level) + 1) + "\n" + run.trace;
    }
    return goes_on(stage);
  }

  bool legalized(BlockStage stage) const {
    std::vector<std::string> faults;
    std::vector<std::string>* const found = options.verify ? &faults : nullptr;
    const bool types = stage == BlockStage::legalize_types;
    if (!(types ? legalize_types : legalize_operations)(dag, facts, function, diag, found)) return false;
    report(faults, types ? "the way to legal types" : "the way to legal operations");
    return goes_on(stage);
  }
};

BlockWayStats& BlockWayStats::operator+=(const BlockWayStats& other) {
  nodes += other.nodes;
  combined += other.combined;
  combine_nodes += other.combine_nodes;
  combine_visits += other.combine_visits;
  known_bits += other.known_bits;
  trace += other.trace;
  return *this;
}

bool BlockWay::run(Dag& dag, const FloatModes& modes, const std::string& function, std::uint32_t block, Diag& diag,
                   BlockWayStats& stats, std::string& text) {
  stats.nodes += dag.live();
  const Run on{facts_, options_, memory_, dag, modes, function, block, diag, stats, text};
  return on.goes_on(BlockStage::build) && on.combined(CombineLevel::before_types, BlockStage::combine_1) &&
         on.legalized(BlockStage::legalize_types) && on.combined(CombineLevel::after_types, BlockStage::combine_2) &&
         on.legalized(BlockStage::legalize) && on.combined(CombineLevel::after_operations, BlockStage::combine_3);
}

}  // namespace lathe::codegen
