// The text form of the import planner's plan. It names things as the problem does and is in the order of names and
// guids, so that plans of the same modules in another order print the same.
//
//   plan
//   dead unused                                                     # a value that no root reaches
//   attributes b.bc table readonly                                  # of the copy in b.bc
//   module a.bc [workload]
//   import f from b.bc threshold 100 pass direct hotness hot        # a function or an alias
//   variable table from b.bc
//   declare g from b.bc threshold 100 hotness none
//   refuse h too_large threshold 70 attempts 3 hotness none
//   export k [declaration]                                          # of the module's own
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include <lathe/thinlto/plan.hpp>
#include <lathe/thinlto/text.hpp>

namespace lathe::thinlto {

namespace detail {

inline constexpr std::uint32_t attribute_bits = flag::read_only | flag::write_only | flag::no_recurse | flag::no_unwind;

class PlanPrinter {
 public:
  PlanPrinter(const Problem& p, const Plan& plan) : p_(p), word_(p), plan_(plan) {}

  std::string run() {
    out_ = "plan\n";
    for (const std::uint32_t v : sorted(plan_.analysis.live.size(), [&](auto v) { return p_.values[v].guid; }))
      if (!plan_.analysis.live[v]) out_ += "dead " + word_(v) + "\n";
    for (const std::uint32_t s : sorted(plan_.analysis.attributes.size(), [&](auto s) { return key(s); }))
      attributes(s);
    std::vector<std::vector<Export>> exports(p_.modules.size());
    for (const Export& e : plan_.exports) exports[p_.summaries[e.summary].module].push_back(e);
    for (const std::uint32_t m :
         sorted(plan_.modules.size(), [&](auto m) { return std::string_view(p_.modules[m].name); }))
      module(m, exports[m]);
    return std::move(out_);
  }

 private:
  template <class Key>
  static std::vector<std::uint32_t> sorted(std::size_t size, Key&& key) {
    std::vector<std::uint32_t> order(size);
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
    return order;
  }
  std::tuple<std::string_view, std::uint64_t> key(std::uint32_t s) const {
    return {p_.modules[p_.summaries[s].module].name, p_.values[p_.summaries[s].value].guid};
  }
  std::string source(std::uint32_t s) const { return escaped(p_.modules[p_.summaries[s].module].name); }
  void attributes(std::uint32_t s) {
    const std::uint32_t bits = plan_.analysis.attributes[s] & attribute_bits;
    if (bits == 0) return;
    out_ += "attributes " + source(s) + " " + word_(p_.summaries[s].value);
    for (const auto& [word, bit] : flag_names)
      if ((bits & bit) != 0) out_ += " " + std::string(word);
    out_ += "\n";
  }
  void module(std::uint32_t m, const std::vector<Export>& exports) {
    const ModulePlan& plan = plan_.modules[m];
    out_ += "module " + escaped(p_.modules[m].name) + (plan.workload ? " workload\n" : "\n");
    const std::vector<Import> imports = plan.imports.unpacked();
    for (const std::uint32_t i : sorted(imports.size(), [&](auto i) { return key(imports[i].summary); }))
      import(imports[i]);
    for (const std::uint32_t i :
         sorted(plan.refused.size(), [&](auto i) { return p_.values[plan.refused[i].value].guid; })) {
      const Refused& r = plan.refused[i];
      out_ += "refuse " + word_(r.value) + " " + reason_names[static_cast<std::size_t>(r.reason)] + " threshold " +
              std::to_string(r.threshold) + " attempts " + std::to_string(r.attempts) + " hotness " +
              hotness_names[static_cast<std::size_t>(r.hotness)] + "\n";
    }
    for (const std::uint32_t i : sorted(exports.size(), [&](auto i) { return key(exports[i].summary); }))
      out_ += "export " + word_(p_.summaries[exports[i].summary].value) +
              (exports[i].declaration ? " declaration\n" : "\n");
  }
  void import(const Import& x) {
    const bool variable = p_.summaries[x.summary].kind == Kind::variable;
    out_ += std::string(x.declaration ? "declare "
                        : variable    ? "variable "
                                      : "import ") +
            word_(p_.summaries[x.summary].value) + " from " + source(x.summary);
    if (!variable) {
      out_ += " threshold " + std::to_string(x.threshold);
      if (!x.declaration) out_ += std::string(" pass ") + pass_names[static_cast<std::size_t>(x.pass)];
      out_ += std::string(" hotness ") + hotness_names[static_cast<std::size_t>(x.hotness)];
    }
    out_ += "\n";
  }
  const Problem& p_;
  const ValueWords word_;
  const Plan& plan_;
  std::string out_;
};

/// Reads what a text names of a problem. 0 after a failure: not to be used then.
class NameReader {
 public:
  NameReader(const Problem& p, TextReader& in) : p_(p), in_(in) {
    const ValueWords word(p);
    for (std::uint32_t v = 0; v < p.values.size(); ++v) values_.emplace(word(v), v);
    for (std::uint32_t m = 0; m < p.modules.size(); ++m) modules_.emplace(p.modules[m].name, m);
    for (std::uint32_t s = 0; s < p.summaries.size(); ++s)
      summaries_.emplace(std::uint64_t{p.summaries[s].module} << 32 | p.summaries[s].value, s);
  }
  std::uint32_t value() {
    const std::string word(in_.word());
    const auto at = values_.find(word);
    if (at == values_.end()) in_.fail("expected a value of the problem, found '" + word + "'");
    return at == values_.end() ? 0 : at->second;
  }
  std::uint32_t module() {
    const std::string word(in_.word());
    const auto at = modules_.find(unescaped(word));
    if (at == modules_.end()) in_.fail("expected a module of the problem, found '" + word + "'");
    return at == modules_.end() ? 0 : at->second;
  }
  /// The copy of a value in a module.
  std::uint32_t summary(std::uint32_t m, std::uint32_t v) {
    if (in_.failed()) return 0;
    const auto at = summaries_.find(std::uint64_t{m} << 32 | v);
    if (at == summaries_.end()) in_.fail("module '" + p_.modules[m].name + "' does not define '" + p_.label(v) + "'");
    return at == summaries_.end() ? 0 : at->second;
  }
  /// One of a list of words.
  template <class E, class Names>
  E choice(const Names& names, const char* what) {
    const std::string_view word = in_.word();
    const std::size_t i = index_of(names, word);
    if (i == names.size()) in_.fail(std::string("expected ") + what + ", found '" + std::string(word) + "'");
    return static_cast<E>(i % names.size());
  }

 private:
  const Problem& p_;
  TextReader& in_;
  // Looked up only, never walked.
  std::unordered_map<std::string, std::uint32_t> values_, modules_;
  std::unordered_map<std::uint64_t, std::uint32_t> summaries_;
};

class PlanReader {
 public:
  PlanReader(const Problem& p, std::string_view text, std::string name)
      : p_(p), in_(text, std::move(name)), names_(p, in_) {}
  std::optional<Plan> run(std::string& error) {
    out_.analysis.live.assign(p_.values.size(), true);
    out_.analysis.attributes.assign(p_.summaries.size(), 0);
    out_.modules.resize(p_.modules.size());
    if (!in_.next_line() || in_.word() != "plan") in_.fail("expected 'plan', the first word of such a plan");
    while (!in_.failed() && in_.next_line()) {
      line(in_.word());
      if (!in_.failed() && !in_.at_end_of_line())
        in_.fail("expected the end of the line, found '" + std::string(in_.word()) + "'");
    }
    error = in_.error();
    if (in_.failed()) return std::nullopt;
    for (ModulePlan& m : out_.modules) {
      std::vector<Import> imports = m.imports.unpacked();
      std::sort(imports.begin(), imports.end(), [](const Import& a, const Import& b) { return a.summary < b.summary; });
      m.imports.assign(imports);
      std::sort(m.refused.begin(), m.refused.end(),
                [](const Refused& a, const Refused& b) { return a.value < b.value; });
    }
    std::sort(out_.exports.begin(), out_.exports.end(),
              [](const Export& a, const Export& b) { return a.summary < b.summary; });
    return std::move(out_);
  }

 private:
  void line(std::string_view first) {
    if (first == "dead") {
      const std::uint32_t v = value();
      if (!in_.failed()) out_.analysis.live[v] = false;
    } else if (first == "attributes") {
      attributes();
    } else if (first == "module") {
      module_ = module();
      if (in_.failed() || in_.at_end_of_line()) return;
      if (in_.word() != "workload") return in_.fail("expected 'workload'");
      out_.modules[module_].workload = true;
    } else if (first == "import" || first == "variable" || first == "declare") {
      import(first == "declare");
    } else if (first == "refuse") {
      refuse();
    } else if (first == "export") {
      if (!in_a_module()) return;
      Export e{summary(module_, value()), false};
      if (!in_.at_end_of_line()) {
        if (in_.word() != "declaration") return in_.fail("expected 'declaration'");
        e.declaration = 1;
      }
      out_.exports.push_back(e);
    } else {
      in_.fail("expected dead, attributes, module, import, variable, declare, refuse or export, found '" +
               std::string(first) + "'");
    }
  }
  std::uint32_t value() { return names_.value(); }
  std::uint32_t module() { return names_.module(); }
  std::uint32_t summary(std::uint32_t m, std::uint32_t v) { return names_.summary(m, v); }
  bool in_a_module() {
    if (module_ == none) in_.fail("this stands before the first module");
    return module_ != none;
  }
  void attributes() {
    const std::uint32_t m = module(), v = value(), s = summary(m, v);
    while (!in_.failed() && !in_.at_end_of_line()) {
      const std::string_view word = in_.word();
      std::uint32_t found = 0;
      for (const auto& [name, bit] : flag_names)
        if (word == name) found = bit & attribute_bits;
      if (found == 0)
        return in_.fail("expected readonly, writeonly, norecurse or nounwind, found '" + std::string(word) + "'");
      out_.analysis.attributes[s] |= found;
    }
  }
  std::uint32_t number(const char* what) {
    return static_cast<std::uint32_t>(in_.number(what, 0, 0xffffffffLL).value_or(0));
  }
  template <class E, class Names>
  E choice(const Names& names, const char* what) {
    return names_.choice<E>(names, what);
  }
  void import(bool declaration) {
    if (!in_a_module()) return;
    const std::uint32_t v = value();
    if (!in_.failed() && in_.word() != "from") return in_.fail("expected 'from'");
    if (in_.failed()) return;
    const std::uint32_t m = module();
    Import x;
    x.summary = summary(m, v);
    x.declaration = declaration;
    while (!in_.failed() && !in_.at_end_of_line()) {
      const std::string_view word = in_.word();
      if (word == "threshold")
        x.threshold = static_cast<std::uint32_t>(in_.number("a threshold", 0, largest_told).value_or(0)) & largest_told;
      else if (word == "pass")
        x.pass = choice<Pass>(pass_names, "direct, transitive or speculative");
      else if (word == "hotness")
        x.hotness = choice<Hotness>(hotness_names, "a hotness");
      else
        in_.fail("expected threshold, pass or hotness, found '" + std::string(word) + "'");
    }
    if (!in_.failed()) out_.modules[module_].imports.push_back(x);
  }
  void refuse() {
    if (!in_a_module()) return;
    Refused r;
    r.value = value();
    if (in_.failed()) return;
    r.reason = choice<Reason>(reason_names, "a reason");
    while (!in_.failed() && !in_.at_end_of_line()) {
      const std::string_view word = in_.word();
      if (word == "threshold")
        r.threshold = number("a threshold");
      else if (word == "attempts")
        r.attempts = number("attempts");
      else if (word == "hotness")
        r.hotness = choice<Hotness>(hotness_names, "a hotness");
      else
        in_.fail("expected threshold, attempts or hotness, found '" + std::string(word) + "'");
    }
    if (!in_.failed()) out_.modules[module_].refused.push_back(r);
  }

  const Problem& p_;
  TextReader in_;
  NameReader names_;
  Plan out_;
  std::uint32_t module_ = none;
};

}  // namespace detail

/// The plan's text, counters left out. Precondition: the plan is of this problem, and not a refusal. O(n log n).
inline std::string print(const Problem& p, const Plan& plan) { return detail::PlanPrinter(p, plan).run(); }

/// Reads the text form; nothing and "NAME:LINE:COLUMN: what is wrong, what was expected" in `error` when it is broken.
/// Precondition: check_problem(p) finds nothing.
inline std::optional<Plan> read_plan(const Problem& p, std::string_view text, const std::string& name,
                                     std::string& error) {
  return detail::PlanReader(p, text, name).run(error);
}

}  // namespace lathe::thinlto
