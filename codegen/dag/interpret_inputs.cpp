// Inputs that a rewrite is judged on: values at the constants that stand near the node and one beside them, sums and
// differences of two constants, multiples, narrow numbers, and such that promises (nuw, nsw, exact, disjoint, nneg)
// hold, found by trying: where the node's value is poison, inputs change one by one and stay changed when fewer
// promises are broken. Random numbers alone meet `x < 100` at 100, or `shl nuw x, 20`, once in millions.
#include <algorithm>

#include "codegen/dag/interpret.hpp"
#include "codegen/dag/interpret_lanes.hpp"

namespace lathe::codegen {

using namespace interpreting;

namespace {

constexpr std::size_t most_nodes = 300, most_constants = 6, most_widths = 3, most_tries = 24;

/// What the node and its replacements are made of, nearest first.
struct Cone {
  std::vector<NodeId> inputs;                                      ///< registers and loads
  std::vector<std::pair<std::uint64_t, std::uint32_t>> constants;  ///< bits and width
  std::vector<std::uint32_t> widths;                               ///< of integers
};

Cone cone_of(const Dag& dag, NodeId node, std::span<const Value> after) {
  Cone cone;
  std::vector<NodeId> open{node};
  for (const Value v : after)
    if (v && v.node != node) open.push_back(v.node);
  const auto add = [&](NodeId id) {
    if (std::find(open.begin(), open.end(), id) == open.end()) open.push_back(id);
  };
  for (std::size_t i = 0; i < open.size() && i < most_nodes; ++i) {
    const NodeId id = open[i];
    const Isd op = dag.op(id);
    const Vt type = dag.types(id)[0];
    const auto width = op == Isd::sext_inreg ? static_cast<std::uint32_t>(dag.payload(id).imm) : type.bits();
    if (type.is_integer() && width > 1 && width <= 64 && cone.widths.size() < most_widths &&
        std::find(cone.widths.begin(), cone.widths.end(), width) == cone.widths.end())
      cone.widths.push_back(width);
    if (op == Isd::copy_from_reg || (op == Isd::load && type.bits() <= 64)) cone.inputs.push_back(id);
    if ((op == Isd::constant || op == Isd::constant_fp) && cone.constants.size() < most_constants) {
      const std::pair constant{dag.payload(id).imm, type.bits()};
      if (std::find(cone.constants.begin(), cone.constants.end(), constant) == cone.constants.end())
        cone.constants.push_back(constant);
    }
    dag.for_each_operand(id, [&](Value v) {
      if (!dag.type(v).is_chain()) add(v.node);
    });
  }
  return cone;
}

/// Numbers worth trying, each once in its list.
struct Candidates {
  std::vector<std::uint64_t> best, others;
};

void add_once(std::vector<std::uint64_t>& list, std::initializer_list<std::uint64_t> values) {
  for (const std::uint64_t v : values)
    if (std::find(list.begin(), list.end(), v) == list.end()) list.push_back(v);
}

Candidates candidates(const Cone& cone) {
  Candidates out;
  std::vector<std::uint64_t> numbers;
  for (const auto& [bits, width] : cone.constants)
    numbers.push_back(static_cast<std::uint64_t>(as_signed(bits, width)));
  for (const std::uint64_t c : numbers) add_once(out.best, {c, c + 1, c - 1});
  add_once(out.best, {~std::uint64_t{0}, 0, 1});
  // Where a width ends: of the types that meet, and of what a shift by a constant leaves.
  for (const std::uint32_t w : cone.widths)
    add_once(out.best, {1ULL << (w - 1), mask_of(w), mask_of(w - 1), w < 64 ? 1ULL << w : 0});
  for (const auto& [by, width] : cone.constants)
    if (by != 0 && by < width) {
      const auto rest = width - static_cast<std::uint32_t>(by);
      add_once(out.others, {1ULL << (rest - 1), mask_of(rest), 1ULL << by, mask_of(static_cast<std::uint32_t>(by))});
    }
  for (std::size_t i = 0; i < numbers.size() && i < 3; ++i)
    for (std::size_t k = 0; k < numbers.size() && k < 3; ++k)
      if (i != k) {
        const std::uint64_t difference = numbers[i] - numbers[k];
        add_once(out.others, {difference, difference + 1, difference - 1, numbers[i] + numbers[k]});
      }
  for (const std::uint64_t c : numbers) add_once(out.others, {0 - c, ~c, 3 * c});
  add_once(out.others, {2, 3});
  return out;
}

/// Few bits somewhere in the word: small ones keep sums in range, low zeros make divisions exact.
std::uint64_t shaped(std::uint64_t key, std::uint32_t width) {
  const auto length = static_cast<std::uint32_t>(1 + key % width), place = static_cast<std::uint32_t>(key >> 8) % width;
  const std::uint64_t v = (scramble(key, 11) & mask_of(length)) << place;
  return (key >> 20 & 3) == 0 ? 0 - v : v;
}

}  // namespace

void DagInterp::set_input(Inputs& inputs, NodeId id, std::uint32_t lane, std::uint64_t bits) {
  const Dag& dag = *dag_;
  if (dag.op(id) == Isd::copy_from_reg) {
    const Vt t = dag.types(id)[0];
    inputs.registers[{dag.payload(id).aux, t.raw, lane}] = bits & mask_of(t.bits());
    return;
  }
  done_.clear();
  const InterpValue address = operand(id, 1);
  if (address.unknown || address.lanes.empty() || address.lanes[0].poison) return;
  for (std::uint32_t i = 0; i < dag.mem(id).type.element_bytes(); ++i)
    inputs.memory[address.lanes[0].bits + i] = static_cast<std::uint8_t>(bits >> (8 * i));
}

// Results that are poison though their operands are not, behind `node`; 0 when the node's own value is defined.
std::size_t DagInterp::broken_promises(NodeId id) {
  done_.clear();
  const auto undefined = [](const InterpValue& v) {
    return v.unknown || std::any_of(v.lanes.begin(), v.lanes.end(), [](const InterpLane& l) { return l.poison; });
  };
  const InterpValue& value = node(id)[0];
  if (value.unknown || !undefined(value)) return 0;
  std::size_t count = 0;
  for (const auto& [other, results] : done_) {
    bool from_operand = false;
    dag_->for_each_operand(other, [&](Value v) {
      const auto found = done_.find(v.node);
      from_operand |= found != done_.end() && undefined(found->second[v.result]);
    });
    count += !from_operand && undefined(results[0]) ? 1 : 0;
  }
  return count;
}

void DagInterp::choose_inputs(const Dag& dag, NodeId id, std::span<const Value> after, std::uint64_t seed) {
  chosen_.erase(seed);
  if (seed % 4 == 0) return;  // as random as before
  dag_ = &dag;
  seed_ = seed;
  const Cone cone = cone_of(dag, id, after);
  if (cone.inputs.empty()) return;
  const Candidates good = candidates(cone);
  const std::uint64_t turn = seed / 4 * 3 + seed % 4 - 1;  // counts the seeds that come here
  Inputs& inputs = chosen_[seed];
  const auto lanes_of = [&](NodeId n) { return std::max(1U, dag.types(n)[0].lanes()); };
  std::uint64_t first = 0;
  // Deepest first: an address is chosen before what stands there.
  for (std::size_t i = cone.inputs.size(); i-- > 0;) {
    const NodeId input = cone.inputs[i];
    const std::uint32_t width = dag.types(input)[0].bits();
    for (std::uint32_t lane = 0; lane < lanes_of(input); ++lane) {
      const std::uint64_t key = scramble(seed * 64 + lane, 977 + i);
      // Two turns of three go through the best.
      const std::uint64_t at = turn + 5 * (cone.inputs.size() - 1 - i) + lane;
      std::uint64_t bits =
          at % 3 != 2 ? good.best[(at - at / 3) % good.best.size()] : good.others[at / 3 % good.others.size()];
      if (i + 1 != cone.inputs.size() || lane != 0) {
        if (key % 8 < 2) bits = shaped(key >> 8, width);
        if (key % 8 == 2) bits = first;
        if (key % 8 == 3) bits = key & 256 ? first + 1 : first - 1;
        if (key % 8 == 4) bits = key & 256 ? 0 - first : ~first;
      }
      if (key >> 61 == 0 && (i + 1 != cone.inputs.size() || lane != 0)) continue;  // as it was
      first = bits;
      set_input(inputs, input, lane, bits);
    }
  }
  std::size_t broken = broken_promises(id);
  for (std::uint64_t attempt = 0; broken != 0 && attempt < most_tries; ++attempt) {
    const std::uint64_t key = scramble(seed, 4000 + attempt);
    const NodeId input = cone.inputs[key % cone.inputs.size()];
    const auto lane = static_cast<std::uint32_t>(key >> 8) % lanes_of(input);
    const std::uint64_t bits =
        key >> 62 == 0 ? good.best[(key >> 16) % good.best.size()] : shaped(key >> 16, dag.types(input)[0].bits());
    const Inputs before = inputs;
    set_input(inputs, input, lane, bits);
    const std::size_t now = broken_promises(id);
    if (now > broken)
      inputs = before;
    else
      broken = now;
  }
}

std::uint64_t DagInterp::initial_byte(std::uint64_t at, std::uint64_t seed) const {
  if (const auto chosen = chosen_.find(seed); chosen != chosen_.end())
    if (const auto byte = chosen->second.memory.find(at); byte != chosen->second.memory.end()) return byte->second;
  return scramble(at, seed) & 255;
}

}  // namespace lathe::codegen
