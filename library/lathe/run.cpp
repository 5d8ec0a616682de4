// lathe_run: a kernel's buffers in, the kernel over the executor, buffers out.
#include <algorithm>
#include <cstring>
#include <memory>

#include "library/lathe/result.hpp"
#include "nvptx/driver/compile.hpp"
#include "nvptx/exec/exec.hpp"
#include "simt/watch/observers.hpp"
#include "tools/lathe/heard.hpp"
#include "tools/lathe/llvm.hpp"
#include "tools/lathe/options.hpp"
#include "tools/lathe/program.hpp"
#include "tools/lathe/run.hpp"

namespace lathe::library {
namespace {

namespace cli = nvptx::cli;
namespace exec = nvptx::exec;

struct Asked {
  exec::MachineOptions machine;
  std::vector<std::string> checks, attributes;
  std::string cpu;
};

Asked read_options(std::span<const char* const> given, lathe_result& result) {
  Asked asked;
  std::vector<std::string> stray;
  cli::Options words("", "lathe", "");
  words.option("input", stray, "");
  words.option("--threads", asked.machine.threads, "").range(1U, 1024U);
  words.option("--max-steps", asked.machine.max_steps, "");
  words.option("--memory-limit", asked.machine.memory_limit, "");
  words.option("--check", asked.checks, "").cut_at(',').one_of({"memory", "race", "uninit"});
  words.option("--mcpu", asked.cpu, "");
  words.option("--mattr", asked.attributes, "").cut_at(',');
  const std::vector<std::string> list = words_of(given);
  const cli::Hearing hearing({.messages = &result.log});
  if (words.parse(list)) throw Refused{LATHE_WRONG_USAGE, {}};
  if (!stray.empty()) throw Refused{LATHE_WRONG_USAGE, "'" + stray[0] + "' is no option"};
  return asked;
}

std::vector<exec::Source> sources_of(std::span<const lathe_buffer> modules, const Asked& asked, lathe_result& result) {
  const std::vector<std::string> names = names_of(modules);
  std::vector<exec::Source> sources;
  for (std::size_t i = 0; i < modules.size(); ++i) {
    sources.push_back({names[i], std::string(bytes_of(modules[i]))});
    if (!cli::is_llvm_ir(names[i], sources.back().text)) continue;
    const cli::Hearing hearing({.messages = &result.log});
    if (cli::compile_source(asked.cpu, asked.attributes, sources.back()) != cli::ok) throw Refused{LATHE_FAILED, {}};
  }
  return sources;
}

exec::Dim3 dim(const std::uint32_t (&of)[3]) { return {std::max(1U, of[0]), std::max(1U, of[1]), std::max(1U, of[2])}; }

void check(const std::optional<exec::Fault>& fault) {
  if (fault) throw Refused{LATHE_FAILED, fault->to_string()};
}

const exec::KernelInfo& kernel_of(const std::vector<exec::KernelInfo>& kernels, const char* name) {
  if (name == nullptr && kernels.size() == 1) return kernels[0];
  std::vector<std::string> names;
  for (const exec::KernelInfo& kernel : kernels) {
    if (name != nullptr && kernel.name == name) return kernel;
    names.push_back(kernel.name);
  }
  if (name == nullptr)
    throw Refused{LATHE_WRONG_USAGE, "the modules have " + std::to_string(kernels.size()) + " kernels; name one"};
  const std::vector<std::string> near = cli::nearest(name, names, 1);
  throw Refused{LATHE_FAILED,
                "no kernel '" + std::string(name) + "'" + (near.empty() ? "" : "; nearest: " + near.front())};
}

/// The launch of a call: arguments on the machine.
class Launching {
 public:
  Launching(exec::Machine& machine, const lathe_launch& given) : machine_(machine), given_(given) {}

  void run(const exec::KernelInfo& kernel) {
    launch_.kernel = kernel.name;
    launch_.grid = dim(given_.grid);
    launch_.block = dim(given_.block);
    if (given_.cluster[0] != 0) launch_.cluster = dim(given_.cluster);
    launch_.dynamic_shared = given_.shared_bytes;
    launch_.cooperative = given_.cooperative != 0;
    std::string fault = cli::block_fault(launch_.block);
    if (fault.empty()) fault = cli::grid_fault(launch_.grid);
    if (!fault.empty()) throw Refused{LATHE_WRONG_USAGE, fault};
    if (!cli::shape_fits(kernel, launch_, fault)) throw Refused{LATHE_FAILED, fault};
    if (kernel.params.size() != given_.argument_count)
      throw Refused{LATHE_WRONG_USAGE, "kernel '" + kernel.name + "' takes " + std::to_string(kernel.params.size()) +
                                           " arguments, not " + std::to_string(given_.argument_count)};
    for (std::size_t i = 0; i < given_.argument_count; ++i) add(i, kernel.params[i]);
    check(machine_.launch(launch_));
  }
  void read_back() {
    for (std::size_t i = 0; i < given_.argument_count; ++i) {
      const lathe_argument& a = given_.arguments[i];
      if ((a.kind == LATHE_INOUT || a.kind == LATHE_OUT) && a.size != 0)
        check(machine_.read(addresses_[i], {static_cast<std::byte*>(a.data), a.size}));
    }
  }

 private:
  void add(std::size_t index, const exec::ParamInfo& parameter) {
    const lathe_argument& a = given_.arguments[index];
    const auto wrong = [&](const std::string& what) {
      throw Refused{LATHE_WRONG_USAGE, "argument " + std::to_string(index) + ": " + what};
    };
    if (a.data == nullptr && a.size != 0) wrong("data is a null pointer");
    addresses_.push_back(0);
    if (a.kind == LATHE_VALUE) {
      if (a.size != parameter.bytes)
        wrong("has " + std::to_string(a.size) + " bytes, the parameter (" + parameter.type + ") " +
              std::to_string(parameter.bytes));
      const auto* bytes = static_cast<const std::byte*>(a.data);
      launch_.arguments.emplace_back(bytes, bytes + a.size);
      launch_.alignments.push_back(parameter.align);
      return;
    }
    if (a.kind != LATHE_INOUT && a.kind != LATHE_IN && a.kind != LATHE_OUT) wrong("no such kind of argument");
    if (parameter.bytes != sizeof(exec::Address)) wrong("is a buffer, the parameter is none (" + parameter.type + ")");
    if (a.size == 0) {
      launch_.add(exec::Address{0});
      return;
    }
    const exec::Address address = machine_.allocate(a.size);
    if (address == 0) throw Refused{LATHE_NO_MEMORY, "argument " + std::to_string(index) + ": beyond --memory-limit"};
    if (a.kind != LATHE_OUT) check(machine_.write(address, {static_cast<const std::byte*>(a.data), a.size}));
    addresses_.back() = address;
    launch_.add(address);
  }

  exec::Machine& machine_;
  const lathe_launch& given_;
  exec::Launch launch_;
  std::vector<exec::Address> addresses_;
};

class Watched {
 public:
  explicit Watched(const std::vector<std::string>& checks) {
    std::vector<exec::Observer*> parts;
    for (const std::string& name : checks) {
      checkers_.push_back(name == "memory" ? exec::make_memory_checker()
                          : name == "race" ? exec::make_race_checker()
                                           : exec::make_uninit_checker());
      parts.push_back(checkers_.back().get());
    }
    if (parts.size() > 1) joined_ = cli::make_joined(parts);
    observer = joined_ ? joined_.get() : parts.empty() ? nullptr : parts.front();
  }
  /// Into the log; whether all are notes.
  bool tell(lathe_result& result) const {
    bool clean = true;
    for (const auto& checker : checkers_)
      for (const exec::CheckFinding& finding : checker->findings()) {
        result.log += finding.text + "\n";
        clean &= finding.note;
      }
    return clean;
  }
  exec::Observer* observer = nullptr;

 private:
  std::vector<std::unique_ptr<exec::CheckObserver>> checkers_;
  std::unique_ptr<exec::Observer> joined_;
};

void run(std::span<const lathe_buffer> modules, const lathe_launch* given, std::span<const char* const> options,
         lathe_result& result) {
  if (given == nullptr || given->struct_size < sizeof(lathe_launch))
    throw Refused{LATHE_WRONG_USAGE, "the launch is missing, or its struct_size is not sizeof(lathe_launch)"};
  if (given->arguments == nullptr && given->argument_count != 0)
    throw Refused{LATHE_WRONG_USAGE, "arguments is a null pointer"};
  Asked asked = read_options(options, result);
  const std::vector<exec::Source> sources = sources_of(modules, asked, result);
  const Watched watched(asked.checks);
  asked.machine.observer = watched.observer;
  exec::Machine machine(asked.machine);
  check(machine.load(sources));
  const std::vector<exec::KernelInfo> kernels = machine.kernels();
  const exec::KernelInfo& kernel = kernel_of(kernels, given->kernel);
  Launching launching(machine, *given);
  try {
    launching.run(kernel);
  } catch (const Refused&) {
    (void)watched.tell(result);
    throw;
  }
  if (!watched.tell(result)) throw Refused{LATHE_FAILED, {}};
  launching.read_back();
  result.output = machine.take_output();
}

}  // namespace
}  // namespace lathe::library

using namespace lathe::library;

extern "C" lathe_status lathe_run(const lathe_buffer* modules, size_t count, const lathe_launch* launch,
                                  const char* const* options, size_t option_count, lathe_result** result) {
  return guarded(result, [&](lathe_result& made) {
    run(std::span(modules, modules == nullptr ? 0 : count), launch,
        std::span(options, options == nullptr ? 0 : option_count), made);
  });
}
