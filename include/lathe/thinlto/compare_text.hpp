// The text form of a list of differences between two plans. Names as in plan_text.hpp, in the order of the list.
//
//   differences
//   module a.bc
//   only f from b.bc lower_threshold threshold 100 reason too_large other 70
//   cause stale_threshold at g c.bc to f b.bc limit 70 passed 49 there 10     # of the line above; there: the other's
//
// A cause that has no place ends after its name; `there` is left out where the other plan does not have it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/thinlto/compare.hpp>
#include <lathe/thinlto/plan_text.hpp>

namespace lathe::thinlto {

namespace detail {

class DifferenceReader {
 public:
  DifferenceReader(const Problem& p, std::string_view text, std::string name)
      : in_(text, std::move(name)), names_(p, in_) {}

  std::optional<std::vector<DifferentImport>> run(std::string& error) {
    if (!in_.next_line() || in_.word() != "differences")
      in_.fail("expected 'differences', the first word of such a list");
    while (!in_.failed() && in_.next_line()) {
      const std::string_view first = in_.word();
      if (first == "module")
        module_ = names_.module();
      else if (first == "only")
        only();
      else if (first == "cause")
        cause();
      else
        in_.fail("expected module, only or cause, found '" + std::string(first) + "'");
      if (!in_.failed() && !in_.at_end_of_line())
        in_.fail("expected the end of the line, found '" + std::string(in_.word()) + "'");
    }
    error = in_.error();
    if (in_.failed()) return std::nullopt;
    return std::move(out_);
  }

 private:
  bool word(const char* wanted) {
    if (!in_.failed() && in_.word() != wanted) in_.fail(std::string("expected '") + wanted + "'");
    return !in_.failed();
  }
  std::uint32_t number(const char* what) {
    return in_.failed() ? 0 : static_cast<std::uint32_t>(in_.number(what, 0, 0xffffffffLL).value_or(0));
  }
  std::uint32_t place() {
    const std::uint32_t v = names_.value();
    const std::uint32_t m = in_.failed() ? 0 : names_.module();
    return names_.summary(m, v);
  }
  void only() {
    if (module_ == none) return in_.fail("this stands before the first module");
    DifferentImport d;
    d.module = module_;
    const std::uint32_t v = names_.value();
    if (!word("from")) return;
    const std::uint32_t m = names_.module();
    d.summary = names_.summary(m, v);
    if (!in_.failed()) d.why = names_.choice<Difference>(difference_names, "why the other does not have it");
    if (!word("threshold")) return;
    d.threshold = number("a threshold");
    if (!in_.failed() && !in_.at_end_of_line()) {
      if (!word("reason")) return;
      d.reason = names_.choice<Reason>(reason_names, "a reason");
      if (!word("other")) return;
      d.other_threshold = number("a threshold");
    }
    if (!in_.failed()) out_.push_back(d);
  }
  void cause() {
    if (out_.empty()) return in_.fail("a cause before the first difference");
    DifferentImport& d = out_.back();
    d.cause = names_.choice<Cause>(cause_names, "a cause");
    if (in_.failed() || in_.at_end_of_line()) return;
    std::string_view next = in_.word();
    if (next == "at") {
      d.from = place();
      if (in_.failed()) return;
      next = in_.word();
    }
    if (next != "to") return in_.fail("expected 'to'");
    d.to = place();
    if (!word("limit")) return;
    d.limit = number("a threshold");
    if (!word("passed")) return;
    d.passed = number("a threshold");
    if (in_.failed() || in_.at_end_of_line() || !word("there")) return;
    d.other_passed = number("a threshold");
  }

  TextReader in_;
  NameReader names_;
  std::vector<DifferentImport> out_;
  std::uint32_t module_ = none;
};

}  // namespace detail

/// The list's text; read_differences gives it back. Precondition: it is of this problem. O(n).
inline std::string print(const Problem& p, const std::vector<DifferentImport>& list) {
  const detail::ValueWords word(p);
  const auto module = [&](std::uint32_t s) { return detail::escaped(p.modules[p.summaries[s].module].name); };
  const auto place = [&](std::uint32_t s) { return word(p.summaries[s].value) + " " + module(s); };
  std::string out = "differences\n";
  std::uint32_t current = none;
  for (const DifferentImport& d : list) {
    if (d.module != current) out += "module " + detail::escaped(p.modules[d.module].name) + "\n";
    current = d.module;
    out += "only " + word(p.summaries[d.summary].value) + " from " + module(d.summary) + " " +
           difference_names[static_cast<std::size_t>(d.why)] + " threshold " + std::to_string(d.threshold);
    if (d.reason != Reason::none || d.other_threshold != 0)
      out += std::string(" reason ") + reason_names[static_cast<std::size_t>(d.reason)] + " other " +
             std::to_string(d.other_threshold);
    out += std::string("\ncause ") + cause_names[static_cast<std::size_t>(d.cause)];
    if (d.from != none) out += " at " + place(d.from);
    if (d.to != none) {
      out += " to " + place(d.to) + " limit " + std::to_string(d.limit) + " passed " + std::to_string(d.passed);
      if (d.other_passed != none) out += " there " + std::to_string(d.other_passed);
    }
    out += "\n";
  }
  return out;
}

/// Reads the text form; nothing and "NAME:LINE:COLUMN: what is wrong, what was expected" in `error` when it is broken.
/// Precondition: check_problem(p) finds nothing.
inline std::optional<std::vector<DifferentImport>> read_differences(const Problem& p, std::string_view text,
                                                                    const std::string& name, std::string& error) {
  return detail::DifferenceReader(p, text, name).run(error);
}

}  // namespace lathe::thinlto
