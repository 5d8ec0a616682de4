// Merging of memory accesses, judged by what the block does: random blocks are run before and after, on random memory,
// and after in random orders that the operands and chains allow.
#include <doctest/doctest.h>

#include <random>

#include "codegen/combine/combine.hpp"
#include "codegen/combine/merge_memory.hpp"
#include "nvptx/facts/facts.hpp"
#include "nvptx/support/codegen.hpp"
#include "support/dag_eval.hpp"
#include "support/rounds.hpp"
#include "support/small_gpu.hpp"

using namespace lathe::nvptx;

namespace {

// Blocks of loads and stores near each other, with sums of what was read between them.
class MemoryBlock {
 public:
  explicit MemoryBlock(std::uint32_t seed) : random_(seed) {}

  void fill(Dag& dag) {
    dag_ = &dag;
    const Vt chain = vt::chain;
    chain_ = {dag.add(Isd::entry, {&chain, 1}, {}), 0};
    dag.add_frame_object(64, 16);
    bases_ = {dag.get(Isd::copy_from_reg, vt::i64, {}, {.aux = 1}),
              dag.get(Isd::copy_from_reg, vt::i64, {}, {.aux = 2}), dag.get(Isd::frame_index, vt::i64, {}, {}),
              dag.get(Isd::global_address, vt::i64, {}, {.aux = dag.name_index("s")})};
    for (std::uint32_t i = 0; i < 3; ++i) {
      numbers_.push_back(dag.get(Isd::copy_from_reg, vt::i32, {}, {.aux = 10 + i}));
      numbers_.push_back(dag.get(Isd::copy_from_reg, vt::i64, {}, {.aux = 20 + i}));
    }
    const std::uint32_t steps = 1 + pick(5);
    for (std::uint32_t i = 0; i < steps; ++i) {
      switch (pick(5)) {
        case 0:
          parts_in();
          break;
        case 1:
          parts_out();
          break;
        case 2:
          singles(false);
          break;
        case 3:
          singles(true);
          break;
        default:
          constants_out();
      }
    }
    for (std::uint32_t i = 0; i < numbers_.size(); ++i)
      if (i > 5 || pick(4) == 0)
        chain_ = dag.get(Isd::copy_to_reg, vt::chain, {chain_, numbers_[i]}, {.aux = 1000 + 4 * i});
    dag.set_root(dag.get(Isd::br, vt::chain, {chain_}, {.imm = 1}));
  }

 private:
  std::uint32_t pick(std::size_t n) { return static_cast<std::uint32_t>(random_() % n); }
  Value number(Vt t) {
    for (;;)
      if (const Value v = numbers_[pick(numbers_.size())]; dag_->type(v) == t) return v;
  }
  Value address(std::uint32_t base, std::uint64_t offset) {
    if (offset == 0) return bases_[base];
    if (dag_->op(bases_[base]) != Isd::copy_from_reg && pick(2) != 0) {
      DagPayload payload = dag_->payload(bases_[base].node);
      payload.imm = offset;
      return dag_->get(dag_->op(bases_[base]), vt::i64, {}, payload);
    }
    return dag_->get(Isd::add, vt::i64, {bases_[base], dag_->constant(offset, vt::i64)});
  }
  // Bases stand at multiples of 16; now and then less is claimed.
  MemInfo facts(Vt type, std::uint64_t offset) {
    const auto low = static_cast<std::uint32_t>((offset | 16) & (0 - (offset | 16)));
    MemInfo m{.type = type, .align = pick(3) == 0 ? type.element_bytes() : std::max(low, type.element_bytes())};
    m.space = Space::global;
    m.is_volatile = pick(40) == 0;
    if (pick(60) == 0) m.ordering = Ordering::relaxed;
    if (pick(40) == 0) m.cache = 1;
    return m;
  }
  NodeId load(Value chain, Vt value, std::uint32_t base, std::uint64_t offset, MemInfo m) {
    if (value != m.type) m.extend = Extend::zero;
    const Vt types[] = {value, vt::chain};
    const Value operands[] = {chain, address(base, offset)};
    return dag_->add(Isd::load, types, operands, {.aux = dag_->memory_index(m)});
  }
  void store(Value value, std::uint32_t base, std::uint64_t offset, const MemInfo& m) {
    chain_ = dag_->get(Isd::store, vt::chain, {chain_, value, address(base, offset)}, {.aux = dag_->memory_index(m)});
  }
  Value shifted(Isd op, Value x, std::uint32_t by) {
    return by == 0 ? x : dag_->get(op, dag_->type(x), {x, dag_->constant(by, dag_->type(x))});
  }

  // A number from bytes or halves, in either order; now and then one place is wrong.
  void parts_in() {
    const Vt whole = pick(2) != 0 ? vt::i32 : pick(2) != 0 ? vt::i64 : vt::i16, part = pick(3) != 0 ? vt::i8 : vt::i16;
    const std::uint32_t size = part.element_bytes(), count = std::max(2U, whole.element_bytes() / size >> pick(2));
    const std::uint32_t base = pick(4);
    const std::uint64_t from = 4ULL * pick(5);
    const bool down = pick(2) != 0, one_chain = pick(4) != 0;
    if (part.bits() >= whole.bits()) return;
    const Value start = chain_;
    std::vector<Value> chains;
    Value sum;
    const std::uint32_t wrong = pick(8) == 0 ? pick(count) : count;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint64_t at = from + size * (down ? count - 1 - i : i) + (i == wrong ? size : 0);
      const bool extending = pick(3) == 0 && whole.bits() > 16;
      const NodeId l = load(one_chain ? start : chain_, extending ? vt::i32 : part, base, at, facts(part, at));
      chains.push_back({l, 1});
      if (!one_chain) chain_ = {l, 1};
      Value byte{l, 0};
      if (dag_->type(byte) != whole)
        byte = dag_->get(dag_->type(byte).bits() < whole.bits() ? Isd::zext : Isd::trunc, whole, {byte});
      byte = shifted(Isd::shl, byte, i * part.bits());
      sum = !sum           ? byte
            : pick(2) != 0 ? dag_->get(Isd::or_, whole, {sum, byte})
                           : dag_->get(Isd::or_, whole, {byte, sum});
    }
    if (one_chain) chain_ = dag_->get(Isd::token_factor, vt::chain, chains);
    numbers_.push_back(whole == vt::i16 ? dag_->get(Isd::zext, vt::i32, {sum}) : sum);
  }
  // Parts of a number, in either order.
  void parts_out() {
    const Vt whole = pick(2) != 0 ? vt::i32 : vt::i64, part = pick(3) != 0 ? vt::i8 : vt::i16;
    const std::uint32_t size = part.element_bytes(), most = whole.element_bytes() / size;
    const std::uint32_t count = 2 + pick(most - 1), first = pick(most - count + 1), base = pick(4);
    const std::uint64_t from = 2ULL * pick(9);
    const bool down = pick(2) != 0;
    const Value x = number(whole);
    const std::uint32_t wrong = pick(8) == 0 ? pick(count) : count;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t k = (first + (i == wrong ? 0 : i)) * part.bits();
      const std::uint64_t at = from + size * (down ? count - 1 - i : i);
      if (at % size != 0) return;
      Value v = shifted(pick(2) != 0 ? Isd::srl : Isd::sra, x, k);
      if (pick(2) != 0) v = dag_->get(Isd::trunc, part, {v});
      store(v, base, at, facts(part, at));
    }
  }
  // Neighbours of one type, read or written.
  void singles(bool writes) {
    static constexpr Vt types[] = {vt::i16, vt::i32, vt::i64, vt::f32, vt::f64};
    const Vt t = types[pick(std::size(types))];
    const std::uint32_t base = pick(4), count = 1 + pick(5);
    const std::uint64_t from = 8ULL * pick(3);
    const Value start = chain_;
    const bool one_chain = pick(4) != 0;
    std::vector<Value> chains;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint64_t at = from + t.element_bytes() * (pick(6) == 0 ? pick(count) : i);
      if (writes) {
        Value v = number(t.bits() == 64 ? vt::i64 : vt::i32);
        if (t.bits() == 16 && pick(2) != 0) v = dag_->get(Isd::trunc, t, {v});
        if (t.is_float()) v = dag_->get(Isd::bitcast, t, {v});
        store(v, base, at, facts(t, at));
        continue;
      }
      const NodeId l = load(one_chain ? start : chain_, t, base, at, facts(t, at));
      if (!one_chain) chain_ = {l, 1};
      chains.push_back({l, 1});
      Value v{l, 0};
      if (t.is_float()) v = dag_->get(Isd::bitcast, t.as_integer(), {v});
      if (t.bits() == 16) v = dag_->get(Isd::zext, vt::i32, {v});
      numbers_.push_back(v);
    }
    if (one_chain && !writes) chain_ = dag_->get(Isd::token_factor, vt::chain, chains);
  }
  void constants_out() {
    const Vt t = pick(2) != 0 ? vt::i8 : vt::i16;
    const std::uint32_t base = pick(4), count = 2 + pick(7);
    const std::uint64_t from = 4ULL * pick(3);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint64_t at = from + t.element_bytes() * i;
      store(dag_->constant(random_(), pick(3) == 0 ? vt::i32 : t), base, at, facts(t, at));
    }
  }

  std::mt19937 random_;
  Dag* dag_ = nullptr;
  Value chain_;
  std::vector<Value> bases_, numbers_;
};

Features features() {
  Features f;
  f.sm = 90;
  f.ptx = 80;
  return f;
}

test::EvalState ran(const Dag& dag, std::uint64_t seed, std::uint64_t order, std::string& error) {
  test::EvalState state;
  state.seed = seed;
  state.order = order;
  state.registers[1] = test::Big(0x1000000);
  state.registers[2] = test::Big(seed % 2 != 0 ? 0x1000010 : 0x2000000);  // bases may overlap
  CHECK(test::evaluate(dag, features(), state, error));
  return state;
}

std::size_t fixed_accesses(const Dag& dag) {
  std::size_t count = 0;
  for (NodeId id = 0; id < dag.size(); ++id)
    if (dag.alive(id) && (dag.op(id) == Isd::load || dag.op(id) == Isd::store))
      count += dag.mem(id).is_volatile || dag.mem(id).ordering != Ordering::none ? 1 : 0;
  return count;
}

// Runs before and after; empty when they do the same.
std::string difference(const Dag& before, const Dag& after) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    std::string error;
    const test::EvalState a = ran(before, seed, 0, error), b = ran(after, seed, 77 * seed, error);
    if (!error.empty()) return error;
    if (a.out_registers != b.out_registers) return "other results";
    if (a.written != b.written) return "other bytes are written";
    for (const std::uint64_t at : a.written)
      if (a.memory.at(at) != b.memory.at(at)) return "memory differs";
    for (const std::uint64_t at : b.read)
      if (!a.read.contains(at)) return "a byte is read that was not";
  }
  return {};
}

}  // namespace

TEST_CASE("merged accesses do what the single ones did") {
  std::size_t merged = 0;
  const TargetFacts facts = target_facts(features());
  for (std::uint32_t seed = 0; seed < lathe::test::rounds(2500U); ++seed) {
    Dag dag;
    MemoryBlock(seed).fill(dag);
    const Dag before = dag;
    const std::string text = print(dag);
    const std::uint64_t made = combining::merge_memory(dag, facts);
    merged += made != 0 ? 1 : 0;
    std::string wrong = difference(before, dag);
    if (fixed_accesses(before) != fixed_accesses(dag)) wrong = "volatile or atomic accesses changed";
    dag.verify([&](NodeId id, const char* what) { wrong += "%" + std::to_string(id) + ": " + what; });
    CAPTURE(seed);
    REQUIRE_MESSAGE(wrong.empty(), wrong << "\n" << text << "\nafter\n" << print(dag));
  }
  CHECK(merged > lathe::test::rounds(1000U));
}

TEST_CASE("the first run of the combiner, merging included, keeps what a block does") {
  for (std::uint32_t seed = 5000; seed < 5400; ++seed) {
    Dag dag;
    MemoryBlock(seed).fill(dag);
    const Dag before = dag;
    combine(dag, CombineLevel::before_types, target_facts(features()), float_modes(features()));
    const std::string wrong = difference(before, dag);
    CAPTURE(seed);
    REQUIRE_MESSAGE(wrong.empty(), wrong << "\n" << print(before) << "\nafter\n" << print(dag));
  }
}

namespace {

// Bytes at base + 3, 2, 1, 0, the first of them with these facts, put together as the shifts say.
std::string joined(const char* facts, bool big_endian) {
  std::string text = "%0 = entry chain\n%1 = copy_from_reg i64 aux=1\n";
  for (int i = 0; i < 4; ++i) {
    const std::string n = std::to_string(10 * i), k = std::to_string(i),
                      shift = std::to_string(8 * (big_endian ? 3 - i : i));
    const std::string at = i == 0 ? "%1" : "%9" + n;
    text += "%7" + n + " = constant i64 " + k + "\n%8" + n + " = constant i32 " + shift + "\n";
    if (i != 0) text += "%9" + n + " = add i64 %1, %7" + n + "\n";
    text += "%2" + n + " = load i8, chain %0, " + at + " mem(i8 " + (i == 0 ? facts : "align 1 global") + ")\n%3" + n +
            " = zext i32 %2" + n + "\n%4" + n + " = shl i32 %3" + n + ", %8" + n + "\n";
  }
  text += "%51 = or i32 %40, %410\n%52 = or i32 %51, %420\n%53 = or i32 %52, %430\n";
  text += "%54 = token_factor chain %20:1, %210:1, %220:1, %230:1\n%55 = copy_to_reg chain %54, %53 aux=4\n";
  text += "root %55\n";
  Dag dag;
  std::string error;
  REQUIRE_MESSAGE(parse(text, dag, error), error);
  const Dag before = dag;
  combine(dag, CombineLevel::before_types, target_facts(features()), float_modes(features()));
  CHECK(difference(before, dag) == "");
  return print(dag);
}
bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("bytes become a word where the first is aligned for it") {
  CHECK(has(joined("align 4 global", false), "load i32, chain %0, %1 mem(i32 align 4 global)"));
  CHECK_FALSE(has(joined("align 4 global", false), "or i32"));
  CHECK(has(joined("align 4 global", true), "bswap i32"));
  CHECK_FALSE(has(joined("align 1 global", false), "mem(i32"));
  CHECK(has(joined("align 2 global", false), "mem(i16 align 2 global)"));
  CHECK_FALSE(has(joined("align 4 global volatile", false), "mem(i32"));
  CHECK_FALSE(has(joined("align 4 shared", false), "mem(i32"));  // the others are in global memory
  CHECK_FALSE(has(joined("align 4 global policy=5", false), "mem(i32"));
}

TEST_CASE("neighbours become one access where they have one policy") {
  const auto merged = [](const char* first, const char* second) {
    const std::string facts = "mem(i32 align 8 global" + std::string(first) + ")",
                      others = "mem(i32 align 4 global" + std::string(second) + ")";
    Dag dag;
    std::string error;
    REQUIRE_MESSAGE(parse("%0 = entry chain\n%1 = copy_from_reg i64 aux=1\n%2 = copy_from_reg i64 aux=2\n"
                          "%3 = constant i64 4\n%4 = add i64 %1, %3\n%5 = add i64 %2, %3\n"
                          "%6 = load i32, chain %0, %1 " +
                              facts + "\n%7 = load i32, chain %0, %4 " + others +
                              "\n%8 = token_factor chain %6:1, %7:1\n%9 = store chain %8, %6, %2 " + facts +
                              "\n%10 = store chain %9, %7, %5 " + others + "\nroot %10\n",
                          dag, error),
                    error);
    combining::merge_memory(dag, target_facts(features()));
    return print(dag);
  };
  for (const char* both : {"", " policy=5", " cache=7 policy=5"})
    for (const char* form : {"load_vec i32, i32", "store_vec chain"}) CHECK(has(merged(both, both), form));
  CHECK(has(merged(" policy=5", " policy=5"), "mem(i32 x2 align 8 global policy=5)"));
  for (const auto& [one, other] :
       {std::pair{"", " policy=5"}, std::pair{" policy=6", " policy=5"}, std::pair{" cache=7 policy=5", " policy=5"}}) {
    CHECK_FALSE(has(merged(one, other), "_vec"));
    CHECK_FALSE(has(merged(other, one), "_vec"));
  }
}

TEST_CASE("bytes of a number go to memory at once") {
  const auto stored = [](const char* order, const char* facts) {
    std::string text = "%0 = entry chain\n%1 = copy_from_reg i64 aux=1\n%2 = copy_from_reg i32 aux=10\n";
    std::string chain = "%0";
    for (int i = 0; i < 4; ++i) {
      const std::string n = std::to_string(i);
      text += "%3" + n + " = constant i64 " + n + "\n%4" + n + " = constant i32 " +
              std::to_string(8 * (order[i] - '0')) + "\n%5" + n + " = add i64 %1, %3" + n + "\n%6" + n +
              " = srl i32 %2, %4" + n + "\n%7" + n + " = trunc i8 %6" + n + "\n%8" + n + " = store chain " + chain +
              ", %7" + n + ", %5" + n + " mem(i8 " + (i == 0 ? facts : "align 1 global") + ")\n";
      chain = "%8" + n;
    }
    Dag dag;
    std::string error;
    REQUIRE_MESSAGE(parse(text + "root %83\n", dag, error), error);
    const Dag before = dag;
    combine(dag, CombineLevel::before_types, target_facts(features()), float_modes(features()));
    CHECK(difference(before, dag) == "");
    return print(dag);
  };
  CHECK(has(stored("0123", "align 4 global"), "store chain %0, %2, %1 mem(i32 align 4 global)"));
  CHECK(has(stored("3210", "align 4 global"), "bswap i32 %2"));
  CHECK_FALSE(has(stored("0123", "align 1 global"), "mem(i32"));
  CHECK_FALSE(has(stored("0213", "align 4 global"), "mem(i32"));
  CHECK_FALSE(has(stored("0123", "align 4 global volatile"), "mem(i32"));
  CHECK_FALSE(has(stored("0123", "align 4 global policy=5"), "mem(i32"));
}

TEST_CASE("parts joined into a type that is no access of several lanes stay single stores") {
  auto facts = lathe::codegen::testing::small_gpu();
  facts.joins = {{vt::i32}, 16};
  Dag dag;
  std::string error;
  // Both halves of two numbers of 64 bits, one behind the other.
  REQUIRE(
      parse("%1 = entry chain\n%2 = copy_from_reg i64 aux=0\n%3 = copy_from_reg i64 aux=2\n"
            "%4 = copy_from_reg i32 aux=4\n%5 = constant i64 32\n%6 = trunc i32 %2\n%7 = srl i64 %2, %5\n"
            "%8 = trunc i32 %7\n%9 = trunc i32 %3\n%10 = srl i64 %3, %5\n%11 = trunc i32 %10\n"
            "%12 = constant i32 4\n%13 = add i32 %4, %12\n%14 = constant i32 8\n%15 = add i32 %4, %14\n"
            "%16 = constant i32 12\n%17 = add i32 %4, %16\n"
            "%18 = store chain %1, %6, %4 mem(i32 align 16 shared)\n"
            "%19 = store chain %18, %8, %13 mem(i32 align 4 shared)\n"
            "%20 = store chain %19, %9, %15 mem(i32 align 8 shared)\n"
            "%21 = store chain %20, %11, %17 mem(i32 align 4 shared)\n%22 = br chain %21 imm=1\nroot %22\n",
            dag, error));
  CHECK(combining::merge_memory(dag, facts) > 0);
  const std::string text = print(dag);
  CHECK(text.find("mem(i64 align 16 shared)") != std::string::npos);
  CHECK(text.find("store_vec") == std::string::npos);
}
