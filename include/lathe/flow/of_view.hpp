// Any View for the analyses of this folder: order, dominators, loops, frequencies, liveness, intervals.
//
//   const MyView view(function);
//   const flow::OfView of(view);
//   const flow::Report report = flow::analyse(flow::ingest(of));
//   of.block(b), of.variable(v)                 // what the report's numbers are: handles of the user's
//
// One member may come from the user besides, in an object of its own:
//   bool is_cold(Block) const                   // seldom executed
//
// Cost: that of program::Numbering.
#pragma once

#include <string>

#include <lathe/flow/concepts.hpp>
#include <lathe/program/numbering.hpp>

namespace lathe::flow {

/// Nothing is known besides.
struct Nothing {};

namespace detail {
template <program::View V>
struct Numbered {
  template <class Range>
  Numbered(const V& view, const Range& first) : numbering(view, first) {}
  program::Numbering<V> numbering;
};
template <class Own, class V>
concept HasIsCold = requires(const Own& own, const program::block_t<V>& block) {
  { own.is_cold(block) } -> std::convertible_to<bool>;
};

/// The whole of an OfView whose View is right.
template <class V, class Own>
class OfAgreed : private Numbered<V>, public program::FlowOf<V> {
 public:
  explicit OfAgreed(const V& view, Own own = {}) : OfAgreed(view, own, std::initializer_list<program::value_t<V>>{}) {}
  /// The values of `first` have the first numbers, whether they are mentioned or not.
  template <class Range>
  OfAgreed(const V& view, Own own, const Range& first)
      : Numbered<V>(view, first), program::FlowOf<V>(view, numbering()), view_(view), own_(std::move(own)) {}
  OfAgreed(const OfAgreed&) = delete;

  const program::Numbering<V>& numbering() const { return Numbered<V>::numbering; }
  const program::block_t<V>& block(Block b) const { return numbering().block(b); }
  const program::value_t<V>& variable(std::uint32_t v) const { return numbering().value(v); }

  std::string name() const {
    if constexpr (program::Facts(V::facts).has(program::Fact::names)) return std::string(view_.name());
    return {};
  }
  bool is_cold(Block b) const {
    if constexpr (HasIsCold<Own, V>) return own_.is_cold(block(b));
    return false;
  }

 private:
  const V& view_;
  Own own_;
};
}  // namespace detail

/// A flow::DataFlow. The View outlives it; it is not copied.
template <class V, class Own = Nothing>
class OfView : public program::IfAgreed<V, detail::OfAgreed<V, Own>> {
#include <lathe/program/facts.def>
#include <lathe/program/view.def>
  static_assert(told(!program::View<V> || detail::HasIsCold<Own, V> || std::same_as<Own, Nothing>),
                "flow::OfView wants of its second argument  bool is_cold(Block) const;");
  using Base = program::IfAgreed<V, detail::OfAgreed<V, Own>>;

 public:
  using Base::Base;
};
template <class V>
OfView(const V&) -> OfView<V>;
template <class V, class Own>
OfView(const V&, Own) -> OfView<V, Own>;
template <class V, class Own, class Range>
OfView(const V&, Own, const Range&) -> OfView<V, Own>;

}  // namespace lathe::flow
