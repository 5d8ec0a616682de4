// One round of a plan applied to the problem itself: sites become calls, bodies become functions at the end.
//
// This is what the next round works on, and what the user's IR looks like to `ingest` after the same round was applied
// to it with outlined functions put behind all others: places mean the same in both.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include <lathe/outline/plan.hpp>
#include <lathe/outline/problem.hpp>

namespace lathe::outline {

/// The problem after a round, and where its instructions come from.
struct Rewritten {
  Problem problem;
  std::vector<std::uint32_t> origin;                       ///< per instruction: the old one, or `no_origin` for calls
  std::vector<bool> changed;                               ///< per block: new, or has calls that were not there
  static constexpr std::uint32_t no_origin = 0xffffffffU;  ///< a call: it comes from no instruction
};

namespace detail {

template <class = void>
class BasicRewriter {
 public:
  BasicRewriter(const Problem& p, const Round& round, bool calls_are_legal)
      : p_(p), round_(round), legal_(calls_are_legal) {}

  Rewritten run() {
    Problem& q = out_.problem;
    q.costs = p_.costs;
    q.keys = p_.keys;
    q.classes = p_.classes;
    q.functions = p_.functions;
    q.values = p_.values;
    const auto call_key = static_cast<std::uint32_t>(q.keys.size());
    for (const OutlinedFunction& f : round_.functions) {
      q.keys.push_back("call:" + f.name);
      q.functions.emplace_back().name = f.name;
    }
    q.images = p_.images;
    give_images();
    std::size_t site = 0;
    for (std::uint32_t b = 0; b < p_.blocks.size(); ++b) {
      Problem::Block block = p_.blocks[b];
      const std::uint32_t end = block.first + block.count;
      bool changed = false;
      const auto first = static_cast<std::uint32_t>(q.insts.size());
      for (std::uint32_t i = block.first; i < end;) {
        if (site < round_.sites.size() && round_.sites[site].site.first == i) {
          const PlannedSite& s = round_.sites[site++];
          call(s, call_key + s.function);
          i += round_.functions[s.function].interface.length;
          changed = true;
        } else {
          copy(i++);
        }
      }
      end_block(block, first, p_.live_out(b), changed);
    }
    bodies();
    return std::move(out_);
  }

 private:
  // A new function is in the images of its sites.
  void give_images() {
    for (const PlannedSite& s : round_.sites) {
      const auto& of = p_.functions[p_.blocks[s.site.block].function].images;
      auto& images = out_.problem.functions[p_.functions.size() + s.function].images;
      images.insert(images.end(), of.begin(), of.end());
    }
    for (std::size_t f = p_.functions.size(); f < out_.problem.functions.size(); ++f) {
      auto& images = out_.problem.functions[f].images;
      std::sort(images.begin(), images.end());
      images.erase(std::unique(images.begin(), images.end()), images.end());
    }
  }
  void copy(std::uint32_t i) {
    Problem::Inst inst = p_.insts[i];
    const auto operands = p_.operands_of(i);
    inst.first = static_cast<std::uint32_t>(out_.problem.operands.size());
    out_.problem.operands.insert(out_.problem.operands.end(), operands.begin(), operands.end());
    out_.problem.insts.push_back(inst);
    out_.origin.push_back(i);
  }
  void call(const PlannedSite& s, std::uint32_t key) {
    Problem& q = out_.problem;
    const Interface& interface = round_.functions[s.function].interface;
    Problem::Inst inst{key, s.call_bytes, static_cast<std::uint32_t>(q.operands.size()), 0, legal_};
    for (std::size_t k = 0; k < s.arguments.size(); ++k)
      q.operands.push_back({s.arguments[k], interface.parameters[k], false});
    for (std::size_t k = 0; k < s.results.size(); ++k) q.operands.push_back({s.results[k], interface.results[k], true});
    inst.count = static_cast<std::uint32_t>(q.operands.size()) - inst.first;
    q.insts.push_back(inst);
    out_.origin.push_back(Rewritten::no_origin);
  }
  void end_block(Problem::Block block, std::uint32_t first, std::span<const std::uint32_t> live, bool changed) {
    Problem& q = out_.problem;
    block.first = first;
    block.count = static_cast<std::uint32_t>(q.insts.size()) - first;
    block.first_live = static_cast<std::uint32_t>(q.live.size());
    block.live_count = static_cast<std::uint32_t>(live.size());
    q.live.insert(q.live.end(), live.begin(), live.end());
    q.blocks.push_back(block);
    out_.changed.push_back(changed);
  }
  void bodies() {
    std::vector<const PlannedSite*> first(round_.functions.size(), nullptr);
    for (const PlannedSite& s : round_.sites)
      if (first[s.function] == nullptr) first[s.function] = &s;
    for (std::uint32_t f = 0; f < round_.functions.size(); ++f) {
      const auto begin = static_cast<std::uint32_t>(out_.problem.insts.size());
      for (std::uint32_t i = 0; i < round_.functions[f].interface.length; ++i) copy(first[f]->site.first + i);
      Problem::Block block;
      block.function = static_cast<std::uint32_t>(p_.functions.size()) + f;
      end_block(block, begin, first[f]->results, true);
    }
  }

  const Problem& p_;
  const Round& round_;
  bool legal_;
  Rewritten out_;
};
using Rewriter = BasicRewriter<>;

}  // namespace detail

/// Precondition: the round fits the problem (check_plan finds no fault). O(size of the problem).
template <class = void>
inline Rewritten rewrite(const Problem& p, const Round& round, bool calls_are_legal = false) {
  return detail::Rewriter(p, round, calls_are_legal).run();
}

}  // namespace lathe::outline
