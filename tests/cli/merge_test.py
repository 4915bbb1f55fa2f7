#!/usr/bin/env python3
"""Ranks that may write the same elements: what travels when they merge, and the error when two differ."""
import argparse
import json
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import MPIRUN, Report, environment, run  # noqa: E402

# Argument 1: the iteration that goes up where it should not, or -1; 2: what it writes.
MARKS = """#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = 40, wrong = atoi(argv[1]), value = atoi(argv[2]);
    int (*mark)[8] = malloc((n + 1) * sizeof *mark), *up = malloc(n * sizeof(int));
    for (int i = 0; i < n; i++)
        up[i] = i == wrong;
    for (int i = 0; i <= n; i++)
        for (int j = 0; j < 8; j++)
            mark[i][j] = 0;
    for (int t = 0; t < 5; t++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int j = 0; j < 8; j++)
                if (up[i])
                    mark[i + 1][j] = value;
                else
                    mark[i][j] = i * 10 + j % 2 + t;
    }
    for (int i = 0; i <= n; i++)
        printf("%d %d\\n", mark[i][0], mark[i][7]);
    return 0;
}
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--hydracc", required=True)
    hydracc = parser.parse_args().hydracc
    report = Report("cli.merge")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hydra-test-")).resolve()
    try:
        (folder / "marks.c").write_text(MARKS)
        for args in (["--host=local", "marks.c", "-o", "local"], ["marks.c", "-o", "mpi"]):
            result = run([hydracc, *args], cwd=folder)
            if not report.check(result.status == 0, f"does not build\n{result.describe()}"):
                report.finish()
        local = folder / "local"
        expected = run([local, "-1", "0"], env=environment({}), cwd=folder).out

        for ranks in (2, 4):
            result = run([local, "-1", "0"], env=environment({"HYDRA_RANKS": ranks, "HYDRA_STATS": "stats.json"}),
                         cwd=folder)
            report.check(result.out == expected and result.status == 0 and result.err == "", result.describe())
            stats = json.loads((folder / "stats.json").read_text())
            # One row a border, which the lower rank does not change: its owner sends it, the other one nothing new.
            least = 5 * (ranks - 1) * 8 * 4
            report.check(least <= stats["coherence"]["bytes"] <= 2 * least, f"{ranks} ranks: {stats['coherence']}")
            traffic = sum(sum(row) for row in stats["traffic"])
            report.check(traffic == stats["coherence"]["bytes"] + stats["serial"]["bytes"], f"{traffic}: {stats}")
            for rows in ("arrays", "loops"):
                counted = sum(row["coherence_bytes"] for row in stats[rows])
                report.check(counted == stats["coherence"]["bytes"], f"{rows}: {stats[rows]}")

        # Iteration 19 of 40 is the last of the first of two ranks; iteration 20 writes 200 and 201 to row 20.
        race = ("the loop is not parallel: iterations of rank 0 and of rank 1 change mark[20][0] to different values "
                "[hydra-race]")
        for command, variables in (([local], {"HYDRA_RANKS": 2}), ([*MPIRUN, "-n", "2", folder / "mpi"], {})):
            result = run([*command, "19", "5"], env=environment(variables), cwd=folder)
            report.check(result.status == 70 and "marks.c:14: " + race in result.err, result.describe())
        result = run([local, "19", "5"], env=environment({"HYDRA_RANKS": 2, "HYDRA_VERIFY": 1}), cwd=folder)
        report.check(result.status == 71 and "mark[20][0]" in result.err and "[hydra-race]" in result.err,
                     result.describe())
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    report.finish()


if __name__ == "__main__":
    main()
