// Small random problems of the grouper, a slow twin of it, and what all its plans must have.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <lathe/group.hpp>
#include <lathe/group/check.hpp>
#include <lathe/group/text.hpp>

namespace group_test {

using namespace lathe::group;

inline bool is_candidate(const Problem& p, std::uint32_t inst) {
  return std::any_of(p.candidates.begin(), p.candidates.end(), [&](const Candidate& c) { return c.inst == inst; });
}

/// `pick(n)` gives numbers below n. Few keys and order numbers, so that much can be merged and much cannot.
template <class Pick>
Problem random_problem(Pick&& pick, std::uint32_t blocks, std::uint32_t longest, bool carry = false) {
  Problem p;
  p.name = "random";
  for (std::uint32_t k = 0, kinds = carry ? 1 : 1 + pick(3); k < kinds; ++k) {
    Kind kind;
    kind.name = "k" + std::to_string(k);
    kind.gap = pick(3) == 0 ? pick(6) : 0;
    kind.least = pick(5) == 0 ? 3 : 2;
    kind.most = kind.least + pick(4);
    kind.powers = pick(3) == 0;
    kind.aligned = pick(3) == 0;
    kind.place = pick(2) == 0 ? Kind::Place::early : Kind::Place::late;
    if (pick(3) == 0) kind.suffix = ".s" + std::to_string(pick(3));
    if (carry) kind.carry = pick(4) != 0, kind.gap = 8, kind.least = 2, kind.aligned = false;
    p.kinds.push_back(kind);
  }
  const std::uint32_t density = carry ? 2 + pick(3) : pick(4), keys = carry ? 1 : 1 + pick(3), orders = 2 + pick(14);
  for (std::uint32_t b = 0; b < blocks; ++b) {
    const Block block{p.insts(), pick(longest + 1)};
    for (std::uint32_t i = block.first; i < block.first + block.count; ++i) {
      if (carry ? pick(3) == 0 : pick(3) != 0)
        p.candidates.push_back({i, pick(static_cast<std::uint32_t>(p.kinds.size())), pick(keys),
                                carry ? i : static_cast<std::int64_t>(pick(orders)) - 3,
                                1U << (carry ? 0 : pick(6) / 4), 1U << pick(5)});
      else if (carry && pick(4) != 0)
        p.movable.push_back(i);
      for (std::uint32_t e = 0; e < density && i > block.first; ++e)
        if (const std::uint32_t far = i - block.first,
            from = carry ? i - 1 - pick(std::min(far, 4U)) : i - far + pick(far);
            pick(carry ? 2 : 4) == 0) {
          // Where groups carry: most edges between what is a candidate and what is none.
          const bool alike = is_candidate(p, from) == is_candidate(p, i);
          if (!carry || !alike || pick(6) == 0) p.edges.push_back({from, i});
        }
    }
    p.blocks.push_back(block);
  }
  return p;
}

inline bool by_order(const Candidate& a, const Candidate& b) {
  return a.order != b.order ? a.order < b.order : a.inst < b.inst;
}

/// The grouper's greedy choice again, with every test of a place done by writing the code down and looking at each
/// edge.
class SlowTwin {
 public:
  SlowTwin(const Problem& p, const Options& options) : p_(p), options_(options), form_(p.kinds) {}

  std::vector<Group> run() {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> buckets;
    for (const Candidate& c : p_.candidates)
      if (const std::pair bucket{c.key, c.kind}; std::find(buckets.begin(), buckets.end(), bucket) == buckets.end())
        buckets.push_back(bucket);
    for (const Block& block : p_.blocks)
      for (const auto& bucket : buckets) group_bucket(block, bucket);
    std::multimap<std::uint32_t, Group> by_place;  // equal ones stay in the order in which they were made
    for (const Group& group : groups_) by_place.emplace(group.place, group);
    std::vector<Group> out;
    for (const auto& [place, group] : by_place) out.push_back(group);
    return out;
  }

 private:
  void group_bucket(const Block& block, std::pair<std::uint64_t, std::uint32_t> bucket) {
    std::vector<Candidate> all;
    for (const Candidate& c : p_.candidates)
      if (c.inst >= block.first && c.inst < block.first + block.count && std::pair{c.key, c.kind} == bucket)
        all.push_back(c);
    std::sort(all.begin(), all.end(), by_order);
    for (std::size_t head = 0; head < all.size(); ++head) {
      if (taken_.count(all[head].inst) != 0 || groups_.size() >= options_.fuel) continue;
      std::vector<Candidate> run{all[head]};
      for (bool grew = true; grew && run.size() < p_.kinds[bucket.second].most;) {
        grew = false;
        std::uint32_t tries = 0;
        for (const Candidate& c : all) {
          const std::int64_t between = c.order - run.back().order - run.back().size;
          if (taken_.count(c.inst) != 0 || between < 0 || between > p_.kinds[bucket.second].gap) continue;
          if (tries++ == options_.tries) break;
          auto longer = run;
          longer.push_back(c);
          if (places(block, longer).empty()) continue;
          run = longer;
          grew = true;
          break;
        }
      }
      if (run.size() < 2) continue;
      const std::uint32_t count = form_.form(run);
      if (count < 2) continue;
      run.resize(count);
      const auto where = places(block, run);
      Group group = where.front();
      if (p_.kinds[bucket.second].place == Kind::Place::late || !group.carried.empty()) group = where.back();
      group.kind = bucket.second;
      for (const Candidate& c : run) taken_.insert(c.inst);
      groups_.push_back(group);
    }
  }
  // Where between its first and its last member a group can stand, by itself or else with what it carries.
  std::vector<Group> places(const Block& block, const std::vector<Candidate>& members) {
    std::vector<Group> out;
    std::vector<std::uint32_t> insts;
    for (const Candidate& c : members) insts.push_back(c.inst);
    const auto [low, high] = std::minmax_element(insts.begin(), insts.end());
    const auto look = [&](bool carrying) {
      for (std::uint32_t place = *low; place <= *high; ++place) {
        groups_.push_back({0, place, insts, {}});
        if (carrying ? carries(block) : in_order(block)) out.push_back(groups_.back());
        groups_.pop_back();
      }
    };
    look(false);
    if (out.empty() && p_.kinds[members[0].kind].carry) look(true);
    return out;
  }
  // Lets the last group take along whatever stands behind it and must stay before it, one after the other.
  bool carries(const Block& block) {
    for (;;) {
      Group& group = groups_.back();
      const Code code = written(block);
      const auto first_wrong = [&]() -> std::optional<std::uint32_t> {
        for (const Edge& e : p_.edges) {
          const bool of_group = std::count(group.members.begin(), group.members.end(), e.to) != 0 ||
                                std::count(group.carried.begin(), group.carried.end(), e.to) != 0;
          if (of_group && where(code, e.from) >= where(code, e.to)) return e.from;
        }
        return {};
      }();
      if (!first_wrong) return in_order(block);
      bool free = std::count(p_.movable.begin(), p_.movable.end(), *first_wrong) != 0;
      for (const Group& g : groups_) free = free && std::count(g.carried.begin(), g.carried.end(), *first_wrong) == 0;
      if (!free || group.carried.size() >= options_.carry) return false;
      group.carried.push_back(*first_wrong);
      std::sort(group.carried.begin(), group.carried.end());
    }
  }
  using Code = std::vector<std::vector<std::uint32_t>>;  // each entry what stands in one place
  Code written(const Block& block) const {
    Code code;
    for (std::uint32_t i = block.first; i < block.first + block.count; ++i) {
      bool moved = false;
      for (const Group& g : groups_) {
        if (g.place == i)
          for (const std::uint32_t c : g.carried) code.push_back({c});
        if (g.place == i) code.push_back(g.members);
        moved = moved || std::find(g.members.begin(), g.members.end(), i) != g.members.end() ||
                std::find(g.carried.begin(), g.carried.end(), i) != g.carried.end();
      }
      if (!moved) code.push_back({i});
    }
    return code;
  }
  static std::size_t where(const Code& code, std::uint32_t inst) {
    for (std::size_t k = 0; k < code.size(); ++k)
      if (std::find(code[k].begin(), code[k].end(), inst) != code[k].end()) return k;
    return code.size();
  }
  bool in_order(const Block& block) const {
    const Code code = written(block);
    for (const Edge& e : p_.edges)
      if (e.from >= block.first && e.from < block.first + block.count && where(code, e.from) >= where(code, e.to))
        return false;
    return true;
  }

  const Problem& p_;
  const Options& options_;
  TableForm form_;
  std::vector<Group> groups_;
  std::set<std::uint32_t> taken_;
};

/// Empty when the plan of the problem is right in every way that a machine can tell, otherwise what is wrong.
inline std::string check_everything(const Problem& p, const Options& options = {}, bool with_twin = true) {
  std::string error;
  if (!(read_problem(print(p), "p", error) == p) || !error.empty())
    return "the printed problem reads otherwise " + error;
  const Plan plan = plan_problem(p, options);
  if (!check_problem(p).empty())
    return plan.refusal == Refusal::bad_problem && plan.groups.empty() ? "" : "a broken problem is not refused";
  std::string out = check_plan(p, plan, options).str();
  const Plan again = read_plan(print(p, plan), "plan", p, error);
  if (!error.empty() || again.groups != plan.groups || again.refusals != plan.refusals)
    out += "the printed plan reads otherwise " + error + "\n";
  if (with_twin && SlowTwin(p, options).run() != plan.groups) out += "the slow twin plans otherwise\n";
  lathe::RemarkList remarks;
  const Plan told = plan_problem(p, options, remarks);
  if (print(p, told) != print(p, plan)) out += "remarks change the plan\n";
  if (remarks.remarks.size() != plan.stats.groups + plan.stats.candidates - plan.stats.merged)
    out += "a group or a refusal without a remark\n";
  return out.empty() ? out : out + print(p) + print(p, plan);
}

}  // namespace group_test
