// A few instructions whose handles are of any kind: integers, enums, pointers, iterators. As a View, and told directly.
#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include <lathe/program/view.hpp>

namespace handle_code {

enum class Number : std::uint16_t {};
struct Cell {
  std::uint32_t n = 0;
};
using Iterator = std::list<Cell>::const_iterator;

/// The n-th handle of a kind.
template <class H>
H handle(std::uint32_t n) {
  static const std::list<Cell> cells = [] {
    std::list<Cell> out;
    for (std::uint32_t k = 0; k < 32; ++k) out.push_back({k});
    return out;
  }();
  if constexpr (std::is_same_v<H, Iterator>)
    return std::next(cells.begin(), n);
  else if constexpr (std::is_pointer_v<H>)
    return &*std::next(cells.begin(), n);
  else
    return static_cast<H>(n);
}
template <class H>
std::uint32_t number(const H& h) {
  if constexpr (std::is_pointer_v<H> || std::is_same_v<H, Iterator>)
    return h->n;
  else
    return static_cast<std::uint32_t>(h);
}

struct Code {
  enum class Does : std::uint8_t { load, store, add } does;
  std::vector<std::uint32_t> reads;
  std::vector<std::uint32_t> writes;
  std::int64_t offset = 0;
};
/// x = [p]; y = [p + 4]; s = s + x; [p + 8] = s; t = y + x; z = [p + 12]
inline const std::vector<Code> code{{Code::Does::load, {0}, {1}, 0},   {Code::Does::load, {0}, {2}, 4},
                                    {Code::Does::add, {3, 1}, {3}, 0}, {Code::Does::store, {0, 3}, {}, 8},
                                    {Code::Does::add, {2, 1}, {4}, 0}, {Code::Does::load, {0}, {5}, 12}};

/// One block, which goes to itself.
template <class H>
struct View {
  using Value = H;
  using Fact = lathe::program::Fact;
  static constexpr lathe::program::Facts facts = Fact::access | Fact::latency | Fact::units;

  std::array<H, 1> blocks() const { return {handle<H>(31)}; }
  std::vector<H> instructions(H) const {
    std::vector<H> out;
    for (std::uint32_t n = 0; n < code.size(); ++n) out.push_back(handle<H>(n));
    return out;
  }
  template <class F>
  void for_each_successor(H b, F&& f) const {
    f(b);
  }
  template <class F>
  void for_each_operand(H i, F&& f) const {
    using lathe::program::Operand, lathe::program::Role;
    for (const std::uint32_t r : code[number(i)].reads) f(Operand<H>{handle<H>(r), Role::use});
    for (const std::uint32_t r : code[number(i)].writes) f(Operand<H>{handle<H>(r), Role::def});
  }
  lathe::program::Effects effects(H i) const {
    using lathe::program::Effect;
    switch (code[number(i)].does) {
      case Code::Does::load:
        return Effect::reads;
      case Code::Does::store:
        return Effect::writes;
      default:
        return {};
    }
  }
  int key(H i) const { return static_cast<int>(code[number(i)].does); }
  template <class F>
  void for_each_access(H i, F&& f) const {
    const Code& c = code[number(i)];
    if (c.does != Code::Does::add) f(lathe::program::Access<H>{handle<H>(c.reads[0]), true, 0, c.offset, 4, 1});
  }
  std::uint32_t latency(H i) const { return code[number(i)].does == Code::Does::load ? 7 : 2; }
  std::array<lathe::program::Unit, 2> units() const { return {{{"memory", 1}, {"adder", 2}}}; }
  template <class F>
  void for_each_hold(H i, F&& f) const {
    f(lathe::program::Hold{code[number(i)].does == Code::Does::add ? 1U : 0U, 0, 1});
  }
};

/// With the least that a View can know.
template <class H>
struct Plain {
  using Value = H;
  static constexpr lathe::program::Facts facts = {};
  auto blocks() const { return View<H>().blocks(); }
  auto instructions(H b) const { return View<H>().instructions(b); }
  void for_each_successor(H b, auto&& f) const { View<H>().for_each_successor(b, f); }
  void for_each_operand(H i, auto&& f) const { View<H>().for_each_operand(i, f); }
  auto effects(H i) const { return View<H>().effects(i); }
  int key(H i) const { return View<H>().key(i); }
};

/// The same without a View: what each family asks of its adapter.
template <class H>
struct Direct {
  struct Operand {
    H value;
    bool is_def;
  };
  using Memory = lathe::program::MemoryRole;

  std::array<H, 1> blocks() const { return {handle<H>(31)}; }
  std::vector<H> insts() const { return View<H>().instructions(handle<H>(31)); }
  std::vector<H> insts(H) const { return insts(); }
  std::vector<Operand> operands(H i) const {
    std::vector<Operand> out;
    for (const std::uint32_t r : code[number(i)].reads) out.push_back({handle<H>(r), false});
    for (const std::uint32_t r : code[number(i)].writes) out.push_back({handle<H>(r), true});
    return out;
  }
  Memory memory(H i) const { return View<H>().effects(i).role(); }
  bool may_meet(H a, H b) const { return code[number(a)].offset == code[number(b)].offset; }
  lathe::program::MemoryRelation memory_relation(H a, H b) const {
    const std::uint32_t meet = may_meet(a, b) ? 1 : 0;
    return {meet != 0, meet, meet};
  }
  std::uint32_t latency(H i) const { return View<H>().latency(i); }
  std::array<lathe::program::Unit, 2> units() const { return View<H>().units(); }
  std::vector<lathe::program::Hold> holds(H i) const {
    return {{code[number(i)].does == Code::Does::add ? 1U : 0U, 0, 1}};
  }
  std::vector<H> live_out() const { return {handle<H>(3)}; }
};

}  // namespace handle_code
