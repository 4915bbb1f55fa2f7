#!/usr/bin/env python3
"""HYDRA_VERIFY: planted races are named with loop, array and element and end the run with status 71, on one rank
already; programs that are right run as without it."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import built_programs, environment, hydracc_test, run  # noqa: E402

# name, body of main behind the declarations, pattern of the message ("" where the program is right)
CASES = [
    ("distance", """
#pragma hydra parallel for
    for (int i = far; i < 40; i++)
        a[i] = a[i - far] + 1;
""", ["race.c:9: HYDRA_VERIFY: the loop is not parallel: a["]),
    ("histogram", """
#pragma hydra parallel for
    for (int i = 0; i < 40; i++)
        count[kind[i]] += 1;
""", ["race.c:9: HYDRA_VERIFY", "count[", "after its iterations ran in order"]),
    ("reads_later_writes", """
#pragma hydra parallel for
    for (int i = 0; i < 39; i++)
        a[i] = a[i + far] * 0.5;
""", ["race.c:9: HYDRA_VERIFY", " a["]),
    ("plane", """
#pragma hydra parallel for
    for (int i = 1; i < 7; i++)
        for (int j = 0; j < 5; j++)
            plane[i][j] = plane[i - far][j] + 1;
""", ["race.c:9: HYDRA_VERIFY", " plane["]),
    ("member", """
#pragma hydra parallel for
    for (int i = 0; i < 30; i++)
        bump(bodies, kind[i + 8]);
""", ["race.c:9: HYDRA_VERIFY", "bodies[", "].force is "]),
    ("grid_member", """
#pragma hydra parallel for
    for (int i = 0; i < 30; i++)
        mesh[i % 5 + 1][3].v[kind[i] % 2] += i;
""", ["race.c:9: HYDRA_VERIFY", "mesh[", "][3].v["]),
    ("shared_row", """ double *row[6]; \
    for (int i = 0; i < 6; i++) row[i] = malloc(5 * sizeof(double)); row[4] = row[1];
#pragma hydra parallel for
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 5; j++)
            row[i][j] = a[i] + j;
""", ["race.c:9: HYDRA_VERIFY", ": row[1][", "after its iterations ran in order"]),
    ("arrays_of_a_struct", """ for (int i = 0; i < 40; i++) s.cell[i] = i / 3;
#pragma hydra parallel for
    for (int i = 0; i < 30; i++)
        s.u[s.cell[i]] += s.dt + i;
""", ["race.c:9: HYDRA_VERIFY", ": s.u[0] is ", "without seeing what the others write"]),
    ("equal_values", """
#pragma hydra parallel for
    for (int i = 8; i < 40; i++)
        b[i / (far + 1)] = 3 + far;
""", ["race.c:9: warning: HYDRA_VERIFY: iterations 8 and 9 both store 4 in b[4]", "[hydra-race]"]),
    ("right", """
    for (int t = 0; t < 12; t++) {
        double most = 0;
#pragma hydra parallel for reduction(max:most)
        for (int i = far; i < 39; i++) {
            b[i] = 0.5 * (a[i - far] + a[i + 1]) + kind[i];
            if (b[i] > most)
                most = b[i];
        }
        a[0] = most;
#pragma hydra parallel for
        for (int i = far; i < 39; i++)
            a[i] = b[i];
    }
""", []),
]

PROGRAM = """#include <stdio.h>
static double a[40], b[40], plane[7][5];
void *malloc(unsigned long); static int count[8], kind[40]; \
struct body { int cell; double force; } bodies[30]; struct node { double v[2]; } mesh[7][4]; \
static struct { double dt, u[40]; int cell[40]; } s; \
static void bump(struct body *b, int k) { b[k].force += 1; }
int main(int argc, char **argv)
{
    int far = argc + (argv[0] == 0);
    for (int i = 0; i < 40; i++) { a[i] = i * i %% 7; kind[i] = i %% 8 * (i %% 3 > 0); }%s
    for (int i = 0; i < 40; i++)
        printf("%%g %%g %%d\\n", a[i], b[i], count[i %% 8] + (int)plane[i %% 7][i %% 5]);
    return 0;
}
"""


def main():
    with hydracc_test("verify", __doc__) as (report, hydracc, folder):
        expected_of = {name: expected for name, _, expected in CASES}
        programs = [(name, PROGRAM % body) for name, body, _ in CASES]
        for name, program in built_programs(report, hydracc, folder, "race.c", programs):
            plain = run([program], env=environment({"HYDRA_RANKS": 1}))
            for ranks in (1, 3):
                result = run([program], env=environment({"HYDRA_RANKS": ranks, "HYDRA_VERIFY": 1}))
                shown = f"{name}, {ranks} ranks\n{result.describe()}"
                if not expected_of[name]:
                    report.check(result.status == 0 and result.out == plain.out and not result.err, shown)
                    continue
                only_warned = "warning" in expected_of[name][0]
                report.check(result.status == (0 if only_warned else 71), "status: " + shown)
                strict = run([program], env=environment({"HYDRA_RANKS": ranks, "HYDRA_VERIFY": "strict"}))
                report.check(strict.status == 71, f"strict: {name}, {ranks} ranks\n{strict.describe()}")
                for text in expected_of[name]:
                    report.check(text in result.err, f"no '{text}': {shown}")
            if name == "right":
                result = run([program], env=environment({"HYDRA_VERIFY": "strict"}))
                report.check(result.status == 0 and not result.err, result.describe())
                result = run([program], env=environment({"HYDRA_VERIFY": 2}))
                report.check(result.status == 70 and "HYDRA_VERIFY" in result.err, result.describe())


if __name__ == "__main__":
    sys.exit(main())
