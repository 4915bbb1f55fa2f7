#!/usr/bin/env python3
"""Keeps documents true about the tree: every relative link of README.md and docs leads to a file, and to a heading
where it names one; every path in backticks that begins with a folder of the tree exists, and so does what the glossary
says a folder has; and what comments in code cite of docs is there, the heading in quotes behind it included.

Without arguments beyond the tree's root, checks the tree; first it checks on made-up files that it would notice a breach.
"""
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import Report  # noqa: E402

FOLDERS = ("bench", "cmake", "codegen", "docs", "driver", "frontend", "grammar", "ir", "passes", "runtime", "samples",
           "scripts", "support", "tests")
CODE = {".h", ".hpp", ".c", ".cpp", ".py", ".sh", ".txt", ".cmake", ".g4"}

FENCE = re.compile(r"^ *```.*?^ *```", re.M | re.S)
LINK = re.compile(r"\[[^\]\n]*\]\(([^()\s]+)\)")
PATH = re.compile(r"`((?:%s)/[\w./-]+)`" % "|".join(FOLDERS))
PLACE = re.compile(r"`((?:%s)[\w/]*)`: `(\w+)`" % "|".join(FOLDERS))
HEADING = re.compile(r"^#+ +(.*?) *$", re.M)
CITED = re.compile(r"\bdocs/([\w./-]+\.md)(?:, \"([^\"]+)\")?")


def headings(text):
    return HEADING.findall(FENCE.sub("", text))


def anchor(heading):
    """What GitHub calls a heading in links."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def pages(root):
    return [p for p in [root / "README.md", *sorted((root / "docs").rglob("*.md"))] if p.exists()]


def is_in(folder, word):
    """Whether a file of the folder is called so, or speaks of it."""
    files = [f for f in folder.rglob("*") if f.suffix in CODE]
    return any(f.stem == word for f in files) or any(re.search(rf"\b{word}\b", f.read_text(errors="replace")) for f in files)


def broken_links(root, page):
    name, text = page.relative_to(root).as_posix(), FENCE.sub("", page.read_text())
    for link in LINK.findall(text):
        if re.match(r"\w+:", link):
            continue  # of another site
        path, _, heading = link.partition("#")
        target = page.parent / path if path else page
        if not target.exists():
            yield f"{name}: the link to {link} leads to no file"
        elif heading and heading not in [anchor(h) for h in headings(target.read_text())]:
            yield f"{name}: the link to {link} leads to no heading"
    for path in PATH.findall(text):
        if not (root / path).exists():
            yield f"{name}: there is no {path}"
    for folder, word in PLACE.findall(text):
        if not is_in(root / folder, word):
            yield f"{name}: there is no {word} in {folder}"


def cited_by(text):
    """The pages of docs that a file's comments cite, with the headings (empty: none); lines are joined."""
    return CITED.findall(re.sub(r"\s*\n\s*(?://|#|\*)? ?", " ", text))


def broken_citations(root, path):
    for page, heading in cited_by(path.read_text(errors="replace")):
        cited = root / "docs" / page
        if not cited.exists():
            yield f"{path.relative_to(root)}: there is no docs/{page}"
        elif heading and heading not in headings(cited.read_text()):
            yield f"{path.relative_to(root)}: docs/{page} has no heading '{heading}'"


def sources(root):
    """Files of code, but for this one, whose made-up ones cite what is not there."""
    for top in FOLDERS:
        for path in sorted((root / top).rglob("*")):
            if path.is_file() and path.suffix in CODE and top != "docs" and path.name != "links.py":
                yield path


def breaches(root):
    found = [message for page in pages(root) for message in broken_links(root, page)]
    return found + [message for path in sources(root) for message in broken_citations(root, path)]


def try_on_made_up_files(report):
    made = {
        "README.md": "[a](docs/a.md) [b](docs/b.md) [c](https://example.org/c.md) `ir/tree.h` `ir/gone.h` "
                     "`ir`: `tree` `ir`: `shrub`\n"
                     "```\n[in code](docs/no.md)\n```\n",
        "docs/a.md": "# A page\n\n## What is `x`?\n\n[up](../README.md) [here](#what-is-x) [not here](#what-is-y) "
                     "[deep](sub/d.md#a-page) `tests/*.c`\n",
        "docs/sub/d.md": "# D\n",
        "ir/tree.h": '// See docs/a.md, "What is\n// `x`?", and docs/sub/d.md.\n',
        "ir/wrong.cpp": '// See docs/gone.md, and docs/a.md,\n// "What is z?".\n',
    }
    wrong = ["README.md: the link to docs/b.md leads to no file", "README.md: there is no ir/gone.h",
             "README.md: there is no shrub in ir",
             "docs/a.md: the link to #what-is-y leads to no heading",
             "docs/a.md: the link to sub/d.md#a-page leads to no heading", "ir/wrong.cpp: there is no docs/gone.md",
             "ir/wrong.cpp: docs/a.md has no heading 'What is z?'"]
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name).resolve()
        for path, text in made.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        found = breaches(root)
    report.check(sorted(found) == sorted(wrong), f"of made-up files, these are blamed: {found}")


def main():
    report = Report("links")
    try_on_made_up_files(report)
    root = pathlib.Path(sys.argv[1]).resolve()
    found = breaches(root)
    report.check(not found, "documents speak of what is not there:\n  " + "\n  ".join(found))
    report.finish()


if __name__ == "__main__":
    main()
