// A slow, plain interpreter of selection graphs: what a block computes, for tests that compare a DAG before and after it
// was rewritten. Integers of any width are exact; floats are computed by the host.
//
// What is undefined is concrete garbage that depends on the seed (upper bits of anyext, undef, shifts too far, division
// by zero, lanes out of range): a right rewrite gives the same observable results for any garbage, so run with several
// seeds. Inputs are virtual registers (copy_from_reg) and memory; outputs are copy_to_reg, stores and conditions of
// br_cond. Refused: calls, inline assembly, recipes; atomics but xchg, add
// and compare-and-swap. Use: link lathe_dag_eval (cmake/rooms.cmake).
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>

#include "codegen/dag/dag.hpp"
#include "codegen/legalize/facts.hpp"
#include "nvptx/support/codegen.hpp"
#include "nvptx/target/features.hpp"

namespace lathe::nvptx::test {

using Big = boost::multiprecision::cpp_int;

/// A value: one number per lane (one for scalars), always in [0, 2^bits); floats are their bits.
struct Lanes {
  Vt type;
  std::vector<Big> lane;
};

struct EvalState {
  std::uint64_t seed = 1;
  std::uint64_t order = 0;  ///< 0: the graph's topological order; else a random one of those that operands allow
  std::map<std::uint32_t, Big> registers;        ///< virtual register -> bits; missing ones are random, then fixed
  std::map<std::uint64_t, std::uint8_t> memory;  ///< address -> byte; missing ones are random, then fixed
  std::map<std::uint32_t, Big> out_registers;    ///< written by copy_to_reg
  std::set<std::uint64_t> read, written;         ///< addresses touched, frame objects left out
  std::vector<bool> branches;                    ///< conditions of br_cond
  /// Where the spaces lie in generic space, and how wide their pointers are; null: each address is a generic one.
  const codegen::Spaces* spaces = nullptr;
};

/// Address at which the interpreter places symbol `aux` of global_address; 64 KiB each.
inline std::uint64_t symbol_address(std::uint32_t aux) { return 0x100000000ULL + (std::uint64_t{aux} << 16); }
inline constexpr std::uint64_t frame_base = 0x700000000000ULL;

/// Runs the block. False and `error` for a node that it does not know.
bool evaluate(const Dag& dag, const TypeFacts& types, EvalState& state, std::string& error);
bool evaluate(const Dag& dag, const Features& features, EvalState& state, std::string& error);

/// The value of `type` that consecutive registers hold (its legal parts in order; upper bits of promoted ones ignored).
Lanes read_registers(Vt type, std::uint32_t first, const std::map<std::uint32_t, Big>& registers,
                     const TypeFacts& types);
Lanes read_registers(Vt type, std::uint32_t first, const std::map<std::uint32_t, Big>& registers,
                     const Features& features);

/// The other way round; what is undefined in the registers is garbage made from `key`.
void write_registers(const Lanes& value, std::uint32_t first, std::map<std::uint32_t, Big>& registers,
                     const TypeFacts& types, std::uint64_t key);
void write_registers(const Lanes& value, std::uint32_t first, std::map<std::uint32_t, Big>& registers,
                     const Features& features, std::uint64_t key);

/// Equal, where any NaN equals any NaN.
bool same(const Lanes& a, const Lanes& b);
std::string to_string(const Lanes& v);

/// Bits to number and back (round to nearest even) for f16, bf16, f32, f64.
double float_value(const Big& bits, Vt type);
Big float_bits(double value, Vt type);

}  // namespace lathe::nvptx::test
