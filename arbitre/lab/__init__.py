"""The lab: a question about a game as an experiment that is run, stopped once it is clear, resumed, spread over machines and reported."""
