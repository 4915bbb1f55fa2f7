"""How large classes are: counts the data members and the methods of each class in C++ text. It reads declarations as
they are written in this tree; it is no parser."""
import re

TOKENS = re.compile(r'//[^\n]*|/\*.*?\*/|R"\((?:.*?)\)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
HEAD = re.compile(r"\b(?:class|struct)\s+(?:\[\[\w+\]\]\s*)?(\w+)(?:\s+final)?\s*(?::[^;{()]*)?\{")
NO_MEMBER = re.compile(r"^(?:using|typedef|friend|enum|class|struct|union|static_assert|template\s*<[^;]*>\s*(?:class|struct))\b")


def without_angles(text):
    """The text without what stands between angle brackets that belong to templates."""
    before = None
    while before != text:
        before, text = text, re.sub(r"(\b\w+)\s*<[^<>;{}]*>", r"\1", text)
    return text


def declarations(body):
    """The declarations at the top of a class's body, each without what stands between its braces."""
    found, start, depth, text = [], 0, 0, []
    for at, char in enumerate(body):
        if char == "{":
            depth += 1
            if depth == 1:
                text.append(char)
        elif char == "}":
            depth -= 1
            if depth == 0:
                text.append(char)
                rest = body[at + 1:].lstrip()
                # The end of a function's body, not that of an initialiser or of a type.
                if not rest.startswith((";", ",")) and "(" in "".join(text):
                    found.append("".join(text))
                    text = []
        elif depth == 0:
            if char == ";":
                found.append("".join(text))
                text = []
            else:
                text.append(char)
    return found


def sizes(text):
    """(name, data members, methods) of each class in the text."""
    text = TOKENS.sub(lambda m: '""' if m.group()[0] in "\"R'" else " ", text)
    found = []
    for head in HEAD.finditer(text):
        depth, end = 1, head.end()
        while depth and end < len(text):
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        data = methods = 0
        for each in declarations(text[head.end():end - 1]):
            each = re.sub(r"\b(?:public|private|protected)\s*:", " ", each)
            each = re.sub(r"\[\[\w+\]\]|\balignas\([^)]*\)", " ", each).strip()
            if not each or NO_MEMBER.match(each):
                if each and re.match(r"(?:class|struct|union|enum)\b[^{]*\{\}\s*\w", each):
                    data += 1  # a type and a member at once
                continue
            plain = without_angles(each)
            head_part = re.split(r"[={]", plain)[0]
            if "(" in head_part and "operator" not in head_part or "operator" in plain:
                methods += 1
            elif not re.match(r"(?:static\s+|inline\s+)*constexpr\b", plain):
                data += 1 + re.sub(r"\{\}|\([^)]*\)|\[[^\]]*\]", "", plain).count(",")
        found.append((head.group(1), data, methods))
    return found
