#!/usr/bin/env python3
"""CMAPS against MPI by hand (bench/cmaps/NAME_mpi.c): lines of code, cyclomatic complexity, and time.

Lines are those with code on them; complexity is that of all functions together, by lizard (PyPI), where `loop`,
`parallel` and `stop` count one each; without lizard, that column is left out. Times are medians of several runs, from
start to end: CMAPS by --host=local, MPI by mpirun, whose own start (that of a program which does nothing) is taken off.
"""
import argparse
import pathlib
import re
import shutil
import statistics
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from harness import MPIRUN, environment, run  # noqa: E402

try:
    import lizard
except ImportError:
    lizard = None

# Name, macros, arguments, ranks of MPI (Cannon's grid is a square).
PROGRAMS = [
    ("rotate", [], ["20000000", "12345"], (1, 2)),
    ("cannon", ["-DQ=24", "-DB=60"], [], (1, 4)),
    ("mg", ["-DN=128", "-DNIT=20"], [], (1, 2)),
    ("quicksort", ["-DN=10000000"], [], (1, 2)),
]


def code(path):
    """The text without comments and empty lines."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(), flags=re.S)
    return "\n".join(line for line in text.splitlines() if line.strip()) + "\n"


def complexity(text):
    if lizard is None:
        return None
    as_c = re.sub(r"\b(loop|parallel)\s*\(", "for (", text)
    as_c = re.sub(r"\bstop\s*\(([^;]*)\);", r"if (\1) ;", as_c)
    as_c = re.sub(r"\bcoordination\b|\b(in|out|inout|tile)\s+(?=[\w\s]+\w)", "", as_c)
    found = lizard.analyze_file.analyze_source_code("program.c", as_c)
    return sum(function.cyclomatic_complexity for function in found.function_list)


def median(command, extra, runs):
    times = []
    for _ in range(runs):
        began = time.monotonic()
        result = run(command, env=environment(extra))
        times.append(time.monotonic() - began)
        if result.status != 0:
            sys.exit(f"bench/cmaps.py: this failed:\n{result.describe()}")
    return statistics.median(times), result.out


def must(command):
    result = run(command)
    if result.status != 0:
        sys.exit(f"bench/cmaps.py: this failed:\n{result.describe()}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hydracc", default=shutil.which("hydracc") or str(ROOT / "build/bin/hydracc"))
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("names", nargs="*", help="programs; none: all")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="hydra-bench-") as name:
        folder = pathlib.Path(name)
        (folder / "empty.c").write_text("#include <mpi.h>\nint main(int c, char **v) "
                                        "{ MPI_Init(&c, &v); MPI_Finalize(); return 0; }\n")
        must(["mpicc", folder / "empty.c", "-o", folder / "empty"])
        start = {ranks: median([*MPIRUN, "-n", str(ranks), folder / "empty"], {}, options.runs)[0] for ranks in (1, 2, 4)}
        print("program     what    lines  complexity   seconds, by ranks")
        for program, macros, arguments, mpi_ranks in PROGRAMS:
            if options.names and program not in options.names:
                continue
            cmaps, mpi = ROOT / f"samples/cmaps/{program}.cmaps", ROOT / f"bench/cmaps/{program}_mpi.c"
            must([options.hydracc, "--host=local", *macros, cmaps, "-o", folder / "cmaps", "-lm"])
            must(["mpicc", "-O2", *macros, mpi, "-o", folder / "mpi", "-lm"])
            for what, path in (("CMAPS", cmaps), ("MPI", mpi)):
                text, times, printed = code(path), [], set()
                for ranks in (1, 2) if what == "CMAPS" else mpi_ranks:
                    if what == "CMAPS":
                        seconds, out = median([folder / "cmaps", *arguments],
                                              {"HYDRA_RANKS": ranks, "HYDRA_NUM_THREADS": 1}, options.runs)
                    else:
                        seconds, out = median([*MPIRUN, "-n", str(ranks), folder / "mpi", *arguments], {}, options.runs)
                        seconds -= start[ranks]
                    printed.add(out)
                    times.append(f"{ranks}: {seconds:.2f}")
                lines, cyclomatic = text.count("\n"), complexity(text)
                print(f"{program:<11} {what:<6} {lines:>6}  {cyclomatic if cyclomatic is not None else '-':>10}   "
                      f"{', '.join(times)}{'' if len(printed) == 1 else '   outputs differ!'}")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
