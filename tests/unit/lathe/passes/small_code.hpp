// Code written by hand for tests of passes: a Store whose instructions are a key, effects and, if they touch memory, a
// place; guards, copies and phis as a View names them.
#pragma once

#include <initializer_list>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lathe/program/store.hpp>

namespace passes_test {

using lathe::program::BlockId, lathe::program::InstId, lathe::program::ValueId;
using lathe::program::Effect, lathe::program::Effects, lathe::program::Fact, lathe::program::Role;

struct SmallOp {
  std::string name;
  Effects does;
  std::optional<std::int64_t> place;  ///< 4 bytes there, from the first use
  Effects effects() const { return does; }
  std::string key() const { return name + (place ? " " + std::to_string(*place) : std::string()); }
  static SmallOp jump() { return {"jump", Effect::terminator, {}}; }
};

class SmallCode : public lathe::program::Store<SmallOp> {
 public:
  using Operand = lathe::program::Operand<ValueId>;
  static constexpr lathe::program::Facts facts = lathe::program::Store<SmallOp>::facts | Fact::access;

  BlockId block() {
    const BlockId b = make_block();
    put_block(b, true);
    return b;
  }
  ValueId parameter() {
    const ValueId v = make_value();
    add_parameter(v);
    return v;
  }
  InstId add(BlockId b, SmallOp op, std::vector<Operand> operands, std::vector<BlockId> to = {}) {
    const InstId i = make(std::move(op), operands, to);
    put(i, {b, {}});
    return i;
  }
  /// result = name(uses...)
  ValueId op(BlockId b, const std::string& name, Effects e, std::initializer_list<ValueId> uses) {
    const ValueId out = make_value();
    write(b, name, e, uses, out);
    return out;
  }
  InstId write(BlockId b, const std::string& name, Effects e, std::initializer_list<ValueId> uses, ValueId to) {
    std::vector<Operand> operands;
    for (const ValueId v : uses) operands.push_back({v, Role::use});
    operands.push_back({to, Role::def});
    return add(b, {name, e, {}}, operands);
  }
  /// @guard result = name(uses...)
  InstId guarded(BlockId b, const std::string& name, ValueId guard, bool negated, std::initializer_list<ValueId> uses,
                 ValueId to) {
    std::vector<Operand> operands;
    for (const ValueId v : uses) operands.push_back({v, Role::use});
    operands.push_back({guard, Role::guard, negated});
    operands.push_back({to, Role::use, false, true});
    operands.push_back({to, Role::def});
    return add(b, {name, Effects(), {}}, operands);
  }
  ValueId load(BlockId b, ValueId base, std::int64_t place) {
    const ValueId out = make_value();
    add(b, {"load", Effect::reads, place}, {{base, Role::use}, {out, Role::def}});
    return out;
  }
  void store(BlockId b, ValueId base, std::int64_t place, ValueId what) {
    add(b, {"store", Effect::writes, place}, {{base, Role::use}, {what, Role::use}});
  }
  void show(BlockId b, std::initializer_list<ValueId> uses) {
    std::vector<Operand> operands;
    for (const ValueId v : uses) operands.push_back({v, Role::use});
    add(b, {"show", Effect::side_effect, {}}, operands);
  }
  ValueId phi(BlockId b, std::initializer_list<std::pair<BlockId, ValueId>> in) {
    const ValueId out = make_value();
    const InstId i = add(b, {"phi", Effect::phi, {}}, {{out, Role::def}});
    const std::vector<std::pair<BlockId, ValueId>> all(in);
    set_incoming(i, all);
    return out;
  }
  void jump(BlockId b, BlockId to) { add(b, {"jump", Effect::terminator, {}}, {}, {to}); }
  void branch(BlockId b, ValueId on, BlockId yes, BlockId no) {
    add(b, {"branch", Effect::terminator, {}}, {{on, Role::use}}, {yes, no});
  }
  void ret(BlockId b) { add(b, {"ret", Effect::terminator, {}}, {}); }

  template <class F>
  void for_each_access(InstId i, F&& f) const {
    if (!payload(i).place) return;
    lathe::program::Access<ValueId> a;
    for_each_operand(i, [&](const Operand& o) {
      if (!a.has_base && o.role == Role::use) a.base = o.value, a.has_base = true;
    });
    a.offset = *payload(i).place;
    a.bytes = 4;
    f(a);
  }
  InstId make_copy(ValueId to, ValueId from) {
    const Operand both[] = {{from, Role::use}, {to, Role::def}};
    return make({"copy", Effect::copy, {}}, both);
  }
  /// Names of a block's instructions, in order.
  std::string names(BlockId b) const {
    std::string out;
    for (const InstId i : instructions(b)) out += (out.empty() ? "" : " ") + payload(i).name;
    return out;
  }
  /// How many instructions of a name stand in a block.
  std::uint32_t count(BlockId b, const std::string& name) const {
    std::uint32_t n = 0;
    for (const InstId i : instructions(b)) n += payload(i).name == name;
    return n;
  }
};
static_assert(lathe::program::is_editor<SmallCode>());

/// The same, told more of its values: which keep their names, are constants without a register, are read behind a block,
/// are of another class.
class ToldCode : public SmallCode {
 public:
  static constexpr lathe::program::Facts facts = SmallCode::facts | Fact::pinned | Fact::live_out | Fact::classes;
  std::set<ValueId> pins, constants, others;
  std::vector<std::pair<BlockId, ValueId>> outs;  ///< behind which block, what
  bool pinned(ValueId v) const { return pins.count(v) != 0; }
  bool is_constant(ValueId v) const { return constants.count(v) != 0; }
  std::uint32_t register_class(ValueId v) const { return others.count(v) != 0 ? 1 : 0; }
  static std::string class_name(std::uint32_t c) { return c == 0 ? "one" : "other"; }
  template <class F>
  void for_each_live_out(BlockId b, F&& f) const {
    for (const auto& [block, v] : outs)
      if (block == b) f(v);
  }
};
static_assert(lathe::program::is_editor<ToldCode>());

/// The same with a register of flags, which instructions write on the way (`flag`, dead): in front of ends of closed blocks they must not.
class FlagCode : public ToldCode {
 public:
  ValueId flag = make_value();
  std::set<BlockId> closed;
  FlagCode() { pins.insert(flag); }
  ValueId flagged(BlockId b, const std::string& name, Effects e, std::initializer_list<ValueId> uses) {
    const ValueId out = make_value();
    std::vector<Operand> operands;
    for (const ValueId v : uses) operands.push_back({v, Role::use});
    operands.push_back({out, Role::def});
    operands.push_back({flag, Role::def});
    operands.back().dead = true;
    add(b, {name, e, {}}, operands);
    return out;
  }
  bool may_stand(InstId i, const lathe::program::Spot<BlockId, InstId>& at) const {
    bool writes = false;
    for_each_operand(i, [&](const Operand& o) { writes |= o.is_def() && o.value == flag; });
    return !writes || closed.count(*at.block) == 0;
  }
};
static_assert(lathe::program::is_editor<FlagCode>());

/// So many registers of one kind.
struct Registers {
  std::uint32_t limit = 0;
  std::vector<lathe::program::RegisterSet> sets() const { return {{"registers", limit}}; }
  template <class Value>
  lathe::program::RegisterClass register_class(const Value&) const {
    return {"register", {{0, 1}}};
  }
};

}  // namespace passes_test
