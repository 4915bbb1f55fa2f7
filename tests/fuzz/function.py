"""Functions with parallel loops in them: arrays come as parameters in the ways that C has, or in a structure that holds
their pointers, and beside them as globals, so that one array may be known by two names. Some call themselves."""
from tree import Block, Node, Routine
from values import Array, Size, Temp


class Function:
    """A new function of a program; `call` adds a call with arrays that fit."""

    def __init__(self, program):
        self.program, rng = program, program.rng
        self.name = program.fresh("kernel")
        outer = (program.arrays, program.temps, program.place, program.declarations)
        self.bag = rng.choice(program.maker.bags) if program.maker.bags and rng.random() < 0.6 else None
        arrays = [a for a in outer[0] if (a.flat or a.style == "field" or a.stars == "**")
                  and all(d.portable for d in a.dims)]
        if self.bag:
            arrays = [a for a in arrays if a not in self.bag.pointers]
        chosen = rng.sample(arrays, min(len(arrays), rng.choice([1, 2] if self.bag else [2, 3, 4])))
        self.parameters = [(a, self.parameter(a)) for a in chosen]  # the array that fits, and what it is called inside
        everywhere = [a for a in outer[0] if a.everywhere]
        bagged = self.bagged() if self.bag else []
        self.sizes = sorted({d.text for a in chosen + everywhere + bagged for d in a.dims if d.local})
        self.scalars = [(Temp(program.fresh("arg"), t.cls, t.bound), t)
                        for t in rng.sample(outer[1], min(len(outer[1]), rng.choice([0, 1, 2])))]
        self.restrict = " restrict " if rng.random() < 0.2 else ""
        self.deep = rng.random() < 0.15  # calls itself
        declarations, body = Block(), Block()
        program.arrays = [inside for _, inside in self.parameters] + everywhere + bagged
        program.temps = [inside for inside, _ in self.scalars]
        program.place = type(outer[2])(program, declarations)
        program.declarations, program.in_function = declarations, True
        last = None
        if rng.random() < 0.4:
            last = program.scratch(rng.choice(program.arrays).dims, body)
        program.launch(body)
        if self.deep:
            words = self.sizes + (["q"] if self.bag else []) + [inside.name for _, inside in self.parameters]
            words += [t.text for t, _ in self.scalars]
            body.add(f"if (deep > 0)\n{self.name}({', '.join(words + ['deep - 1'])});")
        program.steps(body, rng.choice([0, 0, 1, 2]), depth=1)
        if last:
            body.pin(last)
        result = rng.choice(program.temps) if program.temps else None
        program.arrays, program.temps, program.place, program.declarations = outer
        program.in_function = False
        self.result = result
        ctype = "void" if result is None else "double" if result.cls == "F" else "int"
        back = f"return {result.text};\n" if result else ""
        program.definitions.items.append(Routine(self.name, f"{ctype} {self.name}({self.head()})", declarations, body, back))

    def bagged(self):
        """The arrays of the bag as the function knows them: behind the parameter q, sometimes with its own extent."""
        found = []
        own = self.program.rng.random() < 0.5
        for array in self.bag.pointers:
            dims = [Size(d.value, "q->n", False) if own and d is self.bag.size else d for d in array.dims]
            inside = Array(array.name, array.elem, dims, "linear", store=array.store, path=("q->", ""),
                           flat=f"q->{array.name}")
            inside.swappable, inside.growable = True, array.growable
            found.append(inside)
        return found

    def parameter(self, array):
        """The array as the function knows it."""
        rng, name = self.program.rng, self.program.fresh("f")
        style = array.style
        if style != "field" and array.stars == "*":
            style = "multi" if style == "multi" and rng.random() < 0.5 else "linear"
            if len(array.dims) == 1:
                style = "linear"
        flat = (None if style == "field" or array.stars != "*" else
                name if style == "linear" or len(array.dims) == 1 else f"&{name}{'[0]' * len(array.dims)}")
        inside = Array(name, array.elem, array.dims, style, store=array.store, path=("", array.path[1]), flat=flat)
        inside.limit, inside.distinct, inside.readonly = array.limit, array.distinct, array.readonly
        inside.holes, inside.tag, inside.stars = array.holes, array.tag, array.stars
        # swapped inside, a global would be known by the name of another array
        inside.swappable = style == "linear" and not array.everywhere
        return inside

    def head(self):
        words = [f"int {size}" for size in self.sizes]
        if self.bag:
            words.append(f"struct {self.bag.tag} *q")
        for _, inside in self.parameters:
            if inside.style == "field":
                words.append(f"struct {inside.tag} *{inside.name}")
            elif inside.style == "linear" or inside.stars != "*":
                words.append(f"{inside.elem} {inside.stars}{self.restrict}{inside.name}")
            else:
                first = self.program.rng.choice(["", inside.dims[0].text])
                extents = f"[{first}]" + "".join(f"[{d.text}]" for d in inside.dims[1:])
                words.append(f"{inside.elem} {inside.name}{extents}")
        words += [f"{'int' if t.cls == 'I' else 'double'} {t.text}" for t, _ in self.scalars]
        return ", ".join(words + ["int deep"] * self.deep)

    def call(self, block):
        """Adds a call; nothing where no arrays fit."""
        program, rng = self.program, self.program.rng
        given, stores = [], {a.store for a in self.bag.pointers} if self.bag else set()
        for array, inside in self.parameters:
            fitting = [a for a in program.similar(array) if a.store not in stores
                       and (a is array or not a.everywhere)]
            if array in fitting and (array.everywhere or rng.random() < 0.5):
                fitting = [array]
            if not fitting:
                return
            other = rng.choice(fitting)
            stores.add(other.store)
            given.append(other.flat if inside.style == "linear" else other.base)
        words = self.sizes + ([self.bag.text] if self.bag else []) + given
        for inside, outer in self.scalars:
            known = any(outer is t for t in program.temps)
            words.append(outer.text if known else str(rng.randrange(1, max(2, int(min(inside.bound, 50))))))
        if self.deep:
            words.append(str(rng.randrange(3)))
        text = f"{self.name}({', '.join(words)});"
        if self.result is None:
            block.add(text)
            return
        name = program.fresh("r")
        ctype = "int" if self.result.cls == "I" else "double"
        program.declarations.pin(f"{ctype} {name} = 0;")
        block.items.append(Node(f"{name} = {text}\n" + program.place.show(name, ctype)))
        program.temps.append(Temp(name, self.result.cls, self.result.bound))
