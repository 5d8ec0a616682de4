// Keys that std::hash knows, and whose `value` must not make ids of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace lathe::test {

/// A handle of 64 bits.
struct WideHandle {
  std::uint64_t value;
  bool operator==(const WideHandle&) const = default;
};
/// Two fields of which one is called `value`.
struct Place {
  std::uint32_t value = 0, version = 0;
  bool operator==(const Place&) const = default;
};

}  // namespace lathe::test

template <>
struct std::hash<lathe::test::WideHandle> {
  std::size_t operator()(const lathe::test::WideHandle& handle) const {
    return std::hash<std::uint64_t>()(handle.value);
  }
};
template <>
struct std::hash<lathe::test::Place> {
  std::size_t operator()(const lathe::test::Place& place) const { return place.value * 31U + place.version; }
};
