#!/usr/bin/env python3
"""How a device's buffers grow, and what travels where they have too little room: arrays that loops go through part by
part, stencils that are wider than their first loop tells, and launches that nearly fit. Growth moves little, and what
does not fit is all that travels."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import environment, hydracc_test, run  # noqa: E402

N = 400
# Ten loops over tenths of an array.
TENTHS = """#include <stdio.h>
#define N 100000
static double a[N];
int main(void)
{
    for (int p = 0; p < 10; p++) {
        #pragma hydra parallel for
        for (int i = p * (N / 10); i < (p + 1) * (N / 10); i++)
            a[i] = i * 0.5 + p;
    }
    #pragma hydra parallel for
    for (int i = 0; i < N; i++)
        a[i] *= 2;
    printf("%g %g\\n", a[3], a[N - 1]);
    return 0;
}
"""
TENTHS_BYTES = 800000
# Two rows at each side are read; `a` is filled by a loop.
WIDE = f"""#include <stdio.h>
#define N {N}
static double a[N][N], b[N][N];
int main(void)
{{
    #pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = b[i][j] = (i * 7 + j * 3) % 11;
    for (int t = 0; t < 12; t++) {{
        double (*from)[N] = t % 2 == 0 ? a : b, (*to)[N] = t % 2 == 0 ? b : a;
        #pragma hydra parallel for
        for (int i = 2; i < N - 2; i++)
            for (int j = 2; j < N - 2; j++)
                to[i][j] = 0.125 * (from[i - 2][j] + from[i - 1][j] + from[i + 1][j] + from[i + 2][j] +
                                    from[i][j - 1] + from[i][j + 1] + from[i][j - 2] + from[i][j + 2]);
    }}
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i][i];
    printf("%.17g\\n", sum);
    return 0;
}}
"""
WIDE_BYTES, STEPS = 2 * 8 * N * N, 12
# Iterations need more and more memory.
TRIANGLE = """#include <stdio.h>
#define N 200
static double a[N][N], x[N];
int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 7 + j * 3) % 11;
    #pragma hydra parallel for
    for (int i = 0; i < N; i++) {
        x[i] = 0;
        for (int j = 0; j <= i; j++)
            x[i] += a[i][j] * a[j][i];
    }
    printf("%g %g\\n", x[3], x[N - 1]);
    return 0;
}
"""
# Blocks of a reduction accumulate in the order of iterations, whatever direction pieces come in.
SUM = """#include <stdio.h>
#define N 30000
static double a[N];
int main(void)
{
    double sum = 0.1;
    for (int i = 0; i < N; i++)
        a[i] = 1.0 / (i % 977 + 1) - 0.003 * (i % 13);
    for (int t = 0; t < 4; t++) {
        #pragma hydra parallel for reduction(+:sum)
        for (int i = 0; i < N; i++)
            sum += a[i] * a[i];
        #pragma hydra parallel for
        for (int i = 0; i < N; i++)
            a[i] *= 0.75;
    }
    printf("%a\\n", sum);
    return 0;
}
"""


def main():
    with hydracc_test("device_growth", __doc__) as (report, hydracc, folder):
        (folder / "kernels").mkdir()
        for name, source in (("tenths", TENTHS), ("wide", WIDE), ("triangle", TRIANGLE), ("sum", SUM)):
            (folder / f"{name}.c").write_text(source)
            for target in ("cpu", "opencl"):
                built = run([hydracc, "--host=local", f"--target={target}", f"{name}.c", "-o", f"{name}_{target}"],
                            cwd=folder)
                report.check(built.status == 0, f"does not build\n{built.describe()}")

        def execute(program, ranks, memory=None, **variables):
            stats = folder / "stats.json"
            stats.unlink(missing_ok=True)
            limit = {} if memory is None else {"HYDRA_DEVICE_MEMORY": memory}
            result = run([folder / f"{program}_opencl"], env=environment(
                {"POCL_MAX_PTHREAD_COUNT": 1, "POCL_CACHE_DIR": folder / "kernels", "HYDRA_STATS": stats,
                 "HYDRA_RANKS": ranks, **limit, **variables}))
            return result, json.loads(stats.read_text())["device"] if stats.exists() else None

        def counted(program, ranks, memory=None, **variables):
            wanted = run([folder / f"{program}_cpu"], env=environment({"HYDRA_RANKS": ranks}))
            result, counts = execute(program, ranks, memory, **variables)
            report.check(result.status == 0 and result.out == wanted.out and counts is not None,
                         f"{program}, {ranks} ranks, {memory} bytes\n{result.describe()}")
            counts["peak"] = max(counts["peak_bytes_per_device"])
            report.check(memory is None or counts["peak"] <= memory, f"{program}, {memory} bytes: {counts}")
            return counts

        # One growth, while there is a tenth.
        counts = counted("tenths", 1)
        report.check(counts["peak"] <= TENTHS_BYTES * 11 // 10 + 1024 and counts["d2d_bytes"] <= TENTHS_BYTES // 10 and
                     counts["h2d_bytes"] == 0 and counts["d2h_bytes"] == 16, f"tenths: {counts}")
        counts = counted("tenths", 1, TENTHS_BYTES)
        report.check(counts["h2d_bytes"] <= TENTHS_BYTES // 10 and counts["d2h_bytes"] <= TENTHS_BYTES // 10 + 16,
                     f"tenths, no room for more: {counts}")
        counted("tenths", 3)

        # Nothing grows, and a device has its share of both arrays, with four rows at each end, and as many to come.
        halos = STEPS * 2 * (N - 4) * 8
        for ranks in (1, 2, 4):
            counts = counted("wide", ranks)
            report.check(counts["d2d_bytes"] == 0 and counts["peak"] <= WIDE_BYTES // ranks + 2 * 16 * 8 * N + 8192 and
                         counts["h2d_bytes"] <= 2 * (ranks - 1) * halos, f"wide, {ranks} ranks: {counts}")
        # Of what nearly fits, what does not is all that travels, there and back, in each step.
        for parts in (50, 10, 4):
            memory = WIDE_BYTES - WIDE_BYTES // parts
            counts = counted("wide", 1, memory)
            most = STEPS * (WIDE_BYTES // parts + WIDE_BYTES // 40)
            report.check(counts["h2d_bytes"] <= most and counts["d2h_bytes"] <= most + WIDE_BYTES // parts,
                         f"wide, {memory} bytes: {counts}, at most {most}")
        for memory in (WIDE_BYTES // 9, WIDE_BYTES // 100):
            for ranks in (1, 3):
                counted("wide", ranks, memory)
        counted("wide", 2, WIDE_BYTES // 6, HYDRA_DEVICE_PAGE=64)
        counted("wide", 1, WIDE_BYTES // 3, HYDRA_DEVICES="cpu/2", POCL_MAX_PTHREAD_COUNT=2)
        counted("wide", 1, WIDE_BYTES // 3, HYDRA_VERIFY=1)
        for memory in (200000, 60000, 10000):
            counted("sum", 1, memory)
            counted("sum", 3, memory)

        # What the message asks for serves all iterations.
        result, _ = execute("triangle", 1, 500)
        report.check(result.status not in (0, None) and "too little memory" in result.err, result.describe())
        asked = int(result.err.split("a single iteration needs ")[1].split()[0])
        counted("triangle", 1, asked)
        counted("triangle", 3, asked)


if __name__ == "__main__":
    sys.exit(main())
