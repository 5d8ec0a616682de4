"""The compilers that the suites compare, each as one object: compile(kernel, target) gives PTX files or an error.

lathe and llc read tests/kernels/ll/NAME.ll; nvcc reads the CUDA source. Assembler judges PTX with ptxas.
"""
import os
import tempfile

import common


class Outcome:
    """PTX texts of a compilation, or an error line; `crash` names a signal, time-out or assertion."""

    def __init__(self, ptx=(), error=None, crash=None):
        self.ptx, self.error, self.crash = list(ptx), error, crash

    def to_json(self):
        return {"ptx": self.ptx, "error": self.error, "crash": self.crash}

    @staticmethod
    def of(data):
        return Outcome(data["ptx"], data["error"], data["crash"])


def outcome(result, path, wants=".version"):
    """Outcome of a run that should have written `path`."""
    if result.crash:
        return Outcome(error="%s: %s" % (result.crash, common.first_error(result)), crash=result.crash)
    if result.rc != 0:
        return Outcome(error=common.first_error(result))
    try:
        with open(path) as file:
            text = file.read()
    except OSError:
        return Outcome(error="exit status 0, but no output")
    if wants not in text:
        return Outcome(error="exit status 0, but the output is not PTX")
    return Outcome([text])


class Lathe:
    name = "lathe"

    def __init__(self, path, extra=()):
        self.path, self.extra = path, list(extra)

    def available(self):
        return os.access(self.path, os.X_OK)

    def command(self, source, target_flags, output):
        return [self.path, "compile", source, "-o", output] + target_flags + self.extra

    def compile_ir(self, source, target_flags, limit=120):
        with tempfile.TemporaryDirectory() as folder:
            output = os.path.join(folder, "out.ptx")
            return outcome(common.run(self.command(source, target_flags, output), limit=limit), output)

    def compile(self, kernel, target):
        return self.compile_ir(kernel.ll, kernel.machine_flags(target))


class Llc:
    name = "llc-22"

    def __init__(self, cache):
        self.path, self.cache = common.llvm_tool("llc"), cache
        self.version = common.version_of(self.path)

    def available(self):
        return self.path is not None

    def command(self, source, target_flags, output):
        return [self.path, "-O3", source, "-o", output] + target_flags

    def compile_ir(self, source, target_flags, limit=120):
        with tempfile.TemporaryDirectory() as folder:
            output = os.path.join(folder, "out.ptx")
            return outcome(common.run(self.command(source, target_flags, output), limit=limit), output)

    def compile(self, kernel, target):
        flags = kernel.machine_flags(target)

        def compute():
            if kernel.libdevice != "calls":
                return self.compile_ir(kernel.ll, flags).to_json()
            with tempfile.TemporaryDirectory() as folder:
                linked = os.path.join(folder, "linked.bc")
                error = link_libdevice(kernel.ll, linked, flags)
                return (Outcome(error=error) if error else self.compile_ir(linked, flags)).to_json()
        return Outcome.of(self.cache.get(["llc", self.version, common.file_hash(kernel.ll), *flags], compute))


def link_libdevice(source, output, flags):
    """What clang does for llc: links libdevice in and optimizes. Returns an error line or None."""
    library = common.libdevice()
    if not library:
        return "no libdevice here"
    joined = output + ".joined.bc"
    for command in ([common.llvm_tool("llvm-link"), "--only-needed", "--internalize", source, library, "-o", joined],
                    [common.llvm_tool("opt"), "-O3", "-mtriple=nvptx64-nvidia-cuda", *flags, joined, "-o", output]):
        result = common.run(command)
        if result.rc != 0:
            return common.first_error(result)
    return None


class Nvcc:
    name = "nvcc"

    def __init__(self, cache, extra=()):
        self.path, self.cache, self.extra = common.cuda_tool("nvcc"), cache, list(extra)
        self.version = common.version_of(self.path)

    def available(self):
        return self.path is not None

    def compile(self, kernel, target):
        sources = [common.file_hash(f) for f in kernel.files]

        def compute():
            texts = []
            for source in kernel.files:
                one = self.compile_file(kernel, source, target)
                if one.error:
                    return one.to_json()
                texts += one.ptx
            return Outcome(texts).to_json()
        return Outcome.of(self.cache.get(["nvcc", self.version, target, *self.extra, *kernel.nvcc, *sources], compute))

    def compile_file(self, kernel, source, target):
        with tempfile.TemporaryDirectory() as folder:
            output = os.path.join(folder, "out.ptx")
            flags = ["-rdc=true"] if kernel.relocatable else []
            return outcome(common.run([self.path, "-std=c++17", "-ptx", "-w", "-arch=sm_" + target, *flags, *self.extra, *kernel.nvcc, source,
                                       "-o", output], limit=300), output)


class Assembler:
    """ptxas: accepts(texts, target) -> first error line or None."""

    def __init__(self, cache):
        self.path, self.cache = common.cuda_tool("ptxas"), cache
        self.version = common.version_of(self.path)

    def available(self):
        return self.path is not None

    def accepts(self, texts, target, relocatable=False):
        for text in texts:
            error = self.cache.get(["ptxas", self.version, target, str(relocatable), text],
                                   lambda text=text: self.assemble(text, target, relocatable))
            if error:
                return error
        return None

    def assemble(self, text, target, relocatable, limit=300):
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "in.ptx")
            with open(source, "w") as file:
                file.write(text)
            flags = ["-c"] if relocatable else []
            result = common.run([self.path, "-arch=sm_" + target, *flags, source, "-o", os.path.join(folder, "out.cubin")], limit=limit)
            return common.first_error(result).replace(source, "PTX") if result.rc != 0 or result.timed_out else None
