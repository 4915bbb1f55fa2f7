#!/usr/bin/env python3
"""Random CMAPS programs against plain C: arrays of one to three dimensions, whose processes read and write elements and
sections at shifted, periodic, scaled, divided and mixed subscripts, in `(… in A)` and in ranges, with layouts, reductions
and loops.

    cmaps.py --hydracc PATH --seeds 1..40       fails where any program prints something else than its plain C
    cmaps.py --hydracc PATH --seeds 7..7 --print

The plain C asks of every index in turn whether all its accesses lie inside, and copies each array before a parallel: it
shares no idea with what hydracc makes. Ten programs are built at once."""
import argparse
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import Report, difference, environment, run, runtime_messages  # noqa: E402

TYPES = ["double", "float", "int", "long", "short", "unsigned char", "cell"]
LAYOUTS = ["HYDRA_BLOCK", "HYDRA_CYCLIC", "HYDRA_BLOCK_CYCLIC(2)", "HYDRA_BLOCK_CYCLIC(3)", "HYDRA_GRID", "HYDRA_QUADTREE",
           "HYDRA_WEIGHTED(shares, 3)"]
NAMES = "ijk"
HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { int a; double b; } cell;
double shares[] = {1, 2.5, 0.5};
static long wrapped(long e, long n) { long r = n > 0 ? e % n : 0; return r < 0 ? r + n : r; }
"""


class Tile:
    def __init__(self, name, element, extents):
        self.name, self.element, self.extents = name, element, extents

    @property
    def dims(self):
        return len(self.extents)


class Subscript:
    """kind: at (an element's place), all ([*]), part (from `first`, so many elements)."""

    def __init__(self, kind, text, value, periodic=False, count=1, step=1):
        self.kind, self.text, self.value = kind, text, value # text: CMAPS; value: C, of the first
        self.periodic, self.count, self.step = periodic, count, step


class Access:
    def __init__(self, tile, subscripts):
        self.tile, self.subscripts = tile, subscripts

    def cmaps(self):
        return self.tile.name + "".join(f"[{s.text}]" for s in self.subscripts)

    def sections(self):
        return [s for s in self.subscripts if s.kind != "at"]

    def inside(self):
        """The condition under which it stays inside, in C."""
        parts = []
        for d, s in enumerate(self.subscripts):
            n = f"n_{self.tile.name}[{d}]"
            if s.kind == "all" or s.periodic:
                continue
            parts.append(f"0 <= ({s.value}) && ({s.value}) < {n}")
            if s.kind == "part":
                parts.append(f"({s.value}) + {(s.count - 1) * s.step} < {n}")
        return " && ".join(parts) or "1"

    def place(self, counters=()):
        """The number of the element, in C. counters: of the sections' elements."""
        counters, number = list(counters), "0"
        for d, s in enumerate(self.subscripts):
            n = f"n_{self.tile.name}[{d}]"
            at = f"({s.value})"
            if s.kind != "at":
                at = f"({s.value} + {s.step} * {counters.pop(0)})"
            if s.periodic:
                at = f"wrapped({at}, {n})"
            number = f"({number}) * {n} + {at}"
        return number


class Program:
    def __init__(self, seed):
        self.seed = seed
        self.rng = random.Random(f"cmaps {seed}")
        rng = self.rng
        self.values = {"p": rng.randint(-3, 3), "q": rng.randint(-2, 4), "r": rng.choice([-17, -1, 0, 1, 2, 5, 23])}
        dims = rng.choice([1, 1, 2, 2, 2, 3])
        big = {1: 23, 2: 9, 3: 5}[dims]
        extents = [rng.choice([rng.randint(1, big), rng.randint(1, big), rng.randint(big // 2, big), 0 if rng.random() < 0.1 else 2]) for _ in range(dims)]
        self.tiles = [Tile("A", rng.choice(TYPES), extents)]
        other = list(extents) if rng.random() < 0.6 else [max(1, n + rng.randint(-1, 2)) for n in extents]
        if rng.random() < 0.25:
            other = [rng.randint(1, big) for _ in range(rng.choice([1, 2, 3]))]
        self.tiles.append(Tile("B", rng.choice(TYPES), other))
        self.locals = []
        if rng.random() < 0.5:
            like = rng.choice(self.tiles)
            self.locals.append(Tile("D", rng.choice(TYPES), like.extents))
            self.locals[0].like = like
        self.counts = Tile("R", "long", [rng.randint(1, 9)]) if rng.random() < 0.3 else None
        if self.counts:
            self.tiles.append(self.counts)
        self.more = Tile("S", "long", [rng.randint(1, 9), rng.randint(1, 5)]) if rng.random() < 0.2 else None
        if self.more:
            self.tiles.append(self.more)
        self.functions, self.body, self.plain = [], [], []
        self.steps = rng.choice([1, 1, 2, 3])
        first = True
        for _ in range(rng.randint(1, 3)):
            self.parallel(first)
            first = False
        numbers = [t for t in self.tiles[:2] if t.element != "cell"]
        if numbers and rng.random() < 0.3:
            self.wave(rng.choice(numbers))

    # --- wave-fronts

    def wave(self, tile):
        """Vectors that some schedule h serves: accesses get new values one vector back, old ones one ahead."""
        rng, number = self.rng, len(self.functions)
        indexes = NAMES[:tile.dims]
        h = [rng.choice([-3, -2, -1, 1, 2, 3]) for _ in indexes]
        vectors = []
        while len(vectors) < rng.choice([1, 2, 2, 3]):
            vector = [rng.choice([-2, -1, 0, 0, 1, 1]) for _ in indexes]
            if sum(a * b for a, b in zip(h, vector)) > 0:
                vectors.append(vector)
        named, read, inside, values = [], [], [], []
        for at, vector in enumerate(vectors):
            new = at == 0 or rng.random() < 0.7
            shifts = [-v if new else v for v in vector]
            texts = []
            for index, shift in zip(indexes, shifts):
                by = next((f" + {name}" for name in "pq" if self.values[name] == shift and rng.random() < 0.3), f" + {shift}")
                texts.append(f"[{index}{by if shift else ''}]".replace("+ -", "- "))
            read.append(tile.name + "".join(texts))
            if new and read[-1] not in named:
                named.append(read[-1])
            access = Access(tile, [Subscript("at", "", f"{i} + {s}") for i, s in zip(indexes, shifts)])
            inside.append(access.inside())
            values.append(f"{tile.name}[{access.place()}]")
        own = Access(tile, [Subscript("at", i, i) for i in indexes])
        sum_of = " + ".join(f"{k + 2} * (long)a{k}" for k in range(len(read)))
        parameters = ", ".join(f"in {tile.element} a{k}" for k in range(len(read)))
        self.functions.append(f"void w{self.seed}_{number}({parameters}, inout {tile.element} x) "
                              f"{{ x = ({tile.element})(((long)x + {sum_of}) % 97); }}\n")
        head = f"{', '.join(indexes)} in {tile.name}"
        if rng.random() < 0.5: # ranges, in any order, in which all accesses stay inside
            reach = [max([0] + [abs(v[d]) for v in vectors]) for d in range(tile.dims)]
            ranges = [f"{i} in [{r}:ArraySize({tile.name}, {d}) - {r + 1}]" for d, (i, r) in enumerate(zip(indexes, reach))]
            rng.shuffle(ranges)
            head = ", ".join(ranges)
            inside += [f"{r} <= {i} && {i} <= n_{tile.name}[{d}] - {r + 1}" for d, (i, r) in enumerate(zip(indexes, reach))]
        self.body += [f"parallel ({head}) {{",
                      f"    wave: {', '.join(named)};",
                      f"    do: w{self.seed}_{number}({', '.join(read)}, {own.cmaps()});",
                      "}"]
        loops = "".join(f"for (long {i} = 0; {i} < n_{tile.name}[{d}]; {i}++) " for d, i in enumerate(indexes))
        time = " + ".join(f"{a} * {i}" for a, i in zip(h, indexes))
        reached = sum(abs(a) * n for a, n in zip(h, tile.extents))
        old = "".join(f"long a{k} = (long){value}; " for k, value in enumerate(values))
        self.plain.append(f"for (long w = -{reached}; w <= {reached}; w++) {loops}if ({time} == w && {' && '.join(inside)}) {{ "
                          f"{tile.element} *x = &{tile.name}[{own.place()}]; {old}"
                          f"*x = ({tile.element})(((long)*x + {sum_of}) % 97); }}")

    # --- subscripts

    def shift(self, span):
        """A constant: a number, or a scalar that the run brings. (text, value)"""
        if self.rng.random() < 0.3:
            name = self.rng.choice("pq")
            return name, self.values[name]
        number = self.rng.randint(-span, span)
        return str(number), number

    def affine(self, indexes):
        rng = self.rng
        way = rng.random()
        index = rng.choice(indexes)
        shift, _ = self.shift(2)
        if way < 0.55:
            return f"{index} + {shift}" if shift != "0" else index
        if way < 0.65:
            return f"{rng.choice([2, 3, -1, -2])} * {index} + {shift}"
        if way < 0.72:
            return f"{shift} - {index}"
        if way < 0.80 and len(indexes) > 1:
            a, b = rng.sample(indexes, 2)
            return f"{a} {rng.choice('+-')} {b} + {shift}"
        if way < 0.86:
            return f"{index} / {rng.choice([2, 3])}"
        if way < 0.90:
            return f"{index} % {rng.choice([2, 3])}"
        if way < 0.95:
            return f"q * {index} + {shift}"
        return shift

    def subscript(self, indexes, tile, d, sections):
        rng = self.rng
        n = tile.extents[d]
        if sections and rng.random() < 0.5:
            if rng.random() < 0.5:
                return Subscript("all", "*", "0", count=None)
            count = rng.randint(1, max(1, min(3, n)))
            step = rng.choice([1, 1, 2]) if count > 1 else 1
            first = self.affine(indexes)
            periodic = rng.random() < 0.4 and (count - 1) * step < max(n, 1)
            last = f"{first} + {(count - 1) * step}"
            inner = f"{first}:{last}" + (f":{step}" if step > 1 else "")
            return Subscript("part", f"cyc({inner})" if periodic else inner, first, periodic, count, step)
        text = self.affine(indexes)
        if rng.random() < 0.35:
            if rng.random() < 0.5:
                text = f"{rng.choice([1, 1, -1, 3])} * {rng.choice(indexes)} + {rng.choice(['r', '-41', '13', 'p * q'])}"
            return Subscript("at", f"cyc({text})", text, True)
        return Subscript("at", text, text)

    def around(self, tile, indexes):
        """Periodic in all dimensions, which any indexes count."""
        rng = self.rng
        order = rng.sample(indexes, len(indexes)) if rng.random() < 0.6 else list(indexes)
        subscripts = []
        for d in range(tile.dims):
            text = f"{order[d % len(order)]} + {rng.choice([-2, -1, 0, 1, 2])}" if d < len(order) else str(rng.randint(-3, 5))
            if rng.random() < 0.1:
                text = f"2 * {text}"
            count = rng.choice([1, 1, 2, 3])
            if count > 1 and count <= tile.extents[d]:
                subscripts.append(Subscript("part", f"cyc({text}:{text} + {count - 1})", text, True, count, 1))
            else:
                subscripts.append(Subscript("at", f"cyc({text})", text, True))
        return Access(tile, subscripts)

    # --- parallels

    def parallel(self, first):
        rng = self.rng
        others = [t for t in self.tiles + self.locals if t not in (self.counts, self.more)]
        target = rng.choice(self.locals) if first and self.locals else rng.choice(others)
        dims = target.dims
        indexes = list(NAMES[:dims])
        number = len(self.functions)
        ranges = rng.random() < 0.4 and not (first and self.locals)
        plain = [Subscript("at", i, i) for i in indexes]
        writes = Access(target, plain)
        accesses, reads = [], []
        for _ in range(rng.randint(1, 3)):
            tile = rng.choice([t for t in others if t is not target] or [target])
            if tile is target or (first and tile in self.locals):
                continue
            accesses.append(self.around(tile, indexes) if rng.random() < 0.3 else
                            Access(tile, [self.subscript(indexes, tile, d, True) for d in range(tile.dims)]))
        own = rng.random() < 0.5 # its own element, before
        if ranges:
            bounds = []
            for d, i in enumerate(indexes):
                n = target.extents[d]
                low = rng.randint(0, max(0, n - 1))
                high = rng.randint(low - 1, n - 1)
                step = rng.choice([1, 1, 2, 3])
                bounds.append((low, high, step))
            # What leaves its array would be an error: such accesses become periodic, or go.
            kept = []
            for access in accesses:
                for s in access.subscripts:
                    if s.kind == "at" and not s.periodic:
                        s.text, s.periodic = f"cyc({s.text})", True
                if all(s.kind != "part" or s.periodic for s in access.subscripts):
                    kept.append(access)
            accesses = kept
            domain = ", ".join(f"{i} in [{a}:{b}" + (f":{s}]" if s > 1 else "]") for i, (a, b, s) in zip(indexes, bounds))
            loops = "".join(f"for (long {i} = {a}; {i} <= {b}; {i} += {s}) " for i, (a, b, s) in zip(indexes, bounds))
        else:
            domain = f"{', '.join(indexes)} in {target.name}"
            loops = "".join(f"for (long {i} = 0; {i} < n_{target.name}[{d}]; {i}++) " for d, i in enumerate(indexes))
        combine = rng.choice([None, None, "+", "max", "min", "^"])
        # Empty arrays have nothing that a periodic subscript could name.
        accesses = [a for a in accesses if not any(s.periodic and a.tile.extents[d] == 0 for d, s in enumerate(a.subscripts))]

        parameters, arguments, terms, gather = [], [], [], []
        for n, access in enumerate(accesses):
            element, name = access.tile.element, f"x{n}"
            member = ".b" if element == "cell" else ""
            sections = access.sections()
            lengths = []
            for k, s in enumerate(sections):
                if s.kind == "all":
                    d = access.subscripts.index(s)
                    parameters.append(f"in int m{n}_{k}")
                    arguments.append(f"ArraySize({access.tile.name}, {d})")
                    lengths.append((f"m{n}_{k}", f"n_{access.tile.name}[{d}]"))
                else:
                    lengths.append((str(s.count), str(s.count)))
            parameters.append(f"in {element} {name}" + "".join(f"[{t}]" for t, _ in lengths))
            arguments.append(access.cmaps())
            if not sections:
                terms.append(f"sum += {n + 2} * (long){name}{member};")
                gather.append(f"sum += {n + 2} * (long)old_{access.tile.name}[{access.place()}]{member};")
                continue
            counters = [f"c{k}" for k in range(len(sections))]
            weight = " + ".join(f"{k + 2} * {c}" for k, c in enumerate(counters))
            own_loops = "".join(f"for (int {c} = 0; {c} < {t}; {c}++) " for c, (t, _) in zip(counters, lengths))
            plain_loops = "".join(f"for (int {c} = 0; {c} < {v}; {c}++) " for c, (_, v) in zip(counters, lengths))
            terms.append(f"{own_loops}sum += ({weight} + 1) * (long){name}{''.join(f'[{c}]' for c in counters)}{member};")
            gather.append(f"{plain_loops}sum += ({weight} + 1) * (long)old_{access.tile.name}[{access.place(counters)}]{member};")
        parameters.append("in long at")
        arguments.append(" + ".join(f"{k + 1} * {i}" for k, i in enumerate(indexes)))
        role = "inout" if own else "out"
        parameters.append(f"{role} {target.element} y")
        arguments.append(writes.cmaps())
        member = ".b" if target.element == "cell" else ""
        if own:
            terms.append(f"sum += 3 * (long){rng.choice(['(*y)', 'y']) if not member else 'y'}{member};")
            gather.append(f"sum += 3 * (long)old_{target.name}[{writes.place()}]{member};")
        store = f"y = sum % 50;" if not member else "y.a = sum % 7; y->b = sum % 50;"
        if member:
            store = "cell made = {(int)(sum % 7), (double)(sum % 50)}; *y = made;" if rng.random() < 0.5 else store
        result = f"*y = sum % 50;" if not member and rng.random() < 0.3 else store
        combined = ""
        if combine:
            parameters.append("out long s")
            arguments.append(f"reduce({combine}, total)")
            combined = " s = sum % 1000;"
        into = []
        for k, results in enumerate([self.counts, self.more]): # that are combined into elements
            if not results or rng.random() < 0.4:
                continue
            plainly = rng.random() < 0.5 and results.dims <= dims # each index by itself, as rows and columns have it
            chosen = rng.sample(indexes, results.dims) if plainly else []
            access = Access(results, [Subscript("at", chosen[d], chosen[d]) if plainly and not ranges else
                                      self.subscript(indexes, results, d, False) for d in range(results.dims)])
            for s in access.subscripts:
                if ranges and not s.periodic:
                    s.text, s.periodic = f"cyc({s.text})", True
            if ranges and plainly and all(b < min(results.extents) for _, b, _ in bounds):
                access = Access(results, [Subscript("at", i, i) for i in chosen])
            collect = rng.choice(["+", "max", "^"])
            into.append((access, collect, f"w{k}"))
            parameters.append(f"out long w{k}")
            arguments.append(f"reduce({collect}, {access.cmaps()})")
            combined += f" w{k} = sum % {100 - k};"
        self.functions.append(f"void f{self.seed}_{number}({', '.join(parameters)}) {{\n    long sum = at;\n    "
                              + "\n    ".join(terms) + f"\n    sum = sum < 0 ? -sum : sum;\n    {result}{combined}\n}}\n")
        do = rng.choice(["do: ", ""])
        self.body.append(f"parallel ({domain}) {{ {do}f{self.seed}_{number}({', '.join(arguments)}); }}")
        if combine:
            self.body.append("s = s * 3 + total;")
        inside = " && ".join([a.inside() for a in [*accesses, writes, *(access for access, _, _ in into)]])
        lines = [f"memcpy(old_{t.name}, {t.name}, sizeof *{t.name} * count_{t.name});" for t in self.tiles + self.locals]
        if combine:
            start = {"+": "0", "^": "0", "max": "-9223372036854775807L - 1", "min": "9223372036854775807L"}[combine]
            lines.append(f"total = {start};")
        for access, collect, _ in into:
            neutral = {"+": "0", "^": "0", "max": "-9223372036854775807L - 1"}[collect]
            lines.append(f"{loops}if ({inside}) {access.tile.name}[{access.place()}] = {neutral};")
        lines.append(f"{loops}if ({inside}) {{ long sum = {arguments[parameters.index('in long at')]}; {' '.join(gather)}"
                     " sum = sum < 0 ? -sum : sum;")
        place = writes.place()
        value = f"{target.name}[{place}] = sum % 50;" if not member else \
            f"{target.name}[{place}].a = sum % 7; {target.name}[{place}].b = sum % 50;"
        if combine:
            fold = {"+": "total += v;", "^": "total ^= v;", "max": "if (v > total) total = v;",
                    "min": "if (v < total) total = v;"}[combine]
            value += f" long v = sum % 1000; {fold}"
        for access, collect, w in into:
            fold = {"+": "*to += w;", "^": "*to ^= w;", "max": "if (w > *to) *to = w;"}[collect]
            value += f" {{ long w = sum % {100 - int(w[1:])}, *to = &{access.tile.name}[{access.place()}]; {fold} }}"
        lines.append(value + " }")
        if combine:
            lines.append("*s = *s * 3 + total;")
        self.plain += lines

    # --- the program

    def arguments(self):
        return f"in int p, in int q, in int r"

    def cmaps(self):
        rng = random.Random(f"cmaps text {self.seed}")
        tiles = ", ".join(f"inout tile {t.element} {t.name}{'[]' * t.dims}" for t in self.tiles)
        body = []
        for t in self.locals:
            body.append(f"{t.element} {t.name}{'[]' * t.dims};")
            extents = ", ".join(f"ArraySize({t.like.name}, {d})" for d in range(t.dims))
            body.append(f"ArrayMap({t.name}, {rng.choice(['L', 'M'])}, {extents});")
        for t in self.tiles:
            if rng.random() < 0.7:
                body.append(f"ArrayMap({t.name}, {rng.choice(['L', 'M'])});")
        body.append("long total;")
        body.append("s = 0;")
        inner = list(self.body)
        if self.steps > 1:
            inner = [f"loop (t in [1:{self.steps}]) {{"] + [f"    {line}" for line in inner] + ["}"]
        text = "\n".join(f"    {line}" for line in body + inner)
        return "".join(self.functions) + f"coordination void c{self.seed}({tiles}, {self.arguments()}, in layout L, in layout M, " \
            f"out long s) {{\n{text}\n}}\n"

    def plain_c(self):
        tiles = ", ".join(f"const long *n_{t.name}, {t.element} *{t.name}" for t in self.tiles)
        lines = []
        for t in self.locals:
            lines.append(f"const long *n_{t.name} = n_{t.like.name};")
        for t in self.tiles + self.locals:
            product = " * ".join(f"n_{t.name}[{d}]" for d in range(t.dims))
            lines.append(f"long count_{t.name} = {product};")
        for t in self.locals:
            lines.append(f"{t.element} *{t.name} = calloc(count_{t.name} + 1, sizeof *{t.name});")
        for t in self.tiles + self.locals:
            lines.append(f"{t.element} *old_{t.name} = calloc(count_{t.name} + 1, sizeof *{t.name});")
        lines += ["long total = 0;", "*s = 0; (void)total; (void)p; (void)q; (void)r;",
                  f"for (int t = 1; t <= {self.steps}; t++) {{", *self.plain, "}"]
        lines += [f"free(old_{t.name});" for t in self.tiles + self.locals] + [f"free({t.name});" for t in self.locals]
        text = "\n".join(f"    {line}" for line in lines)
        return f"void c{self.seed}({tiles}, int p, int q, int r, long *s) {{\n{text}\n}}\n"

    def caller(self, plain):
        """A function that makes the arrays, calls, and prints."""
        rng = random.Random(f"cmaps call {self.seed}")
        lines, call = [], []
        for t in self.tiles:
            lines.append(f"long n_{t.name}[] = {{{', '.join(map(str, t.extents))}}}, count_{t.name} = {' * '.join(map(str, t.extents))};")
            lines.append(f"{t.element} *{t.name} = calloc(count_{t.name} + 1, sizeof *{t.name});")
            value = f"{t.name}[e].a = e % 5; {t.name}[e].b = e * 7 % 23;" if t.element == "cell" else f"{t.name}[e] = e * 7 % 23;"
            lines.append(f"for (long e = 0; e < count_{t.name}; e++) {{ {value} }}")
            call += [f"n_{t.name}"] if plain else [f"n_{t.name}[{d}]" for d in range(t.dims)]
            call.append(t.name)
        call += [str(self.values[name]) for name in "pqr"]
        if not plain:
            call += [rng.choice(LAYOUTS), rng.choice(LAYOUTS)]
        lines += ["long s = 0;", f"c{self.seed}({', '.join(call)}, &s);", 'printf("%ld\\n", s);']
        for t in self.tiles:
            member = ".b" if t.element == "cell" else ""
            lines.append(f"for (long e = 0; e < count_{t.name}; e++) printf(\"%g \", (double){t.name}[e]{member});")
            lines.append('printf("\\n");')
            lines.append(f"free({t.name});")
        text = "\n".join(f"    {line}" for line in lines)
        return f"static void run{self.seed}(void) {{\n{text}\n}}\n"


def whole(programs, plain):
    text = HEAD if plain else HEAD.replace("static long wrapped(long e, long n) { long r = n > 0 ? e % n : 0; return r < 0 ? r + n : r; }\n", "")
    for p in programs:
        text += (p.plain_c() if plain else p.cmaps()) + p.caller(plain)
    calls = "\n".join(f"    if (which == {p.seed}) run{p.seed}();" for p in programs)
    return text + f"int main(int argc, char **argv) {{\n    int which = argc > 1 ? atoi(argv[1]) : 0;\n{calls}\n    return 0;\n}}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hydracc", required=True)
    parser.add_argument("--seeds", default="1..40")
    parser.add_argument("--batch", type=int, default=10)
    parser.add_argument("--print", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path, help="folder for programs that fail")
    options = parser.parse_args()
    low, high = map(int, options.seeds.split(".."))
    seeds = list(range(low, high + 1))
    if options.print:
        for seed in seeds:
            print(whole([Program(seed)], False))
            print("/* ---- plain C ---- */")
            print(whole([Program(seed)], True))
        return
    report = Report("fuzz.cmaps")
    with tempfile.TemporaryDirectory(prefix="hydra-cmaps-") as name:
        folder = pathlib.Path(name)
        for start in range(0, len(seeds), options.batch):
            batch(seeds[start:start + options.batch], folder, options, report)
    report.finish()


def batch(seeds, folder, options, report):
    programs = [Program(seed) for seed in seeds]
    (folder / "plain.c").write_text(whole(programs, True))
    (folder / "p.cmaps").write_text(whole(programs, False))
    level = "-O1" if seeds[0] % 3 == 0 else "-O0"
    built = run(["gcc", "-std=gnu11", "-w", level, "-ffp-contract=off", "-fsanitize=address,undefined", folder / "plain.c", "-o", folder / "plain"])
    if not report.check(built.status == 0, f"seeds {seeds[0]}..{seeds[-1]}: the plain C does not build\n{built.describe()}"):
        return
    made = run([options.hydracc, "--host=local", level, folder / "p.cmaps", "-o", folder / "p"], timeout=300)
    if made.status != 0 and len(programs) > 1:
        for seed in seeds:
            batch([seed], folder, options, report)
        return
    kept = options.keep
    if not report.check(made.status == 0, f"seed {seeds[0]}: refused\n{made.describe()}"):
        keep(kept, seeds[0], programs)
        return
    for p in programs:
        rng = random.Random(f"cmaps run {p.seed}")
        expected = run([folder / "plain", str(p.seed)])
        if not report.check(expected.status == 0, f"seed {p.seed}: the plain C is wrong\n{expected.describe()}"):
            continue
        for ranks in (1, rng.choice([2, 3]), rng.choice([4, 5, 7]), 3):
            extra = {"HYDRA_RANKS": ranks, "HYDRA_NUM_THREADS": rng.choice([1, 2])}
            if ranks == 3 and rng.random() < 0.3:
                extra["HYDRA_VERIFY"] = 1
            elif ranks == 3:
                extra["HYDRA_POLICY"] = "auto"
            result = run([folder / "p", str(p.seed)], env=environment(extra), timeout=60)
            shown = f"seed {p.seed}, {extra}"
            if not report.check(result.status == 0, f"{shown}: status {result.status}\n{result.describe()}"):
                keep(kept, p.seed, [p])
                break
            differs = difference(expected.out, result.out, "plain C", "CMAPS")
            if not report.check(not differs, f"{shown}: prints something else\n{differs}"):
                keep(kept, p.seed, [p])
                break
            messages = runtime_messages(result.err)
            report.check(not messages, f"{shown}: says {messages}")


def keep(folder, seed, programs):
    if folder is None:
        return
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{seed}.cmaps").write_text(whole(programs, False))
    (folder / f"{seed}.c").write_text(whole(programs, True))


if __name__ == "__main__":
    main()
