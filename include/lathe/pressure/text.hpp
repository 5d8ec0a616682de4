// The text form of a pressure problem.
//
//   pressure f                                 # the function's name, optional
//   set r32 limit 64 steps 32 40 48            # limit and steps are optional; sets and classes are numbered in order
//   class b64 feeds r32 2                      # a unit of the class weighs 2 in the set r32; more pairs may follow
//   register rd1 b64                           # a plain register: one unit of its own
//   register q b32 lanes 4 reserved            # four units; not the allocator's
//   register lo overlaps q:3 rd1               # the first two units of q, then that of rd1
//   block entry to loop exit live rd1 q:c      # successors; what is live at its end whatever follows
//   i add !store =rd1 rd2 +q:3                 # writes rd1, reads rd2, reads and writes lanes 0 and 1 of q
//
// Lanes are a hexadecimal mask behind a colon; none means all. The words !load !store !fixed !barrier !end say what
// else an instruction is. Blanks and signs in names become %XX.
#pragma once

#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <lathe/pressure/problem.hpp>
#include <lathe/support/text.hpp>

namespace lathe::pressure {

namespace detail {

inline constexpr std::pair<const char*, Flags> flag_names[] = {
    {"!load", loads}, {"!store", stores}, {"!fixed", fixed}, {"!barrier", barrier}, {"!end", terminator}};

/// A word for the text form: what would end or change it becomes %XX; no text at all is a lone %.
inline std::string escaped(std::string_view text) { return lathe::escaped(text, ":=+!"); }
inline std::string hexadecimal(std::uint64_t value) {
  char buffer[17];
  return {buffer, std::to_chars(buffer, buffer + 16, value, 16).ptr};
}
inline std::string lanes_text(const Problem& p, std::uint32_t reg, std::uint64_t lanes) {
  return escaped(p.registers[reg].name) + (lanes == p.all_lanes(reg) ? "" : ":" + hexadecimal(lanes));
}
inline std::string operand_text(const Problem& p, const Operand& o) {
  return std::string(o.writes ? o.reads ? "+" : "=" : "") + lanes_text(p, o.reg, o.lanes);
}
inline std::string flags_text(Flags flags) {
  std::string out;
  for (const auto& [name, flag] : flag_names)
    if ((flags & flag) != 0) out += std::string(" ") + name;
  return out;
}
inline std::string register_text(const Problem& p, std::uint32_t r, const std::vector<std::uint32_t>& owner) {
  const Problem::Register& reg = p.registers[r];
  std::string out = "register " + escaped(reg.name);
  if (reg.cls != none) {
    out += " " + escaped(p.classes[reg.cls].name);
    if (reg.count != 1) out += " lanes " + std::to_string(reg.count);
  } else {
    out += " overlaps";
    for (const std::uint32_t u : p.units_of(r)) {
      const std::uint64_t lane = std::uint64_t{1} << (u - p.register_units[p.registers[owner[u]].first]);
      out += " " + lanes_text(p, owner[u], lane);
    }
  }
  return out + (reg.reserved ? " reserved\n" : "\n");
}

}  // namespace detail

/// The text form; read_problem(print(p)) == p. Preconditions: check_problem(p) finds nothing, names of registers,
/// classes, sets and blocks are unique.
inline std::string print(const Problem& p) {
  std::string out = "pressure" + (p.name.empty() ? "" : " " + detail::escaped(p.name)) + "\n";
  for (const Problem::Set& set : p.sets) {
    out += "set " + detail::escaped(set.name);
    if (set.limit != none) out += " limit " + std::to_string(set.limit);
    if (!set.steps.empty()) out += " steps";
    for (const std::uint32_t step : set.steps) out += " " + std::to_string(step);
    out += "\n";
  }
  for (const Problem::Class& c : p.classes) {
    out += "class " + detail::escaped(c.name) + (c.feeds.empty() ? "" : " feeds");
    for (const Feed& f : c.feeds) out += " " + detail::escaped(p.sets[f.set].name) + " " + std::to_string(f.weight);
    out += "\n";
  }
  std::vector<std::uint32_t> owner(p.register_unit_count(), 0);
  for (std::uint32_t r = 0; r < p.registers.size(); ++r)
    if (p.registers[r].cls != none)
      for (const std::uint32_t u : p.units_of(r)) owner[u] = r;
  for (std::uint32_t r = 0; r < p.registers.size(); ++r) out += detail::register_text(p, r, owner);
  for (std::uint32_t b = 0; b < p.blocks.size(); ++b) {
    out += "block " + detail::escaped(p.blocks[b].name);
    if (p.blocks[b].successor_count != 0) out += " to";
    for (const std::uint32_t s : p.successors_of(b)) out += " " + detail::escaped(p.blocks[s].name);
    if (p.blocks[b].live_count != 0) out += " live";
    for (const Live& l : p.live_at_end(b)) out += " " + detail::lanes_text(p, l.reg, l.lanes);
    out += "\n";
    for (std::uint32_t i = p.blocks[b].first; i < p.blocks[b].first + p.blocks[b].count; ++i) {
      out += "i " + detail::escaped(p.ops[p.insts[i].op]) + detail::flags_text(p.insts[i].flags);
      for (const Operand& o : p.operands_of(p.insts[i])) out += " " + detail::operand_text(p, o);
      out += "\n";
    }
  }
  return out;
}

namespace detail {

/// Names of a problem, looked up only.
struct Names {
  std::unordered_map<std::string, std::uint32_t> registers, blocks, sets, classes, ops;

  Names() = default;
  explicit Names(const Problem& p) {
    for (std::uint32_t r = 0; r < p.registers.size(); ++r) registers.emplace(p.registers[r].name, r);
    for (std::uint32_t b = 0; b < p.blocks.size(); ++b) blocks.emplace(p.blocks[b].name, b);
    for (std::uint32_t s = 0; s < p.sets.size(); ++s) sets.emplace(p.sets[s].name, s);
    for (std::uint32_t c = 0; c < p.classes.size(); ++c) classes.emplace(p.classes[c].name, c);
    for (std::uint32_t o = 0; o < p.ops.size(); ++o) ops.emplace(p.ops[o], o);
  }
};

/// "NAME" or "NAME:MASK"; fails at the reader when there is no such register or lane.
inline Live read_lanes(TextReader& in, std::string_view word, const Problem& p, const Names& names) {
  const std::size_t colon = std::min(word.find(':'), word.size());
  const auto at = names.registers.find(unescaped(word.substr(0, colon)));
  if (at == names.registers.end()) {
    in.fail("no register '" + std::string(word.substr(0, colon)) + "'");
    return {};
  }
  Live out{at->second, p.all_lanes(at->second)};
  if (colon == word.size()) return out;
  const std::uint64_t all = out.lanes;
  const auto [end, code] = std::from_chars(word.data() + colon + 1, word.data() + word.size(), out.lanes, 16);
  if (code != std::errc{} || end != word.data() + word.size() || out.lanes == 0 || (out.lanes & ~all) != 0)
    in.fail("expected lanes of the register as a hexadecimal mask up to " + hexadecimal(all) + ", found '" +
            std::string(word.substr(colon + 1)) + "'");
  return out;
}

/// The rest of an instruction's line, behind `i`: its name, flags, operands.
struct ReadInst {
  std::string op;
  Flags flags = 0;
  std::vector<Operand> operands;
};
inline ReadInst read_inst(TextReader& in, const Problem& p, const Names& names) {
  ReadInst out;
  if (in.at_end_of_line()) in.fail("expected the instruction's name");
  out.op = unescaped(in.word());
  while (in.more()) {
    std::string_view word = in.word();
    if (word[0] == '!') {
      Flags found = 0;
      for (const auto& [name, flag] : flag_names)
        if (word == name) found = flag;
      if (found == 0) in.fail("expected !load, !store, !fixed, !barrier or !end, found '" + std::string(word) + "'");
      out.flags |= found;
      continue;
    }
    const char sign = word[0];
    if (sign == '=' || sign == '+') word.remove_prefix(1);
    const Live lanes = read_lanes(in, word, p, names);
    out.operands.push_back({lanes.reg, sign != '=', sign == '=' || sign == '+', lanes.lanes});
  }
  return out;
}

class ProblemReader {
 public:
  ProblemReader(std::string_view text, std::string name) : in_(text, std::move(name)) {}

  std::optional<Problem> run(std::string& error) {
    in_.head("pressure", "such a problem");
    if (!in_.at_end_of_line()) out_.name = unescaped(in_.word());
    in_.end_line();
    in_.records([&](std::string_view first) { line(first); });
    if (!in_.failed()) resolve();
    error = in_.error();
    if (in_.failed()) return std::nullopt;
    if (const auto faults = check_problem(out_); !faults.empty()) {
      error = name_of_input() + faults.begin()->text;
      return std::nullopt;
    }
    return std::move(out_);
  }

 private:
  std::string name_of_input() {
    in_.fail("");  // no better place than the end
    return in_.error();
  }
  std::uint32_t number(const char* what, std::int64_t low = 0, std::int64_t high = 0xfffffffeLL) {
    return static_cast<std::uint32_t>(in_.number(what, low, high).value_or(0));
  }
  void line(std::string_view first) {
    if (first == "set")
      set();
    else if (first == "class")
      type();
    else if (first == "register")
      reg();
    else if (first == "block")
      block();
    else if (first == "i")
      inst();
    else
      in_.fail("expected set, class, register, block or i, found '" + std::string(first) + "'");
  }
  std::string fresh(std::unordered_map<std::string, std::uint32_t>& map, const char* what, std::size_t id) {
    if (in_.at_end_of_line()) in_.fail(std::string("expected the name of a ") + what);
    std::string name = unescaped(in_.word());
    if (!map.emplace(name, static_cast<std::uint32_t>(id)).second)
      in_.fail(std::string(what) + " '" + name + "' is named twice");
    return name;
  }
  void set() {
    Problem::Set set;
    set.name = fresh(names_.sets, "set", out_.sets.size());
    if (out_.sets.size() == max_sets) in_.fail("more than 32 sets");
    if (!in_.at_end_of_line()) {
      std::string_view word = in_.word();
      if (word == "limit") {
        set.limit = number("a limit");
        word = in_.at_end_of_line() ? "" : in_.word();
      }
      if (word != "steps" && !word.empty()) in_.fail("expected limit or steps, found '" + std::string(word) + "'");
      std::uint32_t least = 0;
      while (in_.more()) set.steps.push_back(least = number("a step that ascends", least));
    }
    out_.sets.push_back(std::move(set));
  }
  void type() {
    Problem::Class cls;
    cls.name = fresh(names_.classes, "class", out_.classes.size());
    if (!in_.at_end_of_line() && in_.word() != "feeds") in_.fail("expected feeds");
    while (in_.more()) {
      const std::string name = unescaped(in_.word());
      const auto at = names_.sets.find(name);
      if (at == names_.sets.end()) return in_.fail("no set '" + name + "'");
      cls.feeds.push_back({at->second, number("a weight", 0, 1 << 20)});
    }
    out_.classes.push_back(std::move(cls));
  }
  void reg() {
    Problem::Register reg;
    reg.name = fresh(names_.registers, "register", out_.registers.size());
    reg.first = static_cast<std::uint32_t>(out_.register_units.size());
    const std::string cls = unescaped(in_.word());
    if (cls == "overlaps") return overlapping(std::move(reg));
    const auto at = names_.classes.find(cls);
    if (at == names_.classes.end()) return in_.fail("no class '" + cls + "'");
    reg.cls = at->second;
    reg.count = 1;
    while (in_.more()) {
      const std::string_view word = in_.word();
      if (word == "lanes")
        reg.count = number("lanes", 1, max_lanes);
      else if (word == "reserved")
        reg.reserved = true;
      else
        in_.fail("expected lanes or reserved, found '" + std::string(word) + "'");
    }
    for (std::uint32_t k = 0; k < reg.count; ++k) {
      out_.register_units.push_back(out_.register_unit_count());
      out_.unit_class.push_back(reg.cls);
    }
    out_.registers.push_back(std::move(reg));
  }
  void overlapping(Problem::Register reg) {
    const std::string own = reg.name;
    names_.registers.erase(own);  // it does not overlap itself
    while (in_.more()) {
      const std::string_view word = in_.word();
      if (word == "reserved") {
        reg.reserved = true;
        continue;
      }
      const Live part = read_lanes(in_, word, out_, names_);
      if (in_.failed()) return;
      for (std::uint64_t lanes = part.lanes; lanes != 0; lanes &= lanes - 1, ++reg.count) {
        const std::uint32_t u = out_.units_of(part.reg)[static_cast<std::uint32_t>(std::countr_zero(lanes))];
        if (std::find(out_.register_units.begin() + reg.first, out_.register_units.end(), u) !=
            out_.register_units.end())
          return in_.fail("a unit is named twice");
        if (reg.count == max_lanes) return in_.fail("more than 64 lanes");
        out_.register_units.push_back(u);
      }
    }
    if (!in_.failed() && reg.count == 0) in_.fail("expected the registers that it overlaps");
    names_.registers.emplace(own, static_cast<std::uint32_t>(out_.registers.size()));
    out_.registers.push_back(std::move(reg));
  }
  void block() {
    Problem::Block block;
    block.name = fresh(names_.blocks, "block", out_.blocks.size());
    block.first = static_cast<std::uint32_t>(out_.insts.size());
    block.first_live = static_cast<std::uint32_t>(out_.live.size());
    block.first_successor = static_cast<std::uint32_t>(out_.successors.size());
    int list = 0;
    while (in_.more()) {
      const std::string_view word = in_.word();
      if (word == "to" && list == 0) {
        list = 1;
      } else if (word == "live" && list < 2) {
        list = 2;
      } else if (list == 1) {
        wanted_.push_back(std::string(word));
        out_.successors.push_back(0);
      } else if (list == 2) {
        out_.live.push_back(read_lanes(in_, word, out_, names_));
      } else {
        in_.fail("expected to or live, found '" + std::string(word) + "'");
      }
    }
    block.successor_count = static_cast<std::uint32_t>(out_.successors.size()) - block.first_successor;
    block.live_count = static_cast<std::uint32_t>(out_.live.size()) - block.first_live;
    out_.blocks.push_back(std::move(block));
  }
  void inst() {
    if (out_.blocks.empty()) return in_.fail("an instruction before the first block");
    ReadInst read = read_inst(in_, out_, names_);
    const auto [at, added] = names_.ops.emplace(read.op, static_cast<std::uint32_t>(out_.ops.size()));
    if (added) out_.ops.push_back(read.op);
    out_.insts.push_back({at->second, static_cast<std::uint32_t>(out_.operands.size()),
                          static_cast<std::uint32_t>(read.operands.size()), read.flags});
    out_.operands.insert(out_.operands.end(), read.operands.begin(), read.operands.end());
    ++out_.blocks.back().count;
  }
  void resolve() {
    for (std::size_t k = 0; k < wanted_.size(); ++k) {
      const auto at = names_.blocks.find(unescaped(wanted_[k]));
      if (at == names_.blocks.end()) return in_.fail("no block '" + wanted_[k] + "', a successor");
      out_.successors[k] = at->second;
    }
  }

  TextReader in_;
  Problem out_;
  Names names_;
  std::vector<std::string> wanted_;  // names of `successors`
};

}  // namespace detail

/// Reads the text form; nothing and "NAME:LINE:COLUMN: what is wrong" in `error` when it is broken.
inline std::optional<Problem> read_problem(std::string_view text, const std::string& name, std::string& error) {
  return detail::ProblemReader(text, name).run(error);
}

}  // namespace lathe::pressure
