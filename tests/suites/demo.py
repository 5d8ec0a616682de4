#!/usr/bin/env python3
"""Compiles a few CUDA kernels with lathe and shows, for each: PTX instructions, registers (by ptxas where present),
time, and where the PTX is. Then runs two of them with `lathe run` on the CPU and writes the pictures that they draw.

  demo.py --lathe PATH [--out DIR] [--target sm_90] [NAME ...]
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import time
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
KERNELS = ["elementwise_float", "reduce", "matmul_tiled", "wmma_f16", "fft", "nbody", "sha256", "mandelbrot"]


def find_ptxas():
    for folder in [None, os.environ.get("CUDA_HOME"), "/usr/local/cuda"]:
        found = shutil.which("ptxas") if folder is None else shutil.which(os.path.join(folder, "bin", "ptxas"))
        if found:
            return found
    return None


def instructions(text):
    return sum(1 for line in text.splitlines() if line.rstrip().endswith(";") and line[:1] == "\t" and not line.lstrip().startswith("."))


def registers(ptxas, ptx, target):
    run = subprocess.run([ptxas, f"-arch={target}", "-v", "-c", "-o", os.devnull, str(ptx)], capture_output=True, text=True)
    if run.returncode != 0:
        return "refused: " + (run.stderr.strip().splitlines() or ["?"])[0][:60]
    used = [int(n) for n in re.findall(r"Used (\d+) registers", run.stderr)]
    return str(max(used)) if used else "-"


def write_png(path, rgba, width, height):
    """8 bits for each of red, green, blue, alpha."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + rgba[y * width * 4:(y + 1) * width * 4] for y in range(height))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
                     + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def spheres():
    """The scene: center, radius, color and mirror of each sphere, as the kernel's struct Sphere."""
    scene = [(-1.6, 1.0, 1.2, 1.0, 0.9, 0.25, 0.2, 0.25), (0.7, 0.8, 0.2, 0.8, 0.95, 0.95, 1.0, 0.8), (2.6, 1.2, 2.4, 1.2, 0.2, 0.5, 0.95, 0.3)]
    small = [(1.0, 0.8, 0.2), (0.3, 0.85, 0.4), (0.75, 0.35, 0.9), (0.95, 0.5, 0.2), (0.2, 0.8, 0.85)]
    for i, color in enumerate(small):
        scene.append((-1.4 + 0.7 * i, 0.25, -1.1 - 0.12 * ((i - 2) ** 2 - 4), 0.25, *color, 0.2))
    return b"".join(struct.pack("<8f", *s) for s in scene), len(scene)


def draw(args, out, name, width, height, rows, kernel, more):
    """Compiles a kernel and runs it on a picture of this size; whether it worked. The picture is the first argument;
    blocks are of 16 by `rows` pixels."""
    ptx, raw, png = out / f"{name}.ptx", out / f"{name}.raw", out / f"{name}.png"
    commands = [[args.lathe, "compile", f"-mcpu={args.target}", str(ROOT / f"tests/kernels/ll/{name}.ll"), "-o", str(ptx)],
                [args.lathe, "run", str(ptx), "--kernel", kernel, "--threads", "0", "--stats=json",
                 "--grid", f"{(width + 15) // 16},{(height + rows - 1) // rows}", "--block", f"16,{rows}"]]
    for argument in [f"out:u32:{height}x{width}:{raw}", *more]:
        commands[1] += ["--arg", argument]
    for command in commands:
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode != 0:
            print(f"{name:<12} {(run.stderr.strip().splitlines() or ['failed'])[0]}")
            return False
    figures = json.loads(run.stderr)
    write_png(png, raw.read_bytes(), width, height)
    raw.unlink()
    print(f"{name:<12} {width}x{height:<6} {figures['ms_best'] / 1000:>7.2f} s {figures['thread_instructions'] / 1e6:>9.1f} "
          f"{figures['million_thread_instructions_per_second']:>10.0f}  {os.path.relpath(png)} ({png.stat().st_size} bytes)")
    return True


def pictures(args, out):
    """Runs the kernels that draw; how many failed."""
    scene, count = spheres()
    (out / "spheres.raw").write_bytes(scene)
    print(f"\n{'picture':<12} {'size':<10} {'time':>9} {'M instr.':>9} {'M instr./s':>10}  PNG (lathe run, all cores)")
    width, height = 960, 540
    done = [draw(args, out, "ray_tracer", width, height, 8, "render", [str(width), str(height), f"in:{out / 'spheres.raw'}", str(count)]),
            draw(args, out, "mandelbrot", width, height, 16, "mandelbrot_rgba",
                 [str(width), str(height), "f32:-2.3", "f32:-0.925", f"f32:{3.3 / width:.9g}", "250"])]
    return done.count(False)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default=str(ROOT / "build/release/bin/lathe"))
    parser.add_argument("--out", default=str(ROOT / "build/demo"))
    parser.add_argument("--target", default="sm_90")
    parser.add_argument("names", nargs="*", help="kernels of tests/kernels/ll")
    args = parser.parse_args()
    folder = ROOT / "tests/kernels/ll"
    names = args.names or [n for n in KERNELS if (folder / f"{n}.ll").exists()]
    unknown = [n for n in names if not (folder / f"{n}.ll").exists()]
    if unknown or not names:
        print(f"demo.py: no such kernel: {', '.join(unknown)}; see tests/kernels/ll", file=sys.stderr)
        return 2
    ptxas, out, failed = find_ptxas(), pathlib.Path(args.out), 0
    out.mkdir(parents=True, exist_ok=True)
    if not ptxas:
        print("ptxas is not here: registers are left out")
    print(f"{'kernel':<16} {'PTX instructions':>16} {'registers':>9} {'ms':>7}  PTX ({args.target})")
    for name in names:
        ptx = out / f"{name}.ptx"
        begin = time.perf_counter()
        run = subprocess.run([args.lathe, "compile", f"-mcpu={args.target}", str(folder / f"{name}.ll"), "-o", str(ptx)],
                             capture_output=True, text=True)
        took = (time.perf_counter() - begin) * 1000
        if run.returncode != 0:
            failed += 1
            print(f"{name:<16} {run.stderr.strip().splitlines()[0] if run.stderr.strip() else 'failed'}")
            continue
        count = instructions(ptx.read_text())
        used = registers(ptxas, ptx, args.target) if ptxas else "-"
        failed += used.startswith("refused")
        shown = os.path.relpath(ptx)
        print(f"{name:<16} {count:>16} {used:>9} {took:>7.1f}  {shown}")
    failed += pictures(args, out)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
