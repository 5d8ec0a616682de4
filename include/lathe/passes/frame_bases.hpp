// Registers for parts of a large frame: what names the frame at an offset that its instruction cannot have names a base
// beside it instead, which many of them share.
//
// An instruction reaches from a register so far down and so far up. References to the frame that reach their place from
// the frame's own register stay as they are; the others are intervals of places at which a base could stand for them, and
// the fewest bases that serve them all are found from below: each stands as high as the lowest reference that has none
// allows. A base is made once, in the nearest block that dominates all that share it; a reference that would have one for
// itself is left to whoever makes large offsets one by one. The layout of the frame is fixed before (frame_layout.hpp).
//
// Needs: an Editor. The client (which may be the program itself) says
//   optional<int64_t> frame_place(Inst) const;   // the offset from the frame that it names, and that could be named beside
//                                                // a base; nothing: it names none
//   pair<int64_t, int64_t> frame_reach(Inst) const;   // offsets from a register that it may have, both ends
//   Value base_like() const;                          // bases are like this value
//   Inst make_base(Value to, int64_t offset);         // to = frame + offset; stands nowhere
//   Inst make_based(Inst, Value base, int64_t offset);   // a copy of it that names base + offset; stands nowhere
// Registers are not asked about: a base lives from where it is made to the last that shares it; `least` says how many
// must. Cost: O(size + references log references), and for each base the dominators above its first reference at most. Each prefix of the changes does the same.
// Sources: LLVM's LocalStackSlotAllocation, which takes the first reference for the base; the fewest points that meet all
// intervals: Gavril, SIAM J. Computing 1972.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lathe/passes/chain.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct FrameBasesOptions {
  std::uint64_t fuel = ~std::uint64_t{0};  ///< bases
  std::uint32_t least = 2;                 ///< references that must share a base
  bool explain = false;                    ///< fill FrameBasesResult::kept
};
enum class FrameBasesReason : std::uint8_t {
  alone  ///< too few others are near
};
inline constexpr const char* frame_bases_reason_names[] = {"too few places near it"};
struct FrameBasesStats {
  std::uint64_t references = 0, far = 0, bases = 0, rewritten = 0;
  static constexpr auto fields() {
    using S = FrameBasesStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"references to the frame", &S::references}, F{"too far for their instruction", &S::far},
                      F{"bases made", &S::bases}, F{"references by a base", &S::rewritten}};
  }
};
template <View P>
using FrameBasesResult = PassResult<P, FrameBasesStats, FrameBasesReason>;

/// What the pass asks about accesses of the frame, and has made.
template <class C, class P>
concept FrameClient = requires(C& c, const inst_t<P>& i, const value_t<P>& v, std::int64_t n) {
  { c.frame_place(i) } -> std::convertible_to<std::optional<std::int64_t>>;
  { c.frame_reach(i) } -> std::convertible_to<std::pair<std::int64_t, std::int64_t>>;
  { c.base_like() } -> std::convertible_to<value_t<P>>;
  { c.make_base(v, n) } -> std::convertible_to<inst_t<P>>;
  { c.make_based(i, v, n) } -> std::convertible_to<inst_t<P>>;
};

namespace detail {

template <Editor P, class Client, class Change, class... Observers>
class FrameBases {
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  struct Reference {
    Inst inst;
    std::uint32_t block, order;     // in the code
    std::int64_t place, low, high;  // where its base may stand
  };

 public:
  FrameBases(Chain<P>& on, Client& client, const FrameBasesOptions& options, Change& changes,
             FrameBasesResult<P>& result, Observers&... observers)
      : on_(on.start()),
        code_(on.code()),
        client_(client),
        options_(options),
        changes_(changes),
        result_(result),
        editing_(code_, on_, observers...) {}

  void run() {
    find();
    std::sort(all_.begin(), all_.end(), [](const Reference& a, const Reference& b) {
      return a.high != b.high ? a.high < b.high : a.order < b.order;
    });
    for (std::size_t at = 0, end = 0; at < all_.size() && changes_.any(); at = end) {
      const std::int64_t base = all_[at].high;
      for (end = at; end < all_.size() && all_[end].low <= base; ++end) {
      }
      const std::span<Reference> with(all_.data() + at, end - at);
      if (with.size() >= std::max(options_.least, 1U))
        serve(with, base);
      else
        for (const Reference& r : with) keep(r, FrameBasesReason::alone);
    }
  }

 private:
  void find() {
    std::uint32_t order = 0;
    for (const std::uint32_t b : on_.shape().order.blocks)
      for (auto&& i : code_.instructions(on_.known().blocks[b])) {
        ++order;
        const std::optional<std::int64_t> place = client_.frame_place(i);
        if (!place) continue;
        ++result_.stats.references;
        const auto [down, up] = client_.frame_reach(i);
        if (down <= *place && *place <= up) continue;
        ++result_.stats.far;
        all_.push_back({i, b, order, *place, *place - up, *place - down});
      }
  }
  void serve(std::span<Reference> with, std::int64_t base) {
    if (!changes_.next("FrameBase")) return;
    std::sort(with.begin(), with.end(), [](const auto& a, const auto& b) { return a.order < b.order; });
    changes_.remark(Remark::Kind::passed, "FrameBase", code_, with.front().inst, [&] {
      return "frame + " + std::to_string(base) + " in a register for " + std::to_string(with.size()) + " places";
    });
    const Value to = editing_.new_value(client_.base_like());
    editing_.insert(client_.make_base(to, base), home(with));
    for (const Reference& r : with) {
      editing_.insert_before(client_.make_based(r.inst, to, r.place - base), r.inst);
      editing_.erase(r.inst);
    }
    ++result_.stats.bases;
    result_.stats.rewritten += with.size();
  }
  // In front of the first of them, or at the end of the block that dominates them all.
  spot_t<P> home(std::span<const Reference> with) const {
    const flow::Dominators& dominators = on_.shape().dominators;
    std::uint32_t b = with.front().block;
    for (const Reference& r : with)
      while (!dominators.dominates(b, r.block)) b = dominators.immediate(b);
    const block_t<P> block = on_.known().blocks[b];
    for (const Reference& r : with)
      if (r.block == b) return {block, r.inst};
    for (auto&& i : code_.instructions(block))
      if (code_.effects(i).has(Effect::terminator)) return {block, i};
    return {block, {}};
  }
  void keep(const Reference& r, FrameBasesReason why) {
    if (options_.explain) result_.kept.push_back({why, r.inst});
    changes_.remark(Remark::Kind::missed, "NoFrameBase", code_, r.inst,
                    [&] { return inst_name(code_, r.inst) + ": " + frame_bases_reason_names[static_cast<int>(why)]; });
  }

  Chain<P>& on_;
  P& code_;
  Client& client_;
  const FrameBasesOptions& options_;
  Change& changes_;
  FrameBasesResult<P>& result_;
  ChainEditing<P, Observers...> editing_;
  std::vector<Reference> all_;
};

}  // namespace detail

/// See the head of the file.
template <Editor P, class Client, class Sink = NoRemarks, class... Observers>
  requires FrameClient<Client, P>
FrameBasesResult<P> make_frame_bases(Chain<P>& on, Client& client, const FrameBasesOptions& options = {},
                                     Sink&& sink = {}, Observers&... observers) {
  using Change = Changes<std::remove_reference_t<Sink>, Observers...>;
  FrameBasesResult<P> result;
  if (on.code().blocks().begin() == on.code().blocks().end()) return result;
  Change changes("localstackalloc", options.fuel, sink, observers...);
  detail::FrameBases<P, Client, Change, Observers...>(on, client, options, changes, result, observers...).run();
  changes.close(result);
  return result;
}
/// On a chain of its own.
template <Editor P, class Client, class Sink = NoRemarks, class... Observers>
  requires FrameClient<Client, P>
FrameBasesResult<P> make_frame_bases(P& code, Client& client, const FrameBasesOptions& options = {}, Sink&& sink = {},
                                     Observers&... observers) {
  Chain<P> on(code);
  return make_frame_bases(on, client, options, sink, observers...);
}

}  // namespace lathe::passes
