#!/usr/bin/env python3
"""Small arrays that loops only read reach a device by value: nothing is sent for them, however often serial code changes
them, and they take none of its memory. What a loop writes, or what is too large, is memory there as ever."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import environment, hydracc_test, run  # noqa: E402

N, STEPS = 60, 7
PROGRAM = """#include <stdio.h>
#define N {n}
#define STEPS {steps}
typedef struct {{ double k[3]; int n; }} par;
static double in[N][N], out[N][N];
{globals}
int main(void)
{{
    {locals}
    double sum = 0;
    #pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            in[i][j] = out[i][j] = (i * 7 + j * 3) % 11;
    for (int t = 0; t < STEPS; t++) {{
        {change}
        #pragma hydra parallel for{clause}
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++) {{
                {body}
            }}
        #pragma hydra parallel for
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                in[i][j] = out[i][j] * 0.25;
    }}
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += in[i][j] * (i % 13);
    printf("%.17g\\n", sum);
    return 0;
}}
"""
CONVOLUTION = """double s = 0;
                for (int a = 0; a < 3; a++)
                    for (int b = 0; b < 3; b++)
                        s += weights[a][b] * in[i + a - 1][j + b - 1];
                out[i][j] = s;"""
CHANGE = """for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++)
                weights[a][b] = 1.0 / (9 + t + a * b);"""
SUM = "static double of(const double *w, int i) { return w[0] + w[i % 2]; }"
NEIGHBOURS = "in[i - 1][j - 1] + in[i + 1][j + 1]"
PAIR = "weights[t % 2] = weights[1 - t % 2] = t;"
# Where the array is, what changes it, what reads it, and how many bytes of it go to each device in each step; what is
# read of the neighbours' rows goes there besides.
CASES = {
    "nothing": ("", "", "", f"out[i][j] = {NEIGHBOURS};", 0),
    "automatic": ("", "double weights[3][3];", CHANGE, CONVOLUTION, 0),
    "global": ("double weights[3][3];", "", CHANGE, CONVOLUTION, 0),
    "pointer": ("static double weights[9];", "", "for (int k = 0; k < 9; k++) weights[k] = t + k;",
                f"const double *w = weights; out[i][j] = {NEIGHBOURS} + w[j % 9] + *w;", 0),
    "function": (SUM, "double weights[2];", PAIR, f"out[i][j] = {NEIGHBOURS} + of(weights, j);", 0),
    "member": ("static par p;", "", "p.k[0] = p.k[1] = p.k[2] = t; p.n = t;",
               f"out[i][j] = {NEIGHBOURS} + p.k[j % 3] + p.n;", 0),
    "records": ("static par p[3];", "", "for (int k = 0; k < 3; k++) p[k].k[0] = p[k].k[1] = p[k].k[2] = t + k;",
                f"out[i][j] = {NEIGHBOURS} + p[j % 3].k[i % 3];", 0),
    "reduced": ("static double weights[3];", "", "weights[0] = weights[1] = weights[2] = t;",
                f"out[i][j] = {NEIGHBOURS}; sum += (int)weights[j % 3];", 0),
    # Where the address counts, and what is large.
    "subtracted": ("static double weights[2];", "", PAIR,
                   f"const double *w = &weights[j % 2]; out[i][j] = {NEIGHBOURS} + *w + (w - weights);", 16),
    "large": ("static double weights[40];", "", "for (int k = 0; k < 40; k++) weights[k] = t + k;",
              f"out[i][j] = {NEIGHBOURS} + weights[(i + j) % 40];", 320),
}
# Loops store into the array by a pointer of which nothing in the program says so. What they have left is what the next
# loop has; the one that reads the array by its name, too, is run by the host.
HIDDEN = """#include <stdint.h>
#include <stdio.h>
static double weights[4], out[100];
int main(void)
{
    uintptr_t number = (uintptr_t)weights;
    double *hidden = (double *)number;
    for (int t = 0; t < 3; t++) {
        weights[t] = t + 1;
        #pragma hydra parallel for
        for (int i = 0; i < 4; i++)
            hidden[i] = hidden[i] * 2 + i;
        #pragma hydra parallel for
        for (int i = 0; i < 100; i++)
            out[i] += weights[i % 4];
        #pragma hydra parallel for
        for (int i = 0; i < 4; i++)
            hidden[i] += weights[i] * 0.5;
    }
    printf("%.17g %.17g %.17g %.17g\\n", out[0], out[1], out[3], weights[2]);
    return 0;
}
"""


def main():
    with hydracc_test("device_values", __doc__) as (report, hydracc, folder):
        (folder / "kernels").mkdir()

        def built(name, globals_, locals_, change, body, clause=""):
            (folder / f"{name}.c").write_text(PROGRAM.format(
                n=N, steps=STEPS, globals=globals_, locals=locals_, change=change, body=body, clause=clause))
            for target in ("cpu", "opencl"):
                made = run([hydracc, "--host=local", f"--target={target}", f"{name}.c", "-o", f"{name}_{target}"],
                           cwd=folder)
                report.check(made.status == 0 and made.err == "", f"does not build\n{made.describe()}")
            return run([folder / f"{name}_cpu"], env=environment({"HYDRA_RANKS": 1})).out

        def counted(name, expected, **variables):
            stats = folder / "stats.json"
            stats.unlink(missing_ok=True)
            result = run([folder / f"{name}_opencl"], env=environment(
                {"POCL_MAX_PTHREAD_COUNT": 1, "POCL_CACHE_DIR": folder / "kernels", "HYDRA_STATS": stats, **variables}))
            report.check(result.status == 0 and result.out == expected and result.err == "",
                         f"{variables}\n{result.describe()}")
            return json.loads(stats.read_text())["device"] if stats.exists() else {"h2d_bytes": -1}

        for name, (*parts, sent) in CASES.items():
            expected = built(name, *parts, clause=" reduction(+:sum)" if name == "reduced" else "")
            for ranks in (1, 3):
                moved = counted(name, expected, HYDRA_RANKS=ranks)["h2d_bytes"]
                inside, border = (N - 2, 2) if parts[-1] == CONVOLUTION else (N - 3, 1)  # which no step changes
                wanted = 2 * (ranks - 1) * 8 * (STEPS * inside + border) + ranks * sent * STEPS
                report.check(moved == wanted, f"{name}, {ranks} ranks: {moved} bytes, expected {wanted}")

        # In all the other ways in which loops run on devices.
        expected = run([folder / "automatic_cpu"], env=environment({"HYDRA_RANKS": 1})).out
        two = {"HYDRA_DEVICES": "cpu/2", "POCL_MAX_PTHREAD_COUNT": 2}
        arrays = 2 * 8 * N * N
        for variables in ({"HYDRA_VERIFY": 1}, two, {"HYDRA_PARTITION": "cyclic", "HYDRA_DEVICE_PAGE": 64},
                          {"HYDRA_DEVICE_MEMORY": arrays // 4}, {**two, "HYDRA_DEVICE_MEMORY": arrays // 3},
                          {"HYDRA_PARTITION": "grid:1x3"}):
            counted("automatic", expected, HYDRA_RANKS=3, **variables)
        dry = run([folder / "automatic_opencl"], env=environment({"HYDRA_DRYRUN": 4}))
        report.check(dry.status == 0, f"a dry run\n{dry.describe()}")

        (folder / "hidden.c").write_text(HIDDEN)
        sequential = run(["gcc", "-w", "hidden.c", "-o", "hidden"], cwd=folder)
        made = run([hydracc, "--host=local", "--target=opencl", "hidden.c", "-o", "hidden_opencl"], cwd=folder)
        report.check(sequential.status == 0 and made.status == 0, f"does not build\n{made.describe()}")
        expected = run([folder / "hidden"]).out
        for ranks in (1, 3):
            result = run([folder / "hidden_opencl"], env=environment(
                {"POCL_MAX_PTHREAD_COUNT": 1, "POCL_CACHE_DIR": folder / "kernels", "HYDRA_RANKS": ranks}))
            report.check(result.status == 0 and result.out == expected and
                         result.err == "hydra: hidden.c:17: warning: runs on the host: it stores into what it is handed by "
                                       "value\n", f"stored into by a hidden pointer, {ranks} ranks\n"
                         f"{result.describe()}")



if __name__ == "__main__":
    sys.exit(main())
