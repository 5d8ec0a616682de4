// Whether pinned registers leave anything to hoist, at first sight: a loop of which one thing is otherwise at a time.
#include <doctest/doctest.h>

#include <optional>

#include <lathe/passes/pinned_sight.hpp>

#include "unit/lathe/passes/small_code.hpp"

using namespace lathe;
using namespace passes_test;

namespace {

/// Remembers in front of what it was asked to put something.
struct Asked : FlagCode {
  mutable std::optional<std::optional<InstId>> before;
  bool may_stand(InstId i, const program::Spot<BlockId, InstId>& at) const {
    before = at.before;
    return FlagCode::may_stand(i, at);
  }
};

enum class But : std::uint8_t {
  fine,
  read_behind,
  read_before,
  traps_aside,
  traps_at_head,
  traps_at_end,
  read_aside,
  other_entry,
  lost_entry,
  end_reads_result,
  end_reads_other,
  closed,
  guarded,
  written_twice,
  operand_written,
  left_to_caller,
  not_pinned,
  not_pinned_other_entry,
  operand_pinned,
  flag_written_twice,
  no_result,
  marker,
  terminator
};

bool some(But but) {
  Asked code;
  const BlockId entry = code.block(), front = code.block(), loop = code.block(), turn = code.block(),
                back = code.block(), end = code.block(), lost = code.block();
  const ValueId p = code.parameter(), q = code.parameter(), t = code.make_value();
  ValueId r = code.make_value();
  code.pins.insert(t);
  Effects does;
  if (but == But::traps_aside || but == But::traps_at_head || but == But::traps_at_end) does = Effect::traps;
  if (but == But::read_aside) does = Effect::reads;
  if (but == But::marker) does = Effect::marker;
  if (but == But::terminator) does = Effect::terminator;
  const BlockId at = but == But::traps_aside || but == But::read_aside ? turn : but == But::traps_at_end ? back : loop;
  if (but == But::read_before) code.show(loop, {r});
  if (but == But::guarded)
    code.add(at, {"op", does, {}}, {{p, Role::use}, {q, Role::guard}, {r, Role::def}});
  else if (but == But::no_result)
    code.add(at, {"op", does, {}}, {{p, Role::use}});
  else if (but == But::closed || but == But::flag_written_twice)
    r = code.flagged(at, "op", does, {p});
  else
    code.write(at, "op", does, {but == But::operand_written ? t : p}, r);
  if (but == But::written_twice) code.write(turn, "other", Effect::side_effect, {q}, r);
  if (but == But::flag_written_twice) code.show(turn, {code.flagged(turn, "other", Effect::side_effect, {q})});
  if (but == But::guarded) code.pins.insert(q);
  if (but == But::operand_pinned) code.pins.insert(p);
  if (but != But::not_pinned && but != But::not_pinned_other_entry) code.pins.insert(r);
  if (but == But::left_to_caller) code.outs = {{end, r}};
  if (but == But::closed) code.closed.insert(front);
  code.write(turn, "other", Effect::side_effect, {q}, t);
  if (but != But::no_result) code.show(but == But::read_behind ? end : at == turn ? turn : back, {r});
  code.branch(entry, q, front, but == But::other_entry || but == But::not_pinned_other_entry ? loop : end);
  const InstId first = code.add(front, {"mark", Effect::terminator, {}}, {});
  code.add(front, {"jump", Effect::terminator, {}}, {{but == But::end_reads_result ? r : q, Role::use}}, {loop});
  if (but == But::end_reads_result) code.write(entry, "op", Effect::side_effect, {p}, r);
  code.branch(loop, q, turn, back);
  code.jump(turn, back);
  code.branch(back, q, loop, end);
  code.ret(end);
  code.jump(lost, but == But::lost_entry ? loop : end);
  passes::Chain<Asked> on(code);
  on.start();
  const bool any = passes::detail::PinnedAtFirstSight<Asked>(on).any();
  if (but == But::fine || but == But::closed) CHECK((code.before && *code.before && **code.before == first));
  return any;
}

}  // namespace

TEST_CASE("pinned, at first sight: what could go, and what keeps it") {
  for (const But but :
       {But::fine, But::traps_at_head, But::traps_at_end, But::read_aside, But::lost_entry, But::end_reads_other,
        But::not_pinned, But::not_pinned_other_entry, But::operand_pinned, But::flag_written_twice}) {
    CAPTURE(static_cast<int>(but));
    CHECK(some(but));
  }
  for (const But but : {But::read_behind, But::read_before, But::traps_aside, But::other_entry, But::end_reads_result,
                        But::closed, But::guarded, But::written_twice, But::operand_written, But::left_to_caller,
                        But::no_result, But::marker, But::terminator}) {
    CAPTURE(static_cast<int>(but));
    CHECK_FALSE(some(but));
  }
}

TEST_CASE("pinned, at first sight: what may trap goes if the loop neither ends nor turns without it") {
  // head to a or b, both to the latch; a, and in one of three b, leaves the loop, too; op is in a.
  for (const int b_leaves : {0, 1, 2}) {
    CAPTURE(b_leaves);
    ToldCode code;
    const BlockId front = code.block(), head = code.block(), a = code.block(), b = code.block(), latch = code.block(),
                  end = code.block();
    const ValueId p = code.parameter(), q = code.parameter(), r = code.make_value();
    code.pins = {r};
    code.write(b_leaves == 2 ? head : a, "op", Effect::traps, {p}, r);
    code.show(b_leaves == 2 ? head : a, {r});
    code.jump(front, head);
    code.branch(head, q, a, b);
    code.branch(a, q, latch, end);
    if (b_leaves == 1)
      code.branch(b, q, a, end);
    else
      code.jump(b, b_leaves == 0 ? latch : a);
    code.jump(latch, head);
    code.ret(end);
    passes::Chain<ToldCode> on(code);
    on.start();
    CHECK(passes::detail::PinnedAtFirstSight<ToldCode>(on).any() == (b_leaves == 2));
  }
}

TEST_CASE("lives of some: of what is asked, what is left behind the function's back among it") {
  ToldCode code;
  const BlockId one = code.block(), two = code.block(), end = code.block();
  const ValueId p = code.parameter(), kept = code.make_value(), other = code.make_value();
  code.write(one, "op", {}, {p}, kept);
  code.write(one, "op", {}, {p}, other);
  code.jump(one, two);
  code.jump(two, end);
  code.ret(end);
  code.outs = {{end, kept}, {end, other}};
  passes::Chain<ToldCode> on(code);
  on.start();
  const auto lives = passes::detail::lives_of(std::as_const(code), on.shape().cfg, 1,
                                              [&](ValueId v) { return v == kept ? 0U : program::none; });
  CHECK(lives.live_in[0].size() == 0);
  for (const std::size_t b : {1U, 2U}) CHECK(lives.live_in[b].size() == 1);
}
