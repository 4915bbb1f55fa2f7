"""Subscripts that are joined from several paths of which not each is affine: mirrored, clamped and wrapped neighbours, by
`?:`, `if`, `switch`, `&&`, loops left early, returns of functions and pointers chosen by a condition, with `/` and `%` by
sizes known at run time only. Draws come from a stream of its own, so that programs without joins are what they were."""
import random

from tree import Node

HELPERS = {
    "fold": """static int fold(int k, int n)
{
if (k < 0)
return -k % n;
if (k >= n)
return k % n;
return k;
}""",
    "mirror": """static int mirror(int k, int n)
{
if (k < 0)
k = (-k - 1) % n;
else if (k >= n)
k = 2 * n - 1 - k > 0 ? 2 * n - 1 - k : k % n;
return k;
}""",
    "lap": """static int lap(int k, int n)
{
for (int c = 0; c < 3; c++) {
if (k < n)
break;
k -= n;
}
return k < 0 ? 0 : k % n;
}""",
    "sort_of": """static int sort_of(int s, int k, int n)
{
int at;
switch (s % 3) {
case 0:
at = k < 0 ? 0 : k % n;
break;
case 1:
return k >= 0 && k < n ? k : n - 1;
default:
at = n / 2;
}
return at;
}""",
    "step": "static const int step[4] = {0, 2, 1, 1};",
}


class Joins:
    def __init__(self, program):
        self.program = program
        self.rng = random.Random(f"joins {program.seed}")
        self.on = self.rng.random() < 0.35
        self.made = set()

    def helper(self, name):
        if name not in self.made:
            self.made.add(name)
            self.program.definitions.add(HELPERS[name])
        return name

    def moved(self, scope):
        """A sum of variables and a constant: its text, and the least and largest value."""
        rng = self.rng
        fit = [v for v in scope.vars if v.signed]
        if not fit:
            return None
        var = rng.choice(fit[-2:] if rng.random() < 0.8 else fit)
        text, lo, hi = var.text, var.lo, var.hi
        if len(fit) > 1 and rng.random() < 0.3:
            other = rng.choice(fit)
            if rng.random() < 0.5:
                text, lo, hi = f"{text} - {other.text}", lo - other.hi, hi - other.lo
            else:
                text, lo, hi = f"{text} + {other.text}", lo + other.lo, hi + other.hi
        c = rng.choice([-3, -2, -1, -1, 0, 1, 1, 2, 3])
        if c:
            text = f"{text} {'+' if c > 0 else '-'} {abs(c)}"
        return text, lo + c, hi + c

    def subscript(self, scope, size):
        """An expression in [0, size), or None."""
        rng, n, extent = self.rng, size.text, size.value
        found = self.moved(scope)
        if not self.on or found is None or rng.random() > 0.6:
            return None
        e, lo, hi = found
        ways = []
        if hi < extent:
            ways += [f"({e} < 0 ? -({e}) % {n} : {e})"] * 6
            ways.append(f"(0 <= {e} ? {e} : {n} - 1 + ({e}) % {n})")
            ways.append(f"({e} >= 0 ? {e} : ({e} + 3) / {n} < 0 ? 0 : {n} / 2)")
            if lo >= -extent:
                ways.append(f"({e} < 0 ? {e} + {n} : {e})")
            ways.append(f"(int)({e} < 0 ? (unsigned)-({e}) % (unsigned){n} : (unsigned)({e}))")
        if lo > -extent and hi < 2 * extent:
            ways.append(f"({e} < 0 ? -({e}) : {e} >= {n} ? 2 * {n} - 1 - ({e}) : {e})")
        ways += [f"({e} < 0 ? -({e}) % {n} : ({e}) % {n})"] * 2
        ways.append(f"({e} < 0 ? 0 : {e} >= {n} ? {n} - 1 : {e})")
        ways.append(f"({e} >= {n} ? ({e}) % {n} : {e} < 0 ? {n} - 1 : {e})")
        ways.append(f"({e} >= 0 && ({e}) / {n} < 1 ? {e} : 0)")
        ways.append(f"({e} < 0 || {e} >= {n} ? {n} - 1 : {e})")
        for name in ("fold", "mirror", "lap"):
            if rng.random() < 0.3:
                ways.append(f"{self.helper(name)}({e}, {n})")
        if rng.random() < 0.2:
            first = rng.choice([v for v in scope.vars if v.signed])
            if first.lo >= 0:
                ways.append(f"{self.helper('sort_of')}({first.text}, {e}, {n})")
        if extent > 4 and hi < extent and rng.random() < 0.4:
            ways.append(f"({e} < 0 ? 0 : {e} < 4 ? {self.helper('step')}[{e}] : {e})")
        return Node(rng.choice(ways))

    def element(self, scope, array):
        """An element of a one-dimensional array through a pointer that a condition chooses, or None."""
        rng = self.rng
        found = self.moved(scope)
        if not self.on or found is None or len(array.dims) != 1 or rng.random() > 0.1:
            return None
        e, n = found[0], array.dims[0].text
        other = rng.choice(["0", f"{n} - 1", f"{n} / 2"])
        return ["(*(", f"{e} >= 0 && {e} < {n} ? &", *array.ref([e]), " : &", *array.ref([other]), "))"]

    def variable(self, body, scope, fresh):
        """Statements that give a new variable a value in [0, size) by paths that meet; what it is, or None."""
        rng = self.rng
        dims = [d for t in scope.own for d in t.array.dims] + [d for a in scope.arrays for d in a.dims]
        found = self.moved(scope)
        if not self.on or not dims or found is None or rng.random() > 0.25:
            return None
        size, (e, _, _) = rng.choice(dims), found
        n, k = size.text, fresh("k")
        kind = rng.randrange(6)
        if kind == 0:
            body.add(f"int {k} = {e};\nif ({k} < 0)\n{k} = -{k} % {n};\nelse if ({k} >= {n})\n{k} = {k} % {n};")
        elif kind == 1:
            body.add(f"int {k} = {n} - 1;\nif ({e} >= 0 && {e} < {n})\n{k} = {e};")
        elif kind == 2:
            first = scope.vars[0]
            if first.lo < 0:
                return None
            body.add(f"int {k};\nswitch ({first.text} % 3) {{\ncase 0:\n{k} = {e} < 0 ? 0 : ({e}) % {n};\nbreak;\n"
                     f"case 1:\n{k} = {e} >= 0 && {e} < {n} ? {e} : 0;\nbreak;\ndefault:\n{k} = {n} / 2;\n", "}")
        elif kind == 3:
            body.add(f"int {k} = {e};\nfor (int c = 0; c < 4; c++) {{\nif ({k} < {n})\nbreak;\n{k} -= {n};\n", "}\n",
                     f"if ({k} < 0 || {k} >= {n})\n{k} = 0;")
        elif kind == 4:
            body.add(f"int {k};\nif ({e} < 0)\n{k} = -({e}) % {n};\nelse\n{k} = ({e}) / {n} > 0 ? {n} - 1 : ({e}) % {n};")
        else:
            body.add(f"int {k} = ({e}) % {n};\n{k} += {k} < 0 ? {n} : 0;")
        return k, size.value - 1
