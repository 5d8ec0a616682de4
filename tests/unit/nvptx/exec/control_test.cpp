// Control flow of the executor: divergence, calls, barriers, progress of spinning threads, and what is refused.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "nvptx/exec/exec.hpp"

namespace exec = lathe::nvptx::exec;
using exec::Address;
using exec::Dim3;
using exec::Launch;
using exec::Machine;
using exec::MachineOptions;

namespace {

const char* const head = ".version 8.0\n.target sm_90\n.address_size 64\n";

// A kernel `k` with one parameter, a pointer to 32-bit words; %r0 is the linear thread of the grid, %rd0 its word.
std::string kernel(const std::string& body, const std::string& before = "") {
  return std::string(head) + before + R"(
.visible .entry k(.param .u64 p)
{
  .reg .pred %p<10>;
  .reg .b32 %r<40>;
  .reg .b64 %rd<20>;
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.u32 %r0, %r1, %r2, %r3;
  mul.wide.u32 %rd0, %r0, 4;
  add.u64 %rd0, %rd0, %rd1;
)" + body +
         "\n}\n";
}

struct Run {
  std::vector<std::uint32_t> out;
  std::string fault;
  std::string output;
};

Run run(const std::string& ptx, Dim3 grid, Dim3 block, std::size_t words, MachineOptions options = {},
        bool cooperative = false, Dim3 cluster = {0, 0, 0}) {
  Run r;
  Machine m(options);
  if (auto f = m.load({{"t.ptx", ptx}})) {
    r.fault = f->to_string();
    return r;
  }
  const Address a = m.allocate(words * 4);
  Launch l;
  l.kernel = "k";
  l.grid = grid;
  l.block = block;
  l.cooperative = cooperative;
  l.cluster = cluster;
  l.add(a);
  if (auto f = m.launch(l)) r.fault = f->to_string();
  r.out.resize(words);
  REQUIRE(!m.read(a, std::as_writable_bytes(std::span(r.out))));
  r.output = m.take_output();
  return r;
}

bool has(const std::string& text, const std::string& part) {
  const bool found = text.find(part) != std::string::npos;
  if (!found) MESSAGE(text);
  return found;
}

}  // namespace

TEST_CASE("lanes part at a branch and meet again") {
  // Odd lanes count one way, even lanes the other; after the join all lanes are there for activemask.
  const Run r = run(kernel(R"(
  and.b32 %r4, %r3, 1;
  setp.eq.u32 %p1, %r4, 1;
  @%p1 bra ODD;
  add.u32 %r5, %r3, 100;
  bra JOIN;
ODD:
  add.u32 %r5, %r3, 200;
JOIN:
  activemask.b32 %r6;
  popc.b32 %r6, %r6;
  mad.lo.u32 %r5, %r6, 1000, %r5;
  st.global.u32 [%rd0], %r5;
  ret;
)"),
                    {1}, {32}, 32);
  CHECK(r.fault == "");
  for (unsigned i = 0; i < 32; ++i) CHECK(r.out[i] == 32000 + i + (i % 2 ? 200 : 100));
}

TEST_CASE("loops of unlike length: each lane runs its own number of rounds and all meet behind") {
  const Run r = run(kernel(R"(
  mov.u32 %r4, 0;
  mov.u32 %r5, 0;
LOOP:
  setp.ge.u32 %p1, %r4, %r3;
  @%p1 bra DONE;
  add.u32 %r5, %r5, %r4;
  add.u32 %r4, %r4, 1;
  bra LOOP;
DONE:
  activemask.b32 %r6;
  popc.b32 %r6, %r6;
  mad.lo.u32 %r5, %r6, 1000, %r5;
  st.global.u32 [%rd0], %r5;
  ret;
)"),
                    {2}, {40}, 80);
  CHECK(r.fault == "");
  for (unsigned b = 0; b < 2; ++b)
    for (unsigned i = 0; i < 40; ++i) CHECK(r.out[b * 40 + i] == (i < 32 ? 32000 : 8000) + i * (i - 1) / 2 * (i > 0));
}

// The address of a variable takes two Codes with a 64-bit temporary between; the half of a register that nobody wants
// takes a 16-bit one. Turns end anywhere between.
TEST_CASE("a turn that ends inside an instruction leaves its temporaries alone") {
  const auto r = run(kernel(R"(
  .local .align 16 .b8 place[64];
  .reg .b16 %h<4>;
  mov.u64 %rd2, place+48;
  mov.u32 %r4, 0;
  mov.u32 %r5, 0;
  mov.u32 %r6, -1;
  and.b32 %r7, %r0, 1;
  setp.eq.u32 %p1, %r7, 1;
  @%p1 bra OTHERS;
ADDRESSES:
  mov.u64 %rd3, place+48;
  setp.ne.u64 %p2, %rd2, %rd3;
  @%p2 add.u32 %r5, %r5, 1;
  add.u32 %r4, %r4, 1;
  setp.lt.u32 %p3, %r4, 100000;
  @%p3 bra ADDRESSES;
  bra END;
OTHERS:
  mov.b32 {%h1, _}, %r6;
  mov.b32 {_, %h2}, %r6;
  add.u32 %r4, %r4, 1;
  setp.lt.u32 %p3, %r4, 150001;
  @%p3 bra OTHERS;
END:
  st.global.u32 [%rd0], %r5;
  ret;
)"),
                     {1}, {32}, 32);
  CHECK(r.fault.empty());
  for (unsigned i = 0; i < 32; ++i) CHECK(r.out[i] == 0);
}

TEST_CASE("guarded exit and return in the middle") {
  const Run r = run(kernel(R"(
  setp.lt.u32 %p1, %r3, 5;
  st.global.u32 [%rd0], 1;
  @%p1 exit;
  st.global.u32 [%rd0], 2;
  setp.lt.u32 %p1, %r3, 9;
  @%p1 ret;
  st.global.u32 [%rd0], 3;
)"),
                    {1}, {16}, 16);
  CHECK(r.fault == "");
  for (unsigned i = 0; i < 16; ++i) CHECK(r.out[i] == (i < 5 ? 1 : i < 9 ? 2 : 3));
}

TEST_CASE("nanosleep, pmevent and brkpt change nothing; a thread that sleeps lets the one it waits for run") {
  // Lane 0 waits, sleeping, for what lane 1 stores.
  const Run r = run(kernel(R"(
  setp.eq.u32 %p1, %r3, 0;
  @%p1 bra WAIT;
  mov.u32 %r4, 7;
  st.volatile.global.u32 [%rd1+4], %r4;
  bra END;
WAIT:
  nanosleep.u32 20;
  ld.volatile.global.u32 %r4, [%rd1+4];
  setp.eq.u32 %p2, %r4, 0;
  @%p2 bra WAIT;
  st.global.u32 [%rd1], %r4;
END:
  pmevent 1;
  brkpt;
  ret;
)"),
                    {1}, {2}, 2);
  CHECK(r.fault == "");
  CHECK(r.out == std::vector<std::uint32_t>{7, 7});
}

TEST_CASE("recursion: each lane to its own depth") {
  const Run r = run(kernel(R"(
  { .param .b32 a; .param .b32 b; .reg .b32 t;
  rem.u32 t, %r3, 12;
  st.param.b32 [a], t;
  call.uni (b), fib, (a);
  ld.param.b32 %r5, [b]; }
  st.global.u32 [%rd0], %r5;
  ret;
)",
                           R"(
.func (.param .b32 r) fib(.param .b32 n)
{
  .reg .pred %p<3>;
  .reg .b32 %r<10>;
  ld.param.u32 %r1, [n];
  setp.lt.u32 %p1, %r1, 2;
  @%p1 bra SMALL;
  sub.u32 %r2, %r1, 1;
  { .param .b32 a; .param .b32 b;
  st.param.b32 [a], %r2;
  call.uni (b), fib, (a);
  ld.param.b32 %r3, [b]; }
  sub.u32 %r2, %r1, 2;
  { .param .b32 a; .param .b32 b;
  st.param.b32 [a], %r2;
  call.uni (b), fib, (a);
  ld.param.b32 %r4, [b]; }
  add.u32 %r1, %r3, %r4;
SMALL:
  st.param.b32 [r], %r1;
  ret;
}
)"),
                    {1}, {33}, 33);
  CHECK(r.fault == "");
  const unsigned fib[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89};
  for (unsigned i = 0; i < 33; ++i) CHECK(r.out[i] == fib[i % 12]);
}

TEST_CASE("indirect calls and jump tables take each lane its way") {
  const std::string functions = R"(
.func (.param .b32 r) f1(.param .b32 n) { .reg .b32 %r<3>; ld.param.u32 %r1, [n]; add.u32 %r1, %r1, 1000; st.param.b32 [r], %r1; ret; }
.func (.param .b32 r) f2(.param .b32 n) { .reg .b32 %r<3>; ld.param.u32 %r1, [n]; mul.lo.u32 %r1, %r1, 3; st.param.b32 [r], %r1; ret; }
)";
  const Run r = run(kernel(R"(
  rem.u32 %r4, %r3, 3;
  mov.u64 %rd2, f1;
  mov.u64 %rd3, f2;
  setp.eq.u32 %p1, %r4, 1;
  selp.b64 %rd4, %rd2, %rd3, %p1;
TS: .branchtargets A, B, C;
  brx.idx %r4, TS;
A:
  mov.u32 %r5, 7;
  bra OUT;
B:
C:
  { .param .b32 a; .param .b32 b;
  st.param.b32 [a], %r3;
PROTO: .callprototype (.param .b32 _) _ (.param .b32 _);
  call (b), %rd4, (a), PROTO;
  ld.param.b32 %r5, [b]; }
OUT:
  st.global.u32 [%rd0], %r5;
  ret;
)",
                           functions),
                    {1}, {32}, 32);
  CHECK(r.fault == "");
  for (unsigned i = 0; i < 32; ++i) CHECK(r.out[i] == (i % 3 == 0 ? 7 : i % 3 == 1 ? i + 1000 : i * 3));

  CHECK(has(run(kernel("mov.u64 %rd4, 12345;\n{ .param .b32 a; .param .b32 b; st.param.b32 [a], 1;\n"
                       "Q: .callprototype (.param .b32 _) _ (.param .b32 _);\ncall (b), %rd4, (a), Q; }\nret;"),
                {1}, {1}, 1)
                .fault,
            "call of 0x3039, which is no function"));
  CHECK(has(run(kernel("TS: .branchtargets A, B;\nbrx.idx %r3, TS;\nA:\nB:\nret;"), {1}, {3}, 3).fault,
            "brx.idx with index 2 in a table of 2"));
}

TEST_CASE("barriers: all threads, counts, votes, threads that have left") {
  // Every thread adds to its slot before the barrier and reads the neighbour's after it.
  const std::string shared = ".shared .align 4 .b8 s[1024];\n";
  Run r = run(kernel(R"(
  setp.ge.u32 %p1, %r3, 96;
  @%p1 exit;
  mov.u32 %r4, s;
  mad.lo.u32 %r5, %r3, 4, %r4;
  st.shared.u32 [%r5], %r3;
  bar.sync 0;
  sub.u32 %r6, 95, %r3;
  mad.lo.u32 %r5, %r6, 4, %r4;
  ld.shared.u32 %r7, [%r5];
  setp.lt.u32 %p2, %r3, 10;
  bar.red.popc.u32 %r8, 1, %p2;
  bar.red.and.pred %p3, 1, %p2;
  bar.red.or.pred %p4, 1, %p2;
  selp.u32 %r9, 1, 0, %p3;
  selp.u32 %r10, 2, 0, %p4;
  mad.lo.u32 %r7, %r8, 1000, %r7;
  mad.lo.u32 %r7, %r9, 100000, %r7;
  mad.lo.u32 %r7, %r10, 100000, %r7;
  st.global.u32 [%rd0], %r7;
  ret;
)",
                     shared),
              {1}, {128}, 128);
  CHECK(r.fault == "");
  for (unsigned i = 0; i < 96; ++i) CHECK(r.out[i] == 200000 + 10000 + 95 - i);

  // Producer and consumer: the first warp arrives, the second waits.
  r = run(kernel(R"(
  mov.u32 %r4, s;
  setp.ge.u32 %p1, %r3, 32;
  @%p1 bra CONSUME;
  mad.lo.u32 %r5, %r3, 4, %r4;
  add.u32 %r6, %r3, 70;
  st.shared.u32 [%r5], %r6;
  bar.arrive 3, 64;
  ret;
CONSUME:
  bar.sync 3, 64;
  sub.u32 %r7, %r3, 32;
  mad.lo.u32 %r5, %r7, 4, %r4;
  ld.shared.u32 %r6, [%r5];
  st.global.u32 [%rd0], %r6;
  ret;
)",
                 shared),
          {1}, {64}, 64);
  CHECK(r.fault == "");
  for (unsigned i = 32; i < 64; ++i) CHECK(r.out[i] == i - 32 + 70);
}

TEST_CASE("what can never happen is a fault with its place") {
  CHECK(has(
      run(kernel("setp.eq.u32 %p1, %r3, 40;\n@%p1 bra WAIT;\nret;\nWAIT:\nbar.sync 2, 64;\nret;"), {1}, {64}, 64).fault,
      "t.ptx:21: in function 'k', block (0,0,0), thread (40,0,0): barrier 2 can never be met: 32 of 64"));
  CHECK(has(run(kernel("setp.eq.u32 %p1, %r3, 3;\n@%p1 bra WAIT;\nbar.sync 1, 64;\nWAIT:\nbar.sync 1, 32;\nret;"), {1},
                {64}, 64)
                .fault,
            "at once"));
  CHECK(has(run(kernel("bar.sync 0, 33;\nret;"), {1}, {64}, 64).fault, "not a multiple of the warp size"));
  CHECK(has(run(kernel("bar.sync 16;\nret;"), {1}, {64}, 64).fault, "there are 0 to 15"));
  CHECK(has(run(kernel("trap;"), {2}, {3}, 64).fault, "block (0,0,0), thread (0,0,0): trap"));
  MachineOptions few;
  few.max_steps = 1000;
  CHECK(has(run(kernel("L:\nbra L;"), {1}, {1}, 1, few).fault, "more than 1000 instructions in one warp"));
  CHECK(has(run(kernel("{ .param .b32 a; .param .b32 b; call (b), nobody, (a); }\nret;",
                       ".extern .func (.param .b32 r) nobody(.param .b32 n);\n"),
                {1}, {1}, 1)
                .fault,
            "call of 'nobody', which no module defines"));
  CHECK(
      has(run(kernel("{ .param .b32 b; call (b), f, (); }\nret;", ".func (.param .b32 r) f(.param .b32 n) { ret; }\n"),
              {1}, {1}, 1)
              .fault,
          "call of 'f' with 0 arguments and 1 result; it has 1 parameter and 1 result"));
  CHECK(has(run(kernel("{ call f; }\nret;", ".func f();\n.func f() { call f; ret; }\n"), {1}, {1}, 1).fault,
            "nested more than 20000 deep"));
  CHECK(has(run(kernel("tcgen05.shift.cta_group::1.down [0];\nret;"), {1}, {1}, 1).fault, "shift is not supported"));
  CHECK(has(run(kernel("no.such.thing %r1, %r2;\nret;"), {1}, {1}, 1).fault, "no.such.thing"));
  // What is never reached does no harm.
  CHECK(run(kernel("ret;\nno.such.thing %r1, %r2;\nret;"), {1}, {1}, 1).fault == "");
}

TEST_CASE("a lock taken by every thread of a warp, of a block, of a grid") {
  const std::string body = R"(
  add.u64 %rd2, %rd1, 4;
AGAIN:
  atom.global.cas.b32 %r4, [%rd1], 0, 1;
  setp.ne.u32 %p1, %r4, 0;
  @%p1 bra AGAIN;
  ld.volatile.global.u32 %r5, [%rd2];
  add.u32 %r5, %r5, 1;
  st.volatile.global.u32 [%rd2], %r5;
  membar.gl;
  atom.global.exch.b32 %r4, [%rd1], 0;
  ret;
)";
  for (const unsigned threads : {1U, 2U}) {
    MachineOptions o;
    o.threads = threads;
    const Run r = run(kernel(body), {3}, {64}, 300, o);
    CHECK(r.fault == "");
    CHECK(r.out[0] == 0);
    CHECK(r.out[1] == 192);
  }
}

TEST_CASE("a grid whose blocks wait for each other") {
  // Block b waits for block b + 1: the last one starts the chain.
  const std::string body = R"(
  mov.u32 %r4, %nctaid.x;
  sub.u32 %r4, %r4, 1;
  setp.eq.u32 %p1, %r1, %r4;
  @%p1 bra SET;
WAIT:
  ld.volatile.global.u32 %r5, [%rd0+4];
  setp.eq.u32 %p2, %r5, 0;
  @%p2 bra WAIT;
SET:
  add.u32 %r6, %r1, 1;
  st.volatile.global.u32 [%rd0], %r6;
  ret;
)";
  for (const unsigned threads : {1U, 2U}) {
    MachineOptions o;
    o.threads = threads;
    const Run r = run(kernel(body), {20}, {1}, 21, o, true);
    CHECK(r.fault == "");
    for (unsigned i = 0; i < 20; ++i) CHECK(r.out[i] == i + 1);
  }
}

TEST_CASE("clusters: barrier of two blocks, special registers") {
  const std::string body = R"(
  mov.u32 %r4, %cluster_ctarank;
  mov.u32 %r5, %cluster_nctarank;
  st.global.u32 [%rd0], %r4;
  fence.acq_rel.cluster;
  barrier.cluster.arrive.aligned;
  barrier.cluster.wait.aligned;
  xor.b32 %r6, %r4, 1;
  sub.u32 %r7, %r1, %r4;
  add.u32 %r7, %r7, %r6;
  mad.lo.u32 %r7, %r7, %r2, %r3;
  mul.wide.u32 %rd2, %r7, 4;
  add.u64 %rd2, %rd2, %rd1;
  ld.volatile.global.u32 %r8, [%rd2];
  barrier.cluster.arrive;
  barrier.cluster.wait;
  mad.lo.u32 %r8, %r5, 10, %r8;
  st.global.u32 [%rd0], %r8;
  ret;
)";
  const Run r = run(kernel(body), {4}, {48}, 192, {}, false, {2, 1, 1});
  CHECK(r.fault == "");
  for (unsigned i = 0; i < 192; ++i) CHECK(r.out[i] == 20 + (i / 48 % 2 == 0 ? 1 : 0));
  CHECK(has(run(kernel("barrier.cluster.wait;\nret;"), {1}, {1}, 1).fault, "without barrier.cluster.arrive"));
}

TEST_CASE("what is wrong with a launch is said before it runs") {
  Machine m;
  CHECK(has(m.load({{"bad.ptx", ".version 8.0\n.target sm_90\nnonsense"}})->to_string(), "bad.ptx:3"));
  CHECK(has(m.launch({})->to_string(), "nothing is loaded"));
  REQUIRE(!m.load({{"t.ptx", kernel("ret;")}}));
  Launch l;
  l.kernel = "k";
  l.block = {64};
  CHECK(has(m.launch(l)->to_string(), "0 arguments, the kernel has 1"));
  l.add(std::uint32_t{1});
  CHECK(has(m.launch(l)->to_string(), "argument 1 has 4 bytes, parameter 'p' has 8"));
  l.arguments.clear();
  l.add(std::uint64_t{0});
  l.block = {2000};
  CHECK(has(m.launch(l)->to_string(), "at most 1024 threads"));
  l.block = {1};
  l.kernel = "other";
  CHECK(has(m.launch(l)->to_string(), "there is no kernel 'other'"));
  const std::string bounded = std::string(head) + ".visible .entry k() .reqntid 32, 2, 1 { ret; }\n";
  REQUIRE(!m.load({{"t.ptx", bounded}}));
  l.arguments.clear();
  l.kernel = "k";
  CHECK(has(m.launch(l)->to_string(), "requires blocks of 32,2,1 threads"));
  l.block = {32, 2};
  CHECK(!m.launch(l));
}

TEST_CASE("modules are linked by name") {
  const std::string lib = std::string(head) + R"(
.visible .global .align 4 .u32 counter = 5;
.visible .func (.param .b32 r) twice(.param .b32 n) { .reg .b32 %r<3>; ld.param.u32 %r1, [n]; add.u32 %r1, %r1, %r1; st.param.b32 [r], %r1; ret; }
.func hidden() { ret; }
)";
  const std::string main = kernel(R"(
  { .param .b32 a; .param .b32 b;
  st.param.b32 [a], %r3;
  call (b), twice, (a);
  ld.param.b32 %r5, [b]; }
  ld.global.u32 %r6, [counter];
  add.u32 %r5, %r5, %r6;
  st.global.u32 [%rd0], %r5;
  ret;
)",
                                  ".extern .global .align 4 .u32 counter;\n.extern .func (.param .b32 r) twice(.param "
                                  ".b32 n);\n.func hidden() { ret; }\n");
  for (const bool lib_first : {false, true}) {
    Machine m;
    const std::vector<exec::Source> sources = lib_first ? std::vector<exec::Source>{{"lib", lib}, {"main", main}}
                                                        : std::vector<exec::Source>{{"main", main}, {"lib", lib}};
    const auto fault = m.load(sources);
    REQUIRE(!fault);
    const Address a = m.allocate(64);
    Launch l;
    l.kernel = "k";
    l.block = {16};
    l.add(a);
    REQUIRE(!m.launch(l));
    std::vector<std::uint32_t> out(16);
    REQUIRE(!m.read(a, std::as_writable_bytes(std::span(out))));
    for (unsigned i = 0; i < 16; ++i) CHECK(out[i] == 2 * i + 5);
    const auto s = m.symbol("counter");
    REQUIRE(s);
    CHECK(s->second == 4);
  }
  Machine m;
  CHECK(has(m.load({{"a", lib}, {"b", lib}})->to_string(), "is defined in more than one module"));
}
