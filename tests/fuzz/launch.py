"""Random parallel loops. Their pragma is right by construction: each array that a loop writes has an owner function of
the loop variable (a shift, a mirror, a stride, a rotation, a permutation) for one of its dimensions, an iteration
writes and reads only what it owns of these arrays, and reads anything of the others. What stands in the body is in
body.py, and what the clauses say in clauses.py."""
import random

from body import Body, Target, loop_head
from clauses import Clauses
from tree import Block, Node, Pinned
from values import Scope, Size, Var, View, subscript

PLAIN = ("double", "float", "int", "long", "short", "unsigned", "unsigned long", "long long")


class Launch:
    """Makes one parallel loop. `place` declares variables outside of it (place.variable) and adds helpers
    (place.helper); `arrays` may be used; `temps` are scalars that may be read; `maker` knows the structures and sparse
    rows that are in reach, or is None; `variables` are those of the loops around it."""

    def __init__(self, rng, place, arrays, temps, maker=None, variables=()):
        self.rng, self.place, self.temps = rng, place, list(temps)
        self.structures = maker.structures_made if maker else []
        self.sparse = maker.sparse if maker else []
        self.duos = maker.duos if maker else []
        self.variables, self.outside, self.step, self.extent = list(variables), [], "1", None
        writable = [a for a in arrays if not a.readonly]
        rng.shuffle(writable)
        groups = [it.fields for it in self.structures] + [[p.array for p in duo.parts] for duo in self.duos]
        if groups and rng.random() < 0.6:  # of records, others are written rather than they
            writable.sort(key=lambda a: any(a in fields for fields in groups))
        self.written, stores = [], set()
        for array in writable[:rng.choice([1, 1, 1, 1, 2, 2, 3])]:
            if array.store not in stores:
                self.written.append(array)
                stores.add(array.store)
        self.arrays = [a for a in arrays if a.store not in stores]
        for fields in groups:  # often all of a record may be read
            if not stores & {f.store for f in fields} and rng.random() < 0.6:
                self.arrays += [f for f in fields if f not in self.arrays]
        self.perms = [a for a in self.arrays if a.distinct]
        self.clauses = Clauses(rng, place)

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
        for block in (2, 3):
            if var.lo >= 0 and block * var.hi + block - 1 < extent.value:
                each = [f"{block} * {v}"] + [f"{block} * {v} + {c}" for c in range(1, block)]
                found.append((4 - block, each))
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
        outside = [f"{lo - 1}"] if lo >= 1 else []
        outside += [f"{extent.text} - 1"] if hi_text != extent.text and lo >= 0 else []
        moving = None if nested or plain or rng.random() < 0.5 else self.moving(extent)
        if moving:
            lo, lo_text, hi, hi_text, outside = moving
        step = rng.choice(["1"] * 8 + ["2", "2", "3", None]) or self.place.step()
        down = rng.random() < 0.15
        ctype = "int"
        if lo >= 0 and (not down or (lo >= 1 and step == "1")) and rng.random() < 0.25:  # no unsigned one wraps
            narrow = ["unsigned short", "signed char", "unsigned char"] if extent.value < 100 else []
            ctype = rng.choice(["long", "long", "unsigned", "size_t", "short", "long long", "unsigned long long"] + narrow)
        signed = ctype not in ("unsigned", "size_t", "unsigned long long")
        declared = nested or rng.random() < 0.65
        if not declared:
            name = self.place.variable(ctype)
        head = loop_head(rng, name, lo_text, hi_text, step, down, ctype, declared)
        if not nested:
            self.outside, self.step, self.extent = outside, step, extent
        return head, Var(name, lo, max(lo, hi - 1), signed)

    def dimension(self, array, first):
        """The dimension that iterations share: the first with this probability, but rarely one of layers."""
        low = 1 if len(array.dims) > 1 and array.dims[0].value == 2 and self.rng.random() < 0.9 else 0
        return low if self.rng.random() < first else self.rng.randrange(low, len(array.dims))

    def moving(self, extent):
        """Bounds that depend on a loop around this one, or on a scalar: least first value, its text, largest end, its
        text, and subscripts that lie beside them. Or None."""
        rng, found, n = self.rng, [], extent.text
        whole = [t.text for t in self.temps if t.cls == "I"]
        if whole and rng.random() < 0.15:
            value = f"abs({rng.choice(whole)}) % {n}"
            return rng.choice([(0, "0", extent.value - 1, value, [f"{n} - 1"]), (0, value, extent.value, n, []),
                               (0, "0", extent.value, f"imin(abs({rng.choice(whole)}), {n})", [])])
        for w in self.variables:
            if 0 <= w.lo and w.hi + 1 < extent.value:
                t = w.text
                found += [(w.lo + 1, f"{t} + 1", extent.value, n, [t, f"{t} / 2"]),
                          (0, "0", w.hi + 1, f"{t} + 1", [f"{t} + 1", f"{n} - 1"]),
                          (w.lo, t, extent.value, n, [f"{t} - 1"] if w.lo else []),
                          (0, "0", extent.value - w.lo, f"{n} - {t}", [f"{n} - {t}"] if w.lo else [])]
        return rng.choice(found) if found else None

    def view(self, target, var):
        """What an iteration may read of an array that others write in part: what lies beside the loop's range or
        between its steps, or in the other half; the target's owner may change. Or None."""
        rng, array, found = self.rng, target.array, []
        if len(target.owned) != 1 or target.whole:
            return None
        (d, owner), = target.owned.items()
        size, same = array.dims[d], owner() == var.text
        if same and self.outside and size is self.extent:
            outside = self.outside
            found.append((lambda: owner, lambda scope: rng.choice(outside)))
        near = [c for c in (-3, -1, 1) if var.lo + c >= 0 and var.hi + c < size.value]
        if same and self.step == "2" and near:
            texts = [f"{var.text} {'+' if c > 0 else '-'} {abs(c)}" for c in near]
            found += 3 * [(lambda: owner, lambda scope: rng.choice(texts))]
        if var.lo >= 0 and 2 * var.hi + 1 < size.value:
            other = rng.randrange(2)
            many = Size((size.value + 1 - other) // 2, f"(({size.text} + {1 - other}) / 2)", size.constant)
            own = f"2 * {var.text}" + ("" if other else " + 1")
            found.append((lambda: (lambda: own),
                          lambda scope: Node("2 * (", subscript(scope, many), f"){' + 1' if other else ''}")))
            half = Size(size.value // 2, f"({size.text} / 2)", size.constant)
            if var.hi < half.value and same:
                found.append((lambda: owner, lambda scope: Node(f"{half.text} + (", subscript(scope, half), ")")))
                up = f"{half.text} + {var.text}"
                found.append((lambda: (lambda: up), lambda scope: subscript(scope, half)))
        if not found:
            return None
        new_owner, sub = rng.choice(found)
        target.owned[d] = new_owner()
        return View(array, {d: sub})

    def layers(self, target, var):
        """One of the layers of an array belongs to the loop, and others may be read: a view of them, or None."""
        rng, array = self.rng, target.array
        if array.dims[0].value != 2 or 0 in target.owned or len(target.owned) != 1:
            return None
        times = [w for w in self.variables if w.lo >= 0]
        mine, other = rng.choice([("0", "1"), ("1", "0")])
        if times and rng.random() < 0.8:
            t = rng.choice(times).text
            mine, other = rng.choice([(f"{t} % 2", f"({t} + 1) % 2"), (f"({t} + 1) % 2", f"{t} % 2"),
                                      (f"1 - {t} % 2", f"{t} % 2"), (f"{t} & 1", f"!({t} & 1)")])
        if rng.random() < 0.3:
            name = self.place.fresh("now")
            self.clauses.before.append(Pinned(f"int {name} = {mine};"))
            mine, other = name, f"1 - {name}"
        target.owned[0] = lambda: mine
        return View(array, {0: lambda scope: other})

    def views(self, targets, var):
        found = []
        for target in targets:
            view = self.layers(target, var) if self.rng.random() < 0.9 else None
            if not view and self.rng.random() < 0.5 and len(targets) == len({t.array.store for t in targets}):
                view = self.view(target, var)
            found += [view] if view else []
        return found

    def precomputed(self, targets, body):
        """Sometimes subscripts that an iteration owns are computed first."""
        for target in targets:
            for d, owner in list(target.owned.items()):
                texts = {str(owner()) for _ in range(12)}
                if len(texts) == 1 and not target.whole and self.rng.random() < 0.15:
                    name = self.place.fresh("at")
                    body.pin(f"{self.rng.choice(['int', 'const int', 'long', 'size_t', 'unsigned', 'short'])} {name} = "
                             f"{owner()};")
                    target.owned[d] = lambda name=name: name

    def checkerboard(self):
        """Every second element gets a new value from those around it, in place; None where no array fits."""
        rng, fits = self.rng, [a for a in self.written if len(a.dims) == 2 and min(d.value for d in a.dims) > 3]
        if not fits:
            return None
        array, colour = rng.choice(fits), rng.choice(["0", "1"] + [f"{w.text} % 2" for w in self.variables if w.lo >= 0])
        rows, columns = array.dims
        i, j = Var("i", 1, rows.value - 2), Var("j", 1, columns.value - 2)
        around = [("i - 1", "j"), ("i + 1", "j"), ("i", "j - 1"), ("i", "j + 1")]
        near = [View(array, {0: lambda scope, a=a: a, 1: lambda scope, b=b: b}) for a, b in around]
        own = Target(array, {0: lambda: "i", 1: lambda: "j"})
        scope = Scope(rng, [i, j], self.arrays, self.temps, [own], near)
        inner = Block()
        Body(rng, self.place).add(inner, scope, 2, rng.choice([0, 1]))
        head = loop_head(rng, "i", "1", f"{rows.text} - 1")
        first = rng.randrange(3)
        if first == 0:
            text = [f"for (int j = 1 + (i + {colour} + 1) % 2; j < {columns.text} - 1; j += 2) {{\n", inner, "}\n"]
        elif first == 1:
            text = [f"for (int j = 1; j < {columns.text} - 1; j++)\nif ((i + j + {colour}) % 2 == 0) {{\n", inner, "}\n"]
        else:
            text = [f"for (int j = 1; j < {columns.text} - 1; j++) {{\nif ((i + j) % 2 != {colour})\ncontinue;\n", inner,
                    "}\n"]
        return [Pinned("#pragma hydra parallel for\n", head, " {\n", *text, "}")]

    def other_rows(self):
        """An array seen in rows of one length after the other, which only a type speaks of, at subscripts from an index
        array: what is known of one length must not be taken for the next. None where no arrays fit."""
        rng = self.rng
        tables = [t for t in self.arrays if t.limit and not t.holes and len(t.dims) == 1]
        found = []
        for array in self.written:
            count = 1
            for size in array.dims:
                count *= size.value
            found += [(array, table, min(count // table.limit, 5)) for table in tables
                      if array.flat and not array.limit and array.elem in PLAIN and count >= 2 * table.limit
                      and table.store != array.store]
        if not found:
            return None
        array, table, widest = rng.choice(found)
        width, rows = self.place.fresh("w"), self.place.fresh("seen")
        element = f"{rows}[{''.join(map(str, table.ref(['i'])))}][{rng.choice(['0', f'{width} - 1'])}]"
        lines = [f"for (int {width} = 1; {width} <= {widest}; {width}++) {{\n",
                 f"{array.elem} (*{rows})[{width}] = ({array.elem} (*)[{width}]){array.flat};\n"]
        end = table.dims[0].text
        if table.distinct:
            lines += ["#pragma hydra parallel for\n", f"for (int i = 0; i < {end}; i++)\n",
                      f"{element} = ({array.elem})((i + {width}) % 11);\n"]
        else:
            total = self.place.fresh("total")
            lines += [f"int {total} = 0;\n#pragma hydra parallel for reduction(+: {total})\n",
                      f"for (int i = 0; i < {end}; i++)\n", f"{total} += {element} > 3;\n",
                      f'printf("%d\\n", {total});\n']
        return [Pinned(*lines, "}")]

    def pairs(self, rng):
        """Elements in pairs at distances that only the run knows: as quotient and remainder say, or as partners that
        exchange. None where no array fits."""
        found = [a for a in self.written if a.flat and not a.limit and a.elem in PLAIN]
        if not found:
            return None
        array = rng.choice(found)
        size = " * ".join(f"({d.text})" for d in array.dims)
        by, low, high = self.place.fresh("by"), self.place.fresh("low"), self.place.fresh("high")
        x, y = f"({array.flat})[{low}]", f"({array.flat})[{high}]"
        value = rng.choice([f"({array.elem})({x} / 2 + {y} / 2)", y, f"({array.elem})({y} > 1 ? 1 : {x} / 2)"])
        change = f"{array.elem} v{low} = {x};\n{x} = {value};\n{y} = v{low};\n"
        if rng.random() < 0.5:
            place = rng.choice([f"q / {by} * 2 * {by} + q % {by}", f"2 * {by} * (q / {by}) + q % {by}",
                                f"q % {by} + q / {by} * ({by} + {by})"])
            return [Pinned(f"for (int {by} = 1; {by} * 2 <= {size}; {by} {rng.choice(['*= 2', '+= 1', '+= 3'])}) {{\n"
                           "#pragma hydra parallel for\n"
                           f"for (int q = 0; q < {size} / (2 * {by}) * {by}; q++) {{\n"
                           f"int {low} = {place}, {high} = {low} + {by};\n{change}}}\n}}")]
        test = f" && {x} {rng.choice('<>')} {y}" if rng.random() < 0.4 else ""
        sign, mask = rng.choice("<>"), rng.choice([f"{low} ^ {by}", f"{by} ^ {low}"])
        return [Pinned(f"for (int {by} = 1; {by} < {size}; {by} = {by} * 2{rng.choice(['', ' + 1'])}) {{\n"
                       f"#pragma hydra parallel for\nfor (int {low} = 0; {low} < {size}; {low}++) {{\n"
                       f"int {high} = {mask};\nif ({high} < {size} && {high} {sign} {low}{test}) {{\n{change}}}\n}}\n}}")]

    def make(self):
        """The statements of the loop, with what belongs before and after it, or None where nothing fits."""
        rng = self.rng
        if not self.written:
            return None
        if rng.random() < 0.04:
            return self.checkerboard()
        apart = random.Random(hash(rng.getstate()[1]))  # the other programs stay what they were
        kind = apart.random()
        if kind < 0.03:
            return self.other_rows()
        if kind > 0.96:
            return self.pairs(apart)
        first = self.written[0]
        dim = self.dimension(first, 0.7)
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
            d = dim if array is first else self.dimension(array, 0)
            owner = self.owner(var, array.dims[d])
            if owner:
                targets.append(Target(array, {d: owner}))
        if not targets:
            return None
        self.own_structure(targets, var)
        views = self.views(targets, var)
        stores = {t.array.store for t in targets}
        arrays = [a for a in self.arrays + self.written if a.store not in stores]
        temps = list(self.temps)
        self.clauses.choose(arrays, temps, self.duos)
        scope = Scope(rng, [var], arrays, temps, targets, views)
        body, statements = Block(), Body(rng, self.place, self.sparse, self.structures, self.duos)
        self.precomputed(targets, body)
        entries = self.entries(scope, var, statements) if rng.random() < 0.3 else None
        self.clauses.begin(body, scope)
        nested = self.nested(scope, targets, statements) if rng.random() < 0.2 else None
        if nested:
            body.items.append(nested)
        else:
            statements.add(body, scope, 0, rng.choice([0, 1, 1, 2, 3]))
        if entries:
            body.items.append(entries)
        after = self.update_atomics(body, scope)
        self.clauses.end(body, scope)
        if statements.end:
            body.pin(f"{statements.end}:;")
        return [*self.clauses.before, Pinned(self.clauses.pragma(self.written), "\n", head, " {\n", body, "}"),
                *self.clauses.after, *after]

    def update_atomics(self, body, scope):
        """Sometimes iterations update an atomic variable; statements that print it."""
        atomics = self.place.program.atomics
        if not atomics.made or self.rng.random() < 0.5:
            return []
        if self.rng.random() < 0.1:
            statement, temp = atomics.ticket(scope)
            if statement:
                body.items.append(statement)
                scope.temps = [*scope.temps, temp]
                return []
        found, after = atomics.updates(scope)
        body.items += found
        return after

    def entries(self, scope, var, statements):
        """A loop that writes the values of a sparse row, which the iteration owns, or None."""
        found = [s for s in self.sparse if any(s.val is a for a in scope.arrays) and any(s.col is a for a in scope.arrays)
                 and var.lo >= 0 and var.hi < s.rows.value]
        if not found:
            return None
        it, k = self.rng.choice(found), self.place.fresh("k")
        scope.arrays = [a for a in scope.arrays if a is not it.val]
        inner = scope.inner(Var(k, 0, it.val.dims[0].value - 1))
        inner.own = [Target(it.val, {0: lambda: k})]
        block = Block()
        statements.assign(block, inner)
        return Node(f"for (int {k} = {it.ptr}[{var.text}]; {k} < {it.ptr}[{var.text} + 1]; {k}++) {{\n", block, "}")

    def own_structure(self, targets, var):
        """Sometimes an iteration that owns one field of a structure owns the whole of it."""
        for target in list(targets):
            found = [s for s in self.structures if s.whole and any(f is target.array for f in s.fields)]
            if target.array.style != "field" or not found or self.rng.random() < 0.5 or list(target.owned) != [0]:
                continue
            owner = target.owned[0]
            fields = found[0].fields
            if len({owner() for _ in range(20)}) > 1 or any(
                    t.array is f for t in targets for f in fields if t is not target):
                continue
            targets.remove(target)
            targets += [Target(f, {0: owner}, found[0]) for f in fields]

    def nested(self, scope, targets, statements):
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
        statements.add(body, within, 1, self.rng.choice([0, 0, 1, 2]))
        return Pinned("#pragma hydra parallel for\n", head, " {\n", body, "}")
