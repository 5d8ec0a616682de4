#!/usr/bin/env python3
"""docs/porting.md says what is so: its listings stand in files that are compiled, and a port is as short as it says.

  porting.py ROOT            exit 1 and a line for each listing that stands nowhere, and each limit that is passed
  porting.py ROOT --lines    prints the lines of the toy GPU's files, by part
  porting.py --self-test     checks that a changed listing and too many lines are found

A listing is a fenced block of C++ or assembly; the line in front of it names its file: <!-- examples/toy_gpu/facts.cpp -->.
Its lines stand there one behind another; `...` alone in a line stands for any number of lines. The file must be built: a
source or header of a folder that a CMake file globs, or one that such a file includes.
"""
import pathlib
import re
import sys
import tempfile

GUIDE = "docs/porting.md"
FOLDER = "examples/toy_gpu"
# Machine and assembler are what comes with a real GPU; all else of the folder is the port.
PARTS = {"machine": ("machine", re.compile(r"(machine|operations)(_\w+)?\.(cpp|hpp)$"), 500),
         "assembler": ("assembler", re.compile(r"assembler\.cpp$"), 400), "port": ("port", re.compile(r"."), 2000)}
LISTED = ("cpp", "asm")


def listings(text):
    """(line number, file or None, lines) of each fenced block that has to be compiled."""
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        opened = re.match(r"\s*```(\w+)\s*$", lines[at])
        if not opened:
            at += 1
            continue
        end = at + 1
        while end < len(lines) and lines[end].strip() != "```":
            end += 1
        if opened.group(1) in LISTED:
            named = re.match(r"\s*<!-- (\S+) -->\s*$", lines[at - 1]) if at > 0 else None
            yield at + 1, named.group(1) if named else None, lines[at + 1:end]
        at = end + 1


def stands_in(wanted, there):
    """Do the lines stand in the file one behind another, indented by any one amount, with `...` for a gap?"""
    parts, part = [], []
    for line in wanted:
        if line.strip() == "...":
            parts.append(part)
            part = []
        else:
            part.append(line.strip())
    parts.append(part)
    there = [line.strip() for line in there]
    begin = 0
    for part in parts:
        found = next((i for i in range(begin, len(there) - len(part) + 1) if there[i:i + len(part)] == part), None)
        if found is None:
            return False
        begin = found + len(part)
    return True


def lines_of(root):
    counts = dict.fromkeys(PARTS, 0)
    rows = []
    for path in sorted((root / FOLDER).glob("*")):
        if path.suffix not in (".cpp", ".hpp", ".def"):
            continue
        part = next(name for name, (_, pattern, _) in PARTS.items() if pattern.match(path.name))
        number = len(path.read_text().splitlines())
        counts[part] += number
        rows.append((part, path.name, number))
    return counts, rows


def faults_of(root):
    guide = root / GUIDE
    for number, name, wanted in listings(guide.read_text()):
        if name is None:
            yield f"{GUIDE}:{number}: a listing whose file is not named in the line before it"
        elif not (root / name).is_file():
            yield f"{GUIDE}:{number}: there is no {name}"
        elif not stands_in(wanted, (root / name).read_text().split("\n")):
            yield f"{GUIDE}:{number}: the listing does not stand in {name} like this"
    counts, _ = lines_of(root)
    for part, (title, _, most) in PARTS.items():
        if counts[part] > most:
            yield f"{FOLDER}: the {title} has {counts[part]} lines, at most {most}"
        if counts[part] == 0:
            yield f"{FOLDER}: no lines of the {title} were found"


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "docs").mkdir()
        (root / FOLDER).mkdir(parents=True)
        (root / FOLDER / "facts.cpp").write_text("int a;\n  int b;\n  int c;\nint d;\n")
        (root / FOLDER / "machine.cpp").write_text("int m;\n")
        (root / FOLDER / "assembler.cpp").write_text("int r;\n")

        def told(block, name="<!-- examples/toy_gpu/facts.cpp -->"):
            (root / GUIDE).write_text(f"Text\n\n{name}\n```cpp\n{block}\n```\n")
            return list(faults_of(root))
        assert told("int b;\nint c;") == [], told("int b;\nint c;")
        assert told("int a;\n...\nint d;") == []
        assert len(told("int b;\nint d;")) == 1
        assert len(told("int d;\n...\nint a;")) == 1
        assert len(told("int a;", "")) == 1
        assert len(told("int a;", "<!-- examples/toy_gpu/none.cpp -->")) == 1
        (root / FOLDER / "machine.cpp").write_text("int m;\n" * 501)
        assert len(told("int a;")) == 1
        (root / FOLDER / "machine.cpp").write_text("int m;\n")
        (root / FOLDER / "select.cpp").write_text("int s;\n" * 1999)
        assert len(told("int a;")) == 1
    print("self-test: good")
    return 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if len(sys.argv) < 2:
        print(__doc__)
        return 2
    root = pathlib.Path(sys.argv[1])
    if sys.argv[2:] == ["--lines"]:
        counts, rows = lines_of(root)
        for part, name, number in rows:
            print(f"{number:6}  {part:8} {name}")
        for part, number in counts.items():
            print(f"{number:6}  {part} together, at most {PARTS[part][2]}")
        return 0
    faults = list(faults_of(root))
    print("\n".join(faults) if faults else f"{GUIDE}: {sum(1 for _ in listings((root / GUIDE).read_text()))} listings stand where it says")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
