// Keys of jobs, and what is done of them. See distribute.hpp.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <span>
#include <unordered_set>

#include "nvptx/driver/thinlto/thin_program.hpp"
#include "tools/lathe/llvm/distribute.hpp"
#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {
namespace {

std::unordered_set<std::string> names_in(const std::string& folder) {
  std::unordered_set<std::string> out;
  std::error_code none;
  for (std::filesystem::directory_iterator at(folder, none), end; !none && at != end; at.increment(none))
    out.insert(at->path().filename().string());
  return out;
}

}  // namespace

std::vector<std::string> words_of(const JobList& list, const JobList::Job& job) {
  std::vector<std::string> out = list.args;
  out.insert(out.end(), job.args.begin(), job.args.end());
  return out;
}

std::uint64_t input_bytes(const JobList::Job& job) {
  std::uint64_t bytes = 0;
  for (const std::string& input : job.inputs) {
    struct stat info{};
    if (::stat(input.c_str(), &info) == 0) bytes += static_cast<std::uint64_t>(info.st_size);
  }
  return bytes;
}

bool JobKeys::input_key(const std::string& input, std::string& key, std::string& error) {
  {
    const std::scoped_lock lock(mutex_);
    if (const auto at = inputs_.find(input); at != inputs_.end()) return key = at->second, true;
  }
  std::string bytes;
  if (!read_input(input, bytes, error)) return false;
  key = content_key(std::span(&bytes, 1));
  const std::scoped_lock lock(mutex_);
  inputs_[input] = key;
  return true;
}

bool JobKeys::key(unsigned job, std::string& key, std::string& error) {
  std::vector<std::string> parts = words_of(list_, list_.jobs[job]);
  for (const auto* inputs : {&list_.inputs, &list_.jobs[job].inputs})
    for (const std::string& input : *inputs) {
      parts.push_back(input);
      if (!input_key(input, parts.emplace_back(), error)) return false;
    }
  key = content_key(parts);
  return true;
}

std::vector<std::string> job_names(const JobList& list) {
  constexpr std::size_t longest = 160;  // of the 255 bytes that a file's name may have
  std::vector<std::string> out;
  std::unordered_set<std::string> taken;
  for (const JobList::Job& job : list.jobs) {
    std::string name = job.outputs[0];
    std::ranges::replace(name, '/', '_');
    if (name.size() > longest) name = name.substr(name.size() - longest);
    while (!taken.insert(name).second) name += "." + std::to_string(out.size());
    out.push_back(std::move(name));
  }
  return out;
}

std::string for_shell(std::string_view word) {
  const bool plain = !word.empty() && word.find_first_not_of(
                                          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789_-+=./,:@%") == std::string_view::npos;
  if (plain) return std::string(word);
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

JobStates::JobStates(const JobList& list, std::string folder)
    : list_(list), folder_(std::move(folder)), names_(job_names(list)) {}

bool JobStates::outputs_key(unsigned job, std::string& key) const {
  std::vector<std::string> parts;
  for (const std::string& output : list_.jobs[job].outputs) {
    std::string bytes, ignored;
    if (!read_input(output, bytes, ignored)) {
      // A network's file system sees another machine's new file at the latest when the folder is read.
      const std::size_t cut = output.find_last_of('/');
      static_cast<void>(names_in(cut == std::string::npos ? "." : output.substr(0, cut + 1)));
      if (!read_input(output, bytes, ignored)) return false;
    }
    parts.push_back(std::move(bytes));
  }
  key = content_key(parts);
  return true;
}

bool JobStates::done(unsigned job, const std::string& key) const {
  std::string text, ignored, outputs;
  if (folder_.empty() || ::access(file(job, ".done").c_str(), F_OK) != 0) return false;
  return read_input(file(job, ".done"), text, ignored) && text.starts_with(key + "\n") && outputs_key(job, outputs) &&
         text == key + "\n" + outputs + "\n";
}

bool JobStates::set_done(unsigned job, const std::string& key, std::string& error) const {
  std::string outputs;
  if (!outputs_key(job, outputs)) {
    error = list_.jobs[job].outputs[0] + ": cannot read what the job made";
    return false;
  }
  return write_output(file(job, ".done"), key + "\n" + outputs + "\n", error);
}

void JobStates::set_failed(unsigned job, const JobFault& fault) const {
  std::string ignored;
  if (!folder_.empty())
    static_cast<void>(write_output(file(job, ".failed"), (fault.again ? "again\n" : "final\n") + fault.text, ignored));
}

void JobStates::forget(unsigned job) const {
  if (folder_.empty()) return;
  ::unlink(file(job, ".done").c_str());
  ::unlink(file(job, ".failed").c_str());
}

std::optional<JobFault> JobStates::fault(unsigned job) const {
  std::string text, ignored;
  if (!read_input(file(job, ".failed"), text, ignored) || text.size() < 6) return std::nullopt;
  return JobFault{text.substr(6), text.starts_with("again\n")};
}

std::size_t JobStates::settled(const std::vector<unsigned>& jobs) const {
  const auto there = names_in(folder_);
  return static_cast<std::size_t>(std::ranges::count_if(jobs, [&](unsigned job) {
    return there.contains(names_[job] + ".done") || there.contains(names_[job] + ".failed");
  }));
}

}  // namespace lathe::nvptx::cli
