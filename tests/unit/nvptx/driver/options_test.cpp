// Command lines read in the quick way and by CLI11: the same values; what the quick way leaves to CLI11.
#include "tools/lathe/options.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "tools/lathe/options_quick.hpp"

using namespace lathe::nvptx::cli;

namespace {

struct Values {
  std::string input = "none", output, stats, mode = "slow";
  unsigned level = 3;
  int shift = 0;
  double factor = 1.5;
  bool fast = false, again = false;
  std::optional<unsigned> least;
  std::vector<std::string> parts, words;
  bool operator==(const Values&) const = default;
};

std::optional<int> read(Values& v, const std::vector<std::string>& arguments) {
  Options o("about", "test", "usage");
  o.option("input", v.input, "");
  o.option("-o,--output", v.output, "");
  o.flag("--stats{text}", v.stats, "");
  o.option("-O,--level", v.level, "").range(0U, 3U).show_default();
  o.option("--shift", v.shift, "").one_of({1, 2, 3});
  o.option("--factor", v.factor, "").range(0.5, 8.0);
  o.flag("-f,--fast", v.fast, "");
  o.flag("--again", v.again, "");
  o.option("--least", v.least, "");
  o.option("--mode", v.mode, "").one_of({"slow", "quick"});
  o.option("--parts", v.parts, "").cut_at(',');
  o.option("--words", v.words, "")
      .one_each()
      .check([](const std::string& word) { return word == "bad" ? std::string("a bad word") : std::string(); }, "WORD");
  return o.parse(arguments);
}

/// A flag twice is right, and nothing for the quick way.
std::vector<std::string> slowly(std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--again", "--again"});
  return arguments;
}

}  // namespace

TEST_CASE("options: the quick way gives what CLI11 gives") {
  const std::vector<std::vector<std::string>> lines{
      {},
      {"a.ll"},
      {"a.ll", "-o", "b"},
      {"-ob", "a.ll"},
      {"-o", "-", "-"},
      {"--output=b=c", "a.ll"},
      {"--output", "b", "--stats", "a.ll", "-f"},
      {"-O0"},
      {"-O", "2"},
      {"--level=1", "--shift=2", "--factor", "0.5"},
      {"--factor=8", "--least", "0x10"},
      {"--least=010", "--mode", "quick"},
      {"--parts", "a,b", "--parts=c", "in"},
      {"--words=x", "--words", "y", "in", "--fast"},
      {"in put"},
      {"--output= x"},
  };
  for (const auto& line : lines) {
    Values quick, slow;
    CHECK_FALSE(read(quick, line));
    CHECK_FALSE(read(slow, slowly(line)));
    CHECK(slow.again);
    slow.again = false;
    CHECK(quick == slow);
  }
}

TEST_CASE("options: what is not plain is left to CLI11, with no variable changed") {
  const auto good = [](const std::string& text) { return text != "bad"; };
  std::string input, output;
  unsigned level = 7;
  bool fast = false;
  std::vector<std::string> many, parts;
  std::vector<Declared> options;
  const auto declare = [&](const char* names, Target to) -> Declared& {
    options.push_back({.names = names, .to = to, .good = {}});
    return options.back();
  };
  declare("input", input).required = true;
  declare("-o,--output", output).good.emplace_back(good);
  declare("-O", level);
  declare("--fast", fast).flag = true;
  declare("--many", many);
  Declared& cut = declare("--parts", parts);
  cut.one_word = true;
  cut.delimiter = ',';
  declare("--tied", output).entangled = true;
  const auto converts = [](const Target& to, const std::string& text) {
    return to.kind != Target::Kind::u32 || text.find_first_not_of("0123456789") == std::string::npos;
  };
  const auto quick = [&](const std::vector<std::string>& line) { return read_quickly(options, line, converts); };
  const auto given = quick({"in", "-O2", "--parts=a,b", "--parts", "c"});
  REQUIRE(given);
  REQUIRE(given->size() == 3);
  CHECK((*given)[1].texts == std::vector<std::string>{"2"});
  CHECK((*given)[2].texts == std::vector<std::string>{"a", "b", "c"});
  CHECK(level == 7);
  for (const std::vector<std::string>& line : std::vector<std::vector<std::string>>{
           {},                          // the input is required
           {"in", "in"},                // one too many
           {"in", "--unknown"},         //
           {"in", "-x"},                //
           {"in", "-h"},                // the help is CLI11's
           {"in", "--help"},            //
           {"in", "--"},                //
           {"in", ""},                  //
           {"in", "-o"},                // no value
           {"in", "-o", ""},            //
           {"in", "-o", "--fast"},      // perhaps another option
           {"in", "-O", "-1"},          //
           {"in", "-Ox"},               // no number
           {"in", "--output="},         //
           {"in", "-o=x"},              //
           {"in", "-o", "bad"},         // a check says no
           {"in", "-o", "x", "-oy"},    // twice
           {"in", "--fast", "--fast"},  //
           {"in", "--fast=true"},       //
           {"in", "--many", "a"},       // takes all that follow
           {"in", "--parts", "a,,b"},   //
           {"in", "--parts", "[a]"},    //
           {"in", "-o", "[a,b]"},       //
           {"in", "--tied=x"},          // with others
       }) {
    std::string text;
    for (const std::string& argument : line) text += "'" + argument + "' ";
    INFO(text);
    CHECK_FALSE(quick(line));
  }
}

TEST_CASE("options: wrong values are refused, not taken") {
  for (const std::vector<std::string>& line : std::vector<std::vector<std::string>>{{"-O4"},
                                                                                    {"--shift=4"},
                                                                                    {"--factor=0.4"},
                                                                                    {"--factor=8.5"},
                                                                                    {"--mode=other"},
                                                                                    {"--words=bad"},
                                                                                    {"--least=-1"},
                                                                                    {"--least=1x"},
                                                                                    {"a", "b"}}) {
    Values v;
    CHECK(read(v, line));
    CHECK(v.mode == "slow");
    CHECK(v.level == 3);
  }
}
