"""Measurements of gsw-graph on data that says what is right."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests"))  # where the model server is that benchmarks ask
