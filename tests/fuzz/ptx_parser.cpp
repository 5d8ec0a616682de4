// libFuzzer target: any bytes into the PTX parser, printer and passes.
#include <cstddef>
#include <cstdint>

#include "fuzz/ptx_parser_body.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string fault = lathe_fuzz::check_ptx({reinterpret_cast<const char*>(data), size});
  if (!fault.empty()) {
    std::fprintf(stderr, "%s\n", fault.c_str());
    std::abort();
  }
  return 0;
}
