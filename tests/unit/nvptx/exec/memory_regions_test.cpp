// What observers are told of accesses; the regions themselves.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "nvptx/exec/decode/decode.hpp"
#include "simt/state/memory.hpp"
#include "simt/state/observer.hpp"
#include "unit/nvptx/exec/memory_harness.hpp"

using namespace lathe::nvptx;
using namespace lathe::nvptx::test;
using exec::Memory;
using exec::RegionKind;

namespace {

struct Recorder final : exec::Observer {
  struct Seen {
    exec::Space space;
    exec::AccessKind kind;
    exec::Mask mask;
    std::uint32_t bytes, values;
    exec::Address first;
  };
  std::vector<Seen> seen;
  void access(const exec::Warp&, const exec::Code&, const exec::Access& a) override {
    seen.push_back({a.space, a.kind, a.mask, a.bytes, a.value_count, a.address[__builtin_ctz(a.mask)]});
  }
};

}  // namespace

TEST_CASE("observers are told of every access, by space, with generic addresses") {
  Recorder recorder;
  KernelRun run{.body = R"(
    .local .b64 v;
    .shared .b64 s[32];
    st.local.u32 [v+4], %r0;
    mov.u64 %rd20, s;
    cvta.shared.u64 %rd21, %rd20;
    add.u64 %rd21, %rd21, %rd10;
    add.u64 %rd22, %rd0, %rd10;
    setp.lt.u32 %p20, %r0, 8;
    selp.b64 %rd23, %rd21, %rd22, %p20;
    setp.ge.u32 %p21, %r0, 4;
    @%p21 st.v2.u32 [%rd23], {%r0, %r0};
    red.shared.add.u32 [%rd20], 1;
    @!%p21 ld.param.u64 %rd24, [p0];
  )",
                .buffers = {Bytes(256)}};
  run.options.observer = &recorder;
  const auto r = run_kernel(run);
  REQUIRE(r.fault == "");
  using exec::AccessKind;
  struct Want {
    exec::Space space;
    AccessKind kind;
    exec::Mask mask;
    std::uint32_t bytes, values;
    exec::Address first;
  };
  const std::vector<Want> want = {
      {exec::Space::param, AccessKind::read, exec::all_lanes, 8, 1, exec::param_window},
      {exec::Space::local, AccessKind::write, exec::all_lanes, 4, 1, exec::local_window + 4},
      {exec::Space::global, AccessKind::write, 0xffffff00U, 8, 2, r.addresses[0] + 64},
      {exec::Space::shared, AccessKind::write, 0x000000f0U, 8, 2, exec::shared_window + 32},
      {exec::Space::shared, AccessKind::atomic, exec::all_lanes, 4, 1, exec::shared_window},
      {exec::Space::param, AccessKind::read, 0xfU, 8, 1, exec::param_window},
  };
  REQUIRE(recorder.seen.size() == want.size());
  for (std::size_t i = 0; i < want.size(); ++i) {
    INFO("access ", i);
    CHECK(recorder.seen[i].space == want[i].space);
    CHECK(recorder.seen[i].kind == want[i].kind);
    CHECK(recorder.seen[i].mask == want[i].mask);
    CHECK(recorder.seen[i].bytes == want[i].bytes);
    CHECK(recorder.seen[i].values == want[i].values);
    CHECK(recorder.seen[i].first == want[i].first);
  }
}

TEST_CASE("observers: parameters of functions are parameters, wherever they lie") {
  Recorder recorder;
  KernelRun run{.body = ".param .b64 a;\nst.param.b64 [a], %rd0;\ncall.uni f, (a);\n",
                .buffers = {Bytes(64)},
                .module =
                    ".func f(.param .b64 x)\n{\n.reg .b64 %a;\n.local .b64 v;\nld.param.b64 %a, [x];\n"
                    "st.local.b64 [v], %a;\nret;\n}\n"};
  run.options.observer = &recorder;
  REQUIRE(run_kernel(run).fault == "");
  REQUIRE(recorder.seen.size() == 4);
  for (const std::size_t i : {1U, 2U}) {
    CHECK(recorder.seen[i].space == exec::Space::param);
    CHECK(recorder.seen[i].first >= exec::local_window);
    CHECK(recorder.seen[i].first < exec::local_window + 4096);
  }
  CHECK(recorder.seen[3].space == exec::Space::local);
}

TEST_CASE("the machine's memory of a state space is the one of the same name") {
  using Named = mir::Space;
  for (const Named space : {Named::generic, Named::global, Named::shared, Named::constant, Named::local, Named::param})
    CHECK(mir::to_string(space) == std::string_view(to_string(exec::memory_space(space))));
  CHECK(exec::memory_space(Named::none) == exec::Space::generic);
  for (const Named space : {Named::reg, Named::sreg, Named::tex})
    CHECK(exec::memory_space(space) == exec::Space::other);
}

TEST_CASE("regions: addresses, limits, release, look-up from several threads") {
  Memory memory(1 << 20);
  const exec::Region* a = memory.add(100, 16, RegionKind::buffer);
  const exec::Region* c = memory.add(8, 4096, RegionKind::constant, "c");
  REQUIRE(a != nullptr);
  REQUIRE(c != nullptr);
  CHECK(a->base >= exec::global_base);
  CHECK(c->base >= exec::const_base);
  CHECK(c->base < exec::global_base);
  CHECK(c->base % 4096 == 0);
  CHECK(reinterpret_cast<std::uintptr_t>(a->host) % 256 == 0);
  CHECK(memory.find(a->base) == a);
  CHECK(memory.find(a->base + 99) == a);
  CHECK(memory.find(a->base + 100) == nullptr);
  CHECK(memory.find(a->base - 1) == nullptr);
  CHECK(memory.below(a->base + 100) == a);
  CHECK(memory.above(a->base - 1) == a);
  CHECK(memory.above(a->base) == nullptr);
  CHECK(memory.find(c->base + 7) == c);
  CHECK(memory.used() == 108);
  CHECK(memory.used(RegionKind::buffer) == 100);
  CHECK(memory.add(1 << 20, 16, RegionKind::buffer) == nullptr);
  CHECK(memory.add(~0ULL, 16, RegionKind::buffer) == nullptr);
  CHECK(memory.add(11, 16, RegionKind::heap, {}, 10) == nullptr);

  CHECK(!memory.release(a->base + 1, RegionKind::buffer));
  CHECK(!memory.release(a->base, RegionKind::heap));
  CHECK(memory.release(a->base, RegionKind::buffer));
  CHECK(!memory.release(a->base, RegionKind::buffer));
  CHECK(memory.find(a->base) == a);
  CHECK(a->freed);
  CHECK(memory.used(RegionKind::buffer) == 0);

  // A block of the heap that is used again is zero, and its memory was not given back in between.
  const exec::Region* h = memory.add(1000, 16, RegionKind::heap);
  std::byte* host = h->host;
  std::fill(host, host + 1000, std::byte{7});
  REQUIRE(memory.release(h->base, RegionKind::heap));
  CHECK(host[999] == std::byte{7});
  const exec::Region* again = memory.add(900, 16, RegionKind::heap);
  CHECK(again->host == host);
  CHECK(again->base != h->base);
  CHECK(std::all_of(host, host + 900, [](std::byte b) { return b == std::byte{0}; }));

  const exec::Address base = again->base;
  memory.drop(RegionKind::heap);
  CHECK(memory.find(base) == nullptr);
  CHECK(memory.used(RegionKind::heap) == 0);
  CHECK(memory.find(c->base) == c);
}

TEST_CASE("regions: look-up while others add and release") {
  Memory memory(1ULL << 30);
  const exec::Region* first = memory.add(64, 16, RegionKind::buffer);
  const auto work = [&](unsigned seed) {
    std::vector<const exec::Region*> mine;
    for (unsigned i = 0; i < 3000; ++i) {
      const exec::Region* r = memory.add(16 + (seed * 37 + i) % 300, 16, RegionKind::heap);
      if (r == nullptr || memory.find(r->base + r->bytes - 1) != r || memory.find(first->base) != first) return false;
      mine.push_back(r);
      if (i % 3 == 0 && !memory.release(mine[i / 2]->base, RegionKind::heap) && !mine[i / 2]->freed) return false;
    }
    return std::all_of(mine.begin(), mine.end(), [&](const exec::Region* r) { return memory.find(r->base) == r; });
  };
  bool fine[3] = {};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 3; ++t) threads.emplace_back([&, t] { fine[t] = work(t); });
  for (std::thread& t : threads) t.join();
  CHECK((fine[0] && fine[1] && fine[2]));
}
