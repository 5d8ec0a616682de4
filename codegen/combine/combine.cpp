// Runs the rules of all families over one block's DAG with the generic combiner.
//
// The rules of each level stand in a table that is made once and never changed after.
#include "codegen/combine/combine.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "codegen/combine/merge_memory.hpp"
#include "codegen/combine/rule_set.hpp"
#include "codegen/combine/rules.hpp"
#include "codegen/combine/tables.hpp"
#include "codegen/legalize/addresses.hpp"

namespace lathe::codegen {

namespace {

using combining::Context;
using Table = dag::RuleTable<Context, Isd>;

// Rules for values of more than 64 bits stand in a table of their own: few blocks have any.
Table make_table(CombineLevel level, bool wide = false) {
  combining::RuleList list(level);
  combining::add_fold_rules(list);
  combining::add_convert_rules(list);
  combining::add_arith_rules(list);
  combining::add_division_rules(list);
  combining::add_bits_rules(list);
  combining::add_shift_rules(list);
  combining::add_byte_rules(list);
  combining::add_compare_rules(list);
  combining::add_select_rules(list);
  combining::add_float_rules(list);
  combining::add_memory_rules(list);
  combining::add_vector_rules(list);
  combining::add_multiply_rules(list);
  combining::add_idiom_rules(list);
  combining::add_demanded_rules(list);        // last: what it looks for deep down, others see near by
  if (wide) combining::add_wide_rules(list);  // behind all others, whose numbers are the same without them
  return Table(std::move(list.rules));
}

const Table& table_of(CombineLevel level, bool wide) {
  if (wide && level == CombineLevel::before_types) {
    static const Table with_wide = make_table(level, true);
    return with_wide;
  }
  static const Table tables[] = {make_table(CombineLevel::before_types), make_table(CombineLevel::after_types),
                                 make_table(CombineLevel::after_operations)};
  return tables[static_cast<unsigned>(level)];
}

// The reference has one switch for each of these.
struct Group {
  std::string_view name;
  std::initializer_list<std::string_view> rules;
};
const Group groups[] = {
    {"known-bits",
     {"logic-known", "and-hides", "trunc-hides", "min-max-known", "srl-known", "sra-non-negative", "sext-to-zext",
      "setcc-known", "setcc-low-half", "signed-to-unsigned-division", "narrow-division", "known-constant",
      "demanded-bits"}},
    {"reassociation",
     {"add-constants", "add-float-constant", "add-difference", "sub-constants", "mul-constants", "logic-constants",
      "shl-sum", "extension-of-sum"}},
};
constexpr std::size_t largest_kept = std::size_t{1} << 16;  // nodes
constexpr std::string_view whole_changes[] = {"merge-memory", "drop-freezes"};

bool is_off(const CombineOptions& options, std::string_view rule) {
  const auto named = [&](std::string_view name) {
    return std::find(options.disabled.begin(), options.disabled.end(), name) != options.disabled.end();
  };
  if (options.disabled.empty()) return false;
  if (named(rule)) return true;
  for (const Group& group : groups)
    if (named(group.name) && std::find(group.rules.begin(), group.rules.end(), rule) != group.rules.end()) return true;
  return false;
}

// The last rewrite that could use that a value is poison is behind us: a frozen value is just the value.
void drop_freezes(Dag& dag) {
  for (NodeId id = 0; id < dag.size(); ++id) {
    if (!dag.alive(id) || dag.op(id) != Isd::freeze || dag.op(dag.operand(id, 0)) == Isd::undef) continue;
    dag.replace({id, 0}, dag.operand(id, 0));
    dag.erase_dead(id);
  }
}

// The lines of a change that is made by no rule, from the nodes before and after it.
class WholeChange {
 public:
  WholeChange(const Dag& dag, std::string_view name, std::string* trace) : dag_(dag), name_(name), trace_(trace) {
    if (trace_ == nullptr) return;
    for (NodeId id = 0; id < dag.size(); ++id)
      if (dag.alive(id)) before_.push_back(id);
    size_ = dag.size();
  }
  void finish() {
    if (trace_ == nullptr) return;
    dag::CombineTrace lines;
    lines.steps.emplace_back();
    for (const NodeId id : before_)
      if (!dag_.alive(id)) lines.covered_nodes.push_back(id);
    for (NodeId id = size_; id < dag_.size(); ++id)
      if (dag_.alive(id)) lines.included_nodes.push_back(id);
    if (!lines.covered_nodes.empty() || !lines.included_nodes.empty()) *trace_ += dag::print_coverage(lines, *this);
  }
  std::string_view name(std::uint32_t) const { return name_; }

 private:
  const Dag& dag_;
  std::string_view name_;
  std::string* trace_;
  std::vector<NodeId> before_;
  NodeId size_ = 0;
};

}  // namespace

void make_combine_tables() {
  for (const bool wide : {false, true}) (void)table_of(CombineLevel::before_types, wide);
}

std::vector<std::string_view> combine_rule_names() {
  std::vector<std::string_view> names(std::begin(whole_changes), std::end(whole_changes));
  for (const Group& group : groups) names.push_back(group.name);
  for (const CombineLevel level :
       {CombineLevel::before_types, CombineLevel::after_types, CombineLevel::after_operations})
    for (std::uint32_t rule = 0; rule < table_of(level, true).count(); ++rule)
      names.push_back(table_of(level, true).name(rule));
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

KnownBitsStats& KnownBitsStats::operator+=(const KnownBitsStats& other) {
  questions += other.questions;
  expanded += other.expanded;
  most = std::max(most, other.most);
  cut += other.cut;
  return *this;
}

CombineRules::CombineRules(Dag& dag, CombineLevel level, const TargetFacts& facts, const FloatModes& modes,
                           const CombineOptions& options)
    : context_(std::make_unique<Context>(Context{dag, level, facts, modes, options.known_bits, options.demanded_bits})),
      table_(&table_of(level, !dag.wide_constants.empty())),
      all_(&table_of(level, true)) {
  if (const WideAddresses wide(facts); wide.any() && level != CombineLevel::before_types) address_ = wide.type();
  if (options.disabled.empty()) return;
  off_.resize(count());
  for (std::uint32_t rule = 0; rule < count(); ++rule) off_[rule] = is_off(options, name(rule));
}
CombineRules::~CombineRules() = default;
Dag& CombineRules::graph() { return context_->dag; }
std::uint32_t CombineRules::count() const { return all_->count(); }
std::string_view CombineRules::name(std::uint32_t rule) const { return all_->name(rule); }
std::span<const std::uint32_t> CombineRules::candidates(Isd op) { return table_->candidates(op); }

bool CombineRules::apply(std::uint32_t rule, NodeId node, std::vector<Value>& out) {
  out.clear();
  return apply_first({&rule, 1}, 0, node, out) == 0 && !out.empty();
}

// What is the same for all rules of a node is done once: nine in ten of them give up at their first look.
std::size_t CombineRules::apply_first(std::span<const std::uint32_t> rules, std::size_t at, NodeId node,
                                      std::vector<Value>& out) {
  Context& c = *context_;
  if (at == rules.size() || (address_ != Vt{} && c.dag.types(node)[0] == address_)) return rules.size();
  const NodeId before = c.dag.size();
  c.results.clear();
  c.dag.set_position(c.dag.node(node).order, c.dag.node(node).location);
  for (; at < rules.size(); ++at) {
    if (!off_.empty() && off_[rules[at]]) continue;
    const Value v = all_->apply(rules[at], c, node);
    if (v && c.results.empty())
      out.assign(1, v);
    else if (v)
      out = c.results;
    else if (c.dag.size() == before)
      continue;
    break;
  }
  return at;
}

void CombineRules::replaced(NodeId node, std::span<const Value> out) {
  Value& root = context_->dag.root;
  if (root && root.node == node && out[root.result]) root = out[root.result];
}

const KnownBitsStats& CombineRules::known_bits_stats() const { return context_->bits_stats; }

CombineMemory::CombineMemory() : scratch_(std::make_unique<dag::CombineScratch>()) {}
CombineMemory::~CombineMemory() = default;

CombineStats combine(Dag& dag, CombineLevel level, const TargetFacts& facts, const FloatModes& modes,
                     const CombineOptions& options, CombineMemory* memory) {
  CombineRules rules(dag, level, facts, modes, options);
  dag::CombineScratch fresh;
  dag::CombineScratch& scratch = memory != nullptr ? *memory->scratch_ : fresh;
  const dag::CombineResult done =
      dag::combine(rules, {.fuel = options.fuel, .trace = options.trace, .count_rules = false}, scratch);
  if (scratch.position.capacity() > largest_kept) scratch = {};
  dag.root = dag.resolve(dag.root);
  CombineStats stats{done.nodes, done.visits, done.rewrites, done.erased, rules.known_bits_stats(), {}};
  if (options.trace) stats.trace = dag::print_coverage(done.trace, rules);
  std::string* trace = options.trace ? &stats.trace : nullptr;
  if (level == CombineLevel::before_types && done.outcome == dag::CombineOutcome::fixpoint &&
      !is_off(options, "merge-memory")) {
    WholeChange change(dag, "merge-memory", trace);
    stats.rewrites += combining::merge_memory(dag, facts);
    change.finish();
  }
  if (level == CombineLevel::after_operations && !is_off(options, "drop-freezes")) {
    WholeChange change(dag, "drop-freezes", trace);
    drop_freezes(dag);
    change.finish();
  }
  dag.root = dag.resolve(dag.root);
  return stats;
}

}  // namespace lathe::codegen
