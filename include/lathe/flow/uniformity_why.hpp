// Why something is divergent, in words: events of an answer with what they follow from.
#pragma once

#include <cstdint>
#include <string>

#include <lathe/flow/uniformity_data.hpp>

namespace lathe::flow::uniformity {

/// How these texts name things: numbers. Another class with these members names them as its user does.
struct Numbers {
  std::string block(Block b) const { return "block " + std::to_string(b); }  ///< how a block is named
  /// How an instruction is named.
  std::string inst(std::uint32_t i) const { return "instruction " + std::to_string(i); }
  std::string variable(std::uint32_t v) const { return "variable " + std::to_string(v); }  ///< how a variable is named
};

/// What an event says, without its cause.
template <class Names = Numbers>
std::string event_text(const Problem& p, const Result& r, std::uint32_t event, const Names& names = {}) {
  const Event& e = r.events[event];
  const auto cycle = [&] { return "the cycle of " + names.block(r.cycles[e.subject].header); };
  switch (e.kind) {
    case Event::Kind::value: {
      const std::string value = names.variable(r.names.names[e.subject].variable);
      switch (e.reason) {
        case Event::Reason::source:
          return value + " of " + names.inst(e.at) + " is divergent by its source";
        case Event::Reason::parameter:
          return "parameter " + value + " is divergent";
        case Event::Reason::operand:
          return value + " is made of a divergent value";
        case Event::Reason::guard:
          return value + " is written under a divergent guard";
        case Event::Reason::meet:
          return value + " is chosen where threads meet that had parted";
        default:
          return value + " changes with the turns of a cycle that threads walk apart";
      }
    }
    case Event::Kind::use: {
      const Places places(p, r.names);
      std::string where = " behind a cycle";
      if (e.subject < places.incoming)
        for (std::uint32_t i = 0; i < p.inst_count(); ++i)
          if (places.mention(i) <= e.subject && e.subject < places.mention(i + 1)) where = " by " + names.inst(i);
      return "a value is read" + where + " in other turns than it was made";
    }
    case Event::Kind::branch:
      return "the branch of " + names.block(e.subject) + " is divergent";
    case Event::Kind::apart:
      return cycle() + " is left in different turns";
    default:
      return cycle() + " is walked on different ways";
  }
}

/// The event and what it follows from, at most `most` steps: "A, since B, since C".
template <class Names = Numbers>
std::string why(const Problem& p, const Result& r, std::uint32_t event, const Names& names = {},
                std::uint32_t most = 8) {
  std::string out = event_text(p, r, event, names);
  for (std::uint32_t e = r.events[event].cause; e != none; e = r.events[e].cause) {
    if (--most == 0) return out + ", ..";
    out += ", since " + event_text(p, r, e, names);
  }
  return out;
}

}  // namespace lathe::flow::uniformity
