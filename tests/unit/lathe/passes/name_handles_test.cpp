// Names for handles and handles for names, by hand: several in one instruction, those that stay and why, and fuel. Random
// functions: handles_test.cpp.
#include <doctest/doctest.h>

#include <lathe/passes/name_handles.hpp>

#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
using Reason = passes::NameHandlesReason;
using Operand = SmallCode::Operand;

/// "use" has handles at places that the offsets of its operands say; one that has a name there is written "place=object".
struct Uses {
  SmallCode& code;
  std::optional<std::uint32_t> refused;  ///< there is no form with a name there
  template <class Own, class From>
  bool origins(InstId i, ValueId, Own&& own, From&&) const {
    const std::string& name = code.payload(i).name;
    if (name.starts_with("object ")) own(static_cast<std::uint32_t>(name[7] - '0'));
    return name.starts_with("object ") || name == "nothing";
  }
  template <class F>
  void for_each_handle(InstId i, F&& f) const {
    if (!code.payload(i).name.starts_with("use")) return;
    code.for_each_operand(i, [&](const Operand& o) { f(static_cast<std::uint32_t>(o.offset), o.value); });
  }
  std::optional<InstId> make_named(InstId i, std::uint32_t place, std::uint32_t object) {
    if (refused == place) return {};
    std::vector<Operand> operands;
    code.for_each_operand(i, [&](const Operand& o) {
      if (o.offset != place) operands.push_back(o);
    });
    const std::string name = code.payload(i).name + " " + std::to_string(place) + "=" + std::to_string(object);
    return code.make({name, Effect::side_effect, {}}, operands);
  }
};
/// "take" has so many names as its text has digits; each may become a handle that "handle" makes.
struct Takes : Uses {
  std::uint32_t asked = 0;
  template <class F>
  void for_each_name(InstId i, F&& f) const {
    const std::string& name = code.payload(i).name;
    if (name.starts_with("take"))
      for (const char c : name.substr(4)) f(static_cast<std::uint32_t>(c - '0'));
  }
  std::optional<std::pair<InstId, InstId>> make_handle(InstId i, std::uint32_t place) {
    ++asked;
    if (refused == place) return {};
    std::string name = code.payload(i).name;
    name.erase(name.find(static_cast<char>('0' + place)), 1);
    const ValueId v = code.make_value();
    const Operand def{v, Role::def}, use{v, Role::use};
    std::vector<Operand> operands;
    code.for_each_operand(i, [&](const Operand& o) { operands.push_back(o); });
    operands.push_back(use);
    return std::pair(code.make({"handle " + std::to_string(place), {}, {}}, std::span(&def, 1)),
                     code.make({name, Effect::side_effect, {}}, operands));
  }
};

struct Made {
  SmallCode code;
  BlockId b = code.block();
  explicit Made(const std::vector<std::string>& makers) {
    std::vector<Operand> operands;
    for (const std::string& name : makers) {
      Operand o{code.op(b, name, {}, {}), Role::use};
      o.offset = static_cast<std::int64_t>(operands.size());
      operands.push_back(o);
    }
    code.add(b, {"use", Effect::side_effect, {}}, operands);
    code.ret(b);
  }
  std::string last() const {
    std::string out;
    for (const InstId i : code.instructions(b))
      if (code.payload(i).name.starts_with("use") || code.payload(i).name.starts_with("take"))
        out = code.payload(i).name;
    return out;
  }
};

}  // namespace

TEST_CASE("several handles of one instruction: each whose object is known has a name") {
  Made m({"object 3", "loaded", "object 5", "nothing", "object 7"});
  Uses client{m.code, {}};
  passes::NameHandlesOptions options;
  options.explain = true;
  const auto result = passes::name_handles(m.code, client, options);
  CHECK(m.last() == "use 0=3 2=5 4=7");
  CHECK(result.stats.looked_at == 5);
  CHECK(result.stats.named == 3);
  CHECK(result.stats.unknown == 2);
  CHECK(result.stats.several == 0);
  CHECK(result.changes == 3);
  REQUIRE(result.kept.size() == 2);
  for (const auto& k : result.kept) CHECK(k.reason == Reason::unknown);
}

TEST_CASE("a handle without a form, and with several objects, keeps no other from its name") {
  Made m({"object 3", "object 4", "object 5"});
  Uses client{m.code, 0};
  passes::NameHandlesOptions options;
  options.explain = true;
  const auto result = passes::name_handles(m.code, client, options);
  CHECK(m.last() == "use 1=4 2=5");
  REQUIRE(result.kept.size() == 1);
  CHECK(result.kept[0].reason == Reason::form);
  Made again({"object 3"});
  Uses none{again.code, 0};
  CHECK(passes::name_handles(again.code, none).kept.empty());  // nobody asked
}

TEST_CASE("fuel for names: an instruction at which it ends is left, with what it had") {
  for (std::uint64_t fuel = 0; fuel < 4; ++fuel) {
    Made m({"object 3", "object 4", "object 5"});
    Uses client{m.code, {}};
    passes::NameHandlesOptions options;
    options.fuel = fuel;
    const auto result = passes::name_handles(m.code, client, options);
    CHECK(result.stats.named == fuel);
    CHECK(result.stats.looked_at == std::min<std::uint64_t>(fuel + 1, 3));
    CHECK(result.out_of_fuel == (fuel < 3));
    CHECK(m.last() == std::string("use 0=3 1=4 2=5").substr(0, 3 + 4 * fuel));
  }
}

TEST_CASE("handles for names: all, those that have a form, and as far as fuel goes") {
  const auto run = [](std::optional<std::uint32_t> refused, std::uint64_t fuel) {
    SmallCode code;
    const BlockId b = code.block();
    code.add(b, {"take012", Effect::side_effect, {}}, {});
    code.add(b, {"take34", Effect::side_effect, {}}, {});
    code.ret(b);
    Takes client{{code, refused}, 0};
    passes::NameHandlesOptions options;
    options.fuel = fuel;
    options.explain = true;
    const auto result = passes::name_handles(code, client, options);
    CHECK(result.stats.made_handles == result.changes);
    CHECK(result.kept.size() == (refused ? 1 : 0));
    for (const auto& k : result.kept) CHECK(k.reason == Reason::form);
    CHECK(client.asked <= fuel + 2);  // where fuel ended, once for each instruction
    return code.names(b);
  };
  CHECK(run({}, 99) == "handle 0 handle 1 handle 2 take handle 3 handle 4 take ret");
  CHECK(run(1, 99) == "handle 0 handle 2 take1 handle 3 handle 4 take ret");
  CHECK(run({}, 2) == "handle 0 handle 1 take2 take34 ret");
  CHECK(run({}, 0) == "take012 take34 ret");
}
