"""Write docs/cli.md from the commands' own help: `python tools/make_cli_docs.py`."""

from pathlib import Path

from gsw_graph.cli.reference import reference

if __name__ == "__main__":
    Path(__file__).parents[1].joinpath("docs", "cli.md").write_text(reference(), encoding="utf-8")
