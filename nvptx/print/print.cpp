// A module as PTX: version and target, files, then its items in order.
// Cost: O(size of the text). Source: PTX ISA 9.0, chapter 11.
#include "nvptx/print/print.hpp"

#include <algorithm>

#include "nvptx/print/function.hpp"
#include "nvptx/print/variables.hpp"

namespace lathe::nvptx::mir {
namespace {

// A file name between quotes.
void write_quoted(Writer& w, const std::string& text) {
  w << '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') w << '\\';
    w << c;
  }
  w << '"';
}

bool has_sections(const Module& module) {
  return std::any_of(module.items.begin(), module.items.end(), [](const Item& item) {
    return item.kind == Item::Kind::directive && item.text.find(".section") != std::string::npos;
  });
}

}  // namespace

std::string print(const Module& module, const PrintOptions& options) {
  return print(module, std::span<const std::string>(), options);
}

std::string print(const Module& module, std::span<const std::string> functions, const PrintOptions& options) {
  std::string out;
  std::size_t bytes = 4096;
  for (std::size_t i = 0; i < module.functions.size(); ++i)
    bytes += i < functions.size() && !functions[i].empty() ? functions[i].size() + 1
                                                           : module.functions[i].operands.size() * 12;
  out.reserve(bytes);
  Writer w(out);
  w << ".version " << module.version << "\n.target ";
  for (std::size_t i = 0; i < module.target.size(); ++i) w << (i == 0 ? "" : ", ") << module.target[i];
  (w << "\n.address_size ").number(module.address_size) << "\n\n";
  if (options.locations)
    for (std::size_t i = 0; i < module.files.size(); ++i) {
      if (module.files[i].empty()) continue;
      (w << "\t.file\t").number(static_cast<std::int64_t>(i + 1)) << ' ';
      write_quoted(w, module.files[i]);
      w << '\n';
    }
  const bool keep_labels = keeps_labels(module, options);
  for (const Item& item : module.items) switch (item.kind) {
      case Item::Kind::variable:
        write_variable(w, module.variables[item.index]);
        break;
      case Item::Kind::function:
        if (item.index < functions.size() && !functions[item.index].empty())
          w << functions[item.index];
        else
          write_function(w, module, module.functions[item.index], item.index, keep_labels, options);
        w << '\n';
        break;
      case Item::Kind::alias:
        w << item.text << '\n';
        break;
      case Item::Kind::directive:
        if (options.locations || item.text.find(".section") == std::string::npos) w << item.text << '\n';
        break;
    }
  return out;
}

bool keeps_labels(const Module& module, const PrintOptions& options) {
  return options.locations && has_sections(module);
}

std::string print(const Module& module, std::uint32_t function, bool keep_labels, const PrintOptions& options) {
  const Function& f = module.functions[function];
  std::string out;
  // Rather too much: pages that are never written cost nothing, a string that grows is there twice.
  std::size_t instructions = 0;
  for (const Block& block : f.blocks) instructions += block.insts.size();
  out.reserve(1024 + instructions * 24 + f.operands.size() * 10);
  Writer w(out);
  write_function(w, module, f, function, keep_labels, options);
  return out;
}

std::string print(const Module& module, const Function& function, const PrintOptions& options) {
  std::uint32_t number = 0;
  while (number < module.functions.size() && &module.functions[number] != &function) ++number;
  return print(module, number, keeps_labels(module, options), options);
}

}  // namespace lathe::nvptx::mir
