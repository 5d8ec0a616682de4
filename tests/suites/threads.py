#!/usr/bin/env python3
"""--threads above 1: the same bytes, the same messages and exit status as with one thread; and no data race that valgrind's
helgrind can see, in lathe's code or in LLVM's.

  threads.py                    everything: 2,000 modules at all levels, 2 to 16 threads, each run 20 times (an hour)
  threads.py --short            what .ci runs: some of each, in a few minutes
  threads.py --only helgrind    one part: modules, kernels, run, thinlto, failing, memory, helgrind
  threads.py --count 1 --seed 7 one generated module again; --keep DIR leaves those that failed
  threads.py --share 3/40       the third of forty shares: each check of the whole is in one share
  threads.py --seconds 900      no new check after so long; what was run and what was left is told, part by part

helgrind looks at every access of the program, LLVM's own too, and needs no run in which things go wrong: that two threads
touch a place without an order between them is enough. It is run with --fair-sched=yes and on a copy of the program without
debug information (with it Debian's valgrind gives up on a file of this size); names of functions are in the symbol table.
Its false alarms are in threads.suppressions, each with its reason.
Exit status: 0 all well, 1 not, 2 something needed is missing (77 with --skip-missing).
"""
import argparse
import glob
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common  # noqa: E402
import thread_modules  # noqa: E402

TARGET = ["--mcpu=sm_90a", "--mattr=+ptx88"]
SUPPRESSIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "threads.suppressions")
LEVELS = ["-O0", "-O1", "-O2", "-O3"]
# Kernels that ask for structure layouts in code generation, use atomics, printf, wide types, many functions.
CHOSEN = "union_find wmma_f16 wmma_int8 libdevice_calls_f32 calls unions_bitfields printf_assert templates".split()
SPECIAL = {"overflows": thread_modules.overflows, "fields": thread_modules.fields, "kinds": thread_modules.kinds_of_metadata,
           "addresses": thread_modules.constant_addresses}


# What a module is compiled with besides, by its seed.
MORE = [[], ["--verify-each"], ["--stop-after=select"], ["--stop-after=combine-2"], ["--disable=vectors,subexpressions"],
        ["--combine-trace=TRACE"], ["--stop-after=prepare"], ["--atomic-order=cuda", "--trap-unreachable"], ["--no-libdevice"]]


class Suite:
    def __init__(self, args, folder):
        self.args, self.folder, self.failures, self.checked = args, folder, [], 0
        self.lathe = os.path.abspath(args.lathe)
        self.share, self.shares = (int(x) for x in args.share.split("/"))
        self.end = time.monotonic() + args.seconds if args.seconds else None
        self.number = 0

    def each(self, what, one, items, jobs=None):
        """one(item) for the items of this share, until the time is over."""
        items, mine, done = list(items), [], []
        if self.shares > 1:  # so that no level or number of threads falls together with a share
            random.Random(1).shuffle(items)
        for item in items:
            if self.number % self.shares == self.share - 1:
                mine.append(item)
            self.number += 1

        def guarded(item):
            if self.end is None or time.monotonic() < self.end:
                one(item)
                done.append(item)

        common.parallel(jobs or self.args.jobs, guarded, mine)
        if len(done) != len(items):
            print("%s: %d of %d run (%d in this share)" % (what, len(done), len(items), len(mine)), flush=True)

    def fail(self, text, file=None):
        self.failures.append(text)
        print("failed: " + text, flush=True)
        if file and self.args.keep:
            os.makedirs(self.args.keep, exist_ok=True)
            shutil.copy(file, self.args.keep)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w") as file:
            file.write(text)
        return self.path(name)

    def run(self, *argv, limit=300, **more):
        child = subprocess.run([self.lathe, *argv], capture_output=True, timeout=limit, stdin=subprocess.DEVNULL, **more)
        return child.returncode, child.stdout, child.stderr

    def same(self, what, argv, thread_counts, runs, file=None):
        """Exit status, output and messages with one thread, then with each number of threads."""
        self.checked += 1
        try:
            first = self.run(*argv, "--threads=1")
            for threads in thread_counts:
                for run in range(runs):
                    other = self.run(*argv, "--threads=%d" % threads)
                    if other == first:
                        continue
                    which = "exit status %d, not %d" % (other[0], first[0]) if other[0] != first[0] else \
                        "other output" if other[1] != first[1] else "other messages: " + other[2].decode(errors="replace")[:200]
                    self.fail("%s: %d threads, run %d: %s" % (what, threads, run + 1, which), file)
                    return first
            return first
        except subprocess.TimeoutExpired:
            self.fail(what + ": does not end", file)
            return 1, b"", b""

    def assembled(self, file):
        """The same as bitcode, which copies read in another way."""
        to = file[:-3] + ".bc"
        subprocess.run([common.llvm_tool("llvm-as"), file, "-o", to], check=True)
        os.unlink(file)
        return to

    # ---- parts -----------------------------------------------------------------------------------
    def modules(self):
        count = self.args.count or (24 if self.args.short else 2000)

        def one(cell):
            seed, level = cell
            name = "module_%d.ll" % seed
            file = self.write("%d_%s_%s" % (seed, level, name), thread_modules.module(seed))
            if seed % 2:
                file = self.assembled(file)
            more = [m.replace("TRACE", file + ".trace") for m in MORE[seed % len(MORE)]]
            threads = [2, 8] if self.args.short else [2, 4, 8, 16]
            # Levels and numbers of threads share the runs: twenty of a module.
            if not self.args.short:
                threads.append(threads[seed % 4])
            state = self.same("%s %s %s" % (name, level, more), ["compile", file, "-o", "-", *TARGET, level, *more], threads,
                              1, file)
            if state[0] != 0:
                self.fail("%s %s: refused: %s" % (name, level, state[2].decode(errors="replace")[:200]), file)
            os.unlink(file)

        seeds = range(self.args.seed, self.args.seed + count)
        self.each("modules", one, [(seed, level) for seed in seeds for level in (LEVELS if not self.args.short else [LEVELS[seed % 4]])])

        def special(cell):
            name, level = cell
            file = self.write(name + level + ".ll", SPECIAL[name]())
            state = self.same(name + " " + level, ["compile", file, "-o", "-", level], [8], 20 if self.args.short else 300, file)
            if state[0] != 0:
                self.fail("%s %s: refused: %s" % (name, level, state[2].decode(errors="replace")[:200]))

        self.each("special modules", special, [(name, level) for name in SPECIAL for level in (["-O1"] if self.args.short else LEVELS)])

    def kernel_files(self):
        files = sorted(glob.glob(os.path.join(common.KERNELS, "ll", "*.ll")))
        return [f for f in files if os.path.basename(f)[:-3] in CHOSEN] if self.args.short else files

    def kernels(self):
        options = [[], ["--verify-each"], ["--stop-after=combine-2"], ["--stop-after=select"]]

        def one(cell):
            number, file, level = cell
            more = [] if self.args.short else options[(number + LEVELS.index(level)) % 4]
            self.same("%s %s %s" % (os.path.basename(file), level, more), ["compile", file, "-o", "-", *TARGET, level, *more],
                      [2, 8] if self.args.short else [2, 4, 8, 16], 2 if self.args.short else 5)

        levels = ["-O3"] if self.args.short else LEVELS
        self.each("kernels", one, [(n, f, level) for n, f in enumerate(self.kernel_files()) for level in levels])

    RUN = thread_modules.HEAD + r"""
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @vprintf(ptr, ptr)
declare void @llvm.trap()
@text = private addrspace(4) constant [10 x i8] c"block %d\0A\00"
@shared = addrspace(3) global [64 x i32] undef
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define ptx_kernel void @sum(ptr addrspace(1) %out, ptr addrspace(1) %float) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %x = add i32 %t, %b
  %p = getelementptr i32, ptr addrspace(3) @shared, i32 %t
  store i32 %x, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %u = xor i32 %t, 1
  %q = getelementptr i32, ptr addrspace(3) @shared, i32 %u
  %y = load i32, ptr addrspace(3) %q
  %o = atomicrmw add ptr addrspace(1) %out, i32 %y monotonic
  %o2 = getelementptr i32, ptr addrspace(1) %out, i32 1
  %m = atomicrmw umax ptr addrspace(1) %o2, i32 %x monotonic
  %o3 = getelementptr i32, ptr addrspace(1) %out, i32 2
  br label %again
again:
  %seen = load atomic i32, ptr addrspace(1) %o3 monotonic, align 4
  %new = add i32 %seen, 3
  %pair = cmpxchg ptr addrspace(1) %o3, i32 %seen, i32 %new monotonic monotonic
  %done = extractvalue { i32, i1 } %pair, 1
  br i1 %done, label %out1, label %again
out1:
  %f = atomicrmw fadd ptr addrspace(1) %float, float 1.0 monotonic
  ret void
}
define ptx_kernel void @say(ptr addrspace(1) %out) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %a = alloca i32
  store i32 %b, ptr %a
  %f = addrspacecast ptr addrspace(4) @text to ptr
  %r = call i32 @vprintf(ptr %f, ptr %a)
  ret void
}
define ptx_kernel void @fail(ptr addrspace(1) %out, i32 %at) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %c = icmp uge i32 %b, %at
  br i1 %c, label %stop, label %go
stop:
  call void @llvm.trap()
  unreachable
go:
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %b
  store i32 %b, ptr addrspace(1) %p
  ret void
}
define ptx_kernel void @outside(ptr addrspace(1) %out) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %p = getelementptr i32, ptr addrspace(1) %out, i32 %b
  store i32 %b, ptr addrspace(1) %p
  ret void
}
"""

    def launches(self):
        file = self.write("run.ll", self.RUN)
        sums = ["--kernel=sum", "--grid=64", "--block=64", "--arg=zeros:i32:4", "--arg=zeros:f32:1"]
        return [("atomics", ["run", file, *sums]), ("profile", ["run", file, *sums, "--profile"]),
                ("printf", ["run", file, "--kernel=say", "--grid=100", "--block=3", "--arg=zeros:i32:4"]),
                ("trap", ["run", file, "--kernel=fail", "--grid=200", "--block=32", "--arg=zeros:i32:400", "--arg=37"]),
                ("out of bounds", ["run", file, "--kernel=outside", "--grid=200", "--block=1", "--arg=zeros:i32:50"]),
                ("checkers", ["run", file, *sums, "--check=memory,race,uninit"]),
                ("trace", ["run", file, *sums, "--trace=3:5"])]

    def running(self):
        def one(launch):
            name, argv = launch
            state = self.same("run: " + name, argv, [2, 8] if self.args.short else [2, 3, 4, 8, 16], 3 if self.args.short else 20)
            wanted = 1 if name in ("trap", "out of bounds") else 0
            if state[0] != wanted:
                self.fail("run: %s: exit status %d: %s" % (name, state[0], state[2].decode(errors="replace")[:300]))

        self.each("run", one, self.launches())

    def parts_of_program(self, count):
        """Modules that call each other's functions."""
        files = []
        for m in range(count):
            text = [thread_modules.HEAD] + ["declare i32 @f%d_%d(i32)" % (o, k) for o in range(count) if o != m for k in range(3)]
            for k in range(3):
                text.append("define i32 @f%d_%d(i32 %%a) {\n  %%r = mul i32 %%a, %d\n  ret i32 %%r\n}" % (m, k, 7 * m + k + 2))
            calls = ["  %%v%d_%d = call i32 @f%d_%d(i32 %%a)\n  %%s%d_%d = getelementptr { i8, i%d }, ptr addrspace(1) %%p, i32 %%v%d_%d, i32 1\n"
                     "  store i32 %%v%d_%d, ptr addrspace(1) %%s%d_%d" % (o, k, o, k, o, k, 8 * (m + k + 1), o, k, o, k, o, k)
                     for o in range(count) if o != m for k in range(3)]
            text.append("define ptx_kernel void @k%d(ptr addrspace(1) %%p, i32 %%a) {\n%s\n  ret void\n}" % (m, "\n".join(calls)))
            files.append(self.write("part%d.ll" % m, "\n".join(text) + "\n"))
        return files

    def thinlto_files(self, files, threads, more=()):
        out = self.path("out%d" % threads)
        shutil.rmtree(out, ignore_errors=True)
        state = self.run("thinlto", *files, "-o", out, "--mcpu=sm_90", "--threads=%d" % threads, *more)
        made = {}
        for name in sorted(os.listdir(out)) if os.path.isdir(out) else []:
            with open(os.path.join(out, name), "rb") as file:
                made[name] = file.read()
        return state, made

    def thinlto(self):
        files = self.parts_of_program(6)
        for more in [[]] if self.args.short else [[], ["--emit=bc"], ["--emit=ll"], ["-O0"], ["-O1"], ["--check"]]:
            first = self.thinlto_files(files, 1, more)
            if first[0][0] != 0 or len(first[1]) != len(files):
                self.fail("thinlto: refused: " + first[0][2].decode(errors="replace")[:300])
            for threads in [2, 8] if self.args.short else [2, 4, 8, 16]:
                for _ in range(3 if self.args.short else 20):
                    self.checked += 1
                    if self.thinlto_files(files, threads, more) != first:
                        self.fail("thinlto %s: %d threads: not what one thread gives" % (more, threads))
        broken = self.write("part3.ll", open(files[3]).read().replace("ret void", "call i32 @vaarg(i32 1, i32 2)\n  ret void") +
                            "declare i32 @vaarg(...)\n@l = addrspace(5) global i32 0\ndefine ptx_kernel void @bad() {\n"
                            "  store i32 1, ptr addrspace(5) @l\n  ret void\n}\n")
        files[3] = broken
        first = self.thinlto_files(files, 1)
        if first[0][0] != 1 or first[1]:
            self.fail("thinlto: a module at fault: exit status %d, files %s" % (first[0][0], sorted(first[1])))
        for _ in range(3):
            if self.thinlto_files(files, 8) != first:
                self.fail("thinlto: a module at fault: not what one thread says: " + first[0][2].decode(errors="replace")[:200])

    def failing(self):
        """Faults in some functions while others are compiled: the same text, in the order of the module, and nothing written."""
        bad = {"local": "  store i32 1, ptr addrspace(5) @l\n  ret void", "readonly": "  store i32 1, ptr addrspace(4) null\n  ret void",
               "asm": '  call void asm "x $0", "r"(i200 %w)\n  ret void', "intrinsic": "  %f = call double @llvm.sin.f64(double 1.0)\n  ret void"}
        # All threads read, so all come to the end of their stacks: one line.
        deep = thread_modules.HEAD + "%t = type " + "{" * 2000000 + "i32" + "}" * 2000000 + "\n" + thread_modules.work(40)[len(thread_modules.HEAD):]
        state = self.same("too deep", ["compile", self.write("deep.ll", deep), "-o", self.path("deep.ptx")], [2, 8], 2)
        if state[0] != 1 or state[2].count(b"\n") != 1 or os.path.exists(self.path("deep.ptx")):
            self.fail("too deep: exit status %d, %s" % (state[0], state[2][:200]))
        # Faults of the functions' steps of prepare: no thread goes on to code generation.
        early = {"alignment": "  %d = atomicrmw add ptr addrspace(1) null, i32 1 monotonic, align 1\n  ret void",
                 "atomic": "  %a = load atomic i256, ptr addrspace(1) null monotonic, align 32\n  ret void"}
        for which in [[7], [0, 63], list(range(1, 64, 5))]:
            text = [thread_modules.HEAD]
            for n in range(64):
                body = list(early.values())[n % len(early)] if n in which else "  store i32 1, ptr addrspace(4) null\n  ret void"
                text.append("define void @f%d(i2000 %%x) {\n%s\n}" % (n, body))
            file = self.write("failing.ll", "\n".join(text) + "\n")
            out = self.path("failing.ptx")
            state = self.same("faults of prepare in %s" % which, ["compile", file, "-o", out, "-O1"], [2, 8, 16],
                              3 if self.args.short else 50, file)
            if state[0] != 1 or state[2].count(b"\n") != len(which) or os.path.exists(out):
                self.fail("faults of prepare in %s: exit status %d, file %s, %s" % (which, state[0], os.path.exists(out), state[2][:300]))
        for which in [[5], [0, 63], [60, 61, 62], list(range(0, 64, 2)), list(range(64))]:
            text = [thread_modules.HEAD, "@l = external addrspace(5) global i32", "declare double @llvm.sin.f64(double)"]
            for n in range(64):
                body = list(bad.values())[n % len(bad)] if n in which else "  ret void"
                text.append("define void @f%d(i200 %%w) {\n%s\n}" % (n, body))
            file = self.write("failing.ll", "\n".join(text) + "\n")
            out = self.path("failing.ptx")
            state = self.same("faults in %s" % which, ["compile", file, "-o", out, "-O1"], [2, 8, 16], 3 if self.args.short else 50, file)
            if state[0] != 1 or not state[2] or os.path.exists(out):
                self.fail("faults in %s: exit status %d, file %s, %s" % (which, state[0], os.path.exists(out), state[2][:200]))

    def short_of_memory(self, what, megabytes, argv, files):
        """One run with so much address space: all of `files` {name: bytes} as they should be, or none, status 1 and one line."""
        bytes = megabytes << 20
        for name in files:
            if os.path.exists(name):
                os.unlink(name)
        before = set(os.listdir(self.folder))
        state = self.run(*argv, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (bytes, bytes)))
        self.checked += 1
        made = {}
        for name in files:
            if os.path.exists(name):
                with open(name, "rb") as file:
                    made[name] = file.read()
        left = set(os.listdir(self.folder)) - before - {os.path.basename(name) for name in files}
        if state[0] == 0:
            good = made == files
        else:
            good = state[0] == 1 and re.match(rb"lathe: error: (out of memory|argument 0: no device memory)", state[2]) and state[2].count(b"\n") == 1 and not made
        if not good or left:
            self.fail("%s, %d MB: exit status %d, files %s %s, %s" % (what, megabytes, state[0], sorted(made), sorted(left), state[2][:200]))
        return state[0]

    def memory(self):
        """Memory ends somewhere, with threads at work: one line, exit status 1, no file, none half written."""
        # The program's stack takes 256 MB of addresses, each of four threads as much again, if it can be had. The short form's modules
        # are smaller, and its limits lie where these end: at the start, in their midst, and never.
        few = self.args.short
        every = [*range(30, 100, 5), *range(270, 1800, 10), 3000]
        limits = {"compile": [40, 48, 52, 56, 60, 300, 1330, 3000], "thinlto": [40, 48, 56, 64, 72, 80, 300, 1330],
                  "run": [60, 300, 340, 600, 1300, 1330, 1360, 3000]} if few else dict.fromkeys(("compile", "thinlto", "run"), every)
        file, out = self.write("work.ll", thread_modules.work(600 if few else 1000)), self.path("work.ptx")
        whole = self.run("compile", file, "-o", "-", "--threads=1")
        parts = [self.write("big%d.ll" % m, thread_modules.work(120 if few else 400).replace("@w", "@m%d_w" % m)) for m in range(4)]
        folder = self.path("lto")
        thin = ["thinlto", *parts, "-o", folder, "--mcpu=sm_90"]
        os.makedirs(folder, exist_ok=True)
        self.run(*thin, "--threads=1")
        made = {}
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), "rb") as text:
                made[os.path.join(folder, name)] = text.read()
        launch = ["run", self.write("run.ll", self.RUN), "--kernel=sum", "--grid=64", "--block=64", "--arg=zeros:i32:60000000",
                  "--arg=zeros:f32:1"]
        jobs = {"compile": (["compile", file, "-o", out, "--threads=4"], {out: whole[1]}), "thinlto": ([*thin, "--threads=4"], made),
                "run": ([*launch, "--threads=4"], {})}
        for what, (argv, files) in jobs.items():
            outcomes = set()
            self.each("memory, " + what, lambda size: outcomes.add(self.short_of_memory(what, size, argv, files)), limits[what], jobs=1)
            if self.shares == 1 and not self.end and outcomes != {0, 1}:
                self.fail("%s: memory was never short, or always: exit states %s" % (what, sorted(outcomes)))

    # ---- helgrind --------------------------------------------------------------------------------
    def helgrind(self):
        program = self.path("lathe")
        subprocess.run(["strip", "--strip-debug", "-o", program, self.lathe], check=True)
        jobs = [("overflows", ["compile", self.write("overflows.ll", thread_modules.overflows()), "-o", self.path("h.ptx"), "-O1",
                               "--threads=4"]),
                ("fields", ["compile", self.write("fields.ll", thread_modules.fields()), "-o", self.path("h.ptx"), "-O1", "--threads=4"]),
                ("kinds", ["compile", self.write("kinds.ll", thread_modules.kinds_of_metadata()), "-o", self.path("h.ptx"), "-O0", "--threads=3"]),
                ("addresses", ["compile", self.write("addresses.ll", thread_modules.constant_addresses()), "-o", self.path("h.ptx"),
                               "-O0", "--threads=3"])]
        for seed in (range(self.args.seed, self.args.seed + 2) if self.args.short else range(self.args.seed, self.args.seed + 40)):
            file = self.write("h%d.ll" % seed, thread_modules.module(seed, 40))
            if seed % 2 == 1:
                file = self.assembled(file)
            jobs.append(("module %d" % seed, ["compile", file, "-o", self.path("h.ptx"), *TARGET, LEVELS[(seed + 3) % 4], "--threads=3"]))
        if not self.args.short:
            for file in self.kernel_files():
                jobs.append((os.path.basename(file), ["compile", file, "-o", self.path("h.ptx"), *TARGET, "-O3", "--threads=4"]))
        launches = self.launches()
        jobs += [("run: " + name, argv + ["--threads=3"]) for name, argv in (launches[:1] if self.args.short else launches)]
        jobs.append(("thinlto", ["thinlto", *self.parts_of_program(3), "-o", self.path("hout"), "--mcpu=sm_90", "--threads=3"]))
        used = set()

        def one(job):
            name, argv = job
            log = self.path("helgrind." + re.sub(r"\W", "_", name))
            child = subprocess.run(["valgrind", "--tool=helgrind", "--fair-sched=yes", "--error-exitcode=99", "--error-limit=no",
                                    "--suppressions=" + SUPPRESSIONS, "--log-file=" + log, "--show-below-main=no", "--num-callers=24",
                                    "-v", program, *argv], capture_output=True, stdin=subprocess.DEVNULL)
            text = open(log, errors="replace").read()
            self.checked += 1
            used.update(re.findall(r"used_suppression:\s+\d+ (\S+)", text))
            if child.returncode == 99 or "ERROR SUMMARY: 0 errors" not in text:
                self.fail("helgrind: %s (%s):\n%s" % (name, " ".join(argv), report(text)))
            elif child.returncode not in (0, 1) or (child.returncode == 1) != (name in ("run: trap", "run: out of bounds")):
                self.fail("helgrind: %s: exit status %d: %s" % (name, child.returncode, child.stderr.decode(errors="replace")[:300]))

        self.each("helgrind", one, jobs)
        known = set(re.findall(r"^\{\s*\n\s*(\S+)", open(SUPPRESSIONS).read(), re.M))
        if not self.args.short and self.shares == 1 and not self.end:
            for name in sorted(known - used):
                print("no report needed the suppression " + name)

    PARTS = {"modules": modules, "kernels": kernels, "run": running, "thinlto": thinlto, "failing": failing, "memory": memory,
             "helgrind": helgrind}


def report(text):
    """The first report of helgrind, without its numbers."""
    lines = [re.sub(r"^==\d+== ?", "", line) for line in text.splitlines() if line.startswith("==")]
    begin = next((i for i, line in enumerate(lines) if re.search(r"data race|lock order|Thread #\d+: |Invalid|Process terminating", line)), 0)
    return "    " + "\n    ".join(lines[begin:begin + 34])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default=common.default_lathe())
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--only", default="", help="parts, with commas between")
    parser.add_argument("--count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--share", default="1/1", help="K/N: every N-th check, from the K-th on")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--keep")
    parser.add_argument("--skip-missing", action="store_true", help="exit status 77 without valgrind or llvm-as")
    args = parser.parse_args()
    parts = args.only.split(",") if args.only else list(Suite.PARTS)
    if "helgrind" in parts and not shutil.which("valgrind"):
        print("valgrind is not here; on Debian: apt-get install valgrind")
        return 77 if args.skip_missing else 2
    if {"modules", "helgrind"} & set(parts) and not common.llvm_tool("llvm-as"):
        print("llvm-as of LLVM 22 is not here; ./dev setup says what to install")
        return 77 if args.skip_missing else 2
    if not os.access(args.lathe, os.X_OK):
        print("no program " + args.lathe)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        suite = Suite(args, folder)
        for part in parts:
            Suite.PARTS[part](suite)
            print("%s: %d checks so far, %d failed" % (part, suite.checked, len(suite.failures)), flush=True)
    return 1 if suite.failures else 0


if __name__ == "__main__":
    sys.exit(main())
