// See functions.hpp.
#include "nvptx/driver/functions.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <numeric>
#include <thread>

#include "codegen/combine/tables.hpp"
#include "codegen/pipeline/block_way.hpp"
#include "nvptx/build/view.hpp"
#include "nvptx/debug/function.hpp"
#include "nvptx/facts/check.hpp"
#include "nvptx/facts/facts.hpp"
#include "nvptx/intrinsics/recipe.hpp"
#include "nvptx/mir/text.hpp"
#include "nvptx/print/print.hpp"
#include "nvptx/select/select.hpp"
#include "nvptx/support/big_stack.hpp"
#include "nvptx/support/codegen.hpp"

namespace lathe::nvptx {
namespace {

using codegen::BlockStage;
using codegen::BlockWay;
using codegen::BlockWayOptions;
using codegen::BlockWayStats;

class FunctionCompiler {
 public:
  FunctionCompiler(const CompileOptions& options, const TargetFacts& facts, std::span<const build::View> views,
                   mir::Module& module, const std::function<void(const Body&)>& built)
      : options_(options),
        facts_(facts),
        views_(views.begin(), views.end()),
        module_(module),
        built_(built),
        keep_labels_(mir::keeps_labels(module)),
        way_(facts, {}) {
    BlockWayOptions& way = way_.options();
    way.combine = options.combine;
    way.verify = options.verify_each;
    way.judge = [this](const Dag& dag, BlockStage stage, std::vector<std::string>& faults) {
      if (stage >= BlockStage::legalize_types) check_types(dag, features_, faults);
      if (stage >= BlockStage::legalize) check_operations(dag, features_, faults);
    };
    const auto* at = std::find(std::begin(stage_texts), std::end(stage_texts), options.stop_after);
    way.stops = at < std::end(stage_texts) - 1;
    if (way.stops) way.last = static_cast<BlockStage>(at - std::begin(stage_texts));
    stops_in_passes_ = at == std::end(stage_texts) && !options.stop_after.empty() && !options.keep_functions;
  }

  void run(const Body& body, Outcome& outcome) {
    mir::Function& function = module_.functions[body.index];
    outcome_ = &outcome;
    name_ = function.name;
    const debug::Plan* plan = views_[body.view].debug();
    has_debug_ = plan != nullptr;
    debug::FunctionNotes notes;
    if (!to_machine_ir(body, function, notes)) return;
    if (options_.verify_each) check_machine(function, "select");
    if (options_.stop_after == "select") {
      outcome.text = mir::print(module_, function);
      return;
    }
    pass_way(body, function);
    for (const mir::Block& block : function.blocks) outcome.stats.machine_instructions += block.insts.size();
    if (stops_in_passes_ || outcome.diag.failed()) return;
    if (options_.keep_functions) return;
    const auto start = std::chrono::steady_clock::now();
    if (plan != nullptr) outcome.debug_record = debug::finish_function(module_, function, body.index, *plan, notes);
    outcome.text = mir::print(module_, body.index, keep_labels_);
    forget(function);
    outcome.stats.print_ms =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  }

 private:
  /// The rooms on blocks. What they keep from block to block is gone behind it; a large function's DAG, too.
  bool to_machine_ir(const Body& body, mir::Function& function, debug::FunctionNotes& notes) {
    constexpr std::uint32_t large = 1000;        // instructions
    constexpr std::size_t large_graph = 20'000;  // nodes and parameters of calls
    largest_ = 0;
    Outcome& outcome = *outcome_;
    FunctionBuilder builder(body, views_[body.view], options_.features, facts_, module_, function, dag_, outcome.diag);
    features_ = builder.features();
    modes_ = float_modes(features_);
    way_.options().combines = features_.opt_level != 0;
    BlockSelector selector(module_, function, features_,
                           outcome.diag);  // keeps its mnemonics and memory over the blocks
    ++outcome.stats.functions;
    outcome.stats.ir_instructions += body.instructions;
    const bool leave = built_ && !has_debug_ && !way_.options().stops && body.instructions >= large;
    for (std::uint32_t block = 0; block < builder.block_count() && !outcome.diag.failed(); ++block) {
      const bool last = block + 1 == builder.block_count();
      if (!block_way(builder, selector, block, leave && last ? &body : nullptr)) return false;
    }
    if (outcome.diag.failed() || way_.options().stops || !builder.finish()) return false;
    if (selector.stats().branches != 0) forget_edges(module_, function);
    if (largest_ >= large_graph) dag_ = Dag();
    notes = builder.take_debug_notes();
    return true;
  }

  /// The body of a function that is printed: its text is all that is needed from there on.
  static void forget(mir::Function& function) {
    const auto drop = [](auto& list) { std::remove_reference_t<decltype(list)>().swap(list); };
    drop(function.blocks);
    drop(function.operands);
    drop(function.regs);
    drop(function.locations);
  }

  /// Every room on one block. False after an error, or where it was asked to stop. `leave`: the body that is not
  /// needed once this block's DAG is there, or null.
  bool block_way(FunctionBuilder& builder, BlockSelector& selector, std::uint32_t block, const Body* leave) {
    Diag& diag = outcome_->diag;
    if (!builder.build_block(block)) return false;
    std::size_t size = dag_.size();
    for (const CallInfo& call : dag_.calls) size += call.params.size();
    largest_ = std::max(largest_, size);
    if (leave != nullptr) {
      builder.leave_source();
      built_(*leave);
    }
    if (!way_.run(dag_, modes_, name_, block, diag, outcome_->stats.blocks, outcome_->text))
      return way_.options().stops && !diag.failed();
    if (!selector.select(dag_, block)) return false;
    if (has_debug_) builder.say_values(block, [&](Value v) { return selector.register_of(v); });
    return true;
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

  void pass_way(const Body& body, mir::Function& function) {
    std::vector<std::string> faults;
    PassOptions passes = options_.passes;
    passes.verify_each |= options_.verify_each;
    passes.stop_after = stops_in_passes_ ? options_.stop_after : std::string();
    PassReport* const told = options_.report_passes ? &outcome_->stats.passes : nullptr;
    run_passes(module_, function, features_, passes, faults, told, body.index);
    report(faults, "passes");
    for (const PassError& error : told != nullptr ? told->errors : std::vector<PassError>())
      if (error.file.empty())
        outcome_->diag.error(name_, error.text);
      else
        outcome_->diag.error_at(error.file, error.line, error.text);
    if (stops_in_passes_) outcome_->text = mir::print(module_, body.index, keep_labels_);
  }

  const CompileOptions& options_;
  const TargetFacts& facts_;
  const std::vector<build::View> views_;  ///< this thread's own
  mir::Module& module_;
  const std::function<void(const Body&)>& built_;
  const bool keep_labels_;
  BlockWay way_;
  Dag dag_;
  std::size_t largest_ = 0;  ///< nodes of a block of this function, and parameters of its calls
  Features features_;
  FloatModes modes_;
  Outcome* outcome_ = nullptr;
  std::string name_;
  bool stops_in_passes_ = false;
  bool has_debug_ = false;
};

unsigned threads_for(unsigned wanted, std::span<const Body> bodies) {
  std::uint64_t most = std::max<std::size_t>(1, bodies.size());
  if (wanted == 0) {
    wanted = std::max(1U, std::thread::hardware_concurrency());
    std::uint64_t work = 0;
    for (const Body& body : bodies) work += body.instructions;
    most = std::min(most, std::max<std::uint64_t>(1, work / instructions_of_a_thread));
  }
  return static_cast<unsigned>(std::min<std::uint64_t>(wanted, most));
}

}  // namespace

unsigned compile_functions(const CompileOptions& options, std::span<const build::View> views, mir::Module& module,
                           std::span<const Body> bodies, std::span<Outcome> outcomes,
                           const std::function<void(const Body&)>& built) {
  const unsigned threads = threads_for(options.threads, bodies);
  std::vector<std::uint32_t> order(bodies.size());
  std::iota(order.begin(), order.end(), 0U);
  // The largest first, so that none of the threads is left with one at the end.
  if (threads > 1)
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return bodies[a].instructions > bodies[b].instructions; });
  if (options.progress != nullptr) options.progress->all = bodies.size();
  const TargetFacts facts = target_facts(options.features);
  std::atomic<std::size_t> next = 0;
  const std::function<void(const Body&)> nothing;  // others may read what the body's uses are part of
  const auto work = [&](unsigned) {
    FunctionCompiler compiler(options, facts, views, module, threads == 1 ? built : nothing);
    for (std::size_t i = next++; i < order.size(); i = next++) {
      compiler.run(bodies[order[i]], outcomes[order[i]]);
      count_done(options.progress);
    }
  };
  if (threads == 1) {
    work(0);
  } else {
    make_combine_tables();
    make_recipe_tables();
    (void)pass_table();  // likewise
    run_on_big_stacks(threads, work);
  }
  return threads;
}

}  // namespace lathe::nvptx
