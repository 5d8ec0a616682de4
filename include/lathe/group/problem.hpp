// The problem of grouping instructions: blocks of instructions, candidates among them, and what must stay in order.
//
// A candidate has a key (what it must have in common with those it is merged with: a base address, a texture) and an
// order number within the key (an offset); it covers [order, order + size). A group is two or more candidates of one
// block, kind and key that become one instruction. The text form:
//
//   group NAME
//   kind load gap 0 least 2 most 4 powers aligned early    # or late; then maybe: suffix .x
//   block 8                                              # eight instructions
//   candidate 3 kind 0 key 17 order 4 size 4 align 16    # instruction 3, counted over all blocks
//   edge 2 3                                             # 2 must stay before 3
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/support/fault.hpp>
#include <lathe/support/text.hpp>

namespace lathe::group {

/// What may be merged, and how. The rule `form` of TableForm reads all of it; the grouper itself gap, most and place.
struct Kind {
  enum class Place : std::uint8_t { early, late };
  std::string name = "group";
  std::int64_t gap = 0;        ///< order numbers that may lie between one member and the next; 0: they must touch
  std::uint32_t least = 2;     ///< members
  std::uint32_t most = 4;      ///< members
  bool powers = false;         ///< only 2, 4, 8, ... members
  bool aligned = false;        ///< the first order number is a multiple of the whole group's size, known from `align`
  Place place = Place::early;  ///< near the first member (loads) or near the last one (stores), as dependences allow
  std::string suffix{};        ///< of the names of its groups, behind the kind's name and a number
  bool operator==(const Kind&) const = default;
};

struct Candidate {
  std::uint32_t inst = 0;
  std::uint32_t kind = 0;
  std::uint64_t key = 0;
  std::int64_t order = 0;
  std::uint32_t size = 1;
  std::uint32_t align = 1;  ///< order number 0 lies at a multiple of this; a power of two
  bool operator==(const Candidate&) const = default;
};

/// `from` must stay before `to`; both in one block.
struct Edge {
  std::uint32_t from = 0, to = 0;
  bool operator==(const Edge&) const = default;
};

struct Block {
  std::uint32_t first = 0, count = 0;  ///< instructions
  bool operator==(const Block&) const = default;
};

/// What numbers may be: sums of order numbers and sizes then stay far inside 64 bits.
struct Limits {
  static constexpr std::uint32_t insts = 1U << 24, kinds = 1U << 16, size = 1U << 20, most = 1U << 10;
  static constexpr std::int64_t order = std::int64_t{1} << 48;  ///< either way; also of gaps
};

/// All plain data; check_problem says what is well formed.
struct Problem {
  std::string name;
  std::vector<Kind> kinds;
  std::vector<Block> blocks;          ///< one after the other, without holes
  std::vector<Candidate> candidates;  ///< by instruction, each once
  std::vector<Edge> edges;
  bool operator==(const Problem&) const = default;
  std::uint32_t insts() const { return blocks.empty() ? 0 : blocks.back().first + blocks.back().count; }
};

enum class ProblemFault : std::uint8_t { bad_kind, bad_block, bad_candidate, bad_edge, too_large };

/// Everything that is wrong with a problem. O(size).
inline FaultList<ProblemFault> check_problem(const Problem& p) {
  FaultList<ProblemFault> out;
  if (p.kinds.size() > Limits::kinds) out.add(ProblemFault::too_large, 0, "too many kinds");
  for (std::uint32_t k = 0; k < p.kinds.size(); ++k) {
    const Kind& kind = p.kinds[k];
    if (kind.gap < 0 || kind.gap > Limits::order || kind.least < 2 || kind.most < kind.least ||
        kind.most > Limits::most || kind.name.empty() || kind.name.find_first_of(" \t\r\n,#") != std::string::npos ||
        kind.suffix.find_first_of(" \t\r\n,#") != std::string::npos)
      out.add(ProblemFault::bad_kind, k,
              "a kind wants a name of one word, a suffix without blanks, gap >= 0, and 2 <= least <= most <= 1024");
  }
  std::uint64_t next = 0;
  for (std::uint32_t b = 0; b < p.blocks.size(); ++b) {
    if (p.blocks[b].first != next)
      out.add(ProblemFault::bad_block, b, "a block does not begin where the last one ends");
    next = std::uint64_t{p.blocks[b].first} + p.blocks[b].count;
    if (next > Limits::insts) {
      out.add(ProblemFault::too_large, b, "too many instructions");
      return out;
    }
  }
  if (!out.empty()) return out;
  const std::uint32_t insts = p.insts();
  std::vector<std::uint32_t> block_of(insts);
  for (std::uint32_t b = 0; b < p.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < p.blocks[b].count; ++i) block_of[p.blocks[b].first + i] = b;
  for (std::uint32_t c = 0; c < p.candidates.size(); ++c) {
    const Candidate& at = p.candidates[c];
    if (at.inst >= insts || at.kind >= p.kinds.size() || (c != 0 && p.candidates[c - 1].inst >= at.inst))
      out.add(ProblemFault::bad_candidate, c, "no such instruction or kind, or candidates out of order");
    if (at.order < -Limits::order || at.order > Limits::order || at.size == 0 || at.size > Limits::size ||
        at.align == 0 || (at.align & (at.align - 1)) != 0)
      out.add(ProblemFault::bad_candidate, c, "order, size or align out of range; align is a power of two");
  }
  for (std::uint32_t e = 0; e < p.edges.size(); ++e) {
    const Edge& at = p.edges[e];
    if (at.from >= at.to || at.to >= insts || block_of[at.from] != block_of[at.to])
      out.add(ProblemFault::bad_edge, e, "an edge goes forward within a block");
  }
  return out;
}

inline std::string print(const Problem& p) {
  std::string out = "group" + (p.name.empty() ? "" : " " + p.name) + "\n";
  for (const Kind& k : p.kinds)
    out += "kind " + k.name + " gap " + std::to_string(k.gap) + " least " + std::to_string(k.least) + " most " +
           std::to_string(k.most) + (k.powers ? " powers" : "") + (k.aligned ? " aligned" : "") +
           (k.place == Kind::Place::early ? " early" : " late") + (k.suffix.empty() ? "" : " suffix " + k.suffix) +
           "\n";
  for (const Block& b : p.blocks) out += "block " + std::to_string(b.count) + "\n";
  for (const Candidate& c : p.candidates)
    out += "candidate " + std::to_string(c.inst) + " kind " + std::to_string(c.kind) + " key " +
           std::to_string(static_cast<std::int64_t>(c.key)) + " order " + std::to_string(c.order) + " size " +
           std::to_string(c.size) + " align " + std::to_string(c.align) + "\n";
  for (const Edge& e : p.edges) out += "edge " + std::to_string(e.from) + " " + std::to_string(e.to) + "\n";
  return out;
}

namespace detail {

/// Reads a problem line by line; ranges of single numbers are told here, the rest by check_problem.
class ProblemReader {
 public:
  ProblemReader(std::string_view text, std::string name) : in_(text, std::move(name)) {}

  Problem read(std::string& error) {
    Problem p;
    if (!in_.next_line() || in_.word() != "group") in_.fail("expected 'group NAME', the head of a problem");
    if (!in_.failed()) p.name = in_.word();
    end();
    while (!in_.failed() && in_.next_line()) {
      const std::string_view word = in_.word();
      if (word == "kind")
        kind(p);
      else if (word == "block")
        block(p);
      else if (word == "candidate")
        candidate(p);
      else if (word == "edge")
        edge(p);
      else
        in_.fail("found '" + std::string(word) + "', expected kind, block, candidate or edge");
    }
    if (!in_.failed()) {
      const auto faults = check_problem(p);
      if (!faults.empty())
        in_.fail("the problem is not well formed: " + faults.begin()->text + " (at " +
                 std::to_string(faults.begin()->place) + ")");
    }
    error = in_.error();
    return p;
  }

 private:
  void end() {
    if (in_.failed() || in_.at_end_of_line()) return;
    const std::string_view word = in_.word();
    in_.fail("found '" + std::string(word) + "', expected the end of the line");
  }
  void label(std::string_view wanted) {
    if (in_.failed()) return;
    const std::string_view word = in_.word();
    if (word != wanted) in_.fail("found '" + std::string(word) + "', expected '" + std::string(wanted) + "'");
  }
  template <class T>
  void number(T& to, const char* what, std::int64_t low, std::int64_t high) {
    if (in_.failed()) return;
    if (const auto value = in_.number(what, low, high)) to = static_cast<T>(*value);
  }
  void kind(Problem& p) {
    Kind k;
    k.name = in_.word();
    if (k.name.empty()) in_.fail("expected the name of the kind");
    label("gap"), number(k.gap, "a gap", 0, Limits::order);
    label("least"), number(k.least, "a number of members", 2, Limits::most);
    label("most"), number(k.most, "a number of members", 2, Limits::most);
    while (!in_.failed() && !in_.at_end_of_line()) {
      const std::string_view word = in_.word();
      if (word == "powers")
        k.powers = true;
      else if (word == "aligned")
        k.aligned = true;
      else if (word == "early" || word == "late")
        k.place = word == "early" ? Kind::Place::early : Kind::Place::late;
      else if (word == "suffix" && !in_.at_end_of_line())
        k.suffix = in_.word();
      else if (word == "suffix")
        in_.fail("expected the suffix");
      else
        in_.fail("found '" + std::string(word) + "', expected powers, aligned, early, late or suffix");
    }
    p.kinds.push_back(std::move(k));
  }
  void block(Problem& p) {
    Block b{p.insts(), 0};
    number(b.count, "a number of instructions", 0, Limits::insts - b.first);
    end();
    p.blocks.push_back(b);
  }
  void candidate(Problem& p) {
    Candidate c;
    number(c.inst, "an instruction", 0, Limits::insts - 1);
    label("kind"), number(c.kind, "a kind", 0, Limits::kinds - 1);
    label("key"), number(c.key, "a key", INT64_MIN, INT64_MAX);
    label("order"), number(c.order, "an order number", -Limits::order, Limits::order);
    label("size"), number(c.size, "a size", 1, Limits::size);
    if (!in_.failed() && !in_.at_end_of_line()) {
      label("align"), number(c.align, "an alignment", 1, std::int64_t{1} << 31);
      if (!in_.failed() && (c.align & (c.align - 1)) != 0) in_.fail("expected an alignment, a power of two");
    }
    end();
    p.candidates.push_back(c);
  }
  void edge(Problem& p) {
    Edge e;
    number(e.from, "an instruction", 0, Limits::insts - 1);
    number(e.to, "an instruction", 0, Limits::insts - 1);
    end();
    p.edges.push_back(e);
  }

  TextReader in_;
};

}  // namespace detail

/// A problem from its text; `error` is "NAME:LINE:COLUMN: what is wrong, what was expected", empty when all is well.
inline Problem read_problem(std::string_view text, std::string name, std::string& error) {
  return detail::ProblemReader(text, std::move(name)).read(error);
}

}  // namespace lathe::group
