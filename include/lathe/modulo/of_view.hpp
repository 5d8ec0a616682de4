// Any program::View for lathe::modulo: the body of a loop of one block. Phis, memory, latencies and units are the
// View's; the user adds registers. Where the View knows no latencies, each is 1; where it knows no units, nothing holds
// any, and the interval is bounded by recurrences and issue slots alone.
//
//   struct Own {
//     range<program::RegisterSet> sets() const;                 // or derive from program::NoRegisters
//     program::RegisterClass register_class(Value) const;
//   };
//   flow::ViewLiveness<MyView> lives(view);
//   modulo::OfView<MyView, Own> loop(lives, block, own);        // `block`: its number in layout order
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/regions.hpp>
#include <lathe/modulo/ingest.hpp>
#include <lathe/program/region.hpp>

namespace lathe::modulo {

using program::explain_own;

/// A modulo::Loop.
template <class V, class Own>
class OfView : public program::Nothing {  // told what is wrong, and nothing besides
#include <lathe/program/own.def>
  using Nothing::Nothing;
};
template <class V, class Own>
  requires program::RegionOwn<V, Own>
class OfView<V, Own> : public program::RegionOf<V, Own> {
 public:
  /// Block number `block` as a loop; `lives` outlives it. What is read behind the loop is found by its liveness.
  OfView(const flow::ViewLiveness<V>& lives, std::uint32_t block, Own own)
      : OfView(lives.view(), block, lives.numbering().block(block), lives.behind_loop(block), std::move(own)) {}
  /// `live`: what is read behind the loop, whoever writes it; `number` is for the name.
  OfView(const V& view, std::uint32_t number, const program::block_t<V>& block,
         const std::vector<program::value_t<V>>& live, Own own)
      : program::RegionOf<V, Own>(program::Region<V>::of_loop(view, block, live, name_of(view, number)),
                                  std::move(own)) {}

 private:
  static std::string name_of([[maybe_unused]] const V& view, std::uint32_t number) {
    if constexpr (program::Facts(V::facts).has(program::Fact::names))
      return std::string(view.name()) + ":" + std::to_string(number);
    return std::to_string(number);
  }
};
template <class V, class Own>
OfView(const flow::ViewLiveness<V>&, std::uint32_t, Own) -> OfView<V, Own>;
template <class V, class Own>
OfView(const V&, std::uint32_t, const program::block_t<V>&, const std::vector<program::value_t<V>>&, Own)
    -> OfView<V, Own>;

}  // namespace lathe::modulo
