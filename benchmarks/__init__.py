"""Measurements of gsw-graph on data that says what is right."""
