// The outliner's problem: blocks of instructions as flat arrays, with a text form.
//
// An instruction is a key (what it does, names of registers left out), a size and operands. Instructions with equal
// keys and operands of the same classes may stand for each other up to the names of their values.
//
//   outline
//   costs call 8 parameter 4 result 4 frame 8           # bytes; the default cost model
//   class b32                                           # classes are numbered in the order in which they are named
//   class pred unpassable
//   images 3                                            # the program is linked or assembled into so many; default: one
//   function f [nooutline] [unwanted] [unsafe] [linkonce] [images 0 2]     # those that have a copy of it
//   block [weight 100] [nooutline] [live 3 4]           # weight: how often it runs; live: values live at its end
//   i add.s32 16 d3:b32 u1:b32 u2:b32                   # key, bytes, operands: d writes, u reads
//   i add.s32 16-12 d3:b32 u1:b32 u2:b32                # 12 of them are not there, for what stands beside it
//   x bra 16 u4:pred                                    # an instruction that must stay where it is
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <lathe/support/fault.hpp>

namespace lathe::outline {

/// Bytes of the default cost model: a call site costs call + parameter * P + result * R, the outlined function costs
/// its body + frame.
struct CostTable {
  /// Of a call, for each parameter, for each result, and of a function beside its body.
  std::uint32_t call = 4, parameter = 0, result = 0, frame = 4;
  bool operator==(const CostTable&) const = default;
};

/// A value that an instruction mentions, with its class.
struct Operand {
  std::uint32_t value = 0;  ///< number of the value
  std::uint16_t cls = 0;    ///< its class
  bool is_def = false;
  bool operator==(const Operand&) const = default;
};

/// A program as flat arrays: what outlining looks at, and nothing else.
struct Problem {
  /// A kind of value: where it can be kept.
  struct Class {
    std::string name;
    bool passable = true;  ///< values of it can be parameters and results
    bool operator==(const Class&) const = default;
  };
  /// A function.
  struct Function {
    std::string name;
    bool no_outline = false;              ///< nothing is outlined from it
    bool linkonce = false;                ///< the linker drops copies of it: left alone unless asked for
    bool unwanted = false;                ///< the target would rather not: left alone unless Options::outline_unwanted
    bool unsafe = false;                  ///< the target cannot: nothing is outlined from it, whoever asks
    std::vector<std::uint32_t> images{};  ///< that have a copy of it, ascending; read where Problem::images is not 0
    bool operator==(const Function&) const = default;
  };
  /// A stretch of instructions.
  struct Block {
    std::uint32_t function = 0;                    ///< number of its function
    std::uint32_t first = 0, count = 0;            ///< instructions
    std::uint32_t first_live = 0, live_count = 0;  ///< into `live`
    std::uint64_t weight = 0;                      ///< how often it runs; 0: not known
    bool no_outline = false;                       ///< nothing is outlined from it
    bool operator==(const Block&) const = default;
  };
  /// An instruction without its operands.
  struct Inst {
    /// Instructions of one key do the same with the same operands: into `keys`; its size.
    std::uint32_t key = 0, bytes = 0;
    std::uint32_t first = 0, count = 0;  ///< operands
    bool legal = true;                   ///< may be part of an outlined sequence
    std::uint32_t fused = 0;             ///< of `bytes`, those that it does not take for what stands beside it
    bool operator==(const Inst&) const = default;
  };

  CostTable costs;                ///< of the default cost model
  std::vector<std::string> keys;  ///< in words: for people and for the hashes of modules
  std::vector<Class> classes;
  std::vector<Function> functions;
  std::vector<Block> blocks;        ///< those of a function are neighbours, in the order of `functions`
  std::vector<Inst> insts;          ///< those of a block are neighbours, in the order of `blocks`
  std::vector<Operand> operands;    ///< likewise
  std::vector<std::uint32_t> live;  ///< values live at ends of blocks
  std::uint32_t values = 0;         ///< values are 0 .. values-1
  std::uint32_t images = 0;         ///< that the program becomes, each with copies of its own; 0: one, of all functions

  /// Bytes that the instruction takes where it stands.
  std::uint32_t placed_bytes(std::uint32_t inst) const { return insts[inst].bytes - insts[inst].fused; }
  /// What the instruction mentions, in order.
  std::span<const Operand> operands_of(std::uint32_t inst) const {
    return {operands.data() + insts[inst].first, insts[inst].count};
  }
  /// Values that are read behind the block.
  std::span<const std::uint32_t> live_out(std::uint32_t block) const {
    return {live.data() + blocks[block].first_live, blocks[block].live_count};
  }
  /// The block that holds an instruction. O(log blocks).
  std::uint32_t block_of(std::uint32_t inst) const {
    const auto after = std::upper_bound(blocks.begin(), blocks.end(), inst,
                                        [](std::uint32_t i, const Block& b) { return i < b.first; });
    // Empty blocks share their first instruction with the next one: the last of them is meant.
    return static_cast<std::uint32_t>(after - blocks.begin()) - 1;
  }
  /// "f:2:5", the sixth instruction of the third block of f.
  std::string place(std::uint32_t inst) const {
    const std::uint32_t block = block_of(inst);
    std::uint32_t first = block;
    while (first > 0 && blocks[first - 1].function == blocks[block].function) --first;
    return functions[blocks[block].function].name + ":" + std::to_string(block - first) + ":" +
           std::to_string(inst - blocks[block].first);
  }
  bool operator==(const Problem&) const = default;
};

enum class ProblemFault { bad_range, bad_function, bad_key, bad_class, bad_value, too_long, bad_image };

/// What the outliner assumes of a problem made by hand. O(size).
inline FaultList<ProblemFault> check_problem(const Problem& p) {
  FaultList<ProblemFault> faults;
  using enum ProblemFault;
  if (p.insts.size() + p.blocks.size() > (std::size_t{1} << 31) - 16 || p.operands.size() > 0xfffffff0U)
    faults.add(too_long, 0, "more instructions or operands than 32-bit ids can name");
  std::uint64_t inst = 0, live = 0, operand = 0;
  for (std::uint32_t b = 0; b < p.blocks.size(); ++b) {
    const Problem::Block& block = p.blocks[b];
    if (block.function >= p.functions.size() || (b > 0 && block.function < p.blocks[b - 1].function))
      faults.add(bad_function, b, "a block of no function, or out of its order");
    if (block.first != inst || block.first_live != live) faults.add(bad_range, b, "a block's range leaves a gap");
    inst = std::uint64_t{block.first} + block.count;
    live = std::uint64_t{block.first_live} + block.live_count;
  }
  if (inst != p.insts.size() || live != p.live.size()) faults.add(bad_range, 0, "ranges of blocks do not add up");
  for (std::uint32_t i = 0; i < p.insts.size(); ++i) {
    if (p.insts[i].key >= p.keys.size()) faults.add(bad_key, i, "an instruction without a key");
    if (p.insts[i].first != operand) faults.add(bad_range, i, "an instruction's operands leave a gap");
    operand = std::uint64_t{p.insts[i].first} + p.insts[i].count;
    if (p.insts[i].fused > p.insts[i].bytes) faults.add(bad_range, i, "an instruction of fewer bytes than none");
  }
  for (std::uint32_t f = 0; f < p.functions.size(); ++f)
    for (std::size_t k = 0; k < p.functions[f].images.size(); ++k)
      if (p.functions[f].images[k] >= p.images || (k > 0 && p.functions[f].images[k] <= p.functions[f].images[k - 1])) {
        faults.add(bad_image, f, "images that are none, or not ascending");
        break;
      }
  if (operand != p.operands.size()) faults.add(bad_range, 0, "ranges of operands do not add up");
  for (std::uint32_t i = 0; i < p.operands.size(); ++i) {
    if (p.operands[i].cls >= p.classes.size()) faults.add(bad_class, i, "an operand of no class");
    if (p.operands[i].value >= p.values) faults.add(bad_value, i, "an operand that is no value");
  }
  for (const std::uint32_t v : p.live)
    if (v >= p.values) faults.add(bad_value, v, "no value is live at the end of a block");
  return faults;
}

}  // namespace lathe::outline
