#!/usr/bin/env python3
"""HYDRA_REPRODUCIBLE: sums of floating-point numbers have the same bits, whatever runs them. Without it they have not,
else this would test nothing."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import built_programs, environment, hydracc_test, run  # noqa: E402

PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
#define N 5003
struct grid { int n; double *x; };
static double a[N], hist[7], wide[64][9];
static float f[N];
static int index_of[N];
static int late = 3;
static void tally(int n, const double *x, double *h)
{
#pragma hydra parallel for reduction(+ : h[0:7])
    for (int i = 0; i < n; i++)
        h[(i * 3) % 7] += x[i] / (i + 1);
}
int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : N;
    double sum = 0.5, product = 1, norm = 0, shared = 0, most = -1;
    float thin = 0;
    long whole = 0;
    struct grid g = {n, malloc(n * sizeof(double))};
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        a[i] = 1.0 / (i + 3);
        f[i] = 0.1f * (i % 11);
        g.x[i] = (i % 17) * 0.3;
        index_of[i] = (i * 7 + late) % n;
    }
    for (int round = 0; round < 4; round++) {
#pragma hydra parallel for reduction(+ : sum, thin, whole) reduction(max : most)
        for (int i = round; i < n; i++) {
            sum += a[i] * g.x[i];
            thin += f[i];
            whole += i;
            if (g.x[i] > most)
                most = g.x[i];
        }
#pragma hydra parallel for reduction(* : product)
        for (int i = n - 1; i >= 0; i -= 2)
            product *= 1 + a[i] * 1e-3;
#pragma hydra parallel for reduction(+ : norm)
        for (int i = 0; i < n; i++)
            norm += a[index_of[i]] * i;
#pragma hydra parallel for reduction(+ : wide)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < 9; j++)
                wide[i % 64][j] += a[i] / (j + 1);
        tally(n, a, hist);
#pragma hydra parallel for reduction(+ : shared) if (round > 1)
        for (int i = 1; i < n; i++)
            shared += a[i - 1] - g.x[i];
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            a[i] += sum * 1e-6;
    }
    printf("%a %a %a %a %a %a %ld\n", sum, product, norm, shared, most, thin, whole);
    for (int k = 0; k < 7; k++)
        printf("%a ", hist[k]);
    for (int k = 0; k < 64; k++)
        printf("%a ", wide[k][k % 9]);
    printf("\n");
    return 0;
}
"""
WAYS = [(ranks, {}) for ranks in (1, 2, 3, 4, 7)] + [
    (1, {"HYDRA_NUM_THREADS": 3}), (2, {"HYDRA_NUM_THREADS": 2}), (3, {"HYDRA_PARTITION": "cyclic"}),
    (3, {"HYDRA_PARTITION": "weighted:1,2,5"}), (4, {"HYDRA_PARTITION": "grid"}), (3, {"HYDRA_POLICY": "auto"}),
    (1, {"HYDRA_POLICY": "auto"}), (2, {"HYDRA_POLICY": "floor"}), (3, {"HYDRA_MESSAGE_BYTES": 24})]


with hydracc_test("cli.reproducible", __doc__) as (report, hydracc, folder):
    for _, program in built_programs(report, hydracc, folder, "sums.c", [("sums", PROGRAM)]):
        for args in ((), ("3",), ("64",)):
            outputs = {0: {}, 1: {}}
            for reproducible, found in outputs.items():
                for ranks, more in WAYS:
                    result = run([program, *args], env=environment(
                        {"HYDRA_RANKS": ranks, "HYDRA_REPRODUCIBLE": reproducible, **more}))
                    report.check(result.status == 0 and not result.err, result.describe())
                    found.setdefault(result.out, []).append((ranks, more))
            report.check(len(outputs[1]) == 1, f"{args}: {len(outputs[1])} results: {list(outputs[1].values())}")
            report.check(args or len(outputs[0]) > 1, "all ways give the same results anyway")
        wrong = run([program], env=environment({"HYDRA_REPRODUCIBLE": "yes"}))
        report.check(wrong.status == 70 and "HYDRA_REPRODUCIBLE" in wrong.err, wrong.describe())
