// Text forms of the inliner's problem and of its plan.
//
//   inlining
//   function main size 120 registers 20 limit 64 kept     # flags: local kept noinline alwaysinline imported
//   call helper frequency 32 saved 25 folds 10 promotes 4 live 6 hot     # of the function above; frequency in sixteenths
//   call far                                               # once, wins nothing; flags: cold hot noinline alwaysinline
//   function far declared
//
//   plan
//   caller main
//   inline 0 helper cost 95 benefit 78 [last]              # the call's number: those of the problem first
//   copy 2 of 1                                            # calls that came with the body
//   keep 1 far not_defined cost 0 left 19905
//   vanished helper
//   size main 215 registers 26                             # behind the plan
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <lathe/inlining/plan.hpp>
#include <lathe/support/text.hpp>

namespace lathe::inlining {

namespace detail {

inline constexpr std::pair<const char*, bool Function::*> function_flags[] = {
    {"local", &Function::local},
    {"kept", &Function::kept},
    {"noinline", &Function::no_inline},
    {"alwaysinline", &Function::always_inline},
    {"imported", &Function::imported}};
inline constexpr std::pair<const char*, std::uint32_t Site::*> site_numbers[] = {
    {"saved", &Site::saved}, {"folds", &Site::folds}, {"promotes", &Site::promotes}, {"live", &Site::live}};

inline void print_function(const Function& f, std::string& out) {
  out += "function " + escaped(f.name) + (f.defined ? "" : " declared");
  if (f.size != 0) out += " size " + std::to_string(f.size);
  if (f.registers != 0) out += " registers " + std::to_string(f.registers);
  if (f.register_limit != 0) out += " limit " + std::to_string(f.register_limit);
  for (const auto& [word, member] : function_flags)
    if (f.*member) out += std::string(" ") + word;
  out += "\n";
}
inline void print_site(const Problem& p, const Site& s, std::string& out) {
  out += "call " + escaped(p.functions[s.callee].name);
  if (s.frequency != once) out += " frequency " + std::to_string(s.frequency);
  for (const auto& [word, member] : site_numbers)
    if (s.*member != 0) out += std::string(" ") + word + " " + std::to_string(s.*member);
  if (s.heat != Heat::normal) out += std::string(" ") + heat_names[static_cast<std::size_t>(s.heat)];
  out += std::string(s.no_inline ? " noinline" : "") + (s.always_inline ? " alwaysinline\n" : "\n");
}

/// Reads a problem; calls may name functions that come later.
class ProblemReader {
 public:
  ProblemReader(std::string_view text, const std::string& name) : text_(text), name_(name), in_(text, name) {}

  std::optional<Problem> run(std::string& error) {
    TextReader names(text_, name_);
    names.head("inlining", "a problem of inlining");
    while (!names.failed() && names.next_line()) {
      if (names.word() != "function") continue;
      const std::string name = unescaped(names.word());
      if (!numbers_.emplace(name, static_cast<std::uint32_t>(numbers_.size())).second)
        names.fail("function '" + name + "' is there twice");
    }
    if (names.failed()) return give_up(names, error);
    in_.head("inlining", "a problem of inlining");
    in_.records([&](std::string_view word) {
      if (word == "function")
        function();
      else if (word == "call")
        call();
      else
        in_.fail("expected function or call, found '" + std::string(word) + "'");
    });
    if (in_.failed()) return give_up(in_, error);
    if (const auto faults = check_problem(p_); !faults.empty()) {
      error = name_ + ": " + faults.begin()->text;
      return std::nullopt;
    }
    return std::move(p_);
  }

 private:
  static std::optional<Problem> give_up(const TextReader& in, std::string& error) {
    error = in.error();
    return std::nullopt;
  }
  void function() {
    Function f;
    f.name = unescaped(in_.word());
    while (in_.more()) {
      const std::string_view word = in_.word();
      bool known = word == "declared";
      if (known) f.defined = false;
      if (word == "size") known = true, f.size = in_.id("a size", Limits::units);
      if (word == "registers") known = true, f.registers = in_.id("registers", Limits::registers);
      if (word == "limit") known = true, f.register_limit = in_.id("registers", Limits::registers);
      for (const auto& [flag, member] : function_flags)
        if (word == flag) known = f.*member = true;
      if (!known)
        in_.fail("expected declared, size, registers, limit, local, kept, noinline, alwaysinline or imported, found '" +
                 std::string(word) + "'");
    }
    p_.functions.push_back(std::move(f));
  }
  void call() {
    const std::string name = unescaped(in_.word());
    const auto at = numbers_.find(name);
    if (at == numbers_.end()) return in_.fail("no function '" + name + "'");
    if (p_.functions.empty()) return in_.fail("a call belongs to the function above it; there is none");
    if (!p_.functions.back().defined) return in_.fail("a declared function has no calls");
    Site s;
    s.caller = static_cast<std::uint32_t>(p_.functions.size() - 1);
    s.callee = at->second;
    while (in_.more()) {
      const std::string_view word = in_.word();
      bool known = word == "noinline" || word == "alwaysinline" || word == "cold" || word == "hot";
      if (word == "noinline") s.no_inline = true;
      if (word == "alwaysinline") s.always_inline = true;
      if (word == "cold") s.heat = Heat::cold;
      if (word == "hot") s.heat = Heat::hot;
      if (word == "frequency") known = true, s.frequency = in_.id("sixteenths", Limits::frequency);
      for (const auto& [number, member] : site_numbers)
        if (word == number)
          known = true, s.*member = in_.id("a number", member == &Site::live ? Limits::registers : Limits::units);
      if (!known)
        in_.fail("expected frequency, saved, folds, promotes, live, cold, hot, noinline or alwaysinline, found '" +
                 std::string(word) + "'");
    }
    p_.sites.push_back(s);
  }

  std::string_view text_;
  std::string name_;
  TextReader in_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  Problem p_;
};

inline void print_decision(const Problem& p, const Plan& plan, std::size_t number, std::string& out) {
  const Decision& d = plan.decisions[number];
  out += "inline " + std::to_string(d.instance) + " " +
         escaped(p.functions[p.sites[plan.instances[d.instance].site].callee].name) + " cost " +
         std::to_string(d.cost) + " benefit " + std::to_string(d.benefit) + (d.last_call ? " last\n" : "\n");
  for (std::uint32_t k = d.first_copy; k < d.first_copy + d.copies; ++k)
    out += "copy " + std::to_string(k) + " of " + std::to_string(plan.instances[k].copy_of) + "\n";
}

}  // namespace detail

/// The text form; read_problem(print(p)) == p where names are unlike. Precondition: check_problem finds nothing.
inline std::string print(const Problem& p) {
  std::string out = "inlining\n";
  std::size_t s = 0;
  for (std::uint32_t f = 0; f < p.functions.size(); ++f) {
    detail::print_function(p.functions[f], out);
    for (; s < p.sites.size() && p.sites[s].caller == f; ++s) detail::print_site(p, p.sites[s], out);
  }
  return out;
}

/// Reads a problem's text; `name` is for messages. Nothing, and NAME:LINE:COLUMN with what is wrong, of a broken one.
inline std::optional<Problem> read_problem(std::string_view text, const std::string& name, std::string& error) {
  return detail::ProblemReader(text, name).run(error);
}

/// The plan's text form.
inline std::string print(const Problem& p, const Plan& plan) {
  std::string out = "plan\n";
  std::size_t kept = 0, d = 0;
  const auto owner = [&](std::uint32_t i) { return plan.instances[i].owner; };
  for (const std::uint32_t f : plan.order) {
    std::string lines;
    for (;;) {
      for (; kept < plan.kept.size() && plan.kept[kept].before == d && owner(plan.kept[kept].instance) == f; ++kept) {
        const Kept& k = plan.kept[kept];
        lines += "keep " + std::to_string(k.instance) + " " +
                 escaped(p.functions[p.sites[plan.instances[k.instance].site].callee].name) + " " +
                 reason_names[static_cast<std::size_t>(k.reason)] + " cost " + std::to_string(k.cost) + " left " +
                 std::to_string(k.budget_left) + "\n";
      }
      if (d == plan.decisions.size() || owner(plan.decisions[d].instance) != f) break;
      detail::print_decision(p, plan, d++, lines);
    }
    if (!lines.empty()) out += "caller " + escaped(p.functions[f].name) + "\n" + lines;
  }
  for (std::uint32_t f = 0; f < p.functions.size(); ++f) {
    if (plan.vanished[f]) out += "vanished " + escaped(p.functions[f].name) + "\n";
    if (!plan.vanished[f] && p.functions[f].defined)
      out += "size " + escaped(p.functions[f].name) + " " + std::to_string(plan.size[f]) + " registers " +
             std::to_string(plan.registers[f]) + "\n";
  }
  return out;
}

/// What became of imported functions, in the form of the reference's statistics: a line of sums, and with `verbose` one
/// for each imported function.
inline std::string import_statistics(const Problem& p, const Plan& plan, bool verbose) {
  std::string out;
  std::vector<std::uint64_t> moved(p.functions.size(), 0), stays(p.functions.size(), 0);
  for (const Decision& d : plan.decisions) ++moved[p.sites[plan.instances[d.instance].site].callee];
  for (const Kept& k : plan.kept) ++stays[p.sites[plan.instances[k.instance].site].callee];
  for (std::uint32_t f = 0; f < p.functions.size() && verbose; ++f)
    if (p.functions[f].imported)
      out += "Inlined imported function [" + p.functions[f].name + "]: #inlines = " + std::to_string(moved[f]) +
             ", #calls left = " + std::to_string(stays[f]) + "\n";
  return out + "imported functions: " + std::to_string(plan.stats.imported) +
         ", inlined: " + std::to_string(plan.stats.imported_inlined) +
         ", inlined everywhere: " + std::to_string(plan.stats.imported_gone) + "\n";
}

}  // namespace lathe::inlining
