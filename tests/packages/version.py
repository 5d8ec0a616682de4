#!/usr/bin/env python3
"""One version: what project() in CMakeLists.txt says, everybody says; and documents and ports are what they claim to be.

  version.py ROOT [LATHE]     LATHE: the program
  version.py --self-test      another version in one place is found
"""
import ast
import datetime
import importlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
FILES = ["CMakeLists.txt", "CHANGELOG.md", "CITATION.cff", "SECURITY.md", "CONTRIBUTING.md", "LICENSE", "CMakePresets.json", "pyproject.toml", "python/backend.py",
         "packaging/vcpkg/lathe/vcpkg.json", "packaging/vcpkg/lathe/portfile.cmake", "packaging/conan/conanfile.py"]


def version_of(root):
    return re.search(r"^project\(lathe VERSION ([0-9.]+)", (root / "CMakeLists.txt").read_text(), re.M).group(1)


def changelog(text, version):
    """Keep a Changelog: newest first, dates, known kinds of changes, each once."""
    heads = re.findall(r"^## (.*)$", text, re.M)
    found = [re.fullmatch(r"\[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)", h) for h in heads if h != "[Unreleased]"]
    if not all(found):
        return [f"CHANGELOG.md: headings {heads}"]
    numbers = [tuple(map(int, m[1].split("."))) for m in found]
    dates = [datetime.date.fromisoformat(m[2]) for m in found]
    out = []
    if numbers != sorted(numbers, reverse=True) or dates != sorted(dates, reverse=True) or found[0][1] != version:
        out.append(f"CHANGELOG.md: {heads}, and the version is {version}")
    for part in re.split(r"^## ", text, flags=re.M)[1:]:
        kinds = re.findall(r"^### (.*)$", part, re.M)
        if not kinds or len(set(kinds)) != len(kinds) or set(kinds) - {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}:
            out.append(f"CHANGELOG.md: kinds {kinds}")
    return out


def citation(text, version, released):
    """The Citation File Format 1.2.0 asks for cff-version, message, title, authors; of the others this file has, their form."""
    keys = dict(re.findall(r'^([a-z-]+): *"?([^"#\n]*?)"? *(?:#.*)?$', text, re.M))
    out = [f"CITATION.cff: no {key}" for key in ("cff-version", "message", "title") if not keys.get(key)]
    known = {"cff-version", "message", "type", "title", "authors", "version", "date-released", "license", "keywords"}
    out += [f"CITATION.cff: unknown {key}" for key in set(keys) - known]
    if keys.get("cff-version") != "1.2.0" or keys.get("version") != version or keys.get("date-released") != released or keys.get("type") != "software":
        out.append(f"CITATION.cff: {keys}, and the version is {version} of {released}")
    if not re.search(r'^authors:\n(  - name: ".+"\n)+', text, re.M) or not re.search(r"^keywords:\n(  - .+\n)+", text, re.M):
        out.append("CITATION.cff: authors or keywords are no lists")
    return out


def faults_of(root):
    version = version_of(root)
    missing = [name for name in FILES if not (root / name).exists()]
    if missing:
        return [f"there is no {name}" for name in missing]
    read = {name: (root / name).read_text() for name in FILES}
    out = changelog(read["CHANGELOG.md"], version)
    newest = re.search(r"^## \[[\d.]+\] - (\S+)$", read["CHANGELOG.md"], re.M)
    out += citation(read["CITATION.cff"], version, newest[1] if newest else "")
    port = json.loads(read["packaging/vcpkg/lathe/vcpkg.json"])
    if (port["name"], port["version"]) != ("lathe", version) or not re.fullmatch(r"[a-z0-9-]+", port["name"]):
        out.append(f"vcpkg.json: {port['name']} {port['version']}")
    for name in ("packaging/conan/conanfile.py", "python/backend.py"):
        ast.parse(read[name])
        if version in read[name]:
            out.append(f"{name} says the version, which is CMakeLists.txt's to say")
    if re.search(r"^version = ", read["pyproject.toml"], re.M):
        out.append("pyproject.toml says the version, which is CMakeLists.txt's to say")
    sys.path.insert(0, str(root / "python"))
    try:
        sys.modules.pop("backend", None)
        backend = importlib.import_module("backend")
        if backend.PROJECT["version"] != version:
            out.append(f"python/backend.py makes a wheel of {backend.PROJECT['version']}")
    finally:
        sys.path.pop(0)
    return out


def self_test():
    root = pathlib.Path(__file__).resolve().parent.parent.parent
    version = version_of(root)
    for name, old, new in (("CMakeLists.txt", f"VERSION {version}", "VERSION 9.8.7"), ("CHANGELOG.md", f"[{version}] - ", "[9.8.7] - "),
                           ("CHANGELOG.md", "### Changed", "### Whatever"), ("CITATION.cff", f"version: {version}", "version: 9.8.7"),
                           ("CITATION.cff", "authors:", "writers:"), ("packaging/vcpkg/lathe/vcpkg.json", version, "9.8.7"),
                           ("pyproject.toml", "dynamic = ", 'version = "9.8.7"\n# ')):
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder)
            for file in FILES:
                (copy / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(root / file, copy / file)
            assert not faults_of(copy), faults_of(copy)
            text = (copy / name).read_text()
            assert old in text, (name, old)
            (copy / name).write_text(text.replace(old, new, 1))
            assert faults_of(copy), f"{name}: {old} -> {new} is not seen"
    print("self-test: good")
    return 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    root = pathlib.Path(sys.argv[1])
    faults = faults_of(root)
    if len(sys.argv) > 2:
        said = subprocess.run([sys.argv[2], "--version"], capture_output=True, text=True, check=True).stdout
        if not said.startswith(f"lathe {version_of(root)} ("):
            faults.append(f"lathe --version: {said}")
    print("\n".join(faults) or f"{version_of(root)} everywhere")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
