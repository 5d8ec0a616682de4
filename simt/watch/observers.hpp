// Observers that come with the machine: the trace of one thread, the profile of a launch, and the checkers.
//
//   auto profile = make_profile();
//   Machine machine({.observer = profile.get()});
//   ... machine.launch(launch) ...
//   const Profile result = profile->result();
//
// Results name functions and lines of the loaded program: take them before the machine loads another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "simt/state/observer.hpp"
#include "simt/state/record.hpp"

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

// ---- trace
struct TraceValue {
  std::string name;  ///< "%r3"
  ValueType type;
  std::uint64_t low = 0, high = 0;  ///< bits; high of 128-bit registers alone
};
struct TraceStep {
  std::string file, function;
  std::uint32_t line = 0;          ///< of the text, 0 = none
  std::string text;                ///< the instruction, as its client writes it
  bool skipped = false;            ///< its guard was false
  std::vector<TraceValue> values;  ///< registers that it writes, after it ran
};
/// "k.ptx:12: add.s32 %r3, %r1, %r2;  %r3 = 7 (0x00000007)"
std::string to_string(const TraceStep& step);

struct TraceOptions {
  std::uint64_t block = 0;                       ///< linear in the grid, x first
  std::uint32_t thread = 0;                      ///< linear in the block, x first
  std::size_t limit = 1U << 20;                  ///< steps kept or given to `sink`; the rest is only counted
  std::function<void(const TraceStep&)> sink{};  ///< gets each step when it is complete, in place of steps()
};
class TraceObserver : public Observer {
 public:
  virtual const std::vector<TraceStep>& steps() const = 0;
  virtual std::uint64_t count() const = 0;  ///< steps that were executed
  virtual void finish() = 0;                ///< hands over the last step after a launch that ended in a fault
};
std::unique_ptr<TraceObserver> make_trace(TraceOptions options = {});

// ---- profile
/// What one instruction, or all of a mnemonic, did.
struct ProfileCounts {
  std::uint64_t issued = 0;   ///< by warps
  std::uint64_t threads = 0;  ///< lanes that ran it; threads / issued = average active lanes
  // Global memory: a request is one access of a warp. Efficiency = bytes_used / (32 * sectors).
  std::uint64_t requests = 0, sectors = 0, lines = 0;  ///< sectors of 32 bytes, lines of 128 bytes (transactions)
  std::uint64_t bytes_used = 0;                        ///< distinct bytes that the lanes asked for
  // Shared memory: a wavefront serves each of the 32 banks of 4 bytes once.
  std::uint64_t shared_requests = 0, wavefronts = 0, conflicts = 0;  ///< conflicts: wavefronts past the fewest possible
  std::uint64_t local_requests = 0;
  std::uint64_t branches = 0, taken = 0, divergent = 0;  ///< taken: by one lane at least
  std::uint64_t barriers = 0;                            ///< times a warp came to one
  std::uint64_t cost = 0;  ///< for sorting: issued * latency + conflicts + sectors past the fewest possible
  ProfileCounts& operator+=(const ProfileCounts& other);
  double lanes() const { return issued == 0 ? 0 : static_cast<double>(threads) / static_cast<double>(issued); }
  double efficiency() const {
    return sectors == 0 ? 0 : static_cast<double>(bytes_used) / (32.0 * static_cast<double>(sectors));
  }
};
struct ProfileRow {
  std::string file, function;
  std::uint32_t line = 0;
  std::string mnemonic, text;  ///< text: empty for rows of a mnemonic
  ProfileCounts counts;
};
struct Profile {
  std::vector<ProfileRow> instructions;  ///< dearest first
  std::vector<ProfileRow> mnemonics;     ///< dearest first
  ProfileCounts total;
  std::uint64_t launches = 0, blocks = 0, barriers = 0;  ///< barriers: completed, of blocks
};
class ProfileObserver : public Observer {
 public:
  virtual Profile result() const = 0;
};
std::unique_ptr<ProfileObserver> make_profile();

// ---- checkers: what a launch that ends well may still do wrong
//
//   auto races = make_race_checker();
//   Machine machine({.observer = races.get()});
//   ... machine.launch(launch) ...
//   for (const CheckFinding& f : races->findings()) std::puts(f.text.c_str());
//
// Findings of all launches; each pair of lines is reported once. Results do not depend on the observer.
enum class Check : std::uint8_t { memory, race, uninit };
struct CheckPlace {
  std::string access;  ///< "write of 4 bytes"
  std::string file, function;
  std::uint32_t line = 0;  ///< of the text, 0 = none
  Dim3 block{0, 0, 0}, thread{0, 0, 0};
};
struct CheckFinding {
  Check check = Check::race;
  bool note = false;         ///< not an error: a leak
  std::string text;          ///< one line, all of what follows
  CheckPlace first, second;  ///< in the order in which they ran; `second` is the only one where has_first is false
  bool has_first = true;
  Address address = 0;  ///< generic
  std::string object;   ///< "shared 's'+12"
};
struct CheckOptions {
  std::size_t limit = 100;  ///< findings kept
};
class CheckObserver : public Observer {
 public:
  virtual const std::vector<CheckFinding>& findings() const = 0;
};
/// Accesses of two threads to one place, one of them a write, that nothing orders. What orders them is said in
/// check_race.cpp.
std::unique_ptr<CheckObserver> make_race_checker(CheckOptions options = {});
/// What the bounds of memory do not show: a pointer into one variable or buffer that is used in another one, ld.nc of
/// what the launch writes, heap blocks that are never freed (notes). See check_memory.cpp.
std::unique_ptr<CheckObserver> make_memory_checker(CheckOptions options = {});
/// Values that were never written, where they decide something: addresses, branches, guards, atomic operands, and
/// results that are computed from them and stored to global memory. See check_uninit.cpp.
std::unique_ptr<CheckObserver> make_uninit_checker(CheckOptions options = {});

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
