"""The pages of the interface for programs name everything that is public, once; what stands on them is read from the code."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from pathlib import Path

import yaml

from arbitre import api
from arbitre.api import post

ROOT = Path(__file__).parents[3]
PAGES = ROOT / "docs" / "en" / "api"
SPHINX = re.compile(r":(?:attr|class|data|func|meth|mod):`")


def test_every_public_name_stands_on_one_page() -> None:
    asked = Counter(
        re.findall(r"^::: arbitre\.api\.(\w+)$", "".join(page.read_text(encoding="utf-8") for page in PAGES.glob("*.md")), re.M)
    )
    assert asked == Counter([*api.__all__, "post"])


def test_every_page_is_in_the_menu() -> None:
    menu = next(part for part in re.split(r"^(?=\w)", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), flags=re.M) if part[:4] == "nav:")
    listed = [path for section in yaml.safe_load(menu)["nav"] for path in section.get("Python", [])]
    assert sorted(listed) == sorted(f"en/api/{page.name}" for page in PAGES.glob("*.md"))


def test_parameters_are_explained_and_links_are_those_of_the_site() -> None:
    """Of a function that takes more than the match or the rules, each parameter has its line."""
    for module, names in ((api, api.__all__), (post, ["PostMatch", "begin", "calendar", "check_proof", "joined", "restore"])):
        for name in names:
            public = getattr(module, name)
            said = inspect.getdoc(public) or ""
            assert said and not SPHINX.search(said), name
            if module is api and inspect.isfunction(public):
                taken = list(inspect.signature(public).parameters)
                told = re.findall(r"^    (\w+): ", said.partition("Args:\n")[2].partition("\n\n")[0], re.M)
                assert told == taken or (not told and (len(taken) < 2 or "arguments are those of" in said)), name
