// Text forms of register allocation's problem and plan.
//
//   regalloc NAME
//   class r registers r0 r1 r2 bytes 4 align 4 swap   # a file, in the order in which its registers are taken
//   set r0 r1                                          # sets are numbered from 0
//   value class 0 pinned                               # values likewise; pinned: it may not be stored
//   value class 0 make 1                               # it can be made again, at this cost
//   parameter 0 fixed r0                               # defined at the entry
//   block weight 8 to 1 2                              # blocks are numbered from 0
//   phi 3 from 0 1 from 2 4                            # of the block; from a block a value
//   inst use 0 fixed r1 use 2 tied 2 def 5 early set 0 clobbers 1   # tied: to operand 2 of the instruction
//   inst copy use 0 def 6
//   end use 5                                          # an instruction that ends its block
//
//   plan
//   parameter r0                                       # a register for each, in order
//   phi 0 in r1                                        # or: in slot 2; dead ones are left out
//   inst 4 r0 r1                                       # of each operand; - in code that the entry does not reach
//   split 1 2                                          # an edge that has a block of its own
//   slot bytes 4 align 4
//   store 5 slot 0 from r1 in 2 before 7               # of value 5, in block 2 in front of instruction 7
//   move 5 r1 from r0 in 2 before 7                    # load R from slot S, make R, swap R with R likewise
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/regalloc/plan.hpp>
#include <lathe/support/text.hpp>

namespace lathe::regalloc {

namespace detail {

inline std::string print(const Problem& p, const Operand& o) {
  std::string out = (o.is_def ? " def " : " use ") + std::to_string(o.value);
  if (o.early) out += " early";
  if (o.want == Want::fixed) out += " fixed " + p.registers[o.which];
  if (o.want == Want::subset) out += " set " + std::to_string(o.which);
  if (o.tied != none) out += " tied " + std::to_string(o.tied);
  return out;
}

}  // namespace detail

/// read_problem(print(p)) prints the same. Registers must have names of their own.
inline std::string print(const Problem& p) {
  const auto n = [](std::uint64_t number) { return " " + std::to_string(number); };
  std::string out = "regalloc " + escaped(p.name) + "\n";
  for (const Class& c : p.classes) {
    out += "class " + escaped(c.name) + " registers";
    for (const std::uint32_t r : c.registers) out += " " + escaped(p.registers[r]);
    out += " bytes" + n(c.slot_bytes) + " align" + n(c.slot_align) + (c.swap ? " swap\n" : "\n");
  }
  for (const auto& set : p.sets) {  // in the order of the classes, which is that of the numbers when it is read
    out += "set";
    for (const Class& c : p.classes)
      for (const std::uint32_t r : c.registers)
        if (std::binary_search(set.begin(), set.end(), r)) out += " " + escaped(p.registers[r]);
    out += "\n";
  }
  for (const Problem::Value& v : p.values)
    out += "value class" + n(v.cls) + (v.may_spill ? "" : " pinned") + (v.remat == none ? "" : " make" + n(v.remat)) +
           "\n";
  for (const Operand& o : p.parameters) out += "parameter" + detail::print(p, o).substr(4) + "\n";
  std::size_t phi = 0;
  for (Block b = 0; b < p.block_count(); ++b) {
    out += "block weight" + n(p.weight[b]) + " to";
    for (const Block s : p.cfg.successors(b)) out += n(s);
    out += "\n";
    for (; phi < p.phis.size() && p.phis[phi].block == b; ++phi) {
      out += "phi" + n(p.phis[phi].result);
      for (const Problem::Argument& a : p.incoming(p.phis[phi])) out += " from" + n(a.from) + n(a.value);
      out += "\n";
    }
    for (std::uint32_t i = p.first[b]; i < p.first[b + 1]; ++i) {
      out += std::string(p.insts[i].terminator ? "end" : "inst") + (p.insts[i].copy ? " copy" : "");
      for (const Operand& o : p.operands[i]) out += detail::print(p, o);
      if (p.insts[i].clobbers != none) out += " clobbers" + n(p.insts[i].clobbers);
      out += "\n";
    }
  }
  return out;
}

inline std::string print(const Problem& p, const Plan& plan) {
  const auto n = [](std::uint64_t number) { return " " + std::to_string(number); };
  const auto reg = [&](std::uint32_t r) { return r == none ? " -" : " " + escaped(p.registers[r]); };
  if (plan.refusal != Refusal::none)
    return "refused " + std::string(refusal_names[static_cast<std::size_t>(plan.refusal)]) + n(plan.refused_at) + "\n";
  std::string out = "plan\n";
  for (const std::uint32_t r : plan.parameters) out += "parameter" + reg(r) + "\n";
  for (std::uint32_t k = 0; k < plan.phis.size(); ++k) {
    if (plan.phis[k].reg != none) out += "phi" + n(k) + " in" + reg(plan.phis[k].reg) + "\n";
    if (plan.phis[k].slot != none) out += "phi" + n(k) + " in slot" + n(plan.phis[k].slot) + "\n";
  }
  for (std::uint32_t i = 0; i < p.insts.size(); ++i) {
    if (p.operands[i].empty()) continue;
    out += "inst" + n(i);
    for (std::uint32_t k = 0; k < p.operands[i].size(); ++k) out += reg(plan.register_of(p, i, k));
    out += "\n";
  }
  for (const Plan::Edge& s : plan.splits) out += "split" + n(s.from) + n(s.to) + "\n";
  for (const Slot& s : plan.slots) out += "slot bytes" + n(s.bytes) + " align" + n(s.align) + "\n";
  for (const Edit& e : plan.edits) {
    out += std::string(edit_names[static_cast<std::size_t>(e.kind)]) + n(e.value);
    out += e.kind == Edit::Kind::store ? " slot" + n(e.to) : reg(e.to);
    if (e.kind != Edit::Kind::make)
      out += std::string(e.kind == Edit::Kind::swap ? " with" : " from") +
             (e.kind == Edit::Kind::load ? " slot" + n(e.from) : reg(e.from));
    out += " in" + n(e.at.block) + " before" + n(e.at.inst) + "\n";
  }
  return out;
}

namespace detail {

/// Registers by name.
template <class = void>
class BasicRegisterNames {
 public:
  explicit BasicRegisterNames(TextReader& in) : in_(in) {}
  bool add(const std::string& name) { return known_.emplace(name, static_cast<std::uint32_t>(known_.size())).second; }
  std::uint32_t read() {
    const std::string word(in_.word());
    const auto it = known_.find(unescaped(word));
    if (it != known_.end()) return it->second;
    in_.fail("expected a register, found '" + word + "'");
    return 0;
  }

 private:
  TextReader& in_;
  std::map<std::string, std::uint32_t> known_;
};

template <class = void>
class BasicProblemReader {
 public:
  BasicProblemReader(std::string_view text, std::string name) : in_(text, std::move(name)), names_(in_) {}

  std::optional<Problem> run(std::string& error) {
    in_.head("regalloc", "a problem");
    if (!in_.failed()) out_.name = unescaped(in_.word());
    in_.end_line();
    in_.records([&](std::string_view word) { record(std::string(word)); });
    if (!in_.failed()) finish();
    error = in_.error();
    if (in_.failed()) return std::nullopt;
    return std::move(out_);
  }

 private:
  void expect(std::string_view word) {
    if (in_.failed()) return;
    const std::string found(in_.word());
    if (found != word) in_.fail("expected '" + std::string(word) + "', found '" + found + "'");
  }
  std::uint32_t number(const char* what) { return in_.failed() ? 0 : in_.id(what); }
  void record(const std::string& word) {
    if (word == "class")
      file();
    else if (word == "set") {
      out_.sets.emplace_back();
      while (in_.more()) out_.sets.back().push_back(names_.read());
      std::sort(out_.sets.back().begin(), out_.sets.back().end());
    } else if (word == "value")
      value();
    else if (word == "parameter") {
      Operand o{number("a value"), true};
      while (in_.more()) mark(o, std::string(in_.word()));
      out_.parameters.push_back(o);
    } else if (word == "block") {
      expect("weight");
      if (!in_.failed()) out_.weight.push_back(static_cast<std::uint64_t>(in_.number("a weight", 0).value_or(0)));
      expect("to");
      while (in_.more()) edges_.emplace_back(blocks_, number("a block"));
      ++blocks_;
      out_.first.push_back(static_cast<std::uint32_t>(out_.insts.size()));
    } else if (blocks_ == 0)
      in_.fail("expected class, set, value, parameter or block, found '" + word + "'");
    else if (word == "phi")
      phi();
    else if (word == "inst" || word == "end")
      inst(word == "end");
    else
      in_.fail("expected class, set, value, parameter, block, phi, inst or end, found '" + word + "'");
  }
  void file() {
    Class c;
    c.name = unescaped(in_.word());
    expect("registers");
    std::string word;
    while (in_.more() && (word = in_.word()) != "bytes") {
      const std::string name = unescaped(word);
      if (!names_.add(name)) in_.fail("the second register of the name '" + name + "'");
      c.registers.push_back(static_cast<std::uint32_t>(out_.registers.size()));
      out_.registers.push_back(name);
    }
    c.slot_bytes = number("bytes");
    expect("align");
    c.slot_align = number("an alignment");
    if (in_.more()) {
      expect("swap");
      c.swap = true;
    }
    out_.classes.push_back(std::move(c));
  }
  void value() {
    Problem::Value v;
    expect("class");
    v.cls = number("a class");
    while (in_.more()) {
      const std::string word(in_.word());
      if (word == "pinned")
        v.may_spill = false;
      else if (word == "make")
        v.remat = number("a cost");
      else
        in_.fail("expected pinned or make, found '" + word + "'");
    }
    out_.values.push_back(v);
  }
  void mark(Operand& o, const std::string& word) {
    if (word == "early") {
      o.early = true;
    } else if (word == "fixed") {
      o.want = Want::fixed;
      o.which = names_.read();
    } else if (word == "set") {
      o.want = Want::subset;
      o.which = number("a set");
    } else if (word == "tied") {
      o.tied = number("an operand");
    } else {
      in_.fail("expected use, def, early, fixed, set, tied or clobbers, found '" + word + "'");
    }
  }
  void phi() {
    Problem::Phi phi{number("a value"), blocks_ - 1, static_cast<std::uint32_t>(out_.arguments.size()), 0};
    while (in_.more()) {
      expect("from");
      const std::uint32_t from = number("a block");
      out_.arguments.push_back({from, number("a value")});
      ++phi.count;
    }
    out_.phis.push_back(phi);
  }
  void inst(bool terminator) {
    Problem::Inst i;
    i.terminator = terminator;
    const auto at = static_cast<std::uint32_t>(out_.insts.size());
    std::size_t mine = 0;
    while (in_.more()) {
      const std::string word(in_.word());
      if (word == "copy") {
        i.copy = true;
      } else if (word == "clobbers") {
        i.clobbers = number("a set");
      } else if (word == "use" || word == "def") {
        rows_.push_back({at, {number("a value"), word == "def"}});
        ++mine;
      } else if (mine == 0) {
        in_.fail("expected copy, use, def or clobbers, found '" + word + "'");
      } else {
        mark(rows_.back().second, word);
      }
    }
    out_.insts.push_back(i);
  }
  void finish() {
    out_.cfg = flow::Cfg(blocks_, edges_);
    for (const auto& [from, to] : edges_)
      if (to >= blocks_) in_.fail("block " + std::to_string(from) + " goes to a block that is not there");
    out_.first.push_back(static_cast<std::uint32_t>(out_.insts.size()));
    out_.operands = Csr<Operand>(static_cast<std::uint32_t>(out_.insts.size()), rows_);
    std::size_t at = 0;
    for (std::uint32_t i = 0; i < out_.insts.size(); ++i) {
      out_.place.push_back(at);
      at += out_.operands[i].size();
    }
    out_.place.push_back(at);
    for (const auto& fault : check_problem(out_)) in_.fail(fault.text + " (at " + std::to_string(fault.place) + ")");
  }

  TextReader in_;
  BasicRegisterNames<> names_;
  Problem out_;
  std::uint32_t blocks_ = 0;
  std::vector<std::pair<Block, Block>> edges_;
  std::vector<std::pair<std::uint32_t, Operand>> rows_;
};

template <class = void>
class BasicPlanReader {
 public:
  BasicPlanReader(const Problem& p, std::string_view text, std::string name)
      : p_(p), in_(text, std::move(name)), names_(in_) {
    for (const std::string& r : p.registers) names_.add(r);
  }

  std::optional<Plan> run(std::string& error) {
    in_.head("plan", "a plan");
    in_.end_line();
    out_.registers.assign(p_.operands.size(), none);
    out_.phis.assign(p_.phis.size(), {});
    in_.records([&](std::string_view word) { record(std::string(word)); });
    error = in_.error();
    if (in_.failed()) return std::nullopt;
    return std::move(out_);
  }

 private:
  void expect(std::string_view word) {
    if (in_.failed()) return;
    const std::string found(in_.word());
    if (found != word) in_.fail("expected '" + std::string(word) + "', found '" + found + "'");
  }
  std::uint32_t number(const char* what) { return in_.failed() ? 0 : in_.id(what); }
  std::uint32_t below(const char* what, std::size_t size) {
    return in_.failed() ? 0 : in_.id(what, static_cast<std::int64_t>(size) - 1);
  }
  std::uint32_t slot() {
    expect("slot");
    return number("a slot");
  }
  std::uint32_t maybe_register() {
    TextReader ahead = in_;
    if (ahead.word() != "-") return names_.read();
    in_.word();
    return none;
  }
  void record(const std::string& word) {
    if (word == "parameter") {
      out_.parameters.push_back(names_.read());
    } else if (word == "phi") {
      const std::uint32_t k = below("a phi", p_.phis.size());
      expect("in");
      if (in_.failed()) return;
      TextReader ahead = in_;
      if (ahead.word() == "slot")
        out_.phis[k].slot = slot();
      else
        out_.phis[k].reg = names_.read();
    } else if (word == "inst") {
      const std::uint32_t i = below("an instruction", p_.insts.size());
      for (std::size_t k = 0; !in_.failed() && k < p_.operands[i].size(); ++k)
        out_.registers[p_.place[i] + k] = maybe_register();
    } else if (word == "split") {
      const std::uint32_t from = number("a block");
      out_.splits.push_back({from, number("a block")});
    } else if (word == "slot") {
      expect("bytes");
      const std::uint32_t bytes = number("bytes");
      expect("align");
      out_.slots.push_back({bytes, number("an alignment")});
    } else {
      edit(word);
    }
  }
  void edit(const std::string& word) {
    const auto it = std::find(edit_names.begin(), edit_names.end(), word);
    if (it == edit_names.end())
      return in_.fail("expected parameter, phi, inst, split, slot, move, swap, store, load or make, found '" + word +
                      "'");
    Edit e;
    e.kind = static_cast<Edit::Kind>(it - edit_names.begin());
    e.value = below("a value", p_.values.size());
    if (in_.failed()) return;
    e.to = e.kind == Edit::Kind::store ? slot() : names_.read();
    if (e.kind != Edit::Kind::make) {
      expect(e.kind == Edit::Kind::swap ? "with" : "from");
      if (in_.failed()) return;
      e.from = e.kind == Edit::Kind::load ? slot() : names_.read();
    }
    expect("in");
    e.at.block = number("a block");
    expect("before");
    e.at.inst = number("an instruction");
    out_.edits.push_back(e);
  }

  const Problem& p_;
  TextReader in_;
  BasicRegisterNames<> names_;
  Plan out_;
};

}  // namespace detail

/// Reads print's form. Nothing, and what is wrong in `error`, when it is broken; what it gives has no faults.
template <class = void>
inline std::optional<Problem> read_problem(std::string_view text, const std::string& name, std::string& error) {
  return detail::BasicProblemReader<>(text, name).run(error);
}
/// Reads the plan that print(problem, plan) gives, but for statistics. check_plan says whether it is right.
template <class = void>
inline std::optional<Plan> read_plan(const Problem& p, std::string_view text, const std::string& name,
                                     std::string& error) {
  return detail::BasicPlanReader<>(p, text, name).run(error);
}

}  // namespace lathe::regalloc
