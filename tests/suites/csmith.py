#!/usr/bin/env python3
"""Random C programs of csmith as device code: compiled by clang-22, then by lathe and llc-22, run on `lathe run`; the
checksums have to be those of the same program on this computer's processor.

  csmith.py                       300 programs
  csmith.py --count 1 --seed 77   one of them again; --keep DIR leaves its files
  csmith.py --spoil               changes one instruction in lathe's PTX of each program: has to fail

The seed decides all: the options of csmith (floats, builtins, inline functions), clang's -O0 .. -O3, lathe's -O, and the
target. A program that uses more than --native-limit seconds of the processor is taken to be endless and replaced by the
next seed. So is one that goes wrong on the device, when on this computer its checksum changes with clang's -O level, or
it uses a pointer that is not aligned (to a field of a packed struct): its behaviour is undefined.
Exit status: 0 all equal, 1 not, 2 something needed is missing.
"""
import argparse
import os
import re
import shutil
import struct
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common  # noqa: E402
import compilers  # noqa: E402

RUNTIME = os.path.join(os.path.dirname(os.path.abspath(__file__)), "csmith_runtime")
LARGE = 40000  # bytes of bitcode; llc-22's straight-line strength reduction then takes minutes: llc -O0 in its place
RESULTS = 4096  # words of the results, as in csmith_runtime/csmith.h
# What C leaves open and both sides have to do alike: contraction, aliasing. csmith mixes int * and float *.
DIALECT = ["-w", "-ffp-contract=off", "-fno-strict-aliasing", "-Wno-error=incompatible-pointer-types", "-I", RUNTIME]


class Plan:
    """What a seed stands for."""

    def __init__(self, seed):
        self.seed = seed
        self.level = seed % 4
        self.target = ("75", "90")[seed // 4 % 2]
        self.lathe_level = (3, 3, 3, 0, 3, 3, 1, 2)[seed // 8 % 8]
        self.csmith = ["--seed", str(seed), "--no-argc", "--concise"]
        self.csmith += ["--max-funcs", "5"] if seed % 3 else []
        self.csmith += ["--float"] if seed % 5 == 0 else []
        self.csmith += ["--builtins"] if seed % 11 % 3 == 0 else []
        self.csmith += ["--inline-function"] if seed % 7 < 3 else []


class Answer:
    """verdict: equal, different, failed, or why there is no program: endless, undefined, broken."""

    def __init__(self, plan, verdict, lines=(), values=0):
        self.plan, self.verdict, self.lines, self.values = plan, verdict, list(lines), values

    @property
    def program(self):
        return self.verdict in ("equal", "different", "failed")


# ---------------------------------------------------------------- this computer
def native(source, folder, level, limit, compiler=None, extra=()):
    """[(name, checksum)] of the program on this computer, the last one "checksum"; or a word that says why not."""
    program = os.path.join(folder, "native%d" % level)
    result = common.run([compiler or common.llvm_tool("clang"), "-O%d" % level, *DIALECT, *extra, source, "-o", program])
    if result.rc != 0:
        return "broken"
    # The limit counts processor time, so that a busy computer does not change which programs are taken.
    result = common.run(["sh", "-c", "ulimit -t %d; exec %s" % (limit, program)], limit=limit * 30)
    if result.timed_out or result.rc < 0:
        return "endless" if result.timed_out or result.rc in (-9, -24) else "broken"
    values = [(line.split()[0], int(line.split()[1])) for line in result.out.splitlines()]
    return values if values and values[-1][0] == "checksum" else "broken"


def undefined(source, folder, limit, expected):
    """Whether the program's checksum here depends on the level, or it loads or stores by a pointer that is not aligned."""
    if any(native(source, folder, level, limit) != expected for level in (1, 2, 3)):
        return True
    gcc = shutil.which("gcc")  # clang's check leaves volatile accesses out
    trap = ["-fsanitize=alignment", "-fsanitize-undefined-trap-on-error"]
    return gcc is not None and native(source, folder, 0, 10 * limit, gcc, trap) != expected


# ---------------------------------------------------------------- the device
def device_ir(plan, source, folder):
    output = os.path.join(folder, "device.bc")
    result = common.run([common.llvm_tool("clang"), *common.device_flags(plan.target), "-O%d" % plan.level,
                         "-ffreestanding", "-nostdlibinc", *DIALECT, "-emit-llvm", "-c", source, "-o", output])
    return (None, common.first_error(result)) if result.rc != 0 else (output, None)


def spoil(text, number):
    """The same PTX with one instruction changed, a bitwise one where there is one."""
    names = {"and": "or", "or": "xor", "xor": "and", "add": "sub", "sub": "add"}
    for pattern in (r"^\s+(and|or|xor)\.b(16|32|64)\s", r"^\s+(add|sub)\.s(16|32|64)\s"):
        found = list(re.finditer(pattern, text, flags=re.M))
        if found:
            place = found[number % len(found)]
            return text[:place.start(1)] + names[place.group(1)] + text[place.end(1):]
    return text


def run_ptx(args, path, expected):
    """-> None when the results are the expected ones, else a line."""
    output = path + ".raw"
    result = common.run([args.lathe, "run", path, "--kernel", "csmith_run", "--max-steps", str(args.max_steps),
                         "--arg", "zeros:u32:%d:%s" % (RESULTS, output)], limit=args.limit)
    if result.rc != 0 or result.timed_out:
        return "lathe run: " + (result.crash or common.first_error(result))
    with open(output, "rb") as file:
        words = struct.unpack("<%dI" % RESULTS, file.read())
    for (name, value), got in zip(expected[:-1], words[2:]):
        if value != got:
            return "differs first at %s" % name
    if words[1] != len(expected) - 1:
        return "%d values in place of %d" % (words[1], len(expected) - 1)
    return None if words[0] == expected[-1][1] else "checksum %u in place of %u" % (words[0], expected[-1][1])


def judge(args, plan, source, folder, expected):
    """Lines of what went wrong, each (in execution, text)."""
    ir, error = device_ir(plan, source, folder)
    if error:
        return [(False, "clang: " + error)]
    wrong = []
    for name in args.compilers:
        flags = ["-mcpu=sm_" + plan.target] + (["-O0"] if name == "llc" and os.path.getsize(ir) > LARGE else [])
        compiler = compilers.Lathe(args.lathe, ["-O%d" % plan.lathe_level]) if name == "lathe" else compilers.Llc(common.Cache(None))
        made = compiler.compile_ir(ir, flags, limit=args.limit)
        if made.error:
            wrong.append((False, "%s compile: %s" % (name, made.error)))
            continue
        text = spoil(made.ptx[0], plan.seed * 7919) if args.spoil and name == "lathe" else made.ptx[0]
        path = os.path.join(folder, name + ".ptx")
        with open(path, "w") as file:
            file.write(text)
        error = run_ptx(args, path, expected)
        if error:
            wrong.append((True, "%s: %s" % (name, error)))
        error = args.assembler.assemble(text, plan.target, False) if args.ptxas else None
        if error:
            wrong.append((False, "%s: ptxas: %s" % (name, error)))
    return wrong


def one(args, seed):
    """The whole way of one program."""
    plan = Plan(seed)
    folder = tempfile.mkdtemp(prefix="csmith-%d-" % seed)
    try:
        source = os.path.join(folder, "program.c")
        made = common.run([shutil.which("csmith"), *plan.csmith, "--output", source], cwd=folder)
        if made.rc != 0:
            return Answer(plan, "broken")
        expected = native(source, folder, 0, args.native_limit)
        if isinstance(expected, str):
            return Answer(plan, expected)
        wrong = judge(args, plan, source, folder, expected)
        # It may be the program's own fault; not when PTX cannot be compiled.
        if any(executed for executed, _ in wrong) and not args.spoil and undefined(source, folder, args.native_limit, expected):
            return Answer(plan, "undefined")
        verdict = "equal" if not wrong else "failed" if any("lathe run:" in t or not e for e, t in wrong) else "different"
        return Answer(plan, verdict, [text for _, text in wrong], len(expected) - 1)
    finally:
        if args.keep:
            shutil.rmtree(os.path.join(args.keep, "seed-%d" % seed), ignore_errors=True)
            shutil.move(folder, os.path.join(args.keep, "seed-%d" % seed))
        else:
            shutil.rmtree(folder, ignore_errors=True)


def programs(args):
    """Answers in the order of seeds, until there are --count programs."""
    answers, seed, missing = [], args.seed, args.count
    while missing > 0 and seed < args.seed + 10 * args.count + 10:
        answers += common.parallel(args.jobs, lambda s: one(args, s), range(seed, seed + missing))
        seed += missing
        missing = args.count - sum(a.program for a in answers)
    return answers


def parse(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default=common.default_lathe(), help="the program (default: build/release/bin/lathe)")
    parser.add_argument("--count", type=int, default=300, help="programs (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="first seed (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--compilers", default="lathe,llc", help="default: %(default)s")
    parser.add_argument("--native-limit", type=int, default=1, help="processor seconds of a program here (default: %(default)s)")
    parser.add_argument("--limit", type=int, default=120, help="seconds of a compilation or run (default: %(default)s)")
    parser.add_argument("--max-steps", type=int, default=1 << 32, help="instructions of a run (default: %(default)s)")
    parser.add_argument("--ptxas", action="store_true", help="ptxas has to accept the PTX too")
    parser.add_argument("--spoil", action="store_true", help="change one instruction in each PTX of lathe, to see the suite fail")
    parser.add_argument("--keep", metavar="DIR", help="leave the files of each program there")
    parser.add_argument("--skip-missing", action="store_true", help="exit status 77 in place of 2 when a tool is missing")
    return parser.parse_args(argv)


def main(argv=None):
    args = parse(argv)
    args.lathe, args.compilers = os.path.abspath(args.lathe), args.compilers.split(",")
    if set(args.compilers) - {"lathe", "llc"}:
        common.fail("--compilers: lathe, llc")
    missing = [n for n in ("clang", "llc") if not common.llvm_tool(n)] + ["csmith"] * (not shutil.which("csmith"))
    if missing or not os.access(args.lathe, os.X_OK):
        print("error: not found: %s" % (", ".join(missing) or args.lathe), file=sys.stderr)
        return 77 if args.skip_missing else 2
    args.assembler = compilers.Assembler(common.Cache(None))
    if args.keep:
        os.makedirs(args.keep, exist_ok=True)
    answers = programs(args)
    bad = [a for a in answers if a.verdict in ("different", "failed")]
    for answer in bad:
        p = answer.plan
        print("%-9s seed %d (clang -O%d, lathe -O%d, sm_%s)" % (answer.verdict, p.seed, p.level, p.lathe_level, p.target))
        for line in answer.lines:
            print("          " + line)
        print("          repeat: tests/suites/csmith.py --count 1 --seed %d --keep DIR" % p.seed)
    counts = {v: sum(a.verdict == v for a in answers) for v in ("equal", "different", "failed", "endless", "undefined", "broken")}
    ran = [a for a in answers if a.program]
    print("csmith: %d programs, %d checksummed values, by %s: %d equal, %d different, %d failed; replaced: %d endless, %d undefined, %d broken"
          % (len(ran), sum(a.values for a in ran), " and ".join(args.compilers), counts["equal"], counts["different"], counts["failed"],
             counts["endless"], counts["undefined"], counts["broken"]))
    return 0 if ran and counts["equal"] == args.count else 1


if __name__ == "__main__":
    sys.exit(main())
