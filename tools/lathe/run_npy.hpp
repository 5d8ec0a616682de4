// NumPy's .npy files: format versions 1.0 to 3.0, little endian, C order.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tools/lathe/run_values.hpp"

namespace lathe::nvptx::cli {

struct Array {
  Element element;
  std::vector<std::uint64_t> shape;
  std::vector<std::byte> data;
};
/// Bytes of a .npy file -> array; false and what is wrong, with what to do.
bool read_npy(std::string_view bytes, Array& array, std::string& error);
/// Version 1.0. bf16 is written as uint16, which holds its bits: NumPy has no such type.
std::string write_npy(const Array& array);

}  // namespace lathe::nvptx::cli
