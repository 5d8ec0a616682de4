// Slots to registers, by hand: which code gets phis, and how words that are seen in two ways are cut.
#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lathe/passes/promote_slots.hpp>

#include "unit/lathe/passes/small_code.hpp"

namespace {

using namespace lathe;
using namespace passes_test;
constexpr Effects pure{};

/// One object of 64 bytes; "load 8" and "store 8" touch 8 bytes of it, as the name says.
class SlotCode : public SmallCode {
 public:
  std::vector<std::uint32_t> made;  ///< bytes of the words that became registers

  ValueId slot(BlockId b) { return op(b, "slot", pure, {}); }
  ValueId loads(BlockId b, ValueId base, std::int64_t place, int bytes) {
    const ValueId out = make_value();
    add(b, {"load " + std::to_string(bytes), Effect::reads, place}, {{base, Role::use}, {out, Role::def}});
    return out;
  }
  void stores(BlockId b, ValueId base, std::int64_t place, int bytes, ValueId what) {
    add(b, {"store " + std::to_string(bytes), Effect::writes, place}, {{base, Role::use}, {what, Role::use}});
  }
  template <class F>
  void for_each_access(InstId i, F&& f) const {
    SmallCode::for_each_access(i, [&](auto a) {
      a.bytes = static_cast<std::uint32_t>(std::stoul(payload(i).name.substr(payload(i).name.find(' '))));
      f(a);
    });
  }

  bool is_slot(std::uint32_t symbol) const { return symbol == 1; }
  std::uint64_t slot_bytes(std::uint32_t) const { return 64; }
  template <class F>
  void for_each_symbol(InstId i, F&& f) const {
    if (payload(i).name == "slot") f(1U);
  }
  std::optional<passes::SlotAddress<ValueId>> slot_address(InstId i) const {
    if (payload(i).name != "slot") return {};
    return passes::SlotAddress<ValueId>{1, {}, 0};
  }
  std::uint32_t slot_parts(InstId) const { return 1; }
  std::optional<ValueId> make_slot(std::uint32_t bytes) {
    made.push_back(bytes);
    return make_value();
  }
  InstId make_stored(InstId i, std::uint32_t, ValueId to) { return make_copy(to, operand_of(i, 1)); }
  InstId make_loaded(InstId i, std::uint32_t, ValueId from) { return make_copy(operand_of(i, 1), from); }
  InstId make_phi(ValueId to) {
    const Operand def{to, Role::def};
    return make({"phi", Effect::phi, {}}, std::span(&def, 1));
  }
  bool can_cut(InstId, std::uint32_t) const { return true; }
  InstId make_cut(InstId i, std::uint32_t, std::span<const ValueId> to) {
    std::vector<Operand> all{{operand_of(i, 1), Role::use}};
    for (const ValueId v : to) all.push_back({v, Role::def});
    return make({"cut", pure, {}}, all);
  }
  InstId make_joined(InstId i, std::uint32_t, std::span<const ValueId> from) {
    std::vector<Operand> all;
    for (const ValueId v : from) all.push_back({v, Role::use});
    all.push_back({operand_of(i, 1), Role::def});
    return make({"join", pure, {}}, all);
  }
  ValueId operand_of(InstId i, std::uint32_t k) const {
    std::optional<ValueId> out;
    std::uint32_t at = 0;
    for_each_operand(i, [&](const Operand& o) {
      if (at++ == k) out = o.value;
    });
    return *out;
  }
};
static_assert(program::is_editor<SlotCode>());

}  // namespace

TEST_CASE("slots: phis where the registers that are reached have one definition each, registers as stored elsewhere") {
  // `other` is written a second time nowhere, where nothing leads, or behind the first.
  for (const char* second : {"nowhere", "unreached", "reached"}) {
    CAPTURE(second);
    SlotCode code;
    const BlockId entry = code.block(), yes = code.block(), join = code.block(), lost = code.block();
    const ValueId p = code.parameter(), s = code.slot(entry), other = code.op(entry, "other", pure, {});
    code.stores(entry, s, 8, 4, p);
    code.branch(entry, p, yes, join);
    const ValueId q = code.op(yes, "q", pure, {p});
    code.stores(yes, s, 8, 4, q);
    code.jump(yes, join);
    code.show(join, {code.loads(join, s, 8, 4), other});
    code.ret(join);
    if (second != std::string("nowhere"))
      code.write(second == std::string("reached") ? yes : lost, "other", pure, {}, other);
    code.ret(lost);
    const auto result = passes::promote_slots(code, code);
    CHECK(result.stats.words == 1);
    CHECK(code.count(entry, "slot") == 0);  // nobody asks for the address any more
    const bool ssa = second != std::string("reached");
    CHECK(code.names(join) == (ssa ? "phi show ret" : "copy show ret"));
    CHECK(code.count(entry, "copy") == (ssa ? 0 : 1));
    CHECK(code.count(yes, "copy") == (ssa ? 0 : 1));
    if (!ssa) continue;
    std::vector<std::pair<BlockId, ValueId>> taken;
    code.for_each_incoming(*code.instructions(join).begin(), [&](BlockId b, ValueId v) { taken.emplace_back(b, v); });
    CHECK(taken.size() == 2);
    for (const auto& [from, v] : taken) CHECK(v == (from == entry ? p : q));
  }
}

TEST_CASE("slots: a word that is also seen by halves is two registers") {
  SlotCode code;
  const BlockId b = code.block();
  const ValueId p = code.parameter(), q = code.op(b, "q", pure, {p}), s = code.slot(b);
  code.stores(b, s, 8, 8, p);
  code.stores(b, s, 12, 4, q);
  code.show(b, {code.loads(b, s, 8, 4), code.loads(b, s, 8, 8)});
  code.ret(b);
  const auto result = passes::promote_slots(code, code);
  CHECK(result.stats.words == 2);
  CHECK(code.made == std::vector<std::uint32_t>{4, 4});
  CHECK(code.names(b) == "q cut join show ret");
  const std::vector<InstId> now(code.instructions(b).begin(), code.instructions(b).end());
  CHECK(code.operand_of(now[2], 0) == code.operand_of(now[1], 1));  // the lower half
  CHECK(code.operand_of(now[2], 1) == q);
  CHECK(code.operand_of(now[3], 0) == code.operand_of(now[1], 1));
}

TEST_CASE("slots: pieces are counted from where the words begin, whatever its alignment") {
  SlotCode code;
  const BlockId b = code.block();
  const ValueId p = code.parameter(), s = code.slot(b);
  code.stores(b, s, 2, 16, p);
  code.show(b, {code.loads(b, s, 2, 8), code.loads(b, s, 10, 8)});
  code.ret(b);
  CHECK(passes::promote_slots(code, code).stats.words == 2);
  CHECK(code.made == std::vector<std::uint32_t>{8, 8});
  CHECK(code.names(b) == "cut show ret");
}

TEST_CASE("slots: what was stored stays what it was, though its register is written behind") {
  // The register is a parameter and has one definition in the text; or one definition, which the store stands in front of.
  for (const bool parameter : {true, false}) {
    CAPTURE(parameter);
    SlotCode code;
    const BlockId entry = code.block(), loop = code.block(), end = code.block();
    const ValueId p = code.parameter(), x = parameter ? code.parameter() : code.make_value(), s = code.slot(entry);
    code.jump(entry, loop);
    code.stores(loop, s, 8, 4, x);
    code.write(loop, "next", Effect::fresh, {p}, x);
    code.show(loop, {code.loads(loop, s, 8, 4)});
    code.branch(loop, p, loop, end);
    code.ret(end);
    CHECK(passes::promote_slots(code, code).stats.words == 1);
    CHECK(code.names(loop) == "copy next show branch");
  }
}

TEST_CASE("slots: a parameter that becomes a slot's address was another address before") {
  SlotCode code;
  const BlockId b = code.block();
  const ValueId p = code.parameter(), q = code.parameter();
  const ValueId other = code.loads(b, p, 8, 4);
  code.write(b, "slot", pure, {}, p);
  code.stores(b, p, 8, 4, q);
  code.show(b, {other, code.loads(b, p, 8, 4)});
  code.ret(b);
  const auto result = passes::promote_slots(code, code);
  CHECK(result.stats.escaped == 1);
  CHECK(result.stats.words == 0);
  CHECK(code.names(b) == "load 4 slot store 4 load 4 show ret");
}
