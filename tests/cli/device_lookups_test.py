#!/usr/bin/env python3
"""What devices get of arrays in which launches look numbers up: what each rank's iterations read, and, where there is
little room, what each piece of them does; whether loops have written the arrays or not."""
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import environment, hydracc_test, run  # noqa: E402

N = 3000
# A matrix in compressed rows, of which the arrays could hold more.
ROWS = """#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int n = 3000, nnz = 0, *ptr = malloc((n + 1) * sizeof(int)), *col = malloc(5 * n * sizeof(int));
    double *val = malloc(5 * n * 8), *x = malloc(n * 8), *y = malloc(n * 8);
    for (int r = 0; r < n; r++) {
        ptr[r] = nnz;
        for (int k = -2; k <= 2; k++)
            if (r + k >= 0 && r + k < n) {
                col[nnz] = r + k;
                val[nnz++] = 1 + k * 0.125;
            }
        x[r] = r % 17;
    }
    ptr[n] = nnz;
    #pragma hydra parallel for
    for (int r = 0; r < n; r++) {
        double s = 0;
        for (int k = ptr[r]; k < ptr[r + 1]; ++k)
            s += val[k] * x[col[k]];
        y[r] = s;
    }
    for (int i = 0; i < n; i += 501)
        printf("%.8f\\n", y[i]);
    return 0;
}
"""
NONZEROS = 5 * N - 6
ROWS_BYTES = 4 * (N + 1) + 12 * NONZEROS + 8 * N  # read; all that is written beside is y

# Read near its own place (`%s`: who fills what is read), and stores all over an array.
NEAR = """#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int n = 3000, *p = malloc(n * sizeof(int));
    double *a = malloc(n * sizeof(double)), *o = malloc(n * sizeof(double));
    %s
    for (int i = 0; i < n; i++)
        a[i] = i * 0.5;
    for (int i = 0; i < n; i++)
        p[i] = i < 5 || i > n - 3 ? i : i - 5 + i %% 7;
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        o[i] = a[p[i]];
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += o[i] * (i %% 13);
    printf("%%.17g\\n", sum);
    return 0;
}
"""
STORES = """#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int n = 3000, *p = malloc(n * sizeof(int));
    double *a = malloc(n * sizeof(double)), *o = malloc(n * sizeof(double));
    for (int i = 0; i < n; i++)
        a[i] = i, p[i] = i / 10 * 10 + (i * 7 + 3) % 10;
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        o[p[i]] = a[i];
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += o[i] * (i % 13);
    printf("%.17g\\n", sum);
    return 0;
}
"""
# A table that devices have as a whole after the first launch, and subscripts that a kernel computes anew each time.
TABLE = """#include <stdio.h>
#include <stdlib.h>
static double table[1000], sums[4000];
static int p[4000];
int main(void)
{
    for (int i = 0; i < 1000; i++)
        table[i] = i * 0.5;
    for (int t = 0; t < 10; t++) {
        #pragma hydra parallel for
        for (int i = 0; i < 4000; i++)
            p[i] = (i * 7 + t) % 1000;
        #pragma hydra parallel for
        for (int i = 0; i < 4000; i++)
            sums[i] += table[p[i]];
    }
    printf("%g %g\\n", sums[5], sums[3999]);
    return 0;
}
"""
# Places that a kernel computes; what is stored there stays where it is.
PASS = """#include <stdio.h>
int main(void)
{
    static unsigned k[512], k2[512];
    static int f[512];
    for (int i = 0; i < 512; i++)
        k[i] = i * 2654435761u;
    for (int b = 0; b < 20; b++) {
        #pragma hydra parallel for
        for (int i = 0; i < 512; i++)
            f[i] = (i * 5 + b) % 512;
        #pragma hydra parallel for
        for (int i = 0; i < 512; i++)
            k2[f[i]] = k[i];
        #pragma hydra parallel for
        for (int i = 0; i < 512; i++)
            k[i] = k2[i] + 1;
    }
    printf("%u\\n", k[7]);
    return 0;
}
"""
# Rows of many planes in one struct: an iteration touches little of it in many places.
PLANES = """#include <stdio.h>
#include <stdlib.h>
struct lattice { double f[2][9][24][40]; double u[24][40]; };
int main(void)
{
    struct lattice *l = calloc(1, sizeof *l);
    int cur = 0;
    for (int k = 0; k < 9; k++)
        for (int y = 0; y < 24; y++)
            for (int x = 0; x < 40; x++)
                l->f[0][k][y][x] = (k * 7 + y * 3 + x) % 11;
    for (int t = 0; t < 4; t++, cur ^= 1) {
        #pragma hydra parallel for
        for (int y = 0; y < 24; y++)
            for (int x = 0; x < 40; x++) {
                double sum = 0;
                for (int k = 0; k < 9; k++)
                    sum += l->f[cur][k][(y + k) % 24][x];
                l->u[y][x] = sum;
                for (int k = 0; k < 9; k++)
                    l->f[!cur][k][y][x] = sum * 0.125 + k;
            }
    }
    double sum = 0;
    for (int y = 0; y < 24; y++)
        for (int x = 0; x < 40; x++)
            sum += l->u[y][x] * (x % 7) + l->f[cur][y % 9][y][x];
    printf("%.17g\\n", sum);
    return 0;
}
"""


def main():
    with hydracc_test("device_lookups", __doc__) as (report, hydracc, folder):
        (folder / "kernels").mkdir()
        expected = {}
        programs = {"rows": ROWS, "near": NEAR % "", "near_filled": NEAR % "#pragma hydra parallel for",
                    "stores": STORES, "table": TABLE, "pass": PASS, "planes": PLANES}
        for name, source in programs.items():
            (folder / f"{name}.c").write_text(source)
            for target in ("cpu", "opencl"):
                built = run([hydracc, "--host=local", f"--target={target}", f"{name}.c", "-o", f"{name}.{target}"],
                            cwd=folder)
                report.check(built.status == 0 and not built.err, f"{name} does not build\n{built.describe()}")
            expected[name] = run([folder / f"{name}.cpu"], env=environment({"HYDRA_RANKS": 1})).out

        def execute(name, **variables):
            stats = folder / "stats.json"
            stats.unlink(missing_ok=True)
            result = run([folder / f"{name}.opencl"], env=environment(
                {"POCL_CACHE_DIR": folder / "kernels", "HYDRA_STATS": stats, **variables}))
            return result, json.loads(stats.read_text())["device"] if stats.exists() else None

        def counted(name, **variables):
            result, device = execute(name, **variables)
            report.check(result.status == 0 and result.out == expected[name] and not result.err,
                         f"{name}, {variables}\n{result.describe()}")
            return device or {"h2d_bytes": -1, "d2h_bytes": -1, "peak_bytes_per_device": [-1]}

        def check(name, what, wanted, counts, key="h2d_bytes"):
            low, high = wanted if isinstance(wanted, tuple) else (wanted, wanted)
            report.check(low <= counts[key] <= high, f"{name}, {what}: {key} {counts[key]}, not {wanted}")

        def peak(counts):
            return max(counts["peak_bytes_per_device"])

        check("rows", "one rank", ROWS_BYTES, counted("rows", HYDRA_RANKS=1))
        three = counted("rows", HYDRA_RANKS=3)
        # Two ends of a share more: 2 elements of x on either side, and where the next row begins.
        check("rows", "three ranks", ROWS_BYTES + 2 * (4 * 8 + 4), three)
        report.check(peak(three) < (ROWS_BYTES + 8 * N) // 3 + 200, f"rows, three ranks: {three}")
        two = counted("rows", HYDRA_RANKS=1, HYDRA_DEVICES="cpu/2", POCL_MAX_PTHREAD_COUNT=2)
        check("rows", "two devices", ROWS_BYTES + 4 * 8 + 4, two)
        for memory in (100000, 20000, 3000):
            for ranks in (1, 3):
                pieces = counted("rows", HYDRA_RANKS=ranks, HYDRA_DEVICE_MEMORY=memory)
                check("rows", f"{ranks} ranks, {memory} bytes", (ROWS_BYTES, ROWS_BYTES * 11 // 10), pieces)
                report.check(peak(pieces) <= memory, f"rows, {memory} bytes: {pieces}")

        read = 4 * N + 8 * (N - 2)  # all but two elements are read that nobody's index leads to
        check("near", "one rank", (read - 64, read + 16), counted("near", HYDRA_RANKS=1))
        check("near", "three ranks", (read - 64, read + 200), counted("near", HYDRA_RANKS=3))
        check("near_filled", "one rank", 4 * N, counted("near_filled", HYDRA_RANKS=1))
        for name in ("near", "near_filled", "stores"):
            for memory in (20000, 2000):
                for ranks in (1, 3):
                    pieces = counted(name, HYDRA_RANKS=ranks, HYDRA_DEVICE_MEMORY=memory)
                    report.check(peak(pieces) <= memory, f"{name}, {memory} bytes: {pieces}")
        # What pieces store at looked-up places need not be there before.
        check("stores", "pieces", 12 * N, counted("stores", HYDRA_DEVICE_MEMORY=20000))
        counted("stores", HYDRA_DEVICES="cpu/2", POCL_MAX_PTHREAD_COUNT=2)

        # Subscripts do not come to the host again and again for the sake of a table that is small.
        for ranks in (1, 3):
            table = counted("table", HYDRA_RANKS=ranks)
            check("table", f"{ranks} ranks", (8000, 8000 * ranks + 32000), table)
            check("table", f"{ranks} ranks", (0, 16000 + 8000 * ranks), table, "d2h_bytes")
        # Each time the places come, and at the end one number.
        check("pass", "one rank", (20 * 2048 + 4, 20 * 2048 + 64), counted("pass", HYDRA_RANKS=1), "d2h_bytes")
        counted("pass", HYDRA_RANKS=3)

        result, _ = execute("planes", HYDRA_DEVICE_MEMORY=4000)
        needs = re.search(r"needs (\d+) bytes of arrays, and 4000 are available", result.err)
        report.check(result.status == 70 and needs is not None, f"planes: too little\n{result.describe()}")
        if needs is not None:
            for memory in (int(needs[1]), int(needs[1]) + 300, 2 * int(needs[1]), 3 * int(needs[1])):
                counts = counted("planes", HYDRA_DEVICE_MEMORY=memory)
                report.check(peak(counts) <= memory, f"planes, {memory} bytes: {counts}")


if __name__ == "__main__":
    sys.exit(main())
