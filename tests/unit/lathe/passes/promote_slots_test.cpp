// Slots to registers, on random functions of the toy machine with objects of four kinds put in: what it shows before and
// behind, what must be gone, what must have stayed, each prefix of the changes, with SSA construction and without.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>

#include <lathe/passes/promote_slots.hpp>
#include <lathe/program/control_flow.hpp>

#include "unit/lathe/passes/slot_makers.hpp"

namespace {

using namespace lathe;
using namespace slot_functions;

/// Three words are one thing that can be taken apart.
struct Cutting : Phis {
  std::uint32_t slot_parts(InstId i) const {
    const std::uint32_t parts = Phis::slot_parts(i);
    return parts == 0 ? 1 : parts;
  }
  bool can_cut(InstId, std::uint32_t pieces) const { return pieces == 3; }
  InstId make_cut(InstId i, std::uint32_t, std::span<const ValueId> to) {
    const auto reads = f.inst(i).reads;
    return moves({ValueId(reads[1]), ValueId(reads[2]), ValueId(reads[3])}, {to[0], to[1], to[2]});
  }
  InstId make_joined(InstId i, std::uint32_t, std::span<const ValueId> from) {
    const auto writes = f.inst(i).writes;
    return moves({from[0], from[1], from[2]}, {ValueId(writes[0]), ValueId(writes[1]), ValueId(writes[2])});
  }
  InstId moves(std::initializer_list<ValueId> from, std::initializer_list<ValueId> to) {
    std::vector<program::Operand<ValueId>> all;
    for (const ValueId v : from) all.push_back({v, program::Role::use});
    for (const ValueId v : to) all.push_back({v, program::Role::def});
    return f.make(toy::FrameOp{toy::FrameOp::Kind::move, {}, 0}, all);
  }
};

/// Who is shown an address touches `bytes` words from it, and nothing else.
struct Reaching : Phis {
  std::uint64_t bytes = 1;
  std::optional<std::vector<passes::SlotReach>> slot_reach(InstId i, ValueId) const {
    if (!f.is_plain(i, Op::show)) return {};
    return std::vector<passes::SlotReach>{{0, bytes}};
  }
};

/// Loads and stores per object, by the address's definitions in the entry.
std::map<std::uint32_t, std::uint32_t> accesses(const EditFunction& f) {
  std::map<std::uint32_t, std::uint32_t> object, out;
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b)) {
      const toy::MachineInst m = f.inst(i);
      if (f.is_plain(i, Op::set) && symbol_of(m.constant) != 0) object[m.writes[0]] = symbol_of(m.constant);
      if (b == *f.blocks().begin() && (f.is_plain(i, Op::add) || f.payload(i).kind == toy::FrameOp::Kind::move))
        if (object.count(m.reads[0]) != 0) object[m.writes[0]] = object[m.reads[0]];
      if ((f.is_plain(i, Op::load) || f.is_plain(i, Op::store)) && object.count(m.reads[0]) != 0)
        ++out[object[m.reads[0]]];
    }
  return out;
}
// What the entry makes of an object's address: registers, and their offsets.
std::map<std::uint32_t, std::int64_t> addresses(const EditFunction& f, std::uint32_t symbol) {
  std::map<std::uint32_t, std::int64_t> out;
  for (const InstId i : f.instructions(*f.blocks().begin())) {
    const toy::MachineInst m = f.inst(i);
    if (f.is_plain(i, Op::set) && symbol_of(m.constant) == symbol) out[m.writes[0]] = 0;
    if (m.reads.empty() || out.count(m.reads[0]) == 0) continue;
    if (f.is_plain(i, Op::add)) out[m.writes[0]] = 2;
    if (f.payload(i).kind == toy::FrameOp::Kind::move) out[m.writes[0]] = 0;
  }
  return out;
}
// Offsets at which an object is accessed.
std::set<std::int64_t> touched(const EditFunction& f, std::uint32_t symbol) {
  std::map<std::uint32_t, std::int64_t> address = addresses(f, symbol);
  std::set<std::int64_t> out;
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b)) {
      const toy::MachineInst m = f.inst(i);
      if ((f.is_plain(i, Op::load) || f.is_plain(i, Op::store)) && address.count(m.reads[0]) != 0)
        out.insert(address[m.reads[0]] + m.constant);
    }
  return out;
}
// In blocks that the entry reaches.
std::uint32_t most_definitions(const EditFunction& f) {
  std::map<std::uint32_t, std::uint32_t> defs;
  std::uint32_t most = 0;
  std::vector<BlockId> reached{*f.blocks().begin()};
  for (std::size_t k = 0; k < reached.size(); ++k) {
    for (const InstId i : f.instructions(reached[k]))
      for (const toy::Register r : f.inst(i).writes) most = std::max(most, ++defs[r]);
    f.for_each_successor(reached[k], [&](BlockId to) {
      if (std::find(reached.begin(), reached.end(), to) == reached.end()) reached.push_back(to);
    });
  }
  return most;
}

template <class Made, class Look>
void on_random_functions(std::uint32_t seed, bool all_kinds, Made&& pass, Look&& look, int rounds = 60) {
  toy::RandomFunctions random(seed);
  for (int round = 0; round < rounds; ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    EditFunction before(ssa), behind(ssa);
    toy::RandomFunctions one(seed + static_cast<std::uint32_t>(round)), same(seed + static_cast<std::uint32_t>(round));
    ObjectMaker(before, one, all_kinds);
    ObjectMaker(behind, same, all_kinds);
    const auto result = pass(behind, same);
    const auto was = run_with_slots(before, many_steps), is = run_with_slots(behind, 2 * many_steps);
    if (!was) continue;
    REQUIRE(is.has_value());
    CHECK(was->shown == is->shown);
    CHECK(was->memory == is->memory);
    if (was->shown != is->shown) MESSAGE(before.text() << "became\n" << behind.text());
    look(before, behind, result);
  }
}

}  // namespace

TEST_CASE("objects of every kind: what can go is gone, the rest stays, with phis or without") {
  for (const bool with_phis : {true, false}) {
    CAPTURE(with_phis);
    std::uint64_t phis = 0, copies = 0, escaped = 0;
    on_random_functions(
        3, true,
        [&](EditFunction& f, toy::RandomFunctions&) {
          Phis phi{{f}};
          Slots slots{f};
          passes::PromoteSlotsOptions options;
          options.explain = true;
          return with_phis ? passes::promote_slots(f, phi, options) : passes::promote_slots(f, slots, options);
        },
        [&](const EditFunction& before, const EditFunction& behind, const auto& result) {
          auto was = accesses(before), is = accesses(behind);
          CHECK(is[clean + 1] == 0);
          CHECK(is[pairs + 1] == 0);
          CHECK(is[mixed + 1] <= was[mixed + 1]);
          if (result.stats.escaped != 0)
            CHECK(is[shown + 1] == was[shown + 1]);
          else
            CHECK(is[shown + 1] == 0);
          CHECK((result.stats.escaped + result.stats.words) >= 2 * size);
          CHECK(result.kept.size() >= result.stats.escaped);
          if (with_phis) CHECK(most_definitions(behind) == 1);
          phis += result.stats.phis;
          copies += result.stats.copies;
          escaped += result.stats.escaped;
        });
    CHECK((phis > 150) == with_phis);
    CHECK((copies > 150) == with_phis);
    CHECK(escaped > 15);
    CHECK(escaped < 60);
  }
}

TEST_CASE("words that are seen in two ways are cut where that can be done") {
  std::uint64_t words = 0;
  on_random_functions(
      53, true,
      [&](EditFunction& f, toy::RandomFunctions&) {
        Cutting slots{{{f}}};
        return passes::promote_slots(f, slots);
      },
      [&](const EditFunction&, const EditFunction& behind, const auto& result) {
        auto is = accesses(behind);
        CHECK(is[clean + 1] + is[mixed + 1] + is[pairs + 1] == 0);
        CHECK(most_definitions(behind) == 1);
        words += result.stats.words;
      },
      15);
  CHECK(words > 250);
}

TEST_CASE("who gets an address and says how far it reaches keeps that much in memory") {
  for (const std::uint64_t bytes : {0U, 1U, 4U, 5U, 7U}) {
    CAPTURE(bytes);
    std::uint64_t kept = 0, gone = 0, whole = 0;
    on_random_functions(
        41, true,
        [&](EditFunction& f, toy::RandomFunctions&) {
          Reaching slots{{{f}}, bytes};
          return passes::promote_slots(f, slots);
        },
        [&](const EditFunction& before, const EditFunction& behind, const auto& result) {
          CHECK(result.stats.escaped == 0);
          std::set<std::int64_t> shown_at;
          for (const BlockId b : before.blocks())
            for (const InstId i : before.instructions(b))
              if (before.is_plain(i, Op::show))
                for (const auto& [address, at] : addresses(before, shown + 1))
                  if (before.inst(i).reads[0] == address) shown_at.insert(at);
          bool outside = false;
          std::set<std::int64_t> may;
          for (const std::int64_t at : shown_at) {
            outside |= at + static_cast<std::int64_t>(bytes) > size;
            for (std::uint64_t k = 0; k < bytes; ++k) may.insert(at + static_cast<std::int64_t>(k));
          }
          const std::set<std::int64_t> was = touched(before, shown + 1), is = touched(behind, shown + 1);
          for (const std::int64_t at : was) CHECK((is.count(at) != 0) == (outside || may.count(at) != 0));
          kept += is.size();
          gone += was.size() - is.size();
          whole += outside;
        },
        12);
    CHECK((kept == 0) == (bytes == 0));
    if (bytes < 4) CHECK(gone > 0);
    CHECK((whole > 0) == (bytes > 4));
  }
}

TEST_CASE("every prefix of the changes, and code that is not in SSA form any more") {
  std::uint64_t stopped = 0;
  on_random_functions(
      17, false,
      [&](EditFunction& f, toy::RandomFunctions& random) {
        Phis phi{{f}};
        Slots slots{f};
        passes::PromoteSlotsOptions options;
        options.fuel = random.below(12);
        auto result = passes::promote_slots(f, slots, options);
        stopped += result.out_of_fuel;
        if (random.below(2) == 0) passes::promote_slots(f, phi);
        return result;
      },
      [&](const EditFunction&, const EditFunction&, const auto& result) { CHECK(result.stats.words < 12); });
  CHECK(stopped > 30);
}

TEST_CASE("who follows is right after every edit") {
  on_random_functions(
      29, true,
      [&](EditFunction& f, toy::RandomFunctions&) {
        Phis phi{{f}};
        program::Known known(f);
        program::ControlFlow cfg(f, known);
        program::UseDef uses(f, known);
        program::Verifying verify(f, cfg, uses);
        auto result = passes::promote_slots(f, phi, {}, NoRemarks(), cfg, uses, verify);
        CHECK(verify.faults().empty());
        return result;
      },
      [](const auto&, const auto&, const auto&) {}, 6);
}
