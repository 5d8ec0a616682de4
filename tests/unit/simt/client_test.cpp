// simt/client: what a client no longer writes, used by itself: a function of a few instructions, built, launched, watched.
#include <doctest/doctest.h>

#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "simt/client/arithmetic.hpp"
#include "simt/client/builder.hpp"
#include "simt/client/device.hpp"
#include "simt/watch/observers.hpp"

namespace {

using namespace lathe::simt;
using Words = std::vector<std::uint32_t>;

// Sixteen registers of 32 bits, and a predicate, number 16.
constexpr Slot pred_at = 0, scratch_at = 64, registers_at = scratch_at + 8 * lane_count;
constexpr Register pred = 16;

class Small final : public Module {
 public:
  std::string register_name(const FunctionCode&, Register r) const override { return "r" + std::to_string(r); }
};

class Host final : public Device {
 public:
  using Device::Device;
  Memory& memory() { return memory_; }
  std::optional<Fault> launch(const Module& module, std::uint32_t threads, std::uint32_t dynamic = 0) {
    const FunctionCode* kernel = module.kernel("k");
    if (kernel == nullptr) return plain("no kernel");
    const Dim3 one{1, 1, 1}, block{threads, 1, 1};
    if (auto fault = check_shape("launch: ", one, block)) return fault;
    if (auto fault = check_shared("launch: ", dynamic, Module::most_shared - module.shared_bytes())) return fault;
    if (auto fault = check_local("launch: ", *kernel)) return fault;
    Grid grid;
    grid.program = &module;
    grid.kernel = kernel;
    grid.grid = grid.cluster = one;
    grid.block = block;
    grid.fair = false;
    grid.shared_bytes = module.shared_bytes() + dynamic;
    return run(grid).fault;
  }
};

struct Line {
  Operation operation;
  Instruction instruction;
};

/// The kernel k of these lines, line by line.
void build(Small& module, const std::vector<Line>& lines) {
  const std::vector<std::string> names{"k"};
  module.add_functions(names, "small");
  module.entry(0).kernel = true;
  std::vector<RegisterInfo> registers;
  for (unsigned n = 0; n < 16; ++n)
    registers.push_back({registers_at + n * 4 * lane_count, {ValueType::Kind::raw, 32, 1}});
  registers.push_back({pred_at, {ValueType::Kind::pred, 1, 1}});
  FunctionBuilder builder(module, 0, registers, scratch_at);
  std::uint32_t number = 0;
  for (Line line : lines) {
    line.instruction.line = ++number;
    line.instruction.text = "line " + std::to_string(number);
    builder.add(line.operation, line.instruction);
  }
  builder.finish();
}

Source reg(Register r) { return {.reg = r}; }
Source constant(std::uint32_t value) { return {.value = value}; }
Line make(const Operation& operation, std::vector<Register> results, std::vector<Source> sources) {
  return {operation, {.results = std::move(results), .sources = std::move(sources)}};
}
Line thread(Register r) { return make(known(Known::thread_x), {r}, {}); }
Line add(Register r, Source a, Source b) { return make(integer(IntKey::Op::add), {r}, {a, b}); }
Line exit() { return make(control(run_exit), {}, {}); }
/// `value` to [low:high + offset], the address in registers 14 and 15.
Line store(Source value, std::uint64_t offset = 0) {
  Line line = make(transfer({.load = false, .space = Space::global, .address_bits = 64}), {}, {value});
  line.instruction.address = reg(14);
  line.instruction.address_high = 15;
  line.instruction.imm = offset;
  return line;
}
/// 14 and 15 = the place of this thread's word in the buffer.
std::vector<Line> head(Address buffer) {
  const auto low = static_cast<std::uint32_t>(buffer), high = static_cast<std::uint32_t>(buffer >> 32);
  return {thread(0), make(integer(IntKey::Op::mul_lo), {14}, {reg(0), constant(4)}), add(14, reg(14), constant(low)),
          add(15, constant(high), constant(0))};
}
Words values(const Host& host, Address buffer, std::size_t count) {
  Words out(count);
  REQUIRE(!host.read(buffer, std::as_writable_bytes(std::span(out))));
  return out;
}
/// What each of lane_count threads has in the register behind the lines.
Words results(const std::vector<Line>& lines, Register r) {
  Host host;
  const Address buffer = host.allocate(4 * lane_count);
  std::vector<Line> all = head(buffer);
  all.insert(all.end(), lines.begin(), lines.end());
  all.push_back(store(reg(r)));
  all.push_back(exit());
  Small module;
  build(module, all);
  const auto fault = host.launch(module, lane_count);
  CHECK_MESSAGE(!fault, (fault ? fault->to_string() : ""));
  return values(host, buffer, lane_count);
}

TEST_CASE("simt client: addresses of two registers, constants, exits") {
  const Words out = results({add(1, reg(0), constant(100))}, 1);
  for (unsigned l = 0; l < lane_count; ++l) CHECK(out[l] == 100 + l);
}

TEST_CASE("simt client: shifts and fields modulo 32") {
  using I = IntKey::Op;
  // Amounts in registers, from 0 to beyond the width.
  const auto shifted = [](const Operation& o) {
    return results({add(2, reg(0), constant(20)), make(o, {1}, {constant(0x87654321U), reg(2)})}, 1);
  };
  const Words left = shifted(integer(I::shl_mod)), right = shifted(integer(I::shr_mod)),
              sign = shifted(integer(I::shr_mod, true));
  for (unsigned l = 0; l < lane_count; ++l) {
    const unsigned n = (l + 20) % 32;
    CHECK(left[l] == 0x87654321U << n);
    CHECK(right[l] == 0x87654321U >> n);
    CHECK(sign[l] == static_cast<std::uint32_t>(static_cast<std::int32_t>(0x87654321U) >> n));
  }
  CHECK(results({make(integer(I::shl_mod), {1}, {constant(3), constant(33)})}, 1)[0] == 6);
#if LATHE_SIMT_LANES == 32
  using B = BitsKey::Op;
  const auto field = [](const Operation& o, std::vector<Source> sources) {
    return results({make(o, {1}, std::move(sources))}, 1)[0];
  };
  CHECK(field(bits(B::bfe_mod), {constant(0x87654321U), constant(4), constant(8)}) == 0x32);
  CHECK(field(bits(B::bfe_mod), {constant(0x87654321U), constant(36), constant(40)}) == 0x32);
  CHECK(field(bits(B::bfe_mod), {constant(0x87654321U), constant(4), constant(32)}) == 0);
  CHECK(field(bits(B::bfe_mod, true), {constant(0x87654321U), constant(28), constant(4)}) == 0xfffffff8U);
  CHECK(field(bits(B::bfe_mod, true), {constant(0x87654321U), constant(28), constant(31)}) == 0xfffffff8U);
  CHECK(field(bits(B::bfe_mod, true), {constant(0xffffffffU), constant(4), constant(64)}) == 0);
  CHECK(field(bits(B::bfi_mod), {constant(0xff), constant(0x11111111U), constant(8), constant(4)}) == 0x11111f11U);
  CHECK(field(bits(B::bfi_mod), {constant(0xff), constant(0x11111111U), constant(8), constant(32)}) == 0x11111111U);
  // In registers: the handlers themselves.
  CHECK(results({add(2, constant(40), constant(0)),
                 make(bits(B::bfi_mod), {1}, {constant(0xff), constant(0), reg(2), constant(4)})},
                1)[0] == 0xf00);
#endif
}

#if LATHE_SIMT_LANES == 32
TEST_CASE("simt client: carries and borrows in a predicate, comparisons") {
  using K = CarryKey::Op;
  const auto word = [](const Line& low, const Operation& high) {
    return results({low, make(high, {2}, {constant(5), constant(3), reg(pred)})}, 2)[0];
  };
  CHECK(word(make(carry(K::add, false, pred_at), {1, pred}, {constant(~0U), constant(1)}),
             carry(K::add, true, pred_at)) == 9);
  CHECK(word(make(carry(K::add, false, pred_at), {1, pred}, {constant(~0U), constant(0)}),
             carry(K::add, true, pred_at)) == 8);
  CHECK(word(make(carry(K::sub, false, pred_at), {1, pred}, {constant(0), constant(1)}),
             carry(K::sub, true, pred_at)) == 1);
  CHECK(word(make(carry(K::sub, false, pred_at), {1, pred}, {constant(1), constant(1)}),
             carry(K::sub, true, pred_at)) == 2);
  using C = CompareKey::Type;
  const auto holds = [](C type, Relation relation, std::uint32_t a, std::uint32_t b) {
    return results({make(compare(type, relation), {pred}, {constant(a), constant(b)}),
                    make(select(), {1}, {constant(1), constant(0), reg(pred)})},
                   1)[0] == 1;
  };
  const std::uint32_t nan = 0x7fc00000U, one = 0x3f800000U, two = 0x40000000U;
  using enum Relation;
  const Relation all[] = {eq, ne, lt, le, gt, ge, unordered};
  const bool less[] = {false, true, true, true, false, false, false},
             same[] = {true, false, false, true, false, true, false},
             unlike[] = {false, true, false, false, false, false, true};
  for (unsigned k = 0; k < 7; ++k) {
    CHECK(holds(C::f32, all[k], one, two) == less[k]);
    CHECK(holds(C::f32, all[k], one, one) == same[k]);
    CHECK(holds(C::f32, all[k], one, nan) == unlike[k]);
    if (all[k] == unordered) continue;
    CHECK(holds(C::u32, all[k], 1, ~0U) == less[k]);
    CHECK(holds(C::s32, all[k], ~0U, 1) == less[k]);
    CHECK(holds(C::u32, all[k], 7, 7) == same[k]);
  }
}
#endif

TEST_CASE("simt client: scalar results want all lanes, and are the first one's") {
  Line scalar = add(1, reg(0), constant(7));
  scalar.instruction.scalar = true;
  for (const std::uint32_t value : results({scalar}, 1)) CHECK(value == 7);
  // Odd lanes go on alone.
  const auto fault = [](const Line& last) {
    Host host;
    Small module;
    Line odd = make(integer(IntKey::Op::and_), {2}, {reg(0), constant(1)});
    Line jump = make(control(run_branch), {}, {});
    jump.instruction.guard = pred;
    jump.instruction.imm = 4;
    // The predicate: bit l as lane l's number is odd, by a handler of the test's own.
    const Operation is_odd{.run = [](Warp& w, const Code& c, Mask mask) {
      Mask set = 0;
      for (unsigned l = 0; l < lane_count; ++l) set |= w.in<std::uint32_t>(c.a)[l] != 0 ? lane_bit(l) : 0;
      w.set_pred(c.d, set, mask);
      return Flow::next;
    }};
    build(module, {thread(0), odd, make(is_odd, {pred}, {reg(2)}), jump, last, exit()});
    const auto found = host.launch(module, lane_count);
    return found ? found->to_string() : std::string();
  };
  Line alike = scalar;
  alike.instruction.alike = pred;
  CHECK(fault(scalar) == "");  // the branch's target is the next one: they have met
  CHECK(fault(alike).find("thread (0,0,0): a predicate is not the same in all lanes") != std::string::npos);
  Line guarded = scalar;
  guarded.instruction.guard = pred;
  CHECK(fault(guarded).find("thread (1,0,0): lanes are apart") != std::string::npos);
}

TEST_CASE("simt client: variables, their places and names") {
  Host host;
  Small module;
  const std::vector<std::uint8_t> bytes{1, 2, 3};
  CHECK(module.place_shared("a", 5, 4) == "");
  CHECK(module.place_shared("b", 8, 8) == "");
  CHECK(module.find("b")->address == 8);
  CHECK(module.shared_bytes() == 16);
  CHECK(module.place_shared("c", Module::most_shared, 4) == "shared variables take more than 232448 bytes");
  CHECK(module.place(host.memory(), "g", 8, 4, RegionKind::variable, bytes) == "");
  CHECK(module.place(host.memory(), "t", 8, 4, RegionKind::constant, bytes) == "");
  CHECK(module.find("t")->kind == Symbol::Kind::constant);
  REQUIRE(module.variable("g"));
  CHECK(!module.variable("a"));
  const Words g = values(host, module.variable("g")->first, 2);
  CHECK(g[0] == 0x030201);
  CHECK(g[1] == 0);
  Host small({.memory_limit = 4096});
  CHECK(module.place(small.memory(), "h", 1U << 20, 4, RegionKind::variable, {}) ==
        "there is no memory for variable 'h'");
}

TEST_CASE("simt client: the device refuses what is no buffer, and launches beyond the limits") {
  Host host({.local_limit = 64});
  Words words(4);
  const Address a = host.allocate(8);
  CHECK(host.write(a, std::as_bytes(std::span(words)))->text.find("write of 16 bytes at 0x7") == 0);
  CHECK(!host.release(a));
  CHECK(host.release(a)->text.find(", where no buffer starts") != std::string::npos);
  CHECK(host.read(a, std::as_writable_bytes(std::span(words)))->text.find("is not inside a buffer") !=
        std::string::npos);
  Small module;
  build(module, {exit()});
  CHECK(!host.launch(module, 1));
  CHECK(host.stats().warp_instructions == 1);
  CHECK(host.launch(module, 0)->text == "launch: grid and block must not be empty");
  CHECK(host.launch(module, 1025)->text == "launch: a block has at most 1024 threads, and 64 in z, not 1025");
  CHECK(host.launch(module, 1, 232449)->text == "launch: at most 232448 bytes of dynamic shared memory, not 232449");
  module.entry(0).local_bytes = 80;
  CHECK(host.launch(module, 1)->text == "launch: 80 bytes of local memory, the limit is 64");
  CHECK(module.kernel("no") == nullptr);
}

TEST_CASE("simt client: watchers get records, texts and names of what is built") {
  // A register that nothing wrote decides the address.
  const auto uninit = make_uninit_checker();
  MachineOptions options;
  options.observer = uninit.get();
  Host host(options);
  Small module;
  build(module, {add(15, constant(0x7000), constant(0)), store(constant(1)), exit()});
  (void)host.launch(module, 1);
  REQUIRE(!uninit->findings().empty());
  const std::string text = uninit->findings()[0].text;
  CHECK_MESSAGE(text.find("uninit: address at small:2 by block (0,0,0) thread (0,0,0) depends on register r14") !=
                    std::string::npos,
                text);
  CHECK(module.text_at("k", 2) == "line 2");
  CHECK(module.text_at("k", 9) == "");
  CHECK(module.mnemonic(module.function(0), 1) == "line");
}

}  // namespace
