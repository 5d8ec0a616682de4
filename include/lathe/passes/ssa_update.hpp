// SSA update: a value that other values stand for on some ways, since blocks that define it were copied, is read by its
// right name again, and phis are made where ways with different ones meet.
//
// Who copies blocks says at the ends of which blocks which value stands for the old one; the old definition is one of
// them. Only the blocks between these and the reads are walked, and what is found there goes through the SSA construction
// of program/ssa.hpp: phis are made for what is read alone, and none that is no choice, whatever the graph.
//
// The one hook, of the Editor:   Inst make_phi(Value to);   // takes nothing yet, and stands nowhere
// Cost: O(reads + blocks between + edges between). Source: Braun et al. as in program/ssa.hpp.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <lathe/passes/blocks.hpp>
#include <lathe/passes/chain.hpp>
#include <lathe/program/control_flow.hpp>
#include <lathe/program/ssa_build.hpp>

namespace lathe::passes {

/// An Editor that names what phis take and can make one.
template <class P>
concept MakesPhis = Editor<P> && Facts(P::facts).has(Fact::incoming) && requires(P& p, const value_t<P>& v) {
  { p.make_phi(v) } -> std::convertible_to<inst_t<P>>;
};

/// Which value stands for another at the end of a block.
template <View P>
struct Standin {
  std::uint32_t block;  ///< number of the block
  value_t<P> value;     ///< what the reads behind it are to see
};

/// Of an Editor that cannot make phis: a member of those who then do without.
template <class P, class E>
class SsaUpdate {
 public:
  template <class... T>
  explicit SsaUpdate(T&...) {}  ///< There is nothing to keep.
};
template <MakesPhis P, class E>
class SsaUpdate<P, E> {
  using Inst = inst_t<P>;
  using Value = value_t<P>;
  using Block = block_t<P>;

 public:
  /// Both outlive it; `editing` tells the chain.
  SsaUpdate(E& editing, Chain<P>& on) : editing_(editing), flow_(on.flow()), uses_(on.uses()) {}

  /// How many blocks lie between the block that defines a value and its reads; nothing: more than `most`.
  std::optional<std::uint32_t> between(const Value& v, std::uint32_t block, std::uint32_t most) {
    const Standin<P> one[] = {{block, v}};
    find_reads(v);
    const bool fine = walk(one, most);
    const auto found = static_cast<std::uint32_t>(blocks_.size() - 2);
    forget();
    return fine ? std::optional(found) : std::nullopt;
  }
  /// Each read of `v` names what stands for it there. In the blocks that define it, reads that are no phi's are right
  /// already. Values of the phis that had to be made: `made()`.
  void run(const Value& v, std::span<const Standin<P>> standins) {
    made_.clear();
    find_reads(v);
    const auto defines = [&](std::uint32_t b) {
      return std::any_of(standins.begin(), standins.end(), [&](const auto& s) { return s.block == b; });
    };
    std::erase_if(reads_, [&](const Read& r) { return !r.phi && defines(r.block); });
    if (reads_.empty()) return;
    walk(standins, none);
    const program::ssa::Plan plan = program::ssa::construct(problem(standins));
    values_.assign(plan.names.size(), v);
    for (std::size_t d = 0; d < standins.size(); ++d) values_[plan.mentions[d][0]] = standins[d].value;
    for (const auto& phi : plan.phis) {
      values_[phi.name] = editing_.new_value(v);
      made_.push_back(values_[phi.name]);
    }
    rename(v, standins, plan);
    for (const auto& phi : plan.phis) insert(v, phi, plan);
    forget();
  }
  const std::vector<Value>& made() const { return made_; }  ///< results of all phis that it made
  /// Blocks walked so far.
  std::uint64_t walked() const { return walked_; }

 private:
  struct Read {
    Inst inst;
    std::uint32_t operand, block;  // where it is read; what a phi takes, at the end of the block that it comes from
    bool phi;
  };
  const P& code() const { return std::as_const(editing_).program(); }
  const Block& handle(std::uint32_t local) const { return flow_.known().blocks[blocks_[local]]; }

  void find_reads(const Value& v) {
    reads_.clear();
    uses_.for_each_use(v, [&](const Inst& i, std::uint32_t k) {
      const auto at = code().where(i);
      if (!at.block) return;
      std::uint32_t operands = 0;
      if (code().effects(i).has(Effect::phi)) code().for_each_operand(i, [&](const auto&) { ++operands; });
      if (operands == 0 || k < operands) return reads_.push_back({i, k, flow_.known().blocks.find(*at.block), false});
      code().for_each_incoming(i, [&](const Block& from, const Value&) {
        if (operands++ == k) reads_.push_back({i, k, flow_.known().blocks.find(from), true});
      });
    });
  }
  // Local numbers: 0 stands for the function's entry, then those that define, then those between.
  bool walk(std::span<const Standin<P>> standins, std::uint32_t most) {
    local_.resize(std::max<std::size_t>(local_.size(), flow_.block_count()), none);
    blocks_.assign(1, none);
    for (const auto& s : standins) add(s.block);
    std::size_t next = blocks_.size();
    for (const Read& r : reads_) add(r.block);
    for (; next < blocks_.size(); ++next) {
      ++walked_;
      if (blocks_.size() - 1 - standins.size() > most) return false;
      for (const std::uint32_t p : flow_.predecessors(blocks_[next])) add(p);
    }
    return true;
  }
  void add(std::uint32_t b) {
    if (local_[b] != none) return;
    local_[b] = static_cast<std::uint32_t>(blocks_.size());
    blocks_.push_back(b);
  }
  void forget() {
    for (std::size_t k = 1; k < blocks_.size(); ++k) local_[blocks_[k]] = none;
  }
  // Each block but 0 has one instruction, that defines the variable or reads it.
  program::ssa::Problem problem(std::span<const Standin<P>> standins) const {
    program::ssa::Problem out;
    const auto blocks = static_cast<std::uint32_t>(blocks_.size());
    std::vector<std::pair<std::uint32_t, program::ssa::Problem::Mention>> mentions;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    out.variables = 1;
    out.first.assign(1, 0);
    for (std::uint32_t b = 0; b < blocks; ++b) out.first.push_back(b);
    for (std::uint32_t b = 1; b < blocks; ++b) {
      const bool defines = b <= standins.size();
      mentions.push_back({b - 1, {0, defines}});
      if (defines || blocks_[b] == 0) edges.emplace_back(0, b);
      if (defines) continue;
      for (const std::uint32_t p : flow_.predecessors(blocks_[b])) edges.emplace_back(local_[p], b);
    }
    out.mentions = Csr<program::ssa::Problem::Mention>(blocks - 1, mentions);
    out.incoming = Csr<program::ssa::Problem::Incoming>(blocks - 1, {});
    out.live_out = Csr<std::uint32_t>(blocks, {});
    out.graph = program::ssa::Graph(blocks, edges);
    return out;
  }
  Value named(std::uint32_t name, const Value& v) const { return name == program::ssa::no_name ? v : values_[name]; }
  void rename(const Value& v, std::span<const Standin<P>> standins, const program::ssa::Plan& plan) {
    const auto in = [&](std::uint32_t block) {
      const std::uint32_t b = local_[block];
      return b <= standins.size() ? standins[b - 1].value : named(plan.mentions[b - 1][0], v);
    };
    for (const Read& r : reads_) {
      const Value to = in(r.block);
      if (to == v) continue;
      if (!r.phi) {
        editing_.set_operand(r.inst, r.operand, v, to);
        continue;
      }
      std::vector<program::incoming_t<P>> takes = incoming_of(code(), r.inst);
      std::uint32_t at = 0;
      code().for_each_operand(r.inst, [&](const auto&) { ++at; });
      takes[r.operand - at].second = to;
      editing_.set_incoming(r.inst, takes);
    }
  }
  void insert(const Value& v, const program::ssa::Plan::Phi& phi, const program::ssa::Plan& plan) {
    P& p = editing_.program();
    const Inst made = p.make_phi(values_[phi.name]);
    std::vector<program::incoming_t<P>> in;
    for (const auto& a : std::span(plan.arguments).subspan(phi.begin, phi.count))
      if (a.from != 0) in.emplace_back(handle(a.from), named(a.name, v));
    p.set_incoming(made, in);
    program::spot_t<P> head{handle(phi.block), {}};
    for (auto&& i : code().instructions(*head.block)) {
      head.before = i;
      break;
    }
    editing_.insert(made, head);
  }

  E& editing_;
  const program::ControlFlow<P>& flow_;
  const program::UseDef<P>& uses_;
  std::vector<Read> reads_;
  std::vector<std::uint32_t> blocks_, local_;  // local numbers to blocks, and back
  std::vector<Value> values_, made_;           // by name of the plan
  std::uint64_t walked_ = 0;
};

}  // namespace lathe::passes
