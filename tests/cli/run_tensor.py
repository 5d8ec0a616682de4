#!/usr/bin/env python3
"""lathe run: tensor maps (tensor:) and multimem addresses (multi:) as arguments; what is wrong with them is told.  run_tensor.py LATHE"""
import sys

sys.dont_write_bytecode = True
from cli import Checks  # noqa: E402

t = Checks(sys.argv[1])
# Thread 0 copies the box at (%r5, %r6) to shared memory; 32 threads write its 8 x 4 floats out, and thread 0 stores it at (0, 0).
BODY = """  .reg .pred %p<4>;
  .reg .b32 %r<16>;
  .reg .b64 %rd<16>;
  .reg .f32 %f<4>;
  .shared .align 128 .b8 data[128];
  .shared .align 8 .b64 bar;
  ld.param.u64 %rd2, [out];
  ld.param.s32 %r5, [x];
  ld.param.s32 %r6, [y];
  mov.u32 %r1, %tid.x;
  setp.eq.u32 %p1, %r1, 0;
  @%p1 mbarrier.init.shared.b64 [bar], 1;
  @%p1 mbarrier.arrive.expect_tx.shared.b64 _, [bar], 128;
  @%p1 cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes [data], [%rd1, {%r5, %r6}], [bar];
  bar.sync 0;
WAIT:
  mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0;
  @!%p2 bra WAIT;
  shl.b32 %r2, %r1, 2;
  mov.u32 %r3, data;
  add.u32 %r3, %r3, %r2;
  ld.shared.f32 %f1, [%r3];
  cvt.u64.u32 %rd3, %r2;
  add.s64 %rd3, %rd2, %rd3;
  st.global.f32 [%rd3], %f1;
  @%p1 cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%rd1, {0, 0}], [data];
  @%p1 cp.async.bulk.commit_group;
  @%p1 cp.async.bulk.wait_group 0;
  ret;
}
"""
HEAD = ".version 9.0\n.target sm_90a\n.address_size 64\n"
REST = ".param .u64 out, .param .s32 x, .param .s32 y)\n{\n"
by_value = t.file("value.ptx", (HEAD + ".visible .entry k(.param .align 64 .b8 map[128], " + REST
                                + BODY.replace("  ld.param.u64 %rd2", "  mov.b64 %rd1, map;\n  cvta.param.u64 %rd1, %rd1;\n  ld.param.u64 %rd2")).encode())
by_pointer = t.file("pointer.ptx", (HEAD + ".visible .entry k(.param .u64 map, " + REST
                                    + BODY.replace("  ld.param.u64 %rd2", "  ld.param.u64 %rd1, [map];\n  ld.param.u64 %rd2")).encode())
MULTI = t.file("multi.ptx", (HEAD + """.visible .entry k(.param .u64 a, .param .u64 b, .param .u64 all, .param .u64 out)
{
  .reg .b64 %rd<8>;
  .reg .b32 %r<8>;
  ld.param.u64 %rd1, [all];
  ld.param.u64 %rd2, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd1, %rd1, %rd3;
  add.s64 %rd2, %rd2, %rd3;
  multimem.ld_reduce.relaxed.gpu.global.add.u32 %r2, [%rd1];
  st.global.u32 [%rd2], %r2;
  multimem.st.relaxed.gpu.global.u32 [%rd1], %r1;
  ret;
}
""").encode())


def args(*values):
    return [part for value in values for part in ("--arg", value)]


def good(what, arguments, stdout):
    done = t.run("run", *arguments)
    t.expect(what, done.returncode == 0 and done.stdout.decode() == stdout, f"{done}; expected {stdout!r}")


def bad(what, arguments, text, state=1):
    done = t.run("run", *arguments)
    t.expect(what, done.returncode == state and text in done.stderr.decode(), f"{done}; expected state {state} and {text!r}")


def box(x, y, width=16, height=6):
    """8 x 4 floats of iota from (x, y) on; zeros outside."""
    cells = [(y + j) * width + x + i if 0 <= x + i < width and 0 <= y + j < height else 0 for j in range(4) for i in range(8)]
    return " ".join(str(c) for c in cells) + "\n"


TENSOR = "tensor:dim=16,6:box=8,4:of:iota:f32:96"
for ptx in (by_value, by_pointer):
    good("a box", [ptx, "--block", "32", *args(TENSOR, "zeros:f32:32:-", "3", "1")], box(3, 1))
    good("a box across the edge", [ptx, "--block", "32", *args(TENSOR, "zeros:f32:32:-", "12", "-2")], box(12, -2))
stored = [int(v) for v in box(5, 2).split()]
whole = list(range(96))
for j in range(4):
    whole[16 * j:16 * j + 8] = stored[8 * j:8 * j + 8]
good("the tensor goes out", [by_value, "--block", "32", *args(TENSOR + ":-", "zeros:f32:32", "5", "2")], " ".join(map(str, whole)) + "\n")
good("the tensor of another argument", [by_value, "--block", "32", *args("tensor:dim=16,6:box=8,4:stride=64:type=f32:of:same:1", "iota:f32:96:out.npy", "0", "0")], "")
good("rows with a stride", [by_value, "--block", "32", *args("tensor:dim=8,4:stride=64:box=8,4:of:iota:f32:96", "zeros:f32:32:-", "0", "0")], box(0, 0))
good("a swizzle", [by_value, "--block", "32", *args("tensor:dim=8,4:box=8,4:swizzle=32:of:iota:f32:32", "zeros:f32:32:-", "0", "0")],
     " ".join(map(str, range(32))) + "\n")
good("checkers find nothing", [by_value, "--block", "32", "--check=memory,race,uninit", *args(TENSOR, "zeros:f32:32:-", "3", "1")], box(3, 1))
good("one address for two buffers", [MULTI, "--block", "4", *args("iota:i32:4", "fill:i32:4:10:-", "multi:0,1", "zeros:i32:4:-")],
     "argument 1: i32 4\n0 1 2 3\nargument 3: i32 4\n10 11 12 13\n")

for form, text, state in (
        ("tensor:box=8,4:of:iota:f32:96", "dim= has to come first", 2),
        ("tensor:dim=16,6:of:iota:f32:96", "box= is missing", 2),
        ("tensor:dim=16,6:box=8:of:iota:f32:96", "needs 2 numbers", 2),
        ("tensor:dim=16,6:box=8,4:iota:f32:96", "neither KEY=VALUE nor of:BUFFER", 2),
        ("tensor:dim=16,6:box=8,4", "the tensor's memory is missing", 2),
        ("tensor:dim=16,6:bx=8,4:of:iota:f32:96", "no 'bx='", 2),
        ("tensor:dim=16,6:box=8,4:swizzle=48:of:iota:f32:96", "no swizzle '48'", 2),
        ("tensor:dim=16,6:box=8,4:of:5", "no buffer '5'", 2),
        ("tensor:dim=16,6:box=8,4:of:i32:5", "a tensor's memory is a buffer", 2),
        ("tensor:dim=16,6:box=8,4:of:same:2", "is no buffer", 1),
        ("tensor:dim=16,6:box=3,4:of:iota:f32:96", "not a multiple of 16 bytes", 1),
        ("tensor:dim=16,6:box=300,4:of:iota:f32:96", "not in 1 to 256", 1),
        ("tensor:dim=15,6:box=8,4:of:iota:f32:96", "stride 0 is not a multiple of 16", 1),
        ("tensor:dim=16,600:box=8,4:of:iota:f32:96", "past the end of the buffer", 1),
        ("tensor:dim=16,6:box=8,4:swizzle=128:of:iota:f32:96", "narrower than the swizzle's 128", 1),
        ("zeros:u8:128", "is an address", 1)):
    bad(form, [by_value, "--block", "32", *args(form, "zeros:f32:32", "3", "18" if "600" in form else "1")], text, state)
bad("a scalar for the map", [by_pointer, "--block", "32", *args("null", "zeros:f32:32", "3", "1")], "null pointer")
bad("no buffer", [MULTI, "--block", "4", *args("iota:i32:4", "0", "multi:0,1", "zeros:i32:4:-")], "argument 1 is no buffer")
bad("no number", [MULTI, "--block", "4", *args("iota:i32:4", "iota:i32:4", "multi:0,x", "zeros:i32:4:-")], "numbers of arguments are wanted", 2)
t.finish()
