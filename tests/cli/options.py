#!/usr/bin/env python3
"""Every option of every command, as its help shows it: the help is plain text, what it shows is accepted, numbers that are
none are refused by the option's name, a mistyped name gets a suggestion.  options.py LATHE [--every]

Of the texts that are no number each command's first option of a kind is given all, the others four, in turn: one function reads
them all. --every: all of them to all."""
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from cli import GOOD, Checks  # noqa: E402

t = Checks(sys.argv[1])
LINE = re.compile(r"^  (?P<names>-[\w-]+(?:,-[\w-]+)*)(?:\{(?P<given>[^}]*)\})?(?: (?P<type>UINT|INT|FLOAT|TEXT|BOOLEAN)(?P<more>\S* ?(?:in \[[^\]]*\]\S*)?))?(?=\s|$)")
# A value for what takes a text of its own.
TEXTS = {"--mcpu": "sm_90", "--arch": "sm_90", "--mattr": "+ptx85", "--march": "nvptx64", "--mtriple": "nvptx64-nvidia-cuda",
         "--disable": "block-placement", "--enable": "schedule", "--passes": "dead-code", "--combine-disable": "known-bits",
         "--grid": "2,1", "--block": "2", "--cluster": "2", "--trace": "0:0", "--check": "race", "--stop-after": "build", "--unroll": "full", "--pointers": "short",
         "--pipeline": "phi-elimination", "--keep-if-better": "all", "--print-after": "all",
         "--no-mi-remat": "main", "--enable-machine-outliner": "never", "--outliner-link": "relocatable", "--import-priority": "f*=3", "--stats": "json", "--profile": "table", "--expand": "mve", "--arg": "i32:5", "--bind": "t=texture:dim=1:of:zeros:f32:1", "--fail-on": "unlaunchable", "--remarks-format": "yaml", "--remarks-filter": "^machine"}
BY_COMMAND = {("combine", "--disable"): "abs-of", ("combine", "--only"): "abs-of"}
# Options that go with another only.
WITH = {("report", "--d3"): ["-o", "page.html"], "--pass-fuel": ["--pass-limit=9"], "--unroll-limit": ["--unroll=2"], "--keep-single": ["--merge"], "--forget": ["--max-depth=3"], "--max-expansion": ["--max-depth=3"], "--enable-import-metadata": ["--print-imports"],
        ("distribute", "-o"): ["--with=slurm"], ("distribute", "--output"): ["--with=slurm"], ("distribute", "--job"): ["--with=key"],
        ("distribute", "--threads"): ["--with=local"], ("distribute", "--memory"): ["--with=local"], ("distribute", "--jobs"): ["--with=local"],
        ("flow", "--warps"): ["--throughput"], ("flow", "--profile"): ["--throughput"], "--gram": ["--publish"], ("outline", "--window"): ["--publish"], "--span": ["--publish"], ("pressure", "--window"): ["--edits=x"],
        ("pressure", "--fuel"): ["--edits=x"], ("pressure", "--incremental-update-mcse"): ["--edits=x"],
        ("pressure", "--verify-update-mcse"): ["--edits=x"], ("pressure", "--print-verify"): ["--edits=x"],
        ("compile", "--maxreg"): ["--enable=register-target"], ("opt", "--maxreg"): ["--enable=register-target"],
        "--function-import": ["--summary-file=x"], **{("compile", "--inline-" + w): ["--summary-file=x"] for w in ("threshold", "budget", "total-budget", "pressure")}, "--unproved": ["--rules=x"], "--print-measure": ["--rules=x"], "--inputs": ["--check"], ("bits", "--seed"): ["--check"], ("combine", "--seed"): ["--check"],
        "--exact-ops": ["--exact"], "--exact-nodes": ["--exact"], "--pipeliner-show-mask": ["--remarks=x"], "--pipeliner-dbg-res": ["--remarks=x"],
        "--pipeliner-register-pressure-margin": ["--pipeliner-register-pressure=1"], "--max-growth": ["--expand"], "--respect-limits": ["--expand"],
        **{("modulo", "--pipeliner-" + w): ["--expand"] for w in ("annotate-for-testing", "experimental-cg", "mve-cg")}}


def help_of(*command):
    done = t.run(*command, "--help")
    t.expect(" ".join(command) + " --help", done.returncode == 0 and not done.stderr, str(done)[:300])
    strange = [c for c in done.stdout if not (32 <= c < 127 or c == 10)]
    t.expect(" ".join(command) + " --help is plain text", not strange, repr(bytes(strange[:5])))
    return done.stdout.decode(errors="replace")


def parse(text):
    """Name -> (all names, type, [low, high], choices, default)"""
    out = []
    for line in text.splitlines():
        m = LINE.match(line)
        if not m or m["names"] in ("-h,--help", "--json", "--no-progress"):  # document.py and progress.py try these
            continue
        more = m["more"] or ""
        limits = re.search(r"in \[(\S+) - (\S+)\]", more)
        choices = re.search(r":\{([^}]*)\}", more)
        default = re.search(r"=([^ ]+)$", more.strip())
        out.append((m["names"].split(","), m["type"], limits.groups() if limits else None,
                    choices[1].split(",") if choices else None, default[1] if default else None))
    return out


def refused(command, option, value, how, names=()):
    """By its name, or another that it has."""
    args = [f"{option}={value}"] if how == "=" else [option, value]
    if option == "-O":
        args = ["-O" + value] if value else ["-O", value]
    done = t.run(*command, *args)
    text = done.stderr.decode(errors="replace")
    first = text.splitlines()[0] if text else ""
    t.expect(f"{command[0]} {args} is refused by name", done.returncode == 2 and first.startswith("lathe: error: ") and any(n in first for n in (option, *names)),
             f"exit {done.returncode}: {first}")


IDLE = re.compile(r"lathe: error: (--[\w-]+) does nothing: (?:none of those that read it runs \(see --enable\): )?([\w-]+)")
idle = set()  # command and knob: refused without the pass that reads it


def taken(command, *args):
    """Not wrong usage: what is wrong then is that the input is not there. A knob is, with the pass that reads it."""
    done = t.run(*command, *args)
    text = done.stderr.decode(errors="replace")
    if done.returncode == 2 and (alone := IDLE.match(text)):
        idle.add((command[0], alone[1]))
        done = t.run(*command, *args, "--enable=" + alone[2])
        text = done.stderr.decode(errors="replace")
    t.expect(f"{command[0]} {args} is accepted", done.returncode == 1 and "usage:" not in text and text.count("lathe: error") == 1,
             f"exit {done.returncode}: {text[:200]}")


tried = set()  # kinds of numbers, of each command
turn = 0


def some(command, kind, wrong):
    """All of the wrong texts, or the next four."""
    global turn
    if "--every" in sys.argv or (command[0], kind) not in tried:
        tried.add((command[0], kind))
        return wrong
    turn += 4
    return [wrong[(turn + k) % len(wrong)] for k in range(4)]


def numbers(command, option, kind, limits):
    wrong = ["", "8x", "x", "1 ", " 1", "--"]
    if kind == "FLOAT":
        wrong += ["1e400000", "nan", "1.2.3"]
    else:
        wrong += ["1.5", "1e3", "0x", "0x1g", "18446744073709551616", "99999999999999999999999999", "-9223372036854775809"]
    if kind == "UINT":
        wrong += ["-1", "-0x1", "-18446744073709551615"]
    for value in some(command, kind, wrong):
        refused(command, option, value, "=")
    refused(command, option, "", " ")
    if kind == "UINT":
        refused(command, option, "-1", " ")
    low, high = (float(x) for x in limits) if limits else (0, 1)
    if limits and high < 2 ** 62:
        refused(command, option, str(int(high) + 1), "=")
    if kind != "FLOAT" and low <= 16 <= (high if limits else 16):
        taken(command, f"{option}=0x10") if option != "-O" else None


commands = re.findall(r"^  lathe (\w+) +\S", help_of(), re.M)
commands = [c for c in dict.fromkeys(commands) if c not in ("COMMAND", "help", "completion")]
t.expect("the commands", len(commands) >= 13, str(commands))
seen = 0
for name in commands:
    if name == "bisect":  # arguments of another command: tests/cli/passes.py
        continue
    options = parse(help_of(name))
    t.expect(f"{name}: options in its help", len(options) >= 5, str(options))
    inputs = [name, "not-there"] + (["nor-this"] if name == "equal" else [])
    if name == "report":
        inputs = [name, "not-there.ll", "--fail-on=unlaunchable"]
    command = inputs + (["--output", "folder"] if name == "thinlto" else ["--with=slurm"] if name == "distribute" else [])
    taken(command)
    for names, kind, limits, choices, default in options:
        seen += 1
        for option in names:
            if name == "thinlto" and option in ("-o", "--output"):
                continue
            extra = WITH.get((name, option)) or WITH.get(option, [])
            base = [*(inputs if option in ("-o", "--output", "--with") or (name == "distribute" and extra) else command), *extra]
            if option in ("--list-rules", "--print-pipeline"):  # no input is looked at
                continue
            if kind is None:
                taken(base, option)
                if "{" not in option and option not in ("--stats", "--trace", "--profile", "--expand"):
                    refused(base, option, "perhaps", "=")
                    taken(base, option + "=true")
            elif choices:
                for value in choices:
                    taken(base, option, value)
                refused(base, option, "neither", "=", names)
            elif kind == "TEXT":
                taken(base, option, BY_COMMAND.get((name, option)) or TEXTS.get(option) or default or "some")
            elif kind == "BOOLEAN":
                for value in ("true", "false", "1", "0"):
                    taken(base, f"{option}={value}")
                for value in ("", "maybe", "2x", "--"):
                    refused(base, option, value, "=")
            else:
                value = default if default and default != "-1" else limits[0] if limits else "1"
                taken(base, "-O" + value) if option == "-O" else taken(base, option, value)
                if option == min(names, key=lambda n: not n.startswith("--")):  # that is how messages call it
                    numbers(base, option, kind, limits)
    # A name with one letter more, and one that is like none.
    long = [n for names, *_ in options for n in names if n.startswith("--") and len(n) > 6][0]
    t.error(f"{name}: mistyped option", [*command, long + "x"], 2, f"unknown option '{long}x'", f"did you mean {long}?")
    t.error(f"{name}: mistyped option behind a negative number", [*command, long + "x=-1"], 2, f"'{long}x'", long + "?")
    t.error(f"{name}: option like none", [*command, "--qqqqqqqqqqqqqqqqqqqq"], 2, "unknown option '--qqqqqqqqqqqqqqqqqqqq'")
    t.error(f"mistyped command {name}", [name + "x"], 2, f"did you mean {name}?")
t.expect("options seen", seen > 150, str(seen))
for name in ("compile", "opt", "thinlto"):  # of 141; the rest turn passes on or off, or are read by what runs anyway
    alone = sorted(knob for command, knob in idle if command == name)
    t.expect(f"{name}: knobs that are refused without the pass that reads them", len(alone) >= 75, f"{len(alone)}: {alone}")
t.error("mistyped command", ["compil"], 2, "no command 'compil'", "did you mean compile?")
t.error("command like none", ["zzzzzzzzz"], 2, "no command 'zzzzzzzzz'")

# Everything that goes to standard output, where that has no room.
good = t.file("good.ll", GOOD)
ptx = t.file("good.ptx", t.run("compile", good, "-o", "-").stdout)
dag = t.file("good.dag", t.run("compile", good, "-o", "-", "--stop-after=build").stdout)
problem = t.file("bits.txt", b"bits\n%0 input 8\n%1 ctpop 8 %0\nroot %1\n")
summary = t.file("import.txt", t.run("import", good, "--print-problem").stdout)
inlining = t.file("inline.txt", b"inlining\nfunction f size 9\ncall g saved 5\nfunction g size 20\n")
whole = [["--version"], ["--help"], *([c, "--help"] for c in commands), ["compile", good, "-o", "-"], ["opt", ptx], ["combine", dag],
         ["combine", "--list-rules"], ["run", ptx, "--list"], ["run", ptx, "--arg", "out:i32:1:-"], ["flow", ptx], ["bits", problem], ["outline", ptx],
         ["import", summary], ["inline", inlining], ["modulo", ptx, "--rewrite", "-", "-o", "modulo.txt"], ["group", ptx], ["sched", ptx], ["pressure", ptx], ["equal", ptx, ptx]]
for args in whole:
    done = t.run(*args)
    t.expect(" ".join(args), done.returncode == 0 and done.stdout, str(done)[:300])
    if os.path.exists("/dev/full"):
        with open("/dev/full", "wb") as full:
            t.error(" ".join(args) + " >/dev/full", args, 1, "<stdout>: cannot write: No space left", stdout=full)
    closed = subprocess.run([t.program, *args], stderr=subprocess.PIPE, preexec_fn=lambda: os.close(1))
    text = closed.stderr.decode()
    t.expect(" ".join(args) + " >&-", closed.returncode == 1 and text.count("lathe: error: <stdout>: cannot write") == 1, f"{closed.returncode} {text}")

# Options of llc: those that would change code do what they say or are refused by name.
KERNEL = b"""define i32 @f(i32 %x, i32 %y) {
entry:
  %c = icmp sgt i32 %x, 5
  br i1 %c, label %a, label %b
a:
  %p = mul i32 %x, %y
  br label %done
b:
  %q = add i32 %x, %y
  br label %done
done:
  %r = phi i32 [ %p, %a ], [ %q, %b ]
  ret i32 %r
}
"""
loop = t.file("loop.ll", KERNEL)
plain = t.run("compile", loop, "-o", "-").stdout
for args in (["-disable-block-placement"], ["--disable=block-order"], ["--disable=block-placement"]):
    done = t.run("compile", loop, "-o", "-", *args)
    t.expect(f"{args} changes the code", done.returncode == 0 and done.stdout != plain, str(done)[:300])
t.expect("-disable-block-placement=false changes nothing", t.run("compile", loop, "-o", "-", "-disable-block-placement=false").stdout == plain)
for args in (["-tail-dup-size"], ["-asm-verbose"], ["-frame-pointer=some"],
             ["-relocation-model=mine"], ["-code-model=huge"], ["-disable-lsr=perhaps"]):
    t.error(f"{args}", ["compile", loop, *args], 2, "-" + args[0].split("=")[0])
for args in (["-enable-tail-merge=false"], ["-asm-verbose=false"], ["-asm-verbose=0"], ["-frame-pointer=all"], ["-relocation-model=pic"], ["-code-model=small"],
             ["-disable-lsr"], ["-disable-cgp"], ["-disable-verify"], ["-disable-symbolication"], ["-verify-machineinstrs"]):
    done = t.run("compile", loop, "-o", "-", *args)
    t.expect(f"{args} is so anyway", done.returncode == 0 and done.stdout == plain and not done.stderr, str(done)[:300])

# --disable: passes, optional passes, steps of prepare, and the names that the reference has for them.
known = t.run("compile", loop, "--disable=?").stderr.decode().splitlines()[0]
ours, theirs = known.split("known: ")[1].split(", and the reference's ")
for name in (ours + ", " + theirs).split(", "):
    done = t.run("compile", loop, "-o", "-", "--disable=" + name)
    t.expect(f"compile --disable={name}", done.returncode == 0 and done.stdout and not done.stderr, str(done)[:300])
for name in ("schedule", "pipeline-loops", "group-accesses", "group-textures", "pipeliner", "machine-scheduler"):
    t.expect(f"{name} can be disabled", name in known, known)
    t.expect(f"opt --disable={name}", t.run("opt", ptx, "--disable=" + name).returncode == 0)
text = b"define void @g(ptr addrspace(1) align 16 %p) {\n" + b"".join(
    b"  %%p%d = getelementptr i32, ptr addrspace(1) %%p, i64 %d\n  store volatile i32 0, ptr addrspace(1) %%p%d\n" % (i, i, i) for i in range(2)) + b"  ret void\n}\n"
words = t.file("stores.ll", text.replace(b"volatile ", b""))
on = ["compile", words, "-o", "-", "--disable=vectors,load-store-vectorizer", "--combine-disable=known-bits", "--enable=group-accesses"]
t.expect("--disable wins over --enable", t.run(*on, "--disable=group-accesses").stdout == t.run(*on[:-1]).stdout)
for name in ("kernels", "names", "phi-elimination"):
    t.error(f"--disable={name}", ["compile", loop, "--disable=" + name], 2, name, "cannot be left out" if name != "phi-elimination" else "cannot be switched")
t.finish()
