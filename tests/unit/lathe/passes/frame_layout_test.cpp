// Frames by category and alignment: random ones are what the checker wants and no larger than in the caller's order; the
// checker finds what is spoilt.
#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <random>
#include <vector>

#include <lathe/passes/frame_layout.hpp>

using namespace lathe::passes;

TEST_CASE("random frames keep to the rules, both ways, and a spoilt one does not") {
  std::mt19937 random(5);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random()) % n; };
  int smaller = 0, told = 0;
  for (int round = 0; round < 400; ++round) {
    CAPTURE(round);
    std::vector<FrameObject> objects(1 + below(9));
    for (FrameObject& o : objects)
      o = {1 + below(40), std::uint64_t{1} << below(6), static_cast<FrameCategory>(below(6)), below(6) == 0};
    FrameLayoutOptions options;
    options.grows_down = round % 2 == 1;
    options.start = below(3) * 8;
    const auto layout = lay_out(objects, options);
    REQUIRE(layout.has_value());
    CHECK(check_layout(objects, *layout, options) == "");
    options.by_alignment = false;
    const auto given = lay_out(objects, options);
    CHECK(check_layout(objects, *given, options) == "");
    smaller += layout->bytes < given->bytes;
    FrameLayout spoilt = *layout;
    const std::uint32_t k = below(static_cast<std::uint32_t>(objects.size()));
    spoilt.offsets[k] += options.grows_down ? -1 : 1;
    told += !check_layout(objects, spoilt, options).empty();
  }
  CHECK(smaller > 30);
  CHECK(told > 250);
}

TEST_CASE("by hand: categories before alignments, both ways, and too large") {
  const std::array<FrameObject, 4> objects{{{4, 4, FrameCategory::other, false},
                                            {16, 1, FrameCategory::large_array, false},
                                            {3, 1, FrameCategory::fixed, false},
                                            {8, 8, FrameCategory::other, false}}};
  const auto up = lay_out(objects);
  REQUIRE(up.has_value());
  CHECK(up->offsets == std::vector<std::int64_t>{32, 3, 0, 24});
  CHECK(up->bytes == 36);
  CHECK(up->align == 8);
  FrameLayoutOptions options;
  options.grows_down = true;
  CHECK(lay_out(objects, options)->offsets == std::vector<std::int64_t>{-36, -19, -3, -32});
  options.most = 35;
  CHECK(!lay_out(objects, options).has_value());
  const std::array<FrameObject, 1> huge{{{std::numeric_limits<std::uint64_t>::max(), 1, FrameCategory::other, false}}};
  CHECK(!lay_out(huge).has_value());
}

TEST_CASE("at the bounds: what is just small enough, equals in the caller's order, objects of one byte") {
  using C = FrameCategory;
  FrameLayoutOptions options;
  options.most = 8;
  const std::array<FrameObject, 2> full{{{8, 8, C::other, false}, {0, 1, C::other, false}}};
  REQUIRE(lay_out(full, options).has_value());
  CHECK(lay_out(full, options)->bytes == 8);
  options.most = 7;
  CHECK(!lay_out(full, options).has_value());
  for (const std::uint64_t more : {0U, 1U}) {
    const std::array<FrameObject, 1> large{{{(std::uint64_t{1} << 32) + more, 1, C::other, false}}};
    CHECK(lay_out(large).has_value() == (more == 0));
  }
  const std::array<FrameObject, 3> equals{{{1, 1, C::other, false}, {2, 1, C::other, false}, {3, 1, C::other, false}}};
  CHECK(lay_out(equals)->offsets == std::vector<std::int64_t>{0, 1, 3});
  const std::array<FrameObject, 2> bytes{{{1, 1, C::other, false}, {1, 1, C::other, false}}};
  CHECK(check_layout(bytes, {{0, 0}, 2, 1}) == "objects 0 and 1 meet");
  CHECK(check_layout(bytes, {{0, 1}, 2, 1}) == "");
  CHECK(check_layout(bytes, {{0, 2}, 2, 1}) == "object 1 lies outside");
}
