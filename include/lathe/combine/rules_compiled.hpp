// A list of rules made ready: with its net and its vocabulary, for any number of runs over any number of programs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <lathe/combine/rules_match.hpp>

namespace lathe::rules {

/// A list of rules with its net: made once, read by any number of runs.
struct Compiled {
  /// Precondition: check_rules of rules and vocabulary finds nothing. O(terms of all rules * log).
  Compiled(RuleList rules, Vocabulary vocabulary) : list(std::move(rules)), words(std::move(vocabulary)), net(list) {
    for (std::uint32_t r = 0; r < list.size(); ++r) {
      const std::uint32_t operation = list[r].terms[list[r].match].operation;
      if (operation >= by_operation.size()) by_operation.resize(operation + 1);
      by_operation[operation].push_back(r);
      std::uint32_t either = 0;
      for (const std::uint32_t t : Net::reachable(list[r], list[r].match)) either += list[r].terms[t].either ? 1U : 0U;
      turns.push_back(1U << std::min(either, most_turns));
    }
  }
  RuleList list;
  Vocabulary words;  ///< what the rules are written in
  Net net;
  /// By number of operation: rules whose match begins with it, in order; as long as the largest such number wants.
  std::vector<std::vector<std::uint32_t>> by_operation;
  std::vector<std::uint32_t> turns;  ///< by rule: orders of its operands
};

}  // namespace lathe::rules
