// See ptxas_figures.hpp.
#include "tools/lathe/report/ptxas_figures.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "tools/lathe/heard.hpp"
#include "tools/lathe/process.hpp"
#include "tools/lathe/program.hpp"

namespace lathe::nvptx::cli {
namespace {

std::string tool(const char* name) {
  std::vector<std::string> paths;
  for (const std::string& home : cuda_homes()) paths.push_back(home + "/bin/" + name);
  return first_file(paths);
}

// The number in front of `words`, somewhere in the line.
std::optional<std::uint64_t> number_before(std::string_view line, std::string_view words) {
  const std::size_t at = line.find(words);
  if (at == std::string_view::npos) return std::nullopt;
  std::size_t first = at;
  while (first > 0 && line[first - 1] >= '0' && line[first - 1] <= '9') --first;
  if (first == at) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : line.substr(first, at - first)) value = value * 10 + static_cast<std::uint64_t>(c - '0');
  return value;
}

template <class T>
bool load(std::string_view bytes, std::uint64_t at, T& value) {
  if (at > bytes.size() || bytes.size() - at < sizeof(T)) return false;
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return true;
}

// A section's header, as far as it is wanted.
struct Section {
  std::uint32_t name = 0;
  std::uint64_t offset = 0, size = 0;
};
bool read_section(std::string_view file, std::uint64_t at, Section& out) {
  return load(file, at, out.name) && load(file, at + 24, out.offset) && load(file, at + 32, out.size);
}

std::string first_line_of(const std::string& text) { return one_line(text.substr(0, text.find('\n'))); }

}  // namespace

std::map<std::string, PtxasFigures> read_ptxas(const std::string& text) {
  std::map<std::string, PtxasFigures> out;
  std::string entry, function;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = std::string_view(text).substr(at, end - at);
    at = end + 1;
    constexpr std::string_view entries = "Compiling entry function '", properties = "Function properties for ";
    if (const std::size_t found = line.find(entries); found != std::string_view::npos) {
      const std::string_view rest = line.substr(found + entries.size());
      entry = function = std::string(rest.substr(0, rest.find('\'')));
    } else if (const std::size_t where = line.find(properties); where != std::string_view::npos) {
      function = std::string(line.substr(where + properties.size()));
      while (!function.empty() && function.back() == ' ') function.pop_back();
    } else if (const auto stack = number_before(line, " bytes stack frame"); stack) {
      PtxasFigures& figures = out[function];
      figures.stack = stack;
      figures.spill_stores = number_before(line, " bytes spill stores");
      figures.spill_loads = number_before(line, " bytes spill loads");
    } else if (const auto registers = number_before(line, " registers"); registers && !entry.empty()) {
      PtxasFigures& figures = out[entry];
      figures.registers = registers;
      figures.barriers = number_before(line, " barriers");
      figures.shared = number_before(line, " bytes smem");
      figures.constant = number_before(line, " bytes cmem[0]");
    }
  }
  return out;
}

std::map<std::string, std::uint64_t> text_sections(const std::string& cubin) {
  std::map<std::string, std::uint64_t> out;
  const std::string_view file = cubin;
  std::uint64_t table = 0;
  std::uint16_t size = 0, count = 0, names = 0;
  if (!file.starts_with("\x7f"
                        "ELF\x02\x01") ||
      !load(file, 40, table) || !load(file, 58, size) || !load(file, 60, count) || !load(file, 62, names))
    return out;
  Section strings;
  if (!read_section(file, table + std::uint64_t{size} * names, strings)) return out;
  for (std::uint32_t k = 0; k < count; ++k) {
    Section section;
    if (!read_section(file, table + std::uint64_t{size} * k, section)) return out;
    const std::uint64_t at = strings.offset + section.name;
    if (at >= file.size()) continue;
    const std::string_view name = file.substr(at, file.find('\0', at) - at);
    constexpr std::string_view text = ".text.";
    if (name.starts_with(text)) out[std::string(name.substr(text.size()))] = section.size;
  }
  return out;
}

std::optional<Assembled> assemble_figures(const std::string& ptx, const std::string& target,
                                          const std::vector<std::string>& words, std::string& error) {
  const std::string ptxas = tool("ptxas");
  if (ptxas.empty()) {
    error = "ptxas was not found; set CUDA_HOME or PATH, or leave --cubin out";
    return std::nullopt;
  }
  const TemporaryFolder folder({"in.ptx", "out.cubin", "messages"});
  if (!folder) {
    error = std::string("cannot make a temporary folder: ") + std::strerror(errno);
    return std::nullopt;
  }
  const std::string input = folder.file("in.ptx"), output = folder.file("out.cubin"),
                    messages = folder.file("messages");
  const Undocumented between;
  if (!write_output(input, ptx, error)) return std::nullopt;
  Assembled out;
  std::string text;
  // A module that calls what another has is assembled for nvlink.
  for (const bool relocatable : {false, true}) {
    std::vector<std::string> command{ptxas, "-v", "-arch=" + target, "-lineinfo"};
    if (relocatable) command.emplace_back("-c");
    command.insert(command.end(), words.begin(), words.end());
    out.command = "ptxas";
    for (std::size_t k = 1; k < command.size(); ++k) out.command += " " + command[k];
    out.command += " IN.ptx -o OUT.cubin";
    command.insert(command.end(), {input, "-o", output});
    const int state = run_program(command, messages);
    text.clear();
    std::string ignored;
    read_input(messages, text, ignored);
    out.relocatable = relocatable;
    if (state != 0) {
      if (error.empty()) error = "ptxas refused the PTX: " + first_line_of(text);
      continue;
    }
    error.clear();
    if (!read_input(output, out.cubin, error)) return std::nullopt;
    out.functions = read_ptxas(text);
    for (const auto& [name, bytes] : text_sections(out.cubin)) out.functions[name].sass_bytes = bytes;
    return out;
  }
  return std::nullopt;
}

std::optional<std::string> disassemble(const std::string& cubin, std::string& command) {
  const std::string nvdisasm = tool("nvdisasm"), cuobjdump = tool("cuobjdump");
  if (nvdisasm.empty() && cuobjdump.empty()) return std::nullopt;
  const TemporaryFolder folder({"a.cubin", "text", "messages"});
  const std::string input = folder.file("a.cubin"), output = folder.file("text");
  std::string error, text;
  const Undocumented between;
  if (!folder || !write_output(input, cubin, error)) return std::nullopt;
  std::vector<std::string> words =
      nvdisasm.empty() ? std::vector<std::string>{cuobjdump, "-sass"} : std::vector<std::string>{nvdisasm, "-c", "-g"};
  command = nvdisasm.empty() ? "cuobjdump -sass OUT.cubin" : "nvdisasm -c -g OUT.cubin";
  words.push_back(input);
  if (run_program(words, folder.file("messages"), output) != 0 || !read_input(output, text, error)) return std::nullopt;
  return text;
}

}  // namespace lathe::nvptx::cli
