// What a machine has to give: functional units and registers. The same words for every family and for the View.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lathe::program {

/// A kind of functional unit, of which `copies` are alike.
struct Unit {
  std::string name{};        ///< for people and texts; may be empty
  std::uint32_t copies = 1;  ///< how many are alike; at least 1
  bool operator==(const Unit&) const = default;
};
/// One copy of a unit held from cycle `first` on, counted from the instruction's issue, for `cycles`; of 0 cycles it
/// holds nothing. Precondition: at no cycle does an instruction hold more copies of a unit than there are. Problems in
/// which one does are refused (no_copies), by sched::plan_regions all regions of the function.
struct Hold {
  std::uint32_t unit = 0, first = 0, cycles = 1;  ///< number in the View's units(); cycles counted from the issue
  bool operator==(const Hold&) const = default;
};
/// What the instruction of number `inst` holds: {inst, {unit, first, cycles}}. It may hold several units, and one unit
/// several times, one after the other or at once (so many copies then); what Hold says of 0 cycles and copies holds.
struct Reservation : Hold {
  std::uint32_t inst = 0;  ///< number of the instruction
  Reservation() = default;
  /// The same hold, by instruction `number`.
  constexpr Reservation(std::uint32_t number, const Hold& hold) : Hold(hold), inst(number) {}
  bool operator==(const Reservation&) const = default;
};

/// Up to `registers` of the set in use, `occupancy` can be had (warps, waves: more is better).
struct Step {
  std::uint32_t registers = 0, occupancy = 0;  ///< registers at most, and what can be had with them
  bool operator==(const Step&) const = default;
};
/// Registers that are counted together.
struct RegisterSet {
  std::string name{};         ///< for people and texts; may be empty
  std::uint32_t limit = 0;    ///< more of them are spilled; 0: as many as wished
  std::uint32_t floor = 0;    ///< what the rest of the function needs anyway: below it nothing is gained
  std::vector<Step> steps{};  ///< registers rise, occupancy falls; beyond the last one it is 0
  bool operator==(const RegisterSet&) const = default;
};
/// A value counts as so many registers of a set.
struct RegisterShare {
  std::uint32_t set = 0, factor = 1;  ///< number of the set, and how many of its registers one value takes
  bool operator==(const RegisterShare&) const = default;
};
/// What values of one kind count as; nothing where there are no shares (flags, registers that are always there).
struct RegisterClass {
  using Share = RegisterShare;  ///< what it counts in one set
  std::string name{};           ///< for people and texts; may be empty
  std::vector<Share> shares{};  ///< ascending by set, each once
  bool operator==(const RegisterClass&) const = default;
};

}  // namespace lathe::program
