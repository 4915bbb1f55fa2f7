#!/usr/bin/env python3
"""Checks the runner of random programs on a compiler that is wrong on purpose (every fmod is an fmin): it has to notice
and to shrink what it found. And the programs themselves: the same for the same seed, and right C with right pragmas."""
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
from harness import Report, script  # noqa: E402

import program  # noqa: E402
import tree  # noqa: E402

WRONG = """for word; do
    shift
    [ "$word" = --host=local ] || set -- "$@" "$word"
done
exec gcc -w -ffp-contract=off -Dfmod=fmin "$@"
"""


def main():
    report = Report("fuzz.py")
    with tempfile.TemporaryDirectory(prefix="hydra-test-") as folder:
        folder = pathlib.Path(folder)
        compiler = script(folder, "wrong", WRONG)

        def fuzz(*arguments):
            return subprocess.run([sys.executable, "-B", HERE / "fuzz.py", "--failures", folder / "found", *arguments],
                                  capture_output=True, text=True)

        result = fuzz("--hydracc", compiler, "--seeds", "1..20", "--no-shrink")
        report.check(result.returncode == 1, "a compiler that is wrong is noticed")
        failed = re.findall(r"FAILED seed (\d+): wrong", result.stdout)
        report.check(failed, f"the failure is named:\n{result.stdout}")
        shortest = sorted(failed, key=lambda seed: len(tree.render(program.make(int(seed)).tree())))
        for seed in shortest[:1]:
            result = fuzz("--hydracc", compiler, "--seeds", f"{seed}..{seed}", "--shrink-seconds", "60")
            shrunk = folder / "found" / f"seed_{seed}.c"
            if report.check(shrunk.exists(), f"a shrunk program is written:\n{result.stdout}"):
                text, whole = shrunk.read_text(), tree.render(program.make(int(seed)).tree())
                report.check("fmod" in text, f"the reason is still in it:\n{text}")
                report.check(len(text) < len(whole) / 2, f"{len(text)} characters left of {len(whole)}:\n{text}")
        result = fuzz("--hydracc", compiler, "--seeds", "1..12", "--validate")
        report.check(result.returncode == 0, f"programs are right:\n{result.stdout}")
        report.check(tree.render(program.make(3).tree()) == tree.render(program.make(3).tree()), "seeds repeat")
    report.finish()


if __name__ == "__main__":
    sys.exit(main())
