// Registers with a given type: recipes, inline assembly, calls and returns.
#include "harness.hpp"

using namespace lathe::nvptx;
using namespace lathe::nvptx::test;

namespace {

NodeId find(const Dag& dag, Isd op) {
  for (NodeId id = 0; id < dag.size(); ++id)
    if (dag.alive(id) && dag.op(id) == op) return id;
  return lathe::dag::no_node;
}
// Legalizes all and reports faults.
bool legal(Dag& dag, const Features& f) {
  Diag diag;
  std::vector<std::string> faults;
  const TargetFacts facts = target_facts(f);
  const bool ok = legalize_types(dag, facts, "f", diag) && legalize_operations(dag, facts, "f", diag);
  check_types(dag, f, faults);
  check_operations(dag, f, faults);
  for (const Message& m : diag.messages()) MESSAGE(m.text);
  for (const std::string& t : faults) MESSAGE(t);
  return ok && faults.empty();
}
Value in(Dag& dag, Vt type, std::uint32_t reg) { return dag.get(Isd::copy_from_reg, type, {}, {.imm = 0, .aux = reg}); }

}  // namespace

TEST_CASE("recipes get the register types they ask for, and results come back") {
  Dag dag;
  const Features f = target(80);
  Recipe r;
  r.mnemonic = "some.thing";
  r.input_types = {vt::i32, vt::i32, vt::f32, vt::i32, vt::v2f16};
  r.input_extend = {2, 1, 0, 0, 0};
  r.result_types = {vt::i32, vt::f32};
  const std::array<Vt, 2> types{vt::i8, vt::i32};
  const std::array<Value, 5> operands{in(dag, vt::i8, 0), in(dag, vt::i1, 1), in(dag, vt::i32, 2),
                                      in(dag, vt::f16.with_lanes(2), 3), in(dag, vt::i32, 4)};
  const NodeId id = dag.add(Isd::target, types, operands, {.imm = 0, .aux = dag.recipe_index(r)});
  const Value entry = dag.get(Isd::entry, vt::chain, {});
  const Value a = dag.get(Isd::copy_to_reg, vt::chain, {entry, {id, 0}}, {.imm = 0, .aux = 10});
  dag.set_root(dag.get(Isd::copy_to_reg, vt::chain, {a, {id, 1}}, {.imm = 0, .aux = 11}));
  REQUIRE(legal(dag, f));
  const NodeId now = find(dag, Isd::target);
  for (std::uint32_t i = 0; i < 5; ++i) CHECK(dag.type(dag.operand(now, i)) == r.input_types[i]);
  CHECK(dag.types(now)[0] == vt::i32);
  CHECK(dag.types(now)[1] == vt::f32);
  CHECK(dag.op(dag.operand(now, 0)) == Isd::sext_inreg);
  CHECK(dag.op(dag.operand(now, 1)) == Isd::zext);
  CHECK(dag.op(dag.operand(now, 2)) == Isd::bitcast);
}

TEST_CASE("inline assembly operands follow their letters") {
  Dag dag;
  const Features f = target(90);
  AsmInfo info;
  info.text = "op $0, $1, $2, $3, $4;";
  info.operands = {{'r', true, -1, vt::f32, 0},
                   {'c', false, -1, vt::i8, 0},
                   {'f', false, -1, vt::i32, 1},
                   {'l', false, -1, vt::f64, 2},
                   {'q', false, -1, vt::i128, 3}};
  dag.asms.push_back(info);
  const Value entry = dag.get(Isd::entry, vt::chain, {});
  const std::array<Vt, 2> types{vt::f32, vt::chain};
  const std::array<Value, 5> operands{entry, in(dag, vt::i8, 0), in(dag, vt::i32, 1), in(dag, vt::f64, 2),
                                      in(dag, vt::i128, 3)};
  const NodeId id = dag.add(Isd::inline_asm, types, operands, {.imm = 0, .aux = 0});
  dag.set_root(dag.get(Isd::copy_to_reg, vt::chain, {{id, 1}, {id, 0}}, {.imm = 0, .aux = 10}));
  REQUIRE(legal(dag, f));
  const NodeId now = find(dag, Isd::inline_asm);
  const AsmInfo& after = dag.asms[dag.payload(now).aux];
  CHECK(dag.types(now)[0] == vt::i32);
  CHECK(dag.operand_count(now) == 6);  // chain, four operands, the last in two
  CHECK(dag.type(dag.operand(now, 1)) == vt::i16);
  CHECK(dag.type(dag.operand(now, 2)) == vt::f32);
  CHECK(dag.type(dag.operand(now, 3)) == vt::i64);
  CHECK(dag.type(dag.operand(now, 4)) == vt::i64);
  CHECK(dag.type(dag.operand(now, 5)) == vt::i64);
  CHECK(after.operands[4].slot == 3);
}

TEST_CASE("pieces of calls and returns are extended as they say") {
  Dag dag;
  const Features f = target(75);
  CallInfo call;
  call.callee = "g";
  call.params = {{4, 4, false, {{0, vt::i32, Extend::sign}}},
                 {4, 4, false, {{0, vt::i32, Extend::zero}}},
                 {2, 2, true, {{0, vt::i8, Extend::none}, {1, vt::i8, Extend::none}}}};
  call.results = {{4, 4, false, {{0, vt::i32, Extend::zero}}}};
  dag.calls.push_back(call);
  dag.rets.push_back({call.results});
  const Value entry = dag.get(Isd::entry, vt::chain, {});
  const std::array<Vt, 2> types{vt::i8, vt::chain};
  const Value x = in(dag, vt::i8, 0);
  const std::array<Value, 5> operands{entry, x, in(dag, vt::i1, 1), x, x};
  const NodeId id = dag.add(Isd::call, types, operands, {.imm = 0, .aux = 0});
  dag.set_root(dag.get(Isd::ret, vt::chain, {{id, 1}, {id, 0}}, {.imm = 0, .aux = 0}));
  REQUIRE(legal(dag, f));
  const NodeId now = find(dag, Isd::call), ret = find(dag, Isd::ret);
  CHECK(dag.op(dag.operand(now, 1)) == Isd::sext_inreg);
  CHECK(dag.op(dag.operand(now, 2)) == Isd::zext);
  CHECK(dag.types(now)[0] == vt::i32);
  CHECK(dag.op(dag.operand(ret, 1)) == Isd::and_);  // cleared above 8 bits before it leaves
  CHECK(dag.root.node == ret);
}

TEST_CASE("the checkers see what is wrong") {
  Dag dag;
  const Features f = target(75);
  const Value entry = dag.get(Isd::entry, vt::chain, {});
  const auto keep = [&](Value v, std::uint32_t reg) {
    return dag.get(Isd::copy_to_reg, vt::chain, {entry, v}, {.imm = 0, .aux = reg});
  };
  MemInfo m;
  m.type = vt::i32;
  m.align = 2;
  const std::array<Vt, 2> types{vt::i32, vt::chain};
  const std::array<Value, 2> operands{entry, in(dag, vt::i64, 9)};
  const NodeId load = dag.add(Isd::load, types, operands, {.imm = 0, .aux = dag.memory_index(m)});
  const std::array<Value, 5> ends{keep(dag.get(Isd::add, vt::i8, {in(dag, vt::i8, 0), in(dag, vt::i8, 0)}), 20),
                                  keep(dag.get(Isd::shl, vt::i64, {in(dag, vt::i64, 1), in(dag, vt::i64, 1)}), 21),
                                  keep(dag.get(Isd::frem, vt::f32, {in(dag, vt::f32, 2), in(dag, vt::f32, 2)}), 22),
                                  keep(dag.get(Isd::fadd, vt::bf16, {in(dag, vt::bf16, 3), in(dag, vt::bf16, 3)}), 23),
                                  keep({load, 0}, 24)};
  dag.set_root(dag.get(Isd::token_factor, vt::chain, ends));
  std::vector<std::string> types_faults, operation_faults;
  check_types(dag, f, types_faults);
  check_operations(dag, f, operation_faults);
  CHECK(types_faults.size() == 4);      // i8 twice, the amount, the alignment
  CHECK(operation_faults.size() == 3);  // i8, frem, bf16
  CHECK(legal(dag, f));
}

TEST_CASE("type rules: parts and registers") {
  const Features f = target(90), g = target(100);
  const auto parts = [](Vt t, const Features& features) {
    std::vector<Vt> out;
    REQUIRE(ValueTypes(type_facts(features)).parts(t, out));
    return out;
  };
  CHECK(parts(integer(128, 3), f) == std::vector<Vt>(6, vt::i64));
  CHECK(parts(integer(100), f) == std::vector<Vt>(2, vt::i64));
  CHECK(parts(vt::f16.with_lanes(3), f) == std::vector<Vt>(2, vt::v2f16));
  CHECK(parts(vt::f16.with_lanes(1), f) == std::vector<Vt>{vt::f16});
  CHECK(parts(integer(1, 5), f) == std::vector<Vt>(5, vt::i1));
  CHECK(parts(integer(8, 5), f) == std::vector<Vt>(2, vt::v4i8));
  CHECK(parts(integer(24), f) == std::vector<Vt>{vt::i32});
  CHECK(parts(vt::f32.with_lanes(3), f) == std::vector<Vt>(3, vt::f32));
  CHECK(parts(vt::f32.with_lanes(3), g) == std::vector<Vt>(2, vt::v2f32));
  std::vector<Vt> none;
  const ValueTypes types(type_facts(f));
  CHECK_FALSE(types.parts(vt::f128, none));
  CHECK_FALSE(types.parts(vt::f128.with_lanes(2), none));
  CHECK(register_type(vt::v2f16) == mir::Type::b32);
  CHECK(register_type(vt::i1) == mir::Type::pred);
  CHECK(register_type(vt::f64) == mir::Type::f64);
  CHECK(register_type(vt::v2f32) == mir::Type::b64);
}
