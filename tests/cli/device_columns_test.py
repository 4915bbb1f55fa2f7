#!/usr/bin/env python3
"""Columns dealt out on devices: a device has the columns that its rank touches, and no whole rows. So what fits four
devices runs on four, and what does not fit at all runs in pieces of columns; with the same bytes moved either way as
where there is room for everything."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import environment, hydracc_test, run  # noqa: E402

# An odd row length: rows begin anywhere in a line and in a page.
N, STEPS = 501, 6
PROGRAM = """#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), steps = atoi(argv[2]);
    double *a = malloc(sizeof(double) * n * n), *b = malloc(sizeof(double) * n * n);
    #pragma hydra parallel for
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            a[i * n + j] = b[i * n + j] = (i * 7 + j * 3) % 11;
    for (int t = 0; t < steps; t++) {
        #pragma hydra parallel for
        for (int j = 1; j < n - 1; j++)
            for (int i = 1; i < n - 1; i++)
                b[i * n + j] = 0.25 * (a[(i - 1) * n + j] + a[(i + 1) * n + j] + a[i * n + j - 1] + a[i * n + j + 1]);
        double *s = a;
        a = b;
        b = s;
    }
    double sum = 0;
    for (int i = 0; i < n * n; i++)
        sum += a[i] * (i % 13);
    printf("%.17g\\n", sum);
    return 0;
}
"""
ARRAYS = 2 * 8 * N * N


def main():
    with hydracc_test("device_columns", __doc__) as (report, hydracc, folder):
        (folder / "kernels").mkdir()
        (folder / "p.c").write_text(PROGRAM)
        for target in ("cpu", "opencl"):
            built = run([hydracc, "--host=local", f"--target={target}", "p.c", "-o", target], cwd=folder)
            report.check(built.status == 0, f"does not build\n{built.describe()}")
        expected = run([folder / "cpu", N, STEPS], env=environment({"HYDRA_RANKS": 1}))

        def counted(what, **variables):
            stats = folder / "stats.json"
            stats.unlink(missing_ok=True)
            result = run([folder / "opencl", N, STEPS], env=environment(
                {"POCL_MAX_PTHREAD_COUNT": 1, "POCL_CACHE_DIR": folder / "kernels", "HYDRA_STATS": stats, **variables}))
            report.check(result.status == 0 and result.out == expected.out, f"{what}\n{result.describe()}")
            return json.loads(stats.read_text())["device"] if stats.exists() else None

        def peak(counts):
            return max(counts["peak_bytes_per_device"])

        whole = counted("one rank", HYDRA_RANKS=1)
        report.check(peak(whole) == ARRAYS, f"one rank: {whole}")
        for ranks in (2, 4, 7):
            # Beside its columns: those of two neighbours, what aligns rows, the table.
            share = ARRAYS // ranks + 2 * N * (2 * 64 + 64) + ARRAYS // 50
            roomy = counted(f"{ranks} ranks", HYDRA_RANKS=ranks)
            report.check(0 < peak(roomy) <= share, f"{ranks} ranks: {peak(roomy)} bytes on a device, at most {share}")
            # A column of N - 2 elements comes and goes at each border in each step, and at the end the last array's
            # columns; buffers had room for that from the beginning.
            halos = STEPS * 2 * (ranks - 1) * (N - 2) * 8
            report.check(roomy["h2d_bytes"] == halos and roomy["d2h_bytes"] == halos + 8 * N * N and
                         roomy["d2d_bytes"] == 0, f"{ranks} ranks: {roomy}, halos of {halos} bytes")
            narrow = counted(f"{ranks} ranks, room for their share", HYDRA_RANKS=ranks, HYDRA_DEVICE_MEMORY=share)
            report.check(narrow == roomy, f"{ranks} ranks: {roomy}, and with room for no more {narrow}")

        for memory in (ARRAYS // 3, ARRAYS // 20):
            for ranks in (1, 3):
                pieces = counted(f"{ranks} ranks, {memory} bytes", HYDRA_RANKS=ranks, HYDRA_DEVICE_MEMORY=memory)
                report.check(0 < peak(pieces) <= memory, f"{pieces}, at most {memory}")
        result = run([folder / "opencl", N, STEPS], env=environment({"HYDRA_DEVICE_MEMORY": 20000}))
        report.check(result.status not in (0, None) and "too little memory" in result.err and "p.c:8" in result.err,
                     f"not even a column fits\n{result.describe()}")

        two = {"HYDRA_DEVICES": "cpu/2", "POCL_MAX_PTHREAD_COUNT": 2}
        halves = counted("two devices", HYDRA_RANKS=1, **two)
        report.check(peak(halves) <= ARRAYS // 2 + 2 * N * 192 + ARRAYS // 50, f"two devices: {halves}")
        counted("two devices, two ranks", HYDRA_RANKS=2, **two)
        counted("two devices, in pieces", HYDRA_RANKS=2, HYDRA_DEVICE_MEMORY=ARRAYS // 9, **two)
        counted("small pages", HYDRA_RANKS=3, HYDRA_DEVICE_PAGE=64)
        counted("compared with the sequential run", HYDRA_RANKS=3, HYDRA_VERIFY=1)


if __name__ == "__main__":
    sys.exit(main())
