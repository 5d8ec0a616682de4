#include "codegen/machine/banks.hpp"

#include <map>
#include <span>

#include "codegen/machine/meeting.hpp"

namespace lathe::codegen::machine {

using flow::uniformity::Source;
using program::Effect;
using Operand = program::Operand<ValueId>;

namespace {

bool is_phi(const Function& f, InstId i) { return f.effects(i).has(Effect::phi); }

/// May it give another result at another time, for the same operands?
bool depends_on_time(program::Effects e) {
  return !e.has(Effect::phi) &&
         e.has(Effect::reads | Effect::ordered | Effect::fresh | Effect::convergent | Effect::call | Effect::fixed);
}

// ---- copies

class Copies {
 public:
  Copies(Function& f, const Registers& registers, std::uint32_t uniform)
      : f_(f), registers_(registers), uniform_(uniform), twin_(registers.files[uniform].twin) {}

  std::uint64_t run() {
    const std::vector<BlockId> blocks(f_.blocks().begin(), f_.blocks().end());
    for (const BlockId b : blocks) {
      const std::vector<InstId> insts(f_.instructions(b).begin(), f_.instructions(b).end());
      for (const InstId i : insts) is_phi(f_, i) ? phi(i) : inst(i);
    }
    return made_;
  }

 private:
  bool uniform(ValueId v) const { return f_.register_class(v) == uniform_; }
  void phi(InstId i) {
    std::vector<std::pair<BlockId, ValueId>> in;
    bool change = false, scalar = false;
    f_.for_each_operand(i, [&](const Operand& o) { scalar = scalar || f_.register_class(o.value) != twin_; });
    if (scalar) return;
    f_.for_each_incoming(i, [&](BlockId from, ValueId v) {
      in.emplace_back(from, v);
      change = change || uniform(v);
    });
    if (!change) return;
    for (auto& [from, v] : in)
      if (uniform(v)) v = at_end(from, v);
    f_.set_incoming(i, in);
  }
  // One for all phis behind the block.
  ValueId at_end(BlockId b, ValueId v) {
    const auto [at, fresh] = ends_.emplace(std::pair(b.value, v.value), ValueId());
    if (!fresh) return at->second;
    std::optional<InstId> before;
    for (const InstId i : f_.instructions(b))
      if (!before && f_.effects(i).has(Effect::terminator)) before = i;
    return at->second = copy(v, {b, before});
  }
  ValueId copy(ValueId v, const Function::Spot& at) {
    const ValueId made = f_.make_value_of(twin_);
    f_.put(f_.make_copy(made, v), at);
    ++made_;
    return made;
  }
  void inst(InstId i) {
    std::vector<Operand> operands;
    std::vector<std::uint32_t> results;
    bool scalar = false;
    f_.for_each_operand(i, [&](const Operand& o) {
      operands.push_back(o);
      if (o.is_def()) results.push_back(f_.register_class(o.value));
      scalar = scalar || (o.is_def() && uniform(o.value));
    });
    if (scalar || f_.payload(i).operation == &operation::copy) return;
    for (std::uint32_t k = 0; k < operands.size(); ++k) {
      const Operand& o = operands[k];
      if (o.is_def() || !uniform(o.value)) continue;
      const bool tied = o.tied >= 0 && results[static_cast<std::size_t>(o.tied)] == twin_;
      const bool refused = registers_.takes_uniform && !registers_.takes_uniform(f_, i, k);
      if (tied || o.old || refused) f_.set_operand(i, k, copy(o.value, {f_.parent(i), i}));
    }
  }

  Function& f_;
  const Registers& registers_;
  std::uint32_t uniform_, twin_;
  std::uint64_t made_ = 0;
  std::map<std::pair<std::uint32_t, std::uint32_t>, ValueId> ends_;
};

// ---- where threads are apart

struct Known {
  const Function& f;
  const BankFacts& facts;
  std::vector<bool> apart;  // per block id
  bool at_another_time(InstId i) const {
    const BlockId b = f.parent(i);
    return b.value < apart.size() && apart[b.value] && depends_on_time(f.effects(i));
  }
  Source said(InstId i) const {
    const Operation* op = f.payload(i).operation;
    const bool own =
        op == &operation::phi || op == &operation::copy || op == &operation::jump || op == &operation::swap;
    return own || is_phi(f, i) ? Source::operands : facts.source(i);
  }
  Source source(InstId i) const { return at_another_time(i) ? Source::divergent : said(i); }
  bool uniform(ValueId v) const { return facts.uniform_parameter && facts.uniform_parameter(v); }
};

// ---- who moves

class Assigner {
 public:
  Assigner(Function& f, const Registers& registers, const BankFacts& facts, Banks& banks)
      : f_(f), registers_(registers), facts_(facts), banks_(banks), twin_(registers.files[facts.uniform].twin) {}

  void run(const RemarkSink& sink) {
    const auto answer = settle_apart();
    candidates(answer);
    // Who needs a copy at every use is worth nothing; that one goes may make the same of another.
    for (bool more = true; more;) {
      demote();
      more = false;
      for (std::uint32_t v = 0; v < arrives_.size(); ++v)
        if (arrives_[v] && !worth({&v, 1})) {
          arrives_[v] = false;
          look_again_at_users(ValueId(v));
          more = true;
        }
      for (std::uint32_t n = 0; n < insts_.size(); ++n)
        if (moves_[n] && !worth(results(insts_[n]))) {
          take_back(n, nullptr);
          more = true;
        }
    }
    if (sink) tell(answer, sink);
    move();
  }

 private:
  using Answer = flow::uniformity::Answer<Function>;

  Answer settle_apart() {
    Known known{f_, facts_, {}};
    std::vector<bool> late;  // instructions that were taken for divergent
    for (;;) {
      ++banks_.stats.rounds;
      Answer answer(f_, known);
      banks_.parting.clear();
      for (const BlockId b : f_.blocks()) {
        if (banks_.parting.size() <= b.value) banks_.parting.resize(b.value + 1, true);
        banks_.parting[b.value] = answer.divergent_branch(b);
      }
      banks_.apart = apart_blocks(f_, [&](BlockId b) { return banks_.parts(b); });
      known.apart = banks_.apart;
      bool more = false;
      for (const BlockId b : f_.blocks())
        for (const InstId i : f_.instructions(b)) {
          if (late.size() <= i.value) late.resize(i.value + 1, false);
          if (late[i.value] || !known.at_another_time(i)) continue;
          late[i.value] = true;
          more = more || known.said(i) != Source::divergent;
        }
      if (more) continue;
      const auto& s = answer.stats();
      banks_.stats.blocks = s.blocks;
      banks_.stats.divergent_branches = s.divergent_branches;
      for (const BlockId b : f_.blocks()) banks_.stats.apart += banks_.is_apart(b);
      return answer;
    }
  }

  void candidates(const Answer& answer) {
    maker_.assign(f_.value_count(), none);
    arrives_.assign(f_.value_count(), false);
    f_.for_each_parameter([&](ValueId v) {
      if (f_.register_class(v) != twin_) return;
      ++banks_.stats.values;
      arrives_[v.value] = facts_.uniform_parameter && facts_.uniform_parameter(v);
    });
    for (const BlockId b : f_.blocks())
      for (const InstId i : f_.instructions(b)) {
        std::uint32_t results = 0;
        f_.for_each_operand(i, [&](const Operand& o) { results += o.is_def() && f_.register_class(o.value) == twin_; });
        if (results == 0) continue;
        banks_.stats.values += results;
        if (number_.size() <= i.value) number_.resize(i.value + 1, none);
        number_[i.value] = static_cast<std::uint32_t>(insts_.size());
        f_.for_each_operand(i, [&](const Operand& o) {
          if (o.is_def()) maker_[o.value.value] = number_[i.value];
        });
        insts_.push_back(i);
        why_.push_back(why_not(answer, i));
        moves_.push_back(why_.back() == nullptr);
        if (why_.back() != nullptr) banks_.stats.*why_.back() += results;
      }
  }
  // The counter of the rule that it breaks by itself; null: none.
  using Rule = std::uint64_t BankStats::*;
  Rule why_not(const Answer& answer, InstId i) const {
    if (banks_.is_apart(f_.parent(i))) return &BankStats::where_apart;
    if (is_phi(f_, i)) return phi_may_move(answer, i) ? nullptr : &BankStats::where_apart;
    const Known known{f_, facts_, {}};
    if (!f_.payload(i).operation->uniform_form || known.said(i) == Source::divergent) return &BankStats::no_form;
    Rule out = nullptr;
    std::uint32_t k = 0;
    f_.for_each_operand(i, [&](const Operand& o) {
      const std::uint32_t cls = f_.register_class(o.value);
      if (cls != twin_ && registers_.files[cls].slot_bytes != 0) out = &BankStats::no_form;
      if (cls != twin_ && !o.is_def() && answer.divergent(i, k)) out = &BankStats::of_codes;
      ++k;
    });
    return out;
  }
  // Its copies stand at the ends of blocks that go nowhere else, or where it stands itself.
  bool phi_may_move(const Answer& answer, InstId i) const {
    bool good = true;
    f_.for_each_incoming(
        i, [&](BlockId from, ValueId) { good = good && !banks_.is_apart(from) && !answer.divergent_branch(from); });
    return good;
  }

  bool moves(std::uint32_t n) const { return n != none && moves_[n]; }
  bool moves(InstId i) const { return moves(i.value < number_.size() ? number_[i.value] : none); }
  bool moves(ValueId v) const { return arrives_[v.value] || moves(maker_[v.value]); }
  void take_back(std::uint32_t n, Rule why) {
    moves_[n] = false;
    why_[n] = why;
    if (why != nullptr) ++(banks_.stats.*why);
    f_.for_each_operand(insts_[n], [&](const Operand& o) {
      if (o.is_def()) look_again_at_users(o.value);
    });
  }
  void look_again_at_users(ValueId v) {
    f_.for_each_mention(v, [&](InstId user, const Operand& m) {
      if (!m.is_def() && user.value < number_.size() && number_[user.value] != none)
        work_.push_back(number_[user.value]);
    });
  }
  void demote() {
    if (first_)
      for (std::uint32_t n = 0; n < insts_.size(); ++n) work_.push_back(n);
    first_ = false;
    while (!work_.empty()) {
      const std::uint32_t n = work_.back();
      work_.pop_back();
      if (!moves_[n]) continue;
      bool good = true;
      f_.for_each_operand(insts_[n], [&](const Operand& o) {
        good = good && (o.is_def() || f_.register_class(o.value) != twin_ || moves(o.value));
      });
      f_.for_each_incoming(insts_[n], [&](BlockId, ValueId v) { good = good && moves(v); });
      if (!good) take_back(n, &BankStats::of_operands);
    }
  }
  std::vector<std::uint32_t> results(InstId i) const {
    std::vector<std::uint32_t> out;
    f_.for_each_operand(i, [&](const Operand& o) {
      if (o.is_def() && f_.register_class(o.value) == twin_) out.push_back(o.value.value);
    });
    return out;
  }
  bool worth(std::span<const std::uint32_t> values) const {
    std::uint32_t uses = 0, copied = 0;
    for (const std::uint32_t v : values)
      f_.for_each_mention(ValueId(v), [&](InstId user, const Operand& m) {
        if (m.is_def()) return;
        ++uses;
        copied += !moves(user) && (is_phi(f_, user) || m.tied >= 0 || m.old || f_.effects(user).has(Effect::copy));
      });
    return uses == 0 || copied < uses;
  }

  void move() {
    const auto uniform = [&](std::uint32_t v) {
      f_.value_class[v] = static_cast<std::uint8_t>(facts_.uniform);
      ++banks_.stats.uniform;
    };
    for (std::uint32_t v = 0; v < arrives_.size(); ++v)
      if (arrives_[v]) uniform(v);
    for (std::uint32_t n = 0; n < insts_.size(); ++n) {
      if (!moves_[n]) continue;
      banks_.stats.phis += is_phi(f_, insts_[n]);
      for (const std::uint32_t v : results(insts_[n])) uniform(v);
    }
    banks_.stats.copies += Copies(f_, registers_, facts_.uniform).run();
  }
  void tell(const Answer& answer, const RemarkSink& sink) const {
    for (std::uint32_t n = 0; n < insts_.size(); ++n) {
      const InstId i = insts_[n];
      if (moves_[n] || answer.divergent(i)) continue;
      const char* why = why_[n] == &BankStats::no_form       ? "its instruction is not done once for all threads"
                        : why_[n] == &BankStats::where_apart ? "threads may come there apart"
                        : why_[n] == &BankStats::of_codes    ? "a condition code differs"
                        : why_[n] == &BankStats::of_operands ? "it reads a register that each thread has"
                                                             : "each use would need a copy";
      sink(Remark{Remark::Kind::missed,
                  "banks",
                  "UniformPerThread",
                  f_.title,
                  std::string("the same for all threads, and each has it: ") + why,
                  {{"Inst", text(f_, i, &registers_)}}});
    }
  }

  Function& f_;
  const Registers& registers_;
  const BankFacts& facts_;
  Banks& banks_;
  std::uint32_t twin_;
  std::vector<InstId> insts_;          // with results of the twin class
  std::vector<std::uint32_t> number_;  // per instruction id: in insts_
  std::vector<std::uint32_t> maker_;   // per value id: who defines it, in insts_
  std::vector<bool> moves_;
  std::vector<bool> arrives_;  // per value id: a parameter that moves
  std::vector<Rule> why_;
  std::vector<std::uint32_t> work_;
  bool first_ = true;
};

}  // namespace

Banks assign_banks(Function& function, const Registers& registers, const BankFacts& facts, const RemarkSink& sink) {
  Banks banks;
  banks.uniform = facts.uniform;
  Assigner(function, registers, facts, banks).run(sink);
  return banks;
}

std::uint64_t demote(Function& function, const Registers& registers, Banks& banks, const std::vector<ValueId>& values) {
  const std::uint32_t twin = registers.files[banks.uniform].twin;
  std::vector<ValueId> work = values;
  std::uint64_t went = 0;
  while (!work.empty()) {
    const ValueId v = work.back();
    work.pop_back();
    if (function.register_class(v) != banks.uniform || function.register_of(v) != none) continue;
    function.value_class[v.value] = static_cast<std::uint8_t>(twin);
    ++went;
    // With it whatever its instruction makes besides, and what is made of it.
    function.for_each_mention(v, [&](InstId i, const Operand&) {
      function.for_each_operand(i, [&](const Operand& o) {
        if (o.is_def()) work.push_back(o.value);
      });
    });
  }
  banks.stats.uniform -= went;
  banks.stats.demoted += went;
  banks.stats.copies += Copies(function, registers, banks.uniform).run();
  return went;
}

}  // namespace lathe::codegen::machine
