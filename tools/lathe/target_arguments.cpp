// --mcpu and --mattr, which several commands take.
#include <optional>

#include <fmt/format.h>

#include "nvptx/exec/device/cuda_api.hpp"
#include "nvptx/target/features.hpp"
#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {
namespace {

/// The first GPU that the CUDA driver shows; empty and why not.
std::string native_target(std::string& error) {
  exec::cuda::Driver driver;
  if (!exec::cuda::load_driver(driver, error)) return {};
  int count = 0, major = 0, minor = 0;
  exec::cuda::Device device = 0;
  if (driver.init(0) != exec::cuda::success || driver.device_count(&count) != exec::cuda::success || count < 1 ||
      driver.device_get(&device, 0) != exec::cuda::success ||
      driver.device_attribute(&major, exec::cuda::capability_major, device) != exec::cuda::success ||
      driver.device_attribute(&minor, exec::cuda::capability_minor, device) != exec::cuda::success) {
    error = "the CUDA driver shows no GPU";
    return {};
  }
  std::string name = fmt::format("sm_{}{}", major, minor);
  if (parse_cpu(name)) return name;
  error = "this machine's GPU is an " + name + ", which is not known";
  return {};
}

}  // namespace

bool read_target(const std::string& given, const std::vector<std::string>& attributes, Features& features) {
  std::string cpu = given;
  if (given == "native") {
    std::string error;
    cpu = native_target(error);
    if (cpu.empty()) {
      report_error("--mcpu=native: " + error + "; name a target, as in --mcpu=sm_90");
      return false;
    }
  }
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
