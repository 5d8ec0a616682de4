// PTX modules: directives, variables, function headers; and the door, mir::parse.
// Cost: linear. Source: PTX ISA 9.0, chapter 11.
#include <algorithm>

#include "nvptx/mir/parser.hpp"
#include "nvptx/mir/text.hpp"

namespace lathe::nvptx::mir {

bool ModuleParser::run() {
  while (token_.kind != Token::Kind::end)
    if (!item()) return false;
  if (module_.target.empty()) return fail("no .target directive");
  return true;
}

void ModuleParser::add_directive(std::string text) {
  module_.items.push_back({Item::Kind::directive, 0, std::move(text)});
}

bool ModuleParser::item() {
  if (accept(';')) return true;
  if (token_.kind != Token::Kind::word) return unexpected("a directive");
  const std::string_view w = token_.text;
  if (w == "version") return version();
  if (w == "target") return target();
  if (w == "file") return file();
  if (w == "section") return section();
  if (w == "pragma") return raw_statement();
  if (w == "address_size") {
    advance();
    std::uint64_t bits = 0;
    if (!count(bits)) return false;
    if (bits != 32 && bits != 64) return fail("an address size other than 32 and 64");
    module_.address_size = static_cast<unsigned>(bits);
    return true;
  }
  if (w == "alias") {
    advance();
    std::string alias, of;
    if (!name(alias) || !expect(',') || !name(of)) return false;
    symbols_.insert(alias);
    module_.items.push_back({Item::Kind::alias, 0, ".alias " + alias + ", " + of + ";"});
    return expect(';');
  }
  return linked("");
}

// .version 8.5: the lexer sees a decimal number.
bool ModuleParser::version() {
  advance();
  if (!token_.decimal_float) return unexpected("a version");
  module_.version = token_.text;
  advance();
  return true;
}

bool ModuleParser::target() {
  advance();
  module_.target.clear();
  do {
    std::string option;
    if (!name(option)) return false;
    module_.target.push_back(std::move(option));
  } while (accept(','));
  return true;
}

// .file number "name" [, time, size]
bool ModuleParser::file() {
  advance();
  std::uint64_t number = 0;
  const unsigned line = token_.line;
  if (!count(number)) return false;
  if (token_.kind != Token::Kind::string) return unexpected("a file name");
  // Numbers are dense; a wild one must not make us allocate.
  if (number == 0 || number > module_.files.size() + 65536) return fail_at(line, "a file number out of range");
  if (module_.files.size() < number) module_.files.resize(number);
  std::string text;
  for (std::size_t i = 0; i < token_.text.size(); ++i) {
    const bool escaped = token_.text[i] == '\\' && i + 1 < token_.text.size() &&
                         (token_.text[i + 1] == '"' || token_.text[i + 1] == '\\');
    i += escaped;
    text += token_.text[i];
  }
  module_.files[number - 1] = std::move(text);
  advance();
  while (accept(',')) {
    std::uint64_t ignored = 0;
    if (!count(ignored)) return false;
  }
  return true;
}

// Kept as it is, braces included.
bool ModuleParser::section() {
  const char* begin = token_.begin;
  while (!token_.is('{')) {
    if (token_.kind == Token::Kind::end || token_.kind == Token::Kind::bad) return unexpected("'{'");
    advance();
  }
  std::size_t open = 0;
  const char* end = begin;
  do {
    if (token_.kind == Token::Kind::end || token_.kind == Token::Kind::bad) return unexpected("'}'");
    open += token_.is('{');
    open -= token_.is('}');
    end = token_.end;
    advance();
  } while (open != 0);
  add_directive(std::string(begin, end));
  return true;
}

bool ModuleParser::raw_statement() {
  const char* begin = token_.begin;
  while (!token_.is(';')) {
    if (token_.kind == Token::Kind::end || token_.kind == Token::Kind::bad) return unexpected("';'");
    advance();
  }
  add_directive(std::string(begin, token_.end));
  advance();
  return true;
}

// [.visible|.extern|.weak|.common] variable or function
bool ModuleParser::linked(std::string linkage) {
  while (token_.kind == Token::Kind::word &&
         (token_.text == "visible" || token_.text == "extern" || token_.text == "weak" || token_.text == "common")) {
    if (linkage.size() > 100) return unexpected("a declaration");
    if (!linkage.empty()) linkage += " .";
    linkage += token_.text;
    advance();
  }
  Space space = Space::none;
  if (token_.is_word("entry") || token_.is_word("func")) {
    const bool kernel = token_.text == "entry";
    advance();
    return function(kernel, linkage);
  }
  if (is_space(token_, space) && space != Space::reg) return module_variable(space, linkage);
  if (token_.kind == Token::Kind::word)
    return fail("unknown directive '." + std::string(token_.text.substr(0, 80)) + "'");
  return unexpected("a directive");
}

bool ModuleParser::module_variable(Space space, const std::string& linkage) {
  advance();
  Variable head;
  head.space = space;
  head.linkage = linkage;
  if (!declarator_head(head)) return false;
  do {
    Variable v = head;
    if (!declarator_name(v)) return false;
    symbols_.insert(v.name);
    if (accept('=') && !initializer(v)) return false;
    module_.items.push_back({Item::Kind::variable, static_cast<std::uint32_t>(module_.variables.size()), {}});
    module_.variables.push_back(std::move(v));
  } while (accept(','));
  return expect(';');
}

// Up to the body or the semicolon.
bool ModuleParser::function_directives(Function& f) {
  while (token_.kind == Token::Kind::word) {
    Directive d;
    d.name = token_.text;
    const unsigned line = token_.line;
    constexpr std::string_view known[] = {
        "maxntid",  "reqntid",         "minnctapersm",        "maxnctapersm",   "maxnreg",
        "noreturn", "explicitcluster", "reqnctapercluster",   "maxclusterrank", "blocksareclusters",
        "pragma",   "abi_preserve",    "abi_preserve_control"};
    if (std::find(std::begin(known), std::end(known), d.name) == std::end(known))
      return fail("unknown directive '." + d.name.substr(0, 80) + "'");
    advance();
    if (d.name == "pragma") {
      if (token_.kind != Token::Kind::string) return unexpected("a string");
      d.text = "\"" + std::string(token_.text) + "\"";
      advance();
      if (!expect(';')) return false;
    } else if (token_.kind == Token::Kind::integer) {
      do {
        std::uint64_t value = 0;
        if (d.values.size() == 3) return fail_at(line, "too many values");
        if (!count(value)) return false;
        d.values.push_back(value);
      } while (accept(','));
    }
    f.directives.push_back(std::move(d));
  }
  return true;
}

bool ModuleParser::function(bool kernel, const std::string& linkage) {
  module_.functions.emplace_back();
  Function& f = module_.functions.back();
  module_.items.push_back({Item::Kind::function, static_cast<std::uint32_t>(module_.functions.size() - 1), {}});
  f.module = &module_;
  f.kernel = kernel;
  f.linkage = linkage;
  if (token_.is_word("attribute")) {
    Directive d;
    d.name = token_.text;
    if (!attribute(d.text)) return false;
    f.directives.push_back(std::move(d));
  }
  if (accept('(') && !parameter_list(f.results)) return false;
  if (!name(f.name)) return false;
  symbols_.insert(f.name);
  if (accept('(') && !parameter_list(f.params)) return false;
  if (!function_directives(f)) return false;
  if (accept(';')) {
    f.declaration = true;
    return true;
  }
  if (!accept('{')) return unexpected("'{' or ';'");
  return body(f);
}

bool parse(std::string_view ptx, const std::string& name, Module& module, Diag& diag) {
  // A zero byte at the end is what some tools hand over with the text.
  while (!ptx.empty() && ptx.back() == '\0') ptx.remove_suffix(1);
  // A byte-order mark at the front is what some editors leave.
  if (ptx.substr(0, 3) == "\xEF\xBB\xBF") ptx.remove_prefix(3);
  ModuleParser parser(ptx, module);
  if (parser.run()) return true;
  diag.error_at(name, parser.error_line(), parser.message());
  return false;
}

}  // namespace lathe::nvptx::mir
