// A function of NVPTX machine IR as a program::Editor: taken out of the function, edited, and written back once.
//
// Instructions get stable ids and stand in linked order; their operands stay where the function has them, so that
// everything in nvptx/mir/facts.hpp goes on to answer. What runs into the block behind it gets a jump that says so, for
// ways out of a block may not depend on the layout; written back, such a jump goes where the layout does its work.
//
// What PTX has no words for while it is edited:
// - A constant that a phi takes is a value that nothing defines (`is_constant`).
// - What is written in part reads its old value from the same register. Here the two are two mentions; where they name
//   two registers, write() puts a move in front, and another behind it where the instruction reads what it writes.
// - Jump tables belong to their branches; write() makes tables of them.
//
// From the first edit until write() the function is neither what it was nor what it will be: nobody else may look into
// it, and without write() only its destruction is left.
//
// Cost: O(instructions) to make and to write; O(1) per edit beside the operands of the instruction, or the branches of
// the block.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lathe/dense/map.hpp>
#include <lathe/program/editor.hpp>
#include <lathe/support/index.hpp>

#include "nvptx/views/view.hpp"

namespace lathe::nvptx {

using MirId = Index<struct MirInstruction>;

class MirCode {
  static constexpr std::uint32_t none = mir::none;
  struct Node {
    mir::Inst inst;
    std::uint32_t prev = none, next = none;
    mir::BlockId block = none;   ///< none: it stands nowhere
    std::uint32_t table = none;  ///< of its targets, for a branch by a table
    bool runs_on = false;        ///< a jump that the function does not have: control runs into the block behind
  };
  struct BlockNode {
    std::uint32_t first = none, last = none, prev = none, next = none;
    bool in = false;  ///< the layout
  };
  /// Numbers along a chain, as Ids.
  template <class Nodes, class Id>
  class Chain {
   public:
    class iterator {
     public:
      using value_type = Id;
      using difference_type = std::ptrdiff_t;
      using iterator_category = std::input_iterator_tag;
      using iterator_concept = std::forward_iterator_tag;
      using reference = Id;
      using pointer = void;
      iterator() = default;
      iterator(const Nodes* all, std::uint32_t at) : all_(all), at_(at) {}
      Id operator*() const { return Id(at_); }
      iterator& operator++() {
        at_ = (*all_)[at_].next;
        return *this;
      }
      iterator operator++(int) {
        iterator old = *this;
        ++*this;
        return old;
      }
      bool operator==(const iterator& other) const { return at_ == other.at_; }

     private:
      const Nodes* all_ = nullptr;
      std::uint32_t at_ = none;
    };
    Chain(const Nodes& all, std::uint32_t first) : all_(&all), first_(first) {}
    iterator begin() const { return {all_, first_}; }
    iterator end() const { return {all_, none}; }
    bool empty() const { return first_ == none; }

   private:
    const Nodes* all_;
    std::uint32_t first_;
  };

 public:
  using Value = mir::Reg;
  using Block = mir::BlockId;
  using Fact = lathe::program::Fact;
  using Spot = lathe::program::Spot<Block, MirId>;
  static constexpr lathe::program::Facts facts = MirView::facts;
  /// The carry flag; registers are made, so it cannot be the one behind the last.
  static constexpr Value carry = none - 1;

  /// The function's k-th instruction, block by block, has the id k. Preconditions: branches stand at the ends of
  /// blocks, as mir::verify wants; module and function outlive it.
  MirCode(mir::Module& module, mir::Function& function)
      : m_(module), f_(function), view_(module, function), results_(mir::register_results(function)) {
    std::size_t count = f_.blocks.size();
    for (const mir::Block& block : f_.blocks) count += block.insts.size();
    nodes_.reserve(count);
    blocks_.resize(f_.blocks.size());
    for (Block b = 0; b < f_.blocks.size(); ++b) {
      for (const mir::Inst& inst : f_.blocks[b].insts) link(make(inst), b, none);
      link_block(b, none);
    }
    for (Block b = 0; b + 1 < f_.blocks.size(); ++b)
      if (!ends(b)) link(make_jump(b + 1), b, none);
  }
  MirCode(const MirCode&) = delete;
  MirCode& operator=(const MirCode&) = delete;

  const mir::Module& module() const { return m_; }
  mir::Module& module() { return m_; }
  /// Its registers, names and slots of operands; not its blocks.
  const mir::Function& function() const { return f_; }
  mir::Function& function() { return f_; }

  // ---- a View

  Chain<std::vector<BlockNode>, Block> blocks() const { return {blocks_, first_}; }
  Chain<std::vector<Node>, MirId> instructions(Block b) const { return {nodes_, blocks_[b].first}; }
  template <class F>
  void for_each_successor(Block b, F&& f) const {
    for_each_way(*this, b, [&](const Block& to) { f(to); });
  }
  template <class F>
  void for_each_operand(MirId i, F&& f) const {
    const mir::Inst& inst = node(i).inst;
    const bool early = mir::writes_early(op(i));
    mir::for_each_placed_mention(m_, f_, inst, results_, [&](lathe::program::Operand<Value> o, std::uint32_t place) {
      if (o.value >= f_.regs.size()) o.value = carry;
      o.early = early && o.is_def();
      if (!olds_.empty() && o.role == lathe::program::Role::use && place < mir::in_guard)
        o.value = olds_.lookup(inst.begin + place, o.value);
      f(o);
    });
  }
  lathe::program::Effects effects(MirId i) const { return view_.effects(&node(i).inst); }
  std::string key(MirId i) const { return view_.key(&node(i).inst); }
  template <class F>
  void for_each_literal(MirId i, F&& f) const {
    view_.for_each_literal(&node(i).inst, f);
  }
  template <class F>
  void for_each_incoming(MirId i, F&& f) const {
    const mir::Inst& phi = node(i).inst;
    mir::for_each_argument(m_, f_, phi, [&](const mir::Operand& value, Block from) {
      f(from,
        value.kind == mir::Operand::Kind::reg ? value.a : constant(value, f_.regs[f_.operands_of(phi)[0].a].type));
    });
  }
  /// Nothing where a jump table decides.
  template <class F>
  void for_each_branch(Block b, F&& f) const {
    // Not from the first end on: a guarded ret may stand in the middle.
    for (std::uint32_t at = blocks_[b].first; at != none; at = nodes_[at].next) {
      if (!is_end(at)) continue;
      lathe::program::Branch<Block, MirId, Value> way;
      if (!view_.branch_of(nodes_[at].inst, way)) return;
      way.at = MirId(at);
      f(way);
      if (!way.conditional) return;
    }
  }
  template <class F>
  void for_each_access(MirId i, F&& f) const {
    view_.for_each_access(&node(i).inst, f);
  }
  std::uint32_t issue_width() const { return view_.issue_width(); }
  std::uint32_t issue(MirId i) const { return view_.issue(&node(i).inst); }
  std::uint32_t latency(MirId i) const { return view_.latency(&node(i).inst); }
  std::vector<lathe::program::Unit> units() const { return view_.units(); }
  template <class F>
  void for_each_hold(MirId i, F&& f) const {
    view_.for_each_hold(&node(i).inst, f);
  }
  /// Where control runs off the function's end its results are read.
  template <class F>
  void for_each_live_out(Block b, F&& f) const {
    if (results_.empty() || ends(b)) return;
    for (const Value r : results_) f(r);
  }
  std::uint32_t bytes(MirId i) const { return view_.bytes(&node(i).inst); }
  std::uint32_t register_class(Value r) const {
    return is_constant(r) ? static_cast<std::uint32_t>(constants_[r - first_constant].type) : view_.register_class(r);
  }
  std::string class_name(std::uint32_t cls) const { return view_.class_name(cls); }
  const std::string& name() const { return view_.name(); }
  std::string block_name(Block b) const { return view_.block_name(b); }
  lathe::SourcePlace location(MirId i) const { return view_.location(&node(i).inst); }
  const std::string& inst_name(MirId i) const { return view_.inst_name(&node(i).inst); }
  std::string value_name(Value r) const {
    return is_constant(r) ? "constant" + std::to_string(r - first_constant) : view_.value_name(r);
  }
  template <class F>
  void for_each_parameter(F&& f) const {
    view_.for_each_parameter(f);
  }

  // ---- what it knows besides

  const mir::Inst& inst(MirId i) const { return node(i).inst; }
  const mir::OpDesc& op(MirId i) const { return m_.op(node(i).inst.op); }
  std::span<const mir::Operand> slots(MirId i) const { return f_.operands_of(node(i).inst); }
  /// While the instruction stands nowhere, or nobody is to be told.
  std::span<mir::Operand> slots(MirId i) { return f_.operands_of(node(i).inst); }
  /// Of a new instruction, whose slots stand in the function (mir::Function::make); it stands nowhere.
  MirId make(const mir::Inst& inst) {
    std::uint32_t id = static_cast<std::uint32_t>(nodes_.size());
    if (free_.empty()) {
      nodes_.emplace_back();
    } else {
      id = free_.back();
      free_.pop_back();
    }
    nodes_[id].inst = inst;
    if (m_.op(inst.op).terminator) take_table(nodes_[id]);
    return MirId(id);
  }
  /// A register of type `by` may stand where one of type `of` stood: equal, or bits, which go with everything.
  static bool may_stand_for(mir::Type by, mir::Type of) {
    using enum mir::Type;
    if (by == of) return true;
    if (by == pred || of == pred || mir::bits_of(by) != mir::bits_of(of)) return false;
    return by == b8 || by == b16 || by == b32 || by == b64 || by == b128;
  }
  bool may_stand_for(Value by, Value of) const {
    return by < f_.regs.size() && of < f_.regs.size() && may_stand_for(f_.regs[by].type, f_.regs[of].type);
  }
  bool is_constant(Value v) const { return v >= first_constant && v != carry; }
  /// What it is; null: it is a register.
  const mir::Operand* constant_operand(Value v) const {
    return is_constant(v) ? &constants_[v - first_constant].operand : nullptr;
  }
  /// Seldom executed: it traps.
  bool is_cold(Block b) const {
    for (const MirId i : instructions(b))
      if (op(i).op == mir::Op::trap) return true;
    return false;
  }
  /// What a phi takes that is no register, as a value of a type.
  Value constant(const mir::Operand& o, mir::Type type) const {
    const std::array<std::uint64_t, 3> key{
        static_cast<std::uint64_t>(o.kind) << 16 | (o.negated ? 1U << 8 : 0U) | static_cast<std::uint64_t>(type), o.a,
        static_cast<std::uint64_t>(o.value)};
    const auto [at, added] = constant_ids_.try_emplace(key, static_cast<std::uint32_t>(constants_.size()));
    if (added) constants_.push_back({o, type});
    return first_constant + at->second;
  }

  // ---- an Editor

  Spot where(MirId i) const {
    const Node& n = node(i);
    if (n.block == none) return {};
    return {n.block, n.next == none ? std::nullopt : std::optional<MirId>(MirId(n.next))};
  }
  void put(MirId i, const Spot& at) {
    if (node(i).block != none) unlink(i);
    if (at.block) link(i, *at.block, at.before ? at.before->value : none);
  }
  MirId clone(MirId i) {
    mir::Inst inst = node(i).inst;
    const std::uint32_t was = inst.begin;
    inst.begin = static_cast<std::uint32_t>(f_.operands.size());
    f_.operands.append(slots(i));
    for (std::uint32_t k = 0; !olds_.empty() && k < inst.count; ++k)
      if (const Value old = olds_.lookup(was + k, none); old != none) olds_.insert(inst.begin + k, old);
    const MirId made = make(inst);
    node(made).runs_on = node(i).runs_on;
    if (node(i).table != none) tables_[node(made).table] = std::vector(tables_[node(i).table]);
    return made;
  }
  void drop(MirId i) {
    for (std::uint32_t k = 0; !olds_.empty() && k < node(i).inst.count; ++k) olds_.erase(node(i).inst.begin + k);
    node(i) = Node();
    free_.push_back(i.value);
  }
  /// Precondition: the mention stands in the text: it is neither the carry flag nor what a ret hands over.
  void set_operand(MirId i, std::uint32_t k, Value v) {
    mir::Inst& inst = node(i).inst;
    std::uint32_t at = 0, place = mir::unwritten;
    bool def = false;
    mir::for_each_placed_mention(m_, f_, inst, results_, [&](const lathe::program::Operand<Value>& o, std::uint32_t p) {
      if (at++ == k) place = p, def = o.is_def();
    });
    if (place == mir::in_guard) inst.guard = v;
    if (place >= mir::in_guard) return;
    const std::uint32_t slot = inst.begin + place;
    const mir::OpDesc& d = m_.op(inst.op);
    if ((inst.guard == none && !d.modifies) || place >= mir::def_slots(d, f_, inst)) {
      f_.operands[slot].a = v;
      return;
    }
    const Value old = def ? olds_.lookup(slot, f_.operands[slot].a) : v;
    if (def) f_.operands[slot].a = v;
    olds_.erase(slot);
    if (old != f_.operands[slot].a) olds_.insert(slot, old);
  }
  Value make_value(Value like) { return f_.new_reg(mir::Type(register_class(like))); }
  void set_successor(Block b, std::uint32_t k, Block to) {
    std::uint32_t at = 0;
    for_each_way(*this, b, [&](Block& way) {
      if (at++ == k) way = to;
    });
  }
  Block make_block(std::optional<Block> to) {
    const auto made = static_cast<Block>(blocks_.size());
    blocks_.emplace_back();
    f_.blocks.emplace_back();
    if (to) link(make_jump(*to), made, none);
    return made;
  }
  void put_block(Block b, bool in, std::optional<Block> before) {
    if (blocks_[b].in) unlink_block(b);
    if (in) link_block(b, before.value_or(none));
  }
  void set_incoming(MirId phi, std::span<const std::pair<Block, Value>> in) {
    mir::Inst& inst = node(phi).inst;
    const auto count = static_cast<std::uint32_t>(1 + 3 * in.size());
    if (count > inst.count) {
      const mir::Operand result = f_.operands[inst.begin];
      inst.begin = static_cast<std::uint32_t>(f_.operands.size());
      f_.operands.resize(f_.operands.size() + count);
      f_.operands[inst.begin] = result;
    }
    inst.count = count;
    mir::Operand* slot = &f_.operands[inst.begin];
    for (const auto& [from, value] : in) {
      *++slot = mir::make_group(mir::GroupKind::tuple, 2);
      *++slot = is_constant(value) ? constants_[value - first_constant].operand : mir::Operand::make_reg(value);
      *++slot = mir::Operand::make_block(from);
    }
  }

  /// A phi that takes nothing yet; it stands nowhere.
  MirId make_phi(Value to) {
    const mir::Operand slot = mir::Operand::make_reg(to);
    return make(f_.make(m_.intern("phi." + std::string(mir::to_string(f_.regs[to].type))), {&slot, 1}));
  }
  /// A guarded branch that branches where this one does not; it stands nowhere.
  MirId make_inverted(MirId branch) {
    const MirId made = clone(branch);
    mir::invert(node(made).inst);
    return made;
  }
  /// How likely a guarded branch branches, by a profile or what the source expects; below 0: nobody knows.
  double likely(MirId branch) const { return mir::likely(node(branch).inst); }
  /// A line that says where values are, for debuggers: nothing that would keep a block.
  bool says_only(MirId i) const { return op(i).op == mir::Op::p_raw && slots(i)[0].kind == mir::Operand::Kind::imm; }

  using Way = lathe::program::Branch<Block, MirId, Value>;
  /// Branches, by their ids, at which threads of a warp part; a client knows (views/uniformity.hpp). None, till told.
  void tell_divergent(std::vector<bool> branches) { divergent_ = std::move(branches); }
  bool is_divergent(const Way& way) const {
    const auto n = std::size_t{way.at.value};
    return n < divergent_.size() && divergent_[n];
  }
  /// The one value where a branch would be taken, else the other; nothing for predicates and what selp has no form for.
  std::optional<MirId> make_select(Value result, const Way& way, Value taken, Value other) {
    const mir::Type type = f_.regs[result].type;
    const std::string_view move = mir::move_text(type);  // mov.b32
    if (type == mir::Type::pred || mir::bits_of(type) < 16 || mir::bits_of(type) > 64) return {};
    const auto slot = [&](Value v) {
      return is_constant(v) ? constants_[v - first_constant].operand : mir::Operand::make_reg(v);
    };
    const mir::Operand slots[] = {mir::Operand::make_reg(result), slot(way.negated ? other : taken),
                                  slot(way.negated ? taken : other), mir::Operand::make_reg(way.condition)};
    for (const mir::Operand& o : slots)  // names of variables are for mov
      if (o.kind != mir::Operand::Kind::reg && o.kind != mir::Operand::Kind::imm) return {};
    return make(f_.make(m_.intern("selp" + std::string(move.substr(3))), slots));
  }
  /// A copy that is done only where a branch would be taken, or would not; nothing where it has a guard already.
  std::optional<MirId> make_guarded(MirId i, const Way& way, bool taken) {
    if (node(i).inst.guard != none || op(i).pseudo) return {};
    const MirId made = clone(i);
    node(made).inst.guard = way.condition;
    node(made).inst.guard_negated = way.negated == taken;
    return made;
  }

  // ---- and back

  /// Into the function, whose blocks get the numbers of the layout. The object is of no use behind it.
  void write() { write_into(f_); }
  /// A copy of the function as it stands now. O(size).
  mir::Function written() const {
    mir::Function out = f_;
    write_into(out);
    return out;
  }

 private:
  static constexpr Value first_constant = Value{1} << 31;
  struct Constant {
    mir::Operand operand;
    mir::Type type;
  };

  Node& node(MirId i) { return nodes_[i.value]; }
  const Node& node(MirId i) const { return nodes_[i.value]; }

  // ---- order

  void link(MirId i, Block b, std::uint32_t before) {
    Node& n = node(i);
    BlockNode& to = blocks_[b];
    n.block = b;
    n.next = before;
    n.prev = before == none ? to.last : nodes_[before].prev;
    (n.prev == none ? to.first : nodes_[n.prev].next) = i.value;
    (n.next == none ? to.last : nodes_[n.next].prev) = i.value;
  }
  void unlink(MirId i) {
    Node& n = node(i);
    BlockNode& from = blocks_[n.block];
    (n.prev == none ? from.first : nodes_[n.prev].next) = n.next;
    (n.next == none ? from.last : nodes_[n.next].prev) = n.prev;
    n.prev = n.next = n.block = none;
  }
  void link_block(Block b, std::uint32_t before) {
    BlockNode& n = blocks_[b];
    n.in = true;
    n.next = before;
    n.prev = before == none ? last_ : blocks_[before].prev;
    (n.prev == none ? first_ : blocks_[n.prev].next) = b;
    (n.next == none ? last_ : blocks_[n.next].prev) = b;
  }
  void unlink_block(Block b) {
    BlockNode& n = blocks_[b];
    (n.prev == none ? first_ : blocks_[n.prev].next) = n.next;
    (n.next == none ? last_ : blocks_[n.next].prev) = n.prev;
    n.in = false;
    n.prev = n.next = none;
  }

  // ---- ends of blocks

  bool is_end(std::uint32_t at) const { return m_.op(nodes_[at].inst.op).terminator; }
  /// The first of the branches at the end of a block, or none.
  std::uint32_t first_end(Block b) const {
    std::uint32_t found = none;
    for (std::uint32_t at = blocks_[b].last; at != none && is_end(at); at = nodes_[at].prev) found = at;
    return found;
  }
  bool ends(Block b) const {
    const std::uint32_t last = blocks_[b].last;
    return last != none && nodes_[last].inst.guard == none && is_end(last);
  }
  MirId make_jump(Block to) {
    const mir::Operand target = mir::Operand::make_block(to);
    const MirId made = make(f_.make(m_.intern("bra.uni"), {&target, 1}));
    node(made).runs_on = true;
    return made;
  }
  void take_table(Node& n) {
    for (const mir::Operand& o : f_.operands_of(n.inst))
      if (o.kind == mir::Operand::Kind::symbol)
        if (const auto targets = view_.targets().table(o.a); !targets.empty()) {
          n.table = static_cast<std::uint32_t>(tables_.size());
          tables_.emplace_back(targets.begin(), targets.end());
        }
  }
  template <class Self, class F>
  static void for_each_way(Self& self, Block b, F&& f) {
    for (std::uint32_t at = self.first_end(b); at != none; at = self.nodes_[at].next) {
      auto& n = self.nodes_[at];
      for (auto& o : self.f_.operands_of(n.inst)) {
        if (o.kind == mir::Operand::Kind::block) f(o.a);
        if (o.kind == mir::Operand::Kind::symbol && n.table != none)
          for (auto& to : self.tables_[n.table]) f(to);
      }
    }
  }

  // ---- written back

  void write_into(mir::Function& out) const;
  void write_partly(mir::Function& out, mir::Inst inst, std::vector<mir::Inst>& to) const;
  /// By block: the tables that its branches name and nothing declares.
  std::map<Block, std::vector<std::size_t>> write_tables(mir::Function& out, const std::vector<Block>& renamed) const;
  static bool declares(const mir::OpDesc& d) {
    return d.op == mir::Op::p_decl || d.op == mir::Op::p_proto || d.op == mir::Op::p_targets;
  }

  mir::Module& m_;
  mir::Function& f_;
  MirView view_;
  std::vector<Value> results_;
  std::vector<Node> nodes_;
  std::vector<BlockNode> blocks_;
  Block first_ = none, last_ = none;
  std::vector<std::uint32_t> free_;
  std::vector<bool> divergent_;                 // by id, of branches
  std::vector<std::vector<Block>> tables_;      // targets, by Node::table
  dense::DenseMap<std::uint32_t, Value> olds_;  // by slot that is written in part: what is read, if it is another
  mutable std::vector<Constant> constants_;     // by value
  mutable std::map<std::array<std::uint64_t, 3>, std::uint32_t> constant_ids_;
};
static_assert(lathe::program::is_view<MirCode>() && lathe::program::is_editor<MirCode>());

inline void MirCode::write_into(mir::Function& out) const {
  std::vector<Block> order, renamed(blocks_.size(), none);
  for (const Block b : blocks()) {
    renamed[b] = static_cast<Block>(order.size());
    order.push_back(b);
  }
  const std::map<Block, std::vector<std::size_t>> undeclared = write_tables(out, renamed);
  std::set<std::pair<mir::Op, std::int64_t>> declared;
  std::uint32_t scopes = 0;
  std::vector<mir::Block> written(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    written[k] = std::move(out.blocks[order[k]]);
    std::vector<mir::Inst>& insts = written[k].insts;
    insts.clear();
    for (const MirId i : instructions(order[k])) {
      const Node& n = node(i);
      const bool last = n.next == none;
      if (const mir::OpDesc& d = m_.op(n.inst.op); d.pseudo) {
        if (d.op == mir::Op::p_open) ++scopes;
        if (d.op == mir::Op::p_close && scopes > 0) --scopes;
        // Of a copied block; in a scope of its own it declares again.
        if (declares(d) && scopes == 0 && !declared.emplace(d.op, slots(i).back().value).second) continue;
      }
      if (!undeclared.empty() && i.value == first_end(order[k]))
        if (const auto at = undeclared.find(order[k]); at != undeclared.end())
          for (const std::size_t table : at->second) {
            const mir::Operand index = mir::Operand::make_imm(static_cast<std::int64_t>(table));
            insts.push_back(out.make(m_.intern(mir::pseudo::targets), {&index, 1}));
          }
      if (n.runs_on && last && k + 1 < order.size() && slots(i)[0].a == order[k + 1]) continue;
      if (olds_.empty())
        insts.push_back(n.inst);
      else
        write_partly(out, n.inst, insts);
    }
    // What runs off the end of the function returns; so it does elsewhere.
    if (!ends(order[k]) && k + 1 < order.size()) insts.push_back(out.make(m_.intern("ret"), {}));
  }
  out.blocks = std::move(written);
  if (order.size() == renamed.size() && std::is_sorted(order.begin(), order.end())) return;
  for (const mir::Block& block : out.blocks)
    for (const mir::Inst& inst : block.insts)
      for (mir::Operand& o : out.operands_of(inst))
        if (o.kind == mir::Operand::Kind::block) o.a = renamed[o.a];
}

// r = old; @p r = ...: where the instruction reads r as well, or writes another register from it, by way of a new one.
inline void MirCode::write_partly(mir::Function& out, mir::Inst inst, std::vector<mir::Inst>& to) const {
  const std::uint32_t defs = mir::def_slots(m_.op(inst.op), out, inst);
  std::vector<mir::Inst> behind;
  const auto move = [&](std::vector<mir::Inst>& list, Value result, Value from) {
    const mir::Operand slots[] = {mir::Operand::make_reg(result), mir::Operand::make_reg(from)};
    list.push_back(out.make(m_.intern(mir::move_text(out.regs[result].type)), slots));
  };
  for (std::uint32_t k = 0; k < defs; ++k) {
    const Value old = olds_.lookup(inst.begin + k, none), result = out.operands_of(inst)[k].a;
    if (old == none) continue;
    bool read = inst.guard == result;
    for (std::uint32_t j = 0; j < inst.count; ++j) {
      const mir::Operand& o = out.operands_of(inst)[j];
      const bool named = o.kind == mir::Operand::Kind::reg || o.kind == mir::Operand::Kind::mem_reg;
      read = read || (j != k && ((named && o.a == result) || olds_.lookup(inst.begin + j, none) == result));
    }
    if (!read) {
      move(to, result, old);
      continue;
    }
    const Value between = out.new_reg(mir::Type(out.regs[result].type));
    move(to, between, old);
    move(behind, result, between);
    out.operands_of(inst)[k].a = between;
  }
  to.push_back(inst);
  to.insert(to.end(), behind.begin(), behind.end());
}

// The first branch of the layout that names a table has it, with the targets that it has now; another with the same
// targets shares it, and any other gets one of its own.
inline std::map<mir::BlockId, std::vector<std::size_t>> MirCode::write_tables(mir::Function& out,
                                                                              const std::vector<Block>& renamed) const {
  if (out.tables.empty()) return {};
  std::map<std::string, std::size_t> place;
  for (std::size_t t = 0; t < out.tables.size(); ++t) place.emplace(out.tables[t].name, t);
  std::vector<const std::vector<Block>*> has(out.tables.size(), nullptr);
  std::vector<Block> user(out.tables.size(), none);
  std::vector<bool> declared(out.tables.size(), false);
  for (const Block b : blocks())
    for (const MirId i : instructions(b)) {
      const Node& n = node(i);
      if (op(i).op == mir::Op::p_targets) declared[static_cast<std::size_t>(slots(i).back().value)] = true;
      if (n.table == none) continue;
      for (mir::Operand& o : out.operands_of(n.inst))
        if (o.kind == mir::Operand::Kind::symbol) {
          const std::vector<Block>& targets = tables_[n.table];
          std::string name = m_.name(o.a);
          auto at = place.find(name);
          for (; at != place.end(); at = place.find(name)) {
            if (has[at->second] == nullptr || *has[at->second] == targets) break;
            name += "_";
          }
          if (at == place.end()) {
            at = place.emplace(name, out.tables.size()).first;
            out.tables.push_back({name, {}});
            has.push_back(nullptr);
            user.push_back(none);
            declared.push_back(false);
          }
          if (name != m_.name(o.a)) o.a = m_.name(name);
          if (has[at->second] == nullptr) has[at->second] = &targets, user[at->second] = b;
        }
    }
  std::map<Block, std::vector<std::size_t>> undeclared;
  for (std::size_t t = 0; t < out.tables.size(); ++t) {
    std::vector<Block>& targets = out.tables[t].targets;
    if (has[t] != nullptr) targets = *has[t];
    if (has[t] != nullptr && !declared[t]) undeclared[user[t]].push_back(t);
    for (Block& to : targets) to = to < renamed.size() ? renamed[to] : none;
    std::erase(targets, none);
  }
  return undeclared;
}

}  // namespace lathe::nvptx
