// Knobs of the import planner, under the reference's names with its defaults.
#pragma once

#include <cstdint>
#include <limits>

namespace lathe::thinlto {

/// Which rule decides.
enum class Rule : std::uint8_t {
  best,        ///< highest threshold first, best copy of a function: the answer does not depend on the order of input
  first_found  ///< LLVM's: last found first, first copy that fits, in the order of the problem
};

/// Copies that another definition may replace at link time (linkonce, weak, common).
enum class Interposable : std::uint8_t {
  never,      ///< not imported, as in LLVM
  prevailing  ///< the one that the linker keeps is, where nothing is linked dynamically, as on a GPU
};

struct Options {
  Rule rule = Rule::best;                      ///< ours, or LLVM's
  std::uint32_t import_instr_limit = 100;      ///< instructions of a callee at most
  std::int64_t import_cutoff = -1;             ///< functions at most, per importing module; negative: no limit
  float import_instr_evolution_factor = 0.7F;  ///< what is left of the limit one level deeper, 0 to 1
  float import_hot_evolution_factor = 1.0F;    ///< the same below a hot call
  float import_hot_multiplier = 10.0F;         ///< of the limit at a hot call
  float import_critical_multiplier = 100.0F;   ///< of the limit at a critical call
  float import_cold_multiplier = 0.0F;         ///< of the limit at a cold call; 0: none is imported
  float default_multiplier = 1.0F;             ///< at other calls
  bool compute_dead = true;                    ///< what no root reaches is dead and not imported
  bool propagate_attrs = true;                 ///< find variables that are only read or only written
  bool disable_thinlto_funcattrs = false;      ///< do not infer norecurse and nounwind
  bool import_constants_with_refs = true;      ///< constants whose initializer refers to others
  bool force_import_all = false;               ///< whatever the size, and noinline too
  bool import_all_index = false;               ///< whatever can be imported, called or not
  bool import_declaration = false;             ///< declarations of functions that are too large or noinline
  bool print_import_failures = false;          ///< keep a record of each refusal (else they are only counted)
  std::uint8_t force_priority = 0;             ///< every function has this import priority at least
  float low_priority_factor = 0.5F;            ///< share of the threshold that functions of priority 1 must fit, 0 to 1
  bool profile_gate = false;                   ///< a call that a profile saw lets its callee in whatever the size
  bool import_address_taken = false;           ///< functions that are referred to are tried as if called, last
  Interposable interposable = Interposable::never;
  std::uint64_t fuel = UINT64_MAX;  ///< functions to import at most, over all modules in the order of their names
  bool operator==(const Options&) const = default;
};

/// False: a factor is negative, above its bound, or no number. Evolution above 1 has no highest-first order: a cycle
/// of calls would raise its own threshold.
inline bool valid(const Options& o) {
  const auto from_zero = [](float x) { return x >= 0 && x <= std::numeric_limits<float>::max(); };
  const auto share = [](float x) { return x >= 0 && x <= 1; };
  return share(o.import_instr_evolution_factor) && share(o.import_hot_evolution_factor) &&
         share(o.low_priority_factor) && from_zero(o.import_hot_multiplier) &&
         from_zero(o.import_critical_multiplier) && from_zero(o.import_cold_multiplier) &&
         from_zero(o.default_multiplier) && o.force_priority <= 3 && o.import_instr_limit < 0xffffffffU &&
         o.rule <= Rule::first_found && o.interposable <= Interposable::prevailing;
}

}  // namespace lathe::thinlto
