"""API pages by doxygen, and which public names have no comment.

Doxygen reads copies of the headers in which what they mean by a comment is said as doxygen wants it (`prepared`); names of one form
that mean the same everywhere (FORMS) get the sentence that says it. By rule no public name: a namespace or class that ends in `detail`,
with all in it; operators, deduction guides and `fields()`
(support/stats.hpp says what it is); what has the name and meaning of the standard library's containers, iterators and traits.

None may be without: neither what stands alone (types, functions, constants of a namespace) nor a member of a type.
"""
import html
import pathlib
import re
import shutil
import subprocess
import xml.etree.ElementTree

INPUTS = ("include/lathe", "include/lathe-c", "codegen")
# Who uses codegen: what none of these includes, by way of other headers either, is the inside of a room.
USERS = ("nvptx", "examples", "tools", "adapters", "plugins", "library")
NAMESPACES = "docs/site/namespaces.dox"
# Named as in the standard library or in Boost.Graph, and meaning that.
STANDARD = set("""begin end cbegin cend rbegin rend size empty clear swap data front back at find count contains insert emplace erase
 try_emplace insert_or_assign reserve capacity max_size merge extract erase_if hash value_type key_type mapped_type size_type
 difference_type reference const_reference pointer iterator const_iterator iterator_category iterator_concept hasher key_equal
 tuple_size tuple_element resize push_back pop_back assign
 graph_traits property_map num_vertices num_edges vertices edges out_edges in_edges out_degree in_degree degree source target get""".split())
# What names of one form mean everywhere; said for those without a comment of their own.
FORMS = ((r"(?:constexpr |inline |static )*(?:const char\*|std::string(?:_view)?) to_string\(", "The word for a value."),
         (r"inline constexpr .*\w*_(?:names|words)\b.*[={]", "A word for each value, in the order of the enumeration."),
         (r"inline constexpr .*\w*_(?:kinds|count)\b", "How many values the enumeration has."),
         (r"(?:consteval|constexpr|inline) .*bool explain_\w+\(", "True; or an error that names each member that is missing."),
         (r"(?:inline )?std::string print\(", "The text form."),
         (r"concept Has\w+ =", "Is that member there? Others are made of such concepts, which their errors name."),
         (r"struct \w*Options\b.*\{", "What the caller may choose."),
         (r"struct \w*Stats\b.*\{", "What was looked at and done, counted."),
         (r"enum class \w*Reason\b", "Why something was left as it was."),
         (r"enum class \w*Refusal\b", "Why nothing was done."),
         (r"enum class \w*Fault\b", "What a checker may find to be wrong."),
         (r"using \w+Faults = ", "What a checker found."),
         (r"using \w+Result = PassResult<", "What a pass did: changes, counts, and what was left and why."))
# The same of members: the vocabulary of Views, of observers, of what every pass has.
OF_MEMBERS = ((r"void before\(const P", "Of an observer: an edit is going to be made."),
              (r"void after\(const P", "Of an observer: an edit was made."),
              (r"void verify\(const P& ?p?, (?:program::)?FollowFaults&", "In what it differs from itself made anew."),
              (r"std::uint64_t fuel = ", "How many changes may be made."),
              (r"std::uint64_t changes = 0;", "How many changes were made."),
              (r"bool out_of_fuel = false;", "More would have been changed."),
              (r"bool explain = false;", "Whether what is left alone is listed, with the reason."),
              (r"program::GateOptions pressure", "What a change may cost in registers."),
              (r"(?:\w+::)*\w*Stats stats;", "What was looked at and done, counted."),
              (r"(?:const )?(?:\w+::)*\w*Stats& stats\(\) const", "What was looked at and done, counted."),
              (r"bool reachable\((?:Block|std::uint32_t) \w+\) const", "Does the entry reach it?"),
              (r"std::string name;", "Its name, for people and for texts."),
              (r"void for_each_successor\(", "f(block) for each way out of a block, in the order of the branches."),
              (r"(?:std::)?uint32_t block_count\(\) const", "How many blocks there are; their numbers begin at 0."),
              (r"bool is_def = false;", "It is written; else read."),
              (r"static constexpr (?:program::)?Facts facts = ", "What the View says that it has besides."))
# `Refusal refusal = ...;`, `std::vector<Unit> units;`: named as its type is, which has a comment.
AS_TYPE = re.compile(r"(?:(?:std::vector|std::optional|std::span|Csr)<(?:const )?)?(?:\w+::)*([A-Z]\w+)(?:<[^;=()]*>)?>* "
                     r"(\w+)(?: = [^;()]+|\{[^;()]*\})?;$")
ACCESS = re.compile(r"(?:const )?(?:\w+::)*([A-Z]\w+)(?:<[^;=()]*>)?& (\w+)\(\)(?: const)? \{")
COUNTER = re.compile(r'"([^"]+)",\s*&(?:\w+::)*(\w+)\s*\}')
WARNING = re.compile(r"(?P<file>.*?):(?P<line>\d+): warning: (?P<kind>Member|Compound) (?P<what>.*) is not documented\.$")
# One type, several variables, one comment: `std::uint32_t first = 0, count = 0;  ///< instructions`.
ONE = r"[a-z_]\w*(?: = [^,;{}\n]+|\{[^{};]*\})?"
SEVERAL = re.compile(r"^(?P<above>(?:[ \t]*///(?!<).*\n)*)(?P<pad>[ \t]*)"
                     r"(?P<type>(?:inline |constexpr |static |const |extern )*[A-Za-z_][\w:]*(?:<[^;=()\n]*>)?) "
                     rf"(?P<names>{ONE}(?:,\s+{ONE})+);(?:[ \t]*///< (?P<behind>.*))?$", re.MULTILINE)
SPECIAL = re.compile(r"^(?P<template>template <(?:[^<>]|<[^<>]*>)*>\n(?:  requires .*\n)?)(?P<kind>class|struct) (?P<name>\w+)<",
                     re.MULTILINE)
# `std::uint32_t a = 0;  // text`, a member with a comment that is not begun as one of doxygen's.
PLAIN = re.compile(r"^(  (?:  )?[\w:<>, *&]+ [\w]+(?: = [^;()]*|\{[^;()]*\})?(?:, \w+(?: = [^;()]*)?)*;)  // (?=[a-zA-Z0-9\"'`])")


def spread(found):
    """A declaration with its comment behind each variable; lines stay lines."""
    text = found["behind"] or " ".join(line.strip()[3:].strip() for line in found["above"].split("\n"))
    if not text.strip():
        return found[0]
    parts = re.split(r"(,\s+)(?![^{]*\})", found["names"])
    said = f"; /**< {text.strip().replace('*/', '')} */ "
    out = found["above"] + found["pad"]
    for at in range(0, len(parts), 2):
        out += f"{found['type']} {parts[at]}" + (said if at or found["behind"] else "; ")
        out += parts[at + 1][1:].replace(" ", "") if at + 1 < len(parts) else ""
    return out


def head_of(lines):
    """The head of a file as a comment of the file: what is set off by an empty line and two blanks is text as it stands."""
    out, code = [], False
    for number, line in enumerate(lines):
        code = line.startswith("//  ") and (code or (number > 0 and lines[number - 1] == "//"))
        text = line[2:].replace("`-`", '"-"')
        if not code:  # what looks like a tag is a template's
            text = "".join(part if at % 2 else re.sub(r"<(?=[A-Za-z/])", r"\\<", part) for at, part in enumerate(re.split(r"(`[^`]*`)", text)))
        out.append(("///    " if code else "///") + text)
    return out


def named_as_type(line):
    found = AS_TYPE.match(line) or ACCESS.match(line)
    if not found:
        return None
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", found[1]).lower()
    one = re.sub(r"(?<=s)es$|(?<!s)s$", "", found[2])
    return f"See {found[1]}." if words == one or words.endswith("_" + one) or words == found[2] else None


def counters(text):
    """Counters have the words under which they are printed, from the list that each type of counters has (support/stats.hpp)."""
    def of_type(found):
        body, words = found[0], {}
        for said, name in COUNTER.findall(body):
            words.setdefault(name, said)

        def of_line(line):
            parts = re.split(r"(,\s+)", line[2])
            out = line[1]
            for at in range(0, len(parts), 2):
                word = words.get(parts[at].split(" ")[0])
                out += f"std::uint64_t {parts[at]}; " + (f"/**< {word} */ " if word else "")
                out += parts[at + 1][1:].replace(" ", "") if at + 1 < len(parts) else ""
            return out
        return re.sub(r"^( +)std::uint64_t ([a-z_]\w*(?: = 0)?(?:,\s+[a-z_]\w*(?: = 0)?)*);(?! *///).*$", of_line, body, flags=re.MULTILINE)
    return re.sub(r"^(?:/\*\*.*?\*/ )?struct \w*Stat\w*(?: : [\w:]+)? \{\n.*?^\};", of_type, text, flags=re.MULTILINE | re.DOTALL)


def prepared(text, suffix):
    """A header as doxygen is to read it, each line where it was.

    The head of the file is the file's comment; a comment behind several variables is that of each; what is said of a template
    holds for its specialisations; in C every comment is one of what follows or stands in front of it.
    """
    if suffix == ".h":
        text = re.sub(r"^  uint32_t grid\[3\], block\[3\]; (.*)$", r"  uint32_t grid[3]; \1 uint32_t block[3]; \1", text, flags=re.MULTILINE)
        text = re.sub(r"(?<=[;,\d{])([ \t]+)/\* ", r"\1/**< ", text)
        return re.sub(r"^/\* ", "/** ", text, flags=re.MULTILINE).replace("*/", "\\file */", 1)
    lines = text.split("\n")
    end = next((at for at, line in enumerate(lines) if not line.startswith("//")), 0)
    if end and "#pragma once" in lines[end:end + 2]:
        lines[:end] = head_of(lines[:end])
        once = lines.index("#pragma once")
        lines[once] = "/// \\file"
        if once > end:
            lines[end] = "///"
    for at, line in enumerate(lines):
        said = next((said for form, said in FORMS if re.match(form, line)), None)
        first = at
        while first > 0 and re.match(r"template <|  requires ", lines[first - 1]):
            first -= 1
        if said and first and not lines[first - 1].startswith("///") and "///<" not in line:
            lines[first] = f"/** {said} */ {lines[first]}"
        # What stands behind a member is of the member, however it is begun.
        line = lines[at] = PLAIN.sub(r"\1  ///< ", lines[at])
        stripped = line.strip()
        said = next((said for form, said in OF_MEMBERS if re.match(form, stripped)), None)
        said = said or named_as_type(stripped)
        if said and line.startswith(" ") and "///" not in line and not lines[at - 1].strip().startswith(("///", "template", "requires")):
            pad = line[:len(line) - len(stripped)]
            lines[at] = f"{pad}/** {said} */ {stripped}"
    text = SEVERAL.sub(spread, counters("\n".join(lines)))
    said = {found[3]: found[1] for found in re.finditer(
        r"^((?:///.*\n)+)template <[^;{]*?>\n(?:  requires .*\n)?(class|struct) (\w+)(?=[ ;])", text, re.MULTILINE)}

    def special(found):
        comment = " ".join(line[3:].strip() for line in said.get(found["name"], "").split("\n")).strip()
        return (f"/** {comment} */ " if comment and text[:found.start()].rsplit("\n", 2)[-2][:3] != "///" else "") + found[0]

    def alias(found):
        comment = " ".join(line[3:].strip() for line in said.get("Basic" + found[2], "").split("\n")).strip()
        above = text[:found.start()].rsplit("\n", 2)
        return (f"/** {comment} */ " if comment and len(above) > 1 and above[-2][:3] != "///" else "") + found[0]
    return SPECIAL.sub(special, re.sub(r"^(using (\w+) = Basic\2<>;)(?! *///<)", alias, text, flags=re.MULTILINE))


def doors(root):
    """Headers of codegen that its users include, and those that these include."""
    def named(path):
        return re.findall(r'#include "(codegen/[\w/]+\.(?:hpp|def))"', path.read_text(errors="replace"))
    found, new = set(), set()
    for user in USERS:
        new |= {name for path in (root / user).rglob("*.[hc]pp") for name in named(path)}
    while new:
        found |= new
        new = {more for name in new if (root / name).is_file() for more in named(root / name)} - found
    return found


def copy_headers(root, out):
    shutil.rmtree(out, ignore_errors=True)
    of_codegen = doors(root)
    for folder in INPUTS:
        for path in sorted((root / folder).rglob("*")):
            name = str(path.relative_to(root))
            if path.suffix not in (".hpp", ".h", ".def") or folder == "codegen" and name not in of_codegen:
                continue
            to = out / path.relative_to(root)
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_text(prepared(path.read_text(), path.suffix))


def run(root, out):
    """Makes OUT/api; the lines of warnings that are no names without comments, and those names: (file, line, kind, what)."""
    headers = out / "headers"
    copy_headers(root, headers)
    shutil.rmtree(out / "api", ignore_errors=True)
    log = out / "doxygen.log"
    settings = (root / "docs/site/Doxyfile").read_text() + f"""
INPUT = {' '.join(f'"{headers / folder}"' for folder in INPUTS)} "{root / NAMESPACES}"
STRIP_FROM_PATH = "{headers / 'include'}" "{headers}"
STRIP_FROM_INC_PATH = "{headers / 'include'}" "{headers}"
INCLUDE_PATH = "{headers / 'include'}" "{headers}"
OUTPUT_DIRECTORY = "{out}"
HTML_OUTPUT = api
GENERATE_TAGFILE = "{out / 'lathe.tag'}"
WARN_LOGFILE = "{log}"
"""
    done = subprocess.run(["doxygen", "-"], input=settings, text=True, capture_output=True)
    if done.returncode != 0:
        raise SystemExit("doxygen: " + done.stdout + done.stderr)
    other, names = [], []
    for line in log.read_text().split("\n"):
        found = WARNING.match(line)
        if found:
            names.append((found["file"].replace(str(headers) + "/", ""), int(found["line"]), found["kind"], found["what"]))
        elif line.strip() and not line.startswith(" ") and "scope for class std::" not in line:
            other.append(line.replace(str(headers) + "/", ""))
    return other, names + list(concepts_without(headers, out / "api")) + list(empty_without(headers))


def empty_without(headers):
    """Types without members and without a comment: doxygen does not warn of these either."""
    for path in sorted(headers.rglob("*.hpp")):
        inside, lines = False, path.read_text().split("\n")
        for at, line in enumerate(lines):
            if re.match(r"namespace [\w:]*detail \{$", line) or line.startswith("}  // namespace"):
                inside = line.startswith("namespace")
            found = re.match(r"(?:struct|class) (\w+)(?: : .*)? \{\};", line)
            if not found or inside or "///<" in line:
                continue
            first = at
            while first > 0 and re.match(r"template <|  requires ", lines[first - 1]):
                first -= 1
            if not lines[first - 1].startswith("///"):
                yield str(path.relative_to(headers)), at + 1, "Compound", found[1]


def concepts_without(headers, pages):
    """Concepts that doxygen lists and has no page of, for they have no comment: it does not warn of these."""
    indexes = "".join((pages / name).read_text() for name in ("concepts.html", "namespaces.html") if (pages / name).is_file())
    wanted = re.findall(r'href="(concept(\w+)\.html)"', indexes)
    for page, name in sorted(set(wanted)):
        if not (pages / page).is_file():
            name = name.replace("_1_1", "::").replace("__", "_")
            last = name.split("::")[-1]
            where = next(((str(path.relative_to(headers)), text[:text.index(f"concept {last} ")].count("\n") + 1)
                          for path in headers.rglob("*.hpp") if f"concept {last} " in (text := path.read_text())), ("include/lathe", 1))
            yield (*where, "Compound", name)


def faults_of(names):
    """One line for each name that must have a comment and has none."""
    found = {}
    for file, line, kind, what in names:
        # A base class with its arguments is told once more, under a name of its own.
        if re.search(r"detail\b", what) or " -> " in what or "(macro definition)" in what and "lathe-c" not in file or re.search(r" of class PassResult<", what):
            continue
        name = re.match(r"((?:\w+::)*)(~?\w+|operator\S*)", what)
        last = name[2] if name else what
        # The word in front of what a library exports.
        if last == "LATHE_API" or last in STANDARD or last.startswith("operator") or last == "fields":
            continue
        if any(word in what for word in STANDARD if "::" + word + "<" in what.replace(" ", "")):
            continue
        if kind == "Compound" and re.sub(r"<.*", "", what).split("::")[-1] in STANDARD:
            continue
        found[(file, line, what)] = f"{file}:{line}: {what} has no comment: say in a line above it (///) or behind it (///<) what it is"
    return [found[key] for key in sorted(found)]


def places(out):
    """Where doxygen put what: `lathe::modulo::schedule`, `lathe/modulo.hpp` to a page (with an anchor)."""
    found = {}
    for compound in xml.etree.ElementTree.parse(out / "lathe.tag").getroot():
        name, page = compound.findtext("name"), compound.findtext("filename")
        if compound.get("kind") == "file":
            name = ((compound.findtext("path") or "") + name).split("/include/")[-1].split("/headers/")[-1]
            page = page if page.endswith(".html") else page + ".html"
        found.setdefault(html.unescape(name), page)
        for member in compound.findall("member"):
            if compound.get("kind") in ("namespace", "class", "struct"):
                found.setdefault(f"{name}::{member.findtext('name')}", f"{member.findtext('anchorfile')}#{member.findtext('anchor')}")
    return found


def self_test(scratch):
    """A small tree: what has no comment is found, what is excused by rule is not."""
    root, out = scratch / "tree", scratch / "out"
    (root / "docs/site").mkdir(parents=True)
    (root / "include/lathe/a").mkdir(parents=True)
    (root / "include/lathe-c").mkdir()
    (root / "codegen").mkdir()
    (root / "nvptx").mkdir()
    (root / "nvptx/user.cpp").write_text('#include "codegen/door.hpp"\n')
    (root / "codegen/door.hpp").write_text("// The head.\n#pragma once\n")
    (root / "codegen/inside.hpp").write_text("struct Inside {};\n")
    here = pathlib.Path(__file__).parent
    shutil.copy(here / "Doxyfile", root / "docs/site/Doxyfile")
    (root / NAMESPACES).write_text("/// N.\nnamespace lathe {\n/// A.\nnamespace a {}\n}\n")

    def told(text, c="/* C. */\n"):
        (root / "include/lathe/a/x.hpp").write_text("// The head.\n#pragma once\nnamespace lathe::a {\n" + text + "\n}\n")
        (root / "include/lathe-c/lathe.h").write_text(c)
        out.mkdir(exist_ok=True)
        other, names = run(root, out)
        assert not other, other
        return faults_of(names)

    good = """/// S.
struct S {
  unsigned first = 0, count = 0;  ///< both
  bool operator==(const S&) const = default;
};
struct XOptions {
  bool operator==(const XOptions&) const = default;
};
/// T.
template <class = void>
class BasicT {};
using T = BasicT<>;
/// Q.
template <class P>
class Q;
template <class P>
class Q<P*> {};
/// H.
template <class P>
concept Hers = true;
template <class P>
concept HasIt = true;
namespace detail { struct Hidden {}; }"""
    assert told(good) == [], told(good)
    for wrong in ("struct Bare {};", "void bare();", "enum class Bare { a };", "inline constexpr int bare = 1;",
                  "template <class P>\nconcept Bare = true;", "using Bare = int;"):
        faults = told(good + "\n" + wrong)
        assert len(faults) == 1 and "include/lathe/a/x.hpp" in faults[0] and re.search("[Bb]are", faults[0]), (wrong, faults)
    assert len(told(good, "/* C. */\nvoid lathe_bare(void);\n")) == 1
    for wrong in ("int bare = 0;", "struct Bare { int x; /**< x */ };", "void bare() {}", "enum class Bare { a };"):
        faults = told(good + "\n/// M.\nstruct M {\n  " + wrong + "\n};")
        assert len(faults) == 1 and re.search("[Bb]are", faults[0]), (wrong, faults)
