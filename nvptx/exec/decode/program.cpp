// Loading: parse every source, link names, place variables, decode functions.
//
// A name without linkage belongs to its module; .visible and .weak ones are shared, a strong definition wins over
// weak ones, two strong ones are an error. Cost: linear. Source: PTX ISA 9.0, chapters 5 and 11.6 (linking).
#include "nvptx/exec/state/program.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "nvptx/exec/decode/decode.hpp"
#include "nvptx/exec/decode/decoder_impl.hpp"
#include "nvptx/exec/decode/describe.hpp"
#include "nvptx/exec/decode/inst_text.hpp"
#include "nvptx/exec/state/register_parameters.hpp"
#include "nvptx/mir/text.hpp"

namespace lathe::nvptx::exec {
namespace {

using mir::Variable;

class Loader {
 public:
  Loader(PtxProgram& p, Memory& memory, Fault& fault) : p_(p), memory_(memory), fault_(fault) {}

  bool run(const std::vector<Source>& sources) {
    if (sources.empty()) return fail("no PTX to load");
    for (const Source& s : sources)
      if (!parse(s)) return false;
    p_.internal.resize(p_.modules.size());
    for (std::size_t m = 0; m < p_.modules.size(); ++m)
      if (!declare(m)) return false;
    if (!place_dynamic_shared()) return false;
    aliases();
    for (auto& init : pending_)
      if (!initialize(init)) return false;
    for (PtxFunction& f : p_.functions)
      if (f.defined) decode_function(p_, module_of(f), f);
    return true;
  }

 private:
  struct Pending {
    std::size_t module;
    const Variable* variable;
    const Region* region;
  };

  bool fail(std::string text, std::size_t module = ~std::size_t{0}, unsigned line = 0) {
    fault_ = {};
    fault_.text = std::move(text);
    if (module < p_.files.size()) fault_.file = p_.files[module];
    fault_.line = line;
    return false;
  }

  bool parse(const Source& s) {
    auto module = std::make_unique<mir::Module>();
    Diag diag;
    p_.files.push_back(s.name);
    if (!mir::parse(s.text, s.name, *module, diag)) {
      for (const Message& m : diag.messages())
        if (m.level == Message::Level::error) return fail(m.text, p_.files.size() - 1, m.line);
      return fail("is not PTX", p_.files.size() - 1);
    }
    lower_register_parameters(*module);
    p_.modules.push_back(std::move(module));
    return true;
  }

  std::size_t module_of(const PtxFunction& f) const {
    for (std::size_t m = 0; m < p_.modules.size(); ++m)
      if (p_.modules[m].get() == f.module) return m;
    return 0;
  }

  bool declare(std::size_t m) {
    mir::Module& module = *p_.modules[m];
    for (const Variable& v : module.variables)
      if (!variable(m, v)) return false;
    for (const mir::Function& f : module.functions)
      if (!function(m, f)) return false;
    return true;
  }

  // Makes the name known; false when another strong definition has it.
  bool publish(std::size_t m, const std::string& name, const std::string& linkage, const Symbol& symbol) {
    if (linkage.empty()) {
      p_.internal[m][name] = symbol;
      return true;
    }
    const bool weak = linkage == "weak" || linkage == "common";
    const auto [it, fresh] = p_.symbols.emplace(name, symbol);
    if (!fresh) {
      if (!weak && strong_[name]) return fail("'" + name + "' is defined in more than one module", m);
      if (!weak) it->second = symbol;
    }
    strong_[name] |= !weak;
    return true;
  }

  bool variable(std::size_t m, const Variable& v) {
    std::uint64_t bytes = variable_bytes(v);
    bytes = std::max<std::uint64_t>(bytes, v.bytes.size());
    if (v.linkage == "extern") {
      if (v.space == mir::Space::shared && bytes == 0) {
        dynamic_.push_back({m, v.name});
        p_.dynamic_shared_align = std::max(p_.dynamic_shared_align, variable_align(v));
      }
      return true;
    }
    Symbol s;
    if (!place(m, v, bytes, s)) return false;
    return publish(m, v.name, v.linkage, s);
  }

  bool place(std::size_t m, const Variable& v, std::uint64_t bytes, Symbol& s) {
    const std::uint32_t align = variable_align(v);
    s.bytes = bytes;
    switch (v.space) {
      case mir::Space::shared:
        s.kind = Symbol::Kind::shared;
        s.address = (p_.static_shared + align - 1) / align * align;
        if (bytes > (1U << 24)) return fail("shared variable '" + v.name + "' is larger than 16 MiB", m);
        p_.static_shared = static_cast<std::uint32_t>(s.address + bytes);
        if (p_.static_shared > (1U << 24)) return fail("more than 16 MiB of shared variables", m);
        return true;
      case mir::Space::global:
      case mir::Space::constant:
      case mir::Space::tex: {
        s.kind = v.space == mir::Space::global ? Symbol::Kind::global : Symbol::Kind::constant;
        const auto kind = v.space == mir::Space::global ? RegionKind::variable : RegionKind::constant;
        if (v.type == mir::Type::texref || v.space == mir::Space::tex) s.kind = Symbol::Kind::texture;
        if (v.type == mir::Type::surfref) s.kind = Symbol::Kind::surface;
        if (v.type == mir::Type::samplerref) s.kind = Symbol::Kind::sampler;
        const Region* region = memory_.add(std::max<std::uint64_t>(1, bytes), align, kind, v.name);
        if (region == nullptr)
          return fail("no memory for variable '" + v.name + "' of " + std::to_string(bytes) + " bytes", m);
        s.address = region->base;
        pending_.push_back({m, &v, region});
        return true;
      }
      default:
        return fail("variable '" + v.name + "' in a state space that modules do not have", m);
    }
  }

  bool place_dynamic_shared() {
    const std::uint32_t a = p_.dynamic_shared_align;
    p_.static_shared = (p_.static_shared + a - 1) / a * a;
    for (const auto& [m, name] : dynamic_) {
      Symbol s;
      s.kind = Symbol::Kind::shared;
      s.address = p_.static_shared;
      if (p_.symbols.count(name) == 0) p_.internal[m][name] = s;
    }
    return true;
  }

  static void lay_out(const std::vector<Variable>& from, std::vector<FrameVariable>& to, std::uint32_t* total) {
    std::uint32_t at = 0;
    for (const Variable& v : from) {
      FrameVariable f;
      f.name = v.name;
      f.align = variable_align(v);
      f.bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(variable_bytes(v), 1U << 20));
      at = (at + f.align - 1) / f.align * f.align;
      f.offset = at;
      at += f.bytes;
      to.push_back(std::move(f));
    }
    if (total != nullptr) *total = at;
  }

  bool function(std::size_t m, const mir::Function& f) {
    const bool declared = f.declaration || f.linkage == "extern";
    auto& known = f.linkage.empty() ? p_.internal[m] : p_.symbols;
    const auto it = known.find(f.name);
    const bool have = it != known.end() && it->second.kind == Symbol::Kind::function;
    if (declared && have) return true;
    if (have && !p_.functions[it->second.function].defined) return define(m, f, it->second.function);
    if (!declared && have) {
      const bool weak = f.linkage == "weak" || f.linkage == "common";
      if (weak) return true;
      if (strong_[f.name] || f.linkage.empty()) return fail("function '" + f.name + "' is defined twice", m);
      strong_[f.name] = true;
      return define(m, f, it->second.function);
    }
    const auto index = static_cast<std::uint32_t>(p_.functions.size());
    p_.functions.emplace_back();
    p_.functions.back().name = f.name;
    known[f.name] = {Symbol::Kind::function, code_window + 16 * std::uint64_t{index}, 0, index};
    if (declared) {
      p_.functions.back().system_call = find_system_call(f.name);
      return true;
    }
    strong_[f.name] |= f.linkage == "visible";
    return define(m, f, index);
  }

  bool define(std::size_t m, const mir::Function& f, std::uint32_t index) {
    PtxFunction& code = p_.functions[index];
    code = {};
    code.name = f.name;
    code.function = &f;
    code.module = p_.modules[m].get();
    code.file = p_.files[m];
    code.kernel = f.kernel;
    code.defined = true;
    if (f.kernel) {
      lay_out(f.params, code.kernel_params, &code.param_bytes);
    } else {
      lay_out(f.params, code.params, nullptr);
      lay_out(f.results, code.results, nullptr);
    }
    // Variables of the body that are not the frame's: one each for all threads.
    for (const Variable& v : f.variables) {
      if (v.space == mir::Space::param || v.space == mir::Space::local) continue;
      Symbol s;
      if (!place(m, v, std::max<std::uint64_t>(variable_bytes(v), v.bytes.size()), s)) return false;
      code.statics.emplace_back(v.name, s);
    }
    return true;
  }

  // ".alias a, b;"
  void aliases() {
    for (std::size_t m = 0; m < p_.modules.size(); ++m)
      for (const mir::Item& item : p_.modules[m]->items) {
        if (item.kind != mir::Item::Kind::alias) continue;
        std::string names = item.text;
        for (char& c : names)
          if (c == ',' || c == ';') c = ' ';
        std::vector<std::string> words;
        for (std::size_t at = 0; at < names.size();) {
          const std::size_t end = std::min(names.find(' ', at), names.size());
          if (end > at) words.push_back(names.substr(at, end - at));
          at = end + 1;
        }
        if (words.size() != 3) continue;
        if (const Symbol* s = p_.find(m, words[2])) p_.symbols[words[1]] = *s;
      }
  }

  bool initialize(const Pending& init) {
    const Variable& v = *init.variable;
    if (v.bytes.size() > init.region->bytes) return fail("initial value of '" + v.name + "' is too long", init.module);
    if (!v.bytes.empty()) std::memcpy(init.region->host, v.bytes.data(), v.bytes.size());
    for (const Variable::Reloc& r : v.relocs) {
      const Symbol* s = p_.find(init.module, r.symbol);
      if (s == nullptr)
        return fail("'" + r.symbol + "', of which '" + v.name + "' holds the address, is not defined", init.module);
      std::uint64_t value = s->address + static_cast<std::uint64_t>(r.addend);
      if (r.generic && s->kind == Symbol::Kind::shared) value += shared_window;
      std::uint32_t size = std::min<std::uint32_t>(8, r.size);
      if (r.mask_byte != 0xff) {
        value = value >> (8 * (r.mask_byte & 7U)) & 0xff;
        size = 1;
      }
      if (r.offset > init.region->bytes || init.region->bytes - r.offset < size)
        return fail("an address in '" + v.name + "' lies outside it", init.module);
      std::memcpy(init.region->host + r.offset, &value, size);
    }
    return true;
  }

  PtxProgram& p_;
  Memory& memory_;
  Fault& fault_;
  std::unordered_map<std::string, bool> strong_;
  std::vector<Pending> pending_;
  std::vector<std::pair<std::size_t, std::string>> dynamic_;
};

}  // namespace

const Symbol* PtxProgram::find(std::size_t module, std::string_view name) const {
  const std::string key(name);
  if (module < internal.size()) {
    const auto it = internal[module].find(key);
    if (it != internal[module].end()) return &it->second;
  }
  const auto it = symbols.find(key);
  return it == symbols.end() ? nullptr : &it->second;
}

const Description& PtxProgram::description(const FunctionCode& function) const {
  const auto [it, fresh] = descriptions_.try_emplace(&function);
  if (fresh) it->second = describe(static_cast<const PtxFunction&>(function));
  return it->second;
}

void PtxProgram::for_each_symbol(const std::function<void(const std::string&, const Symbol&)>& put) const {
  for (const auto& [name, symbol] : symbols) put(name, symbol);
  for (const auto& table : internal)
    for (const auto& [name, symbol] : table) put(name, symbol);
  for (const PtxFunction& f : functions)
    for (const auto& [name, symbol] : f.statics) put(name, symbol);
}

const Symbol* PtxProgram::symbol(const FunctionCode& code, std::uint64_t id, std::string& name) const {
  const auto& function = static_cast<const PtxFunction&>(code);
  name = function.module->name(static_cast<mir::NameId>(id));
  for (const auto& [n, symbol] : function.statics)
    if (n == name) return &symbol;
  for (std::size_t m = 0; m < modules.size(); ++m)
    if (modules[m].get() == function.module) return find(m, name);
  return nullptr;
}

std::string PtxProgram::text(const FunctionCode& code, std::uint32_t inst) const {
  const auto& function = static_cast<const PtxFunction&>(code);
  const mir::Inst* i = function.insts[inst];
  return i == nullptr ? "" : inst_text(*function.module, *function.function, *i);
}

std::string PtxProgram::mnemonic(const FunctionCode& code, std::uint32_t inst) const {
  const auto& function = static_cast<const PtxFunction&>(code);
  const mir::Inst* i = function.insts[inst];
  return i == nullptr ? "" : function.module->op(i->op).text;
}

std::string PtxProgram::register_name(const FunctionCode& function, Register reg) const {
  return exec::register_name(*static_cast<const PtxFunction&>(function).function, reg);
}

std::unique_ptr<PtxProgram> load_program(const std::vector<Source>& sources, Memory& memory, Fault& fault) {
  auto program = std::make_unique<PtxProgram>();
  if (!Loader(*program, memory, fault).run(sources)) return nullptr;
  return program;
}

}  // namespace lathe::nvptx::exec
