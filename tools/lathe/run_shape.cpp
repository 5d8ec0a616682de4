// Grids and blocks: what every GPU takes, and what a kernel says of its own.
#include <fmt/format.h>

#include <algorithm>

#include "tools/lathe/run.hpp"

namespace lathe::nvptx::cli {

using exec::Dim3;

std::string block_fault(const Dim3& b) {
  return b.count() > 1024 || b.x > 1024 || b.y > 1024 || b.z > 64 ? "a block has 1024 threads at most, 64 in z" : "";
}
std::string grid_fault(const Dim3& g) {
  return g.x > 0x7fffffffU || g.y > 65535 || g.z > 65535 ? "at most 2147483647,65535,65535 blocks" : "";
}

bool shape_fits(const exec::KernelInfo& kernel, const exec::Launch& launch, std::string& error) {
  const auto text = [](const Dim3& d) { return fmt::format("{},{},{}", d.x, std::max(1U, d.y), std::max(1U, d.z)); };
  const auto same = [](const Dim3& a, const Dim3& b) {
    return a.x == b.x && a.y == std::max(1U, b.y) && a.z == std::max(1U, b.z);
  };
  const Dim3 &required = kernel.required_block, &most = kernel.max_block, &block = launch.block;
  if (required.x != 0 && !same(block, required))
    error = fmt::format("kernel '{}' requires a block of {} (.reqntid), not {}; write --block {}", kernel.name,
                        text(required), text(block), text(required));
  else if (const std::uint64_t limit = std::uint64_t{most.x} * std::max(1U, most.y) * std::max(1U, most.z);
           most.x != 0 && block.count() > limit)
    error = fmt::format("kernel '{}' takes {} threads a block at most (.maxntid), not {}; use a smaller --block",
                        kernel.name, limit, block.count());
  else if (kernel.required_cluster.x != 0 && launch.cluster.x != 0 && !same(launch.cluster, kernel.required_cluster))
    error = fmt::format("kernel '{}' requires a cluster of {} (.reqnctapercluster); leave out --cluster", kernel.name,
                        text(kernel.required_cluster));
  return error.empty();
}

}  // namespace lathe::nvptx::cli
