// The whole way, as visible calls: read, prepare, then for each function and block build, combine, legalize, combine,
// legalize, combine, select; passes over the function; print.
//
// Functions are compiled by a few threads, each with its own DAG; every function has its own list of messages and its
// own text, which are joined in the order of the module. So the output does not depend on the number of threads.
#include "nvptx/driver/compile.hpp"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "nvptx/build/build.hpp"
#include "nvptx/combine/combine.hpp"
#include "nvptx/driver/big_stack.hpp"
#include "nvptx/driver/module_target.hpp"
#include "nvptx/legalize/legalize.hpp"
#include "nvptx/mir/text.hpp"
#include "nvptx/print/print.hpp"
#include "nvptx/select/select.hpp"

namespace lathe::nvptx {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Rooms that work on one block's DAG, in order.
enum class Stage { build, combine_1, legalize_types, combine_2, legalize, combine_3, select };
constexpr std::string_view stage_texts[] = {"build",    "combine-1", "legalize-types", "combine-2",
                                            "legalize", "combine-3", "select"};

/// What one function gave.
struct Outcome {
  Diag diag;
  std::string text;  ///< of the room after which to stop
  CompileStats stats;
};

class FunctionCompiler {
 public:
  FunctionCompiler(const CompileOptions& options, mir::Module& module) : options_(options), module_(module) {
    const auto* at = std::find(std::begin(stage_texts), std::end(stage_texts), options.stop_after);
    if (at != std::end(stage_texts))
      last_ = static_cast<Stage>(at - std::begin(stage_texts));
    else if (!options.stop_after.empty())
      stops_in_passes_ = true;
  }

  void run(const Body& body, Outcome& outcome) {
    mir::Function& function = module_.functions[body.index];
    features_ = features_of(*body.source, options_.features);
    outcome_ = &outcome;
    name_ = function.name;
    FunctionBuilder builder(*body.source, features_, module_, function, dag_, outcome.diag);
    BlockSelector selector(module_, function, features_,
                           outcome.diag);  // keeps its mnemonics and memory over the blocks
    ++outcome.stats.functions;
    outcome.stats.ir_instructions += body.source->getInstructionCount();
    for (std::uint32_t block = 0; block < builder.block_count() && !outcome.diag.failed(); ++block)
      if (!block_way(builder, selector, block)) return;
    if (outcome.diag.failed() || last_ < Stage::select || !builder.finish()) return;
    if (selector.stats().branches != 0) forget_edges(module_, function);
    if (options_.verify_each) check_machine(function, "select");
    if (last_ == Stage::select && options_.stop_after == "select") {
      outcome.text = mir::print(module_, function);
      return;
    }
    pass_way(function);
    for (const mir::Block& block : function.blocks) outcome.stats.machine_instructions += block.insts.size();
  }

 private:
  /// Every room on one block. False after an error, or where it was asked to stop.
  bool block_way(FunctionBuilder& builder, BlockSelector& selector, std::uint32_t block) {
    Diag& diag = outcome_->diag;
    if (!builder.build_block(block)) return false;
    outcome_->stats.dag_nodes += dag_.live();
    if (done(Stage::build, block)) return !diag.failed();
    combine_at(CombineLevel::before_types, block);
    if (done(Stage::combine_1, block)) return !diag.failed();
    std::vector<std::string> faults;
    std::vector<std::string>* const verified = options_.verify_each ? &faults : nullptr;
    if (!legalize_types(dag_, features_, name_, diag, verified)) return false;
    report(faults, "the way to legal types");
    faults.clear();
    if (done(Stage::legalize_types, block)) return !diag.failed();
    combine_at(CombineLevel::after_types, block);
    if (done(Stage::combine_2, block)) return !diag.failed();
    if (!legalize_operations(dag_, features_, name_, diag, verified)) return false;
    report(faults, "the way to legal operations");
    if (done(Stage::legalize, block)) return !diag.failed();
    combine_at(CombineLevel::after_operations, block);
    if (done(Stage::combine_3, block)) return !diag.failed();
    return selector.select(dag_, block);
  }

  void combine_at(CombineLevel level, std::uint32_t block) {
    if (features_.opt_level == 0) return;
    const CombineStats stats = combine(dag_, level, features_, options_.combine);
    outcome_->stats.combined += stats.rewrites;
    outcome_->stats.combine_nodes += stats.nodes;
    outcome_->stats.combine_visits += stats.visits;
    outcome_->stats.known_bits += stats.known_bits;
    if (options_.combine.trace)
      outcome_->stats.combine_trace += "; function " + name_ + ", block " + std::to_string(block) + ", combine-" +
                                       std::to_string(static_cast<unsigned>(level) + 1) + "\n" + stats.trace;
  }

  /// Checks what the room left, and prints it when it is the last one.
  bool done(Stage stage, std::uint32_t block) {
    if (options_.verify_each) check_dag(stage);
    if (stage != last_) return false;
    outcome_->text += "; function " + name_ + ", block " + std::to_string(block) + "\n" + print(dag_) + "\n";
    return true;
  }

  void check_dag(Stage stage) {
    std::vector<std::string> faults;
    dag_.verify(
        [&](dag::NodeId node, const char* what) { faults.push_back("%" + std::to_string(node) + ": " + what); });
    if (stage >= Stage::legalize_types) check_types(dag_, features_, faults);
    if (stage >= Stage::legalize) check_operations(dag_, features_, faults);
    report(faults, stage_texts[static_cast<std::size_t>(stage)]);
  }
  void check_machine(const mir::Function& function, std::string_view stage) {
    std::vector<std::string> faults;
    mir::verify(module_, function, faults);
    report(faults, stage);
  }
  void report(const std::vector<std::string>& faults, std::string_view stage) {
    for (const std::string& fault : faults)
      outcome_->diag.error(name_, "internal fault after " + std::string(stage) + ": " + fault);
  }

  void pass_way(mir::Function& function) {
    std::vector<std::string> faults;
    PassOptions passes = options_.passes;
    passes.verify_each |= options_.verify_each;
    passes.stop_after = stops_in_passes_ ? options_.stop_after : std::string();
    run_passes(module_, function, features_, passes, faults);
    report(faults, "passes");
    if (stops_in_passes_) outcome_->text = mir::print(module_, function);
  }

  const CompileOptions& options_;
  mir::Module& module_;
  Dag dag_;
  Features features_;
  Outcome* outcome_ = nullptr;
  std::string name_;
  Stage last_ = Stage::select;
  bool stops_in_passes_ = false;
};

void compile_functions(const CompileOptions& options, mir::Module& module, const std::vector<Body>& bodies,
                       std::vector<Outcome>& outcomes) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&](unsigned) {
    FunctionCompiler compiler(options, module);
    for (std::size_t i = next++; i < bodies.size(); i = next++) compiler.run(bodies[i], outcomes[i]);
  };
  unsigned threads = options.threads == 0 ? std::max(1U, std::thread::hardware_concurrency()) : options.threads;
  threads = static_cast<unsigned>(std::min<std::size_t>(threads, std::max<std::size_t>(1, bodies.size())));
  if (threads == 1)
    work(0);
  else
    run_on_big_stacks(threads, work);
}

void add(CompileStats& total, const CompileStats& part) {
  total.functions += part.functions;
  total.ir_instructions += part.ir_instructions;
  total.dag_nodes += part.dag_nodes;
  total.combined += part.combined;
  total.combine_nodes += part.combine_nodes;
  total.combine_visits += part.combine_visits;
  total.known_bits += part.known_bits;
  total.combine_trace += part.combine_trace;
  total.machine_instructions += part.machine_instructions;
}

std::string text_of(const llvm::Module& module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return text;
}

/// From prepared IR to text.
std::string generate(const llvm::Module& source, const CompileOptions& options, Diag& diag, CompileStats& stats) {
  auto start = Clock::now();
  mir::Module module;
  std::vector<Body> bodies;
  if (!build_module(source, options.features, module, bodies, diag)) return {};
  std::vector<Outcome> outcomes(bodies.size());
  compile_functions(options, module, bodies, outcomes);
  std::string text;
  for (Outcome& outcome : outcomes) {
    for (const Message& message : outcome.diag.messages()) diag.add(message);
    add(stats, outcome.stats);
    text += outcome.text;
  }
  stats.codegen_ms = milliseconds_since(start);
  if (diag.failed()) return {};
  if (!options.stop_after.empty()) return text;
  start = Clock::now();
  text = mir::print(module);
  stats.print_ms = milliseconds_since(start);
  return text;
}

}  // namespace

std::vector<std::string> stage_names(unsigned opt_level) {
  std::vector<std::string> names{"prepare"};
  names.insert(names.end(), std::begin(stage_texts), std::end(stage_texts));
  for (const std::vector<std::string>& passes : {pass_names(opt_level), optional_pass_names()})
    names.insert(names.end(), passes.begin(), passes.end());
  return names;
}

std::string compile(std::string_view ir, const std::string& name, const CompileOptions& options, Diag& diag,
                    CompileStats* stats) {
  CompileStats local;
  CompileStats& total = stats ? *stats : local;
  const std::vector<std::string> stages = stage_names(options.features.opt_level);
  if (!options.stop_after.empty() && std::find(stages.begin(), stages.end(), options.stop_after) == stages.end()) {
    diag.error({}, "no stage '" + options.stop_after + "' to stop after");
    return {};
  }
  auto start = Clock::now();
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::Module> module = read_module(ir, name, context, diag, options.triple);
  total.read_ms = milliseconds_since(start);
  if (!module) return {};
  start = Clock::now();
  CompileOptions settled = options;
  if (options.module_target && !take_module_target(*module, name, settled.features, diag)) return {};
  raise_version(*module, name, settled.features, diag);
  settled.prepare.verify_each |= options.verify_each;
  const bool prepared = prepare(*module, settled.features, settled.prepare, diag);
  total.prepare_ms = milliseconds_since(start);
  if (!prepared) return {};
  if (options.stop_after == "prepare") return text_of(*module);
  return generate(*module, settled, diag, total);
}

}  // namespace lathe::nvptx
