"""How the text of a program is laid down in its file: with other line ends, a byte-order mark, form feeds, no newline at
the end; with comments behind the heads of functions and behind directives; with conditions for launches, some of which
change; with pointers that count loops; and with a function whose body is read twice, from the file itself, under other macros. A line at the head of
the text says which of these: `//// spelling: crlf mark feeds open kernel0`. Draws come from a stream of their own."""
import itertools
import random
import re

from tree import Node, Pick

HEAD = "//// spelling:"


class Spelling:
    """Which ways a program's text is laid down in; drawn once for it."""

    def __init__(self, program):
        rng = random.Random(f"spelling {program.seed}")
        self.ways = [way for way, chance in (("crlf", 0.08), ("mark", 0.06), ("feeds", 0.06), ("open", 0.06))
                     if rng.random() < chance]
        if rng.random() < 0.3:
            self.ways += [f"kernel{k}" for k in range(3)]
        if rng.random() < 0.1:
            self.ways.append("remarks")
        if rng.random() < 0.15:
            self.ways.append("conditions")
        if rng.random() < 0.3:
            self.ways.append("pointers")

    def line(self):
        """What the program's text begins with."""
        return Pick([Node("")], Node(f"{HEAD} {' '.join(self.ways)}\n" if self.ways else ""))


def written(text, name):
    """The bytes of the file `name` for a text that may begin with such a line."""
    first, _, rest = text.partition("\n")
    if not first.startswith(HEAD):
        return text.encode()
    ways = first[len(HEAD):].split()
    for way in ways:
        if way.startswith("kernel"):
            rest = read_twice(rest, way, name)
    if "pointers" in ways:
        rest = with_pointers(rest)
    if "conditions" in ways:
        rest = with_conditions(rest)
    if "remarks" in ways:
        remarks = itertools.cycle(["// what (it) does {", "/* ) */", "/* of two\nlines */ // '"])
        rest = re.sub(r"^(\w[^\n;]*\))\n\{\n", lambda m: f"{m[1]} {next(remarks)}\n{next(remarks)}\n{{\n", rest, flags=re.M)
        rest = re.sub(r"^( *#pragma hydra [^\n]*[^\n\\])$", r"\1 // a ) remark {", rest, flags=re.M)
    if "feeds" in ways:
        rest = re.sub(r"^}\n", "}\n\f\n", rest, flags=re.M)
    if "open" in ways:
        rest = rest.rstrip("\n")
    if "crlf" in ways:
        rest = rest.replace("\n", "\r\n")
    return (b"\xef\xbb\xbf" if "mark" in ways else b"") + rest.encode()


def with_conditions(text):
    """The text with a condition in each directive, and statements that call functions with loops changing it."""
    conditions = itertools.cycle(["if(launch_turn)", "if(0)", "if(!launch_turn), ", "if(launch_turns[1] > 0 && 1)"])
    lines = []
    for line in text.split("\n"):
        if re.match(r" *#pragma hydra parallel for\b", line):
            line = line.replace("parallel for", f"parallel for {next(conditions)}", 1).rstrip(", ")
        line = re.sub(r"^( +)(kernel\d\(.*\);)$", r"\1launch_turns[1] = launch_turn = !launch_turn, \2", line)
        lines.append(line)
    text = "\n".join(lines)
    first = re.search(r"^(?=static |int main)", text, re.M).start()
    return f"{text[:first]}static int launch_turn = 1, launch_turns[2] = {{0, 1}};\n{text[first:]}"


def with_pointers(text):
    """The text with simple loops that have a directive counted by a pointer, which stands for the number."""
    def walk(found):
        pragma, indent, name, low, relation, high = found.groups()
        if "(" in low:  # what begins with a call is not taken
            return found[0]
        return (f"{pragma}{indent}for (const char *w_{name} = walked + ({low}); w_{name} {relation} walked + ({high}); "
                f"w_{name}++) {{\n{indent}    int {name} = (int)(w_{name} - walked);\n")

    changed = re.sub(r"^( *#pragma hydra parallel for[^\n\\]*\n)( *)for \(int (\w+) = ([^;\n]+); \3 (<|<=|!=) ([^;\n]+); "
                     r"(?:\3\+\+|\+\+\3)\) \{\n", walk, text, flags=re.M)
    if changed == text:
        return text
    first = re.search(r"^(?=static |int main)", changed, re.M).start()
    return f"{changed[:first]}static char walked_line[1 << 17], *const walked = walked_line + 16;\n{changed[first:]}"


def parameters(head):
    """The names of a function's parameters."""
    return [re.search(r"(\w+)\s*(?:\[[^\]]*\]\s*)*$", word)[1] for word in head.split(",") if word.strip()]


def read_twice(text, function, name):
    """The text with a second function that has the same body: the file includes itself for both, with other names of
    the parameters and another factor. Calls behind them take turns. The text as it is, where that does not fit."""
    found = re.search(rf"^(static [\w ]+?\**){function}\(([^\n]*)\)\n(\{{\n.*?^\}}\n)", text, re.M | re.S)
    if not found or "#" in re.sub(r"^#pragma hydra", "", found[3], flags=re.M):
        return text
    kind, head, body = found.groups()
    before, behind = text[:found.start()], text[found.end():]
    tag, again = function.upper(), f"{function}_again"
    if not re.search(rf"\b{function}\(", behind):
        return text
    names = [n for n in parameters(head) if n != "void"]
    factors = re.findall(r"(?<![\w.])\d+\.\d+(?![\w.])", body)
    factor = factors[0] if factors else "1.0"
    inside = re.sub(rf"(?<![\w.]){re.escape(factor)}(?![\w.])", f"{tag}_FACTOR", body, count=1)
    for word in [function, *names]:
        inside = re.sub(rf"(?<![\w.>]){word}\b", f"{tag}_{word}", inside)
    made = f"#define {tag}_TEXT\n"
    for own, suffix, value in ((function, "", factor), (again, "_b", f"({factor} / 2)")):
        definitions = {f"{tag}_FACTOR": value, f"{tag}_{function}": own, **{f"{tag}_{n}": n + suffix for n in names}}
        own_head = head
        for word in names:
            own_head = re.sub(rf"\b{word}\b", word + suffix, own_head)
        made += "".join(f"#define {k} {v}\n" for k, v in definitions.items())
        made += f'{kind}{own}({own_head})\n#include "{name}"\n' + "".join(f"#undef {k}\n" for k in definitions)
    made += f"#undef {tag}_TEXT\n"
    turn = [again, function]
    behind = re.sub(rf"\b{function}\(", lambda _: turn.append(turn.pop(0)) or f"{turn[-1]}(", behind)
    return f"#ifndef {tag}_TEXT\n{before}{made}{behind}#else\n{inside}#endif\n"
