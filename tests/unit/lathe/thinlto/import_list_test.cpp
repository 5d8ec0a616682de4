// Packed lists of imports: what goes in comes out, in any order, at the edges of what the form can say.
#include <doctest/doctest.h>

#include <random>
#include <vector>

#include <lathe/thinlto/import_list.hpp>

using namespace lathe::thinlto;

namespace {

std::vector<Import> random_imports(std::mt19937& engine, bool ascending) {
  std::vector<Import> out;
  std::uint32_t summary = 0;
  const auto bits = [&](unsigned most) { return engine() >> (32 - 1 - engine() % most); };
  for (std::size_t i = engine() % 40; i > 0; --i) {
    summary = ascending ? summary + 1 + bits(20) : bits(31) * 2 + engine() % 2;
    if (engine() % 3 == 0)
      out.push_back(Import(summary, 0, Pass::direct, false, Hotness::unknown));
    else
      out.push_back(Import(summary, bits(24), static_cast<Pass>(engine() % 3), engine() % 4 == 0,
                           static_cast<Hotness>(engine() % 5)));
  }
  return out;
}

}  // namespace

TEST_CASE("packed lists give back what they were given") {
  std::mt19937 engine(1);
  std::vector<std::uint8_t> scratch;
  for (int round = 0; round < 2000; ++round) {
    const std::vector<Import> wanted = random_imports(engine, round % 2 == 0);
    ImportList assigned, again, pushed;
    assigned.assign(wanted);
    again.assign(wanted, scratch);
    for (const Import& x : wanted) pushed.push_back(x);
    REQUIRE(assigned.unpacked() == wanted);
    REQUIRE(assigned == pushed);
    REQUIRE(assigned == again);
    REQUIRE(assigned == ImportList(wanted));
    REQUIRE(assigned.size() == wanted.size());
    REQUIRE(assigned.empty() == wanted.empty());
    std::size_t at = 0;
    for (const Import x : assigned) REQUIRE(x == wanted[at++]);
    REQUIRE(at == wanted.size());
    if (wanted.empty()) continue;
    // Every field shows.
    std::vector<Import> other = wanted;
    Import& changed = other[engine() % other.size()];
    switch (engine() % 5) {
      case 0:
        changed.summary += 1;
        break;
      case 1:
        changed.threshold = changed.threshold ^ 1U;
        break;
      case 2:
        changed.pass = changed.pass == Pass::direct ? Pass::transitive : Pass::direct;
        break;
      case 3:
        changed.hotness = changed.hotness == Hotness::hot ? Hotness::cold : Hotness::hot;
        break;
      default:
        changed.declaration = !changed.declaration;
    }
    REQUIRE(!(ImportList(other) == assigned));
  }
}

TEST_CASE("the edges of packed lists") {
  const std::vector<Import> wanted{
      Import(0, 0, Pass::direct, false, Hotness::unknown),
      Import(0xfffffffe, largest_told, Pass::speculative, true, Hotness::critical),
      Import(0xffffffff, 0, Pass::direct, false, Hotness::unknown),
      Import(0xffffffff, 127, Pass::direct, false, Hotness::unknown),
      Import(0, 128, Pass::direct, false, Hotness::unknown),
  };
  CHECK(ImportList(wanted).unpacked() == wanted);
  CHECK(ImportList().begin() == ImportList().end());
  CHECK(ImportList().unpacked().empty());
}

TEST_CASE("packed lists are small") {
  // As a planner makes them: variables and functions of neighbouring modules.
  ImportList list;
  for (std::uint32_t i = 0; i < 1000; ++i)
    list.push_back(i % 2 == 0 ? Import(1'000'000 + 50 * i, 0, Pass::direct, false, Hotness::unknown)
                              : Import(1'000'000 + 50 * i, 100, Pass::direct, false, Hotness::none));
  CHECK(list.packed_bytes() < 3500);
}
