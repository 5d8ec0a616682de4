// See result.hpp: how a call ends, whatever happens in it.
#include <exception>
#include <mutex>
#include <new>

#include "library/lathe/result.hpp"
#include "nvptx/driver/llvm_setup.hpp"
#include "nvptx/support/big_stack.hpp"
#include "tools/lathe/program.hpp"

namespace lathe::library {
namespace {

/// LLVM's fatal error, thrown through LLVM, which is compiled without exceptions: what its functions own is lost.
struct Fatal {
  std::string reason;
};

void set_up() {
  // Of the LLVM within the library, which nobody else calls.
  static std::once_flag once;
  std::call_once(once, [] {
    nvptx::install_fatal_handlers([](const char* reason) { throw Fatal{reason}; }, [] { throw std::bad_alloc(); });
  });
}

void add(lathe_result& result, lathe_status status, const std::string& text) {
  result.status = status;
  if (!text.empty()) result.log += "error: " + nvptx::cli::one_line(text) + "\n";
}

/// On the large stack.
void attempt(lathe_result& result, const std::function<void(lathe_result&)>& work) {
  try {
    result.status = LATHE_OK;
    work(result);
  } catch (const Refused& refused) {
    add(result, refused.status, refused.text);
  } catch (const Fatal& fatal) {
    add(result, LATHE_INTERNAL, "LLVM cannot go on: " + fatal.reason);
  } catch (const nvptx::NoStackLeft& end) {  // of a thread of the work's own
    add(result, LATHE_NO_STACK, end.what());
  }
}

}  // namespace

lathe_status guarded(lathe_result** out, const std::function<void(lathe_result&)>& work) noexcept {
  if (out != nullptr) *out = nullptr;
  auto* result = new (std::nothrow) lathe_result;
  if (result == nullptr) return LATHE_NO_MEMORY;
  try {
    set_up();
    const nvptx::StackRecovery recovery;
    nvptx::run_on_big_stacks(1, [&](unsigned) { attempt(*result, work); });
  } catch (const nvptx::NoStackLeft&) {
    result->status = LATHE_NO_STACK;
  } catch (const std::bad_alloc&) {
    result->status = LATHE_NO_MEMORY;
  } catch (...) {
    result->status = LATHE_INTERNAL;
  }
  const lathe_status status = result->status;
  try {
    if (status != LATHE_OK) result->output = std::string();
    if (result->log.empty() && status == LATHE_NO_MEMORY) result->log = "error: out of memory\n";
    if (result->log.empty() && status == LATHE_NO_STACK)
      result->log = "error: the input nests too deeply for the stack\n";
    if (result->log.empty() && status == LATHE_INTERNAL) result->log = "error: internal fault\n";
  } catch (const std::bad_alloc&) {
    // Then without words.
  }
  if (out != nullptr)
    *out = result;
  else
    delete result;
  return status;
}

std::string log_line(const nvptx::Message& message) {
  std::string text = message.file;
  if (message.line > 0) text += ":" + std::to_string(message.line);
  if (message.line > 0 && message.column > 0) text += ":" + std::to_string(message.column);
  if (!text.empty()) text += ": ";
  text += message.level == nvptx::Message::Level::error     ? "error: "
          : message.level == nvptx::Message::Level::warning ? "warning: "
                                                            : "note: ";
  if (!message.function.empty()) text += "in function '" + message.function + "': ";
  return nvptx::cli::one_line(text + message.text) + "\n";
}

void tell(const nvptx::Diag& diag, lathe_result& result) {
  for (const nvptx::Message& message : diag.messages()) result.log += log_line(message);
  if (diag.failed()) throw Refused{LATHE_FAILED, {}};
}

std::vector<std::string> names_of(std::span<const lathe_buffer> modules) {
  if (modules.empty()) throw Refused{LATHE_WRONG_USAGE, "no module was given"};
  std::vector<std::string> names;
  for (const lathe_buffer& module : modules) {
    const std::string number = "<input " + std::to_string(names.size() + 1) + ">";
    names.push_back(module.name == nullptr || *module.name == '\0' ? number : module.name);
    if (module.data == nullptr && module.size != 0)
      throw Refused{LATHE_WRONG_USAGE, names.back() + ": data is a null pointer"};
    if ((module.flags & ~LATHE_LIBRARY) != 0)
      throw Refused{LATHE_WRONG_USAGE, names.back() + ": unknown flags " + std::to_string(module.flags)};
  }
  return names;
}

std::vector<std::string> words_of(std::span<const char* const> options) {
  std::vector<char*> all{const_cast<char*>("lathe")};
  for (const char* const option : options) {
    if (option == nullptr) throw Refused{LATHE_WRONG_USAGE, "an option is a null pointer"};
    all.push_back(const_cast<char*>(option));
  }
  std::vector<std::string> words = nvptx::cli::gnu_spelling(static_cast<int>(all.size()), all.data());
  for (const std::string& word : words)
    if (word == "-h" || word == "--help" || word.starts_with("--help="))
      throw Refused{LATHE_WRONG_USAGE, word + " is for the program; the options are in its help"};
  return words;
}

}  // namespace lathe::library

extern "C" {

const char* lathe_output(const lathe_result* result, size_t* size) {
  if (size != nullptr) *size = result == nullptr ? 0 : result->output.size();
  return result == nullptr ? "" : result->output.c_str();
}
const char* lathe_log(const lathe_result* result, size_t* size) {
  if (size != nullptr) *size = result == nullptr ? 0 : result->log.size();
  return result == nullptr ? "" : result->log.c_str();
}
void lathe_free(lathe_result* result) { delete result; }

}  // extern "C"
