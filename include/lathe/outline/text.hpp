// Text forms of the outliner's problem and plan; problem.hpp and plan.hpp show them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <lathe/outline/plan.hpp>
#include <lathe/outline/problem.hpp>
#include <lathe/support/text.hpp>

namespace lathe::outline {

/// The text form. read_problem(print(p)) == p.
inline std::string print(const Problem& p) {
  std::string out = "outline\ncosts call " + std::to_string(p.costs.call) + " parameter " +
                    std::to_string(p.costs.parameter) + " result " + std::to_string(p.costs.result) + " frame " +
                    std::to_string(p.costs.frame) + "\n";
  for (const Problem::Class& c : p.classes) out += "class " + escaped(c.name) + (c.passable ? "\n" : " unpassable\n");
  if (p.images != 0) out += "images " + std::to_string(p.images) + "\n";
  std::uint32_t b = 0;
  for (std::uint32_t f = 0; f < p.functions.size(); ++f) {
    const Problem::Function& function = p.functions[f];
    out += "function " + escaped(function.name) + (function.no_outline ? " nooutline" : "") +
           (function.unwanted ? " unwanted" : "") + (function.unsafe ? " unsafe" : "") +
           (function.linkonce ? " linkonce" : "") + (function.images.empty() ? "" : " images");
    for (const std::uint32_t image : function.images) out += " " + std::to_string(image);
    out += "\n";
    for (; b < p.blocks.size() && p.blocks[b].function == f; ++b) {
      const Problem::Block& block = p.blocks[b];
      out += "block";
      if (block.weight != 0) out += " weight " + std::to_string(block.weight);
      if (block.no_outline) out += " nooutline";
      if (block.live_count != 0) out += " live";
      for (const std::uint32_t v : p.live_out(b)) out += " " + std::to_string(v);
      out += "\n";
      for (std::uint32_t i = block.first; i < block.first + block.count; ++i) {
        out +=
            (p.insts[i].legal ? "i " : "x ") + escaped(p.keys[p.insts[i].key]) + " " + std::to_string(p.insts[i].bytes);
        if (p.insts[i].fused != 0) out += "-" + std::to_string(p.insts[i].fused);
        for (const Operand& o : p.operands_of(i))
          out += (o.is_def ? " d" : " u") + std::to_string(o.value) + ":" + escaped(p.classes[o.cls].name);
        out += "\n";
      }
    }
  }
  return out;
}

namespace detail {

class ProblemReader {
 public:
  ProblemReader(std::string_view text, std::string name) : in_(text, std::move(name)) {}

  std::optional<Problem> run(std::string& error) {
    in_.head("outline", "such a problem");
    in_.end_line();
    in_.records([&](std::string_view first) { line(first); });
    error = in_.error();
    if (in_.failed()) return std::nullopt;
    return std::move(out_);
  }

 private:
  void line(std::string_view first) {
    if (first == "costs")
      costs();
    else if (first == "class")
      type();
    else if (first == "images")
      out_.images = in_.id("images", 1 << 24);
    else if (first == "function")
      function();
    else if (first == "block")
      block();
    else if (first == "i" || first == "x")
      inst(first == "i");
    else
      in_.fail("expected costs, class, images, function, block, i or x, found '" + std::string(first) + "'");
  }
  void costs() {
    while (in_.more()) {
      const std::string_view what = in_.word();
      std::uint32_t* const field = what == "call"        ? &out_.costs.call
                                   : what == "parameter" ? &out_.costs.parameter
                                   : what == "result"    ? &out_.costs.result
                                   : what == "frame"     ? &out_.costs.frame
                                                         : nullptr;
      if (field == nullptr)
        return in_.fail("expected call, parameter, result or frame, found '" + std::string(what) + "'");
      *field = in_.id("bytes", 1 << 30);
    }
  }
  void type() {
    const std::string name = unescaped(in_.word());
    if (!classes_.emplace(name, static_cast<std::uint16_t>(out_.classes.size())).second)
      return in_.fail("class '" + name + "' is named twice");
    if (out_.classes.size() >= 0xffff) return in_.fail("more than 65535 classes");
    out_.classes.push_back({name, true});
    if (in_.at_end_of_line()) return;
    if (in_.word() != "unpassable") return in_.fail("expected 'unpassable'");
    out_.classes.back().passable = false;
  }
  void function() {
    Problem::Function& made = out_.functions.emplace_back();
    made.name = unescaped(in_.word());
    while (in_.more()) {
      const std::string_view flag = in_.word();
      bool* const to = flag == "nooutline"  ? &made.no_outline
                       : flag == "linkonce" ? &made.linkonce
                       : flag == "unwanted" ? &made.unwanted
                       : flag == "unsafe"   ? &made.unsafe
                                            : nullptr;
      if (to != nullptr)
        *to = true;
      else if (flag == "images")
        while (in_.more()) made.images.push_back(in_.id("an image", 1 << 24));
      else
        in_.fail("expected nooutline, unwanted, unsafe, linkonce or images, found '" + std::string(flag) + "'");
    }
  }
  void block() {
    if (out_.functions.empty()) return in_.fail("a block before the first function");
    out_.blocks.push_back({static_cast<std::uint32_t>(out_.functions.size() - 1),
                           static_cast<std::uint32_t>(out_.insts.size()), 0,
                           static_cast<std::uint32_t>(out_.live.size()), 0, 0, false});
    Problem::Block& block = out_.blocks.back();
    while (in_.more()) {
      const std::string_view flag = in_.word();
      if (flag == "weight") {
        block.weight = static_cast<std::uint64_t>(in_.number("a weight", 0).value_or(0));
      } else if (flag == "nooutline") {
        block.no_outline = true;
      } else if (flag == "live") {
        while (in_.more()) out_.live.push_back(value(in_.id("a value", (1 << 24) - 1)));
      } else {
        in_.fail("expected weight, nooutline or live, found '" + std::string(flag) + "'");
      }
    }
    block.live_count = static_cast<std::uint32_t>(out_.live.size()) - block.first_live;
  }
  std::uint32_t value(std::uint32_t v) {
    out_.values = std::max(out_.values, v + 1);
    return v;
  }
  void inst(bool legal) {
    if (out_.blocks.empty() || out_.blocks.back().function + 1 != out_.functions.size())
      return in_.fail("an instruction before the first block of its function");
    const std::string key = unescaped(in_.word());
    const auto [at, added] = keys_.emplace(key, static_cast<std::uint32_t>(out_.keys.size()));
    if (added) out_.keys.push_back(key);
    Problem::Inst inst{at->second, 0, static_cast<std::uint32_t>(out_.operands.size()), 0, legal};
    sizes(in_.word(), inst);
    while (in_.more()) operand(in_.word());
    inst.count = static_cast<std::uint32_t>(out_.operands.size()) - inst.first;
    out_.insts.push_back(inst);
    ++out_.blocks.back().count;
  }
  /// "16", or "16-12": bytes, and those of them that are not there.
  void sizes(std::string_view word, Problem::Inst& inst) {
    const char *at = word.data(), *const end = word.data() + word.size();
    auto done = std::from_chars(at, end, inst.bytes);
    bool fine = done.ec == std::errc{} && inst.bytes <= 1 << 30;
    if (fine && done.ptr != end) {
      fine = *done.ptr == '-';
      done = std::from_chars(done.ptr + 1, end, inst.fused);
      fine = fine && done.ec == std::errc{} && inst.fused <= inst.bytes;
    }
    if (!fine || done.ptr != end)
      in_.fail("expected bytes, a number from 0 to 1073741824, found '" + std::string(word) + "'");
  }
  void operand(std::string_view word) {
    const std::size_t colon = word.find(':');
    std::uint32_t v = 0;
    const bool shape = word.size() > 2 && (word[0] == 'd' || word[0] == 'u') && colon != std::string_view::npos;
    const auto [end, code] = std::from_chars(word.data() + 1, word.data() + (shape ? colon : 1), v);
    if (!shape || code != std::errc{} || end != word.data() + colon || v >= 1U << 24)
      return in_.fail("expected an operand such as d3:b32 or u3:b32, found '" + std::string(word) + "'");
    const auto cls = classes_.find(unescaped(word.substr(colon + 1)));
    if (cls == classes_.end()) return in_.fail("no class '" + std::string(word.substr(colon + 1)) + "'");
    out_.operands.push_back({value(v), cls->second, word[0] == 'd'});
  }

  TextReader in_;
  Problem out_;
  std::map<std::string, std::uint16_t, std::less<>> classes_;
  std::unordered_map<std::string, std::uint32_t> keys_;  // looked up only
};

}  // namespace detail

/// Reads the text form; nothing and "NAME:LINE:COLUMN: what is wrong" in `error` when it is broken. Values are below
/// 2^24 and should be dense: the largest one decides how much memory the plan needs.
inline std::optional<Problem> read_problem(std::string_view text, const std::string& name, std::string& error) {
  return detail::ProblemReader(text, name).run(error);
}

inline std::string print(const Plan& plan) {
  std::string out = "plan\n";
  const auto list = [&](const char* what, const auto& numbers) {
    if (numbers.empty()) return;
    out += what;
    for (const auto n : numbers) out += " " + std::to_string(n);
  };
  for (const Round& round : plan.rounds) {
    out += "round\n";
    for (const OutlinedFunction& f : round.functions) {
      out += "function " + f.name + " length " + std::to_string(f.interface.length) + " bytes " +
             std::to_string(f.interface.bytes) + " frame " + std::to_string(f.frame_bytes) + " saved " +
             std::to_string(f.saved) + (f.shared ? " shared" : "");
      list(" parameters", f.interface.parameters);
      list(" results", f.interface.results);
      out += "\n";
    }
    for (const PlannedSite& s : round.sites) {
      out += "site " + std::to_string(s.function) + " block " + std::to_string(s.site.block) + " first " +
             std::to_string(s.site.first) + " call " + std::to_string(s.call_bytes);
      list(" arguments", s.arguments);
      list(" results", s.results);
      out += "\n";
    }
  }
  return out;
}

namespace detail {

class PlanReader {
 public:
  PlanReader(std::string_view text, std::string name) : in_(text, std::move(name)) {}

  std::optional<Plan> run(std::string& error) {
    in_.head("plan", "a plan");
    in_.records([&](std::string_view what) {
      if (what == "round")
        plan_.rounds.emplace_back();
      else if (plan_.rounds.empty())
        in_.fail("expected 'round'");
      else if (what == "function")
        function();
      else if (what == "site")
        site();
      else
        in_.fail("expected round, function or site, found '" + std::string(what) + "'");
    });
    error = in_.error();
    if (in_.failed()) return std::nullopt;
    return std::move(plan_);
  }

 private:
  // Fields by name until the end of the line: f(name) takes one.
  template <class F>
  void fields(F&& f) {
    while (in_.more()) {
      const std::string name(in_.word());
      if (!f(name)) in_.fail("no field '" + name + "' here");
    }
  }
  void function() {
    OutlinedFunction f;
    f.name = std::string(in_.word());
    // A list runs until "results" or the end.
    fields([&](const std::string& name) {
      if (name == "length")
        f.interface.length = in_.id("a length");
      else if (name == "bytes")
        f.interface.bytes = in_.id("bytes");
      else if (name == "frame")
        f.frame_bytes = in_.id("bytes");
      else if (name == "saved")
        f.saved = in_.number("bytes").value_or(0);
      else if (name == "shared")
        f.shared = true;
      else if (name == "parameters")
        list_ = 1;
      else if (name == "results")
        list_ = 2;
      else if (list_ != 0)
        element(name, list_ == 1 ? f.interface.parameters : f.interface.results);
      else
        return false;
      return true;
    });
    list_ = 0;
    plan_.rounds.back().functions.push_back(std::move(f));
  }
  void site() {
    PlannedSite s;
    s.function = in_.id("the number of a function of the round");
    fields([&](const std::string& name) {
      if (name == "block")
        s.site.block = in_.id("a block");
      else if (name == "first")
        s.site.first = in_.id("an instruction");
      else if (name == "call")
        s.call_bytes = in_.id("bytes");
      else if (name == "arguments")
        list_ = 1;
      else if (name == "results")
        list_ = 2;
      else if (list_ != 0)
        element(name, list_ == 1 ? s.arguments : s.results);
      else
        return false;
      return true;
    });
    list_ = 0;
    plan_.rounds.back().sites.push_back(std::move(s));
  }
  template <class T>
  void element(const std::string& word, std::vector<T>& list) {
    T value{};
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (code != std::errc{} || end != word.data() + word.size()) in_.fail("expected a number, found '" + word + "'");
    list.push_back(value);
  }

  TextReader in_;
  Plan plan_;
  int list_ = 0;
};

}  // namespace detail

/// Reads print's form, but for the statistics. Nothing, and what is wrong in `error`, when it is broken.
inline std::optional<Plan> read_plan(std::string_view text, const std::string& name, std::string& error) {
  return detail::PlanReader(text, name).run(error);
}

}  // namespace lathe::outline
