"""PEP 517: a wheel of python/lathe and liblathe.so. Needs nothing but Python, and where no library is built yet, what ./dev needs.

LATHE_LIBRARY names a liblathe.so; else build/release/liblathe.so.0 is taken, and built where it is missing.
"""
import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sysconfig
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROJECT = dict(re.findall(r'^(name|version|description|requires-python) = "(.*)"$', (ROOT / "pyproject.toml").read_text(), re.M))
# One place says the version: project() in CMakeLists.txt.
PROJECT["version"] = re.search(r"^project\(lathe VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(), re.M).group(1)
NAME = f"{PROJECT['name']}-{PROJECT['version']}"
PLATFORM = re.sub(r"[-.]", "_", sysconfig.get_platform())


def _library():
    named = os.environ.get("LATHE_LIBRARY")
    path = pathlib.Path(named) if named else ROOT / "build/release/liblathe.so.0"
    if not path.exists() and not named:
        subprocess.run([ROOT / "dev", "build", "release", "liblathe"], cwd=ROOT, check=True)
    return path


def _files():
    """(name in the wheel, bytes), all but the record."""
    for path in sorted((ROOT / "python/lathe").glob("*")):
        if path.suffix in (".py", ".pyi") or path.name == "py.typed":
            yield f"lathe/{path.name}", path.read_bytes()
    yield "lathe/liblathe.so.0", _library().read_bytes()
    yield f"{NAME}.dist-info/METADATA", (f"Metadata-Version: 2.1\nName: {PROJECT['name']}\nVersion: {PROJECT['version']}\n"
                                         f"Summary: {PROJECT['description']}\nRequires-Python: {PROJECT['requires-python']}\n").encode()
    yield f"{NAME}.dist-info/LICENSE", (ROOT / "LICENSE").read_bytes()
    yield f"{NAME}.dist-info/WHEEL", f"Wheel-Version: 1.0\nGenerator: lathe\nRoot-Is-Purelib: false\nTag: py3-none-{PLATFORM}\n".encode()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """The wheel's name, in wheel_directory. The same files give the same bytes."""
    name, record = f"{NAME}-py3-none-{PLATFORM}.whl", []
    with zipfile.ZipFile(pathlib.Path(wheel_directory, name), "w", zipfile.ZIP_DEFLATED, compresslevel=1) as wheel:
        def add(path, data):
            wheel.writestr(zipfile.ZipInfo(path, (2026, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
        for path, data in _files():
            add(path, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{path},sha256={digest},{len(data)}")
        listed = f"{NAME}.dist-info/RECORD"
        add(listed, "\n".join([*record, f"{listed},,", ""]).encode())
    return name


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("Lathe is built from its repository: pip install .")
