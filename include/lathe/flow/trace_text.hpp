// Text form of what trace metrics found, to keep, to compare and to check.
//
//   trace units 2                                         # issue slots are counted as the last of them
//   block above 0 below 5 length 12 bound 4 next 1 held above 0 0 below 2 5
//   inst depth 0 height 12                                # in the order of a walk, whatever the block
//   block previous 0 above 5 below 0 length 12 bound 4 held above 2 5 below 0 0
//
// `previous` and `next` are left out where there is none.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/flow/trace.hpp>
#include <lathe/support/text.hpp>

namespace lathe::flow {

/// read_trace(print(r)) == r for what a follower reports. O(blocks * units + instructions).
inline std::string print(const TraceReport& r) {
  const std::size_t units = r.blocks.empty() ? 0 : r.blocks[0].held_above.size();
  std::string out = "trace units " + std::to_string(units) + "\n";
  const auto number = [&](const char* what, std::uint64_t n) { out += std::string(what) + std::to_string(n); };
  for (const TraceReport::OfBlock& b : r.blocks) {
    out += "block";
    if (b.previous != no_block) number(" previous ", b.previous);
    number(" above ", b.above);
    number(" below ", b.below);
    number(" length ", b.length);
    number(" bound ", b.bound);
    if (b.next != no_block) number(" next ", b.next);
    out += " held above";
    for (const std::uint64_t n : b.held_above) number(" ", n);
    out += " below";
    for (const std::uint64_t n : b.held_below) number(" ", n);
    out += "\n";
  }
  for (const TraceReport::OfInst& i : r.insts) {
    number("inst depth ", i.depth);
    number(" height ", i.height);
    out += "\n";
  }
  return out;
}

namespace detail {

class TraceReader {
 public:
  TraceReader(std::string_view text, std::string name) : in_(text, std::move(name)) {}

  std::optional<TraceReport> run(std::string& error) {
    in_.head("trace", "what trace metrics found");
    want("units");
    units_ = in_.id("units", 1 << 16);
    in_.end_line();
    in_.records([&](std::string_view word) {
      if (word == "block")
        block(out_.blocks.emplace_back());
      else if (word == "inst")
        inst(out_.insts.emplace_back());
      else
        in_.fail("expected block or inst, found '" + std::string(word) + "'");
    });
    for (std::size_t b = 0; b < out_.blocks.size(); ++b)
      for (const Block other : {out_.blocks[b].previous, out_.blocks[b].next})
        if (other != no_block && other >= out_.blocks.size())
          in_.fail("block " + std::to_string(b) + " has a neighbour " + std::to_string(other) + ", which is not there");
    error = in_.error();
    if (in_.failed()) return std::nullopt;
    return std::move(out_);
  }

 private:
  void want(std::string_view word) {
    if (in_.failed()) return;
    if (const std::string_view found = in_.word(); found != word)
      in_.fail("expected '" + std::string(word) + "', found '" + std::string(found) + "'");
  }
  std::uint64_t number(std::string_view word) {
    want(word);
    return number();
  }
  std::uint64_t number() { return in_.failed() ? 0 : static_cast<std::uint64_t>(in_.number("a count", 0).value_or(0)); }
  /// The next word is the name, so that its number follows.
  bool has(std::string_view word) {
    TextReader ahead = in_;
    if (in_.failed() || ahead.word() != word) return false;
    in_.word();
    return true;
  }
  void block(TraceReport::OfBlock& b) {
    if (has("previous")) b.previous = in_.id("a block");
    b.above = number("above");
    b.below = number("below");
    b.length = number("length");
    b.bound = number("bound");
    if (has("next")) b.next = in_.id("a block");
    want("held");
    want("above");
    for (std::uint32_t u = 0; u < units_ && !in_.failed(); ++u) b.held_above.push_back(number());
    want("below");
    for (std::uint32_t u = 0; u < units_ && !in_.failed(); ++u) b.held_below.push_back(number());
  }
  void inst(TraceReport::OfInst& i) {
    i.depth = number("depth");
    i.height = number("height");
  }

  TextReader in_;
  TraceReport out_;
  std::uint32_t units_ = 0;
};

}  // namespace detail

/// Reads print's form. Nothing, and what is wrong in `error`, when it is broken. What it gives is well formed, and right
/// or wrong as check_trace says.
inline std::optional<TraceReport> read_trace(std::string_view text, const std::string& name, std::string& error) {
  return detail::TraceReader(text, name).run(error);
}

}  // namespace lathe::flow
