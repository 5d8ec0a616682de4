// Target names and versions: the one table of -mcpu names, and reading -mcpu and -mattr.
//
// Source: PTX ISA release notes; the PTX versions are the ones that LLVM 22 chooses, which never writes one below
// 3.2, so that modules assembled with either compiler ask for the same toolkit.
// Gives: Features from text. Cost: a linear look through 40 rows, once per compilation.
#include "nvptx/target/features.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace lathe::nvptx {
namespace {

struct Cpu {
  std::string_view name;
  unsigned sm;
  char suffix;
  unsigned ptx;  ///< lowest version that knows the target, times ten
};

constexpr std::array cpus = {
    Cpu{"sm_20", 20, 0, 32},      Cpu{"sm_21", 21, 0, 32},   Cpu{"sm_30", 30, 0, 32},
    Cpu{"sm_32", 32, 0, 40},      Cpu{"sm_35", 35, 0, 32},   Cpu{"sm_37", 37, 0, 41},
    Cpu{"sm_50", 50, 0, 40},      Cpu{"sm_52", 52, 0, 41},   Cpu{"sm_53", 53, 0, 42},
    Cpu{"sm_60", 60, 0, 50},      Cpu{"sm_61", 61, 0, 50},   Cpu{"sm_62", 62, 0, 50},
    Cpu{"sm_70", 70, 0, 60},      Cpu{"sm_72", 72, 0, 61},   Cpu{"sm_75", 75, 0, 63},
    Cpu{"sm_80", 80, 0, 70},      Cpu{"sm_86", 86, 0, 71},   Cpu{"sm_87", 87, 0, 74},
    Cpu{"sm_88", 88, 0, 90},      Cpu{"sm_89", 89, 0, 78},   Cpu{"sm_90", 90, 0, 78},
    Cpu{"sm_90a", 90, 'a', 80},   Cpu{"sm_100", 100, 0, 86}, Cpu{"sm_100a", 100, 'a', 86},
    Cpu{"sm_100f", 100, 'f', 88}, Cpu{"sm_101", 101, 0, 86}, Cpu{"sm_101a", 101, 'a', 86},
    Cpu{"sm_101f", 101, 'f', 88}, Cpu{"sm_103", 103, 0, 88}, Cpu{"sm_103a", 103, 'a', 88},
    Cpu{"sm_103f", 103, 'f', 88}, Cpu{"sm_110", 110, 0, 90}, Cpu{"sm_110a", 110, 'a', 90},
    Cpu{"sm_110f", 110, 'f', 90}, Cpu{"sm_120", 120, 0, 87}, Cpu{"sm_120a", 120, 'a', 87},
    Cpu{"sm_120f", 120, 'f', 88}, Cpu{"sm_121", 121, 0, 88}, Cpu{"sm_121a", 121, 'a', 88},
    Cpu{"sm_121f", 121, 'f', 88},
};

constexpr std::array ptx_versions = {32U, 40U, 41U, 42U, 43U, 50U, 60U, 61U, 62U, 63U, 64U, 65U, 70U, 71U, 72U, 73U,
                                     74U, 75U, 76U, 77U, 78U, 80U, 81U, 82U, 83U, 84U, 85U, 86U, 87U, 88U, 90U};

const Cpu* find_cpu(std::string_view name) {
  const auto* found = std::find_if(cpus.begin(), cpus.end(), [&](const Cpu& cpu) { return cpu.name == name; });
  return found == cpus.end() ? nullptr : found;
}

std::string version_text(unsigned ptx) { return std::to_string(ptx / 10) + "." + std::to_string(ptx % 10); }

/// Chips whose 'f' features are one set (PTX ISA, "Target Architecture Support for Features").
unsigned family_of(unsigned sm) {
  if (sm == 100 || sm == 103) return 100;
  if (sm == 101 || sm == 110) return 101;
  if (sm == 120 || sm == 121) return 120;
  return sm;
}

/// Higher is more capable; orders sm_90 < sm_90a < sm_100 and f below a.
unsigned rank(unsigned sm, char suffix) { return sm * 3 + (suffix == 'a' ? 2 : suffix == 'f' ? 1 : 0); }

bool apply_ptx(Features& features, std::string_view digits, bool enable, std::string& error) {
  unsigned version = 0;
  const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), version);
  if (status != std::errc{} || end != digits.data() + digits.size() ||
      std::find(ptx_versions.begin(), ptx_versions.end(), version) == ptx_versions.end()) {
    error = "unknown PTX version 'ptx" + std::string(digits) + "' (known: ptx32 to ptx90)";
    return false;
  }
  if (!enable) return true;  // the version is a minimum: taking one away leaves the target's own
  const unsigned lowest = minimum_ptx(features.name());
  if (version < lowest) {
    error = "PTX version " + version_text(version) + " does not support target '" + features.name() +
            "'; it needs at least " + version_text(lowest);
    return false;
  }
  features.ptx = std::max(features.ptx, version);
  return true;
}

}  // namespace

std::string Features::name() const {
  std::string text = "sm_" + std::to_string(sm);
  if (suffix != 0) text += suffix;
  return text;
}

bool Features::arch_specific(unsigned arch, bool family_ok) const {
  if (suffix == 'a' && sm == arch) return true;
  // A family feature of sm_X is there on every later chip of the family, under its 'f' and its 'a' name.
  return family_ok && suffix != 0 && sm >= arch && family_of(sm) == family_of(arch);
}

unsigned minimum_ptx(std::string_view mcpu) {
  const Cpu* cpu = find_cpu(mcpu);
  return cpu != nullptr ? cpu->ptx : 0;
}

std::optional<Features> parse_cpu(std::string_view mcpu) {
  const Cpu* cpu = find_cpu(mcpu);
  if (cpu == nullptr) return std::nullopt;
  Features features;
  features.sm = cpu->sm;
  features.suffix = cpu->suffix;
  features.ptx = cpu->ptx;
  return features;
}

bool apply_attribute(Features& features, std::string_view item, std::string& error) {
  if (item.empty()) return true;
  const bool enable = item.front() != '-';
  std::string_view name = item;
  if (name.front() == '+' || name.front() == '-') name.remove_prefix(1);
  if (name.starts_with("ptx")) return apply_ptx(features, name.substr(3), enable, error);
  const Cpu* cpu = find_cpu(name);
  if (cpu == nullptr) {
    error = "unknown target feature '" + std::string(item) + "'";
    return false;
  }
  if (!enable || rank(cpu->sm, cpu->suffix) <= rank(features.sm, features.suffix)) return true;
  features.sm = cpu->sm;
  features.suffix = cpu->suffix;
  features.ptx = std::max(features.ptx, cpu->ptx);
  return true;
}

std::vector<std::string> cpu_names() {
  std::vector<std::string> names;
  names.reserve(cpus.size());
  for (const Cpu& cpu : cpus) names.emplace_back(cpu.name);
  return names;
}

}  // namespace lathe::nvptx
