// Vectors: every shape of 1 to 9 lanes, lane-wise and structural, bitcasts between any two shapes of one width.
// Compiled at -O1, for it computes a lot.
#include "harness.hpp"

using namespace lathe::nvptx;
using namespace lathe::nvptx::test;

namespace {

const Vt elements[] = {integer(1),  integer(3),   integer(8), integer(16), integer(24), integer(32),
                       integer(64), integer(128), vt::f16,    vt::bf16,    vt::f32,     vt::f64};

}  // namespace

TEST_CASE("vector lane-wise operations") {
  for (const unsigned sm : {75U, 90U})
    for (const Vt e : elements)
      for (std::uint32_t lanes = 1; lanes <= 9; ++lanes) {
        const Vt t = e.with_lanes(lanes);
        std::vector<Isd> ops{Isd::select, Isd::setcc};
        if (e.is_integer())
          ops.insert(ops.end(), {Isd::add, Isd::mul, Isd::xor_, Isd::umin, Isd::sadd_sat, Isd::ctpop, Isd::shl,
                                 Isd::fshl, Isd::umul_o});
        for (const Isd op : ops) {
          Case c(label(op, t), target(sm), lanes * 7 + e.raw);
          const Value a = c.input(t), b = c.input(t, op == Isd::shl ? Domain::amount : Domain::any);
          if (op == Isd::select) {
            c.output(c.dag.get(op, t, {c.input(integer(1, lanes)), a, b}));
            c.output(c.dag.get(op, t, {c.input(vt::i1), b, a}));
          } else if (op == Isd::setcc) {
            c.output(c.dag.setcc(e.is_float() ? Cond::olt : Cond::slt, a, b));
          } else if (op == Isd::ctpop) {
            c.output(c.dag.get(op, t, {a}));
          } else if (op == Isd::fshl) {
            c.output(c.dag.get(op, t, {a, b, c.input(t)}));
          } else if (op == Isd::umul_o) {
            const std::array<Vt, 2> types{t, integer(1, lanes)};
            const std::array<Value, 2> operands{a, b};
            const NodeId id = c.dag.add(op, types, operands);
            c.output({id, 0});
            c.output({id, 1});
          } else {
            c.output(c.dag.get(op, t, {a, b}));
          }
          c.run(2);
        }
      }
}

TEST_CASE("vector conversions with other piece shapes") {
  const std::uint32_t widths[] = {1, 3, 8, 16, 24, 32, 64, 100};
  for (std::uint32_t lanes = 1; lanes <= 9; ++lanes)
    for (const std::uint32_t from : widths)
      for (const std::uint32_t to : widths) {
        if (from == to) continue;
        const Isd op = to < from ? Isd::trunc : lanes % 2 != 0 ? Isd::sext : Isd::zext;
        Case c(label(op, integer(to, lanes)), target(90), from + to);
        c.output(c.dag.get(op, integer(to, lanes), {c.input(integer(from, lanes))}));
        c.run(2);
      }
}

TEST_CASE("building and taking apart") {
  for (const unsigned sm : {75U, 100U})
    for (const Vt e : elements)
      for (std::uint32_t lanes = 1; lanes <= 9; ++lanes) {
        const Vt t = e.with_lanes(lanes);
        Case c("build and extract " + to_string(t), target(sm), lanes);
        const Value v = c.input(t);
        std::vector<Value> reversed;
        for (std::uint32_t i = 0; i < lanes; ++i) {
          const Value x = c.dag.get(Isd::extract_element, e, {v, c.dag.constant(lanes - 1 - i, vt::i32)});
          reversed.push_back(x);
          c.output(x);
        }
        c.output(c.dag.get(Isd::build_vector, t, reversed));
        for (std::uint32_t i = 0; i < lanes; ++i)
          c.output(c.dag.get(Isd::insert_element, t, {v, c.input(e), c.dag.constant(i, vt::i64)}));
        c.run(2);
      }
}

TEST_CASE("variable lanes") {
  for (const unsigned sm : {75U, 100U})
    for (const Vt e : elements)
      for (const std::uint32_t lanes : {1U, 2U, 3U, 4U, 7U, 8U, 9U, 12U, 16U})
        for (const std::uint32_t index_bits : {32U, 64U, 8U}) {
          const Vt t = e.with_lanes(lanes);
          Case c("variable lane of " + to_string(t), target(sm), lanes);
          const Value v = c.input(t);
          // In range: a remainder.
          const Value index = c.dag.get(Isd::urem, integer(index_bits),
                                        {c.input(integer(index_bits)), c.dag.constant(lanes, integer(index_bits))});
          c.output(c.dag.get(Isd::extract_element, e, {v, index}));
          c.output(c.dag.get(Isd::insert_element, t, {v, c.input(e), index}));
          c.run(3);
        }
}

TEST_CASE("variable lanes: each vector in memory has a place of its own, beside the function's variables") {
  Case c("variable lanes beside a variable", target(90), 1);
  c.dag.add_frame_object(100, 4);
  const Vt t = vt::i32.with_lanes(16);
  for (int n = 0; n < 3; ++n) c.output(c.dag.get(Isd::extract_element, vt::i32, {c.input(t), c.input(vt::i32)}));
  c.run(0);  // indices out of range are undefined
  const auto& frame = c.dag.frame;
  REQUIRE(frame.size() == 4);
  for (std::size_t n = 1; n < frame.size(); ++n) {
    CHECK(frame[n].offset >= frame[n - 1].offset + frame[n - 1].bytes);
    CHECK(frame[n].offset % frame[n].align == 0);
  }
}

TEST_CASE("shuffles, concatenation, subvectors") {
  std::mt19937 rng(5);
  for (const Vt e : elements)
    for (std::uint32_t from = 1; from <= 9; ++from)
      for (std::uint32_t to = 1; to <= 9; ++to) {
        const Vt a = e.with_lanes(from), t = e.with_lanes(to);
        Case c("shuffle " + to_string(a) + " to " + to_string(t), target(90), from * 10 + to);
        std::vector<std::int32_t> mask;
        for (std::uint32_t i = 0; i < to; ++i) mask.push_back(static_cast<std::int32_t>(rng() % (2 * from)));
        c.output(c.dag.get(Isd::shuffle, t, {c.input(a), c.input(a)}, {.imm = 0, .aux = c.dag.mask_index(mask)}));
        if (to < from) c.output(c.dag.get(Isd::extract_subvector, t, {c.input(a)}, {.imm = from - to}));
        if (to == 2) c.output(c.dag.get(Isd::concat_vectors, e.with_lanes(2 * from), {c.input(a), c.input(a)}));
        c.run(2);
      }
}

TEST_CASE("reductions") {
  for (const Vt e : elements)
    for (std::uint32_t lanes = 1; lanes <= 9; ++lanes) {
      std::vector<Isd> ops;
      if (e.is_integer())
        ops = {Isd::add, Isd::mul, Isd::and_, Isd::or_, Isd::xor_, Isd::smin, Isd::smax, Isd::umin, Isd::umax};
      else
        ops = {Isd::fminnum, Isd::fmaximum};
      for (const Isd op : ops) {
        Case c("reduce " + label(op, e.with_lanes(lanes)), target(80), lanes);
        c.output(c.dag.get(Isd::reduce, e, {c.input(e.with_lanes(lanes))}, {.imm = static_cast<std::uint64_t>(op)}));
        c.run(3);
      }
      if (!e.is_float()) continue;
      Case c("reduce in order " + to_string(e.with_lanes(lanes)), target(80), lanes);
      c.output(c.dag.get(Isd::reduce, e, {c.input(e.with_lanes(lanes)), c.input(e)},
                         {.imm = static_cast<std::uint64_t>(Isd::fadd)}));
      c.run(3);
    }
}

TEST_CASE("bitcasts between all shapes of one width") {
  std::vector<Vt> types;
  for (const Vt e : elements) {
    types.push_back(e);
    for (const std::uint32_t lanes : {1U, 2U, 3U, 4U, 5U, 6U, 8U, 12U, 16U, 24U, 32U})
      types.push_back(e.with_lanes(lanes));
  }
  for (const std::uint32_t n : {6U, 9U, 12U, 18U, 40U, 48U, 72U, 80U, 96U, 160U, 192U, 256U})
    types.push_back(integer(n));
  for (const unsigned sm : {75U, 100U})
    for (const Vt a : types)
      for (const Vt b : types) {
        if (a == b || a.total_bits() != b.total_bits()) continue;
        Case c("bitcast " + to_string(a) + " to " + to_string(b), target(sm), a.raw);
        c.output(c.dag.get(Isd::bitcast, b, {c.input(a)}));
        c.run(2);
      }
}

// The last chunk is not a whole register; what follows it in the number is the user's.
TEST_CASE("vectors that end within a register, as numbers that are extended") {
  for (const unsigned sm : {75U, 100U})
    for (const Vt e : elements)
      for (const std::uint32_t lanes : {3U, 5U, 7U, 9U}) {
        const Vt t = e.with_lanes(lanes), number = integer(t.total_bits()), wide = integer(2 * t.total_bits());
        for (const Isd extension : {Isd::zext, Isd::sext}) {
          Case c(label(extension, t), target(sm), lanes);
          c.output(c.dag.get(extension, wide, {c.dag.get(Isd::bitcast, number, {c.input(t)})}));
          c.run(3);
        }
      }
}
