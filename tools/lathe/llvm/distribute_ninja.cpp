// Jobs of distributed ThinLTO as a build file of ninja's.
#include "tools/lathe/llvm/distribute.hpp"
#include "tools/lathe/process.hpp"

namespace lathe::nvptx::cli {
namespace {

/// A path, or in a command a word, as ninja reads it.
std::string for_ninja(std::string_view text, bool path) {
  std::string out;
  for (const char c : text) {
    if (c == '$' || (path && (c == ' ' || c == ':'))) out += '$';
    out += c;
  }
  return out;
}

}  // namespace

std::string ninja_text(const DistributeArguments& a, const JobList& list) {
  const auto paths = [](const std::vector<std::string>& all) {
    std::string out;
    for (const std::string& path : all) out += " " + for_ninja(path, true);
    return out;
  };
  std::string out =
      "# Written by lathe distribute. A job runs where its key has changed.\n"
      "rule key\n  command = $lathe distribute " +
      for_ninja(for_shell(a.input), false) +
      " --with=key --job=$job -o $out\n  description = key of $what\n  restat = 1\n"
      "rule job\n  command = $run\n  description = $what\n";
  out += "lathe = " + for_ninja(for_shell(own_path()), false) + "\n";
  std::string all;
  for (std::size_t j = 0; j < list.jobs.size(); ++j) {
    const JobList::Job& job = list.jobs[j];
    const std::string key = job.outputs[0] + ".key", what = for_ninja(job.inputs[0], false);
    std::string run;
    for (const std::string& word : words_of(list, job)) run += (run.empty() ? "" : " ") + for_shell(word);
    out += "build " + for_ninja(key, true) + ": key" + paths(list.inputs) + paths(job.inputs) + " | " +
           for_ninja(a.input, true) + "\n  job = " + std::to_string(j) + "\n  what = " + what + "\n";
    out += "build" + paths(job.outputs) + ": job " + for_ninja(key, true) + "\n  run = " + for_ninja(run, false) +
           "\n  what = " + what + "\n";
    all += paths(job.outputs);
  }
  return out + "build all: phony" + all + "\ndefault all\n";
}

}  // namespace lathe::nvptx::cli
