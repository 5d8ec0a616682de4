// `lathe group`: the instruction grouper alone, on a problem text or on PTX. Prints the plan; --rewrite writes the PTX
// with the groups merged.
#include <optional>
#include <utility>

#include <lathe/group.hpp>
#include <lathe/group/check.hpp>
#include <lathe/group/text.hpp>

#include "nvptx/views/group.hpp"
#include "tools/lathe/algorithm.hpp"
#include "tools/lathe/options.hpp"
#include "tools/lathe/report/pictures.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr char short_usage[] =
    "usage: lathe group PROBLEM.txt|IN.ptx|- [--check] [--stats] [OPTIONS]   (see lathe group --help)\n"
    "       lathe group IN.ptx --rewrite OUT.ptx [OPTIONS]";

struct Arguments : AlgorithmArguments {
  std::string verify;
  group::Options options;
  MirGroupOptions machine;
  bool apply = false, no_loads = false, no_stores = false, no_textures = false;
};

void add_options(Options& app, Arguments& a) {
  app.option("input", a.input, "a problem text, or PTX; - is standard input, the default");
  app.option("-o,--output", a.output, "where the plan or the PTX goes; - is standard output, the default");
  app.section(Section::output);
  app.flag("--apply", a.apply, "PTX: --rewrite into --output, no plan");
  app.section(Section::algorithm);
  app.option("--tries", a.options.tries, "candidates to look at for a place, when dependences keep them out")
      .range(1, 1 << 20)
      .show_default();
  app.option("--widest", a.machine.widest, "PTX: bytes of one access").one_of({4, 8, 16}).show_default();
  app.option("--texture-reach", a.machine.texture_reach, "PTX: instructions between two fetches of a group")
      .range(0, 1 << 20)
      .show_default();
  app.flag("--no-loads", a.no_loads, "PTX: leave loads alone");
  app.flag("--no-stores", a.no_stores, "PTX: leave stores alone");
  app.flag("--no-textures", a.no_textures, "PTX: leave texture fetches alone");
  app.section(Section::checks);
  app.option("--verify", a.verify, "check this plan's text, make none");
  app.section(Section::output);
  declare_words(app, "group", a);
  app.flag("--print-problem", a.dump, "print the problem, not a plan");
  app.footer(
      "Examples:\n"
      "  lathe group a.ptx --check --stats\n"
      "  lathe group a.ptx --rewrite b.ptx\n"
      "  lathe group a.ptx --print-problem -o problem.txt && lathe group problem.txt");
}

// The rule of either input: that of the problem's kinds, or the machine's.
struct EitherForm {
  group::TableForm table;
  const MirGrouper* machine;
  std::uint32_t form(std::span<const group::Candidate> run) const {
    return machine != nullptr ? machine->form(run) : table.form(run);
  }
};

int verify_plan(const Arguments& a, const group::Problem& problem, EitherForm& former, Algorithm& to) {
  std::string text, error;
  group::Plan plan;
  if (read_input(a.verify, text, error)) plan = group::read_plan(text, a.verify, problem, error);
  if (!error.empty()) return Algorithm::fail(error);
  group::count_groups(problem, plan);
  to.add_faults(group::check_plan(problem, plan, former, a.options));
  return to.finish();
}

// `machine`: null for a problem text.
Json result_of(const group::Problem& p, const group::Plan& plan) {
  std::vector<Json> groups, refused;
  for (std::uint32_t g = 0; g < plan.groups.size(); ++g) {
    Json one;
    one.add("name", group::group_name(p, plan, g)).add("kind", p.kinds[plan.groups[g].kind].name);
    one.add("place", std::uint64_t{plan.groups[g].place}).numbers_of("members", plan.groups[g].members);
    groups.push_back(std::move(one.numbers_of("carried", plan.groups[g].carried)));
  }
  for (std::size_t c = 0; c < plan.refusals.size(); ++c) {
    if (plan.refusals[c] == group::Refusal::none) continue;
    Json one;
    one.add("instruction", std::uint64_t{p.candidates[c].inst});
    refused.push_back(
        std::move(one.add("why", std::string(group::refusal_names[static_cast<std::size_t>(plan.refusals[c])]))));
  }
  Json out;
  return std::move(out.add("groups", std::move(groups)).add("refused", std::move(refused)));
}

// A remark speaks of an instruction, of those of all blocks.
void locate(const group::Problem& problem, const MirGrouper& machine, Algorithm& to) {
  const auto blocks = machine.blocks();
  to.locate([&](const Remark& remark) {
    for (std::size_t b = 0; b < problem.blocks.size(); ++b) {
      const std::uint32_t inst = remark.subject - problem.blocks[b].first;
      if (remark.subject >= problem.blocks[b].first && inst < problem.blocks[b].count)
        return to.place_of(machine.views()[blocks[b].program]->function(), blocks[b].block, inst);
    }
    return SourcePlace();
  });
}

int run_plan(const Arguments& a, const group::Problem& problem, MirGrouper* machine, Algorithm& to) {
  EitherForm former{group::TableForm(problem.kinds), machine};
  if (a.dump) return to.write(group::print(problem));
  if (!a.verify.empty()) return verify_plan(a, problem, former, to);
  const group::Plan plan =
      to.timed([&] { return group::plan_problem(problem, former, a.options, MaybeRemarks{to.remarks()}); });
  if (machine != nullptr) locate(problem, *machine, to);
  if (plan.refusal != group::Refusal::none)
    return Algorithm::fail(a.input +
                           ": no plan: the problem is not well formed: " + group::check_problem(problem).begin()->text);
  to.figures().add(plan.stats);
  to.result([&] { return result_of(problem, plan); });
  to.picture([&] { return picture_of(problem); });
  if (a.check) to.add_faults(group::check_plan(problem, plan, former, a.options));
  if (!a.rewrite.empty() && to.faults() == 0) {
    group::apply(*machine, problem, plan);
    if (const int state = to.rewrite(); state != ok) return state;
  }
  to.text() = group::print(problem, plan);
  return to.finish(true);
}

int run(const Arguments& a) {
  Algorithm to(a, "group");
  if (!to.read()) return failed;
  if (to.is_problem()) {
    const auto problem = to.problem([](const std::string& text, const std::string& name, std::string& error) {
      group::Problem read = group::read_problem(text, name, error);
      return error.empty() ? std::optional(std::move(read)) : std::nullopt;
    });
    return problem ? run_plan(a, *problem, nullptr, to) : failed;
  }
  mir::Module* const module = to.module();
  if (module == nullptr) return failed;
  std::optional<MirGrouper> grouper;
  for (mir::Function& f : module->functions)
    if (!a.function.empty() && to.wanted(f)) grouper.emplace(*module, f, a.machine);
  if (!grouper) grouper.emplace(*module, a.machine);
  return run_plan(a, group::ingest(*grouper), &*grouper, to);
}

}  // namespace

int group_command(const std::vector<std::string>& arguments) {
  Options app("Merges instructions that can be one: loads and stores of neighbouring places, texture fetches.",
              "lathe group", short_usage);
  Arguments a;
  add_options(app, a);
  if (const auto done = app.parse(arguments)) return *done;
  if (a.apply && !a.rewrite.empty()) return app.wrong("--apply is --rewrite into --output: one of them");
  if (a.apply) {
    a.rewrite = std::exchange(a.output, "");
    a.rewrite_word = "--apply";
  }
  if (a.dump)
    if (const auto done = refuse_others(
            app, "--print-problem",
            {"--output", "--function", "--widest", "--texture-reach", "--no-loads", "--no-stores", "--no-textures"}))
      return *done;
  if (!a.verify.empty())
    if (const auto done = refuse_idle(app, "--verify", {"--output", "--rewrite", "--apply", "--remarks", "--report"}))
      return *done;
  if (a.no_textures)
    if (const auto done = refuse_idle(app, "--no-textures", {"--texture-reach"})) return *done;
  if (a.no_loads && a.no_stores)
    if (const auto done = refuse_idle(app, "--no-loads --no-stores", {"--widest"})) return *done;
  a.ptx_word = first_given(app, {"--widest", "--texture-reach", "--no-loads", "--no-stores", "--no-textures"});
  a.options.fuel = a.fuel;
  a.machine.loads = !a.no_loads;
  a.machine.stores = !a.no_stores;
  a.machine.textures = !a.no_textures;
  if (!a.verify.empty()) {
    a.check = true;
    a.output.clear();
  }
  return run(a);
}

}  // namespace lathe::nvptx::cli
