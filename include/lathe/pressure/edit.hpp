// Scripts of edits (pressure/place.hpp) of a tracked function: their text form, to be applied, recorded and replayed.
//
//   move 7 before 3        move 7 after 3       move 7 start loop      move 7 end loop
//   erase 7                rename 7 r1 r2       insert before 3 add =r1 r2 r3
//   begin                  commit               rollback
//   feasible 7 before 3    whatif erase 7       check
//
// Numbers are ids: those of the problem in order, then those of inserted instructions as they come. The last line's
// three are questions: they change nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/pressure/place.hpp>
#include <lathe/pressure/problem.hpp>
#include <lathe/pressure/text.hpp>

namespace lathe::pressure {

/// A line of a script: an edit, or a question.
struct Command {
  /// What a line asks for.
  enum class Kind : std::uint8_t {
    edit,
    what_if,
    feasible,
    check
  } kind = Kind::edit;  ///< edit: `edit` is done; what_if: it is looked at; feasible: may it be; check: all made anew
  Edit edit;
  bool after = false;  ///< the place was given as `after` or `start`: what is named stands in front of it
  bool operator==(const Command& o) const { return kind == o.kind && edit == o.edit && after == o.after; }
};

namespace detail {

inline std::string place_text(const Problem& p, const Place& place, bool after) {
  if (place.before != none) return (after ? " after " : " before ") + std::to_string(place.before);
  return (after ? " start " : " end ") + escaped(place.block < p.blocks.size() ? p.blocks[place.block].name : "");
}

class ScriptReader {
 public:
  ScriptReader(std::string_view text, std::string name, const Problem& p)
      : in_(text, std::move(name)), p_(p), names_(p) {}

  std::optional<std::vector<Command>> run(std::string& error) {
    std::vector<Command> out;
    in_.records([&](std::string_view first) { line(first, out.emplace_back()); });
    error = in_.error();
    if (in_.failed()) return std::nullopt;
    return out;
  }

 private:
  void line(std::string_view word, Command& c) {
    if (word == "check") {
      c.kind = Command::Kind::check;
    } else if (word == "feasible") {
      c.kind = Command::Kind::feasible;
      c.edit.kind = Edit::Kind::move;
      c.edit.inst = inst();
      place(c);
    } else if (word == "whatif") {
      c.kind = Command::Kind::what_if;
      change(in_.at_end_of_line() ? "" : in_.word(), c);
    } else if (word == "begin" || word == "commit" || word == "rollback") {
      c.edit.kind = word == "begin" ? Edit::Kind::begin : word == "commit" ? Edit::Kind::commit : Edit::Kind::rollback;
    } else {
      change(word, c);
    }
  }
  void change(std::string_view word, Command& c) {
    if (word == "move") {
      c.edit.kind = Edit::Kind::move;
      c.edit.inst = inst();
      place(c);
    } else if (word == "erase") {
      c.edit.kind = Edit::Kind::erase;
      c.edit.inst = inst();
    } else if (word == "rename") {
      c.edit.kind = Edit::Kind::rename;
      c.edit.inst = inst();
      c.edit.from = reg();
      c.edit.to = reg();
    } else if (word == "insert") {
      c.edit.kind = Edit::Kind::insert;
      place(c);
      ReadInst read;
      if (!in_.failed()) read = read_inst(in_, p_, names_);
      c.edit.op = std::move(read.op);
      c.edit.flags = read.flags;
      c.edit.operands = std::move(read.operands);
    } else {
      in_.fail("expected move, erase, rename, insert, begin, commit, rollback, whatif, feasible or check, found '" +
               std::string(word) + "'");
    }
  }
  std::uint32_t inst() { return in_.id("an instruction"); }
  std::uint32_t reg() {
    const std::string_view word = in_.at_end_of_line() ? "" : in_.word();
    const auto at = names_.registers.find(unescaped(word));
    if (at == names_.registers.end()) in_.fail("no register '" + std::string(word) + "'");
    return in_.failed() ? none : at->second;
  }
  void place(Command& c) {
    if (in_.failed()) return;
    const std::string_view word = in_.at_end_of_line() ? "" : in_.word();
    c.after = word == "after" || word == "start";
    if (word == "before" || word == "after") {
      c.edit.place.before = inst();
    } else if (word == "start" || word == "end") {
      const std::string_view name = in_.at_end_of_line() ? "" : in_.word();
      const auto at = names_.blocks.find(unescaped(name));
      if (at == names_.blocks.end()) return in_.fail("no block '" + std::string(name) + "'");
      c.edit.place.block = at->second;
    } else {
      in_.fail("expected before, after, start or end, found '" + std::string(word) + "'");
    }
  }

  TextReader in_;
  const Problem& p_;
  Names names_;
};

}  // namespace detail

/// A script's line again.
inline std::string print(const Problem& p, const Command& c) {
  if (c.kind == Command::Kind::check) return "check\n";
  const Edit& e = c.edit;
  std::string out = c.kind == Command::Kind::what_if ? "whatif " : "";
  using enum Edit::Kind;
  switch (e.kind) {
    case move:
      out += c.kind == Command::Kind::feasible ? "feasible " : "move ";
      out += std::to_string(e.inst) + detail::place_text(p, e.place, c.after);
      break;
    case erase:
      out += "erase " + std::to_string(e.inst);
      break;
    case rename:
      out += "rename " + std::to_string(e.inst) + " " + detail::escaped(p.registers[e.from].name) + " " +
             detail::escaped(p.registers[e.to].name);
      break;
    case insert:
      out += "insert" + detail::place_text(p, e.place, c.after) + " " + detail::escaped(e.op) +
             detail::flags_text(e.flags);
      for (const Operand& o : e.operands) out += " " + detail::operand_text(p, o);
      break;
    case begin:
      out += "begin";
      break;
    case commit:
      out += "commit";
      break;
    case rollback:
      out += "rollback";
      break;
  }
  return out + "\n";
}

/// Reads a script on a problem; nothing and "NAME:LINE:COLUMN: what is wrong" in `error` when it is broken. Whether
/// its instructions are there is told when it is applied.
inline std::optional<std::vector<Command>> read_script(std::string_view text, const std::string& name, const Problem& p,
                                                       std::string& error) {
  return detail::ScriptReader(text, name, p).run(error);
}

}  // namespace lathe::pressure
