// One fuzz case of the dense maps: bytes -> a trace of operations, replayed on a map of each layout and on std::map
// beside it, every outcome compared, and the map checked at the end. A failing trace is told as text.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lathe/dense.hpp>
#include <lathe/dense/check.hpp>
#include <lathe/dense/trace.hpp>

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
K key_from(std::uint64_t raw) {
  // All ones, the key that looks like a free slot, is one of them; of pairs, when both halves are.
  if constexpr (std::is_same_v<K, std::string>)
    return std::string(1, static_cast<char>(raw)) + std::to_string(raw);
  else if constexpr (std::is_pointer_v<K>)
    return reinterpret_cast<K>(raw == 5 ? ~std::uintptr_t{0} : static_cast<std::uintptr_t>(raw * 48 + 0x10000));
  else if constexpr (requires { typename K::first_type; })
    return {key_from<typename K::first_type>(raw % 37), key_from<typename K::second_type>(raw / 37)};
  else if (raw == 5)
    return static_cast<K>(~K{0});
  else
    return static_cast<K>(raw % 3 == 0 ? raw * 7919 : raw);
}

/// std::map with the members that a trace needs, and the order of insertion.
template <class K>
struct TwinMap {
  struct Entry {
    std::uint32_t value;
    std::uint64_t since;  ///< insertions before it
  };
  std::map<K, Entry> entries;
  std::uint64_t insertions = 0;

  std::pair<std::uint32_t*, bool> try_emplace(const K& key, std::uint32_t value) {
    const auto [at, made] = entries.try_emplace(key, Entry{value, insertions});
    insertions += made;
    return {&at->second.value, made};
  }
  std::uint32_t* find(const K& key) {
    const auto at = entries.find(key);
    return at == entries.end() ? nullptr : &at->second.value;
  }
  bool erase(const K& key) { return entries.erase(key) == 1; }
  template <class F>
  std::size_t erase_if(F&& doomed) {
    return std::erase_if(entries, [&](const auto& entry) { return doomed(entry.second); });
  }
  void reserve(std::size_t) {}
  void clear() { entries.clear(); }
  void swap(TwinMap& other) { entries.swap(other.entries), std::swap(insertions, other.insertions); }
};

/// Three bytes are one operation.
inline dense::Trace decode_trace(std::span<const std::uint8_t> bytes) {
  using Kind = dense::Operation::Kind;
  dense::Trace out;
  std::uint32_t step = 0;
  for (std::size_t at = 0; at + 2 < bytes.size(); at += 3, ++step) {
    const std::uint64_t key = bytes[at + 1] | std::uint64_t{bytes[at + 2]} << (bytes[at] >> 7 ? 8 : 2);
    const unsigned what = bytes[at] % 16;
    if (what < 6)
      out.push_back({Kind::insert, key, step});
    else if (what == 6)
      out.push_back({Kind::assign, key, step});
    else if (what < 11)
      out.push_back({Kind::erase, key, 0});
    else if (what == 11)
      out.push_back({Kind::erase_if, 5, bytes[at + 1] % 5U});
    else if (what == 12)
      out.push_back({Kind::reserve, bytes[at + 1], 0});
    else if (what == 13)
      out.push_back({bytes[at + 1] % 16 == 2 ? Kind::clear : Kind::copy, 0, 0});
    else
      out.push_back({Kind::find, key, 0});
  }
  return out;
}

/// Replays the trace on a map and its twin; empty when all is well. `ordered`: the walk is in the order of insertion.
template <class Map, class K, bool ordered = false>
std::string mirror_trace(const dense::Trace& trace, const char* name) {
  Map map;
  TwinMap<K> twin;
  for (std::size_t step = 0; step < trace.size(); ++step) {
    const auto got = dense::apply(trace[step], map, key_from<K>);
    if (got != dense::apply(trace[step], twin, key_from<K>))
      return std::string(name) + ": other outcome of operation " + std::to_string(step) + "\n";
  }
  std::string out = dense::check(map).str();
  if (map.size() != twin.entries.size()) out += std::string(name) + ": size\n";
  std::map<K, std::uint32_t> walked;
  std::uint64_t last = 0;
  for (const auto& entry : map) {
    const auto at = twin.entries.find(K(entry.key));
    if (at == twin.entries.end() || at->second.value != entry.value) {
      out += std::string(name) + ": the walk shows what is not there\n";
      break;
    }
    if (!walked.try_emplace(K(entry.key), entry.value).second) out += std::string(name) + ": a key is walked twice\n";
    if (ordered && walked.size() > 1 && at->second.since <= last) out += std::string(name) + ": order of the walk\n";
    last = at->second.since;
  }
  if (walked.size() != twin.entries.size()) out += std::string(name) + ": the walk misses entries\n";
  return out;
}

inline std::string check_dense_trace(const dense::Trace& trace) {
  using namespace dense;
  using Wide = std::pair<std::uint64_t, const char*>;
  using Narrow = std::pair<std::uint32_t, std::uint16_t>;
  using U32 = std::uint32_t;
  using U64 = std::uint64_t;
  std::string out;
  out += mirror_trace<DenseMap<U32, U32>, U32>(trace, "ids");
  out += mirror_trace<DenseMap<U64, U32>, U64>(trace, "words");
  out += mirror_trace<DenseMap<U64, U32, KeyTraits<U64>, SplitMix>, U64>(trace, "words, SplitMix");
  out += mirror_trace<DenseMap<U64, U32, KeyTraits<U64>, Fibonacci>, U64>(trace, "words, Fibonacci");
  out += mirror_trace<DenseMap<U32, U32, KeyTraits<U32>, Times37>, U32>(trace, "x37");
  out += mirror_trace<DenseMap<int*, U32>, int*>(trace, "pointers");
  out += mirror_trace<DenseMap<int*, U32, MachineSentinels<int*>, PointerShift>, int*>(trace, "-8/-16");
  out += mirror_trace<DenseMap<int*, U32, LlvmSentinels<int*>, Fibonacci>, int*>(trace, "-4096/-8192");
  out += mirror_trace<DenseMap<Narrow, U32>, Narrow>(trace, "packed pairs");
  out += mirror_trace<DenseMap<Wide, U32>, Wide>(trace, "wide pairs");
  out += mirror_trace<DenseMap<std::string, U32, AwkwardHash, Unmixed>, std::string>(trace, "strings");
  using Strings = WithEngine<Engine::ordered, std::string, AwkwardHash>;
  out += mirror_trace<DenseMap<U64, U32, WithEngine<Engine::ordered, U64>>, U64>(trace, "words in order");
  out += mirror_trace<DenseMap<Wide, U32, WithEngine<Engine::ordered, Wide>>, Wide>(trace, "wide pairs in order");
  out += mirror_trace<DenseMap<std::string, U32, Strings, Unmixed>, std::string>(trace, "strings in order");
  out += mirror_trace<DenseMap<U64, U32, WithEngine<Engine::portable_groups, U64>>, U64>(trace, "words, no SIMD");
  out += mirror_trace<DenseMap<U32, U32, WithEngine<Engine::groups, U32>>, U32>(trace, "ids in groups");
  out += mirror_trace<SmallDenseMap<U64, U32, 16>, U64>(trace, "small words");
  out += mirror_trace<SmallDenseMap<std::string, U32, 8, AwkwardHash, Unmixed>, std::string>(trace, "small strings");
  out += mirror_trace<OrderedMap<U32, U32>, U32, true>(trace, "ordered ids");
  out += mirror_trace<OrderedMap<int*, U32>, int*, true>(trace, "ordered pointers");
  out += mirror_trace<OrderedMap<std::string, U32, AwkwardHash, Unmixed>, std::string, true>(trace, "ordered strings");
  return out;
}

inline std::string check_dense(std::span<const std::uint8_t> bytes) {
  const dense::Trace trace = decode_trace(bytes);
  std::string out = check_dense_trace(trace);
  const auto again = dense::read_trace(dense::print(trace), "trace");
  if (!again.error.empty() || again.trace != trace) out += "the printed trace reads otherwise\n";
  // Bytes as text: an error with its place, or a trace.
  const auto text = dense::read_trace({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, "bytes");
  if (!text.error.empty() && text.error.rfind("bytes:", 0) != 0) out += "an error without its place\n";
  return out.empty() ? out : out + dense::print(trace);
}

}  // namespace lathe::test
