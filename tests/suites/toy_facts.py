#!/usr/bin/env python3
"""Each fact of the toy GPU, changed alone (tests/programs/toy_facts.cpp): a check of the facts refuses it, or the machine does not do
what it says of an instruction, or a few programs notice it, generated ones and those of toy_facts/run.ll: they cannot be compiled, the
assembler refuses them, their results differ, an instruction is used no more, or what has to be refused is refused otherwise.

  toy_facts.py                   all changes, on three modules of programs
  toy_facts.py --only 12,30      some of them

What is known not to be noticed is told with its reason. Exit status: 0 all others are noticed, 1 not, 2 something needed is missing.
"""
import argparse
import os
import re
import struct
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common  # noqa: E402
import toy_programs  # noqa: E402


# What is not noticed, and why. Those with "harmless" describe a machine that this one is as well, or say what only costs.
KNOWN = {
    "accesses are joined to 32 bytes": "harmless: at most four words are joined",
    "rotl i32 is native": "harmless: selection takes it",
    "shl i1 is native": "harmless: selection takes it, and by less than one bit nothing is shifted",
    "fp_to_si f32 is native": "harmless: selection takes it",
    "ctlz i32 is expanded": "harmless: costs alone; clz stands in other places",
    "intrinsics that differ by thread: none": "harmless: costs alone, registers ask the instructions",
    "the condition code survives calls": "harmless: nobody reads one behind a call",
    "two condition codes": "harmless: two never live at once",
    "the condition code has a place in the frame": "harmless: none is spilled",
}


class Changed(toy_programs.Toy):
    """The compiler with one change."""

    def __init__(self, args, number):
        self.args, self.number = args, number

    def compile(self, source, output, level):
        return common.run([self.args.facts, str(self.number), source, "-o", output], limit=self.args.limit)


class Written:
    """The kernels of toy_facts/run.ll, with what they have to leave in memory."""
    OUT = 64  # bytes of a kernel's output

    def __init__(self, folder):
        self.folder = folder
        with open(self.path("run.ll")) as file:
            self.wants = {m[1]: [int(w) for w in m[2].split()] for m in re.finditer(r"^; want (\w+): ([\d ]+)$", file.read(), flags=re.M)}
        with open(self.out("in.raw"), "wb") as file:
            file.write(b"".join(struct.pack("<I", 3 * n + 1) for n in range(40000)))

    @staticmethod
    def path(name):
        return os.path.join(os.path.dirname(os.path.abspath(__file__)), "toy_facts", name)

    def out(self, name):
        return os.path.join(self.folder, name)

    def run(self, args):
        """-> what is wrong or ""."""
        plan = "".join("%s 1 1 1 1 1 1 %d 8 in out\n" % (name, self.OUT) for name in self.wants)
        ran = common.run([args.runner, "toy", self.out("code"), self.out("in.raw"), self.out("got.raw")], limit=args.limit, stdin=plan)
        if ran.rc != 0 or ran.timed_out or "fault " in ran.out:
            return "machine: " + (ran.crash or ran.out.strip() or common.first_error(ran))
        with open(self.out("got.raw"), "rb") as file:
            got = file.read()
        for i, (name, want) in enumerate(self.wants.items()):
            words = list(struct.unpack_from("<%dI" % len(want), got, i * (self.OUT + 8)))
            if words != want:
                return "results: %s gives %s, not %s" % (name, words, want)
        return ""


class Set:
    """Modules that are compiled for this computer and to LLVM IR once."""

    def __init__(self, args, folder):
        self.args, self.jobs = args, []
        args.gpu = Changed(args, 0)
        for seed in args.seeds:
            path = os.path.join(folder, str(seed))
            os.makedirs(path)
            job = toy_programs.Job(args, seed, path)
            job.write()
            self.jobs.append((job, job.host()))
            job.to_ir()
        self.written = Written(folder)
        self.refusal = self.refusal_of(0)
        self.instructions, why = self.instructions_of(0)
        why = why or self.unlike(0)
        if why:
            raise toy_programs.Failure("without a change: " + why)

    def unlike(self, number):
        """Does the machine do something else than these facts say of its instructions?"""
        said = common.run([self.args.facts, str(number), "words"], limit=self.args.limit)
        return "" if said.rc == 0 else ("refused: " if said.rc == 3 else "machine unlike: ") + (said.crash or said.out.strip())

    def refusal_of(self, number):
        """The errors of what has to be refused."""
        made = Changed(self.args, number).compile(Written.path("refused.ll"), os.devnull, 0)
        return made.err.strip() if made.rc == 1 else "exit status %d" % made.rc

    def instructions_of(self, number):
        """-> (words of instructions, what was noticed or "")."""
        words = set()

        def read(path):
            with open(path) as file:
                return {line.split()[0] for line in file if line.startswith("  ") and line.split()}
        made = Changed(self.args, number).compile(Written.path("run.ll"), self.written.out("code"), 0)
        if made.rc != 0 or made.timed_out:
            return words, "refused: " + made.out.strip() if made.rc == 3 else "compiler: " + (made.crash or common.first_error(made))
        words |= read(self.written.out("code"))
        why = self.written.run(self.args)
        if why:
            return words, why
        for job, plan in self.jobs:
            self.args.gpu = Changed(self.args, number)
            made = self.args.gpu.compile(job.path("module.ll"), job.path("code"), 0)
            if made.rc != 0 or made.timed_out:
                return words, "compiler: " + (made.crash or common.first_error(made))
            words |= read(job.path("code"))
            try:
                found = job.differences(plan, job.launch(plan))
            except toy_programs.Failure as failure:
                return words, "machine: " + str(failure)
            if found:
                return words, "results: kernel %d of seed %d: %s" % (found[0][0], job.seed, found[0][1])
        return words, ""

    def notice(self, number):
        why = self.unlike(number)
        if why:
            return why
        if self.refusal_of(number) != self.refusal:
            return "refusal: " + self.refusal_of(number)
        words, why = self.instructions_of(number)
        gone = sorted(self.instructions - words)
        return why or ("instructions: no " + ", ".join(gone[:5]) if gone else "")


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default=common.default_lathe(), help="beside which things are (default: build/release/bin/lathe)")
    parser.add_argument("--runner", help="run_programs (default: beside lathe)")
    parser.add_argument("--facts", help="toy_facts (default: beside lathe)")
    parser.add_argument("--only", help="numbers of changes, from 1")
    parser.add_argument("--seeds", default="2,4,7", help="of the modules (default: %(default)s)")
    parser.add_argument("--size", type=int, default=12, help="programs of a module (default: %(default)s)")
    parser.add_argument("--limit", type=float, default=120, help="seconds of a compilation or run (default: %(default)s)")
    parser.add_argument("--skip-missing", action="store_true", help="exit status 77 in place of 2 when a tool is missing")
    args = parser.parse_args()
    args.lathe = os.path.abspath(args.lathe)
    args.runner = os.path.abspath(args.runner or os.path.join(os.path.dirname(args.lathe), "run_programs"))
    args.facts = os.path.abspath(args.facts or os.path.join(os.path.dirname(args.lathe), "toy_facts"))
    args.seeds = [int(s) for s in args.seeds.split(",")]
    return args


def main():
    args = parse()
    missing = [p for p in (args.runner, args.facts) if not os.access(p, os.X_OK)] + ([] if common.llvm_tool("clang") else ["clang"])
    if missing:
        print("toy_facts: missing: " + ", ".join(missing))
        return 77 if args.skip_missing else 2
    names = common.run([args.facts, "list"]).out.splitlines()
    numbers = [int(n) for n in args.only.split(",")] if args.only else range(1, len(names) + 1)
    counts = {}
    with tempfile.TemporaryDirectory() as folder:
        try:
            programs = Set(args, folder)
        except toy_programs.Failure as failure:
            print("toy_facts: %s" % failure)
            return 1
        for number in numbers:
            why = programs.notice(number)
            known = KNOWN.get(names[number - 1], "")
            kind = why.split(":")[0] if why else known.split(":")[0] or "not noticed"
            counts[kind] = counts.get(kind, 0) + 1
            print("%2d  %-48s %s" % (number, names[number - 1], why[:170] or (known and "not noticed, " + known) or "NOT NOTICED"), flush=True)
    print("toy_facts: %d changes: %s" % (len(numbers), ", ".join("%d %s" % (n, k) for k, n in sorted(counts.items()))))
    return 1 if counts.get("not noticed") else 0


if __name__ == "__main__":
    sys.exit(main())
