// What the equivalence checker works on, and what it answers: two functions as plain data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lathe/program/view.hpp>
#include <lathe/support/csr.hpp>
#include <lathe/support/none.hpp>

namespace lathe::program::equal {

using namespace ids;

/// A function for the checker. Values, instructions and blocks have the numbers of the View's Numbering.
struct Code {
  /// An operand of an instruction: program::Operand in numbers.
  struct Mention {
    std::uint32_t value = 0;  ///< number of the value
    Role role = Role::use;
    /// The value is taken negated; it is what the register had before the instruction writes it.
    bool negated = false, old = false;
    bool more = false;                        ///< the next mention continues it
    std::int64_t offset = 0;                  ///< added to the value
    std::uint64_t lanes = ~std::uint64_t{0};  ///< a bit for each lane of the value that is meant; all ones: all of it
  };
  /// A constant among the uses of an instruction.
  struct Literal {
    std::uint32_t use = 0;   ///< in front of which use it stands, counted from 0
    std::uint64_t bits = 0;  ///< its word, extended by zeros
  };
  /// A place in memory that the instruction accesses: program::Access in numbers.
  struct Place {
    std::uint32_t base = none;           ///< a value
    std::uint64_t symbol = 0;            ///< 0: none
    std::int64_t offset = 0;             ///< bytes from the base, or from the symbol
    std::uint32_t bytes = 0, space = 0;  ///< how many bytes, 0: unknown; address space, 0: any
  };
  /// An instruction without its operands.
  struct Inst {
    std::uint64_t key = 0;  ///< what it computes: instructions of one key do the same with the same operands
    Effects effects;
  };
  /// A value that a phi takes.
  struct Incoming {
    std::uint32_t from = 0, value = 0;  ///< the block that control comes from, and the value
  };
  /// A way out of a block: program::Branch in numbers.
  struct Branch {
    /// Block that it goes to, instruction that leaves the function, value that decides; none: it has none.
    std::uint32_t target = none, at = none, condition = none;
    std::uint64_t test = 0;                ///< which question of the condition it asks
    bool negated = false, leaves = false;  ///< taken where the condition does not hold; it leaves the function
  };
  std::vector<Inst> insts;
  std::vector<std::uint32_t> first;  ///< per block and one behind: its first instruction
  Csr<Mention> mentions;             ///< per instruction
  Csr<Literal> literals;
  Csr<Place> places;
  Csr<Incoming> incoming;
  Csr<std::uint32_t> successors;          ///< per block
  Csr<Branch> branches;                   ///< per block, in the order in which they are tried
  std::vector<std::uint32_t> parameters;  ///< values, in order
  std::uint32_t values = 0;               ///< values are 0 .. values - 1
  std::vector<std::uint64_t> lanes;       ///< per value: those that are ever mentioned; all ones: it is one whole,
  std::vector<bool> full;                 ///< unless this says that it has 64

  /// Blocks are 0 .. blocks() - 1, the first one is the entry.
  std::uint32_t blocks() const { return first.empty() ? 0 : static_cast<std::uint32_t>(first.size() - 1); }
};

struct Options {
  std::uint32_t runs = 24;        ///< random paths
  std::uint32_t decisions = 96;   ///< conditional branches of a run, after which it is cut off
  std::uint32_t steps = 100'000;  ///< instructions of a run, likewise
  std::uint64_t seed = 1;         ///< of paths and words
};

/// Of the first run in which the functions differ.
struct Difference {
  /// In what they differ.
  enum class Kind : std::uint8_t {
    order,                ///< what stands in order (calls, side effects, ordered accesses, the end) differs
    writes,               ///< memory is not left the same
  } kind = Kind::order;   ///< in what they differ first
  std::uint32_t run = 0;  ///< number of the run, from 0 on: with Options::seed it can be repeated
  std::uint32_t first = none, second = none;  ///< instructions; none: there is none on that side
};

/// Whether two functions do the same, and where not.
struct Answer {
  std::vector<Difference> differences;  ///< empty or one
  std::uint64_t steps = 0;              ///< instructions run, of both
  std::uint32_t ended = 0, cut = 0;     ///< runs to the end, and cut off
  /// Some run showed a difference.
  bool differs() const { return !differences.empty(); }
  /// No run showed a difference, but none came to its end either: of what lies behind the cut nothing is known, nor what
  /// memory would be left, so nothing is said of the functions. Neither equal() nor differs().
  bool vacuous() const { return !differs() && ended == 0; }
  /// Some run came to its end, and none showed a difference; it is no proof.
  bool equal() const { return !differs() && ended != 0; }
};

}  // namespace lathe::program::equal
