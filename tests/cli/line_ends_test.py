#!/usr/bin/env python3
"""Programs with the line ends of other systems, a byte-order mark, form feeds behind their functions and no newline at
the end are translated to the same text as without, byte for byte but for the form feeds. `--share A/B`: the A-th of B
parts of all programs, by their names."""
import argparse
import concurrent.futures
import hashlib
import pathlib
import re
import shlex
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import Report, run  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]


def converted(text, mark):
    text = re.sub(rb"^}\n\n", b"}\n\f\n", text, flags=re.M).rstrip(b"\n")
    return (b"\xef\xbb\xbf" if mark else b"") + text.replace(b"\n", b"\r\n")


def options_of(text):
    words = re.findall(rb"^\s*//\s*(?:gcc|hydracc)\s*:\s*(.*)$", text[:2000], re.M)
    return [flag.replace("{here}", ".") for word in words for flag in shlex.split(word.decode())]


def translated(hydracc, folder, sources, units, flags):
    """What -S gives for files of these names and texts: the result, and names with contents."""
    folder.mkdir(parents=True)
    for name, text in sources.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(text)
    result = run([hydracc, "-S", "-g", "-w", *flags, *units, "-o", "out"], cwd=folder)
    out = folder / "out"
    return result, {p.relative_to(out).as_posix(): p.read_bytes().replace(b"\f", b"").rstrip(b"\n")
                    for p in out.rglob("*") if p.is_file() and p.name != ".hydracc"}  # which has their sums


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hydracc", required=True)
    parser.add_argument("--share", default="1/1")
    options = parser.parse_args()
    part, parts = map(int, options.share.split("/"))
    report = Report("cli.line_ends")
    programs = [*sorted((ROOT / "samples").glob("*.c")), *sorted((ROOT / "tests/programs").glob("*"))]
    programs = [p for p in programs if int(hashlib.md5(p.name.encode()).hexdigest(), 16) % parts == part - 1]

    def compare(program):
        files = [f for f in program.rglob("*") if f.is_file()] if program.is_dir() else [program]
        beside = re.findall(r'^#include "(.*)"', program.read_text(errors="replace"), re.M) if program.is_file() else []
        files += [program.parent / name for name in beside if program.name != name and (program.parent / name).exists()]
        sources = {f.relative_to(program if program.is_dir() else program.parent).as_posix(): f.read_bytes() for f in files}
        mark = len(program.name) % 2 == 0
        with tempfile.TemporaryDirectory(prefix="hydra-test-") as folder:
            folder = pathlib.Path(folder)
            units = sorted(f.name for f in program.glob("*.c")) if program.is_dir() else [program.name]
            flags = options_of(sources["main.c" if "main.c" in units else units[0]])
            plain, expected = translated(options.hydracc, folder / "plain" / program.name, sources, units, flags)
            other, found = translated(options.hydracc, folder / "other" / program.name,
                                      {name: converted(text, mark) for name, text in sources.items()}, units, flags)
            report.check(plain.status == 0, f"{program.name} is not translated\n{plain.describe()}")
            differing = [n for n in sorted(expected.keys() | found.keys()) if expected.get(n) != found.get(n)]
            report.check(other.status == plain.status and not differing,
                         f"{program.name} with other line ends: {differing} differ\n{other.describe()}")

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(compare, program) for program in programs]:
            done.result()
    report.check(programs, "no program was found")
    report.finish()


if __name__ == "__main__":
    main()
