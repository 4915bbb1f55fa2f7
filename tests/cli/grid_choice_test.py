#!/usr/bin/env python3
"""When ranks change from rows to a grid: at once where the number of rounds is known in front of them, and where nobody
knows it, when rows have cost as much as changing places does."""
import argparse
import json
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import Report, environment, run  # noqa: E402

# A plate that gets warm, and a largest value in the end, which is found row by row.
STEP = """        next[i * n + j] = 0.25 * (now[(i - 1) * n + j] + now[(i + 1) * n + j] + now[i * n + j - 1] + now[i * n + j + 1]);
"""
FRAME = """#include <stdio.h>
#include <stdlib.h>
%s
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), steps = atoi(argv[2]);
    double *now = malloc(8 * (size_t)n * n), *next = malloc(8 * (size_t)n * n), largest = 0;
%s
#pragma hydra parallel for reduction(max:largest)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            largest = now[i * n + j] * (i %% 7) > largest ? now[i * n + j] * (i %% 7) : largest;
    printf("%%.17g\\n", largest);
    return 0;
}
"""
FILL = """#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            now[i * n + j] = next[i * n + j] = (i * 3 + j) % 11;
"""
RELAX = """#pragma hydra parallel for
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
""" + STEP
SWAP = "        double *old = now; now = next; next = old;\n"
TOGETHER = FRAME % ("", FILL + "    for (int t = 0; t < steps; t++) {\n" + RELAX + SWAP + "    }")
APART = FRAME % ("static void fill(int n, double *now, double *next)\n{\n" + FILL + "}\n"
                 "static void relax(int n, const double *now, double *next)\n{\n" + RELAX + "}",
                 "    fill(n, now, next);\n    for (int t = 0; t < steps; t++) {\n        relax(n, now, next);\n" + SWAP + "    }")

RANKS = 16


def costs(n):
    """Bytes that a round moves by rows, and in boxes, and those of an array that goes from rows to 4 x 4 boxes."""
    return 16 * (n - 2) * (RANKS - 1), 16 * (n - 2) * (3 + 3), 8 * n * n * 3 // 4



def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--hydracc", required=True)
    options = parser.parse_args()
    report = Report("cli.grid_choice")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hydra-test-"))

    def outcome(name, n, steps):
        stats = folder / "stats.json"
        result = run([folder / name, str(n), str(steps)],
                     env=environment({"HYDRA_RANKS": RANKS, "HYDRA_STATS": stats, "HYDRA_VERBOSE": 1}))
        report.check(result.status == 0, f"{name} {steps}\n{result.describe()}")
        bytes_moved = json.loads(stats.read_text())["coherence"]["bytes"] if result.status == 0 else -1
        return bytes_moved, result.out, result.err

    try:
        for name, n, text in (("together", 48, TOGETHER), ("apart", 600, APART)):
            rows, boxes, places = costs(n)
            (folder / f"{name}.c").write_text(text)
            built = run([options.hydracc, "--host=local", folder / f"{name}.c", "-o", folder / name])
            report.check(built.status == 0, f"{name} does not build\n{built.describe()}")
            run(["gcc", "-w", folder / f"{name}.c", "-o", folder / f"{name}_alone"])
            for steps in (0, 1, 2, 3, 7, 200):
                alone = run([folder / f"{name}_alone", str(n), str(steps)])
                moved, out, err = outcome(name, n, steps)
                report.check(out == alone.out, f"{name}, {steps} steps: {out!r} instead of {alone.out!r}")
                if name == "together" and steps > 0:
                    # 13,824 bytes change places in the end, where a round saves 6,624.
                    least = min(rows * steps, boxes * steps + places)
                    report.check(abs(moved - least) <= rows // 4, f"{steps} steps known: {moved} bytes, least {least}")
                elif name == "apart" and steps < 8:
                    report.check(moved == rows * steps, f"{steps} of who knows how many steps: {moved} bytes, by rows "
                                                        f"{rows * steps}")
                elif name == "apart":
                    # Rows until they have cost what two arrays that change places do; then these, and the last loop.
                    most = boxes * steps + 2 * 3 * places + 2 * rows
                    report.check(moved <= most < rows * steps, f"{steps} of who knows how many steps: {moved} bytes, at "
                                                               f"most {most}, by rows {rows * steps}")
                    report.check("rounds by rows have cost what changing places does" in err,
                                 f"it does not say why:\n{err}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    report.finish()


if __name__ == "__main__":
    main()
