// Where values meet registers with a given type: virtual registers between blocks, parameters and results of calls,
// recipes of target instructions, inline assembly.
//
// Inline assembly after this: an operand's register type follows its letter (b i1, c and h i16, r i32, l i64, f f32,
// d f64), its AsmOperand::type says it; letter q is two i64, low first: slot names the first, the next one follows.
#include "codegen/legalize/lower.hpp"

namespace lathe::codegen {

using dag::Rewrite;

std::uint32_t TypeLowering::register_count(Vt type) const {
  std::vector<Vt> parts;
  facts_.types.parts(type, parts);
  return static_cast<std::uint32_t>(parts.size());
}

Rewrite TypeLowering::lower_copy(NodeId id) {
  const std::uint32_t first = dag_.payload(id).aux;
  const DagPayload payload = dag_.payload(id);
  if (dag_.op(id) == Isd::copy_from_reg) {
    const Vt type = dag_.types(id)[0];
    const TypeRule r = rule(type);
    std::uint32_t count = 1;
    Vt part = r.to;
    if (r.action == TypeAction::expand)
      count = type.bits() / limb().bits(), part = limb();
    else if (r.action == TypeAction::split)
      count = (type.lanes() + r.to.lanes() - 1) / r.to.lanes();
    else if (r.action == TypeAction::scalarize)
      count = type.lanes();
    const std::uint32_t stride = register_count(part);
    Values out;
    for (std::uint32_t i = 0; i < count; ++i)
      out.push_back(dag_.get(Isd::copy_from_reg, part, {}, {.imm = payload.imm, .aux = first + i * stride}));
    return done(id, out);
  }
  const Value value = operand(id, 1);
  if (rule(dag_.type(value)).action == TypeAction::refuse)
    return refuse(id, facts_.name + " cannot hold " + to_string(dag_.type(value)));
  Values parts;
  flat(value, parts);
  // The copies are independent of each other: all hang on the same chain.
  Values chains;
  for (std::uint32_t i = 0; i < parts.size(); ++i)
    chains.push_back(
        dag_.get(Isd::copy_to_reg, vt::chain, {operand(id, 0), parts[i]}, {.imm = payload.imm, .aux = first + i}));
  return done(id, chains.size() == 1 ? chains[0] : dag_.get(Isd::token_factor, vt::chain, chains));
}

Value TypeLowering::to_register(Value v, Vt to, Extend extend) {
  v = current(v);
  const Vt from = dag_.type(v);
  if (from == to) return v;
  if (from.is_scalar() && from.is_integer() && to.is_scalar() && to.is_integer()) return to_integer(v, to, extend);
  if (from.total_bits() == to.total_bits()) {
    if (legal(from)) return make_.bitcast(v, to);
    std::vector<Chunk> c;
    chunks(v, c);
    return assemble(to, c)[0];
  }
  // Through integers: the bits of v, widened or narrowed, as `to`.
  std::vector<Chunk> c;
  chunks(v, c);
  const Vt bits(VtKind::integer, to.total_bits());
  const std::uint32_t width = std::min(from.total_bits(), to.total_bits());
  return make_.bitcast(make_.resize(gather(c, 0, width, true), bits, extend == Extend::any ? Extend::zero : extend),
                       to);
}

Value TypeLowering::from_register(Value from, Vt type) {
  const Vt have = dag_.type(from);
  if (have == type) return from;
  if (have.total_bits() == type.total_bits()) return make_.bitcast(from, type);
  if (have.is_scalar() && have.is_integer() && type.is_scalar() && type.is_integer()) return make_.resize(from, type);
  const Value bits = make_.bitcast(from, Vt(VtKind::integer, have.total_bits()));
  return make_.bitcast(make_.resize(bits, Vt(VtKind::integer, type.total_bits())), type);
}

// ---- calls and returns -----------------------------------------------------------------------------

namespace {

// Calls f(piece, position) for the pieces in order; position counts them.
template <class F>
void for_each_piece(const std::vector<ParamLayout>& layouts, F&& f) {
  std::uint32_t position = 0;
  for (const ParamLayout& layout : layouts)
    for (const ParamPiece& piece : layout.pieces) f(piece, position++);
}

}  // namespace

Vt TypeLowering::piece_register(Vt in_memory) const {
  if (in_memory == vt::i1) return facts_.types.word(8);  // a byte
  if (legal(in_memory) || in_memory.is_vector()) return in_memory;
  return facts_.types.word(in_memory.bits());
}

bool TypeLowering::pieces_settled(const Dag& dag, NodeId id) const {
  const bool call = dag.op(id) == Isd::call;
  const std::vector<ParamLayout>& in =
      call ? dag.calls[dag.payload(id).aux].params : dag.rets[dag.payload(id).aux].results;
  const std::uint32_t first = call && dag.calls[dag.payload(id).aux].callee.empty() ? 2 : 1;
  bool settled = true;
  for_each_piece(in, [&](const ParamPiece& p, std::uint32_t i) {
    if (first + i < dag.operand_count(id)) settled &= dag.type(dag.operand(id, first + i)) == piece_register(p.type);
  });
  if (call)
    for_each_piece(dag.calls[dag.payload(id).aux].results, [&](const ParamPiece& p, std::uint32_t i) {
      if (i + 1 < dag.result_count(id)) settled &= dag.types(id)[i] == piece_register(p.type);
    });
  return settled;
}

Rewrite TypeLowering::lower_call(NodeId id) {
  const CallInfo& call = dag_.calls[dag_.payload(id).aux];
  const std::uint32_t first = call.callee.empty() ? 2 : 1;
  Values operands;
  for (std::uint32_t i = 0; i < dag_.operand_count(id); ++i) operands.push_back(operand(id, i));
  if (first == 2 && operands.size() > 1 && wide_.is(dag_.type(operands[1]))) operands[1] = pair(limbs(operands[1]));
  for_each_piece(call.params, [&](const ParamPiece& p, std::uint32_t i) {
    if (first + i < operands.size())
      operands[first + i] = to_register(operands[first + i], piece_register(p.type), p.extend);
  });
  std::vector<Vt> types(dag_.types(id).begin(), dag_.types(id).end());
  for_each_piece(call.results, [&](const ParamPiece& p, std::uint32_t i) {
    if (i + 1 < types.size()) types[i] = piece_register(p.type);
  });
  for (const Vt type : types)
    if (!legal(type)) return refuse(id, "a result piece of type " + to_string(type));
  for (const Value v : operands)
    if (!legal(dag_.type(v)) && !(first == 2 && v == operands[1] && wide_.is_pair(dag_, v)))
      return refuse(id, "a parameter piece of type " + to_string(dag_.type(v)));
  const NodeId node = dag_.add(Isd::call, types, operands, dag_.payload(id), dag_.flags(id));
  for (std::uint32_t i = 0; i < types.size(); ++i) set(id, i, from_register({node, i}, dag_.types(id)[i]));
  return Rewrite::replaced;
}

Rewrite TypeLowering::lower_ret(NodeId id) {
  Values operands;
  for (std::uint32_t i = 0; i < dag_.operand_count(id); ++i) operands.push_back(operand(id, i));
  for_each_piece(dag_.rets[dag_.payload(id).aux].results, [&](const ParamPiece& p, std::uint32_t i) {
    if (1 + i < operands.size()) operands[1 + i] = to_register(operands[1 + i], piece_register(p.type), p.extend);
  });
  for (const Value v : operands)
    if (!legal(dag_.type(v))) return refuse(id, "a result piece of type " + to_string(dag_.type(v)));
  return done(id, dag_.get(Isd::ret, vt::chain, operands, dag_.payload(id)));
}

// ---- recipes ---------------------------------------------------------------------------------------

Rewrite TypeLowering::lower_target(NodeId id) {
  const Recipe& recipe = dag_.recipes[dag_.payload(id).aux];
  const std::uint32_t chain = dag_.op(id) == Isd::target_chain ? 1 : 0;
  Values operands;
  for (std::uint32_t i = 0; i < dag_.operand_count(id); ++i) {
    Value v = operand(id, i);
    if (i >= chain && i - chain < recipe.input_types.size()) {
      const std::uint8_t how = i - chain < recipe.input_extend.size() ? recipe.input_extend[i - chain] : 0;
      const Extend extend = how == 1 ? Extend::zero : how == 2 ? Extend::sign : Extend::any;
      if (rule(dag_.type(v)).action == TypeAction::refuse)
        return refuse(id, facts_.name + " cannot hold " + to_string(dag_.type(v)));
      v = to_register(v, recipe.input_types[i - chain], extend);
    }
    if (!legal(dag_.type(v))) return refuse(id, "an operand of type " + to_string(dag_.type(v)));
    operands.push_back(v);
  }
  std::vector<Vt> types(dag_.types(id).begin(), dag_.types(id).end());
  for (std::uint32_t i = 0; i < recipe.result_types.size() && i < types.size(); ++i)
    if (!types[i].is_chain()) types[i] = recipe.result_types[i];
  for (const Vt type : types)
    if (!legal(type)) return refuse(id, "a result of type " + to_string(type));
  const NodeId node = dag_.add(dag_.op(id), types, operands, dag_.payload(id), dag_.flags(id));
  for (std::uint32_t i = 0; i < types.size(); ++i) set(id, i, from_register({node, i}, dag_.types(id)[i]));
  return Rewrite::replaced;
}

// ---- inline assembly -------------------------------------------------------------------------------

namespace {

// The register type of a letter; none for immediates, memory and q.
Vt letter_type(char letter, Vt given) {
  switch (letter) {
    case 'b':
      return vt::i1;
    case 'c':
    case 'h':
      return given == vt::f16 || given == vt::bf16 ? given : vt::i16;
    case 'r':
      return given.is_vector() && given.total_bits() == 32 ? given : vt::i32;
    case 'l':
      return given == vt::v2f32 ? given : vt::i64;
    case 'm':
      return vt::i64;
    case 'f':
      return vt::f32;
    case 'd':
      return vt::f64;
    default:
      return {};
  }
}

}  // namespace

bool TypeLowering::asm_settled(const Dag& dag, NodeId id) {
  for (const AsmOperand& o : dag.asms[dag.payload(id).aux].operands) {
    if (o.slot < 0) continue;
    const auto slot = static_cast<std::uint32_t>(o.slot);
    if (o.output ? slot >= dag.result_count(id) : slot + 1 >= dag.operand_count(id)) continue;
    const Vt type = o.output ? dag.types(id)[slot] : dag.type(dag.operand(id, slot + 1));
    const Vt wanted = o.letter == 'q' ? vt::i64 : letter_type(o.letter, type);
    if (wanted != Vt{} && type != wanted) return false;
  }
  return true;
}

Rewrite TypeLowering::lower_asm(NodeId id) {
  AsmInfo info = dag_.asms[dag_.payload(id).aux];
  const std::uint32_t result_count = dag_.result_count(id) - 1, operand_count = dag_.operand_count(id) - 1;
  std::vector<Vt> given(dag_.types(id).begin(), dag_.types(id).end());
  // Old slot -> operand description.
  std::vector<AsmOperand*> outputs(result_count, nullptr), inputs(operand_count, nullptr);
  for (AsmOperand& o : info.operands) {
    if (o.slot < 0) continue;
    std::vector<AsmOperand*>& list = o.output ? outputs : inputs;
    if (static_cast<std::size_t>(o.slot) < list.size()) list[static_cast<std::size_t>(o.slot)] = &o;
  }
  std::vector<Vt> types;
  std::vector<std::uint32_t> first(result_count, 0);
  for (std::uint32_t i = 0; i < result_count; ++i) {
    first[i] = static_cast<std::uint32_t>(types.size());
    AsmOperand* o = outputs[i];
    if (o != nullptr && o->letter == 'q')
      types.insert(types.end(), 2, vt::i64);
    else
      types.push_back(o == nullptr || letter_type(o->letter, given[i]) == Vt{} ? given[i]
                                                                               : letter_type(o->letter, given[i]));
    if (o != nullptr) {
      o->slot = static_cast<int>(first[i]);
      o->type = o->letter == 'q' ? vt::i128 : types.back();
    }
    if (!legal(types.back())) return refuse(id, "an output of type " + to_string(given[i]));
  }
  types.push_back(vt::chain);
  Values operands{operand(id, 0)};
  for (std::uint32_t i = 0; i < operand_count; ++i) {
    const Value v = operand(id, i + 1);
    const Vt type = dag_.type(v);
    AsmOperand* o = inputs[i];
    if (rule(type).action == TypeAction::refuse) return refuse(id, facts_.name + " cannot hold " + to_string(type));
    const auto slot = static_cast<int>(operands.size()) - 1;
    if (o != nullptr && o->letter == 'q') {
      std::vector<Chunk> c;
      chunks(v, c);
      const Values l = assemble(vt::i128, c);
      operands.insert(operands.end(), l.begin(), l.end());
      o->type = vt::i128;
    } else {
      const Vt wanted = o == nullptr ? Vt{} : letter_type(o->letter, type);
      const Value r = wanted == Vt{} ? any(v) : to_register(v, wanted, Extend::zero);
      if (!legal(dag_.type(r))) return refuse(id, "an input of type " + to_string(type));
      operands.push_back(r);
      if (o != nullptr) o->type = dag_.type(r);
    }
    if (o != nullptr) o->slot = slot;
  }
  DagPayload payload = dag_.payload(id);
  payload.aux = static_cast<std::uint32_t>(dag_.asms.size());
  dag_.asms.push_back(std::move(info));
  const NodeId node = dag_.add(Isd::inline_asm, types, operands, payload, dag_.flags(id));
  for (std::uint32_t i = 0; i < result_count; ++i) {
    Value v{node, first[i]};
    if (outputs[i] != nullptr && outputs[i]->letter == 'q') {
      if (given[i].total_bits() != 128) return refuse(id, "letter q holds 128 bits");
      v = dag_.get(Isd::build_pair, vt::i128, {v, Value{node, first[i] + 1}});
    }
    set(id, i, from_register(v, given[i]));
  }
  set(id, result_count, Value{node, static_cast<std::uint32_t>(types.size()) - 1});
  return Rewrite::replaced;
}

Rewrite TypeLowering::lower_other(NodeId id) {
  // Control and memory nodes whose operands have one fixed type: bring integers to it.
  const Isd op = dag_.op(id);
  const Vt wanted = op == Isd::br_cond ? vt::i1 : op == Isd::br_table ? vt::i32 : facts_.address(Space::local);
  Values operands;
  for (std::uint32_t i = 0; i < dag_.operand_count(id); ++i) {
    Value v = operand(id, i);
    const Vt type = dag_.type(v);
    if (!type.is_chain() && !legal(type)) {
      if (!type.is_integer() || type.is_vector() || rule(type).action == TypeAction::refuse) return refuse(id);
      v = to_integer(v, wanted, Extend::zero);
    }
    operands.push_back(v);
  }
  return again(id, operands);
}

// The node with these operands, where its results are legal as they are.
Rewrite TypeLowering::again(NodeId id, const Values& operands) {
  const std::vector<Vt> types(dag_.types(id).begin(), dag_.types(id).end());
  for (const Vt type : types)
    if (!legal(type)) return refuse(id);
  const NodeId node = dag_.add(dag_.op(id), types, operands, dag_.payload(id), dag_.flags(id));
  for (std::uint32_t i = 0; i < types.size(); ++i) set(id, i, Value{node, i});
  return Rewrite::replaced;
}

}  // namespace lathe::codegen
