// Register pressure that follows edits: the tracker as an observer of a program::Editing, behind its ControlFlow.
//
// Blocks are the numbers of ControlFlow, registers those of values in Known; each value is one unit, whatever its
// lanes. Instructions that come, go, move or change cost what the tracker says (tracker.hpp). Its control flow is
// fixed, so what changes edges, blocks, what phis take or, where the View says what is live out, terminators makes it
// anew when it is asked next, O(size). Precondition: other edits do not change what the View says is live out.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <lathe/pressure/tracker.hpp>
#include <lathe/program/control_flow.hpp>

namespace lathe::pressure {

template <class P>
class FollowPressure : public program::Nothing {
  using program::Nothing::Nothing;
};
/// The tracker as an observer of an Editing.
template <program::Agreed P>
class FollowPressure<P> {
  static constexpr program::Facts facts = P::facts;

 public:
  /// Sets of registers with their limits, and what a register of each class feeds; View::register_class is an index
  /// into `classes`, and where the View does not know of classes all values are of the first.
  FollowPressure(const P& p, program::ControlFlow<P>& flow, std::vector<Problem::Set> sets,
                 std::vector<Problem::Class> classes)
      : p_(p), flow_(flow), known_(flow.known()), sets_(std::move(sets)), classes_(std::move(classes)) {}
  /// One set.
  FollowPressure(const P& p, program::ControlFlow<P>& flow, std::uint32_t limit = none)
      : FollowPressure(p, flow, {{"registers", limit, {}}}, {{"any", {{0, 1}}}}) {}

  /// As of now. Made anew where control flow has changed since; until the next edit.
  const Tracker& tracker() const {
    if (tracker_ == nullptr) {
      ids_.clear();
      tracker_ = std::make_unique<Tracker>(problem(&ids_));
      ++made_;
    }
    return *tracker_;
  }
  /// Largest pressure of the set in the block.
  std::uint32_t peak(const program::block_t<P>& b, std::uint32_t set) const {
    return tracker().peak(known_.blocks.find(b), set);
  }
  /// Largest pressure of the set in the function.
  std::uint32_t maximum(std::uint32_t set) const { return tracker().maximum(set); }
  /// How often it was made anew.
  std::uint64_t made() const { return made_; }

  // ---- an observer

  void before(const P&, const program::Edit<P>&) {}
  void after(const P& p, const program::Edit<P>& e) {
    using Kind = typename program::Edit<P>::Kind;
    const bool flow = !flow_.changes().empty() || !flow_.entered().empty() || !flow_.left().empty();
    if (flow || e.kind == Kind::incoming || (e.inst && takes(p, *e.inst))) tracker_ = nullptr;
    if (tracker_ == nullptr) return;
    Refusal refusal = Refusal::none;
    if (e.kind == Kind::value) {
      while (refusal == Refusal::none && tracker_->problem().registers.size() < known_.values.add(*e.new_value) + 1)
        refusal = add_register();
    } else if (e.kind == Kind::operand) {
      const std::uint32_t inst = known_.insts.find(*e.inst), id = inst < ids_.size() ? ids_[inst] : none;
      if (!tracker_->contains(id)) return;  // it stands nowhere
      const Place at{tracker_->block_of(id), tracker_->next(id)};
      refusal = tracker_->erase(id);
      if (refusal == Refusal::none) refusal = insert(p, *e.inst, at);
    } else if (e.kind == Kind::put) {
      const std::uint32_t inst = known_.insts.add(*e.inst);
      if (e.inserts())
        refusal = insert(p, *e.inst, place(e.to));
      else
        refusal = e.erases() ? tracker_->erase(ids_[inst]) : tracker_->move(ids_[inst], place(e.to));
    }
    if (refusal != Refusal::none) tracker_ = nullptr;
  }
  void verify(const P&, program::FollowFaults& faults) const {
    if (!(tracker().report() == analyse(problem(nullptr))))
      faults.add(program::FollowFault::pressure, 0, "another pressure somewhere");
  }

 private:
  // Does what is live at the end of blocks change with the instruction?
  bool takes(const P& p, const program::inst_t<P>& i) const {
    bool any = facts.has(program::Fact::live_out) && p.effects(i).has(program::Effect::terminator);
    if constexpr (facts.has(program::Fact::incoming))
      p.for_each_incoming(i, [&](const program::block_t<P>&, const program::value_t<P>&) { any = true; });
    return any;
  }
  Place place(const program::spot_t<P>& at) const {
    return {known_.blocks.find(*at.block), at.before ? ids_[known_.insts.find(*at.before)] : none};
  }
  std::vector<Operand> operands(const P& p, const program::inst_t<P>& i) const {
    std::vector<Operand> out;
    p.for_each_operand(i, [&](const program::Operand<program::value_t<P>>& o) {
      out.push_back({known_.values.add(o.value), !o.is_def(), o.is_def(), 1});
    });
    return out;
  }
  std::uint32_t class_of(std::uint32_t v) const {
    if constexpr (facts.has(program::Fact::classes)) return p_.register_class(known_.values[v]);
    return 0;
  }
  Refusal add_register() {
    const auto v = static_cast<std::uint32_t>(tracker_->problem().registers.size());
    return tracker_->new_register("v" + std::to_string(v), class_of(v)).first;
  }
  Refusal insert(const P& p, const program::inst_t<P>& i, Place at) {
    const std::uint32_t inst = known_.insts.add(i);
    std::vector<Operand> all = operands(p, i);
    while (tracker_->problem().registers.size() < known_.values.size())
      if (const Refusal refusal = add_register(); refusal != Refusal::none) return refusal;
    const Refusal refusal = tracker_->insert(at, "op", std::move(all));
    if (inst >= ids_.size()) ids_.resize(inst + 1, none);
    if (refusal == Refusal::none) ids_[inst] = tracker_->last_inserted();
    return refusal;
  }

  // The function as it is; `ids`, if there, takes the tracker's id of each instruction.
  Problem problem(std::vector<std::uint32_t>* ids) const {
    Problem out;
    out.sets = sets_;
    out.classes = classes_;
    out.ops = {"op"};
    std::vector<std::vector<Live>> live(flow_.block_count());
    for (std::uint32_t b = 0; b < flow_.block_count(); ++b) {
      Problem::Block block{"b" + std::to_string(b), static_cast<std::uint32_t>(out.insts.size()), 0, 0, 0, 0, 0};
      if (flow_.contains(b))
        for (auto&& i : p_.instructions(known_.blocks[b])) add(out, i, live, ids);
      block.count = static_cast<std::uint32_t>(out.insts.size()) - block.first;
      block.first_successor = static_cast<std::uint32_t>(out.successors.size());
      for (const std::uint32_t s : flow_.successors(b)) out.successors.push_back(s);
      block.successor_count = static_cast<std::uint32_t>(out.successors.size()) - block.first_successor;
      if constexpr (facts.has(program::Fact::live_out))
        if (flow_.contains(b))
          p_.for_each_live_out(known_.blocks[b],
                               [&](const program::value_t<P>& v) { live[b].push_back({known_.values.add(v), 1}); });
      out.blocks.push_back(std::move(block));
    }
    for (std::uint32_t b = 0; b < out.blocks.size(); ++b) {
      out.blocks[b].first_live = static_cast<std::uint32_t>(out.live.size());
      out.blocks[b].live_count = static_cast<std::uint32_t>(live[b].size());
      out.live.insert(out.live.end(), live[b].begin(), live[b].end());
    }
    for (std::uint32_t v = 0; v < known_.values.size(); ++v) {
      out.registers.push_back({"v" + std::to_string(v), class_of(v), v, 1, false});
      out.register_units.push_back(v);
      out.unit_class.push_back(class_of(v));
    }
    return out;
  }
  void add(Problem& out, const program::inst_t<P>& i, std::vector<std::vector<Live>>& live,
           std::vector<std::uint32_t>* ids) const {
    const auto id = static_cast<std::uint32_t>(out.insts.size());
    if (ids != nullptr) {
      const std::uint32_t inst = known_.insts.add(i);
      if (inst >= ids->size()) ids->resize(inst + 1, none);
      (*ids)[inst] = id;
    }
    const std::vector<Operand> all = operands(p_, i);
    out.insts.push_back(
        {0, static_cast<std::uint32_t>(out.operands.size()), static_cast<std::uint32_t>(all.size()), 0});
    out.operands.insert(out.operands.end(), all.begin(), all.end());
    if constexpr (facts.has(program::Fact::incoming))
      p_.for_each_incoming(i, [&](const program::block_t<P>& from, const program::value_t<P>& v) {
        live[known_.blocks.find(from)].push_back({known_.values.add(v), 1});
      });
  }

  const P& p_;
  program::ControlFlow<P>& flow_;
  program::Known<P>& known_;
  std::vector<Problem::Set> sets_;
  std::vector<Problem::Class> classes_;
  mutable std::unique_ptr<Tracker> tracker_;
  mutable std::vector<std::uint32_t> ids_;  // per number of an instruction; none, or what is gone: it stands nowhere
  mutable std::uint64_t made_ = 0;
};
template <class P>
FollowPressure(const P&, program::ControlFlow<P>&, std::uint32_t = none) -> FollowPressure<P>;
template <class P>
FollowPressure(const P&, program::ControlFlow<P>&, std::vector<Problem::Set>, std::vector<Problem::Class>)
    -> FollowPressure<P>;

}  // namespace lathe::pressure
