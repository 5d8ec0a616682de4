#include "codegen/machine/verify.hpp"

#include <algorithm>

#include <lathe/flow/dominators.hpp>
#include <lathe/program/numbering.hpp>

namespace lathe::codegen::machine {

namespace {

using Operand = program::Operand<ValueId>;

class Verifier {
 public:
  Verifier(const Function& function, const Registers& registers) : f_(function), registers_(registers), n_(function) {}

  FaultList<FunctionFault> run() {
    std::vector<std::pair<flow::Block, flow::Block>> edges;
    for (std::uint32_t b = 0; b < n_.blocks(); ++b)
      f_.for_each_successor(n_.block(b), [&](BlockId to) {
        const std::uint32_t t = n_.block_number(to);
        if (t == none) add(FunctionFault::bad_end, n_.block(b).value, "block goes where no block stands");
        if (t == 0) add(FunctionFault::entry_entered, n_.block(b).value, "block goes to the entry");
        if (t != none) edges.emplace_back(b, t);
      });
    if (n_.blocks() == 0) add(FunctionFault::bad_end, 0, "there are no blocks");
    if (!faults_.empty()) return std::move(faults_);
    cfg_ = flow::Cfg(n_.blocks(), edges);
    for (std::uint32_t v = 0; v < n_.values(); ++v)
      if (f_.register_class(n_.value(v)) >= registers_.files.size())
        add(FunctionFault::bad_class, n_.value(v).value, "value of a class that is not there");
    if (!faults_.empty()) return std::move(faults_);
    for (std::uint32_t b = 0; b < n_.blocks(); ++b) block(b);
    if (faults_.empty()) definitions();
    return std::move(faults_);
  }

 private:
  void add(FunctionFault kind, std::uint32_t place, const std::string& what) { faults_.add(kind, place, what); }
  void add(FunctionFault kind, InstId i, const std::string& what) {
    faults_.add(kind, i.value, what + ": " + text(f_, i, &registers_));
  }
  bool is_phi(InstId i) const { return f_.effects(i).has(program::Effect::phi); }
  std::vector<Operand> operands(InstId i) const {
    std::vector<Operand> out;
    f_.for_each_operand(i, [&](const Operand& o) { out.push_back(o); });
    return out;
  }

  void block(std::uint32_t b) {
    bool head = true, ended = false;
    InstId last;
    for (const InstId i : f_.instructions(n_.block(b))) {
      const bool end = f_.effects(i).has(program::Effect::terminator);
      if (ended && !end) add(FunctionFault::bad_end, i, "behind the end of its block");
      if (!end && !f_.targets(i).empty()) add(FunctionFault::bad_end, i, "goes somewhere and is no terminator");
      if (is_phi(i) && !head) add(FunctionFault::bad_phi, i, "behind what is no phi");
      head = head && is_phi(i);
      ended = ended || end;
      last = i;
      inst(i);
      if (is_phi(i)) phi(i, b);
    }
    // Of a branch with one target and a condition the others go on behind it.
    bool open = !ended;
    if (ended && f_.targets(last).size() == 1)
      f_.for_each_operand(last, [&](const Operand& o) { open = open || !o.is_def(); });
    if (open) add(FunctionFault::bad_end, n_.block(b).value, "block does not end in a jump or an end");
  }

  void inst(InstId i) {
    const std::vector<Operand> all = operands(i);
    fields(i, all);
    shape(i, all);
    std::vector<std::uint32_t> results;
    for (const Operand& o : all)
      if (o.is_def()) results.push_back(f_.register_class(o.value));
    for (const Operand& o : all) {
      if (o.tied < 0) continue;
      const auto to = static_cast<std::size_t>(o.tied);
      if (o.is_def() || to >= results.size() || results[to] != f_.register_class(o.value))
        add(FunctionFault::bad_tie, i, "tied to no result of its class");
    }
    scalar(i, all);
  }
  void fields(InstId i, const std::vector<Operand>& all) {
    std::vector<bool> named(all.size(), false);
    for (const Field& field : f_.payload(i).fields) {
      bool there = true;
      if (field.kind == Field::Kind::reg) there = field.index < all.size() && !all[field.index].implicit;
      if (field.kind == Field::Kind::block) there = field.index < f_.targets(i).size();
      if (field.kind == Field::Kind::symbol) there = field.index < f_.names.size();
      if (field.kind == Field::Kind::frame) there = field.index < f_.frame.size();
      if (!there) add(FunctionFault::bad_field, i, "a field of what is not there");
      if (there && field.kind == Field::Kind::reg) named[field.index] = true;
    }
    for (std::size_t k = 0; k < all.size(); ++k)
      if (!named[k] && !all[k].implicit && !is_phi(i))
        add(FunctionFault::bad_field, i, "operand " + std::to_string(k) + " is in no field");
  }
  void shape(InstId i, const std::vector<Operand>& all) {
    const Operation* op = f_.payload(i).operation;
    std::size_t results = 0, frames = 0;
    for (const Operand& o : all) results += o.is_def();
    for (const Field& field : f_.payload(i).fields) frames += field.kind == Field::Kind::frame;
    const std::size_t uses = all.size() - results;
    bool good = true;
    if (op->effects.has(program::Effect::phi)) good = results == 1 && uses == 0;
    if (op == &operation::jump) good = all.empty() && f_.targets(i).size() == 1;
    if (op == &operation::copy) good = results == 1 && uses == 1;
    if (op == &operation::spill) good = results == 0 && uses == 1 && frames == 1;
    if (op == &operation::reload) good = results == 1 && uses == 0 && frames == 1;
    if (op == &operation::swap) good = results == 2 && uses == 2;
    if (!good) return add(FunctionFault::bad_shape, i, "not the operands that it has");
    if (op != &operation::copy) return;
    const std::uint32_t to = f_.register_class(all[all[0].is_def() ? 0 : 1].value),
                        from = f_.register_class(all[all[0].is_def() ? 1 : 0].value);
    if (to != from && registers_.files[from].twin != to) add(FunctionFault::bad_copy, i, "between classes");
  }
  void scalar(InstId i, const std::vector<Operand>& all) {
    if (is_phi(i)) return;
    for (const Operand& o : all) {
      const std::uint32_t twin = registers_.files[f_.register_class(o.value)].twin;
      if (!o.is_def() || twin == none) continue;
      bool good = f_.payload(i).operation->uniform_form;
      for (const Operand& other : all) good = good && f_.register_class(other.value) != twin;
      if (!good) return add(FunctionFault::bad_scalar, i, "its result is not uniform");
    }
  }
  void phi(InstId i, std::uint32_t b) {
    const std::vector<Operand> all = operands(i);
    std::vector<std::uint32_t> from;
    bool good = all.size() == 1;
    f_.for_each_incoming(i, [&](BlockId block, ValueId v) {
      from.push_back(n_.block_number(block));
      good = good && f_.register_class(v) == f_.register_class(all[0].value);
    });
    std::sort(from.begin(), from.end());
    const auto want = cfg_.predecessors(b);
    if (!good || !std::equal(from.begin(), from.end(), want.begin(), want.end()))
      add(FunctionFault::bad_phi, i, "not one value of its class for each predecessor");
  }

  struct Place {
    std::uint32_t block = none, at = 0;
  };
  void definitions() {
    const flow::Dominators dominators(cfg_);
    std::vector<Place> where(n_.values());
    const auto define = [&](ValueId v, Place at) {
      if (f_.register_of(v) != none) return;
      Place& place = where[n_.value_number(v)];
      if (place.block != none)
        add(FunctionFault::defined_twice, v.value, "value is defined twice: " + f_.value_name(v));
      place = at;
    };
    f_.for_each_parameter([&](ValueId v) { define(v, {0, 0}); });
    for (std::uint32_t i = 0; i < n_.insts(); ++i)
      f_.for_each_operand(n_.inst(i), [&](const Operand& o) {
        if (o.is_def()) define(o.value, {n_.block_of(i), i + 1});
      });
    const auto reached = [&](ValueId v, Place use) {
      const Place at = where[n_.value_number(v)];
      if (f_.register_of(v) != none || !dominators.reachable(use.block)) return true;
      if (at.block == none) return false;
      return at.block == use.block ? at.at < use.at : dominators.dominates(at.block, use.block);
    };
    for (std::uint32_t i = 0; i < n_.insts(); ++i) {
      f_.for_each_operand(n_.inst(i), [&](const Operand& o) {
        if (!o.is_def() && !reached(o.value, {n_.block_of(i), i + 1}))
          add(FunctionFault::not_dominated, n_.inst(i), "reads what is not defined on every way");
      });
      f_.for_each_incoming(n_.inst(i), [&](BlockId from, ValueId v) {
        if (!reached(v, {n_.block_number(from), none}))
          add(FunctionFault::not_dominated, n_.inst(i), "takes what is not defined on every way");
      });
    }
  }

  const Function& f_;
  const Registers& registers_;
  program::Numbering<Function> n_;
  flow::Cfg cfg_;
  FaultList<FunctionFault> faults_;
};

}  // namespace

FaultList<FunctionFault> verify(const Function& function, const Registers& registers) {
  return Verifier(function, registers).run();
}

}  // namespace lathe::codegen::machine
