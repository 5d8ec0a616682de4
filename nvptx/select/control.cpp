// Branches, jump tables, returns, ends of threads.
//
// Source: PTX ISA 9.0, 9.7.12 (bra, brx.idx, ret, exit), 9.7.19 (trap, brkpt).
#include "nvptx/select/selection.hpp"

namespace lathe::nvptx {

void BlockSelector::Impl::jump(std::uint64_t block) {
  write("bra.uni", {Operand::make_block(static_cast<mir::BlockId>(block))});
}

bool BlockSelector::Impl::branch_if(NodeId n) {
  const std::uint64_t yes = imm(n), no = aux(n);
  if (yes >= function_.blocks.size() || no >= function_.blocks.size()) return refuse("a block that is not there");
  after(operand(n, 0));
  Value c = operand(n, 1);
  if (type(c) != vt::i1) return false;
  if (const auto known = constant_bits(c); known || yes == no) {
    jump(known == 0U ? no : yes);
    if (yes != no && !covering()) ++stats.branches;
    return true;
  }
  // The guard takes a negation; any number of them fold.
  bool negated = false;
  for (bool more = true; more;) {
    more = false;
    if (op(c) != Isd::xor_) break;
    for (std::uint32_t i = 0; i < 2; ++i)
      if (constant_bits(operand(c.node, i)) == 1U) {
        c = operand(c.node, 1 - i);
        negated = !negated;
        more = true;
        break;
      }
  }
  const Operand guard = reg(c);
  if (covering()) return true;
  const Operand target = Operand::make_block(static_cast<mir::BlockId>(yes));
  write_span("bra", {&target, 1}, guard.a, negated);
  jump(no);
  return true;
}

bool BlockSelector::Impl::branch_table(NodeId n) {
  after(operand(n, 0));
  if (!features_.has_brx()) return refuse("a jump table needs PTX 6.0");
  if (aux(n) >= dag_->jump_tables.size()) return refuse("a jump table that is not there");
  const std::vector<std::uint32_t>& targets = dag_->jump_tables[aux(n)];
  if (const auto known = constant_bits(operand(n, 1)); known && *known < targets.size()) {
    if (targets[*known] >= function_.blocks.size()) return refuse("a block that is not there");
    jump(targets[*known]);
    if (!covering()) ++stats.branches;
    return true;
  }
  const Operand index = reg(operand(n, 1));
  if (covering()) return true;
  const std::size_t number_of = function_.tables.size();
  mir::Table table{"$L_brx_" + std::to_string(number_of), {}};
  for (const std::uint32_t target : targets) table.targets.push_back(target);
  const mir::NameId label = name(table.name);
  function_.tables.push_back(std::move(table));
  write(mir::pseudo::targets, {number(static_cast<std::int64_t>(number_of))});
  write("brx.idx", {index, Operand::make_symbol(label)});
  return true;
}

bool BlockSelector::Impl::give_back(NodeId n) {
  after(operand(n, 0));
  const std::uint32_t count = dag_->operand_count(n) - 1;
  if (count != 0) {
    if (aux(n) >= dag_->rets.size() || dag_->rets[aux(n)].results.empty() || function_.results.empty())
      return refuse("a value from a function that returns none");
    values_.clear();
    for (std::uint32_t i = 0; i < count; ++i) values_.push_back(operand(n, i + 1));
    if (!store_pieces(function_.results[0].name, dag_->rets[aux(n)].results[0], values_)) return false;
  }
  write("ret", {});
  return true;
}

// ptxas believes that a trap returns; the exit tells it that nothing follows.
bool BlockSelector::Impl::unreachable(NodeId n) {
  Value before = operand(n, 0);
  after(before);
  while (op(before) == Isd::token_factor && dag_->operand_count(before.node) == 1) before = operand(before.node, 0);
  const bool ended = op(before) == Isd::trap || (op(before) == Isd::call && dag_->calls[aux(before.node)].noreturn);
  if (!ended) write("trap", {});
  write("exit", {});
  return true;
}

bool BlockSelector::Impl::control(NodeId n) {
  switch (dag_->op(n)) {
    case Isd::br:
      after(operand(n, 0));
      if (imm(n) >= function_.blocks.size()) return refuse("a block that is not there");
      jump(imm(n));
      return true;
    case Isd::br_cond:
      return branch_if(n);
    case Isd::br_table:
      return branch_table(n);
    case Isd::ret:
      return give_back(n);
    case Isd::unreachable:
      return unreachable(n);
    case Isd::trap:
      after(operand(n, 0));
      write("trap", {});
      return true;
    case Isd::debugtrap:
      after(operand(n, 0));
      write("brkpt", {});
      return true;
    case Isd::exit:
      after(operand(n, 0));
      write("exit", {});
      return true;
    default:
      return false;
  }
}

}  // namespace lathe::nvptx
