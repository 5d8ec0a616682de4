// Edits of a tracked function as data: what is applied and recorded. Their text form: pressure/edit.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <lathe/pressure/problem.hpp>

namespace lathe::pressure {

/// In front of an instruction, or (none) at the end of a block. `block` may be none where `before` is not.
struct Place {
  std::uint32_t block = none, before = none;  ///< numbers of the block and of the instruction
  bool operator==(const Place&) const = default;
};

/// A change of the code, or the begin or end of a speculation; a line of a script.
struct Edit {
  /// What is done.
  enum class Kind : std::uint8_t {
    move,
    erase,
    insert,
    rename,
    begin,
    commit,
    rollback
  } kind = Kind::begin;                  ///< which of the members mean something
  std::uint32_t inst = none;             ///< of move, erase, rename
  Place place;                           ///< of move, insert
  std::uint32_t from = none, to = none;  ///< registers of rename: wherever the instruction mentions `from`
  std::string op;                        ///< of insert, as are the next two
  Flags flags = 0;
  std::vector<Operand> operands;
  bool operator==(const Edit&) const = default;

  /// `inst` goes to `to`, in this block or another.
  static Edit move(std::uint32_t inst, Place to) {
    Edit e;
    e.kind = Kind::move;
    e.inst = inst;
    e.place = to;
    return e;
  }
  static Edit erase(std::uint32_t inst) {
    Edit e;
    e.kind = Kind::erase;
    e.inst = inst;
    return e;
  }
  static Edit insert(Place place, std::string op, std::vector<Operand> operands, Flags flags = 0) {
    Edit e;
    e.kind = Kind::insert;
    e.place = place;
    e.op = std::move(op);
    e.operands = std::move(operands);
    e.flags = flags;
    return e;
  }
  /// `inst` mentions register `to` wherever it mentions `from`.
  static Edit rename(std::uint32_t inst, std::uint32_t from, std::uint32_t to) {
    Edit e;
    e.kind = Kind::rename;
    e.inst = inst;
    e.from = from;
    e.to = to;
    return e;
  }
  /// A begin, commit or rollback. Precondition: `kind` is one of these.
  static Edit mark(Kind kind) {
    Edit e;
    e.kind = kind;
    return e;
  }
};

}  // namespace lathe::pressure
