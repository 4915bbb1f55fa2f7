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
