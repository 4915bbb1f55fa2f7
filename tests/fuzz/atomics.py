"""C11 atomics of a random program: scalars and small arrays that iterations of parallel loops add to, or combine bits
with, in the many ways that C has for it. The order of such updates does not matter, so that they are sums; where an
iteration uses what an update gives, the order does."""
from tree import Block, Global, Node, Pinned
from values import Size, Temp, condition, expression, limited, subscript

TYPES = {"atomic_int": "int", "_Atomic int": "int", "atomic_long": "long", "_Atomic(long)": "long",
         "_Atomic unsigned": "unsigned", "atomic_uint": "unsigned", "atomic_ulong": "unsigned long"}
BITS = {"or": "|", "and": "&", "xor": "^"}


class Atomic:
    """A variable, or an array of `count` elements; `everywhere`: functions know its name."""

    def __init__(self, name, ctype, count, everywhere):
        self.name, self.ctype, self.count, self.everywhere = name, ctype, count, everywhere

    def element(self, scope):
        if not self.count:
            return Node(self.name)
        return Node(f"{self.name}[", subscript(scope, Size(self.count, str(self.count), True)), "]")


class Atomics:
    def __init__(self, program):
        self.program, self.rng, self.made = program, program.rng, []

    def some(self):
        rng, program = self.rng, self.program
        program.needs("stdatomic")
        for _ in range(rng.choice([1, 1, 2])):
            ctype, name = rng.choice(list(TYPES)), program.fresh("hits")
            count, everywhere = rng.choice([0, 0, 3, 8]), rng.random() < 0.6
            text = f"{ctype} {name}" + (f"[{count}]" if count else "")
            if everywhere:
                program.definitions.items.append(Global(name, text))
            else:
                start = f"for (int i = 0; i < {count}; i++)\n{name}[i] = i;" if count else f"{name} = 5;"
                program.declarations.pin(f"{text};\n{start}")
            self.made.append(Atomic(name, ctype, count, everywhere))

    def known(self):
        return [a for a in self.made if a.everywhere or not self.program.in_function]

    # --- in parallel loops

    def updates(self, scope):
        """Statements of an iteration that update one of them, all by one operator, and what prints it afterwards."""
        rng, known = self.rng, self.known()
        if not known:
            return [], []
        atomic = rng.choice(known)
        op = rng.choice(["add", "add", "add", *BITS])
        found = [self.update(scope, atomic, op) for _ in range(rng.choice([1, 1, 2]))]
        return found, [Node(self.show(atomic))]

    def update(self, scope, atomic, op):
        rng, element = self.rng, atomic.element(scope)
        value = limited(expression(scope, "I"), 100)
        if op == "add":
            step = Node("++", element, ";") if rng.random() < 0.5 else Node(element, "--;")
            forms = [Node(element, " += ", value, ";"), Node("atomic_fetch_add(&", element, ", ", value, ");"), step,
                     Node(element, " -= ", value, ";"), Node("(void)atomic_fetch_sub(&", element, ", ", value, ");")]
        else:
            forms = [Node(element, f" {BITS[op]}= ", value, ";"), Node(f"atomic_fetch_{op}(&", element, ", ", value, ");")]
        order = rng.choice(["memory_order_relaxed", "memory_order_seq_cst"])
        name = "add" if op == "add" else op
        forms.append(Node(f"atomic_fetch_{name}_explicit(&", element, ", ", value, f", {order});"))
        found, roll = Pinned(rng.choice(forms)), rng.random()
        if roll < 0.2:
            return Pinned("if (", condition(scope), ") {\n", Block([found]), "}")
        if roll < 0.3:
            q = self.program.fresh("q")
            return Pinned(f"for (int {q} = 0; {q} < {rng.choice([2, 3])}; {q}++) {{\n", Block([found]), "}")
        if roll < 0.4 and not atomic.count:
            name = self.helper(atomic)
            return Pinned(f"{name}(&{atomic.name});") if op == "add" else found
        return found

    def ticket(self, scope):
        """A statement that uses what an update gives: iterations run in order. A scalar that may be read afterwards."""
        known = [a for a in self.known() if not a.count]
        if not known:
            return None, None
        atomic, name = self.rng.choice(known), self.program.fresh("ticket")
        self.program.ordered = True
        form = self.rng.choice([f"{atomic.name}++", f"atomic_fetch_add(&{atomic.name}, 2)"])
        return Pinned(f"int {name} = (int)({form} % 1000);"), Temp(name, "I", 1000)

    def helper(self, atomic):
        name = f"bump_{atomic.ctype.replace(' ', '_').replace('(', '_').replace(')', '')}"
        if name not in self.program.helpers:
            self.program.helpers[name] = name
            self.program.definitions.add(f"static inline void {name}({atomic.ctype} *p)\n{{\natomic_fetch_add(p, 3);\n}}")
        return name

    # --- between them

    def show(self, atomic):
        if atomic.count:
            return (f'for (int i = 0; i < {atomic.count}; i++)\nprintf("{atomic.name} %ld\\n", '
                    f"(long)atomic_load(&{atomic.name}[i]));")
        return f'printf("{atomic.name} %ld\\n", (long){atomic.name});'

    def serial(self, block, scope):
        """Serial code that stores one, updates one, or reads it into a scalar."""
        rng, known = self.rng, self.known()
        if not known:
            return
        atomic = rng.choice(known)
        element, kind = Node(atomic.name, f"[{rng.randrange(atomic.count)}]" if atomic.count else ""), rng.randrange(5)
        value = limited(expression(scope, "I"), 100)
        if kind == 0:
            block.add(element, " = ", value, ";")
        elif kind == 1:
            block.add("atomic_store(&", element, ", ", value, ");")
        elif kind == 2:
            block.add("printf(\"was %ld\\n\", (long)atomic_exchange(&", element, ", ", value, "));")
        elif kind == 3:
            block.add(element, " += 3;")
        else:
            name = self.program.fresh("s")
            self.program.declarations.add(f"int {name} = 0;")
            block.add(f"{name} = (int)(", element, " % 1000);")
            self.program.temps.append(Temp(name, "I", 1000))
