"""What random programs do between their parallel loops: elements and whole arrays are read, written, copied, sorted,
swapped, enlarged, written to a file and read back, through names, pointers, structures and helper functions; and what
they print. Each statement is right at any place where its arrays are known."""
import records
from tree import Block, Global
from values import Temp, Var, expression, limited, number, read, stored, subscript


def volume(array):
    count = 1
    for dim in array.dims:
        count *= dim.value
    return count


class Serial:
    """Adds statements to blocks of a program."""

    def __init__(self, program):
        self.program, self.rng = program, program.rng
        self.log = None  # a stream that stays open

    def statement(self, block, variables=()):
        """Serial code of a random kind; nothing where it finds no array that fits."""
        kinds = [(5, self.element), (5, self.loop), (2, self.clear), (3, self.copy), (3, self.scalar), (2, self.swap),
                 (2, self.between), (2, self.refill), (1.5, self.sort), (1, self.file), (3, self.through_structure), (2, self.helper),
                 (1, self.grow), (1, self.text), (1.5, self.search), (1, self.row), (0.7, self.chance),
                 (2, self.shuffle), (0.7, self.renew), (6 if self.log else 0, self.note),
                 (5 if self.program.maker.duos else 0, self.records),
                 (4 if self.program.maker.unions else 0, self.by_other_name), (1.5, self.program.calls.serial),
                 (6 if self.program.calls.links else 0, self.program.calls.unknown_serial),
                 (5 if self.program.reading.reads else 0, self.program.reading.statement),
                 (3 if self.program.atomics.made else 0, self.program.atomics.serial)]
        kind = self.rng.choices([k for _, k in kinds], [w for w, _ in kinds])[0]
        kind(block, self.program.scope(*variables))

    def calls(self, block):
        """Where the program reads input, or calls functions that are not known, a few statements that do."""
        program, scope = self.program, self.program.scope()
        for wanted, add in ((program.reading.reads, program.reading.statement),
                            (program.calls.links, program.calls.unknown_serial),
                            (program.calls.chosen, program.calls.serial)):
            for _ in range(self.rng.choice([0, 1, 2]) if wanted else 0):
                add(block, scope)

    def writable(self, fits=lambda array: True):
        found = [a for a in self.program.arrays if not a.readonly and fits(a)]
        return self.rng.choice(found) if found else None

    # --- elements and scalars

    def element(self, block, scope):
        array = self.writable()
        value = stored(expression(scope, array.cls), array.elem)
        block.add(*array.ref([subscript(scope, d) for d in array.dims]), " = ", value, ";")

    def loop(self, block, scope):
        rng, array, name = self.rng, self.writable(), self.program.fresh("k")
        dim = rng.randrange(len(array.dims))
        size, low = array.dims[dim], rng.choice([0, 1])
        down = rng.random() < 0.2
        step = rng.choice(["--", " -= 2"] if down else ["++", "++", " += 2", " += 3"])
        inner = scope.inner(Var(name, low, size.value - 1))
        subs = [name if d == dim else subscript(inner, s) for d, s in enumerate(array.dims)]
        value = stored(expression(inner, array.cls), array.elem)
        head = (f"for (int {name} = {size.text} - 1; {name} >= {low}; {name}{step})" if down else
                f"for (int {name} = {low}; {name} < {size.text}; {name}{step})")
        block.add(head, "\n", *array.ref(subs), " = ", value, ";")

    def scalar(self, block, scope):
        name, cls = self.program.fresh("s"), self.rng.choice("IF")
        value = limited(expression(scope, cls), 1000)
        self.program.declarations.add(f"{'int' if cls == 'I' else 'double'} {name} = 0;")
        block.add(name, " = ", value, ";")
        self.program.temps.append(Temp(name, cls, 1000))

    def search(self, block, scope):
        """A loop that stops at an element, and prints where."""
        array = self.writable(lambda a: len(a.dims) == 1 and a.ordered)
        if array:
            name, c = self.program.fresh("k"), self.rng.randrange(-5, 30)
            ref = "".join(map(str, array.ref([name])))
            block.add(f"int {name} = 0;\nwhile ({name} < {array.dims[0].text} && {ref} < {max(c, 0)})\n{name}++;\n"
                      f'printf("{array.store} {name} %d\\n", {name});')

    # --- whole arrays

    def clear(self, block, _):
        array = self.writable(lambda a: a.flat)
        if array:
            total = " * ".join(d.text for d in array.dims)
            block.add(f"memset({array.flat}, 0, {total} * sizeof({array.elem}));")

    def copy(self, block, _):
        rng = self.rng
        array = self.writable(lambda a: a.flat)
        others = [a for a in self.program.arrays if array and a.flat and a.elem == array.elem and not a.limit
                  and a.store != array.store]
        if others and rng.random() < 0.8:
            other = rng.choice(others)
            count = min(volume(array), volume(other))
            count = rng.choice([count, rng.randrange(1, count + 1)])
            block.add(f"{rng.choice(['memcpy', 'memcpy', 'memmove'])}({array.flat}, {other.flat}, "
                      f"{count} * sizeof({array.elem}));")
        elif array:
            count = rng.randrange(1, volume(array))
            off = rng.randrange(0, volume(array) - count + 1)
            block.add(f"memmove({array.flat}, {array.flat} + {off}, {count} * sizeof({array.elem}));")

    def pair(self):
        """Two arrays that pointers may be swapped between, or None."""
        first = [a for a in self.program.arrays if a.swappable]
        self.rng.shuffle(first)
        for a in first:
            for b in first:
                if a is not b and a.kind == b.kind and [d.text for d in a.dims] == [d.text for d in b.dims]:
                    return a, b
        return None

    def swap(self, block, _=None):
        a, b = self.pair() or (None, None)
        if a:
            block.add(f"{{\n{a.elem} {a.stars}swap = {a.base};\n{a.base} = {b.base};\n{b.base} = swap;\n}}")

    def refill(self, block, _):
        tables = [a for a in self.program.arrays if a.limit]
        if tables:
            self.program.maker.fill_table(self.rng.choice(tables), block)

    def shuffle(self, block, scope):
        """An index array gets its own values in another order."""
        rng, tables = self.rng, [a for a in self.program.arrays if a.limit and a.flat]
        if not tables:
            return
        array = rng.choice(tables)
        kind, total = rng.randrange(4), array.dims[0].text
        if kind == 0:
            block.add(f"{self.program.helper('turn', 'int')}({array.flat}, {rng.choice([total, f'{total} / 2'])});")
        elif kind == 1:
            block.add(f"qsort({array.flat}, {total}, sizeof(int), {self.program.helper('order', 'int')});")
        else:
            one, other = array.ref(["x"]), array.ref(["y"])
            block.add("{\nint x = ", subscript(scope, array.dims[0]), ", y = ", subscript(scope, array.dims[0]),
                      ", keep = ", *one, ";\n", *one, " = ", *other, ";\n", *other, " = keep;\n}")

    def sort(self, block, _):
        array = self.writable(lambda a: a.flat and a.ordered and a.elem not in ("short", "signed char", "unsigned char"))
        if array:
            count = self.rng.choice([volume(array), self.rng.randrange(1, volume(array) + 1)])
            block.add(f"qsort({array.flat}, {count}, sizeof({array.elem}), {self.program.helper('order', array.elem)});")

    def grow(self, block, _):
        """realloc: the elements stay."""
        array = self.writable(lambda a: a.growable and a.style != "field" and not self.program.in_function)
        if array:
            total = " * ".join(d.text for d in array.dims)
            block.add(f"{array.base} = realloc({array.base}, ({total} + {self.rng.randrange(1, 9)}) * sizeof({array.elem}));")

    def renew(self, block, _):
        """Memory is given back, and other memory taken in its place."""
        found = [a for a in self.program.arrays if a.growable and a.style != "field"]
        if found and not self.program.in_function:
            array = self.rng.choice(found)
            total = " * ".join(d.text for d in array.dims)
            block.pin(f"free({array.base});\n{array.base} = malloc(({total}) * sizeof({array.elem}));")
            self.program.fill(array, block)

    def file(self, block, _):
        """Elements go to a file and come back from it, into the same array or another."""
        array = self.writable(lambda a: a.flat)
        if array:
            fits = [a for a in self.program.arrays if a.flat and a.elem == array.elem and not a.limit]
            other = self.rng.choice(fits)
            count = self.rng.randrange(1, min(volume(array), volume(other)) + 1)
            block.add(f"{{\nFILE *file = tmpfile();\nif (file != NULL) {{\n"
                      f"fwrite({other.flat}, sizeof({array.elem}), {count}, file);\nrewind(file);\n"
                      f"if (fread({array.flat}, sizeof({array.elem}), {count}, file) != {count})\nputs(\"short\");\n"
                      "fclose(file);\n}\n}")

    def open_log(self):
        """A stream that is open for writing while the program runs."""
        rng, program = self.rng, self.program
        self.log = program.fresh("log")
        program.definitions.items.append(Global(self.log, f"FILE *{self.log}"))
        buffered = rng.choice(["", "", "", f"\nsetvbuf({self.log}, NULL, {rng.choice(['_IOFBF', '_IOLBF'])}, 64);",
                               f"\nsetvbuf({self.log}, NULL, _IONBF, 0);"])
        program.declarations.pin(f'remove("{self.log}.txt");\n{self.log} = fopen("{self.log}.txt", '
                                 f'"{rng.choice(["w", "w", "wb", "a", "w+"])}");\nif ({self.log} == NULL)\nreturn 1;'
                                 + buffered)

    def note(self, block, scope):
        """Something is written to the log, or asked about it."""
        rng, log, array = self.rng, self.log, self.writable()
        names = ["i", "j", "k"][:len(array.dims)]
        heads = "".join(f"for (int {v} = 0; {v} < {d.text}; {v}++)\n" for v, d in zip(names, array.dims))
        ref = number(array, "".join(map(str, array.ref(names))))
        kind = rng.randrange(10)
        if kind < 3:
            block.add(f'fprintf({log}, "%g %d\\n", (double)(', expression(scope, "F"), f"), {rng.randrange(99)});")
        elif kind < 5:
            block.add(f'{heads}fprintf({log}, "%g ", (double){ref});')
        elif kind == 5 and array.flat:
            total = " * ".join(d.text for d in array.dims)
            block.add(rng.choice([f"fwrite({array.flat}, sizeof({array.elem}), {total}, {log});",
                                  f"{self.program.helper('log', array.elem)}({log}, {array.flat}, {total});"]))
        elif kind == 6:
            block.add(f'printf("at %ld\\n", ftell({log}));')
        elif kind == 7:
            block.add(rng.choice([f"fflush({log});", f'fputs("words\\n", {log});', f"fputc('a' + 3, {log});",
                                  f"rewind({log});", f"fseek({log}, {rng.randrange(9)}, SEEK_SET);",
                                  f"fseek({log}, 0, SEEK_END);"]))
        elif kind == 8:
            block.add(f'{heads}if ({ref} > {rng.randrange(9)})\nfprintf({log}, "%d %g\\n", i, (double){ref});')
        else:
            count = self.program.fresh("count")
            block.add(f'int {count} = 0;\n{heads}if ({ref} > {rng.randrange(9)}) {{\n{count}++;\nfprintf({log}, "%d;", '
                      f'{count});\n}}\nprintf("{count} %d\\n", {count});')

    def close_log(self, block):
        """The log is closed, and a number printed that depends on all of it."""
        if self.log:
            block.pin(f'fclose({self.log});\n{self.log} = fopen("{self.log}.txt", "r");\nif ({self.log} != NULL) {{\n'
                      f"unsigned long h = 3;\nfor (int c = fgetc({self.log}); c != EOF; c = fgetc({self.log}))\n"
                      f'h = h * 31 + c;\nprintf("log %lx\\n", h);\nfclose({self.log});\n}}\nremove("{self.log}.txt");')

    def text(self, block, scope):
        """A number is printed into a string and read out of it."""
        array = self.writable()
        value = read(scope, array)
        name = self.program.fresh("line")
        block.add(f"char {name}[64];\nsnprintf({name}, sizeof {name}, \"%d:%.2f\", 7, (double)(", value,
                  f"));\nprintf(\"%s %.1f\\n\", {name}, atof(strchr({name}, ':') + 1));")

    def chance(self, block, scope):
        array = self.writable()
        subs = [subscript(scope, d) for d in array.dims]
        block.add("srand(3);\n", *array.ref(subs), f" = rand() % 50;\n", *array.ref(["0"] * len(array.dims)),
                  " = rand() % 9;")

    def row(self, block, scope):
        """A pointer into an array, and what it points to."""
        array = self.writable(lambda a: a.flat and not a.limit)
        if array:
            name, count = self.program.fresh("at"), volume(array)
            off = self.rng.randrange(count)
            value = stored(expression(scope, array.cls), array.elem)
            block.add(f"{{\n{array.elem} *{name} = {array.flat} + {off};\n*{name} = ", value,
                      f";\n{name}[{self.rng.randrange(-off, count - off)}] = *{name};\n}}")

    # --- structures and helper functions

    def through_structure(self, block, scope):
        """Elements of an array of structures: as a whole, or through a pointer, or in a function that gets one."""
        rng, found = self.rng, self.program.maker.structures_made
        if not found or self.program.in_function:
            return
        it = rng.choice(found)
        one, other = subscript(scope, it.size), subscript(scope, it.size)
        kind, ctype, name = rng.randrange(6), f"struct {it.tag}", self.program.fresh("c")
        plain = [f for f in it.fields if len(f.dims) == 1]
        if kind == 0 and it.whole:
            block.add(f"{it.name}[", one, f"] = {it.name}[", other, "];")
        elif kind == 1 and it.whole:
            block.add(f"{{\n{ctype} keep = {it.name}[", one, f"];\n{it.name}[", one, f"] = {it.name}[", other,
                      f"];\n{it.name}[", other, "] = keep;\n}")
        elif kind == 2 and it.whole:
            block.add(f"memcpy(&{it.name}[0], &{it.name}[{it.size.text} - 1], sizeof({ctype}));")
        elif kind == 3 and plain:
            field = rng.choice(plain)
            value = stored(expression(scope, field.cls), field.elem)
            block.add(f"{{\n{ctype} *{name} = &{it.name}[", one, f"];\n{name}->{field.path[1]} = ", value,
                      f";\nprintf(\"{it.name} %.3f\\n\", (double){name}->{field.path[1]});\n}}")
        elif plain:
            block.add(f"{self.program.nudge(it)}(&{it.name}[", one, f"], {rng.randrange(1, 9)});")

    def records(self, block, _):
        records.serial(self.rng, self.program, block, self.program.maker.duos)

    def by_other_name(self, block, scope):
        """The first elements of an array in a union, by their names, and the union as a whole."""
        rng, program = self.rng, self.program
        text, tag, array = rng.choice(program.maker.unions)
        if program.in_function and not array.everywhere:
            return
        name, kind, value = rng.choice("xyz"), rng.randrange(4), stored(expression(scope, array.cls), array.elem)
        copy = program.fresh("c")
        if kind == 0:
            block.add(f"{text}.at.{name} = ", value, ";")
        elif kind == 1:
            block.add(f'printf("{text}.{name} %.3f\\n", (double){text}.at.{name});')
        elif kind == 2:
            block.add(f"{{\nunion {tag} {copy} = {text};\n{copy}.at.x = {copy}.at.{name};\n{text} = {copy};\n}}")
        else:
            block.add(f"{{\nunion {tag} *{copy} = &{text};\n{copy}->at.{name} = ", value,
                      f';\nprintf("{text} %.3f\\n", (double){copy}->{array.name}[{rng.randrange(3)}]);\n}}')

    def helper(self, block, scope):
        """A function that changes a piece of an array."""
        array = self.writable(lambda a: a.flat and not a.limit)
        if array:
            count = self.rng.randrange(1, volume(array) + 1)
            off = self.rng.randrange(0, volume(array) - count + 1)
            name = self.program.helper(self.rng.choice(["halve", "turn"]), array.elem)
            block.add(f"{name}({array.flat}{f' + {off}' if off else ''}, {count});")

    def between(self, block, _):
        """Elements are stored before and behind calls of a function that looks at all of the array."""
        array = self.writable(lambda a: a.flat and not a.limit)
        if array:
            total = " * ".join(d.text for d in array.dims)
            for _ in range(self.rng.choice([2, 3])):
                subs = [str(self.rng.randrange(d.value)) for d in array.dims]
                block.add(*array.ref(subs), f" = {self.rng.randrange(60)};")
                block.add(f'{self.program.helper("show", array.elem)}("{array.store}", {array.flat}, {total});')

    # --- output

    def show(self, array, block, whole=False):
        """Prints an array: its elements, or a number that depends on all of them, or (not `whole`) one element."""
        rng, names = self.rng, ["i", "j", "k"][:len(array.dims)]
        label = array.store
        heads = "".join(f"for (int {v} = 0; {v} < {d.text}; {v}++)\n" for v, d in zip(names, array.dims))
        ref = number(array, "".join(map(str, array.ref(names))))
        total = " * ".join(d.text for d in array.dims)
        kind = rng.random()
        if array.flat and kind < 0.35:
            block.add(f'{self.program.helper("show", array.elem)}("{label}", {array.flat}, {total});')
        elif len(array.dims) == 1 and kind < 0.7:
            form, cast = ("%g", "") if array.cls == "F" else ("%ld", "(long)")
            block.add(f'printf("{label}");\n{heads}printf(" {form}", {cast}{ref});\nprintf("\\n");')
        elif whole or kind < 0.85:
            block.add(f'{{\nunsigned long h = 5;\n{heads}h = mix(h, (double){ref});\nprintf("{label} %lx\\n", h);\n}}')
        else:
            value = read(self.program.scope(), array)
            block.add(f'printf("{label} %.4f\\n", (double)(', value, "));")

    def show_some(self, array, block):
        """Prints the elements that meet a condition."""
        names = ["i", "j", "k"][:len(array.dims)]
        heads = "".join(f"for (int {v} = 0; {v} < {d.text}; {v}++)\n" for v, d in zip(names, array.dims))
        ref = number(array, "".join(map(str, array.ref(names))))
        block.items.append(Block())
        block.items[-1].add(f'{heads}if ({ref} > {self.rng.randrange(0, 60)})\n'
                            f'printf("{array.store} %d %.3g\\n", i, (double){ref});')
