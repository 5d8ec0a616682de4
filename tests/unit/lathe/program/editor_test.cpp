// Editors: what is missing is told by name in few lines; edits, transactions and who is told of them.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <lathe/program/editing.hpp>

#include "adapters/archetype/editor.hpp"
#include "support/near_miss.hpp"

namespace {

using namespace lathe;
using archetype::Code;

NEAR_MISS_CASE("near misses of an Editor are told by name, in at most ten lines") {
  near_miss::check_short(
      "tests/unit/lathe/program/near_miss/editors.cpp",
      {"a View wants  using Value = ...;", "an Editor wants  Spot<Block, Inst> where(Inst) const;",
       "an Editor wants  void put(Inst, Spot<Block, Inst>);", "an Editor wants  Inst clone(Inst);",
       "an Editor wants  void drop(Inst);", "an Editor wants  void set_operand(Inst, uint32_t k, Value);",
       "an Editor wants  Value make_value(Value like);",
       "an Editor wants  void set_successor(Block, uint32_t k, Block to);",
       "an Editor wants  Block make_block(std::optional<Block> to);",
       "an Editor wants  void put_block(Block, bool in, std::optional<Block> before);",
       "facts name `incoming`: void set_incoming(Inst phi, span<const pair<Block, Value>>) is missing",
       "there is  set_incoming  but the View's facts do not name `incoming`"});
}

TEST_CASE("what an Editor has is described") {
  const std::string text = program::describe_editor<Code>();
  CHECK(text.find("+ put(Inst, Spot)") != std::string::npos);
  CHECK(text.find("- set_incoming") != std::string::npos);
  CHECK(text.find("- latency") != std::string::npos);
}

std::string text_of(const Code& c) {
  std::string out;
  for (const Code::Block b : c.blocks()) {
    out += "block " + std::to_string(b.number()) + "\n";
    for (const Code::Inst i : c.instructions(b)) {
      out += std::to_string(i.number()) + " " + std::string(c.key(i));
      c.for_each_operand(i, [&](const auto& o) { out += " " + std::to_string(o.value.number()); });
      out += "\n";
    }
    c.for_each_successor(b, [&](Code::Block s) { out += "-> " + std::to_string(s.number()) + "\n"; });
  }
  return out;
}

// What it was told, and whether the program was as it says at both times.
struct Listener {
  std::vector<std::string> heard;
  bool wrong = false;
  void before(const Code& c, const program::Edit<Code>& e) {
    look(c, e, false);
    heard.push_back(std::string(e.undo ? "undo " : "") + "before");
  }
  void after(const Code& c, const program::Edit<Code>& e) {
    look(c, e, true);
    static constexpr const char* kinds[] = {"put", "operand", "successor", "block", "incoming", "value"};
    heard.back() = std::string(e.undo ? "undo " : "") + kinds[static_cast<int>(e.kind)];
  }
  void look(const Code& c, const program::Edit<Code>& e, bool done) {
    using Kind = program::Edit<Code>::Kind;
    if (e.kind == Kind::put) wrong |= !(c.where(*e.inst).block == (done ? e.to : e.from).block);
    if (e.kind == Kind::block) {
      const auto all = c.blocks();
      wrong |= (std::find(all.begin(), all.end(), *e.block) != all.end()) != (done ? e.is_in : e.was_in);
    }
    std::uint32_t k = 0;
    if (e.kind == Kind::operand)
      c.for_each_operand(*e.inst, [&](const auto& o) {
        if (k++ == e.index) wrong |= !(o.value == *(done ? e.new_value : e.old_value));
      });
    if (e.kind == Kind::successor)
      c.for_each_successor(*e.block, [&](Code::Block s) {
        if (k++ == e.index) wrong |= !(s == *(done ? e.new_target : e.old_target));
      });
  }
};
static_assert(program::Observer<Listener, Code>);

TEST_CASE("edits of the least Editor, told of and taken back") {
  Code c;
  Listener listener;
  program::Editing e(c, listener);
  const Code::Block first = e.new_block(), last = e.new_block();
  const Code::Inst a = c.make({"a", {}, {1, 2}, {3}, {}, -1}),
                   branch =
                       c.make({"branch", program::Effect::terminator, {3}, {}, {last.number(), first.number()}, -1});
  e.append(a, first);
  e.append(branch, first);
  e.append(c.make({"ret", program::Effect::terminator, {3}, {}, {}, -1}), last);
  const std::string begin = text_of(c);
  const std::size_t size = c.size();
  listener.heard.clear();

  e.begin();
  e.set_operand(a, 1, Code::Value(9));
  const Code::Block between = e.split_edge(first, 1, last);
  e.begin();
  e.move(a, {last, c.instructions(last).front()});
  e.erase(branch);
  const std::string within = text_of(c);
  CHECK(e.commit());
  CHECK(text_of(c) == within);
  CHECK(e.depth() == 1);
  const Code::Block copy = e.clone_block(last);
  CHECK(c.instructions(copy).size() == 2);
  e.erase_block(between);
  CHECK(listener.heard == std::vector<std::string>{"operand", "block", "successor", "put", "put", "block", "block"});
  CHECK(e.rollback());
  CHECK(listener.heard.size() == 14);
  CHECK(listener.heard.back() == "undo operand");
  CHECK_FALSE(listener.wrong);
  CHECK(text_of(c) == begin);
  CHECK(c.size() == size);  // what only the transaction had is dropped
  CHECK_FALSE(e.commit());
  CHECK_FALSE(e.rollback());

  e.begin();
  e.erase(a);
  CHECK(c.size() == size);
  CHECK(e.commit());
  CHECK(c.size() == size - 1);  // nothing can bring it back
  e.redirect(first, first, last);
  CHECK(text_of(c).find("-> " + std::to_string(first.number())) == std::string::npos);
  CHECK_FALSE(listener.wrong);
}

// Without observers and transactions an edit is the member of the Editor.
TEST_CASE("nobody to tell") {
  Code c;
  program::Editing e(c);
  const Code::Block b = e.new_block();
  const Code::Inst a = c.make({"a", {}, {}, {1}, {}, -1});
  e.append(a, b);
  e.insert_before(c.clone(a), a);
  CHECK(c.instructions(b).back() == a);
  e.erase(a);
  CHECK(c.size() == 1);
  e.begin();
  e.erase_block(b);
  e.rollback();
  CHECK(c.blocks().size() == 1);
  e.erase_block(b);
  CHECK(c.size() == 0);
}

}  // namespace
