#!/usr/bin/env python3
"""Programs for devices: which device a rank gets, what is said where there is none, memory that does not suffice."""
import argparse
import json
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import Report, environment, run  # noqa: E402

JACOBI = pathlib.Path(__file__).resolve().parents[2] / "samples" / "jacobi.c"

# Loops that a device cannot run stand beside one that it can.
MIXED = """
#include <stdio.h>
#include <stdlib.h>
static int depth(int n) { return n <= 1 ? 1 : 1 + depth(n / 2); }
int main(void)
{
    int *a = malloc(1000 * sizeof(int)), sum = 0;
#pragma hydra parallel for
    for (int i = 0; i < 1000; i++)
        a[i] = depth(i);
#pragma hydra parallel for
    for (int i = 0; i < 1000; i++)
        a[i] = a[i] * 3 + i;
#pragma hydra parallel for reduction(+:sum)
    for (int i = 0; i < 1000; i++)
        sum += a[i];
    printf("%d %d\\n", sum, a[7]);
    free(a);
    return 0;
}
"""

# What a loop leaves is read behind main, or not (`%s`: how).
BEHIND = """
#include <stdio.h>
#include <stdlib.h>
static double a[1000];
%s
int main(void)
{
    %s;
#pragma hydra parallel for
    for (int i = 0; i < 1000; i++)
        a[i] = i * 0.5;
    printf("%%g\\n", a[7]);
    return 0;
}
"""
LATE = "static void late(void) { printf(\"%g\\n\", a[999]); fflush(stdout); }"

# Code that hydracc does not see has the address of what a loop leaves (`%s`: how it got there), and sums it up behind
# main, before and after the handlers of the runtime's, and when quick_exit is called (with an argument).
UNSEEN = """
#include <stdio.h>
#include <stdlib.h>
static int *kept, count;
static void sum_up(void)
{
    long sum = 0;
    for (int i = 0; i < count; i++)
        sum += kept[i];
    printf("%ld\\n", sum);
    fflush(stdout);
}
void keep(int *a, int n)
{
    kept = a;
    count = n;
    atexit(sum_up);
    at_quick_exit(sum_up);
}
__attribute__((destructor)) static void last(void) { sum_up(); }
"""
UNSEEN_BY = """
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
void keep(int *a, int n);
static int a[1000];
static void loop(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 1000; i++)
        a[i] += i;
}
static void again(void) { loop(); }
int main(int argc, char **argv)
{
    atexit(again);
    loop();
    %s;
    loop();
    printf("main %%d\\n", argc);
    fflush(stdout);
    if (argc > 1)
        quick_exit(3);
    return 0;
}
"""

# Sums that depend on the order in their last bits.
SUMS = """
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    double *x = malloc(n * sizeof(double)), sum = 0.1, product = 1;
    int low = 1 << 30;
    float hist[5] = {0};
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        x[i] = 1.0 / (i % 977 + 1) - 0.003 * (i % 13);
#pragma hydra parallel for reduction(+:sum, hist) reduction(*:product) reduction(min:low)
    for (int i = n - 1; i >= 0; i--) {
        sum += x[i] * x[i];
        product *= 1 + x[i] * 1e-5;
        low = (int)(x[i] * 1e8) < low ? (int)(x[i] * 1e8) : low;
        hist[i % 5] += (float)x[i];
    }
    printf("%a %a %d", sum, product, low);
    for (int k = 0; k < 5; k++)
        printf(" %a", hist[k]);
    printf("\\n");
    free(x);
    return 0;
}
"""

# Blocks accumulate around the section, so that the sum is 0 there.
AROUND = """
#include <stdio.h>
#include <stdlib.h>
static int h[4000];
int main(int argc, char **argv)
{
    int away = atoi(argv[1]);
#pragma hydra parallel for reduction(+:h[100:10])
    for (int i = 0; i < 1000; i++) {
        h[100 + i % 10] += i;
        if (i == 300 || i == 900)
            h[100 - away] += 600 - i;
    }
    printf("%d %d\\n", h[95], h[105]);
    return 0;
}
"""

# Stores at looked-up places of an array that is too large for buffers to be used again.
SCATTER = """
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int n = 3000, m = 9000000, *place = malloc(n * sizeof(int));
    double *a = malloc(n * sizeof(double)), *b = malloc(m * sizeof(double)), sum = 0;
    for (int i = 0; i < n; i++)
        place[i] = m / n * ((i * 7 + 2) % n);
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        a[i] = i % 101;
    for (int t = 0; t < 2; t++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            b[place[i]] = a[i] + t;
        for (int i = 0; i < n; i++)
            sum += b[place[i]] * (i % 17 + 1);
    }
    printf("%g\\n", sum);
    return 0;
}
"""

# A table of rows, which one device follows.
FOLLOWED = """
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    double **row = malloc(100 * sizeof *row);
    for (int i = 0; i < 100; i++)
        row[i] = calloc(8, sizeof **row);
    for (int t = 0; t < 2; t++) {
#pragma hydra parallel for
        for (int i = 0; i < 100; i++)
            row[i][t] += i + t + 1;
    }
    printf("%g %g\\n", row[1][0], row[99][1]);
    return 0;
}
"""

# Two arrays of an arena's ten; two planes that alternate; a matrix whose rows work moves along, with one more row a step.
ARENA = """
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    long n = 20000;
    double *arena = malloc(sizeof(double) * n * 10), *x = arena + n, *y = arena + 9 * n, sum = 0;
    for (int t = 0; t < 3; t++) {
#pragma hydra parallel for
        for (long i = 0; i < n; i++)
            x[i] = i % 97 + t;
#pragma hydra parallel for
        for (long i = 0; i < n; i++)
            y[i] = x[i] * 2 + 1;
    }
    for (long i = 0; i < n; i += 77)
        sum += y[i] * (i % 13);
    printf("%.15g\\n", sum);
    free(arena);
    return 0;
}
"""
PLANES = """
#include <stdio.h>
#define N 240
static double u[2][N][N];
int main(void)
{
    double sum = 0;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            u[0][i][j] = (i * 31 + j * 17) % 101;
            u[1][i][j] = u[0][i][j];
        }
    for (int t = 0; t < 10; t++) {
#pragma hydra parallel for
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                u[(t + 1) % 2][i][j] = 0.25 * (u[t % 2][i - 1][j] + u[t % 2][i + 1][j] + u[t % 2][i][j - 1] +
                                               u[t % 2][i][j + 1]);
    }
    for (int i = 0; i < N; i += 7)
        sum += u[0][i][i * 7 % N] * (i % 13 + 1);
    printf("%.15g\\n", sum);
    return 0;
}
"""
HALOS = """
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int n = 240;
    double (*a)[n] = malloc(sizeof(double) * n * n), (*b)[n] = malloc(sizeof(double) * n * n), sum = 0;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = b[i][j] = (i * 31 + j * 17) % 101;
    for (int t = 0; t < 10; t++) {
#pragma hydra parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
        double (*c)[n] = a;
        a = b;
        b = c;
    }
    for (int i = 0; i < n; i++)
        sum += a[i][i * 7 % n] * (i % 13 + 1);
    printf("%.15g\\n", sum);
    return 0;
}
"""
LU = """
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int n = 256;
    double *a = malloc(sizeof(double) * n * n), sum = 0;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] = (i == j ? n : 0) + 1.0 / (i + j + 1);
    for (int k = 0; k < n - 1; k++) {
#pragma hydra parallel for
        for (int i = k + 1; i < n; i++) {
            a[i * n + k] /= a[k * n + k];
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
        }
    }
    for (int i = 0; i < n; i++)
        sum += a[i * n + i * 7 % n] * (i % 13 + 1);
    printf("%.15g\\n", sum);
    free(a);
    return 0;
}
"""

# Columns that lie on two devices when one of them sends home the rows that it has just stored.
TURNED = """
#include <stdio.h>
#define R 20
#define C 28
static int a[R][C], b[R][C];
int main(void)
{
    int wrong = 0;
#pragma hydra parallel for
    for (int i = 0; i < R; i++)
        for (int j = 0; j < C; j++)
            b[i][j] = i * C + j;
#pragma hydra parallel for
    for (int j = 0; j < C; j++)
        for (int i = 0; i < R; i++)
            a[i][j] = -1;
#pragma hydra parallel for
    for (int i = 0; i < R; i++)
        for (int j = 0; j < C; j++)
            a[i][j] = b[j % R][i];
    for (int i = 0; i < R; i++)
        for (int j = 0; j < C; j++)
            wrong += a[i][j] != b[j % R][i];
    printf("%d\\n", wrong);
    return 0;
}
"""
# Iterations read, under a condition, what another one stores, which changes nothing.
AGAIN = """
#include <stdio.h>
#define N 64
static int flag[N], seen[N], want[N];
int main(void)
{
    int sum = 0;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        want[i] = 1 + i % 3;
#pragma hydra parallel for
    for (int i = 0; i < N; i++)
        flag[i] = 7;
#pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        if (want[i] > 0)
            seen[i] = flag[i];
        flag[N - 1 - i] = 7;
    }
    for (int i = 0; i < N; i++)
        sum += seen[i];
    printf("%d\\n", sum);
    return 0;
}
"""
# A function whose loop is parallel for arrays that differ, called with one that does not: a running sum. LOOKED: the
# same at looked-up places.
RUNNING = """
#include <stdio.h>
#include <stdlib.h>
static void add(int n, double *to, const double *from)
{
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        to[i] = from[i] + 1;
}
int main(void)
{
    int n = 5000;
    double *v = calloc(n + 1, sizeof(double));
    add(n, v + 1, v);
    printf("%g %g\\n", v[n / 2], v[n]);
    free(v);
    return 0;
}
"""
LOOKED = RUNNING.replace("const double *from)", "const double *from, const int *at)").replace(
    "from[i]", "from[at[i]]").replace(
    "    add(n, v + 1, v);", """    int *at = malloc(n * sizeof(int));
    for (int i = 0; i < n; i++)
        at[i] = i;
    add(n, v + 1, v, at);
    free(at);""")

# Inner loops: one that is dealt out around one that is not, one that reads what one of its rounds stores, and a sum.
ROWS = """double a[40][40], b[40][40];
int main(void) {
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        for (int k = 0; k < 40; k++)
            for (int j = 0; j < 40; j++) b[i][j] += a[i][k] * j;
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 40; j++) a[i][j] += a[i][3] + b[i][j];
#pragma hydra parallel for
    for (int i = 0; i < 40; i++) {
        double s = 0;
        for (int j = 0; j < 40; j++) { s += b[i][j]; b[i][j] = s; }
    }
    return 0;
}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hydracc", required=True)
    options = parser.parse_args()
    report = Report("cli.device")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hydra-test-"))
    (folder / "mixed.c").write_text(MIXED)
    (folder / "sums.c").write_text(SUMS)
    (folder / "around.c").write_text(AROUND)
    (folder / "scatter.c").write_text(SCATTER)
    (folder / "kernels").mkdir()

    def build(name, source, *flags):
        result = run([options.hydracc, "--host=local", *flags, source, "-o", folder / name, "-lm"], cwd=folder)
        report.check(result.status == 0, f"does not build\n{result.describe()}")
        return result

    def execute(name, *args, **variables):
        stats = folder / "stats.json"
        stats.unlink(missing_ok=True)
        variables = {"POCL_MAX_PTHREAD_COUNT": 1, "POCL_CACHE_DIR": folder / "kernels", "HYDRA_STATS": stats, **variables}
        result = run([folder / name, *map(str, args)], env=environment(variables))
        return result, json.loads(stats.read_text()) if stats.exists() else None

    def refused(what, result, *texts):
        missing = [text for text in texts if text not in result.err]
        report.check(result.status not in (0, None) and not missing, f"{what}: no '{missing}'\n{result.describe()}")

    try:
        build("jacobi", JACOBI, "--target=opencl")
        build("plain", JACOBI)
        told = build("mixed", folder / "mixed.c", "--target=opencl")
        report.check("mixed.c:9" in told.err and "[hydra-host]" in told.err and "'depth'" in told.err,
                     f"a loop that the device cannot run is not reported\n{told.describe()}")

        told = run([options.hydracc, "--report", "--target=opencl", "--host=local", JACOBI, "-o", folder / "told", "-lm"],
                   cwd=folder)
        for line in ("iterations lie along dimension 1 of its work items", "rounds of 'j' along dimension 0",
                     "one work item for each block of its share"):
            report.check(line in told.out, f"the report does not say '{line}'\n{told.describe()}")
        (folder / "rows.c").write_text(ROWS)
        told = run([options.hydracc, "--report", "--target=opencl", "--host=local", "rows.c", "-o", folder / "told"],
                   cwd=folder)
        for line in ("rounds of 'j' along dimension 0, where neighbours read the same elements; rounds of 'k' stay in "
                     "one: 'b[i][j]' (rows.c:6) is not proved to differ from what another one stores",
                     "rounds of 'j' stay in one: 'a[i][3]' (rows.c:9) is not proved to differ from what another one "
                     "stores in 'a[i][j]' (rows.c:9)",
                     "rounds of 'j' stay in one: 's' hands a value on from one of them, or out of them"):
            report.check(line in told.out, f"the report does not say '{line}'\n{told.describe()}")

        expected, _ = execute("plain", 120, 9)
        for ranks in (1, 3):
            result, stats = execute("jacobi", 120, 9, HYDRA_RANKS=ranks, HYDRA_VERBOSE=1)
            report.check(result.out == expected.out, f"{ranks} ranks: another result\n{result.describe()}")
            report.check(result.err.count("opencl device") == ranks, f"the device is not named\n{result.describe()}")
            report.check(stats is not None and stats["target"] == "opencl", "the counters name another target")
            # Both arrays, shared out, and two rows of the neighbours' in one of them.
            peaks = stats["device"]["peak_bytes_per_device"] if stats else []
            most = 2 * 8 * 120 * (120 // ranks + 2)
            report.check(len(peaks) == ranks and all(0 < peak <= most for peak in peaks), f"{peaks}, at most {most}")

        # A quarter of the arrays at a time, and then not even one iteration's rows.
        for ranks in (1, 3):
            result, stats = execute("jacobi", 120, 9, HYDRA_RANKS=ranks, HYDRA_DEVICE_MEMORY=60000 // ranks)
            report.check(result.out == expected.out, f"in pieces, {ranks} ranks: another result\n{result.describe()}")
            report.check(stats is not None and max(stats["device"]["peak_bytes_per_device"]) <= 60000 // ranks,
                         "more memory was used than there is")
        result, _ = execute("jacobi", 120, 9, HYDRA_DEVICE_MEMORY=2000)
        refused("no room", result, "jacobi.c:", "too little memory", "2000 are available")

        # What inspectors found is known of all pieces together: the first one must not count as having stored it all.
        build("scatter", folder / "scatter.c", "--target=opencl")
        build("host_scatter", folder / "scatter.c")
        wanted, _ = execute("host_scatter")
        result, _ = execute("scatter", HYDRA_DEVICE_MEMORY=72000000 + 12000)
        report.check(result.out == wanted.out and result.status == 0, f"stores in pieces\n{result.describe()}")

        # Copies through pinned pieces of less than a row, and of some rows.
        for ranks, piece in ((1, 100), (3, 5000)):
            result, _ = execute("jacobi", 120, 9, HYDRA_RANKS=ranks, HYDRA_STAGING=piece)
            report.check(result.out == expected.out, f"pieces of {piece} bytes: another result\n{result.describe()}")

        # What lies between the parts of an array that a rank touches takes no memory of its device: (bytes of what it
        # touches, for pages and what comes and goes a quarter more.)
        for name, source, part in (("arena", ARENA, 2 * 8 * 20000), ("planes", PLANES, 2 * 8 * 240 * (240 + 2 * 4)),
                                   ("lu", LU, 8 * 256 * 256), ("halos", HALOS, 2 * 8 * 240 * 240)):
            (folder / f"{name}.c").write_text(source)
            build(name, folder / f"{name}.c", "--target=opencl")
            build(f"host_{name}", folder / f"{name}.c")
            wanted, _ = execute(f"host_{name}")
            for deal in ("block", "cyclic", "block-cyclic:4"):
                result, stats = execute(name, HYDRA_RANKS=4, HYDRA_PARTITION=deal)
                report.check(result.out == wanted.out, f"{name}, {deal}: another result\n{result.describe()}")
                peak = max(stats["device"]["peak_bytes_per_device"])
                small = name == "arena" and deal != "block" or (name, deal) in (
                    ("planes", "block"), ("lu", "cyclic"), ("lu", "block-cyclic:4"))
                # Halos of a line of the cache have room at each end of an arena's arrays.
                most = part + 4 * 64 if name == "arena" and deal != "block" else part // 4 * 5 // 4 + 4096
                report.check(not small or peak <= most, f"{name}, {deal}: {peak} bytes on a device, at most {most}")
                # Buffers had room for the neighbours' rows from the beginning.
                report.check(name != "halos" or deal != "block" or
                             peak <= 2 * 8 * 240 * (60 + 2) and stats["device"]["d2d_bytes"] == 0,
                             f"{name}: {stats['device']}")
            one, stats = execute(name, HYDRA_RANKS=3, HYDRA_PARTITION="cyclic", HYDRA_DEVICE_PAGE=128)
            report.check(one.out == wanted.out, f"{name}, pages of 128: another result\n{one.describe()}")

        for value in ("64", "8x8", "1"):
            result, _ = execute("jacobi", 120, 9, HYDRA_WORKGROUP=value)
            report.check(result.out == expected.out, f"groups of {value}: another result\n{result.describe()}")

        result, stats = execute("jacobi", 120, 9, HYDRA_RANKS=3, HYDRA_VERIFY=1)
        report.check(result.out == expected.out and result.err == "" and
                     min(stats["device"]["peak_bytes_per_device"]) > 0, f"HYDRA_VERIFY\n{result.describe()}")

        # What is on the device when main returns comes back where somebody may read it then, and only there.
        for name, at_file_scope, in_main, out, back in (
                ("nothing_behind", "", "a[0] = 1", "3.5\n", 8), ("handler", LATE, "atexit(late)", "3.5\n499.5\n", 8000),
                ("destructor", "__attribute__((destructor)) " + LATE, "a[0] = 1", "3.5\n499.5\n", 8000)):
            (folder / f"{name}.c").write_text(BEHIND % (at_file_scope, in_main))
            build(name, folder / f"{name}.c", "--target=opencl")
            for ranks in (1, 3):
                result, stats = execute(name, HYDRA_RANKS=ranks)
                report.check(result.out == out and stats["device"]["d2h_bytes"] == back,
                             f"{name}, {ranks} ranks: {stats['device']}\n{result.describe()}")

        (folder / "unseen.c").write_text(UNSEEN)
        for flags, made in (("-c", "unseen.o"), ("-shared", "unseen.so")):
            made = run(["cc", "-fPIC", flags, folder / "unseen.c", "-o", folder / made])
            report.check(made.status == 0, f"unseen code does not build\n{made.describe()}")
        loaded = (f'void *code = dlopen("{folder}/unseen.so", RTLD_NOW);\n'
                  '    void (*late)(int *, int) = (void (*)(int *, int))dlsym(code, "keep");\n    late(a, 1000)')
        for name, call, more in (("linked", "keep(a, 1000)", [folder / "unseen.o"]), ("loaded", loaded, ["-ldl"])):
            (folder / f"{name}.c").write_text(UNSEEN_BY % call)
            for target in ("cpu", "opencl"):
                build(name, folder / f"{name}.c", *more, f"--target={target}", "-w")
                for ranks in (1, 3):
                    one, _ = execute(name, HYDRA_RANKS=ranks)
                    report.check(one.out == "main 1\n999000\n1498500\n" and one.status == 0,
                                 f"{name}, {target}, {ranks} ranks\n{one.describe()}")
                    one, _ = execute(name, "quick", HYDRA_RANKS=ranks)
                    report.check(one.out == "main 2\n999000\n" and one.status == 3,
                                 f"{name}, {target}, {ranks} ranks, quickly\n{one.describe()}")

        wanted, _ = execute("mixed")
        report.check(wanted.status == 0 and wanted.out == "526434 16\n", f"another result\n{wanted.describe()}")

        # The same bits as on the host's cores, in pieces too.
        build("sums", folder / "sums.c", "--target=opencl")
        build("host_sums", folder / "sums.c")
        for size, ranks, more in ((5000, 1, {}), (100003, 1, {}), (100003, 3, {"HYDRA_PARTITION": "cyclic"}),
                                  (5000, 3, {"HYDRA_PARTITION": "block-cyclic:7"}), (5000, 1, {"HYDRA_DEVICE_MEMORY": 9000})):
            wanted, _ = execute("host_sums", size, HYDRA_RANKS=ranks, **{k: v for k, v in more.items() if "MEMORY" not in k})
            result, stats = execute("sums", size, HYDRA_RANKS=ranks, **more)
            report.check(result.out == wanted.out and result.status == 0,
                         f"{size} numbers, {ranks} ranks, {more}: other bits: {wanted.out}\n{result.describe()}")
            # Two doubles, an int and five floats come back, and nothing else; x is made on the device, and need not leave it.
            moved = (stats or {}).get("device", {})
            report.check(moved.get("reduced_bytes") == ranks * (2 * 8 + 4 + 5 * 4) and moved.get("d2h_bytes") in
                         ((0,) if not more else (0, moved.get("h2d_bytes"))),
                         f"{size} numbers, {ranks} ranks, {more}: {moved} came back")

        # Several devices of a rank: the same bits, each with its part of the arrays, and the borders travel by the host.
        two = {"HYDRA_DEVICES": "cpu/2", "POCL_MAX_PTHREAD_COUNT": 2}
        for ranks in (1, 3):
            result, stats = execute("jacobi", 120, 9, HYDRA_RANKS=ranks, HYDRA_VERBOSE=1, **two)
            report.check(result.out == expected.out, f"two devices, {ranks} ranks: another result\n{result.describe()}")
            report.check(result.err.count("for 50 % of its iterations") == 2 * ranks and "one device" not in result.err,
                         f"two devices are not told\n{result.describe()}")
            device = (stats or {}).get("device", {})
            peaks = device.get("peak_bytes_per_device", [])
            # Half of a rank's part of both arrays, with a row at each end; what grows is there twice for a moment.
            most = 2 * 2 * 8 * 120 * (120 // ranks // 2 + 3)
            report.check(len(peaks) == 2 * ranks and all(0 < peak <= most for peak in peaks), f"{peaks}, at most {most}")
            # Inner borders of 118 numbers, in each direction and step, of as many neighbours as there are.
            borders = 2 * (2 * ranks - 1) * 118 * 8 * 8
            report.check(borders <= device.get("d2h_bytes", 0) <= borders + 8 * 120 * 12 * ranks,
                         f"{ranks} ranks: {borders} bytes of borders, {device}")
        one, stats = execute("jacobi", 120, 9, HYDRA_DEVICES="cpu:9,cpu", HYDRA_VERBOSE=1)
        report.check(one.out == expected.out and "for 90 % of its" in one.err and "for 10 % of its" in one.err,
                     f"weights: another result\n{one.describe()}")
        peaks = stats["device"]["peak_bytes_per_device"]
        report.check(peaks[0] > 5 * peaks[1] > 0, f"nine tenths and one tenth: {peaks}")
        one, _ = execute("jacobi", 120, 9, HYDRA_DEVICE_MEMORY=30000, **two)
        report.check(one.out == expected.out, f"two devices, in pieces: another result\n{one.describe()}")
        # What one device has sent home is not overwritten by what another one still has of before.
        for name, source, wanted in (("turned", TURNED, "0\n"), ("again", AGAIN, "448\n")):
            (folder / f"{name}.c").write_text(source)
            build(name, folder / f"{name}.c", "--target=opencl")
            for more in ({}, {"HYDRA_DEVICE_MEMORY": 2400}, {"HYDRA_DEVICE_MEMORY": 3000}):
                result, _ = execute(name, **more, **two)
                report.check(result.out == wanted and result.status == 0, f"{name}, {more}\n{result.describe()}")
        # A device runs iterations in any order, also where the host has one thread, which would not.
        for name, source in (("running", RUNNING), ("looked", LOOKED)):
            (folder / f"{name}.c").write_text(source)
            build(name, folder / f"{name}.c", "--target=opencl")
            for more in ({}, two, {"HYDRA_DEVICES": "cpu,cpu:1000"}):
                result, _ = execute(name, HYDRA_NUM_THREADS=1, HYDRA_VERBOSE=1, **more)
                report.check(result.out == "2500 5000\n" and
                             "runs on the host: its iterations depend on each" in result.err,
                             f"{name}, {more}\n{result.describe()}")
        for size, ranks, more in ((100003, 1, {}), (5000, 3, {"HYDRA_PARTITION": "block-cyclic:7"}), (3, 1, {})):
            wanted, _ = execute("host_sums", size, HYDRA_RANKS=ranks, **more)
            for devices in ({"HYDRA_DEVICES": "cpu:2,cpu:7,cpu"}, two):
                result, _ = execute("sums", size, HYDRA_RANKS=ranks, **more, **devices)
                report.check(result.out == wanted.out and result.status == 0,
                             f"{size} numbers, {ranks} ranks, {devices}: other bits: {wanted.out}\n{result.describe()}")
        wanted, _ = execute("host_scatter")
        result, _ = execute("scatter", HYDRA_VERBOSE=1, **two)
        report.check(result.out == wanted.out and "runs on one" not in result.err,
                     f"stores at looked-up places that do not meet\n{result.describe()}")
        (folder / "followed.c").write_text(FOLLOWED)
        build("followed", folder / "followed.c", "--target=opencl")
        result, _ = execute("followed", HYDRA_VERBOSE=1, **two)
        report.check(result.out == "2 101\n" and "followed.c:11: runs on one device, " in result.err and
                     result.err.count("runs on one") == 1, f"rows of a table\n{result.describe()}")
        for value, why in (("cpu/0", "parts, not '0'"), ("cpu:x", "not 'x'"), ("cpu,", "a device is gpu*"),
                           ("cpu,tpu", "a device is gpu*"), ("gpu1/2:0", "not '0'")):
            result, _ = execute("jacobi", 20, 2, HYDRA_DEVICES=value)
            refused(value, result, f"HYDRA_DEVICES='{value}'", why)
        result, _ = execute("jacobi", 20, 2, HYDRA_DEVICES="cpu/3", POCL_MAX_PTHREAD_COUNT=2)
        refused("too many parts", result, "cannot be divided into 3 devices", "2 compute units")
        result, _ = execute("jacobi", 20, 2, HYDRA_DEVICES="cpu,gpu0")
        refused("a device that is not there", result, "looked for gpu0 among")

        build("around", folder / "around.c", "--target=opencl")
        result, stats = execute("around", 0)
        report.check(result.out == "0 50000\n" and stats["device"]["reduced_bytes"] == 10 * 4 + 8,
                     f"around the section: {stats}\n{result.describe()}")
        for devices in ({}, two):
            result, _ = execute("around", 5, **devices)
            refused(f"around the section {devices}", result, "around.c:9", "element 95 of h", "outside of the section")

        # No device: an error, unless the user says otherwise.
        (folder / "empty").mkdir()
        nowhere = {"OCL_ICD_VENDORS": folder / "empty"}
        result, _ = execute("jacobi", 20, 2, **nowhere)
        refused("no device", result, "no device for the target opencl", "found 0 platforms", "HYDRA_OFFLOAD=default")
        result, _ = execute("jacobi", 120, 9, HYDRA_OFFLOAD="default", HYDRA_RANKS=3, **nowhere)
        report.check(result.out == expected.out and result.err.count("warning: no device") == 1,
                     f"the host's cores\n{result.describe()}")
        result, _ = execute("jacobi", 20, 2, HYDRA_DEVICES="gpu7")
        refused("no such device", result, "looked for gpu7")
        result, _ = execute("jacobi", 120, 9, HYDRA_DEVICES="cpu")
        report.check(result.out == expected.out, f"the cpu as the device\n{result.describe()}")
        result, _ = execute("plain", 20, 2, HYDRA_DEVICES="gpu0")
        refused("no devices in this program", result, "--target=cpu")

        result = run([options.hydracc, "--target=cuda", "--arch=volta", folder / "mixed.c"])
        report.check(result.status == 2 and "sm_90" in result.err, f"a wrong architecture\n{result.describe()}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    report.finish()


if __name__ == "__main__":
    main()
