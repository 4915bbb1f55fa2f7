#!/usr/bin/env python3
"""What does not have to travel does not: the counters of programs that copy, print and broadcast."""
import argparse
import json
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import Report, environment, run  # noqa: E402

# A time loop that copies back after each step, whole arrays, rows, structs, and through functions; nothing of this
# may travel, and the halo of the stencil (two rows a border and step, and none before the first) is all that does.
STENCIL = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define ROWS 60
#define COLS 50
#define STEPS 9
struct field { double at[ROWS][COLS]; };
static struct field now, next;
static double flat[ROWS][COLS];
static void back(double *to, const double *from, int rows) { memcpy(to, from, rows * sizeof(double[COLS])); }
int main(int argc, char **argv)
{
    int way = atoi(argv[1]);
    double (*u)[COLS] = now.at, (*v)[COLS] = next.at;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLS; j++)
            u[i][j] = v[i][j] = (i * 7 + j) % 13;
    for (int t = 0; t < STEPS; t++) {
#pragma hydra parallel for
        for (int i = 1; i < ROWS - 1; i++)
            for (int j = 0; j < COLS; j++)
                v[i][j] = (u[i - 1][j] + u[i + 1][j]) / 2;
        if (way == 0)
            memcpy(u, v, sizeof now);
        else if (way == 1)
            now = next;
        else if (way == 2)
            back(&u[0][0], &v[0][0], ROWS);
        else if (way == 3)
            for (int i = 1; i < ROWS - 1; i++)
                memmove(u[i], v[i], sizeof u[i]);
        else if (way == 4) {
            memcpy(flat, v, sizeof flat);
            memset(u, 0, sizeof now);
            memcpy(u[0], flat[0], sizeof flat);
        }
    }
    double sum = 0;
#pragma hydra parallel for reduction(+:sum)
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLS; j++)
            sum += v[i][j] * (i + j);
    printf("%.6f\\n", sum);
    return 0;
}
"""


def copies(build, stats, report):
    if not build("stencil", STENCIL):
        return
    row, steps = 8 * 50, 9
    for way in range(5):
        for ranks in (1, 2, 4):
            counted = stats("stencil", ranks, str(way))
            if counted is None:
                continue
            halo = 2 * row * (ranks - 1) * (steps - 1)
            report.check(counted["serial"]["bytes"] == 0 and counted["coherence"]["bytes"] == halo,
                         f"copied in way {way} on {ranks} ranks: {counted['serial']}, {counted['coherence']}, "
                         f"not 0 and {halo}")


# A matrix is printed, summed up and searched after each step.
PRINTING = """
#include <stdio.h>
#include <stdlib.h>
#define N 48
static double a[N][N];
int main(int argc, char **argv)
{
    int way = atoi(argv[1]), found = 0;
    double sum = 0;
    for (int t = 0; t < 5; t++) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                a[i][j] = a[i][j] / 2 + (i * 3 + j * 5 + t) % 11;
        if (way == 0)
            for (int i = 0; i < N; i++)
                for (int j = 0; j < N; j++)
                    printf("%g%c", a[i][j], j == N - 1 ? '\\n' : ' ');
        else if (way == 1)
            for (int i = 0; i < N; i++)
                for (int j = 0; j < N; j++)
                    sum += a[i][j];
        else
            for (int i = 0; i < N; i++)
                for (int j = 0; j < N && a[i][j] >= 1; j++)
                    found += j, sum = a[i][j];
        if (sum > 1e9)
            return 1;
    }
    printf("%g %d\\n", sum, found);
    return 0;
}
"""


def printing(build, stats, report):
    if not build("printing", PRINTING):
        return
    scalars = 12  # bytes of `found` and `sum`, which the statement may assign
    for way in range(3):
        for ranks in (1, 3, 4):
            counted = stats("printing", ranks, str(way))
            if counted is None:
                continue
            expected = 5 * (8 * 48 * 48 * (ranks - 1) // ranks + scalars * (ranks - 1))
            report.check(counted["serial"]["bytes"] == expected and counted["coherence"]["bytes"] == 0,
                         f"printed in way {way} on {ranks} ranks: {counted['serial']}, {counted['coherence']}, "
                         f"not {expected} and 0")


# A field is saved after each step: in text, in rows of bytes, whole, by a function, and in one statement.
SAVING = """
#include <stdio.h>
#include <stdlib.h>
#define N 48
static double a[N][N];
static void put(FILE *to, double x) { fprintf(to, "%g\\n", x); }
int main(int argc, char **argv)
{
    int way = atoi(argv[1]);
    FILE *out = fopen("saved", "w");
    for (int t = 0; t < 5; t++) {
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                a[i][j] = a[i][j] / 2 + (i * 3 + j * 5 + t) % 11;
        if (way == 0)
            for (int i = 0; i < N; i++)
                for (int j = 0; j < N; j++)
                    fprintf(out, "%g%c", a[i][j], j == N - 1 ? '\\n' : ' ');
        else if (way == 1)
            for (int i = 0; i < N; i++)
                fwrite(a[i], sizeof a[i], 1, out);
        else if (way == 2)
            fwrite(a, sizeof a, 1, out);
        else
            for (int i = 0; i < N * N; i++)
                put(out, a[i / N][i % N]);
        printf("%ld\\n", ftell(out));
    }
    return fclose(out);
}
"""


def saving(build, stats, report):
    if not build("saving", SAVING):
        return
    for way in range(4):
        for ranks in (1, 3, 4):
            counted = stats("saving", ranks, str(way))
            if counted is None:
                continue
            data = 5 * 8 * 48 * 48 * (ranks - 1) // ranks
            states = 5 * 64 * (ranks - 1)  # of one stream, at most
            report.check(data <= counted["serial"]["bytes"] <= data + states and counted["coherence"]["bytes"] == 0,
                         f"saved in way {way} on {ranks} ranks: {counted['serial']}, {counted['coherence']}, "
                         f"not {data} and a little, and 0")


# Neighbours beyond the ends are the ends themselves: by a conditional, a variable, a step in another direction.
CLAMPED = """
#include <stdio.h>
#include <stdlib.h>
static double c[90], d[90], m[60][20], w[60][20];
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), r = n * 2 / 3;
    for (int i = 0; i < n; i++) c[i] = i % 17;
    for (int y = 0; y < r; y++)
        for (int x = 0; x < 20; x++) m[y][x] = (x * 3 + y) % 11;
    for (int t = 0; t < 5; t++) {
#pragma hydra parallel for
        for (int i = 0; i < n; i++) d[i] = c[i > 0 ? i - 1 : 0] + c[i < n - 1 ? i + 1 : n - 1];
#pragma hydra parallel for
        for (int i = 0; i < n; i++) c[i] = d[i] * 0.5;
#pragma hydra parallel for
        for (int y = 0; y < r; y++)
            for (int x = 0; x < 20; x++) {
                int up = y - 1, down = y + 1;
                if (up < 0) up = 0;
                if (down > r - 1) down = r - 1;
                w[y][x] = m[up][x] + m[down][x];
            }
#pragma hydra parallel for
        for (int y = 0; y < r; y++)
            for (int x = 0; x < 20; x++) m[y][x] = w[y][x] * 0.5;
    }
    printf("%g %g %g\\n", c[0], c[n - 1], m[0][0]);
    return 0;
}
"""


def clamping(build, stats, report):
    """A halo is two elements a border and step, and two rows; none in the first step. Dry runs count the same."""
    if not build("clamped", CLAMPED):
        return
    for ranks in (2, 3, 6):
        want = (ranks - 1) * 2 * 4 * (8 + 8 * 20)
        counted = stats("clamped", ranks, "90")
        dry = stats("clamped", ranks, "90", dry=True)
        for how, one in (("", counted), ("dry ", dry)):
            if one is not None:
                report.check(one["coherence"]["bytes"] == want,
                             f"clamped {how}on {ranks} ranks: {one['coherence']}, not {want}")


# A stencil whose functions are another file's, and touch what only that file has names for.
OWNER = """
static double first[60][20], second[60][20], (*now)[20] = first, (*next)[20] = second;
static int width = 20;
static double *from = &first[0][0];
double at(int i, int j) { return from[i * width + j]; }
void put(int i, int j, double v) { next[i][j] = v; }
void turn(void)
{
    double (*t)[20] = now;
    now = next;
    next = t;
    from = &now[0][0];
}
"""
USER = """
#include <stdio.h>
double at(int i, int j);
void put(int i, int j, double v), turn(void);
int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 60; i++)
        for (int j = 0; j < 20; j++) put(i, j, i * 3 % 7 + j);
    turn();
    for (int t = 0; t < 5; t++) {
#pragma hydra parallel for
        for (int i = 1; i < 59; i++)
            for (int j = 1; j < 19; j++) put(i, j, 0.5 * at(i - 1, j) + 0.25 * at(i + 1, j) + at(i, j) * 0.125);
        turn();
    }
    printf("%g\\n", at(30, 7));
    return 0;
}
"""


def elsewhere(build, stats, report):
    """Two rows a border and step, as if all were one file."""
    if not build("user", USER, owner=OWNER):
        return
    for ranks in (2, 3, 5):
        one = stats("user", ranks)
        want = (ranks - 1) * 2 * 5 * 18 * 8
        if one is not None:
            report.check(one["coherence"]["bytes"] == want,
                         f"arrays of another file on {ranks} ranks: {one['coherence']}, not {want}")


# Serial code that stops where the data say so, or where a pointer has come to: about as much travels as is read, of
# 20000 elements.
SEARCHES = """
#include <stdio.h>
#include <stdlib.h>
static int find(const double *a, int n, double key)
{
    for (int i = 0; i < n; i++)
        if (a[i] == key) return i;
    return -1;
}
int main(int argc, char **argv)
{
    int way = atoi(argv[1]), n = 20000, i = n / 2, found = -1;
    double *x = malloc(n * sizeof *x), s = 0;
#pragma hydra parallel for
    for (int k = 0; k < n; k++) x[k] = k;
    double *p, *q = x + n / 2;
    if (way == 0)
        while (x[i] < n / 2 + 30 && i < n) i++;
    else if (way == 1) {
        for (int k = n - 1; k >= 0; k--)
            if (x[k] < n - 50) { found = k; break; }
    } else if (way == 2)
        found = find(x, n, 40);
    else if (way == 3)
        for (p = q; p != q + 300; p += 3) s += *p;
    else if (way == 4)
        while (*q < n / 2 + 20) s += *q++;
    else if (way == 5)
        for (int low = 0, high = n; low < high; found = low) {
            int middle = (low + high) / 2;
            if (x[middle] < 777) low = middle + 1; else high = middle;
        }
    printf("%d %d %g\\n", i, found, s);
    return 0;
}
"""


def searching(build, stats, report):
    """At most a quarter more than is read, or 16 elements; and what rank 0 says of where it is."""
    if not build("search", SEARCHES):
        return
    read = [31, 50, 41, 100, 21, 15]
    for way, count in enumerate(read):
        for ranks in (2, 3, 5):
            one = stats("search", ranks, str(way))
            if one is not None:
                least = 24 * (ranks - 1) // 8
                elements = (ranks - 1) * (count + max(16, least, count // 4))
                said = (ranks - 1) * 24 * 25 + (ranks - 1) * 100
                report.check(one["serial"]["bytes"] <= elements * 8 + said,
                             f"search {way} on {ranks} ranks: {one['serial']}, more than {elements * 8} + {said}")


# Elements add to the two nodes around them: by formulas, by a table, after host code has cleared the array, and not
# at all but for the last step.
ASSEMBLY = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 4001
static double r[N], x[N];
static int node[N][2];
int main(int argc, char **argv)
{
    int way = atoi(argv[1]), n = N;
    for (int i = 0; i < n; i++)
        x[i] = (i * 37 % 101) * 0.5, node[i][0] = i, node[i][1] = i + 1;
    for (int t = 0; t < 5; t++) {
        if (way == 2)
            memset(r, 0, sizeof r);
#pragma hydra parallel for
        for (int i = 0; i < n; i++)
            x[i] += r[i] * 0.125;
        if (way == 0 || way == 2) {
#pragma hydra parallel for reduction(+: r[:n])
            for (int e = 0; e < n - 1; e++) {
                double f = x[e + 1] - x[e];
                r[e] += f;
                r[e + 1] += -f;
            }
        } else if (way == 1) {
#pragma hydra parallel for reduction(+: r[:n])
            for (int e = 0; e < n - 1; e++)
                for (int k = 0; k < 2; k++)
                    r[node[e][k]] += e + k;
        } else {
#pragma hydra parallel for reduction(+: r[:n])
            for (int e = 0; e < n - 1; e++)
                if (x[e] < 0 || (t == 4 && e == 0))
                    r[n - 1] += 1;
        }
    }
    double sum = 0;
#pragma hydra parallel for reduction(+:sum)
    for (int i = 0; i < n; i++)
        sum += r[i] * (i % 7) + x[i];
    printf("%.6f\\n", sum);
    return 0;
}
"""


def assembling(build, stats, report):
    """How much is sent, to each of the others; where it is, and one value, to the next one. The sum has one value."""
    if not build("assembly", ASSEMBLY):
        return
    for way in range(4):
        for ranks in (1, 2, 4):
            counted = stats("assembly", ranks, str(way))
            if counted is None:
                continue
            sizes, border = 8 * ranks * (ranks - 1), 16 + 8
            sums = 2 * 8 * (ranks - 1)
            borders = 5 * (ranks - 1) if way < 3 else min(1, ranks - 1)
            expected = 5 * sizes + borders * border + sums
            report.check(counted["reduction"]["bytes"] == expected and counted["serial"]["bytes"] == 0,
                         f"assembled in way {way} on {ranks} ranks: {counted['reduction']}, {counted['serial']}, "
                         f"not {expected} and 0")


# Where a particle is selects what acts on it, and is stored behind that. Each rank needs as many elements of its
# neighbour as its last particles have moved across the border. Then rounds that data end: no more is needed than if
# they all took place.
PARTICLES = """
#include <stdio.h>
#include <stdlib.h>
#define N 4000
static double field[N], v[N];
static int x[N];
int main(int argc, char **argv)
{
    int way = atoi(argv[1]);
    for (int i = 0; i < N; i++)
        x[i] = i, field[i] = i % 11 * 0.5;
    for (int t = 0; t < 4; t++) {
        if (way == 0) {
#pragma hydra parallel for
            for (int i = 0; i < N; i++) {
                v[i] += field[x[i]];
                x[i] = x[i] < N - 1 ? x[i] + 1 : x[i];
            }
        } else {
#pragma hydra parallel for
            for (int i = 0; i < N - 3; i++) {
                double sum = 0;
                for (int j = i; j < i + 4; j++) {
                    if (field[j] > 6.5)
                        break;
                    sum += field[j];
                }
                v[i] += sum;
            }
        }
#pragma hydra parallel for
        for (int i = 0; i < N; i++)
            field[i] = field[i] * 0.5 + i % 7;
    }
    double sum = 0;
#pragma hydra parallel for reduction(+:sum)
    for (int i = 0; i < N; i++)
        sum += v[i] * (i % 5) + x[i];
    printf("%.6f\\n", sum);
    return 0;
}
"""


def moving(build, stats, report):
    if not build("particles", PARTICLES):
        return
    for ranks in (1, 2, 4):
        for way, values in ((0, 1 + 2 + 3), (1, 3 * 3)):
            counted = stats("particles", ranks, str(way))
            if counted is None:
                continue
            expected = 8 * values * (ranks - 1)
            report.check(counted["coherence"]["bytes"] == expected and counted["serial"]["bytes"] == 0,
                         f"moved in way {way} on {ranks} ranks: {counted['coherence']}, {counted['serial']}, "
                         f"not {expected} and 0")


# Rows change places by their pointers in each step, and then stand in no order.
PIVOTS = """
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int n = 120;
    double **a = malloc(n * sizeof *a), trace = 0;
    for (int i = 0; i < n; i++)
        a[i] = malloc(n * sizeof **a);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = (i * 389 + j * 127 + i * j) % 997 - 500;
    for (int k = 0; k < n - 1; k++) {
        int p = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i][k]) > fabs(a[p][k])) p = i;
        double *row = a[p];
        a[p] = a[k];
        a[k] = row;
#pragma hydra parallel for
        for (int i = k + 1; i < n; i++) {
            double f = a[i][k] / a[k][k];
            for (int j = k; j < n; j++)
                a[i][j] -= f * a[k][j];
        }
    }
    for (int k = 0; k < n; k++)
        trace += a[k][k];
    printf("%.9g\\n", trace);
    return 0;
}
"""


def pivoting(build, stats, report):
    """As soon as that is known, every rank runs all of it, and nothing travels any more."""
    if not build("pivots", PIVOTS):
        return
    for ranks in (2, 4):
        counted = stats("pivots", ranks)
        if counted is not None:
            messages = counted["coherence"]["messages"] + counted["serial"]["messages"]
            report.check(messages < 120 * (ranks - 1), f"rows out of order on {ranks} ranks: {messages} messages")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hydracc", required=True)
    options = parser.parse_args()
    report = Report("traffic")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hydra-traffic-"))

    def build(name, text, **others):
        """Others: further files of the program, by name."""
        sources = [folder / f"{file}.c" for file in (name, *others)]
        for source, content in zip(sources, (text, *others.values())):
            source.write_text(content)
        made = run([options.hydracc, "--host=local", *sources, "-o", folder / name])
        expected = run(["gcc", "-w", "-O1", *sources, "-o", folder / f"{name}.seq"])
        return report.check(made.status == 0 and made.err == "" and expected.status == 0,
                            f"{name} does not build\n{made.describe()}")

    def stats(name, ranks, *args, dry=False):
        """The counters of a run whose output is the sequential one's; None where it is not. A dry run has none."""
        env = environment({"HYDRA_DRYRUN" if dry else "HYDRA_RANKS": ranks, "HYDRA_STATS": "stats.json", "HYDRA_PARTITION": "block"})
        got = run([folder / name, *args], env=env, cwd=folder)
        expected = run([folder / f"{name}.seq", *args], cwd=folder)
        if not report.check(got.status == expected.status and (dry or got.out == expected.out),
                            f"{name} {' '.join(args)}, {ranks} ranks: not the sequential output\n{got.describe()}"):
            return None
        return json.loads((folder / "stats.json").read_text())

    try:
        copies(build, stats, report)
        printing(build, stats, report)
        saving(build, stats, report)
        clamping(build, stats, report)
        elsewhere(build, stats, report)
        searching(build, stats, report)
        assembling(build, stats, report)
        moving(build, stats, report)
        pivoting(build, stats, report)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    report.finish()


if __name__ == "__main__":
    sys.exit(main())
