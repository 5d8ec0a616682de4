// Objects put into random functions of the toy machine: for promotion to registers, and to share bytes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "unit/lathe/passes/slot_functions.hpp"

namespace slot_functions {

// Of an object nobody but words knows (0), whose address is shown (1), seen in unlike words (2), in pairs of words (3).
enum Kind : std::uint32_t { clean, shown, mixed, pairs };

struct Phis : Slots {
  InstId make_phi(ValueId to) {
    const program::Operand<ValueId> def{to, program::Role::def};
    return f.make(toy::FrameOp{toy::FrameOp::Kind::phi, {}, 0}, std::span(&def, 1));
  }
};
/// Puts objects and accesses into a function: the four kinds, or only clean ones.
class ObjectMaker {
 public:
  ObjectMaker(EditFunction& f, toy::RandomFunctions& random, bool all_kinds) : f_(f), random_(random) {
    const BlockId entry = *f.blocks().begin();
    InstId last = *f.instructions(entry).begin();
    for (const InstId i : f.instructions(entry)) {
      if (f.is_plain(i, Op::set)) values_.push_back(ValueId(f.inst(i).writes[0]));
      last = i;
    }
    const std::vector<BlockId> blocks(f.blocks().begin(), f.blocks().end());
    for (std::uint32_t o = 0; o < objects; ++o) {
      at_ = {entry, last};
      const auto kind = all_kinds ? o : std::uint32_t{clean};
      const ValueId root = result(Op::set, {}, first_address + o * apart);
      bases_.push_back({{root, 0}});
      const ValueId two = result(Op::set, {}, 2);
      bases_[o].push_back({result(Op::add, {root, two}, 0), 2});
      const ValueId copy = f.make_value();
      f.put(f.make_copy(copy, root), at_);
      bases_[o].push_back({copy, 0});
      for (std::int64_t k = 0; k < size; k += kind == pairs ? 2 : 1) store(o, k, kind == pairs ? 2 : 1);
      for (const BlockId b : blocks) {
        if (b == entry) continue;
        for (const InstId i : std::vector<InstId>(f.instructions(b).begin(), f.instructions(b).end()))
          if (f.payload(i).kind != toy::FrameOp::Kind::phi && random.below(3) == 0) {
            at_ = {b, i};
            access(o, kind);
          }
      }
    }
  }

 private:
  void access(std::uint32_t o, std::uint32_t kind) {
    if (kind == shown && random_.below(8) == 0) return plain(Op::show, {base(o).first});
    const std::uint32_t words = kind == pairs ? 2 : kind == mixed ? 1 + random_.below(3) : 1;
    const std::int64_t at = kind == pairs ? 2 * random_.below(size / 2) : random_.below(size - words + 1);
    if (random_.below(2) == 0) return store(o, at, words);
    const auto [from, behind] = base(o);
    std::vector<ValueId> out;
    for (std::uint32_t k = 0; k < words; ++k) out.push_back(f_.make_value());
    put(Op::load, {from}, out, at - behind);
    plain(Op::show, {out.back()});
    if (random_.below(2) == 0) values_now_ = out[0];
    if (random_.below(2) == 0) store(o, kind == pairs ? at : random_.below(size - words + 1), words);
    values_now_.reset();
  }
  void store(std::uint32_t o, std::int64_t at, std::uint32_t words) {
    const auto [to, behind] = base(o);
    std::vector<ValueId> reads{to};
    for (std::uint32_t k = 0; k < words; ++k)
      reads.push_back(values_now_ && k == 0 ? *values_now_
                                            : values_[random_.below(static_cast<std::uint32_t>(values_.size()))]);
    put(Op::store, reads, {}, at - behind);
  }
  std::pair<ValueId, std::int64_t> base(std::uint32_t o) {
    return bases_[o][random_.below(static_cast<std::uint32_t>(bases_[o].size()))];
  }
  void plain(Op op, std::vector<ValueId> reads) { put(op, reads, {}, 0); }
  ValueId result(Op op, std::vector<ValueId> reads, std::int64_t constant) {
    const ValueId made = f_.make_value();
    put(op, reads, {made}, constant);
    return made;
  }
  void put(Op op, const std::vector<ValueId>& reads, const std::vector<ValueId>& writes, std::int64_t constant) {
    f_.put(instruction(f_, op, reads, writes, constant), at_);
  }
  EditFunction& f_;
  toy::RandomFunctions& random_;
  program::Spot<BlockId, InstId> at_;
  std::vector<ValueId> values_;
  std::optional<ValueId> values_now_;
  std::vector<std::vector<std::pair<ValueId, std::int64_t>>> bases_;
};
// As promote_slots has them, and what colouring asks besides. An object's address is what `root` has.
struct Frame : Slots {
  std::map<std::uint32_t, ValueId> root = {};
  std::map<std::uint32_t, std::uint64_t> left = {};
  std::uint64_t align = 8, bytes = size;
  std::uint64_t slot_bytes(std::uint32_t) const { return bytes; }
  std::uint64_t slot_align(std::uint32_t) const { return align; }
  InstId make_placed(InstId i, std::uint32_t symbol, std::int64_t offset) {
    const InstId made = f.clone(i);
    f.payload(made).op.constant = offset;
    f.set_operand(made, 0, root.at(symbol));
    return made;
  }
  void resize_slot(std::uint32_t symbol, std::uint64_t bytes) { left[symbol] = bytes; }
};
// An object's words are written at the entry or not; those that are not are read in a block only behind a store there.
class FrameMaker {
 public:
  FrameMaker(EditFunction& f, toy::RandomFunctions& random) : f_(f), random_(random) {
    const BlockId entry = *f.blocks().begin();
    InstId last = *f.instructions(entry).begin();
    for (const InstId i : f.instructions(entry)) {
      if (f.is_plain(i, Op::set)) values_.push_back(ValueId(f.inst(i).writes[0]));
      last = i;
    }
    at_ = {entry, last};
    for (std::uint32_t o = 0; o < objects; ++o) {
      const ValueId made = f.make_value();
      put(Op::set, {}, {made}, first_address + o * apart);
      root[o + 1] = made;
    }
    for (std::uint32_t w = 0; w < objects * size; ++w) {
      at_entry_.push_back(random.below(4) == 0);
      if (at_entry_[w]) store(w, 1);
    }
    const std::vector<BlockId> blocks(f.blocks().begin(), f.blocks().end());
    for (const BlockId b : blocks) {
      if (b == entry) continue;
      stored_.assign(objects * size, false);
      const std::vector<InstId> insts(f.instructions(b).begin(), f.instructions(b).end());
      for (const InstId i : insts)
        if (f.payload(i).kind != toy::FrameOp::Kind::phi && random.below(2) == 0) {
          at_ = {b, i};
          access();
        }
    }
    // The last object is shown in some functions.
    if (random.below(3) == 0) plain(Op::show, {root[objects]});
  }
  std::map<std::uint32_t, ValueId> root;

 private:
  void access() {
    const std::uint32_t words = random_.below(5) == 0 ? 2 : 1;
    const std::uint32_t w = random_.below(objects) * size + random_.below(size - words + 1);
    bool known = true;
    for (std::uint32_t k = 0; k < words; ++k) known &= at_entry_[w + k] || stored_[w + k];
    if (!known || random_.below(3) == 0) return store(w, words);
    std::vector<ValueId> out;
    for (std::uint32_t k = 0; k < words; ++k) out.push_back(f_.make_value());
    put(Op::load, {root[w / size + 1]}, out, w % size);
    plain(Op::show, {out.back()});
  }
  void store(std::uint32_t w, std::uint32_t words) {
    std::vector<ValueId> reads{root[w / size + 1]};
    for (std::uint32_t k = 0; k < words; ++k)
      reads.push_back(values_[random_.below(static_cast<std::uint32_t>(values_.size()))]);
    put(Op::store, reads, {}, w % size);
    for (std::uint32_t k = 0; k < words && !stored_.empty(); ++k) stored_[w + k] = true;
  }
  void plain(Op op, std::vector<ValueId> reads) { put(op, reads, {}, 0); }
  void put(Op op, const std::vector<ValueId>& reads, const std::vector<ValueId>& writes, std::int64_t constant) {
    f_.put(instruction(f_, op, reads, writes, constant), at_);
  }
  EditFunction& f_;
  toy::RandomFunctions& random_;
  program::Spot<BlockId, InstId> at_;
  std::vector<ValueId> values_;
  std::vector<bool> at_entry_, stored_;
};

}  // namespace slot_functions
