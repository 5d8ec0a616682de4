// See throughput_answer.hpp.
#include "tools/lathe/throughput_answer.hpp"

#include <utility>

#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {

bool read_profile(const std::string& path, Profiled& out, std::string& error, Json* document) {
  std::string text;
  Json profile;
  if (!read_input(path, text, error)) return false;
  if (!Json::read(text, profile, error)) {
    error = path + ": " + error;
    return false;
  }
  const auto rows = profile.member("instructions").list();
  if (rows.empty()) {
    error = path + ": this is not the JSON of lathe run --profile=FILE.json";
    return false;
  }
  for (const Json& row : rows) {
    const auto count = [&](const char* name) {
      return static_cast<std::uint64_t>(row.member(name).figure().value_or(0));
    };
    MirExecuted& at = out[row.member("function").word()][static_cast<std::uint32_t>(count("line"))];
    at.issued = std::max(at.issued, count("issued"));
    at.requests += count("requests") + count("shared_requests");
    at.parts += count("lines") + count("wavefronts");
  }
  if (document != nullptr) *document = std::move(profile);
  return true;
}

Json throughput_json(const flow::throughput::Problem& p, const flow::throughput::Result& r) {
  std::vector<Json> units, blocks;
  for (std::uint32_t u = 0; u < r.units.size(); ++u)
    if (r.units[u] > 0) {
      Json one;
      units.push_back(std::move(one.add("unit", p.units[u].name).add("cycles", r.units[u])));
    }
  for (std::uint32_t b = 0; b < r.blocks.size(); ++b) {
    const auto& of = r.blocks[b];
    Json one;
    one.number("block", b).add("runs", static_cast<double>(p.runs[b]) / p.entries()).add("cycles", of.cycles);
    one.add("share", of.share)
        .add("bound", bound_text(p, of.bound, of.unit))
        .add("issue", of.issue)
        .add("busiest", of.busiest);
    blocks.push_back(std::move(one.add("alone", of.alone)));
  }
  Json out;
  out.add("function", p.name).number("threads", p.threads).add("cycles", r.cycles).add("together", r.together);
  out.add("bound", bound_text(p, r.bound, r.unit)).add("issue", r.issue).add("alone", r.alone);
  return std::move(out.add("units", std::move(units)).add("blocks", std::move(blocks)));
}

}  // namespace lathe::nvptx::cli
