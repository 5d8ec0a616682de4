// Lathe's passes as passes of LLVM's code generator: what each of them gets, and the table of them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

namespace llvm {
class AAResults;
class LiveIntervals;
class LoopInfo;
class MachineBlockFrequencyInfo;
class MachineFunction;
class MachineLoopInfo;
class MachineModuleInfo;
class MachineOptimizationRemarkEmitter;
class Module;
class ScalarEvolution;
}  // namespace llvm

namespace lathe::llvm_plugin {

struct Job;

/// What passes that follow each other share of a function, as long as no pass of LLVM's stands between them that may
/// have changed it: our view of it, what is known of it (passes::Chain), and registers. Made when it is first asked for.
class Shared {
 public:
  struct Parts;
  Shared();
  ~Shared();
  void forget();
  Parts& of(const Job& job);

 private:
  std::unique_ptr<Parts> parts_;
};

/// What a pass works on. The analyses are there where its row asks for them.
struct Job {
  llvm::MachineFunction& function;
  const llvm::MachineBlockFrequencyInfo* frequencies = nullptr;
  llvm::AAResults* alias = nullptr;
  llvm::LiveIntervals* intervals = nullptr;  ///< kept up to date
  Shared* shared = nullptr;
  llvm::MachineLoopInfo* loops = nullptr;  ///< with `loop_nest`, as are the next three
  llvm::MachineOptimizationRemarkEmitter* remarks = nullptr;
  llvm::ScalarEvolution* evolution = nullptr;
  llvm::LoopInfo* ir_loops = nullptr;
  bool least = false;  ///< only what has to be done: the function is not to be optimized
};

/// With -lathe-equal: what a function did in front of a pass.
class Kept {
 public:
  explicit Kept(const Job& job);
  ~Kept();
  /// To standard error: does the function still do that behind the row?
  void tell(const Job& job, const char* row);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;  // null: nobody asks
};

/// `always`: what the pass does is needed, so it runs where others may not, and does the least then.
/// `loop_nest`: loops of the machine function and of its IR, how addresses move there, and remarks.
enum Needs : std::uint32_t {
  nothing = 0,
  frequencies = 1,
  alias = 2,
  intervals = 4,
  shared = 8,
  always = 16,
  loop_nest = 32
};
enum class Place : std::uint8_t {
  instead,  ///< of LLVM's pass, wherever that stands in the pipeline
  behind    ///< it, which stays
};

/// A pass of ours. `of` is LLVM's ID of the pass that it stands in the place of, or behind.
struct Row {
  const char* name;       ///< as -lathe-passes has it
  const char* title;      ///< as -time-passes shows it
  const char* llvm_name;  ///< LLVM's own, as -stop-before has it
  const void* of;
  Place place;
  std::uint32_t needs;
  bool keeps_blocks;        ///< no block, branch or edge changes
  bool (*run)(const Job&);  ///< did anything change?
};

bool settle_phis(const Job& job);
bool duplicate_early(const Job& job);
bool remove_dead_code(const Job& job);
bool make_ties_true(const Job& job);
bool join_registers(const Job& job);
bool merge_subexpressions(const Job& job);
bool hoist_invariants(const Job& job);
bool hoist_allocated(const Job& job);
bool sink_to_readers(const Job& job);
bool propagate_copies(const Job& job);
bool schedule_regions(const Job& job);
bool raise_occupancy(const Job& job);
bool unsink_for_occupancy(const Job& job);
bool place_blocks(const Job& job);
bool pipeline_loops(const Job& job);
/// Of a module. `all` functions, or those that the target chooses.
bool outline_functions(llvm::Module& m, llvm::MachineModuleInfo& info, bool all);
/// From here on LLVM's nary reassociation is left out of functions of the module where it would find nothing; until
/// leave_out_no_more, which has to come before the module is gone.
void leave_out(llvm::Module& m);
void leave_out_no_more(llvm::Module& m);

}  // namespace lathe::llvm_plugin
