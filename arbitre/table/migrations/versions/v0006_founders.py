"""The tables that somebody has founded are found without looking at all of them."""

from __future__ import annotations

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Adds an index."""
    op.create_index("ix_tables_founder", "tables", ["founder"])
