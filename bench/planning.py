#!/usr/bin/env python3
"""What planning costs one rank of 4 to 1,000,000: the table of bench_planning, and a plot of it.

bench_planning (bench/planning.cpp; cmake --build build --target bench_planning) is one rank's runtime without the
others. --plot writes the times of plans that are made the first time over the ranks, both logarithmic, as SVG, beside
the line of 20 ms: a hundredth of what Trasgo's general model needs for some 100,000 ranks.
"""
import argparse
import math
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COLOURS = ["#1f77b4", "#2ca02c", "#d62728", "#9467bd", "#8c564b"]
WIDTH, HEIGHT, LEFT, BELOW = 640, 400, 70, 50
AIM = 20000.0  # us


def plot(series, file):
    """series: {name: [(ranks, us)]}."""
    points = [point for line in series.values() for point in line]
    decades = [math.floor(math.log10(min(y for _, y in points))), math.ceil(math.log10(max(AIM, *(y for _, y in points))))]
    low, high = math.log10(min(x for x, _ in points)), math.log10(max(x for x, _ in points))

    def place(x, y):
        return (LEFT + (math.log10(x) - low) / (high - low or 1) * (WIDTH - LEFT - 110),
                HEIGHT - BELOW - (math.log10(y) - decades[0]) / (decades[1] - decades[0] or 1) * (HEIGHT - BELOW - 20))

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" '
           f'font-size="12"><rect width="100%" height="100%" fill="white"/>']
    for decade in range(decades[0], decades[1] + 1):
        x, y = place(10**low, 10.0**decade)
        out.append(f'<line x1="{x}" y1="{y}" x2="{WIDTH - 110}" y2="{y}" stroke="#ddd"/>'
                   f'<text x="{x - 8}" y="{y + 4}" text-anchor="end">{10.0**decade:g} us</text>')
    for ranks in sorted({x for x, _ in points}):
        x, y = place(ranks, 10.0**decades[0])
        out.append(f'<text x="{x}" y="{y + 18}" text-anchor="middle">{ranks}</text>')
    lines = [*((name, line, COLOURS[i % len(COLOURS)]) for i, (name, line) in enumerate(series.items())),
             ("20 ms", [(10**low, AIM), (10**high, AIM)], "#999")]
    for name, line, colour in lines:
        path = " ".join("{:.1f},{:.1f}".format(*place(*point)) for point in line)
        x, y = place(*line[-1])
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
                   f'<text x="{x + 6:.1f}" y="{y + 4:.1f}" fill="{colour}">{name}</text>')
    out.append(f'<text x="{(LEFT + WIDTH - 110) / 2}" y="{HEIGHT - 12}" text-anchor="middle">ranks</text></svg>')
    file.write_text("\n".join(out) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(ROOT / "build/bin/bench_planning"))
    parser.add_argument("--plot", type=pathlib.Path, help="write a plot to this file")
    parser.add_argument("arguments", nargs="*", help="of the program: PROGRAM RANKS ROWS")
    options = parser.parse_args()
    if not pathlib.Path(options.program).exists():
        sys.exit(f"bench/planning.py: there is no {options.program}; to build it:  "
                 "cmake --build build --target bench_planning")
    series = {}
    with subprocess.Popen([options.program, *options.arguments], stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            print(line, end="", flush=True)
            words = line.split()
            if len(words) > 2 and words[1].isdigit():
                series.setdefault(words[0], []).append((int(words[1]), float(words[2])))
    if process.returncode != 0:
        sys.exit(f"bench/planning.py: {options.program} ended with status {process.returncode}")
    if options.plot and series:
        plot(series, options.plot)


if __name__ == "__main__":
    main()
