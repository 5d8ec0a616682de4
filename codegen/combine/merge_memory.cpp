// Adjacent scalar accesses of one block become vector accesses.
//
// Loads: those with one chain operand and one base do not depend on each other, so any two may be read at once.
// Constants of bytes and halves are first joined into words, and so are parts of one number (join_bytes.cpp).
// Stores: a run S1 -> S2 -> ... in which each store's chain has no other user; then nothing can see the memory between
// them, and the values of later ones cannot depend on earlier ones.
// Accesses are sorted by base and offset; greedy, four elements before two.
#include "codegen/combine/merge_memory.hpp"

#include <algorithm>
#include <tuple>

#include "codegen/combine/rules.hpp"

namespace lathe::codegen::combining {

Access access_of(const Dag& dag, NodeId id, Value address) {
  Access out{id, dag.operand(id, 0), address, address, 0, 0, dag.mem(id), {}};
  while (dag.op(out.base) == Isd::add) {
    std::uint64_t by = 0;
    if (!dag.is_constant(dag.operand(out.base, 1), by)) break;
    out.offset += static_cast<std::int64_t>(by);
    out.base = dag.operand(out.base, 0);
  }
  // Offsets inside an address leaf count too, and a frame object's alignment is known.
  const Isd op = dag.op(out.base);
  if (op == Isd::global_address || op == Isd::frame_index || op == Isd::param_address) {
    const DagPayload& payload = dag.payload(out.base.node);
    out.leaf = (static_cast<std::uint64_t>(op) << 32 | payload.aux) + 1;
    out.offset += static_cast<std::int64_t>(payload.imm);
    out.base = {};
    if (op == Isd::frame_index && payload.aux < dag.frame.size()) {
      const auto low = static_cast<std::uint64_t>(out.offset) | 16;
      const auto proved = static_cast<std::uint32_t>(low & (0 - low));
      out.m.align = std::max(out.m.align, std::min(proved, dag.frame[payload.aux].align));
    }
  }
  return out;
}

std::uint32_t alignment_at(const std::vector<Access>& accesses, std::int64_t offset) {
  std::uint32_t best = 1;
  for (const Access& a : accesses) {
    const auto apart = static_cast<std::uint64_t>(a.offset - offset);
    const auto low = static_cast<std::uint32_t>((apart | a.m.align) & (0 - (apart | a.m.align)));
    best = std::max(best, low);
  }
  return best;
}

namespace {

bool mergeable(const Dag& dag, NodeId id, const JoinFacts& joins) {
  const MemInfo& m = dag.mem(id);
  if (m.is_volatile || m.ordering != Ordering::none || m.extend != Extend::none || m.lanes != 1) return false;
  if (m.space == Space::param || m.space == Space::tensor) return false;
  return joins.has(m.type);
}
// Stores of bytes too: constants and parts of numbers among them join into words. A value may be wider than what is
// stored of it.
bool mergeable_store(const Dag& dag, NodeId id, const JoinFacts& joins) {
  if (dag.op(id) != Isd::store) return false;
  const MemInfo& m = dag.mem(id);
  const Vt value = dag.type(dag.operand(id, 1));
  const bool truncates =
      m.type.is_integer() && value.is_integer() && !value.is_vector() && value.bits() > m.type.bits();
  if (value != m.type && !truncates) return false;
  if (mergeable(dag, id, joins)) return true;
  return m.type == vt::i8 && !m.is_volatile && m.ordering == Ordering::none && m.lanes == 1 &&
         m.space != Space::param && m.space != Space::tensor;
}

class Merger {
 public:
  Merger(Dag& dag, const TargetFacts& facts) : dag_(dag), facts_(facts), joins_(facts.joins) {}
  std::uint64_t run() {
    made_ += join_loads(dag_, facts_);
    collect();
    loads();
    stores();
    return made_;
  }

 private:
  void collect() {
    for (NodeId id = 0; id < dag_.size(); ++id) {
      if (!dag_.alive(id)) continue;
      const Isd op = dag_.op(id);
      if (op == Isd::load && dag_.types(id)[0] == dag_.mem(id).type && mergeable(dag_, id, joins_))
        loads_.push_back(access_of(dag_, id, dag_.operand(id, 1)));
      if (op == Isd::store && mergeable_store(dag_, id, joins_)) store_nodes_.push_back(id);
    }
  }
  // How many of the accesses from `from` on make one vector access: 4, 2, or 1.
  std::uint32_t group(const std::vector<Access>& list, std::size_t from) const {
    const MemInfo& m = list[from].m;
    // A part of a wider number needs a register of its own first: what the vector saves is gone (SASS of `sorts`).
    const auto whole = [&](const Access& a) { return !a.value || dag_.type(a.value) == a.m.type; };
    if (m.type == vt::i8 || !joins_.has(m.type) || !whole(list[from])) return 1;
    const std::uint32_t size = m.type.element_bytes();
    for (std::uint32_t count = 4; count >= 2; count /= 2) {
      if (count * size > joins_.most_bytes || m.align < count * size || from + count > list.size()) continue;
      bool fits = true;
      for (std::uint32_t i = 1; i < count && fits; ++i) {
        const Access& a = list[from + i];
        const MemInfo& other = a.m;
        fits = dag_.alive(a.node) && whole(a) && a.base == list[from].base && a.leaf == list[from].leaf &&
               a.chain == list[from].chain && a.offset == list[from].offset + static_cast<std::int64_t>(i * size) &&
               other.type == m.type && other.space == m.space && other.invariant == m.invariant && other.same_hints(m);
      }
      if (fits) return count;
    }
    return 1;
  }
  std::uint32_t vector_info(MemInfo m, std::uint32_t count) {
    m.lanes = static_cast<std::uint8_t>(count);
    return dag_.memory_index(m);
  }

  void loads() {
    std::sort(loads_.begin(), loads_.end(), [](const Access& a, const Access& b) {
      return std::tie(a.chain, a.base, a.leaf, a.offset, a.node) < std::tie(b.chain, b.base, b.leaf, b.offset, b.node);
    });
    for (std::size_t i = 0; i < loads_.size();) {
      if (!dag_.alive(loads_[i].node)) {  // merged into an equal one meanwhile
        ++i;
        continue;
      }
      const std::uint32_t count = group(loads_, i);
      if (count > 1) load_group(i, count);
      i += count;
    }
  }
  void load_group(std::size_t from, std::uint32_t count) {
    const NodeId first = loads_[from].node;
    std::vector<Vt> types(count, dag_.mem(first).type);
    types.push_back(vt::chain);
    const Value operands[] = {dag_.operand(first, 0), dag_.operand(first, 1)};
    dag_.set_position(dag_.node(first).order, dag_.node(first).location);
    const NodeId wide = dag_.add(Isd::load_vec, types, operands, DagPayload{0, vector_info(loads_[from].m, count)});
    for (std::uint32_t i = 0; i < count; ++i) {
      const NodeId old = loads_[from + i].node;
      const Value results[] = {{wide, i}, {wide, count}};
      dag_.replace_node(old, results);
      dag_.erase_dead(old);
    }
    ++made_;
  }

  // Runs are found from their last store back along the chain.
  void stores() {
    std::vector<bool> taken(dag_.size(), false);
    for (std::size_t i = store_nodes_.size(); i-- > 0;) {
      NodeId last = store_nodes_[i];
      if (taken[last] || !dag_.alive(last)) continue;
      // Go forward to the end of the run first, so that each run is seen whole, once.
      for (NodeId next = follower(last); next != dag::no_node && !taken[next]; next = follower(last)) last = next;
      std::vector<NodeId> run{last};
      taken[last] = true;
      for (NodeId at = last;;) {
        const Value chain = dag_.operand(at, 0);
        const NodeId before = chain.node;
        if (taken[before] || !dag_.one_use(chain) || !mergeable_store(dag_, before, joins_)) break;
        taken[before] = true;
        run.push_back(before);
        at = before;
      }
      std::reverse(run.begin(), run.end());
      store_run(run);
    }
  }
  NodeId follower(NodeId id) const {
    if (dag_.use_count(id) != 1) return dag::no_node;
    NodeId user = dag::no_node;
    dag_.for_each_use(id, [&](NodeId u, std::uint32_t, Value) { user = u; });
    return user != dag::no_node && mergeable_store(dag_, user, joins_) ? user : dag::no_node;
  }
  // Within a run, consecutive stores to one base that do not overlap may go in any order.
  void store_run(const std::vector<NodeId>& run) {
    for (std::size_t begin = 0; begin < run.size();) {
      std::vector<Access> list;
      const Access head = access_of(dag_, run[begin], dag_.operand(run[begin], 2));
      std::size_t end = begin;
      for (; end < run.size(); ++end) {
        Access a = access_of(dag_, run[end], dag_.operand(run[end], 2));
        if (a.base != head.base || a.leaf != head.leaf) break;
        a.chain = {};
        list.push_back(a);
      }
      store_segment(list);
      begin = end;
    }
  }
  void store_segment(std::vector<Access>& list) {
    if (list.size() < 2) return;
    std::vector<Access> sorted = list;
    for (Access& a : sorted) a.value = dag_.operand(a.node, 1);
    std::sort(sorted.begin(), sorted.end(),
              [](const Access& a, const Access& b) { return std::tie(a.offset, a.node) < std::tie(b.offset, b.node); });
    for (std::size_t i = 1; i < sorted.size(); ++i)
      if (sorted[i - 1].offset + sorted[i - 1].m.type.element_bytes() > sorted[i].offset) return;
    raise_alignments(sorted);
    bool any = join_constants(sorted);
    any |= join_parts(sorted);
    for (std::size_t i = 0; i < sorted.size() && !any; ++i) any = group(sorted, i) > 1;
    if (!any) return;
    // The whole segment is written anew, in order of offsets, from its first chain to its last.
    Value chain = dag_.operand(list.front().node, 0);
    const Value end{list.back().node, 0};
    for (std::size_t i = 0; i < sorted.size();) {
      const std::uint32_t count = group(sorted, i);
      chain = store_group(sorted, i, count, chain);
      made_ += count > 1 ? 1 : 0;
      i += count;
    }
    if (dag_.root == end) dag_.set_root(chain);
    dag_.replace(end, chain);
    dag_.erase_dead(end.node);
  }
  // What one store says of the alignment of the base holds for all of the segment; a constant number of looks at each.
  static void raise_alignments(std::vector<Access>& list) {
    const auto best = std::max_element(list.begin(), list.end(),
                                       [](const Access& a, const Access& b) { return a.m.align < b.m.align; });
    const std::vector<Access> one{*best};
    for (Access& a : list) a.m.align = std::max(a.m.align, alignment_at(one, a.offset));
  }
  bool join_parts(std::vector<Access>& list) {
    std::vector<Access> out;
    for (std::size_t i = 0; i < list.size();) {
      Access joined = list[i];
      const std::uint32_t count = join_stored_parts(dag_, list, i, joined);
      out.push_back(joined);
      made_ += count > 1 ? 1 : 0;
      i += count;
    }
    const bool any = out.size() != list.size();
    list = std::move(out);
    return any;
  }
  // Neighbouring constants of 8 and 16 bits become one of 16 and 32 where the first is aligned for it.
  bool join_constants(std::vector<Access>& list) {
    bool joined = false;
    for (const Vt narrow : {vt::i8, vt::i16}) {
      std::vector<Access> out;
      for (std::size_t i = 0; i < list.size(); ++i) {
        Access a = list[i];
        std::uint64_t low = 0, high = 0;
        const std::uint32_t size = narrow.element_bytes();
        if (i + 1 < list.size() && a.m.type == narrow && list[i + 1].m.type == narrow && a.m.align >= 2 * size &&
            list[i + 1].offset == a.offset + size && list[i + 1].m.space == a.m.space &&
            list[i + 1].m.same_hints(a.m) && dag_.is_constant(a.value, low) &&
            dag_.is_constant(list[i + 1].value, high)) {
          a.m.type = narrow.with_bits(narrow.bits() * 2);
          a.value = dag_.constant((low & low_mask(narrow.bits())) | high << narrow.bits(), a.m.type);
          joined = true;
          ++made_;
          ++i;
        }
        out.push_back(a);
      }
      list = std::move(out);
    }
    return joined;
  }
  Value store_group(const std::vector<Access>& list, std::size_t from, std::uint32_t count, Value chain) {
    const Access& first = list[from];
    dag_.set_position(dag_.node(first.node).order, dag_.node(first.node).location);
    if (count == 1) {
      const Value operands[] = {chain, first.value, first.address};
      return dag_.get(Isd::store, vt::chain, operands, DagPayload{0, dag_.memory_index(first.m)},
                      dag_.flags(first.node));
    }
    std::vector<Value> operands{chain, first.address};
    for (std::uint32_t i = 0; i < count; ++i) operands.push_back(list[from + i].value);
    return dag_.get(Isd::store_vec, vt::chain, operands, DagPayload{0, vector_info(first.m, count)});
  }

  Dag& dag_;
  const TargetFacts& facts_;
  const JoinFacts& joins_;
  std::vector<Access> loads_;
  std::vector<NodeId> store_nodes_;
  std::uint64_t made_ = 0;
};

}  // namespace

std::uint64_t merge_memory(Dag& dag, const TargetFacts& facts) { return Merger(dag, facts).run(); }

}  // namespace lathe::codegen::combining
