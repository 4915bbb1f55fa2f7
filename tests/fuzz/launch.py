"""Random parallel loops. Their pragma is right by construction: each array that a loop writes has an owner function of
the loop variable (a shift, a mirror, a stride, a rotation, a permutation) for one of its dimensions, an iteration
writes and reads only what it owns of these arrays, and reads anything of the others."""
from tree import Block, Header, Node, Pinned
from values import Scope, Size, Var, as_value, condition, expression, limited, stored, subscript

PENDING = {"array reductions", "last writes"}  # what hydracc cannot do yet

class Temp:
    def __init__(self, text, cls, bound):
        self.text, self.cls, self.bound = text, cls, bound


class Target:
    """What an iteration owns of an array: `owned[d]` makes the subscript of dimension d."""

    def __init__(self, array, owned):
        self.array, self.owned = array, owned

    def ref(self, scope):
        return self.array.ref([self.owned[d]() if d in self.owned else subscript(scope, size)
                               for d, size in enumerate(self.array.dims)])

    def read(self, scope):
        return as_value(self.array, self.ref(scope))


def loop_head(rng, var, lo, hi, step="1", down=False, ctype="int", declared=True):
    """The head of a loop over [lo, hi) by step, both ways round; lo, hi, step are texts."""
    decl = f"{ctype} " if declared else ""
    count = f"(({hi}) - ({lo}) + ({step}) - 1) / ({step})"
    one = step == "1"
    if down:
        first = f"{hi} - 1"
        move = rng.choice([f"{var}--", f"--{var}", f"{var} -= 1"]) if one else rng.choice(
            [f"{var} -= {step}", f"{var} = {var} - {step}"])
        test = rng.choice([f"{var} >= {lo}", f"{var} > {lo} - 1"])
        value = f"({first}) - k_ * ({step})"
    else:
        first = lo
        move = rng.choice([f"{var}++"] * 5 + [f"++{var}", f"{var} += 1", f"{var} = {var} + 1"]) if one else rng.choice(
            [f"{var} += {step}", f"{var} = {var} + {step}"])
        test = rng.choice([f"{var} < {hi}"] * 5 + [f"{var} <= {hi} - 1", f"{hi} > {var}"])
        value = f"({lo}) + k_ * ({step})"
    forward = f"for ({decl}{var} = {first}; {test}; {move})"
    inside = f"for (long k_ = {count} - 1, {var}_ = 0; k_ >= 0 && (({var}_ = {value}), 1); k_--)"
    backward = f"{inside} for ({ctype} {var} = {var}_, once_ = 1; once_; once_ = 0)" if declared else (
        f"for (long k_ = {count} - 1; k_ >= 0 && (({var} = {value}), 1); k_--)")
    return Header(forward, backward)


class Launch:
    """Makes one parallel loop. `place` declares variables outside of it (place.variable) and adds helpers
    (place.helper); `arrays` may be used; `temps` are scalars that may be read."""

    def __init__(self, rng, place, arrays, temps):
        self.rng, self.place, self.temps = rng, place, list(temps)
        writable = [a for a in arrays if not (a.readonly or a.loops_read_only)]
        rng.shuffle(writable)
        self.written, stores = [], set()
        for array in writable[:rng.choice([1, 1, 1, 1, 2, 2, 3])]:
            if array.store not in stores:
                self.written.append(array)
                stores.add(array.store)
        self.arrays = [a for a in arrays if a.store not in stores]
        self.perms = [a for a in self.arrays if a.distinct]
        self.clauses, self.reductions, self.privates = [], [], []
        self.before, self.after = [], []
        self.last = self.section = None

    # --- the loop variable and who owns what

    def owner(self, var, extent):
        """A function that makes a subscript in [0, extent) that no other iteration makes, or None."""
        rng, v, found = self.rng, var.text, []
        for c in (0, 1, -1, 2, -2):
            if var.lo + c >= 0 and var.hi + c < extent.value:
                found.append((8 if c == 0 else 1, v if c == 0 else f"{v} {'+' if c > 0 else '-'} {abs(c)}"))
        if var.lo >= 0 and var.hi < extent.value:
            found.append((1, f"{extent.text} - 1 - {v}"))
            found.append((0.7, f"({v} + {rng.randrange(1, extent.value + 1)}) % {extent.text}"))
            for perm in self.perms:
                if perm.limit <= extent.value and perm.dims[0].value > var.hi:
                    found.append((1.5, "".join(map(str, perm.ref([v])))))
        if var.lo >= 0 and 2 * var.hi + 1 < extent.value:
            block = [f"2 * {v}", f"2 * {v} + 1"]
            found.append((2, block))
        if not found:
            return None
        text = rng.choices([t for _, t in found], [w for w, _ in found])[0]
        return (lambda: rng.choice(text)) if isinstance(text, list) else (lambda: text)

    def choose_loop(self, extent, name, nested=False, plain=False):
        """A loop head over part of [0, extent), and its variable."""
        rng = self.rng
        low, high = rng.choice([0, 0, 1, 1, 2]), rng.choice([0, 0, 1, 1, 2])
        if low + high >= extent.value:
            low = high = 0
        lo, hi, hi_text = low, extent.value - high, extent.text + (f" - {high}" if high else "")
        kind = rng.random()
        if kind < 0.12 and extent.value >= 2 and not nested and not plain:
            lo, hi, hi_text = 0, extent.value // 2, f"{extent.text} / 2"
        lo_text = str(lo)
        if kind > 0.96 and not plain:
            lo, lo_text, hi, hi_text = -1, "-1", extent.value - 1, f"{extent.text} - 1"
        step = rng.choice(["1"] * 8 + ["2", "3", None]) or self.place.step()
        down = rng.random() < 0.15
        ctype = "int"
        if not down and lo >= 0 and rng.random() < 0.25:
            ctype = rng.choice(["long", "long", "unsigned", "size_t", "short", "long long"])
        signed = ctype not in ("unsigned", "size_t")
        declared = nested or rng.random() < 0.65
        if not declared:
            name = self.place.variable(ctype)
        head = loop_head(rng, name, lo_text, hi_text, step, down, ctype, declared)
        self.loop_variable = None if declared else name
        return head, Var(name, lo, max(lo, hi - 1), signed)

    def make(self):
        """The statements of the loop, with what belongs before and after it, or None where nothing fits."""
        rng = self.rng
        if not self.written:
            return None
        first = self.written[0]
        dim = 0 if rng.random() < 0.7 else rng.randrange(len(first.dims))
        extent, flat = first.dims[dim], len(first.dims) == 2 and rng.random() < 0.1
        if flat:  # one loop over both dimensions
            rows, columns = first.dims
            extent = Size(rows.value * columns.value, f"({rows.text} * {columns.text})", rows.constant)
        head, var = self.choose_loop(extent, rng.choice(["i", "i", "row", "p"]), plain=flat)
        targets = []
        if flat:
            over = Target(first, {0: lambda: f"{var.text} / {columns.text}", 1: lambda: f"{var.text} % {columns.text}"})
            targets.append(over)
        for array in self.written[1 if flat else 0:]:
            d = dim if array is first else rng.randrange(len(array.dims))
            owner = self.owner(var, array.dims[d])
            if owner:
                targets.append(Target(array, {d: owner}))
        stores = {t.array.store for t in targets}
        if not targets:
            return None
        self.choose_scalars()
        self.choose_section(stores)
        arrays = self.arrays + [a for a in self.written if a.store not in stores]
        scope = Scope(rng, [var], arrays, self.temps, targets)
        body = Block()
        for text, cls in self.privates:
            value = expression(scope, cls)
            body.pin(text, " = ", value, ";")
            scope.temps.append(Temp(text, cls, value.bound))
        if rng.random() < 0.15:
            self.private_array(body, scope)
        nested = self.nested(scope, targets) if rng.random() < 0.2 else None
        if nested:
            body.items.append(nested)
        else:
            self.statements(body, scope, 0, rng.choice([0, 1, 1, 2, 3]))
        for reduction in self.reductions:
            body.items.append(self.accumulate(reduction, scope, body))
        if self.section:
            body.items.append(self.accumulate_element(scope))
        if self.last:
            name, always = self.last
            test = "" if always else Node("if (", condition(scope), ")\n")
            body.pin(test, f"{name} = ", limited(expression(scope, "I"), 10**6), ";")
        result = [*self.before, Pinned(self.pragma(), "\n", head, " {\n", body, "}")]
        return result + self.after

    def nested(self, scope, targets):
        """An inner parallel loop over a second dimension of each target that has one."""
        wide = [t for t in targets if len(t.array.dims) > len(t.owned)]
        if not wide:
            return None
        outer = wide[0]
        dim = next(d for d in range(len(outer.array.dims)) if d not in outer.owned)
        head, var = self.choose_loop(outer.array.dims[dim], "j", nested=True)
        inner = []
        for target in wide:
            d = next(d for d in range(len(target.array.dims)) if d not in target.owned)
            owner = self.owner(var, target.array.dims[d])
            if owner:
                inner.append(Target(target.array, {**target.owned, d: owner}))
        if not inner:
            return None
        within = scope.inner(var)
        within.own = inner
        stores = {t.array.store for t in targets} - {t.array.store for t in inner}
        within.arrays = [a for a in within.arrays if a.store not in stores]
        body = Block()
        self.statements(body, within, 1, self.rng.choice([0, 0, 1, 2]))
        return Pinned("#pragma hydra parallel for\n", head, " {\n", body, "}")

    # --- clauses

    def pragma(self):
        rng, clauses = self.rng, list(self.clauses)
        if self.privates:
            clauses.append(f"private({', '.join(t for t, _ in self.privates)})")
        for name, op, _ in self.reductions:
            clauses.append(f"reduction({op}:{name})")
        if rng.random() < 0.2:
            named = [a.name for a in self.written if a.style in ("multi", "linear", "deref")]
            if named:
                clauses.append(f"shared({', '.join(named)})")
        rng.shuffle(clauses)
        text = rng.choice([" ", ", "]).join(clauses)
        if rng.random() < 0.05:
            return f'_Pragma("hydra parallel for {text}")'
        return f"#pragma hydra parallel for {text}".rstrip()

    def choose_scalars(self):
        rng = self.rng
        for _ in range(rng.choice([0, 0, 0, 1, 1, 2])):
            cls = rng.choice("IF")
            name = self.place.variable("int" if cls == "I" else "double", "0")
            self.privates.append((name, cls))
        for _ in range(rng.choice([0, 0, 0, 1, 1, 2])):
            op = rng.choice(["+", "+", "+", "-", "*", "&", "|", "^", "&&", "||", "min", "max", "min", "max"])
            if op in "+-":
                ctype, start = rng.choice(["long", "double", "double", "unsigned"]), "0"
            elif op == "*":
                ctype, start = "unsigned", "1"
            elif op in "&|^":
                ctype, start = rng.choice(["unsigned", "int", "long"]), "-1" if op == "&" else "0"
            elif op in ("&&", "||"):
                ctype, start = "int", "1" if op == "&&" else "0"
            else:
                ctype = rng.choice(["int", "double", "float", "long"])
                start = "30000" if op == "min" else "-30000"
            name = self.place.variable(ctype, start)
            self.reductions.append((name, op, ctype))
            if rng.random() < 0.6:
                self.before.append(Node(f"{name} = {start};"))
            self.after.append(Node(self.place.show(name, ctype)))
            if op not in ("min", "max"):
                text = f"fmod({name}, 1000.0)" if ctype == "double" else f"(int)({name} % 1000)"
                self.place.result(Temp(text, "F" if ctype == "double" else "I", 1000))
            else:
                floating = ctype in ("double", "float")
                self.place.result(Temp(name if floating else f"(int){name}", "F" if floating else "I", 30000))
        if "last writes" not in PENDING and rng.random() < 0.1:
            self.last = (self.place.variable("int", "-1"), rng.random() < 0.5)
            self.place.ordered = True
            self.after.append(Node(self.place.show(self.last[0], "int")))
        if rng.random() < 0.15:
            name = self.place.variable("int", str(rng.randrange(1, 9)))
            self.clauses.append(f"firstprivate({name})")
            self.temps.append(Temp(name, "I", 9))
        for name, cls in self.privates:
            if rng.random() < 0.5:  # its last value
                self.place.ordered = True
                self.after.append(Node(self.place.show(name, "int" if cls == "I" else "double")))

    def choose_section(self, stores):
        """An array, or a part of one, that all iterations accumulate into."""
        rng = self.rng
        fitting = [a for a in self.arrays if a.flat and len(a.dims) == 1 and not (a.readonly or a.loops_read_only)
                   and a.style in ("multi", "linear") and not a.path[0]]
        if "array reductions" in PENDING or not fitting or rng.random() > 0.12:
            return
        array = rng.choice(fitting)
        self.arrays = [a for a in self.arrays if a.store != array.store]
        sums = ["+", "+", "+", "-", "^", "|"] if array.elem in ("unsigned", "long") else []
        op = rng.choice(sums + ["min", "max"])
        self.section = (array, op)
        whole = array.style == "multi" and rng.random() < 0.5
        self.clauses.append(f"reduction({op}:{array.name}" + ("" if whole else f"[0:{array.dims[0].text}]") + ")")

    def accumulate_element(self, scope):
        array, op = self.section
        ref = "".join(map(str, array.ref([subscript(scope, array.dims[0])])))
        value = stored(expression(scope, array.cls), array.elem)
        if op in ("min", "max"):
            v = self.place.fresh("v")
            return Pinned("{\n", f"{array.elem} {v} = ", value, f";\nif ({v} {'<' if op == 'min' else '>'} {ref}) "
                          f"{ref} = {v};\n", "}")
        return Pinned(ref, f" {op}= ", value, ";")

    def accumulate(self, reduction, scope, body):
        name, op, ctype = reduction
        rng = self.rng
        cls = "F" if ctype in ("double", "float") else "I"
        if op in ("&&", "||"):
            return Pinned(rng.choice([f"{name} = {name} {op} "]), "(", condition(scope), ");")
        value = expression(scope, cls)
        if op in ("min", "max"):
            value = limited(value, 30000)
            less, pick = ("<", "fmin") if op == "min" else (">", "fmax")
            form = rng.randrange(3 if cls == "F" and ctype == "double" else 2)
            if form == 2:
                return Pinned(f"{name} = {pick}({name}, ", value, ");")
            v = self.place.fresh("v")
            text = f"if ({v} {less} {name}) {name} = {v};" if form == 0 else f"{name} = {v} {less} {name} ? {v} : {name};"
            return Pinned("{\n", f"{ctype} {v} = ", value, ";\n", text, "\n}")
        if op in "+-":
            value = limited(value, 1000)
            value = Node("floor(", value, ")") if cls == "F" else value
            forms = [f"{name} {op}= ", f"{name} = {name} {op} "]
            return Pinned(rng.choice(forms), "(", value, ");")
        if op == "*":
            return Pinned(f"{name} *= (unsigned)(", value, ") | 1u;")
        return Pinned(f"{name} {op}= (", value, ");")

    def private_array(self, body, scope):
        """A small array that each iteration fills and then reads."""
        rng, n = self.rng, self.rng.choice([3, 4])
        cls = rng.choice("IF")
        ctype = "int" if cls == "I" else "double"
        if rng.random() < 0.5:
            name = self.place.variable(f"{ctype} [{n}]")
            self.clauses.append(f"private({name})")
        else:
            name = self.place.fresh("buf")
            body.pin(f"{ctype} {name}[{n}];")
        q = self.place.fresh("q")
        value = limited(expression(scope.inner(Var(q, 0, n - 1)), cls), 1e6)
        body.pin(f"for (int {q} = 0; {q} < {n}; {q}++)\n{name}[{q}] = ", value, ";")
        scope.temps.append(Temp(f"{name}[{rng.randrange(n)}]", cls, 10**6))
        if scope.vars and scope.vars[0].lo >= 0:
            scope.temps.append(Temp(f"{name}[{scope.vars[0].text} % {n}]", cls, 10**6))

    # --- the body

    def statements(self, body, scope, depth, count):
        kinds = [(6, self.assign), (3 if depth < 3 else 0, self.inner_loop), (2 if depth < 3 else 0, self.branch),
                 (2, self.temporary), (0.6 if depth < 2 else 0, self.while_loop), (0.6 if depth < 2 else 0, self.switch),
                 (0.4 if depth == 0 else 0, self.skip), (0.5, self.call)]
        wide = any(len(t.array.dims) > len(t.owned) for t in scope.own)
        for _ in range(count):
            kind = self.rng.choices([k for _, k in kinds], [w for w, _ in kinds])[0]
            if wide and depth < 2 and self.rng.random() < 0.4:
                kind = self.inner_loop
            kind(body, scope, depth)
        self.assign(body, scope, depth)

    def assign(self, body, scope, depth):
        rng = self.rng
        target = rng.choice(scope.own)
        ref = target.ref(scope)
        elem = target.array.elem
        value = expression(scope, target.array.cls, rng.choice([1, 1, 2, 2, 3]))
        if elem in ("double", "float", "unsigned") and rng.random() < 0.25:
            op = rng.choice("+-")
            value = limited(value, 1000)
            body.add(*ref, f" {op}= ", value, ";")
        elif elem == "unsigned" and rng.random() < 0.2:
            body.add("++", *ref, ";")
        else:
            body.add(*ref, " = ", stored(value, elem), ";")

    def temporary(self, body, scope, depth):
        rng, name = self.rng, self.place.fresh("t")
        if rng.random() < 0.4 and scope.own:
            size = rng.choice(rng.choice(scope.own + [Target(a, {}) for a in scope.arrays]).array.dims)
            body.add(f"int {name} = ", subscript(scope, size), ";")
            scope.vars = [*scope.vars, Var(name, 0, size.value - 1)]
            return
        cls = rng.choice("IF")
        value = expression(scope, cls)
        body.add(f"{rng.choice(['', 'const '])}{'int' if cls == 'I' else 'double'} {name} = ", value, ";")
        scope.temps = [*scope.temps, Temp(name, cls, value.bound)]

    def inner_loop(self, body, scope, depth):
        rng, name = self.rng, self.place.fresh("j")
        free = [(t.array.dims[d]) for t in scope.own for d in range(len(t.array.dims)) if d not in t.owned]
        size = rng.choice(free) if free and rng.random() < 0.8 else None
        if size is None:
            c = rng.choice([2, 3, 4])
            head, var = f"for (int {name} = 0; {name} < {c}; {name}++)", Var(name, 0, c - 1)
        else:
            low, high = rng.choice([0, 0, 0, 1, 1]), rng.choice([0, 0, 0, 1, 1])
            if low + high >= size.value:
                low = high = 0
            lo, hi = str(low), size.text + (f" - {high}" if high else "")
            outer = scope.vars[0]
            if outer.lo >= 0 and outer.signed and outer.hi < size.value and rng.random() < 0.25:  # a triangle
                if rng.random() < 0.5:
                    lo, low = outer.text, outer.lo
                else:
                    hi, lo, low = f"{outer.text} + 1", "0", 0
                    high = size.value - 1 - outer.hi
            step, down = rng.choice(["1"] * 6 + ["2"]), rng.random() < 0.15
            head = str(loop_head(rng, name, lo, hi, step, down))
            var = Var(name, low, max(low, size.value - 1 - high))
        inner = scope.inner(var)
        block = Block()
        self.statements(block, inner, depth + 1, rng.choice([0, 0, 0, 1, 2]))
        if rng.random() < 0.08:
            block.add("if (", condition(inner), f")\n{rng.choice(['break', 'continue'])};")
            self.assign(block, inner, depth + 1)
        body.add(head, " {\n", block, "}")

    def branch(self, body, scope, depth):
        block = Block()
        self.statements(block, scope.inner(), depth + 1, self.rng.choice([0, 0, 1]))
        test = condition(scope, affine=self.rng.random() < 0.5)
        if self.rng.random() < 0.4:
            other = Block()
            self.statements(other, scope.inner(), depth + 1, 0)
            body.add("if (", test, ") {\n", block, "} else {\n", other, "}")
        else:
            body.add("if (", test, ") {\n", block, "}")

    def while_loop(self, body, scope, depth):
        name = self.place.fresh("w")
        inner = scope.inner(Var(name, 0, 3))
        block = Block()
        self.statements(block, inner, depth + 1, 0)
        if self.rng.random() < 0.5:
            body.add(f"int {name} = 0;\nwhile ({name} < 3 && (", condition(inner), ")) {\n", block, f"{name}++;\n", "}")
        else:
            body.add(f"int {name} = 0;\ndo {{\n", block, "} ", f"while (++{name} < 3);")

    def switch(self, body, scope, depth):
        rng, first, second = self.rng, Block(), Block()
        self.statements(first, scope.inner(), depth + 1, 0)
        self.statements(second, scope.inner(), depth + 1, 0)
        var = rng.choice(scope.vars)
        on = Node(f"{var.text} % 3") if rng.random() < 0.6 else Node("(", expression(scope, "I"), ") & 1")
        body.add("switch (", on, ") {\ncase 0:\n{\n", first, "}\n", rng.choice(["break;\n", ""]),
                 rng.choice(["case 1:", "default:"]), "\n{\n", second, "}\nbreak;\n}")

    def skip(self, body, scope, depth):
        body.add("if (", condition(scope), ")\ncontinue;")

    def call(self, body, scope, depth):
        """A helper that writes through a pointer, or reads through one."""
        rng = self.rng
        target = rng.choice(scope.own)
        array = target.array
        if rng.random() < 0.5:
            name = self.place.helper("put", array.elem)
            value = stored(expression(scope, array.cls), array.elem)
            body.add(f"{name}(&", *target.ref(scope), ", ", value, ");")
            return
        sources = [a for a in scope.arrays if a.flat and not a.elem == "unsigned" and not a.limit]
        if not sources:
            return
        source = rng.choice(sources)
        name = self.place.helper("sum", source.elem)
        last = source.dims[-1]
        start = source.ref([subscript(scope, d) for d in source.dims[:-1]] + ["0"])
        temp = self.place.fresh("t")
        ctype = "int" if source.cls == "I" else "double"
        body.add(f"{ctype} {temp} = {name}(&", *start, f", {last.text});")
        bound = source.bound * last.value
        if bound < 1e9 or source.cls == "F":
            scope.temps = [*scope.temps, Temp(temp, source.cls, bound)]
