#!/usr/bin/env python3
"""What iterations of a loop that is shared out print to standard error appears once, in the order of the sequential
program, and between what serial code prints."""
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import built_programs, environment, hydracc_test, run  # noqa: E402

PROGRAM = pathlib.Path(__file__).resolve().parent.parent / "programs" / "messages_by_the_way.c"
WAYS = [(ranks, {}) for ranks in (1, 2, 3, 4, 7)] + [
    (1, {"HYDRA_NUM_THREADS": 3}), (3, {"HYDRA_NUM_THREADS": 2}), (3, {"HYDRA_PARTITION": "cyclic"}),
    (4, {"HYDRA_PARTITION": "block-cyclic:3"}), (3, {"HYDRA_PARTITION": "weighted:1,2,5"}), (2, {"HYDRA_POLICY": "auto"}),
    (2, {"HYDRA_POLICY": "floor"}), (1, {"HYDRA_VERIFY": 1}), (3, {"HYDRA_VERIFY": 1})]


with hydracc_test("cli.messages", __doc__) as (report, hydracc, folder):
    plain = folder / "plain"
    subprocess.run(["gcc", "-w", "-o", plain, PROGRAM, "-lm"], check=True)
    for _, program in built_programs(report, hydracc, folder, "messages.c", [("messages", PROGRAM.read_text())]):
        for args in ((), ("3",), ("1",)):
            expected = run([plain, *args])
            report.check(expected.err.count("\n") > 4, expected.describe())
            for ranks, more in WAYS:
                found = run([program, *args],
                            env=environment({"HYDRA_RANKS": ranks, "HYDRA_POLICY": "distribute", **more}))
                lines = [line for line in found.err.splitlines(True) if not line.startswith("hydra: ")]
                report.check(found.status == 0 and found.out == expected.out and "".join(lines) == expected.err,
                             f"{ranks} ranks, {more}: {found.describe()}")
