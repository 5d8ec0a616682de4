// `lathe report`: what is gathered of each input. See docs/report.md.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/lathe/json.hpp"
#include "tools/lathe/report/kernels.hpp"

namespace lathe::nvptx::cli {

/// What the command line asks for.
struct ReportArguments {
  std::vector<std::string> inputs;
  std::string output, against, profile, d3, function, cpu, options;
  std::vector<std::string> fail_on, alternatives;
  bool cubin = false, no_alternatives = false;
  LaunchGuess guess;
  Profiled profiled;                             ///< what `profile` says, once it is read
  std::shared_ptr<const Json> profile_document;  ///< and as it is
};

/// One input as PTX.
struct ReportModule {
  std::string name;                         ///< the input's, as it was given
  std::string ptx;                          ///< its PTX
  std::string command;                      ///< that gives it, as typed; empty where the input is PTX
  std::string target;                       ///< "sm_90"
  const Multiprocessor* machine = nullptr;  ///< of the target; set by gather_rows
  bool compiled = false;
  bool profiled = false;  ///< the profile's lines are those of this PTX
  Json compiled_part;     ///< what `lathe compile` answered: passes, remarks, statistics
  std::vector<KernelRow> rows;
  std::string ptxas;  ///< the command, with --cubin
  std::string cubin;  ///< bytes, with --cubin
};

/// A file as PTX: read, or compiled with `words` more. False after a message.
bool read_module(const ReportArguments& a, const std::string& path, const std::vector<std::string>& words,
                 ReportModule& module);
/// The rows of the front table, by `lathe pressure`, and by ptxas where it is asked for. False after a message.
bool gather_rows(const ReportArguments& a, ReportModule& module, const std::vector<std::string>& ptxas_words);
/// All of a module as one object. False after a message.
bool gather_module(const ReportArguments& a, ReportModule& module, Json& out);
/// The builds beside it that are really made: {"name", "command", "functions": rows} each.
std::vector<Json> gather_alternatives(const ReportArguments& a, const ReportModule& module);

/// Another build: the table's numbers by function, and its PTX.
struct OtherBuild {
  std::map<std::string, std::map<std::string, std::optional<double>>> functions;
  std::vector<std::pair<std::string, std::string>> ptx;  ///< names and texts
};
/// A module, a folder of them, or the JSON of a former report. False after a message.
bool read_other(const ReportArguments& a, OtherBuild& other);

/// The conditions of --fail-on.
struct FailRule {
  const char* name;
  const char* what;  ///< for the help
  bool needs_other;  ///< --against
  bool needs_ptxas;  ///< --cubin
};
const std::vector<FailRule>& fail_rules();
/// One line for each function that a rule finds something in.
std::vector<std::string> findings(const ReportArguments& a, const std::vector<ReportModule>& modules,
                                  const OtherBuild& other);

}  // namespace lathe::nvptx::cli
