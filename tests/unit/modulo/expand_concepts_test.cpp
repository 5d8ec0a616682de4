// Editors that lack one member are refused with the signature to write; the poorest one is enough.
#include <doctest/doctest.h>

#include <array>
#include <cstdio>
#include <string>

#include "adapters/archetype/modulo_expand.hpp"
#include "unit/modulo/expand_random.hpp"

namespace {

// What the compiler says; empty when it accepts.
std::string compile(int missing) {
  const std::string command =
      "$(command -v g++-12 || command -v g++ || command -v clang++-22) -std=c++20 -fsyntax-only "
      "-Iinclude -DMISSING=" +
      std::to_string(missing) + " tests/unit/modulo/near_miss/editors.cpp 2>&1";
  std::string out;
  FILE* const pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> buffer{};
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe)) out.append(buffer.data(), got);
  pclose(pipe);
  return out;
}

TEST_CASE("modulo expand: near misses are told by name") {
  CHECK(compile(0) == "");
  const char* const wanted[] = {
      "modulo::ExpansionEditor wants  void begin(uint32_t number, const Block&);",
      "modulo::ExpansionEditor wants  void run(uint32_t op, int32_t offset, NameSpan defs, NameSpan reads);",
      "modulo::ExpansionEditor wants  void copy(uint32_t to, uint32_t from);",
      "modulo::ExpansionEditor wants  uint32_t temporary(uint32_t like);",
      "modulo::ExpansionEditor wants  void original(const Block&);",
      "modulo::ExpansionEditor wants  void end(const Block&);"};
  for (int missing = 1; missing <= 6; ++missing) {
    const std::string text = compile(missing);
    CAPTURE(missing);
    CHECK_MESSAGE(text.find(wanted[missing - 1]) != std::string::npos, text);
  }
}

TEST_CASE("modulo expand: the poorest editor") {
  using namespace lathe::modulo;
  Problem p;
  p.ops = {{"a", 1, 1}};
  const Expansion e = expand(p, {1, {0}, {}});
  REQUIRE(e.refusal == ExpandRefusal::none);
  archetype::ExpansionEditor editor;
  apply_expansion(e, editor);
}

}  // namespace
