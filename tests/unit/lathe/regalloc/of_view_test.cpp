// Any View for register allocation: what is missing is told by name, handles are of any kind, and what no problem can
// say is refused by name.
#include <doctest/doctest.h>

#include <lathe/regalloc/check.hpp>
#include <lathe/regalloc/of_view.hpp>
#include <lathe/regalloc/text.hpp>

#include <optional>
#include <string>
#include <vector>

#include "adapters/archetype/regalloc.hpp"
#include "support/near_miss.hpp"

using namespace lathe;

namespace {

using program::Effect, program::Operand, program::Role;

// Code whose handles are of type H; what each test wants of it.
template <class H>
struct Code {
  struct Inst {
    std::vector<Operand<H>> operands;
    program::Effects effects;
    std::vector<std::pair<H, H>> incoming;
    std::string key = "i";
  };
  using Value = H;
  using Fact = program::Fact;
  static constexpr program::Facts facts =
      Fact::incoming | Fact::live_out | Fact::parameters | Fact::weight | Fact::names;
  std::vector<std::vector<Inst>> code;
  std::vector<std::vector<std::uint32_t>> next;
  std::vector<H> arguments, behind;
  H (*handle)(std::uint32_t);
  std::uint32_t (*number)(const H&);

  std::vector<H> blocks() const {
    std::vector<H> out;
    for (std::uint32_t b = 0; b < code.size(); ++b) out.push_back(handle(b));
    return out;
  }
  std::vector<H> instructions(const H& b) const {
    std::vector<H> out;
    for (std::uint32_t i = 0; i < code[number(b)].size(); ++i) out.push_back(handle(100 * (number(b) + 1) + i));
    return out;
  }
  const Inst& at(const H& i) const { return code[number(i) / 100 - 1][number(i) % 100]; }
  template <class F>
  void for_each_successor(const H& b, F&& f) const {
    for (const std::uint32_t s : next[number(b)]) f(handle(s));
  }
  template <class F>
  void for_each_operand(const H& i, F&& f) const {
    for (const auto& o : at(i).operands) f(o);
  }
  program::Effects effects(const H& i) const { return at(i).effects; }
  std::string key(const H& i) const { return at(i).key; }
  template <class F>
  void for_each_incoming(const H& i, F&& f) const {
    for (const auto& [from, v] : at(i).incoming) f(from, v);
  }
  template <class F>
  void for_each_live_out(const H& b, F&& f) const {
    if (next[number(b)].empty())
      for (const H& v : behind) f(v);
  }
  template <class F>
  void for_each_parameter(F&& f) const {
    for (const H& v : arguments) f(v);
  }
  std::uint64_t weight(const H& b) const { return number(b) == 1 ? 10 : 1; }
  std::string name() const { return "code"; }
  std::string block_name(const H& b) const { return "b" + std::to_string(number(b)); }
  std::string inst_name(const H& i) const { return at(i).key; }
  std::string value_name(const H& v) const { return "v" + std::to_string(number(v)); }
};

template <class H>
struct Own {
  std::uint32_t registers = 2;
  regalloc::Machine machine() const {
    regalloc::Machine m;
    m.classes.push_back({"r", {}, 4, 4, false});
    for (std::uint32_t r = 0; r < registers; ++r) {
      m.classes[0].registers.push_back(r);
      m.registers.push_back("r" + std::to_string(r));
    }
    return m;
  }
  std::uint32_t register_class(const H&) const { return 0; }
  regalloc::Constraint arrival(std::uint32_t k) const { return regalloc::Constraint::fixed(k); }
};

// p, q; loop: x = phi(p, y); y = x + q; leave when y; behind: s = made; y and s are read behind the end
template <class H>
Code<H> loop_code(H (*handle)(std::uint32_t), std::uint32_t (*number)(const H&)) {
  const auto v = [&](std::uint32_t n) { return handle(1000 + n); };
  const auto use = [&](std::uint32_t n) { return Operand<H>{v(n), Role::use}; };
  const auto def = [&](std::uint32_t n) { return Operand<H>{v(n), Role::def}; };
  Code<H> c;
  c.handle = handle;
  c.number = number;
  c.arguments = {v(0), v(1)};
  c.behind = {v(3), v(4)};
  c.next = {{1}, {1, 2}, {}};
  c.code = {{{{}, Effect::terminator, {}}},
            {{{def(2)}, Effect::phi, {{handle(0), v(0)}, {handle(1), v(3)}}},
             {{use(2), use(1), def(3)}, Effect::commutes, {}},
             {{use(3)}, Effect::terminator, {}}},
            {{{def(4)}, Effect::cheap, {}}, {{use(1), use(4)}, Effect::writes, {}}, {{}, Effect::terminator, {}}}};
  return c;
}
std::uint32_t same(std::uint32_t n) { return n; }
std::uint32_t same_number(const std::uint32_t& n) { return n; }
const char cells[2000] = {};
const char* pointer(std::uint32_t n) { return cells + n; }
std::uint32_t pointer_number(const char* const& p) { return static_cast<std::uint32_t>(p - cells); }
std::string text_handle(std::uint32_t n) { return "h" + std::to_string(n); }
std::uint32_t text_number(const std::string& h) { return static_cast<std::uint32_t>(std::stoul(h.substr(1))); }

template <class H>
std::string plan_text(H (*handle)(std::uint32_t), std::uint32_t (*number)(const H&)) {
  const Code<H> code = loop_code<H>(handle, number);
  const auto got = regalloc::allocate_view(code, Own<H>{});
  REQUIRE(got.good());
  CHECK(regalloc::check_plan(got.problem(), got.plan()).empty());
  CHECK(got.problem().name == "code");
  CHECK(got.parameter(0) == 0);
  CHECK(got.parameter(1) == 1);
  CHECK(got.register_of(handle(201), 0) == got.phi(handle(200)).reg);  // the phi comes where it is read
  CHECK(got.register_of(handle(200), 0) == regalloc::none);
  std::string out = regalloc::print(got.problem(), got.plan());
  got.for_each_edit([&](const regalloc::EditOf<Code<H>>& e) {
    out += std::to_string(number(*e.at.block)) + (e.at.before ? " " + std::to_string(number(*e.at.before)) : "") +
           " of " + std::to_string(number(e.value)) + "\n";
  });
  return out;
}

regalloc::Obstacle obstacle(void (*spoil)(Code<std::uint32_t>&)) {
  Code<std::uint32_t> code = loop_code<std::uint32_t>(same, same_number);
  spoil(code);
  const auto got = regalloc::allocate_view(code, Own<std::uint32_t>{3});
  CHECK(!got.good());
  return got.obstacle();
}

}  // namespace

NEAR_MISS_CASE("what a View or its Own lacks is told by name, in ten lines") {
  near_miss::check_short("tests/unit/lathe/regalloc/near_miss/of_view.cpp",
                         {"regalloc wants of its Own  regalloc::Machine machine() const;",
                          "regalloc wants of its Own  uint32_t register_class(Value) const;",
                          "a View wants  program::Effects effects(Inst) const;"});
}

TEST_CASE("handles of any kind, one plan") {
  const std::string text = plan_text<std::uint32_t>(same, same_number);
  CHECK(plan_text<const char*>(pointer, pointer_number) == text);
  CHECK(plan_text<std::string>(text_handle, text_number) == text);
  CHECK(text.find("load") != std::string::npos);  // two registers: q and x + q are more with what is made again
}

TEST_CASE("what no problem can say is refused by name") {
  using enum regalloc::Obstacle;
  CHECK(obstacle([](auto& c) { c.code[1][1].operands[0].lanes = 3; }) == several_registers);
  CHECK(obstacle([](auto& c) { c.code[1][1].operands[0].more = true; }) == several_registers);
  CHECK(obstacle([](auto& c) {
          c.code[1][1].operands[0].old = true;
          c.code[1][1].operands[1].old = true;
        }) == partly_written);
  CHECK(obstacle([](auto& c) { c.code[1][1].operands[0].tied = 1; }) == partly_written);
  CHECK(obstacle([](auto& c) {
          c.code[1][1].operands[0].tied = 0;
          c.code[1][1].operands[2].early = true;
        }) == early_tie);
  CHECK(obstacle([](auto& c) { std::swap(c.code[1][0], c.code[1][1]); }) == late_phi);
  CHECK(obstacle([](auto& c) { c.code[2].clear(); }) == no_end);
}

TEST_CASE("an old value is where its result comes") {
  Code<std::uint32_t> code = loop_code<std::uint32_t>(same, same_number);
  code.code[1][1].operands[0].old = true;
  const auto got = regalloc::allocate_view(code, Own<std::uint32_t>{3});
  REQUIRE(got.good());
  CHECK(got.register_of(201, 0) == got.register_of(201, 2));
}

TEST_CASE("code that is not in SSA form, or does not fit, is refused with its place") {
  Code<std::uint32_t> code = loop_code<std::uint32_t>(same, same_number);
  CHECK(regalloc::allocate_view(code, Own<std::uint32_t>{1}).plan().refusal == regalloc::Refusal::bad_problem);
  code.arguments.pop_back();
  CHECK(regalloc::allocate_view(code, Own<std::uint32_t>{2}).plan().refusal == regalloc::Refusal::bad_problem);
  code = loop_code<std::uint32_t>(same, same_number);
  for (std::uint32_t n = 0; n < 3; ++n) code.code[2][1].operands.push_back({1000 + n, Role::use});
  const auto got = regalloc::allocate_view(code, Own<std::uint32_t>{3});
  CHECK(got.plan().refusal == regalloc::Refusal::instruction);
  REQUIRE(got.where());
  CHECK(*got.where() == 301);
}

TEST_CASE("the least that a View and its Own may be") {
  using Op = archetype::View::Op;
  const archetype::View view(
      {{Op{"a", {}, {}, {0}}, Op{"b", {}, {}, {1}}, Op{"c", {}, {0, 1}, {2}}}, {Op{"d", Effect::writes, {2, 0}, {}}}},
      {{1}, {}});
  const auto got = regalloc::allocate_view(view, archetype::RegallocOwn{});
  REQUIRE(got.good());
  CHECK(regalloc::check_plan(got.problem(), got.plan()).empty());
  CHECK(got.plan().stats.spilled == 0);
}
