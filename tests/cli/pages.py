#!/usr/bin/env python3
"""The help at 100 columns, manual pages with every option of the help, completions that propose them.  pages.py LATHE"""
import os
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
from cli import Checks  # noqa: E402

WIDEST = 100
NAMES = re.compile(r"^  (-[\w-]+(?:,-[\w-]+)*)(?:\{[^}]*\})?(?=\s|$)", re.M)


def text(t, *arguments):
    done = t.run(*arguments)
    t.expect(" ".join(arguments), done.returncode == 0 and not done.stderr, str(done)[:300])
    return done.stdout.decode()


def wide(t, what, said):
    long = [line for line in said.splitlines() if len(line) > WIDEST]
    t.expect(f"{what} has at most {WIDEST} columns", not long, str(long[:3]))


def unformatted(page):
    """roff -> the characters that it shows, as far as names of options go."""
    return re.sub(r"\\f[BRI]|\\&", "", page).replace("\\-", "-")


def groff(t, what, page):
    if not shutil.which("groff"):
        return
    done = subprocess.run(["groff", "-man", "-ww", "-Tutf8"], input=page.encode(), capture_output=True, timeout=300)
    t.expect(f"{what}: groff warns of nothing", done.returncode == 0 and not done.stderr, done.stderr.decode()[:300])


def bash(script, lines):
    """What bash proposes behind each of these words."""
    ask = 'ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lathe; echo "${COMPREPLY[@]}"; }\n'
    text = script + ask + "".join("ask " + " ".join(f"'{w}'" for w in words) + "\n" for words in lines)
    done = subprocess.run(["bash", "--norc", "-u"], input=text.encode(), capture_output=True, timeout=300)
    return [line.split() for line in done.stdout.decode().splitlines()], done.stderr.decode()


SECTIONS = ["Input", "Output", "Launch", "Target", "Optimization", "Floating point", "Passes", "Algorithm", "Imports", "Checks", "Diagnostics", "General"]


def grouped(t, name, said, page):
    """Every option stands in a group of its own name, in their order; the page has the same groups with the same options."""
    def groups(lines, head, option):
        out, now = [], None
        for line in lines:
            if (m := head.match(line)):
                out.append((m[1], []))
                now = out[-1][1]
            elif (m := option.match(line)) and now is not None:
                now.append(m[1].split(",")[0])
            elif m:
                out.append((None, [m[1]]))
        return out
    help_ = [(head, names) for head, names in groups(said.splitlines(), re.compile(r"^(\w[\w ]*):\s*$"), re.compile(r"^  (-[\w,-]+)")) if names]
    t.expect(f"{name}: its help is grouped", [h for h, _ in help_] == [s for s in SECTIONS if s in dict(help_)] and len(help_) >= 2, str([h for h, _ in help_]))
    shown = groups(unformatted(page).replace(".TP\n", ".TP ").splitlines(), re.compile(r"^\.SS (.*)$"), re.compile(r"^\.TP (-[\w-]+)"))
    t.expect(f"lathe-{name}.1 has the same groups", [(h, set(n)) for h, n in shown] == [(h, set(n)) for h, n in help_], str(shown)[:400] + " not " + str(help_)[:400])


def commands(t):
    """The commands, and what is wrong with the words around them."""
    said = text(t, "--help")
    wide(t, "lathe --help", said)
    t.expect("lathe help", text(t, "help") == said)
    names = [c for c in dict.fromkeys(re.findall(r"^  lathe (\w+) +\S", said, re.M)) if c not in ("help", "completion", "COMMAND")]
    if "built without LLVM" in said:
        names = [c for c in names if c not in ("compile", "thinlto")]
    t.expect("the commands", len(names) >= 13, str(names))
    groff(t, "lathe.1", text(t, "help", "--man"))
    t.expect("lathe.1 has the commands", all(f"lathe {c}" in unformatted(text(t, "help", "--man")) for c in names))
    t.error("help of no command", ["help", "compil"], 2, "no command 'compil'", "did you mean")
    t.error("help of two", ["help", "opt", "run"], 2, "one command")
    t.error("completion of no shell", ["completion", "tcsh"], 2, "bash, zsh, fish")
    t.error("completion of nothing", ["completion"], 2, "bash, zsh, fish")
    return names


def main():
    t = Checks(sys.argv[1])
    names = commands(t)
    script = text(t, "completion", "bash")
    asked, wanted = [["lathe", ""]], [set(names) | {"help", "completion"}]
    zsh, fish = text(t, "completion", "zsh"), text(t, "completion", "fish")
    for name in names:
        said = text(t, name, "--help")
        wide(t, f"lathe {name} --help", said)
        t.expect(f"lathe help {name}", text(t, "help", name) == said)
        page = text(t, "help", "--man", name)
        groff(t, f"lathe-{name}.1", page)
        grouped(t, name, said, page)
        options = {n for names in NAMES.findall(said) for n in names.split(",")}
        t.expect(f"{name}: options in its help", len(options) >= 3, str(options))
        shown = set(re.findall(r"-[\w-]+", " ".join(re.findall(r"^\.TP\n(.*)", unformatted(page), re.M))))
        t.expect(f"lathe-{name}.1 has every option", options <= shown, str(options - shown))
        asked.append(["lathe", name, "-"])
        wanted.append(options)
        for names, choices in re.findall(r"^  (-[\w,-]+) TEXT:\{([^}]*)\}", said, re.M):
            for option in names.split(","):
                asked += [["lathe", name, option, ""], ["lathe", name, option, "="], ["lathe", name, option, "=", choices[:2]]]
                wanted += [set(choices.split(","))] * 2 + [{c for c in choices.split(",") if c.startswith(choices[:2])}]
        for option in options:
            t.expect(f"zsh: {name} {option}", re.search(rf"^        '\*{re.escape(option)}[=+]?\[", zsh, re.M), "")
            # fish has short ones of one letter
            way = f" -l {option[2:]} " if option.startswith("--") else f" -s {option[1:]} "
            t.expect(f"fish: {name} {option}", any(way in line for line in fish.splitlines() if f"from {name}'" in line), "")
    if shutil.which("bash"):
        proposed, errors = bash(script, asked)
        t.expect("bash says nothing on standard error", not errors, errors[:300])
        t.expect("bash answers all", len(proposed) == len(asked), f"{len(proposed)} of {len(asked)}")
        for words, these, right in zip(asked, proposed, wanted):
            missing = right - set(these) if words[-1] in ("", "-") and len(words) < 4 else right ^ set(these)
            t.expect(f"bash: {' '.join(words)}", not missing, str(sorted(missing))[:300])
        if "compile" in commands(t):
            inner, _ = bash(script, [["lathe", "bisect", "--check", "x", "compile", "--fp-contr"], ["lathe", "sched", "a"]])
            t.expect("bash: bisect goes on with compile's", inner == [["--fp-contract"], []], str(inner))
    for shell, said in (("zsh", zsh), ("fish", fish)):
        if shutil.which(shell):
            done = subprocess.run([shell, "-n"], input=said.encode(), capture_output=True, timeout=300, env=dict(os.environ, HOME="."))
            t.expect(f"{shell} reads its completions", done.returncode == 0 and not done.stderr, done.stderr.decode()[:300])
    t.finish()


if __name__ == "__main__":
    main()
