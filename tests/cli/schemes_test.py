#!/usr/bin/env python3
"""--comm and HYDRA_COMM: under each communication scheme programs print what they print when gcc builds them, dry runs
count what real runs send, no scheme sends less than what is needed, and where closed forms exist, they are met."""
import argparse
import json
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import Report, environment, run  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMES = ["exact", "fop", "foifi", "fo"]
PROGRAMS = [  # the source, its arguments, and the size of tiles
    ("samples/floyd.c", ["64"], 8),
    ("samples/lu.c", ["60"], 4),
    ("samples/adi.c", ["48", "4"], 5),
    ("samples/jacobi.c", ["50", "7"], 3),
    ("samples/fdtd2d.c", ["40", "6"], 4),
    ("samples/nbody.c", ["60", "4"], 7),
    ("samples/gemver.c", ["40"], 6),
    ("bench/tiled/lu.c", ["512"], 1),
]
# Launches of which schemes know nothing, copies, pointers that change places, tables of rows; serial code in between.
MIXED = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { n = 40 };
int main(void)
{
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), (*m)[n] = malloc(sizeof(double[n][n]));
    double **rows = malloc(n * sizeof *rows), sum = 0, last = 0;
    int *perm = malloc(n * sizeof *perm);
    for (int i = 0; i < n; i++) {
        a[i] = i % 7; b[i] = 0; perm[i] = (i * 7 + 3) % n;
        rows[i] = malloc(n * sizeof(double));
        for (int j = 0; j < n; j++) m[i][j] = i - j;
    }
    for (int t = 0; t < 6; t++) {
#pragma hydra parallel for
        for (int i = 1; i < n - 1; i++) b[i] = a[i - 1] + a[i + 1] * 0.5;
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) rows[i][j] = m[j][i] + b[i];
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) m[i][j] = rows[j][i] * 0.5 + (i > 0 ? rows[i - 1][j] : 0);
        b[t] = t;
#pragma hydra parallel for
        for (int i = 0; i < n; i++) a[perm[i]] = b[i] + m[i][(i + t) % n];
        double *other = a; a = b; b = other;
        if (t == 3) memcpy(a, b, n / 2 * sizeof *a);
#pragma hydra parallel for reduction(+:sum)
        for (int i = 0; i < n; i++)
            if (a[i] > 1) { sum += a[i]; b[i] = a[i] / 2; }
        last = a[n / 3];
    }
    for (int i = 0; i < n; i++) printf("%g %g %g\\n", a[i], b[i], m[i][n - 1 - i]);
    printf("%g\\n", last);
    return 0;
}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hydracc", required=True)
    parser.add_argument("--ranks", default="2 3 4 7")
    options = parser.parse_args()
    report = Report("schemes")

    def check(what, condition, detail=""):
        return report.check(condition, f"{what}\n{detail}")

    folder = pathlib.Path(tempfile.mkdtemp(prefix="hydra-schemes-"))

    def build(source, out, *more):
        result = run([options.hydracc, "--host=local", "-O1", *more, source, "-lm", "-o", out])
        check(f"{source} builds", result.status == 0, result.describe())

    def counted(program, arguments, variables):
        """Standard output, and the counters."""
        stats = folder / "stats.json"
        stats.unlink(missing_ok=True)
        env = environment({"HYDRA_STATS": stats, "HYDRA_NUM_THREADS": 1, **variables})
        result = run([program, *arguments], env=env)
        check(f"{program.name} {variables} ends well", result.status == 0, result.describe())
        return result.out, json.loads(stats.read_text()) if stats.exists() else None

    def volumes(stats):
        return {k: stats[k] for k in ("coherence", "serial", "reduction", "arrays", "traffic")} if stats else None

    try:
        (folder / "mixed.c").write_text(MIXED)
        programs = [(ROOT / source, arguments, tile) for source, arguments, tile in PROGRAMS]
        for source, arguments, tile in [*programs, (folder / "mixed.c", [], 3)]:
            program = folder / ("tiled_" * ("tiled" in source.parts) + source.stem)
            build(source, program)
            run(["gcc", "-O1", "-w", "-ffp-contract=off", source, "-lm", "-o", folder / "sequential"])
            expected = run([folder / "sequential", *arguments]).out
            for ranks in map(int, options.ranks.split()):
                moved = {}
                for scheme in SCHEMES:
                    comm = scheme if scheme == "exact" else f"{scheme}:{tile}"
                    what = f"{program.name} on {ranks}, {comm}"
                    out, real = counted(program, arguments, {"HYDRA_COMM": comm, "HYDRA_RANKS": ranks})
                    check(f"{what}: the sequential answer", out == expected, out)
                    dry_run = f"{ranks},run" if source.stem == "mixed" else ranks
                    _, dry = counted(program, arguments, {"HYDRA_COMM": comm, "HYDRA_DRYRUN": dry_run})
                    check(f"{what}: a dry run counts the same", volumes(dry) == volumes(real),
                                 f"{volumes(dry)}\n{volumes(real)}")
                    moved[scheme] = real["coherence"]["bytes"] if real else 0
                check(f"{program.name} on {ranks}: no less than is needed", min(moved.values()) == moved["exact"],
                             str(moved))
                check(f"{program.name} on {ranks}: FO sends no less than FOP", moved["fo"] >= moved["fop"],
                             str(moved))
                if source.stem == "floyd" and ranks in (2, 4):
                    n, exact = int(arguments[0]), moved["exact"]
                    check("floyd: FOP sends what is needed", moved["fop"] == exact, str(moved))
                    check("floyd: FOIFI sends it to each tile", moved["foifi"] == exact * n // tile // ranks,
                                 str(moved))
                    # Row 0 is first written in the second step.
                    check("floyd: FO sends whole tiles", moved["fo"] == exact * tile - 8 * n * (ranks - 1), str(moved))
                if source.stem == "adi":
                    # Schemes know rows and columns that change places, and no pipelines.
                    _, changed = counted(program, arguments, {"HYDRA_PARTITION": "block", "HYDRA_RANKS": ranks})
                    changed = changed["coherence"]["bytes"]
                    check("adi: FOP sends what is needed", moved["fop"] == changed, f"{moved} {changed}")
                    check("adi: FO sends all to all", moved["fo"] >= (ranks - 0.5) * changed, f"{moved} {changed}")
        # The option, and what overrides it.
        built = folder / "built"
        build(ROOT / "samples/floyd.c", built, "--comm=fo:8")
        _, by_option = counted(built, ["64"], {"HYDRA_DRYRUN": 4})
        _, by_variable = counted(folder / "floyd", ["64"], {"HYDRA_DRYRUN": 4, "HYDRA_COMM": "fo:8"})
        _, exact = counted(built, ["64"], {"HYDRA_DRYRUN": 4, "HYDRA_COMM": "exact"})
        check("--comm is HYDRA_COMM's default", volumes(by_option) == volumes(by_variable))
        check("HYDRA_COMM overrides it", exact["coherence"]["bytes"] < by_option["coherence"]["bytes"])
        for wrong in ("--comm=fi", "--comm=fo:0", "--comm=fo:", "--comm=exact:8"):
            result = run([options.hydracc, wrong, ROOT / "samples/floyd.c", "-o", built])
            check(f"{wrong} is refused", result.status == 2 and wrong in result.err, result.describe())
        result = run([built], env=environment({"HYDRA_COMM": "fi"}))
        check("HYDRA_COMM=fi is refused", result.status == 70 and "foifi" in result.err, result.describe())
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    report.finish()


if __name__ == "__main__":
    sys.exit(main())
