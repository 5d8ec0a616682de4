// Target intrinsics: the instruction that the recipe names, with its operands.
//
// A recipe of several lines has a literal "\n" between the operand lists. Source: nvptx/intrinsics/recipe.hpp.
#include "nvptx/select/selection.hpp"

namespace lathe::nvptx {

// Operands of one line from `at` on; writes the instruction.
bool BlockSelector::Impl::recipe_line(NodeId n, const Recipe& recipe, std::string_view mnemonic, std::uint32_t& at,
                                      bool chained) {
  using Kind = RecipeOperand::Kind;
  operands_.clear();
  std::vector<std::size_t>& open = open_groups_;
  open.clear();
  std::size_t last = 0;  // where the operand before began
  bool negated = false, joins = false;
  unsigned tuples = 0, brackets = 0;
  for (; at < recipe.operands.size(); ++at) {
    const RecipeOperand& o = recipe.operands[at];
    if (o.kind == Kind::literal && o.text == "\n") {
      ++at;
      break;
    }
    const auto input = [&]() -> Value {
      const std::uint32_t i = o.index + (chained ? 1U : 0U);
      return i < dag_->operand_count(n) ? operand(n, i) : Value{};
    };
    Operand slot;
    switch (o.kind) {
      case Kind::result:
        if (o.index >= dag_->result_count(n) - (chained ? 1U : 0U)) return refuse("a result that is not there");
        slot = def({n, o.index});
        break;
      case Kind::input: {
        const Value v = input();
        if (!v) return refuse("an input that is not there");
        const bool handle = brackets != 0 && tuples == 0 && op(v) == Isd::global_address && imm(v.node) == 0;
        if (handle)
          slot = symbol(dag_->names[aux(v.node)]);
        else
          slot = tuples != 0 || o.value == 1 || type(v).element().bits() == 16 || type(v).is_vector() ? reg(v) : src(v);
        break;
      }
      case Kind::immediate:
        slot = number(o.value);
        break;
      case Kind::address: {
        const Value v = input();
        if (!v) return refuse("an input that is not there");
        slot = address(v);
        slot.value += o.value;
        break;
      }
      case Kind::literal:
        if (covering()) break;
        if (o.text == "_")
          slot = {Operand::Kind::sink, false, 0, mir::none, 0};
        else if (o.text.starts_with('%') || o.text == "WARP_SZ")
          slot = Operand::make_special(name(o.text));
        else
          slot = {Operand::Kind::text, false, 0, name(o.text), 0};
        break;
      case Kind::open_tuple:
      case Kind::open_bracket:
        (o.kind == Kind::open_tuple ? tuples : brackets) += 1;
        if (!joins) last = operands_.size();
        open.push_back(operands_.size());
        operands_.push_back(
            mir::make_group(o.kind == Kind::open_tuple ? mir::GroupKind::tuple : mir::GroupKind::bracket, 0));
        continue;
      case Kind::close_tuple:
      case Kind::close_bracket:
        if (open.empty()) return refuse("a recipe closes a group that is not open");
        if (o.kind == Kind::close_tuple && tuples != 0) --tuples;
        if (o.kind == Kind::close_bracket && brackets != 0) --brackets;
        operands_[open.back()].value = static_cast<std::int64_t>(operands_.size() - open.back() - 1);
        last = open.back();
        open.pop_back();
        continue;
      case Kind::pipe:
        if (operands_.empty()) return refuse("a recipe joins nothing");
        operands_.insert(operands_.begin() + static_cast<std::ptrdiff_t>(last),
                         mir::make_group(mir::GroupKind::pipe, 2));
        joins = true;
        continue;
      case Kind::negate:
        negated = true;
        continue;
    }
    slot.negated ^= negated;
    negated = false;
    if (!joins) last = operands_.size();
    joins = false;
    operands_.push_back(slot);
  }
  if (!open.empty()) return refuse("a recipe leaves a group open");
  if (!covering()) write_span(mnemonic, operands_);
  return true;
}

bool BlockSelector::Impl::ptx(NodeId n, bool chained) {
  if (aux(n) >= dag_->recipes.size()) return refuse("a recipe that is not there");
  const Recipe& recipe = dag_->recipes[aux(n)];
  if (chained) after(operand(n, 0));
  if (!recipe.text.empty()) {
    // Like inline assembly, in a scope for the registers that the text declares.
    const std::uint32_t results = dag_->result_count(n) - (chained ? 1U : 0U);
    operands_.clear();
    operands_.push_back(number(static_cast<std::int64_t>(function_.asms.size())));
    for (std::uint32_t i = 0; i < results; ++i) operands_.push_back(def({n, i}));
    for (std::uint32_t i = chained ? 1 : 0; i < dag_->operand_count(n); ++i) operands_.push_back(reg(operand(n, i)));
    if (covering()) return true;
    function_.asms.push_back({"{\n" + recipe.text + "\n}", results, recipe.chained, recipe.chained, recipe.convergent});
    write_span(mir::pseudo::inline_asm, operands_);
    return true;
  }
  std::string_view lines = recipe.mnemonic;
  if (lines.empty()) return refuse("a recipe without an instruction");
  std::uint32_t at = 0;
  while (!lines.empty()) {
    const std::size_t end = lines.find('\n');
    if (!recipe_line(n, recipe, lines.substr(0, end), at, chained)) return false;
    lines = end == std::string_view::npos ? std::string_view{} : lines.substr(end + 1);
  }
  return true;
}

}  // namespace lathe::nvptx
