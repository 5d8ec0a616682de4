// What the fuzzer of the PTX parser checks of any text: parsing ends without a crash, the machine IR of what is
// accepted is sound, and printing it is a fixed point; the passes keep it sound.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "nvptx/mir/text.hpp"
#include "nvptx/passes/passes.hpp"
#include "nvptx/print/print.hpp"

namespace lathe_fuzz {

/// Empty, or what went wrong.
inline std::string check_ptx(std::string_view text) {
  using namespace lathe::nvptx;
  mir::Module first;
  Diag diag;
  if (!mir::parse(text, "input", first, diag)) return diag.messages().size() == 1 ? "" : "an error without one message";
  const std::string printed = mir::print(first);
  mir::Module second;
  Diag again;
  if (!mir::parse(printed, "printed", second, again))
    return "what was printed is not read back: line " + std::to_string(again.messages()[0].line) + ": " +
           again.messages()[0].text;
  if (mir::print(second) != printed) return "printing is no fixed point";
  std::vector<std::string> faults;
  mir::verify(first, faults);
  if (!faults.empty()) return "";  // PTX that an assembler refuses too
  PassOptions options;
  options.verify_each = true;
  for (mir::Function& f : first.functions) run_passes(first, f, {}, options, faults);
  if (!faults.empty()) return faults[0];
  const std::string optimised = mir::print(first);
  mir::Module third;
  Diag last;
  if (!mir::parse(optimised, "optimised", third, last))
    return "what the passes made is not read back: " + last.messages()[0].text;
  return "";
}

}  // namespace lathe_fuzz
