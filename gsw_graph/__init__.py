"""gsw-graph: episodic memory on Neo4j."""
