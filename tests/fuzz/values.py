"""What random programs compute with: sizes, arrays in the many ways that C has them, variables with known ranges, and
expressions over them. Every value's size is bounded while the program is made, so that nothing overflows; every
subscript is made from variables whose range is known, so that it lies in its array."""
from tree import Expr, Node, Pick

# Element types: what may be stored (largest size), the expression class, and how a value of any size is cut to it.
TYPES = {
    "double": ("F", 1e9, "fmod({}, 1000.0)"),
    "float": ("F", 1e5, "fmod({}, 1000.0)"),
    "int": ("I", 10**6, "({}) % 1000"),
    "long": ("I", 10**6, "({}) % 5003"),
    "short": ("I", 1000, "({}) % 1000"),
    "signed char": ("I", 100, "({}) % 100"),
    "unsigned char": ("I", 255, "({}) & 127"),
    "unsigned": ("I", 1000, "(unsigned)({})"),
    "unsigned long": ("I", 1000, "(unsigned long)({})"),
    "unsigned short": ("I", 65535, "({}) & 2047"),
    "long long": ("I", 10**6, "({}) % 5003"),
    "_Bool": ("I", 1, "({}) > 7"),
    "double _Complex": ("F", 1500, "fmod({}, 700.0) * (1 - 0.5 * I)"),
    "float _Complex": ("F", 1500, "fmod({}, 700.0) * (0.25 + I)"),
}
MODULAR = ("unsigned", "unsigned long")  # they hold anything, and are read as numbers below 1000
LONG = ("long", "long long")
COMPLEX = ("double _Complex", "float _Complex")  # their values never leave a circle of 1500; `part` makes them numbers
INT_LIMIT, FLOAT_LIMIT = 10**9, 1e15


class Size:
    """An extent: its value, and the text that stands for it (a macro, a number, a variable: `local` to main or not;
    only where it is `portable` can functions be given it)."""

    def __init__(self, value, text, constant, local=False):
        self.value, self.text, self.constant, self.local = value, text, constant, local
        self.portable = True


class Var:
    """An integer variable with values in [lo, hi]; `signed`: it may be compared with and subtracted from freely."""

    def __init__(self, text, lo, hi, signed=True):
        self.text, self.lo, self.hi, self.signed = text, lo, hi, signed

    @property
    def bound(self):
        return max(abs(self.lo), abs(self.hi), 1)


class Array:
    """Something subscripted. `store` names the memory: two arrays with one store may be the same elements. `write`
    makes the text of an element from the texts of its subscripts; `flat` is a pointer to the first element where all
    lie in one piece; `limit`: its values are subscripts in [0, limit) (with `holes`, or -1); `distinct`: no two are
    equal; `everywhere`: functions know its name; `is_array`: the name is an array, not a pointer."""

    def __init__(self, name, elem, dims, style, store=None, flat=None, path=("", "")):
        self.name, self.elem, self.dims, self.style = name, elem, dims, style
        self.store, self.flat, self.path = store or name, flat, path
        self.limit, self.distinct, self.readonly, self.holes = None, False, False, False
        self.swappable = self.growable = self.everywhere = self.is_array = False
        self.stars = "*"  # of a pointer to it
        self.tag = None  # of the structure whose field it is

    @property
    def cls(self):
        return TYPES[self.elem][0]

    @property
    def bound(self):
        return self.limit or TYPES[self.elem][1]

    @property
    def ordered(self):
        """Whether elements can be compared."""
        return self.elem not in COMPLEX

    @property
    def kind(self):
        """What two arrays have in common that pointers may be swapped between."""
        return self.elem, self.stars, self.limit, self.distinct, self.holes, self.growable

    @property
    def base(self):
        """The pointer, or the array, as an expression."""
        return self.path[0] + self.name

    def ref(self, subs):
        if self.style == "arrow":  # a field of the structure that a pointer points to
            return [self.name, "->", self.path[1], *sum((["[", s, "]"] for s in subs), [])]
        if self.style == "field":  # an element of an array of structures, and inside it perhaps a small array
            return [self.name, "[", subs[0], "].", self.path[1], *sum((["[", s, "]"] for s in subs[1:]), [])]
        base = self.base
        if self.style == "helper":
            where = [subs[0]]
            for sub, dim in zip(subs[1:], self.dims[1:]):
                where = ["at(", *where, ", ", sub, ", ", dim.text, ")"]
            return [base, "[", *where, "]"]
        if self.style in ("linear", "deref") and len(self.dims) > 1:
            parts = ["(", subs[0], ")"]
            for sub, dim in zip(subs[1:], self.dims[1:]):
                parts = (["(", *parts, ")"] if len(parts) > 3 else parts) + [" * ", dim.text, " + (", sub, ")"]
            return ["*(", base, " + ", *parts, ")"] if self.style == "deref" else [base, "[", *parts, "]"]
        if self.style == "macro":
            return [f"{self.name.upper()}(", *sum(([s, ", "] for s in subs), [])[:-1], ")"]
        if self.style == "deref":
            return ["*(", base, " + (", subs[0], "))"]
        return [base, *sum((["[", s, "]"] for s in subs), [])]


class View:
    """Elements of an array that no iteration of a loop writes, though iterations write others of it: `subs[d]` makes the
    subscript of dimension d from a scope; other dimensions have any subscript."""

    def __init__(self, array, subs):
        self.array, self.subs = array, subs

    def read(self, scope):
        subs = [self.subs[d](scope) if d in self.subs else subscript(scope, size)
                for d, size in enumerate(self.array.dims)]
        return as_value(self.array, self.array.ref(subs))


class Temp:
    """A scalar that may be read, of class 'I' or 'F', never larger than `bound`."""

    def __init__(self, text, cls, bound):
        self.text, self.cls, self.bound = text, cls, bound


class Scope:
    """What an expression may use at some place."""

    def __init__(self, rng, variables=(), arrays=(), temps=(), own=(), views=()):
        self.rng = rng
        self.vars, self.arrays, self.temps, self.own = list(variables), list(arrays), list(temps), list(own)
        self.views = list(views)
        self.joins = getattr(rng, "joins", None)

    def inner(self, *variables):
        return Scope(self.rng, self.vars + list(variables), self.arrays, self.temps, self.own, self.views)


def subscript(scope, size, depth=0):
    """An expression in [0, size): affine, periodic, clamped, divided, out of an index array, or constant."""
    rng, extent, text = scope.rng, size.value, size.text
    simple = [Node("0")]
    if not scope.vars:
        return Pick([simple], Node(rng.choice(["0", f"{text} - 1", f"{text} / 2"])))
    var = rng.choice(scope.vars[-2:] if rng.random() < 0.7 else scope.vars)
    v, lo, hi = var.text, var.lo, var.hi
    found = []

    def add(weight, *parts):
        found.append((weight, parts))

    for c in (-2, -1, 0, 1, 2, 3):
        if lo + c >= 0 and hi + c < extent:
            add(5 if c == 0 else 2.5, v if c == 0 else f"{v} {'+' if c > 0 else '-'} {abs(c)}")
    if lo >= 0 and hi < extent:
        add(1, f"{text} - 1 - {v}")
    if lo >= 0 and 2 * hi + 1 < extent:
        add(1, f"2 * {v} + 1")
    if lo >= 0:
        c = rng.randrange(1, extent + 2)
        add(1.2, f"({v} + {c}) % {text}")
        add(0.3, f"{v} % {text}")
        back = rng.randrange(1, min(extent, 4) + 1)
        if var.signed:
            add(1.2, f"({v} - {back} + {text}) % {text}")
        add(0.5, f"({v} + {text} - {back}) % {text}")
        if hi // 2 < extent:
            add(0.5, f"{v} {rng.choice(['/ 2', '/ 2', '>> 1'])}")
        if extent >= 3:
            add(0.3, f"{v} % 3")
        power = 1 << (extent.bit_length() - 1)  # the largest that is not larger
        add(0.4, f"({v} + {rng.randrange(4)}) & {power - 1}")
        if hi | 1 < extent:
            add(0.5, f"{v} {rng.choice(['^ 1', '^ 1', '| 1', '& ~1'])}" if var.signed else f"{v} ^ 1")
        if hi < extent:
            add(0.4, f"({rng.choice(['size_t', 'short', 'unsigned char', 'long long'])}){v}")
        if lo >= 1 and hi - 1 < extent:
            add(0.4, f"{rng.choice(['(unsigned)', '(size_t)', '(short)'])}({v} - 1)")
        add(0.3, f"(unsigned)({v} * {rng.choice([3, 5, 7])}) % {text}")
        if len(scope.vars) > 1 and lo >= 1 and hi + 1 < extent:
            w = rng.choice(scope.vars)
            if w.lo >= 0:
                add(1.5, f"{v} + around[{w.text} % 3]")
    c = rng.randrange(0, 4)
    if hi - c < extent:
        add(0.8, f"({v} > {c} ? {v} - {c} : 0)")
    if var.signed:
        if hi - c < extent:
            add(0.4, f"imax({v} - {c}, 0)")
        if lo + c >= 0:
            add(0.8, f"({v} + {c} < {text} ? {v} + {c} : {text} - 1)")
            add(0.4, f"imin({v} + {c}, {text} - 1)")
        if len(scope.vars) > 1:
            w = rng.choice(scope.vars)
            if w.signed and lo + w.lo >= 0 and hi + w.hi < extent:
                add(0.8, f"{v} + {w.text}")
            if w.signed and lo - w.hi >= 0 and hi - w.lo < extent:
                add(0.8, f"{v} - {w.text}")
            if w.signed and lo >= 0 and w.lo >= 0:
                add(0.4, f"({v} + {w.text}) % {text}")
                add(0.2, f"({v} * 3 + {w.text}) % {text}")
            elif w.signed and lo + w.lo + extent >= 0:
                add(0.8, f"({v} + {w.text} + {text}) % {text}")
    add(0.2, "0")
    add(0.2, f"{text} - 1")
    tables = [a for a in scope.arrays if a.limit and len(a.dims) == 1 and not a.holes]
    if tables and depth == 0:
        table = rng.choice(tables)
        inner = table.ref([subscript(scope, table.dims[0], 1)])
        add(0.8, *inner) if table.limit <= extent else add(0.8, *inner, f" % {text}")
    weights = [w for w, _ in found]
    parts = rng.choices([p for _, p in found], weights)[0]
    joined = scope.joins.subscript(scope, size) if scope.joins and depth == 0 else None
    return Pick([simple], joined or Node(*parts))


def read(scope, array):
    """An element of `array`, as an expression of its class."""
    ref = array.ref([subscript(scope, d) for d in array.dims])
    return as_value(array, (scope.joins and scope.joins.element(scope, array)) or ref)


def guarded(scope, array):
    """An element of `array` that is read only where a condition says that it is there; None where nothing fits."""
    rng, dim = scope.rng, scope.rng.randrange(len(array.dims)) if array.dims else 0
    if not array.dims or not scope.vars:
        return None
    size, var, c = array.dims[dim], rng.choice(scope.vars), rng.randrange(1, 5)
    tables = [a for a in scope.arrays if a.holes and a.limit <= size.value]
    if tables and rng.random() < 0.6:
        table = rng.choice(tables)
        at = "".join(map(str, table.ref([subscript(scope, table.dims[0], 1)])))
        test = f"{at} >= 0"
    elif rng.random() < 0.15:  # one comparison for both ends
        test, at = f"(unsigned)({var.text} - {c}) < (unsigned){size.text}", f"{var.text} - {c}"
    elif var.lo + c >= 0 and rng.random() < 0.5:
        test, at = f"{var.text} + {c} < {size.text}", f"{var.text} + {c}"
    elif var.hi - c < size.value:
        test, at = f"{var.text} >= {c}", f"{var.text} - {c}"
    else:
        return None
    value = as_value(array, array.ref([at if d == dim else subscript(scope, s) for d, s in enumerate(array.dims)]))
    return Expr(value.cls, max(value.bound, 1), f"({test} ? ", value, " : ", rng.choice(["0", "1"]), ")")


def as_value(array, ref):
    if array.elem in MODULAR:
        return Expr("I", 1000, "(int)(", *ref, " % 1000u)")
    if array.elem in LONG:
        return Expr("I", 5003, "(int)(", *ref, " % 5003)")
    if array.elem in COMPLEX:
        return Expr("F", 2500, "part(", *ref, ")")
    return Expr(array.cls, array.bound, *ref)


def number(array, ref):
    """The text of an element of `array` as a real number."""
    return ref if array.ordered else f"part({ref})"


def leaf(scope, cls):
    """A value that is there: an element mostly, else a variable or a constant."""
    rng = scope.rng
    roll = rng.random()
    if scope.views and rng.random() < 0.3:
        return converted(rng.choice(scope.views).read(scope), cls)
    if scope.own and roll < 0.15:
        return converted(rng.choice(scope.own).read(scope), cls)
    if scope.arrays and roll < 0.75:
        arrays = [a for a in scope.arrays if a.cls == cls]
        array = rng.choice(arrays if arrays and rng.random() < 0.8 else scope.arrays)
        return converted((guarded(scope, array) if roll < 0.22 else None) or read(scope, array), cls)
    temps = [t for t in scope.temps if t.cls == cls]
    if temps and roll < 0.85:
        temp = rng.choice(temps[-4:])
        return Expr(cls, temp.bound, temp.text)
    if scope.vars and cls == "I" and roll < 0.97:
        var = rng.choice(scope.vars)
        return Expr("I", var.bound, var.text if var.signed else f"(int){var.text}")
    c = rng.randrange(1, 20)
    return Expr(cls, c, f"{c}" if cls == "I" else rng.choice([f"{c}.0", f"{c / 4}"]))


def converted(expr, cls):
    if expr.cls == cls:
        return expr
    return Expr("F", expr.bound, "(double)", expr) if cls == "F" else Expr("I", 97, "(int)fmod(", expr, ", 97.0)")


def limited(expr, most):
    """`expr` with a value of at most `most`."""
    if expr.bound <= most:
        return expr
    m = int(min(most, 997))
    return Expr("I", m, "(", expr, f") % {m}") if expr.cls == "I" else Expr("F", m, "fmod(", expr, f", {m}.0)")


def expression(scope, cls, depth=1):
    """A random expression of class 'I' or 'F'."""
    rng = scope.rng
    if depth == 0 or rng.random() < 0.15:
        return leaf(scope, cls)
    kind = rng.random()
    if kind < 0.08:
        other = expression(scope, "F" if cls == "I" else "I", depth - 1)
        return converted(Expr(other.cls, other.bound, "(", other, ")"), cls)
    if kind < 0.18:
        a, b = expression(scope, cls, depth - 1), expression(scope, cls, depth - 1)
        return Expr(cls, max(a.bound, b.bound), "(", condition(scope), " ? ", a, " : ", b, ")")
    if kind < 0.26 and cls == "I":
        a = expression(scope, cls, depth - 1)
        c = rng.randrange(2, 9)
        form = rng.randrange(6)
        if form == 4:  # arithmetic that wraps
            return Expr("I", 1000, "(int)(((unsigned)(", a, f") * {rng.choice(['31u', '2654435761u'])} - {c}u) % 1000u)")
        if form == 5:
            return Expr("I", 255 << 2, "(((", a, f") & 255) {rng.choice(['<< 2', '>> 1'])})")
        if form == 0:
            return Expr("I", a.bound, "(", a, f") / {c}")
        if form == 1:
            return Expr("I", c, "(", a, f") % {c}")
        if form == 2:
            return Expr("I", 15, "((", a, ") & 15)")
        b = leaf(scope, cls)
        return Expr("I", 2 * max(a.bound, b.bound), "((", a, f") {rng.choice('^|')} (", b, "))")
    if kind < 0.34:
        a = expression(scope, cls, depth - 1)
        if cls == "I":
            return Expr("I", a.bound, rng.choice(["abs(", "-("]), a, ")")
        name = rng.choice(["fabs(", "sqrt(fabs(", "floor(", "-("])
        return Expr("F", a.bound + 1, name, a, "))" if name.startswith("sqrt") else ")")
    if kind < 0.42:
        a, b = expression(scope, cls, depth - 1), expression(scope, cls, depth - 1)
        name = rng.choice(["imin(", "imax("] if cls == "I" else ["fmin(", "fmax(", "mean("])
        return Expr(cls, max(a.bound, b.bound), name, a, ", ", b, ")")
    a, b = expression(scope, cls, depth - 1), expression(scope, cls, depth - 1)
    most = INT_LIMIT if cls == "I" else FLOAT_LIMIT
    op = rng.choice("++--*")
    if op == "*":
        a, b = limited(a, 20000), limited(b, 20000)
        return Expr(cls, a.bound * b.bound, "(", a, ") * (", b, ")")
    a, b = limited(a, most // 2), limited(b, most // 2)
    return Expr(cls, a.bound + b.bound, "(", a, f" {op} ", "(", b, "))")


def condition(scope, affine=False):
    """A random condition; `affine`: over loop variables alone."""
    rng = scope.rng
    if scope.vars and (affine or rng.random() < 0.4):
        var = rng.choice(scope.vars)
        v = var.text
        c = rng.randrange(max(var.lo, 0), max(var.lo, 0, var.hi) + 1)
        text = rng.choice([f"{v} {rng.choice(['<', '>', '<=', '>=', '==', '!='])} {c}", f"{v} % 2 == {c % 2}",
                           f"{v} % 3 != 1", f"{v} > {max(0, c - 2)} && {v} < {c + 2}"])
        return Expr("B", 1, text)
    cls = rng.choice("IF")
    a, b = expression(scope, cls, 1), leaf(scope, cls)
    first = Expr("B", 1, a, f" {rng.choice(['<', '>', '<=', '>='])} ", b)
    if rng.random() < 0.15:
        second = condition(scope, affine=True)
        return Expr("B", 1, "(", first, f") {rng.choice(['&&', '||'])} (", second, ")")
    return first


def stored(expr, elem):
    """`expr` cut to what an element of type `elem` holds."""
    cls, most, cut = TYPES[elem]
    if expr.cls != cls:
        expr = converted(Expr(expr.cls, expr.bound, "(", expr, ")"), cls)
    if expr.bound <= most and elem not in MODULAR + COMPLEX:
        return expr
    before, after = cut.split("{}")
    return Node(before, expr, after)
