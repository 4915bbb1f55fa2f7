"""The tree that a random program is: text with holes. A generator builds it, `render` writes it as C, and the shrinker
takes parts out of it. Three kinds of nodes say what may be done to them: a Block's items may be taken out, an Expr may
be replaced by a simpler one of its class, a Pick has alternatives that are all right; everything else stays as it is."""


class Node:
    """Fixed text with nodes in it: parts are strings and nodes."""

    def __init__(self, *parts):
        self.parts = list(parts)

    def __str__(self):
        return "".join(str(part) for part in self.parts)


class Expr(Node):
    """An expression of class 'I' (int), 'F' (double) or 'B' (condition), whose value never exceeds `bound` in size."""

    def __init__(self, cls, bound, *parts):
        super().__init__(*parts)
        self.cls, self.bound = cls, bound


class Pick(Node):
    """One of several texts that are all right, the simplest first; `parts` is the one that counts."""

    def __init__(self, alternatives, chosen):
        super().__init__(chosen)
        self.alternatives = alternatives


class Pinned(Node):
    """A statement that the program needs to be right, whatever else is taken out."""


class Header(Node):
    """The head of a parallel loop, and the head that runs its iterations in the opposite order: where the answer
    depends on the order of iterations, the program is wrong, not hydracc."""

    backwards = False

    def __init__(self, forward, backward):
        super().__init__(forward)
        self.backward = backward

    def __str__(self):
        return self.backward if Header.backwards else super().__str__()


class Global(Node):
    """The definition of a variable that all functions know: of one file alone, or shared by the files of a program."""

    def __init__(self, name, text):
        super().__init__(f"static {text};")
        self.name, self.text = name, text


class Routine(Node):
    """The definition of a function, which may stand in a file of its own."""

    def __init__(self, name, head, *parts):
        super().__init__("static ", head, "\n{\n", *parts, "}")
        self.name, self.head = name, head


class Block:
    """Statements or definitions, one after another."""

    def __init__(self, items=()):
        self.items = list(items)

    def add(self, *parts):
        self.items.append(Node(*parts))

    def pin(self, *parts):
        self.items.append(Pinned(*parts))

    def __str__(self):
        return "".join(f"{item}\n" for item in self.items)


def nodes(root):
    """All nodes and blocks of the tree, outer ones first."""
    yield root
    for part in root.items if isinstance(root, Block) else root.parts:
        if not isinstance(part, str):
            yield from nodes(part)


SECOND = "//// the second file"


def files(text):
    """The files of a program that `render` wrote."""
    return text.split(SECOND + "\n")


def in_two_files(head, definitions, main, suffix):
    """A program of two files, as text: routines stand in the second one, variables in the first; both know the types
    and small helpers. `suffix` makes the names that they share different from those of other programs."""
    shared = [item for item in definitions.items if isinstance(item, (Global, Routine))]
    head += "\n" + "".join(f"#define {item.name} {item.name}_{suffix}\n" for item in shared)
    first, second = "", ""
    for item in definitions.items:
        if isinstance(item, Global):
            first, second = first + f"{item.text};\n", second + f"extern {item.text};\n"
        elif isinstance(item, Routine):
            first, second = first + f"{item.head};\n", second + str(item)[len("static "):] + "\n"
        else:
            first, second = first + f"{item}\n", second + f"{item}\n"
    return f"{head}{first}{main}{SECOND}\n{head}{second}"


def render(root):
    """The tree as C, indented by its braces."""
    lines, depth = [], 0
    for line in str(root).splitlines():
        line = line.strip()
        if not line:
            continue
        if line.startswith("#"):
            lines.append(line)
            continue
        opened, closed = line.count("{"), line.count("}")
        lead = len(line) - len(line.lstrip("}"))
        lines.append("    " * max(0, depth - lead) + line)
        depth += opened - closed
    return "\n".join(lines) + "\n"
