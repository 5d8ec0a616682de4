#!/usr/bin/env python3
"""`lathe distribute --with=slurm` on a Slurm of one node that this test starts and ends.  slurm.py LATHE

The same bytes as here; what is done is not done again; what is killed or finds its disk full is tried again, or told by its module's name.
"""
import glob
import json
import os
import re
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "suites"))
import common  # noqa: E402
import linking  # noqa: E402
import slurm_cluster  # noqa: E402
from cli import Checks  # noqa: E402

HEAD = 'target triple = "nvptx64-nvidia-cuda"\n'
CALLS = {0: [1], 2: [1], 4: [5]}  # who imports from whom
SIZES = [3, 40, 90, 10, 250, 120, 60, 180]  # KiB
EACH = 16  # KiB that distribute counts for a compiler's start
# Between Slurm and the compiler: counts, and does what it is told to.
WRAPPER = """#!/bin/sh
echo "$4" >> ran
[ ! -e say ] || echo "here is $4" >&2
[ ! -e before ] || . ./before
exec "$@"
"""
SBATCH = '#!/bin/sh\necho "$@" >> %s/submitted\nexec %s "$@"\n'


def module(i, add=0):
    """Its function is called by others, its kernel calls."""
    text = HEAD + "".join("declare i32 @f%d(i32)\n" % j for j in CALLS.get(i, []))
    text += "define i32 @f%d(i32 %%x) {\n  %%r = add i32 %%x, %d\n  ret i32 %%r\n}\n" % (i, 100 * i + add)
    text += "define ptx_kernel void @k%d(ptr addrspace(1) %%p) {\n  %%v0 = load i32, ptr addrspace(1) %%p\n" % i
    for n, j in enumerate(CALLS.get(i, [])):
        text += "  %%v%d = call i32 @f%d(i32 %%v%d)\n" % (n + 1, j, n)
    text += "  store i32 %%v%d, ptr addrspace(1) %%p\n  ret void\n}\n" % len(CALLS.get(i, []))
    return text + "; ..............................................................\n" * (SIZES[i] * 16)


def lines(path):
    if not os.path.exists(path):
        return []
    with open(path, errors="replace") as f:
        return f.read().splitlines()


def made():
    out = {}
    for path in glob.glob("made/*"):
        with open(path, "rb") as f:
            out[path] = f.read()
    return out


class Test:
    def __init__(self, t, cluster):
        self.t, self.cluster = t, cluster
        self.environment = dict(cluster.environment, PATH=os.getcwd() + "/bin" + os.pathsep + cluster.environment["PATH"])
        os.mkdir("bin")
        t.file("bin/sbatch", (SBATCH % (os.getcwd(), "/usr/bin/sbatch")).encode())
        t.file("wrapper", WRAPPER.encode())
        os.chmod("bin/sbatch", 0o755)
        self.names = ["m%d.ll" % i for i in range(len(SIZES))]
        for i, name in enumerate(self.names):
            t.file(name, module(i).encode())
        self.plan()

    def plan(self):
        done = self.t.run("thinlto", *self.names, "--plan", "plan", "-o", "made")
        self.t.expect("plan", done.returncode == 0, done.stderr.decode())
        with open("plan/jobs.json") as f:
            self.jobs = json.load(f)
        self.jobs["common"]["args"] = ["sh", "./wrapper", *self.jobs["common"]["args"]]
        # $1 is lathe, $2 -c, $3 -O3: the module is $4 where it goes before the target.
        for job in self.jobs["jobs"]:
            job["args"] = [*self.jobs["common"]["args"][5:], *job["args"][1:]]
            job["args"].insert(0, job["inputs"][0])
        self.jobs["common"]["args"] = self.jobs["common"]["args"][:5]
        self.write("jobs.json", self.jobs)

    def write(self, name, jobs):
        self.t.file(name, json.dumps(jobs).encode())

    def run(self, what, *words, jobs="jobs.json", state=0, ran=None, arrays=None, parts=()):
        """Its exit state, which modules were compiled, how many arrays were submitted, what is in the messages."""
        for name in ("ran", "submitted"):
            self.t.file(name, b"")
        done = self.t.run("distribute", jobs, "--with=slurm", *words, environment=self.environment)
        said = done.stderr.decode()
        self.t.expect(what, done.returncode == state, "exit %d: %s" % (done.returncode, said))
        if ran is not None:
            self.t.expect(what + ": modules compiled", sorted(lines("ran")) == sorted(ran), "%s, not %s; %s" % (lines("ran"), ran, said))
        if arrays is not None:
            self.t.expect(what + ": arrays submitted", len(lines("submitted")) == arrays, "%s; %s" % (lines("submitted"), said))
        for part in parts:
            self.t.expect(what, part in said, "no %r in %r" % (part, said))
        return done

    def arrays(self):
        return [re.search(r"--array=(\S+)", line).group(1) for line in lines("submitted")]

    def same_bytes(self):
        done = self.t.run("distribute", "jobs.json", "--with=local")
        self.t.expect("local", done.returncode == 0 and sorted(lines("ran")) == self.names, str(done))
        local = made()
        self.t.expect("local: as many as modules", len(local) == len(SIZES))
        for path in local:
            os.remove(path)
        self.t.file("say", b"")
        self.run("first run", "--slurm-tasks=3", ran=self.names, arrays=1)
        os.remove("say")
        self.t.expect("three tasks", self.arrays() == ["0-2"], str(self.arrays()))
        self.t.expect("the same bytes as by local", made() == local)
        for i, callees in CALLS.items():
            done = linking.executed(self.t, "made by Slurm", sorted(made()), "k%d" % i, "--arg", "fill:i32:1:7:-")
            got = re.findall(r"-?\d+", done.stdout.decode().split(":")[-1])
            self.t.expect("made by Slurm: result of k%d" % i, got and int(got[-1]) == 7 + sum(100 * j for j in callees), done.stdout.decode())
        for name in self.names:
            log = "jobs.json.slurm/made_%s.log" % name.replace(".ll", ".ptx")
            self.t.expect("the log of " + name, lines(log) == ["here is " + name], log + str(lines(log)))

    def again(self):
        self.run("second run", ran=[], arrays=0)
        os.utime("m1.ll")
        self.run("a module was touched", ran=[], arrays=0)
        before = made()
        self.t.file("m1.ll", module(1, add=7).encode())
        self.plan()
        self.run("one body changed: its module and its importers", ran=["m0.ll", "m1.ll", "m2.ll"], arrays=1)
        after = made()
        self.t.expect("their outputs changed, the others did not", sorted(p for p in after if after[p] != before[p]) == ["made/m%d.ptx" % i for i in (0, 1, 2)])
        # An output that is cut short, by whomever, is not what the job made.
        with open("made/m3.ptx", "r+b") as f:
            f.truncate(20)
        os.remove("made/m5.ptx")
        self.run("an output was cut, another is gone", ran=["m3.ll", "m5.ll"], arrays=1)
        self.t.expect("and are there again", made() == after)

    def packing(self):
        with open("plan/jobs.json") as f:
            sizes = [sum(os.path.getsize(i) for i in job["inputs"]) / 1024 + EACH for job in json.load(f)["jobs"]]
        for tasks in (1, 2, 3, 5, 8, 20):
            self.run("a script", "--slurm-tasks=%d" % tasks, "--state=packed", "-o", "array.sh", "--slurm-parallel=2", ran=[], arrays=0)
            script = "\n".join(lines("array.sh"))
            shares = []
            for text in re.findall(r"^\d+\) jobs=(\S+) ;;$", script, re.M):
                ends = [part.split("-") for part in text.split(",")]
                shares.append([j for e in ends for j in range(int(e[0]), int(e[-1]) + 1)])
            self.t.expect("%d tasks: each job once" % tasks, sorted(j for s in shares for j in s) == list(range(8)), script)
            self.t.expect("%d tasks: not more" % tasks, len(shares) == min(tasks, 8) and "--array=0-%d%%2\n" % (len(shares) - 1) in script, script)
            loads = [sum(sizes[j] for j in s) for s in shares]
            bound = max(sum(sizes) / len(shares), max(sizes))  # no packing is better
            self.t.expect("%d tasks: balanced" % tasks, max(loads) <= bound * 4 / 3, str(loads))
        self.run("small jobs", "--state=packed", "-o", "array.sh", ran=[], arrays=0)
        self.t.expect("small jobs are one task", "#SBATCH --array=0-0" in lines("array.sh"), str(lines("array.sh")))
        done = subprocess.run(["sh", "array.sh"], capture_output=True, text=True)
        self.t.expect("the script by itself", done.returncode == 2 and "sbatch" in done.stderr, done.stderr)
        submitted = self.cluster.ask("sbatch", "--parsable", "array.sh")
        self.cluster.until("the script's jobs", lambda: len(glob.glob("packed/*.done")) == 8 and not self.cluster.ask("squeue", "-h", "--jobs=" + submitted))
        self.run("a script that was handed in", "--state=packed", ran=[], arrays=0)

    def words(self):
        """They reach Slurm; whoever does not wait is told the number."""
        done = self.run("words of sbatch's", "--state=words", "--slurm-no-wait", "--slurm-arg=--hold", "--slurm-arg=--comment=it's # this",
                        "--slurm-partition=main", "--slurm-time=7", "--slurm-cpus=2", "--slurm-mem=77", "--slurm-account=us", arrays=1)
        number = done.stdout.decode().strip()
        said = self.cluster.ask("scontrol", "show", "job", number)
        for part in ("Comment=it's # this", "TimeLimit=00:07:00", "Partition=main", "Account=us", "CPUs/Task=2", "MinMemoryNode=77M", "Requeue=0", "JobName=lathe"):
            self.t.expect("words of sbatch's: " + part, part in said, said)
        self.cluster.ask("scancel", number)
        for option, wrong in (("--slurm-partition=nowhere", "invalid partition"), ("--slurm-arg=--no-such", "no-such")):
            self.run("sbatch refuses " + option, "--state=refused", option, state=1, ran=[], arrays=1, parts=("sbatch refuses refused/array.sh: ", wrong))
        self.t.error("no sbatch", ["distribute", "jobs.json", "--with=slurm", "--state=refused"], 1, "sbatch could not be started", "-o FILE",
                     environment={"PATH": os.getcwd() + "/plan"})

    def bad_module(self):
        jobs = json.loads(json.dumps(self.jobs))
        jobs["jobs"][5]["inputs"][0] = "gone.ll"
        self.write("bad.json", jobs)
        self.t.file("m3.ll", b"define i32 @f( {\n")
        self.run("bad modules", "--state=bad", jobs="bad.json", state=1, arrays=1, ran=[n for n in self.names if n != "m5.ll"],
                 parts=("m3.ll: its job failed with exit state 1; see ", "gone.ll: gone.ll: cannot read"))
        self.t.expect("its log says why", any("m3.ll:2:1: error" in line for line in lines("bad/made_m3.ptx.log")), str(lines("bad/made_m3.ptx.log")))
        self.t.expect("the others are done", len(glob.glob("bad/*.done")) == 6)
        self.run("bad modules again", "--state=bad", jobs="bad.json", state=1, arrays=1, ran=["m3.ll"])
        self.t.file("m3.ll", module(3).encode())

    def killed(self):
        """The worker, and with it the task: before m4's compiler starts."""
        self.t.file("before", b'[ $4 != m4.ll ] || [ -e once ] || { touch once; kill -9 $PPID; sleep 1; }\n')
        self.run("a worker is killed", "--state=killed", "--slurm-tasks=0", arrays=2)
        self.t.expect("only what was left is submitted again, each alone",
                      lines("ran").count("m4.ll") == 2 and len(lines("ran")) == 9 and self.arrays() == ["0-0", "0-%d" % (8 - len(set(lines("ran")[:lines("ran").index("m4.ll")])) - 1)],
                      str(self.arrays()) + str(lines("ran")))
        self.run("and all is done then", "--state=killed", ran=[], arrays=0)
        self.t.file("before", b'[ $4 != m4.ll ] || { scancel ${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID; sleep 9; }\n')
        done = self.run("a task is always cancelled", "--state=killed2", "--slurm-tasks=8", "--retries=1", state=1, arrays=2,
                        parts=("m4.ll: ", "killed2/made_m4.ptx.log"))
        # Whether the compiler or the worker is ended first is Slurm's affair.
        self.t.expect("it is told why", re.search(rb"m4.ll: (its job was killed|Slurm's task \d+_0 ended before .*, which ends with: slurmstepd.* CANCELLED)", done.stderr),
                      done.stderr.decode())
        self.t.expect("no other fails", done.stderr.count(b"lathe: error: ") == 1 and self.arrays() == ["0-7", "0-0"], done.stderr.decode() + str(self.arrays()))
        os.remove("before")

    def full_disk(self):
        """A file system with room for a page or two; where none may be mounted, a limit of a file's size."""
        jobs = json.loads(json.dumps(self.jobs))
        os.mkdir("small")
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", "small"], capture_output=True).returncode == 0
        try:
            for job in jobs["jobs"][:2]:
                job["args"] = [a.replace("made/", "small/") for a in job["args"]]
                job["outputs"] = [o.replace("made/", "small/") for o in job["outputs"]]
            jobs["jobs"] = jobs["jobs"][:3]
            self.write("full.json", jobs)
            limit = b'case "$*" in *small/*) trap "" XFSZ; ulimit -f 0 ;; esac\n'
            if mounted:
                with open("small/filler", "wb", buffering=0) as f:
                    try:
                        while f.write(b"x" * 4096):
                            pass
                    except OSError:
                        pass
            else:
                self.t.file("before", limit)
            self.run("a full disk", "--state=full", jobs="full.json", state=1, arrays=2, ran=["m0.ll", "m0.ll", "m1.ll", "m1.ll", "m2.ll"],
                     parts=("m0.ll: its job failed with exit state 1; see ", "m1.ll: its job failed with exit state 1; see ", "full/small_m0.ptx.log"))
            self.t.expect("its log says why, where it has room", not mounted or any("No space left" in line for line in lines("full/small_m0.ptx.log")), str(lines("full/small_m0.ptx.log")))
            self.t.expect("nothing half written", not glob.glob("small/m*") and not glob.glob("full/small*.done"), str(os.listdir("small")))
            # The second time somebody makes room before it is tried again.
            self.t.file("before", (b"" if mounted else b"[ -e room ] || { touch room; " + limit + b"}\n") +
                        b'[ $4 != m0.ll ] || [ ! -e room ] || rm -f small/filler\ntouch room\n')
            self.run("room is made", "--state=full", "--slurm-tasks=1", jobs="full.json", arrays=2 if mounted else None)
            self.t.expect("room is made: done", len(glob.glob("small/m?.ptx")) == 2 and len(glob.glob("full/*.done")) == 3, str(os.listdir("full")))
            os.remove("before")
            if mounted:
                with open("small/filler", "wb") as f:
                    os.truncate(f.fileno(), 0)
                    try:
                        f.write(b"x" * 65536)
                        f.flush()
                    except OSError:
                        pass
                    self.t.file("ran", b"")
                    self.run("the folder of states is full", "--state=small", state=1, ran=[], arrays=0, parts=("small/array.sh: cannot write: No space left",))
        finally:
            if mounted:
                subprocess.run(["umount", "--lazy", "small"], check=True)

    def dtlto(self):
        """LLVM's thin link waits for it as its distributor."""
        lto, opt = common.llvm_tool("llvm-lto2"), common.llvm_tool("opt")
        if not lto or not opt:
            print("llvm-lto2 is not here: DTLTO not tried")
            return
        for name in ("m0", "m1"):
            subprocess.run([opt, "-module-summary", name + ".ll", "-o", name + ".bc"], check=True)
        made = []
        for way in ("local", "slurm"):
            words = ["--with=" + way, "--state=dtlto", "--logs=dtlto"]
            done = subprocess.run([lto, "run", "m0.bc", "m1.bc", "-o", way, *[w for s in ("m0.bc,f0,plx", "m0.bc,k0,plx", "m0.bc,f1,", "m1.bc,f1,pl", "m1.bc,k1,plx") for w in ("-r", s)],
                                   "-relocation-model=pic", "-dtlto-distributor=" + self.t.program, "-dtlto-distributor-arg=distribute",
                                   *["-dtlto-distributor-arg=" + w for w in words], "-dtlto-compiler=" + self.t.program, "-dtlto-compiler-arg=--filetype=asm"],
                                  env=dict(os.environ, **self.environment), capture_output=True)
            files = sorted(glob.glob(way + ".*"))
            made.append(["\n".join(lines(f)) for f in files])
            for f in files:
                os.replace(f, f + ".ptx")
            linking.executed(self.t, "DTLTO by " + way, [f + ".ptx" for f in files], "k0", "--arg", "fill:i32:1:7:-")
            self.t.expect("DTLTO by " + way, done.returncode == 0 and len(made[-1]) == 2, done.stderr.decode())
        self.t.expect("DTLTO: the same", made[0] == made[1], str(made))

    def interrupted(self):
        self.t.file("before", b"touch started; sleep 20\n")
        run = subprocess.Popen([self.t.program, "distribute", "jobs.json", "--with=slurm", "--state=stopped"], env=dict(os.environ, **self.environment),
                               stderr=subprocess.PIPE)
        self.cluster.until("a job that runs", lambda: os.path.exists("started"))
        run.send_signal(signal.SIGTERM)
        said = run.communicate(timeout=120)[1].decode()
        self.t.expect("interrupted", run.returncode == 1 and "interrupted; Slurm's job" in said and "8 of 8 modules are not done" in said, said)
        self.cluster.until("the array's end", lambda: not self.cluster.ask("squeue", "-h"))
        os.remove("before")


def main():
    why = slurm_cluster.missing()
    if why:
        print("skipped: " + why)
        sys.exit(77)
    t = Checks(sys.argv[1])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with slurm_cluster.Cluster() as cluster:
        test = Test(t, cluster)
        for check in (test.same_bytes, test.again, test.packing, test.words, test.bad_module, test.killed, test.full_disk, test.dtlto, test.interrupted):
            start = time.time()
            check()
            print("%s: %.1f s" % (check.__name__, time.time() - start))
        said = cluster.said() if t.failures else ""
    if said:
        print(said)
    os.chdir("/")
    t.finish()


if __name__ == "__main__":
    main()
