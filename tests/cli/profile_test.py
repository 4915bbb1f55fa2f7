#!/usr/bin/env python3
"""hydracc --profile: what a run counted stands in the report at its lines, and what cost most at its end."""
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import environment, hydracc_test, run  # noqa: E402

PROGRAM = """#include <stdio.h>
static double a[4000], b[4000], c[4000];
int main(void)
{
#pragma hydra parallel for
    for (int i = 0; i < 4000; i++) a[i] = i;
    for (int t = 0; t < 5; t++) {
#pragma hydra parallel for
        for (int i = 1; i < 3999; i++) b[i] = a[i - 1] + a[i + 1];
        for (int i = 1; i < 3999; i++) c[i] += b[i];
#pragma hydra parallel for
        for (int i = 1; i < 3999; i++) a[i] = 0.5 * b[i];
    }
#pragma hydra parallel for
    for (int i = 0; i < 4; i++) printf("%g\\n", a[i]);
    printf("%g\\n", c[7]);
    return 0;
}
"""


def grouped(number):
    return f"{number:,}"


def paragraph(text, place):
    """The lines of the report about a loop."""
    found = re.search(rf"^p\.c:{place}: .*?\n\n", text, re.S | re.M)
    return found[0] if found else ""


def check_report(report, hydracc, folder):
    run([hydracc, "--host=local", "-w", "p.c", "-o", "p"], cwd=folder)
    run(["./p"], cwd=folder, env=environment({"HYDRA_RANKS": 4, "HYDRA_STATS": "s.json"}))
    stats = json.loads((folder / "s.json").read_text())
    result = run([hydracc, "--check", "-w", "--report", "--profile=s.json", "p.c"], cwd=folder)
    report.check(result.status == 0, result.describe())
    for loop in stats["loops"]:
        if loop["launches"] != loop["replicated"]:
            line = loop["at"].split(":")[1]
            said = (f"in the run: {loop['launches']} launch{'es' if loop['launches'] > 1 else ''}, "
                    f"{grouped(loop['coherence_bytes'])} bytes between ranks, ")
            report.check(said in paragraph(result.out, line), f"line {line}: {said}\n{result.out}")
    report.check("in the run: 1 launch (run whole by every rank), 0 bytes between ranks, " in
                 paragraph(result.out, 15), result.out)
    (serial,) = [place for place in stats["serial_at"] if place["at"] == "p.c:10"]
    said = (f"brought together {serial['times']} times, {grouped(serial['bytes'])} bytes in {serial['messages']} messages")
    report.check(serial["times"] == 5 and f"in the run: {said}" in paragraph(result.out, 10), f"{said}\n{result.out}")
    costs = result.out.split("What cost most in the run of 4 ranks")[-1]
    report.check(f" 1. p.c:10: for serial code, {said}\n    write '#pragma hydra parallel for' before this line\n" in
                 costs, costs)
    told = [sum(int(number.replace(",", "")) for number in re.findall(r"([\d,]+) bytes? (?:in|between)", line))
            for line in costs.splitlines() if re.match(r" ?\d+\. ", line)]
    report.check(len(told) > 2 and told == sorted(told, reverse=True), costs)
    report.check("every rank runs it: 'printf' prints" in costs, costs)
    table = json.loads(run([hydracc, "--check", "-w", "--report=json", "--profile=s.json", "p.c"], cwd=folder).out)
    report.check(table["profile"] == stats, f"{table['profile']}")
    table = json.loads(run([hydracc, "--check", "-w", "--report=json", "p.c"], cwd=folder).out)
    report.check("profile" not in table, "a profile that nobody gave")


def check_places(report, hydracc, folder):
    """A run of a program that was built in another folder, and one of another text."""
    (folder / "sub").mkdir()
    (folder / "sub/p.c").write_text(PROGRAM)
    result = run([hydracc, "--check", "-w", "--report", "--profile=s.json", "sub/p.c"], cwd=folder)
    report.check("in the run: brought together 5 times" in result.out and "another text" not in result.out, result.out)
    (folder / "sub/p.c").write_text("\n" + PROGRAM)
    result = run([hydracc, "--check", "-w", "--report", "--profile=s.json", "sub/p.c"], cwd=folder)
    report.check("so counted another text: p.c:6, p.c:9" in result.out, result.out)
    (folder / "q.c").write_text(PROGRAM)
    result = run([hydracc, "--check", "-w", "--report", "--profile=s.json", "q.c"], cwd=folder)
    report.check("in the run:" not in result.out, result.out)


def check_dry(report, hydracc, folder):
    """Seconds of a dry run are no run's."""
    run(["./p"], cwd=folder, env=environment({"HYDRA_DRYRUN": "8,run", "HYDRA_STATS": "d.json"}))
    result = run([hydracc, "--check", "-w", "--report", "--profile=d.json", "p.c"], cwd=folder)
    report.check("in the dry run: 5 launches, " in result.out and
                 "What cost most in the dry run of 8 ranks:" in result.out and " s\n" not in result.out, result.out)


def check_mistakes(report, hydracc, folder):
    (folder / "other.json").write_text('{"ranks": 4}\n')
    for words, status, message in (
            (["--report", "--profile=nowhere.json"], 1, "cannot read 'nowhere.json'"),
            (["--report", "--profile=."], 1, "'.'"),
            (["--report", "--profile=p.c"], 1, "'p.c' holds no counters of a run; HYDRA_STATS=FILE"),
            (["--report", "--profile=other.json"], 1, "'other.json' holds no counters"),
            (["--advise", "--profile=nowhere.json"], 1, "cannot read 'nowhere.json'"),
            (["--profile=s.json"], 2, "--report"),
            (["--report", "--profile="], 2, "needs a value"),
            (["--report", "--profile"], 2, "needs a value")):
        words = words if "--advise" in words else ["--check", *words]
        result = run([hydracc, *words, "p.c"], cwd=folder)
        report.check(result.status == status and message in result.err, f"{words}: {result.describe()}")
    result = run([hydracc, "--help"], cwd=folder)
    report.check("--profile=FILE" in result.out, result.out)


def main():
    with hydracc_test("cli.profile", __doc__) as (report, hydracc, folder):
        (folder / "p.c").write_text(PROGRAM)
        for check in (check_report, check_places, check_dry, check_mistakes):
            check(report, hydracc, folder)


if __name__ == "__main__":
    main()
