// The options of `lathe compile` that other subcommands share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "nvptx/driver/compile.hpp"
#include "nvptx/driver/thinlto/thin_program.hpp"
#include "tools/lathe/pass_arguments.hpp"
#include "tools/lathe/remarks.hpp"

namespace lathe::nvptx::cli {

class Options;

/// The command line of compile as it was written; thinlto takes the same options for the code that it makes.
struct CompileArguments {
  std::string input = "-", output, cpu, march, triple, pointers, filetype = "asm", fp_contract, denormal, denormal_f32,
              stats, stop_after, libdevice, combine_trace, atomic_order, thinlto_index, unroll;
  RemarkFile remarks;
  std::vector<std::string> attributes, disabled;
  PassArguments passes;
  unsigned level = 3, threads = 0, jump_table_min = 8, unroll_most = codegen::UnrollOptions{}.most;
  int fma_level = -1, div_f32 = -1, sqrt_f32 = -1;
  bool unsafe_fp = false, no_vectorizer = false, lower_ctors = false, verify_each = false, no_libdevice = false,
       trap_unreachable = false, verify_machine = false;
  std::uint64_t fuel = ~0ULL;
  KnownBitsLimits known_bits;
  DemandedBitsLimits demanded_bits;
  std::vector<std::string> combine_disabled;
  FloatAssumptions assume;
  bool no_f16_math = false, no_f32x2 = false, optimize = false, function_import = false;
  ThinBackend backend;         ///< behind imports
  bool says_filetype = false;  ///< else the output's name does
};

/// Whether -mattr names a target; then the module's own is not asked.
bool names_target(const std::vector<std::string>& attributes);
/// Target, optimization and code generation; what is said of files, statistics and threads is the subcommand's own.
void declare_code_generation(Options& app, CompileArguments& a);
/// What is inlined behind imports.
void declare_inlining(Options& app, ThinBackend& backend);
/// The words of `declare_inlining`, for a job that does as `backend` says.
std::vector<std::string> inlining_words(const ThinBackend& backend);
/// Those of its options that others make useless: as refuse_idle.
std::optional<int> refuse_idle_code_generation(const Options& app);
/// An exit state; after a message when it is not `ok`.
int read_options(const CompileArguments& a, CompileOptions& options);

}  // namespace lathe::nvptx::cli
