#!/usr/bin/env python3
"""HYDRA_DRYRUN=P counts what P ranks would send: its counters equal those of a real run. With `,run` the output does,
too. Without, the run stops where computed data decide how the program goes on, and only there."""
import argparse
import json
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import Report, environment, run  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
RANKS = (2, 3, 4, 7)

# Array reductions by owners: a run without kernels does not know what is accumulated, and counts the most.
AT_MOST = {"histogram_large"}

# Programs with their arguments, and whether a run without kernels gets to their end.
SAMPLES = {
    "jacobi": (["50", "4", "1", "1"], True), "floyd": (["40", "1"], True), "lu": (["45"], True),
    "heat3d": (["20", "4"], True), "fdtd2d": (["40", "4"], True), "adi": (["40", "3"], True),
    "covcol": (["40", "30"], True), "nbody": (["50", "3"], True), "seidel": (["50", "2"], True),
    "gemver": (["40"], True), "matmul": ([], True),
}
PROGRAMS = {
    "histogram_large": True,
    "last_value": True,       # values of the last iteration go to all
    "merge_rule": False,      # who changes what is computed
    "may_write": True,
    "converge": False,        # a reduction ends the time loop
    "cg": False,
    "bfs": False,
    "csr": True,              # inspectors, of arrays that serial code fills
    "permutations": False,    # inspectors, of an array that a loop fills
    "table_changes": True,    # pointers in tables
    "print_fields": False,    # elements end a serial loop
    "copies_and_reads": False,
    "rodinia_kmeans": False,
    "loop_with_output": False,
    "redops": True,
    "backward_extremes": True,
}

# Argument 1: who decides. 0: nobody; 1: a reduction, through a function; 2: an element; 3: the last iteration's value;
# 4: an element that serial code stored, and no loop; 5: as a subscript.
DECIDING = r"""
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
static double a[100], saved[100];
static double norm(double sum) { return sqrt(sum / 100); }
int main(int argc, char **argv)
{
    int way = argc > 1 ? atoi(argv[1]) : 0, last = 0;
    double first = 5;
    for (int i = 0; i < 100; i++)
        a[i] = i % 7;
    saved[3] = 8;
    for (int t = 0; t < 5; t++) {
        double sum = 0, checksum = 0;
#pragma hydra parallel for reduction(+:sum) private(last)
        for (int i = 0; i < 100; i++) {
            last = i * t;
            a[i] = a[i] * 0.5 + last % 3;
            sum += a[i];
        }
        WAY
        for (int i = 0; i < 100; i++)
            checksum += a[i];
        if (checksum > 1000)
            printf("large\n");
        printf("%g %g\n", sum, checksum);
    }
    printf("%g\n", a[17]);
    return 0;
}
"""
WAYS = {
    "nobody": ("", True),
    "a reduction": ("if (norm(sum) < 0.1) break;", False),
    "an element": ("if (a[5] > 100) break;", False),
    "an element in a loop": ("for (int i = 0; i < 100; i++) if (a[i] < 0) return 1;", False),
    "a stored element": ("if (saved[3] > 100) break;", True),
    "a copied element": ("saved[3] = a[3]; if (saved[3] > 100) break;", False),
    "a stored reduction": ("saved[3] = sum; if (saved[3] > 100) break;", False),
    "the last value": ("printf(\"%d\\n\", last); if (last == 1000) break;", False),
    "a subscript": ("printf(\"%g\\n\", saved[(int)a[4] % 100]);", False),
    "a variable": ("first = sum; if (first < 0) exit(3);", False),
    "a message": ("if (sum > 50) printf(\"%g\\n\", sum); else puts(\"small\");", True),
}


def counters(path):
    counted = json.loads(path.read_text())
    del counted["plans"], counted["seconds"], counted["account"], counted["memory"]
    counted.pop("dry", None)
    for loop in counted["loops"]:
        del loop["seconds"]
    return counted


class Checks:
    def __init__(self, hydracc, folder, report):
        self.hydracc, self.folder, self.report = hydracc, folder, report

    def build(self, source, name):
        result = run([self.hydracc, "-w", "--host=local", source, "-lm", "-o", name], cwd=self.folder)
        return self.report.check(result.status == 0, f"{name} does not build\n{result.describe()}")

    def execute(self, name, arguments, **env):
        stats = self.folder / "stats.json"
        stats.unlink(missing_ok=True)
        result = run([self.folder / name, *arguments], cwd=self.folder,
                     env=environment({"HYDRA_STATS": stats, "HYDRA_NUM_THREADS": 1, **env}))
        return result, counters(stats) if stats.exists() else None

    def compare(self, name, arguments, reaches_end, ranks):
        real, counted = self.execute(name, arguments, HYDRA_RANKS=ranks)
        where = f"{name} {' '.join(arguments)} on {ranks} ranks: "
        self.report.check(counted is not None, where + real.describe())
        ran, also = self.execute(name, arguments, HYDRA_DRYRUN=f"{ranks},run")
        self.report.check(ran.out == real.out and ran.status == real.status,
                          f"{where}the output differs\n{real.describe()}{ran.describe()}")
        self.report.check(also == counted, f"{where},run counted\n{also}\nnot\n{counted}")
        dry, also = self.execute(name, arguments, HYDRA_DRYRUN=ranks)
        if name in AT_MOST and also is not None:
            for what in ("bytes", "messages"):
                self.report.check(counted["reduction"][what] <= also["reduction"][what], f"{where}counted too little")
            also["reduction"] = counted["reduction"]
        if reaches_end:
            self.report.check(dry.status == 0 and dry.out == "" and also == counted,
                              f"{where}counted\n{also}\nnot\n{counted}\n{dry.describe()}")
        else:
            self.report.check(dry.status == 70 and f"HYDRA_DRYRUN={ranks},run" in dry.err and also is None,
                              f"{where}does not stop\n{dry.describe()}")


def deciding(checks):
    for name, (way, reaches_end) in WAYS.items():
        (checks.folder / "way.c").write_text(DECIDING.replace("WAY", way))
        if checks.build("way.c", "way"):
            real, counted = checks.execute("way", [], HYDRA_RANKS=3)
            dry, also = checks.execute("way", [], HYDRA_DRYRUN=3)
            good = also == counted and dry.status == 0 if reaches_end else dry.status == 70 and "dry run" in dry.err
            checks.report.check(good, f"{name}:\n{dry.describe()}{counted}\n{also}")
            ran, also = checks.execute("way", [], HYDRA_DRYRUN="3,run")
            checks.report.check(also == counted and ran.out == real.out, f"{name}, run:\n{ran.describe()}")


# It writes a file, and prints; nothing of either is computed.
QUIET = r"""
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    double *a = malloc(1000 * sizeof *a);
#pragma hydra parallel for
    for (int i = 0; i < 1000; i++)
        a[i] = i;
    FILE *f = fopen("result.txt", "w");
    fprintf(f, "%g\n", a[10]);
    fclose(f);
    printf("%g\n", a[11]);
    return 0;
}
"""


def other_matters(checks):
    report, folder = checks.report, checks.folder
    (folder / "quiet.c").write_text(QUIET)
    if not checks.build("quiet.c", "quiet"):
        return
    # The table says that nothing ran, and which placement it is about; the seconds are not the ranks'.
    result = run([folder / "quiet"], cwd=folder, env=environment({"HYDRA_DRYRUN": 5}))
    first, *rows = result.err.splitlines()
    report.check(first.startswith("hydra: dry run of 5 ranks: ") and "kernels" not in first and
                 not any(row.endswith(" s") for row in rows), result.describe())
    if checks.build(ROOT / "samples" / "heat2d.c", "heat2d"):
        result = run([folder / "heat2d"], cwd=folder, env=environment({"HYDRA_DRYRUN": 16}))
        placed, first, *rows = result.err.splitlines()
        report.check("16 ranks have 4 x 4 boxes of arrays" in placed and "dry run of 16 ranks" in first, result.describe())
    (folder / "result.txt").write_text("kept\n")
    result = run([folder / "quiet"], cwd=folder, env=environment({"HYDRA_DRYRUN": 5}))
    report.check(result.status == 0 and result.out == "" and "5 ranks" in result.err, result.describe())
    report.check((folder / "result.txt").read_text() == "kept\n", "a dry run overwrote a file")
    result = run([folder / "quiet"], cwd=folder, env=environment({"HYDRA_DRYRUN": "5,run"}))
    report.check(result.status == 0 and result.out == "11\n", result.describe())
    report.check((folder / "result.txt").read_text() == "10\n", "a dry run that computes wrote no file")
    for wrong, message in (({"HYDRA_DRYRUN": "0"}, "number of ranks"), ({"HYDRA_DRYRUN": "4,go"}, "number of ranks"),
                           ({"HYDRA_DRYRUN": "4", "HYDRA_VERIFY": "1"}, "HYDRA_VERIFY"),
                           ({"HYDRA_DRYRUN": "4", "OMPI_COMM_WORLD_SIZE": "2"}, "mpirun")):
        result = run([folder / "quiet"], cwd=folder, env=environment(wrong))
        report.check(result.status == 70 and message in result.err, f"{wrong}\n{result.describe()}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--hydracc", required=True)
    report = Report("cli.dryrun")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hydra-test-")).resolve()
    try:
        checks = Checks(parser.parse_args().hydracc, folder, report)
        for name, (arguments, reaches_end) in SAMPLES.items():
            if checks.build(ROOT / "samples" / f"{name}.c", name):
                for ranks in RANKS:
                    checks.compare(name, arguments, reaches_end, ranks)
        for name, reaches_end in PROGRAMS.items():
            if checks.build(ROOT / "tests" / "programs" / f"{name}.c", name):
                for ranks in RANKS:
                    checks.compare(name, [], reaches_end, ranks)
        deciding(checks)
        other_matters(checks)
    finally:
        shutil.rmtree(folder)
    report.finish()


if __name__ == "__main__":
    main()
