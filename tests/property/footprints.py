#!/usr/bin/env python3
"""Footprints against instrumented execution: random loops whose subscripts use all of C's integer operators are
translated by hydracc and linked with a recorder instead of the runtime. The recorder asks the footprint functions about
many chunks and compares with what a copy of each loop, whose accesses are noted one by one, really touched: what is read
must be described, what is written must be described exactly or as a possible write. Where a footprint function also says
which iterations touch which rows, the rows of a chunk must give what it says of the chunk.

    footprints.py --hydracc PATH [--seeds 1 2 3] [--loops N] [--keep] [--long]
"""
import argparse
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
INCLUDE = HERE.parent.parent / "runtime" / "include"

PRELUDE = """#include <stdlib.h>
#include <stddef.h>
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define WRAP(i, n) (((i) % (n) + (n)) % (n))
static const int dx[5] = {0, 1, 0, -1, 2};
static int opp[4] = {2, 3, 0, 1};
static const struct { int x, y; } dirs[3] = {{1, 0}, {-1, 2}, {0, -1}};
static inline int wrap(int i, int n) { if (i < 0) return i + n; if (i >= n) return i - n; return i; }
static inline int clamp(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }
static inline int imod(int a, int b) { int r = a % b; return r < 0 ? r + b : r; }
static inline long at(long y, long x, long w) { return y * w + x; }
"""


class Loop:
    """One random loop, as text with `ACCESS(array, write, subscript...)` where the two copies differ."""

    def __init__(self, number, rng):
        self.rng, self.number = rng, number
        self.types = {v: rng.choice(["int", "int", "int", "long", "unsigned", "size_t"]) for v in "nm"}
        self.types["k"] = rng.choice(["int", "int", "long"])
        self.types["s"] = "int"
        self.types["i"] = rng.choice(["int", "int", "int", "int", "long", "unsigned", "size_t", "short",
                                      "unsigned char", "signed char", "long long"])
        self.scope = ["i"]
        self.temps = 0
        self.body = self.statements(rng.randint(1, 3), 0)

    def pick(self, *choices):
        return self.rng.choice(choices)

    # -- expressions ---------------------------------------------------------------------------------------------
    def leaf(self):
        r = self.rng.random()
        if r < 0.6:
            return self.rng.choice(self.scope)
        if r < 0.8:
            return self.pick("n", "m", "k", "s")
        return str(self.rng.choice([0, 1, 1, 2, 3, 4, 7]))

    def size(self):
        return self.pick("n", "n", "m", "s", "2", "3", "4", "5", "8", "(n + 1)", "(m * 2)")

    def simple(self):
        v = self.rng.choice(self.scope)
        c = self.rng.randint(0, 3)
        return self.pick(v, f"{v} + {c}", f"{v} - {c}", f"{v} + k", f"{c} * {v}", f"n - 1 - {v}", f"{v} + n", f"{v} + m - 1",
                         f"{v} + n - {c}", f"{v} - {c} + n", f"k - {v}", f"{self.rng.choice(self.scope)} + {v}")

    def expr(self, depth):
        if depth <= 0:
            return self.leaf() if self.rng.random() < 0.5 else f"({self.simple()})"
        a, b = (lambda: self.expr(depth - 1)), (lambda: self.expr(depth - 2))
        form = self.rng.randrange(26)
        mask = self.rng.choice([1, 3, 7, 15, 6, 5, 12, "~1", "~3", "0xfe"])
        if form < 4:
            return f"({a()} {self.pick('+', '-')} {b()})"
        if form < 6:
            return f"({a()} * {self.pick('2', '3', '-1', 'm', 'n')})"
        if form < 10:
            return f"(({a()}) % {self.size()})"
        if form < 12:
            return f"(({a()}) / {self.size()})"
        if form == 12:
            return f"WRAP({a()}, {self.pick('n', 'm', '4')})"
        if form == 13:
            return f"(({a()}) {self.pick('>>', '<<')} {self.rng.randint(0, 3)})"
        if form == 14:
            return f"(({a()}) & {mask})"
        if form == 15:
            return f"(({a()}) {self.pick('|', '^')} {self.rng.choice([1, 2, 3, 4, 8])})"
        if form == 16:
            return f"({self.condition()} ? {a()} : {b()})"
        if form == 17:
            return f"{self.pick('MIN', 'MAX')}({a()}, {b()})"
        if form == 18:
            return f"abs({a()})"
        if form == 19:
            return f"wrap({a()}, n)"
        if form == 20:
            return f"clamp({a()}, 0, n - 1)"
        if form == 21:
            return f"imod({a()}, {self.pick('n', 'm')})"
        if form == 22:
            return f"({self.pick('unsigned', 'size_t', 'long', 'short', 'unsigned char', 'signed char', 'int')})({a()})"
        if form == 23:
            table = self.pick("dx[({}) % 5]", "dx[({}) & 3]", "opp[({}) & 3]", "dirs[({}) % 3].x", "dirs[({}) & 1].y")
            return table.format(self.rng.choice(self.scope))
        if form == 24:
            return f"({a()} + ({self.condition()}))"
        return f"({self.pick('-', '~')}({a()}))"

    def condition(self):
        a, b = self.expr(1), self.leaf()
        compare = f"({a}) {self.pick('<', '<=', '>', '>=', '==', '!=')} {b}"
        r = self.rng.random()
        if r < 0.7:
            return f"({compare})"
        if r < 0.85:
            return f"({compare} {self.pick('&&', '||')} {self.expr(0)} {self.pick('<', '>')} {self.leaf()})"
        return f"({self.expr(1)} {self.pick('& 1', '% 2', '% 3 == 1')})"

    def subscript(self):
        return self.expr(self.pick(0, 0, 0, 1, 1, 2))

    def access(self, array, write):
        if self.rng.random() < 0.2:
            column = self.pick("WRAP({}, m)", "imod({}, m)", "clamp({}, 0, m - 1)", "(unsigned)({}) % m")
            return f"ACCESS2({array}, {write}, {self.subscript()}, {column.format(self.subscript())})"
        if self.rng.random() < 0.25:
            form = self.pick("({}) * m + ({})", "({}) * n + ({})", "at({}, {}, m)", "({}) * 4 + ({})")
            return f"ACCESS({array}, {write}, {form.format(self.subscript(), self.subscript())})"
        return f"ACCESS({array}, {write}, {self.subscript()})"

    def value(self):
        return " + ".join(self.access(self.pick(0, 1), 0) for _ in range(self.rng.randint(1, 2)))

    # -- statements ----------------------------------------------------------------------------------------------
    def statements(self, count, depth):
        kept = list(self.scope)
        text = "".join(self.statement(depth) for _ in range(count))
        self.scope = kept
        return text

    def statement(self, depth):
        r = self.rng.random()
        indent = "    " * (depth + 2)
        if r < 0.15:
            self.temps += 1
            name = f"t{self.temps}"
            kind = self.pick("int", "int", "long", "unsigned", "size_t", "short")
            text = f"{indent}{kind} {name} = {self.expr(2)};\n"
            self.scope.append(name)
            change = self.rng.random()
            if change < 0.3:
                text += f"{indent}if ({name} >= n) {name} -= n;\n"
            elif change < 0.5:
                text += f"{indent}if {self.condition()} {name} {self.pick('+=', '-=', '=')} {self.leaf()};\n"
            elif change < 0.6:
                text += f"{indent}{name}{self.pick('++', '--')};\n"
            elif change < 0.7:
                text += f"{indent}{name} {self.pick('%=', '/=', '*=', '&=', '>>=')} {self.pick('2', '3', '4')};\n"
            return text + self.statement(depth)
        if r < 0.3 and depth < 2:
            test = self.condition() if self.rng.random() < 0.8 else f"({self.access(0, 0)} > 5)"
            text = f"{indent}if {test} {{\n{self.statements(1, depth + 1)}{indent}}}"
            if self.rng.random() < 0.4:
                text += f" else {{\n{self.statements(1, depth + 1)}{indent}}}"
            return text + "\n"
        if r < 0.5 and depth < 2:
            name = "jl"[depth]
            low, high = self.pick("0", "1", self.simple()), self.pick("n", "m", "4", self.simple())
            kind = self.pick("int", "int", "long", "unsigned")
            if self.rng.random() < 0.2:
                head = f"for ({kind if kind != 'unsigned' else 'int'} {name} = m - 1; TICK {name} >= {low}; {name}--)"
            else:
                head = f"for ({kind} {name} = {low}; TICK {name} < {high}; {self.pick(name + '++', name + '++', name + ' += 2')})"
            self.scope.append(name)
            inner = self.statements(1, depth + 1)
            self.scope.remove(name)
            return f"{indent}{head} {{\n{inner}{indent}}}\n"
        if r < 0.55:
            return f"{indent}if {self.condition()} continue;\n" + self.statement(depth)
        target = self.access(self.pick(2, 3), 1)
        return f"{indent}{target} = {self.value()};\n"

    # -- the two copies ------------------------------------------------------------------------------------------
    def header(self):
        t = self.types["i"]
        unsigned = t.startswith("unsigned") or t == "size_t"
        up = [f"{t} i = 0; i < n; i++", f"{t} i = 0; i < n; i++", f"{t} i = 1; i <= m; i++", f"{t} i = 0; i != n; ++i",
              f"{t} i = 2; i < n * 2 - 1; i++"]
        counted = [f"{t} i = 0; i < n; i += 2", f"{t} i = 1; i < n + m; i += s", f"{t} i = 0; i <= n; i = i + 3"]
        if not unsigned:
            up += [f"{t} i = n - 1; i >= 0; i--", f"{t} i = -3; i < 9; i++"]
            counted += [f"{t} i = n; i > 0; i -= 2"]
        return (self.rng.choice(up), 0) if self.rng.random() < 0.75 else (self.rng.choice(counted), 1)

    def copies(self):
        """The text for hydracc, and the instrumented one."""
        head, counted = self.header()
        first, test, step = head.split("; ")
        parameters = ", ".join(f"{self.types[v]} {v}" for v in "nmks")
        signature = f"int *a0, int *a1, int *a2, int *a3, {parameters}"
        plain = f"void loop_{self.number}({signature})\n{{\n"
        for array in range(4):
            if f"ACCESS2({array}," in self.body:
                plain += f"    int (*b{array})[m] = (int (*)[m])a{array};\n"
        plain += f"#pragma hydra parallel for\n    for ({head}) {{\n{expand(self.body, False)}    }}\n}}\n"
        seen = f"void seen_{self.number}({signature})\n{{\n    long seen = 0;\n    (void)seen;\n"
        seen += f"    for ({first}; tick() && {test}; {step}) {{\n        seen_x = {'seen++' if counted else 'i'};\n{expand(self.body, True)}    }}\n}}\n"
        return plain, seen, counted

    def calls(self, counted):
        text = ""
        for _ in range(3):
            n, m, s = self.rng.randint(1, 14), self.rng.randint(1, 9), self.rng.randint(1, 4)
            k = self.rng.choice([0, 1, -1, 2, 5, -3, 30, -17, n, -n])
            arguments = ", ".join(f"arrays[{a}] + MARGIN" for a in range(4)) + f", {n}, {m}, {k}, {s}"
            text += f'    begin_loop("loop_{self.number}({n}, {m}, {k}, {s})", {counted});\n'
            text += f"    seen_{self.number}({arguments});\n    loop_{self.number}({arguments});\n"
        return text


def arguments_of(text, start):
    """The comma-separated arguments of the call whose '(' is at start, and the position after its ')'."""
    parts, depth, last = [], 0, start + 1
    for at in range(start, len(text)):
        c = text[at]
        depth += (c in "([{") - (c in ")]}")
        if (c == "," and depth == 1) or depth == 0:
            parts.append(text[last:at].strip())
            last = at + 1
        if depth == 0:
            return parts, at + 1
    raise ValueError(text)


def expand(text, instrumented):
    """ACCESS(array, write, e) and ACCESS2(array, write, row, column) as subscripts, or as calls that note them."""
    text = text.replace("TICK ", "tick() && " if instrumented else "")
    out, at = "", 0
    while True:
        match = re.compile(r"ACCESS2?\(").search(text, at)
        if not match:
            return out + text[at:]
        parts, end = arguments_of(text, match.end() - 1)
        array, write, *subscripts = [parts[0], parts[1], *(expand(p, instrumented) for p in parts[2:])]
        out += text[at:match.start()]
        if not instrumented:
            out += ("b" if len(subscripts) == 2 else "a") + array + "".join(f"[{s}]" for s in subscripts)
        elif len(subscripts) == 2:
            out += f"*touched_row({array}, (long)({subscripts[0]}), (long)({subscripts[1]}), (long)m, {write})"
        else:
            out += f"*touched({array}, (long)({subscripts[0]}), {write})"
        at = end


def write_program(folder, loops):
    plain, seen, calls, lines = PRELUDE, '#include "recorder.h"\n' + PRELUDE, "", {}
    for loop in loops:
        first, second, counted = loop.text
        for line in range(plain.count("\n") + 1, (plain + first).count("\n") + 1):
            lines[line] = loop
        plain += first
        seen += second + first.split("\n")[0] + ";\n"
        calls += loop.call_text
    (folder / "loops.c").write_text(plain)
    (folder / "seen.c").write_text(seen + "void run_all(void)\n{\n" + calls + "}\n")
    return lines


def run(command, **more):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=200, **more)


def build(folder, loops, hydracc):
    """Translates and links; a loop that hydracc refuses (with its reason) is left out. The executable, or None."""
    for _ in range(12):
        lines = write_program(folder, loops)
        result = run([hydracc, "-S", "-g", "--host=local", "-w", "-Wno-error=hydra-race", "loops.c", "-o", "out"], cwd=folder)
        refused = {id(lines[int(l)]) for l in re.findall(r"loops\.c:(\d+):\d+: error:", result.stderr) if int(l) in lines}
        if result.returncode == 0:
            break
        if not refused:
            print(result.stdout + result.stderr)
            return None
        loops[:] = [loop for loop in loops if id(loop) not in refused]
    command = ["gcc", "-std=gnu11", "-O0", "-w", "-fwrapv", "-I", INCLUDE, "-I", HERE, HERE / "recorder.c", "seen.c",
               *(folder / "out").rglob("*.c"), "-o", "prog", "-lm"]
    result = run(command, cwd=folder)
    if result.returncode != 0:
        print(result.stderr)
        return None
    return folder / "prog"


def check(seed, count, options):
    rng = random.Random(seed)
    loops = [Loop(number, rng) for number in range(count)]
    for loop in loops:
        loop.text = loop.copies()
        loop.call_text = loop.calls(loop.text[2])
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hydra-property-"))
    program = build(folder, loops, options.hydracc)
    good = False
    if program:
        result = run([program])
        good = result.returncode == 0
        by_rule = re.search(r"(\d+) elements by rule", result.stdout)
        options.by_rule += int(by_rule[1]) if by_rule else 0
        print(f"seed {seed}: {len(loops)} of {count} loops: {result.stdout.strip().splitlines()[-1] if result.stdout else ''}"
              + ("" if good else f" (status {result.returncode})"))
        if not good:
            print(result.stdout)
            names = {int(n) for n in re.findall(r"loop_(\d+)\(", result.stdout)}
            for loop in loops:
                if loop.number in names:
                    print(loop.text[0])
    if options.keep:
        print(folder)
    else:
        shutil.rmtree(folder)
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hydracc", required=True, type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("--seeds", nargs="*", type=int, default=[2, 12, 13])
    parser.add_argument("--loops", type=int, default=8, help="loops a seed")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--long", action="store_true", help="200 seeds")
    options = parser.parse_args()
    seeds = range(1000, 1200) if options.long else options.seeds
    options.by_rule = 0
    bad = [seed for seed in seeds if not check(seed, options.loops, options)]
    if bad:
        print("wrong:", *bad)
    if options.by_rule == 0:
        print("no footprint said which rows an iteration touches")
    return 1 if bad or options.by_rule == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
