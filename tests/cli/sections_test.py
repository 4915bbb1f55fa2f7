#!/usr/bin/env python3
"""Array reductions whose section is smaller than what the loop accumulates into: the run ends and says so, rather than
losing what lies outside; a section that is large enough gives no message."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import built_programs, environment, hydracc_test, run  # noqa: E402

# name, clause, what is accumulated, element that the message names ("" where the program is right)
CASES = [
    ("above", "h[0:8]", "h[key[i]] += 1", "element 8 of h"),
    ("below", "h[8:8]", "h[key[i]] += 1", "element 0 of h"),
    ("moved", "q[0:8]", "q[key[i] - 4] += 1", "element -4 of q"),
    ("columns", "g[0:4][0:3]", "g[key[i] % 4][i % 4] += 1", "of g"),
    ("whole", "h[0:16]", "h[key[i]] += 1", ""),
    ("middle", "h[4:8]", "h[4 + key[i] % 8] += 1", ""),
    ("rows", "g[0:4][0:3]", "g[key[i] % 4][i % 3] += 1", ""),
]

PROGRAM = """#include <stdio.h>
static int key[300], h[16], g[4][4];
int main(void)
{
    int *q = h + 4;
    for (int i = 0; i < 300; i++)
        key[i] = i %% 16;
#pragma hydra parallel for reduction(+:%s)
    for (int i = 0; i < 300; i++)
        %s;
    for (int i = 0; i < 16; i++)
        printf("%%d %%d\\n", h[i], q[0] + g[i / 4][i %% 4]);
    return 0;
}
"""


def main():
    with hydracc_test("sections", __doc__) as (report, hydracc, folder):
        expected_of = {name: expected for name, _, _, expected in CASES}
        programs = [(name, PROGRAM % (clause, body)) for name, clause, body, _ in CASES]
        for name, program in built_programs(report, hydracc, folder, "s.c", programs):
            plain = run(["gcc", "-w", "s.c", "-o", "plain"], cwd=program.parent)
            sequential = run([program.parent / "plain"]) if report.check(plain.status == 0, plain.describe()) else plain
            for ranks in (1, 3):
                result = run([program], env=environment({"HYDRA_RANKS": ranks}))
                shown = f"{name}, {ranks} ranks\n{result.describe()}"
                if expected := expected_of[name]:
                    report.check(result.status == 70 and "s.c:9" in result.err and expected in result.err
                                 and "section" in result.err, shown)
                else:
                    report.check(result.status == 0 and not result.err and result.out == sequential.out, shown)


if __name__ == "__main__":
    sys.exit(main())
