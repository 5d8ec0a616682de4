// Journals: random edits with transactions, replayed on a copy; texts there and back; what is refused.
#include <doctest/doctest.h>

#include <map>
#include <random>
#include <string>

#include <lathe/program/journal_text.hpp>

#include "unit/lathe/program/random_edits.hpp"

namespace {

using namespace program_test;

class Pick {
 public:
  explicit Pick(std::uint32_t seed) : engine_(seed) {}
  std::uint32_t operator()(std::uint32_t below) { return static_cast<std::uint32_t>(engine_()) % below; }

 private:
  std::mt19937 engine_;
};

// The code with blocks and instructions numbered as they stand.
std::string shape(const Code& c) {
  std::map<std::uint32_t, std::size_t> place;
  for (const BlockId b : c.blocks()) place.emplace(b.value, place.size());
  const auto name = [&](BlockId b) {
    const auto at = place.find(b.value);
    return at == place.end() ? std::string("gone") : std::to_string(at->second);
  };
  std::string out;
  for (const BlockId b : c.blocks()) {
    out += "block " + name(b) + "\n";
    for (const InstId i : c.instructions(b)) {
      out += "  " + std::to_string(c.key(i));
      c.for_each_operand(i, [&](const auto& o) { out += (o.is_def() ? " =" : " ") + std::to_string(o.value.value); });
      c.for_each_incoming(
          i, [&](BlockId from, ValueId v) { out += " [" + name(from) + " " + std::to_string(v.value) + "]"; });
      for (const BlockId to : c.targets(i)) out += " ->" + name(to);
      out += "\n";
    }
  }
  return out;
}

// Every operation that there is stands somewhere, so that there is something to make others of.
void add_models(Code& c, Pick& pick) {
  const BlockId entry = *c.blocks().begin();
  for (int k = 0; k < 600; ++k) {
    const auto insts = insts_of(c, entry);
    c.put(random_inst(pick, c), {entry, insts.empty() ? std::nullopt : std::optional<InstId>(insts.front())});
  }
  for (int k = 0; k < 16; ++k) {
    const BlockId b = c.make_block();
    c.put_block(b, true);
    c.put(random_end(pick, c, blocks_of(c)), {b, {}});
  }
}

}  // namespace

TEST_CASE("a journal of random edits makes of a copy what they made of the code") {
  std::uint64_t edits = 0, taken_back = 0, incomplete = 0, complete = 0;
  for (std::uint32_t seed = 0; seed < 120; ++seed) {
    CAPTURE(seed);
    Code code, copy;
    for (Code* c : {&code, &copy}) {
      Pick same(seed);
      fill(same, *c, 8);
      add_models(*c, same);
    }
    REQUIRE(shape(code) == shape(copy));
    Journal<Code> journal(code);
    Editing<Code, Journal<Code>> editing(code, journal);
    Pick pick(seed + 1000);
    bool unnamed = false;
    for (int round = 0; round < 12; ++round) {
      journal.because("random", "round " + std::to_string(round));
      const bool undo = pick(3) == 0;
      const auto before = journal.entries();
      const std::uint64_t changes = journal.changes();
      const std::uint32_t values = code.value_count();
      if (undo) editing.begin();
      for (int k = 0; k < 8; ++k, ++edits) random_edit(pick, code, editing, 40);
      if (!undo) continue;
      editing.rollback();
      ++taken_back;
      unnamed |= code.value_count() != values;  // they are there still, and no journal tells of them
      CHECK(journal.changes() <= changes);
      CHECK(journal.entries().size() <= before.size());
    }
    std::string error;
    const std::string text = journal_text(journal.entries());
    const auto read = read_journal(text, "text", error);
    CHECK(error.empty());
    CHECK(read == journal.entries());
    const Replayed done = replay(copy, read);
    if (!done.complete()) {
      CHECK((unnamed ? done.stop != Replayed::Stop::done : done.stop == Replayed::Stop::no_model));
      incomplete += !unnamed;
      continue;
    }
    ++complete;
    CHECK(done.changes == journal.changes());
    if (unnamed) continue;  // new values have other numbers there
    CHECK(shape(copy) == shape(code));
  }
  CHECK(edits > 10'000);
  CHECK(taken_back > 300);
  CHECK(incomplete < 5);
  CHECK(complete > 25);
}

TEST_CASE("a journal cut off behind a change; what is no copy is refused") {
  Code code, copy, other;
  for (Code* c : {&code, &copy}) {
    const BlockId b = c->make_block();
    c->put_block(b, true);
    const ValueId v = c->make_value();
    const Operand<ValueId> def{v, Role::def};
    for (std::uint32_t op : {5U, 6U, 7U}) c->put(c->make({op}, std::span(&def, 1)), {b, {}});
  }
  Journal<Code> journal(code);
  Editing<Code, Journal<Code>> editing(code, journal);
  const BlockId b = *code.blocks().begin();
  for (int k = 0; k < 2; ++k) {
    journal.because("cut", "FirstGoes");
    editing.erase(*code.instructions(b).begin());
  }
  CHECK(replay(copy, journal.entries(), 1).changes == 1);
  CHECK(shape(copy) == "block 0\n  6 =0\n  7 =0\n");
  const BlockId alone = other.make_block();
  other.put_block(alone, true);
  CHECK(replay(other, journal.entries()).stop == Replayed::Stop::no_such);
  // A value that nobody told of.
  std::string error;
  CHECK(replay(copy, read_journal("journal\n  operand 0 0 to 9\n", "t", error)).stop == Replayed::Stop::no_such);
  CHECK(replay(copy, read_journal("journal\n  insert 9 55 at 0 end\n", "t", error)).stop == Replayed::Stop::no_model);
}

TEST_CASE("texts that are no journals") {
  const auto error_of = [](const char* text) {
    std::string error;
    CHECK(read_journal(text, "j", error).empty());
    return error;
  };
  CHECK(error_of("jornal\n") == "j:1:1: expected 'journal', the first word of a journal");
  CHECK(error_of("journal\n  remove 3\n") == "j:2:3: expected the word of an edit, found 'remove'");
  CHECK(error_of("journal\n  operand 3 1 is 4\n") == "j:2:15: expected 'to', found 'is'");
  CHECK(error_of("journal\n  insert 3 add at 0 last\n") == "j:2:21: expected a number or end, found 'last'");
  CHECK(error_of("journal\n  erase 3 4\n").find("expected the end of the line") != std::string::npos);
}
