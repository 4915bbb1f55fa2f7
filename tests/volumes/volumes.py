#!/usr/bin/env python3
"""The bytes that travel between parallel loops (coherence.bytes) are the least possible, to the byte.

Two references are compared with what a program counts. The first simulates the program element by element: for every
element it keeps the set of ranks that hold its newest value, a read by another rank costs one element, a write makes
its rank the only holder, and serial code leaves its writes everywhere. It knows nothing of footprints, regions or
plans, and it works for any size and number of ranks; so it runs at small sizes, where N is mostly not divisible by P.
The second is the closed formula for P dividing N with at least two rows a rank. For N = 2000 and the like there is
--full; the default takes smaller sizes, so that it fits into the tests.
"""
import argparse
import json
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import MPIRUN, Report, environment, run  # noqa: E402

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "samples"
ELEMENT = 8  # bytes


class Machine:
    """P ranks, an array's rows dealt in blocks that differ by at most one, the longer ones first. A loop in which some
    rank would have more than 1.5 times its fair share of iterations is dealt out by its own rows instead."""

    def __init__(self, ranks):
        self.ranks, self.everyone, self.moved = ranks, (1 << ranks) - 1, 0
        self.holders = {}

    def owner(self, row, extent):
        short, longer = divmod(extent, self.ranks)
        border = longer * (short + 1)
        return row // (short + 1) if row < border else longer + (row - border) // short

    def launch(self, begin, end, extent, reads, writes):
        """One parallel loop over begin <= x < end; reads(x) and writes(x) list the elements that x touches."""
        owner = [self.owner(x, extent) for x in range(begin, end)]
        fair = -(-(end - begin) // self.ranks)
        if owner and max(map(owner.count, set(owner))) > 1.5 * fair:
            owner = [self.owner(x - begin, end - begin) for x in range(begin, end)]
        for x in range(begin, end):
            rank = 1 << owner[x - begin]
            for element in reads(x):
                held = self.holders.get(element, self.everyone)
                if not held & rank:
                    self.moved += 1
                    self.holders[element] = held | rank
        for x in range(begin, end):
            for element in writes(x):
                self.holders[element] = 1 << owner[x - begin]


def nothing(_):
    return ()


def simulate_jacobi(ranks, n, steps, form, init):
    m = Machine(ranks)
    inner, a, b = range(1, n - 1), "a", "b"
    if init:
        m.launch(0, n, n, nothing, lambda i: [(x, i, j) for x in "ab" for j in range(n)])
    for _ in range(steps):
        m.launch(1, n - 1, n,
                 lambda i: [(a, i + di, j + dj) for j in inner for di, dj in ((-1, 0), (1, 0), (0, -1), (0, 1))],
                 lambda i: [(b, i, j) for j in inner])
        if form == 0:
            m.launch(1, n - 1, n, lambda i: [(b, i, j) for j in inner], lambda i: [(a, i, j) for j in inner])
        else:
            a, b = b, a
    m.launch(0, n, n, lambda i: [(a, i, j) for j in range(n)], nothing)
    return m.moved * ELEMENT


def simulate_heat3d(ranks, n, steps, init):
    m = Machine(ranks)
    inner, u, v = range(1, n - 1), "u", "v"
    plane = [(j, k) for j in range(n) for k in range(n)]
    if init:
        m.launch(0, n, n, nothing, lambda i: [(x, i, j, k) for x in "uv" for j, k in plane])
    star = ((-1, 0, 0), (1, 0, 0), (0, -1, 0), (0, 1, 0), (0, 0, -1), (0, 0, 1), (0, 0, 0))
    for _ in range(steps):
        m.launch(1, n - 1, n,
                 lambda i: [(u, i + d, j + e, k + f) for j in inner for k in inner for d, e, f in star],
                 lambda i: [(v, i, j, k) for j in inner for k in inner])
        u, v = v, u
    m.launch(0, n, n, lambda i: [(u, i, j, k) for j, k in plane], nothing)
    return m.moved * ELEMENT


def simulate_floyd(ranks, n, init):
    m = Machine(ranks)
    columns = range(n)
    if init:
        m.launch(0, n, n, nothing, lambda i: [(i, j) for j in columns])
    for k in range(n):
        m.launch(0, n, n,
                 lambda i: [(row, j) for row in (i, k) for j in columns] if i != k else (),
                 lambda i: [(i, j) for j in columns] if i != k else ())
    m.launch(0, n, n, lambda i: [(i, j) for j in columns], nothing)
    return m.moved * ELEMENT


def formula_jacobi(ranks, n, steps, _form, init):
    return ELEMENT * (n - 2) * 2 * (ranks - 1) * (steps if init else steps - 1)


def formula_heat3d(ranks, n, steps, init):
    return ELEMENT * (n - 2) ** 2 * 2 * (ranks - 1) * (steps if init else steps - 1)


def formula_floyd(ranks, n, init):
    return ELEMENT * n * (n if init else n - 1) * (ranks - 1)


# program: simulation, formula, arguments for the simulation, for the formula, and for --full; (ranks, arguments).
SMALL_RANKS = (1, 2, 3, 4, 5, 8)
CASES = {
    "jacobi": (simulate_jacobi, formula_jacobi,
               [(p, (n, t, form, init)) for p in SMALL_RANKS for n, t in ((11, 3), (16, 2), (6, 4))
                for form in (0, 1) for init in (0, 1)],
               [(p, (200, 7, form, init)) for p in (2, 4, 8) for form in (0, 1) for init in (0, 1)],
               [(p, (2000, 100, form, init)) for p in (2, 4, 8) for form in (0, 1) for init in (0, 1)]),
    "heat3d": (simulate_heat3d, formula_heat3d,
               [(p, (n, t, init)) for p in SMALL_RANKS for n, t in ((7, 3), (10, 2)) for init in (0, 1)],
               [(p, (32, 5, init)) for p in (2, 4, 8) for init in (0, 1)],
               [(p, (128, 20, init)) for p in (2, 4, 8) for init in (0, 1)]),
    "floyd": (simulate_floyd, formula_floyd,
              [(p, (n, init)) for p in SMALL_RANKS for n in (13, 8, 6) for init in (0, 1)],
              [(p, (64, init)) for p in (2, 4, 8) for init in (0, 1)],
              [(p, (512, init)) for p in (2, 4, 8) for init in (0, 1)]),
}


def self_test(report):
    """The two references agree with each other where both hold."""
    for name, (simulate, formula, *_) in CASES.items():
        for ranks in (2, 4):
            for init in (0, 1):
                args = {"jacobi": (12, 3, init, init), "heat3d": (8, 3, init), "floyd": (12, init)}[name]
                report.check(simulate(ranks, *args) == formula(ranks, *args),
                             f"{name} {args} on {ranks} ranks: {simulate(ranks, *args)} counted, "
                             f"{formula(ranks, *args)} by the formula")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", choices=sorted(CASES))
    parser.add_argument("--hydracc")
    parser.add_argument("--full", action="store_true", help="the large sizes, over MPI too, as a table")
    parser.add_argument("--self-test", action="store_true", help="only compare the two references")
    options = parser.parse_args()
    report = Report(f"volumes.{options.program}")
    self_test(report)
    if options.self_test:
        report.finish()
    if not options.hydracc:
        parser.error("--hydracc is needed")

    simulate, formula, small, large, full = CASES[options.program]
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hydra-test-"))

    def count(host, ranks, args):
        stats = folder / "stats.json"
        stats.unlink(missing_ok=True)
        variables = {"HYDRA_STATS": stats, "HYDRA_PARTITION": "block"}
        command = [folder / host, *map(str, args)]
        if host == "mpi":
            command = [*MPIRUN, "-n", str(ranks), *command]
        else:
            variables["HYDRA_RANKS"] = ranks
        result = run(command, env=environment(variables), timeout=300)
        if result.status != 0 or not stats.exists():
            report.check(False, f"no counters\n{result.describe()}")
            return None
        return json.loads(stats.read_text())["coherence"]["bytes"]

    try:
        for host in ("local", "mpi"):
            result = run([options.hydracc, f"--host={host}", SAMPLES / f"{options.program}.c", "-o", folder / host,
                          "-lm"])
            if not report.check(result.status == 0, f"does not build\n{result.describe()}"):
                report.finish()
        runs = [("local", ranks, args, simulate(ranks, *args)) for ranks, args in small]
        runs += [("local", ranks, args, formula(ranks, *args)) for ranks, args in large]
        runs += [("mpi", ranks, args, formula(ranks, *args)) for ranks, args in large[-1:]]
        if options.full:
            runs = [(host, ranks, args, formula(ranks, *args)) for host in ("local", "mpi") for ranks, args in full]
            print(f"{'host':6}{'ranks':>6}  {'arguments':22}{'least':>14}{'counted':>14}")
        for host, ranks, args, least in runs:
            counted = count(host, ranks, args)
            arguments = " ".join(map(str, args))
            if options.full:
                print(f"{host:6}{ranks:6}  {arguments:22}{least:14}{counted if counted is not None else '-':>14}",
                      flush=True)
            report.check(counted == least, f"{options.program} {arguments} on {ranks} ranks ({host}): {counted} bytes, "
                                           f"least {least}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    report.finish()


if __name__ == "__main__":
    main()
