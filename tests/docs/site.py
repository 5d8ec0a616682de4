#!/usr/bin/env python3
"""Every link of a built site leads somewhere, and nothing but links leads outside.

  site.py SITE         exit 1 and a line for each link to a file or an anchor that is not there, each page that nothing leads to,
                       and each script, style, font or picture from elsewhere
  site.py --self-test  checks that each of these is found
"""
import html.parser
import pathlib
import re
import sys
import tempfile
import urllib.parse

# What a browser fetches by itself.
FETCHED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src", "object": "data", "embed": "src", "video": "src", "audio": "src"}
# Made by mkdocs or doxygen for a reason of their own: nothing has to lead there.
ALONE = re.compile(r"(^|/)(404|search)\.html$|^api/|^tree/")


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.anchors, self.links, self.fetched = set(), [], []

    def handle_starttag(self, tag, attributes):
        have = dict(attributes)
        for key in ("id", "name"):
            if have.get(key):
                self.anchors.add(have[key])
        if tag == "a" and have.get("href"):
            self.links.append((self.getpos()[0], have["href"]))
        if tag in FETCHED and have.get(FETCHED[tag]):
            if tag != "link" or have.get("rel") not in ("canonical", "alternate", "author", "next", "prev", "home", "search"):
                self.fetched.append((self.getpos()[0], have[FETCHED[tag]]))
        if have.get("style"):
            self.fetched += [(self.getpos()[0], found) for found in re.findall(r"url\(['\"]?([^'\")]+)", have["style"])]

    handle_startendtag = handle_starttag


def outside(target):
    return bool(re.match(r"([a-z][a-z0-9+.-]*:)?//", target)) and not target.startswith("data:")


def faults_of(site):
    pages, faults = {}, []
    for path in sorted(site.rglob("*.html")):
        page = Page()
        page.feed(path.read_text(errors="replace"))
        pages[path] = page
    files = {path for path in site.rglob("*") if path.is_file()}
    folders = {path.parent for path in files}
    led_to = set()
    for path, page in pages.items():
        name = path.relative_to(site)
        for line, target in page.links + page.fetched:
            fetched = (line, target) in page.fetched
            if outside(target):
                if fetched:
                    faults.append(f"{name}:{line}: {target} is fetched from elsewhere")
                continue
            if re.match(r"(mailto|javascript|data):", target):
                continue
            place, _, anchor = target.partition("#")
            place = urllib.parse.unquote(place.split("?")[0])
            there = path if not place else pathlib.Path(*((site / place.lstrip("/")).parts if place.startswith("/") else
                                                          normal(path.parent / place)))
            if there in folders:
                there = there / "index.html"
            if there not in files:
                faults.append(f"{name}:{line}: {target} leads to no file")
                continue
            if there != path:
                led_to.add(there)
            if anchor and there in pages and urllib.parse.unquote(anchor) not in pages[there].anchors:
                faults.append(f"{name}:{line}: {target}: the page has no such anchor")
    for path in sorted(path for path in files if path.suffix == ".css"):
        for found in re.findall(r"(?:url\(|@import\s+)['\"]?([^'\")\s;]+)", path.read_text(errors="replace")):
            if outside(found):
                faults.append(f"{path.relative_to(site)}: {found} is fetched from elsewhere")
    for path in pages:
        name = str(path.relative_to(site))
        if path not in led_to and name != "index.html" and not ALONE.search(name):
            faults.append(f"{name}: nothing leads to this page")
    return faults, len(pages), sum(len(page.links) for page in pages.values())


def normal(path):
    parts = []
    for part in path.parts:
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return parts


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        site = pathlib.Path(folder)

        def told(body, style="", other='<h1 id="here">x</h1>'):
            (site / "index.html").write_text(f'<a href="other.html">o</a>{body}')
            (site / "other.html").write_text(other)
            (site / "a.css").write_text(style)
            return faults_of(site)[0]
        assert told("") == [], told("")
        assert told('<a href="other.html#here">h</a><a href="https://example.org/">e</a><a href="#">t</a>') == []
        assert len(told('<a href="none.html">n</a>')) == 1
        assert len(told('<a href="other.html#there">n</a>')) == 1
        assert len(told('<script src="https://example.org/x.js"></script>')) == 1
        assert len(told('<img src="//example.org/x.png"/>')) == 1
        assert len(told('<link rel="stylesheet" href="https://example.org/x.css">')) == 1
        assert len(told("", "@font-face { src: url(https://example.org/f.woff) }")) == 1
        assert len(told("", "@import 'http://example.org/f.css';")) == 1
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
    faults, pages, links = faults_of(pathlib.Path(sys.argv[1]).resolve())
    print("\n".join(faults) if faults else f"{pages} pages, {links} links: all lead somewhere, nothing is fetched from elsewhere")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
