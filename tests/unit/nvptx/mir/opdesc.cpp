// Mnemonics and their facts.
#include <doctest/doctest.h>

#include <algorithm>
#include <thread>

#include "nvptx/mir/ir.hpp"

using namespace lathe::nvptx::mir;

namespace {
const OpDesc& op(const char* text) {
  static Module module;
  return module.op(module.intern(text));
}
}  // namespace

TEST_CASE("types, space, vector, modifiers") {
  const OpDesc& ld = op("ld.volatile.shared::cta.v4.f32");
  CHECK(ld.op == Op::ld);
  CHECK(ld.space == Space::shared);
  CHECK(ld.type == Type::f32);
  CHECK(ld.vector == 4);
  CHECK(ld.is_volatile);
  CHECK(ld.modifiers.size() == 4);
  CHECK(op("ld.u32").space == Space::generic);
  CHECK(op("ld.const.u32").space == Space::constant);
  CHECK(op("cvt.rn.f16.f32").dst_type == Type::f16);
  CHECK(op("cvt.rn.f16.f32").type == Type::f32);
  CHECK(op("add.s32").space == Space::none);
  CHECK(op("and.pred").op == Op::and_);
}

TEST_CASE("results by modifier") {
  CHECK(op("add.s32").defs == 1);
  CHECK(op("st.global.u32").defs == 0);
  CHECK(op("red.global.add.u32").defs == 0);
  CHECK(op("atom.global.add.u32").defs == 1);
  CHECK(op("bar.sync").defs == 0);
  CHECK(op("barrier.cta.red.popc.u32").defs == 1);
  CHECK(op("wmma.load.a.sync.aligned.row.m16n16k16.f16").defs == 1);
  CHECK(op("wmma.store.d.sync.aligned.row.m16n16k16.f32").defs == 0);
  CHECK(op("mbarrier.init.shared.b64").defs == 0);
  CHECK(op("mbarrier.arrive.shared.b64").defs == 1);
  CHECK(op("mbarrier.try_wait.parity.shared.b64").defs == 1);
  CHECK(op("cp.async.cg.shared.global").defs == 0);
  CHECK(op("tcgen05.ld.sync.aligned.32x32b.x2.b32").defs == 1);
  CHECK(op("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32").defs == 0);
  CHECK(op("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16").modifies);
  CHECK(op("multimem.ld_reduce.global.add.f32").defs == 1);
  CHECK(op("multimem.red.global.add.f32").defs == 0);
  CHECK(op("phi.b32").defs == 1);
}

TEST_CASE("effects") {
  CHECK(op("bra.uni").terminator);
  CHECK(op("brx.idx").terminator);
  CHECK(op("ret").terminator);
  CHECK_FALSE(op("call.uni").terminator);
  CHECK(op("call.uni").side_effect);
  CHECK(op("add.cc.u32").side_effect);
  CHECK(op("addc.u32").side_effect);
  CHECK_FALSE(op("add.u32").side_effect);
  CHECK(op("bar.sync").convergent);
  CHECK(op("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32").convergent);
  CHECK_FALSE(op("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32").side_effect);
  CHECK(op("ld.acquire.gpu.global.u32").is_volatile);
  CHECK(op("atom.global.add.u32").is_volatile);
  CHECK(op("nonsense.b32").op == Op::other);
  CHECK(op("nonsense.b32").side_effect);
  CHECK(op("").op == Op::other);
}

TEST_CASE("every name of a type and a space is read back") {
  for (int t = 1; t < static_cast<int>(Type::other); ++t)
    CHECK(parse_type(to_string(static_cast<Type>(t))) == static_cast<Type>(t));
  CHECK(parse_type("b33") == Type::none);
  CHECK(bits_of(Type::f16x2) == 32);
}

TEST_CASE("what a type is of") {
  std::string floats, integers, with_sign;
  for (std::uint8_t t = 0; t <= static_cast<std::uint8_t>(Type::other); ++t) {
    const auto type = static_cast<Type>(t);
    const std::string name = std::string(to_string(type)) + " ";
    if (is_float(type)) floats += name;
    if (is_integer(type)) integers += name;
    if (is_signed(type)) with_sign += name;
  }
  CHECK(floats == "f16 f16x2 bf16 bf16x2 tf32 f32 f64 f32x2 ");
  CHECK(integers == "b8 b16 b32 b64 b128 u8 u16 u32 u64 s8 s16 s32 s64 ");
  CHECK(with_sign == "s8 s16 s32 s64 ");
}

TEST_CASE("interning: one id per text, entries stay in place, threads agree") {
  Module m;
  const std::string* first = &m.op(m.intern("first")).text;
  std::vector<std::thread> threads;
  std::vector<std::vector<OpId>> ids(4);
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 3000; ++i) {
        const std::string text = "op" + std::to_string(i) + ".b32";
        const OpId id = m.intern(text);
        ids[t].push_back(m.op(id).text == text ? id : none);
        m.name(text);
      }
    });
  for (auto& t : threads) t.join();
  for (int t = 0; t < 4; ++t) CHECK(ids[t] == ids[0]);
  CHECK(std::count(ids[0].begin(), ids[0].end(), none) == 0);
  CHECK(&m.op(m.intern("first")).text == first);
}
