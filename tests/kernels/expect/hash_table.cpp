// Expected results of hash_table: finds by std::map, the table's contents as a set, Bloom bits one by one.
#include <map>
#include <set>

#include "kernels/expect/check.hpp"
#include "kernels/expect/reference_numbers.hpp"

using check::covering;

namespace {

/// The mixer that the .cu fixes, in 64-bit arithmetic.
std::uint64_t mix(std::uint64_t h) {
  h ^= h / 65536;
  h = h * 0x7feb352d % 0x100000000;
  h ^= h / 32768;
  h = h * 0x846ca68b % 0x100000000;
  return h ^ h / 65536;
}

void table(check::Case& t, std::size_t count, unsigned slots_count) {
  std::map<unsigned, unsigned> pairs;
  while (pairs.size() < count) {
    const auto p = t.random_bits<std::uint64_t>(1)[0];
    if (static_cast<unsigned>(p) != ~0U) pairs[static_cast<unsigned>(p)] = static_cast<unsigned>(p >> 33);
  }
  pairs.begin()->second = 0;
  std::vector<unsigned> keys, values;
  for (const auto& [key, value] : pairs) {
    keys.push_back(key);
    values.push_back(value);
  }
  const auto slots = t.in(std::vector<std::uint64_t>(slots_count, ~0ULL));
  t.launch("table_insert", {covering(count, 128)}, {128}, slots, slots_count - 1, t.in(keys), t.in(values),
           static_cast<int>(count));
  std::multiset<std::uint64_t> found, inserted;
  for (const auto slot : t.get(slots))
    if (slot != ~0ULL) found.insert(slot);
  for (const auto& [key, value] : pairs) inserted.insert(static_cast<std::uint64_t>(key) << 32 | value);
  t.require(found == inserted, "table_insert: the table does not hold what was inserted");

  auto asked = keys;
  for (const unsigned k : t.random_bits<unsigned>(77)) asked.push_back(k == ~0U ? 0 : k);
  std::vector<int> want;
  for (const unsigned k : asked) want.push_back(pairs.count(k) != 0 ? static_cast<int>(pairs[k]) : -1);
  const auto out = t.out<int>(asked.size());
  t.launch("table_find", {covering(asked.size(), 128)}, {128}, slots, slots_count - 1, t.in(asked), out,
           static_cast<int>(asked.size()));
  t.equal("table_find", t.get(out), want);
}

void bloom(check::Case& t, std::size_t count, unsigned size) {
  const auto keys = t.random_bits<unsigned>(count);
  std::vector<bool> set(size);
  const auto positions = [&](unsigned key) {
    const std::uint64_t h1 = mix(key), h2 = mix(h1 ^ 0x5bd1e995) | 1;
    std::vector<std::size_t> p;
    for (std::uint64_t k = 0; k < 4; ++k) p.push_back((h1 + k * h2) % size);
    return p;
  };
  for (const unsigned k : keys)
    for (const auto p : positions(k)) set[p] = true;
  std::vector<unsigned> want(size / 32);
  for (std::size_t p = 0; p < size; ++p)
    if (set[p]) want[p / 32] |= 1U << p % 32;
  const auto bits = t.out<unsigned>(size / 32);
  t.launch("bloom_add", {covering(count, 128)}, {128}, bits, size - 1, t.in(keys), static_cast<int>(count));
  t.equal("bloom_add", t.get(bits), want);

  auto asked = keys;
  for (const unsigned k : t.random_bits<unsigned>(301)) asked.push_back(k);
  std::vector<std::uint8_t> answers;
  for (const unsigned k : asked) {
    const auto p = positions(k);
    answers.push_back(set[p[0]] && set[p[1]] && set[p[2]] && set[p[3]] ? 1 : 0);
  }
  const auto maybe = t.out<std::uint8_t>(asked.size());
  t.launch("bloom_query", {covering(asked.size(), 128)}, {128}, bits, size - 1, t.in(asked), maybe,
           static_cast<int>(asked.size()));
  t.equal("bloom_query", t.get(maybe), answers);
}

}  // namespace

KERNEL_CHECK(hash_table) {
  table(t, 300, 512);
  table(t, 127, 128);  // nearly full: long probes that wrap around
  bloom(t, 200, 4096);
  bloom(t, 1, 32);
}
