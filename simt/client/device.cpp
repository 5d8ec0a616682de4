// Buffers of the host, and checks of a launch before it runs.
#include "simt/client/device.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "simt/state/observer.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {
namespace {

std::string hex(std::uint64_t v) {
  char s[32];
  std::snprintf(s, sizeof s, "0x%llx", static_cast<unsigned long long>(v));
  return s;
}

/// Null for no bytes.
std::optional<Fault> host_range(const Memory& memory, Address at, std::uint64_t bytes, const char* what,
                                std::byte*& host) {
  host = nullptr;
  if (bytes == 0) return std::nullopt;
  const Region* r = memory.find(at);
  if (r == nullptr || r->freed || bytes > r->bytes - (at - r->base))
    return plain(std::string(what) + " of " + std::to_string(bytes) + " bytes at " + hex(at) +
                 " is not inside a buffer");
  host = r->host + (at - r->base);
  return std::nullopt;
}

}  // namespace

Fault plain(std::string text) {
  Fault f;
  f.text = std::move(text);
  return f;
}

Address Device::allocate(std::uint64_t bytes) {
  const Region* r = memory_.add(std::max<std::uint64_t>(1, bytes), 256, RegionKind::buffer);
  return r == nullptr ? 0 : r->base;
}

std::optional<Fault> Device::release(Address address) {
  if (memory_.release(address, RegionKind::buffer)) return std::nullopt;
  return plain("free of " + hex(address) + ", where no buffer starts");
}

std::optional<Fault> Device::write(Address to, std::span<const std::byte> bytes) {
  std::byte* host = nullptr;
  if (auto fault = host_range(memory_, to, bytes.size(), "write", host)) return fault;
  if (host != nullptr) std::memcpy(host, bytes.data(), bytes.size());
  if (options_.observer != nullptr) options_.observer->host_write(to, bytes.size());
  return std::nullopt;
}

std::optional<Fault> Device::read(Address from, std::span<std::byte> bytes) const {
  std::byte* host = nullptr;
  if (auto fault = host_range(memory_, from, bytes.size(), "read", host)) return fault;
  if (host != nullptr) std::memcpy(bytes.data(), host, bytes.size());
  return std::nullopt;
}

std::optional<Fault> Device::check_shape(const std::string& who, const Dim3& grid, const Dim3& block) {
  const std::uint64_t threads = block.count();
  if (grid.count() == 0 || threads == 0) return plain(who + "grid and block must not be empty");
  if (threads > 1024 || block.z > 64)
    return plain(who + "a block has at most 1024 threads, and 64 in z, not " + std::to_string(threads));
  if (grid.y > 65535 || grid.z > 65535 || grid.x > 0x7fffffffU)
    return plain(who + "a grid has at most 2147483647 x 65535 x 65535 blocks");
  return std::nullopt;
}

std::optional<Fault> Device::check_shared(const std::string& who, std::uint32_t dynamic, std::uint32_t most) {
  if (dynamic <= most) return std::nullopt;
  return plain(who + "at most " + std::to_string(most) + " bytes of dynamic shared memory, not " +
               std::to_string(dynamic));
}

std::optional<Fault> Device::check_local(const std::string& who, const FunctionCode& kernel) const {
  if (kernel.local_bytes <= options_.local_limit) return std::nullopt;
  return plain(who + std::to_string(kernel.local_bytes) + " bytes of local memory, the limit is " +
               std::to_string(options_.local_limit));
}

GridResult Device::run(Grid& grid, bool cooperative) {
  grid.memory = &memory_;
  grid.observer = options_.observer;
  grid.options = &options_;
  grid.id = ++launches_;
  GridResult result = run_grid(grid, std::max(1U, options_.threads), cooperative);
  stats_ = result.stats;
  return result;
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
