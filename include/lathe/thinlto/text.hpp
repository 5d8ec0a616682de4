// The text form of the import planner's problem.
//
//   thinlto
//   value helper guid 77                          # only where the guid is not that of the name
//   module a.bc
//   function main external insts 40               # name, linkage, instructions
//   function f linkonce_odr insts 12 noinline priority 1 name g
//   call helper hot                               # of the function above; unknown cold none hot critical
//   call maybe none counted speculative           # seen by a profile; likely target of an indirect call
//   ref table readonly                            # readonly, writeonly, or nothing
//   variable table internal constant readonly
//   alias entry external main                     # what it stands for, in the same module
//   root main
//   outside memcpy                                # its copy in use is in none of the modules
//   workload main f helper                        # root, then functions for its module
//   known liveness attributes                     # flags of the summaries are final
//
// Flags of functions and variables: live prevailing noteligible noinline alwaysinline kernel addrspace25 maythrow
// unknowncall constant readnone readonly writeonly norecurse nounwind. A value without a name is called
// *GUID, one of several with the same name NAME*GUID.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <lathe/support/text.hpp>
#include <lathe/thinlto/problem.hpp>

namespace lathe::thinlto {

namespace detail {

/// A word for the text form: blanks, commas, `#`, `%` and `*` become %XX.
inline std::string escaped(std::string_view text) { return lathe::escaped(text, "*"); }
/// Words for values: the name; with * and the guid behind it where several values share the name, or have none.
class ValueWords {
 public:
  explicit ValueWords(const Problem& p) : p_(p), shared_(p.values.size()) {
    std::vector<std::uint32_t> order(p.values.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return p.name(a) < p.name(b); });
    for (std::size_t i = 1; i < order.size(); ++i)
      if (p.name(order[i - 1]) == p.name(order[i])) shared_[order[i - 1]] = shared_[order[i]] = true;
    for (std::uint32_t v = 0; v < p.values.size(); ++v)
      if (p.values[v].name_size == 0) shared_[v] = true;
  }
  bool shared(std::uint32_t v) const { return shared_[v]; }
  std::string operator()(std::uint32_t v) const {
    const std::string_view name = p_.name(v);
    std::string out = name.empty() ? "" : escaped(name);
    return shared_[v] ? out + "*" + std::to_string(p_.values[v].guid) : out;
  }

 private:
  const Problem& p_;
  std::vector<bool> shared_;
};
/// Position of a word in a table of names, or its size.
template <class Names>
std::size_t index_of(const Names& names, std::string_view word) {
  std::size_t i = 0;
  while (i < names.size() && word != names[i]) ++i;
  return i;
}
inline std::optional<std::uint64_t> whole_number(std::string_view word) {
  std::uint64_t out = 0;
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), out);
  if (word.empty() || code != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  return out;
}

inline void print_summary(const Problem& p, const ValueWords& word, std::uint32_t s, std::size_t& next_name,
                          std::string& out) {
  const Summary& x = p.summaries[s];
  out += std::string(kind_names[static_cast<std::size_t>(x.kind)]) + " " + word(x.value) + " " +
         linkage_names[static_cast<std::size_t>(x.linkage)];
  if (x.kind == Kind::alias) out += " " + word(p.summaries[x.aliasee].value);
  if (x.kind == Kind::function) out += " insts " + std::to_string(x.instructions);
  for (const auto& [text, bit] : flag_names)
    if (x.has(bit)) out += " " + std::string(text);
  if (x.priority != standard_priority) out += " priority " + std::to_string(x.priority);
  if (next_name < p.own_names.size() && p.own_names[next_name].first == s)
    out += " name " + escaped(p.own_names[next_name++].second);
  out += "\n";
  const auto calls = p.calls_of(s);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const CallInfo info = p.call_infos_of(s)[i];
    out += "call " + word(calls[i]);
    if (info.hotness() != Hotness::unknown)
      out += " " + std::string(hotness_names[static_cast<std::size_t>(info.hotness())]);
    out += std::string(info.counted() ? " counted" : "") + (info.speculative() ? " speculative\n" : "\n");
  }
  const auto refs = p.refs_of(s);
  for (std::size_t i = 0; i < refs.size(); ++i) {
    const Access access = p.accesses_of(s)[i];
    out += "ref " + word(refs[i]) +
           (access == Access::read_only    ? " readonly\n"
            : access == Access::write_only ? " writeonly\n"
                                           : "\n");
  }
}

}  // namespace detail

/// The text form; read_problem(print(p)) == p. Precondition: check_problem finds nothing.
inline std::string print(const Problem& p) {
  const detail::ValueWords word(p);
  std::string out = "thinlto\n";
  for (std::uint32_t v = 0; v < p.values.size(); ++v) {
    out += "value " + word(v);
    if (!word.shared(v) && p.values[v].guid != guid_of(p.name(v))) out += " guid " + std::to_string(p.values[v].guid);
    out += "\n";
  }
  std::size_t next_name = 0;
  for (const Module& m : p.modules) {
    out += "module " + detail::escaped(m.name) + "\n";
    for (std::uint32_t s = m.first; s < m.first + m.count; ++s) detail::print_summary(p, word, s, next_name, out);
  }
  for (const std::uint32_t v : p.roots) out += "root " + word(v) + "\n";
  for (const std::uint32_t v : p.defined_outside) out += "outside " + word(v) + "\n";
  for (const Workload& w : p.workloads) {
    out += "workload " + word(w.root);
    for (const std::uint32_t v : w.functions) out += " " + word(v);
    out += "\n";
  }
  if (p.liveness_known || p.attributes_known)
    out += std::string("known") + (p.liveness_known ? " liveness" : "") + (p.attributes_known ? " attributes\n" : "\n");
  return out;
}

namespace detail {

class ProblemReader {
 public:
  ProblemReader(std::string_view text, std::string name) : in_(text, name), name_(std::move(name)) {}

  std::optional<Problem> run(std::string& error) {
    if (!in_.next_line() || in_.word() != "thinlto") in_.fail("expected 'thinlto', the first word of such a problem");
    while (!in_.failed() && in_.next_line()) {
      line(in_.word());
      if (!in_.failed() && !in_.at_end_of_line())
        in_.fail("expected the end of the line, found '" + std::string(in_.word()) + "'");
    }
    if (!in_.failed()) finish();
    error = in_.error();
    if (in_.failed()) return std::nullopt;
    // What the lines allow but the whole does not, such as a value with two copies in one module.
    if (const auto faults = check_problem(out_); !faults.empty()) {
      error = name_ + ": " + faults.begin()->text + " (" + std::to_string(faults.begin()->place) + ")";
      return std::nullopt;
    }
    return std::move(out_);
  }

 private:
  void line(std::string_view first) {
    if (first == "value")
      value_line();
    else if (first == "module")
      out_.modules.push_back({unescaped(in_.word()), static_cast<std::uint32_t>(out_.summaries.size()), 0});
    else if (const std::size_t kind = index_of(kind_names, first); kind < kind_names.size())
      summary(static_cast<Kind>(kind));
    else if (first == "call")
      call();
    else if (first == "ref")
      ref();
    else if (first == "root")
      out_.roots.push_back(value());
    else if (first == "outside")
      out_.defined_outside.push_back(value());
    else if (first == "workload")
      workload();
    else if (first == "known")
      known();
    else
      in_.fail(
          "expected value, module, function, variable, alias, call, ref, root, outside, workload or known, found '" +
          std::string(first) + "'");
  }
  std::uint32_t value() {
    const std::string word(in_.word());
    if (word.empty()) {
      in_.fail("expected the name of a value");
      return 0;
    }
    const auto [at, fresh] = values_.emplace(word, static_cast<std::uint32_t>(out_.values.size()));
    if (!fresh) return at->second;
    const std::size_t star = word.find('*');
    const std::string name = star == 0 ? "" : unescaped(std::string_view(word).substr(0, star));
    if (star == std::string::npos) return out_.add_value(guid_of(name), name);
    const auto guid = whole_number(std::string_view(word).substr(star + 1));
    if (!guid) in_.fail("expected a guid, a number, after *, found '" + word + "'");
    return out_.add_value(guid.value_or(0), name);
  }
  void value_line() {
    const std::size_t known = out_.values.size();
    const std::uint32_t v = value();
    if (in_.failed()) return;
    if (v < known) return in_.fail("the value '" + out_.label(v) + "' was mentioned before");
    if (in_.at_end_of_line()) return;
    if (in_.word() != "guid") return in_.fail("expected 'guid'");
    const std::string_view word = in_.word();
    const auto guid = whole_number(word);
    if (!guid) return in_.fail("expected a guid, a number, found '" + std::string(word) + "'");
    out_.values[v].guid = *guid;
  }
  void summary(Kind kind) {
    if (out_.modules.empty()) return in_.fail("a summary before the first module");
    Summary s;
    s.kind = kind;
    s.value = value();
    s.module = static_cast<std::uint32_t>(out_.modules.size() - 1);
    s.first_call = static_cast<std::uint32_t>(out_.callees.size());
    s.first_ref = static_cast<std::uint32_t>(out_.refs.size());
    const std::string_view word = in_.word();
    const std::size_t linkage = index_of(linkage_names, word);
    if (linkage == linkage_names.size())
      return in_.fail("expected a linkage such as external or linkonce_odr, found '" + std::string(word) + "'");
    s.linkage = static_cast<Linkage>(linkage);
    const auto number = static_cast<std::uint32_t>(out_.summaries.size());
    if (kind == Kind::alias) aliasees_.push_back({number, value()});
    while (!in_.failed() && !in_.at_end_of_line()) attribute(s, number);
    if (!in_.failed() && s.value < here_.size() && here_[s.value] == s.module)
      in_.fail("a second copy of '" + out_.label(s.value) + "' in one module");
    if (in_.failed()) return;
    here_.resize(out_.values.size(), none);
    here_[s.value] = s.module;
    out_.summaries.push_back(s);
    ++out_.modules.back().count;
  }
  void attribute(Summary& s, std::uint32_t number) {
    const std::string_view word = in_.word();
    if (word == "insts" && s.kind == Kind::function) {
      s.instructions = static_cast<std::uint32_t>(in_.number("instructions", 0, 0xffffffffLL).value_or(0));
    } else if (word == "priority") {
      s.priority = static_cast<std::uint8_t>(in_.number("a priority", 0, forced_priority).value_or(0));
    } else if (word == "name") {
      if (!out_.own_names.empty() && out_.own_names.back().first == number) return in_.fail("a second name");
      out_.own_names.push_back({number, unescaped(in_.word())});
    } else {
      for (const auto& [name, bit] : flag_names)
        if (word == name) {
          s.flags |= bit;
          return;
        }
      in_.fail("expected insts, priority, name or a flag, found '" + std::string(word) + "'");
    }
  }
  bool in_a(Kind not_this, const char* what) {
    if (out_.summaries.empty() || out_.modules.back().count == 0 || out_.summaries.back().kind == not_this ||
        out_.summaries.back().kind == Kind::alias)
      in_.fail(what);
    return !in_.failed();
  }
  void call() {
    if (!in_a(Kind::variable, "a call outside of a function")) return;
    const std::uint32_t callee = value();
    Hotness hotness = Hotness::unknown;
    bool counted = false, speculative = false;
    while (!in_.failed() && !in_.at_end_of_line()) {
      const std::string_view word = in_.word();
      const std::size_t h = index_of(hotness_names, word);
      if (h < hotness_names.size())
        hotness = static_cast<Hotness>(h);
      else if (word == "counted")
        counted = true;
      else if (word == "speculative")
        speculative = true;
      else
        in_.fail("expected unknown, cold, none, hot, critical, counted or speculative, found '" + std::string(word) +
                 "'");
    }
    out_.add_call(callee, CallInfo(hotness, counted, speculative));
  }
  void ref() {
    if (!in_a(Kind::alias, "a reference outside of a function or variable")) return;
    const std::uint32_t v = value();
    Access access = Access::any;
    if (!in_.at_end_of_line()) {
      const std::string_view word = in_.word();
      if (word == "readonly")
        access = Access::read_only;
      else if (word == "writeonly")
        access = Access::write_only;
      else
        in_.fail("expected readonly or writeonly, found '" + std::string(word) + "'");
    }
    out_.add_ref(v, access);
  }
  void workload() {
    Workload w{value(), {}};
    while (!in_.failed() && !in_.at_end_of_line()) w.functions.push_back(value());
    out_.workloads.push_back(std::move(w));
  }
  void known() {
    while (!in_.failed() && !in_.at_end_of_line()) {
      const std::string_view word = in_.word();
      if (word == "liveness")
        out_.liveness_known = true;
      else if (word == "attributes")
        out_.attributes_known = true;
      else
        in_.fail("expected liveness or attributes, found '" + std::string(word) + "'");
    }
  }
  // Aliases may stand before what they stand for.
  void finish() {
    for (const auto& [alias, value] : aliasees_) {
      const Module& m = out_.modules[out_.summaries[alias].module];
      if (here_by_module_.empty() || in_module_ != out_.summaries[alias].module) {
        here_by_module_.clear();
        in_module_ = out_.summaries[alias].module;
        for (std::uint32_t s = m.first; s < m.first + m.count; ++s) here_by_module_.emplace(out_.summaries[s].value, s);
      }
      const auto at = here_by_module_.find(value);
      if (at == here_by_module_.end())
        return in_.fail("module '" + m.name + "' has an alias of '" + out_.label(value) +
                        "', which it does not define");
      out_.summaries[alias].aliasee = at->second;
    }
  }

  TextReader in_;
  std::string name_;
  Problem out_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> aliasees_;  // summary, value
  std::vector<std::uint32_t> here_;                                // per value: the last module that has it
  // Looked up only, never walked.
  std::unordered_map<std::string, std::uint32_t> values_;
  std::unordered_map<std::uint32_t, std::uint32_t> here_by_module_;
  std::uint32_t in_module_ = none;
};

}  // namespace detail

/// Reads the text form; nothing and "NAME:LINE:COLUMN: what is wrong, what was expected" in `error` when it is broken.
inline std::optional<Problem> read_problem(std::string_view text, const std::string& name, std::string& error) {
  return detail::ProblemReader(text, name).run(error);
}

}  // namespace lathe::thinlto
