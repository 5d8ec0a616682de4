#include "nvptx/driver/program/command_line.hpp"

#include <cstdio>

#include "nvptx/driver/program/program.hpp"

namespace lathe::nvptx::program {

int print_help(const CLI::App& app) {
  const std::string text = app.help();
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0 ? ok : failed;
}

std::optional<int> parse_arguments(CLI::App& app, const std::vector<std::string>& arguments, const char* short_usage) {
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());  // CLI11 takes the last first
    app.parse(reversed);
    return std::nullopt;
  } catch (const CLI::CallForHelp&) {
    return print_help(app);
  } catch (const CLI::ParseError& error) {
    report_error(error.what());
    std::fprintf(stderr, "%s\n", short_usage);
    return wrong_usage;
  }
}

}  // namespace lathe::nvptx::program
