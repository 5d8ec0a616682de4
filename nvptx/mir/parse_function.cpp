// Function bodies: declarations, scopes, labels, blocks.
//
// Registers of inner scopes become registers of the function, under another name when theirs is taken. The
// braces of a scope stay when it is straight-line code (call sequences); when labels or branches are inside,
// they go and the scope's variables move to the function's top.
// Cost: linear. Source: PTX ISA 9.0, chapters 4.4, 5 and 11.
#include <algorithm>

#include "nvptx/mir/parser.hpp"

namespace lathe::nvptx::mir {

void FunctionParser::begin_function(Function& f) {
  f_ = &f;
  scopes_.clear();
  scopes_.emplace_back();
  labels_.clear();
  taken_.clear();
  scoped_.clear();
  ended_ = dropped_ = false;
  location_ = 0;
  f.locations.assign(1, {});
  f.blocks.clear();
  start_block();
  for (const auto* list : {&f.results, &f.params})
    for (const Variable& v : *list) {
      taken_.insert(v.name);
      if (v.space != Space::reg || v.name == "_") continue;
      f.regs.push_back({v.type, v.name});
      scopes_[0].names[v.name] = {Entry::Kind::reg, static_cast<std::uint32_t>(f.regs.size() - 1), 1};
    }
}

// After the opening brace, up to and with the closing one.
bool FunctionParser::body(Function& f) {
  begin_function(f);
  // Parameters are declared after their names are known to last: they live in f.
  for (const auto* list : {&f.results, &f.params})
    for (const Variable& v : *list)
      if (v.space != Space::reg && v.name != "_" && !declare(v.name, {Entry::Kind::symbol, module_.name(v.name), 1}))
        return false;
  while (!token_.is('}') || scopes_.size() > 1)
    if (!statement()) return false;
  advance();
  drop_marks();
  return finish_labels();
}

bool FunctionParser::statement() {
  if (token_.is('{')) return open_scope();
  if (token_.is('}')) return close_scope();
  if (accept(';')) return true;
  if (token_.kind == Token::Kind::word) return directive();
  if (token_.kind == Token::Kind::name && ahead_.is(':')) return labelled();
  if (token_.kind == Token::Kind::name || token_.is('@')) return instruction();
  return unexpected("an instruction");
}

bool FunctionParser::directive() {
  const std::string_view w = token_.text;
  Space space = Space::none;
  if (w == "loc") return location();
  if (w == "reg") return registers();
  if (w == "pragma") {
    advance();
    if (token_.kind != Token::Kind::string) return unexpected("a string");
    const Operand text{Operand::Kind::text, false, 0, module_.name(".pragma \"" + std::string(token_.text) + "\";"), 0};
    advance();
    emit(module_.intern(pseudo::raw), {&text, 1});
    return expect(';');
  }
  if (is_space(token_, space) && space != Space::param && space != Space::tex) return variable(space);
  if (space == Space::param) return variable(space);
  return fail("'." + std::string(w) + "' inside a function");
}

std::string FunctionParser::unique_name(std::string_view wanted) {
  std::string text(wanted);
  const auto in_use = [&] { return taken_.count(text) != 0 || scoped_.count(text) != 0 || symbols_.count(text) != 0; };
  if (in_use()) {
    const std::string stem = text + "_";
    for (std::uint32_t n = 1; in_use(); ++n) text = stem + std::to_string(n);
  }
  taken_.insert(text);
  return text;
}

Reg FunctionParser::make_reg(Type type, std::string_view name) {
  f_->regs.push_back({type, unique_name(name)});
  return static_cast<Reg>(f_->regs.size() - 1);
}

bool FunctionParser::declare(std::string_view name, Entry entry) {
  if (scopes_.back().names.emplace(name, entry).second) return true;
  return fail("'" + std::string(name) + "' is declared twice");
}

// .reg [.v4] .type name, %r<100>, ...;
bool FunctionParser::registers() {
  advance();
  unsigned lanes = 1;
  Type type = Type::none;
  while (token_.kind == Token::Kind::word) {
    if (token_.text == "v2" || token_.text == "v4")
      lanes = static_cast<unsigned>(token_.text[1] - '0');
    else if (type = parse_type(token_.text); type == Type::none || type == Type::other)
      return fail("'." + std::string(token_.text) + "' is no register type");
    advance();
  }
  if (type == Type::none) return unexpected("a type");
  do {
    if (token_.kind != Token::Kind::name) return unexpected("a name");
    const std::string_view name = token_.text;
    advance();
    if (accept('<')) {
      if (token_.kind != Token::Kind::integer) return unexpected("a number");
      if (!scopes_.back().ranges.emplace(name, Range{type, token_.value}).second)
        return fail("'" + std::string(name) + "<>' is declared twice");
      advance();
      if (!expect('>')) return false;
    } else if (lanes > 1) {
      if (!vector_registers(type, lanes, name)) return false;
    } else if (!declare(name, {Entry::Kind::reg, static_cast<std::uint32_t>(f_->regs.size()), 1})) {
      return false;
    } else {
      make_reg(type, name);
    }
  } while (accept(','));
  return expect(';');
}

// A vector register is as many scalar ones.
bool FunctionParser::vector_registers(Type type, unsigned lanes, std::string_view name) {
  if (!declare(name,
               {Entry::Kind::vector, static_cast<std::uint32_t>(f_->regs.size()), static_cast<std::uint8_t>(lanes)}))
    return false;
  for (unsigned i = 0; i < lanes; ++i) make_reg(type, std::string(name) + "_" + "xyzw"[i]);
  return true;
}

bool FunctionParser::variable(Space space) {
  advance();
  Variable head;
  head.space = space;
  if (!declarator_head(head)) return false;
  do {
    Variable v = head;
    const std::string_view written = token_.kind == Token::Kind::name ? token_.text : std::string_view{};
    if (!declarator_name(v)) return false;
    if (accept('=') && !initializer(v)) return false;
    const bool inner = scopes_.size() > 1;
    // In braces a name may come again and again (param0); elsewhere, or when a register has it, it must be new.
    if (!inner || taken_.count(v.name) != 0 || symbols_.count(v.name) != 0)
      v.name = unique_name(v.name);
    else
      scoped_.insert(v.name);
    if (!declare(written, {Entry::Kind::symbol, module_.name(v.name), 1})) return false;
    const auto index = static_cast<std::uint32_t>(f_->variables.size());
    f_->variables.push_back(std::move(v));
    f_->placed.push_back(inner);
    if (!inner) continue;
    const Operand slot = Operand::make_imm(index);
    emit(module_.intern(pseudo::decl), {&slot, 1});
    scopes_.back().variables.push_back(index);
    scopes_.back().marks.push_back(
        {static_cast<std::uint32_t>(f_->blocks.size() - 1), static_cast<std::uint32_t>(block().insts.size() - 1)});
  } while (accept(','));
  return expect(';');
}

// .loc file line column [, function_name label, inlined_at file line column], to the end of the line
bool FunctionParser::location() {
  const unsigned line = token_.line;
  advance();
  Location l;
  std::uint32_t* parts[] = {&l.file, &l.line, &l.column};
  for (std::uint32_t* part : parts) {
    if (token_.kind != Token::Kind::integer || token_.line != line || token_.value > 0x7fffffff)
      return unexpected("a number");
    *part = static_cast<std::uint32_t>(token_.value);
    advance();
  }
  const char* begin = token_.begin;
  const char* end = begin;
  while (token_.line == line && token_.kind != Token::Kind::end && token_.kind != Token::Kind::bad) {
    end = token_.end;
    advance();
  }
  l.inlined.assign(begin, end);
  f_->locations.push_back(std::move(l));
  location_ = static_cast<std::uint32_t>(f_->locations.size() - 1);
  return true;
}

bool FunctionParser::labelled() {
  const Token name = token_;
  advance();
  advance();
  if (token_.is_word("callprototype")) return prototype(std::string(name.text));
  if (token_.is_word("branchtargets")) return branch_targets(std::string(name.text));
  if (token_.is_word("calltargets")) {
    std::string text = std::string(name.text) + ": .calltargets ";
    advance();
    do {
      if (token_.kind != Token::Kind::name) return unexpected("a name");
      if (text.back() != ' ') text += ", ";
      text += token_.text;
      advance();
    } while (accept(','));
    const Operand slot{Operand::Kind::text, false, 0, module_.name(text + ";"), 0};
    if (!declare(name.text, {Entry::Kind::symbol, module_.name(name.text), 1})) return false;
    emit(module_.intern(pseudo::raw), {&slot, 1});
    return expect(';');
  }
  return define_label(name.text);
}

bool FunctionParser::prototype(std::string label) {
  advance();
  Prototype p;
  p.name = std::move(label);
  if (accept('(') && !parameter_list(p.results)) return false;
  if (token_.kind != Token::Kind::name) return unexpected("'_'");
  advance();
  if (accept('(') && !parameter_list(p.params)) return false;
  while (token_.kind == Token::Kind::word) {
    if (token_.text != "noreturn") return fail("'." + std::string(token_.text) + "' in a prototype");
    p.noreturn = true;
    advance();
  }
  const Operand slot = Operand::make_imm(static_cast<std::int64_t>(f_->prototypes.size()));
  // Prototypes of straight-line scopes are seen in the scope alone; the name must be unique all the same.
  const std::string written = p.name;
  p.name = unique_name(p.name);
  const NameId id = module_.name(p.name);
  f_->prototypes.push_back(std::move(p));
  // The key must outlive the scope: the interned text does, and equals what was written or is found by it.
  if (!declare(module_.name(module_.name(written)), {Entry::Kind::symbol, id, 1})) return false;
  emit(module_.intern(pseudo::proto), {&slot, 1});
  return expect(';');
}

bool FunctionParser::branch_targets(std::string label) {
  advance();
  Table table;
  const std::string written = label;
  table.name = unique_name(label);
  do {
    if (token_.kind != Token::Kind::name) return unexpected("a label");
    table.targets.push_back(label_in_scope(token_.text));
    advance();
  } while (accept(','));
  if (!declare(module_.name(module_.name(written)), {Entry::Kind::symbol, module_.name(table.name), 1})) return false;
  const Operand slot = Operand::make_imm(static_cast<std::int64_t>(f_->tables.size()));
  f_->tables.push_back(std::move(table));
  for (Scope& s : scopes_) s.has_flow = true;
  emit(module_.intern(pseudo::targets), {&slot, 1});
  return expect(';');
}

bool FunctionParser::open_scope() {
  if (scopes_.size() >= max_depth) return fail("scopes are nested too deeply");
  const unsigned line = token_.line;
  advance();
  emit(module_.intern(pseudo::open), {});
  Scope scope;
  scope.line = line;
  scope.first_operand = f_->operands.size();
  scope.marks.push_back(
      {static_cast<std::uint32_t>(f_->blocks.size() - 1), static_cast<std::uint32_t>(block().insts.size() - 1)});
  scopes_.push_back(std::move(scope));
  return true;
}

bool FunctionParser::close_scope() {
  if (scopes_.size() < 2) return unexpected("an instruction");
  advance();
  emit(module_.intern(pseudo::close), {});
  Scope scope = std::move(scopes_.back());
  scopes_.pop_back();
  scope.marks.push_back(
      {static_cast<std::uint32_t>(f_->blocks.size() - 1), static_cast<std::uint32_t>(block().insts.size() - 1)});
  Scope& outer = scopes_.back();
  // Labels used here and not defined here are the outer scope's.
  std::vector<std::pair<std::uint32_t, std::string_view>> open;
  for (const auto& [name, id] : scope.labels)
    if (labels_[id].block == none) open.emplace_back(id, name);
  std::sort(open.begin(), open.end());
  for (const auto& [id, name] : open) {
    const auto [it, is_new] = outer.labels.emplace(name, id);
    if (!is_new) labels_[id].alias = it->second;
  }
  outer.has_flow |= scope.has_flow;
  if (scope.has_flow) flatten(scope);
  return true;
}

// Takes the braces away: variables are declared at the top of the function, under names of their own.
void FunctionParser::flatten(Scope& scope) {
  for (const Place& p : scope.marks) f_->blocks[p.block].insts[p.inst].op = none;
  dropped_ = true;
  for (const std::uint32_t index : scope.variables) {
    Variable& v = f_->variables[index];
    f_->placed[index] = false;
    const NameId old = module_.name(v.name);
    if (scoped_.erase(v.name) == 0) continue;  // it has a name of its own
    v.name = unique_name(v.name);
    const NameId now = module_.name(v.name);
    if (now == old) continue;
    for (std::size_t i = scope.first_operand; i < f_->operands.size(); ++i) {
      Operand& o = f_->operands[i];
      if ((o.kind == Operand::Kind::symbol || o.kind == Operand::Kind::mem_sym) && o.a == old) o.a = now;
    }
  }
}

void FunctionParser::drop_marks() {
  if (!dropped_) return;
  for (Block& b : f_->blocks) std::erase_if(b.insts, [](const Inst& i) { return i.op == none; });
}

std::uint32_t FunctionParser::label_in_scope(std::string_view name) {
  const auto [it, is_new] = scopes_.back().labels.emplace(name, static_cast<std::uint32_t>(labels_.size()));
  if (is_new) labels_.push_back({std::string(name), token_.line, none, none});
  return it->second;
}

bool FunctionParser::define_label(std::string_view name) {
  const std::uint32_t id = label_in_scope(name);
  if (labels_[id].block != none) return fail("label '" + std::string(name) + "' is defined twice");
  if (!block().insts.empty() || !block().label.empty()) start_block();
  ended_ = false;
  labels_[id].block = static_cast<std::uint32_t>(f_->blocks.size() - 1);
  block().label = unique_name(name);
  for (Scope& s : scopes_) s.has_flow = true;
  return true;
}

// Labels in operands become blocks.
bool FunctionParser::finish_labels() {
  std::vector<std::uint32_t> blocks(labels_.size(), none);
  for (std::size_t i = 0; i < labels_.size(); ++i) {
    std::size_t end = i;
    while (labels_[end].alias != none) end = labels_[end].alias;
    blocks[i] = labels_[end].block;
    if (blocks[i] == none) return fail_at(labels_[i].line, "label '" + labels_[i].name + "' is not defined");
  }
  for (Operand& o : f_->operands)
    if (o.kind == Operand::Kind::block) o.a = blocks[o.a];
  for (Table& t : f_->tables)
    for (BlockId& b : t.targets) b = blocks[b];
  return true;
}

}  // namespace lathe::nvptx::mir
