// lathe run: PTX (or LLVM IR) in, kernels run on the CPU or a GPU, buffers out.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <thread>

#include "nvptx/exec/counted.hpp"
#include "nvptx/exec/device/cuda_driver.hpp"
#include "tools/lathe/heard.hpp"
#include "tools/lathe/options.hpp"
#include "tools/lathe/progress.hpp"
#include "tools/lathe/run.hpp"
#include "tools/lathe/vocabulary.hpp"

namespace lathe::nvptx::cli {
namespace {

using exec::Dim3;

constexpr char examples[] = R"(
A file of the input may be LLVM IR (.ll, .bc): it is compiled for --mcpu first. Several are linked.
Values (- as OUTFILE), --list and what printf writes go to standard output; --stats, --trace, the
table of --profile and what --check finds to standard error. Nothing is written when the launch
fails; a finding makes the exit status 1.
Examples:
  lathe run vector.ptx --list
  lathe run vector.ptx --kernel add --grid 4 --block 256 --arg iota:f32:1024 \
            --arg fill:f32:1024:0.5 --arg out:f32:1024:sum.npy --arg 1024
  lathe run scene.ll --grid 20,20 --block 16,8 --arg out:u32:320x160:picture.raw --arg 320 \
            --arg 160 --arg in:spheres.raw --arg 5 --threads 0 --stats
  lathe run reduce.ptx --kernel sum --block 128 --arg rand:i32:128:7:0:9 --arg out:i32:1:- --profile
  lathe run reduce.ptx --kernel sum --block 128 --arg iota:i32:128 --arg out:i32:1:- --trace=0:37
  lathe run reduce.ptx --kernel sum --block 128 --arg iota:i32:128 --arg out:i32:1:- \
            --check=race,memory,uninit)";

constexpr char short_usage[] =
    "usage: lathe run IN.ptx [MORE.ptx ...] [--kernel K] --grid X[,Y[,Z]] --block X[,Y[,Z]] --arg A ... [OPTIONS]   "
    "(see lathe run --help)";

/// The command line as it was written.
struct Written {
  std::vector<std::string> inputs, arguments, bindings, attributes, checks;
  std::string kernel, grid = "1", block = "1", cluster, cpu, trace, profile, stats;
  std::string ir_word;  // one that was given and means nothing with PTX
  std::uint32_t shared = 0;
  bool cooperative = false, device = false, list = false;
  unsigned threads = 1, repeat = 1;
  std::uint64_t max_steps = exec::MachineOptions{}.max_steps;
};

/// What the command line means.
struct Plan {
  exec::Launch launch;
  std::vector<RunArgument> arguments;  ///< and what is bound behind them
  bool traced = false, profiled = false;
  Dim3 trace_block{0, 0, 0}, trace_thread{0, 0, 0};
};

void declare(Options& app, Written& o) {
  app.footer(std::string("\n") + argument_help + examples);
  app.option("input", o.inputs, "PTX or LLVM IR; - is standard input");
  AlgorithmArguments none;  // of the common words it has its own
  declare_words(app, "run", none);
  app.section(Section::launch);
  app.option("--kernel", o.kernel, "name of the kernel; not needed where there is one");
  app.option("--grid", o.grid, "blocks: X[,Y[,Z]]").show_default();
  app.option("--block", o.block, "threads of a block: X[,Y[,Z]]").show_default();
  app.option("--cluster", o.cluster, "blocks of a cluster: X[,Y[,Z]]; default: what the kernel requires, else 1");
  app.option("--shared", o.shared, "bytes of dynamic shared memory");
  app.flag("--cooperative", o.cooperative, "all blocks run at the same time: grid barriers work");
  app.option("--arg", o.arguments, "one argument of the kernel, see below").repeated();
  app.option("--bind", o.bindings, "NAME=texture:... or NAME=surface:...: a variable of the module, see below")
      .repeated();
  app.option("--threads", o.threads, "CPU threads; 0: all cores").show_default();
  app.option("--max-steps", o.max_steps, "instructions of one warp until the launch is given up").show_default();
  app.section(Section::checks);
  app.option("--check", o.checks, "memory, race, uninit: find such faults").cut_at(',');
  app.section(Section::diagnostics);
  app.flag("--trace{0:0}", o.trace, "instructions of a thread, --trace=BLOCK:THREAD; each a number, or X,Y,Z");
  app.flag("--profile{table}", o.profile, "counts by instruction, as a table or --profile=FILE.json");
  app.flag("--stats{text}", o.stats, "instructions and time: --stats or --stats=json");
  app.section(Section::launch);
  app.flag("--device", o.device, "run on the first NVIDIA GPU, by the CUDA driver");
  app.option("--repeat", o.repeat, "launches; buffers are filled again before each").show_default().range(1U, 1000000U);
  app.section(Section::output);
  app.flag("--list", o.list, "print the kernels with their parameters, and run nothing");
  app.section(Section::target);
  app.option("--mcpu", o.cpu, "target for LLVM IR; default: what its functions ask for, else sm_75");
  app.option("--mattr", o.attributes, "+ptxNN for LLVM IR").cut_at(',');
}

int usage_error(const std::string& text) {
  report_error(text);
  report_usage(short_usage);
  return wrong_usage;
}

/// "4", "4,2", "4,2,1". Missing parts become `fill`.
bool parse_dim(const std::string& text, std::uint32_t fill, Dim3& dim) {
  std::uint32_t part[3] = {fill, fill, fill};
  const char* at = text.data();
  const char* end = at + text.size();
  for (unsigned i = 0; i < 3; ++i) {
    const auto [next, error] = std::from_chars(at, end, part[i]);
    if (error != std::errc() || next == at) return false;
    at = next;
    if (at == end) {
      dim = {part[0], part[1], part[2]};
      return true;
    }
    if (*at++ != ',') return false;
  }
  return false;
}

bool positive(const Dim3& d) { return d.x != 0 && d.y != 0 && d.z != 0; }

/// Index of a place in a box, from its coordinates or (y and z not given) as a linear index.
std::uint64_t linear(const Dim3& at, const Dim3& box) {
  return at.x + std::uint64_t{box.x} * (at.y + std::uint64_t{box.y} * at.z);
}

/// Dimensions, within the limits of every GPU. An exit state.
int read_shape(const Written& o, exec::Launch& launch) {
  const auto read = [&](const char* name, const std::string& text, Dim3& dim) {
    if (parse_dim(text, 1, dim) && positive(dim)) return true;
    usage_error(fmt::format("{} {}: numbers from 1 on are wanted, X or X,Y or X,Y,Z", name, text));
    return false;
  };
  if (!read("--grid", o.grid, launch.grid) || !read("--block", o.block, launch.block)) return wrong_usage;
  if (!o.cluster.empty() && !read("--cluster", o.cluster, launch.cluster)) return wrong_usage;
  if (const std::string fault = block_fault(launch.block); !fault.empty())
    return usage_error(fmt::format("--block {}: {}; use a larger grid", o.block, fault));
  if (const std::string fault = grid_fault(launch.grid); !fault.empty())
    return usage_error(fmt::format("--grid {}: {}", o.grid, fault));
  launch.dynamic_shared = o.shared;
  launch.cooperative = o.cooperative;
  return ok;
}

int read_trace(const Written& o, Plan& plan) {
  if (o.trace.empty()) return ok;
  const std::size_t colon = o.trace.find(':');
  if (colon == std::string::npos || !parse_dim(o.trace.substr(0, colon), 0, plan.trace_block) ||
      !parse_dim(o.trace.substr(colon + 1), 0, plan.trace_thread))
    return usage_error(fmt::format("--trace={}: BLOCK:THREAD is wanted, such as 0:37 or 1,0,0:5,2", o.trace));
  const std::uint64_t block = linear(plan.trace_block, plan.launch.grid),
                      thread = linear(plan.trace_thread, plan.launch.block);
  if (block >= plan.launch.grid.count() || thread >= plan.launch.block.count())
    return usage_error(fmt::format("--trace={}: the launch has {} blocks of {} threads", o.trace,
                                   plan.launch.grid.count(), plan.launch.block.count()));
  plan.traced = true;
  return ok;
}

int read_checks(const Written& o) {
  for (const std::string& check : o.checks)
    if (check != "memory" && check != "race" && check != "uninit")
      return usage_error(fmt::format("--check={}: no such check; known: memory, race, uninit", check));
  return ok;
}

/// Those of --arg, then those of --bind. An exit state.
int read_arguments(const Written& o, Plan& plan) {
  ArgumentFault fault;
  const auto read = [&](auto&& parse, const std::string& text) {
    const std::size_t index = plan.arguments.size();
    if (parse(text, plan.arguments.emplace_back(), fault)) return int{ok};
    const std::string message = argument_place(index, plan.arguments.back()) + ": " + fault.text;
    if (fault.state == wrong_usage) return usage_error(message);
    report_error(message);
    return fault.state;
  };
  for (const std::string& argument : o.arguments)
    if (const int state = read(parse_argument, argument); state != ok) return state;
  for (const std::string& binding : o.bindings)
    if (const int state = read(parse_binding, binding); state != ok) return state;
  return ok;
}

/// Everything that can be said before a file is read. An exit state.
int read_options(const Written& o, Plan& plan) {
  if (o.inputs.empty()) return usage_error("an input file is missing");
  if (std::count(o.inputs.begin(), o.inputs.end(), "-") > 1) return usage_error("standard input is named twice");
  if (const int state = read_shape(o, plan.launch); state != ok) return state;
  if (const int state = read_trace(o, plan); state != ok) return state;
  if (!o.stats.empty() && o.stats != "text" && o.stats != "json")
    return usage_error("--stats=" + o.stats + ": expected --stats or --stats=json");
  plan.profiled = !o.profile.empty();
  if (o.device && (plan.traced || plan.profiled || !o.checks.empty()))
    return usage_error("--trace, --profile and --check watch the CPU; leave out --device");
  if (const int state = read_checks(o); state != ok) return state;
  return read_arguments(o, plan);
}

int refused(const std::string& text) {
  report_error(text);
  return failed;
}

/// The kernel that is meant; nullptr after a message.
const exec::KernelInfo* choose_kernel(const Written& o, const std::vector<exec::KernelInfo>& kernels) {
  std::vector<std::string> names;
  for (const exec::KernelInfo& k : kernels) names.push_back(k.name);
  if (kernels.empty()) {
    report_error(fmt::format("{}: has no kernel (.entry)", o.inputs.front()));
    return nullptr;
  }
  if (o.kernel.empty()) {
    if (kernels.size() == 1) return &kernels.front();
    report_error(fmt::format("{}: has {} kernels; choose one with --kernel: {}", o.inputs.front(), names.size(),
                             fmt::join(names, ", ")));
    return nullptr;
  }
  for (const exec::KernelInfo& k : kernels)
    if (k.name == o.kernel) return &k;
  const auto near = nearest(o.kernel, names, 3);
  report_error(fmt::format("{}: no kernel '{}'; {}: {}", o.inputs.front(), o.kernel,
                           near.empty() ? "its kernels" : "nearest", fmt::join(near.empty() ? names : near, ", ")));
  return nullptr;
}

class Run {
 public:
  Run(const Written& o, Plan& plan) : o_(o), plan_(plan) {}

  int run() {
    std::vector<exec::Source> sources(o_.inputs.size());
    bool any_ir = false;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      bool compiled = false;
      const int state = read_source(o_.inputs[i], o_.cpu, o_.attributes, sources[i], compiled);
      if (state != ok) return state;
      any_ir = any_ir || compiled;
    }
    if (!any_ir && !o_.ir_word.empty())
      return refused(o_.inputs.front() + ": " + o_.ir_word + " wants LLVM IR; PTX has its target");
    if (!make_backend()) return failed;
    if (const auto fault = backend_->load(sources)) return refused(fault->to_string());
    const std::vector<exec::KernelInfo> kernels = backend_->kernels();
    std::string error;
    if (o_.list) return write_output("-", kernel_list(kernels), error) ? ok : refused(error);
    const exec::KernelInfo* kernel = choose_kernel(o_, kernels);
    if (kernel == nullptr) return failed;
    const std::string json = plan_.profiled && o_.profile != "table" ? o_.profile : std::string();
    if (!shape_fits(*kernel, plan_.launch, error) || !match_arguments(*kernel, plan_.arguments, error) ||
        !outputs_writable(plan_.arguments, {json}, error))
      return refused(error);
    plan_.launch.kernel = kernel->name;
    return launch(json);
  }

 private:
  bool make_backend() {
    std::string error;
    if (o_.device) {
      backend_ = exec::make_cuda_backend(error);
      if (!backend_) report_error("--device: " + error);
      return backend_ != nullptr;
    }
    std::vector<exec::Observer*> parts;
    if (plan_.traced) {
      exec::TraceOptions options;
      options.block = linear(plan_.trace_block, plan_.launch.grid);
      options.thread = static_cast<std::uint32_t>(linear(plan_.trace_thread, plan_.launch.block));
      options.limit = SIZE_MAX;
      options.sink = [by = heard()](const exec::TraceStep& step) {  // a thread of the machine's own
        const Hearing hearing(by);
        tell(exec::to_string(step) + "\n");
      };
      trace_ = exec::make_trace(std::move(options));
      parts.push_back(trace_.get());
    }
    if (plan_.profiled) {
      profile_ = exec::make_profile();
      parts.push_back(profile_.get());
    }
    for (const char* check : {"memory", "race", "uninit"}) {
      if (std::find(o_.checks.begin(), o_.checks.end(), check) == o_.checks.end()) continue;
      checkers_.push_back(make_checker(check));
      parts.push_back(checkers_.back().get());
    }
    exec::MachineOptions options;
    options.threads = o_.threads != 0 ? o_.threads : std::max(1U, std::thread::hardware_concurrency());
    options.max_steps = o_.max_steps;
    if (parts.size() > 1) joined_ = make_joined(parts);
    options.observer = joined_ ? joined_.get() : parts.empty() ? nullptr : parts.front();
    auto machine = std::make_unique<exec::Machine>(options);
    machine_ = machine.get();
    backend_ = std::move(machine);
    return true;
  }

  int launch(const std::string& json) {
    RunBuffers buffers(*backend_, plan_.arguments);
    std::string error;
    if (!buffers.make(plan_.launch, error)) return refused(error);
    std::vector<double> seconds;
    const auto blocks = [](const exec::Dim3& d) { return std::uint64_t{d.x} * d.y * d.z; };
    progress_.expect(machine_ != nullptr ? o_.repeat * blocks(plan_.launch.grid) : 0);
    const exec::CountedLaunches counted(progress_.count());
    for (unsigned i = 0; i < o_.repeat; ++i) {
      if (!buffers.fill(error)) return refused(error);
      const auto start = std::chrono::steady_clock::now();
      const auto fault = backend_->launch(plan_.launch);
      seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
      if (trace_) trace_->finish();
      if (i + 1 == o_.repeat || fault) progress_.end();
      if (const std::string output = backend_->take_output(); !write_output("-", output, error)) return refused(error);
      if (fault) {
        (void)report_findings();
        return refused(fault->to_string());
      }
    }
    progress_.end();
    const bool clean = report_findings();
    if (!buffers.write_outputs(error)) return refused(error);
    if (profile_) {
      const exec::Profile profile = profile_->result();
      if (json.empty())
        tell(profile_table(profile));
      else if (!write_output(json, profile_json(profile), error))
        return refused(error);
    }
    const exec::LaunchStats* const stats = machine_ ? &machine_->stats() : nullptr;
    if (heard().document != nullptr) heard().document->stats.add(stats_json(stats, seconds));
    if (!o_.stats.empty())
      tell(o_.stats == "json" ? stats_json(stats, seconds).text() + "\n" : stats_text(stats, seconds));
    return clean ? ok : failed;
  }

  static std::unique_ptr<exec::CheckObserver> make_checker(std::string_view name) {
    if (name == "memory") return exec::make_memory_checker();
    return name == "race" ? exec::make_race_checker() : exec::make_uninit_checker();
  }

  /// A line for each finding of --check; whether all are notes.
  bool report_findings() const {
    bool clean = true;
    for (const auto& checker : checkers_)
      for (const exec::CheckFinding& finding : checker->findings()) {
        tell(finding.text + "\n");
        if (heard().document != nullptr && !finding.note) heard().document->faults.push_back(one_line(finding.text));
        clean &= finding.note;
      }
    return clean;
  }

  const Written& o_;
  Plan& plan_;
  Progress progress_{"blocks"};
  std::unique_ptr<exec::TraceObserver> trace_;
  std::unique_ptr<exec::ProfileObserver> profile_;
  std::vector<std::unique_ptr<exec::CheckObserver>> checkers_;
  std::unique_ptr<exec::Observer> joined_;
  std::unique_ptr<exec::Backend> backend_;  // after the observers, which it uses
  exec::Machine* machine_ = nullptr;
};

}  // namespace

int run_command(const std::vector<std::string>& arguments) {
  Options app("PTX or LLVM IR in; a kernel is run on the CPU, or with --device on a GPU.", "lathe run", short_usage);
  Written options;
  declare(app, options);
  std::vector<std::string> spelled;
  for (const std::string& argument : arguments)
    spelled.push_back(argument.starts_with("-mcpu") || argument.starts_with("-mattr") ? "-" + argument : argument);
  if (const auto done = app.parse(spelled)) return *done;
  if (options.list)
    if (const auto done = refuse_others(app, "--list", {"--mcpu", "--mattr", "--device"})) return *done;
  if (options.device)
    if (const auto done = refuse_idle(app, "--device", {"--threads", "--max-steps"})) return *done;
  options.ir_word = first_given(app, {"--mcpu", "--mattr"});
  Plan plan;
  if (const int state = read_options(options, plan); state != ok) return state;
  return Run(options, plan).run();
}

}  // namespace lathe::nvptx::cli
