"""The statements of a random parallel loop's body: assignments to what the iteration owns, under conditions, in inner
loops of every kind, through row pointers, structure pointers and helper functions, over sparse rows."""
from copy import copy

from records import read_whole
from tree import Block, Header, Node
from values import COMPLEX, MODULAR, Array, Temp, Var, as_value, condition, expression, limited, read, stored, subscript


class Target:
    """What an iteration owns of an array: `owned[d]` makes the subscript of dimension d. `whole`: the Structures whose
    every field at this subscript it owns, too."""

    def __init__(self, array, owned=None, whole=None):
        self.array, self.owned, self.whole = array, owned or {}, whole

    def ref(self, scope):
        return self.array.ref([self.owned[d]() if d in self.owned else subscript(scope, size)
                               for d, size in enumerate(self.array.dims)])

    def read(self, scope):
        return as_value(self.array, self.ref(scope))

    def along(self, scope):
        """A row of it that the iteration owns, as a function of the subscript, and its length; None: it owns none."""
        free = [d for d in range(len(self.array.dims)) if d not in self.owned]
        if not free or not self.owned:
            return None
        d = scope.rng.choice(free)
        others = [self.owned[e]() if e in self.owned else subscript(scope, size)
                  for e, size in enumerate(self.array.dims)]
        return (lambda at: self.array.ref([at if e == d else text for e, text in enumerate(others)])), self.array.dims[d]


def loop_head(rng, var, lo, hi, step="1", down=False, ctype="int", declared=True):
    """The head of a loop over [lo, hi) by step, both ways round; lo, hi, step are texts."""
    decl = f"{ctype} " if declared else ""
    count = f"(({hi}) - ({lo}) + ({step}) - 1) / ({step})"
    one = step == "1"
    if down:
        first = f"{hi} - 1"
        move = rng.choice([f"{var}--", f"--{var}", f"{var} -= 1"]) if one else rng.choice(
            [f"{var} -= {step}", f"{var} = {var} - {step}"])
        test = rng.choice([f"{var} >= {lo}", f"{var} > {lo} - 1"] + [f"{var} != {lo} - 1"] * one)
        value = f"({first}) - k_ * ({step})"
    else:
        first = lo
        move = rng.choice([f"{var}++"] * 5 + [f"++{var}", f"{var} += 1", f"{var} = {var} + 1"]) if one else rng.choice(
            [f"{var} += {step}", f"{var} = {var} + {step}", f"{var} = {step} + {var}"])
        test = rng.choice([f"{var} < {hi}"] * 5 + [f"{var} <= {hi} - 1", f"{hi} > {var}"] + [f"{var} != {hi}"] * one)
        value = f"({lo}) + k_ * ({step})"
    forward = f"for ({decl}{var} = {first}; {test}; {move})"
    inside = f"for (long k_ = {count} - 1, {var}_ = 0; k_ >= 0 && (({var}_ = {value}), 1); k_--)"
    backward = f"{inside} for ({ctype} {var} = {var}_, once_ = 1; once_; once_ = 0)" if declared else (
        f"for (long k_ = {count} - 1; k_ >= 0 && (({var} = {value}), 1); k_--)")
    return Header(forward, backward)


class Body:
    def __init__(self, rng, place, sparse=(), structures=(), duos=()):
        self.rng, self.place, self.sparse = rng, place, list(sparse)
        self.end = None  # the label behind the last statement, where one is needed
        self.structures, self.duos = structures, duos

    def add(self, body, scope, depth, count):
        """Some statements, an assignment last."""
        kinds = [(6, self.assign), (3 if depth < 3 else 0, self.inner_loop), (2 if depth < 3 else 0, self.branch),
                 (2, self.temporary), (0.6 if depth < 2 else 0, self.while_loop), (0.6 if depth < 2 else 0, self.switch),
                 (0.4 if depth == 0 else 0, self.skip), (0.7, self.call), (0.7 if depth < 2 else 0, self.within),
                 (1, self.row), (0.8, self.structure), (1.5 if self.sparse and depth < 2 else 0, self.sparse_row),
                 (0.2, self.check), (0.4, self.halving), (0.4, self.walk), (0.1, self.say),
                 (1.2 if depth < 2 else 0, self.jump), (0.8, self.through_pointer)]
        program = self.place.program
        kinds += [(0.2 if program.calls.links else 0, self.unknown), (0.1 if program.reading.reads else 0, self.hear)]
        wide = any(len(t.array.dims) > len(t.owned) for t in scope.own)
        if (self.structures or self.duos) and depth < 2 and self.rng.random() < 0.6:
            self.record(body, scope)
        joined = self.rng.joins.variable(body, scope, self.place.fresh) if count else None
        if joined:
            scope.vars = [*scope.vars, Var(joined[0], 0, joined[1])]
        if program.counts.random() < 0.12:
            self.counted(body, scope)
        for _ in range(count):
            kind = self.rng.choices([k for _, k in kinds], [w for w, _ in kinds])[0]
            if wide and depth < 2 and self.rng.random() < 0.4:
                kind = self.inner_loop
            kind(body, scope, depth)
        self.assign(body, scope, depth)

    # --- assignments and temporaries

    def assign(self, body, scope, _=0):
        rng = self.rng
        target = rng.choice(scope.own)
        ref = target.ref(scope)
        elem = target.array.elem
        if elem in COMPLEX and rng.random() < 0.6:
            self.assign_complex(body, scope, target, ref)
            return
        value = expression(scope, target.array.cls, rng.choice([1, 1, 2, 2, 3]))
        if elem in ("double", "float", *MODULAR) and rng.random() < 0.25:
            op = rng.choice("+-")
            value = limited(value, 1000)
            body.add(*ref, f" {op}= ", value, ";")
        elif elem in MODULAR and rng.random() < 0.2:
            body.add("++", *ref, ";")
        else:
            body.add(*ref, " = ", stored(value, elem), ";")

    def assign_complex(self, body, scope, target, ref):
        """An assignment by arithmetic of complex numbers, none of which grows."""
        others = [a for a in scope.arrays if a.elem in COMPLEX]
        other = read(scope, self.rng.choice(others)) if others else target.read(scope)
        other, kind = other.parts[1:-1], self.rng.randrange(5)  # without the call of `part`
        if kind == 0:
            body.add(*ref, " = conj(", *other, ");")
        elif kind == 1:
            body.add(*ref, " = (", *ref, " + ", *other, ") / 2;")
        elif kind == 2:
            body.add(*ref, " *= ", self.rng.choice(["I", "-1", "0.5 * (1 + I)", "cexp(I * 0.3)"]), ";")
        elif kind == 3:
            body.add(*ref, " = ", *ref, " * (", *other, ") / 1500;")
        else:
            body.add(*ref, " = cabs(", *other, ") - 3 * I;")

    def temporary(self, body, scope, _):
        rng, name = self.rng, self.place.fresh("t")
        if rng.random() < 0.4 and scope.own:
            dims = [d for t in scope.own for d in t.array.dims] + [d for a in scope.arrays for d in a.dims]
            if dims:
                size = rng.choice(dims)
                body.add(f"{rng.choice(['int', 'int', 'long', 'const int'])} {name} = ", subscript(scope, size), ";")
                scope.vars = [*scope.vars, Var(name, 0, size.value - 1)]
            return
        cls = rng.choice("IF")
        value = expression(scope, cls)
        body.add(f"{rng.choice(['', 'const '])}{'int' if cls == 'I' else 'double'} {name} = ", value, ";")
        scope.temps = [*scope.temps, Temp(name, cls, value.bound)]

    # --- control

    def inner_loop(self, body, scope, depth):
        rng, name = self.rng, self.place.fresh("j")
        free = [(t.array.dims[d]) for t in scope.own for d in range(len(t.array.dims)) if d not in t.owned]
        size = rng.choice(free) if free and rng.random() < 0.8 else None
        if size is None:
            c, low = rng.choice([2, 3, 4]), rng.choice([0, 0, -1])
            head, var = f"for (int {name} = {low}; {name} < {c}; {name}++)", Var(name, low, c - 1)
        else:
            head, var = self.inner_head(scope, name, size)
        inner = scope.inner(var)
        block = Block()
        self.add(block, inner, depth + 1, rng.choice([0, 0, 0, 1, 2]))
        if rng.random() < 0.08:
            block.add("if (", condition(inner), f")\n{rng.choice(['break', 'continue'])};")
            self.assign(block, inner)
        body.add(head, " {\n", block, "}")

    def inner_head(self, scope, name, size):
        """The head of a loop over (part of) a dimension, and its variable."""
        rng = self.rng
        low, high = rng.choice([0, 0, 0, 1, 1]), rng.choice([0, 0, 0, 1, 1])
        if low + high >= size.value:
            low = high = 0
        lo, hi = str(low), size.text + (f" - {high}" if high else "")
        outer = scope.vars[0]
        if rng.random() < 0.12:  # counts down, unsigned
            ctype = rng.choice(["unsigned", "size_t", "unsigned long"])
            return f"for ({ctype} {name} = {hi}; {name}-- > {lo};)", Var(name, low, size.value - 1 - high, False)
        if outer.lo >= 0 and outer.signed and outer.hi < size.value and rng.random() < 0.25:  # a triangle
            if rng.random() < 0.5:
                lo, low = outer.text, outer.lo
            else:
                hi, lo, low = f"{outer.text} + 1", "0", 0
                high = size.value - 1 - outer.hi
        step, down = rng.choice(["1"] * 6 + ["2"]), rng.random() < 0.15
        ctype = "int" if down else rng.choice(["int"] * 6 + ["size_t", "unsigned", "long"])
        head = str(loop_head(rng, name, lo, hi, step, down, ctype))
        return head, Var(name, low, max(low, size.value - 1 - high), ctype in ("int", "long"))

    def branch(self, body, scope, depth):
        block = Block()
        self.add(block, scope.inner(), depth + 1, self.rng.choice([0, 0, 1]))
        test = condition(scope, affine=self.rng.random() < 0.5)
        if self.rng.random() < 0.4:
            other = Block()
            self.add(other, scope.inner(), depth + 1, 0)
            body.add("if (", test, ") {\n", block, "} else {\n", other, "}")
        else:
            body.add("if (", test, ") {\n", block, "}")

    def within(self, body, scope, depth):
        """A condition that makes a subscript safe, and statements that use it."""
        rng, var = self.rng, self.rng.choice(scope.vars)
        sizes = [d for a in scope.arrays for d in a.dims]
        if not sizes or var.lo < 0:
            return
        size, c = rng.choice(sizes), rng.randrange(1, 4)
        if rng.random() < 0.5 and var.lo + c < size.value:
            test, new = f"{var.text} + {c} < {size.text}", Var(f"({var.text} + {c})", var.lo + c, size.value - 1, False)
        elif var.hi >= c:
            test, new = f"{var.text} >= {c}", Var(f"({var.text} - {c})", 0, var.hi - c, False)
        else:
            return
        block = Block()
        self.add(block, scope.inner(new), depth + 1, 0)
        body.add(f"if ({test}) {{\n", block, "}")

    def while_loop(self, body, scope, depth):
        name = self.place.fresh("w")
        inner = scope.inner(Var(name, 0, 3))
        block = Block()
        self.add(block, inner, depth + 1, 0)
        if self.rng.random() < 0.5:
            body.add(f"int {name} = 0;\nwhile ({name} < 3 && (", condition(inner), ")) {\n", block, f"{name}++;\n", "}")
        else:
            body.add(f"int {name} = 0;\ndo {{\n", block, "} ", f"while (++{name} < 3);")

    def counted(self, body, scope):
        """Writes along a row of the iteration's own at places that it counts, as data tell it to: up to its end, down
        from there, two by two, or what is greater moved on for what comes in front of it."""
        scope, rng = copy(scope), self.place.program.counts
        scope.rng = rng
        own = [t for t in scope.own if t.array.elem not in (*COMPLEX, *MODULAR) and t.along(scope)]
        if not own:
            return
        target = rng.choice(own)
        (row, size), elem = target.along(scope), target.array.elem
        k, j, n = self.place.fresh("k"), self.place.fresh("j"), size.text
        value = stored(expression(scope, target.array.cls), elem)
        inner = scope.inner(Var(j, 0, 3))
        test, kind, ctype = condition(inner), rng.randrange(9), rng.choice(["int", "int", "long"])
        if kind > 4:
            return self.moving(body, row, n, value, kind, ctype)
        rounds = f"for (int {j} = 0; {j} < 4; {j}++)\n"
        if kind == 0:
            room = rng.choice([f"{k} < {n}", f"{k} <= {n} - 1", f"{n} > {k}"])
            body.add(f"{ctype} {k} = 0;\n{rounds}if ((", test, f") && {room})\n", *row(f"{k}++"), " = ", value, ";")
        elif kind == 1:
            body.add(f"{ctype} {k} = {n};\n{rounds}if ({k} > 0 && (", test, "))\n", *row(f"--{k}"), " = ", value, ";")
        elif kind == 2:
            body.add(f"{ctype} {k} = 0;\nwhile ({k} + 1 < {n} && ", *row(k), " < 3) {\n", *row(k), " = 4;\n",
                     *row(f"{k} + 1"), " = ", value, f";\n{k} += 2;\n", "}")
        elif kind == 3:
            body.add(f"for (int {j} = 1; {j} < {n}; {j}++) {{\ndouble v{k} = ", *row(j), f";\n{ctype} {k} = {j} - 1;\n"
                     f"while ({k} >= 0 && ", *row(k), f" > v{k}) {{\n", *row(f"{k} + 1"), " = ", *row(k),
                     f";\n{k}--;\n}}\n", *row(f"{k} + 1"), f" = v{k};\n", "}")
        else:
            body.add(f"int {k};\nfor ({k} = {n} - 1; {k} > 0 && ", *row(f"{k} - 1"), f" > 1; {k}--)\n", *row(k), " = ",
                     *row(f"{k} - 1"), ";\n", *row(k), " = ", value, ";")

    def moving(self, body, row, n, value, kind, ctype):
        """The same at places that move once a round, or, where data end the round early, perhaps not."""
        rng, k, j = self.place.program.counts, self.place.fresh("k"), self.place.fresh("j")
        store = (*row(k), " = ", value, ";\n")
        early = rng.random() < 0.3
        if kind == 5:
            body.add(f"{ctype} {k} = 0;\nfor (int {j} = 0; {j} < {n}; {j}++) {{\n",
                     f"if ({j} % 3 == 1)\ncontinue;\n" if early else "",
                     *row(f"{k}++"), " = ", value, ";\n}")
        elif kind == 6:
            body.add(f"{ctype} {k} = {n};\nwhile ({rng.choice([f'{k} > 0', f'{k}', f'{k} != 0'])}) {{\n", *row(f"--{k}"),
                     " = ", value, ";\n", f"if ({k} == 1)\nbreak;\n" if early else "", "}")
        elif kind == 7:
            body.add(f"{ctype} {k} = 0;\nint {j} = {n};\nwhile ({j}-- > 0) {{\n", *store, f"{k}++;\n}}")
        else:
            step = rng.choice([1, 1, 2])
            body.add(f"{ctype} {k};\nint {j};\nfor ({j} = 0, {k} = 0; {k} < {n}; {j}++, {k} += {step}) {{\n", *store,
                     f"if ({j} > 3)\n{k}++;\n" if early else "", f"}}\nif ({k} == {n} && {k} > 1)\n", *row(f"{k} - 2"),
                     " = ", value, ";")

    def halving(self, body, scope, _):
        """A loop whose end depends on what it computes."""
        name, steps = self.place.fresh("r"), self.place.fresh("w")
        value = limited(expression(scope, "F"), 1000)
        body.add(f"double {name} = ", value, f";\nint {steps} = 0;\nwhile ({name} > 1.0) {{\n{name} = {name} / 2 - 0.25;\n"
                 f"{steps}++;\n", "}")
        scope.temps = [*scope.temps, Temp(name, "F", 1000)]
        scope.vars = [*scope.vars, Var(steps, 0, 10)]

    def switch(self, body, scope, depth):
        rng, first, second = self.rng, Block(), Block()
        self.add(first, scope.inner(), depth + 1, 0)
        self.add(second, scope.inner(), depth + 1, 0)
        var = rng.choice(scope.vars)
        on = Node(f"{var.text} % 3") if rng.random() < 0.6 else Node("(", expression(scope, "I"), ") & 1")
        body.add("switch (", on, ") {\ncase 0:\n{\n", first, "}\n", rng.choice(["break;\n", ""]),
                 rng.choice(["case 1:", "default:"]), "\n{\n", second, "}\nbreak;\n}")

    def skip(self, body, scope, _):
        if self.rng.random() < 0.3:
            self.end = self.end or self.place.fresh("next")
            body.add("if (", condition(scope), f")\ngoto {self.end};")
        else:
            body.add("if (", condition(scope), ")\ncontinue;")

    def jump(self, body, scope, depth):
        """Statements that a goto leaves out, repeats, or ends with the loops around them."""
        label, count, kind = self.place.fresh("label"), self.place.fresh("w"), self.rng.randrange(3)
        inner, block = scope.inner(*[Var(count, 0, 2)] * (kind > 0)), Block()
        self.add(block, inner, depth + 1, self.rng.choice([0, 0, 1]))
        if kind == 0:
            body.add("if (", condition(scope), f")\ngoto {label};\n{{\n", block, "}\n", f"{label}:;")
        elif kind == 1:
            body.add(f"int {count} = 0;\n{label}:\n{{\n", block, "}\n", f"if (++{count} < 3 && (", condition(scope),
                     f"))\ngoto {label};")
        else:
            again = self.place.fresh("q")
            body.add(f"for (int {again} = 0; {again} < 2; {again}++)\nfor (int {count} = 0; {count} < 3; {count}++) {{\n",
                     block, "if (", condition(inner), f")\ngoto {label};\n", "}\n", f"{label}:;")

    def check(self, body, scope, _):
        """A check that never fails."""
        value = limited(expression(scope, "I"), 1000)
        if self.rng.random() < 0.5:
            body.add("assert((", value, ") < 2000);")
        else:
            body.add("if ((", value, ') > 2000) {\nfprintf(stderr, "wrong\\n");\nexit(3);\n}')

    def say(self, body, scope, _):
        """Output, sometimes the last that the program does: iterations run in order."""
        rng, value = self.rng, expression(scope, "I")
        self.place.ordered = True
        if rng.random() < 0.25:
            var = rng.choice(scope.vars)
            body.add(f"if ({var.text} == {rng.randrange(max(var.lo, 0), max(var.lo, 0, var.hi) + 4)} && ", condition(scope),
                     ') {\nprintf("stop %d\\n", (int)(', value, "));\nexit(0);\n}")
        else:
            body.add("if (", condition(scope), ')\nprintf("saw %d\\n", (int)(', value, "));")

    def hear(self, body, scope, _):
        """Input: iterations run in order."""
        name = self.place.fresh("t")
        self.place.ordered = True
        body.add(f"int {name} = 1;\nif (", condition(scope), f')\nif (scanf("%d", &{name}) != 1)\n{name} = 4;')
        scope.temps = [*scope.temps, Temp(name, "I", 100)]

    # --- pointers and calls

    def through_pointer(self, body, scope, _):
        self.place.program.calls.in_body(body, scope, self.rng.choice(scope.own))

    def unknown(self, body, scope, _):
        self.place.program.calls.unknown_in_body(body, scope)

    def row(self, body, scope, _):
        """A pointer to a row of an array, or to a part of what the iteration owns."""
        rng, name = self.rng, self.place.fresh("row")
        own = [t for t in scope.own if len(t.array.dims) > 1 and list(t.owned) == [0]
               and t.array.style in ("multi", "linear") and (t.array.flat or len(t.array.dims) == 2)]
        if own and rng.random() < 0.5:
            target = rng.choice(own)
            array, at = target.array, target.owned[0]()
        else:
            found = [a for a in scope.arrays if len(a.dims) > 1 and a.style in ("multi", "linear")
                     and (a.flat or len(a.dims) == 2)]
            if not found:
                return
            target, array = None, rng.choice(found)
            at = subscript(scope, array.dims[0])
        rest = array.dims[1:]
        if array.style == "linear":
            start = Node(f"{array.base} + (", at, ") * " + " * ".join(d.text for d in rest))
        else:
            start = Node(f"&{array.base}[", at, "]" + "[0]" * len(rest))
        body.add(f"{'' if target or rng.random() < 0.5 else 'const '}{array.elem} *{name} = ", start, ";")
        seen = Array(name, array.elem, rest, "linear", store=array.store)
        if target:
            scope.own = [*scope.own, Target(seen)]
        else:
            scope.arrays = [*scope.arrays, seen]

    def structure(self, body, scope, _):
        """A pointer to a structure that the iteration owns, or the whole of it assigned, or handed to a function."""
        rng = self.rng
        whole = [t for t in scope.own if t.whole]
        if not whole:
            return
        it, at = whole[0].whole, whole[0].owned[0]()
        kind, name = rng.randrange(4), self.place.fresh("c")
        plain = [f for f in it.fields if len(f.dims) == 1]
        if kind == 0:
            body.add(f"struct {it.tag} {name} = {it.name}[{at}];\n"
                     + "".join(f"{name}.{f.path[1]} = {name}.{f.path[1]} / 2;\n" for f in plain[:1])
                     + f"{it.name}[{at}] = {name};")
        elif kind == 1 and plain:
            body.add(f"{self.place.program.nudge(it)}(&{it.name}[{at}], {rng.randrange(1, 9)});")
        else:
            body.add(f"struct {it.tag} *{name} = &{it.name}[{at}];")
            rows = []
            for field in it.fields:
                seen = Array(name, field.elem, field.dims[1:], "arrow", store=field.store, path=("", field.path[1]))
                rows.append(Target(seen))
            scope.own = [*scope.own, *rows]

    def record(self, body, scope):
        read_whole(self.rng, self.place, body, scope, self.structures, self.duos)

    def sparse_row(self, body, scope, depth):
        """A sum over the entries of a sparse row."""
        rng = self.rng
        found = [(s, v) for s in self.sparse for v in scope.vars if v.lo >= 0 and v.hi < s.rows.value]
        known = {a.name for a in scope.arrays}
        found = [(s, v) for s, v in found if s.col.name in known and s.val.name in known]
        sources = [a for a in scope.arrays if not a.limit and a.elem not in MODULAR and a.dims]
        if not found or not sources:
            return
        it, var = rng.choice(found)
        if rng.random() < 0.4:
            return self.sparse_stretch(body, scope, it, var, rng.choice(found)[1])
        source, k, total = rng.choice(sources), self.place.fresh("k"), self.place.fresh("sum")
        dim = rng.randrange(len(source.dims))
        at = f"{it.col.name}[{k}]"
        if it.col.limit > source.dims[dim].value:
            at += f" % {source.dims[dim].text}"
        inner = scope.inner()
        ref = source.ref([at if d == dim else subscript(inner, s) for d, s in enumerate(source.dims)])
        body.add(f"double {total} = 0;\nfor (int {k} = {it.ptr}[{var.text}]; {k} < {it.ptr}[{var.text} + 1]; {k}++)\n"
                 f"{total} += fmod({it.val.name}[{k}], 50.0) * (double)", *ref, ";")
        scope.temps = [*scope.temps, Temp(total, "F", it.longest * 50 * source.bound)]

    def sparse_stretch(self, body, scope, it, var, other):
        """A sum over the values of a sparse row, all of which lie one behind the other: two by two with those of
        another row, by a pointer, or by an index that goes on."""
        rng, val = self.rng, it.val
        k, total, at = self.place.fresh("k"), self.place.fresh("sum"), self.place.fresh("at")
        lo, hi, last = f"{it.ptr}[{var.text}]", f"{it.ptr}[{var.text} + 1]", it.longest
        value = f"fmod({{}}, {rng.choice(['7.0', '50.0'])})".format
        kind = rng.randrange(8)
        if kind == 4:  # the step is the outer loop's
            pair = self.place.fresh("k")
            text = (f"for (int {pair} = 1; {pair} < 4; {pair}++)\nfor (int {k} = {lo}; {k} < {hi}; {k} += {pair})\n"
                    f"{total} += {value(f'{val.name}[{k}]')};")
            last *= 3
        elif kind == 5:  # the step reads
            text = (f"for (int {k} = {lo}; {k} < {hi}; {total} += {value(f'{val.name}[{k}]')}, {k}++)\n"
                    f"{total} -= {value(f'{val.name}[{lo}]')};")
        elif kind == 6:  # an array of its own says where
            text = (f"int {at}[{it.longest}], n{at} = 0;\nfor (int {k} = {lo}; {k} < {hi}; {k}++)\n"
                    f"{at}[{k} - {lo}] = {lo} + ({k} - {lo}) * 3 % ({hi} - {lo}), n{at}++;\n"
                    f"for (int {k} = 0; {k} < n{at}; {k}++)\n{total} += {value(f'{val.name}[{at}[{k}]]')};")
        elif kind == 7:  # a condition goes on
            text = (f"int {at} = 0;\nfor (int {k} = {lo}; {k} < {hi}; {k}++)\nif ({at}++ < 2)\n"
                    f"{total} += {value(f'{val.name}[{lo} + {at} - 1]')} * {value(f'{val.name}[{k}]')};")
            last *= 50
        elif kind == 0:
            pair = self.place.fresh("k")
            head = f"for (int {pair} = {it.ptr}[{other.text}]; {pair} < {it.ptr}[{other.text} + 1]; {pair}++)\n"
            text = (f"for (int {k} = {lo}; {k} < {hi}; {k}++)\n{head}"
                    f"{total} += {value(f'{val.name}[{k}]')} * {value(f'{val.name}[{pair}]')};")
            last *= it.longest * 50
        elif kind == 1:
            text = (f"const {val.elem} *{at} = {val.name} + {lo};\nfor (int {k} = {lo}; {k} < {hi} - 1; {k} += 2) {{\n"
                    f"{total} += {value(f'*{at}++')};\n{total} -= {value(f'*{at}++')};\n}}")
        elif kind == 2:
            text = (f"int {at} = {lo};\nwhile ({at} < {hi}) {{\n{total} += {value(f'{val.name}[{at}++]')};\n"
                    f"if ({at} < {hi})\n{total} += {value(f'{val.name}[{at}++]')};\n}}")
        else:
            text = (f"for (int {k} = {lo}; {k} <= {hi} - 1; {k}++)\n"
                    f"{total} += {value(f'{val.name}[{k}]')} - {value(f'{val.name}[{hi} - 1 - ({k} - {lo})]')};")
        body.add(f"double {total} = 0;\n{text}")
        scope.temps = [*scope.temps, Temp(total, "F", last * 100)]

    def walk(self, body, scope, _):
        """A pointer that moves along a row."""
        sources = [a for a in scope.arrays if a.flat and not a.limit and a.elem not in MODULAR and a.style != "field"]
        if not sources:
            return
        source = self.rng.choice(sources)
        name, total, k = self.place.fresh("at"), self.place.fresh("sum"), self.place.fresh("k")
        last = source.dims[-1]
        start = source.ref([subscript(scope, d) for d in source.dims[:-1]] + ["0"])
        body.add(f"const {source.elem} *{name} = &", *start, f";\ndouble {total} = 0;\n"
                 f"for (int {k} = 0; {k} < {last.text}; {k}++)\n{total} += (double)*{name}++;")
        scope.temps = [*scope.temps, Temp(total, "F", source.bound * last.value)]

    def call(self, body, scope, _):
        """A helper that writes through a pointer, or reads through one."""
        rng = self.rng
        target = rng.choice(scope.own)
        array = target.array
        if rng.random() < 0.4:
            name = self.place.helper("put", array.elem)
            value = stored(expression(scope, array.cls), array.elem)
            body.add(f"{name}(&", *target.ref(scope), ", ", value, ");")
            return
        sources = [a for a in scope.arrays if a.flat and a.elem not in MODULAR and not a.limit and a.dims]
        if not sources:
            return
        source = rng.choice(sources)
        last, temp = source.dims[-1], self.place.fresh("t")
        start = source.ref([subscript(scope, d) for d in source.dims[:-1]] + ["0"])
        ctype = "int" if source.cls == "I" else "double"
        if rng.random() < 0.5:
            kind = rng.choice(["sum", "sum", "psum"]) if source.cls == "I" else "sum"
            name, bound = self.place.helper(kind, source.elem), source.bound * last.value
            body.add(f"{ctype} {temp} = {name}(&", *start, f", {last.text});")
        else:
            name, bound = self.place.helper("near", source.elem), 2 * source.bound
            body.add(f"{ctype} {temp} = {name}(&", *start, ", ", subscript(scope, last), f", {last.text});")
        if bound < 1e9 or source.cls == "F":
            scope.temps = [*scope.temps, Temp(temp, source.cls, bound)]
