#!/usr/bin/env python3
"""README.md's first program: it prints what gcc's prints, moves one element a neighbour and step and nothing else, and a
rank holds both arrays whole, or, with a directive before the first loop too, its share of them."""
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from harness import built_programs, environment, hydracc_test, run  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
PROGRAM = re.search(r"```c\n(.*?)```", README, re.DOTALL)[1]
FIRST = "    for (int i = 0; i < n; i++)\n        u[i] = v[i]"
RANKS, SIZE, STEPS = 4, 4000000, 100


def peak_of_ranks(program, folder):
    """The largest rank's peak memory in bytes (None where a rank does not tell), and how the run went."""
    peaks = folder / f"{program.name}.peaks"
    peaks.mkdir()
    result = run([program, SIZE], env=environment({
        "HYDRA_RANKS": RANKS, "HYDRA_POLICY": "auto", "LD_PRELOAD": folder / "peak.so", "PEAK_FOLDER": peaks,
        "PEAK_PROGRAM": program}))
    found = [int(file.read_text()) << 10 for file in peaks.iterdir()]
    return max(found) if result.status == 0 and len(found) == RANKS else None, result


with hydracc_test("cli.readme", __doc__) as (report, hydracc, folder):
    (folder / "heat.c").write_text(PROGRAM)
    for command in (["gcc", "-O2", "-w", "heat.c", "-o", "plain"],
                    ["gcc", "-O1", "-shared", "-fPIC", ROOT / "tests/memory/peak.c", "-o", "peak.so"]):
        built = run(command, cwd=folder)
        report.check(built.status == 0, built.describe())
    report.check(PROGRAM.count(FIRST) == 1, "README.md's first loop is another")
    shared = PROGRAM.replace(FIRST, "    #pragma hydra parallel for\n" + FIRST)
    expected = run([folder / "plain", "1000"]).out
    both = 2 * 8 * SIZE
    for name, program in built_programs(report, hydracc, folder, "heat.c", [("whole", PROGRAM), ("shared", shared)]):
        result = run([program, "1000"], env=environment({"HYDRA_RANKS": RANKS, "HYDRA_STATS": folder / "stats.json"}))
        report.check(result.status == 0 and result.out == expected, result.describe())
        moved = json.loads((folder / "stats.json").read_text())
        # In the first step every rank has, or has written, what its neighbours would send where all ran the first loop.
        edges = 2 * (RANKS - 1)
        counted = moved["coherence"]["messages"]
        report.check(counted in ((STEPS - 1) * edges, STEPS * edges) and moved["coherence"]["bytes"] == 8 * counted and
                     moved["serial"]["bytes"] == 0, f"{name}: {moved['coherence']}, serial {moved['serial']}")
        peak, result = peak_of_ranks(program, folder)
        if report.check(peak is not None, result.describe()):
            holds = peak >= both if name == "whole" else peak <= both / RANKS + (both >> 2)
            report.check(holds, f"{name}: a rank has {peak} bytes, both arrays are {both}")
