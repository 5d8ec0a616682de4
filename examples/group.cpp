// Merge adjacent loads and stores of your own IR with lathe: plan, check, apply, and run both to see that nothing
// changed. Compile: g++ -std=c++20 -I include examples/group.cpp
#include <cstdio>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lathe/group.hpp>
#include <lathe/group/check.hpp>
#include <lathe/group/of_view.hpp>
#include <lathe/group/text.hpp>

// ---- the IR: one block; a load fills its registers from words in a row, a store writes such words
enum class Op { set, add, sub, load, store, show };
struct Inst {
  Op op;
  std::vector<unsigned> writes, reads;  // of load and store, reads[0] is the address
  long number = 0;                      // of set; of load and store the offset, in words
};
using Code = std::vector<Inst>;

// What it shows, instruction by instruction.
std::vector<long> run(const Code& code) {
  std::map<unsigned, long> r;
  std::vector<long> memory = {5, 3, 0, 0}, shown;
  for (const Inst& i : code) {
    const auto word = [&](std::size_t k) -> long& {
      return memory[static_cast<std::size_t>(r[i.reads[0]] + i.number) + k];
    };
    if (i.op == Op::set) r[i.writes[0]] = i.number;
    if (i.op == Op::add) r[i.writes[0]] = r[i.reads[0]] + r[i.reads[1]];
    if (i.op == Op::sub) r[i.writes[0]] = r[i.reads[0]] - r[i.reads[1]];
    for (std::size_t k = 0; i.op == Op::load && k < i.writes.size(); ++k) r[i.writes[k]] = word(k);
    for (std::size_t k = 1; i.op == Op::store && k < i.reads.size(); ++k) word(k - 1) = r[i.reads[k]];
    if (i.op == Op::show) shown.push_back(r[i.reads[0]]);
  }
  return shown;
}

// ---- what every family takes: the code as a View
struct View {
  using Value = unsigned;
  static constexpr lathe::program::Facts facts = lathe::program::Fact::access | lathe::program::Fact::names;
  const Code& code;

  std::vector<int> blocks() const { return {0}; }
  std::vector<const Inst*> instructions(int) const {
    std::vector<const Inst*> out;
    for (const Inst& i : code) out.push_back(&i);
    return out;
  }
  void for_each_successor(int, auto&&) const {}
  void for_each_operand(const Inst* i, auto&& f) const {
    for (const unsigned r : i->reads) f(lathe::program::Operand<Value>{r, lathe::program::Role::use});
    for (const unsigned r : i->writes) f(lathe::program::Operand<Value>{r, lathe::program::Role::def});
  }
  lathe::program::Effects effects(const Inst* i) const {
    using enum lathe::program::Effect;
    return i->op == Op::load    ? lathe::program::Effects(reads)
           : i->op == Op::store ? lathe::program::Effects(writes)
           : i->op == Op::show  ? reads | writes  // what was shown is memory, too
                                : lathe::program::Effects();
  }
  std::string key(const Inst* i) const { return inst_name(i) + " " + std::to_string(i->number); }
  // Base, offset and size of what is touched; what is shown lies elsewhere (the last number is the class).
  void for_each_access(const Inst* i, auto&& f) const {
    using Access = lathe::program::Access<Value>;
    const auto words = static_cast<std::uint32_t>(i->op == Op::load ? i->writes.size() : i->reads.size() - 1);
    if (i->op == Op::load || i->op == Op::store) f(Access{i->reads[0], true, 0, i->number, words, 1});
    if (i->op == Op::show) f(Access{{}, false, 1, 0, 1, 2});
  }
  std::string name() const { return "f"; }
  std::string block_name(int) const { return "b0"; }
  std::string inst_name(const Inst* i) const {
    const char* const names[] = {"set", "add", "sub", "load", "store", "show"};
    return names[static_cast<std::size_t>(i->op)];
  }
  std::string value_name(unsigned r) const { return "r" + std::to_string(r); }
};

// ---- what grouping wants besides: identify, form and merge
struct Merge {
  using Region = lathe::program::Region<View>;
  Code* code;

  std::vector<lathe::group::Kind> kinds() const {
    using Place = lathe::group::Kind::Place;
    return {{"load", 0, 2, 4, false, false, Place::early}, {"store", 0, 2, 4, false, false, Place::late}};
  }
  // Equal keys are equal addresses: a register, as its last definition left it.
  std::optional<lathe::group::Identified> identify(const Region& block, std::uint32_t i) const {
    const Inst& inst = *block.inst(i);
    const bool load = inst.op == Op::load, store = inst.op == Op::store;
    if (!load && !store) return std::nullopt;
    const auto words = static_cast<std::uint32_t>(load ? inst.writes.size() : inst.reads.size() - 1);
    const std::uint64_t key = std::uint64_t{block.places(i)[0].version} << 32 | inst.reads[0];
    return lathe::group::Identified{key, inst.number, words, store ? 1U : 0U, 1};
  }
  // Four words at most.
  std::uint32_t form(std::span<const lathe::group::Candidate> run) const {
    std::uint32_t count = 0, total = 0;
    while (count < run.size() && total + run[count].size <= 4) total += run[count++].size;
    return count;
  }
  void merge(const lathe::group::BlockGroups<View>& groups) {
    Code out;
    groups.for_each([&](const Inst* kept) { out.push_back(*kept); },
                    [&](const auto& group) {
                      Inst merged = *groups.block.inst(group.members[0]);
                      for (const std::uint32_t m : std::span(group.members).subspan(1)) {
                        const Inst& next = *groups.block.inst(m);
                        merged.writes.insert(merged.writes.end(), next.writes.begin(), next.writes.end());
                        if (next.op == Op::store)
                          merged.reads.insert(merged.reads.end(), next.reads.begin() + 1, next.reads.end());
                      }
                      out.push_back(merged);
                    });
    *code = out;
  }
};

int main() {
  // m[2], m[3] = m[0] + m[1], m[0] - m[1]; between the stores stands nothing, behind them a load that must see both.
  Code code = {{Op::set, {0}, {}, 0},      {Op::load, {1}, {0}, 0}, {Op::load, {2}, {0}, 1},
               {Op::add, {3}, {1, 2}},     {Op::sub, {4}, {1, 2}},  {Op::store, {}, {0, 3}, 2},
               {Op::store, {}, {0, 4}, 3}, {Op::load, {5}, {0}, 2}, {Op::show, {}, {5}}};
  const auto before = run(code);
  const std::size_t size = code.size();

  const View view{code};
  lathe::group::OfView<View, Merge> grouper({&view}, Merge{&code});
  const lathe::group::Problem problem = lathe::group::ingest(grouper);
  const lathe::group::Plan plan = lathe::group::plan_problem(problem, grouper, {}, [](const lathe::Remark& remark) {
    std::printf("%s: %s\n", remark.name.c_str(), remark.text.c_str());
  });
  const auto faults = lathe::group::check_plan(problem, plan, grouper);
  std::printf("%s%s", faults.str().c_str(), lathe::group::print(problem, plan).c_str());
  lathe::group::apply(grouper, problem, plan);

  std::printf("%zu instructions before, %zu after; shows %ld\n", size, code.size(), before[0]);
  return faults.empty() && run(code) == before && code.size() == size - 2 ? 0 : 1;
}
