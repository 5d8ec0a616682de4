"""The text form of rules (include/lathe/combine/rules_text.hpp) read for the prover: terms, conditions, types.

A rule becomes a Rule with terms as tuples' own class Term. `each` lines are spelled out: one Rule per choice.
Python 3 standard library only.
"""
import ast
import itertools
import os
import re

FLAGS = ("nuw", "nsw", "exact", "disjoint", "nneg", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc", "ftz")
SPACES = {"global": 100, "shared": 101, "local": 102, "const": 103}  # of PTX, as numbers of cvta
CONDITIONS = {"false": 0, "oeq": 1, "ogt": 2, "oge": 3, "olt": 4, "ole": 5, "one": 6, "ord": 7, "uno": 8, "ueq": 9,
              "ugt_f": 10, "uge_f": 11, "ult_f": 12, "ule_f": 13, "une": 14, "true": 15, "eq": 17, "sgt": 18, "sge": 19,
              "slt": 20, "sle": 21, "ne": 22, "ugt": 50, "uge": 51, "ult": 52, "ule": 53}
NAMES = {number: name for name, number in CONDITIONS.items()}
TOKEN = re.compile(r"\s*(?:(\()|(\))|\{([^}]*)\}(?::(\w+))?|([^\s(){}]+))")
NUMBER = re.compile(r"-?(?:0x[0-9a-f]+|\d+)$")
FLOAT = re.compile(r"-?\d+\.\d+(?:e-?\d+)?$")


class RuleError(Exception):
    pass


def inverse(name):
    code = CONDITIONS[name]
    if code < 16:
        return NAMES[code ^ 15]
    code ^= 7
    return NAMES[code & ~32 if code & 6 in (0, 6) else code]


def swapped(name):
    code = CONDITIONS[name]
    return NAMES[code & ~6 | (code & 2) << 1 | (code & 4) >> 1]


class Term:
    """kind: op, value, literal (a variable), number, real (a float), computed (an expression), none (a result that stays)."""

    def __init__(self, kind, name="", type=None, flags=(), condition=None, attribute=None, operands=(), bound="", either=False):
        self.kind, self.name, self.type, self.flags, self.condition = kind, name, type, tuple(flags), condition
        self.attribute, self.operands, self.bound, self.either = attribute, list(operands), bound, either

    def walk(self):
        yield self
        for operand in self.operands:
            yield from operand.walk()


class Rule:
    def __init__(self, name, place):
        self.name, self.place, self.dialect = name, place, "dag"
        self.types, self.match, self.give, self.when, self.test = {}, None, [], [], {}
        self.beside = []  # what else must be in the graph; of twins only

    @property
    def rule(self):
        """The rule of the combiner that this is a case of."""
        return self.name.split("/")[0]


def expression(text):
    """A condition or a computed literal as a syntax tree: Python's own grammar has all that the rules' has."""
    try:
        return ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        raise RuleError("cannot read the expression '%s'" % text.strip())


def head(word, term):
    """OP[.FLAG|.CONDITION]*[@ATTRIBUTE][:TYPE] into `term`."""
    if ":" in word:
        word, term.type = word.split(":", 1)
    if "@" in word:
        word, attribute = word.split("@", 1)
        term.attribute = int(attribute, 0) if NUMBER.match(attribute) else attribute
    if "~" in word:  # behind the name, in front of flags
        word, term.either = word.replace("~", "", 1), True
    parts = word.split(".")
    term.name = parts[0]
    for part in parts[1:]:
        if part in FLAGS:
            term.flags += (part,)
        elif part in CONDITIONS:
            term.condition = part
        elif part in SPACES:
            term.attribute = SPACES[part]
        else:
            raise RuleError("'%s' is no flag and no condition" % part)


def leaf(word):
    word, _, type = word.partition(":")
    type = type or None
    if word == "-":
        return Term("none")
    if NUMBER.match(word):
        return Term("number", int(word, 0), type)
    if FLOAT.match(word):
        return Term("real", float(word), type)
    if re.match(r"[A-Z]\w*$", word):
        return Term("literal", word, type)
    if re.match(r"[a-z]\w*$", word):
        return Term("value", word, type)
    raise RuleError("'%s' is no value, literal or number" % word)


def terms(text):
    out, stack, bound, at = [], [], "", 0
    text = text.rstrip()
    while at < len(text):
        found = TOKEN.match(text, at)
        if not found:
            raise RuleError("cannot read '%s'" % text[at:])
        at = found.end()
        into = stack[-1].operands if stack else out
        if found.group(1):
            term = Term("op", bound=bound)
            bound = ""
            word = re.match(r"\s*([^\s(){}]+)", text[at:])
            if not word:
                raise RuleError("an operation begins with its name")
            at += word.end()
            head(word.group(1), term)
            into.append(term)
            stack.append(term)
        elif found.group(2):
            if not stack:
                raise RuleError("one ')' too many")
            stack.pop()
        elif found.group(3) is not None:
            into.append(Term("computed", expression(found.group(3)), found.group(4)))
        elif found.group(5).endswith("="):
            bound = found.group(5)[:-1]
        else:
            into.append(leaf(found.group(5)))
    if stack:
        raise RuleError("a '(' is not closed")
    return out


def split_conditions(text):
    """At the commas outside of parentheses."""
    depth, part = 0, ""
    for c in text:
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            yield part
            part = ""
        else:
            part += c
    yield part


def statement(rule, word, rest):
    if word == "types":
        names, _, types = rest.partition("=")
        for name in names.split():
            rule.types[name] = types.split()
    elif word == "match":
        [rule.match] = terms(rest)
    elif word == "give":
        rule.give = terms(rest)
    elif word == "beside":
        rule.beside = terms(rest)
    elif word == "when":
        rule.when += [expression(part) for part in split_conditions(rest)]
    elif word == "test":
        rule.test.update(part.partition("=")[::2] for part in rest.split())
    else:
        raise RuleError("a line begins with rule, each, types, match, when, give or test, not '%s'" % word)


def spell(text, choice):
    def one(found):
        word = choice[found.group(1)]
        return {"": word, ".inverse": word and inverse(word) if found.group(2) == ".inverse" else word,
                ".swapped": swapped(word) if found.group(2) == ".swapped" else word}[found.group(2) or ""]
    return re.sub(r"\$(\w+)(\.inverse|\.swapped)?", one, text)


def dialect_of(path):
    """Whose operations a file speaks of, by where it lies, or by its name."""
    return "ptx" if "nvptx/passes" in os.path.abspath(path) or path.endswith("_ptx.rules") else "dag"


def read(path):
    """All rules of a file, `each` spelled out."""
    rules, block = [], []

    def finish():
        if not block:
            return
        number, name = block[0]
        choices = [(line.partition("=")[0].split()[1], line.partition("=")[2].split())
                   for _, line in block[1:] if line.startswith("each ")]
        for combination in itertools.product(*(words for _, words in choices)):
            choice = dict(zip((name for name, _ in choices), combination))
            rule = Rule(spell(name, choice), "%s:%d" % (os.path.relpath(path), number))
            rule.dialect = dialect_of(path)
            if combination and "$" not in name:
                rule.name += "/" + "-".join(combination)
            for at, line in block[1:]:
                if line.startswith("each "):
                    continue
                word, _, rest = spell(line, choice).partition(" ")
                try:
                    statement(rule, word, rest)
                except (RuleError, ValueError, KeyError) as error:
                    raise RuleError("%s:%d: %s" % (path, at, error))
            if rule.match is None or not rule.give:
                raise RuleError("%s:%d: rule %s wants a match and a give" % (path, number, rule.name))
            rules.append(rule)

    with open(path) as file:
        for number, line in enumerate(file, 1):
            line = line.partition("#")[0].strip()
            if not line or line in ('R"rules(', ')rules"'):  # the literal of C++ that a file is compiled in as
                continue
            if line.startswith("rule "):
                finish()
                block = [(number, line.split(None, 1)[1])]
            elif not block:
                raise RuleError("%s:%d: the first word of a file is 'rule'" % (path, number))
            else:
                block.append((number, re.sub(r"\s+", " ", line)))
    finish()
    return rules
