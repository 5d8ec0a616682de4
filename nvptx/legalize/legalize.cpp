// The two doors of the room: type legalization and operation legalization of one block.
#include "nvptx/legalize/legalize.hpp"

#include <lathe/dag/legalize_operations.hpp>
#include <lathe/dag/legalize_types.hpp>

#include "nvptx/legalize/lower.hpp"
#include "nvptx/legalize/operations.hpp"

namespace lathe::nvptx {
namespace {

std::string describe(const dag::Refusal& refusal, const std::string& why, const Dag& dag) {
  if (refusal.why == dag::RefusalReason::out_of_fuel) return "a block grows too large while it is legalized";
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

}  // namespace

bool legalize_types(Dag& dag, const Features& features, const std::string& function, Diag& diag) {
  TypeLowering client(dag, features);
  dag::TypeLegalizer<Dag, TypeLowering> legalizer(dag, client);
  const dag::Refusal refusal = legalizer.run();
  follow_root(dag, legalizer);
  if (!refusal) return true;
  diag.error(function, describe(refusal, client.refusal(), dag));
  return false;
}

bool legalize_operations(Dag& dag, const Features& features, const std::string& function, Diag& diag) {
  OperationLowering client(dag, features);
  dag::LegalizeOptions options;
  // Every rule makes plainer operations; a cycle of rules would show as more rewrites than this.
  options.fuel = 1000 + 200ULL * dag.size();
  dag::OperationLegalizer<Dag, OperationLowering> legalizer(dag, client, options);
  const dag::Refusal refusal = legalizer.run();
  follow_root(dag, legalizer);
  if (!refusal) return true;
  diag.error(function, describe(refusal, client.refusal(), dag));
  return false;
}

}  // namespace lathe::nvptx
