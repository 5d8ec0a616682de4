// Library calls and the bodies of library functions. See library.hpp.
#include "codegen/legalize/library.hpp"

#include <algorithm>

namespace lathe::codegen {
namespace {

ParamLayout layout_of(const TargetFacts& facts, Vt type) {
  ParamLayout out;
  std::vector<Vt> parts;
  facts.types.parts(type, parts);
  for (const Vt part : parts) {
    out.pieces.push_back({out.bytes, part, Extend::none});
    out.bytes += part.store_bytes();
    out.align = std::max(out.align, part.store_bytes());
  }
  return out;
}

Vt parameter_type(const LibraryFunction& function, std::uint32_t i) {
  return i == 1 && function.op == Isd::fldexp ? vt::i32 : function.operand;
}

}  // namespace

std::vector<ParamLayout> library_parameters(const TargetFacts& facts, const LibraryFunction& function) {
  std::vector<ParamLayout> out;
  for (std::uint32_t i = 0; i < library_operands(function.op); ++i)
    out.push_back(layout_of(facts, parameter_type(function, i)));
  return out;
}

Values library_call(Dag& dag, const TargetFacts& facts, const LibraryFunction& function,
                    std::span<const Values> arguments) {
  CallInfo call;
  call.callee = function.name;
  call.convergent = false;
  Values operands{dag.get(Isd::entry, vt::chain, {})};
  for (const Values& parts : arguments) {
    ParamLayout layout;
    for (const Value v : parts) {
      const Vt type = dag.type(v);
      layout.pieces.push_back({layout.bytes, type, Extend::none});
      layout.bytes += type.store_bytes();
      layout.align = std::max(layout.align, type.store_bytes());
      operands.push_back(v);
    }
    call.params.push_back(std::move(layout));
  }
  std::vector<Vt> types;
  facts.types.parts(function.result, types);
  call.results.push_back(layout_of(facts, function.result));
  types.push_back(vt::chain);
  dag.calls.push_back(std::move(call));
  const NodeId id =
      dag.add(Isd::call, types, operands, {.imm = 0, .aux = static_cast<std::uint32_t>(dag.calls.size() - 1)});
  Values out;
  for (std::uint32_t i = 0; i + 1 < types.size(); ++i) out.push_back({id, i});
  return out;
}

bool library_body(const TargetFacts& facts, const LibraryFunction& function, Dag& dag) {
  dag.clear_block();
  const std::uint32_t count = library_operands(function.op);
  if (count == 0) return false;
  const Value entry = dag.get(Isd::entry, vt::chain, {});
  Values in;
  std::uint32_t next = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Vt type = parameter_type(function, i);
    in.push_back(dag.get(Isd::copy_from_reg, type, {}, {.imm = 0, .aux = next}));
    std::vector<Vt> parts;
    if (!facts.types.parts(type, parts)) return false;
    next += static_cast<std::uint32_t>(parts.size());
  }
  const std::uint64_t imm =
      function.op == Isd::fp_to_si_sat || function.op == Isd::fp_to_ui_sat ? function.result.bits() : 0;
  const Value r = dag.get(function.op, function.result, in, {.imm = imm});
  const ParamLayout layout = layout_of(facts, function.result);
  Values operands{entry};
  if (layout.pieces.size() == 1)
    operands.push_back(r);
  else
    for (std::uint32_t i = 0; i < layout.pieces.size(); ++i) {
      const Vt whole = function.result.as_integer();
      const Value bits = function.result.is_float() ? dag.get(Isd::bitcast, whole, {r}) : r;
      operands.push_back(dag.get(Isd::extract_limb, layout.pieces[i].type, {bits}, {.imm = i}));
    }
  dag.rets.push_back({{layout}});
  dag.set_root(
      dag.get(Isd::ret, vt::chain, operands, {.imm = 0, .aux = static_cast<std::uint32_t>(dag.rets.size() - 1)}));
  return true;
}

TargetFacts inline_facts(const TargetFacts& facts) {
  TargetFacts out = facts;
  out.library.functions.clear();
  for (std::uint32_t op = 0; op < static_cast<std::uint32_t>(Isd::count); ++op)
    for (std::uint32_t type = 0; type < out.types.count(); ++type)
      if (out.actions.get(op, type) == dag::Action::libcall) out.actions.set(op, type, dag::Action::expand);
  return out;
}

}  // namespace lathe::codegen
