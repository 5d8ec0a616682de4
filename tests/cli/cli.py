"""Runs the program and checks exit state, message and files; shared by the tests of this folder."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

ERROR = re.compile(r"(lathe|.+?:\d+(:\d+)?): error: ")
LIMIT = 300  # Seconds that a run may take: far above any, for a busy machine and sanitizers.
# Set where the same tests ran in full elsewhere (.ci/run, under sanitizers): some of the like inputs of a test are left out, and runs of a
# command behind its first eight look for leaks one time in four, which is a third of what a run takes there.
FEW = bool(os.environ.get("LATHE_TEST_FEW"))
PTXAS = shutil.which("ptxas") or shutil.which("/usr/local/cuda/bin/ptxas")
GOOD = b"define ptx_kernel void @k(ptr %p) {\n  store i32 1, ptr %p\n  ret void\n}\n"


def few(items, step=4):
    """Every fourth of like inputs where few are asked for, otherwise all."""
    return items[::step] if FEW else items


class Checks:
    """Collects what failed; `finish` ends the process."""

    def __init__(self, program):
        self.program = os.path.abspath(program)
        self.failures = []
        self.count = 0
        self.runs = {}  # of each command
        self.folder = tempfile.TemporaryDirectory()
        os.chdir(self.folder.name)

    def file(self, name, content):
        with open(name, "wb") as f:
            f.write(content)
        return name

    def expect(self, what, condition, detail=""):
        self.count += 1
        if not condition:
            self.failures.append(f"{what}: {detail}")

    def run(self, *arguments, stdin=b"", stdout=subprocess.PIPE, environment=None):
        command = arguments[0] if arguments else ""
        self.runs[command] = self.runs.get(command, 0) + 1
        leaks = {"ASAN_OPTIONS": "detect_leaks=0"} if FEW and self.runs[command] > 8 and self.runs[command] % 4 else {}
        return subprocess.run([self.program, *arguments], input=stdin, stdout=stdout, stderr=subprocess.PIPE, timeout=LIMIT,
                              env={**os.environ, **leaks, **(environment or {})})

    def compiled(self, name, ir, cpu, *options, ptxas=()):
        """IR, but for its triple, through the compiler to NAME.ptx, checked between stages, and through ptxas where it is there and
        knows the target; the PTX, or "" where something does not take it."""
        what = " ".join([name, cpu, *options])
        done = self.run("compile", self.file(name + ".ll", ('target triple = "nvptx64-nvidia-cuda"\n' + ir).encode()), "-mcpu=" + cpu, "--verify-each",
                        "-o", name + ".ptx", *options)
        self.expect(f"{what} compiles", done.returncode == 0, done.stderr.decode()[:500])
        if done.returncode != 0:
            return ""
        if PTXAS and int(cpu[3:].rstrip("af")) >= 75:
            taken = subprocess.run([PTXAS, *ptxas, "-arch=" + cpu, name + ".ptx", "-o", os.devnull], capture_output=True, text=True, timeout=LIMIT)
            self.expect(f"ptxas takes {what}", taken.returncode == 0, taken.stderr[:500])
        with open(name + ".ptx") as file:
            return file.read()

    def error(self, what, arguments, state, *parts, stdin=b"", stdout=subprocess.PIPE, environment=None):
        """The run exits with `state`, says one line `lathe: error: ...` or `FILE:LINE: error: ...` with these parts, leaves no new file."""
        before = sorted(os.listdir("."))
        done = self.run(*arguments, stdin=stdin, stdout=stdout, environment=environment)
        text = done.stderr.decode(errors="replace")
        self.expect(what, done.returncode == state, f"exit {done.returncode}, expected {state}: {text.strip()}")
        errors = [line for line in text.splitlines() if ERROR.match(line)]
        self.expect(what, len(errors) == 1, f"not one error line: {text!r}")
        for part in parts:
            self.expect(what, part in text, f"no '{part}' in {text!r}")
        if state == 2:
            self.expect(what, "usage: lathe" in text, f"no usage in {text!r}")
        self.expect(what, sorted(os.listdir(".")) == before, f"files left: {set(os.listdir('.')) - set(before)}")

    def finish(self):
        for failure in self.failures:
            print("FAIL " + failure)
        print(f"{self.count - len(self.failures)} of {self.count} checks passed")
        sys.exit(1 if self.failures else 0)
