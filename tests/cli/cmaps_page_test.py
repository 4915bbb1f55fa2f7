#!/usr/bin/env python3
"""The programs of docs/cmaps.md and docs/cmaps-lesson.md print what stands below them, on several ranks; the lesson's
table says what its dry runs count."""
import argparse
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import Report, difference, environment, run  # noqa: E402


DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"


def examples_of(page):
    """Language, program, output."""
    return re.findall(r"```(cmaps|c)\n((?:(?!```).)*?)```\n```text\n(.*?)```", (DOCS / page).read_text(), re.S)


def run_example(report, hydracc, folder, what, language, text, printed):
    source = folder / f"example.{language}"
    source.write_text(text)
    built = run([hydracc, "--host=local", source, "-o", folder / "example"])
    if not report.check(built.status == 0, f"{what} does not build\n{built.describe()}"):
        return
    for ranks in (1, 2, 3, 7):
        result = run([folder / "example"], env=environment({"HYDRA_RANKS": ranks}))
        differs = difference(printed, result.out, "page", f"{ranks} ranks")
        report.check(result.status == 0 and not differs, f"{what}:\n{differs}{result.err}")


def dry_runs(report, folder):
    """Of the lesson's program, which was built last."""
    rows = re.findall(r"^\| (\d) \| `\w+.*?\| ([\d,]+) \| ([\d,]+) \|$", (DOCS / "cmaps-lesson.md").read_text(), re.M)
    report.check(len(rows) == 5, "the lesson's table has other rows")
    for layout, *numbers in rows:
        result = run([folder / "example", layout], env=environment({"HYDRA_DRYRUN": 64}))
        counted = re.search(r"loop to loop \(coherence\) +(\d+) +(\d+)", result.out + result.err)
        said = [number.replace(",", "") for number in numbers]
        report.check(counted is not None and list(counted.groups()) == said,
                     f"layout {layout}: the lesson says {said}\n{result.describe()}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hydracc", required=True)
    options = parser.parse_args()
    report = Report("cli.cmaps_page")
    with tempfile.TemporaryDirectory(prefix="hydra-cmaps-") as name:
        folder = pathlib.Path(name)
        for page, least in (("cmaps.md", 7), ("cmaps-lesson.md", 1)):
            examples = examples_of(page)
            report.check(len(examples) >= least and (DOCS / page).read_text().count("```cmaps") <= len(examples),
                         f"{page} has examples without output")
            for number, example in enumerate(examples, 1):
                run_example(report, options.hydracc, folder, f"{page}: example {number}", *example)
        dry_runs(report, folder)
    report.finish()


if __name__ == "__main__":
    main()
