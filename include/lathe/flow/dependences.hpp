// Dependences of straight-line code, or of the one block of a loop: which instruction must wait for which.
//
// From operands and memory accesses in order to a list of edges. In a loop an edge has a distance: the instruction
// `to` of iteration i + distance waits for `from` of iteration i. Latencies are the user's: an edge names its kind and
// its variable, from which a machine model can tell them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <lathe/program/effects.hpp>
#include <lathe/support/csr.hpp>

namespace lathe::flow {

using program::DependenceKind;

/// `to` waits for `from`, of `distance` iterations ago.
struct Dependence {
  static constexpr std::uint32_t no_value = 0xffffffffU;  ///< the dependence is of no variable: memory, order
  std::uint32_t from = 0, to = 0;                         ///< numbers of instructions
  std::uint32_t distance = 0;                             ///< in iterations
  DependenceKind kind = DependenceKind::data;
  std::uint32_t value = no_value;  ///< the variable that data, anti and output speak of
  auto operator<=>(const Dependence&) const = default;
};

/// Code in order. Variables are dense numbers; each may be written any number of times. An instruction that writes a
/// variable in part, or only under a condition, must be said to read it as well.
struct Sequence {
  /// A variable that an instruction mentions.
  struct Operand {
    std::uint32_t value = 0;  ///< number of the variable
    bool is_def = false;
  };
  using Memory = program::MemoryRole;  ///< what an instruction is in the order of accesses
  /// `result` is `next` of the iteration before; in the first iteration something else. Only in loops. What a phi
  /// writes no instruction may write.
  struct Phi {
    /// Variables: the one that the phi writes, and the one whose word of the iteration before it gets.
    std::uint32_t result = 0, next = 0;
  };
  std::uint32_t values = 0;    ///< variables are 0 .. values-1
  Csr<Operand> operands;       ///< one row per instruction
  std::vector<Memory> memory;  ///< one per instruction; an instruction that reads and writes memory `writes`
  std::vector<Phi> phis;
  std::uint32_t size() const { return operands.rows(); }
};

/// Whether and when two accesses meet.
using MemoryRelation = program::MemoryRelation;

struct DependenceOptions {
  bool loop = false;     ///< the sequence is the body of a loop
  bool renamed = false;  ///< every definition gets a register of its own: no anti and output dependences
  /// Memory accesses compared with each other; one more becomes a fence, which keeps the cost linear.
  std::uint32_t memory_window = 128;
};

/// Where the value of a variable comes from when an instruction of a loop reads it: another variable, some iterations
/// ago. Nothing when phis only hand it round, so that no instruction ever computes it. O(phis on the way).
struct PhiOrigin {
  std::uint32_t value = 0, distance = 0;  ///< the variable that an instruction writes, and how many iterations ago
};

/// What a phi of a loop stands for: the value that the iteration before it made.
template <class = void>
class BasicPhiOrigins {
 public:
  /// Reads the phis. O(values + phis).
  explicit BasicPhiOrigins(const Sequence& s) : next_(s.values, Dependence::no_value) {
    for (const Sequence::Phi& phi : s.phis) next_[phi.result] = phi.next;
    phis_ = static_cast<std::uint32_t>(s.phis.size());
  }
  std::optional<PhiOrigin> operator()(std::uint32_t value) const {
    PhiOrigin at{value, 0};
    while (next_[at.value] != Dependence::no_value) {
      at = {next_[at.value], at.distance + 1};
      if (at.distance > phis_) return std::nullopt;
    }
    return at;
  }

 private:
  std::vector<std::uint32_t> next_;
  std::uint32_t phis_ = 0;
};
using PhiOrigins = BasicPhiOrigins<>;

namespace detail {

/// Register dependences: one walk in order, a second one over the body for what the next iteration reads.
template <class = void>
class BasicRegisterDependences {
 public:
  BasicRegisterDependences(const Sequence& s, const DependenceOptions& options, std::vector<Dependence>& out)
      : s_(s), options_(options), out_(out), origins_(s), last_def_(s.values, none), reads_(s.values) {}

  void run() {
    const bool loop = options_.loop;
    if (loop) find_last_defs();
    std::vector<std::uint32_t> first_def(s_.values, none);
    for (std::uint32_t i = 0; i < s_.size(); ++i) {
      for (const auto& o : s_.operands[i])
        if (!o.is_def) read(i, o.value);
      for (const auto& o : s_.operands[i]) {
        if (!o.is_def) continue;
        if (first_def[o.value] == none) first_def[o.value] = i;
        write(i, o.value);
      }
    }
    if (!loop || options_.renamed) return;
    for (std::uint32_t v = 0; v < s_.values; ++v) {
      if (first_def[v] == none) continue;
      for (const std::uint32_t r : reads_[v]) out_.push_back({r, first_def[v], 1, DependenceKind::anti, v});
      if (last_def_[v] != first_def[v]) out_.push_back({last_def_[v], first_def[v], 1, DependenceKind::output, v});
    }
    carried_phi_reads(first_def);
  }

 private:
  static constexpr std::uint32_t none = 0xffffffffU;

  void find_last_defs() {
    final_def_.assign(s_.values, none);
    for (std::uint32_t i = 0; i < s_.size(); ++i)
      for (const auto& o : s_.operands[i])
        if (o.is_def) final_def_[o.value] = i;
  }
  void read(std::uint32_t i, std::uint32_t value) {
    if (last_def_[value] != none) {
      out_.push_back({last_def_[value], i, 0, DependenceKind::data, value});
    } else if (options_.loop) {
      // Not written yet in this iteration: what an earlier one left, through phis or in the variable itself.
      if (const auto origin = origins_(value); origin && final_def_[origin->value] != none)
        out_.push_back({final_def_[origin->value], i, origin->distance == 0 ? 1 : origin->distance,
                        DependenceKind::data, origin->value});
    }
    if (!options_.renamed) reads_[value].push_back(i);
  }
  void write(std::uint32_t i, std::uint32_t value) {
    if (!options_.renamed) {
      for (const std::uint32_t r : reads_[value])
        if (r != i) out_.push_back({r, i, 0, DependenceKind::anti, value});
      if (last_def_[value] != none && last_def_[value] != i)
        out_.push_back({last_def_[value], i, 0, DependenceKind::output, value});
    }
    reads_[value].clear();
    last_def_[value] = i;
  }
  /// A phi shares its register with `next` at best: its readers must come before `next` is written again.
  void carried_phi_reads(const std::vector<std::uint32_t>& first_def) {
    for (const Sequence::Phi& phi : s_.phis)
      if (first_def[phi.next] != none)
        for (const std::uint32_t r : reads_[phi.result])
          if (r != first_def[phi.next])
            out_.push_back({r, first_def[phi.next], r < first_def[phi.next] ? 0U : 1U, DependenceKind::anti, phi.next});
  }

  const Sequence& s_;
  const DependenceOptions& options_;
  std::vector<Dependence>& out_;
  PhiOrigins origins_;
  std::vector<std::uint32_t> last_def_, final_def_;
  std::vector<std::vector<std::uint32_t>> reads_;  // since the last write
};
using RegisterDependences = BasicRegisterDependences<>;

/// Memory dependences: each access against those since the last fence; in loops the accesses behind the last fence
/// against those before the first one of the next iteration.
template <class Relation>
class MemoryDependences {
 public:
  MemoryDependences(const Sequence& s, const DependenceOptions& options, Relation& relation,
                    std::vector<Dependence>& out)
      : s_(s), options_(options), relation_(relation), out_(out) {}

  void run() {
    for (std::uint32_t i = 0; i < s_.size(); ++i) {
      const auto kind = s_.memory[i];
      if (kind == Sequence::Memory::none) continue;
      if (kind == Sequence::Memory::fence || open_.size() >= options_.memory_window)
        fence(i);
      else
        access(i);
    }
    if (options_.loop) carried();
  }

 private:
  static constexpr std::uint32_t none = 0xffffffffU;
  bool writes(std::uint32_t i) const { return s_.memory[i] != Sequence::Memory::reads; }
  void add(std::uint32_t from, std::uint32_t to, std::uint32_t distance, DependenceKind kind) {
    out_.push_back({from, to, distance, kind, Dependence::no_value});
  }
  void fence(std::uint32_t i) {
    for (const std::uint32_t a : open_) add(a, i, 0, DependenceKind::order);
    if (last_fence_ != none && open_.empty()) add(last_fence_, i, 0, DependenceKind::order);
    if (first_fence_ == none) {
      first_fence_ = i;
      before_ = open_;
    }
    last_fence_ = i;
    open_.clear();
  }
  void access(std::uint32_t i) {
    if (last_fence_ != none) add(last_fence_, i, 0, DependenceKind::order);
    for (const std::uint32_t a : open_)
      if ((writes(a) || writes(i)) && relation_(a, i).same) add(a, i, 0, DependenceKind::memory);
    open_.push_back(i);
  }
  void carried() {
    if (first_fence_ == none) {
      for (std::size_t k = 0; k < open_.size(); ++k)
        for (std::size_t l = k; l < open_.size(); ++l) pair(open_[k], open_[l]);
      return;
    }
    if (first_fence_ != last_fence_ || open_.empty()) add(last_fence_, first_fence_, 1, DependenceKind::order);
    for (const std::uint32_t a : open_) add(a, first_fence_, 1, DependenceKind::order);
    for (const std::uint32_t b : before_) add(last_fence_, b, 1, DependenceKind::order);
    // A fence stands between any other two of neighbouring iterations, and between all that are further apart.
    for (const std::uint32_t b : before_)
      for (const std::uint32_t a : open_)
        if (writes(a) || writes(b))
          if (relation_(b, a).backward == 1) add(a, b, 1, DependenceKind::memory);
  }
  void pair(std::uint32_t a, std::uint32_t b) {
    if (!writes(a) && !writes(b)) return;
    const MemoryRelation r = relation_(a, b);
    if (r.forward != 0) add(a, b, r.forward, DependenceKind::memory);
    if (a != b && r.backward != 0) add(b, a, r.backward, DependenceKind::memory);
  }

  const Sequence& s_;
  const DependenceOptions& options_;
  Relation& relation_;
  std::vector<Dependence>& out_;
  std::vector<std::uint32_t> open_, before_;  // accesses since the last fence; before the first one
  std::uint32_t first_fence_ = none, last_fence_ = none;
};

// Ascending, and each once. By `from` first, which are small numbers: what is left to sort has few elements, most of them in
// order. O(n + size), and the sorts of those of one instruction.
template <class = void>
void sort_dependences(std::vector<Dependence>& all, std::uint32_t n) {
  std::vector<std::size_t> first(n + std::size_t{1}, 0);
  for (const Dependence& d : all) ++first[d.from + 1];
  for (std::uint32_t k = 0; k < n; ++k) first[k + 1] += first[k];
  std::vector<Dependence> out(all.size());
  std::vector<std::size_t> next(first.begin(), first.end() - 1);
  for (const Dependence& d : all) out[next[d.from]++] = d;
  for (std::uint32_t k = 0; k < n; ++k) {
    const auto begin = out.begin() + static_cast<std::ptrdiff_t>(first[k]),
               end = out.begin() + static_cast<std::ptrdiff_t>(first[k + 1]);
    if (!std::is_sorted(begin, end)) std::sort(begin, end);
  }
  out.erase(std::unique(out.begin(), out.end()), out.end());
  all = std::move(out);
}

}  // namespace detail

/// All dependences, sorted by instruction, each once. `relation(a, b)` is asked for pairs of accesses of which one
/// writes, a not behind b.
/// Preconditions: numbers of variables are below `values`, `memory` has one entry per instruction.
/// O(operands + edges + accesses * memory_window), and the sorts of the edges of one instruction.
template <class Relation>
std::vector<Dependence> dependences(const Sequence& sequence, const DependenceOptions& options, Relation&& relation) {
  std::vector<Dependence> out;
  detail::RegisterDependences(sequence, options, out).run();
  detail::MemoryDependences(sequence, options, relation, out).run();
  detail::sort_dependences(out, sequence.size());
  return out;
}
/// The same where nothing is known of memory.
template <class = void>
inline std::vector<Dependence> dependences(const Sequence& sequence, const DependenceOptions& options = {}) {
  return dependences(sequence, options, [](std::uint32_t, std::uint32_t) { return MemoryRelation{}; });
}

}  // namespace lathe::flow
