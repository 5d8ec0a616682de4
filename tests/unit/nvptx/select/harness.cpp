#include "harness.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>

#include "nvptx/facts/facts.hpp"
#include "nvptx/print/print.hpp"
#include "nvptx/select/select.hpp"

namespace lathe::nvptx::test {

namespace {

struct Given {
  std::string_view name, type;
  mir::Type reg;
};
constexpr Given givens[] = {
    {"P0", "i1", mir::Type::pred},   {"P1", "i1", mir::Type::pred},   {"H0", "i16", mir::Type::b16},
    {"H1", "i16", mir::Type::b16},   {"R0", "i32", mir::Type::b32},   {"R1", "i32", mir::Type::b32},
    {"R2", "i32", mir::Type::b32},   {"L0", "i64", mir::Type::b64},   {"L1", "i64", mir::Type::b64},
    {"F0", "f32", mir::Type::f32},   {"F1", "f32", mir::Type::f32},   {"F2", "f32", mir::Type::f32},
    {"D0", "f64", mir::Type::f64},   {"D1", "f64", mir::Type::f64},   {"X0", "f16", mir::Type::b16},
    {"X1", "f16", mir::Type::b16},   {"V0", "v2f16", mir::Type::b32}, {"V1", "v2f16", mir::Type::b32},
    {"B0", "bf16", mir::Type::b16},  {"B1", "bf16", mir::Type::b16},  {"W0", "v2i16", mir::Type::b32},
    {"W1", "v2i16", mir::Type::b32}, {"Q0", "v2f32", mir::Type::b64}, {"Q1", "v2f32", mir::Type::b64},
};
constexpr std::pair<char, mir::Type> outs[] = {{'P', mir::Type::pred}, {'H', mir::Type::b16}, {'R', mir::Type::b32},
                                               {'L', mir::Type::b64},  {'F', mir::Type::f32}, {'D', mir::Type::f64}};

// Registers 0.. are the givens, then two of each kind for results.
void declare_registers(mir::Function& f) {
  const auto add = [&](std::string name, mir::Type type) {
    const mir::Reg r = f.new_reg(type);
    f.regs[r].name = "%" + std::move(name);
  };
  for (const Given& g : givens) add(std::string(g.name), g.reg);
  for (const auto& [letter, type] : outs)
    for (const char which : {'O', 'X'}) add(std::string{letter, which}, type);
}

std::string expand(std::string_view body) {
  // Tables stand above the nodes.
  std::string tables, out = "%5000 = entry chain\n";
  for (std::size_t i = 0; i < std::size(givens); ++i)
    out += "%" + std::to_string(5001 + i) + " = copy_from_reg " + std::string(givens[i].type) +
           " aux=" + std::to_string(i) + "\n";
  std::string chains = "%5000";
  unsigned copies = 0;
  std::map<char, unsigned> used;
  bool rooted = false;
  for (std::size_t at = 0; at < body.size();) {
    const std::size_t end = std::min(body.find('\n', at), body.size());
    std::string line(body.substr(at, end - at));
    at = end + 1;
    while (!line.empty() && line.front() == ' ') line.erase(0, 1);
    for (std::size_t dollar = 0; (dollar = line.find('$', dollar)) != std::string::npos; ++dollar) {
      // Inline assembly has dollars of its own, before digits.
      if (line[dollar + 1] == 'C') line.replace(dollar, 2, "%5000");
      for (std::size_t i = 0; i < std::size(givens); ++i)
        if (line.compare(dollar + 1, 2, givens[i].name) == 0) line.replace(dollar, 3, "%" + std::to_string(5001 + i));
    }
    if (line.starts_with("out ")) {
      std::size_t kind = 0;
      while (outs[kind].first != line[4]) ++kind;
      const unsigned reg = static_cast<unsigned>(std::size(givens) + 2 * kind) + used[line[4]]++;
      const std::string id = "%" + std::to_string(6000 + copies++);
      out += id + " = copy_to_reg chain %5000, " + line.substr(6) + " aux=" + std::to_string(reg) + "\n";
      chains += ", " + id;
    } else if (line.starts_with("end ")) {
      chains += ", " + line.substr(4);
    } else if (line.find("_info ") != std::string::npos || line.starts_with("frame ") || line.starts_with("recipe ") ||
               line.starts_with("jump_table ")) {
      tables += line + "\n";
    } else if (line.starts_with("root ")) {
      out += line + "\n";
      rooted = true;
    } else if (line.starts_with("before ")) {  // "before %9": names the chain of all outs and ends
      out += line.substr(7) + " = token_factor chain " + chains + "\n";
    } else if (!line.empty()) {
      out += line + "\n";
    }
  }
  if (!rooted) out += "%7000 = token_factor chain " + chains + "\n%7001 = ret chain %7000\nroot %7001\n";
  return tables + out;
}

Features features_of(std::string_view cpu) {
  const std::size_t plus = cpu.find('+');
  Features f = parse_cpu(cpu.substr(0, plus)).value();
  f.fast_fma = cpu.ends_with("+fast");
  for (std::size_t at = plus; at != std::string_view::npos;) {
    const std::size_t next = cpu.find('+', at + 1);
    const std::string_view item = cpu.substr(at, next == std::string_view::npos ? next : next - at);
    std::string error;
    if (item == "+fast")
      f.fast_fma = true;
    else if (item == "+ftz")
      f.ftz_f32 = true;
    else if (item == "+approx")
      f.prec_div_f32 = f.prec_sqrt_f32 = 0;
    else if (!apply_attribute(f, item, error))
      FAIL(error);
    at = next;
  }
  return f;
}

// A kernel (or a device function, when the case says "func") around the block.
void make_function(mir::Module& module, const Case& c, std::size_t number, const Features& features,
                   std::string& refused) {
  module.functions.emplace_back();
  mir::Function& f = module.functions.back();
  f.module = &module;
  f.kernel = c.dag.find("ret_info") == std::string_view::npos;
  f.linkage = "visible";
  f.name = "k" + std::to_string(number);
  for (unsigned i = 0; i < 2; ++i) {
    mir::Variable p;
    p.name = "k_param_" + std::to_string(i);
    p.type = mir::Type::u64;
    f.params.push_back(p);
  }
  if (!f.kernel) {
    mir::Variable r;
    r.name = "k_retval0";
    r.type = mir::Type::b8;
    r.align = 16;
    r.dims = {16};
    f.results.push_back(r);
  }
  f.blocks.resize(3);
  f.blocks[1].label = "$B1";
  f.blocks[2].label = "$B2";
  f.locations.resize(1);
  declare_registers(f);
  Dag dag;
  std::string error;
  REQUIRE_MESSAGE(parse(expand(c.dag), dag, error), c.name << ": " << error);
  if (!dag.frame.empty()) {
    // The text form has no offsets.
    const std::vector<FrameObject> objects = std::move(dag.frame);
    dag.frame.clear();
    for (const FrameObject& o : objects) dag.add_frame_object(o.bytes, o.align);
    mir::Variable depot;
    depot.name = depot_name;
    depot.space = mir::Space::local;
    depot.type = mir::Type::b8;
    depot.align = 16;
    depot.dims = {dag.frame.back().offset + dag.frame.back().bytes};
    f.variables.push_back(depot);
    f.placed.push_back(false);
  }
  Diag diag;
  if (!select(dag, module, f, 0, features, diag)) {
    REQUIRE(diag.messages().size() == 1);
    refused = diag.messages()[0].text;
    module.functions.pop_back();
    return;
  }
  for (mir::BlockId b = 1; b < 3; ++b) f.blocks[b].insts.push_back(f.make(module.intern("ret"), {}));
  module.items.push_back({mir::Item::Kind::function, static_cast<std::uint32_t>(module.functions.size() - 1), {}});
}

void set_up(mir::Module& module, const Features& features) {
  module.version = std::to_string(features.ptx / 10) + "." + std::to_string(features.ptx % 10);
  module.target = {features.name()};
  const auto variable = [&](std::string name, mir::Space space, mir::Type type) {
    mir::Variable v;
    v.name = std::move(name);
    v.space = space;
    v.type = type;
    v.linkage = "extern";
    if (space != mir::Space::tex)
      v.dims = {64}, v.align = 16;
    else
      v.space = mir::Space::global;
    module.variables.push_back(v);
    module.items.push_back({mir::Item::Kind::variable, static_cast<std::uint32_t>(module.variables.size() - 1), {}});
  };
  variable("g", mir::Space::global, mir::Type::b32);
  variable("s", mir::Space::shared, mir::Type::b32);
  variable("c", mir::Space::constant, mir::Type::b32);
  variable("tex", mir::Space::tex, mir::Type::texref);
  const auto function = [&](std::string name, std::vector<mir::Variable> results, std::vector<mir::Variable> params) {
    module.functions.emplace_back();
    mir::Function& f = module.functions.back();
    f.module = &module;
    f.declaration = true;
    f.linkage = "extern";
    f.name = std::move(name);
    f.results = std::move(results);
    f.params = std::move(params);
    module.items.push_back({mir::Item::Kind::function, static_cast<std::uint32_t>(module.functions.size() - 1), {}});
  };
  mir::Variable word, array;
  word.name = "w";
  word.type = mir::Type::b32;
  array.name = "a";
  array.type = mir::Type::b8;
  array.align = 16;
  array.dims = {16};
  mir::Variable result = word;
  result.name = "r";
  function("callee", {result}, {word, array});
  function("nothing", {}, {});
}

// The body's instructions: one a line, single spaces.
std::string body_of(const std::string& function) {
  std::string out;
  std::size_t at = function.find("\n\n");  // declarations end with an empty line
  at = at == std::string::npos ? 0 : at + 2;
  std::string_view text = std::string_view(function).substr(at);
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line == "$B1:" || line == "$B2:" || line == "}") break;
    std::string clean;
    for (const char ch : line) {
      const char c = ch == '\t' ? ' ' : ch;
      if (c == ' ' && (clean.empty() || clean.back() == ' ')) continue;
      clean += c;
    }
    if (!clean.empty() && clean.back() == ';') clean.pop_back();
    if (clean.starts_with("//")) continue;
    out += clean + "\n";
  }
  return out;
}

std::string trimmed(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
    while (!line.empty() && line.back() == ' ') line.remove_suffix(1);
    if (!line.empty()) out += std::string(line) + "\n";
  }
  return out;
}

std::string ptxas_path() {
  for (const char* path : {"/usr/local/cuda/bin/ptxas", "/usr/bin/ptxas", "/opt/cuda/bin/ptxas"})
    if (access(path, X_OK) == 0) return path;
  return {};
}

void assemble(const mir::Module& module, const std::string& cpu) {
  const std::string tool = ptxas_path();
  if (tool.empty()) return;
  std::array<char, 64> base{};
  std::snprintf(base.data(), base.size(), "/tmp/lathe_select_XXXXXX");
  const int fd = mkstemp(base.data());
  REQUIRE(fd >= 0);
  close(fd);
  const std::string path = base.data();
  const std::string text = mir::print(module);
  std::ofstream(path) << text;
  // Toolkits drop old chips but go on reading PTX for them.
  const std::string chip = parse_cpu(cpu) && parse_cpu(cpu)->sm < 75 ? "sm_75" : cpu;
  const std::string command = tool + " -arch=" + chip + " " + path + " -c -o " + path + ".o > " + path + ".log 2>&1";
  const int status = std::system(command.c_str());
  std::ifstream log(path + ".log");
  const std::string said((std::istreambuf_iterator<char>(log)), std::istreambuf_iterator<char>());
  CHECK_MESSAGE(status == 0, said << "\n" << text);
  for (const char* suffix : {"", ".o", ".log"}) std::remove((path + suffix).c_str());
}

}  // namespace

std::string select_text(const Case& c) {
  mir::Module module;
  const Features features = features_of(c.cpu);
  std::string refused;
  make_function(module, c, 0, features, refused);
  if (!refused.empty()) return "refused: " + refused + "\n";
  for (mir::BlockId b = 1; b < 3; ++b) module.functions.back().blocks[b].insts.clear();
  return body_of(mir::print(module, module.functions.back()));
}

void run_cases(const std::vector<Case>& cases) {
  std::map<std::string, std::pair<mir::Module, std::string>> modules;
  std::size_t number = 0;
  for (const Case& c : cases) {
    const std::string said = select_text(c);
    if (c.ptx.starts_with("refused: ")) {
      CHECK_MESSAGE(said.find(c.ptx.substr(9)) != std::string::npos, c.name << ": " << said);
      continue;
    }
    CHECK_MESSAGE(!said.starts_with("refused"), c.name << ": " << said);
    std::string expected = trimmed(c.ptx);
    if (!expected.empty()) {
      if (c.dag.find("root ") == std::string_view::npos) expected += "ret\n";
      CHECK_MESSAGE(said == expected, c.name << " gives\n" << said << "instead of\n" << expected);
    }
    const Features features = features_of(c.cpu);
    auto [it, fresh] = modules.try_emplace(features.name() + "." + std::to_string(features.ptx));
    if (fresh) {
      it->second.second = features.name();
      set_up(it->second.first, features);
    }
    std::string refused;
    make_function(it->second.first, c, number++, features, refused);
  }
  for (auto& [key, entry] : modules) assemble(entry.first, entry.second);
}

}  // namespace lathe::nvptx::test
