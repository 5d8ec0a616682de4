#!/usr/bin/env python3
"""Compiles every function of CUDA's libdevice.10.bc with lathe and llc-22; ptxas has to accept the PTX.

The whole module, its functions made external, is compiled first. Where that fails (or with --each) every function is
taken out with all that it calls and judged alone, so that each failure has a name and a first error.

Exit status: 0 if lathe compiles all functions and ptxas accepts them, 1 if not, 2 if something needed is missing.
"""
import argparse
import json
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import common  # noqa: E402
import compilers  # noqa: E402


def external_module(library, folder):
    """Text of libdevice with its functions external and a triple; path of the file and the functions' names."""
    result = common.run([common.llvm_tool("llvm-dis"), library, "-o", "-"])
    if result.rc != 0:
        common.fail(common.first_error(result))
    text = re.sub(r"^target (triple|datalayout).*\n", "", result.out, flags=re.M)
    text = re.sub(r"^define (?:(?:linkonce_odr|linkonce|weak_odr|weak|internal|private) )", "define ", text, flags=re.M)
    text = text.replace(" alwaysinline", "")  # so that the functions stay apart
    text = 'target triple = "nvptx64-nvidia-cuda"\n' + text
    path = os.path.join(folder, "libdevice.ll")
    with open(path, "w") as file:
        file.write(text)
    return path, re.findall(r"^define [^@\n]*@([\w.$]+)\(", text, flags=re.M)


def judge(compiler, assembler, path, flags, target):
    """None or the first error of compiling `path` and assembling the PTX as relocatable code."""
    made = compiler.compile_ir(path, flags, limit=600)
    if made.error:
        return made.error
    error = assembler.accepts(made.ptx, target, relocatable=True) if assembler.available() else None
    return error and "ptxas: " + error


def extract(module, name, folder):
    """The function with what it calls, all else internal and dropped."""
    path = os.path.join(folder, name + ".bc")
    result = common.run([common.llvm_tool("opt"), "-passes=internalize,globaldce", "-internalize-public-api-list=" + name, module, "-o", path])
    return path if result.rc == 0 else None


def each_function(compiler, assembler, module, names, flags, target, folder, jobs):
    """{name: error or None}, each function with what it calls."""
    def one(name):
        path = extract(module, name, folder)
        return judge(compiler, assembler, path, flags, target) if path else "opt cannot take it out"
    return dict(zip(names, common.parallel(jobs, one, names)))


def parse(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default=common.default_lathe(), help="the program (default: build/release/bin/lathe)")
    parser.add_argument("--compilers", default="lathe,llc", help="default: %(default)s")
    parser.add_argument("--target", default="75", help="default: 75")
    parser.add_argument("--libdevice", help="the bitcode file (default: the CUDA toolkit's)")
    parser.add_argument("--each", action="store_true", help="judge every function alone even if the whole passes")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", metavar="OUT", help="write the answers to a file")
    return parser.parse_args(argv)


def main(argv=None):
    args = parse(argv)
    library = args.libdevice or common.libdevice()
    if not library or not os.path.exists(library):
        common.fail("no libdevice.10.bc: needs the CUDA toolkit or --libdevice")
    if not common.llvm_tool("llvm-dis") or not common.llvm_tool("opt"):
        common.fail("needs llvm-dis and opt of LLVM 22")
    cache = common.Cache(None)
    assembler, flags = compilers.Assembler(cache), ["-mcpu=sm_" + args.target]
    known = {"lathe": lambda: compilers.Lathe(os.path.abspath(args.lathe)), "llc": lambda: compilers.Llc(cache)}
    if set(args.compilers.split(",")) - set(known):
        common.fail("unknown compiler in %s" % args.compilers)
    status, answers = 0, {}
    with tempfile.TemporaryDirectory() as folder:
        module, names = external_module(library, folder)
        print("libdevice: %d functions, sm_%s%s" % (len(names), args.target, "" if assembler.available() else "; no ptxas: PTX not judged"))
        for compiler in [known[w]() for w in args.compilers.split(",")]:
            if not compiler.available():
                print("%-7s not found" % compiler.name)
                status = 1 if compiler.name == "lathe" else status
                continue
            answer = judge_all(compiler, assembler, module, names, flags, folder, args)
            answers[compiler.name] = answer
            if compiler.name == "lathe" and (answer["whole"] or any(answer["functions"].values())):
                status = 1
    if args.json:
        with open(args.json, "w") as file:
            json.dump(answers, file, indent=1)
    return status


def judge_all(compiler, assembler, module, names, flags, folder, args):
    whole = judge(compiler, assembler, module, flags, args.target)
    print("%-7s whole module: %s" % (compiler.name, whole or "accepted"), flush=True)
    if not whole and not args.each:
        return {"whole": None, "functions": {}}
    functions = each_function(compiler, assembler, module, names, flags, args.target, folder, args.jobs)
    compiled = sum(1 for e in functions.values() if e is None or e.startswith("ptxas: "))
    accepted = sum(1 for e in functions.values() if e is None)
    print("%-7s %d functions: %d compiled, %d accepted" % (compiler.name, len(names), compiled, accepted))
    for name, error in functions.items():
        if error:
            print("  %s: %s" % (name, error))
    return {"whole": whole, "functions": functions}


if __name__ == "__main__":
    sys.exit(main())
