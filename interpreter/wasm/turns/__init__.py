"""From the core to instructions: agendas, and what seats do, choose and order in them."""
