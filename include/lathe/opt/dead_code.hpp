// Dead code: which instructions compute nothing that anybody needs.
//
// Marks backwards from the roots (instructions kept for what they do); what is not reached is dead, cycles of
// phis included. A value may have several definitions: if it is needed, all of them are.
// Cost: O(instructions + operands).
#pragma once

#include <concepts>
#include <cstdint>
#include <vector>

namespace lathe::opt {

/// What dead code elimination asks. Instructions and values are dense ids.
template <class P>
concept DeadCodeProgram = requires(const P& p, std::uint32_t inst, void (*f)(std::uint32_t)) {
  { p.instruction_count() } -> std::convertible_to<std::uint32_t>;
  { p.value_count() } -> std::convertible_to<std::uint32_t>;
  { p.is_root(inst) } -> std::convertible_to<bool>;
  p.for_each_def(inst, f);
  p.for_each_use(inst, f);
};

/// Per instruction: true when it is needed.
template <DeadCodeProgram P>
std::vector<bool> live_instructions(const P& program) {
  constexpr std::uint32_t none = 0xffffffffU;
  const std::uint32_t count = program.instruction_count();
  struct Def {
    std::uint32_t inst, next;
  };
  std::vector<Def> defs;
  std::vector<std::uint32_t> first_def(program.value_count(), none);
  defs.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i)
    program.for_each_def(i, [&](std::uint32_t value) {
      defs.push_back({i, first_def[value]});
      first_def[value] = static_cast<std::uint32_t>(defs.size() - 1);
    });
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
    program.for_each_use(i, [&](std::uint32_t value) {
      for (std::uint32_t d = first_def[value]; d != none; d = defs[d].next) mark(defs[d].inst);
      first_def[value] = none;  // once is enough
    });
  }
  return live;
}

}  // namespace lathe::opt
