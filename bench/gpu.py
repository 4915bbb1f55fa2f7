#!/usr/bin/env python3
"""Generated CUDA programs against programs written by hand with CUDA (bench/cuda/), and what moved, on one NVIDIA GPU.

Times are those of whole processes, less those of a run of few steps (or, without steps, of size 16), so that start-up
and initial data cancel; both programs take turns, and medians are compared. "speed" is the time by hand divided by
ours: 1 is equal, more is faster. Lines that both programs print must be equal. Bytes come from HYDRA_STATS, as does the
share of planning and the runtime's bookkeeping in jacobi at N = 4000, T = 200.
"""
import argparse
import collections
import json
import pathlib
import statistics
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from harness import environment, run  # noqa: E402

# The arguments of the runs that are timed, of those that are subtracted, and the sample's own further ones.
Case = collections.namedtuple("Case", "full base own")
CASES = {
    "jacobi": Case((4000, 2000), (4000, 200), (0, 1)),
    "floyd": Case((4000,), (16,), (1,)),
    "lu": Case((4000,), (16,), ()),
    "nbody": Case((40000, 60), (40000, 10), ()),
}
# Program, arguments, ranks, and the elements that must go to devices and come back (docs/devices.md).
MOVED = [
    ("jacobi", (4000, 200), 1, lambda n, t, p: n * n, lambda n, t, p: 3),
    ("jacobi", (4000, 200), 3, lambda n, t, p: n * n + 2 * (p - 1) * (n - 2) * t, None),
    ("jacobi", (4000, 200, 0, 1), 1, lambda n, t, *_: 0, lambda *_: 3),
    ("heat3d", (200, 20), 1, lambda n, t, p: n**3 + 6 * (n - 2)**2, lambda *_: 2),
    ("floyd", (1200,), 1, lambda n, p: n * n, lambda *_: 2),
    ("blackscholes", (1000000,), 1, lambda *_: 0, lambda *_: 4),
]


def must(result):
    if result.status != 0:
        sys.exit(f"bench/gpu.py: this failed:\n{result.describe()}")
    return result


def seconds(program, arguments):
    begin = time.perf_counter()
    result = must(run([program, *arguments], timeout=None))  # with one, Python looks every 50 ms only
    return time.perf_counter() - begin, result.out.splitlines()


def compared(folder, name, runs):
    case = CASES[name]
    times = collections.defaultdict(list)
    for _ in range(runs):
        lines = {}
        for kind, own in (("ours", case.own), ("hand", ())):
            program = folder / f"{name}-{kind}"
            full, lines[kind] = seconds(program, [*case.full, *own])
            times[kind].append(full - seconds(program, [*case.base, *own])[0])
        if not set(lines["hand"]) <= set(lines["ours"]):
            print(f"{name}: different results: {sorted(set(lines['hand']) - set(lines['ours']))}")
    ours, hand = (statistics.median(times[kind]) for kind in ("ours", "hand"))
    spread = max((max(t) - min(t)) / statistics.median(t) for t in times.values())
    print(f"{name:<14}{' '.join(map(str, case.full)):<14}{ours:9.4f}{hand:9.4f}{hand / ours:8.2f}{spread:8.0%}")


def stats(folder, name, arguments, ranks):
    file = folder / "stats.json"
    begin = time.perf_counter()
    must(run([folder / f"{name}-ours", *arguments], timeout=300,
             env=environment({"HYDRA_STATS": file, "HYDRA_RANKS": ranks})))
    return json.loads(file.read_text()), time.perf_counter() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hydracc", default=ROOT / "build" / "bin" / "hydracc")
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="hydra-bench-") as folder:
        folder = pathlib.Path(folder)
        for name in {**CASES, **{row[0]: None for row in MOVED}}:
            must(run([options.hydracc, "--target=cuda", "--host=local", "-O3", "-march=native",
                      ROOT / "samples" / f"{name}.c", "-o", folder / f"{name}-ours", "-lm"]))
        for name in CASES:
            must(run([options.nvcc, "-std=c++20", "-O3", "-fmad=false", "-arch=native",
                      ROOT / "bench" / "cuda" / f"{name}.cu", "-o", folder / f"{name}-hand"]))
        print(f"{'program':<14}{'size':<14}{'ours s':>9}{'hand s':>9}{'speed':>8}{'spread':>8}", flush=True)
        for name in CASES:
            compared(folder, name, options.runs)
            sys.stdout.flush()
        print(f"\n{'program':<14}{'arguments':<16}{'ranks':>5}{'h2d':>14}{'least':>14}{'d2h':>12}{'least':>10}")
        for name, arguments, ranks, to, back in MOVED:
            found, wall = stats(folder, name, arguments, ranks)
            sizes = [*arguments[:2], ranks] if name in ("jacobi", "heat3d") else [arguments[0], ranks]
            device = found["device"]
            least = [f"{8 * count(*sizes)}" if count else "" for count in (to, back)]
            print(f"{name:<14}{' '.join(map(str, arguments)):<16}{ranks:>5}{device['h2d_bytes']:>14}{least[0]:>14}"
                  f"{device['d2h_bytes']:>12}{least[1]:>10}", flush=True)
            if name == "jacobi":
                spent = found["seconds"]
                own = spent["planning"] + spent["runtime"]
                print(f"    {wall:.2f} s; planning {spent['planning']:.5f}, runtime {spent['runtime']:.5f} s: "
                      f"{own / spent['total'] if 'total' in spent else own / wall:.4%}; "
                      f"peak bytes a device {device['peak_bytes_per_device']}")


if __name__ == "__main__":
    main()
