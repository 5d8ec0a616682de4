// The environment variable that asks for --verify-each in every command that generates code: the tests set it once.
#pragma once

#include <cstdlib>
#include <string_view>

namespace lathe::nvptx::cli {

inline constexpr char verify_variable[] = "LATHE_VERIFY_EACH";

inline bool verify_by_environment() {
  const char* const value = std::getenv(verify_variable);
  return value != nullptr && *value != 0 && std::string_view(value) != "0";
}

}  // namespace lathe::nvptx::cli
