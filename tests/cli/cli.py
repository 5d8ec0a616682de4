"""Runs the program and checks exit state, message and files; shared by the tests of this folder."""
import os
import re
import subprocess
import sys
import tempfile

ERROR = re.compile(r"(lathe|.+?:\d+(:\d+)?): error: ")
LIMIT = 300  # Seconds that a run may take: far above any, for a busy machine and sanitizers.
GOOD = b"define ptx_kernel void @k(ptr %p) {\n  store i32 1, ptr %p\n  ret void\n}\n"


class Checks:
    """Collects what failed; `finish` ends the process."""

    def __init__(self, program):
        self.program = os.path.abspath(program)
        self.failures = []
        self.count = 0
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
        return subprocess.run([self.program, *arguments], input=stdin, stdout=stdout, stderr=subprocess.PIPE, timeout=LIMIT,
                              env=dict(os.environ, **(environment or {})))

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
