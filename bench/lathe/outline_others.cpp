// All repeats of long strings of unlike kinds, beside the fastest programs that sort suffixes.
//
//   bench_outline_others [--symbols N] [--pairs N] [--libsais LIBRARY] [NAME=FILE...]
//
// Kinds: a period of 1,000 letters, Thue-Morse, Fibonacci, random bytes, strings like code, and each FILE of 32-bit
// symbols (`outline_others.py` makes them). A run is ours: renumbering, suffix array, common prefixes, one walk over all
// repeats with all their starts. Theirs: suffix array by libdivsufsort (bytes alone) or by libsais (LIBRARY is what its
// source was made into), common prefixes by the same way as ours or by libsais's own, and the same walk; renumbering
// too, where symbols are no bytes. CPU time; runs alternate, the ratio is the median of pairs. Memory: what a process
// grows by at most, the string not counted.
#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

#ifdef LATHE_DIVSUFSORT
#include <divsufsort.h>
#endif

#include <lathe/outline/repeats.hpp>

#include "bench/lathe/outline_strings.hpp"
#include "bench/lathe/peak_memory.hpp"

namespace {

using String = std::vector<std::uint32_t>;
using lathe::outline::SuffixArray;

double seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

std::size_t walk(const SuffixArray& array) {
  std::size_t starts = 0;
  lathe::outline::for_each_repeat(array, {2, true},
                                  [&](const lathe::outline::Repeat& r) { starts += r.starts.size(); });
  return starts;
}
std::size_t ours(const String& s) { return walk(lathe::outline::suffix_array(lathe::outline::renumber(s), 2)); }

// Common prefixes of any suffix array, permuted as ours are.
template <class Symbol>
void add_common(const Symbol* text, SuffixArray& array) {
  const auto n = static_cast<std::uint32_t>(array.order.size());
  constexpr std::uint32_t none = 0xffffffffU, ahead = 32;
  String before(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    if (i + ahead < n) __builtin_prefetch(before.data() + array.order[i + ahead], 1);
    before[array.order[i]] = i == 0 ? none : array.order[i - 1];
  }
  std::uint32_t known = 0;
  for (std::uint32_t p = 0; p < n; ++p) {
    if (p + ahead < n && before[p + ahead] != none) __builtin_prefetch(text + before[p + ahead] + known);
    const std::uint32_t q = before[p];
    known = known > 0 && q != none ? known - 1 : 0;
    if (q != none)
      while (std::max(p, q) + known < n && text[p + known] == text[q + known]) ++known;
    before[p] = known;
  }
  array.common.resize(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    if (i + ahead < n) __builtin_prefetch(before.data() + array.order[i + ahead]);
    array.common[i] = before[array.order[i]];
  }
}

bool is_bytes(const String& s) { return *std::max_element(s.begin(), s.end()) < 256; }

struct Peer {
  const char* name;
  bool (*takes)(const String&);
  std::size_t (*run)(const String&);
};
std::vector<Peer> peers;

#ifdef LATHE_DIVSUFSORT
std::size_t by_divsufsort(const String& s) {
  const std::vector<std::uint8_t> bytes(s.begin(), s.end());
  SuffixArray array;
  array.order.resize(s.size());
  divsufsort(bytes.data(), reinterpret_cast<saidx_t*>(array.order.data()), static_cast<saidx_t>(s.size()));
  add_common(bytes.data(), array);
  return walk(array);
}
#endif

// libsais's interface, as its documentation has it.
using Bytes = const std::uint8_t*;
using Ints = std::int32_t*;
std::int32_t (*sais_bytes)(Bytes, Ints, std::int32_t, std::int32_t, Ints);
std::int32_t (*sais_ints)(Ints, Ints, std::int32_t, std::int32_t, std::int32_t);
std::size_t by_libsais(const String& s) {
  const auto n = static_cast<std::int32_t>(s.size());
  SuffixArray array;
  if (is_bytes(s)) {
    const std::vector<std::uint8_t> bytes(s.begin(), s.end());
    array.order.resize(s.size());
    sais_bytes(bytes.data(), reinterpret_cast<Ints>(array.order.data()), n, 0, nullptr);
    add_common(bytes.data(), array);
    return walk(array);
  }
  const lathe::outline::RenumberedText text = lathe::outline::renumber(s);
  // Its alphabet is dense: what occurs once is numbered behind the others.
  String dense(text.symbols.begin(), text.symbols.end() - 2);
  std::uint32_t next = text.live;
  for (std::uint32_t& symbol : dense) symbol = symbol < text.live ? symbol : next++;
  array.order.resize(s.size());
  sais_ints(reinterpret_cast<Ints>(dense.data()), reinterpret_cast<Ints>(array.order.data()), n,
            static_cast<std::int32_t>(next), 0);
  add_common(dense.data(), array);
  return walk(array);
}

bool open_libsais(const char* path) {
  void* const library = dlopen(path, RTLD_NOW);
  if (library == nullptr) return false;
  sais_bytes = reinterpret_cast<decltype(sais_bytes)>(dlsym(library, "libsais"));
  sais_ints = reinterpret_cast<decltype(sais_ints)>(dlsym(library, "libsais_int"));
  return sais_bytes != nullptr && sais_ints != nullptr;
}

struct Sums {
  double logs = 0, worst = 0;
  unsigned count = 0;
};

void measure(const std::string& name, const String& s, int pairs, std::vector<Sums>& sums) {
  const auto n = static_cast<double>(s.size());
  volatile std::size_t sink = 0;
  std::printf("%-22s %6.1f M", name.c_str(), n / 1e6);
  double best = 1e300;
  std::string rest;
  for (std::size_t k = 0; k < peers.size(); ++k) {
    if (!peers[k].takes(s)) continue;
    std::vector<double> ratios;
    double theirs_best = 1e300;
    for (int i = 0; i < pairs; ++i) {
      const double start = seconds();
      const std::size_t found = ours(s);
      const double middle = seconds();
      if (peers[k].run(s) != found) rest += " DIFFERS";
      const double end = seconds();
      best = std::min(best, middle - start);
      theirs_best = std::min(theirs_best, end - middle);
      ratios.push_back((middle - start) / (end - middle));
    }
    std::nth_element(ratios.begin(), ratios.begin() + pairs / 2, ratios.end());
    const double ratio = ratios[static_cast<std::size_t>(pairs / 2)];
    sums[k].logs += std::log(ratio);
    sums[k].worst = std::max(sums[k].worst, ratio);
    ++sums[k].count;
    char text[200];
    std::snprintf(text, sizeof text, " | %s %.1f ns, %.1f bytes: ours %.2f of it", peers[k].name, theirs_best / n * 1e9,
                  bench::peak_growth([&] { sink = peers[k].run(s); }) / n, ratio);
    rest += text;
  }
  if (best > 1e200) {
    const double start = seconds();
    sink = ours(s);
    best = seconds() - start;
  }
  std::printf("  ours %6.1f ns, %4.1f bytes%s\n", best / n * 1e9, bench::peak_growth([&] { sink = ours(s); }) / n,
              rest.c_str());
  std::fflush(stdout);
}

String from_file(const std::string& path, std::uint32_t most) {
  std::ifstream in(path, std::ios::binary);
  String s(most);
  in.read(reinterpret_cast<char*>(s.data()), static_cast<std::streamsize>(s.size() * sizeof(s[0])));
  s.resize(static_cast<std::size_t>(in.gcount()) / sizeof(s[0]));
  return s;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint32_t n = 4'000'000;
  int pairs = 5;
  std::vector<std::string> files;
#ifdef LATHE_DIVSUFSORT
  peers.push_back({"libdivsufsort", is_bytes, by_divsufsort});
#endif
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--symbols" && i + 1 < argc) {
      n = static_cast<std::uint32_t>(std::strtoul(argv[++i], nullptr, 10));
    } else if (word == "--pairs" && i + 1 < argc) {
      pairs = std::atoi(argv[++i]);
    } else if (word == "--libsais" && i + 1 < argc) {
      if (!open_libsais(argv[++i])) return std::fprintf(stderr, "%s: no libsais is in it\n", argv[i]), 1;
      peers.push_back({"libsais", [](const String&) { return true; }, by_libsais});
    } else if (word.find('=') != std::string::npos) {
      files.push_back(word);
    } else {
      return std::fprintf(stderr, "bench_outline_others: what is %s?\n", word.c_str()), 2;
    }
  }
  if (n < 1000 || pairs < 1) return std::fprintf(stderr, "at least 1000 symbols and one pair\n"), 2;
  std::vector<Sums> sums(peers.size());
  for (const std::string& file : files) {
    const std::size_t at = file.find('=');
    const String s = from_file(file.substr(at + 1), n);
    if (s.empty()) return std::fprintf(stderr, "%s: nothing to read\n", file.c_str() + at + 1), 1;
    measure(file.substr(0, at), s, pairs, sums);
  }
  measure("period of 1000", bench::periodic_string(n, 1000, 30), pairs, sums);
  measure("Thue-Morse", bench::thue_morse_string(n), pairs, sums);
  measure("Fibonacci", bench::fibonacci_string(n), pairs, sums);
  measure("random bytes", bench::periodic_string(n, n, 256), pairs, sums);
  measure("like code", bench::code_like_string(n), pairs, sums);
  for (std::size_t k = 0; k < peers.size(); ++k)
    if (sums[k].count != 0)
      std::printf("time of ours to %s: geometric mean %.2f, worst %.2f, of %u kinds\n", peers[k].name,
                  std::exp(sums[k].logs / sums[k].count), sums[k].worst, sums[k].count);
  return 0;
}
