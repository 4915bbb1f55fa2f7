#!/usr/bin/env python3
"""What people write besides dense arrays: generated programs against gcc, in threads and in ranks.

The programs in bench/strangers/ hold what samples do not: lists, meshes, sparse matrices, trees, graphs, strings, rows
and levels behind pointers, sums into arrays, small and many launches. Each is built by gcc, by gcc with every `hydra
parallel for` read as `omp parallel for`, and by hydracc for ranks on this machine (all: -O2), and run with the
arguments of its first line (`// bench:`; with --quick those of the second, `// quick:`). What counts is a whole run,
from the start of the process to its end, so start-up, initial data and serial code are in it. The settings run in
turns, so that whatever else the machine does hits all; medians are compared. All outputs must be equal to gcc's.

    openmp   gcc -fopenmp with two threads
    1x1      one rank with one thread
    1x2      one rank with two threads: what a user gets who sets nothing, on two cores
    2x1      two ranks with one thread each
    4x1      four ranks with one thread each

The table has gcc's seconds, and for the other settings their time as a multiple of it: 1 is equal, less is faster. A
run that was cut off is '>N' (at least N times gcc's time); '-' is OpenMP where it does not build, 'wrong' a setting
that fails or prints something else. A '*' is a bound that is missed. The end of the output lists these, the worst
first.
"""
import argparse
import json
import math
import os
import pathlib
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from harness import difference, environment, run  # noqa: E402

PROGRAMS = {file.stem: file for file in sorted((ROOT / "bench/strangers").glob("*.c"))}
CORES = len(os.sched_getaffinity(0))
# The executable of a setting, and its variables.
SETTINGS = {
    "gcc": ("gcc", {}),
    "openmp": ("openmp", {"OMP_NUM_THREADS": 2}),
    "1x1": ("hydracc", {"HYDRA_NUM_THREADS": 1}),
    "1x2": ("hydracc", {"HYDRA_NUM_THREADS": 2}),
    "2x1": ("hydracc", {"HYDRA_RANKS": 2, "HYDRA_NUM_THREADS": 1}),
    "4x1": ("hydracc", {"HYDRA_RANKS": 4, "HYDRA_NUM_THREADS": 1}),
}
# The most that a setting may take, as a multiple of gcc's time, or of the better of gcc's and OpenMP's.
BOUNDS = {"1x1": 1.1, "1x2": 1.2, "2x1": 1.3, "4x1": 1.3 * max(1, 4 / CORES)}
BEST_OF_BOTH = {"1x2"}
FASTER = ("2x1", 2 / 3)  # the part of all programs that two ranks have to make faster than gcc


def arguments(source, quick):
    """What the program is run with: its line `// bench: …` or `// quick: …`."""
    mark = "// quick:" if quick else "// bench:"
    for line in source.read_text().splitlines():
        if line.startswith(mark):
            return line[len(mark):].split()
    sys.exit(f"bench/strangers.py: {source} has no line '{mark} …'")


def build(source, hydracc, folder):
    """Builds all executables of a program; gives, by name, the seconds that it took, and messages where it failed."""
    openmp = folder / f"{source.stem}-openmp.c"
    openmp.write_text(source.read_text().replace("#pragma hydra parallel for", "#pragma omp parallel for"))
    seconds, failed = {}, {}
    for kind, command in {"gcc": ["gcc", "-O2", "-w", source], "openmp": ["gcc", "-O2", "-w", "-fopenmp", openmp],
                          "hydracc": [hydracc, "--host=local", "-w", source]}.items():
        start = time.perf_counter()
        result = run([*command, "-o", folder / f"{source.stem}.{kind}", "-lm"], timeout=600)
        seconds[kind] = round(time.perf_counter() - start, 3)
        if result.status != 0:
            failed[kind] = result.describe()
    return seconds, failed


def timed(command, variables, timeout):
    """Seconds (None: cut off), status and the two outputs of a run. harness.run looks for the end every 50 ms only."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.perf_counter()
        process = subprocess.Popen([str(c) for c in command], stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                   env=environment({"HYDRA_POLICY": "auto", **variables}), start_new_session=True)
        late = threading.Event()

        def cut_off():
            late.set()
            os.killpg(process.pid, signal.SIGKILL)

        clock = threading.Timer(timeout, cut_off)
        clock.start()
        try:
            process.wait()
            seconds = time.perf_counter() - start
        finally:
            clock.cancel()
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        texts = []
        for stream in (out, err):
            stream.seek(0)
            texts.append(stream.read().decode("utf-8", "replace"))
    return None if late.is_set() else seconds, process.returncode, *texts


class Measured:
    """The times of one program: of each setting all runs' seconds, and what is wrong with it."""

    def __init__(self, source, options, folder):
        self.name, self.arguments = source.stem, arguments(source, options.quick)
        self.timeout, self.folder, self.expected = options.timeout, folder, None
        self.builds, failed = build(source, options.hydracc, folder)
        self.times = {setting: [] for setting in options.settings}
        self.cut, self.wrong, self.absent = set(), {}, set()
        for setting in options.settings:
            kind = SETTINGS[setting][0]
            if kind in failed and kind == "openmp":
                self.absent.add(setting)
            elif kind in failed:
                self.wrong[setting] = failed[kind]
        for _ in range(options.runs):
            for setting in options.settings:
                self.once(setting)

    def once(self, setting):
        if setting in self.cut or setting in self.wrong or setting in self.absent:
            return
        kind, variables = SETTINGS[setting]
        command = [self.folder / f"{self.name}.{kind}", *self.arguments]
        seconds, status, out, err = timed(command, variables, self.timeout)
        if setting == "gcc" and self.expected is None:
            if seconds is None or status != 0:
                sys.exit(f"bench/strangers.py: gcc's {self.name} fails (status {status}) or takes too long\n{err}")
            self.expected = out
        if seconds is None:
            self.cut.add(setting)
        elif status != 0 or out != self.expected:
            self.wrong[setting] = f"status {status}\n{difference(self.expected, out, 'gcc', setting)}{err[:2000]}"
        else:
            self.times[setting].append(seconds)

    def seconds(self, setting):
        """The median; for what was cut off the time after which that was; None where there is none."""
        if setting in self.wrong or setting in self.absent or setting not in self.times:
            return None
        return self.timeout if setting in self.cut else statistics.median(self.times[setting])

    def ratio(self, setting, to_best=False):
        own, others = self.seconds(setting), [self.seconds("gcc")]
        if to_best and "openmp" not in self.cut and self.seconds("openmp") is not None:
            others.append(self.seconds("openmp"))
        return None if own is None else own / min(others)

    def misses(self, setting):
        bound, ratio = BOUNDS.get(setting), self.ratio(setting, setting in BEST_OF_BOTH)
        return setting in self.wrong or setting in self.cut or (bound and ratio is not None and ratio > bound)

    def cell(self, setting, mark):
        if setting in self.absent or setting in self.wrong:
            return "- " if setting in self.absent else "wrong*"
        text = f">{math.floor(self.ratio(setting))}" if setting in self.cut else f"{self.ratio(setting):.2f}"
        return text + ("*" if mark and setting in BOUNDS and self.misses(setting) else " ")

    def row(self, mark):
        cells = "".join(f"{self.cell(setting, mark):>9}" for setting in self.times if setting != "gcc")
        return f"{self.name:22}{self.seconds('gcc'):8.3f}{cells}"

    def json(self):
        return {"arguments": self.arguments, "build_seconds": self.builds, "seconds": self.times,
                "cut_off": sorted(self.cut), "wrong": self.wrong}


def bounds(measured, settings):
    """Lines that say for each bound which programs miss it, the worst first; and these names, by setting."""
    lines, missed = [], {}
    for setting, bound in BOUNDS.items():
        if setting not in settings:
            continue
        to_best = setting in BEST_OF_BOTH
        late = [m for m in measured if m.misses(setting)]
        late.sort(key=lambda m: -(m.ratio(setting, to_best) or math.inf))
        missed[setting] = [m.name for m in late]
        names = [f"{m.name} " + ("wrong" if setting in m.wrong else
                                 f"{'>' if setting in m.cut else ''}{m.ratio(setting, to_best):.2f}") for m in late]
        reference = "the better of gcc and openmp" if to_best else "gcc"
        lines.append(f"{setting} <= {bound:.2g} x {reference}: {len(late)} of {len(measured)} miss it"
                     + (f": {', '.join(names)}" if names else ""))
        if setting == FASTER[0]:
            fast = sum(1 for m in measured if setting not in m.cut and (m.ratio(setting) or math.inf) < 1)
            needed = math.ceil(FASTER[1] * len(measured))
            lines.append(f"{setting} < 1.0 x gcc in two thirds: {fast} of {len(measured)}, {needed} needed"
                         + ("" if fast >= needed else ": missed"))
    return lines, missed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*", help="names of programs (default: all)")
    parser.add_argument("--hydracc", default=shutil.which("hydracc") or str(ROOT / "build/bin/hydracc"))
    parser.add_argument("--runs", type=int, help="of each setting (default 5; 1 with --quick)")
    parser.add_argument("--settings", default=",".join(SETTINGS), help="some of the default; gcc is always there")
    parser.add_argument("--quick", action="store_true", help="small sizes: checks outputs; the times say little")
    parser.add_argument("--timeout", type=float, default=30, help="seconds after which a run is cut off (default 30)")
    parser.add_argument("--json", metavar="FILE", help="also write all times there")
    options = parser.parse_args()
    if unknown := [name for name in options.programs if name not in PROGRAMS]:
        parser.error(f"no such program: {' '.join(unknown)}; there are {' '.join(PROGRAMS)}")
    asked = options.settings.replace(",", " ").split()
    if unknown := [name for name in asked if name not in SETTINGS]:
        parser.error(f"no such setting: {' '.join(unknown)}; there are {' '.join(SETTINGS)}")
    options.settings = [setting for setting in SETTINGS if setting == "gcc" or setting in asked]
    options.runs = options.runs or (1 if options.quick else 5)
    folder, measured = pathlib.Path(tempfile.mkdtemp(prefix="hydra-strangers-")), []
    load = os.getloadavg()[0]
    print(f"{CORES} cores, load {load:.2f}; medians of {options.runs} runs; -O2")
    print(f"{'program':22}{'gcc, s':>8}" + "".join(f"{s + ' ':>9}" for s in options.settings if s != "gcc"))
    try:
        for name in options.programs or PROGRAMS:
            program = Measured(PROGRAMS[name], options, folder)
            measured.append(program)
            print(program.row(mark=not options.quick), flush=True)
            for setting, message in program.wrong.items():
                print(f"FAILED {name} {' '.join(program.arguments)}, {setting}: {message}", flush=True)
            for file in folder.glob(f"{name}.*"):
                file.unlink()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    lines, missed = ([], {}) if options.quick else bounds(measured, options.settings)
    if lines:
        print(f"\nThe bounds (load {os.getloadavg()[0]:.2f}):\n" + "\n".join(lines))
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps({
            "cores": CORES, "load": load, "runs": options.runs, "quick": options.quick, "bounds": BOUNDS,
            "missed": missed, "programs": {m.name: m.json() for m in measured}}, indent=1) + "\n")
    sys.exit(1 if any(m.wrong for m in measured) else 0)


if __name__ == "__main__":
    main()
