// Instructions to symbols: equal symbols, equal instructions up to the names of values.
//
// Two passes, as the reference has them: structure first (key, size, which operands are read or written), then the
// classes of the operands. An instruction that must stay where it is, and the end of each block, get symbols of their
// own. Reruns keep the table: only instructions that are new are looked at.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lathe/outline/problem.hpp>

namespace lathe::outline {

/// Interns sequences of 32-bit words: equal sequences, equal numbers, dense in order of first sight. O(1) expected
/// beside the words.
template <class = void>
class BasicWordTable {
 public:
  /// The number of the sequence, a new one where it was not met before.
  std::uint32_t intern(std::span<const std::uint32_t> words) {
    if ((ends_.size() + 1) * 2 > slots_.size()) grow();
    std::size_t at = hash(words) & (slots_.size() - 1);
    for (; slots_[at] != none; at = (at + 1) & (slots_.size() - 1))
      if (equal(slots_[at], words)) return slots_[at];
    slots_[at] = static_cast<std::uint32_t>(ends_.size());
    pool_.insert(pool_.end(), words.begin(), words.end());
    ends_.push_back(pool_.size());
    return slots_[at];
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size()); }

 private:
  static constexpr std::uint32_t none = 0xffffffffU;
  static std::uint64_t hash(std::span<const std::uint32_t> words) {
    std::uint64_t h = words.size();
    for (const std::uint32_t w : words) {
      h = (h ^ w) * 0x9E3779B97F4A7C15ULL;
      h ^= h >> 29;
    }
    return h ^ h >> 32;
  }
  std::span<const std::uint32_t> words(std::uint32_t id) const {
    const std::size_t begin = id == 0 ? 0 : ends_[id - 1];
    return {pool_.data() + begin, ends_[id] - begin};
  }
  bool equal(std::uint32_t id, std::span<const std::uint32_t> other) const {
    const auto mine = words(id);
    return std::equal(mine.begin(), mine.end(), other.begin(), other.end());
  }
  void grow() {
    slots_.assign(slots_.empty() ? 64 : slots_.size() * 2, none);
    for (std::uint32_t id = 0; id < ends_.size(); ++id) {
      std::size_t at = hash(words(id)) & (slots_.size() - 1);
      while (slots_[at] != none) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = id;
    }
  }

  std::vector<std::uint32_t> pool_, slots_;
  std::vector<std::size_t> ends_;
};
using WordTable = BasicWordTable<>;

/// Symbols of instructions; lives as long as the rounds of one plan.
template <class = void>
class BasicSymbolizer {
 public:
  static constexpr std::uint32_t illegal = 0xffffffffU;  ///< no instruction that may be outlined

  /// The symbol of a legal instruction, `illegal` otherwise.
  std::uint32_t symbol(const Problem& p, std::uint32_t inst) {
    const Problem::Inst& i = p.insts[inst];
    ++looked_at_;
    if (!i.legal) return illegal;
    words_.assign({i.key, i.bytes});
    for (const Operand& o : p.operands_of(inst)) words_.push_back(o.is_def ? 1 : 0);
    const std::uint32_t structure = structures_.intern(words_);
    words_.assign(1, structure);
    for (const Operand& o : p.operands_of(inst)) words_.push_back(o.cls);
    return symbols_.intern(words_);
  }
  /// Kinds of instructions met so far, operands left out.
  std::uint32_t structures() const { return structures_.size(); }
  std::uint32_t symbols() const { return symbols_.size(); }  ///< symbols are 0 .. symbols() - 1
  std::uint64_t looked_at() const { return looked_at_; }     ///< instructions that it was asked about

 private:
  WordTable structures_, symbols_;
  std::vector<std::uint32_t> words_;
  std::uint64_t looked_at_ = 0;
};
using Symbolizer = BasicSymbolizer<>;

/// The string of some blocks: their instructions' symbols, a symbol of its own behind each block.
struct SymbolString {
  std::vector<std::uint32_t> symbols;  ///< of instructions, and one behind each block that occurs nowhere else
  std::vector<std::uint32_t> blocks;   ///< of the problem, in order
  std::vector<std::uint32_t> begins;   ///< where each of them begins in `symbols`

  /// Instruction of the problem at a place of the string, and its block. O(log blocks).
  std::pair<std::uint32_t, std::uint32_t> at(const Problem& p, std::uint32_t place) const {
    const auto k =
        static_cast<std::uint32_t>(std::upper_bound(begins.begin(), begins.end(), place) - begins.begin()) - 1;
    return {p.blocks[blocks[k]].first + place - begins[k], blocks[k]};
  }
};

/// Puts the string of the wanted blocks together. `symbols` holds one per instruction of the problem.
template <class = void>
inline SymbolString make_string(const Problem& p, std::span<const std::uint32_t> symbols,
                                const std::vector<bool>& wanted, std::uint32_t distinct) {
  SymbolString out;
  std::uint32_t unique = distinct;
  for (std::uint32_t b = 0; b < p.blocks.size(); ++b) {
    if (!wanted[b]) continue;
    out.blocks.push_back(b);
    out.begins.push_back(static_cast<std::uint32_t>(out.symbols.size()));
    for (std::uint32_t i = p.blocks[b].first; i < p.blocks[b].first + p.blocks[b].count; ++i)
      out.symbols.push_back(symbols[i] == Symbolizer::illegal ? unique++ : symbols[i]);
    out.symbols.push_back(unique++);
  }
  return out;
}

}  // namespace lathe::outline
