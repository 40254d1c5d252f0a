"""Open tables are found without looking at all of them; whoever is at a table may hand his place on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Adds an index, and who hands his place on."""
    op.create_index("by_entry", "tables", ["entry", "state", "made"])
    with op.batch_alter_table("invitations") as batch:
        batch.add_column(sa.Column("giver", sa.String(32), nullable=False, server_default=""))
