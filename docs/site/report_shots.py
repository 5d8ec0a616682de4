#!/usr/bin/env python3
"""Pictures of every view of `lathe report`, light and dark, for documents and for whoever changes the page.

  report_shots.py --lathe PROGRAM FOLDER

The page is of some kernels of tests/kernels/ll against the same without their optional passes; with ptxas where it is there.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/cli"))
sys.dont_write_bytecode = True
from browser import Browser, program  # noqa: E402

KERNELS = ("matmul_tiled", "reduce", "sha256", "nbody")
TARGET = "sm_90"
# A view and the function that it is best seen with; others show the first.
BEST = {"pressure": "matmul_reg", "occupancy": "matmul_reg", "schedule": "matmul_reg", "loops": "matmul_f32", "memory": "matmul_reg", "diff": "matmul_reg"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default="build/release/bin/lathe")
    parser.add_argument("folder")
    a = parser.parse_args()
    if program() is None:
        sys.exit("report_shots.py: chromium is not there")
    folder = pathlib.Path(a.folder)
    folder.mkdir(parents=True, exist_ok=True)
    before = folder / "before"
    before.mkdir(exist_ok=True)
    inputs = [str(ROOT / f"tests/kernels/ll/{k}.ll") for k in KERNELS]
    for name, path in zip(KERNELS, inputs):
        subprocess.run([a.lathe, "compile", path, f"--mcpu={TARGET}", "-O1", "-o", str(before / f"{name}.ptx")], check=True)
    page = folder / "report.html"
    ptxas = ["--cubin"] if shutil.which("ptxas") or pathlib.Path("/usr/local/cuda/bin/ptxas").exists() else []
    subprocess.run([a.lathe, "report", *inputs, f"--mcpu={TARGET}", *ptxas, "--against", str(before), "-o", str(page)], check=True)
    browser = Browser()
    try:
        browser.size(1360, 940)
        for theme in ("light", "dark"):
            browser.theme(theme)
            browser.open(page)
            for view in [tab[4:] for tab in browser.run("[...document.querySelectorAll('[role=tab]')].map(t => t.id)")]:
                browser.run(f"Lathe.go('{view}', '{BEST.get(view, '')}' || Lathe.state.fn)")
                browser.settle()
                browser.settle()
                browser.picture(folder / f"{view}-{theme}.png")
        if browser.errors:
            sys.exit(f"report_shots.py: {browser.errors}")
    finally:
        browser.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


if __name__ == "__main__":
    main()
