// Random edits of PTX through a MirCode, or an editor derived from it, that keep branches at the ends of blocks and every
// target in the layout; and what was written compared with what was shown.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <lathe/program/editing.hpp>

#include "nvptx/views/editor.hpp"

namespace ptx_edits {

namespace mir = lathe::nvptx::mir;
namespace program = lathe::program;
using lathe::nvptx::MirCode;
using lathe::nvptx::MirId;
using lathe::nvptx::MirView;
using program::Effect;

template <class C>
std::vector<mir::BlockId> blocks_of(const C& c) {
  const auto all = c.blocks();
  return {all.begin(), all.end()};
}
template <class C>
std::vector<MirId> insts_of(const C& c, mir::BlockId b) {
  std::vector<MirId> out;
  for (const MirId i : c.instructions(b)) out.push_back(i);
  return out;
}
inline bool is_jump(const MirCode& c, MirId i) { return c.op(i).op == mir::Op::bra && c.inst(i).guard == mir::none; }

template <class C>
class RandomEdits {
 public:
  RandomEdits(std::mt19937& rng, C& c, bool partly) : rng_(rng), c_(c), partly_(partly) {}

  /// What a member did that it should not; empty: nothing.
  const std::string& wrong() const { return wrong_; }

  template <class E>
  void one(E& e) {
    const std::vector<mir::BlockId> blocks = blocks_of(c_);
    const mir::BlockId b = any(blocks);
    const std::vector<MirId> insts = insts_of(c_, b);
    const bool room = blocks.size() < 40;
    std::vector<mir::BlockId> ways;
    c_.for_each_successor(b, [&](mir::BlockId to) { ways.push_back(to); });
    const auto layout = [&]() -> std::optional<mir::BlockId> {
      const std::uint32_t k = pick(static_cast<std::uint32_t>(blocks.size()));
      return k == 0 ? std::nullopt : std::optional(blocks[k]);
    };
    const std::optional<MirId> plain = any_plain(insts);
    switch (pick(14)) {
      case 0:
      case 1:
        if (plain && insts.size() < 60) e.insert(c_.clone(*plain), place(any(blocks)));
        return;
      case 2:
        if (plain) e.erase(*plain);
        return;
      case 3:
        if (plain) e.move(*plain, place(any(blocks)));
        return;
      case 4:
      case 5:
      case 6:
        return operand(e, insts);
      case 7:
        return value(e);
      case 8:
        if (room) block(e, any(blocks), layout());
        return;
      case 9:
        if (room && !ways.empty()) {
          const std::uint32_t way = pick(static_cast<std::uint32_t>(ways.size()));
          e.split_edge(b, way, layout());
        }
        return;
      case 10:
        if (!ways.empty()) {
          const std::uint32_t way = pick(static_cast<std::uint32_t>(ways.size()));
          e.retarget(b, way, any(blocks));
        }
        return;
      case 11:
        if (room && insts.size() < 30) e.clone_block(b, layout());
        return;
      case 12:
        if (b == blocks[0]) return;
        if (pick(2) == 0) return e.move_block(b, layout());
        return erase_block(e, blocks, b);
      default:
        return phi(e, insts);
    }
  }

 private:
  std::uint32_t pick(std::uint32_t below) { return static_cast<std::uint32_t>(rng_()) % below; }
  template <class T>
  T any(const std::vector<T>& list) {
    return list[pick(static_cast<std::uint32_t>(list.size()))];
  }
  // Neither a phi nor a branch nor what only says something.
  std::optional<MirId> any_plain(std::vector<MirId> insts) {
    std::erase_if(insts, [&](MirId i) { return c_.effects(i).has(Effect::phi | Effect::terminator | Effect::marker); });
    return insts.empty() ? std::nullopt : std::optional(any(insts));
  }
  MirCode::Spot place(mir::BlockId b) {
    std::vector<std::optional<MirId>> places;
    bool ended = false;
    for (const MirId i : c_.instructions(b)) {
      if (!c_.effects(i).has(Effect::phi) && !ended) places.push_back(i);
      ended |= c_.effects(i).has(Effect::terminator);
    }
    if (!ended) places.push_back(std::nullopt);
    return {b, any(places)};
  }
  // Another register of the class where one stands in the text. The old value of what is written in part has to be the
  // same register, unless `partly`: then both are set, or one.
  template <class E>
  void operand(E& e, const std::vector<MirId>& insts) {
    if (insts.empty()) return;
    const MirId i = any(insts);
    std::vector<program::Operand<mir::Reg>> all;
    c_.for_each_operand(i, [&](const auto& o) { all.push_back(o); });
    std::vector<std::uint32_t> fit;
    const bool in_part = c_.op(i).modifies || c_.inst(i).guard != mir::none;
    for (std::uint32_t k = 0; k < all.size(); ++k)
      if (all[k].value != MirCode::carry && !(all[k].implicit && !all[k].old) &&
          (partly_ || !in_part || all[k].role == program::Role::guard))
        fit.push_back(k);
    if (fit.empty()) return;
    const std::uint32_t k = any(fit);
    std::vector<mir::Reg> regs;
    for (mir::Reg r = 0; r < c_.function().regs.size(); ++r)
      if (c_.register_class(r) == c_.register_class(all[k].value)) regs.push_back(r);
    e.set_operand(i, k, any(regs));
  }
  template <class E>
  void value(E& e) {
    const auto count = static_cast<mir::Reg>(c_.function().regs.size());
    if (count >= 400) return;
    const mir::Reg like = pick(count), made = e.new_value(like);
    if (made != count || c_.register_class(made) != c_.register_class(like)) wrong_ = "no new register of the class\n";
  }
  template <class E>
  void block(E& e, mir::BlockId to, std::optional<mir::BlockId> before) {
    const mir::BlockId made = e.new_block(to, before);
    std::vector<mir::BlockId> ways;
    c_.for_each_successor(made, [&](mir::BlockId way) { ways.push_back(way); });
    if (ways != std::vector{to}) wrong_ = "a new block does not go where it should\n";
  }
  template <class E>
  void erase_block(E& e, const std::vector<mir::BlockId>& blocks, mir::BlockId b) {
    for (const mir::BlockId p : blocks) {
      bool meets = false;
      c_.for_each_successor(p, [&](mir::BlockId to) { meets |= to == b; });
      if (meets && p != b) e.redirect(p, b, blocks[0]);
    }
    for (const mir::BlockId p : blocks)
      for (const MirId i : insts_of(c_, p)) {
        std::vector<std::pair<mir::BlockId, mir::Reg>> in;
        bool found = false;
        c_.for_each_incoming(i, [&](mir::BlockId from, mir::Reg v) {
          found |= from == b;
          if (from != b) in.push_back({from, v});
        });
        if (found) e.set_incoming(i, in);
      }
    e.erase_block(b);
  }
  template <class E>
  void phi(E& e, const std::vector<MirId>& insts) {
    for (const MirId i : insts) {
      if (!c_.effects(i).has(Effect::phi)) return;
      std::vector<std::pair<mir::BlockId, mir::Reg>> in;
      c_.for_each_incoming(i, [&](mir::BlockId from, mir::Reg v) { in.push_back({from, v}); });
      for (auto& [from, v] : in)
        if (pick(3) == 0) v = pick(2) == 0 ? c_.slots(i)[0].a : any(in).second;
      if (pick(4) == 0) in.push_back({any(blocks_of(c_)), c_.slots(i)[0].a});
      e.set_incoming(i, in);
    }
  }

  std::mt19937& rng_;
  C& c_;
  bool partly_;
  std::string wrong_;
};

// What was written shows the same blocks, instructions and operands, but for jumps, which ways show.
template <class C>
std::string compare_written(const C& c, const mir::Module& m, const mir::Function& f) {
  const MirView view(m, f);
  const std::vector<mir::BlockId> blocks = blocks_of(c);
  if (blocks.size() != f.blocks.size()) return "another number of blocks\n";
  const auto position = [&](mir::BlockId b) {
    return static_cast<mir::BlockId>(std::find(blocks.begin(), blocks.end(), b) - blocks.begin());
  };
  std::set<std::string> markers;
  std::uint32_t scopes = 0;
  for (mir::BlockId k = 0; k < blocks.size(); ++k) {
    std::vector<mir::BlockId> ways, written_ways;
    c.for_each_successor(blocks[k], [&](mir::BlockId to) { ways.push_back(position(to)); });
    view.for_each_successor(k, [&](mir::BlockId to) { written_ways.push_back(to); });
    if (ways != written_ways) return "block " + std::to_string(k) + " goes elsewhere\n";
    const auto line = [&](const auto& p, const auto& i, const mir::OpDesc& d) {
      std::string out = d.op == mir::Op::brx ? d.text : p.key(i);
      const auto add = [&](mir::Reg r) {
        out += " " + std::to_string(r == MirCode::carry || r == f.regs.size() ? mir::none : r);
      };
      p.for_each_operand(i, [&](const auto& o) { add(o.value); });
      return out;
    };
    std::vector<std::string> lines, written_lines;
    for (const MirId i : c.instructions(blocks[k])) {
      if (is_jump(c, i)) continue;
      std::string text = line(c, i, c.op(i));
      const mir::Op op = c.op(i).op;
      if (op == mir::Op::p_targets) continue;
      scopes += op == mir::Op::p_open;
      scopes -= op == mir::Op::p_close && scopes > 0;
      const bool declares = scopes == 0 && (op == mir::Op::p_decl || op == mir::Op::p_proto);
      if (declares && !markers.insert(text).second) continue;
      c.for_each_incoming(i, [&](mir::BlockId from, mir::Reg v) {
        text += " " + std::to_string(position(from)) + (c.is_constant(v) ? " const" : " " + std::to_string(v));
      });
      lines.push_back(std::move(text));
    }
    for (const mir::Inst& inst : f.blocks[k].insts) {
      const mir::OpDesc& d = m.op(inst.op);
      if ((d.op == mir::Op::bra && inst.guard == mir::none) || d.op == mir::Op::p_targets) continue;
      std::string text = line(view, &inst, d);
      mir::for_each_argument(m, f, inst, [&](const mir::Operand& o, mir::BlockId from) {
        text += " " + std::to_string(from) + (o.kind == mir::Operand::Kind::reg ? " " + std::to_string(o.a) : " const");
      });
      written_lines.push_back(std::move(text));
    }
    // What runs off the end of the function returns where it stands elsewhere.
    if (written_lines.size() == lines.size() + 1 && ways.empty() && written_lines.back() == "ret")
      written_lines.pop_back();
    if (lines != written_lines) return "block " + std::to_string(k) + " has other instructions\n";
  }
  return "";
}

}  // namespace ptx_edits
