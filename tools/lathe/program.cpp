// Subcommands and what is common to them.
#include "tools/lathe/program.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>

#include "nvptx/support/big_stack.hpp"
#include "tools/lathe/heap.hpp"
#include "tools/lathe/heard.hpp"
#include "tools/lathe/llvm.hpp"
#include "tools/lathe/pages.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr char usage_text[] = R"(usage: lathe COMMAND [OPTIONS]

  lathe compile IN.ll|IN.bc|-  -o OUT.ptx|.cubin  LLVM IR in, PTX out
  lathe opt     IN.ptx|-       -o OUT.ptx         PTX in, better PTX out
  lathe run     IN.ptx|IN.ll   --kernel K ...      PTX run on the CPU, or on a GPU
  lathe flow    PROBLEM.txt|IN.ptx|-              dominators, loops, frequencies, live variables
  lathe combine IN.dag|-       -o OUT.dag         graphs of operations made smaller
  lathe bits    PROBLEM.txt|-                     which bits of values are known, which are demanded
  lathe outline PROBLEM.txt|IN.ptx|-              repeated code found, functions for it planned
  lathe thinlto IN.bc|IN.ll ... -o DIR            several modules: imports planned, code moved
  lathe distribute JOBS.json --with=WHO           jobs of distributed ThinLTO: run, or handed on
  lathe import  PROBLEM.txt|IN.bc ...|-           imports between modules planned, from summaries
  lathe inline  PROBLEM.txt|-                     calls to replace by bodies, under a budget
  lathe modulo  PROBLEM.txt|IN.ptx|-              loops software pipelined, schedules printed
  lathe group   PROBLEM.txt|IN.ptx|-              instructions that can be one: planned, or merged
  lathe sched   PROBLEM.txt|IN.ptx|-              instructions reordered for registers, time or both
  lathe pressure PROBLEM.txt|IN.ptx|-             register pressure, and what edits make of it
  lathe report  IN.ll|IN.ptx ... -o PAGE.html     what all of them say of kernels, as one page
  lathe equal   FIRST.ptx SECOND.ptx              do two modules do the same, but for moved code
  lathe bisect  --check CMD compile|opt IN ...    which pass on which function makes a check fail

  lathe help COMMAND, lathe COMMAND --help   options of a command, with examples
  lathe help --man [COMMAND]                 the manual page, for man -l
  lathe completion bash|zsh|fish             completions, for the shell to read
  lathe COMMAND --json[=FILE]                its answer as one document (docs/json.md)
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
    {"compile", compile_command, true},
    {"opt", opt_command, true},
    {"combine", combine_command, true},
    {"run", run_command, false},
    {"flow", flow_command, false},
    {"bits", bits_command, false},
    {"outline", outline_command, false},
    {"thinlto", thinlto_command, true},
    {"import", import_command, false},
    {"modulo", modulo_command, false},
    {"group", group_command, false},
    {"sched", sched_command, false},
    {"pressure", pressure_command, false},
    {"equal", equal_command, false},
    {"bisect", bisect_command, false},
    {"inline", inline_command, false},
    {"distribute", distribute_command, false},
    {"report", report_command, false},
};

int run_command_line(const Command& command, std::vector<char*> words) {
  words.push_back(nullptr);
  const auto count = static_cast<int>(words.size()) - 1;
  return command.run(command.as_llc ? gnu_spelling(count, words.data())
                                    : std::vector<std::string>(words.begin() + 1, words.end() - 1));
}

/// --json or --json=FILE, taken out of the words; where the document goes, empty for none.
std::string take_json(std::vector<char*>& words) {
  std::string file;
  std::erase_if(words, [&](const char* word) {
    const std::string_view text(word);
    if (text != "--json" && !text.starts_with("--json=")) return false;
    file = text == "--json" ? "-" : text.substr(std::strlen("--json="));
    return true;
  });
  return file;
}

/// --no-progress, taken out of the words.
bool take_no_progress(std::vector<char*>& words) {
  return std::erase_if(words, [](const char* word) { return std::string_view(word) == "--no-progress"; }) != 0;
}

/// The command's answer as one document, on standard output in place of all that it would say, or beside that in a file.
int run_as_document(const Command& command, std::vector<char*> words, const std::string& file) {
  Document document;
  std::string messages, told, output, error;
  Heard by;
  by.document = &document;
  by.command = heard().command;
  if (file == "-") by.messages = &messages, by.told = &told, by.output = &output;
  int state = failed;
  {
    const Hearing hearing(by);
    state = run_command_line(command, std::move(words));
  }
  Json out;
  out.add("schema", std::uint64_t{document_schema}).add("version", std::string(LATHE_VERSION));
  out.add("command", std::string(command.name)).number("status", state);
  out.add("messages", std::move(document.messages)).add("outputs", std::move(document.outputs));
  if (file == "-") out.add("output", output).add("told", told);
  if (!document.results.empty()) out.add("results", std::move(document.results));
  if (!document.passes.empty()) out.add("passes", std::move(document.passes));
  if (!document.remarks.empty()) out.add("remarks", std::move(document.remarks));
  if (!document.faults.empty()) out.names("faults", document.faults);
  if (!document.stats.empty()) out.add("stats", std::move(document.stats));
  if (write_output(file, out.text(1) + "\n", error)) return state;
  report_error(error);
  return failed;
}

int fail_usage(const std::string& text) {
  report_error(text);
  report_usage(usage_text);
  return wrong_usage;
}

/// The commands that this program has.
std::vector<const Command*> all_commands() {
  std::vector<const Command*> out;
  for (const Command& command : commands)
    if (with_llvm ||
        (command.run != compile_command && command.run != thinlto_command && command.run != distribute_command))
      out.push_back(&command);
  return out;
}

int unknown_command(const std::string& name) {
  std::vector<std::string> names;
  for (const Command& command : commands) names.emplace_back(command.name);
  names.insert(names.end(), {"help", "completion"});
  const auto near = nearest(name, names, 1);
  return fail_usage("no command '" + name + "'" + (near.empty() ? "" : "; did you mean " + near.front() + "?"));
}

/// [--man] [COMMAND]
int help_command(const std::vector<std::string>& arguments) {
  const bool man = !arguments.empty() && arguments[0] == "--man";
  const std::size_t first = man ? 1 : 0;
  if (arguments.size() > first + 1) return fail_usage("lathe help takes one command");
  if (arguments.size() == first)
    return print_out(man ? program_page(usage_text)
                         : std::string(usage_text) + (with_llvm ? ""
                                                                : "\nThis program was built without LLVM: compile and "
                                                                  "thinlto are refused, and so is LLVM IR.\n"));
  for (const Command& command : commands)
    if (arguments[first] == command.name) return command.run({man ? "--help=man" : "--help"});
  return unknown_command(arguments[first]);
}

/// bash, zsh or fish.
int completion_command(const std::vector<std::string>& arguments) {
  std::vector<std::string> names;
  for (const Command* command : all_commands()) names.emplace_back(command->name);
  const std::string shell = arguments.size() == 1 ? arguments[0] : "";
  const auto frame = completion_frame(shell, names);
  if (!frame) return fail_usage("lathe completion takes one of bash, zsh, fish");
  int state = print_out(frame->list);
  const auto each = [&](const std::string& form) {
    for (const Command* command : all_commands())
      if (state == ok) state = command->run({"--help=" + form});
  };
  if (!frame->list.empty()) each(shell + "-command");
  if (state == ok) state = print_out(frame->before);
  each(shell);
  return state == ok ? print_out(frame->behind) : state;
}

int dispatch(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "";
  if (name == "--version" || name == "-version" || name == "-V")
    return print_out("lathe " LATHE_VERSION " (" + about_llvm() + ")\n");
  if (name == "--help" || name == "-help" || name == "-h") return help_command({});
  if (name == "help") return help_command({argv + 2, argv + argc});
  if (name == "completion") return completion_command({argv + 2, argv + argc});
  for (const Command& command : commands) {
    if (name != command.name) continue;
    std::vector<char*> words(argv + 1, argv + argc);
    const std::string document = take_json(words);
    Heard by;
    by.command = take_no_progress(words) ? nullptr : command.name;
    const Hearing hearing(by);
    return document.empty() ? run_command_line(command, std::move(words))
                            : run_as_document(command, std::move(words), document);
  }
  // A backend job of distributed ThinLTO calls its compiler without a command.
  if (name == "-c" && with_llvm) {
    std::vector<char*> words(argv, argv + argc);
    Heard by;
    by.command = commands[0].name;
    const Hearing hearing(by);
    return run_command_line(commands[0], std::move(words));
  }
  return name.empty() ? fail_usage("a command is missing") : unknown_command(name);
}

}  // namespace

int run_words(const std::string& command, const std::vector<std::string>& words) {
  for (const Command& one : commands)
    if (command == one.name) return one.run(words);
  report_error("no command '" + command + "'");
  return wrong_usage;
}

int run(int argc, char** argv) {
  install_llvm_handlers(llvm_gave_up, no_memory);
  std::set_new_handler(no_memory);
  install_stack_handler(no_stack);
  std::signal(SIGXFSZ, SIG_IGN);  // a file above its limit of size: the write fails, and is told
  prepare_heap();
  install_thread_start(prepare_heap_of_thread);
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
