// Subcommands and what is common to them.
#include "nvptx/driver/program/program.hpp"

#include <unistd.h>

#include <cstdio>
#include <exception>

#include "nvptx/driver/big_stack.hpp"
#include "nvptx/driver/llvm_setup.hpp"

namespace lathe::nvptx::program {
namespace {

constexpr char usage_text[] = R"(usage: lathe COMMAND [OPTIONS]

  lathe compile IN.ll|IN.bc|-  -o OUT.ptx|OUT.cubin   LLVM IR in, PTX out
  lathe opt     IN.ptx|-       -o OUT.ptx             PTX in, better PTX out
  lathe run     IN.ptx|IN.ll   --kernel K --arg A ... PTX run on the CPU, or on a GPU
  lathe flow    PROBLEM.txt|IN.ptx|-                  dominators, loops, frequencies, live variables
  lathe combine IN.dag|-       -o OUT.dag             graphs of operations made smaller, rewrite by rewrite
  lathe bits    PROBLEM.txt|-                         which bits of values are known, which are demanded
  lathe outline PROBLEM.txt|IN.ptx|-                  repeated code found, functions for it planned
  lathe thinlto IN.bc|IN.ll ... -o DIR                several modules: imports planned, code moved, PTX of each
  lathe import  PROBLEM.txt|IN.bc ...|-               imports between modules planned, from summaries
  lathe modulo  PROBLEM.txt|IN.ptx|-                  loops software pipelined, schedules printed
  lathe group   PROBLEM.txt|IN.ptx|-                  instructions that can be one: planned, or merged
  lathe sched   PROBLEM.txt|IN.ptx|-                  instructions reordered for registers, time or both
  lathe pressure PROBLEM.txt|IN.ptx|-                 register pressure, and what edits make of it

  lathe COMMAND --help   options of a command, with examples
  lathe --version
)";

// LLVM ends the process when it meets something it cannot go on from. Nothing is half written: output is renamed into
// place when it is complete.
void give_up(const char* reason) {
  report_error(std::string("LLVM cannot go on: ") + reason);
  std::fflush(nullptr);
  ::_exit(failed);
}

int dispatch(int argc, char** argv) {
  const std::string command = argc > 1 ? argv[1] : "";
  if (command == "--version" || command == "-version" || command == "-V") {
    std::printf("lathe %s (reads LLVM IR up to version %s)\n", LATHE_VERSION, llvm_version().c_str());
    return std::fflush(stdout) == 0 ? ok : failed;
  }
  if (command == "--help" || command == "-help" || command == "-h" || command == "help") {
    std::fputs(usage_text, stdout);
    return std::fflush(stdout) == 0 ? ok : failed;
  }
  if (command == "compile") return compile_command(gnu_spelling(argc - 1, argv + 1));
  if (command == "opt") return opt_command(gnu_spelling(argc - 1, argv + 1));
  if (command == "combine") return combine_command(gnu_spelling(argc - 1, argv + 1));
  if (command == "run") return run_command({argv + 2, argv + argc});
  if (command == "flow") return flow_command({argv + 2, argv + argc});
  if (command == "bits") return bits_command({argv + 2, argv + argc});
  if (command == "outline") return outline_command({argv + 2, argv + argc});
  if (command == "thinlto") return thinlto_command(gnu_spelling(argc - 1, argv + 1));
  if (command == "import") return import_command({argv + 2, argv + argc});
  if (command == "modulo") return modulo_command({argv + 2, argv + argc});
  if (command == "group") return group_command({argv + 2, argv + argc});
  if (command == "sched") return sched_command({argv + 2, argv + argc});
  if (command == "pressure") return pressure_command({argv + 2, argv + argc});
  if (command.empty())
    report_error("a command is missing");
  else
    report_error("no command '" + command + "'");
  std::fputs(usage_text, stderr);
  return wrong_usage;
}

}  // namespace

int run(int argc, char** argv) {
  install_fatal_handler(give_up);
  int state = failed;
  // The reader and the rooms recurse over what the input nests.
  run_on_big_stacks(1, [&](unsigned) {
    try {
      state = dispatch(argc, argv);
    } catch (const std::bad_alloc&) {
      report_error("out of memory");
    } catch (const std::exception& exception) {
      report_error(std::string("internal fault: ") + exception.what());
    }
  });
  return state;
}

}  // namespace lathe::nvptx::program
