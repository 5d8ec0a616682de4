// Register allocation as plain data: a function in SSA form over register files, and what is wrong with one.
//
// Registers have dense numbers and each is in one class (a file): values of a class can be in any register of
// it, so one value is one register. Overlapping registers and tuples of adjacent ones are not spoken of here; ingest
// refuses them by name. Its text form is in text.hpp.
//
// When an instruction is executed: all uses are read; then the registers that it clobbers hold nothing, and the
// results are written (where both name a register, the result stands). A result that is `early` is written before the
// last use is read.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lathe/flow/cfg.hpp>
#include <lathe/flow/dominators.hpp>
#include <lathe/support/csr.hpp>
#include <lathe/support/fault.hpp>
#include <lathe/support/none.hpp>

namespace lathe::regalloc {

using namespace ids;
using flow::Block;

/// A register file. Its members in the order in which they are taken: the first ones are wanted most.
struct Class {
  std::string name{};                      ///< for texts
  std::vector<std::uint32_t> registers{};  ///< numbers, which other classes may have as well
  std::uint32_t slot_bytes = 4;            ///< of a value in the frame; 0: there is no way to store one
  std::uint32_t slot_align = 4;            ///< a power of two, bytes
  bool swap = false;  ///< two registers can be exchanged by one instruction, or by three that use no other
  bool operator==(const Class&) const = default;
};

/// Where an operand may be.
enum class Want : std::uint8_t {
  any,    ///< in any register of its class
  fixed,  ///< in register `which`
  subset  ///< in one of the registers of set `which`
};

/// A value that an instruction mentions, and where it has to be.
struct Operand {
  std::uint32_t value = 0;  ///< number of the value
  bool is_def = false;
  bool early = false;  ///< of a result
  Want want = Want::any;
  std::uint32_t which = 0;    ///< a register, or a number in Problem::sets
  std::uint32_t tied = none;  ///< of a use: the operand of the same instruction, a result, that has its register
  bool operator==(const Operand&) const = default;
};

/// A function in SSA form as flat arrays, and the registers of the machine.
struct Problem {
  /// A value: written once, by an instruction, a phi, or as a parameter.
  struct Value {
    std::uint32_t cls = 0;       ///< into `classes`
    bool may_spill = true;       ///< false: it is in a register wherever it lives
    std::uint32_t remat = none;  ///< cost of making it again, anywhere and of nothing; none: it cannot be
    bool operator==(const Value&) const = default;
  };
  /// What an instruction is, beside its operands.
  struct Inst {
    bool terminator = false;        ///< code at the end of its block goes in front of it
    bool copy = false;              ///< its result is its use: gladly in one register
    std::uint32_t clobbers = none;  ///< a number in `sets`
    bool operator==(const Inst&) const = default;
  };
  /// What a phi takes from one predecessor.
  struct Argument {
    Block from = 0;           ///< the predecessor
    std::uint32_t value = 0;  ///< number of the value
    bool operator==(const Argument&) const = default;
  };
  /// A phi at the head of its block.
  struct Phi {
    std::uint32_t result = 0;  ///< number of the value
    Block block = 0;
    std::uint32_t begin = 0, count = 0;  ///< into `arguments`: one for each predecessor that the entry reaches
    bool operator==(const Phi&) const = default;
  };
  std::string name;
  std::vector<std::string> registers;  ///< their names
  std::vector<Class> classes;
  std::vector<std::vector<std::uint32_t>> sets;  ///< of registers, each ascending
  std::vector<Value> values;
  std::vector<Operand> parameters;    ///< what is written at the entry
  flow::Cfg cfg;                      ///< block 0 is the entry, and nothing goes to it
  std::vector<std::uint32_t> first;   ///< per block and one behind: its first instruction
  std::vector<std::uint64_t> weight;  ///< per block: how often it runs, any unit; 2^32 at most
  std::vector<Inst> insts;
  Csr<Operand> operands;           ///< per instruction
  std::vector<std::size_t> place;  ///< per instruction and one behind: the number of its first operand
  std::vector<Phi> phis;           ///< by block
  std::vector<Argument> arguments;

  std::uint32_t block_count() const { return cfg.block_count(); }
  /// All instructions, of all blocks.
  std::uint32_t inst_count() const { return static_cast<std::uint32_t>(insts.size()); }
  /// One for each predecessor that the entry reaches.
  std::span<const Argument> incoming(const Phi& phi) const {
    return std::span(arguments).subspan(phi.begin, phi.count);
  }
  /// Where code at the end of a block goes: in front of this one, or none stands there (first[b + 1]).
  std::uint32_t exit(Block b) const {
    std::uint32_t i = first[b + 1];
    while (i > first[b] && insts[i - 1].terminator) --i;
    return i;
  }
  /// May it be elsewhere than in a register?
  bool can_leave(std::uint32_t value) const {
    const Value& v = values[value];
    return v.remat != none || (v.may_spill && classes[v.cls].slot_bytes != 0);
  }
  /// It may be stored to the frame: its class has slots.
  bool can_store(std::uint32_t value) const {
    return values[value].may_spill && classes[values[value].cls].slot_bytes != 0;
  }
};

enum class ProblemFault : std::uint8_t {
  bad_size,       ///< lists of blocks, instructions or operands are not of one length, or too long
  bad_register,   ///< a register that is not there, of another class, not in one class, or a class without any
  bad_value,      ///< a value or class that is not there
  bad_tie,        ///< a tie to what is no result, or an early one, or to one that another use is tied to, or of classes
  bad_phi,        ///< not one argument for each predecessor that the entry reaches; arguments of another class, or that
                  ///< may not be stored while the phi may
  entry_entered,  ///< a branch goes to the entry
  defined_twice,  ///< a value has two definitions
  not_dominated,  ///< a use that its definition does not dominate
  late_terminator,  ///< a terminator behind another one of its block has operands or clobbers
  not_made          ///< a value is said to be made of nothing, and its instruction reads, clobbers or writes more
};
inline constexpr int problem_fault_kinds = 10;

namespace detail {

template <class = void>
class BasicProblemChecker {
 public:
  explicit BasicProblemChecker(const Problem& p) : p_(p) {}

  FaultList<ProblemFault> run() {
    sizes();
    if (out_.empty()) registers();
    if (out_.empty()) operands();
    if (out_.empty()) ssa();
    return std::move(out_);
  }

 private:
  void sizes() {
    const std::uint32_t blocks = p_.block_count();
    bool good = p_.first.size() == blocks + 1 && p_.weight.size() == blocks && p_.operands.rows() == p_.insts.size() &&
                p_.place.size() == p_.insts.size() + 1 && blocks != 0 && p_.insts.size() < (1U << 28) &&
                p_.values.size() < (1U << 28) && p_.operands.size() < (1U << 30);
    for (std::uint32_t b = 0; good && b < blocks; ++b) good = p_.first[b] <= p_.first[b + 1];
    good = good && p_.first[0] == 0 && p_.first[blocks] == p_.insts.size();
    std::size_t at = 0;
    for (std::uint32_t i = 0; good && i < p_.insts.size(); ++i) {
      good = p_.place[i] == at;
      at += p_.operands[i].size();
    }
    if (!good || p_.place.back() != at)
      out_.add(ProblemFault::bad_size, 0, "lists of blocks, instructions or operands are not of one length");
    else if (!p_.cfg.predecessors(0).empty())
      out_.add(ProblemFault::entry_entered, 0, "a branch goes to the entry: put an empty block in front");
  }

  void registers() {
    class_of_.assign(p_.registers.size(), none);
    for (std::uint32_t c = 0; c < p_.classes.size(); ++c) {
      if (p_.classes[c].registers.empty()) out_.add(ProblemFault::bad_register, c, "a class without registers");
      for (const std::uint32_t r : p_.classes[c].registers)
        if (r >= class_of_.size() || class_of_[r] != none)
          out_.add(ProblemFault::bad_register, c, "a class with a register that is not there or in another class");
        else
          class_of_[r] = c;
    }
    for (std::uint32_t r = 0; r < class_of_.size(); ++r)
      if (class_of_[r] == none) out_.add(ProblemFault::bad_register, r, "a register of no class");
    for (std::uint32_t s = 0; s < p_.sets.size(); ++s)
      for (std::size_t k = 0; k < p_.sets[s].size(); ++k)
        if (p_.sets[s][k] >= class_of_.size() || (k != 0 && p_.sets[s][k - 1] >= p_.sets[s][k]))
          out_.add(ProblemFault::bad_register, s, "a set with a register that is not there, or not ascending");
    for (std::uint32_t v = 0; v < p_.values.size(); ++v)
      if (p_.values[v].cls >= p_.classes.size()) out_.add(ProblemFault::bad_value, v, "a class that is not there");
  }

  void operand(const Operand& o, std::uint32_t inst) {
    if (o.value >= p_.values.size()) return out_.add(ProblemFault::bad_value, inst, "a value that is not there");
    const std::uint32_t c = p_.values[o.value].cls;
    if (o.want == Want::fixed && (o.which >= class_of_.size() || class_of_[o.which] != c))
      out_.add(ProblemFault::bad_register, inst, "an operand wants a register that is not of its class");
    if (o.want == Want::subset && o.which >= p_.sets.size())
      out_.add(ProblemFault::bad_register, inst, "an operand wants a set that is not there");
  }
  bool starts_block(std::uint32_t i) const { return std::binary_search(p_.first.begin(), p_.first.end(), i); }
  void operands() {
    for (const Operand& o : p_.parameters) {
      operand(o, none);
      if (!o.is_def || o.tied != none) out_.add(ProblemFault::bad_tie, none, "a parameter that is no result");
    }
    for (std::uint32_t i = 0; i < p_.insts.size(); ++i) {
      const auto all = p_.operands[i];
      if (i != 0 && p_.insts[i].terminator && p_.insts[i - 1].terminator && !starts_block(i) &&
          !(all.empty() && p_.insts[i].clobbers == none))
        out_.add(ProblemFault::late_terminator, i, "nothing can stand in front of a terminator behind another one");
      if (p_.insts[i].clobbers != none && p_.insts[i].clobbers >= p_.sets.size())
        out_.add(ProblemFault::bad_register, i, "an instruction clobbers a set that is not there");
      for (std::size_t k = 0; k < all.size(); ++k) {
        operand(all[k], i);
        if (all[k].tied == none) continue;
        const std::uint32_t d = all[k].tied;
        bool good = !all[k].is_def && d < all.size() && all[d].is_def && !all[d].early &&
                    all[k].value < p_.values.size() && all[d].value < p_.values.size() &&
                    p_.values[all[k].value].cls == p_.values[all[d].value].cls;
        for (std::size_t j = 0; j < k; ++j) good = good && (all[j].tied != d || all[j].is_def);
        if (!good)
          out_.add(ProblemFault::bad_tie, i, "a tie to what is no late result of its class, or the second to one");
      }
    }
    for (std::uint32_t k = 0; k < p_.phis.size(); ++k) {
      const Problem::Phi& phi = p_.phis[k];
      bool good = phi.block < p_.block_count() && phi.result < p_.values.size() && phi.begin <= p_.arguments.size() &&
                  phi.count <= p_.arguments.size() - phi.begin && (k == 0 || p_.phis[k - 1].block <= phi.block);
      if (good)
        for (const Problem::Argument& a : p_.incoming(phi))
          good = good && a.value < p_.values.size() && p_.values[a.value].cls == p_.values[phi.result].cls;
      if (!good) {
        out_.add(ProblemFault::bad_phi, k, "a phi, an argument or its block is not there, or out of order");
        continue;
      }
      for (const Problem::Argument& a : p_.incoming(phi))
        if (p_.values[phi.result].may_spill && !p_.values[a.value].may_spill)
          out_.add(ProblemFault::bad_phi, k, "a phi that may be stored of a value that may not");
    }
  }

  struct Place {
    Block block = flow::no_block;
    std::uint32_t at = 0;  // 0: at the head; instruction i: i + 1
  };
  void define(std::uint32_t value, Place place) {
    if (def_[value].block != flow::no_block)
      out_.add(ProblemFault::defined_twice, value, "a value with two definitions");
    def_[value] = place;
  }
  bool dominates(std::uint32_t value, Place use, const flow::Dominators& dom) const {
    const Place& d = def_[value];
    if (d.block == flow::no_block) return false;
    return d.block == use.block ? d.at < use.at : dom.dominates(d.block, use.block);
  }
  void ssa() {
    const flow::Dominators dom(p_.cfg);
    def_.assign(p_.values.size(), {});
    for (const Operand& o : p_.parameters) define(o.value, {0, 0});
    for (const Problem::Phi& phi : p_.phis)
      if (dom.reachable(phi.block)) define(phi.result, {phi.block, 0});
    for (const Block b : dom.blocks())
      for (std::uint32_t i = p_.first[b]; i < p_.first[b + 1]; ++i)
        for (const Operand& o : p_.operands[i])
          if (o.is_def) define(o.value, {b, i + 1});
    for (const Block b : dom.blocks())
      for (std::uint32_t i = p_.first[b]; i < p_.first[b + 1]; ++i) {
        bool made = p_.insts[i].clobbers == none && !p_.insts[i].terminator && p_.operands[i].size() == 1;
        for (const Operand& o : p_.operands[i]) {
          if (!o.is_def && !dominates(o.value, {b, i + 1}, dom))
            out_.add(ProblemFault::not_dominated, i, "a use that its definition does not dominate");
          if (o.is_def && p_.values[o.value].remat != none && !(made && o.want == Want::any))
            out_.add(ProblemFault::not_made, o.value, "made again by an instruction that does not only make it");
        }
      }
    for (const Operand& o : p_.parameters)
      if (p_.values[o.value].remat != none)
        out_.add(ProblemFault::not_made, o.value, "a parameter that can be made again");
    for (std::uint32_t k = 0; k < p_.phis.size(); ++k) phi(k, dom);
  }
  void phi(std::uint32_t k, const flow::Dominators& dom) {
    const Problem::Phi& phi = p_.phis[k];
    if (!dom.reachable(phi.block)) return;
    if (p_.values[phi.result].remat != none)
      out_.add(ProblemFault::not_made, phi.result, "a phi that can be made again");
    std::size_t want = 0;
    for (const Block b : p_.cfg.predecessors(phi.block)) want += dom.reachable(b) ? 1U : 0U;
    std::vector<Block> from;
    for (const Problem::Argument& a : p_.incoming(phi)) {
      const auto before = p_.cfg.predecessors(phi.block);
      if (!std::binary_search(before.begin(), before.end(), a.from))
        out_.add(ProblemFault::bad_phi, k, "an argument from a block that is no predecessor");
      else if (dom.reachable(a.from)) {
        from.push_back(a.from);
        if (!dominates(a.value, {a.from, none}, dom))
          out_.add(ProblemFault::not_dominated, a.value, "an argument of a phi that its definition does not dominate");
      }
    }
    std::sort(from.begin(), from.end());
    if (std::unique(from.begin(), from.end()) != from.end() || from.size() != want)
      out_.add(ProblemFault::bad_phi, k, "not one argument for each predecessor");
  }

  const Problem& p_;
  FaultList<ProblemFault> out_;
  std::vector<std::uint32_t> class_of_;
  std::vector<Place> def_;
};

}  // namespace detail

/// Everything that is wrong with a problem; what it passes is strict SSA where the entry reaches. O(size + edges log
/// blocks).
template <class = void>
inline FaultList<ProblemFault> check_problem(const Problem& p) {
  return detail::BasicProblemChecker<>(p).run();
}

}  // namespace lathe::regalloc
