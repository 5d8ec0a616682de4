#include "codegen/machine/registers.hpp"

#include <algorithm>
#include <bit>
#include <map>

namespace lathe::codegen::machine {

namespace {

std::string fault_of_file(const Registers& registers, std::uint32_t c) {
  const File& file = registers.files[c];
  const auto wrong = [&](const std::string& what) { return "file '" + file.name + "': " + what; };
  if (file.name.empty()) return "file " + std::to_string(c) + " has no name";
  if (file.prefix.empty()) return wrong("its registers have no names");
  if (file.count == 0) return wrong("it has no registers");
  if (file.count > 0xffff) return wrong("it has more than 65535 registers");
  if (!std::has_single_bit(file.slot_align)) return wrong("slots are aligned to no power of two");
  if (file.slot_bytes % file.slot_align != 0) return wrong("slots are no multiple of their alignment");
  std::vector<std::uint32_t> reserved = file.reserved;
  std::sort(reserved.begin(), reserved.end());
  if (!reserved.empty() && reserved.back() >= file.count) return wrong("a register is reserved that is not there");
  if (std::adjacent_find(reserved.begin(), reserved.end()) != reserved.end())
    return wrong("a register is reserved twice");
  if (reserved.size() == file.count) return wrong("all its registers are reserved");
  if (file.swap && file.count == 1) return wrong("of one register there are no two to swap");
  if (!file.uniform()) return {};
  if (file.twin >= registers.files.size()) return wrong("its twin is not there");
  const File& twin = registers.files[file.twin];
  if (file.twin == c || twin.uniform()) return wrong("its twin '" + twin.name + "' is uniform");
  if (twin.slot_bytes != file.slot_bytes) return wrong("its twin '" + twin.name + "' has slots of another size");
  if (registers.uniform_of(file.twin) != c) return wrong("its twin '" + twin.name + "' has another uniform file");
  return {};
}

}  // namespace

std::string fault_of(const Registers& registers) {
  if (registers.files.empty()) return "there are no register files";
  if (registers.files.size() > 255) return "there are more than 255 register files";
  std::map<std::string, std::string> names, files;
  for (std::uint32_t c = 0; c < registers.files.size(); ++c) {
    const File& file = registers.files[c];
    if (std::string fault = fault_of_file(registers, c); !fault.empty()) return fault;
    if (!files.emplace(file.name, "").second) return "two files are called '" + file.name + "'";
    for (std::uint32_t k = 0; k < file.count; ++k)
      if (const auto [at, fresh] = names.emplace(file.register_name(k), file.name); !fresh)
        return "file '" + file.name + "': its register " + at->first + " is called like one of '" + at->second + "'";
  }
  return {};
}

}  // namespace lathe::codegen::machine
