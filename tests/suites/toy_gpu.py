#!/usr/bin/env python3
"""Compiles the kernel corpus for the toy GPU (examples/toy_gpu), runs it on its machine, and compares the numbers with
those that independent C++ computes (tests/kernels/expect, program kernel_checks).

The IR is what clang 22 makes of the CUDA files with short pointers. Per kernel: right, refused with the reason, or wrong.

Exit status: 0 no kernel is wrong and at least --least are right, 1 otherwise, 2 wrong usage, or no clang or CUDA headers.
"""
import argparse
import os
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(os.path.dirname(HERE), "kernels")]
import common  # noqa: E402
import make_ll  # noqa: E402
import results  # noqa: E402

SHORT_POINTERS = ["-Xclang", "-fcuda-short-ptr", "-mllvm", "-nvptx-short-ptr"]


def ir_of(kernel, cuda, cache):
    """The kernel's IR with short pointers, or raises RuntimeError."""
    kernel.clang = kernel.clang + SHORT_POINTERS
    kernel.libdevice = "linked"
    parts = [common.version_of(common.llvm_tool("clang")), repr(kernel.clang)] + [common.file_hash(f) for f in kernel.files]

    def compute():
        try:
            return {"ir": make_ll.make(kernel, cuda)}
        except RuntimeError as error:
            return {"error": str(error)}

    answer = cache.get(parts, compute)
    if "error" in answer:
        raise RuntimeError("clang: " + answer["error"])
    return answer["ir"]


def compile_one(kernel, program, cuda, cache, folder):
    """-> (assembly, None) or (None, why not)."""
    try:
        ir = ir_of(kernel, cuda, cache)
    except RuntimeError as error:
        return None, str(error)
    path, out = os.path.join(folder, kernel.name + ".ll"), os.path.join(folder, kernel.name + ".s")
    with open(path, "w") as file:
        file.write(ir)
    result = common.run([program, "compile", path, "-o", out])
    if result.rc != 0:
        return None, common.first_error(result).replace(folder + os.sep, "").replace("toy_gpu: error: ", "")
    with open(out) as file:
        return file.read(), None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    beside = os.path.dirname(os.path.abspath(common.default_lathe()))
    parser.add_argument("--lathe", help=argparse.SUPPRESS)  # what ./dev suite gives every suite
    parser.add_argument("--program", default=os.path.join(beside, "toy_gpu"), help="default: %(default)s")
    parser.add_argument("--checks", default=os.path.join(beside, "kernel_checks"), help="default: %(default)s")
    parser.add_argument("--kernels", default="*", help="shell patterns of names, separated by commas")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--least", type=int, default=0, help="fewer right kernels are a failure (default: %(default)s)")
    parser.add_argument("--limit", type=int, default=120, help="seconds for one kernel's check")
    parser.add_argument("--keep", metavar="DIR", help="IR and assembly are left there")
    parser.add_argument("--skip-missing", action="store_true", help="exit status 77 in place of 2 without clang or CUDA")
    parser.add_argument("--cache", metavar="DIR", default=os.path.join(common.ROOT, "build", "cache", "toy_gpu"),
                        help="remembers clang's IR (default: build/cache/toy_gpu; '' for none)")
    args = parser.parse_args()
    cuda, kernels = common.cuda_home(), common.load_kernels(args.kernels)
    checker = results.Checker(args.checks, limit=args.limit, toy=True)
    if not kernels or not checker.available() or not os.access(args.program, os.X_OK):
        common.fail("no such kernel" if not kernels else "needs the programs %s and %s" % (args.program, args.checks))
    if not cuda or not common.llvm_tool("clang"):
        if args.skip_missing:
            print("left out: needs clang 22 and the CUDA toolkit")
            return 77
        common.fail("needs clang 22 and the CUDA toolkit")
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.keep or temporary
        os.makedirs(folder, exist_ok=True)
        cache = common.Cache(args.cache)
        made = common.parallel(args.jobs, lambda k: compile_one(k, args.program, cuda, cache, folder), kernels)
    jobs = [(k.name, checker.check_of(k), [text]) for k, (text, _) in zip(kernels, made) if text is not None]
    jobs = [job for job in jobs if job[1] is not None]
    cells = dict(zip([job[0] for job in jobs], checker.run(jobs, args.jobs)))
    right = refused = wrong = 0
    for kernel, (_, why) in zip(kernels, made):
        cell = cells.get(kernel.name)
        error = why or (cell.error if cell else "there is no check of it")
        # What the machine lacks besides instructions is refused when it is launched.
        refusal = why or not cell or "the toy GPU has no" in (error or "")
        state = "refused" if refusal else "right" if cell.state == "pass" else "wrong"
        right, refused, wrong = right + (state == "right"), refused + (state == "refused"), wrong + (state == "wrong")
        print("%-22s %-8s %s" % (kernel.name, state, "" if state == "right" else error), flush=True)
    print("%d right, %d refused, %d wrong" % (right, refused, wrong))
    return 1 if wrong or right < args.least else 0


if __name__ == "__main__":
    sys.exit(main())
