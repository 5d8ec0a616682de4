// A View as a grouper: what is missing is told by name, handles are of any kind, and merge gets them back.
#include <doctest/doctest.h>

#include <lathe/group.hpp>
#include <lathe/group/of_view.hpp>

#include "support/handle_code.hpp"
#include "support/near_miss.hpp"

namespace {

using namespace lathe;
using handle_code::code, handle_code::Code, handle_code::number;

NEAR_MISS_CASE("what a View or its Own lacks is told by name, in ten lines") {
  near_miss::check_short("tests/unit/lathe/group/near_miss/of_view.cpp",
                         {"group::OfView wants of its Own  optional<Identified> identify(const Region<V>&, uint32_t);",
                          "group::OfView wants of its Own  void merge(const BlockGroups<V>&);",
                          "group::OfView wants of its Own  uint32_t form(span<const Candidate> run);",
                          "a View wants  program::Effects effects(Inst) const;"});
}

std::optional<group::Identified> load(std::uint32_t n) {
  if (code[n].does != Code::Does::load) return std::nullopt;
  return group::Identified{1, code[n].offset, 4, 0, 1};
}
template <class H>
struct Own {
  std::vector<std::uint32_t>* kept;
  std::vector<std::uint32_t>* merged;
  std::optional<group::Identified> identify(const program::Region<handle_code::View<H>>& block, std::uint32_t n) const {
    return load(number(block.inst(n)));
  }
  std::uint32_t form(std::span<const group::Candidate> run) const { return run.size() >= 2 ? 2 : 0; }
  void merge(const group::BlockGroups<handle_code::View<H>>& block) {
    CHECK(number(block.handle) == 31);
    block.for_each([&](const H& h) { kept->push_back(number(h)); },
                   [&](const auto& g) {
                     for (const std::uint32_t m : g.members) merged->push_back(number(block.block.inst(m)));
                   });
  }
};
template <class H>
struct DirectGrouper : handle_code::Direct<H> {
  std::optional<group::Identified> identify(const H& h) const { return load(number(h)); }
  std::uint32_t form(std::span<const group::Candidate> run) const { return run.size() >= 2 ? 2 : 0; }
  void merge(const group::Merging<H, H>& g) {
    for (const H& h : g.members) merged.push_back(number(h));
  }
  void clean_up() {}
  std::vector<std::uint32_t> merged;
};

template <class H>
void check_handles() {
  const handle_code::View<H> view;
  std::vector<std::uint32_t> kept, merged;
  group::OfView<handle_code::View<H>, Own<H>> grouper({&view}, {&kept, &merged});
  const group::Problem problem = group::ingest(grouper);
  CHECK(group::run(grouper).stats.groups == 1);
  CHECK(kept == std::vector<std::uint32_t>{2, 3, 4, 5});
  CHECK(merged == std::vector<std::uint32_t>{0, 1});
  DirectGrouper<H> direct;
  CHECK(group::ingest(direct).edges == problem.edges);
  CHECK(group::run(direct).stats.groups == 1);
  CHECK(direct.merged == merged);
}

TEST_CASE("handles of every kind") {
  check_handles<std::uint32_t>();
  check_handles<handle_code::Number>();
  check_handles<const handle_code::Cell*>();
  check_handles<handle_code::Iterator>();
}

}  // namespace
