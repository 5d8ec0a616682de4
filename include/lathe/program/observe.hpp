// What analyses that follow edits have in common: numbers for handles that come and go, and the mode in which each is
// compared with itself made anew after every edit.
//
//   Known known(code);                               // numbers, shared by all
//   ControlFlow cfg(code, known);                    // who asks another observer comes behind it in the pack
//   flow::FollowDominators dominators(cfg);
//   Verifying verify(code, cfg, dominators);         // the last one; leave it out and it costs nothing
//   Editing editing(code, cfg, dominators, verify);
#pragma once

#include <cstdint>
#include <string>
#include <tuple>

#include <lathe/program/editing.hpp>
#include <lathe/program/numbering.hpp>
#include <lathe/support/fault.hpp>
#include <lathe/support/told.hpp>

namespace lathe::program {

/// Numbers of the handles of a function: those that it has in the order of a walk, new ones as they are met. A handle
/// keeps its number while it stands nowhere, so that an edit that is taken back finds it.
template <class V>
class Known : public Nothing {  // of what is no right View: told here, and not again by those who take a Known
#include <lathe/program/facts.def>
#include <lathe/program/view.def>
  using Nothing::Nothing;
};
template <Agreed P>
class Known<P> {
 public:
  struct Outside {};
  /// Parameters and blocks alone; who walks over the code anyway adds the rest.
  Known(const P& p, Outside) {
    if constexpr (Facts(P::facts).has(Fact::parameters))
      p.for_each_parameter([&](const value_t<P>& v) { values.add(v); });
    for (auto&& b : p.blocks()) blocks.add(b);
  }
  /// Blocks, instructions and values, all that the code mentions, in its order. O(size).
  explicit Known(const P& p) : Known(p, Outside()) { add_all(p); }
  /// What the code mentions and has no number yet.
  void add_all(const P& p) {
    for (auto&& b : p.blocks())
      for (auto&& i : p.instructions(b)) {
        insts.add(i);
        p.for_each_operand(i, [&](const Operand<value_t<P>>& o) { values.add(o.value); });
      }
  }
  Handles<block_t<P>> blocks;  ///< of blocks
  Handles<inst_t<P>> insts;    ///< of instructions; numbers of erased ones are not given again
  Handles<value_t<P>> values;  ///< of values
};

template <class P>
Known(const P&) -> Known<P>;

/// What a follower says that is not so.
enum class FollowFault : std::uint8_t {
  use_def,
  control_flow,
  dominators,
  post_dominators,
  loops,
  liveness,
  intervals,
  pressure,
  trace,
  places
};
/// In what a follower differs from itself made anew.
using FollowFaults = FaultList<FollowFault>;
inline constexpr const char* follow_fault_names[] = {"use_def", "control_flow", "dominators", "post_dominators",
                                                     "loops",   "liveness",     "intervals",  "pressure",
                                                     "trace",   "places"};

/// Compares itself with itself made anew.
template <class O, class P>
concept Verifiable = requires(const O& o, const P& p, FollowFaults& faults) { o.verify(p, faults); };

/// The observer that does so after every edit; the last of the pack. The first difference stays.
template <View P, class... Followers>
class Verifying {
  static_assert(told((Verifiable<Followers, P> && ...)),
                "a follower that is verified wants  void verify(const P&, program::FollowFaults&) const;");

 public:
  /// Holds no more than references: the followers outlive it, and stand in front of it among the observers.
  explicit Verifying(const P&, const Followers&... followers) : followers_(followers...) {}
  void before(const P&, const Edit<P>&) {}
  void after(const P& p, const Edit<P>& e) {
    ++edits_;
    if (!faults_.empty()) return;
    FollowFaults found;
    std::apply([&](const Followers&... f) { ((found.empty() ? f.verify(p, found) : void()), ...); }, followers_);
    static constexpr const char* kinds[] = {"put", "operand", "successor", "block", "incoming", "value"};
    for (const auto& f : found) {
      faults_.add(f.kind, f.place,
                  std::string(follow_fault_names[static_cast<int>(f.kind)]) + " behind edit " + std::to_string(edits_) +
                      " (" + (e.undo ? "undo " : "") + kinds[static_cast<int>(e.kind)] + "): " + f.text);
      return;
    }
  }
  /// Empty, or the first difference: its kind, the edit that it came with, and where.
  const FollowFaults& faults() const { return faults_; }
  /// Edits that were looked at so far, those behind the first fault included.
  std::uint64_t edits() const { return edits_; }

 private:
  std::tuple<const Followers&...> followers_;
  FollowFaults faults_;
  std::uint64_t edits_ = 0;
};
template <class P, class... Followers>
Verifying(const P&, const Followers&...) -> Verifying<P, Followers...>;

}  // namespace lathe::program
