// The analyses of one function that passes over it share, one pass after the other.
//
//   passes::Chain chain(code);
//   passes::hoist(chain, registers);
//   passes::common_subexpressions(chain, registers);
//   passes::sink(chain, registers);                     // sink(code, registers) makes a chain for itself
//
// Each is made when somebody first asks for it, hears of all edits from then on (the chain is an observer, and stands
// in the pack of every pass that it is given to), and is there for the next pass. A pass that knows nothing of chains
// may have it among its observers: reschedule(code, own, options, plan, sink, chain).
//
// start(), with which each pass begins, forgets everything where the pass before changed control flow (a way, a block,
// a terminator): numbers, orders and shapes are then those of a function that nobody has looked at yet. So a pass does
// on a chain what it does alone, whatever ran before; a test holds that for most of them. Edits that nobody hears of
// (the Editor's own members on code that stands in the layout) are to be told by forget().
//
// Cost: that of what is asked for; an edit what those who are there take for it, and a call for each of these that only
// get() has made.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include <lathe/passes/places.hpp>

namespace lathe::passes {

/// Analyses of one function that several passes share, made when first asked for and kept right by edits.
template <Editor P>
class Chain {
  using Edit = program::Edit<P>;
  using Kind = typename Edit::Kind;

 public:
  /// The code outlives it.
  explicit Chain(P& code) : code_(code) {}
  Chain(const Chain&) = delete;
  Chain& operator=(const Chain&) = delete;

  P& code() const { return code_; }  ///< the code that passes of the chain change

  /// A pass begins: what was got from here before is of no use where control flow has changed since. `in_order`: the
  /// pass wants instructions to have numbers in the order of the code, and none that have gone.
  Chain& start(bool in_order = false) {
    if (reshaped_ || (in_order && moved_)) forget();
    return *this;
  }
  /// Everything is made anew when it is asked for.
  void forget() {
    while (!others_.empty()) others_.pop_back();  // the last one may ask those before it
    places_.reset();
    shape_.reset();
    live_out_.reset();
    uses_.reset();
    flow_.reset();
    known_.reset();
    reshaped_ = moved_ = all_known_ = false;
  }

  /// How many edits it has heard of.
  std::uint64_t edits() const { return edits_; }

  // ---- what is there, or is made now. References hold until forget().

  program::Known<P>& known() {
    if (!all_known_) [[unlikely]] {
      blocks_known().add_all(code_);
      all_known_ = true;
    }
    return *known_;
  }
  /// Numbers of blocks alone: nobody walks over the code for them.
  const program::Handles<block_t<P>>& blocks() { return blocks_known().blocks; }
  program::ControlFlow<P>& flow() {
    if (!flow_) [[unlikely]]
      flow_.emplace(code_, blocks_known());
    return *flow_;
  }
  /// Who reads and writes each value; made where somebody first asks.
  program::UseDef<P>& uses() {
    if (!uses_) [[unlikely]] {
      uses_.emplace(code_, blocks_known());  // it meets all that there is
      all_known_ = true;
    }
    return *uses_;
  }
  /// Of the control flow as it was when the pass began, if somebody has asked before it changed.
  const Shape<P>& shape() {
    if (!shape_) [[unlikely]]
      shape_.emplace(code_, blocks_known(), flow());
    return *shape_;
  }
  Places<P>& places() {
    if (!places_) [[unlikely]]
      places_.emplace(code_, blocks_known(), flow(), uses(), shape());
    return *places_;
  }
  const LiveOut<P>& live_out() {
    if (!live_out_) [[unlikely]]
      live_out_.emplace(code_);
    return *live_out_;
  }
  /// Any other that is made from the chain, from the code and its control flow, or from that alone:
  /// flow::FollowLiveness, FollowLoops, FollowDominators, ... It hears of edits where it is an observer. O(kinds) where
  /// it is there.
  template <class A>
  A& get() {
    for (const Other& o : others_)
      if (o.type == &type_of<A>) return *static_cast<A*>(o.object.get());
    A* const made = make<A>();
    Other o{&type_of<A>, {made, [](void* a) { delete static_cast<A*>(a); }}};
    if constexpr (program::Observer<A, P>) {
      o.before = [](void* a, const P& p, const Edit& e) { static_cast<A*>(a)->before(p, e); };
      o.after = [](void* a, const P& p, const Edit& e) { static_cast<A*>(a)->after(p, e); };
    }
    if constexpr (program::Verifiable<A, P>)
      o.verify = [](const void* a, const P& p, program::FollowFaults& f) { static_cast<const A*>(a)->verify(p, f); };
    others_.push_back(std::move(o));
    return *made;
  }

  // ---- an observer

  void before(const P& p, const Edit& e) {
    note(p, e);
    if (uses_) uses_->before(p, e);
    if (flow_) flow_->before(p, e);
    for (const Other& o : others_)
      if (o.before != nullptr) o.before(o.object.get(), p, e);
  }
  void after(const P& p, const Edit& e) {
    if (uses_) uses_->after(p, e);
    if (flow_) flow_->after(p, e);
    if (places_) places_->after(p, e);
    for (const Other& o : others_)
      if (o.after != nullptr) o.after(o.object.get(), p, e);
  }
  /// Compares what is there with what is made anew. For program::Verifying.
  void verify(const P& p, program::FollowFaults& faults) const {
    if (uses_) uses_->verify(p, faults);
    if (flow_ && faults.empty()) flow_->verify(p, faults);
    if (places_ && faults.empty()) places_->verify(p, faults);
    for (const Other& o : others_)
      if (o.verify != nullptr && faults.empty()) o.verify(o.object.get(), p, faults);
  }

 private:
  struct Other {
    const char* type;
    std::unique_ptr<void, void (*)(void*)> object;
    void (*before)(void*, const P&, const Edit&) = nullptr;
    void (*after)(void*, const P&, const Edit&) = nullptr;
    void (*verify)(const void*, const P&, program::FollowFaults&) = nullptr;
  };
  template <class A>
  static inline char type_of = 0;

  template <class A>
  A* make() {
    if constexpr (std::constructible_from<A, Chain&>)
      return new A(*this);
    else if constexpr (std::constructible_from<A, const P&, program::ControlFlow<P>&>)
      return new A(std::as_const(code_), flow());
    else
      return new A(flow());
  }
  program::Known<P>& blocks_known() {
    if (!known_) known_.emplace(code_, typename program::Known<P>::Outside());
    return *known_;
  }
  void note(const P& p, const Edit& e) {
    ++edits_;
    moved_ |= e.kind == Kind::put || e.kind == Kind::block;
    reshaped_ = reshaped_ || e.kind == Kind::successor || e.kind == Kind::block ||
                (e.kind == Kind::put && p.effects(*e.inst).has(Effect::terminator));
  }

  P& code_;
  std::optional<program::Known<P>> known_;
  std::optional<program::ControlFlow<P>> flow_;
  std::optional<program::UseDef<P>> uses_;
  std::optional<LiveOut<P>> live_out_;
  std::optional<Shape<P>> shape_;
  std::optional<Places<P>> places_;
  std::vector<Other> others_;
  std::uint64_t edits_ = 0;
  bool reshaped_ = false, moved_ = false, all_known_ = false;
};
template <class P>
Chain(P&) -> Chain<P>;

/// The edits of a pass: the chain hears of them first.
template <Editor P, class... Observers>
using ChainEditing = program::Editing<P, Chain<P>, Observers...>;

}  // namespace lathe::passes
