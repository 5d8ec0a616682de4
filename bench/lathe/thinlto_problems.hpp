// Indexes that look like programs, for the import planner. Same arguments, same index.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <string>

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

}  // namespace bench
