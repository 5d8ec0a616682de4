#!/usr/bin/env python3
"""What the site's pages say that commands and examples print is what they print.

  commands.py ROOT [--lathe PROGRAM] [--examples DIR] [--write]   runs them; --write puts into the pages what they print
  commands.py --self-test                                         checks that a changed line is found

A page (docs/site/**/*.md) has a line in front of a fenced block:
  <!-- file: daxpy.txt -->                      the block is this file, for the page's commands
  <!-- run: lathe modulo daxpy.txt --check -->  the block is what the command prints, standard error too
  <!-- run: example_modulo | 1-12 -->           lines 1 to 12 of what an example's program (DIR/example_modulo) prints
The folder has the tree's examples besides. Commands whose program was not built are left out, and counted. A command may end
with 0 or, where it is asked a question (equal, checkers), with 1.
"""
import argparse
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ASKED = re.compile(r"<!-- (file|run): (.*?) -->\s*$")


def blocks(lines):
    """(kind, asked, first line of the block's text, line behind it)."""
    for at, line in enumerate(lines):
        asked = ASKED.match(line)
        if asked and at + 1 < len(lines) and re.match(r"```\w*\s*$", lines[at + 1]):
            end = next((i for i in range(at + 2, len(lines)) if lines[i].strip() == "```"), None)
            if end is not None:
                yield asked[1], asked[2], at + 2, end


def printed(command, folder, programs):
    """What it prints, or None where its program is not there."""
    line, _, part = (text.strip() for text in command.partition(" | "))
    words = shlex.split(line)
    program = programs(words[0])
    if program is None:
        return None
    done = subprocess.run([program] + words[1:], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
    if done.returncode not in (0, 1):
        return [f"ended with {done.returncode}"]
    out = [text.rstrip() for text in done.stdout.rstrip("\n").split("\n")]
    if part:
        first, last = (int(number) for number in part.split("-"))
        out = out[first - 1:last]
    return [] if out == [""] else out


def page(path, programs, write, examples=None):
    """(faults, commands run, commands left out)."""
    lines = path.read_text().split("\n")
    faults, run, left, changes = [], 0, 0, []
    with tempfile.TemporaryDirectory() as folder:
        if examples:
            (pathlib.Path(folder) / "examples").symlink_to(examples)
        for kind, asked, first, end in blocks(lines):
            if kind == "file":
                (pathlib.Path(folder) / asked).write_text("\n".join(lines[first:end]) + "\n")
                continue
            out = printed(asked, folder, programs)
            if out is None:
                left += 1
                continue
            run += 1
            if out != [line.rstrip() for line in lines[first:end]]:
                faults.append(f"{path}:{first + 1}: `{asked}` prints otherwise; `--write` puts in what it prints")
                changes.append((first, end, out))
    if write:
        for first, end, out in reversed(changes):
            lines[first:end] = out
        path.write_text("\n".join(lines))
        faults = []
    return faults, run, left


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "a.md"

        def told(block, command="show in.txt"):
            path.write_text(f"<!-- file: in.txt -->\n```text\none\ntwo\n```\n\n<!-- run: {command} -->\n```text\n{block}\n```\n")
            return page(path, {"show": "cat"}.get, False)
        assert told("one\ntwo") == ([], 1, 0)
        assert told("two", "show in.txt | 2-2") == ([], 1, 0)
        assert told("", "other") == ([], 0, 1)
        assert len(told("one")[0]) == 1 and len(told("one\ntwo\nthree")[0]) == 1
        told("one")
        page(path, {"show": "cat"}.get, True)
        assert page(path, {"show": "cat"}.get, False) == ([], 1, 0)
    print("self-test: good")
    return 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("root")
    parser.add_argument("--lathe")
    parser.add_argument("--examples")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()

    def programs(name):
        if name == "lathe":
            return asked.lathe and str(pathlib.Path(asked.lathe).resolve())
        there = pathlib.Path(asked.examples or ".").resolve() / name
        return str(there) if name.startswith("example_") and there.is_file() else None
    faults, run, left = [], 0, 0
    for path in sorted((pathlib.Path(asked.root) / "docs/site").rglob("*.md")):
        told, ran, out = page(path, programs, asked.write, pathlib.Path(asked.root).resolve() / "examples")
        faults, run, left = faults + told, run + ran, left + out
    print("\n".join(faults) if faults else f"{run} commands print what their pages say, {left} were not built")
    return 1 if faults or run == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
