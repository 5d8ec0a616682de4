// Types that lack members are refused with the signature to write.
#include <doctest/doctest.h>

#include <array>
#include <cstdio>
#include <string>
#include <vector>

namespace {

// What the compiler says; empty when it accepts.
std::string compile(int missing) {
  const std::string command =
      "$(command -v g++-12 || command -v g++ || command -v clang++-22) -std=c++20 -fsyntax-only "
      "-Iinclude -DMISSING=" +
      std::to_string(missing) + " tests/unit/dag_core/near_miss/programs.cpp 2>&1";
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
  const char* const wanted[] = {"dag::CombineGraph wants  uint32_t size() const, live() const;",
                                "dag::CombineGraph wants  bool alive(NodeId) const;",
                                "dag::CombineGraph wants  Opcode op(NodeId) const;",
                                "dag::CombineGraph wants  uint32_t result_count(NodeId) const;",
                                "dag::CombineGraph wants  uint32_t use_count(NodeId) const;",
                                "dag::CombineGraph wants  void for_each_operand(NodeId, F f) const;",
                                "dag::CombineGraph wants  void for_each_use(NodeId, F f) const;",
                                "dag::CombineGraph wants  void replace_node(NodeId, span<const Value>, Observer&&);",
                                "dag::CombineGraph wants  void erase_dead(NodeId, Observer&&);",
                                "dag::CombineGraph wants  void rollback(NodeId first);",
                                "dag::CheckableGraph wants  bool pinned(NodeId) const;",
                                "dag::CheckableGraph wants  void verify(Report report) const;",
                                "dag::RuleSet wants  Graph& graph();",
                                "dag::RuleSet wants  uint32_t count() const;",
                                "dag::RuleSet wants  string_view name(uint32_t rule) const;",
                                "dag::RuleSet wants  range<uint32_t> candidates(Opcode op);",
                                "dag::RuleSet wants  bool apply(uint32_t rule, NodeId node, vector<Value>& out);",
                                "dag::Evaluator wants  Result value(const Graph&, Value v, uint64_t seed);",
                                "dag::Evaluator wants  bool refines(const Result& before, const Result& after);"};
  // Members that do not hide each other, in one go.
  const std::vector<std::vector<int>> groups = {
      {1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12}, {3}, {13}, {14, 15, 16, 17}, {18}, {19}};
  for (const std::vector<int>& group : groups) {
    int mask = 0;
    for (const int member : group) mask |= 1 << member;
    const std::string text = compile(mask);
    for (const int member : group) {
      CAPTURE(member);
      CHECK_MESSAGE(text.find(wanted[member - 1]) != std::string::npos, text);
    }
  }
}
