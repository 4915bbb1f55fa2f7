"""The clauses of a random parallel loop, with the statements in its body that they allow: private scalars and arrays,
values from before the loop, reductions of all operators and types over scalars and array sections, what is stored
beside a minimum or maximum, last values. Sums of
floating-point numbers are over whole numbers, so that their order does not matter."""
from tree import Block, Node, Pinned
from values import COMPLEX, MODULAR, Temp, Var, condition, expression, limited, stored, subscript

# What may be reduced by an operator: the type and the start value.
REDUCTIONS = {
    "+": [("long", "0"), ("double", "0"), ("double", "0"), ("unsigned", "0"), ("int", "5"), ("float", "0"),
          ("short", "0"), ("unsigned char", "0"), ("long long", "1"), ("size_t", "0"), ("double _Complex", "0")],
    "-": [("long", "0"), ("double", "0"), ("unsigned", "7"), ("int", "0"), ("float _Complex", "0")],
    "*": [("unsigned", "1"), ("unsigned long", "3"), ("double", "1")],
    "&": [("unsigned", "-1"), ("int", "-1"), ("long", "-1"), ("unsigned char", "255")],
    "|": [("unsigned", "0"), ("int", "0"), ("long", "4"), ("short", "0")],
    "^": [("unsigned", "0"), ("int", "3"), ("long", "0"), ("unsigned short", "0")],
    "&&": [("int", "1"), ("_Bool", "1"), ("long", "1")],
    "||": [("int", "0"), ("_Bool", "0")],
    "min": [("int", "30000"), ("double", "30000"), ("float", "30000"), ("long", "30000"), ("short", "30000")],
    "max": [("int", "-30000"), ("double", "-30000"), ("float", "-30000"), ("long", "-30000"), ("short", "-30000")],
}
OPERATORS = ["+", "+", "+", "-", "*", "&", "|", "^", "&&", "||", "min", "max", "min", "max"]


class Clauses:
    """What the clauses of one loop are; `before` and `after` are statements around the loop."""

    def __init__(self, rng, place):
        self.rng, self.place = rng, place
        self.words, self.reductions, self.privates = [], [], []
        self.before, self.after = [], []
        self.last = self.section = self.element = None
        self.beside = {}  # of minima and maxima, by name: variables that are stored where they change
        self.first = []  # arrays that each iteration has a copy of

    def choose(self, arrays, temps, duos=()):
        """Chooses clauses; what they allow to read is added to `temps`, and what is reduced taken out of `arrays`."""
        rng, place = self.rng, self.place
        for _ in range(rng.choice([0, 0, 0, 1, 1, 2])):
            cls = rng.choice("IF")
            self.privates.append((place.variable("int" if cls == "I" else "double", "0"), cls))
        for _ in range(rng.choice([0, 0, 0, 1, 1, 2])):
            self.reduce_scalar()
        if rng.random() < 0.1:
            self.last = (place.variable("int", "-1"), rng.random() < 0.5)
            place.ordered = True
            self.after.append(Node(place.show(self.last[0], "int")))
        if rng.random() < 0.15:
            name = place.variable("int", str(rng.randrange(1, 9)))
            self.words.append(f"firstprivate({name})")
            temps.append(Temp(name, "I", 9))
        if rng.random() < 0.05:
            name = place.variable("double [3]")
            self.before.append(Pinned(f"{name}[0] = 1.5; {name}[1] = -2; {name}[2] = {rng.randrange(9)};"))
            self.words.append(f"firstprivate({name})")
            temps.append(Temp(f"{name}[{rng.randrange(3)}]", "F", 9))
        for name, cls in self.privates:
            if rng.random() < 0.5:  # its last value
                place.ordered = True
                self.after.append(Node(place.show(name, "int" if cls == "I" else "double")))
        self.reduce_section(arrays)
        self.copy_whole(arrays, duos)

    def copy_whole(self, arrays, duos):
        """Sometimes each iteration reads a copy of its own of a whole array, or of a structure with arrays."""
        rng = self.rng
        if rng.random() > 0.15:
            return
        known = [id(a) for a in arrays]
        fitting = [a for a in arrays if a.is_array and a.flat and all(d.constant for d in a.dims)]
        whole = [d for d in duos if all(id(p.array) in known for p in d.parts)]
        if whole and (not fitting or rng.random() < 0.5):
            self.words.append(f"firstprivate({rng.choice(whole).name})")
        elif fitting:
            array = rng.choice(fitting)
            self.first.append(array)
            self.words.append(f"firstprivate({array.name})")

    def reduce_scalar(self):
        rng, place = self.rng, self.place
        op = rng.choice(OPERATORS)
        ctype, start = rng.choice(REDUCTIONS[op])
        if ctype in COMPLEX:
            place.program.needs("complex")
        name = place.variable(ctype, start)
        self.reductions.append((name, op, ctype))
        if rng.random() < 0.6 or op == "*":
            self.before.append(Node(f"{name} = {start};"))
        self.after.append(Node(place.show(name, ctype)))
        floating = ctype in ("double", "float", *COMPLEX)
        if op in ("min", "max") and rng.random() < 0.4:
            kinds = [rng.choice(["int", "double", "short", "long"]) for _ in range(rng.choice([1, 1, 2]))]
            self.beside[name] = [(place.variable(kind, "-1"), kind) for kind in kinds]
            place.ordered = True
            self.after += [Node(place.show(each, kind)) for each, kind in self.beside[name]]
        if op in ("min", "max"):
            place.result(Temp(name if floating else f"(int){name}", "F" if floating else "I", 30000))
        else:
            value = f"part({name})" if ctype in COMPLEX else name
            text = f"fmod({value}, 1000.0)" if floating else f"(int)({name} % 1000)"
            place.result(Temp(text, "F" if floating else "I", 1000))

    def reduce_section(self, arrays):
        """An array, or a part of one, that all iterations accumulate into."""
        rng = self.rng
        fitting = [a for a in arrays if a.flat and len(a.dims) <= 2 and not a.readonly and not a.path[0] and a.ordered
                   and a.style in ("multi", "linear") and a.name.isidentifier() and a.stars == "*"]
        if not fitting or rng.random() > 0.15:
            return
        array = rng.choice(fitting)
        arrays[:] = [a for a in arrays if a.store != array.store]
        sums = ["+", "+", "+", "-", "^", "|", "&"] if array.elem in (*MODULAR, "long") else []
        op = rng.choice(sums + ["min", "max"])
        whole = array.is_array and rng.random() < 0.5
        low = rng.choice([0, 0, 1, 2]) if len(array.dims) == 1 and not whole else 0
        self.section = (array, op, low)
        if rng.random() < 0.3:  # one element alone
            self.element = [rng.choice(["0", f"{d.text} - 1", f"{d.text} / 2", "1"]) for d in array.dims]
            if array.style == "multi" or len(array.dims) == 1:
                self.words.append(f"reduction({op}:{''.join(array.ref(self.element))})")
                return
            self.element = None
        bounds = "".join(f"[0:{d.text}]" for d in array.dims)
        if array.style == "linear":
            bounds = f"[0:{' * '.join(d.text for d in array.dims)}]"
        if low:
            bounds = f"[{low}:{array.dims[0].text} - {low}]"
        self.words.append(f"reduction({op}:{array.name}{'' if whole else bounds})")

    def pragma(self, written):
        rng, words = self.rng, list(self.words)
        if self.privates:
            words.append(f"private({', '.join(t for t, _ in self.privates)})")
        by_operator = {}
        for name, op, _ in self.reductions:
            by_operator.setdefault(op, []).append(name)
        for op, names in by_operator.items():
            words.append(f"reduction({op}:{', '.join(names)})")
        if rng.random() < 0.2:
            named = [a.name for a in written if a.style in ("multi", "linear", "deref") and not a.path[0]
                     and a.name.isidentifier() and not (self.section and self.section[0] is a) and a not in self.first]
            if named:
                words.append(f"shared({', '.join(named)})")
        rng.shuffle(words)
        text = rng.choice([" ", ", "]).join(words)
        if rng.random() < 0.05:
            return f'_Pragma("hydra parallel for {text}")'
        return f"#pragma hydra parallel for {text}".rstrip()

    # --- the body

    def begin(self, body, scope):
        """What stands first: private variables get their values."""
        for text, cls in self.privates:
            value = expression(scope, cls)
            body.pin(text, " = ", value, ";")
            scope.temps.append(Temp(text, cls, value.bound))
        if self.rng.random() < 0.15:
            self.private_array(body, scope)

    def private_array(self, body, scope):
        """A small array that each iteration fills and then reads."""
        rng, n = self.rng, self.rng.choice([3, 4])
        cls = rng.choice("IF")
        ctype = "int" if cls == "I" else "double"
        if rng.random() < 0.5:
            name = self.place.variable(f"{ctype} [{n}]")
            self.words.append(f"private({name})")
        else:
            name = self.place.fresh("buf")
            body.pin(f"{ctype} {name}[{n}];")
        q = self.place.fresh("q")
        value = limited(expression(scope.inner(Var(q, 0, n - 1)), cls), 1e6)
        body.pin(f"for (int {q} = 0; {q} < {n}; {q}++)\n{name}[{q}] = ", value, ";")
        scope.temps.append(Temp(f"{name}[{rng.randrange(n)}]", cls, 10**6))
        if scope.vars and scope.vars[0].lo >= 0:
            scope.temps.append(Temp(f"{name}[{scope.vars[0].text} % {n}]", cls, 10**6))

    def end(self, body, scope):
        """What stands last: accumulations, some behind a condition or in a loop of their own, and last values."""
        rng = self.rng
        found = [self.accumulate(each, scope) for each in self.reductions]
        if self.section:
            found.append(self.accumulate_element(scope))
        for item in found:
            roll = rng.random()
            if roll < 0.15:
                item = Pinned("if (", condition(scope), ") {\n", Block([item]), "}")
            elif roll < 0.25:
                q = self.place.fresh("q")
                item = Pinned(f"for (int {q} = 0; {q} < {rng.choice([2, 3])}; {q}++) {{\n", Block([item]), "}")
            body.items.append(item)
        if self.last:
            name, always = self.last
            test = "" if always else Node("if (", condition(scope), ")\n")
            body.pin(test, f"{name} = ", limited(expression(scope, "I"), 10**6), ";")

    def accumulate_element(self, scope):
        array, op, low = self.section
        subs = [subscript(scope, d) for d in array.dims]
        if self.element:
            subs = self.element
        elif low:
            subs = [Node("imax((int)(", subs[0], f"), {low})")]
        ref = "".join(map(str, array.ref(subs)))
        value = stored(expression(scope, array.cls), array.elem)
        if op in ("min", "max"):
            v = self.place.fresh("v")
            return Pinned("{\n", f"{array.elem} {v} = ", value, f";\nif ({v} {'<' if op == 'min' else '>'} {ref}) "
                          f"{ref} = {v};\n", "}")
        return Pinned(ref, f" {op}= ", value, ";")

    def accumulate(self, reduction, scope):
        name, op, ctype = reduction
        rng = self.rng
        cls = "F" if ctype in ("double", "float", *COMPLEX) else "I"
        if op in ("&&", "||"):
            return Pinned(rng.choice([f"{name} = {name} {op} "]), "(", condition(scope), ");")
        if op == "*" and cls == "F":
            return Pinned(f"{name} *= (", condition(scope), ") ? -1.0 : 1.0;")
        value = expression(scope, cls)
        if op in ("min", "max"):
            value = limited(value, 30000)
            less, pick = ("<", "fmin") if op == "min" else (">", "fmax")
            if name in self.beside:
                return self.accumulate_beside(name, ctype, value, rng.choice([less, less, less + "="]), scope)
            form = rng.randrange(3 if ctype == "double" else 2)
            if form == 2:
                return Pinned(f"{name} = {pick}({name}, ", value, ");")
            v = self.place.fresh("v")
            text = f"if ({v} {less} {name}) {name} = {v};" if form == 0 else f"{name} = {v} {less} {name} ? {v} : {name};"
            return Pinned("{\n", f"{ctype} {v} = ", value, ";\n", text, "\n}")
        if op in "+-":
            if rng.random() < 0.1 and ctype not in COMPLEX:
                return Pinned(f"{name}++;" if op == "+" else f"{name}--;")
            value = limited(value, 100 if ctype.startswith("float") else 1000)  # a float is exact to 2^24
            value = Node("floor(", value, ")") if cls == "F" else value
            value = Node(value, " * (1 + 2 * I)") if ctype in COMPLEX else value
            forms = [f"{name} {op}= ", f"{name} = {name} {op} "]
            return Pinned(rng.choice(forms), "(", value, ");")
        if op == "*":
            return Pinned(f"{name} *= (unsigned)(", value, ") | 1u;")
        return Pinned(f"{name} {op}= (", value, ");")

    def accumulate_beside(self, name, ctype, value, less, scope):
        """`if (e < best) { best = e; at = i; }`."""
        rng = self.rng
        v = self.place.fresh("v")
        stores = [Pinned(f"{name} = {v};\n")]
        for text, kind in self.beside[name]:
            cls = "F" if kind == "double" else "I"
            stores.append(Pinned(f"{text} = ", limited(expression(scope, cls), 30000), ";\n"))
        rng.shuffle(stores)
        return Pinned("{\n", f"{ctype} {v} = ", value, f";\nif ({v} {less} {name}) {{\n", *stores, "}\n}")
