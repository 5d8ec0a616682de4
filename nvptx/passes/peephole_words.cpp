// The table of forms, the vocabulary and the rules; see peephole_words.hpp.
#include "nvptx/passes/peephole_words.hpp"

#include <array>
#include <map>
#include <unordered_map>
#include <vector>

#include <lathe/combine/rules_text.hpp>

#include "nvptx/passes/peephole_rules.hpp"

namespace lathe::nvptx::peephole {
namespace {

struct Row {
  const char* name;
  std::uint32_t operands;
  bool commutes;
  rules::Typing typing;
  bool attributed;
};
constexpr Row rows[] = {
#define LATHE_PEEPHOLE_WORD(name, operands, commutes, typing, attributed) \
  {#name, operands, commutes, rules::Typing::typing, attributed},
#include "nvptx/passes/peephole_words.def"
#undef LATHE_PEEPHOLE_WORD
};
struct Comparison {
  const char *name, *inverse, *swapped;
  std::uint64_t attribute;
  const char *ptx, *types;  // "u" "s" "b" of integers, "f" of floats
};
// Numbers as the prover has them (tests/suites/rules_text.py).
constexpr Comparison comparisons[] = {
    {"eq", "ne", "eq", 17, "eq", "bus"},       {"ne", "eq", "ne", 22, "ne", "bus"},
    {"sgt", "sle", "slt", 18, "gt", "s"},      {"sge", "slt", "sle", 19, "ge", "s"},
    {"slt", "sge", "sgt", 20, "lt", "s"},      {"sle", "sgt", "sge", 21, "le", "s"},
    {"ugt", "ule", "ult", 50, "gt", "u"},      {"uge", "ult", "ule", 51, "ge", "u"},
    {"ult", "uge", "ugt", 52, "lt", "u"},      {"ule", "ugt", "uge", 53, "le", "u"},
    {"oeq", "une", "oeq", 1, "eq", "f"},       {"ogt", "ule_f", "olt", 2, "gt", "f"},
    {"oge", "ult_f", "ole", 3, "ge", "f"},     {"olt", "uge_f", "ogt", 4, "lt", "f"},
    {"ole", "ugt_f", "oge", 5, "le", "f"},     {"one", "ueq", "one", 6, "ne", "f"},
    {"ord", "uno", "ord", 7, "num", "f"},      {"uno", "ord", "uno", 8, "nan", "f"},
    {"ueq", "one", "ueq", 9, "equ", "f"},      {"ugt_f", "ole", "ult_f", 10, "gtu", "f"},
    {"uge_f", "olt", "ule_f", 11, "geu", "f"}, {"ult_f", "oge", "ugt_f", 12, "ltu", "f"},
    {"ule_f", "ogt", "uge_f", 13, "leu", "f"}, {"une", "oeq", "une", 14, "neu", "f"},
};
constexpr std::pair<const char*, std::uint64_t> spaces[] = {
    {"global", 100}, {"shared", 101}, {"local", 102}, {"const", 103}};

/// All forms; of those that do one thing the first is the one that is made.
class Table {
 public:
  Table() {
    for (const std::uint32_t w : {16U, 32U, 64U}) integers(w);
    words_of_32();
    conversions();
    floats_of("f32", f32);
    floats_of("f64", f64);
    predicates();
    for (const auto& [space, number] : spaces)
      for (const std::uint32_t w : {64U, 32U}) {
        const std::string u = ".u" + std::to_string(w);
        add(std::string("cvta.") + space + u, Word::cvta, w, w, Shape::plain, number);
        add(std::string("cvta.to.") + space + u, Word::cvta_to, w, w, Shape::plain, number);
      }
    for (std::size_t k = 0; k < forms_.size(); ++k) {
      by_text_.emplace(forms_[k].text, k);
      by_word_.emplace(key(forms_[k]), k);
    }
  }
  const Form* find(std::string_view text) const {
    const auto at = by_text_.find(text);
    return at != by_text_.end() ? &forms_[at->second] : nullptr;
  }
  const Form* find(const Form& like) const {
    const auto at = by_word_.find(key(like));
    return at != by_word_.end() ? &forms_[at->second] : nullptr;
  }

 private:
  using Key = std::array<std::uint64_t, 6>;
  static Key key(const Form& f) {
    return {static_cast<std::uint64_t>(f.word),  f.type,      f.from,
            static_cast<std::uint64_t>(f.shape), f.attribute, f.flags};
  }
  void add(std::string text, Word word, std::uint32_t type, std::uint32_t from, Shape shape = Shape::plain,
           std::uint64_t attribute = 0, std::uint32_t flags = 0) {
    forms_.push_back({std::move(text), word, type, from, shape, attribute, flags});
  }
  void integers(std::uint32_t w) {
    const std::string n = std::to_string(w), b = ".b" + n, s = ".s" + n, u = ".u" + n;
    const auto either = [&](const std::string& text, Word word) {
      add(text + s, word, w, w);
      add(text + u, word, w, w);
    };
    const auto each = [&](const std::string& text, Word of_signed, Word of_unsigned) {
      add(text + s, of_signed, w, w);
      add(text + u, of_unsigned, w, w);
    };
    either("add", Word::add);
    either("sub", Word::sub);
    either("mul.lo", Word::mul);
    either("mad.lo", Word::mad);
    each("mul.hi", Word::mulhs, Word::mulhu);
    each("div", Word::sdiv, Word::udiv);
    each("rem", Word::srem, Word::urem);
    each("min", Word::smin, Word::umin);
    each("max", Word::smax, Word::umax);
    add("and" + b, Word::and_, w, w);
    add("or" + b, Word::or_, w, w);
    add("xor" + b, Word::xor_, w, w);
    add("not" + b, Word::xor_, w, w, Shape::bit_not);
    add("neg" + s, Word::sub, w, w, Shape::negation);
    add("shl" + b, Word::shl, w, w);
    add("shr" + u, Word::srl, w, w);
    add("shr" + b, Word::srl, w, w);
    add("shr" + s, Word::sra, w, w);
    for (const std::string& t : {b, s, u}) add("selp" + t, Word::select, w, w, Shape::selection);
    for (const Comparison& c : comparisons)
      for (const char letter : std::string_view(c.types))
        if (letter != 'f')
          add(std::string("setp.") + c.ptx + "." + letter + n, Word::setcc, i1, w, Shape::plain, c.attribute);
    if (w == 64) return;
    add("mul.wide" + s, Word::mul_wide_s, 2 * w, w);
    add("mul.wide" + u, Word::mul_wide_u, 2 * w, w);
  }
  void words_of_32() {
    add("shf.l.wrap.b32", Word::fshl, i32, i32, Shape::funnel);
    add("shf.r.wrap.b32", Word::fshr, i32, i32, Shape::funnel);
    add("prmt.b32", Word::prmt, i32, i32);
    for (std::uint64_t lut = 0; lut < 256; ++lut) add_lut(lut);
  }
  // The table is in the operands; one form of the text reads them all, one for each number is made.
  void add_lut(std::uint64_t lut) { add("lop3.b32", Word::lop3, i32, i32, Shape::immediate, lut); }
  void conversions() {
    constexpr std::uint32_t widths[] = {16, 32, 64};
    for (const std::uint32_t to : widths)
      for (const std::uint32_t from : widths)
        for (const char d : {'u', 's'})
          for (const char s : {'u', 's'}) {
            const std::string text = std::string("cvt.") + d + std::to_string(to) + "." + s + std::to_string(from);
            if (to < from) add(text, Word::trunc, to, from);
            if (to > from) add(text, s == 'u' ? Word::zext : Word::sext, to, from);
          }
    for (const std::uint32_t w : widths) {
      const std::string n = std::to_string(w);
      for (const std::uint32_t part : {8U, 16U, 32U}) {
        if (part >= w) continue;
        add("cvt.s" + n + ".s" + std::to_string(part), Word::sext_inreg, w, w, Shape::plain, part);
        if (part == 8) add("cvt.u" + n + ".u8", Word::and_, w, w, Shape::masked, part);
      }
    }
  }
  void floats_of(const std::string& t, std::uint32_t type) {
    const auto all = [&](const std::string& ftz, Word sum, Word product, Word both) {
      add("add" + ftz + "." + t, sum, type, type, Shape::plain, 0, contract);
      add("mul" + ftz + "." + t, product, type, type, Shape::plain, 0, contract);
      add("add.rn" + ftz + "." + t, sum, type, type);
      add("mul.rn" + ftz + "." + t, product, type, type);
      add("fma.rn" + ftz + "." + t, both, type, type);
    };
    all("", Word::fadd, Word::fmul, Word::fma);
    if (type == f32) all(".ftz", Word::fadd_ftz, Word::fmul_ftz, Word::fma_ftz);
    add("selp." + t, Word::select, type, type, Shape::selection);
    for (const Comparison& c : comparisons)
      if (c.types[0] == 'f')
        add(std::string("setp.") + c.ptx + "." + t, Word::setcc, i1, type, Shape::plain, c.attribute);
  }
  void predicates() {
    add("and.pred", Word::and_, i1, i1);
    add("or.pred", Word::or_, i1, i1);
    add("xor.pred", Word::xor_, i1, i1);
    add("not.pred", Word::xor_, i1, i1, Shape::bit_not);
  }

  std::vector<Form> forms_;
  std::unordered_map<std::string_view, std::size_t> by_text_;
  std::map<Key, std::size_t> by_word_;
};
const Table& table() {
  static const Table all;
  return all;
}

rules::Vocabulary make_vocabulary() {
  rules::Vocabulary words;
  for (std::uint32_t k = 0; k < std::size(rows); ++k) {
    std::string name = rows[k].name;
    if (name.back() == '_') name.pop_back();
    words.operations.push_back({name, k, rows[k].operands, rows[k].commutes, rows[k].typing, rows[k].attributed});
  }
  for (const Comparison& c : comparisons) words.words.push_back({c.name, c.attribute, c.inverse, c.swapped});
  for (const auto& [space, number] : spaces) words.words.push_back({space, number, "", ""});
  words.flags.emplace_back("contract", contract);
  for (const auto& [name, type] :
       {std::pair("i1", i1), {"i8", i8}, {"i16", i16}, {"i32", i32}, {"i64", i64}, {"f32", f32}, {"f64", f64}})
    words.types.push_back({name, type, PtxMachine::width(type)});
  words.condition = i1;
  return words;
}

struct Text {
  rules::RuleList all;
  std::string error;
  Text() {
    if (rules::read_rules(rules_text, "peephole.rules", vocabulary(), all, error))
      rules::read_rules(quotient_rules_text, "quotients.rules", vocabulary(), all, error);
  }
};
const Text& text() {
  static const Text read;
  return read;
}
rules::Compiled make_rules(Set set, bool forms, bool fma) {
  rules::RuleList chosen;
  for (const rules::Rule& rule : text().all) {
    const auto of = [&](std::string_view set_name) { return rule.name.starts_with(set_name); };
    bool taken = of("local/") || set == Set::usual;
    if (set == Set::machine) taken |= of("space/") || of("compare/") || of("select/");
    if (of("forms/")) taken = forms && set == Set::usual;
    if (of("fma/")) taken = fma && set == Set::usual;
    if (taken) chosen.push_back(rule);
  }
  return {std::move(chosen), vocabulary()};
}

}  // namespace

const Form* form_of(std::string_view mnemonic) { return table().find(mnemonic); }
const Form* form_for(Word word, std::uint32_t type, std::uint32_t from, Shape shape, std::uint64_t attribute,
                     std::uint32_t flags) {
  return table().find(Form{{}, word, type, from, shape, attribute, flags});
}
const rules::Vocabulary& vocabulary() {
  static const rules::Vocabulary words = make_vocabulary();
  return words;
}
const std::string& rules_error() { return text().error; }
const rules::Compiled& rules_of(Set set, bool forms, bool fma) {
  static const std::array<rules::Compiled, 6> all{
      make_rules(Set::usual, false, false),   make_rules(Set::usual, true, false),
      make_rules(Set::usual, false, true),    make_rules(Set::usual, true, true),
      make_rules(Set::machine, false, false), make_rules(Set::local, false, false)};
  return all[set == Set::local ? 5 : set == Set::machine ? 4 : (forms ? 1U : 0U) + (fma ? 2U : 0U)];
}

}  // namespace lathe::nvptx::peephole
