"""Functions with parallel loops in them: arrays come as parameters in the ways that C has, and beside them as globals,
so that one array may be known by two names."""
from launch import Temp
from tree import Block, Node
from values import Array


class Function:
    """A new function of a program; `call` adds a call with arrays that fit."""

    def __init__(self, program):
        self.program, rng = program, program.rng
        self.name = program.fresh("kernel")
        outer = (program.arrays, program.temps, program.place, program.declarations)
        arrays = [a for a in outer[0] if a.flat or a.style == "field"]
        chosen = rng.sample(arrays, min(len(arrays), rng.choice([2, 3, 4])))
        self.parameters = [(a, self.parameter(a)) for a in chosen]  # the array that fits, and what it is called inside
        self.sizes = sorted({d.text for a in chosen for d in a.dims if d.local})
        everywhere = [a for a in outer[0] if a.everywhere]
        self.sizes = sorted({*self.sizes, *(d.text for a in everywhere for d in a.dims if d.local)})
        self.scalars = [(Temp(program.fresh("arg"), t.cls, t.bound), t)
                        for t in rng.sample(outer[1], min(len(outer[1]), rng.choice([0, 1, 2])))]
        declarations, body = Block(), Block()
        program.arrays = [inside for _, inside in self.parameters] + everywhere
        program.temps = [inside for inside, _ in self.scalars]
        program.place = type(outer[2])(program, declarations)
        program.declarations, program.in_function = declarations, True
        program.launch(body)
        program.steps(body, rng.choice([0, 0, 1, 2]), depth=1)
        result = rng.choice(program.temps) if program.temps else None
        program.arrays, program.temps, program.place, program.declarations = outer
        program.in_function = False
        self.result = result
        ctype = "void" if result is None else "double" if result.cls == "F" else "int"
        back = f"return {result.text};\n" if result else ""
        program.definitions.add(f"static {ctype} {self.name}({self.head()})\n{{\n", declarations, body, back, "}")

    def parameter(self, array):
        """The array as the function knows it."""
        rng, name = self.program.rng, self.program.fresh("f")
        style = array.style
        if style != "field":
            style = "multi" if style == "multi" and rng.random() < 0.5 else "linear"
        if len(array.dims) == 1 and style != "field":
            style = "linear"
        inside = Array(name, array.elem, array.dims, style, store=array.store, path=("", array.path[1]),
                       flat=None if style == "field" else name if style == "linear" or len(array.dims) == 1
                       else f"&{name}{'[0]' * len(array.dims)}")
        inside.limit, inside.distinct, inside.readonly = array.limit, array.distinct, array.readonly
        inside.loops_read_only, inside.tag = array.loops_read_only, array.tag
        inside.swappable = style == "linear"
        return inside

    def head(self):
        words = [f"int {size}" for size in self.sizes]
        for _, inside in self.parameters:
            if inside.style == "field":
                words.append(f"struct {inside.tag} *{inside.name}")
            elif inside.style == "linear":
                words.append(f"{inside.elem} *{inside.name}")
            else:
                first = self.program.rng.choice(["", inside.dims[0].text])
                extents = f"[{first}]" + "".join(f"[{d.text}]" for d in inside.dims[1:])
                words.append(f"{inside.elem} {inside.name}{extents}")
        words += [f"{'int' if t.cls == 'I' else 'double'} {t.text}" for t, _ in self.scalars]
        return ", ".join(words)

    def call(self, block):
        """Adds a call; returns nothing where no arrays fit."""
        program, rng = self.program, self.program.rng
        given, stores = [], set()
        for array, inside in self.parameters:
            fitting = [a for a in program.similar(array) if a.store not in stores
                       and (a is array or not a.everywhere)]
            if array in fitting and (array.everywhere or rng.random() < 0.5):
                fitting = [array]
            if not fitting:
                return
            other = rng.choice(fitting)
            stores.add(other.store)
            given.append(other.name if inside.style == "field" else other.flat if inside.style == "linear"
                         else other.path[0] + other.name)
        words = self.sizes + given
        for inside, outer in self.scalars:
            known = any(outer is t for t in program.temps)
            words.append(outer.text if known else str(rng.randrange(1, max(2, int(min(inside.bound, 50))))))
        text = f"{self.name}({', '.join(words)});"
        if self.result is None:
            block.add(text)
            return
        name = program.fresh("r")
        ctype = "int" if self.result.cls == "I" else "double"
        program.declarations.pin(f"{ctype} {name} = 0;")
        block.items.append(Node(f"{name} = {text}\n" + program.place.show(name, ctype)))
        program.temps.append(Temp(name, self.result.cls, self.result.bound))
