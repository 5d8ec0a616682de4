"""A program in several PTX files, by ptxas -c and nvlink where CUDA is there, and by `lathe run`: both join it, or both refuse."""
import re
import subprocess

import common


def target(path):
    with open(path, errors="replace") as file:
        return re.search(r"^\.target (\w+)", file.read(), re.M)[1]


def joined(t, what, files, good=True):
    """ptxas takes each file by itself; nvlink joins them, or refuses where `good` is false. Nothing without CUDA."""
    ptxas, nvlink = common.cuda_tool("ptxas"), common.cuda_tool("nvlink")
    if not ptxas or not nvlink:
        return
    objects, sm = [], target(files[0])
    for number, source in enumerate(files):
        objects.append("linking%d.o" % number)
        done = subprocess.run([ptxas, "-c", "-arch=" + sm, source, "-o", objects[-1]], capture_output=True)
        t.expect("%s: ptxas takes %s" % (what, source), done.returncode == 0, done.stderr.decode() + done.stdout.decode())
    done = subprocess.run([nvlink, "-arch=" + sm, *objects, "-o", "linked.cubin"], capture_output=True)
    t.expect("%s: nvlink %s" % (what, "joins them" if good else "refuses"), (done.returncode == 0) == good, done.stderr.decode() + done.stdout.decode())


def executed(t, what, files, kernel, *arguments, good=True):
    """As `joined`, and what `lathe run` says of the kernel, which it executes, or refuses as nvlink does."""
    if all(file.endswith(".ptx") for file in files):
        joined(t, what, files, good)
    done = t.run("run", *files, "--kernel", kernel, *arguments)
    t.expect("%s: lathe run %s" % (what, "executes it" if good else "refuses"), (done.returncode == 0) == good, done.stderr.decode())
    return done
