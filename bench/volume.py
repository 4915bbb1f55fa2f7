#!/usr/bin/env python3
"""Communication volumes against the published ones, and against the least possible for the placement.

Each program runs dry (HYDRA_DRYRUN) at the published size on 4, 8, 16 and 32 ranks. Its bytes between parallel loops
stand beside those of FOP (PACT'13, table I) and what FOIFI and FO send, and beside the least volume: where rows are
dealt in blocks, block-cyclically, or to a grid of ranks, a closed formula, and of wavefronts a count along lines (an
element counts once for each rank that reads a version which it did not write). Initial data are made by code that every rank runs. The balance is the busiest rank's iterations over the
average. A row above FOP, or above its formula, is marked and counted; the exit status is 1 then. --scale divides all
sizes, and skips the comparison with published numbers.
"""
import argparse
import json
import pathlib
import shutil
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests/volumes")]
from harness import environment, run  # noqa: E402
from volumes import formula_seidel  # noqa: E402

GIB = 2**30


def grid(p):
    """Rows and columns of ranks, where a grid over a square array has at most half of the borders of rows; else rows."""
    columns = max(c for c in range(1, p + 1) if p % c == 0 and c * c <= p)
    return (p // columns, columns) if 2 * (p // columns + columns - 2) <= p - 1 else (p, 1)


def borders(p):
    return sum(grid(p)) - 2


def of_others(n, cells, p):
    """What a loop over blocks of rows lacks where ranks have boxes of an array, of whose rows and columns these are
    written; P divides N."""
    rows, columns = grid(p)
    width = n // columns
    own = [len(range(max(c * width, cells.start), min((c + 1) * width, cells.stop))) for c in range(columns)]
    return sum(len(cells) - own[row // (n // p) % columns] for row in cells)


def floyd(n, p):
    """In a grid, ranks whose columns are behind column k look at d[k][k], too; row 0 is as it was made until the second
    round; the last loop goes by rows."""
    rows, columns = grid(p)
    if columns == 1:
        return 8 * n * (n - 1) * (p - 1)
    again = sum(rows * (columns - 1 - k // (n // columns)) for k in range(1, n))
    steps = (n - 1) * (n * (rows - 1) + (n - 1) * (columns - 1)) - (columns - 1)
    return 8 * (steps + again + of_others(n, range(n), p))


def heat2d(n, steps, p):
    return 8 * (n - 2) * 2 * borders(p) * (steps - 1)


def heat3d(n, steps, p):
    """The last loop goes by rows."""
    moved = 8 * (n - 2) ** 2 * 2 * borders(p) * (steps - 1)
    return moved if grid(p)[1] == 1 else moved + 8 * (n - 2) * of_others(n, range(1, n - 1), p)


def fdtd2d(n, steps, p):
    return 8 * (n - 1) * borders(p) * (2 * steps - 1)


def adi(n, steps, p):
    """Two rows at each border go on in each step; the last loop goes by columns."""
    return 16 * n * (p - 1) * steps + 8 * n * n * (p - 1) // p


def lu(n, p):
    """Rows dealt block-cyclically, in blocks of a power of two (32 to 63 of them a rank): row k, from column k on, goes
    to each other rank that has a row below it; all have row 0."""
    block = 1 << (max(1, n // (32 * p)).bit_length() - 1)
    last = [max(row for row in range(n) if row // block % p == rank) for rank in range(min(p, -(-n // block)))]
    return 8 * sum((n - k) * sum(last[rank] > k for rank in range(len(last)) if rank != k // block % p)
                   for k in range(1, n - 1))


def trmm(n, p):
    """Rows, then columns, then rows, P dividing N: of l each rank gets what others have below the diagonal, of b its
    columns of their rows, and at the end its rows of their columns."""
    return 8 * (n * (n - 1) // 2 * (p - 1) + 2 * n * n * (p - 1) // p)


def syr2k(n, m, p):
    """Rows in blocks, P dividing N: a rank needs the rows of two arrays above its own."""
    return 8 * 2 * m * n * (p - 1) // 2


def strmm(n, m, p):
    """Rows of b in blocks, and floats: each rank gets what others have of a, below the diagonal."""
    return 4 * (n * (n - 1) // 2 * (p - 1))


def blur_roberts(h, w, p):
    """Loops that run once go by rows. At each border: a row of the picture in both directions, and one of what has been
    smoothed."""
    return 8 * (3 * w - 2) * (p - 1)


def hotspot(n, steps, p):
    """The last loop goes by rows."""
    moved = 8 * n * 2 * borders(p) * steps
    return moved if grid(p)[1] == 1 else moved + 8 * of_others(n, range(n), p)


def covcol(n, m, p):
    """Columns' means go to all; of the table, whose rows are in blocks, a rank gets all columns up to its last."""
    return 8 * (m * (p - 1) + n * (p - 1) * m * (p + 1) // (2 * p))


# program: arguments at full size; published FOP in GiB, FOIFI and FO as multiples of it, on 4, 8, 16, 32 nodes; the
# least volume by arguments and ranks (None: no formula), and the placement that it holds for
TABLE = {
    "floyd": ([8192], [1.51, 3.53, 7.56, 15.62], [31.8, 15.9, 7.9, 4.0], [63.5] * 4, floyd, "rows or a grid"),
    "lu": ([4096], [0.45, 0.99, 1.88, 2.59], [5.3, 3.0, 1.9, 1.5], [1.4, 1.4, 1.4, 1.5], lu, "rows, block-cyclic"),
    "fdtd2d": ([4096, 1024], [0.21, 0.47, 0.97, 1.97], [1.0] * 4, [14.3, 15.1, 15.5, 15.7], fdtd2d, "rows or a grid"),
    "heat2d": ([8192, 1024], [0.75, 1.74, 3.73, 7.72], [1.0] * 4, [2.0] * 4, heat2d, "rows or a grid"),
    "heat3d": ([512, 256], [5.61, 13.09, 28.07, 58.01], [1.0] * 4, [2.0] * 4, heat3d, "slabs or a grid"),
    "adi": ([8192, 128], [191.24, 223.11, 239.05, 247.02], [1.0] * 4, [4.0, 8.0, 16.0, 32.0], adi, "rows"),
    "jacobi": ([4000, 1000, 1], None, None, None, lambda n, steps, _, p: heat2d(n, steps, p), "rows or a grid"),
    "jacobi1d": ([1000000, 1000], None, None, None, lambda n, steps, p: 8 * 2 * (p - 1) * (steps - 1), "blocks"),
    "nbody": ([100000, 100], None, None, None, lambda n, steps, p: 24 * n * (p - 1) * (steps - 1), "blocks"),
    "hotspot": ([4096, 1000], None, None, None, hotspot, "rows or a grid"),
    "blur_roberts": ([4096, 4096], None, None, None, blur_roberts, "rows"),
    "gemver": ([4096], None, None, None,
               lambda n, p: 8 * n * n * (p - 1) // p + 8 * n * (p - 1), "rows, columns, rows"),
    "trmm": ([2048], None, None, None, trmm, "rows, columns, rows"),
    "strmm": ([2048, 2048], None, None, None, strmm, "rows"),
    "syr2k": ([2048, 2048], None, None, None, syr2k, "rows"),
    "covcol": ([4096, 2048], None, None, None, covcol, "columns, rows, columns"),
    "seidel": ([1000, 3], None, None, None, lambda n, steps, p: formula_seidel(p, n, steps), "rows"),
}
RANKS = [4, 8, 16, 32]


class Programs:
    def __init__(self, hydracc):
        self.hydracc, self.folder = hydracc, pathlib.Path(tempfile.mkdtemp(prefix="hydra-volume-"))

    def build(self, name):
        result = run([self.hydracc, "--host=local", "-O2", ROOT / "samples" / f"{name}.c", "-lm", "-o",
                      self.folder / name])
        if result.status != 0:
            sys.exit(f"bench/volume.py: this failed:\n{result.describe()}")

    def count(self, name, arguments, ranks, partition):
        """The counters of a dry run, and the seconds that it took."""
        stats = self.folder / "stats.json"
        env = environment({"HYDRA_DRYRUN": ranks, "HYDRA_STATS": stats, "HYDRA_PARTITION": partition})
        start = time.monotonic()
        result = run([self.folder / name, *arguments], env=env, timeout=1800)
        if result.status != 0:
            sys.exit(f"bench/volume.py: this failed:\n{result.describe()}")
        return json.loads(stats.read_text()), time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hydracc", default=shutil.which("hydracc") or str(ROOT / "build/bin/hydracc"))
    parser.add_argument("--programs", default=" ".join(TABLE))
    parser.add_argument("--ranks", default=" ".join(map(str, RANKS)))
    parser.add_argument("--scale", type=int, default=1, help="divide sizes by this")
    parser.add_argument("--partition", default="auto", help="HYDRA_PARTITION")
    options = parser.parse_args()
    programs = Programs(options.hydracc)
    bad = []
    print(f"{'program':<13}{'ranks':>6}{'bytes':>18}{'GiB':>9}{'messages':>10}{'serial':>12}{'balance':>9}"
          f"{'FOP':>9}{'FOIFI':>9}{'FO':>9}{'least':>18}  {'seconds':>7}")
    try:
        for name in options.programs.split():
            programs.build(name)
            sizes, fop, foifi, fo, formula, placement = TABLE[name]
            arguments = [max(3, a // options.scale) for a in sizes[:2]] + sizes[2:]
            for ranks in map(int, options.ranks.split()):
                stats, seconds = programs.count(name, arguments, ranks, options.partition)
                moved = stats["coherence"]["bytes"]
                balance = max(stats["iterations"]) * ranks / max(1, sum(stats["iterations"]))
                least = formula(*arguments, ranks) if formula else None
                notes = []
                published = [""] * 3
                if fop is not None and options.scale == 1 and ranks in RANKS:
                    at = RANKS.index(ranks)
                    published = [f"{fop[at]:.2f}", f"{fop[at] * foifi[at]:.2f}", f"{fop[at] * fo[at]:.2f}"]
                    if moved / GIB > fop[at] + 0.005:
                        notes.append(f"above FOP by {moved / GIB / fop[at]:.2f}x")
                if least is not None and moved > least:
                    notes.append(f"above the least for {placement} by {moved / max(least, 1):.4f}x")
                elif least is not None and moved < least:
                    notes.append(f"below the least for {placement}: placed otherwise")
                if any(note.startswith("above") for note in notes):
                    bad.append(f"{name} on {ranks}: {'; '.join(notes)}")
                print(f"{name:<13}{ranks:>6}{moved:>18}{moved / GIB:>9.2f}{stats['coherence']['messages']:>10}"
                      f"{stats['serial']['bytes']:>12}{balance:>9.3f}{published[0]:>9}{published[1]:>9}{published[2]:>9}"
                      f"{'' if least is None else least:>18}  {seconds:>7.1f}  {'; '.join(notes)}", flush=True)
    finally:
        shutil.rmtree(programs.folder)
    print("\nall rows are at or below FOP and their formulas" if not bad else "\nbad rows:")
    for row in bad:
        print("  " + row)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
