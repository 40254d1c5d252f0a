"""The server of one rulebook's pages (``arbitre serve``): made again after each save, with what is wrong above them."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import yaml

EXTENSIONS = ["tables", "attr_list", "md_in_html", "admonition", "pymdownx.superfences", {"toc": {"permalink": True, "toc_depth": 3}}]
FEATURES = ["navigation.footer", "navigation.path", "navigation.tabs", "navigation.top", "navigation.indexes", "toc.follow"]
_INDEX = {"en": "# Rulebook\n\n<!-- arbitre: games en -->\n", "fr": "# Livre de règles\n\n<!-- arbitre: games fr -->\n"}


def settings(game: str, lang: str, folder: Path, address: str) -> dict[str, Any]:
    """The settings of a site that holds this rulebook alone, its texts in ``folder``."""
    palette = [{"media": f"(prefers-color-scheme: {name})", "scheme": scheme, "primary": "blue grey", "accent": "deep orange"}
               for name, scheme in (("light", "default"), ("dark", "slate"))]  # fmt: skip
    return {
        "site_name": "Arbitre", "docs_dir": str(folder / "docs"), "site_dir": str(folder / "site"), "dev_addr": address,
        "theme": {"name": "material", "font": False, "palette": palette, "features": FEATURES},
        "extra": {"generator": False},
        "plugins": ["search", {"arbitre": {"games": [game], "faults": lang}}],
        "nav": [{"Home": "index.md"}, {"Accueil": "fr/index.md"}, {"Rulebook": [{"arbitre": "en"}]}, {"Livre": [{"arbitre": "fr"}]}],
        "markdown_extensions": EXTENSIONS,
    }  # fmt: skip


def serve(game: str, lang: str, address: str, opened: bool) -> None:
    """Shows the pages in the browser until it is interrupted; after a save they are made again."""
    from mkdocs.commands.serve import serve as show

    with tempfile.TemporaryDirectory(prefix="arbitre-") as made:
        folder = Path(made)
        (folder / "docs" / "fr").mkdir(parents=True)
        (folder / "docs" / "index.md").write_text(_INDEX["en"], encoding="utf-8")
        (folder / "docs" / "fr" / "index.md").write_text(_INDEX["fr"], encoding="utf-8")
        (folder / "mkdocs.yml").write_text(yaml.safe_dump(settings(game, lang, folder, address), allow_unicode=True), encoding="utf-8")
        show(config_file=str(folder / "mkdocs.yml"), open_in_browser=opened)
