// The poorest type that satisfies lathe::thinlto's concept: what it cannot do, the planner must not need.
#pragma once

#include <lathe/thinlto/concepts.hpp>

#include "adapters/archetype/range.hpp"

namespace archetype {

/// Three modules of one function; each calls the next two guids, the last of which nobody has.
struct ThinltoSummaries {
  struct Module {
    std::uint32_t number;
  };
  struct Function {
    std::uint32_t number;
  };
  struct Name {
    std::uint32_t number;
    operator std::string_view() const { return std::string_view("abc").substr(number, 1); }
  };
  struct Guid {
    std::uint32_t number;
    operator std::uint64_t() const { return 100 + number; }
  };
  struct Instructions {
    operator std::uint32_t() const { return 40; }
  };
  struct Heat {
    operator lathe::thinlto::Hotness() const { return lathe::thinlto::Hotness::none; }
  };
  struct Call {
    std::uint32_t number;
    Guid guid{number};
    Heat hotness{};
  };
  Range<Module> modules() { return {0, 3}; }
  Name module_name(Module m) { return {m.number}; }
  Range<Function> functions(Module m) { return {m.number, m.number + 1}; }
  Guid guid(Function f) { return {f.number}; }
  Instructions instructions(Function) { return {}; }
  Range<Call> calls(Function f) { return {f.number + 1, f.number + 3}; }

  ThinltoSummaries() = default;
  ThinltoSummaries(const ThinltoSummaries&) = delete;
};

static_assert(lathe::thinlto::explain<ThinltoSummaries>());

}  // namespace archetype
