// Text form of throughput's problem, and the text of its answer.
//
//   throughput NAME
//   variables 4
//   issue width 1 threads 16        # slots of a cycle; threads that share the issuer and the units
//   keeps order                     # instructions issue as they stand; without: in a list scheduler's order
//   unit alu 1                      # name and copies; numbered from 0
//   block runs 3 to 1 taken 2 to 2 taken 1   # blocks are numbered from 0; counts are in any unit, one for all
//   inst latency 4 issue 1 read 0 1 write 2 hold 0 first 0 cycles 2  # of the block above; latency and issue are 1 without
//   inst latency 30 loads 1 read 2 write 3   # loads, stores or fence, with a space, 0: any
//   inst ends read 3                # a terminator
//   phi write 2 from 0 1 from 1 2   # from block 0 variable 1, ..
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/flow/throughput_data.hpp>
#include <lathe/support/text.hpp>

namespace lathe::flow::throughput {

/// read_problem(print(p)) prints the same.
inline std::string print(const Problem& p) {
  const auto n = [](std::uint64_t number) { return " " + std::to_string(number); };
  std::string out = "throughput " + escaped(p.name) + "\nvariables" + n(p.variables) + "\nissue width" + n(p.width) +
                    " threads" + n(p.threads) + "\n" + (p.keeps_order ? "keeps order\n" : "");
  for (const program::Unit& u : p.units) out += "unit " + escaped(u.name) + n(u.copies) + "\n";
  for (Block b = 0; b < p.block_count(); ++b) {
    out += "block runs" + n(p.runs[b]);
    for (const Problem::Way& way : p.ways[b]) out += " to" + n(way.to) + " taken" + n(way.taken);
    out += "\n";
    for (std::uint32_t i = p.first[b]; i < p.first[b + 1]; ++i) {
      const Problem::Inst& inst = p.insts[i];
      out += inst.phi ? "phi" : inst.ends ? "inst ends" : "inst";
      if (inst.latency != (inst.phi ? 0U : 1U)) out += " latency" + n(inst.latency);
      if (inst.issue != (inst.phi ? 0U : 1U)) out += " issue" + n(inst.issue);
      if (inst.memory == program::MemoryRole::reads) out += " loads" + n(inst.space);
      if (inst.memory == program::MemoryRole::writes) out += " stores" + n(inst.space);
      if (inst.memory == program::MemoryRole::fence) out += " fence" + n(inst.space);
      const char* before = "";
      for (const Problem::Mention& m : p.mentions[i]) {
        const char* const word = m.is_def ? " write" : " read";
        if (word != before) out += word;
        before = word;
        out += n(m.variable);
      }
      for (const program::Hold& h : p.holds[i])
        out += " hold" + n(h.unit) + " first" + n(h.first) + " cycles" + n(h.cycles);
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
    in_.head("throughput", "a problem of throughput: 'throughput NAME'");
    if (!in_.failed()) out_.name = unescaped(in_.word());
    in_.records([&](std::string_view word) { line(std::string(word)); });
    if (!in_.failed()) finish();
    error = in_.error();
    if (in_.failed()) return std::nullopt;
    return std::move(out_);
  }

 private:
  static constexpr std::int64_t most = 1 << 26;

  void want(const char* word) {
    if (!in_.failed() && in_.word() != word) in_.fail(std::string("expected '") + word + "'");
  }
  std::uint64_t count(const char* what) {
    return static_cast<std::uint64_t>(in_.number(what, 0, std::int64_t{1} << 50).value_or(0));
  }
  void line(const std::string& word) {
    if (word == "variables") {
      out_.variables = in_.id("a number of variables", most);
    } else if (word == "issue") {
      want("width");
      out_.width = in_.id("issue slots of a cycle", most);
      want("threads");
      out_.threads = in_.id("a number of threads", most);
    } else if (word == "keeps") {
      want("order");
      out_.keeps_order = true;
    } else if (word == "unit") {
      const std::string name = unescaped(in_.word());
      out_.units.push_back({name, in_.id("a number of copies", 1 << 16)});
    } else if (word == "block") {
      block();
    } else if (word != "inst" && word != "phi") {
      in_.fail("expected variables, issue, keeps, unit, block, inst or phi, found '" + word + "'");
    } else if (out_.runs.empty()) {
      in_.fail("expected 'block' before '" + word + "'");
    } else {
      inst(word == "phi");
      return;
    }
    in_.end_line();
  }
  void block() {
    const auto b = static_cast<Block>(out_.runs.size());
    out_.first.push_back(out_.inst_count());
    want("runs");
    out_.runs.push_back(count("how often the block runs"));
    while (in_.more()) {
      want("to");
      const Block to = in_.id("a block", most);
      want("taken");
      ways_.push_back({b, {to, count("how often it goes there")}});
    }
  }
  void inst(bool phi) {
    const std::uint32_t i = out_.inst_count();
    Problem::Inst inst;
    inst.phi = phi;
    if (phi) inst.latency = inst.issue = 0;
    std::string mode;
    while (in_.more()) {
      TextReader ahead = in_;
      const std::string word(ahead.word());
      const bool number = !word.empty() && word[0] >= '0' && word[0] <= '9';
      if (number && (mode == "read" || mode == "write")) {
        mentions_.push_back({i, {in_.id("a variable", most), mode == "write"}});
        continue;
      }
      in_ = ahead;
      mode = word;
      part(i, word, inst);
    }
    out_.insts.push_back(inst);
  }
  void part(std::uint32_t i, const std::string& word, Problem::Inst& inst) {
    using Role = program::MemoryRole;
    if (word == "read" || word == "write") return;
    if (word == "ends") {
      inst.ends = true;
    } else if (word == "latency") {
      inst.latency = in_.id("a latency", most);
    } else if (word == "issue") {
      inst.issue = in_.id("a number of slots", most);
    } else if (word == "loads" || word == "stores" || word == "fence") {
      inst.memory = word == "loads" ? Role::reads : word == "stores" ? Role::writes : Role::fence;
      inst.space = in_.id("a space");
    } else if (word == "hold") {
      program::Hold h;
      h.unit = in_.id("a unit", most);
      want("first");
      h.first = in_.id("a cycle", most);
      want("cycles");
      h.cycles = in_.id("a number of cycles", most);
      holds_.push_back({i, h});
    } else if (word == "from") {
      const Block from = in_.id("a block", most);
      incoming_.push_back({i, {from, in_.id("a variable", most)}});
    } else {
      in_.fail("expected read, write, ends, latency, issue, loads, stores, fence, hold or from, found '" + word + "'");
    }
  }
  void finish() {
    const auto blocks = static_cast<std::uint32_t>(out_.runs.size());
    if (blocks != 0) out_.first.push_back(out_.inst_count());
    out_.mentions = Csr<Problem::Mention>(out_.inst_count(), mentions_);
    out_.incoming = Csr<Problem::Incoming>(out_.inst_count(), incoming_);
    out_.holds = Csr<program::Hold>(out_.inst_count(), holds_);
    for (const auto& way : ways_)
      if (way.second.to >= blocks)
        return in_.fail("a way to block " + std::to_string(way.second.to) + ", which is not there");
    out_.ways = Csr<Problem::Way>(blocks, ways_);
    for (const auto& fault : check_problem(out_)) in_.fail(fault.text + " (at " + std::to_string(fault.place) + ")");
  }

  TextReader in_;
  Problem out_;
  std::vector<std::pair<Block, Problem::Way>> ways_;
  std::vector<std::pair<std::uint32_t, Problem::Mention>> mentions_;
  std::vector<std::pair<std::uint32_t, Problem::Incoming>> incoming_;
  std::vector<std::pair<std::uint32_t, program::Hold>> holds_;
};

}  // namespace detail

/// Reads print's form. Nothing, and what is wrong in `error`, when it is broken.
inline std::optional<Problem> read_problem(std::string_view text, const std::string& name, std::string& error) {
  return detail::ProblemReader(text, name).run(error);
}

/// The whole in one line, then a line for each unit that is held and one for each block that runs, in cycles.
inline std::string print(const Problem& p, const Result& r) {
  if (r.refusal != Refusal::none) return std::string("refused: ") + to_string(r.refusal) + "\n";
  std::string out = "throughput of " + escaped(p.name) + " threads " + std::to_string(p.threads) + " cycles " +
                    hundredths(r.cycles) + " together " + hundredths(r.together) + " bound " +
                    bound_text(p, r.bound, r.unit) + " issue " + hundredths(r.issue) + " alone " + hundredths(r.alone) +
                    "\n";
  for (std::uint32_t u = 0; u < r.units.size(); ++u)
    if (r.units[u] > 0) out += "unit " + escaped(p.units[u].name) + " " + hundredths(r.units[u]) + "\n";
  for (Block b = 0; b < p.block_count(); ++b) {
    const Result::OfBlock& of = r.blocks[b];
    if (p.runs[b] == 0) continue;
    out += "block " + std::to_string(b) + " share " + hundredths(100 * of.share) + "% cycles " + hundredths(of.cycles) +
           " bound " + bound_text(p, of.bound, of.unit) + " issue " + hundredths(of.issue) + " busiest " +
           hundredths(of.busiest) + " alone " + hundredths(of.alone) + "\n";
  }
  return out;
}

}  // namespace lathe::flow::throughput
