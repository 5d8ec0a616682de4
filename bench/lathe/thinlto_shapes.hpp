// Indexes of unlike shapes for the import planner, each of one thing that programs have and most have little of. Same
// arguments, same index.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <utility>

#include <lathe/thinlto/problem.hpp>

namespace bench {

/// Functions one after another, in modules that are opened one after another.
class Index {
 public:
  explicit Index(std::uint32_t seed) : engine_(seed) {}

  std::uint32_t random(std::uint32_t below) {
    return static_cast<std::uint32_t>(std::uint64_t{engine_()} * below >> 32);
  }
  void values(std::uint32_t count) {
    for (std::uint64_t v = 0; v < count; ++v) problem_.values.push_back({(v + 1) * 0x9e3779b97f4a7c15ULL, 0, 0});
  }
  void module() {
    close();
    const auto first = static_cast<std::uint32_t>(problem_.summaries.size());
    problem_.modules.push_back({"m" + std::to_string(problem_.modules.size()), first, 0});
  }
  /// What follows until the next are its calls and references.
  void function(std::uint32_t value, std::uint32_t instructions,
                lathe::thinlto::Linkage linkage = lathe::thinlto::Linkage::external) {
    lathe::thinlto::Summary s = begin(value);
    s.instructions = instructions;
    s.linkage = linkage;
    problem_.summaries.push_back(s);
  }
  void constant(std::uint32_t value) {
    lathe::thinlto::Summary s = begin(value);
    s.kind = lathe::thinlto::Kind::variable;
    s.flags = lathe::thinlto::flag::constant | lathe::thinlto::flag::read_only;
    problem_.summaries.push_back(s);
  }
  void call(std::uint32_t value) {
    problem_.add_call(value, lathe::thinlto::CallInfo(lathe::thinlto::Hotness::unknown));
  }
  void reference(std::uint32_t value) { problem_.add_ref(value, lathe::thinlto::Access::read_only); }

  /// With as little memory as it needs.
  lathe::thinlto::Problem finish(std::uint32_t roots_each, std::uint32_t values) {
    close();
    for (std::uint32_t v = 0; v < values; v += roots_each) problem_.roots.push_back(v);
    for (auto* list : {&problem_.callees, &problem_.refs, &problem_.roots}) list->shrink_to_fit();
    problem_.summaries.shrink_to_fit();
    problem_.call_infos.shrink_to_fit();
    problem_.accesses.shrink_to_fit();
    problem_.values.shrink_to_fit();
    problem_.modules.shrink_to_fit();
    return std::move(problem_);
  }

 private:
  lathe::thinlto::Summary begin(std::uint32_t value) {
    lathe::thinlto::Summary s;
    s.value = value;
    s.module = static_cast<std::uint32_t>(problem_.modules.size()) - 1;
    s.first_call = static_cast<std::uint32_t>(problem_.callees.size());
    s.first_ref = static_cast<std::uint32_t>(problem_.refs.size());
    return s;
  }
  void close() {
    if (problem_.modules.empty()) return;
    auto& last = problem_.modules.back();
    last.count = static_cast<std::uint32_t>(problem_.summaries.size()) - last.first;
  }

  std::mt19937 engine_;
  lathe::thinlto::Problem problem_;
};

/// One function in a thousand, at least twenty, is small and called by all, so nearly every module imports all of them.
inline lathe::thinlto::Problem hubs_like(std::uint32_t functions, std::uint32_t calls, std::uint32_t seed = 1) {
  Index index(seed);
  index.values(functions);
  const std::uint32_t hubs = std::max(20U, functions / 1000);
  for (std::uint32_t f = 0; f < functions; ++f) {
    if (f % 100 == 0) index.module();
    index.function(f, f < hubs ? 10 + index.random(30) : 40 + index.random(200));
    for (std::uint32_t c = 0; c < calls; ++c) index.call(index.random(hubs));
  }
  return index.finish(100, functions);
}

/// Each function calls the next ones of the modules behind it, so that imports lead to imports until thresholds end them.
inline lathe::thinlto::Problem chains_like(std::uint32_t functions, std::uint32_t, std::uint32_t seed = 1) {
  Index index(seed);
  index.values(functions);
  constexpr std::uint32_t in_module = 50;
  for (std::uint32_t f = 0; f < functions; ++f) {
    if (f % in_module == 0) index.module();
    index.function(f, 5 + index.random(20));
    for (const std::uint32_t step : {in_module, 3 * in_module})
      if (f + step < functions) index.call(f + step);
  }
  return index.finish(1000, functions);
}

/// The same inline functions of headers in every module (linkonce_odr), each calling the next few, and little of its own.
inline lathe::thinlto::Problem copies_like(std::uint32_t functions, std::uint32_t calls, std::uint32_t seed = 1) {
  Index index(seed);
  constexpr std::uint32_t copied = 80, own = 20;
  const std::uint32_t modules = functions / (copied + own);
  index.values(copied + modules * own);
  for (std::uint32_t m = 0; m < modules; ++m) {
    index.module();
    for (std::uint32_t k = 0; k < copied; ++k) {
      index.function(k, 8 + k % 40, lathe::thinlto::Linkage::linkonce_odr);
      for (std::uint32_t c = 1; c <= calls / 3; ++c) index.call((k + c * c) % copied);
    }
    for (std::uint32_t k = 0; k < own; ++k) {
      index.function(copied + m * own + k, 30 + index.random(150));
      for (std::uint32_t c = 0; c < calls; ++c)
        index.call(index.random(5) == 0 ? copied + index.random(modules * own) : index.random(copied));
    }
  }
  return index.finish(own, copied + modules * own);
}

/// Modules of one function, as -ffunction-sections projects and generated code have.
inline lathe::thinlto::Problem singles_like(std::uint32_t functions, std::uint32_t calls, std::uint32_t seed = 1) {
  Index index(seed);
  index.values(functions);
  for (std::uint32_t f = 0; f < functions; ++f) {
    index.module();
    index.function(f, 10 + index.random(300));
    for (std::uint32_t c = 0; c < calls; ++c) index.call((f + 1 + index.random(2000)) % functions);
  }
  return index.finish(50, functions);
}

/// Eight large modules that call each other anywhere.
inline lathe::thinlto::Problem large_like(std::uint32_t functions, std::uint32_t calls, std::uint32_t seed = 1) {
  Index index(seed);
  index.values(functions);
  for (std::uint32_t f = 0; f < functions; ++f) {
    if (f % (functions / 8) == 0) index.module();
    index.function(f, 10 + index.random(300));
    for (std::uint32_t c = 0; c < calls; ++c) index.call(index.random(functions));
  }
  return index.finish(100, functions);
}

/// Calls of anything from anywhere, in modules of a hundred.
inline lathe::thinlto::Problem anything_like(std::uint32_t functions, std::uint32_t calls, std::uint32_t seed = 1) {
  Index index(seed);
  index.values(functions);
  for (std::uint32_t f = 0; f < functions; ++f) {
    if (f % 100 == 0) index.module();
    index.function(f, 10 + index.random(300));
    for (std::uint32_t c = 0; c < calls; ++c) index.call(index.random(functions));
  }
  return index.finish(100, functions);
}

/// Trees of functions: each calls four of the level below, which stand in other modules.
inline lathe::thinlto::Problem trees_like(std::uint32_t functions, std::uint32_t, std::uint32_t seed = 1) {
  Index index(seed);
  index.values(functions);
  const std::uint32_t modules = std::max(1U, functions / 100);
  // Function f stands in module f % modules: what a tree calls is spread over all.
  for (std::uint32_t m = 0; m < modules; ++m) {
    index.module();
    for (std::uint32_t f = m; f < functions; f += modules) {
      index.function(f, 30 + index.random(40));
      for (std::uint32_t c = 1; c <= 4; ++c)
        if (std::uint64_t{f} * 4 + c < functions) index.call(f * 4 + c);
    }
  }
  return index.finish(functions, 1);
}

/// Tables of constants: each function refers to three of them, and a table to a function and, three in four, to another.
inline lathe::thinlto::Problem tables_like(std::uint32_t functions, std::uint32_t calls, std::uint32_t seed = 1) {
  Index index(seed);
  const std::uint32_t tables = functions / 2;
  index.values(functions + tables);
  for (std::uint32_t f = 0; f < functions; ++f) {
    if (f % 100 == 0) {
      index.module();
      for (std::uint32_t t = f / 2; t < std::min(f / 2 + 50, tables); ++t) {
        index.constant(functions + t);
        if (t % 4 != 0) index.reference(functions + (t + 1 + 4 * index.random(75)) % tables);
        index.reference(index.random(functions));
      }
    }
    index.function(f, 10 + index.random(150));
    for (std::uint32_t c = 0; c < calls / 3; ++c) index.call((f + 1 + index.random(1000)) % functions);
    for (int k = 0; k < 3; ++k) index.reference(functions + (f / 2 + index.random(300)) % tables);
  }
  return index.finish(100, functions);
}

}  // namespace bench
