"""Mails of sides: orders, answers, forms."""
