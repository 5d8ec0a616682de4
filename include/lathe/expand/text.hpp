// Expansions as text: print, and a reader of what it prints. The statistics are not in there.
//
//   expansion mve ii 2 stages 3 unroll 2
//   registers 5
//   name 0 copy 1                                  of value 0; names are numbered in order
//   block prologue starts 2 less 4 taken 6 next 3
//   run 4 offset -1 cycle 3 defs 1 reads 0 2       instruction 4
//   move 4 offset -1 cycle 3 defs 1 reads 7
//   copy 3 2                                       name 3 becomes what name 2 is
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <lathe/expand/data.hpp>
#include <lathe/support/text.hpp>

namespace lathe::modulo {

inline constexpr const char* name_kind_names[] = {"copy", "drain", "home"};

/// A refusal prints as one line.
inline std::string print(const Expansion& e) {
  if (e.refusal != ExpandRefusal::none) return "refused " + std::string(to_string(e.refusal)) + "\n";
  const auto number = [](auto n) { return " " + std::to_string(n); };
  std::string out = std::string("expansion ") + method_names[static_cast<int>(e.method)] + " ii" + number(e.ii) +
                    " stages" + number(e.stages) + " unroll" + number(e.unroll) + "\nregisters";
  for (const std::uint64_t r : e.registers) out += number(r);
  out += "\n";
  for (const Name& n : e.names)
    out += "name" + number(n.value) + " " + name_kind_names[static_cast<int>(n.kind)] + number(n.index) + "\n";
  for (const Block& b : e.blocks) {
    out += std::string("block ") + role_names[static_cast<int>(b.role)] + " starts" + number(b.starts) + " less" +
           number(b.less) + " taken" + number(b.taken) + " next" + number(b.next);
    if (b.role == Role::original) out += " modulus" + number(b.modulus) + " lead" + number(b.lead);
    out += "\n";
    for (const Instance& i : e.instances_of(b)) {
      out += (i.move ? "move" : "run") + number(i.inst) + " offset" + number(i.offset) + " cycle" + number(i.cycle);
      out += " defs";
      for (const std::uint32_t name : e.defs(i)) out += number(name);
      out += " reads";
      for (const std::uint32_t name : e.reads(i)) out += number(name);
      out += "\n";
    }
    for (const Copy& c : e.copies_of(b)) out += "copy" + number(c.to) + number(c.from) + "\n";
  }
  return out;
}

namespace detail {

class ExpansionReader {
 public:
  ExpansionReader(std::string_view text, std::string name) : in_(text, std::move(name)) {}

  std::optional<Expansion> run(std::string& error) {
    in_.head("expansion", "an expansion");
    header();
    in_.end_line();
    in_.records([&](std::string_view first) { line(first); });
    error = in_.error();
    if (in_.failed()) return std::nullopt;
    return std::move(e_);
  }

 private:
  std::uint32_t number(const char* what) {
    return static_cast<std::uint32_t>(in_.number(what, 0, 0xffffffffLL).value_or(0));
  }
  bool word(const char* wanted) {
    if (in_.failed()) return false;
    const std::string_view found = in_.word();
    if (found != wanted) in_.fail("expected '" + std::string(wanted) + "', found '" + std::string(found) + "'");
    return !in_.failed();
  }
  std::uint32_t field(const char* name) { return word(name) ? number(name) : 0; }
  template <class Names>
  int one_of(const Names& names, const char* what) {
    const std::string_view found = in_.word();
    int k = 0;
    for (const char* const name : names) {
      if (found == name) return k;
      ++k;
    }
    in_.fail("expected " + std::string(what) + ", found '" + std::string(found) + "'");
    return 0;
  }
  void header() {
    if (in_.failed()) return;
    e_.method = static_cast<Method>(one_of(method_names, "a method"));
    e_.ii = field("ii");
    e_.stages = field("stages");
    e_.unroll = field("unroll");
  }
  void line(std::string_view what) {
    if (what == "registers") {
      while (in_.more())
        e_.registers.push_back(static_cast<std::uint64_t>(in_.number("registers", 0, INT64_MAX).value_or(0)));
    } else if (what == "name") {
      Name n;
      n.value = number("a value");
      n.kind = static_cast<NameKind>(one_of(name_kind_names, "copy, drain or home"));
      n.index = number("an index");
      e_.names.push_back(n);
    } else if (what == "block") {
      block();
    } else if (what != "run" && what != "move" && what != "copy") {
      in_.fail("expected registers, name, block, run, move or copy, found '" + std::string(what) + "'");
    } else if (e_.blocks.empty()) {
      in_.fail("expected 'block' before what is in it");
    } else if (what == "copy") {
      Copy c;
      c.to = number("a name");
      c.from = number("a name");
      e_.copies.push_back(c);
      ++e_.blocks.back().copies;
    } else {
      instance(what == "move");
    }
  }
  void block() {
    Block b;
    b.role = static_cast<Role>(one_of(role_names, "what the block is for"));
    b.starts = field("starts");
    b.less = field("less");
    b.taken = field("taken");
    b.next = field("next");
    if (b.role == Role::original) {
      b.modulus = field("modulus");
      b.lead = field("lead");
    }
    b.first_instance = static_cast<std::uint32_t>(e_.instances.size());
    b.first_copy = static_cast<std::uint32_t>(e_.copies.size());
    e_.blocks.push_back(b);
  }
  void instance(bool move) {
    Instance i;
    i.move = move;
    i.inst = number("an instruction");
    if (word("offset")) i.offset = static_cast<std::int32_t>(in_.number("an offset", INT32_MIN, INT32_MAX).value_or(0));
    if (word("cycle")) i.cycle = in_.number("a cycle").value_or(0);
    i.first = static_cast<std::uint32_t>(e_.operands.size());
    if (!word("defs")) return;
    std::uint32_t* count = &i.defs;
    while (in_.more()) {
      const std::string_view w = in_.word();
      std::uint32_t name = 0;
      if (w == "reads" && count == &i.defs) {
        count = &i.reads;
      } else if (const auto [end, code] = std::from_chars(w.data(), w.data() + w.size(), name);
                 code == std::errc{} && end == w.data() + w.size()) {
        e_.operands.push_back(name);
        ++*count;
      } else {
        in_.fail("expected a name, found '" + std::string(w) + "'");
      }
    }
    if (count == &i.defs) in_.fail("expected 'reads' and names");
    e_.instances.push_back(i);
    ++e_.blocks.back().instances;
  }

  TextReader in_;
  Expansion e_;
};

}  // namespace detail

/// Reads print's form, but for refusals. Nothing, and what is wrong in `error`, when it is broken. What it gives need
/// not be right: check_expansion says.
inline std::optional<Expansion> read_expansion(std::string_view text, const std::string& name, std::string& error) {
  return detail::ExpansionReader(text, name).run(error);
}

}  // namespace lathe::modulo
