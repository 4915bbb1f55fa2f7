#!/usr/bin/env python3
"""hydracc --advise with --report: the report carries the list. What it says of directives together, and of those in
headers, is what dry runs count of the program that has them."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import environment, hydracc_test, run  # noqa: E402

HEADER = """static void scale(double *a, int n)
{
    for (int i = 0; i < n; i++) a[i] *= 0.5;
}
"""

# Without the header's directive, line 12 keeps the loops apart; that of line 9 costs but with all others.
PROGRAM = """#include <stdio.h>
#include <stdlib.h>
#include "inc/scale.h"
int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    double s = 0;
    for (int i = 0; i < n; i++) { a[i] = i; b[i] = 0; }
    for (int t = 0; t < 6; t++) {
#pragma hydra parallel for
        for (int i = 1; i < n - 1; i++) b[i] = a[i - 1] + a[i + 1];
        scale(a, n);
        for (int i = 1; i < n - 1; i++) a[i] += b[i];
    }
    for (int i = 0; i < n; i++) s += a[i];
    printf("%g\\n", s);
    return 0;
}
"""

OTHER = """#include "inc/scale.h"
void other(double *a, int n) { scale(a, n); }
"""

COUNTS = ("bytes", "messages", "serial_times", "replicated", "inspected", "most_memory")


def order(counts):
    return tuple(counts[key] for key in ("bytes", "replicated", "inspected", "serial_times", "messages", "most_memory"))


def counted(report, hydracc, folder, words):
    result = run([hydracc, "--host=local", "-w", *words, "-o", "p"], cwd=folder)
    report.check(result.status == 0, result.describe())
    run(["./p", "900"], cwd=folder, env=environment({"HYDRA_DRYRUN": 4, "HYDRA_STATS": "c.json"}))
    stats = json.loads((folder / "c.json").read_text())
    kinds = ("coherence", "serial", "reduction")
    return {"bytes": sum(stats[kind]["bytes"] for kind in kinds),
            "messages": sum(stats[kind]["messages"] for kind in kinds),
            "serial_times": sum(place["times"] for place in stats["serial_at"]),
            "replicated": sum(loop["replicated"] for loop in stats["loops"]),
            "inspected": sum(loop["inspected"] for loop in stats["loops"]),
            "most_memory": max((sum(array["bytes"][rank] for array in stats["memory"]) for rank in range(4)), default=0)
            if stats["memory"] else None}


def write(folder, changes):
    """The program with the changes in its text, in a folder of its own."""
    (folder / "inc").mkdir(parents=True)
    texts = {"prog.c": PROGRAM.splitlines(), "inc/scale.h": HEADER.splitlines()}
    for change in sorted(changes, key=lambda each: int(each["at"].split(":")[1]), reverse=True):
        file, line = change["at"].split(":")
        assert change["own_line"] and not change["environment"]
        texts[file].insert(int(line) - 1, change["write"])
    for name, lines in texts.items():
        (folder / name).write_text("\n".join(lines) + "\n")


def check_json(report, hydracc, folder):
    result = run([hydracc, "--advise", "--report=json", "prog.c", "--", "900"], cwd=folder)
    report.check(result.status == 0, result.describe())
    table = json.loads(result.out)
    advice = table["advice"]
    report.check(advice["ranks"] == "4" and advice["now"] == counted(report, hydracc, folder, ["prog.c"]), f"{advice}")
    orders = [order(advice["now"])] + [order(change) for change in reversed(advice["changes"])]
    report.check(all(one > other for one, other in zip(orders, orders[1:2])) and orders == sorted(orders, reverse=True) and
                 0 < len(advice["changes"]) <= 10, f"{advice}")
    for number, change in enumerate(advice["changes"]):
        report.check(f"{change['bytes']:,} bytes in {change['messages']:,} messages" in change["said"], f"{change}")
        if change["environment"]:
            report.check(change["at"] == "" and change["write"].startswith("HYDRA_PARTITION="), f"{change}")
            continue
        write(folder / f"alone{number}", [change])
        then = counted(report, hydracc, folder / f"alone{number}", ["prog.c"])
        report.check(then == {key: change[key] for key in COUNTS}, f"{change}: {then}")
    together = advice["together"]
    report.check(together and {"prog.c:14", "inc/scale.h:3"} <= {change["at"] for change in together["changes"]},
                 f"{together}")
    report.check(all(order(together) <= order(change) for change in advice["changes"]), f"{together}")
    write(folder / "best", together["changes"])
    then = counted(report, hydracc, folder / "best", ["prog.c"])
    report.check(then == {key: together[key] for key in COUNTS}, f"{together}: {then}")
    offered = {f"{each['loop']['at']['file']}:{each['loop']['at']['line']}" for each in table["advised"]}
    named = [change["at"] for change in together["changes"] + together["worse"]]
    report.check(sorted(named) == sorted(offered) and advice["not_tried"] == [], f"{offered}, {advice}")
    for number, change in enumerate(together["worse"]):
        write(folder / f"worse{number}", [*together["changes"], change])
        then = counted(report, hydracc, folder / f"worse{number}", ["prog.c"])
        report.check(order(then) > order(together), f"{change}: {then}")
    report.check(together["worse"] != [], "nothing makes it worse: this test has to find another program")


def check_text(report, hydracc, folder):
    alone = run([hydracc, "--advise", "prog.c", "--", "900"], cwd=folder)
    told = run([hydracc, "--advise", "--report", "prog.c", "--", "900"], cwd=folder)
    plain = run([hydracc, "--check", "--report", "prog.c"], cwd=folder)
    report.check("The best that was found together: " in alone.out and "left out, since it makes these worse: " in
                 alone.out, alone.describe())
    report.check(told.status == 0 and told.out == plain.out + alone.out, told.describe())
    result = run([hydracc, "--advise", "--report=html", "--report-file=r.html", "prog.c", "--", "900"], cwd=folder)
    report.check(result.status == 0 and result.out == "" and (folder / "r.html").exists(), result.describe())
    # What an earlier run counted stands under the changes.
    run(["./p", "900"], cwd=folder, env=environment({"HYDRA_RANKS": 2, "HYDRA_STATS": "s.json"}))
    result = run([hydracc, "--advise", "--profile=s.json", "prog.c", "--", "900"], cwd=folder)
    report.check("    in the run: brought together 6 times, " in result.out, result.describe())
    # Words may come from a file.
    (folder / "words").write_text("--advise prog.c\n")
    result = run([hydracc, "@words", "--", "900"], cwd=folder)
    report.check(result.out == alone.out, result.describe())


def check_shared_header(report, hydracc, folder):
    """A header that two sources include is not tried; folders that have headers of one name are kept apart."""
    (folder / "other.c").write_text(OTHER)
    result = run([hydracc, "--advise", "prog.c", "other.c", "--", "900"], cwd=folder)
    report.check("inc/scale.h:3: this loop could have a directive; it was not tried, since several sources include its "
                 "file.\n" in result.out, result.describe())
    for name in ("one", "two"):
        (folder / name).mkdir()
        (folder / name / "own.h").write_text(f"enum {{ {name}_size = {300 if name == 'one' else 500} }};\n")
    (folder / "one/one.c").write_text("""#include "own.h"
double a[600], b[600];
void two(void);
int main(void)
{
    for (int t = 0; t < 5; t++) {
#pragma hydra parallel for
        for (int i = 0; i < one_size; i++) a[i] += b[i];
        for (int i = 0; i < one_size; i++) b[i] += a[i];
    }
    two();
    return 0;
}
""")
    (folder / "two/two.c").write_text("""#include "own.h"
extern double a[600], b[600];
void two(void)
{
    for (int t = 0; t < 5; t++) {
#pragma hydra parallel for
        for (int i = 0; i < two_size; i++) b[i] += a[i];
        for (int i = 0; i < two_size; i++) a[i] += b[i];
    }
}
""")
    result = run([hydracc, "--advise", "one/one.c", "two/two.c"], cwd=folder)
    report.check(result.status == 0 and "one/one.c:9: write" in result.out and
                 "two/two.c:8: write" in result.out and "found together: " not in result.out and
                 "a copy would include another header than the original does" in result.out, result.describe())


def main():
    with hydracc_test("cli.advise_report", __doc__) as (report, hydracc, folder):
        write(folder / "main", [])
        folder = folder / "main"
        for check in (check_json, check_text, check_shared_header):
            check(report, hydracc, folder)


if __name__ == "__main__":
    main()
