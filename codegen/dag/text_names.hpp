// Words that the DAG's printer and parser share: one table per enumeration, and how each payload is written.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "codegen/dag/dag.hpp"

namespace lathe::codegen::text {

inline constexpr std::string_view flags[] = {"nuw", "nsw",  "exact",    "disjoint", "nneg",    "nnan", "ninf",
                                             "nsz", "arcp", "contract", "afn",      "reassoc", "ftz"};
inline constexpr std::string_view extends[] = {"none", "any", "zext", "sext"};
inline constexpr std::string_view orderings[] = {"none",    "unordered", "relaxed", "acquire",
                                                 "release", "acq_rel",   "seq_cst"};
inline constexpr std::string_view scopes[] = {"thread", "cta", "cluster", "gpu", "sys"};
inline constexpr std::string_view recipe_kinds[] = {"result",        "input",      "imm",         "address",
                                                    "literal",       "open_tuple", "close_tuple", "open_bracket",
                                                    "close_bracket", "pipe",       "negate"};
inline constexpr Space spaces[] = {Space::generic, Space::global, Space::shared,         Space::constant,
                                   Space::local,   Space::tensor, Space::shared_cluster, Space::param};

/// How the payload of an operation is written after its operands.
enum class Style : std::uint8_t { plain, integer, bits, wide, condition, symbol, mask, memory, reduction };

inline Style style(Isd op) {
  switch (op) {
    case Isd::constant:
      return Style::integer;
    case Isd::constant_fp:
      return Style::bits;
    case Isd::wide_constant:
      return Style::wide;
    case Isd::setcc:
      return Style::condition;
    case Isd::global_address:
      return Style::symbol;
    case Isd::shuffle:
      return Style::mask;
    case Isd::reduce:
      return Style::reduction;
    case Isd::load:
    case Isd::load_vec:
    case Isd::store:
    case Isd::store_vec:
    case Isd::atomic_rmw:
    case Isd::atomic_cmpxchg:
    case Isd::fence:
    case Isd::prefetch:
      return Style::memory;
    default:
      return Style::plain;
  }
}

}  // namespace lathe::codegen::text
