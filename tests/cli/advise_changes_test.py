#!/usr/bin/env python3
"""hydracc --advise: what it says to write is written into a copy, and dry runs count what it has said."""
import argparse
import json
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from harness import Report, environment, run  # noqa: E402

PROGRAM = """#include <stdio.h>
#include <stdlib.h>
#include "sizes.h"
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : SIZE;
    double (*h)[n] = malloc(sizeof(double[n][n])), (*u)[n] = malloc(sizeof(double[n][n]));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            h[i][j] = i + j;
            u[i][j] = 0;
        }
    for (int t = 0; t < 10; t++) {
#pragma hydra parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                u[i][j] = 0.25 * (h[i - 1][j] + h[i + 1][j] + h[i][j - 1] + h[i][j + 1]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                h[i][j] += 0.1 * u[i][j];
    }
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s += h[i][j];
    printf("%g\\n", s);
    return 0;
}
"""


def moved(report, folder, hydracc, source, argument):
    """The bytes and messages that a dry run of the source counts."""
    result = run([hydracc, "--host=local", source, "-o", "p"], cwd=folder)
    report.check(result.status == 0, result.describe())
    run(["./p", argument], cwd=folder, env=environment({"HYDRA_DRYRUN": 4, "HYDRA_STATS": "s.json"}))
    stats = json.loads((folder / "s.json").read_text())
    kinds = ("coherence", "serial", "reduction")
    return tuple(sum(stats[kind][what] for kind in kinds) for what in ("bytes", "messages"))


def number(text):
    return int(text.replace(",", ""))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--hydracc", required=True)
    hydracc = pathlib.Path(parser.parse_args().hydracc).resolve()
    report = Report("cli.advise_changes")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "water").mkdir()
        (folder / "water/sizes.h").write_text("enum { SIZE = 60 };\n")
        (folder / "water/water.c").write_text(PROGRAM)
        result = run([hydracc, "--advise", "water/water.c", "--", "90"], cwd=folder)
        report.check(result.status == 0, result.describe())
        first = re.search(r"^water with HYDRA_DRYRUN=4: ([\d,]+) bytes in ([\d,]+) messages", result.out, re.M)
        advice = re.search(r"^ 1\. water/water\.c:(\d+): write '(.*)' before this line\n"
                           r"    ([\d,]+) bytes in ([\d,]+) messages instead of", result.out, re.M)
        together = re.search(r"together: ([\d,]+) bytes", result.out)
        report.check(first and advice and together, result.describe())
        now = moved(report, folder, hydracc, "water/water.c", "90")
        report.check((number(first[1]), number(first[2])) == now, f"{now} as it is\n{result.describe()}")
        report.check(int(advice[1]) == 18, result.describe())
        lines = PROGRAM.splitlines()
        lines.insert(int(advice[1]) - 1, advice[2])
        (folder / "water/changed.c").write_text("\n".join(lines) + "\n")
        then = moved(report, folder, hydracc, "water/changed.c", "90")
        report.check((number(advice[3]), number(advice[4])) == then, f"{then} then\n{result.describe()}")
        report.check(then[0] * 5 < now[0] and number(together[1]) <= then[0], f"{now}, {then}, {together[1]}")
        report.check((folder / "water/water.c").read_text() == PROGRAM, "the source has changed")

        (folder / "done.c").write_text((ROOT / "samples/jacobi.c").read_text())
        result = run([hydracc, "--advise", "done.c", "--", "60", "3", "0", "1"], cwd=folder,
                     env=environment({"HYDRA_DRYRUN": 2}))
        report.check(result.status == 0 and "No change that was tried saves any of it." in result.out, result.describe())
        (folder / "wrong.c").write_text("int main(void) { return x; }\n")
        for words, status in ((["wrong.c"], 1), (["done.c", "--check"], 2), (["done.c", "--", "-1"], 3)):
            result = run([hydracc, "--advise", *words], cwd=folder)
            report.check(result.status == status and result.err != "", result.describe())
    report.finish()


if __name__ == "__main__":
    sys.exit(main())
