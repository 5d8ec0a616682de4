// The expansion of a modulo schedule: code for the overlapped loop, as plain data.
//
// A counted loop of N iterations becomes a few blocks. One counter controls them, `left`: the iterations that have not
// been started, N at first. A block runs its instances in order, then its copies all at once, then takes `starts` from
// `left` and goes to `taken` if left < less, otherwise to `next`. An instance of instruction `inst` with offset f
// belongs to iteration f + (iterations started before its block). Reads of an instance come before its definitions.
//
// Every value has names, which the user makes into registers. Its homes are special: home k holds, before and behind
// everything, the value of k iterations ago (iteration -k: what the loop was entered with). A block `original` runs
// the loop as it was, on homes: it reads home k where the body reads the value of k iterations ago, and leaves the
// homes moved on. Live values are in home 1 at the end, on every path.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lathe/modulo/problem.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::modulo {

/// How a schedule becomes code.
enum class Method : std::uint8_t {
  automatic,  ///< modulo variable expansion unless that is too large, then peeling
  mve,        ///< modulo variable expansion: the kernel is unrolled until names repeat
  peel,       ///< the kernel is one pass, copies move values on; no remainder loop
  annotate    ///< the loop stays; its instructions in order, with their cycles
};
inline constexpr const char* method_names[] = {"automatic", "mve", "peel", "annotate"};

/// How often modulo variable expansion unrolls the kernel (Lam, PLDI'88).
enum class Unroll : std::uint8_t {
  longest,  ///< as often as the longest lived value needs names; others get a divisor of that, at least their need
  multiple  ///< the least common multiple of the needs; every value gets exactly its need
};
/// Where modulo variable expansion runs the iterations that do not fill the kernel.
enum class Remainder : std::uint8_t {
  after,  ///< behind the epilogue: no division; a value read d iterations later has d names at least
  before  ///< first: (N - stages + 1) mod unroll of them
};

struct ExpandOptions {
  Method method = Method::automatic;
  Unroll unroll = Unroll::longest;
  Remainder remainder = Remainder::after;
  bool ssa = false;                         ///< peeling: nothing is read that the same pass writes later, as with phis
  bool respect_limits = true;               ///< refuse what takes more registers than a set has
  std::uint32_t automatic_factor = 200;     ///< per cent of peeling's size that automatic lets the other one have
  std::uint64_t max_growth = 0;             ///< code in per cent of the body, the body included; 0: no limit
  std::uint64_t max_instances = 1U << 20U;  ///< instances and copies together
  std::uint64_t fuel = UINT64_MAX;          ///< 0: nothing is expanded
};
/// The method that the reference's knobs choose: pipeliner-annotate-for-testing goes before pipeliner-experimental-cg,
/// and that before pipeliner-mve-cg, which falls back to peeling where it cannot.
inline Method method_of_knobs(bool annotate_for_testing = false, bool experimental_cg = false, bool mve_cg = true) {
  if (annotate_for_testing) return Method::annotate;
  return experimental_cg || !mve_cg ? Method::peel : Method::automatic;
}

/// What a name stands for.
enum class NameKind : std::uint8_t {
  copy,   ///< mve: of the iterations i with i mod (copies of the value) = index; peel: written `index` passes ago
  drain,  ///< peel: written behind the kernel
  home    ///< of `index` iterations ago, index >= 1
};
/// A name that expanded code has for a value of the loop: one of the copies, or another of its kinds.
struct Name {
  std::uint32_t value = 0;  ///< number of the loop's value
  NameKind kind = NameKind::copy;
  std::uint32_t index = 0;  ///< see NameKind
  bool operator==(const Name&) const = default;
};

/// Names in Expansion::operands from `first`: one for each value that `inst` defines, in order of values; then one for
/// each data edge with a value that ends in `inst`, in order of edges. A move has one definition, a value of `inst`,
/// and one read: it stands where `inst` would write the value of an iteration before the first.
struct Instance {
  std::uint32_t inst = 0;   ///< number of the loop's instruction
  std::int32_t offset = 0;  ///< whose iteration it is, counted from the one that the block starts first
  std::int64_t cycle = 0;   ///< from the block's begin, by the schedule: ii * offset + cycle[inst]
  bool move = false;        ///< it does not compute, but copies: see above
  /// Where its names begin in `operands`, how many it writes, and how many it reads behind those.
  std::uint32_t first = 0, defs = 0, reads = 0;
  bool operator==(const Instance&) const = default;
};
/// A copy of one name to another; those of a block happen at once, in front of its end.
struct Copy {
  std::uint32_t to = 0, from = 0;  ///< names
  bool operator==(const Copy&) const = default;
};
/// What a block of the expansion is for.
enum class Role : std::uint8_t { guard, entry, prologue, kernel, exit, epilogue, finish, original, done };
inline constexpr const char* role_names[] = {"guard",    "entry",  "prologue", "kernel", "exit",
                                             "epilogue", "finish", "original", "done"};
/// A block of expanded code: instances of the loop's instructions, then copies.
struct Block {
  Role role = Role::done;
  std::uint32_t first_instance = 0, instances = 0;  ///< into Expansion::instances, in order of issue
  std::uint32_t first_copy = 0, copies = 0;         ///< no two write one name
  std::uint32_t starts = 0;                         ///< iterations; never more than are left
  /// Number of iterations, and numbers of blocks: it goes to `taken` where less than so many are left, else to `next`.
  std::uint32_t less = 0, taken = 0, next = 0;
  /// Of `original`: it runs all that are left if modulus is 0 or left < lead + modulus, else (left - lead) mod modulus.
  std::uint32_t modulus = 0, lead = 0;
  bool operator==(const Block&) const = default;
};

/// Why there is no expansion.
enum class ExpandRefusal : std::uint8_t {
  none,
  broken_problem,    ///< numbers out of range, data edges that do not begin at their value's definition
  no_insts,          ///< nothing to expand
  invalid_schedule,  ///< not one cycle per instruction, no instruction in stage 0, or a dependence is broken
  against_order,     ///< a dependence of latency below 0 was used: code in order cannot start `to` before `from`
  no_order,          ///< instructions of one cycle depend on each other in a ring
  too_large,         ///< more instances, copies or homes than max_instances
  code_growth,       ///< larger than max_growth
  register_limit,    ///< more names than a set has registers
  out_of_fuel
};
inline constexpr const char* expand_refusal_names[] = {
    "none",     "broken problem", "no instructions", "invalid schedule", "a dependence against the order",
    "no order", "too large",      "code growth",     "register limit",   "out of fuel"};
inline const char* to_string(ExpandRefusal refusal) { return expand_refusal_names[static_cast<int>(refusal)]; }

struct ExpandStats {
  std::uint64_t insts = 0;        ///< of the body
  std::uint64_t instances = 0;    ///< moves included
  std::uint64_t kernel = 0;       ///< instances of the kernel
  std::uint64_t kernel_work = 0;  ///< instances and copies of one pass of the kernel
  std::uint64_t moves = 0;        ///< instances that are moves
  std::uint64_t copies = 0;       ///< at the ends of blocks
  std::uint64_t names = 0;        ///< homes not counted
  std::uint64_t homes = 0;
  std::uint64_t blocks = 0;
  std::uint64_t unroll = 0;
  std::uint64_t stages = 0;
  std::uint64_t least_trips = 0;  ///< iterations from which the kernel runs
  std::uint64_t growth = 0;       ///< code in per cent of the body, the original loop included where it stays

  static constexpr auto fields() {
    using S = ExpandStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"instructions", &S::insts}, F{"instances", &S::instances},
                      F{"kernel", &S::kernel},      F{"kernel work", &S::kernel_work},
                      F{"moves", &S::moves},        F{"copies", &S::copies},
                      F{"names", &S::names},        F{"homes", &S::homes},
                      F{"blocks", &S::blocks},      F{"unroll", &S::unroll},
                      F{"stages", &S::stages},      F{"least trips", &S::least_trips},
                      F{"growth", &S::growth}};
  }
};

/// The code that a modulo schedule becomes, as data, or why not.
struct Expansion {
  ExpandRefusal refusal = ExpandRefusal::none;
  std::string why;  ///< in words, where there is a refusal
  Method method = Method::mve;
  /// Cycles between iterations, iterations in flight, and iterations of a round of the kernel.
  std::uint32_t ii = 0, stages = 0, unroll = 1;
  std::vector<Name> names;
  std::vector<Instance> instances;
  std::vector<std::uint32_t> operands;   ///< names
  std::vector<Copy> copies;              ///< of all blocks, one after the other
  std::vector<Block> blocks;             ///< entered at the first
  std::vector<std::uint64_t> registers;  ///< per set: names times weights, homes not counted
  ExpandStats stats;

  /// Those of the block, in order.
  std::span<const Instance> instances_of(const Block& b) const {
    return std::span(instances).subspan(b.first_instance, b.instances);
  }
  /// Of the block; all happen at once.
  std::span<const Copy> copies_of(const Block& b) const { return std::span(copies).subspan(b.first_copy, b.copies); }
  /// Names that it writes.
  std::span<const std::uint32_t> defs(const Instance& i) const { return std::span(operands).subspan(i.first, i.defs); }
  /// Names that it reads.
  std::span<const std::uint32_t> reads(const Instance& i) const {
    return std::span(operands).subspan(i.first + i.defs, i.reads);
  }
  /// Iterations that the block `original` runs.
  static std::uint64_t original_runs(const Block& b, std::uint64_t left) {
    if (b.modulus == 0 || left < std::uint64_t{b.lead} + b.modulus) return left;
    return (left - b.lead) % b.modulus;
  }
};

}  // namespace lathe::modulo
