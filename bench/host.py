#!/usr/bin/env python3
"""Generated programs against programs written by hand with MPI: jacobi and heat3d at 1 and 2 ranks.

Both are built with the same flags and run in turns, so that whatever else the machine does hits both. A run's time is
what its slowest rank measures from inside (hand-written: MPI_Wtime; generated: seconds.total of HYDRA_STATS), for T
steps less that for one step: so start-up, initialisation and the checksum, which are not the subject, cancel. The
medians of some runs are compared; "speed" is the time by hand divided by the generated program's: 1 is equal, more is
faster than by hand. Every rank has one thread. Outputs must be equal, else there is no number. Anything else that runs
on the machine spoils the numbers at 2 ranks: the load is shown for that reason.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import statistics
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from harness import MPIRUN, environment, run  # noqa: E402

FLAGS = ["-O3", "-march=native", "-ffp-contract=off"]
# program: default size and steps; what follows them on the generated program's command line
PROGRAMS = {"jacobi": (4000, 200, ["1", "1"]), "heat3d": (256, 60, ["1"])}


def must(result):
    if result.status != 0:
        sys.exit(f"bench/host.py: this failed:\n{result.describe()}")
    return result


def alike(one, other):
    """Equal but for the last digits of numbers: sums of millions of terms in different orders."""
    words, others = one.replace(",", " ").split(), other.replace(",", " ").split()
    if len(words) != len(others):
        return False
    for a, b in zip(words, others):
        try:
            if abs(float(a) - float(b)) > 1e-8 * abs(float(a)):
                return False
        except ValueError:
            if a != b:
                return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hydracc", default=shutil.which("hydracc") or str(ROOT / "build/bin/hydracc"))
    parser.add_argument("--programs", default=" ".join(PROGRAMS))
    parser.add_argument("--ranks", default="1 2")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("-N", type=int, help="size, instead of each program's default")
    parser.add_argument("-T", type=int, help="steps, instead of each program's default")
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hydra-bench-"))

    def seconds(kind, name, ranks, size, steps):
        """Time from inside and output of one run."""
        stats = folder / "stats.json"
        extra = PROGRAMS[name][2] if kind == "generated" else []
        variables = {"HYDRA_STATS": stats, "HYDRA_NUM_THREADS": 1, "OMP_NUM_THREADS": 1, "HYDRA_PARTITION": "block"}
        result = must(run([*MPIRUN, "-n", str(ranks), folder / f"{name}.{kind}", str(size), str(steps), *extra],
                          env=environment(variables if kind == "generated" else {}), timeout=600))
        if kind == "generated":
            return json.loads(stats.read_text())["seconds"]["total"], result.out
        return float(re.search(r"steps take ([\d.]+) s", result.err)[1]), result.out

    try:
        print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.2f}; medians of {options.runs} runs")
        print(f"{'program':10}{'size':>7}{'steps':>7}{'ranks':>7}{'by hand, s':>13}{'generated, s':>14}{'speed':>8}"
              f"{'  spread of each':20}")
        for name in options.programs.split():
            size, steps = options.N or PROGRAMS[name][0], options.T or PROGRAMS[name][1]
            must(run(["mpicc", *FLAGS, ROOT / f"bench/hand/{name}_mpi.c", "-o", folder / f"{name}.hand", "-lm"]))
            must(run([options.hydracc, *FLAGS, ROOT / f"samples/{name}.c", "-o", folder / f"{name}.generated", "-lm"]))
            for ranks in map(int, options.ranks.split()):
                times = {"hand": [], "generated": []}
                for _ in range(options.runs):
                    outputs = {}
                    for kind in times:
                        whole, outputs[kind] = seconds(kind, name, ranks, size, steps)
                        times[kind].append(whole - seconds(kind, name, ranks, size, 1)[0])
                    if not alike(outputs["hand"], outputs["generated"]):
                        sys.exit(f"{name}: the outputs differ:\n{outputs['hand']}{outputs['generated']}")
                hand, generated = (statistics.median(times[kind]) for kind in ("hand", "generated"))
                spread = "  ".join(f"{(max(t) - min(t)) / statistics.median(t):.0%}" for t in times.values())
                print(f"{name:10}{size:7}{steps:7}{ranks:7}{hand:13.3f}{generated:14.3f}{hand / generated:8.3f}"
                      f"  {spread}", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
