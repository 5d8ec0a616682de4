// Code by hand for tests of places (lathe/passes/places.hpp): accesses that the test names, and Views that know one thing more.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <lathe/passes/chain.hpp>
#include <lathe/passes/places.hpp>

#include "unit/lathe/passes/small_code.hpp"

namespace passes_test {

namespace passes = lathe::passes;
namespace program = lathe::program;
using passes::Standing;
using Access = program::Access<ValueId>;
inline constexpr Effects pure{};

// What an instruction reads may tell what it does: one named "odd" writes memory where it reads `writing`, or takes it.
class PlaceCode : public SmallCode {
 public:
  static constexpr program::Facts facts = SmallCode::facts | Fact::pinned;
  std::set<ValueId> pins;
  std::map<InstId, std::vector<Access>> accesses;
  ValueId writing = make_value();
  bool pinned(ValueId v) const { return pins.count(v) != 0; }
  Effects effects(InstId i) const {
    Effects e = SmallCode::effects(i);
    if (payload(i).name == "odd")
      for_each_operand(i, [&](const SmallCode::Operand& o) {
        if (o.value == writing) e |= Effect::writes;
      });
    if (payload(i).name == "odd")
      for_each_incoming(i, [&](BlockId, ValueId v) {
        if (v == writing) e |= Effect::writes;
      });
    return e;
  }
  template <class F>
  void for_each_access(InstId i, F&& f) const {
    const auto at = accesses.find(i);
    if (at == accesses.end()) return SmallCode::for_each_access(i, f);
    for (const Access& a : at->second) f(a);
  }
  std::vector<InstId> all(BlockId b) const {
    std::vector<InstId> out;
    for (const InstId i : instructions(b)) out.push_back(i);
    return out;
  }
};
template <class C>
struct Made {
  C& code;
  passes::Chain<C> chain;
  passes::Places<C>& places;
  explicit Made(C& c) : code(c), chain(c), places((chain.known(), chain.places())) {}
  auto editing() { return program::Editing<C, passes::Chain<C>>(code, chain); }
  std::uint32_t block(BlockId b) { return chain.known().blocks.find(b); }
  Standing of(InstId i) { return places.of(i); }
  std::string faults() const {
    program::FollowFaults found;
    places.verify(code, found);
    return found.empty() ? "" : found.begin()->text;
  }
};

}  // namespace passes_test
