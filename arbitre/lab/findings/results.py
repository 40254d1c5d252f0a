"""The folder of an experiment's results: Parquet with one row a match and one a measure, beside them the experiment, versions and hashes.

While matches are played every chunk is a file of its own in ``parts``; a run that ends puts them together.
"""

from __future__ import annotations

import hashlib
import json
import platform
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arbitre import __version__
from arbitre.dsl.cache.careful import replace_whole
from arbitre.lab.experiment import Experiment
from arbitre.lab.identity import identity
from arbitre.lab.matches.player import Played
from arbitre.lab.variants import Variant, shown
from arbitre.opening.books import refused

if TYPE_CHECKING:
    import pyarrow

MATCHES, MEASURES, ABOUT, ORIGINAL = "matches.parquet", "measures.parquet", "lab.json", "experiment.toml"
LIBRARIES = ("numpy", "scipy", "statsmodels", "pyarrow", "wasmtime")


def program() -> dict[str, str]:
    """What played: versions, and the fingerprint of all that rules are made into."""
    found = {"arbitre": __version__, "sources": identity(), "python": platform.python_version()}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except ModuleNotFoundError:
            found[name] = ""
    return found


def numbers(experiment: Experiment) -> str:
    """The fingerprint of all that results depend on."""
    return hashlib.sha256(experiment.text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(slots=True)
class Results:
    """One folder.  ``about``: what stands in its ``lab.json``."""

    folder: Path
    about: dict[str, Any] = field(default_factory=dict)

    @property
    def parts(self) -> Path:
        return self.folder / "parts"

    def begin(self, experiment: Experiment, resume: bool) -> None:
        """Makes the folder, or takes it up where it was left.

        Raises:
            Refused: it holds results of another experiment, or of other rules, or it is not said that they are to go on.
        """
        if (self.folder / ABOUT).is_file():
            self.about = read_about(self.folder)
            if self.about["hash"] != numbers(experiment):
                raise refused("lab.other_experiment", folder=self.folder)
            if self.about["program"]["sources"] != identity():
                raise refused("lab.other_program", folder=self.folder)
            if not resume and not self.about.get("done"):
                raise refused("lab.not_resumed", folder=self.folder)
            return
        if self.folder.exists() and any(self.folder.iterdir()):
            raise refused("lab.no_results_folder", folder=self.folder)
        self.parts.mkdir(parents=True, exist_ok=True)
        (self.folder / ORIGINAL).write_text(experiment.text, encoding="utf-8")
        self.about = {"format": 1, "experiment": Path(experiment.file).name, "title": experiment.title, "hash": numbers(experiment),
                      "program": program(), "variants": [], "done": False}  # fmt: skip
        self.write()

    def write(self) -> None:
        """Writes ``lab.json``, whole."""
        text = json.dumps(self.about, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
        replace_whole(self.folder / ABOUT, text.encode())

    def name(self, variants: list[Variant], versions: dict[int, str], exact: dict[int, dict[str, str]] | None = None) -> None:
        """Notes the variants that there are.

        Raises:
            Refused: the rules of one are not those that its results are of.
        """
        before = {one["number"]: one for one in self.about["variants"]}
        for variant in variants:
            said = before.get(variant.number)
            if said is not None and said["rules"] != versions[variant.number]:
                raise refused("lab.other_rules", name=variant.called())
            before[variant.number] = {
                "number": variant.number, "name": variant.called(), "rules": versions[variant.number], "game": variant.rules.game,
                "settings": {name: value if isinstance(value, (int, float)) else shown(value) for name, value in variant.settings},
                "entrants": list(variant.entrants), "turned": variant.turned, "exact": (exact or {}).get(variant.number, {}),
            }  # fmt: skip
        self.about["variants"] = [before[number] for number in sorted(before)]
        self.write()

    # ------------------------------------------------------------------------------------ chunks

    def keep(self, played: Played) -> None:
        """Writes a chunk, whole: first what was measured, then the matches, which say that it is there."""
        job = played.job
        stem = f"v{job.variant.number:06}-t{job.turn:02}-s{job.first}-n{job.count}"
        if len(played.measured):
            self._put(played.measured, self.parts / f"{stem}.measures.parquet")
        self._put(played.matches, self.parts / f"{stem}.matches.parquet")

    def _put(self, table: pyarrow.Table, path: Path) -> None:
        import pyarrow.parquet as pq

        made = path.with_suffix(".tmp")
        pq.write_table(table, made, compression="zstd")
        made.replace(path)

    def kept(self) -> dict[tuple[int, int], list[range]]:
        """The seeds that were played, by variant and how often sides were changed."""
        if self.about.get("kept"):
            return {(v, t): [range(a, b) for a, b in spans] for v, t, spans in self.about["kept"]}
        out: dict[tuple[int, int], list[range]] = {}
        for path in sorted(self.parts.glob("*.matches.parquet")):
            variant, turn, first, count = (int(part[1:]) for part in path.name.split(".")[0].split("-", 3))
            out.setdefault((variant, turn), []).append(range(first, first + count))
        return out

    def tables(self, what: str) -> list[Path]:
        """The files of matches or of measures, in the order of variants, sides and seeds."""
        whole = self.folder / f"{what}.parquet"
        if whole.is_file():
            return [whole]
        found = self.parts.glob(f"*.{what}.parquet")
        return sorted(found, key=lambda path: tuple(int(part[1:]) for part in path.name.split(".")[0].split("-", 3)))

    def table(self, what: str, columns: list[str] | None = None) -> pyarrow.Table | None:
        """All rows of matches or of measures."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        paths = self.tables(what)
        if not paths:
            return None
        return pa.concat_tables([_plain(pq.read_table(path, columns=columns)) for path in paths])

    def finish(self) -> None:
        """Puts the chunks together: the same files whatever the chunks and the workers were."""
        import pyarrow.parquet as pq

        kept = self.kept()
        for what in ("matches", "measures"):
            whole = self.folder / f"{what}.parquet"
            writer: Any = None
            if whole.is_file():
                continue
            made = whole.with_suffix(".tmp")
            for rows in _batches(self.tables(what)):
                writer = writer or pq.ParquetWriter(made, rows.schema, compression="zstd")
                writer.write_table(rows)
            if writer is not None:
                writer.close()
                made.replace(whole)
        self.about["kept"] = [[v, t, [[r.start, r.stop] for r in joined(spans)]] for (v, t), spans in sorted(kept.items())]
        self.about["done"] = True
        self.write()
        shutil.rmtree(self.parts, ignore_errors=True)


ROWS = 1 << 17  # of a group of rows in a file


def _batches(paths: list[Path]) -> Iterator[pyarrow.Table]:
    """All rows, so many at a time, however they lie in files."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    held: list[pyarrow.Table] = []
    for path in paths:
        held.append(_plain(pq.read_table(path)))
        while sum(map(len, held)) >= ROWS:
            whole = pa.concat_tables(held).combine_chunks()
            yield whole.slice(0, ROWS)
            held = [whole.slice(ROWS)]
    if held and sum(map(len, held)):
        yield pa.concat_tables(held).combine_chunks()


def _plain(table: pyarrow.Table) -> pyarrow.Table:
    """The same with words in place of their numbers: each chunk numbers them in its own way."""
    import pyarrow as pa

    for n, held in enumerate(table.schema):
        if pa.types.is_dictionary(held.type):
            table = table.set_column(n, held.name, table.column(n).cast(pa.string()))
    return table


def joined(spans: list[range]) -> list[range]:
    """The same seeds in as few spans as may be."""
    out: list[range] = []
    for span in sorted(spans, key=lambda one: one.start):
        if out and span.start <= out[-1].stop:
            out[-1] = range(out[-1].start, max(out[-1].stop, span.stop))
        else:
            out.append(span)
    return out


def read_about(folder: Path) -> dict[str, Any]:
    """What stands beside results.

    Raises:
        Refused: there are none.
    """
    try:
        found = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
        if found["format"] == 1:
            return dict(found)
    except (OSError, ValueError, KeyError, TypeError):
        pass
    raise refused("lab.no_results", folder=folder)
