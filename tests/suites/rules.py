#!/usr/bin/env python3
"""Every algebraic rule proved by an SMT solver (z3): what it gives may stand for what it matches, for all operands and literals.

  rules.py                          the combiner's rules (twins in tests/rules/*.rules), rule files, and that wrong rules are caught
  rules.py --only add-constants     one rule, or one of its cases (add-constants/sums)
  rules.py --file my.rules          only the rules of a file (lathe combine --rules); those of nvptx/passes with PTX's meaning

Each rule of codegen/combine has its twins: rules in text, one for each case. Of each twin
  proof     z3 is asked for operands, literals and choices at which the result is no refinement, at each type the twin names;
  instance  graphs made of the twin at numbers for its literals are given to `lathe combine --only=RULE`: the rule must fire, and what
            it left is proved against what was there. So the C++ is held to its twin, and judged itself.
A rule of the sources without a twin for each of its operations is a failure, unless tests/rules/none.txt says why there is none.
Needs python3-z3. Exit status: 0 all proved, 1 something is refuted, missing or does not fire, 2 something needed is missing.
"""
import argparse
import glob
import multiprocessing
import os
import random
import re
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
try:
    import z3
except ImportError:  # Debian's package is of Debian's Python
    if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3"):
        os.execv("/usr/bin/python3", ["/usr/bin/python3"] + sys.argv)
    sys.exit("rules: python3-z3 is not here; apt-get install python3-z3, or ./dev setup")
import common  # noqa: E402
import rules_dag  # noqa: E402
import rules_dividends  # noqa: E402
import rules_half  # noqa: E402
import rules_ptx  # noqa: E402
import rules_quotients  # noqa: E402
import rules_reals  # noqa: E402
from rules_smt import Lane, Meaning, Unknown, refuted  # noqa: E402
from rules_terms import Instance, assignments  # noqa: E402
from rules_text import RuleError, read  # noqa: E402

RULES = os.path.join(common.ROOT, "tests", "rules")
SOURCES = os.path.join(common.ROOT, "codegen", "combine")
SCALARS = ["i1", "i8", "i16", "i32", "i64", "i128"]


# ---------------------------------------------------------------- proofs
def solve(question, limit):
    """'proved', 'refuted' with a model, or 'open'."""
    question = z3.simplify(question)
    if z3.is_false(question):
        return "proved", None
    solver = z3.Solver()
    solver.set("rlimit", int(limit * 1000000))
    solver.add(question)
    state = solver.check()
    if state == z3.unsat:
        return "proved", None
    return ("refuted", solver.model()) if state == z3.sat else ("open", None)


def judge(premises, before, now, t, source, target, limit):
    """Is `now`, of the meaning `target`, a refinement of `before`?"""
    if any(choice.sort() != z3.BoolSort() for choice in source.choices):
        for guesses in (target.choices, []):
            state, _ = solve(refuted(premises, before, now, t, source.choices, guesses), limit)
            if state == "proved":
                return state, None
    return solve(refuted(premises, before, now, t, source.choices), limit)


def free_inputs(node):
    return [Lane(z3.BitVec("%s%s" % (node.value, "[%d]" % i if node.type.lanes else ""), node.type.bits),
                 z3.Bool("%s is poison" % node.value), type=node.type.element) for i in range(node.type.count)]


def meaning_of(rule, side):
    """Of the DAG's operations, or of PTX's."""
    return rules_ptx.PtxMeaning(side, rules_ptx.inputs) if rule.dialect == "ptx" else Meaning(side, free_inputs)


def premises_of(instance):
    """What the rule's conditions say, of literals and of values."""
    plain, on_values = instance.conditions()
    out = [z3.BoolVal(p) if isinstance(p, bool) else p for p in plain]
    meaning = meaning_of(instance.rule, "known")
    for what, node, more in on_values:
        for lane in meaning.value(node):
            x, w = lane.bits, node.type.bits
            if more is not None:
                more_bits = z3.Extract(w - 1, 0, more)
            holds = {"zeros": lambda: x & more_bits == 0, "ones": lambda: ~x & more_bits == 0, "nonneg": lambda: x >= 0,
                     "signbits": lambda: z3.Or(x >> (w - more_bits) == 0, x >> (w - more_bits) == -1),
                     "never_poison": lambda: z3.Not(lane.poison)}[what]()
            out.append(holds if what == "never_poison" else z3.Or(lane.poison, holds))
    return out


def prove(rule, types, limit, fixed=None):
    """The rule at types: state, counterexample as text. `fixed`: values of literals by name."""
    instance = Instance(rule, types, fixed=fixed)
    premises = premises_of(instance)
    unmet = z3.Solver()
    unmet.set("rlimit", 2000000)
    unmet.add(*premises)
    if unmet.check() == z3.unsat:
        return "idle", ""  # nothing at these types meets the conditions
    source, target = meaning_of(rule, "source"), meaning_of(rule, "target")
    for i, after in enumerate(instance.after):
        if after is None:
            continue
        t = instance.before.types[i]
        if after.types[0] != t:
            return "refuted", "the result is of another type: %s for %s" % (after.types[0], t)
        before, now = source.value(instance.before, i), target.value(after)
        state, model = judge(premises, before, now, t, source, target, limit)
        if state == "refuted":
            return state, counterexample(instance, model, before, now)
        if state == "open":
            return by_values(rule, types, instance, premises, limit) if fixed is None else (state, "")
    return "proved", ""


def by_values(rule, types, instance, premises, limit):
    """One question for each value of a literal that has few: an amount, a power of two."""
    for name, x in instance.open.items():
        values, solver = [], z3.Solver()
        solver.set("rlimit", 2000000)
        solver.add(*premises)
        most = 256 if x.size() <= 8 else 2 * x.size()
        while len(values) <= most and solver.check() == z3.sat:
            values.append(solver.model().eval(x, model_completion=True))
            solver.add(x != values[-1])
        if len(values) > most or not values or solver.check() != z3.unsat:
            continue
        for value in values:
            state, what = prove(rule, types, limit, {name: value})
            if state in ("refuted", "open"):
                break
        if state != "open":
            return ("proved" if state == "idle" else state), what
    return "open", ""


def shown(model, lane):
    if z3.is_true(model.eval(lane.poison, model_completion=True)):
        return "poison"
    if lane.type is not None and lane.type.kind != "i" and z3.is_true(model.eval(z3.fpIsNaN(lane.number), model_completion=True)):
        return "NaN"
    bits = model.eval(lane.bits, model_completion=True)
    return hex(bits.as_long()) if z3.is_bv_value(bits) else str(bits)


def counterexample(instance, model, before, after):
    parts = ["%s = %s" % (name, ", ".join(shown(model, lane) for lane in free_inputs(node))) for name, node in instance.values.items()]
    parts += ["%s = %s" % (name, hex(model.eval(x, model_completion=True).as_long())) for name, x in instance.open.items()]
    was, now = (", ".join(shown(model, lane) for lane in lanes) for lanes in (before, after))
    return "; ".join(parts) + "; before: %s, after: %s" % (was, now)


# ---------------------------------------------------------------- instances
def numbers_for(rule, types, count, seed):
    """Numbers for the rule's literals at which its conditions hold: several, as different as the solver finds."""
    if rule.test.get("by") == "reals":
        return rules_reals.numbers_for(rule, types)
    instance = Instance(rule, types)
    plain, on_values = instance.conditions()
    solver = z3.Solver()
    solver.set("rlimit", 4000000)
    solver.add(*[z3.BoolVal(p) if isinstance(p, bool) else p for p in plain])
    if not instance.open:
        return [{}] if solver.check() == z3.sat else []
    out, chance = [], random.Random("%s %s %d" % (rule.name, sorted(map(str, types.values())), seed))
    for attempt in range(4 * count):
        if len(out) == count:
            break
        solver.push()
        if attempt % 2 == 0:
            for x in instance.open.values():
                low = min(x.size(), 3)
                solver.add(z3.Extract(low - 1, 0, x) == chance.randrange(1 << low))
            if attempt % 4 == 0 and any(x.size() > 8 for x in instance.open.values()):
                x = next(x for x in instance.open.values() if x.size() > 8)
                solver.add(z3.Extract(x.size() - 1, x.size() - 4, x) == chance.randrange(16))
        if solver.check() == z3.sat:
            model = solver.model()
            found = {name: model.eval(x, model_completion=True).as_long() for name, x in instance.open.items()}
            if found not in out:
                out.append(found)
        solver.pop()
    return out


def block_of(rule, types, literals, name):
    if rule.test.get("by") == "reals":
        instance, on_values = rules_reals.NumberInstance(rule, types, literals), []
    else:
        instance = Instance(rule, types, literals)
        _, on_values = instance.conditions()
    legal = int(rule.test.get("run", "1")) > 1
    writer = rules_dag.Writer(legal, [(what, node, more) for what, node, more in on_values])
    return writer.finish(instance.before, name, 1 if rule.test.get("instance") == "first" else len(instance.before.types),
                         instance.beside)


def register_inputs(node):
    if node.op == "load":
        name, maybe = "input%d" % (node.operands[1][0].aux or 0), True
    else:
        name, maybe = "register%d" % (node.aux or 0), False
    t = node.types[0]
    return [Lane(z3.BitVec("%s_%s_%d" % (name, t, i), t.bits), z3.Bool(name + " is poison") if maybe else False, type=t.element)
            for i in range(t.count)]


class Graphs(Meaning):
    def compute(self, node):
        if node.op == "load" and node.types[0].kind != "chain":
            return [self.inputs(node), []]
        if node.op == "copy_from_reg":
            return [self.inputs(node)]
        return super().compute(node)


def validate(before, after, limit):
    """What a run of the combiner left of a block, against what it was given."""
    for register, (node, result) in before.items():
        if register not in after:
            return "refuted", "a register is not written any more"
        source, target = Graphs("source", register_inputs), Graphs("target", register_inputs)
        was, now = source.value(node, result), target.value(*after[register])
        state, model = judge([], was, now, node.types[result], source, target, limit)
        if state == "refuted":
            return state, "before: %s, after: %s at %s" % (
                ", ".join(shown(model, x) for x in was), ", ".join(shown(model, x) for x in now), model)
        if state == "open":
            return state, ""
    return "proved", ""


def vector_types(types):
    """The same types as vectors, for `legal vectors of the twin`."""
    return {name: type(t)(t.kind, t.bits, 2 if t.bits >= 16 else 4) for name, t in types.items()}


def run_instances(args, name, twins):
    """One run of `lathe combine --only=RULE` for all instances of a rule at one level: per twin and types, a state and text."""
    groups, results = {}, []
    for rule, types in twins:
        if rule.test.get("instance") == "none":
            continue
        only = rule.test.get("instance_types", "")
        if only and not all(str(t) in only.split(",") for t in types.values()):
            continue
        kinds = [types]
        if rule.test.get("vectors") == "yes" and all(t.kind != "i" or 8 <= t.bits <= 64 for t in types.values()):
            kinds.append(vector_types(types))
        for kind in kinds:
            key = (rule.test.get("run", "1"), rule.test.get("cpu", "sm_90"), rule.test.get("fuel", ""))
            for i, literals in enumerate(numbers_for(rule, kind, args.instances, args.seed)):
                groups.setdefault(key, []).append((rule, kind, literals, "%s.%s.%d" % (
                    rule.name, "-".join(map(str, kind.values())), i)))
    for (level, cpu, fuel), jobs in groups.items():
        blocks = []
        for rule, types, literals, label in jobs:
            blocks.append(block_of(rule, types, literals, label))
        text = "".join(blocks)
        with tempfile.TemporaryDirectory() as folder:
            source, trace = os.path.join(folder, "a.dag"), os.path.join(folder, "a.trace")
            with open(source, "w") as file:
                file.write(text)
            argv = [args.lathe, "combine", source, "--only=" + name, "--run=" + level, "--mcpu=" + cpu, "--trace=" + trace]
            done = common.run(argv + (["--fuel=" + fuel] if fuel else []), limit=120)
            if done.rc != 0:
                results.append((jobs[0][0], jobs[0][1], "refuted", "lathe combine fails: " + done.err.strip()[:300]))
                continue
            with open(trace) as file:
                steps = [part.count("\nrewrite ") for part in file.read().split("combine-trace")[1:]]
        before, after = rules_dag.read_blocks(text), rules_dag.read_blocks(done.out)
        for (rule, types, literals, label), fired in zip(jobs, steps):
            if fired == 0:
                results.append((rule, types, "idle", "%s does not fire at %s %s" % (name, label, literals)))
                continue
            try:
                limit = args.limit / (10 if rule.test.get("slow") == "yes" else 1)
                how = {"reals": rules_reals.validate, "dividends": rules_dividends.validate}.get(rule.test.get("by"), validate)
                state, what = how(before[label], after[label], limit)
            except Unknown as error:
                state, what = "open", "%s has no meaning here" % error
            results.append((rule, types, state, "%s %s: %s" % (label, literals, what or state)))
    return results


# ---------------------------------------------------------------- one rule
class Report:
    def __init__(self, name):
        self.name, self.seconds = name, 0.0
        self.states = {}  # (case, types) -> proof's state
        self.instances = {"proved": 0, "refuted": 0, "open": 0, "idle": 0}
        self.faults, self.open = [], []


def types_text(types):
    return "/".join(str(types[name]) for name in sorted(types, key=lambda n: (n != "t", n)))


def prove_one(rule, types, args):
    """By the reals or by numbers where the rule says so, else by z3's bits and floats; rules of halves by exhaustion too."""
    if rule.test.get("by") == "reals":
        return rules_reals.prove(rule, types, args.limit)
    if rule.test.get("by") == "quotients":
        return rules_quotients.prove(rule, types)
    # Products and quotients of two floats are beyond z3 above 16 bits: it is not let search for long.
    state, what = prove(rule, types, args.limit / (10 if rule.test.get("slow") == "yes" else 1))
    if state not in ("proved", "open") or any(str(t) != "f16" for t in types.values()):
        return state, what
    try:
        for literals in numbers_for(rule, types, args.instances, args.seed):
            half, text = rules_half.check(rule, types, literals)
            if half == "refuted":
                return half, text
    except rules_half.NotHere:
        return state, what
    return ("proved" if text == "all values" else state), what


def check_rule(job):
    args, name, twins = job
    report, began = Report(name), time.monotonic()
    pairs = []
    for rule in twins:
        here = 0
        for types in assignments(rule, SCALARS):
            if args.types and not all(str(t) in args.types.split(",") for t in types.values()):
                here += 1
                continue
            try:
                state, what = prove_one(rule, types, args)
            except (Unknown, RuleError, KeyError, z3.Z3Exception) as error:
                state, what = "refuted", "the prover cannot read it: %s: %s" % (type(error).__name__, error)
            report.states[rule.name, types_text(types)] = state
            here += state != "idle"
            if state == "refuted":
                report.faults.append("%s at %s is wrong (%s): %s" % (rule.name, types_text(types), rule.place, what))
            if state == "open":
                report.open.append("%s at %s" % (rule.name, types_text(types)))
            if state in ("proved", "open"):
                pairs.append((rule, types))
        if here == 0:
            report.faults.append("%s: its conditions hold at no type (%s)" % (rule.name, rule.place))
    if args.run_instances:
        fired = set()
        for rule, types, state, what in run_instances(args, name, pairs):
            report.instances[state] += 1
            if state == "refuted":
                report.faults.append("the C++ of %s: %s" % (name, what))
            if state == "open":
                report.open.append("instance " + what)
            if state != "idle":
                fired.add(rule.name)
        for rule in twins:
            if rule.name not in fired and rule.test.get("instance") != "none" and any(r is rule for r, _ in pairs):
                report.faults.append("%s: the C++ rule fires at none of its instances (%s)" % (rule.name, rule.place))
    report.seconds = time.monotonic() - began
    return report


def print_report(report, verbose):
    at = {}
    for (case, types), state in report.states.items():
        at.setdefault(state, {}).setdefault(types, []).append(case)
    line = "%-30s" % report.name
    for state, word in (("proved", "proved"), ("refuted", "REFUTED"), ("open", "not decided")):
        if state in at:
            line += " %s: %s" % (word, " ".join("%s x%d" % (t, len(cases)) for t, cases in at[state].items()))
    ran = {state: n for state, n in report.instances.items() if n}
    print("%s; instances: %s; %.1f s" % (line, ", ".join("%d %s" % (n, {"idle": "did not fire", "open": "not decided"}.get(s, s))
                                                          for s, n in ran.items()) or "none", report.seconds))
    if verbose:
        for text in report.open:
            print("    not decided: " + text)
    for text in report.faults[:12]:
        print("    " + text)
    sys.stdout.flush()


# ---------------------------------------------------------------- the combiner's own list
def registered():
    """{rule: operations} from the sources: each list.add of codegen/combine."""
    out = {}
    for path in sorted(glob.glob(os.path.join(SOURCES, "*.cpp"))):
        with open(path) as file:
            text = file.read()
        for found in re.finditer(r'list\.add\(\s*"([^"]+)",\s*\w+,\s*\{([^}]*)\}', text):
            out.setdefault(found.group(1), set()).update(word.rstrip("_") for word in re.findall(r"Isd::(\w+)", found.group(2)))
    return out


def listed(lathe):
    """The same from the program, to see that the sources were read right."""
    out = {}
    for level in "123":
        for line in common.run([lathe, "combine", "--list-rules", "--run=" + level, "-"]).out.splitlines():
            name, _, ops = line.partition(":")
            out.setdefault(name, set()).update(ops.split())
    return out


def without_twin():
    """{rule: (operations or None, reason)} of tests/rules/none.txt."""
    out = {}
    with open(os.path.join(RULES, "none.txt")) as file:
        for line in file:
            line = line.strip()
            if line and not line.startswith("#"):
                name, _, reason = line.partition(":")
                words = name.split()
                out[words[0]] = (out.get(words[0], (set(), ""))[0] | set(words[1:]), reason.strip())
    return out


def complete(lathe, twins):
    """Faults: rules and operations of the combiner that no twin stands for, and twins of no rule."""
    faults, sources, excused = [], registered(), without_twin()
    program = listed(lathe)
    if {name: ops - {"target"} for name, ops in program.items()} != sources:
        faults.append("the rules in codegen/combine/*.cpp are not those of `lathe combine --list-rules`: %s" % sorted(
            set(program) ^ set(sources) or {name for name in sources if sources[name] != program.get(name)}))
    have = {}
    for rule in twins:
        have.setdefault(rule.rule, set()).add(rule.match.name)
    for name in sorted(set(have) - set(sources)):
        faults.append("%s: a twin of no rule" % name)
    for name in sorted(set(excused) - set(sources)):
        faults.append("none.txt: no rule %s" % name)
    for name, ops in sorted(sources.items()):
        some, _ = excused.get(name, (None, ""))
        missing = ops - have.get(name, set()) - (ops if some == set() else some or set())
        if missing:
            faults.append("rule %s has no twin for %s" % (name, " ".join(sorted(missing))))
        if name in have and name in excused and (some == set() or some & have[name]):
            faults.append("none.txt excuses %s, which has twins" % name)
    return faults, sources, excused


# ---------------------------------------------------------------- rules that are wrong on purpose
def check_wrong(args, pool):
    """tests/rules/wrong.rules: each of these rules must be refuted, with a counterexample."""
    missed = []
    rules = read(os.path.join(RULES, "wrong.rules")) + read(os.path.join(RULES, "wrong_ptx.rules"))
    quiet = argparse.Namespace(**vars(args))
    quiet.run_instances = False
    for report in pool.imap(check_rule, [(quiet, rule.name, [rule]) for rule in rules]):
        if not any(state == "refuted" for state in report.states.values()):
            missed.append(report.name)
        elif args.verbose:
            print("caught: " + report.faults[0])
    print("%d wrong rules, %d caught" % (len(rules), len(rules) - len(missed)))
    for name in missed:
        print("the wrong rule %s is not caught" % name)
    return missed


def by_rule(rules):
    out = {}
    for rule in rules:
        out.setdefault(rule.rule, []).append(rule)
    return out


def chosen(rules, only):
    return [rule for rule in rules if not only or rule.rule in only or rule.name in only]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lathe", default=common.default_lathe())
    parser.add_argument("--only", action="append", default=[], help="rules or cases, by name")
    parser.add_argument("--file", action="append", default=[], help="rule files in place of all else")
    parser.add_argument("--limit", type=float, default=10, help="millions of z3's steps that a question may take, the same on any "
                        "machine (default 10: a few seconds)")
    parser.add_argument("--types", default="", help="only where each variable is of one of these: i8,i32,f16")
    parser.add_argument("--instances", type=int, default=3, help="numbers for the literals of each case and type")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--no-instances", dest="run_instances", action="store_false", help="proofs of the twins only")
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args()
    if not os.access(args.lathe, os.X_OK):
        parser.error("no lathe at %s; build it, or name it with --lathe" % args.lathe)
    faults, reports = [], []
    try:
        if args.file:
            twins, more = [], [rule for path in args.file for rule in read(path)]
        else:
            twins = [rule for path in sorted(glob.glob(os.path.join(RULES, "combine_*.rules"))) for rule in read(path)]
            more = [rule for pattern in ("examples/*.rules", rules_ptx.RULES)
                    for path in sorted(glob.glob(os.path.join(common.ROOT, pattern))) for rule in read(path)]
    except (RuleError, OSError) as error:
        sys.exit("rules: %s" % error)
    jobs = [(args, name, rules) for name, rules in by_rule(chosen(twins, args.only)).items()]
    alone = argparse.Namespace(**vars(args))
    alone.run_instances = False
    jobs += [(alone, name, rules) for name, rules in by_rule(chosen(more, args.only)).items()]
    with multiprocessing.Pool(args.jobs) as pool:
        for report in pool.imap(check_rule, jobs, chunksize=1):
            print_report(report, args.verbose)
            reports.append(report)
            faults += report.faults
        if not args.only and not args.file:
            missing, sources, excused = complete(args.lathe, twins)
            for text in missing:
                print(text)
            faults += missing + check_wrong(args, pool)
            whole = [name for name, (ops, _) in excused.items() if not ops]
            print("%d rules of the combiner: %d with twins, %d without, by reason:" % (
                len(sources), len(sources) - len(whole), len(whole)))
            for name in whole:
                print("    %s: %s" % (name, excused[name][1]))
    total = {}
    for report in reports:
        for state in report.states.values():
            total[state] = total.get(state, 0) + 1
    ran = {state: sum(report.instances[state] for report in reports) for state in ("proved", "refuted", "open", "idle")}
    print("%d rules, %d cases; proofs: %d proved, %d refuted, %d not decided; instances: %d proved, %d refuted, %d not decided, "
          "%d at which the rule does not fire" % (
              len(reports), len({case for r in reports for case, _ in r.states}), total.get("proved", 0), total.get("refuted", 0),
              total.get("open", 0), ran["proved"], ran["refuted"], ran["open"], ran["idle"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
