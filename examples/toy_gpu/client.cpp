// See client.hpp.
#include "examples/toy_gpu/client.hpp"

#include <algorithm>

#include <llvm/IR/Function.h>

namespace toy_gpu {

using namespace build;
using Role = lathe::program::Role;

// ---- layouts: as C has them; the frame is aligned to 16, and so is what lies below it

namespace {
constexpr std::uint32_t most_align = 16;
}

Places places_below(const std::vector<ParamLayout>& parameters, const std::vector<ParamLayout>& results) {
  Places out = places(parameters);
  for (const ParamLayout& one : results) out.bytes = std::max(out.bytes, one.bytes);
  out.bytes = (out.bytes + 15) / 16 * 16;
  return out;
}

Client::Client(const llvm::Function& source, const View& view, const TypeFacts& facts, machine::Function& out)
    : view_(view), out_(out) {
  std::vector<ParamLayout> parameters, results;
  for (const llvm::Argument& a : source.args()) {
    if (a.hasByValAttr())
      parameters.push_back(by_value_layout(a.getParamByValType(), build::by_value_align(a), most_align, view));
    else
      parameters.push_back(source.hasKernelCallingConv() ? memory_layout(a.getType(), view)
                                                         : c_layout(a.getType(), facts, most_align, view));
    alignments_.push_back(parameters.back().align);
  }
  if (!source.getReturnType()->isVoidTy()) results.push_back(c_layout(source.getReturnType(), facts, most_align, view));
  own = source.hasKernelCallingConv() ? places(parameters) : places_below(parameters, results);
  for (std::size_t b = 0; b < source.size(); ++b) out.add_block();
}

std::optional<ParamLayout> Client::argument_layout(Context& c, const llvm::CallBase& call, unsigned index) {
  return return_layout(c, call.getArgOperand(index)->getType());
}
ParamLayout Client::byval_layout(Context&, const llvm::CallBase& call, unsigned index) {
  return by_value_layout(call.getParamByValType(index), build::by_value_align(call, index), most_align, view_);
}
std::optional<ParamLayout> Client::result_layout(Context& c, const llvm::CallBase& call) {
  return return_layout(c, call.getType());
}
std::optional<ParamLayout> Client::return_layout(Context& c, const llvm::Type* type) {
  return c_layout(type, c.facts.types.facts(), most_align, view_);
}
void Client::argument(Context& c, const llvm::Argument& parameter) {
  load_parameter(c, parameter, alignments_[parameter.getArgNo()]);
}
std::string Client::lacks(Ability) const { return "the toy GPU's stack has a fixed size: no alloca of variable size"; }
void Client::inline_assembly(Context& c, const llvm::CallBase& call) {
  c.error("the toy GPU has no inline assembly");
  if (!call.getType()->isVoidTy()) c.set(&call, std::span<const Value>());
}

// ---- registers and phis ------------------------------------------------------------------------------

std::uint32_t Client::new_register(Vt) { return out_.make_value_of(vector).value; }

std::uint32_t Client::phi(std::uint32_t block, std::uint32_t result, Vt, std::span<const std::uint32_t> from) {
  phis_.push_back({block, result, {}});
  for (const std::uint32_t b : from) phis_.back().inputs.push_back({machine::BlockId{b}, {}});
  return static_cast<std::uint32_t>(phis_.size() - 1);
}
void Client::phi_input(std::uint32_t phi, std::uint32_t input, std::uint32_t reg) {
  phis_[phi].inputs[input].second = machine::ValueId{reg};
}
void Client::finish() {
  for (Phi& phi : phis_) {
    // Branches on what turned out to be constant do not come any more.
    std::erase_if(phi.inputs, [&](const auto& input) {
      bool comes = false;
      out_.for_each_successor(input.first, [&](machine::BlockId to) { comes |= to.value == phi.block; });
      return !comes;
    });
    out_.add_phi(machine::BlockId{phi.block}, machine::ValueId{phi.result}, phi.inputs);
  }
}

// ---- intrinsics --------------------------------------------------------------------------------------

namespace {

/// An instruction by its row's name; `ordered` among memory accesses and other threads.
Value instruction(Context& c, std::string_view name, std::initializer_list<Value> inputs, bool ordered,
                  bool result = true) {
  Recipe recipe;
  recipe.mnemonic = name;
  recipe.chained = recipe.convergent = ordered;
  ValueList operands;
  if (ordered) operands.push_back(c.ordered_chain());
  for (const Value v : inputs) {
    recipe.input_types.push_back(c.dag.type(v));
    operands.push_back(v);
  }
  if (result) recipe.result_types = {vt::i32};
  std::vector<Vt> types = recipe.result_types;
  if (ordered) types.push_back(vt::chain);
  const auto made =
      c.dag.add(ordered ? Isd::target_chain : Isd::target, types,
                std::span<const Value>(operands.data(), operands.size()), {0, c.dag.recipe_index(recipe)});
  if (ordered) c.set_chain({made, result ? 1U : 0U});
  return {made, 0};
}

Value word(Context& c, std::uint32_t n) { return c.integer(n, vt::i32); }
Value both(Context& c, Isd op, Value a, Value b) { return c.node(op, vt::i32, {a, b}); }

// shfl.sync: which lane is read follows from the lane, the operand and the bounds (PTX ISA 9.0, 9.7.9.6).
void shuffle(Context& c, const llvm::CallBase& call, llvm::StringRef mode) {
  const Value value = c.value(call.getArgOperand(1)), bounds = c.value(call.getArgOperand(3)),
              by = both(c, Isd::and_, c.value(call.getArgOperand(2)), word(c, 31)),
              lane = instruction(c, "lane", {}, false);
  const Value segment = both(c, Isd::and_, both(c, Isd::srl, bounds, word(c, 8)), word(c, 31)),
              inside = both(c, Isd::xor_, segment, word(c, 31)), least = both(c, Isd::and_, lane, segment),
              most = both(c, Isd::or_, least, both(c, Isd::and_, both(c, Isd::and_, bounds, word(c, 31)), inside));
  const bool up = mode == "up";
  const Value from = up               ? both(c, Isd::sub, lane, by)
                     : mode == "down" ? both(c, Isd::add, lane, by)
                     : mode == "bfly" ? both(c, Isd::xor_, lane, by)
                                      : both(c, Isd::or_, least, both(c, Isd::and_, by, inside));
  const Value there = c.dag.setcc(up ? Cond::sge : Cond::sle, from, most);
  const Value source = c.node(Isd::select, vt::i32, {there, from, lane});
  const Vt type = c.dag.type(value);
  const Value read = c.bitcast(instruction(c, "read_lane", {c.bitcast(value, vt::i32), source}, true), type);
  const std::array<Value, 2> results{read, there};
  c.set(&call, std::span<const Value>(results.data(), call.getType()->isStructTy() ? 2 : 1));
}

void vote(Context& c, const llvm::CallBase& call, llvm::StringRef mode) {
  const Value mask = c.value(call.getArgOperand(0)), said = c.value(call.getArgOperand(1)), none = word(c, 0);
  const auto votes = [&](Value v) { return both(c, Isd::and_, instruction(c, "ballot", {v}, true), mask); };
  const auto no = [&] { return votes(c.node(Isd::xor_, vt::i1, {said, c.integer(1, vt::i1)})); };
  if (mode == "ballot") return c.set(&call, votes(said));
  if (mode == "any") return c.set(&call, c.dag.setcc(Cond::ne, votes(said), none));
  if (mode == "all") return c.set(&call, c.dag.setcc(Cond::eq, no(), none));
  const Value yes = c.dag.setcc(Cond::eq, votes(said), none), not_one = c.dag.setcc(Cond::eq, no(), none);
  c.set(&call, c.node(Isd::or_, vt::i1, {yes, not_one}));
}

// What each lane has, one lane after another; of lanes that are not there `read_lane` gives the reader's own.
template <class F>
void for_each_lane(Context& c, Value mask, F&& f) {
  const Value there = both(c, Isd::and_, instruction(c, "active", {}, true), mask);
  for (std::uint32_t l = 0; l < 32; ++l) f(l, both(c, Isd::and_, both(c, Isd::srl, there, word(c, l)), word(c, 1)));
}
Value lane_of(Context& c, Value v, std::uint32_t lane) { return instruction(c, "read_lane", {v, word(c, lane)}, true); }

void match(Context& c, const llvm::CallBase& call, bool all) {
  const Value mask = c.value(call.getArgOperand(0)), value = c.value(call.getArgOperand(1));
  const bool wide = c.dag.type(value) == vt::i64;
  const auto part = [&](std::uint32_t i) { return wide ? c.node(Isd::extract_limb, vt::i32, {value}, {i, 0}) : value; };
  Value same = word(c, 0), there = same;
  for_each_lane(c, mask, [&](std::uint32_t l, Value is) {
    Value equal = c.dag.setcc(Cond::eq, lane_of(c, part(0), l), part(0));
    if (wide) equal = c.node(Isd::and_, vt::i1, {equal, c.dag.setcc(Cond::eq, lane_of(c, part(1), l), part(1))});
    const Value bit = both(c, Isd::shl, is, word(c, l));
    there = both(c, Isd::or_, there, bit);
    same = both(c, Isd::or_, same, c.node(Isd::select, vt::i32, {equal, bit, word(c, 0)}));
  });
  if (!all) return c.set(&call, same);
  const Value agreed = c.dag.setcc(Cond::eq, same, there);
  const std::array<Value, 2> results{c.node(Isd::select, vt::i32, {agreed, same, word(c, 0)}), agreed};
  c.set(&call, results);
}

bool reduce(Context& c, const llvm::CallBase& call, llvm::StringRef name) {
  struct Row {
    std::string_view name;
    Isd op;
    std::uint32_t neutral;
  };
  static constexpr Row rows[] = {{"add", Isd::add, 0},     {"and", Isd::and_, ~0U},       {"or", Isd::or_, 0},
                                 {"xor", Isd::xor_, 0},    {"min", Isd::smin, INT32_MAX}, {"max", Isd::smax, 1U << 31},
                                 {"umin", Isd::umin, ~0U}, {"umax", Isd::umax, 0}};
  for (const Row& row : rows) {
    if (std::string_view(name) != row.name) continue;
    Value sum = word(c, row.neutral);
    for_each_lane(c, c.value(call.getArgOperand(1)), [&](std::uint32_t l, Value is) {
      const Value counts = c.dag.setcc(Cond::ne, is, word(c, 0)), lane = lane_of(c, c.value(call.getArgOperand(0)), l);
      sum = both(c, row.op, sum, c.node(Isd::select, vt::i32, {counts, lane, word(c, row.neutral)}));
    });
    c.set(&call, sum);
    return true;
  }
  return false;
}

/// Registers that hold a number; empty for another name.
Value special_register(Context& c, llvm::StringRef name) {
  if (name == "warpsize") return word(c, 32);
  const auto lane = [&] { return instruction(c, "lane", {}, false); };
  if (name == "laneid") return lane();
  if (name.consume_front("lanemask.")) {
    const Value bit = both(c, Isd::shl, word(c, 1), lane()), below = both(c, Isd::sub, bit, word(c, 1)),
                all = word(c, ~0U);
    return name == "eq"   ? bit
           : name == "lt" ? below
           : name == "le" ? both(c, Isd::or_, below, bit)
           : name == "gt" ? both(c, Isd::xor_, both(c, Isd::or_, below, bit), all)
                          : both(c, Isd::xor_, below, all);
  }
  if (name == "clock") return instruction(c, "clock", {}, true);
  if (name == "clock64") return c.resize(instruction(c, "clock", {}, true), vt::i64, Isd::zext);
  if (name.starts_with("tid.") || name.starts_with("ntid.") || name.starts_with("ctaid.") ||
      name.starts_with("nctaid."))
    return instruction(c, {name.data(), name.size()}, {}, false);
  return {};
}

struct Plain {
  std::string_view name;  ///< without .ftz and the type's letter
  Isd op;
  std::uint64_t imm = 0;
};
constexpr Plain plain[] = {
    {"fma.rn", Isd::fma},
    {"add.rn", Isd::fadd},
    {"mul.rn", Isd::fmul},
    {"div.rn", Isd::fdiv},
    {"div.approx", Isd::fdiv},
    {"div.full", Isd::fdiv},
    {"sqrt.rn", Isd::fsqrt},
    {"sqrt.approx", Isd::fsqrt},
    {"sqrt", Isd::fsqrt},
    {"ex2.approx", Isd::fexp2},
    {"lg2.approx", Isd::flog2},
    {"sin.approx", Isd::fsin},
    {"cos.approx", Isd::fcos},
    {"fmin", Isd::fminnum},
    {"fmax", Isd::fmaxnum},
    {"floor", Isd::ffloor},
    {"ceil", Isd::fceil},
    {"trunc", Isd::ftrunc},
    {"round", Isd::frint},
    {"fabs", Isd::fabs},
    {"mulhi.i", Isd::mulhs},
    {"mulhi.ui", Isd::mulhu},
    {"mulhi.ll", Isd::mulhs},
    {"mulhi.ull", Isd::mulhu},
    {"f2i.rz", Isd::fp_to_si_sat},
    {"f2ui.rz", Isd::fp_to_ui_sat},
    {"d2i.rz", Isd::fp_to_si_sat},
    {"d2ui.rz", Isd::fp_to_ui_sat},
    {"f2ll.rz", Isd::fp_to_si_sat},
    {"f2ull.rz", Isd::fp_to_ui_sat},
    {"d2ll.rz", Isd::fp_to_si_sat},
    {"d2ull.rz", Isd::fp_to_ui_sat},
    {"f2i.rn", Isd::fp_round_to_int},
    {"d2i.rn", Isd::fp_round_to_int},
    {"i2f.rn", Isd::si_to_fp},
    {"ui2f.rn", Isd::ui_to_fp},
    {"i2d.rn", Isd::si_to_fp},
    {"ui2d.rn", Isd::ui_to_fp},
    {"ll2f.rn", Isd::si_to_fp},
    {"ull2f.rn", Isd::ui_to_fp},
    {"ll2d.rn", Isd::si_to_fp},
    {"ull2d.rn", Isd::ui_to_fp},
    {"d2f.rn", Isd::fp_trunc},
    {"bitcast.f2i", Isd::bitcast},
    {"bitcast.i2f", Isd::bitcast},
    {"bitcast.d2ll", Isd::bitcast},
    {"bitcast.ll2d", Isd::bitcast},
};

/// Operations that graphs have; empty for another name.
Value plain_operation(Context& c, const llvm::CallBase& call, std::string name, Vt type) {
  if (const auto at = name.find(".ftz"); at != std::string::npos) name.erase(at, 4);
  const auto argument = [&](unsigned i) { return c.value(call.getArgOperand(i)); };
  const auto one = [&] { return c.dag.constant_fp_bits(type == vt::f32 ? 0x3F800000U : 0x3FF0000000000000U, type); };
  if (name == "rcp.rn.f" || name == "rcp.approx.f" || name == "rcp.rn.d" || name == "rcp.approx.d")
    return c.node(Isd::fdiv, type, {one(), argument(0)});
  if (name == "rsqrt.approx.f" || name == "rsqrt.approx.d")
    return c.node(Isd::fdiv, type, {one(), c.node(Isd::fsqrt, type, {argument(0)})});
  if (name == "lohi.i2d") return c.bitcast(c.node(Isd::build_pair, vt::i64, {argument(0), argument(1)}), type);
  if (name == "d2i.lo" || name == "d2i.hi")
    return c.node(Isd::extract_limb, vt::i32, {c.bitcast(argument(0), vt::i64)}, {name == "d2i.hi" ? 1U : 0U, 0});
  if (name == "saturate.f")
    return c.node(Isd::fminnum, type,
                  {c.node(Isd::fmaxnum, type, {argument(0), c.dag.constant_fp_bits(0, type)}), one()});
  const bool suffix = name.ends_with(".f") || name.ends_with(".d") || name.ends_with(".f32") || name.ends_with(".f64");
  const std::string base = suffix ? name.substr(0, name.rfind('.')) : name;
  for (const Plain& row : plain) {
    if (row.name != base) continue;
    ValueList operands;
    for (unsigned i = 0; i < call.arg_size(); ++i) operands.push_back(argument(i));
    const bool saturates = row.op == Isd::fp_to_si_sat || row.op == Isd::fp_to_ui_sat;
    return c.dag.get(row.op, type, std::span<const Value>(operands.data(), operands.size()),
                     {saturates ? type.bits() : 0, 0});
  }
  return {};
}

}  // namespace

bool Client::intrinsic(Context& c, const llvm::CallBase& call, llvm::StringRef name) {
  if (name == "llvm.readcyclecounter") name = "llvm.nvvm.read.ptx.sreg.clock64";
  if (!name.consume_front("llvm.nvvm.")) return false;
  if (name.consume_front("read.ptx.sreg.")) {
    if (const Value read = special_register(c, name)) return c.set(&call, read), true;
  } else if (name.starts_with("barrier.cta.sync") && name.ends_with("all")) {
    return instruction(c, "barrier", {}, true, false), true;
  } else if (name.starts_with("membar.") || name.starts_with("fence.") || name == "bar.warp.sync") {
    return instruction(c, "fence", {}, true, false), true;
  } else if (name.consume_front("shfl.sync.")) {
    return shuffle(c, call, name.split('.').first), true;
  } else if (name.consume_front("vote.")) {
    return vote(c, call, name.split('.').first), true;
  } else if (name.starts_with("match.")) {
    return match(c, call, name.starts_with("match.all")), true;
  } else if (name.consume_front("redux.sync.")) {
    return reduce(c, call, name);
  } else if (name == "activemask") {
    return c.set(&call, instruction(c, "active", {}, true)), true;
  } else if (name == "exit") {
    return c.set_chain(c.node(Isd::exit, vt::chain, {c.ordered_chain()})), true;
  } else if (!call.getType()->isVoidTy() && !call.getType()->isStructTy()) {
    if (const Value made = plain_operation(c, call, name.str(), c.type_of(&call))) return c.set(&call, made), true;
  }
  return false;
}

}  // namespace toy_gpu
