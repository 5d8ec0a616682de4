#!/usr/bin/env python3
"""LLVM IR that clang made for NVPTX (tests/kernels/ll) as IR for an AMD GPU.

  retarget.py --cpu gfx1100 FILE.ll -o OUT.ll
  retarget.py --self-test

What another target needs written otherwise is rewritten: kernels' calling convention, launch bounds, arguments by value, where local variables lie,
scopes of atomics. Intrinsics of NVPTX and inline assembly become calls of functions by their names, whose meanings are in nvptx.cpp;
libdevice's functions by libclc-22. All is linked and optimized by opt-22 -O3. What has no meaning there is refused by name: exit 1.
"""
import argparse
import hashlib
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TRIPLE = "amdgcn-amd-amdhsa"
SCOPES = {"block": "workgroup", "cluster": "agent", "device": "agent", "warp": "wavefront"}
TOOLS = ("clang-22", "llvm-link-22", "llvm-dis-22", "llvm-as-22", "opt-22")
LIBRARY = "/usr/lib/clc/{}-amdgcn--.bc"  # of Debian's package libclc-22
# Of the kernels' own attributes: what the other target would read otherwise.
DROPPED = re.compile(r' ?"(?:target-cpu|target-features|frame-pointer|nvvm\.(?!maxntid)[a-z]+)"="[^"]*"')


class Refused(Exception):
    """Why it cannot be."""


def wave(cpu):
    return 64 if cpu.startswith("gfx9") else 32


def run(*command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if "error" in line.lower()] or done.stderr.splitlines()[-1:]
        raise Refused(f"{pathlib.Path(str(command[0])).name}: {(lines or ['it fails'])[0][:200]}")
    return done.stdout


def split(text):
    """At commas that are in no bracket and no string."""
    parts, depth, quoted, start = [], 0, False, 0
    for at, c in enumerate(text):
        if c == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif c in "([{<":
            depth += 1
        elif c in ")]}>":
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return parts + ([text[start:].strip()] if text[start:].strip() else [])


def closing(text, at):
    """Behind the bracket that closes the one at `at`."""
    depth, quoted = 0, False
    for k in range(at, len(text)):
        if text[k] == '"':
            quoted = not quoted
        elif not quoted and text[k] in "([{":
            depth += 1
        elif not quoted and text[k] in ")]}":
            depth -= 1
            if depth == 0:
                return k + 1
    raise Refused("brackets that do not close")


def type_of(argument):
    """The type in front of an argument or result, without its attributes."""
    found = re.match(r"(?:\{[^}]*\}|<[^>]*>|\[[^\]]*\]|ptr(?: addrspace\(\d+\))?|[%\w.]+)", argument)
    return found.group(0)


def result_of(prefix):
    """The type that a call gives, of what stands between call and callee: flags and attributes may stand in front of it."""
    found = re.search(r"(\{[^}]*\}|<[^>]*>|ptr(?: addrspace\(\d+\))?|void|i\d+|half|bfloat|float|double|%[\w.]+)$", prefix.strip())
    if found is None:
        raise Refused(f"a call of an unknown type: {prefix}")
    return found.group(1)


def words(text):
    """An assembly text with single blanks, without comments."""
    text = re.sub(r"\\([0-9A-Fa-f]{2})", lambda m: chr(int(m.group(1), 16)), text)
    return re.sub(r"\s+", " ", re.sub(r"//.*", "", text)).strip()


class Rewriter:
    def __init__(self):
        self.wanted = {}  # declarations by name

    def call(self, indent, target, result, name, arguments):
        """Lines of a call by name; several results come from a function each."""
        types = ", ".join(type_of(a) for a in arguments)
        passed = ", ".join(f"{type_of(a)} {a.rsplit(' ', 1)[1] if not a.endswith(')') else self.constant(a)}" for a in arguments)
        if not result.startswith("{"):
            self.wanted[name] = f'declare {result} @"{name}"({types})'
            return [f'{indent}{target}call {result} @"{name}"({passed})']
        fields, lines, value = split(result[1:-1]), [], "poison"
        base = target.split("=")[0].strip()
        for k, field in enumerate(fields):
            self.wanted[f"{name}#{k}"] = f'declare {field} @"{name}#{k}"({types})'
            made = f"{base}.with{k}" if k + 1 < len(fields) else base
            lines += [f'{indent}{base}.part{k} = call {field} @"{name}#{k}"({passed})', f"{indent}{made} = insertvalue {result} {value}, {field} {base}.part{k}, {k}"]
            value = made
        return lines

    @staticmethod
    def constant(argument):
        """A constant expression behind a type and attributes."""
        found = re.search(r"(ptrtoint|getelementptr|addrspacecast|trunc|add|sub|inttoptr)\b.*$", argument)
        if found is None:
            raise Refused(f"an argument that is not understood: {argument}")
        return found.group(0)

    def line(self, line):
        """One instruction's lines."""
        found = re.match(r"( +)(%[\w.]+ = )?alloca (.*)$", line)
        if found:
            indent, target, rest = found.groups()
            name = target[:-3]
            return [f"{indent}{name}.private = alloca {rest}, addrspace(5)", f"{indent}{target}addrspacecast ptr addrspace(5) {name}.private to ptr"]
        found = re.match(r"( +)call void @llvm\.lifetime\.", line)
        if found:
            return []  # of the cast pointer it says nothing
        found = re.match(r'( +)(%[\w.]+ = )?(?:tail |musttail |notail )?call (.*?)\basm (?:sideeffect |alignstack |inteldialect )*"((?:[^"\\]|\\.)*)", "[^"]*"(?=\()', line)
        if found:
            indent, target, prefix, text = found.groups()
            arguments = split(line[found.end() + 1:closing(line, found.end()) - 1])
            return self.call(indent, target or "", result_of(prefix), "ptx " + words(text), arguments)
        found = re.match(r"( +)(%[\w.]+ = )?(?:tail )?call (.*?)@llvm\.(nvvm\.[\w.]+)(?=\()", line)
        if found:
            indent, target, prefix, name = found.groups()
            arguments = split(line[found.end() + 1:closing(line, found.end()) - 1])
            return self.call(indent, target or "", result_of(prefix), name, arguments)
        return [re.sub(r" byval\([^()]*\)", "", line) if "byval(" in line else line]

    def head(self, line):
        """A function's first line, and what has to stand at its begin."""
        at = line.index("(", line.index("@"))
        end = closing(line, at)
        kernel, parameters = "ptx_kernel" in line, []
        body = [f"v{len(re.findall(r'%v[0-9]+(?=,|$)', ','.join(p.rsplit(' ', 1)[-1] for p in split(line[at + 1:end - 1]))))}:"]  # the first block has the next number
        for p in split(line[at + 1:end - 1]):
            found = re.search(r"byval\(", p)
            if not found:
                parameters.append(p)
                continue
            after = closing(p, found.end() - 1)
            what, name = p[found.end():after - 1], p.rsplit(" ", 1)[1]
            if kernel:
                align = re.search(r"align \d+", p)
                parameters.append(f"ptr addrspace(4) byref({what}) {align.group(0) if align else ''} {name}.constant")
                source = f"ptr addrspace(4) {name}.constant"
            else:
                parameters.append(f"ptr {name}.given")
                source = f"ptr {name}.given"
            if "readonly" in p:
                body.append(f"  {name} = addrspacecast {source} to ptr" if kernel else f"  {name} = getelementptr i8, ptr {name}.given, i64 0")
            else:
                size = f"ptrtoint (ptr getelementptr ({what}, ptr null, i32 1) to i64)"
                body += [f"  {name}.private = alloca {what}, align 16, addrspace(5)", f"  {name} = addrspacecast ptr addrspace(5) {name}.private to ptr",
                         f"  call void @llvm.memcpy.p0.p{4 if kernel else 0}.i64(ptr {name}, {source}, i64 {size}, i1 false)"]
                self.wanted["memcpy"] = "declare void @llvm.memcpy.p0.p4.i64(ptr, ptr addrspace(4), i64, i1)\n" \
                                        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)"
        first = line[:at + 1].replace("ptx_kernel", "amdgpu_kernel")
        return first + ", ".join(parameters) + line[end - 1:], body

    def run(self, text, layout):
        # Numbers become names, so that instructions can be added.
        text = re.sub(r"%(\d+)\b", r"%v\1", text)
        text = re.sub(r"^(\d+):", r"v\1:", text, flags=re.M)
        text = re.sub(r'syncscope\("(\w+)"\)', lambda m: f'syncscope("{SCOPES.get(m.group(1), m.group(1))}")', text)
        out = []
        for line in text.splitlines():
            if line.startswith("target datalayout"):
                out.append(f'target datalayout = "{layout}"')
            elif line.startswith("target triple"):
                out.append(f'target triple = "{TRIPLE}"')
            elif line.startswith("declare") and ("@llvm.nvvm." in line or "@llvm.lifetime" in line or "@llvm.memcpy.p0.p0.i64" in line):
                continue
            elif line.startswith("declare"):
                out.append(re.sub(r" byval\([^()]*\)", "", line))
                if "@llvm." not in line:
                    self.wanted.setdefault(re.search(r"@\"?([^\"(]+)", line).group(1), "")
            elif line.startswith("define"):
                head, body = self.head(line)
                out += [head, *body]
            elif line.startswith("attributes"):
                line = DROPPED.sub("", line)
                out.append(re.sub(r'"nvvm\.maxntid"="([\d,]+)"', self.bounds, line))
            elif line.startswith("  "):
                out += self.line(line)
            else:
                out.append(line)
        if any("@llvm.memcpy.p0.p0.i64" in line for line in out):
            self.wanted["memcpy"] = self.wanted.get("memcpy", "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
        return "\n".join(out + [d for d in self.wanted.values() if d]) + "\n"

    @staticmethod
    def bounds(found):
        lanes = 1
        for n in found.group(1).split(","):
            lanes *= int(n)
        return f'"amdgpu-flat-work-group-size"="1,{lanes}"'


def meanings(cpu, folder):
    """nvptx.cpp for the GPU, and the data layout: made once in the folder."""
    out = folder / f"nvptx.{cpu}.ll"
    if not out.exists():
        made = folder / f"nvptx.{cpu}.{hashlib.md5(str(folder).encode()).hexdigest()[:6]}.part"
        run("clang-22", "--target=" + TRIPLE, "-mcpu=" + cpu, f"-DWAVE={wave(cpu)}", "-x", "c++", "-std=c++17", "-w", "-nogpulib", "-ffreestanding", "-fno-exceptions", "-O1",
            "-Xclang", "-disable-llvm-passes", "-emit-llvm", "-S", HERE / "nvptx.cpp", "-o", made)
        text = made.read_text().replace(" noinline", "").replace(" optnone", "")
        out.write_text(re.sub(r' ?"target-(?:cpu|features)"="[^"]*"', "", text))
        made.unlink()
    return out, re.search(r'target datalayout = "([^"]*)"', out.read_text()).group(1)


def library(cpu, folder):
    """libclc for the GPU, without what it says of its own target: it is built for waves of 64."""
    out = folder / f"libclc.{cpu}.bc"
    if not out.exists():
        source = pathlib.Path(LIBRARY.format(cpu))
        if not source.exists():
            raise Refused(f"no {source} (Debian: libclc-22)")
        text = run("llvm-dis-22", source, "-o", "-")
        plain = folder / f"libclc.{cpu}.ll"
        plain.write_text(re.sub(r' ?"target-(?:cpu|features)"="[^"]*"', "", text))
        run("llvm-as-22", plain, "-o", out)
        plain.unlink()
    return out


def retarget(source, cpu, out, folder):
    """IR for the GPU; Refused says why not. `folder`: what many files share."""
    shim, layout = meanings(cpu, folder)
    rewriter = Rewriter()
    text = rewriter.run(source.read_text(), layout)
    with tempfile.TemporaryDirectory(dir=folder) as work:
        work = pathlib.Path(work)
        first, linked = work / "first.ll", work / "linked.bc"
        first.write_text(text)
        libraries = [shim] + ([library(cpu, folder)] if "@__nv_" in text else [])
        run("llvm-link-22", first, "--internalize", "--only-needed", *libraries, "-o", linked)
        left = [name for name in re.findall(r'^declare [^@]*@"?([^"(]+)', run("llvm-dis-22", linked, "-o", "-"), re.M) if not name.startswith("llvm.")]
        if left:
            raise Refused(f"no meaning for {', '.join(left[:3])}" + (f" and {len(left) - 3} more" if len(left) > 3 else ""))
        run("opt-22", "-mtriple=" + TRIPLE, "-mcpu=" + cpu, "-passes=default<O3>", "-S", linked, "-o", out)


SAMPLE = """target datalayout = "e-i64:64"
target triple = "nvptx64-nvidia-cuda"
%pair = type { i32, i32 }
@s = internal addrspace(3) global [32 x i32] undef, align 4
define dso_local ptx_kernel void @k(ptr noundef byval(%pair) align 4 %0, ptr noundef %1) #0 {
  %3 = alloca i32, align 4
  %4 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %5 = load i32, ptr %0, align 4
  store i32 %5, ptr %3, align 4
  %6 = tail call { i32, i32 } asm "{\\0A\\09mad.lo.cc.u32   $0, $2, $3, $4;\\0A\\09madc.hi.u32     $1, $2, $3,  0;\\0A\\09}", "=r,=r,r,r,r"(i32 %4, i32 %5, i32 7) #1
  %7 = extractvalue { i32, i32 } %6, 1
  %8 = atomicrmw add ptr %1, i32 %7 syncscope("block") monotonic, align 4
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
attributes #0 = { "nvvm.maxntid"="64,2" "target-cpu"="sm_75" }
attributes #1 = { nounwind }
"""


def self_test():
    """The meanings on the host, a sample, and one that cannot be: exit status."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        check, sample, out = folder / "check", folder / "sample.ll", folder / "out.ll"
        processor = pathlib.Path("/proc/cpuinfo")
        if platform.machine() == "x86_64" and processor.exists() and " fma " in processor.read_text():
            run("clang++-22", "-std=c++17", "-O1", "-w", "-frounding-math", "-mfma", "-DWAVE=32", HERE / "nvptx_check.cpp", "-o", check, "-lm")
            done = subprocess.run([str(check)], capture_output=True, text=True)
            if done.returncode != 0:
                print(done.stdout)
                return 1
        sample.write_text(SAMPLE)
        retarget(sample, "gfx90a", out, folder)
        made = out.read_text()
        wanted = ("amdgpu_kernel void @k(", "byref(%pair)", '"amdgpu-flat-work-group-size"="1,128"', 'syncscope("workgroup")', "@llvm.amdgcn.workitem.id.x()")
        missing = [w for w in wanted if w not in made] + [w for w in ("asm", "nvvm.read", "@\"ptx") if w in made]
        sample.write_text(SAMPLE.replace("mad.lo.cc", "mad.lo.new"))
        try:
            retarget(sample, "gfx90a", out, folder)
            missing.append("a refusal")
        except Refused as why:
            missing += [] if "mad.lo.new" in str(why) else [str(why)]
    print("wrong: " + ", ".join(missing) if missing else "all as it should be")
    return 1 if missing else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path, nargs="?")
    parser.add_argument("--cpu")
    parser.add_argument("-o", type=pathlib.Path)
    parser.add_argument("--self-test", action="store_true")
    args = parser.parse_args()
    if not args.self_test and not (args.file and args.cpu and args.o):
        parser.error("FILE, --cpu and -o")
    for tool in TOOLS:
        if not shutil.which(tool):
            print(tool, "is missing")
            return 77
    if args.self_test:
        return self_test()
    try:
        with tempfile.TemporaryDirectory() as folder:
            retarget(args.file, args.cpu, args.o, pathlib.Path(folder))
    except Refused as why:
        print(f"{args.file}: {why}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
