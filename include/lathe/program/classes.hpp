// What a View says of a value's register, where it says anything: its class, and whether the value must keep its name.
#pragma once

#include <cstdint>

#include <lathe/program/view.hpp>

namespace lathe::program {

/// What may share a location: 0 for all values of a View that does not name `classes`.
template <View P>
std::uint32_t class_of(const P& p, const value_t<P>& v) {
  if constexpr (Facts(P::facts).has(Fact::classes))
    return p.register_class(v);
  else
    return 0;
}
/// Must the value keep its name: a physical register, a flag? No value of a View that does not name `pinned` must.
template <View P>
bool pinned(const P& p, const value_t<P>& v) {
  if constexpr (Facts(P::facts).has(Fact::pinned))
    return p.pinned(v);
  else
    return false;
}

}  // namespace lathe::program
