// Asynchronous copies, mbarriers, fences and cluster addresses: kernels of a few lines, expectations by hand.
#include <doctest/doctest.h>

#include <bit>
#include <cstring>

#include "nvptx/exec/operate/async.hpp"
#include "unit/nvptx/exec/run_op.hpp"

using namespace lathe::nvptx;
using exec::Mbarrier;

namespace {

struct Run {
  std::string body;  ///< %in, %out: 64-bit addresses of the buffers; %me, %bid: numbers of thread and block
  std::string declarations{};
  std::vector<std::uint32_t> in = std::vector<std::uint32_t>(64);
  std::size_t out_words = 64;
  unsigned threads = 32;
  unsigned blocks = 1, cluster = 1;
  std::string target = "sm_90a";
};

struct Ran {
  std::string fault;
  std::vector<std::uint32_t> out;
};

Ran run(const Run& r) {
  const std::string ptx =
      ".version 8.8\n.target " + r.target +
      "\n.address_size 64\n.visible .entry k(.param .u64 i, .param .u64 o)\n{\n"
      "  .reg .b64 %in, %out, %rd<10>;\n  .reg .b32 %me, %bid, %r<20>;\n  .reg .b16 %h<10>;\n"
      "  .reg .pred %p<10>;\n  .reg .f32 %f<10>;\n  .reg .f64 %fd<4>;\n  .reg .b128 %q<3>;\n"
      "  .shared .align 16 .b8 data[1024];\n  .shared .align 8 .b64 bar;\n  .shared .align 8 .b64 other;\n" +
      r.declarations +
      "  ld.param.u64 %in, [i];\n  ld.param.u64 %out, [o];\n  mov.u32 %me, %tid.x;\n  mov.u32 %bid, %ctaid.x;\n" +
      r.body + "\n  ret;\n}\n";
  test::run_op_detail::dump(ptx, r.target);
  Ran out;
  exec::Machine machine({.max_steps = 1U << 20});
  const auto failed = [&](const std::optional<exec::Fault>& fault) {
    if (fault) out.fault = fault->text;
    return fault.has_value();
  };
  if (failed(machine.load({{"k.ptx", ptx}}))) return out;
  const exec::Address in = machine.allocate(r.in.size() * 4), to = machine.allocate(r.out_words * 4);
  failed(machine.write(in, std::as_bytes(std::span(r.in))));
  exec::Launch launch;
  launch.kernel = "k";
  launch.grid = {r.blocks};
  launch.block = {r.threads};
  launch.cluster = {r.cluster, 1, 1};
  launch.add(in).add(to);
  if (failed(machine.launch(launch))) return out;
  out.out.resize(r.out_words);
  failed(machine.read(to, std::as_writable_bytes(std::span(out.out))));
  return out;
}

std::vector<std::uint32_t> counting(std::size_t n, std::uint32_t first = 1) {
  std::vector<std::uint32_t> out(n);
  for (std::size_t i = 0; i < n; ++i) out[i] = first + static_cast<std::uint32_t>(i);
  return out;
}

// Lines that many tests begin with: thread 0 makes the mbarrier, all threads know.
std::string init(unsigned count) {
  return "  setp.eq.u32 %p0, %me, 0;\n  @%p0 mbarrier.init.shared.b64 [bar], " + std::to_string(count) +
         ";\n  bar.sync 0;\n";
}
// %rd9 = %out + 4 * %me
const std::string own_slot = "  mul.wide.u32 %rd9, %me, 4;\n  add.s64 %rd9, %out, %rd9;\n";

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("mbarrier object: counts, bytes and phases") {
  Mbarrier m(Mbarrier::make(2));
  CHECK(Mbarrier::valid(m.word()));
  CHECK(!Mbarrier::valid(0));
  CHECK(!m.parity());
  CHECK(m.arrive(1, false, false) == nullptr);
  CHECK(m.pending() == 1);
  CHECK(m.expect(100) == nullptr);
  CHECK(m.arrive(1, false, false) == nullptr);
  CHECK(m.pending() == 0);
  CHECK(!m.parity());  // bytes are missing
  CHECK(m.arrive(1, false, false) != nullptr);
  CHECK(m.complete(60) == nullptr);
  CHECK(!Mbarrier(m.word()).parity());
  CHECK(m.complete(40) == nullptr);
  CHECK(m.parity());
  CHECK(m.pending() == 2);
  // Bytes may come before they are expected.
  CHECK(m.complete(Mbarrier::max_count) == nullptr);
  Mbarrier copy(m.word());
  CHECK(copy.complete(1) != nullptr);
  CHECK(copy.arrive(2, false, false) == nullptr);
  CHECK(copy.parity());
  CHECK(copy.expect(Mbarrier::max_count) == nullptr);
  CHECK(!copy.parity());
  CHECK(copy.expect(Mbarrier::max_count) == nullptr);
  CHECK(copy.expect(1) != nullptr);
  CHECK(copy.arrive(0, false, false) != nullptr);
  CHECK(copy.arrive(Mbarrier::max_count + 1, false, false) != nullptr);
}

TEST_CASE("mbarrier object: dropped arrivals and .noComplete") {
  Mbarrier m(Mbarrier::make(3));
  CHECK(m.arrive(1, false, true) == nullptr);
  CHECK(m.pending() == 2);
  CHECK(m.arrive(1, true, false) == nullptr);
  CHECK(m.arrive(1, true, false) != nullptr);  // it would complete the phase
  Mbarrier n(Mbarrier::make(3));
  n.arrive(1, false, true);
  n.arrive(2, false, false);
  CHECK(n.parity());
  CHECK(n.pending() == 2);
}

TEST_CASE("mbarrier: states, phases, pending counts") {
  const Ran r = run({init(32) + own_slot +
                     "  mbarrier.arrive.shared.b64 %rd1, [bar];\n"
                     "  mbarrier.pending_count.b64 %r1, %rd1;\n"
                     "  st.global.u32 [%rd9], %r1;\n"
                     "  mbarrier.test_wait.shared.b64 %p1, [bar], %rd1;\n"
                     "  mbarrier.test_wait.parity.shared.b64 %p2, [bar], 0;\n"
                     "  mbarrier.test_wait.parity.shared.b64 %p3, [bar], 1;\n"
                     "  selp.u32 %r2, 1, 0, %p1;\n  selp.u32 %r3, 2, 0, %p2;\n  selp.u32 %r4, 4, 0, %p3;\n"
                     "  or.b32 %r2, %r2, %r3;\n  or.b32 %r2, %r2, %r4;\n"
                     "  st.global.u32 [%rd9+128], %r2;\n"});
  CHECK(r.fault == "");
  REQUIRE(r.out.size() == 64);
  for (unsigned i = 0; i < 32; ++i) CHECK(r.out[i] == 32 - i);      // lanes arrive in order
  for (unsigned i = 32; i < 64; ++i) CHECK(r.out[i] == (1U | 2U));  // phase 0 is over, phase 1 is not
}

TEST_CASE("mbarrier: a warp waits for another, twice round") {
  // Warp 1 writes a value and arrives; warp 0 spins, reads it, answers on the other barrier.
  const Ran r = run({.body = "  setp.eq.u32 %p0, %me, 0;\n"
                             "  @%p0 mbarrier.init.shared::cta.b64 [bar], 32;\n"
                             "  @%p0 mbarrier.init.shared::cta.b64 [other], 32;\n"
                             "  bar.sync 0;\n  and.b32 %r1, %me, 31;\n  mul.wide.u32 %rd1, %r1, 4;\n"
                             "  mov.u64 %rd2, data;\n  add.s64 %rd2, %rd2, %rd1;\n  mov.u32 %r5, 0;\n"
                             "  setp.ge.u32 %p1, %me, 32;\n  @%p1 bra PRODUCE;\n"
                             "CONSUME:\n"
                             "  mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 %p2, [bar], %r5, 1000;\n"
                             "  @!%p2 bra CONSUME;\n"
                             "  ld.shared.u32 %r3, [%rd2];\n  add.u32 %r6, %r6, %r3;\n"
                             "  mbarrier.arrive.release.cta.shared::cta.b64 _, [other];\n"
                             "  add.u32 %r5, %r5, 1;\n  setp.lt.u32 %p3, %r5, 2;\n  @%p3 bra CONSUME;\n"
                             "  add.s64 %rd3, %out, %rd1;\n  st.global.u32 [%rd3], %r6;\n  ret;\n"
                             "PRODUCE:\n"
                             "  mad.lo.u32 %r4, %r5, 100, %me;\n  st.shared.u32 [%rd2], %r4;\n"
                             "  mbarrier.arrive.shared.b64 %rd4, [bar];\n"
                             "WAIT:\n  mbarrier.try_wait.parity.shared::cta.b64 %p2, [other], %r5;\n  @!%p2 bra WAIT;\n"
                             "  add.u32 %r5, %r5, 1;\n  setp.lt.u32 %p3, %r5, 2;\n  @%p3 bra PRODUCE;\n",
                     .threads = 64});
  CHECK(r.fault == "");
  REQUIRE(r.out.size() == 64);
  for (unsigned i = 0; i < 32; ++i) CHECK(r.out[i] == (32 + i) + (100 + 32 + i));
}

TEST_CASE("mbarrier: what the manual leaves undefined is a fault") {
  const std::pair<std::string, const char*> cases[] = {
      {"mbarrier.arrive.shared.b64 %rd1, [bar];", "not initialized"},
      {"mbarrier.init.shared.b64 [bar], 0;", "not in 1 to 1048575"},
      {"mbarrier.init.shared.b64 [bar], 1048576;", "not in 1 to 1048575"},
      {"mbarrier.init.shared.b64 [bar+4], 1;", "misaligned"},
      {"mbarrier.init.b64 [%in], 1;", "not in shared memory"},
      {"mbarrier.init.shared.b64 [bar], 1; mbarrier.inval.shared.b64 [bar]; mbarrier.arrive.shared.b64 %rd1, [bar];",
       "not initialized"},
      {"mbarrier.init.shared.b64 [bar], 1; mbarrier.arrive.shared::cta.b64 %rd1, [bar], 2;", "more arrivals"},
      {"mbarrier.init.shared.b64 [bar], 1; mbarrier.arrive.noComplete.shared.b64 %rd1, [bar], 1;", "noComplete"},
      {"mbarrier.init.shared.b64 [bar], 1; mov.u64 %rd2, 5; mbarrier.test_wait.shared.b64 %p1, [bar], %rd2;",
       "none that an arrival returned"},
      {"mbarrier.init.shared.b64 [bar], 1; mbarrier.test_wait.parity.shared.b64 %p1, [bar], 2;", "neither 0 nor 1"},
      {"mbarrier.init.shared.b64 [bar], 1; mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [bar], 1048576;",
       "passes 1048575"}};
  for (const auto& [body, text] : cases) {
    const Ran r = run({.body = "  " + body, .threads = 1});
    CAPTURE(body);
    CAPTURE(r.fault);
    CHECK(contains(r.fault, text));
  }
}

TEST_CASE("cp.async: sizes, short sources, ignored sources") {
  const auto in = counting(64);
  const Ran r = run({.body = "  mov.u32 %r1, data;\n"
                             "  cp.async.ca.shared.global [%r1], [%in], 4;\n"
                             "  cp.async.ca.shared.global [%r1+8], [%in+8], 8;\n"
                             "  cp.async.cg.shared.global.L2::128B [data+16], [%in+16], 16;\n"
                             "  cp.async.commit_group;\n"
                             "  mov.u32 %r2, 6;\n"
                             "  cp.async.ca.shared::cta.global [data+32], [%in+32], 16, %r2;\n"
                             "  mov.u32 %r2, 0;\n"
                             "  mov.u64 %rd5, 0;\n"
                             "  cp.async.cg.shared.global [data+48], [%rd5], 16, %r2;\n"
                             "  setp.eq.u32 %p1, 0, 0;\n"
                             "  cp.async.ca.shared.global [data+64], [%rd5], 8, %p1;\n"
                             "  cp.async.ca.shared.global [data+72], [%in+72], 8, !%p1;\n"
                             "  createpolicy.fractional.L2::evict_last.b64 %rd3, 1.0;\n"
                             "  cp.async.cg.shared.global.L2::cache_hint [data+80], [%in+80], 16, %rd3;\n"
                             "  cp.async.wait_group 1;\n  cp.async.wait_all;\n"
                             "  mov.u64 %rd1, 0;\n"
                             "COPY:\n  mov.u64 %rd2, data;\n  add.s64 %rd2, %rd2, %rd1;\n  ld.shared.u32 %r3, [%rd2];\n"
                             "  add.s64 %rd4, %out, %rd1;\n  st.global.u32 [%rd4], %r3;\n"
                             "  add.s64 %rd1, %rd1, 4;\n  setp.lt.u64 %p2, %rd1, 96;\n  @%p2 bra COPY;\n",
                     .in = in,
                     .threads = 1});
  CHECK(r.fault == "");
  REQUIRE(r.out.size() == 64);
  const std::vector<std::uint32_t> expect{1,  0,  3,  4,   // 4 bytes, nothing, 8 bytes
                                          5,  6,  7,  8,   // 16 bytes
                                          9,  10, 0,  0,   // 6 of 16: 10 has two low bytes only
                                          0,  0,  0,  0,   // none of 16
                                          0,  0,  19, 20,  // ignored, not ignored
                                          21, 22, 23, 24};
  for (std::size_t i = 0; i < expect.size(); ++i) {
    CAPTURE(i);
    CHECK(r.out[i] == expect[i]);
  }
}

TEST_CASE("cp.async: misuse is a fault") {
  const std::pair<std::string, const char*> cases[] = {
      {"cp.async.ca.shared.global [data+4], [%in], 8;", "misaligned"},
      {"cp.async.ca.shared.global [data], [%in+4], 8;", "misaligned"},
      {"cp.async.cg.shared.global [data], [%in+256], 16;", "out of bounds"},
      {"mov.u32 %r1, data; cp.async.cg.shared.global [%r1+2048], [%in], 16;", "out of bounds"},
      {"mov.u32 %r1, 5; cp.async.ca.shared.global [data], [%in], 4, %r1;", "source size of 5"},
      {"mov.u32 %r1, 24; cp.async.bulk.global.shared::cta.bulk_group [%out], [data], %r1;", "no multiple of 16"},
      {"cp.async.bulk.global.shared::cta.bulk_group [%out+4], [data], 16;", "misaligned"},
      {"cp.async.bulk.global.shared::cta.bulk_group [%out+240], [data], 32;", "out of bounds"}};
  for (const auto& [body, text] : cases) {
    const Ran r = run({.body = "  " + body, .threads = 1});
    CAPTURE(body);
    CAPTURE(r.fault);
    CHECK(contains(r.fault, text));
  }
}

TEST_CASE("cp.async.mbarrier.arrive: with and without .noinc") {
  const std::string copy =
      "  mul.wide.u32 %rd1, %me, 4;\n  mov.u64 %rd2, data;\n  add.s64 %rd2, %rd2, %rd1;\n  add.s64 %rd3, %in, %rd1;\n"
      "  cp.async.ca.shared.global [%rd2], [%rd3], 4;\n";
  const std::string look =
      "  mbarrier.test_wait.parity.shared.b64 %p1, [bar], 0;\n  selp.u32 %r1, 1, 0, %p1;\n  st.global.u32 [%rd9], "
      "%r1;\n"
      "  ld.shared.u32 %r2, [%rd2];\n  st.global.u32 [%rd9+128], %r2;\n";
  const Ran counted =
      run({.body = init(32) + own_slot + copy + "  cp.async.mbarrier.arrive.noinc.shared.b64 [bar];\n" + look,
           .in = counting(64, 7)});
  CHECK(counted.fault == "");
  REQUIRE(counted.out.size() == 64);
  for (unsigned i = 0; i < 32; ++i) {
    CHECK(counted.out[i] == 1);
    CHECK(counted.out[32 + i] == 7 + i);
  }
  // Without .noinc the arrivals of the copies are extra: the phase still waits for the 32 of the threads.
  const Ran extra = run({init(32) + own_slot + copy + "  cp.async.mbarrier.arrive.shared.b64 [bar];\n" + look});
  CHECK(extra.fault == "");
  REQUIRE(extra.out.size() == 64);
  for (unsigned i = 0; i < 32; ++i) CHECK(extra.out[i] == 0);
}

TEST_CASE("cp.async.bulk: to shared memory with an mbarrier, and back with groups") {
  const Ran r =
      run({.body = init(1) + "  @!%p0 bra WAIT;\n"
                             "  mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %rd1, [bar], 256;\n"
                             "  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [data], [%in], 128, "
                             "[bar];\n"
                             "  mbarrier.test_wait.parity.shared::cta.b64 %p5, [bar], 0;\n"
                             "  selp.u32 %r5, 1, 0, %p5;\n  st.global.u32 [%out+252], %r5;\n"
                             "  cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [data+128], [%in+128], "
                             "128, [bar];\n"
                             "WAIT:\n  mbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], 0;\n  @!%p1 bra WAIT;\n"
                             "  fence.proxy.async.shared::cta;\n  bar.sync 0;\n"
                             "  @!%p0 bra DONE;\n"
                             "  cp.async.bulk.global.shared::cta.bulk_group [%out], [data], 240;\n"
                             "  cp.async.bulk.commit_group;\n  cp.async.bulk.wait_group.read 0;\n"
                             "  cp.async.bulk.wait_group 0;\nDONE:\n",
           .in = counting(64)});
  CHECK(r.fault == "");
  REQUIRE(r.out.size() == 64);
  for (unsigned i = 0; i < 60; ++i) CHECK(r.out[i] == 1 + i);
  CHECK(r.out[63] == 0);  // half of the bytes were there
}

TEST_CASE("cp.async.bulk.cp_mask copies the selected bytes of each 16") {
  const Ran r = run({.body = "  mov.u64 %rd1, -1;\n  st.shared.v2.b64 [data], {%rd1, %rd1};\n"
                             "  st.shared.v2.b64 [data+16], {%rd1, %rd1};\n  mov.u16 %h1, 0x8005;\n"
                             "  cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%out], [data], 32, %h1;\n"
                             "  cp.async.bulk.commit_group;\n  cp.async.bulk.wait_group 0;\n",
                     .threads = 1,
                     .target = "sm_100a"});
  CHECK(r.fault == "");
  REQUIRE(r.out.size() == 64);
  for (unsigned i : {0U, 4U}) {
    CHECK(r.out[i] == 0x00ff00ffU);
    CHECK(r.out[i + 1] == 0);
    CHECK(r.out[i + 2] == 0);
    CHECK(r.out[i + 3] == 0xff000000U);
  }
}

TEST_CASE("cp.reduce.async.bulk: every operation and type to global memory") {
  struct Case {
    const char* op;
    std::uint32_t memory[4], value[4], result[4];
  };
  const auto f = [](float v) { return std::bit_cast<std::uint32_t>(v); };
  constexpr std::uint32_t m1 = 0xffffffffU;
  const Case cases[] = {
      {"add.u32", {1, m1, 5, 0}, {2, 1, 0, m1}, {3, 0, 5, m1}},
      {"add.s32", {1, m1, 5, 0}, {2, 1, 0, m1}, {3, 0, 5, m1}},
      {"add.u64", {m1, 0, 1, 2}, {1, 0, m1, m1}, {0, 1, 0, 2}},
      {"inc.u32", {3, 5, 6, 0}, {5, 5, 5, 0}, {4, 0, 0, 0}},
      {"dec.u32", {3, 0, 6, 5}, {5, 5, 5, 5}, {2, 5, 5, 4}},
      {"min.u32", {1, m1, 5, 0}, {2, 1, m1, m1}, {1, 1, 5, 0}},
      {"min.s32", {1, m1, 5, 0}, {2, 1, m1, m1}, {1, m1, m1, m1}},
      {"max.u32", {1, m1, 5, 0}, {2, 1, m1, m1}, {2, m1, m1, m1}},
      {"max.s32", {1, m1, 5, 0}, {2, 1, m1, m1}, {2, 1, 5, 0}},
      {"min.u64", {5, 1, 0, 0x80000000U}, {6, 0, 0, 0}, {6, 0, 0, 0}},
      {"min.s64", {5, 1, 0, 0x80000000U}, {6, 0, 0, 0}, {6, 0, 0, 0x80000000U}},
      {"max.s64", {5, 1, 0, 0x80000000U}, {6, 0, 0, 0}, {5, 1, 0, 0}},
      {"and.b32", {12, m1, 5, 0}, {10, 7, 2, m1}, {8, 7, 0, 0}},
      {"or.b32", {12, m1, 5, 0}, {10, 7, 2, m1}, {14, m1, 7, m1}},
      {"xor.b64", {12, m1, 5, 0}, {10, 7, 2, m1}, {6, m1 - 7, 7, m1}},
      {"add.f32",
       {f(1.5F), f(-0.0F), 1, 0x7f800000U},
       {f(2.25F), f(-0.0F), 1, 0xff800000U},
       {f(3.75F), f(-0.0F), 0, 0x7fffffffU}},  // denormals are flushed
      {"add.f64", {0, 0x3ff00000U, 1, 0}, {0, 0x40000000U, 1, 0}, {0, 0x40080000U, 2, 0}},
      // 1 + 2^-11 is a tie: to even. 2048 + 1 in f16, and denormals that stay.
      {"add.noftz.f16",
       {0x3c003c00U, 0x68006801U, 0x00010001U, 0x7c007bffU},
       {0x10001001U, 0x3c003c00U, 0x00010002U, 0xfc007bffU},
       {0x3c003c01U, 0x68006802U, 0x00020003U, 0x7fff7c00U}},
      {"min.f16",
       {0x3c007e00U, 0x80000000U, 0x7e00fc00U, 0x00010002U},
       {0x40003c00U, 0x00008000U, 0x7e000000U, 0x80010001U},
       {0x3c003c00U, 0x80008000U, 0x7ffffc00U, 0x80010001U}},
      {"add.noftz.bf16",
       {0x3f803f80U, 0x00010001U, 0, 0},
       {0x3b803c00U, 0x00010002U, 0, 0},
       {0x3f803f81U, 0x00020003U, 0, 0}},
      {"max.bf16", {0x3f80bf80U, 0, 0, 0}, {0x40000000U, 0x80000000U, 0, 0}, {0x40000000U, 0, 0, 0}},
  };
  for (const Case& c : cases) {
    std::vector<std::uint32_t> in(c.value, c.value + 4);
    in.insert(in.end(), c.memory, c.memory + 4);
    const Ran r = run({.body = "  ld.global.v2.b64 {%rd1, %rd2}, [%in];\n  st.shared.v2.b64 [data], {%rd1, %rd2};\n"
                               "  ld.global.v2.b64 {%rd1, %rd2}, [%in+16];\n  st.global.v2.b64 [%out], {%rd1, %rd2};\n"
                               "  cp.reduce.async.bulk.global.shared::cta.bulk_group." +
                               std::string(c.op) +
                               " [%out], [data], 16;\n  cp.async.bulk.commit_group;\n"
                               "  cp.async.bulk.wait_group 0;\n",
                       .in = in,
                       .threads = 1});
    CAPTURE(c.op);
    CHECK(r.fault == "");
    REQUIRE(r.out.size() == 64);
    for (unsigned i = 0; i < 4; ++i) {
      CAPTURE(i);
      CHECK(r.out[i] == c.result[i]);
    }
  }
}

TEST_CASE("mapa and getctarank") {
  const Ran r = run({.body = "  mov.u32 %r1, %cluster_ctarank;\n  xor.b32 %r2, %r1, 1;\n"
                             "  mov.u32 %r3, data;\n  add.u32 %r3, %r3, 16;\n"
                             "  mapa.shared::cluster.u32 %r4, %r3, %r2;\n"
                             "  getctarank.shared::cluster.u32 %r5, %r4;\n  getctarank.shared::cluster.u32 %r6, %r3;\n"
                             "  cvta.shared.u64 %rd1, data;\n  mapa.u64 %rd2, %rd1, %r2;\n"
                             "  getctarank.u64 %r7, %rd2;\n  getctarank.u64 %r8, %rd1;\n"
                             "  mapa.shared::cluster.u64 %rd4, data, %r2;\n"
                             "  add.u32 %r9, %r1, 70;\n  st.shared.u32 [data+16], %r9;\n"
                             "  add.u32 %r9, %r1, 80;\n  st.shared.u32 [data], %r9;\n"
                             "  barrier.cluster.arrive.release.aligned;\n  barrier.cluster.wait.acquire.aligned;\n"
                             "  ld.shared::cluster.u32 %r10, [%r4];\n  ld.u32 %r11, [%rd2];\n"
                             "  ld.shared::cluster.u32 %r12, [%rd4];\n"
                             "  barrier.cluster.arrive.aligned;\n  barrier.cluster.wait.aligned;\n"
                             "  mul.wide.u32 %rd3, %r1, 32;\n  add.s64 %rd3, %out, %rd3;\n"
                             "  st.global.v4.u32 [%rd3], {%r5, %r6, %r7, %r8};\n"
                             "  st.global.v4.u32 [%rd3+16], {%r10, %r11, %r12, %r1};\n",
                     .threads = 1,
                     .blocks = 2,
                     .cluster = 2});
  CHECK(r.fault == "");
  REQUIRE(r.out.size() == 64);
  for (unsigned b = 0; b < 2; ++b) {
    const std::uint32_t* o = r.out.data() + 8 * b;
    CHECK(o[0] == 1 - b);
    CHECK(o[1] == b);
    CHECK(o[2] == 1 - b);
    CHECK(o[3] == b);
    CHECK(o[4] == 71 - b);
    CHECK(o[5] == 81 - b);
    CHECK(o[6] == 81 - b);
    CHECK(o[7] == b);
  }
  CHECK(contains(run({"  mapa.shared::cluster.u32 %r1, data, 1;\n"}).fault, "block 1 of a cluster of 1"));
}

TEST_CASE("cluster: st.async, red.async, remote arrivals, bulk copies between blocks") {
  const Ran r = run(
      {.body =
           "  mov.u32 %r1, %cluster_ctarank;\n  xor.b32 %r2, %r1, 1;\n  mov.u32 %r9, 0;\n"
           "  st.shared.v4.u32 [data+64], {%r9, %r9, %r9, %r9};\n  add.u32 %r10, %r1, 40;\n"
           "  st.shared.v4.u32 [data+128], {%r10, %r10, %r1, %r10};\n"
           "  mbarrier.init.shared.b64 [bar], 2;\n"
           "  mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [bar], 44;\n"
           "  fence.mbarrier_init.release.cluster;\n"
           "  barrier.cluster.arrive.aligned;\n  barrier.cluster.wait.aligned;\n"
           "  mapa.shared::cluster.u32 %r3, data, %r2;\n  mapa.shared::cluster.u32 %r4, bar, %r2;\n"
           "  mov.u32 %r5, 5;\n  add.u32 %r6, %r1, 6;\n  mov.u64 %rd1, 0x100000002;\n"
           "  st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.u32 [%r3], {%r5, %r6}, [%r4];\n"
           "  st.async.shared::cluster.mbarrier::complete_tx::bytes.u64 [%r3+8], %rd1, [%r4];\n"
           "  red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r3+64], %r6, [%r4];\n"
           "  red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.max.s32 [%r3+68], -3, [%r4];\n"
           "  red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.or.b32 [%r3+72], 9, [%r4];\n"
           "  cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r3+32], [data+128], 16, "
           "[%r4];\n"
           "  mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r4];\n"
           "  mbarrier.arrive.shared::cta.b64 %rd2, [bar];\n"
           "WAIT:\n  mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p1, [bar], 0;\n  @!%p1 bra WAIT;\n"
           "  mul.wide.u32 %rd3, %r1, 64;\n  add.s64 %rd3, %out, %rd3;\n"
           "  ld.shared.v4.u32 {%r10, %r11, %r12, %r13}, [data];\n"
           "  st.global.v4.u32 [%rd3], {%r10, %r11, %r12, %r13};\n"
           "  ld.shared.v4.u32 {%r10, %r11, %r12, %r13}, [data+32];\n"
           "  st.global.v4.u32 [%rd3+16], {%r10, %r11, %r12, %r13};\n"
           "  ld.shared.v4.u32 {%r10, %r11, %r12, %r13}, [data+64];\n"
           "  st.global.v4.u32 [%rd3+32], {%r10, %r11, %r12, %r13};\n"
           "  barrier.cluster.arrive.aligned;\n  barrier.cluster.wait.aligned;\n",
       .threads = 1,
       .blocks = 2,
       .cluster = 2});
  CHECK(r.fault == "");
  REQUIRE(r.out.size() == 64);
  for (unsigned b = 0; b < 2; ++b) {
    const unsigned other = 1 - b;
    const std::vector<std::uint32_t> expect{5,          6 + other,  2,     1,           // st.async
                                            40 + other, 40 + other, other, 40 + other,  // bulk copy
                                            6 + other,  0,          9,     0};          // red.async
    for (std::size_t i = 0; i < expect.size(); ++i) {
      CAPTURE(b);
      CAPTURE(i);
      CHECK(r.out[16 * b + i] == expect[i]);
    }
  }
}

TEST_CASE("cp.async.bulk.multicast::cluster reaches the blocks of the mask") {
  const Ran r = run({.body = "  mov.u32 %r1, %cluster_ctarank;\n  mov.u32 %r9, 77;\n"
                             "  st.shared.v4.u32 [data], {%r9, %r9, %r9, %r9};\n"
                             "  mbarrier.init.shared.b64 [bar], 1;\n"
                             "  barrier.cluster.arrive.aligned;\n  barrier.cluster.wait.aligned;\n"
                             "  setp.ne.u32 %p1, %r1, 0;\n  @%p1 bra WAIT;\n  mov.u16 %h1, 5;\n"
                             "  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
                             "[data], [%in], 16, [bar], %h1;\n"
                             "WAIT:\n  and.b32 %r8, %r1, 1;\n  setp.eq.u32 %p2, %r8, 1;\n  @%p2 bra PASS;\n"
                             "  mbarrier.arrive.expect_tx.shared::cta.b64 %rd1, [bar], 16;\n"
                             "LOOP:\n  mbarrier.try_wait.parity.shared::cta.b64 %p3, [bar], 0;\n  @!%p3 bra LOOP;\n"
                             "PASS:\n  barrier.cluster.arrive.aligned;\n  barrier.cluster.wait.aligned;\n"
                             "  ld.shared.u32 %r2, [data+12];\n  mul.wide.u32 %rd3, %r1, 4;\n"
                             "  add.s64 %rd3, %out, %rd3;\n  st.global.u32 [%rd3], %r2;\n",
                     .in = counting(64),
                     .threads = 1,
                     .blocks = 4,
                     .cluster = 4});
  CHECK(r.fault == "");
  REQUIRE(r.out.size() == 64);
  CHECK(r.out[0] == 4);
  CHECK(r.out[1] == 77);
  CHECK(r.out[2] == 4);
  CHECK(r.out[3] == 77);
  CHECK(contains(
      run({.body = init(1) + "  mov.u16 %h1, 2;\n"
                             "  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
                             "[data], [%in], 16, [bar], %h1;\n",
           .threads = 1})
          .fault,
      "multicast to block 1"));
}

TEST_CASE("clusterlaunchcontrol: a request is answered, and never granted") {
  const std::string ask =
      init(1) +
      "  mbarrier.arrive.expect_tx.shared::cta.b64 %rd1, [bar], 16;\n"
      "  clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [data], [bar];\n"
      "WAIT:\n  mbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], 0;\n  @!%p1 bra WAIT;\n"
      "  ld.shared.b128 %q1, [data];\n"
      "  clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p2, %q1;\n"
      "  selp.u32 %r1, 3, 2, %p2;\n  st.global.u32 [%out], %r1;\n";
  const Ran r = run({.body = ask, .threads = 1, .target = "sm_100a"});
  CHECK(r.fault == "");
  REQUIRE(r.out.size() == 64);
  CHECK(r.out[0] == 2);
  const Ran first = run({.body = ask + "  clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 "
                                       "{%r1, %r2, %r3, _}, %q1;\n",
                         .threads = 1,
                         .target = "sm_100a"});
  CHECK(contains(first.fault, "not canceled"));
}

TEST_CASE("fences and hints run") {
  for (const char* line : {"fence.sc.gpu;",
                           "fence.acq_rel.cta;",
                           "fence.acquire.cluster;",
                           "fence.release.sys;",
                           "fence.proxy.alias;",
                           "fence.proxy.async;",
                           "fence.proxy.async.global;",
                           "fence.proxy.async.shared::cta;",
                           "fence.mbarrier_init.release.cluster;",
                           "membar.gl;",
                           "membar.cta;",
                           "membar.sys;",
                           "fence.proxy.tensormap::generic.release.gpu;",
                           "fence.proxy.tensormap::generic.acquire.gpu [%in], 128;",
                           "fence.acquire.sync_restrict::shared::cluster.cluster;",
                           "griddepcontrol.wait;",
                           "griddepcontrol.launch_dependents;",
                           "setmaxnreg.inc.sync.aligned.u32 64;",
                           "cp.async.bulk.prefetch.L2.global [%in], 64;",
                           "cp.async.commit_group;",
                           "cp.async.wait_group 3;"}) {
    CAPTURE(line);
    CHECK(run({std::string("  ") + line}).fault == "");
  }
}

TEST_CASE("st.async and red.async with release order go to global memory") {
  const Ran r = run({.body = "  mov.u32 %r1, 7;\n  st.async.release.gpu.global.b32 [%out], %r1;\n"
                             "  red.async.release.gpu.global.add.u32 [%out], %r1;\n"
                             "  mov.u64 %rd1, 9;\n  st.async.release.sys.global.b64 [%out+8], %rd1;\n",
                     .threads = 1,
                     .target = "sm_100a"});
  CHECK(r.fault == "");
  REQUIRE(r.out.size() == 64);
  CHECK(r.out[0] == 14);
  CHECK(r.out[2] == 9);
}

TEST_CASE("what is not supported says so, and odd operands do not get through") {
  const std::pair<const char*, const char*> cases[] = {
      {"cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [data], [%in, {%r1}], [bar];",
       "tensor map"},
      {"multimem.red.add.u32 [%in], %r1;", "multimem"},
      {"tensormap.replace.tile.rank.shared::cta.b1024.b32 [data], 1;", "tensor map"},
      {"cp.async.ca.shared.global [data], [%in], 5;", "has to be 4, 8 or 16"},
      {"cp.async.cg.shared.global [data], [%in], 8;", "has to be 4, 8 or 16"},
      {"cp.async.ca.shared.global [data], [%in], %r1;", "has to be 4, 8 or 16"},
      {"cp.async.ca.shared.global [data], [%in];", "does not take 2 operands"},
      {"cp.async.ca.global.shared [%in], [data], 4;", "global to shared"},
      {"cp.async.ca.shared.global.foo [data], [%in], 4;", "modifier '.foo'"},
      {"cp.async.ca.shared.global %r1, [%in], 4;", "address"},
      {"cp.async.wait_group %r1;", "no constant"},
      {"cp.async.bulk.global.global.bulk_group [%out], [%in], 16;", "state spaces"},
      {"cp.async.bulk.global.shared::cta.mbarrier::complete_tx::bytes [%out], [data], 16, [bar];", "state spaces"},
      {"cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f16 [%out], [data], 16;", "noftz"},
      {"cp.reduce.async.bulk.global.shared::cta.bulk_group.inc.s32 [%out], [data], 16;", "on this type"},
      {"cp.reduce.async.bulk.global.shared::cta.bulk_group.u32 [%out], [data], 16;", "unknown operation"},
      {"mbarrier.init.shared.b64 [bar];", "does not take 1 operands"},
      {"mbarrier.init.shared.b32 [bar], 1;", "modifier '.b32'"},
      {"mbarrier.arrive.shared::cluster.b64 %rd1, [bar];", "write '_'"},
      {"mbarrier.arrive.shared.b64 %r1, [bar];", "32 bits, not 64"},
      {"mbarrier.frob.shared.b64 [bar];", "modifier '.frob'"},
      {"mbarrier.test_wait.shared.b64 %r1, [bar], %rd1;", "predicate"},
      {"fence.foo;", "modifier '.foo'"},
      {"mapa.u64 %rd1, data, 0;", ".shared::cluster is meant"},
      {"mapa.f32 %r1, %r2, 0;", ".u32 or .u64"},
      {"st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.u64 [data], {%rd1,%rd1,%rd1,%rd1}, [bar];",
       "number of values"},
      {"red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.f32 [data], %f1, [bar];",
       "on this type"}};
  for (const auto& [line, text] : cases) {
    const Ran r = run({std::string("  ") + line});
    CAPTURE(line);
    CAPTURE(r.fault);
    CHECK(contains(r.fault, text));
  }
}
