// Dead code: which instructions compute nothing that anybody needs.
//
// Marks backwards from the roots (instructions kept for what they do); what is not reached is dead, cycles of
// phis included. A value may have several definitions: if it is needed, all of them are.
// Cost: O(instructions + operands).
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <lathe/support/remark.hpp>
#include <lathe/support/told.hpp>

namespace lathe::opt {

namespace detail {
struct TakesValue {
  void operator()(std::uint32_t) const {}
};
struct TakesMention {
  void operator()(std::uint32_t, bool) const {}
};
}  // namespace detail

template <class P>
concept HasInstructionCount = requires(const P& p) {
  { p.instruction_count() } -> std::convertible_to<std::uint32_t>;
};
template <class P>
concept HasValueCount = requires(const P& p) {
  { p.value_count() } -> std::convertible_to<std::uint32_t>;
};
template <class P>
concept HasIsRoot = requires(const P& p, std::uint32_t inst) {
  { p.is_root(inst) } -> std::convertible_to<bool>;
};
template <class P>
concept HasDefs = requires(const P& p, std::uint32_t inst, detail::TakesValue f) { p.for_each_def(inst, f); };
template <class P>
concept HasUses = requires(const P& p, std::uint32_t inst, detail::TakesValue f) { p.for_each_use(inst, f); };

/// What dead code elimination asks. Instructions and values are dense ids.
/// Optional, for who finds both in one walk: `for_each_mention(inst, f)` calls f(value, true) for what for_each_def names and
/// f(value, false) for what for_each_use names, in any order.
template <class P>
concept DeadCodeProgram = HasInstructionCount<P> && HasValueCount<P> && HasIsRoot<P> && HasDefs<P> && HasUses<P>;

/// One error per missing member, each with the signature to write.
template <class P>
consteval bool explain_dead_code() {
  static_assert(told(HasInstructionCount<P>), "opt::DeadCodeProgram wants  uint32_t instruction_count() const;");
  static_assert(told(HasValueCount<P>), "opt::DeadCodeProgram wants  uint32_t value_count() const;");
  static_assert(told(HasIsRoot<P>),
                "opt::DeadCodeProgram wants  bool is_root(uint32_t inst) const;  // kept for what it does");
  static_assert(told(HasDefs<P>),
                "opt::DeadCodeProgram wants  void for_each_def(uint32_t inst, auto&& f) const;  // f(value)");
  static_assert(told(HasUses<P>),
                "opt::DeadCodeProgram wants  void for_each_use(uint32_t inst, auto&& f) const;  // f(value)");
  return true;
}

struct DeadCodeStats {
  std::uint64_t instructions = 0, roots = 0, live = 0, dead = 0;
  static constexpr auto fields() {
    return std::array<std::pair<const char*, std::uint64_t DeadCodeStats::*>, 4>{{
        {"instructions", &DeadCodeStats::instructions},
        {"roots", &DeadCodeStats::roots},
        {"live instructions", &DeadCodeStats::live},
        {"dead instructions", &DeadCodeStats::dead},
    }};
  }
};

namespace detail {

/// Each value's definitions as a list, and each instruction's uses one behind the other, by one walk over the program.
struct Mentions {
  static constexpr std::uint32_t none = 0xffffffffU;
  struct Def {
    std::uint32_t inst, next;
  };
  std::vector<Def> defs;
  std::vector<std::uint32_t> first_def;  ///< per value; `none` behind the last
  std::vector<std::uint32_t> uses;       ///< of all instructions
  std::vector<std::uint32_t> begin;      ///< per instruction, and the end

  template <class P>
  explicit Mentions(const P& program) : first_def(program.value_count(), none) {
    const std::uint32_t count = program.instruction_count();
    defs.reserve(count);
    uses.reserve(2 * std::size_t{count});
    begin.reserve(count + std::size_t{1});
    for (std::uint32_t i = 0; i < count; ++i) {
      begin.push_back(static_cast<std::uint32_t>(uses.size()));
      const auto define = [&](std::uint32_t value) {
        defs.push_back({i, first_def[value]});
        first_def[value] = static_cast<std::uint32_t>(defs.size() - 1);
      };
      if constexpr (requires { program.for_each_mention(i, TakesMention{}); }) {
        program.for_each_mention(i,
                                 [&](std::uint32_t value, bool def) { def ? define(value) : uses.push_back(value); });
      } else {
        program.for_each_def(i, define);
        program.for_each_use(i, [&](std::uint32_t value) { uses.push_back(value); });
      }
    }
    begin.push_back(static_cast<std::uint32_t>(uses.size()));
  }
};

}  // namespace detail

/// Per instruction: true when it is needed.
template <DeadCodeProgram P>
std::vector<bool> live_instructions(const P& program) {
  constexpr std::uint32_t none = detail::Mentions::none;
  const std::uint32_t count = program.instruction_count();
  detail::Mentions mentions(program);
  std::vector<bool> live(count, false);
  std::vector<std::uint32_t> work;
  const auto mark = [&](std::uint32_t i) {
    if (live[i]) return;
    live[i] = true;
    work.push_back(i);
  };
  for (std::uint32_t i = 0; i < count; ++i)
    if (program.is_root(i)) mark(i);
  while (!work.empty()) {
    const std::uint32_t i = work.back();
    work.pop_back();
    for (std::uint32_t u = mentions.begin[i]; u != mentions.begin[i + 1]; ++u) {
      std::uint32_t& first = mentions.first_def[mentions.uses[u]];
      for (std::uint32_t d = first; d != none; d = mentions.defs[d].next) mark(mentions.defs[d].inst);
      first = none;  // once is enough
    }
  }
  return live;
}

/// What the answer comes to; a remark about each dead instruction goes to `sink`.
template <DeadCodeProgram P, class Sink = NoRemarks>
DeadCodeStats dead_code_stats(const P& program, const std::vector<bool>& live, Sink&& sink = {}) {
  DeadCodeStats s;
  s.instructions = live.size();
  for (std::uint32_t i = 0; i < live.size(); ++i) {
    s.roots += program.is_root(i);
    s.live += live[i];
    if constexpr (wants_remarks<Sink>)
      if (!live[i])
        sink(Remark{Remark::Kind::passed, "dead-code", "Dead", {}, "nobody needs it", {{"Inst", std::to_string(i)}}});
  }
  s.dead = s.instructions - s.live;
  return s;
}

}  // namespace lathe::opt
