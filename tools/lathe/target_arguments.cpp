// --mcpu and --mattr, which several commands take.
#include <optional>

#include <fmt/format.h>

#include "nvptx/target/features.hpp"
#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {

bool read_target(const std::string& cpu, const std::vector<std::string>& attributes, Features& features) {
  const std::optional<Features> known = parse_cpu(cpu);
  if (!known) {
    std::string text = "unknown target '--mcpu=" + cpu + "'";
    const std::vector<std::string> near = nearest(cpu, cpu_names(), 4);
    text += near.empty() ? "; known: " + fmt::format("{}", fmt::join(cpu_names(), ", "))
                         : "; nearest: " + fmt::format("{}", fmt::join(near, ", "));
    report_error(text);
    return false;
  }
  features = *known;
  for (const std::string& attribute : attributes) {
    std::string error;
    if (!attribute.empty() && !apply_attribute(features, attribute, error)) {
      report_error("--mattr=" + attribute + ": " + error);
      return false;
    }
  }
  return true;
}

}  // namespace lathe::nvptx::cli
