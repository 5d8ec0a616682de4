// What a call of the library gives back, and how each call runs. See include/lathe-c/lathe.h.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/support/diag.hpp"
#include "lathe-c/lathe.h"
#include "nvptx/support/codegen.hpp"

struct lathe_result {
  lathe_status status = LATHE_INTERNAL;
  std::string output, log;
};

namespace lathe::library {

/// The input or the call is wrong: thrown in a guarded call, which it ends with this status; the text is the log's.
struct Refused {
  lathe_status status;
  std::string text;  ///< appended to the log as an error; empty: the log has it
};

/// Makes the result, and runs `work` on it on a large stack of its own. What ends there ends here as a status: what
/// `work` throws, LLVM's fatal errors, memory's and the stack's end. `out` may be null: the status is all then.
lathe_status guarded(lathe_result** out, const std::function<void(lathe_result&)>& work) noexcept;

/// "FILE:LINE:COLUMN: error: TEXT" and a line's end, what is known of it.
std::string log_line(const nvptx::Message& message);
/// Appends the messages to the log; throws Refused where one is an error.
void tell(const nvptx::Diag& diag, lathe_result& result);

/// The caller's modules with a name each, looked at: throws Refused where there is none, or one without data.
std::vector<std::string> names_of(std::span<const lathe_buffer> modules);
inline std::string_view bytes_of(const lathe_buffer& module) {
  return {static_cast<const char*>(module.data), module.size};
}
/// The caller's options as words in the program's spelling; throws Refused for one that is null, or asks for help.
std::vector<std::string> words_of(std::span<const char* const> options);

}  // namespace lathe::library
