#!/usr/bin/env python3
"""Real bytes of machine code behind `lathe outline --rewrite`, beside the bytes that its cost model predicts.

  outline_bytes.py --lathe BIN/lathe [--kinds kernels,cub,csmith,families] [--reruns N] [--options='...']

Each program of outline_sources.py is rewritten for both ways of assembling it (--link=whole and relocatable; kernels under launch bounds,
too, where they can be) and goes through ptxas before and behind: bytes of all its sections of code, padding included. A cell is a program
and a way. Printed for each kind and way: cells in which something was outlined, bytes before and behind, bytes saved and predicted, the
mean error of the prediction relative to the module's bytes and to the saving, cells that became smaller and larger, and the worst cell.

Exit 1 when a cell has become larger, ptxas refuses a module, or a plan has a fault; 2 when something needed is missing.
"""
import argparse
import json
import os
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import outline_fit  # noqa: E402
import outline_sources  # noqa: E402
import common  # noqa: E402


def outline(args, path, link, output, fuel=None):
    """The counters of the plan, or {"error": line}."""
    more = [] if fuel is None else ["--fuel", str(fuel)]
    bounded = ["--outline-bounded"] if link == "whole" else []
    result = common.run([args.lathe, "outline", path, "--rewrite", output, "--link=" + link, "--stats=json", "--check",
                         "--machine-outliner-reruns=%d" % args.reruns, *bounded, *more, *args.options.split()], limit=300)
    if result.rc != 0 or result.timed_out:
        return {"error": result.crash or common.first_error(result)}
    text = result.err[result.err.index("{"):result.err.rindex("}") + 1]
    return json.loads(text)


class Cell:
    """before, behind, predicted: bytes; functions: how many; error: a line."""

    def __init__(self, kind, name, link):
        self.kind, self.name, self.link, self.error = kind, name, link, None
        self.before = self.behind = self.predicted = self.functions = 0


def measure(args, cache, source, link):
    kind, name, path, target = source
    cell = Cell(kind, name, link)
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "out.ptx")
        stats = outline(args, path, link, output)
        if "error" in stats:
            cell.error = stats["error"]
            return cell
        before = outline_fit.assemble(cache, path, target, link == "relocatable")
        cell.functions = stats["functions"]
        if "error" in before or not cell.functions:
            cell.before = cell.behind = before.get("bytes", 0)
            return cell
        behind = outline_fit.assemble(cache, output, target, link == "relocatable")
        cell.before, cell.behind = before["bytes"], behind.get("bytes", 0)
        cell.predicted, cell.error = stats["bytes saved"], behind.get("error")
    return cell


def percent(part, whole):
    return 100.0 * part / whole if whole else 0.0


def show(what, cells):
    touched = [c for c in cells if c.functions and not c.error]
    saved = sum(c.before - c.behind for c in touched)
    errors = [abs(c.before - c.behind - c.predicted) / max(1, c.before) for c in touched]
    relative = [abs(c.before - c.behind - c.predicted) / max(128, c.before - c.behind) for c in touched]
    right = sum(c.before > c.behind for c in touched)
    worst = min(touched, key=lambda c: (c.before - c.behind) / max(1, c.before), default=None)
    print("%-22s %3d of %3d cells, %5d functions: %8d -> %8d bytes, saved %7d (%4.1f %%), predicted %7d | smaller %3d, larger %d | "
          "error of the module's bytes %4.1f %%, of the saving %5.1f %%%s"
          % (what, len(touched), len(cells), sum(c.functions for c in touched), sum(c.before for c in touched),
             sum(c.behind for c in touched), saved, percent(saved, sum(c.before for c in touched)), sum(c.predicted for c in touched),
             right, sum(c.behind > c.before for c in touched), percent(sum(errors), len(errors)), percent(sum(relative), len(relative)),
             "; worst %s %d -> %d (predicted %d)" % (worst.name, worst.before, worst.behind, worst.predicted) if worst else ""))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    common.add_measuring(parser, "outline")
    parser.add_argument("--work", default=os.path.join(common.ROOT, "build", "cache", "outline_sources"))
    parser.add_argument("--kinds", default=",".join(outline_sources.KINDS))
    parser.add_argument("--only", default="*", help="shell patterns of names of kernels and held-out programs")
    parser.add_argument("--first", type=int, default=0, help="first seed of csmith and generated programs; 0 are those that the costs are fitted on")
    parser.add_argument("--reruns", type=int, default=0)
    parser.add_argument("--options", default="", help="more options of lathe outline")
    args = parser.parse_args()
    if not common.cuda_tool("ptxas"):
        common.fail("needs ptxas of the CUDA toolkit")
    args.lathe = os.path.abspath(args.lathe)
    cache = common.Cache(args.cache)
    found = outline_sources.sources(args.lathe, args.work, args.kinds.split(","), args.jobs, args.only, args.first)
    jobs = [(source, link) for source in found for link in outline_fit.LINKS]
    cells = common.parallel(args.jobs, lambda job: measure(args, cache, *job), jobs)
    wrong = False
    for cell in cells:
        if cell.error:
            wrong = True
            print("%s %s %s: %s" % (cell.kind, cell.name, cell.link, cell.error))
        elif cell.behind > cell.before:
            wrong = True
            print("larger: %s %s %s: %d -> %d, predicted %d less" % (cell.kind, cell.name, cell.link, cell.before, cell.behind, cell.predicted))
    for link in outline_fit.LINKS:
        for kind in args.kinds.split(","):
            show("%s %s" % (kind, link), [c for c in cells if c.kind == kind and c.link == link])
        show("all %s" % link, [c for c in cells if c.link == link])
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
