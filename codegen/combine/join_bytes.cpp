// Bytes put together by shifts and ors become one load; parts of one number stored side by side become one store.
//
// Accesses are aligned to their size, so both happen only where the alignment of the first byte is known. The
// other order of bytes gives a bswap (one prmt). A load joins loads of one chain operand and one base: nothing lies
// between them. It takes the place of all of them in the chain.
// Source: the idea of LLVM's MatchLoadCombine and mergeTruncStores.
#include <algorithm>

#include "codegen/combine/merge_memory.hpp"
#include "codegen/combine/rules.hpp"

namespace lathe::codegen::combining {

namespace {

struct Byte {
  enum class Kind : std::uint8_t { unknown, zero, loaded } kind = Kind::unknown;
  NodeId load = dag::no_node;
  std::uint32_t index = 0;  ///< in memory order
};

class LoadJoiner {
 public:
  LoadJoiner(Dag& dag, const TargetFacts& facts) : dag_(dag), facts_(facts) {}
  std::uint64_t run() {
    // Most blocks have nothing of the kind; they need no order.
    std::uint32_t loads = 0, ors = 0;
    for (NodeId id = 0; id < dag_.size(); ++id) {
      if (!dag_.alive(id)) continue;
      loads += dag_.op(id) == Isd::load && load_fits(id) ? 1 : 0;
      ors += dag_.op(id) == Isd::or_ ? 1 : 0;
    }
    if (loads < 2 || ors == 0) return 0;
    std::vector<NodeId> order;
    dag_.topological_order(order);
    std::uint64_t made = 0;
    // Users before operands: the whole of a tree before its parts.
    for (std::size_t i = order.size(); i-- > 0;)
      if (dag_.alive(order[i]) && dag_.op(order[i]) == Isd::or_ && join(order[i])) ++made;
    return made;
  }

 private:
  static constexpr unsigned most_steps = 160;  // of one tree: 8 bytes, each through a handful of operations

  bool load_fits(NodeId id) const {
    const MemInfo& m = dag_.mem(id);
    return !m.is_volatile && m.ordering == Ordering::none && m.lanes == 1 && m.space != Space::param &&
           m.space != Space::tensor && m.type.is_integer() && !m.type.is_vector() && m.type.bits() % 8 == 0 &&
           m.type.bits() <= 32 && dag_.use_count(Value{id, 0}) == 1;
  }
  // Where byte `index` of v comes from. All on the way but the root have one user: they go with the tree.
  Byte trace(Value v, std::uint32_t index, bool root) {
    const Vt t = dag_.type(v);
    if (steps_ == 0 || t.is_vector() || !t.is_integer() || t.bits() > 64 || t.bits() % 8 != 0) return {};
    --steps_;
    if (index * 8 >= t.bits()) return {};
    const Isd op = dag_.op(v);
    std::uint64_t by = 0;
    if (op == Isd::constant)
      return (dag_.payload(v.node).imm >> (8 * index) & 255) == 0 ? Byte{Byte::Kind::zero} : Byte{};
    if (op == Isd::load) return of_load(v, index);
    if (!root && !dag_.one_use(v)) return {};
    const Byte zero{Byte::Kind::zero};
    switch (op) {
      case Isd::or_: {
        const Byte a = trace(dag_.operand(v, 0), index, false);
        if (a.kind == Byte::Kind::unknown) return a;
        const Byte b = trace(dag_.operand(v, 1), index, false);
        if (a.kind == Byte::Kind::zero) return b;
        return b.kind == Byte::Kind::zero ? a : Byte{};
      }
      case Isd::and_:
        if (!dag_.is_constant(dag_.operand(v, 1), by)) return {};
        by = by >> (8 * index) & 255;
        return by == 0 ? zero : by == 255 ? trace(dag_.operand(v, 0), index, false) : Byte{};
      case Isd::shl:
      case Isd::srl: {
        if (!dag_.is_constant(dag_.operand(v, 1), by) || by % 8 != 0 || by >= t.bits()) return {};
        const auto bytes = static_cast<std::uint32_t>(by / 8), size = t.bits() / 8;
        if (op == Isd::shl) return bytes > index ? zero : trace(dag_.operand(v, 0), index - bytes, false);
        return index + bytes >= size ? zero : trace(dag_.operand(v, 0), index + bytes, false);
      }
      case Isd::bswap:
        return trace(dag_.operand(v, 0), t.bits() / 8 - 1 - index, false);
      case Isd::trunc:
        return trace(dag_.operand(v, 0), index, false);
      case Isd::zext:
      case Isd::sext:
      case Isd::anyext: {
        const std::uint32_t from = dag_.type(dag_.operand(v, 0)).bits();
        if (index * 8 >= from) return op == Isd::zext && from % 8 == 0 ? zero : Byte{};
        return trace(dag_.operand(v, 0), index, false);
      }
      default:
        return {};
    }
  }
  Byte of_load(Value v, std::uint32_t index) const {
    if (v.result != 0 || !load_fits(v.node)) return {};
    const MemInfo& m = dag_.mem(v.node);
    if (index * 8 >= m.type.bits()) return m.extend == Extend::zero ? Byte{Byte::Kind::zero} : Byte{};
    return {Byte::Kind::loaded, v.node, index};
  }

  bool join(NodeId root) {
    const Vt t = dag_.types(root)[0];
    if (!t.is_scalar() || !t.is_integer() || t.bits() % 16 != 0 || t.bits() > 64 || !facts_.types.holds(t))
      return false;
    steps_ = most_steps;
    const std::uint32_t size = t.bits() / 8;
    Byte bytes[8];
    std::uint32_t count = 0;  // loaded ones, in the low bytes
    for (std::uint32_t i = 0; i < size; ++i) {
      bytes[i] = trace({root, 0}, i, true);
      if (bytes[i].kind == Byte::Kind::unknown) return false;
      if (bytes[i].kind == Byte::Kind::zero) continue;
      if (count++ != i) return false;
    }
    if (count != 2 && count != 4 && count != 8) return false;
    return write(root, {bytes, count});
  }
  bool write(NodeId root, std::span<const Byte> bytes) {
    const auto count = static_cast<std::uint32_t>(bytes.size());
    std::vector<Access> loads;
    std::vector<std::int64_t> places;
    for (const Byte& b : bytes) {
      if (loads.empty() || loads.back().node != b.load) {
        // Each load once, its bytes together.
        if (std::any_of(loads.begin(), loads.end(), [&](const Access& a) { return a.node == b.load; })) return false;
        loads.push_back(access_of(dag_, b.load, dag_.operand(b.load, 1)));
      }
      places.push_back(loads.back().offset + b.index);
    }
    if (loads.size() < 2) return false;
    const std::int64_t step = places[1] - places[0];
    if (step != 1 && step != -1) return false;
    for (std::uint32_t i = 1; i < count; ++i)
      if (places[i] - places[i - 1] != step) return false;
    const Access& first = *std::min_element(loads.begin(), loads.end(),
                                            [](const Access& a, const Access& b) { return a.offset < b.offset; });
    if (first.offset != std::min(places.front(), places.back())) return false;
    for (const Access& a : loads)
      if (a.chain != first.chain || a.base != first.base || a.leaf != first.leaf || a.m.space != first.m.space ||
          a.m.invariant != first.m.invariant || !a.m.same_hints(first.m))
        return false;
    const std::uint32_t align = alignment_at(loads, first.offset);
    if (align < count) return false;
    make(root, first, loads, count, align, step < 0);
    return true;
  }
  void make(NodeId root, const Access& first, const std::vector<Access>& loads, std::uint32_t count,
            std::uint32_t align, bool swapped) {
    dag_.set_position(dag_.node(first.node).order, dag_.node(first.node).location);
    MemInfo m = first.m;
    m.type = vt::i8.with_bits(count * 8);
    m.align = align;
    m.extend = Extend::none;
    const Vt types[] = {m.type, vt::chain};
    const Value operands[] = {first.chain, first.address};
    const NodeId wide = dag_.add(Isd::load, types, operands, DagPayload{0, dag_.memory_index(m)});
    Value value{wide, 0};
    if (swapped) value = dag_.get(Isd::bswap, m.type, {value});
    const Vt t = dag_.types(root)[0];
    if (t != m.type) value = dag_.get(Isd::zext, t, {value});
    dag_.replace({root, 0}, value);
    for (const Access& a : loads) {
      if (dag_.root == Value{a.node, 1}) dag_.set_root({wide, 1});
      dag_.replace({a.node, 1}, {wide, 1});
    }
    dag_.erase_dead(root);
  }

  Dag& dag_;
  const TargetFacts& facts_;
  unsigned steps_ = 0;
};

// Bits [bit, bit + width of the access) of x are what is stored.
struct Part {
  Value x;
  std::uint32_t bit = 0;
};

Part part_of(const Dag& dag, Value v, std::uint32_t width) {
  Part out{v, 0};
  for (unsigned steps = 0; steps < 8; ++steps) {
    const Vt t = dag.type(out.x);
    if (t.bits() > 64 || dag.operand_count(out.x.node) == 0) break;
    const Value inner = dag.operand(out.x, 0);
    std::uint64_t by = 0;
    switch (dag.op(out.x)) {
      case Isd::trunc:
        if (dag.type(inner).bits() > 64) return out;
        break;
      case Isd::zext:
      case Isd::sext:
      case Isd::anyext:
        if (out.bit + width > dag.type(inner).bits()) return out;
        break;
      case Isd::srl:
      case Isd::sra:
        if (!dag.is_constant(dag.operand(out.x, 1), by) || by >= t.bits() || out.bit + by + width > t.bits())
          return out;
        out.bit += static_cast<std::uint32_t>(by);
        break;
      case Isd::and_:
        if (!dag.is_constant(dag.operand(out.x, 1), by) || (~by >> out.bit & low_mask(width)) != 0) return out;
        break;
      default:
        return out;
    }
    out.x = inner;
  }
  return out;
}

}  // namespace

std::uint64_t join_loads(Dag& dag, const TargetFacts& facts) { return LoadJoiner(dag, facts).run(); }

std::uint32_t join_stored_parts(Dag& dag, const std::vector<Access>& list, std::size_t from, Access& out) {
  const Access& head = list[from];
  if (!head.m.type.is_integer() || head.m.type.is_vector()) return 1;
  const std::uint32_t width = head.m.type.bits(), size = width / 8;
  std::vector<Part> parts;
  for (std::size_t i = from; i < list.size() && parts.size() < 8; ++i) {
    const Access& a = list[i];
    if (a.m.type != head.m.type || a.m.space != head.m.space || !a.m.same_hints(head.m) ||
        a.offset != head.offset + static_cast<std::int64_t>(size * parts.size()) || !dag.type(a.value).is_integer())
      break;
    const Part part = part_of(dag, a.value, width);
    if (!parts.empty() && part.x != parts.front().x) break;
    parts.push_back(part);
  }
  for (std::uint32_t count = 8 / std::max(1U, size); count >= 2; count /= 2) {
    if (count > parts.size() || head.m.align < count * size) continue;
    bool up = true, down = size == 1;
    for (std::uint32_t i = 1; i < count; ++i) {
      up = up && parts[i].bit == parts[0].bit + i * width;
      down = down && parts[i].bit + i * width == parts[0].bit;
    }
    if (!up && !down) continue;
    const Vt whole = head.m.type.with_bits(count * width);
    Value x = parts.front().x;
    if (dag.type(x).bits() < whole.bits()) continue;
    dag.set_position(dag.node(head.node).order, dag.node(head.node).location);
    const std::uint32_t low = up ? parts[0].bit : parts[count - 1].bit;
    if (low != 0) x = dag.get(Isd::srl, dag.type(x), {x, dag.constant(low, dag.type(x))});
    if (dag.type(x) != whole) x = dag.get(Isd::trunc, whole, {x});
    out = head;
    out.m.type = whole;
    out.value = down && !up ? dag.get(Isd::bswap, whole, {x}) : x;
    return count;
  }
  return 1;
}

}  // namespace lathe::codegen::combining
