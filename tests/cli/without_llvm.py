#!/usr/bin/env python3
"""The program without LLVM: the commands of the algorithms on PTX and on problem texts, and what is refused by name.

  without_llvm.py LATHE               runs the commands of this program, which was built without LLVM
  without_llvm.py LATHE --configure   and configures the tree with LATHE_NVPTX=OFF where no LLVM can be found
  without_llvm.py --build FOLDER      configures so, builds the program there, cheap to compile, and runs its commands
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from cli import Checks  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PTX = b"""//
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 k_param_0, .param .u32 k_param_1)
{
\t.reg .pred %p<3>;
\t.reg .b32 %r<16>;
\t.reg .f32 %f<8>;
\t.reg .b64 %rd<4>;
\tld.param.u64 %rd1, [k_param_0];
\tld.param.u32 %r1, [k_param_1];
\tcvta.to.global.u64 %rd2, %rd1;
\tmov.u32 %r2, %tid.x;
\tmul.wide.s32 %rd3, %r2, 4;
\tadd.s64 %rd2, %rd2, %rd3;
$L:
\tld.global.f32 %f1, [%rd2];
\tld.global.f32 %f2, [%rd2+4];
\tfma.rn.f32 %f3, %f1, %f2, %f1;
\tst.global.f32 [%rd2], %f3;
\tadd.s64 %rd2, %rd2, 8;
\tadd.s32 %r1, %r1, -1;
\tsetp.ne.s32 %p1, %r1, 0;
\t@%p1 bra $L;
\tret;
}
"""
DAG = b"""%0 = entry chain
%1 = copy_from_reg i32 aux=2
%2 = constant i32 0
%3 = add i32 %1, %2
%4 = copy_to_reg chain %0, %3 aux=7
root %4
"""
BITS = b"bits\n%0 input 8\n%1 ctpop 8 %0\nroot %1\n"
# Families that take PTX and can print it as their problem.
BOTH = {"flow": [], "outline": [], "modulo": [], "group": [], "sched": ["0"], "pressure": []}


def commands(t):
    def works(what, *arguments, says=b"", checked=False):
        done = t.run(*arguments)
        t.expect(what, done.returncode == 0 and done.stdout and says in done.stdout, str(done)[:600])
        t.expect(what, not checked or b"checker: 0 faults" in done.stderr, str(done)[:600])
        return done.stdout

    ptx, dag, bits = t.file("k.ptx", PTX), t.file("k.dag", DAG), t.file("bits.txt", BITS)
    for name, number in BOTH.items():
        works(f"{name} of PTX", name, ptx, "--check", checked=True)
        problem = works(f"{name} --print-problem", name, ptx, "--print-problem", *number, says=name.encode())
        works(f"{name} of a problem text", name, t.file(name + ".txt", problem), "--check", checked=True)
    works("inline", "inline", t.file("inline.txt", b"inlining\nfunction f size 9\ncall g saved 5\nfunction g size 20\n"), "--check", says=b"inline 0 g", checked=True)
    works("bits", "bits", bits, "--check", checked=True)
    works("combine", "combine", dag, "--check", checked=True)
    t.expect("combine combines", b" add " not in t.run("combine", dag).stdout)
    summary = t.file("import.txt", (ROOT / "tests/cli/import.py").read_text().split('PROBLEM = """')[1].split('"""')[0].encode())
    works("import", "import", summary, "--check", checked=True)
    optimized = t.file("opt.ptx", works("opt", "opt", ptx, says=b".visible .entry k("))
    works("equal", "equal", ptx, optimized, says=b"k: equal")
    works("run --list", "run", ptx, "--list", says=b"kernel k")
    works("run", "run", ptx, "--block", "1", "--arg", "out:f32:8:-", "--arg", "i32:1")
    works("--version", "--version", says=b"built without LLVM")
    works("--help", "--help", says=b"without LLVM")
    good = t.file("good.ll", b"define void @f() {\n  ret void\n}\n")
    for arguments, name in ((["compile", good], "lathe compile"), (["thinlto", good, "-o", "out"], "lathe thinlto"),
                            (["run", good], "good.ll: lathe run of LLVM IR"), (["import", good], "good.ll: lathe import of LLVM modules")):
        t.error(f"{arguments[0]} without LLVM", arguments, 1, name, "was built without LLVM", "-DLATHE_NVPTX=ON")


def configure(folder):
    """The text of compile_commands.json. No LLVM is to be found: not by name, and by no path that names one."""
    more = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    done = subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DLATHE_NVPTX=OFF", "-DLATHE_TESTS=OFF", "-DLATHE_EXAMPLES=OFF",
                           "-DLATHE_BATCH=OFF", "-DCMAKE_DISABLE_FIND_PACKAGE_LLVM=ON", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0",
                           *more],
                          capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"configuring without LLVM failed:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
    return (pathlib.Path(folder) / "compile_commands.json").read_text()


def main():
    if sys.argv[1] == "--build":
        folder = pathlib.Path(sys.argv[2]).resolve()
        configure(folder)
        subprocess.run(["cmake", "--build", folder, "--target", "lathe_exe", "-j", str(os.cpu_count())], check=True, stdout=sys.stderr)
        program = folder / "bin/lathe"
    else:
        program = sys.argv[1]
    t = Checks(program)
    commands(t)
    if "--configure" in sys.argv:
        with tempfile.TemporaryDirectory() as folder:
            text = configure(folder).replace(str(ROOT), "")
            t.expect("the program is configured", "tools/lathe/without_llvm.cpp" in text and "tools/lathe/flow_command.cpp" in text)
            t.expect("nothing of LLVM is compiled", not re.search(r"-I\S*llvm|-isystem \S*llvm|lathe/llvm/|nvptx/(driver|prepare|debug|build)/|codegen/prepare/", text))
            shown = subprocess.run(["ninja", "-C", folder, "-t", "commands", "lathe_exe"], capture_output=True, text=True)
            t.expect("the program can be made", shown.returncode == 0 and "-o bin/lathe" in shown.stdout, shown.stdout[-300:] + shown.stderr[-300:])
    t.finish()


if __name__ == "__main__":
    main()
