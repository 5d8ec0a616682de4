// Random functions of the toy machine fitted into few registers: they do the same, with slots and memory executed, at every
// fuel; the excess that the pass tells is that of a slow count.
#include <doctest/doctest.h>

#include <map>
#include <optional>
#include <set>
#include <vector>

#include <lathe/passes/register_target.hpp>

#include "support/edited_functions.hpp"

namespace {

using namespace lathe;
using toy::BlockId, toy::EditFunction, toy::FrameOp, toy::InstId, toy::MachineInst, toy::ValueId;

// As toy::run_stored, with slots; nothing where the steps were not enough.
std::optional<toy::Seen> run_with_slots(const EditFunction& f, std::uint32_t steps) {
  toy::Seen seen;
  std::vector<std::int64_t> value(f.value_count());
  for (std::size_t v = 0; v < value.size(); ++v) value[v] = 0x0badbad + static_cast<std::int64_t>(v);
  std::map<std::uint32_t, std::int64_t> frame;
  std::optional<BlockId> block = *f.blocks().begin();
  while (block) {
    std::optional<BlockId> to;
    for (const InstId i : f.instructions(*block)) {
      if (steps-- == 0) return {};
      const MachineInst m = f.inst(i);
      const FrameOp& op = f.payload(i);
      std::vector<std::int64_t> in, out;
      for (const toy::Register r : m.reads) in.push_back(value[r]);
      if (op.kind == FrameOp::Kind::move) out = in;
      if (op.kind == FrameOp::Kind::store) frame[op.slot] = in[0];
      if (op.kind == FrameOp::Kind::load) out = {frame[op.slot]};
      if (op.kind == FrameOp::Kind::plain) operate(m, in, out, seen);
      for (std::size_t k = 0; k < out.size(); ++k) value[m.writes[k]] = out[k];
      const auto targets = f.targets(i);
      if (!targets.empty()) to = targets[targets.size() == 2 && in[0] == 0 ? 1 : 0];
    }
    block = to;
  }
  return seen;
}

// Out of SSA form as simply as can be: a register between the two for each phi.
void drop_phis(EditFunction& f) {
  std::vector<InstId> phis;
  for (const BlockId b : f.blocks())
    for (const InstId i : f.instructions(b))
      if (f.payload(i).kind == FrameOp::Kind::phi) phis.push_back(i);
  std::vector<std::pair<ValueId, ValueId>> heads;
  for (const InstId phi : phis) {
    const ValueId result(f.inst(phi).writes[0]), between = f.make_value(result);
    std::vector<std::pair<BlockId, ValueId>> in;
    std::set<std::uint32_t> from;
    f.for_each_incoming(phi, [&](BlockId b, ValueId v) { in.emplace_back(b, v); });
    for (const auto& [b, v] : in) {
      if (!from.insert(b.value).second) continue;
      std::optional<InstId> end;
      for (const InstId i : f.instructions(b))
        if (!end && !f.targets(i).empty()) end = i;
      f.put(f.make_copy(between, v), {b, end});
    }
    heads.emplace_back(result, between);
  }
  // Phis take all at once, and copies between stand for that.
  for (std::size_t k = 0; k < phis.size(); ++k) {
    f.put(f.make_copy(heads[k].first, heads[k].second), {f.parent(phis[k]), phis[k]});
    f.put(phis[k], {});
    f.drop(phis[k]);
  }
}

class Own {
 public:
  Own(EditFunction& f, std::uint32_t limit) : f_(f) { sets_ = {{"registers", limit, 0, {}}}; }
  const std::vector<program::RegisterSet>& sets() const { return sets_; }
  const program::RegisterClass& register_class(ValueId) const { return class_; }
  template <class F>
  void for_each_held(InstId i, F&& f) const {
    const bool load = f_.is_plain(i, MachineInst::Op::load);
    if (!load && !f_.is_plain(i, MachineInst::Op::store)) return;
    const MachineInst m = f_.inst(i);
    if ((load ? m.writes.size() : m.reads.size() - 1) != 1) return;
    f_.for_each_access(i, [&](const program::Access<ValueId>& at) { f(ValueId(load ? m.writes[0] : m.reads[1]), at); });
  }
  std::optional<InstId> make_load(ValueId to, const program::Access<ValueId>& at) {
    const program::Operand<ValueId> both[] = {{at.base, program::Role::use}, {to, program::Role::def}};
    return f_.make(FrameOp{FrameOp::Kind::plain, {MachineInst::Op::load, at.offset, 0}, 0}, both);
  }
  std::uint32_t make_slot(ValueId) { return slots_++; }
  InstId make_store(std::uint32_t slot, ValueId v) {
    const program::Operand<ValueId> one[] = {{v, program::Role::use}};
    return f_.make(FrameOp{FrameOp::Kind::store, {}, slot}, one);
  }
  InstId make_reload(ValueId to, std::uint32_t slot) {
    const program::Operand<ValueId> one[] = {{to, program::Role::def}};
    return f_.make(FrameOp{FrameOp::Kind::load, {}, slot}, one);
  }

 private:
  EditFunction& f_;
  std::vector<program::RegisterSet> sets_;
  program::RegisterClass class_{"word", {{0, 1}}};
  std::uint32_t slots_ = 0;
};

// Registers beyond the limit, by a walk back over everything until nothing changes.
std::uint64_t slow_excess(const EditFunction& f, std::uint32_t limit) {
  std::map<std::uint32_t, std::set<std::uint32_t>> in;
  std::set<std::uint32_t> reached{(*f.blocks().begin()).value};
  for (bool grew = true; grew;) {
    grew = false;
    for (const BlockId b : f.blocks())
      if (reached.count(b.value) != 0)
        f.for_each_successor(b, [&](BlockId s) { grew |= reached.insert(s.value).second; });
  }
  std::uint64_t sum = 0;
  for (bool changed = true; changed;) {
    changed = false;
    sum = 0;
    for (const BlockId b : f.blocks()) {
      std::set<std::uint32_t> live;
      f.for_each_successor(b, [&](BlockId s) { live.insert(in[s.value].begin(), in[s.value].end()); });
      std::vector<InstId> all(f.instructions(b).begin(), f.instructions(b).end());
      for (std::size_t k = all.size(); k-- > 0;) {
        const MachineInst m = f.inst(all[k]);
        live.insert(m.writes.begin(), m.writes.end());
        std::size_t most = live.size();
        for (const auto w : m.writes) live.erase(w);
        live.insert(m.reads.begin(), m.reads.end());
        most = std::max(most, live.size());
        if (reached.count(b.value) != 0 && most > limit) sum += most - limit;
      }
      if (live != in[b.value]) in[b.value] = live, changed = true;
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("functions in few registers do the same, at every fuel, and the excess is what a slow count says") {
  toy::RandomFunctions random(11);
  passes::RegisterTargetStats all;
  std::uint64_t told = 0, left = 0;
  for (std::uint32_t round = 0; round < 250; ++round) {
    CAPTURE(round);
    const toy::SsaFunction ssa = random.next();
    EditFunction before(ssa);
    drop_phis(before);
    const auto was = run_with_slots(before, 200'000);
    REQUIRE(was.has_value());
    const std::uint32_t limit = 3 + round % 4;
    passes::RegisterTargetOptions options;
    options.spill = round % 3 != 0;
    options.make_again = round % 2 == 0;
    options.most_cost = 1000;
    if (round % 5 == 0) options.fuel = round % 7;
    EditFunction behind(ssa);
    drop_phis(behind);
    Own own(behind, limit);
    const auto result = passes::register_target(behind, own, options);
    if (options.fuel != 0) CHECK(result.stats.excess_before == slow_excess(before, limit));
    const auto is = run_with_slots(behind, 400'000);
    REQUIRE(is.has_value());
    if (!(was->shown == is->shown) || !(was->memory == is->memory))
      MESSAGE(before.text() << "became\n" << behind.text());
    CHECK(was->shown == is->shown);
    CHECK(was->memory == is->memory);
    told += result.stats.excess_before;
    left += slow_excess(behind, limit);
    for (const auto& [name, field] : passes::RegisterTargetStats::fields()) all.*field += result.stats.*field;
    if (options.fuel == 0) CHECK(behind.text() == before.text());
  }
  CHECK(all.made > 50);
  CHECK(all.loads > 8);
  CHECK(all.reloads > 200);
  CHECK(all.stores > 200);
  CHECK(5 * left < 3 * told);
}

TEST_CASE("code with phis is refused, and what has no hook does without") {
  toy::RandomFunctions random(12);
  std::uint32_t refused = 0;
  for (int round = 0; round < 20; ++round) {
    EditFunction f(random.next());
    const std::string was = f.text();
    bool phis = false;
    for (const BlockId b : f.blocks())
      for (const InstId i : f.instructions(b)) phis |= f.payload(i).kind == FrameOp::Kind::phi;
    Own own(f, 2);
    const auto result = passes::register_target(f, own);
    if (!phis) continue;
    CHECK(result.refused == passes::RegisterTargetReason::phis);
    CHECK(f.text() == was);
    ++refused;
  }
  CHECK(refused > 5);
}
