"""What the suites and benchmarks share: the kernel manifest, finding tools, running them, a result cache.

Python 3 standard library only. CUDA is looked for in CUDA_HOME, in PATH and in /usr/local/cuda.
"""
import concurrent.futures
import fnmatch
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
KERNELS = os.path.join(ROOT, "tests", "kernels")
TARGETS = ["75", "80", "86", "89", "90", "90a", "100", "103", "120"]
LOWEST_PTX = {"75": 63, "80": 70, "86": 71, "89": 78, "90": 78, "90a": 80, "100": 86, "103": 88, "120": 87}
CRASH = re.compile(r"Assertion .*failed|assertion failed|terminate called|AddressSanitizer|runtime error:|"
                   r"Stack dump|PLEASE submit a bug report|panicked at|UNREACHABLE executed")


# ---------------------------------------------------------------- tools
def find_tool(name, folders=()):
    """Path of a program: PATH first, then `folders`; None if absent."""
    found = shutil.which(name)
    if found:
        return found
    for folder in folders:
        path = os.path.join(folder, name)
        if os.access(path, os.X_OK):
            return path
    return None


def cuda_home():
    """The CUDA toolkit's folder, or None."""
    nvcc = shutil.which("nvcc")
    beside = os.path.dirname(os.path.dirname(os.path.realpath(nvcc))) if nvcc else None
    for home in (os.environ.get("CUDA_HOME"), beside, "/usr/local/cuda"):
        if home and os.path.exists(os.path.join(home, "bin", "ptxas")):
            return home
    return None


def cuda_tool(name):
    """ptxas, nvcc, cuobjdump, or nvvm/bin/cicc; None without CUDA."""
    home = cuda_home()
    return find_tool(name, [os.path.join(home, "bin"), os.path.join(home, "nvvm", "bin")] if home else [])


def llvm_tool(name):
    """`name`-22 or the one in an LLVM 22 installation; None if absent."""
    return shutil.which(name + "-22") or find_tool(name + "-22") or next(
        (p for p in ["/usr/lib/llvm-22/bin/" + name] if os.access(p, os.X_OK)), None)


# The PTX version that each target needs. Without CUDA clang-22 takes 4.2 and then refuses the target.
PTX_OF = {"75": 63, "80": 70, "86": 71, "89": 78, "90": 78, "90a": 80, "100": 86, "100a": 86, "120": 87}


def device_flags(target):
    """What makes clang compile for sm_`target`, whether or not CUDA is here."""
    return ["--target=nvptx64-nvidia-cuda", "-march=sm_" + target, "--cuda-feature=+ptx%d" % PTX_OF[target]]


def default_lathe():
    return os.path.join(ROOT, "build", "release", "bin", "lathe")


def libdevice():
    """The CUDA toolkit's libdevice.10.bc, or None."""
    path = os.path.join(cuda_home() or "", "nvvm", "libdevice", "libdevice.10.bc")
    return path if os.path.exists(path) else None


# ---------------------------------------------------------------- processes
class Result:
    """rc, out, err (text), timed_out."""

    def __init__(self, rc, out, err, timed_out):
        self.rc, self.out, self.err, self.timed_out = rc, out, err, timed_out

    @property
    def crash(self):
        """Why this counts as a crash, or None: signal, time-out, or the text of an assertion."""
        if self.timed_out:
            return "timeout"
        if self.rc < 0:
            return "signal " + signal.Signals(-self.rc).name
        if 128 < self.rc < 160:
            return "signal %d" % (self.rc - 128)
        found = CRASH.search(self.err)
        return found.group(0) if self.rc != 0 and found else None


def run(argv, stdin=None, cwd=None, limit=120):
    """Runs a program in its own process group; ends the group at the time limit."""
    try:
        child = subprocess.Popen(argv, stdin=subprocess.PIPE if stdin is not None else subprocess.DEVNULL, cwd=cwd,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    except OSError as error:
        return Result(127, "", "cannot start %s: %s" % (argv[0], error.strerror), False)
    timed_out = False
    try:
        out, err = child.communicate(stdin.encode() if stdin is not None else None, timeout=limit)
    except subprocess.TimeoutExpired:
        timed_out = True
        os.killpg(child.pid, signal.SIGKILL)
        out, err = child.communicate()
    return Result(child.returncode, out.decode(errors="replace"), err.decode(errors="replace"), timed_out)


class Times:
    """What a process used: exit status, seconds in user mode, seconds in all (user and system), bytes at most."""

    def __init__(self, rc, user, cpu, memory=0):
        self.rc, self.user, self.cpu, self.memory = rc, user, cpu, memory


def timed(argv, limit=120):
    """Runs a program without its output and says what it used; rc is None if it used more than `limit` CPU seconds."""
    child = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1)))
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    late = child.returncode in (-signal.SIGXCPU, -signal.SIGKILL)
    return Times(None if late else child.returncode, usage.ru_utime, usage.ru_utime + usage.ru_stime,
                 1024 * usage.ru_maxrss)


def first_error(result):
    """The line of a failed run that says most."""
    if result.timed_out:
        return "timeout"
    lines = [line.strip() for line in (result.err + "\n" + result.out).splitlines() if line.strip()]
    for pattern in (r"\b(fatal )?error\b\s*:", r"LLVM ERROR", r"(?i)\b(error|fatal|unsupported|cannot|invalid)\b"):
        for line in lines:
            if re.search(pattern, line):
                return line[:200]
    return (lines[0] if lines else "exit status %d, no message" % result.rc)[:200]


def parallel(jobs, function, items):
    """function(item) for all items on `jobs` threads, results in the order of the items."""
    with concurrent.futures.ThreadPoolExecutor(max_workers=max(1, jobs)) as pool:
        return list(pool.map(function, items))


# ---------------------------------------------------------------- the corpus
class Kernel:
    """One entry of manifest.json with its defaults filled in."""

    def __init__(self, entry):
        self.name = entry["name"]
        self.sm = str(entry.get("sm", 75))                # lowest target it runs on, and the one its .ll is made for
        self.only = entry.get("only")                     # list of targets, where the hardware feature is not kept later
        self.files = [os.path.join(KERNELS, f) for f in entry.get("files", [self.name + ".cu"])]
        self.clang = entry.get("clang", [])
        self.nvcc = entry.get("nvcc", [])
        self.libdevice = entry.get("libdevice", "linked")
        self.ptx = entry.get("ptx", 0)                    # PTX version that inline assembly in it needs
        self.features = entry.get("features", "")
        self.relocatable = len(self.files) > 1
        self.ll = os.path.join(KERNELS, "ll", self.name + ".ll")

    def machine_flags(self, target):
        """What llc and lathe are told about the target."""
        flags = ["-mcpu=sm_" + target]
        if self.ptx > LOWEST_PTX.get(target, 0):
            flags.append("-mattr=+ptx%d" % self.ptx)
        return flags

    def runs_on(self, target):
        if self.only:
            return target in self.only
        return int(re.match(r"\d+", target).group()) >= int(re.match(r"\d+", self.sm).group())


def load_kernels(pattern="*"):
    with open(os.path.join(KERNELS, "manifest.json")) as file:
        entries = json.load(file)["kernels"]
    return [Kernel(e) for e in entries if any(fnmatch.fnmatch(e["name"], p) for p in pattern.split(","))]


# ---------------------------------------------------------------- cache
class Cache:
    """Remembers JSON answers under the hash of everything that went into them; no folder, no memory."""

    def __init__(self, folder):
        self.folder = folder
        if folder:
            os.makedirs(folder, exist_ok=True)

    def get(self, parts, compute):
        if not self.folder:
            return compute()
        digest = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]
        path = os.path.join(self.folder, digest + ".json")
        try:
            with open(path) as file:
                return json.load(file)
        except (OSError, ValueError):
            pass
        answer = compute()
        handle, temporary = tempfile.mkstemp(dir=self.folder)
        with os.fdopen(handle, "w") as file:
            json.dump(answer, file)
        os.replace(temporary, path)
        return answer


def file_hash(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def version_of(tool):
    """Something that changes when the tool does."""
    if not tool:
        return "none"
    return run([tool, "--version"], limit=30).out.strip() + str(os.path.getsize(os.path.realpath(tool)))


def add_measuring(parser, cache="kernels"):
    """Options of every command that measures `lathe`: which program, how many at a time, what was answered before, figures as JSON."""
    parser.add_argument("--lathe", default=default_lathe(), help="the program (default: build/release/bin/lathe)")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--cache", metavar="DIR", default=os.path.join(ROOT, "build", "cache", cache),
                        help="remembers answers (default: build/cache/%s; '' for none)" % cache)
    parser.add_argument("--json", metavar="OUT")


def fail(message):
    sys.stderr.write("error: %s\n" % message)
    sys.exit(2)
