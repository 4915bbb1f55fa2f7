#!/usr/bin/env python3
"""What all ranks read of one of them, another row in each step: a device has its own rows and a few of the others'. So
memory that has room for these moves no more than memory without end. And arrays that kernels fill, reduce and read stay
where they are."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import environment, hydracc_test, run  # noqa: E402

N = 600
ROWS = """#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    double *d = malloc(sizeof(double) * n * n);
    #pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            d[i * n + j] = (i * 7 + j * 3) % 11;
    for (int k = 0; k < n; k++) {
        #pragma hydra parallel for
        for (int i = 0; i < n; i++)
            if (i != k)
                for (int j = 0; j < n; j++)
                    d[i * n + j] = 0.5 * d[i * n + j] + 0.25 * d[k * n + j];
    }
    printf("%.17g\\n", d[5]);
    return 0;
}
"""
VALUES, STEPS = 1000, 10
REDUCED = """#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    enum { V = 1000, E = 3000 };
    static double next[V], rank[V];
    int steps = atoi(argv[1]);
    #pragma hydra parallel for
    for (int v = 0; v < V; v++)
        rank[v] = 1.0 / (v + 1);
    for (int t = 0; t < steps; t++) {
        #pragma hydra parallel for
        for (int v = 0; v < V; v++)
            next[v] = 0.1;
        #pragma hydra parallel for reduction(+:next)
        for (int e = 0; e < E; e++)
            next[e * 13 % V] += 0.3 * rank[e * 7 % V];
        #pragma hydra parallel for
        for (int v = 0; v < V; v++)
            rank[v] = next[v];
    }
    printf("%.17g\\n", rank[5]);
    return 0;
}
"""


def main():
    with hydracc_test("device_rows", __doc__) as (report, hydracc, folder):
        (folder / "kernels").mkdir()
        for name, source in (("rows", ROWS), ("reduced", REDUCED)):
            (folder / f"{name}.c").write_text(source)
            for target in ("cpu", "opencl"):
                built = run([hydracc, "--host=local", f"--target={target}", f"{name}.c", "-o", f"{name}_{target}"],
                            cwd=folder)
                report.check(built.status == 0, f"does not build\n{built.describe()}")

        def counted(what, program, argument, **variables):
            stats = folder / "stats.json"
            stats.unlink(missing_ok=True)
            wanted = run([folder / f"{program}_cpu", argument],
                         env=environment({"HYDRA_RANKS": variables["HYDRA_RANKS"]}))
            result = run([folder / f"{program}_opencl", argument], env=environment(
                {"POCL_MAX_PTHREAD_COUNT": 1, "POCL_CACHE_DIR": folder / "kernels", "HYDRA_STATS": stats, **variables}))
            report.check(result.status == 0 and result.out == wanted.out, f"{what}\n{result.describe()}")
            return json.loads(stats.read_text())["device"] if stats.exists() else None

        array, row = 8 * N * N, 8 * N
        for ranks in (2, 3):
            # Beside a rank's rows: ten of others', rounded to pages, and where pages are.
            share = array // ranks + 16 * row + array // 100
            for memory in (0, array, share):
                # By itself the program would take columns, and move nothing.
                limit = {"HYDRA_PARTITION": "block", **({"HYDRA_DEVICE_MEMORY": memory} if memory else {})}
                moved = counted(f"{ranks} ranks, {memory} bytes", "rows", N, HYDRA_RANKS=ranks, **limit)
                report.check(0 < max(moved["peak_bytes_per_device"]) <= share and moved["d2d_bytes"] == 0 and
                             moved["h2d_bytes"] == array * (ranks - 1),
                             f"{ranks} ranks, {memory} bytes: {moved}, at most {share} bytes on a device")
            counted(f"{ranks} ranks, no room for their share", "rows", N, HYDRA_RANKS=ranks,
                    HYDRA_PARTITION="block", HYDRA_DEVICE_MEMORY=array // ranks // 2)

        one = counted("one rank", "reduced", STEPS, HYDRA_RANKS=1)
        report.check(one["h2d_bytes"] == 0 and one["d2h_bytes"] == 8, f"one rank: {one}")
        # With more, a device's partial results go to the host once. It gets what all have accumulated into its part of
        # `next`, whose old values stay, and the others' parts of `rank`; its own part of that goes to the host for them.
        values = 8 * VALUES
        for ranks in (2, 3):
            several = counted(f"{ranks} ranks", "reduced", STEPS, HYDRA_RANKS=ranks)
            report.check(several["h2d_bytes"] == ranks * values * STEPS and
                         several["d2h_bytes"] == values * STEPS + 8 and
                         several["reduced_bytes"] == ranks * values * STEPS, f"{ranks} ranks: {several}")
        # Three devices of a rank: partial results go as far joined as they are neighbours in the tree.
        three = counted("three devices", "reduced", STEPS, HYDRA_RANKS=1, HYDRA_DEVICES="cpu/3",
                        POCL_MAX_PTHREAD_COUNT=3)
        report.check(three["reduced_bytes"] <= 12 * values * STEPS and three["d2h_bytes"] <= 2 * values * STEPS,
                     f"three devices: {three}")
        counted("little room", "reduced", STEPS, HYDRA_RANKS=1, HYDRA_DEVICE_MEMORY=12000)


if __name__ == "__main__":
    sys.exit(main())
