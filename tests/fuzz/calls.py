"""Calls that do not name the function they reach: through pointers (variables, tables, parameters, results), and of
functions in an object file, unknown.c, which hydracc never sees. In parallel loops and between them."""
from serial import volume
from tree import Global, Node
from values import Temp, condition, expression, limited, stored, subscript

KNOWN = ("double", "float", "int", "long")  # the element types of unknown.c's functions
UNKNOWN = {
    "wave": "double unknown_wave(double x);",
    "pick": "int unknown_pick(int a, int b);",
    "turn": "int unknown_turn(void);",
    "keep": "void unknown_keep(void *p, size_t bytes);",
    "kept": "long unknown_kept(void);",
    "wipe": "void unknown_wipe(int from);",
    "copy": "void unknown_copy(void *to, const void *from, size_t bytes);",
    "ramp": "void unknown_ramp_{tag}({tag} *p, int n);",
    "sum": "double unknown_sum_{tag}(const {tag} *p, int n);",
    "each": "void unknown_each_{tag}(void (*change)({tag} *, int), {tag} *p, int n);",
    "swap": "void unknown_swap_{tag}({tag} **p, {tag} **q);",
    "bump": "void unknown_bump_{tag}({tag} *p);",
}
POINTED = {
    "low": "static int low(int a, int b)\n{\nreturn a < b ? a : b;\n}",
    "ops": "static double (*const ops[3])(double, double) = {mean, fmin, fmax};",
    "whole": "static int (*const whole[2])(int, int) = {imax, low};",
    "by": "static double by(double (*f)(double, double), double x, double y)\n{\nreturn f(x, y);\n}",
    "way": "static double (*way(int k))(double, double)\n{\nreturn k % 2 ? mean : fmax;\n}",
    "raise": """static void raise_{tag}({tag} *p, int n)
{{
#pragma hydra parallel for
for (int k = 0; k < n; k++)
p[k] = p[k] / 2 + 3;
}}""",
}


class Calls:
    def __init__(self, program):
        self.program, self.rng = program, program.rng
        self.links = False  # whether unknown.c's functions are called
        self.chosen = None  # a variable that holds one of a few functions

    def choose(self):
        """A function pointer that serial code sets and loops call."""
        self.chosen = self.program.fresh("chosen")
        self.program.definitions.items.append(Global(self.chosen, f"double (*{self.chosen})(double, double)"))
        self.program.declarations.pin(f"{self.chosen} = mean;")

    def defined(self, name, tag=""):
        """Defines a function of POINTED, with what it uses; its name."""
        program = self.program
        if name == "whole":
            self.defined("low")
        full = f"{name}_{tag}" if tag else name
        if full not in program.helpers:
            program.helpers[full] = full
            program.definitions.add(POINTED[name].format(tag=tag) if tag else POINTED[name])
        return full

    def unknown(self, name, tag=""):
        """Declares a function of the object file; its name."""
        self.links = True
        full = f"unknown_{name}" + (f"_{tag}" if "{tag}" in UNKNOWN[name] else "")
        if full not in self.program.helpers:
            self.program.helpers[full] = full
            self.program.definitions.add(UNKNOWN[name].format(tag=tag))
        return full

    # --- in parallel loops

    def in_body(self, body, scope, own):
        """A statement that calls through a pointer: a number that may be read afterwards, or a store to `own`."""
        rng, temp = self.rng, self.program.fresh("t")
        kind = rng.randrange(7)
        if kind == 0:
            a, b = (limited(expression(scope, "I"), 10**6) for _ in range(2))
            call = Node(f"{self.defined('whole')}[(", condition(scope), ") ? 1 : 0](", a, ", ", b, ")")
            body.add(f"int {temp} = ", call, ";")
            scope.temps = [*scope.temps, Temp(temp, "I", 10**6)]
            return
        if kind == 1 and own.array.elem in ("double", "int", "long", "float"):
            elem, put = own.array.elem, self.program.helper("put", own.array.elem)
            body.add(f"{{\nvoid (*store)({elem} *, {elem}) = {put};\nstore(&", *own.ref(scope), ", ",
                     stored(expression(scope, own.array.cls), elem), ");\n}")
            return
        a, b = (limited(expression(scope, "F"), 10**6) for _ in range(2))
        end = Node("(", a, ", ", b, ")")
        if kind == 2:
            call = Node(f"{self.defined('ops')}[{rng.randrange(3)}]", end)
        elif kind == 3 and scope.vars[0].lo >= 0:
            call = Node(f"{self.defined('ops')}[{scope.vars[0].text} % 3]", end)
        elif kind == 4:
            call = Node(f"{self.defined('by')}({rng.choice(['mean', 'fmin', self.chosen or 'fmax'])}, ", a, ", ", b, ")")
        elif kind == 5:
            value = [Node("(", condition(scope), ") ? fmin : mean"), Node(f"{self.defined('way')}({rng.randrange(2)})")]
            body.add(f"double (*f_{temp})(double, double) = ", rng.choice(value), ";")
            call = Node(rng.choice([f"f_{temp}", f"(*f_{temp})"]), end)
        else:
            call = Node(self.chosen or "fmin", end)
        body.add(f"double {temp} = ", call, ";")
        scope.temps = [*scope.temps, Temp(temp, "F", 10**6)]

    def unknown_in_body(self, body, scope):
        """The same for a function that is not known."""
        temp = self.program.fresh("t")
        if self.rng.random() < 0.6:
            body.add(f"double {temp} = {self.unknown('wave')}(", limited(expression(scope, "F"), 10**6), ");")
            scope.temps = [*scope.temps, Temp(temp, "F", 10**6)]
        else:
            a, b = (limited(expression(scope, "I"), 1000) for _ in range(2))
            body.add(f"int {temp} = {self.unknown('pick')}(", a, ", ", b, ");")
            scope.temps = [*scope.temps, Temp(temp, "I", 1000)]

    # --- between them

    def array(self, fits=lambda a: True):
        found = [a for a in self.program.arrays if a.flat and not a.limit and fits(a)]
        return self.rng.choice(found) if found else None

    def serial(self, block, scope):
        """Serial code that sets a function pointer, or calls a function through one."""
        rng, program = self.rng, self.program
        kind = rng.randrange(4)
        if kind == 0 and self.chosen:
            block.add(f"{self.chosen} = ", condition(scope), rng.choice([" ? mean : fmax;", " ? fmin : mean;"]))
            return
        array = self.array(lambda a: a.elem in KNOWN)
        if not array:
            return
        elem, total = array.elem, " * ".join(d.text for d in array.dims)
        halve, turn = program.helper("halve", elem), program.helper("turn", elem)
        raised = self.defined("raise", elem)
        if kind == 1:
            other = rng.choice([turn, raised])
            block.add(f"{{\nvoid (*change)({elem} *, int) = ", condition(scope), f" ? {halve} : {other};\n"
                      f"change({array.flat}, {total});\n}}")
        elif kind == 2:
            table = f"{{{halve}, {raised}, {turn}}}"
            block.add(f"{{\nvoid (*const changes[])({elem} *, int) = {table};\nfor (int c = 0; c < 3; c++)\n"
                      f"changes[c]({array.flat}, {total});\n}}")
        else:
            block.add(f"{{\nvoid (*change)({elem} *, int) = {raised};\n(*change)({array.flat}, {total});\n}}")

    def unknown_serial(self, block, scope):
        """Serial code that calls functions of the object file."""
        rng, program = self.rng, self.program
        array, kind = self.array(lambda a: a.elem in KNOWN), rng.randrange(9)
        total = " * ".join(d.text for d in array.dims) if array else ""
        if kind == 0:
            static = self.array(lambda a: a.everywhere)
            if static:
                size = " * ".join(d.text for d in static.dims)
                block.add(f"{self.unknown('keep')}({static.flat}, {size} * sizeof({static.elem}));")
            block.add(f'printf("kept %ld\\n", {self.unknown("kept")}());')
        elif kind == 1:
            block.add(f"{self.unknown('wipe')}({8 * rng.randrange(9)});")
        elif kind == 2:
            block.add(f'printf("turn %d\\n", {self.unknown("turn")}());')
        elif kind == 3 and array:
            block.add(f"{self.unknown('ramp', array.elem)}({array.flat}, {total});")
        elif kind == 4 and array:
            block.add(f'printf("{array.store} %.3f\\n", {self.unknown("sum", array.elem)}({array.flat}, {total}));')
        elif kind == 5 and array:
            change = rng.choice([program.helper("halve", array.elem), self.defined("raise", array.elem)])
            block.add(f"{self.unknown('each', array.elem)}({change}, {array.flat}, {total});")
        elif kind == 6:
            pair = None if program.in_function else program.between.pair()
            if pair and pair[0].elem in KNOWN and pair[0].stars == "*" and not pair[0].limit:
                block.add(f"{self.unknown('swap', pair[0].elem)}(&{pair[0].base}, &{pair[1].base});")
        elif kind == 7 and array:
            subs = [subscript(scope, d) for d in array.dims]
            block.add(f"{self.unknown('bump', array.elem)}(&", *array.ref(subs), ");")
        elif array:
            count = rng.randrange(1, volume(array) + 1)
            others = [a for a in program.arrays if a.flat and a.elem == array.elem and volume(a) >= count]
            block.add(f"{self.unknown('copy')}({array.flat}, {rng.choice(others).flat}, {count} * sizeof({array.elem}));")
