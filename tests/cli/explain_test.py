#!/usr/bin/env python3
"""HYDRA_EXPLAIN and hydracc --explain: who has what, and why each message goes where it goes. What is told adds up to
the counters, and telling it changes none of them."""
import argparse
import json
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from harness import MPIRUN, Report, environment, run  # noqa: E402

KINDS = ("coherence", "serial", "reduction")

# Rows of a record's member, rows in turn, scattered elements, and members in serial code.
WORDS = """#include <stdio.h>
#include <stdlib.h>
typedef struct { double x, v; int id; } Body;
static double cube[12][6][5], next[12][6][5];
static int pick[240];
int main(void)
{
    int n = 240;
    Body *p = malloc(n * sizeof *p);
    double *f = malloc(n * sizeof *f), *g = malloc(n * sizeof *g), sum = 0;
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        p[i].x = i;
        p[i].v = 0;
        p[i].id = i;
        f[i] = i % 5;
        pick[i] = (i * 7) % n;
    }
#pragma hydra parallel for
    for (int i = 1; i < n; i++)
        p[i].v = p[i - 1].x;
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        g[i] = f[pick[i]];
#pragma hydra parallel for
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 6; j++)
            for (int k = 0; k < 5; k++)
                cube[i][j][k] = i + j * k;
#pragma hydra parallel for
    for (int i = 1; i < 11; i++)
        for (int j = 0; j < 6; j++)
            for (int k = 0; k < 5; k++)
                next[i][j][k] = cube[i - 1][j][k] + cube[i + 1][j][k];
#pragma hydra parallel for reduction(+: sum)
    for (int i = 0; i < 12; i += 2)
        sum += next[i][0][0] + g[20 * i];
    for (int i = 0; i < n; i += 60)
        printf("%g\\n", p[i].v);
    printf("%g\\n", sum);
    return 0;
}
"""


def strip(stats):
    """The counters but for what takes time."""
    stats = json.loads(json.dumps(stats))
    for key in ("seconds", "account", "memory"):
        stats.pop(key)
    stats["plans"].pop("seconds")
    for loop in stats["loops"]:
        loop.pop("seconds"), loop.pop("counted_seconds")
    return stats


def check_sums(report, lines, stats, what):
    """Each message is in one line, as often as its launch."""
    for kind in KINDS:
        mine = [line for line in lines if line["kind"] == kind]
        times = [len(line.get("launches", line.get("times"))) for line in mine]
        for key in ("bytes", "messages"):
            total = sum(line[key] * count for line, count in zip(mine, times))
            report.check(total == stats[kind][key] == lines[-1][kind][key],
                         f"{what}: {key} of {kind}: {total} told, {stats[kind]} counted, {lines[-1]}")


def check_unchanged(report, folder, hydracc, source, arguments=()):
    result = run([hydracc, "--host=local", source, "-o", "p"], cwd=folder)
    report.check(result.status == 0, result.describe())
    for name, extra in (("dry", {"HYDRA_DRYRUN": "5,run"}), ("three", {"HYDRA_RANKS": 3})):
        plain = run(["./p", *arguments], cwd=folder, env=environment({**extra, "HYDRA_STATS": "a.json"}))
        told = run(["./p", *arguments], cwd=folder,
                   env=environment({**extra, "HYDRA_STATS": "b.json", "HYDRA_EXPLAIN": "e.json"}))
        what = f"{pathlib.Path(source).name}, {name}"
        report.check(plain.status == told.status == 0 and plain.out == told.out, f"{what}\n{told.describe()}")
        before, after = (json.loads((folder / f).read_text()) for f in ("a.json", "b.json"))
        report.check(strip(before) == strip(after), f"{what}: explaining changes counters")
        lines = [json.loads(line) for line in (folder / "e.json").read_text().splitlines()]
        check_sums(report, lines, after, what)
        report.check(any(line["kind"] == "part" for line in lines), f"{what}: no parts")


def check_jacobi(report, folder, hydracc):
    """The sample, 4 ranks, 200 rows: what a teacher would ask about."""
    result = run([hydracc, "--host=local", ROOT / "samples/jacobi.c", "-o", "jacobi"], cwd=folder)
    report.check(result.status == 0, result.describe())

    def explained(value, ranks="HYDRA_DRYRUN", count=4):
        result = run(["./jacobi", "200", "6", "0", "1"], cwd=folder,
                     env=environment({"HYDRA_STATS": "s.json", "HYDRA_EXPLAIN": value, ranks: count}))
        report.check(result.status == 0, result.describe())
        return re.sub(r"\S*/jacobi\.c", "jacobi.c", result.err)

    row = ("row 99 of 'a' (here 'from') goes from rank 1 to rank 2 (1,584 bytes): its iteration 100 reads "
           "from[i - 1][j] at jacobi.c:49; rank 1 wrote it at jacobi.c:57")
    for ranks in ("HYDRA_DRYRUN", "HYDRA_RANKS"):
        text = explained("-", ranks)
        report.check(text.count(row) == 1, f"{ranks}: no line for row 99\n{text}")
        for part in ("jacobi.c:49, launches 2 to 6: iterations 1 to 198\n",
                     "rank 2: iterations 100 to 149; reads rows 99 to 150, but for 4 elements, of 'a' (here 'from'); "
                     "writes rows 100 to 149, columns 1 to 198 of 'b' (here 'to')\n",
                     "nothing moves: each rank has the newest values of all that it reads\n",
                     "nothing moves: it reads no array\n",
                     "'sum' goes from rank 3 to rank 0 (8 bytes): what it has accumulated\n",
                     "element [100][1] of 'a' goes from rank 2 to rank 0 (8 bytes): serial code reads a[middle][1] at "
                     "jacobi.c:106; rank 2 wrote it at jacobi.c:57\n",
                     "in all: 57,024 bytes in 36 messages between loops, 16 bytes in 2 messages for serial code, 48 "
                     "bytes in 6 messages of reductions\n"):
            report.check(part in text, f"{ranks}: {part!r} is missing in\n{text}")
        receivers = [int(rank) for rank in re.findall(r"launches 2 to 6(?:.*\n)*?(?=\n)", text)[0].count and
                     re.findall(r"to rank (\d) \(1,584", text.split("launches 2 to 6")[1].split("\n\n")[0])]
        report.check(receivers == [0, 1, 1, 2, 2, 3], f"messages by receiver: {receivers}")
    for line, there, absent in (("jacobi.c:48", "jacobi.c:49, launch", "jacobi.c:57, launch"),
                                ("jacobi.c:51", "row 99 of 'a'", "'sum'"),
                                ("jacobi.c:57", "jacobi.c:57, launches 1 to 6", "row 99"),
                                ("jacobi.c:106", "a[middle][1]", "row 99")):
        text = explained(line)
        report.check(there in text and absent not in text, f"HYDRA_EXPLAIN={line}\n{text}")
    text = explained("jacobi.c:3")
    report.check("nothing happened at jacobi.c:3; ranks did something at jacobi.c: 38, 49, 57, 98, 106, 107" in text, text)
    text = explained("some.txt,jacobi.c:49")
    report.check(text == "" and row.replace("jacobi.c", "J") in
                 re.sub(r"\S*/jacobi\.c", "J", (folder / "some.txt").read_text()), "FILE,prog.c:LINE")
    report.check("there is one rank" in explained("-", "HYDRA_RANKS", 1), "one rank")
    for wrong in ("", "/dev/null/x", ",jacobi.c:4"):
        result = run(["./jacobi"], cwd=folder, env=environment({"HYDRA_EXPLAIN": wrong}))
        report.check(result.status == 70 and result.out == "" and "HYDRA_EXPLAIN" in result.err, result.describe())


def check_words(report, folder, hydracc):
    (folder / "words.c").write_text(WORDS)
    result = run([hydracc, "--host=local", "words.c", "-o", "words"], cwd=folder)
    report.check(result.status == 0, result.describe())
    for extra, parts in (
            ({"HYDRA_DRYRUN": "4,run"},
             ("member x of element 59 of 'p' goes from rank 0 to rank 1 (8 bytes): its iteration 60 reads p[i - 1].x",
              "planes 3 to 5 of 'cube'", "plane 3 of 'cube' goes from rank 1 to rank 0 (240 bytes)",
              "elements here and there, in elements",
              "iterations 0 to 2 by 2; reads element [0][0][0] and element [2][0][0] of 'next'",
              "serial code reads p[i].v")),
            ({"HYDRA_DRYRUN": "4,run", "HYDRA_PARTITION": "block-cyclic:2"},
             ("iterations 2 to 3, 10 to 11", "plane 2 of 'cube' goes from rank 1 to rank 0")),
            ({"HYDRA_RANKS": 2, "HYDRA_POLICY": "floor"}, ())):
        result = run(["./words"], cwd=folder, env=environment({**extra, "HYDRA_EXPLAIN": "-", "HYDRA_STATS": "s.json"}))
        report.check(result.status == 0, result.describe())
        for part in parts:
            report.check(part in result.err, f"{extra}: {part!r} is missing\n{result.describe()}\n{result.err}")
    result = run([hydracc, "--host=local", ROOT / "samples/heat3d.c", "-o", "heat"], cwd=folder)
    report.check(result.status == 0, result.describe())
    result = run(["./heat"], cwd=folder, env=environment(
        {"HYDRA_DRYRUN": 4, "HYDRA_PARTITION": "grid:2x2", "HYDRA_EXPLAIN": "-", "HYDRA_STATS": "s.json"}))
    for part in ("iterations 1 to 19, in the rounds up to 19 of the inner loop; reads", "planes 20 to 38, row 20 of 'v' (here 'u') go",
                 "plane 19, rows 1 to 19 of 'v' (here 'u') goes from rank 0 to rank 2"):
        report.check(part in result.err, f"boxes: {part!r} is missing\n{result.describe()}")
    result = run([hydracc, "words.c", "-o", "words"], cwd=folder)
    report.check(result.status == 0, result.describe())
    result = run([*MPIRUN, "-n", "2", "./words"], cwd=folder, env=environment({"HYDRA_EXPLAIN": "-"}))
    report.check(result.status == 0, result.describe())


# What a reader of the first explanations found: arrays of one name, conditions, descending loops, rank 0's looks.
FOUND = """#include <stdio.h>
#include <stdlib.h>
static double a[60], c[60];
static double *made(int n)
{
    double *mine = malloc(n * sizeof *mine);
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        mine[i] = i;
    return mine;
}
int main(void)
{
    int n = 60;
    double *x = made(n), *y = made(n);
#pragma hydra parallel for
    for (int i = 0; i < n; i++)
        x[i] = 2;
#pragma hydra parallel for
    for (int i = n - 1; i >= 0; i--)
        a[i] = x[n - 1 - i] + y[n - 1 - i];
#pragma hydra parallel for
    for (int i = 0; i < n; i++) {
        if (i % 7 == 3)
            c[i] = a[0];
        c[i] += 1;
    }
#pragma hydra parallel for
    for (int i = n - 2; i >= 0; i--)
        a[i] = c[30];
    for (int i = 0; i < n && c[i] > 0; i += 2)
        printf("%g\\n", a[i]);
    return 0;
}
"""


def check_found(report, folder, hydracc):
    (folder / "found.c").write_text(FOUND)
    result = run([hydracc, "--host=local", "found.c", "-o", "found"], cwd=folder)
    report.check(result.status == 0, result.describe())
    for ranks in ("HYDRA_RANKS", "HYDRA_DRYRUN"):
        count = "3,run" if ranks == "HYDRA_DRYRUN" else 3
        result = run(["./found"], cwd=folder, env=environment({"HYDRA_EXPLAIN": "-", "HYDRA_STATS": "s.json", ranks: count}))
        for part in ("'mine' (here 'x') go from rank 2 to rank 0 (160 bytes): its iteration 19 reads x[n - 1 - i] at "
                     "found.c:20; rank 2 wrote it at found.c:17",
                     "'mine' (here 'y') go from rank 2 to rank 0 (160 bytes): its iteration 19 reads y[n - 1 - i] at "
                     "found.c:20; rank 2 wrote it at found.c:8",
                     "its iteration 24 may read a[0] at found.c:23",
                     "element 30 of 'c' goes from rank 1 to rank 2 (8 bytes): its iteration 58 reads c[30]"):
            report.check(part in result.err, f"{ranks}: {part!r} is missing\n{result.err}")
        report.check("memory" not in result.err and "of 'a' (here '')" not in result.err, result.err)
    text = run(["./found"], cwd=folder, env=environment({"HYDRA_EXPLAIN": "found.c:26", "HYDRA_RANKS": 3})).err
    report.check("(2 messages for other accesses of the loop)" in text and "nothing moves" not in text, text)


def check_option(report, folder, hydracc):
    """hydracc --explain=FILE:LINE, with arguments, with what only data decide, and with what is not there."""
    (folder / "jacobi.c").write_text((ROOT / "samples/jacobi.c").read_text())
    result = run([hydracc, "--explain=jacobi.c:49", "--", "100", "3", "0", "1"], cwd=folder)
    report.check(result.status == 0 and result.out.startswith("hydra: what 4 ranks did at jacobi.c:49\n") and
                 "row 25 of 'a' (here 'from') goes from rank 1 to rank 0 (784 bytes)" in result.out and
                 result.err == "", result.describe())
    result = run([hydracc, "--explain=jacobi.c:49", "jacobi.c", "--", "100", "3", "0", "1"], cwd=folder,
                 env=environment({"HYDRA_DRYRUN": 2}))
    report.check(result.status == 0 and "what 2 ranks did" in result.out, result.describe())
    (folder / "until.c").write_text("""#include <stdio.h>
int main(void)
{
    double a[64] = {0}, b[64], most = 1;
    while (most > 0.1) {
        most = 0;
#pragma hydra parallel for
        for (int i = 1; i < 63; i++)
            b[i] = 0.25 * (a[i - 1] + a[i + 1]) + 1;
#pragma hydra parallel for reduction(max: most)
        for (int i = 1; i < 63; i++) {
            double d = b[i] - a[i];
            most = d > most ? d : most;
            a[i] = b[i];
        }
    }
    printf("%g\\n", a[5]);
    return 0;
}
""")
    result = run([hydracc, "--explain=until.c:8"], cwd=folder)
    report.check(result.status == 0 and "element 16 of 'a' goes from rank 1 to rank 0" in result.out, result.describe())
    for wrong in (["--explain=until.c"], ["--explain=:4"], ["--explain=none.c:4"], ["--explain=until.c:8", "--check"]):
        result = run([hydracc, *wrong], cwd=folder)
        report.check(result.status in (1, 2) and "error" in result.err, result.describe())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--hydracc", required=True)
    options = parser.parse_args()
    hydracc = pathlib.Path(options.hydracc).resolve()
    report = Report("explain")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_jacobi(report, folder, hydracc)
        check_words(report, folder, hydracc)
        check_found(report, folder, hydracc)
        check_option(report, folder, hydracc)
        for sample in ("gemver", "lu", "heat2d"):
            check_unchanged(report, folder, hydracc, ROOT / f"samples/{sample}.c")
        for program in ("scatter_time_loop", "merge", "bulk_copies", "boxes", "wavefront_tables"):
            source = ROOT / f"tests/programs/{program}.c"
            if source.exists():
                check_unchanged(report, folder, hydracc, source)
    report.finish()


if __name__ == "__main__":
    sys.exit(main())
