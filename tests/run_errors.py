#!/usr/bin/env python3
"""Compares the diagnostics of `hydracc --check` with what the program's own comments expect.

`// error: text`, `// warning: text` or `// note: text` at the end of a line asks for a diagnostic of that severity on that line whose
message holds the text. A comment that stands alone on its line speaks of the nearest line above that is not such a
comment, so that one line may have several. Every expectation must be met, no other error may appear, and the exit
status is 1 where an error is expected and 0 elsewhere. In a file with a `// warning:` comment no other warning may
appear either. `// options: -Werror` in the first lines adds options.
"""
import argparse
import pathlib
import re
import shlex

from harness import Report, run

EXPECTATION = re.compile(r"//\s*(error|warning|note):\s*(.*?)\s*(?=//\s*(?:error|warning|note):|$)")
DIAGNOSTIC = re.compile(r"^(?P<file>[^:\n]+):(?P<line>\d+):(?:\d+:)? (?P<severity>error|warning|note): (?P<text>.*)$")


def expectations(lines):
    """(line, severity, text) of all comments."""
    expected, target = [], 0
    for number, line in enumerate(lines, 1):
        found = list(EXPECTATION.finditer(line))
        if not found or line[: found[0].start()].strip() or target == 0:
            target = number
        expected += [(target, match[1], match[2]) for match in found]
    return expected


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("--hydracc", required=True)
    options = parser.parse_args()
    source = options.source
    report = Report(source.name)

    lines = source.read_text(errors="replace").splitlines()
    expected = expectations(lines)
    flags = []
    for line in lines[:5]:
        match = re.match(r"\s*//\s*options:\s*(.*)", line)
        if match:
            flags = shlex.split(match[1])

    result = run([options.hydracc, "--check", *flags, source.name], cwd=source.parent)
    found = []
    for line in result.err.splitlines():
        match = DIAGNOSTIC.match(line)
        if match:
            here = pathlib.Path(match["file"]).name == source.name
            found.append((int(match["line"]) if here else 0, match["severity"], match["text"]))

    unmatched = list(found)
    for line, severity, text in expected:
        hit = next((d for d in unmatched if d[0] == line and d[1] == severity and text in d[2]), None)
        report.check(hit is not None, f"line {line}: no {severity} with '{text}'")
        if hit is not None:
            unmatched.remove(hit)
    for line, severity, text in unmatched:
        if severity == "error" or (severity == "warning" and any(e[1] == "warning" for e in expected)):
            report.check(False, f"line {line}: unexpected {severity}: {text}")
    status = 1 if any(e[1] == "error" for e in expected) else 0
    report.check(result.status == status, f"status {result.status}, not {status}")
    if report.failures:
        print(result.describe(), end="")
    report.finish()


if __name__ == "__main__":
    main()
