// The small parts: indexes, bit sets, flat adjacency, remarks, faults, counters, problem text.
#include <lathe/support/bit_set.hpp>
#include <lathe/support/csr.hpp>
#include <lathe/support/fault.hpp>
#include <lathe/support/growing.hpp>
#include <lathe/support/index.hpp>
#include <lathe/support/maybe_remarks.hpp>
#include <lathe/support/remark.hpp>
#include <lathe/support/stats.hpp>
#include <lathe/support/text.hpp>

#include <doctest/doctest.h>

#include <array>
#include <random>
#include <set>

namespace {
struct OpTag;
using OpIndex = lathe::Index<OpTag>;

struct DemoStats {
  std::uint64_t visits = 0, rewrites = 0;
  static constexpr auto fields() {
    return std::array{std::pair{"visits", &DemoStats::visits}, std::pair{"rewrites", &DemoStats::rewrites}};
  }
};
enum class DemoFault { late, early };
TEST_CASE("any text is one word, and comes back") {
  for (const std::string text : {"", "%", "%%", "a b", "a,b#c", "%41", "\n\x7f\x01", "plain", "100%", "\xff"}) {
    const std::string word = lathe::escaped(text);
    CAPTURE(text);
    CHECK(word.find_first_of(" ,#\n\t") == std::string::npos);
    CHECK_FALSE(word.empty());
    CHECK(lathe::unescaped(word) == text);
    lathe::TextReader in(word, "t");
    CHECK((in.next_line() && in.word() == word && in.at_end_of_line()));
  }
  CHECK(lathe::escaped("a:b", ":") == "a%3ab");
  CHECK(lathe::escaped("a:b") == "a:b");
  CHECK(lathe::unescaped("%zz%4") == "%zz%4");
}

}  // namespace

TEST_CASE("an index map grows and keeps what it holds") {
  lathe::IndexMap<OpIndex, int> map;
  const OpIndex first = map.add(5);
  map.at_or_grow(OpIndex(9), -1) = 3;
  CHECK(map[first] == 5);
  CHECK(map[OpIndex(8)] == -1);
  CHECK(map[OpIndex(9)] == 3);
  CHECK_FALSE(OpIndex{});
  CHECK(OpIndex(0));
}

TEST_CASE("a growing array is std::vector, whatever is done to both") {
  struct Pair {
    std::uint32_t a = 7;
    std::uint64_t b = 9;
    bool operator==(const Pair&) const = default;
  };
  std::mt19937 random(11);
  for (int round = 0; round < 40; ++round) {
    lathe::Growing<Pair> mine;
    std::vector<Pair> theirs;
    for (int step = 0; step < 60; ++step) {
      const Pair value{static_cast<std::uint32_t>(random()), random()};
      const std::size_t place = theirs.empty() ? 0 : random() % theirs.size();
      switch (random() % 9) {
        case 0:
          mine.push_back(value), theirs.push_back(value);
          break;
        case 1:
          if (!theirs.empty()) mine.push_back(mine[place]), theirs.push_back(Pair(theirs[place]));
          break;
        case 2: {
          const std::vector<Pair> more(random() % 5, value);
          mine.append(more), theirs.insert(theirs.end(), more.begin(), more.end());
          break;
        }
        case 3: {  // a part of its own
          const std::vector<Pair> part(theirs.begin() + static_cast<std::ptrdiff_t>(place), theirs.end());
          mine.append(std::span<const Pair>(mine.data() + place, part.size()));
          theirs.insert(theirs.end(), part.begin(), part.end());
          break;
        }
        case 4:
          mine.resize(place), theirs.resize(place);
          break;
        case 5:
          mine.resize(mine.size() + 3, value), theirs.resize(theirs.size() + 3, value);
          break;
        case 6:
          mine.resize(mine.size() + 2), theirs.resize(theirs.size() + 2);
          break;
        case 7:
          if (!theirs.empty()) mine.pop_back(), theirs.pop_back();
          break;
        default:
          mine.reserve(theirs.size() + 5);
          CHECK(mine.capacity() >= theirs.size() + 5);
          break;
      }
      REQUIRE(std::equal(mine.begin(), mine.end(), theirs.begin(), theirs.end()));
      REQUIRE((mine.size() == theirs.size() && mine.empty() == theirs.empty() && mine.capacity() >= mine.size()));
    }
    lathe::Growing<Pair> copy(mine), moved(std::move(mine));
    CHECK((copy == moved && mine.empty()));
    mine = copy;
    CHECK(mine == moved);
    const lathe::Growing<Pair>& same = mine;
    mine = same;
    CHECK(mine == moved);
    moved.clear();
    CHECK((moved.empty() && (mine.empty() || !(mine == moved))));
    moved = std::move(copy);
    CHECK((moved == mine && copy.empty()));
    if (!mine.empty()) CHECK(mine.back() == theirs.back());
  }
}

TEST_CASE("bit sets agree with std::set") {
  std::mt19937 random(3);
  for (int round = 0; round < 50; ++round) {
    lathe::BitSet a(100), b;
    std::set<std::size_t> sa, sb;
    for (int i = 0; i < 120; ++i) {
      const std::size_t m = random() % 300;
      if (random() % 4 == 0)
        CHECK(a.erase(m) == (sa.erase(m) == 1));
      else
        CHECK(a.insert(m) == sa.insert(m).second);
      const std::size_t k = random() % 300;
      b.insert(k);
      sb.insert(k);
    }
    std::set<std::size_t> both, all = sa;
    for (const std::size_t m : sb) {
      if (sa.count(m) != 0) both.insert(m);
      all.insert(m);
    }
    CHECK(a.intersects(b) == !both.empty());
    lathe::BitSet join = a, meet = a, rest = a;
    CHECK(join.insert_all(b) == (all != sa));
    CHECK(meet.keep_only(b) == (both != sa));
    rest.erase_all(b);
    std::vector<std::size_t> walked;
    join.for_each([&](std::size_t m) { walked.push_back(m); });
    CHECK(walked == std::vector<std::size_t>(all.begin(), all.end()));
    CHECK(meet.count() == both.size());
    CHECK(rest.count() == sa.size() - both.size());
    join.keep_only(a);
    CHECK(join == a);
  }
}

TEST_CASE("flat adjacency keeps the order within a row") {
  const std::vector<std::pair<std::uint32_t, int>> pairs = {{2, 1}, {0, 7}, {2, 3}, {2, 2}};
  const lathe::Csr<int> rows(4, pairs);
  CHECK(rows.rows() == 4);
  CHECK(rows[1].empty());
  CHECK(std::vector<int>(rows[2].begin(), rows[2].end()) == std::vector<int>{1, 3, 2});
}

TEST_CASE("counters print, merge and become JSON") {
  DemoStats a{3, 1}, b{10, 4};
  lathe::merge(a, b);
  CHECK(a.visits == 13);
  CHECK(lathe::to_json(a) == "{\"visits\": 13, \"rewrites\": 5}");
  CHECK(lathe::to_table(a) == "          13  visits\n           5  rewrites\n");
}

TEST_CASE("remarks become LLVM's YAML") {
  lathe::Remark remark{lathe::Remark::Kind::missed, "outline", "TooShort", "it's", "no gain", {{"Length", "2"}}};
  CHECK(lathe::to_yaml(remark) ==
        "--- !Missed\nPass:            outline\nName:            TooShort\nFunction:        'it''s'\nArgs:\n"
        "  - String:          'no gain'\n  - Length: '2'\n...\n");
  remark.location = {"a.cu", 3, 7};
  CHECK(lathe::to_yaml(remark) ==
        "--- !Missed\nPass:            outline\nName:            TooShort\nDebugLoc:        { File: 'a.cu', Line: 3, "
        "Column: 7 }\nFunction:        'it''s'\nArgs:\n  - String:          'no gain'\n  - Length: '2'\n...\n");
  static_assert(!lathe::wants_remarks<lathe::NoRemarks> && lathe::wants_remarks<lathe::RemarkList>);
}

TEST_CASE("a sink that listens as the run says") {
  lathe::RemarkList list;
  const lathe::MaybeRemarks on{&list}, off;
  const auto own = [](const lathe::Remark&) {};
  CHECK(lathe::listens(on));
  CHECK_FALSE(lathe::listens(off));
  CHECK(lathe::listens(list));
  CHECK(lathe::listens(own));
  static_assert(!lathe::listens(lathe::NoRemarks{}) && lathe::wants_remarks<lathe::MaybeRemarks>);
  for (const auto& sink : {on, off}) sink(lathe::Remark{});
  CHECK(list.remarks.size() == 1);
}

TEST_CASE("fault lists tell kinds apart") {
  lathe::FaultList<DemoFault> faults;
  CHECK(faults.empty());
  faults.add(DemoFault::late, 4, "too late");
  CHECK(faults.has(DemoFault::late));
  CHECK_FALSE(faults.has(DemoFault::early));
  CHECK(faults.str() == "too late (at 4)\n");
}

TEST_CASE("problem text: words, comments, and errors with a place") {
  lathe::TextReader reader("# head\nop 3, 4 # tail\n\n  op x\n", "p.txt");
  REQUIRE(reader.next_line());
  CHECK(reader.word() == "op");
  CHECK(reader.number("a count") == 3);
  CHECK(reader.number("a count") == 4);
  CHECK(reader.at_end_of_line());
  REQUIRE(reader.next_line());
  CHECK(reader.word() == "op");
  CHECK_FALSE(reader.number("a latency", 0, 100).has_value());
  CHECK(reader.error() == "p.txt:4:6: expected a latency, a number from 0 to 100, found 'x'");
  CHECK_FALSE(reader.next_line());
}

TEST_CASE("problem text: head, records, ids, ends of lines") {
  std::vector<std::uint32_t> read;
  const auto run = [&](std::string_view text) {
    lathe::TextReader in(text, "p");
    read.clear();
    in.head("list", "a list");
    in.end_line();
    in.records([&](std::string_view first) {
      if (first != "n") return in.fail("expected n");
      while (in.more()) read.push_back(in.id("a number", 9));
    });
    return in.error();
  };
  CHECK(run("list\nn 1 2\n# no record\nn\nn 3").empty());
  CHECK(read == std::vector<std::uint32_t>{1, 2, 3});
  CHECK(run("") == "p:0:1: expected 'list', the first word of a list");
  CHECK(run("lists\n") == "p:1:1: expected 'list', the first word of a list");
  CHECK(run("list of\nn 1") == "p:1:6: expected the end of the line, found 'of'");
  CHECK(run("list\nn 1 10 2\nn 3") == "p:2:5: expected a number, a number from 0 to 9, found '10'");
  CHECK(read == std::vector<std::uint32_t>{1, 0});
  CHECK(run("list\nm 1\nn 3") == "p:2:1: expected n");
  CHECK(read.empty());
}
