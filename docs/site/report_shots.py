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

KERNELS = ("matmul_tiled", "reduce", "sha256", "curand_philox")
TARGET = "sm_90"
# A view, and the module and the function that it is best seen with; others show the first module's.
BEST = {"occupancy": (0, "matmul_reg"), "pressure": (0, "matmul_reg"), "schedule": (0, "matmul_reg"), "diff": (0, "matmul_reg"), "memory": (0, "matmul_f32"),
        "loops": (1, "reduce_sum_f64"), "flow": (1, "reduce_sum_f64"), "repeats": (3, "")}
PROFILE = ["--kernel", "matmul_f32", "--grid=2,2", "--block=16,16", "--arg=fill:f32:1024:1.0", "--arg=fill:f32:1024:2.0", "--arg=out:f32:1024", "--arg=32", "--arg=32", "--arg=32"]


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
    page, profile = folder / "report.html", folder / "profile.json"
    now = folder / "now.ptx"
    subprocess.run([a.lathe, "compile", inputs[0], f"--mcpu={TARGET}", "-o", str(now)], check=True)
    subprocess.run([a.lathe, "run", str(now), *PROFILE, f"--profile={profile}"], check=True, stdout=subprocess.DEVNULL)
    ptxas = ["--cubin"] if shutil.which("ptxas") or pathlib.Path("/usr/local/cuda/bin/ptxas").exists() else []
    subprocess.run([a.lathe, "report", *inputs, f"--mcpu={TARGET}", *ptxas, "--against", str(before), "--profile", str(profile), "-o", str(page)], check=True)
    browser = Browser()
    try:
        browser.size(1360, 940)
        for theme in ("light", "dark"):
            browser.theme(theme)
            browser.open(page)
            for view in [tab[4:] for tab in browser.run("[...document.querySelectorAll('[role=tab]')].map(t => t.id)")]:
                module, function = BEST.get(view, (0, ""))
                browser.run(f"Lathe.state.module = {module}, Lathe.go('{view}', '{function}' || Lathe.functions()[0])")
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
