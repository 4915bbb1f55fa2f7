#!/usr/bin/env python3
"""Generated programs against programs written by hand with MPI, against gcc, and against OpenMP, on one machine.

Each of eight samples is built four times with the same flags: by hydracc, by hand (bench/hand/), by gcc alone, and by
gcc with every `hydra parallel for` read as `omp parallel for`. Compared are: one rank with one thread against the
program by hand and against gcc's; two ranks against two by hand; one rank with two threads against OpenMP with two;
and, at small sizes where messages decide, eight ranks against eight by hand. What is compared runs in turns, so that
whatever else the machine does hits all. All outputs must be equal to gcc's, else there is no number.

A run's time is what bench/hand/clock.c measures within it, from MPI's start to its end, less that of a run of one step,
so that start-up, initial data and sums, which are not the subject, cancel. Programs without steps (floyd, lu and
blackscholes) have size 16 subtracted, so their initial data and sums count. In front of each run the program is run
once untimed, with all of its memory: where the machine is a virtual one, huge pages that another program has left cost
milliseconds each when they are first touched. Medians are compared: "speed" is the other program's time divided by ours, so 1 is equal and more is faster.
The table at the end begins with the worst. The aim is 0.95 against programs by hand and 0.98 against gcc. Anything else
that runs on the machine spoils the numbers of two and more processes: the load is shown for that reason.
"""
import argparse
import collections
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

# full, small (for eight ranks) and quick: the size and, where the program has steps, their number. options: what
# follows on the command lines of the sample, not of the program by hand.
Program = collections.namedtuple("Program", "full small quick options", defaults=[()])
PROGRAMS = {
    "jacobi": Program((4000, 200), (200, 3000), (300, 20), ("1", "1")),
    "heat3d": Program((256, 60), (32, 2000), (40, 10), ("1",)),
    "floyd": Program((1500,), (480,), (200,), ("1",)),
    "lu": Program((2000,), (600,), (200,), ("1",)),
    "fdtd2d": Program((2000, 100), (200, 2000), (200, 20)),
    "adi": Program((2000, 15), (240, 300), (200, 5)),
    "nbody": Program((8000, 8), (240, 1500), (300, 10)),
    "blackscholes": Program((4000000,), (400000,), (20000,)),
}

Kind = collections.namedtuple("Kind", "name ranks threads")
# title, whether sizes are small, ours, and what it is compared with
CONFIGURATIONS = [
    ("1 rank", False, Kind("generated", 1, 1), [Kind("hand", 1, 1), Kind("gcc", 0, 1)]),
    ("2 ranks", False, Kind("generated", 2, 1), [Kind("hand", 2, 1)]),
    ("2 threads", False, Kind("generated", 1, 2), [Kind("openmp", 0, 2)]),
    ("8 ranks", True, Kind("generated", 8, 1), [Kind("hand", 8, 1)]),
]
SHORTEST = 16  # the size that stands for start-up where there are no steps
AIMS = {"hand": 0.95, "gcc": 0.98}


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


class Bench:
    """The four builds of each program, in a folder that the caller removes."""

    def __init__(self, hydracc, flags, quick, folder):
        self.hydracc, self.flags, self.quick, self.folder = hydracc, flags, quick, folder
        clock = ROOT / "bench/hand/clock.c"
        must(run(["mpicc", "-O2", "-c", clock, "-o", folder / "clock-mpi.o"]))
        must(run(["gcc", "-O2", "-DNO_MPI", "-c", clock, "-o", folder / "clock.o"]))

    def build(self, name):
        sample, folder = ROOT / "samples" / f"{name}.c", self.folder
        openmp = folder / f"{name}-openmp.c"
        openmp.write_text(sample.read_text().replace("#pragma hydra parallel for", "#pragma omp parallel for"))
        by_hand, mpi_clock, clock = ROOT / f"bench/hand/{name}_mpi.c", folder / "clock-mpi.o", folder / "clock.o"
        for kind, command in {"generated": [self.hydracc, *self.flags, sample, mpi_clock],
                              "hand": ["mpicc", *self.flags, by_hand, mpi_clock],
                              "gcc": ["gcc", *self.flags, sample, clock],
                              "openmp": ["gcc", *self.flags, "-fopenmp", openmp, clock]}.items():
            must(run([*command, "-o", folder / f"{name}.{kind}", "-lm"]))

    def once(self, kind, name, sizes):
        """Seconds and output of one run."""
        program = self.folder / f"{name}.{kind.name}"
        options = () if kind.name == "hand" else PROGRAMS[name].options
        command = [*(MPIRUN + ["-n", str(kind.ranks)] if kind.ranks else []), program, *map(str, sizes), *options]
        result = must(run(command, timeout=600, env=environment(
            {"HYDRA_POLICY": "auto", "HYDRA_NUM_THREADS": kind.threads, "OMP_NUM_THREADS": kind.threads})))
        return float(re.search(r"program takes ([\d.]+) s", result.err)[1]), result.out

    def steps(self, kind, name, sizes, expected):
        """Seconds without those of the shortest run (quick: of the whole program); checks the output."""
        if not self.quick: # what virtual machines take for memory that another program has freed is not the subject
            self.once(kind, name, (sizes[0], 1) if len(sizes) > 1 else sizes)
        seconds, output = self.once(kind, name, sizes)
        if not alike(expected, output):
            sys.exit(f"bench/host.py: {name} {sizes}: outputs differ, gcc's and {kind}:\n{expected}{output}")
        if not self.quick:
            seconds -= self.once(kind, name, (sizes[0], 1) if len(sizes) > 1 else (SHORTEST,))[0]
        return max(seconds, 1e-9)


def compare(bench, name, configuration, sizes, expected, runs):
    """Rows (speed, text): ours against each of the others in this configuration."""
    title, _, ours, others = configuration
    times = {kind: [] for kind in [ours, *others]}
    for _ in range(runs):
        for kind in times:
            times[kind].append(bench.steps(kind, name, sizes, expected))
    median = {kind: statistics.median(t) for kind, t in times.items()}
    spread = {kind: f"{(max(t) - min(t)) / median[kind]:.0%}" for kind, t in times.items()}
    rows = []
    for other in others:
        speed = median[other] / median[ours]
        rows.append((speed, f"{name:13}{' x '.join(map(str, sizes)):>12}  {title:10}{median[ours]:10.4f}{other.name:>9}"
                     f"{median[other]:10.4f}{speed:8.3f}  {spread[ours]:>5}{spread[other]:>6}"
                     + ("  below the aim" if speed < AIMS.get(other.name, 0) and not bench.quick else "")))
    return rows


HEADER = (f"{'program':13}{'sizes':>12}  {'runs on':10}{'ours, s':>10}{'against':>9}{'s':>10}{'speed':>8}"
          f"  {'spread of each':>11}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hydracc", default=shutil.which("hydracc") or str(ROOT / "build/bin/hydracc"))
    parser.add_argument("--programs", default=" ".join(PROGRAMS), help="some of the default")
    parser.add_argument("--on", default=",".join(c[0] for c in CONFIGURATIONS), help="some of the default")
    parser.add_argument("--runs", type=int, help="of each program (default 5; 1 with --quick)")
    parser.add_argument("--quick", action="store_true", help="small sizes: checks outputs; the times say little")
    parser.add_argument("--flags", default="-O3 -march=native -ffp-contract=off", help="of all compilers")
    parser.add_argument("--sizes", help="instead of each program's, such as 4000,100")
    options = parser.parse_args()
    names = options.programs.replace(",", " ").split()
    if unknown := [name for name in names if name not in PROGRAMS]:
        parser.error(f"no such program: {' '.join(unknown)}; there are {' '.join(PROGRAMS)}")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hydra-bench-"))
    runs, rows = options.runs or (1 if options.quick else 5), []
    try:
        bench = Bench(options.hydracc, options.flags.split(), options.quick, folder)
        print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.2f}; medians of {runs} runs; {options.flags}")
        print(HEADER)
        for name in names:
            bench.build(name)
            program, expected = PROGRAMS[name], {}
            for configuration in CONFIGURATIONS:
                if configuration[0] not in options.on.split(","):
                    continue
                sizes = program.quick if options.quick else program.small if configuration[1] else program.full
                if options.sizes:
                    sizes = tuple(map(int, options.sizes.split(",")))[:len(sizes)]
                if sizes not in expected:
                    expected[sizes] = bench.once(Kind("gcc", 0, 1), name, sizes)[1]
                for row in compare(bench, name, configuration, sizes, expected[sizes], runs):
                    rows.append(row)
                    print(row[1], flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"\nThe worst first (load {os.getloadavg()[0]:.2f}):\n{HEADER}")
    for _, text in sorted(rows):
        print(text)


if __name__ == "__main__":
    main()
