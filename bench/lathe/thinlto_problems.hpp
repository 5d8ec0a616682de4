// Indexes that look like programs, for the import planner. Same arguments, same index.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <lathe/thinlto/problem.hpp>

namespace bench {

/// `functions` functions in modules of 100, with `calls` calls each on the average, in proportion to their size, and
/// one reference to a variable (a tenth as many as functions). Half of the calls go to what no module defines
/// (libraries), as in clang's summaries of this repository's own sources; of the others 6 in 10 stay in the module, 3
/// go to one of the 20 modules around it, 1 goes anywhere, the popular ones first (the rank is uniform in its
/// logarithm). 1 call in 20 is hot, 1 in 4 cold. Sizes are log-normal around 60 instructions, 110 on the average. Every
/// hundredth function is a root. That gives 3 imported functions and 2.4 imported variables for each function: some ten
/// times what clang's summaries of this repository give.
inline lathe::thinlto::Problem program_like(std::uint32_t functions, std::uint32_t calls, std::uint32_t seed = 1) {
  using namespace lathe::thinlto;
  std::mt19937 engine(seed);
  const auto random = [&](std::uint32_t below) {
    return static_cast<std::uint32_t>(std::uint64_t{engine()} * below >> 32);
  };
  constexpr std::uint32_t in_module = 100;
  const std::uint32_t modules = (functions + in_module - 1) / in_module, variables = functions / 10;
  const std::uint32_t libraries = functions / 100 + 1;
  Problem p;
  p.modules.reserve(modules);
  p.values.reserve(functions + variables + libraries);
  p.summaries.reserve(functions + variables);
  p.callees.reserve(std::size_t{functions} * calls * 21 / 20);
  p.call_infos.reserve(std::size_t{functions} * calls * 21 / 20);
  p.refs.reserve(functions);
  p.accesses.reserve(functions);
  // Values of functions, of variables, of libraries; guids are spread as hashes of names are.
  for (std::uint64_t v = 0; v < functions + variables + libraries; ++v)
    p.values.push_back({(v + 1) * 0x9e3779b97f4a7c15ULL, 0, 0});
  std::lognormal_distribution<float> size(std::log(60.0F), 1.1F);
  const auto anywhere = [&] {
    const double rank = std::exp(std::log(static_cast<double>(functions)) * random(1U << 30) / (1U << 30));
    // Popular functions are in no module more than in others.
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(rank) * 0x9e3779b1U % functions);
  };
  for (std::uint32_t m = 0; m < modules; ++m) {
    p.modules.push_back({"m" + std::to_string(m), static_cast<std::uint32_t>(p.summaries.size()), 0});
    const std::uint32_t first = m * in_module, last = std::min(functions, first + in_module);
    const std::uint32_t around = first > 10 * in_module ? first - 10 * in_module : 0;
    const std::uint32_t width = std::min(20 * in_module, functions - around);
    for (std::uint32_t f = first; f < last; ++f) {
      Summary s;
      s.value = f;
      s.module = m;
      s.instructions = 1 + static_cast<std::uint32_t>(std::min(1e6F, size(engine)));
      s.first_call = static_cast<std::uint32_t>(p.callees.size());
      s.first_ref = static_cast<std::uint32_t>(p.refs.size());
      if (random(100) < 8) s.linkage = Linkage::internal;
      if (random(100) < 3) s.flags |= flag::no_inline;
      if (random(100) < 10) s.flags |= flag::unknown_call;
      const std::uint64_t wanted = std::uint64_t{s.instructions} * calls * 100 + random(11000);
      for (std::uint64_t c = wanted / 11000; c > 0; --c) {
        const std::uint32_t where = random(10), h = random(20);
        const Hotness hotness = h == 0   ? Hotness::hot
                                : h < 6  ? Hotness::cold
                                : h < 12 ? Hotness::none
                                         : Hotness::unknown;
        p.add_call(random(2) == 0 ? functions + variables + random(libraries)
                   : where < 6    ? first + random(last - first)
                   : where < 9    ? around + random(width)
                                  : anywhere(),
                   CallInfo(hotness));
      }
      if (variables != 0)
        p.add_ref(functions + (f / 10 + random(30)) % variables, random(4) == 0 ? Access::any : Access::read_only);
      p.summaries.push_back(s);
    }
    for (std::uint32_t v = first / 10; v < last / 10 && v < variables; ++v) {
      Summary s;
      s.kind = Kind::variable;
      s.value = functions + v;
      s.module = m;
      s.first_call = static_cast<std::uint32_t>(p.callees.size());
      s.first_ref = static_cast<std::uint32_t>(p.refs.size());
      if (random(3) == 0) s.flags = flag::constant | flag::read_only;
      p.summaries.push_back(s);
    }
    p.modules.back().count = static_cast<std::uint32_t>(p.summaries.size()) - p.modules.back().first;
  }
  for (std::uint32_t f = 0; f < functions; f += 100) p.roots.push_back(f);
  return p;
}

/// Templates of C++: modules of 40 functions of their own and copies (linkonce_odr) of 60 templates, the popular ones in
/// most modules (the rank is uniform in its logarithm); `functions` counts copies, too. A copy has the same size and the
/// same calls wherever it is: on the average `calls` in proportion to its size, a third of them of other templates, the
/// rest of libraries. Functions call libraries (half), templates that their module has, their module, and 1 in 10
/// anywhere. A template has a table with a copy beside each of its own, one in three.
inline lathe::thinlto::Problem templates_like(std::uint32_t functions, std::uint32_t calls, std::uint32_t seed = 1) {
  using namespace lathe::thinlto;
  constexpr std::uint32_t own = 40, copied = 60;
  const std::uint32_t modules = functions / (own + copied), singles = modules * own;
  const std::uint32_t templates = std::max(copied * 2, singles / 4), libraries = functions / 100 + 1;
  std::mt19937 engine(seed);
  const auto random = [&](std::uint32_t below) {
    return static_cast<std::uint32_t>(std::uint64_t{engine()} * below >> 32);
  };
  std::lognormal_distribution<float> size(std::log(60.0F), 1.1F);
  const auto popular = [&](std::uint32_t below) {
    const double rank = std::exp(std::log(static_cast<double>(below)) * random(1U << 30) / (1U << 30));
    return static_cast<std::uint32_t>(rank) % below;
  };
  // Values: own functions, templates, their tables, libraries.
  const std::uint32_t first_template = singles, first_table = first_template + templates;
  const std::uint32_t first_library = first_table + templates;
  Problem p;
  for (std::uint64_t v = 0; v < first_library + libraries; ++v)
    p.values.push_back({(v + 1) * 0x9e3779b97f4a7c15ULL, 0, 0});
  struct Body {
    std::uint32_t instructions = 0;
    std::vector<std::uint32_t> calls;
  };
  std::vector<Body> bodies(templates);
  for (Body& body : bodies) {
    body.instructions = 1 + static_cast<std::uint32_t>(std::min(1e6F, size(engine)));
    for (std::uint32_t c = body.instructions * calls / 110; c > 0; --c)
      body.calls.push_back(random(3) == 0 ? first_template + popular(templates) : first_library + random(libraries));
  }
  const auto begin = [&](std::uint32_t m, std::uint32_t value, Linkage linkage) {
    Summary s;
    s.value = value;
    s.module = m;
    s.linkage = linkage;
    s.first_call = static_cast<std::uint32_t>(p.callees.size());
    s.first_ref = static_cast<std::uint32_t>(p.refs.size());
    return s;
  };
  std::vector<std::uint32_t> here, last_module(templates, none);
  for (std::uint32_t m = 0; m < modules; ++m) {
    p.modules.push_back({"m" + std::to_string(m), static_cast<std::uint32_t>(p.summaries.size()), 0});
    here.clear();
    while (here.size() < copied) {
      const std::uint32_t x = popular(templates);
      if (std::exchange(last_module[x], m) != m) here.push_back(x);
    }
    for (std::uint32_t f = 0; f < own; ++f) {
      Summary s = begin(m, m * own + f, Linkage::external);
      s.instructions = 1 + static_cast<std::uint32_t>(std::min(1e6F, size(engine)));
      for (std::uint32_t c = s.instructions * calls / 110; c > 0; --c) {
        const std::uint32_t where = random(10);
        p.add_call(where < 5   ? first_library + random(libraries)
                   : where < 8 ? first_template + here[random(copied)]
                   : where < 9 ? m * own + random(own)
                               : random(singles),
                   CallInfo(random(5) == 0 ? Hotness::cold : Hotness::unknown));
      }
      p.summaries.push_back(s);
    }
    for (const std::uint32_t x : here) {
      Summary s = begin(m, first_template + x, Linkage::linkonce_odr);
      s.instructions = bodies[x].instructions;
      for (const std::uint32_t callee : bodies[x].calls) p.add_call(callee, CallInfo(Hotness::unknown));
      if (x % 3 == 0) p.add_ref(first_table + x, Access::read_only);
      p.summaries.push_back(s);
    }
    for (const std::uint32_t x : here) {
      if (x % 3 != 0) continue;
      Summary s = begin(m, first_table + x, Linkage::linkonce_odr);
      s.kind = Kind::variable;
      s.flags = flag::constant | flag::read_only;
      p.summaries.push_back(s);
    }
    p.modules.back().count = static_cast<std::uint32_t>(p.summaries.size()) - p.modules.back().first;
  }
  for (std::uint32_t f = 0; f < singles; f += own) p.roots.push_back(f);
  for (auto* list : {&p.callees, &p.refs, &p.roots}) list->shrink_to_fit();
  p.summaries.shrink_to_fit();
  p.call_infos.shrink_to_fit();
  p.accesses.shrink_to_fit();
  p.values.shrink_to_fit();
  return p;
}

}  // namespace bench
