"""A random program: arrays of many kinds, their start values, then loops, serial code and prints in a random order.
`make(seed)` gives its tree; the same seed always gives the same program."""
import random

from arrays import Maker
from atomics import Atomics
from calls import Calls
from function import Function
from joins import Joins
from launch import Launch
from reading import Reading
from serial import Serial
from spelling import Spelling
from tree import Block, Expr, Global, Node, in_two_files
from values import COMPLEX, TYPES, Array, Scope, Size, Temp, Var, condition, expression, stored

HEAD = """#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>"""

HELPERS = {
    "imax": "static inline int imax(int a, int b) { return a > b ? a : b; }",
    "imin": "#define imin(a, b) ((a) < (b) ? (a) : (b))",
    "mean": "static inline double mean(double a, double b) { return 0.5 * (a + b); }",
    "mix": """static inline unsigned long mix(unsigned long h, double x)
{
return h * 31 + (unsigned long)(long)fmod(x * 256, 1e15);
}""",
    "psum": """static {value} psum_{tag}(const {type} *p, int n)
{{
{value} s = 0;
#pragma hydra parallel for reduction(+: s)
for (int k = 0; k < n; k++)
s += p[k];
return s;
}}""",
    "around": "static const int around[3] = {0, 1, -1};",
    "part": "static inline double part(double _Complex z)\n{\nreturn creal(z) - 0.5 * cimag(z);\n}",
    "put": "static inline void put_{tag}({type} *p, {type} v)\n{{\n*p = v;\n}}",
    "sum": """static {value} sum_{tag}(const {type} *p, int n)
{{
{value} s = 0;
for (int k = 0; k < n; k++)
s += {item};
return s;
}}""",
    "at": "static inline int at(int i, int j, int n) { return i * n + j; }",
    "near": """static inline {value} near_{tag}(const {type} *p, int k, int n)
{{
return p[k > 0 ? k - 1 : 0] + p[(k + 1) % n];
}}""",
    "log": """static void log_{tag}(FILE *stream, const {type} *p, int n)
{{
for (int k = 0; k < n; k++)
fprintf(stream, "%g%c", (double){item}, k % 5 == 4 ? '\\n' : ' ');
}}""",
    "halve": """static void halve_{tag}({type} *p, int n)
{{
for (int k = 0; k < n; k++)
p[k] = p[k] / 2;
}}""",
    "turn": """static void turn_{tag}({type} *p, int n)
{{
for (int k = 0; k < n / 2; k++) {{
{type} keep = p[k];
p[k] = p[n - 1 - k];
p[n - 1 - k] = keep;
}}
}}""",
    "order": """static int order_{tag}(const void *a, const void *b)
{{
{type} x = *(const {type} *)a, y = *(const {type} *)b;
return (x > y) - (x < y);
}}""",
    "show": """static void show_{tag}(const char *name, const {type} *p, int n)
{{
unsigned long h = 7;
for (int k = 0; k < n; k++)
h = mix(h, {item});
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
        if "[" in ctype:  # an array
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
        if ctype in COMPLEX:
            return f'printf("{name} %.6f %.6f\\n", creal({name}), cimag({name}));'
        if ctype in ("double", "float"):
            return f'printf("{name} %.6f\\n", (double){name});'
        return f'printf("{name} %ld\\n", (long){name});'

    def result(self, temp):
        self.new_temps.append(temp)


class Program:
    def __init__(self, seed):
        self.seed, self.rng = seed, random.Random(seed)
        self.counts = random.Random(f"counts {seed}")  # of what is added without changing the rest
        self.ordered = False  # some answer depends on the order of iterations (last values)
        self.count, self.helpers, self.headers = {}, {}, []
        self.definitions, self.declarations, self.body = Block(), Block(), Block()
        self.place = Place(self, self.declarations)
        self.arrays, self.temps, self.functions, self.in_function = [], [], [], False
        self.maker, self.between = Maker(self), Serial(self)
        self.atomics, self.calls, self.reading = Atomics(self), Calls(self), Reading(self)
        for name in ("imax", "imin", "mean", "mix", "at", "around"):
            self.definitions.add(HELPERS[name])
        self.rng.joins = Joins(self)
        self.sizes = [self.make_size() for _ in range(self.rng.choice([2, 3, 3, 4]))]

    def fresh(self, prefix):
        self.count[prefix] = self.count.get(prefix, -1) + 1
        return f"{prefix}{self.count[prefix]}"

    def helper(self, name, elem):
        tag = elem.replace(" ", "_")
        if (name, tag) not in self.helpers:
            self.helpers[name, tag] = f"{name}_{tag}"
            value = "double" if TYPES[elem][0] == "F" else "int"
            item = "part(p[k])" if elem in COMPLEX else "p[k]"
            self.definitions.add(HELPERS[name].format(tag=tag, type=elem, value=value, item=item))
        return self.helpers[name, tag]

    def needs(self, header):
        """Includes a header of the C library beside the usual ones."""
        if header not in self.headers:
            self.headers.append(header)
            if header == "complex":
                self.definitions.add(HELPERS["part"])

    def nudge(self, it):
        """The function that changes the first fields of an element of `it` (a Structures)."""
        name = f"nudge_{it.tag}"
        if name not in self.helpers:
            self.helpers[name] = name
            lines = []
            for field in it.fields:
                if len(field.dims) == 1:
                    text = f"c->{field.path[1]}"
                    lines.append(f"{text} = fmod({text} + by, 50.0);" if field.cls == "F" else f"{text} = {text} / 2 + by;")
            self.definitions.add(f"static inline void {name}(struct {it.tag} *c, int by)\n{{\n", "\n".join(lines), "\n}")
        return name

    # --- sizes and arrays

    def make_size(self, small=False):
        rng = self.rng
        value = rng.randrange(3, 9) if small or rng.random() < 0.4 else rng.randrange(8, 21)
        kind = rng.random()
        if kind < 0.5:
            name = self.fresh("N")
            self.definitions.add(rng.choice([f"#define {name} {value}"] * 4 + [
                f"#define {name} ({value - 2} + 2)", f"enum {{ {name} = {value} }};"]))
            return Size(value, name, True)
        name = self.fresh("n")
        text = rng.choice([f"{value}", f"{value - 1} + argc", f"atoi(\"{value}\")"])
        if kind < 0.75:
            self.definitions.items.append(Global(name, f"int {name}"))
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

    def fill(self, array, block):
        """Statements that give every element a value."""
        rng, names = self.rng, ["i", "j", "k"][:len(array.dims)]
        if array.limit:
            self.maker.fill_table(array, block)
            return
        scope = Scope(rng, [Var(v, 0, d.value - 1) for v, d in zip(names, array.dims)])
        value = expression(scope, array.cls)
        varied = " + ".join(f"{v} * {rng.randrange(3, 30)}" for v in names)
        value = stored(Expr(array.cls, value.bound + 1000, "(", value, f") + ({varied}) % {rng.choice([7, 13, 31])}"),
                       array.elem)
        heads = [f"for (int {v} = 0; {v} < {d.text}; {v}++)" for v, d in zip(names, array.dims)]
        directive = "#pragma hydra parallel for\n" if rng.random() < 0.3 else ""
        block.add(directive + "\n".join(heads), "\n", *array.ref(names), " = ", value, ";")

    def scope(self, *variables):
        return Scope(self.rng, variables, self.arrays, self.temps)

    # --- loops

    def scratch(self, dims, block):
        """An array that is declared where this is said, with its first values. What frees it, or nothing."""
        rng = self.rng
        kind = rng.choice(["local" if all(d.constant for d in dims) else "vla", "vla", "heap", "calloc", "rows"])
        array = self.maker.plain(rng.choice(["double", "double", "float", "int", "unsigned"]), dims, kind)
        self.fill(array, block)
        if array.growable and rng.random() < 0.6:
            array.growable = array.swappable = False
            return f"free({array.base});"
        return None

    def scoped(self, block, depth, variables):
        """A block with an array of its own, which is there only while the block runs."""
        rng = self.rng
        arrays, declarations, temps = self.arrays, self.declarations, self.temps
        fitting = [a for a in arrays if len(a.dims) <= 2 and a.style != "field"]
        if not fitting or self.in_function:
            return
        self.arrays, self.declarations, self.temps, inner = list(arrays), Block(), list(temps), Block()
        last = self.scratch(rng.choice(fitting).dims, inner)
        array = self.arrays[-1]
        self.steps(inner, rng.choice([1, 2]), depth + 1, variables)
        self.between.show(array, inner)
        if last:
            inner.pin(last)
        block.add("{\n", self.declarations, inner, "}")
        self.arrays, self.declarations, self.temps = arrays, declarations, temps

    def either(self, block, variables):
        """A loop over two arrays that a condition chooses the roles of."""
        pair, rng = self.between.pair(), self.rng
        if not pair or pair[0].limit:
            return
        a, b = pair
        test = condition(self.scope(*variables))
        if variables and rng.random() < 0.7:
            test = f"{rng.choice(variables).text} % 2"
        self.by_pointers(block, variables, a, a.dims, (a.store, b.store),
                         lambda one, other: [test, f" ? {a.base} : {b.base}, {a.stars}{other} = {one} == {a.base} ? "
                                             f"{b.base} : {a.base};"])

    def rows_in_turn(self, block, variables):
        """A loop over two rows of an array, or two arrays of a few, that a loop around it passes."""
        rng, found = self.rng, []
        for w in variables:
            found += [(a, w.text) for a in self.arrays if w.lo >= 0 and len(a.dims) > 1 and w.hi + 1 < a.dims[0].value
                      and a.style in ("linear", "multi") and not a.readonly and (a.flat or len(a.dims) == 2)]
        if not found:
            return
        array, t = rng.choice(found)
        rest = array.dims[1:]
        at = rng.choice([(t, f"{t} + 1"), (t, f"({t} + 1)"), (f"({t} + 1) % {array.dims[0].text}", t)])
        if array.style == "linear":
            starts = [f"{array.base} + ({i}) * " + " * ".join(d.text for d in rest) for i in at]
        else:
            starts = [f"&{array.base}[{i}]" + "[0]" * len(rest) for i in at]
        self.by_pointers(block, variables, array, rest, (array.store,),
                         lambda one, other: [starts[0], f", *{other} = {starts[1]};"], "*")

    def by_pointers(self, block, variables, like, dims, stores, starts, stars=None):
        """A loop over two pointers, declared in front of it, to elements of `stores`."""
        rng, stars = self.rng, stars or like.stars
        names = self.fresh("from"), self.fresh("to")
        inner = Block()
        inner.pin(f"{like.elem} {stars}{names[0]} = ", *starts(*names))
        chosen = [Array(name, like.elem, dims, "linear" if stars == "*" else "multi", flat=name if stars == "*" else None)
                  for name in names]
        for array in chosen:
            array.stars = stars
        others = [x for x in self.arrays if x.store not in stores]
        self.launch(inner, variables, chosen + rng.sample(others, min(len(others), rng.choice([0, 1, 2]))))
        block.add("{\n", inner, "}")

    def launch(self, block, variables=(), among=None):
        """A parallel loop over some arrays, or over those of `among`."""
        rng = self.rng
        arrays = list(self.arrays)
        rng.shuffle(arrays)
        tables = [a for a in self.arrays if a.limit]
        chosen = arrays[:rng.choice([2, 3, 4, 5])] + ([rng.choice(tables)] if tables and rng.random() < 0.5 else [])
        sparse = [] if self.in_function else self.maker.sparse
        if sparse and rng.random() < 0.4:
            chosen += [sparse[0].col, sparse[0].val]
        chosen = among or list({id(a): a for a in chosen}.values())
        temps = self.temps + [Temp(v.text, "I", v.bound) for v in variables]
        made = Launch(rng, self.place, chosen, temps, None if self.in_function else self.maker, variables).make()
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
        return [a for a in self.arrays if a.tag == array.tag and a.path[1] == array.path[1] and a.kind[:-1] == array.kind[:-1]
                and (a.style == "multi" or array.style != "multi") and bool(a.flat) == bool(array.flat)
                and [d.text for d in a.dims] == [d.text for d in array.dims]]

    def steps(self, block, count, depth=0, variables=()):
        rng = self.rng
        for _ in range(count):
            kind = rng.random()
            if rng.random() < 0.06:
                self.either(block, variables)
            elif variables and rng.random() < 0.12:
                self.rows_in_turn(block, variables)
            elif depth < 2 and rng.random() < 0.08:
                self.scoped(block, depth, variables)
            elif depth < 2 and kind < 0.15:
                name, times = self.fresh("t"), rng.choice([2, 3, 3, 5])
                inner = Block()
                known = list(self.temps)
                self.steps(inner, rng.choice([1, 2, 3]), depth + 1, [*variables, Var(name, 0, times - 1)])
                if rng.random() < 0.5:
                    self.between.swap(inner)
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
            elif kind < 0.42:
                for _ in range(rng.choice([1, 1, 2])):
                    self.between.statement(block, variables)
            elif kind < 0.48:
                show = self.between.show if rng.random() < 0.8 else self.between.show_some
                show(rng.choice(self.arrays), block)
            else:
                self.launch(block, variables)

    def make(self):
        rng = self.rng
        for _ in range(rng.choice([1, 2, 2, 3])):
            self.maker.some()
        if rng.random() < 0.4:
            first = rng.choice([a for a in self.arrays if a.style != "field"] or [None])
            if first:
                self.maker.plain(first.elem, first.dims, "heap")  # one to swap with
        if self.maker.duos or self.maker.structures_made:
            self.maker.plain("double", [self.pick_size(40)])
        if rng.random() < 0.4:
            self.maker.table()
        if rng.random() < 0.12:
            self.maker.sparse_rows()
        if rng.random() < 0.3:
            self.between.open_log()
        if rng.random() < 0.2:
            self.atomics.some()
        if rng.random() < 0.3:
            self.calls.choose()
        self.calls.links, self.reading.reads = rng.random() < 0.15, rng.random() < 0.25
        for array in self.arrays:
            self.fill(array, self.body)
        self.launch(self.body)
        self.between.calls(self.body)
        self.steps(self.body, rng.choice([1, 1, 2, 2, 3, 4]))
        self.between.calls(self.body)
        for array in self.arrays:
            self.between.show(array, self.body, whole=True)
        self.between.close_log(self.body)
        return self

    def tree(self, name="main"):
        """The whole program; `name` is what its main function is called."""
        head = ("int main(int argc, char **argv)" if name == "main" else f"int {name}(int argc, char **argv)")
        includes = HEAD + "".join(f"\n#include <{header}.h>" for header in self.headers)
        main = Node(head, "\n{\n", "(void)argc; (void)argv;\n", self.declarations, self.body, "return 0;\n}\n")
        spelling = Spelling(self).line()
        if self.seed % 5 == 2:
            return Node(spelling, in_two_files(includes, self.definitions, main, self.seed))
        return Node(spelling, includes, "\n", self.definitions, main)


def make(seed):
    return Program(seed).make()
