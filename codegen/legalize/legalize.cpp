// The two doors of the room: type legalization and operation legalization of one block.
#include "codegen/legalize/legalize.hpp"

#include <optional>

#include <lathe/legalize/check.hpp>
#include <lathe/legalize/operations.hpp>
#include <lathe/legalize/types.hpp>

#include "codegen/legalize/lower.hpp"
#include "codegen/legalize/operations.hpp"

namespace lathe::codegen {
namespace {

std::string describe(const dag::Refusal& refusal, const std::string& why, const Dag& dag) {
  if (refusal.why == dag::RefusalReason::out_of_fuel || refusal.why == dag::RefusalReason::too_many_nodes)
    return "a block grows too large while it is legalized";
  if (!why.empty()) return why;
  const NodeId id = refusal.node;
  if (id == dag::no_node) return "a node could not be legalized";
  std::string text = std::string(to_string(dag.op(id)));
  for (const Vt type : dag.types(id))
    if (!type.is_chain()) text += ' ' + to_string(type);
  return text + " is not supported";
}

// Pins moved with the root's replacement; the Dag's own field has to follow.
template <class Legalizer>
void follow_root(Dag& dag, const Legalizer& legalizer) {
  if (dag.root) dag.root = legalizer.current(dag.root);
}

// What the library's checker asks. Parts may have undefined bits and lanes beyond those of the value.
struct TypeJudge {
  const TypeLowering& client;
  bool legal(Vt type) const { return client.legal(type); }
  bool settled(const Dag& dag, NodeId id) const { return client.settled(dag, id); }
  bool orders(Vt type) const { return type.is_chain(); }
  bool holds(Vt type, std::span<const Vt> parts) const {
    std::uint64_t bits = 0, wanted = type.total_bits();
    for (const Vt part : parts) bits += part.total_bits();
    return orders(type) ? parts.size() == 1 && parts[0] == type : bits >= wanted;
  }
};
struct OperationJudge {
  const OperationLowering& client;
  dag::Action action(const Dag& dag, NodeId id) const { return client.action(dag, id); }
  bool orders(Vt type) const { return type.is_chain(); }
};
static_assert(dag::explain_checkable_legalize_graph<Dag>());
static_assert(dag::explain_type_judge<TypeJudge, Dag>() && dag::explain_operation_judge<OperationJudge, Dag>());

void report(const dag::LegalizeFaults& found, std::vector<std::string>& faults) {
  for (const auto& fault : found) faults.push_back("%" + std::to_string(fault.place) + ": " + fault.text);
}

}  // namespace

bool legalize_types(Dag& dag, const TargetFacts& facts, const std::string& function, Diag& diag,
                    std::vector<std::string>* faults) {
  TypeLowering client(dag, facts);
  std::optional<Dag> before;
  dag::LegalizeTrace trace;
  if (faults != nullptr) before = dag;
  dag::TypeLegalizer<Dag, TypeLowering> legalizer(dag, client, {.trace = faults != nullptr ? &trace : nullptr});
  const dag::Refusal refusal = legalizer.run();
  follow_root(dag, legalizer);
  if (!refusal && before) report(dag::check_types(*before, dag, trace, TypeJudge{client}), *faults);
  if (!refusal) return true;
  diag.error(function, describe(refusal, client.refusal(), dag));
  return false;
}

bool legalize_operations(Dag& dag, const TargetFacts& facts, const std::string& function, Diag& diag,
                         std::vector<std::string>* faults) {
  OperationLowering client(dag, facts);
  std::optional<Dag> before;
  dag::LegalizeTrace trace;
  if (faults != nullptr) before = dag;
  dag::LegalizeOptions options{.trace = faults != nullptr ? &trace : nullptr};
  // Every rule makes plainer operations; a cycle of rules would show as more rewrites than this.
  options.fuel = 1000 + 200ULL * dag.size();
  dag::OperationLegalizer<Dag, OperationLowering> legalizer(dag, client, options);
  const dag::Refusal refusal = legalizer.run();
  follow_root(dag, legalizer);
  if (!refusal && before) report(dag::check_operations(*before, dag, trace, OperationJudge{client}), *faults);
  if (!refusal) return true;
  diag.error(function, describe(refusal, client.refusal(), dag));
  return false;
}

}  // namespace lathe::codegen
