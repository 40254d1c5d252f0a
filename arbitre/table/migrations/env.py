"""Runs migrations on the connection that is given, within its transaction."""

from __future__ import annotations

from alembic import context

from arbitre.table.storage.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
context.run_migrations()
