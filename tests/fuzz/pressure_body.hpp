// One fuzz case of the pressure family: bytes -> problem -> analysis, checker, text; then edits with speculation on a
// tracker that is compared with the full analysis; and bytes as text, which no reader may trip over.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <lathe/pressure/check.hpp>
#include <lathe/pressure/edit.hpp>
#include <lathe/pressure/text.hpp>

#include "unit/lathe/pressure/random_problem.hpp"

namespace pressure_test {

/// What must hold of a tracker and its program in the end; empty when it does.
inline std::string check_tracker(Tracker& t) {
  const Problem now = t.snapshot();
  if (!check_problem(now).empty()) return "a broken snapshot\n";
  if (!t.verify()) return t.error();
  return check_report(now, t.report()).str();
}

/// Does a script on a tracker as the program does, refusals included.
inline std::string run_script(const Problem& p, const std::vector<Command>& script) {
  Tracker t(p, {.print_verify = true, .fuel = 200});
  for (const Command& c : script) {
    Edit e = c.edit;
    e.place = t.resolve(e.place, c.after);
    if (c.kind == Command::Kind::edit) t.apply(e);
    if (c.kind == Command::Kind::feasible) feasible(t, e.inst, e.place);
    if (c.kind == Command::Kind::what_if) t.what_if(e);
    if (!t.verify()) return "script: " + t.error();
  }
  return check_tracker(t);
}

/// Empty when all is well, otherwise what went wrong.
inline std::string check_pressure_bytes(std::span<const std::uint8_t> bytes) {
  std::string error;
  const std::string text(bytes.begin(), bytes.end());
  const std::size_t cut = text.find("\nedits\n");
  if (const auto p = read_problem("pressure\n" + text.substr(0, cut), "bytes", error); p) {
    if (p->insts.size() < 100 && p->register_unit_count() < 200) {
      if (const auto again = read_problem(print(*p), "again", error); !again || !(*again == *p))
        return "the text does not come back: " + error;
      if (const std::string wrong = check_report(*p, analyse(*p)).str(); !wrong.empty()) return wrong;
      const auto script = read_script(cut == std::string::npos ? "" : text.substr(cut + 7), "bytes", *p, error);
      if (script && script->size() < 40)
        if (const std::string wrong = run_script(*p, *script); !wrong.empty()) return wrong;
    }
  }
  std::size_t at = 0;
  std::uint32_t state = 1;
  const auto pick = [&](std::uint32_t below) {
    state = state * 1664525U + 1013904223U;
    return at < bytes.size() ? bytes[at++] % below : (state >> 16) % below;
  };
  const std::uint32_t size = pick(30);
  const Problem p = random_problem(pick, 1 + pick(6), size);
  if (const auto faults = check_problem(p); !faults.empty()) return "a broken problem: " + faults.str();
  if (const std::string wrong = check_report(p, analyse(p)).str(); !wrong.empty()) return wrong;
  Tracker t(p, {.print_verify = true});
  std::vector<std::vector<std::uint64_t>> begun;
  for (std::size_t k = 0; k < 4 + bytes.size() / 8 && k < 32; ++k) {
    const std::uint32_t what = pick(12);
    if (what == 0 && begun.size() < 4) {
      begun.push_back(t.words());
      t.begin();
    } else if (what == 1 && !begun.empty()) {
      t.commit();
      begun.pop_back();
    } else if (what == 2 && !begun.empty()) {
      t.rollback();
      if (t.words() != begun.back()) return "a rollback is not exact\n";
      begun.pop_back();
    } else {
      t.apply(random_edit(pick, t, 30));
    }
    if (!t.verify()) return t.error();
  }
  return check_tracker(t);
}

}  // namespace pressure_test
