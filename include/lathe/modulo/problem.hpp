// The problem of software pipelining: instructions of a loop body, what each waits for, what each occupies.
//
// Instruction `to` of iteration i + distance may start `latency` cycles after `from` of iteration i. With an initiation
// interval II, iteration i starts II * i cycles after the first, so a schedule is one cycle per instruction such that
//   cycle[to] - cycle[from] >= latency - II * distance     for every edge,
// and no cycle modulo II asks for more copies of a unit, or more issue slots, than there are.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lathe/flow/dependences.hpp>
#include <lathe/program/resources.hpp>
#include <lathe/support/none.hpp>

namespace lathe::modulo {

using flow::DependenceKind;
using namespace ids;

using program::Unit, program::Hold, program::Reservation, program::RegisterSet;
/// An instruction of the loop.
struct Inst {
  std::string name;           ///< for people
  std::uint32_t latency = 1;  ///< of its results; edges have their own
  std::uint32_t issue = 1;    ///< issue slots in its first cycle; 0 for what costs nothing
  bool operator==(const Inst&) const = default;
};
/// What an instruction computes and others read. It lives in the cycles [c, max(c + 1, r)), c the definition's and r
/// the last of its readers' (cycle of the reader + ii * distance of the edge). MaxLive counts the steady state: that
/// the last iteration's value is live out lengthens nothing there.
struct Value {
  std::uint32_t def = 0;     ///< instruction
  std::uint32_t set = 0;     ///< of Problem::sets
  std::uint32_t weight = 1;  ///< registers that it takes
  bool live_out = false;     ///< read behind the loop: the value of the last iteration
  bool operator==(const Value&) const = default;
};
/// With latency 0 both may stand in one cycle; in emitted code the older iteration then comes first, and within an
/// iteration `from` before `to` (ingest makes such edges of distance 0 only from lower to higher numbers).
struct Edge {
  std::uint32_t from = 0, to = 0;  ///< numbers of instructions
  std::int32_t latency = 0;        ///< cycles; may be negative
  std::uint32_t distance = 0;      ///< iterations
  DependenceKind kind = DependenceKind::data;
  std::uint32_t value = none;  ///< the value that a data edge carries from its definition `from`; none otherwise
  bool operator==(const Edge&) const = default;
};

/// What numbers may be: sums over whole paths then stay far inside 64 bits.
struct Limits {
  /// Instructions, edges, values, distances of edges.
  static constexpr std::uint32_t insts = 1U << 16, edges = 1U << 22, values = 1U << 17, distance = 1U << 16,
                                 ii = 1U << 20;     ///< cycles between iterations
  static constexpr std::int32_t latency = 1 << 16;  ///< either way; also of reservations' cycles
};

/// All plain data. What a well-formed problem is, `check_problem` of check.hpp says: numbers in range, no cycle of
/// edges whose distances sum to 0 with latencies above 0, values carried from their definitions.
struct Problem {
  std::string name;
  std::uint32_t issue_width = 0;  ///< issue slots a cycle; 0: no limit
  std::vector<Unit> units;
  std::vector<RegisterSet> sets;  ///< name and limit of each; a value counts in one
  std::vector<Inst> insts;
  std::vector<Reservation>
      reservations;  ///< sorted by inst; of 1 cycle at least (ingest leaves out what holds nothing)
  std::vector<Value> values;
  std::vector<Edge> edges;
  std::uint32_t size() const { return static_cast<std::uint32_t>(insts.size()); }
  bool operator==(const Problem&) const = default;
};

}  // namespace lathe::modulo
