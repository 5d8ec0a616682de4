// Loop rotation: a loop that tests at its top becomes one that tests at its end. The header is copied behind the block
// that jumps back to it, in the place of the jump; the header itself then only guards the loop.
//
// What is behind the header becomes the header of the loop: of a loop of a header and one more block, that block alone,
// which is what a pipeliner of single blocks takes. Nothing is renamed, for out of SSA form both copies write the same
// registers, so the code does what it did on every way, and as often.
//
// Needs: an Editor with Fact::branches (else nothing is known to be a test), code out of SSA form (a header with phis
// stays). Convergent instructions, calls and markers are never copied.
// Cost: O(code + copies) and the followers'.
// Source: the shape is that of LLVM's LoopRotation, made late and on registers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/loops.hpp>
#include <lathe/passes/blocks.hpp>
#include <lathe/passes/chain.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct RotateLoopsOptions {
  std::uint64_t fuel = ~std::uint64_t{0};  ///< loops
  std::uint32_t size = 16;                 ///< instructions of a header that is copied, at most
  std::uint32_t blocks = ~0U;              ///< of a loop, at most; 2: what becomes a loop of one block
  bool explain = false;
};
enum class RotateLoopsReason : std::uint8_t {
  shape,       ///< the header does not decide between the loop and the way out, or the loop has too many blocks
  latch,       ///< not one block, with a jump, goes back to it
  phis,        ///< it is in SSA form
  size,        ///< the header is too long
  convergent,  ///< something in it may not be copied
};
inline constexpr const char* rotate_loops_reason_names[] = {"the header does not leave the loop", "not one jump back",
                                                            "phis", "too long", "not to be copied"};
struct RotateLoopsStats {
  std::uint64_t loops = 0, rotated = 0, copied = 0;
  static constexpr auto fields() {
    using S = RotateLoopsStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"loops", &S::loops}, F{"loops rotated", &S::rotated}, F{"instructions copied", &S::copied}};
  }
};
/// `rotated`: the block of each loop that now ends with the test.
template <View P>
struct RotateLoopsResult : PassResult<P, RotateLoopsStats, RotateLoopsReason> {
  std::vector<block_t<P>> rotated;  ///< in the order in which they were done
};

namespace detail {

template <Editor P, class Sink, class... Observers>
class RotateLoops {
  using Block = block_t<P>;
  using Inst = inst_t<P>;
  using End = BlockEnd<P>;

 public:
  RotateLoops(Chain<P>& on, const RotateLoopsOptions& options, Sink& sink, Observers&... observers)
      : code_(on.start().code()),
        options_(options),
        jumps_(code_),
        known_(on.known()),
        flow_(on.flow()),
        editing_(code_, on, observers...),
        changes_("loop-rotate", options.fuel, sink, observers...) {}

  /// `wanted(latch)`: may this loop be rotated?
  template <class Wanted>
  RotateLoopsResult<P> run(Wanted&& wanted) {
    const flow::Cfg cfg = flow::cfg_of(flow_);
    const flow::Order order = flow::reverse_post_order(cfg);
    const flow::Loops loops = flow::find_loops(cfg, flow::Dominators(cfg), order);
    std::vector<std::uint32_t> sizes(loops.loops.size(), 0);
    for (std::uint32_t b = 0; b < flow_.block_count(); ++b)
      for (std::uint32_t l = loops.innermost[b]; l != flow::no_loop; l = loops.loops[l].parent) ++sizes[l];
    // Inner loops first; a rotated one's blocks are still those of the loops around it.
    for (std::uint32_t l = 0; l < loops.loops.size(); ++l) {
      ++result_.stats.loops;
      if (!one(loops, l, sizes[l], wanted)) break;
    }
    changes_.close(result_);
    return std::move(result_);
  }

 private:
  const Block& block(std::uint32_t b) const { return known_.blocks[b]; }
  End end_of(std::uint32_t b) const { return block_end(std::as_const(code_), block(b), jumps_.like()); }
  bool keep(std::uint32_t header, RotateLoopsReason why) {
    if (options_.explain)
      for (auto&& i : code_.instructions(block(header))) {
        result_.kept.push_back({why, i});
        break;
      }
    return true;
  }

  // False: there is no fuel left.
  template <class Wanted>
  bool one(const flow::Loops& loops, std::uint32_t loop, std::uint32_t size, Wanted& wanted) {
    const std::uint32_t header = loops.loops[loop].header;
    const End end = end_of(header);
    if (end.kind != End::Kind::two_way || !end.plain || size > options_.blocks)
      return keep(header, RotateLoopsReason::shape);
    std::uint32_t inside = 0;
    for (const std::uint32_t s : flow_.successors(header)) inside += s != header && loops.contains(loop, s);
    if (inside != 1 || flow_.successors(header).size() != 2) return keep(header, RotateLoopsReason::shape);
    std::optional<std::uint32_t> latch;
    std::uint32_t back = 0;
    for (const std::uint32_t p : flow_.predecessors(header))
      if (loops.contains(loop, p)) latch = p, ++back;
    for (const std::uint32_t s : flow_.successors(header)) back += s == header;
    if (back != 1 || *latch == header) return keep(header, RotateLoopsReason::latch);
    const End behind = end_of(*latch);
    if (behind.kind != End::Kind::jump || !behind.plain) return keep(header, RotateLoopsReason::latch);
    if (const auto why = refusal(header)) return keep(header, *why);
    if (!wanted(block(*latch))) return true;
    if (!changes_.next("Rotated")) return false;
    copy(header, *latch, behind.terminators[0]);
    return true;
  }
  std::optional<RotateLoopsReason> refusal(std::uint32_t header) const {
    std::uint32_t size = 0;
    for (auto&& i : code_.instructions(block(header))) {
      const program::Effects e = code_.effects(i);
      if (e.has(Effect::phi)) return RotateLoopsReason::phis;
      if (!e.has(Effect::terminator) && e.has(Effect::convergent | Effect::fixed | Effect::call | Effect::marker))
        return RotateLoopsReason::convergent;
      if (++size > options_.size) return RotateLoopsReason::size;
    }
    for (const std::uint32_t s : flow_.successors(header))
      if (!phis_of(std::as_const(code_), block(s)).empty()) return RotateLoopsReason::phis;
    return {};
  }
  void copy(std::uint32_t header, std::uint32_t latch, const Inst& jump) {
    std::vector<Inst> insts;
    for (auto&& i : code_.instructions(block(header))) insts.push_back(i);
    changes_.remark(Remark::Kind::passed, "Rotated", code_, jump,
                    [&] { return std::to_string(insts.size()) + " instructions of the test copied behind the loop"; });
    for (const Inst& i : insts) {
      const Inst made = code_.clone(i);
      if (code_.effects(made).has(Effect::terminator))
        editing_.append(made, block(latch));
      else
        editing_.insert_before(made, jump);
    }
    editing_.erase(jump);
    result_.rotated.push_back(block(latch));
    result_.stats.copied += insts.size();
    ++result_.stats.rotated;
  }

  P& code_;
  const RotateLoopsOptions& options_;
  JumpMaker<P> jumps_;
  program::Known<P>& known_;
  const program::ControlFlow<P>& flow_;
  ChainEditing<P, Observers...> editing_;
  Changes<Sink, Observers...> changes_;
  RotateLoopsResult<P> result_;
};

}  // namespace detail

/// Rotates the loops whose block that jumps back is `wanted(block)`, each once.
template <Editor P, class Wanted, class Sink = NoRemarks, class... Observers>
RotateLoopsResult<P> rotate_loops(Chain<P>& on, const RotateLoopsOptions& options, Wanted&& wanted, Sink&& sink = {},
                                  Observers&... observers) {
  if (on.code().blocks().begin() == on.code().blocks().end()) return {};
  return detail::RotateLoops<P, std::remove_reference_t<Sink>, Observers...>(on, options, sink, observers...)
      .run(wanted);
}
/// On a chain of its own.
template <Editor P, class Wanted, class Sink = NoRemarks, class... Observers>
RotateLoopsResult<P> rotate_loops(P& code, const RotateLoopsOptions& options, Wanted&& wanted, Sink&& sink = {},
                                  Observers&... observers) {
  Chain<P> on(code);
  return rotate_loops(on, options, wanted, sink, observers...);
}

}  // namespace lathe::passes
