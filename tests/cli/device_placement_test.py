#!/usr/bin/env python3
"""Which iterations a rank runs is chosen on devices as it is without them: block-cyclic rows, boxes for a grid of
ranks, rows that stay below loops along columns and along edges. What travels between ranks is the same to the byte,
less than with blocks of rows; also where a rank has two devices, and where launches are run in pieces."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import environment, hydracc_test, run  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EDGES = """#include <stdio.h>
#define N 60
#define M 50
static double a[N][M], b[N][M];
int main(void)
{
    #pragma hydra parallel for
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (i * 7 + j * 3) % 11;
    for (int t = 0; t < 6; t++) {
        #pragma hydra parallel for
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < M - 1; j++)
                b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
        #pragma hydra parallel for
        for (int j = 1; j < M - 1; j++) {
            b[0][j] = b[1][j];
            b[N - 1][j] = 2 * b[N - 2][j] - b[N - 3][j];
        }
        #pragma hydra parallel for
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < M - 1; j++)
                a[i][j] = b[i][j] + 0.125 * b[i - 1][j];
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            printf("%.17g\\n", a[i][j] + b[i][j]);
    return 0;
}
"""
SHAPES = {"HYDRA_WORKGROUP": "8x4"}
TWO = {"HYDRA_DEVICES": "cpu/2"}
# The program, its arguments, ranks, and ways to run it; with less memory some launches are run in pieces.
CASES = [
    ("lu", ("140",), 3, [TWO, {"HYDRA_DEVICE_MEMORY": 60000}]),
    ("floyd", ("70", "1"), 9, [SHAPES]),
    ("adi", ("60", "3"), 4, [{}, {"HYDRA_DEVICE_MEMORY": 30000}]),
    ("seidel", ("60", "3"), 3, [{}]),
    ("fdtd2d", ("60", "5"), 9, [SHAPES]),
    ("edges", (), 4, [SHAPES]),
]


def main():
    with hydracc_test("device_placement", __doc__) as (report, hydracc, folder):
        (folder / "kernels").mkdir()
        (folder / "edges.c").write_text(EDGES)
        stats = folder / "stats.json"

        def counters(program, arguments, ranks, **more):
            """What the program prints, and its counters."""
            stats.unlink(missing_ok=True)
            result = run([folder / program, *arguments], env=environment(
                {"POCL_MAX_PTHREAD_COUNT": 2, "POCL_CACHE_DIR": folder / "kernels", "HYDRA_STATS": stats,
                 "HYDRA_RANKS": ranks, **more}))
            report.check(result.status == 0 and stats.exists(), f"{program}\n{result.describe()}")
            return result.out, json.loads(stats.read_text()) if stats.exists() else {}

        for name, arguments, ranks, ways in CASES:
            source = folder / "edges.c" if name == "edges" else ROOT / "samples" / f"{name}.c"
            for target in ("cpu", "opencl"):
                built = run([hydracc, "--host=local", f"--target={target}", source, "-o", f"{name}_{target}", "-lm"],
                            cwd=folder)
                report.check(built.status == 0, f"does not build\n{built.describe()}")
            wanted, on_cpu = counters(f"{name}_cpu", arguments, ranks)
            for way in ways:
                printed, moved = counters(f"{name}_opencl", arguments, ranks, **way)
                report.check(printed == wanted, f"{name}, {way}: prints\n{printed}\nnot\n{wanted}")
                report.check(moved.get("coherence") == on_cpu.get("coherence"),
                             f"{name}, {way}: {moved.get('coherence')} between ranks, on cpu {on_cpu.get('coherence')}")
                device = moved.get("device", {})
                report.check(device.get("h2d_bytes", 0) > 0, f"{name}, {way}: no device ran it: {device}")
            if name in ("seidel", "fdtd2d"):
                continue
            printed, blocks = counters(f"{name}_opencl", arguments, ranks, HYDRA_PARTITION="block")
            report.check(printed == wanted, f"{name}, blocks: prints\n{printed}\nnot\n{wanted}")
            report.check(blocks["coherence"]["bytes"] > on_cpu["coherence"]["bytes"],
                         f"{name}: blocks move {blocks['coherence']}, what is chosen {on_cpu['coherence']}")


if __name__ == "__main__":
    sys.exit(main())
