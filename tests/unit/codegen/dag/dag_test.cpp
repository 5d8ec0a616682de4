// Types, operations and conditions by name; constants of every width; side tables that find equal entries.
#include "codegen/dag/dag.hpp"
#include "nvptx/support/codegen.hpp"

#include <doctest/doctest.h>

using namespace lathe::nvptx;

TEST_CASE("types are spelled and read back") {
  for (const Vt type : {vt::i1, vt::i8, vt::i128, vt::f16, vt::bf16, vt::f64, vt::v2bf16, vt::v4i8,
                        Vt{VtKind::integer, 4096}, Vt{VtKind::integer, 32, 1}, vt::chain})
    CHECK(parse_vt(to_string(type)) == type);
  CHECK(to_string(vt::v4i8) == "v4i8");
  for (const char* wrong : {"", "i", "x32", "v0i32", "v4", "i0", "i32x", "bf", "i99999999999", "v99999i1"})
    CHECK(parse_vt(wrong) == Vt{});
}

TEST_CASE("every operation is spelled once and read back") {
  for (unsigned i = 0; i < static_cast<unsigned>(Isd::count); ++i)
    CHECK(parse_isd(to_string(static_cast<Isd>(i))) == static_cast<Isd>(i));
  CHECK(parse_isd("nonsense") == Isd::count);
  CHECK(info(Isd::add).commutative);
  CHECK(info(Isd::load).chained);
  CHECK_FALSE(info(Isd::load).side_effect);
  CHECK(info(Isd::store).side_effect);
  CHECK(info(Isd::constant).leaf);
}

namespace {

bool holds(Cond cond, std::uint8_t a, std::uint8_t b) {
  const auto sa = static_cast<std::int8_t>(a), sb = static_cast<std::int8_t>(b);
  switch (cond) {
    case Cond::eq:
      return a == b;
    case Cond::ne:
      return a != b;
    case Cond::sgt:
      return sa > sb;
    case Cond::sge:
      return sa >= sb;
    case Cond::slt:
      return sa < sb;
    case Cond::sle:
      return sa <= sb;
    case Cond::ugt:
      return a > b;
    case Cond::uge:
      return a >= b;
    case Cond::ult:
      return a < b;
    case Cond::ule:
      return a <= b;
    default:
      return false;
  }
}

}  // namespace

TEST_CASE("conditions: names, swapped and inverse") {
  for (unsigned bits = 0; bits < 64; ++bits) {
    const Cond cond = static_cast<Cond>(bits);
    if (to_string(cond) == "?") continue;
    bool ok = false;
    CHECK(parse_cond(to_string(cond), ok) == cond);
    CHECK(ok);
    CHECK(inverse(inverse(cond)) == cond);
    CHECK(swapped(swapped(cond)) == cond);
    CHECK(to_string(inverse(cond)) != "?");
    CHECK(to_string(swapped(cond)) != "?");
    if (!is_integer(cond)) continue;
    for (const unsigned a : {0U, 1U, 127U, 128U, 255U})
      for (const unsigned b : {0U, 1U, 127U, 128U, 255U}) {
        const auto x = static_cast<std::uint8_t>(a), y = static_cast<std::uint8_t>(b);
        CHECK(holds(inverse(cond), x, y) == !holds(cond, x, y));
        CHECK(holds(swapped(cond), y, x) == holds(cond, x, y));
      }
  }
  CHECK(inverse(Cond::olt) == Cond::uge_f);
  CHECK(swapped(Cond::ult_f) == Cond::ugt_f);
  bool ok = true;
  parse_cond("lt", ok);
  CHECK_FALSE(ok);
}

TEST_CASE("constants are masked, uniqued, splatted, and wide ones have limbs") {
  Dag dag;
  std::uint64_t value = 0;
  CHECK(dag.constant(0x1ff, vt::i8) == dag.constant(0xff, vt::i8));
  CHECK(dag.constant(1, vt::i8) != dag.constant(1, vt::i16));
  const Value splat = dag.constant(3, Vt{VtKind::integer, 32, 4});
  CHECK(dag.op(splat) == Isd::build_vector);
  CHECK(dag.is_constant(splat, value));
  CHECK(value == 3);
  const Value wide = dag.constant(~0ULL, vt::i128);
  CHECK(dag.op(wide) == Isd::wide_constant);
  CHECK(dag.wide_constants[dag.payload(wide.node).aux] == std::vector<std::uint64_t>{~0ULL, 0});
  const std::uint64_t limbs[] = {1, ~0ULL};
  const Value odd = dag.constant_limbs(limbs, Vt{VtKind::integer, 65});
  CHECK(dag.wide_constants[dag.payload(odd.node).aux] == std::vector<std::uint64_t>{1, 1});
  CHECK(dag.constant_limbs(limbs, Vt{VtKind::integer, 65}) == odd);
  CHECK_FALSE(dag.is_constant(wide));
  const Value one = dag.constant_fp_bits(0x3f800000, vt::v2f32);
  CHECK(dag.is_constant_fp(one, value));
  CHECK(value == 0x3f800000);
  CHECK_FALSE(dag.is_constant(one));
}

TEST_CASE("side tables are uniqued and forgotten with the block") {
  Dag dag;
  for (std::uint32_t round = 0; round < 2; ++round)
    for (std::uint32_t i = 0; i < 300; ++i) {
      MemInfo m{.type = vt::i32, .align = 1U << (i % 4)};
      m.cache = static_cast<std::uint8_t>(i % 15);
      m.policy = i % 25;
      CHECK(dag.memory_index(m) < 300);
      CHECK(dag.memory[dag.memory_index(m)] == m);
      CHECK(dag.name_index("n" + std::to_string(i)) == i);
      const std::int32_t mask[] = {static_cast<std::int32_t>(i), -1};
      CHECK(dag.mask_index(mask) == i);
    }
  CHECK(dag.memory.size() == 300);
  Recipe recipe;
  recipe.mnemonic = "mov.u32";
  recipe.operands = {{RecipeOperand::Kind::literal, 0, 0, "%tid.x"}};
  recipe.result_types = {vt::i32};
  CHECK(dag.recipe_index(recipe) == dag.recipe_index(recipe));
  recipe.operands[0].text = "%tid.y";
  CHECK(dag.recipe_index(recipe) == 1);
  dag.clear_block();
  CHECK(dag.memory.empty());
  CHECK(dag.names.size() == 300);
  CHECK(dag.name_index("n7") == 7);
  CHECK(dag.memory_index(MemInfo{.type = vt::i8}) == 0);
}

TEST_CASE("the root is pinned once") {
  Dag dag;
  const Value a{dag.add(Isd::entry, std::span<const Vt>(&vt::chain, 1), {}), 0};
  const Value b = dag.get(Isd::br, vt::chain, {a});
  dag.set_root(a);
  dag.set_root(b);
  CHECK(dag.node(a.node).pins == 0);
  CHECK(dag.node(b.node).pins == 1);
  dag.erase_all_dead();
  CHECK(dag.live() == 2);
}

TEST_CASE("a node that two asked for promises what both did") {
  Dag dag;
  const Value a = dag.get(Isd::copy_from_reg, vt::i32, {}, {.aux = 1}),
              b = dag.get(Isd::copy_from_reg, vt::i32, {}, {.aux = 2});
  const Value sum = dag.get(Isd::add, vt::i32, {a, b}, {}, flag::nuw | flag::nsw);
  CHECK(dag.flags(sum.node) == (flag::nuw | flag::nsw));
  CHECK(dag.get(Isd::add, vt::i32, {a, b}, {}, flag::nsw) == sum);
  CHECK(dag.flags(sum.node) == flag::nsw);
  CHECK(dag.get(Isd::add, vt::i32, {a, b}, {}, flag::nuw | flag::nsw) == sum);  // what is gone does not come back
  CHECK(dag.flags(sum.node) == flag::nsw);
  CHECK(dag.get(Isd::add, vt::i32, {a, b}) == sum);
  CHECK(dag.flags(sum.node) == 0);
}

TEST_CASE("nodes that become equal promise what both did") {
  const std::uint16_t pairs[][2] = {{flag::nuw | flag::nsw, flag::nsw},
                                    {flag::nsw, flag::nuw | flag::nsw},
                                    {flag::nuw, flag::nsw},
                                    {flag::nuw | flag::nsw, 0},
                                    {0, flag::nuw},
                                    {flag::nuw, flag::nuw}};
  for (const auto& [first, second] : pairs) {
    Dag dag;
    const Value a = dag.get(Isd::copy_from_reg, vt::i32, {}, {.aux = 1}),
                b = dag.get(Isd::copy_from_reg, vt::i32, {}, {.aux = 2}),
                c = dag.get(Isd::copy_from_reg, vt::i32, {}, {.aux = 3});
    const Value x = dag.get(Isd::add, vt::i32, {a, c}, {}, first), y = dag.get(Isd::add, vt::i32, {b, c}, {}, second);
    const Value top = dag.get(Isd::sub, vt::i32, {x, y});
    dag.pin(top.node);
    dag.replace(b, a);
    const Value left = dag.operand(top, 0), right = dag.operand(top, 1);
    CHECK(left == right);
    CHECK(dag.flags(left.node) == (first & second));
  }
}
