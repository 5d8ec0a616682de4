#!/usr/bin/env python3
"""The plugin of plugins/llvm inside an unmodified llc-22: small programs (tests/library/llc) for four targets through LLVM's
verifier with all of its passes, with each alone, with the outliner and with software pipelining; they are run (AArch64 and RISC-V under qemu-user,
where that and a cross compiler are there), and print what they print without it.  llc.py PLUGIN

Exit 77, with the name of what is missing, where llc-22, clang-22 or the plugin is not there."""
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "tests/library/llc"
TARGETS = {"x86-64": "x86_64-linux-gnu", "AArch64": "aarch64-linux-gnu", "RISC-V": "riscv64-linux-gnu", "AMD GPU": "amdgcn-amd-amdhsa"}
# prefix of the linker, emulator, what the RISC-V backend is told of the CPU
RUNS = {"x86-64": ("", None, []), "AArch64": ("aarch64-linux-gnu-", "qemu-aarch64", []),
        "RISC-V": ("riscv64-linux-gnu-", "qemu-riscv64", ["-mattr=+m,+a,+f,+d,+c"])}
# What has targets put LLVM's pipeliner into their pipelines, where ours then stands.
PIPELINE = {"AArch64": ["-mcpu=cortex-a55", "-enable-pipeliner", "-aarch64-enable-pipeliner", "-pipeliner-max-stages=20", "-lathe-passes=pipeliner"],
            "RISC-V": ["-mcpu=sifive-u74", "-enable-pipeliner", "-riscv-enable-pipeliner", "-pipeliner-max-stages=20", "-lathe-passes=pipeliner"]}
OUTLINE = ["-enable-machine-outliner=always", "-lathe-passes=machine-outliner"]
failed = []


def expect(what, fine, more=""):
    print(("ok   " if fine else "FAIL ") + what + ("" if fine else ": " + str(more)[:600]))
    if not fine:
        failed.append(what)


def run(*command):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=900, check=False)


def rows():
    """Names of the table in plugin.cpp."""
    text = (ROOT / "plugins/llvm/plugin.cpp").read_text(encoding="utf-8")
    return re.findall(r'^      \{"([a-z-]+)", "Lathe: ', text, re.M)


class Plugin:
    def __init__(self, path, folder):
        self.path, self.folder = path, folder

    def ir(self, source, target, cpu=()):
        out = self.folder / f"{source.stem}.{target}.ll".replace(" ", "")
        extra = [*cpu, *(["-DWITH_MAIN"] if self.runs(target) else [])]
        if target == "x86-64":
            extra.append("-march=x86-64-v3")
        if target == "AMD GPU":
            extra += ["-nogpulib", "-mcpu=gfx90a"]
        elif target == "RISC-V":
            extra += ["-march=rv64gc", "-mabi=lp64d"]
        # At -O2 clang unrolls loops for a GPU until nobody would wait for it.
        done = run("clang-22", "-w", "-O1" if target == "AMD GPU" else "-O2", "--target=" + TARGETS[target], *extra, "-S", "-emit-llvm", source, "-o", out)
        return out if done.returncode == 0 else None

    @staticmethod
    def runs(target):
        prefix, emulator, _ = RUNS.get(target, (None, None, None))
        if prefix is None or (emulator is None and platform.machine() != "x86_64"):
            return False
        return emulator is None or (shutil.which(emulator) and shutil.which(prefix + "gcc"))

    def assembly(self, ir, name, target, options, kind="asm"):
        """Text, or an object; nothing after a failure that is told."""
        out = self.folder / f"{ir.stem}.{name}.{kind}"
        load = ["--load=" + str(self.path)] if name != "none" else []
        more = ["-mcpu=x86-64-v3"] if target == "x86-64" else RUNS.get(target, ("", None, []))[2]
        verify = ["-verify-machineinstrs"] if kind == "asm" else ["-filetype=obj"]
        done = run("llc-22", "-O2", "-relocation-model=pic", *verify, *more, *load, *options, ir, "-o", out)
        expect(f"{ir.stem}: {name} is taken by the verifier", done.returncode == 0, done.stderr)
        return out if done.returncode == 0 else None

    def printed(self, made, target):
        prefix, emulator, _ = RUNS[target]
        if made is None or run(prefix + "gcc" if prefix else "clang-22", made, "-o", made.with_suffix(".exe"), "-lm", "-static").returncode != 0:
            return None
        done = run(*([emulator] if emulator else []), made.with_suffix(".exe"))
        return done.stdout if done.returncode == 0 else None


def pipelined(p, target, options):
    """Four loops in the place of LLVM's pipeliner: each in stages, and the program prints what it prints without."""
    ir, said = p.ir(PROGRAMS / "pipelined/loops.c", target, options[:1]), p.folder / "remarks.yaml"
    out = p.assembly(ir, "pipelined", target, [*options, f"-pass-remarks-output={said}", "-pass-remarks-filter=pipeliner"])
    if out is None:
        return
    loops = re.findall(r"^--- !Passed\nPass: +pipeliner\nName: +lathe\n(?:DebugLoc:.*\n)?Function: +(\w+)", said.read_text(), re.M)
    expect(f"loops for {target}: all four are pipelined", set(loops) >= {"window", "predict", "carried", "mixed"}, said.read_text())
    if p.runs(target):
        plain, printed = (p.printed(p.assembly(ir, name, target, more, "obj"), target) for name, more in (("none", []), ("pipelined", options)))
        expect(f"loops for {target} print the same pipelined", plain is not None and printed == plain, f"{printed!r} instead of {plain!r}")


def occupancy(plugin, folder):
    """Tiles of matrix products on one AMD GPU: more waves than LLVM's for some, fewer for none; verified, assembled and linked, and equal by the checker."""
    done = run(sys.executable, str(ROOT / "bench/adapters/llvm_amd.py"), "--plugin", str(plugin), "--files", "gemm", "--targets", "gfx90a",
               "--rows", "unsink+occupancy", "--equal", "--work", str(folder))
    if done.returncode == 77:
        return
    found = re.search(r"a step gained (\d+) .*, lost (\d+)", done.stdout)
    judged = re.findall(r"^gfx90a (\w+): (\d+) functions changed: equal (\d+)", done.stdout, re.M)
    expect("each function that the two rows change is equal", len(judged) == 2 and all(int(n) >= 4 and n == same for _, n, same in judged), done.stdout)
    expect("matrix products gain occupancy", done.returncode == 0 and found and int(found.group(1)) >= 4 and found.group(2) == "0", done.stdout + done.stderr)


def unsink(plugin, folder):
    """Its remarks and its fuel, on the IR that occupancy() has made."""
    ir, out = folder / "gemm.gfx90a.ll", folder / "unsunk.s"
    if not ir.exists():
        return
    plain = run("llc-22", "-O3", "-mcpu=gfx90a", ir, "-o", "-").stdout
    for fuel in (0, 2):
        done = run("llc-22", "-O3", "-mcpu=gfx90a", "--load=" + str(plugin), "-lathe-passes=unsink", f"-lathe-unsink-fuel={fuel}", "-lathe-equal", "-pass-remarks=unsink",
                   ir, "-o", out)
        gone, judged = done.stderr.count("instructions go up"), re.findall(r"^lathe-equal: unsink .*: (.*)$", done.stderr, re.M)
        expect(f"unsink with fuel {fuel}", done.returncode == 0 and gone == fuel and set(judged) == ({"equal"} if fuel else set()) and (out.read_text() == plain) == (fuel == 0),
               done.stderr)


def answers(plugin, folder):
    """Alias analysis asked once of each pair, or as often as LLVM does: the same code; and the pass stands there with `occupancy` alone."""
    ir = folder / "gemm.gfx90a.ll"
    if not ir.exists():
        return
    code, there = {}, {}
    for rows, more in (("occupancy", "true"), ("occupancy", "false"), ("unsink", "true")):
        done = run("llc-22", "-O3", "-mcpu=gfx90a", "--load=" + str(plugin), "-lathe-passes=" + rows, "-lathe-keep-answers=" + more, "-debug-pass=Structure", ir, "-o", "-")
        code[rows, more], there[rows, more] = done.stdout, "Lathe: answers kept of alias analysis" in done.stderr
    expect("alias answers are kept where `occupancy` is", list(there.values()) == [True, False, False], str(there))
    expect("the same code with alias answers kept", code["occupancy", "true"] and code["occupancy", "true"] == code["occupancy", "false"])


def left_out(plugin, folder):
    """LLVM's nary reassociation runs where it finds something, and only there: the same code, and bisection is still asked."""
    def made(ir, *options):
        done = run("llc-22", "-O3", "-mtriple=amdgcn-amd-amdhsa", "-mcpu=gfx90a", *options, ir, "-o", "-")
        return done.stdout, done.stderr
    row = ["--load=" + str(plugin), "-lathe-passes=nary-reassociate", "-pass-remarks-analysis=nary-reassociate"]
    ir = folder / "sums.ll"
    ir.write_text("define void @found(ptr addrspace(1) %p, i32 %a, i32 %b, i32 %c) {\n  %x = mul i32 %a, %c\n  %y = mul i32 %a, %b\n  %z = mul i32 %y, %c\n"
                  "  store volatile i32 %x, ptr addrspace(1) %p\n  store volatile i32 %z, ptr addrspace(1) %p\n  ret void\n}\n"
                  "define i32 @none(i32 %a, i32 %b, i32 %c) {\n  %y = add i32 %a, %b\n  %z = add i32 %y, %c\n  ret i32 %z\n}\n")
    (plain, _), (code, said), (off, bisected) = made(ir), made(ir, *row), made(ir, *row, "-opt-bisect-limit=0")
    expect("LLVM's pass has something to do in one of two functions, and does it", plain == code and code.count("v_mul_lo") + code.count("s_mul_i32") == 2
           and said.count("left out") == 1, code + said)
    expect("who bisects LLVM's passes is asked first", made(ir, "-opt-bisect-limit=0")[0] == off and "NOT running pass" in bisected and "left out" not in bisected, bisected)
    ir = folder / "gemm.gfx90a.ll"
    if ir.exists():
        (plain, _), (code, said) = made(ir), made(ir, *row)
        expect("matrix products are the same without it", plain == code and said.count("left out") >= 10, said)


def frames(plugin, folder):
    """RISC-V: functions that are the same from their frame on become calls of one, which has the frame's notes."""
    ir = folder / "frames.ll"
    body = "minsize optsize uwtable {\n  call void @base(ptr %p)\n  tail call void @drop(ptr %p, i64 64)\n  ret void\n}\n"
    ir.write_text("declare void @base(ptr)\ndeclare void @drop(ptr, i64)\n" + "".join(f"define void @f{k}(ptr %p) {body}" for k in range(4)))
    done = run("llc-22", "-O2", "-verify-machineinstrs", "-relocation-model=pic", "-mtriple=riscv64-linux-gnu", "--load=" + str(plugin), *OUTLINE, ir, "-o", "-")
    before, _, outlined = done.stdout.partition("\nOUTLINED_FUNCTION_0:")
    expect("frames go along with whole functions", done.returncode == 0 and ".cfi_offset" in outlined and ".cfi_offset" not in before, done.stdout + done.stderr)
    # Beside them functions that have nothing in common but the registers that they give back.
    with ir.open("a") as more:
        more.write("declare i64 @g(i64)\n")
        for k, op in enumerate(("add", "sub", "xor", "mul", "or", "and")):
            more.write(f"define i64 @h{k}(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e) minsize optsize uwtable {{\n  %x = {op} i64 %a, {2 * k + 3}\n"
                       f"  %p = call i64 @g(i64 %x)\n  %q = call i64 @g(i64 %b)\n  %r = {op} i64 %p, %q\n  %s = call i64 @g(i64 %c)\n  %t = {op} i64 %s, %d\n"
                       f"  %u = call i64 @g(i64 %t)\n  %v = {op} i64 %u, %e\n  %w = add i64 %v, %r\n  ret i64 %w\n}}\n")
    done = run("llc-22", "-O2", "-verify-machineinstrs", "-relocation-model=pic", "-mtriple=riscv64-linux-gnu", "--load=" + str(plugin), *OUTLINE, ir, "-o", "-")
    bodies = re.findall(r"^OUTLINED_FUNCTION_\w+:(.*?)^\.Lfunc_end", done.stdout, re.M | re.S)
    expect("and what they do not take is outlined, too", done.returncode == 0 and any(".cfi_offset" in b for b in bodies) and
           any("ld\tra, 40(sp)" in b and ".cfi_offset" not in b for b in bodies), done.stdout + done.stderr)


def main():
    plugin = pathlib.Path(sys.argv[1])
    for tool in ("llc-22", "clang-22"):
        if shutil.which(tool) is None:
            print(f"skipped: no {tool}")
            return 77
    if not plugin.exists():
        print(f"skipped: no {plugin.name}: ./dev build release lathe_plugin")
        return 77
    expect("the table has rows", len(rows()) >= 12, rows())
    with tempfile.TemporaryDirectory() as folder:
        p = Plugin(plugin, pathlib.Path(folder))
        # Where ours stands behind LLVM's scheduler nothing is lost of what the target puts there.
        kept = run("llc-22", "-O2", "-debug-pass=Structure", "-mtriple=" + TARGETS["AMD GPU"], "--load=" + str(plugin), "-lathe-passes=schedule",
                   "/dev/null", "-o", "/dev/null").stderr
        expect("passes behind LLVM's own stay", "Machine Instruction Scheduler" in kept and "Lathe: order for occupancy" in kept and "SI Whole Quad Mode" in kept, kept)
        for names, target, stands in (("all", "AMD GPU", False), ("register-coalescer", "AMD GPU", True), ("all", "RISC-V", True)):
            passes = run("llc-22", "-O2", "-debug-pass=Structure", "-mtriple=" + TARGETS[target], "--load=" + str(plugin), "-lathe-passes=" + names,
                         "/dev/null", "-o", "/dev/null").stderr
            expect(f"{names}: our coalescer stands on {target}: {stands}", ("Lathe: coalescing" in passes) == stands, passes)
        placed = run("llc-22", "-O2", "-debug-pass=Structure", "-mtriple=" + TARGETS["AArch64"], "--load=" + str(plugin), "-lathe-passes=block-placement",
                     "/dev/null", "-o", "/dev/null").stderr
        expect("branches are folded once more behind block placement, as LLVM's own does inside",
               re.search(r"Lathe: block placement\n(.*\n)*?.*Lathe: branches folded behind block placement", placed) is not None
               and "Branch Probability Basic Block Placement" not in placed and " -lathe-fold-again" in placed, placed)
        frames(plugin, pathlib.Path(folder))
        wrong = run("llc-22", "--load=" + str(plugin), "-lathe-passes=nothing", "/dev/null", "-o", "/dev/null")
        expect("a name that there is not is an error that lists them", wrong.returncode != 0 and "machine-cse" in wrong.stderr, wrong)
        for source in sorted(PROGRAMS.glob("*.c")):
            for target in TARGETS:
                ir = p.ir(source, target)
                expect(f"{source.stem} for {target}", ir is not None)
                if ir is None:
                    continue
                here = target == "x86-64"
                plain = p.printed(p.assembly(ir, "none", target, [], "obj"), target) if p.runs(target) else None
                variants = {"all": ["-lathe-passes=all"], "outliner": OUTLINE, "two-address": ["-lathe-passes=two-address"]}
                if here:
                    variants.update({row: ["-lathe-passes=" + row] for row in [*rows(), "nary-reassociate"]})
                expect(f"{source.stem} for {target} runs", plain is not None or not p.runs(target))
                for name, options in variants.items():
                    out = p.assembly(ir, name, target, options)
                    if out is None:
                        continue
                    if p.runs(target):
                        printed = p.printed(p.assembly(ir, name, target, options, "obj"), target)
                        expect(f"{source.stem} for {target} prints the same with {name}", printed == plain, f"{printed!r} instead of {plain!r}")
                    if name == "outliner" and source.stem == "matrix" and target != "AMD GPU":
                        expect(f"{source.stem} for {target}: something is outlined", "OUTLINED_FUNCTION" in out.read_text())
        occupancy(plugin, p.folder)
        unsink(plugin, p.folder)
        answers(plugin, p.folder)
        left_out(plugin, p.folder)
        for target, options in PIPELINE.items():
            pipelined(p, target, options)
    print(f"{len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
