#!/usr/bin/env python3
"""Clocks tell of what all ranks did: the time of a loop of which rank 0, whose clock it is, has no part."""
import argparse
import pathlib
import re
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import MPIRUN, Report, environment, run  # noqa: E402

PROGRAM = """#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}
static double day(void)
{
    struct timeval t;
    gettimeofday(&t, NULL);
    return t.tv_sec + 1e-6 * t.tv_usec;
}
int main(void)
{
    int n = 64;
    double *x = malloc(n * sizeof *x);
    const double began = now(), day_began = day();
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        double v = i;
        for (int k = 0; k < 4000000; k++)
            v = v * 0.999999 + 1e-6;
        x[i] = v;
    }
    const double took = now() - began, day_took = day() - day_began;
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i];
    printf("%.6f %.6f %.6f\\n", took, day_took, now() - began);
    return s < 0;
}
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--hydracc", required=True)
    hydracc = parser.parse_args().hydracc
    report = Report("cli.clock")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hydra-test-")).resolve()
    try:
        (folder / "timed.c").write_text(PROGRAM)
        for args in (["--host=local", "timed.c", "-o", "local"], ["timed.c", "-o", "mpi"]):
            result = run([hydracc, *args], cwd=folder)
            if not report.check(result.status == 0, result.describe()):
                report.finish()
        for command, variables in (([folder / "local"], {"HYDRA_RANKS": 2}), ([*MPIRUN, "-n", "2", folder / "mpi"], {})):
            result = run(command, env=environment({"HYDRA_PARTITION": "weighted:0,1", "HYDRA_NUM_THREADS": 1, **variables}))
            times = [float(word) for word in re.findall(r"[\d.]+", result.out)]
            # To bring all elements to rank 0 takes until they are there, whatever clocks tell: nearly all of it is the loop.
            report.check(result.status == 0 and len(times) == 3 and min(times[:2]) > 0.5 * times[2],
                         f"the loop took {times[:2]} of {times[2:]} s\n{result.describe()}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    report.finish()


if __name__ == "__main__":
    main()
