// Text forms of straight lines of operations and of what is claimed of their values; problem.hpp shows them.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lathe/bits/problem.hpp>
#include <lathe/support/text.hpp>

namespace lathe::bits {

inline std::string print(const Problem& problem) {
  std::string out = "bits\n";
  for (std::size_t i = 0; i < problem.lines.size(); ++i) {
    const Line& line = problem.lines[i];
    const Operation<>& o = line.operation;
    out +=
        "%" + std::to_string(i) + " " + std::string(op_names[static_cast<int>(o.op)]) + " " + std::to_string(o.width);
    if (o.op == Op::constant) out += " " + std::to_string(o.value);
    for (const std::uint32_t operand : line.operands) out += " %" + std::to_string(operand);
    if (o.op == Op::extract || o.op == Op::insert || o.op == Op::sext_in_reg) out += " at " + std::to_string(o.number);
    if (o.over == Overshift::clamp) out += " clamp";
    if (o.over == Overshift::wrap) out += " wrap";
    if (o.no_unsigned_wrap) out += " nuw";
    if (o.no_signed_wrap) out += " nsw";
    out += "\n";
  }
  for (std::size_t i = 0; i < problem.lines.size(); ++i)
    if (problem.lines[i].root) out += "root %" + std::to_string(i) + "\n";
  return out;
}
/// "0", "1" or "?" per bit, the highest first; "!" where both are claimed: the value is never made.
inline std::string to_string(const KnownBits<>& k) {
  std::string out;
  for (unsigned i = k.width; i-- > 0;)
    out += test(k.one, i) ? test(k.zero, i) ? '!' : '1' : test(k.zero, i) ? '0' : '?';
  return out;
}
inline std::string print(const Claims& claims) {
  std::string out = "claims\n";
  for (std::size_t i = 0; i < claims.size(); ++i)
    out += "%" + std::to_string(i) + " bits " + to_string(claims[i].fact.known) + " signs " +
           std::to_string(claims[i].fact.signs) + " demanded " + std::to_string(claims[i].demanded) + "\n";
  return out;
}

namespace detail {

class BitsReader {
 public:
  BitsReader(std::string_view text, std::string name) : in_(text, std::move(name)) {}

  std::optional<Problem> problem(std::string& error) {
    in_.head("bits", "such a problem");
    Problem out;
    in_.records([&](std::string_view word) {
      if (word == "root") {
        if (const auto id = value(in_.word(), out.lines.size())) out.lines[*id].root = true;
      } else if (expect_number(word, out.lines.size())) {
        line(out);
      }
    });
    if (!in_.failed()) return out;
    error = in_.error();
    return std::nullopt;
  }
  std::optional<Claims> claims(std::string& error) {
    in_.head("claims", "claims");
    Claims out;
    in_.records([&](std::string_view word) {
      if (expect_number(word, out.size())) claim(out);
    });
    if (!in_.failed()) return out;
    error = in_.error();
    return std::nullopt;
  }

 private:
  static std::optional<std::uint64_t> parse(std::string_view word) {
    std::uint64_t out = 0;
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), out);
    return code == std::errc{} && end == word.data() + word.size() ? std::optional<std::uint64_t>(out) : std::nullopt;
  }
  bool expect_number(std::string_view word, std::size_t id) {
    const std::string wanted = "%" + std::to_string(id);
    if (word != wanted) in_.fail("expected " + wanted + ", the next value, found '" + std::string(word) + "'");
    return word == wanted;
  }
  void expect(std::string_view wanted) {
    if (!in_.failed() && in_.word() != wanted) in_.fail("expected '" + std::string(wanted) + "'");
  }
  std::optional<std::uint32_t> value(std::string_view word, std::size_t end) {
    const auto id = word.starts_with('%') ? parse(word.substr(1)) : std::nullopt;
    if (id && *id < end) return static_cast<std::uint32_t>(*id);
    in_.fail("expected a value, % and the number of a line above, found '" + std::string(word) + "'");
    return std::nullopt;
  }
  std::optional<std::uint64_t> word64(const char* what) {
    const std::string_view word = in_.word();
    const auto out = parse(word);
    if (!out) in_.fail("expected " + std::string(what) + ", a number below 2^64, found '" + std::string(word) + "'");
    return out;
  }
  void line(Problem& problem) {
    Line line;
    Operation<>& o = line.operation;
    const std::string_view name = in_.word();
    const auto at = std::find(std::begin(op_names), std::end(op_names), name);
    if (at == std::end(op_names)) return in_.fail("expected an operation, found '" + std::string(name) + "'");
    o.op = static_cast<Op>(at - std::begin(op_names));
    const auto width = in_.number("the width of the result", 1, 64);
    if (!width) return;
    o.width = static_cast<unsigned>(*width);
    if (o.op == Op::constant) {
      const auto number = word64("the constant");
      if (!number) return;
      o.value = *number;
    }
    while (in_.more()) {
      const std::string_view word = in_.word();
      if (word == "at") {
        if (const auto n = in_.number("a number of bits", 0, 64)) o.number = static_cast<unsigned>(*n);
      } else if (word == "clamp" || word == "wrap") {
        if (!is_shift(o.op)) in_.fail("expected 'clamp' and 'wrap' at shifts only");
        o.over = word == "clamp" ? Overshift::clamp : Overshift::wrap;
      } else if (word == "nuw" || word == "nsw") {
        const bool unsigned_wrap = word == "nuw";
        if (o.op != Op::add && o.op != Op::sub && !(o.op == Op::mul && unsigned_wrap))
          in_.fail("expected 'nuw' at add, sub and mul only, 'nsw' at add and sub only");
        (unsigned_wrap ? o.no_unsigned_wrap : o.no_signed_wrap) = true;
      } else if (const auto operand = value(word, problem.lines.size())) {
        line.operands.push_back(*operand);
      }
    }
    if (in_.failed()) return;
    std::vector<unsigned> widths;
    widths.reserve(line.operands.size());
    for (const std::uint32_t operand : line.operands) widths.push_back(problem.lines[operand].operation.width);
    if (const char* const what = misfit(o, std::span<const unsigned>(widths)))
      return in_.fail("expected operands that fit '" + std::string(name) + "': " + what);
    problem.lines.push_back(std::move(line));
  }
  void claim(Claims& claims) {
    Claim c;
    expect("bits");
    if (in_.failed()) return;
    const std::string_view text = in_.word();
    c.fact.known = KnownBits<>::unknown(static_cast<unsigned>(text.size()));
    if (text.empty() || text.size() > 64) return in_.fail("expected 1 to 64 of '0', '1' and '?'");
    for (std::size_t i = 0; i < text.size(); ++i) {
      const std::uint64_t here = bit<std::uint64_t>(static_cast<unsigned>(text.size() - 1 - i));
      if (text[i] == '0' || text[i] == '!') c.fact.known.zero |= here;
      if (text[i] == '1' || text[i] == '!') c.fact.known.one |= here;
      if (text[i] != '0' && text[i] != '1' && text[i] != '!' && text[i] != '?')
        return in_.fail("expected '0', '1' and '?', found '" + std::string(text) + "'");
    }
    expect("signs");
    if (in_.failed()) return;
    const auto signs = in_.number("a number of sign bits", 1, 64);
    if (!signs) return;
    c.fact.signs = static_cast<unsigned>(*signs);
    expect("demanded");
    if (in_.failed()) return;
    const auto demanded = word64("the demanded bits");
    if (!demanded) return;
    c.demanded = *demanded;
    claims.push_back(c);
  }

  TextReader in_;
};

}  // namespace detail

/// Reads what print() writes; nothing and "NAME:LINE:COLUMN: ..." in `error` for anything else.
inline std::optional<Problem> read_problem(std::string_view text, const std::string& name, std::string& error) {
  return detail::BitsReader(text, name).problem(error);
}
/// The claims of a text; where it is wrong, `error` has FILE:LINE and what.
inline std::optional<Claims> read_claims(std::string_view text, const std::string& name, std::string& error) {
  return detail::BitsReader(text, name).claims(error);
}

}  // namespace lathe::bits
