// A problem of the import planner as LLVM's text of a summary index.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <lathe/thinlto/analysis.hpp>
#include <lathe/thinlto/problem.hpp>

namespace bench {

/// All values live; no aliases, roots, workloads or names. `guids` of values must differ in LLVM's sense too.
inline std::string index_text(const lathe::thinlto::Problem& p) {
  using namespace lathe::thinlto;
  std::string out;
  const auto modules = static_cast<std::uint32_t>(p.modules.size());
  for (std::uint32_t m = 0; m < modules; ++m)
    out += "^" + std::to_string(m) + " = module: (path: \"" + p.modules[m].name + "\", hash: (0, 0, 0, 0, 0))\n";
  const auto summary = [&](std::uint32_t s) {
    const Summary& x = p.summaries[s];
    out +=
        std::string(kind_names[static_cast<std::size_t>(x.kind)]) + ": (module: ^" + std::to_string(x.module) +
        ", flags: (linkage: " + linkage_names[static_cast<std::size_t>(x.linkage)] +
        ", visibility: default, notEligibleToImport: 0, live: 1, dsoLocal: 0, canAutoHide: 0, importType: definition)";
    if (x.kind == Kind::variable)
      out += std::string(", varFlags: (readonly: ") + (x.has(flag::read_only) ? "1" : "0") +
             ", writeonly: 0, constant: " + (x.has(flag::constant) ? "1" : "0") + ")";
    else
      out += ", insts: " + std::to_string(x.instructions) +
             ", funcFlags: (readNone: 0, readOnly: 0, noRecurse: 0, returnDoesNotAlias: 0, noInline: " +
             (x.has(flag::no_inline) ? "1" : "0") +
             ", alwaysInline: 0, noUnwind: 0, mayThrow: 0, hasUnknownCall: 0, mustBeUnreachable: 0)";
    const auto calls = p.calls_of(s);
    for (std::size_t i = 0; i < calls.size(); ++i)
      out += std::string(i == 0 ? ", calls: (" : ", ") + "(callee: ^" + std::to_string(modules + calls[i]) +
             ", hotness: " + hotness_names[static_cast<std::size_t>(p.call_infos_of(s)[i].hotness())] + ")";
    if (!calls.empty()) out += ")";
    for (std::size_t i = 0; i < p.refs_of(s).size(); ++i)
      out += std::string(i == 0 ? ", refs: (" : ", ") + "^" + std::to_string(modules + p.refs_of(s)[i]);
    if (!p.refs_of(s).empty()) out += ")";
    out += ")";
  };
  const Copies copies(p);
  for (std::uint32_t v = 0; v < p.values.size(); ++v) {
    out += "^" + std::to_string(modules + v) + " = gv: (guid: " + std::to_string(p.values[v].guid);
    bool any = false;
    for (const std::uint32_t s : copies[v]) {
      out += any ? ", " : ", summaries: (";
      any = true;
      summary(s);
    }
    out += any ? "))\n" : ")\n";
  }
  return out;
}

}  // namespace bench
