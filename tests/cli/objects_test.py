#!/usr/bin/env python3
"""Programs that are linked with an object file which hydracc never saw: it keeps pointers, changes arrays, and calls
functions of the program, through pointers and by their names."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import environment, hydracc_test, run  # noqa: E402

LIBRARY = """
extern void refine(double *p, int n);
static double *kept;
static int kept_n;
void keep(double *p, int n) { kept = p; kept_n = n; }
double kept_sum(void)
{
    double s = 0;
    for (int i = 0; i < kept_n; i++)
        s += kept[i] * (i + 1);
    return s;
}
void scale_all(double *p, int n, double by)
{
    for (int i = 0; i < n; i++)
        p[i] *= by;
}
void apply(void (*f)(double *, int), double *p, int n)
{
    f(p, n);
    p[0] += p[n - 1];
    f(p, n);
}
double refined(double *p, int n)
{
    refine(p, n);
    return p[n / 2] + p[n - 1];
}
double poly(double x) { return x * x + 1; }
"""

PROGRAM = """
#include <stdio.h>
void keep(double *p, int n);
double kept_sum(void);
void scale_all(double *p, int n, double by);
void apply(void (*f)(double *, int), double *p, int n);
double refined(double *p, int n);
double poly(double x);
#define N 50
static double a[N], b[N];
static void bump(double *p, int n)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        p[i] += 1;
}
void refine(double *p, int n)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        p[i] = 0.5 * p[i] + i;
}
int main(void)
{
    keep(a, N);
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        a[i] = i;
    printf("%g\\n", kept_sum());
    scale_all(a, N, 3);
#pragma hydra parallel for
    for (int i = 1; i < N - 1; i++)
        b[i] = a[i - 1] + a[i + 1];
    apply(bump, b, N);
    printf("%g %g\\n", b[0], b[20]);
    bump(a, N);
    printf("%g %g\\n", kept_sum(), refined(b, N));
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        a[i] = poly(b[i]);
    printf("%g %g\\n", a[3], a[N - 1]);
    return 0;
}
"""


def main():
    with hydracc_test("cli.objects", __doc__) as (report, hydracc, folder):
        (folder / "library.c").write_text(LIBRARY)
        (folder / "main.c").write_text(PROGRAM)
        for command in (["cc", "-O2", "-c", "library.c"], ["cc", "-O2", "main.c", "library.o", "-o", "sequential"]):
            result = run(command, cwd=folder)
            report.check(result.status == 0, result.describe())
        expected = run([folder / "sequential"]).out
        result = run([hydracc, "--host=local", "main.c", "library.o", "-o", "parallel"], cwd=folder)
        report.check(result.status == 0, result.describe())
        for text in ("'kept_sum' is not defined in the program", "'refine' may be called by code"):
            report.check(text in result.err, f"no warning says: {text}")
        for ranks in ("1", "2", "3", "7"):
            result = run([folder / "parallel"], env=environment({"HYDRA_RANKS": ranks}))
            report.check(result.status == 0 and result.out == expected, f"{ranks} ranks: {result.describe()}")
        # The object's `send` could be the program's or the system's.
        (folder / "post.c").write_text("double send(double *p, int n);\ndouble post(double *p) { return send(p, 3); }\n")
        (folder / "office.c").write_text("double post(double *p);\ndouble a[9];\n"
                                         "double send(double *p, int n) { return p[n]; }\n"
                                         "int main(void)\n{\n#pragma hydra parallel for\n"
                                         "    for (int i = 0; i < 9; i++)\n        a[i] = i;\n"
                                         "    return (int)post(a);\n}\n")
        run(["cc", "-c", "post.c"], cwd=folder)
        result = run([hydracc, "--host=local", "office.c", "post.o", "-o", "office"], cwd=folder)
        report.check(result.status == 1 and "office.c:3:8: error: the system has a 'send' too" in result.err,
                     f"own name in an object: {result.describe()}")


if __name__ == "__main__":
    main()
