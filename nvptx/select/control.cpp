// Branches, jump tables, returns, ends of threads.
//
// Source: PTX ISA 9.0, 9.7.12 (bra, brx.idx, ret, exit), 9.7.19 (trap, brkpt).
#include "nvptx/select/rules.hpp"

namespace lathe::nvptx::selecting {

namespace {

void jump(Context& c, std::uint64_t block) {
  c.write("bra.uni", {Operand::make_block(static_cast<mir::BlockId>(block))});
}

bool branch_if(Context& c, NodeId n) {
  const std::uint64_t yes = c.imm(n), no = c.aux(n);
  if (yes >= c.function.blocks.size() || no >= c.function.blocks.size()) return c.refuse("a block that is not there");
  c.after(c.operand(n, 0));
  Value condition = c.operand(n, 1);
  if (c.type(condition) != vt::i1) return false;
  if (const auto known = c.constant_bits(condition); known || yes == no) {
    jump(c, known == 0U ? no : yes);
    if (yes != no && !c.covering()) ++c.jumps_settled;
    return true;
  }
  // The guard takes a negation; any number of them fold.
  bool negated = false;
  for (bool more = true; more;) {
    more = false;
    if (c.op(condition) != Isd::xor_) break;
    for (std::uint32_t i = 0; i < 2; ++i)
      if (c.constant_bits(c.operand(condition.node, i)) == 1U) {
        condition = c.operand(condition.node, 1 - i);
        negated = !negated;
        more = true;
        break;
      }
  }
  const Operand guard = c.reg(condition);
  if (c.covering()) return true;
  const Operand target = Operand::make_block(static_cast<mir::BlockId>(yes));
  c.write_span("bra", {&target, 1}, guard.a, negated);
  jump(c, no);
  return true;
}

bool branch_table(Context& c, NodeId n) {
  c.after(c.operand(n, 0));
  if (!c.features.has_brx()) return c.refuse("a jump table needs PTX 6.0");
  if (c.aux(n) >= c.dag->jump_tables.size()) return c.refuse("a jump table that is not there");
  const std::vector<std::uint32_t>& targets = c.dag->jump_tables[c.aux(n)];
  if (const auto known = c.constant_bits(c.operand(n, 1)); known && *known < targets.size()) {
    if (targets[*known] >= c.function.blocks.size()) return c.refuse("a block that is not there");
    jump(c, targets[*known]);
    if (!c.covering()) ++c.jumps_settled;
    return true;
  }
  const Operand index = c.reg(c.operand(n, 1));
  if (c.covering()) return true;
  const std::size_t number_of = c.function.tables.size();
  mir::Table table{"$L_brx_" + std::to_string(number_of), {}};
  for (const std::uint32_t target : targets) table.targets.push_back(target);
  const mir::NameId label = c.name(table.name);
  c.function.tables.push_back(std::move(table));
  c.write(mir::pseudo::targets, {number(static_cast<std::int64_t>(number_of))});
  c.write("brx.idx", {index, Operand::make_symbol(label)});
  return true;
}

bool give_back(Context& c, NodeId n) {
  c.after(c.operand(n, 0));
  const std::uint32_t count = c.dag->operand_count(n) - 1;
  if (count != 0) {
    if (c.aux(n) >= c.dag->rets.size() || c.dag->rets[c.aux(n)].results.empty() || c.function.results.empty())
      return c.refuse("a value from a function that returns none");
    c.values.clear();
    for (std::uint32_t i = 0; i < count; ++i) c.values.push_back(c.operand(n, i + 1));
    if (!store_pieces(c, c.function.results[0].name, c.dag->rets[c.aux(n)].results[0], c.values)) return false;
  }
  c.write("ret", {});
  return true;
}

// ptxas believes that a trap returns; the exit tells it that nothing follows.
bool unreachable(Context& c, NodeId n) {
  Value before = c.operand(n, 0);
  c.after(before);
  while (c.op(before) == Isd::token_factor && c.dag->operand_count(before.node) == 1)
    before = c.operand(before.node, 0);
  const bool ended =
      c.op(before) == Isd::trap || (c.op(before) == Isd::call && c.dag->calls[c.aux(before.node)].noreturn);
  if (!ended) c.write("trap", {});
  c.write("exit", {});
  return true;
}

}  // namespace

bool control(Context& c, NodeId n) {
  switch (c.op(n)) {
    case Isd::br:
      c.after(c.operand(n, 0));
      if (c.imm(n) >= c.function.blocks.size()) return c.refuse("a block that is not there");
      jump(c, c.imm(n));
      return true;
    case Isd::br_cond:
      return branch_if(c, n);
    case Isd::br_table:
      return branch_table(c, n);
    case Isd::ret:
      return give_back(c, n);
    case Isd::unreachable:
      return unreachable(c, n);
    case Isd::trap:
      c.after(c.operand(n, 0));
      c.write("trap", {});
      return true;
    case Isd::debugtrap:
      c.after(c.operand(n, 0));
      c.write("brkpt", {});
      return true;
    case Isd::exit:
      c.after(c.operand(n, 0));
      c.write("exit", {});
      return true;
    default:
      return false;
  }
}

}  // namespace lathe::nvptx::selecting
