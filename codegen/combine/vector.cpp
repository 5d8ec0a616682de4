// Rules: vectors put together and taken apart.
//
// Once types are legal, lanes may be written and read in a wider type; the rules below only move lanes of one type.
#include "codegen/combine/rules.hpp"

namespace lathe::codegen::combining {

namespace {

constexpr std::uint32_t most_lanes = 64;

// Lane `lane` of a vector as a value of type `want`, when it stands in the graph already.
Value lane_of(const Context& c, Value v, std::uint64_t lane, Vt want, unsigned depth = 8) {
  if (depth == 0) return {};
  const auto typed = [&](Value x) { return c.type(x) == want ? x : Value{}; };
  switch (c.op(v)) {
    case Isd::build_vector:
      return lane < c.dag.operand_count(v.node) ? typed(c.operand(v, static_cast<std::uint32_t>(lane))) : Value{};
    case Isd::insert_element: {
      std::uint64_t at = 0;
      if (!c.constant(c.operand(v, 2), at)) return {};
      return at == lane ? typed(c.operand(v, 1)) : lane_of(c, c.operand(v, 0), lane, want, depth - 1);
    }
    case Isd::shuffle: {
      const auto& mask = c.dag.masks[c.dag.payload(v.node).aux];
      if (lane >= mask.size() || mask[lane] < 0) return {};
      const auto from = static_cast<std::uint32_t>(mask[lane]), width = c.type(c.operand(v, 0)).lanes();
      return lane_of(c, c.operand(v, from < width ? 0 : 1), from % width, want, depth - 1);
    }
    case Isd::concat_vectors: {
      const std::uint32_t width = c.type(c.operand(v, 0)).lanes();
      const auto which = static_cast<std::uint32_t>(lane / width);
      return which < c.dag.operand_count(v.node) ? lane_of(c, c.operand(v, which), lane % width, want, depth - 1)
                                                 : Value{};
    }
    case Isd::extract_subvector:
      return lane_of(c, c.operand(v, 0), lane + c.imm(v), want, depth - 1);
    default:
      return {};
  }
}

Value extract_of(Context& c, NodeId n) {
  const Value vector = c.operand(n, 0);
  const Vt t = c.type(n);
  std::uint64_t lane = 0;
  if (c.is(vector, Isd::undef)) return c.dag.undef(t);
  if (!c.constant(c.operand(n, 1), lane)) {
    // Any lane of a splat.
    if (!c.is(vector, Isd::build_vector)) return {};
    const Value first = c.operand(vector, 0);
    for (std::uint32_t i = 1; i < c.dag.operand_count(vector.node); ++i)
      if (c.operand(vector, i) != first) return {};
    return c.type(first) == t ? first : Value{};
  }
  if (lane >= c.type(vector).lanes()) return c.dag.undef(t);
  if (const Value found = lane_of(c, vector, lane, t)) return found;
  // Past insertions into other lanes.
  std::uint64_t at = 0;
  if (c.is(vector, Isd::insert_element) && c.constant(c.operand(vector, 2), at) && at != lane)
    return c.make(Isd::extract_element, t, {c.operand(vector, 0), c.operand(n, 1)});
  if (c.is(vector, Isd::shuffle)) {
    const auto& mask = c.dag.masks[c.dag.payload(vector.node).aux];
    if (mask[lane] < 0) return c.dag.undef(t);
    const auto from = static_cast<std::uint32_t>(mask[lane]), width = c.type(c.operand(vector, 0)).lanes();
    return c.make(Isd::extract_element, t,
                  {c.operand(vector, from < width ? 0 : 1), c.number(from % width, c.type(c.operand(n, 1)))});
  }
  return {};
}

// Insertion into a vector whose lanes are known: a vector of the new lanes.
Value insert_to_build(Context& c, NodeId n) {
  const Vt t = c.type(n);
  const Value base = c.operand(n, 0);
  std::uint64_t at = 0;
  if (!c.constant(c.operand(n, 2), at) || t.lanes() > most_lanes) return {};
  if (at >= t.lanes()) return c.dag.undef(t);
  if (c.is(c.operand(n, 1), Isd::undef)) return base;
  if (!c.is(base, Isd::build_vector) && !c.is(base, Isd::undef)) return {};
  const Vt lane_type = c.type(c.operand(n, 1));
  std::vector<Value> lanes;
  for (std::uint32_t i = 0; i < t.lanes(); ++i) {
    if (i == at)
      lanes.push_back(c.operand(n, 1));
    else if (c.is(base, Isd::undef))
      lanes.push_back(c.dag.undef(lane_type));
    else
      lanes.push_back(c.operand(base, i));
    if (c.type(lanes.back()) != lane_type) return {};
  }
  return c.dag.get(Isd::build_vector, t, lanes);
}

// A vector of all the lanes of another, in order.
Value build_of_extracts(Context& c, NodeId n) {
  const Vt t = c.type(n);
  Value source;
  bool all_undefined = true;
  for (std::uint32_t i = 0; i < c.dag.operand_count(n); ++i) all_undefined &= c.is(c.operand(n, i), Isd::undef);
  if (all_undefined) return c.dag.undef(t);
  for (std::uint32_t i = 0; i < c.dag.operand_count(n); ++i) {
    const Value lane = c.operand(n, i);
    if (c.is(lane, Isd::undef)) continue;
    std::uint64_t at = 0;
    if (!c.is(lane, Isd::extract_element) || !c.constant(c.operand(lane, 1), at) || at != i) return {};
    if (!source) source = c.operand(lane, 0);
    if (source != c.operand(lane, 0)) return {};
  }
  return source && c.type(source) == t ? source : Value{};
}

Value shuffle_simple(Context& c, NodeId n) {
  const Vt t = c.type(n);
  const Value a = c.operand(n, 0), b = c.operand(n, 1);
  const std::vector<std::int32_t> mask = c.dag.masks[c.dag.payload(n).aux];
  const auto width = static_cast<std::int32_t>(c.type(a).lanes());
  bool first = true, second = true, none = true;
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(mask.size()); ++i) {
    const std::int32_t from = mask[static_cast<std::size_t>(i)];
    none &= from < 0;
    first &= from < 0 || from == i;
    second &= from < 0 || from == i + width;
  }
  if (none) return c.dag.undef(t);
  if (first && c.type(a) == t) return a;
  if (second && c.type(b) == t) return b;
  if (t.lanes() > most_lanes) return {};
  std::vector<Value> lanes;
  for (const std::int32_t from : mask) {
    Value lane;
    if (from < 0)
      lane = c.dag.undef(t.element());
    else
      lane = lane_of(c, from < width ? a : b, static_cast<std::uint64_t>(from % width), t.element());
    if (!lane) return {};
    lanes.push_back(lane);
  }
  return c.level == CombineLevel::before_types ? c.dag.get(Isd::build_vector, t, lanes) : Value{};
}

// Vectors made of whole vectors whose lanes are known.
Value concat_or_part(Context& c, NodeId n) {
  const Vt t = c.type(n);
  if (c.op(n) == Isd::concat_vectors && c.dag.operand_count(n) == 1) return c.operand(n, 0);
  if (c.op(n) == Isd::extract_subvector && c.type(c.operand(n, 0)) == t) return c.operand(n, 0);
  if (t.lanes() > most_lanes || c.level != CombineLevel::before_types) return {};
  std::vector<Value> lanes;
  for (std::uint32_t i = 0; i < t.lanes(); ++i) {
    const Value lane = lane_of(c, {n, 0}, i, t.element());
    if (!lane) return {};
    lanes.push_back(lane);
  }
  return c.dag.get(Isd::build_vector, t, lanes);
}

}  // namespace

void add_vector_rules(RuleList& list) {
  list.add("extract-of", extract_of, {Isd::extract_element});
  list.add("insert-to-build", insert_to_build, {Isd::insert_element});
  list.add("build-of-extracts", build_of_extracts, {Isd::build_vector});
  list.add("shuffle-simple", shuffle_simple, {Isd::shuffle});
  list.add("concat-or-part", concat_or_part, {Isd::concat_vectors, Isd::extract_subvector});
}

}  // namespace lathe::codegen::combining
