// Every load, store and atomic operation in every space, and the forms of addresses.
#include <doctest/doctest.h>

#include <bit>
#include <functional>
#include <map>
#include <random>

#include "unit/toy_gpu/run.hpp"

namespace {

using namespace toy_test;
using toy_gpu::Op;
using Word = std::uint32_t;
constexpr Word lanes = 32, own = 32;  // bytes of each thread

std::string str(std::uint64_t n) { return std::to_string(n); }

/// "global" and "x3" of "ld.global.x3".
struct Parts {
  std::string space, element;
};
Parts parts(const toy_gpu::Row& row) {
  const std::string name(row.name);
  const auto dot = name.find('.'), last = name.rfind('.');
  return {name.substr(dot + 1, last - dot - 1), name.substr(last + 1)};
}
Word words_of(const std::string& element) { return element[0] == 'x' ? Word(element[1] - '0') : 1; }
Word bytes_of(const std::string& element) {
  return element[0] == 'x' ? 4 * words_of(element) : element.ends_with("16") ? 2 : 1;
}
Word align_of(const std::string& element) { return element == "x3" ? 4 : bytes_of(element); }

const Words& input() {
  static const Words all = [] {
    std::mt19937 random(11);
    Words w;
    for (Word i = 0; i < lanes * own / 4; ++i) w.push_back(Word(random()));
    return w;
  }();
  return all;
}
std::string hex(const Words& words) {
  std::string out;
  for (const Word w : words)
    for (unsigned byte = 0; byte < 4; ++byte)
      for (const unsigned nibble : {1U, 0U}) out += "0123456789abcdef"[w >> (8 * byte + 4 * nibble) & 15U];
  return out;
}

// With the input's bytes at the address in X10 (X10:X11) of the space: of the thread itself, or for X = s of thread 0.
std::string prepared(const std::string& space, char x) {
  const std::string r = std::string(1, x) + "10", r2 = std::string(1, x) + "11";
  std::string text = "const c bytes 1024 align 16\n  data 0 " + hex(input()) +
                     "\nshared s bytes 1024 align 16\nkernel k args 48 local 32\nL0:\n";
  text +=
      "  tid.x v20\n  shl v21, v20, 5\n  ld.arg.x4 v40, v41, v42, v43, [0]\n  add.c v40, v40, v21\n  add.x v41, v41, "
      "0\n  shl v22, v20, 5\n"
      "  add.c v42, v42, v22\n  add.x v43, v43, 0\n  ld.global.x4 v50, v51, v52, v53, [v40:v41]\n"
      "  ld.global.x4 v54, v55, v56, v57, [v40:v41+16]\n";
  text +=
      "  lea v23, [at(s)]\n  add v23, v23, v21\n  st.shared.x4 [v23], v50, v51, v52, v53\n  st.shared.x4 [v23+16], "
      "v54, v55, v56, v57\n"
      "  st.local.x4 [frame], v50, v51, v52, v53\n  st.local.x4 [top-16], v54, v55, v56, v57\n";
  const std::string offset = x == 's' ? "0" : "v21";
  if (space == "global" || space == "any")
    return text + (x == 's' ? "  ld.arg.x2 s10, s11, [0]\n" : "  mov v10, v40\n  mov v11, v41\n");
  if (space == "shared" || space == "const")
    return text + "  mov " + r + ", at(" + (space == "shared" ? "s" : "c") + ")\n  add " + r + ", " + r + ", " +
           offset + "\n";
  return text + (space == "local" ? "  lea " + r + ", [frame]\n" : "  mov " + r + ", 16\n");
}
std::string address(const std::string& space, char x, std::int64_t n) {
  const bool wide = space == "global" || space == "any";
  return std::string("[") + x + "10" + (wide ? std::string(":") + x + "11" : "") + (n < 0 ? "" : "+") +
         std::to_string(n) + "]";
}
const Words more(input().begin(), input().begin() + 8);

Words loaded(const std::string& element, const std::byte* from) {
  Words out(4);
  std::memcpy(out.data(), from, bytes_of(element));
  if (element == "s8") out[0] = Word(std::int32_t(std::int8_t(out[0])));
  if (element == "s16") out[0] = Word(std::int32_t(std::int16_t(out[0])));
  return out;
}

void check_load(const toy_gpu::Row& row, char x, Word offset) {
  const auto [space, element] = parts(row);
  std::string text = prepared(space, x) + "  " + std::string(row.name) + " ", after;
  for (Word i = 0; i < words_of(element); ++i) text += x + str(i) + ", ";
  for (Word i = 0; i < 4; ++i) after += i < words_of(element) ? ", " + (x + str(i)) : ", 0";
  text += address(space, x, offset) + "\n  st.global.x4 [v42:v43]" + after + "\n  exit\n";
  const Outcome o = run({.text = text, .in = input(), .out = lanes * own / 4, .more = more});
  REQUIRE_MESSAGE(o.fault == "", row.name);
  for (Word t = 0; t < lanes; ++t) {
    const bool shared_by_all = x == 's' || space == "arg";
    const Words want =
        loaded(element, reinterpret_cast<const std::byte*>(input().data()) + (shared_by_all ? 0 : own * t) + offset);
    const Words got(o.out.begin() + t * own / 4, o.out.begin() + t * own / 4 + 4);
    CHECK_MESSAGE(got == want, row.name);
  }
}

TEST_CASE("toy gpu: every load, from every place that it may read") {
  unsigned count = 0;
  for (const toy_gpu::Row& row : toy_gpu::rows) {
    if (!row.has('L')) continue;
    ++count;
    const std::string element = parts(row).element;
    for (Word offset = 0; offset + bytes_of(element) <= own;
         offset += align_of(element) * (align_of(element) < 4 ? 3 : 1))
      for (const char x : {'v', 's'}) {
        check_load(row, x, offset);
      }
  }
  CHECK(count == 6 * 8);
}

void check_store(const toy_gpu::Row& row, Word offset, bool half) {
  const auto [space, element] = parts(row);
  std::string text = prepared(space, 'v') + "  add v0, v20, 0x80010200\n  mul v1, v0, 3\n  mov v3, v20\n";
  if (half) text += "  and v24, v20, 1\n  cmp.eq v24, 1\n  branch L2\nL1:\n";
  text += "  " + std::string(row.name) + " " + address(space, 'v', offset);
  for (Word i = 0; i < words_of(element); ++i) text += i == 2 ? ", -5" : ", v" + str(i);
  text += half ? "\nL2:\n" : "\nL1:\n";
  const std::string from = "ld." + space + ".x4 ";
  text += "  " + from + "v50, v51, v52, v53, " + address(space, 'v', 0) + "\n  " + from + "v54, v55, v56, v57, " +
          address(space, 'v', 16) + "\n";
  text += "  st.global.x4 [v42:v43], v50, v51, v52, v53\n  st.global.x4 [v42:v43+16], v54, v55, v56, v57\n  exit\n";
  const Outcome o = run({.text = text, .in = input(), .out = lanes * own / 4, .more = more});
  REQUIRE_MESSAGE(o.fault == "", row.name);
  for (Word t = 0; t < lanes; ++t) {
    Words want(input().begin() + t * own / 4, input().begin() + (t + 1) * own / 4);
    const Words values = {t + 0x80010200U, 3 * (t + 0x80010200U), Word(-5), t};
    if (!half || t % 2 == 0)
      std::memcpy(reinterpret_cast<std::byte*>(want.data()) + offset, values.data(), bytes_of(element));
    const Words got(o.out.begin() + t * own / 4, o.out.begin() + (t + 1) * own / 4);
    CHECK_MESSAGE(got == want, row.name);
  }
}

TEST_CASE("toy gpu: every store, by all lanes and by half of them") {
  unsigned count = 0;
  for (const toy_gpu::Row& row : toy_gpu::rows) {
    if (!row.has('T')) continue;
    ++count;
    const std::string element = parts(row).element;
    for (Word offset = 0; offset + bytes_of(element) <= own; offset += align_of(element))
      for (const bool half : {false, true}) check_store(row, offset, half);
  }
  CHECK(count == 4 * 6);
}

TEST_CASE("toy gpu: every atomic operation, lanes at one place and at their own") {
  using F = std::function<Word(Word, Word, Word)>;
  const auto s = [](Word x) { return std::int32_t(x); };
  const std::map<std::string, F> operations = {
      {"add", [](Word old, Word b, Word) { return old + b; }},
      {"smin", [&](Word old, Word b, Word) { return s(old) < s(b) ? old : b; }},
      {"smax", [&](Word old, Word b, Word) { return s(old) > s(b) ? old : b; }},
      {"umin", [](Word old, Word b, Word) { return old < b ? old : b; }},
      {"umax", [](Word old, Word b, Word) { return old > b ? old : b; }},
      {"and", [](Word old, Word b, Word) { return old & b; }},
      {"or", [](Word old, Word b, Word) { return old | b; }},
      {"xor", [](Word old, Word b, Word) { return old ^ b; }},
      {"xchg", [](Word, Word b, Word) { return b; }},
      {"cas", [](Word old, Word b, Word c) { return old == b ? c : old; }},
  };
  unsigned count = 0;
  for (const toy_gpu::Row& row : toy_gpu::rows) {
    if (!row.has('A')) continue;
    ++count;
    const auto [space, name] = parts(row);
    for (const bool one : {true, false}) {
      std::string text = prepared(space, 'v');
      if (one) text += space == "shared" ? "  mov v10, at(s)\n" : "  ld.arg.x2 v10, v11, [0]\n";
      // The operand is the thread's own first word; cas expects what lane 3 would find at its own place.
      const std::string operand = name == "cas" ? "v51, v50" : "v50";
      text += "  " + std::string(row.name) + " v0, " + address(space, 'v', 4) + ", " + operand + "\n";
      text += "  ld." + space + ".x1 v1, " + address(space, 'v', 4) + "\n  st.global.x2 [v42:v43], v0, v1\n  exit\n";
      const Outcome o = run({.text = text, .in = input(), .out = lanes * own / 4, .more = more});
      REQUIRE_MESSAGE(o.fault == "", row.name);
      Word place = input()[1];
      Words olds;
      for (Word t = 0; t < lanes; ++t) {  // lanes in turn
        const Word first = input()[t * own / 4], second = input()[t * own / 4 + 1];
        if (!one) place = second;
        olds.push_back(place);
        place = name == "cas" ? operations.at(name)(place, second, first) : operations.at(name)(place, first, 0);
        CHECK_MESSAGE(o.out[t * own / 4] == olds.back(), row.name);
        if (!one) CHECK_MESSAGE(o.out[t * own / 4 + 1] == place, row.name);
      }
      if (one) CHECK_MESSAGE(o.out[1] == place, row.name);
    }
  }
  CHECK(count == 3 * 10);
}

TEST_CASE("toy gpu: atomic sums of many blocks on two CPU threads") {
  const std::string text =
      "kernel k args 16 local 0\nL0:\n  ld.arg.x2 s0, s1, [8]\n  mov v0, s0\n  mov v1, s1\n  tid.x v2\n  "
      "atom.global.add v3, [v0:v1], v2\n  exit\n";
  const Outcome o = run({.text = text, .out = 1, .threads = 64, .blocks = 200, .options = {.threads = 2}});
  CHECK(o.fault == "");
  CHECK(o.out[0] == 200 * 63 * 64 / 2);
}

TEST_CASE("toy gpu: addresses by name, by number, of frame and top, and generic ones") {
  const std::string text =
      "global g bytes 16 align 16\n  data 0 01000000020000000300000004000000\n  word 8 lo(g+4)\n  word 12 hi(k2)\n"
      "const c bytes 8 align 4\n  data 4 07000000\n"
      "shared a bytes 4 align 4\nshared dynamic bytes 0 align 1\nshared b bytes 12 align 16\n"
      "kernel k args 24 local 32\nL0:\n"
      "  ld.arg.x2 v62, v63, [8]\n  mov v0, lo(g)\n  mov v1, hi(g+4)\n  ld.global.x4 v10, v11, v12, v13, [v0:v1]\n"
      "  ld.const.x1 v14, [at(c+4)]\n  mov v2, at(c)\n  ld.const.x1 v15, [v2+4]\n"
      "  mov v2, lo(c+4)\n  mov v3, hi(c)\n  ld.any.x1 v16, [v2:v3]\n"
      "  st.shared.x1 [at(b+8)], 21\n  lea v4, [at(b)]\n  lea v5, [at(dynamic)]\n  lea v6, [at(a)]\n"
      "  st.local.x1 [top-4], 22\n  ld.local.x1 v17, [28]\n  lea v7, [top]\n  lea v8, [frame+8]\n"
      "  ld.arg.x1 v18, [20]\n  mov v9, 24\n  ld.arg.x1 v19, [v9-4]\n"
      // Windows have a low word of 0: the offset is the low half of a generic address.
      "  mov v20, 0x6100\n  ld.any.x1 v21, [v4:v20+8]\n  mov v22, 0x6000\n  ld.any.x1 v23, [v7:v22-4]\n"
      "  mov v24, 0xfffffff0\n  add v24, v24, at(c)\n  ld.const.x1 v25, [v24+20]\n"
      "  st.global.x4 [v62:v63], v10, v11, v12, v13\n  st.global.x4 [v62:v63+16], v14, v15, v16, v17\n"
      "  st.global.x4 [v62:v63+32], v4, v5, v6, v7\n  st.global.x4 [v62:v63+48], v8, v18, v19, v21\n"
      "  st.global.x2 [v62:v63+64], v23, v25\n  mov v30, lo(g)\n  mov v31, hi(g)\n  st.global.x2 [v62:v63+72], v30, "
      "v31\n  exit\n"
      "func k2 in 0 local 0\nL0:\n  ret\n";
  const Outcome o = run({.text = text, .out = 20, .threads = 1, .dynamic_shared = 64, .more = {5, 6}});
  CHECK(o.fault == "");
  const Words& w = o.out;
  CHECK(w[0] == 1);
  CHECK(w[1] == 2);
  CHECK(w[2] == w[18] + 4);
  CHECK(w[3] == 0x6200);
  CHECK(Words(w.begin() + 4, w.begin() + 8) == Words{7, 7, 7, 22});
  CHECK(Words(w.begin() + 8, w.begin() + 12) == Words{16, 32, 0, 32});  // b aligned to 16; `dynamic` behind all others
  CHECK(Words(w.begin() + 12, w.begin() + 18) == Words{8, 6, 6, 21, 22, 7});
}

TEST_CASE("toy gpu: what memory refuses") {
  const auto fault = [](const std::string& body, Word dynamic = 0) {
    return run({.text = "const c bytes 4 align 4\nshared s bytes 8 align 8\n" + head + body + "  exit\n",
                .in = Words(32),
                .dynamic_shared = dynamic})
        .fault;
  };
  CHECK(missing("t:16: in function 'k', block (0,0,0), thread (31,0,0): store of 4 bytes at 0x",
                fault("  st.global.x1 [v62:v63+4], v59\n")) == "");
  CHECK(missing("just past the end of the buffer of 128 bytes at 0x", fault("  st.global.x1 [v62:v63+4], v59\n")) ==
        "");
  CHECK(missing(", in 'st.global.x1 [v62:v63+4], v59'", fault("  st.global.x1 [v62:v63+4], v59\n")) == "");
  CHECK(missing("is misaligned: the address has to be a multiple of 16",
                fault("  st.global.x4 [v62:v63], v0, v1, v2, v3\n")) == "");
  CHECK(missing("is misaligned: the address has to be a multiple of 8",
                fault("  ld.global.x2 v0, v1, [v62:v63+4]\n")) == "");
  CHECK(missing("store of 4 bytes at shared address 0x8 is out of bounds", fault("  st.shared.x1 [at(s+8)], v0\n")) ==
        "");
  CHECK(fault("  st.shared.x1 [at(s+8)], v0\n", 4) == "");
  CHECK(missing("load of 4 bytes at local address 0x0 is out of bounds", fault("  ld.local.x1 v0, [0]\n")) == "");
  CHECK(missing("load of 4 bytes at param address 0x10 is out of bounds", fault("  ld.arg.x1 v0, [16]\n")) == "");
  CHECK(missing("load of 4 bytes at param address 0x", fault("  ld.arg.x1 v0, [-4]\n")) == "");
  CHECK(missing("which is read-only: constant 'c' of 4 bytes",
                fault("  mov v0, lo(c)\n  mov v1, hi(c)\n  st.any.x1 [v0:v1], v0\n")) == "");
  CHECK(missing("but it is an address of constant 'c'",
                fault("  mov v0, lo(c)\n  mov v1, hi(c)\n  ld.global.x1 v0, [v0:v1]\n")) == "");
  CHECK(missing("out of bounds", fault("  ld.const.x1 v0, [v59+8]\n")) == "");
  CHECK(missing("which is local memory", fault("  mov v1, 0x6000\n  atom.any.add v0, [v59:v1], 1\n")) == "");
  CHECK(missing("(null pointer)", fault("  mov v0, 0\n  mov v1, 0\n  ld.any.x1 v0, [v0:v1]\n")) == "");
}

TEST_CASE("toy gpu: the device's own memory, and what it refuses") {
  toy_gpu::Device device({.memory_limit = 4096});
  const auto a = device.allocate(16);
  CHECK(a % 256 == 0);
  CHECK(device.allocate(8192) == 0);
  Words w = {1, 2, 3, 4}, back(4);
  CHECK(!device.write(a, std::as_bytes(std::span(w))));
  CHECK(!device.read(a, std::as_writable_bytes(std::span(back))));
  CHECK(back == w);
  CHECK(missing("read of 16 bytes at 0x7", device.read(a + 4, std::as_writable_bytes(std::span(back)))->to_string()) ==
        "");
  CHECK(!device.release(a));
  CHECK(missing("where no buffer starts", device.release(a)->to_string()) == "");
  CHECK(missing("is not inside a buffer", device.write(a, std::as_bytes(std::span(w)))->to_string()) == "");
  CHECK(missing("there is no kernel of this name", device.launch({"k", {}, {}, 0, {}})->to_string()) == "");
  toy_gpu::Program program;
  std::string error;
  REQUIRE(toy_gpu::assemble(
      "global g bytes 8 align 8\n  data 0 01\nconst big bytes 8000 align 4\nkernel k args 4 local 0\nL0:\n  exit\n",
      "t", program, error));
  CHECK(missing("t: there is no memory for variable 'big'", device.load(program, "t")->to_string()) == "");
  program.variables.pop_back();
  REQUIRE(!device.load(program, "t"));
  REQUIRE(device.symbol("g"));
  CHECK(device.symbol("g")->second == 8);
  CHECK(!device.symbol("k"));
  std::byte first{};
  CHECK(!device.read(device.symbol("g")->first, std::span(&first, 1)));
  CHECK(first == std::byte{1});
  const std::vector<std::byte> four(4);
  CHECK(missing("0 bytes of arguments, the kernel has 4", device.launch({"k", {}, {}, 0, {}})->to_string()) == "");
  CHECK(missing("grid and block must not be empty", device.launch({"k", {0}, {}, 0, four})->to_string()) == "");
  CHECK(missing("a block has at most 1024 threads, and 64 in z, not 1025",
                device.launch({"k", {}, {1025}, 0, four})->to_string()) == "");
  CHECK(missing("bytes of dynamic shared memory, not 1048576",
                device.launch({"k", {}, {}, 1U << 20, four})->to_string()) == "");
  CHECK(!device.launch({"k", {3, 2, 1}, {7, 5, 3}, 100, four}));
  CHECK(device.stats().blocks == 6);
  program.functions[0].blocks[0].pop_back();
  CHECK(missing("'k' goes on behind its end", device.load(program, "t")->to_string()) == "");
}

}  // namespace
