// The base's rules with the least target: registers are numbers, an instruction is a line.
#include "codegen/select/context.hpp"

#include <doctest/doctest.h>

using namespace lathe::codegen;
using selecting::Reg;

namespace {

/// Knows add, and setcc folded into br_cond; i32 and f32 share registers, i1 has its own.
class Lines final : public selecting::Context {
 public:
  std::string text;
  std::vector<bool> of_bits;  ///< per register: is it one of i1?

 private:
  std::string name(Value v) {
    const auto bits = constant_bits(v);
    if (bits) return "#" + std::to_string(*bits);
    const Reg r = reg_of(v);
    return r == selecting::no_reg ? "" : "r" + std::to_string(r);
  }
  void line(const std::string& what) {
    if (!covering()) text += what + "\n";
  }
  bool rule(NodeId n) override {
    switch (op(n)) {
      case Isd::add: {
        const Reg to = def_of({n, 0});
        line("r" + std::to_string(to) + " = " + name(operand(n, 0)) + " + " + name(operand(n, 1)));
        return true;
      }
      case Isd::br_cond: {
        after(operand(n, 0));
        bool negated = false;
        const Value v = strip_not(operand(n, 1), negated);
        line(std::string(negated ? "unless " : "if ") + name(v));
        return true;
      }
      case Isd::bitcast:
        return is_alias(n) ? alias(n) : refuse("bits and words have registers of their own");
      default:
        return false;
    }
  }
  bool constant(NodeId n) override {
    const Reg to = def_of({n, 0});
    line("r" + std::to_string(to) + " = " + name({n, 0}));
    return true;
  }
  void move(Reg to, Value from) override { line("r" + std::to_string(to) + " <- " + name(from)); }
  Reg new_register(Vt type) override {
    of_bits.push_back(type == vt::i1);
    return static_cast<Reg>(of_bits.size() - 1);
  }
  bool same_registers(Vt a, Vt b) const override { return (a == vt::i1) == (b == vt::i1); }
  Reg register_count() const override { return static_cast<Reg>(of_bits.size()); }
  bool holds(Reg reg, Vt type) const override { return of_bits[reg] == (type == vt::i1); }
};

/// Lines that a block gives where the registers 0 to 3 are words and 4 is a bit; or the refusal.
std::string select(const std::string& block) {
  Dag dag;
  std::string error;
  REQUIRE_MESSAGE(parse(block, dag, error), error);
  Lines lines;
  lines.of_bits = {false, false, false, false, true};
  Diag diag;
  const bool good = lines.run(dag, "f", diag);
  CHECK(good == diag.messages().empty());
  return good ? lines.text : diag.messages()[0].function + ": " + diag.messages()[0].text;
}

const std::string head =
    "%1 = entry chain\n%2 = copy_from_reg i32 aux=0\n%3 = copy_from_reg i32 aux=1\n%4 = copy_from_reg i1 aux=4\n";

}  // namespace

TEST_CASE("a value is computed right into the register that it is copied to, once") {
  CHECK(select(head + "%5 = add i32 %2, %3\n%6 = copy_to_reg chain %1, %5 aux=2\nroot %6\n") == "r2 = r0 + r1\n");
  const std::string twice = select(head +
                                   "%5 = add i32 %2, %3\n%6 = copy_to_reg chain %1, %5 aux=2\n"
                                   "%7 = copy_to_reg chain %1, %5 aux=3\n%8 = token_factor chain %6, %7\nroot %8\n");
  CHECK((twice == "r2 = r0 + r1\nr3 <- r2\n" || twice == "r3 = r0 + r1\nr2 <- r3\n"));
  // Through casts that change nothing; never into a register of another kind.
  CHECK(select(head +
               "%5 = add i32 %2, %3\n%6 = bitcast f32 %5\n%7 = freeze f32 %6\n%8 = copy_to_reg chain %1, %7 aux=2\n"
               "root %8\n") == "r2 = r0 + r1\n");
  CHECK(select(head + "%5 = add i32 %2, %3\n%6 = copy_to_reg chain %1, %5 aux=4\nroot %6\n") ==
        "r5 = r0 + r1\nr4 <- r5\n");
}

TEST_CASE("what is in a register, and what is a number") {
  CHECK(select(head + "%5 = copy_to_reg chain %1, %2 aux=0\nroot %5\n") == "");
  CHECK(select(head + "%5 = copy_to_reg chain %1, %2 aux=3\nroot %5\n") == "r3 <- r0\n");
  CHECK(select(head + "%5 = constant i32 7\n%6 = copy_to_reg chain %1, %5 aux=3\nroot %6\n") == "r3 <- #7\n");
  CHECK(select(head + "%5 = undef i32\n%6 = add i32 %2, %5\n%7 = copy_to_reg chain %1, %6 aux=3\nroot %7\n") ==
        "r3 = r0 + #0\n");
}

TEST_CASE("negations of a condition fold") {
  const std::string bit = head + "%5 = constant i1 1\n";
  CHECK(select(bit + "%6 = br_cond chain %1, %4 imm=1 aux=2\nroot %6\n") == "if r4\n");
  CHECK(select(bit + "%6 = xor i1 %4, %5\n%7 = br_cond chain %1, %6 imm=1 aux=2\nroot %7\n") == "unless r4\n");
  CHECK(select(bit + "%6 = xor i1 %5, %4\n%7 = xor i1 %6, %5\n%8 = br_cond chain %1, %7 imm=1 aux=2\nroot %8\n") ==
        "if r4\n");
}

TEST_CASE("refusals name the operation, its type and why") {
  CHECK(select(head + "%5 = mul i32 %2, %3\n%6 = copy_to_reg chain %1, %5 aux=2\nroot %6\n") ==
        "f: cannot select mul of type i32");
  CHECK(select(head + "%5 = copy_to_reg chain %1, %2 aux=9\nroot %5\n") ==
        "f: cannot select copy_to_reg of type i32: it names a register that the function does not have");
  CHECK(select("%1 = entry chain\n%2 = copy_from_reg i32 aux=9\n%3 = copy_to_reg chain %1, %2 aux=0\nroot %3\n") ==
        "f: cannot select copy_from_reg of type i32: it names a register that the function does not have");
}
