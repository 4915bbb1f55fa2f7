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

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parent.parent)]
from harness import MPIRUN, Report, environment, run  # noqa: E402
from machines import BlockCyclic, Boxes, DeviceMachine, Machine  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "samples"
ELEMENT, FLOAT = 8, 4  # bytes


def nothing(_):
    return ()


def rows_of_front(n, front):
    """The first and the last row with an inner point of the line 2 i + j = front."""
    return max(1, -((n - 2 - front) // 2)), min((front - 1) // 2, n - 2)


def simulate_jacobi(m, n, steps, form, init):
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
    m.printed((a, 1, 1), (a, n // 2, 1), (a, n // 2, n // 2))


def simulate_heat3d(m, n, steps, init):
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
    m.printed((u, 1, n // 2, n // 2), (u, n // 2, n // 2, n // 2))


def simulate_floyd(m, n, init):
    columns = range(n)
    if init:
        m.launch(0, n, n, nothing, lambda i: [(i, j) for j in columns])
    for k in range(n):
        m.launch(0, n, n,
                 lambda i: [(row, j) for row in (i, k) for j in columns] if i != k else (),
                 lambda i: [(i, j) for j in columns] if i != k else ())
    m.launch(0, n, n, lambda i: [(i, j) for j in columns], nothing)
    m.printed((0, n // 2), (n - 1, 0))


def boxes_jacobi(m, n, steps, form):
    a, b, inner = "a", "b", ((1, n - 1), n, (1, n - 1), n)
    for _ in range(steps):
        m.launch_boxes(*inner, lambda box: [(a, i + d, j + e) for i, j in box
                                            for d, e in ((-1, 0), (1, 0), (0, -1), (0, 1))],
                       lambda i, j: [(b, i, j)])
        if form == 0:
            m.launch_boxes(*inner, lambda box: [(b, i, j) for i, j in box], lambda i, j: [(a, i, j)])
        else:
            a, b = b, a
    m.launch_boxes((0, n), n, (0, n), n, lambda box: [(a, i, j) for i, j in box], lambda i, j: ())


def boxes_hotspot(m, n, steps):
    now, then, cross, cells = "now", "next", ((-1, 0), (1, 0), (0, -1), (0, 1), (0, 0)), ((0, n), n, (0, n), n)
    m.launch_boxes(*cells, lambda box: (), lambda i, j: [("now", i, j), ("power", i, j)])
    for _ in range(steps):
        m.launch_boxes(*cells,
                       lambda box: [("power", i, j) for i, j in box] +
                                   [(now, i + d, j + e) for i, j in box for d, e in cross
                                    if 0 <= i + d < n and 0 <= j + e < n],
                       lambda i, j: [(then, i, j)])
        now, then = then, now
    m.launch(0, n, n, lambda i: [(now, i, j) for j in range(n)], nothing)


def edge_copies(n, kind):
    """From where to where, of the loops along edges: rows first."""
    torus = kind == 1
    cells = range(1, n - 1) if torus else range(n)
    last = n - 1
    first, end = (n - 2, 1) if torus else (1, n - 2)
    return [[((source, j), (line, j)) for line, source in ((0, first), (last, end)) for j in cells],
            [((i, source), (i, line)) for line, source in ((0, first), (last, end)) for i in cells]]


def simulate_edges(m, n, steps, kind=0, boxes=False):
    """What loops for parts of the plate (kind 2) touch lies with those who run them."""
    a, b = "a", "b"
    every = [(i, j) for i in range(n) for j in range(n)]
    for i, j in every:
        for x in "ab":
            m.holders[x, i, j] = 1 << m.place(i, j, n)
    for _ in range(steps):
        around = ((-1, 0), (1, 0), (0, -1), (0, 1))
        if boxes:
            m.launch_boxes((1, n - 1), n, (1, n - 1), n,
                           lambda box: [(a, i + d, j + e) for i, j in box for d, e in around],
                           lambda i, j: [(b, i, j)])
        else:
            m.launch(1, n - 1, n, lambda i: [(a, i + d, j + e) for j in range(1, n - 1) for d, e in around],
                     lambda i: [(b, i, j) for j in range(1, n - 1)])
        for copies in edge_copies(n, kind):
            m.launch_lines(n, [((b, *source), (b, *target)) for source, target in copies])
        a, b = b, a
    if boxes:
        m.launch_boxes((0, n), n, (0, n), n, lambda box: [(a, i, j) for i, j in box], lambda i, j: ())
    else:
        m.launch(0, n, n, lambda i: [(a, i, j) for j in range(n)], nothing)


def simulate_halo(m, n, steps, width=2):
    inner, now, then = range(width, n - width), "b", "a"
    m.launch(0, n, n, nothing, lambda i: [(x, i, j) for x in "ab" for j in range(n)])
    for _ in range(steps):
        m.launch(width, n - width, n, lambda i: [(now, i + d, j) for j in inner for d in (-1, 1)],
                 lambda i: [(then, i, j) for j in inner])
        m.launch_lines(n, [((then, n - 1 - width - d, j), (then, n - width + d, j)) for d in range(width) for j in inner])
        m.launch_lines(n, [((then, width + d, j), (then, width - 1 - d, j)) for d in range(width) for j in inner])
        now, then = then, now
    m.launch(0, n, n, lambda i: [(now, i, j) for j in range(n)], nothing)


def boxes_edges(m, n, steps, kind):
    simulate_edges(m, n, steps, kind, boxes=True)


def boxes_heat3d(m, n, steps):
    u, v, inner = "u", "v", range(1, n - 1)
    star = ((-1, 0, 0), (1, 0, 0), (0, -1, 0), (0, 1, 0), (0, 0, -1), (0, 0, 1), (0, 0, 0))
    for _ in range(steps):
        m.launch_boxes((1, n - 1), n, (1, n - 1), n,
                       lambda box: [(u, i + d, j + e, k + f) for i, j in box for k in inner for d, e, f in star],
                       lambda i, j: [(v, i, j, k) for k in inner])
        u, v = v, u
    m.launch(0, n, n, lambda i: [(u, i, j, k) for j in range(n) for k in range(n)], nothing)


def boxes_floyd(m, n):
    """Ranks with columns behind k first run round k themselves, on what its element was."""
    for k in range(n):
        def reads(box):
            rows = [(i, j) for i, j in box if i != k]
            return ([e for i, j in rows for e in ((i, j), (i, k), (k, j))] +
                    [(k, k) for i, j in rows if j > k and (i, k) not in box])
        m.launch_boxes((0, n), n, (0, n), n, reads, lambda i, j: [(i, j)] if i != k else ())
    m.launch(0, n, n, lambda i: [(i, j) for j in range(n)], nothing)


def simulate_lu(m, n, init):
    if init:
        m.launch(0, n, n, nothing, lambda i: [(i, j) for j in range(n)])
    for k in range(n - 1):
        m.launch(k + 1, n, n,
                 lambda i: [(row, j) for row in (i, k) for j in range(k, n)],
                 lambda i: [(i, j) for j in range(k, n)])
    m.launch(0, n, n, lambda i: [(i, j) for j in range(n)], nothing)


def simulate_cholesky(m, n, init):
    if init:
        m.launch(0, n, n, nothing, lambda i: [(i, j) for j in range(i + 1)])
    for k in range(n - 1):
        m.launch(k + 1, n, n, lambda i: [(i, k), (k, k)], lambda i: [(i, k)])
        m.launch(k + 1, n, n,
                 lambda i: [(i, k), (k, k)] + [e for j in range(k + 1, i + 1) for e in ((i, j), (j, k))],
                 lambda i: [(i, j) for j in range(k + 1, i + 1)])
    m.launch(0, n, n, lambda i: [(i, j) for j in range(i + 1)], nothing)


def simulate_adi(m, n, steps):
    columns = range(n)
    for _ in range(steps):
        m.launch(0, n, n, lambda i: [(x, i, j) for x in "xb" for j in columns],
                 lambda i: [(x, i, j) for x in "xb" for j in range(1, n)])
        m.sweep(1, n, n, lambda i: ([(x, k, j) for x in "xb" for k in (i - 1, i) for j in columns],
                                    [(x, i, j) for x in "xb" for j in columns]))
        m.sweep(n - 1, n, n, lambda i: ([(x, i, j) for x in "xb" for j in columns], [("x", i, j) for j in columns]))
        m.sweep(n - 2, 0, n, lambda i: ([("x", i - 1, j) for j in columns] + [(x, i, j) for x in "xb" for j in columns],
                                        [("x", i, j) for j in columns]))
    m.launch(0, n, n, lambda j: [("x", i, j) for i in range(n)], nothing)
    m.printed(("x", n // 2, n // 2), ("b", n // 2, n // 2))


def simulate_seidel(m, n, steps):
    """A wavefront over lines of equal 2 i + j."""
    around = [(d, e) for d in (-1, 0, 1) for e in (-1, 0, 1)]
    for _ in range(steps):
        for front in range(3, 3 * (n - 2) + 1):
            first, last = rows_of_front(n, front)
            m.launch(first, last + 1, n, lambda i: [(i + d, front - 2 * i + e) for d, e in around],
                     lambda i: [(i, front - 2 * i)], front=True)
    m.launch(0, n, n, lambda i: [(i, j) for j in range(n)], nothing)
    m.printed((n // 2, n // 2))


def simulate_alignment(m, n, width, form):
    """A front over anti-diagonals; form 3: three arrays, one of which is read in the row above, one beside."""
    above = "hf" if form == 3 else "h"
    for d in range(2, n + width + 1):
        m.launch(max(1, d - width), min(d - 1, n) + 1, n + 1,
                 lambda i: [("h", i - 1, d - i - 1), ("h", i, d - i - 1)] + [(x, i - 1, d - i) for x in above] +
                           [("e", i, d - i - 1)],
                 lambda i: [(x, i, d - i) for x in "hef"], front=True)
    m.printed(("h", n, width))


def simulate_syr2k(m, n, width):
    m.launch(0, n, n, nothing,
             lambda i: [(x, i, k) for x in "ab" for k in range(width)] + [("c", i, j) for j in range(n)])
    m.launch(0, n, n,
             lambda i: [("c", i, j) for j in range(i + 1)] +
                       [(x, j, k) for x in "ab" for j in range(i + 1) for k in range(width)],
             lambda i: [("c", i, j) for j in range(i + 1)])
    m.launch(0, n, n, lambda i: [("c", i, j) for j in range(i + 1)], nothing)
    m.printed(("c", n - 1, 0))


def simulate_trmm(m, n):
    m.launch(0, n, n, nothing, lambda i: [(x, i, j) for x in "lb" for j in range(n)])
    m.launch(0, n, n,
             lambda j: [("b", i, j) for i in range(n)] + [("l", k, i) for k in range(n) for i in range(k)],
             lambda j: [("b", i, j) for i in range(n)])
    m.launch(0, n, n, lambda i: [("b", i, j) for j in range(n)], nothing)
    m.printed(("b", 0, 0), ("b", n // 2, 0))


def simulate_covcol(m, rows, columns):
    m.launch(0, columns, columns, lambda j: [(i, j) for i in range(rows)], lambda j: [("mean", j)])
    m.launch(0, rows, rows,
             lambda i: [(i, j) for j in range(columns)] + [("mean", j) for j in range(columns)],
             lambda i: [(i, j) for j in range(columns)])
    m.launch(0, columns, columns,
             lambda j: [(i, k) for i in range(rows) for k in range(j + 1)],
             lambda j: [("cov", j, k) for k in range(j + 1)])
    m.launch(0, columns, columns, lambda j: [("cov", j, k) for k in range(j + 1)], nothing)
    m.printed(("mean", 0), ("mean", columns - 1))


def simulate_strmm(m, n, rows):
    m.launch(0, n, n, nothing, lambda i: [("a", i, j) for j in range(i)])
    m.launch(0, rows, rows, nothing, lambda i: [("b", i, j) for j in range(n)])
    m.launch(0, rows, rows,
             lambda i: [("b", i, j) for j in range(n)] + [("a", k, j) for k in range(n) for j in range(k)],
             lambda i: [("b", i, j) for j in range(n)])
    m.launch(0, rows, rows, lambda i: [("b", i, j) for j in range(n)], nothing)
    m.printed(("b", rows - 1, n - 1))


def simulate_blur_roberts(m, h, w):
    around = [(d, e) for d in (-1, 0, 1) for e in (-1, 0, 1)]
    m.launch(0, h, h, nothing, lambda y: [("picture", y, x) for x in range(w)])
    m.launch(1, h - 1, h, lambda y: [("picture", y + d, x + e) for x in range(1, w - 1) for d, e in around],
             lambda y: [("blurred", y, x) for x in range(1, w - 1)])
    m.launch(1, h - 2, h, lambda y: [("blurred", y + d, x + e) for x in range(1, w - 2) for d in (0, 1) for e in (0, 1)],
             lambda y: [("edges", y, x) for x in range(1, w - 2)])
    m.launch(1, h - 2, h, lambda y: [("edges", y, x) for x in range(1, w - 2)], nothing)
    m.printed(("edges", h // 2, w // 2))


def simulate_hotspot(m, n, steps):
    now, then, cross = "now", "next", ((-1, 0), (1, 0), (0, -1), (0, 1), (0, 0))
    cells = range(n)
    m.launch(0, n, n, nothing, lambda i: [(x, i, j) for x in ("now", "power") for j in cells])
    for _ in range(steps):
        m.launch(0, n, n,
                 lambda i: [(now, i + d, j + e) for j in cells for d, e in cross if 0 <= i + d < n and 0 <= j + e < n] +
                           [("power", i, j) for j in cells],
                 lambda i: [(then, i, j) for j in cells])
        now, then = then, now
    m.launch(0, n, n, lambda i: [(now, i, j) for j in cells], nothing)
    m.printed((now, 0, 0))


def simulate_blackscholes(m, n):
    options = lambda *names: lambda i: [(name, i) for name in names]
    m.launch(0, n, n, nothing, options("price", "strike", "years"))
    m.launch(0, n, n, options("price", "strike", "years"), options("call", "put"))
    m.launch(0, n, n, options("call", "put"), nothing)
    m.printed(("call", 0), ("put", 0))
    m.printed(("call", n - 1), ("put", n - 1))


def least(simulate, ranks, args):
    """Bytes between loops."""
    machine = (BlockCyclic if simulate in (simulate_lu, simulate_cholesky) else Machine)(ranks)
    simulate(machine, *args)
    return machine.moved * (FLOAT if simulate is simulate_strmm else ELEMENT)


def device_least(simulate, ranks, args):
    """Bytes to devices and to hosts."""
    machine = DeviceMachine(ranks)
    simulate(machine, *args)
    return machine.to_device * ELEMENT, machine.to_host * ELEMENT


def formula_jacobi(ranks, n, steps, _form, init):
    return ELEMENT * (n - 2) * 2 * (ranks - 1) * (steps if init else steps - 1)


def formula_heat3d(ranks, n, steps, init):
    return ELEMENT * (n - 2) ** 2 * 2 * (ranks - 1) * (steps if init else steps - 1)


def formula_lu(ranks, n, init):
    """Row k goes, from its diagonal on, to the others as long as they have rows below: with blocks of one row, n >= P.
    Made by all, a row is nobody's own before its first step: so row 0 does not travel, and the last rows still do."""
    return ELEMENT * sum((n - k) * min(ranks - 1, n - 1 - k) for k in range(0 if init else 1, n - 1))


def formula_cholesky(ranks, n, init):
    """With blocks of one row: in step k a rank whose last row is `last` needs the diagonal's element and the others' of
    column k down to that row. Made by all, the first element on the diagonal is never written."""
    moved = 0
    for k in range(n - 1):
        for rank in range(min(ranks, n)):
            last = (n - 1 - rank) // ranks * ranks + rank
            own = sum(1 for row in range(k + 1, last + 1) if row % ranks == rank)
            moved += last - k - own if own else 0
            moved += 1 if own and k % ranks != rank and (init or k > 0) else 0
    return ELEMENT * moved


def formula_adi(p, n, steps):
    return 16 * n * (p - 1) * steps + 8 * n * n * (p - 1) // p if steps > 0 else 0


def formula_seidel(ranks, n, steps):
    """A row at each border goes down in each step, and one goes up for the next step."""
    return ELEMENT * (n - 2) * (ranks - 1) * (2 * steps - 1) if steps > 0 else 0


def formula_alignment(ranks, _rows, columns, form):
    """The row above each border, of one array or two."""
    return ELEMENT * columns * (ranks - 1) * (2 if form == 3 else 1)


def formula_syr2k(ranks, n, width):
    """A rank needs the rows of two arrays above its own."""
    return ELEMENT * 2 * width * n * (ranks - 1) // 2


def formula_trmm(ranks, n):
    """Rows, then columns, then rows: of l a rank gets what others have below the diagonal, of b its columns of their
    rows, and then its rows of their columns."""
    return ELEMENT * (n * (n - 1) // 2 * (ranks - 1) + 2 * n * n * (ranks - 1) // ranks)


def formula_covcol(ranks, rows, columns):
    """All need the means; of the table's rows, which lie in blocks, a rank gets all columns up to its last."""
    return ELEMENT * (columns * (ranks - 1) + rows * (ranks - 1) * columns * (ranks + 1) // (2 * ranks))


def formula_strmm(ranks, n, _rows):
    """All ranks have rows of b, and need all of a."""
    return FLOAT * n * (n - 1) // 2 * (ranks - 1)


def formula_blur_roberts(ranks, height, width):
    """Two rows of the picture at each border, and a row of what has been smoothed."""
    return ELEMENT * (2 * width + width - 2) * (ranks - 1)


def formula_hotspot(ranks, n, steps):
    return ELEMENT * 2 * n * (ranks - 1) * steps


def formula_edges(ranks, n, steps, kind=0):
    """Halos, and on a torus a row each way between the last rank and the first one."""
    return ELEMENT * (n - 2) * (2 * (ranks - 1) + (2 if kind == 1 and ranks > 1 else 0)) * steps


def formula_halo(ranks, n, steps, width=2):
    return ELEMENT * (n - 2 * width) * 2 * (ranks - 1) * steps


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
    "lu": (simulate_lu, formula_lu,
           [(p, (n, init)) for p in SMALL_RANKS for n in (13, 8, 70) for init in (0, 1)] +
           [(2, (140, init)) for init in (0, 1)],
           [(p, (60, init)) for p in (2, 4, 8) for init in (0, 1)],
           [(p, (250, init)) for p in (4, 8) for init in (0, 1)]),
    "cholesky": (simulate_cholesky, formula_cholesky,
                 [(p, (n, init)) for p in SMALL_RANKS for n in (13, 8, 70) for init in (0, 1)],
                 [(p, (61, init)) for p in (2, 4, 8) for init in (0, 1)],
                 [(p, (250, init)) for p in (4, 8) for init in (0, 1)]),
    "adi": (simulate_adi, formula_adi,
            [(p, (n, t)) for p in SMALL_RANKS for n, t in ((13, 3), (9, 2), (70, 2))],
            [(p, (64, 5)) for p in (2, 4, 8)], [(p, (512, 20)) for p in (2, 4, 8)]),
    "seidel": (simulate_seidel, formula_seidel,
               [(p, (n, steps)) for p in SMALL_RANKS for n, steps in ((13, 3), (30, 2), (3, 2))] + [(4, (70, 2))],
               # Not so many small launches that every rank runs them.
               [(p, (80, 2)) for p in (2, 4, 8)], [(p, (700, 3)) for p in (2, 4, 8)]),
    "alignment": (simulate_alignment, formula_alignment,
                  [(p, (n, m, form)) for p in SMALL_RANKS for n, m in ((13, 22), (40, 30)) for form in range(4)] +
                  [(4, (70, 70, form)) for form in range(4)],
                  [(p, (150, 140, form)) for p in (2, 4, 8) for form in range(4)],
                  [(p, (1000, 1000, form)) for p in (2, 4, 8) for form in (0, 1, 3)]),
    "syr2k": (simulate_syr2k, formula_syr2k,
              [(p, (n, width)) for p in SMALL_RANKS for n, width in ((13, 3), (8, 20), (6, 1))],
              [(p, (80, 50)) for p in (2, 4, 8)], [(p, (512, 300)) for p in (2, 4, 8)]),
    "trmm": (simulate_trmm, formula_trmm,
             [(p, (n,)) for p in SMALL_RANKS for n in (13, 8, 6)],
             [(p, (80,)) for p in (2, 4, 8)], [(p, (512,)) for p in (2, 4, 8)]),
    "strmm": (simulate_strmm, formula_strmm,
              [(p, (n, rows)) for p in SMALL_RANKS for n, rows in ((13, 13), (8, 20), (9, 12))],
              [(p, (80, 50)) for p in (2, 4, 8)], [(p, (512, 512)) for p in (2, 4, 8)]),
    "blur_roberts": (simulate_blur_roberts, formula_blur_roberts,
                     [(p, (h, w)) for p in SMALL_RANKS for h, w in ((13, 9), (8, 20), (24, 24))],
                     [(p, (80, 200)) for p in (2, 4, 8)], [(p, (2048, 2048)) for p in (2, 4, 8)]),
    "hotspot": (simulate_hotspot, formula_hotspot,
                [(p, (n, t)) for p in SMALL_RANKS for n, t in ((11, 3), (16, 2), (6, 4))],
                [(p, (200, 7)) for p in (2, 4, 8)], [(p, (2000, 100)) for p in (2, 4, 8)]),
    "edges": (simulate_edges, formula_edges,
              [(p, (n, t, kind)) for p in SMALL_RANKS for n, t in ((11, 3), (16, 2), (24, 4)) for kind in (0, 1, 2)],
              [(p, (200, 7, kind)) for p in (2, 4, 8) for kind in (0, 1, 2)],
              [(p, (2000, 100, kind)) for p in (2, 4, 8) for kind in (0, 1, 2)]),
    "halo": (simulate_halo, formula_halo,
             [(p, (n, t, width)) for p in SMALL_RANKS for n, t, width in ((33, 3, 2), (48, 2, 3), (40, 4, 1))],
             [(p, (200, 7, width)) for p in (2, 4, 8) for width in (1, 4)],
             [(p, (2000, 100, width)) for p in (2, 4, 8) for width in (1, 4)]),
    "covcol": (simulate_covcol, formula_covcol,
               [(p, (rows, columns)) for p in SMALL_RANKS for rows, columns in ((13, 7), (8, 11), (6, 16))],
               [(p, (80, 48)) for p in (2, 4, 8)], [(p, (512, 256)) for p in (2, 4, 8)]),
}


# In a grid: simulation, ranks that are asked to form one, ranks that do so by themselves, and arguments (the program
# initialises its arrays serially).
BOXES = {
    "jacobi": (boxes_jacobi, (4, 6, 7, 8), (9, 16), [(16, 3, 0), (11, 3, 1)]),
    "hotspot": (boxes_hotspot, (4, 6, 9), (9, 16), [(16, 60), (19, 40)]),
    "heat3d": (boxes_heat3d, (4, 6, 9), (9, 12), [(9, 3), (12, 2)]),
    "edges": (boxes_edges, (4, 6, 9), (9, 16), [(16, 60, 0), (16, 60, 1), (19, 40, 0), (24, 60, 2)]),
    "floyd": (boxes_floyd, (4, 6, 9), (9, 16), [(13,), (18,)]),
}


def self_test(report):
    """The two references agree with each other where both hold."""
    for name, (simulate, formula, *_) in CASES.items():
        for ranks in (2, 4):
            for init in (0, 1):
                args = {"jacobi": (12, 3, init, init), "heat3d": (8, 3, init), "syr2k": (12, 5), "trmm": (12,),
                        "covcol": (8, 12), "strmm": (12, 8), "blur_roberts": (16, 12), "hotspot": (12, 3),
                        "alignment": (15, 9, 3 * init), "halo": (24, init)}.get(name, (12, init))
                report.check(least(simulate, ranks, args) == formula(ranks, *args),
                             f"{name} {args} on {ranks} ranks: {least(simulate, ranks, args)} counted, "
                             f"{formula(ranks, *args)} by the formula")


# Formulas for the elements that go to devices, and that come back, on one rank with serial initialisation, T >= 2 steps.
DEVICE_CASES = {
    "jacobi": (simulate_jacobi, [(n, t, form, init) for n, t in ((9, 3), (40, 5)) for form in (0, 1) for init in (0, 1)],
               lambda n, t, form, init: (0 if init else n * n + (4 * (n - 2) if form else 0), 3)),
    "heat3d": (simulate_heat3d, [(n, 3, init) for n in (6, 14) for init in (0, 1)],
               lambda n, t, init: (0 if init else n ** 3 + 6 * (n - 2) ** 2, 2)),
    "floyd": (simulate_floyd, [(n, init) for n in (7, 24) for init in (0, 1)],
              lambda n, init: (0 if init else n * n, 2)),
    "blackscholes": (simulate_blackscholes, [(11,), (1000,)], lambda n: (0, 4 if n > 1 else 2)),
}


def check_devices(program, hydracc):
    """h2d and d2h bytes are the least: what kernels read and is not there, what hosts read and is not there."""
    report = Report(f"volumes.device.{program}")
    simulate, sizes, formula = DEVICE_CASES[program]
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hydra-test-"))
    try:
        result = run([hydracc, "--target=opencl", "--host=local", SAMPLES / f"{program}.c", "-o", folder / "p", "-lm"])
        if not report.check(result.status == 0, f"does not build\n{result.describe()}"):
            report.finish()
        print(f"{'ranks':>6}  {'arguments':16}{'least h2d':>12}{'counted':>12}{'least d2h':>12}{'counted':>12}")
        for ranks in (1, 3):
            for args in sizes:
                stats = folder / "stats.json"
                stats.unlink(missing_ok=True)
                result = run([folder / "p", *map(str, args)], timeout=300, env=environment(
                    {"HYDRA_STATS": stats, "HYDRA_PARTITION": "block", "HYDRA_RANKS": ranks,
                     "POCL_MAX_PTHREAD_COUNT": 1, "POCL_CACHE_DIR": folder}))
                if not report.check(result.status == 0 and stats.exists(), f"no counters\n{result.describe()}"):
                    continue
                device = json.loads(stats.read_text())["device"]
                counted = device["h2d_bytes"], device["d2h_bytes"]
                wanted = device_least(simulate, ranks, args)
                arguments = " ".join(map(str, args))
                print(f"{ranks:6}  {arguments:16}{wanted[0]:12}{counted[0]:12}{wanted[1]:12}{counted[1]:12}")
                report.check(counted == wanted, f"{program} {arguments} on {ranks} ranks: {counted}, least {wanted}")
                if ranks == 1:
                    by_formula = tuple(ELEMENT * elements for elements in formula(*args))
                    report.check(wanted == by_formula, f"{program} {arguments}: {by_formula} by the formula")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    report.finish()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", choices=sorted(CASES.keys() | DEVICE_CASES.keys()))
    parser.add_argument("--hydracc")
    parser.add_argument("--full", action="store_true", help="the large sizes, over MPI too, as a table")
    parser.add_argument("--self-test", action="store_true", help="only compare the two references")
    parser.add_argument("--device", action="store_true", help="what travels between hosts and devices")
    options = parser.parse_args()
    if options.device:
        check_devices(options.program, options.hydracc)
    report = Report(f"volumes.{options.program}")
    self_test(report)
    if options.self_test:
        report.finish()
    if not options.hydracc:
        parser.error("--hydracc is needed")

    simulate, formula, small, large, full = CASES[options.program]
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hydra-test-"))

    def count(host, ranks, args, partition="auto"):
        stats = folder / "stats.json"
        stats.unlink(missing_ok=True)
        variables = {"HYDRA_STATS": stats, "HYDRA_PARTITION": partition}
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
            own = HERE / f"{options.program}.c"
            source = own if own.exists() else SAMPLES / own.name
            result = run([options.hydracc, f"--host={host}", source, "-o", folder / host, "-lm"])
            if not report.check(result.status == 0, f"does not build\n{result.describe()}"):
                report.finish()
        runs = [("local", ranks, args, least(simulate, ranks, args)) for ranks, args in small]
        runs += [("local", ranks, args, formula(ranks, *args)) for ranks, args in large]
        runs += [("mpi", ranks, args, formula(ranks, *args)) for ranks, args in large[-1:]]
        if options.full:
            runs = [(host, ranks, args, formula(ranks, *args)) for host in ("local", "mpi") for ranks, args in full]
            print(f"{'host':6}{'ranks':>6}  {'arguments':22}{'least':>14}{'counted':>14}")
        simulate_boxes, asked, chosen, sizes = BOXES.get(options.program, (None, (), (), ()))
        grids = [("grid", ranks) for ranks in asked] + [("auto", ranks) for ranks in chosen]
        for partition, ranks, args in [(*grid, args) for grid in grids for args in sizes]:
            machine = Boxes(ranks)
            simulate_boxes(machine, *args)
            counted, lowest = count("local", ranks, args, partition), machine.moved * ELEMENT
            report.check(counted == lowest, f"{options.program} {args} on a grid ({partition}) of {ranks} ranks: "
                                            f"{counted} bytes, least {lowest}")
        for host, ranks, args, lowest in runs:
            counted = count(host, ranks, args)
            arguments = " ".join(map(str, args))
            if options.full:
                print(f"{host:6}{ranks:6}  {arguments:22}{lowest:14}{counted if counted is not None else '-':>14}",
                      flush=True)
            report.check(counted == lowest, f"{options.program} {arguments} on {ranks} ranks ({host}): {counted} bytes, "
                                           f"least {lowest}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    report.finish()


if __name__ == "__main__":
    main()
