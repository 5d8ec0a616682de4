// Traits, keys, policies and values that lack one member are refused with what to write.
#include <doctest/doctest.h>

#include <array>
#include <cstdio>
#include <string>

namespace {

// What the compiler says; empty when it accepts.
std::string compile(int missing) {
  const std::string command =
      "$(command -v g++-12 || command -v g++ || command -v clang++-22) -std=c++20 -fsyntax-only "
      "-Iinclude -DMISSING=" +
      std::to_string(missing) + " tests/unit/dense/near_miss/programs.cpp 2>&1";
  std::string out;
  FILE* const pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> buffer{};
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe)) out.append(buffer.data(), got);
  pclose(pipe);
  return out;
}

}  // namespace

TEST_CASE("near misses are told by name") {
  CHECK(compile(0) == "");
  const char* const wanted[] = {"dense::KeyTraits (id) wants  static uint32_t id(K key);",
                                "dense::KeyTraits (id) wants  static K from_id(uint32_t id);",
                                "dense::KeyTraits (word) wants  static uint64_t word(K key);",
                                "dense::KeyTraits (word) wants  static K from_word(uint64_t word);",
                                "dense::KeyTraits (value) wants  bool operator==(const K&, const K&);",
                                "K is not trivially copyable; give the traits hash() and equal() instead",
                                "dense::KeyTraits (value) wants  static K empty();",
                                "dense::KeyTraits (value) wants  static uint64_t bits(const K& key);",
                                "static uint64_t hash(const K& key);  is missing",
                                "dense::KeyTraits (hash) wants  static bool equal(const K& stored, const K& key);",
                                "dense: a hash policy wants  static uint64_t mix(uint64_t bits);",
                                "dense values must move without throwing: entries are shifted"};
  for (int missing = 1; missing <= 12; ++missing) {
    const std::string text = compile(missing);
    CAPTURE(missing);
    CHECK_MESSAGE(text.find(wanted[missing - 1]) != std::string::npos, text);
  }
}
