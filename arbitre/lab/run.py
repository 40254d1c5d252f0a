"""An experiment run: variants made ready, matches played chunk by chunk, results kept as they come, ended once all is clear."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from arbitre.lab import design, search
from arbitre.lab.experiment import MEASURES, Experiment
from arbitre.lab.findings.results import Results, joined
from arbitre.lab.findings.statistics import Verdict, looked_at
from arbitre.lab.matches.benches import UNFINISHED, Job
from arbitre.lab.matches.player import Played, play
from arbitre.lab.preparation import Prepared
from arbitre.lab.variants import Variant, round_robin, variants
from arbitre.lab.workers import Workers, workers_of

CHUNK = 1.5  # seconds that a chunk is to take
FIRST, LARGEST = 4, 1 << 16  # matches of the first chunk of a variant, and of the largest


@dataclass(slots=True)
class Progress:
    """How far a run is.  ``won``: matches won by each side so far."""

    done: int = 0
    whole: int = 0
    began: float = field(default_factory=time.monotonic)
    fresh: int = 0  # of those done, the ones that were played now
    preparing: bool = False
    playing: float = 0.0  # seconds that workers spent on matches, all of them together
    won: dict[str, int] = field(default_factory=dict)

    @property
    def rate(self) -> float:
        """Matches a second."""
        return self.fresh / max(1e-9, time.monotonic() - self.began)

    @property
    def left(self) -> float:
        """Seconds that the rest takes at this rate."""
        return (self.whole - self.done) / self.rate if self.fresh else 0.0


Tell = Callable[[Progress], None]


@dataclass(slots=True)
class Run:
    """One experiment at work."""

    experiment: Experiment
    results: Results
    workers: Workers
    tell: Tell
    progress: Progress = field(default_factory=Progress)
    rates: dict[int, float] = field(default_factory=dict)  # matches a second, by variant
    verdicts: list[Verdict] = field(default_factory=list)
    endless: list[str] = field(default_factory=list)

    def job(self, variant: Variant, first: int, count: int, turn: int = 0) -> Job:
        """Some matches of a variant."""
        return Job(variant, first, count, turn, self.experiment.measures, self.experiment.limit, season=self.experiment.season)

    def ready(self, found: list[Variant], named: bool = True) -> None:
        """Makes variants ready on the workers; whatever is wrong is told before the first match.  ``named``: results of them are kept.

        Raises:
            Refused: something is.
        """
        seed, faults = self.experiment.seed, self.experiment.faults
        self.progress = Progress(whole=len(found), preparing=True)
        versions: dict[int, str] = {}
        exact: dict[int, dict[str, str]] = {}
        titles: dict[str, dict[str, str]] = {}
        for one in self.workers.over(self.workers.prepare, (self.job(variant, seed, min(1, self.experiment.matches)) for variant in found)):
            self.progress.done += 1
            self.progress.fresh += 1
            self.tell(self.progress)
            versions[one.number], exact[one.number] = one.version, dict(one.exact)
            titles |= one.titles
            if one.module is not None:
                self.workers.hand_over(one.number, *one.module)
            self.note(one, next(variant for variant in found if variant.number == one.number))
        faults.tell()
        if named:
            if not self.results.about:
                self.results.begin(self.experiment, False)
            self.results.about["titles"] = {**self.results.about.get("titles", {}), **titles}
            self.results.about["chances"] = [one.name for one in self.experiment.measures if one.of == "odds" and one.outcome]
            self.results.name(found, versions, exact)

    def note(self, one: Prepared, variant: Variant) -> None:
        """Where in the file the fault of a variant belongs."""
        experiment, faults = self.experiment, self.experiment.faults
        name, said, known = one.unknown
        if name:
            of = next((measure for measure in experiment.measures if measure.name == name), None)
            faults.unknown(("measure", of.at, MEASURES[of.of]) if of else ("bots",), "no_such", said, list(known))
        if one.fault and not any(one.fault in message.text for message in faults.found):
            knob = next((knob for knob, (_, value) in zip(experiment.vary, variant.settings, strict=False)
                         if str(value) in one.fault or (knob.what and knob.what in one.fault)), None)  # fmt: skip
            written = next((measure for measure in experiment.measures if measure.rule and measure.rule in one.fault), None)
            at: tuple[str | int, ...] = ("vary", knob.at) if knob else ("game",)
            if written and not knob:
                at = ("measure", written.at, MEASURES[written.of])
            if not knob and not written:
                option = next((key for key in experiment.options if f"‘{key}’" in one.fault), None)
                at = ("options", option) if option else at
            faults.add(at, "variant", name=variant.called(), said=one.fault)
        if one.endless:
            self.endless.append(variant.called())

    def play(self, live: list[Variant], upto: int) -> None:
        """Plays so many seeds of each variant, if they were not played before."""
        kept = {key: joined(spans) for key, spans in self.results.kept().items()}
        first = self.experiment.seed
        lots = [(variant, turn) for variant in live for turn in range(variant.turned)]
        missing = {(v.number, t): _missing(range(first, first + upto), kept.get((v.number, t), [])) for v, t in lots}
        before = sum(upto - sum(map(len, missing[v.number, t])) for v, t in lots)
        self.progress = replace(self.progress, whole=upto * len(lots), done=before, fresh=0, began=time.monotonic(), preparing=False)
        with closing(self.workers.over(play, self.jobs(lots, missing), self.results.keep)) as coming:
            for played in coming:
                self.results.keep(played)
                self.count(played)
                self.tell(self.progress)

    def jobs(self, lots: list[tuple[Variant, int]], missing: dict[tuple[int, int], list[range]]) -> Iterator[Job]:
        """Chunks of about so many seconds, as far as is known when one is handed out."""
        for variant, turn in lots:
            for span in missing[variant.number, turn]:
                at = span.start
                while at < span.stop:
                    usual = sum(self.rates.values()) / len(self.rates) if self.rates else 0
                    size = int(CHUNK * self.rates.get(variant.number, usual)) or FIRST
                    even = -(-len(span) // max(1, self.workers.count))  # so that every worker has something to do
                    count = min(max(1, size), LARGEST, even, span.stop - at)
                    yield self.job(variant, at, count, turn)
                    at += count

    def count(self, played: Played) -> None:
        """What a chunk adds to what is shown meanwhile."""
        import pyarrow.compute as pc

        n = played.job.count
        self.progress.done += n
        self.progress.fresh += n
        self.progress.playing += played.seconds
        self.rates[played.job.variant.number] = n / max(1e-6, played.seconds)
        named = played.job.variant.called()  # where nothing is compiled, preparing has played none
        if (played.job.first, played.job.turn) == (self.experiment.seed, 0) and named not in self.endless:
            if played.matches.column("end")[0].as_py() == UNFINISHED:
                self.endless.append(named)
        for one in pc.value_counts(played.matches.column("winners")).to_pylist():
            self.progress.won[one["values"]] = self.progress.won.get(one["values"], 0) + one["counts"]

    def all(self) -> None:
        """The whole experiment."""
        experiment = self.experiment
        if experiment.design.kind == "search" and experiment.league is None:
            search.sought(self)
            return
        found = planned(experiment)
        self.ready(found)
        live, looks = found, experiment.stop.looks if experiment.stop is not None else 1
        for look in range(1, looks + 1):
            upto = -(-experiment.matches * look // looks)
            self.play(live, upto)
            if experiment.stop is not None:
                self.verdicts = looked_at(self.results, experiment, found, look, self.verdicts)
                decided = {verdict.variant for verdict in self.verdicts if verdict.clear or verdict.narrow}
                live = [v for v in found if v.number not in decided]
                if live and live[0].number != 0 and len(found) > 1:  # the first is compared with all that are left
                    live = [found[0], *live]
                elif [v.number for v in live] == [0] and len(found) > 1:
                    live = []
                if not live:
                    break
        self.results.about["verdicts"] = [verdict.data() for verdict in self.verdicts]


def planned(experiment: Experiment) -> list[Variant]:
    """All variants that are known before the first match."""
    if experiment.league is not None:
        return round_robin(experiment)
    if experiment.design.kind == "search":
        return variants(experiment, [tuple(design.at(knob, 0.5) for knob in experiment.vary)])
    return variants(experiment, design.points(experiment))


def run(
    experiment: Experiment, folder: Path, workers: int | None = None, address: str = "", resume: bool = False, tell: Tell = lambda _: None
) -> Results:
    """Runs an experiment, and leaves its results in a folder; what is there is not played again.

    ``workers``: how many processes, one for each core by default; ``address``: of a Dask scheduler.

    Raises:
        Refused: the experiment is wrong, or the folder holds something else; see :class:`Results`.
        KeyboardInterrupt: it was stopped; all chunks that were played are kept.
    """
    results = Results(folder)
    if (folder / "lab.json").is_file():
        results.begin(experiment, resume)
        if results.about.get("done"):
            return results
    with workers_of(workers or os.cpu_count() or 1, address) as crew:
        one = Run(experiment, results, crew, tell)
        measured(experiment)
        one.all()
    results.about["endless"] = one.endless
    results.finish()
    return results


def measured(experiment: Experiment) -> None:
    """Holds what a stop or a search looks at against what is measured.

    Raises:
        Refused: there is no such measure.
    """
    stop, goal = experiment.stop, experiment.design
    odds = [one.name for one in experiment.measures if one.of == "odds"]
    if stop is not None and stop.measure in odds:
        experiment.faults.add(("stop", "measure"), "stop_exact", said=stop.measure)
    known = ["draws", "lost", "unfinished", "stopped", "turns", "decisions", *(measure.name for measure in experiment.measures)]
    for path, said in ((("stop", "measure"), stop.measure if stop else ""), (("design", "make"), goal.make)):
        if said and said not in known and not said.startswith("wins "):
            experiment.faults.unknown(path, "no_measure", said, ["wins SIDE", *known])
    experiment.faults.tell()


def check(experiment: Experiment, workers: int | None = None, tell: Tell = lambda _: None) -> list[str]:
    """Makes every variant ready, and gives those whose first match had no end.

    Raises:
        Refused: something is wrong.
    """
    measured(experiment)
    with workers_of(workers or os.cpu_count() or 1) as crew:
        one = Run(experiment, Results(Path()), crew, tell)
        one.ready(planned(experiment), named=False)
    return one.endless


def count_of(experiment: Experiment) -> tuple[int, int]:
    """How many variants there are, and how many matches at most."""
    if experiment.design.kind == "search" and experiment.league is None:
        one = planned(experiment)[0]
        return experiment.design.trials, experiment.design.trials * one.turned * experiment.matches
    found = planned(experiment)
    return len(found), experiment.matches * sum(variant.turned for variant in found)


def _missing(wanted: range, kept: list[range]) -> list[range]:
    """The seeds that are left to be played."""
    out, at = [], wanted.start
    for span in kept:
        if span.start > at:
            out.append(range(at, min(span.start, wanted.stop)))
        at = max(at, span.stop)
    if at < wanted.stop:
        out.append(range(at, wanted.stop))
    return [span for span in out if span]
