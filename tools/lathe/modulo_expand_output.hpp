// What `lathe modulo` does with the kernel expansion: its text, its check, its page, and PTX with pipelined loops.
#pragma once

#include <string>

#include <lathe/expand.hpp>
#include <lathe/modulo.hpp>

#include "tools/lathe/algorithm.hpp"

namespace lathe::nvptx {
struct MirPipelineOptions;
}

namespace lathe::nvptx::cli {

class Options;

struct ExpandArguments {
  std::string method;                                       ///< of --expand: "" when it was not given
  bool annotate = false, experimental = false, mve = true;  ///< the reference's knobs
  modulo::ExpandOptions options;
};

void add_expand_options(Options& app, ExpandArguments& a);
/// Sets the method by --expand, or by the knobs where it names none. False, after a message, for a wrong one.
bool settle(ExpandArguments& a);

class ExpandOutput {
 public:
  ExpandOutput(const ExpandArguments& a, const AlgorithmArguments& common) : a_(a), common_(common) {}
  /// The expansion's text, with --expand.
  std::string one(const modulo::Problem& p, const modulo::Schedule& s, Algorithm& to);

 private:
  const ExpandArguments& a_;
  const AlgorithmArguments& common_;
};

/// --rewrite: pipelines the loops of a module. A line for each loop in the answer.
void rewrite_loops(mir::Module& module, const MirPipelineOptions& options, Algorithm& to);

}  // namespace lathe::nvptx::cli
