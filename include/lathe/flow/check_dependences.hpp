// Are dependences right? A checker that runs the code in thought and looks at every pair of what it does.
//
// The body is unrolled; each run of an instruction is an event. Two events conflict when the later one
//  - reads what the earlier one wrote, directly, through phis or in the iteration after (data);
//  - writes a variable that the earlier one reads, and nothing writes it in between (anti), or that the earlier one
//    was the last to write (output); not asked when definitions are renamed. A read of a phi's result counts as a read
//    of the variable it is taken from, whose register it has;
//  - touches memory that the user's relation says may be the same, one of them writing, or one of them is a fence.
// Edges are right when a path of edges leads from the earlier to the later event of every conflict, and every edge
// stands for a conflict at just its distance (or for a window that was full). A distance is in iterations.
//
// Cost: O(events * edges / 64) with size * iterations events, at most `most_events`.
// Source: the definition of data dependence, Kennedy, Allen, "Optimizing Compilers for Modern Architectures", chapter
// 2.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <lathe/flow/dependences.hpp>
#include <lathe/support/fault.hpp>

namespace lathe::flow {

enum class DependenceFault : std::uint8_t {
  bad_edge,   ///< an instruction or variable that is not there, an edge that goes back in its iteration, or not sorted
  unordered,  ///< two events conflict and no path of edges leads from one to the other
  needless,   ///< an edge of no conflict
  too_large   ///< more events than `most_events`: nothing was checked
};
inline constexpr int dependence_fault_kinds = 4;

namespace detail {

template <class Relation>
class DependenceChecker {
 public:
  DependenceChecker(const Sequence& s, const DependenceOptions& options, Relation& relation,
                    std::span<const Dependence> edges, std::uint32_t most_events)
      : s_(s), options_(options), relation_(relation), edges_(edges), size_(s.size()), most_(most_events) {}

  FaultList<DependenceFault> run() {
    check_edges();
    if (!faults_.empty() || size_ == 0) return std::move(faults_);
    iterations_ = options_.loop ? longest() + 2 : 1;
    if (std::uint64_t{iterations_} * size_ > most_) {
      faults_.add(DependenceFault::too_large, 0, "too many events to look at each pair");
      return std::move(faults_);
    }
    find_conflicts();
    find_memory_conflicts();
    std::sort(conflicts_.begin(), conflicts_.end());
    conflicts_.erase(std::unique(conflicts_.begin(), conflicts_.end()), conflicts_.end());
    check_paths();
    check_needed();
    return std::move(faults_);
  }

 private:
  static constexpr std::uint32_t none = 0xffffffffU;

  void check_edges() {
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      const Dependence& d = edges_[i];
      const bool variable = d.kind <= DependenceKind::output;
      if (d.from >= size_ || d.to >= size_ || variable != (d.value != Dependence::no_value) ||
          (variable && d.value >= s_.values) || (d.distance == 0 ? d.from >= d.to : !options_.loop) ||
          (i != 0 && !(edges_[i - 1] < d)))
        faults_.add(DependenceFault::bad_edge, static_cast<std::uint32_t>(i),
                    "an edge that cannot be, or out of order");
    }
  }
  // Iterations in which the steady state is reached, and from there to the furthest that anything reaches.
  std::uint32_t longest() {
    auto most = static_cast<std::uint32_t>(s_.phis.size()) + 1;
    for (const Dependence& d : edges_) most = std::max(most, d.distance);
    for (std::uint32_t a = 0; a < size_; ++a)
      for (std::uint32_t b = a; b < size_; ++b)
        if (touches(a, b)) {
          const MemoryRelation r = relation_(a, b);
          most = std::max({most, r.forward, r.backward});
        }
    return most;
  }
  bool touches(std::uint32_t a, std::uint32_t b) const {
    using Memory = Sequence::Memory;
    const Memory m = s_.memory[a], n = s_.memory[b];
    return m != Memory::none && n != Memory::none && m != Memory::fence && n != Memory::fence &&
           (m == Memory::writes || n == Memory::writes);
  }
  void conflict(std::uint32_t from, std::uint32_t to, std::uint32_t distance, DependenceKind kind,
                std::uint32_t value) {
    conflicts_.push_back({from, to, distance, kind, value});
  }

  struct Writer {
    std::uint32_t iteration = none, inst = 0, value = 0;
  };
  // Runs all iterations and notes who wrote what each variable holds, who read it since, and in the last iteration that
  // is looked at what follows for each event there.
  void find_conflicts() {
    std::vector<Writer> now(s_.values), before;
    const std::uint32_t last = iterations_ - 1;
    for (std::uint32_t n = 0; n < iterations_; ++n) {
      if (n != 0)
        for (const Sequence::Phi& phi : s_.phis) now[phi.result] = before[phi.next];
      for (std::uint32_t i = 0; i < size_; ++i) {
        for (const auto& o : s_.operands[i])
          if (!o.is_def && n == last && now[o.value].iteration != none)
            conflict(now[o.value].inst, i, n - now[o.value].iteration, DependenceKind::data, now[o.value].value);
        for (const auto& o : s_.operands[i])
          if (o.is_def) now[o.value] = {n, i, o.value};
      }
      before = now;
    }
    if (options_.renamed) return;
    for (std::uint32_t v = 0; v < s_.values; ++v) find_overwrites(v);
  }
  // Every later write of v, up to and with the next one after an event that reads or writes it.
  void find_overwrites(std::uint32_t v) {
    const auto has = [&](std::uint32_t i, bool def) {
      for (const auto& o : s_.operands[i])
        if (o.value == v && o.is_def == def) return true;
      return false;
    };
    const auto next_write = [&](std::uint32_t i, bool& wrapped) {  // strictly behind i; none: nobody writes it
      for (std::uint32_t k = i + 1; k < size_; ++k)
        if (has(k, true)) return wrapped = false, k;
      for (std::uint32_t k = 0; options_.loop && k <= i; ++k)
        if (has(k, true)) return wrapped = true, k;
      return none;
    };
    std::uint32_t first = none;
    for (std::uint32_t i = size_; i-- > 0;)
      if (has(i, true)) first = i;
    if (first == none) return;
    for (std::uint32_t i = 0; i < size_; ++i) {
      const bool writes = has(i, true), reads = has(i, false);
      bool wrapped = false;
      if (const std::uint32_t w = next_write(i, wrapped); w != none && w != i) {
        if (writes) conflict(i, w, wrapped, DependenceKind::output, v);
        if (reads && !writes) conflict(i, w, wrapped, DependenceKind::anti, v);
      }
      // Results of phis from v: read before v's first write, or before that of the next iteration.
      for (const Sequence::Phi& phi : s_.phis) {
        if (phi.next != v || i == first) continue;
        for (const auto& o : s_.operands[i])
          if (!o.is_def && o.value == phi.result) conflict(i, first, i < first ? 0 : 1, DependenceKind::anti, v);
      }
    }
  }
  void find_memory_conflicts() {
    using Memory = Sequence::Memory;
    constexpr std::uint32_t nothing = Dependence::no_value;
    for (std::uint32_t a = 0; a < size_; ++a)
      for (std::uint32_t b = a; b < size_; ++b) {
        const Memory m = s_.memory[a], n = s_.memory[b];
        if (m == Memory::none || n == Memory::none) continue;
        if (m == Memory::fence || n == Memory::fence) {
          if (a != b) conflict(a, b, 0, DependenceKind::order, nothing);
          if (options_.loop) conflict(b, a, 1, DependenceKind::order, nothing);
          if (options_.loop && a != b) conflict(a, b, 1, DependenceKind::order, nothing);
        } else if (touches(a, b)) {
          const MemoryRelation r = relation_(a, b);
          if (a != b && r.same) conflict(a, b, 0, DependenceKind::memory, nothing);
          if (options_.loop && r.forward != 0) conflict(a, b, r.forward, DependenceKind::memory, nothing);
          if (options_.loop && a != b && r.backward != 0) conflict(b, a, r.backward, DependenceKind::memory, nothing);
        }
      }
  }

  // From each event of iteration 0: which events do edges lead to?
  void check_paths() {
    std::vector<std::vector<const Dependence*>> out(size_);
    for (const Dependence& d : edges_) out[d.from].push_back(&d);
    std::vector<bool> reached;
    std::size_t at = 0;  // conflicts are sorted by their earlier instruction
    std::vector<std::uint32_t> work;
    for (std::uint32_t i = 0; i < size_; ++i) {
      if (at == conflicts_.size() || conflicts_[at].from != i) continue;
      reached.assign(std::size_t{size_} * (iterations_ + 1), false);
      work.assign(1, i);
      while (!work.empty()) {
        const std::uint32_t event = work.back();
        work.pop_back();
        for (const Dependence* d : out[event % size_]) {
          const std::uint64_t to = (std::uint64_t{event / size_} + d->distance) * size_ + d->to;
          if (to >= reached.size() || reached[to]) continue;
          reached[to] = true;
          work.push_back(static_cast<std::uint32_t>(to));
        }
      }
      for (; at != conflicts_.size() && conflicts_[at].from == i; ++at) {
        const Dependence& c = conflicts_[at];
        if (!reached[std::size_t{c.distance} * size_ + c.to])
          faults_.add(DependenceFault::unordered, i,
                      "instruction " + std::to_string(c.to) + ", " + std::to_string(c.distance) +
                          " iterations on, does not wait for instruction " + std::to_string(i));
      }
    }
  }
  void check_needed() {
    std::uint32_t accesses = 0;
    for (std::uint32_t i = 0; i < size_; ++i) accesses += s_.memory[i] != Sequence::Memory::none;
    const bool full = accesses > options_.memory_window;
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      const Dependence& d = edges_[i];
      const bool memory = d.kind == DependenceKind::order && s_.memory[d.from] != Sequence::Memory::none &&
                          s_.memory[d.to] != Sequence::Memory::none;
      if ((full && memory) || std::binary_search(conflicts_.begin(), conflicts_.end(), d)) continue;
      faults_.add(DependenceFault::needless, static_cast<std::uint32_t>(i),
                  "instruction " + std::to_string(d.to) + " waits for instruction " + std::to_string(d.from) +
                      " without a conflict");
    }
  }

  const Sequence& s_;
  const DependenceOptions& options_;
  Relation& relation_;
  std::span<const Dependence> edges_;
  std::uint32_t size_, most_, iterations_ = 1;
  std::vector<Dependence> conflicts_;
  FaultList<DependenceFault> faults_;
};

}  // namespace detail

/// All faults of edges that were made with these options and this relation.
template <class Relation>
FaultList<DependenceFault> check_dependences(const Sequence& sequence, const DependenceOptions& options,
                                             std::span<const Dependence> edges, Relation&& relation,
                                             std::uint32_t most_events = 1U << 14) {
  return detail::DependenceChecker<std::remove_reference_t<Relation>>(sequence, options, relation, edges, most_events)
      .run();
}
/// Every dependence that the definition asks for, and no other.
inline FaultList<DependenceFault> check_dependences(const Sequence& sequence, const DependenceOptions& options,
                                                    std::span<const Dependence> edges) {
  return check_dependences(sequence, options, edges, [](std::uint32_t, std::uint32_t) { return MemoryRelation{}; });
}

}  // namespace lathe::flow
