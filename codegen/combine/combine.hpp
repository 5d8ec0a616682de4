// DAG -> smaller DAG: rules by family (arith, bits, compare, float, memory, convert) run by the generic combiner.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/dag/dag.hpp"
#include "codegen/legalize/facts.hpp"

namespace lathe::dag {
struct CombineScratch;
}

namespace lathe::codegen {

/// Which of the three runs: before type legalization anything goes; later only legal types, then only legal operations
/// may be made.
enum class CombineLevel { before_types, after_types, after_operations };

/// How far one question for known bits or sign bits goes; what lies beyond is unknown, and so are answers of 0 levels
/// about all that is not a leaf. Both bounds hold for any numbers given here.
struct KnownBitsLimits {
  static constexpr std::uint32_t deepest = 64;  ///< `depth` is cut to it
  std::uint32_t depth = 6;                      ///< levels of operands below the value, at most `deepest`
  std::uint32_t expansion = 1024;  ///< values looked at, each as often as it is reached; 0: nothing is known
};
/// How far the question goes which bits of a value its users look at. 0 levels or values: nothing is asked.
struct DemandedBitsLimits {
  static constexpr std::uint32_t deepest = 64;  ///< `depth` is cut to it
  std::uint32_t depth = 6;                      ///< levels of operands below the operation that asks
  std::uint32_t expansion = 24;                 ///< values looked at, each as often as it is reached
};
/// Counters of questions for known bits and sign bits.
struct KnownBitsStats {
  std::uint64_t questions = 0;  ///< that were asked
  std::uint64_t expanded = 0;   ///< values looked at
  std::uint64_t most = 0;       ///< by one question
  std::uint64_t cut = 0;        ///< questions that met the limit of expansion
  KnownBitsStats& operator+=(const KnownBitsStats& other);
};

/// What a function and its options say of floating point.
struct FloatModes {
  /// Where a product and a sum may become one rounding.
  enum class Fuse : std::uint8_t { never, where_flagged, always };
  Fuse fuse = Fuse::where_flagged;  ///< products and sums into one operation
  bool flush_f32 = false;           ///< denormal f32 operands and results are zero
};

struct CombineOptions {
  std::uint64_t fuel = ~0ULL;          ///< rewrites allowed, for bisection
  bool trace = false;                  ///< record what each rewrite took away and put there
  KnownBitsLimits known_bits{};        ///< how far questions go
  DemandedBitsLimits demanded_bits{};  ///< how far questions go
  /// Rules that are left out, by name, `merge-memory` and `drop-freezes` among them, or by group: `known-bits` (what
  /// known and demanded bits decide) and `reassociation` (what moves constants through sums, products and logic), the
  /// two gates of the reference.
  std::vector<std::string> disabled{};
};
/// Every name and group that CombineOptions::disabled knows, in order, each once.
std::vector<std::string_view> combine_rule_names();
struct CombineStats {
  std::uint64_t nodes = 0, visits = 0, rewrites = 0, erased = 0;  ///< nodes: alive at the start
  KnownBitsStats known_bits{};                                    ///< of this run
  /// When asked for: a COVERED and an INCLUDED line per rewrite (include/lathe/combine/trace.hpp), with node ids of
  /// the graph at that time; joined accesses and dropped freezes are one rewrite each, by the names `merge-memory` and
  /// `drop-freezes`.
  std::string trace;
};
/// Memory that a run may leave to the next one, of one thread. (Not the thread's own: where a variable with a destructor
/// is made for a thread and there is no memory, the C library ends the process.)
class CombineMemory {
 public:
  CombineMemory();
  ~CombineMemory();
  CombineMemory(const CombineMemory&) = delete;
  CombineMemory& operator=(const CombineMemory&) = delete;

 private:
  friend CombineStats combine(Dag&, CombineLevel, const TargetFacts&, const FloatModes&, const CombineOptions&,
                              CombineMemory*);
  std::unique_ptr<dag::CombineScratch> scratch_;
};
/// Runs the rules of one level to their fixpoint; keeps dag.root at what stands for it. The first run also joins
/// adjacent memory accesses, the last one drops freezes. Visits and time are linear in the nodes (include/lathe/dag/
/// combine.hpp states the bound).
CombineStats combine(Dag& dag, CombineLevel level, const TargetFacts& facts, const FloatModes& modes,
                     const CombineOptions& options = {}, CombineMemory* memory = nullptr);

/// Known bits of an integer value (of one lane for vectors); what `hooks` does not tell of recipes is unknown, and so
/// is what the target's operations do where `traits` does not say it.
KnownBits64 known_bits(const Dag& dag, Value value, const KnownBitsLimits& limits = {}, KnownBitsStats* stats = nullptr,
                       const TargetHooks& hooks = {}, const NumericTraits& traits = {});
/// Number of top bits equal to the sign bit, at least 1.
unsigned sign_bits(const Dag& dag, Value value, const KnownBitsLimits& limits = {}, KnownBitsStats* stats = nullptr,
                   const TargetHooks& hooks = {}, const NumericTraits& traits = {});

}  // namespace lathe::codegen
