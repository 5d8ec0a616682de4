// Knobs, counters and refusals of the pressure tracker. Names and defaults of the knobs are the reference's.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include <lathe/support/stats.hpp>

namespace lathe::pressure {

struct Options {
  bool incremental_update_mcse = true;  ///< false: everything is computed afresh after each edit
  bool verify_update_mcse = false;      ///< compare with a full analysis after each edit
  bool print_verify = false;            ///< where they differ, say in which block and set
  std::uint64_t fuel = UINT64_MAX;      ///< edits to accept at most
  bool operator==(const Options&) const = default;
};

/// What the tracker says when its numbers are not those of the full analysis.
inline constexpr char mismatch_message[] = "Incorrect RP info from incremental MRPA update";

/// Why an edit was not done. Nothing has changed then, except for `mismatch`.
enum class Refusal : std::uint8_t {
  none,
  no_such_inst,  ///< never there, or erased
  no_such_block,
  no_such_register,  ///< or no such class
  bad_place,         ///< not in the block that it names
  bad_operands,      ///< lanes that the register does not have, or neither read nor written
  other_lanes,       ///< renamed to a register of another number of lanes
  too_large,         ///< ids or weights would overflow
  nothing_begun,     ///< commit or rollback without begin
  out_of_fuel,
  mismatch  ///< the edit was done, and verification found a difference: see Tracker::error()
};
inline const char* to_string(Refusal refusal) {
  static constexpr const char* names[] = {"none",
                                          "no such instruction",
                                          "no such block",
                                          "no such register",
                                          "not a place of that block",
                                          "bad operands",
                                          "a register of another number of lanes",
                                          "too large",
                                          "nothing was begun",
                                          "out of fuel",
                                          "mismatch"};
  return names[static_cast<int>(refusal)];
}

/// Counters of one tracker; rollbacks do not take them back.
struct Stats {
  std::uint64_t moves = 0, erasures = 0, insertions = 0, renames = 0;
  std::uint64_t undone = 0;  ///< edits taken back
  std::uint64_t begun = 0, committed = 0, rolled_back = 0;
  std::uint64_t refused = 0;
  std::uint64_t relinked = 0;       ///< mentions of units put into or taken out of their block's order
  std::uint64_t refreshed = 0;      ///< instructions whose contribution to the pressure was computed again
  std::uint64_t block_changes = 0;  ///< units that became live or dead at the entry of a block
  std::uint64_t searched = 0;       ///< blocks looked at to tell whether a unit is still needed round a cycle
  std::uint64_t verified = 0, mismatches = 0;

  static constexpr auto fields() {
    using F = std::pair<const char*, std::uint64_t Stats::*>;
    return std::array{F{"moves", &Stats::moves},
                      F{"erasures", &Stats::erasures},
                      F{"insertions", &Stats::insertions},
                      F{"renames", &Stats::renames},
                      F{"edits undone", &Stats::undone},
                      F{"speculations begun", &Stats::begun},
                      F{"speculations committed", &Stats::committed},
                      F{"speculations rolled back", &Stats::rolled_back},
                      F{"edits refused", &Stats::refused},
                      F{"mentions relinked", &Stats::relinked},
                      F{"instructions refreshed", &Stats::refreshed},
                      F{"live-in changes", &Stats::block_changes},
                      F{"blocks searched", &Stats::searched},
                      F{"verifications", &Stats::verified},
                      F{"mismatches", &Stats::mismatches}};
  }
};

}  // namespace lathe::pressure
