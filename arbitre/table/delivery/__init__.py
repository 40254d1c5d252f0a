"""What is told to people elsewhere than on a page: mails, and calls of their webhooks, sent from the outbox."""
