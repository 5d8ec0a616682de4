// Programs in tables: symbols and their places, texts.
#include "simt/client/module.hpp"

#include <cstring>

namespace lathe::simt::inline LATHE_SIMT_WIDTH {

void Module::add_functions(std::span<const std::string> names, const std::string& file) {
  entries_.resize(names.size());
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    entries_[i].name = names[i];
    entries_[i].file = file;
    entries_[i].defined = true;
    symbols_[names[i]] = {Symbol::Kind::function, code_window + 16 * i, 0, i};
  }
}

std::string Module::place_shared(const std::string& name, std::uint64_t bytes, std::uint64_t align) {
  const std::uint64_t at = (shared_bytes_ + align - 1) / align * align;
  if (at + bytes > most_shared) return "shared variables take more than " + std::to_string(most_shared) + " bytes";
  symbols_[name] = {Symbol::Kind::shared, at, bytes};
  shared_bytes_ = static_cast<std::uint32_t>(at + bytes);
  return "";
}

std::string Module::place(Memory& memory, const std::string& name, std::uint64_t bytes, std::uint64_t align,
                          RegionKind kind, std::span<const std::uint8_t> contents) {
  const bool constant = kind == RegionKind::constant;
  const Region* region = memory.add(bytes, align, kind, name);
  if (region == nullptr || (constant && region->base + bytes - const_base > UINT32_MAX))
    return "there is no memory for variable '" + name + "'";
  symbols_[name] = {constant ? Symbol::Kind::constant : Symbol::Kind::global, region->base, bytes};
  if (!contents.empty()) std::memcpy(region->host, contents.data(), contents.size());
  return "";
}

const Symbol* Module::find(const std::string& name) const {
  const auto it = symbols_.find(name);
  return it == symbols_.end() ? nullptr : &it->second;
}

const FunctionCode* Module::kernel(const std::string& name) const {
  const Symbol* s = find(name);
  if (s == nullptr || s->kind != Symbol::Kind::function || !function(s->function).kernel) return nullptr;
  return &function(s->function);
}

std::optional<std::pair<Address, std::uint64_t>> Module::variable(const std::string& name) const {
  const Symbol* s = find(name);
  if (s == nullptr || (s->kind != Symbol::Kind::global && s->kind != Symbol::Kind::constant)) return std::nullopt;
  return std::pair{Address{s->address}, s->bytes};
}

std::string Module::text_at(const std::string& function, std::uint32_t line) const {
  for (const Entry& e : entries_)
    for (std::size_t i = 0; e.name == function && i < e.texts.size(); ++i)
      if (line != 0 && e.sources[i].line == line) return e.texts[i];
  return "";
}

void Module::for_each_symbol(const std::function<void(const std::string&, const Symbol&)>& put) const {
  for (const auto& [name, symbol] : symbols_) put(name, symbol);
}

const Symbol* Module::symbol(const FunctionCode&, std::uint64_t id, std::string& name) const {
  name = names_[id];
  return find(name);
}

std::string Module::mnemonic(const FunctionCode& function, std::uint32_t inst) const {
  const std::string& text = of(function).texts[inst];
  return text.substr(0, text.find(' '));
}

}  // namespace lathe::simt::inline LATHE_SIMT_WIDTH
