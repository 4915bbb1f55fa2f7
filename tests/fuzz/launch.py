"""Random parallel loops. Their pragma is right by construction: each array that a loop writes has an owner function of
the loop variable (a shift, a mirror, a stride, a rotation, a permutation) for one of its dimensions, an iteration
writes and reads only what it owns of these arrays, and reads anything of the others. What stands in the body is in
body.py, and what the clauses say in clauses.py."""
from body import Body, Target, loop_head
from clauses import Clauses
from tree import Block, Node, Pinned
from values import Scope, Size, Var


class Launch:
    """Makes one parallel loop. `place` declares variables outside of it (place.variable) and adds helpers
    (place.helper); `arrays` may be used; `temps` are scalars that may be read; `maker` knows the structures and sparse
    rows that are in reach, or is None."""

    def __init__(self, rng, place, arrays, temps, maker=None):
        self.rng, self.place, self.temps = rng, place, list(temps)
        self.structures = maker.structures_made if maker else []
        self.sparse = maker.sparse if maker else []
        writable = [a for a in arrays if not a.readonly]
        rng.shuffle(writable)
        self.written, stores = [], set()
        for array in writable[:rng.choice([1, 1, 1, 1, 2, 2, 3])]:
            if array.store not in stores:
                self.written.append(array)
                stores.add(array.store)
        self.arrays = [a for a in arrays if a.store not in stores]
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
        step = rng.choice(["1"] * 8 + ["2", "3", None]) or self.place.step()
        down = rng.random() < 0.15
        ctype = "int"
        if lo >= 0 and (not down or (lo >= 1 and step == "1")) and rng.random() < 0.25:  # no unsigned one wraps
            ctype = rng.choice(["long", "long", "unsigned", "size_t", "short", "long long"])
        signed = ctype not in ("unsigned", "size_t")
        declared = nested or rng.random() < 0.65
        if not declared:
            name = self.place.variable(ctype)
        head = loop_head(rng, name, lo_text, hi_text, step, down, ctype, declared)
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
        if not targets:
            return None
        self.own_structure(targets, var)
        stores = {t.array.store for t in targets}
        arrays = [a for a in self.arrays + self.written if a.store not in stores]
        temps = list(self.temps)
        self.clauses.choose(arrays, temps)
        scope = Scope(rng, [var], arrays, temps, targets)
        body, statements = Block(), Body(rng, self.place, self.sparse)
        entries = self.entries(scope, var, statements) if rng.random() < 0.3 else None
        self.clauses.begin(body, scope)
        nested = self.nested(scope, targets, statements) if rng.random() < 0.2 else None
        if nested:
            body.items.append(nested)
        else:
            statements.add(body, scope, 0, rng.choice([0, 1, 1, 2, 3]))
        if entries:
            body.items.append(entries)
        self.clauses.end(body, scope)
        return [*self.clauses.before, Pinned(self.clauses.pragma(self.written), "\n", head, " {\n", body, "}"),
                *self.clauses.after]

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
