// Facts of targets: those of the tests are sound, each contradiction is told, tables say what follows.
#include <llvm/IR/DataLayout.h>

#include <functional>

#include "far_target.hpp"
#include "ir.hpp"
#include "nvptx/prepare/facts.hpp"

using namespace lathe::codegen;
using namespace lathe::codegen::test;

TEST_CASE("facts: those of every target of PTX are sound, and fit the data layout") {
  for (const std::string& name : lathe::nvptx::cpu_names()) {
    CAPTURE(name);
    lathe::nvptx::Features features = *lathe::nvptx::parse_cpu(name);
    for (const unsigned ptx : {features.ptx, 88U}) {
      features.ptx = ptx;
      const PrepareFacts facts = lathe::nvptx::prepare_facts(features);
      CHECK(fault_of(facts) == "");
      CHECK(fault_of(facts, llvm::DataLayout("e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64")) == "");
    }
  }
}

TEST_CASE("facts: a contradiction is told") {
  const PrepareFacts good = far_facts();
  REQUIRE(fault_of(good) == "");
  CHECK(fault_of(good, llvm::DataLayout(far_layout)) == "");
  CHECK(fault_of(good, llvm::DataLayout("e-p:64:64-A5")) == "space 3: the data layout has pointers of another width");
  CHECK(fault_of(good, llvm::DataLayout("e-p:64:64-p3:32:32-p5:32:32-A1")) ==
        "local variables are in a space that is neither local nor generic");
  struct Mutant {
    const char* text;  ///< of the fault
    std::function<void(PrepareFacts&)> change;
  };
  const Mutant mutants[] = {
      {"name", [](auto& f) { f.name = {}; }},
      {"1 to 10 spaces", [](auto& f) { f.space_count = 0; }},
      {"two spaces have its number", [](auto& f) { f.spaces[2].number = 1; }},
      {"another space has its role", [](auto& f) { f.spaces[2].role = Space::global; }},
      {"pointers of 16 to 64 bits", [](auto& f) { f.spaces[1].pointer_bits = 128; }},
      {"the widest access", [](auto& f) { f.spaces[1].widest = 12; }},
      {"an alignment", [](auto& f) { f.spaces[2].alignment = 16; }},
      {"an offset of 0", [](auto& f) { f.spaces[1].least_offset = 4; }},
      {"local memory is of one thread", [](auto& f) { f.spaces[4].one_thread = false; }},
      {"shared memory is of several", [](auto& f) { f.spaces[2].one_thread = true; }},
      {"constant memory is read only", [](auto& f) { f.spaces[3].read_only = false; }},
      {"inside of a space that is not there", [](auto& f) { f.spaces[2].inside = 77; }},
      {"inside of two spaces", [](auto& f) { f.spaces[2].inside = 1, f.spaces[1].inside = 4; }},
      {"become generic ones, which there are not", [](auto& f) { f.spaces[0].role = Space::other; }},
      {"wider than generic ones", [](auto& f) { f.spaces[0].pointer_bits = 32; }},
      {"another width has not the same bits", [](auto& f) { f.spaces[2].to_generic = ToGeneric::same_bits; }},
      {"atomic add of i64 is a loop of compare-and-swap",
       [](auto& f) { f.atomics.set(AtomicOp::add, AtomicType::i64, 1, AtomicAction::loop); }},
      {"is a loop of compare-and-swap",
       [](auto& f) { f.atomics.set(AtomicOp::compare, AtomicType::i32, 2, AtomicAction::loop); }},
      {"has no word around", [](auto& f) { f.atomics.set(AtomicOp::add, AtomicType::f32, 1, AtomicAction::word); }},
      {"there is no atomic load for",
       [](auto& f) { f.atomics.set(AtomicOp::load, AtomicType::i32, 1, AtomicAction::refuse); }},
      {"memory of a thread", [](auto& f) { f.spaces[4].role = Space::other; }},
      {"a jump table has two", [](auto& f) { f.costs.jump_tables = true, f.costs.table_cases = 1; }},
      {"density", [](auto& f) { f.costs.table_density_percent = 0; }},
      {"a bit test", [](auto& f) { f.costs.bit_test_bits = 128; }},
      {"copies move", [](auto& f) { f.costs.copy_unit = 12; }},
      {"a copy has a load", [](auto& f) { f.costs.copy_batch = 0; }},
      {"alignment of the frame", [](auto& f) { f.costs.frame_alignment = 3; }},
      {"a register has", [](auto& f) { f.costs.register_bytes = 3; }},
      {"divisions are expanded", [](auto& f) { f.costs.division_bits = 256; }},
      {"an axis has", [](auto& f) { f.most_threads = 128; }},
      {"both known and rewritten", [](auto& f) { f.hooks.follows_pointer = [](unsigned) { return false; }; }},
  };
  for (const Mutant& mutant : mutants) {
    PrepareFacts facts = good;
    mutant.change(facts);
    const std::string fault = fault_of(facts);
    CAPTURE(mutant.text);
    CAPTURE(fault);
    CHECK(has(fault, mutant.text));
  }
}

TEST_CASE("facts: a table of atomics is completed by what compare-and-swap can do") {
  const PrepareFacts facts = far_facts();
  using enum AtomicOp;
  CHECK(facts.atomic(add, AtomicType::i32, 1) == AtomicAction::native);
  CHECK(facts.atomic(umax, AtomicType::i32, 1) == AtomicAction::native);
  CHECK(facts.atomic(umax, AtomicType::i32, 3) == AtomicAction::loop);
  CHECK(facts.atomic(fadd, AtomicType::f32, 3) == AtomicAction::loop);
  CHECK(facts.atomic(fadd, AtomicType::v2f16, 3) == AtomicAction::loop);
  CHECK(facts.atomic(load, AtomicType::i8, 3) == AtomicAction::word);
  CHECK(facts.atomic(fadd, AtomicType::bf16, 1) == AtomicAction::word);
  CHECK(facts.atomic(compare, AtomicType::i64, 1) == AtomicAction::refuse);
  CHECK(facts.atomic(add, AtomicType::f64, 0) == AtomicAction::refuse);
}

TEST_CASE("facts: which spaces can name a byte, and what a question about one is answered") {
  const lathe::nvptx::Features features = *lathe::nvptx::parse_cpu("sm_90");
  const PrepareFacts ptx = lathe::nvptx::prepare_facts(features);
  CHECK(ptx.may_alias(3, 7));
  CHECK(ptx.may_alias(0, 5));
  CHECK(ptx.may_alias(1, 99));
  CHECK_FALSE(ptx.may_alias(1, 3));
  CHECK_FALSE(ptx.may_alias(4, 101));
  CHECK(ptx.is_in(3, 7) == 1);
  CHECK(ptx.is_in(7, 3) == -1);
  CHECK(ptx.is_in(0, 1) == -1);
  CHECK(ptx.is_in(101, 5) == -1);
  CHECK(ptx.is_in(1, 5) == 0);
  const PrepareFacts far = far_facts();
  CHECK_FALSE(far.may_alias(3, 5));
  CHECK(far.is_in(5, 3) == 0);
  CHECK(far.question_about(5) == llvm::Intrinsic::amdgcn_is_private);
  CHECK(far.question_about(1) == 0);
}
