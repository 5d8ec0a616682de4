"""CUDA programs of many modules, made for thinlto_quality.py: one text for a number of modules, a shape and a seed.

A module has a kernel `k<number>(unsigned *out, const unsigned *in)` and functions that other modules call; calls across modules go to modules
of smaller numbers, so none is recursive. The same words make the same text. Shapes:

  mixed      functions of all sizes of its own and of others, called with variables and with constants
  hubs       a few modules have functions of up to hundreds of operations that all kernels call
  templates  class templates and functors of one header, instantiated in each module
  tables     constant tables of functions, called by constant and by variable indexes; classes with virtual functions
  chains     functions that call one of the module before, ten deep
  numeric    kernels with launch bounds: polynomials, integration by a function of another module, small matrices in loops
"""
import random

SHAPES = ("mixed", "hubs", "templates", "tables", "chains", "numeric")

HEAD = """#ifdef __clang__
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __constant__ __attribute__((constant))
#define LANE __nvvm_read_ptx_sreg_tid_x()
#else
#define LANE threadIdx.x
#endif
typedef unsigned word;  // whose overflow has a meaning
"""


def statements(r, size, name="x", loops=True):
    """So many operations on the unsigned `name`, some of them in loops and under conditions."""
    lines = []
    while size > 0:
        kind = r.random()
        if loops and kind < 0.12 and size > 6:
            count = r.randrange(3, 6)
            lines.append(f"  for (int i = 0; i < ({name} & {r.choice((7, 15, 31))}); ++i) {{")
            lines += ["  " + line for line in statements(r, count, name, loops=False)] + [f"    {name} += i;", "  }"]
            size -= count + 3
        elif kind < 0.24 and size > 4:
            count = r.randrange(2, 4)
            lines.append(f"  if ({name} & {1 << r.randrange(6)}) {{")
            lines += ["  " + line for line in statements(r, count, name, loops=False)] + ["  }"]
            size -= count + 1
        else:
            lines.append(f"  {name} {r.choice(('+=', '^=', '-=', '*='))} {r.choice(('y', f'({name} >> {r.randrange(1, 9)})', str(r.randrange(3, 999)), f'(y << {r.randrange(1, 5)})'))};")
            size -= 1
    return lines


def function(r, name, size, callees, loops=True):
    """word name(word x, word y), which calls `callees` on the way; a constant argument now and then."""
    parts = [statements(r, size // (len(callees) + 1) or 1, loops=loops) for _ in range(len(callees) + 1)]
    lines = parts[0]
    for callee, part in zip(callees, parts[1:]):
        argument = r.choice(("y", "y", str(r.randrange(1, 9))))
        lines += [f"  x += {callee}(x, {argument});"] + part
    return [f"__device__ word {name}(word x, word y) {{", *lines, "  return x;", "}"]


def kernel(number, lines, bounds=""):
    return [f'extern "C" __global__ void {bounds}k{number}(word *out, const word *in) {{', "  word lane = LANE, x = in[lane], y = in[lane + 32];",
            *lines, "  out[lane] = x;", "}"]


def calls(r, callees):
    return [f"  x ^= {c}({r.choice(('x', 'x', 'y', 'lane'))}, {r.choice(('y', 'x', str(r.randrange(1, 9))))});" for c in callees]


def declared(names):
    return [f"__device__ word {name}(word, word);" for name in sorted(set(names))]


def mixed(r, n, modules):
    def far():
        return f"f{int(n * r.random() ** 2)}_{r.randrange(6)}"
    lines, used = [], []
    for k in range(6):
        callees = [far() for _ in range(r.randrange(3))] if n else []
        used += callees
        lines += function(r, f"f{n}_{k}", r.choice((3, 6, 12, 25, 60, 120)), callees)
    wanted = [f"f{n}_{r.randrange(6)}"] + ([far() for _ in range(3)] if n else [])
    return declared(used + wanted) + lines + kernel(n, calls(r, wanted))


def hubs(r, n, modules):
    count = max(1, modules // 10)
    lines, used = [], []
    if n < count:
        for k in range(4):
            callees = [f"hub{r.randrange(n)}_{r.randrange(4)}" for _ in range(r.randrange(2))] if n else []
            used += callees
            lines += function(r, f"hub{n}_{k}", (15, 50, 120, 300)[k], callees)
    here = min(n + 1, count)
    lines += function(r, f"own{n}", r.randrange(4, 30), [])
    wanted = [f"hub{r.randrange(here)}_{r.choice((0, 0, 1, 1, 2, 3))}" for _ in range(4)] + [f"own{n}"]
    return declared(used + wanted) + lines + kernel(n, calls(r, wanted))


TEMPLATES = """
template <int N> struct Mix {
  static __device__ word of(word x, word y) { return Mix<N - 1>::of(x * (N | 1) + y, y ^ (x >> N)) + N; }
};
template <> struct Mix<0> {
  static __device__ word of(word x, word y) { return x - y; }
};
template <class F, int N> __device__ inline word fold(const word *in, F f, word start) {
  for (int i = 0; i < N; ++i) start = f(start, in[i]);
  return start;
}
template <int A, int B> struct Linear {
  word shift;
  __device__ word operator()(word x, word y) const { return x * A + y * B + shift; }
};
template <class T, int N> struct Ring {
  T data[N];
  int at = 0;
  __device__ void push(T v) { data[at++ % N] = v; }
  __device__ T sum() const {
    T out = 0;
    for (int i = 0; i < N; ++i) out += data[i] * (i + 1);
    return out;
  }
};
"""


def templates(r, n, modules):
    used = [f"step{r.randrange(n)}" for _ in range(2)] if n else []
    lines = [f"  Ring<word, {r.choice((2, 4, 8))}> ring{{}};" if r.random() < 0.6 else "  Ring<long long, 4> ring{};",
             f"  for (int i = 0; i < 8; ++i) ring.push(Mix<{r.randrange(1, 12)}>::of(x + i, y));", "  x ^= (word)ring.sum();",
             f"  x += fold<Linear<{r.randrange(1, 9)}, {r.randrange(1, 5)}>, {r.choice((4, 8, 20))}>(in, {{{r.randrange(9)}}}, y);",
             f"  x -= Mix<{r.randrange(1, 20)}>::of(y, {r.randrange(9)});"]
    own = [f"__device__ word step{n}(word x, word y) {{", f"  return fold<Linear<{r.randrange(1, 4)}, 3>, 4>(&x - 0, {{y}}, x) + Mix<{r.randrange(3, 15)}>::of(x, y);", "}"]
    own[1] = f"  return Linear<{r.randrange(1, 4)}, 3>{{y}}(x, y) + Mix<{r.randrange(3, 15)}>::of(x, y);"
    return [TEMPLATES, *declared(used), *own, *kernel(n, lines + calls(r, used))]


SHAPE_CLASS = """
struct Shape {
  word size;
  __device__ Shape(word s) : size(s) {}
  __device__ virtual word area(word x) const;
  __device__ virtual word edge(word x, word y) const;
};
"""


def tables(r, n, modules):
    lines = [SHAPE_CLASS]
    group, member = n // 4, n % 4  # four modules have a table, of the functions of all four
    first = group * 4
    size = min(4, modules - first)
    if n == 0:
        lines += ["__device__ word Shape::area(word x) const { return size * x; }", "__device__ word Shape::edge(word x, word y) const { return size + x - y; }"]
    lines += declared([f"op{m}" for m in range(first, first + size)])
    lines += function(r, f"op{n}", r.choice((4, 10, 25)), [])
    lines += [f"extern __constant__ word (*const table{group}[{size}])(word, word);"]
    if member == 0:
        lines += [f"__constant__ word (*const table{group}[{size}])(word, word) = {{{', '.join(f'op{m}' for m in range(first, first + size))}}};"]
    other = r.randrange(group + 1)
    other_size = min(4, modules - other * 4)
    if other != group:
        lines += [f"extern __constant__ word (*const table{other}[{other_size}])(word, word);"]
    a, b = r.randrange(2, 9), r.randrange(2, 9)
    lines += [f"struct Own{n} : Shape {{", f"  __device__ Own{n}(word s) : Shape(s + {a}) {{}}",
              f"  __device__ word area(word x) const override {{ return size * x * {b} + (x ^ {a}); }}", "};",
              f"__device__ word measure{n}(const Shape &s, word x) {{ return s.area(x) + s.edge(x, {b}); }}"]
    far = r.randrange(n + 1)
    if far != n:
        lines += [f"__device__ word measure{far}(const Shape &, word);"]
    body = [f"  x += table{group}[{r.randrange(size)}](x, y);", f"  x ^= table{other}[{r.randrange(other_size)}](y, {r.randrange(9)});",
            f"  Own{n} shape(y);", f"  x += measure{far}(shape, x);"]
    if r.random() < 0.3:
        body.append(f"  x -= table{other}[(unsigned)(y & 1) % {other_size}](x, y);")
    return lines + kernel(n, body)


def chains(r, n, modules):
    callees = [f"link{n - 1}"] if n % 10 else []
    second = [f"link{r.randrange(n)}"] if n and r.random() < 0.5 else []
    lines = function(r, f"link{n}", r.choice((5, 10, 20)), callees, loops=r.random() < 0.3)
    return declared(callees + second + [f"link{n}"]) + lines + kernel(n, calls(r, [f"link{n}"] + second))


def numeric(r, n, modules):
    degree = r.randrange(3, 9)
    terms = "0.5f"
    for _ in range(degree):
        terms = f"({terms}) * x + {r.randrange(1, 99) / 16}f"
    lines = ["struct Row { float v[4]; };",
             f"__device__ float poly{n}(float x) {{ return {terms}; }}",
             f"__device__ float rate{n}(float t, float y, int steps) {{",
             "  float h = 1.0f / 16;", "  for (int i = 0; i < steps; ++i) {",
             "    float a = poly{}(t) - y, b = poly{}(t + h / 2) - (y + a * h / 2);".replace("{}", str(n)),
             "    y += b * h; t += h;", "  }", "  return y;", "}",
             f"__device__ void turn{n}(Row &a, const Row &b, float s) {{",
             f"  for (int i = 0; i < 4; ++i) a.v[i] = a.v[i] * s + b.v[(i + {r.randrange(4)}) & 3];", "}"]
    far = [r.randrange(n) for _ in range(3)] if n else []
    lines += [f"struct Row; __device__ float poly{f}(float); __device__ float rate{f}(float, float, int); __device__ void turn{f}(Row &, const Row &, float);"
              for f in sorted(set(far))]
    p, q, t = far or [n, n, n]
    body = [f"  float a = rate{p}((x & 15) * 0.125f, (y & 31) * 0.25f, {r.choice((4, 10, '(y & 7)'))});", f"  float b = poly{q}(a) + poly{n}(a * 0.5f);",
            "  Row one = {{a, b, 1, 2}}, two = {{b, 3, a, 4}};", f"  for (int i = 0; i < {r.choice((3, 6, '(x & 3) + 1'))}; ++i) {{",
            f"    turn{t}(one, two, 0.5f);", f"    turn{n}(two, one, 0.25f);", "  }",
            "  float last = one.v[0] + one.v[1] * 2 + two.v[2] + two.v[3];", "  __builtin_memcpy(&x, &last, 4);"]
    return lines + kernel(n, body, f"__launch_bounds__({r.choice((128, 256, 1024))}) ")


def module(shape, seed, number, modules):
    """The text of one module."""
    r = random.Random(f"{shape} {seed} {number}")
    return HEAD + "\n".join(globals()[shape](r, number, modules)) + "\n"
