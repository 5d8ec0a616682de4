// Random call graphs: recursion, local functions, what has no body, budgets that matter.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>

#include <lathe/inlining/plan.hpp>

namespace inlining_test {

using namespace lathe::inlining;

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(engine_() % n); }
  bool one_in(std::uint32_t n) { return below(n) == 0; }

 private:
  std::mt19937_64 engine_;
};

inline Function random_function(Random& r, std::uint32_t number) {
  Function x;
  x.name = "f" + std::to_string(number);
  x.size = r.below(60);
  x.registers = r.below(20);
  x.register_limit = r.one_in(3) ? 0 : r.below(40);
  x.defined = !r.one_in(8);
  x.local = r.one_in(2);
  x.kept = r.one_in(4);
  x.no_inline = r.one_in(8);
  x.always_inline = r.one_in(10);
  x.imported = r.one_in(3);
  return x;
}
inline Problem random_problem(Random& r, std::uint32_t functions, std::uint32_t sites) {
  Problem p;
  const std::uint32_t n = 1 + r.below(functions);
  for (std::uint32_t f = 0; f < n; ++f) p.functions.push_back(random_function(r, f));
  for (std::uint32_t s = r.below(sites); s > 0; --s) {
    Site x;
    x.caller = r.below(n);
    x.callee = r.below(n);
    x.frequency = r.below(4) * 8;
    x.frequency += r.below(2);
    x.saved = r.below(12);
    x.folds = r.one_in(3) ? r.below(30) : 0;
    x.promotes = r.one_in(3) ? r.below(9) : 0;
    x.live = r.below(20);
    x.heat = static_cast<Heat>(r.below(3));
    x.no_inline = r.one_in(15);
    x.always_inline = r.one_in(15);
    if (p.functions[x.caller].defined) p.sites.push_back(x);
  }
  std::stable_sort(p.sites.begin(), p.sites.end(), [](const Site& a, const Site& b) { return a.caller < b.caller; });
  return p;
}
inline Options random_options(Random& r) {
  Options o;
  o.inline_budget = r.below(200);
  o.threshold = r.below(100);
  o.hot_threshold = r.below(200);
  o.cold_threshold = r.below(30);
  o.last_call_bonus = r.below(100);
  if (r.one_in(3)) o.inline_total_budget = r.below(200);
  if (r.one_in(5)) o.fuel = r.below(4);
  return o;
}

}  // namespace inlining_test
