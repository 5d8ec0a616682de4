// The toy GPU's compiler with one of its facts changed: toy_facts N IN.ll -o OUT.s, or toy_facts list. N is a line of the list,
// from 1; 0 changes nothing. tests/suites/toy_facts.py shows that each change is refused, or noticed in what is compiled.
// toy_facts N words: does the machine do what these facts say of its instructions? (toy_facts_words.cpp)
//
// Exit status: 0; 1 errors while compiling; 3 a check of the facts refuses them, and stdout says why; 4 the machine does
// something else, which stdout says; 2 wrong options.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "examples/toy_gpu/compile.hpp"
#include "examples/toy_gpu/target.hpp"

namespace toy_gpu {

TargetFacts plain_target_facts();
PrepareFacts plain_prepare_facts();
machine::Registers plain_registers();
std::string unlike_machine(const TargetFacts& facts);

namespace {

using lathe::dag::Action;
using Spaced = SpaceFacts&;

/// One fact, which may stand in several tables. Functions that are null change nothing.
struct Change {
  const char* name;
  void (*types)(TypeFacts&) = nullptr;
  void (*space)(Spaced) = nullptr;  ///< of each space in turn
  void (*facts)(TargetFacts&) = nullptr;
  void (*prepare)(PrepareFacts&) = nullptr;
  void (*registers)(machine::Registers&) = nullptr;
};
template <Space role>
bool is(const SpaceFacts& s) {
  return s.role == role;
}

constexpr Change changes[] = {
    // ---- value types
    {.name = "registers hold i64", .types = [](TypeFacts& t) { t.integers = {1, 32, 64}; }},
    {.name = "registers hold i16", .types = [](TypeFacts& t) { t.integers = {1, 16, 32}; }},
    {.name = "registers hold no i1", .types = [](TypeFacts& t) { t.integers = {32}; }},
    {.name = "limbs of 16 bits", .types = [](TypeFacts& t) { t.promoted_to = {16}; }},
    {.name = "limbs of 64 bits", .types = [](TypeFacts& t) { t.promoted_to = {32, 64}; }},
    {.name = "no integer is wider than 32 bits", .types = [](TypeFacts& t) { t.widest_integer = 32; }},
    {.name = "registers hold f64",
     .types = [](TypeFacts& t) { t.floats = {vt::f32, vt::f64}, t.softened = {vt::f16, vt::bf16}; }},
    {.name = "registers hold f16",
     .types = [](TypeFacts& t) { t.floats = {vt::f32, vt::f16}, t.softened = {vt::f64, vt::bf16}; }},
    {.name = "registers hold no f32", .types = [](TypeFacts& t) { t.floats = {}; }},
    {.name = "f64 is refused", .types = [](TypeFacts& t) { t.softened = {vt::f16, vt::bf16}; }},
    {.name = "f16 is refused", .types = [](TypeFacts& t) { t.softened = {vt::f64, vt::bf16}; }},
    // ---- spaces
    {.name = "shared: pointers of 64 bits",
     .space =
         [](Spaced s) {
           if (is<Space::shared>(s)) s.pointer_bits = 64;
         }},
    {.name = "local: pointers of 64 bits",
     .space =
         [](Spaced s) {
           if (is<Space::local>(s)) s.pointer_bits = 64;
         }},
    {.name = "global: pointers of 32 bits",
     .space =
         [](Spaced s) {
           if (is<Space::global>(s)) s.pointer_bits = 32;
         }},
    {.name = "generic: pointers of 32 bits",
     .space =
         [](Spaced s) {
           if (is<Space::generic>(s)) s.pointer_bits = 32;
         }},
    {.name = "shared: another window",
     .space =
         [](Spaced s) {
           if (is<Space::shared>(s)) s.window += 1ULL << 33;
         }},
    {.name = "local: the window of shared",
     .space =
         [](Spaced s) {
           if (is<Space::local>(s)) s.window = 0x6100ULL << 32;
         }},
    {.name = "const: another window",
     .space =
         [](Spaced s) {
           if (is<Space::constant>(s)) s.window += 1ULL << 32;
         }},
    {.name = "local: an instruction casts",
     .space =
         [](Spaced s) {
           if (is<Space::local>(s)) s.casts = true;
         }},
    {.name = "shared: no generic address",
     .space =
         [](Spaced s) {
           if (is<Space::shared>(s)) s.to_generic = ToGeneric::never;
         }},
    {.name = "shared: addresses are generic ones",
     .space =
         [](Spaced s) {
           if (is<Space::shared>(s)) s.to_generic = ToGeneric::same_bits;
         }},
    {.name = "accesses of 4 bytes as lanes", .space = [](Spaced s) { s.most_lanes = {4, 4, 4, 2}; }},
    {.name = "accesses of 8 words", .space = [](Spaced s) { s.widest = 32, s.most_lanes = {1, 1, 8, 4}; }},
    {.name = "accesses of 2 words at most", .space = [](Spaced s) { s.widest = 8, s.most_lanes = {1, 1, 2, 1}; }},
    {.name = "wide accesses need 4 bytes of alignment", .space = [](Spaced s) { s.alignment = 4; }},
    {.name = "no accesses of three lanes", .space = [](Spaced s) { s.odd_lanes = false; }},
    {.name = "offsets of 32 bits", .space = [](Spaced s) { s.least_offset = INT32_MIN, s.most_offset = INT32_MAX; }},
    {.name = "offsets are at least 1", .space = [](Spaced s) { s.least_offset = 1; }},
    {.name = "nobody writes global memory",
     .space =
         [](Spaced s) {
           if (is<Space::global>(s)) s.read_only = true;
         }},
    {.name = "shared memory is one thread's",
     .space =
         [](Spaced s) {
           if (is<Space::shared>(s)) s.one_thread = true;
         }},
    {.name = "global memory is one thread's",
     .space =
         [](Spaced s) {
           if (is<Space::global>(s)) s.one_thread = true;
         }},
    {.name = "shared is local",
     .space =
         [](Spaced s) {
           if (is<Space::shared>(s)) s.number = 5;
         }},
    {.name = "const and shared change numbers",
     .space =
         [](Spaced s) {
           if (is<Space::shared>(s))
             s.number = 4;
           else if (is<Space::constant>(s))
             s.number = 3;
         }},
    // ---- numeric traits
    {.name = "fields clamp", .facts = [](TargetFacts& f) { f.numeric.fields = NumericTraits::Fields::clamped; }},
    {.name = "f32 arithmetic flushes", .facts = [](TargetFacts& f) { f.numeric.flushes_f32 = true; }},
    {.name = "minimum of a signalling NaN is one",
     .facts = [](TargetFacts& f) { f.numeric.signalling = NumericTraits::Signalling::nan; }},
    {.name = "bytes are permuted by nibbles, natively",
     .facts =
         [](TargetFacts& f) {
           f.numeric.permute = NumericTraits::Permute::nibbles;
           f.set({Isd::prmt}, {vt::i32}, Action::legal);
         }},
    // ---- joins and arithmetic
    {.name = "accesses are joined to 32 bytes", .facts = [](TargetFacts& f) { f.joins.most_bytes = 32; }},
    {.name = "accesses are joined to 12 bytes", .facts = [](TargetFacts& f) { f.joins.most_bytes = 12; }},
    {.name = "accesses of i8 are joined", .facts = [](TargetFacts& f) { f.joins.types.push_back(vt::i8); }},
    {.name = "arithmetic in f64", .facts = [](TargetFacts& f) { f.arithmetic.push_back(vt::f64); }},
    {.name = "no arithmetic in f32", .facts = [](TargetFacts& f) { f.arithmetic.clear(); }},
    // ---- actions
    {.name = "sdiv i32 is native", .facts = [](TargetFacts& f) { f.set({Isd::sdiv}, {vt::i32}, Action::legal); }},
    {.name = "fsqrt f32 is native", .facts = [](TargetFacts& f) { f.set({Isd::fsqrt}, {vt::f32}, Action::legal); }},
    {.name = "rotl i32 is native", .facts = [](TargetFacts& f) { f.set({Isd::rotl}, {vt::i32}, Action::legal); }},
    {.name = "bswap i32 is native", .facts = [](TargetFacts& f) { f.set({Isd::bswap}, {vt::i32}, Action::legal); }},
    {.name = "fcopysign f32 is native",
     .facts = [](TargetFacts& f) { f.set({Isd::fcopysign}, {vt::f32}, Action::legal); }},
    {.name = "shl i1 is native", .facts = [](TargetFacts& f) { f.set({Isd::shl}, {vt::i1}, Action::legal); }},
    {.name = "fp_to_si f32 is native",
     .facts = [](TargetFacts& f) { f.set({Isd::fp_to_si}, {vt::f32}, Action::legal); }},
    {.name = "mulhu i32 is expanded", .facts = [](TargetFacts& f) { f.set({Isd::mulhu}, {vt::i32}, Action::expand); }},
    {.name = "ctlz i32 is expanded", .facts = [](TargetFacts& f) { f.set({Isd::ctlz}, {vt::i32}, Action::expand); }},
    {.name = "add i32 is expanded", .facts = [](TargetFacts& f) { f.set({Isd::add}, {vt::i32}, Action::expand); }},
    {.name = "fma f32 is expanded", .facts = [](TargetFacts& f) { f.set({Isd::fma}, {vt::f32}, Action::expand); }},
    {.name = "fdiv f32 is called, and there is no function",
     .facts =
         [](TargetFacts& f) {
           std::erase_if(f.library.functions,
                         [](const LibraryFunction& l) { return l.op == Isd::fdiv && l.result == vt::f32; });
         }},
    {.name = "library: udiv is srem",
     .facts =
         [](TargetFacts& f) {
           for (LibraryFunction& l : f.library.functions)
             if (l.op == Isd::udiv) l.op = Isd::srem;
         }},
    {.name = "library: two functions of one name",
     .facts =
         [](TargetFacts& f) {
           for (LibraryFunction& l : f.library.functions)
             if (l.op == Isd::udiv) l.name = "toy_other";
         }},
    // ---- steps on IR
    {.name = "atomics: i64 is native",
     .prepare =
         [](PrepareFacts& p) {
           constexpr AtomicOp ops[] = {AtomicOp::add, AtomicOp::umax, AtomicOp::compare, AtomicOp::exchange};
           constexpr AtomicType wide[] = {AtomicType::i64};
           p.atomics.native(ops, wide);
           p.atomics.spread();
         }},
    {.name = "atomics: i16 is native",
     .prepare =
         [](PrepareFacts& p) {
           constexpr AtomicOp ops[] = {AtomicOp::add};
           constexpr AtomicType narrow[] = {AtomicType::i16};
           p.atomics.native(ops, narrow);
           p.atomics.spread();
         }},
    {.name = "atomics: fadd is native",
     .prepare =
         [](PrepareFacts& p) {
           constexpr AtomicOp ops[] = {AtomicOp::fadd};
           constexpr AtomicType real[] = {AtomicType::f32};
           p.atomics.native(ops, real);
           p.atomics.spread();
         }},
    {.name = "atomics: there is no umin",
     .prepare =
         [](PrepareFacts& p) {
           for (std::size_t s = 0; s < p.space_count; ++s)
             p.atomics.set(AtomicOp::umin, AtomicType::i32, s, AtomicAction::refuse);
         }},
    {.name = "blocks of 8 threads", .prepare = [](PrepareFacts& p) { p.most_threads = 8, p.most_along = {8, 8, 8}; }},
    {.name = "thread numbers are of other axes",
     .prepare =
         [](PrepareFacts& p) {
           static ThreadRegister other[8];
           std::size_t n = 0;
           for (const ThreadRegister& r : p.thread_registers) {
             other[n] = r;
             other[n++].is_index = !r.is_index;
           }
           p.thread_registers = {other, n};
         }},
    {.name = "intrinsics that differ by thread: none", .prepare = [](PrepareFacts& p) { p.divergent_intrinsics = {}; }},
    {.name = "division of 128 bits is one operation", .prepare = [](PrepareFacts& p) { p.costs.division_bits = 128; }},
    // ---- registers
    {.name = "70 vector registers", .registers = [](machine::Registers& r) { r.files[vector].count = 70; }},
    {.name = "40 scalar registers", .registers = [](machine::Registers& r) { r.files[scalar].count = 40; }},
    {.name = "vector registers survive calls",
     .registers = [](machine::Registers& r) { r.files[vector].lost_at_calls = false; }},
    {.name = "the condition code survives calls",
     .registers = [](machine::Registers& r) { r.files[condition].lost_at_calls = false; }},
    {.name = "two condition codes", .registers = [](machine::Registers& r) { r.files[condition].count = 2; }},
    {.name = "the condition code has a place in the frame",
     .registers = [](machine::Registers& r) { r.files[condition].slot_bytes = 4; }},
    {.name = "scalar registers are their own twins",
     .registers = [](machine::Registers& r) { r.files[scalar].twin = scalar; }},
    {.name = "a spilled register takes 2 bytes",
     .registers = [](machine::Registers& r) { r.files[vector].slot_bytes = 2; }},
};

const Change* chosen = nullptr;

/// The same facts for registers that hold other types.
TargetFacts with(const TargetFacts& plain, const TypeFacts& types) {
  TargetFacts f = plain;
  const TargetFacts fresh(types);
  f.types = fresh.types, f.actions = fresh.actions;
  std::vector<Vt> held = types.floats;
  for (const std::uint32_t bits : types.integers) held.push_back({VtKind::integer, bits});
  for (std::uint32_t op = 0; op < static_cast<std::uint32_t>(Isd::count); ++op)
    for (const Vt type : held)
      if (plain.types.number(type) != 0)
        f.set({static_cast<Isd>(op)}, {type}, plain.action(static_cast<Isd>(op), type));
  return f;
}

}  // namespace

TargetFacts target_facts() {
  TargetFacts f = plain_target_facts();
  if (chosen == nullptr) return f;
  if (chosen->types != nullptr) {
    TypeFacts types = f.types.facts();
    chosen->types(types);
    f = with(f, types);
  }
  if (chosen->space != nullptr) {
    std::vector<SpaceFacts> rows(f.spaces.rows().begin(), f.spaces.rows().end());
    for (SpaceFacts& row : rows) chosen->space(row);
    f.spaces = Spaces(rows);
  }
  if (chosen->facts != nullptr) chosen->facts(f);
  return f;
}
PrepareFacts prepare_facts() {
  PrepareFacts p = plain_prepare_facts();
  if (chosen != nullptr && chosen->prepare != nullptr) chosen->prepare(p);
  for (std::size_t i = 0; chosen != nullptr && chosen->space != nullptr && i < p.space_count; ++i)
    chosen->space(p.spaces[i]);
  return p;
}
machine::Registers registers() {
  machine::Registers r = plain_registers();
  if (chosen != nullptr && chosen->registers != nullptr) chosen->registers(r);
  return r;
}

namespace {

/// What a check of the facts says; empty: nothing.
std::string refused() {
  if (chosen == nullptr) return {};
  if (chosen->types != nullptr) {
    TypeFacts types = plain_target_facts().types.facts();
    chosen->types(types);
    if (std::string fault = fault_of(types); !fault.empty()) return fault;
  }
  if (std::string fault = fault_of(target_facts()); !fault.empty()) return fault;
  if (std::string fault = fault_of(prepare_facts()); !fault.empty()) return fault;
  return machine::fault_of(registers());
}

int compile_file(const std::string& in, const std::string& to) {
  std::ifstream file(in, std::ios::binary);
  const std::string ir((std::istreambuf_iterator<char>(file)), {});
  Program program;
  Diag diag;
  const bool good = compile(ir, in, program, diag);
  for (const Message& m : diag.messages()) std::cerr << "toy_facts: error: " << m.text << "\n";
  if (!good) return 1;
  std::ofstream out(to, std::ios::binary);
  out << print(program);
  return out.flush() ? 0 : 1;
}

}  // namespace
}  // namespace toy_gpu

int main(int argc, char** argv) {
  constexpr std::size_t count = std::size(toy_gpu::changes);
  const std::string first = argc > 1 ? argv[1] : "";
  if (argc == 2 && first == "list") {
    for (const toy_gpu::Change& c : toy_gpu::changes) std::puts(c.name);
    return 0;
  }
  const bool words = argc == 3 && std::string(argv[2]) == "words";
  const std::size_t number = argc == 5 || words ? std::strtoul(argv[1], nullptr, 10) : count + 1;
  if (number > count)
    return std::fputs("usage: toy_facts list | toy_facts N words | toy_facts N IN.ll -o OUT.s\n", stderr), 2;
  if (number != 0) toy_gpu::chosen = &toy_gpu::changes[number - 1];
  if (const std::string why = toy_gpu::refused(); !why.empty()) return std::printf("%s\n", why.c_str()), 3;
  if (words) {
    const std::string unlike = toy_gpu::unlike_machine(toy_gpu::target_facts());
    return unlike.empty() ? 0 : (std::printf("%s\n", unlike.c_str()), 4);
  }
  return toy_gpu::compile_file(argv[2], argv[4]);
}
