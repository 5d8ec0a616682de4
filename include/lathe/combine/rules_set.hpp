// Rules as data for the combiner: a dag::RuleSet over any graph whose client can read and make values.
//
// A Client is a rules::Source over dag::Value and a builder (rules_match.hpp), and has graph(), a dag::CombineGraph.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/combine.hpp>
#include <lathe/combine/rules_compiled.hpp>

namespace lathe::rules {

/// The rule set of one run. `client` and `rules` are referred to. A rule fires only at nodes with one result.
template <class Client>
class RuleSet {
 public:
  /// Both outlive it.
  RuleSet(Client& client, const Compiled& rules) : client_(client), rules_(rules) {
    static_assert(explain_source<Client>());
  }
  auto& graph() { return client_.graph(); }  ///< the client's graph
  std::uint32_t count() const { return static_cast<std::uint32_t>(rules_.list.size()); }
  std::string_view name(std::uint32_t rule) const { return rules_.list[rule].name; }  ///< the name of a rule's number
  /// All rules of an operation, for who tries one by one.
  template <class Opcode>
  std::span<const std::uint32_t> candidates(Opcode op) const {
    const auto at = static_cast<std::uint32_t>(op);
    if (at >= rules_.by_operation.size()) return {};
    return rules_.by_operation[at];
  }
  /// The rules that the net lets through at a node, in the order of the list. Valid until the next call.
  std::span<const std::uint32_t> candidates_at(dag::NodeId node) {
    fitting_.clear();
    if (client_.graph().result_count(node) != 1) return {};
    rules_.net.find(client_, dag::Value{node, 0}, found_, stats_);
    for (const Candidate& c : found_)
      if (fitting_.empty() || fitting_.back() != c.rule) fitting_.push_back(c.rule);
    return fitting_;
  }
  /// Tries the rule at a node of one result, in every order of its operands; the replacement goes into `out`.
  bool apply(std::uint32_t rule, dag::NodeId node, std::vector<dag::Value>& out) {
    if (client_.graph().result_count(node) != 1) return false;
    const dag::Value root{node, 0};
    for (std::uint32_t turned = 0; turned < rules_.turns[rule]; ++turned) {
      Match<Client> match(client_, rules_.list[rule], rules_.words, binding_);
      if (!match.at(root, turned)) continue;
      ++stats_.matched;
      client_.replacing(node);
      const dag::Value made =
          Build<Client, dag::Value>(client_, rules_.list[rule], rules_.words, binding_).result(client_.type(root));
      if (!made) continue;
      out.push_back(made);
      return true;
    }
    return false;
  }
  /// Of a combiner: tells the client of a rewrite, just before the uses move.
  void replaced(dag::NodeId node, std::span<const dag::Value> out) { client_.replaced(node, out); }
  const MatchStats& stats() const { return stats_; }

 private:
  Client& client_;
  const Compiled& rules_;
  MatchStats stats_;
  std::vector<Candidate> found_;
  std::vector<std::uint32_t> fitting_;
  Binding<dag::Value> binding_;
};

}  // namespace lathe::rules
