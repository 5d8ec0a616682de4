// Warp-wide operations against their definitions, computed thread by thread: shfl with every width, votes, matches
// and reductions of random partitions of the warp, callers that diverged, lanes that are gone, faults and refusals.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "simt/state/observer.hpp"
#include "unit/nvptx/exec/run_op.hpp"

using namespace lathe::nvptx;
using test::OpCall;
using test::OpInput;
using test::OpResult;
using test::Random;

namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using Column = std::vector<u64>;

Column column(std::size_t rows, auto&& value) {
  Column out(rows);
  for (std::size_t i = 0; i < rows; ++i) out[i] = value(i);
  return out;
}

/// Runs for all threads of whole warps.
std::vector<Column> run(const std::string& code, std::vector<std::string> outputs, std::vector<OpInput> inputs,
                        const std::string& target = "sm_90a") {
  OpCall call{code, std::move(outputs), std::move(inputs)};
  call.masked = false;
  call.target = target;
  call.block = 64;
  const OpResult result = test::run_op(call);
  CHECK_MESSAGE(result.fault == "", code, ": ", result.fault);
  if (!result.fault.empty()) return std::vector<Column>(call.outputs.size(), Column(call.inputs[0].values.size()));
  return result.outputs;
}

/// The member masks of a random partition of each warp into up to `groups` groups.
Column partition(std::size_t rows, u64 seed, unsigned groups) {
  Random random{seed};
  Column group = column(rows, [&](std::size_t) { return random() % groups; }), masks(rows);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t l = 0; l < 32; ++l)
      if (group[i / 32 * 32 + l] == group[i]) masks[i] |= u64{1} << l;
  return masks;
}

/// f(values of the members of lane i's group) for every lane.
Column by_group(const Column& values, const Column& masks, auto&& f) {
  return column(values.size(), [&](std::size_t i) {
    Column members;
    for (std::size_t l = 0; l < 32; ++l)
      if (masks[i] >> l & 1) members.push_back(values[i / 32 * 32 + l]);
    return f(members);
  });
}

/// A kernel of its own: in and out hold `stride` words for each thread; %x is the thread's word, %r its result.
std::string kernel(const std::string& body, const std::string& target = "sm_90a") {
  return ".version 8.6\n.target " + target +
         "\n.address_size 64\n.visible .entry k(.param .u64 in, .param .u64 out)\n{\n"
         "  .reg .pred %p, %q;\n  .reg .b32 %t, %lane, %x, %r, %s, %n;\n  .reg .b64 %in, %out, %at;\n"
         "  mov.u32 %t, %tid.x;\n  mov.u32 %lane, %laneid;\n  ld.param.u64 %in, [in];\n  ld.param.u64 %out, [out];\n"
         "  mul.wide.u32 %at, %t, 4;\n  add.s64 %in, %in, %at;\n  add.s64 %out, %out, %at;\n"
         "  ld.global.u32 %x, [%in];\n  mov.u32 %r, 0xdead;\n  mov.u32 %s, 0;\n" +
         body + "\n}\n";
}

struct Ran {
  std::string fault;
  std::vector<u32> out;
};
Ran run_kernel(const std::string& text, const std::vector<u32>& in, exec::Observer* observer = nullptr) {
  exec::MachineOptions options;
  options.observer = observer;
  exec::Machine machine(options);
  Ran ran;
  const auto failed = [&](const std::optional<exec::Fault>& f) {
    if (f) ran.fault = f->to_string();
    return f.has_value();
  };
  if (failed(machine.load({{"k.ptx", text}}))) return ran;
  const auto bytes = in.size() * 4;
  const exec::Address from = machine.allocate(bytes), to = machine.allocate(bytes);
  ran.out.resize(in.size());
  if (failed(machine.write(from, std::as_bytes(std::span(in))))) return ran;
  exec::Launch launch;
  launch.kernel = "k";
  launch.block = {static_cast<u32>(in.size())};
  launch.add(from).add(to);
  if (failed(machine.launch(launch))) return ran;
  failed(machine.read(to, std::as_writable_bytes(std::span(ran.out))));
  return ran;
}
std::vector<u32> values(std::size_t count, u64 seed = 7) {
  Random random{seed};
  std::vector<u32> out(count);
  for (u32& v : out) v = static_cast<u32>(random());
  return out;
}

/// The manual's pseudo-code of shfl.
struct Shuffled {
  unsigned from;
  bool inside;
};
Shuffled shuffle(const std::string& mode, int lane, u64 b, u64 c) {
  const int bval = static_cast<int>(b & 31), cval = static_cast<int>(c & 31), mask = static_cast<int>(c >> 8 & 31);
  const int max_lane = (lane & mask) | (cval & ~mask), min_lane = lane & mask;
  int j = 0;
  bool p = false;
  if (mode == "up") j = lane - bval, p = j >= max_lane;
  if (mode == "down") j = lane + bval, p = j <= max_lane;
  if (mode == "bfly") j = lane ^ bval, p = j <= max_lane;
  if (mode == "idx") j = min_lane | (bval & ~mask), p = j <= max_lane;
  return {static_cast<unsigned>(p ? j : lane), p};
}

}  // namespace

TEST_CASE("shfl in segments of every width, as CUDA's functions define it") {
  for (unsigned width = 1; width <= 32; width *= 2) {
    const std::string segment = std::to_string((32 - width) << 8), clamp = std::to_string((32 - width) << 8 | 31);
    const Column a = column(64, [](std::size_t i) { return 1000 + i; });
    for (unsigned delta = 0; delta < 32; delta += width < 8 ? 1 : 3) {
      const Column b = column(64, [&](std::size_t) { return delta; });
      const auto check = [&](const std::string& mode, const std::string& c, auto&& source) {
        const auto out = run("shfl.sync." + mode + ".b32 $d0|$d1, $0, $1, " + c + ", 0xffffffff;", {"b32", "pred"},
                             {{"b32", a}, {"b32", b}});
        for (unsigned i = 0; i < 64; ++i) {
          const unsigned lane = i % 32, first = lane / width * width;
          const int from = source(static_cast<int>(lane), static_cast<int>(first));
          const bool inside = from >= static_cast<int>(first) && from < static_cast<int>(first + width);
          CAPTURE(mode);
          CAPTURE(width);
          CAPTURE(delta);
          CAPTURE(i);
          // A lane past the end of the segment is only out of reach upwards: bfly and idx may look down.
          const bool reached = mode == "bfly" ? from < static_cast<int>(first + width) : inside;
          CHECK(out[0][i] == (reached ? a[i / 32 * 32 + static_cast<unsigned>(from)] : a[i]));
          CHECK(out[1][i] == (reached ? 1 : 0));
        }
      };
      const int d = static_cast<int>(delta), w = static_cast<int>(width);
      check("up", segment, [&](int lane, int) { return lane - d; });
      check("down", clamp, [&](int lane, int) { return lane + d; });
      check("bfly", clamp, [&](int lane, int) { return lane ^ d; });
      check("idx", clamp, [&](int, int first) { return first + d % w; });
    }
  }
}

TEST_CASE("shfl with any clamp and segment mask, as the manual's text defines it") {
  Random random{3};
  for (const std::string mode : {"up", "down", "bfly", "idx"}) {
    const std::size_t rows = 64 * 24;
    const Column a = column(rows, [&](std::size_t) { return random() & 0xffffffff; });
    const Column b = column(rows, [&](std::size_t) { return random() & 0xff; });
    const Column c = column(rows, [&](std::size_t) { return random() & 0xffff; });
    const auto out = run("shfl.sync." + mode + ".b32 $d0|$d1, $0, $1, $2, -1;", {"b32", "pred"},
                         {{"b32", a}, {"b32", b}, {"b32", c}});
    unsigned wrong = 0;
    for (std::size_t i = 0; i < rows; ++i) {
      const Shuffled s = shuffle(mode, static_cast<int>(i % 32), b[i], c[i]);
      wrong += out[0][i] != a[i / 32 * 32 + s.from] || out[1][i] != (s.inside ? 1 : 0);
    }
    CHECK(wrong == 0);
    // Without the predicate, in place, of a float, and the form of old PTX.
    const auto plain = run("mov.b32 $d0, $0; shfl.sync." + mode + ".b32 $d0, $d0, $1, $2, -1;", {"b32"},
                           {{"b32", a}, {"b32", b}, {"b32", c}});
    CHECK(plain[0] == out[0]);
    const auto old = run("shfl." + mode + ".b32 $d0|$d1, $0, $1, $2;", {"b32", "pred"},
                         {{"b32", a}, {"b32", b}, {"b32", c}}, "sm_60");
    CHECK(old[0] == out[0]);
    CHECK(old[1] == out[1]);
  }
}

TEST_CASE("vote over random partitions of the warp") {
  Random random{5};
  for (const unsigned groups : {1U, 2U, 3U, 7U, 32U}) {
    const std::size_t rows = 64 * 8;
    const Column masks = partition(rows, groups, groups);
    for (const unsigned chance : {1U, 2U, 20U}) {
      Column p = column(rows, [&](std::size_t) { return random() % chance == 0 ? 1 : 0; });
      for (const bool negated : {false, true}) {
        const Column seen = column(rows, [&](std::size_t i) { return p[i] ^ (negated ? 1 : 0); });
        const std::string operand = negated ? "!$0" : "$0";
        const auto check = [&](const std::string& mode, const std::string& type, auto&& f) {
          const auto out = run("vote.sync." + mode + "." + type + " $d0, " + operand + ", $1;", {type},
                               {{"pred", p}, {"b32", masks}});
          CHECK_MESSAGE(out[0] == f(), mode);
        };
        const auto over = [&](auto&& f) { return [&, f] { return by_group(seen, masks, f); }; };
        check("all", "pred", over([](const Column& m) { return u64{std::count(m.begin(), m.end(), 0U) == 0}; }));
        check("any", "pred", over([](const Column& m) { return u64{std::count(m.begin(), m.end(), 1U) != 0}; }));
        check("uni", "pred", over([](const Column& m) {
                return u64{std::count(m.begin(), m.end(), m[0]) == static_cast<std::ptrdiff_t>(m.size())};
              }));
        check("ballot", "b32", [&] {
          return column(rows, [&](std::size_t i) {
            u64 ballot = 0;
            for (std::size_t l = 0; l < 32; ++l) ballot |= (seen[i / 32 * 32 + l] & masks[i] >> l & 1) << l;
            return ballot;
          });
        });
      }
    }
  }
}

TEST_CASE("vote without .sync is among the threads that execute it") {
  const Ran ran = run_kernel(kernel("  setp.lt.u32 %p, %lane, 20;\n  @%p bra LOW;\n  bra END;\n"
                                    "LOW:\n  and.b32 %n, %lane, 1;\n  setp.eq.u32 %q, %n, 0;\n"
                                    "  vote.ballot.b32 %r, %q;\nEND:\n  st.global.u32 [%out], %r;\n  ret;",
                                    "sm_60"),
                             values(32));
  REQUIRE(ran.fault == "");
  for (unsigned i = 0; i < 32; ++i) CHECK(ran.out[i] == (i < 20 ? 0x55555U : 0xdeadU));
}

TEST_CASE("match over random partitions of the warp") {
  Random random{9};
  for (const unsigned bits : {32U, 64U})
    for (const unsigned groups : {1U, 3U})
      for (const unsigned distinct : {1U, 2U, 5U, 1000U}) {
        const std::size_t rows = 64 * 4;
        const Column masks = partition(rows, 100 + groups, groups);
        const std::string type = "b" + std::to_string(bits);
        // Values that differ in high bits alone count too.
        const Column a =
            column(rows, [&](std::size_t) { return random() % distinct << (random() % 2 == 0 ? bits - 10 : 0); });
        const auto any = run("match.any.sync." + type + " $d0, $0, $1;", {"b32"}, {{type, a}, {"b32", masks}});
        const auto all =
            run("match.all.sync." + type + " $d0|$d1, $0, $1;", {"b32", "pred"}, {{type, a}, {"b32", masks}});
        const auto plain = run("match.all.sync." + type + " $d0, $0, $1;", {"b32"}, {{type, a}, {"b32", masks}});
        for (std::size_t i = 0; i < rows; ++i) {
          u64 same = 0;
          for (std::size_t l = 0; l < 32; ++l)
            if ((masks[i] >> l & 1) != 0 && a[i / 32 * 32 + l] == a[i]) same |= u64{1} << l;
          CHECK(any[0][i] == same);
          CHECK(all[0][i] == (same == masks[i] ? masks[i] : 0));
          CHECK(all[1][i] == (same == masks[i] ? 1 : 0));
          CHECK(plain[0][i] == all[0][i]);
        }
      }
}

TEST_CASE("redux of integers and bits over random partitions of the warp") {
  Random random{11};
  const std::size_t rows = 64 * 8;
  for (const unsigned groups : {1U, 2U, 5U, 32U}) {
    const Column masks = partition(rows, 200 + groups, groups);
    const Column a = column(rows, [&](std::size_t i) {
      static constexpr u32 ends[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff};
      return i % 3 == 0 ? ends[random() % 5] : random() & 0xffffffff;
    });
    const auto check = [&](const std::string& op, auto&& f) {
      const auto out = run("redux.sync." + op + " $d0, $0, $1;", {"b32"}, {{"b32", a}, {"b32", masks}});
      CHECK_MESSAGE(out[0] == by_group(a, masks,
                                       [&](const Column& m) {
                                         u64 r = m[0];
                                         for (std::size_t k = 1; k < m.size(); ++k) r = f(r, m[k]);
                                         return r & 0xffffffff;
                                       }),
                    op);
    };
    const auto s = [](u64 v) { return static_cast<std::int32_t>(static_cast<u32>(v)); };
    check("add.s32", [](u64 x, u64 y) { return x + y; });
    check("add.u32", [](u64 x, u64 y) { return x + y; });
    check("min.u32", [](u64 x, u64 y) { return std::min(x, y); });
    check("max.u32", [](u64 x, u64 y) { return std::max(x, y); });
    check("min.s32", [&](u64 x, u64 y) { return s(x) < s(y) ? x : y; });
    check("max.s32", [&](u64 x, u64 y) { return s(x) > s(y) ? x : y; });
    check("and.b32", [](u64 x, u64 y) { return x & y; });
    check("or.b32", [](u64 x, u64 y) { return x | y; });
    check("xor.b32", [](u64 x, u64 y) { return x ^ y; });
  }
}

TEST_CASE("redux of floats: NaN, signs, zeros, denormals") {
  Random random{13};
  static constexpr u32 specials[] = {0,          0x80000000, 1,          0x80000001, 0x7f800000,
                                     0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001, 0x3f800000};
  const std::size_t rows = 64 * 8;
  for (const unsigned groups : {1U, 4U, 12U, 32U})
    for (const bool max : {false, true})
      for (const bool absolute : {false, true})
        for (const bool keep : {false, true}) {
          const Column masks = partition(rows, 300 + groups, groups);
          const Column a = column(rows, [&](std::size_t i) {
            return i % (groups + 1) == 0 ? u64{specials[random() % 10]} : random() & 0xffffffff;
          });
          const std::string op = std::string(max ? "max" : "min") + (absolute ? ".abs" : "") + (keep ? ".NaN" : "");
          const auto out =
              run("redux.sync." + op + ".f32 $d0, $0, $1;", {"f32"}, {{"f32", a}, {"b32", masks}}, "sm_100a");
          const Column want = by_group(a, masks, [&](const Column& m) -> u64 {
            std::vector<float> numbers;
            for (const u64 v : m) numbers.push_back(std::bit_cast<float>(static_cast<u32>(v)));
            const auto nans = std::count_if(numbers.begin(), numbers.end(), [](float f) { return std::isnan(f); });
            if ((keep && nans != 0) || nans == static_cast<std::ptrdiff_t>(m.size())) return 0x7fffffff;
            numbers.erase(std::remove_if(numbers.begin(), numbers.end(), [](float f) { return std::isnan(f); }),
                          numbers.end());
            if (absolute)
              for (float& f : numbers) f = std::fabs(f);
            // Ordered by value, and -0 before +0.
            std::sort(numbers.begin(), numbers.end(),
                      [](float x, float y) { return x < y || (x == y && std::signbit(x) && !std::signbit(y)); });
            return std::bit_cast<u32>(max ? numbers.back() : numbers.front());
          });
          CHECK_MESSAGE(out[0] == want, op);
        }
}

TEST_CASE("elect takes one lane of each group, always the same") {
  for (const unsigned groups : {1U, 2U, 6U}) {
    const Column masks = partition(128, 400 + groups, groups);
    const auto out = run("elect.sync $d0|$d1, $0;", {"b32", "pred"}, {{"b32", masks}});
    const auto sunk = run("elect.sync _|$d0, $0;", {"pred"}, {{"b32", masks}});
    for (std::size_t i = 0; i < 128; ++i) {
      CHECK(out[0][i] == static_cast<u64>(std::countr_zero(masks[i])));
      CHECK(out[1][i] == (i % 32 == out[0][i] ? 1 : 0));
      CHECK(sunk[0][i] == out[1][i]);
    }
  }
}

TEST_CASE("activemask holds the threads of a branch, and those that a guard lets through") {
  const Ran ran = run_kernel(kernel("  setp.lt.u32 %p, %lane, 5;\n  @%p bra LOW;\n  activemask.b32 %r;\n  bra END;\n"
                                    "LOW:\n  setp.eq.u32 %q, %lane, 3;\n  @%q activemask.b32 %r;\n"
                                    "END:\n  st.global.u32 [%out], %r;\n  ret;"),
                             values(32));
  REQUIRE(ran.fault == "");
  for (unsigned i = 0; i < 32; ++i) CHECK(ran.out[i] == (i >= 5 ? 0xffffffe0U : i == 3 ? 8U : 0xdeadU));
}

TEST_CASE("lanes that are gone take no part, and nothing is read from them") {
  // 50 threads, of which those of lane 11 and of 28 and above leave: the second warp has 18 threads to begin with.
  const std::string leave = "  setp.ge.u32 %p, %lane, 28;\n  @%p ret;\n  setp.eq.u32 %p, %lane, 11;\n  @%p ret;\n";
  const auto live = [](unsigned i) { return i % 32 < (i < 32 ? 28U : 18U) && i % 32 != 11; };
  const u32 first = 0x0ffff7ff, second = 0x3f7ff;
  const auto in = values(50);
  const auto check = [&](const std::string& code, auto&& want) {
    const Ran ran = run_kernel(kernel(leave + code + "\n  st.global.u32 [%out], %r;\n  ret;"), in);
    CHECK_MESSAGE(ran.fault == "", code);
    for (unsigned i = 0; i < 50 && ran.fault.empty(); ++i) {
      CAPTURE(code);
      CAPTURE(i);
      CHECK(ran.out[i] == (live(i) ? want(i) : 0));
    }
  };
  check("  setp.ne.u32 %q, %lane, 4;\n  vote.sync.ballot.b32 %r, %q, -1;",
        [&](unsigned i) { return (i < 32 ? first : second) & ~16U; });
  check("  shfl.sync.bfly.b32 %r, %x, 8, 31, -1;", [&](unsigned i) {
    const unsigned from = i ^ 8;
    return from < 50 && live(from) ? in[from] : in[i];
  });
  check("  match.all.sync.b32 %r|%q, %s, -1;", [&](unsigned i) { return i < 32 ? first : second; });
  check("  mov.u32 %s, 1;\n  redux.sync.add.u32 %r, %s, -1;", [&](unsigned i) { return i < 32 ? 27U : 17U; });
  check("  bar.warp.sync -1;\n  vote.sync.all.pred %q, 1, -1;\n  selp.u32 %r, 1, 2, %q;", [](unsigned) { return 1U; });
}

TEST_CASE("threads that come later are waited for") {
  // Even lanes are at the operation in the first round of the loop, odd ones pass it by then and come in the second.
  const auto in = values(32);
  const auto check = [&](const std::string& operation, auto&& want) {
    const Ran ran = run_kernel(kernel("  and.b32 %t, %lane, 1;\n  setp.eq.u32 %p, %t, 0;\n  xor.b32 %n, %lane, 1;\n"
                                      "  add.u32 %s, %x, 0;\nLOOP:\n  @!%p bra SKIP;\n  " +
                                      operation +
                                      "\nSKIP:\n  setp.eq.u32 %p, 0, 0;\n  add.u32 %s, %s, 3;\n"
                                      "  add.u32 %t, %t, 1;\n  setp.eq.u32 %q, %t, 2;\n  @%q bra LOOP;\n"
                                      "  st.global.u32 [%out], %r;\n  ret;"),
                               in);
    CHECK_MESSAGE(ran.fault == "", operation);
    for (unsigned i = 0; i < 32 && ran.fault.empty(); ++i) CHECK_MESSAGE(ran.out[i] == want(i), operation);
  };
  // What is exchanged is each lane's value when it is there: odd lanes have added 3.
  const auto neighbour = [&](unsigned i) { return in[i ^ 1] + (i % 2 == 0 ? 3 : 0); };
  check("shfl.sync.bfly.b32 %r, %s, 1, 31, -1;", neighbour);
  check("shfl.sync.idx.b32 %r, %s, %n, 31, -1;", neighbour);
  check("vote.sync.ballot.b32 %r, 1, -1;", [](unsigned) { return 0xffffffffU; });
  check("match.all.sync.b32 %r, 5, -1;", [](unsigned) { return 0xffffffffU; });
  check("redux.sync.and.b32 %r, -1, -1;", [](unsigned) { return 0xffffffffU; });
  check("redux.sync.add.u32 %r, 1, -1;", [](unsigned) { return 32U; });
  check("elect.sync %r|%q, -1;", [](unsigned) { return 0U; });
  check("bar.warp.sync -1; activemask.b32 %r;", [](unsigned) { return 0xffffffffU; });
}

TEST_CASE("groups that diverged each do their own") {
  const Ran ran =
      run_kernel(kernel("  and.b32 %t, %lane, 3;\n  setp.eq.u32 %p, %t, 2;\n  @%p bra OTHER;\n"
                        "  redux.sync.add.u32 %r, %x, 0xbbbbbbbb;\n  bra END;\n"
                        "OTHER:\n  redux.sync.max.u32 %r, %x, 0x44444444;\nEND:\n  st.global.u32 [%out], %r;\n  ret;"),
                 values(32));
  REQUIRE(ran.fault == "");
  const auto in = values(32);
  u32 sum = 0, most = 0;
  for (unsigned i = 0; i < 32; ++i) i % 4 == 2 ? most = std::max(most, in[i]) : sum += in[i];
  for (unsigned i = 0; i < 32; ++i) CHECK(ran.out[i] == (i % 4 == 2 ? most : sum));
}

TEST_CASE("bar.warp.sync orders memory between its threads") {
  // Each odd lane writes late, its even neighbour reads after the barrier.
  const std::string text = kernel(
      "  .shared .align 4 .b8 cell[128];\n  .reg .b64 %c;\n  mov.u32 %n, cell;\n  shl.b32 %t, %lane, 2;\n"
      "  add.u32 %n, %n, %t;\n  and.b32 %t, %lane, 1;\n  setp.eq.u32 %p, %t, 1;\n  @%p bra LATE;\n"
      "MEET:\n  bar.warp.sync 0xffffffff;\n  and.b32 %t, %lane, 1;\n  setp.eq.u32 %p, %t, 1;\n"
      "  @!%p ld.shared.u32 %r, [%n+4];\n  st.global.u32 [%out], %r;\n  ret;\n"
      "LATE:\n  st.shared.u32 [%n], %x;\n  bra MEET;\n");
  const Ran ran = run_kernel(text, values(32));
  REQUIRE(ran.fault == "");
  for (unsigned i = 0; i < 32; ++i) CHECK(ran.out[i] == (i % 2 == 0 ? values(32)[i + 1] : 0xdead));
}

TEST_CASE("a lane that is not in its own member mask is a fault") {
  for (const std::string operation :
       {"shfl.sync.idx.b32 %r, %x, 0, 31, 0xfffffff7;", "vote.sync.any.pred %q, 1, 0xfffffff7;",
        "match.any.sync.b32 %r, %x, 0xfffffff7;", "redux.sync.add.u32 %r, %x, 0xfffffff7;",
        "elect.sync %r|%q, 0xfffffff7;", "bar.warp.sync 0xfffffff7;"}) {
    const Ran ran = run_kernel(kernel("  " + operation + "\n  st.global.u32 [%out], %r;\n  ret;"), values(32));
    CHECK_MESSAGE(ran.fault.find("lane 3 is not in its own member mask 0xfffffff7") != std::string::npos, ran.fault);
    CHECK(ran.fault.find("thread (3,0,0)") != std::string::npos);
  }
}

TEST_CASE("what is unknown is refused where it is reached, by name") {
  for (const std::string operation :
       {"shfl.sync.sideways.b32 %r, %x, 0, 31, -1;", "shfl.sync.up.b64 %in, %in, 0, 31, -1;",
        "shfl.sync.up.b32 %r, %x, 0, 31;", "vote.sync.most.pred %q, 1, -1;", "vote.sync.ballot.pred %q, 1, -1;",
        "match.any.sync.b16 %r, %x, -1;", "match.any.sync.b32 %r|%q, %x, -1;", "redux.sync.mul.u32 %r, %x, -1;",
        "redux.sync.add.b32 %r, %x, -1;", "redux.sync.min.abs.u32 %r, %x, -1;", "redux.sync.add.u32 %r, %x;"}) {
    const Ran ran = run_kernel(kernel("  " + operation + "\n  ret;"), values(32));
    CHECK_MESSAGE(ran.fault.find(operation.substr(0, operation.find(' '))) != std::string::npos, ran.fault);
    // Not reached, not refused.
    CHECK(run_kernel(kernel("  bra END;\n  " + operation + "\nEND:\n  ret;"), values(32)).fault == "");
  }
}

TEST_CASE("observers are told which lanes met, and whether memory is ordered among them") {
  struct Listener final : exec::Observer {
    std::vector<std::pair<exec::Mask, bool>> seen;
    void converge(const exec::Warp&, exec::Mask mask, bool ordered) override { seen.emplace_back(mask, ordered); }
  } listener;
  // Two groups at one instruction, then the warp.
  const Ran ran = run_kernel(kernel("  setp.lt.u32 %p, %lane, 8;\n  selp.b32 %n, 0xff, 0xffffff00, %p;\n"
                                    "  vote.sync.ballot.b32 %r, 1, %n;\n  bar.warp.sync 0xffffffff;\n"
                                    "  st.global.u32 [%out], %r;\n  ret;"),
                             values(32), &listener);
  REQUIRE(ran.fault == "");
  CHECK(listener.seen ==
        std::vector<std::pair<exec::Mask, bool>>{{0xff, false}, {0xffffff00, false}, {0xffffffff, true}});
  for (unsigned i = 0; i < 32; ++i) CHECK(ran.out[i] == (i < 8 ? 0xffU : 0xffffff00U));
}
