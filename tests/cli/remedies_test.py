#!/usr/bin/env python3
"""Loops that people write without a clause: the message offers a remedy, and with it the program prints what the
sequential one does, and ranks share the loop out."""
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import environment, hydracc_test, run  # noqa: E402

FRAME = """#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000, at = -1, where = -1;
    double *a = malloc((n + 9) * sizeof(double)), best = -1;
    int *k = malloc(n * sizeof(int)), *far = calloc(16, sizeof(int)), near[16] = {0};
    for (int i = 0; i < n; i++) {
        a[i] = i * 37 % 101;
        k[i] = i * 37 % 16;
    }
    #pragma hydra parallel for
    for (int i = 0; i < n; i++) BODY
    BEHIND
    printf("%g %d %d\\n", best, at, where);
    for (int j = 0; j < 16; j++)
        printf("%d %d%c", near[j], far[j], j < 15 ? ' ' : '\\n');
    return 0;
}
"""
# The body, what the message has to say, and the clause that it names.
CLAUSES = {
    "argmax": ("if (a[i] > best) { best = a[i]; at = i; }", "('at', stored beside it, goes with it and needs no clause)",
               "reduction(max:best)"),
    "argmax of two places": ("if (a[i] >= best) { best = a[i]; at = i; where = k[i]; }",
                             "('at', 'where', stored beside it, go with it and need no clause)", "reduction(max:best)"),
    "argmin": ("if (fabs(a[i] - 50) < -best) { best = -fabs(a[i] - 50); at = i; }", "", None),
    "maximum": ("if (a[i] > best) best = a[i];", "add", "reduction(max:best)"),
    "histogram": ("near[k[i]]++;", "gives each rank a copy", "reduction(+:near)"),
    "histogram by a pointer": ("far[k[i]] += 2;", "gives each rank a copy", "reduction(+:far[:16])"),
}
# A loop that prints, and both ways that the note names.
PRINTS = '{ a[i] = 2 * i; printf("%d %g\\n", i, a[i]); }'
INSTEAD = (("{ a[i] = 2 * i; }", 'for (int i = 0; i < n; i++)\n        printf("%d %g\\n", i, a[i]);'),
           ('{ a[i] = 2 * i; fprintf(stderr, "%d %g\\n", i, a[i]); }', ""))


def compare(report, hydracc, folder, name, text):
    """Like gcc's program at 1, 2 and 4 ranks; and shared out."""
    (folder / "loop.c").write_text(text)
    for command in (["gcc", "-w", "loop.c", "-lm", "-o", "plain"],
                    [hydracc, "--host=local", "loop.c", "-lm", "-o", "made"]):
        built = run(command, cwd=folder)
        if not report.check(built.status == 0 and built.err == "", f"{name}: {built.describe()}"):
            return
    for size in ("1000", "7", "1"):
        plain = run([folder / "plain", size])
        for ranks in (1, 2, 4):
            found = run([folder / "made", size],
                        env=environment({"HYDRA_RANKS": ranks, "HYDRA_STATS": folder / "stats.json"}))
            report.check(found.status == 0 and (found.out, found.err) == (plain.out, plain.err),
                         f"{name}, {ranks} ranks: {found.describe()}\n{plain.describe()}")
            (loop,) = json.loads((folder / "stats.json").read_text())["loops"]
            report.check(loop["distributed"] == 1, f"{name}, {ranks} ranks: {loop}")


with hydracc_test("cli.remedies", __doc__) as (report, hydracc, folder):
    for name, (body, said, clause) in CLAUSES.items():
        text = FRAME.replace("BODY", body).replace("BEHIND", "")
        (folder / "loop.c").write_text(text)
        result = run([hydracc, "--check", "loop.c"], cwd=folder)
        if clause is None:  # what it accumulates is no minimum
            report.check(result.status == 1 and "the loop is serial" in result.err, f"{name}: {result.describe()}")
            continue
        report.check(said in result.err and f"'{clause}'" in result.err and "hydra-last" not in result.err,
                     f"{name}: {result.describe()}")
        compare(report, hydracc, folder, name,
                text.replace("parallel for\n", f"parallel for {clause.replace('LENGTH', '16')}\n"))
    (folder / "loop.c").write_text(FRAME.replace("BODY", PRINTS).replace("BEHIND", ""))
    result = run([hydracc, "--check", "loop.c"], cwd=folder)
    report.check(result.status == 0 and "'printf' prints [hydra-replicated]" in result.err and
                 re.search(r"note: to share it out, keep .* in an array .* or print to 'stderr'", result.err),
                 f"a loop that prints: {result.describe()}")
    for body, behind in INSTEAD:
        compare(report, hydracc, folder, "a loop that prints", FRAME.replace("BODY", body).replace("BEHIND", behind))
