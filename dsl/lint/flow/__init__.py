"""Secrets proved at load: what each side can observe depends on nothing that it may not know.

``terms`` who somebody is; ``labels`` what something depends on; ``policy`` what the rulebook promises; ``values`` and ``effects`` one
rule by itself; ``analysis`` all rules; ``chains`` from rule to rule; ``findings`` what is told.  See docs/design/secrets.md.
"""
