"""Absences, and what sides ask for together."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds them."""
    with op.batch_alter_table("members") as batch:
        batch.add_column(sa.Column("away", sa.String(32), nullable=False, server_default=""))
    op.create_table(
        "votes",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("side", sa.String(120), nullable=False),
        sa.Column("what", sa.String(120), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"]),
        sa.PrimaryKeyConstraint("table_id", "side", "what"),
    )
