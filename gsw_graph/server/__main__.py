"""The supervisor's entry: `python -m gsw_graph.server launch|run HOME BOLT HTTP IDLE`."""

import sys

from gsw_graph.server.supervisor import main

main(*sys.argv[1:])
