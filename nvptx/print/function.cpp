// A function as PTX: header, declarations, blocks, instructions, inline assembly.
//
// Labels are written only where something jumps. Everything is appended to one string.
// Cost: O(instructions + operands). Source: PTX ISA 9.0, chapters 4, 9.7 and 11.
#include "nvptx/print/function.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <unordered_set>

#include "nvptx/mir/selector.hpp"
#include "nvptx/print/registers.hpp"
#include "nvptx/print/variables.hpp"

namespace lathe::nvptx::mir {
namespace {

class FunctionWriter {
 public:
  FunctionWriter(Writer& w, const Module& module, const Function& function, std::uint32_t number, bool keep_labels,
                 const PrintOptions& options)
      : w_(w),
        m_(module),
        f_(function),
        options_(options),
        number_(number),
        keep_labels_(keep_labels),
        regs_(module, function) {}

  void run() {
    header();
    if (f_.declaration) {
      w_ << "\n;\n";
      return;
    }
    w_ << "\n{\n";
    find_labels();
    regs_.declare(w_);
    for (std::size_t i = 0; i < f_.variables.size(); ++i)
      if (i >= f_.placed.size() || !f_.placed[i]) {
        w_ << '\t';
        write_variable(w_, f_.variables[i]);
      }
    w_ << '\n';
    for (BlockId b = 0; b < f_.blocks.size(); ++b) {
      if (!labels_[b].empty()) w_ << labels_[b] << ":\n";
      for (const Inst& inst : f_.blocks[b].insts) instruction(inst);
    }
    w_ << "}\n";
  }

 private:
  void list_of(const std::vector<Variable>& list, bool lines) {
    w_ << '(';
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (i != 0) w_ << (lines ? "," : ", ");
      if (lines) w_ << "\n\t";
      write_declaration(w_, list[i]);
    }
    if (lines && !list.empty()) w_ << '\n';
    w_ << ')';
  }

  void header() {
    if (!f_.linkage.empty()) w_ << '.' << f_.linkage << ' ';
    w_ << (f_.kernel ? ".entry " : ".func ");
    for (const Directive& d : f_.directives)
      if (d.name == "attribute") w_ << ".attribute(" << d.text << ") ";
    if (!f_.results.empty()) {
      list_of(f_.results, false);
      w_ << ' ';
    }
    w_ << f_.name;
    list_of(f_.params, true);
    for (const Directive& d : f_.directives) {
      if (d.name == "attribute") continue;
      w_ << "\n." << d.name;
      if (!d.text.empty()) w_ << ' ' << d.text;
      for (std::size_t i = 0; i < d.values.size(); ++i) (w_ << (i == 0 ? " " : ", ")).number_unsigned(d.values[i]);
      if (d.name == "pragma") w_ << ';';
    }
  }

  // Which blocks need a label, and its text.
  void find_labels() {
    std::vector<bool> wanted(f_.blocks.size(), false);
    const auto want = [&](BlockId b) {
      if (b < wanted.size()) wanted[b] = true;
    };
    for (const Block& block : f_.blocks)
      for (const Inst& inst : block.insts)
        for (const Operand& o : f_.operands_of(inst))
          if (o.kind == Operand::Kind::block) want(o.a);
    for (const Table& table : f_.tables)
      for (const BlockId b : table.targets) want(b);
    std::unordered_set<std::string_view> names;
    for (const Block& block : f_.blocks)
      if (!block.label.empty()) names.insert(block.label);
    labels_.resize(f_.blocks.size());
    for (BlockId b = 0; b < f_.blocks.size(); ++b) {
      const bool named = !f_.blocks[b].label.empty();
      if (!wanted[b] && !(named && keep_labels_)) continue;
      labels_[b] = f_.blocks[b].label;
      if (named) continue;
      labels_[b] = "$L__BB" + std::to_string(number_) + "_" + std::to_string(b);
      while (!names.empty() && names.count(labels_[b]) != 0) labels_[b] += 'n';
    }
  }

  void location(std::uint32_t index) {
    if (index == 0 || index == last_location_ || index >= f_.locations.size() || !options_.locations) return;
    if (f_.locations[index].line == 0) return;  // known by its scope alone
    last_location_ = index;
    write_location(f_.locations[index]);
  }

  using Position = std::array<std::uint32_t, 3>;  // file, line, column

  // An inlined_at position must stand in a .loc before: if it does not, it is written first; without its own function where
  // that would ask for one that is being written (a constructor that hands on to another has its position).
  void write_location(const Location& l) {
    const Position here{l.file, l.line, l.column};
    if (Position at; !l.inlined.empty() && inlined_at(l.inlined, at) && written_.count(at) == 0) {
      const bool outer = pending_.insert(here).second;
      const auto it = std::find_if(f_.locations.begin() + 1, f_.locations.end(), [&](const Location& other) {
        return Position{other.file, other.line, other.column} == at;
      });
      if (it != f_.locations.end() && pending_.count(at) == 0)
        write_location(*it);
      else
        write_location({at[0], at[1], at[2], {}});
      if (outer) pending_.erase(here);
    }
    written_.insert(here);
    (w_ << "\t.loc\t").number(l.file) << ' ';
    w_.number(l.line) << ' ';
    w_.number(l.column) << l.inlined << '\n';
  }
  // The three numbers at the end of ", function_name label, inlined_at 1 7 3".
  static bool inlined_at(std::string_view text, Position& at) {
    const std::size_t word = text.find("inlined_at");
    if (word == std::string_view::npos) return false;
    const char* p = text.data() + word + 10;
    const char* end = text.data() + text.size();
    for (std::uint32_t& part : at) {
      while (p < end && (*p == ' ' || *p == '\t')) ++p;
      const auto [next, error] = std::from_chars(p, end, part);
      if (error != std::errc()) return false;
      p = next;
    }
    return true;
  }

  void instruction(const Inst& inst) {
    const OpDesc& desc = m_.op(inst.op);
    location(inst.loc);
    const auto slots = f_.operands_of(inst);
    if (desc.pseudo && desc.op != Op::phi) {
      pseudo_operation(desc.op, inst, slots);
      return;
    }
    w_ << '\t';
    guard(inst);
    w_ << desc.text;
    if (!slots.empty()) {
      w_ << " \t";
      if (desc.op == Op::call)
        call_operands(slots);
      else
        operands(slots);
    }
    w_ << ";\n";
  }

  void guard(const Inst& inst) {
    if (inst.guard == none) return;
    w_ << (inst.guard_negated ? "@!" : "@");
    reg(inst.guard);
    w_ << ' ';
  }

  void pseudo_operation(Op op, const Inst& inst, std::span<const Operand> slots) {
    const auto index = [&] { return static_cast<std::size_t>(slots.empty() ? -1 : slots.back().value); };
    switch (op) {
      case Op::p_open:
        w_ << "\t{\n";
        break;
      case Op::p_close:
        w_ << "\t}\n";
        break;
      case Op::p_decl:
        if (index() < f_.variables.size()) {
          w_ << '\t';
          write_variable(w_, f_.variables[index()]);
        }
        break;
      case Op::p_proto:
        if (index() < f_.prototypes.size()) prototype(f_.prototypes[index()]);
        break;
      case Op::p_targets:
        if (index() < f_.tables.size()) {
          const Table& table = f_.tables[index()];
          w_ << '\t' << table.name << ": .branchtargets";
          for (std::size_t i = 0; i < table.targets.size(); ++i) {
            w_ << (i == 0 ? "\n\t\t" : ",\n\t\t");
            label(table.targets[i]);
          }
          w_ << ";\n";
        }
        break;
      case Op::p_raw:
        if (slots.empty() || slots[0].kind != Operand::Kind::text) break;  // where variables are: nothing of the text
        // Labels of the debug information stand at the margin like others.
        if (const std::string& text = m_.name(slots[0].a); !text.ends_with(':'))
          w_ << '\t' << text << '\n';
        else
          w_ << text << '\n';
        break;
      case Op::p_asm:
        inline_asm(inst, slots);
        break;
      default:
        break;
    }
  }

  void prototype(const Prototype& p) {
    w_ << '\t' << p.name << ": .callprototype ";
    if (!p.results.empty()) {
      list_of(p.results, false);
      w_ << ' ';
    }
    w_ << "_ ";
    list_of(p.params, false);
    if (p.noreturn) w_ << " .noreturn";
    w_ << ";\n";
  }

  // Text with $N, ${N:modifier}, ${:uid} and $$ written in.
  void inline_asm(const Inst& inst, std::span<const Operand> slots) {
    if (slots.empty() || static_cast<std::size_t>(slots[0].value) >= f_.asms.size()) return;
    const AsmText& a = f_.asms[static_cast<std::size_t>(slots[0].value)];
    ++asm_number_;
    w_ << "\t// begin inline asm\n\t";
    guard(inst);
    const std::string_view text = a.text;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (c == '\n' && i + 1 < text.size() && text[i + 1] != '\t')
        w_ << "\n\t";
      else if (c != '$' || i + 1 == text.size())
        w_ << c;
      else
        i = escape(text, i + 1, slots);
    }
    w_ << "\n\t// end inline asm\n";
  }

  // What follows a dollar sign at text[at]; the index of its last character.
  std::size_t escape(std::string_view text, std::size_t at, std::span<const Operand> slots) {
    if (text[at] == '$') {
      w_ << '$';
      return at;
    }
    std::size_t end = at, digits = at;
    std::string_view modifier;
    if (text[at] == '{') {
      const std::size_t close = text.find('}', at);
      if (close == std::string_view::npos) {
        w_ << '$';
        return at - 1;
      }
      digits = at + 1;
      const std::size_t colon = text.substr(0, close).find(':', digits);
      if (colon != std::string_view::npos) modifier = text.substr(colon + 1, close - colon - 1);
      end = close;
    }
    std::uint32_t n = 0;
    std::size_t k = digits;
    for (; k < text.size() && text[k] >= '0' && text[k] <= '9' && n < 100000; ++k)
      n = n * 10 + static_cast<std::uint32_t>(text[k] - '0');
    if (k == digits) {  // no number
      if (modifier == "uid")
        w_.number(asm_number_);
      else if (modifier == "comment")
        w_ << "//";
      else if (text[at] != '{')
        w_ << '$';
      return text[at] == '{' ? end : at - 1;
    }
    if (text[at] != '{') end = k - 1;
    asm_operand(n, slots.subspan(1));
    return end;
  }

  // Operands are counted at top level: a group is one.
  void asm_operand(std::uint32_t n, std::span<const Operand> slots) {
    std::size_t at = 0;
    while (n-- > 0 && at < slots.size()) at += slots_of(slots, static_cast<std::uint32_t>(at));
    if (at < slots.size()) operand(slots, at);
  }

  void operands(std::span<const Operand> slots) {
    for (std::size_t i = 0; i < slots.size();) {
      if (i != 0) w_ << ", ";
      i = operand(slots, i);
    }
  }

  // call (result), callee, (arguments), prototype: the same list, groups in parentheses.
  void call_operands(std::span<const Operand> slots) { operands(slots); }

  void reg(Reg r) {
    if (r < f_.regs.size())
      regs_.write(w_, r);
    else
      w_ << "%undeclared";
  }
  void label(BlockId b) {
    if (b < labels_.size())
      w_ << labels_[b];
    else
      w_ << "$undeclared";
  }
  void offset(std::int64_t value, char plus = '+') {
    if (value == 0) return;
    (w_ << plus).number(value);
  }

  // Writes the operand that begins at slots[i]; the index after it.
  std::size_t operand(std::span<const Operand> slots, std::size_t i) {
    const Operand& o = slots[i];
    if (o.kind == Operand::Kind::group) return group(slots, i);
    if (o.negated)
      w_ << (o.kind == Operand::Kind::reg && o.a < f_.regs.size() && f_.regs[o.a].type != Type::pred ? '-' : '!');
    switch (o.kind) {
      case Operand::Kind::reg:
        reg(o.a);
        decode_selector(o.reserved, [&](char c) { w_ << c; });
        break;
      case Operand::Kind::imm:
        w_.number(o.value);
        break;
      case Operand::Kind::f32:
        (w_ << "0f").hex(static_cast<std::uint64_t>(o.value), 8);
        break;
      case Operand::Kind::f64:
        (w_ << "0d").hex(static_cast<std::uint64_t>(o.value), 16);
        break;
      case Operand::Kind::symbol:
        w_ << m_.name(o.a);
        offset(o.value);
        break;
      case Operand::Kind::special:
      case Operand::Kind::text:
        w_ << m_.name(o.a);
        break;
      case Operand::Kind::block:
        label(o.a);
        break;
      case Operand::Kind::mem_reg:
        w_ << '[';
        reg(o.a);
        offset(o.value);
        w_ << ']';
        break;
      case Operand::Kind::mem_sym:
        w_ << '[' << m_.name(o.a);
        offset(o.value);
        w_ << ']';
        break;
      case Operand::Kind::mem_imm:
        (w_ << '[').number(o.value) << ']';
        break;
      case Operand::Kind::sink:
        w_ << '_';
        break;
      case Operand::Kind::group:
        break;
    }
    return i + 1;
  }

  std::size_t group(std::span<const Operand> slots, std::size_t i) {
    constexpr std::string_view open[] = {"{", "(", "[", ""}, close[] = {"}", ")", "]", ""};
    const auto kind = std::min<std::size_t>(slots[i].a, 3);
    const std::size_t end = std::min(slots.size(), i + 1 + static_cast<std::size_t>(slots[i].value));
    w_ << open[kind];
    for (std::size_t k = i + 1; k < end;) {
      if (k != i + 1) w_ << (kind == 3 ? "|" : ", ");
      k = operand(slots, k);
    }
    w_ << close[kind];
    return end;
  }

  Writer& w_;
  const Module& m_;
  const Function& f_;
  const PrintOptions& options_;
  std::uint32_t number_;
  bool keep_labels_;
  RegisterNames regs_;
  std::vector<std::string> labels_;
  std::uint32_t last_location_ = 0;
  std::set<Position> written_, pending_;  // by .loc; whose callers are being written
  std::int64_t asm_number_ = 0;
};

}  // namespace

void write_function(Writer& w, const Module& module, const Function& function, std::uint32_t number, bool keep_labels,
                    const PrintOptions& options) {
  FunctionWriter(w, module, function, number, keep_labels, options).run();
}

}  // namespace lathe::nvptx::mir
