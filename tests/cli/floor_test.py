#!/usr/bin/env python3
"""The floor: where sharing out costs more than it saves every rank runs everything, where it pays ranks share, and the
answer is the same. What is decided is counted, so it is the same each time."""
import argparse
import json
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import Report, environment, run  # noqa: E402

GOES = "every rank runs all of it"
RETURNS = "ranks share out again"

# Launches that are too small, and nothing else.
SMALL = """#include <stdio.h>
static double a[64];
int main(void)
{
    for (int s = 0; s < 20000; s++) {
#pragma hydra parallel for
        for (int i = 1; i < 63; i++)
            a[i] += 0.25 * i + s;
        a[0] = a[1 + s % 60];
    }
    printf("%.17g %.17g\\n", a[0], a[40]);
    return 0;
}
"""

# Launches that seem to save something, and are too small for the messages that they need.
MEDIUM = """#include <stdio.h>
static double a[4000], b[4000];
int main(void)
{
    for (int s = 0; s < 20000; s++) {
#pragma hydra parallel for
        for (int i = 1; i < 3999; i++)
            b[i] = 0.25 * (a[i - 1] + a[i + 1]) + 0.5 * a[i];
#pragma hydra parallel for
        for (int i = 1; i < 3999; i++)
            a[i] = 0.25 * (b[i - 1] + b[i + 1]) + 0.5 * b[i] + 0.25 * i;
    }
    printf("%.17g %.17g\\n", a[0], a[40]);
    return 0;
}
"""

# Launches that are worth a message.
LARGE = """#include <stdio.h>
static double a[3000][500], b[3000][500];
int main(void)
{
    for (int s = 0; s < 8; s++) {
#pragma hydra parallel for
        for (int i = 1; i < 2999; i++)
            for (int j = 1; j < 499; j++)
                b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]) + i % 7;
#pragma hydra parallel for
        for (int i = 1; i < 2999; i++)
            for (int j = 1; j < 499; j++)
                a[i][j] = b[i][j];
    }
    printf("%.17g %.17g\\n", a[1500][250], a[7][7]);
    return 0;
}
"""

# First the one, then the other; sums of both.
BOTH = """#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    long n = 2000000;
    double *x = malloc(n * sizeof *x), small[4000] = {0}, next[4000] = {0}, s = 0;
    for (int t = 0; t < 20000; t++) {
#pragma hydra parallel for
        for (int i = 1; i < 3999; i++)
            next[i] = 0.25 * (small[i - 1] + small[i + 1]) + 0.5 * small[i];
#pragma hydra parallel for
        for (int i = 1; i < 3999; i++)
            small[i] = 0.25 * (next[i - 1] + next[i + 1]) + 0.5 * next[i] + 0.25 * i;
    }
    for (int t = 0; t < 20; t++) {
#pragma hydra parallel for
        for (long i = 0; i < n; i++) {
            double v = i + small[i % 4000];
            for (int k = 0; k < 40; k++)
                v = v * 0.999 + k;
            x[i] = v;
        }
#pragma hydra parallel for reduction(+:s)
        for (long i = 0; i < n; i++)
            s += x[i] * 1e-9;
    }
    printf("%.17g %.17g %.17g\\n", x[7], x[n - 1], small[31]);
    printf("%.9g\\n", s);
    return 0;
}
"""


class Program:
    def __init__(self, report, hydracc, folder, name, text):
        self.report, self.folder, self.name = report, folder, name
        (folder / f"{name}.c").write_text(text)
        for command in ([hydracc, "--host=local", f"{name}.c", "-o", name],
                        ["gcc", "-O1", "-ffp-contract=off", "-w", f"{name}.c", "-o", f"{name}.gcc"]):
            result = run(command, cwd=folder)
            report.check(result.status == 0, result.describe())
        self.expected = run([folder / f"{name}.gcc"]).out

    def said(self, ranks, policy, **more):
        """What three ranks say of the policy, having printed the right thing; and the loops' counters."""
        stats = self.folder / "stats.json"
        variables = {"HYDRA_RANKS": ranks, "HYDRA_POLICY": policy, "HYDRA_VERBOSE": 1, "HYDRA_NUM_THREADS": 1,
                     "HYDRA_STATS": stats, **more}
        result = run([self.folder / self.name], env=environment(variables))
        self.report.check(result.status == 0 and result.out == self.expected,
                          f"{self.name}, {policy}: not {self.expected!r}\n{result.describe()}")
        lines = [line for line in result.err.splitlines() if GOES in line or RETURNS in line]
        return lines, json.loads(stats.read_text())["loops"] if stats.exists() else []


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--hydracc", required=True)
    hydracc = parser.parse_args().hydracc
    report = Report("cli.floor")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hydra-test-")).resolve()
    try:
        small, medium, large, both = (
            Program(report, hydracc, folder, name, text)
            for name, text in (("small", SMALL), ("medium", MEDIUM), ("large", LARGE), ("both", BOTH)))
        lines, loops = small.said(3, "auto")  # every program begins there
        report.check(not lines and loops[0]["replicated"] == loops[0]["launches"] == 20000, f"small: {lines}; {loops}")
        lines, loops = medium.said(3, "auto")
        report.check(len(lines) == 1 and GOES in lines[0] and "medium.c:" in lines[0], f"medium: says {lines}")
        report.check(loops[0]["launches"] == 20000 and loops[0]["replicated"] > 15000, f"medium: {loops}")
        again, loops_again = medium.said(3, "auto")
        report.check(lines == again and loops[0]["distributed"] == loops_again[0]["distributed"],
                     f"medium: not the same each time: {lines}, {again}; {loops}, {loops_again}")
        lines, loops = large.said(3, "auto")
        report.check(not lines and all(loop["distributed"] == loop["launches"] == 8 for loop in loops),
                     f"large: says {lines}; {loops}")
        lines, loops = both.said(3, "auto")
        report.check(len(lines) >= 2 and GOES in lines[0] and RETURNS in lines[1] and GOES not in lines[-1],
                     f"both: says {lines}")
        report.check(loops[0]["replicated"] > 15000 and loops[2]["distributed"] >= 18, f"both: {loops}")
        lines, loops = small.said(3, "distribute")
        report.check(not lines and loops[0]["distributed"] == 20000, f"distribute: says {lines}; {loops}")
        lines, loops = large.said(3, "floor")
        report.check(not lines and all(loop["replicated"] == 8 for loop in loops), f"floor: says {lines}; {loops}")
        lines, _ = large.said(3, "alternate")
        report.check(len(lines) >= 4, f"alternate: {len(lines)} changes")
        result = run([folder / "small"], env=environment({"HYDRA_POLICY": "never"}))
        report.check(result.status == 70 and "HYDRA_POLICY='never' is neither" in result.err, result.describe())
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    report.finish()


if __name__ == "__main__":
    main()
