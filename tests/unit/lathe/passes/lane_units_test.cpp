// Compiled at -O1: all sets of lanes are tried.
// Units of registers against twins that know single lanes: which lanes some mention tells apart, directly or by copies, and
// where a narrow register could be in a wide one.
#include <doctest/doctest.h>

#include <lathe/passes/lane_units.hpp>

#include "unit/lathe/passes/lane_functions.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
constexpr std::uint64_t whole = ~std::uint64_t{0};

std::vector<int> listed(std::uint64_t lanes) {
  std::vector<int> out;
  for (int k = 0; k < 64; ++k)
    if ((lanes >> k & 1) != 0) out.push_back(k);
  return out;
}
// Each way to lay all of `narrow` onto lanes of `wide` that follow one another.
std::uint64_t twin_place(std::uint64_t narrow, std::uint64_t here, std::uint64_t wide, std::uint64_t there) {
  const std::vector<int> small = listed(narrow), large = listed(wide);
  for (std::size_t at = 0; at + small.size() <= large.size(); ++at) {
    std::uint64_t carried = 0, part = 0;
    for (std::size_t k = 0; k < small.size(); ++k) {
      part |= 1ULL << large[at + k];
      if ((here >> small[k] & 1) != 0) carried |= 1ULL << large[at + k];
    }
    if (carried == there) return part;
  }
  return 0;
}

/// What coalescing would ask of a function.
struct Asked {
  struct Copy {
    std::uint32_t to, from;
    std::uint64_t to_lanes, from_lanes;
  };
  program::Handles<ValueId> regs;
  std::vector<Copy> copies;
  std::vector<passes::LaneUnits<LaneCode>::Named> named;
  explicit Asked(const LaneCode& c) {
    const auto number = [&](ValueId v) { return regs.add(v); };
    for (const BlockId b : c.blocks())
      for (const InstId i : c.instructions(b)) {
        c.for_each_operand(i, [&](const LaneCode::Operand& o) {
          const std::uint32_t r = number(o.value);
          if (~o.lanes != 0) named.push_back({r, o.lanes});
        });
        if (const auto copy = passes::part_copy(c, i))
          copies.push_back({number(copy->to), number(copy->from), copy->to_lanes, copy->from_lanes});
      }
  }
};

// Pairs of lanes of one register that must not be one unit, by all reasons again and again until there are no more.
class ToldApart {
 public:
  ToldApart(const LaneCode& c, const Asked& asked) : c_(c), asked_(asked), apart_(64 * asked.regs.size()) {
    bool changed = true;
    for (const auto& n : asked.named) tell(n.reg, n.lanes);
    for (const auto& copy : asked.copies)
      if (const std::uint64_t part = inside(copy)) tell(wider(copy), part);
    while (changed) {
      changed = false;
      for (const auto& copy : asked.copies) {
        if (alike(copy)) changed |= hand(copy.to, all(copy.to), copy.from, all(copy.from));
        changed |= hand(copy.to, copy.to_lanes & all(copy.to), copy.from, copy.from_lanes & all(copy.from));
        const std::uint32_t w = wider(copy);
        if (const std::uint64_t part = inside(copy))
          changed |= hand(w, part, w == copy.to ? copy.from : copy.to, all(w == copy.to ? copy.from : copy.to));
      }
    }
  }
  std::uint64_t all(std::uint32_t r) const { return c_.lane_mask(asked_.regs[r]); }
  bool apart(std::uint32_t r, int a, int b) const { return apart_.at(64 * r + 8 * a + b); }

 private:
  bool alike(const Asked::Copy& c) const {
    return c.to_lanes == c.from_lanes &&
           (c.to_lanes == whole || c_.kind(asked_.regs[c.to]) == c_.kind(asked_.regs[c.from]));
  }
  std::uint32_t wider(const Asked::Copy& c) const { return all(c.to) > all(c.from) ? c.to : c.from; }
  std::uint64_t inside(const Asked::Copy& c) const {
    const bool to = wider(c) == c.to;
    if (c.to == c.from || (c.to_lanes == whole && c.from_lanes == whole)) return 0;
    const std::uint64_t written = c.to_lanes & all(c.to), read = c.from_lanes & all(c.from);
    if (std::popcount(written) != std::popcount(read)) return 0;
    return twin_place(all(to ? c.from : c.to), to ? read : written, all(wider(c)), to ? written : read);
  }
  void tell(std::uint32_t r, std::uint64_t lanes) {
    for (const int a : listed(all(r)))
      for (const int b : listed(all(r)))
        if ((lanes >> a & 1) != (lanes >> b & 1)) apart_[64 * r + 8 * a + b] = true;
  }
  // The k-th lane of one is the k-th of the other.
  bool hand(std::uint32_t x, std::uint64_t of_x, std::uint32_t y, std::uint64_t of_y) {
    const std::vector<int> a = listed(of_x), b = listed(of_y);
    if (a.size() != b.size()) return false;
    bool more = false;
    for (std::size_t k = 0; k < a.size(); ++k)
      for (std::size_t l = 0; l < a.size(); ++l) {
        const std::size_t p = 64 * x + 8 * a[k] + a[l], q = 64 * y + 8 * b[k] + b[l];
        if (apart_[p] == apart_[q]) continue;
        apart_[p] = apart_[q] = more = true;
      }
    return more;
  }
  const LaneCode& c_;
  const Asked& asked_;
  std::vector<bool> apart_;
};

}  // namespace

TEST_CASE("lane units: carried lanes and the place of a narrow register, all sets of four lanes in five") {
  std::uint32_t fit = 0;
  for (std::uint64_t narrow = 1; narrow < 16; ++narrow)
    for (std::uint64_t wide = 1; wide < 32; ++wide)
      for (std::uint64_t here = 1; here < 16; ++here) {
        if ((here & ~narrow) != 0) continue;
        for (std::uint64_t there = 1; there < 32; ++there) {
          if ((there & ~wide) != 0) continue;
          const std::uint64_t got = passes::place_of(narrow, here, wide, there);
          if (got != twin_place(narrow, here, wide, there))
            FAIL_CHECK(narrow << ' ' << here << ' ' << wide << ' ' << there << ' ' << got);
          fit += got != 0;
        }
      }
  // The sum over n lanes in m of C(4, n) C(5, m) (m - n + 1) (2^n - 1).
  CHECK(fit == 1951);
  CHECK(passes::place_of(3, 2, std::uint64_t{3} << 62, std::uint64_t{1} << 63) == std::uint64_t{3} << 62);
  CHECK(passes::carried_lanes(5, 13, 0b1011000) == 0b0011000);
  CHECK(passes::carried_lanes(8, 13, 0b1011000) == 0b1000000);
  CHECK(passes::carried_lanes(12, 13, 1) == 0);  // there are fewer
}

TEST_CASE("lane units: two lanes are told apart as a twin of single lanes tells them") {
  std::uint32_t units = 0, registers = 0;
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    LaneCode code;
    RandomLanes(code, seed);
    const Asked asked(code);
    passes::LaneUnits<LaneCode> found;
    found.make(code, asked.regs, asked.copies, asked.named);
    const ToldApart twin(code, asked);
    registers += asked.regs.size(), units += found.size();
    for (std::uint32_t r = 0; r < asked.regs.size(); ++r) {
      std::uint64_t seen = 0;
      CHECK(found.lanes(r) == twin.all(r));
      for (std::uint32_t u = found.begin(r); u < found.end(r); ++u) {
        const std::uint64_t mask = found.mask(u);
        CHECK(found.owner(u) == r);
        CHECK((seen & mask) == 0);
        if (u != found.begin(r)) CHECK(std::countr_zero(mask) > std::countr_zero(found.mask(u - 1)));
        seen |= mask;
        for (const int a : listed(twin.all(r)))
          for (const int b : listed(twin.all(r)))
            if ((mask >> a & 1) != 0) CHECK(twin.apart(r, a, b) == ((mask >> b & 1) == 0));
      }
      CHECK(seen == twin.all(r));
    }
  }
  CHECK(units > registers + registers / 4);
}

TEST_CASE("lane units: a copy of lanes, and all that is none") {
  using Mention = LaneCode::Operand;
  LaneCode code;
  const BlockId b = code.block();
  const ValueId v = code.value(LaneCode::four), w = code.value(LaneCode::two), g = code.value(LaneCode::one);
  const auto copies = [&](std::vector<Mention> operands) {
    return passes::part_copy(code, code.add(b, {"copy", Effect::copy, {}}, std::move(operands)));
  };
  const Mention from = LaneCode::lanes(w, Role::use, 2), to = LaneCode::lanes(v, Role::def, 4),
                stays = LaneCode::lanes(v, Role::use, 11, true);
  const auto fine = copies({from, stays, to});
  REQUIRE(fine);
  CHECK((fine->to == v && fine->from == w && fine->to_lanes == 4 && fine->from_lanes == 2));
  CHECK(copies({to, from}));
  CHECK_FALSE(copies({from}));
  CHECK_FALSE(copies({to}));
  CHECK_FALSE(copies({from, from, to}));
  CHECK_FALSE(copies({from, to, {g, Role::guard}}));
  CHECK_FALSE(copies({from, LaneCode::lanes(v, Role::use, 12, true), to}));  // what is written stays
  CHECK_FALSE(copies({from, LaneCode::lanes(w, Role::use, 1, true), to}));   // another one stays
  const auto changed = [&](auto change) {
    Mention m = from;
    change(m);
    return copies({m, to}).has_value();
  };
  CHECK(changed([](Mention&) {}));
  CHECK_FALSE(changed([](Mention& m) { m.implicit = true; }));
  CHECK_FALSE(changed([](Mention& m) { m.more = true; }));
  CHECK_FALSE(changed([](Mention& m) { m.offset = 1; }));
  CHECK_FALSE(changed([](Mention& m) { m.tied = 0; }));
  CHECK_FALSE(passes::part_copy(code, code.add(b, {"op", {}, {}}, {from, to})));
}

namespace {
/// Of registers of this kind nobody knows the lanes.
struct UntoldLanes : LaneCode {
  std::uint64_t lane_mask(ValueId v) const { return kind(v) == lossy ? whole : LaneCode::lane_mask(v); }
};
}  // namespace

TEST_CASE("lane units: registers whose lanes cannot be told are copied whole, in both directions") {
  for (const bool to : {false, true}) {
    UntoldLanes code;
    const ValueId untold = code.value(LaneCode::lossy), other = code.value(LaneCode::two);
    Asked asked(code);
    const std::uint32_t x = asked.regs.add(to ? untold : other), y = asked.regs.add(to ? other : untold);
    const Asked::Copy copy{x, y, whole, whole};
    asked.copies.push_back(copy);
    passes::LaneUnits<UntoldLanes> units;
    units.make(code, asked.regs, asked.copies, {});
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    CHECK(units.for_each_pair(copy, [&](std::uint32_t a, std::uint32_t b) { pairs.emplace_back(a, b); }));
    CHECK(pairs == std::vector{std::pair(units.begin(x), units.begin(y))});
  }
}

namespace {

/// Registers by hand, and what tells their lanes apart.
struct ByHand {
  LaneCode code;
  Asked asked{code};
  std::uint32_t reg(LaneCode::Kind k) { return asked.regs.add(code.value(k)); }
  void copy(std::uint32_t from, std::uint64_t of_from, std::uint32_t to, std::uint64_t of_to) {
    asked.copies.push_back({to, from, of_to, of_from});
    for (const auto& [r, lanes] : {std::pair(from, of_from), std::pair(to, of_to)})
      if (~lanes != 0) asked.named.push_back({r, lanes});
  }
  passes::LaneUnits<LaneCode> make() const {
    passes::LaneUnits<LaneCode> out;
    out.make(code, asked.regs, asked.copies, asked.named);
    return out;
  }
};
std::vector<std::uint64_t> masks(const passes::LaneUnits<LaneCode>& units, std::uint32_t r) {
  std::vector<std::uint64_t> out;
  for (std::uint32_t u = units.begin(r); u < units.end(r); ++u) out.push_back(units.mask(u));
  return out;
}

}  // namespace

TEST_CASE("lane units: what is told apart is handed on by registers that are named whole") {
  ByHand h;
  const std::uint32_t a = h.reg(LaneCode::four), b = h.reg(LaneCode::two), c = h.reg(LaneCode::four);
  h.asked.named.push_back({a, 1});
  h.copy(a, 3, b, whole);
  h.copy(b, whole, c, 12);
  const auto units = h.make();
  CHECK(masks(units, a) == std::vector<std::uint64_t>{1, 2, 12});
  CHECK(masks(units, b) == std::vector<std::uint64_t>{1, 2});
  CHECK(masks(units, c) == std::vector<std::uint64_t>{3, 4, 8});
}

TEST_CASE("lane units: two parts of a register that become the same one, one of them told apart") {
  for (const bool upper : {false, true}) {
    ByHand h;
    const std::uint32_t a = h.reg(LaneCode::four), b = h.reg(LaneCode::two);
    h.asked.named.push_back({a, upper ? 4U : 1U});
    h.copy(a, 3, b, whole);
    h.copy(a, 12, b, whole);
    const auto units = h.make();
    CHECK(masks(units, a) == std::vector<std::uint64_t>{1, 2, 4, 8});
    CHECK(masks(units, b) == std::vector<std::uint64_t>{1, 2});
  }
}

TEST_CASE("lane units: lanes that do not go together are no pairs, wherever that shows") {
  ByHand h;
  const std::uint32_t a = h.reg(LaneCode::four), b = h.reg(LaneCode::four);
  for (const std::uint32_t r : {a, b}) h.asked.named.push_back({r, 1});
  h.asked.named.push_back({b, 2});
  h.copy(a, 7, b, 3);  // three to two
  const auto units = h.make();
  CHECK(masks(units, a) == std::vector<std::uint64_t>{1, 6, 8});
  CHECK_FALSE(units.for_each_pair(h.asked.copies[0], [](std::uint32_t, std::uint32_t) {}));
}
