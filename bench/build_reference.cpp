// The measure of `./dev bench build`: never changed, needs nothing but the standard library, and costs a compiler what
// ordinary code costs it. Times of a build are given as multiples of this file's, so that two machines can be compared.
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

namespace {

template <class Key, class Value>
std::size_t count(const std::vector<std::pair<Key, Value>>& pairs) {
  std::map<Key, std::vector<Value>> ordered;
  std::unordered_map<Key, std::set<Value>> hashed;
  for (const auto& [key, value] : pairs) {
    ordered[key].push_back(value);
    hashed[key].insert(value);
  }
  std::size_t sum = 0;
  for (auto& [key, values] : ordered) {
    std::sort(values.begin(), values.end());
    std::stable_partition(values.begin(), values.end(), [&](const Value& v) { return hashed[key].contains(v); });
    sum += static_cast<std::size_t>(std::unique(values.begin(), values.end()) - values.begin());
  }
  return sum;
}

template <class Key, class Value>
std::vector<std::pair<Key, Value>> pairs(const std::function<Key(unsigned)>& key,
                                         const std::function<Value(unsigned)>& value) {
  std::vector<std::pair<Key, Value>> made;
  for (unsigned n = 0; n < 100; ++n) made.emplace_back(key(n), value(n));
  std::shuffle(made.begin(), made.end(), std::mt19937(7));
  return made;
}

using Any = std::variant<int, double, std::string, std::vector<int>>;

std::string text(const Any& any) {
  std::ostringstream out;
  std::visit(
      [&](const auto& value) {
        if constexpr (requires { out << value; })
          out << value;
        else
          out << std::accumulate(value.begin(), value.end(), 0);
      },
      any);
  return out.str();
}

}  // namespace

int main() {
  const std::function<int(unsigned)> number = [](unsigned n) { return static_cast<int>(n % 7); };
  const std::function<long(unsigned)> wide = [](unsigned n) { return static_cast<long>(n) * n; };
  const std::function<std::string(unsigned)> word = [](unsigned n) { return text(Any(static_cast<double>(n))); };
  std::size_t sum = count(pairs(number, wide)) + count(pairs(wide, number)) + count(pairs(word, number));
  sum += count(pairs(word, word)) + count(pairs(number, word)) + count(pairs(wide, word));
  return sum == 0 ? 1 : 0;
}
