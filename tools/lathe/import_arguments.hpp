// The knobs of the import planner, which `lathe import` and `lathe thinlto` share.
#pragma once

#include <string>
#include <vector>

#include <lathe/thinlto/plan.hpp>

#include "tools/lathe/algorithm.hpp"

namespace lathe::nvptx::cli {

class Options;

struct ImportArguments : AlgorithmArguments {
  std::string workloads, rule = "best", interposable = "never";
  thinlto::Options options;
  std::vector<std::string> priorities;  ///< PATTERN=LEVEL
  std::string priority_table;
  unsigned table_targets = 0;  ///< functions of constant tables that are tried as if called
  bool print_imports = false, import_metadata = false;
};

/// What `lathe thinlto` plans with where nobody says it: a closed world, whose calls are dear. A body costs time there, and
/// nothing where it is not inlined. `lathe import` has LLVM's limits.
struct ClosedWorld {
  static constexpr unsigned instr_limit = 1000, table_targets = 64;
  static constexpr float evolution_factor = 0.9F;
};

void declare_import(Options& app, ImportArguments& a);
/// What the words say, into the options. An exit state; after a message when it is not `ok`.
int finish_import(ImportArguments& a);

/// {"root": ["function", ...], ...}; names that the index does not have are told and left out.
bool add_workloads(const std::string& path, thinlto::Problem& p, std::string& error);
/// Import priorities by name, from the command line and a table, into the problem's functions. False and an error text.
bool set_priorities(const ImportArguments& a, thinlto::Problem& p, std::string& error);
/// Functions of constant tables become likely targets, as many as the options say.
void add_likely_targets(const ImportArguments& a, thinlto::Problem& p);
void print_imports(const ImportArguments& a, const thinlto::Problem& p, const thinlto::Plan& plan);
void print_refusals(const thinlto::Problem& p, const thinlto::Plan& plan);
/// With force-import-all a function that cannot be imported is an error, but one that no module has is not.
std::uint64_t import_failures(const thinlto::Stats& stats);
void add_figures(const thinlto::Stats& stats, Figures& figures);

}  // namespace lathe::nvptx::cli
