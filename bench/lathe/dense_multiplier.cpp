// Searches odd multipliers by which words are hashed. Prints each that beats those before it; the same arguments, the
// same search.
//
//   bench_dense_multiplier [CANDIDATES] [SEED]            of ordered tables: Spread::multiplier is what 4000000 7 finds
//   bench_dense_multiplier --groups [CANDIDATES] [SEED]   of tables of groups, beside Spread::mix_for_groups
//
// For ordered tables: the worst equal stride (8 to 1024 bytes, 64 to 4096 objects, load 1/2 and 3/4) displaces entries
// least. For groups: what a search looks at in vain, an entry with the same tag in its group or (times 8) a group that
// was full, over objects of mixed sizes, equal strides, powers of two and grids of pairs, half of the searches hits and
// half misses; the root of the mean square over these, so that a bad one counts more. Tables of these patterns are
// small; for large ones `far` bounds how near a multiple of any of an allocator's sizes comes to nothing (see there), and
// candidates above 20 are not looked at.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <utility>
#include <vector>

#include <lathe/dense/group_shape.hpp>
#include <lathe/dense/key.hpp>

namespace {

// Mean displacement in an ordered table: entries queue for places.
double displacement(std::uint64_t multiplier, std::uint64_t stride, std::uint32_t n, std::uint32_t homes,
                    std::vector<std::uint16_t>& count) {
  count.assign(homes, 0);
  std::uint64_t key = 0x7f0000001000ULL * multiplier;
  for (std::uint32_t i = 0; i < n; ++i, key += stride * multiplier)
    ++count[static_cast<std::size_t>(((key >> 32) * homes) >> 32)];
  std::uint64_t sum = 0, waiting = 0;
  for (std::uint32_t c : count) {
    sum += c * waiting + c * (c - std::uint64_t{1}) / 2;
    waiting += c;
    waiting -= waiting != 0 ? 1 : 0;
  }
  return static_cast<double>(sum) / n;
}
struct Score {
  double worst = 0, mean = 0;
};
Score score(std::uint64_t multiplier, double limit) {
  std::vector<std::uint16_t> count;
  Score out;
  unsigned cells = 0;
  for (std::uint32_t n : {64U, 256U, 1024U, 2048U, 4096U})
    for (std::uint64_t stride = 8; stride <= 1024; stride += 8)
      for (std::uint32_t homes : {n * 2, n * 4 / 3}) {
        const double d = displacement(multiplier, stride, n, homes, count);
        out.worst = std::max(out.worst, d);
        out.mean += d;
        ++cells;
        if (out.worst > limit) return out;
      }
  out.mean /= cells;
  return out;
}

/// Keys of one kind: twice as many as are put in.
using Pattern = std::vector<std::uint64_t>;
std::vector<Pattern> patterns() {
  std::vector<Pattern> out;
  // Objects of mixed sizes, one behind the other, half of which are keys: as allocators give them. Small tables first,
  // where few bits of the hash count.
  std::mt19937_64 random(1);
  for (const std::uint32_t n : {12U, 16U, 24U, 40U, 52U, 100U, 300U, 1000U})
    for (unsigned set = 0; set < 40; ++set) {
      Pattern keys, rest;
      for (std::uint64_t at = random() >> 16 & ~std::uint64_t{15}; keys.size() < n || rest.size() < n;) {
        Pattern& to = keys.size() < n && (rest.size() >= n || random() % 2 == 0) ? keys : rest;
        to.push_back(at);
        at += 8 * (2 + random() % 16);
      }
      keys.insert(keys.end(), rest.begin(), rest.end());
      out.push_back(std::move(keys));
    }
  // Numbers that ascend with gaps.
  for (const std::uint32_t n : {12U, 20U, 40U, 52U, 100U, 300U, 1000U, 5000U})
    for (const unsigned gap : {2U, 3U, 5U, 8U, 13U, 30U, 60U})
      for (unsigned set = 0; set < 8; ++set) {
        Pattern& keys = out.emplace_back();
        for (std::uint64_t at = random() % 100000; keys.size() < 2 * n; at += 1 + random() % gap) keys.push_back(at);
      }
  for (const std::uint32_t n : {30U, 64U, 120U, 300U, 500U, 1000U, 2000U, 4096U, 16384U}) {
    const auto add = [&](auto key_of) {
      Pattern& keys = out.emplace_back();
      for (std::uint64_t i = 0; i < 2 * n; ++i) keys.push_back(key_of(i));
    };
    for (std::uint64_t stride = 8; stride <= 1024; stride += 8)
      add([&](std::uint64_t i) { return 0x7f0000001000ULL + i * stride; });
    for (std::uint64_t shift = 0; shift < 52; shift += 4) add([&](std::uint64_t i) { return i << shift; });
    for (std::uint32_t width = 2; width < n; width *= 3)
      add([&](std::uint64_t i) { return i / width << 32 | i % width; });
  }
  return out;
}
/// What a search looks at in vain, where the first half of the keys stands in a table that holds no more than it must.
double vain(std::uint64_t multiplier, const Pattern& keys, std::vector<std::uint8_t>& tagged) {
  using namespace lathe::dense::detail;
  const std::size_t n = keys.size() / 2;
  std::uint32_t groups = 4;
  while (group_limit(groups) < n) groups *= 2;
  const std::uint32_t shift = 56 - static_cast<std::uint32_t>(std::countr_zero(groups));
  tagged.assign(std::size_t{groups} * 257, 0);  // behind the tags of a group: how many want to be there
  constexpr std::uint64_t passing = 8;  // entries that could be looked at while a search goes on to another group
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const Start start(keys[i] * multiplier, shift);
    std::uint8_t* const tags = &tagged[start.group * 257];
    std::uint8_t& in = tags[256];
    if (i < n) {
      sum += tags[stored_tag(start.tag)]++;
      sum += passing * (in / group_slots);
      in += in == 255 ? 0 : 1;
    } else {
      sum += tags[stored_tag(start.tag)] + passing * (in / group_slots);
    }
  }
  return static_cast<double>(sum) / static_cast<double>(keys.size());
}
__extension__ using Wide = unsigned __int128;
/// Keys that lie q sizes apart share group and tag where q * size * multiplier is nearly a multiple of 2^64: the larger
/// the partial quotient behind the denominator q in the continued fraction of size * multiplier / 2^64, the nearer. The
/// largest one over sizes that numbers and allocators have and denominators that tables of 10^3 to 10^7 entries reach.
std::uint64_t far(std::uint64_t multiplier) {
  std::uint64_t worst = 0;
  for (const std::uint64_t size : {1U, 8U, 16U, 24U, 32U, 40U, 48U, 64U, 72U, 80U, 96U, 128U}) {
    Wide b = Wide{1} << 64, a = multiplier * size;
    std::uint64_t before = 0, q = 1;
    while (a != 0 && q < 1U << 27) {
      const auto quotient = static_cast<std::uint64_t>(b / a);
      if (q >= 64) worst = std::max(worst, quotient);
      b = std::exchange(a, b % a);
      q = std::exchange(before, q) + quotient * q;
    }
  }
  return worst;
}
Score score_groups(std::uint64_t multiplier, const std::vector<Pattern>& all, double limit) {
  std::vector<std::uint8_t> tagged;
  Score out;
  const double most = limit * limit * static_cast<double>(all.size());
  for (const Pattern& keys : all) {
    const double d = vain(multiplier, keys, tagged);
    out.worst = std::max(out.worst, d);
    out.mean += d * d;
    if (out.mean > most) break;
  }
  out.mean = std::sqrt(out.mean / static_cast<double>(all.size()));
  return out;
}

void print(const char* name, std::uint64_t multiplier, const Score& s) {
  std::printf("%-12s 0x%016llX worst %.3f mean %.4f far %llu\n", name, static_cast<unsigned long long>(multiplier),
              s.worst, s.mean, static_cast<unsigned long long>(far(multiplier)));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const bool groups = argc > 1 && std::strcmp(argv[1], "--groups") == 0;
  if (groups) --argc, ++argv;
  const int candidates = argc > 1 ? std::atoi(argv[1]) : 0;
  std::mt19937_64 random(argc > 2 ? static_cast<std::uint64_t>(std::atoll(argv[2])) : 1);
  const std::vector<Pattern> all = groups ? patterns() : std::vector<Pattern>{};
  const auto judge = [&](std::uint64_t multiplier, double limit) {
    return groups ? score_groups(multiplier, all, limit) : score(multiplier, limit);
  };
  for (const auto& [name, multiplier] :
       {std::pair{"2^64/phi", std::uint64_t{0x9E3779B97F4A7C15}},
        std::pair{"splitmix64", std::uint64_t{0xBF58476D1CE4E5B9}},
        std::pair{"ours", groups ? lathe::dense::Spread::mix_for_groups(1) : lathe::dense::Spread::multiplier}})
    print(name, multiplier, judge(multiplier, 1e9));
  double best = 1e9;
  for (int i = 0; i < candidates; ++i) {
    const std::uint64_t multiplier = random() | 1;
    if (groups && far(multiplier) > 20) continue;
    const Score s = judge(multiplier, best);
    const double figure = groups ? s.mean : s.worst;
    if (figure >= best) continue;
    best = figure;
    print("candidate", multiplier, s);
  }
}
