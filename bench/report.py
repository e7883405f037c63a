"""The table and the plot of what was measured."""

from __future__ import annotations

import json
import statistics
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

from bench.measures import Measure


@dataclass
class Results:
    """All that one call of `make bench` measured."""

    measures: list[Measure] = field(default_factory=list)
    soak: list[dict[str, Any]] = field(default_factory=list)

    def add(self, folder: Path, measure: Measure) -> None:
        """Take a measure in, and write what there is so far."""
        self.measures.append(measure)
        write(folder, self)


def write(folder: Path, results: Results) -> None:
    """Write bench.md, bench.json and bench.svg, anew after every measure."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bench.md").write_text(table(results))
    figures = {"measures": [asdict(m) | {"ratio": m.ratio} for m in results.measures], "soak": results.soak}
    (folder / "bench.json").write_text(json.dumps(figures, indent=2) + "\n")
    plot(folder / "bench.svg", results)


def table(results: Results) -> str:
    """One row per measure: medians, ratio, target, range of the ratios."""
    lines = [
        "| | measured | beside | seconds | seconds beside | ratio | target | lowest–highest |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for m in results.measures:
        ratios = [own / other for own, other in m.pairs]
        own, other = (statistics.median(pair[side] for pair in m.pairs) for side in (0, 1))
        lines.append(
            f"| {m.name} | {m.what} | {m.against} | {own:.1f} | {other:.1f} | {m.ratio:.2f} | {f'≤ {m.target:g}' if m.target else '–'} |"
            f" {min(ratios):.2f}–{max(ratios):.2f} |"
        )
    lines += [f"\n{m.name}: {m.note}" for m in results.measures if m.note]
    if results.soak:
        third = max(len(results.soak) // 3, 1)
        first, last = results.soak[:third], results.soak[-third:]
        lines.append(
            f"\nSoak of {len(results.soak)} runs, medians of the first and the last third:"
            f" {statistics.median(r['seconds'] for r in first):.1f} s and {statistics.median(r['seconds'] for r in last):.1f} s a run,"
            f" {statistics.median(r['files'] for r in first):.0f} and {statistics.median(r['files'] for r in last):.0f} files."
        )
    return "\n".join(lines) + "\n"


def plot(path: Path, results: Results) -> None:
    """Ratios against their targets and, where there was one, the soak."""
    figure, axes = plt.subplots(
        1, 2 if results.soak else 1, figsize=(11 if results.soak else 6, 3.6), squeeze=False
    )
    ratios = axes[0][0]
    for row, m in enumerate(reversed(results.measures)):
        is_met = m.target is None or m.ratio <= m.target
        ratios.barh(row, m.ratio, color="#4878a8" if is_met else "#c8553d", height=0.6)
        if m.target is not None:
            ratios.plot([m.target, m.target], [row - 0.4, row + 0.4], color="black", linewidth=2)
        ratios.text(m.ratio, row, f" {m.ratio:.2f}", va="center")
    names = [f"{m.name}: {m.what}" for m in reversed(results.measures)]
    ratios.set_yticks(range(len(names)), names)
    ratios.set_xlabel("ratio; black: target")
    ratios.spines[["top", "right"]].set_visible(False)
    if results.soak:
        soak = axes[0][1]
        runs = [r["run"] for r in results.soak]
        soak.plot(runs, [r["seconds"] for r in results.soak], color="#4878a8", linewidth=1)
        soak.set_xlabel("run")
        soak.set_ylabel("seconds", color="#4878a8")
        soak.set_ylim(bottom=0)
        files = soak.twinx()
        files.plot(runs, [r["files"] for r in results.soak], color="#c8553d", linewidth=1)
        files.set_ylabel("files on disk", color="#c8553d")
        files.set_ylim(bottom=0)
    figure.tight_layout()
    figure.savefig(path)
    plt.close(figure)
