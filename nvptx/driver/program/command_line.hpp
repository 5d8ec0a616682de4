// Reading the arguments of a subcommand.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace lathe::nvptx::program {

/// Parses what stands behind the subcommand's name. An exit state when the program is done: the help was asked for and
/// printed, or the arguments are wrong, which standard error was told with `short_usage`.
std::optional<int> parse_arguments(CLI::App& app, const std::vector<std::string>& arguments, const char* short_usage);
/// The help to standard output; the exit state.
int print_help(const CLI::App& app);

}  // namespace lathe::nvptx::program
