#!/usr/bin/env python3
"""lathe run: arguments, buffers, outputs and reports against values computed here; what is wrong is told.  run.py LATHE"""
import json
import os
import struct
import sys

sys.dont_write_bytecode = True
from cli import GOOD, Checks  # noqa: E402

t = Checks(sys.argv[1])
HEAD = ".version 8.0\n.target sm_80\n.address_size 64\n"
INDEX = ("  mov.u32 %r1, %ctaid.x;\n  mov.u32 %r2, %ntid.x;\n  mov.u32 %r3, %tid.x;\n  mad.lo.u32 %r4, %r1, %r2, %r3;\n"
         "  mul.wide.u32 %rd4, %r4, 4;\n")
REGS = "{\n  .reg .pred %p<4>;\n  .reg .b16 %h<8>;\n  .reg .b32 %r<16>;\n  .reg .b64 %rd<16>;\n  .reg .f32 %f<8>;\n  .reg .f64 %d<8>;\n"

ADD = HEAD + ".visible .entry add(.param .u64 .ptr .global a, .param .u64 b, .param .u64 c, .param .u32 n)\n" + REGS + """
  ld.param.u64 %rd1, [a];
  ld.param.u64 %rd2, [b];
  ld.param.u64 %rd3, [c];
  ld.param.u32 %r5, [n];
""" + INDEX + """
  setp.ge.u32 %p1, %r4, %r5;
  @%p1 bra DONE;
  add.s64 %rd5, %rd1, %rd4;
  add.s64 %rd6, %rd2, %rd4;
  add.s64 %rd7, %rd3, %rd4;
  ld.global.f32 %f1, [%rd5];
  ld.global.f32 %f2, [%rd6];
  add.rn.f32 %f3, %f1, %f2;
  st.global.f32 [%rd7], %f3;
DONE:
  ret;
}
"""
# Copies its scalar parameters to memory, so that their bytes can be seen.
SCALARS = HEAD + """.visible .entry scalars(.param .u64 out, .param .u8 a, .param .b16 b, .param .u32 c, .param .b32 d,
  .param .f32 e, .param .f64 f, .param .b64 g, .param .s64 h, .param .align 4 .b8 i[12])
""" + REGS + """
  ld.param.u64 %rd1, [out];
  ld.param.u8 %h1, [a];
  st.u8 [%rd1], %h1;
  ld.param.b16 %h2, [b];
  st.b16 [%rd1+2], %h2;
  ld.param.u32 %r1, [c];
  st.u32 [%rd1+4], %r1;
  ld.param.b32 %r2, [d];
  st.b32 [%rd1+8], %r2;
  ld.param.f32 %f1, [e];
  st.f32 [%rd1+12], %f1;
  ld.param.f64 %d1, [f];
  st.f64 [%rd1+16], %d1;
  ld.param.b64 %rd2, [g];
  st.b64 [%rd1+24], %rd2;
  ld.param.s64 %rd3, [h];
  st.s64 [%rd1+32], %rd3;
  ld.param.u32 %r3, [i];
  st.u32 [%rd1+40], %r3;
  ld.param.u32 %r4, [i+8];
  st.u32 [%rd1+44], %r4;
  ret;
}
"""
# out[i] = value of `inc` in another file + what a[i] was; and two kernels in one module.
OUTER = HEAD + ".extern .func (.param .b32 r) inc(.param .b32 x);\n.visible .entry first(.param .u64 a)\n" + REGS + """
  ld.param.u64 %rd1, [a];
""" + INDEX + """
  add.s64 %rd5, %rd1, %rd4;
  ld.global.u32 %r5, [%rd5];
  {
  .param .b32 x0;
  .param .b32 r0;
  st.param.b32 [x0], %r5;
  call (r0), inc, (x0);
  ld.param.b32 %r6, [r0];
  }
  st.global.u32 [%rd5], %r6;
  ret;
}
.visible .entry second(.param .u64 a)
.maxntid 64, 1, 1
{
  ret;
}
.visible .entry third(.param .u64 a)
.reqntid 8, 4, 1
{
  ret;
}
"""
INC = HEAD + ".visible .func (.param .b32 r) inc(.param .b32 x)\n{\n  .reg .b32 %r<3>;\n  ld.param.b32 %r1, [x];\n" \
    "  add.s32 %r2, %r1, 100;\n  st.param.b32 [r], %r2;\n  ret;\n}\n"
# The sum of the dynamic shared memory that the threads filled, to show --shared; barrier.
SHARED = HEAD + ".extern .shared .align 4 .b8 pool[];\n.visible .entry sum(.param .u64 out)\n" + REGS + """
  ld.param.u64 %rd1, [out];
  mov.u32 %r3, %tid.x;
  mov.u32 %r5, pool;
  shl.b32 %r6, %r3, 2;
  add.s32 %r7, %r5, %r6;
  st.shared.u32 [%r7], %r3;
  bar.sync 0;
  setp.ne.u32 %p1, %r3, 0;
  @%p1 bra DONE;
  mov.u32 %r8, 0;
  mov.u32 %r9, 0;
  mov.u32 %r10, %ntid.x;
LOOP:
  shl.b32 %r11, %r9, 2;
  add.s32 %r11, %r11, %r5;
  ld.shared.u32 %r12, [%r11];
  add.s32 %r8, %r8, %r12;
  add.s32 %r9, %r9, 1;
  setp.lt.u32 %p2, %r9, %r10;
  @%p2 bra LOOP;
  st.global.u32 [%rd1], %r8;
DONE:
  ret;
}
"""
FOREVER = HEAD + ".visible .entry forever()\n{\nL:\n  bra L;\n}\n"
HELLO = HEAD + """.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
.global .align 1 .b8 text[10] = {104, 105, 32, 37, 100, 33, 10, 0, 0, 0};
.visible .entry hello()
{
  .local .align 8 .b8 args[8];
  .reg .b32 %r<4>;
  .reg .b64 %rd<6>;
  mov.u32 %r1, %tid.x;
  st.local.u32 [args], %r1;
  mov.u64 %rd1, args;
  cvta.local.u64 %rd2, %rd1;
  mov.u64 %rd3, text;
  cvta.global.u64 %rd4, %rd3;
  {
  .param .b64 f0;
  .param .b64 a0;
  .param .b32 r0;
  st.param.b64 [f0], %rd4;
  st.param.b64 [a0], %rd2;
  call (r0), vprintf, (f0, a0);
  ld.param.b32 %r2, [r0];
  }
  ret;
}
"""
add, scalars = t.file("add.ptx", ADD.encode()), t.file("scalars.ptx", SCALARS.encode())
outer, inc, shared = t.file("outer.ptx", OUTER.encode()), t.file("inc.ptx", INC.encode()), t.file("shared.ptx", SHARED.encode())
forever, hello = t.file("forever.ptx", FOREVER.encode()), t.file("hello.ptx", HELLO.encode())


def npy(descr, shape, data, version=(1, 0), order="False"):
    """A .npy file as NumPy writes it."""
    header = "{'descr': %s, 'fortran_order': %s, 'shape': (%s), }" % (descr, order, "".join("%d," % n for n in shape))
    size = "<H" if version[0] == 1 else "<I"
    prefix = b"\x93NUMPY" + bytes(version)
    header += " " * (-(len(prefix) + struct.calcsize(size) + len(header) + 1) % 64) + "\n"
    return prefix + struct.pack(size, len(header)) + header.encode() + data


def args(*values):
    return [part for value in values for part in ("--arg", value)]


def good(what, arguments, stdout=None):
    done = t.run("run", *arguments)
    t.expect(what, done.returncode == 0, str(done))
    if stdout is not None:
        t.expect(what, done.stdout.decode() == stdout, f"{done.stdout!r}, expected {stdout!r}; {done.stderr!r}")
    return done


def line_of(text, part):
    return text[:text.index(part)].count("\n") + 1


def f32(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def random_bits(seed, index):
    mask = (1 << 64) - 1
    z = (seed + (index + 1) * 0x9e3779b97f4a7c15) & mask
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9 & mask
    z = (z ^ z >> 27) * 0x94d049bb133111eb & mask
    return z ^ z >> 31


# ---- good runs
LAUNCH = [add, "--grid", "2", "--block", "32"]
good("iota, fill, print", LAUNCH + args("iota:f32:50", "fill:f32:50:0.25", "out:f32:50:-", "50"),
     " ".join("%g" % (i + 0.25) for i in range(50)) + "\n")
good("the guard: elements past n stay", LAUNCH + args("iota:f32:64", "iota:f32:64", "fill:f32:64:-1:-", "i32:3"),
     " ".join(["0", "2", "4"] + ["-1"] * 61) + "\n")
good("rows of a shape", LAUNCH + args("iota:f32:2x3", "zeros:f32:6", "out:f32:2x3:-", "6"), "0 1 2\n3 4 5\n")
good("two printed outputs", LAUNCH + args("iota:f32:2:-", "same:0", "out:f32:2:-", "u32:2"),
     "argument 0: f32 2\n0 1\nargument 2: f32 2\n0 2\n")
good("kernel by name, files in the middle", ["--kernel", "add", add, "--block", "8", *args("iota:f32:8", "null", "zeros:f32:8:-", "0")],
     "0 0 0 0 0 0 0 0\n")

expected = [f32(f32(-2 + 4 * ((random_bits(9, i) >> 11) * 2.0 ** -53)) + i) for i in range(64)]
good("random floats to a raw file", LAUNCH + args("rand:f32:64:9:-2:2", "iota:f32:64", "out:f32:64:sum.raw", "64"), "")
t.expect("random floats", list(struct.unpack("64f", open("sum.raw", "rb").read())) == expected)
good("random integers", [outer, inc, "--kernel", "second", *args("rand:i32:20:5:-3:3:-")],
     " ".join(str(random_bits(5, i) % 7 - 3) for i in range(20)) + "\n")
good("random of all values", [outer, inc, "--kernel", "second", *args("rand:u8:6:3:-")],
     " ".join(str(random_bits(3, i) & 255) for i in range(6)) + "\n")

values = [i * 1.5 - 20 for i in range(48)]
data = struct.pack("48f", *values)
t.file("a.npy", npy("'<f4'", (48,), data))
for version in ((1, 0), (2, 0), (3, 0)):
    t.file("b.npy", npy("'<f4'", (6, 8), data, version))
    good(f".npy version {version}", LAUNCH + args("in:a.npy", "inout:b.npy:c.npy", "out:f32:48:-", "48"), " ".join("%g" % (2 * v) for v in values) + "\n")
    written = open("c.npy", "rb").read()
    t.expect("written .npy", written.endswith(data) and (len(written) - len(data)) % 64 == 0
             and written[10:].startswith(b"{'descr': '<f4', 'fortran_order': False, 'shape': (6, 8), }"), str(written[:128]))
t.file("raw.raw", data)
good("raw input", LAUNCH + args("in:raw.raw", "in:a.npy", "out:f32:48:-", "48"), " ".join("%g" % (2 * v) for v in values) + "\n")
for name, kind, items in (("h.npy", "e", [0.5, -2.0, 65504.0]), ("i.npy", "b", [-1, 2, 3]), ("q.npy", "Q", [2 ** 64 - 1, 0, 5]), ("z.npy", "?", [1, 0, 1])):
    descr = {"e": "'<f2'", "b": "'|i1'", "Q": "'<u8'", "?": "'|b1'"}[kind]
    t.file(name, npy(descr, (3,), struct.pack("<3" + kind, *items)))
    good(name, [outer, inc, "--kernel", "second", *args(f"inout:{name}:-")], " ".join("%g" % x if kind == "e" else str(int(x)) for x in items) + "\n")
    good(name, [outer, inc, "--kernel", "second", *args(f"inout:{name}:again.npy")], "")
    t.expect(name + " comes back", open("again.npy", "rb").read()[10:].split(b"\n", 1)[1] == struct.pack("<3" + kind, *items)
             and descr.encode() in open("again.npy", "rb").read())

good("scalars by the parameter's type", [scalars, *args("out:u8:48:s.raw", "250", "0x1234", "4000000000", "1.5", "1e3", "-inf", "-7", "-8", "bytes:" + bytes(range(12)).hex())], "")
t.expect("scalars", open("s.raw", "rb").read() == struct.pack("<BxHIffdqqII", 250, 0x1234, 4000000000, 1.5, 1000, float("-inf"), -7, -8, 0x03020100, 0x0b0a0908),
         open("s.raw", "rb").read().hex())
good("scalars with their types", [scalars, *args("out:u8:48:s.raw", "i8:-1", "f16:-0.1", "0xffffffff", "i32:-5", "f32:0f3F800000", "f64:0.1", "2.5", "u64:0xffffffffffffffff", "bytes:" + "ff" * 12)], "")
t.expect("typed scalars", open("s.raw", "rb").read() == struct.pack("<BxeIifddQII", 255, -0.1, 0xffffffff, -5, 1.0, 0.1, 2.5, 2 ** 64 - 1, 0xffffffff, 0xffffffff))
t.expect("bf16 rounds to even", t.run("run", outer, inc, "--kernel", "second", *args("fill:bf16:1:1.01171875:-")).stdout == b"1.015625\n")

good("two files are linked", [outer, inc, "--kernel", "first", "--block", "4", *args("iota:i32:4:-")], "100 101 102 103\n")
good("--repeat fills again", [outer, inc, "--kernel", "first", "--block", "4", "--repeat", "3", *args("iota:i32:4:-")], "100 101 102 103\n")
good("dynamic shared memory", [shared, "--block", "64", "--shared", "256", *args("out:i32:1:-")], f"{sum(range(64))}\n")
good("printf", [hello, "--block", "3"], "hi 0!\nhi 1!\nhi 2!\n")
done = t.run("run", "-", "--block", "8", *args("iota:f32:8", "same:0", "out:f32:8:-", "8"), stdin=ADD.encode())
t.expect("PTX from standard input", done.stdout == b"0 2 4 6 8 10 12 14\n", str(done))
t.file("store.ll", GOOD)
good("LLVM IR is compiled", ["store.ll", "-mcpu=sm_90", *args("zeros:i32:2:-")], "1 0\n")
done = t.run("run", "-", *args("zeros:i32:2:-"), stdin=GOOD)
t.expect("LLVM IR from standard input", done.stdout == b"1 0\n", str(done))
one = good("--threads", LAUNCH + ["--threads", "4"] + args("iota:f32:64", "iota:f32:64", "out:f32:64:-", "64")).stdout
t.expect("--threads changes nothing", one.decode() == " ".join("%g" % (2 * i) for i in range(64)) + "\n")

# ---- reports
listed = good("--list", [add, "--list"]).stdout.decode()
t.expect("--list", all(part in listed for part in ("kernel add", ".u64", ".u32", " a", "(pointer)", "4 bytes")), listed)
t.expect("--list of several", good("--list", [outer, inc, "--list"]).stdout.decode().count("kernel ") == 3)
figures = json.loads(good("--stats=json", LAUNCH + ["--stats=json", "--repeat", "2"] + args("iota:f32:64", "iota:f32:64", "out:f32:64", "33")).stderr)
# 10 instructions of 64 threads, the branch of 31, 7 more of 33, ret; what is one instruction of PTX may be two steps.
t.expect("--stats=json", figures["blocks"] == 2 and figures["launches"] == 2 and 966 <= figures["thread_instructions"] <= 2 * 966, str(figures))
t.expect("--stats", b"million a second" in good("--stats", [hello, "--stats"]).stderr)
traced = good("--trace", LAUNCH + ["--trace=1:2"] + args("iota:f32:64", "iota:f32:64", "out:f32:64", "64")).stderr.decode().splitlines()
t.expect("--trace", any(line.endswith("%f3 = 68 (0x42880000)") and "add.rn.f32 %f3, %f1, %f2;" in line and line.startswith("add.ptx:") for line in traced), str(traced))
t.expect("--trace by coordinates", good("--trace", LAUNCH + ["--trace=1,0,0:2,0,0"] + args("iota:f32:64", "iota:f32:64", "out:f32:64", "64")).stderr.decode().splitlines() == traced)
table = good("--profile", LAUNCH + ["--profile"] + args("iota:f32:64", "iota:f32:64", "out:f32:64", "64")).stderr.decode()
t.expect("--profile", "add.rn.f32" in table and "6 requests, 24 sectors" in table and "100.0% of the bytes used" in table, table)
good("--profile=FILE", LAUNCH + ["--profile=p.json"] + args("iota:f32:64", "iota:f32:64", "out:f32:64", "40"), "")
profile = json.load(open("p.json"))
ld = [row for row in profile["mnemonics"] if row["mnemonic"] == "ld.global.f32"][0]
t.expect("profile as JSON", profile["blocks"] == 2 and ld["issued"] == 4 and ld["threads"] == 80 and ld["global"]["sectors"] == 10 and
         profile["total"]["threads"] == 640 + 24 + 40 * 7 + 64 and profile["total"]["branches"]["divergent"] == 1, str(profile["total"]))
both = good("--trace and --profile", LAUNCH + ["--trace", "--profile"] + args("iota:f32:64", "iota:f32:64", "out:f32:64", "64")).stderr.decode()
t.expect("both", "ret;" in both and "cost%" in both)
for arguments in (["--help"], ["-h"]):
    text = good("help", arguments).stdout.decode()
    t.expect("help", all(part in text for part in ("rand:TYPE:COUNT", "--max-steps", "Examples:", "same:N")), text)

# ---- wrong usage: exit 2
BUFFERS = args("iota:f32:64", "iota:f32:64", "out:f32:64", "64")
for what, arguments, *parts in (
        ("no input", [], "input file is missing"),
        ("unknown option", [add, "--grids", "1"], "--grids", "--grid"),
        ("bad grid", [add, "--grid", "2;3"], "--grid 2;3", "X,Y,Z"),
        ("zero block", [add, "--block", "0"], "--block 0"),
        ("four dimensions", [add, "--block", "1,2,3,4"], "1,2,3,4"),
        ("huge block", [add, "--block", "64,32"], "1024 threads at most"),
        ("high grid", [add, "--grid", "1,70000"], "65535"),
        ("no form", [add, *args("iotta:f32:5")], "argument 0 ('iotta:f32:5')", "iota:"),
        ("no type", [add, *args("iota:float:5")], "no type 'float'", "f32"),
        ("no count", [add, *args("zeros:f32")], "a count is missing"),
        ("bad count", [add, *args("zeros:f32:3y")], "'3y' is no count"),
        ("too many elements", [add, *args("zeros:f64:99999999999999999999")], "no count"),
        ("more than memory", [add, *args("zeros:f64:99999999999")], "16 GiB"),
        ("no value", [add, *args("fill:f32:4")], "a value is missing"),
        ("bad value", [add, *args("fill:f32:4:x.y")], "'x.y' is no number"),
        ("value too large", [add, *args("i8:300")], "300 does not fit into i8"),
        ("negative unsigned", [add, *args("u32:-1")], "-1 does not fit into u32"),
        ("random limits", [add, *args("rand:i32:4:1:9:3")], "LOW is above HIGH"),
        ("odd bytes", [add, *args("bytes:abc")], "even number"),
        ("bad bytes", [add, *args("bytes:zz")], "hexadecimal"),
        ("inout without output", [add, *args("inout:a.npy")], "inout:FILE:OUTFILE"),
        ("no number", [add, *args("seven")], "neither a number"),
        ("same of nothing", [add, *args("same:x")], "counted from 0"),
        ("bad trace", [add, "--trace=7"], "BLOCK:THREAD"),
        ("trace past the end", [add, "--block", "32", "--trace=0:32"], "1 blocks of 32 threads"),
        ("bad stats", [add, "--stats=xml"], "--stats=json"),
        ("unknown check", [add, "--check=leaks"], "memory, race, uninit"),
        ("device and profile", [add, "--device", "--profile"], "leave out --device"),
        ("missing value", [add, "--kernel"], "--kernel"),
        ("repeat of nothing", [add, "--repeat", "0"], "--repeat"),
        ("standard input twice", ["-", "-"], "twice")):
    t.error(what, ["run", *arguments], 2, *parts)

# ---- what is wrong with files and kernels: exit 1
t.file("bad.ptx", (HEAD + ".visible .entry k()\n{\n  frob.u32 1\n}\n").encode())
FAULT = ADD.replace("DONE:\n", "  st.global.f32 [%rd7+4096], %f3;\nDONE:\n")
t.file("fault.ptx", FAULT.encode())
t.file("noentry.ptx", INC.encode())
t.file("notarray.npy", b"hello")
t.file("old.npy", npy("'<f4'", (2,), b"12345678", (9, 0)))
t.file("big.npy", npy("'>f4'", (2,), b"12345678"))
t.file("fortran.npy", npy("'<f4'", (2, 2), b"1" * 16, order="True"))
t.file("complex.npy", npy("'<c8'", (1,), b"12345678"))
t.file("record.npy", npy("[('x', '<f4'), ('y', '<f4')]", (1,), b"12345678"))
t.file("short.npy", npy("'<f4'", (3,), b"12345678"))
t.file("header.npy", npy("'<f4'", (3,), b"")[:40])
os.mkdir("folder")
for what, arguments, *parts in (
        ("missing file", ["nothing.ptx"], "nothing.ptx: cannot read"),
        ("broken PTX", ["bad.ptx"], "bad.ptx:7"),
        ("broken LLVM IR", [t.file("bad.ll", b"define void @k( {\n")], "bad.ll:2:1"),
        ("unknown target", ["store.ll", "--mcpu=sm_91"], "sm_91", "sm_90"),
        ("no kernel in the file", ["noentry.ptx"], "has no kernel"),
        ("which kernel", [outer, inc, *args("null")], "3 kernels", "first, second, third"),
        ("no such kernel", [outer, inc, "--kernel", "frist"], "no kernel 'frist'", "first"),
        ("unresolved function", [outer, "--kernel", "first", *args("iota:i32:1")], "inc"),
        ("too few arguments", [add, *args("null")], "4 parameters", "1 arguments", ".u64 a"),
        ("too many arguments", [add, *BUFFERS, *args("1")], "5 arguments"),
        ("scalar too small", [add, *args("i32:5", "null", "null", "1")], "argument 0 ('i32:5') has 4 bytes", "parameter 'a'", ".u64", "zeros:"),
        ("scalar too large", [add, *args("null", "null", "null", "f64:5")], "parameter 'n'", "i32:N"),
        ("buffer for a number", [add, *args("null", "null", "null", "iota:f32:3")], "is an address", "i32:N"),
        ("float for an integer", [add, *args("null", "null", "null", "1.5")], "'1.5' is no integer"),
        ("number for a struct", [scalars, *args("null", "1", "1", "1", "1", "1", "1", "1", "1", "5")], "b8[12]", "24 hexadecimal digits"),
        ("same of a number", [add, *args("null", "same:0", "null", "5")], "argument 0 is no buffer"),
        ("block over maxntid", [outer, inc, "--kernel", "second", "--block", "65", *args("null")], "64 threads a block at most", "--block"),
        ("block not reqntid", [outer, inc, "--kernel", "third", "--block", "32", *args("null")], "--block 8,4,1"),
        ("missing buffer file", [add, *args("in:nothing.npy")], "argument 0", "nothing.npy: cannot read"),
        ("no .npy", [add, *args("in:notarray.npy")], "no .npy file"),
        (".npy of a later version", [add, *args("in:old.npy")], "version 9.0"),
        ("big endian", [add, *args("in:big.npy")], "big endian", "newbyteorder"),
        ("Fortran order", [add, *args("in:fortran.npy")], "Fortran order", "ascontiguousarray"),
        ("complex", [add, *args("in:complex.npy")], "'<c8'"),
        ("structures", [add, *args("in:record.npy")], "structures"),
        ("too little data", [add, *args("in:short.npy")], "has 8 bytes of data, its header wants 12"),
        ("half a header", [add, *args("in:header.npy")], "ends within its header"),
        ("no output folder", LAUNCH + args("null", "null", "out:f32:64:nowhere/x.npy", "0"), "nowhere/x.npy: cannot write"),
        ("output is a folder", LAUNCH + args("null", "null", "out:f32:64:folder", "0"), "folder: cannot write"),
        ("profile is a folder", LAUNCH + ["--profile=folder"] + BUFFERS, "folder: cannot write"),
        ("one output twice", LAUNCH + args("iota:f32:4:x.raw", "null", "out:f32:64:x.raw", "0"), "output of two arguments"),
        ("does not end", [forever, "--max-steps", "1000"], "forever.ptx:", "--max-steps"),
        ("out of bounds, outputs are not written", ["fault.ptx"] + LAUNCH[1:] + args("iota:f32:64", "iota:f32:64", "out:f32:64:lost.npy", "64"), "fault.ptx:%d: error: in function 'add'" % line_of(FAULT, "+4096"), "block (0,0,0)", "thread ("),
        ("null pointer", LAUNCH + args("null", "iota:f32:64", "out:f32:64", "64"), "add.ptx:%d: error: in function 'add'" % line_of(ADD, "[%rd5]"), "null")):
    t.error(what, ["run", *arguments], 1, *parts)
# --check: findings are lines of standard error with both places, and exit status 1; the outputs are written all the same.
NO_BARRIER = SHARED.replace("  bar.sync 0;\n", "")
t.file("nobarrier.ptx", NO_BARRIER.encode())
SUM = ["run", shared, "--block", "64", "--shared", "256", *args("out:u32:1:-")]
for check in ("memory", "race", "uninit", "memory,race,uninit"):
    done = t.run("run", *LAUNCH, f"--check={check}", *BUFFERS)
    t.expect(f"--check={check} of a kernel that is right", done.returncode == 0 and not done.stderr, str(done))
    done = t.run(*SUM, f"--check={check}")
    t.expect(f"--check={check} of a kernel with a barrier", done.returncode == 0 and done.stdout == b"2016\n", str(done))
done = t.run("run", "nobarrier.ptx", *SUM[2:], "--check=race")
t.expect("a barrier is missing", done.returncode == 1 and done.stdout.endswith(b"\n") and
         "race: write of 4 bytes at nobarrier.ptx:%d by block (0,0,0) thread (1,0,0) and read of 4 bytes at nobarrier.ptx:%d"
         " by block (0,0,0) thread (0,0,0): shared 'pool'+4, of one warp, no bar.warp.sync between them\n"
         % (line_of(NO_BARRIER, "st.shared"), line_of(NO_BARRIER, "ld.shared")) == done.stderr.decode(), str(done))
done = t.run("run", "nobarrier.ptx", *SUM[2:], "--check=uninit")
t.expect("words are read before they are written", done.returncode == 1 and "uninit: store to global memory" in done.stderr.decode() and
         "shared 'pool'+128, which was never written" in done.stderr.decode(), str(done))
done = t.run("run", *LAUNCH, "--check=uninit", *args("out:f32:64", "iota:f32:64", "out:f32:64", "64"))
t.expect("out: is not initialized", done.returncode == 1 and "which was never written" in done.stderr.decode() and
         "add.ptx:%d" % line_of(ADD, "[%rd5]") in done.stderr.decode(), str(done))
done = t.run("run", *LAUNCH, "--check=uninit", *args("zeros:f32:64", "iota:f32:64", "out:f32:64", "64"))
t.expect("zeros: is initialized", done.returncode == 0 and not done.stderr, str(done))
if not os.path.exists("/dev/nvidia0"):
    t.error("no device", ["run", *LAUNCH, "--device", *BUFFERS], 1, "--device")
t.finish()
