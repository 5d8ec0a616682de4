#!/usr/bin/env python3
"""lathe run: textures and surfaces as arguments (texture:, surface:) and by name (--bind), against values computed here; names
before and behind the passes that make them of handles, and handles of them; what is wrong is told.  run_texture.py LATHE"""
import struct
import sys

sys.dont_write_bytecode = True
from cli import Checks  # noqa: E402

t = Checks(sys.argv[1])
HEAD = ".version 8.5\n.target sm_90\n.address_size 64\n.global .texref tex_a;\n.global .surfref surf_b;\n.global .align 4 .u32 plain[4];\n"
REGISTERS = "{\n.reg .b64 %rd<20>;\n.reg .b32 %r<20>;\n.reg .f32 %f<9>;\n.reg .pred %p<9>;\n"
WIDTH, HEIGHT = 8, 4
# A texel by its place, through a name or a handle; and its double into a surface.
FETCH = """mov.u32 %r1, %tid.x;
mov.u32 %r2, %tid.y;
tex.2d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [TEXTURE, {%r1, %r2}];
add.f32 %f5, %f1, %f1;
shl.b32 %r3, %r1, 2;
mov.b32 %r4, %f5;
sust.b.2d.b32.trap [SURFACE, {%r3, %r2}], {%r4};
ret;
}
"""
texels = [(7 * i * i + 3) % 101 - 50.5 for i in range(WIDTH * HEIGHT)]
t.file("in.raw", struct.pack("<%df" % len(texels), *texels))
doubled = struct.pack("<%df" % len(texels), *(2 * x for x in texels))
SIZE = "dim=%d,%d" % (WIDTH, HEIGHT)
TEXTURE = "texture:%s:type=f32:of:in:in.raw" % SIZE
SURFACE = "surface:%s:of:zeros:f32:%dx%d:%s" % (SIZE, HEIGHT, WIDTH, "out.raw")
BLOCK = "--block=%d,%d" % (WIDTH, HEIGHT)


def out(what, *arguments):
    done = t.run("run", *arguments)
    t.expect(what, done.returncode == 0, done.stderr.decode()[:300])
    return open("out.raw", "rb").read() if done.returncode == 0 else b""


NAMES = HEAD + ".visible .entry k()\n" + REGISTERS + FETCH.replace("TEXTURE", "tex_a").replace("SURFACE", "surf_b")
t.file("names.ptx", NAMES.encode())
BOUND = ["--bind", "tex_a=" + TEXTURE, "--bind", "surf_b=" + SURFACE]
t.expect("by name", out("names", "names.ptx", BLOCK, *BOUND) == doubled, "other values")

HANDLES = (HEAD + ".visible .entry k(.param .u64 a, .param .u64 b)\n" + REGISTERS + "ld.param.u64 %rd1, [a];\nld.param.u64 %rd2, [b];\n"
           + FETCH.replace("TEXTURE", "%rd1").replace("SURFACE", "%rd2"))
t.file("handles.ptx", HANDLES.encode())
t.expect("by handle", out("handles", "handles.ptx", BLOCK, "--arg", TEXTURE, "--arg", SURFACE) == doubled, "other values")

# The handle of a name is taken, and the passes put the name where it is used; or the other way round.
TAKEN = HEAD + ".visible .entry k()\n" + REGISTERS + "mov.u64 %rd1, tex_a;\nmov.u64 %rd2, surf_b;\n" + FETCH.replace("TEXTURE", "%rd1").replace("SURFACE", "%rd2")
t.file("taken.ptx", TAKEN.encode())
t.expect("the handle of a name", out("taken", "taken.ptx", BLOCK, *BOUND) == doubled, "other values")
for name, options, present in (("taken.ptx", ["--enable=nvptx-replace-image-handles"], "[tex_a, {"),
                               ("names.ptx", ["--enable=nvptx-replace-image-handles", "--force-texture-handle", "--force-surface-handle"], "[%rd")):
    done = t.run("opt", name, "--verify-each", *options, "-o", "o.ptx")
    text = open("o.ptx").read() if done.returncode == 0 else done.stderr.decode()
    t.expect(name + " " + options[-1], present in text, text)
    t.expect(name + " behind " + options[-1], out("behind", "o.ptx", BLOCK, *BOUND) == doubled, "other values")

# The kind of an object, asked of a name.
KIND = (HEAD + ".visible .entry k(.param .u64 o)\n" + REGISTERS + "ld.param.u64 %rd3, [o];\nistypep.texref %p1, tex_a;\nistypep.surfref %p2, tex_a;\n"
        "istypep.surfref %p3, surf_b;\nselp.b32 %r1, 1, 0, %p1;\nselp.b32 %r2, 2, 0, %p2;\nselp.b32 %r3, 4, 0, %p3;\nadd.u32 %r1, %r1, %r2;\n"
        "add.u32 %r1, %r1, %r3;\nst.global.u32 [%rd3], %r1;\ntxq.width.b32 %r4, [tex_a];\nst.global.u32 [%rd3+4], %r4;\n"
        "suq.height.b32 %r5, [surf_b];\nst.global.u32 [%rd3+8], %r5;\nret;\n}\n")
t.file("kind.ptx", KIND.encode())
asked = out("kinds", "kind.ptx", "--arg", "out:u32:3:out.raw", "--bind", "tex_a=" + TEXTURE, "--bind", "surf_b=" + SURFACE.replace("out.raw", "other.raw"))
t.expect("kinds and sizes", asked == struct.pack("<3I", 5, WIDTH, HEIGHT), asked)

# A linear filter between texels in normalized coordinates: halfway between two.
LINEAR = HEAD + ".visible .entry k(.param .u64 o)\n" + REGISTERS + """ld.param.u64 %rd3, [o];
mov.f32 %f6, 0f3E800000;
tex.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [tex_a, {%f6}];
st.global.f32 [%rd3], %f1;
ret;
}
"""
t.file("linear.ptx", LINEAR.encode())
got = out("linear", "linear.ptx", "--arg", "out:f32:1:out.raw", "--bind", "tex_a=texture:dim=4:coords=normalized:filter=linear:wrap=clamp:of:iota:f32:4")
t.expect("a linear filter", got == struct.pack("<f", 0.5), got)
got = out("nearest", "linear.ptx", "--arg", "out:f32:1:out.raw", "--bind", "tex_a=texture:dim=4:coords=normalized:of:iota:f32:4")
t.expect("the nearest", got == struct.pack("<f", 1.0), got)
got = out("same", "linear.ptx", "--arg", "inout:in.raw:out.raw", "--bind", "tex_a=texture:dim=4:type=f32:coords=normalized:of:same:0")
t.expect("of an argument's buffer", got[:4] == struct.pack("<f", texels[1]), got[:4])

for what, arguments, state, words in (
        ("not bound", ["names.ptx"], 1, ["is no texture object"]),
        ("no such variable", ["names.ptx", "--bind", "nothing=" + TEXTURE], 1, ["there is no variable 'nothing'"]),
        ("no texture variable", ["names.ptx", "--bind", "plain=" + TEXTURE], 1, ["'plain' is no .texref or .surfref variable"]),
        ("the other kind", ["names.ptx", "--bind", "tex_a=" + SURFACE], 1, ["'tex_a' wants a texture"]),
        ("and the other", ["names.ptx", "--bind", "surf_b=" + TEXTURE], 1, ["'surf_b' wants a surface"]),
        ("too small a buffer", ["names.ptx", "--bind", "tex_a=texture:dim=9,9:of:iota:f32:80"], 1, ["lathe: error: --bind 'tex_a=", "324 bytes, its buffer 320"]),
        ("no texels of that type", ["names.ptx", "--bind", "tex_a=texture:dim=9:of:iota:f64:80"], 1, ["no type f64", "type="]),
        ("not to be made", ["names.ptx", "--bind", "tex_a=texture:dim=0:of:iota:f32:80"], 1, ["makes no such texture"]),
        ("no name", ["names.ptx", "--bind", TEXTURE], 2, ["NAME=texture:"]),
        ("no texture", ["names.ptx", "--bind", "tex_a=zeros:f32:3"], 2, ["texture:KEY=VALUE", "surface:"]),
        ("no buffer", ["names.ptx", "--bind", "tex_a=texture:dim=3:of:i32:3"], 2, ["memory is a buffer"]),
        ("memory is missing", ["names.ptx", "--bind", "tex_a=texture:dim=3"], 2, ["memory is missing"]),
        ("no size", ["names.ptx", "--bind", "tex_a=texture:kind=2d:of:zeros:f32:3"], 2, ["dim= is missing"]),
        ("a size too many", ["names.ptx", "--bind", "tex_a=texture:kind=1d:dim=2,2:of:zeros:f32:4"], 2, ["2 numbers, such a kind has 1"]),
        ("an unknown word", ["names.ptx", "--bind", "tex_a=texture:dim=3:colour=1:of:zeros:f32:3"], 2, ["no 'colour='", "level_filter"]),
        ("a filter of surfaces", ["names.ptx", "--bind", "surf_b=surface:dim=3:filter=linear:of:zeros:f32:3"], 2, ["no 'filter='", "of surfaces"]),
        ("levels of surfaces", ["names.ptx", "--bind", "surf_b=surface:dim=3:levels=2:of:zeros:f32:3"], 2, ["--bind 'surf_b=", "no 'levels='", "of surfaces"]),
        ("three channels", ["names.ptx", "--bind", "tex_a=texture:dim=3:channels=3:of:zeros:f32:9"], 2, ["1, 2 or 4"]),
        ("no such argument", ["names.ptx", "--bind", "tex_a=texture:dim=3:of:same:4"], 1, ["argument 4 is no buffer"]),
        ("not where an integer is", ["kind.ptx", "--arg", "tex_a=1"], 2, ["argument 0"])):
    t.error(what, ["run", arguments[0], BLOCK, *arguments[1:]], state, *words)

t.finish()
