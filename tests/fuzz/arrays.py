"""The arrays of a random program, in the many ways that C has them: static, local and variable-length ones, from the
heap, tables of row pointers, inside and behind structures, arrays of structures, second pointers into other arrays, the
two halves of one allocation, index arrays and sparse rows. Also what code outside of parallel loops has to know about
them."""
from records import make_duo
from tree import Global
from values import TYPES, Array, Size

WEIGHTS = [9, 2, 5, 1.5, 1, 0.7, 0.7, 1.5, 0.5, 0.4, 0.4, 0.3, 0.7, 0.3]  # of the element types, in their order


class Structures:
    """An array of structures: its name and tag, extent, and fields (each an Array). `whole`: its elements may be
    assigned as a whole, since no field is a pointer."""

    def __init__(self, name, tag, size, fields, whole):
        self.name, self.tag, self.size, self.fields, self.whole = name, tag, size, fields, whole


class Bag:
    """A structure of pointers to arrays and their extent: `text` is a pointer to it, `pointers` the members."""

    def __init__(self, tag, text, size, pointers):
        self.tag, self.text, self.size, self.pointers = tag, text, size, pointers


class Sparse:
    """Sparse rows: row r has the entries ptr[r] <= k < ptr[r + 1] of col and val; `lengths` is what a row has at most."""

    def __init__(self, rows, ptr, col, val, longest):
        self.rows, self.ptr, self.col, self.val, self.longest = rows, ptr, col, val, longest


class Maker:
    """Makes arrays for a program: their definitions and declarations, and an Array for each name."""

    def __init__(self, program):
        self.program, self.rng = program, program.rng
        self.structures_made, self.bags, self.sparse, self.duos, self.unions = [], [], [], [], []

    def some(self):
        """One more array, or a few that belong together."""
        rng, program = self.rng, self.program
        elem = rng.choices(list(TYPES), WEIGHTS)[0]
        count = rng.choices([1, 2, 3], [5, 5, 1.5])[0]
        dims = [program.pick_size({1: 40, 2: 24, 3: 9}[count]) for _ in range(count)]
        if rng.random() < 0.12:  # layers, of which one is written and the other read
            dims = [Size(2, "2", True), *dims[:2]]
            count = len(dims)
        roll = rng.random()
        if roll < 0.12:
            self.structures(dims[-1])
        elif roll < 0.18:
            self.bag(elem, dims)
        elif roll < 0.21:
            self.planes(elem, dims[-1])
        elif roll < 0.25:
            self.halves(elem, dims)
        elif roll < 0.29 and count == 2:
            self.rows(elem, dims)
        elif roll < 0.37 and all(d.constant for d in dims):
            make_duo(self, elem, dims)
        else:
            array = self.plain(elem, dims)
            if array.flat and rng.random() < 0.1:
                self.alias(array)

    def add(self, array):
        if not array.ordered:
            self.program.needs("complex")
        self.program.arrays.append(array)
        return array

    def define(self, *parts):
        self.program.definitions.add(*parts)

    def variable(self, name, text):
        """Defines a variable outside of all functions."""
        self.program.definitions.items.append(Global(name, text))

    def declare(self, *parts):
        self.program.declarations.add(*parts)

    def plain(self, elem, dims, kind=None):
        """An array of its own."""
        rng = self.rng
        name = self.program.fresh(rng.choice("abcuvw"))
        constant = all(d.constant for d in dims)
        extents = "".join(f"[{d.text}]" for d in dims)
        total = " * ".join(d.text for d in dims)
        flat = name if len(dims) == 1 else f"&{name}{'[0]' * len(dims)}"
        kinds = ["static", "static", "local", "member", "union", "union"] if constant else ["vla"]
        kind = kind or rng.choice(kinds + ["heap", "heap", "heap", "calloc", "rows", "middle"])
        if kind == "static":
            spare = rng.random() < 0.15
            if spare:
                extents = "".join(f"[{d.text} + {rng.randrange(3)}]" for d in dims)
            self.variable(name, f"{elem} {name}{extents}")
            array = Array(name, elem, dims, "multi", flat=None if spare else flat)
            array.everywhere = array.is_array = True
        elif kind in ("local", "vla"):
            self.declare(f"{elem} {name}{extents};")
            array = Array(name, elem, dims, "multi", flat=flat)
            array.is_array = True
        elif kind == "member":
            self.program.definitions.pin(f"struct box_{name} {{\nint id;\n{elem} {name}{extents};\n}};")
            self.variable(f"s_{name}", f"struct box_{name} s_{name}")
            array = Array(name, elem, dims, "multi", path=(f"s_{name}.", ""),
                          flat=f"&s_{name}.{name}{'[0]' * len(dims)}")
            array.everywhere = True
        elif kind == "union" and len(dims) == 1 and dims[0].value > 2:
            array = self.named_elements(name, elem, dims)
        elif kind == "rows" and len(dims) > 1:
            inner = "".join(f"[{d.text}]" for d in dims[1:])
            self.declare(f"{elem} (*{name}){inner} = malloc(sizeof({elem}{extents}));")
            array = Array(name, elem, dims, "multi", flat=flat)
        elif kind == "middle":
            base, off = self.program.fresh("base"), rng.randrange(1, 6)
            self.declare(f"{elem} *{base} = malloc(({total} + {off + 2}) * sizeof({elem}));")
            self.declare(f"{elem} *{name} = {base} + {off};")
            array = Array(name, elem, dims, "linear", flat=name)
        else:
            array = self.heap(name, elem, dims, kind)
        return self.add(array)

    def named_elements(self, name, elem, dims):
        """An array in a union, whose first elements serial code knows by names of their own."""
        program = self.program
        program.definitions.pin(f"union both_{name} {{\n{elem} {name}[{dims[0].text}];\n"
                                f"struct {{\n{elem} x, y, z;\n}} at;\n}};")
        static = self.rng.random() < 0.6
        if static:
            self.variable(f"u_{name}", f"union both_{name} u_{name}")
        else:
            self.declare(f"union both_{name} u_{name};")
        array = Array(name, elem, dims, "multi", path=(f"u_{name}.", ""), flat=f"u_{name}.{name}")
        array.everywhere = static
        self.unions.append((f"u_{name}", f"both_{name}", array))
        return array

    def heap(self, name, elem, dims, kind):
        rng, total = self.rng, " * ".join(d.text for d in dims)
        call = f"calloc({total}, sizeof({elem}))" if kind == "calloc" else f"malloc({total} * sizeof *{name})"
        cast = f"({elem} *)" if rng.random() < 0.5 else ""
        self.declare(f"{elem} *{name} = {cast}{call};")
        style = rng.choice(["linear", "linear", "linear", "deref", "macro", "helper"]) if len(dims) > 1 else "linear"
        array = Array(name, elem, dims, style, flat=name)
        array.swappable = style != "macro"
        array.growable = array.swappable
        if style == "macro":
            letters = "ijk"[:len(dims)]
            where = "(i)"
            for letter, dim in zip(letters[1:], dims[1:]):
                where = f"({where} * {dim.text} + ({letter}))"
            self.define(f"#define {name.upper()}({', '.join(letters)}) {name}[{where}]")
        return array

    def alias(self, array):
        """A second pointer to elements of an array: what is written by one name must not be used by the other."""
        total = 1
        for dim in array.dims:
            total *= dim.value
        off = self.rng.choice([0, 1, 2, total // 2])
        name = self.program.fresh("q")
        if total - off < 3:
            return
        array.swappable = array.growable = False
        pointer = f"{array.flat} + {off}" if off else array.flat
        self.declare(f"{array.elem} *{name} = {pointer};")
        size = Size(total - off, str(total - off), True)
        self.add(Array(name, array.elem, [size], "linear", store=array.store, flat=name))

    def halves(self, elem, dims):
        """Two arrays in one allocation."""
        total = " * ".join(d.text for d in dims)
        both = self.program.fresh("both")
        gap = self.rng.choice([0, 0, 1, 3])
        self.declare(f"{elem} *{both} = malloc((2 * {total} + {gap}) * sizeof({elem}));")
        for start in (both, f"{both} + {total}" + (f" + {gap}" if gap else "")):
            name = self.program.fresh("h")
            self.declare(f"{elem} *{name} = {start};")
            array = Array(name, elem, dims, "linear", flat=name)
            array.swappable = True
            self.add(array)

    def planes(self, elem, size):
        """A small array of pointers to arrays: each element is an array, and all together are one of two dimensions."""
        name, count = self.program.fresh("p"), self.rng.choice([2, 3])
        self.declare(f"{elem} *{name}[{count}];")
        self.declare(f"for (int i = 0; i < {count}; i++)\n{name}[i] = malloc({size.text} * sizeof({elem}));")
        for c in range(count):
            array = Array(f"{name}[{c}]", elem, [size], "linear", store=name, flat=f"{name}[{c}]")
            array.swappable = True
            self.add(array)
        self.add(Array(name, elem, [Size(count, str(count), True), size], "multi", store=name))

    def rows(self, elem, dims, name=None):
        """A table of pointers to rows, which lie in one piece or each on its own."""
        rng, (n, m) = self.rng, dims
        name = name or self.program.fresh("t")
        if rng.random() < 0.5:
            self.declare(f"{elem} **{name} = malloc({n.text} * sizeof *{name});")
        else:
            self.declare(f"{elem} **{name} = ({elem} **)malloc({n.text} * sizeof({elem} *));")
        if rng.random() < 0.5:
            self.declare(f"for (int i = 0; i < {n.text}; i++)\n{name}[i] = malloc({m.text} * sizeof({elem}));")
            flat = None
        else:
            self.declare(f"{name}[0] = malloc({n.text} * {m.text} * sizeof **{name});\n"
                         f"for (int i = 1; i < {n.text}; i++)\n{name}[i] = {name}[i - 1] + {m.text};")
            flat = f"{name}[0]"
        array = Array(name, elem, dims, "multi", flat=flat)
        array.stars, array.swappable = "**", flat is None
        return self.add(array)

    def bag(self, elem, dims):
        """A structure that holds pointers to arrays, and perhaps their extent."""
        rng, program = self.rng, self.program
        tag, name = program.fresh("grid"), program.fresh("g")
        members = ["u", "v", "w"][:rng.choice([2, 2, 3])]
        size = rng.choice(dims)
        self.define(f"struct {tag} {{\nint n;\n{elem} *{', *'.join(members)};\n}};")
        kind = rng.choice(["local", "static", "heap"])
        if kind == "static":
            self.variable(name, f"struct {tag} {name}")
        else:
            self.declare(f"struct {tag} {name};" if kind == "local" else f"struct {tag} *{name} = malloc(sizeof *{name});")
        dot = f"{name}->" if kind == "heap" else f"{name}."
        self.declare(f"{dot}n = {size.text};")
        pointers = []
        for member in members:
            total = " * ".join(d.text for d in dims)
            self.declare(f"{dot}{member} = malloc({total} * sizeof({elem}));")
            array = Array(member, elem, dims, "linear", store=f"{name}.{member}", path=(dot, ""), flat=f"{dot}{member}")
            array.swappable = array.growable = True
            pointers.append(self.add(array))
        self.bags.append(Bag(tag, name if kind == "heap" else f"&{name}", size, pointers))

    def structures(self, size):
        """An array of structures, each field an array of its own."""
        rng, program = self.rng, self.program
        name, tag = program.fresh("cells"), program.fresh("cell")
        fields, lines, rows = [], [], []
        if rng.random() < 0.2:
            fields += self.shared_bytes(name, size, lines)
        for field in "xyz"[:rng.choice([2, 3])]:
            elem = rng.choice(["double", "int", "float", "double", "long", "short"])
            dims = [size]
            roll = rng.random()
            if roll < 0.4:
                c = rng.choice([2, 3])
                dims.append(Size(c, str(c), True))
            if roll < 0.1:
                lines.append(f"{elem} *{field};")
                rows.append(f"{name}[i].{field} = malloc({dims[1].text} * sizeof({elem}));")
            else:
                lines.append(f"{elem} {field}{''.join(f'[{d.text}]' for d in dims[1:])};")
            if rng.random() < 0.15:  # a structure in the structure
                lines[-1], field = f"struct {{\nshort id;\n{lines[-1]}\n}} in_{field};", f"in_{field}.{field}"
                rows[:] = [li.replace(f".{field[-1]} = ", f".{field} = ") for li in rows]
            fields.append(Array(name, elem, dims, "field", store=f"{name}.{field}", path=("", field)))
        for field in fields:
            field.tag = tag
        program.definitions.pin(f"struct {tag} {{\n", "\n".join(lines), "\n};")
        if size.constant and rng.random() < 0.5:
            self.variable(name, f"struct {tag} {name}[{size.text}]")
        else:
            self.declare(f"struct {tag} *{name} = malloc({size.text} * sizeof(struct {tag}));")
        if rows:
            self.declare(f"for (int i = 0; i < {size.text}; i++) {{\n", "\n".join(rows), "\n}")
        program.arrays += fields
        self.structures_made.append(Structures(name, tag, size, fields, not rows))

    def shared_bytes(self, name, size, lines):
        """The fields of a union in a structure: they lie in the same bytes."""
        rng = self.rng
        members = [("unsigned", "word", ""), ("unsigned char", "byte", "4"), ("unsigned short", "half", "2")]
        text = "\n".join(f"{elem} {field}{f'[{n}]' if n else ''};" for elem, field, n in members)
        outer = rng.choice(["", "bits"])
        lines.append(f"union {{\n{text}\n}}{' ' if outer else ''}{outer};")
        found = []
        for elem, field, n in rng.sample(members, 2):
            path = f"{outer}.{field}" if outer else field
            dims = [size] + ([Size(int(n), n, True)] if n else [])
            found.append(Array(name, elem, dims, "field", store=f"{name}.{outer or 'bits'}", path=("", path)))
        return found

    def table(self):
        """An index array: a permutation, any subscripts, or subscripts with holes (-1)."""
        rng, program = self.rng, self.program
        array = self.plain("int", [program.pick_size(40)])
        array.readonly = True
        if rng.random() < 0.6:
            array.distinct, array.limit = True, array.dims[0].value
        else:
            array.limit = rng.choice(program.sizes).value
            array.holes = rng.random() < 0.3
        return array

    def sparse_rows(self):
        """Sparse rows: where each begins, and its entries' columns and values."""
        rng, program = self.rng, self.program
        rows = program.pick_size(24)
        a, b, longest = rng.randrange(1, 6), rng.randrange(0, 4), rng.randrange(1, 5)
        entries = sum((r * a + b) % (longest + 1) for r in range(rows.value))
        if entries < 3:
            return
        ptr = program.fresh("start")
        self.declare(f"int *{ptr} = malloc(({rows.text} + 1) * sizeof(int));")
        program.declarations.pin(f"{ptr}[0] = 0;\nfor (int i = 0; i < {rows.text}; i++)\n"
                         f"{ptr}[i + 1] = {ptr}[i] + (i * {a} + {b}) % {longest + 1};")
        count = Size(entries, str(entries) if rng.random() < 0.6 else f"{ptr}[{rows.text}]", False)
        count.portable = False
        col = self.plain("int", [count], rng.choice(["heap", "vla"]) if count.text == str(entries) else "heap")
        col.readonly, col.limit = True, rng.choice(program.sizes).value
        val = self.plain(rng.choice(["double", "int", "float"]), [count], "heap")
        self.sparse.append(Sparse(rows, ptr, col, val, longest))

    def fill_table(self, array, block):
        """Statements that give an index array (other) values."""
        rng, n = self.rng, array.dims[0]
        ref = "".join(map(str, array.ref(["i"])))
        factor = next(f for f in rng.sample([1, 2, 3, 5, 7, 11], 6) if not array.distinct or coprime(f, n.value))
        value = f"(i * {factor} + {rng.randrange(10)}) % {array.limit}"
        if array.holes:
            value = f"i % {rng.choice([3, 4, 5])} == 1 ? -1 : {value}"
        if rng.random() < 0.3:
            block.pin("#pragma hydra parallel for")
        block.pin(f"for (int i = 0; i < {n.text}; i++)\n{ref} = {value};")


def coprime(a, b):
    while b:
        a, b = b, a % b
    return a == 1
