// A change of linear forms as a plan: new instructions, values that become others at a distance, and what nobody reads any more
// then; tried on the pressure tracker, and made. What strength reduction and the reuse of sums have in common.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <lathe/passes/linear_forms.hpp>
#include <lathe/passes/pressure_gate.hpp>
#include <lathe/passes/ssa_update.hpp>

namespace lathe::passes {

/// What passes on linear forms ask, and have made; told in strength_reduction.hpp.
template <class C, class P>
concept LinearMaker =
    LinearClient<C, P> && requires(C& c, const inst_t<P>& i, const value_t<P>& v, std::uint64_t n, std::int64_t d) {
      { c.cost(i) } -> std::convertible_to<std::uint32_t>;
      { c.sum_cost(v) } -> std::convertible_to<std::uint32_t>;
      { c.make_sum(v, v, v) } -> std::convertible_to<inst_t<P>>;
      { c.make_sum(v, v, n) } -> std::convertible_to<inst_t<P>>;
      { c.make_product(v, v, v) } -> std::convertible_to<inst_t<P>>;
      { c.make_constant(v, n) } -> std::convertible_to<inst_t<P>>;
      { c.reaches(i, v, d) } -> std::convertible_to<bool>;
      { c.displaced(i, v, v, d) } -> std::convertible_to<inst_t<P>>;
    };

namespace detail {

template <Editor P, class Client, class Own, class... Observers>
class LinearPlanner {
  using Inst = inst_t<P>;
  using Value = value_t<P>;

 public:
  using Gate = PressureGate<P, Own>;
  using Draft = typename Gate::Draft;
  /// A value, its instruction, and the constant of its form.
  struct Root {
    Inst inst;
    Value value;
    std::uint64_t constant;
  };
  /// What a plan names: a value, or the n-th new one.
  struct Ref {
    std::optional<Value> value{};
    std::uint32_t fresh = program::none;
  };
  struct Made {
    enum class Kind : std::uint8_t { clone, sum, sum_of_constant, product, constant, phi } kind;
    std::optional<Inst> like{};
    Ref result{};
    std::vector<Ref> reads{};  // of a clone: by operand that is no result
    std::uint64_t n = 0;
    std::uint32_t block = 0;
    std::optional<Inst> before{};
    std::array<std::uint32_t, 2> from{};  // a phi: by what it takes
  };
  struct Member {
    Root root;
    Ref base;
    std::int64_t distance = 0;
    bool folds = false;
  };
  struct Plan {
    std::vector<Value> fresh;  // each is like this value
    std::vector<Made> made;
    std::vector<Member> members;
    std::vector<Inst> dead;  // readers before what they read
    double gain = 0;
  };

  LinearPlanner(Chain<P>& on, Client& client, const Own& own, const PressureGateOptions& options,
                Observers&... observers)
      : on_(on),
        code_(on.code()),
        client_(client),
        gate_(on, own, options),
        forms_(on, client),
        editing_(code_, on, observers...) {}

  Gate& gate() { return gate_; }
  LinearForms<P, Client>& forms() { return forms_; }
  /// Those that a plan may find dead are marked anew.
  void forget_candidates() { ++round_; }
  void add_candidate(std::uint32_t inst) { mark(inst, candidate_, round_); }
  bool is_candidate(std::uint32_t inst) const { return is(inst, candidate_, round_); }

  // What nobody reads any more once the members are something else.
  void find_dead(Plan& plan) {
    ++dead_round_;
    for (const Member& m : plan.members) {
      plan.dead.push_back(m.root.inst);
      mark(on_.known().insts.find(m.root.inst), dead_, dead_round_);
    }
    for (std::size_t k = 0; k < plan.dead.size(); ++k) {
      plan.gain += weight(plan.dead[k]);
      code_.for_each_operand(plan.dead[k], [&](const program::Operand<Value>& o) {
        const auto by = o.is_def() ? std::nullopt : on_.uses().only_def(o.value);
        if (!by) return;
        const std::uint32_t n = on_.known().insts.find(*by);
        if (!is(n, candidate_, round_) || is(n, dead_, dead_round_)) return;
        bool read = on_.uses().uses(o.value) > most_uses || is_base(plan, o.value);
        if (read) return;
        on_.uses().for_each_use(
            o.value, [&](const Inst& u, std::uint32_t) { read |= !is(on_.known().insts.find(u), dead_, dead_round_); });
        if (read) return;
        mark(n, dead_, dead_round_);
        plan.dead.push_back(*by);
      });
    }
    // Members may read each other: readers first, as they stand, from the back.
    std::stable_sort(plan.dead.begin(), plan.dead.end(),
                     [&](const Inst& a, const Inst& b) { return position(b) < position(a); });
  }
  static bool is_base(const Plan& plan, const Value& v) {
    return std::any_of(plan.members.begin(), plan.members.end(),
                       [&](const Member& m) { return m.base.value && *m.base.value == v; });
  }
  std::pair<std::uint32_t, std::uint64_t> position(const Inst& i) const {
    const Standing at = on_.places().of(i);
    return {on_.places().order.position[at.block], at.at};
  }
  double weight(const Inst& i) const { return on_.places().frequency[on_.places().of(i).block] * client_.cost(i); }
  void decide_folds(Plan& plan) {
    for (Member& m : plan.members) {
      if (m.distance == 0) continue;
      m.folds = true;
      on_.uses().for_each_use(m.root.value, [&](const Inst& u, std::uint32_t) {
        if (is(on_.known().insts.find(u), dead_, dead_round_)) return;
        m.folds = m.folds && !code_.effects(u).has(Effect::phi) && client_.reaches(u, m.root.value, m.distance);
      });
      if (m.folds) continue;
      plan.made.push_back({Made::Kind::sum_of_constant,
                           {},
                           {m.root.value, program::none},
                           {m.base},
                           static_cast<std::uint64_t>(m.distance),
                           on_.places().of(m.root.inst).block,
                           m.root.inst});
    }
    for (const Made& m : plan.made) {
      using Kind = typename Made::Kind;
      if (m.kind == Kind::phi || m.kind == Kind::constant) continue;
      const Value& like = m.result.value ? *m.result.value : plan.fresh[m.result.fresh];
      const std::uint32_t cost = m.kind == Kind::clone ? client_.cost(*m.like) : client_.sum_cost(like);
      plan.gain -= on_.places().frequency[m.block] * cost;
    }
    // What is lost to rounding is nothing.
    if (std::abs(plan.gain) < 1e-6) plan.gain = 0;
  }

  // ---- on the tracker, and on the code

  std::vector<Draft> draft(const Plan& plan) {
    std::vector<Draft> out;
    if (!gate_.asks()) return out;
    std::vector<std::uint32_t> fresh, reads;
    for (const Value& like : plan.fresh) fresh.push_back(gate_.new_register(like));
    const auto reg = [&](const Ref& r) { return r.value ? gate_.register_of(*r.value) : fresh[r.fresh]; };
    for (const Made& m : plan.made) {
      if (m.kind == Made::Kind::phi) {
        const std::pair<std::uint32_t, std::uint32_t> takes[] = {{m.from[0], reg(m.reads[0])},
                                                                 {m.from[1], reg(m.reads[1])}};
        out.push_back(gate_.insert_phi(reg(m.result), m.block, takes));
        continue;
      }
      reads.clear();
      for (const Ref& r : m.reads) reads.push_back(reg(r));
      out.push_back(gate_.insert(reg(m.result), reads, m.block, m.before));
    }
    for (const Member& m : plan.members) {
      if (m.distance == 0)
        gate_.replace_by(m.root.value, reg(m.base));
      else if (m.folds)
        for (const Inst& u : users(m.root.value)) gate_.rename_by(u, m.root.value, reg(m.base));
    }
    for (const Inst& i : plan.dead) gate_.erase(i);
    return out;
  }
  std::vector<Inst> users(const Value& v) const {
    std::vector<Inst> out;
    on_.uses().for_each_use(v, [&](const Inst& u, std::uint32_t) {
      if (!is(on_.known().insts.find(u), dead_, dead_round_) && std::find(out.begin(), out.end(), u) == out.end())
        out.push_back(u);
    });
    return out;
  }
  Inst make(const Made& m, const std::vector<Value>& fresh) {
    using Kind = typename Made::Kind;
    const auto value = [&](const Ref& r) -> const Value& { return r.value ? *r.value : fresh[r.fresh]; };
    const Value& to = value(m.result);
    switch (m.kind) {
      case Kind::sum:
        return client_.make_sum(to, value(m.reads[0]), value(m.reads[1]));
      case Kind::sum_of_constant:
        return client_.make_sum(to, value(m.reads[0]), m.n);
      case Kind::product:
        return client_.make_product(to, value(m.reads[0]), value(m.reads[1]));
      case Kind::constant:
        return client_.make_constant(to, m.n);
      case Kind::phi: {
        const Inst phi = code_.make_phi(to);
        const program::incoming_t<P> in[] = {{on_.known().blocks[m.from[0]], value(m.reads[0])},
                                             {on_.known().blocks[m.from[1]], value(m.reads[1])}};
        code_.set_incoming(phi, in);
        return phi;
      }
      case Kind::clone:
        break;
    }
    const Inst made = code_.clone(*m.like);
    std::vector<std::pair<std::uint32_t, Value>> operands;
    std::uint32_t k = 0;
    std::size_t read = 0;
    code_.for_each_operand(made, [&](const program::Operand<Value>& o) {
      operands.emplace_back(k++, o.is_def() ? to : value(m.reads[read]));
      read += !o.is_def();
    });
    for (const auto& [at, v] : operands) code_.set_operand(made, at, v);
    return made;
  }
  /// Makes the plan; what its new values have become. `drafts` are what the tracker was told.
  std::vector<Value> apply(const Plan& plan, const std::vector<Draft>& drafts) {
    std::vector<Value> fresh;
    fresh.reserve(plan.fresh.size());
    for (const Value& like : plan.fresh) fresh.push_back(editing_.new_value(like));
    std::vector<Inst> renewed;
    for (std::size_t k = 0; k < plan.made.size(); ++k) {
      const Made& m = plan.made[k];
      const Inst made = make(m, fresh);
      program::spot_t<P> at{on_.known().blocks[m.block], m.before};
      if (m.kind == Made::Kind::phi)
        for (auto&& i : code_.instructions(on_.known().blocks[m.block])) {
          at.before = i;
          break;
        }
      editing_.insert(made, at);
      if (!drafts.empty()) gate_.made(drafts[k], made, m.result.value ? *m.result.value : fresh[m.result.fresh]);
      if (m.kind != Made::Kind::phi) renewed.push_back(made);
    }
    for (const Member& m : plan.members) {
      const Value base = m.base.value ? *m.base.value : fresh[m.base.fresh];
      if (m.distance == 0) {
        const std::vector<Inst> readers = users(m.root.value);
        replace_reads(editing_, on_.uses(), m.root.value, base);
        for (const Inst& i : readers) forms_.renew(i);
      }
      if (m.folds) displace(m, base);
    }
    for (const Inst& i : plan.dead) erase(i);
    for (const Inst& i : renewed) {
      forms_.renew(i);
      add_candidate(on_.known().insts.find(i));  // it may go again
    }
    return fresh;
  }
  std::uint64_t folded() const { return folded_; }

 private:
  static constexpr std::uint32_t most_uses = 256;  // looked through for whether somebody still reads

  // Its number may be another's then.
  void erase(const Inst& i) {
    mark(on_.known().insts.find(i), candidate_, 0);
    std::vector<Value> results;
    code_.for_each_operand(i, [&](const program::Operand<Value>& o) {
      if (o.is_def()) results.push_back(o.value);
    });
    editing_.erase(i);
    for (const Value& v : results)
      if (on_.uses().defs(v) == 0) forms_.forget(v);
  }
  void displace(const Member& m, const Value& base) {
    for (const Inst& u : users(m.root.value)) {
      const Inst made = client_.displaced(u, m.root.value, base, m.distance);
      editing_.insert_before(made, u);
      gate_.becomes(u, made);
      erase(u);
      ++folded_;
    }
  }
  static void mark(std::uint32_t n, std::vector<std::uint32_t>& of, std::uint32_t round) {
    if (n >= of.size()) of.resize(n + 1, 0);
    of[n] = round;
  }
  static bool is(std::uint32_t n, const std::vector<std::uint32_t>& of, std::uint32_t round) {
    return n < of.size() && of[n] == round;
  }

  Chain<P>& on_;
  P& code_;
  Client& client_;
  Gate gate_;
  LinearForms<P, Client> forms_;
  ChainEditing<P, Observers...> editing_;
  std::uint64_t folded_ = 0;
  std::vector<std::uint32_t> candidate_, dead_;  // per instruction: in which round
  std::uint32_t round_ = 0, dead_round_ = 0;
};

}  // namespace detail

}  // namespace lathe::passes
