#!/usr/bin/env python3
"""What --report advises for serial loops: the right loops with the right clauses; and programs into which the advice
has been put compile without a word of doubt and print what they printed before."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import environment, hydracc_test, run  # noqa: E402

# Each loop says in a comment what is expected: `add:` the clauses of the advice; `no:` words of the reason why there is
# none; without a comment nothing is said of it by itself.
STENCIL = """\
#include <stdio.h>
#define N 400
static double a[N], b[N], big[N][60];
static int hist[5], first = -1;
int i, j;
static double norm(const double *x, int n)
{
    double s = 0;
    for (int k = 0; k < n; k++) s += x[k] * x[k]; /* add: reduction(+:s) */
    return s;
}
int main(void)
{
    double t, least = 1e9, w[3], line[N];
    int n = N;
    for (i = 0; i < N; i++) a[i] = (i * 7) % 31; /* add: */
    for (int step = 0; step < 5; step++) { /* no: iteration step=1 reads a[ */
        for (i = 1; i < n - 1; i++) { /* add: private(t) */
            t = a[i - 1] + a[i + 1];
            b[i] = t / 2;
        }
        for (i = 1; i < n - 1; i++) /* add: */
            a[i] = b[i];
    }
    for (i = 1; i < n; i++) a[i] = a[i - 1] / 2 + a[i]; /* no: reads a[ */
    for (i = 1; i < n; i++) { /* no: break */
        if (a[i] > 500) break;
        b[i] = 1;
    }
    i = 1;
    while (i < n) { b[i] *= 2; i++; }
    for (i = 0; i < n; i *= 2, i++) b[i] += 1; /* no: refused */
    for (i = 0; i < N; i++) /* add: private(j) */
        for (j = 0; j < 60; j++)
            big[i][j] = a[i] * j + b[i];
    for (j = 1; j < 60; j++) /* add: */
        for (int r = 1; r < N; r++)
            big[r][j] += big[r - 1][j];
    for (i = 0; i < N; i++) if (a[i] < least) least = a[i]; /* add: reduction(min:least) */
    for (i = 0; i < n; i++) { /* add: private(w) */
        for (int k = 0; k < 3; k++) w[k] = a[i] + k;
        b[i] = w[0] * w[1] + w[2];
    }
    for (i = 0; i < 3; i++) hist[i] = i; /* no: it has 3 iterations only */
    for (i = 0; i < n; i++) hist[(int)a[i] % 5]++; /* add: reduction(+:hist) */
    for (i = 0; i < n; i++) if (a[i] > 20) { first = i; break; } /* no: break */
    for (i = 0; i < n; i += 50) printf("%g %g\\n", a[i], b[i]); /* no: 'printf' */
    if (n > 5) { for (i = 0; i < n; i++) line[i] = b[n - 1 - i]; } /* add: */
    double run = 0;
    for (i = 0; i < n; i++) { run += line[i]; line[i] = run; } /* no: 'run' is shared */
    printf("%.6g %.6g %d %d %d %.6g\\n", least, norm(line, n), first, hist[2], i, big[N - 1][59]);
    printf("%.6g\\n", norm(b, n));
    return 0;
}
"""

# Loops in functions: pointers that may overlap; one that only a loop with a directive calls; C's other headers.
FUNCTIONS = """\
#include <stdio.h>
#include <stdlib.h>
static void shift(double *to, const double *from, int n)
{
    for (int i = 1; i < n; i++) to[i] = from[i - 1] * 2; /* add: */
}
static double weigh(const double *row, int n)
{
    double s = 0;
    for (int j = 0; j < n; j++) s += row[j] * j;
    return s;
}
static double sum(const double *p, const double *end)
{
    double s = 0;
    for (const double *q = p; q != end; q++) s += *q; /* add: reduction(+:s) */
    return s;
}
int main(void)
{
    enum { n = 120 };
    double (*m)[n] = malloc(n * sizeof *m), *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b);
    for (int i = 0; i < n; i++) { /* add: */
        a[i] = i % 13;
        for (int j = 0; j < n; j++) m[i][j] = i ^ j;
    }
    shift(b, a, n);
    shift(a + 1, a, n - 1);
#pragma hydra parallel for
    for (int i = 0; i < n; i++) b[i] += weigh(m[i], n);
    for (long i = n - 1; i >= 0; i -= 2) /* add: */
        a[i] += b[i];
    double *p = a;
    for (int i = 0; i < n; i++) *p++ += 1; /* no: 'p' is shared */
    printf("%.10g %.10g %.10g\\n", sum(a, a + n), sum(b, b + n), m[7][9]);
    return 0;
}
"""

# Bodies without braces, several loops on one line, macros; errors that stand in no loop; members of different sizes.
FORMS = """\
#include <stdio.h>
#include <stdlib.h>
#define N 360
#define FILL(a, n, x) do { for (int q_ = 0; q_ < (n); q_++) (a)[q_] = (x) + q_; } while (0)
#define EACH(v, n) for (int v = 0; v < (n); v++)
typedef struct { double x, y; int cell; short tag[2]; } Particle;
static double a[N], b[N], grid[20][N];
static int cnt, I;
static Particle p[N];
static int get(void) { return I; }
static double low(const double *v, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) s += v[i] * I; /* no: beside those for other loops */
    return s;
}
int main(int argc, char **argv)
{
    int n = N - 1 + argc, k;
    double **rows = malloc(20 * sizeof *rows), *h = malloc(N * sizeof *h);
    (void)argv;
    for (int t = 0; t < 20; t++) /* no: both write a[0]; the loop in line 23 inside */
        for (int i = 0; i < n; i++) /* add: */
            a[i] = a[i] + i;
    if (n > 5)
        for (int i = 0; i < n; i++) /* add: */
            b[i] += a[i];
    else
        for (int i = 0; i < n; i++) /* add: */
            b[i] -= a[i];
    switch (n % 2) {
    case 0:
        for (int i = 0; i < n; i++) /* add: */
            b[i] += 1;
        break;
    default:
        for (int i = 0; i < n; i++) b[i] += 2; /* add: */
    }
again:
    for (int i = 0; i < n; i++) /* add: */
        b[i] += 4;
    if (++cnt < 2) goto again;
    do
        for (int i = 0; i < n; i++) /* add: */
            b[i] += 8;
    while (b[3] < 50);
    while (b[3] < 90) for (int i = 0; i < n; i++) b[i] += 9; /* add: */
    FILL(h, n, 2.5); /* no: macros make this line */
    b[3]++; EACH(i, n) h[i] += 1; /* add: */
    for (I = 0; I < n; I++) b[I] += get(); /* no: 'get' is called in a parallel loop and uses 'I' */
    for (I = 0; I < 20; I++) b[I] += low(a, n); /* no: 'low' is called in a parallel loop and uses 'I' */
    for (k = 1; k < 20; k++) /* no: reads grid[1][0], which iteration k=1 writes; the loop in line 53 */
        for (int i = 0; i < n; i++) /* add: */
            grid[k][i] = grid[k - 1][i] + i;
    for (int i = 0; i < n; i++) { p[i].x = a[i]; p[i].cell = 8; } /* add: */
    for (int i = 1; i < n; i++) { p[i].tag[1] = i; p[i - 1].y = 8; } /* add: */
    for (int i = 0; i < 20; i++) rows[i] = calloc(n, sizeof **rows); /* no: stores pointers in memory */
    for (int i = 0; i < 20; i++) /* add: */
        for (int j = 0; j < n; j++) rows[i][j] = a[j] * i;
    for (int i = 0; i < n; i++) { h[i] = a[i]; if (h[i] > 100) h[i] = 100; else if (h[i] < 3) continue; h[i] += 1; } /* add: */
    for (int i = 0; i < n; i++) a[i] = a[n - 1]; /* no: iteration i=0 reads a[1], which iteration i=1 writes */
    for (int i = 1; i < n; i++) h[i] = h[i - 1] / 2 + h[i]; /* no: reads h[1] */
    for (int i = 0; i < n; i++) b[i % 7] += h[i]; /* add: reduction(+:b) */
    double s = low(h, n);
    for (int i = 0; i < n; i++) /* add: reduction(+:s) */
        s += a[i] + b[i] * (i + 1) + grid[i % 20][i] + p[i].x * p[i].cell + p[i].y * p[i].tag[1] + rows[i % 20][i];
    printf("%.8g %d %d\\n", s, k, I);
    return 0;
}
/* Nothing calls these, but whoever has this text may. */
static void copy(double *to, const double *from) { for (int j = 0; j < 30; j++) to[j] = from[j]; } /* no: it runs in iterations of a loop that gets a directive here */
void copies(double (*m)[30], double (*t)[30], int n)
{
    for (int i = 0; i < n; i++) copy(m[i], t[i]); /* add: */
}
unsigned hashed(const unsigned char *text, int n)
{
    unsigned h = 1;
    for (int i = 0; i < n; i++) { h ^= text[i]; h *= 7; } /* no: 'h' is shared by all iterations, and each one writes it; it is accumulated with '^' and with '*', so an */
    return h;
}
void strided(double *d, int n, int step)
{
    for (int i = 0; i < n; i++) d[i * step] += 1; /* no: nothing shows that 'step' is above 0, and else two iterations may touch one element through 'd[i * step]' */
    for (int i = 0; i < n; i++) /* no: what is added to multiples of 'step' is from 0 to less than that; the loop in line */
        for (int j = 0; j < n; j++) d[i * step + j] += 1; /* add: */
}
"""

# Histograms get reductions over their arrays, unless something else may lead to these; rows of a sparse matrix are left
# alone; a function that stores and sets a scalar is spoken of.
TALLIES = """\
#include <stdio.h>
#include <stdlib.h>
#define N 6000
static int key[N], count[40], degree[N], table[4][6], top[9];
static double x[N], y[N], sum[16];
static int begin[501], seen;
typedef struct { long bin[8]; int total; } Box;
static Box box;
static int lower(int v) { return v < 7 ? v : 7; }
static void note(int i) { y[i] = x[i]; seen = i; }
int main(int argc, char **argv)
{
    int n = N - 1 + argc, aliased = 0;
    (void)argv;
    int *p = count;
    Box *at = &box;
    int *heap = calloc(40, sizeof *heap), *grown = calloc(40, sizeof *grown);
    grown = realloc(grown, 60 * sizeof *grown);
    for (int i = 0; i < n; i++) { key[i] = i * 37 % 40; x[i] = i % 5; } /* add: */
    for (int i = 0; i < n; i++) count[key[i]]++; /* add: reduction(+:count) */
    for (int i = 0; i < n; i++) if (key[i] > 3) { sum[key[i] % 16] += x[i]; count[key[i]] -= 1; } /* add: reduction(+:sum) reduction(+:count) */
    for (int i = 0; i < n; i++) table[key[i] % 4][lower(key[i]) % 6] += key[i]; /* add: reduction(+:table) */
    for (int i = 0; i < n; i++) if (key[i] > top[key[i] % 9]) top[key[i] % 9] = key[i]; /* no: decides what it touches */
    for (int i = 0; i < count[1]; i++) count[key[i] % 40] += 1; /* no: */
    for (int i = 0; i < n; i++) degree[key[i]]++; /* no: the loop only accumulates into 'degree': 'reduction(+:degree)' */
    for (int i = 0; i < n; i++) heap[key[i]] += 2; /* add: reduction(+:heap[:40]) */
    for (int i = 0; i < n; i++) grown[key[i]] += 2; /* no: 'reduction(+:grown[0:LENGTH])' */
    for (int i = 0; i < n; i++) at->bin[key[i] % 8]++; /* no: the loop only adds to 'at->bin' */
    for (int i = 0; i < n; i++) box.bin[key[i] % 8]++; /* no: the loop only adds to 'box.bin' */
    for (int i = 0; i < n; i++) { count[key[i]]++; x[i] += p[3]; } /* no: 'reduction(+:count)' gives each rank a copy of it, provided that it shares no memory with 'p' */
    for (int i = 0; i < n; i++) { count[key[i]]++; aliased += count[3]; } /* no: which element 'count[key[i]]' touches */
    for (int i = 0; i < n; i++) y[count[key[i]]++ % N] = i; /* no: cannot be described */
    for (int i = 0; i < n; i++) count[key[i]] = i; /* no: which element 'count[key[i]]' touches */
    for (int i = 0; i < n; i++) { count[key[i]]++; x[key[i]] = 1; } /* no: which element 'x[key[i]]' touches */
    for (int i = 0; i < 40; i++) sum[key[i] % 16] += x[i]; /* no: which may cost more than it gains */
    for (int i = 0; i < n; i++) note(i); /* no: seen */
    for (int i = 0; i <= 500; i++) begin[i] = i * 12 > N ? N : i * 12; /* add: */
    for (int i = 1; i < 500; i++) { /* no: reads y[ */
        double s = 0;
        for (int k = begin[i]; k < begin[i + 1]; k++) s += x[k]; /* no: one row of those that 'begin' tells the ends of */
        y[i] = y[i - 1] / 2 + s;
    }
    double all = 0;
    for (int i = 0; i < 40; i++) all = all / 2 + count[i] + heap[i] + grown[i] + degree[i] + sum[i % 16] + table[i % 4][i % 6] + top[i % 9] + box.bin[i % 8];
    printf("%.8g %d %.8g\\n", all, aliased, y[400]);
    return 0;
}
"""


def expectations(source):
    """By line: ('add', clauses) or ('no', words)."""
    found = {}
    for number, line in enumerate(source.splitlines(), 1):
        if "/* add:" in line:
            found[number] = ("add", line.split("/* add:")[1].split("*/")[0].strip())
        elif "/* no:" in line:
            found[number] = ("no", line.split("/* no:")[1].split("*/")[0].strip())
    return found


def pasted(source, advised):
    """The program with the directives in it."""
    lines = source.split("\n")
    for each in sorted(advised, key=lambda entry: -entry["loop"]["at"]["line"]):
        at = each["loop"]["at"]
        line = lines[at["line"] - 1]
        if each["own_line"]:
            lines.insert(at["line"] - 1, each["directive"])
        else:
            lines[at["line"] - 1] = line[:at["column"] - 1] + each["directive"] + " " + line[at["column"] - 1:]
    return "\n".join(lines)


def check_program(report, hydracc, folder, name, source, status):
    (folder / f"{name}.c").write_text(source)
    result = run([hydracc, "--check", "-w", "--report=json", f"{name}.c"], cwd=folder)
    report.check(result.status == 0, f"{name}: {result.describe()}")
    found = json.loads(result.out)
    advised = {each["loop"]["at"]["line"]: each for each in found["advised"]}
    kept = {each["at"]["line"]: each["reason"] for each in found["kept"]}
    expected = expectations(source)
    for line, (kind, words) in expected.items():
        if kind == "add":
            given = advised[line]["directive"] if line in advised else "nothing"
            wanted = " ".join(["hydra parallel for", words]).strip()
            report.check(given in (f"#pragma {wanted}", f'_Pragma("{wanted}")'),
                         f"{name}:{line}: {wanted}; it is: {given}")
        else:
            report.check(words in kept.get(line, ""), f"{name}:{line}: '{words}', the reason is: {kept.get(line)}")
    adds = {line for line, (kind, _) in expected.items() if kind == "add"}
    report.check(set(advised) <= adds, f"{name}: advised for the lines {sorted(set(advised) - adds)} too")
    new = pasted(source, found["advised"])
    (folder / f"{name}_new.c").write_text(new)
    built = run([hydracc, "--host=local", f"{name}_new.c", "-o", f"{name}_new"], cwd=folder)
    report.check(built.status == 0 and "[hydra-" not in built.err, f"{name} with the advice: {built.describe()}\n{new}")
    native = run(["cc", "-O2", "-ffp-contract=off", f"{name}.c", "-o", f"{name}_seq", "-lm"], cwd=folder)
    report.check(native.status == 0, native.describe())
    sequential = run([folder / f"{name}_seq"], cwd=folder)
    for ranks in (1, 3):
        parallel = run([folder / f"{name}_new"], cwd=folder, env=environment({"HYDRA_RANKS": ranks}))
        report.check(parallel.status == 0 and parallel.out == sequential.out,
                     f"{name} with the advice at {ranks} ranks: {parallel.describe()}\n{sequential.describe()}")
    verified = run([folder / f"{name}_new"], cwd=folder, env=environment({"HYDRA_RANKS": 2, "HYDRA_VERIFY": 1}))
    report.check(verified.status == status and sequential.out.startswith(verified.out), verified.describe())
    return {each["loop"]["at"]["line"]: each["loop"] for each in found["advised"]}


# What a called function may read of an array that the loop's clause would make each iteration's own.
SCRATCH = r"""#include <stdio.h>
enum { B = 8, N = 300 };
static double out[N];
static double total(const double *v, int n)
{
    double s = 0;
    for (int k = 0; k < n; k++) s += v[k];
    return s;
}
static void fill(double *v, int n, double x)
{
    for (int k = 0; k < n; k++) v[k] = x + k;
}
int main(int argc, char **argv)
{
    double left[B] = {1, 2, 3}, own[B], s = 0;
    int part = argc + 3;
    (void)argv;
    for (int i = 0; i < N; i++) { /* no: 'left' is private */
        fill(left, part, i);
        out[i] = total(left, B);
    }
    for (int i = 0; i < N; i++) { /* add: private(own) */
        fill(own, B, i);
        out[i] += total(own, B);
    }
    for (int i = 0; i < N; i++) s = s * 0.5 + out[i]; /* no: refused */
    printf("%g\n", s);
    return 0;
}
"""


def check_text(report, hydracc, folder):
    result = run([hydracc, "--check", "-w", "--report", "stencil.c"], cwd=folder)
    for words in ("No parallel loops", "Serial loops that would gain from a directive:",
                  "stencil.c:18: serial loop in 'main': i from 1 while i < n - 1\n"
                  "    add before it: #pragma hydra parallel for private(t)\n",
                  "put in front of 'for': _Pragma(\"hydra parallel for\")",
                  "can be shared out", "Other serial loops"):
        report.check(words in result.out, f"'{words}' is missing in the report:\n{result.out}")


def check_time(report, hydracc, folder):
    """Without time for a single trial, the report says of all loops that it does not know, and how long it has tried."""
    result = run([hydracc, "--check", "-w", "--report=json", "stencil.c"], cwd=folder,
                 env=environment({"HYDRACC_ADVICE_SECONDS": "0"}))
    found = json.loads(result.out)
    reasons = {each["reason"] for each in found["kept"]}
    report.check(result.status == 0 and found["advised"] == [] and len(found["kept"]) > 5 and len(reasons) == 1 and
                 "directives were tried for 0 seconds" in next(iter(reasons)), f"no time: {found['kept']}")


def check_forms_text(report, hydracc, folder):
    result = run([hydracc, "--check", "-w", "--report", "forms.c"], cwd=folder)
    report.check("stay inside their rows, as C demands; HYDRA_VERIFY=1 checks it" in result.out, result.out)
    reads = [line for line in result.out.splitlines() if line.split() == ["read", "h[i]", "(line", "60)"]]
    report.check(len(reads) == 1, f"said {len(reads)} times:\n{result.out}")


def main():
    with hydracc_test("cli.advice", __doc__) as (report, hydracc, folder):
        check_program(report, hydracc, folder, "stencil", STENCIL, 0)
        # HYDRA_VERIFY ends where a call hands two pointers into one array; without it, the launch keeps the order.
        loops = check_program(report, hydracc, folder, "functions", FUNCTIONS, 71)
        report.check(loops[5]["provided_apart"] == [["from", "to"]], f"what may overlap: {loops[5]['provided_apart']}")
        others = [loop["provided_apart"] for line, loop in loops.items() if line != 5]
        report.check(others == [[]] * len(others), f"these certainly do not overlap: {others}")
        loops = check_program(report, hydracc, folder, "forms", FORMS, 0)
        report.check(loops[53]["provided_in_rows"] == ["grid[k - 1][i]", "grid[k][i]"] and not loops[53]["proved_parallel"],
                     f"declared rows: {loops[53]}")
        report.check(["rows", "rows"] in loops[58]["provided_apart"], f"rows of a table: {loops[58]}")
        check_program(report, hydracc, folder, "tallies", TALLIES, 0)
        check_program(report, hydracc, folder, "scratch", SCRATCH, 0)
        check_text(report, hydracc, folder)
        check_time(report, hydracc, folder)
        check_forms_text(report, hydracc, folder)


if __name__ == "__main__":
    main()
