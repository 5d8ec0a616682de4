// Addresses that are wrong, each with its message; generic addresses and windows; the stack; what is refused.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "simt/state/memory.hpp"
#include "unit/nvptx/exec/memory_harness.hpp"

using namespace lathe::nvptx;
using namespace lathe::nvptx::test;
using exec::Memory;
using exec::RegionKind;

namespace {

std::string hex(std::uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

struct WrongAccess {
  std::string body;
  std::string text;  // $0 is the address of buffer 0 (1024 bytes), $0+N that plus N
  std::string module{};
  std::string params{};
  std::vector<Bytes> values{};
};

// Writes the address where "$0+N" or "$0-N" stands.
std::string with_address(std::string text, exec::Address base) {
  for (std::size_t at; (at = text.find("$0")) != std::string::npos;) {
    std::size_t end = at + 2;
    long long offset = 0;
    if (end < text.size() && (text[end] == '+' || text[end] == '-')) {
      std::size_t digits = 0;
      offset = std::stoll(text.substr(end), &digits);
      end += digits;
    }
    text.replace(at, end - at, hex(base + static_cast<std::uint64_t>(offset)));
  }
  return text;
}

const char* const shared_var = ".shared .align 8 .b8 s[64];\n";
const char* const const_var = ".const .align 4 .b8 c[8] = {1,2,3,4,5,6,7,8};\n";
const char* const global_var = ".global .align 4 .b8 g[12];\n";

const std::vector<WrongAccess> wrong = {
    // ---- bounds
    {"ld.global.u32 %r20, [%rd0+1028];",
     "load of 4 bytes at $0+1028 is out of bounds: 4 bytes past the end of the buffer of 1024 bytes at $0"},
    {"ld.global.u32 %r20, [%rd0+1024];",
     "load of 4 bytes at $0+1024 is out of bounds: just past the end of the buffer of 1024 bytes at $0"},
    {"st.global.u8 [%rd0+-1], 7;",
     "store of 1 byte at $0-1 is out of bounds: 1 byte before the buffer of 1024 bytes at $0"},
    {"st.v4.u32 [%rd0+1040], {%r1,%r2,%r3,%r4};",
     "store of 16 bytes at $0+1040 is out of bounds: 16 bytes past the end of the buffer of 1024 bytes at $0"},
    {"ld.global.u64 %rd20, [g+8];",
     "load of 8 bytes at G+8 is out of bounds: its last 4 bytes lie past the end of variable 'g' of 12 bytes at G",
     global_var},
    {"ld.const.u32 %r20, [c+8];",
     "load of 4 bytes at C+8 is out of bounds: just past the end of constant 'c' of 8 bytes at C", const_var},
    {"mov.u64 %rd20, 0;\nld.u32 %r20, [%rd20];", "load of 4 bytes at 0x0 (null pointer)"},
    {"mov.u64 %rd20, 0;\nst.global.u32 [%rd20+40], %r20;", "store of 4 bytes at 0x28 (null pointer plus an offset)"},
    {"mov.u64 %rd20, 0x123456789abc;\nld.u16 %r20, [%rd20];",
     "load of 2 bytes at 0x123456789abc is out of bounds: no buffer or variable is near"},
    {"mov.u64 %rd20, -4;\nld.global.u32 %r20, [%rd20];",
     "load of 4 bytes at 0xfffffffffffffffc is out of bounds: no buffer or variable is near"},
    {"ld.shared.u32 %r20, [s+64];",
     "load of 4 bytes at shared address 0x40 is out of bounds: just past the end of the block's 64 bytes of shared "
     "memory",
     shared_var},
    {"mov.u32 %r20, s;\nst.shared.u64 [%r20+-8], %rd0;",
     "store of 8 bytes at shared address 0xfffffff8 is out of bounds: the block's 64 bytes of shared memory, and the "
     "cluster has 1 block",
     shared_var},
    {"cvta.shared.u64 %rd20, s;\nld.u32 %r20, [%rd20+100];",
     "load of 4 bytes at 0x610000000064 is out of bounds: 36 bytes past the end of the block's 64 bytes of shared "
     "memory",
     shared_var},
    {".local .b32 v[4];\nmov.u64 %rd20, v;\nadd.u64 %rd20, %rd20, 16;\nld.local.u32 %r20, [%rd20];",
     "load of 4 bytes at local address 0x10 is out of bounds: just past the end of the thread's 16 bytes of local "
     "memory"},
    {".local .b32 v[4];\nmov.u64 %rd20, v;\nst.local.u32 [%rd20+-12], %r20;",
     "store of 4 bytes at local address 0xfffffffffffffff4 is out of bounds: 12 bytes before the thread's 16 bytes of "
     "local memory"},
    {".local .b32 v[4];\nmov.u64 %rd20, v;\nst.local.u32 [%rd20+-4], %r20;",
     "store of 4 bytes at local address 0xfffffffffffffffc is out of bounds: 4 bytes before the thread's 16 bytes of "
     "local memory"},
    {"mov.b64 %rd20, a;\nld.param.u32 %r20, [%rd20+-12];",
     "load of 4 bytes at param address 0xfffffffffffffffc is out of bounds: 4 bytes before the kernel's 16 bytes of "
     "parameters",
     "",
     ", .param .u64 a",
     {Bytes(8)}},
    {".local .b32 v[4];\nst.local.u64 [v+12], %rd20;",
     "store of 8 bytes at local address 0xc is out of bounds: its last 4 bytes lie past the end of the thread's 16 "
     "bytes of local memory"},
    {"ld.param.u64 %rd20, [a+8];",
     "load of 8 bytes at param address 0x10 is out of bounds: just past the end of the kernel's 16 bytes of parameters",
     "",
     ", .param .u64 a",
     {Bytes(8)}},
    {"mov.b64 %rd20, a;\nld.param.u32 %r20, [%rd20+6];",
     "load of 4 bytes at param address 0xe is out of bounds: its last 2 bytes lie past the end of the kernel's 16 "
     "bytes of parameters",
     "",
     ", .param .u64 a",
     {Bytes(8)}},
    {"atom.global.add.u32 %r20, [%rd0+2048], 1;",
     "atomic operation on 4 bytes at $0+2048 is out of bounds: 1024 bytes past the end of the buffer of 1024 bytes at "
     "$0"},
    {"red.shared.add.u32 [s+200], 1;",
     "atomic operation on 4 bytes at shared address 0xc8 is out of bounds: 136 bytes past the end of the block's 64 "
     "bytes of shared memory",
     shared_var},
    // ---- alignment
    {"ld.global.u32 %r20, [%rd0+2];", "load of 4 bytes at $0+2 is misaligned: the address has to be a multiple of 4"},
    {"ld.global.v2.u32 {%r20,%r21}, [%rd0+4];",
     "load of 8 bytes at $0+4 is misaligned: the address has to be a multiple of 8"},
    {"st.v4.f32 [%rd0+8], {%f1,%f2,%f3,%f4};",
     "store of 16 bytes at $0+8 is misaligned: the address has to be a multiple of 16"},
    {"ld.global.v8.b32 {%r20,%r21,%r22,%r23,%r24,%r25,%r26,%r27}, [%rd0+16];",
     "load of 32 bytes at $0+16 is misaligned: the address has to be a multiple of 32"},
    {"ld.shared.u16 %h20, [s+1];",
     "load of 2 bytes at shared address 0x1 is misaligned: the address has to be a multiple of 2", shared_var},
    {".local .b32 v[4];\nld.local.u32 %r20, [v+2];",
     "load of 4 bytes at local address 0x2 is misaligned: the address has to be a multiple of 4"},
    {"ld.param.u32 %r20, [a+1];",
     "load of 4 bytes at param address 0x9 is misaligned: the address has to be a multiple of 4",
     "",
     ", .param .u64 a",
     {Bytes(8)}},
    {"atom.global.cas.b64 %rd20, [%rd0+4], %rd1, %rd2;",
     "atomic operation on 8 bytes at $0+4 is misaligned: the address has to be a multiple of 8"},
    // ---- what may not be done there
    {"mov.u64 %rd20, c;\nst.u32 [%rd20+4], %r20;",
     "store of 4 bytes at C+4, which is read-only: constant 'c' of 8 bytes at C", const_var},
    {"mov.u64 %rd20, c;\natom.inc.u32 %r20, [%rd20], 5;",
     "atomic operation on 4 bytes at C, which is read-only: constant 'c' of 8 bytes at C", const_var},
    {"mov.u64 %rd20, c;\nld.global.u32 %r20, [%rd20];",
     "load of 4 bytes at C as .global, but it is an address of constant 'c' of 8 bytes at C", const_var},
    {"ld.const.u32 %r20, [%rd0];",
     "load of 4 bytes at $0 as .const, but it is an address of the buffer of 1024 bytes at $0"},
    {"cvta.param.u64 %rd20, a;\nst.u32 [%rd20], 1;",
     "store of 4 bytes at 0x630000000008, which is read-only: the kernel's parameters",
     "",
     ", .param .u64 a",
     {Bytes(8)}},
    {"cvta.shared.u64 %rd20, s;\nld.global.u32 %r20, [%rd20];",
     "load of 4 bytes at 0x610000000000 as .global, but it is an address of shared memory", shared_var},
    {".local .b32 v[4];\ncvta.local.u64 %rd20, v;\nst.global.u32 [%rd20], 1;",
     "store of 4 bytes at 0x600000000000 as .global, but it is an address of local memory"},
    {".local .b32 v[4];\ncvta.local.u64 %rd20, v;\nred.add.u32 [%rd20], 1;",
     "atomic operation on 4 bytes at 0x600000000000, which is local memory: atomic operations have global and shared "
     "memory"},
    {"mov.u64 %rd20, f;\nld.u32 %r20, [%rd20];",
     "load of 4 bytes at 0x620000000000, which is the address of function 'f', not of data", ".func f() { ret; }\n"},
    {"discard.global.L2 [%rd0+64], 128;",
     "store of 128 bytes at $0+64 is misaligned: the address has to be a multiple of 128"},
    {"stackrestore.u64 %rd0;",
     "stackrestore to $D, which no stacksave of this function gave: the stack is between 0 and 0"},
};

}  // namespace

TEST_CASE("wrong addresses: each with its message, its line, its thread") {
  for (const WrongAccess& w : wrong) {
    INFO(w.body);
    // Only threads 5 and 9 do it.
    std::string body =
        "setp.eq.u32 %p20, %r0, 5;\nsetp.eq.u32 %p21, %r0, 9;\nor.pred %p20, %p20, %p21;\n@!%p20 bra END;\n";
    const auto r = run_kernel({.body = body + w.body + "\nEND:",
                               .buffers = {Bytes(1024)},
                               .module = w.module,
                               .params = w.params,
                               .values = w.values});
    std::string want = w.text;
    REQUIRE(!r.addresses.empty());
    // Addresses of module variables: the kernel cannot be asked, but they are the first of their kind.
    Memory fresh(1 << 20);
    for (const auto& [mark, kind] :
         {std::pair{"at G", RegionKind::variable}, std::pair{"at C", RegionKind::constant}}) {
      const exec::Address a = fresh.add(16, 16, kind)->base;
      const bool meant = want.find(mark) != std::string::npos;
      for (std::size_t at; (at = want.find(mark)) != std::string::npos;) want.replace(at + 3, 1, "$0");
      if (meant) want = with_address(want, a);
    }
    if (const auto at = want.find("$D"); at != std::string::npos) want.replace(at, 2, std::to_string(r.addresses[0]));
    CHECK(r.fault == with_address(want, r.addresses[0]));
    CHECK(r.thread.x == 5);
  }
}

TEST_CASE("all lanes are looked at: the first wrong lane is named, those before it stored nothing") {
  // Lane 20 and those above it pass the end.
  const auto r =
      run_kernel({.body = "mad.wide.u32 %rd20, %r0, 4, %rd0;\nst.global.u32 [%rd20], 1;", .buffers = {Bytes(80)}});
  CHECK(r.fault == "store of 4 bytes at " + hex(r.addresses[0] + 80) +
                       " is out of bounds: just past the end of the buffer of 80 bytes at " + hex(r.addresses[0]));
  CHECK(r.thread.x == 20);
  CHECK(r.buffers[0] == Bytes(80));
}

TEST_CASE("the last byte is there, the next one is not, for all lanes together") {
  for (const unsigned bytes : {1U, 2U, 4U, 8U}) {
    const std::string n = std::to_string(bytes), type = "b" + std::to_string(8 * bytes);
    const std::string value = bytes == 1 ? "%b20" : bytes == 2 ? "%h20" : bytes == 4 ? "%r20" : "%rd20";
    // 16 elements each (frames and shared memory end at multiples of 16); lane l at element l.
    const auto run = [&](const std::string& base, const std::string& space, int lanes) {
      const std::string size = std::to_string(16 * bytes);
      return run_kernel(
          {.body = (space == "local" ? ".local .align 8 .b8 v[" + size + "];\n" : "") + "mov.u64 %rd21, " + base +
                   ";\nmad.wide.u32 %rd21, %r0, " + n + ", %rd21;\nsetp.lt.u32 %p20, %r0, " + std::to_string(lanes) +
                   ";\n" + (lanes < 32 ? "@%p20 " : "") + "ld." + space + "." + type + " " + value + ", [%rd21];\n",
           .buffers = {Bytes(16 * bytes)},
           .module = ".shared .align 8 .b8 s[" + size + "];\n"});
    };
    for (const auto& [base, space] : {std::pair{"%rd0", "global"}, std::pair{"v", "local"}}) {
      INFO(type, " ", std::string(space));
      CHECK(run(base, space, 16).fault == "");
      for (const int lanes : {17, 32}) {
        const auto r = run(base, space, lanes);
        CHECK(r.fault.find("is out of bounds: just past the end of the ") != std::string::npos);
        CHECK(r.thread.x == 16);
      }
    }
    CHECK(run("s", "shared", 16).fault == "");
    CHECK(run("s", "shared", 32).fault.find("past the end of the block's ") != std::string::npos);
  }
}

TEST_CASE("freed memory is named") {
  exec::Machine machine;
  REQUIRE(!machine.load({{"k.ptx", kernel_text({.body = "ld.global.u32 %r20, [%rd0+4];", .buffers = {Bytes(4)}})}}));
  const exec::Address a = machine.allocate(64), b = machine.allocate(64);
  REQUIRE(!machine.release(a));
  exec::Launch launch;
  launch.kernel = "k";
  launch.add(a);
  const auto fault = machine.launch(launch);
  REQUIRE(fault);
  CHECK(fault->text ==
        "load of 4 bytes at " + hex(a + 4) + ", in the buffer of 64 bytes at " + hex(a) + ", which was freed");
  CHECK(machine.release(a));
  CHECK(!machine.release(b));
}

TEST_CASE("lanes of one access in many buffers, windows and blocks of memory") {
  // Lane l: buffer 0, buffer 1, shared, local, const in turn.
  const std::string module = ".shared .align 8 .b64 s[32];\n.const .align 8 .u64 c = 4242;\n";
  const std::string body = R"(
    .local .align 8 .b64 v;
    mov.u64 %rd20, s;
    add.u64 %rd20, %rd20, %rd10;
    add.u64 %rd21, %rd10, 700000;
    st.shared.u64 [%rd20], %rd21;
    add.u64 %rd21, %rd10, 800000;
    st.local.u64 [v], %rd21;
    rem.u32 %r20, %r0, 5;
    add.u64 %rd30, %rd0, %rd10;
    setp.eq.u32 %p20, %r20, 1;
    add.u64 %rd31, %rd1, %rd10;
    selp.b64 %rd30, %rd31, %rd30, %p20;
    setp.eq.u32 %p20, %r20, 2;
    cvta.shared.u64 %rd31, %rd20;
    selp.b64 %rd30, %rd31, %rd30, %p20;
    setp.eq.u32 %p20, %r20, 3;
    cvta.local.u64 %rd31, v;
    selp.b64 %rd30, %rd31, %rd30, %p20;
    setp.eq.u32 %p20, %r20, 4;
    cvta.const.u64 %rd31, c;
    selp.b64 %rd30, %rd31, %rd30, %p20;
    ld.u64 %rd32, [%rd30];
    isspacep.global %p21, %rd30;
    isspacep.shared %p22, %rd30;
    isspacep.local %p23, %rd30;
    isspacep.const %p24, %rd30;
    selp.u32 %r21, 1, 0, %p21;
    selp.u32 %r22, 2, 0, %p22;
    selp.u32 %r23, 4, 0, %p23;
    selp.u32 %r24, 8, 0, %p24;
    or.b32 %r21, %r21, %r22;
    or.b32 %r21, %r21, %r23;
    or.b32 %r21, %r21, %r24;
    add.u64 %rd33, %rd2, %rd10;
    add.u64 %rd33, %rd33, %rd10;
    st.global.u64 [%rd33], %rd32;
    st.global.u32 [%rd33+8], %r21;
    add.u64 %rd34, %rd32, 1;
    setp.ne.u32 %p25, %r20, 4;
    @%p25 st.u64 [%rd30], %rd34;
    @%p25 ld.u64 %rd35, [%rd30];
    st.global.u32 [%rd33+12], %rd35;
  )";
  std::string fixed = body;
  fixed.replace(fixed.find("st.global.u32 [%rd33+12], %rd35"), 31,
                "cvt.u32.u64 %r25, %rd35;\nst.global.u32 [%rd33+12], %r25");
  const Bytes a = noise(256, 1), b = noise(256, 2);
  const auto r = run_kernel({.body = fixed, .buffers = {a, b, Bytes(512)}, .module = module});
  REQUIRE(r.fault == "");
  for (std::uint64_t l = 0; l < 32; ++l) {
    const std::uint64_t of[] = {at<std::uint64_t>(a, l), at<std::uint64_t>(b, l), 8 * l + 700000, 8 * l + 800000, 4242};
    const std::uint32_t space[] = {1, 1, 2, 4, 8};
    CHECK(at<std::uint64_t>(r.buffers[2], 2 * l) == of[l % 5]);
    CHECK(at<std::uint32_t>(r.buffers[2], 4 * l + 2) == space[l % 5]);
    if (l % 5 != 4) CHECK(at<std::uint32_t>(r.buffers[2], 4 * l + 3) == static_cast<std::uint32_t>(of[l % 5] + 1));
  }
}

TEST_CASE("cvta and isspacep: windows there and back, parameters are part of global memory") {
  const std::string body = R"(
    cvta.param.u64 %rd20, a;
    isspacep.param %p20, %rd20;
    isspacep.param::entry %p21, %rd0;
    isspacep.global %p22, %rd20;
    isspacep.shared::cluster %p23, %rd20;
    cvta.to.param.u64 %rd21, %rd20;
    cvta.shared::cta.u64 %rd22, %rd10;
    cvta.to.shared.u64 %rd23, %rd22;
    cvta.local.u64 %rd24, %rd10;
    cvta.to.local.u64 %rd25, %rd24;
    cvta.global.u64 %rd26, %rd0;
    cvta.to.const.u64 %rd27, %rd0;
    selp.u32 %r20, 1, 0, %p20;
    selp.u32 %r21, 2, 0, %p21;
    selp.u32 %r22, 4, 0, %p22;
    selp.u32 %r23, 8, 0, %p23;
    or.b32 %r20, %r20, %r21;
    or.b32 %r20, %r20, %r22;
    or.b32 %r20, %r20, %r23;
    shl.b64 %rd30, %rd10, 3;
    add.u64 %rd30, %rd30, %rd0;
    st.global.u32 [%rd30], %r20;
    st.global.u64 [%rd30+8], %rd21;
    st.global.u64 [%rd30+16], %rd23;
    st.global.u64 [%rd30+24], %rd25;
    st.global.u64 [%rd30+32], %rd26;
    st.global.u64 [%rd30+40], %rd27;
    st.global.u64 [%rd30+48], %rd22;
    setp.lt.u32 %p24, %r0, 4;
    mov.u64 %rd31, 3;
    @%p24 cvta.local.u64 %rd31, 64;
    st.global.u64 [%rd30+56], %rd31;
    prefetch.global.L1 [%rd0];
    prefetch.L2 [0];
    prefetchu.L1 [%rd31];
    applypriority.global.L2::evict_normal [%rd0], 128;
    discard.global.L2 [%rd0+2048], 128;
  )";
  const auto r =
      run_kernel({.body = body, .buffers = {Bytes(4096)}, .params = ", .param .u64 a", .values = {Bytes(8)}});
  REQUIRE(r.fault == "");
  for (std::uint64_t l = 0; l < 32; ++l) {
    const auto word = [&](unsigned i) { return at<std::uint64_t>(r.buffers[0], 8 * l + i); };
    CHECK(word(0) == (1 | 4));
    CHECK(word(1) == 8);
    CHECK(word(2) == 8 * l);
    CHECK(word(3) == 8 * l);
    CHECK(word(4) == r.addresses[0]);
    CHECK(word(5) == r.addresses[0]);
    CHECK(word(6) == exec::shared_window + 8 * l);
    CHECK(word(7) == (l < 4 ? exec::local_window + 64 : 3));
  }
}

TEST_CASE("shared memory of the cluster's other blocks") {
  // Each block stores its rank; then reads its neighbour's word, generic and .shared::cluster, and stores there.
  const std::string module = ".shared .align 4 .b32 s[4];\n";
  const std::string body = R"(
    mov.u32 %r20, %cluster_ctarank;
    st.shared.u32 [s], %r20;
    barrier.cluster.arrive;
    barrier.cluster.wait;
    add.u32 %r21, %r20, 1;
    and.b32 %r21, %r21, 1;
    mov.u64 %rd20, s;
    mapa.shared::cluster.u64 %rd21, %rd20, %r21;
    ld.shared::cluster.u32 %r22, [%rd21];
    cvta.shared::cluster.u64 %rd22, %rd21;
    ld.u32 %r23, [%rd22];
    isspacep.shared::cta %p20, %rd22;
    isspacep.shared::cluster %p21, %rd22;
    selp.u32 %r24, 1, 0, %p20;
    selp.u32 %r25, 2, 0, %p21;
    or.b32 %r24, %r24, %r25;
    atom.shared::cluster.add.u32 %r26, [%rd21+4], 10;
    red.add.u32 [%rd22+4], 5;
    barrier.cluster.arrive;
    barrier.cluster.wait;
    ld.shared.u32 %r27, [s+4];
    mul.wide.u32 %rd23, %r20, 16;
    add.u64 %rd23, %rd23, %rd0;
    st.global.v4.u32 [%rd23], {%r22, %r23, %r24, %r27};
    OTHER
  )";
  const auto with = [&](const std::string& other) {
    std::string text = body;
    text.replace(text.find("OTHER"), 5, other);
    return run_kernel(
        {.body = text, .buffers = {Bytes(32)}, .module = module, .grid = {2}, .block = {1}, .cluster = {2, 1, 1}});
  };
  const auto r = with("barrier.cluster.arrive;\nbarrier.cluster.wait;");
  REQUIRE(r.fault == "");
  CHECK(r.buffers[0] == bytes_of_values(std::vector<std::uint32_t>{1, 1, 2, 15, 0, 0, 2, 15}));
  CHECK(with("ld.shared.u32 %r22, [%rd21];").fault ==
        "load of 4 bytes at shared address 0x2000000 is in the shared memory of block 1 of the cluster; only "
        ".shared::cluster and generic accesses reach it");
  CHECK(with("ld.shared::cluster.u32 %r22, [%rd21+0x4000000];").fault ==
        "load of 4 bytes at shared address 0x6000000 is out of bounds: the block's 16 bytes of shared memory, and the "
        "cluster has 2 blocks");
}

TEST_CASE("alloca, stacksave, stackrestore: each lane its own stack") {
  const std::string body = R"(
    stacksave.u64 %rd20;
    add.u32 %r20, %r0, 1;
    cvt.u64.u32 %rd21, %r20;
    shl.b64 %rd21, %rd21, 3;
    alloca.u64 %rd22, %rd21, 64;
    add.u64 %rd23, %rd22, %rd21;
    st.local.u64 [%rd23+-8], %rd10;
    alloca.u64 %rd24, 16;
    cvta.local.u64 %rd25, %rd24;
    add.u64 %rd26, %rd10, 999;
    st.u64 [%rd25+8], %rd26;
    ld.local.u64 %rd27, [%rd23+-8];
    ld.local.u64 %rd28, [%rd24+8];
    stackrestore.u64 %rd20;
    alloca.u64 %rd29, 8, 64;
    shl.b64 %rd30, %rd10, 2;
    add.u64 %rd30, %rd30, %rd0;
    st.global.v2.u64 [%rd30], {%rd27, %rd28};
    st.global.v2.u64 [%rd30+16], {%rd22, %rd29};
    OTHER
  )";
  const auto with = [&](const std::string& other) {
    std::string text = body;
    text.replace(text.find("OTHER"), 5, other);
    return run_kernel({.body = text, .buffers = {Bytes(1024)}});
  };
  const auto r = with("");
  REQUIRE(r.fault == "");
  for (std::uint64_t l = 0; l < 32; ++l) {
    CHECK(at<std::uint64_t>(r.buffers[0], 4 * l) == 8 * l);
    CHECK(at<std::uint64_t>(r.buffers[0], 4 * l + 1) == 8 * l + 999);
    CHECK(at<std::uint64_t>(r.buffers[0], 4 * l + 2) % 64 == 0);
    CHECK(at<std::uint64_t>(r.buffers[0], 4 * l + 2) == at<std::uint64_t>(r.buffers[0], 4 * l + 3));
  }
  CHECK(with("st.local.u64 [%rd29+8], %rd0;").fault.find("is out of bounds: just past the end of the thread's ") !=
        std::string::npos);
  CHECK(with("alloca.u64 %rd29, 0x100000000;").fault.find("stack overflow") != std::string::npos);
}

TEST_CASE("braces around one register mean nothing") {
  const auto r =
      run_kernel({.body = "ld.global.u32 {%r20}, [%rd0];\nadd.u32 %r20, %r20, 1;\nst.global.u32 [%rd0], {%r20};",
                  .buffers = {Bytes(64)}});
  CHECK(r.fault == "");
  CHECK(at<std::uint32_t>(r.buffers[0], 0) == 1);
}

TEST_CASE("what no instruction has is refused") {
  const std::pair<const char*, const char*> refused[] = {
      {"ld.global.foo.u32 %r20, [%rd0];", "unknown modifier '.foo'"},
      // As ptxas: past the coherent caches goes only a plain load of global memory.
      {"ld.shared.nc.u32 %r20, [%rd0];", "'.nc' is for plain loads"},
      {"ld.const.nc.u32 %r20, [%rd0];", "'.nc' is for plain loads"},
      {"ld.local.nc.u32 %r20, [%rd0];", "'.nc' is for plain loads"},
      {"ld.nc.u32 %r20, [%rd0];", "'.nc' is for plain loads"},
      {"ld.volatile.global.nc.u32 %r20, [%rd0];", "'.nc' is for plain loads"},
      {"ld.relaxed.gpu.global.nc.u32 %r20, [%rd0];", "'.nc' is for plain loads"},
      {"st.global.nc.u32 [%rd0], %r20;", "'.nc' is for plain loads"},
      {"ld.global.v2.u32 %r20, [%rd0];", "a group of 2 is needed"},
      {"ld.global.u32 {%r20,%r21}, [%rd0];", "one register is needed, not a group"},
      {"ld.global.u32 %h20, [%rd0];", "has 16 bits, not 32"},
      {"ld.global.f32 %fd20, [%rd0];", "a register of 32 bits is needed"},
      {"ld.global.u32 %p20, [%rd0];", "has 1 bits, not 32"},
      {"ld.global.u32 %r20, %rd0;", "an address is needed here"},
      {"ld.global.u32 %r20, [%h20];", "an address register of 32 or 64 bits is needed"},
      {"ld.global.v8.u64 {%rd20,%rd20,%rd20,%rd20,%rd20,%rd20,%rd20,%rd20}, [%rd0];",
       "a vector of at most 32 bytes is needed"},
      {"st.const.u32 [%rd0], 5;", "constants cannot be stored to"},
      {"st.param.u32 [p0], 5;", "the kernel's parameters cannot be stored to"},
      {"st.global.u32 [%rd0], _;", "a value to store is needed"},
      {"st.global.u32 [%rd0];", "two operands are needed"},
      {"ld.global.L2::cache_hint.u32 %r20, [%rd0];", "3 operands are needed, the last one a cache policy"},
      {"ld.global.u32 %r20, [%rd0], %rd1;", "2 operands are needed"},
      {"ld.global.pred %p20, [%rd0];", "a type of 8 to 128 bits is needed"},
      {"atom.global.add.u16 %h20, [%rd0], %h21;", "there is no such operation for this type"},
      {"atom.global.inc.u64 %rd20, [%rd0], %rd21;", "there is no such operation for this type"},
      {"atom.global.add.f16 %h20, [%rd0], %h21;", "16-bit floats need .noftz"},
      {"atom.global.add.min.u32 %r20, [%rd0], %r21;", "one operation is needed"},
      {"red.global.exch.b32 [%rd0], %r21;", "red has no exch"},
      {"atom.local.add.u32 %r20, [%rd0], %r21;", "atomic operations have global and shared memory"},
      {"atom.global.cas.b32 %r20, [%rd0], %r21;", "4 operands are needed"},
      {"atom.global.v2.f32.add %f20, [%rd0], {%f20, %f21};", "a group of 2 is needed for the old values"},
      {"cvta.shared.u32 %r20, %r21;", "generic addresses have 64 bits"},
      {"cvta.u64 %rd20, %rd21;", "a state space is needed"},
      {"isspacep.foo %p20, %rd0;", "unknown modifier '.foo'"},
      {"alloca.u64 %rd20, 8, 12;", "the alignment has to be a power of two"},
      {"discard.global.L2 [%rd0], 64;", "the size has to be 128"},
  };
  for (const auto& [body, text] : refused) {
    INFO(body);
    const auto r = run_kernel({.body = body, .buffers = {Bytes(64)}});
    CHECK(r.fault.find(text) != std::string::npos);
    if (r.fault.find(text) == std::string::npos) MESSAGE(r.fault);
  }
}
