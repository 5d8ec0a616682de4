#!/usr/bin/env python3
"""The documentation as a site: pages of docs/ and of each README by mkdocs, API pages by doxygen. `./dev docs` runs it.

  build.py [ROOT] [--out DIR] [--skip-missing]   makes DIR/site (build/docs by default), and checks every link of it
  build.py [ROOT] --names                        public names without a comment, and nothing else
  build.py --self-test                           checks that names without a comment and wrong lines of pages are found

Pages are staged in DIR/pages, at the places that they have in the tree (docs/site/X stands at X). A link to a file of the tree that is
no page becomes one to a copy of it, a link `api:lathe/flow.hpp` or `api:lathe::flow::Cfg` one to doxygen's page. Lines of their own:

  <!-- listing: FILE | FROM | TO -->    lines of a file that is compiled and run by the tests: from the line that has FROM (the first, if it is
                                        empty) to in front of the next one that has TO (the end, if it is empty)
  <!-- form: HEADER -->                 the head of a header, where it says what a text form is
  <!-- costs: FAMILY -->               rows of include/lathe/README.md whose family begins like this
  <!-- figures: TEXT -->                rows of README.md's figures whose command has TEXT
  <!-- coverage: ROW ROW -->            rows of docs/coverage.md
  <!-- file: NAME -->, <!-- run: COMMAND -->   in front of a fenced block: tests/docs/commands.py
  <!-- picture: NAME -->                a picture of docs/site/pictures.py
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import api  # noqa: E402
import pictures  # noqa: E402

HERE = "docs/site"
# What the tests compile and run, or run as it is.
RUN = re.compile(r"examples/[\w/]+\.(cpp|hpp|def|c|rules|ll)$|tests/|python/lathe/")
MISSING = 77
LANGUAGES = {".cpp": "cpp", ".hpp": "cpp", ".def": "cpp", ".c": "c", ".py": "python", ".pyi": "python", ".txt": "cmake"}
# Where rows of tables come from, and so what their links are relative to.
SOURCES = {"costs": "include/lathe/README.md", "figures": "README.md", "coverage": "docs/coverage.md"}


def tree_pages(root):
    """Every page of the tree, and where it stands on the site."""
    listed = subprocess.run(["git", "-C", str(root), "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
                            capture_output=True, text=True)
    names = listed.stdout.split() if listed.returncode == 0 else []
    names = names or [str(p.relative_to(root)) for p in root.rglob("*.md") if not {"build", ".git"} & set(p.relative_to(root).parts)]
    pages = {}
    for name in names:
        if (root / name).is_file():
            pages[name] = name[len(HERE) + 1:] if name.startswith(HERE + "/") else "overview.md" if name == "README.md" else name
    return pages


def as_markdown(line, before):
    """What GitHub takes for a list or its paragraph, as Python's Markdown wants it: an empty line in front, four blanks."""
    last = before[-1] if before else ""
    item = re.match(r"([-*]|\d+\.) ", line)
    if item and last.strip() and (last.startswith("    ") or not re.match(r"([-*]|\d+\.) |\s|#|\||<", last)):
        return "\n" + line
    if re.match(r" {2,3}\S", line) and not last.strip():
        within = next((text for text in reversed(before) if text.strip() and not text.startswith(" ")), "")
        if re.match(r"([-*]|\d+\.) ", within.lstrip("\n")):
            return "    " + line.strip()
    return line


class Stage:
    def __init__(self, root, out, places):
        self.root, self.out, self.places = root, out, places
        self.pages, self.copied, self.faults = tree_pages(root), set(), []
        self.readme = (root / "README.md").read_text().split("\n")
        self.families = (root / "include/lathe/README.md").read_text().split("\n")
        self.states = (root / "docs/coverage.md").read_text().split("\n")

    def all(self):
        for name, to in sorted(self.pages.items()):
            target = self.out / to
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(self.page(name, to))
        self.others()
        for path in (self.root / HERE).rglob("*.css"):
            shutil.copy(path, self.out / path.relative_to(self.root / HERE))

    def others(self):
        """A page of the pages that mkdocs.yml does not name."""
        named = set(re.findall(r"[\w./-]+\.md", (self.root / "mkdocs.yml").read_text()))
        out = ["# More pages", "", "Documents of the tree that have no place in the list on the left:", ""]
        for name, to in sorted(self.pages.items()):
            if to not in named and to != "README.md":
                title = next((line[2:] for line in (self.root / name).read_text().split("\n") if line.startswith("# ")), name)
                out.append(f"- [{title}]({to}) (`{name}`)")
        (self.out / "more.md").write_text("\n".join(out) + "\n")

    def fault(self, name, number, text):
        self.faults.append(f"{name}:{number}: {text}")

    def page(self, name, to):
        out, fence, ran = [], None, None
        for number, line in enumerate((self.root / name).read_text().split("\n"), 1):
            opened = re.match(r"\s*(```+)(\w*)", line)
            if opened and fence is None:
                fence = opened[1]
                # No browser draws these without a script.
                line = line.replace("mermaid", "text") + (f"\n$ {ran}" if ran else "")
                ran = None
            elif fence is not None:
                if line.strip() == fence:
                    fence = None
            else:
                line = as_markdown(line, out)
                told = re.match(r"<!-- (file|run): (.*?)(?: \| [-\d]+)? -->\s*$", line)
                ran = told[2] if told and told[1] == "run" else None
                line = f"`{told[2]}`:\n" if told and told[1] == "file" else "" if told else self.line(name, to, number, line)
            out.append(line)
        return "\n".join(out)

    def line(self, name, to, number, line):
        asked = re.match(r"<!-- (listing|form|costs|figures|coverage|picture): (.*?) -->\s*$", line)
        if asked:
            line = getattr(self, asked[1])(name, number, asked[2])
            if asked[1] in ("listing", "form", "picture"):
                return line.replace("@@", "../" * (len(pathlib.PurePath(to).parts) - 1))
            return self.links(line, SOURCES[asked[1]], to, number, name)
        return self.links(line, name, to, number)

    def links(self, line, name, to, number, told=None):
        """`name`: the file that the links are of; `told`: where a fault stands, if that is another one."""
        # Not within code.
        parts = re.split(r"(`+[^`]*`+)", line)
        for at in range(0, len(parts), 2):
            parts[at] = re.sub(r"\]\(([^()\s]+)\)", lambda found: f"]({self.link(name, to, number, found[1], told)})", parts[at])
        return "".join(parts)

    def link(self, name, to, number, target, told=None):
        if re.match(r"(https?|mailto):", target) or target.startswith("#"):
            return target
        folder = pathlib.PurePath(to).parent
        path, _, anchor = target.partition("#")
        there = os.path.normpath(pathlib.PurePath(name).parent / path)
        if path == "api:":
            place, anchor = "api/index.html", ""
        elif path.startswith("api:"):
            place, _, anchor = self.places.get(target[4:], "").partition("#")
            if not place:
                self.fault(told or name, number, f"doxygen has no page of {target[4:]}")
                return target
            place = "api/" + place
        elif there in self.pages:
            place = self.pages[there]
        elif there + "/README.md" in self.pages:
            place = self.pages[there + "/README.md"]
        elif (self.root / there).is_file() and not there.startswith(".."):
            place = self.copy(there)
        else:
            self.fault(told or name, number, f"the link {target} leads to no file of the tree")
            return target
        return os.path.relpath(place, folder) + ("#" + anchor if anchor else "")

    def copy(self, name):
        """A file of the tree as text: browsers show that."""
        place = f"tree/{name}" + ("" if name.endswith((".txt", ".svg", ".png")) else ".txt")
        if place not in self.copied:
            self.copied.add(place)
            (self.out / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(self.root / name, self.out / place)
        return place

    # ---- lines of their own

    def listing(self, name, number, asked):
        file, begin, end = (asked.split("|") + ["", ""])[:3]
        file, begin, end = file.strip(), begin.strip(), end.strip()
        if not RUN.match(file) or not (self.root / file).is_file():
            self.fault(name, number, f"{file} is no file that the tests compile and run")
            return ""
        lines = (self.root / file).read_text().rstrip("\n").split("\n")
        first = next((at for at, line in enumerate(lines) if begin in line), None)
        if first is None:
            self.fault(name, number, f"{file} has no line with {begin!r}")
            return ""
        last = len(lines) if not end else next((at for at in range(first + 1, len(lines)) if end in lines[at]), None)
        if last is None:
            self.fault(name, number, f"{file} has no line with {end!r} behind {begin!r}")
            return ""
        part = lines[first:last]
        while part and not part[-1].strip():
            part.pop()
        kind = LANGUAGES.get(pathlib.PurePath(file).suffix, "text")
        return f"```{kind}\n" + "\n".join(part) + f"\n```\n*From [{file}](@@{self.copy(file)}), lines {first + 1} to {first + len(part)}.*"

    def form(self, name, number, asked):
        if not re.match(r"include/lathe/.*\.hpp$", asked) or not (self.root / asked).is_file():
            self.fault(name, number, f"there is no header {asked}")
            return ""
        lines = (self.root / asked).read_text().split("\n")
        head = lines[:next(at for at, line in enumerate(lines) if not line.startswith("//"))]
        return "```text\n" + "\n".join(line[3:] for line in head) + f"\n```\n*The head of [{asked}](@@{self.copy(asked)}).*"

    def picture(self, name, number, asked):
        if asked not in pictures.ALL:
            self.fault(name, number, f"there is no picture {asked}")
            return ""
        place = self.out / "pictures" / (asked + ".svg")
        place.parent.mkdir(parents=True, exist_ok=True)
        title, text = pictures.draw(asked)
        place.write_text(text)
        return f"![{title}](@@pictures/{asked}.svg)"

    def rows(self, lines, wanted):
        return [[cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines
                if line.startswith("| ") and wanted(line)]

    def costs(self, name, number, asked):
        out = []
        for family in asked.split(";"):
            rows = [row for row in self.rows(self.families, lambda line: True)
                    if len(row) == 6 and ".hpp" in row[1] and row[0].startswith(family.strip())]
            if not rows:
                self.fault(name, number, f"include/lathe/README.md has no row of {family.strip()}")
            for row in rows:
                source = f" *Source*: {row[4]}." if row[4] else ""
                where = f" *Shown by*: {row[5]}." if row[5] else ""
                cost = row[3] or "that of what is asked for"
                out.append(f"- **{row[0].split(': ')[-1]}** ({row[1]}): {row[2]}. *Cost*: {cost}.{source}{where}")
        return "\n".join(out)

    def figures(self, name, number, asked):
        rows = [row for row in self.rows(self.readme, lambda line: asked in line) if len(row) == 3 and asked in row[1]]
        if not rows:
            self.fault(name, number, f"README.md has no figure by {asked}")
        return "\n".join(f"- {what}: {result} ({command})" for what, command, result in rows)

    def coverage(self, name, number, asked):
        out = []
        for key in asked.split():
            rows = [row for row in self.rows(self.states, lambda line: True) if len(row) >= 3 and row[0].split(" ")[0] == key]
            if not rows:
                self.fault(name, number, f"docs/coverage.md has no row {key}")
            out += [f"- **{row[0]}** ({row[1]}): {'|'.join(row[2:])}" for row in rows]
        return "\n".join(out)


def by_mkdocs(code):
    """What the code prints, run by the interpreter that mkdocs is for; nothing where it fails."""
    first = pathlib.Path(shutil.which("mkdocs")).read_text(errors="replace").split("\n")[0]
    python = first[2:].strip().split() if first.startswith("#!") else [sys.executable]
    done = subprocess.run([*python, "-c", code], capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else ""


def style_of_code():
    """Colours of listings, where there is Pygments; listings are plain without."""
    return by_mkdocs("from pygments.formatters import HtmlFormatter; print(HtmlFormatter(style='default').get_style_defs('.codehilite'))")


def scripts_of_theme(to):
    """Two scripts that Debian's theme names and its package leaves out (mkdocs 1.4.2+dfsg): jQuery, from its dependency, and one not needed."""
    have = pathlib.Path(by_mkdocs("import mkdocs; print(mkdocs.__file__)").strip()).parent / "themes/readthedocs/js"
    jquery = pathlib.Path("/usr/share/javascript/jquery/jquery.min.js")
    if not (have / "theme_extra.js").exists() and jquery.exists():
        to.mkdir()
        shutil.copy(jquery, to / "jquery-3.6.0.min.js")
        (to / "theme_extra.js").write_text("// Left out by Debian's package; nothing of it is used.\n")


def build(root, out):
    other, names = api.run(root, out)
    faults = [f"doxygen: {line}" for line in other]
    faults += api.faults_of(names)
    pages = out / "pages"
    shutil.rmtree(pages, ignore_errors=True)
    pages.mkdir(parents=True)
    stage = Stage(root, pages, api.places(out))
    stage.all()
    faults += stage.faults
    (pages / "code.css").write_text(style_of_code())
    scripts_of_theme(pages / "js")
    shutil.copytree(out / "api", pages / "api")
    done = subprocess.run(["mkdocs", "build", "--strict", "--clean", "-f", str(root / "mkdocs.yml"), "-d", str(out / "site")],
                          env={**os.environ, "LATHE_DOCS_PAGES": str(pages)}, capture_output=True, text=True)
    if done.returncode != 0:
        said = re.sub(r"\x1b\[\d*m", "", done.stdout + done.stderr).split("\n")
        faults += ["mkdocs: " + line for line in said if line.strip() and not line.startswith("INFO")]
    else:
        said = subprocess.run([sys.executable, str(root / "tests/docs/site.py"), str(out / "site")], capture_output=True, text=True)
        if said.returncode != 0:
            faults += (said.stdout + said.stderr).strip().split("\n")
        else:
            print(said.stdout.strip())
    return faults


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        api.self_test(scratch)
        root = scratch / "pages"
        (root / HERE).mkdir(parents=True)
        (root / "examples").mkdir()
        (root / "include/lathe").mkdir(parents=True)
        (root / "examples/a.cpp").write_text("int a;\nint main() {\n}\n")
        (root / "README.md").write_text("| what | `./dev bench a` | 7, see [b](docs/site/b.md) |\n")
        (root / "include/lathe/README.md").write_text("| a: x | `a.hpp` | does | O(1) | us | |\n")
        (root / "docs/coverage.md").write_text("| A1 x | works | here |\n")

        def told(line):
            (root / HERE / "b.md").write_text(line + "\n```cpp\n[no](link)\n```\n")
            stage = Stage(root, scratch / "staged", {"lathe::a": "a.html#b"})
            return stage.page(HERE + "/b.md", "b.md"), len(stage.faults)
        assert told("<!-- listing: examples/a.cpp | int main | -->")[0].startswith("```cpp\nint main() {\n}\n```")
        assert told("<!-- figures: ./dev bench a -->")[0].startswith("- what: 7, see [b](b.md) (`./dev bench a`)")
        assert "*Cost*: O(1). *Source*: us." in told("<!-- costs: a -->")[0]
        assert told("<!-- coverage: A1 -->")[0].startswith("- **A1 x** (works): here")
        assert told("[x](api:lathe::a) [`y`](../../examples/a.cpp)")[0].startswith("[x](api/a.html#b) [`y`](tree/examples/a.cpp.txt)")
        for good in ("[a](../../README.md)", "`[no](link)`", "[out](https://example.org/)", "<!-- picture: outline -->"):
            assert told(good)[1] == 0, good
        for wrong in ("[a](none.md)", "[a](api:lathe::none)", "<!-- listing: examples/none.cpp | | -->", "<!-- listing: examples/a.cpp | none | -->",
                      "<!-- picture: none -->", "<!-- listing: README.md | | -->", "<!-- figures: none -->", "<!-- costs: none -->", "<!-- coverage: A2 -->",
                      "<!-- form: include/lathe/none.hpp -->"):
            assert told(wrong)[1] == 1, wrong
        assert as_markdown("- a", ["text"]) == "\n- a" and as_markdown("- b", ["- a"]) == "- b"
        assert as_markdown("  p", ["- a", ""]) == "    p"
    print("self-test: good")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("root", nargs="?", default=str(pathlib.Path(__file__).resolve().parents[2]))
    parser.add_argument("--out")
    parser.add_argument("--names", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--skip-missing", action="store_true", help="exit 77 where mkdocs or doxygen is not there")
    asked = parser.parse_args()
    root = pathlib.Path(asked.root).resolve()
    out = pathlib.Path(asked.out).resolve() if asked.out else root / "build/docs"
    missing = [tool for tool in ("mkdocs", "doxygen") if shutil.which(tool) is None]
    if missing:
        print(f"docs: {' and '.join(missing)} not found; `./dev docs` installs them on Debian 12")
        return MISSING if asked.skip_missing else 1
    if asked.self_test:
        return self_test()
    out.mkdir(parents=True, exist_ok=True)
    if asked.names:
        faults = api.faults_of(api.run(root, out)[1])
        print("\n".join(faults) or "every public name has a comment")
        return 1 if faults else 0
    faults = build(root, out)
    if faults:
        print("\n".join(faults))
        return 1
    print(f"The site: {out / 'site/index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
