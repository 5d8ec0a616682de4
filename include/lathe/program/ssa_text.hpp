// Text form of SSA construction's problem, and the text of its plan.
//
//   ssa NAME
//   variables 4
//   parameter 0                     # has a value at the entry
//   keep 3                          # is not renamed
//   block to 1 2                    # blocks are numbered from 0
//   inst read 0 1 write 2           # of the block above; instructions are numbered from 0 through all blocks
//   phi write 2 from 0 1 from 1 2   # one that is there already: from block 0 variable 1, ..
//   live 2                          # read behind the end of the block above
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/program/ssa_data.hpp>
#include <lathe/support/text.hpp>

namespace lathe::program::ssa {

/// read_problem(print(name, p)) prints the same.
inline std::string print(std::string_view name, const Problem& p) {
  const auto n = [](std::uint32_t number) { return " " + std::to_string(number); };
  std::string out = "ssa " + escaped(name) + "\nvariables" + n(p.variables) + "\n";
  for (const std::uint32_t v : p.parameters) out += "parameter" + n(v) + "\n";
  for (std::uint32_t v = 0; v < p.kept.size(); ++v)
    if (p.kept[v]) out += "keep" + n(v) + "\n";
  for (std::uint32_t b = 0; b < p.blocks(); ++b) {
    out += "block to";
    for (const std::uint32_t s : p.graph.successors(b)) out += n(s);
    out += "\n";
    for (std::uint32_t i = p.first[b]; i < p.first[b + 1]; ++i) {
      out += p.incoming[i].empty() ? "inst" : "phi";
      bool first = true, def = false;
      for (const Problem::Mention& m : p.mentions[i]) {
        if (first || m.is_def != def) out += m.is_def ? " write" : " read";
        first = false;
        def = m.is_def;
        out += n(m.variable);
      }
      for (const Problem::Incoming& in : p.incoming[i]) out += " from" + n(in.from) + n(in.variable);
      out += "\n";
    }
    for (const std::uint32_t v : p.live_out[b]) out += "live" + n(v) + "\n";
  }
  return out;
}

/// A line per name, phi and instruction; `-` is a mention that is not renamed.
inline std::string print(const Plan& plan) {
  const auto n = [](std::uint32_t number) { return number == no_name ? " -" : " " + std::to_string(number); };
  if (plan.refusal != Refusal::none) return std::string("refused: ") + to_string(plan.refusal) + "\n";
  std::string out = "plan\n";
  for (std::uint32_t k = 0; k < plan.names.size(); ++k)
    out += "name" + n(k) + " variable" + n(plan.names[k].variable) + " version" + n(plan.names[k].version) + "\n";
  for (const std::uint32_t name : plan.at_entry)
    if (name != no_name) out += "entry" + n(name) + "\n";
  for (const std::uint32_t name : plan.undefined) out += "undefined" + n(name) + "\n";
  for (const Plan::Phi& phi : plan.phis) {
    out += "phi" + n(phi.name) + " in" + n(phi.block);
    for (std::uint32_t k = phi.begin; k < phi.begin + phi.count; ++k)
      out += " from" + n(plan.arguments[k].from) + n(plan.arguments[k].name);
    out += "\n";
  }
  for (std::uint32_t i = 0; i < plan.mentions.rows(); ++i) {
    out += "inst";
    for (const std::uint32_t name : plan.mentions[i]) out += n(name);
    for (const std::uint32_t name : plan.incoming[i]) out += " from" + n(name);
    out += "\n";
  }
  for (std::uint32_t b = 0; b < plan.live_out.rows(); ++b)
    for (const std::uint32_t name : plan.live_out[b]) out += "live" + n(b) + n(name) + "\n";
  return out;
}

namespace detail {

class ProblemReader {
 public:
  ProblemReader(std::string_view text, std::string name) : in_(text, std::move(name)) {}

  std::optional<std::pair<std::string, Problem>> run(std::string& error) {
    in_.head("ssa", "a problem of SSA construction: 'ssa NAME'");
    std::string name = in_.failed() ? std::string() : unescaped(in_.word());
    in_.records([&](std::string_view word) { line(std::string(word)); });
    if (!in_.failed()) finish();
    error = in_.error();
    if (in_.failed()) return std::nullopt;
    return std::pair(std::move(name), std::move(out_));
  }

 private:
  static constexpr std::int64_t most = 0x7fffffff;

  void line(const std::string& word) {
    if (word == "variables") {
      out_.variables = in_.id("a number of variables", most);
    } else if (word == "parameter") {
      out_.parameters.push_back(in_.id("a variable", most));
    } else if (word == "keep") {
      kept_.push_back(in_.id("a variable", most));
    } else if (word == "block") {
      if (in_.word() != "to") return in_.fail("expected 'to' and the blocks that it goes to");
      while (in_.more()) edges_.emplace_back(blocks_, in_.id("a block", most));
      out_.first.push_back(insts_);
      ++blocks_;
    } else if (blocks_ == 0) {
      in_.fail("expected variables, parameter, keep or block, found '" + word + "'");
    } else if (word == "inst" || word == "phi") {
      inst();
    } else if (word == "live") {
      live_.emplace_back(blocks_ - 1, in_.id("a variable", most));
    } else {
      in_.fail("expected inst, phi, live or block, found '" + word + "'");
    }
  }
  void inst() {
    std::string mode;
    while (in_.more()) {
      TextReader ahead = in_;
      const std::string word(ahead.word());
      if (word == "read" || word == "write" || word == "from") {
        in_ = ahead;
        mode = word;
        if (word != "from") continue;
        const std::uint32_t from = in_.id("a block", most);
        incoming_.push_back({insts_, {from, in_.id("a variable", most)}});
      } else if (mode != "read" && mode != "write") {
        in_.fail("expected read, write or from, found '" + word + "'");
      } else {
        mentions_.push_back({insts_, {in_.id("a variable", most), mode == "write"}});
      }
    }
    ++insts_;
  }
  void finish() {
    out_.first.push_back(insts_);
    if (blocks_ == 0) out_.first.clear();
    out_.graph = Graph(blocks_, edges_);
    out_.mentions = Csr<Problem::Mention>(insts_, mentions_);
    out_.incoming = Csr<Problem::Incoming>(insts_, incoming_);
    out_.live_out = Csr<std::uint32_t>(blocks_, live_);
    for (const auto& [from, to] : edges_)
      if (to >= blocks_) in_.fail("block " + std::to_string(from) + " goes to a block that is not there");
    for (const std::uint32_t v : kept_)
      if (v >= out_.variables) in_.fail("a variable that is kept is not there");
    if (in_.failed()) return;
    out_.kept.assign(out_.variables, false);
    for (const std::uint32_t v : kept_) out_.kept[v] = true;
    for (const auto& fault : check_problem(out_)) in_.fail(fault.text + " (at " + std::to_string(fault.place) + ")");
  }

  TextReader in_;
  Problem out_;
  std::uint32_t blocks_ = 0, insts_ = 0;
  std::vector<std::uint32_t> kept_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_, live_;
  std::vector<std::pair<std::uint32_t, Problem::Mention>> mentions_;
  std::vector<std::pair<std::uint32_t, Problem::Incoming>> incoming_;
};

}  // namespace detail

/// Reads print's form, with its name. Nothing, and what is wrong in `error`, when it is broken.
inline std::optional<std::pair<std::string, Problem>> read_problem(std::string_view text, const std::string& name,
                                                                   std::string& error) {
  return detail::ProblemReader(text, name).run(error);
}

}  // namespace lathe::program::ssa
