// Strings that look like code, for the benchmarks of the outliner: opcodes by Zipf's law, runs copied from before, and
// symbols that occur once (what cannot be outlined). Same seed, same string.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace bench {

/// n symbols: about 28 % of them unique, as instruction texts of a large library have it; the others drawn from an
/// alphabet of n / 8 + 64 by a Zipf law of exponent 1.05, or copied in runs of 2 to 60 symbols from earlier places.
/// Ends with a unique symbol. Ids are dense: repeated ones first, then unique ones in order.
inline std::vector<std::uint32_t> code_like_string(std::uint32_t n, std::uint32_t seed = 1) {
  std::mt19937 rng(seed);
  const std::uint32_t alphabet = n / 8 + 64;
  std::vector<double> weight(alphabet);
  double sum = 0;
  for (std::uint32_t i = 0; i < alphabet; ++i) weight[i] = sum += 1.0 / std::pow(i + 1.0, 1.05);
  const auto zipf = [&] {
    const double at = sum * (rng() / 4294967296.0);
    return static_cast<std::uint32_t>(std::lower_bound(weight.begin(), weight.end(), at) - weight.begin());
  };
  std::vector<std::uint32_t> text;
  text.reserve(n);
  std::uint32_t unique = alphabet;
  while (text.size() + 1 < n) {
    if (rng() % 100 < 8 && text.size() > 100) {
      const std::uint32_t length = 2 + rng() % 59, from = rng() % static_cast<std::uint32_t>(text.size());
      for (std::uint32_t i = 0; i < length && text.size() + 1 < n; ++i)
        text.push_back(text[from + i] < alphabet ? text[from + i] : unique++);
    } else {
      text.push_back(rng() % 100 < 28 ? unique++ : zipf());
    }
  }
  text.push_back(unique);
  return text;
}

/// n symbols of the Fibonacci word over 0 and 1: repeats of all lengths, none of which goes on for ever.
inline std::vector<std::uint32_t> fibonacci_string(std::uint32_t n) {
  std::vector<std::uint32_t> a{1}, b{0};
  while (b.size() < n) {
    std::vector<std::uint32_t> c = b;
    c.insert(c.end(), a.begin(), a.end());
    a.swap(b);
    b.swap(c);
  }
  b.resize(n);
  return b;
}

/// n symbols of the Thue-Morse word: no piece stands three times in a row.
inline std::vector<std::uint32_t> thue_morse_string(std::uint32_t n) {
  std::vector<std::uint32_t> s(n);
  for (std::uint32_t i = 0; i < n; ++i) s[i] = static_cast<std::uint32_t>(std::popcount(i)) & 1U;
  return s;
}

/// n symbols: the same `period` letters of an alphabet again and again, or (period = n) letters alone.
inline std::vector<std::uint32_t> periodic_string(std::uint32_t n, std::uint32_t period, std::uint32_t letters,
                                                  std::uint32_t seed = 1) {
  std::mt19937 rng(seed);
  std::vector<std::uint32_t> s(n);
  for (std::uint32_t i = 0; i < n; ++i) s[i] = i < period ? static_cast<std::uint32_t>(rng()) % letters : s[i - period];
  return s;
}

}  // namespace bench
