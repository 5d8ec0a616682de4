// Control flow on PTX: its structure, tail duplication, if-conversion, branch folding and block placement.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/structure.hpp>
#include <lathe/flow/uniformity.hpp>

#include <lathe/passes/block_placement.hpp>
#include <lathe/passes/branch_folding.hpp>
#include <lathe/passes/if_conversion.hpp>
#include <lathe/passes/node_splitting.hpp>
#include <lathe/passes/structurize.hpp>
#include <lathe/passes/tail_duplication.hpp>

#include "nvptx/passes/machine.hpp"
#include "nvptx/views/uniformity.hpp"

namespace lathe::nvptx::machine {
namespace {

void duplicate(MachineChain& on, const MachinePassContext& context, bool early) {
  const PassKnobs& knobs = context.options.knobs;
  lathe::passes::TailDuplicationOptions options;
  options.early = options.keep_ssa = early;
  options.size = natural(knobs.tail_dup_size);
  options.indirect_size = natural(knobs.tail_dup_indirect_size);
  options.fuel = context.fuel;
  context.count(lathe::passes::duplicate_tails(on, options, context.sink()));
}

// Ways between blocks past those that are a jump alone: in text a branch and the jump behind it are two blocks. O(blocks * log).
class PastJumps {
 public:
  PastJumps(const MirCode& code, const lathe::program::Numbering<MirCode>& numbers)
      : code_(code), numbers_(numbers), behind_(numbers.blocks()) {
    for (std::uint32_t b = 0; b < behind_.size(); ++b) behind_[b] = jump_of(b);
    // Twice as far each time, so a chain of any length is passed; a cycle of jumps ends somewhere in it.
    for (std::uint32_t far = 1; far < behind_.size(); far *= 2) {
      std::vector<std::uint32_t> next(behind_.size());
      for (std::uint32_t b = 0; b < behind_.size(); ++b) next[b] = behind_[behind_[b]];
      if (next == behind_) break;
      behind_ = std::move(next);
    }
  }
  std::uint32_t block_count() const { return numbers_.blocks(); }
  template <class F>
  void for_each_successor(std::uint32_t b, F&& f) const {
    code_.for_each_successor(numbers_.block(b), [&](mir::BlockId to) { f(behind_[numbers_.block_number(to)]); });
  }

 private:
  // Where the block jumps if it does nothing else, or the block.
  std::uint32_t jump_of(std::uint32_t b) const {
    const auto insts = code_.instructions(numbers_.block(b));
    auto at = insts.begin();
    if (insts.empty() || code_.op(*at).op != mir::Op::bra || code_.inst(*at).guard != mir::none) return b;
    code_.for_each_successor(numbers_.block(b), [&](mir::BlockId next) { b = numbers_.block_number(next); });
    return b;
  }

  const MirCode& code_;
  const lathe::program::Numbering<MirCode>& numbers_;
  std::vector<std::uint32_t> behind_;
};
std::string findings(const MirCode& code) {
  const lathe::program::Numbering<MirCode> numbers(code);
  std::string out;
  for (const auto& f : flow::structure_findings(flow::make_cfg(PastJumps(code, numbers))))
    out += std::string("  ") + flow::structure_fault_names[static_cast<int>(f.fault)] + ": " +
           code.block_name(numbers.block(f.block)) + ", " + code.block_name(numbers.block(f.other)) + "\n";
  return out.empty() ? "  structured\n" : out;
}

// Flags are predicates.
struct Flags {
  MirCode& code;
  mir::Reg make_flag() { return code.function().new_reg(mir::Type::pred); }
  MirId make_set(mir::Reg flag, bool on) {
    const mir::Operand slots[] = {mir::Operand::make_reg(flag), mir::Operand::make_imm(on ? 1 : 0)};
    return code.make(code.function().make(code.module().intern("mov.pred"), slots));
  }
  MirId make_branch(mir::Reg flag, mir::BlockId yes) {
    const mir::Operand target = mir::Operand::make_block(yes);
    mir::Inst made = code.function().make(code.module().intern("bra"), {&target, 1});
    made.guard = flag;
    return code.make(made);
  }
};

// WarpFacts of instructions that are numbers.
struct CodeFacts {
  const MirCode& code;
  WarpFacts facts;
  flow::uniformity::Source source(MirId i) const { return facts.source(&code.inst(i)); }
};
std::vector<bool> divergent_branches(const MirCode& code) {
  const auto answer = flow::uniformity::run(code, CodeFacts{code, WarpFacts(code.module(), code.function())});
  std::vector<bool> out;
  for (const mir::BlockId b : code.blocks()) {
    if (!answer.divergent_branch(b)) continue;
    code.for_each_branch(b, [&](const MirCode::Way& way) {
      if (!way.conditional) return;
      const auto n = std::size_t{way.at.value};
      if (n >= out.size()) out.resize(n + 1, false);
      out[n] = true;
    });
  }
  return out;
}

}  // namespace

void structure(MachineChain& on, const MachinePassContext& context) {
  const MirCode& code = on.code();
  const PassKnobs& knobs = context.options.knobs;
  if (knobs.structurizecfg_check) {
    if (context.printed != nullptr) *context.printed += "function " + std::string(code.name()) + "\n" + findings(code);
    return;
  }
  lathe::passes::NodeSplittingOptions options;
  options.growth = natural(knobs.structurizecfg_growth);
  options.keep_ssa = true;
  options.fuel = context.fuel;
  context.count(lathe::passes::split_nodes(on, options, context.sink()));
}

// Behind the phis, which it would not know what to give.
void structure_by_flags(MachineChain& on, const MachinePassContext& context) {
  lathe::passes::StructurizeOptions options;
  options.growth = natural(context.options.knobs.structurizecfg_growth);
  options.fuel = context.fuel;
  Flags flags{on.code()};
  context.count(lathe::passes::structurize(on, flags, options, context.sink()));
}

void duplicate_tails_early(MachineChain& on, const MachinePassContext& context) { duplicate(on, context, true); }
void duplicate_tails(MachineChain& on, const MachinePassContext& context) { duplicate(on, context, false); }

void convert_ifs(MachineChain& on, const MachinePassContext& context) {
  const PassKnobs& knobs = context.options.knobs;
  lathe::passes::IfConversionOptions options;
  options.limit = natural(knobs.early_ifcvt_limit);
  options.guarded_limit = natural(knobs.early_ifcvt_guards);
  options.penalty = natural(knobs.early_ifcvt_penalty);
  options.divergent_penalty = natural(knobs.early_ifcvt_divergent_penalty);
  options.always = knobs.stress_early_ifcvt;
  if (options.divergent_penalty != 0 && !options.always) on.code().tell_divergent(divergent_branches(on.code()));
  options.fuel = context.fuel;
  context.count(lathe::passes::convert_ifs(on, options, context.sink()));
}

void fold_branches(MachineChain& on, const MachinePassContext& context) {
  const PassKnobs& knobs = context.options.knobs;
  lathe::passes::BranchFoldingOptions options;
  options.tail_merge = knobs.enable_tail_merge;
  options.tail_merge_size = natural(knobs.tail_merge_size);
  options.tail_merge_threshold = natural(knobs.tail_merge_threshold);
  options.fuel = context.fuel;
  context.count(lathe::passes::fold_branches(on, options, context.sink()));
}

void place_blocks(MachineChain& on, const MachinePassContext& context) {
  lathe::passes::BlockPlacementOptions options;
  options.fuel = context.fuel;
  context.count(lathe::passes::place_blocks(on.code(), options, context.sink()));
  on.forget();
}

}  // namespace lathe::nvptx::machine
