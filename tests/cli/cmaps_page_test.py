#!/usr/bin/env python3
"""The programs of docs/cmaps.md print what stands below them, on several ranks."""
import argparse
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import Report, difference, environment, run  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hydracc", required=True)
    options = parser.parse_args()
    page = pathlib.Path(__file__).resolve().parents[2] / "docs/cmaps.md"
    report = Report("cli.cmaps_page")
    examples = re.findall(r"```(cmaps|c)\n(.*?)```\n```text\n(.*?)```", page.read_text(), re.S)
    report.check(len(examples) >= 5 and page.read_text().count("```c") == len(examples), "examples without output")
    with tempfile.TemporaryDirectory(prefix="hydra-cmaps-") as name:
        folder = pathlib.Path(name)
        for number, (language, text, printed) in enumerate(examples, 1):
            source = folder / f"example{number}.{language}"
            source.write_text(text)
            built = run([options.hydracc, "--host=local", source, "-o", folder / "example"])
            if not report.check(built.status == 0, f"example {number} does not build\n{built.describe()}"):
                continue
            for ranks in (1, 2, 3, 7):
                result = run([folder / "example"], env=environment({"HYDRA_RANKS": ranks}))
                differs = difference(printed, result.out, "page", f"{ranks} ranks")
                report.check(result.status == 0 and not differs, f"example {number}:\n{differs}{result.err}")
    report.finish()


if __name__ == "__main__":
    main()
