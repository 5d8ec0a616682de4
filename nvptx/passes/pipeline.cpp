// The pipeline: which passes there are, which of them run in which order, and what is told of them.
#include <algorithm>
#include <chrono>
#include <optional>
#include <span>

#include "nvptx/mir/text.hpp"
#include "nvptx/passes/machine.hpp"
#include "nvptx/passes/measure.hpp"
#include "nvptx/passes/pass_list.hpp"
#include "nvptx/passes/passes.hpp"
#include "nvptx/passes/ssa.hpp"
#include "nvptx/print/print.hpp"

namespace lathe::nvptx {
namespace {

/// One of the five functions is there, but of what works on the module: run_module_passes has that.
struct Pass {
  PassInfo info;
  void (*run)(Module&, Function&) = nullptr;
  void (*run_on)(Module&, Function&, const SsaFacts&) = nullptr;  // keeps the facts
  void (*run_with)(Module&, Function&, const MachinePassContext&) = nullptr;
  const MachinePass* machine = nullptr;
  void (*out_of_ssa)(Module&, Function&, const MachinePassContext&, bool tied) = nullptr;
};

std::vector<Pass> make_table() {
  std::vector<Pass> all;
  const auto machine = [&](MachineStage stage) {
    for (const MachinePass& pass : machine_passes())
      if (pass.stage == stage) all.push_back({pass.info, nullptr, nullptr, nullptr, &pass});
  };
  all.push_back({{"ssa", "", PassInfo::never, "registers of several definitions to values that are written once"},
                 nullptr,
                 nullptr,
                 construct_ssa});
  all.push_back(
      {{"copy-propagation", "machine-cp", 1, "copies and constants into what reads them"}, nullptr, propagate_copies});
  all.push_back(
      {{"fold-addresses", "", 1, "sums with constants into the addresses of accesses"}, nullptr, fold_addresses});
  all.push_back({{"dead-code", "dead-mi-elimination", 1, "what nobody needs"}, dead_code});
  machine(MachineStage::ssa);
  all.push_back({{"wide-addresses", "", 2, "32-bit offsets of wide addresses"}, split_wide_addresses});
  all.push_back({{"phi-elimination", "phi-node-elimination", 0, "out of SSA form, with coalescing", true},
                 nullptr,
                 nullptr,
                 nullptr,
                 nullptr,
                 eliminate_phis});
  all.push_back({{"redundant-moves", "redundant-move-elim", 1, "moves that change nothing"}, drop_redundant_moves});
  machine(MachineStage::late);
  all.push_back({{"block-order", "block-placement", 1, "the layout; branches that it makes needless"}, order_blocks});
  machine(MachineStage::layout);
  all.push_back({{"final-dead-code", "dead-mi-elimination", 1, "what nobody needs behind all that"}, dead_code});
  const auto with = [&](PassInfo info, void (*run)(Module&, Function&, const MachinePassContext&)) {
    all.push_back({info, nullptr, nullptr, run});
  };
  with({"group-accesses", "", PassInfo::never, "neighbouring accesses of memory into one"}, group_accesses);
  with({"group-textures", "", PassInfo::never, "neighbouring fetches of a texture into one"}, group_textures);
  with({"pipeline-loops", "pipeliner,machine-pipeliner", PassInfo::never, "swing modulo scheduling of inner loops"},
       pipeline_loops);
  with({"schedule", "machine-scheduler", PassInfo::never, "order of instructions by latency and registers"}, schedule);
  with({"post-schedule", "post-RA-sched,postmisched", PassInfo::never,
        "order of instructions by latency, registers as they are named"},
       schedule_behind);
  all.push_back({{"machine-outliner", "", PassInfo::never,
                  "repeated code of the module into functions; behind all others", false, true}});
  return all;
}
const std::vector<Pass>& table() {
  static const std::vector<Pass> all = make_table();
  return all;
}

bool chosen(const std::vector<std::string>& names, std::string_view name) {
  return contains(names, name) || contains(names, "all");
}
/// The ssa pass runs at any level, other optional ones from -O1 on; with it phi elimination is not left out.
bool runs(const Pass& pass, const PassOptions& options) {
  const std::string_view name = pass.info.name;
  if (pass.info.required) return true;
  if (pass.info.of_module) return outlines(options);
  if (contains(options.disabled, name) || forbidden_by_knob(name, options.knobs)) return false;
  if (contains(options.enabled, name)) return options.opt_level >= 1 || pass.run_with == construct_ssa;
  if (asked_by_knob(name, options.knobs)) return options.opt_level >= 1;
  return options.opt_level >= pass.info.level;
}
std::vector<const Pass*> plan(const PassOptions& options) {
  std::vector<const Pass*> out;
  for (const std::string& name : options.order)
    for (const Pass& pass : table())
      if (pass.info.name == name) out.push_back(&pass);
  if (options.order.empty())
    for (const Pass& pass : table())
      if (runs(pass, options)) out.push_back(&pass);
  for (std::size_t k = 0; k < out.size(); ++k)
    if (options.stop_after == out[k]->info.name) out.resize(k + 1);
  return out;
}

// Parameters in registers (PTX before its ABI): the caller reads and writes them unseen, so nothing is changed.
bool has_register_parameters(const Function& f) {
  const auto in_reg = [](const mir::Variable& v) { return v.space == mir::Space::reg; };
  return std::any_of(f.params.begin(), f.params.end(), in_reg) ||
         std::any_of(f.results.begin(), f.results.end(), in_reg);
}
std::uint64_t size_of(const Function& f) {
  std::uint64_t out = 0;
  for (const mir::Block& block : f.blocks) out += block.insts.size();
  return out;
}

/// One function through its plan.
class Run {
 public:
  Run(Module& module, Function& function, const Features& features, const PassOptions& options, Faults& faults,
      PassReport* report)
      : m_(module), f_(function), features_(features), options_(options), faults_(faults), report_(report) {}

  void all(std::span<const Pass* const> passes, std::uint64_t first) {
    if (report_ != nullptr) report_->rows.resize(passes.size());
    for (std::size_t k = 0; k < passes.size();) {
      // Machine passes side by side share one MirCode, where nobody looks between them.
      std::size_t end = k + 1;
      while (end < passes.size() && !apart(*passes[k]) && !apart(*passes[end])) ++end;
      if (first + k < options_.limit || passes[k]->info.required) together(passes.subspan(k, end - k), k, first + k);
      k = end;
    }
    if (report_ != nullptr) report_->steps = first + passes.size();
  }

 private:
  bool apart(const Pass& pass) const {
    return pass.machine == nullptr || options_.verify_each || report_ != nullptr ||
           options_.limit != ~std::uint64_t{0} || !options_.keep_if_better.empty();
  }
  // One pass, or several machine passes; the first one's place in the plan, and its number among all steps.
  void together(std::span<const Pass* const> passes, std::size_t place, std::uint64_t step) {
    const Pass& pass = *passes[0];
    last_ = step + 1 == options_.limit;
    std::optional<Function> before;
    std::optional<Measured> measured;
    const bool gated = !pass.info.required && chosen(options_.keep_if_better, pass.info.name);
    if (gated) {
      drop_unreachable(m_, f_);
      before = f_;
      measured = measure(m_, f_);
    }
    PassReport::Row* const row = report_ != nullptr ? &report_->rows[place] : nullptr;
    const std::string text = row != nullptr ? mir::print(m_, f_) : std::string();
    if (row != nullptr) row->before += size_of(f_);
    const auto start = std::chrono::steady_clock::now();
    if (pass.machine != nullptr)
      on_machine_code(passes, row);
    else
      one(pass, row);
    const auto behind = std::chrono::steady_clock::now();
    bool taken_back = false;
    if (gated && !no_worse(measure(m_, f_), *measured)) {
      f_ = std::move(*before);
      facts_.reset();
      taken_back = true;
    }
    if (options_.verify_each) verify_after(pass.info.name);
    if (row != nullptr)
      tell(*row, pass, text, std::chrono::duration<double, std::milli>(behind - start).count(), taken_back);
  }
  /// What the reference prints in front of the function behind these passes.
  static std::string heading(std::string_view pass) {
    if (pass == "schedule") return "// After Machine Scheduling\n";
    return pass == "stack-slot-coloring" ? "// After StackSlotColoring\n" : "";
  }
  void tell(PassReport::Row& row, const Pass& pass, const std::string& text, double ms, bool taken_back) {
    const std::string now = mir::print(m_, f_);
    row.name = pass.info.name;
    ++row.runs;
    row.changed += now != text;
    row.taken_back += taken_back;
    row.after += size_of(f_);
    row.ms += ms;
    if (options_.measure) {
      Function copy = f_;
      drop_unreachable(m_, copy);
      row.registers = std::max(row.registers, measure(m_, copy).registers);
    }
    if (last_) {
      report_->last_step = f_.name + " " + pass.info.name;
      report_->last_changes = row.changes;
    }
    if (chosen(options_.print_after, pass.info.name))
      report_->printed +=
          heading(pass.info.name) + "// behind " + row.name + (now == text ? ", which changed nothing\n" : "\n") + now;
  }

  void on_machine_code(std::span<const Pass* const> passes, PassReport::Row* row) {
    facts_.reset();
    drop_unreachable(m_, f_);
    MirCode code(m_, f_);
    MachineChain chain(code);
    std::vector<PassError> errors;
    MachinePassContext given = context(faults_, row);
    given.errors = &errors;
    for (const Pass* pass : passes) pass->machine->run(chain, given);
    code.write();
    for (PassError& error : errors)
      if (report_ != nullptr)
        report_->errors.push_back(std::move(error));
      else
        faults_.push_back("line " + std::to_string(error.line) + ": " + error.text);
  }
  MachinePassContext context(Faults& faults, PassReport::Row* row) const {
    RemarkList* const remarks = report_ != nullptr && options_.remarks ? &report_->remarks : nullptr;
    return {features_,
            options_,
            faults,
            remarks,
            last_ ? options_.last_fuel : ~std::uint64_t{0},
            row,
            report_ != nullptr ? &report_->printed : nullptr};
  }
  void one(const Pass& pass, PassReport::Row* row) {
    if (pass.run_with != nullptr) {
      facts_.reset();
      Faults found;
      pass.run_with(m_, f_, context(found, row));
      for (const std::string& f : found) faults_.push_back(std::string(pass.info.name) + ": " + f);
      out_of_ssa_ |= pass.run_with == construct_ssa;
    } else if (pass.run != nullptr) {
      facts_.reset();
      pass.run(m_, f_);
    } else if (pass.out_of_ssa != nullptr) {
      facts_.reset();
      pass.out_of_ssa(m_, f_, context(faults_, row), std::exchange(out_of_ssa_, false));
    } else {
      if (!facts_) {
        drop_unreachable(m_, f_);
        facts_.emplace(m_, f_);
      }
      pass.run_on(m_, f_, *facts_);
      if (options_.verify_each && !(*facts_ == SsaFacts(m_, f_)))
        faults_.push_back("after " + std::string(pass.info.name) + ": what was known of the SSA form does not hold");
    }
  }
  void verify_after(std::string_view pass) {
    Faults found;
    mir::verify(m_, f_, found);
    for (const std::string& f : found) faults_.push_back("after " + std::string(pass) + ": " + f);
  }

  Module& m_;
  Function& f_;
  const Features& features_;
  const PassOptions& options_;
  Faults& faults_;
  PassReport* report_;
  std::optional<SsaFacts> facts_;
  bool out_of_ssa_ = false, last_ = false;
};

}  // namespace

const std::vector<PassInfo>& pass_table() {
  static const std::vector<PassInfo> all = [] {
    std::vector<PassInfo> out;
    for (const Pass& pass : table()) out.push_back(pass.info);
    return out;
  }();
  return all;
}
std::vector<std::string> pass_names(unsigned opt_level) {
  std::vector<std::string> names;
  for (const PassInfo& pass : pass_table())
    if (opt_level >= pass.level) names.emplace_back(pass.name);
  return names;
}
std::vector<std::string> optional_pass_names() {
  std::vector<std::string> names;
  for (const PassInfo& pass : pass_table())
    if (pass.optional()) names.emplace_back(pass.name);
  return names;
}
std::vector<std::string> pipeline(const PassOptions& options) {
  std::vector<std::string> names;
  for (const Pass* pass : plan(options)) names.emplace_back(pass->info.name);
  return names;
}

void PassReport::add(const PassReport& other) {
  if (rows.size() < other.rows.size()) rows.resize(other.rows.size());
  for (std::size_t k = 0; k < other.rows.size(); ++k) {
    Row& to = rows[k];
    const Row& from = other.rows[k];
    if (to.name.empty()) to.name = from.name;
    to.runs += from.runs;
    to.changed += from.changed;
    to.taken_back += from.taken_back;
    to.before += from.before;
    to.after += from.after;
    to.changes += from.changes;
    to.ms += from.ms;
    to.registers = std::max(to.registers, from.registers);
    for (const auto& [name, value] : from.counters) {
      const auto at =
          std::find_if(to.counters.begin(), to.counters.end(), [&](const auto& c) { return c.first == name; });
      if (at == to.counters.end())
        to.counters.emplace_back(name, value);
      else
        at->second += value;
    }
  }
  printed += other.printed;
  for (const Remark& remark : other.remarks.remarks) remarks(remark);
  errors.insert(errors.end(), other.errors.begin(), other.errors.end());
  steps = std::max(steps, other.steps);
  if (!other.last_step.empty()) {
    last_step = other.last_step;
    last_changes = other.last_changes;
  }
}

void run_passes(mir::Module& module, mir::Function& function, const Features& features, const PassOptions& options,
                std::vector<std::string>& faults, PassReport* report, std::uint64_t number) {
  if (function.declaration || function.blocks.empty() || has_register_parameters(function)) return;
  std::vector<const Pass*> passes = plan(options);
  std::erase_if(passes, [](const Pass* pass) { return pass->info.of_module; });
  PassReport mine;
  Run(module, function, features, options, faults, report != nullptr ? &mine : nullptr)
      .all(passes, number * passes.size());
  if (report != nullptr) report->add(mine);
}

}  // namespace lathe::nvptx
