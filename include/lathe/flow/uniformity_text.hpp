// Text form of uniformity's problem, and the text of its answer. Why something is divergent tells uniformity_why.hpp.
//
//   uniformity NAME
//   variables 4
//   parameter 0 uniform             # the same for all threads
//   parameter 1                     # another for each
//   block to 1 2 by 3               # blocks are numbered from 0; `by`: what decides. Behind `to` also: divergent
//   (threads
//                                   # go different ways whatever decides), leaves (some may leave the function here)
//   inst read 0 1 write 2           # of the block above; instructions are numbered from 0 through all blocks
//   inst guard 3 read 0 old 2 write 2
//   inst divergent write 2          # another result for each thread
//   inst uniform read 1 write 2     # one for all whatever is read
//   inst changing read 0 write 2    # done again, it may give another result: a load
//   phi write 2 from 0 1 from 1 2   # from block 0 variable 1, ..
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/flow/uniformity_data.hpp>
#include <lathe/support/text.hpp>

namespace lathe::flow::uniformity {

/// read_problem(print(p)) prints the same.
inline std::string print(const Problem& p) {
  static constexpr const char* words[] = {"read", "old", "guard", "write"};
  const auto n = [](std::uint32_t number) { return " " + std::to_string(number); };
  std::string out = "uniformity " + escaped(p.name) + "\nvariables" + n(p.variables) + "\n";
  for (const Problem::Parameter& v : p.parameters)
    out += "parameter" + n(v.variable) + (v.uniform ? " uniform\n" : "\n");
  for (Block b = 0; b < p.block_count(); ++b) {
    out += "block to";
    for (const Block s : p.successors[b]) out += n(s);
    if (!p.deciders[b].empty()) out += " by";
    for (const std::uint32_t v : p.deciders[b]) out += n(v);
    out += std::string(p.ways[b].divergent ? " divergent" : "") + (p.ways[b].leaves ? " leaves" : "") + "\n";
    for (std::uint32_t i = p.first[b]; i < p.first[b + 1]; ++i) {
      const Problem::Inst& inst = p.insts[i];
      out += inst.phi ? "phi" : "inst";
      if (inst.source != Source::operands) out += inst.source == Source::uniform ? " uniform" : " divergent";
      if (inst.changing) out += " changing";
      const char* before = "";
      for (const Problem::Mention& m : p.mentions[i]) {
        const char* const word = words[static_cast<int>(m.role)];
        if (word != before) out += std::string(" ") + word;
        before = word;
        out += n(m.variable);
      }
      for (const Problem::Incoming& in : p.incoming[i]) out += " from" + n(in.from) + n(in.variable);
      out += "\n";
    }
  }
  return out;
}

namespace detail {

class ProblemReader {
 public:
  ProblemReader(std::string_view text, std::string name) : in_(text, std::move(name)) {}

  std::optional<Problem> run(std::string& error) {
    in_.head("uniformity", "a problem of uniformity: 'uniformity NAME'");
    if (!in_.failed()) out_.name = unescaped(in_.word());
    in_.records([&](std::string_view word) { line(std::string(word)); });
    if (!in_.failed()) finish();
    error = in_.error();
    if (in_.failed()) return std::nullopt;
    return std::move(out_);
  }

 private:
  static constexpr std::int64_t most = 1 << 26;

  void line(const std::string& word) {
    if (word == "variables") {
      out_.variables = in_.id("a number of variables", most);
    } else if (word == "parameter") {
      out_.parameters.push_back({in_.id("a variable", most), false});
      if (!in_.more()) return;
      if (in_.word() != "uniform") return in_.fail("expected 'uniform' or the end of the line");
      out_.parameters.back().uniform = true;
    } else if (word == "block") {
      block();
    } else if (word != "inst" && word != "phi") {
      in_.fail("expected variables, parameter, block, inst or phi, found '" + word + "'");
    } else if (out_.ways.empty()) {
      in_.fail("expected 'block' before '" + word + "'");
    } else {
      inst(word == "phi");
    }
  }
  void block() {
    const auto b = static_cast<Block>(out_.ways.size());
    out_.first.push_back(out_.inst_count());
    out_.ways.emplace_back();
    std::string mode;
    while (in_.more()) {
      TextReader ahead = in_;
      const std::string word(ahead.word());
      if (word == "to" || word == "by" || word == "divergent" || word == "leaves") {
        in_ = ahead;
        mode = word;
        out_.ways.back().divergent |= word == "divergent";
        out_.ways.back().leaves |= word == "leaves";
      } else if (mode == "to") {
        edges_.emplace_back(b, in_.id("a block", most));
      } else if (mode == "by") {
        deciders_.emplace_back(b, in_.id("a variable", most));
      } else {
        in_.fail("expected to, by, divergent or leaves, found '" + word + "'");
      }
    }
  }
  void inst(bool phi) {
    static constexpr std::string_view words[] = {"read", "old", "guard", "write"};
    const std::uint32_t i = out_.inst_count();
    out_.insts.push_back({Source::operands, false, phi});
    Role role = Role::use;
    bool known = false;  // is a variable expected?
    while (in_.more()) {
      TextReader ahead = in_;
      const std::string word(ahead.word());
      const auto* const found = std::find(std::begin(words), std::end(words), word);
      const bool said = word == "uniform" || word == "divergent" || word == "changing";
      if (found != std::end(words) || said || word == "from") {
        in_ = ahead;
        known = found != std::end(words);
        if (known) role = static_cast<Role>(found - std::begin(words));
        if (word == "changing") out_.insts.back().changing = true;
        if (said && word != "changing")
          out_.insts.back().source = word == "uniform" ? Source::uniform : Source::divergent;
        if (word != "from") continue;
        const Block from = in_.id("a block", most);
        incoming_.push_back({i, {from, in_.id("a variable", most)}});
      } else if (!known) {
        in_.fail("expected read, old, guard, write, from, uniform, divergent or changing, found '" + word + "'");
      } else {
        mentions_.push_back({i, {in_.id("a variable", most), role}});
      }
    }
  }
  void finish() {
    const auto blocks = static_cast<std::uint32_t>(out_.ways.size());
    if (blocks != 0) out_.first.push_back(out_.inst_count());
    out_.mentions = Csr<Problem::Mention>(out_.inst_count(), mentions_);
    out_.incoming = Csr<Problem::Incoming>(out_.inst_count(), incoming_);
    out_.successors = Csr<Block>(blocks, edges_);
    out_.deciders = Csr<std::uint32_t>(blocks, deciders_);
    for (const auto& fault : check_problem(out_)) in_.fail(fault.text + " (at " + std::to_string(fault.place) + ")");
  }

  TextReader in_;
  Problem out_;
  std::vector<std::pair<Block, Block>> edges_;
  std::vector<std::pair<Block, std::uint32_t>> deciders_;
  std::vector<std::pair<std::uint32_t, Problem::Mention>> mentions_;
  std::vector<std::pair<std::uint32_t, Problem::Incoming>> incoming_;
};

}  // namespace detail

/// Reads print's form. Nothing, and what is wrong in `error`, when it is broken.
inline std::optional<Problem> read_problem(std::string_view text, const std::string& name, std::string& error) {
  return detail::ProblemReader(text, name).run(error);
}

/// A line per block, and one per instruction with a letter per mention: u uniform, d divergent, t divergent where it is
/// read and uniform where it is made; then one per cycle.
inline std::string print(const Problem& p, const Result& r) {
  if (r.refusal != Refusal::none) return std::string("refused: ") + to_string(r.refusal) + "\n";
  const auto n = [](std::uint32_t number) { return " " + std::to_string(number); };
  const Places places(p, r.names);
  const auto letter = [&](std::uint32_t place) {
    return r.use_event[place] != none ? " t" : r.divergent[place] ? " d" : " u";
  };
  std::string out = "uniformity of " + escaped(p.name) + "\n";
  for (Block b = 0; b < p.block_count(); ++b) {
    out += "block" + n(b) + (r.diverged[b] ? " diverged" : "") + (r.join[b] ? " join" : "");
    if (r.branch[b]) out += " branch divergent until" + (r.until[b] == no_block ? " -" : n(r.until[b]));
    for (std::uint32_t k = 0; k < p.deciders[b].size(); ++k) out += letter(places.decider(b) + k);
    out += "\n";
    for (std::uint32_t i = p.first[b]; i < p.first[b + 1]; ++i) {
      out += "inst" + n(i);
      for (std::uint32_t k = 0; k < p.mentions[i].size(); ++k) {
        out += letter(places.mention(i) + k);
        if (p.mentions[i][k].role == Role::def) out += n(p.mentions[i][k].variable);
      }
      for (std::uint32_t k = 0; k < p.incoming[i].size(); ++k) out += letter(places.incoming_of(i) + k);
      out += "\n";
    }
  }
  for (std::uint32_t c = 0; c < r.cycles.size(); ++c)
    out += "cycle" + n(c) + " header" + n(r.cycles[c].header) + (r.cycles[c].irreducible ? " irreducible" : "") +
           (r.mixed[c] != none ? " mixed" : "") + (r.apart[c] != none ? " apart" : "") + "\n";
  return out;
}

}  // namespace lathe::flow::uniformity
