// Expected results of dynamic_programming.cu: recursion with memory for the words, all subsets for the knapsack.
#include <algorithm>
#include <map>

#include "kernels/expect/reference_grid.hpp"

namespace {

using Texts = std::vector<char>;

/// Words over a few letters; the second is another, or the first with some letters changed, or the first moved by some
/// places.
void random_words(check::Case& t, std::size_t pairs, std::size_t length, Texts& a, Texts& b) {
  for (std::size_t i = 0; i < pairs; ++i) {
    const std::size_t places = i % 3 == 2 ? 1 + i / 3 % 16 : 0;
    const std::size_t word = a.size();
    for (std::size_t k = 0; k < length; ++k) a.push_back("abcd"[t.rng() % 4]);
    for (std::size_t k = 0; k < length; ++k) {
      const bool copied = i % 3 != 0 && k >= places && (places > 0 || t.rng() % 5 != 0);
      b.push_back(copied ? a[word + k - places] : "axyb"[t.rng() % 4]);
    }
    if (t.rng() % 2 != 0)
      std::swap_ranges(a.end() - static_cast<std::ptrdiff_t>(length), a.end(),
                       b.end() - static_cast<std::ptrdiff_t>(length));
  }
}

class Words {
 public:
  Words(std::string a, std::string b) : a_(std::move(a)), b_(std::move(b)) {}
  /// Least number of insertions, deletions and changes from the suffix at i to that at j.
  int distance(std::size_t i, std::size_t j) {
    if (i == a_.size() || j == b_.size()) return static_cast<int>(a_.size() - i + b_.size() - j);
    const auto [at, fresh] = distances_.try_emplace({i, j}, 0);
    if (!fresh) return at->second;
    int best = distance(i + 1, j + 1) + (a_[i] != b_[j]);
    if (a_[i] != b_[j]) best = std::min({best, distance(i + 1, j) + 1, distance(i, j + 1) + 1});
    return distances_[{i, j}] = best;
  }
  int common(std::size_t i, std::size_t j) {
    if (i == a_.size() || j == b_.size()) return 0;
    const auto [at, fresh] = commons_.try_emplace({i, j}, 0);
    if (!fresh) return at->second;
    const int best = a_[i] == b_[j] ? 1 + common(i + 1, j + 1) : std::max(common(i + 1, j), common(i, j + 1));
    return commons_[{i, j}] = best;
  }

 private:
  std::string a_, b_;
  std::map<std::pair<std::size_t, std::size_t>, int> distances_, commons_;
};

Words words_at(const Texts& a, const Texts& b, std::size_t pair, std::size_t length) {
  return {{a.data() + pair * length, length}, {b.data() + pair * length, length}};
}

void check_edit(check::Case& t, std::size_t pairs, std::size_t length) {
  Texts a, b;
  random_words(t, pairs, length, a, b);
  std::vector<int> want;
  for (std::size_t i = 0; i < pairs; ++i) want.push_back(words_at(a, b, i, length).distance(0, 0));
  auto out = t.out<int>(pairs);
  t.launch("edit_distance", check::cover(pairs, 64), {64}, t.in(a), t.in(b), static_cast<int>(length), out,
           static_cast<int>(pairs));
  t.equal("edit_distance of length " + std::to_string(length), t.get(out), want);
}

void check_lcs(check::Case& t, std::size_t pairs, std::size_t length) {
  Texts a, b;
  random_words(t, pairs, length, a, b);
  std::vector<int> want;
  for (std::size_t i = 0; i < pairs; ++i) want.push_back(words_at(a, b, i, length).common(0, 0));
  auto out = t.out<int>(pairs);
  t.launch("lcs_block", {static_cast<std::uint32_t>(pairs)}, {128}, t.in(a), t.in(b), static_cast<int>(length), out);
  t.equal("lcs_block of length " + std::to_string(length), t.get(out), want);
}

void check_knapsack(check::Case& t, int capacity) {
  const auto weight = t.random<int>(9, 1, 90), value = t.random<int>(9, -5, 1000);
  const auto places = static_cast<std::size_t>(capacity) + 1;
  auto before = t.out<int>(places), after = t.out<int>(places);
  for (std::size_t k = 0; k < weight.size(); ++k) {
    t.launch("knapsack_item", {static_cast<std::uint32_t>(capacity + 128) / 128}, {128}, before, after, weight[k],
             value[k], capacity);
    std::swap(before, after);
  }
  std::vector<int> want(places);
  for (unsigned subset = 0; subset < 1U << weight.size(); ++subset) {
    int total = 0, worth = 0;
    for (std::size_t k = 0; k < weight.size(); ++k)
      if (subset >> k & 1) total += weight[k], worth += value[k];
    for (int c = total; c <= capacity; ++c)
      want[static_cast<std::size_t>(c)] = std::max(want[static_cast<std::size_t>(c)], worth);
  }
  t.equal("knapsack_item", t.get(before), want);
}

}  // namespace

KERNEL_CHECK(dynamic_programming) {
  check_edit(t, 70, 32);
  check_edit(t, 3, 1);
  check_edit(t, 40, 11);
  check_edit(t, 40, 18);
  check_lcs(t, 2, 128);
  check_lcs(t, 4, 37);
  check_lcs(t, 3, 20);
  check_lcs(t, 2, 1);
  check_knapsack(t, 299);
  check_knapsack(t, 127);
}
