// lathe_compile and lathe_verify. The options are those of the program, read by what reads the program's.
#include <algorithm>
#include <optional>

#include "library/lathe/result.hpp"
#include "nvptx/driver/compile.hpp"
#include "nvptx/driver/join.hpp"
#include "nvptx/driver/llvm_setup.hpp"
#include "tools/lathe/heard.hpp"
#include "tools/lathe/llvm/compile_arguments.hpp"
#include "tools/lathe/llvm/spellings.hpp"
#include "tools/lathe/options.hpp"
#include "tools/lathe/program.hpp"

namespace lathe::library {
namespace {

using nvptx::cli::CompileArguments;

struct Asked {
  CompileArguments arguments;
  nvptx::CompileOptions options;
  bool optimize = false, internalize = false, only_lines = false, stop_as_bitcode = false;
};

Asked read_options(std::span<const char* const> given, lathe_result& result) {
  Asked asked;
  CompileArguments& a = asked.arguments;
  a.threads = 1;
  std::vector<std::string> stray;
  nvptx::cli::Options words("", "lathe", "");
  words.option("input", stray, "");
  words.option("--filetype", a.filetype, "").one_of({"asm", "obj", "null"});
  words.option("--stop-after", a.stop_after, "");
  words.option("--threads", a.threads, "");
  words.flag("--optimize", asked.optimize, "");
  words.flag("--internalize", asked.internalize, "");
  words.flag("--line-tables-only", asked.only_lines, "");
  a.passes.left_out = {"--disable-global-outlining"};
  nvptx::cli::declare_code_generation(words, a);
  words.refuse(a.passes.left_out[0], a.passes.left_out[0] + ": there is one module; lathe thinlto has it");
  for (const char* const name : {"--time-passes", "--print-after", "--print-pipeline", "--stats"})
    words.refuse(name, std::string(name) + ": the library writes to no stream; lathe compile has it");
  for (const char* const name : {"--output", "-o", "--remarks", "--combine-trace"})
    words.refuse(name, std::string(name) + ": the library writes no files");
  std::vector<std::string> list = words_of(given);
  if (const std::string fault = nvptx::cli::respell(list); !fault.empty()) throw Refused{LATHE_WRONG_USAGE, fault};
  const nvptx::cli::Hearing hearing({.messages = &result.log});
  if (words.parse(list) || nvptx::cli::refuse_idle_code_generation(words)) throw Refused{LATHE_WRONG_USAGE, {}};
  if (!stray.empty()) throw Refused{LATHE_WRONG_USAGE, "'" + stray[0] + "' is no option"};
  asked.stop_as_bitcode = a.stop_after == "optimize";
  if (asked.stop_as_bitcode) a.stop_after.clear();
  if (nvptx::cli::read_options(a, asked.options) != nvptx::cli::ok) throw Refused{LATHE_WRONG_USAGE, {}};
  return asked;
}

/// The modules as one where there are several, or where they are to be optimized.
std::string joined(std::span<const lathe_buffer> modules, const std::vector<std::string>& names, const Asked& asked,
                   nvptx::Diag& diag) {
  std::vector<nvptx::JoinInput> inputs;
  inputs.reserve(modules.size());
  for (std::size_t i = 0; i < modules.size(); ++i)
    inputs.push_back({bytes_of(modules[i]), names[i], (modules[i].flags & LATHE_LIBRARY) != 0});
  const nvptx::JoinOptions options{.features = asked.options.features,
                                   .module_target = asked.options.module_target,
                                   .triple = asked.options.triple,
                                   .short_pointers = asked.options.short_pointers,
                                   .optimize = asked.optimize,
                                   .internal_only = asked.internalize,
                                   .only_lines = asked.only_lines};
  return nvptx::join(inputs, options, diag);
}

void compile(std::span<const lathe_buffer> modules, std::span<const char* const> given, lathe_result& result) {
  const std::vector<std::string> names = names_of(modules);
  const Asked asked = read_options(given, result);
  nvptx::Diag diag;
  std::string_view ir = bytes_of(modules[0]);
  std::string bitcode;
  if (modules.size() > 1 || asked.optimize || asked.internalize || asked.only_lines || asked.options.features.ftz_f32 ||
      asked.stop_as_bitcode || (modules[0].flags & LATHE_LIBRARY) != 0) {
    bitcode = joined(modules, names, asked, diag);
    if (diag.failed()) tell(diag, result);
    ir = bitcode;
  }
  if (asked.stop_as_bitcode) {
    tell(diag, result);
    result.output = std::move(bitcode);
    return;
  }
  std::string text = nvptx::compile(ir, names[0], asked.options, diag);
  tell(diag, result);
  if (asked.arguments.filetype == "null") return;
  if (asked.arguments.filetype == "obj" && asked.options.stop_after.empty()) {
    std::string error;
    const std::string target = asked.options.features.name();
    if (!nvptx::cli::assemble(text, target, std::min(3U, asked.arguments.level), result.output, error))
      throw Refused{LATHE_FAILED, names[0] + ": " + error};
    return;
  }
  result.output = std::move(text);
}

void verify(std::span<const lathe_buffer> modules, std::span<const char* const> given, lathe_result& result) {
  const std::vector<std::string> names = names_of(modules);
  const Asked asked = read_options(given, result);
  nvptx::Diag diag;
  if (modules.size() == 1) {
    nvptx::JoinOptions reading;
    reading.triple = asked.options.triple;
    reading.short_pointers = asked.options.short_pointers;
    nvptx::check_module(bytes_of(modules[0]), names[0], reading, diag);
  } else {
    Asked plain = asked;
    plain.optimize = plain.internalize = plain.only_lines = false;
    (void)joined(modules, names, plain, diag);
  }
  tell(diag, result);
}

}  // namespace
}  // namespace lathe::library

using namespace lathe::library;

extern "C" {

lathe_status lathe_compile(const lathe_buffer* modules, size_t count, const char* const* options, size_t option_count,
                           lathe_result** result) {
  return guarded(result, [&](lathe_result& made) {
    compile(std::span(modules, modules == nullptr ? 0 : count),
            std::span(options, options == nullptr ? 0 : option_count), made);
  });
}

lathe_status lathe_verify(const lathe_buffer* modules, size_t count, const char* const* options, size_t option_count,
                          lathe_result** result) {
  return guarded(result, [&](lathe_result& made) {
    verify(std::span(modules, modules == nullptr ? 0 : count),
           std::span(options, options == nullptr ? 0 : option_count), made);
  });
}

uint32_t lathe_version(void) { return 1'000'000 * LATHE_MAJOR + 1'000 * LATHE_MINOR + LATHE_PATCH; }
const char* lathe_version_text(void) { return LATHE_VERSION; }
const char* lathe_llvm_version(void) {
  static const std::string version = lathe::nvptx::llvm_version();
  return version.c_str();
}

}  // extern "C"
