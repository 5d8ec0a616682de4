#!/usr/bin/env python3
"""The line on a terminal that says how far a command is: there behind two seconds, gone at the end, nowhere else.  progress.py LATHE"""
import os
import pty
import re
import select
import subprocess
import sys
import time

sys.dont_write_bytecode = True
from cli import Checks  # noqa: E402

# A thread of each block counts to a number: seconds of one core, in steps that --max-steps allows.
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
LINE = re.compile(r"\rlathe (\w+): (?:(\d+) of (\d+) (\w+), )?(\d+) s\x1b\[K")


def on_terminal(program, words, seconds=60, **environment):
    """What a terminal gets of standard error, and the exit state."""
    ours, theirs = pty.openpty()
    clean = {k: v for k, v in os.environ.items() if k != "LATHE_NO_PROGRESS"}
    started = time.monotonic()
    child = subprocess.Popen([program, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=theirs, env=dict(clean, TERM="xterm", **environment))
    os.close(theirs)
    said = b""
    while time.monotonic() - started < seconds:
        if select.select([ours], [], [], 0.5)[0]:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            said += part
    out = child.stdout.read()
    state = child.wait()
    os.close(ours)
    return said.decode(errors="replace"), out, state, time.monotonic() - started


def turns_for(t, blocks, seconds):
    """How many turns each block has to make for so many seconds here."""
    turns = 20000
    while True:
        start = time.monotonic()
        t.run("run", "spin.ptx", "--grid", str(blocks), "--arg", str(turns), "--threads", "1")
        took = time.monotonic() - start
        if took > 0.3:
            return int(turns * seconds / took)
        turns *= 4


def main():
    t = Checks(sys.argv[1])
    t.file("spin.ptx", SLOW.encode())
    blocks = 16
    words = ["run", "spin.ptx", "--grid", str(blocks), "--threads", "1", "--arg"]
    for turns in (turns_for(t, blocks, 3.5), turns_for(t, blocks, 8)):  # the machine may have become idle
        said, _, state, took = on_terminal(t.program, [*words, str(turns)])
        shown = LINE.findall(said)
        if shown:
            break
    t.expect("run: a line behind two seconds", state == 0 and shown and all(s[0] == "run" and s[3] == "blocks" for s in shown), f"{said!r} {took:.1f} s")
    counts = [int(s[1]) for s in shown]
    t.expect("run: blocks that are done, of all", counts == sorted(counts) and all(int(s[2]) == blocks for s in shown), str(shown))
    t.expect("run: two seconds are over", all(int(s[4]) >= 2 for s in shown), str(shown))
    t.expect("run: the line is gone at the end", said.endswith("\r\x1b[K") and "\n" not in said, repr(said[-80:]))
    for what, more, environment in (("--no-progress", ["--no-progress"], {}), ("LATHE_NO_PROGRESS", [], {"LATHE_NO_PROGRESS": "1"}), ("TERM=dumb", [], {"TERM": "dumb"})):
        environment = {**environment}
        term = environment.pop("TERM", None)
        if term:
            os.environ["TERM"] = term
            ours, theirs = pty.openpty()
            done = subprocess.run([t.program, *words, str(turns)], stderr=theirs, stdout=subprocess.PIPE, env=dict(os.environ, TERM=term))
            os.close(theirs)
            said = os.read(ours, 4096).decode() if select.select([ours], [], [], 0.2)[0] else ""
            state = done.returncode
        else:
            said, _, state, _ = on_terminal(t.program, [*words, str(turns), *more], **environment)
        t.expect(f"{what}: nothing", state == 0 and said == "", repr(said))
    done = t.run(*words, str(turns))
    t.expect("no terminal: nothing", done.returncode == 0 and done.stderr == b"", repr(done.stderr))
    said, _, state, _ = on_terminal(t.program, ["run", "spin.ptx", "--grid", "1", "--arg", "5"])
    t.expect("what is quick says nothing", state == 0 and said == "", repr(said))
    # A message stands alone.
    said, _, state, _ = on_terminal(t.program, [*words, str(turns), "--max-steps", str(max(100, turns // 2))])
    t.expect("a message behind a progress line", state == 1 and ("error" in said) and not re.search(r" s\x1b\[K[^\r]*error", said), repr(said[-300:]))
    t.finish()


if __name__ == "__main__":
    main()
