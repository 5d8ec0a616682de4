// Journals as text: a line for each edit, indented below the change that it is of.
//
//   journal
//   change machine-cse SubexpressionReplaced
//     operand 12 1 to 3               # the instruction, the place, the value
//     insert 40 add:uud at 2 13 is 3 4 9  # number, key and roles, block, in front of (or end), operands
//     erase 13
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/program/journal.hpp>
#include <lathe/support/text.hpp>

namespace lathe::program {

/// read_journal gives it back.
template <class = void>
std::string journal_text(const std::vector<JournalEntry>& entries) {
  using Kind = JournalEntry::Kind;
  std::string out = "journal\n";
  const auto number = [&](std::uint32_t n) { out += n == JournalEntry::none ? " end" : " " + std::to_string(n); };
  const auto incoming = [&](const JournalEntry& e) {
    if (!e.incoming.empty()) out += " from";
    for (const auto& [b, v] : e.incoming) number(b), number(v);
  };
  for (const JournalEntry& e : entries) {
    out += std::string(e.kind == Kind::change ? "" : "  ") + journal_words[static_cast<int>(e.kind)];
    switch (e.kind) {
      case Kind::change:
        out += " " + escaped(e.pass) + " " + escaped(e.reason);
        break;
      case Kind::insert:
        number(e.inst);
        out += " " + escaped(e.reason) + " at";
        number(e.block), number(e.before);
        if (!e.operands.empty()) out += " is";
        for (const std::uint32_t v : e.operands) number(v);
        incoming(e);
        break;
      case Kind::erase:
        number(e.inst);
        break;
      case Kind::move:
        number(e.inst), number(e.block), number(e.before);
        break;
      case Kind::operand:
        number(e.inst), number(e.index);
        out += " to";
        number(e.value);
        break;
      case Kind::incoming:
        number(e.inst);
        incoming(e);
        break;
      case Kind::successor:
        number(e.block), number(e.index);
        out += " to";
        number(e.target);
        break;
      case Kind::block_in:
        number(e.block), number(e.before);
        if (e.inst == 1) out += " new";
        break;
      case Kind::block_out:
        number(e.block);
        break;
      case Kind::value:
        number(e.value);
        out += " like";
        number(e.like);
        break;
    }
    out += "\n";
  }
  return out;
}

namespace detail {

/// One line of the text.
template <class = void>
JournalEntry read_journal_line(TextReader& in) {
  using Kind = JournalEntry::Kind;
  JournalEntry e;
  const std::string_view word = in.word();
  std::size_t kind = 0;
  while (kind < std::size(journal_words) && word != journal_words[kind]) ++kind;
  if (kind == std::size(journal_words)) {
    in.fail("expected the word of an edit, found '" + std::string(word) + "'");
    return e;
  }
  e.kind = static_cast<Kind>(kind);
  const auto expect = [&](std::string_view text) {
    if (const std::string_view w = in.word(); w != text)
      in.fail("expected '" + std::string(text) + "', found '" + std::string(w) + "'");
  };
  const auto or_end = [&](std::string_view w) -> std::uint32_t {
    if (w == "end") return JournalEntry::none;
    std::uint64_t n = 0;
    for (const char c : w)
      n = c >= '0' && c <= '9' && n < JournalEntry::none ? 10 * n + static_cast<std::uint64_t>(c - '0')
                                                         : JournalEntry::none;
    if (w.empty() || n >= JournalEntry::none) in.fail("expected a number or end, found '" + std::string(w) + "'");
    return static_cast<std::uint32_t>(n);
  };
  const auto incoming = [&] {
    while (in.more()) {
      const std::uint32_t b = in.id("a block");
      e.incoming.emplace_back(b, in.id("a value"));
    }
  };
  switch (e.kind) {
    case Kind::change:
      e.pass = unescaped(in.word());
      e.reason = unescaped(in.word());
      break;
    case Kind::insert: {
      e.inst = in.id("an instruction");
      e.reason = unescaped(in.word());
      expect("at");
      e.block = in.id("a block");
      e.before = or_end(in.word());
      bool operands = false;
      while (in.more()) {
        const std::string_view w = in.word();
        if (w == "from") {
          incoming();
        } else if (w == "is") {
          operands = true;
        } else if (operands) {
          e.operands.push_back(or_end(w));
        } else {
          in.fail("expected is or from, found '" + std::string(w) + "'");
        }
      }
      break;
    }
    case Kind::erase:
      e.inst = in.id("an instruction");
      break;
    case Kind::move:
      e.inst = in.id("an instruction");
      e.block = in.id("a block");
      e.before = or_end(in.word());
      break;
    case Kind::operand:
      e.inst = in.id("an instruction");
      e.index = in.id("a place");
      expect("to");
      e.value = in.id("a value");
      break;
    case Kind::incoming:
      e.inst = in.id("a phi");
      if (in.more()) expect("from");
      incoming();
      break;
    case Kind::successor:
      e.block = in.id("a block");
      e.index = in.id("a place");
      expect("to");
      e.target = in.id("a block");
      break;
    case Kind::block_in:
      e.block = in.id("a block");
      e.before = or_end(in.word());
      if (in.more()) {
        expect("new");
        e.inst = 1;
      }
      break;
    case Kind::block_out:
      e.block = in.id("a block");
      break;
    case Kind::value:
      e.value = in.id("a value");
      expect("like");
      e.like = in.id("a value");
      break;
  }
  in.end_line();
  return e;
}

}  // namespace detail

/// Nothing was read where `error` is not empty: "NAME:LINE:COLUMN: what is wrong".
template <class = void>
std::vector<JournalEntry> read_journal(std::string_view text, const std::string& name, std::string& error) {
  TextReader in(text, name);
  in.head("journal", "a journal");
  in.end_line();
  std::vector<JournalEntry> out;
  while (!in.failed() && in.next_line()) out.push_back(detail::read_journal_line(in));
  error = in.error();
  if (!error.empty()) out.clear();
  return out;
}

}  // namespace lathe::program
