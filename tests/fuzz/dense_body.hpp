// One fuzz case of the dense maps: bytes -> operations on a map of each layout, mirrored in std::map, checked at the
// end.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>

#include <lathe/dense.hpp>

namespace lathe::test {

/// A hash that puts few and awkward values: all ones, zero, and clusters at both ends of the table.
struct AwkwardHash {
  static std::uint64_t hash(const std::string& key) {
    const std::uint64_t sum = key.empty() ? 0 : static_cast<unsigned char>(key[0]);
    return sum % 4 == 0 ? ~std::uint64_t{0} : sum % 4 == 1 ? 0 : sum << 56;
  }
  static bool equal(const std::string& stored, const std::string& key) { return stored == key; }
};
/// The hash as it is.
struct Unmixed {
  static constexpr std::uint64_t mix(std::uint64_t bits) { return bits; }
};

/// Keys of each kind from a small number.
template <class K>
K key_from(std::uint32_t raw) {
  if constexpr (std::is_same_v<K, std::string>)
    return std::string(1, static_cast<char>(raw)) + std::to_string(raw);
  else if constexpr (std::is_pointer_v<K>)
    return reinterpret_cast<K>(std::uintptr_t{raw} * 48 + 0x10000);
  else if constexpr (requires { typename K::first_type; })
    return {key_from<typename K::first_type>(raw % 37), key_from<typename K::second_type>(raw / 37)};
  else
    return static_cast<K>(raw % 3 == 0 ? raw * 7919 : raw);
}

/// Mirrors the operations that the bytes stand for; empty when all is well.
template <class Map, class K>
std::string mirror_bytes(std::span<const std::uint8_t> bytes, const char* name) {
  Map map;
  std::map<K, std::uint32_t> twin;
  std::uint32_t step = 0;
  auto wrong = [&](const char* what) {
    return std::string(name) + ": " + what + " at step " + std::to_string(step) + "\n";
  };
  for (std::size_t at = 0; at + 2 < bytes.size(); at += 3, ++step) {
    const K key = key_from<K>(bytes[at + 1] | std::uint32_t{bytes[at + 2]} << (bytes[at] >> 7 ? 8 : 2));
    switch (bytes[at] % 16) {
      case 0:
      case 1:
      case 2:
      case 3:
      case 4:
      case 5: {
        const auto [value, made] = map.try_emplace(key, step);
        const auto [it, twin_made] = twin.try_emplace(key, step);
        if (made != twin_made || value == nullptr || *value != it->second) return wrong("try_emplace");
        break;
      }
      case 6:
        map.insert_or_assign(key, step), twin[key] = step;
        break;
      case 7:
      case 8:
      case 9:
      case 10:
        if (map.erase(key) != (twin.erase(key) == 1)) return wrong("erase");
        break;
      case 11: {
        const std::uint32_t bit = bytes[at + 1] % 5;
        const std::size_t gone = map.erase_if([&](const auto& entry) { return entry.value % 5 == bit; });
        if (gone != std::erase_if(twin, [&](const auto& entry) { return entry.second % 5 == bit; }))
          return wrong("erase_if");
        break;
      }
      case 12:
        map.reserve(bytes[at + 1]);
        break;
      case 13: {
        Map copy = map;
        if (bytes[at + 1] % 2 == 0) copy.try_emplace(key, 1U);
        if (bytes[at + 1] % 4 == 0)
          map = Map(map);
        else if (bytes[at + 1] % 4 == 1)
          map.swap(copy);
        else if (bytes[at + 1] % 16 == 2)
          map.clear(), twin.clear();
        break;
      }
      default: {
        const auto* value = map.find(key);
        const auto it = twin.find(key);
        if ((value != nullptr) != (it != twin.end()) || (value != nullptr && *value != it->second))
          return wrong("find");
      }
    }
  }
  std::string out = dense::check(map).str();
  if (map.size() != twin.size()) out += wrong("size");
  std::map<K, std::uint32_t> walked;
  for (const auto& entry : map)
    if (!walked.try_emplace(K(entry.key), entry.value).second) out += wrong("a key is walked twice");
  if (walked != twin) out += wrong("the walk");
  return out;
}

inline std::string check_dense(std::span<const std::uint8_t> bytes) {
  using namespace dense;
  using Wide = std::pair<std::uint64_t, const char*>;
  using Narrow = std::pair<std::uint32_t, std::uint16_t>;
  std::string out;
  out += mirror_bytes<DenseMap<std::uint32_t, std::uint32_t>, std::uint32_t>(bytes, "ids");
  out += mirror_bytes<DenseMap<std::uint64_t, std::uint32_t>, std::uint64_t>(bytes, "words");
  out += mirror_bytes<DenseMap<std::uint64_t, std::uint32_t, KeyTraits<std::uint64_t>, SplitMix>, std::uint64_t>(
      bytes, "words, SplitMix");
  out += mirror_bytes<DenseMap<std::uint64_t, std::uint32_t, KeyTraits<std::uint64_t>, Fibonacci>, std::uint64_t>(
      bytes, "words, Fibonacci");
  out += mirror_bytes<DenseMap<std::uint32_t, std::uint32_t, KeyTraits<std::uint32_t>, Times37>, std::uint32_t>(bytes,
                                                                                                                "x37");
  out += mirror_bytes<DenseMap<int*, std::uint32_t>, int*>(bytes, "pointers");
  out += mirror_bytes<DenseMap<int*, std::uint32_t, MachineSentinels<int*>, PointerShift>, int*>(bytes, "-8/-16");
  out += mirror_bytes<DenseMap<int*, std::uint32_t, LlvmSentinels<int*>, Fibonacci>, int*>(bytes, "-4096/-8192");
  out += mirror_bytes<DenseMap<Narrow, std::uint32_t>, Narrow>(bytes, "packed pairs");
  out += mirror_bytes<DenseMap<Wide, std::uint32_t>, Wide>(bytes, "wide pairs");
  out += mirror_bytes<DenseMap<std::string, std::uint32_t, AwkwardHash, Unmixed>, std::string>(bytes, "strings");
  out += mirror_bytes<SmallDenseMap<std::uint64_t, std::uint32_t, 16>, std::uint64_t>(bytes, "small words");
  out += mirror_bytes<SmallDenseMap<std::string, std::uint32_t, 8, AwkwardHash, Unmixed>, std::string>(bytes,
                                                                                                       "small strings");
  return out;
}

}  // namespace lathe::test
