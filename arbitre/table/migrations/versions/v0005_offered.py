"""Open tables are found without looking at all."""

from __future__ import annotations

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Adds an index."""
    op.create_index("by_entry", "tables", ["entry", "state", "made"])
