// The poorest source of values that lathe::bits takes: what it cannot do, the engines must not need.
#pragma once

#include <lathe/bits/demanded.hpp>

namespace archetype {

/// Four inputs of 64 bits, used by nobody. Handles copy and do nothing else; what converts is not the type itself.
struct BitsSource {
  struct Value {
    std::uint32_t number;
    Value(std::uint32_t n) : number(n) {}
  };
  struct User {
    User() = delete;
  };
  struct Number {
    std::uint32_t value;
    operator std::uint32_t() const { return value; }
  };
  struct Truth {
    operator bool() const { return false; }
  };
  struct Unknown {
    operator lathe::bits::Fact<>() const { return lathe::bits::Fact<>::unknown(64); }
  };
  struct None {
    operator std::uint64_t() const { return 0; }
  };
  Number index(const Value& v) const { return {v.number}; }
  Number width(const Value&) const { return {64}; }
  template <class Ask>
  Unknown fact(const Value&, Ask&&) const {
    return {};
  }
  Truth escapes(const Value&) const { return {}; }
  template <class F>
  void for_each_user(const Value&, F&&) const {}
  template <class Demanded, class Ask>
  None demand(const User&, std::uint32_t, Demanded&&, Ask&&) const {
    return {};
  }
  BitsSource() = default;
  BitsSource(const BitsSource&) = delete;
};
static_assert(lathe::bits::explain_demand_source<BitsSource>());

}  // namespace archetype
