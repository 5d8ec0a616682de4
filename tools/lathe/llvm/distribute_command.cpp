// `lathe distribute`: the jobs of distributed ThinLTO, as LLVM's DTLTO and `lathe thinlto --plan` write them, run here
// or handed to a build tool or to Slurm.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>

#include "tools/lathe/llvm.hpp"
#include "tools/lathe/llvm/distribute.hpp"
#include "tools/lathe/options.hpp"
#include "tools/lathe/program.hpp"
#include "tools/lathe/vocabulary.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr char short_usage[] =
    "usage: lathe distribute JOBS.json --with=local|ninja|slurm|key [OPTIONS]   (see lathe distribute --help)";

constexpr char notes[] =
    R"(JOBS.json is what LLVM 22's DTLTO gives a distributor, or lathe thinlto --plan writes. local runs
the jobs here, the largest first. ninja writes a build file (-o, build.ninja): a job's key is made of
its words and of what its inputs hold, and a job runs where its key has changed; whoever touches a
file without changing it waits for nothing. key prints that key of job --job.
slurm packs the jobs whose key has changed into the tasks of an array job, by size, submits it and
waits; what was killed, or found its disk full, is submitted again, each job in a task of its own as
far as --slurm-tasks lets it. The folder --state (JOBS.json.slurm), which all nodes must see as they
must see inputs and outputs, has of each job NAME.done or NAME.failed and NAME.log, and the script.
With -o the script is only written. Interrupted, lathe cancels the array job.
Examples:
  lathe thinlto a.bc b.bc --plan jobs -o out && lathe distribute jobs/jobs.json --with=local
  lathe distribute jobs/jobs.json --with=ninja -o build.ninja && ninja
  lathe distribute jobs/jobs.json --with=slurm --slurm-partition=short --slurm-time=10 --slurm-arg=--qos=low
  lathe distribute jobs/jobs.json --with=slurm -o array.sh && sbatch --wait array.sh
  llvm-lto2 run ... -dtlto-compiler=/usr/bin/lathe -dtlto-distributor=/usr/bin/lathe \
      -dtlto-distributor-arg=distribute -dtlto-distributor-arg=--with=local)";

int fail(const std::string& error) {
  report_error(error);
  return failed;
}

/// "0,4-7": numbers below `count`. False and what is wrong.
bool read_numbers(std::string_view text, std::size_t count, std::vector<unsigned>& out, std::string& wrong) {
  std::vector<char> asked(count);
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    unsigned first = 0, last = 0;
    const char* const end = part.data() + part.size();
    auto read = std::from_chars(part.data(), end, first);
    last = first;
    if (read.ec == std::errc() && read.ptr != end && *read.ptr == '-') read = std::from_chars(read.ptr + 1, end, last);
    if (read.ec != std::errc() || read.ptr != end || last < first)
      return wrong = fmt::format("'{}' is no number and no range of numbers", part), false;
    if (last >= count) return wrong = fmt::format("there is no job {}; there are {}", last, count), false;
    std::fill(asked.begin() + first, asked.begin() + last + 1, 1);
  }
  for (std::size_t j = 0; j < count; ++j)
    if (asked[j] != 0) out.push_back(static_cast<unsigned>(j));
  return true;
}

int run_local(const DistributeArguments& a, const JobList& list) {
  std::vector<unsigned> jobs(list.jobs.size());
  std::iota(jobs.begin(), jobs.end(), 0U);
  std::string error;
  if (!a.only.empty()) {
    jobs.clear();
    if (!read_numbers(a.only, list.jobs.size(), jobs, error)) return fail(a.input + ": --jobs: " + error);
  }
  if (!a.logs.empty() && !prepare_folder(a.logs, error)) return fail(error);
  if (!a.state.empty() && !prepare_folder(a.state, error)) return fail(error);
  return run_here(a, list, jobs) == 0 ? ok : failed;
}

int print_key(const DistributeArguments& a, const JobList& list) {
  if (a.job >= list.jobs.size())
    return fail(fmt::format("{}: there is no job {}; there are {}", a.input, a.job, list.jobs.size()));
  std::string key, error;
  if (!JobKeys(list).key(a.job, key, error)) return fail(error);
  key += "\n";
  if (a.output.empty()) return print_out(key);
  return write_if_other(a.output, key, error) ? ok : fail(error);
}

int run(const DistributeArguments& a) {
  std::string text, error;
  if (!read_input(a.input, text, error)) return fail(error);
  JobList list;
  if (!read_jobs(text, list, error)) return fail(a.input + ": not a list of jobs: " + error);
  if (a.with == "key") return print_key(a, list);
  if (a.with == "slurm") return run_by_slurm(a, list);
  if (a.with == "local") return run_local(a, list);
  return write_if_other(a.output.empty() ? "build.ninja" : a.output, ninja_text(a, list), error) ? ok : fail(error);
}

void declare_slurm(Options& app, DistributeArguments::Slurm& s) {
  app.option("--slurm-tasks", s.tasks,
             "slurm: tasks of the array, at most; 0: by the size of what the jobs read, 1000 at most")
      .show_default();
  app.option("--slurm-parallel", s.parallel, "slurm: tasks at the same time, at most; 0: no limit").show_default();
  app.option("--slurm-cpus", s.cpus, "slurm: cores of a task, which runs so many jobs at the same time")
      .range(1U, 65535U)
      .show_default();
  app.option("--slurm-mem", s.memory, "slurm: MiB of a task; 0: what the site gives").show_default();
  app.option("--slurm-time", s.time, "slurm: limit of a task's time, as sbatch's --time");
  app.option("--slurm-partition", s.partition, "slurm: as sbatch's --partition");
  app.option("--slurm-account", s.account, "slurm: as sbatch's --account");
  app.option("--slurm-arg", s.words, "slurm: one more argument of sbatch's, such as --qos=low").one_each();
  app.flag("--slurm-no-wait", s.no_wait,
           "slurm: print the number of the array job and end; who calls again submits what is not done by then");
}

/// The options that only some of the ways heed.
std::optional<int> refuse_for(const Options& app, const std::string& with) {
  const std::string mode = "--with=" + with;
  const bool local = with == "local", slurm = with == "slurm";
  if (with != "key")
    if (const auto done = refuse_idle(app, mode.c_str(), {"--job"})) return done;
  if (local)
    if (const auto done = refuse_idle(app, mode.c_str(), {"--output"})) return done;
  if (!local)
    if (const auto done = refuse_idle(app, mode.c_str(), {"--threads", "--memory", "--jobs"})) return done;
  if (!local && !slurm)
    if (const auto done = refuse_idle(app, mode.c_str(), {"--retries", "--logs", "--state"})) return done;
  if (!slurm)
    return refuse_idle(app, mode.c_str(),
                       {"--slurm-tasks", "--slurm-parallel", "--slurm-cpus", "--slurm-mem", "--slurm-time",
                        "--slurm-partition", "--slurm-account", "--slurm-arg", "--slurm-no-wait"});
  // Nobody looks at what the array made of its jobs.
  if (!first_given(app, {"--output"}).empty()) return refuse_idle(app, "--output", {"--retries", "--slurm-no-wait"});
  if (!first_given(app, {"--slurm-no-wait"}).empty()) return refuse_idle(app, "--slurm-no-wait", {"--retries"});
  return std::nullopt;
}

}  // namespace

int distribute_command(const std::vector<std::string>& arguments) {
  Options app("Jobs of distributed ThinLTO, run here or handed to a build tool or to Slurm.", "lathe distribute",
              short_usage);
  DistributeArguments a;
  app.option("input", a.input, "the jobs: JSON as LLVM's DTLTO or lathe thinlto --plan writes it").required();
  app.option("-o,--output", a.output,
             "ninja: the build file, build.ninja if nothing is said; slurm: the script, which is not submitted then; "
             "key: where the key goes");
  app.section(Section::general);
  app.option("--with", a.with,
             "who runs the jobs: local (here), ninja (a build file is written), slurm (an array job); key (of one job)")
      .one_of({"local", "ninja", "slurm", "key"})
      .required();
  app.option("--threads", a.threads, "local: jobs at the same time; 0: all cores").show_default();
  app.option("--memory", a.memory, "local: MiB that the jobs may need together by their inputs' sizes; 0: no limit")
      .show_default();
  app.option("--jobs", a.only, "local: only these jobs, by their numbers: 0,4-7");
  app.option("--retries", a.retries,
             "local, slurm: how often a job that was killed, or whose disk was full, is tried again")
      .show_default();
  app.option("--logs", a.logs,
             "local, slurm: a folder for what each job says; else local tells it here, and slurm's is --state");
  app.option("--state", a.state,
             "local, slurm: a folder that knows which jobs are done, by their keys: they are not run again");
  declare_slurm(app, a.slurm);
  app.option("--job", a.job, "key: number of the job").show_default();
  app.footer(notes);
  if (const auto done = app.parse(arguments)) return *done;
  if (const auto done = refuse_for(app, a.with)) return *done;
  return run(a);
}

}  // namespace lathe::nvptx::cli
