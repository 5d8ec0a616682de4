// See optimize.hpp. The library is loaded when it is asked for, and knows nothing of us but its own interface.
#include "tools/lathe/llvm/optimize.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <memory>
#include <string_view>

#include "lathe-c/lathe.h"
#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {
namespace {

struct Library {
  decltype(&lathe_compile) compile = nullptr;
  decltype(&lathe_output) output = nullptr;
  decltype(&lathe_log) log = nullptr;
  decltype(&lathe_free) free = nullptr;
};

std::string folder_of_program() {
  char path[4096];
  const ssize_t size = ::readlink("/proc/self/exe", path, sizeof path);
  const std::string_view text(path, size < 0 ? 0 : static_cast<std::size_t>(size));
  return std::string(text.substr(0, std::min(text.find_last_of('/'), text.size())));
}

template <class F>
bool find(void* library, const char* name, F& to) {
  to = reinterpret_cast<F>(::dlsym(library, name));
  return to != nullptr;
}

/// False and why not. It stays loaded.
bool load(Library& library, std::string& error) {
  const std::string folder = folder_of_program();
  void* found = nullptr;
  for (const char* const place : {"/", "/../", "/../lib/", "/../lib64/", "/../lib/x86_64-linux-gnu/"})
    if (const std::string path = folder + place + "liblathe.so.0";
        found == nullptr && ::access(path.c_str(), R_OK) == 0)
      found = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (found == nullptr) found = ::dlopen("liblathe.so.0", RTLD_NOW | RTLD_LOCAL);
  if (found == nullptr) {
    const char* const why = ::dlerror();
    error = "--optimize is done by liblathe.so.0, which stands neither in " + folder +
            " nor in a lib beside it: " + (why != nullptr ? why : "it cannot be loaded");
    return false;
  }
  decltype(&lathe_version_text) version = nullptr;
  const bool whole = find(found, "lathe_version_text", version) && find(found, "lathe_compile", library.compile) &&
                     find(found, "lathe_output", library.output) && find(found, "lathe_log", library.log) &&
                     find(found, "lathe_free", library.free);
  if (whole && std::string_view(version()) == LATHE_VERSION) return true;
  error = "--optimize: liblathe.so.0 is of another version than " LATHE_VERSION;
  return false;
}

/// What the passes ask of the target, as options.
std::vector<std::string> words_of(const CompileArguments& a) {
  std::vector<std::string> words{"--optimize", "--stop-after=optimize", "-O" + std::to_string(a.level)};
  if (a.passes.size_level > 0) words.push_back("--size-level=" + std::to_string(a.passes.size_level));
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) words.push_back(option + value);
  };
  add("--mcpu=", a.cpu);
  for (const std::string& attribute : a.attributes) add("--mattr=", attribute);
  add("--march=", a.march);
  add("--mtriple=", a.triple);
  add("--pointers=", a.pointers);
  add("--denormal-fp-math=", a.denormal);
  add("--denormal-fp-math-f32=", a.denormal_f32);
  if (a.sqrt_f32 >= 0) add("--nvptx-prec-sqrtf32=", std::to_string(a.sqrt_f32));
  if (a.unsafe_fp) words.emplace_back("--enable-unsafe-fp-math");
  return words;
}

/// The library's lines, "FILE:LINE:COLUMN: error: TEXT", in the program's form.
void report_log(std::string_view log) {
  for (std::size_t at = 0; at < log.size();) {
    const std::size_t end = std::min(log.find('\n', at), log.size());
    std::string line(log.substr(at, end - at));
    at = end + 1;
    const std::size_t error = line.find("error: ");
    if (error == std::string::npos) continue;  // notes come again with the code
    report_error(line.erase(error, 7));
  }
}

}  // namespace

int optimize_by_library(const CompileArguments& a, const std::string& name, std::string& ir) {
  Library library;
  std::string error;
  if (!load(library, error)) {
    report_error(error);
    return failed;
  }
  const std::vector<std::string> words = words_of(a);
  std::vector<const char*> options;
  options.reserve(words.size());
  for (const std::string& word : words) options.push_back(word.c_str());
  const lathe_buffer input{name.c_str(), ir.data(), ir.size(), 0};
  lathe_result* made = nullptr;
  const lathe_status status = library.compile(&input, 1, options.data(), options.size(), &made);
  const std::unique_ptr<lathe_result, decltype(library.free)> owner(made, library.free);
  if (status != LATHE_OK) {
    report_log(library.log(made, nullptr));
    return failed;
  }
  std::size_t size = 0;
  const char* const bitcode = library.output(made, &size);
  ir.assign(bitcode, size);
  return ok;
}

}  // namespace lathe::nvptx::cli
