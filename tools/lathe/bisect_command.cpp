// `lathe bisect`: which machine pass on which function, and which of its changes, makes a check fail.
//
// The command that is looked into (compile or opt) is run again and again with --pass-limit and --pass-fuel, by this
// program itself, and the check on what it writes. Steps and changes are done in the same order each time, so the search
// is by halves: the first step that makes the check fail, then the first of its changes.
#include <algorithm>
#include <cstdio>
#include <optional>

#include <fmt/format.h>

#include "tools/lathe/options.hpp"
#include "tools/lathe/process.hpp"
#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {
namespace {

constexpr char short_usage[] =
    "usage: lathe bisect --check COMMAND compile|opt IN [OPTIONS]   (COMMAND has {} for what was written; see lathe "
    "bisect "
    "--help)";
constexpr std::uint64_t no_limit = ~std::uint64_t{0};

/// The note that --pass-limit writes.
struct Step {
  std::uint64_t all = 0, changes = 0;
  std::string what;  ///< function and pass
};

class Bisection {
 public:
  Bisection(std::string check, std::vector<std::string> command)
      : folder_({"out", "messages", "checked"}), check_(std::move(check)), command_(std::move(command)) {}

  int run() {
    if (!folder_) return fail("cannot make a temporary folder");
    for (std::size_t at = check_.find("{}"); at != std::string::npos; at = check_.find("{}", at))
      check_.replace(at, 2, folder_.file("out"));
    const std::optional<bool> whole = good(no_limit, no_limit), none = whole ? good(0, no_limit) : std::nullopt;
    if (!none) return failed;
    if (*whole) return fail("the check does not fail on what the whole pipeline makes: there is nothing to find");
    if (!*none)
      return fail(
          "the check fails without any machine pass, too: see --disable for steps in front of them, and "
          "--combine-fuel for the combiner");
    return search();
  }

 private:
  int search() {
    std::uint64_t fine = 0, bad = last_.all;
    while (bad - fine > 1) {
      const std::uint64_t middle = fine + (bad - fine) / 2;
      const std::optional<bool> is = good(middle, no_limit);
      if (!is) return failed;
      (*is ? fine : bad) = middle;
    }
    if (!good(bad, no_limit)) return failed;
    const Step found = last_;
    std::string text = fmt::format("{}: step {} of {} makes the check fail", found.what, bad, found.all);
    std::string options = fmt::format("--pass-limit={}", bad);
    if (found.changes > 0) {
      std::uint64_t few = 0, many = found.changes;
      while (many - few > 1) {
        const std::uint64_t middle = few + (many - few) / 2;
        const std::optional<bool> is = good(bad, middle);
        if (!is) return failed;
        (*is ? few : many) = middle;
      }
      text += fmt::format(", by change {} of {}", many, found.changes);
      options += fmt::format(" --pass-fuel={}", many);
    } else {
      text += "; this pass does not count its changes";
    }
    fmt::print("{}\nbad:  lathe {} {}\ngood: lathe {} --pass-limit={}\n{} runs\n", text, fmt::join(command_, " "),
               options, fmt::join(command_, " "), bad - 1, runs_);
    return ok;
  }

  /// Does the check pass? Nothing, after a message: it could not be found out.
  std::optional<bool> good(std::uint64_t limit, std::uint64_t fuel) {
    ++runs_;
    std::vector<std::string> arguments{own_path()};
    arguments.insert(arguments.end(), command_.begin(), command_.end());
    // Without a limit nobody counts; the largest is one.
    arguments.push_back(fmt::format("--pass-limit={}", limit == no_limit ? no_limit - 1 : limit));
    if (fuel != no_limit) arguments.push_back(fmt::format("--pass-fuel={}", fuel));
    arguments.insert(arguments.end(), {"-o", folder_.file("out")});
    const int state = run_program(arguments, folder_.file("messages"));
    std::string said, error;
    read_input(folder_.file("messages"), said, error);
    // A pass that faults or does not end by itself is what the check was to find.
    if (state != ok && !read_note(said)) {
      report_error(fmt::format("lathe {} fails: {}", fmt::join(command_, " "), said.substr(0, said.find('\n'))));
      return std::nullopt;
    }
    read_note(said);
    if (state != ok) return false;
    return run_program({"/bin/sh", "-c", check_}, folder_.file("checked")) == 0;
  }
  bool read_note(const std::string& said) {
    constexpr std::string_view begin = "lathe: note: pass step ";
    const std::size_t at = said.find(begin);
    if (at == std::string::npos) return false;
    unsigned long long step = 0, all = 0, changes = 0;
    int end = 0;
    if (std::sscanf(said.c_str() + at + begin.size(), "%llu of %llu, %llu changes: %n", &step, &all, &changes, &end) <
        3)
      return false;
    const std::size_t name = at + begin.size() + static_cast<std::size_t>(end);
    last_ = {all, changes, said.substr(name, said.find('\n', name) - name)};
    return true;
  }
  static int fail(const std::string& text) {
    report_error(text);
    return failed;
  }

  TemporaryFolder folder_;
  std::string check_;
  std::vector<std::string> command_;
  Step last_;
  std::uint64_t runs_ = 0;
};

}  // namespace

int bisect_command(const std::vector<std::string>& arguments) {
  // The command that is looked into has options of its own.
  const auto inner = std::find_if(arguments.begin(), arguments.end(),
                                  [](const std::string& a) { return a == "compile" || a == "opt"; });
  Options app("Finds the machine pass, and the change, that makes a check fail.", "lathe bisect", short_usage);
  std::string check;
  app.section(Section::checks);
  app.option("--check", check, "a shell command, {} for the file that was written; exit state 0: it is right");
  app.footer(
      "Behind the options: compile or opt with an input and options, but no output.\nExample:\n"
      "  lathe bisect --check 'lathe run {} --kernel k --arg i32:1 | grep -q 42' compile a.ll -O3");
  if (const auto done = app.parse({arguments.begin(), inner})) return *done;
  if (check.empty()) return app.wrong("--check is missing: what tells right from wrong");
  if (inner == arguments.end() || inner + 1 == arguments.end())
    return app.wrong("compile or opt and an input are missing");
  std::vector<std::string> command(inner, arguments.end());
  for (const std::string& a : command)
    if (a.starts_with("-o") || a.starts_with("--output") || a.starts_with("--pass-limit") ||
        a.starts_with("--pass-fuel"))
      return app.wrong(a + " is bisect's own");
  return Bisection(check, std::move(command)).run();
}

}  // namespace lathe::nvptx::cli
