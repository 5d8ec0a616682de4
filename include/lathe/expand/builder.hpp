// How both methods of kernel expansion write down what they make: block by block, in order.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <lathe/expand/order.hpp>

namespace lathe::modulo::detail {

template <class = void>
class BasicExpansionBuilder {
 public:
  BasicExpansionBuilder(const Problem& p, const Schedule& s, const PassOrder& o) : p_(p), s_(s), o_(o) {
    out.ii = s.ii;
    out.stages = o.stages;
  }
  Expansion out;

  void add_homes() {
    for (std::uint32_t v = 0; v < p_.values.size(); ++v) {
      first_home_.push_back(static_cast<std::uint32_t>(out.names.size()));
      for (std::uint32_t k = 1; k <= o_.homes[v]; ++k) out.names.push_back({v, NameKind::home, k});
    }
  }
  std::uint32_t home(std::uint32_t v, std::uint32_t k) const { return first_home_[v] + k - 1; }

  void begin_instance(std::uint32_t inst, std::int64_t offset) {
    Instance i;
    i.inst = inst;
    i.offset = static_cast<std::int32_t>(offset);
    i.cycle = std::int64_t{s_.ii} * offset + s_.cycle[inst];
    i.first = static_cast<std::uint32_t>(out.operands.size());
    out.instances.push_back(i);
  }
  /// All definitions of an instance come before its reads.
  void def(std::uint32_t name) {
    ++out.instances.back().defs;
    out.operands.push_back(name);
  }
  void read(std::uint32_t name) {
    ++out.instances.back().reads;
    out.operands.push_back(name);
  }
  void move(std::uint32_t inst, std::int64_t offset, std::uint32_t to, std::uint32_t from) {
    begin_instance(inst, offset);
    out.instances.back().move = true;
    def(to);
    read(from);
  }
  void copy(std::uint32_t to, std::uint32_t from) { out.copies.push_back({to, from}); }
  /// What was added since the last block becomes this one.
  void end(Block b) {
    b.first_instance = instances_;
    b.first_copy = copies_;
    instances_ = static_cast<std::uint32_t>(out.instances.size());
    copies_ = static_cast<std::uint32_t>(out.copies.size());
    b.instances = instances_ - b.first_instance;
    b.copies = copies_ - b.first_copy;
    out.blocks.push_back(b);
  }

  Expansion take() {
    out.registers.assign(p_.sets.size(), 0);
    ExpandStats& stats = out.stats;
    for (const Name& name : out.names) {
      ++(name.kind == NameKind::home ? stats.homes : stats.names);
      const Value& v = p_.values[name.value];
      if (name.kind != NameKind::home) out.registers[v.set] += v.weight;
    }
    stats.insts = p_.size();
    stats.instances = out.instances.size();
    for (const Instance& i : out.instances) stats.moves += i.move ? 1 : 0;
    stats.copies = out.copies.size();
    stats.blocks = out.blocks.size();
    stats.unroll = out.unroll;
    stats.stages = out.stages;
    stats.least_trips = out.stages - 1 + std::uint64_t{out.unroll};
    std::uint64_t code = stats.instances + stats.copies;
    for (const Block& b : out.blocks) {
      if (b.role == Role::original) code += p_.size();
      if (b.role != Role::kernel) continue;
      stats.kernel = b.instances;
      stats.kernel_work = std::uint64_t{b.instances} + b.copies;
    }
    stats.growth = code * 100 / p_.size();
    return std::move(out);
  }

 private:
  const Problem& p_;
  const Schedule& s_;
  const PassOrder& o_;
  std::vector<std::uint32_t> first_home_;
  std::uint32_t instances_ = 0, copies_ = 0;
};
using ExpansionBuilder = BasicExpansionBuilder<>;

}  // namespace lathe::modulo::detail
