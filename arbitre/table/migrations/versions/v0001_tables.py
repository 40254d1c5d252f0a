"""Tables, people, and what each side has sealed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes all of it."""
    op.create_table(
        "people",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("login", sa.String(length=120), nullable=True),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("lang", sa.String(length=2), nullable=False),
        sa.Column("zone", sa.String(length=120), nullable=False),
        sa.Column("made", sa.String(length=32), nullable=False),
        sa.Column("blocked", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("login"),
    )
    op.create_table(
        "rules",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_table(
        "settings",
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_table(
        "keys",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("made", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
        ),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_index(op.f("ix_keys_person"), "keys", ["person"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("seen", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
        ),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_index(op.f("ix_sessions_person"), "sessions", ["person"], unique=False)
    op.create_table(
        "tables",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("founder", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("game", sa.String(length=120), nullable=False),
        sa.Column("entry", sa.String(length=120), nullable=False),
        sa.Column("watching", sa.String(length=120), nullable=False),
        sa.Column("sheet", sa.Text(), nullable=False),
        sa.Column("hashes", sa.Text(), nullable=False),
        sa.Column("sides", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=120), nullable=False),
        sa.Column("rules", sa.String(length=64), nullable=True),
        sa.Column("record", sa.Text(), nullable=True),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("due", sa.String(length=32), nullable=False),
        sa.Column("look", sa.String(length=32), nullable=False),
        sa.Column("fault", sa.Text(), nullable=False),
        sa.Column("made", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["founder"],
            ["people.id"],
        ),
        sa.ForeignKeyConstraint(
            ["rules"],
            ["rules.hash"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("by_look", "tables", ["state", "look"], unique=False)
    op.create_table(
        "drafts",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
        ),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("table_id", "person"),
    )
    op.create_table(
        "invitations",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("role", sa.String(length=120), nullable=False),
        sa.Column("side", sa.String(length=120), nullable=False),
        sa.Column("made", sa.String(length=32), nullable=False),
        sa.Column("used", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_index(op.f("ix_invitations_table_id"), "invitations", ["table_id"], unique=False)
    op.create_table(
        "members",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("role", sa.String(length=120), nullable=False),
        sa.Column("side", sa.String(length=120), nullable=False),
        sa.Column("leads", sa.Integer(), nullable=False),
        sa.Column("since", sa.String(length=32), nullable=False),
        sa.Column("until", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
        ),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_members_person"), "members", ["person"], unique=False)
    op.create_index(op.f("ix_members_table_id"), "members", ["table_id"], unique=False)
    op.create_table(
        "orders",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("side", sa.String(length=120), nullable=False),
        sa.Column("state", sa.String(length=120), nullable=False),
        sa.Column("part", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("table_id", "side"),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("person", sa.String(length=32), nullable=False),
        sa.Column("what", sa.String(length=120), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.Column("sent", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["person"],
            ["people.id"],
        ),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("table_id", "person", "what", "turn", "at"),
    )
    op.create_index(op.f("ix_outbox_person"), "outbox", ["person"], unique=False)
    op.create_table(
        "reports",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("viewer", sa.String(length=120), nullable=False),
        sa.Column("lang", sa.String(length=2), nullable=False),
        sa.Column("html", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("table_id", "turn", "viewer", "lang"),
    )
    op.create_table(
        "views",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("viewer", sa.String(length=120), nullable=False),
        sa.Column("lang", sa.String(length=2), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"],
            ["tables.id"],
        ),
        sa.PrimaryKeyConstraint("table_id", "viewer", "lang"),
    )
