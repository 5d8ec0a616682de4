// Redundant loads and loads of what nothing writes: random functions of the toy machine, run before and behind; proofs
// beside the same question asked of each pair by walks; by hand what each looks for.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include <lathe/passes/redundant_loads.hpp>
#include <lathe/passes/unwritten_loads.hpp>

#include "unit/lathe/passes/random_functions.hpp"
#include "unit/lathe/passes/small_code.hpp"
#include "unit/lathe/passes/toy_clients.hpp"
#include "unit/lathe/passes/value_checks.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using toy::EditFunction;

// By hand: "load" loads a word, "parameter" the same wherever it stands.
struct SmallLoads {
  SmallCode& code;
  template <class F>
  void for_each_word(InstId i, F&& f) const {
    if (code.payload(i).name == "load") f(0U, 4U, 0U, passes::result_of(code, i));
  }
  std::optional<InstId> make_copy(InstId, ValueId to, ValueId from) { return code.make_copy(to, from); }
  bool stays(InstId i) const { return code.payload(i).name == "parameter"; }
};
// Loads of several words, and of one of the copies there is none.
struct SmallWords : SmallLoads {
  std::uint32_t refused;
  template <class F>
  void for_each_word(InstId i, F&& f) const {
    std::uint32_t k = 0;
    if (code.payload(i).name != "load") return;
    code.for_each_operand(i, [&](const auto& o) {
      if (o.is_def()) f(4 * k, 4U, 0U, o.value), ++k;
    });
  }
  std::optional<InstId> make_copy(InstId, ValueId to, ValueId from) {
    if (refused-- == 0) return {};
    return code.make_copy(to, from);
  }
};
// By hand: parameters are pointers, "plus" makes one of two, what else there is may be anything.
struct SmallPointers {
  SmallCode& code;
  std::set<std::uint32_t> restricted;  ///< pointers that no other leads to the memory of
  bool candidate(InstId i) const { return code.payload(i).name == "load"; }
  std::uint32_t object(std::uint32_t symbol) const { return 100 + symbol; }
  bool apart(std::uint32_t a, std::uint32_t b) const {
    return a != b && (restricted.count(a) != 0 || restricted.count(b) != 0);
  }
  bool quiet(InstId i) const { return code.payload(i).name == "barrier" || code.payload(i).name == "show"; }
  template <class Own, class From>
  bool origins(InstId i, ValueId, Own&& own, From&& from) const {
    const std::string& name = code.payload(i).name;
    if (name.starts_with("pointer ")) return own(static_cast<std::uint32_t>(name[8] - '0')), true;
    if (name == "number") return true;
    if (name != "plus") return false;
    code.for_each_operand(i, [&](const auto& o) {
      if (!o.is_def()) from(o.value);
    });
    return true;
  }
  std::vector<InstId> make_unwritten(InstId i) {
    std::vector<SmallCode::Operand> operands;
    code.for_each_operand(i, [&](const auto& o) { operands.push_back(o); });
    return {code.make({"constant load", Effect::constant, *code.payload(i).place}, operands)};
  }
};
// The same with spaces and symbols: a place is 1000 * space + 100 * symbol + offset, and `both`: a base beside the symbol.
struct SpacedCode : SmallCode {
  bool both = false;
  template <class F>
  void for_each_access(InstId i, F&& f) const {
    SmallCode::for_each_access(i, [&](lathe::program::Access<ValueId> a) {
      a.space = static_cast<std::uint32_t>(a.offset / 1000);
      a.symbol = static_cast<std::uint32_t>(a.offset / 100 % 10);
      a.offset %= 100;
      if (a.symbol != 0 && !both) a.has_base = false;
      f(a);
    });
  }
};
struct SpacedPointers : SmallPointers {
  SpacedCode& own;
  std::uint32_t parts = 1;  ///< that a load is made
  SpacedPointers(SpacedCode& on, std::set<std::uint32_t> alone, std::uint32_t many)
      : SmallPointers{on, std::move(alone)}, own(on), parts(many) {}
  std::vector<InstId> make_unwritten(InstId i) {
    std::vector<SmallCode::Operand> operands;
    own.for_each_operand(i, [&](const auto& o) { operands.push_back(o); });
    std::vector<InstId> out;
    for (std::uint32_t k = 0; k < parts; ++k)
      out.push_back(own.make({"constant load", Effect::constant, {}}, operands));
    return out;
  }
};
// The pointers of a value, by a walk to where it is made; -1 among them: anything.
void walk(const SmallCode& code, ValueId v, std::set<int>& out) {
  for (const BlockId b : code.blocks())
    for (const InstId i : code.instructions(b)) {
      bool here = false;
      code.for_each_operand(i, [&](const auto& o) { here |= o.is_def() && o.value == v; });
      if (!here) continue;
      const std::string& name = code.payload(i).name;
      if (name.starts_with("pointer "))
        out.insert(name[8] - '0');
      else if (name == "plus")
        code.for_each_operand(i, [&](const auto& o) {
          if (!o.is_def()) walk(code, o.value, out);
        });
      else if (name != "number")
        out.insert(-1);
    }
}

}  // namespace

TEST_CASE("redundant loads: copies, parts of wider ones, and the code does the same") {
  passes::RedundantLoadsStats all;
  toy::RandomFunctions random(951);
  for (int round = 0; round < 250; ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    EditFunction before(ssa), behind(ssa);
    toy::RandomFunctions one(951U + static_cast<std::uint32_t>(round)), same(951U + static_cast<std::uint32_t>(round));
    for (EditFunction* f : {&before, &behind})
      if (round % 2 == 0) leave_ssa(*f);
    load_some(before, one);
    load_some(behind, same);
    passes::RedundantLoadsOptions options;
    options.fuel = round % 3 == 0 ? static_cast<std::uint64_t>(round % 4) : ~std::uint64_t{0};
    ToyLoads client{behind};
    const auto result = passes::redundant_loads(behind, client, options);
    CHECK(result.changes <= options.fuel);
    CHECK(result.changes == result.stats.loads);
    same_to_the_machine(before, behind);
    all.loads += result.stats.loads, all.of_wider += result.stats.of_wider, all.copies += result.stats.copies;
    if (options.fuel > 100) CHECK(passes::redundant_loads(behind, client).stats.loads == 0);
  }
  CHECK(all.loads > 200);
  CHECK(all.of_wider > 30);
  CHECK(all.copies > all.loads);
}

TEST_CASE("redundant loads: nothing across a store or a call that may write, and only by what dominates") {
  const auto run = [](const std::string& between, bool branch) {
    SmallCode code;
    const BlockId b = code.block(), l = code.block(), end = code.block();
    const ValueId p = code.parameter(), q = code.parameter();
    SmallLoads client{code};
    if (branch)
      code.branch(b, q, l, end);
    else
      code.jump(b, l);
    const ValueId x = code.load(l, p, 8);
    if (between == "store") code.store(l, q, 0, x);
    if (between == "near") code.store(l, p, 12, x);
    if (between == "another word") code.write(l, "op", Effects{}, {q}, x);
    if (between == "call") code.add(l, {"call", Effect::call | Effect::fixed | Effect::side_effect, {}}, {});
    code.jump(l, end);
    const ValueId y = code.load(end, p, 8);
    code.show(end, {x, y});
    code.ret(end);
    passes::RedundantLoadsOptions options;
    options.explain = true;
    const auto result = passes::redundant_loads(code, client, options);
    CHECK(code.count(end, "copy") == result.stats.loads);
    CHECK(code.count(end, "load") == 1 - result.stats.loads);
    const bool tried = !branch && result.stats.loads == 0;
    CHECK(result.kept.size() == (tried ? 1 : 0));
    for (const auto& k : result.kept) CHECK(k.reason == passes::RedundantLoadsReason::written);
    return result.stats.loads;
  };
  CHECK(run("", false) == 1);
  CHECK(run("near", false) == 1);
  CHECK(run("store", false) == 0);
  CHECK(run("another word", false) == 0);
  CHECK(run("call", false) == 0);
  CHECK(run("", true) == 0);
}

TEST_CASE("redundant loads: to the entry and to the reader") {
  const auto run = [](bool hoist, bool sink, std::uint64_t fuel) {
    SmallCode code;
    const BlockId b = code.block(), l = code.block(), end = code.block();
    const ValueId p = code.parameter();
    SmallLoads client{code};
    const ValueId x = code.op(b, "parameter", Effect::constant, {});
    code.show(b, {p});
    code.jump(b, l);
    const ValueId y = code.op(l, "parameter", Effect::constant, {});
    code.show(l, {p});
    code.show(l, {y});
    code.branch(l, p, l, end);
    const ValueId z = code.op(end, "parameter", Effect::constant, {});
    code.show(end, {x, z, z});
    code.ret(end);
    passes::RedundantLoadsOptions options;
    options.hoist = hoist;
    options.sink = sink;
    options.fuel = fuel;
    const auto result = passes::redundant_loads(code, client, options);
    return std::vector<std::string>{code.names(b), code.names(l), code.names(end),
                                    std::to_string(result.stats.hoisted) + " " + std::to_string(result.stats.sunk)};
  };
  using Lines = std::vector<std::string>;
  CHECK(run(false, false, 9) ==
        Lines{"parameter show jump", "parameter show show branch", "parameter show ret", "0 0"});
  CHECK(run(true, false, 9) == Lines{"parameter parameter parameter show jump", "show show branch", "show ret", "2 0"});
  CHECK(run(true, false, 1) == Lines{"parameter parameter show jump", "show show branch", "parameter show ret", "1 0"});
  // One reader each for x and y; z is read twice. x is not brought into the loop, and it is read behind it.
  CHECK(run(false, true, 9) == Lines{"show jump", "show parameter show branch", "parameter parameter show ret", "0 2"});
}

TEST_CASE("redundant loads: which are plain, and why others stay") {
  using Kept = std::vector<passes::RedundantLoadsReason>;
  // A load of `first` words, then one of `second`; what is erased, looked at and kept.
  struct Case {
    std::uint32_t first = 1, second = 1, refused = 9;  ///< refused: of which word there is no copy
    bool base = true, guarded = false, reads = true;
    std::uint32_t tries = 8;
  };
  const auto run = [](const Case& c, Kept& kept) {
    SmallCode code;
    const BlockId b = code.block();
    const ValueId p = code.parameter(), g = code.parameter();
    SmallWords client{{code}, c.refused};
    std::vector<ValueId> loaded;
    const auto load = [&](std::uint32_t words) {
      std::vector<SmallCode::Operand> operands;
      if (c.base) operands.push_back({p, Role::use});
      if (c.guarded) operands.push_back({g, Role::guard});
      for (std::uint32_t k = 0; k < words; ++k) {
        loaded.push_back(code.make_value());
        operands.push_back({loaded.back(), Role::def});
      }
      code.add(b, {"load", c.reads ? Effects(Effect::reads) : Effects(), 8}, operands);
    };
    load(c.first);
    load(c.second);
    for (const ValueId v : loaded) code.show(b, {v});
    code.ret(b);
    passes::RedundantLoadsOptions options;
    options.explain = true;
    options.tries = c.tries;
    const auto result = passes::redundant_loads(code, client, options);
    for (const auto& k : result.kept) kept.push_back(k.reason);
    CHECK(code.count(b, "load") == 2 - result.stats.loads);
    CHECK(code.count(b, "copy") == result.stats.copies);
    return std::make_pair(result.stats.loads, result.stats.looked_at);
  };
  using Pair = std::pair<std::uint64_t, std::uint64_t>;
  const auto look = [&](const Case& c, const Pair& expected, const Kept& reasons) {
    Kept kept;
    CHECK(run(c, kept) == expected);
    CHECK(kept == reasons);
  };
  using Why = passes::RedundantLoadsReason;
  look({}, {1, 2}, {});
  look({1, 1, 9, false}, {0, 0}, {});       // of no place that is known
  look({1, 1, 9, true, true}, {0, 0}, {});  // under a guard
  look({1, 1, 9, true, false, false}, {0, 0}, {});
  look({2, 1}, {1, 2}, {});
  look({1, 2}, {0, 2}, {Why::partly});
  look({2, 2, 0}, {0, 2}, {Why::form});
  look({2, 2, 1}, {0, 2}, {Why::form});
  look({1, 1, 9, true, false, true, 1}, {1, 2}, {});
  look({1, 1, 9, true, false, true, 0}, {0, 2}, {});
}

TEST_CASE("redundant loads: which may go to the entry, and to their reader") {
  enum { one, reads, two_results, written_twice, phi, two_read_once };
  const auto run = [](int what, bool hoist) {
    SmallCode code;
    const BlockId b = code.block(), l = code.block(), end = code.block();
    const ValueId p = code.parameter(), x = code.make_value(), y = code.make_value();
    SmallLoads client{code};
    std::vector<SmallCode::Operand> operands;
    if (what == reads) operands.push_back({code.op(b, "op", Effects{}, {p}), Role::use});
    code.jump(b, l);
    operands.push_back({x, Role::def});
    const bool two = what == two_results || what == written_twice || what == two_read_once;
    if (two) operands.push_back({y, Role::def});
    code.add(l, {"parameter", Effect::constant, {}}, operands);
    code.show(l, {p});
    if (what == written_twice) code.write(l, "set", Effects{}, {}, x);
    if (what == two_read_once) code.show(l, {x});
    code.jump(l, end);
    if (what == phi)
      code.show(end, {code.phi(end, {{l, x}})});
    else if (what == two_read_once)
      code.show(end, {y});
    else
      code.show(end, {two ? y : x});
    code.ret(end);
    passes::RedundantLoadsOptions options;
    (hoist ? options.hoist : options.sink) = true;
    const auto result = passes::redundant_loads(code, client, options);
    CHECK(code.count(l, "parameter") == 1 - result.changes);
    return result.changes;
  };
  CHECK(run(one, true) == 1);
  CHECK(run(reads, true) == 0);
  CHECK(run(two_results, true) == 1);
  CHECK(run(written_twice, true) == 0);
  CHECK(run(phi, true) == 1);
  CHECK(run(one, false) == 1);
  CHECK(run(reads, false) == 0);
  CHECK(run(two_results, false) == 0);
  CHECK(run(two_read_once, false) == 0);
  CHECK(run(phi, false) == 0);
}

TEST_CASE("unwritten loads: what walks to each pointer say") {
  toy::RandomFunctions random(961);
  std::uint64_t proved = 0, written = 0, unknown = 0;
  for (int round = 0; round < 400; ++round) {
    SmallCode code;
    const BlockId b = code.block();
    std::vector<ValueId> values;
    for (int k = 0; k < 3; ++k) values.push_back(code.op(b, "pointer " + std::to_string(k), Effects{}, {}));
    values.push_back(code.op(b, "number", Effects{}, {}));
    const auto any = [&] { return values[random.below(static_cast<std::uint32_t>(values.size()))]; };
    for (int k = 0; k < 6; ++k)
      values.push_back(code.op(b, random.below(12) == 0 ? "odd" : "plus", Effects{}, {any(), any()}));
    for (int k = 0; k < 3; ++k) code.show(b, {code.load(b, any(), 4 * k)});
    for (std::uint32_t k = random.below(3); k != 0; --k) code.store(b, any(), 0, any());
    if (random.below(6) == 0) code.add(b, {"barrier", Effect::side_effect | Effect::fixed, {}}, {});
    const bool fence = random.below(8) == 0;
    if (fence) code.add(b, {"call", Effect::call | Effect::fixed | Effect::side_effect, {}}, {});
    code.ret(b);
    SmallPointers client{code, {}};
    for (std::uint32_t k = 0; k < 3; ++k)
      if (random.below(2) == 0) client.restricted.insert(k);
    std::set<InstId> expected;
    for (const InstId i : code.instructions(b)) {
      if (code.payload(i).name != "load") continue;
      const auto pointers_of = [&](InstId at) {
        std::set<int> out;
        bool first = true;
        code.for_each_operand(at, [&](const auto& o) {
          if (std::exchange(first, false)) walk(code, o.value, out);
        });
        return out;
      };
      const std::set<int> mine = pointers_of(i);
      bool fine = !fence && !mine.empty() && mine.count(-1) == 0;
      for (const InstId w : code.instructions(b)) {
        if (code.payload(w).name != "store") continue;
        const std::set<int> other = pointers_of(w);
        fine &= !other.empty() && other.count(-1) == 0;
        for (const int x : mine)
          for (const int y : other)
            fine =
                fine && x >= 0 && y >= 0 && client.apart(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y));
      }
      if (fine) expected.insert(i);
    }
    const auto result = passes::unwritten_loads(code, client);
    CHECK(result.stats.proved == expected.size());
    CHECK(result.stats.looked_at == 3);
    CHECK(code.count(b, "constant load") == expected.size());
    for (const InstId i : code.instructions(b))
      if (code.payload(i).name == "load") CHECK(expected.count(i) == 0);
    proved += result.stats.proved, written += result.stats.written, unknown += result.stats.unknown;
  }
  CHECK(proved > 150);
  CHECK(written > 100);
  CHECK(unknown > 50);
}

TEST_CASE("unwritten loads: spaces, symbols, bases beside symbols, and addresses of nothing") {
  // A load at one place and a store at another, by these pointers, of which those of `alone` lead to no other memory.
  const auto run = [](std::int64_t load, std::int64_t store, std::set<std::uint32_t> alone, bool both = false,
                      int load_base = 1, int store_base = 1) {
    SpacedCode code;
    code.both = both;
    const BlockId b = code.block();
    std::vector<ValueId> pointers;
    for (int k = 0; k < 3; ++k) pointers.push_back(code.op(b, "pointer " + std::to_string(k), Effects{}, {}));
    const ValueId out = code.make_value();
    std::vector<SmallCode::Operand> operands;
    if (load_base >= 0) operands.push_back({pointers[static_cast<std::size_t>(load_base)], Role::use});
    operands.push_back({out, Role::def});
    code.add(b, {"load", Effect::reads, load}, operands);
    code.show(b, {out});
    code.store(b, pointers[static_cast<std::size_t>(store_base)], store, out);
    code.ret(b);
    SpacedPointers client(code, std::move(alone), 1);
    const auto result = passes::unwritten_loads(code, client);
    CHECK(result.stats.proved + result.stats.written + result.stats.unknown == 1);
    CHECK(result.kept.empty());
    CHECK(result.stats.split == 0);
    CHECK(result.stats.parts == 0);
    return result.stats.proved != 0 ? "proved" : result.stats.written != 0 ? "written" : "unknown";
  };
  CHECK(run(0, 0, {}) == std::string("written"));
  CHECK(run(1000, 2000, {}) == std::string("proved"));  // two spaces
  CHECK(run(1000, 1000, {}) == std::string("written"));
  CHECK(run(0, 2000, {}) == std::string("written"));  // any space
  CHECK(run(1000, 0, {}) == std::string("written"));
  CHECK(run(0, 0, {2}, false, 2, 1) == std::string("proved"));
  CHECK(run(0, 0, {2}, false, 2, 2) == std::string("written"));  // itself
  CHECK(run(500, 0, {105}) == std::string("proved"));            // a symbol
  CHECK(run(500, 500, {105}) == std::string("written"));
  CHECK(run(500, 0, {105}, true) == std::string("written"));  // by the base, whatever the symbol
  CHECK(run(0, 0, {0, 100}, false, -1) == std::string("unknown"));
}

TEST_CASE("unwritten loads: fuel, parts, no access, and what is told") {
  const auto run = [](std::uint64_t fuel, std::uint32_t parts, bool place, bool explain) {
    SpacedCode code;
    const BlockId b = code.block();
    const ValueId p = code.op(b, "pointer 1", Effects{}, {});
    for (int k = 0; k < 3; ++k) {
      const ValueId out = code.make_value();
      code.add(b, {"load", Effect::reads, place ? std::optional<std::int64_t>(4 * k) : std::nullopt},
               {{p, Role::use}, {out, Role::def}});
      code.show(b, {out});
    }
    code.ret(b);
    SpacedPointers client(code, {}, parts);
    passes::UnwrittenLoadsOptions options;
    options.fuel = fuel;
    options.explain = explain;
    const auto result = passes::unwritten_loads(code, client, options);
    CHECK(code.count(b, "constant load") == parts * result.stats.proved);
    CHECK(result.kept.size() == (explain ? (parts == 0 || !place ? 3 : 0) : 0));
    CHECK(result.out_of_fuel == (place && parts != 0 && fuel < 3));
    return std::vector<std::uint64_t>{result.stats.looked_at, result.stats.proved, result.stats.unknown,
                                      result.stats.split, result.stats.parts};
  };
  using Counts = std::vector<std::uint64_t>;
  CHECK(run(9, 1, true, true) == Counts{3, 3, 0, 0, 0});
  CHECK(run(9, 2, true, true) == Counts{3, 3, 0, 3, 6});
  CHECK(run(1, 1, true, false) == Counts{2, 1, 0, 0, 0});
  CHECK(run(9, 0, true, true) == Counts{3, 0, 0, 0, 0});
  CHECK(run(9, 1, false, true) == Counts{3, 0, 3, 0, 0});
  CHECK(run(9, 1, false, false) == Counts{3, 0, 3, 0, 0});
}
