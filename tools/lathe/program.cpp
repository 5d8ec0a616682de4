// Subcommands and what is common to them.
#include "tools/lathe/program.hpp"

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>

#include "nvptx/support/big_stack.hpp"
#include "tools/lathe/llvm.hpp"

namespace lathe::nvptx::cli {
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
  lathe equal   FIRST.ptx SECOND.ptx                  do two modules do the same, up to moved and renamed code
  lathe bisect  --check CMD compile|opt IN ...        which pass on which function makes a check fail

  lathe COMMAND --help   options of a command, with examples
  lathe --version
)";

// The last words of a process that cannot go on. Nothing is half written: output is renamed into place when it is
// complete. No memory is asked for: there may be none.
// Several threads may come to their end at the same time; the first tells it, and ends them all.
[[noreturn]] void give_up(const char* what, const char* more) {
  static std::atomic_flag told;
  if (told.test_and_set())
    for (;;) ::pause();
  char line[1024];
  const int size = std::snprintf(line, sizeof line, "lathe: error: %s%s\n", what, more);
  const auto shown = std::min(sizeof line - 1, static_cast<std::size_t>(std::max(0, size)));
  for (std::size_t i = 0; i + 1 < shown; ++i)
    if (line[i] == '\n') line[i] = ' ';
  line[shown - 1] = '\n';
  (void)!::write(STDERR_FILENO, line, shown);
  ::_exit(failed);
}
void llvm_gave_up(const char* reason) { give_up("LLVM cannot go on: ", reason); }
void no_memory() {
  const std::size_t limit = address_space_limit();
  char more[96] = "";
  if (limit != 0) std::snprintf(more, sizeof more, "; the process may have %zu MB (ulimit -v, -d)", limit >> 20);
  give_up("out of memory", more);
}
void no_stack() {
  give_up("the input nests too deeply for the stack",
          address_space_limit() != 0 ? "; it would be larger without a limit of memory (ulimit -v, -d)" : "");
}

struct Command {
  const char* name;
  int (*run)(const std::vector<std::string>& arguments);
  bool as_llc;  // takes llc's spelling of options
};
constexpr Command commands[] = {
    {"compile", compile_command, true},    {"opt", opt_command, true},         {"combine", combine_command, true},
    {"run", run_command, false},           {"flow", flow_command, false},      {"bits", bits_command, false},
    {"outline", outline_command, false},   {"thinlto", thinlto_command, true}, {"import", import_command, false},
    {"modulo", modulo_command, false},     {"group", group_command, false},    {"sched", sched_command, false},
    {"pressure", pressure_command, false}, {"equal", equal_command, false},    {"bisect", bisect_command, false},
};

int dispatch(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "";
  if (name == "--version" || name == "-version" || name == "-V")
    return print_out("lathe " LATHE_VERSION " (" + about_llvm() + ")\n");
  if (name == "--help" || name == "-help" || name == "-h" || name == "help")
    return print_out(
        std::string(usage_text) +
        (with_llvm ? ""
                   : "\nThis program was built without LLVM: compile and thinlto are refused, and so is LLVM IR.\n"));
  std::vector<std::string> names;
  for (const Command& command : commands) {
    if (name == command.name)
      return command.run(command.as_llc ? gnu_spelling(argc - 1, argv + 1)
                                        : std::vector<std::string>(argv + 2, argv + argc));
    names.emplace_back(command.name);
  }
  if (name.empty()) {
    report_error("a command is missing");
  } else {
    const auto near = nearest(name, names, 1);
    report_error("no command '" + name + "'" + (near.empty() ? "" : "; did you mean " + near.front() + "?"));
  }
  std::fputs(usage_text, stderr);
  return wrong_usage;
}

}  // namespace

int run(int argc, char** argv) {
  install_llvm_handlers(llvm_gave_up, no_memory);
  std::set_new_handler(no_memory);
  install_stack_handler(no_stack);
  std::signal(SIGXFSZ, SIG_IGN);  // a file above its limit of size: the write fails, and is told
  // A second arena of the heap would reserve 64 MB of address space before the first byte of it is used.
  if (address_space_limit() != 0) ::mallopt(M_ARENA_MAX, 1);
  int state = failed;
  // The reader and the rooms recurse over what the input nests.
  run_on_big_stacks(1, [&](unsigned) {
    try {
      state = dispatch(argc, argv);
    } catch (const std::bad_alloc&) {
      no_memory();
    } catch (const std::exception& exception) {
      report_error(std::string("internal fault: ") + exception.what());
    }
  });
  return state;
}

}  // namespace lathe::nvptx::cli
