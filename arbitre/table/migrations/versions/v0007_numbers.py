"""Sentences have numbers that may have a part of their own: those of appeals are text, and reports that were kept are made again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Appeals made before keep what they counted, marked as counted."""
    with op.batch_alter_table("appeals") as batch:
        batch.alter_column(
            "sentence", existing_type=sa.Integer(), type_=sa.String(24), existing_nullable=False, postgresql_using="sentence::varchar"
        )
    op.execute("UPDATE appeals SET sentence = '#' || sentence")
    op.execute("DELETE FROM reports")
