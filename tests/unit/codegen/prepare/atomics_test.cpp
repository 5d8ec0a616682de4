// Atomic operations that a target lacks: replaced by what it has, and run by several threads at once. Whatever the
// order of their instructions, the outcome is that of the operations one after the other, and their neighbours are
// untouched.
#include <algorithm>
#include <numeric>

#include "far_target.hpp"
#include "interpreter.hpp"
#include "ir.hpp"
#include "ptx_ir.hpp"

using namespace lathe::codegen;
using namespace lathe::codegen::test;

namespace {

using Op = llvm::AtomicRMWInst::BinOp;

/// LLVM's type names, with their bits; those of floating point have operations of their own.
struct TypeCase {
  const char* name;
  unsigned bits;
  bool real;
};
constexpr TypeCase far_types[] = {{"i8", 8, false},        {"i16", 16, false},   {"i32", 32, false},
                                  {"half", 16, true},      {"bfloat", 16, true}, {"float", 32, true},
                                  {"<2 x half>", 32, true}};

constexpr TypeCase ptx_types[] = {{"i8", 8, false},    {"i16", 16, false},   {"i32", 32, false},
                                  {"i64", 64, false},  {"half", 16, true},   {"bfloat", 16, true},
                                  {"float", 32, true}, {"double", 64, true}, {"<2 x half>", 32, true}};

std::vector<Op> operations(const TypeCase& type) {
  std::vector<Op> out;
  for (unsigned op = llvm::AtomicRMWInst::FIRST_BINOP; op <= llvm::AtomicRMWInst::LAST_BINOP; ++op) {
    const bool real = llvm::AtomicRMWInst::isFPOperation(static_cast<Op>(op));
    const bool moves = op == llvm::AtomicRMWInst::Xchg;
    if (moves ? type.name[0] != '<' : real == type.real) out.push_back(static_cast<Op>(op));
  }
  return out;
}

std::string pointer_in(unsigned space) { return space == 0 ? "ptr" : "ptr addrspace(" + std::to_string(space) + ")"; }

/// A number that the operations treat without rounding modes, signs of zero and numbers that are none.
APInt sample(const TypeCase& type, std::mt19937& random) {
  if (!type.real) return APInt(type.bits, random() % 3 == 0 ? random() % 4 : random(), false, true);
  const auto lane = [&](const llvm::fltSemantics& form) {
    llvm::APFloat value(static_cast<double>(1 + random() % 40) * (random() % 2 ? 0.25 : -0.25));
    bool loses = false;
    value.convert(form, llvm::APFloat::rmNearestTiesToEven, &loses);
    return value.bitcastToAPInt();
  };
  const std::string_view name = type.name;
  if (name == "double") return lane(llvm::APFloat::IEEEdouble());
  if (name == "float") return lane(llvm::APFloat::IEEEsingle());
  if (name == "bfloat") return lane(llvm::APFloat::BFloat());
  if (name == "half") return lane(llvm::APFloat::IEEEhalf());
  return lane(llvm::APFloat::IEEEhalf()).concat(lane(llvm::APFloat::IEEEhalf()));
}

AtomicOp named(llvm::StringRef name) {
  constexpr std::pair<const char*, AtomicOp> others[] = {
      {"xchg", AtomicOp::exchange},      {"uinc_wrap", AtomicOp::inc_wrap}, {"udec_wrap", AtomicOp::dec_wrap},
      {"usub_cond", AtomicOp::sub_cond}, {"usub_sat", AtomicOp::sub_sat},
  };
  for (const auto& [other, op] : others)
    if (name == other) return op;
  for (unsigned i = 0; i < static_cast<unsigned>(AtomicOp::count); ++i)
    if (name.str() == name_of(static_cast<AtomicOp>(i))) return static_cast<AtomicOp>(i);
  return AtomicOp::count;
}

AtomicType column_named(const std::string& type) {
  constexpr std::pair<const char*, const char*> names[] = {{"half", "f16"},         {"bfloat", "bf16"},
                                                           {"float", "f32"},        {"double", "f64"},
                                                           {"<2 x half>", "v2f16"}, {"<2 x bfloat>", "v2bf16"}};
  std::string wanted = type;
  for (const auto& [name, ours] : names)
    if (type == name) wanted = ours;
  for (unsigned i = 0; i < static_cast<unsigned>(AtomicType::count); ++i)
    if (wanted == name_of(static_cast<AtomicType>(i))) return static_cast<AtomicType>(i);
  return AtomicType::count;
}

/// What the target has not among the atomic accesses that are made.
std::string foreign_access(const llvm::Instruction& inst, const PrepareFacts& facts) {
  AtomicOp op = AtomicOp::count;
  const llvm::Type* type = inst.getType();
  unsigned as = 0;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&inst)) {
    op = AtomicOp::load;
    as = load->getPointerAddressSpace();
  } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&inst)) {
    op = AtomicOp::store;
    type = store->getValueOperand()->getType();
    as = store->getPointerAddressSpace();
  } else if (const auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&inst)) {
    op = AtomicOp::compare;
    type = cas->getCompareOperand()->getType();
    as = cas->getPointerAddressSpace();
  } else {
    const auto& rmw = llvm::cast<llvm::AtomicRMWInst>(inst);
    op = named(llvm::AtomicRMWInst::getOperationName(rmw.getOperation()));
    as = rmw.getPointerAddressSpace();
  }
  std::string text;
  llvm::raw_string_ostream(text) << *type;
  const AtomicType column = column_named(text);
  if (op == AtomicOp::count || column == AtomicType::count) return "an access that the table does not have";
  if (facts.atomic(op, column, as) == AtomicAction::native) return {};
  return std::string(name_of(op)) + " of " + text;
}

/// One operation by each of three threads on one place, one by a fourth on its neighbour: old values and memory.
struct Round {
  const llvm::Function* f;
  const PrepareFacts& facts;
  std::uint64_t place, neighbour;
  std::vector<APInt> given;  ///< the fourth is the neighbour's

  std::vector<APInt> run(Memory& memory, std::mt19937& random) const {
    std::vector<Thread> threads;
    std::string foreign;
    const unsigned address = f->getDataLayout().getPointerTypeSizeInBits(f->getArg(0)->getType());
    for (std::size_t i = 0; i < given.size(); ++i) {
      threads.emplace_back(*f, memory, std::vector{APInt(address, i < 3 ? place : neighbour), given[i]});
      threads.back().on_atomic = [&](const llvm::Instruction& inst) {
        if (foreign.empty()) foreign = foreign_access(inst, facts);
      };
    }
    run_together(threads, memory, random);
    CHECK(memory.fault == "");
    CHECK(foreign == "");
    std::vector<APInt> old;
    for (const Thread& thread : threads) old.push_back(thread.result().bits);
    return old;
  }
};

/// Whether some order of the first three operations gives these old values and this last one.
bool is_some_order(Op op, const llvm::Type* type, const APInt& before, const std::vector<APInt>& given,
                   const std::vector<APInt>& old, const APInt& after) {
  std::vector<std::size_t> order{0, 1, 2};
  do {
    APInt value = before;
    bool fits = true;
    for (const std::size_t i : order) {
      fits = fits && old[i] == value;
      value = updated(op, type, value, given[i]);
    }
    if (fits && value == after) return true;
  } while (std::next_permutation(order.begin(), order.end()));
  return false;
}

std::string function(Op op, const TypeCase& type, unsigned space) {
  return "define " + std::string(type.name) + " @f(" + pointer_in(space) + " %p, " + type.name +
         " %v) {\n  %r = atomicrmw " + llvm::AtomicRMWInst::getOperationName(op).str() + " " + pointer_in(space) +
         " %p, " + type.name + " %v syncscope(\"agent\") acq_rel\n  ret " + type.name + " %r\n}\n";
}

void check_operation(const PrepareFacts& facts, const char* layout, Op op, const TypeCase& type, unsigned space,
                     std::mt19937& random) {
  CAPTURE(llvm::AtomicRMWInst::getOperationName(op).str());
  CAPTURE(type.name);
  CAPTURE(space);
  Ir ir(facts, layout, function(op, type, space));
  const std::string text = ir.step("atomics");
  INFO(text);
  REQUIRE(ir.message() == "");
  const llvm::Function* f = ir.module->getFunction("f");
  const unsigned bytes = type.bits / 8, places = bytes < 4 ? 4 / bytes : 1;
  for (unsigned round = 0; round < 12; ++round) {
    Memory memory{std::vector<std::uint8_t>(64), {}};
    for (std::uint8_t& byte : memory.bytes) byte = static_cast<std::uint8_t>(random());
    const std::uint64_t word = 16 + 8 * (random() % 4), own = random() % places;
    const std::uint64_t place = word + own * bytes;
    const std::uint64_t neighbour = places > 1 ? word + (own + 1) % places * bytes : word + bytes;
    const APInt before = sample(type, random), before_there = sample(type, random);
    memory.store(place, before);
    memory.store(neighbour, before_there);
    const Memory all = memory;
    const Round one{f,
                    facts,
                    place,
                    neighbour,
                    {sample(type, random), sample(type, random), sample(type, random), sample(type, random)}};
    const std::vector<APInt> old = one.run(memory, random);
    CHECK(is_some_order(op, f->getReturnType(), before, one.given, old, memory.load(place, type.bits)));
    CHECK(old[3] == before_there);
    CHECK(memory.load(neighbour, type.bits) == updated(op, f->getReturnType(), before_there, one.given[3]));
    for (std::uint64_t i = 0; i < memory.bytes.size(); ++i)
      if ((i < place || i >= place + bytes) && (i < neighbour || i >= neighbour + bytes))
        CHECK(memory.bytes[i] == all.bytes[i]);
  }
}

std::string refusal(const char* body, unsigned space) {
  const PrepareFacts facts = far_facts();
  std::string text = "define void @f(" + pointer_in(space) + " %p, i64 %l, double %d, i32 %w, i16 %h) {\n  " + body +
                     "\n  ret void\n}\n";
  for (std::size_t at; (at = text.find("$P")) != std::string::npos;) text.replace(at, 2, pointer_in(space) + " %p");
  Ir ir(facts, far_layout, text);
  ir.run("atomics");
  return ir.message();
}

}  // namespace

TEST_CASE("atomics: every operation on every type in every space, by threads at once") {
  const PrepareFacts facts = far_facts();
  REQUIRE(fault_of(facts) == "");
  std::mt19937 random(7);
  unsigned cells = 0;
  for (const unsigned space : {0U, 1U, 3U})
    for (const TypeCase& type : far_types)
      for (const Op op : operations(type)) {
        check_operation(facts, far_layout, op, type, space, random);
        ++cells;
      }
  CHECK(cells == 3 * (3 * 15 + 3 * 7 + 6));
}

TEST_CASE("atomics: every operation on every type in every space of three targets of PTX") {
  std::mt19937 random(17);
  for (const char* name : {"sm_60", "sm_75", "sm_90"}) {
    CAPTURE(name);
    lathe::nvptx::Features features = *lathe::nvptx::parse_cpu(name);
    const PrepareFacts facts = lathe::nvptx::prepare_facts(features);
    for (const unsigned space : {0U, 1U, 3U})
      for (const TypeCase& type : ptx_types)
        for (const Op op : operations(type)) check_operation(facts, ptx_layout, op, type, space, random);
  }
}

TEST_CASE("atomics: loads, stores and compare-and-swap of bytes and halves") {
  const PrepareFacts facts = far_facts();
  std::mt19937 random(11);
  for (const unsigned space : {0U, 1U, 3U})
    for (const TypeCase& type : {far_types[0], far_types[1], far_types[3]}) {
      const std::string p = pointer_in(space) + " %p", t = type.name,
                        align = ", align " + std::to_string(type.bits / 8);
      CAPTURE(p + t);
      const std::string integer = "i" + std::to_string(type.bits);
      Ir ir(facts, far_layout,
            "define " + t + " @load(" + p + ", " + t + " %v) {\n  %r = load atomic " + t + ", " + p + " acquire" +
                align + "\n  ret " + t + " %r\n}\ndefine " + t + " @store(" + p + ", " + t + " %v) {\n  store atomic " +
                t + " %v, " + p + " release" + align + "\n  ret " + t + " %v\n}\ndefine " + integer + " @cas(" + p +
                ", " + integer + " %v) {\n  %w = add " + integer + " %v, 1\n  %r = cmpxchg " + p + ", " + integer +
                " %v, " + integer + " %w seq_cst seq_cst\n  %o = extractvalue { " + integer +
                ", i1 } %r, 0\n  %s = extractvalue { " + integer + ", i1 } %r, 1\n  %n = select i1 %s, " + integer +
                " %o, " + integer + " %w\n  ret " + integer + " %n\n}\n");
      const std::string text = ir.step("atomics");
      INFO(text);
      REQUIRE(ir.message() == "");
      for (unsigned round = 0; round < 40; ++round) {
        Memory memory{std::vector<std::uint8_t>(32), {}};
        for (std::uint8_t& byte : memory.bytes) byte = static_cast<std::uint8_t>(random());
        const std::uint64_t place = 8 + random() % (4 * 8 / type.bits) * (type.bits / 8);
        const std::vector<std::uint8_t> all = memory.bytes;
        const APInt before = memory.load(place, type.bits);
        const bool hits = round % 2 == 0;
        const APInt other = before ^ APInt(type.bits, 1 + random() % 100);
        const unsigned address = ir.module->getDataLayout().getPointerSizeInBits(space);
        const auto run = [&](const char* name, const APInt& value) {
          std::vector<Thread> threads;
          threads.emplace_back(*ir.module->getFunction(name), memory, std::vector{APInt(address, place), value});
          threads.back().on_atomic = [&](const llvm::Instruction& inst) { CHECK(foreign_access(inst, facts) == ""); };
          run_together(threads, memory, random);
          CHECK(memory.fault == "");
          return threads[0].result().bits;
        };
        CHECK(run("load", before) == before);
        CHECK(memory.bytes == all);
        CHECK(run("cas", hits ? before : other) == (hits ? before : other + 1));
        CHECK(memory.load(place, type.bits) == (hits ? before + 1 : before));
        CHECK(run("store", other) == other);
        CHECK(memory.load(place, type.bits) == other);
        for (std::uint64_t i = 0; i < all.size(); ++i)
          if (i < place || i >= place + type.bits / 8) CHECK(memory.bytes[i] == all[i]);
      }
    }
}

TEST_CASE("atomics: a byte is compared while threads change its neighbours") {
  const PrepareFacts facts = far_facts();
  Ir ir(
      facts, far_layout,
      "define i1 @cas(ptr addrspace(3) %p, i8 %v) {\n  %r = cmpxchg ptr addrspace(3) %p, i8 %v, i8 99 monotonic "
      "monotonic\n  %s = extractvalue { i8, i1 } %r, 1\n  ret i1 %s\n}\n"
      "define i8 @add(ptr addrspace(3) %p, i8 %v) {\n  %r = atomicrmw add ptr addrspace(3) %p, i8 %v monotonic\n  ret "
      "i8 %r\n}\n");
  ir.step("atomics");
  std::mt19937 random(3);
  for (unsigned round = 0; round < 300; ++round) {
    Memory memory{{1, 2, 3, 4}, {}};
    std::vector<Thread> threads;
    for (unsigned i = 0; i < 4; ++i)
      for (unsigned times = 0; times < (i == 2 ? 1U : 3U); ++times)
        threads.emplace_back(*ir.module->getFunction(i == 2 ? "cas" : "add"), memory,
                             std::vector{APInt(32, i), APInt(8, i == 2 ? 3 : 1)});
    run_together(threads, memory, random);
    CHECK(memory.bytes == std::vector<std::uint8_t>{4, 5, 99, 7});  // the compare-and-swap never fails by a neighbour
  }
}

TEST_CASE("atomics: what compare-and-swap cannot do is refused by name") {
  for (const unsigned space : {0U, 1U, 3U}) {
    CHECK(refusal("%r = atomicrmw add $P, i64 %l monotonic", space) ==
          "unsupported cmpxchg, which this atomicrmw needs, of 64 bits: the target has at most 32");
    CHECK(refusal("%r = atomicrmw fadd $P, double %d monotonic", space) ==
          "unsupported cmpxchg, which this atomicrmw needs, of 64 bits: the target has at most 32");
    CHECK(refusal("%r = cmpxchg $P, i64 %l, i64 0 monotonic monotonic", space) ==
          "unsupported cmpxchg of 64 bits: the target has at most 32");
    CHECK(refusal("%r = load atomic i64, $P monotonic, align 8", space) ==
          "unsupported atomic load of 64 bits: the target has at most 32");
    CHECK(refusal("store atomic i64 %l, $P monotonic, align 8", space) ==
          "unsupported atomic store of 64 bits: the target has at most 32");
    CHECK(refusal("%r = load atomic i16, $P monotonic, align 1", space) ==
          "atomic load of 16 bits is aligned to 1 bytes only");
  }
  // In memory of one thread there is nothing to be atomic.
  CHECK(refusal("%r = atomicrmw add $P, i64 %l monotonic", 5) == "");
}

TEST_CASE("atomics: a pointer that may be private is asked by the target's own question") {
  const PrepareFacts facts = far_facts();
  Ir ir(facts, far_layout,
        "define void @f(ptr %g, i32 %w, i1 %c) {\n  %x = alloca i32, addrspace(5)\n  %y = addrspacecast ptr "
        "addrspace(5) %x "
        "to ptr\n  %p = select i1 %c, ptr %y, ptr %g\n  %r = atomicrmw add ptr %p, i32 %w monotonic\n  ret void\n}\n");
  const std::string out = ir.step("atomics");
  CHECK(has(out, "call i1 @llvm.amdgcn.is.private(ptr %p)"));
  CHECK(has(out, "addrspacecast ptr %p to ptr addrspace(5)"));
}

TEST_CASE("atomics: shared memory has the scope that the target calls its block's") {
  const PrepareFacts facts = far_facts();
  Ir ir(facts, far_layout,
        "define void @f(ptr addrspace(3) %p, i32 %w) {\n  %r = atomicrmw add ptr addrspace(3) %p, i32 %w seq_cst\n  "
        "ret void\n}\n");
  CHECK(has(ir.step("atomics"), "syncscope(\"workgroup\") seq_cst"));
}
