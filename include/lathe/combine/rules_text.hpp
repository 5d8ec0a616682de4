// Rules from a text.
//
//   rule mul-power/nuw                # a name; what stands behind a # is a comment
//   types t = i16 i32 i64             # optional: which types a variable may be; `t` is the type of the match
//   match (mul.nuw x C)               # operations with operands; small letters are values, capital ones literals
//   when pow2(C), C >= 2, one_use(x)  # optional: all must hold
//   give (shl.nuw x {log2(C)})        # {...} is a literal that is computed
//
// An operation is OP, then in this order flags and words behind dots (.nuw, .slt), an attribute (@8), a type (:n), all
// optional; `~` behind OP: the first two operands in either order. NAME= before a pattern names it: s=(add x C). The
// same name is the same value, the same literal. Numbers are cut to their type: -1 is all ones.
// `each c = eq ne` repeats the rule for each word, with $c replaced; $c.inverse and $c.swapped are the vocabulary's.
// A line `test ...` is for those who test rules.
//
// Expressions: or and not, == != < <= > >=, | ^ &, << >>, + -, *, - ~, numbers, literals, type variables (their bits),
// low(n) sign(n) sext(C, n) pow2(C) log2(C) trailing(C) slt(a, b) sle(a, b) min max choose(c, a, b) inverse(C) div mod
// ashr. Of values: one_use(x) not_literal(x) never_poison(x) nonneg(x) zeros(x, mask) ones(x, mask) signbits(x, n).
#pragma once

#include <algorithm>
#include <charconv>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/combine/rules.hpp>
#include <lathe/combine/rules_expression.hpp>

namespace lathe::rules {

namespace detail {

/// A rule's lines with `each` spelled out.
struct SpelledRule {
  std::string name;
  std::uint32_t line = 0;
  std::vector<std::pair<std::uint32_t, std::string>> lines;
};

template <class = void>
class BasicTextReader {
 public:
  BasicTextReader(std::string name, const Vocabulary& words, std::string& error)
      : name_(std::move(name)), words_(words), error_(error) {}

  bool run(std::string_view text, RuleList& out) {
    if (!split(text)) return false;
    for (const SpelledRule& spelled : blocks_)
      if (!block(spelled, out)) return false;
    std::map<std::string, std::uint32_t> names;
    for (const Rule& rule : out) {
      const auto [at, fresh] = names.emplace(rule.name, rule.line);
      if (!fresh)
        return fail(rule.line, 1,
                    "rule " + rule.name + " is there already, in line " + std::to_string(at->second) +
                        "; give it another name");
    }
    return true;
  }

 private:
  bool fail(std::uint32_t line, std::size_t column, const std::string& what) {
    if (error_.empty()) error_ = name_ + ":" + std::to_string(line) + ":" + std::to_string(column) + ": " + what;
    return false;
  }
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
  static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }
  static std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> out;
    for (std::size_t at = 0; at < text.size();) {
      while (at < text.size() && is_blank(text[at])) ++at;
      const std::size_t begin = at;
      while (at < text.size() && !is_blank(text[at])) ++at;
      if (at != begin) out.emplace_back(text.substr(begin, at - begin));
    }
    return out;
  }

  // ---- lines
  bool split(std::string_view text) {
    std::uint32_t number = 0;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      std::string_view line = text.substr(at, end - at);
      at = end + 1;
      ++number;
      line = line.substr(0, line.find('#'));
      const std::vector<std::string> words = words_of(line);
      if (words.empty()) continue;
      if (words[0] == "rule") {
        if (words.size() != 2) return fail(number, 1, "expected 'rule' and its name, one word");
        blocks_.push_back({words[1], number, {}});
      } else if (blocks_.empty()) {
        return fail(number, 1, "expected 'rule', the first word of a file of rules, found '" + words[0] + "'");
      } else {
        blocks_.back().lines.emplace_back(number, std::string(line));
      }
    }
    return true;
  }
  // `each` lines, then the rule once for each choice.
  bool block(const SpelledRule& written, RuleList& out) {
    std::vector<std::pair<std::string, std::vector<std::string>>> choices;
    SpelledRule rest{written.name, written.line, {}};
    for (const auto& [number, line] : written.lines) {
      const std::vector<std::string> words = words_of(line);
      if (words[0] != "each") {
        rest.lines.emplace_back(number, line);
        continue;
      }
      if (words.size() < 4 || words[2] != "=")
        return fail(number, 1, "expected 'each NAME = WORD WORD ...', at least one word");
      choices.emplace_back(words[1], std::vector<std::string>(words.begin() + 3, words.end()));
    }
    std::vector<std::size_t> at(choices.size(), 0);
    for (;;) {
      if (!one(rest, choices, at, out)) return false;
      std::size_t i = at.size();
      while (i > 0 && ++at[i - 1] == choices[i - 1].second.size()) at[--i] = 0;
      if (i == 0) return true;
    }
  }
  bool one(const SpelledRule& rest, const std::vector<std::pair<std::string, std::vector<std::string>>>& choices,
           const std::vector<std::size_t>& at, RuleList& out) {
    std::map<std::string, std::string> chosen;
    std::string suffix;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      chosen[choices[i].first] = choices[i].second[at[i]];
      suffix += (i == 0 ? "/" : "-") + choices[i].second[at[i]];
    }
    Rule rule;
    rule.line = rest.line;
    if (!spell(rest.line, rest.name, chosen, rule.name)) return false;
    if (rule.name == rest.name) rule.name += suffix;
    rule.types.push_back({"t", {}});
    SpelledRule spelled{rule.name, rest.line, {}};
    for (const auto& [number, line] : rest.lines) {
      spelled.lines.emplace_back(number, std::string());
      if (!spell(number, line, chosen, spelled.lines.back().second)) return false;
    }
    if (!lines(spelled, rule)) return false;
    out.push_back(std::move(rule));
    return true;
  }
  bool spell(std::uint32_t number, const std::string& line, const std::map<std::string, std::string>& chosen,
             std::string& out) {
    for (std::size_t at = 0; at < line.size();) {
      if (line[at] != '$') {
        out += line[at++];
        continue;
      }
      std::size_t end = at + 1;
      while (end < line.size() && is_word(line[end])) ++end;
      const std::string name = line.substr(at + 1, end - at - 1);
      const auto found = chosen.find(name);
      if (found == chosen.end())
        return fail(number, at + 1, "no 'each " + name + " = ...' in this rule; add one, or take away the $");
      std::string word = found->second;
      for (const bool inverse : {true, false}) {
        const std::string_view ending = inverse ? ".inverse" : ".swapped";
        if (std::string_view(line).substr(end, ending.size()) != ending) continue;
        const Word* const w = words_.word(word);
        word = w == nullptr ? std::string() : inverse ? w->inverse : w->swapped;
        if (word.empty())
          return fail(number, at + 1,
                      "'" + found->second + "' has no word for '" + std::string(ending.substr(1)) + "'");
        end += ending.size();
        break;
      }
      out += word;
      at = end;
    }
    return true;
  }

  bool lines(const SpelledRule& spelled, Rule& rule) {
    // Types first: they name what the others use.
    for (const auto& [number, line] : spelled.lines)
      if (words_of(line)[0] == "types" && !types(number, line, rule)) return false;
    for (const char* const wanted : {"match", "when", "give", ""})
      for (const auto& [number, line] : spelled.lines) {
        const std::string first = words_of(line)[0];
        if (*wanted == 0) {
          if (first != "types" && first != "match" && first != "when" && first != "give" && first != "test")
            return fail(number, 1, "expected types, match, when, give, each or test, found '" + first + "'");
        } else if (first == wanted && !statement(number, line, rule)) {
          return false;
        }
      }
    if (rule.match == none) return fail(rule.line, 1, "rule " + rule.name + " has no match; add a line 'match (...)'");
    if (rule.give == none)
      return fail(rule.line, 1, "rule " + rule.name + " gives nothing; add a line 'give ...' with what stands for it");
    return true;
  }
  bool types(std::uint32_t number, const std::string& line, Rule& rule) {
    const std::vector<std::string> words = words_of(line);
    if (words.size() < 4 || words[2] != "=") return fail(number, 1, "expected 'types NAME = TYPE TYPE ...'");
    TypeVariable* variable = nullptr;
    for (TypeVariable& v : rule.types)
      if (v.name == words[1]) variable = &v;
    if (variable == nullptr) {
      rule.types.push_back({words[1], {}});
      variable = &rule.types.back();
    }
    for (std::size_t i = 3; i < words.size(); ++i) {
      const TypeName* const t = words_.type(words[i]);
      if (t == nullptr) return fail(number, line.find(words[i]) + 1, "no type '" + words[i] + "'" + known_types());
      variable->types.push_back(t->type);
    }
    return true;
  }
  std::string known_types() const {
    std::string out = "; there are";
    for (const TypeName& t : words_.types) out += " " + t.name;
    return out;
  }
  bool statement(std::uint32_t number, const std::string& line, Rule& rule) {
    line_ = line;
    number_ = number;
    at_ = line.find_first_not_of(" \t");
    while (at_ < line_.size() && is_word(line_[at_])) ++at_;
    const std::string word = words_of(line)[0];
    if (word == "when") return conditions(rule);
    in_match_ = word == "match";
    std::uint32_t& root = in_match_ ? rule.match : rule.give;
    if (root != none) return fail(number, 1, "rule " + rule.name + " has two lines '" + word + "'; take one away");
    root = term(rule);
    if (root == none) return false;
    skip();
    if (at_ < line_.size()) return here("expected the end of the line");
    if (in_match_ && rule.terms[root].kind != Term::Kind::operation)
      return fail(number, 1, "a match is an operation: (OP ...)");
    return true;
  }
  bool here(const std::string& what) {
    std::size_t end = at_;
    while (end < line_.size() && !is_blank(line_[end])) ++end;
    return fail(number_, at_ + 1, what + ", found '" + line_.substr(at_, end - at_) + "'");
  }
  void skip() {
    while (at_ < line_.size() && is_blank(line_[at_])) ++at_;
  }
  std::string_view take_word() {
    const std::size_t begin = at_;
    while (at_ < line_.size() && is_word(line_[at_])) ++at_;
    return std::string_view(line_).substr(begin, at_ - begin);
  }

  // ---- terms
  std::uint32_t add(Rule& rule, Term&& t) {
    rule.terms.push_back(std::move(t));
    return static_cast<std::uint32_t>(rule.terms.size() - 1);
  }
  std::uint32_t term(Rule& rule) {
    skip();
    std::string bound;
    const std::size_t begin = at_;
    if (at_ < line_.size() && is_word(line_[at_])) {
      const std::string_view word = take_word();
      if (at_ + 1 < line_.size() && line_[at_] == '=' && line_[at_ + 1] == '(') {
        bound = word;
        ++at_;
      } else {
        at_ = begin;
      }
    }
    if (at_ < line_.size() && line_[at_] == '(') return operation(rule, bound);
    if (at_ < line_.size() && line_[at_] == '{') return computed(rule);
    return leaf(rule);
  }
  std::uint32_t wrong(const std::string& what) {
    here(what);
    return none;
  }
  bool type_of(const Rule& rule, TypeUse& out) {
    if (at_ >= line_.size() || line_[at_] != ':') return true;
    ++at_;
    const std::size_t begin = at_;
    const std::string_view word = take_word();
    for (std::uint32_t i = 0; i < rule.types.size(); ++i)
      if (rule.types[i].name == word) {
        out = {TypeUse::Kind::variable, i};
        return true;
      }
    if (const TypeName* const t = words_.type(word)) {
      out = {TypeUse::Kind::fixed, t->type};
      return true;
    }
    at_ = begin;
    return here("expected a type or a variable of a 'types' line" + known_types());
  }
  std::uint32_t operation(Rule& rule, const std::string& bound) {
    ++at_;
    skip();
    const std::size_t begin = at_;
    const std::string_view name = take_word();
    const Operation* const o = words_.operation(name);
    if (o == nullptr) {
      at_ = begin;
      return wrong("expected an operation's name");
    }
    Term t;
    t.kind = Term::Kind::operation;
    t.operation = o->number;
    if (!marks(rule, *o, t)) return none;
    if (!bound.empty()) {
      if (!in_match_) return wrong("a result names nothing: take away '" + bound + "='");
      t.slot = slot(rule, bound, false);
      if (t.slot == none) return none;
    }
    for (skip(); at_ < line_.size() && line_[at_] != ')'; skip()) {
      const std::uint32_t operand = term(rule);
      if (operand == none) return none;
      t.operands.push_back(operand);
    }
    if (at_ >= line_.size()) return wrong("expected ')' behind the operands of " + o->name);
    if (t.operands.size() != o->operands)
      return wrong(o->name + " has " + std::to_string(o->operands) + " operands, not " +
                   std::to_string(t.operands.size()));
    ++at_;
    return add(rule, std::move(t));
  }
  bool marks(const Rule& rule, const Operation& o, Term& t) {
    if (at_ < line_.size() && line_[at_] == '~') {
      if (!o.commutes || !in_match_) return here("only operations of a match that commute may be marked '~'");
      t.either = true;
      ++at_;
    }
    while (at_ < line_.size() && line_[at_] == '.') {
      ++at_;
      const std::size_t begin = at_;
      const std::string_view word = take_word();
      const auto flag =
          std::find_if(words_.flags.begin(), words_.flags.end(), [&](const auto& f) { return f.first == word; });
      if (flag != words_.flags.end()) {
        t.flags |= flag->second;
      } else if (const Word* const w = words_.word(word)) {
        t.attribute = w->attribute;
      } else {
        at_ = begin;
        return here("expected a flag or a word of the vocabulary behind '.'");
      }
    }
    if (at_ < line_.size() && line_[at_] == '@') {
      ++at_;
      std::uint64_t number = 0;
      if (!take_number(number)) return here("expected a number behind '@'");
      t.attribute = number;
    }
    if (o.attributed && !t.attribute) return here("say which " + o.name + ": a word behind '.' or a number behind '@'");
    return type_of(rule, t.type);
  }
  bool take_number(std::uint64_t& out) {
    std::size_t at = at_;
    const bool minus = at < line_.size() && line_[at] == '-';
    if (minus) ++at;
    const bool hex = line_.compare(at, 2, "0x") == 0;
    if (hex) at += 2;
    const char* const end = line_.data() + line_.size();
    const auto [stop, code] = std::from_chars(line_.data() + at, end, out, hex ? 16 : 10);
    if (code != std::errc{}) return false;
    at_ = static_cast<std::size_t>(stop - line_.data());
    if (minus) out = 0 - out;
    return true;
  }
  std::uint32_t computed(Rule& rule) {
    const std::size_t close = line_.find('}', at_);
    if (close == std::string::npos) return wrong("expected '}'");
    Term t;
    t.kind = Term::Kind::computed;
    const std::uint32_t e = expression(rule, at_ + 1, close);
    if (e == none) return none;
    t.number = e;
    at_ = close + 1;
    return type_of(rule, t.type) ? add(rule, std::move(t)) : none;
  }
  std::uint32_t expression(Rule& rule, std::size_t begin, std::size_t end) {
    BasicExpressionReader<> reader(rule, std::string_view(line_).substr(begin, end - begin));
    const std::uint32_t e = reader.read();
    if (e == none) fail(number_, begin + reader.column() + 1, reader.error());
    return e;
  }
  std::uint32_t leaf(Rule& rule) {
    Term t;
    const std::size_t begin = at_;
    std::uint64_t number = 0;
    if (const std::size_t point = line_.find_first_not_of("-0123456789", at_);
        point != std::string::npos && point > at_ && line_[point] == '.')
      return real(rule);
    if (take_number(number)) {
      t.kind = Term::Kind::number;
      t.number = number;
    } else {
      const std::string name(take_word());
      if (name.empty()) return wrong("expected a value, a literal, a number, '{' or '('");
      const bool literal = name[0] >= 'A' && name[0] <= 'Z';
      t.kind = literal ? Term::Kind::literal : Term::Kind::value;
      t.slot = slot(rule, name, literal);
      if (t.slot == none) {
        at_ = begin;
        return wrong("the match has no '" + name + "'");
      }
    }
    return type_of(rule, t.type) ? add(rule, std::move(t)) : none;
  }
  // 0.5:t wants its type, whose bits are asked for here.
  std::uint32_t real(Rule& rule) {
    double value = 0;
    const char* const end = line_.data() + line_.size();
    const auto [stop, code] = std::from_chars(line_.data() + at_, end, value);
    if (code != std::errc{}) return wrong("expected a number");
    at_ = static_cast<std::size_t>(stop - line_.data());
    Term t;
    t.kind = Term::Kind::number;
    if (!type_of(rule, t.type)) return none;
    if (t.type.kind != TypeUse::Kind::fixed || words_.real == nullptr)
      return wrong("a number with a point wants one type behind it, such as 0.5:f32");
    const auto bits = words_.real(value, t.type.index);
    if (!bits) return wrong("this number has no such type");
    t.number = *bits;
    return add(rule, std::move(t));
  }
  std::uint32_t slot(Rule& rule, const std::string& name, bool literal) {
    for (std::uint32_t i = 0; i < rule.slots.size(); ++i)
      if (rule.slots[i].name == name) return i;
    if (!in_match_) return none;
    rule.slots.push_back({name, literal});
    return static_cast<std::uint32_t>(rule.slots.size() - 1);
  }

  // ---- conditions: expressions and questions about values, at commas outside of parentheses
  bool conditions(Rule& rule) {
    for (std::size_t begin = at_; begin < line_.size();) {
      std::size_t end = begin;
      for (int depth = 0; end < line_.size() && (depth != 0 || line_[end] != ','); ++end)
        depth += line_[end] == '(' ? 1 : line_[end] == ')' ? -1 : 0;
      if (!condition(rule, begin, end)) return false;
      begin = end + 1;
    }
    return true;
  }
  bool condition(Rule& rule, std::size_t begin, std::size_t end) {
    static constexpr std::pair<std::string_view, Condition::Kind> questions[] = {
        {"one_use", Condition::Kind::one_use},   {"not_literal", Condition::Kind::not_literal},
        {"zeros", Condition::Kind::zeros},       {"never_poison", Condition::Kind::never_poison},
        {"ones", Condition::Kind::ones},         {"nonneg", Condition::Kind::non_negative},
        {"signbits", Condition::Kind::sign_bits}};
    at_ = begin;
    skip();
    const std::size_t start = at_;
    const std::string_view word = take_word();
    for (const auto& [name, kind] : questions) {
      if (name != word || at_ >= end || line_[at_] != '(') continue;
      ++at_;
      skip();
      const std::string value(take_word());
      Condition c{kind, none, none};
      for (std::uint32_t i = 0; i < rule.slots.size(); ++i)
        if (rule.slots[i].name == value && !rule.slots[i].literal) c.slot = i;
      if (c.slot == none) return fail(number_, at_ - value.size() + 1, "the match has no value '" + value + "'");
      skip();
      const bool more =
          kind == Condition::Kind::zeros || kind == Condition::Kind::ones || kind == Condition::Kind::sign_bits;
      const std::size_t close = line_.rfind(')', end - 1);
      if (close == std::string::npos || close < at_ || line_[at_] != (more ? ',' : ')'))
        return here("expected " + std::string(more ? "',' and a number" : "')'"));
      if (more && (c.expression = expression(rule, at_ + 1, close)) == none) return false;
      rule.conditions.push_back(c);
      return true;
    }
    Condition c{Condition::Kind::expression, none, none};
    c.expression = expression(rule, start, end);
    if (c.expression == none) return false;
    rule.conditions.push_back(c);
    return true;
  }

  std::string name_;
  const Vocabulary& words_;
  std::string& error_;
  std::vector<SpelledRule> blocks_;
  std::string line_;
  std::uint32_t number_ = 0;
  std::size_t at_ = 0;
  bool in_match_ = false;
};

}  // namespace detail

/// Reads rules. False, and "NAME:LINE:COLUMN: what is wrong, what to do" in `error`, where the text is none; columns
/// are those of the line with `$` spelled out. O(text * choices of `each`).
template <class = void>
bool read_rules(std::string_view text, const std::string& name, const Vocabulary& words, RuleList& out,
                std::string& error) {
  return detail::BasicTextReader<>(name, words, error).run(text, out);
}

}  // namespace lathe::rules
