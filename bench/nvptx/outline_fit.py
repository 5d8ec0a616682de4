#!/usr/bin/env python3
"""Fits the cost model of outlining (nvptx/views/outline_cost.hpp, outline_sass.def) on what ptxas makes of it, and says how good it is.

  outline_fit.py --lathe BIN/lathe --features BIN/bench_outline_sass [--kinds kernels,cub,csmith,families] [--most N]

Each program of outline_sources.py gives up to N functions, each outlined alone; both texts go through `ptxas` and `ptxas -c`, and
instructions of their cubins are counted (padding left out; the header's frame has it again). A function gives a row for each way: what
its body has become, and what the whole has grown or shrunk by. Weights are least squares of relative errors, none negative, drawn to
the table's own where the data say little. --first takes other programs of csmith and generated ones: what the header says of those that it
was not fitted on.

Prints the table's rows, the costs of calls, the errors with what the header has now and with these, and again for each kind of data with weights fitted on the other kinds:
  error    mean |predicted - measured| over the bytes that the function replaces
  sign     of functions that the model with its margin takes, those that ptxas makes smaller
Exit 2 when something needed is missing.
"""
import argparse
import os
import re
import struct
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import outline_sources  # noqa: E402  (finds tests/suites)
import common  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(HERE))
TABLE = os.path.join(ROOT, "nvptx", "views", "outline_sass.def")
NOP = 0x918
# Beside the kinds of instructions: costs of an OutlineLink.
CALL = ["call", "argument", "result", "several", "leaf", "across", "kept", "over", "predicates", "frame", "frame_several"]
LINKS = ["whole", "relocatable"]
NOISE = 128  # bytes by which a module's code changes for no reason of the function's own


# ---------------------------------------------------------------- cubins
def read_cubin(data):
    """({function or kernel: instructions without padding, by section and symbol}, bytes of all sections of code)."""
    table, = struct.unpack_from("<Q", data, 0x28)
    size, count, names = struct.unpack_from("<HHH", data, 0x3A)
    headers = [struct.unpack_from("<IIQQQQIIQQ", data, table + size * i) for i in range(count)]

    def text(base, offset):
        start = base + offset
        return data[start:data.index(b"\0", start)].decode()
    code = {i: h for i, h in enumerate(headers) if text(headers[names][4], h[0]).startswith(".text.")}
    places = {i: [] for i in code}
    for h in headers:
        if h[1] != 2:
            continue
        for at in range(h[4], h[4] + h[5], h[9]):
            name, info, _, section, value, _ = struct.unpack_from("<IBBHQQ", data, at)
            if section in code and info & 15 == 2:
                places[section].append((value, text(headers[h[6]][4], name)))
    out = {}
    for i, h in code.items():
        begins = sorted(places[i])
        for (begin, name), end in zip(begins, [b for b, _ in begins[1:]] + [h[5]]):
            at = h[4] + end
            while at > h[4] + begin and struct.unpack_from("<H", data, at - 16)[0] & 0xfff == NOP:
                at -= 16
            out[text(headers[names][4], h[0])[6:] + ":" + name] = (at - h[4] - begin) // 16
    return out, sum(h[5] for h in code.values())


def assemble(cache, path, target, relocatable):
    """{"instructions": {...}, "bytes": n}, or {"error": line}."""
    with open(path) as file:
        ptx = file.read()

    def compute():
        with tempfile.TemporaryDirectory() as folder:
            cubin = os.path.join(folder, "x.cubin")
            result = common.run([common.cuda_tool("ptxas"), "-arch=sm_" + target, *(["-c"] if relocatable else []), path, "-o", cubin], limit=300)
            if result.rc != 0 or result.timed_out:
                return {"error": common.first_error(result)}
            with open(cubin, "rb") as file:
                instructions, total = read_cubin(file.read())
            return {"instructions": instructions, "bytes": total}
    return cache.get(["outline", common.version_of(common.cuda_tool("ptxas")), target, str(relocatable), ptx], compute)


# ---------------------------------------------------------------- rows
class Row:
    """x . weights should be y; `scale` is what an error is relative to; `delta`: bytes saved, else bytes of a body."""

    def __init__(self, kind, link, x, y, scale, delta, name):
        self.kind, self.link, self.x, self.y, self.scale, self.delta, self.name = kind, link, x, y, scale, delta, name


def parse(line):
    """A line of bench_outline_sass -> {word: number}, bodies and bytes as {kind: count}."""
    words = line.split()
    out = {"name": words[1], "body": {}, "bytes": {}}
    into, k = None, 2
    while k < len(words):
        if words[k] in ("body", "bytes"):
            into = out[words[k]]
        elif "=" in words[k]:
            kind, count = words[k].split("=")
            into[kind] = int(count)
        else:
            out[words[k]] = int(words[k + 1])
            k += 1
        k += 1
    return out


def rows_of(args, cache, source):
    kind, name, path, target = source
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        result = common.run([args.features, path, folder, str(args.most)], limit=300)
        if result.rc != 0:
            return [], "%s: %s" % (name, common.first_error(result))
        functions = [parse(line) for line in result.out.splitlines()]
        for link in LINKS if functions else []:
            before = assemble(cache, os.path.join(folder, "0.ptx"), target, link == "relocatable")
            if "error" in before:
                continue
            for number, f in enumerate(functions):
                if f["bounded"] and link == "relocatable":
                    continue  # nvlink could refuse them, nothing is taken from there
                after = assemble(cache, os.path.join(folder, "%d.ptx" % (number + 1)), target, link == "relocatable")
                if "error" not in after:
                    rows += rows_of_function(kind, "%s %s" % (name, f["name"]), link, f, before["instructions"], after["instructions"])
    return rows, None


def rows_of_function(kind, name, link, f, before, after):
    whole = link == "whole"
    copies = f["images"] if whole else 1
    # Where each image has its own, sites in several are counted as often as they are copied.
    times = 1 if whole else f["sites"] / f["calls"] if f["calls"] else 1
    several = 1 if f["several"] else 0
    rows = []
    bodies = [n for place, n in after.items() if place.split(":")[1].endswith(f["name"])]
    if bodies:
        x = dict(f["body"])
        x[link + ".frame"], x[link + ".frame_several"] = 1, several * f["results"] / max(1, f["calls"])
        rows.append(Row(kind, link, x, 16 * bodies[0], 16 * bodies[0], False, name))
    x = {k: times * n for k, n in f["bytes"].items()}
    replaced = dict(x)
    for k, n in f["body"].items():
        x[k] = x.get(k, 0) - copies * n
    for word, field in (("argument", "arguments"), ("result", "results"), ("several", "several"), *((w, w) for w in CALL[4:9])):
        x[link + "." + word] = -times * f[field]
    x[link + ".call"] = -times * f["calls"]
    x[link + ".frame"] = -copies
    x[link + ".frame_several"] = -copies * several * f["results"] / max(1, f["calls"])
    saved = 16 * (sum(before.values()) - sum(after.values()))
    rows.append(Row(kind, link, x, saved, replaced, True, name))
    return rows


# ---------------------------------------------------------------- fitting
def read_table():
    with open(TABLE) as file:
        return [(m.group(1), int(m.group(2)), m.group(3)) for m in re.finditer(r'^LATHE_SASS_KIND\((\w+), (\d+), ("[^"]*")\)', file.read(), re.M)]


def shipped():
    """What nvptx/views has now; frames of relocatable code without the padding, half of 128 bytes, which is not counted here."""
    out = {name: float(size) for name, size, _ in read_table()}
    with open(os.path.join(ROOT, "nvptx", "views", "outline_cost.hpp")) as file:
        rows = re.findall(r"\{([\d, ]{20,})\}", file.read())
    for link, row in zip(LINKS, rows):
        out.update({link + "." + word: float(v) for word, v in zip(CALL, row.split(","))})
    out["relocatable.frame"] -= 64
    return out


def priors():
    out = {name: float(size) for name, size, _ in read_table()}
    for link, values in (("whole", [32, 6, 6, 8, 4, 4, 1, 4, 4, 48, 8]), ("relocatable", [64, 12, 12, 8, 64, 16, 1, 16, 16, 48, 8])):
        out.update({link + "." + word: float(v) for word, v in zip(CALL, values)})
    return out


def dot(x, weights):
    return sum(n * weights[k] for k, n in x.items())


def scale_of(row, weights):
    return max(32.0, row.scale if isinstance(row.scale, (int, float)) else dot(row.scale, weights))


def fit(rows, start, rounds=6, pull=0.02):
    """Least squares of relative errors by coordinates, weights not negative; large errors count as a fifth of themselves. A function of
    two instructions moves registers and orders of all that stands around it: what is less than NOISE bytes says little."""
    names = sorted(start)
    place = {n: i for i, n in enumerate(names)}
    weights = dict(start)
    for _ in range(rounds):
        gram = [[0.0] * len(names) for _ in names]
        right = [0.0] * len(names)
        for i, n in enumerate(names):
            gram[i][i] = pull / max(4.0, start[n]) ** 2 * len(rows) ** 0.5
            right[i] = gram[i][i] * start[n]
        for row in rows:
            scale = scale_of(row, weights)
            wrong = abs(dot(row.x, weights) - row.y) / scale
            factor = (1.0 if wrong < 0.25 else 0.25 / wrong) / (scale ** 2 + NOISE ** 2)
            items = [(place[k], n) for k, n in row.x.items() if n]
            for i, a in items:
                right[i] += factor * a * row.y
                line = gram[i]
                for j, b in items:
                    line[j] += factor * a * b
        values = [weights[n] for n in names]
        for _ in range(300):
            for i in range(len(names)):
                rest = right[i] - sum(g * v for g, v in zip(gram[i], values)) + gram[i][i] * values[i]
                values[i] = max(0.0, rest / gram[i][i]) if gram[i][i] > 0 else values[i]
        weights = dict(zip(names, values))
    return weights


def judge(rows, weights, margin):
    """(functions, mean error, bias, taken, of those smaller, mean error of those)."""
    errors, bias, taken, good, wrong, worst = [], [], 0, 0, [], []
    for row in rows:
        if not row.delta:
            continue
        scale, guess = scale_of(row, weights), dot(row.x, weights)
        errors.append(abs(guess - row.y) / scale)
        bias.append((guess - row.y) / scale)
        overhead = -sum(n * weights[k] for k, n in row.x.items() if k.startswith(row.link + "."))
        if guess >= 1 and guess * 100 >= margin * overhead:
            taken += 1
            good += row.y > 0
            wrong.append(errors[-1])
            if row.y <= 0:
                worst.append((row.y / scale, guess, row.y, scale, row.name))

    def mean(v):
        return 100 * sum(v) / len(v) if v else 0.0
    return len(errors), mean(errors), mean(bias), taken, 100.0 * good / taken if taken else 100.0, mean(wrong), sorted(worst)


def show(what, rows, weights, margin, worst=0):
    for link in LINKS:
        n, error, bias, taken, sign, own, bad = judge([r for r in rows if r.link == link], weights, margin[LINKS.index(link)])
        print("%-28s %-12s functions %4d error %5.1f %% bias %+5.1f %% | taken %4d sign right %5.1f %% error %5.1f %%"
              % (what, link, n, error, bias, taken, sign, own))
        for _, guess, y, scale, name in bad[:worst]:
            print("    %s: predicted %.0f, measured %.0f of %.0f" % (name, guess, y, scale))


def collect(args, cache):
    found = outline_sources.sources(args.lathe, args.work, args.kinds.split(","), args.jobs, args.only, args.first)
    rows = []
    for part, error in common.parallel(args.jobs, lambda s: rows_of(args, cache, s), found):
        rows += part
        if error:
            print("left out: " + error)
    print("%d programs, %d rows" % (len(found), len(rows)))
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    common.add_measuring(parser, "outline")
    parser.add_argument("--features", default=os.path.join(ROOT, "build", "release", "bench_outline_sass"))
    parser.add_argument("--work", default=os.path.join(ROOT, "build", "cache", "outline_sources"))
    parser.add_argument("--kinds", default=",".join(outline_sources.KINDS))
    parser.add_argument("--only", default="*", help="shell patterns of names of kernels and held-out programs")
    parser.add_argument("--most", type=int, default=6, help="functions of a program (default: %(default)s)")
    parser.add_argument("--margin", type=float, nargs=2, default=[125, 125],
                        help="what must be saved of a hundred that calls and frames cost, whole and relocatable (default: 125 125)")
    parser.add_argument("--worst", type=int, default=5)
    parser.add_argument("--first", type=int, default=0, help="seed before the first program of csmith and of the generated ones (default: 0, those of the fit)")
    args = parser.parse_args()
    if not common.cuda_tool("ptxas") or not os.path.exists(args.features):
        common.fail("needs ptxas and bench_outline_sass")
    args.features = os.path.abspath(args.features)
    rows = collect(args, common.Cache(args.cache))
    weights = fit(rows, priors())
    for name, _, what in read_table():
        seen = sum(1 for r in rows if r.x.get(name))
        print("LATHE_SASS_KIND(%s, %d, %s)  // %d rows" % (name, round(weights[name]), what, seen))
    for link in LINKS:
        print("%s: %s" % (link, ", ".join("%s %.1f" % (w, weights[link + "." + w]) for w in CALL)))
    show("as the header has it", rows, shipped(), args.margin, args.worst)
    for margin in (0, 50, 100, 125, 150, 200):
        show("margin %d" % margin, rows, weights, [margin, margin])
    show("all", rows, weights, args.margin, args.worst)
    kinds = args.kinds.split(",")
    for kind in kinds if len(kinds) > 1 else []:
        own = [r for r in rows if r.kind == kind]
        show(kind, own, weights, args.margin)
        show(kind + ", by the others", own, fit([r for r in rows if r.kind != kind], priors()), args.margin, args.worst)
    return 0


if __name__ == "__main__":
    sys.exit(main())
