// The checkers: what each finds, word for word where it matters, and what each must not report.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "simt/watch/observers.hpp"

using namespace lathe::nvptx;
using namespace lathe::nvptx::exec;

namespace {

constexpr char head[] = ".version 8.0\n.target sm_80\n.address_size 64\n";
constexpr char registers[] =
    ".reg .pred %p<8>;\n.reg .b16 %h<8>;\n.reg .b32 %r<24>;\n.reg .b64 %rd<16>;\n.reg .f32 %f<8>;\n";

/// Kernel k with a buffer p; %r1 is %tid.x, %r2 %ctaid.x, %rd1 the buffer, %r3 = 4 * %tid.x.
std::string kernel(const std::string& code, const std::string& variables = ".shared .align 16 .b8 s[1024];\n") {
  return head + std::string(".visible .entry k(.param .u64 p, .param .u64 q)\n{\n") + registers + variables +
         "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nshl.b32 %r3, %r1, 2;\n" + code +
         "ret;\n}\n";
}

/// The PTX line on which `part` stands first.
std::string line_of(const std::string& text, const std::string& part) {
  const std::size_t at = text.find(part);
  REQUIRE(at != std::string::npos);
  return std::to_string(1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

struct Shape {
  Dim3 grid{1, 1, 1}, block{64, 1, 1};
  bool written = true;  ///< the host writes the buffers
  Dim3 cluster{0, 0, 0};
  bool cooperative = false;
  unsigned launches = 1;
};

std::vector<CheckFinding> findings(std::unique_ptr<CheckObserver> checker, const std::string& text,
                                   const Shape& shape = {}) {
  MachineOptions options;
  options.observer = checker.get();
  options.max_steps = 1 << 20;
  Machine machine(options);
  const auto loaded = machine.load({{"k.ptx", text}});
  REQUIRE_MESSAGE(!loaded, (loaded ? loaded->to_string() : ""));
  Launch l;
  l.kernel = "k";
  l.grid = shape.grid;
  l.block = shape.block;
  l.cluster = shape.cluster;
  l.cooperative = shape.cooperative;
  const std::vector<std::byte> zeros(4096);
  const Address p = machine.allocate(4096), q = machine.allocate(4096);
  for (const Address a : {p, q})
    if (shape.written) CHECK(!machine.write(a, zeros));
  l.add(p);
  l.add(q - p);  // for tests of the memory checker
  for (unsigned i = 0; i < shape.launches; ++i) {
    const auto fault = machine.launch(l);
    CHECK_MESSAGE(!fault, (fault ? fault->to_string() : ""));
  }
  return checker->findings();
}

std::string texts(const std::vector<CheckFinding>& list) {
  std::string out;
  for (const CheckFinding& f : list) out += f.text + "\n";
  return out;
}
std::string races(const std::string& code, const Shape& shape = {}) {
  return texts(findings(make_race_checker(), kernel(code), shape));
}
std::string undefined(const std::string& code, const Shape& shape = {}) {
  return texts(findings(make_uninit_checker(), kernel(code), shape));
}
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// Thread t writes word t of s and reads word t ^ 32.
const std::string exchange_write = "mov.u32 %r4, s;\nadd.u32 %r5, %r4, %r3;\nst.shared.u32 [%r5], %r1;\n";
const std::string exchange_read = "xor.b32 %r6, %r3, 128;\nadd.u32 %r6, %r4, %r6;\nld.shared.u32 %r7, [%r6];\n";

}  // namespace

TEST_CASE("race: shared memory without and with a barrier") {
  const std::string text = kernel(exchange_write + exchange_read);
  const auto list = findings(make_race_checker(), text);
  REQUIRE(list.size() == 1);
  const CheckFinding& f = list[0];
  // The first warp is through before the second one begins.
  CHECK(f.text == "race: read of 4 bytes at k.ptx:" + line_of(text, "ld.shared") +
                      " by block (0,0,0) thread (0,0,0) and write of 4 bytes at k.ptx:" + line_of(text, "st.shared") +
                      " by block (0,0,0) thread (32,0,0): shared 's'+128, no barrier between them");
  CHECK(f.check == Check::race);
  CHECK(f.first.function == "k");
  CHECK(f.first.thread == Dim3{0, 0, 0});
  CHECK(f.second.thread == Dim3{32, 0, 0});
  CHECK(f.object == "shared 's'+128");
  CHECK(races(exchange_write + "bar.sync 0;\n" + exchange_read) == "");
  CHECK(races(exchange_write + "barrier.cluster.arrive;\nbarrier.cluster.wait;\n" + exchange_read) == "");
  // The way back: a barrier before the next round of writes.
  const std::string round = exchange_write + "bar.sync 0;\n" + exchange_read;
  CHECK(lines(races(round + round)) == 1);
  CHECK(races(round + "bar.sync 0;\n" + round) == "");
}

TEST_CASE("race: bytes, not words") {
  const std::string address = "mov.u32 %r4, s;\nadd.u32 %r5, %r4, %r1;\n";
  CHECK(races(address + "st.shared.u8 [%r5], %r1;\n") == "");
  CHECK(lines(races(address + "and.b32 %r5, %r5, -2;\nst.shared.u8 [%r5], %r1;\n")) == 1);
  // One thread's word, another one's byte of it.
  CHECK(lines(races("mov.u32 %r4, s;\nsetp.ne.u32 %p1, %r1, 0;\n@!%p1 st.shared.u32 [%r4+8], %r1;\n"
                    "setp.eq.u32 %p2, %r1, 40;\n@%p2 ld.shared.u8 %r7, [%r4+11];\n")) == 1);
  CHECK(races("mov.u32 %r4, s;\nsetp.ne.u32 %p1, %r1, 0;\n@!%p1 st.shared.u32 [%r4+8], %r1;\n"
              "setp.eq.u32 %p2, %r1, 40;\n@%p2 ld.shared.u8 %r7, [%r4+12];\n") == "");
}

TEST_CASE("race: stores of one value do not race, of several they do") {
  CHECK(races("mov.u32 %r4, 7;\nst.global.u32 [%rd1], %r4;\n", {{3, 1, 1}, {64, 1, 1}}) == "");
  CHECK(lines(races("st.global.u32 [%rd1], %r1;\n")) == 1);
  CHECK(lines(races("st.global.u32 [%rd1], %r2;\n", {{3, 1, 1}, {64, 1, 1}})) == 1);
}

TEST_CASE("race: launches follow each other, blocks do not") {
  const std::string own = "cvt.u64.u32 %rd2, %r3;\nadd.u64 %rd3, %rd1, %rd2;\n";
  CHECK(races(own + "ld.global.u32 %r4, [%rd3];\nadd.u32 %r4, %r4, 1;\nst.global.u32 [%rd3], %r4;\n",
              {.launches = 2}) == "");
  const std::string two = races(own +
                                    "ld.global.u32 %r4, [%rd3];\nadd.u32 %r4, %r4, %r2;\nadd.u32 %r4, %r4, 1;\n"
                                    "bar.sync 0;\nst.global.u32 [%rd3], %r4;\n",
                                {{2, 1, 1}, {64, 1, 1}});
  CHECK(has(two, "of two blocks, and nothing orders them"));
}

TEST_CASE("race: the warp's own barrier orders memory, shfl does not") {
  const std::string in_warp = "xor.b32 %r6, %r3, 4;\nadd.u32 %r6, %r4, %r6;\nld.shared.u32 %r7, [%r6];\n";
  CHECK(has(races(exchange_write + in_warp), "of one warp, no bar.warp.sync between them"));
  CHECK(races(exchange_write + "bar.warp.sync -1;\n" + in_warp) == "");
  CHECK(lines(races(exchange_write + "shfl.sync.bfly.b32 %r9, %r1, 1, 31, -1;\n" + in_warp)) == 1);
  CHECK(lines(races(exchange_write + "bar.warp.sync -1;\n" + exchange_read)) == 1);  // another warp
}

TEST_CASE("race: atomic operations and scopes") {
  const Shape blocks{{2, 1, 1}, {64, 1, 1}};
  CHECK(races("red.global.add.u32 [%rd1], 1;\n", blocks) == "");
  CHECK(has(races("red.cta.global.add.u32 [%rd1], 1;\n", blocks), "the scope of one does not reach"));
  CHECK(lines(races("red.global.add.u32 [%rd1], 1;\nld.global.u32 %r4, [%rd1];\n", blocks)) >= 1);
  CHECK(races("red.global.add.u32 [%rd1], 1;\nld.relaxed.gpu.global.u32 %r4, [%rd1];\n", blocks) == "");
  CHECK(races("red.shared.add.u32 [s], 1;\nbar.sync 0;\nld.shared.u32 %r4, [s];\n") == "");
  // A first value, and no barrier before the others count on.
  CHECK(lines(races("setp.ne.u32 %p1, %r1, 0;\n@!%p1 st.shared.u32 [s], %r1;\nred.shared.add.u32 [s], 1;\n")) == 1);
}

namespace {
/// Block 0 puts a word and raises a flag, block 1 waits for it and reads the word.
std::string mail(const std::string& put, const std::string& raise, const std::string& look, const std::string& take) {
  return "setp.ne.u32 %p1, %r1, 0;\n@%p1 ret;\nsetp.ne.u32 %p2, %r2, 0;\n@%p2 bra READER;\n"
         "mov.u32 %r4, 5;\nst.global.u32 [%rd1+64], %r4;\n" +
         put + raise + " [%rd1], %r4;\nret;\nREADER:\n" + look +
         " %r5, [%rd1];\nsetp.eq.u32 %p3, %r5, 0;\n@%p3 bra READER;\n" + take + "ld.global.u32 %r6, [%rd1+64];\n";
}
}  // namespace

TEST_CASE("race: a flag hands data on") {
  const Shape two{{2, 1, 1}, {32, 1, 1}};
  const std::string st = "st.volatile.global.u32", ld = "ld.volatile.global.u32";
  CHECK(races(mail("membar.gl;\n", st, ld, "membar.gl;\n"), two) == "");
  CHECK(races(mail("fence.acq_rel.gpu;\n", "st.relaxed.gpu.global.u32", "ld.relaxed.gpu.global.u32",
                   "fence.acq_rel.gpu;\n"),
              two) == "");
  CHECK(races(mail("", "st.release.gpu.global.u32", "ld.acquire.gpu.global.u32", ""), two) == "");
  CHECK(races(mail("membar.gl;\n", "red.global.add.u32", ld, "membar.gl;\n"), two) == "");
  // Milder than the model, on purpose; what is told is that the barrier is one thread's alone.
  const std::string barrier = races(mail("membar.gl;\n", st, ld, "bar.sync 0;\n"), two);
  CHECK((lines(barrier) == 1 && has(barrier, "31 of the block's 32 threads have exited")));
  // Each part is needed.
  CHECK(lines(races(mail("", st, ld, "membar.gl;\n"), two)) == 1);
  CHECK(lines(races(mail("membar.gl;\n", st, ld, ""), two)) == 1);
  CHECK(lines(races(mail("", "st.release.gpu.global.u32", "ld.relaxed.gpu.global.u32", ""), two)) == 1);
  CHECK(lines(races(mail("", "st.relaxed.gpu.global.u32", "ld.acquire.gpu.global.u32", ""), two)) == 1);
  CHECK(lines(races(mail("membar.cta;\n", st, ld, "membar.gl;\n"), two)) >= 1);
  CHECK(lines(races(mail("membar.gl;\n", st, ld, "membar.cta;\n"), two)) >= 1);
}

TEST_CASE("race: a spin lock") {
  const auto lock = [](const std::string& enter, const std::string& leave) {
    return "TRY:\natom.global.cas.b32 %r4, [%rd1], 0, 1;\nsetp.ne.u32 %p1, %r4, 0;\n@%p1 bra TRY;\n" + enter +
           "ld.global.u32 %r5, [%rd1+64];\nadd.u32 %r5, %r5, 1;\nst.global.u32 [%rd1+64], %r5;\n" + leave +
           "atom.global.exch.b32 %r6, [%rd1], 0;\n";
  };
  const Shape shape{{2, 1, 1}, {40, 1, 1}};
  CHECK(races(lock("membar.gl;\n", "membar.gl;\n"), shape) == "");
  CHECK(lines(races(lock("", "membar.gl;\n"), shape)) >= 1);
  CHECK(lines(races(lock("membar.gl;\n", ""), shape)) >= 1);
}

// Every thread writes a word, the threads of the block that takes the last ticket read those of the next block, and
// thread 0 puts the counter back.
std::string last_block(const std::string& fence, const std::string& barrier, const std::string& fence_of_one,
                       const std::string& ticket, const std::string& reset = "st.global.u32 [%rd1], 0;\n") {
  return "mad.lo.u32 %r4, %r2, 64, %r1;\nmul.wide.u32 %rd3, %r4, 4;\nadd.u64 %rd4, %rd1, %rd3;\n"
         "st.global.u32 [%rd4+64], %r1;\n" +
         fence + barrier + "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra WAIT;\n" + fence_of_one + ticket +
         "st.shared.u32 [s], %r5;\nWAIT:\nbar.sync 0;\nld.shared.u32 %r5, [s];\nsetp.ne.u32 %p2, %r5, 2;\n@%p2 ret;\n"
         "add.u32 %r6, %r2, 1;\nrem.u32 %r6, %r6, 3;\nmad.lo.u32 %r6, %r6, 64, %r1;\nmul.wide.u32 %rd3, %r6, 4;\n"
         "add.u64 %rd4, %rd1, %rd3;\nld.global.u32 %r7, [%rd4+64];\n@%p1 ret;\n" +
         reset;
}

TEST_CASE("race: the last block sums what all have written") {
  const Shape three{{3, 1, 1}, {64, 1, 1}};
  const std::string ticket = "atom.global.add.u32 %r5, [%rd1], 1;\n", fence = "membar.gl;\n", barrier = "bar.sync 0;\n";
  CHECK(races(last_block("", barrier, fence, ticket), three) == "");
  CHECK(races(last_block(fence, barrier, "", ticket), three) == "");
  CHECK(races(last_block("fence.acq_rel.gpu;\n", "barrier.sync 0;\n", "", ticket), three) == "");
  CHECK(races(last_block("", barrier, "", "atom.acq_rel.gpu.global.add.u32 %r5, [%rd1], 1;\n"), three) == "");
  CHECK(races(last_block(fence, barrier, "", "atom.global.inc.u32 %r5, [%rd1], 2;\n"), three) == "");
  // Each part is needed.
  const auto data = [&](const std::string& code) {
    const std::string found = races(code, three);
    return has(found, "write of 4 bytes") && has(found, "read of 4 bytes");
  };
  CHECK(data(last_block("", barrier, "", ticket)));
  CHECK(data(last_block(fence, "", "", ticket)));
  CHECK(data(last_block("", "", fence, ticket)));
  CHECK(data(last_block("membar.cta;\n", barrier, "", ticket)));
  // Only half of the threads fence.
  CHECK(data(last_block("setp.lt.u32 %p3, %r1, 32;\n@%p3 membar.gl;\n", barrier, "", ticket)));
  // A fence of thread 0 behind the barrier is of all that was before it.
  CHECK(data(last_block("bar.sync 0;\n" + fence, "", "", ticket)) == false);
  // The counter: who did not take the last ticket must not put it back, nor who saw a plain store in its place.
  const std::string early = last_block("", barrier, fence, ticket + "st.global.u32 [%rd1+4], %r5;\n");
  CHECK(has(races(early, three), "write of 4 bytes"));
  CHECK(has(
      races(last_block("", barrier, fence, "atom.global.add.u32 %r5, [%rd1], 1;\nst.global.u32 [%rd1], %r5;\n"), three),
      "atomic operation"));
}

TEST_CASE("race: a barrier that some threads have left by exiting is told as a note") {
  const std::string leave = "setp.ge.u32 %p1, %r1, 40;\n@%p1 exit;\n";
  const std::string text = kernel(leave + exchange_write + "bar.sync 0;\n");
  const auto list = findings(make_race_checker(), text);
  REQUIRE(list.size() == 1);
  CHECK(list[0].note);
  CHECK(list[0].text == "race: note: bar.sync of all threads at k.ptx:" + line_of(text, "bar.sync") +
                            " by block (0,0,0) thread (0,0,0): 24 of the block's 64 threads have exited, the barrier "
                            "does not wait for them");
  // Behind the barrier they may; with a count the others are not meant; and the data is ordered all the same.
  CHECK(races(exchange_write + "bar.sync 0;\n" + leave + exchange_read) == "");
  CHECK(races("setp.ge.u32 %p1, %r1, 32;\n@%p1 exit;\nbar.sync 1, 32;\n") == "");
  const std::string after =
      races(exchange_write + "setp.lt.u32 %p1, %r1, 32;\n@%p1 exit;\nbar.sync 0;\n" + exchange_read);
  CHECK(lines(after) == 1);
  CHECK(has(after, "race: note: "));
  // Threads that leave while others wait.
  CHECK(has(races("setp.ge.u32 %p1, %r1, 32;\n@%p1 bra WAIT;\nret;\nWAIT:\nbar.sync 0;\n"), "32 of the block's 64"));
}

TEST_CASE("race: named barriers, producers that only arrive") {
  const auto code = [](const std::string& arrive) {
    return "setp.ge.u32 %p1, %r1, 32;\n@%p1 bra TAKE;\nmov.u32 %r4, s;\nadd.u32 %r5, %r4, %r3;\n"
           "st.shared.u32 [%r5], %r1;\n" +
           arrive +
           "ret;\nTAKE:\nbar.sync 1, 64;\nmov.u32 %r4, s;\nadd.u32 %r5, %r4, %r3;\n"
           "ld.shared.u32 %r6, [%r5-128];\n";
  };
  CHECK(races(code("bar.arrive 1, 64;\n")) == "");
  CHECK(races(code("bar.sync 1, 64;\n")) == "");
  // What is written after the arrival is not handed on.
  CHECK(lines(races(code("bar.arrive 1, 64;\nmov.u32 %r7, 3;\nst.shared.u32 [%r5], %r7;\n"))) >= 1);
}

TEST_CASE("race: asynchronous copies are done when they were waited for") {
  const auto code = [](const std::string& wait) {
    return "cvt.u64.u32 %rd2, %r3;\nadd.u64 %rd3, %rd1, %rd2;\nmov.u32 %r4, s;\nadd.u32 %r5, %r4, %r3;\n"
           "cp.async.ca.shared.global [%r5], [%rd3], 4;\n" +
           wait + "ld.shared.u32 %r6, [%r5];\n";
  };
  CHECK(has(races(code("")), "no wait for the copy between them"));
  CHECK(lines(races(code("cp.async.commit_group;\n"))) == 1);
  CHECK(races(code("cp.async.wait_all;\n")) == "");
  CHECK(races(code("cp.async.commit_group;\ncp.async.wait_group 0;\n")) == "");
  CHECK(lines(races(code("cp.async.commit_group;\ncp.async.wait_group 1;\n"))) == 1);
}

TEST_CASE("race: shared memory of a cluster") {
  const auto code = [](const std::string& barrier) {
    return "mov.u32 %r4, s;\nadd.u32 %r5, %r4, %r3;\nst.shared.u32 [%r5], %r1;\n" + barrier +
           "xor.b32 %r6, %r2, 1;\nmapa.shared::cluster.u32 %r7, %r5, %r6;\nld.shared::cluster.u32 %r8, [%r7];\n"
           "barrier.cluster.arrive;\nbarrier.cluster.wait;\n";
  };
  std::string with = kernel(code("barrier.cluster.arrive;\nbarrier.cluster.wait;\n"));
  std::string without = kernel(code("bar.sync 0;\n"));
  for (std::string* text : {&with, &without}) text->replace(text->find("sm_80"), 5, "sm_90");
  const Shape shape{.grid = {2, 1, 1}, .cluster = {2, 1, 1}};
  CHECK(texts(findings(make_race_checker(), with, shape)) == "");
  CHECK(lines(texts(findings(make_race_checker(), without, shape))) >= 1);
}

TEST_CASE("race: each pair of lines once, up to the limit") {
  const std::string text = kernel(exchange_write + exchange_read + "st.shared.u32 [%r6], %r1;\n");
  CHECK(findings(make_race_checker(), text, {{8, 1, 1}, {256, 1, 1}}).size() >= 2);
  CHECK(findings(make_race_checker({.limit = 1}), text, {{8, 1, 1}, {256, 1, 1}}).size() == 1);
}

TEST_CASE("uninit: buffers that nobody wrote") {
  const Shape fresh{.written = false};
  const std::string load = "ld.global.u32 %r4, [%rd1];\n";
  const std::string text = kernel(load + "setp.eq.u32 %p1, %r4, 0;\n@%p1 bra L;\nL:\n");
  const auto list = findings(make_uninit_checker(), text, fresh);
  REQUIRE(list.size() == 1);
  CHECK(list[0].text == "uninit: branch condition at k.ptx:" + line_of(text, "@%p1 bra") +
                            " by block (0,0,0) thread (0,0,0) depends on the buffer of 4096 bytes, which was never "
                            "written; read of 4 bytes at k.ptx:" +
                            line_of(text, "ld.global") + " by block (0,0,0) thread (0,0,0)");
  CHECK(texts(findings(make_uninit_checker(), text)) == "");
  // Copying is no use; computing and storing is, and so is an address.
  CHECK(undefined(load + "st.global.u32 [%rd1+4], %r4;\n", fresh) == "");
  CHECK(has(undefined(load + "add.u32 %r4, %r4, 1;\nst.global.u32 [%rd1+4], %r4;\n", fresh), "store to global memory"));
  CHECK(has(undefined(load + "and.b32 %r4, %r4, 1020;\ncvt.u64.u32 %rd2, %r4;\nadd.u64 %rd2, %rd1, %rd2;\n"
                             "st.global.u32 [%rd2], %r1;\n",
                      fresh),
            "address at"));
  CHECK(has(undefined("red.global.add.u32 [%rd1], 1;\n", fresh), "atomic operand"));
  CHECK(undefined("atom.global.exch.b32 %r4, [%rd1], 1;\n", fresh) == "");
  // What the kernel writes itself is good.
  CHECK(undefined("st.global.u32 [%rd1], %r1;\n" + load + "add.u32 %r4, %r4, 1;\nst.global.u32 [%rd1+4], %r4;\n",
                  fresh) == "");
}

TEST_CASE("uninit: shared and local memory, registers") {
  CHECK(has(undefined("ld.shared.u32 %r4, [s+12];\nadd.u32 %r4, %r4, 1;\nst.global.u32 [%rd1], %r4;\n"),
            "shared 's'+12, which was never written"));
  CHECK(undefined("st.shared.u32 [s+12], %r1;\nbar.sync 0;\nld.shared.u32 %r4, [s+12];\nadd.u32 %r4, %r4, 1;\n"
                  "st.global.u32 [%rd1], %r4;\n") == "");
  CHECK(has(undefined("add.u32 %r4, %r9, 1;\nst.global.u32 [%rd1], %r4;\n"), "depends on register %r9"));
  CHECK(has(undefined("st.global.u32 [%rd1], %r9;\n"), "depends on register %r9"));
  const std::string local = ".local .align 4 .b8 v[16];\n";
  const auto in_local = [&](const std::string& code) {
    return texts(findings(make_uninit_checker(), kernel(code, local)));
  };
  CHECK(has(in_local("ld.local.u32 %r4, [v+4];\nsetp.eq.u32 %p1, %r4, 0;\n@%p1 bra L;\nL:\n"), "local memory+4"));
  CHECK(in_local("st.local.u32 [v+4], %r1;\nld.local.u32 %r4, [v+4];\nsetp.eq.u32 %p1, %r4, 0;\n@%p1 bra L;\nL:\n") ==
        "");
}

TEST_CASE("uninit: bit by bit") {
  const Shape fresh{.written = false};
  const std::string load = "ld.global.u32 %r4, [%rd1];\n", store = "st.global.u32 [%rd1+8], %r5;\n";
  const std::string branch = "setp.eq.u32 %p1, %r5, 0;\n@%p1 bra L;\nL:\n";
  CHECK(undefined(load + "and.b32 %r5, %r4, 0;\n" + branch, fresh) == "");
  CHECK(undefined(load + "or.b32 %r5, %r4, -1;\n" + branch, fresh) == "");
  CHECK(undefined(load + "xor.b32 %r5, %r4, %r4;\n" + branch, fresh) == "");
  // A field of 8 bits is set and taken out again; its neighbour is not.
  const std::string field = load + "bfi.b32 %r6, %r1, %r4, 8, 8;\n";
  CHECK(undefined(field + "bfe.u32 %r5, %r6, 8, 8;\n" + branch, fresh) == "");
  CHECK(lines(undefined(field + "bfe.u32 %r5, %r6, 15, 2;\n" + branch, fresh)) == 1);
  CHECK(undefined(field + "shl.b32 %r5, %r6, 16;\nshr.u32 %r5, %r5, 24;\n" + branch, fresh) == "");
  CHECK(lines(undefined(field + "shl.b32 %r5, %r6, 15;\nshr.u32 %r5, %r5, 24;\n" + branch, fresh)) == 1);
  CHECK(undefined(field + "prmt.b32 %r5, %r6, 0, 0x4441;\n" + branch, fresh) == "");
  CHECK(lines(undefined(field + "prmt.b32 %r5, %r6, 0, 0x4442;\n" + branch, fresh)) == 1);
  // One byte of a word was written; the word goes through a register of 64 bits, and comes back.
  const std::string part = "st.global.u8 [%rd1], %r1;\nld.global.u64 %rd2, [%rd1];\nst.global.u64 [%rd1+16], %rd2;\n";
  CHECK(undefined(part + "ld.global.u8 %r5, [%rd1+16];\n" + branch, fresh) == "");
  CHECK(lines(undefined(part + "ld.global.u8 %r5, [%rd1+17];\n" + branch, fresh)) == 1);
  CHECK(undefined("mov.b64 %rd2, {%r1, %r9};\nmov.b64 {%r5, %r6}, %rd2;\n" + branch, fresh) == "");
  CHECK(lines(undefined("mov.b64 %rd2, {%r1, %r9};\nmov.b64 {%r6, %r5}, %rd2;\n" + branch, fresh)) == 1);
  CHECK(lines(undefined(load + "selp.u32 %r5, %r4, %r1, %p2;\n" + store, {.written = true})) == 1);  // %p2
}

TEST_CASE("uninit: lanes of a shuffle, calls") {
  // Odd lanes have no value; even lanes read even ones.
  const std::string start = "and.b32 %r4, %r1, 1;\nsetp.eq.u32 %p1, %r4, 0;\n@%p1 mov.u32 %r5, %r1;\n";
  const std::string use = "setp.gt.u32 %p2, %r6, 5;\n@!%p1 ret;\n@%p2 bra L;\nL:\n";
  CHECK(undefined(start + "shfl.sync.bfly.b32 %r6, %r5, 2, 31, -1;\n" + use) == "");
  CHECK(lines(undefined(start + "shfl.sync.bfly.b32 %r6, %r5, 1, 31, -1;\n" + use)) == 1);
  const auto call = [](const std::string& value) {
    const std::string callee =
        ".func (.param .b32 r) f(.param .b32 x)\n{\n.reg .b32 %a<3>;\nld.param.u32 %a1, [x];\nadd.u32 %a2, %a1, 1;\n"
        "st.param.u32 [r], %a2;\nret;\n}\n";
    std::string text = kernel("{\n.param .b32 x0;\n.param .b32 r0;\nst.param.u32 [x0], " + value +
                              ";\ncall (r0), f, (x0);\nld.param.u32 %r5, [r0];\n}\nsetp.eq.u32 %p1, %r5, 0;\n"
                              "@%p1 bra L;\nL:\n");
    return text.insert(std::string(head).size(), callee);
  };
  CHECK(texts(findings(make_uninit_checker(), call("%r1"))) == "");
  CHECK(has(texts(findings(make_uninit_checker(), call("%r9"))), "branch condition"));
}

TEST_CASE("uninit: heap blocks") {
  const std::string text = kernel(
      "{\n.param .b64 x0;\n.param .b64 r0;\nst.param.u64 [x0], 64;\ncall (r0), malloc, (x0);\n"
      "ld.param.u64 %rd2, [r0];\n}\nld.u32 %r5, [%rd2+8];\nsetp.eq.u32 %p1, %r5, 0;\n@%p1 bra L;\nL:\n");
  std::string with = text;
  with.insert(std::string(head).size(), ".extern .func (.param .b64 r) malloc(.param .b64 x);\n");
  CHECK(has(texts(findings(make_uninit_checker(), with)), "the heap block of 64 bytes+8"));
  const auto leaks = findings(make_memory_checker(), with);
  REQUIRE(leaks.size() == 1);
  CHECK(leaks[0].note);
  CHECK(has(leaks[0].text, "64 blocks of device malloc (4096 bytes) not freed"));
}

TEST_CASE("memory: out of one shared variable into another") {
  const std::string variables = ".shared .align 4 .b8 a[64];\n.shared .align 4 .b8 b[512];\n";
  const std::string code = "mov.u32 %r4, a;\nadd.u32 %r5, %r4, %r3;\nst.shared.u32 [%r5], %r1;\n";
  const std::string text = kernel(code, variables);
  const auto list = findings(make_memory_checker(), text);
  REQUIRE(list.size() == 1);
  CHECK(list[0].text == "memory: write of 4 bytes at k.ptx:" + line_of(text, "st.shared") +
                            " by block (0,0,0) thread (16,0,0) is in shared 'b', but its address is one of shared 'a' "
                            "(64 bytes)");
  CHECK(texts(findings(make_memory_checker(), text, {.block = {16, 1, 1}})) == "");
  // By way of a generic address, and mad.
  CHECK(findings(make_memory_checker(),
                 kernel("mov.u64 %rd2, a;\ncvta.shared.u64 %rd3, %rd2;\nmad.wide.u32 %rd4, %r1, 4, %rd3;\n"
                        "ld.u32 %r5, [%rd4];\n",
                        variables))
            .size() == 1);
  // The distance of two variables is a number like others: nothing can be said.
  CHECK(texts(findings(make_memory_checker(),
                       kernel("mov.u32 %r4, a;\nmov.u32 %r5, b;\nsub.u32 %r6, %r5, %r4;\nadd.u32 %r7, %r4, %r6;\n"
                              "ld.shared.u32 %r8, [%r7];\n",
                              variables))) == "");
}

TEST_CASE("memory: out of one buffer into another, ld.nc of what is written") {
  const std::string far = kernel("ld.param.u64 %rd2, [q];\nadd.u64 %rd3, %rd1, %rd2;\nld.global.u32 %r4, [%rd3];\n");
  const auto list = findings(make_memory_checker(), far);
  REQUIRE(list.size() == 1);
  CHECK(has(list[0].text, "but its address is one of the buffer of 4096 bytes (4096 bytes)"));
  const std::string own = "cvt.u64.u32 %rd2, %r3;\nadd.u64 %rd3, %rd1, %rd2;\n";
  const auto nc = [&](const std::string& code) { return texts(findings(make_memory_checker(), kernel(own + code))); };
  CHECK(has(nc("st.global.u32 [%rd3], %r1;\nld.global.nc.u32 %r4, [%rd3];\n"), "ld.nc may read only where no thread"));
  CHECK(lines(nc("ld.global.nc.u32 %r4, [%rd3];\nst.global.u32 [%rd3], %r1;\n")) == 1);
  CHECK(nc("ld.global.nc.u32 %r4, [%rd3];\nst.global.u32 [%rd3+1024], %r1;\n") == "");
  CHECK(nc("ld.global.u32 %r4, [%rd3];\nst.global.u32 [%rd3], %r1;\n") == "");
}
