// Which values are in registers that a warp has once: a function of one class per thread and its uniform twin.
//
// A value moves to the uniform file where its instruction has a uniform form, reads registers of that file alone, stands in
// a block that all threads execute together, in step (meeting.hpp), and condition codes that it reads are the same for all
// (lathe/flow/uniformity.hpp). A phi moves where all that comes to it has, from blocks at whose ends all are together;
// a parameter where the target says that it is the same for all.
// First all are taken for candidates, then those that break a rule go, until none does: so values around loops stay.
// Where a value per thread is wanted of a uniform one (a phi, a tie, an operand that takes no uniform register), a copy
// is put in. For kernels alone: the threads that call a function need not be all.
//
// Register allocation of the uniform file by ordinary liveness is right, though threads that are apart take turns:
//   A uniform register is only ever written where all threads that have not exited are together. So each write is on
//   the path of each of them, and all have seen the same writes in the same order. A thread that reads one finds what was
//   last written on its own path, which is what liveness along that path speaks of.
// Copies, reloads and swaps that allocation puts in are writes, too: none of them may stand where threads are apart, on
// edges neither. Nor may a spill, for it would store for some of the threads only. allocate.hpp gives the values of such
// edits registers per thread (`demote`) and begins again, until there is none: each time there are fewer uniform values.
//
// What an instruction reads from memory, or from other threads, where a part of the warp may come at another time is taken
// for divergent, on top of what the target says: what else uniformity says depends on the paths of threads alone, and not
// on which of them the machine runs first. That may make more branches divergent, so it is done until nothing changes.
//
// Cost: uniformity and apart_blocks, twice as a rule; O(mentions) for the rest.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/uniformity.hpp>
#include <lathe/support/fault.hpp>
#include <lathe/support/remark.hpp>

#include "codegen/machine/registers.hpp"

namespace lathe::codegen::machine {

/// What the target knows.
struct BankFacts {
  std::uint32_t uniform = none;  ///< the uniform file; its twin is the class whose values may move
  std::function<flow::uniformity::Source(InstId)> source;
  /// Is the parameter the same for all threads, so that it may arrive in a uniform register (AllocationResult says in
  /// which)? Optional: none is.
  std::function<bool(ValueId)> uniform_parameter;
};

struct BankStats {
  std::uint64_t values = 0, uniform = 0, phis = 0, copies = 0, blocks = 0, apart = 0, divergent_branches = 0,
                rounds = 0, no_form = 0, where_apart = 0, of_operands = 0, of_codes = 0, demoted = 0;
  bool operator==(const BankStats&) const = default;
  static constexpr auto fields() {
    return std::array<std::pair<const char*, std::uint64_t BankStats::*>, 13>{{
        {"values per thread", &BankStats::values},
        {"values that are uniform", &BankStats::uniform},
        {"phis among them", &BankStats::phis},
        {"copies of uniform values", &BankStats::copies},
        {"blocks", &BankStats::blocks},
        {"blocks where threads may be apart", &BankStats::apart},
        {"divergent branches", &BankStats::divergent_branches},
        {"rounds of uniformity", &BankStats::rounds},
        {"not: no uniform form", &BankStats::no_form},
        {"not: where threads may be apart", &BankStats::where_apart},
        {"not: an operand is not", &BankStats::of_operands},
        {"not: a condition code differs", &BankStats::of_codes},
        {"taken back by allocation", &BankStats::demoted},
    }};
  }
};

/// What allocation must know of a function with uniform values.
struct Banks {
  std::uint32_t uniform = none;  ///< the file; none: there are no uniform values
  std::vector<bool> apart;       ///< per block id: may a part of the warp be there out of step?
  std::vector<bool> parting;     ///< per block id: threads that reach its end in step may go different ways
  BankStats stats;
  /// May a part of the threads be in the block without the others? True for blocks made since.
  bool is_apart(BlockId b) const { return b.value >= apart.size() || apart[b.value]; }
  /// May threads part at its end?
  bool parts(BlockId b) const { return b.value >= parting.size() || parting[b.value]; }
};

using RemarkSink = std::function<void(const Remark&)>;  ///< takes remarks; empty: nobody listens

/// Gives values of the twin class the uniform one, and puts in the copies. Preconditions: verify() finds nothing, no
/// critical edges (steps.hpp), blocks stand as they will in the end, and nobody has uniform values yet. An empty sink
/// wants no remarks.
Banks assign_banks(Function& function, const Registers& registers, const BankFacts& facts, const RemarkSink& sink = {});

/// These uniform values, and all that must follow, go back to the class per thread; copies are put in. Values of another
/// class are passed over. Returns how many went.
std::uint64_t demote(Function& function, const Registers& registers, Banks& banks, const std::vector<ValueId>& values);

enum class BankFault : std::uint8_t {
  reads_threads,  ///< a uniform result of a register that each thread has
  written_apart,  ///< a uniform register is written, or spilled, where threads may be apart
  phi_apart,      ///< a uniform phi of values that come where threads may be apart
  no_form,        ///< a uniform result of an operation that has no uniform form
  not_apart       ///< a block is said to have all threads together that threads come to apart
};

/// Before allocation or behind it: looks at every write of a uniform register, and finds the blocks where threads may be
/// out of step again, from Banks::parting and the definition. Shares no code with assign_banks. Used by tests.
/// O(branches * blocks^2).
FaultList<BankFault> check_banks(const Function& function, const Registers& registers, const Banks& banks);

}  // namespace lathe::codegen::machine
