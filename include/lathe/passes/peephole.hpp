// A peephole optimizer whose rules are data: patterns of operations (combine/rules.hpp) looked for in machine code,
// along uses and definitions and across blocks, and replaced.
//
// The rules are the combiner's: text, one net for all of them, a measure that proves that they end
// (combine/rules_measure.hpp). A client says what its instructions compute (operations.hpp) and which there are for
// what a rule gives; where there is none, the rule does not fire. What a rule asks of values (`zeros`, `signbits`, ..)
// is answered by known bits where the client knows any (machine_bits.hpp).
//
// At an instruction the rules are tried in the order of the list; the first that fits replaces it: by a value (its
// readers take that, or a copy stays), by a literal, or by new instructions in front of it of which the last writes the
// same register. What nobody reads any more goes.
//
// Order and bound as in the combiner (combine.hpp): each instruction is visited once in reverse postorder, then because
// of a change alone: it is new, an operand changed, a value that it reads has one reader less, or such a change is at
// most `reach` levels of operands away; copies between are no levels. visits <= entries <= N + created + users told +
// uses lost + levels spread, and
// whatever the rules do, visits <= max_visits, by default 32 * (N + 32). With a complete measure the number of rewrites
// is bounded by the weight of the code, too.
// Cost: O(1) per visit beside the net; see operations.hpp.
// Source: the combiner's; the reference's NVPTXPeephole and LLVM's PeepholeOptimizer look at one pattern each.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/combine/rules_compiled.hpp>
#include <lathe/combine/trace.hpp>
#include <lathe/passes/changes.hpp>
#include <lathe/passes/machine_bits.hpp>
#include <lathe/support/fault.hpp>
#include <lathe/support/stats.hpp>

namespace lathe::passes {

struct PeepholeOptions {
  std::uint64_t fuel = ~std::uint64_t{0};
  std::uint64_t max_visits = 0;  ///< visits allowed; 0: 32 * (instructions at the start + 32)
  std::uint8_t reach = 2;        ///< levels of readers that are visited again above a change
  bool known_bits = true;        ///< conditions on values may ask for known bits
  bool trace = false;            ///< fill PeepholeResult::trace
  bool explain = false;          ///< fill PeepholeResult::kept
};
enum class PeepholeReason : std::uint8_t {
  no_instruction  ///< a rule fits whose result has no instruction here, or cannot have these registers
};
inline constexpr const char* peephole_reason_names[] = {"no instruction for what the rule gives"};
struct PeepholeStats {
  std::uint64_t instructions = 0, visits = 0, entries = 0, rewrites = 0, values = 0, literals = 0, created = 0,
                erased = 0, refused = 0;
  static constexpr auto fields() {
    using S = PeepholeStats;
    using F = std::pair<const char*, std::uint64_t S::*>;
    return std::array{F{"instructions", &S::instructions},
                      F{"visits", &S::visits},
                      F{"worklist entries", &S::entries},
                      F{"rewrites", &S::rewrites},
                      F{"rewrites to a value", &S::values},
                      F{"rewrites to a literal", &S::literals},
                      F{"instructions made", &S::created},
                      F{"instructions erased", &S::erased},
                      F{"results without an instruction", &S::refused}};
  }
};
/// What the pass did, with a trace that a checker replays.
template <View P>
struct PeepholeResult : PassResult<P, PeepholeStats, PeepholeReason> {
  rules::MatchStats match;           ///< of the net of rules
  std::vector<std::uint64_t> fired;  ///< per rule
  bool visit_limit = false;          ///< max_visits were made and there was more to visit
  /// Each rewrite: the rule, the number of the instruction (in the order of the code at the start, new ones behind),
  /// what stands for its result, what went and what came. Printed and read by combine/trace.hpp.
  dag::CombineTrace trace;
};
/// A step of a trace that does not do what the trace says.
enum class PeepholeFault : std::uint8_t {
  unknown_step,   ///< it names a rule or an instruction that is not there
  does_not_fire,  ///< the rule does not fit there
  other_code,     ///< it takes away or makes other instructions
};

namespace detail {

/// What rules see and make; a rules::Source and a builder.
template <Editor P, class M>
class PeepholeSource {
  using Ops = Operations<P, M>;
  using Bits = MachineBits<P, M>;

 public:
  using RuleValue = typename Ops::Seen;
  using Operation = typename Ops::Operation;
  struct Pending {
    Operation op;
    std::vector<RuleValue> operands;
  };

  PeepholeSource(Ops& operations, bool known_bits)
      : ops_(operations), bits_(operations), analysis_(bits_), known_bits_(known_bits) {}

  // ---- a rules::Source

  std::uint32_t operation(const RuleValue& v) { return v.def == none ? none : ops_.read(v.def)->operation; }
  std::uint32_t operand_count(const RuleValue& v) {
    return static_cast<std::uint32_t>(ops_.read(v.def)->operands.size());
  }
  RuleValue operand(const RuleValue& v, std::uint32_t i) {
    return ops_.see(ops_.read(v.def)->operands[i], ops_.places.of(v.def));
  }
  std::optional<std::uint64_t> literal(const RuleValue& v) const {
    return v.literal ? std::optional(v.bits) : std::nullopt;
  }
  std::uint32_t type(const RuleValue& v) const { return v.type; }
  std::uint32_t width(std::uint32_t type) const { return ops_.machine().width(type); }
  std::uint32_t flags(const RuleValue& v) { return v.def == none ? 0 : ops_.read(v.def)->flags; }
  std::uint64_t attribute(const RuleValue& v) { return v.def == none ? 0 : ops_.read(v.def)->attribute; }
  bool one_use(const RuleValue& v) const { return v.single; }
  bool zeros(const RuleValue& v, std::uint64_t mask) { return (known(v).known.zero & mask) == mask; }
  bool ones(const RuleValue& v, std::uint64_t mask) { return (known(v).known.one & mask) == mask; }
  unsigned sign_bits(const RuleValue& v) { return known(v).signs; }
  /// Machine code has no poison.
  bool never_poison(const RuleValue&) const { return true; }

  // ---- a builder; nothing is made yet

  void begin(const value_t<P>& result, std::uint32_t last) {
    pending.clear();
    result_ = result;
    left_ = last;
  }
  RuleValue make(std::uint32_t operation, std::uint32_t type, std::span<const RuleValue> operands,
                 std::optional<std::uint64_t> attribute, std::uint32_t flags) {
    Pending p;
    p.op = {operation, type, flags, attribute.value_or(0), {}};
    p.operands.assign(operands.begin(), operands.end());
    for (const RuleValue& v : operands) {
      OperationOperand<value_t<P>> o;
      o.type = v.type;
      o.literal = v.literal;
      o.bits = v.bits;
      o.fresh = v.made != none;
      o.value = v.value;
      p.op.operands.push_back(o);
    }
    const value_t<P>* const result = --left_ == 0 ? &result_ : nullptr;
    if (!ops_.machine().makes(p.op, result) && !with_registers(p, result)) {
      pending.clear();
      return {};
    }
    pending.push_back(std::move(p));
    RuleValue out;
    out.there = true;
    out.type = type;
    out.made = static_cast<std::uint32_t>(pending.size() - 1);
    return out;
  }
  RuleValue literal(std::uint64_t bits, std::uint32_t type) const {
    RuleValue out;
    out.there = out.literal = true;
    out.bits = bits;
    out.type = type;
    return out;
  }
  std::vector<Pending> pending;  ///< in order; the last is the result, unless that is none of them

 private:
  bits::Fact<> known(const RuleValue& v) {
    const unsigned w = width(v.type);
    if (v.literal) return bits::Fact<>::of(bits::KnownBits<>::constant(v.bits & Bits::low(w), w));
    if (!known_bits_ || !v.is_value || !v.settled || w == 0 || bits_.width(v.value) != w)
      return bits::Fact<>::unknown(w);
    return analysis_.fact(v.value);
  }
  // Literals that no instruction takes get registers, one after the other.
  bool with_registers(Pending& p, const value_t<P>* result) {
    for (std::size_t k = 0; k < p.operands.size(); ++k) {
      if (!p.op.operands[k].literal) continue;
      p.op.operands[k].literal = false;
      p.op.operands[k].fresh = true;
      if (ops_.machine().makes(p.op, result)) return true;
    }
    return false;
  }

  Ops& ops_;
  Bits bits_;
  bits::Analysis<Bits> analysis_;
  bool known_bits_;
  value_t<P> result_{};
  std::uint32_t left_ = 0;
};

template <Editor P, class M, class Change, class... Observers>
class Peephole {
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  using Ops = Operations<P, M>;
  using Source = PeepholeSource<P, M>;
  using Seen = typename Ops::Seen;

 public:
  Peephole(Chain<P>& on, M& machine, const rules::Compiled& rules, const PeepholeOptions& options, Change& changes,
           PeepholeResult<P>& result, Observers&... observers)
      : rules_(rules),
        options_(options),
        changes_(changes),
        result_(result),
        ops_(on, machine),
        source_(ops_, options.known_bits),
        editing_(on.code(), on, ops_, observers...) {
    static_assert(rules::explain_source<Source>());
    result_.fired.assign(rules_.list.size(), 0);
  }

  void run() {
    for (auto block = ops_.places.order.blocks.rbegin(); block != ops_.places.order.blocks.rend(); ++block) {
      std::vector<std::uint32_t> all;
      for (auto&& i : ops_.code().instructions(ops_.known.blocks[*block])) all.push_back(ops_.known.insts.find(i));
      for (std::size_t k = all.size(); k-- > 0;) push(all[k], 0);
    }
    result_.stats.instructions = result_.stats.entries;
    const std::uint64_t limit = options_.max_visits != 0 ? options_.max_visits : 32 * (result_.stats.instructions + 32);
    while (!stack_.empty()) {
      const Entry e = stack_.back();
      stack_.pop_back();
      if (position_[e.inst] != stack_.size() + 1) continue;  // it was pushed again, above
      position_[e.inst] = 0;
      if (result_.stats.visits == limit) {
        result_.visit_limit = true;
        return;
      }
      ++result_.stats.visits;
      const Visit done = visit(e.inst);
      if (done == Visit::out_of_fuel) return;
      if (done == Visit::nothing && e.level > 0) spread(e.inst, e.level - 1);
    }
  }
  /// The steps of a trace, one after the other, and nothing else.
  void replay(const dag::CombineTrace& trace, FaultList<PeepholeFault>& faults) {
    for (std::size_t k = 0; k < trace.steps.size(); ++k) {
      const dag::CombineStep& step = trace.steps[k];
      const auto wrong = [&](PeepholeFault kind, const char* what) {
        faults.add(kind, static_cast<std::uint32_t>(k), "step " + std::to_string(k) + ": " + what);
      };
      if (step.rule >= rules_.list.size() || step.node >= ops_.known.insts.size() || gone(step.node) ||
          ops_.read(step.node) == nullptr)
        return wrong(PeepholeFault::unknown_step, "no such rule, or no such instruction");
      if (attempt(step.rule, step.node) != Visit::rewritten)
        return wrong(PeepholeFault::does_not_fire, "the rule does not fit there");
      const std::size_t last = result_.trace.steps.size() - 1;
      if (!std::ranges::equal(result_.trace.covered(last), trace.covered(k)) ||
          !std::ranges::equal(result_.trace.included(last), trace.included(k)))
        return wrong(PeepholeFault::other_code, "it takes away or makes other instructions");
    }
  }

 private:
  enum class Visit : std::uint8_t { nothing, rewritten, out_of_fuel };
  struct Entry {
    std::uint32_t inst = none, level = 0;
  };

  bool gone(std::uint32_t inst) const { return !std::as_const(editing_).program().where(ops_.known.insts[inst]); }
  bool erased(std::uint32_t inst) const { return inst < erased_.size() && erased_[inst]; }
  void push(std::uint32_t inst, std::uint32_t level) {
    if (inst >= position_.size()) position_.resize(inst + 1, 0);
    if (erased(inst)) return;
    if (position_[inst] != 0) level = std::max(level, stack_[position_[inst] - 1].level);
    stack_.push_back({inst, level});
    position_[inst] = static_cast<std::uint32_t>(stack_.size());
    ++result_.stats.entries;
  }
  void spread(std::uint32_t inst, std::uint32_t level) {
    if (ops_.read(inst) == nullptr) return;
    push_readers(result_of(ops_.code(), ops_.known.insts[inst]), level);
  }
  void push_readers(const Value& v, std::uint32_t level, std::uint32_t copies = Ops::most_copies) {
    ops_.uses.for_each_use(v,
                           [&](const Inst& i, std::uint32_t) { push_reader(ops_.known.insts.find(i), level, copies); });
  }
  // Copies are looked through by who reads them (Operations::see), so their readers are meant. A copy has one source:
  // only in a cycle of copies a reader is come to twice.
  void push_reader(std::uint32_t inst, std::uint32_t level, std::uint32_t copies = Ops::most_copies) {
    if (erased(inst)) return;
    const auto copy = whole_copy(ops_.code(), ops_.known.insts[inst]);
    if (copy && copies != 0 && ops_.uses.defs(copy->to) == 1)
      push_readers(copy->to, level, copies - 1);
    else
      push(inst, level);
  }

  Visit visit(std::uint32_t inst) {
    if (erased(inst)) return Visit::rewritten;
    if (ops_.read(inst) == nullptr) return Visit::nothing;
    rules_.net.find(source_, ops_.root(inst), found_, result_.match);
    fitting_.clear();
    for (const rules::Candidate& c : found_)
      if (fitting_.empty() || fitting_.back() != c.rule) fitting_.push_back(c.rule);
    for (const std::uint32_t rule : fitting_)
      if (const Visit v = attempt(rule, inst); v != Visit::nothing) return v;
    return Visit::nothing;
  }
  Visit attempt(std::uint32_t rule, std::uint32_t inst) {
    const rules::Rule& r = rules_.list[rule];
    const Seen root = ops_.root(inst);
    for (std::uint32_t turned = 0; turned < rules_.turns[rule]; ++turned) {
      if (!rules::Match<Source>(source_, r, rules_.words, binding_).at(root, turned)) continue;
      ++result_.match.matched;
      source_.begin(root.value, operations_of(r));
      const Seen made = rules::Build<Source, Seen>(source_, r, rules_.words, binding_).result(root.type);
      if (!made) {
        keep(PeepholeReason::no_instruction, inst);
        continue;
      }
      if (const Visit v = replace(rule, inst, made); v != Visit::nothing) return v;
    }
    return Visit::nothing;
  }
  static std::uint32_t operations_of(const rules::Rule& r) {
    std::uint32_t count = 0;
    for (const std::uint32_t t : rules::Net::reachable(r, r.give))
      count += r.terms[t].kind == rules::Term::Kind::operation;
    return count;
  }
  void keep(PeepholeReason why, std::uint32_t inst) {
    ++result_.stats.refused;
    if (options_.explain) result_.kept.push_back({why, ops_.known.insts[inst]});
  }

  Visit replace(std::uint32_t rule, std::uint32_t inst, const Seen& made) {
    const Inst root = ops_.known.insts[inst];
    std::vector<Value> read;
    ops_.code().for_each_operand(root, [&](const program::Operand<Value>& o) {
      if (!o.is_def()) read.push_back(o.value);
    });
    covered_.clear();
    included_.clear();
    touched_.clear();
    bool fuel = true;
    const auto may = [&] { return fuel = next(rule, root); };
    const auto touched = [&](std::uint32_t user) { touched_.push_back(user); };
    bool done = false;
    ops_.newest = none;
    if (made.made != none) {
      done = put_operations(inst, may, touched);
    } else if (made.is_value) {
      done = ops_.replace_by_value(editing_, root, made, may, touched);
      result_.stats.values += done;
    } else {
      done = ops_.replace_by_literal(editing_, root, made.bits, may, touched);
      result_.stats.literals += done;
    }
    if (!fuel) return Visit::out_of_fuel;
    if (!done) {
      keep(PeepholeReason::no_instruction, inst);
      return Visit::nothing;
    }
    if (included_.empty() && ops_.newest != none) included_.push_back(ops_.newest);
    for (const std::uint32_t n : included_)  // its number may have been another's
      if (n < erased_.size()) erased_[n] = false;
    result_.stats.created += included_.size();
    ++result_.fired[rule];
    ++result_.stats.rewrites;
    note_gone(inst);
    after_rewrite(read);
    if (options_.trace) record(rule, inst);
    return Visit::rewritten;
  }
  bool next(std::uint32_t rule, const Inst& root) {
    if (!changes_.next(rules_.list[rule].name.c_str())) return false;
    changes_.remark(Remark::Kind::passed, "PeepholeRule", ops_.code(), root,
                    [&] { return inst_name(ops_.code(), root) + ": " + rules_.list[rule].name; });
    return true;
  }
  template <class May, class Touched>
  bool put_operations(std::uint32_t inst, May&& may, Touched&& touched) {
    const Inst root = ops_.known.insts[inst];
    auto& pending = source_.pending;
    if (!may()) return false;
    const Value result = result_of(ops_.code(), root);
    std::vector<Value> values;
    const auto in_front = [&](const Inst& made) {
      ops_.insert_in_front(editing_, made, root);
      included_.push_back(ops_.known.insts.find(made));
    };
    for (std::size_t p = 0; p < pending.size(); ++p) {
      auto& op = pending[p].op;
      for (std::size_t j = 0; j < op.operands.size(); ++j) {
        if (!op.operands[j].fresh) continue;
        const Seen& from = pending[p].operands[j];
        if (from.made != none) {
          op.operands[j].value = values[from.made];
          continue;
        }
        op.operands[j].value = editing_.new_value(ops_.machine().like(op.operands[j].type));
        const auto move = ops_.machine().make_literal(from.bits, op.operands[j].value);
        assert(move && "a literal of the type has a move");
        in_front(*move);
      }
      const bool last = p + 1 == pending.size();
      values.push_back(last ? result : editing_.new_value(ops_.machine().like(op.type)));
      const auto made = ops_.machine().make(op, values.back());
      assert(made && "makes() said so");
      if (!last) {
        in_front(*made);
        continue;
      }
      ops_.instead(editing_, root, *made, [] { return true; }, touched);
      included_.push_back(ops_.known.insts.find(*made));
    }
    return true;
  }
  void note_gone(std::uint32_t inst) {
    if (inst >= erased_.size()) erased_.resize(inst + 1, false);
    erased_[inst] = true;
    if (inst < position_.size()) position_[inst] = 0;
    covered_.push_back(inst);
    ++result_.stats.erased;
  }
  // Who is to be visited again: what is new, its readers, and who now is the only reader of something.
  void after_rewrite(const std::vector<Value>& read) {
    std::vector<Value> fewer;
    ops_.drop_dead(
        editing_, read, [&](std::uint32_t inst) { note_gone(inst); }, [&](const Value& v) { fewer.push_back(v); });
    for (const Value& v : fewer)
      if (ops_.uses.uses(v) == 1) push_readers(v, 1);
    for (const std::uint32_t user : touched_) push_reader(user, options_.reach);
    for (std::size_t k = included_.size(); k-- > 0;) push(included_[k], options_.reach);
  }
  void record(std::uint32_t rule, std::uint32_t inst) {
    dag::CombineTrace& t = result_.trace;
    dag::CombineStep s;
    s.rule = rule;
    s.node = inst;
    s.first = static_cast<std::uint32_t>(t.values.size());
    s.results = 1;
    s.covered = static_cast<std::uint32_t>(t.covered_nodes.size());
    s.included = static_cast<std::uint32_t>(t.included_nodes.size());
    t.values.push_back(included_.empty() ? dag::Value{} : dag::Value{included_.back(), 0});
    t.covered_nodes.insert(t.covered_nodes.end(), covered_.begin(), covered_.end());
    t.included_nodes.insert(t.included_nodes.end(), included_.begin(), included_.end());
    t.steps.push_back(s);
  }

  const rules::Compiled& rules_;
  const PeepholeOptions& options_;
  Change& changes_;
  PeepholeResult<P>& result_;
  Ops ops_;
  Source source_;
  ChainEditing<P, Ops, Observers...> editing_;
  std::vector<Entry> stack_;
  std::vector<std::uint32_t> position_;  // per instruction: place of its newest entry + 1, or 0
  std::vector<bool> erased_;             // per instruction
  std::vector<rules::Candidate> found_;
  std::vector<std::uint32_t> fitting_, covered_, included_, touched_;
  rules::Binding<Seen> binding_;
};

}  // namespace detail

/// Rewrites by the rules until none fits. `machine` says what instructions compute and makes new ones. `pass`: its name
/// in remarks.
template <Editor P, Machine<P> M, class Sink = NoRemarks, class... Observers>
PeepholeResult<P> peephole(Chain<P>& on, M& machine, const rules::Compiled& rules, const PeepholeOptions& options = {},
                           Sink&& sink = {}, const char* pass = "peephole-opt", Observers&... observers) {
  using Change = Changes<std::remove_reference_t<Sink>, Observers...>;
  PeepholeResult<P> result;
  Change changes(pass, options.fuel, sink, observers...);
  detail::Peephole<P, M, Change, Observers...>(on, machine, rules, options, changes, result, observers...).run();
  changes.close(result);
  return result;
}
/// On a chain of its own.
template <Editor P, Machine<P> M, class Sink = NoRemarks, class... Observers>
PeepholeResult<P> peephole(P& code, M& machine, const rules::Compiled& rules, const PeepholeOptions& options = {},
                           Sink&& sink = {}, const char* pass = "peephole-opt", Observers&... observers) {
  Chain<P> on(code);
  return peephole(on, machine, rules, options, sink, pass, observers...);
}

/// The checker: does the steps of a trace on `code`, a copy of the code as it was, each by its rule at its instruction,
/// without net and worklist, and says which of them cannot be done or do something else. Then `code` is what the pass
/// left, or it says so by program::equal. O(steps * (rule + users)).
template <Editor P, Machine<P> M>
FaultList<PeepholeFault> replay_peephole(P& code, M& machine, const rules::Compiled& rules,
                                         const dag::CombineTrace& trace, PeepholeOptions options = {}) {
  NoRemarks sink;
  PeepholeResult<P> result;
  FaultList<PeepholeFault> faults;
  options.trace = true;
  Changes<NoRemarks> changes("peephole-opt", ~std::uint64_t{0}, sink);
  Chain<P> on(code);
  detail::Peephole<P, M, Changes<NoRemarks>>(on, machine, rules, options, changes, result).replay(trace, faults);
  return faults;
}

}  // namespace lathe::passes
