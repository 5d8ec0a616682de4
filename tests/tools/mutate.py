"""Mutants of C++ sources, all in one text: each changed place asks at run time whether its number is the one in force.

`sites(text)` finds the places in one source, `rewrite(text, chosen)` writes them in. A relation or a sum becomes
`a < lathe::mutants::Lt{17} > b`, whose halves bind as the operator did; a condition, an enumerator or a number becomes
`(lathe::mutants::on(17) ? other : old)`. Nothing is parsed: the text is clang-format's, and what the compiler then does
not take is left out line by line (tests/suites/mutants.py).
"""
import re

HEADER = r'''// Written by tests/tools/mutate.py.
#pragma once
#include <cstdlib>
#include <type_traits>
namespace lathe::mutants {
inline const int current = [] { const char* text = std::getenv("LATHE_MUTANT"); return text != nullptr ? std::atoi(text) : 0; }();
constexpr bool on(int n) { return !std::is_constant_evaluated() && current == n; }
template <class L, int kind> struct Half { const L& left; int n; };
#define LATHE_MUTANT_OPERATOR(Name, kind, first, second, same, other)                                        \
  struct Name { int n; };                                                                                    \
  template <class L> constexpr Half<L, kind> operator first(const L& left, Name m) { return {left, m.n}; }   \
  template <class L, class R> constexpr auto operator second(Half<L, kind> h, const R& right) {              \
    return on(h.n) ? (h.left other right) : (h.left same right);                                             \
  }
LATHE_MUTANT_OPERATOR(Lt, 0, <, >, <, <=)
LATHE_MUTANT_OPERATOR(Le, 1, <, >, <=, <)
LATHE_MUTANT_OPERATOR(Gt, 2, <, >, >, >=)
LATHE_MUTANT_OPERATOR(Ge, 3, <, >, >=, >)
LATHE_MUTANT_OPERATOR(Eq, 4, ==, ==, ==, !=)
LATHE_MUTANT_OPERATOR(Ne, 5, ==, ==, !=, ==)
LATHE_MUTANT_OPERATOR(Add, 6, +, +, +, -)
LATHE_MUTANT_OPERATOR(Sub, 7, -, -, -, +)
LATHE_MUTANT_OPERATOR(And, 8, &, &, &, |)
LATHE_MUTANT_OPERATOR(Or, 9, |, |, |, &)
}  // namespace lathe::mutants
'''
# operator in the text -> (its struct, how it is written, the other one)
BINARY = {"<": ("Lt", "< {} >", "<="), "<=": ("Le", "< {} >", "<"), ">": ("Gt", "< {} >", ">="), ">=": ("Ge", "< {} >", ">"),
          "==": ("Eq", "== {} ==", "!="), "!=": ("Ne", "== {} ==", "=="), "+": ("Add", "+ {} +", "-"), "-": ("Sub", "- {} -", "+"),
          "&": ("And", "& {} &", "|"), "|": ("Or", "| {} |", "&")}
OTHER = {}  # enumerator -> the one that is easily taken for it
for one, two in (("Isd::sra", "Isd::srl"), ("Isd::zext", "Isd::sext"), ("Isd::umin", "Isd::umax"), ("Isd::smin", "Isd::smax"),
                 ("Isd::add", "Isd::sub"), ("Isd::rotl", "Isd::rotr"), ("Isd::bfe_u", "Isd::bfe_s"), ("Isd::fshl", "Isd::fshr"),
                 ("Cond::slt", "Cond::sle"), ("Cond::sgt", "Cond::sge"), ("Cond::ult", "Cond::ule"), ("Cond::ugt", "Cond::uge"),
                 ("Cond::eq", "Cond::ne"), ("flag::nuw", "flag::nsw"), ("flag::exact", "flag::disjoint"),
                 ("Extend::zero", "Extend::sign"), ("Extend::any", "Extend::zero"), ("Isd::and_", "Isd::or_"), ("true", "false")):
    OTHER[one] = two
    OTHER.setdefault(two, one)

SKIPPED = re.compile(r"^\s*(//|#|\*|using |template|friend |case |namespace |struct |class |enum |static_assert|list\.add|"
                     r"LATHE_|assert|extern |typedef |default:|public:|private:)|constexpr|consteval|std::string\(|operator[<>=!+-]|"
                     r"fmt::|fault\(|\.add\(\"|\[\[|requires|concept")


class Site:
    """One mutant: columns [start, end) of a line, what stands there, and what it becomes."""

    def __init__(self, line, start, end, kind, old, new, form):
        self.line, self.start, self.end, self.kind, self.old, self.new, self.form = line, start, end, kind, old, new, form

    def change(self):
        return "%s: %s -> %s" % (self.kind, self.old.strip(), self.new.strip())


def code_of(line):
    """The line with strings, characters and comments blanked, columns kept."""
    blank = lambda m: '"' + " " * (len(m.group()) - 2) + '"' if len(m.group()) > 1 else m.group()
    line = re.sub(r'"(?:\\.|[^"\\])*"', blank, line)
    line = re.sub(r"'(?:\\.|[^'\\])'", lambda m: "'" + " " * (len(m.group()) - 2) + "'", line)
    return re.sub(r"//.*", lambda m: " " * len(m.group()), line)


def closing(code, start):
    """Column of the parenthesis that closes the one at `start`, or -1 when it is on another line."""
    depth = 0
    for i in range(start, len(code)):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(code[i], 0)
        if depth == 0:
            return i
    return -1


def terms(code, start, end, operator):
    """The operands of `operator` between the columns, at depth 0; one when there is no such operator."""
    out, depth, begin = [], 0, start
    for i in range(start, end):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(code[i], 0)
        if depth == 0 and code.startswith(" " + operator + " ", i):
            out.append((begin, i))
            begin = i + len(operator) + 2
    return out + [(begin, end)]


def conditions(number, code, out):
    """Conditions negated, and each term of `a && b`, `a || b` left out."""
    match = re.match(r"^\s*(?:\} else )?(?:if|while) \(|^\s*return ", code)
    if not match or " = " in code[:match.end() + 40] and re.match(r"^\s*(?:if|while) \((const |auto |std::)", code):
        return
    start = match.end()
    if match.group().rstrip().endswith("("):
        end = closing(code, start - 1)
    else:
        end = code.find(";", start)
        if code.rstrip()[-1:] != ";" or "{" in code or "[" in code:
            end = -1
    if end <= start or ";" in code[start:end]:
        return
    whole = code[start:end]
    if match.group().rstrip().endswith("("):
        out.append(Site(number, start, end, "condition", whole, "!(%s)" % whole, "(lathe::mutants::on({n}) != static_cast<bool>({old}))"))
    if " ? " in whole:
        return
    for operator, neutral in (("&&", "(lathe::mutants::on({n}) || ({old}))"), ("||", "(!lathe::mutants::on({n}) && ({old}))")):
        parts = terms(code, start, end, operator)
        if operator == "&&" and len(terms(code, start, end, "||")) > 1 or len(parts) < 2:
            continue
        for a, b in parts:
            out.append(Site(number, a, b, "term", code[a:b], "left out", neutral))


def sites(text):
    """All places of a source, in order. Several may overlap: rewrite() takes those that do not."""
    out = []
    for number, line in enumerate(text.split("\n")):
        if SKIPPED.search(line) or line.rstrip().endswith("\\"):
            continue
        code = code_of(line)
        for match in re.finditer(r" (<|<=|>|>=|==|!=|\+|-|&|\|) (?=[\w(*~\-!])", code):
            name, form, other = BINARY[match.group(1)]
            if match.group(1) in "+-&|" and re.search(r'"|std::string|text|message|\b(auto|const \w+) & ', code):
                continue
            written = " " + form.format("lathe::mutants::%s{{{n}}}" % name) + " "
            out.append(Site(number, match.start(), match.end(), "operator", match.group(1), other, written))
        for match in re.finditer(r"(?<=[<>=+\-*] )(\d{1,4})(?=[;) ,])", code):
            if " = %s;" % match.group(1) in code or re.search(r"(?<![<>=!]) = $", code[:match.start()]):
                continue
            more = str(int(match.group(1)) + 1)
            out.append(Site(number, match.start(), match.end(), "number", match.group(1), more, "(lathe::mutants::on({n}) ? %s : {old})" % more))
        for match in re.finditer(r"\b(?:(?:Isd|Cond|flag|Extend)::\w+|true|false)\b", code):
            if match.group() in OTHER and not re.search(r"[{,] *$", code[:match.start()]) and "= " + match.group() + ";" not in code:
                other = OTHER[match.group()]
                out.append(Site(number, match.start(), match.end(), "name", match.group(), other, "(lathe::mutants::on({n}) ? %s : {old})" % other))
        conditions(number, code, out)
    return out


def rewrite(text, chosen):
    """The text with the sites of `chosen` ({number: site}) in it. They must not overlap."""
    lines = text.split("\n")
    for n, site in sorted(chosen.items(), key=lambda item: (item[1].line, -item[1].start)):
        line = lines[site.line]
        old = line[site.start:site.end]
        lines[site.line] = line[:site.start] + site.form.replace("{{", "{").replace("}}", "}").replace("{old}", old).replace("{n}", str(n)) + line[site.end:]
    return "\n".join(lines)


def apart(found):
    """The sites without those that overlap one before them."""
    out, until = [], {}
    for site in found:
        spans = until.setdefault(site.line, [])
        if any(site.start < end and start < site.end for start, end in spans):
            continue
        spans.append((site.start, site.end))
        out.append(site)
    return out
