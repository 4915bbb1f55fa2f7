"""A random program: arrays of many kinds, their start values, then loops, serial code and prints in a random order.
`make(seed)` gives its tree; the same seed always gives the same program."""
import random

from function import Function
from launch import Launch, Temp
from tree import Block, Expr, Node
from values import TYPES, Array, Scope, Size, Var, condition, expression, limited, read, stored, subscript

HEAD = """#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>"""

HELPERS = {
    "imax": "static inline int imax(int a, int b) { return a > b ? a : b; }",
    "imin": "#define imin(a, b) ((a) < (b) ? (a) : (b))",
    "mean": "static inline double mean(double a, double b) { return 0.5 * (a + b); }",
    "mix": """static inline unsigned long mix(unsigned long h, double x)
{
return h * 31 + (unsigned long)(long)(x * 256);
}""",
    "put": "static inline void put_{tag}({type} *p, {type} v)\n{{\n*p = v;\n}}",
    "sum": """static {value} sum_{tag}(const {type} *p, int n)
{{
{value} s = 0;
for (int k = 0; k < n; k++)
s += p[k];
return s;
}}""",
    "show": """static void show_{tag}(const char *name, const {type} *p, int n)
{{
unsigned long h = 7;
for (int k = 0; k < n; k++)
h = mix(h, p[k]);
printf("%s %lx\\n", name, h);
}}""",
}


class Place:
    """Where statements are put: the top of main, or a function. Collects declarations and names."""

    def __init__(self, program, declarations):
        self.program, self.rng, self.declarations = program, program.rng, declarations
        self.new_temps = []

    @property
    def ordered(self):
        return self.program.ordered

    @ordered.setter
    def ordered(self, value):
        self.program.ordered = value

    def fresh(self, prefix):
        return self.program.fresh(prefix)

    def helper(self, name, elem):
        return self.program.helper(name, elem)

    def variable(self, ctype, value=None):
        """Declares a variable in front of the statements; an array type is 'T [n]'."""
        name = self.fresh("x")
        if "[" in ctype:
            base, size = ctype.split(" ", 1)
            self.declarations.pin(f"{base} {name}{size};")
        else:
            self.declarations.pin(f"{ctype} {name} = {value or 0};")
        return name

    def step(self):
        """A variable that holds a loop's step."""
        name = self.fresh("step")
        self.declarations.pin(f"int {name} = {self.rng.choice([1, 2, 3])};")
        return name

    def show(self, name, ctype):
        if ctype in ("double", "float"):
            return f'printf("{name} %.6f\\n", (double){name});'
        return f'printf("{name} %ld\\n", (long){name});'

    def result(self, temp):
        self.new_temps.append(temp)


class Program:
    def __init__(self, seed):
        self.seed, self.rng = seed, random.Random(seed)
        self.ordered = False  # some answer depends on the order of iterations (last values)
        self.count, self.helpers = {}, {}
        self.definitions, self.declarations, self.body = Block(), Block(), Block()
        self.place = Place(self, self.declarations)
        self.arrays, self.temps, self.functions, self.in_function = [], [], [], False
        for name in ("imax", "imin", "mean", "mix"):
            self.definitions.add(HELPERS[name])
        self.sizes = [self.make_size() for _ in range(self.rng.choice([2, 3, 3, 4]))]

    def fresh(self, prefix):
        self.count[prefix] = self.count.get(prefix, -1) + 1
        return f"{prefix}{self.count[prefix]}"

    def helper(self, name, elem):
        tag = elem.replace("signed char", "sc").replace("unsigned char", "uc")
        if (name, tag) not in self.helpers:
            self.helpers[name, tag] = f"{name}_{tag}"
            value = "double" if elem in ("float", "double") else "int"
            self.definitions.add(HELPERS[name].format(tag=tag, type=elem, value=value))
        return self.helpers[name, tag]

    # --- sizes and arrays

    def make_size(self, small=False):
        rng = self.rng
        value = rng.randrange(3, 9) if small or rng.random() < 0.4 else rng.randrange(8, 21)
        kind = rng.random()
        if kind < 0.5:
            name = self.fresh("N")
            self.definitions.add(f"#define {name} {value}")
            return Size(value, name, True)
        name = self.fresh("n")
        text = rng.choice([f"{value}", f"{value - 1} + argc", f"atoi(\"{value}\")"])
        if kind < 0.75:
            self.definitions.add(f"static int {name};")
            self.declarations.pin(f"{name} = {text};")
            return Size(value, name, False)
        self.declarations.pin(f"{rng.choice(['', 'const '])}int {name} = {text};")
        return Size(value, name, False, local=True)

    def pick_size(self, most):
        fitting = [s for s in self.sizes if s.value <= most]
        if fitting and self.rng.random() < 0.85:
            return self.rng.choice(fitting)
        size = self.make_size(small=most < 20)
        if size.value > most:
            size = Size(4, "4", True)
        self.sizes.append(size)
        return size

    def make_array(self):
        rng = self.rng
        elem = rng.choices(list(TYPES), [9, 2, 5, 1.5, 1, 0.7, 0.7, 1.5])[0]
        count = rng.choices([1, 2, 3], [5, 5, 1.5])[0]
        dims = [self.pick_size({1: 40, 2: 24, 3: 9}[count]) for _ in range(count)]
        if rng.random() < 0.12:
            return self.structures(dims[0])
        return [self.plain_array(elem, dims)]

    def plain_array(self, elem, dims, kind=None):
        rng = self.rng
        name = self.fresh(rng.choice("abcuvw"))
        constant = all(d.constant for d in dims)
        extents = "".join(f"[{d.text}]" for d in dims)
        total = " * ".join(d.text for d in dims)
        flat = name if len(dims) == 1 else f"&{name}{'[0]' * len(dims)}"
        kinds = ["static", "static", "local", "member"] if constant else ["vla"]
        kind = kind or rng.choice(kinds + ["heap", "heap", "heap", "calloc", "rows", "middle"])
        if kind == "static":
            spare = rng.random() < 0.15
            if spare:
                extents = "".join(f"[{d.text} + {rng.randrange(3)}]" for d in dims)
            self.definitions.add(f"static {elem} {name}{extents};")
            array = Array(name, elem, dims, "multi", flat=None if spare else flat)
            array.everywhere = True
        elif kind in ("local", "vla"):
            self.declarations.add(f"{elem} {name}{extents};")
            array = Array(name, elem, dims, "multi", flat=flat)
        elif kind == "member":
            # parallel loops do not write it: not there yet
            self.definitions.add(f"static struct {{\nint id;\n{elem} {name}{extents};\n}} s_{name};")
            array = Array(name, elem, dims, "multi", path=(f"s_{name}.", ""),
                          flat=f"&s_{name}.{name}{'[0]' * len(dims)}")
            array.loops_read_only = array.everywhere = True
        elif kind == "rows" and len(dims) > 1:
            inner = "".join(f"[{d.text}]" for d in dims[1:])
            self.declarations.add(f"{elem} (*{name}){inner} = malloc(sizeof({elem}{extents}));")
            array = Array(name, elem, dims, "multi", flat=flat)
        elif kind == "middle":
            base, off = self.fresh("base"), rng.randrange(1, 6)
            self.declarations.add(f"{elem} *{base} = malloc(({total} + {off + 2}) * sizeof({elem}));")
            self.declarations.add(f"{elem} *{name} = {base} + {off};")
            array = Array(name, elem, dims, "linear", flat=name)
        else:
            call = f"calloc({total}, sizeof({elem}))" if kind == "calloc" else f"malloc({total} * sizeof *{name})"
            cast = f"({elem} *)" if rng.random() < 0.5 else ""
            self.declarations.add(f"{elem} *{name} = {cast}{call};")
            style = rng.choice(["linear", "linear", "linear", "deref", "macro"]) if len(dims) > 1 else "linear"
            array = Array(name, elem, dims, style, flat=name)
            array.swappable = style != "macro"
            if style == "macro":
                letters = "ijk"[:len(dims)]
                where = "(i)"
                for letter, dim in zip(letters[1:], dims[1:]):
                    where = f"({where} * {dim.text} + ({letter}))"
                self.definitions.add(f"#define {name.upper()}({', '.join(letters)}) {name}[{where}]")
        self.arrays.append(array)
        return array

    def structures(self, size):
        """An array of structures, each field an array of its own."""
        rng, name, tag = self.rng, self.fresh("cells"), self.fresh("cell")
        fields, lines = [], []
        for field in "xyz"[:rng.choice([2, 3])]:
            elem = rng.choice(["double", "int", "float", "double", "long", "short"])
            dims = [size]
            if rng.random() < 0.3:
                c = rng.choice([2, 3])
                dims.append(Size(c, str(c), True))
            lines.append(f"{elem} {field}{''.join(f'[{d.text}]' for d in dims[1:])};")
            fields.append(Array(name, elem, dims, "field", store=f"{name}.{field}", path=("", field)))
            fields[-1].tag = tag
        self.definitions.pin(f"struct {tag} {{\n", "\n".join(lines), "\n};")
        if size.constant and rng.random() < 0.5:
            self.definitions.add(f"static struct {tag} {name}[{size.text}];")
        else:
            self.declarations.add(f"struct {tag} *{name} = malloc({size.text} * sizeof(struct {tag}));")
        self.arrays += fields
        return fields

    def make_table(self):
        """An index array: a permutation, or any subscripts."""
        rng, size = self.rng, self.pick_size(40)
        array = self.plain_array("int", [size])
        array.readonly = True
        if rng.random() < 0.6:
            array.distinct, array.limit = True, size.value
        else:
            array.limit = rng.choice(self.sizes).value
        return array

    def fill(self, array, block):
        """Statements that give every element a value."""
        rng, names = self.rng, ["i", "j", "k"][:len(array.dims)]
        if array.limit:
            array_text = "".join(map(str, array.ref(["i"])))
            n = array.dims[0]
            factor = next(f for f in rng.sample([1, 2, 3, 5, 7, 11], 6) if not array.distinct or coprime(f, n.value))
            value = f"(i * {factor} + {rng.randrange(10)}) % {array.limit}"
            block.pin(f"for (int i = 0; i < {n.text}; i++)\n{array_text} = {value};")
            return
        scope = Scope(rng, [Var(v, 0, d.value - 1) for v, d in zip(names, array.dims)])
        value = expression(scope, array.cls)
        varied = " + ".join(f"{v} * {rng.randrange(3, 30)}" for v in names)
        value = stored(Expr(array.cls, value.bound + 1000, "(", value, f") + ({varied}) % {rng.choice([7, 13, 31])}"),
                       array.elem)
        heads = [f"for (int {v} = 0; {v} < {d.text}; {v}++)" for v, d in zip(names, array.dims)]
        directive = "#pragma hydra parallel for\n" if rng.random() < 0.3 and not array.loops_read_only else ""
        block.add(directive + "\n".join(heads), "\n", *array.ref(names), " = ", value, ";")

    # --- statements between the loops

    def scope(self, *variables):
        return Scope(self.rng, variables, self.arrays, self.temps)

    def show(self, array, block):
        rng, names = self.rng, ["i", "j", "k"][:len(array.dims)]
        label = array.store
        heads = "".join(f"for (int {v} = 0; {v} < {d.text}; {v}++)\n" for v, d in zip(names, array.dims))
        ref = "".join(map(str, array.ref(names)))
        total = " * ".join(d.text for d in array.dims)
        kind = rng.random()
        if array.flat and kind < 0.35:
            block.add(f'{self.helper("show", array.elem)}("{label}", {array.flat}, {total});')
        elif len(array.dims) == 1 and kind < 0.7:
            form, cast = ("%g", "") if array.cls == "F" else ("%ld", "(long)")
            block.add(f'printf("{label}");\n{heads}printf(" {form}", {cast}{ref});\nprintf("\\n");')
        elif kind < 0.85:
            block.add(f'{{\nunsigned long h = 5;\n{heads}h = mix(h, (double){ref});\nprintf("{label} %lx\\n", h);\n}}')
        else:
            value = read(self.scope(), array)
            block.add(f'printf("{label} %.4f\\n", (double)(', value, "));")

    def serial(self, block, variables=()):
        """Serial code that changes arrays or scalars."""
        rng, scope = self.rng, self.scope(*variables)
        array = rng.choice([a for a in self.arrays if not a.readonly])
        kind = rng.random()
        if kind < 0.25:
            value = stored(expression(scope, array.cls), array.elem)
            block.add(*array.ref([subscript(scope, d) for d in array.dims]), " = ", value, ";")
        elif kind < 0.5:
            name = self.fresh("k")
            dim = rng.randrange(len(array.dims))
            size = array.dims[dim]
            low, step = rng.choice([0, 1]), rng.choice(["++", "++", " += 2", " += 3"])
            inner = scope.inner(Var(name, low, size.value - 1))
            subs = [name if d == dim else subscript(inner, s) for d, s in enumerate(array.dims)]
            value = stored(expression(inner, array.cls), array.elem)
            block.add(f"for (int {name} = {low}; {name} < {size.text}; {name}{step})\n", *array.ref(subs), " = ",
                      value, ";")
        elif kind < 0.6 and array.flat:
            total = " * ".join(d.text for d in array.dims)
            block.add(f"memset({array.flat}, 0, {total} * sizeof({array.elem}));")
        elif kind < 0.72 and array.flat:
            others = [a for a in self.arrays if a.flat and a.elem == array.elem and a.store != array.store]
            if others:
                other = rng.choice(others)
                count = min(volume(array), volume(other))
                count = rng.choice([count, rng.randrange(1, count + 1)])
                block.add(f"memcpy({array.flat}, {other.flat}, {count} * sizeof({array.elem}));"
                          if not other.limit else "")
        elif kind < 0.82:
            name = self.fresh("s")
            cls = rng.choice("IF")
            value = limited(expression(scope, cls), 1000)
            self.declarations.add(f"{'int' if cls == 'I' else 'double'} {name} = 0;")
            block.add(name, " = ", value, ";")
            self.temps.append(Temp(name, cls, 1000))
        elif kind < 0.9:
            self.swap(block)
        else:
            tables = [a for a in self.arrays if a.limit]
            if tables:
                self.fill(rng.choice(tables), block)

    def swap(self, block):
        rng = self.rng
        first = [a for a in self.arrays if a.swappable]
        rng.shuffle(first)
        for a in first:
            for b in first:
                if a is not b and a.elem == b.elem and a.limit == b.limit and a.distinct == b.distinct and (
                        [d.text for d in a.dims] == [d.text for d in b.dims]):
                    block.add(f"{{\n{a.elem} *swap = {a.name};\n{a.name} = {b.name};\n{b.name} = swap;\n}}")
                    return

    # --- loops

    def launch(self, block, variables=()):
        rng = self.rng
        arrays = list(self.arrays)
        rng.shuffle(arrays)
        tables = [a for a in self.arrays if a.limit]
        chosen = arrays[:rng.choice([2, 3, 4, 5])] + ([rng.choice(tables)] if tables and rng.random() < 0.5 else [])
        chosen = list({id(a): a for a in chosen}.values())
        temps = self.temps + [Temp(v.text, "I", v.bound) for v in variables]
        made = Launch(rng, self.place, chosen, temps).make()
        for item in made or []:
            block.items.append(item)
        self.temps += self.place.new_temps
        self.place.new_temps = []

    def call_function(self, block):
        """A call of a function with parallel loops: a new one, or one that is there with other arrays."""
        fitting = [f for f in self.functions if all(self.similar(array) for array, _ in f.parameters)]
        if not fitting or self.rng.random() < 0.5:
            self.functions.append(Function(self))
            fitting = self.functions[-1:]
        self.rng.choice(fitting).call(block)

    def similar(self, array):
        """The arrays that can be passed where `array` can."""
        return [a for a in self.arrays if a.elem == array.elem and a.tag == array.tag and a.path[1] == array.path[1]
                and a.limit == array.limit and a.distinct == array.distinct
                and (a.style == "multi" or array.style != "multi") and bool(a.flat) == bool(array.flat)
                and [d.text for d in a.dims] == [d.text for d in array.dims]]

    def steps(self, block, count, depth=0, variables=()):
        rng = self.rng
        for _ in range(count):
            kind = rng.random()
            if depth < 2 and kind < 0.15:
                name, times = self.fresh("t"), rng.choice([2, 3, 3, 5])
                inner = Block()
                known = list(self.temps)
                self.steps(inner, rng.choice([1, 2, 3]), depth + 1, [*variables, Var(name, 0, times - 1)])
                if rng.random() < 0.5:
                    self.swap(inner)
                self.temps = [t for t in self.temps if t in known]
                block.add(f"for (int {name} = 0; {name} < {times}; {name}++) {{\n", inner, "}")
            elif depth < 2 and kind < 0.18:
                name, inner = self.fresh("round"), Block()
                self.steps(inner, rng.choice([1, 2]), depth + 1, variables)
                test = condition(self.scope(*variables))
                block.add(f"int {name} = 0;\ndo {{\n", inner, "} ", "while ((", test, f") && ++{name} < 3);")
            elif depth < 2 and kind < 0.22:
                inner, known = Block(), list(self.temps)
                self.steps(inner, rng.choice([1, 2]), depth + 1, variables)
                self.temps = [t for t in self.temps if t in known]
                block.add("if (", condition(self.scope(*variables)), ") {\n", inner, "}")
            elif kind < 0.28 and not self.in_function:
                self.call_function(block)
            elif kind < 0.36:
                self.serial(block, variables)
            elif kind < 0.43:
                self.show(rng.choice(self.arrays), block)
            else:
                self.launch(block, variables)

    def make(self):
        rng = self.rng
        for _ in range(rng.choice([2, 3, 3, 4])):
            self.make_array()
        if rng.random() < 0.4:
            first = rng.choice([a for a in self.arrays if a.style != "field"] or [None])
            if first:
                self.plain_array(first.elem, first.dims, "heap")  # one to swap with
        if rng.random() < 0.4:
            self.make_table()
        for array in self.arrays:
            self.fill(array, self.body)
        self.launch(self.body)
        self.steps(self.body, rng.choice([1, 2, 3, 4, 5]))
        for array in self.arrays:
            self.show(array, self.body)
        return self

    def tree(self, name="main"):
        """The whole program; `name` is what its main function is called."""
        head = ("int main(int argc, char **argv)" if name == "main" else f"int {name}(int argc, char **argv)")
        return Node(HEAD, "\n", self.definitions, head, "\n{\n", "(void)argc; (void)argv;\n", self.declarations,
                    self.body, "return 0;\n}\n")


def volume(array):
    count = 1
    for dim in array.dims:
        count *= dim.value
    return count


def coprime(a, b):
    while b:
        a, b = b, a % b
    return a == 1


def make(seed):
    return Program(seed).make()
