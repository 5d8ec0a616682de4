"""Problems as dicts, written as the text forms that the library reads (include/lathe/FAMILY/text.hpp tells each word).

Members that are left out mean what the text form means without their word. What is wrong with a problem is said by the library,
with the line of the text.
"""


def _escaped(name, more=""):
    """A name as one word of a text: what would end or change it is %XX; no name at all is a lone %."""
    text = "".join(f"%{byte:02x}" if byte <= 0x20 or byte == 0x7f or chr(byte) in "#%," + more else chr(byte)
                   for byte in str(name).encode())
    return text.encode("latin-1").decode() if text else "%"


def _given(record, *words):
    """" WORD VALUE" for each of these members that the record has."""
    return "".join(f" {word.replace('_', '')} {record[word]}" for word in words if record.get(word) is not None)


def _flags(record, *words):
    return "".join(f" {word}" for word in words if record.get(word))


def _list(word, values):
    return f" {word} " + " ".join(str(v) for v in values) if values else ""


def modulo(p):
    yield f"modulo {_escaped(p.get('name', ''))}"
    if p.get("issue"):
        yield f"issue {p['issue']}"
    for unit in p.get("units", ()):
        yield f"unit {_escaped(unit['name'])} copies {unit.get('copies', 1)}"
    for of in p.get("sets", ()):
        yield f"class {_escaped(of['name'])}" + _given(of, "limit")
    for inst in p.get("instructions", ()):
        uses = (({"unit": u} if isinstance(u, str) else u) for u in inst.get("uses", ()))
        yield (f"op {_escaped(inst['name'])} latency {inst['latency']}" + _given(inst, "issue") +
               "".join(f" use {_escaped(u['unit'])}" + _given(u, "at", "for") for u in uses))
    for value in p.get("values", ()):
        yield (f"value {value['instruction']} class {_escaped(value['set'])}" + _given(value, "weight") +
               (" liveout" if value.get("live_out") else ""))
    for edge in p.get("edges", ()):
        yield f"{edge['kind']} {edge['from']} {edge['to']} latency {edge['latency']}" + _given(edge, "distance", "value")


def sched(p):
    yield f"sched {_escaped(p.get('name', ''), ':')}"
    yield f"issue {p.get('issue', 1)}"
    for unit in p.get("units", ()):
        yield f"unit {_escaped(unit['name'], ':')} {unit.get('copies', 1)}"
    for of in p.get("sets", ()):
        yield (f"set {_escaped(of['name'], ':')}" + _given(of, "limit", "floor") +
               _list("steps", [f"{registers}:{occupancy}" for registers, occupancy in of.get("steps", ())]))
    for of in p.get("classes", ()):
        yield f"class {_escaped(of['name'], ':')}" + "".join(f" {_escaped(s, ':')}:{n}" for s, n in of["sets"].items())
    for window in p.get("windows", ()):
        yield f"window {window['begin']} {window['end']}" + _given(window, "priority", "width")
    for value in p.get("values", ()):
        yield f"value {_escaped(value['class'], ':')}" + _flags(value, "in", "out") + _given(value, "weight")
    for inst in p.get("instructions", ()):
        units = (({"unit": u} if isinstance(u, str) else u) for u in inst.get("units", ()))
        held = [f"{_escaped(u['unit'], ':')}:{u.get('cycles', 1)}" + _given(u, "at") for u in units]
        yield (f"node {_escaped(inst['name'], ':')} latency {inst['latency']}" + _given(inst, "issue", "priority") +
               _list("unit", held) + _list("use", inst.get("uses")) + _list("def", inst.get("defs")))
    for edge in p.get("edges", ()):
        yield f"edge {edge['from']} {edge['to']} latency {edge['latency']} {edge['kind']}"


def group(p):
    yield f"group {p['name']}" if p.get("name") else "group"
    for kind in p.get("kinds", ()):
        yield (f"kind {kind['name']}" + _given(kind, "gap", "least", "most") + _flags(kind, "powers", "aligned") +
               f" {kind.get('place', 'early')}" + _flags(kind, "carry") + _given(kind, "suffix"))
    for count in p.get("blocks", ()):
        yield f"block {count}"
    for one in p.get("candidates", ()):
        yield f"candidate {one['instruction']}" + _given(one, "kind", "key", "order", "size", "align")
    for inst in p.get("movable", ()):
        yield f"movable {inst}"
    for first, second in p.get("edges", ()):
        yield f"edge {first} {second}"


def outline(p):
    yield "outline"
    costs = p.get("costs", {})
    if costs:
        yield "costs" + _given(costs, "call", "parameter", "result", "frame")
    for of in p.get("classes", ()):
        of = {"name": of} if isinstance(of, str) else of
        yield f"class {_escaped(of['name'])}" + ("" if of.get("passable", True) else " unpassable")
    for function in p.get("functions", ()):
        yield f"function {_escaped(function['name'])}" + _flags(function, "nooutline", "linkonce")
        for block in function.get("blocks", ()):
            yield "block" + _given(block, "weight") + _flags(block, "nooutline") + _list("live", block.get("live"))
            for inst in block.get("instructions", ()):
                operands = [f" {'d' if role == 'def' else 'u'}{value}:{_escaped(of)}" for role, value, of in inst.get("operands", ())]
                yield f"{'i' if inst.get('legal', True) else 'x'} {_escaped(inst['name'])} {inst['bytes']}" + "".join(operands)


def pressure(p):
    def name(text):
        return _escaped(text, ":=+!")
    yield f"pressure {name(p['name'])}" if p.get("name") else "pressure"
    for of in p.get("sets", ()):
        yield f"set {name(of['name'])}" + _given(of, "limit") + _list("steps", of.get("steps"))
    for of in p.get("classes", ()):
        yield f"class {name(of['name'])}" + _list("feeds", [f"{name(s)} {n}" for s, n in of.get("sets", {}).items()])
    for register in p.get("registers", ()):
        if "overlaps" in register:
            yield f"register {name(register['name'])}" + _list("overlaps", register["overlaps"]) + _flags(register, "reserved")
        else:
            yield f"register {name(register['name'])} {name(register['class'])}" + _given(register, "lanes") + _flags(register, "reserved")
    for block in p.get("blocks", ()):
        yield (f"block {name(block['name'])}" + _list("to", [name(b) for b in block.get("to", ())]) +
               _list("live", block.get("live")))
        for inst in block.get("instructions", ()):
            marks = [f"!{flag}" for flag in inst.get("flags", ())]
            operands = ([f"={r}" for r in inst.get("writes", ())] + list(inst.get("reads", ())) + [f"+{r}" for r in inst.get("changes", ())])
            yield " ".join(["i", name(inst["name"])] + marks + operands)


def flow(p):
    yield f"flow {_escaped(p.get('name', ''))} variables {p['variables']}"
    for block in p.get("blocks", ()):
        yield "block" + _flags(block, "cold")
        for inst in block.get("instructions", ()):
            yield "inst" + _list("use", inst.get("uses")) + _list("def", inst.get("defs"))
        for edge in block.get("to", ()):
            edge = {"to": edge} if isinstance(edge, int) else edge
            yield f"to {edge['to']}" + _given(edge, "weight")
        if block.get("edge_uses"):
            yield "edge" + _list("use", block["edge_uses"])


def bits(p):
    yield "bits"
    for number, value in enumerate(p["values"]):
        operands = "".join(f" %{operand}" for operand in value.get("operands", ()))
        constant = f" {value['value']}" if "value" in value else ""
        yield (f"%{number} {value['op']} {value['width']}{constant}{operands}" + _given(value, "at") +
               _flags(value, "clamp", "wrap", "nuw", "nsw"))
    for number, value in enumerate(p["values"]):
        if value.get("root"):
            yield f"root %{number}"


def imports(p):
    def name(text):
        return _escaped(text, "*")
    yield "thinlto"
    for module in p.get("modules", ()):
        yield f"module {name(module['name'])}"
        for one in module.get("functions", ()):
            yield (f"function {name(one['name'])} {one.get('linkage', 'external')} insts {one['instructions']}" +
                   "".join(f" {flag}" for flag in one.get("flags", ())) + _given(one, "priority"))
            for call in one.get("calls", ()):
                call = {"to": call} if isinstance(call, str) else call
                yield f"call {name(call['to'])} {call.get('hotness', 'unknown')}" + _flags(call, "counted", "speculative")
            for ref in one.get("refs", ()):
                ref = {"to": ref} if isinstance(ref, str) else ref
                yield f"ref {name(ref['to'])}" + _flags(ref, "readonly", "writeonly")
        for one in module.get("variables", ()):
            yield (f"variable {name(one['name'])} {one.get('linkage', 'external')}" +
                   "".join(f" {flag}" for flag in one.get("flags", ())))
        for one in module.get("aliases", ()):
            yield f"alias {name(one['name'])} {one.get('linkage', 'external')} {name(one['of'])}"
    for root in p.get("roots", ()):
        yield f"root {name(root)}"
    for outside in p.get("outside", ()):
        yield f"outside {name(outside)}"


def inline(p):
    yield "inlining"
    for one in p["functions"]:
        yield (f"function {_escaped(one['name'])}" + _flags(one, "declared") + _given(one, "size", "registers", "limit") +
               _flags(one, "local", "kept", "noinline", "alwaysinline", "imported"))
        for call in one.get("calls", ()):
            call = {"to": call} if isinstance(call, str) else call
            yield (f"call {_escaped(call['to'])}" + _given(call, "frequency", "saved", "folds", "promotes", "live") +
                   _flags(call, "cold", "hot", "noinline", "alwaysinline"))


_WRITERS = {"inline": inline, "modulo": modulo, "sched": sched, "group": group, "outline": outline, "pressure": pressure, "flow": flow, "bits": bits,
            "import": imports}


def text(algorithm, problem):
    """The text of a problem that is a dict."""
    if algorithm not in _WRITERS:
        raise TypeError(f"a problem of {algorithm!r} is a text" if algorithm == "combine" else f"no algorithm {algorithm!r}")
    return "\n".join(_WRITERS[algorithm](problem)) + "\n"
