#!/usr/bin/env python3
"""The memory that a dry run counts: pages of each array that a rank's iterations or serial code touch, as in a real run;
and where it is not known."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import environment, hydracc_test, run  # noqa: E402

PAGE = 4096  # of each array, 32 pages, each of four ranks has eight

PROGRAM = """#include <stdio.h>
#include <stdlib.h>
enum { n = 16384 };
_Alignas(4096) static double a[n], b[n], c[n], d[n];
int main(void)
{
    for (int i = 0; i < n; i++) c[i] = i;
#pragma hydra parallel for
    for (int i = 0; i < n; i++) a[i] = c[i];
#pragma hydra parallel for
    for (int i = 1; i < n - 1; i++) b[i] = a[i - 1] + a[i + 1];
    double *gone = malloc(n * sizeof *gone);
#pragma hydra parallel for
    for (int i = 0; i < n; i++) gone[i] = b[i];
    free(gone);
#pragma hydra parallel for
    for (int i = 0; i < n / 2; i++) d[i] = 1;
    LAST
    return 0;
}
"""


def memory(report, folder, variable, value):
    (folder / "m.json").unlink(missing_ok=True)
    result = run(["./m"], cwd=folder, env=environment({variable: value, "HYDRA_STATS": "m.json"}))
    report.check(result.status == 0, result.describe())
    return {array["name"]: array["bytes"] for array in json.loads((folder / "m.json").read_text())["memory"]}


def build(report, hydracc, folder, last):
    (folder / "m.c").write_text(PROGRAM.replace("LAST", last))
    result = run([hydracc, "--host=local", "-w", "m.c", "-o", "m"], cwd=folder)
    report.check(result.status == 0, result.describe())


def main():
    with hydracc_test("cli.dryrun_memory", __doc__) as (report, hydracc, folder):
        build(report, hydracc, folder, "")
        dry = memory(report, folder, "HYDRA_DRYRUN", 4)
        share = 8 * PAGE
        # Neighbours' elements are in a page on either side.
        expected = {"a": [share + PAGE, share + 2 * PAGE, share + 2 * PAGE, share + PAGE], "b": [share] * 4,
                    "c": [4 * share] * 4}
        report.check({name: dry.get(name) for name in expected} == expected, f"{dry}")
        report.check(sum(dry["d"]) == 2 * share and sum(dry["gone"]) >= 4 * share, f"{dry}")
        real = memory(report, folder, "HYDRA_RANKS", 4)
        report.check(sorted(real) == sorted(dry) and
                     all(one <= other for name in dry for one, other in zip(dry[name], real[name])), f"{dry}, {real}")
        # Serial code brings all of `b` to all ranks, which run it, or to rank 0.
        build(report, hydracc, folder, "for (int i = 0; i < n; i++) c[i] += b[i];")
        report.check(memory(report, folder, "HYDRA_DRYRUN", 4)["b"] == [4 * share] * 4, "what every rank reads")
        build(report, hydracc, folder, "for (int i = 0; i < n; i++) printf(\"%g\\n\", b[i]);")
        dry = memory(report, folder, "HYDRA_DRYRUN", 4)["b"]
        report.check(dry == [4 * share, share, share, share], f"what rank 0 prints: {dry}")
        # Kernels run: whose pages these are is not known.
        report.check(memory(report, folder, "HYDRA_DRYRUN", "4,run") == {}, "of a run with kernels")


if __name__ == "__main__":
    main()
