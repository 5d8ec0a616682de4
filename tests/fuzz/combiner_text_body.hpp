// One fuzz case of the DAG's text in front of the combiner: bytes -> text -> refused with a reason, or rewritten into a
// graph whose operations are still well shaped.
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/combine/rule_set.hpp"
#include "nvptx/facts/check.hpp"
#include "nvptx/facts/facts.hpp"
#include "nvptx/support/codegen.hpp"

namespace lathe::nvptx::test {

/// Empty when all is well, otherwise what went wrong. The first byte is the run. `combined`: incremented when rules
/// have seen the text.
inline std::string check_combiner_text(std::string_view bytes, int* combined = nullptr) {
  if (bytes.size() < 2) return {};
  const auto run = static_cast<unsigned>(static_cast<unsigned char>(bytes[0]) % 3);
  Features features;
  features.sm = 90;
  features.ptx = 80;
  const TargetFacts facts = target_facts(features);
  Dag dag;
  std::string error;
  std::vector<std::string> faults;
  if (!parse(bytes.substr(1), dag, error))
    return error.starts_with("line ") ? "" : "an error without its line: " + error;
  check_shapes(dag, faults);
  if (faults.empty() && run != 0) check_types(dag, features, faults);
  if (!faults.empty()) return {};
  if (combined != nullptr) ++*combined;
  const std::string before = print(dag);
  CombineRules rules(dag, static_cast<CombineLevel>(run), facts, float_modes(features));
  const auto done = dag::combine(rules);
  std::string out;
  dag.verify([&](NodeId, const char* what) { out += std::string(what) + "\n"; });
  check_shapes(dag, faults);
  for (const std::string& fault : faults) out += fault + "\n";
  if (done.outcome == dag::CombineOutcome::bad_rule)
    out += "bad values by " + std::string(rules.name(done.stopped_rule)) + "\n";
  return out.empty() ? out : out + "run " + std::to_string(run + 1) + "\n" + before;
}

/// A text with a few of its words exchanged for others of it, numbers changed or lines left out.
inline std::string spoiled(std::string_view text, std::mt19937& random) {
  std::vector<std::string_view> words;  // with what separates them, so that joined they are the text
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find_first_of(" ,\n()", at);
    const std::size_t next = end == at || end == std::string_view::npos ? at + 1 : end;
    words.push_back(text.substr(at, end == std::string_view::npos ? text.size() - at : next - at));
    at += words.back().size();
  }
  static constexpr std::string_view others[] = {"i1",  "i8",         "i32",   "i64",   "i128",   "v2f16",
                                                "f32", "f64",        "chain", "0",     "-1",     "31",
                                                "32",  "4294967296", "imm=1", "aux=1", "aux=99", "undef"};
  for (std::uint32_t changes = 1 + random() % 3; changes != 0; --changes) {
    std::string_view& word = words[random() % words.size()];
    const std::uint32_t kind = random() % 8;
    if (kind == 0)
      word = {};
    else if (kind < 4)
      word = others[random() % std::size(others)];
    else if (word.size() > 1)
      word = words[random() % words.size()];
  }
  std::string out;
  for (const std::string_view word : words) out += word;
  return out;
}

}  // namespace lathe::nvptx::test
