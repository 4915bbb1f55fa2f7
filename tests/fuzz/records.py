"""Records that random programs copy whole, hand over by value, return from functions and walk by recursion: elements
of arrays of structures, and structures inside of structures that hold arrays."""
from tree import Node
from values import Array, Temp, condition, subscript

HELPERS = {
    "pick": "static struct {tag} pick_{tag}(const struct {tag} *p, int k)\n{{\nreturn p[k];\n}}",
    "first": "static double first_{tag}(struct {tag} c)\n{{\nreturn fmod({value}, 1000.0);\n}}",
    "look": "static inline double look_{tag}(const struct {tag} *c)\n{{\nreturn fmod({behind}, 1000.0);\n}}",
    "deep": """static double deep_{tag}(const struct {tag} *p, int k, int n)
{{
if (k >= n)
return 0;
const struct {tag} *c = &p[k];
return fmod({behind}, 500.0) + deep_{tag}(p, 2 * k + 1, n) / 2;
}}""",
    "dive": """static double dive_{tag}(struct {tag} c, int k)
{{
if (k <= 0)
return total_{tag}(c);
c.id += k;
({flat})[k % ({count})] = k;
double below = dive_{tag}(c, k - 1);
return below + c.id + fmod((double)({flat})[0], 100.0);
}}""",
    "total": """static double total_{tag}(struct {tag} c)
{{
double s = c.id;
for (int k = 0; k < {count}; k++)
s += fmod((double)({flat})[k], 100.0);
return s;
}}""",
}


def member(field, last):
    """A number in a field, as it stands behind the structure: its only or last element, or the first."""
    return field.path[1] + "".join(f"[{d.text} - 1]" if last else "[0]" for d in field.dims[1:])


def value(it, c):
    return " + ".join(f"(double){c}{member(f, n % 2 == 0)}" for n, f in enumerate(it.fields))


class Part:
    """A structure inside of a structure, with an array in it: `text` names it, `tag` is its type's."""

    def __init__(self, tag, text, array):
        self.tag, self.text, self.array = tag, text, array


class Duo:
    """A structure of two such parts."""

    def __init__(self, tag, name, parts):
        self.tag, self.name, self.parts = tag, name, parts


def make_duo(maker, elem, dims):
    """A structure variable with two parts, whose arrays loops use like any others."""
    rng, program = maker.rng, maker.program
    name, tag = program.fresh("duo"), program.fresh("part")
    extents = "".join(f"[{d.text}]" for d in dims)
    program.definitions.pin(f"struct {tag} {{\nint id;\n{elem} v{extents};\n}};\n"
                            f"struct two_{tag} {{\nstruct {tag} one, two;\nint k;\n}};")
    static = rng.random() < 0.5
    if static:
        maker.variable(name, f"struct two_{tag} {name}")
    else:
        maker.declare(f"struct two_{tag} {name} = {{{{.id = 3}}, {{.id = 4}}, 5}};")
    parts = []
    for which in ("one", "two"):
        text = f"{name}.{which}"
        array = Array("v", elem, dims, "multi", store=text, path=(f"{text}.", ""), flat=f"&{text}.v{'[0]' * len(dims)}")
        array.everywhere = static
        parts.append(Part(tag, text, maker.add(array)))
    maker.duos.append(Duo(tag, name, parts))


def helper(program, kind, tag, it=None, array=None):
    """The name of a function of this kind for a type; defined once."""
    name = f"{kind}_{tag}"
    if name not in program.helpers:
        program.helpers[name] = name
        count = " * ".join(d.text for d in array.dims) if array else ""
        program.definitions.add(HELPERS[kind].format(
            tag=tag, value=value(it, "c.") if it else "", behind=value(it, "c->") if it else "", count=count,
            flat=f"&c.v{'[0]' * len(array.dims)}" if array else ""))
    return name


def read_whole(rng, place, body, scope, structures, duos):
    """A statement of a loop's body that reads a record whole, and a number that comes of it. Nothing where no iteration
    may read one."""
    known = [id(a) for a in scope.arrays]
    found = [s for s in structures if s.whole and all(id(f) in known for f in s.fields)]
    parts = [p for d in duos for p in d.parts if id(p.array) in known]
    if not found and not parts:
        return
    program, temp, name = place.program, place.fresh("t"), place.fresh("c")
    if found and (not parts or rng.random() < 0.6):
        it = rng.choice(found)
        lines = of_element(rng, program, scope, it, name)
    else:
        lines = of_part(rng, program, scope, rng.choice(parts), parts, name)
    body.add(*lines[:-1], f"double {temp} = ", lines[-1], ";")
    scope.temps = [*scope.temps, Temp(temp, "F", 10000)]


def of_element(rng, program, scope, it, name):
    """Statements in front, and the expression of a number, for an element of an array of structures."""
    sub, field = subscript(scope, it.size), rng.choice(it.fields)
    where, part = Node(f"{it.name}[", sub, "]"), member(field, rng.random() < 0.5)
    kind = rng.randrange(7)
    if kind == 0:
        return [f"struct {it.tag} {name} = ", where, ";\n", f"fmod({value(it, f'{name}.')}, 1000.0)"]
    if kind == 1:
        return [Node(f"fmod((double){helper(program, 'pick', it.tag)}({it.name}, ", sub, f").{part}, 1000.0)")]
    if kind == 2:
        return [Node("fmod((double)(", condition(scope), " ? ", where, f" : {it.name}[", subscript(scope, it.size),
                     f"]).{part}, 1000.0)")]
    if kind == 3:
        return [Node(f"{helper(program, 'first', it.tag, it)}(", where, ")")]
    if kind == 4:
        return [Node(f"{helper(program, 'look', it.tag, it)}(&", where, ")")]
    if kind == 5:
        return [Node(f"{helper(program, 'deep', it.tag, it)}({it.name}, ", sub, f", {it.size.text})")]
    call = f"{helper(program, 'pick', it.tag)}({it.name}, "
    return [f"struct {it.tag} {name};\n{name} = {call}", sub, ");\n", f"{helper(program, 'look', it.tag, it)}(&{name})"]


def of_part(rng, program, scope, part, parts, name):
    """The same for a structure inside of a structure."""
    array, kind = part.array, rng.randrange(4)
    subs = sum((["[", subscript(scope, d), "]"] for d in array.dims), [])
    if kind == 0:
        return [Node(f"{helper(program, 'total', part.tag, array=array)}({part.text})")]
    if kind == 1:
        return [f"struct {part.tag} {name};\n{name} = {part.text};\n", Node(f"fmod((double){name}.v", *subs, ", 1000.0)")]
    others = [p for p in parts if p.tag == part.tag and p is not part]
    if kind == 2 and others:
        return [Node("fmod((double)(", condition(scope), f" ? {part.text} : {others[0].text}).v", *subs, ", 1000.0)")]
    return [f"struct {part.tag} {name} = {part.text};\n", Node(f"fmod((double){name}.v", *subs, ", 1000.0)")]


def serial(rng, program, block, duos):
    """Serial code that copies the parts of a structure, or all of it."""
    if not duos or program.in_function:
        return
    duo, name = rng.choice(duos), program.fresh("c")
    a, b = rng.sample([p.text for p in duo.parts], 2)
    kind = rng.randrange(7)
    if kind == 0:
        block.add(f"{a} = {b};")
    elif kind == 6:
        helper(program, "total", duo.tag, array=duo.parts[0].array)
        dive = helper(program, "dive", duo.tag, array=duo.parts[0].array)
        block.add(f'printf("{a} %.3f\\n", {dive}({a}, {rng.randrange(4)}));')
    elif kind == 1:
        block.add(f"{{\nstruct {duo.tag} {name} = {a};\n{name}.id++;\n{a} = {b};\n{b} = {name};\n}}")
    elif kind == 2:
        block.add(f"{{\nstruct two_{duo.tag} {name} = {duo.name};\n{name}.k += {name}.one.id;\n{duo.name} = {name};\n"
                  f'printf("{duo.name} %d\\n", {duo.name}.k);\n}}')
    elif kind == 3:
        total = helper(program, "total", duo.tag, array=duo.parts[0].array)
        block.add(f'printf("{a} %.3f\\n", {total}({a}));')
    elif kind == 4:
        block.add(f"memcpy(&{a}, &{b}, sizeof {a});")
    else:
        total = helper(program, "total", duo.tag, array=duo.parts[0].array)
        block.add(f"{{\nstruct two_{duo.tag} {name} = {{{a}, .two = {b}, .k = 7}};\n"
                  f'printf("{duo.name} %.3f %d\\n", {total}({name}.two), {name}.one.id);\n}}')
