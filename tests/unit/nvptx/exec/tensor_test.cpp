// Tensor copies: kernels that copy a box to shared memory and out again, against boxes picked from the tensor here,
// element by element; swizzles by the tables of the manual.
#include <doctest/doctest.h>

#include <bit>
#include <cstring>
#include <functional>
#include <map>

#include "nvptx/exec/operate/tensor_map.hpp"
#include "simt/watch/observers.hpp"
#include "unit/nvptx/exec/run_op.hpp"

using namespace lathe::nvptx;
using exec::TensorMapDesc;
using Type = TensorMapDesc::Type;
using Swizzle = TensorMapDesc::Swizzle;
using Bytes = std::vector<std::byte>;

namespace {

struct Run {
  TensorMapDesc map;
  std::string body;  ///< %map: its generic address; box at shared `data` (8 KiB), mbarrier `bar`; %out
  Bytes tensor;
  std::size_t out_bytes = 0;
  unsigned threads = 32, blocks = 1;
  std::string target = "sm_90a";
  exec::Observer* observer = nullptr;
  bool written = true;  ///< the tensor's memory is filled
};

struct Ran {
  std::string fault;
  Bytes out, tensor;
};

const std::string wait_for_it = "WAIT:\n  mbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], 0;\n  @!%p1 bra WAIT;\n";

// Thread 0 makes the mbarrier, expects `bytes` and issues `copy`; all wait; the box goes out.
std::string load(const std::string& copy, std::size_t bytes) {
  const std::string n = std::to_string(bytes);
  return "  setp.eq.u32 %p0, %me, 0;\n  @!%p0 bra SKIP;\n  mbarrier.init.shared.b64 [bar], 1;\n"
         "  mbarrier.arrive.expect_tx.shared.b64 _, [bar], " +
         n + ";\n  " + copy + ";\nSKIP:\n  bar.sync 0;\n" + wait_for_it +
         "  mov.u32 %r1, %me;\nOUT:\n  mov.u32 %r2, data;\n  add.u32 %r2, %r2, %r1;\n  ld.shared.u8 %h1, [%r2];\n"
         "  cvt.u64.u32 %rd1, %r1;\n  add.s64 %rd1, %out, %rd1;\n  st.global.u8 [%rd1], %h1;\n  add.u32 %r1, %r1, "
         "%n;\n  setp.lt.u32 %p2, %r1, " +
         n + ";\n  @%p2 bra OUT;\n";
}

// Fills `bytes` of the box with a pattern: byte i is 7 i + 3 of it.
std::string fill(std::size_t bytes) {
  return "  mov.u32 %r1, %me;\nIN:\n  mov.u32 %r2, data;\n  add.u32 %r2, %r2, %r1;\n  mad.lo.u32 %r3, %r1, 7, 3;\n"
         "  st.shared.u8 [%r2], %r3;\n  add.u32 %r1, %r1, %n;\n  setp.lt.u32 %p2, %r1, " +
         std::to_string(bytes) +
         ";\n  @%p2 bra IN;\n  fence.proxy.async.shared::cta;\n  bar.sync 0;\n  setp.ne.u32 %p0, %me, 0;\n  @%p0 "
         "ret;\n";
}
std::byte pattern(std::size_t i) { return static_cast<std::byte>(7 * i + 3); }

Ran run(Run r) {
  const std::string ptx =
      ".version 9.0\n.target " + r.target +
      "\n.address_size 64\n.visible .entry k(.param .align 64 .b8 m[128], .param .u64 o)\n{\n"
      "  .reg .b64 %map, %out, %rd<10>;\n  .reg .b32 %me, %n, %r<20>;\n  .reg .b16 %h<10>;\n  .reg .pred %p<10>;\n"
      "  .shared .align 1024 .b8 data[16384];\n  .shared .align 8 .b64 bar;\n"
      "  mov.b64 %map, m;\n  cvta.param.u64 %map, %map;\n  ld.param.u64 %out, [o];\n  mov.u32 %me, %tid.x;\n  mov.u32 "
      "%n, %ntid.x;\n" +
      r.body + "\n  ret;\n}\n";
  test::run_op_detail::dump(ptx, r.target);
  Ran out;
  exec::Machine machine({.max_steps = 1U << 20, .observer = r.observer});
  const auto failed = [&](const std::optional<exec::Fault>& fault) {
    if (fault && out.fault.empty()) out.fault = fault->text;
    return fault.has_value();
  };
  if (failed(machine.load({{"k.ptx", ptx}}))) return out;
  const exec::Address memory = machine.allocate(r.tensor.size()), to = machine.allocate(r.out_bytes + 1);
  if ((r.written && failed(machine.write(memory, r.tensor))) || failed(machine.write(to, Bytes(r.out_bytes + 1))))
    return out;
  r.map.data = memory;
  exec::TensorMap map;
  if (failed(machine.make_tensor_map(r.map, map))) return out;
  exec::Launch launch;
  launch.kernel = "k";
  launch.grid = {r.blocks};
  launch.cluster = {r.blocks};
  launch.block = {r.threads};
  launch.add(map).add(to);
  if (failed(machine.launch(launch))) return out;
  out.out.resize(r.out_bytes);
  out.tensor.resize(r.tensor.size());
  failed(machine.read(to, out.out));
  failed(machine.read(memory, out.tensor));
  return out;
}

Bytes random_bytes(std::size_t n, std::uint64_t seed) {
  test::Random random{seed};
  Bytes out(n);
  for (std::byte& b : out) b = static_cast<std::byte>(random());
  return out;
}

using Index = std::array<std::int64_t, 5>;

/// Byte of the tensor where element `at` begins; nothing outside.
std::optional<std::size_t> element(const TensorMapDesc& map, const std::vector<std::uint64_t>& stride,
                                   const Index& at) {
  std::int64_t byte = 0;
  for (unsigned i = 0; i < map.rank; ++i) {
    if (at[i] < 0 || at[i] >= static_cast<std::int64_t>(map.size[i])) return std::nullopt;
    byte += at[i] * static_cast<std::int64_t>(stride[i]);
  }
  return static_cast<std::size_t>(byte);
}

TensorMapDesc tensor_2d(Type type, std::uint64_t width, std::uint64_t height, std::uint32_t box_w,
                        std::uint32_t box_h) {
  TensorMapDesc map;
  map.type = type;
  map.rank = 2;
  map.size = {width, height, 1, 1, 1};
  map.box = {box_w, box_h, 1, 1, 1};
  return map;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const std::string to_cta = "shared::cta.global";

}  // namespace

TEST_CASE("tensor copy: boxes of 1 to 5 dimensions, partly outside, with steps") {
  const std::vector<std::uint64_t> sizes{12, 5, 4, 3, 2}, boxes{8, 3, 2, 3, 2}, steps{1, 2, 1, 2, 1};
  test::Random random{5};
  for (unsigned rank = 1; rank <= 5; ++rank)
    for (unsigned round = 0; round < 4; ++round) {
      TensorMapDesc map;
      map.type = Type::u32;
      map.rank = static_cast<std::uint8_t>(rank);
      std::vector<std::uint64_t> stride{4};
      for (unsigned i = 0; i < rank; ++i) {
        map.size[i] = sizes[i];
        map.box[i] = static_cast<std::uint32_t>(boxes[i]);
        map.step[i] = static_cast<std::uint32_t>(round % 2 == 0 ? 1 : steps[i]);
        // Rows have 16 bytes more than they need.
        stride.push_back((i == 0 ? 64 : stride.back() * sizes[i]));
        if (i != 0) map.stride[i - 1] = stride[i];
      }
      const Bytes tensor = random_bytes(64 * 5 * 4 * 3 * 2, rank);
      Index at{};
      std::string coordinates;
      for (unsigned i = 0; i < rank; ++i) {
        at[i] = round == 0 ? 0 : static_cast<std::int64_t>(random() % (sizes[i] + 3)) - 2;
        coordinates += (i != 0 ? ", " : "") + std::to_string(at[i]);
      }
      Bytes want;
      const auto steps_of = [&](unsigned i) { return i < rank ? (map.box[i] + map.step[i] - 1) / map.step[i] : 1; };
      for (unsigned e = 0; e < steps_of(4); ++e)
        for (unsigned d = 0; d < steps_of(3); ++d)
          for (unsigned c = 0; c < steps_of(2); ++c)
            for (unsigned b = 0; b < steps_of(1); ++b)
              for (unsigned a = 0; a < map.box[0]; ++a) {
                const auto byte = element(map, stride,
                                          {at[0] + a, at[1] + b * map.step[1], at[2] + c * map.step[2],
                                           at[3] + d * map.step[3], at[4] + e * map.step[4]});
                for (unsigned k = 0; k < 4; ++k) want.push_back(byte ? tensor[*byte + k] : std::byte{0});
              }
      const std::string name = std::to_string(rank) + "d.";
      const Ran r =
          run({.map = map,
               .body = load("cp.async.bulk.tensor." + name + to_cta +
                                ".tile.mbarrier::complete_tx::bytes [data], [%map, {" + coordinates + "}], [bar]",
                            want.size()),
               .tensor = tensor,
               .out_bytes = want.size()});
      CHECK(r.fault == "");
      CHECK_MESSAGE(r.out == want, rank, " dimensions, round ", round);
    }
}

TEST_CASE("tensor copy: every type of elements") {
  struct Row {
    Type type;
    unsigned bytes;
  };
  for (const Row& row :
       {Row{Type::u8, 1}, Row{Type::u16, 2}, Row{Type::u32, 4}, Row{Type::s32, 4}, Row{Type::u64, 8}, Row{Type::s64, 8},
        Row{Type::f16, 2}, Row{Type::f32, 4}, Row{Type::f64, 8}, Row{Type::bf16, 2}}) {
    const Bytes tensor = random_bytes(std::size_t{64} * 4 * row.bytes, row.bytes);
    Bytes want;
    for (unsigned y = 1; y < 4; ++y)
      for (unsigned x = 16; x < 48; ++x)
        for (unsigned k = 0; k < row.bytes; ++k) want.push_back(tensor[(y * 64 + x) * row.bytes + k]);
    const Ran r =
        run({.map = tensor_2d(row.type, 64, 4, 32, 3),
             .body = load("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [data], "
                          "[%map, {16, 1}], [bar]",
                          want.size()),
             .tensor = tensor,
             .out_bytes = want.size()});
    CHECK(r.fault == "");
    CHECK(r.out == want);
  }
}

TEST_CASE("tensor copy: swizzles as the manual's tables show them, at any 128 bytes, there and back") {
  // Which chunk of 16 bytes lies at each place of a line of 128 bytes; the lines repeat.
  const std::map<Swizzle, std::vector<std::string>> tables{
      {Swizzle::bytes_32, {"01234567", "10325476"}},
      {Swizzle::bytes_64, {"01234567", "10325476", "23016745", "32107654"}},
      {Swizzle::bytes_128,
       {"01234567", "10325476", "23016745", "32107654", "45670123", "54761032", "67452301", "76543210"}},
      {Swizzle::bytes_128_atom_32, {"01234567", "23016745", "45670123", "67452301"}},
      {Swizzle::bytes_128_atom_64, {"01234567", "45670123"}}};
  const std::map<Swizzle, unsigned> spans{{Swizzle::bytes_32, 32},
                                          {Swizzle::bytes_64, 64},
                                          {Swizzle::bytes_128, 128},
                                          {Swizzle::bytes_128_atom_32, 128},
                                          {Swizzle::bytes_128_atom_64, 128}};
  for (const auto& [swizzle, lines] : tables)
    for (const unsigned start : {0U, 128U, 384U}) {
      const unsigned span = spans.at(swizzle), rows = 2048 / span;
      TensorMapDesc map = tensor_2d(Type::u8, span, rows, span, rows);
      map.swizzle = swizzle;
      const Bytes tensor = random_bytes(2048, span);
      Bytes want(2048);
      for (unsigned i = 0; i < 2048; i += 16) {
        const unsigned line = (start + i) / 128, place = i / 16 % 8;
        const auto from = static_cast<unsigned>(lines[line % lines.size()][place] - '0');
        std::memcpy(&want[i], &tensor[i / 128 * 128 + from * 16], 16);
      }
      const std::string at = "[data+" + std::to_string(start) + "]";
      std::string body =
          load("cp.async.bulk.tensor.2d." + to_cta + ".mbarrier::complete_tx::bytes " + at + ", [%map, {0, 0}], [bar]",
               2048);
      // What goes out begins there, too.
      const std::string whole = "add.u32 %r2, %r2, %r1;";
      body.replace(body.find(whole), whole.size(), whole + " add.u32 %r2, %r2, " + std::to_string(start) + ";");
      const std::string to_zero =
          "  bar.sync 0;\n  setp.ne.u32 %p0, %me, 0;\n  @%p0 ret;\n"
          "  cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%map, {0, 0}], " +
          at +
          ";\n"
          "  cp.async.bulk.commit_group;\n  cp.async.bulk.wait_group 0;\n";
      const Ran r = run({.map = map, .body = body + to_zero, .tensor = tensor, .out_bytes = 2048});
      CHECK(r.fault == "");
      CHECK_MESSAGE(r.out == want, "swizzle ", static_cast<int>(swizzle), " at ", start);
      CHECK(r.tensor == tensor);
    }
}

TEST_CASE("tensor copy: stores leave alone what is outside, scattered rows, reductions") {
  const Bytes tensor = random_bytes(16 * 4 * 6, 9);
  const auto store = [&](const std::string& copy, const TensorMapDesc& map, const std::string& target = "sm_90a") {
    return run({.map = map,
                .body = fill(256) + "  " + copy + ";\n  cp.async.bulk.commit_group;\n",
                .tensor = tensor,
                .target = target});
  };
  Bytes want = tensor;
  for (int y = -1; y < 3; ++y)
    for (int x = 10; x < 18; ++x)
      for (unsigned k = 0; k < 4; ++k)
        if (y >= 0 && x < 16)
          want[static_cast<unsigned>(y * 16 + x) * 4 + k] =
              pattern(static_cast<unsigned>(((y + 1) * 8 + x - 10) * 4) + k);
  Ran r = store("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%map, {10, -1}], [data]",
                tensor_2d(Type::f32, 16, 6, 8, 4));
  CHECK(r.fault == "");
  CHECK(r.tensor == want);

  want = tensor;
  for (const auto& [row, from] : {std::pair{5U, 0U}, std::pair{0U, 1U}, std::pair{3U, 3U}})
    for (unsigned i = 0; i < 32; ++i) want[row * 64 + 16 + i] = pattern(from * 32 + i);
  r = store("cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group [%map, {4, 5, 0, 6, 3}], [data]",
            tensor_2d(Type::u32, 16, 6, 8, 1), "sm_100a");
  CHECK(r.fault == "");
  CHECK(r.tensor == want);

  want = tensor;
  for (unsigned i = 0; i < 8; ++i) {
    std::uint32_t old, given = 0;
    std::memcpy(&old, &want[(2 * 16 + 3 + i) * 4], 4);
    for (unsigned k = 0; k < 4; ++k) given |= static_cast<std::uint32_t>(pattern(i * 4 + k)) << 8 * k;
    old += given;
    std::memcpy(&want[(2 * 16 + 3 + i) * 4], &old, 4);
  }
  r = store("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%map, {3, 2}], [data]",
            tensor_2d(Type::u32, 16, 6, 8, 1));
  CHECK(r.fault == "");
  CHECK(r.tensor == want);
  r = store("cp.reduce.async.bulk.tensor.2d.global.shared::cta.inc.bulk_group [%map, {3, 2}], [data]",
            tensor_2d(Type::s32, 16, 6, 8, 1));
  CHECK(contains(r.fault, "does not go with the tensor's type"));
}

TEST_CASE("tensor copy: gathered rows") {
  const Bytes tensor = random_bytes(std::size_t{16} * 10 * 2, 3);
  Bytes want;
  for (const int row : {2, 5, 0, 11})
    for (unsigned i = 0; i < 16; ++i)
      want.push_back(row < 10 ? tensor[static_cast<unsigned>(row) * 32 + 2 + i] : std::byte{0});
  const Ran r =
      run({.map = tensor_2d(Type::f16, 16, 10, 8, 1),
           .body = load("cp.async.bulk.tensor.2d." + to_cta +
                            ".tile::gather4.mbarrier::complete_tx::bytes [data], [%map, {1, 2, 5, 0, 11}], [bar]",
                        want.size()),
           .tensor = tensor,
           .out_bytes = want.size(),
           .target = "sm_100a"});
  CHECK(r.fault == "");
  CHECK(r.out == want);
}

TEST_CASE("tensor copy: im2col, the manual's examples") {
  struct Row {
    std::array<std::int32_t, 2> lower, upper;
    unsigned step, pixels, channels, width;
    std::array<int, 2> offset;
    std::array<int, 4> at;
  };
  for (const Row& row : {Row{{-1, -1}, {-1, -1}, 1, 64, 8, 9, {0, 0}, {7, 7, 4, 0}},
                         Row{{0, 0}, {-2, -2}, 1, 64, 8, 9, {2, 2}, {0, 4, 7, 0}},
                         Row{{-1, -1}, {-1, -1}, 2, 32, 16, 8, {1, 1}, {16, 5, 7, 0}},
                         Row{{-1, -1}, {-1, -1}, 2, 32, 16, 8, {1, 0}, {60, 5, 7, 2}}}) {
    TensorMapDesc map;
    map.type = Type::u16;
    map.rank = 4;
    map.size = {64, row.width, 14, 3, 1};
    map.lower = {row.lower[0], row.lower[1], 0};
    map.upper = {row.upper[0], row.upper[1], 0};
    map.step = {1, row.step, row.step, 1, 1};
    map.pixels = row.pixels;
    map.channels = row.channels;
    const Bytes tensor = random_bytes(std::size_t{64} * row.width * 14 * 3 * 2, row.pixels);
    // All pixels of the box, image after image; those from the given one on are copied.
    Bytes want;
    bool begun = false;
    unsigned taken = 0;
    const std::vector<std::uint64_t> stride{2, 128, 128 * row.width, 128 * row.width * 14};
    for (int n = 0; n < 9 && taken < row.pixels; ++n)
      for (int h = row.lower[1]; h <= 13 + row.upper[1]; h += static_cast<int>(row.step))
        for (int w = row.lower[0]; w <= static_cast<int>(row.width) - 1 + row.upper[0];
             w += static_cast<int>(row.step)) {
          begun = begun || (n == row.at[3] && h == row.at[2] && w == row.at[1]);
          if (!begun || taken == row.pixels) continue;
          ++taken;
          for (unsigned c = 0; c < row.channels; ++c) {
            const auto byte =
                element(map, stride, {row.at[0] + static_cast<int>(c), w + row.offset[0], h + row.offset[1], n, 0});
            for (unsigned k = 0; k < 2; ++k) want.push_back(byte ? tensor[*byte + k] : std::byte{0});
          }
        }
    REQUIRE(taken == row.pixels);
    const auto list = [](const auto& a) {
      std::string text;
      for (const int v : a) text += (text.empty() ? "" : ", ") + std::to_string(v);
      return text;
    };
    const Ran r =
        run({.map = map,
             .body = load("mov.u16 %h1, " + std::to_string(row.offset[0]) + ";\n  mov.u16 %h2, " +
                              std::to_string(row.offset[1]) + ";\n  cp.async.bulk.tensor.4d." +
                              "shared::cluster.global" + ".im2col.mbarrier::complete_tx::bytes [data], [%map, {" +
                              list(row.at) + "}], [bar], {%h1, %h2}",
                          want.size()),
             .tensor = tensor,
             .out_bytes = want.size()});
    CHECK(r.fault == "");
    CHECK(r.out == want);
  }
}

TEST_CASE("tensor copy: packed elements of 4 and 6 bits") {
  const Bytes tensor = random_bytes(std::size_t{256} * 4 * 6 / 8, 11);
  const auto load_box = [&](Type type, unsigned box, std::size_t bytes, int x) {
    return run({.map = tensor_2d(type, 256, 4, box, 2),
                .body = load("cp.async.bulk.tensor.2d." + to_cta + ".mbarrier::complete_tx::bytes [data], [%map, {" +
                                 std::to_string(x) + ", 1}], [bar]",
                             bytes),
                .tensor = tensor,
                .out_bytes = bytes,
                .target = "sm_100a"});
  };
  Bytes want;
  for (unsigned y = 1; y < 3; ++y)
    for (unsigned i = 0; i < 16; ++i) want.push_back(tensor[y * 128 + 3 + i]);
  CHECK(load_box(Type::u4_align8, 32, 32, 6).out == want);
  CHECK(contains(load_box(Type::u4_align8, 32, 32, 5).fault, "midst of packed elements"));
  for (const auto& [type, data] : {std::pair{Type::u4_align16, 8U}, std::pair{Type::u6_align16, 12U}}) {
    want.assign(256, std::byte{0});
    for (unsigned y = 1; y < 3; ++y)
      for (unsigned g = 0; g < 8; ++g)
        for (unsigned i = 0; i < data; ++i)
          want[(y - 1) * 128 + g * 16 + i] = tensor[y * 16 * data + (8 + g) * data + i];
    const Ran r = load_box(type, 128, 256, 128);
    CHECK(r.fault == "");
    CHECK(r.out == want);
  }
  // Back: 6 bits of each byte.
  want = tensor;
  std::vector<bool> bits;
  for (unsigned i = 0; i < 128; ++i)
    for (unsigned k = 0; k < 6; ++k) bits.push_back((static_cast<unsigned>(pattern(i)) >> k & 1) != 0);
  for (unsigned i = 0; i < bits.size(); ++i) {
    std::byte& b = want[3 * 192 + 96 + i / 8];
    const auto one = static_cast<std::byte>(1U << i % 8);
    b = bits[i] ? b | one : b & ~one;
  }
  const Ran r =
      run({.map = tensor_2d(Type::u6_align16, 256, 4, 128, 1),
           .body = fill(128) + "  cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%map, {128, 3}], [data];\n"
                               "  cp.async.bulk.commit_group;\n",
           .tensor = tensor,
           .target = "sm_100a"});
  CHECK(r.fault == "");
  CHECK(r.tensor == want);
}

TEST_CASE("tensor copy: multicast to the blocks of a cluster") {
  const Bytes tensor = random_bytes(1024, 4);
  const std::string ask =
      "  setp.eq.u32 %p0, %me, 0;\n  @%p0 mbarrier.init.shared.b64 [bar], 1;\n"
      "  @%p0 mbarrier.arrive.expect_tx.shared.b64 _, [bar], 64;\n"
      "  barrier.cluster.arrive;\n  barrier.cluster.wait;\n  mov.u32 %r5, %cluster_ctarank;\n"
      "  setp.eq.and.u32 %p3, %r5, 1, %p0;\n  mov.b16 %h3, 13;\n  setp.eq.u32 %p4, %r5, 1;\n"
      "  @%p3 cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster "
      "[data], [%map, {20}], [bar], %h3;\n  @%p4 bra END;\n" +
      wait_for_it +
      "  mov.u32 %r2, data;\n  add.u32 %r2, %r2, %me;\n  ld.shared.u8 %h1, [%r2];\n  mad.lo.u32 %r3, %r5, 64, %me;\n"
      "  cvt.u64.u32 %rd1, %r3;\n  add.s64 %rd1, %out, %rd1;\n  st.global.u8 [%rd1], %h1;\n"
      "END:\n  barrier.cluster.arrive;\n  barrier.cluster.wait;\n";
  TensorMapDesc map;
  map.type = Type::u8;
  map.size[0] = 1024;
  map.box[0] = 64;
  const Ran r = run({.map = map, .body = ask, .tensor = tensor, .out_bytes = 256, .threads = 64, .blocks = 4});
  CHECK(r.fault == "");
  for (unsigned i = 0; i < 256; ++i) CHECK(r.out[i] == (i / 64 == 1 ? std::byte{0} : tensor[20 + i % 64]));
}

TEST_CASE("tensor map: changed by tensormap.replace, copied to global memory") {
  // The map goes through shared memory to %out + 128 - its low bits, is changed on the way, and is then used.
  const Bytes tensor = random_bytes(4096, 8);
  std::string change =
      "  mov.u32 %r1, %me;\n  mul.wide.u32 %rd2, %me, 4;\n  add.s64 %rd2, %map, %rd2;\n  ld.u32 %r4, [%rd2];\n"
      "  mad.lo.u32 %r5, %me, 4, 0;\n  mov.u32 %r6, data;\n  add.u32 %r5, %r5, %r6;\n  st.shared.u32 [%r5], %r4;\n"
      "  bar.sync 0;\n  setp.ne.u32 %p3, %me, 0;\n  @%p3 bra CHANGED;\n";
  const auto replace = [&](const std::string& field, const std::string& type, const std::string& value) {
    change += "  tensormap.replace.tile." + field + ".shared::cta.b1024." + type + " [data], " + value + ";\n";
  };
  replace("rank", "b32", "1");
  replace("elemtype", "b32", "1");
  replace("global_dim", "b32", "0, 40");
  replace("global_dim", "b32", "1, 3");
  replace("global_stride", "b64", "0, 96");
  replace("box_dim", "b32", "0, 8");
  replace("box_dim", "b32", "1, 4");
  replace("element_stride", "b32", "1, 2");
  replace("interleave_layout", "b32", "0");
  replace("swizzle_mode", "b32", "0");
  replace("fill_mode", "b32", "0");
  change +=
      "CHANGED:\n  bar.warp.sync 0xffffffff;\n"
      "  tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%out], [data], 128;\n"
      "  fence.proxy.tensormap::generic.acquire.gpu [%out], 128;\n  mov.b64 %map, %out;\n  add.s64 %out, %out, 256;\n";
  Bytes want(256);
  for (unsigned y = 0; y < 2; ++y)
    for (unsigned x = 0; x < 8; ++x)
      for (unsigned k = 0; k < 2; ++k)
        want.push_back(1 + 2 * y < 3 && 36 + x < 40 ? tensor[(1 + 2 * y) * 96 + (36 + x) * 2 + k] : std::byte{0});
  TensorMapDesc map;
  map.type = Type::u8;
  map.size[0] = 1024;
  map.box[0] = 64;
  Ran r = run({.map = map,
               .body = change + load("cp.async.bulk.tensor.2d." + to_cta +
                                         ".mbarrier::complete_tx::bytes [data], [%map, {36, 1}], [bar]",
                                     32),
               .tensor = tensor,
               .out_bytes = want.size()});
  CHECK(r.fault == "");
  REQUIRE(r.out.size() == want.size());
  CHECK(std::equal(r.out.begin() + 256, r.out.end(), want.begin() + 256));
}

TEST_CASE("tensor copy: what is wrong is told") {
  const Bytes tensor = random_bytes(4096, 2);
  const auto fault = [&](const TensorMapDesc& map, const std::string& copy, std::size_t bytes = 128,
                         exec::Observer* observer = nullptr) {
    return run({.map = map, .body = load(copy, bytes), .tensor = tensor, .out_bytes = bytes, .observer = observer})
        .fault;
  };
  const std::string copy =
      "cp.async.bulk.tensor.2d." + to_cta + ".mbarrier::complete_tx::bytes [data], [%map, {0, 0}], [bar]";
  const TensorMapDesc good = tensor_2d(Type::f32, 16, 16, 8, 4);
  CHECK(fault(good, copy) == "");
  CHECK(contains(fault(good, "cp.async.bulk.tensor.2d." + to_cta +
                                 ".mbarrier::complete_tx::bytes [data+64], [%map, {0, 0}], [bar]"),
                 "aligned to 128"));
  CHECK(contains(
      fault(good, "cp.async.bulk.tensor.1d." + to_cta + ".mbarrier::complete_tx::bytes [data], [%map, {0}], [bar]"),
      "an instruction of 1 dimensions, the tensor map has 2"));
  CHECK(contains(
      fault(good, "cp.async.bulk.tensor.2d." + to_cta + ".mbarrier::complete_tx::bytes [data], [%out, {0, 0}], [bar]"),
      "tensor map"));
  TensorMapDesc map = good;
  map.nan_fill = true;
  CHECK(fault(map, copy) == "");
  CHECK(contains(
      fault(map, "cp.async.bulk.tensor.2d." + to_cta + ".mbarrier::complete_tx::bytes [data], [%map, {12, 0}], [bar]"),
      "a NaN whose bits"));
  map = good;
  map.type = Type::tf32;
  CHECK(contains(fault(map, copy), "no tf32 number"));
  map = good;
  map.swizzle = Swizzle::bytes_128;
  CHECK(contains(fault(map, copy), "narrower than the swizzle's 128"));
  map.swizzle = Swizzle::bytes_128_atom_32_flip_8;
  CHECK(contains(fault(map, copy), "is not supported"));
  map = good;
  map.box[0] = 3;
  CHECK(contains(fault(map, copy), "not a multiple of 16 bytes"));
  map = good;
  map.stride[0] = 72;
  CHECK(contains(fault(map, copy), "stride 0 is not a multiple of 16"));
  map = good;
  map.size[1] = 1000;  // the buffer is shorter
  CHECK(contains(
      fault(map, "cp.async.bulk.tensor.2d." + to_cta + ".mbarrier::complete_tx::bytes [data], [%map, {0, 62}], [bar]"),
      "past the end of the buffer"));
  CHECK(contains(
      fault(good, "cp.async.bulk.tensor.4d." + to_cta +
                      ".im2col::w.mbarrier::complete_tx::bytes [data], [%map, {0, 0, 0, 0}], [bar], {%h1, %h2}"),
      "im2col::w is not supported"));
}

TEST_CASE("tensor copy: checkers see reads and writes") {
  const Bytes tensor = random_bytes(4096, 2);
  const TensorMapDesc map = tensor_2d(Type::f32, 16, 16, 8, 4);
  const auto findings = [&](std::unique_ptr<exec::CheckObserver> checker, const std::string& body, bool written) {
    const Ran r = run(
        {.map = map, .body = body, .tensor = tensor, .out_bytes = 128, .observer = checker.get(), .written = written});
    CHECK(r.fault == "");
    return checker->findings();
  };
  // Reading the box without waiting is a race; with the wait there is none.
  const std::string copies = "cp.async.bulk.tensor.2d." + to_cta +
                             ".mbarrier::complete_tx::bytes [data], [%map, {0, 0}], [bar]",
                    waits = load(copies, 128);
  std::string late = load("bar.sync 1", 128), races;
  late.replace(late.find("SKIP:\n  bar.sync 0;\n"), 20,
               "SKIP:\n  @%p0 bra GO;\n  bar.sync 1;\nGO:\n  @%p0 " + copies + ";\n");
  races = late;
  races.erase(races.find(wait_for_it), wait_for_it.size());
  CHECK(findings(exec::make_race_checker(), late, true).empty());
  CHECK(!findings(exec::make_race_checker(), races, true).empty());
  // What was never written goes to shared memory with its box; computing with it is found.
  std::string computes = waits;
  computes.replace(computes.find("  cvt.u64.u32 %rd1, %r1;"), 0, "  add.u16 %h1, %h1, 1;\n");
  CHECK(findings(exec::make_uninit_checker(), computes, true).empty());
  CHECK(!findings(exec::make_uninit_checker(), computes, false).empty());
}
