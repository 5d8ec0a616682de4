// Target intrinsics: the instruction that the recipe names, with its operands.
//
// A recipe of several lines has a literal "\n" between the operand lists. Source: nvptx/intrinsics/recipe.hpp.
#include "nvptx/select/rules.hpp"

namespace lathe::nvptx::selecting {

namespace {

using Kind = RecipeOperand::Kind;

// What is known of one instruction while its operands are read; they stand in Context::operands.
struct Line {
  NodeId node;
  bool chained;
  std::size_t last = 0;  ///< where the operand before began
  bool joins = false;    ///< the next operand is the second of p|q
  unsigned tuples = 0, brackets = 0;
};

// Input `index` of the recipe, empty when the node has fewer.
Value input(const Context& c, const Line& line, std::uint32_t index) {
  const std::uint32_t i = index + (line.chained ? 1U : 0U);
  return i < c.dag->operand_count(line.node) ? c.operand(line.node, i) : Value{};
}

Operand input_operand(Context& c, const Line& line, const RecipeOperand& o, Value v) {
  const bool handle = line.brackets != 0 && line.tuples == 0 && c.op(v) == Isd::global_address && c.imm(v.node) == 0;
  if (handle) return c.symbol(c.dag->names[c.aux(v.node)]);
  const bool in_register =
      line.tuples != 0 || o.value == 1 || c.type(v).element().bits() == 16 || c.type(v).is_vector();
  return in_register ? c.reg(v) : c.src(v);
}

Operand literal(Context& c, const std::string& text) {
  if (c.covering()) return {};
  if (text == "_") return {Operand::Kind::sink, false, 0, mir::none, 0};
  if (text.starts_with('%') || text == "WARP_SZ") return Operand::make_special(c.name(text));
  return {Operand::Kind::text, false, 0, c.name(text), 0};
}

void open_group(Context& c, Line& line, Kind kind) {
  const bool tuple = kind == Kind::open_tuple;
  (tuple ? line.tuples : line.brackets) += 1;
  if (!line.joins) line.last = c.operands.size();
  c.recipe.open_groups.push_back(c.operands.size());
  c.operands.push_back(mir::make_group(tuple ? mir::GroupKind::tuple : mir::GroupKind::bracket, 0));
}

bool close_group(Context& c, Line& line, Kind kind) {
  std::vector<std::size_t>& open = c.recipe.open_groups;
  if (open.empty()) return c.refuse("a recipe closes a group that is not open");
  unsigned& depth = kind == Kind::close_tuple ? line.tuples : line.brackets;
  if (depth != 0) --depth;
  c.operands[open.back()].value = static_cast<std::int64_t>(c.operands.size() - open.back() - 1);
  line.last = open.back();
  open.pop_back();
  return true;
}

// The operand before becomes the first of p|q.
bool join(Context& c, Line& line) {
  if (c.operands.empty()) return c.refuse("a recipe joins nothing");
  c.operands.insert(c.operands.begin() + static_cast<std::ptrdiff_t>(line.last),
                    mir::make_group(mir::GroupKind::pipe, 2));
  line.joins = true;
  return true;
}

// An operand that is no mark: into its slot.
bool one_operand(Context& c, const Line& line, const RecipeOperand& o, Operand& slot) {
  switch (o.kind) {
    case Kind::result:
      if (o.index >= c.dag->result_count(line.node) - (line.chained ? 1U : 0U))
        return c.refuse("a result that is not there");
      slot = c.def({line.node, o.index});
      return true;
    case Kind::input:
    case Kind::address: {
      const Value v = input(c, line, o.index);
      if (!v) return c.refuse("an input that is not there");
      slot = o.kind == Kind::input ? input_operand(c, line, o, v) : address(c, v);
      if (o.kind == Kind::address) slot.value += o.value;
      return true;
    }
    case Kind::immediate:
      slot = number(o.value);
      return true;
    default:
      slot = literal(c, o.text);
      return true;
  }
}

// Operands of one line from `at` on; writes the instruction.
bool recipe_line(Context& c, NodeId n, const Recipe& recipe, std::string_view mnemonic, std::uint32_t& at,
                 bool chained) {
  c.operands.clear();
  c.recipe.open_groups.clear();
  Line line{n, chained};
  bool negated = false;
  while (at < recipe.operands.size()) {
    const RecipeOperand& o = recipe.operands[at++];
    switch (o.kind) {
      case Kind::open_tuple:
      case Kind::open_bracket:
        open_group(c, line, o.kind);
        continue;
      case Kind::close_tuple:
      case Kind::close_bracket:
        if (!close_group(c, line, o.kind)) return false;
        continue;
      case Kind::pipe:
        if (!join(c, line)) return false;
        continue;
      case Kind::negate:
        negated = true;
        continue;
      default:
        break;
    }
    if (o.kind == Kind::literal && o.text == "\n") break;
    Operand slot;
    if (!one_operand(c, line, o, slot)) return false;
    slot.negated ^= negated;
    negated = false;
    if (!line.joins) line.last = c.operands.size();
    line.joins = false;
    c.operands.push_back(slot);
  }
  if (!c.recipe.open_groups.empty()) return c.refuse("a recipe leaves a group open");
  if (!c.covering()) c.write_span(mnemonic, c.operands);
  return true;
}

}  // namespace

bool target_instruction(Context& c, NodeId n, bool chained) {
  if (c.aux(n) >= c.dag->recipes.size()) return c.refuse("a recipe that is not there");
  const Recipe& recipe = c.dag->recipes[c.aux(n)];
  if (chained) c.after(c.operand(n, 0));
  if (!recipe.text.empty()) {
    // Like inline assembly, in a scope for the registers that the text declares.
    const std::uint32_t results = c.dag->result_count(n) - (chained ? 1U : 0U);
    c.operands.clear();
    c.operands.push_back(number(static_cast<std::int64_t>(c.function.asms.size())));
    for (std::uint32_t i = 0; i < results; ++i) c.operands.push_back(c.def({n, i}));
    for (std::uint32_t i = chained ? 1 : 0; i < c.dag->operand_count(n); ++i)
      c.operands.push_back(c.reg(c.operand(n, i)));
    if (c.covering()) return true;
    c.function.asms.push_back(
        {"{\n" + recipe.text + "\n}", results, recipe.chained, recipe.chained, recipe.convergent});
    c.write_span(mir::pseudo::inline_asm, c.operands);
    return true;
  }
  std::string_view lines = recipe.mnemonic;
  if (lines.empty()) return c.refuse("a recipe without an instruction");
  std::uint32_t at = 0;
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    if (!recipe_line(c, n, recipe, lines.substr(0, end), at, chained)) return false;
    lines = end == std::string_view::npos ? std::string_view{} : lines.substr(end + 1);
  }
  return true;
}

}  // namespace lathe::nvptx::selecting
