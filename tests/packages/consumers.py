"""Projects that use an installed Lathe, for the tests of this folder."""
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def run(*command, cwd=None, environment=None, only=None):
    """What it says. `environment`: besides this one's; `only`: instead."""
    done = subprocess.run([str(c) for c in command], cwd=cwd, capture_output=True, text=True, timeout=500,
                          env=only if only is not None else dict(os.environ, **(environment or {})))
    if done.returncode != 0:
        print("failed:", " ".join(str(c) for c in command))
        print(done.stdout[-4000:], done.stderr[-4000:])
        sys.exit(1)
    return done.stdout


def expect(what, condition, detail=""):
    if not condition:
        sys.exit(f"{what}: {detail}")


def by_cmake(part, prefix, scratch, *more, environment=None):
    """tests/consumer/project with find_package(lathe) in `prefix` and nowhere else; what its program says."""
    project, out = scratch / "project", scratch / f"by_cmake_{part}"
    if not project.exists():
        shutil.copytree(ROOT / "tests/consumer/project", project)
    run("cmake", "-S", project, "-B", out, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}", f"-DPART={part}", "-DCMAKE_BUILD_TYPE=Debug", *more)
    cache = (out / "CMakeCache.txt").read_text()
    expect("where lathe was found", f"lathe_DIR:PATH={prefix}/" in cache, [line for line in cache.splitlines() if "lathe_DIR" in line])
    run("cmake", "--build", out)
    return run(out / part, environment=environment).strip()


def by_pkg_config(name, sources, pc_folder, scratch, compiler, environment=None):
    """A program of these sources with the flags that pkg-config has for `name`; what it says."""
    search = {"PKG_CONFIG_LIBDIR": str(pc_folder), "PKG_CONFIG_PATH": ""}
    flags = run("pkg-config", "--cflags", "--libs", name, environment=search).split()
    out = scratch / f"by_pkg_config_{name}"
    run(*compiler, *sources, *flags, "-o", out)
    return run(out, environment=environment).strip()
