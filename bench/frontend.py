#!/usr/bin/env python3
"""How long hydracc takes: the median of five `hydracc -S` runs on every sample, each with the headers stdio, stdlib,
math, string, stdint and time included on top. More than half a second is a failure; `hydracc -v` shows the phases."""
import argparse
import pathlib
import shutil
import statistics
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from harness import run  # noqa: E402

HEADERS = "".join(f"#include <{name}.h>\n" for name in ("stdio", "stdlib", "math", "string", "stdint", "time"))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hydracc", default=shutil.which("hydracc") or str(ROOT / "build/bin/hydracc"))
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--limit", type=float, default=0.5, help="seconds")
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hydra-bench-"))
    slow = 0
    try:
        for sample in sorted((ROOT / "samples").glob("*.c")):
            (folder / sample.name).write_text(HEADERS + sample.read_text())
            times = []
            for _ in range(options.runs):
                begin = time.perf_counter()
                result = run([options.hydracc, "-S", sample.name], cwd=folder)
                times.append(time.perf_counter() - begin)
                if result.status != 0:
                    sys.exit(f"bench/frontend.py: this failed:\n{result.describe()}")
            median = statistics.median(times)
            slow += median > options.limit
            print(f"{sample.name:16}{median:8.3f} s  ({min(times):.3f} to {max(times):.3f})"
                  f"{'  too slow' if median > options.limit else ''}", flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if slow else 0)


if __name__ == "__main__":
    main()
