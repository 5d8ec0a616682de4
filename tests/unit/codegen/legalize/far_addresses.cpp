// Addresses wider than a register, and casts by where the spaces lie.
// Compiled at -O1, for it computes a lot.
#include "codegen/legalize/addresses.hpp"
#include "codegen/legalize/legalize.hpp"
#include "support/far_case.hpp"
#include "support/rounds.hpp"

using namespace lathe::codegen;
using namespace lathe::codegen::testing;

namespace {

// Both legalizations, each judged by the library's checker, by the contract and by what the block means.
bool legalized(Dag& dag, const TargetFacts& facts, const FarCase::Compare& compare, std::string& error) {
  Diag diag;
  std::vector<std::string> faults;
  const auto judged = [&](bool ok, const char* stage) {
    check_shapes(dag, faults);
    check_types(dag, facts, faults);
    dag.verify([&](NodeId, const char* what) { faults.push_back(what); });
    if (!ok) error = diag.messages()[0].text;
    if (ok && !faults.empty()) error = std::string(stage) + ": " + faults[0];
    if (error.empty()) compare(stage);
    return error.empty();
  };
  if (!judged(legalize_types(dag, facts, "f", diag, &faults), "types")) return false;
  const bool ok = legalize_operations(dag, facts, "f", diag, &faults);
  if (ok) check_operations(dag, facts, faults);
  return judged(ok, "operations");
}

std::vector<std::string> faults_of(const TargetFacts& facts, const std::string& text) {
  Dag dag;
  std::string error;
  const bool read = parse(text, dag, error);
  REQUIRE_MESSAGE(read, error);
  std::vector<std::string> faults;
  check_types(dag, facts, faults);
  if (faults.empty()) check_operations(dag, facts, faults);
  return faults;
}

}  // namespace

TEST_CASE("accesses, offsets, casts and pointers as values on 64-bit pointers in 32-bit registers") {
  const TargetFacts targets[] = {far_gpu(), far_gpu({.carries = false, .funnels = false, .fields = false})};
  std::size_t blocks = 0;
  for (const TargetFacts& facts : targets) {
    REQUIRE(fault_of(facts) == "");
    far_blocks(facts, [&](FarCase& c) {
      if (++blocks % 5 != 0 && lathe::test::sanitized) return;
      c.run([&](Dag& dag, const FarCase::Compare& compare, std::string& error) {
        return legalized(dag, facts, compare, error);
      });
    });
  }
  CHECK(blocks > 800);
}

TEST_CASE("offsets fold into accesses as far as they reach, and accesses share what they are from") {
  const TargetFacts facts = far_gpu();
  FarCase c("shared bases", facts, 1);
  const Value p = c.pointer(Space::global, 3), v = c.pointer(Space::global, 0);
  for (const std::int64_t by : {-32768, -4, 0, 4, 32764}) {
    c.output(c.load(vt::i32, c.offset(p, by), c.access(vt::i32, Space::global, 4)));
    c.output(c.load(vt::i32, c.offset(v, by), c.access(vt::i32, Space::global, 4)));
  }
  c.run([&](Dag& dag, const FarCase::Compare& compare, std::string& error) {
    if (!legalized(dag, facts, compare, error)) return false;
    std::uint32_t pairs = 0, sums = 0, limbs = 0, carries = 0;
    for (NodeId id = 0; id < dag.size(); ++id) {
      if (!dag.alive(id)) continue;
      pairs += dag.op(id) == Isd::build_pair;
      sums += dag.op(id) == Isd::add;
      limbs += dag.op(id) == Isd::extract_limb;
      carries += dag.op(id) == Isd::add_limbs;
    }
    CHECK(pairs == 2);
    CHECK(sums == 8);
    CHECK(limbs == 2);
    CHECK(carries == 0);
    return true;
  });
}

TEST_CASE("the contract's check takes what legalization leaves, and nothing else") {
  const TargetFacts facts = far_gpu();
  const auto block = [](const std::string& address, const std::string& space = "global") {
    return "%0 = entry chain\n%1 = copy_from_reg i32 aux=0\n%2 = copy_from_reg i32 aux=1\n" + address +
           "%9 = load i32, chain %0, %8 mem(i32 align 4 " + space +
           ")\n%10 = copy_to_reg chain %9:1, %9 aux=0\nroot %10\n";
  };
  const std::string pair = "%7 = build_pair i64 %1, %2\n";
  CHECK(faults_of(facts, block("%8 = build_pair i64 %1, %2\n")).empty());
  CHECK(faults_of(facts, block(pair + "%6 = constant i64 32767\n%8 = add i64 %7, %6\n")).empty());
  CHECK(faults_of(facts, block(pair + "%6 = constant i64 -32768\n%8 = add i64 %7, %6\n")).empty());
  CHECK(faults_of(facts, block("%8 = add i32 %1, %2\n", "shared")).empty());
  const std::string symbol = "%5 = global_address i64 @\"v\"\n";
  CHECK(
      faults_of(facts, block(symbol + "%6 = extract_limb i32 %5 imm=0\n%7 = extract_limb i32 %5 imm=1\n%8 = build_pair "
                                      "i64 %6, %7\n"))
          .empty());
  const auto wrong = [&](const std::string& text, const std::string& what) {
    const std::vector<std::string> faults = faults_of(facts, text);
    REQUIRE_MESSAGE(!faults.empty(), text);
    CHECK_MESSAGE(faults[0].find(what) != std::string::npos, faults[0]);
  };
  wrong(block(pair + "%6 = constant i64 32768\n%8 = add i64 %7, %6\n"), "operand 1 is wider than a register");
  wrong(block("%8 = global_address i64 @\"v\"\n"), "operand 1 is wider than a register");
  wrong(block("%8 = constant i64 64\n"), "operand 1 is wider than a register");
  wrong(block("%8 = add i32 %1, %2\n"), "addresses of global are i64");
  wrong(block("%8 = build_pair i64 %1, %2\n", "shared"), "addresses of shared are i32");
  wrong(block(pair + "%8 = freeze i64 %7\n"), "no register holds a i64");
  wrong(
      "%0 = entry chain\n%1 = copy_from_reg i32 aux=0\n%2 = build_pair i64 %1, %1\n%3 = copy_to_reg chain %0, %2 "
      "aux=0\nroot %3\n",
      "operand 1 is wider than a register");
  wrong(
      "%0 = entry chain\n%1 = copy_from_reg i32 aux=0\n%2 = addrspace_cast i32 %1 imm=3 aux=5\n%3 = copy_to_reg chain "
      "%0, %2 aux=0\nroot %3\n",
      "the target makes no such cast");
}

TEST_CASE("facts whose windows make no sense are refused") {
  REQUIRE(fault_of(far_gpu()) == "");
  const auto wrong = [](auto&& change, const std::string& what) {
    TargetFacts facts = far_gpu();
    change(facts.spaces);
    const std::string fault = fault_of(facts);
    CHECK_MESSAGE(fault.find(what) != std::string::npos, fault);
  };
  wrong([](Spaces& s) { s.change(Space::shared).window = s.of(Space::constant).window + 0x1000; }, "overlaps that of");
  wrong([](Spaces& s) { s.change(Space::shared).window = 0xffff'ffff'0000'0001ULL; }, "ends beyond generic space");
  wrong([](Spaces& s) { s.change(Space::shared).pointer_bits = 64; }, "the window is all of generic space");
  wrong([](Spaces& s) { s.change(Space::shared).casts = true; }, "a window, though an instruction casts");
  wrong([](Spaces& s) { s.change(Space::shared).to_generic = ToGeneric::never; }, "casts that are computed");
  wrong([](Spaces& s) { s.change(Space::shared).casts = true, s.change(Space::shared).window = 0; },
        "wider than a register");
  wrong([](Spaces& s) { s.change(Space::generic).role = Space::other; }, "which there is not");
  wrong([](Spaces& s) { s.change(Space::global).least_offset = 4; }, "has the offset 0");
  wrong([](Spaces& s) { s.change(Space::global).pointer_bits = 48; }, "or two of the widest");
}
