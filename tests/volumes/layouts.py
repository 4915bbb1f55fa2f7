#!/usr/bin/env python3
"""What CMAPS moves under each layout is the least there is, to the byte: a simulation element by element says so.

The simulation knows who an index lies with from the words of docs/cmaps.md alone. An element that a rank reads and has
no newest value of costs one element; a writer is then its only holder.
"""
import argparse
import itertools
import json
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import Report, environment, run  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
ELEMENT = 8  # bytes
LAYOUTS = ["block", "cyclic", "block-cyclic", "weighted", "grid", "quadtree"]
KINDS = ["around", "corners", "inside", "shifted", "strided", "turned", "remapped", "reduced", "product"]
# Loops whose rounds along columns are known together only are cut along rows (docs/cmaps.md, "Not in this version").
ROWS_ALONE = {"corners", "shifted", "strided", "turned"}


def block(index, extent, ranks):
    short, longer = divmod(extent, ranks)
    border = longer * (short + 1)
    return index // (short + 1) if index < border else longer + (index - border) // short


def weighted(index, extent, ranks):
    weights = [[1, 3, 2][r % 3] for r in range(ranks)]
    total, before = sum(weights), 0
    for rank, weight in enumerate(weights):
        before += weight
        if index < (before * extent * 2 + total) // (2 * total):
            return rank
    return ranks - 1


def grid(ranks, rows, columns):
    """Ranks down and across, with the least border."""
    return min(((d, ranks // d) for d in range(ranks, 0, -1) if ranks % d == 0),
               key=lambda g: (g[0] - 1) * columns + (g[1] - 1) * rows)


def quadtree(index, ranks, extent):
    low, high, first, last = [0, 0], list(extent), 0, ranks
    while last - first > 1:
        d = 0 if high[0] - low[0] >= high[1] - low[1] else 1
        middle = first + (last - first + 1) // 2
        border = low[d] + ((high[d] - low[d]) * (middle - first) + (last - first) // 2) // (last - first)
        if index[d] < border:
            high[d], last = border, middle
        else:
            low[d], first = border, middle
    return first


def owner(layout, index, ranks, extent):
    name = LAYOUTS[layout]
    if name == "cyclic":
        return index[0] % ranks
    if name == "block-cyclic":
        return index[0] // 3 % ranks
    if name == "weighted":
        return weighted(index[0], extent[0], ranks)
    if name == "grid":
        down, across = grid(ranks, extent[0], extent[1] if len(extent) > 1 else 1)
        return block(index[0], extent[0], down) * across + (block(index[1], extent[1], across) if len(index) > 1 else 0)
    if name == "quadtree":
        return quadtree(tuple(index) + (0,) * (2 - len(index)), ranks, tuple(extent) + (1,) * (2 - len(extent)))
    return block(index[0], extent[0], ranks)


class Machine:
    def __init__(self, ranks):
        self.ranks, self.moved, self.holders = ranks, 0, {}

    def parallel(self, layout, extent, target, reads, inside=lambda *index: True):
        """One process for each index of `target`, which writes that element."""
        places = [index for index in itertools.product(*map(range, extent)) if inside(*index)]
        ranks = [owner(layout, index, self.ranks, extent) for index in places]
        for index, rank in zip(places, ranks):
            for element in reads(*index):
                held = self.holders.setdefault(element, (1 << self.ranks) - 1)
                if not held >> rank & 1:
                    self.moved += 1
                    self.holders[element] = held | 1 << rank
        for index, rank in zip(places, ranks):
            self.holders[target, *index] = 1 << rank


def simulate(ranks, n, m, kind, steps, layout, other):
    machine, name = Machine(ranks), KINDS[kind]
    extent = (n, m)

    def on(target, reads, by=layout, inside=lambda i, j: True):
        machine.parallel(by, extent, target, reads, inside)

    on("A", lambda i, j: [])
    on("B", lambda i, j: [])
    for t in range(1, steps + 1):
        if name in ("around", "reduced"): # what is read to be combined is where it is
            for a, b in ("AB", "BA"):
                on(b, lambda i, j: [(a, (i - 1) % n, j), (a, (i + 1) % n, j), (a, i, (j - 1) % m), (a, i, (j + 1) % m),
                                    (a, i, j)])
        elif name == "corners":
            for a, b in ("AB", "BA"):
                on(b, lambda i, j: [(a, (i + d) % n, (j + e) % m) for d in (-1, 0, 1) for e in (-1, 0, 1)])
        elif name == "inside":
            for a, b in ("AB", "BA"):
                on(b, lambda i, j: [(a, i - 1, j), (a, i + 1, j), (a, i, j - 1), (a, i, j + 1), (a, i, j)],
                   inside=lambda i, j: 0 < i < n - 1 and 0 < j < m - 1)
        elif name == "shifted":
            on("B", lambda i, j: [("A", (i + 5 * t) % n, (j - 10 * t) % m)])
            on("A", lambda i, j: [("B", (i + 1) % n, (j - 2) % m)])
        elif name in ("strided", "turned"):
            on("B", (lambda i, j: [("A", (2 * i + 1) % n, 3 * j % m)]) if name == "strided" else
               (lambda i, j: [("A", j % n, i % m)]))
            on("A", lambda i, j: [("B", i, j)])
        elif name == "remapped":
            for element in [key for key in machine.holders if key[0] == "C"]:
                del machine.holders[element]  # another array each time, zero on all ranks
            on("C", lambda i, j: [("A", i, j)], other)
            on("B", lambda i, j: [("C", i, j)])
        else:
            for element in [key for key in machine.holders if key[0] in "xy"]:
                del machine.holders[element]
            machine.parallel(layout, (m,), "x", lambda j: [])
            for _ in range(2):
                machine.parallel(layout, (n,), "y", lambda i: [("A", i, k) for k in range(m)] +
                                 [("x", k) for k in range(m)])
    return machine.moved * ELEMENT


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hydracc", required=True)
    options = parser.parse_args()
    report = Report("volumes.layouts")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hydra-test-"))
    try:
        built = run([options.hydracc, "--host=local", HERE / "layouts.cmaps", "-o", folder / "local"])
        report.check(built.status == 0, f"does not build\n{built.describe()}")
        for kind, layout, ranks in itertools.product(range(len(KINDS)), range(len(LAYOUTS)), (2, 4, 7)):
            if KINDS[kind] in ROWS_ALONE and LAYOUTS[layout] in ("grid", "quadtree"):
                continue
            others = range(len(LAYOUTS)) if KINDS[kind] == "remapped" else [0]
            for other, (n, m) in itertools.product(others, [(13, 22), (30, 17)] if kind < 6 or kind == 7 else [(21, 16)]):
                arguments = [n, m, kind, 2, layout, other]
                stats = folder / "stats.json"
                stats.unlink(missing_ok=True)
                result = run([folder / "local", *map(str, arguments)],
                             env=environment({"HYDRA_STATS": stats, "HYDRA_RANKS": ranks}))
                what = f"{KINDS[kind]}, {n} x {m}, {LAYOUTS[layout]}, {LAYOUTS[other]}, {ranks} ranks"
                if not report.check(result.status == 0 and stats.exists(), f"{what}\n{result.describe()}"):
                    continue
                counted = json.loads(stats.read_text())["coherence"]["bytes"]
                lowest = simulate(ranks, *arguments)
                report.check(counted == lowest, f"{what}: {counted} bytes, least {lowest}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    report.finish()


if __name__ == "__main__":
    main()
