#!/usr/bin/env python3
"""Debug information: text, ptxas -g, and what llvm-dwarfdump reads from the cubin.  debug_info.py LATHE

debug_info_plain.ll and debug_info_optimized.ll are what clang-22 -g makes of one source at -O0 and -O2; the lines, names
and types below are those of that source:

   1 #define KERNEL extern "C" __attribute__((nvptx_kernel))
   3 namespace geo {
   4 struct Base { int b; };
   5 union Word { int i; float f; };
   6 enum class Kind : unsigned char { none, some = 7 };
   7 struct Vec : Base {
   8   float x, y;
   9   Kind kind;
  10   Word word;
  11   int bits : 3;
  12   static int count;
  13   float dot(const Vec& o) const { return x * o.x + y * o.y; }
  14 };
  15 int Vec::count;
  17 typedef geo::Vec V;
  18 int counter (global), 19 int sh[32] (shared), 20 const float table[4][8] (constant)
  21 inline float helper(const V* v, int n) {
  22   float s = 0;
  23   for (int i = 0; i < n; i++) { float t = v[i].x; s += t * v[i].dot(v[0]); }
  24   return s;
  26 KERNEL void k(V* v, float* out, int n, volatile const char* p) {
  27   float local[4];
  28   local[n & 3] = table[n & 3][1];
  29   int m = n * 3;
  30   *out = helper(v, m) + local[m & 3] + *p;
  31   counter = m;
  32   sh[0] = geo::Vec::count;
"""
import os
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "suites"))
from cli import Checks  # noqa: E402
import common  # noqa: E402

t = Checks(sys.argv[1])
ptxas, dump = common.cuda_tool("ptxas"), shutil.which("llvm-dwarfdump-22")


def source(name):
    with open(os.path.join(HERE, "debug_info_%s.ll" % name)) as file:
        return file.read()


def compile_text(what, text, *flags):
    done = t.run("compile", t.file("in.ll", text.encode()), "-o", "out.ptx", "-mcpu=sm_90", "-mattr=+ptx80", *flags)
    t.expect(what + " compiles", done.returncode == 0, done.stderr.decode())
    with open("out.ptx") as file:
        return file.read()


def only_code(ptx):
    """Without what debug information adds: labels, lines, sections, and the depot's number."""
    lines = []
    for line in ptx.split("\t.section\t")[0].splitlines():
        if not re.match(r"\s*(\.loc\s|\.file\s|\$L__(func|tmp)|\.target)", line) and line.strip():
            lines.append(re.sub(r"__local_depot\d+", "__local_depot", line))
    return lines


def in_braces(ptx):
    """Labels of the sections that stand inside the braces of a call: PTX hides them."""
    depth, found = 0, []
    for line in ptx.split("\t.section\t")[0].splitlines():
        depth += line.count("{") - line.count("}")
        if depth > 1 and re.match(r"\$L__(func|tmp)", line):
            found.append(line)
    return found


def entries(text):
    """[(depth, tag, {attribute: value})] of llvm-dwarfdump's text."""
    found = []
    for line in text.splitlines():
        head = re.match(r"0x[0-9a-f]+:( +)(DW_TAG_\w+|NULL)", line)
        if head:
            found.append((len(head.group(1)) // 2, head.group(2), {}))
        elif found and (item := re.match(r"\s+(DW_AT_\w+)\s+\((.*)", line)):
            found[-1][2][item.group(1)] = item.group(2).rstrip(")").strip('"')
            last = item.group(1)
        elif line.strip() and found and found[-1][2]:
            found[-1][2][last] = found[-1][2].get(last, "") + " " + line.strip()
    return found


def one(list_, tag, name):
    """Attributes of the entry with this tag and name, and its inner entries."""
    for i, (depth, kind, attributes) in enumerate(list_):
        if kind == "DW_TAG_" + tag and attributes.get("DW_AT_name") == name:
            inner = []
            for other in list_[i + 1:]:
                if other[0] <= depth:
                    break
                inner.append(other)
            return attributes, inner
    t.expect("an entry %s %s" % (tag, name), False, "none")
    return {}, []


def says(what, attributes, **wanted):
    for key, value in wanted.items():
        held = attributes.get("DW_AT_" + key, "")
        good = held.split('"')[-1] == value if key == "type" else value in held
        t.expect("%s: %s" % (what, key), good, "%r in place of %r" % (held, value))


def assembled(what, ptx):
    if not ptxas or not dump:
        return None
    t.file("a.ptx", ptx.encode())
    done = subprocess.run([ptxas, "-g", "-arch=sm_90", "a.ptx", "-o", "a.cubin"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    t.expect(what + ": ptxas -g takes it", done.returncode == 0, done.stdout.decode())
    verified = subprocess.run([dump, "--verify", "a.cubin"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout.decode()
    # Functions of a cubin lie in sections of their own, all from address 0: the only fault that may be found.
    faults = [line for line in verified.splitlines() if line.startswith("error:") and "overlapping" not in line and "Aggregated" not in line]
    t.expect(what + ": it verifies", not faults, verified)
    return entries(subprocess.run([dump, "a.cubin"], stdout=subprocess.PIPE, stderr=subprocess.PIPE).stdout.decode())


GLOBALS = (("counter", "5", "18", "int"), ("sh", "8", "19", "int[32]"), ("table", "4", "20", "const float[4][8]"))


def types(list_, count):
    vec, inner = one(list_, "structure_type", "Vec")
    says("Vec", vec, byte_size="0x18", decl_line="7", decl_file="/src/t.cpp")
    members = {a.get("DW_AT_name"): a for _, tag, a in inner if tag == "DW_TAG_member"}
    for name, kind, offset in (("x", "float", "0x4"), ("y", "float", "0x8"), ("kind", "geo::Kind", "0xc"), ("word", "geo::Word", "0x10")):
        says("member " + name, members.get(name, {}), type="%s" % kind, data_member_location="plus_uconst " + offset)
    says("a bit field", members.get("bits", {}), bit_size="0x03", bit_offset="29", byte_size="0x04", data_member_location="0x14")
    says("a static member", members.get("count", {}), declaration="0x01", external="0x01", type="int")
    t.expect("inheritance", any(tag == "DW_TAG_inheritance" and "geo::Base" in a["DW_AT_type"] for _, tag, a in inner))
    says("a member function", next((a for _, tag, a in inner if tag == "DW_TAG_subprogram"), {}), name="dot", decl_line="13", declaration="0x01")
    kind, values = one(list_, "enumeration_type", "Kind")
    says("Kind", kind, type="unsigned char", byte_size="0x01", enum_class="0x01")
    t.expect("enumerators", [(a["DW_AT_name"], a["DW_AT_const_value"]) for _, tag, a in values if tag == "DW_TAG_enumerator"] == [("none", "0"), ("some", "7")])
    one(list_, "union_type", "Word")
    one(list_, "namespace", "geo")
    says("V", one(list_, "typedef", "V")[0], type="geo::Vec")
    kinds = {tag for _, tag, _ in list_}
    for tag in ("pointer_type", "reference_type", "const_type", "volatile_type", "array_type", "subrange_type", "base_type"):
        t.expect("a " + tag, "DW_TAG_" + tag in kinds, str(kinds))
    for name, space, line, kind in GLOBALS[:count]:
        says(name, one(list_, "variable", name)[0], address_class="0x0" + space, decl_line=line, type=kind, location="DW_OP_addr")


plain = source("plain")
for level in "0123":
    with_it, without = compile_text("-g -O" + level, plain, "-O" + level), compile_text("NoDebug -O" + level, plain.replace("FullDebug", "NoDebug"), "-O" + level)
    t.expect("the same code at -O" + level, only_code(with_it) == only_code(without), with_it)
    t.expect("no label in braces at -O" + level, not in_braces(with_it), str(in_braces(with_it)))
    t.expect("NoDebug has none of it", ".section" not in without and "debug" not in without.split("\n")[1], without[:200])
ptx = compile_text("plain", plain, "-O0")
for part in (".target sm_90, debug", '.file\t1 "/src/t.cpp"', ".section\t.debug_info", ".section\t.debug_abbrev", "$L__func_begin", "\t.loc\t1 29 11\n",
             "function_name $L__info_string0, inlined_at 1 30 10", "$L__info_string0:\n"):
    t.expect("the text at -O0", part in ptx, "no %r in %s" % (part, ptx))
found = assembled("-O0", ptx)
if found:
    types(found, 3)
    attributes, inner = one(found, "subprogram", "k")
    says("k", attributes, decl_line="26", external="0x01", frame_base="call_frame_cfa", low_pc="0x0")
    for name, tag, line, kind in (("v", "formal_parameter", "26", "V *"), ("n", "formal_parameter", "26", "int"), ("local", "variable", "27", "float[4]"),
                                  ("m", "variable", "29", "int")):
        says(name, one(inner, tag, name)[0], decl_line=line, type="%s" % kind, address_class="0x06", location="DW_OP_fbreg")  # ptxas: its frame
    inlined = [a for _, tag, a in inner if tag == "DW_TAG_inlined_subroutine"]
    t.expect("one call was inlined", len(inlined) == 1, str(inlined))
    says("helper, inlined", inlined[0] if inlined else {}, abstract_origin="helper", call_line="30", call_file="/src/t.cpp")
    says("helper", one(found, "subprogram", "helper")[0], inline="inlined", decl_line="21")

optimized = source("optimized")
for level in "0123":
    with_it, without = compile_text("optimized", optimized, "-O" + level), compile_text("optimized", optimized.replace("FullDebug", "NoDebug"), "-O" + level)
    t.expect("optimized, the same code at -O" + level, only_code(with_it) == only_code(without), with_it)
ptx = compile_text("optimized", optimized, "-O3")
found = assembled("-O3", ptx)
if found:
    types(found, 2)  # the table is all zeros, and gone
    _, inner = one(found, "subprogram", "k")
    says("a parameter of a kernel stays where it is", one(inner, "formal_parameter", "n")[0], address_class="0x07", location="DW_OP_addr")
    # m = n * 3 is in the register that the multiplication writes.
    product = re.search(r"mul\.lo\.s32 \t%r(\d+), %r\d+, 3;", ptx)
    t.expect("m is computed", product is not None, ptx)
    number = "".join("%02x" % ord(c) for c in "%r" + product.group(1)) if product else "?"
    says("m", one(inner, "variable", "m")[0], location="DW_OP_regx 0x" + number, type="int", decl_line="29")
    t.expect("ranges of a scope in pieces", any("DW_AT_ranges" in a for _, tag, a in inner if tag == "DW_TAG_lexical_block"), str(inner))
    t.expect("inlined calls within inlined calls", sum(tag == "DW_TAG_inlined_subroutine" for _, tag, _ in inner) >= 2, str(inner))

# Labels of the source, and the tables of names that a unit asks for: debug_info_names.ll is what clang-22 -g -O0 makes of
#    1 namespace geo: 2 struct Vec with 4 int sum(int n) const, 5 enum Plain { red, green }, 6 enum class Kind : unsigned char { none, some = 7 },
#    plain, kind, and hidden in a namespace without a name; 14 inline int loop: 15 again:   20 kernel k: 25 again: 28 done:
NAMES = {"geo": ("EXTERNAL", "TYPE"), "geo::Vec::count": ("EXTERNAL", "VARIABLE"), "geo::plain": ("EXTERNAL", "VARIABLE"), "geo::red": ("STATIC", "VARIABLE"),
         "geo::green": ("STATIC", "VARIABLE"), "geo::kind": ("EXTERNAL", "VARIABLE"), "geo::Kind::none": ("STATIC", "VARIABLE"),
         "geo::Kind::some": ("STATIC", "VARIABLE"), "geo::(anonymous namespace)": ("EXTERNAL", "TYPE"),
         "geo::(anonymous namespace)::hidden": ("STATIC", "VARIABLE"), "local_one": ("STATIC", "VARIABLE"), "geo::Vec::sum": ("EXTERNAL", "FUNCTION"),
         "loop": ("STATIC", "FUNCTION"), "k": ("EXTERNAL", "FUNCTION")}
TYPES = {"geo::Vec": ("EXTERNAL", "TYPE"), "geo::Plain": ("EXTERNAL", "TYPE"), "geo::Kind": ("EXTERNAL", "TYPE"), "V": ("STATIC", "TYPE"),
         **{name: ("STATIC", "TYPE") for name in ("float", "int", "unsigned int", "unsigned char")}}


def name_table(section):
    """{name: (offset, linkage, kind)} of one of the cubin's tables, the last two where it has them."""
    text = subprocess.run([dump, "--" + section, "a.cubin"], stdout=subprocess.PIPE).stdout.decode()
    rows = re.findall(r'^(0x[0-9a-f]{8}) (?:(\w+) +(\w+) +)?"(.*)"$', text, re.M)
    return {name: (int(offset, 16), linkage, kind) for offset, linkage, kind, name in rows}, text


def tags_by_offset():
    text = subprocess.run([dump, "a.cubin"], stdout=subprocess.PIPE).stdout.decode()
    return {int(offset, 16): tag for offset, tag in re.findall(r"^(0x[0-9a-f]{8}): +DW_TAG_(\w+)", text, re.M)}


named = source("names")
HOLDERS = ("namespace", "variable", "enumerator", "subprogram", "structure_type", "enumeration_type", "typedef", "base_type")
for asked, prefix in (("", "debug-pub"), (", nameTableKind: GNU", "debug-gnu-pub"), (", nameTableKind: None", None), (", nameTableKind: Apple", None)):
    ptx = compile_text("names" + asked, named.replace(", nameTableKind: None", asked), "-O0")
    t.expect("tables of names" + asked, ("pubnames" in ptx) == ("pubtypes" in ptx) == (prefix is not None), ptx)
    found = assembled("names" + asked, ptx)
    if not found or prefix is None:
        continue
    t.expect("the unit says that it has them", "GNU_pubnames" in str(found[0]), str(found[0]))
    tags = tags_by_offset()
    for section, wanted in ((prefix + "names", NAMES), (prefix + "types", TYPES)):
        table, text = name_table(section)
        t.expect(f"{section}: which", table.keys() == wanted.keys(), text)
        for name, (offset, linkage, kind) in table.items():
            t.expect(f"{section}: what {name} is", "gnu" not in section or (linkage, kind) == wanted.get(name), f"{linkage} {kind}")
            t.expect(f"{section}: where {name} is", tags.get(offset) in HOLDERS, f"{offset:#x}: {tags.get(offset)}")
two = named.replace("!llvm.dbg.cu = !{!31}", "!llvm.dbg.cu = !{!31, !9001}").replace(", nameTableKind: None", "") + """
!9001 = distinct !DICompileUnit(language: DW_LANG_C99, file: !9002, emissionKind: FullDebug, retainedTypes: !9003)
!9002 = !DIFile(filename: "second.c", directory: "/src")
!9003 = !{!9004}
!9004 = !DICompositeType(tag: DW_TAG_structure_type, name: "Second", file: !9002, size: 32, elements: !9005)
!9005 = !{}
"""
t.expect("the unit is known", "!31, !9001" in two, "")
t.file("a.ptx", compile_text("two units", two, "-O0").encode())
if ptxas and dump:  # not verified: ptxas gives both units one table of lines
    taken = subprocess.run([ptxas, "-g", "-arch=sm_90", "a.ptx", "-o", "a.cubin"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    t.expect("two units: ptxas -g takes them", taken.returncode == 0, taken.stdout.decode())
    table, text = name_table("debug-pubtypes")
    t.expect("types of two units", table.keys() == {*TYPES, "Second"} and len(set(re.findall("unit_offset = (0x[0-9a-f]+)", text))) == 2, text)

for level in "0123":
    with_it, without = compile_text("labels -O" + level, named, "-O" + level), compile_text("labels -O" + level, named.replace("FullDebug", "NoDebug"), "-O" + level)
    t.expect("labels: the same code at -O" + level, only_code(with_it) == only_code(without), with_it)
    found = assembled("labels -O" + level, with_it)
    if not found:
        continue
    _, inner = one(found, "subprogram", "k")
    for name, line, column in (("done", "28", "1"), ("again", "25", "3")):
        says("label %s at -O%s" % (name, level), one(inner, "label", name)[0], decl_file="/src/n.cpp", decl_line=line, decl_column=column, low_pc="0x")
    says("the label of what is inlined", one(one(found, "subprogram", "loop")[1], "label", "again")[0], decl_line="15")
    copies = [a for _, tag, a in inner if tag == "DW_TAG_label" and "abstract_origin" in str(a)]
    t.expect("its copy at -O" + level, len(copies) == 1 and "again" in copies[0]["DW_AT_abstract_origin"] and "DW_AT_low_pc" in copies[0], str(inner))
    places = [int(a["DW_AT_low_pc"], 16) for _, tag, a in inner if tag == "DW_TAG_label"]
    t.expect("labels stand at three places, `done` last, at -O" + level, len(set(places)) == 3 and (level != "0" or max(places) == places[0]), str(places))
t.expect("line tables have no labels", "DW_TAG_label" not in str(assembled("line tables", compile_text("line tables", named.replace("FullDebug", "LineTablesOnly"), "-O0"))))

lines = compile_text("line tables", plain.replace("FullDebug", "LineTablesOnly"), "-O0")
t.expect("line tables: functions, no types", ".debug_info" in lines and ", debug" in lines, lines)
found = assembled("line tables", lines)
if found:
    one(found, "subprogram", "k")
    t.expect("line tables have no types and variables", not [tag for _, tag, _ in found if tag.endswith(("_type", "variable", "parameter"))], str(found))
directives = compile_text("directives", plain.replace("FullDebug", "DebugDirectivesOnly"), "-O0")
t.expect("directives only", ".loc\t1 29 11" in directives and ".debug_info" not in directives and "debug" not in directives.split("\n")[1], directives)
old = t.run("compile", t.file("in.ll", plain.encode()), "-o", "old.ptx", "-mcpu=sm_75", "-mattr=+ptx70", "-O0")
with open("old.ptx") as file:
    t.expect("inlined_at came with PTX 7.2", old.returncode == 0 and "inlined_at" not in file.read(), old.stderr.decode())

# Two arrays of a frame that stack-slot-coloring puts into the same bytes, and of which nvptx-mem2reg makes registers: then
# nothing is said of where they are, and nothing wrong.
FRAME = """target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %p, i1 %c) !dbg !4 {
  %a = alloca <4 x i32>, align 16
  %b = alloca <4 x i32>, align 16
    #dbg_declare(ptr %a, !9, !DIExpression(), !12)
    #dbg_declare(ptr %b, !10, !DIExpression(), !12)
  %v = load volatile i32, ptr addrspace(1) %p, !dbg !12
  %a1 = getelementptr i8, ptr %a, i64 4
  store volatile i32 %v, ptr %a1, align 4, !dbg !12
  %x = load i64, ptr %a, align 8, !dbg !12
  store volatile i64 %x, ptr addrspace(1) %p, !dbg !12
  %b1 = getelementptr i8, ptr %b, i64 4
  store volatile i32 7, ptr %b1, align 4, !dbg !12
  %y = load i64, ptr %b, align 8, !dbg !12
  store volatile i64 %y, ptr addrspace(1) %p, !dbg !12
  ret void, !dbg !12
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "x", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Dwarf Version", i32 2}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !5, scopeLine: 1, spFlags: DISPFlagDefinition, unit: !0)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DICompositeType(tag: DW_TAG_array_type, baseType: !7, size: 128, elements: !11)
!9 = !DILocalVariable(name: "a", scope: !4, file: !1, line: 2, type: !8)
!10 = !DILocalVariable(name: "b", scope: !4, file: !1, line: 3, type: !8)
!11 = !{!13}
!12 = !DILocation(line: 4, scope: !4)
!13 = !DISubrange(count: 4)
"""
for passes in ([], ["--enable=stack-slot-coloring"], ["--enable=ssa,nvptx-mem2reg"]):
    told = compile_text("a frame with %s" % passes, FRAME.replace("volatile i32", "i32") if "mem2reg" in str(passes) else FRAME, "-O1", *passes)
    code, said = told.split("\t.section\t", 1)
    t.expect("variables of a frame with %s" % passes, ("__local_depot0" in said) == (not passes), told)
    plain_code = compile_text("without", re.sub(r", !dbg !\d+|!dbg !\d+ |    #dbg_declare.*\n|!llvm.dbg.cu.*\n", "", FRAME), "-O1", *passes)
    t.expect("and the code is the same with %s" % passes, "mem2reg" in str(passes) or only_code(told) == only_code(plain_code), plain_code)

# What reads PTX takes the sections: run, and opt, which drops what it makes stale and says so.
t.file("o.ptx", compile_text("for run", plain, "-O0").encode())
listed = t.run("run", "o.ptx", "--list")
t.expect("run takes the sections", listed.returncode == 0 and b"k" in listed.stdout, listed.stderr.decode())
done = t.run("opt", "o.ptx", "-o", "opt.ptx")
text = open("opt.ptx").read()
t.expect("opt says what it drops", done.returncode == 0 and b"debug sections are left out" in done.stderr, done.stderr.decode())
t.expect("opt keeps lines", ".debug_info" not in text and ", debug" not in text and ".loc" in text and ".debug_str" in text, text)
if ptxas:
    judged = subprocess.run([ptxas, "-arch=sm_90", "opt.ptx", "-o", "opt.cubin"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    t.expect("ptxas takes what opt writes", judged.returncode == 0, judged.stdout.decode())
if not ptxas or not dump:
    print("ptxas or llvm-dwarfdump-22 is missing: the text was checked alone")
t.finish()
