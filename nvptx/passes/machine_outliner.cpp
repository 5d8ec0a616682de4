// machine-outliner: repeated code of a module into functions, by lathe::outline and the costs of nvptx/views/outline_cost.hpp.
// The one pass that looks at all functions together; who runs passes on functions runs it behind them (run_module_passes).
#include <algorithm>
#include <chrono>

#include <lathe/outline.hpp>
#include <lathe/outline/check.hpp>
#include <lathe/support/maybe_remarks.hpp>

#include "nvptx/mir/text.hpp"
#include "nvptx/passes/machine.hpp"
#include "nvptx/passes/outline_modules.hpp"
#include "nvptx/passes/pass_list.hpp"
#include "nvptx/passes/passes.hpp"
#include "nvptx/print/print.hpp"
#include "nvptx/views/outline_edit.hpp"

namespace lathe::nvptx {
namespace {

constexpr const char* outliner = "machine-outliner";

/// Asked for by name, whatever the functions say.
bool by_name(const PassOptions& options) {
  return contains(options.enabled, outliner) || contains(options.order, outliner);
}

MirOutlineOptions machine_of(const PassOptions& options) {
  MirOutlineOptions out;
  out.link = options.knobs.outliner_link == "relocatable" ? OutlineLink::relocatable : OutlineLink::whole;
  out.only = options.only;
  out.only_for_size = !by_name(options) && options.knobs.enable_machine_outliner != "always";
  return out;
}
std::uint64_t instructions(const mir::Module& module) {
  std::uint64_t out = 0;
  for (const mir::Function& f : module.functions)
    for (const mir::Block& block : f.blocks) out += block.insts.size();
  return out;
}

outline::Options outline_options(const PassOptions& options) {
  outline::Options out;
  out.benefit_threshold = natural(options.knobs.outliner_benefit_threshold);
  out.benefit_margin = options.knobs.outliner_benefit_margin >= 0
                           ? natural(options.knobs.outliner_benefit_margin)
                           : outline_call[static_cast<std::size_t>(machine_of(options).link)].margin;
  out.outline_linkonce = options.knobs.enable_linkonceodr_outlining;
  out.leaf_descendants = options.knobs.outliner_leaf_descendants;
  out.outline_unwanted = options.knobs.enable_machine_outliner == "always";
  return out;
}

/// Remarks of a plan, with the places of their instructions.
template <class Ingested>
void pass_on(const mir::Module& module, const Ingested& in, RemarkList& told, RemarkList* to) {
  for (Remark& remark : told.remarks) {
    if (remark.subject < in.insts.size()) {
      const auto& inst = in.insts[remark.subject];
      remark.location = mir::source_place(module, module.functions[inst.function], *inst.handle);
    }
    (*to)(remark);
  }
}

/// Rounds, each planned on what the one before it left.
class ModuleOutliner {
 public:
  ModuleOutliner(mir::Module& module, const PassOptions& options, std::vector<std::string>& faults, RemarkList* remarks)
      : m_(module), given_(options), options_(outline_options(options)), faults_(faults), remarks_(remarks) {}

  void run(std::uint64_t fuel) {
    options_.fuel = fuel;
    const auto rounds = natural(given_.knobs.machine_outliner_reruns);
    for (std::uint32_t round = 0; round <= rounds && options_.fuel > 0; ++round)
      if (!one(round)) return;
  }
  const outline::Stats& stats() const { return stats_; }
  const std::vector<bool>& changed() const { return changed_; }

 private:
  bool one(std::uint32_t round) {
    MirProgram program(m_, machine_of(given_));
    const auto in = outline::ingest(program);
    options_.first_round = round;
    RemarkList told;
    outline::Plan plan = outline::plan(program, in, options_, MaybeRemarks{remarks_ != nullptr ? &told : nullptr});
    if (given_.verify_each) {
      outline::CostsOf<MirProgram> costs(program, in);
      for (const auto& fault : outline::check_plan(in.problem, plan, costs, options_))
        faults_.push_back(std::string(outliner) + ": " + fault.text);
    }
    pass_on(m_, in, told, remarks_);
    if (plan.rounds.empty()) return false;
    changed_.resize(m_.functions.size(), false);
    for (const outline::PlannedSite& s : plan.rounds[0].sites) changed_[in.blocks[s.site.block].function] = true;
    MirEditor editor(m_);
    outline::apply(editor, in, plan.rounds[0]);
    options_.fuel -= std::min<std::uint64_t>(options_.fuel, plan.rounds[0].functions.size());
    stats_.functions += plan.stats.functions;
    stats_.sites += plan.stats.sites;
    stats_.bytes_saved += plan.stats.bytes_saved;
    if (round == 0) stats_.bytes_before = plan.stats.bytes_before;
    ++stats_.rounds;
    return true;
  }

  mir::Module& m_;
  const PassOptions& given_;
  outline::Options options_;
  std::vector<std::string>& faults_;
  RemarkList* remarks_;
  outline::Stats stats_;
  std::vector<bool> changed_;  // by function
};

}  // namespace

/// A call costs so much that what is worth it is long.
static constexpr outline::GlobalOptions shared_options{.span = 48};

outline::Published publish_sequences(const mir::Module& module, const PassOptions& options) {
  MirProgram program(module, machine_of(options));
  const auto in = outline::ingest(program);
  outline::CostsOf<MirProgram> costs(program, in);
  return outline::publish(in.problem, costs, outline_options(options), shared_options);
}

std::uint64_t outline_shared(mir::Module& module, const outline::Published& all, const PassOptions& options,
                             std::vector<std::string>& faults, RemarkList* remarks) {
  MirProgram program(module, machine_of(options));
  const auto in = outline::ingest(program);
  outline::CostsOf<MirProgram> costs(program, in);
  const outline::Options how = outline_options(options);
  RemarkList told;
  const outline::Plan plan =
      outline::consume(in.problem, all, costs, how, shared_options, MaybeRemarks{remarks != nullptr ? &told : nullptr});
  pass_on(module, in, told, remarks);
  if (options.verify_each)
    for (const auto& fault : outline::check_plan(in.problem, plan, costs, how))
      faults.push_back(std::string(outliner) + ": " + fault.text);
  if (plan.rounds.empty()) return 0;
  MirEditor editor(module);
  outline::apply(editor, in, plan.rounds[0]);
  return plan.rounds[0].sites.size();
}

bool outlines(const PassOptions& options) {
  if (options.opt_level == 0 || options.knobs.enable_machine_outliner == "never" ||
      contains(options.disabled, outliner))
    return false;
  if (!options.order.empty()) return contains(options.order, outliner);
  return by_name(options) || options.size_level > 0 || options.knobs.enable_machine_outliner == "always";
}

bool may_outline(const PassOptions& options) {
  return outlines(options) || (options.opt_level > 0 && options.knobs.enable_machine_outliner == "target-default" &&
                               options.order.empty() && !contains(options.disabled, outliner));
}

bool wants_module_passes(const mir::Module& module, const PassOptions& options) {
  if (!options.stop_after.empty() && options.stop_after != outliner) return false;
  if (outlines(options)) return true;
  // Functions that say so themselves.
  return may_outline(options) && std::any_of(module.functions.begin(), module.functions.end(),
                                             [](const mir::Function& f) { return f.for_size && !f.declaration; });
}

void run_module_passes(mir::Module& module, const Features&, const PassOptions& options,
                       std::vector<std::string>& faults, PassReport* report) {
  if (!wants_module_passes(module, options)) return;
  const std::uint64_t step = report != nullptr ? report->steps : 0;
  if (report != nullptr) report->steps = step + 1;
  if (step >= options.limit) return;
  const bool last = step + 1 == options.limit;
  PassReport::Row row;
  row.name = outliner;
  row.runs = module.functions.size();
  row.before = instructions(module);
  const auto start = std::chrono::steady_clock::now();
  ModuleOutliner pass(module, options, faults, report != nullptr && options.remarks ? &report->remarks : nullptr);
  pass.run(last ? options.last_fuel : ~std::uint64_t{0});
  row.ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  if (options.verify_each)
    for (const mir::Function& f : module.functions) {
      std::vector<std::string> found;
      mir::verify(module, f, found);
      for (const std::string& fault : found) faults.push_back("after " + std::string(outliner) + ": " + fault);
    }
  if (report == nullptr) return;
  row.after = instructions(module);
  row.changed = static_cast<std::uint64_t>(std::count(pass.changed().begin(), pass.changed().end(), true));
  row.changes = pass.stats().functions;
  for (const auto& [name, member] : {std::pair{"functions", &outline::Stats::functions},
                                     {"sites", &outline::Stats::sites},
                                     {"rounds", &outline::Stats::rounds},
                                     {"bytes before", &outline::Stats::bytes_before},
                                     {"bytes saved", &outline::Stats::bytes_saved}})
    row.counters.emplace_back(name, pass.stats().*member);
  if (last) {
    report->last_step = std::string("the module ") + outliner;
    report->last_changes = row.changes;
  }
  if (contains(options.print_after, outliner) || contains(options.print_after, "all"))
    for (std::uint32_t f = 0; f < module.functions.size(); ++f)
      if (f >= pass.changed().size() || pass.changed()[f])
        report->printed += std::string("// behind ") + outliner + "\n" + mir::print(module, module.functions[f]);
  report->rows.push_back(std::move(row));
}

}  // namespace lathe::nvptx
