// `lathe flow`: order, dominators, post-dominators, loops, frequencies and liveness of a problem text or of the
// functions of PTX; with --uniform, which values are the same for all threads of a warp; with --throughput, how long it
// takes by a model. Changes no file but its output.
#include <lathe/flow.hpp>
#include <lathe/flow/check_throughput.hpp>
#include <lathe/flow/check_uniformity.hpp>
#include <lathe/flow/report.hpp>
#include <lathe/flow/text.hpp>
#include <lathe/flow/throughput_text.hpp>
#include <lathe/flow/uniformity.hpp>
#include <lathe/flow/uniformity_text.hpp>

#include "nvptx/mir/flow.hpp"
#include "nvptx/views/throughput.hpp"
#include "nvptx/views/uniformity.hpp"
#include "tools/lathe/algorithm.hpp"
#include "tools/lathe/options.hpp"
#include "tools/lathe/report/pictures.hpp"
#include "tools/lathe/throughput_answer.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr char short_usage[] =
    "usage: lathe flow PROBLEM.txt|IN.ptx|- [--check] [--stats] [--intervals|--uniform|--throughput] [OPTIONS]   (see "
    "lathe flow --help)";

struct Arguments : AlgorithmArguments {
  flow::ReportOptions options;
  bool intervals = false, uniform = false, throughput = false;
  std::uint32_t warps = 8;
  std::string profile;
};

void add_options(Options& app, Arguments& a) {
  app.option("input", a.input, "a problem text, or PTX; - is standard input, the default");
  app.option("-o,--output", a.output, "where the answer goes; - is standard output, the default");
  app.section(Section::algorithm);
  app.option("--most-trips", a.options.frequency.most_trips, "turns of a loop per entry, at most")
      .range(1.0, 1e12)
      .show_default();
  app.option("--sweeps", a.options.frequency.sweeps, "sweeps over irreducible graphs for frequencies, at most")
      .show_default();
  app.flag("--intervals", a.intervals, "print live intervals, too");
  app.flag("--uniform", a.uniform,
           "what is the same for all threads of a warp, instead: u, d divergent, t divergent where it is read");
  app.flag("--throughput", a.throughput,
           "how long it takes, instead: cycles of threads that share an issuer, by issue, units and latencies");
  app.option("--warps", a.warps, "of PTX with --throughput: warps that share an issuer").range(1U, 64U).show_default();
  app.option("--profile", a.profile,
             "of PTX with --throughput: what lathe run --profile=FILE.json wrote; without, blocks run as the code's "
             "shape suggests");
  app.section(Section::output);
  declare_words(app, "flow", a);
  app.flag("--print-problem", a.dump, "print the problem's text form and stop");
  app.footer("Example:\n  lathe compile a.ll -o - | lathe flow - --check --stats");
}

Json result_of(const flow::Problem& p, const flow::Report& r) {
  const auto block = [](Json& to, const char* name, flow::Block b) {
    if (b == flow::no_block)
      to.null(name);
    else
      to.number(name, b);
  };
  std::vector<Json> blocks, loops;
  for (const flow::Block b : r.order.blocks) {
    Json one;
    one.number("block", b);
    block(one, "dominator", r.dominators.immediate(b));
    block(one, "post_dominator", r.post_dominators.immediate(b));
    one.number("depth", r.loops.depth(b)).add("frequency", r.frequency.block[b]);
    blocks.push_back(std::move(one.numbers_of("in", r.live.live_in[b]).numbers_of("out", r.live.live_out[b])));
  }
  for (std::uint32_t l = 0; l < r.loops.loops.size(); ++l) {
    Json one;
    one.number("header", r.loops.loops[l].header);
    block(one, "parent", r.loops.loops[l].parent);
    std::vector<std::int64_t> members;
    for (const flow::Block b : r.order.blocks)
      if (r.loops.contains(l, b)) members.push_back(b);
    loops.push_back(std::move(one.number("depth", r.loops.loops[l].depth).numbers("blocks", members)));
  }
  Json out;
  out.add("function", p.name).add("blocks", std::move(blocks)).add("loops", std::move(loops));
  return std::move(out.numbers_of("exits", r.post_dominators.exits()).flag("irreducible", r.loops.irreducible));
}

void run_problem(const Arguments& a, const flow::Problem& p, Algorithm& to) {
  if (a.dump) {
    to.text() += print(p);
    return;
  }
  RemarkList nobody;
  RemarkList& remarks = to.remarks() != nullptr ? *to.remarks() : nobody;
  const flow::Report report = to.timed([&] { return analyse(p, a.options, remarks); });
  to.text() += print(p, report, a.intervals);
  to.figures().add(report.stats);
  to.result([&] { return result_of(p, report); });
  to.picture([&] { return picture_of(p); });
  if (!a.check) return;
  for (const std::string& fault : check_report(p, report, a.options)) to.add_fault(p.name, fault);
}

void run_uniform(const Arguments& a, const flow::uniformity::Problem& p, Algorithm& to) {
  if (a.dump) {
    to.text() += print(p);
    return;
  }
  RemarkList nobody;
  RemarkList& remarks = to.remarks() != nullptr ? *to.remarks() : nobody;
  const auto result = to.timed([&] { return analyse(p, remarks); });
  to.text() += print(p, result);
  to.figures().add(result.stats);
  if (a.check) to.add_faults(check(p, result), p.name);
}

int run_uniform(const Arguments& a) {
  Algorithm to(a, "uniformity");
  if (!to.read()) return failed;
  if (to.is_problem()) {
    const auto problem = to.problem(flow::uniformity::read_problem);
    if (!problem) return failed;
    run_uniform(a, *problem, to);
    return to.finish();
  }
  const mir::Module* const module = to.module();
  if (module == nullptr) return failed;
  for (const mir::Function& function : module->functions) {
    if (!to.wanted(function)) continue;
    const MirView view(*module, function);
    run_uniform(a, flow::uniformity::ingest(view, lathe::program::Numbering(view), WarpFacts(*module, function)), to);
    to.locate([&](const Remark&) { return to.place_in(function, 0); });
    to.done();
  }
  return to.finish();
}

void run_throughput(const Arguments& a, const flow::throughput::Problem& p, Algorithm& to) {
  if (a.dump) {
    to.text() += print(p);
    return;
  }
  RemarkList nobody;
  RemarkList& remarks = to.remarks() != nullptr ? *to.remarks() : nobody;
  const auto result = to.timed([&] { return analyse(p, remarks); });
  to.text() += print(p, result);
  to.figures().add(result.stats);
  to.result([&] { return throughput_json(p, result); });
  if (a.check) to.add_faults(check(p, result), p.name);
}

int run_throughput(const Options& app, const Arguments& a) {
  Algorithm to(a, "throughput");
  if (!to.read()) return failed;
  if (to.is_problem()) {
    if (const auto done = refuse_idle(app, "a problem text", {"--warps", "--profile"})) return *done;
    const auto problem = to.problem(flow::throughput::read_problem);
    if (!problem) return failed;
    run_throughput(a, *problem, to);
    return to.finish();
  }
  const mir::Module* const module = to.module();
  if (module == nullptr) return failed;
  Profiled profiled;
  std::string error;
  if (!a.profile.empty() && !read_profile(a.profile, profiled, error)) return to.fail(error);
  for (const mir::Function& function : module->functions) {
    if (!to.wanted(function)) continue;
    MirThroughputOptions options;
    options.warps = a.warps;
    if (const auto at = profiled.find(function.name); at != profiled.end()) options.lines = at->second;
    run_throughput(a, throughput_problem(*module, function, options), to);
    to.locate([&](const Remark& remark) {
      return to.place_in(function, remark.subject == Remark::no_subject ? 0U : remark.subject);
    });
    to.done();
  }
  return to.finish();
}

int run(const Options& app, const Arguments& a) {
  if (a.uniform) return run_uniform(a);
  if (a.throughput) return run_throughput(app, a);
  Algorithm to(a, "flow");
  if (!to.read()) return failed;
  if (to.is_problem()) {
    const auto problem = to.problem(flow::read_problem);
    if (!problem) return failed;
    run_problem(a, *problem, to);
    return to.finish();
  }
  const mir::Module* const module = to.module();
  if (module == nullptr) return failed;
  for (const mir::Function& function : module->functions)
    if (to.wanted(function)) {
      run_problem(a, flow::ingest(mir::Flow(*module, function)), to);
      to.locate([&](const Remark&) { return to.place_in(function, 0); });
      to.done();
    }
  return to.finish();
}

}  // namespace

int flow_command(const std::vector<std::string>& arguments) {
  Options app("Orders, dominators, post-dominators, loops, frequencies and liveness of functions.", "lathe flow",
              short_usage);
  Arguments a;
  add_options(app, a);
  if (const auto done = app.parse(arguments)) return *done;
  if (a.dump)
    if (const auto done = refuse_others(
            app, "--print-problem", {"--output", "--function", "--uniform", "--throughput", "--warps", "--profile"}))
      return *done;
  if (a.uniform)
    if (const auto done =
            refuse_idle(app, "--uniform", {"--intervals", "--most-trips", "--sweeps", "--report", "--throughput"}))
      return *done;
  if (a.throughput)
    if (const auto done = refuse_idle(app, "--throughput", {"--intervals", "--most-trips", "--sweeps", "--report"}))
      return *done;
  if (const auto done = refuse_without(app, {"--throughput"}, {"--warps", "--profile"})) return *done;
  return run(app, a);
}

}  // namespace lathe::nvptx::cli
