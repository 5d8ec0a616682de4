// Loads and stores of every type at every alignment: the same bytes and no byte outside; vectors where they are
// allowed.
// Compiled at -O1, for it computes a lot.
#include "harness.hpp"

using namespace lathe::nvptx;
using namespace lathe::nvptx::test;

namespace {

struct Access {
  Case& c;
  Value address(std::uint64_t offset) {
    return c.dag.get(Isd::global_address, vt::i64, {}, {.imm = offset, .aux = c.dag.name_index("g")});
  }
  std::uint32_t info(Vt type, std::uint32_t align, Extend extend = Extend::none, bool is_volatile = false,
                     Space space = Space::global) {
    MemInfo m;
    m.type = type;
    m.align = align;
    m.space = space;
    m.extend = extend;
    m.is_volatile = is_volatile;
    return c.dag.memory_index(m);
  }
  NodeId load(Vt type, std::uint32_t info_index, std::uint64_t offset) {
    const std::array<Vt, 2> types{type, vt::chain};
    const std::array<Value, 2> operands{c.entry(), address(offset)};
    return c.dag.add(Isd::load, types, operands, {.imm = 0, .aux = info_index});
  }
};

std::uint32_t count(const Dag& dag, Isd op) {
  std::uint32_t n = 0;
  for (NodeId id = 0; id < dag.size(); ++id) n += dag.alive(id) && dag.use_count(id) != 0 && dag.op(id) == op;
  return n;
}

std::vector<Vt> memory_types() {
  std::vector<Vt> out;
  for (const std::uint32_t n : {1U,  2U,  7U,  8U,  9U,  12U, 16U, 20U, 24U,  31U,  32U,  33U,
                                40U, 48U, 56U, 63U, 64U, 65U, 72U, 96U, 100U, 128U, 200U, 256U})
    out.push_back(integer(n));
  for (const Vt e : {vt::f16, vt::bf16, vt::f32, vt::f64}) out.push_back(e);
  for (const Vt e : {integer(1), integer(3), integer(8), integer(16), integer(24), integer(32), integer(64),
                     integer(128), vt::f16, vt::bf16, vt::f32, vt::f64})
    for (std::uint32_t lanes = 1; lanes <= 9; ++lanes) out.push_back(e.with_lanes(lanes));
  out.push_back(vt::i8.with_lanes(16));
  out.push_back(vt::f16.with_lanes(16));
  out.push_back(vt::f32.with_lanes(16));
  return out;
}

}  // namespace

TEST_CASE("loads and stores of every type at every alignment") {
  for (const unsigned sm : {75U, 100U})
    for (const Vt t : memory_types())
      for (const std::uint32_t align : {1U, 2U, 4U, 8U, 16U, 32U})
        for (const bool is_volatile : {false, true}) {
          Case c("load " + to_string(t) + " align " + std::to_string(align), target(sm), align);
          Access a{c};
          const std::uint32_t m = a.info(t, align, Extend::none, is_volatile);
          c.output({a.load(t, m, align), 0});
          const Value stored =
              c.dag.get(Isd::store, vt::chain, {c.entry(), c.input(t), a.address(2048 + align)}, {.imm = 0, .aux = m});
          c.end_with(stored);
          c.run(2);
        }
}

TEST_CASE("extending loads and truncating stores") {
  const std::uint32_t widths[] = {1, 3, 8, 12, 16, 24, 32, 40, 64, 100};
  for (const std::uint32_t in_memory : widths)
    for (const std::uint32_t value : {8U, 16U, 17U, 32U, 48U, 64U, 128U, 200U})
      for (const std::uint32_t lanes : {0U, 2U, 3U, 4U}) {
        if (value <= in_memory) continue;
        for (const Extend extend : {Extend::zero, Extend::sign})
          for (const std::uint32_t align : {1U, 4U, 16U}) {
            const Vt m = integer(in_memory, lanes), t = integer(value, lanes);
            Case c("extending load " + to_string(t) + " of " + to_string(m), target(90), value);
            Access a{c};
            c.output({a.load(t, a.info(m, align, extend), 64), 0});
            c.end_with(c.dag.get(Isd::store, vt::chain, {c.entry(), c.input(t), a.address(1024)},
                                 {.imm = 0, .aux = a.info(m, align)}));
            c.run(2);
          }
      }
  for (const Vt m : {vt::f16, vt::f32}) {
    Case c("extending load of " + to_string(m), target(90), 1);
    Access a{c};
    c.output({a.load(vt::f64, a.info(m, 4, Extend::any), 64), 0});
    c.end_with(c.dag.get(Isd::store, vt::chain, {c.entry(), c.input(vt::f64), a.address(1024)},
                         {.imm = 0, .aux = a.info(m, 4)}));
    c.run(2);
  }
}

TEST_CASE("vector accesses are as wide as alignment and target allow") {
  struct Want {
    Vt type;
    std::uint32_t align;
    unsigned sm;
    std::uint32_t loads, vectors;
  };
  const Want wants[] = {
      {vt::f32.with_lanes(4), 16, 90, 0, 1},
      {vt::f32.with_lanes(4), 8, 90, 0, 2},
      {vt::f32.with_lanes(4), 4, 90, 4, 0},
      {vt::f32.with_lanes(3), 16, 90, 1, 1},
      {vt::f32.with_lanes(3), 4, 90, 3, 0},
      {vt::f16.with_lanes(8), 16, 90, 0, 1},
      {vt::i128, 16, 90, 0, 1},
      {vt::f64.with_lanes(2), 16, 90, 0, 1},
      {vt::f32.with_lanes(8), 32, 90, 0, 2},
      {vt::f32.with_lanes(8), 32, 100, 0, 1},
      {vt::f64.with_lanes(4), 32, 100, 0, 1},
      {vt::i8.with_lanes(16), 16, 90, 0, 1},
      {vt::i8.with_lanes(2), 2, 90, 0, 1},
      {vt::i8.with_lanes(4), 4, 90, 1, 0},
      {integer(24), 4, 90, 2, 0},
  };
  for (const Want& w : wants) {
    Case c("width of " + to_string(w.type) + " align " + std::to_string(w.align), target(w.sm), 1);
    Access a{c};
    c.output({a.load(w.type, a.info(w.type, w.align), 64), 0});
    c.run(1);
    CAPTURE(to_string(w.type));
    CAPTURE(w.align);
    CHECK(count(c.dag, Isd::load) == w.loads);
    CHECK(count(c.dag, Isd::load_vec) == w.vectors);
  }
}

TEST_CASE("an atomic access that would fall apart is refused") {
  Case c("atomic", target(90), 1);
  Access a{c};
  MemInfo m;
  m.type = vt::i128;
  m.align = 16;
  m.ordering = Ordering::acquire;
  c.output({a.load(vt::i128, c.dag.memory_index(m), 0), 0});
  c.dag.set_root(
      c.dag.get(Isd::copy_to_reg, vt::chain, {c.entry(), {a.load(vt::i128, c.dag.memory_index(m), 0), 0}}, {.aux = 7}));
  Diag diag;
  CHECK_FALSE(legalize_types(c.dag, target_facts(target(90)), "k", diag));
  CHECK(diag.messages()[0].text.find("atomic") != std::string::npos);
}
