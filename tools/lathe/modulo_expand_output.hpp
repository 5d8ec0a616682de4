// What `lathe modulo` does with the kernel expansion: its text, its check, its page, and PTX with pipelined loops.
#pragma once

#include <cstddef>
#include <string>

#include <lathe/expand.hpp>
#include <lathe/modulo.hpp>

namespace lathe::nvptx::mir {
class Module;
}

namespace lathe::nvptx::cli {

class Options;

struct ExpandArguments {
  std::string method;  ///< of --expand: "" when it was not given
  std::string report;  ///< a page for the first loop; FILE-2.html for the second, and so on
  std::string rewrite;
  bool annotate = false, experimental = false, mve = true;  ///< the reference's knobs
  modulo::ExpandOptions options;
};

void add_expand_options(Options& app, ExpandArguments& a);
/// Sets the method by --expand, or by the knobs where it names none. False, after a message, for a wrong one.
bool settle(ExpandArguments& a);

class ExpandOutput {
 public:
  ExpandOutput(const ExpandArguments& a, bool check) : a_(a), check_(check) {}
  /// The expansion's text, with --expand; writes its page, with --report. Faults go to standard error, into `faults`.
  std::string one(const modulo::Problem& p, const modulo::Schedule& s, std::size_t& faults);
  /// False when a page could not be written.
  bool fine() const { return fine_; }

 private:
  const ExpandArguments& a_;
  bool check_, fine_ = true;
  std::size_t pages_ = 0;
};

/// --rewrite: pipelines the loops of a module and writes it. A line for each loop in `text`; `faults` as above. False,
/// after a message, when nothing could be written.
bool rewrite_loops(mir::Module& module, const std::string& name, const ExpandArguments& a,
                   const modulo::Options& options, const modulo::IngestOptions& ingest, bool check, std::string& text,
                   std::size_t& faults);

}  // namespace lathe::nvptx::cli
