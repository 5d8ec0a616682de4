#!/usr/bin/env python3
"""What `lathe thinlto` holds in memory and leaves on the disk.

  thinlto_memory.py LATHE

The peak of memory for many modules is that for few, as text, as bitcode and as bitcode with summaries; pipes give what files give; a
module that fails, a file that is changed meanwhile, and a run that is killed leave the output folder as it was.
"""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

sys.dont_write_bytecode = True
from cli import Checks  # noqa: E402

t = Checks(sys.argv[1])
# What is given back stays with the address sanitizer for a while.
sanitized = b"__asan_init" in pathlib.Path(t.program).read_bytes()
FEW, MANY, DATA = 16, 64, 128 * 1024
BOUND = 4096  # KiB that MANY modules may take more than FEW; any form of a module held for each would take 6144 or more


def module(number, data=DATA, functions=1):
    """A kernel with a large table, and a function that the next module calls."""
    text = "".join(f"\\{(i * 7 + number) % 256:02x}" for i in range(251)) * (data // 251)
    size = 251 * (data // 251)
    lines = ['target triple = "nvptx64-nvidia-cuda"', f'@table{number} = addrspace(1) constant [{size} x i8] c"{text}"',
             f"declare i32 @f{number - 1}_0(i32)" if number else ""]
    for k in range(functions):
        lines += [f"define i32 @f{number}_{k}(i32 %x) {{", *(f"  %v{i} = {'mul' if i % 2 else 'xor'} i32 {f'%v{i - 1}' if i else '%x'}, {i + 3}" for i in range(40)),
                  "  ret i32 %v39", "}"]
    lines += [f"define ptx_kernel void @k{number}(ptr addrspace(1) %p, i32 %i) {{",
              f"  %a = getelementptr i8, ptr addrspace(1) @table{number}, i32 %i", "  %b = load i8, ptr addrspace(1) %a", "  %c = zext i8 %b to i32",
              f"  %d = call i32 @f{number - 1}_0(i32 %c)" if number else "  %d = add i32 %c, 1",
              "  store i32 %d, ptr addrspace(1) %p", "  ret void", "}"]
    return "\n".join(lines) + "\n"


def write(folder, count, **how):
    folder.mkdir(parents=True, exist_ok=True)
    names = [f"m{i}.ll" for i in range(count)]
    for i, name in enumerate(names):
        (folder / name).write_text(module(i, **how))
    return names


def peak(folder, names):
    """KiB of the largest resident set."""
    process = subprocess.Popen([t.program, "thinlto", *names, "-o", "out", "--threads=1"], cwd=folder, stderr=subprocess.PIPE)
    said = process.stderr.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    t.expect(f"{names[0]} and {len(names) - 1} more: no error", status == 0, said)
    shutil.rmtree(folder / "out", ignore_errors=True)
    return usage.ru_maxrss


def check_growth(folder):
    names = write(folder, MANY)
    forms = {"text": names}
    opt = shutil.which("opt-22")
    if opt:
        for what, flags in (("bitcode", []), ("summaries", ["-module-summary"])):
            forms[what] = [f"{what}{i}.bc" for i in range(MANY)]
            for name, made in zip(names, forms[what]):
                subprocess.run([opt, *flags, "-o", made, name], cwd=folder, check=True)
    for what, files in forms.items():
        few, many = peak(folder, files[:FEW]), peak(folder, files)
        t.expect(f"{what}: {MANY} modules take little more memory than {FEW}", sanitized or many - few < BOUND, f"{few} KiB, {many} KiB")


def contents(folder):
    return {str(f.relative_to(folder)): f.read_bytes() for f in sorted(folder.rglob("*")) if f.is_file()}


def check_same_bytes(folder):
    names = write(folder, 12, data=1000, functions=3)
    wanted = None
    for threads in ("1", "2", "7"):
        made = subprocess.run([t.program, "thinlto", *names, "-o", "out" + threads, "--threads=" + threads], cwd=folder, capture_output=True)
        t.expect(f"{threads} threads", made.returncode == 0, made.stderr.decode())
        wanted = wanted or contents(folder / "out1")
        t.expect(f"the same bytes by {threads} threads", len(wanted) == 12 and contents(folder / ("out" + threads)) == wanted)
    pipes = folder / "pipes"
    pipes.mkdir()
    for name in names:
        os.mkfifo(pipes / name)

    def feed():
        for name in names:  # in the order in which they are read
            (pipes / name).write_bytes((folder / name).read_bytes())
    feeder = threading.Thread(target=feed, daemon=True)
    feeder.start()
    made = subprocess.run([t.program, "thinlto", *names, "-o", "out"], cwd=pipes, capture_output=True, timeout=300)
    t.expect("pipes", made.returncode == 0, made.stderr.decode())
    t.expect("pipes give what files give", contents(pipes / "out") == wanted if (pipes / "out").exists() else False)


def check_failure(folder):
    names = write(folder, 6, data=1000)
    (folder / "m3.ll").write_text(module(3, data=1000) + "define void @scalable(<vscale x 4 x i32> %x) {\n  ret void\n}\n@use = addrspace(1) global ptr @scalable\n")
    before = sorted(p.name for p in folder.iterdir())
    for threads in ("1", "3"):
        t.error(f"a module that fails, {threads} threads", ["thinlto", *(str(folder / n) for n in names), "-o", str(folder / "new/deep"), "--threads=" + threads], 1, "m3.ll")
        t.expect("it leaves no folder", sorted(p.name for p in folder.iterdir()) == before)
    (folder / "old").mkdir()
    (folder / "old/m0.ptx").write_text("what was there")
    t.error("a module that fails, into a folder", ["thinlto", *(str(folder / n) for n in names), "-o", str(folder / "old")], 1, "m3.ll")
    t.expect("it leaves the folder as it was", contents(folder / "old") == {"m0.ptx": b"what was there"})
    (folder / "m3.ll").unlink()
    t.error("a file that is not there", ["thinlto", *(str(folder / n) for n in names), "-o", str(folder / "new")], 1, "m3.ll", "No such file")
    t.expect("it leaves no folder, either", not (folder / "new").exists())


def waits_on_disk(pid):
    """Has the process a file without a name that holds something?"""
    try:
        for link in pathlib.Path(f"/proc/{pid}/fd").iterdir():
            if os.readlink(link).endswith(" (deleted)") and os.stat(link).st_size > 0:
                return True
    except OSError:
        pass
    return False


def check_killed(folder):
    names = write(folder, 300, data=10000, functions=20)
    (folder / "out").mkdir()
    (folder / "out/m7.ptx").write_text("what was there")
    before = sorted(p.name for p in folder.iterdir())
    for how in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
        # A shell's background jobs hand an ignored SIGINT on.
        process = subprocess.Popen([t.program, "thinlto", *names, "-o", "out", "--threads=1"], cwd=folder, stderr=subprocess.DEVNULL,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        while process.poll() is None and not waits_on_disk(process.pid):
            pass
        t.expect("it is killed while it works", process.poll() is None)
        process.send_signal(how)
        t.expect(f"{how.name} ends it", process.wait() == -how)
        t.expect(f"{how.name} leaves the folder as it was", contents(folder / "out") == {"m7.ptx": b"what was there"})
        t.expect(f"{how.name} leaves nothing beside it", sorted(p.name for p in folder.iterdir()) == before)


def check_changed(folder):
    """A file that is another one when its code is wanted: the summary that was planned with is not its own."""
    names = write(folder, 200, data=1000, functions=20)
    for name in names[2:]:  # all import from the first module
        text = (folder / name).read_text()
        (folder / name).write_text(text.replace(f"@f{int(name[1:-3]) - 1}_0(", "@f0_0("))
    opt = shutil.which("opt-22")
    if not opt:
        return
    subprocess.run([opt, "-module-summary", "-o", "m0.bc", "m0.ll"], cwd=folder, check=True)
    process = subprocess.Popen([t.program, "thinlto", "m0.bc", *names[1:], "-o", "out", "--threads=1"], cwd=folder, stderr=subprocess.PIPE)
    while process.poll() is None and not waits_on_disk(process.pid):
        pass
    process.send_signal(signal.SIGSTOP)
    with open(folder / "m0.bc", "r+b") as file:
        file.seek(-1, os.SEEK_END)
        file.write(b"x")
    process.send_signal(signal.SIGCONT)
    said = process.stderr.read().decode()
    t.expect("a file that changes: told", process.wait() == 1 and "m0.bc was changed" in said.replace("m0.bc: ", "m0.bc "), said)
    t.expect("a file that changes: nothing is written", not (folder / "out").exists())


with tempfile.TemporaryDirectory() as scratch:
    root = pathlib.Path(scratch)
    check_growth(root / "growth")
    check_same_bytes(root / "same")
    check_failure(root / "failure")
    if pathlib.Path("/proc/self/fd").exists():
        check_killed(root / "killed")
        check_changed(root / "changed")
t.finish()
