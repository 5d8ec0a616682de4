// Is an expansion right? An independent checker: nothing here is shared with the expander but the data types.
//
// Plain iteration is the definition: iteration 0, 1, ... N-1, each instruction once in each. An expansion is right
// when, for every trip count N, running its blocks as expand/data.hpp says
//  - ends, and starts every iteration, no more than there are;
//  - runs every instruction once for each iteration, instruction `to` of iteration i after `from` of iteration i -
//    distance for every edge, whatever its kind;
//  - reads by every data edge, under the name that stands there, the value of iteration i - distance, or what the loop
//    was entered with if that is negative; and the same of moves;
//  - enters the original loop with every home holding what it says, and ends with the live values in home 1.
// The checker runs it on symbols (value, iteration) for the trip counts from 0 to 4 * stages, or to where the kernel
// has run four times and everything from before the loop is forgotten, if that is more. Names, cycles, and register
// counts are checked by themselves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <lathe/expand/data.hpp>
#include <lathe/modulo/problem.hpp>
#include <lathe/modulo/schedule.hpp>
#include <lathe/support/fault.hpp>

namespace lathe::modulo {

enum class ExpandFault : std::uint8_t {
  bad_header,       ///< interval, stages, unrolling or register counts are not what they should be
  bad_name,         ///< no such value, a name twice, or homes that are missing or too many
  bad_block,        ///< ranges that do not follow each other, or a jump to nowhere
  bad_instance,     ///< no such instruction, or names that are not of the values it defines and reads
  bad_copy,         ///< of one value to another, or two to one name
  wrong_cycle,      ///< not ii * offset + the schedule's cycle
  endless,          ///< blocks go round and start nothing
  wrong_count,      ///< iterations started are not those that there are
  wrong_iteration,  ///< an instruction for an iteration that the loop does not have
  not_once,         ///< an instruction of an iteration never or twice
  wrong_read,       ///< another iteration's value, or none
  overwritten,      ///< the value was under that name, and was overwritten
  against_order,    ///< a dependence is broken
  wrong_home,       ///< the original loop would read another iteration's value
  wrong_live_out
};
inline constexpr int expand_fault_kinds = 15;

namespace detail {

class ExpansionChecker {
 public:
  ExpansionChecker(const Problem& p, const Schedule& s, const Expansion& e) : p_(p), s_(s), e_(e) {}

  FaultList<ExpandFault> run(std::uint64_t trips) {
    collect();
    check_header();
    check_names();
    check_blocks();
    check_instances();
    check_copies();
    if (!faults_.empty()) return std::move(faults_);
    if (e_.method == Method::annotate) check_annotation();
    if (trips == 0) trips = std::max<std::uint64_t>(4ULL * e_.stages, e_.stages + 4ULL * e_.unroll + longest_);
    for (std::uint64_t n = 0; n <= trips; ++n) execute(n);
    return std::move(faults_);
  }

 private:
  static constexpr std::int64_t unset = INT64_MIN;
  using Numbers = std::vector<std::uint32_t>;

  /// Once for each place.
  void fault(ExpandFault kind, std::size_t place, const std::string& text) {
    if (told_.insert({kind, place}).second) faults_.add(kind, static_cast<std::uint32_t>(place), text + when_);
  }
  void collect() {
    defs_.resize(p_.insts.size());
    reads_.resize(p_.insts.size());
    distance_.assign(p_.values.size(), 0);
    for (std::uint32_t v = 0; v < p_.values.size(); ++v) defs_[p_.values[v].def].push_back(v);
    for (std::uint32_t k = 0; k < p_.edges.size(); ++k) {
      const Edge& edge = p_.edges[k];
      if (edge.value == none) continue;
      reads_[edge.to].push_back(k);
      distance_[edge.value] = std::max(distance_[edge.value], edge.distance);
      longest_ = std::max<std::uint64_t>(longest_, edge.distance);
    }
  }
  std::uint32_t homes(std::uint32_t v) const { return std::max(distance_[v], p_.values[v].live_out ? 1U : 0U); }

  void check_header() {
    if (e_.refusal != ExpandRefusal::none || e_.method == Method::automatic)
      fault(ExpandFault::bad_header, 0, "this is no expansion");
    if (e_.ii != s_.ii) fault(ExpandFault::bad_header, 1, "another initiation interval than the schedule's");
    if (e_.stages != s_.stages()) fault(ExpandFault::bad_header, 2, "another number of stages than the schedule's");
    std::uint32_t kernel_starts = e_.method == Method::annotate ? 1 : 0;
    for (const Block& b : e_.blocks)
      if (b.role == Role::kernel) kernel_starts += b.starts;
    if (e_.unroll == 0 || e_.unroll != kernel_starts || (e_.unroll > 1 && e_.unroll > e_.instances.size()))
      fault(ExpandFault::bad_header, 3, "the kernel does not start as many iterations as it is unrolled");
    std::vector<std::uint64_t> registers(p_.sets.size(), 0);
    for (const Name& name : e_.names)
      if (name.kind != NameKind::home && name.value < p_.values.size())
        registers[p_.values[name.value].set] += p_.values[name.value].weight;
    if (registers != e_.registers) fault(ExpandFault::bad_header, 4, "registers are not counted right");
  }
  void check_names() {
    std::set<std::tuple<std::uint32_t, NameKind, std::uint32_t>> seen;
    std::uint64_t wanted = 0, found = 0;
    for (std::uint32_t v = 0; v < p_.values.size(); ++v) wanted += homes(v);
    for (std::size_t k = 0; k < e_.names.size(); ++k) {
      const Name& name = e_.names[k];
      if (name.value >= p_.values.size()) {
        fault(ExpandFault::bad_name, k, "a name of no value");
        continue;
      }
      if (!seen.insert({name.value, name.kind, name.index}).second)
        fault(ExpandFault::bad_name, k, "a name that is there already");
      if (name.kind != NameKind::home) continue;
      ++found;
      if (name.index == 0 || name.index > homes(name.value))
        fault(ExpandFault::bad_name, k, "a home for what nobody reads");
    }
    if (found != wanted) fault(ExpandFault::bad_name, e_.names.size(), "homes are missing");
  }
  void check_blocks() {
    std::uint64_t instances = 0, copies = 0;
    bool ends = false;
    for (std::size_t k = 0; k < e_.blocks.size(); ++k) {
      const Block& b = e_.blocks[k];
      if (b.first_instance != instances || b.first_copy != copies)
        fault(ExpandFault::bad_block, k, "a block does not begin where the one before ends");
      instances += b.instances;
      copies += b.copies;
      if (b.next >= e_.blocks.size() || (b.less > 0 && b.taken >= e_.blocks.size()))
        fault(ExpandFault::bad_block, k, "a jump to a block that is not there");
      ends |= b.role == Role::done;
    }
    if (!ends) fault(ExpandFault::bad_block, e_.blocks.size(), "no block is the end");
    if (instances != e_.instances.size() || copies != e_.copies.size())
      fault(ExpandFault::bad_block, e_.blocks.size(), "instances or copies that are in no block");
  }
  bool is_of(std::uint32_t name, std::uint32_t value) const {
    return name < e_.names.size() && e_.names[name].value == value;
  }
  bool right_names(const Instance& i) const {
    if (e_.method == Method::annotate) return i.defs == 0 && i.reads == 0 && !i.move && i.offset == 0;
    const auto defs = e_.defs(i), reads = e_.reads(i);
    if (i.move)
      return defs.size() == 1 && reads.size() == 1 && defs[0] < e_.names.size() &&
             p_.values[e_.names[defs[0]].value].def == i.inst && is_of(reads[0], e_.names[defs[0]].value);
    if (defs.size() != defs_[i.inst].size() || reads.size() != reads_[i.inst].size()) return false;
    for (std::size_t k = 0; k < defs.size(); ++k)
      if (!is_of(defs[k], defs_[i.inst][k])) return false;
    for (std::size_t k = 0; k < reads.size(); ++k)
      if (!is_of(reads[k], p_.edges[reads_[i.inst][k]].value)) return false;
    return true;
  }
  void check_instances() {
    if (!faults_.empty()) return;  // names are needed
    for (std::size_t k = 0; k < e_.instances.size(); ++k) {
      const Instance& i = e_.instances[k];
      if (i.inst >= p_.insts.size() || std::uint64_t{i.first} + i.defs + i.reads > e_.operands.size()) {
        fault(ExpandFault::bad_instance, k, "an instruction or names that are not there");
        continue;
      }
      if (!right_names(i))
        fault(ExpandFault::bad_instance, k, "names are not of what the instruction defines and reads");
      if (i.cycle != std::int64_t{s_.ii} * i.offset + s_.cycle[i.inst])
        fault(ExpandFault::wrong_cycle, k, "another cycle than the schedule's");
    }
  }
  void check_copies() {
    if (!faults_.empty()) return;
    for (const Block& b : e_.blocks) {
      std::set<std::uint32_t> written;
      for (std::uint32_t k = b.first_copy; k < b.first_copy + b.copies; ++k) {
        const Copy& c = e_.copies[k];
        if (c.to >= e_.names.size() || c.from >= e_.names.size() || e_.names[c.to].value != e_.names[c.from].value)
          fault(ExpandFault::bad_copy, k, "a copy of no name, or of another value");
        if (!written.insert(c.to).second) fault(ExpandFault::bad_copy, k, "two copies to one name");
      }
    }
  }
  /// The instances of an annotated loop: every instruction, in an order and at cycles that a plain iteration may have.
  void check_annotation() {
    std::vector<std::size_t> place(p_.insts.size(), SIZE_MAX);
    for (std::size_t k = 0; k < e_.instances.size(); ++k) {
      std::size_t& at = place[e_.instances[k].inst];
      if (at != SIZE_MAX) fault(ExpandFault::not_once, e_.instances[k].inst, "an instruction is annotated twice");
      at = k;
    }
    for (std::size_t inst = 0; inst < place.size(); ++inst)
      if (place[inst] == SIZE_MAX) fault(ExpandFault::not_once, inst, "an instruction is not annotated");
    for (std::size_t k = 0; k < p_.edges.size(); ++k)
      if (p_.edges[k].distance == 0 && place[p_.edges[k].to] <= place[p_.edges[k].from])
        fault(ExpandFault::against_order, k, "a dependence is broken");
  }

  // ---- one trip count
  void execute(std::uint64_t trips) {
    when_ = ", " + std::to_string(trips) + " iterations";
    trips_ = static_cast<std::int64_t>(trips);
    started_ = clock_ = 0;
    held_.assign(e_.names.size(), unset);
    before_.assign(e_.names.size(), {});
    time_.assign(p_.insts.size() * trips, 0);
    for (std::uint32_t k = 0; k < e_.names.size(); ++k)
      if (e_.names[k].kind == NameKind::home) held_[k] = -std::int64_t{e_.names[k].index};
    std::uint32_t at = 0;
    for (std::size_t idle = 0; e_.blocks[at].role != Role::done;) {
      const Block& b = e_.blocks[at];
      if (b.role == Role::original) {
        original(b, at);
      } else {
        for (std::uint32_t k = b.first_instance; k < b.first_instance + b.instances; ++k) instance(k);
      }
      copy(b);
      idle = b.starts > 0 ? 0 : idle + 1;
      if (idle > e_.blocks.size()) return fault(ExpandFault::endless, at, "blocks go round and start nothing");
      started_ += b.starts;
      if (started_ > trips_) return fault(ExpandFault::wrong_count, at, "more iterations are started than there are");
      at = trips_ - started_ < std::int64_t{b.less} ? b.taken : b.next;
    }
    if (started_ != trips_) return fault(ExpandFault::wrong_count, at, "iterations are never started");
    finish();
  }
  std::int64_t& time(std::uint32_t inst, std::int64_t iteration) {
    return time_[static_cast<std::size_t>(iteration) * p_.insts.size() + inst];
  }
  void ran(std::uint32_t inst, std::int64_t iteration) {
    if (time(inst, iteration) != 0) fault(ExpandFault::not_once, inst, "an instruction runs twice for an iteration");
    time(inst, iteration) = clock_;
  }
  void write(std::uint32_t name, std::int64_t iteration) {
    if (held_[name] != unset) before_[name].push_back(held_[name]);
    held_[name] = iteration;
  }
  void read(std::uint32_t name, std::int64_t iteration, std::size_t place) {
    if (held_[name] == iteration) return;
    const auto& old = before_[name];
    if (std::find(old.begin(), old.end(), iteration) != old.end())
      fault(ExpandFault::overwritten, place, "a value was overwritten before this read");
    else
      fault(ExpandFault::wrong_read, place, "a read of something that is not the value of that iteration");
  }
  void instance(std::uint32_t k) {
    const Instance& i = e_.instances[k];
    const std::int64_t iteration = started_ + i.offset;
    const auto reads = e_.reads(i);
    ++clock_;
    if (i.move) {
      read(reads[0], iteration, k);
    } else {
      if (iteration < 0 || iteration >= trips_)
        return fault(ExpandFault::wrong_iteration, k, "an instruction for an iteration that the loop does not have");
      ran(i.inst, iteration);
      for (std::size_t r = 0; r < reads.size(); ++r)
        read(reads[r], iteration - p_.edges[reads_[i.inst][r]].distance, k);
    }
    for (const std::uint32_t name : e_.defs(i)) write(name, iteration);
  }
  void copy(const Block& b) {
    const auto copies = e_.copies_of(b);
    std::vector<std::int64_t> from;
    for (const Copy& c : copies) from.push_back(held_[c.from]);
    for (std::size_t k = 0; k < copies.size(); ++k) write(copies[k].to, from[k]);
  }
  void original(const Block& b, std::uint32_t at) {
    const auto left = static_cast<std::uint64_t>(trips_ - started_);
    const auto runs = static_cast<std::int64_t>(Expansion::original_runs(b, left));
    if (runs == 0) return;
    for (std::uint32_t k = 0; k < e_.names.size(); ++k) {
      const Name& name = e_.names[k];
      if (name.kind != NameKind::home) continue;
      if (name.index <= distance_[name.value] && held_[k] != started_ - name.index)
        fault(ExpandFault::wrong_home, at, "the original loop would read another iteration's value");
      write(k, started_ + runs - name.index);
    }
    for (std::int64_t i = started_; i < started_ + runs; ++i) {
      ++clock_;
      for (std::uint32_t inst = 0; inst < p_.insts.size(); ++inst) ran(inst, i);
    }
    started_ += runs;
  }
  void finish() {
    for (std::int64_t i = 0; i < trips_; ++i)
      for (std::uint32_t inst = 0; inst < p_.insts.size(); ++inst)
        if (time(inst, i) == 0) fault(ExpandFault::not_once, inst, "an instruction does not run for an iteration");
    for (std::size_t k = 0; k < p_.edges.size(); ++k) {
      const Edge& edge = p_.edges[k];
      for (std::int64_t i = edge.distance; i < trips_; ++i) {
        const std::int64_t from = time(edge.from, i - edge.distance), to = time(edge.to, i);
        // Two at once are of one iteration of the original loop, which is in order.
        if (from > to || (from == to && edge.distance != 0))
          fault(ExpandFault::against_order, k, "a dependence is broken");
      }
    }
    for (std::uint32_t k = 0; k < e_.names.size(); ++k) {
      const Name& name = e_.names[k];
      if (name.kind == NameKind::home && name.index == 1 && p_.values[name.value].live_out && held_[k] != trips_ - 1)
        fault(ExpandFault::wrong_live_out, name.value, "home 1 does not hold the last iteration's value");
    }
  }

  const Problem& p_;
  const Schedule& s_;
  const Expansion& e_;
  std::vector<Numbers> defs_, reads_;  // per instruction: values; data edges
  Numbers distance_;                   // per value
  std::uint64_t longest_ = 0;
  std::int64_t trips_ = 0, started_ = 0, clock_ = 0;
  std::vector<std::int64_t> held_, time_;          // per name: iteration; per iteration and instruction: when it ran
  std::vector<std::vector<std::int64_t>> before_;  // per name: what it held
  std::string when_;
  std::set<std::pair<ExpandFault, std::size_t>> told_;
  FaultList<ExpandFault> faults_;
};

}  // namespace detail

/// Every fault, each once for each place, with the first trip count at which it shows. `trips`: the largest trip count
/// to run; 0: as many as needed. Preconditions: the problem's numbers are in range and its schedule is valid.
/// O(trips^2 * (instructions + edges)).
inline FaultList<ExpandFault> check_expansion(const Problem& problem, const Schedule& schedule,
                                              const Expansion& expansion, std::uint64_t trips = 0) {
  return detail::ExpansionChecker(problem, schedule, expansion).run(trips);
}

}  // namespace lathe::modulo
