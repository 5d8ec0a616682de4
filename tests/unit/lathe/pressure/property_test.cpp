// Random edits: after each one the tracker knows what the full analysis says; rollback is exact. Fixed seeds.
#include <doctest/doctest.h>

#include <set>

#include <lathe/pressure/check.hpp>
#include <lathe/pressure/edit.hpp>

#include "adapters/toy/pressure.hpp"
#include "fuzz/pressure_body.hpp"

namespace {

using namespace lathe::pressure;
using pressure_test::random_edit;
using pressure_test::random_problem;

TEST_CASE("random edits: the tracker agrees with the scan after each") {
  Stats all;
  for (std::uint32_t seed = 1; seed <= 100; ++seed) {
    std::mt19937 rng(seed);
    const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
    const std::uint32_t size = pick(80);
    Tracker t(random_problem(pick, 1 + pick(12), size), {.verify_update_mcse = true, .print_verify = true});
    CAPTURE(seed);
    REQUIRE(t.verify());
    for (std::uint32_t k = 0; k < 250; ++k) {
      CAPTURE(k);
      const Refusal refusal = t.apply(random_edit(pick, t, size));
      REQUIRE_MESSAGE(refusal == Refusal::none, to_string(refusal) << t.error());
    }
    CHECK(check_report(t.snapshot(), t.report()).str() == "");
    lathe::merge(all, t.stats());
  }
  CHECK(all.verified == 25100);
  CHECK(all.moves > 8000);  // or nothing was tested
  CHECK(all.erasures > 1500);
  CHECK(all.insertions > 1500);
  CHECK(all.renames > 4000);
  CHECK(all.block_changes > 10000);
  CHECK(all.searched > 1000);
}

TEST_CASE("edits that are held are settled together, to what they are one by one") {
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    std::mt19937 rng(seed);
    const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
    const std::uint32_t size = pick(60);
    const Problem p = random_problem(pick, 1 + pick(8), size);
    Tracker held(p), each(p);
    for (std::uint32_t k = 0; k < 30; ++k) {
      CAPTURE(seed);
      CAPTURE(k);
      held.begin();
      each.begin();
      held.hold();
      for (std::uint32_t edits = 1 + pick(6); edits != 0; --edits) {
        const Edit e = random_edit(pick, each, size);
        REQUIRE(held.apply(e) == each.apply(e));
      }
      if (pick(3) != 0) {  // else what ends the speculation settles it
        REQUIRE(held.release() == Refusal::none);
        REQUIRE(held.delta() == each.delta());
        REQUIRE(held.words() == each.words());
      }
      const bool back = pick(2) == 0;
      REQUIRE((back ? held.rollback() : held.commit()) == (back ? each.rollback() : each.commit()));
      REQUIRE(held.words() == each.words());
      REQUIRE(held.verify());
    }
  }
}

TEST_CASE("speculation at random depths: rollback gives back every word") {
  std::uint32_t rollbacks = 0;
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    std::mt19937 rng(seed);
    const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
    const std::uint32_t size = pick(60);
    const Problem p = random_problem(pick, 1 + pick(8), size);
    Tracker t(p);
    std::vector<Edit> trace;
    t.record(&trace);
    std::vector<std::vector<std::uint64_t>> begun;
    for (std::uint32_t k = 0; k < 150; ++k) {
      const std::uint32_t what = pick(10);
      if (what <= 1 && begun.size() < 5) {
        begun.push_back(t.words());
        t.begin();
      } else if (what == 2 && !begun.empty()) {
        t.commit();
        begun.pop_back();
      } else if (what <= 4 && !begun.empty()) {
        t.rollback();
        CAPTURE(seed);
        CAPTURE(k);
        REQUIRE(t.words() == begun.back());
        begun.pop_back();
        ++rollbacks;
      } else {
        const auto before = t.words();
        const Edit e = random_edit(pick, t, size);
        if (pick(3) == 0) {
          const auto [refusal, told] = t.what_if(e);
          REQUIRE(t.words() == before);
          t.begin();
          CHECK(t.apply(e) == refusal);
          CHECK(t.delta() == told);
          t.rollback();
        }
        t.apply(e);
      }
    }
    REQUIRE(t.verify());
    // The trace does the same to a fresh tracker, and to one that computes everything afresh after each edit.
    Tracker again(p), afresh(p, {.incremental_update_mcse = false});
    for (const Edit& e : trace) {
      again.apply(e);
      afresh.apply(e);
    }
    CHECK(again.words() == t.words());
    CHECK(afresh.words() == t.words());
  }
  CHECK(rollbacks > 800);
}

TEST_CASE("deltas are the difference of two analyses") {
  std::uint32_t changed = 0;
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    std::mt19937 rng(seed);
    const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
    Tracker t(random_problem(pick, 1 + pick(6), 30));
    for (std::uint32_t k = 0; k < 40; ++k) {
      const Report before = t.report();
      t.begin();
      for (std::uint32_t n = 1 + pick(3); n > 0; --n) t.apply(random_edit(pick, t, 30));
      const Delta d = t.delta();
      const Report after = analyse(t.snapshot());
      Delta expected;
      for (std::uint32_t s = 0; s < before.sets; ++s) {
        const auto &x = before.maxima[s], &y = after.maxima[s];
        const Problem::Set& set = t.problem().sets[s];
        expected.sets.push_back(
            {x.pressure, y.pressure, x.excess, y.excess, level_of(set, x.pressure), level_of(set, y.pressure)});
      }
      for (std::uint32_t i = 0; i < before.peaks.size(); ++i)
        if (before.peaks[i].pressure != after.peaks[i].pressure)
          expected.peaks.push_back(
              {i / before.sets, i % before.sets, before.peaks[i].pressure, after.peaks[i].pressure});
      CHECK(d == expected);
      changed += !d.peaks.empty();
      pick(2) == 0 ? t.rollback() : t.commit();
    }
  }
  CHECK(changed > 800);
}

TEST_CASE("questions about live lanes are answered as a scan answers them") {
  std::uint32_t some = 0, between_only = 0;
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    std::mt19937 rng(seed);
    const auto pick = [&](std::uint32_t below) { return static_cast<std::uint32_t>(rng()) % below; };
    Tracker t(random_problem(pick, 1 + pick(5), 40));
    for (std::uint32_t k = 0; k < 30; ++k) t.apply(random_edit(pick, t, 40));
    std::vector<std::uint32_t> ids;
    const Problem p = t.snapshot(&ids);
    const Report r = analyse(p);
    for (std::uint32_t b = 0; b < p.blocks.size(); ++b) {
      // What is live at each place, and what each instruction mentions.
      std::vector<std::set<std::uint32_t>> live(p.blocks[b].count + 1), mentioned(p.blocks[b].count);
      live.back().insert(r.live_out[b].begin(), r.live_out[b].end());
      for (std::uint32_t k = p.blocks[b].count; k-- > 0;) {
        live[k] = live[k + 1];
        const auto operands = p.operands_of(p.insts[p.blocks[b].first + k]);
        for (const Operand& o : operands)
          for_each_unit(p, o.reg, o.lanes, [&](std::uint32_t u) {
            mentioned[k].insert(u);
            if (o.writes) live[k].erase(u);
          });
        for (const Operand& o : operands)
          if (o.reads) for_each_unit(p, o.reg, o.lanes, [&](std::uint32_t u) { live[k].insert(u); });
      }
      const auto mask = [&](std::uint32_t reg, auto&& holds) {
        std::uint64_t out = 0;
        for (std::uint32_t k = 0; k < p.units_of(reg).size(); ++k)
          out |= static_cast<std::uint64_t>(holds(p.units_of(reg)[k])) << k;
        return out;
      };
      for (std::uint32_t reg = 0; reg < p.registers.size(); ++reg) {
        CHECK(t.live_in(b, reg) == mask(reg, [&](std::uint32_t u) { return live.front().count(u) != 0; }));
        CHECK(t.live_out(b, reg) == mask(reg, [&](std::uint32_t u) { return live.back().count(u) != 0; }));
        if (p.blocks[b].count == 0) continue;
        const std::uint32_t first = pick(p.blocks[b].count), last = first + pick(p.blocks[b].count - first);
        const auto id = [&](std::uint32_t k) { return ids[p.blocks[b].first + k]; };
        const std::uint64_t after = mask(reg, [&](std::uint32_t u) { return live[last + 1].count(u) != 0; });
        const std::uint64_t between = mask(reg, [&](std::uint32_t u) {
          bool found = live[first].count(u) != 0;
          for (std::uint32_t k = first; k <= last; ++k)
            found |= live[k + 1].count(u) != 0 || mentioned[k].count(u) != 0;
          return found;
        });
        CHECK(t.live_after(id(last), reg) == after);
        CHECK(t.live_between(id(first), id(last), reg) == between);
        some += after != 0;
        between_only += between != after;
      }
    }
  }
  CHECK(some > 200);  // or nothing was tested
  CHECK(between_only > 200);
}

TEST_CASE("possible moves of toy machines: the machines do the same, and the tracker knows their pressure") {
  std::mt19937 rng(11);
  std::uint32_t moved = 0;
  for (std::uint32_t round = 0; round < 60; ++round) {
    const toy::Machine before = toy::random_machine(rng, 1, 4);
    toy::Machine after = before;
    toy::MachineFunction& f = after.functions[0];
    Problem p;
    {
      const toy::MachineView view(f);
      const OneSet registers{toy::Machine::registers};
      OfView function(view, registers);
      p = ingest(function).problem;
    }
    Tracker t(p);
    for (std::uint32_t k = 0; k < 60; ++k) {
      const std::uint32_t inst = static_cast<std::uint32_t>(rng()) % static_cast<std::uint32_t>(p.insts.size());
      const std::uint32_t other = static_cast<std::uint32_t>(rng()) % static_cast<std::uint32_t>(p.insts.size());
      const std::uint32_t from = t.block_of(inst), at = t.position(inst), to = t.block_of(other);
      if (other == inst || !feasible(t, inst, {to, other}).possible()) continue;
      REQUIRE(t.move(inst, {to, other}) == Refusal::none);
      toy::move_inst(f, from, at, to, t.position(inst));
      ++moved;
    }
    const toy::MachineView view(f);
    const OneSet registers{toy::Machine::registers};
    OfView function(view, registers);
    CHECK(analyse(ingest(function).problem).pressure == t.report().pressure);
    toy::MachineRun x(before), y(after);
    std::vector<std::int64_t> results;
    std::uint32_t steps = 10000, more = 10000;
    REQUIRE(x.run(0, {}, results, steps));
    REQUIRE(y.run(0, {}, results, more));
    CHECK(x.shown == y.shown);
    CHECK(x.memory == y.memory);
  }
  CHECK(moved > 300);
}

TEST_CASE("fuzz body on fixed bytes") {
  std::mt19937 rng(23);
  for (std::uint32_t round = 0; round < 150; ++round) {
    std::vector<std::uint8_t> bytes(rng() % 600);
    for (std::uint8_t& b : bytes) b = static_cast<std::uint8_t>(rng());
    CHECK(pressure_test::check_pressure_bytes(bytes) == "");
  }
  const std::string text =
      "set s limit 1\nclass c feeds s 1\nregister r c lanes 2\nregister x overlaps r:2\nblock a to a\ni o =r\ni p x\n"
      "edits\nmove 0 end a\nbegin\nerase 1\nwhatif rename 0 r r\ninsert start a n +x\nfeasible 0 before 2\nrollback\n";
  CHECK(pressure_test::check_pressure_bytes({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}) == "");
}

}  // namespace
