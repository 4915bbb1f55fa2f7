#!/usr/bin/env python3
"""--report says in one line what several accesses, members of a struct, or pairs of arrays have in common; its JSON
has all of them."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import hydracc_test, run  # noqa: E402

MEMBERS = """struct point { double x, y, z; int id; } p[400];
double a[400], s[400];
int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 400; i++) {
        s[i] = p[i].x +
               p[i].z + a[i];
        if (a[i] > 2)
            s[i] += a[i];
    }
#pragma hydra parallel for
    for (int i = 1; i < 400; i++)
        s[i] = p[i].x + p[i].y + p[i].z + p[i - 1].x + p[i - 1].z;
    for (int i = 0; i < 400; i++) { p[i].x = i; p[i].y = 0; p[i].z = s[i]; }
    return 0;
}
"""

APART = """void three(double *a, double *b, double *c, int n)
{
#pragma hydra parallel for
    for (int i = 1; i < n; i++) { a[i] = i; b[i] = 2 * i; c[i] = 3 * i; }
}
void star(double *to, const double *u, const double *v, const double *w, int n)
{
#pragma hydra parallel for
    for (int i = 1; i < n; i++) to[i] = u[i - 1] + v[i - 1] + w[i - 1];
}
void pair(double *to, const double *from, int n)
{
#pragma hydra parallel for
    for (int i = 1; i < n; i++) to[i] = from[i - 1];
}
int main(void) { return 0; }
"""


def lines_of(text):
    return [" ".join(line.split()) for line in text.splitlines()]


def check_members(report, hydracc, folder):
    (folder / "members.c").write_text(MEMBERS)
    found = run([hydracc, "--check", "-w", "--report", "members.c"], cwd=folder)
    lines = lines_of(found.out)
    for expected in ("read p[i].x, .y, .z (line 14) [lo : hi][0 : 3] exact",
                     "read p[i - 1].x, .z (line 14) [lo - 1 : hi - 1][0 : 1] and [2 : 3] exact",
                     "read p[i].x (line 7) [lo : hi][0 : 1] exact", # of another line than z
                     "read p[i].z (line 8) [lo : hi][2 : 3] exact",
                     "write p[i].x, .y, .z (line 15)"):
        report.check(expected in lines, f"'{expected}' is missing:\n{found.out}")
    report.check(sum(line.startswith("read a[i] (lines 8, 9, 10) [lo : hi] exact") for line in lines) == 1 and
                 not any("the same as a[i]" in line for line in lines), found.out)
    table = json.loads(run([hydracc, "--check", "-w", "--report=json", "members.c"], cwd=folder).out)
    texts = [access["text"] for access in table["loops"][1]["accesses"] if access["kind"] == "read"]
    report.check(sorted(texts) == ["p[i - 1].x", "p[i - 1].z", "p[i].x", "p[i].y", "p[i].z"], f"{texts}")
    read = [access["at"]["line"] for access in table["loops"][0]["accesses"] if access["text"] == "a[i]"]
    report.check(sorted(read) == [8, 9, 10], f"{read}")


def check_apart(report, hydracc, folder):
    (folder / "apart.c").write_text(APART)
    found = run([hydracc, "--check", "-w", "--report", "apart.c"], cwd=folder)
    proved = [line for line in lines_of(found.out) if line.startswith("parallel: proved")]
    text = "parallel: proved: no iteration depends on another one, provided that {}; each launch looks whether that is so"
    report.check(found.status == 0, found.describe())
    names = [each["provided_apart"] for each in
             json.loads(run([hydracc, "--check", "-w", "--report=json", "apart.c"], cwd=folder).out)["loops"]]
    report.check([len(pairs) for pairs in names] == [3, 3, 1], f"{names}")
    report.check(len(proved) == 3 and proved[2] == text.format("'from' and 'to' do not overlap"), found.out)
    report.check(proved[0].startswith(text.format("no two of ").split(";")[0]) and
                 all(f"'{name}'" in proved[0] for name in "abc") and " overlap; each launch" in proved[0] and
                 " and " not in proved[0], found.out)
    report.check("'to' overlaps none of " in proved[1] and all(f"'{name}'" in proved[1] for name in "uvw"), found.out)


def main():
    with hydracc_test("cli.folding", __doc__) as (report, hydracc, folder):
        check_members(report, hydracc, folder)
        check_apart(report, hydracc, folder)


if __name__ == "__main__":
    main()
