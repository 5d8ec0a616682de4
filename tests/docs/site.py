#!/usr/bin/env python3
"""Every link of a built site leads somewhere, and nothing but links leads outside.

  site.py SITE         exit 1 and a line for each link to a file or an anchor that is not there, each page that nothing leads to, each
                       list or table that became plain text, and each script, style, font or picture from elsewhere
  site.py --self-test  checks that each of these is found
"""
import html
import os
import pathlib
import re
import sys
import tempfile
import urllib.parse

# What a browser fetches by itself.
FETCHED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src", "object": "data", "embed": "src",
           "video": "src", "audio": "src"}
# Made by mkdocs or doxygen for a reason of their own: nothing has to lead there.
ALONE = re.compile(r"(^|/)(404|search)\.html$|^api/|^tree/")


ANCHOR = re.compile(r"""\s(?:id|name)=["']([^"']+)["']""")
TAG = re.compile(r"<(a|" + "|".join(FETCHED) + r")\s([^>]*)>")
STYLE = re.compile(r"""\sstyle=["'][^"']*url\(['"]?([^'")]+)""")


class Page:
    """What machines write: tags in lower case, attributes in quotes, `<` of texts as an entity."""

    def __init__(self, text):
        # What is said to old browsers alone is a comment.
        text = re.sub(r"<!--.*?-->", lambda found: "\n" * found[0].count("\n"), text, flags=re.DOTALL)
        self.text = text
        self.anchors = {html.unescape(found) for found in ANCHOR.findall(text)}
        self.links, self.fetched = [], [(found.start(), found[1]) for found in STYLE.finditer(text)]
        for found in TAG.finditer(text):
            target = re.search(r"""(?:^|\s)""" + FETCHED.get(found[1], "href") + r"""=["']([^"']+)["']""", found[2])
            if not target:
                continue
            if found[1] == "a":
                self.links.append((found.start(), html.unescape(target[1])))
            elif found[1] != "link" or not re.search(r"""rel=["'](canonical|alternate|author|next|prev|home|search)["']""", found[2]):
                self.fetched.append((found.start(), html.unescape(target[1])))

    def line(self, at):
        return self.text.count("\n", 0, at) + 1


def outside(target):
    return bool(re.match(r"([a-z][a-z0-9+.-]*:)?//", target)) and not target.startswith("data:")


def faults_of(site):
    """(faults, number of pages, number of links)."""
    files, folders = {}, set()
    for folder, _, names in os.walk(site):
        folders.add(folder)
        files |= {os.path.join(folder, name): None for name in names}
    for path in files:
        if path.endswith(".html"):
            files[path] = Page(pathlib.Path(path).read_text(errors="replace"))
    faults, led_to = [], set()
    pages = {path: page for path, page in sorted(files.items()) if page}
    for path, page in pages.items():
        name = os.path.relpath(path, site)
        for at, target in page.links + page.fetched:
            if outside(target):
                if (at, target) in page.fetched:
                    faults.append(f"{name}:{page.line(at)}: {target} is fetched from elsewhere")
                continue
            if re.match(r"(mailto|javascript|data):", target):
                continue
            place, _, anchor = target.partition("#")
            place = urllib.parse.unquote(place.split("?")[0])
            base = site if place.startswith("/") else os.path.dirname(path)
            there = os.path.normpath(os.path.join(base, place.lstrip("/"))) if place else path
            if there in folders:
                there = os.path.join(there, "index.html")
            if there not in files:
                faults.append(f"{name}:{page.line(at)}: {target} leads to no file")
                continue
            if there != path:
                led_to.add(there)
            # Doxygen 1.9.4 names a section that it left out: of a class that has nested ones, none of them with a comment.
            if not anchor or anchor == "nested-classes" and name.startswith("api"):
                continue
            if files[there] and urllib.parse.unquote(anchor) not in files[there].anchors:
                faults.append(f"{name}:{page.line(at)}: {target}: the page has no such anchor")
    for path, page in pages.items():
        # Doxygen has no Markdown of ours, and code may have anything.
        if not os.path.relpath(path, site).startswith(("api", "tree")):
            plain = re.sub(r"<pre.*?</pre>", lambda found: "\n" * found[0].count("\n"), page.text, flags=re.DOTALL)
            for found in re.finditer(r"^- .{0,40}|^\|.*\|$", plain, flags=re.MULTILINE):
                line = plain.count("\n", 0, found.start()) + 1
                faults.append(f"{os.path.relpath(path, site)}:{line}: a list or table that is none: {found[0]}")
    for path in sorted(path for path in files if path.endswith(".css")):
        for found in re.findall(r"(?:url\(|@import\s+)['\"]?([^'\")\s;]+)", pathlib.Path(path).read_text(errors="replace")):
            if outside(found):
                faults.append(f"{os.path.relpath(path, site)}: {found} is fetched from elsewhere")
    for path in pages:
        name = os.path.relpath(path, site)
        if path not in led_to and name != "index.html" and not ALONE.search(name):
            faults.append(f"{name}: nothing leads to this page")
    return faults, len(pages), sum(len(page.links) for page in pages.values())


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        site = pathlib.Path(folder)

        def told(body, style="", other='<h1 id="here">x</h1>'):
            (site / "index.html").write_text(f'<a href="other.html">o</a>{body}')
            (site / "other.html").write_text(other)
            (site / "a.css").write_text(style)
            return faults_of(str(site))[0]
        assert told("") == [], told("")
        assert told('<a href="other.html#here">h</a><a href="https://example.org/">e</a><a href="#">t</a>') == []
        assert len(told('<a href="none.html">n</a>')) == 1
        assert len(told('<a href="other.html#there">n</a>')) == 1
        assert len(told('<script src="https://example.org/x.js"></script>')) == 1
        assert len(told('<img src="//example.org/x.png"/>')) == 1
        assert len(told('<link rel="stylesheet" href="https://example.org/x.css">')) == 1
        assert len(told("", "@font-face { src: url(https://example.org/f.woff) }")) == 1
        assert len(told("", "@import 'http://example.org/f.css';")) == 1
        assert len(told("<p>a\n- b</p>")) == 1 and len(told("<p>a\n| b |\n</p>")) == 1 and told("<pre>\n- b\n</pre>") == []
        (site / "third.html").write_text("x")
        assert len(told("")) == 1
    print("self-test: good")
    return 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    faults, pages, links = faults_of(str(pathlib.Path(sys.argv[1]).resolve()))
    print("\n".join(faults) if faults else f"{pages} pages, {links} links: all lead somewhere, nothing is fetched from elsewhere")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
