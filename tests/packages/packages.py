#!/usr/bin/env python3
"""Debian packages and the tarball: made, unpacked in an empty folder, and used from there.

  packages.py ROOT BUILD                     makes the packages of what is built, uncompressed, and tries them
  packages.py ROOT BUILD --made [FILE ...]   tries these: .deb and .tar.xz
"""
import ctypes
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from consumers import by_cmake, by_pkg_config, expect, run  # noqa: E402
from version import version_of  # noqa: E402

WANTED = {"lathe": ["libc6"], "liblathe0": ["libc6"], "lathe-clang": ["liblathe0 (=", "libllvm22"], "liblathe-dev": ["liblathe0 (="], "lathe-adapters": ["liblathe-dev (="]}
KERNEL = "define ptx_kernel void @k(ptr %p) {\n  store i32 7, ptr %p\n  ret void\n}\n"
EMPTY = {"PATH": "/nowhere"}  # of an environment nothing is needed


def fields(deb):
    """Of its control file; texts of several lines as one."""
    text = run("dpkg-deb", "-f", deb)
    return dict(re.findall(r"^([A-Z][\w-]*): (.*(?:\n .*)*)", text, re.M))


def control(debs, version, unpacked):
    """Names, versions, what they need; no file in two; -x of all into one folder."""
    have, owners = {}, {}
    for deb in debs:
        own = fields(deb)
        have[own["Package"]] = own
        expect(f"{deb.name}: version", own["Version"] == f"{version}-1", own)
        expect(f"{deb.name}: description", own["Description"].count("\n") >= 1 and "back ends" not in own["Description"].splitlines()[0] and own["Section"] and own["Maintainer"], own)
        for name in re.findall(r"^[-lrwx]+ .*? \./(\S+)", run("dpkg-deb", "-c", deb), re.M):
            expect(f"{name} is in {owners.get(name)}, too", name not in owners, deb.name)
            owners[name] = deb.name
        expect(f"{deb.name}: copyright", f"usr/share/doc/{own['Package']}/copyright" in owners, "")
        run("dpkg-deb", "-x", deb, unpacked)
    expect("packages", set(have) == set(WANTED), sorted(have))
    for name, needs in WANTED.items():
        said = have[name].get("Depends", "")
        expect(f"{name} depends on {needs}", all(need in said for need in needs), said)
    expect("the program recommends what --optimize loads", have["lathe"].get("Recommends", "").startswith("liblathe0 (="), have["lathe"])
    expect("the program needs no C++ library", "libstdc++" not in have["lathe"]["Depends"], have["lathe"]["Depends"])
    extra = pathlib.Path(tempfile.mkdtemp(dir=unpacked.parent))
    run("dpkg-deb", "-e", next(d for d in debs if d.name.startswith("liblathe0_")), extra)
    expect("liblathe0: shlibs", (extra / "shlibs").read_text() == f"liblathe 0 liblathe0 (>= {version})\n", "")
    expect("liblathe0: triggers", "ldconfig" in (extra / "triggers").read_text(), "")


def program(lathe, version, scratch):
    """--version, a kernel compiled, and run, with an empty environment."""
    (scratch / "k.ll").write_text(KERNEL)
    expect("--version", run(lathe, "--version", only=EMPTY).startswith(f"lathe {version} "), "")
    ptx = run(lathe, "compile", scratch / "k.ll", "-o", "-", only=EMPTY)
    expect("compile", ".entry k(" in ptx, ptx)
    expect("run", run(lathe, "run", scratch / "k.ll", "--arg", "out:i32:1:-", only=EMPTY).strip() == "7", "")


def pages(man, bash):
    listed = {p.stem for p in man.glob("*.1")}
    expect("manual pages", {"lathe", "lathe-compile", "lathe-run", "lathe-bisect"} <= listed and len(listed) >= 14, sorted(listed))
    expect("completion", "complete -o default" in bash.read_text(), "")


def libraries(usr, scratch, code_generator):
    """C by pkg-config, the C library and the code generator by find_package, the doors by their paths."""
    path = {"LD_LIBRARY_PATH": str(next(usr.rglob("liblathe.so.0")).parent)}
    library = pathlib.Path(path["LD_LIBRARY_PATH"])
    example = usr / "share/lathe/examples/c/compile.c"
    wanted = by_pkg_config("liblathe", [example], library / "pkgconfig", scratch, ["cc", "-std=c99"], environment=path)
    expect("C by pkg-config", "0 2 4 6" in wanted, wanted)
    said = by_pkg_config("lathe", [pathlib.Path(__file__).parent.parent / "consumer/project/headers.cpp"], library / "pkgconfig", scratch, ["c++", "-std=c++20"])
    expect("headers by pkg-config", said == "144", said)
    expect("headers by CMake", by_cmake("headers", usr, scratch, "-DCMAKE_DISABLE_FIND_PACKAGE_LLVM=ON") == "144")
    expect("liblathe by CMake", by_cmake("library", usr, scratch, f"-DEXAMPLE={example}") == wanted)
    if code_generator:
        expect("the code generator by CMake", by_cmake("nvptx", usr, scratch) == "store_one compiled")
    major, minor = ctypes.c_int(), ctypes.c_int()
    nvvm = ctypes.CDLL(str(library / "lathe/nvvm/libnvvm.so.4"))
    expect("libnvvm.so.4", nvvm.nvvmVersion(ctypes.byref(major), ctypes.byref(minor)) == 0 and major.value >= 2, major.value)
    plugin = library / "lathe/lathe-clang.so"
    found = re.search(r"liblathe\.so\.0 => (\S+)", run("ldd", plugin))
    expect("lathe-clang.so finds liblathe beside it", found and pathlib.Path(found[1]).resolve() == (library / "liblathe.so.0").resolve(), found)
    (scratch / "adapter.cpp").write_text("#include <adapters/toy/machine.hpp>\n#include <adapters/toy/outline.hpp>\nint main() {}\n")
    run("c++", "-std=c++20", "-fsyntax-only", f"-I{usr}/include", f"-I{usr}/include/lathe-adapters", scratch / "adapter.cpp")
    expect("LLVM's examples", len(list((usr / "share/lathe/examples").glob("llvm_*.cpp"))) >= 4, "")


def tarball(file, version, scratch):
    """One program that needs no library at all."""
    run("tar", "-xf", file, "-C", scratch)
    folder = next(p for p in scratch.iterdir() if p.is_dir() and p.name.startswith(f"lathe-{version}-"))
    lathe = folder / "bin/lathe"
    dynamic = run("readelf", "-dl", lathe)
    expect("no library, no loader", "NEEDED" not in dynamic and "INTERP" not in dynamic, dynamic[-500:])
    program(lathe, version, scratch)
    pages(folder / "share/man/man1", folder / "share/completions/lathe.bash")
    expect("licences", (folder / "LICENSE").exists() and "==== of " in (folder / "copyright").read_text(), "")
    # Nothing of this machine is there, where one may have such a place.
    empty = scratch / "empty"
    empty.mkdir()
    shutil.copy(lathe, empty)
    if subprocess.run(["unshare", "-r", "true"], capture_output=True).returncode == 0:
        said = run("unshare", "-r", "chroot", empty, "/lathe", "--version")
        expect("in an empty root", said.startswith(f"lathe {version} "), said)
    print(f"{file.name}: {file.stat().st_size >> 20} MB, a program that needs no library, run in an empty environment")


def make(root, build, scratch):
    """Without compression and stripping, which cost more than the rest."""
    run("cpack", "-G", "DEB", "-B", scratch, "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=none", "-D", "CPACK_STRIP_FILES=OFF", cwd=build)
    return sorted(scratch.glob("*.deb"))


def main():
    root, build = (pathlib.Path(a).resolve() for a in sys.argv[1:3])
    version = version_of(root)
    missing = [tool for tool in ("cpack", "dpkg-deb", "dpkg-shlibdeps", "pkg-config", "cc") if not shutil.which(tool)]
    if missing:
        print("skipped: there is no " + ", ".join(missing))
        return 77
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch).resolve()
        made = [pathlib.Path(f).resolve() for f in sys.argv[4:]] if sys.argv[3:4] == ["--made"] else make(root, build, scratch)
        debs = [f for f in made if f.suffix == ".deb"]
        for file in made:
            if file not in debs:
                (scratch / "tar").mkdir()
                tarball(file, version, scratch / "tar")
        if debs:
            unpacked = scratch / "root"
            control(debs, version, unpacked)
            program(unpacked / "usr/bin/lathe", version, scratch)
            optimized = run(unpacked / "usr/bin/lathe", "compile", "--optimize", scratch / "k.ll", "-o", "-", only=EMPTY)
            expect("--optimize finds the library in lib beside bin", ".entry k(" in optimized, optimized)
            pages(unpacked / "usr/share/man/man1", unpacked / "usr/share/bash-completion/completions/lathe")
            libraries(unpacked / "usr", scratch, sys.argv[3:4] == ["--made"])  # else the test `consumer` does it
            print(f"{len(debs)} packages: " + ", ".join(f"{d.name.split('_')[0]} {d.stat().st_size >> 10} KB" for d in debs))
    return 0


if __name__ == "__main__":
    sys.exit(main())
