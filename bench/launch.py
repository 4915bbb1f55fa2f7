#!/usr/bin/env python3
"""What a launch costs that has nothing to do, and the share of planning and bookkeeping in stencils.

The first table launches tiny loops (bench/launch.c) many times: a launch's time on one rank with one thread by
bench/hand/clock.c (without HYDRA_STATS, which reads the clock itself), then the seconds of HYDRA_STATS per launch:
planning (finding a remembered plan, or making one) and the rest of the bookkeeping. Aims: under 1 us for an empty
launch on one rank, under 2 us for finding a plan on four. The second runs stencils at N = 4000 (heat3d: 256) with
HYDRA_STATS; the share is planning and bookkeeping in the whole run but for MPI's start; the aim is 0.1 %.
With more ranks than cores the clock also counts the time in which a rank does not run: take such figures as bounds.
"""
import argparse
import json
import pathlib
import re
import shutil
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from harness import MPIRUN, environment, run  # noqa: E402

FLAGS = ["-O3", "-march=native", "-ffp-contract=off"]
FORMS = ["no iterations", "64 iterations", "stencil", "a plan a launch"]
STENCILS = {"jacobi": (4000, 1, 1), "fdtd2d": (4000,), "heat3d": (256, 1)}


def must(result):
    if result.status != 0:
        sys.exit(f"bench/launch.py: this failed:\n{result.describe()}")
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hydracc", default=shutil.which("hydracc") or str(ROOT / "build/bin/hydracc"))
    parser.add_argument("--launches", type=int, default=100000)
    parser.add_argument("--runs", type=int, default=3, help="of which the fastest counts")
    parser.add_argument("--steps", type=int, default=100, help="of the stencils; 0 leaves them out")
    parser.add_argument("--quick", action="store_true", help="few launches, small stencils: the times say little")
    options = parser.parse_args()
    if options.quick:
        options.launches, options.runs, options.steps = 1000, 1, 5
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hydra-launch-"))

    def build(source):
        must(run([options.hydracc, *FLAGS, source, folder / "clock.o", "-o", folder / source.stem, "-lm"]))

    def timed(name, ranks, arguments, stats=False):
        """Seconds of a run with one thread a rank, and its statistics."""
        file = folder / "stats.json"
        variables = {"HYDRA_NUM_THREADS": 1, **({"HYDRA_STATS": file} if stats else {})}
        result = must(run([*MPIRUN, "-n", str(ranks), folder / name, *map(str, arguments)], env=environment(variables),
                          timeout=600))
        seconds = float(re.search(r"program takes ([\d.]+) s", result.err)[1])
        return seconds, json.loads(file.read_text()) if stats else None

    try:
        must(run(["mpicc", "-O2", "-c", ROOT / "bench/hand/clock.c", "-o", folder / "clock.o"]))
        build(ROOT / "bench/launch.c")
        print(f"{'launches of':18}{'ranks':>6}{'us each':>10}{'planning':>10}{'rest':>8}{'plans made':>12}")
        for form, title in enumerate(FORMS):
            for ranks in (1, 4):
                count = options.launches if form < 3 and ranks == 1 else options.launches // 20
                whole = min(timed("launch", ranks, (form, count))[0] - timed("launch", ranks, (form, 1))[0]
                            for _ in range(options.runs))
                all_stats = [timed("launch", ranks, (form, count), stats=True)[1] for _ in range(options.runs)]
                planning, rest = (min(s["seconds"][key] for s in all_stats) / count for key in ("planning", "runtime"))
                print(f"{title:18}{ranks:6}{whole / count * 1e6:10.2f}{planning * 1e6:10.2f}{rest * 1e6:8.2f}"
                      f"{all_stats[0]['plans']['computed']:12}", flush=True)
        if options.steps:
            print(f"\n{'stencil':10}{'size':>6}{'steps':>7}{'ranks':>7}{'run, s':>9}{'planning, s':>13}{'rest, s':>10}"
                  f"{'share':>10}")
        for name, (size, *flags) in STENCILS.items() if options.steps else ():
            size = size // 8 if options.quick else size
            build(ROOT / "samples" / f"{name}.c")
            for ranks in (1, 2):
                seconds, stats = timed(name, ranks, (size, options.steps, *flags), stats=True)
                planning, rest = stats["seconds"]["planning"], stats["seconds"]["runtime"]
                print(f"{name:10}{size:6}{options.steps:7}{ranks:7}{seconds:9.3f}{planning:13.6f}{rest:10.6f}"
                      f"{(planning + rest) / seconds:10.3%}", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
