#include "simt/state/fault.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

std::string Fault::to_string() const {
  const auto dim = [](const Dim3& d) {
    return "(" + std::to_string(d.x) + "," + std::to_string(d.y) + "," + std::to_string(d.z) + ")";
  };
  std::string out;
  if (!file.empty()) out += file + ":";
  if (line != 0) out += std::to_string(line) + ":";
  if (!out.empty()) out += " ";
  if (!function.empty()) out += "in function '" + function + "'" + (in_thread ? ", " : ": ");
  if (in_thread) out += "block " + dim(block) + ", thread " + dim(thread) + ": ";
  return out + text;
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
