// `lathe opt`: PTX of any compiler in, PTX out, through the machine passes.
#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "nvptx/driver/program/command_line.hpp"
#include "nvptx/driver/program/pass_arguments.hpp"
#include "nvptx/driver/program/program.hpp"
#include "nvptx/mir/text.hpp"
#include "nvptx/passes/passes.hpp"
#include "nvptx/print/print.hpp"

namespace lathe::nvptx::program {
namespace {

constexpr char short_usage[] =
    "usage: lathe opt IN.ptx|- -o OUT.ptx|- [--passes=NAME,...] [OPTIONS]   (see lathe opt --help)";

struct Arguments {
  std::string input = "-", output = "-";
  std::vector<std::string> passes, disabled;
  PassArguments optional;
  unsigned level = 3;
  bool verify_each = false;
};

/// The options of the pipeline; false after an unknown pass name, which is told.
bool pass_options(const Arguments& a, PassOptions& options) {
  std::vector<std::string> known = pass_names(3);
  const std::vector<std::string> optional = optional_pass_names();
  known.insert(known.end(), optional.begin(), optional.end());
  const auto is_known = [&](const std::string& name) {
    return std::find(known.begin(), known.end(), name) != known.end();
  };
  for (const auto* list : {&a.passes, &a.disabled})
    for (const std::string& name : *list)
      if (!is_known(name)) {
        report_error("no pass '" + name + "'; known: " + fmt::format("{}", fmt::join(known, ", ")));
        return false;
      }
  options.opt_level = a.level;
  options.verify_each = a.verify_each;
  options.disabled = a.disabled;
  if (!settle(a.optional, options)) return false;
  for (const std::string& name : a.passes)
    if (std::find(optional.begin(), optional.end(), name) != optional.end()) options.enabled.push_back(name);
  if (!a.passes.empty())
    for (const std::string& name : known)
      if (std::find(a.passes.begin(), a.passes.end(), name) == a.passes.end() &&
          std::find(options.enabled.begin(), options.enabled.end(), name) == options.enabled.end())
        options.disabled.push_back(name);
  return true;
}

int optimize(const Arguments& a, const PassOptions& options) {
  std::string bytes, error;
  if (!read_input(a.input, bytes, error)) {
    report_error(error);
    return failed;
  }
  const std::string name = a.input == "-" ? "<stdin>" : a.input;
  mir::Module module;
  Diag diag;
  if (!mir::parse(bytes, name, module, diag)) {
    report(diag, name);
    return failed;
  }
  const auto features = module.target.empty() ? std::nullopt : parse_cpu(module.target.front());
  if (!features) {
    report_error(name + ": .target names no known target" +
                 (module.target.empty() ? "" : ": '" + module.target.front() + "'"));
    return failed;
  }
  for (mir::Function& function : module.functions) {
    std::vector<std::string> faults;
    if (!function.declaration) run_passes(module, function, *features, options, faults);
    for (const std::string& fault : faults) diag.error(function.name, "internal fault: " + fault);
  }
  report(diag, name);
  if (diag.failed()) return failed;
  if (!write_output(a.output, mir::print(module), error)) {
    report_error(error);
    return failed;
  }
  return ok;
}

}  // namespace

int opt_command(const std::vector<std::string>& arguments) {
  CLI::App app("PTX in, better PTX out.", "lathe opt");
  Arguments a;
  app.set_help_flag("-h,--help", "this text");
  app.add_option("input", a.input, "PTX of any compiler; - is standard input");
  app.add_option("-o,--output", a.output, "- is standard output, the default");
  app.add_option("--passes", a.passes, "run only these")->delimiter(',')->allow_extra_args(false);
  app.add_option("--disable", a.disabled, "leave out a pass")->delimiter(',')->allow_extra_args(false);
  app.add_option("-O", a.level, "optimization level, 0 to 3")->check(CLI::Range(0, 3))->capture_default_str();
  app.add_flag("--verify-each", a.verify_each, "run the checker after each pass");
  add_pass_options(app, a.optional);
  app.footer("Passes, in order: " +
             fmt::format("{}; optional: {}", fmt::join(pass_names(3), ", "), fmt::join(optional_pass_names(), ", ")) +
             "\nExample:\n  nvcc -ptx a.cu -o - | lathe opt - -o a.ptx");
  if (const auto done = parse_arguments(app, arguments, short_usage)) return *done;
  PassOptions options;
  if (!pass_options(a, options)) {
    std::fprintf(stderr, "%s\n", short_usage);
    return wrong_usage;
  }
  return optimize(a, options);
}

}  // namespace lathe::nvptx::program
