#!/usr/bin/env python3
"""The line on a terminal that says how far a command is: there behind two seconds, gone at the end, nowhere else.  progress.py LATHE

Most commands here wait for their input for so long; one computes.
"""
import os
import pty
import re
import select
import subprocess
import sys
import time

sys.dont_write_bytecode = True
from cli import GOOD, Checks  # noqa: E402

# A thread of each block counts to a number.
SLOW = """.version 8.5
.target sm_90
.address_size 64
.visible .entry spin(.param .u32 turns)
{
\t.reg .pred %p<2>;
\t.reg .b32 %r<4>;
\tld.param.u32 %r1, [turns];
\tmov.u32 %r2, 0;
$top:
\tadd.s32 %r2, %r2, 1;
\tsetp.lt.u32 %p1, %r2, %r1;
\t@%p1 bra $top;
\tret;
}
"""
LINE = re.compile(r"\rlathe (\w+): (?:(\d+) of (\d+) (\w+), )?(?:(\d+) million instructions, )?(\d+) s\x1b\[K")
GONE = "\r\x1b[K"


class Child:
    """A command whose standard error is a terminal, or none."""

    def __init__(self, program, words, terminal=True, **environment):
        clean = {k: v for k, v in os.environ.items() if k != "LATHE_NO_PROGRESS"}
        self.ours, theirs = pty.openpty() if terminal else os.pipe()
        self.child = subprocess.Popen([program, *words], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=theirs,
                                      env={**clean, "TERM": "xterm", **environment})
        os.close(theirs)

    def end(self, text=b""):
        """What it said, and its exit state, when it has got its input."""
        self.child.stdin.write(text)
        self.child.stdin.close()
        said, start = b"", time.monotonic()
        while time.monotonic() - start < 60:
            if select.select([self.ours], [], [], 0.5)[0]:
                try:
                    part = os.read(self.ours, 65536)
                except OSError:  # the other end is closed
                    break
                if not part:
                    break
                said += part
        os.close(self.ours)
        return said.decode(errors="replace"), self.child.wait()


def waiting(t):
    """Commands that wait for two seconds and a half, all at once."""
    ptx = SLOW.encode()
    kinds = {"flow": (Child(t.program, ["flow", "-"]), ptx), "compile": (Child(t.program, ["compile", "-", "-o", "-"]), GOOD),
             "error": (Child(t.program, ["sched", "-"]), b"no PTX\n"), "--no-progress": (Child(t.program, ["flow", "-", "--no-progress"]), ptx),
             "LATHE_NO_PROGRESS": (Child(t.program, ["flow", "-"], LATHE_NO_PROGRESS="1"), ptx), "dumb": (Child(t.program, ["flow", "-"], TERM="dumb"), ptx),
             "no terminal": (Child(t.program, ["flow", "-"], terminal=False), ptx), "--json": (Child(t.program, ["flow", "-", "--json"]), ptx)}
    quick = Child(t.program, ["flow", "-"]).end(ptx)
    t.expect("what is quick says nothing", quick == ("", 0), repr(quick))
    time.sleep(2.6)
    answers = {name: child.end(text) for name, (child, text) in kinds.items()}
    for command in ("flow", "compile"):
        said, state = answers[command]
        shown = LINE.findall(said)
        t.expect(f"{command}: a line", state == 0 and shown and all(s[0] == command and int(s[5]) >= 2 for s in shown), repr(answers[command]))
        t.expect(f"{command}: gone at the end", said.endswith(GONE) and "\n" not in said, repr(said))
    said, state = answers["error"]
    t.expect("a message has a line of its own", state == 1 and re.search(r"\x1b\[K(\x1b\[[\d;]*m)*(<stdin>|lathe)", said) and LINE.search(said)
             and not re.search(r" s\x1b\[K[^\r]*error", said), repr(said))
    for name in ("--no-progress", "LATHE_NO_PROGRESS", "dumb", "no terminal", "--json"):
        t.expect(f"{name}: nothing", answers[name] == ("", 0), repr(answers[name]))


def computing(t):
    """Blocks that are done, of all; of long ones, which take turns and end together, the instructions."""
    t.file("spin.ptx", SLOW.encode())

    def run(blocks, turns):
        return ["run", "spin.ptx", "--grid", str(blocks), "--threads", "1", "--arg", str(turns)]

    def timed(turns):
        start = time.monotonic()
        t.run(*run(1, turns))
        return time.monotonic() - start

    # What the turns take, not the start of the program, which is the most of a short run on a busy machine.
    turns, took = 60000, 0.0
    while took < 0.2:
        turns *= 3
        took = timed(turns) - timed(1)
    # Short ones are done by the thousand in two seconds; of the long ones none is done before all have had many turns.
    for name, blocks, each in (("short", lambda s: int(turns * s / took / 10000) + 1, lambda s: 10000),
                               ("long", lambda s: 4, lambda s: int(turns * s / took / 4))):
        # What was measured may have been the machine's other work: as much as it takes, until a run without a line was long enough for one.
        seconds, lasted, shown, state = 3, 0.0, [], 0
        while not shown and state == 0 and lasted < 10:
            size, start = blocks(seconds), time.monotonic()
            said, state = Child(t.program, run(size, each(seconds))).end()
            shown, lasted, seconds = LINE.findall(said), time.monotonic() - start, seconds * 3
        counts, steps = [int(s[1] or -1) for s in shown], [int(s[4] or -1) for s in shown]
        t.expect(f"run, {name} blocks: a line", state == 0 and shown and counts == sorted(counts) and steps == sorted(steps) and steps[0] > 0
                 and all(s[0] == "run" and int(s[2]) == size and s[3] == "blocks" for s in shown), repr(said))
        t.expect(f"run, {name} blocks: counted", shown and (0 < counts[-1] <= size if name == "short" else counts[0] >= 0), repr(said))
        t.expect(f"run, {name} blocks: gone at the end", said.endswith(GONE), repr(said[-60:]))


def main():
    t = Checks(sys.argv[1])
    waiting(t)
    computing(t)
    t.finish()


if __name__ == "__main__":
    main()
