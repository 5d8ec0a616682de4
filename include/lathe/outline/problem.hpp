// The outliner's problem: blocks of instructions as flat arrays, with a text form.
//
// An instruction is a key (what it does, names of registers left out), a size and operands. Instructions with equal
// keys and operands of the same classes may stand for each other up to the names of their values.
//
//   outline
//   costs call 8 parameter 4 result 4 frame 8           # bytes; the default cost model
//   class b32                                           # classes are numbered in the order in which they are named
//   class pred unpassable
//   function f [nooutline] [linkonce]
//   block [weight 100] [nooutline] [live 3 4]           # weight: how often it runs; live: values live at its end
//   i add.s32 16 d3:b32 u1:b32 u2:b32                   # key, bytes, operands: d writes, u reads
//   x bra 16 u4:pred                                    # an instruction that must stay where it is
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <lathe/support/fault.hpp>
#include <lathe/support/text.hpp>

namespace lathe::outline {

/// Bytes of the default cost model: a call site costs call + parameter * P + result * R, the outlined function costs
/// its body + frame.
struct CostTable {
  std::uint32_t call = 4, parameter = 0, result = 0, frame = 4;
  bool operator==(const CostTable&) const = default;
};

struct Operand {
  std::uint32_t value = 0;
  std::uint16_t cls = 0;
  bool is_def = false;
  bool operator==(const Operand&) const = default;
};

struct Problem {
  struct Class {
    std::string name;
    bool passable = true;  ///< values of it can be parameters and results
    bool operator==(const Class&) const = default;
  };
  struct Function {
    std::string name;
    bool no_outline = false;  ///< nothing is outlined from it
    bool linkonce = false;    ///< the linker drops copies of it: left alone unless asked for
    bool operator==(const Function&) const = default;
  };
  struct Block {
    std::uint32_t function = 0;
    std::uint32_t first = 0, count = 0;            ///< instructions
    std::uint32_t first_live = 0, live_count = 0;  ///< into `live`
    std::uint64_t weight = 0;                      ///< how often it runs; 0: not known
    bool no_outline = false;
    bool operator==(const Block&) const = default;
  };
  struct Inst {
    std::uint32_t key = 0, bytes = 0;
    std::uint32_t first = 0, count = 0;  ///< operands
    bool legal = true;                   ///< may be part of an outlined sequence
    bool operator==(const Inst&) const = default;
  };

  CostTable costs;
  std::vector<std::string> keys;
  std::vector<Class> classes;
  std::vector<Function> functions;
  std::vector<Block> blocks;        ///< those of a function are neighbours, in the order of `functions`
  std::vector<Inst> insts;          ///< those of a block are neighbours, in the order of `blocks`
  std::vector<Operand> operands;    ///< likewise
  std::vector<std::uint32_t> live;  ///< values live at ends of blocks
  std::uint32_t values = 0;         ///< values are 0 .. values-1

  std::span<const Operand> operands_of(std::uint32_t inst) const {
    return {operands.data() + insts[inst].first, insts[inst].count};
  }
  std::span<const std::uint32_t> live_out(std::uint32_t block) const {
    return {live.data() + blocks[block].first_live, blocks[block].live_count};
  }
  /// The block that holds an instruction. O(log blocks).
  std::uint32_t block_of(std::uint32_t inst) const {
    const auto after = std::upper_bound(blocks.begin(), blocks.end(), inst,
                                        [](std::uint32_t i, const Block& b) { return i < b.first; });
    // Empty blocks share their first instruction with the next one: the last of them is meant.
    return static_cast<std::uint32_t>(after - blocks.begin()) - 1;
  }
  /// "f:2:5", the sixth instruction of the third block of f.
  std::string place(std::uint32_t inst) const {
    const std::uint32_t block = block_of(inst);
    std::uint32_t first = block;
    while (first > 0 && blocks[first - 1].function == blocks[block].function) --first;
    return functions[blocks[block].function].name + ":" + std::to_string(block - first) + ":" +
           std::to_string(inst - blocks[block].first);
  }
  bool operator==(const Problem&) const = default;
};

enum class ProblemFault { bad_range, bad_function, bad_key, bad_class, bad_value, too_long };

/// What the outliner assumes of a problem made by hand. O(size).
inline FaultList<ProblemFault> check_problem(const Problem& p) {
  FaultList<ProblemFault> faults;
  using enum ProblemFault;
  if (p.insts.size() + p.blocks.size() > (std::size_t{1} << 31) - 16 || p.operands.size() > 0xfffffff0U)
    faults.add(too_long, 0, "more instructions or operands than 32-bit ids can name");
  std::uint64_t inst = 0, live = 0, operand = 0;
  for (std::uint32_t b = 0; b < p.blocks.size(); ++b) {
    const Problem::Block& block = p.blocks[b];
    if (block.function >= p.functions.size() || (b > 0 && block.function < p.blocks[b - 1].function))
      faults.add(bad_function, b, "a block of no function, or out of its order");
    if (block.first != inst || block.first_live != live) faults.add(bad_range, b, "a block's range leaves a gap");
    inst = std::uint64_t{block.first} + block.count;
    live = std::uint64_t{block.first_live} + block.live_count;
  }
  if (inst != p.insts.size() || live != p.live.size()) faults.add(bad_range, 0, "ranges of blocks do not add up");
  for (std::uint32_t i = 0; i < p.insts.size(); ++i) {
    if (p.insts[i].key >= p.keys.size()) faults.add(bad_key, i, "an instruction without a key");
    if (p.insts[i].first != operand) faults.add(bad_range, i, "an instruction's operands leave a gap");
    operand = std::uint64_t{p.insts[i].first} + p.insts[i].count;
  }
  if (operand != p.operands.size()) faults.add(bad_range, 0, "ranges of operands do not add up");
  for (std::uint32_t i = 0; i < p.operands.size(); ++i) {
    if (p.operands[i].cls >= p.classes.size()) faults.add(bad_class, i, "an operand of no class");
    if (p.operands[i].value >= p.values) faults.add(bad_value, i, "an operand that is no value");
  }
  for (const std::uint32_t v : p.live)
    if (v >= p.values) faults.add(bad_value, v, "no value is live at the end of a block");
  return faults;
}

/// The text form. read_problem(print(p)) == p.
inline std::string print(const Problem& p) {
  std::string out = "outline\ncosts call " + std::to_string(p.costs.call) + " parameter " +
                    std::to_string(p.costs.parameter) + " result " + std::to_string(p.costs.result) + " frame " +
                    std::to_string(p.costs.frame) + "\n";
  for (const Problem::Class& c : p.classes) out += "class " + escaped(c.name) + (c.passable ? "\n" : " unpassable\n");
  std::uint32_t b = 0;
  for (std::uint32_t f = 0; f < p.functions.size(); ++f) {
    out += "function " + escaped(p.functions[f].name) + (p.functions[f].no_outline ? " nooutline" : "") +
           (p.functions[f].linkonce ? " linkonce" : "") + "\n";
    for (; b < p.blocks.size() && p.blocks[b].function == f; ++b) {
      const Problem::Block& block = p.blocks[b];
      out += "block";
      if (block.weight != 0) out += " weight " + std::to_string(block.weight);
      if (block.no_outline) out += " nooutline";
      if (block.live_count != 0) out += " live";
      for (const std::uint32_t v : p.live_out(b)) out += " " + std::to_string(v);
      out += "\n";
      for (std::uint32_t i = block.first; i < block.first + block.count; ++i) {
        out +=
            (p.insts[i].legal ? "i " : "x ") + escaped(p.keys[p.insts[i].key]) + " " + std::to_string(p.insts[i].bytes);
        for (const Operand& o : p.operands_of(i))
          out += (o.is_def ? " d" : " u") + std::to_string(o.value) + ":" + escaped(p.classes[o.cls].name);
        out += "\n";
      }
    }
  }
  return out;
}

namespace detail {

class ProblemReader {
 public:
  ProblemReader(std::string_view text, std::string name) : in_(text, std::move(name)) {}

  std::optional<Problem> run(std::string& error) {
    in_.head("outline", "such a problem");
    in_.end_line();
    in_.records([&](std::string_view first) { line(first); });
    error = in_.error();
    if (in_.failed()) return std::nullopt;
    return std::move(out_);
  }

 private:
  void line(std::string_view first) {
    if (first == "costs")
      costs();
    else if (first == "class")
      type();
    else if (first == "function")
      function();
    else if (first == "block")
      block();
    else if (first == "i" || first == "x")
      inst(first == "i");
    else
      in_.fail("expected costs, class, function, block, i or x, found '" + std::string(first) + "'");
  }
  void costs() {
    while (in_.more()) {
      const std::string_view what = in_.word();
      std::uint32_t* const field = what == "call"        ? &out_.costs.call
                                   : what == "parameter" ? &out_.costs.parameter
                                   : what == "result"    ? &out_.costs.result
                                   : what == "frame"     ? &out_.costs.frame
                                                         : nullptr;
      if (field == nullptr)
        return in_.fail("expected call, parameter, result or frame, found '" + std::string(what) + "'");
      *field = in_.id("bytes", 1 << 30);
    }
  }
  void type() {
    const std::string name = unescaped(in_.word());
    if (!classes_.emplace(name, static_cast<std::uint16_t>(out_.classes.size())).second)
      return in_.fail("class '" + name + "' is named twice");
    if (out_.classes.size() >= 0xffff) return in_.fail("more than 65535 classes");
    out_.classes.push_back({name, true});
    if (in_.at_end_of_line()) return;
    if (in_.word() != "unpassable") return in_.fail("expected 'unpassable'");
    out_.classes.back().passable = false;
  }
  void function() {
    out_.functions.push_back({unescaped(in_.word()), false, false});
    while (in_.more()) {
      const std::string_view flag = in_.word();
      if (flag == "nooutline")
        out_.functions.back().no_outline = true;
      else if (flag == "linkonce")
        out_.functions.back().linkonce = true;
      else
        in_.fail("expected nooutline or linkonce, found '" + std::string(flag) + "'");
    }
  }
  void block() {
    if (out_.functions.empty()) return in_.fail("a block before the first function");
    out_.blocks.push_back({static_cast<std::uint32_t>(out_.functions.size() - 1),
                           static_cast<std::uint32_t>(out_.insts.size()), 0,
                           static_cast<std::uint32_t>(out_.live.size()), 0, 0, false});
    Problem::Block& block = out_.blocks.back();
    while (in_.more()) {
      const std::string_view flag = in_.word();
      if (flag == "weight") {
        block.weight = static_cast<std::uint64_t>(in_.number("a weight", 0).value_or(0));
      } else if (flag == "nooutline") {
        block.no_outline = true;
      } else if (flag == "live") {
        while (in_.more()) out_.live.push_back(value(in_.id("a value", (1 << 24) - 1)));
      } else {
        in_.fail("expected weight, nooutline or live, found '" + std::string(flag) + "'");
      }
    }
    block.live_count = static_cast<std::uint32_t>(out_.live.size()) - block.first_live;
  }
  std::uint32_t value(std::uint32_t v) {
    out_.values = std::max(out_.values, v + 1);
    return v;
  }
  void inst(bool legal) {
    if (out_.blocks.empty() || out_.blocks.back().function + 1 != out_.functions.size())
      return in_.fail("an instruction before the first block of its function");
    const std::string key = unescaped(in_.word());
    const auto [at, added] = keys_.emplace(key, static_cast<std::uint32_t>(out_.keys.size()));
    if (added) out_.keys.push_back(key);
    Problem::Inst inst{at->second, in_.id("bytes", 1 << 30), static_cast<std::uint32_t>(out_.operands.size()), 0,
                       legal};
    while (in_.more()) operand(in_.word());
    inst.count = static_cast<std::uint32_t>(out_.operands.size()) - inst.first;
    out_.insts.push_back(inst);
    ++out_.blocks.back().count;
  }
  void operand(std::string_view word) {
    const std::size_t colon = word.find(':');
    std::uint32_t v = 0;
    const bool shape = word.size() > 2 && (word[0] == 'd' || word[0] == 'u') && colon != std::string_view::npos;
    const auto [end, code] = std::from_chars(word.data() + 1, word.data() + (shape ? colon : 1), v);
    if (!shape || code != std::errc{} || end != word.data() + colon || v >= 1U << 24)
      return in_.fail("expected an operand such as d3:b32 or u3:b32, found '" + std::string(word) + "'");
    const auto cls = classes_.find(unescaped(word.substr(colon + 1)));
    if (cls == classes_.end()) return in_.fail("no class '" + std::string(word.substr(colon + 1)) + "'");
    out_.operands.push_back({value(v), cls->second, word[0] == 'd'});
  }

  TextReader in_;
  Problem out_;
  std::map<std::string, std::uint16_t, std::less<>> classes_;
  std::unordered_map<std::string, std::uint32_t> keys_;  // looked up only
};

}  // namespace detail

/// Reads the text form; nothing and "NAME:LINE:COLUMN: what is wrong" in `error` when it is broken. Values are below
/// 2^24 and should be dense: the largest one decides how much memory the plan needs.
inline std::optional<Problem> read_problem(std::string_view text, const std::string& name, std::string& error) {
  return detail::ProblemReader(text, name).run(error);
}

}  // namespace lathe::outline
