// The PTX parser's classes. Private to nvptx/mir.
//
// Recursive descent over one token and one of look-ahead. The first error ends the parse; every function returns
// false from then on. Nesting is bounded, and nothing is allocated by a number in the text.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "nvptx/mir/ir.hpp"
#include "nvptx/mir/lexer.hpp"

namespace lathe::nvptx::mir {

/// A number as constant expressions compute with it.
struct Constant {
  enum class Kind : std::uint8_t { integer, f32, f64 } kind = Kind::integer;
  bool is_unsigned = false;
  std::uint64_t value = 0;  ///< of floats: the bits
};

/// Tokens, errors, and what module and function bodies have in common.
class ParserBase {
 public:
  ParserBase(std::string_view text, Module& module)
      : module_(module), phis_(text.find("phi.") != std::string_view::npos), lexer_(text) {
    token_ = lexer_.next();
    ahead_ = lexer_.next();
  }
  bool failed() const { return failed_; }
  const std::string& message() const { return message_; }
  unsigned error_line() const { return error_line_; }

 protected:
  static constexpr unsigned max_depth = 64;

  void advance() {
    token_ = ahead_;
    ahead_ = lexer_.next();
  }
  bool fail(std::string what) { return fail_at(token_.line, std::move(what)); }
  bool fail_at(unsigned line, std::string what) {
    if (!failed_) {
      failed_ = true;
      error_line_ = line;
      message_ = std::move(what);
    }
    return false;
  }
  bool unexpected(std::string_view wanted);
  bool accept(char c) {
    if (!token_.is(c)) return false;
    advance();
    return true;
  }
  bool expect(char c) {
    if (accept(c)) return true;
    return unexpected(std::string("'") + c + "'");
  }
  bool name(std::string& text) {
    if (token_.kind != Token::Kind::name) return unexpected("a name");
    text = token_.text;
    advance();
    return true;
  }
  /// An expression of constants; only integers where floats make no sense.
  bool constant(Constant& value, unsigned depth = 0);
  bool integer(std::int64_t& value);
  bool count(std::uint64_t& value);

  /// "[.align N] [.vN] .type [.ptr ..] name [dims]" after the space word.
  bool declarator_head(Variable& v);
  bool declarator_name(Variable& v);
  bool attribute(std::string& text);
  bool parameter_list(std::vector<Variable>& list);
  bool initializer(Variable& v);
  bool is_space(const Token& t, Space& space) const;

  Module& module_;
  bool phis_;  ///< the text may have phis, as machine IR is printed in front of their elimination
  Lexer lexer_;
  Token token_, ahead_;
  bool failed_ = false;
  unsigned error_line_ = 0;
  std::string message_;
  std::unordered_set<std::string> symbols_;  // declared in the module

 private:
  bool unary(Constant& value, unsigned depth);
  bool binary(Constant& value, unsigned level, unsigned depth);
  bool apply(Constant& left, std::string_view op, const Constant& right);
  bool element(Variable& v, unsigned bytes);
  bool element_list(Variable& v);
};

/// A function's body.
class FunctionParser : public ParserBase {
 public:
  using ParserBase::ParserBase;

 protected:
  bool body(Function& f);

 private:
  struct Entry {  // what a name stands for
    enum class Kind : std::uint8_t { reg, vector, symbol } kind = Kind::symbol;
    std::uint32_t value = 0;  // register, or first of the registers, or NameId
    std::uint8_t lanes = 1;
  };
  struct Range {
    Type type;
    std::uint64_t count;
  };
  struct Place {
    std::uint32_t block, inst;
  };
  struct Scope {
    std::unordered_map<std::string_view, Entry> names;
    std::unordered_map<std::string_view, Range> ranges;
    std::unordered_map<std::string_view, std::uint32_t> labels;
    std::vector<std::uint32_t> variables;  // declared here
    std::vector<Place> marks;              // $open, $close, $decl
    std::size_t first_operand = 0;
    unsigned line = 0;
    bool has_flow = false;  // labels or branches inside: the braces go
  };
  struct Label {
    std::string name;
    unsigned line = 0;  // of its first use
    std::uint32_t block = none;
    std::uint32_t alias = none;  // the same label, seen from an outer scope
  };

  // Declarations (parse_function.cpp)
  void begin_function(Function& f);
  bool statement();
  bool directive();
  bool registers();
  bool variable(Space space);
  bool vector_registers(Type type, unsigned lanes, std::string_view name);
  bool location();
  bool labelled();
  bool prototype(std::string label);
  bool branch_targets(std::string label);
  bool open_scope();
  bool close_scope();
  void flatten(Scope& scope);
  std::uint32_t label_in_scope(std::string_view name);
  bool define_label(std::string_view name);
  bool finish_labels();
  void drop_marks();
  std::string unique_name(std::string_view wanted);
  Reg make_reg(Type type, std::string_view name);
  bool declare(std::string_view name, Entry entry);

  // Instructions and operands (parse_operands.cpp)
  bool instruction();
  bool mnemonic(std::string_view& text);
  bool operands();
  bool operand(unsigned depth);
  bool leaf();
  bool name_operand(bool negated);
  bool selector(Operand& o);
  bool group(GroupKind kind, char close, unsigned depth);
  bool bracket(unsigned depth);
  bool label_operand();
  bool offset(std::int64_t& value);
  bool indexed(Operand& o);
  unsigned element_bytes(std::string_view name);
  bool lookup(std::string_view name, Entry& entry);
  bool range_register(std::string_view name, Entry& entry);
  bool constant_operand();
  void emit(OpId op, std::span<const Operand> slots, Reg guard = none, bool negated = false);

  Block& block() { return f_->blocks.back(); }
  void start_block() { f_->blocks.emplace_back(); }

  Function* f_ = nullptr;
  std::deque<Scope> scopes_;
  std::vector<Label> labels_;
  std::unordered_set<std::string> taken_;   // names in use in the whole function
  std::unordered_set<std::string> scoped_;  // variables that stay in their braces
  std::string text_;                        // of a mnemonic written with blanks
  std::vector<Operand> slots_;
  const OpDesc* desc_ = nullptr;                                   // of the instruction whose operands are read
  bool ended_ = false;                                             // the last instruction ends its block
  bool dropped_ = false;                                           // some marks were taken out
  std::unordered_map<std::string_view, std::uint32_t> variables_;  // of the module, by name: see element_bytes
  std::uint32_t location_ = 0;
  std::uint32_t inst_line_ = 0;
};

/// A whole module.
class ModuleParser : public FunctionParser {
 public:
  using FunctionParser::FunctionParser;
  bool run();

 private:
  bool item();
  bool version();
  bool target();
  bool file();
  bool section();
  bool raw_statement();
  bool linked(std::string linkage);
  bool module_variable(Space space, const std::string& linkage);
  bool function(bool kernel, const std::string& linkage);
  bool function_directives(Function& f);
  void add_directive(std::string text);
};

}  // namespace lathe::nvptx::mir
